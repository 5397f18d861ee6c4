#!/usr/bin/env python3
"""usage: documents.py PROGRAM FOLDER

Puts what Sphinx renders into FOLDER: the documents of the repository at their places, so that their links hold, and
pages of the statements, which the program prints.
"""

from __future__ import annotations

import html
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))
from common import link_to_judge, repository  # noqa: E402

# Where the files are that are no pages; without it they have no links.
REPOSITORY = repository()

SOURCES = {
    "colfax": "Categorical Foundations for CuTe Layouts (Colfax Research)",
    "shah": "A note on the algebra of CuTe Layouts (Jay Shah)",
    "debos": "Merging tensor views (Niels uit de Bos)",
    "primer": "A short introduction to layouts and their algebra",
    "slides": "Slides on CuTe's layout algebra",
    "cute": "CuTe's documentation",
    "cute-spec": "The documents of CuTe's reference implementation in Python",
    "layoutcheck": "The theorems of this project",
    "relation": "Relations between definitions of several sources",
}

# What begins a line of `layoutcheck statements`; any other line is what the statement says.
LABELS = (
    "In the source", "As printed", "Operands", "Missing from our copy", "Checked on", "Tested (whole)", "Tested (part)",
    "Tested (lines)", "Tested (stand-in)", "Tested (none)", "Counted", "Smallest counterexample", "Why", "Cause",
    "Least change", "Amended", "Slip", "Remark", "On its proof", "Line",
)
LABEL = re.compile(rf"(With [^:]* amended|{'|'.join(map(re.escape, LABELS))}): ?")
# Those whose text is a case.
CASES = ("Smallest counterexample", "Line")
LINK = re.compile(r"(\]\()([^()\s]+)(\))")


def output(program: str | pathlib.Path, *arguments: str) -> str:
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


def rewritten(text: str, page: pathlib.Path, pages: set[pathlib.Path]) -> str:
    """Links to what is no page lead to the repository, or nowhere; those into build/documents are pages here."""

    def link(match: re.Match[str]) -> str:
        target, _, fragment = match[2].partition("#")
        if not target or ":" in target or target.endswith((".svg", ".png")):
            return match[0]
        path = pathlib.Path(os.path.normpath(page.parent / target))
        if path in pages or path / "README.md" in pages:
            file = path if path in pages else path / "README.md"
            relative = os.path.relpath(file, page.parent)
            return f"{match[1]}{relative}{'#' if fragment else ''}{fragment}{match[3]}"
        if not (ROOT / path).exists():
            return "\\" + match[0]  # words that look like a link
        return f"{match[1]}{REPOSITORY}/blob/main/{path}{match[3]}" if REPOSITORY else "]\0"

    # An anchor before a heading, as Sphinx knows it.
    rendered = re.sub(r'^<a id="([^"]*)"></a>$', r"(\1)=", LINK.sub(link, text), flags=re.MULTILINE)
    # Brackets whose link is gone are plain words; those of code stay.
    return re.sub(r"\[([^\[\]]*)\]\0", r"\1", rendered)


