// The statements on compact layouts and on complements (colfax 2.3.5, 2.3.6).
#include "as_printed/flat.hpp"
#include "as_printed/layouts.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/oracles/search.hpp>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::nested;

/// Whether each number below n is a value of Φ_A plus a value of Φ_B in exactly one way, and no
/// other number is one.
bool covers_once(const Layout& a, const Layout& b, const Exact& n) {
  oracle::charge(oracle::size(a) * oracle::size(b), limits, "the sums");
  if (oracle::size(a) * oracle::size(b) != n) return false;
  std::vector<bool> covered(static_cast<std::size_t>(n), false);
  for (const Int x : table(a)) {
    for (const Int y : table(b)) {
      if (Exact{x} + y >= n || covered[static_cast<std::size_t>(x + y)]) return false;
      covered[static_cast<std::size_t>(x + y)] = true;
    }
  }
  return true;
}

/// Complementable as printed (colfax 2.1.6.11), by pairs, without sorting. In an order by stride,
/// if s_i·d_i divides d_{i+1} everywhere, then it divides each later stride. Conversely, of two
/// entries with strides above 0, s_j·d_j cannot divide a stride d_i ≤ d_j, as s_j > 1; and 0
/// divides 0 alone.
bool is_complementable_by_pairs(const Layout& a) {
  const Tuple& s = a.extents();
  const Tuple& d = a.strides();
  bool some_zero = false;
  bool some_positive = false;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == 1) continue;
    (d[i] == 0 ? some_zero : some_positive) = true;
    for (std::size_t j = 0; j < i; ++j)
      if (s[j] != 1 && !divides(Exact{s[i]} * d[i], d[j]) && !divides(Exact{s[j]} * d[j], d[i]))
        return false;
  }
  return !(some_zero && some_positive);
}

bool has_zero_stride(const Layout& a) {
  const Tuple strides = oracle::squeeze(a).strides();
  return std::find(strides.begin(), strides.end(), 0) != strides.end();
}

// ---- 2.3.5

Result check_2_3_5_1(const Layout& l) {
  Tuple values = table(l);
  std::ranges::sort(values);
  return agree<bool>({{"Φ_L is a bijection", Exact{values.size()} == oracle::cosize(l) &&
                                                 values == identity_order(values.size())},
                      {"the algebra", algebra::is_compact(l)},
                      {"the oracle", is_compact(l)},
                      {"by the entries", oracle::is_compact_by_radix(l)}});
}

Result check_2_3_5_4(const Layout& l) {
  if (oracle::size(l) == oracle::cosize(l)) return unmet();
  return holds_if(!is_compact(l) && !algebra::is_compact(l),
                  "size and cosize differ, but it is compact");
}

Result check_2_3_5_5(const Layout& l) {
  return agree<bool>({{"L", is_compact(l)},
                      {"L♭", is_compact(algebra::flatten(l))},
                      {"coal(L)", is_compact(algebra::coalesce(l))},
                      {"coal(L) by classes", is_compact(coalesced_by_classes(l))}});
}

// ---- 2.3.6

Result check_2_3_6_1(const Layout& a, const Layout& b) {
  const Layout both = parse_layout(tuple_text({shape_text(a), shape_text(b)}) + ":" +
                                   tuple_text({stride_text(a), stride_text(b)}));
  return agree<bool>(
      {{"(A, B) is compact", is_compact(both)},
       {"each number is covered once", covers_once(a, b, oracle::size(a) * oracle::size(b))},
       {"A ⊥ B in the algebra", algebra::is_complement(a, b)}});
}

Result check_2_3_6_2(const Layout& a, const Layout& b) {
  const std::vector flat{parse_layout(flat_text(a)), parse_layout(flat_text(b))};
  return agree<bool>({{"A ⊥ B", is_compact(algebra::concatenate(std::vector{a, b}))},
                      {"A♭ ⊥ B♭", is_compact(algebra::flat_concatenate(flat))}});
}

Result check_2_3_6_3(const Layout& a) {
  return agree<bool>({{"complementable", is_complementable(a)},
                      {"A♭", is_complementable(algebra::flatten(a))},
                      {"by pairs of entries", is_complementable_by_pairs(a)}});
}

