// Pointed maps and morphisms, as their definitions say.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/morphisms.hpp>

#include <algorithm>
#include <numeric>
#include <set>

namespace layoutcheck::oracle {
namespace {

/// Entry i of the domain, which counts from 0 here, and its value, which counts from 1.
Int domain_entry(const Morphism& f, std::size_t i) {
  return f.domain().entries()[i];
}
Int image(const Morphism& f, std::size_t i) {
  return f.map()[i];
}

bool hits(const Morphism& f, Int j) {
  work(f.map().size());
  return std::find(f.map().begin(), f.map().end(), j) != f.map().end();
}

bool disjoint(const Tuple& a, const Tuple& b) {
  return std::none_of(a.begin(), a.end(), [&](Int value) {
    work(b.size());
    return value != 0 && std::find(b.begin(), b.end(), value) != b.end();
  });
}

Tuple joined(Tuple a, const Tuple& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// 0, …, n − 1 without what the predicate refuses.
template <class Predicate>
Tuple indices_where(std::size_t n, Predicate keep) {
  Tuple result;
  for (std::size_t i = 0; i < n; ++i)
    if (keep(i)) result.push_back(static_cast<Int>(i));
  return result;
}

/// first + 1, …, first + n.
Tuple run(std::size_t first, std::size_t n) {
  Tuple result(n);
  std::iota(result.begin(), result.end(), static_cast<Int>(first) + 1);
  return result;
}

NestedTuple flat(const NestedTuple& x) {
  return NestedTuple::flat(x.entries());
}

Undefined not_composable(const Morphism& f, const Morphism& g) {
  return Undefined{"the first ends in " + to_string(f.codomain()) + ", the second starts from " +
                   to_string(g.domain())};
}

Undefined no_index(Int i, std::size_t n) {
  return Undefined{"there is no index " + std::to_string(i) + " below " + std::to_string(n)};
}

Undefined not_increasing(const Tuple& indices, std::size_t n) {
  return Undefined{to_string(NestedTuple::flat(indices)) + " does not increase below " +
                   std::to_string(n)};
}

/// The number of entries of parts[0], …, parts[j − 1].
std::size_t length_before(const std::vector<NestedTuple>& parts, std::size_t j) {
  std::size_t length = 0;
  for (std::size_t k = 0; k < j; ++k)
    length += parts[k].length();
  return length;
}

}  // namespace

bool is_tractable(const PointedMap& a) {
  std::set<Int> taken;
  return std::all_of(a.values().begin(), a.values().end(),
                     [&](Int value) { return value == 0 || taken.insert(value).second; });
}

Outcome<PointedMap> composition(const PointedMap& a, const PointedMap& b) {
  if (b.codomain() != a.domain()) {
    return Undefined{"the second ends in <" + std::to_string(b.codomain()) +
                     ">, the first starts from <" + std::to_string(a.domain()) + ">"};
  }
  Tuple values;
  for (Int value : b.values())
    values.push_back(value == 0 ? 0 : a.values()[static_cast<std::size_t>(value - 1)]);
  return PointedMap(std::move(values), a.codomain());
}

PointedMap sum(const PointedMap& a, const PointedMap& b) {
  Tuple values = a.values();
  for (Int value : b.values())
    values.push_back(value == 0 ? 0 : checked_add(a.codomain(), value));
  return {std::move(values), checked_add(a.codomain(), b.codomain())};
}

Outcome<PointedMap> concatenation(const PointedMap& a, const PointedMap& b) {
  if (a.codomain() != b.codomain()) return Undefined{"the codomains differ"};
  if (!disjoint(a.values(), b.values())) return Undefined{"the images are not disjoint"};
  return PointedMap(joined(a.values(), b.values()), a.codomain());
}

ExactLayout encoded_layout(const Morphism& f) {
  const std::vector<Exact> codomain = to_exact(f.codomain().entries());
  ExactLayout result(f.domain().profile(), to_exact(f.domain().entries()), {});
  for (Int j : f.map()) {
    if (j == 0) {
      result.strides.emplace_back(0);
    } else {
      const auto before = static_cast<std::size_t>(j - 1);
      result.strides.push_back(product(std::span(codomain).first(before)));
    }
  }
  return result;
}

std::vector<Exact> realization(const Morphism& f, const Limits& limits) {
  const std::vector<Exact> s = to_exact(f.domain().entries());
  const std::vector<Exact> t = to_exact(f.codomain().entries());
  const Exact points = product(s);
  charge(points, limits, "tabulating a realization");
  std::vector<Exact> values;
  for (Exact x = 0; x < points; ++x) {
    work(t.size());
    const std::vector<Exact> from = coordinate_of(s, x);
    std::vector<Exact> to(t.size(), Exact(0));
    for (std::size_t i = 0; i < from.size(); ++i)
      if (image(f, i) != 0) to[static_cast<std::size_t>(image(f, i) - 1)] = from[i];
    values.push_back(index_of(t, to));
  }
  return values;
}

Outcome<Morphism> standard_representation(const Layout& layout) {
  if (!is_tractable(layout)) return Undefined{to_string(layout) + " is not tractable"};
  Tuple order =
      indices_where(layout.length(), [&](std::size_t i) { return layout.strides()[i] > 0; });
  const auto key = [&](Int i) {
    const auto at = static_cast<std::size_t>(i);
    return std::pair(layout.strides()[at], layout.extents()[at]);
  };
  std::stable_sort(order.begin(), order.end(), [&](Int i, Int j) { return key(i) < key(j); });

  Tuple codomain;
  Tuple map(layout.length(), 0);
  Exact place = 1;
  for (Int j : order) {
    const auto [stride, extent] = key(j);
    if (stride > place) codomain.push_back(to_int(stride / place));
    codomain.push_back(extent);
    map[static_cast<std::size_t>(j)] = static_cast<Int>(codomain.size());
    place = Exact(extent) * stride;
  }
  return Morphism(layout.shape(), std::move(map), NestedTuple::flat(std::move(codomain)));
}

Morphism identity(const NestedTuple& s) {
  return {s, run(0, s.length()), s};
}

Outcome<Morphism> reparenthesization(const NestedTuple& x, const NestedTuple& y) {
  if (x.entries() != y.entries()) return Undefined{"the flattenings differ"};
  return Morphism(x, run(0, x.length()), y);
}

Outcome<Morphism> projection(const NestedTuple& s, const Tuple& indices) {
  if (!is_increasing_below(indices, s.length())) return not_increasing(indices, s.length());
  Tuple map(s.length(), 0);
  for (std::size_t j = 0; j < indices.size(); ++j)
    map[static_cast<std::size_t>(indices[j])] = static_cast<Int>(j) + 1;
  return Morphism(s, std::move(map), NestedTuple::flat(*select(s.entries(), indices)));
}

Outcome<Morphism> dilation(const NestedTuple& s, const NestedTuple& factors) {
  if (s.length() != factors.length()) {
    return Undefined{std::to_string(factors.length()) + " factors for " +
                     std::to_string(s.length()) + " entries"};
  }
  Tuple codomain;
  Tuple map;
  for (std::size_t i = 0; i < s.length(); ++i) {
    codomain.push_back(factors.entries()[i]);
    codomain.push_back(s.entries()[i]);
    map.push_back(static_cast<Int>(codomain.size()));
  }
  return Morphism(s, std::move(map), NestedTuple::flat(std::move(codomain)));
}

Outcome<Morphism> expansion(const NestedTuple& x, const NestedTuple& s) {
  if (!divides(x, s)) return Undefined{to_string(x) + " does not divide " + to_string(s)};
  return Morphism(x, run(0, x.length()), s);
}

Morphism flattened(const Morphism& f) {
  return {flat(f.domain()), f.map(), flat(f.codomain())};
}

Outcome<Morphism> composition(const Morphism& g, const Morphism& f) {
  if (f.codomain() != g.domain()) return not_composable(f, g);
  Tuple map;
  for (Int j : f.map())
    map.push_back(j == 0 ? 0 : image(g, static_cast<std::size_t>(j - 1)));
  return Morphism(f.domain(), std::move(map), g.codomain());
}

Outcome<Morphism> inverse(const Morphism& f) {
  if (!is_isomorphism(f)) return Undefined{"it is no isomorphism"};
  Tuple map(f.map().size());
  for (std::size_t i = 0; i < f.map().size(); ++i)
    map[static_cast<std::size_t>(image(f, i) - 1)] = static_cast<Int>(i) + 1;
  return Morphism(f.codomain(), std::move(map), f.domain());
}

Outcome<Morphism> restriction(const Morphism& f, const Tuple& indices) {
  const std::size_t m = f.domain().length();
  if (!is_increasing_below(indices, m)) return not_increasing(indices, m);
  return Morphism(NestedTuple::flat(*select(f.domain().entries(), indices)),
                  *select(f.map(), indices), f.codomain());
}

Outcome<Morphism> factorization(const Morphism& f, const Tuple& indices) {
  const std::size_t n = f.codomain().length();
  if (!is_increasing_below(indices, n)) return not_increasing(indices, n);
  Tuple map;
  for (Int j : f.map()) {
    const auto found = std::find(indices.begin(), indices.end(), j - 1);
    if (j != 0 && found == indices.end()) {
      return Undefined{"the image holds entry " + std::to_string(j - 1) +
                       ", which is not among the indices"};
    }
    map.push_back(j == 0 ? 0 : static_cast<Int>(found - indices.begin()) + 1);
  }
  return Morphism(f.domain(), std::move(map),
                  NestedTuple::flat(*select(f.codomain().entries(), indices)));
}

Outcome<Morphism> entry(const Morphism& f, Int i) {
  if (i < 0 || static_cast<std::size_t>(i) >= f.domain().length())
    return no_index(i, f.domain().length());
  const auto at = static_cast<std::size_t>(i);
  return Morphism(NestedTuple(domain_entry(f, at)), {image(f, at)}, f.codomain());
}

namespace {

/// The restriction of f to part i, where the entries of the parts in order are those of the domain.
Outcome<Morphism> part(const Morphism& f, const std::vector<NestedTuple>& parts, Int i) {
  if (i < 0 || static_cast<std::size_t>(i) >= parts.size()) return no_index(i, parts.size());
  const auto at = static_cast<std::size_t>(i);
  const auto begin = f.map().begin() + static_cast<std::ptrdiff_t>(length_before(parts, at));
  return Morphism(parts[at], Tuple(begin, begin + static_cast<std::ptrdiff_t>(parts[at].length())),
                  f.codomain());
}

}  // namespace

Outcome<Morphism> mode(const Morphism& f, Int i) {
  return part(f, f.domain().modes(), i);
}

Outcome<Morphism> relative_mode(const Morphism& f, const NestedTuple& s, Int i) {
  const Outcome<std::vector<NestedTuple>> modes = relative_modes(f.domain(), s);
  if (!modes) return modes.undefined();
  return part(f, *modes, i);
}

Morphism sum(const Morphism& f, const Morphism& g) {
  const PointedMap map = sum(PointedMap(f.map(), static_cast<Int>(f.codomain().length())),
                             PointedMap(g.map(), static_cast<Int>(g.codomain().length())));
  return {NestedTuple::flat(joined(f.domain().entries(), g.domain().entries())), map.values(),
          NestedTuple::flat(joined(f.codomain().entries(), g.codomain().entries()))};
}

Outcome<Morphism> concatenation(std::span<const Morphism> parts) {
  std::vector<Profile> profiles;
  Tuple domain;
  Tuple map;
  for (const Morphism& f : parts) {
    if (f.codomain() != parts.front().codomain()) return Undefined{"the codomains differ"};
    if (!disjoint(f.map(), map)) return Undefined{"the images are not disjoint"};
    profiles.push_back(f.domain().profile());
    domain = joined(std::move(domain), f.domain().entries());
    map = joined(std::move(map), f.map());
  }
  return Morphism(NestedTuple(std::move(domain), tuple_of(profiles)), std::move(map),
                  parts.front().codomain());
}

Outcome<Morphism> flat_concatenation(std::span<const Morphism> parts) {
  const Outcome<Morphism> nested = concatenation(parts);
  if (!nested) return nested.undefined();
  return Morphism(flat(nested->domain()), nested->map(), nested->codomain());
}

Morphism squeeze(const Morphism& f) {
  const Tuple& s = f.domain().entries();
  const Tuple& t = f.codomain().entries();
  const Tuple kept = indices_where(s.size(), [&](std::size_t i) { return s[i] != 1; });
  const Tuple through = indices_where(t.size(), [&](std::size_t j) { return t[j] != 1; });
  return factorization(*restriction(f, kept), through).value();
}

Morphism sort(const Morphism& f) {
  Tuple order = indices_where(f.map().size(), [](std::size_t) { return true; });
  // P before Q, P by extent and Q by image; a stable sort leaves equal ones in the order of their
  // indices.
  const auto key = [&](Int i) {
    const auto at = static_cast<std::size_t>(i);
    const bool in_q = image(f, at) != 0;
    return std::pair(in_q, in_q ? image(f, at) : domain_entry(f, at));
  };
  std::stable_sort(order.begin(), order.end(), [&](Int i, Int j) { return key(i) < key(j); });
  return {NestedTuple::flat(*select(f.domain().entries(), order)), *select(f.map(), order),
          f.codomain()};
}

Morphism flat_coalesce(const Morphism& f) {
  const Morphism g = squeeze(f);
  const std::size_t m = g.domain().length();
  const std::size_t n = g.codomain().length();
  // Whether entries i − 1 and i of the domain are equivalent, and entries j − 1 and j of the
  // codomain. All equivalences arise from these.
  const auto joins_domain = [&](std::size_t i) {
    const Int before = image(g, i - 1);
    return before == 0 ? image(g, i) == 0 : image(g, i) == before + 1;
  };
  const auto joins_codomain = [&](std::size_t j) {
    for (std::size_t i = 1; i < m; ++i)
      if (image(g, i - 1) == static_cast<Int>(j) && image(g, i) == static_cast<Int>(j) + 1)
        return true;
    return false;
  };

  std::vector<Exact> codomain;
  std::vector<Int> class_of(n);  // counts from 1, as the values of a map do
  for (std::size_t j = 0; j < n; ++j) {
    if (j > 0 && joins_codomain(j))
      codomain.back() *= g.codomain().entries()[j];
    else
      codomain.emplace_back(g.codomain().entries()[j]);
    class_of[j] = static_cast<Int>(codomain.size());
  }
  std::vector<Exact> domain;
  Tuple map;
  for (std::size_t i = 0; i < m; ++i) {
    if (i > 0 && joins_domain(i)) {
      domain.back() *= domain_entry(g, i);
    } else {
      domain.emplace_back(domain_entry(g, i));
      const Int j = image(g, i);
      map.push_back(j == 0 ? 0 : class_of[static_cast<std::size_t>(j - 1)]);
    }
  }
  return {NestedTuple::flat(to_tuple(domain)), std::move(map),
          NestedTuple::flat(to_tuple(codomain))};
}

Morphism coalesce(const Morphism& f) {
  Morphism g = flat_coalesce(flattened(f));
  if (g.domain().length() > 1) return g;
  if (g.domain().length() == 1) return {NestedTuple(domain_entry(g, 0)), g.map(), g.codomain()};
  return {NestedTuple(1), {0}, g.codomain()};
}

Outcome<Morphism> complement(const Morphism& f) {
  if (!is_complementable(f)) return Undefined{"its map is not injective"};
  const Tuple rest = indices_where(
      f.codomain().length(), [&](std::size_t j) { return !hits(f, static_cast<Int>(j) + 1); });
  Tuple map;
  for (Int j : rest)
    map.push_back(j + 1);
  return Morphism(NestedTuple::flat(*select(f.codomain().entries(), rest)), std::move(map),
                  f.codomain());
}

Outcome<Morphism> logical_divide(const Morphism& f, const Morphism& g) {
  if (g.codomain() != f.domain()) return not_composable(g, f);
  const Outcome<Morphism> rest = complement(g);
  if (!rest) return Undefined{"the divisor has no complement: " + rest.reason()};
  return composition(f, *concatenation(std::vector{g, *rest}));
}

Outcome<Morphism> colfax_flat_divide(const Morphism& f, const Morphism& g) {
  const Outcome<Morphism> nested = logical_divide(f, g);
  if (!nested) return nested.undefined();
  return Morphism(flat(nested->domain()), nested->map(), nested->codomain());
}

Outcome<Morphism> logical_product(const Morphism& f, const Morphism& g) {
  const Outcome<Morphism> rest = complement(f);
  if (!rest) return Undefined{"the first has no complement: " + rest.reason()};
  const Outcome<Morphism> repetition = composition(*rest, g);
  if (!repetition) return Undefined{"they are not product admissible: " + repetition.reason()};
  return concatenation(std::vector{f, *repetition});
}

Outcome<Morphism> colfax_flat_product(const Morphism& f, const Morphism& g) {
  const Outcome<Morphism> nested = logical_product(f, g);
  if (!nested) return nested.undefined();
  return Morphism(flat(nested->domain()), nested->map(), nested->codomain());
}

Outcome<Morphism> pullback(const Morphism& f, const NestedTuple& fine_codomain) {
  const Outcome<std::vector<NestedTuple>> t = relative_modes(fine_codomain, f.codomain());
  if (!t) return t.undefined();
  std::vector<NestedTuple> domain;
  Tuple map;
  for (std::size_t i = 0; i < f.map().size(); ++i) {
    if (image(f, i) == 0) {
      domain.emplace_back(domain_entry(f, i));
      map.push_back(0);
    } else {
      const auto j = static_cast<std::size_t>(image(f, i) - 1);
      domain.push_back((*t)[j]);
      map = joined(std::move(map), run(length_before(*t, j), (*t)[j].length()));
    }
  }
  return Morphism(*substitute(f.domain().profile(), domain), std::move(map), fine_codomain);
}

Outcome<Morphism> pushforward(const Morphism& f, const NestedTuple& fine_domain) {
  const Outcome<std::vector<NestedTuple>> s = relative_modes(fine_domain, f.domain());
  if (!s) return s.undefined();
  std::vector<NestedTuple> codomain;
  for (Int entry : f.codomain().entries())
    codomain.emplace_back(entry);
  for (std::size_t i = 0; i < f.map().size(); ++i)
    if (image(f, i) != 0) codomain[static_cast<std::size_t>(image(f, i) - 1)] = (*s)[i];
  Tuple map;
  for (std::size_t i = 0; i < f.map().size(); ++i) {
    const std::size_t length = (*s)[i].length();
    if (image(f, i) == 0) {
      map.insert(map.end(), length, 0);
    } else {
      const auto j = static_cast<std::size_t>(image(f, i) - 1);
      map = joined(std::move(map), run(length_before(codomain, j), length));
    }
  }
  return Morphism(fine_domain, std::move(map), *substitute(f.codomain().profile(), codomain));
}

Outcome<ExactLayout> weak_composite(const Layout& a, const Layout& b, const Limits& limits) {
  if (!is_tractable(a)) return Undefined{to_string(a) + " is not tractable"};
  const Outcome<Morphism> f = standard_representation(b);
  if (!f) return f.undefined();
  const ExactLayout outer = coalesce(a, limits);
  const Outcome<Pieces> pieces = common_pieces(to_exact(f->codomain().entries()), outer.extents);
  if (!pieces) {
    return Undefined{
        "the codomain of the inner representation and the shape of the coalesced outer layout have "
        "no "
        "mutual refinement: " +
        pieces.reason()};
  }

  std::vector<Exact> strides;  // of all pieces of U in order
  for (std::size_t j = 0; j < pieces->of_u.size(); ++j) {
    Exact offset = 1;
    for (const Exact& piece : pieces->of_u[j]) {
      strides.emplace_back(offset * outer.strides[j]);
      offset *= piece;
    }
  }
  auto stride = strides.begin();
  std::vector<ExactLayout> cut_entries;  // of T, with the strides of the pieces of U
  for (const std::vector<Exact>& entry : pieces->of_t) {
    const auto end = stride + static_cast<std::ptrdiff_t>(entry.size());
    cut_entries.push_back(ExactLayout::flat(entry, {stride, end}));
    if (entry.size() == 1) cut_entries.back().profile = Profile();
    stride = end;
  }
  std::vector<ExactLayout> parts;
  for (std::size_t i = 0; i < f->map().size(); ++i) {
    const Int j = image(*f, i);
    parts.push_back(j == 0 ? ExactLayout::entry(domain_entry(*f, i), 0)
                           : cut_entries[static_cast<std::size_t>(j - 1)]);
  }
  return substitute(b.profile(), parts);
}

bool is_isomorphism(const Morphism& f) {
  return is_complementable(f) && f.domain().length() == f.codomain().length();
}

bool is_complementable(const Morphism& f) {
  // The map takes no positive value twice already.
  return !hits(f, 0);
}

bool is_nondegenerate(const Morphism& f) {
  for (std::size_t i = 0; i < f.map().size(); ++i)
    if (domain_entry(f, i) == 1 && image(f, i) != 0) return false;
  return true;
}

bool is_standard_form(const Morphism& f) {
  if (!f.codomain().is_flat()) return false;
  const auto n = static_cast<Int>(f.codomain().length());
  if (n >= 1 && !hits(f, n)) return false;
  for (Int j = 1; j < n; ++j) {
    if (hits(f, j)) continue;
    if (f.codomain().entries()[static_cast<std::size_t>(j - 1)] == 1 || !hits(f, j + 1))
      return false;
  }
  return true;
}

bool is_sorted(const Morphism& f) {
  const std::size_t m = f.map().size();
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      const bool i_hits = image(f, i) != 0;
      const bool j_hits = image(f, j) != 0;
      if (!i_hits && j_hits && i >= j) return false;
      if (!i_hits && !j_hits && i <= j && domain_entry(f, i) > domain_entry(f, j)) return false;
      if (i_hits && j_hits && i <= j && image(f, i) > image(f, j)) return false;
    }
  }
  return true;
}

