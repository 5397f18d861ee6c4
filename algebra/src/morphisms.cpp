// Morphisms: construction and predicates.
#include <layoutcheck/algebra/maps.hpp>
#include <layoutcheck/algebra/morphisms.hpp>
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace layoutcheck::algebra {

namespace {

Tuple counting(std::size_t first, std::size_t count) {
  Tuple values(count);
  std::iota(values.begin(), values.end(), static_cast<Int>(first));
  return values;
}

std::optional<Undefined> unless_increasing(std::span<const Int> indices, std::size_t length) {
  Int least = 0;
  for (Int i : indices) {
    if (i < least || i >= static_cast<Int>(length)) {
      return Undefined{"the indices " +
                       to_string(NestedTuple::flat({indices.begin(), indices.end()})) +
                       " do not increase within 0 ... " + std::to_string(length) + " - 1"};
    }
    least = i + 1;
  }
  return std::nullopt;
}

Undefined out_of_range(std::size_t i, const char* what, std::size_t count) {
  return Undefined{"there is no " + std::string(what) + " " + std::to_string(i) + " among " +
                   std::to_string(count)};
}

Tuple picked(const Tuple& entries, std::span<const Int> indices) {
  Tuple values;
  values.reserve(indices.size());
  for (Int i : indices)
    values.push_back(entries[static_cast<std::size_t>(i)]);
  return values;
}

/// For each entry of the codomain, counted from 1, whether it is hit.
std::vector<bool> hits(const Morphism& f) {
  std::vector<bool> hit(f.codomain().length() + 1, false);
  for (Int j : f.map())
    hit[static_cast<std::size_t>(j)] = true;
  return hit;
}

bool standard_up_to_last_entry(const Morphism& f, const std::vector<bool>& hit) {
  for (std::size_t j = 1; j + 1 < hit.size(); ++j)
    if (!hit[j] && (f.codomain().entries()[j - 1] == 1 || !hit[j + 1])) return false;
  return true;
}

}  // namespace

Morphism identity(const NestedTuple& tuple) {
  return {tuple, counting(1, tuple.length()), tuple};
}

Outcome<Morphism> composition(const Morphism& g, const Morphism& f) {
  if (f.codomain() != g.domain()) {
    return Undefined{"the inner morphism ends at " + to_string(f.codomain()) +
                     ", and the outer one starts at " + to_string(g.domain())};
  }
  Tuple map = f.map();
  for (Int& value : map)
    value = value == 0 ? 0 : g.map()[static_cast<std::size_t>(value - 1)];
  return Morphism(f.domain(), std::move(map), g.codomain());
}

Morphism flatten(const Morphism& f) {
  return {NestedTuple::flat(f.domain().entries()), f.map(),
          NestedTuple::flat(f.codomain().entries())};
}

Outcome<Morphism> reparenthesize(const NestedTuple& from, const NestedTuple& to) {
  if (from.entries() != to.entries())
    return Undefined{to_string(from) + " and " + to_string(to) + " have different flattenings"};
  return Morphism(from, counting(1, from.length()), to);
}

Outcome<Morphism> projection(const NestedTuple& tuple, std::span<const Int> indices) {
  if (auto objection = unless_increasing(indices, tuple.length())) return *objection;
  Tuple map(tuple.length(), 0);
  Int next = 1;
  for (Int i : indices)
    map[static_cast<std::size_t>(i)] = next++;
  return Morphism(NestedTuple::flat(tuple.entries()), std::move(map),
                  NestedTuple::flat(picked(tuple.entries(), indices)));
}

Outcome<Morphism> dilation(const NestedTuple& tuple, std::span<const Int> factors) {
  if (factors.size() != tuple.length()) {
    return Undefined{std::to_string(factors.size()) + " factors for " +
                     std::to_string(tuple.length()) + " entries"};
  }
  Tuple map;
  Tuple codomain;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    codomain.push_back(factors[i]);
    codomain.push_back(tuple.entries()[i]);
    map.push_back(static_cast<Int>(codomain.size()));
  }
  return Morphism(NestedTuple::flat(tuple.entries()), std::move(map),
                  NestedTuple::flat(std::move(codomain)));
}

Outcome<Morphism> expansion(const NestedTuple& part, const NestedTuple& tuple) {
  if (!divides(part, tuple))
    return Undefined{to_string(part) + " does not divide " + to_string(tuple)};
  return Morphism(NestedTuple::flat(part.entries()), counting(1, part.length()),
                  NestedTuple::flat(tuple.entries()));
}

Outcome<Morphism> restrict(const Morphism& f, std::span<const Int> indices) {
  if (auto objection = unless_increasing(indices, f.domain().length())) return *objection;
  return Morphism(NestedTuple::flat(picked(f.domain().entries(), indices)),
                  picked(f.map(), indices), f.codomain());
}

Outcome<Morphism> factorize(const Morphism& f, std::span<const Int> indices) {
  if (auto objection = unless_increasing(indices, f.codomain().length())) return *objection;
  std::vector<Int> place(f.codomain().length() + 1, 0);
  Int next = 1;
  for (Int j : indices)
    place[static_cast<std::size_t>(j) + 1] = next++;
  Tuple map = f.map();
  for (Int& value : map) {
    const Int target = place[static_cast<std::size_t>(value)];
    if (value != 0 && target == 0)
      return Undefined{"the indices leave out " + std::to_string(value - 1) + ", which is hit"};
    value = target;
  }
  return Morphism(f.domain(), std::move(map),
                  NestedTuple::flat(picked(f.codomain().entries(), indices)));
}

