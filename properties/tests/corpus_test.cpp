// The corpus: one test a file; each answer is right by the oracle, and the algebra gives it.
#include <layoutcheck/properties/replay.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <new>
#include <sstream>
#include <streambuf>

namespace layoutcheck::properties {
namespace {

class CorpusFile : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(CorpusFile, Replays) {
  const Replay result = replay(GetParam());
  EXPECT_GT(result.count.lines(), 0U);
  EXPECT_EQ(result.count.of(VerdictKind::agrees), result.count.lines());
  for (const ReplayFault& fault : result.faults)
    ADD_FAILURE() << fault.place << ": " << fault.line << "\n  " << to_string(fault.judged.verdict);
}

std::string test_name(const testing::TestParamInfo<std::filesystem::path>& info) {
  std::string name =
      info.param.parent_path().filename().string() + "_" + info.param.stem().string();
  for (char& c : name)
    c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusFile,
                         testing::ValuesIn(case_files(LAYOUTCHECK_SOURCE_DIR "/corpus")),
                         test_name);

TEST(Corpus, ALineWithoutAnAnswerIsOfItsQuestion) {
  std::istringstream in("rank((2,2))\n");
  CaseLine line;
  ASSERT_TRUE(next_case(in, line));
  const Judged found = judged(line, {});
  EXPECT_EQ(found.verdict.kind, VerdictKind::unsupported);
  EXPECT_EQ(to_string(found.question), "rank((2,2))");
}

TEST(Corpus, AMalformedLineIsReportedAndLosesNothingElse) {
  std::istringstream in(
      "# comment\nrank((2,2)) = 2\n\nrank((2,) = 2\r\nnonsense\nrank((2,2)) = 2\n");
  std::vector<std::size_t> good;
  std::vector<std::string> bad;
  read_cases(in, [&](const CaseLine& line) {
    if (line.content)
      good.push_back(line.number);
    else
      bad.push_back(std::to_string(line.number) + ", " + line.error);
    return true;
  });
  EXPECT_EQ(good, (std::vector<std::size_t>{2, 6}));
  ASSERT_EQ(bad.size(), 2U);
  EXPECT_EQ(bad[0], "4, column 11: expected ',' or ')', found '='");
  EXPECT_TRUE(bad[1].starts_with("5, column 1: unknown operation 'nonsense'")) << bad[1];
}

TEST(Corpus, WhatIsOfANewerLanguageIsNotRead) {
  const std::string next = std::to_string(language_version + 1);
  const auto read = [](const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    read_cases(in, [&](const CaseLine& line) {
      lines.push_back(std::to_string(line.number) + " " + line.error.substr(0, 30));
      return true;
    });
    return lines;
  };
  for (const std::string& header : {"# language " + next, "  #language\t00" + next + " \r",
                                    std::string("# language 100000000000000000000000")}) {
    const std::vector<std::string> lines = read("rank(2) = 1\n" + header + "\nrank(2) = 1\n");
    ASSERT_EQ(lines.size(), 2U) << header;
    EXPECT_TRUE(lines[1].starts_with("2 column ")) << lines[1];
    EXPECT_NE(lines[1].find(": what follows is of"), std::string::npos) << lines[1];
  }
  for (const std::string& header :
       {"# language " + std::to_string(language_version), std::string("# language 0"),
        "# language " + next + " is to come", "# a language " + next, "# language" + next,
        // Too long to be looked at.
        "#" + std::string(1'000'000, ' ') + "language " + next}) {
    EXPECT_EQ(read(header + "\nrank(2) = 1\n"), (std::vector<std::string>{"2 "})) << header;
  }
}

/// A stream that gives its text and then fails.
class Failing final : public std::streambuf {
 public:
  explicit Failing(std::string text) : text_(std::move(text)) {
    setg(text_.data(), text_.data(), text_.data() + text_.size());
  }

 protected:
  int_type underflow() override { throw std::bad_alloc(); }

