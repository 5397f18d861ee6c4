// Statements about pointed maps and the category Tuple (colfax 3.1.1).
#include "as_printed/categories.hpp"
#include "as_printed/flat.hpp"
#include "lists.hpp"
#include <layoutcheck/oracles/morphisms.hpp>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;
using engine::text;

std::string text(const Tuple& values, Int codomain) {
  return to_string(PointedMap(values, codomain));
}

/// Whether b∘a is defined exactly if a ends where b starts, and then takes i to b(a(i)).
Result composes_pointwise(const PointedMap& b, const PointedMap& a) {
  const Outcome<PointedMap> composite = algebra::composition(b, a);
  const Outcome<PointedMap> expected = oracle::composition(b, a);
  if (a.codomain() != b.domain())
    return holds_if(!composite && !expected, "maps that do not meet are composed");
  const PointedMap composite_as_printed(after(b.values(), a.values()), b.codomain());
  return agree<PointedMap>({{"the composite", composite_as_printed},
                            {"the algebra", composite},
                            {"the oracle", expected}});
}

/// The identity and associative laws, once each pair composes.
Result has_laws(const PointedMap& c, const PointedMap& b, const PointedMap& a) {
  return all_hold({composes_pointwise(c, b), composes_pointwise(b, a)}).then([&] {
    if (a.codomain() != b.domain() || b.codomain() != c.domain()) return unmet();
    const PointedMap before = algebra::identity_map(a.domain());
    const PointedMap behind = algebra::identity_map(a.codomain());
    return all_hold(
        {{*algebra::composition(c, *algebra::composition(b, a)) ==
              *algebra::composition(*algebra::composition(c, b), a),
          "composition is associative"},
         {is_identity(before.values()) && before.codomain() == before.domain(),
          "an identity takes each element to itself"},
         {*algebra::composition(a, before) == a && *algebra::composition(behind, a) == a,
          "an identity changes no map"}});
  });
}

/// Whether PointedMap holds exactly the functions with α(*) = *: it takes the values in ⟨n⟩*, and
/// refuses those on either side.
bool takes_values_inside(const PointedMap& a) {
  const auto is_taken = [&](std::size_t i, Int value) {
    Tuple values = a.values();
    values[i] = value;
    return is_accepted([&] { PointedMap(values, a.codomain()); });
  };
  for (std::size_t i = 0; i < a.values().size(); ++i)
    if (!is_taken(i, 0) || !is_taken(i, a.codomain())) return false;
  return a.values().empty() ||
         (!is_taken(0, -1) && !is_taken(a.values().size() - 1, a.codomain() + 1));
}

/// The distinct entries, in the order in which they first occur: a finite set, pointed by the
/// first.
Tuple distinct(const Tuple& entries) {
  Tuple found;
  for (const Int x : entries)
    if (std::ranges::count(found, x) == 0) found.push_back(x);
  return found;
}

/// Whether ⟨m⟩* and ⟨n⟩* are isomorphic, by trying all pairs of maps.
bool are_isomorphic(std::size_t m, std::size_t n) {
  return !for_each_pointed_map(m, n, [&](const Tuple& a) {
    return for_each_pointed_map(n, m, [&](const Tuple& b) {
      return !is_identity(after(b, a)) || !is_identity(after(a, b));
    });
  });
}

/// The pointed functions from one set to the other are the maps of Fin_* between the objects of
/// their sizes, composition with the bijections included; and ⟨k⟩* is isomorphic to the set for one
/// k alone.
Result is_skeleton(const NestedTuple& first, const NestedTuple& second) {
  const Tuple x = distinct(first.entries());
  const Tuple y = distinct(second.entries());
  if (x.empty() || y.empty()) return unmet();
  oracle::charge(Exact{x.size() + y.size()}, oracle::Limits{8}, "pointed sets");
  const std::size_t m = x.size() - 1;
  const std::size_t n = y.size() - 1;
  std::set<Tuple> carried;
  bool is_bijective = false;
  std::size_t functions = 0;
  // A pointed function takes x_1, …, x_m, the elements other than the point, to elements of Y.
  const bool all_are_maps =
      for_all_coordinates(Tuple(m, static_cast<Int>(n) + 1), [&](const Tuple& choice) {
        ++functions;
        Tuple image{y.front()};
        for (const Int j : choice)
          image.push_back(y[static_cast<std::size_t>(j)]);
        is_bijective = is_bijective || (m == n && distinct(image).size() == m + 1);
        carried.insert(choice);
        return is_accepted([&] { PointedMap(choice, static_cast<Int>(n)); });
      });
  if (!all_are_maps) return fails("a pointed function is no map");
  std::size_t maps = 0;
  for_each_pointed_map(m, n, [&](const Tuple& a) {
    maps += carried.contains(a) ? 1 : 0;
    return true;
  });
  return all_hold(
      {agree<std::size_t>(
           {{"pointed functions", functions}, {"carried to maps", carried.size()}, {"maps", maps}}),
       agree<bool>({{"the sets are isomorphic", is_bijective},
                    {"the objects are", are_isomorphic(m, n)},
                    {"the objects are equal", m == n}})});
}

