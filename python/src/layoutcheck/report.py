"""Reports: what the program found out about a kernel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeVar

T = TypeVar("T")


def _read(kind: type[T], answer: Mapping[str, Any]) -> T:
    """An object from the fields of the same names; other fields of the answer are left alone."""
    known = {f.name: answer[f.name] for f in fields(kind) if f.name in answer}  # type: ignore[arg-type]
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in known.items()})


@dataclass(frozen=True)
class Finding:
    """Findings of one kind in one line of the PTX that concern one argument: the first of them, and how many there were."""

    kind: str
    message: str
    line: int = 0
    instruction: str = ""
    count: int = 0
    block: tuple[int, int, int] = (0, 0, 0)
    block_index: int = 0
    thread: tuple[int, int, int] = (0, 0, 0)
    thread_index: int = 0
    argument: str | None = None
    address: int | None = None
    offset: int | None = None
    expected: str = ""
    found: str = ""

    def __str__(self) -> str:
        kind = "" if self.kind in self.message else f"{self.kind}: "
        more = f" (and {self.count - 1} more)" if self.count > 1 else ""
        return f"{kind}{self.message}{more}"


@dataclass(frozen=True)
class Expectation:
    """An expectation, and how many accesses were held against it."""

    text: str
    argument: str = ""
    layout: str = ""
    compared: int = 0
    mismatches: int = 0

    def __str__(self) -> str:
        return f"{self.text}: {self.compared} compared, {self.mismatches} wrong"


@dataclass(frozen=True)
class BufferUse:
    """What was done to a buffer; everything is counted in elements."""

    argument: str
    index: int = 0
    type: str = ""
    element_bytes: int = 0
    elements: int = 0
    rights: str = ""
    reads: int = 0
    writes: int = 0
    atomics: int = 0
    elements_read: int = 0
    elements_written: int = 0
    least_offset: int | None = None
    greatest_offset: int | None = None
    most_writes: int = 0
    alignment: int = 0


@dataclass(frozen=True)
class LineUse:
    """What a line of the PTX that touches memory did: requests of warps, and what they cost."""

    line: int
    instruction: str = ""
    space: str = ""
    kind: str = ""
    bytes: int = 0
    requests: int = 0
    lanes: int = 0
    wavefronts: int | None = None
    ideal_wavefronts: int | None = None
    worst_wavefronts: int | None = None
    worst_ideal: int | None = None
    sectors: int | None = None
    ideal_sectors: int | None = None
    worst_sectors: int | None = None


@dataclass(frozen=True)
class Drawing:
    """A picture of who touches what."""

    text: str
    svg: str | None = None


@dataclass(frozen=True)
class BlocksRun:
    """Which blocks of the grid were run."""

    in_grid: int = 0
    choice: str = ""
    chosen: int = 0
    run: int = 0
    list: tuple[int, ...] = ()
    list_left_out: int = 0


class KernelNotRight(AssertionError):
    """A kernel is wrong, or could not be judged. The message is the report, which is at hand as `report`."""

    def __init__(self, report: KernelReport) -> None:
        super().__init__(str(report))
        self.report = report


@dataclass(frozen=True)
class KernelReport:
    """What a kernel did in the blocks that were run, and what is wrong with that."""

    verdict: Literal["right", "wrong", "undecided", "interrupted"]
    why: str
    entry: str
    target: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: int
    seconds: float
    launches: int
    probes: int
    steps: int
    accesses: int
    blocks: BlocksRun
    findings: tuple[Finding, ...]
    finding_count: int
    # What is said and is no finding: redundant writes of one warp.
    remarks: tuple[Finding, ...]
    expectations: tuple[Expectation, ...]
    buffers: tuple[BufferUse, ...]
    lines: tuple[LineUse, ...]
    drawings: tuple[Drawing, ...]
    # The program's answer as it came.
    answer: Mapping[str, Any] = field(repr=False, compare=False)

    @staticmethod
    def read(answer: Mapping[str, Any]) -> KernelReport:
        """The report in an answer of the program of format 1."""
        def each(kind: type[T], key: str) -> tuple[T, ...]:
            return tuple(_read(kind, entry) for entry in answer.get(key, ()))

        return KernelReport(
            verdict=answer["verdict"],
            why=answer.get("why", ""),
            entry=answer.get("entry", ""),
            target=answer.get("target", ""),
            grid=tuple(answer["grid"]),
            block=tuple(answer["block"]),
            shared=answer.get("shared", 0),
            seconds=answer.get("seconds", 0.0),
            launches=answer.get("launches", 0),
            probes=answer.get("probes", 0),
            steps=answer.get("steps", 0),
            accesses=answer.get("accesses", 0),
            blocks=_read(BlocksRun, answer.get("blocks", {})),
            findings=each(Finding, "findings"),
            finding_count=answer.get("finding_count", 0),
            remarks=each(Finding, "remarks"),
            expectations=each(Expectation, "expectations"),
            buffers=each(BufferUse, "buffers"),
            lines=each(LineUse, "lines"),
            drawings=each(Drawing, "drawings"),
            answer=answer,
        )

    @property
    def ok(self) -> bool:
        """Whether everything that was asked for ran and is right."""
        return self.verdict == "right"

    def raise_for_findings(self) -> None:
        """Raises KernelNotRight unless the kernel is right; a kernel that could not be judged is not."""
        if not self.ok:
            raise KernelNotRight(self)

    def __str__(self) -> str:
        verdict = f"{self.verdict} ({self.why})" if self.why else self.verdict
        left_out = "" if self.blocks.run == self.blocks.in_grid else f" ({self.blocks.choice})"
        text = [
            f"{self.entry}: {verdict}",
            f"  {self.target}, grid {self.grid}, block {self.block}: {self.blocks.run} of {self.blocks.in_grid} blocks "
            f"run{left_out}, {self.accesses} accesses, {self.seconds:.2f} s",
        ]
        text += [f"  {finding}" for finding in self.findings]
        text += [f"  expected {expectation}" for expectation in self.expectations]
        return "\n".join(text)
