// The statements on substitution in nested tuples (colfax 2.2.3). A list X_1, …, X_m is one
// operand, the nested tuple (X_1, …, X_m).
#include "as_printed/nested.hpp"
#include "lists.hpp"

#include <algorithm>

namespace layoutcheck::properties {

namespace {

using as_printed::Wording;
using as_printed::nested::draw_profile_up_to;
using as_printed::nested::is;
using as_printed::nested::parts_of;

/// A list of this many small nested tuples.
NestedTuple draw_list(Entropy& entropy, std::size_t length) {
  std::vector<NestedTuple> parts;
  for (; length > 0; --length) {
    parts.push_back(entropy.chance(30) ? NestedTuple(static_cast<Int>(entropy.below(9)))
                                       : as_printed::nested::draw_nested(entropy, 30));
  }
  return NestedTuple::tuple_of(parts);
}

bool can_substitute(std::size_t places, const NestedTuple& list) {
  return !list.is_entry() && parts_of(list).size() == places;
}

/// Y, and a list of as many nested tuples as Y has entries.
Domain tuple_substitutions() {
  return enumerated_where(
      make_domain("a nested tuple and a list of as many as it has entries",
                  std::vector(2, Sort::tuple),
                  [](Entropy& entropy, int size) -> Operands {
                    NestedTuple y = as_printed::nested::draw_nested(entropy, size / 2);
                    const std::size_t m = y.length() + (entropy.chance(6) ? 1 : 0);
                    return {std::move(y), draw_list(entropy, m)};
                  }),
      [](const Tuple& y, const NestedTuple& list) { return can_substitute(y.size(), list); });
}

/// (X_1, …, X_m)_Q: the flattening X_1♭ ⋆ … ⋆ X_m♭ with the profile (P_1, …, P_m)_Q of 2.2.1.8, as
/// printed or as amended. Undefined if that profile is, or has another length.
Outcome<NestedTuple> defined(const Profile& q, std::span<const NestedTuple> xs, Wording wording) {
  Tuple entries;
  std::vector<Profile> profiles;
  for (const NestedTuple& x : xs) {
    entries.insert(entries.end(), x.entries().begin(), x.entries().end());
    profiles.push_back(x.profile());
  }
  const Outcome<Profile> p = as_printed::nested::substituted_by_recursion(q, profiles, wording);
  if (!p) return p.undefined();
  if (p->length() != entries.size()) return Undefined{to_string(*p) + " has another length"};
  return NestedTuple(entries, *p);
}

/// The definition, Q = prof(Y), against replacing the entries in the text of Q, the algebra and the
/// reference.
Result check_2_2_3_1(const NestedTuple& y, const NestedTuple& list, Wording wording) {
  if (!can_substitute(y.length(), list)) return unmet();
  const std::vector<NestedTuple> xs = parts_of(list);
  return agree<NestedTuple>(
      {{"the X_i in place of the entries", as_printed::nested::substituted(y.profile(), xs)},
       {"the definition", defined(y.profile(), xs, wording)},
       {"the algebra", algebra::substitute(y.profile(), xs)},
       {"the oracle", oracle::substitute(y.profile(), xs)}});
}

Result check_2_2_3_5(const NestedTuple& list, Wording wording) {
  if (list.is_entry()) return unmet();
  const std::vector<NestedTuple> xs = parts_of(list);
  const Profile p = Profile::flat(xs.size());
  return agree<NestedTuple>({{"the list", list},
                             {"the definition", defined(p, xs, wording)},
                             {"the algebra", algebra::substitute(p, xs)},
                             {"the concatenation", algebra::concatenate(xs)},
                             {"the tuple of the X_i", NestedTuple::tuple_of(xs)}});
}

/// The laws of an algebra over the operad of 2.2.1.10: X_* = X, and ((X_1, …)_{Q_1}, …)_Q = (X_1,
/// …)_{(Q_1, …, Q_r)_Q}.
Result check_2_2_3_6(const Profile& q, const Profile& inner, const NestedTuple& list,
                     Wording wording) {
  const std::vector<Profile> qs = parts_of(inner);
  if (inner.is_entry() || qs.size() != q.length() || !can_substitute(inner.length(), list))
    return unmet();
  const std::vector<NestedTuple> xs = parts_of(list);
  if (!is(defined(Profile(), std::vector{list}, wording), list))
    return fails("* does not act as the unit on " + to_string(list));
  std::vector<NestedTuple> results;
  std::span<const NestedTuple> left = xs;
  for (const Profile& part : qs) {
    const Outcome<NestedTuple> result = defined(part, left.first(part.length()), wording);
    if (!result) return fails("(X_1, …)_{Q_i} is " + text(result));
    results.push_back(*result);
    left = left.subspan(part.length());
  }
  const Outcome<NestedTuple> in_turn = defined(q, results, wording);
  const Outcome<Profile> composed = as_printed::nested::substituted_by_recursion(q, qs, wording);
  if (!composed || composed->length() != xs.size())
    return fails("(Q_1, …, Q_r)_Q is " + text(composed));
  const Outcome<NestedTuple> at_once = defined(*composed, xs, wording);
  return as_printed::equation(in_turn, at_once).then([&] {
    return holds_if_equal(algebra::substitute(q, results), *at_once);
  });
}

Domain algebra_operations() {
  return enumerated_where(
      make_domain("Q, (Q_1, …, Q_r), (X_1, …, X_n), as many as there are entries",
                  {Sort::profile, Sort::profile, Sort::tuple},
                  [](Entropy& entropy, int) -> Operands {
                    const Profile q = draw_profile_up_to(entropy, 4);
                    std::vector<Profile> parts;
                    for (std::size_t n = q.length(); n > 0; --n)
                      parts.push_back(draw_profile_up_to(entropy, 3));
                    const Profile inner = Profile::tuple_of(parts);
                    const std::size_t n = inner.length() + (entropy.chance(5) ? 1 : 0);
                    return {q, inner, draw_list(entropy, n)};
                  }),
      [](const Profile& q, const Profile& inner, const NestedTuple& xs) {
        return !inner.is_entry() && parts_of(inner).size() == q.length() &&
               can_substitute(inner.length(), xs);
      });
}

}  // namespace

std::vector<Binding> colfax_2_2_3() {
  const Domain substitution = tuple_substitutions();
  const Domain nested = as_printed::nested::nested_tuples();
  const Domain operations = algebra_operations();
  return {
      {"colfax.2.2.3.1", substitution, with(check_2_2_3_1, Wording::as_printed)},
      {"colfax.2.2.3.1.amended", with(check_2_2_3_1, Wording::amended)},
      {"colfax.2.2.3.5", nested, with(check_2_2_3_5, Wording::as_printed)},
      {"colfax.2.2.3.5.amended", with(check_2_2_3_5, Wording::amended)},
      {"colfax.2.2.3.6", operations, with(check_2_2_3_6, Wording::as_printed)},
      {"colfax.2.2.3.6.amended", with(check_2_2_3_6, Wording::amended)},
  };
}

}  // namespace layoutcheck::properties
