"""triton-lang/triton#6748: a block of pointers whose offsets are products of 32-bit rows and strides.

Each program writes zeros to one tile of a matrix. The mended form widens the rows with tl.int64. Run it to make the
PTX of both forms again; no GPU is needed.
"""

import os

import provenance

os.environ["TRITON_DISABLE_LINE_INFO"] = "1"

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

TILE_ROWS = 64
TILE_COLUMNS = 128


@triton.jit
def zero_tiles(matrix, row_stride, rows, columns, TILE_ROWS: tl.constexpr, TILE_COLUMNS: tl.constexpr,
               WIDEN: tl.constexpr):
    down = tl.cdiv(rows, TILE_ROWS)
    row = tl.program_id(0) % down * TILE_ROWS + tl.arange(0, TILE_ROWS)
    column = tl.program_id(0) // down * TILE_COLUMNS + tl.arange(0, TILE_COLUMNS)
    inside = (row[:, None] < rows) & (column[None, :] < columns)
    if WIDEN:
        row = row.to(tl.int64)
    zeros = tl.zeros((TILE_ROWS, TILE_COLUMNS), dtype=tl.float32)
    tl.store(matrix + row[:, None] * row_stride + column[None, :], zeros, mask=inside)


def compiled(arch: str, widen: bool):
    """The compiled kernel for an architecture such as sm_80."""
    source = ASTSource(
        zero_tiles,
        signature={"matrix": "*fp32", "row_stride": "i32", "rows": "i32", "columns": "i32",
                   "TILE_ROWS": "constexpr", "TILE_COLUMNS": "constexpr", "WIDEN": "constexpr"},
        constexprs={"TILE_ROWS": TILE_ROWS, "TILE_COLUMNS": TILE_COLUMNS, "WIDEN": widen},
        attrs={(i,): [["tt.divisibility", 16]] for i in (0, 1, 3)},
    )
    return triton.compile(source, target=GPUTarget("cuda", int(arch.removeprefix("sm_")), 32))


if __name__ == "__main__":
    for arch in provenance.ARCHITECTURES:
        for form in ("wraps", "mended"):
            provenance.write("triton_6748_zero_tiles", form, arch, compiled(arch, form == "mended").asm["ptx"],
                             provenance.package("triton"), "python3 triton_6748_zero_tiles.py")
