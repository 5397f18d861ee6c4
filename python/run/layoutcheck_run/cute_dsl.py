"""CuTe DSL stops at PTX, and its code for the host calls the stand-in."""

from __future__ import annotations

import glob
import os
import pathlib
import re
import subprocess
import tempfile
from types import ModuleType
from typing import Any


def before() -> None:
    # Findings name lines; compiled code of other runs, which has none, is not asked for.
    os.environ["CUTE_DSL_LINEINFO"] = "1"
    os.environ["CUTE_DSL_DISABLE_FILE_CACHING"] = "1"


def adapt(module: ModuleType) -> None:
    {"cutlass.base_dsl.compiler": _stop_at_ptx, "cutlass.base_dsl.env_manager": _call_stand_in}[module.__name__](module)


def _stop_at_ptx(compiler: ModuleType) -> None:
    compile = compiler.Compiler.compile

    def to_ptx(self: Any, module: Any, pipeline: str, *args: Any, **kwargs: Any) -> Any:
        with tempfile.TemporaryDirectory(prefix="layoutcheck-") as folder:
            if "dump-ptx-path=" not in pipeline:
                pipeline = pipeline.replace("cubin-format=bin", f"cubin-format=bin dump-ptx-path={folder}/kernels")
            compiled = compile(self, module, pipeline, *args, **kwargs)
            files = _dumped(pipeline, "ptx")
            if len(files) == 1:
                ptx = files[0].read_bytes() + b"\0"
                _replace_binary(module, ptx)
                # Programs that keep machine code load it.
                for file in _dumped(pipeline, "cubin"):
                    file.write_bytes(ptx)
        return compiled

    compiler.Compiler.compile = to_ptx


def _dumped(pipeline: str, kind: str) -> list[pathlib.Path]:
    """The files of this kind that the compiler was asked for, one for each architecture."""
    asked = re.search(rf"dump-{kind}-path=['\"]?([^\s'\"}}]+)", pipeline)
    if not asked:
        return []
    path = pathlib.Path(asked[1])
    return list(path.parent.glob(f"{glob.escape(path.name)}.*.{kind}"))


def _replace_binary(module: Any, ptx: bytes) -> None:
    """The code for the host has the kernels as a fat binary, which is a constant."""
    from cutlass._mlir import ir

    for operation in module.body.operations:
        value = operation.attributes["value"] if "value" in operation.attributes else None
        if isinstance(value, ir.StringAttr) and value.value_bytes.startswith(b"\x50\xed\x55\xba"):
            with module.context:
                operation.attributes["value"] = ir.StringAttr.get(ptx)
                operation.attributes["global_type"] = ir.TypeAttr.get(ir.Type.parse(f"!llvm.array<{len(ptx)} x i8>"))


def _call_stand_in(environment: ModuleType) -> None:
    libraries = environment.get_prefix_dsl_libs
    made: dict[str, str] = {}

    def with_stand_in(prefix: str) -> str | None:
        found: str | None = libraries(prefix)
        if found is None:
            return None
        if found not in made:
            made[found] = os.pathsep.join(_with_shared_runtime(path) for path in found.split(os.pathsep))
        return made[found]

    environment.get_prefix_dsl_libs = with_stand_in


_folder = None


def _with_shared_runtime(library: str) -> str:
    """The library for CuTe DSL's code for the host has a CUDA runtime within it. Beside it lies an archive without one,
    for programs that are compiled ahead of time; it is linked with the stand-in, and finds the rest in the library."""
    global _folder
    path = pathlib.Path(library)
    archive = path.with_name("libcuda_dialect_runtime_static.a")
    version = path.parent.parent.name.removeprefix("cu")
    folders = os.environ.get("LD_LIBRARY_PATH", "").split(":")
    runtimes = [place for folder in folders if (place := pathlib.Path(folder, f"libcudart.so.{version}")).exists()]
    if path.name != "libcute_dsl_runtime.so" or not archive.exists() or not runtimes:
        return library
    if _folder is None:
        _folder = tempfile.TemporaryDirectory(prefix="layoutcheck-")
    linked = pathlib.Path(_folder.name, f"libcute_dsl_stand_in_{version}.so")
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-o", linked, "-Wl,--whole-archive", archive,
                    "-Wl,--no-whole-archive", runtimes[0], "-Wl,--no-as-needed", path, f"-Wl,-rpath,{path.parent}"],
                   check=True)
    return str(linked)