Result check_2_3_6_3_amended(const Layout& a) {
  return agree<bool>(
      {{"complementable", is_complementable_amended(a)},
       {"A♭", is_complementable_amended(algebra::flatten(a))},
       {"the algebra", algebra::is_complementable(a)},
       {"by pairs of entries", is_complementable_by_pairs(a) && !has_zero_stride(a)}});
}

/// Above these numbers the search for all complements takes too long.
constexpr int searched_number = 16;
constexpr int searched_size = 8;

/// Whether the search of all flat coalesced layouts finds an N-complement exactly if there is to be
/// one. (If there is any, there is a flat coalesced one: 2.1.6.27, 2.3.6.2.) Nothing if the search
/// would take too long.
std::optional<bool> search_agrees(const Layout& a, const Exact& number, bool exists) {
  const Exact size = oracle::size(a);
  if (number > searched_number || number > size * searched_size) return std::nullopt;
  return oracle::complements_by_search(a, oracle::to_int(number)).empty() != exists;
}

Result check_2_3_6_4(const Layout& a, bool complementable) {
  const Outcome<Layout> complement = narrow(oracle::flat_complement(a, limits));
  if (complement.has_value() != complementable)
    return fails("complementable: " + yes_or_no(complementable) +
                 "; complement: " + text(complement));
  if (complement && !is_complement(a, *complement))
    return fails(text(complement) + " is no complement");
  // If any N has a complement, it is a multiple of size(A), and reach(A) is one of these N.
  const Exact size = oracle::size(a);
  for (Exact number = size; !complementable && number <= searched_number; number += size)
    if (search_agrees(a, number, false) == false)
      return fails("not complementable, but there is a " + digits(number) + "-complement");
  return holds();
}

/// What the algebra says must agree with the amended definition, too.
Result check_2_3_6_4_amended(const Layout& a, bool complementable) {
  if (algebra::is_complementable(a) != complementable)
    return fails("the algebra says: complementable: " + yes_or_no(!complementable));
  return check_2_3_6_4(a, complementable);
}

/// What 2.1.6.16 and 2.1.6.29 build must be a layout, and coal of it the complement.
Result check_2_3_6_5(const Layout& a, Int number, bool complementable, bool with_number) {
  if (!complementable && !with_number) return unmet();
  return all_hold({complementable
                       ? equation(algebra::complement(a), constructed_complement(a, std::nullopt))
                       : holds(),
                   with_number ? equation(algebra::complement(a, number, Convention::strict),
                                          constructed_complement(a, number))
                               : holds()});
}

Result check_2_3_6_6(const Layout& a, bool complementable) {
  if (!complementable) return unmet();
  const Outcome<Layout> flat = constructed_flat_complement(a, std::nullopt);
  if (!flat) return fails("comp♭(A♭) is " + text(flat));
  const Outcome<Layout> found = algebra::complement(a);
  return equation<Layout>(found, coalesced_form(*flat)).then([&] {
    return holds_if(flat->length() > 1 || *found != *flat,
                    "comp(A) is comp♭(A♭), which has length at most 1");
  });
}

Result check_2_3_6_7(const Layout& a, const Layout& b, Int number) {
  const bool of_size = Exact{algebra::size(a)} * algebra::size(b) == Exact{number};
  return agree<bool>({{"A ⊥ B, and of size N", algebra::is_complement(a, b) && of_size},
                      {"N-complement", is_complement(a, b, number)},
                      {"[0, N) is covered once", covers_once(a, b, Exact{number})}});
}

/// The definition says the same of A♭, and that each s_i·d_i divides N: the last one is a multiple
/// of the others.
Result check_2_3_6_8(const Layout& a, Int number, bool complementable, bool of_flattening) {
  bool all_divide = is_complementable_by_pairs(a);
  for (std::size_t i = 0; i < a.length(); ++i) {
    all_divide = all_divide &&
                 (a.extents()[i] == 1 || divides(Exact{a.extents()[i]} * a.strides()[i], number));
  }
  return agree<bool>({{"N-complementable", complementable},
                      {"A♭", of_flattening},
                      {"by pairs of entries", all_divide}});
}

