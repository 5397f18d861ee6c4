// Campaigns: that threads, shards and interruptions change nothing about what is counted and found.
#include "src/words.hpp"
#include <layoutcheck/engine/campaign.hpp>
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/files.hpp>
#include <layoutcheck/engine/sealed.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/version.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

namespace layoutcheck::properties {
namespace {

/// Fails for layouts whose greatest extent is the given one.
Statement fails_at_extent(Int extent) {
  Statement statement;
  statement.id = "composition(layout, layout)";  // of a row that a file can name
  statement.domain = layouts(Nesting::flat, 2);
  statement.check = [extent](const Operands& operands) {
    const Layout& layout = std::get<Layout>(operands[0]);
    for (const Int s : layout.extents())
      if (s >= extent) return fails("an extent of " + std::to_string(s));
    return layout.length() == 0 ? unmet() : holds();
  };
  return statement;
}

CampaignOptions exhaustively(const std::string& bounds, unsigned jobs) {
  CampaignOptions options;
  options.find = find_statement;
  options.cases = 0;
  options.exhaustive = Range{parse_bounds(bounds)};
  options.jobs = jobs;
  return options;
}

Row run(const Statement& statement, const CampaignOptions& options) {
  std::vector<Row> rows{{&statement, {}, {}}};
  CampaignProgress progress;
  run_campaign(rows, options, progress);
  if (!options.exhaustive || options.exhaustive->shard.count == 1)
    EXPECT_LE(static_cast<double>(progress.done + progress.resumed), progress.expected);
  return rows[0];
}

class File {
 public:
  explicit File(const std::string& name)
      : path_(std::filesystem::path(testing::TempDir()) / ("layoutcheck_" + name)) {
    std::filesystem::remove(path_);
  }
  ~File() { std::filesystem::remove(path_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

TEST(Campaign, ARangeWithoutAnEndNeedsATime) {
  const Statement statement = fails_at_extent(INT64_MAX);
  CampaignOptions options = exhaustively("rank<=2", 1);
  EXPECT_THROW(run(statement, options), std::invalid_argument);
  options.deadline = std::chrono::steady_clock::now();
  EXPECT_NO_THROW(run(statement, options));
}

TEST(Campaign, EachRowHasItsShareOfTheTime) {
  const Statement statement = fails_at_extent(INT64_MAX);
  // A slow machine needs more of it; a row that takes the whole leaves the others nothing, however
  // much there is.
  const auto all_have_cases = [&](unsigned jobs, std::chrono::milliseconds time) {
    CampaignOptions options = exhaustively("rank<=2", jobs);
    options.deadline = std::chrono::steady_clock::now() + time;
    std::vector<Row> rows(4, Row{&statement, {}, {}});
    CampaignProgress progress;
    run_campaign(rows, options, progress);
    return std::ranges::all_of(rows, [](const Row& row) { return row.exhaustive.cases > 0; });
  };
  for (const unsigned jobs : {1U, 3U}) {
    std::chrono::milliseconds time(400);
    while (!all_have_cases(jobs, time) && time < std::chrono::seconds(20))
      time *= 2;
    EXPECT_LT(time, std::chrono::seconds(20)) << jobs;
  }
}

TEST(Campaign, CountsTheSameOnAnyNumberOfThreads) {
  const Statement statement = fails_at_extent(100);
  const char* bounds = "rank<=2, extent<=2, stride<=3";
  const Row one = run(statement, exhaustively(bounds, 1));
  EXPECT_GT(one.exhaustive.cases, 5000U);
  EXPECT_TRUE(one.exhaustive.complete);
  for (const unsigned jobs : {2U, 5U}) {
    const Row several = run(statement, exhaustively(bounds, jobs));
    EXPECT_EQ(several.exhaustive.cases, one.exhaustive.cases);
    EXPECT_EQ(several.exhaustive.met, one.exhaustive.met);
    EXPECT_EQ(several.exhaustive.exhausted, one.exhaustive.exhausted);
    EXPECT_TRUE(several.exhaustive.complete);
  }
}

TEST(Campaign, FindsTheSmallestOnAnyNumberOfThreads) {
  const Statement statement = fails_at_extent(3);
  for (const unsigned jobs : {1U, 2U, 7U}) {
    const Row row = run(statement, exhaustively("rank<=2, extent<=3, stride<=9", jobs));
    ASSERT_TRUE(row.exhaustive.first);
    EXPECT_EQ(weight(row.exhaustive.first->operands), 5U);
    EXPECT_EQ(to_string(row.exhaustive.first->operands[0]), "(3):(0)");
    EXPECT_FALSE(row.exhaustive.complete);
  }
}

TEST(Campaign, ShardsOfProcessesMakeUpTheWhole) {
  const Statement statement = fails_at_extent(100);
  CampaignOptions options = exhaustively("rank<=2, extent<=2, stride<=2", 2);
  const Row whole = run(statement, options);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    options.exhaustive->shard = {i, 3};
    sum += run(statement, options).exhaustive.cases;
  }
  EXPECT_EQ(sum, whole.exhaustive.cases);
}

TEST(Campaign, GoesOnAfterAnInterruption) {
  const Row whole = run(fails_at_extent(100), exhaustively("rank<=2, extent<=2, stride<=3", 2));
  const File file("resumed.tsv");
  CampaignOptions options = exhaustively("rank<=2, extent<=2, stride<=3", 2);
  options.resume = file.path();
  std::atomic<bool> stop = false;
  options.stop = &stop;
  std::atomic<std::size_t> calls = 0;
  Statement statement = fails_at_extent(100);
  const auto check = statement.check;
  std::size_t interruptions = 0;
  Row row;
  for (std::size_t limit = 1000; !row.exhaustive.complete; ++interruptions) {
    ASSERT_LT(interruptions, 50U);
    stop = false;
    calls = 0;
    statement.check = [&](const Operands& operands) {
      if (++calls == limit) stop = true;
      return check(operands);
    };
    row = run(statement, options);
  }
  EXPECT_GT(interruptions, 2U);
  EXPECT_EQ(row.exhaustive.cases, whole.exhaustive.cases);
  EXPECT_EQ(row.exhaustive.met, whole.exhaustive.met);
  // What is done is not done again.
  calls = 0;
  EXPECT_EQ(run(statement, options).exhaustive.cases, whole.exhaustive.cases);
  EXPECT_EQ(calls, 0U);
}

TEST(Campaign, FindsAFailureAgainThatAnEarlierRunFound) {
  const File file("failure.tsv");
  CampaignOptions options = exhaustively("rank<=2, extent<=3, stride<=9", 2);
  options.resume = file.path();
  const Statement statement = fails_at_extent(3);
  const Row first = run(statement, options);
  const Row second = run(statement, options);
  ASSERT_TRUE(second.exhaustive.first);
  EXPECT_EQ(second.exhaustive.first->operands, first.exhaustive.first->operands);
  EXPECT_EQ(second.exhaustive.failures, first.exhaustive.failures);
  EXPECT_EQ(second.exhaustive.cases, first.exhaustive.cases);
}

TEST(Campaign, NoPartGoesBeyondAFailureThatAnEarlierRunFound) {
  // Whichever part has the failure, it is the second for some of these.
  for (Int stride = 0; stride < 4; ++stride) {
    const Layout failing = Layout::flat({3}, {stride});
    const std::size_t its_weight = weight(Operands{failing, Layout()});
    std::atomic<bool> failed = false;
    std::atomic<std::size_t> calls = 0;
    Statement statement = fails_at_extent(100);
    statement.check = [&](const Operands& operands) {
      ++calls;
      if (std::get<Layout>(operands[0]) == failing) {
        failed = true;
        return fails("planted");
      }
      // The other part must not be done before.
      while (!failed && weight(operands) > its_weight)
        std::this_thread::yield();
      return holds();
    };
    const File file("beyond.tsv");
    CampaignOptions options = exhaustively("rank<=2, extent<=3, stride<=9", 2);
    options.resume = file.path();
    const Row first = run(statement, options);
    calls = 0;
    options.jobs = 1;  // The parts go on one after the other.
    const Row second = run(statement, options);
    EXPECT_EQ(calls, first.exhaustive.failures) << failing;
    EXPECT_EQ(second.exhaustive.cases, first.exhaustive.cases) << failing;
  }
}

TEST(Campaign, AFailureFromBeforeAnInterruptionIsKeptInTheFile) {
  const File file("kept.tsv");
  CampaignOptions options = exhaustively("rank<=2, extent<=3, stride<=9", 2);
  options.resume = file.path();
  const Row first = run(fails_at_extent(3), options);
  std::ostringstream text;
  text << std::ifstream(file.path()).rdbuf();
  EXPECT_NE(text.str().find("\tfails_on((3):(0), ():())\t"), std::string::npos) << text.str();

  // Even a run that comes to nothing any more tells of it, and one of a program in which it does
  // not fail does not forget it.
  options.deadline = std::chrono::steady_clock::now();
  const Row early = run(fails_at_extent(3), options);
  ASSERT_TRUE(early.exhaustive.first);
  EXPECT_EQ(to_string(early.exhaustive.first->operands[0]), "(3):(0)");
  options.deadline.reset();
  const Row other = run(fails_at_extent(4), options);
  ASSERT_TRUE(other.exhaustive.first);
  EXPECT_EQ(to_string(other.exhaustive.first->operands[0]), "(3):(0)");
  EXPECT_NE(other.exhaustive.first->why.find("does not now"), std::string::npos);
}

TEST(Campaign, TellsOfAFailureOnce) {
  const Statement statement = fails_at_extent(3);
  CampaignOptions options = exhaustively("rank<=2, extent<=3, stride<=9", 4);
  options.cases = 50000;
  std::size_t told = 0;
  options.found = [&](const Statement& of, const Failure&) {
    EXPECT_EQ(of.id, statement.id);
    ++told;
  };
  EXPECT_GT(run(statement, options).total().failures, 2U);
  EXPECT_EQ(told, 1U);
}

std::string error_with(const std::string& content) {
  const File file("broken.tsv");
  std::ofstream(file.path()) << content;
  CampaignOptions options = exhaustively("rank<=2, extent<=2, stride<=2", 1);
  options.resume = file.path();
  std::vector<Row> rows;
  CampaignProgress progress;
  try {
    run_campaign(rows, options, progress);
  } catch (const std::runtime_error& error) {
    const std::string text = error.what();
    return text.substr(std::min(text.find(".tsv") + 4, text.size()));
  }
  return "";
}

const std::string title = "# layoutcheck: how far an exhaustive run has come\n";

TEST(Campaign, ABrokenFileIsNamedWithItsLine) {
  EXPECT_EQ(error_with("hello\n"), ":1: this is not a file from which a run can go on");
  EXPECT_EQ(error_with(""), "");
  EXPECT_EQ(error_with(title + "rank<=2\n"), ":2: expected bounds, part, jobs and version");
  EXPECT_EQ(error_with(title + "rank<=2\t1/1\t1\t0.0.9\n"),
            ":2: it is from layoutcheck 0.0.9, and this is " + std::string(version));
  const std::string of_this = "\t" + std::string(version) + "\n";
  EXPECT_NE(
      error_with(title + "rank<=9\t1/1\t1" + of_this).find(":2: it is of a run within 'rank<=9'"),
      std::string::npos);
  const std::string head =
      title + "rank<=2, depth<=2, extent<=2, stride<=2, number<=2\t1/1\t1" + of_this;
  const auto with_line = [&](const std::string& line) {
    return error_with(sealed(head + line + "\n"));
  };
  EXPECT_EQ(with_line("a\tb"), ":3: expected 13 cells, found 2");
  EXPECT_EQ(with_line("a\t0\t0\t0\t0\t0\t0\t0\t-\t0\t-\t0\t0"), ":3: there is no statement a");
  EXPECT_EQ(with_line("size(layout)\t0\tx\t0\t0\t0\t0\t0\t-\t0\t-\t0\t0"),
            ":3: 'x' is not a number");
  EXPECT_EQ(with_line("size(layout)\t1\t0\t0\t0\t0\t0\t0\t-\t0\t-\t0\t0"),
            ":3: there is no part 1 of 1");
  EXPECT_NE(with_line("size(layout)\t0\t0\t0\t0\t0\t0\t0\t3\t0\t-\t0\t0").find(":3: "),
            std::string::npos);
  EXPECT_EQ(error_with(title + "rank<=2\t1/1\t1000000000" + of_this),
            ":2: expected 1 to 1024 parts");
}

TEST(Campaign, AFileThatWasEditedIsRefusedAndOneThatWasCutOffIsBegunAnew) {
  const File file("edited.tsv");
  CampaignOptions options = exhaustively("rank<=2, extent<=3, stride<=9", 1);
  options.resume = file.path();
  std::vector<std::string> told;
  options.tell = [&](const std::string& sentence) { told.push_back(sentence); };
  const Row whole = run(fails_at_extent(100), options);
  EXPECT_TRUE(told.empty());
  const std::string text = read_file(file.path());
  EXPECT_EQ(run(fails_at_extent(100), options).exhaustive.cases, whole.exhaustive.cases);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0], file.path().string() + ": " + std::to_string(whole.exhaustive.cases) +
                         " cases were judged before");

