// What the definitions answer: the functions of the operations of the vocabulary.
#include <layoutcheck/notation/bindings.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/offset_layout.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/bijections.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/division.hpp>
#include <layoutcheck/oracles/int_tuples.hpp>
#include <layoutcheck/oracles/inverse.hpp>
#include <layoutcheck/oracles/large_linear.hpp>
#include <layoutcheck/oracles/making.hpp>
#include <layoutcheck/oracles/mode_lists.hpp>
#include <layoutcheck/oracles/module_division.hpp>
#include <layoutcheck/oracles/module_inverses.hpp>
#include <layoutcheck/oracles/modules.hpp>
#include <layoutcheck/oracles/morphisms.hpp>
#include <layoutcheck/oracles/recast.hpp>
#include <layoutcheck/oracles/swizzled.hpp>
#include <layoutcheck/oracles/thread_values.hpp>

#include <algorithm>

namespace layoutcheck::oracle {
namespace {

/// A layout that is the answer, and does not fit in 64 bits.
struct LayoutOverflow : Overflow {
  ExactLayout layout;

  LayoutOverflow(const Overflow& reason, ExactLayout answer)
      : Overflow(reason.what()), layout(std::move(answer)) {}
};

/// What an answer depends on beside the operands, and how what is no Value becomes one.
struct Context {
  Convention convention;
  const Limits& limits;

