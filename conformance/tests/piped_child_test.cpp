// A child process behind pipes.
#include "piped_child.hpp"

#include <gtest/gtest.h>

#include <ctime>

namespace layoutcheck::conformance {
namespace {

TEST(PipedChild, ThatReadsNoMoreIsWaitedForWithoutWork) {
  PipedChild child({"sh", "-c", "exec 0<&-; sleep 1; echo said"});
  const std::string more_than_a_pipe_holds(std::size_t{1} << 20, ' ');
  std::string_view input = more_than_a_pipe_holds;
  std::string output;
  const std::clock_t before = std::clock();
  while (!child.exchange(input, output, std::chrono::milliseconds(100)).ended) {
  }
  EXPECT_EQ(output, "said\n");
  EXPECT_LT(std::clock() - before, CLOCKS_PER_SEC / 2);
}

}  // namespace
}  // namespace layoutcheck::conformance
