// Composing by tabulating A∘B and recognizing it.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/composition.hpp>
#include <layoutcheck/oracles/large_composition.hpp>
#include <layoutcheck/oracles/nesting.hpp>

namespace layoutcheck::oracle {
namespace {

/// Why B leaves the domain of A, if it does.
std::optional<Undefined> outside(const ExactLayout& a, const ExactLayout& b,
                                 Convention convention) {
  if (convention != Convention::strict || cosize(b) <= size(a)) return std::nullopt;
  // The last point has the largest coordinates, and so the largest value.
  return Undefined{"B(" + digits(size(b) - 1) + ") = " + digits(cosize(b) - 1) +
                   " lies outside the domain of A, which has " + digits(size(a)) +
                   (size(a) == 1 ? " point" : " points")};
}

/// The composition by its values at some points, where the limits ask for that.
std::optional<Outcome<ExactLayout>> by_samples(const ExactLayout& a, const ExactLayout& b,
                                               CompositeForm form, Convention convention,
                                               const Limits& limits) {
  if (limits.samples == 0 || size(b) <= limits.points || outside(a, b, convention))
    return std::nullopt;
  return composition_at_points(a, b, form, convention, limits.samples);
}

/// C, if its function has the values h; else the point where it has not.
Outcome<ExactLayout> verified(ExactLayout c, const std::vector<Exact>& h) {
  const std::vector<Exact> its = table(c, Limits{h.size()});
  work(h.size());
  for (std::size_t x = 0; x < h.size(); ++x) {
    if (its[x] != h[x]) {
      return Undefined{"A(B(" + std::to_string(x) + ")) = " + digits(h[x]) +
                       ", but the values along the entries of B add up to " + digits(its[x])};
    }
  }
  return c;
}

}  // namespace

Outcome<std::vector<Exact>> composed_table(const ExactLayout& a, const ExactLayout& b,
                                           Convention convention, const Limits& limits) {
  if (std::optional<Undefined> why = outside(a, b, convention)) return *std::move(why);
  std::vector<Exact> values = table(b, limits);
  for (Exact& value : values)
    value = value_at(a, value, convention);
  return values;
}

Outcome<ExactLayout> layout_over(const ExactLayout& b, const std::vector<Exact>& h) {
  std::vector<ExactLayout> parts;
  std::size_t place = 1;  // s_1 ⋯ s_{i−1}
  for (std::size_t i = 0; i < b.length(); ++i) {
    const auto extent = static_cast<std::size_t>(b.extents[i]);
    std::vector<Exact> along;  // k ↦ h(k·s_1 ⋯ s_{i−1})
    for (std::size_t k = 0; k < extent; ++k)
      along.push_back(h[k * place]);
    Outcome<ExactLayout> part = layout_of_table(along);
    if (!part) {
      return Undefined{"along entry " + std::to_string(i) + " of B, where f(k) = A(B(" +
                       std::to_string(place) + "*k)): " + part.reason()};
    }
    parts.push_back(*part);
    place *= extent;
  }
  return verified(*substitute(b.profile, parts), h);
}

Outcome<ExactLayout> composition(const ExactLayout& a, const ExactLayout& b, Convention convention,
                                 const Limits& limits) {
  if (auto sampled = by_samples(a, b, CompositeForm::nested, convention, limits)) return *sampled;
  const Outcome<std::vector<Exact>> h = composed_table(a, b, convention, limits);
  if (!h) return h.undefined();
  return layout_over(b, *h);
}

Outcome<ExactLayout> flat_composition(const ExactLayout& a, const ExactLayout& b,
                                      const Limits& limits) {
  if (auto sampled = by_samples(a, b.flattened(), CompositeForm::flat, Convention::strict, limits))
    return *sampled;
  const Outcome<std::vector<Exact>> h = composed_table(a, b, Convention::strict, limits);
  if (!h) return h.undefined();
  ExactLayout c = b.flattened();
  std::size_t place = 1;
  for (std::size_t i = 0; i < c.length(); ++i) {
    c.strides[i] = c.extents[i] == 1 ? Exact(0) : (*h)[place];
    place *= static_cast<std::size_t>(c.extents[i]);
  }
  return verified(std::move(c), *h);
}

}  // namespace layoutcheck::oracle