Outcome<Morphism> entry(const Morphism& f, std::size_t i) {
  if (i >= f.domain().length()) return out_of_range(i, "entry", f.domain().length());
  return Morphism(NestedTuple(f.domain().entries()[i]), {f.map()[i]}, f.codomain());
}

Outcome<Morphism> mode(const Morphism& f, std::size_t i) {
  const std::vector<NestedTuple> modes = f.domain().modes();
  if (i >= modes.size()) return out_of_range(i, "mode", modes.size());
  std::size_t before = 0;
  for (std::size_t k = 0; k < i; ++k)
    before += modes[k].length();
  const auto first = f.map().begin() + static_cast<std::ptrdiff_t>(before);
  return Morphism(modes[i], Tuple(first, first + static_cast<std::ptrdiff_t>(modes[i].length())),
                  f.codomain());
}

Morphism sum(const Morphism& f, const Morphism& g) {
  Tuple domain = f.domain().entries();
  domain.insert(domain.end(), g.domain().entries().begin(), g.domain().entries().end());
  Tuple codomain = f.codomain().entries();
  codomain.insert(codomain.end(), g.codomain().entries().begin(), g.codomain().entries().end());
  return {NestedTuple::flat(std::move(domain)), sum(underlying(f), underlying(g)).values(),
          NestedTuple::flat(std::move(codomain))};
}

bool is_isomorphism(const Morphism& f) {
  return is_complementable(f) && f.domain().length() == f.codomain().length();
}

Outcome<Morphism> inverse(const Morphism& f) {
  if (!is_isomorphism(f)) return Undefined{"the map is not a bijection"};
  Tuple map(f.map().size());
  for (std::size_t i = 0; i < map.size(); ++i)
    map[static_cast<std::size_t>(f.map()[i] - 1)] = static_cast<Int>(i + 1);
  return Morphism(f.codomain(), std::move(map), f.domain());
}

bool is_nondegenerate(const Morphism& f) {
  for (std::size_t i = 0; i < f.map().size(); ++i)
    if (f.domain().entries()[i] == 1 && f.map()[i] != 0) return false;
  return true;
}

bool is_standard_form(const Morphism& f) {
  const std::vector<bool> hit = hits(f);
  const bool ends_hit = f.codomain().length() == 0 || hit.back();
  return f.codomain().is_flat() && ends_hit && standard_up_to_last_entry(f, hit);
}

bool standard_form_as_printed(const Morphism& f) {
  const std::vector<bool> hit = hits(f);
  const bool ends_hit = f.codomain().length() <= 1 || hit.back();
  return f.codomain().is_flat() && ends_hit && standard_up_to_last_entry(f, hit);
}

bool is_sorted(const Morphism& f) {
  for (std::size_t i = 0; i + 1 < f.map().size(); ++i) {
    const Int here = f.map()[i];
    const Int next = f.map()[i + 1];
    const bool in_order = here == 0 && next == 0
                              ? f.domain().entries()[i] <= f.domain().entries()[i + 1]
                              : here < next;
    if (!in_order) return false;
  }
  return true;
}

bool is_coalesced(const Morphism& f) {
  const Tuple& extents = f.domain().entries();
  if (std::find(extents.begin(), extents.end(), 1) != extents.end()) return false;
  const Tuple& targets = f.codomain().entries();
  for (std::size_t i = 0; i + 1 < f.map().size(); ++i) {
    const Int here = f.map()[i];
    const Int next = f.map()[i + 1];
    if (here == 0 && next == 0) return false;
    if (here == 0 || next < here) continue;
    const auto between = targets.begin() + static_cast<std::ptrdiff_t>(here);
    const auto end = targets.begin() + static_cast<std::ptrdiff_t>(next - 1);
    if (std::none_of(between, end, [](Int extent) { return extent > 1; })) return false;
  }
  return true;
}

Outcome<bool> is_disjoint(const Morphism& f, const Morphism& g) {
  if (f.codomain() != g.codomain()) {
    return Undefined{"the codomains " + to_string(f.codomain()) + " and " +
                     to_string(g.codomain()) + " differ"};
  }
  return is_disjoint(underlying(f), underlying(g));
}

Outcome<bool> is_complement(const Morphism& f, const Morphism& g) {
  const Outcome<bool> disjoint = is_disjoint(f, g);
  if (!disjoint) return disjoint;
  return *disjoint && is_complementable(f) && is_complementable(g) &&
         f.domain().length() + g.domain().length() == f.codomain().length();
}

bool is_complementable(const Morphism& f) {
  return std::find(f.map().begin(), f.map().end(), 0) == f.map().end();
}

bool is_product_admissible(const Morphism& f, const Morphism& g) {
  if (!is_complementable(f)) return false;
  const std::vector<bool> hit = hits(f);
  Tuple missed;
  for (std::size_t j = 1; j < hit.size(); ++j)
    if (!hit[j]) missed.push_back(f.codomain().entries()[j - 1]);
  return g.codomain() == NestedTuple::flat(std::move(missed));
}

}  // namespace layoutcheck::algebra
