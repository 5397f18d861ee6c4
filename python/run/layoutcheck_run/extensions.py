"""Extensions that programs compile (torch.utils.cpp_extension): their kernels are PTX, which the stand-in launches."""

from __future__ import annotations

import os
import pathlib
import sys
import types


def adapt(extensions: types.ModuleType) -> None:
    from layoutcheck_run import tensors

    architectures = extensions._get_cuda_arch_flags
    linked = extensions._prepare_ldflags
    imported = extensions._import_module_from_library
    build_root = extensions.get_default_build_root

    def as_ptx(cflags=None):
        return list(dict.fromkeys(flag.replace("code=sm_", "code=compute_") for flag in architectures(cflags)))

    def with_stand_in(*args, **kwargs):
        # CUDA's packages have no name for the linker.
        return [_runtime() if flag == "-lcudart" else flag for flag in linked(*args, **kwargs)]

    def with_addresses(name, path, is_python_module):
        module = imported(name, path, is_python_module)
        if is_python_module:
            for member, function in list(vars(module).items()):
                if isinstance(function, types.BuiltinFunctionType):
                    setattr(module, member, tensors.called_with_addresses(function))
        return module

    extensions._get_cuda_arch_flags = as_ptx
    extensions._prepare_ldflags = with_stand_in
    extensions._import_module_from_library = with_addresses
    # What is built for a device is not what is built here.
    extensions.get_default_build_root = lambda: os.path.join(build_root(), "layoutcheck")
    extensions.COMMON_NVCC_FLAGS.append("-lineinfo")
    if extensions.CUDA_HOME is None:
        extensions.CUDA_HOME = _home_of_packages()


def _runtime() -> str:
    import torch

    name = f"libcudart.so.{torch.version.cuda.split('.')[0]}"
    folders = os.environ.get("LD_LIBRARY_PATH", "").split(":")
    return next((path for folder in folders if os.path.exists(path := os.path.join(folder, name))), "-lcudart")


def _home_of_packages() -> str | None:
    """Where the packages of CUDA have nvcc."""
    found = (nvcc for place in sys.path for nvcc in pathlib.Path(place).glob("nvidia/cu*/bin/nvcc"))
    return next((str(nvcc.parent.parent) for nvcc in found), None)
