// Which values a layout takes: the theorems of docs/bijections.md, checked on the oracle's tables.
#include "as_printed/definitions.hpp"
#include "lists.hpp"
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/oracles/bijections.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/modules.hpp>

#include <algorithm>
#include <map>

namespace layoutcheck::properties {

namespace {

using as_printed::limits;
using oracle::ExactLayout;

Result check_bijective(const Layout& l) {
  const oracle::Values values = oracle::values_of(ExactLayout(l), limits);
  return agree<bool>(
      {{"takes each value below the cosize once", values.none_twice && values.whole_box},
       {"is_bijective", oracle::is_bijective(l, limits)},
       {"is injective and surjective",
        oracle::is_injective(l, limits) && oracle::is_surjective(l, limits)},
       {"is compact", oracle::is_compact(l, limits)},
       {"is mixed radix", oracle::is_compact_by_radix(l)}});
}

Result check_complementable(const Layout& l) {
  if (!oracle::flat_complement(l, limits)) return unmet();
  return holds_if(oracle::is_injective(l, limits), [] { return "a value is taken twice"; });
}

/// Entries of extent above 1, by stride.
ExactLayout by_stride(const Layout& l) {
  std::vector<std::pair<Exact, Exact>> entries;
  for (std::size_t i = 0; i < l.length(); ++i)
    if (l.extents()[i] > 1) entries.emplace_back(l.strides()[i], l.extents()[i]);
  std::ranges::sort(entries);
  ExactLayout sorted;
  for (const auto& [d, s] : entries) {
    sorted.extents.push_back(s);
    sorted.strides.push_back(d);
  }
  sorted.profile = Profile::flat(sorted.length());
  return sorted;
}

Result check_strides(const Layout& l) {
  const ExactLayout sorted = by_stride(l);
  bool claimed = true;
  for (std::size_t k = 0; k < sorted.length(); ++k) {
    Exact before = 0;
    for (std::size_t i = 0; i < k; ++i)
      before += (sorted.extents[i] - 1) * sorted.strides[i];
    claimed = claimed && sorted.strides[k] <= before + 1;
  }
  return agree<bool>({{"surjective", oracle::values_of(ExactLayout(l), limits).whole_box},
                      {"no stride exceeds what is before by more than 1", claimed}});
}

Result check_two_entries(Int s, Int d, Int t, Int e) {
  if (s < 2 || t < 2 || d < 1 || e < 1) return unmet();
  const Exact g = gcd(Exact(d), Exact(e));
  const ExactLayout l = ExactLayout::flat({s, t}, {d, e});
  return agree<bool>({{"not injective", !oracle::values_of(l, limits).none_twice},
                      {"e/g < s and d/g < t", e / g < s && d / g < t}});
}

/// The entry of the greatest stride is dropped if it exceeds what the others add up to.
Result check_greatest(const Layout& l) {
  ExactLayout rest = by_stride(l);
  if (rest.length() == 0) return unmet();
  const Exact stride = rest.strides.back();
  rest.extents.pop_back();
  rest.strides.pop_back();
  rest.profile = Profile::flat(rest.length());
  if (stride < oracle::cosize(rest)) return unmet();
  return agree<bool>({{"L", oracle::values_of(ExactLayout(l), limits).none_twice},
                      {"the rest", oracle::values_of(rest, limits).none_twice}});
}

Result check_box_bijections(const ModuleLayout& v) {
  if (module_of(v.strides()) != Module::coordinates) return unmet();
  std::map<Tuple, ExactLayout> places;
  bool one_place = true;
  bool no_zero = true;
  for (std::size_t i = 0; i < v.length(); ++i) {
    if (v.extents()[i] == 1) continue;
    one_place = one_place && v.strides()[i].parts().size() <= 1;
    no_zero = no_zero && !v.strides()[i].is_zero();
    for (const Element::Part& part : v.strides()[i].parts()) {
      ExactLayout& place = places[part.path];
      place.extents.emplace_back(v.extents()[i]);
      place.strides.push_back(abs(Exact(part.value)));
      place.profile = Profile::flat(place.length());
    }
  }
  const auto each = [&](auto is_so) {
    return std::ranges::all_of(
        places, [&](const auto& place) { return is_so(oracle::values_of(place.second, limits)); });
  };
  const oracle::Values values = oracle::values_of(v, limits);
  return all_hold(
      {agree<bool>({{"onto the box", values.whole_box},
                    {"each place is surjective",
                     one_place && each([](oracle::Values x) { return x.whole_box; })}}),
       agree<bool>({{"bijective", values.whole_box && values.none_twice},
                    {"each place is bijective", one_place && no_zero && each([](oracle::Values x) {
                                                  return x.whole_box && x.none_twice;
                                                })}})});
}

/// The strides, shifted by the bits of coordinates below the extents; nothing if a multiple has
/// carries.
std::optional<std::vector<Exact>> columns_without_carries(const ModuleLayout& v) {
  std::vector<Exact> columns;
  for (std::size_t i = 0; i < v.length(); ++i) {
    const Exact d = v.strides()[i].value();
    oracle::charge(v.extents()[i], limits, "the multiples of a stride");
    for (Int x = 0; x < v.extents()[i]; ++x) {
      Exact sum = 0;
      for (unsigned bit = 0; bit < 63; ++bit)
        if ((x >> bit & 1) != 0) sum ^= d << bit;
      if (sum != x * d) return std::nullopt;
    }
    for (Int power = 1; power < v.extents()[i]; power *= 2)
      columns.push_back(power * d);
  }
  return columns;
}

/// All XORs of columns.
std::set<Exact> spanned(const std::vector<Exact>& columns) {
  std::set<Exact> span{0};
  for (const Exact& column : columns) {
    oracle::charge(span.size(), limits, "the sums of columns");
    for (const Exact& other : std::vector<Exact>(span.begin(), span.end()))
      span.insert(other ^ column);
  }
  return span;
}

Result check_independent(const ModuleLayout& v) {
  if (module_of(v.strides()) != Module::bits) return unmet();
  const auto columns = columns_without_carries(v);
  if (!columns) return unmet();
  return agree<bool>(
      {{"injective", oracle::values_of(v, limits).none_twice},
       {"independent", spanned(*columns).size() == std::size_t{1} << columns->size()}});
}

Result check_linear_bijections(const ModuleLayout& v) {
  if (module_of(v.strides()) != Module::bits) return unmet();
  const Outcome<std::vector<Exact>> columns = oracle::to_linear(v, limits);
  if (!columns) return unmet();
  const std::set<Exact> span = spanned(*columns);
  const std::size_t bits = *span.rbegin() == 0 ? 0 : msb(*span.rbegin()) + 1;
  return agree<bool>(
      {{"surjective", oracle::values_of(v, limits).whole_box},
       {"the dimension is the number of bits", span.size() == std::size_t{1} << bits}});
}

}  // namespace

std::vector<Binding> own_bijections() {
  return {
      {"layoutcheck.48", near_bijections(), check_bijective},
      {"layoutcheck.49", complementable_layouts(Nesting::nested), check_complementable},
      {"layoutcheck.50", near_bijections(), check_strides},
      {"layoutcheck.51", pairs_of_entries(), check_two_entries},
      {"layoutcheck.52", near_bijections_over_modules(), check_box_bijections},
      {"layoutcheck.53", near_bijections_over_modules(), check_independent},
      {"layoutcheck.54", near_bijections_over_modules(), check_linear_bijections},
      {"layoutcheck.55", near_bijections(), check_greatest},
  };
}

}  // namespace layoutcheck::properties
