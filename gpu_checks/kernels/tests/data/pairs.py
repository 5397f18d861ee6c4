"""Products by pairs of blocks in Gluon: `TRITON_DISABLE_LINE_INFO=1 python3 pairs.py` writes pair_….ptx beside it.

Needs triton, and no GPU. A block of the pair has half of the rows of A and of D, and half of the columns of B.
"""

from compiled_for_sm_100 import arguments_of, write
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
def entries(x, M: gl.constexpr, N: gl.constexpr, layout: gl.constexpr):
    """The places of those of a matrix that lies by rows."""
    i = gl.arange(0, M, gl.SliceLayout(1, layout))[:, None]
    j = gl.arange(0, N, gl.SliceLayout(0, layout))[None, :]
    return x + i * N + j


@gluon.jit
def in_shared_memory(x, type: gl.constexpr, M: gl.constexpr, N: gl.constexpr, layout: gl.constexpr):
    halves: gl.constexpr = layout.cga_layout
    swizzled: gl.constexpr = gl.NVMMASharedLayout.get_default_for([M, N], type, cga_layout=halves)
    return gl.allocate_shared_memory(type, [M, N], swizzled, gl.load(entries(x, M, N, layout)))


@gluon.jit
def sums_by_rows(M: gl.constexpr, N: gl.constexpr):
    layout: gl.constexpr = TensorMemoryLayout([M // 2, N], col_stride=1, cga_layout=[[1, 0]], two_ctas=True)
    return allocate_tensor_memory(gl.float32, [M, N], layout)


@gluon.jit
def begun():
    """An mbarrier, where what both blocks wrote before is visible to the tensor cores."""
    complete = mbarrier.allocate_mbarrier()
    mbarrier.init(complete, count=1)
    fence_async_shared(cluster=True)
    gl.barrier(cluster=True)
    return complete


@gluon.jit
def store_once_complete(complete, sums, c, M: gl.constexpr, N: gl.constexpr):
    mbarrier.wait(complete, 0)
    mbarrier.invalidate(complete)
    read: gl.constexpr = sums.get_reg_layout()
    gl.store(entries(c, M, N, read), sums.load(read))


@gluon.jit
def pair(a, b, c, M: gl.constexpr, N: gl.constexpr, K: gl.constexpr, IN_TENSOR_MEMORY: gl.constexpr):
    by_rows: gl.constexpr = gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0], cga_layout=[[1, 0]])
    by_columns: gl.constexpr = gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0], cga_layout=[[0, 1]])
    if IN_TENSOR_MEMORY:
        rows = allocate_tensor_memory(
            gl.float16, [M, K], TensorMemoryLayout([M // 2, K], col_stride=1, cga_layout=[[1, 0]], two_ctas=True)
        )
        rows.store(gl.load(entries(a, M, K, rows.get_reg_layout())))
    else:
        rows = in_shared_memory(a, gl.float16, M, K, by_rows)
    columns = in_shared_memory(b, gl.float16, K, N, by_columns)
    sums = sums_by_rows(M, N)
    complete = begun()
    tcgen05_mma(rows, columns, sums, use_acc=False, mbarriers=[complete], multicast=True)
    store_once_complete(complete, sums, c, M, N)


@gluon.jit
def pair_scaled(a, b, sa, sb, c, M: gl.constexpr, N: gl.constexpr, K: gl.constexpr, COPIED: gl.constexpr):
    """The entries are e4m3; the scale factors of B are in both blocks, stored or copied from shared memory."""
    by_rows: gl.constexpr = gl.BlockedLayout([1, 16], [4, 8], [4, 1], [1, 0], cga_layout=[[1, 0]])
    by_columns: gl.constexpr = gl.BlockedLayout([1, 16], [8, 4], [4, 1], [1, 0], cga_layout=[[0, 1]])
    rows = in_shared_memory(a, gl.float8e4nv, M, K, by_rows)
    columns = in_shared_memory(b, gl.float8e4nv, K, N, by_columns)
    sums = sums_by_rows(M, N)
    of_rows = allocate_tensor_memory(gl.uint8, [M, K // 32], TensorMemoryScalesLayout(cga_layout=[[1, 0]]))
    of_columns = allocate_tensor_memory(gl.uint8, [N, K // 32], TensorMemoryScalesLayout(cga_layout=[[0, 0]]))
    if COPIED:
        # The rows 32 c to 32 c + 31 are the c-th words of 32 lanes.
        word: gl.constexpr = [[0, 1], [0, 2], [32, 0], [64, 0], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]
        split: gl.constexpr = gl.BlockedLayout([1, 4], [32, 1], [4, 1], [1, 0], cga_layout=[[1, 0]])
        scales = gl.load(entries(sa, M, K // 32, split))
        layout: gl.constexpr = gl.SharedLinearLayout(offset_bases=word, block_bases=[[128, 0]])
        in_shared = gl.allocate_shared_memory(gl.uint8, [M, K // 32], layout, scales)
        whole: gl.constexpr = gl.BlockedLayout([1, 4], [32, 1], [4, 1], [1, 0], cga_layout=[[0, 0]])
        scales = gl.load(entries(sb, N, K // 32, whole))
        layout_too: gl.constexpr = gl.SharedLinearLayout(offset_bases=word, block_bases=[[0, 0]])
        in_shared_too = gl.allocate_shared_memory(gl.uint8, [N, K // 32], layout_too, scales)
        fence_async_shared(cluster=True)
        gl.barrier(cluster=True)
        tcgen05_copy(in_shared, of_rows)
        tcgen05_copy(in_shared_too, of_columns)
    else:
        of_rows.store(gl.load(entries(sa, M, K // 32, of_rows.get_reg_layout())))
        of_columns.store(gl.load(entries(sb, N, K // 32, of_columns.get_reg_layout())))
    complete = begun()
    tcgen05_mma_scaled(
        rows, columns, sums, of_rows, of_columns, "e4m3", "e4m3", use_acc=False, mbarriers=[complete], multicast=True
    )
    store_once_complete(complete, sums, c, M, N)


def write_pair(name: str, function, signature: dict[str, str], constants: dict[str, int]) -> None:
    arguments = arguments_of(signature, constants)
    source = GluonASTSource(function, arguments["signature"], arguments["constexprs"], attrs=arguments["attrs"])
    write("pairs.py", f"pair_{name}", source, num_ctas=2)


halves = {"a": "*fp16", "b": "*fp16", "c": "*fp32"}
write_pair("256x64", pair, halves, {"M": 256, "N": 64, "K": 64, "IN_TENSOR_MEMORY": False})
write_pair("128x64", pair, halves, {"M": 128, "N": 64, "K": 64, "IN_TENSOR_MEMORY": False})
write_pair("256x64_a_in_tensor_memory", pair, halves, {"M": 256, "N": 64, "K": 64, "IN_TENSOR_MEMORY": True})
scaled = {"a": "*fp8e4nv", "b": "*fp8e4nv", "sa": "*u8", "sb": "*u8", "c": "*fp32"}
write_pair("scaled_256x64", pair_scaled, scaled, {"M": 256, "N": 64, "K": 128, "COPIED": False})
write_pair("copied_256x128", pair_scaled, scaled, {"M": 256, "N": 128, "K": 128, "COPIED": True})
