"""A stand-in for the program: it writes down how it was run, and prints what it was told to."""

import json
import os
import pathlib
import stat
import sys
import tempfile

_SCRIPT = """#!{python}
import json, os, pathlib, sys
here = pathlib.Path({folder!r})
kind = "listing" if "--list" in sys.argv else "report"
files = {{path.name: path.read_bytes().hex() for path in pathlib.Path.cwd().iterdir()}}
(here / f"{{kind}}.run").write_text(json.dumps({{"arguments": sys.argv[1:], "files": files}}))
answer = json.loads((here / f"{{kind}}.json").read_text())
sys.stdout.write(answer["output"])
sys.stderr.write(answer["error"])
sys.exit(answer["status"])
"""


def parameter(type: str, bytes: int) -> dict:
    """A parameter of an entry, as the program lists it."""
    return {"name": f"copy_param_{type}", "type": type, "bytes": bytes, "offset": 0, "is_pointer": False}


def report(**changes) -> dict:
    """The program's report of a right kernel, with changes."""
    right = {
        "layoutcheck": "0.1.0", "format": 1, "file": "kernel.ptx", "entry": "copy", "target": "sm_80",
        "grid": [8, 1, 1], "block": [128, 1, 1], "shared": 0, "verdict": "right", "why": "", "seconds": 0.25,
        "blocks": {"in_grid": 8, "choice": "all", "chosen": 8, "run": 8, "list": [0, 1], "list_left_out": 6},
        "launches": 1, "probes": 0, "steps": 100, "accesses": 2048, "findings": [], "finding_count": 0,
        "expectations": [], "buffers": [], "lines": [],
    }
    return {**right, **changes}


class StandIn:
    """A program that can be run as layoutcheck; give its path as `program`."""

    def __init__(self, parameters: list, *, entries: tuple = ("copy",), required_threads: int | None = 128) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self._folder.name)
        self.program = self.folder / "layoutcheck"
        self.program.write_text(_SCRIPT.format(python=sys.executable, folder=str(self.folder)))
        os.chmod(self.program, stat.S_IRWXU)
        self.answers("listing", {
            "layoutcheck": "0.1.0", "format": 1, "file": "kernel.ptx", "version": "8.8", "target": "sm_80",
            "entries": [{"name": name, "line": 5, "required_threads": required_threads, "most_threads": None,
                         "parameters": parameters} for name in entries],
        })
        self.answers("report", report())

    def answers(self, kind: str, answer: dict | str, status: int = 0, error: str = "") -> None:
        """Sets what the program prints for a "listing" or a "report"."""
        output = answer if isinstance(answer, str) else json.dumps(answer)
        (self.folder / f"{kind}.json").write_text(json.dumps({"output": output, "error": error, "status": status}))

    def run(self, kind: str = "report") -> list:
        """The arguments of the last run."""
        return json.loads((self.folder / f"{kind}.run").read_text())["arguments"]

    def file(self, name: str) -> bytes:
        """What a file in the folder of the last run held."""
        return bytes.fromhex(json.loads((self.folder / "report.run").read_text())["files"][name])

    def option(self, name: str) -> str | None:
        """The value of an option of the last run; None if it was not given."""
        arguments = self.run()
        return arguments[arguments.index(name) + 1] if name in arguments else None

    def close(self) -> None:
        self._folder.cleanup()