def entries(printed: str) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Of each statement its id, its kind and standing, and its lines with their labels."""
    found: dict[str, tuple[str, str, list[tuple[str, str]]]] = {}
    lines: list[tuple[str, str]] = []
    for line in printed.splitlines():
        if line and not line.startswith(" "):
            name, _, kind = line.partition("  ")
            lines = []
            found.setdefault(name, (name, kind, lines))
            continue
        text = line.strip()
        label = LABEL.match(text)
        if label:
            lines.append((label[1], text[label.end():]))
        elif not lines or lines[-1][0] == "In the source" and lines[-1][1].endswith("”"):
            lines.append(("", text))
        else:
            lines[-1] = (lines[-1][0], lines[-1][1] + " " + text)
    return list(found.values())


def escaped(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>$#|~{}])", r"\\\1", text)


def is_displayed(words: str) -> bool:
    """Whether words of a source are a displayed formula: they have commands or indices of TeX, and no word beside."""
    rest = re.sub(r"\\(text|mathbf|begin|end)\{[^}]*\}|\\[A-Za-z]+", "", words)
    return re.search(r"\\\w|[_^]\w|[_^]\{", words) is not None and not re.search(r"[A-Za-z]{3}", rest)


# A word that has a command or an index of TeX, and several of them.
TERM = r"\S*(?:\\[A-Za-z]|\w[_^][\w{\\])[^\s*]*(?<![*\\.,])"
FORMULA = re.compile(f"({TERM}(?:,? {TERM})*)")


def prose(words: str) -> str:
    parts = FORMULA.split(words)
    return "".join(f"`{part}`" if i % 2 else emphasized(part) for i, part in enumerate(parts))


def emphasized(words: str) -> str:
    words = re.sub(r"\\\*(\w(?:[^*\\]*\w)?)\\\*", r"*\1*", escaped(words))
    return re.sub(r"\\<sup\\>(\w+)\\</sup\\>", r"<sup>\1</sup>", words)


def quoted(text: str) -> str:
    """The words of a source: formulas as code, and emphasis and superscripts as they are there."""
    parts = re.split(r"\$+([^$`]+)\$+", text)
    # Of a formula between dollars that is cut off, one pair is there.
    words = [re.split("([“”…])", part.replace("$$", "")) for part in parts[::2]]
    whole = ["".join(f"`{piece.strip()}`" if is_displayed(piece) else prose(piece) for piece in pieces) for pieces in words]
    formulas = [f"`{part.strip()}`" if part.strip() else "" for part in parts[1::2]]
    return "".join(word + formula for word, formula in itertools.zip_longest(whole, formulas, fillvalue=""))


def section_of(name: str) -> str:
    """colfax.2.1.6 of colfax.2.1.6.21.amended; shah.2 of shah.2.18."""
    numbers = [part for part in name.split(".")[1:] if not part.startswith("amended")]
    return ".".join(numbers[:-1])


def statement(entry: tuple[str, str, list[tuple[str, str]]], judge: str) -> str:
    name, kind, lines = entry
    text = f'<a id="{name}"></a>\n**{escaped(name)}** — {escaped(kind)}\n\n'
    for label, content in lines:
        if label == "In the source":
            text += f"> {quoted(content)}\n\n"
        elif label in CASES:
            link = f'<a href="{html.escape(judge + link_to_judge(content))}">'
            text += f"- *{label}:* {link}{escaped(content)}</a>\n"
        elif label:
            text += f"- *{escaped(label)}:* {escaped(content)}\n"
        else:
            text += f"\n{escaped(content)}\n\n"
    return text + "\n"


def write_statements(program: str, folder: pathlib.Path) -> None:
    printed = output(program, "statements", *output(program, "statements", "--names").split())
    folder.mkdir()
    rows = ""
    by_source: dict[str, list[tuple[str, str, list[tuple[str, str]]]]] = {}
    for entry in entries(printed):
        by_source.setdefault(entry[0].split(".")[0], []).append(entry)
    for source, listed in by_source.items():
        title = SOURCES[source]
        numbered = [kind for name, kind, _ in listed if "amended" not in name]
        fails = sum("fails" in kind for kind in numbered)
        rows += f"| [{source}]({source}.md) | {title} | {len(numbered)} | {fails} |\n"
        page = f"# {source}: {title}\n\n{len(numbered)} entries, {fails} of which fail as stated, and "
        page += f"{len(listed) - len(numbered)} amendments.\n\n"
        section = None
        for entry in listed:
            if section_of(entry[0]) != section:
                section = section_of(entry[0])
                page += f"## {source} {section}\n\n" if section else ""
            page += statement(entry, "../../index.html")
        (folder / f"{source}.md").write_text(page)
    contents = "\n".join(by_source)
    (folder / "index.md").write_text(
        "# Statements\n\nEvery statement of the sources: its words, our reading of it, whether it holds, and how it was "
        "tested. Each case links to the judge.\n\n| source | | entries | fail as stated |\n|---|---|---:|---:|\n"
        f"{rows}\n```{{toctree}}\n:hidden:\n\n{contents}\n```\n")


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(str(__doc__).splitlines()[0])
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    files = [*ROOT.glob("*.md"), *ROOT.glob("[!.]*/**/*.md")]
    pages = {file.relative_to(ROOT) for file in files}
    pages = {page for page in pages if page.parts[0] != "build" and not {"site", "tests"} & set(page.parts)}
    reading = output(program, "statements", "--document", "reading")
    texts = {page: (ROOT / page).read_text() for page in pages}
    texts[pathlib.Path("docs/reading.md")] = reading.replace("](statements.md)", "](../statements/index.md)")
    pages |= set(texts)
    if REPOSITORY:
        owner_and_name = "/".join(REPOSITORY.split("/")[-2:])
        texts = {page: text.replace("$REPOSITORY", owner_and_name) for page, text in texts.items()}
    for page, text in texts.items():
        (folder / page).parent.mkdir(parents=True, exist_ok=True)
        text = text.replace("](statements.md)", "](../statements/index.md)")
        (folder / page).write_text(rewritten(text, page, pages | {pathlib.Path("statements/index.md")}))
    for figure in (ROOT / "docs/figures").glob("*.svg"):
        (folder / "docs/figures").mkdir(exist_ok=True)
        shutil.copy(figure, folder / "docs/figures")
    write_statements(program, folder / "statements")
    (folder / "findings").mkdir()
    for page, option in (("index", "--page"), ("versions", "--versions")):
        (folder / f"findings/{page}.md").write_text(output(ROOT / "tools/findings", option, "../../index.html"))
    for name in ("conf.py", "index.md", "documents.css", "documents.js"):
        shutil.copy(ROOT / "site/sphinx" / name, folder)


main()