  // Each digit of a count, as a hand or a disk may change it.
  for (std::size_t i = text.find("composition("); i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') continue;
    std::string edited = text;
    edited[i] = text[i] == '9' ? '8' : static_cast<char>(text[i] + 1);
    write_file(file.path(), edited);
    EXPECT_THROW(run(fails_at_extent(100), options), std::runtime_error) << edited;
    EXPECT_EQ(read_file(file.path()), edited);
  }

  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, title.size() - 1, title.size(),
                                 text.find("# statement"), text.size() / 2, text.size() - 2}) {
    told.clear();
    write_file(file.path(), text.substr(0, size));
    EXPECT_EQ(run(fails_at_extent(100), options).exhaustive.cases, whole.exhaustive.cases);
    ASSERT_EQ(told.size(), 1U) << size;
    EXPECT_EQ(told[0], file.path().string() + ": " +
                           (size == 0 ? "it is empty" : "it ends before its last line") +
                           ": all is enumerated anew");
  }

  // What was cut off may still say that it is of another run, whose work it may be.
  options.exhaustive->bounds.stride = 8;
  write_file(file.path(), text.substr(0, text.size() / 2));
  EXPECT_THROW(run(fails_at_extent(100), options), std::runtime_error);
  EXPECT_EQ(read_file(file.path()), text.substr(0, text.size() / 2));
}

