// Visiting all layouts of a size.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/search.hpp>

#include <algorithm>

namespace layoutcheck::oracle {
namespace {

const Limits unlimited{std::size_t{1} << 24};

void extend(Int n, Int d, Tuple& extents, Tuple& strides,
            const std::function<void(const Layout&)>& visit) {
  if (n == 1) {
    visit(Layout::flat(extents, strides));
    return;
  }
  for (Int extent = 2; extent <= n; ++extent) {
    work();
    if (n % extent != 0) continue;
    for (Int stride = 0; stride <= d; ++stride) {
      extents.push_back(extent);
      strides.push_back(stride);
      extend(n / extent, d, extents, strides, visit);
      extents.pop_back();
      strides.pop_back();
    }
  }
}

/// Calls visit for each choice of one layout for each entry of B.
void choose(const std::vector<std::vector<ExactLayout>>& candidates,
            std::vector<ExactLayout>& chosen,
            const std::function<void(std::span<const ExactLayout>)>& visit) {
  if (chosen.size() == candidates.size()) {
    visit(chosen);
    return;
  }
  for (const ExactLayout& candidate : candidates[chosen.size()]) {
    work();
    chosen.push_back(candidate);
    choose(candidates, chosen, visit);
    chosen.pop_back();
  }
}

}  // namespace

void for_each_flat_layout(Int n, Int d, const std::function<void(const Layout&)>& visit) {
  Tuple extents;
  Tuple strides;
  extend(n, d, extents, strides, visit);
}

std::vector<Layout> complements_by_search(const Layout& a, Int n) {
  std::vector<Layout> found;
  const Exact points = size(a);
  if (n % points != 0) return found;
  const std::vector<Exact> values_of_a = table(a, unlimited);
  // Whether the sums of a value of A and a value of B, which are those of (A, B), are in [0, N),
  // and none is there twice.
  const auto are_distinct = [&](const std::vector<Exact>& values_of_b) {
    std::vector<bool> is_taken(static_cast<std::size_t>(n), false);
    for (const Exact& y : values_of_b)
      for (const Exact& x : values_of_a) {
        const Exact sum = x + y;
        if (sum >= n || is_taken[static_cast<std::size_t>(sum)]) return false;
        is_taken[static_cast<std::size_t>(sum)] = true;
      }
    return true;
  };
  // Each B takes the value 0.
  if (!are_distinct({0})) return found;
  // A value of N or more is none of [0, N), so that no stride need be above N − 1.
  for_each_flat_layout(to_int(n / points), n - 1, [&](const Layout& b) {
    if (is_flat_coalesced(b) && are_distinct(table(b, unlimited))) found.push_back(b);
  });
  return found;
}

std::vector<Layout> composites_by_search(const Layout& a, const Layout& b, Convention convention) {
  std::vector<Exact> h;
  Exact largest = 0;
  for (const Exact& y : table(b, unlimited)) {
    if (convention == Convention::strict && y >= size(a)) return {};
    h.push_back(value_at(a, y, convention));
    largest = std::max(largest, h.back());
  }
  // Each stride is the value at some point, so that none need be above the largest value.
  std::vector<std::vector<ExactLayout>> candidates;
  for (Int extent : b.extents()) {
    candidates.emplace_back();
    for_each_flat_layout(extent, to_int(largest), [&](const Layout& part) {
      if (is_flat_coalesced(part)) candidates.back().push_back(in_coalesced_form(part));
    });
  }
  std::vector<Layout> found;
  std::vector<ExactLayout> chosen;
  choose(candidates, chosen, [&](std::span<const ExactLayout> parts) {
    const ExactLayout c = *substitute(b.profile(), parts);
    if (table(c, unlimited) == h) found.push_back(to_layout(c));
  });
  return found;
}

}  // namespace layoutcheck::oracle
