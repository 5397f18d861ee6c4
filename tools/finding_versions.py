"""Which version of an implementation has which finding: what was recorded in corpus/versions, and a page of it."""

from __future__ import annotations

import functools
import html
import re
from dataclasses import dataclass

from common import ROOT, Trouble, link_to_judge
from finding_records import Finding

VERSIONS = ROOT / "corpus" / "versions"

# What a cell shows, and what it means. The sign says it without the color, too.
STATES = {
    "there": ("●", "the finding's answer"),
    "otherwise": ("◐", "another wrong answer"),
    "refuses": ("○", "an error, or a crash"),
    "right": ("✔", "the right answer"),
    "silent": ("–", "the operation is not offered"),
}


@dataclass(frozen=True)
class Answered:
    """What a version of an implementation makes of the question of a finding."""

    version: str
    finding: str
    state: str


@dataclass(frozen=True)
class Recorded:
    """A dated run of the versions of an implementation, oldest first."""

    date: str
    answers: tuple[Answered, ...]

    @property
    def versions(self) -> list[str]:
        return list(dict.fromkeys(one.version for one in self.answers))


@functools.cache
def recorded(name: str) -> Recorded:
    """Of the adapter; without a date if nothing is kept."""
    path = VERSIONS / f"{name}.tsv"
    if not path.exists():
        return Recorded("", ())
    head, *lines = path.read_text().splitlines()
    date = re.search(r"asked on (\d{4}-\d\d-\d\d)", head)
    answers = [Answered(*line.split("\t")) for line in lines if line.count("\t") == 2]
    if date is None or len(answers) != len(lines) or {one.state for one in answers} - set(STATES):
        raise Trouble(f"{path}: a dated run is expected")
    return Recorded(date[1], tuple(answers))


def table_of(name: str, findings: dict[str, Finding], judge: str) -> str:
    run = recorded(name)
    states = {(one.version, one.finding): one.state for one in run.answers}
    head = "".join(f'<th scope="col">{html.escape(version)}</th>' for version in run.versions)
    rows = ""
    for finding in dict.fromkeys(one.finding for one in run.answers):
        record = findings[finding]
        cells = ""
        for version in run.versions:
            state = states[version, finding]
            sign, meaning = STATES[state]
            cells += f'<td class="{state}" title="{meaning}"><span role="img" aria-label="{meaning}">{sign}</span></td>'
        case = f'<a href="{html.escape(judge + link_to_judge(record.judged))}"><code>{html.escape(record.question)}</code></a>'
        rows += (f'<tr data-operation="{record.question.split("(")[0]}"><th scope="row"><a href="index.html#{finding}">'
                 f"{finding}</a> {html.escape(record.title)}<br>{case}</th>{cells}</tr>\n")
    return (f"## {name}\n\n*Asked on {run.date}.*\n\n"
            f'<div class="versions" role="region" tabindex="0" aria-label="{name}"><table>\n<thead><tr>'
            f'<th scope="col">finding</th>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n\n')


STYLE = """<style>
.versions { overflow-x: auto } .versions table { border-collapse: collapse; width: 100% }
.versions th, .versions td { border: 1px solid #8888; padding: .25em .5em; text-align: center; vertical-align: top }
.versions tbody th { text-align: left; font-weight: normal; min-width: 14em; overflow-wrap: anywhere }
.versions .there { background: #b3261e40 } .versions .right { background: #2f6d3a40 }
</style>
"""

# Rows of other operations are hidden, and tables of which no row is left with their headings.
SCRIPT = """<script>
document.getElementById('operation').addEventListener('change', (event) => {
  for (const row of document.querySelectorAll('.versions tbody tr'))
    row.hidden = event.target.value !== '' && row.dataset.operation !== event.target.value;
  for (const table of document.querySelectorAll('.versions'))
    table.closest('section').hidden = !table.querySelector('tbody tr:not([hidden])');
});
</script>
"""


def page_of_versions(findings: list[Finding], judge: str) -> str:
    """All that is kept, in Markdown, for a folder beside the documents, with links to the page that judges."""
    by_name = {finding.name: finding for finding in findings}
    names = sorted(path.stem for path in VERSIONS.glob("*.tsv"))
    asked = {one.finding for name in names for one in recorded(name).answers}
    operations = sorted({by_name[finding].question.split("(")[0] for finding in asked})
    options = "".join(f"<option>{operation}</option>" for operation in operations)
    key = ", ".join(f"{sign} {meaning}" for sign, meaning in STATES.values())
    return (
        "# Versions\n\nHow each version of an implementation answers the cases of [its findings](index.md), recorded by "
        "`tools/findings --record`: " + key + ".\n\n"
        f'{STYLE}<p><label for="operation">Operation</label> <select id="operation"><option value="">all</option>'
        f"{options}</select></p>\n\n" + "".join(table_of(name, by_name, judge) for name in names) + SCRIPT
    )
