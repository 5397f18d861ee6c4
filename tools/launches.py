"""Launches of Triton kernels as descriptions for `layoutcheck kernel`, on a machine without a GPU.

A driver that has no device compiles each kernel that is launched down to PTX, and instead of running it writes the PTX
and what it would have been launched with. Tensors are PyTorch's on the CPU; what a kernel would have written is zeros.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import pathlib
import types
from collections.abc import Iterator
from typing import Any

import torch
import triton
from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase
from triton.backends.nvidia import compiler
from triton.compiler import CompiledKernel

from layoutcheck.arguments import Alias, Tensor, Value, argument_text, element_type
from layoutcheck.kernels import kernel_of
from layoutcheck_run import triton_ptx

# What an A100 has.
DEVICE = types.SimpleNamespace(
    name="NVIDIA A100", major=8, minor=0, multi_processor_count=108, total_memory=80 << 30, warp_size=32,
    shared_memory_per_block=49152, shared_memory_per_block_optin=166912, shared_memory_per_multiprocessor=167936,
    max_threads_per_multi_processor=2048, regs_per_multiprocessor=65536)


class Driver(DriverBase):
    """One device, which nothing is run on."""

    class utils:  # noqa: N801, as Triton calls it
        @staticmethod
        def get_device_properties(device: int) -> dict[str, int]:
            return {"max_shared_mem": DEVICE.shared_memory_per_block_optin, "max_num_regs": 65536,
                    "multiprocessor_count": DEVICE.multi_processor_count, "warpSize": 32}

    @classmethod
    def is_active(cls) -> bool:
        return True

    def map_python_to_cpp_type(self, ty: str) -> str:
        return ty

    def get_current_target(self) -> GPUTarget:
        return GPUTarget("cuda", DEVICE.major * 10 + DEVICE.minor, 32)

    def get_active_torch_device(self) -> torch.device:
        return torch.device("cpu")

    def get_benchmarker(self) -> Any:
        # Whatever is tuned takes its first configuration.
        return lambda call, **options: [0.0, 0.0, 0.0]

    def get_device_interface(self) -> Any:
        return torch.cuda

    def get_device_capability(self, device: int = 0) -> tuple[int, int]:
        return DEVICE.major, DEVICE.minor

    def get_current_device(self) -> int:
        return 0

    def get_current_stream(self, device: int) -> int:
        return 0


class Recorder:
    """Writes launches into a folder: one file *.kernel each, its PTX and the contents of its buffers beside it."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.family = ""
        self.skipped: list[str] = []
        self._known: set[str] = set()
        # Tensors that nothing has written, with their version, by the address of their storage; they are held, so that
        # no other takes the address.
        self._empty: dict[int, tuple[torch.Tensor, int]] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def begin(self, family: str) -> None:
        """What is launched from now on is of this family."""
        self.family = family
        self._empty.clear()

    def hold_empty(self, tensor: torch.Tensor) -> torch.Tensor:
        """The tensor, zeroed, as one that no kernel has written yet."""
        tensor.zero_()
        self._empty[tensor.untyped_storage().data_ptr()] = (tensor, tensor._version)
        return tensor

    def _is_empty(self, tensor: torch.Tensor) -> bool:
        held = self._empty.get(tensor.untyped_storage().data_ptr())
        return held is not None and held[0]._version == held[1]

    def _buffers(self, tensors: list[tuple[str, torch.Tensor]]) -> Iterator[tuple[str, Tensor | Alias]]:
        """Each tensor as an argument: those that overlap are places in one buffer."""
        spans = []
        for name, tensor in tensors:
            # A view ends with its storage: kernels go beyond it to what they know is there.
            storage = tensor.untyped_storage()
            spans.append((tensor.data_ptr(), storage.data_ptr() + storage.nbytes(), name, tensor))
        spans.sort(key=lambda span: (span[0], -span[1]))
        group: list[Any] = []
        for span in [*spans, (float("inf"), 0, "", None)]:
            if group and (span[0] >= max(end for _, end, _, _ in group) or group[0][0] == 0):
                yield from self._group(group)
                group = []
            group.append(span)

    def _group(self, group: list[Any]) -> Iterator[tuple[str, Tensor | Alias]]:
        start, _, name, first = group[0]
        end = max(end for _, end, _, _ in group)
        size = first.element_size()
        count = -(-(end - start) // size)
        if all(self._is_empty(tensor) for _, _, _, tensor in group):
            fill: str | bytes = "uninitialized"
        elif first.dtype.is_floating_point:
            fill = _numbers(count, first.dtype)
        else:
            fill = ctypes.string_at(start, end - start)
        yield name, Tensor([count], element_type(first.dtype), fill=fill, name=name)
        for at, _, other, _ in group[1:]:
            if (at - start) % size:
                raise ValueError(f"{other} lies inside an element of {name}")
            yield other, Alias(name, (at - start) // size, name=other)

    def record(self, compiled: CompiledKernel, grid: tuple[int, int, int], values: list[Any]) -> None:
        """Writes the launch, unless it was written before."""
        leaves = [(name, type, _tensor_of(value))
                  for name, type, value in _flat(compiled.src.signature, dict(zip(compiled.src.signature, values)))]
        # PyTorch has no address for a tensor without elements.
        leaves = [(name, type, None if isinstance(value, torch.Tensor) and value.numel() == 0 else value)
                  for name, type, value in leaves]
        tensors = [(name, value) for name, _, value in leaves if isinstance(value, torch.Tensor)]
        try:
            self._record(compiled, grid, leaves, tensors)
        finally:
            for _, tensor in tensors:
                self._empty.pop(tensor.untyped_storage().data_ptr(), None)

    def _record(self, compiled: CompiledKernel, grid: tuple[int, int, int], leaves: list[tuple[str, str, Any]],
                tensors: list[tuple[str, torch.Tensor]]) -> None:
        buffers = dict(self._buffers(tensors))
        arguments = [buffers[name] if name in buffers else _value(type, value) for name, type, value in leaves]
        # Aliases come behind what they are places in, as far as the program is concerned in any order.
        kernel = kernel_of(compiled)
        blocks = grid[0] * grid[1] * grid[2]
        arguments += [scratch.argument(blocks) for scratch in kernel.scratch]
        fills: dict[str, bytes] = {}
        texts = [argument_text(argument, None, fills) for argument in arguments]
        digest = hashlib.sha256(repr((kernel.ptx, grid, texts)).encode()).hexdigest()[:12]
        if digest in self._known:
            return
        self._known.add(digest)
        name = f"{self.family}.{compiled.name}.{digest}"
        for file, contents in fills.items():
            # Many hold the same.
            known = hashlib.sha256(contents).hexdigest()[:12] + ".bin"
            if not (self.folder / known).exists():
                (self.folder / known).write_bytes(contents)
            texts = [text.replace(f"file:{file} ", f"file:{known} ") for text in texts]
        ptx = f"{compiled.name}.{hashlib.sha256(kernel.ptx.encode()).hexdigest()[:12]}.ptx"
        (self.folder / ptx).write_text(kernel.ptx)
        lines = [f"ptx {ptx}", f"grid {','.join(map(str, grid))}", f"shared {kernel.shared}"]
        if ".reqntid" not in kernel.ptx:
            lines.append(f"block {kernel.threads}")
        (self.folder / f"{name}.kernel").write_text("\n".join([*lines, "args " + ",\n     ".join(texts), ""]))


def _numbers(count: int, type: torch.dtype) -> bytes:
    """Numbers between 2^-11 and 2^-10, the same each time. Larger ones would cancel out in inverses."""
    numbers = ((torch.rand(count, generator=torch.Generator().manual_seed(0)) + 1) / 2**11).to(type)
    return ctypes.string_at(numbers.data_ptr(), count * numbers.element_size())


def _tensor_of(value: Any) -> Any:
    """The tensor that is meant by what has an address, a shape and strides, as flag_gems' StridedBuffer has."""
    if isinstance(value, torch.Tensor) or not hasattr(value, "data_ptr"):
        return value
    base = value._base.detach().view(value.dtype)
    if min(value.stride(), default=0) < 0:
        raise ValueError("a stride is negative")
    offset = value.data_ptr() - base.untyped_storage().data_ptr()
    return torch.as_strided(base, value.shape, value.stride(), offset // base.element_size())


def _flat(types: dict[str, Any], values: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """The name, type and value of each parameter that is left, tuples taken apart."""
    for name, type in types.items():
        if isinstance(type, tuple):
            yield from _flat({f"{name}_{i}": part for i, part in enumerate(type)},
                             {f"{name}_{i}": part for i, part in enumerate(values[name])})
        elif type != "constexpr":
            yield name, type, values[name]


def _value(type: str, value: Any) -> Any:
    """A number as an argument of a Triton type."""
    if value is None:
        return None
    if type.startswith(("i", "u")):
        return Value({"i1": "i8", "u1": "u8"}.get(type, type), int(value))
    if type.startswith(("fp", "bf")):
        return Value({"fp16": "f16", "bf16": "bf16", "fp32": "f32", "fp64": "f64"}[type], float(value))
    raise ValueError(f"there is no argument of type {type}")


def install(recorder: Recorder) -> None:
    """Makes launches go to the recorder, and PyTorch believe in the device."""
    triton.runtime.driver.set_active(Driver())
    # Tuners of packages take this one.
    triton.testing.do_bench = Driver().get_benchmarker()

    def init_handles(compiled: CompiledKernel) -> None:
        def run(x: int, y: int, z: int, stream: Any, function: Any, metadata: Any, launch_metadata: Any,
                enter: Any, leave: Any, *values: Any) -> None:
            try:
                if x * y * z:
                    recorder.record(compiled, (int(x), int(y), int(z)), list(values))
            except ValueError as error:
                recorder.skipped.append(f"{recorder.family}.{compiled.name}: {error}")

        compiled._run = run

    CompiledKernel._init_handles = init_handles

    triton_ptx.adapt(compiler)

    cuda = torch.cuda
    cuda.is_available = lambda: True
    cuda.device_count = lambda: 1
    cuda.current_device = lambda: 0
    cuda.get_device_properties = lambda *args: DEVICE
    cuda.get_device_name = lambda *args: DEVICE.name
    cuda.get_device_capability = lambda *args: (DEVICE.major, DEVICE.minor)
    cuda.device = lambda *args: contextlib.nullcontext()
    cuda.synchronize = lambda *args: None
    cuda.is_bf16_supported = lambda *args: True
    torch.Tensor.is_cuda = property(lambda self: True)

    def emptied(make: Any) -> Any:
        made = _on_cpu(make)
        return functools.wraps(make)(lambda *args, **kwargs: recorder.hold_empty(made(*args, **kwargs)))

    for place, name in ((torch, "empty"), (torch, "empty_like"), (torch, "empty_strided"), (torch.Tensor, "new_empty")):
        setattr(place, name, emptied(getattr(place, name)))
    for name in ("zeros", "ones", "full", "arange", "tensor", "zeros_like", "ones_like", "full_like", "rand", "randn"):
        setattr(torch, name, _on_cpu(getattr(torch, name)))


def _on_cpu(make: Any) -> Any:
    @functools.wraps(make)
    def wrapped(*args: Any, **kwargs: Any) -> torch.Tensor:
        if kwargs.get("device") is not None:
            kwargs["device"] = "cpu"
        return make(*args, **kwargs)
    return wrapped
