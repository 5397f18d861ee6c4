// Examples of the introduction to categories (colfax A): functions, sets, vector spaces.
#include "as_printed/categories.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/layouts.hpp>

#include <algorithm>
#include <numeric>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

// ---- Functions between finite sets [0, n), as tables

Tuple composed(const Tuple& g, const Tuple& f) {
  Tuple values;
  for (const Int x : f)
    values.push_back(g.at(static_cast<std::size_t>(x)));
  return values;
}

Tuple identity_table(std::size_t n) {
  Tuple values(n);
  std::iota(values.begin(), values.end(), Int{0});
  return values;
}

/// h, g, f as tables, with h∘g∘f mostly defined, and the size of the codomain of h.
Domain composable_functions() {
  return enumerated_where(
      make_domain("three composable functions h, g, f and the size of the last set",
                  {Sort::flat_tuple, Sort::flat_tuple, Sort::flat_tuple, Sort::integer},
                  [](Entropy& entropy, int) -> Operands {
                    std::size_t sizes[4];
                    sizes[3] = entropy.below(6);
                    for (std::size_t k = 3; k-- > 0;)
                      sizes[k] = sizes[k + 1] == 0 ? 0 : entropy.below(6);
                    return {flat_tuple(draw_function(entropy, sizes[2], sizes[3])),
                            flat_tuple(draw_function(entropy, sizes[1], sizes[2])),
                            flat_tuple(draw_function(entropy, sizes[0], sizes[1])),
                            static_cast<Int>(sizes[3])};
                  }),
      [](const NestedTuple& h, const NestedTuple& g, const NestedTuple& f, Int last) {
        return is_below(h, last) && is_below(g, static_cast<Int>(h.length())) &&
               is_below(f, static_cast<Int>(g.length()));
      });
}

/// Set: the laws, and that a function is determined by where it takes each element [0, 1) → X.
Result functions_form_category(const NestedTuple& third, const NestedTuple& second,
                               const NestedTuple& first, Int last) {
  const Tuple& h = third.entries();
  const Tuple& g = second.entries();
  const Tuple& f = first.entries();
  if (!is_below(third, last) || !is_below(second, static_cast<Int>(h.size())) ||
      !is_below(first, static_cast<Int>(g.size()))) {
    return unmet();
  }
  const Tuple both = composed(g, f);
  for (std::size_t x = 0; x < f.size(); ++x) {
    const Tuple element{static_cast<Int>(x)};
    if (composed(both, element) != composed(g, composed(f, element)))
      return fails("(g∘f)(x) is not g(f(x))");
  }
  return all_hold({
      {both.size() == f.size() && is_below(flat_tuple(both), static_cast<Int>(h.size())),
       "the composite is a function between the outer sets"},
      {composed(f, identity_table(f.size())) == f && composed(identity_table(g.size()), f) == f,
       "the identities leave f as it is"},
      {composed(h, both) == composed(composed(h, g), f), "h∘(g∘f) = (h∘g)∘f"},
  });
}

/// f has an inverse, found by trying all, exactly if each y is f(x) for a unique x; and x ↦ x + 10
/// and x ↦ x − 10 are inverse on the integers.
Result inverts_if_bijective(const NestedTuple& table, Int n, Int integer_x) {
  const Tuple& f = table.entries();
  if (!is_below(table, n) || f.size() > 4 || n > 4) return unmet();
  bool bijective = true;
  for (Int y = 0; y < n; ++y)
    bijective = bijective && std::count(f.begin(), f.end(), y) == 1;
  std::size_t found = 0;
  if (n == 0 || !f.empty()) {
    // Functions [0, n) → [0, m) are the pointed maps ⟨n⟩* → ⟨m − 1⟩*, as values from 0 to m − 1.
    const std::size_t top = f.empty() ? 0 : f.size() - 1;
    for_each_pointed_map(static_cast<std::size_t>(n), top, [&](const Tuple& g) {
      found += composed(g, f) == identity_table(f.size()) &&
                       composed(f, g) == identity_table(static_cast<std::size_t>(n))
                   ? 1
                   : 0;
      return true;
    });
  }
  if (found != (bijective ? 1U : 0U)) return fails("it has " + std::to_string(found) + " inverses");
  const auto plus = [](Int x) { return checked_add(x, 10); };
  const auto minus = [](Int x) { return checked_add(x, -10); };
  for (const Int x : {integer_x, -integer_x})
    if (minus(plus(x)) != x || plus(minus(x)) != x) return fails("x + 10 is not inverted");
  return holds();
}

