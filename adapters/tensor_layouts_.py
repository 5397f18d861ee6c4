"""Answers with tensor-layouts, a layout algebra in Python."""

from collections.abc import Callable
from typing import Any

import tensor_layouts.layouts
from lines import Layout, Profile, SwizzledLayout, Tiler, Unsupported, calling, moved, serve


class Offered:
    """The functions of the installed version, which need not have all."""

    def __getattr__(self, name: str) -> Any:
        return getattr(tensor_layouts.layouts, name, lambda *operands: "unsupported")


tl = Offered()


def theirs(value: Any) -> Any:
    if isinstance(value, Layout):
        return tl.Layout(value.shape, value.stride)
    if isinstance(value, SwizzledLayout):
        return tl.ComposedLayout(tl.Swizzle(*value.swizzle), theirs(value.layout), offset=value.offset)
    if isinstance(value, Tiler):
        return tuple(map(theirs, value.modes))
    if isinstance(value, Profile):
        return ones(value.nested)
    return value


def ones(nested: Any) -> Any:
    return tuple(map(ones, nested)) if isinstance(nested, tuple) else 1


def swizzled(value: Any, beside: int = 0) -> SwizzledLayout:
    """What is a layout is one without a swizzle."""
    if isinstance(value, tl.Layout):
        return moved(SwizzledLayout((0, 0, 0), 0, Layout(value.shape, value.stride)), beside)
    if not isinstance(value.outer, tl.Swizzle) or not isinstance(value.inner, tl.Layout):
        raise Unsupported
    outer = value.outer
    return moved(SwizzledLayout((outer.bits, outer.base, outer.shift), value.offset, ours(value.inner)), beside)


def ours(value: Any) -> Any:
    if isinstance(value, tuple) and value and isinstance(value[0], tl.Layout):
        return Tiler(tuple(map(ours, value)))
    return Layout(value.shape, value.stride) if isinstance(value, tl.Layout) else value


calls = calling(theirs, ours)
calls_swizzled = calling(theirs, swizzled)


def flat(function: Callable[..., Any]) -> Callable[..., Any]:
    """Of functions to flat layouts and tuples: those of rank 1 are integers here."""
    def call(*operands: Any) -> Any:
        answer = calls(function)(*operands)
        if isinstance(answer, Layout) and isinstance(answer.shape, int):
            return Layout((answer.shape,), (answer.stride,))
        return answer
    return call


