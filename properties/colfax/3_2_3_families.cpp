// The category Nest (colfax 3.2.3, 3.2.4): families of nested tuple morphisms, and realization.
#include "as_printed/operations.hpp"
#include "lists.hpp"

#include <ranges>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::nested;

/// Shapes with one flattening.
Domain reparenthesized_shapes(std::size_t count) {
  const auto draw = [count](Entropy& entropy, int size) {
    const NestedTuple first = draw_shape(entropy, size);
    Operands operands{first};
    while (operands.size() < count) {
      Tuple entries = first.entries();
      if (entropy.chance(4)) entries.push_back(1);
      const std::size_t length = entries.size();
      operands.emplace_back(NestedTuple(std::move(entries), draw_profile(entropy, length)));
    }
    return operands;
  };
  std::vector<Part> parts(count, reparenthesizing(shape_at(0)));
  parts.front() = any(Sort::shape);
  return make_domain(std::to_string(count) + " shapes with one flattening",
                     std::vector(count, Sort::shape), draw, in_turn(std::move(parts)));
}

bool have_one_flattening(const NestedTuple& s, const NestedTuple& t) {
  return s.entries() == t.entries();
}

/// mode_i(S) → T over α(N+1), …, α(N+ℓ).
Morphism mode_as_printed(const Morphism& f, std::size_t i) {
  const std::vector<std::size_t> starts = mode_starts(f.domain());
  const auto begin = f.map().begin();
  return {f.domain().modes()[i],
          Tuple(begin + static_cast<std::ptrdiff_t>(starts[i]),
                begin + static_cast<std::ptrdiff_t>(starts[i + 1])),
          f.codomain()};
}

/// colex_T∘Ff∘colex_S⁻¹ (colfax 3.1.4.4) at each number below size(S). Throws LimitReached.
Tuple realization_as_printed(const Morphism& f) {
  const Tuple& s = f.domain().entries();
  const Tuple& t = f.codomain().entries();
  const Exact size = oracle::product(oracle::to_exact(s));
  oracle::charge(size, limits, "the realization");
  Tuple values;
  for (Int x = 0; x < oracle::to_int(size); ++x) {
    Tuple coordinate(t.size(), 0);
    Int rest = x;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (f.map()[i] != 0) coordinate[static_cast<std::size_t>(f.map()[i]) - 1] = rest % s[i];
      rest /= s[i];
    }
    Exact index = 0;
    for (std::size_t j = t.size(); j > 0; --j)
      index = index * t[j - 1] + coordinate[j - 1];
    values.push_back(oracle::to_int(index));
  }
  return values;
}

Tuple realization(const Morphism& f) {
  return algebra::realization(f, static_cast<Int>(limits.points));
}

/// For each i, mode_i(f) is a morphism that encodes mode_i(L_f) (colfax 3.2.3.6).
Result modes_encode_modes(const Morphism& f, Wording wording) {
  const Layout layout = algebra::layout_of(f);
  const std::vector<NestedTuple> modes = f.domain().modes();
  const std::vector<std::size_t> starts = mode_starts(f.domain());
  for (std::size_t i = 0; i < modes.size(); ++i) {
    std::optional<Morphism> mode;
    if (wording == Wording::amended) {
      mode = mode_as_printed(f, i);
      if (!is(algebra::mode(f, i), *mode) || !is(oracle::mode(f, static_cast<Int>(i)), *mode))
        return fails("mode " + std::to_string(i + 1) + " is not " + to_string(*mode));
    } else {
      mode = constructed(modes[i], shifted(modes[i].length(), starts[i]), f.codomain());
    }
    if (!mode) return fails("mode " + std::to_string(i + 1) + " is no morphism");
    const Layout claimed(modes[i], layout.stride().modes()[i]);
    if (layout_as_printed(*mode) != claimed) {
      return fails("mode " + std::to_string(i + 1) + " encodes " +
                   to_string(layout_as_printed(*mode)) + ", not " + to_string(claimed));
    }
  }
  return holds();
}

Result check_3_2_3_1(const NestedTuple& s1, const NestedTuple& s2, const NestedTuple& s3) {
  const Outcome<Morphism> f = algebra::reparenthesize(s1, s2);
  const Outcome<Morphism> g = algebra::reparenthesize(s2, s3);
  if (f.has_value() != have_one_flattening(s1, s2)) return fails("of S_1 and S_2");
  if (g.has_value() != have_one_flattening(s2, s3)) return fails("of S_2 and S_3");
  if (!f || !g) return unmet();
  return all_hold({
      {*f == reparenthesization(s1, s2), "it lies over the identity"},
      {is(oracle::reparenthesization(s1, s2), *f), "the oracle's id_{S_1}^{S_2}"},
      {has_inverse(*f), "it is an isomorphism"},
      {is(algebra::inverse(*f), algebra::reparenthesize(s2, s1).value()),
       "its inverse is the one back"},
      {algebra::composition(*g, *f).value() == algebra::reparenthesize(s1, s3).value(),
       "they are transitive"},
      {is(algebra::reparenthesize(s1, s1), algebra::identity(s1)), "id_S^S = id_S"},
      {algebra::layout_of(*f) == layout_as_printed(identity(s1)), "the layout is column-major"},
  });
}