  static Value value(const Exact& x) { return to_int(x); }
  static Value value(const std::vector<Exact>& xs) { return NestedTuple::flat(to_tuple(xs)); }
  static Value value(const ExactLayout& x);
  static Value value(const std::pair<NestedTuple, NestedTuple>& x);
  static Value value(const ExactTuple& x) { return NestedTuple(to_tuple(x.entries), x.profile); }
  static Value value(const OffsetLayout& x) {
    return with_offset(to_layout(x.layout), to_int(x.offset));
  }
};

using C = const Context&;
using Operations = Bindings<Context>;

/// parts[i], if there is one.
template <class T>
Outcome<T> at(const std::vector<T>& parts, Int i) {
  if (i < 0 || static_cast<std::size_t>(i) >= parts.size()) {
    return Undefined{"there is no index " + std::to_string(i) + " below " +
                     std::to_string(parts.size())};
  }
  return parts[static_cast<std::size_t>(i)];
}

Undefined no_permutation(const NestedTuple& indices, std::size_t n) {
  return Undefined{to_string(indices) + " is no permutation of the indices below " +
                   std::to_string(n)};
}

Undefined not_increasing(const NestedTuple& indices, std::size_t n) {
  return Undefined{to_string(indices) + " does not increase below " + std::to_string(n)};
}

template <class T>
std::vector<Profile> profiles(const std::vector<T>& parts) {
  std::vector<Profile> result;
  result.reserve(parts.size());
  for (const T& part : parts)
    result.push_back(part.profile());
  return result;
}

Tuple all_entries(const std::vector<NestedTuple>& parts) {
  Tuple result;
  for (const NestedTuple& part : parts)
    result.insert(result.end(), part.entries().begin(), part.entries().end());
  return result;
}

std::vector<ExactLayout> exact(const std::vector<Layout>& layouts) {
  return {layouts.begin(), layouts.end()};
}

Value Context::value(const ExactLayout& x) {
  try {
    return to_layout(x);
  } catch (const Overflow& reason) {
    throw LayoutOverflow(reason, x);
  }
}

Value Context::value(const std::pair<NestedTuple, NestedTuple>& x) {
  const std::vector both{x.first, x.second};
  return NestedTuple(all_entries(both), tuple_of(profiles(both)));
}

template <Splitter splitter>
Outcome<ExactLayout> logical_form(C c, const Layout& a, const Tiler& t) {
  return logical(splitter, a, t, c.convention, c.limits);
}

template <Splitter splitter, ExactLayout (*arrange)(const Pair&)>
Outcome<ExactLayout> arranged(C c, const Layout& a, const Tiler& t) {
  const Outcome<Pair> pair = zipped(splitter, a, t, c.convention, c.limits);
  if (!pair) return pair.undefined();
  return arrange(*pair);
}

template <Splitter splitter>
Outcome<ModuleLayout> logical_over(C c, const ModuleLayout& v, const Tiler& t) {
  return logical(splitter, v, t, c.convention, c.limits);
}

template <Splitter splitter, ModuleLayout (*arrange)(const BasicPair<ModuleLayout>&)>
Outcome<ModuleLayout> arranged_over(C c, const ModuleLayout& v, const Tiler& t) {
  const auto pair = zipped(splitter, v, t, c.convention, c.limits);
  if (!pair) return pair.undefined();
  return arrange(*pair);
}

void add_lists_over_modules(Operations& all) {
  using V = const ModuleLayout&;
  using T = const Tiler&;
  all.bind("rank", [](V x) { return rank(x.profile()); });
  all.bind("depth", [](V x) { return depth(x.profile()); });
  all.bind("size", [](V x) { return size(x); });
  all.bind("flatten", [](V x) { return with_entries(numbered({x}).front().flattened(), {x}); });
  all.bind("mode",
           [](V x, Int i) { return with_entries(at(numbered({x}).front().modes(), i), {x}); });
  all.bind("concatenate", [](const std::vector<ModuleLayout>& xs) {
    return with_entries(ExactLayout::tuple_of(numbered(xs)), xs);
  });
  all.bind("slice", [](T c, V x) { return slice(c, x); });
  all.bind("dice", [](T c, V x) { return with_entries(dice(c, numbered({x}).front()), {x}); });
  all.bind("same_function", [](C c, V x, V y) { return same_function(x, y, c.limits); });
}

/// c ↦ Sw(OFFSET + n + R(c)), for what an operation on the layout behind the swizzle answers. A
/// swizzle takes no value twice, so that c ↦ Sw(OFFSET + f(c)) is Sw o OFFSET o R exactly if R has
/// the function f.
Outcome<SwizzledLayout> after_swizzle(const SwizzledLayout& x, const Outcome<ExactLayout>& answer,
                                      const Exact& moved = 0) {
  if (!answer) return answer.undefined();
  return SwizzledLayout(x.swizzle(), to_int(x.offset() + moved), to_layout(*answer));
}

Outcome<SwizzledLayout> moved(const SwizzledLayout& x, const Outcome<OffsetLayout>& part) {
  if (!part) return part.undefined();
  return after_swizzle(x, part->layout, part->offset);
}

void add_swizzled(Operations& all) {
  using W = const SwizzledLayout&;
  using T = const Tiler&;
  using X = const NestedTuple&;
  all.bind("size", [](W x) { return size(x.layout()); });
  all.bind("coalesce", [](C c, W x) { return after_swizzle(x, coalesce(x.layout(), c.limits)); });
  all.bind("cosize", [](C c, W x) { return cosize(x, c.limits); });
  all.bind("coalesce",
           [](C c, W x, X s) { return after_swizzle(x, coalesce_over(x.layout(), s, c.limits)); });
  all.bind("composition", [](C c, W x, T t) {
    return after_swizzle(x, composition(x.layout(), t, c.convention, c.limits));
  });
  all.bind("composition", [](C c, const Layout& a, W b) {
    return composition(SwizzledLayout({}, 0, a), b, c.convention, c.limits);
  });
  all.bind("composition", [](C c, W a, W b) { return composition(a, b, c.convention, c.limits); });
  all.bind("logical_divide", [](C c, W x, T t) {
    return after_swizzle(x, logical_form<Splitter::divide>(c, x.layout(), t));
  });
  all.bind("zipped_divide", [](C c, W x, T t) {
    return after_swizzle(x, arranged<Splitter::divide, as_zipped>(c, x.layout(), t));
  });
  all.bind("tiled_divide", [](C c, W x, T t) {
    return after_swizzle(x, arranged<Splitter::divide, as_tiled>(c, x.layout(), t));
  });
  all.bind("flat_divide", [](C c, W x, T t) {
    return after_swizzle(x, arranged<Splitter::divide, as_flat>(c, x.layout(), t));
  });
  all.bind("logical_product", [](C c, W x, T t) {
    return after_swizzle(x, logical_form<Splitter::product>(c, x.layout(), t));
  });
  all.bind("zipped_product", [](C c, W x, T t) {
    return after_swizzle(x, arranged<Splitter::product, as_zipped>(c, x.layout(), t));
  });
  all.bind("tiled_product", [](C c, W x, T t) {
    return after_swizzle(x, arranged<Splitter::product, as_tiled>(c, x.layout(), t));
  });
  all.bind("flat_product", [](C c, W x, T t) {
    return after_swizzle(x, arranged<Splitter::product, as_flat>(c, x.layout(), t));
  });
  all.bind("blocked_product", [](C c, W x, const Layout& b) {
    return after_swizzle(x, blocked_product(x.layout(), b, c.convention, c.limits));
  });
  all.bind("raked_product", [](C c, W x, const Layout& b) {
    return after_swizzle(x, raked_product(x.layout(), b, c.convention, c.limits));
  });
  all.bind("tile_to_shape", [](C c, W x, X s) {
    return after_swizzle(x, tile_to_shape(x.layout(), s, NestedTuple(0), c.convention, c.limits));
  });
  all.bind("tile_to_shape", [](C c, W x, X s, X order) {
    return after_swizzle(x, tile_to_shape(x.layout(), s, order, c.convention, c.limits));
  });
  all.bind("local_tile", [](C c, W x, T t, T at) {
    return moved(x, partition(Part::inner, x.layout(), t, at, c.convention, c.limits));
  });
  all.bind("inner_partition", [](C c, W x, T t, T at) {
    return moved(x, partition(Part::inner, x.layout(), t, at, c.convention, c.limits));
  });
  all.bind("outer_partition", [](C c, W x, T t, T at) {
    return moved(x, partition(Part::outer, x.layout(), t, at, c.convention, c.limits));
  });
  all.bind("local_partition", [](C c, W x, const Layout& threads, Int thread) {
    return moved(x, local_partition(x.layout(), threads, thread, c.convention, c.limits));
  });
  all.bind("partition_S", [](C c, W x, T t, const Layout& tv, Int thread) {
    return moved(x, partition_S(x.layout(), t, tv, thread, c.convention, c.limits));
  });
}

void add_modules(Operations& all) {
  all.bind("apply", [](C c, const ModuleLayout& x, const NestedTuple& at) {
    return apply(x, at, c.convention);
  });
  all.bind("apply", [](C c, const SwizzledLayout& x, const NestedTuple& at) {
    return apply(x, at, c.convention);
  });
  all.bind("coalesce", [](C c, const ModuleLayout& x) { return coalesce(x, c.limits); });
  all.bind("coalesce", [](C c, const ModuleLayout& x, const NestedTuple& s) {
    return coalesce_over(x, s, c.limits);
  });
  all.bind("cosize", [](C c, const ModuleLayout& x) { return cosize(x, c.limits); });
  all.bind("composition", [](C c, const ModuleLayout& a, const Tiler& b) {
    return composition(a, b, c.convention, c.limits);
  });
  all.bind("composition", [](C c, const ModuleLayout& a, const ModuleLayout& b) {
    return composition(a, b, c.convention, c.limits);
  });
  all.bind("composition", [](C c, const ModuleLayout& a, const SwizzledLayout& b) {
    return composition(a, b, c.convention, c.limits);
  });
  all.bind("xor_layout", [](C c, const SwizzledLayout& x) { return xor_layout(x, c.limits); });
  all.bind("to_linear", [](C c, const ModuleLayout& x) { return to_linear(x, c.limits); });
  all.bind("from_linear",
           [](C c, const NestedTuple& x) { return from_linear(x.entries(), c.limits); });
  using V = const ModuleLayout&;
  using W = const SwizzledLayout&;
  using L = const Layout&;
  all.bind("is_injective", [](C c, V x) { return is_injective(x, c.limits); });
  all.bind("is_surjective", [](C c, V x) { return is_surjective(x, c.limits); });
  all.bind("is_bijective", [](C c, V x) { return is_bijective(x, c.limits); });
  all.bind("right_inverse", [](C c, V x) { return right_inverse(x, c.limits); });
  all.bind("left_inverse", [](C c, V x) { return left_inverse(x, c.convention, c.limits); });
  all.bind("complement",
           [](C c, V x) { return complement(x, std::nullopt, c.convention, c.limits); });
  all.bind("complement",
           [](C c, V x, Int n) { return complement(x, Exact(n), c.convention, c.limits); });
  all.bind("slice", [](C c, const Tiler& at, W x) { return slice(at, x, c.convention); });
  all.bind("right_inverse", [](C c, W x) { return right_inverse(x, c.limits); });
  all.bind("left_inverse", [](C c, W x) { return left_inverse(x, c.convention, c.limits); });
  all.bind("max_common_vector",
           [](C c, W a, L b) { return max_common_vector(a, SwizzledLayout({}, 0, b), c.limits); });
  all.bind("max_common_vector", [](C c, W a, W b) { return max_common_vector(a, b, c.limits); });
  all.bind("upcast", [](C c, W x, Int n) { return upcast(x, n, c.limits); });
  all.bind("downcast", [](W x, Int n) { return downcast(x, n); });
  all.bind("recast", [](C c, W x, Int to, Int from) { return recast(x, to, from, c.limits); });
  all.bind("swizzled_layout", [](C c, V x) { return swizzled_layout(x, c.limits); });
}

void add_module_divisions(Operations& all) {
  using V = const ModuleLayout&;
  using L = const Layout&;
  all.bind("logical_divide", logical_over<Splitter::divide>);
  all.bind("zipped_divide", arranged_over<Splitter::divide, as_zipped>);
  all.bind("tiled_divide", arranged_over<Splitter::divide, as_tiled>);
  all.bind("flat_divide", arranged_over<Splitter::divide, as_flat>);
  all.bind("logical_product", logical_over<Splitter::product>);
  all.bind("zipped_product", arranged_over<Splitter::product, as_zipped>);
  all.bind("tiled_product", arranged_over<Splitter::product, as_tiled>);
  all.bind("flat_product", arranged_over<Splitter::product, as_flat>);
  all.bind("blocked_product",
           [](C c, V v, L b) { return blocked_product(v, b, c.convention, c.limits); });
  all.bind("raked_product",
           [](C c, V v, L b) { return raked_product(v, b, c.convention, c.limits); });
}

void add_nested_tuples(Operations& all) {
  all.bind("rank", [](const NestedTuple& x) { return rank(x.profile()); });
  all.bind("rank", [](const Profile& x) { return rank(x); });
  all.bind("rank", [](const Layout& x) { return rank(x.profile()); });
  all.bind("length", [](const NestedTuple& x) { return static_cast<Int>(x.length()); });
  all.bind("length", [](const Profile& x) { return static_cast<Int>(x.length()); });
  all.bind("length", [](const Layout& x) { return static_cast<Int>(x.length()); });
  all.bind("depth", [](const NestedTuple& x) { return depth(x.profile()); });
  all.bind("depth", [](const Profile& x) { return depth(x); });
  all.bind("depth", [](const Layout& x) { return depth(x.profile()); });
  all.bind("size", [](const NestedTuple& x) { return product(to_exact(x.entries())); });
  all.bind("size", [](const Layout& x) { return size(x); });
  all.bind("flatten", [](const NestedTuple& x) { return NestedTuple::flat(x.entries()); });
  all.bind("flatten", [](const Layout& x) { return Layout::flat(x.extents(), x.strides()); });
  all.bind("flatten", [](const Morphism& f) { return flattened(f); });
  all.bind("profile", [](const NestedTuple& x) { return x.profile(); });
  all.bind("profile", [](const Layout& x) { return x.profile(); });
  all.bind("mode", [](const NestedTuple& x, Int i) { return at(x.modes(), i); });
  all.bind("mode", [](const Profile& x, Int i) { return at(x.modes(), i); });
  all.bind("mode", [](const Layout& x, Int i) { return at(x.modes(), i); });
  all.bind("mode", [](const Morphism& f, Int i) { return mode(f, i); });
  all.bind("entry", [](const NestedTuple& x, Int i) { return at(x.entries(), i); });
  all.bind("entry", [](const Layout& x, Int i) -> Outcome<Layout> {
    const Outcome<Int> extent = at(x.extents(), i);
    if (!extent) return extent.undefined();
    return Layout::entry(*extent, *at(x.strides(), i));
  });
  all.bind("entry", [](const Morphism& f, Int i) { return entry(f, i); });
  all.bind("concatenate", [](const std::vector<NestedTuple>& xs) {
    return NestedTuple(all_entries(xs), tuple_of(profiles(xs)));
  });
  all.bind("concatenate",
           [](const std::vector<Layout>& xs) { return ExactLayout::tuple_of(exact(xs)); });
  all.bind("concatenate",
           [](const PointedMap& a, const PointedMap& b) { return concatenation(a, b); });
  all.bind("concatenate", [](const std::vector<Morphism>& fs) { return concatenation(fs); });
  all.bind("flat_concatenate",
           [](const std::vector<NestedTuple>& xs) { return NestedTuple::flat(all_entries(xs)); });
  all.bind("flat_concatenate",
           [](const std::vector<Layout>& xs) { return flat_concatenation(exact(xs)); });
  all.bind("flat_concatenate",
           [](const std::vector<Morphism>& fs) { return flat_concatenation(fs); });
  all.bind("permute", [](const NestedTuple& x, const NestedTuple& order) -> Outcome<NestedTuple> {
    if (!is_permutation_of(order.entries(), x.length())) return no_permutation(order, x.length());
    return NestedTuple::flat(*select(x.entries(), order.entries()));
  });
  all.bind("permute", [](const Layout& x, const NestedTuple& order) -> Outcome<Layout> {
    if (!is_permutation_of(order.entries(), x.length())) return no_permutation(order, x.length());
    return select(x, order.entries());
  });
  all.bind("substitute",
           [](const Profile& p, const std::vector<NestedTuple>& xs) { return substitute(p, xs); });
  all.bind("substitute",
           [](const Profile& p, const std::vector<Profile>& ps) { return substitute(p, ps); });
  all.bind("substitute", [](const Profile& p, const std::vector<Layout>& layouts) {
    return substitute(p, exact(layouts));
  });
  all.bind("divides", [](const NestedTuple& x, const NestedTuple& y) { return divides(x, y); });
  all.bind("congruent",
           [](const NestedTuple& x, const NestedTuple& y) { return x.profile() == y.profile(); });
  all.bind("refines", [](const NestedTuple& x, const NestedTuple& y) { return refines(x, y); });
  all.bind("relative_mode",
           [](const NestedTuple& x, const NestedTuple& y, Int i) -> Outcome<NestedTuple> {
             const Outcome<std::vector<NestedTuple>> modes = relative_modes(x, y);
             if (!modes) return modes.undefined();
             return at(*modes, i);
           });
  all.bind("relative_mode",
           [](const Layout& x, const NestedTuple& y, Int i) -> Outcome<ExactLayout> {
             const Outcome<std::vector<ExactLayout>> modes = relative_modes(ExactLayout(x), y);
             if (!modes) return modes.undefined();
             return at(*modes, i);
           });
  all.bind("relative_mode",
           [](const Morphism& f, const NestedTuple& y, Int i) { return relative_mode(f, y, i); });
  all.bind("relative_flatten",
           [](const NestedTuple& x, const NestedTuple& y) -> Outcome<NestedTuple> {
             const Outcome<std::vector<NestedTuple>> modes = relative_modes(x, y);
             if (!modes) return modes.undefined();
             return NestedTuple(all_entries(*modes), tuple_of(profiles(*modes)));
           });
  all.bind("mutual_refinement",
           [](const NestedTuple& x, const NestedTuple& y) { return mutual_refinement(x, y); });
  all.bind("coordinate", [](const NestedTuple& s, Int x) -> Outcome<std::vector<Exact>> {
    const std::vector<Exact> extents = to_exact(s.entries());
    if (x >= product(extents))
      return Undefined{std::to_string(x) + " is no index: the size is " + digits(product(extents))};
    return coordinate_of(extents, x);
  });
  all.bind("index", [](const NestedTuple& s, const NestedTuple& c) -> Outcome<Exact> {
    if (c.length() != s.length()) return Undefined{"the coordinate has another length"};
    for (std::size_t i = 0; i < c.length(); ++i) {
      if (c.entries()[i] >= s.entries()[i]) {
        return Undefined{"coordinate " + std::to_string(i) + " is " +
                         std::to_string(c.entries()[i]) + ", the extent " +
                         std::to_string(s.entries()[i])};
      }
    }
    return index_of(to_exact(s.entries()), to_exact(c.entries()));
  });
}

void add_layouts(Operations& all) {
  all.bind("cosize", [](const Layout& x) { return cosize(x); });
  all.bind("shape", [](const Layout& x) { return x.shape(); });
  all.bind("stride", [](const Layout& x) { return x.stride(); });
  all.bind("apply",
           [](C c, const Layout& x, const NestedTuple& at) { return apply(x, at, c.convention); });
  all.bind("table", [](C c, const Layout& x) { return oracle::table(x, c.limits); });
  all.bind("table", [](C c, const Morphism& f) { return realization(f, c.limits); });
  all.bind("same_function",
           [](C c, const Layout& a, const Layout& b) { return same_function(a, b, c.limits); });
  all.bind("column_major", [](const NestedTuple& s) { return column_major(s); });
  all.bind("row_major", [](const NestedTuple& s) { return row_major(s); });
  all.bind("is_column_major",
           [](const Layout& x) { return column_major(x.shape()) == ExactLayout(x); });
  all.bind("is_row_major", [](const Layout& x) { return row_major(x.shape()) == ExactLayout(x); });
  all.bind("is_nondegenerate", [](const Layout& x) { return is_nondegenerate(x); });
  all.bind("is_nondegenerate", [](const Morphism& f) { return is_nondegenerate(f); });
  all.bind("restrict", [](const Layout& x, const NestedTuple& indices) -> Outcome<Layout> {
    if (!is_increasing_below(indices.entries(), x.length()))
      return not_increasing(indices, x.length());
    return select(x, indices.entries());
  });
  all.bind("restrict", [](const Morphism& f, const NestedTuple& indices) {
    return restriction(f, indices.entries());
  });
  all.bind("squeeze", [](const Layout& x) { return squeeze(x); });
  all.bind("squeeze", [](const Morphism& f) { return squeeze(f); });
  all.bind("filter", [](const Layout& x) { return filter(x); });
  all.bind("sort", [](const Layout& x) { return sort(x); });
  all.bind("sort", [](const Morphism& f) { return sort(f); });
  all.bind("is_sorted", [](const Layout& x) { return is_sorted(x); });
  all.bind("is_sorted", [](const Morphism& f) { return is_sorted(f); });
  all.bind("is_flat_coalesced", [](const Layout& x) { return is_flat_coalesced(x); });
  all.bind("flat_coalesce", [](C c, const Layout& x) { return flat_coalesce(x, c.limits); });
  all.bind("flat_coalesce", [](const Morphism& f) { return flat_coalesce(f); });
  all.bind("is_coalesced", [](const Layout& x) { return is_coalesced(x); });
  all.bind("is_coalesced",
           [](const Layout& x, const NestedTuple& s) { return is_coalesced_over(x, s); });
  all.bind("is_coalesced", [](const Morphism& f) { return is_coalesced(f); });
  all.bind("coalesce", [](C c, const Layout& x) { return coalesce(x, c.limits); });
  all.bind("coalesce", [](C c, const Layout& x, const NestedTuple& s) {
    return coalesce_over(x, s, c.limits);
  });
  all.bind("coalesce", [](const Morphism& f) { return coalesce(f); });
  all.bind("is_compact", [](C c, const Layout& x) { return is_compact(x, c.limits); });
  all.bind("is_injective", [](C c, const Layout& x) { return is_injective(x, c.limits); });
  all.bind("is_surjective", [](C c, const Layout& x) { return is_surjective(x, c.limits); });
  all.bind("is_bijective", [](C c, const Layout& x) { return is_bijective(x, c.limits); });
  all.bind("is_complement",
           [](C c, const Layout& a, const Layout& b) { return is_complement(a, b, c.limits); });
  all.bind("is_complement",
           [](const Morphism& f, const Morphism& g) { return is_complement(f, g); });
  all.bind("is_complementable",
           [](C c, const Layout& a) { return flat_complement(a, c.limits).has_value(); });
  all.bind("is_complementable", [](C c, const Layout& a, Int n) {
    return flat_complement(a, n, Convention::strict, c.limits).has_value();
  });
  all.bind("is_complementable", [](const Morphism& f) { return is_complementable(f); });
  all.bind("complement", [](C c, const Layout& a) -> Outcome<ExactLayout> {
    const ExactLayout exact(a);
    const Outcome<ExactLayout> flat = flat_complement(
        c.convention == Convention::strict ? exact : without_zero_strides(exact), c.limits);
    if (!flat) return flat.undefined();
    return in_coalesced_form(*flat);
  });
  all.bind("complement", [](C c, const Layout& a, Int n) -> Outcome<ExactLayout> {
    const Outcome<ExactLayout> flat = flat_complement(a, n, c.convention, c.limits);
    if (!flat) return flat.undefined();
    return in_coalesced_form(*flat);
  });
  all.bind("complement", [](const Morphism& f) { return complement(f); });
  all.bind("flat_complement", [](C c, const Layout& a) { return flat_complement(a, c.limits); });
  all.bind("flat_complement", [](C c, const Layout& a, Int n) {
    return flat_complement(a, n, Convention::strict, c.limits);
  });
  all.bind("composition", [](C c, const Layout& a, const Tiler& t) {
    return composition(a, t, c.convention, c.limits);
  });
  all.bind("composition",
           [](const PointedMap& a, const PointedMap& b) { return composition(a, b); });
  all.bind("composition", [](const Morphism& g, const Morphism& f) { return composition(g, f); });
  all.bind("flat_composition",
           [](C c, const Layout& a, const Layout& b) { return flat_composition(a, b, c.limits); });
  all.bind("weak_composite",
           [](C c, const Layout& a, const Layout& b) { return weak_composite(a, b, c.limits); });
  all.bind("logical_divide", logical_form<Splitter::divide>);
  all.bind("logical_divide",
           [](const Morphism& f, const Morphism& g) { return logical_divide(f, g); });
  all.bind("logical_product", logical_form<Splitter::product>);
  all.bind("logical_product",
           [](const Morphism& f, const Morphism& g) { return logical_product(f, g); });
  all.bind("zipped_divide", arranged<Splitter::divide, as_zipped>);
  all.bind("tiled_divide", arranged<Splitter::divide, as_tiled>);
  all.bind("flat_divide", arranged<Splitter::divide, as_flat>);
  all.bind("zipped_product", arranged<Splitter::product, as_zipped>);
  all.bind("tiled_product", arranged<Splitter::product, as_tiled>);
  all.bind("flat_product", arranged<Splitter::product, as_flat>);
  all.bind("blocked_product", [](C c, const Layout& a, const Layout& b) {
    return blocked_product(a, b, c.convention, c.limits);
  });
  all.bind("raked_product", [](C c, const Layout& a, const Layout& b) {
    return raked_product(a, b, c.convention, c.limits);
  });
  all.bind("colfax_flat_divide", [](C c, const Layout& a, const Layout& b) {
    return colfax_flat_divide(a, b, c.limits);
  });
  all.bind("colfax_flat_divide",
           [](const Morphism& f, const Morphism& g) { return colfax_flat_divide(f, g); });
  all.bind("colfax_flat_product", [](C c, const Layout& a, const Layout& b) {
    return colfax_flat_product(a, b, c.limits);
  });
  all.bind("colfax_flat_product",
           [](const Morphism& f, const Morphism& g) { return colfax_flat_product(f, g); });
  all.bind("right_inverse", [](C c, const Layout& x) { return right_inverse(x, c.limits); });
  all.bind("max_common_layout", [](C c, const Layout& a, const Layout& b) {
    return max_common_layout(a, b, c.convention, c.limits);
  });
  all.bind("max_common_vector", [](C c, const Layout& a, const Layout& b) {
    return size(max_common_layout(a, b, c.convention, c.limits));
  });
  all.bind("left_inverse",
           [](C c, const Layout& x) { return left_inverse(x, c.convention, c.limits); });
  all.bind("upcast", [](C c, const Layout& x, Int n) { return upcast(x, n, c.limits); });
  all.bind("downcast", [](const Layout& x, Int n) { return downcast(x, n); });
  all.bind("recast", [](const Layout& x, Int to, Int from) { return recast(x, to, from); });
  all.bind("is_tractable", [](const Layout& x) { return is_tractable(x); });
  all.bind("is_tractable", [](const PointedMap& a) { return is_tractable(a); });
  all.bind("morphism", [](const Layout& x) { return standard_representation(x); });
}

void add_int_tuples(Operations& all) {
  using X = const NestedTuple&;
  all.bind("product_each", [](X x) { return product_each(x); });
  all.bind("product_like", [](X x, const Profile& p) { return product_like(x, p); });
  all.bind("inner_product", [](X x, X y) { return inner_product(x, y); });
  all.bind("elem_scale", [](X x, X y) { return elem_scale(x, y); });
  all.bind("shape_div", [](X x, X y) { return shape_div(x, y); });
  all.bind("ceil_div", [](X x, X y) { return ceil_div(x, y); });
  all.bind("round_up", [](X x, X y) { return round_up(x, y); });
  all.bind("compatible", [](X x, X y) { return compatible(x, y); });
  all.bind("weakly_congruent", [](X x, X y) { return weakly_congruent(x.profile(), y.profile()); });
  all.bind("evenly_divides", [](X x, X y) { return evenly_divides(x, y); });
  all.bind("common_refinement", [](X x, X y) { return common_refinement(x, y); });
  all.bind("common_coarsening", [](X x, X y) { return common_coarsening(x, y); });
  all.bind("crd2idx", [](X c, X s) { return crd2idx(c, s); });
  all.bind("idx2crd", [](X c, X s) { return idx2crd(c, s); });
  all.bind("crd2crd", [](X c, X from, X to) { return crd2crd(c, from, to); });
  all.bind("increment", [](X c, X s) { return increment(c, s); });
}

/// Whether the order of x and y is one of those that `test` accepts.
template <Mode decides, bool (*test)(std::strong_ordering)>
Outcome<bool> ordered(const NestedTuple& x, const NestedTuple& y) {
  const Outcome<std::strong_ordering> order = compare(x, y, decides);
  if (!order) return order.undefined();
  return test(*order);
}

bool is_less(std::strong_ordering order) {
  return order < 0;
}
bool is_at_most(std::strong_ordering order) {
  return order <= 0;
}
bool is_greater(std::strong_ordering order) {
  return order > 0;
}
bool is_at_least(std::strong_ordering order) {
  return order >= 0;
}

void add_comparisons(Operations& all) {
  using X = const NestedTuple&;
  all.bind("lex_less", ordered<Mode::first, is_less>);
  all.bind("lex_leq", ordered<Mode::first, is_at_most>);
  all.bind("lex_gtr", ordered<Mode::first, is_greater>);
  all.bind("lex_geq", ordered<Mode::first, is_at_least>);
  all.bind("colex_less", ordered<Mode::last, is_less>);
  all.bind("colex_leq", ordered<Mode::last, is_at_most>);
  all.bind("colex_gtr", ordered<Mode::last, is_greater>);
  all.bind("colex_geq", ordered<Mode::last, is_at_least>);
  all.bind("elem_less", [](X x, X y) { return elem_less(x, y, false); });
  all.bind("elem_leq", [](X x, X y) { return elem_less(x, y, true); });
  all.bind("elem_gtr", [](X x, X y) { return elem_less(y, x, false); });
  all.bind("elem_geq", [](X x, X y) { return elem_less(y, x, true); });
}

/// A layout with this shape, whose strides mean nothing.
ExactLayout over(const NestedTuple& shape) {
  return {shape.profile(), to_exact(shape.entries()), std::vector<Exact>(shape.length())};
}

Outcome<ExactTuple> shape_of(const Outcome<ExactLayout>& layout) {
  if (!layout) return layout.undefined();
  return shape(*layout);
}

/// The entries with another nesting (tuple_algorithms.hpp, unflatten).
Outcome<ExactLayout> unflattened(const ExactLayout& layout, const Profile& profile) {
  if (profile.length() != layout.length()) {
    return Undefined{"the profile has " + std::to_string(profile.length()) + " places for " +
                     std::to_string(layout.length()) + " entries"};
  }
  return ExactLayout(profile, layout.extents, layout.strides);
}

void add_mode_lists(Operations& all) {
  using L = const Layout&;
  using X = const NestedTuple&;
  using T = const Tiler&;
  all.bind("group", [](L x, Int b, Int e) { return group(x, b, e); });
  all.bind("group", [](X x, Int b, Int e) { return shape_of(group(over(x), b, e)); });
  all.bind("select", [](L x, const Tuple& i) { return select_modes(x, i); });
  all.bind("select", [](X x, const Tuple& i) { return shape_of(select_modes(over(x), i)); });
  all.bind("take", [](L x, Int b, Int e) -> Outcome<ExactLayout> {
    // "take: empty range error" (layout.hpp); of tuples an empty range is taken.
    if (b == e) return Undefined{"the range is empty"};
    return take(x, b, e);
  });
  all.bind("take", [](X x, Int b, Int e) { return shape_of(take(over(x), b, e)); });
  all.bind("append", [](L x, L y) { return extended(x, y, End::back); });
  all.bind("append", [](X x, X y) { return shape(extended(over(x), over(y), End::back)); });
  all.bind("append", [](L x, L y, Int n) { return extended(x, y, End::back, n); });
  all.bind("append",
           [](X x, X y, Int n) { return shape_of(extended(over(x), over(y), End::back, n)); });
  all.bind("prepend", [](L x, L y) { return extended(x, y, End::front); });
  all.bind("prepend", [](X x, X y) { return shape(extended(over(x), over(y), End::front)); });
  all.bind("prepend", [](L x, L y, Int n) { return extended(x, y, End::front, n); });
  all.bind("prepend",
           [](X x, X y, Int n) { return shape_of(extended(over(x), over(y), End::front, n)); });
  all.bind("replace", [](L x, Int i, L y) { return replace(x, i, y); });
  all.bind("replace", [](X x, Int i, X y) { return shape_of(replace(over(x), i, over(y))); });
  all.bind("unflatten", [](L x, const Profile& p) { return unflattened(x, p); });
  all.bind("unflatten", [](X x, const Profile& p) { return shape_of(unflattened(over(x), p)); });
  all.bind("zip", [](L x) { return zip(x); });
  all.bind("zip", [](X x) { return shape_of(zip(over(x))); });
  all.bind("zip", [](L x, L y) { return zip(ExactLayout::tuple_of(exact({x, y}))); });
  all.bind("zip", [](X x, X y) {
    return shape_of(zip(ExactLayout::tuple_of(std::vector{over(x), over(y)})));
  });
  all.bind("tile_unzip", [](L x, const Profile& p) { return tile_unzip(x, p); });
  all.bind("slice", [](T c, L x) { return slice(c, x); });
  all.bind("slice", [](T c, X x) { return shape_of(slice(c, over(x))); });
  all.bind("dice", [](T c, L x) { return dice(c, x); });
  all.bind("dice", [](T c, X x) { return shape_of(dice(c, over(x))); });
}

void add_makers(Operations& all) {
  using L = const Layout&;
  using X = const NestedTuple&;
  all.bind("coshape", [](L x) { return cosize(x); });
  all.bind("filter_zeros", [](L x) { return filter_zeros(x); });
  all.bind("filter_zeros", [](L x, X profile) { return filter_zeros(x, profile); });
  all.bind("nullspace", [](L x) { return nullspace(x); });
  all.bind("nullspace", [](C c, const ModuleLayout& x) { return nullspace(x, c.limits); });
  all.bind("layout_add", [](C c, L x, L y) { return layout_add(x, y, c.limits); });
  all.bind("make_ordered_layout", [](X x, X order) { return make_ordered_layout(x, order); });
  all.bind("make_layout_like", [](L x) { return make_layout_like(x); });
  all.bind("make_fragment_like", [](L x) { return make_fragment_like(x); });
}

/// Of layouts over the integers and over modules alike; V is the operand, and A what it is here.
template <class V, class A = V>
void add_tensors(Operations& all) {
  using L = const Layout&;
  using X = const NestedTuple&;
  using T = const Tiler&;
  all.bind("tile_to_shape", [](C c, const V& x, X s) {
    return tile_to_shape(A(x), s, NestedTuple(0), c.convention, c.limits);
  });
  all.bind("tile_to_shape", [](C c, const V& x, X s, X order) {
    return tile_to_shape(A(x), s, order, c.convention, c.limits);
  });
  all.bind("crd2idx", [](C c, T at, const V& x) { return apply(A(x), at_zero(at), c.convention); });
  all.bind("slice_and_offset",
           [](C c, T at, const V& x) { return slice_and_offset(at, A(x), c.convention); });
  all.bind("domain_offset",
           [](C c, X at, const V& x) { return domain_offset(at, A(x), c.convention); });
  all.bind("inner_partition", [](C c, const V& x, T t, T at) {
    return partition(Part::inner, A(x), t, at, c.convention, c.limits);
  });
  all.bind("outer_partition", [](C c, const V& x, T t, T at) {
    return partition(Part::outer, A(x), t, at, c.convention, c.limits);
  });
  all.bind("local_tile", [](C c, const V& x, T t, T at) {
    return partition(Part::inner, A(x), t, at, c.convention, c.limits);
  });
  all.bind("local_partition", [](C c, const V& x, L threads, Int thread) {
    return local_partition(A(x), threads, thread, c.convention, c.limits);
  });
  all.bind("partition_S", [](C c, const V& x, T tiler, L tv, Int thread) {
    return partition_S(A(x), tiler, tv, thread, c.convention, c.limits);
  });
}

template <Matrix matrix, class V, class A = V>
void add_mma_partition(Operations& all, const std::string& letter) {
  all.bind("partition_" + letter,
           [](C c, const V& x, const Layout& tv, const Layout& threads, const NestedTuple& atom,
              const Tiler& permutations, Int thread) {
             return mma_partition(matrix, A(x), {tv, threads, atom, permutations}, thread,
                                  c.convention, c.limits);
           });
}

template <Matrix matrix>
void add_matrix(Operations& all, const std::string& letter) {
  using L = const Layout&;
  using T = const Tiler&;
  using X = const NestedTuple&;
  all.bind("get_layout" + letter + "_TV", [](C c, L tv, L threads, X atom, T permutations) {
    return mma_layout_tv(matrix, {tv, threads, atom, permutations}, c.limits);
  });
  add_mma_partition<matrix, Layout, ExactLayout>(all, letter);
  add_mma_partition<matrix, ModuleLayout>(all, letter);
  all.bind("partition_" + letter,
           [](C c, const SwizzledLayout& x, L tv, L threads, X atom, T permutations, Int thread) {
             return moved(x, mma_partition(matrix, x.layout(), {tv, threads, atom, permutations},
                                           thread, c.convention, c.limits));
           });
}

void add_thread_values(Operations& all) {
  using L = const Layout&;
  all.bind("layout_tv",
           [](C c, L threads, L values) { return layout_tv(threads, values, c.limits); });
  all.bind("get_layoutS_TV", [](C c, L tv, L reference, L target) {
    return get_layoutS_TV(tv, reference, target, c.limits);
  });
  add_matrix<Matrix::a>(all, "A");
  add_matrix<Matrix::b>(all, "B");
  add_matrix<Matrix::c>(all, "C");
}

void add_morphisms(Operations& all) {
  all.bind("sum", [](const PointedMap& a, const PointedMap& b) { return sum(a, b); });
  all.bind("sum", [](const Morphism& f, const Morphism& g) { return sum(f, g); });
  all.bind("domain", [](const Morphism& f) { return f.domain(); });
  all.bind("codomain", [](const Morphism& f) { return f.codomain(); });
  all.bind("layout", [](const Morphism& f) { return encoded_layout(f); });
  all.bind("identity", [](const NestedTuple& s) { return identity(s); });
  all.bind("reparenthesize",
           [](const NestedTuple& x, const NestedTuple& y) { return reparenthesization(x, y); });
  all.bind("projection", [](const NestedTuple& s, const NestedTuple& indices) {
    return projection(s, indices.entries());
  });
  all.bind("dilation",
           [](const NestedTuple& s, const NestedTuple& factors) { return dilation(s, factors); });
  all.bind("expansion", [](const NestedTuple& x, const NestedTuple& s) { return expansion(x, s); });
  all.bind("inverse", [](const Morphism& f) { return inverse(f); });
  all.bind("factorize", [](const Morphism& f, const NestedTuple& indices) {
    return factorization(f, indices.entries());
  });
  all.bind("is_isomorphism", [](const Morphism& f) { return is_isomorphism(f); });
  all.bind("is_standard_form", [](const Morphism& f) { return is_standard_form(f); });
  all.bind("is_disjoint", [](const Morphism& f, const Morphism& g) { return is_disjoint(f, g); });
  all.bind("is_product_admissible",
           [](const Morphism& f, const Morphism& g) { return is_product_admissible(f, g); });
  all.bind("pullback", [](const Morphism& f, const NestedTuple& x) { return pullback(f, x); });
  all.bind("pushforward",
           [](const Morphism& f, const NestedTuple& x) { return pushforward(f, x); });
}

const Operations& operations() {
  static const Operations operations = [] {
    Operations all(standard_vocabulary());
    add_nested_tuples(all);
    add_modules(all);
    add_module_divisions(all);
    add_swizzled(all);
    add_lists_over_modules(all);
    add_layouts(all);
    add_morphisms(all);
    add_int_tuples(all);
    add_comparisons(all);
    add_mode_lists(all);
    add_makers(all);
    add_tensors<Layout, ExactLayout>(all);
    add_tensors<ModuleLayout>(all);
    add_thread_values(all);
    all.require_complete();
    return all;
  }();
  return operations;
}

/// A layout of which it is asked whether it answers.
struct Claim : Context {
  const Layout& layout;
};

/// Whether a claimed layout answers, where the specification is a property: a right inverse (of
/// both operands) that is not smaller than the canonical one, or a left inverse.
const Bindings<Claim>& properties() {
  using K = const Claim&;
  static const Bindings<Claim> properties = [] {
    Bindings<Claim> all(standard_vocabulary());
    all.bind("right_inverse", [](K c, const Layout& l) {
      return size(c.layout) >= size(right_inverse(l, c.limits)) &&
             is_right_inverse(c.layout, l, c.limits);
    });
    all.bind("max_common_layout", [](K c, const Layout& a, const Layout& b) {
      return size(c.layout) >= size(max_common_layout(a, b, c.convention, c.limits)) &&
             is_right_inverse(c.layout, a, c.limits, c.convention) &&
             is_right_inverse(c.layout, b, c.limits);
    });
    all.bind("nullspace", [](K c, const Layout& l) { return is_nullspace(c.layout, l, c.limits); });
    all.bind("nullspace",
             [](K c, const ModuleLayout& l) { return is_nullspace(c.layout, l, c.limits); });
    all.bind("left_inverse", [](K c, const Layout& l) {
      return is_left_inverse(c.layout, l, c.convention, c.limits);
    });
    all.require_complete(specifies_property);
    return all;
  }();
  return properties;
}

/// A layout over a module of which it is asked whether it answers.
struct ModuleClaim : Context {
  const ModuleLayout& layout;
};

template <class Inverted>
bool is_right_inverse_of(const ModuleClaim& c, const Inverted& of) {
  const Outcome<ModuleLayout> canonical = right_inverse(of, c.limits);
  const Exact least = canonical ? size(*canonical) : Exact(1);
  if (const auto f = linear_beyond(of, c.limits)) return is_right_inverse(c.layout, *f, least);
  return is_right_inverse(c.layout, target(of, c.limits), least, c.limits);
}

template <class Inverted>
bool is_left_inverse_of(const ModuleClaim& c, const Inverted& of) {
  if (const auto f = linear_beyond(of, c.limits))
    return is_left_inverse(c.layout, *f, c.convention);
  return is_left_inverse(c.layout, target(of, c.limits), c.convention, c.limits);
}

/// A complement of the size of the canonical one, with other values.
bool is_another_complement(const ModuleClaim& c, const ModuleLayout& of,
                           const std::optional<Exact>& n) {
  const Outcome<ModuleLayout> canonical = complement(of, n, c.convention, c.limits);
  if (canonical &&
      (size(*canonical) != size(c.layout) || same_function(*canonical, c.layout, c.limits))) {
    return false;
  }
  return is_xor_complement(c.layout, of, n, c.convention, c.limits);
}

/// Whether a claimed layout over a module answers, where several functions do: a right inverse that
/// is not smaller than the canonical one, a left inverse, or over XOR a complement.
const Bindings<ModuleClaim>& module_properties() {
  using K = const ModuleClaim&;
  using V = const ModuleLayout&;
  using W = const SwizzledLayout&;
  static const Bindings<ModuleClaim> properties = [] {
    Bindings<ModuleClaim> all(standard_vocabulary());
    all.bind("right_inverse", [](K c, V v) { return is_right_inverse_of(c, v); });
    all.bind("right_inverse",
             [](K c, W w) { return w.offset() == 0 && is_right_inverse_of(c, w); });
    all.bind("left_inverse", [](K c, V v) { return is_left_inverse_of(c, v); });
    all.bind("left_inverse", [](K c, W w) { return is_left_inverse_of(c, w); });
    all.bind("complement", [](K c, V v) { return is_another_complement(c, v, std::nullopt); });
    all.bind("complement", [](K c, V v, Int n) { return is_another_complement(c, v, Exact(n)); });
    return all;
  }();
  return properties;
}

/// What to say of operands that no signature takes: undefined if only a condition such as flatness
/// fails, unsupported if no signature is near.
Expectation mismatch(const Case& question) {
  const std::vector<Value>& operands = question.operands;
  Expectation result{NonValue::unsupported,
                     "no operation " + question.operation + " takes these operands"};
  for (const Operation* operation : standard_vocabulary().named(question.operation)) {
    if (!takes_so_many(*operation, operands.size())) continue;
    std::optional<std::size_t> off;
    bool near = true;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const Sort sort = sort_at(*operation, i);
      if (!off && !is_of(operands[i], sort)) off = i;
      near = near && is_of(operands[i], relaxed(sort));
    }
    if (near && off) {
      const Sort sort = sort_at(*operation, *off);
      result = {NonValue::undefined,
                to_string(operands[*off]) + " is not " + std::string(describe(sort))};
    }
  }
  return result;
}

Expectation without_strides_of_ones(const LayoutOverflow& overflow) {
  ExactLayout layout = overflow.layout;
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.extents[i] == 1) layout.strides[i] = 0;
  try {
    return {to_layout(layout), "", true};
  } catch (const Overflow&) {
    return {NonValue::overflow, overflow.what()};
  }
}

}  // namespace

