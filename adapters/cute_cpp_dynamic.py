"""Answers with CuTe in C++, on layouts whose extents and strides are known at run time only.

They are a program of C++, which is compiled once. It has functions for a list of shapes; other ones are not offered.
CXX names another g++. A division by 0 ends the program, and this one with it, by the same signal.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cute_cpp
from compiled import Program, command_with
from lines import Layout, Native, Unsupported, parse_value, serve


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


def on_layout(operation: str, integers_in: Callable[..., tuple[int, ...]] = lambda *others: others) -> Callable[..., str]:
    """A question about a layout, or about what another one on a layout alone answers inside the program."""
    def ask(first: Any, *others: Any) -> str:
        inner, layout = first.get() if isinstance(first, Native) else ("", first)
        return asks(inner + operation, "layout")(layout, *integers_in(*others))

    def native(first: Any, *others: Any) -> tuple[str, Layout]:
        if isinstance(first, Native) or integers_in(*others):
            raise Unsupported
        return operation + "+", first
    ask.native = native  # type: ignore[attr-defined]
    return ask


def static_one(mode: Layout) -> tuple[int, ...]:
    """Nothing, for 1:0, which the program has."""
    if mode != Layout(1, 0):
        raise Unsupported
    return ()


def on_layouts(operation: str) -> Callable[..., str]:
    ask = asks(operation, "layouts", 2)
    return lambda *values: ask(*values) if all(isinstance(value, Layout) for value in values) else "unsupported"


OFFERS = {
    "rank(layout)": on_layout("rank"),
    "depth(layout)": on_layout("depth"),
    "size(layout)": on_layout("size"),
    "cosize(layout)": on_layout("cosize"),
    "flatten(layout)": on_layout("flatten"),
    "coalesce(layout)": on_layout("coalesce"),
    "append(layout, layout)": on_layout("append", static_one),
    "prepend(layout, layout)": on_layout("prepend", static_one),
    "apply(layout, nested tuple)": on_layout("apply"),
    "complement(layout)": on_layout("complement"),
    "complement(layout, positive integer)": on_layout("complement_within"),
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
