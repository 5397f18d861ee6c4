// Nested tuples and profiles, as their definitions say.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/nesting.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace layoutcheck::oracle {

Int rank(const Profile& profile) {
  return profile.is_entry() ? 1 : static_cast<Int>(profile.modes().size());
}

Int depth(const Profile& profile) {
  if (profile.is_entry()) return 0;
  Int deepest = 0;
  for (const Profile& mode : profile.modes())
    deepest = std::max(deepest, depth(mode));
  return 1 + deepest;
}

Outcome<Profile> substitute(const Profile& q, std::span<const Profile> parts) {
  if (parts.size() != q.length()) {
    return Undefined{"the profile has " + std::to_string(q.length()) + " places for " +
                     std::to_string(parts.size())};
  }
  if (q.is_entry()) return parts.front();
  std::vector<Profile> modes;
  for (const Profile& mode : q.modes()) {
    modes.push_back(*substitute(mode, parts.first(mode.length())));
    parts = parts.subspan(mode.length());
  }
  return tuple_of(modes);
}

Outcome<NestedTuple> substitute(const Profile& q, std::span<const NestedTuple> parts) {
  std::vector<Profile> profiles;
  Tuple entries;
  for (const NestedTuple& part : parts) {
    profiles.push_back(part.profile());
    entries.insert(entries.end(), part.entries().begin(), part.entries().end());
  }
  const Outcome<Profile> profile = substitute(q, profiles);
  if (!profile) return profile.undefined();
  return NestedTuple(std::move(entries), *profile);
}

Outcome<ExactLayout> substitute(const Profile& q, std::span<const ExactLayout> parts) {
  std::vector<Profile> profiles;
  ExactLayout result;
  for (const ExactLayout& part : parts) {
    profiles.push_back(part.profile);
    result.extents.insert(result.extents.end(), part.extents.begin(), part.extents.end());
    result.strides.insert(result.strides.end(), part.strides.begin(), part.strides.end());
  }
  Outcome<Profile> profile = substitute(q, profiles);
  if (!profile) return profile.undefined();
  result.profile = *profile;
  return result;
}

ExactTuple shape(const ExactLayout& layout) {
  return {layout.profile, layout.extents};
}

Outcome<std::vector<Profile>> relative_profiles(const ExactTuple& fine, const ExactTuple& coarse) {
  if (coarse.profile.is_entry()) {
    const Exact size = product(fine.entries);
    if (size != coarse.entries.front()) {
      return Undefined{"a mode of size " + digits(size) + " does not refine " +
                       digits(coarse.entries.front())};
    }
    return std::vector<Profile>{fine.profile};
  }
  if (fine.profile.is_entry()) return Undefined{"an integer does not refine a tuple"};
  const std::vector<Profile> fine_modes = fine.profile.modes();
  const std::vector<Profile> coarse_modes = coarse.profile.modes();
  if (fine_modes.size() != coarse_modes.size()) {
    return Undefined{"a tuple of rank " + std::to_string(fine_modes.size()) +
                     " does not refine one of rank " + std::to_string(coarse_modes.size())};
  }
  std::vector<Profile> result;
  auto fine_entry = fine.entries.begin();
  auto coarse_entry = coarse.entries.begin();
  for (std::size_t i = 0; i < fine_modes.size(); ++i) {
    const auto fine_end = fine_entry + static_cast<std::ptrdiff_t>(fine_modes[i].length());
    const auto coarse_end = coarse_entry + static_cast<std::ptrdiff_t>(coarse_modes[i].length());
    Outcome<std::vector<Profile>> part = relative_profiles(
        {fine_modes[i], {fine_entry, fine_end}}, {coarse_modes[i], {coarse_entry, coarse_end}});
    if (!part) return part;
    result.insert(result.end(), part->begin(), part->end());
    fine_entry = fine_end;
    coarse_entry = coarse_end;
  }
  return result;
}

bool refines(const ExactTuple& fine, const ExactTuple& coarse) {
  return relative_profiles(fine, coarse).has_value();
}

Outcome<std::vector<NestedTuple>> relative_modes(const NestedTuple& fine,
                                                 const NestedTuple& coarse) {
  const Outcome<std::vector<Profile>> profiles = relative_profiles(fine, coarse);
  if (!profiles) {
    return Undefined{to_string(fine) + " does not refine " + to_string(coarse) + ": " +
                     profiles.reason()};
  }
  std::vector<NestedTuple> result;
  auto entry = fine.entries().begin();
  for (const Profile& profile : *profiles) {
    const auto end = entry + static_cast<std::ptrdiff_t>(profile.length());
    result.emplace_back(Tuple(entry, end), profile);
    entry = end;
  }
  return result;
}

