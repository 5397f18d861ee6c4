"""Kernels: what compiled objects of Triton and CuTe DSL, PTX and files are made of."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from layoutcheck.arguments import ArgumentLike, Tensor, with_names


@dataclass(frozen=True)
class Scratch:
    """Memory that Triton's launcher hands to a kernel: bytes for each block, 0 for none."""

    bytes: int
    name: str

    def argument(self, blocks: int) -> Tensor | None:
        """What is passed for it."""
        return Tensor([self.bytes * blocks], "u8", fill="uninitialized", name=self.name) if self.bytes else None


@dataclass(frozen=True)
class Kernel:
    """PTX, and what its maker says about the launch."""

    ptx: str | pathlib.Path
    entry: str | None = None
    threads: int | None = None
    shared: int | None = None
    # The parameters' names, where the maker knows them.
    parameters: Sequence[str] | None = None
    # Parameters behind the user's own; a maker's older versions have fewer of them.
    scratch: Sequence[Scratch] = field(default=())

    def arguments_in_order(self, args: Sequence[ArgumentLike] | Mapping[str, ArgumentLike]) -> list[ArgumentLike]:
        """The arguments by position; a mapping goes by the parameters' names, and its tensors are called so.

        Raises ValueError where they don't fit.
        """
        if not isinstance(args, Mapping):
            return list(args)
        if self.parameters is None:
            raise ValueError("arguments by name need a kernel of Triton; give a sequence")
        missing = [name for name in self.parameters if name not in args]
        if missing:
            raise ValueError(f"no argument for {', '.join(missing)}")
        unknown = [name for name in args if name not in self.parameters]
        if unknown:
            raise ValueError(f"the compiled kernel has no parameter {', '.join(unknown)}; it has "
                             f"{', '.join(self.parameters)} (constants are compiled in)")
        return with_names({name: args[name] for name in self.parameters})


def _of_triton(kernel: Any) -> Kernel:
    metadata = kernel.metadata
    get = metadata.get if isinstance(metadata, Mapping) else lambda name, other=None: getattr(metadata, name, other)
    signature = getattr(getattr(kernel, "src", None), "signature", None)
    parameters = None
    if signature and all(isinstance(name, str) for name in signature):
        parameters = [name for name, type in signature.items() if type != "constexpr"]
    blocks = get("num_ctas", 1) or 1
    if blocks > 1:
        raise ValueError(f"the Triton kernel is for clusters of {blocks} blocks, and Triton's clusters of more than one "
                         "block are not supported")
    warps = get("num_warps")
    return Kernel(
        ptx=kernel.asm["ptx"],
        entry=get("name"),
        threads=32 * warps if warps else None,
        shared=get("shared"),
        parameters=parameters,
        scratch=tuple(Scratch(get(f"{name}_size", 0) or 0, name) for name in ("global_scratch", "profile_scratch")),
    )


def kernel_of(what: Any) -> Kernel:
    """The kernel in a compiled object of Triton or CuTe DSL, in PTX, or in a file of PTX.

    Raises TypeError for anything else, and ValueError where a compiled object has no PTX, or is for clusters of blocks.
    """
    if isinstance(what, bytes):
        what = what.decode()
    if isinstance(what, str) and ("\n" in what or ".version" in what):
        return Kernel(ptx=what.rstrip("\0"))
    if isinstance(what, (str, os.PathLike)):
        path = pathlib.Path(what)
        if not path.is_file():
            raise FileNotFoundError(f"there is no file {os.fspath(what)}, and it is no PTX either")
        return Kernel(ptx=path.resolve())
    asm = getattr(what, "asm", None)
    if asm is not None and hasattr(what, "metadata"):
        if "ptx" not in asm:
            raise ValueError(f"the Triton kernel was compiled to {', '.join(asm)}, not to ptx")
        return _of_triton(what)
    if hasattr(what, "__ptx__"):
        if not what.__ptx__:
            raise ValueError("the CuTe DSL function was compiled without its PTX being kept: "
                             "give cute.compile() the option --keep-ptx, or set CUTE_DSL_KEEP=ptx before the import")
        return Kernel(ptx=what.__ptx__.rstrip("\0"))
    raise TypeError(f"{type(what).__name__} is no compiled kernel, PTX or path")
