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
    TensorMemoryScalesLayout,
    allocate_tensor_memory,
    fence_async_shared,
    mbarrier,
    tcgen05_copy,
    tcgen05_mma,
    tcgen05_mma_scaled,
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


@gluon.jit
def pair_scaled(a, b, sa, sb, c, M: gl.constexpr, N: gl.constexpr, K: gl.constexpr, COPIED: gl.constexpr):
    """The entries are e4m3; the scale factors of B are in both blocks, stored or copied from shared memory."""
    by_rows: gl.constexpr = gl.BlockedLayout([1, 16], [4, 8], [4, 1], [1, 0], cga_layout=[[1, 0]])
    by_columns: gl.constexpr = gl.BlockedLayout([1, 16], [8, 4], [4, 1], [1, 0], cga_layout=[[0, 1]])
    i = gl.arange(0, M, gl.SliceLayout(1, by_rows))[:, None]
    l = gl.arange(0, K, gl.SliceLayout(0, by_rows))[None, :]
    rows = gl.allocate_shared_memory(
        gl.float8e4nv,
        [M, K],
        gl.NVMMASharedLayout.get_default_for([M, K], gl.float8e4nv, cga_layout=[[1, 0]]),
        gl.load(a + i * K + l),
    )
    l = gl.arange(0, K, gl.SliceLayout(1, by_columns))[:, None]
    j = gl.arange(0, N, gl.SliceLayout(0, by_columns))[None, :]
    columns = gl.allocate_shared_memory(
        gl.float8e4nv,
        [K, N],
        gl.NVMMASharedLayout.get_default_for([K, N], gl.float8e4nv, cga_layout=[[0, 1]]),
        gl.load(b + l * N + j),
    )
    sums = allocate_tensor_memory(
        gl.float32, [M, N], TensorMemoryLayout([M // 2, N], col_stride=1, cga_layout=[[1, 0]], two_ctas=True)
    )
    of_rows = allocate_tensor_memory(gl.uint8, [M, K // 32], TensorMemoryScalesLayout(cga_layout=[[1, 0]]))
    of_columns = allocate_tensor_memory(gl.uint8, [N, K // 32], TensorMemoryScalesLayout(cga_layout=[[0, 0]]))
    if COPIED:
        # The rows 32 c to 32 c + 31 are the c-th words of 32 lanes.
        word: gl.constexpr = [[0, 1], [0, 2], [32, 0], [64, 0], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]
        split: gl.constexpr = gl.BlockedLayout([1, 4], [32, 1], [4, 1], [1, 0], cga_layout=[[1, 0]])
        i = gl.arange(0, M, gl.SliceLayout(1, split))[:, None]
        block = gl.arange(0, K // 32, gl.SliceLayout(0, split))[None, :]
        scales = gl.load(sa + i * (K // 32) + block)
        layout: gl.constexpr = gl.SharedLinearLayout(offset_bases=word, block_bases=[[128, 0]])
        in_shared = gl.allocate_shared_memory(gl.uint8, [M, K // 32], layout, scales)
        whole: gl.constexpr = gl.BlockedLayout([1, 4], [32, 1], [4, 1], [1, 0], cga_layout=[[0, 0]])
        j = gl.arange(0, N, gl.SliceLayout(1, whole))[:, None]
        block = gl.arange(0, K // 32, gl.SliceLayout(0, whole))[None, :]
        scales = gl.load(sb + j * (K // 32) + block)
        layout_too: gl.constexpr = gl.SharedLinearLayout(offset_bases=word, block_bases=[[0, 0]])
        in_shared_too = gl.allocate_shared_memory(gl.uint8, [N, K // 32], layout_too, scales)
        fence_async_shared(cluster=True)
        gl.barrier(cluster=True)
        tcgen05_copy(in_shared, of_rows)
        tcgen05_copy(in_shared_too, of_columns)
    else:
        written: gl.constexpr = of_rows.get_reg_layout()
        i = gl.arange(0, M, gl.SliceLayout(1, written))[:, None]
        block = gl.arange(0, K // 32, gl.SliceLayout(0, written))[None, :]
        of_rows.store(gl.load(sa + i * (K // 32) + block))
        written_too: gl.constexpr = of_columns.get_reg_layout()
        j = gl.arange(0, N, gl.SliceLayout(1, written_too))[:, None]
        block = gl.arange(0, K // 32, gl.SliceLayout(0, written_too))[None, :]
        of_columns.store(gl.load(sb + j * (K // 32) + block))
    complete = mbarrier.allocate_mbarrier()
    mbarrier.init(complete, count=1)
    fence_async_shared(cluster=True)
    gl.barrier(cluster=True)
    tcgen05_mma_scaled(
        rows, columns, sums, of_rows, of_columns, "e4m3", "e4m3", use_acc=False, mbarriers=[complete], multicast=True
    )
    mbarrier.wait(complete, 0)
    mbarrier.invalidate(complete)
    read: gl.constexpr = sums.get_reg_layout()
    i = gl.arange(0, M, gl.SliceLayout(1, read))[:, None]
    j = gl.arange(0, N, gl.SliceLayout(0, read))[None, :]
    gl.store(c + i * N + j, sums.load(read))


def write(name: str, function, signature: dict[str, str], constants: dict[str, int]) -> None:
    source = GluonASTSource(
        function,
        signature | {key: "constexpr" for key in constants},
        constants,
        attrs={(i,): [["tt.divisibility", 16]] for i in range(len(signature))},
    )
    made = triton.compile(source, target=GPUTarget("cuda", 100, 32), options={"num_warps": 4, "num_ctas": 2})
    head = f"// pairs.py as Triton {triton.__version__} compiled it; {made.metadata.shared} bytes of shared memory.\n"
    pathlib.Path(__file__).with_name(f"pair_{name}.sm_100.ptx").write_text(head + made.asm["ptx"])


halves = {"a": "*fp16", "b": "*fp16", "c": "*fp32"}
write("256x64", pair, halves, {"M": 256, "N": 64, "K": 64, "IN_TENSOR_MEMORY": False})
write("128x64", pair, halves, {"M": 128, "N": 64, "K": 64, "IN_TENSOR_MEMORY": False})
write("256x64_a_in_tensor_memory", pair, halves, {"M": 256, "N": 64, "K": 64, "IN_TENSOR_MEMORY": True})
scaled = {"a": "*fp8e4nv", "b": "*fp8e4nv", "sa": "*u8", "sb": "*u8", "c": "*fp32"}
write("scaled_256x64", pair_scaled, scaled, {"M": 256, "N": 64, "K": 128, "COPIED": False})
write("copied_256x128", pair_scaled, scaled, {"M": 256, "N": 128, "K": 128, "COPIED": True})
