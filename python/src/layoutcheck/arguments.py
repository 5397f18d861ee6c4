"""Arguments of kernels: buffers that are described and never allocated, values, structs."""

from __future__ import annotations

import numbers
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Union

Rights = Literal["in", "out", "inout"]

# Element types by the names that NumPy, PyTorch, Triton and CuTe DSL have for them, in lower case.
_TYPES = {
    "bool": "u8", "bool_": "u8", "boolean": "u8", "int1": "u8",
    "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
    "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64",
    "float16": "f16", "half": "f16", "fp16": "f16", "bfloat16": "bf16",
    "float32": "f32", "float": "f32", "fp32": "f32", "tfloat32": "f32",
    "float64": "f64", "double": "f64", "fp64": "f64",
}
_OWN_TYPES = frozenset("u8 i8 s8 b8 u16 i16 s16 b16 u32 i32 s32 b32 u64 i64 s64 b64 f8 f16 bf16 f32 f64".split())
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def element_type(dtype: Any) -> str:
    """The program's name of an element type, such as f16; takes its own names and those of array libraries.

    Raises ValueError for a type that the program does not have.
    """
    name = dtype if isinstance(dtype, str) else getattr(dtype, "name", None) or getattr(dtype, "__name__", dtype)
    name = str(name).rsplit(".", 1)[-1].lower()
    if name in _OWN_TYPES:
        return name
    if name in _TYPES:
        return _TYPES[name]
    if re.match(r"(float|fp)8", name):
        return "f8"
    raise ValueError(f"no element type {dtype!r}; there are {', '.join(sorted(_OWN_TYPES))}")


def _check_name(name: str | None) -> None:
    if name is not None and not _NAME.match(name):
        raise ValueError(f"{name!r} cannot be the name of an argument: a letter or _, then letters, digits and _")


def _integers(what: str, sequence: Sequence[Any]) -> tuple[int, ...]:
    try:
        return tuple(number.__index__() for number in sequence)
    except (AttributeError, TypeError):
        raise ValueError(f"{what} must be integers, not {sequence!r}") from None


def _extents(sequence: Sequence[Any]) -> tuple[int | str, ...]:
    """Integers, and expressions of a size that grows."""
    return tuple(extent if isinstance(extent, str) else _integers("the extents of a tensor", [extent])[0]
                 for extent in sequence)


