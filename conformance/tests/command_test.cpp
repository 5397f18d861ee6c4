// Commands as subjects: whatever a child does, each question gets its own reply.
#include <layoutcheck/conformance/command.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace layoutcheck::conformance {
namespace {

using std::chrono::milliseconds;
using Kind = Reply::Kind;

/// rank((1)), rank((2)), …, all of which are 1.
std::vector<Case> ranks(int count) {
  std::vector<Case> questions;
  for (int i = 1; i <= count; ++i)
    questions.push_back(parse_case("rank((" + std::to_string(i) + "))"));
  return questions;
}

std::unique_ptr<Subject> shell(const std::string& script,
                               milliseconds patience = milliseconds(5000)) {
  CommandOptions options;
  options.patience = patience;
  return make_command({"sh", "-c", script}, options);
}

/// Completes each line as it comes, after `first` was run on it.
std::string line_by_line(const std::string& first) {
  return "while IFS= read -r q; do " + first + "; echo \"$q = 1\"; done";
}

/// Reads everything, then runs `first`, then completes all.
std::string at_the_end(const std::string& first) {
  return "all=$(cat); " + first + "; printf '%s\\n' \"$all\" | sed 's/$/ = 1/'";
}

/// The kinds of the replies to twenty questions: a letter each.
std::string kinds(Subject& subject, int count = 20) {
  std::string text;
  for (const Reply& reply : subject.ask(ranks(count))) {
    const bool is_one = reply.answer == Answer(Value(Int{1}));
    text += reply.kind == Kind::answered ? (is_one ? 'a' : 'A')
                                         : "?mnct."[static_cast<int>(reply.kind)];
  }
  return text;
}

const std::string all_twenty(20, 'a');
/// The ninth is to blame.
const std::string crash_at_nine = "aaaaaaaacaaaaaaaaaaa";
const std::string timeout_at_nine = "aaaaaaaataaaaaaaaaaa";
const std::string on_nine = "case \"$q\" in *'(9)'*) ";

TEST(Command, AnswersLineByLine) {
  EXPECT_EQ(kinds(*shell(line_by_line(":"))), all_twenty);
}

TEST(Command, AnswersAtTheEndOfItsInput) {
  const auto subject = shell(at_the_end(":"));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(kinds(*subject), all_twenty);
}

TEST(Command, IsKeptIfItAnswersLineByLine) {
  const std::filesystem::path starts =
      std::filesystem::path(testing::TempDir()) / "layoutcheck_starts";
  std::filesystem::remove(starts);
  const auto subject = shell("echo x >> " + starts.string() + "; " + line_by_line(":"));
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(kinds(*subject), all_twenty);
  // Twice, unless the machine is so busy that its silence is taken for waiting.
  EXPECT_LT(std::filesystem::file_size(starts), 20U);
  std::filesystem::remove(starts);
}

TEST(Command, MayAnswerInAnotherOrder) {
  EXPECT_EQ(kinds(*shell("sed 's/$/ = 1/' | sort -r")), all_twenty);
}

TEST(Command, OneQuestionThatKillsItIsToBlame) {
  for (const std::string& script :
       {line_by_line(on_nine + "kill -SEGV $$;; esac"),
        at_the_end("case \"$all\" in *'(9)'*) echo why >&2; exit 3;; esac")}) {
    const auto subject = shell(script);
    EXPECT_EQ(kinds(*subject), crash_at_nine) << script;
    EXPECT_EQ(kinds(*subject), crash_at_nine) << script;
  }
}

TEST(Command, AnOperationThatKillsItIsAskedNoMore) {
  CommandOptions options;
  options.most_deaths = 3;
  const auto subject = make_command({"sh", "-c", "sed 's/$/ = 1/; /size/Q9'"}, options);
  std::vector<Case> questions = ranks(20);
  for (int i = 0; i < 20; i += 2)
    questions[static_cast<std::size_t>(i)].operation = "size";
  std::string kinds;
  for (const Reply& reply : subject->ask(questions))
    kinds += "amnct-"[static_cast<int>(reply.kind)];
  EXPECT_EQ(kinds, "cacaca-a-a-a-a-a-a-a");
  EXPECT_EQ(subject->complaint(), "");
}

TEST(Command, SaysHowItDied) {
  const auto subject =
      shell(line_by_line(on_nine + "printf 'loading\\nassertion failed\\n' >&2; exit 3;; esac"));
  EXPECT_EQ(subject->ask(ranks(9)).back().note, "exit status 3: assertion failed");
}

TEST(Command, OneQuestionThatHangsIsToBlame) {
  for (const std::string& script : {line_by_line(on_nine + "sleep 100;; esac"),
                                    at_the_end("case \"$all\" in *'(9)'*) sleep 100;; esac")}) {
    const auto subject = shell(script, milliseconds(1000));
    EXPECT_EQ(kinds(*subject), timeout_at_nine) << script;
  }
}

TEST(Command, AnAnswerThatIsMissingIsMalformed) {
  EXPECT_EQ(kinds(*shell("sed -n '/(9)/!s/$/ = 1/p'")), "aaaaaaaamaaaaaaaaaaa");
}

TEST(Command, GarbledAnswersAreMalformed) {
  const auto subject = shell("sed 's/$/ = 1/; s/(9)) = 1/(9)) = (1,,/; s/(7)) = 1/(7))/'");
  EXPECT_EQ(kinds(*subject), "aaaaaamamaaaaaaaaaaa");
  EXPECT_EQ(subject->complaint(), "");
}

TEST(Command, AnAnswerThatIsNoValueIsWrong) {
  const std::vector<Case> questions{parse_case("coalesce(2:1)")};
  for (const char* answer : {"0:1", "2:-1"}) {
    const auto subject = shell("sed 's/$/ = " + std::string(answer) + "/'");
    const std::vector<Reply> replies = subject->ask(questions);
    EXPECT_EQ(replies.front().kind, Kind::no_value) << replies.front().note;
    const Verdict verdict = judged(questions.front(), replies.front()).verdict;
    EXPECT_EQ(verdict.kind, VerdictKind::wrong);
    EXPECT_EQ(to_string(verdict.expected.value()), "2:1");
  }
}

TEST(Command, LinesThatNobodyAskedForConfuseNothing) {
  const auto subject = shell("sed 's/$/ = 1/; p; s/.*/hello/'");
  EXPECT_EQ(kinds(*subject), all_twenty);
  // What it says while it is asked for its name counts for nothing.
  EXPECT_NE(subject->complaint().find("19 lines that no question asked for, the first 'hello'"),
            std::string::npos)
      << subject->complaint();
}

TEST(Command, AnswersToOtherQuestionsAreNone) {
  const auto subject = shell("sed '/(9)/s/.*/rank((99))/; s/$/ = 1/'");
  EXPECT_EQ(kinds(*subject), "aaaaaaaamaaaaaaaaaaa");
  EXPECT_NE(subject->complaint().find("rank((99)) = 1"), std::string::npos);
}

TEST(Command, EqualQuestionsHaveAReplyEach) {
  std::vector<Case> questions = ranks(2);
  questions.push_back(questions.front());
  for (const Reply& reply : shell(line_by_line(":"))->ask(questions))
    EXPECT_EQ(reply.kind, Kind::answered);
}

TEST(Command, ThatRefusesSaysWhy) {
  const std::vector<Reply> replies = shell("sed 's/$/ = error ValueError: no/'")->ask(ranks(1));
  EXPECT_EQ(replies.front().answer, Answer(NonValue::error));
  EXPECT_EQ(replies.front().note, "ValueError: no");
}

TEST(Command, ThatIsNotThereIsNamed) {
  const auto subject = make_command({"/nonexistent/program"}, {});
  try {
    (void)subject->ask(ranks(1));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "cannot run /nonexistent/program: No such file or directory");
  }
}

