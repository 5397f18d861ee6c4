// Nested tuples and profiles.
#include "parts.hpp"
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>

namespace layoutcheck::algebra {

std::size_t rank(const Profile& profile) {
  if (profile.is_entry()) return 1;
  work(profile.word().size() / 8 + 1);
  std::size_t open = 0;
  std::size_t modes = 0;
  for (const char c : profile.word()) {
    if (c == ')') {
      --open;
      continue;
    }
    modes += open == 1 ? 1 : 0;
    open += c == '(' ? 1 : 0;
  }
  return modes;
}

std::size_t rank(const NestedTuple& tuple) {
  return rank(tuple.profile());
}

std::size_t length(const Profile& profile) {
  return profile.length();
}

std::size_t length(const NestedTuple& tuple) {
  return tuple.length();
}

std::size_t depth(const Profile& profile) {
  work(profile.word().size() / 8 + 1);
  std::size_t open = 0;
  std::size_t deepest = 0;
  for (const char c : profile.word())
    if (c == '(')
      deepest = std::max(deepest, ++open);
    else if (c == ')')
      --open;
  return deepest;
}

std::size_t depth(const NestedTuple& tuple) {
  return depth(tuple.profile());
}

Int size(const NestedTuple& tuple) {
  const Tuple& entries = tuple.entries();
  work(entries.size());
  if (std::find(entries.begin(), entries.end(), 0) != entries.end()) return 0;
  return named(
      "size",
      [&] {
        Int product = 1;
        for (const Int entry : entries)
          product = checked_multiply(product, entry);
        return product;
      },
      tuple);
}

NestedTuple flatten(const NestedTuple& tuple) {
  return NestedTuple::flat(tuple.entries());
}

Outcome<Profile> mode(const Profile& profile, std::size_t index) {
  const std::vector<detail::Part> modes = detail::modes_of(profile);
  if (index >= modes.size()) return detail::out_of_range(index, modes.size(), "mode");
  const detail::Part& part = modes[index];
  return Profile::from_word(
      profile.word().substr(part.word_begin, part.word_end - part.word_begin));
}

Outcome<NestedTuple> mode(const NestedTuple& tuple, std::size_t index) {
  const std::vector<detail::Part> modes = detail::modes_of(tuple.profile());
  if (index >= modes.size()) return detail::out_of_range(index, modes.size(), "mode");
  return detail::cut(tuple, modes[index]);
}

Outcome<Int> entry(const NestedTuple& tuple, std::size_t index) {
  if (index >= tuple.length()) return detail::out_of_range(index, tuple.length(), "entry");
  return tuple.entries()[index];
}

NestedTuple concatenate(std::span<const NestedTuple> tuples) {
  return *substitute(Profile::flat(tuples.size()), tuples);
}

NestedTuple flat_concatenate(std::span<const NestedTuple> tuples) {
  Tuple entries;
  for (const NestedTuple& tuple : tuples)
    entries.insert(entries.end(), tuple.entries().begin(), tuple.entries().end());
  return NestedTuple::flat(std::move(entries));
}

Outcome<NestedTuple> permute(const NestedTuple& tuple, std::span<const Int> order) {
  if (std::string why = detail::not_a_permutation(order, tuple.length()); !why.empty())
    return Undefined{std::move(why)};
  Tuple entries;
  entries.reserve(order.size());
  for (const Int i : order)
    entries.push_back(tuple.entries()[static_cast<std::size_t>(i)]);
  return NestedTuple::flat(std::move(entries));
}

namespace {

Undefined wrong_count(const Profile& profile, std::size_t parts) {
  return {to_string(profile) + " has " + std::to_string(profile.length()) +
          " entries, to be replaced by " + std::to_string(parts) + " parts"};
}

}  // namespace

Outcome<Profile> substitute(const Profile& profile, std::span<const Profile> parts) {
  if (parts.size() != profile.length()) return wrong_count(profile, parts.size());
  std::vector<std::string_view> words;
  words.reserve(parts.size());
  for (const Profile& part : parts)
    words.push_back(part.word());
  return detail::fill(profile, words);
}

Outcome<NestedTuple> substitute(const Profile& profile, std::span<const NestedTuple> parts) {
  if (parts.size() != profile.length()) return wrong_count(profile, parts.size());
  std::vector<std::string_view> words;
  words.reserve(parts.size());
  Tuple entries;
  for (const NestedTuple& part : parts) {
    words.push_back(part.profile().word());
    entries.insert(entries.end(), part.entries().begin(), part.entries().end());
  }
  return NestedTuple(std::move(entries), detail::fill(profile, words));
}

bool divides(const NestedTuple& first, const NestedTuple& second) {
  const Tuple& x = first.entries();
  const Tuple& y = second.entries();
  return x.size() <= y.size() && std::equal(x.begin(), x.end(), y.begin());
}

bool congruent(const NestedTuple& first, const NestedTuple& second) {
  return first.profile() == second.profile();
}

Outcome<Int> colex(const NestedTuple& shape, std::span<const Int> coordinate) {
  if (coordinate.size() != shape.length()) {
    return Undefined{"the coordinate has " + std::to_string(coordinate.size()) + " parts for " +
                     std::to_string(shape.length()) + " entries"};
  }
  work(coordinate.size());
  for (std::size_t i = 0; i < coordinate.size(); ++i) {
    if (coordinate[i] < 0 || coordinate[i] >= shape.entries()[i]) {
      return Undefined{"part " + std::to_string(i) + " of the coordinate, " +
                       std::to_string(coordinate[i]) + ", is not below the extent " +
                       std::to_string(shape.entries()[i])};
    }
  }
  return named(
      "index",
      [&] {
        // From the last part inwards: then nothing is larger than the index itself.
        Int index = 0;
        for (std::size_t i = coordinate.size(); i-- > 0;)
          index = checked_add(checked_multiply(index, shape.entries()[i]), coordinate[i]);
        return index;
      },
      shape, NestedTuple::flat(Tuple(coordinate.begin(), coordinate.end())));
}

Outcome<Tuple> colex_inverse(const NestedTuple& shape, Int index) {
  work(shape.length());
  Tuple coordinate;
  coordinate.reserve(shape.length());
  Int rest = index;
  for (const Int extent : shape.entries()) {
    coordinate.push_back(rest % extent);
    rest /= extent;
  }
  if (index < 0 || rest != 0)
    return Undefined{std::to_string(index) + " is not an index of " + to_string(shape)};
  return coordinate;
}

bool refines(const NestedTuple& fine, const NestedTuple& coarse) {
  return detail::relative_parts(fine.entries(), fine.profile(), coarse).has_value();
}

Outcome<std::vector<NestedTuple>> relative_modes(const NestedTuple& fine,
                                                 const NestedTuple& coarse) {
  const Outcome<std::vector<detail::Part>> parts =
      detail::relative_parts(fine.entries(), fine.profile(), coarse);
  if (!parts) return parts.undefined();
  std::vector<NestedTuple> modes;
  modes.reserve(parts->size());
  for (const detail::Part& part : *parts)
    modes.push_back(detail::cut(fine, part));
  return modes;
}

Outcome<NestedTuple> relative_mode(const NestedTuple& fine, const NestedTuple& coarse,
                                   std::size_t index) {
  const Outcome<std::vector<detail::Part>> parts =
      detail::relative_parts(fine.entries(), fine.profile(), coarse);
  if (!parts) return parts.undefined();
  if (index >= parts->size()) return detail::out_of_range(index, parts->size(), "relative mode");
  return detail::cut(fine, (*parts)[index]);
}

Outcome<NestedTuple> relative_flatten(const NestedTuple& fine, const NestedTuple& coarse) {
  const Outcome<std::vector<NestedTuple>> modes = relative_modes(fine, coarse);
  if (!modes) return modes.undefined();
  return concatenate(*modes);
}

}  // namespace layoutcheck::algebra
