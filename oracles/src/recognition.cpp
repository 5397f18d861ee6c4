// Recognizing the layout of a table of values.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/recognition.hpp>

#include <string>

namespace layoutcheck::oracle {

Outcome<ExactLayout> flat_layout_of_table(std::span<const Exact> values) {
  const auto f = [&](std::size_t x) -> const Exact& { return values[x]; };
  if (values.empty()) return Undefined{"a layout function has at least one value"};
  if (f(0) != 0) return Undefined{"f(0) = " + digits(f(0)) + " is not 0"};

  std::vector<Exact> extents;
  std::vector<Exact> strides;
  std::size_t place = 1;             // the product of the extents so far
  std::size_t rest = values.size();  // the number of values of q ↦ f(q·place)
  while (rest > 1) {
    const Exact& stride = f(place);
    std::size_t extent = 1;
    for (Exact expected = stride; extent < rest && f(extent * place) == expected; ++extent) {
      work();
      expected += stride;
    }
    if (rest % extent != 0) {
      return Undefined{"f(" + std::to_string(extent * place) + ") = " + digits(f(extent * place)) +
                       " is the first deviation from multiples of f(" + std::to_string(place) +
                       ") = " + digits(stride) + ", so that an entry has extent " +
                       std::to_string(extent) + ", which does not divide " + std::to_string(rest)};
    }
    extents.emplace_back(extent);
    strides.push_back(stride);
    place *= extent;
    rest /= extent;
  }

  ExactLayout layout = ExactLayout::flat(std::move(extents), std::move(strides));
  const std::vector<Exact> its = table(layout, Limits{values.size()});
  work(values.size());
  for (std::size_t x = 0; x < values.size(); ++x) {
    if (its[x] != f(x)) {
      return Undefined{"f(" + std::to_string(x) + ") = " + digits(f(x)) +
                       ", where the values before it leave only " + digits(its[x])};
    }
  }
  return layout;
}

Outcome<ExactLayout> layout_of_table(std::span<const Exact> values) {
  Outcome<ExactLayout> flat = flat_layout_of_table(values);
  if (!flat) return flat;
  return in_coalesced_form(*flat);
}

ExactLayout in_coalesced_form(ExactLayout flat_coalesced) {
  if (flat_coalesced.length() == 0) return ExactLayout::entry(1, 0);
  if (flat_coalesced.length() == 1) flat_coalesced.profile = Profile();
  return flat_coalesced;
}

ExactLayout flat_coalesce(const ExactLayout& layout, const Limits& limits) {
  if (size(layout) > limits.points) return flat_coalesce_by_rewriting(layout);
  return flat_layout_of_table(table(layout, limits)).value();
}

ExactLayout coalesce(const ExactLayout& layout, const Limits& limits) {
  return in_coalesced_form(flat_coalesce(layout, limits));
}

ExactLayout flat_coalesce_by_rewriting(const ExactLayout& layout) {
  work(layout.length());
  std::vector<Exact> extents;
  std::vector<Exact> strides;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    if (layout.extents[i] == 1) continue;
    if (!extents.empty()) work(words(extents.back()));
    if (!extents.empty() && extents.back() * strides.back() == layout.strides[i]) {
      extents.back() *= layout.extents[i];
    } else {
      extents.push_back(layout.extents[i]);
      strides.push_back(layout.strides[i]);
    }
  }
  return ExactLayout::flat(std::move(extents), std::move(strides));
}

bool is_flat_coalesced(const ExactLayout& layout) {
  for (std::size_t i = 0; i < layout.length(); ++i) {
    if (layout.extents[i] == 1) return false;
    if (i + 1 < layout.length() && layout.extents[i] * layout.strides[i] == layout.strides[i + 1])
      return false;
  }
  return true;
}

bool is_coalesced(const ExactLayout& layout) {
  if (layout.is_entry()) return layout.extents[0] > 1 || layout.strides[0] == 0;
  return layout.profile.is_flat() && layout.length() > 1 && is_flat_coalesced(layout);
}

}  // namespace layoutcheck::oracle
