// Replay: every line of the corpus as an input of every target, without an engine.
#include "replay.hpp"

#include <gtest/gtest.h>

namespace layoutcheck::fuzz {
namespace {

class Replay : public testing::TestWithParam<Target> {};

TEST_P(Replay, FindsNothingInTheCorpus) {
  const Target& target = GetParam();
  std::size_t passed = 0;
  for (const auto& file : input_files(LAYOUTCHECK_SOURCE_DIR "/corpus")) {
    passed += replay(target, file, [&](std::size_t number, const Checked& checked) {
      ADD_FAILURE() << file.string() << ":" << number << ": " << checked.line << "\n"
                    << checked.why;
    })[0];
  }
  EXPECT_GE(passed, 10U) << "the corpus has next to nothing for this target";
}

INSTANTIATE_TEST_SUITE_P(Targets, Replay, testing::ValuesIn(targets().begin(), targets().end()),
                         [](const auto& named) { return std::string(named.param.name); });

}  // namespace
}  // namespace layoutcheck::fuzz
