// The algebra of morphisms.
#include <layoutcheck/algebra/morphism_operations.hpp>
#include <layoutcheck/algebra/morphisms.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace layoutcheck::algebra {

namespace {

/// The indices of the entries that `keep` accepts.
template <class Keep>
Tuple indices_where(const Tuple& entries, Keep keep) {
  Tuple indices;
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (keep(entries[i])) indices.push_back(static_cast<Int>(i));
  return indices;
}

/// The concatenation with the domain (S_1, …, S_k).
Outcome<Morphism> joined(std::span<const Morphism> morphisms) {
  if (morphisms.empty()) return Undefined{"no morphism says where their concatenation ends"};
  const NestedTuple& codomain = morphisms.front().codomain();
  std::vector<bool> taken(codomain.length() + 1, false);
  std::vector<NestedTuple> domains;
  Tuple map;
  for (const Morphism& f : morphisms) {
    if (f.codomain() != codomain) {
      return Undefined{"the codomains " + to_string(codomain) + " and " + to_string(f.codomain()) +
                       " differ"};
    }
    for (Int value : f.map()) {
      if (value != 0 && taken[static_cast<std::size_t>(value)])
        return Undefined{"two of the morphisms hit entry " + std::to_string(value)};
      taken[static_cast<std::size_t>(value)] = true;
      map.push_back(value);
    }
    domains.push_back(f.domain());
  }
  return Morphism(concatenate(domains), std::move(map), codomain);
}

Outcome<Morphism> with_flat_domain(const Outcome<Morphism>& f) {
  if (!f) return f;
  return Morphism(NestedTuple::flat(f->domain().entries()), f->map(), f->codomain());
}

/// Whether two positions that are adjacent in the domain may be joined there.
bool runs_on(Int here, Int next) {
  return here == 0 ? next == 0 : next == here + 1;
}

/// The quotient of a squeezed morphism that joins what runs on.
Morphism joined_runs(const Morphism& g) {
  const Tuple& map = g.map();
  std::vector<bool> continues(g.codomain().length() + 1, false);
  for (std::size_t i = 0; i + 1 < map.size(); ++i)
    if (map[i] != 0 && runs_on(map[i], map[i + 1]))
      continues[static_cast<std::size_t>(map[i + 1])] = true;
  Tuple codomain;
  std::vector<Int> class_of(continues.size(), 0);
  for (std::size_t j = 1; j < continues.size(); ++j) {
    const Int extent = g.codomain().entries()[j - 1];
    if (continues[j])
      codomain.back() = checked_multiply(codomain.back(), extent);
    else
      codomain.push_back(extent);
    class_of[j] = static_cast<Int>(codomain.size());
  }
  Tuple domain;
  Tuple classes;
  for (std::size_t i = 0; i < map.size(); ++i) {
    const Int extent = g.domain().entries()[i];
    if (i > 0 && runs_on(map[i - 1], map[i])) {
      domain.back() = checked_multiply(domain.back(), extent);
    } else {
      domain.push_back(extent);
      classes.push_back(class_of[static_cast<std::size_t>(map[i])]);
    }
  }
  return {NestedTuple::flat(std::move(domain)), std::move(classes),
          NestedTuple::flat(std::move(codomain))};
}

}  // namespace

Morphism squeeze(const Morphism& f) {
  const auto more_than_one = [](Int extent) { return extent != 1; };
  const Tuple kept = indices_where(f.domain().entries(), more_than_one);
  const Tuple kept_targets = indices_where(f.codomain().entries(), more_than_one);
  return *factorize(*restrict(f, kept), kept_targets);
}

Morphism sort(const Morphism& f) {
  const Tuple& extents = f.domain().entries();
  std::vector<std::size_t> order(extents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const Int to_a = f.map()[a];
    const Int to_b = f.map()[b];
    return to_a == 0 && to_b == 0 ? extents[a] < extents[b] : to_a < to_b;
  });
  Tuple domain;
  Tuple map;
  for (std::size_t i : order) {
    domain.push_back(extents[i]);
    map.push_back(f.map()[i]);
  }
  return {NestedTuple::flat(std::move(domain)), std::move(map), f.codomain()};
}

Morphism flat_coalesce(const Morphism& f) {
  return named(
      "flat_coalesce", [&] { return joined_runs(squeeze(f)); }, f);
}

Morphism coalesce(const Morphism& f) {
  Morphism flat = named(
      "coalesce", [&] { return flat_coalesce(f); }, f);
  switch (flat.domain().length()) {
    case 0:
      return {NestedTuple(1), {0}, flat.codomain()};
    case 1:
      return {NestedTuple(flat.domain().entries().front()), flat.map(), flat.codomain()};
    default:
      return flat;
  }
}

Outcome<Morphism> concatenate(std::span<const Morphism> morphisms) {
  return joined(morphisms);
}

Outcome<Morphism> flat_concatenate(std::span<const Morphism> morphisms) {
  return with_flat_domain(joined(morphisms));
}

Outcome<Morphism> complement(const Morphism& f) {
  if (!is_complementable(f))
    return Undefined{"the morphism is not complementable: an entry goes to the base point"};
  std::vector<bool> hit(f.codomain().length(), false);
  for (Int value : f.map())
    hit[static_cast<std::size_t>(value - 1)] = true;
  Tuple domain;
  Tuple map;
  for (std::size_t j = 0; j < hit.size(); ++j) {
    if (!hit[j]) {
      domain.push_back(f.codomain().entries()[j]);
      map.push_back(static_cast<Int>(j + 1));
    }
  }
  return Morphism(NestedTuple::flat(std::move(domain)), std::move(map), f.codomain());
}

Outcome<Morphism> logical_divide(const Morphism& f, const Morphism& g) {
  Outcome<Morphism> rest = complement(g);
  if (!rest) return rest;
  return composition(f, *concatenate(std::vector{g, *rest}));
}

Outcome<Morphism> colfax_flat_divide(const Morphism& f, const Morphism& g) {
  return with_flat_domain(logical_divide(f, g));
}

Outcome<Morphism> logical_product(const Morphism& f, const Morphism& g) {
  Outcome<Morphism> rest = complement(f);
  if (!rest) return rest;
  const Outcome<Morphism> placed = composition(*rest, g);
  if (!placed) return Undefined{"not product admissible: " + placed.reason()};
  return concatenate(std::vector{f, *placed});
}

Outcome<Morphism> colfax_flat_product(const Morphism& f, const Morphism& g) {
  return with_flat_domain(logical_product(f, g));
}

}  // namespace layoutcheck::algebra
