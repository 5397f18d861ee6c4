"""Compiling C++ for an adapter, and programs that are compiled once and asked a line at a time. CXX names another g++."""

import fcntl
import os
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any, NoReturn


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


def make(target: Path, command: list[Any]) -> None:
    """Makes the file, unless it is there, by a command to which `-o FILE` is added; one process at a time does so. It goes on
    if this one is ended, as by whoever finds that it takes too long to answer, so that a later start finds the file. Where
    the adapter is only to be installed, this is all."""
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with open(f"{target}.lock", "w") as lock, open(f"{target}.log", "w") as log:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not target.exists():
                print(f"adapters: compiling {target.name}", file=sys.stderr, flush=True)
                # It holds the lock as long as it lives.
                subprocess.run(["sh", "-c", 'target=$1; shift; "$@" -o "$target.part" && mv "$target.part" "$target"', "sh",
                                target, *command], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                               start_new_session=True, pass_fds=[lock.fileno()])
        if not target.exists():
            sys.exit(f"{command[0]} does not make {target.name}: {Path(f'{target}.log').read_text().strip()}")
    if "--prepare" in sys.argv:
        sys.exit()


class Program:
    """A program that answers each line with a line. Where it ends, the adapter ends as it did."""

    def __init__(self, source: Path, command: list[str], folder: Path, headers: str = "") -> None:
        """folder: where the compiled program is kept. headers: what else may change under it, as text."""
        # Its own name, which a failing assertion prints, does not depend on the mark.
        compiled = folder / f"{source.stem}-{mark(source.read_text() + headers, command)}" / source.stem
        make(compiled, [*command, source])
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
