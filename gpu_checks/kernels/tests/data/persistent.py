"""Persistent kernels in Triton, whose blocks walk all rows or tiles: `python3 persistent.py` writes their PTX beside it.

Needs triton, and no GPU. Offsets are numbers of 32 bits.
"""

import pathlib

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def softmax_rows(x, y, rows, columns, stride, BLOCK: tl.constexpr):
    """Loads go ahead of their use by the stages of a ring."""
    c = tl.arange(0, BLOCK)
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0), num_stages=4):
        v = tl.load(x + row * stride + c, mask=c < columns, other=-float("inf"))
        e = tl.exp(v - tl.max(v, 0))
        tl.store(y + row * stride + c, e / tl.sum(e, 0), mask=c < columns)


@triton.jit
def persistent_matmul(a, b, c, M, N, K, sam, sbk, scm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """One loop over the tiles and over k."""
    across = tl.cdiv(N, BN)
    k = tl.arange(0, BK)
    for tile in tl.range(tl.program_id(0), tl.cdiv(M, BM) * across, tl.num_programs(0), flatten=True):
        rows = tile // across * BM + tl.arange(0, BM)
        columns = tile % across * BN + tl.arange(0, BN)
        sums = tl.zeros((BM, BN), tl.float32)
        for i in range(tl.cdiv(K, BK)):
            left = K - i * BK
            tile_a = tl.load(a + rows[:, None] * sam + (i * BK + k)[None, :], mask=k[None, :] < left, other=0.0)
            tile_b = tl.load(b + (i * BK + k)[:, None] * sbk + columns[None, :], mask=k[:, None] < left, other=0.0)
            sums = tl.dot(tile_a, tile_b, sums)
        inside = (rows[:, None] < M) & (columns[None, :] < N)
        tl.store(c + rows[:, None] * scm + columns[None, :], sums.to(tl.float16), mask=inside)


def write(function, signature: dict[str, str], constants: dict[str, int], about: str) -> None:
    signature = signature | {name: "constexpr" for name in constants}
    divisible = {(i,): [["tt.divisibility", 16]] for i, name in enumerate(signature) if name not in constants}
    source = ASTSource(function, signature=signature, constexprs=constants, attrs=divisible)
    compiled = triton.compile(source, target=GPUTarget("cuda", 80, 32), options={"num_warps": 4, "num_stages": 3})
    # Without what a debugger reads.
    text = "\n".join(line for line in compiled.asm["ptx"].split("\n\t.section")[0].splitlines()
                     if not line.lstrip().startswith((".loc", ".file")))
    head = f"// Made from persistent.py by triton {triton.__version__} for sm_80: {about}\n"
    (pathlib.Path(__file__).parent / f"{function.__name__}.sm_80.ptx").write_text(head + text + "\n")


def main() -> None:
    numbers = ("M", "N", "K", "sam", "sbk", "scm")
    write(softmax_rows, {"x": "*fp32", "y": "*fp32", "rows": "i32", "columns": "i32", "stride": "i32"}, {"BLOCK": 1024},
          "rows of up to 1024 numbers, four warps.")
    write(persistent_matmul, {name: "*fp16" for name in "abc"} | {name: "i32" for name in numbers},
          {"BM": 64, "BN": 64, "BK": 32}, "tiles of 64 x 64 x 32, four warps.")


main()
