"""The program that runs adapters: what it installs, and what it does when that fails. A stand-in takes pip's place."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from pathlib import Path

ADAPTERS = Path(__file__).resolve().parent.parent

# Installs a pycute that knows nothing but the rank; slowly, and not at all while the file `refuse` is there.
PIP = """
import os, sys, time
from pathlib import Path
home = Path(__file__).parent
folder = Path(sys.argv[sys.argv.index("--target") + 1])
Path(folder, "pycute.py").write_text("class Layout:\\n  def __init__(self, *_): pass\\n  def __len__(self): return 7\\n"
                                     "def __getattr__(name): return len\\n")
print("pip talks")
with open(home / "log", "a") as log:
    log.write("installed\\n")
with open(home / "arguments", "a") as log:
    log.write(" ".join(sys.argv) + "\\n")
time.sleep(0.3)
while (home / "slow").exists(): time.sleep(0.01)
sys.exit((home / "refuse").exists())
"""


class Run(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.home = Path(scratch.name)
        (self.home / "pip.py").write_text(PIP)

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        environment = os.environ | {"LAYOUTCHECK_ADAPTERS": str(self.home / "installed"), "PYTHONPATH": str(self.home)}
        return subprocess.Popen([sys.executable, ADAPTERS / "run", *arguments], stdin=subprocess.PIPE, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
                                start_new_session=True)

    def run_it(self, *arguments: str, questions: str = "") -> "tuple[int, str, str]":
        with self.start(*arguments) as process:
            out, err = process.communicate(questions)
        return process.returncode, out, err

    def test_an_adapter_that_needs_nothing_answers(self) -> None:
        self.assertEqual(self.run_it("example", questions="coalesce((2,(1,4)):(1,(7,2)))\n"),
                         (0, "coalesce((2,(1,4)):(1,(7,2))) = 8:1\n", ""))

    def test_the_control_is_wrong(self) -> None:
        _, out, _ = self.run_it("wrong", questions="composition((6,2):(8,2), 4:3)\n")
        self.assertEqual(out, "composition((6,2):(8,2), 4:3) = 4:24\n")

    def test_they_say_whose_answers_they_are(self) -> None:
        self.assertEqual(self.run_it("pycute", questions="subject()\n")[1], "subject() = pycute 4.2.0\n")

    def test_another_version_has_a_folder_and_a_name_of_its_own(self) -> None:
        status, out, _ = self.run_it("pycute@3.8.0", questions="subject()\nrank(4:1)\n")
        self.assertEqual((status, out), (0, "subject() = pycute 3.8.0\nrank(4:1) = 7\n"))
        self.assertEqual(self.run_it("pycute", questions="subject()\n")[1], "subject() = pycute 4.2.0\n")
        self.assertEqual((self.home / "log").read_text(), "installed\n" * 2)
        self.assertEqual(["nvidia-cutlass==3.8.0"], [word for word in (self.home / "arguments").read_text().split()
                                                     if "==3.8" in word])
        for name in ("pycute@", "pycute@1 2", "example@1.0", "nobody@1.0", "pycute@../x"):
            self.assertEqual(self.run_it(name)[0], 2, name)

    def test_what_is_missing_is_installed_once_and_pip_does_not_disturb_the_answers(self) -> None:
        for _ in range(2):
            status, out, _ = self.run_it("pycute", questions="rank(4:1)\n")
            self.assertEqual((status, out), (0, "rank(4:1) = 7\n"))
        self.assertEqual((self.home / "log").read_text(), "installed\n")

    def test_several_at_once_install_once(self) -> None:
        running = [self.start("pycute") for _ in range(3)]
        for process in running:
            self.assertEqual(process.communicate("rank(4:1)\n")[0], "rank(4:1) = 7\n")
        self.assertEqual((self.home / "log").read_text(), "installed\n")

    def test_an_installation_goes_on_without_who_asked_for_it(self) -> None:
        (self.home / "slow").touch()
        process = self.start("pycute")
        while not (self.home / "log").exists():
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        (self.home / "slow").unlink()
        self.assertEqual(self.run_it("pycute", questions="rank(4:1)\n")[:2], (0, "rank(4:1) = 7\n"))
        self.assertEqual((self.home / "log").read_text(), "installed\n")

    def test_an_installation_that_breaks_off_does_not_count(self) -> None:
        (self.home / "refuse").touch()
        status, out, err = self.run_it("pycute", questions="rank(4:1)\n")
        self.assertEqual((status, out), (1, ""))
        self.assertIn("pycute cannot be had", err)
        self.assertRegex(self.run_it("--list")[1], r"(?m)^pycute .* not installed ")
        (self.home / "refuse").unlink()
        self.assertEqual(self.run_it("--install", "pycute")[0], 0)
        self.assertRegex(self.run_it("--list")[1], r"(?m)^pycute .* there ")

    def test_what_cannot_be_had_is_reported_and_the_others_are_installed(self) -> None:
        (self.home / "refuse").touch()
        status, _, err = self.run_it("--install", "pycute", "tensor-layouts", "wrong")
        self.assertEqual((status, err.count("cannot be had")), (1, 2))

    def test_a_checkout_is_found_where_the_user_says(self) -> None:
        (self.home / "pycute").mkdir()
        (self.home / "pycute" / "__init__.py").write_text(
            "class Layout: pass\n" "def rank(shape): return 7\n" "def __getattr__(name): return len\n")
        for place, status, answer in ((self.home, 0, "rank((2)) = 7\n"), ("pycute", 1, ""), ("", 1, "")):
            os.environ["LAYOUTCHECK_NVLABS_CUTE"] = str(place)
            self.addCleanup(os.environ.pop, "LAYOUTCHECK_NVLABS_CUTE", None)
            found, out, err = self.run_it("nvlabs-pycute", questions="rank((2))\n")
            self.assertEqual((found, out), (status, answer), err)
            self.assertEqual("LAYOUTCHECK_NVLABS_CUTE must name a checkout of it" in err, status == 1)
        os.environ["LAYOUTCHECK_CUTLASS"] = str(self.home)
        self.addCleanup(os.environ.pop, "LAYOUTCHECK_CUTLASS", None)
        found, out, err = self.run_it("cutegen", questions="rank((2))\n")
        self.assertEqual((found, out), (1, ""))
        self.assertIn("cutegen/layout.hpp", err)

    def test_an_unknown_name_is_bad_usage(self) -> None:
        for arguments in (["nobody"], [], ["pycute", "wrong"], ["--install"]):
            self.assertEqual(self.run_it(*arguments)[0], 2, arguments)

    def test_every_adapter_of_the_list_has_a_file_and_a_row_in_the_readme(self) -> None:
        readme = (ADAPTERS / "README.md").read_text()
        names = [line.split()[0] for line in self.run_it("--list")[1].splitlines()]
        self.assertEqual(names, re.findall(r"(?m)^\| `([\w-]+)` \|", readme))


class Readme(unittest.TestCase):
    def test_the_example_is_the_file(self) -> None:
        shown = re.search(r"```python\n(.*?)```", (ADAPTERS / "README.md").read_text(), re.DOTALL)
        assert shown
        self.assertEqual(textwrap.dedent(shown[1]), (ADAPTERS / "example.py").read_text())


if __name__ == "__main__":
    unittest.main()
