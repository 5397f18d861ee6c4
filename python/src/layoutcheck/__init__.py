"""Finds out whether an implementation of CuTe's layout algebra is right, and whether a kernel's addresses are.

`judge` gives the verdict on one answer, `test` that on a whole implementation, with the causes of its faults, and
`Suite` makes tests of pytest of it. `layoutcheck.strategies` draws operands for Hypothesis. These need the compiled
part of the package, which is loaded when they are first used.

`check_kernel` takes a kernel compiled by Triton or CuTe DSL, or PTX, and runs it in the program `layoutcheck`: see
its documentation. Buffers are described and never allocated, so that they can have any size.
"""

from typing import TYPE_CHECKING, Any

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
    Growth,
    Finding,
    Gap,
    KernelNotRight,
    KernelReport,
    LineUse,
)

if TYPE_CHECKING:
    from layoutcheck._core import (
        Cause,
        Element,
        Layout,
        ModuleLayout,
        Morphism,
        PointedMap,
        Profile,
        Result,
        SwizzledLayout,
        Verdict,
        judge,
    )
    from layoutcheck.suites import Suite
    from layoutcheck.verdicts import judge_answer, test

__all__ = [
    "Alias", "BlocksRun", "BufferUse", "Bytes", "Cause", "Drawing", "Element", "Expectation", "Finding", "Gap", "Growth",
    "KernelNotRight", "KernelReport", "Layout", "LineUse", "ModuleLayout", "Morphism", "PointedMap", "Profile",
    "ProgramError", "ProgramNotFound", "Result", "Struct", "Suite", "SwizzledLayout", "Tensor", "Value", "Verdict", "bf16",
    "check_kernel", "dsl_tensor", "f16", "f32",
    "f64", "i8", "i16", "i32", "i64", "judge", "judge_answer", "test", "u8", "u16", "u32", "u64",
]

# Where each name is that needs the compiled part. Kernels are checked without it.
_COMPILED = dict.fromkeys(
    ("Cause", "Element", "Layout", "ModuleLayout", "Morphism", "PointedMap", "Profile", "Result", "SwizzledLayout",
     "Verdict", "judge"), "layoutcheck._core"
) | {"Suite": "layoutcheck.suites", "judge_answer": "layoutcheck.verdicts", "test": "layoutcheck.verdicts"}


def __getattr__(name: str) -> Any:
    if name not in _COMPILED:
        raise AttributeError(f"module 'layoutcheck' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_COMPILED[name]), name)
