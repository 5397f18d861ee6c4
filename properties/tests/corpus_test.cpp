// The corpus: one test a file; each answer is right by the oracle, and the algebra gives it.
#include <layoutcheck/properties/corpus.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace layoutcheck::properties {
namespace {

class CorpusFile : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(CorpusFile, Replays) {
  const Replay result = replay(GetParam());
  EXPECT_GT(result.cases, 0U);
  EXPECT_EQ(result.undecided, 0U);
  for (const ReplayFault& fault : result.faults) {
    ADD_FAILURE() << fault.place << ": " << fault.line << "\n  " << fault.why;
  }
}

std::string test_name(const testing::TestParamInfo<std::filesystem::path>& info) {
  std::string name =
      info.param.parent_path().filename().string() + "_" + info.param.stem().string();
  for (char& c : name) {
    c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusFile,
                         testing::ValuesIn(case_files(LAYOUTCHECK_SOURCE_DIR "/corpus")),
                         test_name);

TEST(Corpus, AMalformedLineIsReportedAndLosesNothingElse) {
  std::istringstream in(
      "# comment\nrank((2,2)) = 2\n\nrank((2,) = 2\r\nnonsense\nrank((2,2)) = 2\n");
  std::vector<std::size_t> good;
  std::vector<std::string> bad;
  read_cases(in, [&](const CaseLine& line) {
    if (line.content) {
      good.push_back(line.number);
    } else {
      bad.push_back(std::to_string(line.number) + ", " + line.error);
    }
    return true;
  });
  EXPECT_EQ(good, (std::vector<std::size_t>{2, 6}));
  ASSERT_EQ(bad.size(), 2U);
  EXPECT_EQ(bad[0], "4, column 11: expected ',' or ')', found '='");
  EXPECT_TRUE(bad[1].starts_with("5, column 1: unknown operation 'nonsense'")) << bad[1];
}

TEST(Corpus, AWrongAnswerIsAFault) {
  const auto path = std::filesystem::path(testing::TempDir()) / "wrong.txt";
  std::ofstream(path)
      << "coalesce((2,2):(1,2)) = 4:2\ncoalesce((2,2):(1,2))\ncolfax.2.1.4.15((2):(1)) = false\n";
  const Replay result = replay(path);
  EXPECT_EQ(result.cases, 3U);
  ASSERT_EQ(result.faults.size(), 3U);
  EXPECT_NE(result.faults[0].why.find("wrong"), std::string::npos);
  EXPECT_NE(result.faults[1].why.find("no answer"), std::string::npos);
  EXPECT_EQ(result.faults[2].place, path.string() + ":3");
}

TEST(Corpus, AMissingFileIsNamed) {
  EXPECT_THROW(replay("/nowhere/at/all.txt"), std::runtime_error);
  EXPECT_THROW(case_files("/nowhere/at/all"), std::runtime_error);
}

}  // namespace
}  // namespace layoutcheck::properties
