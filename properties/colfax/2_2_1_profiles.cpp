// The statements on profiles (colfax 2.2.1). A list of profiles P_1, …, P_m is one operand, the
// profile (P_1, …, P_m). Indices count from 0.
#include "as_printed/nested.hpp"
#include "lists.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace layoutcheck::properties {

namespace {

using as_printed::Wording;
using as_printed::nested::draw_profile_up_to;
using as_printed::nested::is;
using as_printed::nested::parts_of;
using as_printed::nested::slice;
using as_printed::nested::substituted_by_recursion;

constexpr std::string_view symbols = "()*";

/// Words of brackets and stars, as the indices of the symbols; mostly profiles or nearly so.
Domain words() {
  return enumerated_where(
      make_domain("a word of 0 for (, 1 for ) and 2 for *", {Sort::flat_tuple},
                  [](Entropy& entropy, int) -> Operands {
                    Tuple word;
                    const Profile p = draw_profile_up_to(entropy, 6);
                    for (const char c : p.word())
                      word.push_back(static_cast<Int>(symbols.find(c)));
                    if (entropy.chance(45)) {
                      const std::size_t at = entropy.below(word.size());
                      const auto symbol = static_cast<Int>(entropy.below(3));
                      switch (entropy.below(3)) {
                        case 0:
                          word[at] = symbol;
                          break;
                        case 1:
                          word.erase(word.begin() + static_cast<std::ptrdiff_t>(at));
                          break;
                        default:
                          word.insert(word.begin() + static_cast<std::ptrdiff_t>(at), symbol);
                      }
                    }
                    return {NestedTuple::flat(std::move(word))};
                  }),
      [](const NestedTuple& word) {
        return std::ranges::all_of(word.entries(), [](Int symbol) { return symbol <= 2; });
      });
}

/// The word without `(`, stars, `)` in favour of one star, as long as there is such a part. A word
/// is a profile exactly if `*` is what is left: each step turns a tuple of entries into an entry.
std::string reduced(std::string word) {
  for (std::size_t close = word.find(')'); close != std::string::npos; close = word.find(')')) {
    const std::size_t open = word.rfind('(', close);
    if (open == std::string::npos ||
        word.substr(open + 1, close - open - 1).find_first_not_of('*') != std::string::npos) {
      return word;
    }
    word.replace(open, close - open + 1, "*");
  }
  return word;
}

/// A word as the text that it would be, with a comma before each mode but the first.
std::string with_commas(const std::string& word) {
  std::string result;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (i > 0 && word[i - 1] != '(' && word[i] != ')') result += ',';
    result += word[i];
  }
  return result;
}

Result check_2_2_1_1(const NestedTuple& letters) {
  std::string word;
  for (const Int letter : letters.entries()) {
    if (letter > 2) return unmet();
    word += symbols[static_cast<std::size_t>(letter)];
  }
  const bool reduces = reduced(word) == "*";
  const Outcome<Profile> built =
      as_printed::unless_refused([&] { return Profile::from_word(word); });
  const Outcome<Profile> parsed = as_printed::unless_refused(
      [&] { return std::get<Profile>(parse_value(with_commas(word), Sort::profile)); });
  if (!reduces || !built || !parsed) {
    return agree<bool>({{"the word is a profile", reduces},
                        {"it is taken for one", built.has_value()},
                        {"its text is taken for one", parsed.has_value()}});
  }
  return all_hold({{word == "*" || Profile::tuple_of(built->modes()) == *built,
                    "it is * or the tuple of its modes"},
                   {*parsed == *built && to_string(*built) == with_commas(word),
                    "it has the text of the word"}});
}

Result check_2_2_1_3(const Profile& p) {
  const std::size_t rank = as_printed::nested::rank(p);
  const std::size_t depth = as_printed::nested::depth(p);
  return all_hold({{algebra::rank(p) == rank, "the rank in the algebra"},
                   {std::cmp_equal(oracle::rank(p), rank), "the rank in the oracle"},
                   {algebra::length(p) == as_printed::nested::length(p), "the length"},
                   {algebra::depth(p) == depth, "the depth in the algebra"},
                   {std::cmp_equal(oracle::depth(p), depth), "the depth in the oracle"}});
}

Domain profiles() {
  return make_domain("a profile", {Sort::profile}, [](Entropy& entropy, int size) -> Operands {
    return {draw_profile_up_to(entropy, 2 + static_cast<std::size_t>(size) / 12)};
  });
}

Domain profile_with_index() {
  return make_domain("a profile and the index of a mode", {Sort::profile, Sort::integer},
                     [](Entropy& entropy, int) -> Operands {
                       const Profile p = draw_profile_up_to(entropy, 7);
                       const std::size_t n = algebra::rank(p) + (entropy.chance(8) ? 1 : 0);
                       return {p, static_cast<Int>(entropy.below(n))};
                     });
}

