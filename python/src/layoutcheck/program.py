"""The program `layoutcheck`: where it is, and how it is run."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys
from typing import Any

# Where a wheel has it. It finds its corpus from where it lies.
_OWN = pathlib.Path(__file__).parent / "bin" / "layoutcheck"


class ProgramNotFound(FileNotFoundError):
    """The program is neither named nor to be found."""


class ProgramError(ValueError):
    """The program did not take what it was given; the message is its own."""


def find_program(named: str | os.PathLike[str] | None = None) -> str:
    """The program's path: as named, or as the variable LAYOUTCHECK says, or the package's own, or on the PATH. Raises
    ProgramNotFound."""
    for source, name in (("the argument program", named), ("the variable LAYOUTCHECK", os.environ.get("LAYOUTCHECK"))):
        if name:
            found = shutil.which(os.fspath(name))
            if found is None:
                raise ProgramNotFound(f"{source} names {os.fspath(name)!r}, which cannot be run")
            return os.path.abspath(found)
    return _installed_program()


def _installed_program() -> str:
    if os.access(_OWN, os.X_OK):
        return str(_OWN)
    for folder in os.get_exec_path():
        found = shutil.which("layoutcheck", path=folder)
        # The console script of a package without the program, this one maybe, would only look for it again.
        if found and b"from layoutcheck.program import main" not in pathlib.Path(found).read_bytes()[:1000]:
            return os.path.abspath(found)
    raise ProgramNotFound(
        "the program layoutcheck is not in this package, which was built without it, and not on the PATH; "
        "name it with the variable LAYOUTCHECK"
    )


def main() -> int:
    """The console script: the process becomes the program, with the same arguments. Returns only if there is none."""
    try:
        program = _installed_program()
    except ProgramNotFound as error:
        print(f"layoutcheck: {error}", file=sys.stderr)
        return 2
    os.execv(program, ["layoutcheck", *sys.argv[1:]])


def run_for_json(command: list[str], folder: pathlib.Path, timeout: float | None = None) -> dict[str, Any]:
    """What the program prints as JSON. Raises ProgramError where it rejects its input or does not answer."""
    try:
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        raise ProgramError(f"the program did not end within {timeout} seconds") from None
    if run.returncode not in (0, 1):
        message = run.stderr.strip() or f"the program ended with status {run.returncode} and no message"
        raise ProgramError(message.removeprefix("layoutcheck kernel: "))
    try:
        answer = json.loads(run.stdout)
    except json.JSONDecodeError as error:
        raise ProgramError(f"the program's answer is not JSON ({error}): {run.stdout[:200]!r}") from None
    if not isinstance(answer, dict) or answer.get("format") != 1:
        raise ProgramError("the program's answer is not of format 1, which is the one that this package reads")
    return answer
