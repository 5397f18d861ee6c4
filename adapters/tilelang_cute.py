"""Answers with TileLang's layout.cute, a layout algebra in C++ behind Python.

Its module is loaded alone, without the package around it, which would need PyTorch and a minute; the module asks of the
package nothing but the name of a type. It takes layouts where others take tilers.
"""

import ctypes
import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from lines import Layout, calling, serve


def package(name: str, folder: Path | None = None, **names: Any) -> None:
    module = ModuleType(name)
    module.__dict__.update(names)
    if folder:
        module.__path__ = [str(folder)]
    sys.modules[name] = module


def root_of(name: str) -> Path:
    found = importlib.util.find_spec(name)
    if found is None or not found.origin:
        sys.exit(f"there is no {name}")
    return Path(found.origin).parent


tilelang, z3 = root_of("tilelang"), root_of("z3")
os.environ["TVM_LIBRARY_PATH"] = str(tilelang / "lib")
ctypes.CDLL(str(next((z3 / "lib").glob("libz3.so.*"))), mode=ctypes.RTLD_GLOBAL)
package("tilelang", tilelang)
package("tilelang.layout", tilelang / "layout")
package("tilelang._typing", BufferLikeType=object)

import tvm  # noqa: F401, loads the compiler's library, which that of TileLang needs

ctypes.CDLL(str(tilelang / "lib/libtilelang.so"), mode=ctypes.RTLD_GLOBAL)
from tilelang.layout import cute


def theirs(value: Any) -> Any:
    return cute.make_layout(value.shape, value.stride) if isinstance(value, Layout) else value


def ours(value: Any) -> Any:
    return Layout(value.shape, value.stride) if isinstance(value, cute.Layout) else value


calls = calling(theirs, ours)


def by_layout(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda layout, tiler: calls(function)(layout, tiler) if isinstance(tiler, Layout) else "unsupported"


OFFERS = {
    "rank(layout)": calls(cute.rank),
    "size(shape)": calls(cute.product),
    "size(layout)": calls(cute.size),
    "cosize(layout)": calls(cute.cosize),
    "flatten(shape)": calls(cute.flatten_to_tuple),
    "flatten(layout)": calls(cute.flatten),
    "mode(layout, integer)": calls(lambda layout, i: layout[i]),
    "congruent(shape, shape)": calls(cute.congruent),
    "refines(shape, shape)": calls(lambda finer, coarser: cute.compatible(coarser, finer)),
    "concatenate(layout, ...)": calls(lambda *layouts: cute.make_layout(layouts)),
    "apply(layout, nested tuple)": calls(lambda layout, coordinate: layout(coordinate)),
    "column_major(shape)": calls(cute.make_column_major_layout),
    "row_major(shape)": calls(cute.make_row_major_layout),
    "coalesce(layout)": calls(cute.coalesce),
    "complement(layout, positive integer)": calls(cute.complement),
    "composition(layout, tiler)": by_layout(cute.composition),
    "logical_divide(layout, tiler)": by_layout(cute.logical_divide),
    "logical_product(layout, tiler)": by_layout(cute.logical_product),
    "tiled_product(layout, tiler)": by_layout(cute.tiled_product),
    "blocked_product(layout, layout)": calls(cute.blocked_product),
    "right_inverse(layout)": calls(cute.right_inverse),
    "left_inverse(layout)": calls(cute.left_inverse),
}

if __name__ == "__main__":
    serve(OFFERS)
