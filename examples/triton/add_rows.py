"""Adds a vector to each row of a matrix by Triton. `layoutcheck run -- python add_rows.py` judges it without a GPU.

The last column of blocks is not full, so that the masks matter: leave one out and run it again.
"""

import torch
import triton
import triton.language as tl


@triton.jit
def add_rows(matrix, vector, out, columns, row_stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    inside = column < columns
    values = tl.load(matrix + row * row_stride + column, mask=inside)
    added = tl.load(vector + column, mask=inside)
    tl.store(out + row * row_stride + column, values + added, mask=inside)


matrix = torch.rand(30, 1000, device="cuda")
vector = torch.rand(1000, device="cuda")
out = torch.empty_like(matrix)
add_rows[(30, 4)](matrix, vector, out, 1000, matrix.stride(0), BLOCK=256)
torch.testing.assert_close(out, matrix + vector)
print(out.sum(dim=1)[:3])