 private:
  std::string text_;
};

TEST(Corpus, AStreamThatFailsIsNotAtItsEnd) {
  Failing buffer("rank((2,2)) = 2\nrank((2,2)");
  std::istream in(&buffer);
  std::size_t lines = 0;
  EXPECT_THROW(read_cases(in, [&](const CaseLine&) { return ++lines > 0; }), std::runtime_error);
  EXPECT_EQ(lines, 1U);
}

TEST(Corpus, ALineThatIsTooLongIsRefusedAndLosesNothingElse) {
  const std::string comment(longest_line - std::string("rank((2,2)) = 2#").size(), ' ');
  for (const std::size_t more : {0U, 1U, 10000U}) {
    std::istringstream in("rank((2,2)) = 2#" + comment + std::string(more, ' ') +
                          "\nrank((2,2)) = 3");
    std::vector<CaseLine> lines;
    read_cases(in, [&](const CaseLine& line) {
      lines.push_back(line);
      return true;
    });
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].content.has_value(), more == 0);
    EXPECT_EQ(lines[0].error, more == 0 ? "" : "the line is longer than 16777216 bytes");
    if (more > 0) EXPECT_EQ(lines[0].text.size(), 1000U);
    EXPECT_EQ(lines[1].number, 2U);
    EXPECT_EQ(lines[1].text, "rank((2,2)) = 3");
  }
}

TEST(Corpus, ReadsLinesOfAllLengthsAsTheyAre) {
  // Around the length of a part of a line.
  for (std::size_t length = 4080; length < 4110; ++length) {
    const std::string line = "rank((2,2)) = 2#" + std::string(length - 16, 'x');
    for (const char* end : {"", "\n", "\r\n"}) {
      std::istringstream in(line + "\n\n" + line + end);
      std::vector<std::size_t> numbers;
      read_cases(in, [&](const CaseLine& read) {
        EXPECT_EQ(read.text, line);
        numbers.push_back(read.number);
        return true;
      });
      EXPECT_EQ(numbers, (std::vector<std::size_t>{1, 3}));
    }
  }
}

TEST(Corpus, AByteOrderMarkIsSkipped) {
  std::istringstream in("\xef\xbb\xbfrank((2,2)) = 2\n\xef\xbb\xbfrank((2,2)) = 2\n");
  std::vector<std::string> errors;
  read_cases(in, [&](const CaseLine& line) {
    errors.push_back(line.error);
    return true;
  });
  EXPECT_EQ(errors, (std::vector<std::string>{"",
                                              "column 1: expected the name of an operation, found "
                                              "'\xef\xbb\xbf'"}));
}

TEST(Corpus, AWrongAnswerIsAFault) {
  const auto path = std::filesystem::path(testing::TempDir()) / "wrong.txt";
  std::ofstream(path)
      << "coalesce((2,2):(1,2)) = 4:2\ncoalesce((2,2):(1,2))\ncolfax.2.1.4.15((2):(1)) = false\n";
  const Replay result = replay(path);
  EXPECT_EQ(result.count.lines(), 3U);
  EXPECT_EQ(result.count.faults(), 3U);
  ASSERT_EQ(result.faults.size(), 3U);
  EXPECT_NE(to_string(result.faults[0].judged.verdict).find("wrong"), std::string::npos);
  EXPECT_NE(to_string(result.faults[1].judged.verdict).find("no answer"), std::string::npos);
  EXPECT_EQ(result.faults[2].place, path.string() + ":3");
}

TEST(Corpus, OnlyTheOraclesOwnAnswerIsRight) {
  const auto path = std::filesystem::path(testing::TempDir()) / "forms.txt";
  std::ofstream(path) << "coalesce((2,2):(1,2)) = (4):(1)\ncoalesce((2,2):(1,2)) = unsupported\n"
                         "shah.3.1((2305843009213693951)) = true\n";
  const Replay result = replay(path);
  EXPECT_EQ(result.faults.size(), 3U);
  EXPECT_EQ(result.count.of(VerdictKind::wrong), 2U);
  EXPECT_EQ(result.count.of(VerdictKind::undecided), 1U);
}

/// What is too large for the judge may still be known to the algebra.
TEST(Corpus, AnAnswerThatIsNotTheAlgebrasIsAFault) {
  const auto path = std::filesystem::path(testing::TempDir()) / "large.txt";
  std::ofstream(path)
      << "composition((65536,65536):(65536,1), (65536,65536):(65536,1)) = undefined\n"
         "colfax.2.1.6.1((4294967296):(2), (2):(1)) = true\n";
  const Replay result = replay(path);
  ASSERT_EQ(result.faults.size(), 2U);
  EXPECT_EQ(to_string(result.faults[0].judged.verdict),
            "wrong (exhaustive): the algebra answers (65536,65536):(1,65536)");
  EXPECT_EQ(result.count.of(VerdictKind::wrong), 1U);
  EXPECT_EQ(result.count.of(VerdictKind::undecided), 1U);
}

TEST(Corpus, AMissingFileIsNamed) {
  EXPECT_THROW(replay("/nowhere/at/all.txt"), std::runtime_error);
  EXPECT_THROW(case_files("/nowhere/at/all"), std::runtime_error);
}

}  // namespace
}  // namespace layoutcheck::properties