// ---- Matrices with integer entries, by rows

struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<Exact> entries;

  [[nodiscard]] const Exact& at(std::size_t i, std::size_t j) const {
    return entries.at(i * columns + j);
  }
  friend bool operator==(const Matrix&, const Matrix&) = default;
};

Matrix unit(std::size_t n) {
  Matrix matrix{n, n, std::vector<Exact>(n * n, 0)};
  for (std::size_t i = 0; i < n; ++i)
    matrix.entries[i * n + i] = 1;
  return matrix;
}

Matrix product(const Matrix& b, const Matrix& a) {
  if (b.columns != a.rows) throw std::invalid_argument("the matrices do not meet");
  Matrix matrix{b.rows, a.columns, {}};
  for (std::size_t i = 0; i < b.rows; ++i) {
    for (std::size_t j = 0; j < a.columns; ++j) {
      Exact sum = 0;
      for (std::size_t k = 0; k < a.rows; ++k)
        sum += b.at(i, k) * a.at(k, j);
      matrix.entries.push_back(sum);
    }
  }
  return matrix;
}

/// The dimensions n_0, …, n_3 and the entries of A_1: R^{n_0} → R^{n_1}, A_2, A_3, in one list; an
/// entry x stands for x − 2.
Domain matrix_chains() {
  const auto count = [](const Tuple& n) { return n[1] * n[0] + n[2] * n[1] + n[3] * n[2]; };
  return enumerated_where(
      make_domain("four dimensions, and the entries of matrices between them",
                  {Sort::flat_tuple, Sort::flat_tuple},
                  [count](Entropy& entropy, int) -> Operands {
                    Tuple n;
                    for (int k = 0; k < 4; ++k)
                      n.push_back(static_cast<Int>(entropy.below(4)));
                    Tuple entries;
                    for (Int left = count(n); left > 0; --left)
                      entries.push_back(static_cast<Int>(entropy.below(7)));
                    if (entropy.chance(4)) entries.push_back(0);
                    return {flat_tuple(std::move(n)), flat_tuple(std::move(entries))};
                  }),
      [count](const NestedTuple& n, const Tuple& entries) {
        return n.length() == 4 && is_below(n, 5) &&
               static_cast<Int>(entries.size()) == count(n.entries());
      });
}

Result matrices_form_category(const NestedTuple& dimensions, const NestedTuple& entries) {
  if (dimensions.length() != 4 || !is_below(dimensions, 5)) return unmet();
  std::vector<Matrix> matrices;
  std::size_t used = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto columns = static_cast<std::size_t>(dimensions.entries()[k]);
    const auto rows = static_cast<std::size_t>(dimensions.entries()[k + 1]);
    Matrix matrix{rows, columns, {}};
    for (std::size_t i = rows * columns; i > 0; --i, ++used) {
      if (used >= entries.length()) return unmet();
      matrix.entries.emplace_back(entries.entries()[used] - 2);
    }
    matrices.push_back(std::move(matrix));
  }
  if (used != entries.length()) return unmet();
  const Matrix& a = matrices[0];
  const Matrix& b = matrices[1];
  const Matrix& c = matrices[2];
  const Matrix both = product(b, a);
  if (both.rows != b.rows || both.columns != a.columns) return fails("BA has another size");
  // BA is the composite of the linear maps: it takes each vector of the basis where B after A does.
  for (std::size_t j = 0; j < a.columns; ++j) {
    Matrix e{a.columns, 1, std::vector<Exact>(a.columns, 0)};
    e.entries[j] = 1;
    if (product(both, e) != product(b, product(a, e))) return fails("BA is not B after A");
  }
  return all_hold({
      {product(a, unit(a.columns)) == a && product(unit(a.rows), a) == a,
       "identity matrices leave A as it is"},
      {product(c, both) == product(product(c, b), a), "C(BA) = (CB)A"},
  });
}

Matrix transposed(const Matrix& a) {
  Matrix matrix{a.columns, a.rows, {}};
  for (std::size_t j = 0; j < a.columns; ++j)
    for (std::size_t i = 0; i < a.rows; ++i)
      matrix.entries.push_back(a.at(i, j));
  return matrix;
}

