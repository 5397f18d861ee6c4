"""The check of a kernel."""

from __future__ import annotations

import os
import pathlib
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

from layoutcheck.arguments import ArgumentLike, argument_text
from layoutcheck.kernels import Kernel, kernel_of
from layoutcheck.program import find_program, run_for_json
from layoutcheck.report import KernelReport

# Numbers, or expressions of a size that grows.
Extents = int | str | Sequence[int | str]


def _extents(what: str, extents: Extents) -> list[int | str]:
    several = [extents] if isinstance(extents, (int, str)) else extents
    numbers = [n if isinstance(n, str) else n.__index__() for n in several]
    if not 1 <= len(numbers) <= 3 or any(isinstance(n, int) and n < 1 for n in numbers):
        raise ValueError(f"{what} needs one to three numbers from 1 up, not {extents!r}")
    return numbers


def _entry(listing: Mapping[str, Any], wanted: str | None) -> Mapping[str, Any]:
    names = [entry["name"] for entry in listing["entries"]]
    if wanted is None and len(names) != 1:
        raise ValueError(f"the module has the entries {', '.join(names) or '(none)'}: name one")
    for entry in listing["entries"]:
        if entry["name"] == (wanted or names[0]):
            return entry  # type: ignore[no-any-return]
    raise ValueError(f"the module has no entry {wanted}, but {', '.join(names) or 'none at all'}")


def _arguments(kernel: Kernel, args: Sequence[ArgumentLike] | Mapping[str, ArgumentLike],
               parameters: Sequence[Mapping[str, Any]], blocks: int | None, fills: dict[str, bytes]) -> list[str]:
    arguments = kernel.arguments_in_order(args)
    lacking = len(parameters) - len(arguments)
    if 0 < lacking <= len(kernel.scratch):
        if blocks is None and any(scratch.bytes for scratch in kernel.scratch):
            raise ValueError("a kernel with scratch memory needs a grid of numbers")
        blocks = blocks or 1
        arguments += [scratch.argument(blocks) for scratch in kernel.scratch[:lacking]]
    if len(arguments) != len(parameters):
        own = len(parameters) - len(kernel.scratch)
        raise ValueError(f"the kernel takes {own if kernel.scratch else len(parameters)} arguments, not {len(args)}")
    texts = []
    for position, (argument, parameter) in enumerate(zip(arguments, parameters)):
        try:
            texts.append(argument_text(argument, dict(parameter), fills))
        except (TypeError, ValueError) as error:
            raise type(error)(f"argument {position}: {error}") from None
    return texts