Outcome<std::vector<ExactLayout>> relative_modes(const ExactLayout& layout,
                                                 const ExactTuple& coarse) {
  const Outcome<std::vector<Profile>> profiles = relative_profiles(shape(layout), coarse);
  if (!profiles) return Undefined{"the shape does not refine the other one: " + profiles.reason()};
  return split(layout, *profiles);
}

bool divides(const NestedTuple& x, const NestedTuple& y) {
  return x.length() <= y.length() &&
         std::equal(x.entries().begin(), x.entries().end(), y.entries().begin());
}

Outcome<Tuple> select(const Tuple& entries, const Tuple& indices) {
  Tuple result;
  for (Int i : indices) {
    if (i < 0 || static_cast<std::size_t>(i) >= entries.size()) {
      return Undefined{"there is no entry " + std::to_string(i) + " among " +
                       std::to_string(entries.size())};
    }
    result.push_back(entries[static_cast<std::size_t>(i)]);
  }
  return result;
}

bool is_permutation_of(const Tuple& indices, std::size_t n) {
  Tuple sorted = indices;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] != static_cast<Int>(i)) return false;
  return sorted.size() == n;
}

bool is_increasing_below(const Tuple& indices, std::size_t n) {
  Int bound = 0;
  for (Int i : indices) {
    if (i < bound || i >= static_cast<Int>(n)) return false;
    bound = i + 1;
  }
  return true;
}

namespace {

/// 1, x_1, x_1·x_2, …, size(X).
std::vector<Exact> prefix_products(std::span<const Exact> entries) {
  std::vector<Exact> products{1};
  for (const Exact& x : entries)
    products.emplace_back(products.back() * x);
  return products;
}

/// For each prefix product, how many entries 1 lie there.
std::map<Exact, std::size_t> ones(std::span<const Exact> entries) {
  std::map<Exact, std::size_t> result;
  Exact place = 1;
  for (const Exact& x : entries) {
    if (x == 1) ++result[place];
    place *= x;
  }
  return result;
}

/// The entries cut at the members of the chain, with as many ones at each place as the other tuple
/// has; at the very end only if `ones_at_end`.
std::vector<std::vector<Exact>> cut(std::span<const Exact> entries, const std::set<Exact>& chain,
                                    const std::map<Exact, std::size_t>& other_ones,
                                    bool ones_at_end) {
  std::map<Exact, std::size_t> missing = other_ones;
  for (const auto& [place, count] : ones(entries))
    missing[place] -= std::min(missing[place], count);
  std::vector<std::vector<Exact>> result;
  Exact place = 1;
  for (const Exact& x : entries) {
    std::vector<Exact> pieces;
    const Exact end = place * x;
    if (x == 1) pieces.emplace_back(1);
    while (place < end) {
      pieces.insert(pieces.end(), std::exchange(missing[place], 0), Exact(1));
      const Exact& next = *chain.upper_bound(place);
      pieces.emplace_back(next / place);
      place = next;
    }
    result.push_back(std::move(pieces));
  }
  if (ones_at_end && !result.empty())
    result.back().insert(result.back().end(), missing[place], Exact(1));
  return result;
}

NestedTuple with_pieces(const NestedTuple& tuple, const std::vector<std::vector<Exact>>& pieces) {
  std::vector<NestedTuple> parts;
  parts.reserve(pieces.size());
  for (const std::vector<Exact>& entry : pieces) {
    parts.push_back(entry.size() == 1 ? NestedTuple(to_int(entry[0]))
                                      : NestedTuple::flat(to_tuple(entry)));
  }
  return *substitute(tuple.profile(), parts);
}

}  // namespace

Outcome<Pieces> common_pieces(std::span<const Exact> t, std::span<const Exact> u) {
  const std::vector<Exact> of_t = prefix_products(t);
  const std::vector<Exact> of_u = prefix_products(u);
  std::set<Exact> chain(of_t.begin(), of_t.end());
  chain.insert(of_u.begin(), of_u.end());
  for (auto next = std::next(chain.begin()); next != chain.end(); ++next) {
    if (*next % *std::prev(next) != 0) {
      return Undefined{"the prefix product " + digits(*std::prev(next)) + " does not divide " +
                       digits(*next)};
    }
  }
  if (of_u.back() % of_t.back() != 0)
    return Undefined{"the size " + digits(of_t.back()) + " does not divide " + digits(of_u.back())};
  if (u.empty()) return Pieces{std::vector<std::vector<Exact>>(t.size()), {}};
  return Pieces{cut(t, chain, ones(u), false), cut(u, chain, ones(t), true)};
}

Outcome<std::pair<NestedTuple, NestedTuple>> mutual_refinement(const NestedTuple& t,
                                                               const NestedTuple& u) {
  const Outcome<Pieces> pieces = common_pieces(to_exact(t.entries()), to_exact(u.entries()));
  if (!pieces) return pieces.undefined();
  return std::pair(with_pieces(t, pieces->of_t), with_pieces(u, pieces->of_u));
}

}  // namespace layoutcheck::oracle