/// A map of Comm^⊗ from m to n: for each j the set of the inputs of the operation with output j,
/// which are disjoint. The commutative operad has one operation for each finite set.
using Operations = std::vector<Tuple>;

Operations operations_of(const PointedMap& a) {
  Operations sets;
  for (Int j = 1; j <= a.codomain(); ++j)
    sets.push_back(preimage(a.values(), j));
  return sets;
}

/// Operations composed as an operad composes them: the inputs of the l-th operation of `outer`,
/// each replaced by the inputs of the operation of `inner` that yields it.
Operations composite_of_operad(const Operations& outer, const Operations& inner) {
  Operations sets;
  for (const Tuple& inputs : outer) {
    Tuple joined;
    for (const Int j : inputs) {
      const Tuple& set = inner.at(place(j));
      joined.insert(joined.end(), set.begin(), set.end());
    }
    std::sort(joined.begin(), joined.end());
    sets.push_back(std::move(joined));
  }
  return sets;
}

/// The map that is given by its operations, none of which share an input.
PointedMap map_of_operations(const Operations& sets, Int domain) {
  Tuple values(static_cast<std::size_t>(domain), 0);
  for (std::size_t j = 0; j < sets.size(); ++j)
    for (const Int i : sets[j])
      values[place(i)] = static_cast<Int>(j) + 1;
  return {std::move(values), static_cast<Int>(sets.size())};
}

/// Whether the maps of Fin_* and their composition are those of Comm^⊗.
Result is_category_of_operators(const PointedMap& b, const PointedMap& a) {
  if (a.codomain() != b.domain()) return unmet();
  const Operations sets = operations_of(a);
  bool has_parts = true;
  for (Int j = 1; j <= a.codomain(); ++j) {
    // The inert map ρ^j: ⟨n⟩* → ⟨1⟩* picks the j-th operation.
    Tuple rho(sets.size(), 0);
    rho[place(j)] = 1;
    const PointedMap part = *algebra::composition(PointedMap(rho, 1), a);
    has_parts = has_parts && preimage(part.values(), 1) == sets[place(j)];
  }
  return all_hold(
      {all_hold({{map_of_operations(sets, a.domain()) == a, "operations determine a map"},
                 {has_parts, "the parts of a map are its operations"},
                 {std::ranges::all_of(operations_of(algebra::identity_map(a.domain())),
                                      [](const Tuple& inputs) { return inputs.size() == 1; }),
                  "the operations of an identity are one"}}),
       holds_if_equal(algebra::composition(b, a),
                      map_of_operations(composite_of_operad(operations_of(b), sets), a.domain()))});
}

/// E_0 has one operation of no input and one of one input, and no others.
bool has_operations_of_e0(const Operations& sets) {
  return std::ranges::all_of(sets, [](const Tuple& inputs) { return inputs.size() <= 1; });
}

