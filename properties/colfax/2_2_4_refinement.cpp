// The statements on refinement (colfax 2.2.4). Refinements come finer first: X', X. Indices count
// from 0.
#include "as_printed/nested.hpp"
#include "as_printed/refinements.hpp"
#include "lists.hpp"

#include <algorithm>
#include <ranges>

namespace layoutcheck::properties {

namespace {

using as_printed::refines;
using as_printed::Wording;
using as_printed::nested::is;

bool is_size_of(const NestedTuple& x, const NestedTuple& fine) {
  return x.is_entry() && Exact{x.entries().front()} == as_printed::nested::size(fine);
}

/// The nested tuples X'_1, …, X'_m of sizes x_1, …, x_m that replace the entries of X in X', as the
/// sentence before 2.2.4.1 has it; nothing if there are none. Read from the words of the profiles:
/// the brackets agree, and each star of X stands for one profile.
std::optional<std::vector<NestedTuple>> replacements(const NestedTuple& fine,
                                                     const NestedTuple& x) {
  const std::string& word = x.profile().word();
  const std::string& fine_word = fine.profile().word();
  std::vector<NestedTuple> found;
  std::size_t at = 0;
  auto next = fine.entries().begin();
  for (const char c : word) {
    if (at >= fine_word.size()) return std::nullopt;
    if (c != '*') {
      if (fine_word[at++] != c) return std::nullopt;
      continue;
    }
    const std::size_t start = at;
    for (int open = 0; at < fine_word.size();) {
      open += fine_word[at] == '(' ? 1 : fine_word[at] == ')' ? -1 : 0;
      if (open < 0) return std::nullopt;
      ++at;
      if (open == 0) break;
    }
    const std::string part = fine_word.substr(start, at - start);
    const auto end = next + std::count(part.begin(), part.end(), '*');
    found.emplace_back(Tuple(next, end), Profile::from_word(part));
    if (!is_size_of(NestedTuple(x.entries()[found.size() - 1]), found.back())) return std::nullopt;
    next = end;
  }
  if (at != fine_word.size()) return std::nullopt;
  return found;
}

/// mode_i(X', X), i counted from 1 (colfax 2.2.4.5). Undefined where the formula picks no j, or a
/// mode that X' lacks.
Outcome<NestedTuple> relative_mode(const NestedTuple& fine, const NestedTuple& x, std::size_t i) {
  if (x.is_entry()) {
    if (i != 1) return Undefined{"an entry has but one mode"};
    return fine;
  }
  const std::vector<NestedTuple> modes = x.modes();
  const std::vector<NestedTuple> fine_modes = fine.modes();
  std::size_t before = 0;
  std::optional<std::size_t> largest;
  std::size_t skipped = 0;
  for (std::size_t j = 0; j < modes.size(); ++j) {
    if (before < i) {
      largest = j;
      skipped = before;
    }
    before += as_printed::nested::length(modes[j].profile());
  }
  if (!largest || *largest >= fine_modes.size()) return Undefined{"there is no mode j"};
  return relative_mode(fine_modes[*largest], modes[*largest], i - skipped);
}

/// All modes of X' relative to X, by 2.2.4.5.
Outcome<std::vector<NestedTuple>> relative_modes(const NestedTuple& fine, const NestedTuple& x) {
  std::vector<NestedTuple> modes;
  for (std::size_t i = 1; i <= x.length(); ++i) {
    const Outcome<NestedTuple> mode = relative_mode(fine, x, i);
    if (!mode) return mode.undefined();
    modes.push_back(*mode);
  }
  return modes;
}

/// flat(X', X) by 2.2.4.11, if X' refines X.
Outcome<NestedTuple> relative_flattening(const NestedTuple& fine, const NestedTuple& x,
                                         Wording wording) {
  if (!refines(fine, x, wording))
    return Undefined{to_string(fine) + " does not refine " + to_string(x)};
  const Outcome<std::vector<NestedTuple>> modes = relative_modes(fine, x);
  if (!modes) return modes.undefined();
  return NestedTuple::tuple_of(*modes);
}

// Domains

/// The shape with an entry or its brackets changed.
NestedTuple perturb_shape(Entropy& entropy, const NestedTuple& x) {
  Tuple entries = x.entries();
  if (!entries.empty() && entropy.chance(50)) {
    Int& entry = entries[entropy.below(entries.size())];
    entry = entry < (Int{1} << 40) ? entry + 1 : 1;
    return {std::move(entries), x.profile()};
  }
  const std::size_t n = entries.size();
  return {std::move(entries), draw_profile(entropy, n)};
}

/// X', X; X' mostly refines X. `flat`: X has depth 1.
Operands draw_refined(Entropy& entropy, int size, bool flat) {
  const NestedTuple x = draw_shape(entropy, size, flat);
  NestedTuple fine = entropy.chance(12) ? x : draw_refinement(entropy, x);
  if (entropy.chance(15)) fine = perturb_shape(entropy, fine);
  return {std::move(fine), x};
}

Domain refined(bool flat) {
  return make_domain(std::string("a refinement and what it refines") + (flat ? ", a tuple" : ""),
                     {Sort::shape, flat ? Sort::flat_shape : Sort::shape},
                     [=](Entropy& entropy, int size) { return draw_refined(entropy, size, flat); });
}

Domain refined_with_index() {
  return make_domain("a refinement, what it refines, and the index of an entry",
                     {Sort::shape, Sort::shape, Sort::integer},
                     [](Entropy& entropy, int size) -> Operands {
                       Operands operands = draw_refined(entropy, size, false);
                       const std::size_t m = std::get<NestedTuple>(operands[1]).length();
                       operands.emplace_back(static_cast<Int>(entropy.below(m)));
                       return operands;
                     });
}

/// X'', X', X, each of which mostly refines the next.
Domain refinement_chains() {
  return make_domain("three shapes, each mostly a refinement of the next",
                     std::vector(3, Sort::shape), [](Entropy& entropy, int size) -> Operands {
                       Operands operands = draw_refined(entropy, size, false);
                       const auto fine = std::get<NestedTuple>(operands[0]);
                       NestedTuple finest =
                           entropy.chance(15) ? fine : draw_refinement(entropy, fine);
                       if (entropy.chance(12)) finest = perturb_shape(entropy, finest);
                       operands.insert(operands.begin(), std::move(finest));
                       return operands;
                     });
}

// Checks

/// The definition against the sentence before it. As amended, also against the algebra and the
/// reference.
Result check_2_2_4_1(const NestedTuple& fine, const NestedTuple& x, Wording wording) {
  const bool defined = refines(fine, x, wording);
  const std::optional<std::vector<NestedTuple>> replaced = replacements(fine, x);
  return all_hold(
      {agree<bool>({{"X' refines X", defined},
                    {"X' comes from replacing entries of X", replaced.has_value()}}),
       holds_if(!replaced || as_printed::nested::substituted(x.profile(), *replaced) == fine,
                "the replacements do not give X'"),
       wording == Wording::as_printed ? holds()
                                      : agree<bool>({{"X' refines X", defined},
                                                     {"the algebra", algebra::refines(fine, x)},
                                                     {"the oracle", oracle::refines(fine, x)}})});
}

Result check_2_2_4_4(const NestedTuple& finest, const NestedTuple& fine, const NestedTuple& x,
                     Wording wording) {
  const auto leq = [&](const NestedTuple& a, const NestedTuple& b) {
    return refines(a, b, wording);
  };
  const auto is_antisymmetric = [&](const NestedTuple& a, const NestedTuple& b) {
    return a == b || !leq(a, b) || !leq(b, a);
  };
  return all_hold({{leq(finest, finest) && leq(fine, fine) && leq(x, x), "reflexive"},
                   {!leq(finest, fine) || !leq(fine, x) || leq(finest, x), "transitive"},
                   {is_antisymmetric(finest, fine) && is_antisymmetric(fine, x), "antisymmetric"}});
}

/// The formula, against the algebra, the reference and the parts of X' that replace the entries.
Result check_2_2_4_5(const NestedTuple& fine, const NestedTuple& x, Int index, Wording wording) {
  const auto i = static_cast<std::size_t>(index);
  const Outcome<NestedTuple> found = algebra::relative_mode(fine, x, i);
  if (i >= x.length() || !refines(fine, x, Wording::amended))
    return found ? fails("there is no such mode, but the algebra says " + text(found)) : unmet();
  if (!refines(fine, x, wording)) return unmet();
  const NestedTuple part = (*replacements(fine, x))[i];
  return agree<NestedTuple>({{"the part in place of entry i", part},
                             {"the formula", relative_mode(fine, x, i + 1)},
                             {"the algebra", found},
                             {"the oracle", oracle::relative_modes(fine, x).value()[i]}})
      .then([&] {
        return holds_if(is_size_of(NestedTuple(x.entries()[i]), part), "its size is not entry i");
      });
}

/// mode_i(X', X) = claimed(i) for each i, by the formula and in the algebra.
template <class Claimed>
Result has_modes(const NestedTuple& fine, const NestedTuple& x, const Claimed& claimed) {
  return holds_for_all(std::views::iota(std::size_t{0}, x.length()), [&](std::size_t i) {
    const Outcome<NestedTuple> mode = claimed(i);
    return holds_if(mode && is(relative_mode(fine, x, i + 1), *mode) &&
                        is(algebra::relative_mode(fine, x, i), *mode),
                    [&] {
                      return "mode_" + std::to_string(i) + " is " +
                             text(algebra::relative_mode(fine, x, i)) + ", not " + text(mode);
                    });
  });
}

/// X refines X; then mode_i(X, X) = entry_i(X) for each i.
Result check_2_2_4_7(const NestedTuple& x, Wording wording) {
  if (!refines(x, x, wording)) return fails("X does not refine X");
  return has_modes(x, x, [&](std::size_t i) { return NestedTuple(algebra::entry(x, i).value()); });
}

Result check_2_2_4_8(const NestedTuple& fine, const NestedTuple& x, Wording wording) {
  if (!x.is_flat() || !refines(fine, x, wording)) return unmet();
  return has_modes(fine, x, [&](std::size_t i) { return algebra::mode(fine, i); });
}

/// N = size(X') as a nested tuple. Throws Overflow.
NestedTuple size_of(const NestedTuple& fine) {
  return NestedTuple(oracle::to_int(as_printed::nested::size(fine)));
}

Result check_2_2_4_9(const NestedTuple& fine) {
  const NestedTuple n = size_of(fine);
  return all_hold({{refines(fine, n, Wording::as_printed), "X' refines N"},
                   {algebra::refines(fine, n), "X' refines N in the algebra"},
                   {algebra::length(n) == 1, "len(N) = 1"},
                   {is(relative_mode(fine, n, 1), fine), "mode_1(X', N) = X'"},
                   {is(algebra::relative_mode(fine, n, 0), fine), "it is in the algebra"}});
}

/// len_i(X', X), len_<i(X', X) and len_≤i(X', X), against the entries of X': those from len_<i up
/// to len_≤i make up mode_i(X', X), and the last len_≤i is len(X').
Result check_2_2_4_10(const NestedTuple& fine, const NestedTuple& x, Int index, Wording wording) {
  const auto i = static_cast<std::size_t>(index);
  if (i >= x.length() || !refines(fine, x, wording)) return unmet();
  std::size_t before = 0;
  std::size_t up_to = 0;
  NestedTuple mode;
  for (std::size_t j = 0; j <= i; ++j) {
    mode = relative_mode(fine, x, j + 1).value();
    if (!is(algebra::relative_mode(fine, x, j), mode))
      return fails("the algebra's mode " + std::to_string(j) + " is not " + to_string(mode));
    before = std::exchange(up_to, up_to + algebra::length(mode));
  }
  if (up_to > fine.length()) return fails("len_≤i is " + std::to_string(up_to));
  const auto begin = fine.entries().begin();
  const Tuple claimed(begin + static_cast<std::ptrdiff_t>(before),
                      begin + static_cast<std::ptrdiff_t>(up_to));
  const bool last = i + 1 == x.length();
  return holds_if(mode.entries() == claimed && (!last || up_to == fine.length()), [&] {
    return "len_<i = " + std::to_string(before) + ", len_≤i = " + std::to_string(up_to) +
           ", but mode_i(X', X) is " + to_string(mode);
  });
}

/// flat(X', X), against the algebra; and it is what gives X' back when put into the places of X.
Result check_2_2_4_11(const NestedTuple& fine, const NestedTuple& x, Wording wording) {
  const Outcome<NestedTuple> found = algebra::relative_flatten(fine, x);
  if (found && !refines(fine, x, Wording::amended))
    return fails("X' does not refine X, but the algebra says " + text(found));
  if (!refines(fine, x, wording)) return unmet();
  const Outcome<NestedTuple> defined = relative_flattening(fine, x, wording);
  return holds_if(defined && is(found, *defined) && defined->entries() == fine.entries() &&
                      as_printed::nested::substituted(x.profile(), defined->modes()) == fine,
                  [&] { return "it is " + text(defined) + ", the algebra says " + text(found); });
}

/// flat(X', X) = claimed, by the definition and in the algebra.
Result flattens_to(const NestedTuple& fine, const NestedTuple& x, const NestedTuple& claimed,
                   Wording wording) {
  return agree<NestedTuple>({{"claimed", claimed},
                             {"as defined", relative_flattening(fine, x, wording)},
                             {"the algebra", algebra::relative_flatten(fine, x)}});
}

Result check_2_2_4_14(const NestedTuple& fine, const NestedTuple& x, Wording wording) {
  if (!x.is_flat() || !refines(fine, x, wording)) return unmet();
  return flattens_to(fine, x, fine, wording);
}

Result check_2_2_4_16(const NestedTuple& fine, const NestedTuple& x, Wording wording) {
  if (!refines(fine, x, wording)) return unmet();
  const NestedTuple flat = *relative_flattening(fine, x, wording);
  const NestedTuple coarse = algebra::flatten(x);
  const bool in_algebra = algebra::refines(flat, coarse) || wording == Wording::as_printed;
  return holds_if(refines(flat, coarse, wording) && in_algebra,
                  [&] { return to_string(flat) + " does not refine " + to_string(coarse); });
}

}  // namespace

std::vector<Binding> colfax_2_2_4() {
  const Domain pairs = refined(false);
  const Domain over_tuple = refined(true);
  const Domain with_index = refined_with_index();
  const Domain chains = refinement_chains();
  const Domain shape = shapes();
  using X = NestedTuple;
  const auto to_flattening = [](const X& x, Wording wording) {
    return flattens_to(x, x, algebra::flatten(x), wording);
  };
  return {
      {"colfax.2.2.4.1", pairs, with(check_2_2_4_1, Wording::as_printed)},
      {"colfax.2.2.4.1.amended", with(check_2_2_4_1, Wording::amended)},
      {"colfax.2.2.4.4", chains, with(check_2_2_4_4, Wording::as_printed)},
      {"colfax.2.2.4.4.amended", with(check_2_2_4_4, Wording::amended)},
      {"colfax.2.2.4.5", with_index, with(check_2_2_4_5, Wording::as_printed)},
      {"colfax.2.2.4.5.amended", with(check_2_2_4_5, Wording::amended)},
      {"colfax.2.2.4.7", shape, with(check_2_2_4_7, Wording::as_printed)},
      {"colfax.2.2.4.7.amended", with(check_2_2_4_7, Wording::amended)},
      {"colfax.2.2.4.8", over_tuple, with(check_2_2_4_8, Wording::as_printed)},
      {"colfax.2.2.4.8.amended", with(check_2_2_4_8, Wording::amended)},
      {"colfax.2.2.4.9", shape, check_2_2_4_9},
      {"colfax.2.2.4.10", with_index, with(check_2_2_4_10, Wording::as_printed)},
      {"colfax.2.2.4.10.amended", with(check_2_2_4_10, Wording::amended)},
      {"colfax.2.2.4.11", pairs, with(check_2_2_4_11, Wording::as_printed)},
      {"colfax.2.2.4.11.amended", with(check_2_2_4_11, Wording::amended)},
      {"colfax.2.2.4.13", shape, with(to_flattening, Wording::as_printed)},
      {"colfax.2.2.4.13.amended", with(to_flattening, Wording::amended)},
      {"colfax.2.2.4.14", over_tuple, with(check_2_2_4_14, Wording::as_printed)},
      {"colfax.2.2.4.14.amended", with(check_2_2_4_14, Wording::amended)},
      {"colfax.2.2.4.15", shape,
       [](const X& fine) {
         const X n = size_of(fine);
         return flattens_to(fine, n, X::flat(n.entries()), Wording::as_printed);
       }},
      {"colfax.2.2.4.15.amended",
       [](const X& fine) {
         return flattens_to(fine, size_of(fine), X::tuple_of(std::vector{fine}),
                            Wording::as_printed);
       }},
      {"colfax.2.2.4.16", pairs, with(check_2_2_4_16, Wording::as_printed)},
      {"colfax.2.2.4.16.amended", with(check_2_2_4_16, Wording::amended)},
  };
}

}  // namespace layoutcheck::properties
