// The domains of the statements. The first operands are named in the order in which a check
// receives them.
#pragma once

#include <layoutcheck/engine/domain.hpp>

#include <optional>

namespace layoutcheck::engine {

/// Whether the layouts or morphisms of a domain are flat.
enum class Nesting { flat, nested };

Domain shapes(std::size_t count = 1);
Domain layouts(Nesting nesting, std::size_t count = 1);
/// A, B; about half of the time with equal functions.
Domain layout_pairs(Nesting nesting);
/// L, S, where shape(L) refines S.
Domain layout_over_shape();
/// A, B, S, where shape(A) and shape(B) refine S; about half of the time with equal functions.
Domain layout_pair_over_shape();
/// A tractable layout.
Domain tractable_layouts(Nesting nesting);
/// A layout that mostly has a complement.
Domain complementable_layouts(Nesting nesting);
/// A, N, where A mostly has an N-complement.
Domain complementable_with_number(Nesting nesting);
/// A, N_1, N_2, where A mostly has an N_1- and an N_2-complement.
Domain complementable_with_numbers(Nesting nesting);
/// A, B, where B is mostly a complement of A; permuted, split or sorted and coalesced.
Domain complement_pairs(Nesting nesting);
/// A, B, N, where B is mostly an N-complement of A.
Domain complement_pairs_with_number(Nesting nesting);
/// A, B, where A∘B mostly exists.
Domain composable_layouts(Nesting nesting);
/// A, A~, B, where A~ mostly extends A's function and A∘B mostly exists.
Domain composable_with_extension();
/// A, B, both tractable, where A∘B mostly exists.
Domain composable_tractable();
/// A, B, where A can mostly be divided by B: B has a size(A)-complement.
Domain divisible_layouts(Nesting nesting);
/// A, B, where the product of A by B mostly exists.
Domain multipliable_layouts(Nesting nesting);
/// X, Y, which mostly have a mutual refinement.
Domain mutually_refinable();

/// A morphism of Tuple or of Nest.
Domain morphisms(Nesting nesting, std::size_t count = 1);
/// A morphism whose map is injective.
Domain injective_morphisms(Nesting nesting);
/// A non-degenerate morphism of standard form.
Domain standard_morphisms(Nesting nesting);
/// f, g of standard form, non-degenerate; about half of the time equal.
Domain standard_morphism_pairs(Nesting nesting);
/// g, f with g∘f defined.
Domain composable_morphisms(Nesting nesting, bool nondegenerate);
/// f, g with equal codomain and disjoint images.
Domain disjoint_morphisms(Nesting nesting);
/// f_1, f_2, f_3 with equal codomain and disjoint images.
Domain disjoint_morphism_triples(Nesting nesting);
/// g, f_1, f_2, where f_1 and f_2 have disjoint images in the domain of g.
Domain morphism_after_disjoint(Nesting nesting);
/// f, g, where g is mostly a complement of f.
Domain complement_morphisms(Nesting nesting);
/// f, g, product admissible.
Domain product_admissible_morphisms(Nesting nesting, bool nondegenerate,
                                    bool second_injective = false);
/// f, g, mostly product admissible. Where they are not, g mostly ends in a tuple much like that in
/// which f^c starts: with its entries in another order, in brackets, or with one more.
Domain product_candidates(Nesting nesting);
/// f, g, h: f and g, g and h are product admissible.
Domain product_admissible_triples(Nesting nesting);
/// f, X, where X refines the codomain of f.
Domain morphism_with_refined_codomain();
/// f, X, where X refines the domain of f.
Domain morphism_with_refined_domain();
/// A layout, mostly with an entry of stride 1, and so many numbers, which mostly divide its strides
/// or are multiples of them.
Domain recast_layouts(std::size_t numbers);

/// A layout, one over a module, that mostly takes no value twice, or all up to the greatest, or
/// nearly.
Domain near_bijections();
Domain near_bijections_over_modules();
/// s, d, t, e, mostly above 1 and small: two entries.
Domain pairs_of_entries();

/// The places of a tile, the reference of a copy atom and its source, of get_layoutS_TV.
Domain tiled_copies();
/// A tensor, tiles, their threads and values, and a thread, of partition_S.
Domain copy_partitions();
/// The operands of get_layoutA_TV (0), B (1) or C (2), or of any of them; and those of partition_A.
Domain tiled_mmas(std::optional<std::size_t> matrix = std::nullopt);
Domain mma_partitions(std::optional<std::size_t> matrix = std::nullopt);

}  // namespace layoutcheck::engine
