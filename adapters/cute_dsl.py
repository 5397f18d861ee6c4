"""Answers with CuTe DSL, on static layouts: the operations compute the type of their result as they are made.

Neither its compiler nor a GPU is needed, only a module into which operations are written. It ends the process on some
questions.
"""

from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from typing import Any

import cutlass.cute as cute
from cutlass._mlir import ir
from lines import Layout, Tiler, calling, serve


def theirs(value: Any) -> Any:
    if isinstance(value, Layout):
        return cute.make_layout(value.shape, stride=value.stride)
    if isinstance(value, Tiler):
        return tuple(map(theirs, value.modes))
    return value


# Making a context takes milliseconds, and it keeps every type that it has seen: one for so many questions.
QUESTIONS_A_CONTEXT = 256

context = ExitStack()
asked = count()


def ours(answer: Any) -> Any:
    if not isinstance(answer, cute.Layout):
        return answer
    text = str(answer)
    if "x" in text:  # This stands for a layout, or a number in it, that exceeds its integers.
        raise ValueError(f"an answer that prints as {text}")
    return text


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

with context:  # which must be left before Python ends
    serve(OFFERS)
