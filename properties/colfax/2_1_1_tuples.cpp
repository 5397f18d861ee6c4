// The statements on tuples (colfax 2.1.1).
#include "as_printed/flat.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/oracles/nesting.hpp>

#include <array>

namespace layoutcheck::properties {

namespace {

NestedTuple star(const NestedTuple& x, const NestedTuple& y) {
  return algebra::flat_concatenate(std::vector{x, y});
}

NestedTuple one_entry(Int x) {
  return NestedTuple::flat({x});
}

/// Entries of any size, 0 among them.
Tuple draw_entries(Entropy& entropy, int size) {
  Tuple xs = draw_extents(entropy, size);
  for (Int& x : xs)
    if (entropy.chance(15)) x = static_cast<Int>(entropy.below(100));
  return xs;
}

Value draw_flat_tuple(Entropy& entropy, int size) {
  return NestedTuple::flat(draw_entries(entropy, size));
}

Domain tuples_of_integers(std::size_t count) {
  return make_domain("flat tuples of integers", std::vector(count, Sort::flat_tuple),
                     [count](Entropy& entropy, int size) {
                       Operands operands;
                       for (std::size_t i = 0; i < count; ++i)
                         operands.push_back(draw_flat_tuple(entropy, size));
                       return operands;
                     });
}

/// A nested tuple of integers, mostly flat.
Domain mostly_flat_tuples() {
  return make_domain("a tuple of integers, flat or nested", {Sort::tuple},
                     [](Entropy& entropy, int size) -> Operands {
                       Tuple xs = draw_entries(entropy, size);
                       Profile profile = entropy.chance(75) ? Profile::flat(xs.size())
                                                            : draw_profile(entropy, xs.size());
                       return {NestedTuple(std::move(xs), std::move(profile))};
                     });
}

/// X', X, where X mostly begins with X'.
Domain tuples_with_prefixes() {
  return make_domain("two flat tuples, the first mostly a part of the second",
                     {Sort::flat_tuple, Sort::flat_tuple},
                     [](Entropy& entropy, int size) -> Operands {
                       Tuple x = draw_entries(entropy, size);
                       Tuple part = x;
                       part.resize(entropy.below(x.size() + 1));
                       if (entropy.chance(15)) std::ranges::reverse(part);
                       if (entropy.chance(15)) part.push_back(draw_extent(entropy, size));
                       if (entropy.chance(10)) std::swap(part, x);
                       return {NestedTuple::flat(std::move(part)), NestedTuple::flat(std::move(x))};
                     });
}

/// S, X, where X is mostly in [0, S).
Domain shapes_with_coordinates() {
  return make_domain(
      "a flat shape and a tuple that is mostly a coordinate of it",
      {Sort::flat_shape, Sort::flat_tuple}, [](Entropy& entropy, int size) -> Operands {
        const NestedTuple s = draw_shape(entropy, size, true);
        Tuple x;
        for (const Int extent : s.entries())
          x.push_back(static_cast<Int>(entropy.below(static_cast<std::size_t>(extent))));
        if (!x.empty() && entropy.chance(20)) {
          const std::size_t i = entropy.below(x.size());
          x[i] = s.entries()[i];
        }
        if (entropy.chance(8)) x.push_back(0);
        if (!x.empty() && entropy.chance(8)) x.pop_back();
        return {s, NestedTuple::flat(std::move(x))};
      });
}

/// What is read from the text of a value of this sort.
template <class T>
Outcome<T> read(const std::string& text, Sort sort) {
  return as_printed::unless_refused([&] { return std::get<T>(parse_value(text, sort)); });
}

/// A finite ordered list is what its text shows: entries between commas inside one pair of
/// brackets.
Result check_2_1_1_1(const NestedTuple& x) {
  const std::string text = to_string(x);
  const bool is_list = text.front() == '(' && std::ranges::count(text, '(') == 1;
  const auto found = read<NestedTuple>(text, Sort::flat_tuple);
  if (found.has_value() != is_list)
    return fails(text + (is_list ? " is not read as a tuple" : " is read as a tuple"));
  if (!is_list) return holds();
  const std::size_t m =
      text == "()" ? 0 : static_cast<std::size_t>(std::ranges::count(text, ',')) + 1;
  if (*found != x || algebra::length(x) != m || algebra::rank(x) != m || algebra::depth(x) != 1) {
    return fails("it is read as " + to_string(*found) + " of length " +
                 std::to_string(algebra::length(x)));
  }
  Exact product = 1;
  for (std::size_t i = 0; i < m; ++i) {
    const Outcome<Int> entry = algebra::entry(x, i);
    if (!entry) return fails("there is no x_" + std::to_string(i + 1));
    product *= *entry;
  }
  if (algebra::entry(x, m)) return fails("there are more than " + std::to_string(m) + " entries");
  return holds_if(product == algebra::size(x),
                  [&] { return "the product of the entries is " + digits(product); });
}

Result check_2_1_1_3(const NestedTuple& first, const NestedTuple& second) {
  const Tuple& x = first.entries();
  const Tuple& y = second.entries();
  const Tuple joined = as_printed::tuple_of(
      x.size() + y.size(), [&](std::size_t i) { return i < x.size() ? x[i] : y[i - x.size()]; });
  return holds_if_equal(star(first, second), NestedTuple::flat(joined));
}

/// The maps of {0, 1, 2, 3} to itself, under composition: a monoid that is not commutative.
using Transformation = std::array<std::size_t, 4>;

Transformation then(const Transformation& f, const Transformation& g) {
  Transformation both{};
  for (std::size_t k = 0; k < 4; ++k)
    both[k] = g[f[k]];
  return both;
}

/// A function from V to the monoid that takes every value: digits of base 4.
Transformation generator(Int v) {
  Transformation f{};
  auto rest = static_cast<std::uint64_t>(v);
  for (std::size_t& value : f) {
    value = rest % 4;
    rest /= 4;
  }
  return f;
}

/// The homomorphism that extends `generator`.
Transformation extended(const NestedTuple& x) {
  Transformation f{0, 1, 2, 3};
  for (const Int v : x.entries())
    f = then(f, generator(v));
  return f;
}

/// The laws of a monoid, then the universal property of the free one. Each tuple is a product of
/// tuples of length 1, so that a homomorphism that extends the generators can only be `extended`.
Result check_2_1_1_5(const NestedTuple& x, const NestedTuple& y, const NestedTuple& z) {
  const NestedTuple unit;
  if (star(star(x, y), z) != star(x, star(y, z))) return fails("it is not associative");
  if (star(unit, x) != x || star(x, unit) != x) return fails("() is not the unit");
  if (algebra::length(star(x, y)) != algebra::length(x) + algebra::length(y))
    return fails("X ⋆ Y does not lie in the summand of len(X) + len(Y)");
  NestedTuple generated;
  for (const Int v : x.entries())
    generated = star(generated, one_entry(v));
  if (generated != x) return fails("its entries generate " + to_string(generated));
  if ((star(x, y) == star(x, z)) != (y == z)) return fails("X cannot be cancelled on the left");
  if ((star(y, x) == star(z, x)) != (y == z)) return fails("X cannot be cancelled on the right");
  return holds_if(extended(star(x, y)) == then(extended(x), extended(y)),
                  "the extension of the generators is no homomorphism");
}

/// X'' can only be a tail of X, so that trying all of those decides the definition.
Result check_2_1_1_6(const NestedTuple& part, const NestedTuple& x) {
  bool divides = false;
  for (std::size_t k = 0; k <= x.length(); ++k) {
    const Tuple tail(x.entries().begin() + static_cast<std::ptrdiff_t>(k), x.entries().end());
    divides = divides || star(part, NestedTuple::flat(tail)) == x;
  }
  return agree<bool>({{"some X'' completes X'", divides},
                      {"the algebra", algebra::divides(part, x)},
                      {"the oracle", oracle::divides(part, x)}});
}

Result check_2_1_1_8(const NestedTuple& x, const Tuple& sigma, const Tuple& tau) {
  const Outcome<NestedTuple> moved = algebra::permute(x, sigma);
  if (moved.has_value() != oracle::is_permutation_of(sigma, x.length()))
    return fails("X^σ exists, or not, against the definition");
  if (!moved) return holds();
  if (moved->entries() != as_printed::permuted(x.entries(), sigma))
    return fails("X^σ is not " + to_string(*moved));
  if (*algebra::permute(x, as_printed::identity_order(x.length())) != x)
    return fails("the identity does not act as the identity");
  if (!oracle::is_permutation_of(tau, x.length())) return holds();
  // (σ∘τ)(i) = σ(τ(i)).
  const Tuple both = as_printed::tuple_of(
      tau.size(), [&](std::size_t i) { return sigma[static_cast<std::size_t>(tau[i])]; });
  return holds_if_equal(*algebra::permute(*moved, tau), *algebra::permute(x, both));
}

/// The coordinates are counted by an odometer, tested by their inequalities, and compared with
/// what the algebra has for coordinates.
Result check_2_1_1_10(const NestedTuple& s, const Tuple& x) {
  const bool inside = as_printed::is_coordinate(x, s.entries());
  if (algebra::colex(s, x).has_value() != inside)
    return fails("the tuple is " + std::string(inside ? "" : "not ") + "in [0, S)");
  Int count = 0;
  bool found = false;
  const bool same = as_printed::for_all_coordinates(s.entries(), [&](const Tuple& y) {
    const Outcome<Tuple> listed = algebra::colex_inverse(s, count++);
    found = found || x == y;
    return listed && *listed == y && as_printed::is_coordinate(y, s.entries());
  });
  if (!same) return fails("coordinate number " + std::to_string(count) + " differs");
  if (found != inside) return fails("the tuple is in the list, or not, against its inequalities");
  return holds_if(!algebra::colex_inverse(s, count) && count == as_printed::product(s.entries()),
                  [&] { return "[0, S) has " + std::to_string(count) + " elements"; });
}

}  // namespace

std::vector<Binding> colfax_2_1_1() {
  return {
      {"colfax.2.1.1.1", mostly_flat_tuples(), check_2_1_1_1},
      {"colfax.2.1.1.3", tuples_of_integers(2), check_2_1_1_3},
      {"colfax.2.1.1.5", tuples_of_integers(3), check_2_1_1_5},
      {"colfax.2.1.1.6", tuples_with_prefixes(), check_2_1_1_6},
      {"colfax.2.1.1.8",
       as_printed::with_permutations("a flat tuple and two permutations of its entries",
                                     Sort::flat_tuple, 2, draw_flat_tuple),
       check_2_1_1_8},
      {"colfax.2.1.1.10", shapes_with_coordinates(), check_2_1_1_10},
  };
}

}  // namespace layoutcheck::properties
