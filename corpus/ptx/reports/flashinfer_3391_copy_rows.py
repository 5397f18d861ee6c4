"""flashinfer-ai/flashinfer#3391: rows are addressed by a 32-bit row times a static row length.

A copy of rows of 512 halves, four rows to a block, 64 threads of 8 halves to a row; the number of rows is a value at
run time. The mended form widens the row. Run it to make the PTX of both forms again; no GPU is needed.
"""

import provenance

provenance.keep_ptx_of_cute_dsl()

import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_fake_tensor

COLUMNS = 512


@cute.kernel
def copy_rows(x: cute.Tensor, y: cute.Tensor, widen: cutlass.Constexpr):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    row = block * 4 + thread // 64
    if cutlass.const_expr(widen):
        row = cutlass.Int64(row)
    if row < x.shape[0]:
        source = cute.local_tile(x, (1, 8), (row, thread % 64))
        destination = cute.local_tile(y, (1, 8), (row, thread % 64))
        destination.store(source.load())


@cute.jit
def launch(x: cute.Tensor, y: cute.Tensor, widen: cutlass.Constexpr):
    copy_rows(x, y, widen).launch(grid=[(x.shape[0] + 3) // 4, 1, 1], block=[256, 1, 1])


def compiled(arch: str, widen: bool):
    """The compiled function for an architecture such as sm_80."""
    rows = cute.sym_int()
    x, y = (make_fake_tensor(cutlass.Float16, (rows, COLUMNS), (COLUMNS, 1), assumed_align=16) for _ in range(2))
    return cute.compile(launch, x, y, widen, options=f"--gpu-arch {arch}")


if __name__ == "__main__":
    for arch in provenance.ARCHITECTURES:
        for form in ("wraps", "mended"):
            provenance.write("flashinfer_3391_copy_rows", form, arch, compiled(arch, form == "mended").__ptx__,
                             provenance.package("nvidia-cutlass-dsl"), "python3 flashinfer_3391_copy_rows.py")
