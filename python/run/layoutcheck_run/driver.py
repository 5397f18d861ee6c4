"""The stand-in for the CUDA driver, as far as tensors need it."""

import ctypes
import os


class Driver:
    """The stand-in, with the device's primary context current in the thread that calls."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self.library.layoutcheck_run_launches.restype = ctypes.c_uint64
        self.process = os.getpid()
        self.call("cuInit", 0)
        self.use()

    def use(self):
        context = ctypes.c_void_p()
        self.call("cuCtxGetCurrent", ctypes.byref(context))
        if not context:
            self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
            self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments):
        """Raises RuntimeError where the driver answers with an error, as PyTorch does."""
        error = getattr(self.library, name)(*arguments)
        if error:
            text = ctypes.c_char_p()
            self.library.cuGetErrorString(error, ctypes.byref(text))
            raise RuntimeError(f"CUDA error: {(text.value or b'unknown error').decode()} ({name})")

    def attribute(self, number):
        value = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(value), number, 0)
        return value.value

    def unsupported(self, name, why):
        """Tells the report of it; the error to raise."""
        self.library.layoutcheck_run_unsupported(name.encode(), why.encode())
        return RuntimeError(f"`layoutcheck run` does not support {name}: {why}")

    def launches(self):
        """How many launches there have been: what the host knows of the device's memory is as old as this number."""
        return self.library.layoutcheck_run_launches()

    def allocate(self, size, name, type):
        self.use()
        address = ctypes.c_uint64()
        self.call("layoutcheck_run_allocate", ctypes.byref(address), ctypes.c_size_t(size), name.encode(),
                  type.encode())
        return address.value

    def free(self, address):
        # A process that was forked frees nothing. An error that stays is told of elsewhere.
        if os.getpid() == self.process:
            self.library.cuMemFree_v2(ctypes.c_uint64(address))

    def to_device(self, address, host, size):
        self.use()
        self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(address), ctypes.c_void_p(host), ctypes.c_size_t(size))

    def to_host(self, host, address, size):
        self.use()
        self.call("cuMemcpyDtoH_v2", ctypes.c_void_p(host), ctypes.c_uint64(address), ctypes.c_size_t(size))