/// The sum over all permutations (Leibniz). Pre: A is square.
Exact determinant(const Matrix& a) {
  std::vector<std::size_t> order(a.rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Exact sum = 0;
  do {
    Exact term = 1;
    for (std::size_t i = 0; i < order.size(); ++i) {
      term *= a.at(i, order[i]);
      for (std::size_t k = 0; k < i; ++k)
        term *= order[k] > order[i] ? -1 : 1;
    }
    sum += term;
  } while (std::next_permutation(order.begin(), order.end()));
  return sum;
}

/// The matrix of the cofactors, transposed: the inverse of A times its determinant. Pre: A is
/// square.
Matrix adjugate(const Matrix& a) {
  Matrix cofactors{a.rows, a.columns, {}};
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < a.columns; ++j) {
      Matrix minor{a.rows - 1, a.columns - 1, {}};
      for (std::size_t k = 0; k < a.entries.size(); ++k)
        if (k / a.columns != i && k % a.columns != j) minor.entries.push_back(a.entries[k]);
      cofactors.entries.emplace_back(determinant(minor) * ((i + j) % 2 == 0 ? 1 : -1));
    }
  }
  return transposed(cofactors);
}

/// A vector other than 0 that A takes to 0, by elimination without division; nothing if there is
/// none.
std::optional<Matrix> kernel_vector(Matrix a) {
  const auto entry = [&](std::size_t i, std::size_t j) -> Exact& {
    return a.entries[i * a.columns + j];
  };
  std::vector<std::size_t> pivots;  // the column of the pivot of each row so far
  for (std::size_t column = 0; column < a.columns; ++column) {
    const std::size_t row = pivots.size();
    std::size_t found = row;
    while (found < a.rows && entry(found, column) == 0)
      ++found;
    if (found == a.rows) {
      Matrix v{a.columns, 1, std::vector<Exact>(a.columns, 0)};
      v.entries[column] = 1;
      for (std::size_t i = 0; i < row; ++i)
        v.entries[column] *= entry(i, pivots[i]);
      for (std::size_t i = 0; i < row; ++i)
        v.entries[pivots[i]] = -v.entries[column] / entry(i, pivots[i]) * entry(i, column);
      return v;
    }
    for (std::size_t j = 0; j < a.columns; ++j)
      std::swap(entry(found, j), entry(row, j));
    const Exact pivot = entry(row, column);
    for (std::size_t i = 0; i < a.rows; ++i) {
      const Exact factor = entry(i, column);
      for (std::size_t j = 0; i != row && j < a.columns; ++j)
        entry(i, j) = entry(i, j) * pivot - entry(row, j) * factor;
    }
    pivots.push_back(column);
  }
  return std::nullopt;
}

/// A: R^n → R^m is an isomorphism (A.1.0.8) exactly if it is square and its determinant is not 0.
/// The inverse is then the adjugate over the determinant; else a vector v other than 0 with Av = 0,
/// or w with wA = 0, shows that there is none, as BA = I would give v = BAv = 0.
Result inverts_if_regular(Int rows, Int columns, const NestedTuple& entries) {
  if (rows > 4 || columns > 4 || static_cast<Int>(entries.length()) != rows * columns)
    return unmet();
  Matrix a{static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), {}};
  for (const Int x : entries.entries())
    a.entries.emplace_back(x - 2);
  const Exact d = rows == columns ? determinant(a) : Exact{0};
  const std::optional<Matrix> v = kernel_vector(a);
  const std::optional<Matrix> w = kernel_vector(transposed(a));
  for (const auto& [matrix, vector] : {std::pair(a, v), std::pair(transposed(a), w)}) {
    if (!vector) continue;
    const Matrix image = product(matrix, *vector);
    if (std::ranges::count(vector->entries, 0) == std::ranges::ssize(vector->entries) ||
        std::ranges::count(image.entries, 0) != std::ranges::ssize(image.entries)) {
      return fails("what shows that there is no inverse is not in the kernel");
    }
  }
  if ((v || w) != (d == 0)) {
    return fails("the determinant is " + digits(d) + ", and there is " + (v || w ? "a" : "no") +
                 " kernel");
  }
  if (d == 0) return holds();
  Matrix scaled = unit(a.rows);
  for (Exact& x : scaled.entries)
    x *= d;
  const Matrix printed{2, 2, {1, -2, -1, 3}};
  return all_hold({
      {product(a, adjugate(a)) == scaled && product(adjugate(a), a) == scaled,
       "the adjugate is the inverse, times the determinant"},
      {a != Matrix{2, 2, {3, 2, 1, 1}} ||
           (product(printed, a) == unit(2) && product(a, printed) == unit(2)),
       "the inverse is the one printed"},
  });
}

