"""Answers with pycute, the layout algebra in Python of NVIDIA's CUTLASS."""

from typing import Any

import pycute
from lines import Layout, Tiler, calling, serve


def theirs(value: Any) -> Any:
    if isinstance(value, Layout):
        return pycute.Layout(value.shape, value.stride)
    if isinstance(value, Tiler):
        return tuple(map(theirs, value.modes))
    return value


def ours(value: Any) -> Any:
    if isinstance(value, tuple) and value and isinstance(value[0], pycute.Layout):
        return Tiler(tuple(map(ours, value)))
    return Layout(value.shape, value.stride) if isinstance(value, pycute.Layout) else value


calls = calling(theirs, ours)


serve({
    "rank(layout)": calls(len),
    "size(shape)": calls(pycute.product),
    "size(layout)": calls(pycute.size),
    "cosize(layout)": calls(pycute.cosize),
    "flatten(shape)": calls(pycute.flatten),
    "mode(layout, integer)": calls(lambda layout, i: layout[i]),
    "concatenate(layout, ...)": calls(pycute.make_layout),
    "coordinate(shape, integer)": calls(lambda shape, x: pycute.idx2crd(x, pycute.flatten(shape))),
    "index(shape, tuple)": calls(lambda shape, coordinate: pycute.crd2idx(coordinate, pycute.flatten(shape))),
    "apply(layout, nested tuple)": calls(lambda layout, coordinate: layout(coordinate)),
    "column_major(shape)": calls(pycute.Layout),
    "coalesce(layout)": calls(pycute.coalesce),
    "coalesce(layout, shape)": calls(pycute.coalesce),
    "complement(layout)": calls(pycute.complement),
    "complement(layout, positive integer)": calls(pycute.complement),
    "composition(layout, tiler)": calls(pycute.composition),
    "logical_divide(layout, tiler)": calls(pycute.logical_divide),
    "zipped_divide(layout, tiler)": calls(pycute.zipped_divide),
    "tiled_divide(layout, tiler)": calls(pycute.tiled_divide),
    "logical_product(layout, tiler)": calls(pycute.logical_product),
    "zipped_product(layout, tiler)": calls(pycute.zipped_product),
    "tiled_product(layout, tiler)": calls(pycute.tiled_product),
    "right_inverse(layout)": calls(pycute.right_inverse),
    "left_inverse(layout)": calls(pycute.left_inverse),
    "inner_product(nested tuple, nested tuple)": calls(pycute.inner_product),
    "elem_scale(shape, shape)": calls(pycute.elem_scale),
    "shape_div(shape, shape)": calls(pycute.shape_div),
    "crd2idx(nested tuple, shape)": calls(pycute.crd2idx),
    "idx2crd(nested tuple, shape)": calls(pycute.idx2crd),
    "crd2crd(nested tuple, shape, shape)": calls(lambda crd, source, target: pycute.crd2crd(crd, target, source)),
    "slice(coordinate, shape)": calls(pycute.slice_),
    "crd2idx(coordinate, layout)": calls(lambda crd, layout: pycute.crd2idx(crd, layout.shape, layout.stride)),
    "slice_and_offset(coordinate, layout)": calls(pycute.slice_and_offset),
})
