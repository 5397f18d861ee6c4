// Child processes: that they are told apart by how they end, and that nothing of them stays.
#include <layoutcheck/processes/child.hpp>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

namespace layoutcheck::processes {
namespace {

std::string shell(const std::string& script) {
  return how_it_ended(Child({"sh", "-c", script}).wait());
}

std::string read_all(const Descriptor& from) {
  std::string text;
  char byte = 0;
  while (read(from.number(), &byte, 1) == 1)
    text += byte;
  return text;
}

/// Whether no file is open under the number.
bool is_closed(int number) {
  return fcntl(number, F_GETFD) < 0 && errno == EBADF;
}

TEST(Descriptor, IsClosedOnceByItsLastOwner) {
  auto [output, input] = make_pipe();
  const int number = input.number();
  {
    Descriptor moved = std::move(input);
    EXPECT_FALSE(input.is_open());
    EXPECT_FALSE(is_closed(number));
  }
  EXPECT_TRUE(is_closed(number));
  EXPECT_EQ(read_all(output), "");
}

TEST(Child, EndsAsItsProgramDoes) {
  EXPECT_EQ(shell("exit 0"), "status 0");
  EXPECT_EQ(shell("exit 7"), "status 7");
  EXPECT_EQ(shell("kill -9 $$"), "signal 9");
}

TEST(Child, CannotRunWhatIsNotThere) {
  try {
    const Child child({"no-such-program", "argument"});
    FAIL();
  } catch (const CannotRun& failure) {
    EXPECT_EQ(failure.error, ENOENT);
    EXPECT_STREQ(failure.what(), "cannot run no-such-program: No such file or directory");
  }
  // It was waited for.
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

TEST(Child, IsPreparedBeforeItsProgramRuns) {
  auto [output, input] = make_pipe();
  Child child({"sh", "-c", "echo heard"}, [&] { dup2(input.number(), STDOUT_FILENO); });
  // The program has not inherited the ends themselves: this is the last one that writes.
  input.close();
  EXPECT_EQ(read_all(output), "heard\n");
  EXPECT_EQ(child.wait(), 0);
  EXPECT_FALSE(child.is_there());
}

TEST(Child, HasNoBlockedOrIgnoredSignal) {
  sigset_t term;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  sigprocmask(SIG_BLOCK, &term, nullptr);
  const auto before = signal(SIGPIPE, SIG_IGN);
  EXPECT_EQ(shell("kill -TERM $$"), "signal 15");
  EXPECT_EQ(shell("kill -PIPE $$"), "signal 13");
  signal(SIGPIPE, before);
  sigprocmask(SIG_UNBLOCK, &term, nullptr);
}

TEST(Child, RunsAFunctionInACopyOfThisProcess) {
  auto [ours, its] = make_channel();
  Child child = Child::running([&] {
    char byte = 0;
    if (read(its.number(), &byte, 1) != 1) _exit(1);
    ++byte;
    if (write(its.number(), &byte, 1) != 1) _exit(2);
  });
  char byte = 'a';
  ASSERT_EQ(write(ours.number(), &byte, 1), 1);
  ASSERT_EQ(read(ours.number(), &byte, 1), 1);
  EXPECT_EQ(byte, 'b');
  EXPECT_EQ(child.wait(), 0);
}

TEST(Child, IsKilledAndWaitedForWithItsObject) {
  auto [output, input] = make_pipe();
  {
    const Child child = Child::running([&] { pause(); });
    input.close();
  }
  // Nobody has the other end any more.
  EXPECT_EQ(read_all(output), "");
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

TEST(Child, TakesItsGroupAlong) {
  for (const Child::Kills kills : {Child::Kills::itself, Child::Kills::group}) {
    auto [output, input] = make_pipe();
    Child child(
        {"sh", "-c", "sleep 2 & echo; wait"}, [&] { dup2(input.number(), STDOUT_FILENO); }, kills);
    input.close();
    char byte = 0;
    ASSERT_EQ(read(output.number(), &byte, 1), 1);
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(how_it_ended(child.end()), "signal 9");
    // The end of the output comes when its own child has gone, too.
    EXPECT_EQ(read_all(output), "");
    const bool is_quick = std::chrono::steady_clock::now() - start < std::chrono::seconds(1);
    EXPECT_EQ(is_quick, kills == Child::Kills::group);
  }
}

TEST(Child, IsAskedWhetherItHasEnded) {
  auto [output, input] = make_pipe();
  Child child({"sh", "-c", "read line; exit 3"}, [&] { dup2(output.number(), STDIN_FILENO); });
  output.close();
  EXPECT_FALSE(child.wait_no_longer());
  EXPECT_TRUE(child.is_there());
  input.close();
  std::optional<int> status;
  while (!(status = child.wait_no_longer()))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(how_it_ended(*status), "status 3");
  EXPECT_FALSE(child.is_there());
  EXPECT_EQ(child.end(), 0);
}

TEST(Channel, TellsWhatIsLateFromWhatHasEnded) {
  using std::chrono::milliseconds;
  const auto soon = [](int ms) { return std::chrono::steady_clock::now() + milliseconds(ms); };
  auto [here, there] = make_channel();
  EXPECT_TRUE(send_all(there, "f"));
  std::thread rest([&] {
    std::this_thread::sleep_for(milliseconds(50));
    EXPECT_TRUE(send_all(there, "our"));
  });
  std::string text(3, ' ');
  EXPECT_EQ(receive_all(here, text.data(), 3, soon(10'000)), Received::complete);
  EXPECT_EQ(text, "fou");
  rest.join();
  EXPECT_EQ(receive_all(here, text.data(), 2, soon(20)), Received::late);
  EXPECT_EQ(text, "rou");
  there.close();
  EXPECT_EQ(receive_all(here, text.data(), 1, std::nullopt), Received::ended);
  EXPECT_EQ(receive_all(here, text.data(), 1, soon(10'000)), Received::ended);
  EXPECT_FALSE(send_all(here, "nobody reads this"));
}

TEST(Child, IsWaitedForThroughSignals) {
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = [](int) {};
  sigaction(SIGUSR1, &action, &before);
  Child child({"sh", "-c", "trap 'exit 5' TERM; while :; do kill -USR1 $PPID; sleep 0.02; done"});
  int interruptions = 0;
  const int status = child.wait([&] {
    ++interruptions;
    child.kill(SIGTERM);
  });
  EXPECT_EQ(how_it_ended(status), "status 5");
  EXPECT_GE(interruptions, 1);
  sigaction(SIGUSR1, &before, nullptr);
}

}  // namespace
}  // namespace layoutcheck::processes
