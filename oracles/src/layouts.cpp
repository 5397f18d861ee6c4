// The basic operations on layouts, as their definitions say.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/layouts.hpp>

#include <algorithm>
#include <numeric>

namespace layoutcheck::oracle {

ExactLayout column_major(const NestedTuple& shape) {
  ExactLayout result(shape.profile(), to_exact(shape.entries()), {});
  Exact before = 1;
  for (const Exact& extent : result.extents) {
    work(words(before));
    result.strides.push_back(before);
    before *= extent;
  }
  return result;
}

ExactLayout row_major(const NestedTuple& shape) {
  ExactLayout result(shape.profile(), to_exact(shape.entries()), {});
  result.strides.resize(result.length());
  Exact after = 1;
  for (std::size_t i = result.length(); i-- > 0;) {
    work(words(after));
    result.strides[i] = after;
    after *= result.extents[i];
  }
  return result;
}

bool is_nondegenerate(const ExactLayout& layout) {
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.extents[i] == 1 && layout.strides[i] != 0) return false;
  return true;
}

Outcome<Layout> select(const Layout& layout, const Tuple& indices) {
  const Outcome<Tuple> extents = select(layout.extents(), indices);
  const Outcome<Tuple> strides = select(layout.strides(), indices);
  if (!extents) return extents.undefined();
  return Layout::flat(*extents, *strides);
}

Layout squeeze(const Layout& layout) {
  Tuple kept;
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.extents()[i] > 1) kept.push_back(static_cast<Int>(i));
  return *select(layout, kept);
}

Layout filter(const Layout& layout) {
  Tuple kept;
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.strides()[i] > 0) kept.push_back(static_cast<Int>(i));
  return *select(layout, kept);
}

Layout sort(const Layout& layout) {
  std::vector<std::pair<Int, Int>> modes;  // stride, extent
  for (std::size_t i = 0; i < layout.length(); ++i)
    modes.emplace_back(layout.strides()[i], layout.extents()[i]);
  std::stable_sort(modes.begin(), modes.end());
  Tuple extents;
  Tuple strides;
  for (const auto& [stride, extent] : modes) {
    extents.push_back(extent);
    strides.push_back(stride);
  }
  return Layout::flat(std::move(extents), std::move(strides));
}

bool is_sorted(const ExactLayout& layout) {
  for (std::size_t i = 0; i + 1 < layout.length(); ++i) {
    const bool precedes =
        layout.strides[i] < layout.strides[i + 1] ||
        (layout.strides[i] == layout.strides[i + 1] && layout.extents[i] <= layout.extents[i + 1]);
    if (!precedes) return false;
  }
  return true;
}

bool is_tractable(const Layout& layout) {
  const ExactLayout sorted = sort(layout);
  for (std::size_t i = 0; i + 1 < sorted.length(); ++i) {
    if (sorted.strides[i] == 0) continue;
    if (sorted.strides[i + 1] % (sorted.extents[i] * sorted.strides[i]) != 0) return false;
  }
  return true;
}

Outcome<bool> is_coalesced_over(const ExactLayout& layout, const ExactTuple& coarse) {
  const Outcome<std::vector<ExactLayout>> modes = relative_modes(layout, coarse);
  if (!modes) return modes.undefined();
  return std::ranges::all_of(*modes, [](const ExactLayout& mode) { return is_coalesced(mode); });
}

Outcome<ExactLayout> coalesce_over(const ExactLayout& layout, const NestedTuple& coarse,
                                   const Limits& limits) {
  const Outcome<std::vector<ExactLayout>> modes = relative_modes(layout, coarse);
  if (!modes) return modes.undefined();
  std::vector<ExactLayout> parts;
  for (const ExactLayout& mode : *modes)
    parts.push_back(coalesce(mode, limits));
  return substitute(coarse.profile(), parts);
}

bool same_function(const ExactLayout& a, const ExactLayout& b, const Limits& limits) {
  if (size(a) != size(b)) return false;
  if (size(a) <= limits.points) return table(a, limits) == table(b, limits);
  return flat_coalesce_by_rewriting(a) == flat_coalesce_by_rewriting(b);
}

}  // namespace layoutcheck::oracle
