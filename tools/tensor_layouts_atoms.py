"""The atoms of NVIDIA's and AMD's instructions in the package tensor-layouts (Meta): module constants, with the instruction as
a text."""

from __future__ import annotations

import importlib
import importlib.metadata
import re
import sys
from pathlib import Path
from typing import Any

HAS_TABLES = re.compile(r"v_|((mma(\.sp::\w+)?|(ld|st|mov)matrix|wgmma\.mma_async(\.sp)?)\.sync|tcgen05\.mma|dp4a|"
                        r"cp\.async)\.[\w.:]+$")
TYPES = re.compile(r"_(F16|F32|S32)(TF32|F16|BF16|E4M3|E5M2|S8|U8)\2_SS(_SPARSE)?$")
# A larger K is that of a sparse A on RDNA 4 (`v_swmmac`), or of CDNA 5.
OF_RDNA4 = re.compile(r"v_wmma_\w+_16x16x(16_\w+|32_iu4)")


def is_there(path: Path) -> bool:
    return (path / "tensor_layouts/atoms_nv.py").is_file()


def amd_instruction_of(atom: Any) -> str:
    """WMMA has waves of 32 lanes there; RDNA 3 and 4 have instructions of one name with other fragments."""
    wave = ("_w32_gfx12" if atom.name.startswith("RDNA4") else "_w32") if atom.ptx.startswith("v_wmma") else ""
    return str(atom.ptx) + wave


def instruction_of(atom: Any) -> str:
    """Some of those of wgmma lack the types, which the name has; what is several instructions has a remark in brackets, as
    have those with a sparse A, and copies of so many bytes."""
    types = TYPES.search(atom.name)
    product = re.fullmatch(r"tcgen05\.mma \.\.\. (m\d+n\d+k(\d+))(\.[\w.]+)?", atom.ptx)
    if product:
        kind = {"8": "tf32", "16": "f16"}.get(product[2], "i8" if "S8" in atom.name or "U8" in atom.name else "f8f6f4")
        return f"tcgen05.mma.cta_group::1.kind::{kind}.{product[1]}"
    if re.fullmatch(r"wgmma\.mma_async(\.sp)?\.sync\.aligned\.m64n\d+k\d+", atom.ptx) and types:
        return ".".join([atom.ptx, *(word.lower() for word in (types[1], types[2], types[2]))])
    sparse = re.sub(r"^mma(\..*) \(sparse\)$", r"mma.sp::ordered_metadata\1", atom.ptx)
    return re.sub(r" \[(\d+)B\]$", r".\1", sparse)


def text(layout: Any) -> str:
    return str(layout).replace(" ", "")


def lines_of(path: Path) -> tuple[str, list[str], dict[str, str]]:
    """The version, the lines, and why the others have none."""
    sys.path.insert(0, str(path))
    kinds = importlib.import_module("tensor_layouts.atoms")
    lines, without = [], {}
    atoms = [(name, atom) for module in ("atoms_nv", "atoms_amd")
             for name, atom in vars(importlib.import_module(f"tensor_layouts.{module}")).items()
             if isinstance(atom, (kinds.MMAAtom, kinds.CopyAtom))]
    for name, atom in atoms:
        if atom.name.startswith("RDNA4") and not OF_RDNA4.fullmatch(atom.ptx):
            without[name] = "no dense `v_wmma` of RDNA 4"
            continue
        instruction = amd_instruction_of(atom) if atom.ptx.startswith("v_") else instruction_of(atom)
        if not HAS_TABLES.match(instruction):
            without[name] = f"no table of `{instruction.split('.')[0]}`"
            continue
        if isinstance(atom, kinds.CopyAtom):
            operands = {"source": atom.src_layout_bits, "destination": atom.dst_layout_bits}
        else:
            shared = ".shared" if instruction.startswith("wgmma") else ""
            operands = {"A" + shared: atom.a_layout, "B" + shared: atom.b_layout, "C": atom.c_layout}
        if atom.thr_id is not None:
            operands["threads"] = atom.thr_id
        lines += [f"{instruction} {operand} = {text(layout)}  # {name}" for operand, layout in operands.items()]
    return importlib.metadata.distribution("tensor_layouts").version, lines, without
