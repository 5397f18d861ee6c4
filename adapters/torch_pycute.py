"""Answers with the copy of pycute in PyTorch (torch/distributed/_pycute).

Its layouts are lexicographic: the last mode runs fastest. Tuples are reversed at the door, all but the pairs that an
operation makes: (tile, rest) and (block, tiles) stand in this order there, too.
"""

from collections.abc import Callable
from typing import Any

import _pycute
from lines import Layout, Tiler, calling, serve


def reversed_tuple(nested: Any) -> Any:
    return tuple(map(reversed_tuple, reversed(nested))) if isinstance(nested, tuple) else nested


def theirs(value: Any) -> Any:
    if isinstance(value, Layout):
        return _pycute.Layout(reversed_tuple(value.shape), reversed_tuple(value.stride))
    if isinstance(value, Tiler):
        return tuple(map(theirs, reversed(value.modes)))
    return reversed_tuple(value)


def ours(value: Any) -> Any:
    if isinstance(value, _pycute.Layout):
        return Layout(reversed_tuple(value.shape), reversed_tuple(value.stride))
    return reversed_tuple(value)


def from_modes(modes: list[Layout]) -> Layout:
    return Layout(tuple(mode.shape for mode in modes), tuple(mode.stride for mode in modes))


def pairs(layout: Any, tiler: Any) -> Any:
    """What logical_divide and logical_product answer: pairs, by mode for a tuple of tilers."""
    if tiler is None:
        return ours(layout)
    if isinstance(tiler, tuple):
        return from_modes([pairs(layout[i], tiler[i]) for i in reversed(range(len(tiler)))])
    return pair(layout)


def pair(layout: Any, *_: Any) -> Layout:
    return from_modes([ours(layout[0]), ours(layout[1])])


def first_and_others(layout: Any, *_: Any) -> Layout:
    return from_modes([ours(layout[i]) for i in (0, *reversed(range(1, len(layout))))])


def tiles_all(layout: Any, tiler: Any) -> bool:
    """Modes are counted from the first, here and there, and so from opposite ends: no mode may be left out."""
    return not isinstance(tiler, tuple) or len(layout) == len(tiler) and all(
        tiles_all(layout[i], tiler[i]) for i in range(len(tiler)))


calls = calling(theirs, ours)


def tiled(function: Callable[..., Any], back: Callable[..., Any]) -> Callable[..., Any]:
    def call(layout: Layout, tiler: Any) -> Any:
        a, t = theirs(layout), theirs(tiler)
        return back(function(a, t), t) if tiles_all(a, t) else "unsupported"
    return call


serve({
    "rank(layout)": calls(len),
    "size(shape)": calls(_pycute.product),
    "size(layout)": calls(_pycute.size),
    "cosize(layout)": calls(_pycute.cosize),
    "flatten(shape)": calls(_pycute.flatten),
    "concatenate(layout, ...)": calls(lambda *layouts: _pycute.make_layout(*reversed(layouts))),
    "coordinate(shape, integer)": calls(lambda shape, x: _pycute.idx2crd(x, _pycute.flatten(shape))),
    "index(shape, tuple)": calls(lambda shape, coordinate: _pycute.crd2idx(coordinate, _pycute.flatten(shape))),
    "apply(layout, nested tuple)": calls(lambda layout, coordinate: layout(coordinate)),
    "column_major(shape)": calls(_pycute.Layout),
    "coalesce(layout)": calls(_pycute.coalesce),
    "coalesce(layout, shape)": calls(_pycute.coalesce),
    "complement(layout)": calls(_pycute.complement),
    "complement(layout, positive integer)": calls(_pycute.complement),
    "composition(layout, tiler)": tiled(_pycute.composition, lambda layout, _: ours(layout)),
    "logical_divide(layout, tiler)": tiled(_pycute.logical_divide, pairs),
    "zipped_divide(layout, tiler)": tiled(_pycute.zipped_divide, pair),
    "tiled_divide(layout, tiler)": tiled(_pycute.tiled_divide, first_and_others),
    "logical_product(layout, tiler)": tiled(_pycute.logical_product, pairs),
    "zipped_product(layout, tiler)": tiled(_pycute.zipped_product, pair),
    "tiled_product(layout, tiler)": tiled(_pycute.tiled_product, first_and_others),
    "right_inverse(layout)": calls(_pycute.right_inverse),
    "left_inverse(layout)": calls(_pycute.left_inverse),
})
