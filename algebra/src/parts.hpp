// Parts of nested values as ranges, and nesting with its limit: what tuples and layouts share.
#pragma once

#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::algebra::detail {

/// Integers of 128 bits: a product of two Ints fits.
using Wide = unsigned __int128;

std::string to_text(Wide number);

/// `s:d`, for messages.
std::string to_text(Int extent, Int stride);

/// A part of a nested value: where its profile lies in the word and its entries among the entries.
struct Part {
  std::size_t word_begin;
  std::size_t word_end;
  std::size_t first;
  std::size_t last;
};

/// The profile with this word. Throws LimitReached if it nests deeper than max_depth: the notation
/// has no such value, but the operation has an answer.
Profile nest(std::string word);

/// The profile that has the parts in place of the entries of `profile`. Pre: there is one for
/// each.
Profile fill(const Profile& profile, const std::vector<std::string_view>& parts);

/// The part that begins at `word_begin`, whose first entry is `first`. Pre: a profile begins there.
Part part_at(std::string_view word, std::size_t word_begin, std::size_t first);

/// The modes of a profile; for depth 0 the profile itself.
std::vector<Part> modes_of(const Profile& profile);

/// The parts of X' relative to X, one for each entry of X. Undefined unless X' refines X.
Outcome<std::vector<Part>> relative_parts(const Tuple& fine_entries, const Profile& fine,
                                          const NestedTuple& coarse);

/// The parts of `fine` in place of the entries of `coarse`. Undefined unless `coarse` is
/// weakly congruent to `fine`.
Outcome<std::vector<Part>> places(const Profile& coarse, const Profile& fine);

NestedTuple cut(const NestedTuple& tuple, const Part& part);
/// Over any module.
template <class Stride>
BasicLayout<Stride> cut(const BasicLayout<Stride>& layout, const Part& part) {
  const auto range = [&](const auto& entries) {
    return std::vector(entries.begin() + static_cast<std::ptrdiff_t>(part.first),
                       entries.begin() + static_cast<std::ptrdiff_t>(part.last));
  };
  return {Profile::from_word(
              layout.profile().word().substr(part.word_begin, part.word_end - part.word_begin)),
          range(layout.extents()), range(layout.strides())};
}

/// `index 5 is out of range: there are 3 modes`.
Undefined out_of_range(std::size_t index, std::size_t count, std::string_view what);

/// Why `order` is not a permutation of 0, …, count − 1, or "" if it is.
std::string not_a_permutation(std::span<const Int> order, std::size_t count);

}  // namespace layoutcheck::algebra::detail