TEST(Command, ThatAnswersNothingIsGivenUp) {
  const auto subject = shell("echo 'no module named mine' >&2; exit 1");
  try {
    (void)subject->ask(ranks(1000));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("no module named mine"), std::string::npos);
  }
}

TEST(Command, AStartThatTakesLongIsNoFaultOfTheFirstQuestions) {
  // It has to be begun three times before it answers, as one that is made ready meanwhile.
  std::string folder = testing::TempDir() + "/start_XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  CommandOptions options;
  options.patience = milliseconds(1000);
  std::vector<std::string> told;
  options.tell = [&](const std::string& sentence) { told.push_back(sentence); };
  const std::string slow =
      "for n in 1 2 3; do mkdir " + folder + "/$n 2>/dev/null && exec sleep 100; done; ";
  const auto subject = make_command({"sh", "-c", slow + line_by_line(":")}, options);
  EXPECT_EQ(kinds(*subject), all_twenty);
  EXPECT_EQ(subject->complaint(), "");
  EXPECT_EQ(told, std::vector<std::string>{"no answer to 'subject()' within 1 s"});
  std::filesystem::remove_all(folder);
}

TEST(Command, ThatIsSilentIsGivenUp) {
  CommandOptions options;
  options.patience = milliseconds(50);
  const auto ask = [&](int count) {
    const auto subject = make_command({"sh", "-c", "sleep 100"}, options);
    return kinds(*subject, count);
  };
  EXPECT_EQ(ask(1), "t");
  EXPECT_EQ(ask(2), "tt");
  try {
    ask(20);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "sh: no answer to 'subject()' within 0.05 s; it answered none of 10 questions; "
                 "the last: no answer in 50 ms");
  }
}