Result is_wide_subcategory(const PointedMap& b, const PointedMap& a) {
  if (a.codomain() != b.domain()) return unmet();
  const auto is_e0 = [](const PointedMap& map) { return has_operations_of_e0(operations_of(map)); };
  return all_hold({agree<bool>({{"a is tractable", algebra::is_tractable(a)},
                                {"a is a map of E_0", is_e0(a)}}),
                   agree<bool>({{"b is tractable", algebra::is_tractable(b)},
                                {"b is a map of E_0", is_e0(b)}}),
                   holds_if(algebra::is_tractable(algebra::identity_map(a.domain())),
                            "an identity is not tractable")})
      .then([&] {
        if (!algebra::is_tractable(a) || !algebra::is_tractable(b)) return holds();
        const Operations sets = composite_of_operad(operations_of(b), operations_of(a));
        const PointedMap found = *algebra::composition(b, a);
        return all_hold(
            {{has_operations_of_e0(sets), "the composite is a map of E_0"},
             {algebra::is_tractable(found), "the composite is tractable"},
             {found == map_of_operations(sets, a.domain()), "the operations compose to it"}});
      });
}

/// h, g, f with h∘g∘f defined; a few do not meet.
Domain morphism_chains() {
  return make_domain(
      "three composable tuple morphisms h, g, f", std::vector(3, Sort::flat_morphism),
      [](Entropy& entropy, int size) -> Operands {
        const MorphismWish wish{true, entropy.chance(40), false};
        Morphism g = draw_morphism(entropy, size, wish);
        Morphism f = entropy.chance(95) ? draw_morphism_into(entropy, size, g.domain(), wish)
                                        : draw_morphism(entropy, size, wish);
        Morphism h = entropy.chance(95) ? draw_morphism_from(entropy, size, g.codomain(), wish)
                                        : draw_morphism(entropy, size, wish);
        return {std::move(h), std::move(g), std::move(f)};
      },
      in_turn({any(Sort::flat_morphism), morphism_into(domain_at(0), true),
               morphism_from(codomain_at(0), true)},
              {2, 0, 1}));
}

bool is_literal_morphism(const Morphism& f) {
  return f.is_flat() && is_tuple_morphism(f.domain().entries(), f.map(), f.codomain().entries());
}

/// g∘f exists exactly if it should, and lies over the composite of the maps.
Result composes(const Morphism& g, const Morphism& f) {
  const Outcome<Morphism> found = algebra::composition(g, f);
  const bool meet = f.codomain() == g.domain();
  if (found.has_value() != meet) return fails("a composite is " + text(found));
  if (!meet) return unmet();
  return all_hold({{is_literal_morphism(*found), "the composite is a tuple morphism"},
                   {found->domain() == f.domain() && found->codomain() == g.codomain(),
                    "it goes from the domain of f to the codomain of g"},
                   {found->map() == after(g.map(), f.map()), "it lies over the composite"},
                   {algebra::underlying(*found) ==
                        *algebra::composition(algebra::underlying(g), algebra::underlying(f)),
                    "its map is that of the algebra"}});
}

/// Morphisms compose, and obey the laws.
Result is_category(const Morphism& h, const Morphism& g, const Morphism& f) {
  return all_hold({composes(h, g), composes(g, f)}).then([&] {
    const Morphism before = algebra::identity(f.domain());
    const Morphism behind = algebra::identity(f.codomain());
    return all_hold({holds_if(is_literal_morphism(f), "f is no tuple morphism"),
                     holds_if(is_identity(before.map()), "id_S lies over no identity"),
                     equation<Morphism>(algebra::composition(f, before), f),
                     equation<Morphism>(algebra::composition(behind, f), f),
                     equation(algebra::composition(h, *algebra::composition(g, f)),
                              algebra::composition(*algebra::composition(h, g), f))});
  });
}
/// S, α, T, where there mostly is a tuple morphism S → T over α.
Domain candidates_for_morphisms() {
  Domain domain = make_domain(
      "tuples S, T and a pointed map between their places",
      {Sort::flat_shape, Sort::map, Sort::flat_shape}, [](Entropy& entropy, int size) -> Operands {
        const Morphism f = draw_morphism(entropy, size, {true, false, false});
        Tuple s = f.domain().entries();
        Tuple t = f.codomain().entries();
        Tuple values = f.map();
        if (entropy.chance(15) && !s.empty())
          s[entropy.below(s.size())] = draw_extent(entropy, size);
        if (entropy.chance(10)) s.push_back(draw_extent(entropy, size));
        if (entropy.chance(20) && !s.empty() && !t.empty() && !values.empty()) {
          // Another arrow onto the same entry, perhaps between equal entries.
          const std::size_t i = entropy.below(values.size());
          values[i] = static_cast<Int>(entropy.below(t.size())) + 1;
          if (entropy.chance(60)) s[i] = t[place(values[i])];
        }
        const auto n = static_cast<Int>(t.size());
        return {NestedTuple::flat(std::move(s)), PointedMap(std::move(values), n),
                NestedTuple::flat(std::move(t))};
      });
  return enumerated_where(std::move(domain),
                          [](const NestedTuple&, const PointedMap& a, const NestedTuple& t) {
                            return a.codomain() == static_cast<Int>(t.length());
                          });
}