bool is_coalesced(const Morphism& f) {
  const Tuple& s = f.domain().entries();
  const Tuple& t = f.codomain().entries();
  if (std::find(s.begin(), s.end(), 1) != s.end()) return false;
  for (std::size_t i = 0; i + 1 < s.size(); ++i) {
    const Int here = image(f, i);
    const Int next = image(f, i + 1);
    const auto gap = [&] {
      for (Int j = here + 1; j < next; ++j)
        if (t[static_cast<std::size_t>(j - 1)] > 1) return true;
      return false;
    };
    const bool a = here == 0 && next != 0;
    const bool b = here != 0 && next == 0;
    const bool c = here != 0 && next != 0 && here > next;
    const bool d = here != 0 && next != 0 && here < next && gap();
    if (!a && !b && !c && !d) return false;
  }
  return true;
}

Outcome<bool> is_disjoint(const Morphism& f, const Morphism& g) {
  if (f.codomain() != g.codomain()) return Undefined{"the codomains differ"};
  return disjoint(f.map(), g.map());
}

Outcome<bool> is_complement(const Morphism& f, const Morphism& g) {
  if (f.codomain() != g.codomain()) return Undefined{"the codomains differ"};
  const Outcome<Morphism> both = flat_concatenation(std::vector{flattened(f), flattened(g)});
  return both && is_isomorphism(*both);
}

bool is_product_admissible(const Morphism& f, const Morphism& g) {
  const Outcome<Morphism> rest = complement(f);
  return rest && rest->domain() == g.codomain();
}

}  // namespace layoutcheck::oracle
