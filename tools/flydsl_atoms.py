"""The MMA atoms of the package FlyDSL (AMD) and its transposing copies, by the layouts that its MLIR types compute. Each is
named by its type.

Of MFMA, FlyDSL has the layouts of products of one block. Formats are of MLIR: `f8E4M3FNUZ` up to CDNA 3, `f8E4M3FN` else.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

FORMATS = {"f8E4M3FN": "fp8", "f8E5M2": "bf8", "f6E2M3FN": "fp6", "f6E3M2FN": "bf6", "f4E2M1FN": "fp4",
           "f8E4M3FNUZ": "fp8", "f8E5M2FNUZ": "bf8"}
BYTES = ("f8E4M3FN", "f8E5M2")
OF_F8F6F4 = (*BYTES, "f6E2M3FN", "f6E3M2FN", "f4E2M1FN")
# Attributes that change no layout.
UNSIGNED = ", signA = false, signB = false, clamp = false"
FIRST_SCALE = ", opselA = 0, opselB = 0"
PLAIN = ", modC = 0, reuseA = false, reuseB = false"
# M = N and K of MFMA by type. Those of bf16 with a smaller K are of CDNA 1.
MFMA = {"f32": ((32, 2), (16, 4)), "f16": ((32, 8), (16, 16), (32, 16), (16, 32)),
        "bf16": ((32, 4), (16, 8), (32, 8), (16, 16), (32, 16), (16, 32)), "i8": ((32, 16), (16, 32))}
# Types, results and K of WMMA, by the architecture and the suffix of its instructions.
WMMA = {("gfx11", "_w32"): ((("f16", "bf16"), ("f32",), (16,)), (("i8", "i4"), ("i32",), (16,))),
        ("gfx120x", "_w32_gfx12"): ((("f16", "bf16"), ("f32",), (16,)), (("i8", "i4"), ("i32",), (16,)),
                                    (("i4",), ("i32",), (32,)), (BYTES, ("f32",), (16,))),
        ("gfx1250", ""): ((("f32",), ("f32",), (4,)), (("f16",), ("f32", "f16"), (32,)),
                          (("bf16",), ("f32", "bf16"), (32,)), (BYTES, ("f32", "f16"), (64, 128)),
                          (("i8",), ("i32",), (64,)), (("i4",), ("i32",), (32,)))}
# Bits of an entry and of a lane.
TRANSPOSING = {"ds_read_b64_tr_b4": (4, 64), "ds_read_b96_tr_b6": (6, 96), "ds_read_b64_tr_b8": (8, 64),
               "ds_read_b64_tr_b16": (16, 64)}


def is_there(path: Path) -> bool:
    return (path / "flydsl/_mlir").is_dir()


def typed(operation: str, shape: str, types: Sequence[str], result: str, attributes: str = "") -> str:
    return f"{operation}<{shape}, ({types[0]}, {types[1]}) -> {result}{attributes}>"


def pairs_of(types: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Only bytes may have two formats."""
    return product(types, types) if types == BYTES else zip(types, types)


def suffix_of(types: Sequence[str], integer: str) -> str:
    """"_f16", "_fp8_bf8", and of integers "_i8" or "_iu8"."""
    if types[0] in FORMATS:
        return f"_{FORMATS[types[0]]}_{FORMATS[types[1]]}"
    return "_" + types[0].replace("i", integer)


def atoms() -> Iterator[tuple[str, str]]:
    """The type and the instruction of each."""
    for a, shapes in MFMA.items():
        for m, k in shapes:
            result = "i32" if a == "i8" else "f32"
            short = a == "bf16" and m * k == 128
            yield (typed("cdna3.mfma", f"{m}x{m}x{k}", (a, a), result),
                   f"v_mfma_{result}_{m}x{m}x{k}{'' if short else '_'}{a}")
    for types in product(("f8E4M3FNUZ", "f8E5M2FNUZ"), repeat=2):
        for shape in ("32x32x16", "16x16x32"):
            yield typed("cdna3.mfma", shape, types, "f32"), f"v_mfma_f32_{shape}{suffix_of(types, 'i')}"
    for (architecture, end), forms in WMMA.items():
        for of_factors, of_sums, of_k in forms:
            for types, result, k in product(pairs_of(of_factors), of_sums, of_k):
                yield (typed(f"{architecture}.wmma", f"16x16x{k}", types, result, UNSIGNED),
                       f"v_wmma_{result}_16x16x{k}{suffix_of(types, 'iu')}{end}")
    for types in product(OF_F8F6F4, repeat=2):
        formats = f"_f8f6f4.{FORMATS[types[0]]}.{FORMATS[types[1]]}"
        for shape in ("16x16x128", "32x32x64"):
            yield (typed("cdna4.mfma_scale", shape, types, "f32", FIRST_SCALE),
                   f"v_mfma_scale_f32_{shape}{formats}")
        for block, scale in ((32, "scale"), (16, "scale16")):
            attributes = f"{FIRST_SCALE}{PLAIN}, blockSize = {block}"
            yield (typed("gfx1250.wmma_scale", "16x16x128", types, "f32", attributes),
                   f"v_wmma_{scale}_f32_16x16x128{formats}")
            if types == ("f4E2M1FN", "f4E2M1FN"):
                yield (typed("gfx1250.wmma_scale", "32x16x128", types, "f32", attributes),
                       f"v_wmma_{scale}_f32_32x16x128_f4")


def wanted() -> Iterator[tuple[str, str, str, dict[str, str]]]:
    """The name, the type and the instruction of each, and the properties with its layouts. Those of a copy count bits."""
    for mlir, instruction in atoms():
        name = re.sub(f"{UNSIGNED}|{FIRST_SCALE}|{PLAIN}", "", mlir)
        yield name, f"!fly.mma_atom<!fly_rocdl.{mlir}>", instruction, {x.upper(): f"tv_layout_{x}" for x in "abc"}
    for instruction, (bits, lane) in TRANSPOSING.items():
        name = f"cdna4.lds_read_trans<trans = {bits}b, {lane}>"
        yield (name, f"!fly.copy_atom<!fly_rocdl.{name}, 1>", instruction,
               {"source": "tv_layout_src", "destination": "tv_layout_dst", "threads": "thr_layout"})


def lines_of(path: Path) -> tuple[str, list[str], dict[str, str]]:
    """The version, the lines, and why others have none."""
    sys.path.insert(0, str(path))
    ir = importlib.import_module("flydsl._mlir.ir")
    importlib.import_module("flydsl._mlir.dialects.fly_rocdl")
    lines, without = [], {}
    with ir.Context():
        for name, mlir, instruction, operands in wanted():
            try:
                atom = ir.Type.parse(mlir)
            except ir.MLIRError:
                without[name] = "no type of this version"
                continue
            for operand, of in operands.items():
                layout = str(getattr(atom, of)).removeprefix("!fly.layout<").removesuffix(">")
                lines.append(f"{instruction} {operand} = {layout}  # {name}")
    return importlib.metadata.distribution("flydsl").version, lines, without
