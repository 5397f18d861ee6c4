"""Programs that an adapter compiles: once for a source and its headers, and with the end that they have."""

import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ADAPTERS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ADAPTERS))

import cutegen_
from lines import Layout, Tiler

# A compiler that copies its source, a script, to its output; and counts how often it was asked.
COMPILER = """#!/bin/sh
if [ "$1" = --version ]; then echo 'one 1.0'; exit; fi
echo compiled >>"$(dirname "$0")/log"
while [ -e "$(dirname "$0")/slow" ]; do sleep 0.01; done
if [ -e "$(dirname "$0")/refuse" ]; then echo 'no such header'; exit 1; fi
while [ "$2" != -o ]; do shift; done
cp "$1" "$3"
chmod +x "$3"
"""

SOURCE = """#!/bin/sh
while read -r line; do
  [ "$line" = crash ] && kill -SEGV $$
  echo "<$line>"
done
"""

# Asks what is on its command line.
ASKER = """
import sys
from pathlib import Path
from compiled import Program, command_with
folder = Path(sys.argv[1])
program = Program(folder / "source.cpp", command_with([]), folder / "made", sys.argv[2])
for question in sys.argv[3:]:
    print(program.ask(question), flush=True)
"""


class Compiled(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.home = Path(scratch.name)
        (self.home / "source.cpp").write_text(SOURCE)
        compiler = self.home / "compiler"
        compiler.write_text(COMPILER)
        compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)

    def ask(self, headers: str, *questions: str) -> "subprocess.CompletedProcess[str]":
        environment = os.environ | {"PYTHONPATH": str(ADAPTERS), "CXX": str(self.home / "compiler")}
        return subprocess.run([sys.executable, "-c", ASKER, self.home, headers, *questions], text=True,
                              capture_output=True, env=environment)

    def test_each_line_is_answered_and_nothing_is_compiled_twice(self) -> None:
        for _ in range(2):
            self.assertEqual(self.ask("", "one", "two words").stdout, "<one>\n<two words>\n")
        self.assertEqual((self.home / "log").read_text(), "compiled\n")

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        environment = os.environ | {"PYTHONPATH": str(ADAPTERS), "CXX": str(self.home / "compiler")}
        return subprocess.Popen([sys.executable, "-c", ASKER, self.home, "", *arguments], text=True, start_new_session=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)

    def test_compiling_goes_on_without_who_asked_for_it(self) -> None:
        (self.home / "slow").touch()
        process = self.start("one")
        while not (self.home / "log").exists():
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
        self.assertEqual(process.communicate()[0], "")
        others = [self.start("one") for _ in range(2)]
        (self.home / "slow").unlink()
        for other in others:
            self.assertEqual(other.communicate()[0], "<one>\n")
        self.assertEqual((self.home / "log").read_text(), "compiled\n")

    def test_what_does_not_compile_says_why_and_is_compiled_again(self) -> None:
        (self.home / "refuse").touch()
        run = self.ask("", "one")
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertRegex(run.stderr, "compiler does not make source: no such header\n$")
        (self.home / "refuse").unlink()
        self.assertEqual(self.ask("", "one").stdout, "<one>\n")

    def test_to_prepare_is_to_compile_and_no_more(self) -> None:
        for _ in range(2):
            run = self.ask("", "--prepare")
            self.assertEqual((run.returncode, run.stdout), (0, ""))
        self.assertEqual((self.home / "log").read_text(), "compiled\n")

    def test_other_headers_are_another_program(self) -> None:
        for headers in ("one", "other", "one"):
            self.assertEqual(self.ask(headers, "x").stdout, "<x>\n")
        self.assertEqual((self.home / "log").read_text(), "compiled\n" * 2)

    def test_its_end_is_the_adapters(self) -> None:
        run = self.ask("", "one", "crash", "two")
        self.assertEqual((run.stdout, run.returncode), ("<one>\n", -11))

    def test_without_a_compiler_it_says_so(self) -> None:
        (self.home / "compiler").unlink()
        run = self.ask("", "one")
        self.assertEqual((run.returncode, run.stderr), (1, f"there is no {self.home / 'compiler'}\n"))


class Cutegen(unittest.TestCase):
    def test_a_tiler_by_mode_has_layouts_and_tiles(self) -> None:
        tiler = Tiler((Layout(4, 2), 8, (4, 8), None, Tiler((Layout((2, 2), (1, 4)), None))))
        self.assertEqual(cutegen_.written(tiler), "[4:2;8:1;[4:1;8:1];_;[(2,2):(1,4);_]]")
        for operand, text in ((8, "8"), ((4, 8), "(4,8)"), (Layout(4, 2), "4:2")):
            self.assertEqual(cutegen_.written(operand), text)


if __name__ == "__main__":
    unittest.main()