/// All modes of P, as the algebra has them.
std::vector<Profile> modes_of(const Profile& p) {
  std::vector<Profile> modes;
  for (std::size_t i = 0; i < as_printed::nested::rank(p); ++i)
    modes.push_back(*algebra::mode(p, i));
  return modes;
}

/// mode_i(P) is P for depth 0; else the modes make up P. That determines them, because a tuple has
/// its members in one way only.
Result check_2_2_1_5(const Profile& p, Int i) {
  const Outcome<Profile> mode = algebra::mode(p, static_cast<std::size_t>(i));
  if (i >= static_cast<Int>(as_printed::nested::rank(p)))
    return mode ? fails("there is no such mode, but the algebra says " + text(mode)) : unmet();
  if (p.is_entry()) return holds_if_equal(mode, p);
  const Profile made_up = Profile::tuple_of(modes_of(p));
  return holds_if(made_up == p,
                  [&] { return "the modes do not make up P, but " + to_string(made_up); });
}

/// len_j, len_<j and len_≤j against the places of the entries: with the entries numbered, mode j of
/// the tuple has the numbers from len_<j up to len_≤j.
Result check_2_2_1_7(const Profile& p, Int j) {
  const std::vector<Profile> modes = modes_of(p);
  if (p.is_entry() || j >= static_cast<Int>(modes.size())) return unmet();
  std::size_t before = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(j); ++i)
    before += as_printed::nested::length(modes[i]);
  const std::size_t up_to = before + as_printed::nested::length(modes[static_cast<std::size_t>(j)]);
  Tuple numbers(p.length());
  std::iota(numbers.begin(), numbers.end(), 0);
  const NestedTuple mode = *algebra::mode(NestedTuple(numbers, p), static_cast<std::size_t>(j));
  const bool last = j + 1 == static_cast<Int>(modes.size());
  return holds_if(
      mode.entries() == slice(numbers, before, up_to) && (!last || up_to == p.length()), [&] {
        return "len_<j = " + std::to_string(before) + ", len_≤j = " + std::to_string(up_to) +
               ", but the entries of mode j are " + to_string(NestedTuple::flat(mode.entries()));
      });
}

/// Q, and a list of as many profiles as Q has entries, mostly.
Operands draw_substitution(Entropy& entropy, const Profile& q) {
  std::vector<Profile> parts;
  for (std::size_t n = q.length() + (entropy.chance(6) ? 1 : 0); n > 0; --n)
    parts.push_back(draw_profile_up_to(entropy, 3));
  return {q, Profile::tuple_of(parts)};
}

bool can_substitute(const Profile& q, const Profile& parts) {
  return !parts.is_entry() && parts_of(parts).size() == q.length();
}

Domain substitutions() {
  return enumerated_where(make_domain("a profile and a list of as many profiles as it has entries",
                                      {Sort::profile, Sort::profile},
                                      [](Entropy& entropy, int) -> Operands {
                                        return draw_substitution(entropy,
                                                                 draw_profile_up_to(entropy, 5));
                                      }),
                          can_substitute);
}

Result check_2_2_1_8(const Profile& q, const Profile& list, Wording wording) {
  if (!can_substitute(q, list)) return unmet();
  const std::vector<Profile> parts = parts_of(list);
  return agree<Profile>(
      {{"the P_i in place of the entries", as_printed::nested::substituted(q, parts)},
       {"the definition", substituted_by_recursion(q, parts, wording)},
       {"the algebra", algebra::substitute(q, parts)},
       {"the oracle", oracle::substitute(q, parts)}});
}

Result check_2_2_1_9(const Profile& list, Wording wording) {
  if (list.is_entry()) return unmet();
  const std::vector<Profile> parts = parts_of(list);
  const Profile q = Profile::flat(parts.size());
  return agree<Profile>({{"the list", list},
                         {"by 2.2.1.8", substituted_by_recursion(q, parts, wording)},
                         {"the algebra", algebra::substitute(q, parts)},
                         {"the tuple of the P_i", Profile::tuple_of(parts)}});
}

/// (P_1, …, P_m)_Q by 2.2.1.8 as printed, or by replacing the stars in the text of Q. Undefined if
/// there are more or fewer than len(Q).
Outcome<Profile> composed(const Profile& q, std::span<const Profile> parts, Wording wording) {
  if (parts.size() != q.length()) return Undefined{"there are more or fewer profiles than entries"};
  if (wording == Wording::as_printed) return substituted_by_recursion(q, parts, wording);
  return as_printed::nested::substituted(q, std::vector<Profile>(parts.begin(), parts.end()));
}

