"""NVIDIA/cutlass#3604: domain_offset() multiplies a 32-bit coordinate by a static stride in 32 bits.

One thread writes one element, in the row that it is told. The mended form widens the coordinate first.
Run it to make the PTX of both forms again; no GPU is needed.
"""

import provenance

provenance.keep_ptx_of_cute_dsl()

import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_fake_tensor

SHAPE = (2**29 + 1, 4)


@cute.kernel
def store_in_row(tensor: cute.Tensor, row: cutlass.Int32, widen: cutlass.Constexpr):
    if cutlass.const_expr(widen):
        row = cutlass.Int64(row)
    shifted = cute.domain_offset((row, 0), tensor)
    shifted[0, 0] = cutlass.BFloat16(1.0)


@cute.jit
def launch(tensor: cute.Tensor, row: cutlass.Int32, widen: cutlass.Constexpr):
    store_in_row(tensor, row, widen).launch(grid=[1, 1, 1], block=[1, 1, 1])


def compiled(arch: str, widen: bool):
    """The compiled function for an architecture such as sm_80."""
    tensor = make_fake_tensor(cutlass.BFloat16, SHAPE, (SHAPE[1], 1), assumed_align=16)
    return cute.compile(launch, tensor, cutlass.Int32(0), widen, options=f"--gpu-arch {arch}")


if __name__ == "__main__":
    for arch in provenance.ARCHITECTURES:
        for form in ("wraps", "mended"):
            provenance.write("cutlass_3604_domain_offset", form, arch, compiled(arch, form == "mended").__ptx__,
                             provenance.package("nvidia-cutlass-dsl"), "python3 cutlass_3604_domain_offset.py")
