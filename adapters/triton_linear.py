"""Answers with Triton's linear layouts: functions on bits, given by the images of the powers of 2.

A layout is one if its extents are powers of 2 and no two of its offsets of powers of 2 have a bit in common, so that
adding them carries nothing. All others are not offered, and neither are operands that Triton excludes where it declares
an operation, in triton/Tools/LinearLayout.h. Only its library is loaded, which needs no GPU.
"""

from collections.abc import Callable, Iterable
from typing import Any

from _C.libtriton.linear_layout import LinearLayout
from lines import Layout, serve

MOST_BITS = 31  # of a coordinate or an offset
MOST_VALUES = 1 << 16  # of a table, each of which is asked for by itself


class NotOffered(Exception):
    pass


def entries(nested: Any) -> list[int]:
    return [entry for mode in nested for entry in entries(mode)] if isinstance(nested, tuple) else [nested]


def shape_of(nested: Any) -> Any:
    return tuple(map(shape_of, nested)) if isinstance(nested, tuple) else 0


def bits(size: int) -> int:
    if size & (size - 1) or size.bit_length() > MOST_BITS:
        raise NotOffered
    return size.bit_length() - 1


def images(layout: Layout) -> list[list[int]]:
    """For each entry the offsets of 1, 2, 4, and so on."""
    found = [[stride << bit for bit in range(bits(extent))]
             for extent, stride in zip(entries(layout.shape), entries(layout.stride))]
    seen = 0
    for offset in (offset for entry in found for offset in entry):
        if offset & seen or offset.bit_length() > MOST_BITS - 1:
            raise NotOffered
        seen |= offset
    return found


def linear(inputs: list[tuple[str, list[int]]], output: str) -> LinearLayout:
    greatest = sum(offset for _, offsets in inputs for offset in offsets)
    return LinearLayout.from_bases([(name, [[offset] for offset in offsets]) for name, offsets in inputs],
                                   [output], [1 << greatest.bit_length()], False)


def theirs(layout: Layout, source: str = "x", target: str = "y") -> LinearLayout:
    return linear([(source, [offset for entry in images(layout) for offset in entry])], target)


def ours(layout: LinearLayout) -> Layout:
    """With as few modes as there are runs of images that double; their values are those of some layout, or no answer."""
    modes: list[list[int]] = []
    for image in (image for _, basis in layout.bases for [image] in basis):
        if modes and modes[-1][0] * modes[-1][1] == image:
            modes[-1][0] *= 2
        else:
            modes.append([2, image])
    if not modes:
        return Layout(1, 0)
    return Layout(*map(tuple, zip(*modes))) if len(modes) > 1 else Layout(*modes[0])


def offered(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*operands: Any) -> Any:
        try:
            return function(*operands)
        except NotOffered:
            return "unsupported"
    return call


def out_size(layout: LinearLayout) -> int:
    [(_, size)] = layout.out_dims
    return int(size)


def in_size(layout: LinearLayout) -> int:
    [(_, basis)] = layout.bases
    return 1 << len(basis)


def composition(a: Layout, b: Any) -> Layout:
    if not isinstance(b, Layout):
        raise NotOffered
    inner, outer = theirs(b, "x", "y"), theirs(a, "y", "z")
    if out_size(inner) > in_size(outer):
        raise NotOffered
    return ours(inner.compose(outer))


def logical_product(a: Layout, b: Any) -> Layout:
    """Triton puts B's bits above those of the size of A's codomain, which is the product if A fills it."""
    block = theirs(a)
    if not isinstance(b, Layout) or not block.is_invertible():
        raise NotOffered
    tiles = theirs(b, "tile")
    if (out_size(block) * out_size(tiles)).bit_length() > MOST_BITS:
        raise NotOffered
    return ours(block * tiles)


def at(layout: Layout, coordinate: Any) -> int:
    """At an index, or at a coordinate with an integer for each entry."""
    if isinstance(coordinate, int):
        inputs, parts = [("x", [image for entry in images(layout) for image in entry])], [coordinate]
    else:
        parts = entries(coordinate)
        inputs = [(f"x{number}", entry) for number, entry in enumerate(images(layout))]
        if shape_of(coordinate) != shape_of(layout.shape):
            raise NotOffered
    if any(part >= 1 << len(entry) for part, (_, entry) in zip(parts, inputs)):
        raise NotOffered
    names = [name for name, _ in inputs]
    return int(linear(inputs, "y").apply(dict(zip(names, parts)))["y"])


def table(layout: Layout) -> tuple[int, ...]:
    function = theirs(layout)
    if in_size(function) > MOST_VALUES:
        raise NotOffered
    return tuple(function.apply({"x": x})["y"] for x in range(in_size(function)))


OFFERS = {
    "apply(layout, nested tuple)": offered(at),
    "table(layout)": offered(table),
    "same_function(layout, layout)": offered(lambda a, b: theirs(a) == theirs(b)),
    "is_compact(layout)": offered(lambda layout: theirs(layout).is_invertible()),
    "composition(layout, tiler)": offered(composition),
    "logical_product(layout, tiler)": offered(logical_product),
}

serve(OFFERS)
