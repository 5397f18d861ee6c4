"""Answers with cutegen, the layouts of CUTLASS's compiler, in C++ with run-time integers, from a checkout of CUTLASS.

It is a program of C++, which is compiled once. An assertion that fails ends it, and this one with it, by the same signal.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import compiled
import lines
from lines import Layout, Tiler, serve


def headers() -> Path:
    """The folder that has cutegen's, in the checkout."""
    folder = Path(os.environ.get("LAYOUTCHECK_CUTLASS", ""), "cutlass_compiler/cutegen/include")
    if not (folder / "cutegen/layout.hpp").is_file():
        sys.exit(f"there is no {folder}/cutegen/layout.hpp")
    return folder


def command() -> list[str]:
    """A command that compiles C++ which includes cutegen."""
    return compiled.command_with([headers()])


def tile(mode: Any) -> str:
    """A mode of a tiler: an integer N is the layout N:1, and a tuple has a mode for each."""
    if isinstance(mode, (tuple, Tiler)):
        return f"[{';'.join(map(tile, mode if isinstance(mode, tuple) else mode.modes))}]"
    return f"{mode}:1" if isinstance(mode, int) else lines.text(mode)


def written(operand: Any) -> str:
    return tile(operand) if isinstance(operand, Tiler) else lines.text(operand)


SIGNATURES = [
    "rank(shape)", "rank(layout)", "depth(shape)", "depth(layout)", "size(shape)", "size(layout)", "cosize(layout)",
    "flatten(shape)", "flatten(layout)", "mode(layout, integer)", "congruent(shape, shape)", "refines(shape, shape)",
    "concatenate(layout, ...)", "coordinate(shape, integer)", "index(shape, tuple)", "apply(layout, nested tuple)",
    "column_major(shape)", "row_major(shape)", "coalesce(layout)", "coalesce(layout, shape)", "complement(layout)",
    "complement(layout, positive integer)", "composition(layout, tiler)", "logical_divide(layout, tiler)",
    "zipped_divide(layout, tiler)", "tiled_divide(layout, tiler)", "flat_divide(layout, tiler)",
    "logical_product(layout, tiler)", "zipped_product(layout, tiler)", "tiled_product(layout, tiler)",
    "flat_product(layout, tiler)", "blocked_product(layout, layout)", "raked_product(layout, layout)",
    "right_inverse(layout)", "left_inverse(layout)", "upcast(layout, positive integer)",
    "downcast(layout, positive integer)", "recast(layout, positive integer, positive integer)",
]


def asks(program: compiled.Program, operation: str) -> Callable[..., str]:
    return lambda *operands: program.ask(" ".join([operation, *map(written, operands)])) or "unsupported"


def main() -> None:
    text = "".join(path.read_text() for path in sorted((headers() / "cutegen").iterdir()))
    program = compiled.Program(Path(__file__).with_name("cutegen.cpp"), command(),
                               Path(os.environ["LAYOUTCHECK_ADAPTERS"]), text)
    serve({signature: asks(program, signature.partition("(")[0]) for signature in SIGNATURES})


if __name__ == "__main__":
    main()
