"""Triton's layouts of mma and wgmma: linear layouts, whose images of powers of 2 are strides of extents of 2."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# The types of a product with so many neighbours in a register (Triton's kWidth), and K of an instruction.
FACTORS = {1: (["tf32"], 8), 2: (["f16", "bf16"], 16), 4: (["s8", "e4m3", "e5m2"], 32)}


def is_there(path: Path) -> bool:
    return (path / "triton/experimental/gluon").is_dir()


def layout(linear: Any, lines: int, by_columns: bool) -> str:
    """As (thread, value) → the coordinate of a matrix of so many lines, which are columns of B."""

    def mode(images: Sequence[Sequence[int]]) -> tuple[str, str]:
        strides = [c + lines * r if by_columns else r + lines * c for r, c in images]
        return f"({','.join('2' for _ in strides)})", f"({','.join(map(str, strides))})"

    threads, values = mode([*linear.lane_bases, *linear.warp_bases]), mode(linear.reg_bases)
    return f"({threads[0]},{values[0]}):({threads[1]},{values[1]})"


def lines_of(path: Path) -> tuple[str, list[str], dict[str, str]]:
    """The version, the lines, and why others have none."""
    sys.path.insert(0, str(path))
    triton = importlib.import_module("triton")
    library = importlib.import_module("triton._C.libtriton")
    context = library.ir.context()
    library.ir.load_dialects(context)
    builder = library.gluon_ir.GluonOpBuilder(context)
    lines = []

    def add(instruction: str, operand: str, encoding: Any, shape: list[int], name: str) -> None:
        by_columns = operand == "B"
        linear = builder.to_linear_layout(encoding, shape)
        lines.append(f"{instruction} {operand} = {layout(linear, shape[1] if by_columns else shape[0], by_columns)}  # {name}")

    for neighbours, (types, k) in FACTORS.items():
        for factor in types:
            sum_type = "s32" if factor == "s8" else "f32"
            instruction = f"mma.sync.aligned.m16n8k{k}.row.col.{sum_type}.{factor}.{factor}.{sum_type}"
            name = f"NvidiaMmaEncoding<2.0, m16n8k{k}, {factor}>"
            product = builder.get_mma_layout([2, 0], [1, 1], [], [16, 8])
            add(instruction, "A", builder.get_dot_operand_layout(0, product, neighbours), [16, k], name)
            add(instruction, "B", builder.get_dot_operand_layout(1, product, neighbours), [k, 8], name)
            add(instruction, "C", product, [16, 8], name)
            for n in (8, 16, 32, 64, 128, 256):
                group = f"wgmma.mma_async.sync.aligned.m64n{n}k{k}.{sum_type}.{factor}.{factor}"
                name = f"NvidiaMmaEncoding<3.0, m64n{n}k{k}, {factor}>"
                product = builder.get_mma_layout([3, 0], [4, 1], [], [16, n, k])
                add(group, "A", builder.get_dot_operand_layout(0, product, neighbours), [64, k], name)
                add(group, "C", product, [64, n], name)
    return re.sub(r"\+.*", "", triton.__version__), lines, {}
