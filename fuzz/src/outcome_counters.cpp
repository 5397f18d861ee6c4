// Counters of outcomes by row, in the section in which libFuzzer looks for such.
#include "outcome_counters.hpp"

#include "family.hpp"

#include <array>
#include <map>

namespace layoutcheck::fuzz {

namespace {

constexpr std::size_t outcomes = 6;
constexpr std::size_t most_rows = 4096;

[[gnu::section("__libfuzzer_extra_counters")]] std::array<std::uint8_t, outcomes * most_rows>
    counters;

const std::map<const engine::Statement*, std::size_t>& places() {
  static const auto all = [] {
    std::map<const engine::Statement*, std::size_t> found;
    for (const engine::Statement* row : whole_family().rows())
      found.emplace(row, found.size());
    return found;
  }();
  return all;
}

}  // namespace

void count(const Case& question, Outcome outcome) {
  const auto* row = engine::row_of(question, Convention::strict, properties::find_statement);
  const auto place = places().find(row);
  if (place == places().end() || place->second >= most_rows) return;
  counters[outcomes * place->second + static_cast<std::size_t>(outcome)] = 1;
}

}  // namespace layoutcheck::fuzz
