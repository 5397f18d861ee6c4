"""What the tools in Python share: places, messages, tables, options, and programs that they run."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.parse
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build" / "release" / "bin" / "layoutcheck"
JOBS = os.cpu_count() or 1
# How long a program has to end when it is asked to.
PATIENCE = 5


class Trouble(Exception):
    """Something that the user must mend; the message names the place."""


def repository() -> str:
    """The address of the repository, as pyproject.toml has it, or LAYOUTCHECK_REPOSITORY; "" while nobody owns it."""
    address = os.environ.get("LAYOUTCHECK_REPOSITORY", "")
    if found := re.search(r'^Repository = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE):
        address = address or found[1]
    return "" if "/OWNER/" in address else address


def shown(path: Path) -> str:
    """The path as a user in the root of the repository writes it."""
    try:
        return str(path.resolve().relative_to(ROOT))
    except ValueError:
        return str(path)


def with_thousands(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def link_to_judge(case: str) -> str:
    """What follows the address of the page that judges a case (site/page.js)."""
    compact = re.sub(r"\s*([,=])\s+", r"\1", case).replace(" =", "=")
    return "#" + urllib.parse.quote(compact, safe="(),:*@=+-&!$/")


def tail(text: str, lines: int = 12) -> str:
    """The last lines, indented."""
    return "\n".join("  " + line for line in text.rstrip("\n").split("\n")[-lines:])


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


# Programs


def send(process: subprocess.Popen[Any], number: int) -> None:
    """A signal to a program that has a session of its own, and to all that it started."""
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        pass


def end(process: subprocess.Popen[Any]) -> None:
    """Ends such a program: in order, if it does so when it is interrupted."""
    if process.poll() is None:
        send(process, signal.SIGINT)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            pass
    send(process, signal.SIGKILL)
    process.wait()


def report_of_run(program: Path, report: Path, options: Sequence[Any], command: Sequence[Any]) -> dict[str, Any]:
    """What `layoutcheck run` tells of a program, in JSON, which is left in the file."""
    report.unlink(missing_ok=True)
    ran([program, "run", *options, "--json", report, "--", *command])
    if not report.exists():
        raise Trouble(f"{shown(report)}: there is no report of {' '.join(map(str, command))}")
    found: dict[str, Any] = json.loads(report.read_text())
    return found


def ran(command: Sequence[Any], limit: float | None = None, **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs a program that ends with all that it started, whatever happens here. Unless told, what it says of errors is in
    its output. The options are those of Popen. Raises TimeoutExpired after so many seconds."""
    defaults = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    words = [*map(str, command)]
    try:
        process = subprocess.Popen(words, text=True, errors="replace", start_new_session=True, **(defaults | options))
    except OSError as error:
        raise Trouble(f"{words[0]} cannot be run: {error.strerror}") from error
    try:
        output, errors = process.communicate(timeout=limit)
    finally:
        end(process)
    return subprocess.CompletedProcess(words, process.returncode, output or "", errors or "")


def required(command: Sequence[Any], **options: Any) -> str:
    """The output of a program that must not fail."""
    done = ran(command, **options)
    if done.returncode != 0:
        raise Trouble(f"{' '.join(done.args)} fails:\n{tail(done.stdout + done.stderr, 30)}")
    return done.stdout


# The command line


def new_parser(text: str | None, **more: Any) -> argparse.ArgumentParser:
    """Says what the tool's own text says, as it stands there."""
    name = "tools/" + Path(sys.argv[0]).name
    return argparse.ArgumentParser(
        prog=name, description=text, formatter_class=argparse.RawDescriptionHelpFormatter, **more
    )


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a positive number, found '{text}'")
    return int(text)


class StatusLine:
    """One line that is written over again, and only to a terminal."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty()

    def show(self, text: str) -> None:
        if self.is_shown:
            sys.stderr.write("\r\033[K" + text[: shutil.get_terminal_size().columns - 1])
            sys.stderr.flush()


def run_main(main: Callable[[], int]) -> None:
    """Ends the tool with the status of main; trouble is told with its name, with status 2."""

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
        print(f"tools/{Path(sys.argv[0]).name}: {trouble}", file=sys.stderr)
        status = 2
    except BrokenPipeError:
        # Whoever reads has seen enough; the interpreter must not complain about it at its end.
        sys.stdout = None
        status = 1
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