Expectation expect(const Case& question, Convention convention, const Limits& limits) {
  if (is_chain(question)) {
    // What samples leave of an inner answer is not proved, and nothing follows from it.
    Limits all = limits;
    all.samples = 0;
    Case outer = question;
    const auto none =
        resolve(outer, [&](const Case& inner) { return expect(inner, convention, all); });
    return none ? *none : expect(outer, convention, limits);
  }
  const auto* answerer = operations().find(operation_of(question));
  if (answerer == nullptr) return mismatch(question);
  const WorkLimit grant(limits.steps());
  try {
    const Outcome<Value> answer =
        (*answerer)({question.convention.value_or(convention), limits}, question.operands);
    if (!answer) return {NonValue::undefined, answer.reason()};
    return {*answer, ""};
  } catch (const LayoutOverflow& overflow) {
    return without_strides_of_ones(overflow);
  } catch (const Overflow& overflow) {
    return {NonValue::overflow, overflow.what()};
  } catch (const TooDeep& too_deep) {
    return {NonValue::unsupported, too_deep.what()};
  }
}

bool has_property(const Case& question, const Layout& claimed, Convention convention,
                  const Limits& limits) {
  const auto* decide = properties().find(operation_of(question));
  if (decide == nullptr) return false;
  const Claim claim{{question.convention.value_or(convention), limits}, claimed};
  return (*decide)(claim, question.operands).value() == Value(true);
}

bool has_property(const Case& question, const ModuleLayout& claimed, Convention convention,
                  const Limits& limits) {
  const auto* decide = module_properties().find(operation_of(question));
  if (decide == nullptr) return false;
  const ModuleClaim claim{{question.convention.value_or(convention), limits}, claimed};
  try {
    return (*decide)(claim, question.operands).value() == Value(true);
  } catch (const Overflow&) {
    return false;  // of the canonical answer, which no claimed one then has the size of
  }
}

}  // namespace layoutcheck::oracle
