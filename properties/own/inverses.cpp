// Inverses: the theorems of docs/inverses.md, checked on tables.
#include "as_printed/definitions.hpp"
#include "lists.hpp"
#include <layoutcheck/oracles/inverse.hpp>
#include <layoutcheck/oracles/recognition.hpp>
#include <layoutcheck/properties/domains.hpp>

#include <algorithm>
#include <set>

namespace layoutcheck::properties {

namespace {

using as_printed::limits;
using oracle::ExactLayout;

std::string text(const ExactLayout& l) {
  return to_string(oracle::to_layout(l));
}

Result check_largest(const Layout& l) {
  const Tuple table = as_printed::table(l);
  const std::set<Int> values(table.begin(), table.end());
  if (values.size() != oracle::size(oracle::without_zero_strides(l))) return unmet();
  Int missing = 0;
  while (values.contains(missing))
    ++missing;
  const ExactLayout r = oracle::right_inverse(l, limits);
  return holds_if(oracle::size(r) == missing && oracle::is_right_inverse(r, l, limits), [&] {
    return text(r) + ", while the least number that is no value is " + std::to_string(missing);
  });
}

bool takes_no_value_twice(const Layout& l) {
  const Tuple table = as_printed::table(l);
  return std::set<Int>(table.begin(), table.end()).size() == table.size();
}

Result check_digits(const Layout& l) {
  bool claimed = takes_no_value_twice(l);
  std::vector<Exact> strides = oracle::flat_coalesce_by_rewriting(l).strides;
  std::sort(strides.begin(), strides.end());
  for (std::size_t k = 1; k < strides.size() && claimed; ++k)
    claimed = strides[k] % strides[k - 1] == 0;
  const Outcome<ExactLayout> r = oracle::left_inverse(l, Convention::strict, limits);
  return holds_if(claimed ? r && oracle::is_left_inverse(*r, l, Convention::strict, limits) : !r,
                  [&] { return r ? text(*r) : r.reason(); });
}

Result check_completed(const Layout& a) {
  const Outcome<ExactLayout> b = oracle::flat_complement(a, limits);
  if (!b) return unmet();
  const Layout both = as_printed::join(a, oracle::to_layout(*b));
  const ExactLayout right = oracle::right_inverse(both, limits);
  const Outcome<ExactLayout> left = oracle::left_inverse(both, Convention::strict, limits);
  return holds_if(left && *left == right && oracle::size(right) == oracle::size(both) &&
                      oracle::is_right_inverse(right, both, limits) &&
                      oracle::is_left_inverse(right, both, Convention::strict, limits) &&
                      oracle::is_left_inverse(right, a, Convention::strict, limits),
                  [&] { return to_string(both) + " and " + text(right); });
}

/// The indices at which both A and B take 0, 1, 2 and so on, as long as these are the same ones: an
/// R of the theorem has these values, as far as it goes.
std::vector<Exact> common_places(const Layout& a, const Layout& b) {
  const Tuple of_a = as_printed::table(a);
  const Tuple of_b = as_printed::table(b);
  std::vector<Exact> places;
  for (Int i = 0;; ++i) {
    const auto at = std::find(of_a.begin(), of_a.end(), i) - of_a.begin();
    if (at == std::ssize(of_a) || at >= std::ssize(of_b)) return places;
    if (of_b[static_cast<std::size_t>(at)] != i) return places;
    places.emplace_back(at);
  }
}

Result check_common(const Layout& a, const Layout& b) {
  if (!takes_no_value_twice(a) || !takes_no_value_twice(b)) return unmet();
  const ExactLayout r = oracle::max_common_layout(a, b, Convention::strict, limits);
  const ExactLayout exchanged = oracle::max_common_layout(b, a, Convention::strict, limits);
  std::vector<Exact> places = common_places(a, b);
  while (!places.empty() && !oracle::flat_layout_of_table(places))
    places.pop_back();
  return holds_if(r == exchanged && oracle::is_right_inverse(r, a, limits) &&
                      oracle::is_right_inverse(r, b, limits) && oracle::size(r) == places.size(),
                  [&] {
                    return text(r) + " and " + text(exchanged) + ", where the largest has " +
                           std::to_string(places.size()) + " points";
                  });
}

}  // namespace

std::vector<Statement> own_inverses() {
  return {
      statement("layoutcheck.6", "Theorem",
                "If L takes no value twice but by modes of stride 0, the size of right_inverse(L) "
                "is the least number that is no value of L: no right inverse is larger.",
                layouts(Nesting::nested), check_largest),
      statement("layoutcheck.7", "Theorem",
                "left_inverse(L) exists exactly if L takes no value twice, and of the strides of "
                "coal(L), in order, each divides the next.",
                complementable_layouts(Nesting::nested), check_digits),
      statement("layoutcheck.8", "Theorem",
                "If A has the complement B, the right and the left inverse of (A, B) are the same "
                "layout: the inverse of (A, B), and a left inverse of A.",
                complementable_layouts(Nesting::nested), check_completed),
      statement("layoutcheck.9", "Theorem",
                "If neither A nor B takes a value twice, max_common_layout(A, B) is "
                "max_common_layout(B, A): no layout R with A(R(i)) = B(R(i)) = i is larger.",
                layout_pairs(Nesting::nested), check_common),
  };
}

}  // namespace layoutcheck::properties
