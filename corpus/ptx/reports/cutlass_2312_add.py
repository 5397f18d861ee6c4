"""NVIDIA/cutlass#2312: an elementwise sum whose row strides are 32-bit values at run time.

The mended form takes 64-bit strides. Run it to make the PTX of both forms again; no GPU is needed.
"""

import provenance

provenance.keep_ptx_of_cute_dsl()

import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_fake_tensor


@cute.kernel
def add_rows(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    thread, _, _ = cute.arch.thread_idx()
    tile, row, _ = cute.arch.block_idx()
    column = tile * 256 + thread
    if column < c.shape[1]:
        c[row, column] = a[row, column] + b[row, column]


@cute.jit
def launch(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    add_rows(a, b, c).launch(grid=[(c.shape[1] + 255) // 256, c.shape[0], 1], block=[256, 1, 1])


def matrix(widen: bool):
    """A matrix of any extents and any row stride, for the compiler."""
    stride = cute.sym_int64() if widen else cute.sym_int()
    return make_fake_tensor(cutlass.Float32, (cute.sym_int(), cute.sym_int()), (stride, 1), assumed_align=16)


def compiled(arch: str, widen: bool):
    """The compiled function for an architecture such as sm_80."""
    return cute.compile(launch, *(matrix(widen) for _ in range(3)), options=f"--gpu-arch {arch}")


if __name__ == "__main__":
    for arch in provenance.ARCHITECTURES:
        for form in ("wraps", "mended"):
            provenance.write("cutlass_2312_add", form, arch, compiled(arch, form == "mended").__ptx__,
                             provenance.package("nvidia-cutlass-dsl"), "python3 cutlass_2312_add.py")
