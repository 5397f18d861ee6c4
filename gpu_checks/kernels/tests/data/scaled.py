"""Products with block scales in Triton: `TRITON_DISABLE_LINE_INFO=1 python3 scaled.py` writes scaled_….ptx beside it.

Needs triton, and no GPU. A tile of 128 x 64 in a block, 128 entries along K at a time.
"""

import triton
import triton.language as tl
from compiled_for_sm_100 import arguments_of, write
from triton.compiler import ASTSource


@triton.jit
def scaled(a, b, sa, sb, c, K, A: tl.constexpr, B: tl.constexpr, BLOCK: tl.constexpr):
    M: tl.constexpr = 128
    N: tl.constexpr = 64
    STEP: tl.constexpr = 128
    # Two entries of e2m1 are a byte.
    IN_A: tl.constexpr = 2 if A == "e2m1" else 1
    IN_B: tl.constexpr = 2 if B == "e2m1" else 1
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    sums = tl.zeros([M, N], tl.float32)
    for k in range(0, K, STEP):
        x = tl.load(a + m[:, None] * (K // IN_A) + (k // IN_A + tl.arange(0, STEP // IN_A))[None, :])
        y = tl.load(b + n[None, :] * (K // IN_B) + (k // IN_B + tl.arange(0, STEP // IN_B))[:, None])
        blocks = (k // BLOCK + tl.arange(0, STEP // BLOCK))[None, :]
        of_x = tl.load(sa + m[:, None] * (K // BLOCK) + blocks)
        of_y = tl.load(sb + n[:, None] * (K // BLOCK) + blocks)
        sums = tl.dot_scaled(x, of_x, A, y, of_y, B, sums)
    tl.store(c + m[:, None] * N + n[None, :], sums)


def write_scaled(name: str, a: str, b: str, block: int) -> None:
    types = {"e4m3": "*fp8e4nv", "e5m2": "*fp8e5", "e2m1": "*u8"}
    scales = "*fp8e4nv" if block == 16 else "*u8"
    signature = {"a": types[a], "b": types[b], "sa": scales, "sb": scales, "c": "*fp32", "K": "i32"}
    source = ASTSource(scaled, **arguments_of(signature, {"A": a, "B": b, "BLOCK": block}))
    write("scaled.py", f"scaled_{name}", source, num_stages=2)


write_scaled("mxfp8_mxfp4", "e4m3", "e2m1", 32)
write_scaled("mxfp4", "e2m1", "e2m1", 32)
write_scaled("nvfp4", "e2m1", "e2m1", 16)
