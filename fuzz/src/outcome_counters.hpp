// What an engine of fuzzing sees besides edges of code: which rows are asked, with which outcome.
// Rows share most of their code, so that edges alone don't tell one from another.
#pragma once

#include <layoutcheck/notation/case.hpp>

#include <cstdint>

namespace layoutcheck::fuzz {

enum class Outcome : std::uint8_t { met, unmet, value, no_value, right, wrong };

/// Counts the outcome of the question for the row that it asks. libFuzzer takes each row with an
/// outcome as a feature (`__libfuzzer_extra_counters`).
void count(const Case& question, Outcome outcome);

}  // namespace layoutcheck::fuzz
