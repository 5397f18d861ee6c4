// Pointed maps (colfax 3.1.1.1) and the morphisms of Tuple and Nest (3.1.1.13, 3.2.1.1).
#pragma once

#include <layoutcheck/notation/nested_tuple.hpp>

namespace layoutcheck {

/// A pointed map ⟨m⟩* → ⟨n⟩*. It need not be tractable.
class PointedMap {
 public:
  PointedMap() = default;

  /// The map i ↦ values[i − 1] to ⟨codomain⟩*; the value 0 is the base point. Throws
  /// std::invalid_argument if a value is outside 0 … codomain.
  PointedMap(Tuple values, Int codomain);

  [[nodiscard]] const Tuple& values() const { return values_; }
  [[nodiscard]] Int domain() const { return static_cast<Int>(values_.size()); }
  [[nodiscard]] Int codomain() const { return codomain_; }

  friend bool operator==(const PointedMap&, const PointedMap&) = default;
  friend auto operator<=>(const PointedMap&, const PointedMap&) = default;

 private:
  Tuple values_;
  Int codomain_ = 0;
};

/// A nested tuple morphism S → T over a tractable pointed map. A morphism of Tuple is one between
/// flat tuples.
class Morphism {
 public:
  /// The identity of ().
  Morphism() = default;

  /// The morphism over i ↦ map[i − 1]. Throws std::invalid_argument unless domain and codomain are
  /// positive, the map has a value in 0 … length(codomain) for each entry of the domain, takes no
  /// positive value twice, and joins equal entries.
  Morphism(NestedTuple domain, Tuple map, NestedTuple codomain);

  [[nodiscard]] const NestedTuple& domain() const { return domain_; }
  [[nodiscard]] const NestedTuple& codomain() const { return codomain_; }

  /// The values of the underlying map on 1, …, m; 0 is the base point.
  [[nodiscard]] const Tuple& map() const { return map_; }

  /// Whether this is a morphism of Tuple: between tuples of depth 1.
  [[nodiscard]] bool is_flat() const { return domain_.is_flat() && codomain_.is_flat(); }

  friend bool operator==(const Morphism&, const Morphism&) = default;
  friend auto operator<=>(const Morphism&, const Morphism&) = default;

 private:
  NestedTuple domain_;
  Tuple map_;
  NestedTuple codomain_;
};

}  // namespace layoutcheck