OFFERS = {
    "rank(shape)": calls(tl.rank),
    "rank(layout)": calls(tl.rank),
    "depth(shape)": calls(tl.depth),
    "depth(layout)": calls(tl.depth),
    "size(shape)": calls(tl.size),
    "size(layout)": calls(tl.size),
    "cosize(layout)": calls(tl.cosize),
    "flatten(shape)": calls(tl.flatten),
    "flatten(layout)": flat(tl.flatten),
    "mode(shape, integer)": calls(tl.mode),
    "mode(layout, integer)": calls(tl.mode),
    "congruent(shape, shape)": calls(tl.congruent),
    "concatenate(layout, ...)": calls(tl.Layout),
    "flat_concatenate(flat shape, flat shape)": calls(tl.concat),
    "flat_concatenate(flat layout, flat layout)": calls(tl.concat),
    "squeeze(flat layout)": flat(tl.Layout.squeeze),
    "filter(flat layout)": flat(tl.Layout.filter),
    "sort(flat layout)": calls(tl.sort),
    "coordinate(shape, integer)": calls(lambda shape, x: tl.idx2crd(x, tl.flatten(shape))),
    "index(shape, tuple)": calls(lambda shape, coordinate: tl.crd2flat(coordinate, tl.flatten(shape))),
    "apply(layout, nested tuple)": calls(lambda layout, coordinate: layout(coordinate)),
    "column_major(shape)": calls(tl.Layout),
    "row_major(shape)": calls(lambda shape: tl.Layout(shape, tl.compute_row_major_strides(shape))),
    "coalesce(layout)": calls(tl.coalesce),
    "coalesce(layout, shape)": calls(tl.coalesce),
    "complement(layout)": calls(tl.complement),
    "complement(layout, positive integer)": calls(tl.complement),
    "composition(layout, tiler)": calls(tl.compose),
    "logical_divide(layout, tiler)": calls(tl.logical_divide),
    "zipped_divide(layout, tiler)": calls(tl.zipped_divide),
    "tiled_divide(layout, tiler)": calls(tl.tiled_divide),
    "flat_divide(layout, tiler)": calls(tl.flat_divide),
    "logical_product(layout, tiler)": calls(tl.logical_product),
    "zipped_product(layout, tiler)": calls(tl.zipped_product),
    "tiled_product(layout, tiler)": calls(tl.tiled_product),
    "flat_product(layout, tiler)": calls(tl.flat_product),
    "blocked_product(layout, layout)": calls(tl.blocked_product),
    "raked_product(layout, layout)": calls(tl.raked_product),
    "right_inverse(layout)": calls(tl.right_inverse),
    "max_common_layout(layout, layout)": calls(tl.max_common_layout),
    "max_common_vector(layout, layout)": calls(tl.max_common_vector),
    "left_inverse(layout)": calls(tl.left_inverse),
    "upcast(layout, positive integer)": calls(tl.upcast),
    "downcast(layout, positive integer)": calls(tl.downcast),
    "product_each(shape)": calls(tl.product_each),
    "inner_product(nested tuple, nested tuple)": calls(tl.inner_product),
    "elem_scale(shape, shape)": calls(tl.elem_scale),
    "shape_div(shape, shape)": calls(
        lambda shape, by: tl.shape_div(shape, by) if isinstance(by, int) else "unsupported"),
    "compatible(shape, shape)": calls(tl.compatible),
    "weakly_congruent(shape, shape)": calls(tl.weakly_congruent),
    "crd2idx(nested tuple, shape)": calls(tl.crd2flat),
    "idx2crd(nested tuple, shape)": calls(tl.idx2crd),
    "crd2crd(nested tuple, shape, shape)": calls(lambda crd, source, target: tl.crd2crd(crd, target, source)),
    "append(layout, layout)": calls(tl.append),
    "prepend(layout, layout)": calls(tl.prepend),
    "replace(layout, integer, layout)": calls(tl.replace),
    "group(layout, integer, integer)": calls(tl.group),
    "unflatten(flat shape, profile)": calls(tl.unflatten),
    "unflatten(flat layout, profile)": calls(tl.unflatten),
    "slice(coordinate, shape)": calls(tl.slice_modes),
    "dice(coordinate, shape)": calls(tl.dice_modes),
    "dice(coordinate, layout)": calls(tl.dice_modes),
    "slice_and_offset(coordinate, layout)": calls(tl.slice_and_offset),
    "nullspace(layout)": calls(tl.nullspace),
}

if hasattr(tensor_layouts.layouts, "ComposedLayout"):
    OFFERS |= {
        "apply(swizzled layout, nested tuple)": calls(lambda layout, coordinate: layout(coordinate)),
        "size(swizzled layout)": calls(tl.size),
        "cosize(swizzled layout)": calls(tl.cosize),
        "coalesce(swizzled layout)": calls_swizzled(tl.coalesce),
        "coalesce(swizzled layout, shape)": calls_swizzled(tl.coalesce),
        "composition(swizzled layout, tiler)": calls_swizzled(tl.compose),
        "logical_divide(swizzled layout, tiler)": calls_swizzled(tl.logical_divide),
        "zipped_divide(swizzled layout, tiler)": calls_swizzled(tl.zipped_divide),
        "tiled_divide(swizzled layout, tiler)": calls_swizzled(tl.tiled_divide),
        "flat_divide(swizzled layout, tiler)": calls_swizzled(tl.flat_divide),
        "logical_product(swizzled layout, tiler)": calls_swizzled(tl.logical_product),
        "zipped_product(swizzled layout, tiler)": calls_swizzled(tl.zipped_product),
        "tiled_product(swizzled layout, tiler)": calls_swizzled(tl.tiled_product),
        "flat_product(swizzled layout, tiler)": calls_swizzled(tl.flat_product),
        "blocked_product(swizzled layout, layout)": calls_swizzled(tl.blocked_product),
        "raked_product(swizzled layout, layout)": calls_swizzled(tl.raked_product),
        "max_common_vector(swizzled layout, layout)": calls(tl.max_common_vector),
        "max_common_vector(swizzled layout, swizzled layout)": calls(tl.max_common_vector),
        "slice(coordinate, swizzled layout)": lambda coordinate, layout: swizzled(*tl.slice_and_offset(
            theirs(coordinate), theirs(layout))),
    }

serve(OFFERS)
