// Mutations of single values, by subject.
#pragma once

#include "draft.hpp"
#include "mutate_numbers.hpp"

namespace layoutcheck::fuzz {

/// Changes of one value each. They return false, and leave some value of the same kind, where the
/// change that was chosen cannot be made. They may throw what the constructors throw.
bool change_layout(Entropy& entropy, Layout& layout);
bool change_tuple(Entropy& entropy, NestedTuple& tuple, Int least);
bool change_profile(Entropy& entropy, Profile& profile);
bool change_integer(Entropy& entropy, Int& integer, Int least);
bool change_map(Entropy& entropy, PointedMap& map);
bool change_morphism(Entropy& entropy, Morphism& f);
bool change_tiler(Entropy& entropy, Tiler& tiler);

/// Changes a value of this sort; it is one of the sort afterwards.
bool change_value(Entropy& entropy, Value& value, Sort sort);

/// Puts a part of another value of the same kind into the value, or returns false.
bool graft_value(Entropy& entropy, Value& value, const Value& other, Sort sort);

/// A value of this sort that is made of the other value, or of a part of it: a mode, a shape, a
/// codomain, a number; none if nothing suits.
std::optional<Value> derived_value(Entropy& entropy, const Value& from, Sort sort);

/// A mode of a tuple of tilers, which may be one that keeps a mode as it is.
Tiler any_mode(Entropy& entropy);

/// Any value of this sort.
Value any_value(Entropy& entropy, Sort sort);

/// Whether the sort asks for depth 1, and what its integers are at least.
bool is_flat(Sort sort);
Int least_of(Sort sort);

/// The tuple with depth 1, and with entries that are no less.
NestedTuple flattened(const NestedTuple& tuple);
NestedTuple with_least(const NestedTuple& tuple, Int least);

/// The value with brackets, entries and representation as the sort asks; none if it cannot be.
std::optional<Value> fitted(Value value, Sort sort);

/// Whether the text of the value reads as one of the sort, perhaps in another representation.
bool reads_as(const Value& value, Sort sort);

/// The value that its text reads as. Precondition: it reads as the sort.
void represent(Value& value, Sort sort);

/// The length of its text.
std::size_t text_length(const Value& value);

/// Two morphisms that share a tuple: the codomain of `first`, and of `second` the domain
/// (`into_domain`) or the codomain. Changes the tuple in both, or returns false.
bool change_shared(Entropy& entropy, Morphism& first, Morphism& second, bool into_domain);

}  // namespace layoutcheck::fuzz
