"""Which version of an implementation has which cause: a page with a table for each, a column a version."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# What a cell shows, and what it means. The sign says it without the colour, too.
STATES = {
    "there": ("●", "the cause is there, as in the first version or in the one before"),
    "new": ("▲", "new: the version before did not have it"),
    "gone": ("✔", "gone: the version before had it"),
    "absent": ("·", "the operation is judged, and the cause is not there"),
    "silent": ("–", "the operation is not offered, or nothing of it was judged"),
    "missing": ("?", "the version could not be had, or gave no report"),
}

STYLE = """body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; color: #1a1a1a; background: #fff }
table { border-collapse: collapse; margin: 1em 0 } caption { text-align: left; font-weight: 600; padding: .3em 0 }
th, td { border: 1px solid #d5d5d5; padding: .2em .5em; text-align: center } th:first-child, td:first-child { text-align: left }
td:first-child { max-width: 48em } code { font-size: .9em; overflow-wrap: anywhere }
.there { background: #f6c7c3 } .new { background: #b3261e; color: #fff; font-weight: 700 } .gone { background: #9bd6a4 }
.absent { background: #e3f3e5 } .silent { background: #eee; color: #777 } .missing { background: #fff; color: #999 }
@media (prefers-color-scheme: dark) { body { background: #161616; color: #e8e8e8 } th, td { border-color: #444 }
.there { background: #6b2b27 } .gone { background: #2f6d3a } .absent { background: #1d3a22 } .silent { background: #2a2a2a }
.missing { background: #161616 } }"""


@dataclass(frozen=True)
class Row:
    """A cause, with its smallest case in the last version that has it, and its state in each version."""

    operation: str
    title: str
    example: str
    states: tuple[str, ...]


def versions_in(profile: Path) -> list[str]:
    """The versions that the profile lists, oldest first."""
    found = re.search(r"^versions: (.*(?:\n  .*)*)", profile.read_text(), re.MULTILINE)
    return [word.strip() for word in found[1].split(",")] if found else []


def is_judged(report: dict[str, Any], operation: str) -> bool:
    return bool(report["operations"].get(operation, {}).get("judged", 0))


def rows_of(reports: list[dict[str, Any] | None]) -> list[Row]:
    """A row for each cause that any version has; None is a version without a report. A version that does not judge the
    operation says nothing of whether its causes are new or gone."""
    causes = [{(fault["operation"], fault["cause"]): fault for fault in (report or {"faults": []})["faults"]}
              for report in reports]
    rows = []
    for operation, title in sorted({key for one in causes for key in one}):
        states = []
        before: bool | None = None
        example = ""
        for report, here in zip(reports, causes):
            if report is None:
                states.append("missing")
            elif (operation, title) in here:
                states.append("new" if before is False else "there")
                example = here[operation, title]["text"]
                before = True
            elif not is_judged(report, operation):
                states.append("silent")
            else:
                states.append("gone" if before else "absent")
                before = False
        rows.append(Row(operation, title, example, tuple(states)))
    return rows


def table_of(name: str, versions: list[str], reports: list[dict[str, Any] | None]) -> str:
    rows = rows_of(reports)
    head = "".join(f"<th>{html.escape(version)}</th>" for version in versions)
    lines = [f'<table id="{html.escape(name)}"><caption>{html.escape(name)}</caption>', f"<tr><th>cause</th>{head}</tr>"]

    def numbers(title: str, number: Any) -> None:
        cells = "".join("<td>?</td>" if report is None else f"<td>{number(report)}</td>" for report in reports)
        lines.append(f"<tr><td>{title}</td>{cells}</tr>")

    numbers("questions judged", lambda report: report["total"]["judged"])
    numbers("operations judged", lambda report: sum(is_judged(report, one) for one in report["operations"]))
    numbers("<b>causes</b>", lambda report: f"<b>{len(report['faults'])}</b>")
    for row in rows:
        cells = "".join(f'<td class="{state}" title="{html.escape(STATES[state][1])}">{STATES[state][0]}</td>'
                        for state in row.states)
        lines.append(f"<tr><td><b>{html.escape(row.operation)}</b>: {html.escape(row.title)}<br>"
                     f"<code>{html.escape(row.example[:160])}</code></td>{cells}</tr>")
    return "\n".join([*lines, "</table>"])


def page(tables: list[str], asked: str) -> str:
    key = " ".join(f'<td class="{state}">{sign}</td><td>{meaning}</td></tr><tr>' for state, (sign, meaning) in STATES.items())
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f"<title>layoutcheck: versions</title><style>{STYLE}</style></head><body>\n<h1>Causes by version</h1>\n"
            f"<p>Each version is asked the same: <code>layoutcheck test {html.escape(asked)}</code>. A cause is an operation "
            f"with what its wrong answers have in common, and the smallest of them.</p>\n<table><tr>{key}</tr></table>\n"
            + "\n".join(tables) + "\n</body></html>\n")
