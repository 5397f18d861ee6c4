"""A control: an implementation written in an afternoon, with the mistakes that are usual then.

A test that finds nothing wrong with it is itself not right. What it gets wrong: coalescing looks at strides alone and
keeps extents of 1; a composition takes what it needs of the first mode and carries nothing into the next; a complement
takes the gaps between the strides as they come, and forgets what lies between the last mode and N.
"""

from itertools import pairwise
from math import prod
from typing import Any

from lines import Layout, serve


def flat(nested: Any) -> tuple[int, ...]:
    return sum(map(flat, nested), ()) if isinstance(nested, tuple) else (nested,)


def modes_of(layout: Layout) -> list[tuple[int, int]]:
    return list(zip(flat(layout.shape), flat(layout.stride)))


def layout_of(modes: list[tuple[int, int]]) -> Layout:
    if len(modes) == 1:
        return Layout(*modes[0])
    return Layout(tuple(shape for shape, _ in modes), tuple(stride for _, stride in modes))


def coalesce(layout: Layout) -> Layout:
    merged: list[tuple[int, int]] = []
    for shape, stride in modes_of(layout):
        if merged and merged[-1][0] * merged[-1][1] == stride:
            merged[-1] = (merged[-1][0] * shape, merged[-1][1])
        else:
            merged.append((shape, stride))
    return layout_of(merged)


def composition(a: Layout, b: Layout) -> Layout:
    def along(shape: int, stride: int) -> tuple[int, int]:
        for extent, step in modes_of(coalesce(a)):
            if stride < extent:
                return shape, stride * step
            stride //= extent
        return shape, 0
    return layout_of([along(shape, stride) for shape, stride in modes_of(b)])


def complement(layout: Layout, n: int = 1) -> Layout:
    modes = sorted(modes_of(layout), key=lambda mode: mode[1])
    gaps = [(modes[0][1], 1)]
    gaps += [(after // (shape * stride), shape * stride) for (shape, stride), (_, after) in pairwise(modes)]
    return layout_of(gaps)


def logical_divide(a: Layout, b: Layout) -> Layout:
    rest = composition(a, complement(b, prod(flat(a.shape))))
    tile = composition(a, b)
    return Layout((tile.shape, rest.shape), (tile.stride, rest.stride))


if __name__ == "__main__":
    serve({
        "coalesce(layout)": coalesce,
        "complement(layout)": complement,
        "complement(layout, positive integer)": complement,
        "composition(layout, layout)": composition,
        "logical_divide(layout, layout)": logical_divide,
    })
