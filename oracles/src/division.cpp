// Dividing and multiplying with the complements and compositions that define it.
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/division.hpp>

#include <algorithm>
#include <stdexcept>

namespace layoutcheck::oracle {

Undefined too_many(std::size_t tilers, std::size_t modes) {
  return Undefined{std::to_string(tilers) + " tilers for " + std::to_string(modes) + " modes"};
}

ExactLayout tuple_of(const std::vector<ExactLayout>& modes) {
  return ExactLayout::tuple_of(modes);
}

ModuleLayout tuple_of(const std::vector<ModuleLayout>& modes) {
  try {
    return ModuleLayout::tuple_of(modes);
  } catch (const std::invalid_argument& error) {
    throw TooDeep(error.what());
  }
}

std::optional<std::vector<Tiler>> by_mode(const Tiler& t) {
  if (t.modes() != nullptr) return *t.modes();
  if (t.shape() == nullptr || t.shape()->is_entry()) return std::nullopt;
  std::vector<Tiler> tilers;
  for (const NestedTuple& mode : t.shape()->modes())
    tilers.emplace_back(mode);
  return tilers;
}

ExactLayout layout_of(const Tiler& t) {
  if (t.layout() != nullptr) return *t.layout();
  return ExactLayout::entry(t.shape()->entries().front(), 1);
}

namespace {

Undefined no_complement(const std::string& of, const Exact& n, const std::string& reason) {
  return Undefined{of + " has no " + digits(n) + "-complement: " + reason};
}

Outcome<ExactLayout> complement(const char* name, const ExactLayout& a, const Exact& n,
                                Convention convention, const Limits& limits) {
  const Outcome<ExactLayout> flat = flat_complement(a, n, convention, limits);
  if (!flat) return no_complement(name, n, flat.reason());
  return in_coalesced_form(*flat);
}

OnLayout<ExactLayout> on_layout(Splitter splitter, Convention convention, const Limits& limits) {
  return [=](const ExactLayout& a, const ExactLayout& b) {
    return splitter == Splitter::divide ? logical_divide(a, b, convention, limits)
                                        : logical_product(a, b, convention, limits);
  };
}

}  // namespace

Outcome<ExactLayout> composition(const ExactLayout& a, const Tiler& t, Convention convention,
                                 const Limits& limits) {
  return apply_by_mode<ExactLayout>(a, t, Beyond::dropped,
                                    [&](const ExactLayout& mode, const ExactLayout& b) {
                                      return composition(mode, b, convention, limits);
                                    });
}

Outcome<ExactLayout> logical_divide(const ExactLayout& a, const ExactLayout& b,
                                    Convention convention, const Limits& limits) {
  const Outcome<ExactLayout> rest = complement("B", b, size(a), convention, limits);
  if (!rest) return rest.undefined();
  return composition(a, ExactLayout::tuple_of(std::vector{b, *rest}), convention, limits);
}

Outcome<ExactLayout> logical_product(const ExactLayout& a, const ExactLayout& b,
                                     Convention convention, const Limits& limits) {
  const Exact n = complementable_from(a, size(a) * cosize(b));
  const Outcome<ExactLayout> places = complement("A", a, n, convention, limits);
  if (!places) return places.undefined();
  const Outcome<ExactLayout> repetition = composition(*places, b, convention, limits);
  if (!repetition) return repetition.undefined();
  return ExactLayout::tuple_of(std::vector{a, *repetition});
}

Outcome<ExactLayout> logical(Splitter splitter, const ExactLayout& a, const Tiler& t,
                             Convention convention, const Limits& limits) {
  return apply_by_mode(a, t, Beyond::kept, on_layout(splitter, convention, limits));
}

Outcome<Pair> zipped(Splitter splitter, const ExactLayout& a, const Tiler& t, Convention convention,
                     const Limits& limits) {
  return gathered(a, t, on_layout(splitter, convention, limits));
}

Outcome<ExactLayout> blocked_product(const ExactLayout& a, const ExactLayout& b,
                                     Convention convention, const Limits& limits) {
  return product_by_rank(a, b, true, on_layout(Splitter::product, convention, limits));
}

Outcome<ExactLayout> raked_product(const ExactLayout& a, const ExactLayout& b,
                                   Convention convention, const Limits& limits) {
  return product_by_rank(a, b, false, on_layout(Splitter::product, convention, limits));
}

Outcome<ExactLayout> colfax_flat_divide(const ExactLayout& a, const ExactLayout& b,
                                        const Limits& limits) {
  const Outcome<ExactLayout> rest = flat_complement(b, size(a), Convention::strict, limits);
  if (!rest) return no_complement("B", size(a), rest.reason());
  const Outcome<ExactLayout> quotient =
      composition(a, flat_concatenation(std::vector{b, *rest}), Convention::strict, limits);
  if (!quotient) return quotient;
  return quotient->flattened();
}

Outcome<ExactLayout> colfax_flat_product(const ExactLayout& a, const ExactLayout& b,
                                         const Limits& limits) {
  const Outcome<ExactLayout> product = logical_product(a, b, Convention::strict, limits);
  if (!product) return product;
  return product->flattened();
}

ExactLayout flat_concatenation(std::span<const ExactLayout> parts) {
  ExactLayout result;
  for (const ExactLayout& part : parts) {
    result.extents.insert(result.extents.end(), part.extents.begin(), part.extents.end());
    result.strides.insert(result.strides.end(), part.strides.begin(), part.strides.end());
  }
  result.profile = Profile::flat(result.length());
  return result;
}

}  // namespace layoutcheck::oracle
