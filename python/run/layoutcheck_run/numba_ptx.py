"""numba-cuda's linker stops at PTX, which is what can be executed without a device, and which has source lines."""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any


def adapt(module: ModuleType) -> None:
    {"numba.cuda.compiler": _with_lines, "numba.cuda.cudadrv.driver": _stop_at_ptx}[module.__name__](module)


def _with_lines(compiler: ModuleType) -> None:
    compile = compiler.compile_cuda

    @functools.wraps(compile)
    def with_lines(*args: Any, **kwargs: Any) -> Any:
        if not kwargs.get("debug"):
            kwargs["lineinfo"] = True
        return compile(*args, **kwargs)

    compiler.compile_cuda = with_lines


def _stop_at_ptx(driver: ModuleType) -> None:
    """What was compiled for optimization by the linker leaves it as PTX; PTX that needs none stays as it is."""
    linker = driver._Linker
    complete = linker.complete

    def to_ptx(self: Any) -> Any:
        if self._has_ltoir:
            self.linker = driver.Linker(*self._object_codes, options=self._get_linker_options(ptx=True))
            result = self.linker.link("ptx")
            self.close()
        elif len(self._object_codes) == 1 and self._object_codes[0].code_type == "ptx":
            self.linker = result = self._object_codes[0]
            self._info_log = self._error_log = ""
        else:
            return complete(self)
        self._complete = True
        return result

    linker.complete = to_ptx
