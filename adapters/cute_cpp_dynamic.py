"""Answers with CuTe in C++, on layouts whose extents and strides are known at run time only.

They are a program of C++, which is compiled once. It has functions for a list of shapes; other ones are not offered.
CXX names another g++. A division by 0 ends the program, and this one with it, by the same signal.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cute_cpp
from compiled import Program, command_with
from lines import Layout, parse_value, serve


def integers(nested: Any) -> list[int]:
    return [entry for mode in nested for entry in integers(mode)] if isinstance(nested, tuple) else [nested]


def zeros(nested: Any) -> Any:
    return tuple(map(zeros, nested)) if isinstance(nested, tuple) else 0


root, folders = cute_cpp.headers()
program = Program(Path(__file__).with_suffix(".cpp"), command_with(folders), root)
SHAPES = {parse_value(shape): number for number, shape in enumerate(program.line().split())}


def words(operand: Any) -> list[int]:
    """An operand as the program reads it. Raises KeyError where it has no such shape."""
    if isinstance(operand, Layout):
        return [SHAPES[zeros(operand.shape)], *integers(operand.shape), *integers(operand.stride)]
    return [SHAPES[zeros(operand)], *integers(operand)]


def asks(operation: str, kind: str, operands: int = 1) -> Callable[..., str]:
    """A question about so many operands that have a shape; what follows them are integers."""
    def ask(*values: Any) -> str:
        try:
            written = [word for value in values[:operands] for word in words(value)] + list(values[operands:])
        except KeyError:
            return "unsupported"
        if not all(isinstance(word, int) for word in written):
            return "unsupported"
        return program.ask(" ".join(map(str, [operation, kind, *written]))) or "unsupported"
    return ask


def on_layouts(operation: str) -> Callable[..., str]:
    ask = asks(operation, "layouts", 2)
    return lambda *values: ask(*values) if all(isinstance(value, Layout) for value in values) else "unsupported"


OFFERS = {
    "rank(layout)": asks("rank", "layout"),
    "depth(layout)": asks("depth", "layout"),
    "size(layout)": asks("size", "layout"),
    "cosize(layout)": asks("cosize", "layout"),
    "flatten(layout)": asks("flatten", "layout"),
    "coalesce(layout)": asks("coalesce", "layout"),
    "apply(layout, nested tuple)": asks("apply", "layout"),
    "complement(layout)": asks("complement", "layout"),
    "complement(layout, positive integer)": asks("complement", "layout"),
    "column_major(shape)": asks("column_major", "shape"),
    "row_major(shape)": asks("row_major", "shape"),
    "coordinate(shape, integer)": asks("coordinate", "shape"),
    "concatenate(layout, layout)": on_layouts("concatenate"),
    "composition(layout, tiler)": on_layouts("composition"),
    "logical_divide(layout, tiler)": on_layouts("logical_divide"),
    "logical_product(layout, tiler)": on_layouts("logical_product"),
    **{f"{name}(nested tuple, nested tuple)": asks(name, "pair", 2)
       for name in ("inner_product", *(f"{order}_{relation}" for order in ("lex", "colex", "elem")
                                       for relation in ("less", "leq", "gtr", "geq")))},
    **{f"{name}(shape, shape)": asks(name, "pair", 2)
       for name in ("elem_scale", "shape_div", "ceil_div", "round_up", "evenly_divides", "compatible")},
    **{f"{name}(nested tuple, shape)": asks(name, "pair", 2) for name in ("crd2idx", "idx2crd", "increment")},
}

serve(OFFERS)