/// (s_1, …, s_m)--(α(1), …, α(m))-->(t_1, …, t_n) stands for a morphism exactly if there is one.
Result depicts_morphism(const NestedTuple& s, const PointedMap& a, const NestedTuple& t) {
  if (a.codomain() != static_cast<Int>(t.length())) return unmet();
  std::string arrow;
  for (const Int value : a.values())
    arrow += (arrow.empty() ? "" : ",") + (value == 0 ? std::string("*") : std::to_string(value));
  const std::string depicted = to_string(s) + "--(" + arrow + ")-->" + to_string(t);
  std::optional<Morphism> read;
  try {
    read = parse_morphism(depicted);
  } catch (const ParseError&) {
  }
  return agree<bool>(
             {{"there is a morphism", is_tuple_morphism(s.entries(), a.values(), t.entries())},
              {"it is built", is_accepted([&] { Morphism(s, a.values(), t); })},
              {"it is read", read.has_value()}})
      .then([&] {
        return holds_if(
            !read || (*read == Morphism(s, a.values(), t) && to_string(*read) == depicted),
            [&] { return depicted + " is read as " + to_string(*read); });
      });
}

/// Whether (S, α, T) is a map of the category of operators of the positive integers under
/// divisibility and multiplication: the product of the s_i with α(i) = j divides t_j, for each j.
bool is_division_map(const Tuple& s, const PointedMap& a, const Tuple& t) {
  for (std::size_t j = 0; j < t.size(); ++j) {
    Exact product = 1;
    for (const Int i : preimage(a.values(), static_cast<Int>(j) + 1))
      product *= s[place(i)];
    if (!divides(product, t[j])) return false;
  }
  return true;
}

/// S, α, T, β, U with α and β between the places of S, T and U.
Domain division_maps() {
  const auto draw = [](Entropy& entropy, int size) -> Operands {
    const auto next = [&](const Tuple& s, Tuple& t) {
      // Backwards from what each entry of T is hit by: equal, a multiple, or near it.
      const std::size_t n = entropy.below(5);
      t.assign(n, 1);
      Tuple values(s.size(), 0);
      for (std::size_t i = 0; i < s.size(); ++i) {
        if (n == 0 || entropy.chance(20)) continue;
        const std::size_t j = entropy.below(n);
        if (t[j] != 1 && entropy.chance(70)) continue;
        values[i] = static_cast<Int>(j) + 1;
        t[j] = checked_multiply(t[j], s[i]);
      }
      for (Int& entry : t) {
        if (entropy.chance(20)) entry = checked_multiply(entry, draw_extent(entropy, size / 4));
        if (entropy.chance(3)) entry = checked_add(entry, 1);
      }
      return PointedMap(std::move(values), static_cast<Int>(n));
    };
    const Tuple s = draw_extents(entropy, size);
    Tuple t;
    Tuple u;
    PointedMap a = next(s, t);
    PointedMap b = next(t, u);
    return {NestedTuple::flat(s), std::move(a), NestedTuple::flat(t), std::move(b),
            NestedTuple::flat(u)};
  };
  // A map from the places of one of the shapes to those of the next.
  const auto map_from = [](std::size_t which) {
    return Part{.of_weight =
                    [which](const Operands& before, std::size_t weight, const Bounds&,
                            const Part::Visit& visit) {
                      const std::size_t m = shape(before, which).length();
                      const std::size_t n = shape(before, which + 1).length();
                      return m + n != weight ||
                             for_each_pointed_map(m, n, [&](const Tuple& values) {
                               return visit(PointedMap(values, static_cast<Int>(n)));
                             });
                    },
                .least = 0};
  };
  const Part any_shape = any(Sort::flat_shape);
  return make_domain(
      "tuples S, T, U and pointed maps between their places",
      {Sort::flat_shape, Sort::map, Sort::flat_shape, Sort::map, Sort::flat_shape}, draw,
      in_turn({any_shape, any_shape, any_shape, map_from(0), map_from(1)}, {0, 3, 1, 4, 2}));
}

