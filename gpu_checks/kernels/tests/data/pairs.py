"""Products by pairs of blocks in Gluon: `TRITON_DISABLE_LINE_INFO=1 python3 pairs.py` writes pair_….ptx beside it.

Needs triton, and no GPU. A block of the pair has half of the rows of A and of D, and half of the columns of B.
"""

import pathlib

import triton
from triton.backends.compiler import GPUTarget
from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon._runtime import GluonASTSource
from triton.experimental.gluon.language.nvidia.blackwell import (
    TensorMemoryLayout,
    allocate_tensor_memory,
    fence_async_shared,
    mbarrier,
    tcgen05_mma,
)


@gluon.jit
def pair(a, b, c, M: gl.constexpr, N: gl.constexpr, K: gl.constexpr, IN_TENSOR_MEMORY: gl.constexpr):
    by_rows: gl.constexpr = gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0], cga_layout=[[1, 0]])
    by_columns: gl.constexpr = gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0], cga_layout=[[0, 1]])
    if IN_TENSOR_MEMORY:
        rows = allocate_tensor_memory(
            gl.float16, [M, K], TensorMemoryLayout([M // 2, K], col_stride=1, cga_layout=[[1, 0]], two_ctas=True)
        )
        written: gl.constexpr = rows.get_reg_layout()
        i = gl.arange(0, M, gl.SliceLayout(1, written))[:, None]
        l = gl.arange(0, K, gl.SliceLayout(0, written))[None, :]
        rows.store(gl.load(a + i * K + l))
    else:
        i = gl.arange(0, M, gl.SliceLayout(1, by_rows))[:, None]
        l = gl.arange(0, K, gl.SliceLayout(0, by_rows))[None, :]
        rows = gl.allocate_shared_memory(
            gl.float16,
            [M, K],
            gl.NVMMASharedLayout.get_default_for([M, K], gl.float16, cga_layout=[[1, 0]]),
            gl.load(a + i * K + l),
        )
    l = gl.arange(0, K, gl.SliceLayout(1, by_columns))[:, None]
    j = gl.arange(0, N, gl.SliceLayout(0, by_columns))[None, :]
    columns = gl.allocate_shared_memory(
        gl.float16,
        [K, N],
        gl.NVMMASharedLayout.get_default_for([K, N], gl.float16, cga_layout=[[0, 1]]),
        gl.load(b + l * N + j),
    )
    sums = allocate_tensor_memory(
        gl.float32, [M, N], TensorMemoryLayout([M // 2, N], col_stride=1, cga_layout=[[1, 0]], two_ctas=True)
    )
    complete = mbarrier.allocate_mbarrier()
    mbarrier.init(complete, count=1)
    fence_async_shared(cluster=True)
    gl.barrier(cluster=True)
    tcgen05_mma(rows, columns, sums, use_acc=False, mbarriers=[complete], multicast=True)
    mbarrier.wait(complete, 0)
    mbarrier.invalidate(complete)
    read: gl.constexpr = sums.get_reg_layout()
    i = gl.arange(0, M, gl.SliceLayout(1, read))[:, None]
    j = gl.arange(0, N, gl.SliceLayout(0, read))[None, :]
    gl.store(c + i * N + j, sums.load(read))


def write(name: str, m: int, n: int, in_tensor_memory: bool = False) -> None:
    signature = {"a": "*fp16", "b": "*fp16", "c": "*fp32"}
    constants = {"M": m, "N": n, "K": 64, "IN_TENSOR_MEMORY": in_tensor_memory}
    source = GluonASTSource(
        pair,
        signature | {key: "constexpr" for key in constants},
        constants,
        attrs={(i,): [["tt.divisibility", 16]] for i in range(len(signature))},
    )
    made = triton.compile(source, target=GPUTarget("cuda", 100, 32), options={"num_warps": 4, "num_ctas": 2})
    head = f"// pairs.py as Triton {triton.__version__} compiled it; {made.metadata.shared} bytes of shared memory.\n"
    pathlib.Path(__file__).with_name(f"pair_{name}.sm_100.ptx").write_text(head + made.asm["ptx"])


write("256x64", 256, 64)
write("128x64", 128, 64)
write("256x64_a_in_tensor_memory", 256, 64, in_tensor_memory=True)
