"""The runtime of CUDA's bindings for Python is one of their own; what programs call most goes to the stand-in's."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from types import ModuleType
from typing import Any

# The types of the arguments, and of what comes back after the error.
INT, SIZE, POINTER = ctypes.c_int, ctypes.c_size_t, ctypes.c_void_p
FUNCTIONS: dict[str, tuple[list[Any], list[Any]]] = {
    "cudaGetDeviceCount": ([], [INT]),
    "cudaGetDevice": ([], [INT]),
    "cudaSetDevice": ([INT], []),
    "cudaDeviceGetAttribute": ([INT, INT], [INT]),
    "cudaDeviceSynchronize": ([], []),
    "cudaStreamSynchronize": ([POINTER], []),
    "cudaGetLastError": ([], []),
    "cudaMalloc": ([SIZE], [POINTER]),
    "cudaFree": ([POINTER], []),
    "cudaMemcpy": ([POINTER, POINTER, SIZE, INT], []),
    "cudaMemset": ([POINTER, INT, SIZE], []),
    "cudaLibraryUnload": ([POINTER], []),
}


def adapt(bindings: ModuleType) -> None:
    library = next((loaded for version in (13, 12) if (loaded := _loaded(f"libcudart.so.{version}"))), None)
    if library is None:
        return
    for name, types in FUNCTIONS.items():
        if hasattr(bindings, name):
            setattr(bindings, name, _calls(bindings.cudaError_t, getattr(library, name), *types))
    for name in ("cudaGetErrorName", "cudaGetErrorString"):
        if hasattr(bindings, name):
            text = getattr(library, name)
            text.restype = ctypes.c_char_p
            setattr(bindings, name, lambda error, text=text: (bindings.cudaError_t(0), text(int(error))))


def _loaded(name: str) -> ctypes.CDLL | None:
    try:
        return ctypes.CDLL(name)
    except OSError:
        return None


def _calls(error: Any, function: Any, arguments: list[Any], results: list[Any]) -> Callable[..., tuple[Any, ...]]:
    def call(*given: Any) -> tuple[Any, ...]:
        found = [result() for result in results]
        status = function(*(ctypes.byref(result) for result in found),
                          *(kind(int(value)) for kind, value in zip(arguments, given, strict=True)))
        return (error(status), *(result.value if status == 0 else None for result in found))

    return call
