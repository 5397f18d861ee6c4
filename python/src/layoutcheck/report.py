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
    #: Of a sum: of how many elements the signs and factors of the terms are not known, and not judged.
    without_factors: int = 0

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
    #: Of an `out` buffer, where all blocks ran: the elements that no thread wrote, and the first of them.
    elements_unwritten: int = 0
    first_unwritten: int | None = None
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


@dataclass(frozen=True)
class Growth:
    """Up to which size a kernel is right, and from which it is not, as far as bisection and samples know."""

    name: str
    first: int
    last: int
    step: int = 1
    #: The size that the report is of.
    size: int = 0
    right_up_to: int | None = None
    not_right_from: int | None = None
    #: A size above that is right again: then smaller ones that were not tried may be wrong.
    right_again: int | None = None
    finished: bool = False
    #: Each size that was tried, with its verdict ("right", "wrong", "undecided", "refused") and why.
    tried: tuple[Mapping[str, Any], ...] = ()

    def __str__(self) -> str:
        sides = [] if self.right_up_to is None else [f"right up to {self.right_up_to}"]
        sides += [] if self.not_right_from is None else [f"not right from {self.not_right_from}"]
        return f"{self.name}: {', '.join(sides)} ({len(self.tried)} sizes tried)"


class KernelNotRight(AssertionError):
    """A kernel is wrong, or could not be judged. The message is the report, which is at hand as `report`."""

    def __init__(self, report: KernelReport) -> None:
        super().__init__(str(report))
        self.report = report


@dataclass(frozen=True)
class CutLoop:
    """A loop that would have taken the run over its limits, and how many of its iterations were executed."""

    line: int
    executed: int = 0
    iterations: int = 0
    #: In so many blocks, and which iterations were left out in the first of them: ranges, from 1 on.
    blocks: int = 1
    left_out: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        return f"{self.executed} of {self.iterations} iterations of the loop in line {self.line} were executed"


@dataclass(frozen=True)
class Gap:
    """Something that was not judged: its kind, as `strict` names it, or ignored, and a sentence."""

    kind: str
    text: str
    #: Whether `strict` asked for it, which leaves the launch undecided.
    required: bool = False


@dataclass(frozen=True)
class KernelReport:
    """What a kernel did in the blocks that were run, and what is wrong with that."""

    #: "right in part" if not all blocks or not all iterations of a loop ran; see not_judged.
    verdict: Literal["right", "right in part", "wrong", "undecided", "interrupted"]
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
    # Those of which not all iterations were executed.
    loops: tuple[CutLoop, ...]
    # What was not judged by which checks, each a sentence.
    not_judged: tuple[str, ...]
    # The same with their kinds.
    gaps: tuple[Gap, ...]
    blocks: BlocksRun
    findings: tuple[Finding, ...]
    finding_count: int
    # What is said and is no finding: redundant writes of one warp.
    remarks: tuple[Finding, ...]
    expectations: tuple[Expectation, ...]
    buffers: tuple[BufferUse, ...]
    lines: tuple[LineUse, ...]
    drawings: tuple[Drawing, ...]
    growth: Growth | None
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
            loops=each(CutLoop, "loops"),
            not_judged=tuple(answer.get("not_judged", ())),
            gaps=each(Gap, "gaps"),
            blocks=_read(BlocksRun, answer.get("blocks", {})),
            findings=each(Finding, "findings"),
            finding_count=answer.get("finding_count", 0),
            remarks=each(Finding, "remarks"),
            expectations=each(Expectation, "expectations"),
            buffers=each(BufferUse, "buffers"),
            lines=each(LineUse, "lines"),
            drawings=each(Drawing, "drawings"),
            growth=_read(Growth, answer["growth"]) if answer.get("growth") else None,
            answer=answer,
        )

    @property
    def ok(self) -> bool:
        """Whether all that ran is right: at all sizes that were tried, where one grew. `whole` says whether all ran."""
        return self.verdict in ("right", "right in part") and (
            self.growth is None or (self.growth.finished and self.growth.not_right_from is None))

    @property
    def whole(self) -> bool:
        """Whether nothing was left out: all blocks ran, and all iterations, and every check covers them."""
        return not self.not_judged

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
        text += [f"  not judged: {sentence}" for sentence in self.not_judged]
        text += [f"  {finding}" for finding in self.findings]
        text += [f"  expected {expectation}" for expectation in self.expectations]
        text += [f"  {self.growth}"] if self.growth else []
        return "\n".join(text)
