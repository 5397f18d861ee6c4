"""A project's ordinary test, for pytest: no offset of a Triton kernel wraps up to the shape that is promised.

It needs Triton and the program layoutcheck, but no GPU. Widen the row with row.to(tl.int64), or promise 2^19 rows, and
the second test has nothing to find any more.
"""

import pytest

import layoutcheck
from layoutcheck import Tensor

triton = pytest.importorskip("triton")
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def copy_rows(x, y, row_stride, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    column = tl.arange(0, BLOCK)
    inside = column < columns
    tl.store(y + row * row_stride + column, tl.load(x + row * row_stride + column, mask=inside), mask=inside)


def check(rows: int) -> layoutcheck.KernelReport:
    columns = 4096
    kernel = triton.compile(
        ASTSource(copy_rows, constexprs={"BLOCK": columns}, signature={
            "x": "*fp32", "y": "*fp32", "row_stride": "i32", "columns": "i32", "BLOCK": "constexpr"}),
        target=GPUTarget("cuda", 80, 32),
    )
    return layoutcheck.check_kernel(
        kernel,
        grid=rows,
        args={"x": Tensor([rows, columns], "f32", rights="in", name="x"),
              "y": Tensor([rows, columns], "f32", rights="out", name="y"),
              "row_stride": columns, "columns": columns},
    )


def test_no_offset_wraps_up_to_2_to_the_19_rows():
    check(2**19).raise_for_findings()


def test_one_row_more_is_too_many():
    report = check(2**19 + 1)
    assert "wrapped" in {finding.kind for finding in report.findings}
    assert min(finding.block_index for finding in report.findings) == 2**19
