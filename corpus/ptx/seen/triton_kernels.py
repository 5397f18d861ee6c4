"""What Triton makes of a few kernels: python triton_kernels.py writes their PTX beside this file. No GPU is needed."""
import pathlib
import re

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def dropout(x, y, seed, n, p, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = tl.rand(seed, at) > p
    value = tl.load(x + at, mask=at < n)
    tl.store(y + at, tl.where(keep, value / (1 - p), 0.0), mask=at < n)


@triton.jit
def histogram(x, counts, sums, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.atomic_add(counts + (value & 255), 1, mask=at < n)
    tl.atomic_add(sums, tl.sum(value.to(tl.float32), 0))


@triton.jit
def bytes_to_floats(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.store(y + at, (value.to(tl.int32) ^ (value.to(tl.int32) << 3) & 112).to(tl.float16), mask=at < n)


KERNELS = {
    dropout: dict(x="*fp32", y="*fp32", seed="i32", n="i32", p="fp32"),
    histogram: dict(x="*i32", counts="*i32", sums="*fp32", n="i32"),
    bytes_to_floats: dict(x="*i8", y="*fp16", n="i32"),
}

if __name__ == "__main__":
    for kernel, signature in KERNELS.items():
        source = triton.compiler.ASTSource(kernel, dict(signature, BLOCK="constexpr"), constexprs={"BLOCK": 512})
        compiled = triton.compile(source, target=GPUTarget("cuda", 80, 32), options=dict(num_warps=4))
        # Folders of the machine are nobody's business.
        text = re.sub(r'(\.file\s+\d+ )"/.*/(site-packages/)?', r'\1"', compiled.asm["ptx"])
        pathlib.Path(__file__).with_name(f"{kernel.__name__}.sm_80.ptx").write_text(text)
