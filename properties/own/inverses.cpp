// Inverses: the theorems of docs/inverses.md, checked on tables.
#include "as_printed/definitions.hpp"
#include "lists.hpp"
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/oracles/inverse.hpp>
#include <layoutcheck/oracles/recognition.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace layoutcheck::properties {

namespace {

using as_printed::limits;
using oracle::ExactLayout;

std::string shown(const ExactLayout& l) {
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
    return shown(r) + ", while the least number that is no value is " + std::to_string(missing);
  });
}

bool takes_no_value_twice(const Layout& l) {
  const Tuple table = as_printed::table(l);
  return std::set<Int>(table.begin(), table.end()).size() == table.size();
}

/// (d_1, d_2/d_1, …, d_n/d_{n−1}, s_n):(0, p_1, …, p_n) for the strides d_1 ≤ … ≤ d_n of coal(L),
/// with the extents s_k and the places p_k that go with them; 1:0 for n = 0. Nothing unless each
/// stride divides the next, or if one is 0.
std::optional<ExactLayout> digits_of(const Layout& l) {
  const ExactLayout coalesced = oracle::flat_coalesce_by_rewriting(l);
  std::vector<std::array<Exact, 3>> modes;  // stride, extent, place
  Exact place = 1;
  for (std::size_t k = 0; k < coalesced.length(); ++k) {
    modes.push_back({coalesced.strides[k], coalesced.extents[k], place});
    place *= coalesced.extents[k];
  }
  std::sort(modes.begin(), modes.end());
  std::array<Exact, 3> last{1, 1, 0};
  ExactLayout digits;
  for (const auto& mode : modes) {
    if (mode[0] == 0 || mode[0] % last[0] != 0) return std::nullopt;
    digits.extents.emplace_back(mode[0] / last[0]);
    digits.strides.push_back(last[2]);
    last = mode;
  }
  digits.extents.push_back(last[1]);
  digits.strides.push_back(last[2]);
  return ExactLayout::flat(std::move(digits.extents), std::move(digits.strides));
}

Result check_digits(const Layout& l) {
  const std::optional<ExactLayout> digits = digits_of(l);
  const Outcome<ExactLayout> r = oracle::left_inverse(l, Convention::strict, limits);
  if (!digits) return holds_if(!r, [&] { return "there is no such layout, but " + shown(*r); });
  return agree<bool>({{"L takes no value twice", takes_no_value_twice(l)},
                      {"the layout of the digits is a left inverse",
                       oracle::is_left_inverse(*digits, l, Convention::strict, limits)},
                      {"left_inverse(L) exists", r.has_value()}})
      .then([&] {
        return holds_if(!r || oracle::flat_coalesce_by_rewriting(*digits) ==
                                  oracle::flat_coalesce_by_rewriting(*r),
                        [&] { return shown(*r) + " is not " + shown(*digits); });
      });
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
                  [&] { return to_string(both) + " and " + shown(right); });
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
                    return shown(r) + " and " + shown(exchanged) + ", where the largest has " +
                           std::to_string(places.size()) + " points";
                  });
}

}  // namespace

std::vector<Binding> own_inverses() {
  return {
      {"layoutcheck.6", layouts(Nesting::nested), check_largest},
      {"layoutcheck.7", complementable_layouts(Nesting::nested), check_digits},
      {"layoutcheck.8", complementable_layouts(Nesting::nested), check_completed},
      {"layoutcheck.9", layout_pairs(Nesting::nested), check_common},
  };
}

}  // namespace layoutcheck::properties