def check_kernel(
    kernel: Any,
    *,
    grid: Extents,
    args: Sequence[ArgumentLike] | Mapping[str, ArgumentLike],
    block: Extents | None = None,
    cluster: Extents | None = None,
    entry: str | None = None,
    shared: int | None = None,
    blocks: str | int | Sequence[int] = "auto",
    grow: str | None = None,
    expect: str | Sequence[str] = (),
    ignore: str | Sequence[str] = (),
    strict: str | Sequence[str] = (),
    same_as: str | os.PathLike[str] | None = None,
    draw: str | Sequence[str] = (),
    time: float | None = None,
    steps: int | None = None,
    order: int | None = None,
    max_findings: int | None = None,
    program: str | os.PathLike[str] | None = None,
    timeout: float | None = None,
) -> KernelReport:
    """Runs a kernel's PTX without a GPU and judges every address that it touches.

    Found are accesses outside the buffers, misaligned ones, reads of what nobody wrote, races, offsets that wrap where
    the same expression in exact integers does not, and whatever does not meet an expectation. To check that no offset
    wraps up to some shape, describe buffers of that shape: nothing is allocated.

    kernel: a kernel compiled by Triton (as triton.compile() answers it), a function compiled by CuTe DSL with its PTX
      kept, PTX, or the path of a file with PTX.
    grid, block: one to three numbers. The block may be left out where the kernel tells it: Triton's and CuTe DSL's do.
    args: for each parameter, in order, a Tensor (or any array with shape and dtype, which is only described), a number,
      i32(...) and its like for a number of another type than the parameter's, Struct, Alias, Bytes, or None for a null
      pointer. A mapping goes by the names of a Triton kernel's parameters, and tensors without names of their own are
      called so. Triton's scratch parameters are added.
      CuTe DSL passes a tensor as a struct: see dsl_tensor().
    cluster: the blocks of a cluster, one to three numbers, where the PTX does not say it.
    entry: its name, where the PTX has several.
    shared: the bytes of dynamic shared memory; a Triton kernel tells them, a CuTe DSL one doesn't.
    blocks: which blocks run: "all", "first", "last", "powers" (around the powers of two that offsets cross),
      "sample:N", indices and ranges, joined by commas; or indices. "auto": all of a small grid, else some of each kind,
      and always those where a size grows.
    grow: "Q=2^10..2^40" finds the smallest value of a size at which something is wrong. Its name stands for it in
      expressions, which are strings: in the grid and the block, "ceil_div(Q, 256)", in the extents of a Tensor, in
      numbers of a type, i32("Q"), and in expectations. The report is of that size, and its `growth` tells what became
      of all that were tried.
    expect: expectations such as "y[writes] = (8192,256,4):(1024,4,1)", with modes (block, thread, value); of shared
      memory by its variable or offset, "tile: f16[reads] = Sw<3,3,3> o (1,128,8):(0,8,1)"; of where the contents come
      from, "y = x o (32,32):(32,1)" or "c[m,n] = sum_k a[m,k] * b[k,n] where a = (64,32):(32,1) and …", with a factor
      before the sum, "-0.5 * sum_k", or "any * sum_k".
    ignore: kinds of findings that don't count: wrapped, race, uninitialized, misaligned, rights.
    strict: what is asked beyond that, as --strict has it: unwritten, redundant, blocks, races, iterations, sizes,
        factors or all. What was not judged of it leaves the launch undecided (see `gaps` of the report).
    same_as: another kernel that makes the same of all values: its PTX, as FILE.ptx or FILE.ptx:entry, or FILE.kernel,
        which describes a launch of its own.
    draw: drawings such as "y[writes] as (8,8):(8,1)".
    time, steps: limits, in seconds and in instructions, beyond which the kernel is undecided.
    order: the order in which threads run.
    program: the program layoutcheck; by default what the variable LAYOUTCHECK names, or what is on the PATH.
    timeout: seconds after which the program is stopped.

    Raises ProgramNotFound; ProgramError where the program does not take the kernel or the request; ValueError or
    TypeError for arguments that don't fit. A wrong kernel raises nothing: see the report's ok and raise_for_findings().
    """
    path = find_program(program)
    made = kernel_of(kernel)
    grid_numbers = _extents("the grid", grid)
    count: int | None = 1
    for number in grid_numbers:
        count = None if count is None or isinstance(number, str) else count * number
    with tempfile.TemporaryDirectory(prefix="layoutcheck-") as name:
        folder = pathlib.Path(name)
        if isinstance(made.ptx, pathlib.Path):
            ptx = str(made.ptx)
        else:
            (folder / "kernel.ptx").write_text(made.ptx)
            ptx = "kernel.ptx"
        listing = run_for_json([path, "kernel", ptx, "--list", "--json", "-"], folder, timeout)
        chosen = _entry(listing, entry or made.entry)
        fills: dict[str, bytes] = {}
        arguments = _arguments(made, args, chosen["parameters"], count, fills)
        for file, contents in fills.items():
            (folder / file).write_bytes(contents)

        command = [path, "kernel", ptx, "--json", "-", "--entry", chosen["name"],
                   "--grid", ",".join(map(str, grid_numbers)), "--args", ", ".join(arguments)]
        if block is None and chosen.get("required_threads") is None:
            block = made.threads
        if block is not None:
            command += ["--block", ",".join(map(str, _extents("the block", block)))]
        if cluster is not None:
            command += ["--cluster", ",".join(map(str, _extents("the cluster", cluster)))]
        bytes_shared = shared if shared is not None else made.shared
        if bytes_shared is not None:
            command += ["--shared", str(bytes_shared)]
        if not isinstance(blocks, str):
            blocks = ",".join(map(str, [blocks] if isinstance(blocks, int) else blocks))
        command += ["--blocks", blocks]
        if grow is not None:
            command += ["--grow", grow]
        for option, texts in (("--expect", expect), ("--draw", draw)):
            for text in [texts] if isinstance(texts, str) else texts:
                command += [option, text]
        if ignore:
            command += ["--ignore", ignore if isinstance(ignore, str) else ",".join(ignore)]
        if strict:
            command += ["--strict", strict if isinstance(strict, str) else ",".join(strict)]
        if same_as is not None:
            command += ["--same-as", str(same_as)]
        for option, limit in (("--time", time), ("--steps", steps), ("--order", order), ("--max-findings", max_findings)):
            if limit is not None:
                command += [option, str(limit)]
        return KernelReport.read(run_for_json(command, folder, timeout))
