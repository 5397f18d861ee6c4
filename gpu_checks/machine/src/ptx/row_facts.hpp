// What the text of a kernel says of its registers, before anything runs.
#pragma once

#include <cstdint>
#include <vector>

namespace layoutcheck::gpu::ptx {

struct Code;

/// What is known of a row, whatever the launch.
struct RowFacts {
  /// The bits that may be set in it, by all that writes it.
  std::uint64_t possible = 0;
  /// Whether it is a literal; the same number for all threads, computed of literals and parameters;
  /// or anything else.
  enum class Sort : std::uint8_t { varying, uniform, literal } sort = Sort::varying;
};

/// By row. Every value that a row takes has no other bits than the possible ones, unless nothing
/// has set it or it comes of a division by 0.
std::vector<RowFacts> facts_of(const Code& code);

}  // namespace layoutcheck::gpu::ptx
