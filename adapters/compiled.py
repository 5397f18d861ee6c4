"""Compiling C++ for an adapter, and programs that are compiled once and asked a line at a time. CXX names another g++."""

import os
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from typing import NoReturn


def command_with(folders: list[Path]) -> list[str]:
    """A command that compiles C++ which includes what is in these folders."""
    program = os.environ.get("CXX", "g++")
    if not shutil.which(program):
        sys.exit(f"there is no {program}")
    return [program, "-std=c++17", "-w", "-fno-diagnostics-show-caret", *(f"-I{folder}" for folder in folders)]


def mark(source: str, command: list[str]) -> str:
    """What tells apart that which is made of the source by this compiler."""
    version = subprocess.run([command[0], "--version"], capture_output=True, text=True, check=True).stdout
    return f"{zlib.crc32((source + version).encode()):08x}"


class Program:
    """A program that answers each line with a line. Where it ends, the adapter ends as it did."""

    def __init__(self, source: Path, command: list[str], folder: Path, headers: str = "") -> None:
        """folder: where the compiled program is kept. headers: what else may change under it, as text."""
        # Its own name, which a failing assertion prints, does not depend on the mark.
        compiled = folder / f"{source.stem}-{mark(source.read_text() + headers, command)}" / source.stem
        if not compiled.exists():
            compiled.parent.mkdir(parents=True, exist_ok=True)
            unfinished = compiled.with_name(f"{source.stem}.{os.getpid()}")
            subprocess.run([*command, source, "-o", unfinished], check=True)
            os.replace(unfinished, compiled)
        self.process = subprocess.Popen([compiled], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def line(self) -> str:
        """The next line that it writes."""
        assert self.process.stdout
        if not (line := self.process.stdout.readline()):
            self.end()
        return line.strip()

    def ask(self, question: str) -> str:
        assert self.process.stdin
        try:
            print(question, file=self.process.stdin, flush=True)
        except BrokenPipeError:
            self.end()
        return self.line()

    def end(self) -> NoReturn:
        status = self.process.wait()
        if status < 0:
            os.kill(os.getpid(), -status)
        sys.exit(f"{Path(str(self.process.args[0])).name} ended with status {status}")  # type: ignore[index]
