"""Answers with NVlabs/CuTe's PyCuTe, the reference implementation of the layout algebra in Python, from a checkout of it.

Its strides are integers, coordinates (ArithTuple), or integers that are added by XOR (F2).
"""

from fractions import Fraction
from typing import Any

import pycute
from lines import Bits, Coordinate, Layout, ModuleLayout, Profile, SwizzledLayout, Tiler, calling, serve


def theirs(value: Any) -> Any:
    if isinstance(value, Layout):
        return pycute.Layout(value.shape, value.stride)
    if isinstance(value, ModuleLayout):
        return pycute.Layout(value.shape, strides(value.stride))
    if isinstance(value, Profile):
        return value.nested
    return tuple(map(theirs, value.modes)) if isinstance(value, Tiler) else value


def strides(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(strides, value))
    if isinstance(value, Bits):
        return pycute.F2(value.value)
    return sum(pycute.ScaledBasis(n, places) for n, places in value.parts) if isinstance(value, Coordinate) else value


def ours(value: Any) -> Any:
    if isinstance(value, int):
        return value
    if isinstance(value, pycute.Layout):
        return ModuleLayout(ours(value.shape), ours(value.stride))
    if isinstance(value, pycute.F2):
        return Bits(int(value))
    if isinstance(value, pycute.ArithTuple):
        parts = tuple((n, places) for n, places in pycute.basis_repr(value) if places)
        return Coordinate(parts) if parts else 0
    if value is None:
        raise TypeError("None is answered")
    return tuple(map(ours, value)) if isinstance(value, tuple) else value


calls = calling(theirs, ours)


