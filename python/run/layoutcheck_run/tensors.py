"""Tensors on the device: each has its elements in a tensor of the CPU, on which PyTorch's own operations work, and in the
stand-in's memory once a kernel may see them.

What the host writes goes to the device at once, if the tensor has an address there; what kernels may have written is
fetched before the host looks. Tensors that nobody has written stay unwritten on the device.
"""

import functools
import threading
import weakref

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map_only

from layoutcheck_run.driver import Driver

aten = torch.ops.aten
DEVICE = torch.device("cuda", 0)
# Where PyTorch's own operations are.
PYTORCH = {name.split("::")[0] for name in torch._C._dispatch_get_all_op_names()}
# The element types of descriptions of launches.
TYPES = {torch.bool: "u8", torch.uint8: "u8", torch.int8: "i8", torch.int16: "i16", torch.int32: "i32", torch.int64: "i64",
         torch.float16: "f16", torch.bfloat16: "bf16", torch.float32: "f32", torch.float64: "f64"}

_driver = None


class _Extension(threading.local):
    """How many functions of extensions a thread is in, and whether new tensors show their addresses."""

    depth = 0
    shows_addresses = False


_extension = _Extension()
# How often functions of extensions were called.
_extension_calls = 0


def driver():
    global _driver
    if _driver is None:
        _driver = Driver()
    return _driver


class Storage:
    """What the tensors that share a storage of the CPU know about its place on the device."""

    _known = weakref.WeakValueDictionary()

    def __init__(self, tensor, written):
        self.host = tensor.untyped_storage()
        self.size = self.host.nbytes()
        self.name = f"{str(tensor.dtype).removeprefix('torch.')} tensor of {tuple(tensor.shape)}"
        self.type = TYPES.get(tensor.dtype, "f8" if "float8" in str(tensor.dtype) else "")
        self.address = 0
        self.finalizer = None
        # The bytes that the host has written, until the device has them.
        self.written = [(0, self.size)] if written else []
        self.launches = 0
        self.calls = 0

    @classmethod
    def of(cls, tensor, written=True):
        key = tensor.untyped_storage()._cdata
        storage = cls._known.get(key)
        if storage is None:
            storage = cls._known[key] = cls(tensor, written)
        return storage

    def follow_size(self):
        """If the host's storage has another size now, the device's is another allocation."""
        if self.size == self.host.nbytes():
            return
        if self.address:
            self.finalizer()
            self.address = 0
        self.size = self.host.nbytes()
        self.written = [(0, self.size)]

    def place(self):
        """Its address on the device, where everything that the host has written is."""
        self.follow_size()
        if self.size == 0:
            return 0
        if not self.address:
            self.address = driver().allocate(self.size, self.name, self.type)
            self.finalizer = weakref.finalize(self, driver().free, self.address)
            self.finalizer.atexit = False
            self.launches = driver().launches()
        for begin, end in self.written:
            driver().to_device(self.address + begin, self.host.data_ptr() + begin, end - begin)
        self.written = []
        return self.address

    def fetch(self):
        """Before the host looks at it or writes into it. Extensions write also by what is no launch."""
        self.follow_size()
        is_known = self.launches == driver().launches() and self.calls == _extension_calls and not _extension.depth
        if self.address and not is_known:
            self.calls = _extension_calls
            self.launches = driver().launches()
            driver().to_host(self.host.data_ptr(), self.address, self.size)

    def note_written(self, tensor):
        """The host has written into this view of it."""
        if tensor.numel() == 0:
            return
        last = sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride()))
        begin = tensor.storage_offset() * tensor.element_size()
        end = begin + (last + 1) * tensor.element_size()
        if not any(known <= begin and end <= known_end for known, known_end in self.written):
            self.written.append((begin, end))
        if self.address:
            self.place()


HOST_DATA = torch.Tensor.data


