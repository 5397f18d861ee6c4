"""The records of corpus/findings: what is wrong in implementations, kernels and sources, each with an id that stays."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from common import ROOT, Trouble

FOLDER = ROOT / "corpus" / "findings"
# Keys that come once, and that come several times.
SINGLE = ("title", "case", "kernel", "of", "words", "thread", "replay", "report")
SEVERAL = ("seen",)


@dataclass
class Finding:
    """A record: `key: text`, where a line that begins with a blank continues the one before it."""

    name: str
    title: str = ""
    case: str = ""
    kernel: str = ""
    of: str = ""
    words: str = ""
    thread: str = ""
    replay: str = ""
    report: str = ""
    seen: list[str] = field(default_factory=list)

    @property
    def question(self) -> str:
        return self.case.split(" = ")[0]

    @property
    def adapters(self) -> list[str]:
        return [seen.split()[0] for seen in self.seen]

    def answered_by(self, seen: str) -> str:
        """The case with the answer of that one, which may have a form of its own."""
        _, own, answer = seen.partition(" = ")
        return f"{self.question} = {answer}" if own else self.case

    @property
    def judged(self) -> str:
        """The case as `check` reads it, which has no word for a process that ended."""
        return re.sub(" = crash$", " = error", self.case)


def read(path: Path) -> Finding:
    finding = Finding(path.stem)
    for line in re.sub(r"\n[ \t]+", " ", path.read_text()).splitlines():
        key, _, text = line.partition(": ")
        if not text or key not in SINGLE + SEVERAL or key in SINGLE and getattr(finding, key):
            raise Trouble(f"{path}: what is '{line}'?")
        if key in SINGLE:
            setattr(finding, key, text)
        else:
            finding.seen.append(text)
    if not finding.title or not finding.report or finding.case and finding.kernel:
        raise Trouble(f"{path}: a finding has a title, a report, and a case or a kernel")
    if not (finding.case or finding.kernel or finding.of) or bool(finding.of) != bool(finding.replay):
        raise Trouble(f"{path}: what is not replayed here, or only as a model, says of what it is and how to replay that")
    return finding


def all_findings() -> list[Finding]:
    return [read(path) for path in sorted(FOLDER.glob("LC-*.finding"))]
