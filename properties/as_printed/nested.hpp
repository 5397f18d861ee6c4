// What the checks about profiles and nested tuples (colfax 2.2) share: their recursive definitions,
// and the same on the text of a value.
#pragma once

#include "as_printed/morphisms.hpp"
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/oracles/nesting.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace layoutcheck::properties::as_printed::nested {

// ---- Profiles

/// rank, len and depth by recursion (colfax 2.2.1.3). The maximum of nothing is read as 0, so that
/// depth(()) = 1.
inline std::size_t rank(const Profile& p) {
  return p.is_entry() ? 1 : p.modes().size();
}
inline std::size_t length(const Profile& p) {
  if (p.is_entry()) return 1;
  std::size_t sum = 0;
  for (const Profile& mode : p.modes())
    sum += length(mode);
  return sum;
}
inline std::size_t depth(const Profile& p) {
  if (p.is_entry()) return 0;
  std::size_t deepest = 0;
  for (const Profile& mode : p.modes())
    deepest = std::max(deepest, depth(mode));
  return 1 + deepest;
}

/// The text of the profile with texts[i] in place of the i-th star; there are as many.
inline std::string filled(const Profile& p, const std::vector<std::string>& texts) {
  std::string result;
  std::size_t next = 0;
  for (const char c : to_string(p))
    if (c == '*')
      result += texts[next++];
    else
      result += c;
  return result;
}

/// (P_1, …, P_m)_Q and (X_1, …, X_m)_Q as texts are replaced in a text. Pre: Q has length m.
inline Profile substituted(const Profile& q, const std::vector<Profile>& parts) {
  std::vector<std::string> texts;
  for (const Profile& part : parts)
    texts.push_back(to_string(part));
  return std::get<Profile>(parse_value(filled(q, texts), Sort::profile));
}
inline NestedTuple substituted(const Profile& q, const std::vector<NestedTuple>& parts) {
  std::vector<std::string> texts;
  for (const NestedTuple& part : parts)
    texts.push_back(to_string(part));
  return std::get<NestedTuple>(parse_value(filled(q, texts), Sort::tuple));
}

/// (P_1, …, P_m)_Q by colfax 2.2.1.8, where ℓ_i counts the entries of the parts before, as printed,
/// or those of the modes of Q before. Undefined if that asks for parts that are not there.
inline Outcome<Profile> substituted_by_recursion(const Profile& q, std::span<const Profile> parts,
                                                 Wording wording) {
  if (q.is_entry()) {
    if (parts.size() != 1)
      return Undefined{std::to_string(parts.size()) + " profiles for the entry *"};
    return parts.front();
  }
  std::vector<Profile> modes;
  std::size_t start = 0;
  for (std::size_t i = 0; const Profile& mode : q.modes()) {
    if (wording == Wording::as_printed && i >= parts.size())
      return Undefined{"there is no P_i to count the length of"};
    const std::size_t end =
        start + (wording == Wording::as_printed ? length(parts[i]) : length(mode));
    if (end > parts.size()) return Undefined{"there are not so many profiles"};
    const Outcome<Profile> part =
        substituted_by_recursion(mode, parts.subspan(start, end - start), wording);
    if (!part) return part;
    modes.push_back(*part);
    start = end;
    ++i;
  }
  return Profile::tuple_of(modes);
}

/// The parts P_1, …, P_m that an operand (P_1, …, P_m) stands for; nothing for `*`.
template <class T>
std::vector<T> parts_of(const T& list) {
  return list.is_entry() ? std::vector<T>{} : list.modes();
}

/// The entries from one index up to another, without that.
inline Tuple slice(const Tuple& entries, std::size_t from, std::size_t up_to) {
  return Tuple(entries.begin() + static_cast<std::ptrdiff_t>(from),
               entries.begin() + static_cast<std::ptrdiff_t>(up_to));
}

/// Whether the operation has an answer, and this one.
template <class T>
bool is(const Outcome<T>& found, const T& claimed) {
  return found && *found == claimed;
}

/// A profile of a few entries.
inline Profile draw_profile_up_to(Entropy& entropy, std::size_t length) {
  return draw_profile(entropy, entropy.below(length + 1));
}

// ---- Nested tuples

/// A nested tuple of integers, among them 0.
inline NestedTuple draw_nested(Entropy& entropy, int size) {
  const NestedTuple shape = draw_shape(entropy, size);
  Tuple entries = shape.entries();
  for (Int& x : entries)
    if (entropy.chance(8)) x = 0;
  return {std::move(entries), shape.profile()};
}

inline Domain nested_tuples() {
  return make_domain(
      "a nested tuple of integers", {Sort::tuple},
      [](Entropy& entropy, int size) -> Operands { return {draw_nested(entropy, size)}; });
}

/// X, and an index that is mostly below `bound(X)`, counted from 0.
template <class Bound>
Domain nested_with_index(const std::string& name, Bound bound) {
  return make_domain("a nested tuple and the index of " + name, {Sort::tuple, Sort::integer},
                     [=](Entropy& entropy, int size) -> Operands {
                       const NestedTuple x = draw_nested(entropy, size);
                       const std::size_t n = bound(x) + (entropy.chance(8) ? 1 : 0);
                       return {x, static_cast<Int>(entropy.below(n))};
                     });
}

/// size(X), by 2.2.2.6 the product of the entries.
inline Exact size(const NestedTuple& x) {
  return oracle::product(oracle::to_exact(x.entries()));
}

}  // namespace layoutcheck::properties::as_printed::nested
