"""Answers with tract, Colfax Research's categories of layouts, from a checkout of layout-categories.

tract keeps its layouts in CuTe DSL's, of which it needs the container alone; a stand-in has that here, which refuses
extents of 0 as CuTe DSL does, and another keeps away NumPy, which only its tests need. It counts from 1, and composes in
the order of the arrows.
"""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import lines
from lines import Morphism, PointedMap, serve



def make_layout(shape: Any, stride: Any) -> lines.Layout:
    if any(extent == 0 for extent in NestedTuple(shape).flatten()):
        raise ValueError("Expected size in shape to be strictly positive, but got 0")
    return lines.Layout(shape, stride)


cutlass: Any = ModuleType("cutlass")
cute: Any = ModuleType("cutlass.cute")
cutlass.cute, cutlass.const_expr, cutlass.range_constexpr = cute, lambda value: value, range
cute.Layout, cute.make_layout, cute.jit = lines.Layout, make_layout, lambda f: f
cute.flatten_to_tuple = lambda nested: NestedTuple(nested).flatten()
sys.modules |= {"cutlass": cutlass, "cutlass.cute": cute, "numpy": ModuleType("numpy")}

from tract import layout_utils
from tract.categories import Fin_morphism, Nest_morphism, NestedTuple, Tuple_morphism


def nest(value: Any) -> Any:
    if isinstance(value, Morphism):
        return Nest_morphism(value.domain, value.codomain, value.entries)
    return NestedTuple(value) if isinstance(value, (int, tuple)) else value


def flat(value: Any) -> Any:
    return Tuple_morphism(value.domain, value.codomain, value.entries) if isinstance(value, Morphism) else value


def pointed(value: PointedMap) -> Fin_morphism:
    return Fin_morphism(value.domain, value.codomain, value.entries)


def ours(value: Any) -> Any:
    if isinstance(value, Fin_morphism):
        return PointedMap(value.domain, value.map, value.codomain)
    if isinstance(value, (Nest_morphism, Tuple_morphism)):
        return Morphism(ours(value.domain), value.map, ours(value.codomain))
    if isinstance(value, NestedTuple):
        return value.data
    return tuple(map(ours, value)) if isinstance(value, tuple) else value


def of(door: Callable[[Any], Any], function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *operands: ours(function(*map(door, operands)))


def one_more(indices: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(i + 1 for i in indices)


def weak_composite(a: lines.Layout, b: lines.Layout) -> Any:
    return layout_utils.compute_layout(layout_utils.weak_composite(
        layout_utils.compute_Nest_morphism(b), layout_utils.compute_Nest_morphism(a)))


serve({
    "rank(shape)": of(nest, NestedTuple.rank),
    "length(shape)": of(nest, NestedTuple.length),
    "depth(shape)": of(nest, NestedTuple.depth),
    "size(shape)": of(nest, NestedTuple.size),
    "flatten(shape)": of(nest, NestedTuple.flatten),
    "mode(shape, integer)": lambda shape, i: ours(nest(shape).mode(i + 1)),
    "entry(shape, integer)": lambda shape, i: ours(nest(shape).entry(i + 1)),
    "congruent(shape, shape)": of(nest, NestedTuple.is_congruent_to),
    "refines(shape, shape)": of(nest, NestedTuple.refines),
    "relative_mode(shape, shape, integer)": lambda x, y, i: ours(nest(x).relative_mode(i + 1, nest(y))),
    "relative_flatten(shape, shape)": of(nest, NestedTuple.relative_flattening),
    "mutual_refinement(shape, shape)": of(nest, layout_utils.mutual_refinement),
    "flatten(layout)": layout_utils.flatten_layout,
    "sort(flat layout)": layout_utils.sort_flat_layout,
    "concatenate(layout, layout)": layout_utils.concatenate,
    "flat_concatenate(flat layout, flat layout)": layout_utils.flat_concatenate,
    "flat_complement(flat layout, positive integer)": layout_utils.flat_complement,
    "weak_composite(layout, layout)": weak_composite,
    "is_tractable(layout)": layout_utils.is_tractable,
    "morphism(layout)": of(nest, layout_utils.compute_Nest_morphism),
    "layout(morphism)": of(nest, layout_utils.compute_layout),
    "composition(pointed map, pointed map)": of(pointed, lambda a, b: b.compose(a)),
    "sum(pointed map, pointed map)": of(pointed, Fin_morphism.sum),
    "concatenate(pointed map, pointed map)": of(pointed, Fin_morphism.wedge),
    "flatten(morphism)": of(nest, Nest_morphism.flatten),
    "composition(morphism, morphism)": of(nest, lambda g, f: f.compose(g)),
    "restrict(flat morphism, tuple)": lambda f, indices: ours(flat(f).restrict(one_more(indices))),
    "factorize(flat morphism, tuple)": lambda f, indices: ours(flat(f).factorize(one_more(indices))),
    "sum(flat morphism, flat morphism)": of(flat, Tuple_morphism.sum),
    "squeeze(flat morphism)": of(flat, Tuple_morphism.squeeze),
    "sort(flat morphism)": of(flat, Tuple_morphism.sort),
    "flat_coalesce(flat morphism)": of(flat, Tuple_morphism.coalesce),
    "coalesce(morphism)": of(nest, Nest_morphism.coalesce),
    "concatenate(morphism, morphism)": of(nest, Nest_morphism.concat),
    "flat_concatenate(flat morphism, flat morphism)": of(flat, Tuple_morphism.concat),
    "complement(morphism)": of(nest, Nest_morphism.complement),
    "logical_divide(morphism, morphism)": of(nest, Nest_morphism.logical_divide),
    "logical_product(morphism, morphism)": of(nest, Nest_morphism.logical_product),
    "colfax_flat_divide(flat morphism, flat morphism)": of(flat, Tuple_morphism.flat_divide),
    "colfax_flat_product(flat morphism, flat morphism)": of(flat, Tuple_morphism.flat_product),
    "is_isomorphism(morphism)": of(nest, Nest_morphism.is_isomorphism),
    "is_complementable(morphism)": of(nest, Nest_morphism.is_complementable),
    "is_sorted(morphism)": of(nest, Nest_morphism.is_sorted),
    "is_coalesced(morphism)": of(nest, lambda f: f.flatten().is_coalesced()),
    "is_disjoint(morphism, morphism)": of(nest, Nest_morphism.images_are_disjoint),
    "is_complement(morphism, morphism)": of(nest, Nest_morphism.is_complementary_to),
    "pullback(morphism, shape)": of(nest, Nest_morphism.pullback_along),
    "pushforward(morphism, shape)": of(nest, Nest_morphism.pushforward_along),
})