@dataclass(frozen=True)
class Tensor:
    """A buffer of some shape. It is never allocated, and can be larger than any memory.

    Without strides it is contiguous, its last extent running fastest. With strides (in elements) the buffer ends with
    the last element that they reach. Extents may be expressions of the size that check_kernel grows, such as "Q*4".

    rights: what the kernel may do; a write to an "in" buffer is a finding.
    fill: what the buffer holds: "zero", "index" (element i holds i, or a number of its own between 1 and 16 if its
      type is a floating-point one), "uninitialized" (a read before a write is a finding), or the bytes themselves. By
      default "uninitialized" for "out", "index" for "in" of a floating-point type, and else "zero".
    name: what findings, expectations and aliases call it.
    """

    shape: Sequence[int | str]
    dtype: Any
    strides: Sequence[int] | None = None
    rights: Rights = field(default="inout", kw_only=True)
    fill: str | bytes | None = field(default=None, kw_only=True, repr=False)
    name: str | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        _check_name(self.name)
        shape = _extents(self.shape)
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "dtype", element_type(self.dtype))
        if any(isinstance(extent, int) and extent < 0 for extent in shape):
            raise ValueError(f"a tensor has no negative extents: {shape}")
        if self.strides is not None:
            strides = _integers("the strides of a tensor", self.strides)
            object.__setattr__(self, "strides", strides)
            if len(strides) != len(shape) or any(stride < 0 for stride in strides):
                raise ValueError(f"shape {shape} needs {len(shape)} strides of at least 0, not {strides}")
        if self.rights not in ("in", "out", "inout"):
            raise ValueError(f"the rights {self.rights!r} are none of in, out, inout")
        if isinstance(self.fill, str) and self.fill not in ("zero", "index", "uninitialized"):
            raise ValueError(f"the fill {self.fill!r} is not one of zero, index, uninitialized")

    @staticmethod
    def like(array: Any, *, rights: Rights = "inout", fill: str | bytes | None = None,
             name: str | None = None) -> Tensor:
        """The description of an array of NumPy, PyTorch, CuTe DSL or their like: anything with shape and dtype.

        The array's elements are not looked at, so that it may be a meta or fake tensor.
        """
        dtype = getattr(array, "dtype", None)
        if dtype is None:
            dtype = array.element_type
        strides = getattr(array, "stride", None)
        if callable(strides):
            strides = strides()
        if strides is None and getattr(array, "strides", None) is not None:
            size = array.itemsize  # NumPy counts strides in bytes.
            if any(stride % size for stride in array.strides):
                raise ValueError(f"the strides {array.strides} are no multiples of the elements' {size} bytes")
            strides = [stride // size for stride in array.strides]
        return Tensor(array.shape, dtype, strides, rights=rights, fill=fill, name=name)

    @staticmethod
    def holding(array: Any, *, rights: Rights = "in", name: str | None = None) -> Tensor:
        """A contiguous buffer with the elements of a small array of NumPy, or of PyTorch on the CPU: a table of indices."""
        if not hasattr(array, "tobytes"):
            array = array.numpy()
        return Tensor(array.shape, array.dtype, rights=rights, fill=array.tobytes(), name=name)

    @property
    def elements(self) -> int:
        """How many elements the buffer has."""
        shape = _integers("the extents of a tensor that has strides, or is counted,", self.shape)
        product = 1
        for extent in shape:
            product *= extent
        if self.strides is None or product == 0:
            return product
        return 1 + sum((extent - 1) * stride for extent, stride in zip(shape, self.strides))


@dataclass(frozen=True)
class Value:
    """A number of a type of its own; i32(5) and its like make them. An integer may be an expression of the size
    that check_kernel grows: i32("Q*4")."""

    type: str
    number: int | float | str
    name: str | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        _check_name(self.name)


@dataclass(frozen=True)
class Bytes:
    """Raw bytes, as they lie in memory."""

    bytes: bytes
    name: str | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        _check_name(self.name)


@dataclass(frozen=True)
class Alias:
    """The address of an element in the buffer of another argument."""

    of: str
    elements: int = 0
    name: str | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        _check_name(self.name)


class Struct:
    """A struct by value, with C's alignment: Struct(Tensor(...), i32(3), i64(4)). Its integers need their types."""

    def __init__(self, *members: ArgumentLike, name: str | None = None) -> None:
        _check_name(name)
        self.members = members
        self.name = name

    def __repr__(self) -> str:
        return f"Struct({', '.join(map(repr, self.members))})"


Argument = Union[Tensor, Value, Bytes, Alias, Struct, None]
# What check_kernel takes: also numbers, and whatever Tensor.like() takes.
ArgumentLike = Any


def i8(number: int | str) -> Value:
    """A signed integer of 8 bits."""
    return Value("i8", number)


def i16(number: int | str) -> Value:
    """A signed integer of 16 bits."""
    return Value("i16", number)


def i32(number: int | str) -> Value:
    """A signed integer of 32 bits."""
    return Value("i32", number)


def i64(number: int | str) -> Value:
    """A signed integer of 64 bits."""
    return Value("i64", number)


def u8(number: int | str) -> Value:
    """An unsigned integer of 8 bits."""
    return Value("u8", number)


def u16(number: int | str) -> Value:
    """An unsigned integer of 16 bits."""
    return Value("u16", number)


def u32(number: int | str) -> Value:
    """An unsigned integer of 32 bits."""
    return Value("u32", number)


def u64(number: int | str) -> Value:
    """An unsigned integer of 64 bits."""
    return Value("u64", number)


def f16(number: float) -> Value:
    """A floating-point number of 16 bits."""
    return Value("f16", number)


def bf16(number: float) -> Value:
    """A bfloat16."""
    return Value("bf16", number)


def f32(number: float) -> Value:
    """A floating-point number of 32 bits."""
    return Value("f32", number)


def f64(number: float) -> Value:
    """A floating-point number of 64 bits."""
    return Value("f64", number)


def _leaves(tree: Any) -> Iterator[Any]:
    if isinstance(tree, (tuple, list)):
        for branch in tree:
            yield from _leaves(branch)
    else:
        yield tree


def dsl_tensor(tensor: Any, compiled_as: Any) -> Struct:
    """A tensor as CuTe DSL's kernels take it: its address, then the extents and strides that the compiler did not know.

    This is for tensors that reach the kernel as cute.compile() was given them: a tensor that was divided or sliced before
    has other extents and strides, and needs a Struct of its own.

    compiled_as: the fake tensor that cute.compile() was given. Where that has a number, the tensor must have the same.
    """
    described = as_argument(tensor)
    if not isinstance(described, Tensor):
        raise ValueError(f"a tensor is needed, not {tensor!r}")
    strides = described.strides
    shape = _integers("the extents of a tensor of CuTe DSL", described.shape)
    if strides is None:
        running, contiguous = 1, []
        for extent in reversed(shape):
            contiguous.append(running)
            running *= extent
        strides = tuple(reversed(contiguous))
    members: list[Any] = [described]
    for what, known, mine in (("extents", compiled_as.shape, shape),
                              ("strides", compiled_as.stride, strides)):
        known = list(_leaves(known))
        if len(known) != len(mine):
            raise ValueError(f"the kernel was compiled for {len(known)} {what}, and the tensor has {len(mine)}")
        for compiled, number in zip(known, mine):
            if isinstance(compiled, int):
                if compiled != number:
                    raise ValueError(f"the kernel was compiled for {what} {tuple(known)}, and the tensor has {mine}")
            else:
                members.append(Value(f"i{getattr(compiled, 'width', 32)}", number))
    return Struct(*members)


def as_argument(what: ArgumentLike) -> Argument | int | float:
    """What an argument means: arrays become descriptions, numbers stay numbers. Raises TypeError for what it can't take."""
    if what is None or isinstance(what, (Tensor, Value, Bytes, Alias, Struct)):
        return what
    if isinstance(what, numbers.Integral):
        return int(what)
    if isinstance(what, numbers.Real):
        return float(what)
    if hasattr(what, "shape") and (hasattr(what, "dtype") or hasattr(what, "element_type")):
        return Tensor.like(what)
    raise TypeError(f"{what!r} is no argument of a kernel")


def _own_names(argument: ArgumentLike) -> Iterator[str]:
    name = getattr(argument, "name", None)
    if isinstance(argument, (Tensor, Value, Bytes, Alias, Struct)) and name:
        yield name
    if isinstance(argument, Struct):
        for member in argument.members:
            yield from _own_names(member)


def with_names(arguments: Mapping[str, ArgumentLike]) -> list[ArgumentLike]:
    """The tensors among the arguments called as their parameters are, unless they have names of their own."""
    taken = {own for argument in arguments.values() for own in _own_names(argument)}
    named: list[ArgumentLike] = []
    for name, what in arguments.items():
        try:
            argument = as_argument(what)
        except (TypeError, ValueError) as error:
            raise type(error)(f"argument {name}: {error}") from None
        if isinstance(argument, Tensor) and argument.name is None and name not in taken and _NAME.match(name):
            argument = replace(argument, name=name)
        named.append(argument)
    return named


def _float_bytes(type: str, number: float) -> bytes:
    if type == "bf16":
        (bits,) = struct.unpack("<I", struct.pack("<f", number))
        if number == number:  # to nearest, ties to even; a NaN must not become an infinity
            bits += 0x7FFF + (bits >> 16 & 1)
        return struct.pack("<H", bits >> 16)
    return struct.pack({"f16": "<e", "f32": "<f", "f64": "<d"}[type], number)


def _value_text(type: str, number: int | float | str) -> str:
    if isinstance(number, str):
        if type[0] not in "uisb" or not number.strip() or set(number) & set(",{}[]=:&"):
            raise ValueError(f"{number!r} is no expression of an integer for a parameter of type {type}")
        return f"{type}={number}"
    if type in ("f16", "bf16", "f32", "f64"):
        return f"bytes={_float_bytes(type, number).hex()}"
    if not isinstance(number, int):
        raise ValueError(f"a parameter of type {type} takes an integer, not {number!r}")
    return f"{type}={int(number)}"


def argument_text(what: ArgumentLike, parameter: dict[str, Any] | None, fills: dict[str, bytes]) -> str:
    """The argument as the program reads it.

    parameter: what the program says of the parameter, for numbers without types; None in structs.
    fills: takes up the files that the argument names, by name.
    """
    argument = as_argument(what)
    if argument is None:
        return "null"
    if isinstance(argument, (int, float)):
        if parameter is None:
            raise ValueError(f"the number {argument!r} in a struct needs its type, such as i32({argument!r})")
        type = str(parameter["type"])
        if re.fullmatch(r"[usb](8|16|32|64)", type) is None and type not in ("f16", "f32", "f64"):
            raise ValueError(f"the parameter {parameter['name']} is a struct of {parameter['bytes']} bytes, "
                             f"not a number such as {argument!r}")
        if type[0] == "b" and isinstance(argument, float):
            type = f"f{type[1:]}"
        type = type.replace("b", "i").replace("s", "i")
        if type[0] != "f" and isinstance(argument, int):
            # Compilers declare an int as .u32: of a parameter PTX tells only how wide it is.
            width = int(type[1:])
            type = f"i{width}" if argument < 0 else f"u{width}" if argument >= 1 << width - 1 else type
        return _value_text(type, argument)
    name = f"{argument.name}: " if argument.name else ""
    if isinstance(argument, Value):
        return name + _value_text(argument.type, argument.number)
    if isinstance(argument, Bytes):
        return f"{name}bytes={argument.bytes.hex()}"
    if isinstance(argument, Alias):
        return f"{name}&{argument.of}{argument.elements:+d}" if argument.elements else f"{name}&{argument.of}"
    if isinstance(argument, Struct):
        return name + "{ " + ", ".join(argument_text(member, None, fills) for member in argument.members) + " }"
    fill = argument.fill
    if isinstance(fill, (bytes, bytearray, memoryview)):
        file = f"fill{len(fills)}.bin"
        fills[file] = bytes(fill)
        fill = f"file:{file}"
    extents = argument.shape if argument.strides is None and argument.shape else (argument.elements,)
    words = [argument.rights, *([fill] if fill else []), f"{argument.dtype}[{', '.join(map(str, extents))}]"]
    return name + " ".join(words)
