"""layoutcheck.cluster against stand-ins for Ray, fsspec and the program: what is refused, within which time, and what a
status of 0 means. `make cluster` runs it on a cluster of Ray."""

import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import textwrap
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[1] / "src"

# Does all at once, in this process.
RAY = """
import inspect, os, sys, time, types

class Ref:
    def __init__(self, value): self.value = value

class Remote:
    def __init__(self, function): self.function = function
    def options(self, **words): return self
    def remote(self, *arguments): return Ref(self.function(*(a.value if isinstance(a, Ref) else a for a in arguments)))

class Actor:
    def __init__(self, of): self.of = of
    def __getattr__(self, name): return Remote(getattr(self.of, name))

class MakesActors:
    def __init__(self, made): self.made = made
    def remote(self): return Actor(self.made())

class RayError(Exception): pass
exceptions = types.SimpleNamespace(RayError=RayError, RayTaskError=RayError, RayActorError=RayError)
cloudpickle = types.SimpleNamespace(register_pickle_by_value=lambda module: None)
strategies = types.ModuleType("ray.util.scheduling_strategies")
strategies.NodeAffinitySchedulingStrategy = lambda node, soft: None
sys.modules.update({"ray.util": types.ModuleType("ray.util"), "ray.util.scheduling_strategies": strategies})

def init(**words):
    what = os.environ.get("RAY_DOES", "")
    if what == "hang": time.sleep(60)
    if what: raise RuntimeError(what)
def remote(**words): return lambda thing: MakesActors(thing) if inspect.isclass(thing) else Remote(thing)
def put(value): return Ref(value)
def get(ref): return ref.value
def wait(refs, **words): return refs, []
def nodes(): return [{"Alive": True, "NodeID": "n", "Resources": {"CPU": 2, "memory": 2**30}}]
def cluster_resources(): return {"CPU": 2}
def get_runtime_context(): return types.SimpleNamespace(get_node_id=lambda: "n")
"""

FSSPEC = """
import time

def url_to_fs(address):
    if address.startswith("slow://"): time.sleep(60)
    if address.startswith("gone://"): raise ModuleNotFoundError("No module named 'gonefs'", name="gonefs")
    raise ValueError(f"Protocol not known: {address.partition(':')[0]}\\nand more")
"""

PLAN = "# layoutcheck plan 1\nplan\tabc\t1\t2\npiece\t1\t5\tfile 1\npiece\t2\t5\tfile 2\n"

# Takes the plan above and no other. $WRONG has the pieces in which something is wrong, $LOST those whose results vanish.
PROGRAM = """
import os, pathlib, sys
PLAN = {plan!r}
if sys.argv[1] == "merge":
    folder = pathlib.Path(sys.argv[2])
    if (folder / "run.plan").read_text() != PLAN:
        print(f"{{folder / 'run.plan'}}: it was edited", file=sys.stderr)
        sys.exit(2)
    left = [line for line in PLAN.splitlines() if not line.startswith("piece") or not (folder / (line[6] + ".result")).exists()]
    print("\\n".join(left))
    sys.exit(len(left) > 2)
piece, into = sys.argv[3], pathlib.Path(sys.argv[5])
wrong = piece in os.environ.get("WRONG", "")
if piece not in os.environ.get("LOST", ""):
    (into / (piece + ".result")).write_text(f"result 1\\tabc\\t{{piece}}\\t1/1\\t{{wrong:d}}\\t0.1\\tdate\\nend\\tdigest\\n")
sys.exit(wrong)
"""


