// The domains of the statements: dependent operands, drawn so that the hypothesis mostly holds.
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/engine/in_turn.hpp>

#include <algorithm>

namespace layoutcheck::engine {

namespace {

bool is_flat(Nesting nesting) {
  return nesting == Nesting::flat;
}

Sort layout_sort(Nesting nesting) {
  return is_flat(nesting) ? Sort::flat_layout : Sort::layout;
}

Sort morphism_sort(Nesting nesting) {
  return is_flat(nesting) ? Sort::flat_morphism : Sort::morphism;
}

/// The name, with "flat " for its "{}" if the operands are.
std::string named(std::string name, Nesting nesting) {
  const std::size_t place = name.find("{}");
  return place == std::string::npos ? name
                                    : name.replace(place, 2, is_flat(nesting) ? "flat " : "");
}

/// A domain of layouts and then of operands of other sorts, drawn by `draw(entropy, size, flat)`.
template <class Draw>
Domain of_layouts(std::string name, Nesting nesting, std::size_t count, Draw draw,
                  const std::vector<Sort>& more = {}) {
  std::vector<Sort> sorts(count, layout_sort(nesting));
  sorts.insert(sorts.end(), more.begin(), more.end());
  return make_domain(named(std::move(name), nesting), std::move(sorts),
                     [=](Entropy& entropy, int size) -> Operands {
                       return draw(entropy, size, is_flat(nesting));
                     });
}

/// A domain of morphisms, drawn by `draw(entropy, size, flat)`.
template <class Draw, class... Enumerated>
Domain of_morphisms(std::string name, Nesting nesting, std::size_t count, Draw draw,
                    Enumerated... enumerator) {
  return make_domain(
      named(std::move(name), nesting), std::vector(count, morphism_sort(nesting)),
      [=](Entropy& entropy, int size) -> Operands { return draw(entropy, size, is_flat(nesting)); },
      std::move(enumerator)...);
}

/// A layout composable with the other, flat where all are.
Layout draw_composable(Entropy& entropy, const Layout& a, bool flat) {
  Layout b = draw_composable(entropy, a);
  return flat ? Layout::flat(b.extents(), b.strides()) : b;
}

/// As many operands, each drawn by itself.
template <class Draw>
Operands drawn(std::size_t count, Draw draw) {
  Operands operands;
  while (operands.size() < count)
    operands.emplace_back(draw());
  return operands;
}

/// The layout itself most of the time, else one with an entry changed.
Layout mostly(Entropy& entropy, Layout layout, bool flat = false) {
  if (!entropy.chance(15)) return layout;
  const Layout changed = perturb(entropy, layout);
  return flat && !changed.is_flat() ? layout : changed;
}

Int bounded_multiple(Int number, std::size_t factor) {
  Int multiple = number;
  return __builtin_mul_overflow(number, static_cast<Int>(factor), &multiple) ? number : multiple;
}

/// A, a complement of A inside its chain, and the size of the chain.
struct Complements {
  Layout a;
  Layout b;
  Int number = 1;
};

Complements draw_complements(Entropy& entropy, int size, bool flat) {
  const Tuple chain = draw_extents(entropy, size);
  Tuple shapes[2];
  Tuple strides[2];
  Int start = 1;
  for (Int t : chain) {
    const std::size_t side = entropy.below(2);
    shapes[side].push_back(t);
    strides[side].push_back(start);
    start = bounded_multiple(start, static_cast<std::size_t>(t));
  }
  Layout sides[2];
  for (std::size_t side : {0U, 1U}) {
    Tuple shape;
    Tuple stride;
    // The canonical complement is sorted and coalesced, so one side keeps its order often.
    const bool keep = side == 1 && entropy.chance(50);
    std::vector<std::size_t> order = entropy.permutation(shapes[side].size());
    if (keep) std::sort(order.begin(), order.end());
    for (std::size_t i : order) {
      shape.push_back(shapes[side][i]);
      stride.push_back(strides[side][i]);
    }
    sides[side] = Layout::flat(std::move(shape), std::move(stride));
    if (!flat) {
      sides[side] = Layout(draw_profile(entropy, sides[side].length()), sides[side].extents(),
                           sides[side].strides());
    }
  }
  if (entropy.chance(40)) {
    // Adjacent runs joined, extents of 1 dropped: the coalesced form, unless it must stay flat or
    // gets nested.
    sides[1] = draw_same_function(entropy, sides[1], flat);
  }
  return {std::move(sides[0]), mostly(entropy, std::move(sides[1]), flat), start};
}

/// Layouts with equal functions about half of the time.
std::pair<Layout, Layout> draw_layout_pair(Entropy& entropy, int size, bool flat) {
  Layout a = draw_layout(entropy, size, flat);
  if (entropy.chance(55)) {
    Layout b = draw_same_function(entropy, a, flat);
    return {std::move(a), std::move(b)};
  }
  if (entropy.chance(50)) {
    Layout b = perturb(entropy, draw_same_function(entropy, a, flat));
    return {std::move(a), std::move(b)};
  }
  return {std::move(a), draw_layout(entropy, size, flat)};
}

/// The layout with its shape replaced by a refinement and the strides that keep the function.
Layout refine_layout(Entropy& entropy, const Layout& layout) {
  const NestedTuple shape = draw_refinement(entropy, layout.shape());
  Tuple strides;
  std::size_t i = 0;
  Int left = layout.length() > 0 ? layout.extents()[0] : 1;
  Int step = layout.length() > 0 ? layout.strides()[0] : 0;
  for (Int extent : shape.entries()) {
    while (left == 1 && extent != 1 && i + 1 < layout.length()) {
      ++i;
      left = layout.extents()[i];
      step = layout.strides()[i];
    }
    strides.push_back(extent == 1 ? static_cast<Int>(entropy.below(3)) : step);
    if (extent != 1 && left % extent == 0) {
      left /= extent;
      step = bounded_multiple(step, static_cast<std::size_t>(extent));
    }
  }
  return {shape, NestedTuple(std::move(strides), shape.profile())};
}

/// The entries of the codomain that the map does not take, in order: the domain of the complement.
NestedTuple complement_domain(const Morphism& f) {
  Tuple rest;
  for (std::size_t j = 0; j < f.codomain().length(); ++j) {
    const auto& map = f.map();
    if (std::find(map.begin(), map.end(), static_cast<Int>(j) + 1) == map.end())
      rest.push_back(f.codomain().entries()[j]);
  }
  return NestedTuple::flat(std::move(rest));
}

bool has_base_point(const Morphism& f) {
  return std::count(f.map().begin(), f.map().end(), Int{0}) > 0;
}

/// Morphisms f_1, …, f_k into one codomain; their images are disjoint unless `overlap`.
Operands draw_disjoint(Entropy& entropy, int size, std::size_t count, bool flat, bool cover) {
  const NestedTuple codomain = draw_shape(entropy, size, flat);
  std::vector<Tuple> maps(count);
  for (std::size_t j : entropy.permutation(codomain.length())) {
    const std::size_t owner = entropy.below(cover ? count : count + 1);
    if (owner < count) maps[owner].push_back(static_cast<Int>(j) + 1);
  }
  Operands morphisms;
  for (Tuple& map : maps) {
    if (entropy.chance(50)) std::sort(map.begin(), map.end());
    if (!cover && entropy.chance(20))
      map.insert(map.begin() + static_cast<std::ptrdiff_t>(entropy.below(map.size() + 1)), 0);
    if (entropy.chance(4) && codomain.length() > 0)
      map = {static_cast<Int>(entropy.below(codomain.length())) + 1};
    Tuple domain;
    for (Int j : map) {
      domain.push_back(j == 0 ? draw_extent(entropy, size)
                              : codomain.entries()[static_cast<std::size_t>(j) - 1]);
    }
    const std::size_t length = domain.size();
    NestedTuple nested = flat ? NestedTuple::flat(std::move(domain))
                              : NestedTuple(std::move(domain), draw_profile(entropy, length));
    morphisms.emplace_back(Morphism(std::move(nested), std::move(map), codomain));
  }
  return morphisms;
}

/// A morphism and then others, each with this codomain.
Enumerator followed_by(std::size_t more, Nesting nesting,
                       const std::function<ShapeOf(std::size_t)>& codomain) {
  std::vector<Part> parts{any(morphism_sort(nesting))};
  for (std::size_t i = 0; i < more; ++i)
    parts.push_back(morphism_into(codomain(i), is_flat(nesting)));
  return in_turn(std::move(parts));
}

Enumerator with_equal_codomain(std::size_t count, Nesting nesting) {
  return followed_by(count - 1, nesting, [](std::size_t) { return codomain_at(0); });
}

/// Each into the domain of the complement of the one before.
Enumerator product_admissible(std::size_t count, Nesting nesting) {
  return followed_by(count - 1, nesting, [](std::size_t last) -> ShapeOf {
    return [last](const Operands& before) -> std::optional<NestedTuple> {
      const auto& f = std::get<Morphism>(before.at(last));
      if (has_base_point(f)) return std::nullopt;
      return complement_domain(f);
    };
  });
}

/// f, and morphisms each into the domain of the complement of the one before.
Operands draw_admissible(Entropy& entropy, int size, bool flat, std::size_t count,
                         bool nondegenerate, bool second_injective) {
  MorphismWish wish{flat, true, nondegenerate};
  Operands operands{draw_morphism(entropy, size, wish)};
  while (operands.size() < count) {
    const NestedTuple codomain = complement_domain(std::get<Morphism>(operands.back()));
    wish.injective = operands.size() + 1 < count || second_injective || entropy.chance(60);
    operands.emplace_back(draw_morphism_into(entropy, size, codomain, wish));
  }
  return operands;
}

}  // namespace

Operands draw(const Domain& domain, Entropy& entropy, int size) {
  for (;;) {
    try {
      return domain.draw(entropy, size);
    } catch (const Overflow&) {
      // Large extents are drawn seldom, so the next draw most likely fits.
    }
  }
}

Domain shapes(std::size_t count) {
  return make_domain(count == 1 ? "a shape" : std::to_string(count) + " shapes",
                     std::vector(count, Sort::shape), [=](Entropy& entropy, int size) {
                       return drawn(count, [&] { return draw_shape(entropy, size); });
                     });
}

Domain layouts(Nesting nesting, std::size_t count) {
  return of_layouts(count == 1 ? "a {}layout" : std::to_string(count) + " {}layouts", nesting,
                    count, [=](Entropy& entropy, int size, bool flat) {
                      return drawn(count, [&] { return draw_layout(entropy, size, flat); });
                    });
}

Domain layout_pairs(Nesting nesting) {
  return of_layouts("two {}layouts", nesting, 2,
                    [](Entropy& entropy, int size, bool flat) -> Operands {
                      auto [a, b] = draw_layout_pair(entropy, size, flat);
                      return {std::move(a), std::move(b)};
                    });
}

Domain layout_over_shape() {
  return make_domain("a layout and a shape that its shape refines", {Sort::layout, Sort::shape},
                     [](Entropy& entropy, int size) -> Operands {
                       if (entropy.chance(50)) {
                         const Layout coarse = draw_layout(entropy, size);
                         return {refine_layout(entropy, coarse), coarse.shape()};
                       }
                       Layout layout = draw_layout(entropy, size);
                       NestedTuple shape = draw_coarsening(entropy, layout.shape());
                       return {std::move(layout), std::move(shape)};
                     });
}

Domain layout_pair_over_shape() {
  return make_domain(
      "two layouts and a shape that their shapes refine", {Sort::layout, Sort::layout, Sort::shape},
      [](Entropy& entropy, int size) -> Operands {
        const Layout coarse = draw_layout(entropy, size);
        Layout a = refine_layout(entropy, coarse);
        Layout b = refine_layout(
            entropy, entropy.chance(60) ? coarse : draw_strides(entropy, coarse.shape()));
        return {std::move(a), std::move(b), coarse.shape()};
      });
}

Domain tractable_layouts(Nesting nesting) {
  return of_layouts("a tractable {}layout", nesting, 1,
                    [](Entropy& entropy, int size, bool flat) -> Operands {
                      return {mostly(entropy, draw_tractable(entropy, size, flat), flat)};
                    });
}

Domain complementable_layouts(Nesting nesting) {
  return of_layouts(
      "a complementable {}layout", nesting, 1,
      [](Entropy& entropy, int size, bool flat) -> Operands {
        Int number = 1;
        return {mostly(entropy, draw_complementable(entropy, size, number, flat), flat)};
      });
}

Domain complementable_with_number(Nesting nesting) {
  return of_layouts("an N-complementable {}layout and N", nesting, 1,
                    [](Entropy& entropy, int size, bool flat) -> Operands {
                      Int number = 1;
                      Layout a = draw_complementable(entropy, size, number, flat);
                      a = mostly(entropy, std::move(a), flat);
                      if (entropy.chance(20))
                        number = bounded_multiple(number, entropy.between(1, 4));
                      if (entropy.chance(8)) number = number > 1 ? number - 1 : 2;
                      return {std::move(a), number};
                    },
                    {Sort::positive});
}

Domain complementable_with_numbers(Nesting nesting) {
  return of_layouts("a complementable {}layout and two numbers", nesting, 1,
                    [](Entropy& entropy, int size, bool flat) -> Operands {
                      Int number = 1;
                      Layout a = draw_complementable(entropy, size, number, flat);
                      Int first = number;
                      Int second = bounded_multiple(number, entropy.between(1, 5));
                      if (entropy.chance(30))
                        first = bounded_multiple(number, entropy.between(1, 5));
                      if (entropy.chance(8)) second = second > 1 ? second - 1 : 2;
                      return {mostly(entropy, std::move(a), flat), first, second};
                    },
                    {Sort::positive, Sort::positive});
}

Domain complement_pairs(Nesting nesting) {
  return of_layouts("a {}layout and a complement of it", nesting, 2,
                    [](Entropy& entropy, int size, bool flat) -> Operands {
                      Complements c = draw_complements(entropy, size, flat);
                      return {std::move(c.a), std::move(c.b)};
                    });
}

Domain complement_pairs_with_number(Nesting nesting) {
  return of_layouts("a {}layout, an N-complement of it, and N", nesting, 2,
                    [](Entropy& entropy, int size, bool flat) -> Operands {
                      Complements c = draw_complements(entropy, size, flat);
                      return {std::move(c.a), std::move(c.b), c.number};
                    },
                    {Sort::positive});
}

Domain composable_layouts(Nesting nesting) {
  return of_layouts("two composable {}layouts", nesting, 2,
                    [](Entropy& entropy, int size, bool flat) -> Operands {
                      if (entropy.chance(4)) {
                        Blocks blocks = draw_blocks(entropy);
                        return {std::move(blocks.a), std::move(blocks.b)};
                      }
                      Layout a = draw_layout(entropy, size, flat);
                      Layout b = entropy.chance(85) ? draw_composable(entropy, a, flat)
                                                    : draw_layout(entropy, size / 2, flat);
                      return {std::move(a), mostly(entropy, std::move(b), flat)};
                    });
}

Domain composable_with_extension() {
  return make_domain(
      "layouts A, A~, B: A~ extends A, and A after B exists", std::vector(3, Sort::layout),
      [](Entropy& entropy, int size) -> Operands {
        Layout a = draw_layout(entropy, size);
        Layout extended = draw_same_function(entropy, a);
        if (entropy.chance(70)) {
          const std::vector<Layout> modes{extended, draw_layout(entropy, size / 3)};
          extended = Layout::tuple_of(modes);
        }
        Layout b = draw_composable(entropy, a);
        return {std::move(a), mostly(entropy, std::move(extended)), mostly(entropy, std::move(b))};
      });
}

Domain composable_tractable() {
  return make_domain("two composable tractable layouts", std::vector(2, Sort::layout),
                     [](Entropy& entropy, int size) -> Operands {
                       Layout a = draw_tractable(entropy, size);
                       Layout b = entropy.chance(90) ? draw_composable(entropy, a)
                                                     : draw_tractable(entropy, size / 2);
                       return {std::move(a), mostly(entropy, std::move(b))};
                     });
}

Domain divisible_layouts(Nesting nesting) {
  return of_layouts("a {}layout and a divisor of it", nesting, 2,
                    [](Entropy& entropy, int size, bool flat) -> Operands {
                      Layout a = draw_layout(entropy, size, flat);
                      Layout b = draw_composable(entropy, a, flat);
                      return {std::move(a), mostly(entropy, std::move(b), flat)};
                    });
}

Domain multipliable_layouts(Nesting nesting) {
  return of_layouts("two {}layouts that can be multiplied", nesting, 2,
                    [](Entropy& entropy, int size, bool flat) -> Operands {
                      Int number = 1;
                      Layout a = draw_complementable(entropy, size / 2, number, flat);
                      Layout b = draw_layout(entropy, size / 2, flat);
                      const Int within = number / saturating_product(a.extents());
                      if (entropy.chance(60) && within > 0)
                        // A layout inside the complement, whose chain has `within` elements.
                        b = draw_composable(entropy, Layout::flat({within}, {1}), flat);
                      else if (entropy.chance(60))
                        b = draw_tractable(entropy, size / 2, flat);
                      return {mostly(entropy, std::move(a), flat), std::move(b)};
                    });
}

Domain mutually_refinable() {
  return make_domain(
      "two shapes with a mutual refinement", std::vector(2, Sort::shape),
      [](Entropy& entropy, int size) -> Operands {
        // Both coarsen one sequence of factors, the second one may go on.
        Tuple factors;
        for (Int extent : draw_extents(entropy, size))
          for (Int f : draw_factors(entropy, extent))
            factors.push_back(f);
        const auto join = [&](std::size_t end) {
          Tuple joined;
          for (std::size_t i = 0; i < end; ++i)
            if (!joined.empty() && entropy.chance(45))
              joined.back() = bounded_multiple(joined.back(), static_cast<std::size_t>(factors[i]));
            else
              joined.push_back(factors[i]);
          const std::size_t length = joined.size();
          return NestedTuple(std::move(joined), draw_profile(entropy, length));
        };
        NestedTuple x =
            join(entropy.chance(50) ? factors.size() : entropy.below(factors.size() + 1));
        NestedTuple y = join(factors.size());
        if (entropy.chance(10)) y = draw_shape(entropy, size);
        return {std::move(x), std::move(y)};
      });
}

Domain morphisms(Nesting nesting, std::size_t count) {
  const std::string kind = is_flat(nesting) ? "tuple morphism" : "nested tuple morphism";
  return of_morphisms(count == 1 ? "a " + kind : std::to_string(count) + " " + kind + "s", nesting,
                      count, [=](Entropy& entropy, int size, bool flat) {
                        return drawn(count, [&] { return draw_morphism(entropy, size, {flat}); });
                      });
}

Domain injective_morphisms(Nesting nesting) {
  return of_morphisms("an injective {}morphism", nesting, 1,
                      [](Entropy& entropy, int size, bool flat) -> Operands {
                        if (entropy.chance(30))
                          return {draw_standard_morphism(entropy, size, flat)};
                        return {draw_morphism(entropy, size, {flat, entropy.chance(92)})};
                      });
}

Domain standard_morphisms(Nesting nesting) {
  return of_morphisms("a non-degenerate {}morphism of standard form", nesting, 1,
                      [](Entropy& entropy, int size, bool flat) -> Operands {
                        if (entropy.chance(12)) return {draw_morphism(entropy, size, {flat})};
                        return {draw_standard_morphism(entropy, size, flat)};
                      });
}

Domain standard_morphism_pairs(Nesting nesting) {
  return of_morphisms(
      "two non-degenerate {}morphisms of standard form", nesting, 2,
      [](Entropy& entropy, int size, bool flat) -> Operands {
        Morphism f = draw_standard_morphism(entropy, size, flat);
        if (entropy.chance(50)) return {f, f};
        if (entropy.chance(40))
          return {f, draw_morphism_from(entropy, size, f.domain(), {true, false, true})};
        return {std::move(f), draw_standard_morphism(entropy, size, flat)};
      });
}

Domain composable_morphisms(Nesting nesting, bool nondegenerate) {
  return of_morphisms(
      "composable " + std::string(nondegenerate ? "non-degenerate " : "") + "{}morphisms g, f",
      nesting, 2,
      [=](Entropy& entropy, int size, bool flat) -> Operands {
        const bool clean = nondegenerate && entropy.chance(92);
        const bool injective = entropy.chance(30);
        Morphism g = draw_morphism(entropy, size, {flat, injective, clean});
        Morphism f =
            draw_morphism_into(entropy, size, g.domain(), {flat, entropy.chance(40), clean});
        return {std::move(g), std::move(f)};
      },
      followed_by(1, nesting, domain_at));
}

Domain disjoint_morphisms(Nesting nesting) {
  return of_morphisms(
      "two {}morphisms with disjoint images", nesting, 2,
      [](Entropy& entropy, int size, bool flat) {
        return draw_disjoint(entropy, size, 2, flat, false);
      },
      with_equal_codomain(2, nesting));
}

Domain disjoint_morphism_triples(Nesting nesting) {
  return of_morphisms(
      "three {}morphisms with disjoint images", nesting, 3,
      [](Entropy& entropy, int size, bool flat) {
        return draw_disjoint(entropy, size, 3, flat, false);
      },
      with_equal_codomain(3, nesting));
}

Domain morphism_after_disjoint(Nesting nesting) {
  return of_morphisms(
      "a {}morphism after two with disjoint images", nesting, 3,
      [](Entropy& entropy, int size, bool flat) {
        Operands pair = draw_disjoint(entropy, size, 2, flat, false);
        const NestedTuple& codomain = std::get<Morphism>(pair[0]).codomain();
        pair.insert(pair.begin(), draw_morphism_from(entropy, size, codomain, {flat}));
        return pair;
      },
      in_turn(with_equal_codomain(2, nesting), {morphism_from(codomain_at(0), is_flat(nesting))},
              {2, 0, 1}));
}

Domain complement_morphisms(Nesting nesting) {
  return of_morphisms(
      "a {}morphism and a complement of it", nesting, 2,
      [](Entropy& entropy, int size, bool flat) {
        const bool cover = entropy.chance(90);
        return draw_disjoint(entropy, size, 2, flat, cover);
      },
      with_equal_codomain(2, nesting));
}

Domain product_admissible_morphisms(Nesting nesting, bool nondegenerate, bool second_injective) {
  return of_morphisms(
      "product admissible {}morphisms", nesting, 2,
      [=](Entropy& entropy, int size, bool flat) {
        const bool clean = nondegenerate && entropy.chance(92);
        return draw_admissible(entropy, size, flat, 2, clean, second_injective);
      },
      product_admissible(2, nesting));
}

Domain product_candidates(Nesting nesting) {
  Domain domain = product_admissible_morphisms(nesting, false);
  domain.name = "two morphisms, mostly product admissible";
  domain.draw = [admissible = domain.draw, flat = is_flat(nesting)](Entropy& entropy, int size) {
    Operands operands = admissible(entropy, size);
    if (entropy.chance(70)) return operands;
    if (entropy.chance(25)) {
      operands[0] = draw_morphism(entropy, size, {flat});
      return operands;
    }
    const Tuple missed = std::get<Morphism>(operands[1]).codomain().entries();
    Tuple entries;
    for (const std::size_t i : entropy.permutation(missed.size()))
      entries.push_back(missed[i]);
    if (entropy.chance(30)) entries.push_back(draw_extent(entropy, size));
    const Profile profile =
        flat ? Profile::flat(entries.size()) : draw_profile(entropy, entries.size());
    operands[1] = draw_morphism_into(entropy, size, NestedTuple(entries, profile), {flat});
    return operands;
  };
  return domain;
}

Domain product_admissible_triples(Nesting nesting) {
  return of_morphisms(
      "three product admissible {}morphisms", nesting, 3,
      [](Entropy& entropy, int size, bool flat) {
        return draw_admissible(entropy, size, flat, 3, false, false);
      },
      product_admissible(3, nesting));
}

namespace {

/// f, X, where X refines the domain or the codomain of f.
Domain with_refined(const std::string& name, const NestedTuple& (Morphism::*end)() const) {
  return make_domain("a morphism and a refinement of its " + name, {Sort::morphism, Sort::shape},
                     [end](Entropy& entropy, int size) -> Operands {
                       Morphism f = draw_morphism(entropy, size);
                       NestedTuple refined = draw_refinement(entropy, (f.*end)());
                       return {std::move(f), std::move(refined)};
                     });
}

}  // namespace

Domain morphism_with_refined_codomain() {
  return with_refined("codomain", &Morphism::codomain);
}

Domain morphism_with_refined_domain() {
  return with_refined("domain", &Morphism::domain);
}

Domain recast_layouts(std::size_t numbers) {
  std::vector<Sort> sorts = {Sort::layout};
  sorts.resize(1 + numbers, Sort::positive);
  return make_domain(
      numbers == 1 ? "a layout and a number of offsets" : "a layout and numbers of offsets", sorts,
      [=](Entropy& entropy, int size) -> Operands {
        Int number = 1;
        Layout l = draw_complementable(entropy, size, number);
        if (l.length() > 0 && entropy.chance(60)) {
          Tuple strides = l.strides();
          strides[entropy.below(strides.size())] = 1;
          l = Layout(l.profile(), l.extents(), std::move(strides));
        }
        if (entropy.chance(30)) l = perturb(entropy, l);
        if (entropy.wishes(DrawWish::Kind::trivial) && entropy.chance(60)) l = Layout::entry(1, 1);
        Operands operands = {std::move(l)};
        for (std::size_t i = 0; i < numbers; ++i) {
          operands.emplace_back(entropy.wishes(DrawWish::Kind::trivial) || entropy.chance(60)
                                    ? draw_divisor(entropy, number)
                                    : static_cast<Int>(entropy.between(1, 6)));
        }
        return operands;
      });
}

}  // namespace layoutcheck::engine