class DeviceTensor(torch.Tensor):
    """A tensor that says to be on the device."""

    @staticmethod
    def __new__(cls, host, written=True):
        self = torch.Tensor._make_wrapper_subclass(
            cls, host.shape, strides=host.stride(), storage_offset=host.storage_offset(), dtype=host.dtype,
            layout=host.layout, device=DEVICE, requires_grad=False)
        self.host = host
        self.storage_on_device = Storage.of(host, written)
        self.shown_address = 0
        if _extension.depth or _extension.shows_addresses:
            self.show_address()
        return self

    def show_address(self):
        """For code in C++, which does not ask data_ptr()."""
        address = self.storage_on_device.place()
        if address == self.shown_address:
            return
        self.shown_address = address
        with torch.utils._mode_utils.no_dispatch():
            size = self.storage_on_device.size
            storage = torch._C._construct_storage_from_data_pointer(address, DEVICE, size)
            shown = torch._C._construct_CUDA_Tensor_From_Storage_And_Metadata(
                {"size": self.shape, "stride": self.stride(), "dtype": self.dtype, "device": DEVICE,
                 "storage_offset": self.storage_offset()}, storage)
            HOST_DATA.__set__(self, shown)

    def data_ptr(self):
        if self.numel() == 0:
            return 0
        return self.storage_on_device.place() + self.host.storage_offset() * self.host.element_size()

    def _become(self, other):
        with torch.utils._mode_utils.no_dispatch():
            HOST_DATA.__set__(self, other)
        self.host = other.host
        self.storage_on_device = other.storage_on_device
        self.shown_address = other.shown_address

    data = property(lambda self: HOST_DATA.__get__(self), _become)

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            copy = self.detach().clone().requires_grad_(self.requires_grad)
            is_parameter = isinstance(self, torch.nn.Parameter)
            memo[id(self)] = torch.nn.Parameter(copy, self.requires_grad) if is_parameter else copy
        return memo[id(self)]

    def __dlpack__(self, *, stream=None, **kwargs):
        """What is put into a stream is done at once. The capsule is of a view."""
        self.show_address()
        _extension.shows_addresses = True
        try:
            return super().__dlpack__(stream=-1, **kwargs)
        finally:
            _extension.shows_addresses = False

    @property
    def __dlpack_c_exchange_api__(self):
        """Code in C++ would not ask for the address."""
        raise AttributeError("__dlpack_c_exchange_api__")

    def numpy(self, *, force=False):
        if force:
            return self.detach().cpu().numpy()
        raise TypeError(f"can't convert {DEVICE} device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host "
                        "memory first.")

    def tolist(self):
        return self.cpu().tolist()

    def __format__(self, how):
        return format(self.item(), how) if self.dim() == 0 else super().__format__(how)

    def __repr__(self, *, tensor_contents=None):
        if self.grad_fn is not None or self.requires_grad:
            with torch.no_grad():
                text = repr(self.detach().cpu().requires_grad_(self.requires_grad))
        else:
            text = repr(self.cpu())
        return f"{text[:-1]}, device='{DEVICE}')"

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        return dispatch(function, args, kwargs or {})

    __torch_function__ = torch._C._disabled_torch_function_impl


DeviceTensor.__name__ = DeviceTensor.__qualname__ = "Tensor"

# What makes tensors that nobody has written.
EMPTY = {aten.empty.memory_format, aten.empty_like.default, aten.empty_strided.default, aten.new_empty.default,
         aten.new_empty_strided.default, aten.empty_permuted.default}
# What takes half precision on the CPU for sums where devices take single precision, and which answers are rounded.
IN_SINGLE = {aten.native_layer_norm.default: 1, aten.native_layer_norm_backward.default: 3,
             aten.nll_loss_forward.default: 2, aten.nll_loss2d_forward.default: 2}
HALVES = (torch.float16, torch.bfloat16)
# What goes between devices.
BETWEEN = {aten._to_copy.default, aten.copy_.default, aten.copy.default, aten.lift_fresh.default,
           aten._local_scalar_dense.default}


