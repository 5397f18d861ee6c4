// Evaluation: the functions that answer the operations of the vocabulary.
#include <layoutcheck/algebra/bijections.hpp>
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/composition_algorithm.hpp>
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/encoding.hpp>
#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/algebra/int_tuples.hpp>
#include <layoutcheck/algebra/inverse.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/making.hpp>
#include <layoutcheck/algebra/maps.hpp>
#include <layoutcheck/algebra/mode_lists.hpp>
#include <layoutcheck/algebra/module_inverses.hpp>
#include <layoutcheck/algebra/module_products.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/algebra/morphism_operations.hpp>
#include <layoutcheck/algebra/morphisms.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/algebra/product.hpp>
#include <layoutcheck/algebra/recast.hpp>
#include <layoutcheck/algebra/refinements.hpp>
#include <layoutcheck/algebra/swizzled.hpp>
#include <layoutcheck/algebra/thread_values.hpp>
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/notation/bindings.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/offset_layout.hpp>

namespace layoutcheck::algebra {

namespace {

/// What an answer depends on beside the operands, and how what is no Value becomes one.
struct Context {
  Convention convention;
  Int limit;

  static Value value(const MutualRefinement& refinement) {
    return concatenate(std::vector{refinement.first, refinement.second});
  }
};

using Operations = Bindings<Context>;

// What functions take: tuples x, y, z; profiles p; layouts a, b; morphisms f, g; maps m, n; tilers
// t; lists; indices i.
using C = const Context&;
using X = const NestedTuple&;
using P = const Profile&;
using L = const Layout&;
using M = const Morphism&;
using A = const PointedMap&;
using T = const Tiler&;
using List = const Tuple&;
using Index = std::size_t;
template <class V>
using Each = const std::vector<V>&;

void add_tuple_operations(Operations& all) {
  all.bind("rank", [](X x) { return rank(x); });
  all.bind("rank", [](P p) { return rank(p); });
  all.bind("rank", [](L a) { return rank(a); });
  all.bind("length", [](X x) { return length(x); });
  all.bind("length", [](P p) { return length(p); });
  all.bind("length", [](L a) { return length(a); });
  all.bind("depth", [](X x) { return depth(x); });
  all.bind("depth", [](P p) { return depth(p); });
  all.bind("depth", [](L a) { return depth(a); });
  all.bind("size", [](X x) { return size(x); });
  all.bind("size", [](L a) { return size(a); });
  all.bind("flatten", [](X x) { return flatten(x); });
  all.bind("flatten", [](L a) { return flatten(a); });
  all.bind("profile", [](X x) { return x.profile(); });
  all.bind("profile", [](L a) { return a.profile(); });
  all.bind("mode", [](X x, Index i) { return mode(x, i); });
  all.bind("mode", [](P p, Index i) { return mode(p, i); });
  all.bind("mode", [](L a, Index i) { return mode(a, i); });
  all.bind("entry", [](X x, Index i) { return entry(x, i); });
  all.bind("entry", [](L a, Index i) { return entry(a, i); });
  all.bind("concatenate", [](Each<NestedTuple> xs) { return concatenate(xs); });
  all.bind("concatenate", [](Each<Layout> layouts) { return concatenate(layouts); });
  all.bind("flat_concatenate", [](Each<NestedTuple> xs) { return flat_concatenate(xs); });
  all.bind("flat_concatenate", [](Each<Layout> layouts) { return flat_concatenate(layouts); });
  all.bind("permute", [](X x, List list) { return permute(x, list); });
  all.bind("permute", [](L a, List list) { return permute(a, list); });
  all.bind("substitute", [](P p, Each<NestedTuple> xs) { return substitute(p, xs); });
  all.bind("substitute", [](P p, Each<Profile> ps) { return substitute(p, ps); });
  all.bind("substitute", [](P p, Each<Layout> layouts) { return substitute(p, layouts); });
  all.bind("divides", [](X x, X y) { return divides(x, y); });
  all.bind("congruent", [](X x, X y) { return congruent(x, y); });
  all.bind("refines", [](X x, X y) { return refines(x, y); });
  all.bind("relative_mode", [](X x, X y, Index i) { return relative_mode(x, y, i); });
  all.bind("relative_mode", [](L a, X x, Index i) { return relative_mode(a, x, i); });
  all.bind("relative_flatten", [](X x, X y) { return relative_flatten(x, y); });
  all.bind("coordinate", [](X x, Int n) { return colex_inverse(x, n); });
  all.bind("index", [](X x, List list) { return colex(x, list); });
}

/// The swizzle after what an operation makes of the layout behind it.
Outcome<SwizzledLayout> swizzled_again(const SwizzledLayout& w, const Outcome<Layout>& layout) {
  if (!layout) return layout.undefined();
  return SwizzledLayout(w.swizzle(), w.offset(), *layout);
}

/// The same, moved to where it begins.
Outcome<SwizzledLayout> swizzled_moved(const SwizzledLayout& w, const Outcome<Tiler>& part) {
  if (!part) return part.undefined();
  return SwizzledLayout(w.swizzle(), checked_add(w.offset(), offset_of(*part)), unmoved(*part));
}

void add_swizzled_operations(Operations& all) {
  using W = const SwizzledLayout&;
  all.bind("size", [](W a) { return size(a.layout()); });
  all.bind("coalesce", [](W a) { return swizzled_again(a, coalesce(a.layout())); });
  all.bind("cosize", [](W a) { return cosize(a); });
  all.bind("coalesce", [](W a, X x) { return swizzled_again(a, coalesce(a.layout(), x)); });
  all.bind("composition", [](C c, W a, T t) {
    return swizzled_again(a, composition(a.layout(), t, c.convention, c.limit));
  });
  all.bind("logical_divide", [](C c, W a, T t) {
    return swizzled_again(a, logical_divide(a.layout(), t, c.convention, c.limit));
  });
  all.bind("zipped_divide", [](C c, W a, T t) {
    return swizzled_again(a, zipped_divide(a.layout(), t, c.convention, c.limit));
  });
  all.bind("tiled_divide", [](C c, W a, T t) {
    return swizzled_again(a, tiled_divide(a.layout(), t, c.convention, c.limit));
  });
  all.bind("flat_divide", [](C c, W a, T t) {
    return swizzled_again(a, flat_divide(a.layout(), t, c.convention, c.limit));
  });
  all.bind("logical_product", [](C c, W a, T t) {
    return swizzled_again(a, logical_product(a.layout(), t, c.convention, c.limit));
  });
  all.bind("zipped_product", [](C c, W a, T b) {
    return swizzled_again(a, zipped_product(a.layout(), b, c.convention, c.limit));
  });
  all.bind("tiled_product", [](C c, W a, T b) {
    return swizzled_again(a, tiled_product(a.layout(), b, c.convention, c.limit));
  });
  all.bind("flat_product", [](C c, W a, T b) {
    return swizzled_again(a, flat_product(a.layout(), b, c.convention, c.limit));
  });
  all.bind("blocked_product", [](C c, W a, L b) {
    return swizzled_again(a, blocked_product(a.layout(), b, c.convention, c.limit));
  });
  all.bind("raked_product", [](C c, W a, L b) {
    return swizzled_again(a, raked_product(a.layout(), b, c.convention, c.limit));
  });
  all.bind("tile_to_shape", [](C c, W a, X x) {
    return swizzled_again(a, tile_to_shape(a.layout(), x, NestedTuple(0), c.convention, c.limit));
  });
  all.bind("tile_to_shape", [](C c, W a, X x, X order) {
    return swizzled_again(a, tile_to_shape(a.layout(), x, order, c.convention, c.limit));
  });
  all.bind("local_tile", [](C c, W a, T t, T at) {
    return swizzled_moved(a, inner_partition(a.layout(), t, at, c.convention, c.limit));
  });
  all.bind("inner_partition", [](C c, W a, T t, T at) {
    return swizzled_moved(a, inner_partition(a.layout(), t, at, c.convention, c.limit));
  });
  all.bind("outer_partition", [](C c, W a, T t, T at) {
    return swizzled_moved(a, outer_partition(a.layout(), t, at, c.convention, c.limit));
  });
  all.bind("local_partition", [](C c, W a, L threads, Int thread) {
    return swizzled_moved(a, local_partition(a.layout(), threads, thread, c.convention, c.limit));
  });
  all.bind("partition_S", [](C c, W a, T t, L tv, Int thread) {
    return swizzled_moved(a, partition_S(a.layout(), t, tv, thread, c.convention, c.limit));
  });
}

void add_module_operations(Operations& all) {
  using V = const ModuleLayout&;
  using W = const SwizzledLayout&;
  all.bind("rank", [](V a) { return rank(a.profile()); });
  all.bind("depth", [](V a) { return depth(a.profile()); });
  all.bind("size", [](V a) { return size(a.shape()); });
  all.bind("flatten", [](V a) { return ModuleLayout::flat(a.extents(), a.strides()); });
  all.bind("mode", [](V a, Index i) { return mode(a, i); });
  all.bind("concatenate", [](Each<ModuleLayout> layouts) { return concatenate(layouts); });
  all.bind("slice", [](T at, V a) { return slice(at, a); });
  all.bind("dice", [](T at, V a) { return dice(at, a); });
  all.bind("same_function", [](C c, V a, V b) { return same_function(a, b, c.limit); });
  all.bind("apply", [](C c, V a, X x) { return apply(a, x, c.convention); });
  all.bind("apply", [](C c, W a, X x) { return apply(a, x, c.convention); });
  all.bind("coalesce", [](V a) { return coalesce(a); });
  all.bind("coalesce", [](V a, X x) { return coalesce(a, x); });
  all.bind("cosize", [](V a) { return cosize(a); });
  all.bind("is_injective", [](C c, V a) { return is_injective(a, c.limit); });
  all.bind("is_surjective", [](C c, V a) { return is_surjective(a, c.limit); });
  all.bind("is_bijective", [](C c, V a) { return is_bijective(a, c.limit); });
  all.bind("composition", [](C c, V a, T b) { return composition(a, b, c.convention, c.limit); });
  all.bind("composition", [](C c, V a, V b) { return composition(a, b, c.convention, c.limit); });
  all.bind("composition", [](C c, V a, W b) { return composition(a, b, c.convention, c.limit); });
  all.bind("composition", [](C c, L a, W b) { return composition(a, b, c.convention, c.limit); });
  all.bind("composition", [](C c, W a, W b) { return composition(a, b, c.convention, c.limit); });
  all.bind("xor_layout", [](C c, W a) { return xor_layout(a, c.limit); });
  all.bind("to_linear", [](V a) { return to_linear(a); });
  all.bind("from_linear", [](List values) { return from_linear(values); });
  all.bind("right_inverse", [](C c, V a) { return right_inverse(a, c.limit); });
  all.bind("left_inverse", [](C c, V a) { return left_inverse(a, c.convention); });
  all.bind("complement", [](C c, V a) { return complement(a, c.convention, c.limit); });
  all.bind("complement", [](C c, V a, Int n) { return complement(a, n, c.convention, c.limit); });
  all.bind("slice", [](C c, T at, W a) { return slice(at, a, c.convention); });
  all.bind("right_inverse", [](C c, W a) { return right_inverse(a, c.limit); });
  all.bind("left_inverse", [](C c, W a) { return left_inverse(a, c.convention, c.limit); });
  all.bind("max_common_vector", [](C c, W a, L b) { return max_common_vector(a, b, c.limit); });
  all.bind("max_common_vector", [](C c, W a, W b) { return max_common_vector(a, b, c.limit); });
  all.bind("upcast", [](C c, W a, Int n) { return upcast(a, n, c.limit); });
  all.bind("downcast", [](W a, Int n) { return downcast(a, n); });
  all.bind("recast", [](C c, W a, Int to, Int from) { return recast(a, to, from, c.limit); });
  all.bind("swizzled_layout", [](C c, V a) { return swizzled_layout(a, c.limit); });
}

/// Of layouts over the integers and over modules alike.
template <class A>
void add_divisions_and_products(Operations& all) {
  all.bind("logical_divide",
           [](C c, const A& a, T t) { return logical_divide(a, t, c.convention, c.limit); });
  all.bind("zipped_divide",
           [](C c, const A& a, T t) { return zipped_divide(a, t, c.convention, c.limit); });
  all.bind("tiled_divide",
           [](C c, const A& a, T t) { return tiled_divide(a, t, c.convention, c.limit); });
  all.bind("flat_divide",
           [](C c, const A& a, T t) { return flat_divide(a, t, c.convention, c.limit); });
  all.bind("logical_product",
           [](C c, const A& a, T t) { return logical_product(a, t, c.convention, c.limit); });
  all.bind("zipped_product",
           [](C c, const A& a, T t) { return zipped_product(a, t, c.convention, c.limit); });
  all.bind("tiled_product",
           [](C c, const A& a, T t) { return tiled_product(a, t, c.convention, c.limit); });
  all.bind("flat_product",
           [](C c, const A& a, T t) { return flat_product(a, t, c.convention, c.limit); });
  all.bind("blocked_product",
           [](C c, const A& a, L b) { return blocked_product(a, b, c.convention, c.limit); });
  all.bind("raked_product",
           [](C c, const A& a, L b) { return raked_product(a, b, c.convention, c.limit); });
}

void add_layout_operations(Operations& all) {
  all.bind("cosize", [](L a) { return cosize(a); });
  all.bind("shape", [](L a) { return a.shape(); });
  all.bind("stride", [](L a) { return a.stride(); });
  all.bind("apply", [](C c, L a, X x) { return apply(a, x, c.convention); });
  all.bind("table", [](C c, L a) { return table(a, c.limit); });
  all.bind("same_function", [](L a, L b) { return same_function(a, b); });
  all.bind("column_major", [](X x) { return column_major(x); });
  all.bind("row_major", [](X x) { return row_major(x); });
  all.bind("is_column_major", [](L a) { return is_column_major(a); });
  all.bind("is_row_major", [](L a) { return is_row_major(a); });
  all.bind("is_nondegenerate", [](L a) { return is_nondegenerate(a); });
  all.bind("restrict", [](L a, List list) { return restrict(a, list); });
  all.bind("squeeze", [](L a) { return squeeze(a); });
  all.bind("filter", [](L a) { return filter(a); });
  all.bind("sort", [](L a) { return sort(a); });
  all.bind("is_sorted", [](L a) { return is_sorted(a); });
  all.bind("is_flat_coalesced", [](L a) { return is_flat_coalesced(a); });
  all.bind("flat_coalesce", [](L a) { return flat_coalesce(a); });
  all.bind("is_coalesced", [](L a) { return is_coalesced(a); });
  all.bind("is_coalesced", [](L a, X x) { return is_coalesced(a, x); });
  all.bind("coalesce", [](L a) { return coalesce(a); });
  all.bind("coalesce", [](L a, X x) { return coalesce(a, x); });
  all.bind("is_compact", [](L a) { return is_compact(a); });
  all.bind("is_injective", [](L a) { return is_injective(a); });
  all.bind("is_surjective", [](L a) { return is_surjective(a); });
  all.bind("is_bijective", [](L a) { return is_bijective(a); });
  all.bind("is_tractable", [](L a) { return is_tractable(a); });
  all.bind("is_complement", [](L a, L b) { return is_complement(a, b); });
  all.bind("is_complementable", [](L a) { return is_complementable(a); });
  all.bind("is_complementable", [](L a, Int n) { return is_complementable(a, n); });
  all.bind("complement", [](C c, L a) { return complement(a, c.convention); });
  all.bind("complement", [](C c, L a, Int n) { return complement(a, n, c.convention); });
  all.bind("flat_complement", [](L a) { return flat_complement(a); });
  all.bind("flat_complement", [](L a, Int n) { return flat_complement(a, n); });
  all.bind("right_inverse", [](L a) { return right_inverse(a); });
  all.bind("max_common_layout",
           [](C c, L a, L b) { return max_common_layout(a, b, c.convention, c.limit); });
  all.bind("max_common_vector",
           [](C c, L a, L b) { return max_common_vector(a, b, c.convention, c.limit); });
  all.bind("left_inverse", [](C c, L a) { return left_inverse(a, c.convention); });
  all.bind("upcast", [](L a, Int n) { return upcast(a, n); });
  all.bind("downcast", [](L a, Int n) { return downcast(a, n); });
  all.bind("recast", [](L a, Int to, Int from) { return recast(a, to, from); });
}

void add_compositions(Operations& all) {
  all.bind("composition", [](C c, L a, T t) { return composition(a, t, c.convention, c.limit); });
  all.bind("flat_composition", [](C c, L a, L b) { return flat_composition(a, b, c.limit); });
  all.bind("colfax_flat_divide", [](C c, L a, L b) { return colfax_flat_divide(a, b, c.limit); });
  all.bind("colfax_flat_product", [](C c, L a, L b) { return colfax_flat_product(a, b, c.limit); });
}

void add_morphism_operations(Operations& all) {
  all.bind("is_tractable", [](A m) { return is_tractable(m); });
  all.bind("composition", [](A m, A n) { return composition(m, n); });
  all.bind("sum", [](A m, A n) { return sum(m, n); });
  all.bind("concatenate", [](A m, A n) { return concatenate(m, n); });
  all.bind("domain", [](M f) { return f.domain(); });
  all.bind("codomain", [](M f) { return f.codomain(); });
  all.bind("layout", [](M f) { return layout_of(f); });
  all.bind("table", [](C c, M f) { return realization(f, c.limit); });
  all.bind("morphism", [](L a) { return standard_representation(a); });
  all.bind("flatten", [](M f) { return flatten(f); });
  all.bind("identity", [](X x) { return identity(x); });
  all.bind("reparenthesize", [](X x, X y) { return reparenthesize(x, y); });
  all.bind("projection", [](X x, List list) { return projection(x, list); });
  all.bind("dilation", [](X x, List list) { return dilation(x, list); });
  all.bind("expansion", [](X x, X y) { return expansion(x, y); });
  all.bind("composition", [](M f, M g) { return composition(f, g); });
  all.bind("inverse", [](M f) { return inverse(f); });
  all.bind("restrict", [](M f, List list) { return restrict(f, list); });
  all.bind("factorize", [](M f, List list) { return factorize(f, list); });
  all.bind("entry", [](M f, Index i) { return entry(f, i); });
  all.bind("mode", [](M f, Index i) { return mode(f, i); });
  all.bind("relative_mode", [](M f, X x, Index i) { return relative_mode(f, x, i); });
  all.bind("sum", [](M f, M g) { return sum(f, g); });
  all.bind("squeeze", [](M f) { return squeeze(f); });
  all.bind("sort", [](M f) { return sort(f); });
  all.bind("flat_coalesce", [](M f) { return flat_coalesce(f); });
  all.bind("coalesce", [](M f) { return coalesce(f); });
  all.bind("concatenate", [](Each<Morphism> fs) { return concatenate(fs); });
  all.bind("flat_concatenate", [](Each<Morphism> fs) { return flat_concatenate(fs); });
  all.bind("complement", [](M f) { return complement(f); });
  all.bind("logical_divide", [](M f, M g) { return logical_divide(f, g); });
  all.bind("logical_product", [](M f, M g) { return logical_product(f, g); });
  all.bind("colfax_flat_divide", [](M f, M g) { return colfax_flat_divide(f, g); });
  all.bind("colfax_flat_product", [](M f, M g) { return colfax_flat_product(f, g); });
  all.bind("is_isomorphism", [](M f) { return is_isomorphism(f); });
  all.bind("is_complementable", [](M f) { return is_complementable(f); });
  all.bind("is_nondegenerate", [](M f) { return is_nondegenerate(f); });
  all.bind("is_standard_form", [](M f) { return is_standard_form(f); });
  all.bind("is_sorted", [](M f) { return is_sorted(f); });
  all.bind("is_coalesced", [](M f) { return is_coalesced(f); });
  all.bind("is_disjoint", [](M f, M g) { return is_disjoint(f, g); });
  all.bind("is_complement", [](M f, M g) { return is_complement(f, g); });
  all.bind("is_product_admissible", [](M f, M g) { return is_product_admissible(f, g); });
  all.bind("pullback", [](M f, X x) { return pullback(f, x); });
  all.bind("pushforward", [](M f, X x) { return pushforward(f, x); });
  all.bind("mutual_refinement", [](X x, X y) { return mutual_refinement(x, y); });
  all.bind("weak_composite", [](L a, L b) { return weak_composite(a, b); });
}

Outcome<bool> negated(const Outcome<bool>& truth) {
  if (!truth) return truth;
  return !*truth;
}

void add_int_tuples(Operations& all) {
  all.bind("product_each", [](X x) { return product_each(x); });
  all.bind("product_like", [](X x, P p) { return product_like(x, p); });
  all.bind("inner_product", [](X x, X y) { return inner_product(x, y); });
  all.bind("elem_scale", [](X x, X y) { return elem_scale(x, y); });
  all.bind("shape_div", [](X x, X y) { return shape_div(x, y); });
  all.bind("ceil_div", [](X x, X y) { return ceil_div(x, y); });
  all.bind("round_up", [](X x, X y) { return round_up(x, y); });
  all.bind("compatible", [](X x, X y) { return compatible(x, y); });
  all.bind("weakly_congruent", [](X x, X y) { return weakly_congruent(x, y); });
  all.bind("evenly_divides", [](X x, X y) { return evenly_divides(x, y); });
  all.bind("common_refinement", [](X x, X y) { return common_refinement(x, y); });
  all.bind("common_coarsening", [](X x, X y) { return common_coarsening(x, y); });
  all.bind("crd2idx", [](X c, X x) { return crd2idx(c, x); });
  all.bind("idx2crd", [](X c, X x) { return idx2crd(c, x); });
  all.bind("crd2crd", [](X c, X x, X y) { return crd2crd(c, x, y); });
  all.bind("increment", [](X c, X x) { return increment(c, x); });
  all.bind("lex_less", [](X x, X y) { return is_before(x, y, Direction::forwards); });
  all.bind("lex_leq", [](X x, X y) { return negated(is_before(y, x, Direction::forwards)); });
  all.bind("lex_gtr", [](X x, X y) { return is_before(y, x, Direction::forwards); });
  all.bind("lex_geq", [](X x, X y) { return negated(is_before(x, y, Direction::forwards)); });
  all.bind("colex_less", [](X x, X y) { return is_before(x, y, Direction::backwards); });
  all.bind("colex_leq", [](X x, X y) { return negated(is_before(y, x, Direction::backwards)); });
  all.bind("colex_gtr", [](X x, X y) { return is_before(y, x, Direction::backwards); });
  all.bind("colex_geq", [](X x, X y) { return negated(is_before(x, y, Direction::backwards)); });
  all.bind("elem_less", [](X x, X y) { return is_below(x, y, false); });
  all.bind("elem_leq", [](X x, X y) { return is_below(x, y, true); });
  all.bind("elem_gtr", [](X x, X y) { return is_below(y, x, false); });
  all.bind("elem_geq", [](X x, X y) { return is_below(y, x, true); });
}

void add_mode_lists(Operations& all) {
  all.bind("group", [](L a, Index b, Index e) { return group(a, b, e); });
  all.bind("group", [](X a, Index b, Index e) { return group(a, b, e); });
  all.bind("select", [](L a, List list) { return select(a, list); });
  all.bind("select", [](X a, List list) { return select(a, list); });
  all.bind("take", [](L a, Index b, Index e) { return take(a, b, e); });
  all.bind("take", [](X a, Index b, Index e) { return take(a, b, e); });
  all.bind("append", [](L a, L b) { return append(a, b); });
  all.bind("append", [](X a, X b) { return append(a, b); });
  all.bind("append", [](L a, L b, Index rank) { return append(a, b, rank); });
  all.bind("append", [](X a, X b, Index rank) { return append(a, b, rank); });
  all.bind("prepend", [](L a, L b) { return prepend(a, b); });
  all.bind("prepend", [](X a, X b) { return prepend(a, b); });
  all.bind("prepend", [](L a, L b, Index rank) { return prepend(a, b, rank); });
  all.bind("prepend", [](X a, X b, Index rank) { return prepend(a, b, rank); });
  all.bind("replace", [](L a, Index i, L b) { return replace(a, i, b); });
  all.bind("replace", [](X a, Index i, X b) { return replace(a, i, b); });
  all.bind("zip", [](L a) { return zip(a); });
  all.bind("zip", [](X x) { return zip(x); });
  all.bind("zip", [](L a, L b) { return zip(a, b); });
  all.bind("zip", [](X a, X b) { return zip(a, b); });
  all.bind("unflatten", [](L a, P p) { return substitute(p, a.modes()); });
  all.bind("unflatten", [](X x, P p) { return substitute(p, x.modes()); });
  all.bind("tile_unzip", [](L a, P p) { return tile_unzip(a, p); });
  all.bind("slice", [](T c, L a) { return slice(c, a); });
  all.bind("slice", [](T c, X x) { return slice(c, x); });
  all.bind("dice", [](T c, L a) { return dice(c, a); });
  all.bind("dice", [](T c, X x) { return dice(c, x); });
}

void add_makers(Operations& all) {
  all.bind("coshape", [](L a) { return cosize(a); });
  all.bind("filter_zeros", [](L a) { return filter_zeros(a); });
  all.bind("filter_zeros", [](L a, X x) { return filter_zeros(a, x); });
  all.bind("layout_add", [](C c, L a, L b) { return layout_add(a, b, c.limit); });
  all.bind("make_ordered_layout", [](X x, X order) { return make_ordered_layout(x, order); });
  all.bind("make_layout_like", [](L a) { return make_layout_like(a); });
  all.bind("make_fragment_like", [](L a) { return make_fragment_like(a); });
}

/// Of layouts over the integers and over modules alike.
template <class A>
void add_tensors(Operations& all) {
  all.bind("nullspace", [](const A& a) { return nullspace(a); });
  all.bind("tile_to_shape", [](C c, const A& a, X x) {
    return tile_to_shape(a, x, NestedTuple(0), c.convention, c.limit);
  });
  all.bind("tile_to_shape", [](C c, const A& a, X x, X order) {
    return tile_to_shape(a, x, order, c.convention, c.limit);
  });
  all.bind("crd2idx", [](C c, T at, const A& a) { return crd2idx(at, a, c.convention); });
  all.bind("slice_and_offset",
           [](C c, T at, const A& a) { return slice_and_offset(at, a, c.convention); });
  all.bind("domain_offset",
           [](C c, X at, const A& a) { return domain_offset(at, a, c.convention); });
  all.bind("inner_partition", [](C c, const A& a, T t, T at) {
    return inner_partition(a, t, at, c.convention, c.limit);
  });
  all.bind("outer_partition", [](C c, const A& a, T t, T at) {
    return outer_partition(a, t, at, c.convention, c.limit);
  });
  all.bind("local_tile", [](C c, const A& a, T t, T at) {
    return inner_partition(a, t, at, c.convention, c.limit);
  });
  all.bind("local_partition", [](C c, const A& a, L threads, Int thread) {
    return local_partition(a, threads, thread, c.convention, c.limit);
  });
  all.bind("partition_S", [](C c, const A& a, T t, L tv, Int thread) {
    return partition_S(a, t, tv, thread, c.convention, c.limit);
  });
}

template <Matrix matrix, class A>
void add_mma_partition(Operations& all, const std::string& letter) {
  all.bind("partition_" + letter,
           [](C c, const A& a, L tv, L threads, List atom, T permutations, Int thread) {
             return mma_partition(matrix, a, {tv, threads, atom, permutations}, thread,
                                  c.convention, c.limit);
           });
}

template <Matrix matrix>
void add_matrix(Operations& all, const std::string& letter) {
  all.bind("get_layout" + letter + "_TV", [](C c, L tv, L threads, List atom, T permutations) {
    return mma_layout_tv(matrix, {tv, threads, atom, permutations}, c.limit);
  });
  add_mma_partition<matrix, Layout>(all, letter);
  add_mma_partition<matrix, ModuleLayout>(all, letter);
  all.bind("partition_" + letter, [](C c, const SwizzledLayout& a, L tv, L threads, List atom,
                                     T permutations, Int thread) {
    return swizzled_moved(a, mma_partition(matrix, a.layout(), {tv, threads, atom, permutations},
                                           thread, c.convention, c.limit));
  });
}

void add_thread_values(Operations& all) {
  all.bind("layout_tv",
           [](C c, L threads, L values) { return layout_tv(threads, values, c.limit); });
  all.bind("get_layoutS_TV", [](C c, L tv, L reference, L target) {
    return get_layoutS_TV(tv, reference, target, c.limit);
  });
  add_matrix<Matrix::a>(all, "A");
  add_matrix<Matrix::b>(all, "B");
  add_matrix<Matrix::c>(all, "C");
}

const Operations& operations() {
  static const Operations operations = [] {
    Operations all(standard_vocabulary());
    add_tuple_operations(all);
    add_layout_operations(all);
    add_module_operations(all);
    add_divisions_and_products<ModuleLayout>(all);
    add_swizzled_operations(all);
    add_divisions_and_products<Layout>(all);
    add_compositions(all);
    add_morphism_operations(all);
    add_int_tuples(all);
    add_mode_lists(all);
    add_makers(all);
    add_tensors<Layout>(all);
    add_tensors<ModuleLayout>(all);
    add_thread_values(all);
    all.require_complete();
    return all;
  }();
  return operations;
}

std::string why_unsupported(const Case& c) {
  return standard_vocabulary().named(c.operation).empty()
             ? "there is no operation " + c.operation
             : "no signature of " + c.operation + " fits " + question(c);
}

}  // namespace

Evaluation evaluate(const Case& question, Convention convention, Int limit) {
  if (is_chain(question)) {
    Case outer = question;
    const auto none =
        resolve(outer, [&](const Case& inner) { return evaluate(inner, convention, limit); });
    return none ? *none : evaluate(outer, convention, limit);
  }
  const auto* answerer = operations().find(operation_of(question));
  if (answerer == nullptr) return {NonValue::unsupported, why_unsupported(question)};
  try {
    Outcome<Value> answer =
        (*answerer)({question.convention.value_or(convention), limit}, question.operands);
    if (!answer) return {NonValue::undefined, answer.reason()};
    return {std::move(answer).value(), ""};
  } catch (const NamedOverflow& overflow) {
    return {NonValue::overflow, overflow.what()};
  } catch (const Overflow& overflow) {
    return {NonValue::overflow, layoutcheck::question(question) + ": " + overflow.what()};
  }
}

}  // namespace layoutcheck::algebra
