// Drawing: random values, from shapes to pairs of composable morphisms, built so that a hypothesis
// holds.
#pragma once

#include <layoutcheck/engine/entropy.hpp>
#include <layoutcheck/notation/value.hpp>

namespace layoutcheck::engine {

/// An extent ≥ 1: mostly small, often 1 or 2, seldom large.
Int draw_extent(Entropy& entropy, int size);

/// Extents whose product mostly stays below a few thousand, so that most tables can be compared in
/// full.
Tuple draw_extents(Entropy& entropy, int size);

/// A profile of this length, with empty tuples now and then; of depth 0 or 1, or deeper.
Profile draw_profile(Entropy& entropy, std::size_t length);

NestedTuple draw_shape(Entropy& entropy, int size, bool flat = false);

/// A coordinate of the shape with `_` in places; mostly inside.
Tiler draw_kept_coordinate(Entropy& entropy, const NestedTuple& shape);

/// A layout of any kind: chains of strides, equal strides, strides of 0, arbitrary ones, extents
/// of 1.
Layout draw_layout(Entropy& entropy, int size, bool flat = false);

/// A layout with this shape and strides of any kind.
Layout draw_strides(Entropy& entropy, const NestedTuple& shape);

/// A layout of this shape that takes the numbers below its size once each.
Layout draw_compact(Entropy& entropy, const NestedTuple& shape);

/// One of a small shape of about this rank; seldom one that is not compact.
Layout draw_nearly_compact(Entropy& entropy, std::size_t rank);

/// A layout that a morphism encodes; degenerate entries included.
Layout draw_tractable(Entropy& entropy, int size, bool flat = false);

/// A layout that has a complement of size `number` / size; `number` is set.
Layout draw_complementable(Entropy& entropy, int size, Int& number, bool flat = false);

/// The layout with one entry changed, so that what was built to hold may just fail.
Layout perturb(Entropy& entropy, const Layout& layout);

/// A nested tuple that refines the shape; entries are split into factors, brackets and ones
/// inserted.
NestedTuple draw_refinement(Entropy& entropy, const NestedTuple& shape);

/// A nested tuple that the shape refines: some modes are replaced by their sizes.
NestedTuple draw_coarsening(Entropy& entropy, const NestedTuple& shape);

/// A layout with the function of the given one: entries split where their extents factor, ones
/// inserted, other brackets.
Layout draw_same_function(Entropy& entropy, const Layout& layout, bool flat = false);

/// A layout B such that A∘B exists (strictly), unless A is too large to split.
Layout draw_composable(Entropy& entropy, const Layout& a);

/// Two flat layouts A and B in blocks of levels: in each block two entries of B carry into one
/// another in A, and mostly what they carry cancels, so that the restriction of A∘B to them is a
/// layout function; A∘B exists exactly if it does in all blocks.
struct Blocks {
  Layout a;
  Layout b;
};
Blocks draw_blocks(Entropy& entropy, bool may_fail = true);

/// A layout over one of the modules: mostly over XOR, with strides that are bit-disjoint or not,
/// continue the entry before or not, or are those of any layout; coordinates and sums of them;
/// integers of which some are negative; never one that reads as a layout over the integers. Its
/// size stays below about 100.
ModuleLayout draw_module_layout(Entropy& entropy, int size);

/// A layout over XOR that is linear, of a size up to 32, and mostly takes no value twice.
ModuleLayout draw_linear_layout(Entropy& entropy);

/// A swizzle that mostly moves bits of the offsets, after a layout of powers of two or any other.
SwizzledLayout draw_swizzled_layout(Entropy& entropy, int size);

/// Some divisor of n.
Int draw_divisor(Entropy& entropy, Int n);

/// A sequence of factors of n, in random order; ones now and then.
Tuple draw_factors(Entropy& entropy, Int n);

/// A morphism with this codomain. `injective`: no entry goes to the base point. `nondegenerate`: no
/// entry 1 does otherwise.
struct MorphismWish {
  bool flat = false;
  bool injective = false;
  bool nondegenerate = false;
};
Morphism draw_morphism_into(Entropy& entropy, int size, const NestedTuple& codomain,
                            const MorphismWish& wish);

/// A morphism with this domain.
Morphism draw_morphism_from(Entropy& entropy, int size, const NestedTuple& domain,
                            const MorphismWish& wish);

Morphism draw_morphism(Entropy& entropy, int size, const MorphismWish& wish = {});

/// A non-degenerate morphism of standard form.
Morphism draw_standard_morphism(Entropy& entropy, int size, bool flat = false);

/// The product of the entries, or the greatest Int if it does not fit. Pre: none is 0.
Int saturating_product(const Tuple& entries);

/// Whether a draw should be large now: seldom.
bool wants_large(Entropy& entropy);

}  // namespace layoutcheck::engine