/// m, n and the entries of an m × n matrix, each 2 greater than it is; half of the square ones are
/// singular.
Domain matrices() {
  return enumerated_where(
      make_domain(
          "the numbers of rows and columns of a matrix, and its entries",
          {Sort::integer, Sort::integer, Sort::flat_tuple},
          [](Entropy& entropy, int) -> Operands {
            if (entropy.chance(5)) return {Int{2}, Int{2}, flat_tuple({5, 4, 3, 3})};
            const std::size_t m = entropy.below(5);
            const std::size_t n = entropy.chance(80) ? m : entropy.below(5);
            Tuple entries = draw_function(entropy, m * n, 8);
            if (m > 1 && entropy.chance(50)) {
              // The last row is a multiple of the first.
              const auto factor = static_cast<Int>(entropy.below(3));
              for (std::size_t j = 0; j < n; ++j)
                entries[(m - 1) * n + j] = std::max<Int>(0, (entries[j] - 2) * factor + 2);
            }
            return {static_cast<Int>(m), static_cast<Int>(n), flat_tuple(std::move(entries))};
          }),
      [](Int m, Int n, const Tuple& entries) {
        return m <= 4 && n <= 4 && static_cast<Int>(entries.size()) == m * n;
      });
}

Domain integers(std::size_t bound) {
  return make_domain("an integer", {Sort::integer}, [bound](Entropy& entropy, int) -> Operands {
    return {static_cast<Int>(entropy.below(bound))};
  });
}

/// The functions of A.1.0.1 and A.1.0.2.
Int twice(Int x) {
  return checked_multiply(2, x);
}
bool is_even(Int x) {
  return x % 2 == 0;
}

Result check_A_1_0_1(Int x) {
  const Outcome<Int> value = algebra::apply(Layout::entry(checked_add(x, 1), 2), NestedTuple(x));
  return holds_if(value && *value == twice(x) && twice(-x) == -twice(x),
                  "f is not the layout function");
}

Result check_A_1_0_2(Int x) {
  oracle::charge(x, limits, "the integers y");
  for (const Int z : {x, -x}) {
    bool is_double = false;
    for (Int y = -x; y <= x; ++y)
      is_double = is_double || twice(y) == z;
    if (is_even(z) != is_double) return fails("g is wrong at " + std::to_string(z));
  }
  return holds();
}

}  // namespace

std::vector<Binding> colfax_a_sets() {
  constexpr std::size_t some = 1000;
  return {
      {"colfax.A.1.0.1", integers(some), check_A_1_0_1},
      {"colfax.A.1.0.2", integers(some), check_A_1_0_2},
      {"colfax.A.1.0.3", integers(some),
       [](Int x) { return holds_if(is_even(twice(x)) && is_even(twice(-x)), "it is False"); }},
      {"colfax.A.1.0.5", composable_functions(), functions_form_category},
      {"colfax.A.1.0.6", matrix_chains(), matrices_form_category},
      {"colfax.A.1.0.9",
       enumerated_where(make_domain("a function to [0, n), n, and an integer",
                                    {Sort::flat_tuple, Sort::integer, Sort::integer},
                                    [](Entropy& entropy, int) -> Operands {
                                      const std::size_t n = entropy.below(6);
                                      const std::size_t m = n == 0               ? 0
                                                            : entropy.chance(70) ? n
                                                                                 : entropy.below(6);
                                      Tuple values = draw_function(entropy, m, n);
                                      if (m == n && entropy.chance(60)) {
                                        values.clear();
                                        for (const std::size_t y : entropy.permutation(n))
                                          values.push_back(static_cast<Int>(y));
                                      }
                                      return {flat_tuple(std::move(values)), static_cast<Int>(n),
                                              static_cast<Int>(entropy.below(some))};
                                    }),
                        [](const NestedTuple& f, Int n) { return is_below(f, n); }),
       inverts_if_bijective},
      {"colfax.A.1.0.10", matrices(), inverts_if_regular},
  };
}

}  // namespace layoutcheck::properties