class Cluster(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        for module, text in {"ray/__init__.py": RAY, "fsspec/__init__.py": "", "fsspec/core.py": FSSPEC}.items():
            (self.folder / module).parent.mkdir(exist_ok=True)
            (self.folder / module).write_text(text)
        self.plan = self.folder / "v.plan"
        self.plan.write_text(PLAN)
        self.results = self.folder / "results"
        self.program = self.program_that(PROGRAM.format(plan=PLAN))

    def program_that(self, does):
        program = self.folder / "layoutcheck"
        program.write_text(f"#!{sys.executable}\n{textwrap.dedent(does)}")
        program.chmod(0o755)
        return program

    def run_it(self, status, *words, into=None, **environment):
        command = [sys.executable, "-m", "layoutcheck.cluster", str(self.plan), "--into", str(into or self.results),
                   "--program", str(self.program), *words]
        paths = os.pathsep.join([str(self.folder), str(PACKAGE)])
        run = subprocess.run(command, capture_output=True, text=True, timeout=50, check=False,
                             env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", **environment})
        self.assertEqual(run.returncode, status, run.stdout + run.stderr)
        self.said = run.stderr
        return run.stdout

    def refuses(self, text, *words, **more):
        self.run_it(2, *words, **more)
        self.assertEqual(self.said.count("\n"), 1, self.said)
        self.assertIn("layoutcheck.cluster: ", self.said)
        self.assertIn(text, self.said)

    def test_all_pieces_are_done(self):
        self.assertIn("2 of 2 pieces are done, 0 of them with something wrong", self.run_it(0))
        self.assertIn("2 of 2 pieces are done", self.run_it(0))
        self.assertEqual(sorted(file.name for file in self.results.iterdir()), ["1.result", "2.result", "run.plan"])

    def test_what_was_wrong_stays_wrong(self):
        self.assertIn("2 of 2 pieces are done, 1 of them with something wrong: 2", self.run_it(1, WRONG="2"))
        self.assertIn("2 of 2 pieces are done, 1 of them with something wrong: 2", self.run_it(1))

    def test_a_result_that_is_not_there_is_missing(self):
        said = self.run_it(1, LOST="2")
        self.assertIn("1 of 2 pieces are done", said)
        self.assertIn("piece 2 is missing: a worker did it, and its result is not in ", said)

    def test_addresses_of_no_cluster(self):
        for address in ("nonsense", "", ":", "host:", "host:x", "host:0", "host:99999", "://", "http://host/x:80"):
            self.refuses("expected HOST:PORT", f"--address={address}")
        self.assertFalse(self.results.exists())

    def test_nobody_answers(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        for prefix in ("", "ray://"):
            self.refuses("nobody answers there", "--address", f"{prefix}127.0.0.1:{port}")

    def test_a_cluster_that_is_silent_or_refuses(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = f"127.0.0.1:{server.getsockname()[1]}"
            self.refuses(f"the Ray cluster at {address} has not answered within 0.5 s (--wait)", "--address", address,
                         "--wait", "0.5", RAY_DOES="hang")
            self.refuses(f"cannot use the Ray cluster at {address}: another version", "--address", address,
                         RAY_DOES="another version\nand a trace")

    def test_places_that_are_none(self):
        self.refuses("--into nofs://x/y: Protocol not known: nofs", into="nofs://x/y")
        self.refuses("needs the package gonefs", into="gone://x/y")
        self.refuses("slow://x has not answered within 0.5 s (--wait)", "--wait", "0.5", into="slow://x")
        self.refuses("Not a directory", into=self.plan / "x")

    def test_numbers_that_are_none(self):
        for words in ("--cpus=0", "--cpus=-1", "--cpus=x", "--wait=0", "--wait=nan", "--wait=inf", "--retries=-1",
                      "--split-into=1", "--split-after=-1", "--silent=0", "--memory=-1"):
            self.run_it(2, words)
            self.assertIn(words.partition("=")[0], self.said)
            self.assertNotIn("Traceback", self.said)

    def test_no_node_is_large_enough(self):
        for words in (("--cpus", "3"), ("--memory", "2000")):
            self.refuses("no node has the ", *words)

    def test_plans_that_are_none(self):
        self.plan.write_text(PLAN.replace("5", "6"))
        self.refuses(f"{self.plan}: it was edited")
        self.assertFalse(self.results.exists())
        self.plan.unlink()
        self.refuses("No such file")
        self.plan.write_text(PLAN)
        self.run_it(0)
        (self.results / "run.plan").write_text(PLAN.replace("abc", "def"))
        self.refuses("has the pieces of another plan")

    def test_a_program_that_is_another(self):
        self.program_that("")
        self.refuses("it is not layoutcheck")
        self.program = self.folder / "nothing"
        self.refuses("cannot be run")


if __name__ == "__main__":
    unittest.main()
