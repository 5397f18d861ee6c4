"""Whether Compiler Explorer shows what tools/compiler-explorer says. Usage: compiler_explorer.py PROGRAM

Runs it as `base-tool` does: in the folder of the source, with the tool's options, the user's arguments and the path of the
source behind each other, and what the user wrote as its input. Then reads its output as `parseOutput` does (lib/utils.ts),
which is to be the JSON of --result.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / "tools" / "compiler-explorer"
PROPERTIES = ROOT / "docs" / "compiler-explorer.properties"
SEEN = ROOT / "corpus" / "ptx" / "seen"
LAUNCH = "grid  1\nblock 128\nargs  x: in u8[{}], y: out f32[512], i32=512, null, null\n"

# What a line of output has to be so that it is about a line of the source, or of a file.
OF_SOURCE = re.compile(r"^\s*<source>[(:](\d+)(?::?,?(\d+):?)?[):]*\s*(.*)")
OF_FILE = re.compile(r"^\s*([\w.]*\.[\w.]+)[(:](\d+)(?::?,?(\d+):?)?[):]*\s*(.*)")


def properties() -> dict[str, str]:
    lines = [line for line in PROPERTIES.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def run(program: str, source: Path, arguments: list[str], launch: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([TOOL, *arguments, source], cwd=source.parent, input=launch, capture_output=True, text=True,
                          env={"PATH": os.environ["PATH"], "LAYOUTCHECK": program})


def parsed(output: str, source: Path) -> list[dict[str, Any]]:
    found = []
    for line in output.splitlines():
        line = line.replace(str(source), "<source>")
        of_source, of_file = OF_SOURCE.match(line), OF_FILE.match(line)
        entry: dict[str, Any] = {"text": line}
        if match := of_source or of_file:
            *file, number, column, text = match.groups()
            severity = 2 if text.startswith("warning") else 1 if text.startswith("note") else 3
            entry["tag"] = {"line": int(number), "column": int(column or 0), "text": text, "severity": severity,
                            "file": source.name if of_source else file[0]}
        found.append(entry)
    return found


def expect(found: object, wanted: object) -> None:
    if found != wanted:
        sys.exit(f"expected {wanted!r}, found {found!r}")


def main() -> None:
    program = str(Path(sys.argv[1]).resolve())
    settings = properties()
    (name,) = settings["tools"].split(":")
    expect((settings[f"tools.{name}.class"], settings[f"tools.{name}.type"]), ("base-tool", "postcompilation"))
    options = settings[f"tools.{name}.options"].split()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "triton_kernels.py")
        shutil.copy(SEEN / source.name, source)
        expect(run(program, source, options, LAUNCH.format(512)).stderr,
               "layoutcheck: the compiler left no PTX beside triton_kernels.py\n")
        shutil.copy(SEEN / "bytes_to_floats.sm_80.ptx", Path(folder, "output.s"))
        expect(run(program, source, options, LAUNCH.format(512)).returncode, 0)
        wrong = run(program, source, options, LAUNCH.format(500))
        expect(wrong.returncode, 1)
        lines = parsed(wrong.stdout, source)
        tag = lines[0]["tag"]
        # The line that the PTX names.
        places = re.findall(r"\.loc\s+1 (\d+)", Path(folder, "output.s").read_text())
        expect(str(tag["line"]) in places, True)
        expect((tag["severity"], tag["file"]), (3, source.name))
        expect(tag["text"].startswith("error: out of bounds in x: block (0,0,0), thread (116,0,0)"), True)
        expect((lines[1]["tag"]["file"], lines[1]["tag"]["severity"]), ("output.s", 1))
        expect(sum("tag" in line for line in lines), 2)
        result = json.loads(run(program, source, ["--result", *options], LAUNCH.format(500)).stdout)
        without_seconds = [{**line, "text": re.sub(r"[\d.]+ s$", "", line["text"])} for line in lines]
        expect([{**line, "text": re.sub(r"[\d.]+ s$", "", line["text"])} for line in result["stdout"]], without_seconds)
        # What the user adds, and a launch that is none.
        expect(run(program, source, [*options, "--blocks", "0-7"], LAUNCH.format(500)).returncode, 2)
        expect("bytes_to_floats" in run(program, source, options, "").stdout, True)
        expect(run(program, source, options, "grid\n").returncode, 2)


main()
