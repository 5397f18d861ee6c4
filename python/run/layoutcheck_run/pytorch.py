"""PyTorch with the device of `layoutcheck run`."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import time
import types


def before() -> None:
    """PyTorch for CUDA has a runtime of its own; the stand-in's, once it is there, is taken for it. What torch.compile()
    is given runs as it is: the kernels that it would make are none of the program's."""
    os.environ["TORCHDYNAMO_DISABLE"] = "1"
    for version in (12, 13):
        with contextlib.suppress(OSError):
            ctypes.CDLL(f"libcudart.so.{version}", ctypes.RTLD_GLOBAL)


def adapt(torch: types.ModuleType) -> None:
    from layoutcheck_run import tensors

    cuda = torch.cuda
    driver = tensors.driver

    class Stream:
        """What is put into a stream is done at once."""

        cuda_stream = 0
        device = tensors.DEVICE
        device_index = 0
        priority = 0

        def __init__(self, *args, **kwargs):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *args):
            pass

        def synchronize(self):
            synchronize()

        def query(self):
            return True

        def wait_stream(self, stream):
            pass

        def wait_event(self, event):
            pass

        def record_event(self, event=None):
            event = event or Event()
            event.record(self)
            return event

    class Event:
        """A time of the host."""

        def __init__(self, *args, **kwargs):
            self.time = None

        def record(self, stream=None):
            self.time = time.perf_counter()

        def elapsed_time(self, end):
            return (end.time - self.time) * 1000

        def synchronize(self):
            synchronize()

        def query(self):
            return True

        def wait(self, stream=None):
            pass

    stream = Stream()

    def synchronize(device=None):
        driver().use()
        driver().call("cuCtxSynchronize")

    def capability(device=None):
        return driver().attribute(75), driver().attribute(76)

    def name():
        text = ctypes.create_string_buffer(256)
        driver().call("cuDeviceGetName", text, len(text), 0)
        return text.value.decode()

    def memory(device=None):
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        driver().use()
        driver().call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        return free.value, total.value

    def properties(device=None):
        attribute = driver().attribute
        major, minor = capability()
        return types.SimpleNamespace(
            name=name(), major=major, minor=minor, total_memory=memory()[1], multi_processor_count=attribute(16),
            warp_size=attribute(10), shared_memory_per_block=attribute(8), shared_memory_per_block_optin=attribute(97),
            shared_memory_per_multiprocessor=attribute(81), max_threads_per_multi_processor=attribute(39),
            max_threads_per_block=attribute(1), regs_per_multiprocessor=attribute(82), L2_cache_size=attribute(38),
            is_integrated=0, is_multi_gpu_board=0)

    # Each name has a function of its own, by which TorchDynamo tells them apart.
    answers = {
        "is_available": True, "is_initialized": True, "device_count": 1, "current_device": 0, "is_bf16_supported": True,
        "is_current_stream_capturing": False, "memory_allocated": 0, "max_memory_allocated": 0, "memory_reserved": 0,
        "max_memory_reserved": 0,
    }
    for function, value in answers.items():
        setattr(cuda, function, lambda *args, value=value, **kwargs: value)
    for function in ("init", "_lazy_init", "_lazy_call", "set_device", "set_stream", "empty_cache", "ipc_collect",
                     "reset_peak_memory_stats", "reset_accumulated_memory_stats"):
        setattr(cuda, function, lambda *args, **kwargs: None)
    cuda.synchronize = synchronize
    cuda.get_device_capability = capability
    cuda.get_device_name = lambda device=None: name()
    cuda.get_device_properties = properties
    cuda.mem_get_info = memory
    cuda.Stream = Stream
    cuda.Event = Event
    for function in ("current_stream", "default_stream"):
        setattr(cuda, function, lambda device=None: stream)
    for function in ("stream", "device", "device_of"):
        setattr(cuda, function, lambda *args: contextlib.nullcontext())
    # Numbers that are drawn on the device come from the CPU's generator.
    for function in ("manual_seed", "manual_seed_all"):
        setattr(cuda, function, lambda seed: torch.default_generator.manual_seed(seed) and None)
    cuda.get_rng_state = lambda device=None: torch.get_rng_state()
    cuda.set_rng_state = lambda state, device=None: torch.set_rng_state(state)

    class CUDAGraph:
        def __init__(self, *args, **kwargs):
            raise driver().unsupported("torch.cuda.CUDAGraph", "launches are executed as they are made")

    class Generator(torch.Generator):
        def __new__(cls, device="cpu"):
            return super().__new__(cls, "cpu")

    cuda.CUDAGraph = CUDAGraph
    torch.Generator = Generator
    torch.Tensor.pin_memory = lambda self, *args: self
    torch._C._cuda_getCurrentRawStream = lambda device: 0
    # Batch normalization and attention would ask for operations of CUDA alone.
    torch.backends.cudnn.enabled = False
    for enable in ("enable_cudnn_sdp", "enable_flash_sdp", "enable_mem_efficient_sdp"):
        getattr(torch.backends.cuda, enable)(False)
        setattr(torch.backends.cuda, enable, lambda enabled: None)
    torch.nn.attention.sdpa_kernel = functools.wraps(torch.nn.attention.sdpa_kernel)(
        lambda *args, **kwargs: contextlib.nullcontext())
    # TVM FFI asks tensors for their address in Python instead of C++.
    os.environ["TVM_FFI_SKIP_DLPACK_C_EXCHANGE_API"] = "1"
    to_dlpack = torch.utils.dlpack.to_dlpack
    torch.utils.dlpack.to_dlpack = lambda tensor: tensor.__dlpack__() if tensor.is_cuda else to_dlpack(tensor)
    tensors.install()