def _tensors(what):
    found = []
    tree_map_only(torch.Tensor, found.append, what)
    return found


def _written_by(function, args, kwargs):
    """The tensors into which the operation writes."""
    for i, argument in enumerate(function._schema.arguments):
        if argument.alias_info is None or not argument.alias_info.is_write:
            continue
        value = kwargs.get(argument.name) if i >= len(args) or argument.kwarg_only else args[i]
        yield from _tensors(value)


def dispatch(function, args, kwargs):
    """The operation on the tensors of the CPU, whose answers are on the device if its operands are."""
    tensors = _tensors((args, kwargs))
    ours = [tensor for tensor in tensors if isinstance(tensor, DeviceTensor)]
    asked = kwargs.get("device")
    asked = torch.device(asked) if asked is not None else None
    on_device = asked.type == "cuda" if asked is not None else bool(ours)
    if on_device and asked is not None and asked.index not in (None, 0):
        raise RuntimeError(f"CUDA error: invalid device ordinal ({asked})")
    if kwargs.get("pin_memory"):
        kwargs = {**kwargs, "pin_memory": False}
    if not on_device and not ours:
        return function(*args, **kwargs)
    if ours and _is_of_extension(function):
        return _on_device(function, args, kwargs)
    if on_device and _is_of_program(function):
        with OnDevice():
            return function.redispatch(ON_CUDA, *args, **kwargs)
    # In inference mode, operations come as they are called, without having become the elementary ones.
    if torch.is_inference_mode_enabled():
        with OnDevice():
            answer = function.decompose(*args, **kwargs)
        if answer is not NotImplemented:
            return answer
    if function not in BETWEEN and ours:
        _refuse_mixed(function, tensors)
    for tensor in ours:
        tensor.storage_on_device.fetch()
    written = list(_written_by(function, args, kwargs))
    wrapper_of = {id(tensor.host): tensor for tensor in ours}
    host_args, host_kwargs = tree_map_only(DeviceTensor, lambda tensor: tensor.host, (args, kwargs))
    if asked is not None:
        host_kwargs["device"] = torch.device("cpu")
    before = {tensor.host.untyped_storage()._cdata for tensor in ours}
    if function in IN_SINGLE and host_args[0].dtype in HALVES:
        answer = _in_single(function, host_args, host_kwargs)
    else:
        answer = function(*host_args, **host_kwargs)

    def wrapped(tensor):
        if id(tensor) in wrapper_of:
            return wrapper_of[id(tensor)]
        if not on_device or any(tensor is plain for plain in tensors):
            return tensor
        # A conversion to what a tensor is already may be the tensor itself.
        return DeviceTensor(tensor, function not in EMPTY or tensor.untyped_storage()._cdata in before)

    if torch.is_inference_mode_enabled() and _is_view(function) and not all(tensor.is_inference() for tensor in ours):
        # A view of a normal tensor is one.
        with torch.inference_mode(False):
            answer = tree_map_only(torch.Tensor, wrapped, answer)
    else:
        answer = tree_map_only(torch.Tensor, wrapped, answer)
    for tensor in written:
        if isinstance(tensor, DeviceTensor):
            _follow(tensor)
            tensor.storage_on_device.note_written(tensor.host)
    return answer


def _is_view(function):
    return any(answer.alias_info is not None and not answer.alias_info.is_write for answer in function._schema.returns)


def _in_single(function, args, kwargs):
    half = args[0].dtype
    args, kwargs = tree_map_only(torch.Tensor, lambda t: t.float() if t.dtype == half else t, (args, kwargs))
    answers = function(*args, **kwargs)
    rounded = IN_SINGLE[function]
    return tree_map_only(torch.Tensor, lambda t: t.to(half), answers[:rounded]) + answers[rounded:]