def recast(layout: Any, new: int, old: int) -> Any:
    return pycute.recast(layout, Fraction(new, old) if new % old else new // old)


def slice_and_offset(coordinate: Any, layout: Any) -> Tiler:
    offset, sliced = theirs(layout)._offset_and_slice(theirs(coordinate))
    return Tiler((ours(sliced), ours(offset)))


def over_bits(stride: Any) -> Any:
    """Its strides where indices are bits: an integer times F1 is bits."""
    if isinstance(stride, tuple):
        return tuple(map(over_bits, stride))
    return Bits(stride) if isinstance(stride, int) else stride


def left_inverse(layout: ModuleLayout) -> Any:
    answer = calls(pycute.left_inverse)(layout)
    is_over_bits = any(isinstance(d, pycute.F2) for d in pycute.leaves(strides(layout.stride)))
    return ModuleLayout(answer.shape, over_bits(answer.stride)) if is_over_bits else answer


def swizzled(value: SwizzledLayout, coordinate: Any) -> int:
    layout = pycute.Layout(value.layout.shape, value.layout.stride)
    return pycute.Swizzle(*value.swizzle)(value.offset + layout(coordinate))


OFFERS = {
    "rank(shape)": calls(pycute.rank),
    "rank(layout)": calls(pycute.rank),
    "depth(shape)": calls(pycute.depth),
    "depth(layout)": calls(pycute.depth),
    "size(shape)": calls(pycute.size),
    "size(layout)": calls(pycute.size),
    "cosize(layout)": calls(pycute.coshape),
    "flatten(shape)": calls(pycute.flatten),
    "shape(layout)": calls(pycute.shape),
    "stride(layout)": calls(pycute.stride),
    "mode(shape, integer)": calls(lambda shape, i: pycute.get(shape, mode=(i,))),
    "mode(layout, integer)": calls(lambda layout, i: layout[i]),
    "congruent(shape, shape)": calls(pycute.congruent),
    "refines(shape, shape)": calls(lambda finer, coarser: pycute.compatible(coarser, finer)),
    "concatenate(layout, ...)": calls(lambda *layouts: pycute.make_layout(layouts)),
    "coordinate(shape, integer)": calls(lambda shape, x: pycute.idx2crd(x, pycute.flatten(shape))),
    "index(shape, tuple)": calls(lambda shape, coordinate: pycute.crd2idx(coordinate, pycute.flatten(shape))),
    "apply(layout, nested tuple)": calls(lambda layout, coordinate: layout(coordinate)),
    "apply(layout over a module, nested tuple)": calls(lambda layout, coordinate: layout(coordinate)),
    "apply(swizzled layout, nested tuple)": swizzled,
    "column_major(shape)": calls(pycute.Layout),
    "coalesce(layout)": calls(pycute.coalesce),
    "coalesce(layout over a module)": calls(pycute.coalesce),
    "coalesce(layout, shape)": calls(pycute.coalesce),
    "complement(layout)": calls(pycute.complement),
    "complement(layout, positive integer)": calls(pycute.complement),
    "complement(layout over a module)": calls(pycute.complement),
    "complement(layout over a module, positive integer)": calls(pycute.complement),
    "composition(layout, tiler)": calls(pycute.composition),
    "composition(layout over a module, tiler)": calls(pycute.composition),
    "logical_divide(layout, tiler)": calls(pycute.logical_divide),
    "logical_divide(layout over a module, tiler)": calls(pycute.logical_divide),
    "zipped_divide(layout, tiler)": calls(pycute.zipped_divide),
    "logical_product(layout, tiler)": calls(pycute.logical_product),
    "logical_product(layout over a module, tiler)": calls(pycute.logical_product),
    "blocked_product(layout, layout)": calls(pycute.blocked_product),
    "raked_product(layout, layout)": calls(pycute.raked_product),
    "right_inverse(layout)": calls(pycute.right_inverse),
    "right_inverse(layout over a module)": calls(pycute.right_inverse),
    "left_inverse(layout)": calls(pycute.left_inverse),
    "left_inverse(layout over a module)": left_inverse,
    "recast(layout, positive integer, positive integer)": calls(recast),
    "product_each(shape)": calls(pycute.product_each),
    "inner_product(nested tuple, nested tuple)": calls(pycute.inner_product),
    "compatible(shape, shape)": calls(pycute.compatible),
    "weakly_congruent(shape, shape)": calls(pycute.weakly_congruent),
    "common_refinement(shape, shape)": calls(pycute.common_refinement),
    "common_coarsening(shape, shape)": calls(pycute.common_coarsening),
    "crd2idx(nested tuple, shape)": calls(pycute.crd2idx),
    "idx2crd(nested tuple, shape)": calls(pycute.idx2crd),
    "unflatten(flat shape, profile)": calls(lambda entries, profile: pycute.unflatten(iter(entries), profile)),
    "slice(coordinate, shape)": calls(pycute.slice_),
    "dice(coordinate, shape)": calls(pycute.dice_),
    "slice(coordinate, layout)": calls(lambda coordinate, layout: layout._offset_and_slice(coordinate)[1]),
    "crd2idx(coordinate, layout)": calls(lambda coordinate, layout: layout(coordinate)),
    "slice_and_offset(coordinate, layout)": slice_and_offset,
    "select(shape, tuple)": calls(lambda shape, modes: pycute.select(shape, mode=modes)),
    "select(layout, tuple)": calls(lambda layout, modes: pycute.make_layout(pycute.select(layout, mode=modes))),
    "take(shape, integer, integer)": calls(lambda shape, begin, end: pycute.take(shape, mode=(begin, end))),
    "take(layout, integer, integer)": calls(
        lambda layout, begin, end: pycute.make_layout(pycute.take(layout, mode=(begin, end)))),
    "coshape(layout)": calls(pycute.coshape),
    "make_ordered_layout(shape, nested tuple)": calls(pycute.make_ordered_layout),
    "make_layout_like(layout)": calls(pycute.make_layout_like),
    "nullspace(layout)": calls(pycute.nullspace),
    "layout_add(layout, layout)": calls(pycute.layout_add),
}

if __name__ == "__main__":
    serve(OFFERS)
