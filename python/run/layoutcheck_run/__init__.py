"""What `layoutcheck run` adds to programs in Python: a device for PyTorch and Triton whose kernels run on the CPU."""

from __future__ import annotations

import importlib
import importlib.machinery
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

# Each module by the name of the one that adapts it, which is called once it is imported.
ADAPTED = {"torch": "layoutcheck_run.pytorch", "torch.utils.cpp_extension": "layoutcheck_run.extensions",
           "cuda.bindings.runtime": "layoutcheck_run.cuda_bindings",
           "cutlass.base_dsl.compiler": "layoutcheck_run.cute_dsl",
           "cutlass.base_dsl.env_manager": "layoutcheck_run.cute_dsl",
           "numba.cuda.compiler": "layoutcheck_run.numba_ptx",
           "numba.cuda.cudadrv.driver": "layoutcheck_run.numba_ptx",
           "triton.backends.nvidia.compiler": "layoutcheck_run.triton_ptx",
           "triton.testing": "layoutcheck_run.triton_times"}


class _Adapting:
    """A loader that adapts the module after another one has loaded it."""

    def __init__(self, loader: Any) -> None:
        self.loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self.loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        adapter = importlib.import_module(ADAPTED[module.__name__])
        if hasattr(adapter, "before"):
            adapter.before()
        self.loader.exec_module(module)
        adapter.adapt(module)


class _Finder:
    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name not in ADAPTED:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec and spec.loader:
            spec.loader = _Adapting(spec.loader)
        return spec


def install() -> None:
    """Adapts modules when the program imports them; a program that never does is left alone."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
