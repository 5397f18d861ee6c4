"""Checks the addresses that compiled GPU kernels touch, on machines without a GPU.

`check_kernel` takes a kernel compiled by Triton or CuTe DSL, or PTX, and runs it in the program `layoutcheck`: see
its documentation. Buffers are described and never allocated, so that they can have any size.
"""

from layoutcheck.arguments import (
    Alias,
    Bytes,
    Struct,
    Tensor,
    Value,
    bf16,
    dsl_tensor,
    f16,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
    u8,
    u16,
    u32,
    u64,
)
from layoutcheck.check import check_kernel
from layoutcheck.program import ProgramError, ProgramNotFound
from layoutcheck.report import (
    BlocksRun,
    BufferUse,
    Drawing,
    Expectation,
    Finding,
    KernelNotRight,
    KernelReport,
    LineUse,
)

__all__ = [
    "Alias", "BlocksRun", "BufferUse", "Bytes", "Drawing", "Expectation", "Finding", "KernelNotRight", "KernelReport",
    "LineUse", "ProgramError", "ProgramNotFound", "Struct", "Tensor", "Value", "bf16", "check_kernel", "dsl_tensor",
    "f16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64",
]