def _refuse_mixed(function, tensors):
    """As on a device, where a number on the CPU is an operand of any operation, and indices may be there."""
    if "index" in function.__name__:
        return
    if any(not isinstance(tensor, DeviceTensor) and tensor.dim() > 0 for tensor in tensors):
        raise RuntimeError("Expected all tensors to be on the same device, but found at least two devices, "
                           f"{DEVICE} and cpu! ({function})")


def _follow(tensor):
    """An operation in place may have given the tensor another shape or another storage."""
    host = tensor.host
    if (tensor.shape, tensor.stride(), tensor.storage_offset()) != (host.shape, host.stride(), host.storage_offset()):
        tensor.data = DeviceTensor(host)
    else:
        tensor.storage_on_device = Storage.of(host)


class OnDevice(TorchDispatchMode):
    """Tensors that are made on the device, or brought there, are ours."""

    @classmethod
    def _should_skip_dynamo(cls):
        # Else each program would import it, which takes seconds.
        return False

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        return dispatch(function, args, kwargs or {})


def called_with_addresses(function):
    """A function in C++, for which tensors have addresses: those that it is given, and those that it makes."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        global _extension_calls
        _extension.depth += 1
        try:
            for tensor in _tensors((args, kwargs)):
                if isinstance(tensor, DeviceTensor):
                    tensor.show_address()
            return function(*args, **kwargs)
        finally:
            _extension.depth -= 1
            _extension_calls += 1

    return call


ON_CUDA = torch._C.DispatchKeySet(torch._C.DispatchKey.CUDA)


# The functions that the program's libraries have given; PyTorch gives itself some, which need a device.
_given = set()


def _is_of_program(function):
    """Whether a torch.library.Library of the program gives the operation another function for the device."""
    if not _given:
        return False
    key = f"{function.name().replace('::', '/', 1)}/CUDA"
    return key in _given and key in torch.library._impls


def _note_given(library, *args, give=torch.library.Library.impl, **kwargs):
    give(library, *args, **kwargs)
    _given.update(library._op_impls)


def _is_of_extension(function):
    return function.namespace not in PYTORCH and torch._C._dispatch_has_kernel_for_dispatch_key(function.name(), "CUDA")


@called_with_addresses
def _on_device(function, args, kwargs):
    """An operation of an extension, by its function for the device."""
    with OnDevice():
        return function.redispatch(ON_CUDA, *args, **kwargs)


def _set_data(tensor, other):
    """A tensor on the host that is given the data of one on the device is there from then on."""
    if not isinstance(other, DeviceTensor):
        HOST_DATA.__set__(tensor, other)
        return
    moved = other.detach()
    if isinstance(tensor, torch.nn.Parameter):
        moved = torch.nn.Parameter(moved, tensor.requires_grad)
    else:
        moved.requires_grad_(tensor.requires_grad)
    torch.utils.swap_tensors(tensor, moved)


def _lift_on_host():
    """In this thread, torch.tensor makes its numbers on the host first; autograd has threads of its own for a device."""
    torch._C._set_only_lift_cpu_tensors(True)


def install():
    """In this thread and in those that come after it."""
    torch._C._ensureCUDADeviceGuardSet()
    # A module's parameters are exchanged for ours as it goes to the device, whoever holds them.
    torch.__future__.set_swap_module_params_on_conversion(True)
    torch.Tensor.data = property(lambda tensor: HOST_DATA.__get__(tensor), _set_data)
    torch.library.Library.impl = _note_given
    _lift_on_host()
    OnDevice().__enter__()
    run = threading.Thread.run

    def run_on_device(self):
        _lift_on_host()
        with OnDevice():
            run(self)

    threading.Thread.run = run_on_device
    backward = torch.autograd.function.BackwardCFunction
    apply = backward.apply

    def apply_on_device(self, *args):
        _lift_on_host()
        return apply(self, *args)

    backward.apply = apply_on_device
