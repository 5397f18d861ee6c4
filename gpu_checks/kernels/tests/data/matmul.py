"""A product of matrices in Triton: `python3 matmul.py` writes matmul_TYPE.ARCH.ptx beside it.

Needs triton, and no GPU. Rows of a, b and c are contiguous; the strides of their rows are parameters.
"""

import pathlib

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def matmul(a, b, c, M, N, K, sam, sak, sbk, sbn, scm, scn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    across = tl.cdiv(N, BN)
    rows = (pid // across * BM + tl.arange(0, BM)) % M
    columns = (pid % across * BN + tl.arange(0, BN)) % N
    k = tl.arange(0, BK)
    from_a = a + rows[:, None] * sam + k[None, :] * sak
    from_b = b + k[:, None] * sbk + columns[None, :] * sbn
    sums = tl.zeros((BM, BN), tl.float32)
    for i in range(0, tl.cdiv(K, BK)):
        tile_a = tl.load(from_a, mask=k[None, :] < K - i * BK, other=0.0)
        tile_b = tl.load(from_b, mask=k[:, None] < K - i * BK, other=0.0)
        sums = tl.dot(tile_a, tile_b, sums)
        from_a += BK * sak
        from_b += BK * sbk
    rows = pid // across * BM + tl.arange(0, BM)
    columns = pid % across * BN + tl.arange(0, BN)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c + rows[:, None] * scm + columns[None, :] * scn, sums.to(c.dtype.element_ty), mask=inside)


def main():
    for element, architecture in (("fp16", 80), ("fp16", 90), ("bf16", 90), ("fp32", 90)):
        names = ["a", "b", "c", "M", "N", "K", "sam", "sak", "sbk", "sbn", "scm", "scn"]
        constants = {"sak": 1, "sbn": 1, "scn": 1, "BM": 64, "BN": 64, "BK": 32}
        signature = {name: f"*{element}" if name in "abc" else "i32" for name in names}
        signature |= {name: "constexpr" for name in constants}
        divisible = {(i,): [["tt.divisibility", 16]] for i, name in enumerate(names) if name not in constants}
        source = ASTSource(matmul, signature=signature, constexprs=constants, attrs=divisible)
        options = {"num_warps": 4, "num_stages": 3}
        compiled = triton.compile(source, target=GPUTarget("cuda", architecture, 32), options=options)
        head = (
            f"// Made from matmul.py by triton {triton.__version__} for sm_{architecture}: three matrices of {element},"
            " tiles of 64 x 64 x 32, four warps.\n"
        )
        file = pathlib.Path(__file__).parent / f"matmul_{element}.sm_{architecture}.ptx"
        file.write_text(head + compiled.asm["ptx"])


main()
