// Row-major views and when two of them merge.
#include "constructions/views.hpp"

#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <set>
#include <string>

namespace layoutcheck::properties::views {

namespace {

std::string text(const Tuple& tuple) {
  std::string out;
  for (Int x : tuple)
    out += (out.empty() ? "" : ",") + std::to_string(x);
  return "(" + out + ")";
}

bool is_index(const Tuple& shape, const Tuple& index) {
  return shape.size() == index.size() && std::equal(index.begin(), index.end(), shape.begin(),
                                                    [](Int i, Int s) { return 0 <= i && i < s; });
}

/// The greatest value of the view. Throws Overflow.
Int greatest(const Layout& view) {
  Int sum = 0;
  for (std::size_t j = 0; j < view.length(); ++j)
    sum = checked_add(sum, checked_multiply(view.extents()[j] - 1, view.strides()[j]));
  return sum;
}

Tuple unit(std::size_t length, std::size_t j) {
  Tuple index(length, 0);
  index[j] = 1;
  return index;
}

/// Calls visit(i, j) for each increment from i to i + e_j until it returns false.
template <class Visit>
void for_each_increment(const Tuple& shape, Int limit, Visit visit) {
  for (const Tuple& index : index_set(shape, limit)) {
    for (std::size_t j = 0; j < shape.size(); ++j)
      if (index[j] + 1 < shape[j] && !visit(index, j)) return;
  }
}

}  // namespace

Outcome<Layout> view(const Tuple& shape, const Tuple& strides) {
  if (shape.size() != strides.size()) {
    return Undefined{"there are " + std::to_string(shape.size()) + " extents and " +
                     std::to_string(strides.size()) + " strides"};
  }
  if (std::any_of(shape.begin(), shape.end(), [](Int s) { return s < 1; }))
    return Undefined{"an extent is not positive"};
  if (std::any_of(strides.begin(), strides.end(), [](Int d) { return d < 0; }))
    return Undefined{"a stride is negative"};
  return Layout::flat(shape, strides);
}

std::vector<Tuple> index_set(const Tuple& shape, Int limit) {
  std::vector<Tuple> indices;
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return indices;
  Tuple index(shape.size(), 0);
  for (;;) {
    if (static_cast<Int>(indices.size()) == limit) {
      throw LimitReached("the indices of the shape " + text(shape) + " exceed the limit of " +
                         std::to_string(limit));
    }
    work(shape.size());
    indices.push_back(index);
    std::size_t j = shape.size();
    while (j > 0 && index[j - 1] + 1 == shape[j - 1])
      index[--j] = 0;
    if (j == 0) return indices;
    ++index[j - 1];
  }
}

Outcome<Int> offset(const Layout& view, const Tuple& index) {
  if (!is_index(view.extents(), index))
    return Undefined{text(index) + " is no index of the shape " + text(view.extents())};
  work(index.size());
  Int sum = 0;
  for (std::size_t j = 0; j < index.size(); ++j)
    sum = checked_add(sum, checked_multiply(index[j], view.strides()[j]));
  return sum;
}

Layout contiguous_view(const Tuple& shape) {
  Tuple strides(shape.size());
  Int stride = 1;
  for (std::size_t j = shape.size(); j > 0; --j) {
    strides[j - 1] = stride;
    // The product of all extents is the stride of no entry, and need not fit.
    if (j > 1) stride = checked_multiply(stride, shape[j - 1]);
  }
  return Layout::flat(shape, std::move(strides));
}

Outcome<Tuple> unravel(const Tuple& shape, Int x) {
  work(shape.size());
  Tuple index(shape.size());
  Int left = x;
  for (std::size_t j = shape.size(); j > 0; --j) {
    index[j - 1] = left % shape[j - 1];
    left /= shape[j - 1];
  }
  if (left != 0)
    return Undefined{std::to_string(x) + " is not below the size of the shape " + text(shape)};
  return index;
}

Outcome<Int> compose_at(const Layout& first, const Layout& second, const Tuple& index) {
  const Outcome<Int> inner = offset(second, index);
  if (!inner) return inner;
  const Outcome<Tuple> unravelled = unravel(first.extents(), *inner);
  if (!unravelled) return unravelled.undefined();
  return offset(first, *unravelled);
}

Outcome<Tuple> composition(const Layout& first, const Layout& second, Int limit) {
  // The greatest value decides, before the table is made.
  const Outcome<Tuple> last = unravel(first.extents(), greatest(second));
  if (!last) return last.undefined();
  Tuple values;
  for (const Tuple& index : index_set(second.extents(), limit)) {
    const Outcome<Int> value = compose_at(first, second, index);
    if (!value) return value.undefined();
    values.push_back(*value);
  }
  return values;
}

Outcome<bool> is_merged_view(const Layout& view, const Layout& first, const Layout& second,
                             Int limit) {
  const Outcome<Tuple> composed = composition(first, second, limit);
  if (!composed) return composed.undefined();
  if (view.extents() != second.extents()) return false;
  std::size_t at = 0;
  for (const Tuple& index : index_set(view.extents(), limit))
    if (*offset(view, index) != (*composed)[at++]) return false;
  return true;
}

Outcome<Layout> merge(const Layout& first, const Layout& second, Int limit) {
  const Outcome<Tuple> composed = composition(first, second, limit);
  if (!composed) return composed.undefined();
  const Tuple& shape = second.extents();
  // i + e_j stands this far behind i in the table.
  const Layout contiguous = contiguous_view(shape);
  const Tuple& steps = contiguous.strides();
  Tuple strides(shape.size(), 0);
  for (std::size_t j = 0; j < shape.size(); ++j)
    if (shape[j] > 1) strides[j] = (*composed)[static_cast<std::size_t>(steps[j])];
  std::string obstacle;
  for_each_increment(shape, limit, [&](const Tuple& index, std::size_t j) {
    const auto at = static_cast<std::size_t>(*offset(contiguous, index));
    const Int step = (*composed)[at + static_cast<std::size_t>(steps[j])] - (*composed)[at];
    if (step == strides[j]) return true;
    obstacle = "from " + text(index) + " the increment at position " + std::to_string(j) +
               " adds " + std::to_string(step) + ", and from 0 " + std::to_string(strides[j]);
    return false;
  });
  if (!obstacle.empty()) return Undefined{obstacle};
  return Layout::flat(shape, std::move(strides));
}

Int count_increments(const Tuple& shape) {
  Int sum = 0;
  for (std::size_t j = 0; j < shape.size(); ++j) {
    Int product = shape[j] - 1;
    for (std::size_t l = 0; l < shape.size(); ++l)
      if (l != j) product = checked_multiply(product, shape[l]);
    sum = checked_add(sum, product);
  }
  return sum;
}

Outcome<std::vector<std::size_t>> overflowing(const Tuple& shape, Int a, Int b) {
  const Outcome<Tuple> sum = unravel(shape, checked_add(a, b));
  if (!sum) return sum.undefined();
  const Tuple x = *unravel(shape, a);
  const Tuple y = *unravel(shape, b);
  std::vector<std::size_t> positions;
  Int carry = 0;
  for (std::size_t j = shape.size(); j > 0; --j) {
    carry = x[j - 1] + y[j - 1] + carry >= shape[j - 1] ? 1 : 0;
    if (carry != 0) positions.push_back(j - 1);
  }
  std::reverse(positions.begin(), positions.end());
  return positions;
}

bool satisfies(const OverflowEquation& equation, const Tuple& strides) {
  Int sum = 0;
  for (std::size_t j = 0; j < strides.size(); ++j)
    sum = checked_add(sum, checked_multiply(equation.coefficients[j], strides[j]));
  return sum == 0;
}

Outcome<std::vector<OverflowEquation>> overflow_equations(const Tuple& shape, const Layout& second,
                                                          Int limit) {
  const Outcome<Tuple> last = unravel(shape, greatest(second));
  if (!last) return last.undefined();
  std::set<std::vector<std::size_t>> sets;
  for_each_increment(second.extents(), limit, [&](const Tuple& index, std::size_t j) {
    const Int from = *offset(second, index);
    const Int step = *offset(second, unit(index.size(), j));
    sets.insert(*overflowing(shape, from, step));
    return true;
  });
  std::vector<OverflowEquation> equations;
  for (const std::vector<std::size_t>& positions : sets) {
    if (positions.empty()) continue;
    Tuple coefficients(shape.size(), 0);
    for (std::size_t j : positions) {
      // The sum is below the size of the shape, so that position 0 never overflows.
      coefficients[j - 1] += 1;
      coefficients[j] -= shape[j];
    }
    equations.push_back({positions, std::move(coefficients)});
  }
  return equations;
}

Layout reversed(const Layout& view) {
  return Layout::flat(Tuple(view.extents().rbegin(), view.extents().rend()),
                      Tuple(view.strides().rbegin(), view.strides().rend()));
}

}  // namespace layoutcheck::properties::views
