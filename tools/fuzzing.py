"""What the tools around the fuzz targets share: names, folders, and corpora as text."""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from common import ROOT, Trouble, shown

CORPORA = ROOT / "corpus" / "fuzz"
DEFAULT_BUILD = ROOT / "build" / "fuzz"

# Longer inputs say nothing that shorter ones do not, and nobody reads them in a diff.
LONGEST_INPUT = 300
# A seed that is a whole module of PTX is longer than a case.
LONGEST_SEEDS = {"ptx": 1000}

# What these targets take may hold an answer; the others ask for it themselves.
TARGETS_WITH_ANSWERS = frozenset({"judge", "check", "notation"})


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


def inputs_in(place: Path) -> tuple[set[bytes], int]:
    """The lines of all files in a folder, or in a zip file, that can stand in a corpus, and how many files have one that
    cannot."""
    inputs: set[bytes] = set()
    left_out = 0
    for content in contents_of(place):
        lines = [line for line in content.split(b"\n") if line.strip()]
        left_out += not all(map(is_text_input, lines))
        inputs.update(filter(is_text_input, lines))
    return inputs, left_out


def contents_of(place: Path) -> Iterator[bytes]:
    """What the files in a folder hold, or those in a zip file, as which ClusterFuzz keeps corpora."""
    if zipfile.is_zipfile(place):
        with zipfile.ZipFile(place) as archive:
            yield from (archive.read(entry) for entry in archive.infolist() if not entry.is_dir())
    elif place.is_dir():
        yield from (path.read_bytes() for path in sorted(place.rglob("*")) if path.is_file())
    else:
        raise Trouble(f"{shown(place)} is no folder and no zip file")


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