TEST(Command, ThatPrintsWithoutEndIsLate) {
  const auto subject = shell("yes", milliseconds(300));
  EXPECT_EQ(kinds(*subject, 1), "t");
}

TEST(Command, SaysItsNameIfItKnowsIt) {
  const auto named = [](const std::string& script) {
    const auto subject = shell(script, milliseconds(1000));
    EXPECT_EQ(kinds(*subject), all_twenty) << script;
    subject->finish();
    EXPECT_EQ(subject->complaint(), "") << script;
    return subject->name();
  };
  const std::string rest = "s/$/ = 1/";
  EXPECT_EQ(named("sed 's/^subject().*/subject() = mine 2.1  # really/; /subject/!" + rest + "'"),
            "mine 2.1");
  // With line ends of Windows.
  EXPECT_EQ(named("sed 's/^subject().*/subject() = mine 2.1\\r/; /subject/!s/$/ = 1\\r/'"),
            "mine 2.1");
  for (const char* rude : {"/subject/s/$/ = unsupported/", "/subject/s/$/ = error what?/",
                           "/subject/d", "/subject/Q3", "/subject/s/.*/what?/"}) {
    EXPECT_EQ(named("sed '" + std::string(rude) + "; /^rank/" + rest + "'"), "") << rude;
  }
  EXPECT_EQ(named(line_by_line("case \"$q\" in subject*) sleep 100;; esac")), "");
}

TEST(Command, StartsInTimeThatDoesNotCount) {
  CommandOptions options;
  options.deadline = Deadline(std::chrono::steady_clock::now() + milliseconds(1500));
  const auto late = make_command({"sh", "-c", "sleep 2; " + line_by_line(":")}, options);
  EXPECT_EQ(kinds(*late), all_twenty);
  EXPECT_GE(late->start(), milliseconds(2000));
  EXPECT_FALSE(options.deadline.is_over());
  // The first attempts to start it are given up.
  const std::string started = testing::TempDir() + "layoutcheck_command_started";
  std::filesystem::remove(started);
  options.patience = milliseconds(1600);
  options.deadline = Deadline(std::chrono::steady_clock::now() + milliseconds(1500));
  const auto later = make_command(
      {"sh", "-c",
       "[ -e " + started + " ] || { touch " + started + "; sleep 100; }; " + line_by_line(":")},
      options);
  EXPECT_EQ(kinds(*later), all_twenty);
  EXPECT_GE(later->start(), milliseconds(1600));
  // Once it has said something, its time counts.
  options.deadline = Deadline(std::chrono::steady_clock::now() + milliseconds(700));
  const auto slow = make_command({"sh", "-c", line_by_line("sleep 0.1")}, options);
  EXPECT_NE(kinds(*slow), all_twenty);
  EXPECT_TRUE(options.deadline.is_over());
}

