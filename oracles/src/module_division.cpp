// Dividing and multiplying over modules with the complements and compositions that define it.
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/module_division.hpp>
#include <layoutcheck/oracles/module_inverses.hpp>

namespace layoutcheck::oracle {
namespace {

OnLayout<ModuleLayout> on_module(Splitter splitter, Module module, Convention convention,
                                 const Limits& limits) {
  using V = ModuleLayout;
  if (splitter == Splitter::divide)
    return [=](const V& v, const ExactLayout& b) -> Outcome<V> {
      const Outcome<ExactLayout> rest = flat_complement(b, size(v), convention, limits);
      if (!rest) return rest.undefined();
      const ExactLayout both = tuple_of(std::vector{b, in_coalesced_form(*rest)});
      return composition(v, to_layout(both), convention, limits);
    };
  return [=](const V& v, const ExactLayout& b) -> Outcome<V> {
    const Outcome<V> copies = repetition(module, v, to_layout(b), convention, limits);
    if (!copies) return copies;
    return tuple_of(std::vector{v, *copies});
  };
}

}  // namespace

Outcome<ModuleLayout> composition(const ModuleLayout& v, const Tiler& t, Convention convention,
                                  const Limits& limits) {
  return apply_by_mode<ModuleLayout>(v, t, Beyond::dropped,
                                     [&](const ModuleLayout& mode, const ExactLayout& b) {
                                       return composition(mode, to_layout(b), convention, limits);
                                     });
}

Outcome<ModuleLayout> logical(Splitter splitter, const ModuleLayout& v, const Tiler& t,
                              Convention convention, const Limits& limits) {
  return apply_by_mode(v, t, Beyond::kept,
                       on_module(splitter, module_of(v.strides()), convention, limits));
}

Outcome<BasicPair<ModuleLayout>> zipped(Splitter splitter, const ModuleLayout& v, const Tiler& t,
                                        Convention convention, const Limits& limits) {
  return gathered(v, t, on_module(splitter, module_of(v.strides()), convention, limits));
}

Outcome<ModuleLayout> blocked_product(const ModuleLayout& v, const Layout& b, Convention convention,
                                      const Limits& limits) {
  return product_by_rank(v, b, true,
                         on_module(Splitter::product, module_of(v.strides()), convention, limits));
}

Outcome<ModuleLayout> raked_product(const ModuleLayout& v, const Layout& b, Convention convention,
                                    const Limits& limits) {
  return product_by_rank(v, b, false,
                         on_module(Splitter::product, module_of(v.strides()), convention, limits));
}

}  // namespace layoutcheck::oracle
