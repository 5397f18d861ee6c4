"""A matrix is transposed by tiles in shared memory, in CuTe DSL, for `layoutcheck run -- python transpose.py`."""

import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack
from cutlass.memory import SmemAllocator

TILE = 16


@cute.kernel
def transpose_tile(source: cute.Tensor, target: cute.Tensor):
    x, y, _ = cute.arch.thread_idx()
    row, column, _ = cute.arch.block_idx()
    layout = cute.make_layout((TILE, TILE), stride=(TILE + 1, 1))
    tile = SmemAllocator().allocate_tensor(cutlass.Float32, layout, 16)
    tile[y, x] = source[row * TILE + y, column * TILE + x]
    cute.arch.sync_threads()
    target[column * TILE + y, row * TILE + x] = tile[x, y]


@cute.jit
def transpose(source: cute.Tensor, target: cute.Tensor):
    rows, columns = source.shape
    transpose_tile(source, target).launch(grid=[rows // TILE, columns // TILE, 1], block=[TILE, TILE, 1])


source = torch.rand(64, 48, device="cuda")
target = torch.empty(48, 64, device="cuda")
transpose(from_dlpack(source), from_dlpack(target))
print("transposed:", torch.equal(target, source.T))
