"""Triton's layouts of mma and wgmma, and of tiles in shared memory: linear layouts, whose images of powers of 2 are strides of
extents of 2."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# The types of a product with so many neighbours in a register (Triton's kWidth), and K of an instruction.
FACTORS = {1: (["tf32"], 8), 2: (["f16", "bf16"], 16), 4: (["s8", "e4m3", "e5m2"], 32)}
# Types of tensor maps by the bits of an element.
TYPES = {8: "u8", 16: "f16", 32: "f32", 64: "f64"}


def is_there(path: Path) -> bool:
    return (path / "triton/experimental/gluon").is_dir()


def layout(linear: Any, lines: int, by_columns: bool) -> str:
    """As (thread, value) → the coordinate of a matrix of so many lines, which are columns of B."""

    def mode(images: Sequence[Sequence[int]]) -> tuple[str, str]:
        strides = [c + lines * r if by_columns else r + lines * c for r, c in images]
        return f"({','.join('2' for _ in strides)})", f"({','.join(map(str, strides))})"

    threads, values = mode([*linear.lane_bases, *linear.warp_bases]), mode(linear.reg_bases)
    return f"({threads[0]},{values[0]}):({threads[1]},{values[1]})"


def shared_layout(offset_bases: Sequence[Sequence[int]], extents: Sequence[int], order: Sequence[int]) -> str:
    """As coordinate → entry, over XOR, with the modes in that order, from the coordinates of the entries 2^i."""
    places = {(0,) * len(extents): 0}
    for i, base in enumerate(offset_bases):
        places.update({tuple(c ^ b for c, b in zip(at, base, strict=True)): entry | 1 << i for at, entry in places.items()})
    modes = [[places[tuple(1 << bit if d == dimension else 0 for d in range(len(extents)))]
              for bit in range(extents[dimension].bit_length() - 1)] for dimension in order]
    shape = ",".join(f"({','.join('2' for _ in mode)})" for mode in modes)
    return f"({shape}):({','.join('(' + ','.join(f'F{entry}' for entry in mode) + ')' for mode in modes)})"


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
    for bits, element in TYPES.items():
        for swizzle in (0, 32, 64, 128):
            # A row is as wide as its swizzle, which a box must not exceed.
            columns = (swizzle or 64) * 8 // bits
            for transposed in (False, True):
                extents = [columns, 32] if transposed else [32, columns]
                encoding = builder.get_nvmma_shared_layout(swizzle, bits, transposed, False, [], 2)
                bases = builder.to_linear_layout(encoding, extents).offset_bases
                mode = f"{swizzle}B" if swizzle else "none"
                lines.append(f"cp.async.bulk.tensor.2d tile({element}, box=({columns},32), swizzle={mode}) = "
                             f"{shared_layout(bases, extents, [0, 1] if transposed else [1, 0])}"
                             f"  # NVMMASharedLayout<{swizzle}, {bits}, {'transposed' if transposed else 'plain'}>")
    return re.sub(r"\+.*", "", triton.__version__), lines, {}