Result check_3_2_3_2(const NestedTuple& s) {
  const Outcome<Morphism> down = algebra::reparenthesize(s, flattened(s));
  const Outcome<Morphism> up = algebra::reparenthesize(flattened(s), s);
  if (!down || !up) return fails(text(down) + ", " + text(up));
  return all_hold({
      {is(algebra::composition(*up, *down), identity(s)), "S → S♭ → S is id_S"},
      {is(algebra::composition(*down, *up), identity(flattened(s))), "S♭ → S → S♭ is id"},
      {algebra::is_isomorphism(*down) && algebra::is_isomorphism(*up), "they are isomorphisms"},
  });
}

Result check_3_2_3_3(const Morphism& f) {
  const Outcome<Morphism> down = algebra::reparenthesize(f.domain(), flattened(f.domain()));
  const Outcome<Morphism> up = algebra::reparenthesize(flattened(f.codomain()), f.codomain());
  const Outcome<Morphism> first = down ? algebra::composition(algebra::flatten(f), *down) : down;
  return equation<Morphism>(first && up ? algebra::composition(*up, *first) : first, f);
}

Result check_3_2_3_4(const Morphism& f) {
  const Layout layout = layout_as_printed(f);
  const std::vector<Morphism> entries = entries_of(f, false);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!is(algebra::entry(f, i), entries[i]) ||
        !is(oracle::entry(f, static_cast<Int>(i)), entries[i])) {
      return fails("entry " + std::to_string(i + 1) + " is not " + to_string(entries[i]));
    }
    const Layout encoded = algebra::layout_of(entries[i]);
    if (encoded != Layout::entry(layout.extents()[i], layout.strides()[i]))
      return fails("entry " + std::to_string(i + 1) + " encodes " + to_string(encoded));
  }
  return holds_if(!algebra::entry(f, entries.size()), "there is an entry too many");
}

Result check_3_2_3_5(const NestedTuple& s) {
  return holds_for_all(std::views::iota(std::size_t{0}, s.length()), [&](std::size_t i) {
    return holds_if_equal(algebra::entry(algebra::identity(s), i),
                          Morphism(NestedTuple(s.entries()[i]), shifted(1, i), s));
  });
}

Result check_3_2_3_7(const NestedTuple& s) {
  const std::vector<NestedTuple> modes = s.modes();
  const std::vector<std::size_t> starts = mode_starts(s);
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const Morphism claimed(modes[i], shifted(modes[i].length(), starts[i]), s);
    if (!is(algebra::mode(algebra::identity(s), i), claimed))
      return fails("mode " + std::to_string(i + 1));
  }
  return holds_if(!algebra::mode(algebra::identity(s), modes.size()), "there is a mode too many");
}

// 3.2.3: examples.
std::vector<Binding> family_statements() {
  return {
      {"colfax.3.2.3.1", reparenthesized_shapes(3), check_3_2_3_1},
      {"colfax.3.2.3.2", shapes(), check_3_2_3_2},
      {"colfax.3.2.3.3", morphisms(nested), check_3_2_3_3},
      {"colfax.3.2.3.4", morphisms(nested), check_3_2_3_4},
      {"colfax.3.2.3.5", shapes(), check_3_2_3_5},
      {"colfax.3.2.3.6", morphisms(nested), with(modes_encode_modes, Wording::as_printed)},
      {"colfax.3.2.3.6.amended", with(modes_encode_modes, Wording::amended)},
      {"colfax.3.2.3.7", shapes(), check_3_2_3_7},
  };
}

Result check_3_2_4_1(const Morphism& g, const Morphism& f) {
  if (f.codomain() != g.domain()) return unmet();
  const Tuple of_f = realization(f);
  const Tuple of_g = realization(g);
  const Tuple of_both = realization(composed(g, f));
  const bool composes = std::ranges::equal(of_both, of_f, [&](Int of_both_x, Int y) {
    return y < std::ranges::ssize(of_g) && of_both_x == of_g[static_cast<std::size_t>(y)];
  });
  return all_hold({
      {of_f == realization_as_printed(f), "|f| = colex_T∘Ff∘colex_S⁻¹"},
      {of_f == realization(algebra::flatten(f)), "|f| = |f♭|"},
      {oracle::to_tuple(oracle::realization(f, limits)) == of_f, "the oracle's |f|"},
      {std::ranges::equal(realization(identity(f.domain())),
                          std::views::iota(Int{0}, std::ranges::ssize(of_f))),
       "|id_S| is the identity"},
      {composes, "|g∘f| = |g|∘|f|"},
  });
}

// 3.2.4: realization.
std::vector<Binding> realization_statements() {
  return {
      {"colfax.3.2.4.1", composable_morphisms(nested, false), check_3_2_4_1},
      {"colfax.3.2.4.2", morphisms(nested), realizes_layout},
  };
}

}  // namespace

std::vector<Binding> colfax_3_2_3() {
  return joined({family_statements, realization_statements});
}

}  // namespace layoutcheck::properties