TEST(Campaign, AFileThatCannotBeWrittenIsAnErrorBeforeAnythingIsRun) {
  Statement statement = fails_at_extent(100);
  bool ran = false;
  statement.check = [&](const Operands&) {
    ran = true;
    return holds();
  };
  CampaignOptions options = exhaustively("rank<=1, extent<=2, stride<=2", 1);
  options.resume = "/nowhere/at/all.tsv";
  std::vector<Row> rows{{&statement, {}, {}}};
  CampaignProgress progress;
  EXPECT_THROW(run_campaign(rows, options, progress), std::runtime_error);
  EXPECT_FALSE(ran);
}

TEST(Campaign, RandomCasesGoOnUntilTheHypothesisWasMet) {
  Statement statement = fails_at_extent(1000000);
  const auto check = statement.check;
  statement.check = [check](const Operands& operands) {
    return weight(operands) % 3 == 0 ? holds() : unmet();
  };
  CampaignOptions options;
  options.cases = 0;
  options.met = 60000;
  for (const unsigned jobs : {1U, 3U}) {
    options.jobs = jobs;
    const Row row = run(statement, options);
    EXPECT_GE(row.random.met, options.met);
    EXPECT_LT(row.random.met, options.met * 2);
  }
}

TEST(Campaign, RoundsOfATimeAreOneRun) {
  // A round of few cases, and rounds that end within a piece of work and beyond it.
  for (const std::size_t a_round : {7U, 15000U}) {
    const std::size_t all = 3 * a_round + 290;
    std::vector<Operands> met;
    std::atomic<bool> stop = false;
    Statement statement = fails_at_extent(1000000);
    statement.check = [&](const Operands& operands) {
      met.push_back(operands);
      stop = met.size() == all;
      return holds();
    };
    CampaignOptions options;
    options.cases = a_round;
    options.stop = &stop;
    options.deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    std::vector<Row> rows{{&statement, {}, {}}};
    CampaignProgress progress;
    run_campaign(rows, options, progress);
    const std::vector<Operands> in_rounds = std::exchange(met, {});
    ASSERT_EQ(in_rounds.size(), all);

    options.cases = all;
    options.deadline.reset();
    stop = false;
    run(statement, options);
    EXPECT_TRUE(met == in_rounds);
  }
}

TEST(Campaign, RandomCasesGiveUpOnAHypothesisThatIsNeverMet) {
  Statement statement = fails_at_extent(1000000);
  statement.check = [](const Operands&) { return unmet(); };
  CampaignOptions options;
  options.cases = 0;
  options.met = 300;
  std::vector<Row> rows{{&statement, {}, {}}};
  CampaignProgress progress;
  run_campaign(rows, options, progress);
  EXPECT_GE(rows[0].random.cases, 20000U);
  EXPECT_LE(rows[0].random.cases, 60000U);
}

TEST(Campaign, HandsExceptionsOn) {
  Statement statement = fails_at_extent(1000000);
  statement.domain.draw = [](Entropy&, int) -> Operands { throw std::logic_error("no operands"); };
  CampaignOptions options;
  options.jobs = 2;
  std::vector<Row> rows{{&statement, {}, {}}};
  CampaignProgress progress;
  EXPECT_THROW(run_campaign(rows, options, progress), std::logic_error);
}

}  // namespace
}  // namespace layoutcheck::properties
