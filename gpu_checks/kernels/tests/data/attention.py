"""A fused attention in Triton: `TRITON_DISABLE_LINE_INFO=1 python3 attention.py` writes attention_fp16.sm_100.ptx beside it.

Needs triton, and no GPU. attention.cu computes the same without tiles.
"""

import triton
import triton.language as tl
from compiled_for_sm_100 import write
from triton.compiler import ASTSource


@triton.jit
def attention(q, k, v, o, scale, keys, TILE: tl.constexpr, WIDTH: tl.constexpr):
    across = tl.arange(0, WIDTH)
    rows = tl.program_id(0) * TILE + tl.arange(0, TILE)
    queries = tl.load(q + rows[:, None] * WIDTH + across[None, :])
    top = tl.full([TILE], float("-inf"), tl.float32)
    total = tl.zeros([TILE], tl.float32)
    mixed = tl.zeros([TILE, WIDTH], tl.float32)
    for first in range(0, keys, TILE):
        there = (first + tl.arange(0, TILE))[:, None] * WIDTH + across[None, :]
        score = tl.dot(queries, tl.trans(tl.load(k + there))) * scale
        higher = tl.maximum(top, tl.max(score, 1))
        weight = tl.exp2(score - higher[:, None])
        shrinks = tl.exp2(top - higher)
        total = total * shrinks + tl.sum(weight, 1)
        mixed = tl.dot(weight.to(tl.float16), tl.load(v + there), mixed * shrinks[:, None])
        top = higher
    tl.store(o + rows[:, None] * WIDTH + across[None, :], (mixed / total[:, None]).to(tl.float16))


source = ASTSource(
    attention,
    {name: "*fp16" for name in "qkvo"} | {"scale": "fp32", "keys": "i32"},
    {"TILE": 64, "WIDTH": 32},
    attrs={(i,): [["tt.divisibility", 16]] for i in (0, 1, 2, 3, 5)},
)
write("attention.py", "attention_fp16", source, num_stages=2)
