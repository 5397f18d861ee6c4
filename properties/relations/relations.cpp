// How the definitions of several sources relate: which implies which, and where they differ.
#include "as_printed/admissible.hpp"
#include "as_printed/admissible_domains.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/oracles/composition.hpp>

namespace layoutcheck::properties {

namespace {

using as_printed::limits;
using formulas::Admissibility;

constexpr auto limit = static_cast<Int>(limits.points);

// Complements

Result check_sorted(const Layout& l) {
  return agree<bool>({{"by shah", shah::is_sorted(l)}, {"by colfax", oracle::is_sorted(l)}});
}

Result check_complementable(const Layout& a, Int m) {
  const bool admissible = shah::admits_complement(a, m);
  const bool complementable = as_printed::is_complementable(a, m);
  const Outcome<Layout> complement = algebra::flat_complement(a, m);
  return all_hold({{admissible ? complementable : !complementable || shah::has_one(a.extents()),
                    "admissible layouts are M-complementable, and conversely if no extent is 1"},
                   {!admissible || (complement &&
                                    algebra::flat_coalesce(shah::complement(a, m)) == *complement),
                    "coal♭(complement(A, M)) = comp♭(A, M)"}});
}

// Composition

/// f^ is the function of the extended convention, and that of squeeze(L) of the squeezed one.
Result check_extended_function(const Layout& l) {
  const Layout squeezed = oracle::squeeze(l);
  const Int end = checked_add(checked_multiply(2, algebra::size(l)), 20);
  if (end > limit) throw LimitReached("the size exceeds the limit");
  bool equal = true;
  for (Int x = 0; x < end; ++x) {
    const Exact by_one = oracle::value_at(l, x, Convention::extended);
    const Exact by_other = oracle::value_at(l, x, Convention::squeezed);
    if (by_one != shah::extended_value(l, x) || by_other != shah::extended_value(squeezed, x))
      return fails("they are not the functions of the conventions");
    equal = equal && by_one == by_other;
  }
  return agree<bool>(
      {{"the functions are equal", equal},
       {"the last mode is kept, or continues what is",
        l.extents().back() > 1 ||
            (squeezed.length() > 0 &&
             Exact{squeezed.extents().back()} * squeezed.strides().back() == l.strides().back())}});
}

bool are_shape_and_mode(const Tuple& s, const Layout& b) {
  return !s.empty() && b.length() == 1 && shah::is_positive(b);
}

Result check_intervals(const Tuple& s, const Layout& b) {
  const Int n = b.extents()[0];
  const Int r = b.strides()[0];
  const formulas::Interval image = formulas::occupied_interval(s, n, r, Admissibility::primer);
  const formulas::Interval definition = formulas::occupied_interval(s, n, r, Admissibility::shah);
  Exact end = 1;
  for (std::size_t i = 0; i + 1 < s.size(); ++i)
    end *= s[i];
  const Exact last = std::min<Exact>(image.last, end - 1);
  const bool is_empty = last < image.first;
  return holds_if(is_empty ? definition == formulas::Interval{}
                           : definition.first == image.first && definition.last == last,
                  "the intervals differ below M_0 ⋯ M_{α−1}");
}

bool have_no_ones(const Layout& a, const Layout& b) {
  return shah::is_positive_without_ones(a) && shah::is_positive_without_ones(b);
}

template <Admissibility kind>
bool are_admissible(const Layout& a, const Layout& b) {
  return have_no_ones(a, b) && shah::is_admissible(a.extents(), b, kind);
}

bool is_admissible_by_shah(const Tuple& s, const Layout& b) {
  return !s.empty() && !shah::has_one(s) && shah::is_positive_without_ones(b) &&
         shah::is_admissible(s, b, Admissibility::shah);
}

Result check_primer_implies_shah(const Layout& a, const Layout& b) {
  if (!shah::is_admissible(a.extents(), b, Admissibility::shah))
    return fails("not admissible by shah 2.17");
  const Outcome<Layout> by_primer = formulas::composition_formula(a, b, Admissibility::primer);
  const Outcome<Layout> by_shah = formulas::composition_formula(a, b, Admissibility::shah);
  return holds_if(by_primer && by_shah && algebra::squeeze(*by_primer) == *by_shah, [&] {
    return "A∘B is " + text(by_primer) + " by the primer, and " + text(by_shah) + " by shah";
  });
}

Result check_extended_composite(const Layout& a, const Layout& b) {
  std::vector<Layout> modes;
  for (std::size_t k = 0; k < b.length(); ++k)
    modes.push_back(algebra::coalesce(shah::composites(a, b.extents()[k], b.strides()[k]).at(0)));
  const Layout claimed = Layout::tuple_of(modes);
  const Outcome<oracle::ExactLayout> composite =
      oracle::composition(a, b, Convention::extended, limits);
  const Outcome<Layout> found = algebra::composition(a, b, Convention::extended, limit);
  return holds_if(
      composite && oracle::to_layout(*composite) == claimed && found && *found == claimed, [&] {
        return "shah's A∘B with coalesced modes is " + to_string(claimed) +
               "; the extended composite is " + text(found);
      });
}

/// Where shah 2.18 and primer 19 hold. The digits of the values of one mode are free: so a carry at
/// some place happens if and only if the greatest digits there add up to the extent.
Result check_carries(const Tuple& s, const Layout& b) {
  Tuple greatest(s.size(), 0);
  for (std::size_t k = 0; k < b.length(); ++k) {
    oracle::charge(b.extents()[k], as_printed::limits, "the points of a mode");
    Tuple of_mode(s.size(), 0);
    for (Int y = 0; y < b.extents()[k]; ++y) {
      const Tuple digits = shah::extended_coordinate(s, checked_multiply(y, b.strides()[k]));
      for (std::size_t i = 0; i < s.size(); ++i)
        of_mode[i] = std::max(of_mode[i], digits[i]);
    }
    for (std::size_t i = 0; i < s.size(); ++i)
      greatest[i] = checked_add(greatest[i], of_mode[i]);
  }
  bool carries = false;
  for (std::size_t i = 0; i + 1 < s.size(); ++i)
    carries = carries || greatest[i] >= s[i];
  const bool agree = std::ranges::all_of(shah::with_spanning_strides(s), [&](const Layout& a) {
    const Outcome<Layout> c = formulas::composition_formula(a, b, Admissibility::shah);
    return shah::is_composite(c, a, b).kind == Result::Kind::holds;
  });
  return holds_if(agree != carries, [&] {
    return "a carry: " + yes_or_no(carries) + ", the functions agree: " + yes_or_no(agree);
  });
}

Result check_strict_implies_extended(const Layout& a, const Layout& b) {
  const Outcome<oracle::ExactLayout> strict = oracle::composition(a, b, Convention::strict, limits);
  if (!strict) return unmet();
  const Outcome<Layout> extended = algebra::composition(a, b, Convention::extended, limit);
  return holds_if_equal(extended, oracle::to_layout(*strict));
}

// Division

Result check_division(const Layout& a, const Layout& b) {
  const Outcome<Layout> quotient = formulas::division_formula(a, b, Admissibility::primer);
  if (!quotient) return unmet();
  const auto divided = algebra::logical_divide(a, Tiler(b), Convention::strict, limit);
  return holds_if(divided && as_printed::same_function(*divided, *quotient),
                  [&] { return "A/B is " + to_string(*quotient) + ", A ⊘ B is " + text(divided); });
}

}  // namespace

std::vector<Binding> relations() {
  constexpr auto any_rank = static_cast<std::size_t>(-1);
  return {
      {"relation.sorted-by-shah-is-sorted-by-colfax", layouts(Nesting::flat), check_sorted},
      {"relation.shah-complement-admissible-implies-colfax-complementable",
       complementable_with_number(Nesting::flat), given(shah::is_positive, check_complementable)},
      {"relation.squeezing-and-the-extended-function", positive_layouts(Ones::some),
       given(shah::is_positive, check_extended_function)},
      {"relation.interval-of-definition-is-part-of-interval-of-image",
       shape_and_mode(Ones::some, Admissibility::shah), given(are_shape_and_mode, check_intervals)},
      {"relation.primer-composable-implies-shah-composable",
       layout_and_layout(Ones::none, Admissibility::primer),
       given(are_admissible<Admissibility::primer>, check_primer_implies_shah)},
      {"relation.shah-composable-implies-extended-composite",
       layout_and_layout(Ones::none, Admissibility::shah),
       given(are_admissible<Admissibility::apart>, check_extended_composite)},
      {"relation.shah-composite-is-right-unless-a-digit-carries",
       shape_and_layout(Ones::none, Admissibility::shah, any_rank),
       given(is_admissible_by_shah, check_carries)},
      {"relation.colfax-composable-implies-extended-composite", composable_layouts(Nesting::nested),
       check_strict_implies_extended},
      {"relation.primer-divisible-implies-colfax-divisible",
       layout_and_divisor(Ones::none, Admissibility::primer), given(have_no_ones, check_division)},
  };
}

}  // namespace layoutcheck::properties
