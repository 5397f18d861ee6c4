"""Answers with FlyDSL, through its MLIR dialect: the operations compute the type of their result as they are made.

Nothing is compiled. Its types are written as our layouts. An assertion that fails ends the process.
"""

from collections.abc import Callable
from contextlib import ExitStack
from inspect import signature
from itertools import count
from typing import Any

from flydsl._mlir import ir
from flydsl._mlir.dialects import fly
from lines import Layout, SwizzledLayout, Tiler, Unsupported, on, serve

# A context keeps every type that it has seen: one for so many questions.
QUESTIONS_A_CONTEXT = 256

context = ExitStack()
asked = count()


def mode(value: Any) -> Any:
    if isinstance(value, Layout):
        return fly.LayoutType.get(value.shape, value.stride)
    return tuple(map(mode, value.modes)) if isinstance(value, Tiler) else value


def theirs(value: Any) -> Any:
    if isinstance(value, Layout):
        return fly.static(fly.LayoutType.get(value.shape, value.stride))
    if isinstance(value, SwizzledLayout):
        if value.swizzle[2] < 0:  # FlyAttrDefs.td counts on a positive shift, and nothing is documented of others
            raise Unsupported
        return fly.make_composed_layout(fly.static(fly.SwizzleType.get(*value.swizzle)), theirs(value.offset), theirs(value.layout))
    if isinstance(value, Tiler):
        return fly.static(fly.TileType.get(list(map(mode, value.modes))))
    return fly.static(fly.IntTupleType.get(value))


def tiler(value: Any) -> Any:
    """A shape is a tiler here only as a tile or, when it is an integer, as a layout."""
    if isinstance(value, int):
        return theirs(Layout(value, 1))
    return theirs(Tiler(value) if isinstance(value, tuple) else value)


def ours(value: Any) -> Any:
    """The layout in `!fly.layout<(6,2):(8,2)>`, the tuple in `!fly.int_tuple<(6,2)>`."""
    if not isinstance(value, ir.Value):
        return value
    text = str(value.type).partition("<")[2].removesuffix(">")
    return f"Sw{text[1:]}" if text.startswith("S<") else text


def calls(function: Callable[..., Any], door: Callable[[Any], Any] = theirs) -> Callable[..., Any]:
    """door: how an operand after the first is translated."""
    def call(first: Any, *others: Any) -> Any:
        if next(asked) % QUESTIONS_A_CONTEXT == 0:
            context.close()
            context.enter_context(ir.Context())
            context.enter_context(ir.Location.unknown())
        with ir.InsertionPoint(ir.Module.create().body):
            return ours(function(theirs(first), *map(door, others)))
    return call


# What versions before 0.2 call `attr`.
PATTERN = "pattern" if "pattern" in signature(fly.coalesce).parameters else "attr"

OFFERS = {
    "rank(shape)": calls(fly.rank),
    "rank(layout)": calls(fly.rank),
    "depth(shape)": calls(fly.depth),
    "depth(layout)": calls(fly.depth),
    "size(shape)": calls(fly.size),
    "size(layout)": calls(fly.size),
    "cosize(layout)": calls(fly.cosize),
    "mode(shape, integer)": calls(fly.get, lambda i: [i]),
    "mode(layout, integer)": calls(fly.get, lambda i: [i]),
    "congruent(shape, shape)": calls(fly.is_profile_congruent),
    "apply(layout, nested tuple)": calls(lambda layout, coordinate: fly.crd2idx(coordinate, layout)),
    "coalesce(layout)": calls(fly.coalesce),
    "coalesce(layout, shape)": calls(lambda layout, shape: fly.coalesce(layout, **{PATTERN: shape})),
    "complement(layout)": calls(fly.complement),
    "complement(layout, positive integer)": calls(lambda layout, n: fly.complement(layout, codomain_size=n)),
    "composition(layout, tiler)": calls(fly.composition, tiler),
    "logical_divide(layout, tiler)": calls(fly.logical_divide, tiler),
    "zipped_divide(layout, tiler)": calls(fly.zipped_divide, tiler),
    "tiled_divide(layout, tiler)": calls(fly.tiled_divide, tiler),
    "flat_divide(layout, tiler)": calls(fly.flat_divide, tiler),
    "logical_product(layout, tiler)": calls(fly.logical_product, tiler),
    "zipped_product(layout, tiler)": calls(fly.zipped_product, tiler),
    "tiled_product(layout, tiler)": calls(fly.tiled_product, tiler),
    "flat_product(layout, tiler)": calls(fly.flat_product, tiler),
    "blocked_product(layout, layout)": calls(fly.blocked_product),
    "raked_product(layout, layout)": calls(fly.raked_product),
    "right_inverse(layout)": calls(fly.right_inverse),
    "left_inverse(layout)": calls(fly.left_inverse),
    "recast(layout, positive integer, positive integer)":
        calls(lambda layout, to, bits: fly.recast_layout(to, bits, layout), lambda n: n),
}

if hasattr(fly, "make_composed_layout"):
    OFFERS |= on("swizzled layout", OFFERS, (
        "size(layout)", "cosize(layout)", "apply(layout, nested tuple)", "coalesce(layout)", "coalesce(layout, shape)",
        "composition(layout, tiler)", "logical_divide(layout, tiler)", "zipped_divide(layout, tiler)",
        "tiled_divide(layout, tiler)", "flat_divide(layout, tiler)", "logical_product(layout, tiler)",
        "zipped_product(layout, tiler)", "tiled_product(layout, tiler)", "flat_product(layout, tiler)",
        "blocked_product(layout, layout)", "raked_product(layout, layout)",
        "recast(layout, positive integer, positive integer)"))

with context:  # which must be left before Python ends
    serve(OFFERS)
