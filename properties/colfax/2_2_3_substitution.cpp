// The statements on substitution in nested tuples (colfax 2.2.3). A list X_1, …, X_m is one
// operand, the nested tuple (X_1, …, X_m).
#include "as_printed/nested.hpp"
#include "lists.hpp"

#include <algorithm>

namespace layoutcheck::properties {

namespace {

using as_printed::on;
using as_printed::nested::draw_profile_up_to;
using as_printed::nested::is;
using as_printed::nested::parts_of;
using as_printed::nested::text;

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
Domain substitutions() {
  return enumerated_where(
      make_domain("a nested tuple and a list of as many as it has entries",
                  std::vector(2, Sort::tuple),
                  [](Entropy& entropy, int size) -> Operands {
                    NestedTuple y = as_printed::nested::draw_nested(entropy, size / 2);
                    const std::size_t m = y.length() + (entropy.chance(6) ? 1 : 0);
                    return {std::move(y), draw_list(entropy, m)};
                  }),
      [](const Operands& o) {
        return can_substitute(std::get<NestedTuple>(o[0]).length(), std::get<NestedTuple>(o[1]));
      });
}

/// The profile (P_1, …, P_m)_Q by 2.2.1.8, with the lengths of the modes of Q.
Profile substituted(const Profile& q, std::span<const Profile> parts) {
  if (q.is_entry()) return parts.front();
  std::vector<Profile> modes;
  for (const Profile& mode : q.modes()) {
    modes.push_back(substituted(mode, parts.first(mode.length())));
    parts = parts.subspan(mode.length());
  }
  return Profile::tuple_of(modes);
}

/// The flattening X_1♭ ⋆ … ⋆ X_m♭ with the profile (P_1, …, P_m)_Q, Q = prof(Y); against replacing
/// the entries in the text of Q.
Result check_2_2_3_1(const NestedTuple& y, const NestedTuple& list) {
  if (!can_substitute(y.length(), list)) return unmet();
  const std::vector<NestedTuple> xs = parts_of(list);
  Tuple entries;
  std::vector<Profile> profiles;
  for (const NestedTuple& x : xs) {
    entries.insert(entries.end(), x.entries().begin(), x.entries().end());
    profiles.push_back(x.profile());
  }
  const NestedTuple defined(entries, substituted(y.profile(), profiles));
  const Outcome<NestedTuple> found = algebra::substitute(y.profile(), xs);
  if (!is(found, defined)) {
    return fails("the definition gives " + to_string(defined) + ", the algebra " + text(found));
  }
  return holds_if(as_printed::nested::substituted(y.profile(), xs) == defined &&
                      is(oracle::substitute(y.profile(), xs), defined),
                  [&] {
                    return "to put the X_i in the places of the entries gives " +
                           to_string(as_printed::nested::substituted(y.profile(), xs));
                  });
}

Result check_2_2_3_5(const NestedTuple& list) {
  if (list.is_entry()) return unmet();
  const std::vector<NestedTuple> xs = parts_of(list);
  const Outcome<NestedTuple> found = algebra::substitute(Profile::flat(xs.size()), xs);
  return holds_if(
      is(found, list) && algebra::concatenate(xs) == list && NestedTuple::tuple_of(xs) == list,
      [&] { return "it is " + text(found); });
}

/// The laws of an algebra over the operad of 2.2.1.10: X_* = X, and ((X_1, …)_{Q_1}, …)_Q = (X_1,
/// …)_{(Q_1, …, Q_r)_Q}.
Result check_2_2_3_6(const Profile& q, const Profile& inner, const NestedTuple& list) {
  const std::vector<Profile> qs = parts_of(inner);
  if (inner.is_entry() || qs.size() != q.length() || !can_substitute(inner.length(), list)) {
    return unmet();
  }
  const std::vector<NestedTuple> xs = parts_of(list);
  if (!is(algebra::substitute(Profile(), std::vector{list}), list)) {
    return fails("* does not act as the unit on " + to_string(list));
  }
  std::vector<NestedTuple> results;
  std::span<const NestedTuple> left = xs;
  for (const Profile& part : qs) {
    results.push_back(*algebra::substitute(part, left.first(part.length())));
    left = left.subspan(part.length());
  }
  const Outcome<NestedTuple> in_turn = algebra::substitute(q, results);
  const Outcome<NestedTuple> at_once = algebra::substitute(*algebra::substitute(q, qs), xs);
  return holds_if(in_turn && at_once && *in_turn == *at_once,
                  [&] { return text(in_turn) + " is not " + text(at_once); });
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
      [](const Operands& o) {
        const auto& inner = std::get<Profile>(o[1]);
        return !inner.is_entry() && parts_of(inner).size() == std::get<Profile>(o[0]).length() &&
               can_substitute(inner.length(), std::get<NestedTuple>(o[2]));
      });
}

}  // namespace

std::vector<Statement> colfax_2_2_3() {
  return {
      {
          .id = "colfax.2.2.3.1",
          .kind = "Definition",
          .says = "(X_1, …, X_m)_Q has the flattening X_1♭ ⋆ … ⋆ X_m♭ and the profile (P_1, …, "
                  "P_m)_Q; (X_1, …, X_m)_Y is that for Q = prof(Y).",
          .domain = substitutions(),
          .check = on<NestedTuple, NestedTuple>(check_2_2_3_1),
          .remark = "Compared with the algebra, the reference, and with replacing the entries in "
                    "the text of Q.",
      },
      misprinted_example("colfax.2.2.3.2", "(64, 16, 4)_{(*,(*,*))} = (64,(32,4)).",
                         "substitute((*,(*,*)), 64, 16, 4) = (64,(32,4))", "X_2 is 16.",
                         "(64,(16,4))."),
      example("colfax.2.2.3.3",
              "((2,2), (3,3), (5,5), (7,7))_{((*,*),(*,*))} = (((2,2),(3,3)),((5,5),(7,7)))."),
      misprinted_example("colfax.2.2.3.4", "For X = (12), (X)_* = 12.", "substitute(*, (12)) = 12",
                         "By 2.2.3.1 (X)_* has the profile of X, so that (X)_* = X = (12). Perhaps "
                         "(X) = (12) was meant, as in 2.2.3.2.",
                         "X = 12 for X = (12)."),
      {
          .id = "colfax.2.2.3.5",
          .kind = "Example",
          .says = "(2, 2, (5,5))_{(*,*,*)} = (2,2,(5,5)); for P = (*, …, *) the P-substitution is "
                  "the concatenation (X_1, …, X_m).",
          .domain = as_printed::nested::nested_tuples(),
          .check = on<NestedTuple>(check_2_2_3_5),
      },
      {
          .id = "colfax.2.2.3.6",
          .kind = "Aside",
          .says = "Nested tuples of integers are an algebra over the operad of profiles, by "
                  "substitution.",
          .domain = algebra_operations(),
          .check = on<Profile, Profile, NestedTuple>(check_2_2_3_6),
          .remark = "For the non-symmetric operad of 2.2.1.10. Checked: the unit law, and the "
                    "compatibility with the composition of profiles.",
          .slips = {"The structure map is printed for Profile(n) and X_1, …, X_m; m = n is meant.",
                    "In our copy the arrow between the elements points from right to left."},
      },
  };
}

}  // namespace layoutcheck::properties
