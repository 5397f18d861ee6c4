"""Answers with CuTe DSL, on static layouts: the operations compute the type of their result as they are made.

Neither its compiler nor a GPU is needed, only a module into which operations are written. It ends the process on some
questions.
"""

import re
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from typing import Any

import cutlass.cute as cute
from cutlass._mlir import ir
from lines import Bits, Coordinate, Layout, ModuleLayout, SwizzledLayout, Tiler, Unsupported, calling, on, serve

BITS = 31  # of an offset that is swizzled: a swizzle beyond them becomes the identity


def strides(value: Any) -> Any:
    """Integers, and coordinates with one. The documents do not speak of negative ones."""
    if isinstance(value, tuple):
        return tuple(map(strides, value))
    if isinstance(value, Bits) or isinstance(value, Coordinate) and len(value.parts) != 1:
        raise Unsupported
    number = value.parts[0][0] if isinstance(value, Coordinate) else value
    if number < 0:
        raise Unsupported
    return cute.ScaledBasis(number, list(value.parts[0][1])) if isinstance(value, Coordinate) else value


def theirs(value: Any) -> Any:
    if isinstance(value, (Layout, ModuleLayout)):
        return cute.make_layout(value.shape, stride=strides(value.stride))
    if isinstance(value, SwizzledLayout):
        bits, base, shift = value.swizzle
        if bits + base + abs(shift) > BITS:
            raise Unsupported
        return cute.make_composed_layout(cute.make_swizzle(*value.swizzle), value.offset, theirs(value.layout))
    if isinstance(value, Tiler):
        return tuple(map(theirs, value.modes))
    return value


# Making a context takes milliseconds, and it keeps every type that it has seen: one for so many questions.
QUESTIONS_A_CONTEXT = 256

context = ExitStack()
asked = count()


def swizzled(answer: Any) -> str:
    """By its type, since a swizzle of more than eight characters is not printed in full. A base below 0 leaves out bits."""
    found = re.search(r'"(?:S<(\d+),(\d+),(-?\d+)> o )?(.*)"', str(answer.type))
    assert found is not None
    if not found[1]:
        return f"Sw<0,0,0> o 0 o {found[4]}"
    bits, base, shift = map(int, found.groups()[:3])
    below = max(0, (1 << 32) - base) if base >= 1 << 31 else 0
    return f"Sw<{max(0, bits - below)},{0 if below else base},{shift}> o {found[4]}"


def ours(answer: Any) -> Any:
    if not isinstance(answer, (cute.Layout, cute.ComposedLayout)):
        return answer
    text = str(answer)
    if "x" in text:  # This stands for a layout, or a number in it, that exceeds its integers.
        raise ValueError(f"an answer that prints as {text}")
    return text if isinstance(answer, cute.Layout) else swizzled(answer)


def calls(function: Callable[..., Any]) -> Callable[..., Any]:
    offered = calling(theirs, ours)(function)

    def call(*operands: Any) -> Any:
        if next(asked) % QUESTIONS_A_CONTEXT == 0:
            context.close()
            context.enter_context(ir.Context())
            context.enter_context(ir.Location.unknown())
        with ir.InsertionPoint(ir.Module.create().body):
            return offered(*operands)
    call.native = offered.native  # type: ignore[attr-defined]
    return call


OFFERS = {
    "rank(shape)": calls(cute.rank),
    "rank(layout)": calls(cute.rank),
    "depth(shape)": calls(cute.depth),
    "depth(layout)": calls(cute.depth),
    "size(shape)": calls(cute.size),
    "size(layout)": calls(cute.size),
    "cosize(layout)": calls(cute.cosize),
    "flatten(shape)": calls(cute.flatten_to_tuple),
    "flatten(layout)": calls(cute.flatten),
    "mode(shape, integer)": calls(lambda shape, i: cute.get(shape, [i])),
    "mode(layout, integer)": calls(lambda layout, i: cute.get(layout, [i])),
    "congruent(shape, shape)": calls(cute.is_congruent),
    "coordinate(shape, integer)": calls(lambda shape, x: cute.idx2crd(x, cute.flatten_to_tuple(shape))),
    "index(shape, tuple)": calls(lambda shape, coordinate: cute.crd2idx(coordinate, cute.flatten_to_tuple(shape))),
    "apply(layout, nested tuple)": calls(lambda layout, coordinate: cute.crd2idx(coordinate, layout)),
    "column_major(shape)": calls(cute.make_layout),
    "coalesce(layout)": calls(cute.coalesce),
    "coalesce(layout, shape)": calls(lambda layout, shape: cute.coalesce(layout, target_profile=shape)),
    "complement(layout, positive integer)": calls(cute.complement),
    "composition(layout, tiler)": calls(cute.composition),
    "logical_divide(layout, tiler)": calls(cute.logical_divide),
    "zipped_divide(layout, tiler)": calls(cute.zipped_divide),
    "tiled_divide(layout, tiler)": calls(cute.tiled_divide),
    "flat_divide(layout, tiler)": calls(cute.flat_divide),
    "logical_product(layout, tiler)": calls(cute.logical_product),
    "zipped_product(layout, tiler)": calls(cute.zipped_product),
    "tiled_product(layout, tiler)": calls(cute.tiled_product),
    "flat_product(layout, tiler)": calls(cute.flat_product),
    "blocked_product(layout, layout)": calls(cute.blocked_product),
    "raked_product(layout, layout)": calls(cute.raked_product),
    "append(layout, layout)": calls(cute.append),
    "prepend(layout, layout)": calls(cute.prepend),
    "right_inverse(layout)": calls(cute.right_inverse),
    "max_common_layout(layout, layout)": calls(cute.max_common_layout),
    "max_common_vector(layout, layout)": calls(cute.max_common_vector),
    "left_inverse(layout)": calls(cute.left_inverse),
    "recast(layout, positive integer, positive integer)":
        calls(lambda layout, to, bits: cute.recast_layout(to, bits, layout)),
}

OVER_COORDINATES = {
    "size(layout)", "cosize(layout)", "flatten(layout)", "mode(layout, integer)", "apply(layout, nested tuple)",
    "coalesce(layout)", "coalesce(layout, shape)", "composition(layout, tiler)", "logical_divide(layout, tiler)",
    "zipped_divide(layout, tiler)", "tiled_divide(layout, tiler)", "flat_divide(layout, tiler)", "right_inverse(layout)",
    "left_inverse(layout)",
}
SWIZZLED = {
    *OVER_COORDINATES - {"flatten(layout)", "mode(layout, integer)", "right_inverse(layout)", "left_inverse(layout)"},
    "logical_product(layout, tiler)", "zipped_product(layout, tiler)", "tiled_product(layout, tiler)",
    "flat_product(layout, tiler)", "blocked_product(layout, layout)", "raked_product(layout, layout)",
    "recast(layout, positive integer, positive integer)",
}
OFFERS |= on("layout over a module", OFFERS, sorted(OVER_COORDINATES)) | on("swizzled layout", OFFERS, sorted(SWIZZLED))
OFFERS["composition(layout over a module, layout over a module)"] = calls(cute.composition)

with context:  # which must be left before Python ends
    serve(OFFERS)