/// By the letter there is no last s_i·d_i if all extents are 1.
Result check_2_3_6_8_printed(const Layout& a, Int number) {
  const bool complementable = is_complementable_by_letter(a, number);
  const bool of_flattening = is_complementable_by_letter(algebra::flatten(a), number);
  if (oracle::size(a) > 1) return check_2_3_6_8(a, number, complementable, of_flattening);
  return holds_if(!complementable && !of_flattening, "it is N-complementable");
}

Result check_2_3_6_8_amended(const Layout& a, Int number) {
  const bool complementable = is_complementable(a, number);
  if (algebra::is_complementable(a, number) != complementable)
    return fails("the algebra says: N-complementable: " + yes_or_no(!complementable));
  return check_2_3_6_8(a, number, complementable, is_complementable(algebra::flatten(a), number));
}

Result check_2_3_6_9(const Layout& a, Int number, bool complementable) {
  const Outcome<Layout> complement = narrow(oracle::complement_by_covering(a, number, limits));
  if (complement.has_value() != complementable ||
      !search_agrees(a, number, complementable).value_or(true))
    return fails("N-complementable: " + yes_or_no(complementable) +
                 ", but a search says otherwise");
  // The proof names the N-complement.
  const Outcome<Layout> named = algebra::complement(a, number, Convention::strict);
  return holds_if(complementable ? named && is_complement(a, *named, number) : !named,
                  [&] { return "comp(A, N) is " + text(named) + ", which is no N-complement"; });
}

std::vector<Binding> compact_layouts() {
  return {
      {"colfax.2.3.5.1", mostly_compact_layouts(), check_2_3_5_1},
      {"colfax.2.3.5.4", layouts(nested), check_2_3_5_4},
      {"colfax.2.3.5.5", mostly_compact_layouts(), check_2_3_5_5},
  };
}

std::vector<Binding> complements() {
  const Domain complementable = complementable_layouts(nested);
  const Domain with_number = complementable_with_number(nested);
  return {
      {"colfax.2.3.6.1", complement_pairs(nested), check_2_3_6_1},
      {"colfax.2.3.6.2", complement_pairs(nested), check_2_3_6_2},
      {"colfax.2.3.6.3", complementable, check_2_3_6_3},
      {"colfax.2.3.6.3.amended", check_2_3_6_3_amended},
      {"colfax.2.3.6.4", complementable,
       [](const Layout& a) { return check_2_3_6_4(a, is_complementable(a)); }},
      {"colfax.2.3.6.4.amended",
       [](const Layout& a) { return check_2_3_6_4_amended(a, is_complementable_amended(a)); }},
      {"colfax.2.3.6.5", with_number,
       [](const Layout& a, Int number) {
         return check_2_3_6_5(a, number, is_complementable(a),
                              is_complementable_by_letter(a, number));
       }},
      {"colfax.2.3.6.5.amended",
       [](const Layout& a, Int number) {
         return check_2_3_6_5(a, number, is_complementable_amended(a),
                              is_complementable(a, number));
       }},
      {"colfax.2.3.6.6", complementable,
       [](const Layout& a) { return check_2_3_6_6(a, is_complementable(a)); }},
      {"colfax.2.3.6.6.amended",
       [](const Layout& a) { return check_2_3_6_6(a, is_complementable_amended(a)); }},
      {"colfax.2.3.6.7", complement_pairs_with_number(nested), check_2_3_6_7},
      {"colfax.2.3.6.8", with_number, check_2_3_6_8_printed},
      {"colfax.2.3.6.8.amended", check_2_3_6_8_amended},
      {"colfax.2.3.6.9", with_number,
       [](const Layout& a, Int number) {
         return check_2_3_6_9(a, number, is_complementable_by_letter(a, number));
       }},
      {"colfax.2.3.6.9.amended",
       [](const Layout& a, Int number) {
         return check_2_3_6_9(a, number, is_complementable(a, number));
       }},
  };
}

}  // namespace

std::vector<Binding> colfax_2_3_5() {
  return joined({compact_layouts, complements});
}

}  // namespace layoutcheck::properties
