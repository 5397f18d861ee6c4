"""What the tools around the fuzz targets share: names, folders, corpora as text, and tables."""

from __future__ import annotations

import hashlib
import re
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORPORA = ROOT / "corpus" / "fuzz"
DEFAULT_BUILD = ROOT / "build" / "fuzz"

# Longer inputs say nothing that shorter ones do not, and nobody reads them in a diff.
LONGEST_INPUT = 300
# A seed that is a whole module of PTX is longer than a case.
LONGEST_SEEDS = {"ptx": 1000}

# What these targets take may hold an answer; the others ask for it themselves.
TARGETS_WITH_ANSWERS = frozenset({"judge", "check", "notation"})


class Trouble(Exception):
    """Something that the user must mend; the message names the place."""


def shown(path: Path) -> str:
    """The path as a user in the root of the repository writes it."""
    try:
        return str(path.resolve().relative_to(ROOT))
    except ValueError:
        return str(path)


def target_names() -> list[str]:
    """The targets, in the order of the build, which is where they are named."""
    place = ROOT / "fuzz" / "CMakeLists.txt"
    found = re.search(r"^set\(names ([a-z ]+)\)$", place.read_text(), re.MULTILINE)
    if found is None:
        raise Trouble(f"{shown(place)}: no line 'set(names ...)' names the targets")
    return found[1].split()


def checked_target(name: str) -> str:
    names = target_names()
    if name not in names:
        raise Trouble(f"there is no target '{name}'; the targets are {', '.join(names)}")
    return name


def target_program(build: Path, target: str) -> Path:
    program = build / "bin" / f"fuzz_{target}"
    if not program.is_file():
        raise Trouble(
            f"{shown(program)} is not there; build it with: "
            "cmake --preset fuzz && cmake --build --preset fuzz --target layoutcheck_fuzz_targets"
        )
    return program


def run_folder(build: Path, target: str) -> Path:
    """Where runs of the target keep corpus, logs and finds."""
    return build / "run" / target


# Corpora: an input is a line; a file begins with comments, which are no inputs.


def corpus_file(corpora: Path, target: str) -> Path:
    return corpora / f"{target}.lines"


def read_corpus(path: Path) -> tuple[list[bytes], list[bytes]]:
    """The comment lines at the beginning, and the inputs; both empty if there is no file."""
    if not path.exists():
        return [], []
    lines = path.read_bytes().split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    head = 0
    while head < len(lines) and lines[head].startswith(b"#"):
        head += 1
    return lines[:head], lines[head:]


def write_corpus(path: Path, head: Sequence[bytes], inputs: Iterable[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [*head, *sorted(set(inputs))]
    path.write_bytes(b"".join(line + b"\n" for line in lines))


def is_text_input(line: bytes) -> bool:
    """Whether the line can stand in a corpus: short, printable, and no comment."""
    if len(line) > LONGEST_INPUT or line.startswith(b"#"):
        return False
    try:
        return line.decode("utf-8").isprintable()
    except UnicodeDecodeError:
        return False


def inputs_in_folder(folder: Path) -> tuple[set[bytes], int]:
    """The lines of all files that can stand in a corpus, and how many files have one that cannot."""
    if not folder.is_dir():
        raise Trouble(f"{shown(folder)} is no folder")
    inputs: set[bytes] = set()
    left_out = 0
    for path in folder.rglob("*"):
        if not path.is_file():
            continue
        lines = [line for line in path.read_bytes().split(b"\n") if line.strip()]
        left_out += not all(map(is_text_input, lines))
        inputs.update(filter(is_text_input, lines))
    return inputs, left_out


def case_lines(target: str) -> set[bytes]:
    """The cases of papers and regressions as inputs of the target."""
    inputs: set[bytes] = set()
    for room in ("papers", "regressions"):
        for path in (ROOT / "corpus" / room).glob("*.txt"):
            for line in path.read_bytes().splitlines():
                case = line.partition(b"#")[0]
                if target not in TARGETS_WITH_ANSWERS:
                    case = case.partition(b"=")[0]
                if case.strip():
                    inputs.add(case.strip())
    return inputs


def seeds(corpora: Path, target: str, with_cases: bool) -> list[bytes]:
    inputs = set(read_corpus(corpus_file(corpora, target))[1])
    if with_cases:
        inputs |= case_lines(target)
    return sorted(inputs)


def input_name(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def write_inputs(folder: Path, inputs: Iterable[bytes]) -> int:
    """One file an input; returns how many. What is there already stays."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for data in inputs:
        path = folder / input_name(data)
        if not path.exists():
            path.write_bytes(data)
        count += 1
    return count


# Tables


def table(head: Sequence[str], rows: Iterable[Sequence[str]], markdown: bool = False) -> str:
    """A table of text. Columns are aligned to the right where each cell but the head is a number."""
    cells = [list(head), *([str(cell) for cell in row] for row in rows)]
    if markdown:
        for row in cells:
            row[:] = [cell.replace("|", "\\|") for cell in row]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    number = re.compile(r"[-0-9 .,/%]*")
    right = [all(number.fullmatch(row[i]) for row in cells[1:]) for i in range(len(head))]

    def line(row: Sequence[str]) -> str:
        padded = [
            cell.rjust(width) if is_right else cell.ljust(width)
            for cell, width, is_right in zip(row, widths, right)
        ]
        return "| " + " | ".join(padded) + " |" if markdown else "  ".join(padded).rstrip()

    lines = [line(row) for row in cells]
    if markdown:
        rule = ["-" * (w - 1) + ":" if is_right else "-" * w for w, is_right in zip(widths, right)]
        lines.insert(1, "| " + " | ".join(rule) + " |")
    return "\n".join(lines)


def with_thousands(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def run_main(name: str, main: Callable[[], int]) -> None:
    """Ends the program with the status of main; trouble is told with the name of the tool, with status 2."""

    def interrupt(*_: object) -> None:
        # A second signal must not break off what the first one has ended in order.
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    # Targets run in sessions of their own, and would outlive a tool that is terminated.
    numbers = (signal.SIGINT, signal.SIGTERM)
    for number in numbers:
        signal.signal(number, interrupt)
    try:
        status = main()
        sys.stdout.flush()
    except Trouble as trouble:
        sys.stdout.flush()
        print(f"{name}: {trouble}", file=sys.stderr)
        status = 2
    except BrokenPipeError:
        # Whoever reads has seen enough; the interpreter must not complain about it at its end.
        sys.stdout = None
        status = 1
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
