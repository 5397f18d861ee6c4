// Operations by mode, and the arrangements of divisions and products, for layouts over the integers
// and over modules.
//
// A tiler is interpreted as in CuTe: a shape of depth 0, N, is the layout N:1; a deeper shape and a
// tuple of tilers act by mode, on the first modes of A. Divisions and products keep the remaining
// modes, and compositions drop them; `_` leaves a mode unchanged. More tilers than modes are
// undefined.
#pragma once

#include <layoutcheck/notation/value.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <exception>
#include <functional>
#include <optional>
#include <vector>

namespace layoutcheck::oracle {

/// The tilers of the modes, if the tiler acts by mode.
std::optional<std::vector<Tiler>> by_mode(const Tiler& t);

/// The layout that a tiler stands for. Pre: it neither acts by mode nor keeps.
ExactLayout layout_of(const Tiler& t);

/// (L_1, …, L_k). Throws TooDeep.
ExactLayout tuple_of(const std::vector<ExactLayout>& modes);
ModuleLayout tuple_of(const std::vector<ModuleLayout>& modes);

/// An operation on a layout by a single tiler.
template <class L>
using OnLayout = std::function<Outcome<L>(const L&, const ExactLayout&)>;

/// The parts of a division or a product: what B and B^c select, or A and its repetition.
template <class L>
struct BasicPair {
  L first;
  L second;
};

/// The treatment of the modes of A beyond the tilers.
enum class Beyond { dropped, kept };

Undefined too_many(std::size_t tilers, std::size_t modes);

/// The result for each mode. A mode without an answer takes precedence over one whose answer does
/// not fit.
template <class T, class Act>
Outcome<std::vector<T>> each_mode(std::size_t count, const Act& act) {
  std::vector<T> all;
  std::exception_ptr too_large;
  for (std::size_t i = 0; i < count; ++i) {
    try {
      Outcome<T> mode = act(i);
      if (!mode) return Undefined{"mode " + std::to_string(i) + ": " + mode.reason()};
      all.push_back(*std::move(mode));
    } catch (const Overflow&) {
      too_large = std::current_exception();
    }
  }
  if (too_large) std::rethrow_exception(too_large);
  return all;
}

template <class L>
Outcome<L> apply_by_mode(const L& a, const Tiler& t, Beyond beyond, const OnLayout<L>& operation) {
  if (t.keeps()) return a;
  const std::optional<std::vector<Tiler>> tilers = by_mode(t);
  if (!tilers) return operation(a, layout_of(t));
  const std::vector<L> modes = a.modes();
  if (tilers->size() > modes.size()) return too_many(tilers->size(), modes.size());
  const Outcome<std::vector<L>> found = each_mode<L>(tilers->size(), [&](std::size_t i) {
    return apply_by_mode(modes[i], (*tilers)[i], beyond, operation);
  });
  if (!found) return found.undefined();
  std::vector<L> all = *found;
  if (beyond == Beyond::kept)
    all.insert(all.end(), modes.begin() + static_cast<std::ptrdiff_t>(all.size()), modes.end());
  return tuple_of(all);
}

/// By mode, gathered: the tuple of the first parts, and the tuple of the second parts and the
/// remaining modes. A mode under `_` has the parts 1:0 and itself.
template <class L>
Outcome<BasicPair<L>> gathered(const L& a, const Tiler& t, const OnLayout<L>& operation) {
  if (t.keeps()) return BasicPair<L>{L::entry(1, {}), a};
  const std::optional<std::vector<Tiler>> tilers = by_mode(t);
  if (!tilers) {
    const Outcome<L> both = operation(a, layout_of(t));
    if (!both) return both.undefined();
    const std::vector<L> parts = both->modes();
    return BasicPair<L>{parts[0], parts[1]};
  }
  const std::vector<L> modes = a.modes();
  if (tilers->size() > modes.size()) return too_many(tilers->size(), modes.size());
  const auto pairs = each_mode<BasicPair<L>>(
      tilers->size(), [&](std::size_t i) { return gathered(modes[i], (*tilers)[i], operation); });
  if (!pairs) return pairs.undefined();
  std::vector<L> first;
  std::vector<L> second;
  for (const BasicPair<L>& pair : *pairs) {
    first.push_back(pair.first);
    second.push_back(pair.second);
  }
  second.insert(second.end(), modes.begin() + static_cast<std::ptrdiff_t>(second.size()),
                modes.end());
  return BasicPair<L>{tuple_of(first), tuple_of(second)};
}

/// The arrangements of a gathered pair: (X, Y), (X, Y_1, …, Y_k), (X_1, …, X_j, Y_1, …, Y_k).
template <class L>
L as_zipped(const BasicPair<L>& pair) {
  return tuple_of(std::vector{pair.first, pair.second});
}

template <class L>
L as_tiled(const BasicPair<L>& pair) {
  std::vector<L> modes{pair.first};
  for (L& mode : pair.second.modes())
    modes.push_back(std::move(mode));
  return tuple_of(modes);
}

template <class L>
L as_flat(const BasicPair<L>& pair) {
  std::vector<L> modes = pair.first.modes();
  for (L& mode : pair.second.modes())
    modes.push_back(std::move(mode));
  return tuple_of(modes);
}

/// A with modes 1:0 behind its own up to rank r; a layout of depth 0 counts as one of rank 1.
template <class L>
L padded(const L& a, std::size_t r) {
  std::vector<L> modes = a.modes();
  while (modes.size() < r)
    modes.push_back(L::entry(1, {}));
  return tuple_of(modes);
}

/// ((X_1, Y_1), …, (X_r, Y_r)) where (X, Y) is the product of A and B, both padded to the larger
/// rank; or ((Y_1, X_1), …).
template <class L>
Outcome<L> product_by_rank(const L& a, const ExactLayout& b, bool block_first,
                           const OnLayout<L>& product) {
  const std::size_t r = std::max(a.modes().size(), b.modes().size());
  const Outcome<L> both = product(padded(a, r), padded(b, r));
  if (!both) return both.undefined();
  const std::vector<L> x = both->modes()[0].modes();
  const std::vector<L> y = both->modes()[1].modes();
  std::vector<L> modes;
  for (std::size_t i = 0; i < r; ++i) {
    std::vector<L> pair = {x[i], y[i]};
    if (!block_first) std::swap(pair[0], pair[1]);
    modes.push_back(tuple_of(pair));
  }
  return tuple_of(modes);
}

}  // namespace layoutcheck::oracle
