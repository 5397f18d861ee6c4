// Mutations of whole inputs: of a line that is a case, and of the lines of an input that has
// several.
#pragma once

#include "mutate.hpp"
#include "target.hpp"

#include <string>

namespace layoutcheck::fuzz {

/// Room that every case finds; with less, only bytes can be mutated.
inline constexpr std::size_t least_room = 64;

/// The input changed, with lines that the target's vocabulary parses in place of those that are
/// changed; no longer than `longest`, which is at least least_room.
std::string mutated_input(Entropy& entropy, std::string_view input, const Target& target,
                          std::size_t longest);

/// An input made of both; empty if they have nothing to splice.
std::string spliced_input(Entropy& entropy, std::string_view one, std::string_view other,
                          const Target& target, std::size_t longest);

}  // namespace layoutcheck::fuzz
