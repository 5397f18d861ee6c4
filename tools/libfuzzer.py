"""Running targets with libFuzzer as their engine, and reading what it prints."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from common import ROOT, Trouble, end, send, shown, tail

DICTIONARY = ROOT / "fuzz" / "layoutcheck.dict"
# Targets that take something else than cases have their own words.
DICTIONARIES = {"ptx": ROOT / "fuzz" / "ptx.dict"}
LONGEST_INPUTS = {"check": 1024, "ptx": 2048}
SYMBOLIZERS = ("llvm-symbolizer-16", "llvm-symbolizer")

# libFuzzer writes the input to a file named like this before it ends with an error. A file slow-unit-* is
# a remark of a run that goes on.
FIND_FILES = ("crash-*", "timeout-*", "oom-*", "leak-*")

STATUS = re.compile(r"^#(\d+)\s+\w+\s+cov: (\d+) ft: (\d+)", re.MULTILINE)
EXECUTED = re.compile(r"^stat::number_of_executed_units:\s*(\d+)", re.MULTILINE)
FOUND = re.compile(r"^layoutcheck: found by the target \w+\n", re.MULTILINE)
# What libFuzzer and the sanitizers print after it begins like this; the lines of a case may begin like anything.
REPORT = re.compile(r"^(?:==\d+==|SUMMARY: |MS: |stat::)", re.MULTILINE)
SUMMARY = re.compile(r"^SUMMARY: (.*)$", re.MULTILINE)
RUNTIME_ERROR = re.compile(r"^.*: runtime error: .*$", re.MULTILINE)
OPERATION = re.compile(r"^\s*([A-Za-z_][\w.-]*(?:@\w+)?)\s*\(")


def default_options(target: str) -> list[str]:
    options = [
        f"-max_len={LONGEST_INPUTS.get(target, 256)}",
        # Long, because targets run side by side; what needs seconds alone is bounded by limits on work.
        "-timeout=60",
        "-rss_limit_mb=4096",
        "-use_value_profile=0",
        # Choosing inputs by the rarity of their features takes longer than to check inputs as short as these.
        "-entropic=0",
        "-print_funcs=0",
        "-print_final_stats=1",
    ]
    dictionary = DICTIONARIES.get(target, DICTIONARY)
    if dictionary.is_file():
        options.append(f"-dict={dictionary}")
    return options


def environment() -> dict[str, str]:
    result = dict(os.environ)
    result.setdefault("UBSAN_OPTIONS", "print_stacktrace=1")
    if "ASAN_SYMBOLIZER_PATH" not in result:
        path = next(filter(None, map(shutil.which, SYMBOLIZERS)), None)
        if path is not None:
            result["ASAN_SYMBOLIZER_PATH"] = path
    return result


@dataclass
class Log:
    """What a log tells about its run."""

    started: bool = False
    executions: int = 0
    edges: int = 0
    features: int = 0
    # The case and what is wrong with it, or nothing where the target did not come to say so.
    line: str = ""
    why: str = ""


def read_log(text: str) -> Log:
    log = Log()
    for status in STATUS.finditer(text):
        log.started = True
        log.executions = int(status[1])
        log.edges = max(log.edges, int(status[2]))
        log.features = max(log.features, int(status[3]))
    if executed := EXECUTED.search(text):
        log.executions = int(executed[1])
    if found := FOUND.search(text):
        report = REPORT.search(text, found.end())
        block = text[found.end() : report.start() if report else len(text)].rstrip("\n")
        # The case may be any bytes, line ends among them; what is wrong with it is the last line.
        case, _, why = block.rpartition("\n")
        log.line, log.why = case.removeprefix("  "), why.strip()
    elif error := RUNTIME_ERROR.search(text) or SUMMARY.search(text):
        log.why = error[0]
    return log


def read_log_file(path: Path, last: int | None = None) -> Log:
    """Reads the file, or only its last bytes."""
    with path.open("rb") as file:
        if last is not None:
            file.seek(max(0, path.stat().st_size - last))
        return read_log(file.read().decode("utf-8", "replace"))


@dataclass
class Find:
    target: str
    file: Path
    line: str
    why: str

    @property
    def kind(self) -> str:
        """The operation, by which finds are told apart, or what is wrong without its particulars."""
        if operation := OPERATION.match(self.line):
            return operation[1]
        return re.sub(r"0x[0-9a-f]+|\d+|'.*'", "", self.why)


# Whenever a feature is seen, libFuzzer looks through all that are rare, which are those seen up to 255 times unless told
# otherwise: most of the time goes there.
FEATURES = "-entropic_feature_frequency_threshold=16"


class Engine:
    """One run of a target, from its start until it ends by itself or is stopped."""

    def __init__(self, command: Sequence[str | Path], target: str, log: Path, finds: Path) -> None:
        self.target = target
        self.log_file = log
        self.finds_folder = finds
        log.parent.mkdir(parents=True, exist_ok=True)
        finds.mkdir(parents=True, exist_ok=True)
        self._before = set(self._find_files())
        self._output = log.open("wb")
        self._begin = time.monotonic()
        self.seconds = 0.0
        try:
            # In a session of its own: an interrupt at the terminal goes to the tool, which stops all.
            self.process = subprocess.Popen(
                [*map(str, command), FEATURES, f"-artifact_prefix={finds}/"],
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=subprocess.STDOUT,
                env=environment(),
                start_new_session=True,
            )
        except OSError as error:
            self._output.close()
            raise Trouble(f"{shown(Path(str(command[0])))} cannot be run: {error.strerror}") from error

    def _find_files(self) -> list[Path]:
        return [path for pattern in FIND_FILES for path in self.finds_folder.glob(pattern)]

    def is_running(self) -> bool:
        if self.process.poll() is None:
            self.seconds = time.monotonic() - self._begin
            return True
        if not self._output.closed:
            self._output.close()
            self.seconds = time.monotonic() - self._begin
        return False

    def ask_to_stop(self) -> None:
        """libFuzzer prints its statistics and ends when it is interrupted."""
        if self.is_running():
            send(self.process, signal.SIGINT)

    def stop(self) -> None:
        end(self.process)
        self.is_running()

    def wait(self) -> None:
        try:
            self.process.wait()
        finally:
            self.stop()  # whatever ends the wait

    def log(self) -> Log:
        return read_log_file(self.log_file)

    def last_status(self) -> Log:
        return read_log_file(self.log_file, last=4096)

    def find(self) -> Find | None:
        """What ended the run, if that was a find. One found before has the same file again."""
        if self.process.returncode in (0, None):
            return None
        new = [path for path in self._find_files() if path not in self._before]
        text = self.log_file.read_text("utf-8", "replace")
        if not new and (named := re.search(r"Test unit written to (\S+)", text)):
            new = [Path(named[1])]
        if not new:
            return None
        log = read_log(text)
        return Find(self.target, new[0], log.line, log.why or "ended without saying why; see the log")

    def last_lines(self) -> str:
        return tail(self.log_file.read_text("utf-8", "replace"))
