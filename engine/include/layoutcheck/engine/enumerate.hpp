// Enumeration of shapes and morphisms, for domains whose operands depend on each other.
#pragma once

#include <layoutcheck/engine/domain.hpp>

#include <functional>

namespace layoutcheck::engine {

bool enumerate_shapes(std::size_t weight, bool flat, const Bounds& bounds,
                      const std::function<bool(const NestedTuple&)>& visit);

/// Every morphism between the two tuples.
bool enumerate_maps(const NestedTuple& domain, const NestedTuple& codomain,
                    const std::function<bool(const Morphism&)>& visit);

bool enumerate_morphisms(std::size_t weight, bool flat, const Bounds& bounds,
                         const std::function<bool(const Morphism&)>& visit);

/// The same without bounds.
inline bool enumerate_shapes(std::size_t weight, bool flat,
                             const std::function<bool(const NestedTuple&)>& visit) {
  return enumerate_shapes(weight, flat, {}, visit);
}
inline bool enumerate_morphisms(std::size_t weight, bool flat,
                                const std::function<bool(const Morphism&)>& visit) {
  return enumerate_morphisms(weight, flat, {}, visit);
}

}  // namespace layoutcheck::engine
