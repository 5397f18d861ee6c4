"""Triton's compiler stops at PTX, which is what can be executed without a device."""

from __future__ import annotations

from types import ModuleType


def before() -> None:
    pass


def adapt(compiler: ModuleType) -> None:
    """PTX is in the place of machine code, in the compiled kernel and in the cache, whose keys are others for it."""
    backend = compiler.CUDABackend
    hash_of = backend.hash
    backend.make_cubin = lambda self, ptx, *rest: ptx.encode() + b"\0"
    backend.hash = lambda self: f"{hash_of(self)}-layoutcheck"