TEST(Deadline, IsOfOneClock) {
  const auto in = [](int time) {
    return Deadline(std::chrono::steady_clock::now() + milliseconds(time));
  };
  EXPECT_FALSE(Deadline().is_over());
  EXPECT_FALSE(Deadline().left());
  EXPECT_FALSE(in(60000).is_over());
  EXPECT_TRUE(in(0).is_over());
  EXPECT_TRUE(Deadline().within(milliseconds(0)).is_over());
  EXPECT_TRUE(in(60000).within(milliseconds(0)).is_over());
  EXPECT_TRUE(in(0).within(milliseconds(60000)).is_over());
  // A start holds up all that go by it, however many there are.
  const Deadline whole = in(300);
  const Deadline part = whole.within(milliseconds(100));
  {
    const Deadline::Start one(whole);
    const Deadline::Start other(part);
    std::this_thread::sleep_for(milliseconds(400));
    EXPECT_FALSE(part.is_over());
  }
  EXPECT_FALSE(part.is_over());
  std::this_thread::sleep_for(milliseconds(110));
  EXPECT_TRUE(part.is_over());
}

TEST(Command, HowItEndsIsNotToldIfTheTimeIsUpBeforeItIsClearWhy) {
  const std::string died = testing::TempDir() + "layoutcheck_command_died";
  std::filesystem::remove(died);
  CommandOptions options;
  options.deadline = Deadline(std::chrono::steady_clock::now() + milliseconds(1500));
  const auto subject = make_command(
      {"sh", "-c",
       "n=0; " + line_by_line("[ ! -e " + died +
                              " ] || sleep 100; n=$((n+1)); if [ $n = 15 ]; then touch " + died +
                              "; exit 5; fi")},
      options);
  EXPECT_NE(kinds(*subject), all_twenty);
  subject->finish();
  EXPECT_EQ(subject->complaint(), "");
}

TEST(Command, HowItEndsIsSeenOnceItHasAnswered) {
  const auto complaint = [](const std::string& script, bool ignored = false) {
    CommandOptions options;
    options.patience = milliseconds(1000);
    options.ignore_status = ignored;
    const auto subject = make_command({"sh", "-c", script}, options);
    EXPECT_EQ(kinds(*subject), all_twenty) << script;
    EXPECT_EQ(kinds(*subject), all_twenty) << script;
    subject->finish();
    return subject->complaint();
  };
  for (const std::string& answers : {line_by_line(":"), at_the_end(":")}) {
    EXPECT_EQ(complaint(answers), "");
    EXPECT_EQ(complaint(answers + "; echo leak >&2; exit 23"),
              "after all its answers: exit status 23: leak");
    EXPECT_NE(complaint(answers + "; kill -SEGV $$").find("after all its answers: signal 11"),
              std::string::npos);
    EXPECT_EQ(complaint(answers + "; sleep 100"),
              "after all its answers: no end within 1000 ms of that of its input");
    EXPECT_EQ(complaint(answers + "; exit 23", true), "");
  }
  // Nor does it matter which question comes when it ends by itself.
  EXPECT_EQ(complaint("n=0; " + line_by_line("n=$((n+1)); [ $n -lt 15 ] || exit 5")),
            "after all its answers: exit status 5");
}

TEST(Command, EndsWithItsSubjectAndItsOwnChildren) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "layoutcheck_pid";
  std::filesystem::remove(file);
  std::atomic<bool> stop = false;
  CommandOptions options;
  options.stop = &stop;
  const auto subject =
      make_command({"sh", "-c", "sleep 100 & echo $! > " + file.string() + "; wait"}, options);
  std::thread asking([&] { EXPECT_EQ(subject->ask(ranks(1)).front().kind, Kind::stopped); });
  pid_t process = 0;
  while (process == 0) {
    std::ifstream(file) >> process;
    std::this_thread::sleep_for(milliseconds(5));
  }
  EXPECT_EQ(kill(process, 0), 0);
  stop = true;
  asking.join();
  // The one that adopts it takes a moment to bury it; until then it has no command line.
  const auto is_gone = [&] {
    std::string words;
    std::ifstream("/proc/" + std::to_string(process) + "/cmdline") >> words;
    return words.empty();
  };
  for (int i = 0; i < 400 && !is_gone(); ++i)
    std::this_thread::sleep_for(milliseconds(5));
  EXPECT_TRUE(is_gone());
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace layoutcheck::conformance