/// The profiles of a list of lists, each list handed to the next of `outer`: (P_1, …)_{Q_1}, ….
/// Pre: together they have as many entries as there are parts.
Outcome<std::vector<Profile>> composed_in_turn(const std::vector<Profile>& outer,
                                               const std::vector<Profile>& parts, Wording wording) {
  std::vector<Profile> results;
  std::span<const Profile> left = parts;
  for (const Profile& q : outer) {
    const Outcome<Profile> part = composed(q, left.first(q.length()), wording);
    if (!part) return part.undefined();
    results.push_back(*part);
    left = left.subspan(q.length());
  }
  return results;
}

/// Whether (P_σ(1), …, P_σ(r))_Q = (P_1, …, P_r)_Q for every σ: if the symmetric groups act
/// trivially, this is what the equivariance of the composition of a symmetric operad says. It is
/// enough to swap neighbours.
Result is_equivariant(const Profile& q, std::vector<Profile> parts) {
  const Outcome<Profile> together = composed(q, parts, Wording::as_printed);
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    std::swap(parts[i], parts[i + 1]);
    const Outcome<Profile> swapped = composed(q, parts, Wording::as_printed);
    std::swap(parts[i], parts[i + 1]);
    if (!is(swapped, *together))
      return fails("not equivariant: " + text(swapped) + " is not " + text(together));
  }
  return holds();
}

/// The laws of a non-symmetric operad for Q, (Q_1, …, Q_r) and the P_1, …, P_n; by the letter with
/// 2.2.1.8 as printed and trivial actions of the symmetric groups.
Result check_2_2_1_10(const Profile& q, const Profile& inner, const Profile& list,
                      Wording wording) {
  const std::vector<Profile> qs = parts_of(inner);
  const std::vector<Profile> ps = parts_of(list);
  if (!can_substitute(q, inner) || list.is_entry()) return unmet();
  const Outcome<Profile> together = composed(q, qs, wording);
  if (!together) return fails("(Q_1, …, Q_r)_Q is " + text(together));
  const std::size_t arity = inner.length();
  const Profile unit;
  return all_hold(
             {{as_printed::nested::length(*together) == arity, "its length is that of the Q_i"},
              {is(composed(unit, std::vector{q}, wording), q), "(Q)_* = Q"},
              {is(composed(q, std::vector<Profile>(q.length(), unit), wording), q),
               "(*, …, *)_Q = Q"},
              {wording == Wording::as_printed || is(algebra::substitute(q, qs), *together),
               "the algebra says the same of (Q_1, …, Q_r)_Q"}})
      .then([&] {
        if (ps.size() != arity) return unmet();
        const Outcome<std::vector<Profile>> parts = composed_in_turn(qs, ps, wording);
        return as_printed::equation<Profile>(
            composed(*together, ps, wording),
            parts ? composed(q, *parts, wording) : parts.undefined());
      })
      .then([&] { return wording == Wording::as_printed ? is_equivariant(q, qs) : holds(); });
}

Domain operad_operations() {
  return enumerated_where(
      make_domain("Q, (Q_1, …, Q_r), (P_1, …, P_n), as many as there are entries",
                  std::vector(3, Sort::profile),
                  [](Entropy& entropy, int) -> Operands {
                    Operands operands = draw_substitution(entropy, draw_profile_up_to(entropy, 4));
                    std::vector<Profile> parts;
                    for (std::size_t n = std::get<Profile>(operands[1]).length(); n > 0; --n)
                      parts.push_back(draw_profile_up_to(entropy, 2));
                    operands.emplace_back(Profile::tuple_of(parts));
                    return operands;
                  }),
      [](const Profile& q, const Profile& qs, const Profile& ps) {
        return can_substitute(q, qs) && can_substitute(qs, ps);
      });
}

}  // namespace

std::vector<Binding> colfax_2_2_1() {
  const Domain substitution = substitutions();
  const Domain operations = operad_operations();
  return {
      {"colfax.2.2.1.1", words(), check_2_2_1_1},
      {"colfax.2.2.1.3", profiles(), check_2_2_1_3},
      {"colfax.2.2.1.5", profile_with_index(), check_2_2_1_5},
      {"colfax.2.2.1.7", profile_with_index(), check_2_2_1_7},
      {"colfax.2.2.1.8", substitution, with(check_2_2_1_8, Wording::as_printed)},
      {"colfax.2.2.1.8.amended", with(check_2_2_1_8, Wording::amended)},
      {"colfax.2.2.1.9", profiles(), with(check_2_2_1_9, Wording::as_printed)},
      {"colfax.2.2.1.9.amended", with(check_2_2_1_9, Wording::amended)},
      {"colfax.2.2.1.10", operations, with(check_2_2_1_10, Wording::as_printed)},
      {"colfax.2.2.1.10.amended", with(check_2_2_1_10, Wording::amended)},
  };
}

}  // namespace layoutcheck::properties
