// What the checks of refinements share: relative modes, pullbacks and pushforwards entry by entry
// as colfax 3.2.5 defines them.
#pragma once

#include "as_printed/operations.hpp"
#include <layoutcheck/algebra/refinements.hpp>

namespace layoutcheck::properties::as_printed {

// ---- By the letter, and as amended

/// depth(X) (colfax 2.2.1.3), from the brackets.
inline int bracket_depth(const NestedTuple& x) {
  int open = 0;
  int deepest = 0;
  for (const char c : x.profile().word()) {
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    deepest = std::max(deepest, open);
  }
  return deepest;
}

/// X' refines X (colfax 2.2.4.1): X = size(X'), or depth(X') > depth(X) > 0, as amended both above
/// 0, the ranks agree, and each mode of X' refines that of X. What refines by the letter refines as
/// amended, too.
inline bool refines(const NestedTuple& fine, const NestedTuple& coarse, Wording wording) {
  if (coarse.is_entry())
    return oracle::product(oracle::to_exact(fine.entries())) == coarse.entries().front();
  if (wording == Wording::as_printed ? bracket_depth(fine) <= bracket_depth(coarse)
                                     : fine.is_entry()) {
    return false;
  }
  const std::vector<NestedTuple> parts = fine.modes();
  const std::vector<NestedTuple> modes = coarse.modes();
  return parts.size() == modes.size() &&
         std::equal(parts.begin(), parts.end(), modes.begin(),
                    [wording](const NestedTuple& x, const NestedTuple& y) {
                      return refines(x, y, wording);
                    });
}

/// Whether some tuple refines X by the letter: none has the rank of () and a greater depth, and
/// elsewhere brackets around each entry of X will do.
inline bool has_refinement_as_printed(const NestedTuple& x) {
  return x.profile().word().find("()") == std::string::npos;
}

/// Whether (X_1, …, X_m)_Q exists by the letter of colfax 2.2.1.8, where mode i of it is made of
/// X_{ℓ_i + 1}, …, X_{ℓ_{i+1}}, and ℓ_i is the length of X_1, …, X_{i−1} together.
inline bool can_substitute_as_printed(const Profile& q, std::span<const NestedTuple> parts) {
  if (parts.size() != q.length()) return false;
  if (q.is_entry()) return true;
  std::size_t start = 0;
  std::size_t i = 0;
  for (const Profile& mode : q.modes()) {
    if (i == parts.size()) return false;
    const std::size_t length = parts[i++].length();
    if (start + length > parts.size() ||
        !can_substitute_as_printed(mode, parts.subspan(start, length))) {
      return false;
    }
    start += length;
  }
  return true;
}

/// mode_1(S', S), …, mode_m(S', S). Pre: S' refines S.
inline std::vector<NestedTuple> relative_modes(const NestedTuple& fine, const NestedTuple& coarse) {
  return oracle::relative_modes(fine, coarse).value();
}

/// incl_i(S', S): S'_i → S' over k ↦ k + the length of the relative modes before. Pre: S' refines
/// S.
inline Morphism inclusion(const NestedTuple& fine, const NestedTuple& coarse, std::size_t i) {
  const std::vector<NestedTuple> parts = relative_modes(fine, coarse);
  std::size_t before = 0;
  for (std::size_t k = 0; k < i; ++k)
    before += parts[k].length();
  return {parts[i], shifted(parts[i].length(), before), fine};
}

/// X with its entries replaced by the parts (colfax 2.2.3.1).
inline NestedTuple substituted(const NestedTuple& tuple, const std::vector<NestedTuple>& parts) {
  return oracle::substitute(tuple.profile(), std::span<const NestedTuple>(parts)).value();
}

/// The index i with α(i) = j, from 0; nothing if j is not hit.
inline std::optional<std::size_t> source_of(const Morphism& f, std::size_t j) {
  const auto found = std::find(f.map().begin(), f.map().end(), static_cast<Int>(j));
  if (found == f.map().end()) return std::nullopt;
  return static_cast<std::size_t>(found - f.map().begin());
}

/// S'_1, …, S'_m, and f*T' with these for the entries of S (colfax 3.2.5.5). Pre: T' refines the
/// codomain.
inline std::vector<NestedTuple> pulled_back_modes(const Morphism& f, const NestedTuple& fine) {
  const std::vector<NestedTuple> targets = relative_modes(fine, f.codomain());
  std::vector<NestedTuple> parts;
  for (std::size_t i = 0; i < f.map().size(); ++i) {
    parts.push_back(f.map()[i] == 0 ? NestedTuple(f.domain().entries()[i])
                                    : targets[static_cast<std::size_t>(f.map()[i]) - 1]);
  }
  return parts;
}
inline NestedTuple pulled_back(const Morphism& f, const NestedTuple& fine) {
  return substituted(f.domain(), pulled_back_modes(f, fine));
}

/// T'_1, …, T'_n, and f_*S' with these for the entries of T (colfax 3.2.5.12). Pre: S' refines the
/// domain.
inline std::vector<NestedTuple> pushed_forward_modes(const Morphism& f, const NestedTuple& fine) {
  const std::vector<NestedTuple> sources = relative_modes(fine, f.domain());
  std::vector<NestedTuple> parts;
  for (std::size_t j = 1; j <= f.codomain().length(); ++j) {
    const std::optional<std::size_t> i = source_of(f, j);
    parts.push_back(i ? sources[*i] : NestedTuple(f.codomain().entries()[j - 1]));
  }
  return parts;
}
inline NestedTuple pushed_forward(const Morphism& f, const NestedTuple& fine) {
  return substituted(f.codomain(), pushed_forward_modes(f, fine));
}

/// X♭ ⋆ X'' = Y♭ for some X'' (colfax 2.1.1.6).
inline bool divides(const NestedTuple& x, const NestedTuple& y) {
  return std::ranges::mismatch(x.entries(), y.entries()).in1 == x.entries().end();
}

/// T' and U' refine T and U, and T' divides U' (colfax 3.2.5.19).
inline bool is_mutual_refinement(const NestedTuple& t, const NestedTuple& u,
                                 const algebra::MutualRefinement& fine, Wording wording) {
  return refines(fine.first, t, wording) && refines(fine.second, u, wording) &&
         divides(fine.first, fine.second);
}

/// Whether the modes of f' relative to S are as the construction wants them: trivial if α(i) = *,
/// and incl_{α(i)}(T', T) otherwise.
inline bool lies_over(const Morphism& refined, const Morphism& f) {
  for (std::size_t i = 0; i < f.map().size(); ++i) {
    const Morphism mode = composed(refined, inclusion(refined.domain(), f.domain(), i));
    const Int j = f.map()[i];
    const bool fits = j == 0 ? std::count(mode.map().begin(), mode.map().end(), Int{0}) ==
                                   static_cast<std::ptrdiff_t>(mode.map().size())
                             : mode == inclusion(refined.codomain(), f.codomain(),
                                                 static_cast<std::size_t>(j) - 1);
    if (!fits) return false;
  }
  return true;
}

}  // namespace layoutcheck::properties::as_printed