/// The condition of colfax 3.1.1.18 on the arrows of the subcategory: s_i = t_{α(i)}, as printed
/// where α(i) ≠ 1, and as amended where α(i) ≠ *. There is no t_*, so that what asks for it is not
/// satisfied.
bool has_equal_entries(const Tuple& s, const PointedMap& a, const Tuple& t, Wording wording) {
  const Int exempt = wording == Wording::as_printed ? 1 : 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const Int j = a.values()[i];
    if (j != exempt && (j == 0 || s[i] != t[place(j)])) return false;
  }
  return true;
}

/// Tuple in the pullback of E_0^⊗ and the operators of divisibility over Comm^⊗.
Result is_in_pullback(const NestedTuple& s, const PointedMap& a, const NestedTuple& t,
                      const PointedMap& b, const NestedTuple& u, Wording wording) {
  const auto length = [](const NestedTuple& x) { return static_cast<Int>(x.length()); };
  if (a.domain() != length(s) || a.codomain() != length(t) || b.domain() != length(t) ||
      b.codomain() != length(u)) {
    return unmet();
  }
  const PointedMap both = *algebra::composition(b, a);
  const auto among = [&](const NestedTuple& from, const PointedMap& map, const NestedTuple& to) {
    // The pullback is over Comm^⊗: one map for both sides. Its subcategory asks for equal entries.
    return has_operations_of_e0(operations_of(map)) &&
           is_division_map(from.entries(), map, to.entries()) &&
           has_equal_entries(from.entries(), map, to.entries(), wording);
  };
  const auto exists = [](const NestedTuple& from, const PointedMap& map, const NestedTuple& to) {
    return is_accepted([&] { Morphism(from, map.values(), to); });
  };
  const bool divides_both =
      is_division_map(s.entries(), a, t.entries()) && is_division_map(t.entries(), b, u.entries());
  return all_hold({{!divides_both || is_division_map(s.entries(), both, u.entries()),
                    "the maps of the operators of divisibility are closed under composition"},
                   {exists(s, a, t) == among(s, a, t) && exists(t, b, u) == among(t, b, u),
                    "the morphisms of Tuple are those of the subcategory"},
                   {exists(s, algebra::identity_map(length(s)), s), "the identities are there"}})
      .then([&] {
        if (!exists(s, a, t) || !exists(t, b, u)) return holds();
        // The square commutes: both ways a composite of Tuple goes to the composite in Comm^⊗.
        const Outcome<Morphism> composite =
            algebra::composition(Morphism(t, b.values(), u), Morphism(s, a.values(), t));
        return holds_if(composite && among(s, both, u) && algebra::underlying(*composite) == both,
                        [&] { return "the composite is " + text(composite); });
      });
}

Result check_3_1_1_3(const PointedMap& a, const PointedMap& b) {
  // i ↦ α(i), by the maps ⟨1⟩* → ⟨m⟩* that pick out i.
  const auto tuple = [](const PointedMap& map) {
    Tuple values;
    for (Int i = 1; i <= map.domain(); ++i) {
      const PointedMap point(Tuple{i}, map.domain());
      values.push_back(algebra::composition(map, point)->values().at(0));
    }
    return values;
  };
  if (parse_value(to_string(a), Sort::map) != Value(a) ||
      text(tuple(a), a.codomain()) != to_string(a)) {
    return fails(to_string(a) + " is not what its tuple stands for");
  }
  if (a.codomain() != b.codomain()) return unmet();
  return holds_if((a == b) == (tuple(a) == tuple(b)), "equal tuples stand for different maps");
}

Result check_3_1_1_6(const PointedMap& a) {
  const auto m = static_cast<std::size_t>(a.domain());
  const Tuple trivial(m, 0);
  bool alone = true;
  for (std::size_t i = 0; i < m; ++i) {
    Tuple other = trivial;
    other[i] = 1;
    alone = alone && !is_accepted([&] { PointedMap(other, 0); });
  }
  const PointedMap onto(Tuple(static_cast<std::size_t>(a.codomain()), 0), 0);
  return all_hold(
      {{is_accepted([&] { PointedMap(trivial, 0); }), "there is one"},
       {alone, "there is no other"},
       {*algebra::composition(onto, a) == PointedMap(trivial, 0), "a composite is it"}});
}

Result check_3_1_1_7(const PointedMap& a) {
  std::size_t found = 0;
  for_each_pointed_map(0, static_cast<std::size_t>(a.codomain()), [&](const Tuple& values) {
    found += values.empty() && is_accepted([&] { PointedMap(values, a.codomain()); }) ? 1 : 0;
    return true;
  });
  const PointedMap from({}, a.domain());
  const Outcome<PointedMap> composite = algebra::composition(a, from);
  return holds_if(found == 1 && composite && *composite == PointedMap({}, a.codomain()) &&
                      composite->domain() == 0,
                  "it is not the only one");
}

Result check_3_1_1_9(const PointedMap& a) {
  return agree<bool>({{"tractable", has_small_preimages(a)},
                      {"the algebra", algebra::is_tractable(a)},
                      {"the oracle", oracle::is_tractable(a)}});
}

Result check_3_1_1_11(const PointedMap& a) {
  std::set<Int> seen;
  bool twice = false;
  for (const Int value : a.values())
    twice = twice || (value > 0 && !seen.insert(value).second);
  return agree<bool>({{"no value occurs twice", !twice},
                      {"tractable", has_small_preimages(a)},
                      {"the algebra", algebra::is_tractable(a)}});
}

}  // namespace

std::vector<Binding> colfax_3_1_1() {
  const Domain maps = composable_maps(1, 50);
  return {
      {"colfax.3.1.1.1", composable_maps(3, 40),
       [](const PointedMap& c, const PointedMap& b, const PointedMap& a) {
         if (!takes_values_inside(a)) return fails("its values are not those of the codomain");
         return has_laws(c, b, a);
       }},
      {"colfax.3.1.1.2",
       enumerated_where(
           make_domain("two lists of 1 to 4 integers", {Sort::flat_tuple, Sort::flat_tuple},
                       [](Entropy& entropy, int) {
                         Operands operands;
                         for (int k = 0; k < 2; ++k) {
                           Tuple list;
                           for (std::size_t n = entropy.chance(5) ? 0 : entropy.between(1, 4);
                                n > 0; --n)
                             list.push_back(static_cast<Int>(entropy.below(9)));
                           operands.emplace_back(NestedTuple::flat(std::move(list)));
                         }
                         return operands;
                       }),
           [](const Tuple& x, const Tuple& y) {
             return x.size() >= 1 && x.size() <= 4 && y.size() >= 1 && y.size() <= 4;
           }),
       is_skeleton},
      {"colfax.3.1.1.3",
       make_domain("two pointed maps", {Sort::map, Sort::map},
                   [draw = maps.draw](Entropy& entropy, int size) -> Operands {
                     const auto a = std::get<PointedMap>(draw(entropy, size)[0]);
                     if (entropy.chance(30)) return {a, draw(entropy, size)[0]};
                     Tuple values = a.values();
                     if (entropy.chance(50) && !values.empty())
                       values[entropy.below(values.size())] = 0;
                     return {a, PointedMap(std::move(values), a.codomain())};
                   }),
       check_3_1_1_3},
      {"colfax.3.1.1.6", maps, check_3_1_1_6},
      {"colfax.3.1.1.7", maps, check_3_1_1_7},
      {"colfax.3.1.1.8", composable_maps(2, 20), is_category_of_operators},
      {"colfax.3.1.1.9", maps, check_3_1_1_9},
      {"colfax.3.1.1.11", maps, check_3_1_1_11},
      {"colfax.3.1.1.12", composable_maps(2, 75), is_wide_subcategory},
      {"colfax.3.1.1.13", morphism_chains(), is_category},
      {"colfax.3.1.1.14", candidates_for_morphisms(), depicts_morphism},
      {"colfax.3.1.1.18", division_maps(), with(is_in_pullback, Wording::as_printed)},
      {"colfax.3.1.1.18.amended", with(is_in_pullback, Wording::amended)},
  };
}

}  // namespace layoutcheck::properties
