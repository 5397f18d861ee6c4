"""`python -m layoutcheck.cluster run.plan --into DIR`: the pieces of a plan as tasks of a Ray cluster.

Ray places the tasks and notices what is lost. A task is one `layoutcheck piece`, which leaves a file written whole or not
at all, so that trying it again, or doing it twice, is always safe. This module decides what to try again, and where.
"""

from __future__ import annotations

import argparse
import collections
import ctypes
import dataclasses
import importlib
import logging
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterable
from typing import Any

import layoutcheck.program as program_module
from layoutcheck.program import ProgramNotFound, find_program

BEAT = 5.0  # seconds between signs of life
MOST_PARTS = 64  # beyond these a piece is no longer cut, however long it takes
MOST_LOSSES = 10  # a piece that takes its workers with it is given up


class Refused(ValueError):
    """The plan or the place of the results cannot be used; the message says why."""


@dataclasses.dataclass
class Task:
    """A piece, or a part of it, as it is tried."""

    piece: int
    part: int = 1
    parts: int = 1
    cost: float = 0
    failures: int = 0
    losses: int = 0
    avoid: set[str] = dataclasses.field(default_factory=set)
    begun: float = 0

    @property
    def name(self) -> str:
        return f"piece {self.piece}" + (f", part {self.part} of {self.parts}" if self.parts > 1 else "")

    @property
    def file(self) -> str:
        return f"{self.piece}.result" if self.parts == 1 else f"{self.piece}.{self.part}of{self.parts}.result"


def first_line(error: BaseException) -> str:
    """What an exception says, in one line."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def say(text: str) -> None:
    print(f"layoutcheck.cluster: {text}", file=sys.stderr, flush=True)


class Patience:
    """Ends the process with status 2 if what is done within it takes longer. What waits for an answer in a library of C++
    cannot be interrupted otherwise."""

    def __init__(self, seconds: float, whom: str) -> None:
        def end() -> None:
            say(f"{whom} has not answered within {seconds:g} s (--wait)")
            os._exit(2)

        self._timer = threading.Timer(seconds, end)
        self._timer.daemon = True

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()


def read_pieces(plan: bytes) -> dict[int, tuple[float, list[str]]]:
    """The pieces of a plan that the program takes, with their costs and units."""
    pieces = {}
    for line in plan.decode().splitlines():
        cells = line.split("\t")
        if cells[0] == "piece" and len(cells) > 3:
            pieces[int(cells[1])] = (float(cells[2]), cells[3:])
    if not pieces:
        raise Refused("the plan has no pieces")
    return pieces


def missing_in(program: str, folder: str) -> set[int]:
    """The pieces that a folder with a plan lacks, or has damaged. Raises Refused where the program does not take the plan."""
    run = subprocess.run([program, "merge", folder, "--missing"], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        raise Refused(run.stderr.strip() or f"{program} ended with status {run.returncode}")
    # Whatever ends with 0 is not the program.
    if not run.stdout.startswith("# layoutcheck plan "):
        raise Refused(f"{program} does not merge: it is not layoutcheck")
    return {int(line.split("\t")[1]) for line in run.stdout.splitlines() if line.startswith("piece\t")}


def read_plan(program: str, plan: str) -> bytes:
    """The text of a plan. Raises Refused where the program does not take it."""
    data = pathlib.Path(plan).read_bytes()
    with tempfile.TemporaryDirectory(prefix="layoutcheck-") as scratch:
        kept = os.path.join(scratch, "run.plan")
        pathlib.Path(kept).write_bytes(data)
        try:
            missing_in(program, scratch)
        except Refused as error:
            raise Refused(str(error).replace(kept, plan)) from None
    return data


def wrong_in(texts: Iterable[bytes]) -> set[int]:
    """The pieces of which a result says that something is wrong; it does so in its first line."""
    wrong = set()
    for text in texts:
        for line in text.split(b"\n"):
            cells = line.split(b"\t")
            if cells[0] == b"result 1" and len(cells) == 7 and cells[4] != b"0":
                wrong.add(int(cells[2]))
    return wrong


class Place:
    """Where the results go: a folder that all nodes see, or an address of fsspec such as s3://bucket/run."""

    def __init__(self, address: str) -> None:
        if not address:
            raise Refused("--into names no place")
        self.is_folder = "://" not in address
        self.address = os.path.abspath(address) if self.is_folder else address.rstrip("/")

    def _open(self) -> tuple[Any, str]:
        fs, path = importlib.import_module("fsspec.core").url_to_fs(self.address)
        return fs, path

    def take(self, plan: bytes) -> None:
        """Puts the plan there. Raises Refused if the place is of another one."""
        if self.is_folder:
            os.makedirs(self.address, exist_ok=True)
            kept = os.path.join(self.address, "run.plan")
            if not os.path.exists(kept):
                own = pathlib.Path(self.address, f".run.plan.{uuid.uuid4().hex}.part")
                try:
                    own.write_bytes(plan)
                    os.replace(own, kept)
                finally:
                    own.unlink(missing_ok=True)
            there = pathlib.Path(kept).read_bytes()
        else:
            fs, path = self._open()
            kept = f"{path}/run.plan"
            if not fs.exists(kept):
                fs.makedirs(path, exist_ok=True)
                fs.pipe_file(kept, plan)
            there = fs.cat_file(kept)
        # The second line names the plan.
        if there.splitlines()[1:2] != plan.splitlines()[1:2]:
            raise Refused(f"{self.address} has the pieces of another plan")

    def done(self, program: str, pieces: dict[int, Any]) -> tuple[set[int], set[int]]:
        """The pieces that are there, and whole; and those of them in which something is wrong."""
        if self.is_folder:
            wrong = wrong_in(file.read_bytes() for file in pathlib.Path(self.address).glob("[!.]*.result"))
            done = set(pieces) - missing_in(program, self.address)
            return done, wrong & done
        fs, path = self._open()
        found: dict[int, dict[int, set[int]]] = collections.defaultdict(lambda: collections.defaultdict(set))
        files = []
        for name in fs.ls(path, detail=False, refresh=True) if fs.exists(path) else []:
            words = name.rsplit("/", 1)[-1].split(".")
            if words[-1] == "result" and words[0].isdigit():
                part, parts = (int(n) for n in words[1].split("of")) if len(words) == 3 else (1, 1)
                found[int(words[0])][parts].add(part)
                files.append(name)
        done = {piece for piece in pieces if any(len(f) == n for n, f in found[piece].items())}
        heads = fs.cat_ranges(files, [0] * len(files), [200] * len(files)) if files else []
        return done, wrong_in(heads) & done

    def put(self, file: pathlib.Path) -> None:
        """Puts a file there, whole or not at all."""
        fs, path = self._open()
        # A store of objects does so by itself; in a file system it is renamed at the end.
        temporary = f"{path}/.{file.name}.{os.getpid()}.part"
        if "file" in (fs.protocol if isinstance(fs.protocol, tuple) else (fs.protocol,)):
            fs.put_file(str(file), temporary)
            fs.mv(temporary, f"{path}/{file.name}")
        else:
            fs.pipe_file(f"{path}/{file.name}", file.read_bytes())


def _die_with_parent() -> None:
    """In the child: a worker that is killed takes the program with it (PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def do_piece(plan: bytes, task: Task, place: Place, options: argparse.Namespace, limit: float, board: Any) -> dict[str, Any]:
    """On a worker: does a piece, and says what became of it. Never raises, so that what Ray raises is a loss."""
    ray = importlib.import_module("ray")
    node = ray.get_runtime_context().get_node_id()
    said: dict[str, Any] = {"node": node, "outcome": "failed", "why": ""}
    try:
        program = find_program(options.program)
        with tempfile.TemporaryDirectory(prefix="layoutcheck-") as scratch:
            file = os.path.join(scratch, "run.plan")
            pathlib.Path(file).write_bytes(plan)
            into = place.address if place.is_folder else os.path.join(scratch, "results")
            command = [program, "piece", file, str(task.piece), "--into", into, "--jobs", str(options.cpus)]
            if task.parts > 1:
                command += ["--part", f"{task.part}/{task.parts}"]
            # Its words are kept in memory: the disk may be full.
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=_die_with_parent)
            began = time.monotonic()
            beaten = -BEAT
            log = b""
            try:
                while process.returncode is None:
                    now = time.monotonic() - began
                    if limit and now > limit:
                        said["outcome"] = "too long"
                        return said
                    if now - beaten >= BEAT:
                        board.beat.remote(task.file, node)
                        beaten = now
                    try:
                        log, _ = process.communicate(timeout=min(BEAT, limit - now + 0.01) if limit else BEAT)
                    except subprocess.TimeoutExpired:
                        pass
            finally:
                if process.poll() is None:
                    process.kill()
                    process.communicate()
            status = process.returncode
            words = log.decode("utf-8", "replace").strip().splitlines()
            if status in (0, 1):
                if not place.is_folder:
                    place.put(pathlib.Path(into) / task.file)
                said.update(outcome="done", wrong=status == 1, seconds=time.monotonic() - began)
                said["found"] = [line for line in words if line.startswith(("found ", "FAULT "))][:3]
            elif status < 0:
                said["why"] = f"{signal.Signals(-status).name} ended it" + (f": {words[-1]}" if words else "")
            else:
                said["why"] = words[-1] if words else f"it ended with status {status}"
    except Exception as error:  # noqa: BLE001  (a full disk, a missing program, a store that cannot be reached)
        said["why"] = f"{type(error).__name__}: {error}"
    return said


class Board:
    """An actor that knows when each task gave its last sign of life."""

    def __init__(self) -> None:
        self._beats: dict[str, float] = {}

    def beat(self, name: str, node: str) -> None:
        self._beats[name] = time.time()

    def beats(self) -> dict[str, float]:
        return self._beats


class Progress:
    """A line on a terminal; elsewhere one now and then."""

    def __init__(self, pieces: int, done: int, cost: float) -> None:
        self.pieces, self.done, self.cost = pieces, done, cost
        self.cost_done = 0.0
        self.wrong: list[int] = []
        self.began = time.monotonic()
        self._terminal = sys.stderr.isatty()
        self._next = self.began + (0 if self._terminal else 30)

    def show(self, running: int) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + (0.5 if self._terminal else 60)
        left = (self.cost - self.cost_done) * (now - self.began) / self.cost_done if self.cost_done else 0
        text = (f"{self.done} of {self.pieces} pieces, about {self.cost_done:.3g} cases, {running} running, "
                f"{len(self.wrong)} wrong" + (f", about {left:.0f} s left" if left else ""))
        print(f"\r\033[K{text}" if self._terminal else text, end="" if self._terminal else "\n", file=sys.stderr, flush=True)

    def say(self, text: str) -> None:
        print("\r\033[K" + text if self._terminal else text, file=sys.stderr, flush=True)


class Run:
    """The driver: deals tasks to the cluster, and decides what becomes of those that do not end well."""

    def __init__(self, options: argparse.Namespace, ray: Any, program: str, plan: bytes, place: Place,
                 there: tuple[set[int], set[int]]) -> None:
        """`there`: the pieces that the place has already, and those of them in which something is wrong."""
        self.options, self.ray, self.program = options, ray, program
        self.plan = plan
        self.pieces = read_pieces(plan)
        self.place = place
        done, wrong = there
        self.waiting = collections.deque(Task(n, cost=cost) for n, (cost, _) in self.pieces.items() if n not in done)
        self.progress = Progress(len(self.pieces), len(done), sum(t.cost for t in self.waiting))
        self.progress.wrong = sorted(wrong)
        self.running: dict[Any, Task] = {}
        self.given_up: dict[int, str] = {}
        self.parts_done: dict[int, set[tuple[int, int]]] = collections.defaultdict(set)
        self.whole: set[int] = set(done)
        self.bad_nodes: collections.Counter[str] = collections.Counter()
        self.turn = 0
        # It is lost with the driver's node alone.
        here = importlib.import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy(
            ray.get_runtime_context().get_node_id(), soft=True)
        self.board = ray.remote(num_cpus=0, max_restarts=-1, scheduling_strategy=here)(Board).remote()
        self.beats: dict[str, float] = {}
        self.plan_ref = ray.put(self.plan)
        self.options_ref = ray.put(options)
        # The nodes need no package but Ray, and the program.
        for module in (program_module, sys.modules[__name__]):
            if module.__name__ != "__main__":
                ray.cloudpickle.register_pickle_by_value(module)
        self.task = ray.remote(num_cpus=options.cpus, memory=options.memory * 2**20 or None, max_retries=0,
                               scheduling_strategy="SPREAD")(do_piece)

    def room(self) -> int:
        """How many tasks to have with the cluster: one for each slot and a few that wait, whatever the plan's length."""
        slots = int(self.ray.cluster_resources().get("CPU", 0) // self.options.cpus)
        return max(1, slots + max(1, slots // 4))

    def look_for_room(self) -> None:
        """Raises Refused where no node can ever hold a piece; a cluster that others started may grow."""
        wanted = {"CPU": self.options.cpus, "memory": self.options.memory * 2**20}
        if any(all(node["Resources"].get(of, 0) >= count for of, count in wanted.items())
               for node in self.ray.nodes() if node["Alive"]):
            return
        why = f"no node has the {self.options.cpus} processors and {self.options.memory} MiB that a piece is to have"
        if self.options.address is None and "RAY_ADDRESS" not in os.environ:
            raise Refused(why)
        self.progress.say(f"{why}; waiting for one")

    def limit(self, task: Task) -> float:
        """How long it may take before it is cut; 0 for what cannot be cut."""
        can_be_cut = len(self.pieces[task.piece][1]) > 1 or self.pieces[task.piece][1][0].startswith(("range ", "questions "))
        return self.options.split_after if can_be_cut and task.parts * self.options.split_into <= MOST_PARTS else 0

    def start(self, task: Task) -> None:
        bad = task.avoid | {node for node, failures in self.bad_nodes.items() if failures >= 3}
        function = self.task
        if bad:
            good = [n["NodeID"] for n in self.ray.nodes() if n["Alive"] and n["NodeID"] not in bad
                    and n["Resources"].get("CPU", 0) >= self.options.cpus]
            if good:
                self.turn += 1
                strategies = importlib.import_module("ray.util.scheduling_strategies")
                where = strategies.NodeAffinitySchedulingStrategy(good[self.turn % len(good)], soft=True)
                function = function.options(scheduling_strategy=where)
        task.begun = time.time()
        ref = function.remote(self.plan_ref, task, self.place, self.options_ref, self.limit(task), self.board)
        self.running[ref] = task

    def again(self, task: Task, why: str) -> None:
        """Tries it again, or gives the piece up."""
        if task.failures >= self.options.retries or task.losses >= MOST_LOSSES:
            self.given_up[task.piece] = why
            self.progress.say(f"{task.name} is given up: {why}")
        elif task.piece not in self.given_up:
            self.progress.say(f"{task.name} is tried again: {why}")
            self.waiting.appendleft(task)

    def cut(self, task: Task) -> None:
        """All of the piece again, in more parts: those of one number make up the piece."""
        parts = task.parts * self.options.split_into
        if any(t.piece == task.piece and t.parts >= parts for t in [*self.waiting, *self.running.values()]):
            return
        self.progress.say(f"{task.name} takes long; it is cut into {parts} parts")
        self.waiting = collections.deque(t for t in self.waiting if t.piece != task.piece)
        for ref in [r for r, t in self.running.items() if t.piece == task.piece]:
            self.drop(ref)
        cost = self.pieces[task.piece][0] / parts
        self.waiting.extendleft(Task(task.piece, part, parts, cost) for part in range(parts, 0, -1))

    def drop(self, ref: Any) -> None:
        self.running.pop(ref)
        try:
            self.ray.cancel(ref, force=True)
        except Exception:  # noqa: BLE001  (it has ended)
            pass

    def take(self, ref: Any) -> None:
        task = self.running.pop(ref)
        if task.piece in self.whole:
            return
        try:
            said = self.ray.get(ref)
        except self.ray.exceptions.RayTaskError as error:
            task.failures += 1
            self.again(task, f"it cannot be run there: {str(error.cause).strip().splitlines()[-1]}")
            return
        except self.ray.exceptions.RayError as error:
            task.losses += 1
            self.again(task, f"its worker was lost ({type(error).__name__})")
            return
        if said["outcome"] == "too long":
            self.cut(task)
        elif said["outcome"] == "failed":
            self.bad_nodes[said["node"]] += 1
            task.failures += 1
            task.avoid.add(said["node"])
            self.again(task, said["why"])
        else:
            self.bad_nodes[said["node"]] = 0
            if said["wrong"]:
                self.progress.wrong.append(task.piece)
                self.progress.say("\n".join([f"{task.name}: something is wrong", *said["found"]]))
            self.parts_done[task.piece].add((task.part, task.parts))
            self.progress.cost_done += task.cost
            if len([1 for _, parts in self.parts_done[task.piece] if parts == task.parts]) == task.parts:
                self.whole.add(task.piece)
                self.progress.done += 1

    def look_for_silent(self) -> None:
        """A worker that says nothing, such as one that was stopped, holds its task: it is killed, and the task tried
        again. What it may still write is the same result."""
        try:
            self.beats.update(self.ray.get(self.board.beats.remote()))
        except self.ray.exceptions.RayActorError:
            return  # it is started anew
        for ref, task in list(self.running.items()):
            last = self.beats.get(task.file, 0)
            # One that has given no sign yet may wait for its turn.
            if last >= task.begun and time.time() - last > self.options.silent:
                self.drop(ref)
                task.losses += 1
                self.again(task, f"its worker said nothing for {self.options.silent:.0f} s")

    def go(self) -> None:
        if self.waiting:
            self.look_for_room()
        looked = time.monotonic()
        while self.waiting or self.running:
            room = self.room() if self.waiting else 0
            while self.waiting and len(self.running) < room:
                task = self.waiting.popleft()
                if task.piece not in self.given_up:
                    self.start(task)
            if self.running:
                ready, _ = self.ray.wait(list(self.running), num_returns=min(100, len(self.running)), timeout=0.2)
                for ref in ready:
                    if ref in self.running:
                        self.take(ref)
            if self.options.fail_fast and (self.progress.wrong or self.given_up):
                self.progress.say("stopped, as something is wrong (--fail-fast)")
                self.stop()
                return
            if time.monotonic() - looked > BEAT:
                looked = time.monotonic()
                self.look_for_silent()
            self.progress.show(len(self.running))

    def stop(self) -> None:
        for ref in list(self.running):
            self.drop(ref)
        self.waiting.clear()

    def tell(self) -> int:
        """Says what became of the pieces, by what the place has of them, and returns the status."""
        there, found = self.place.done(self.program, self.pieces)
        wrong = sorted(found)
        for piece in self.whole - there:
            self.given_up[piece] = f"a worker did it, and its result is not in {self.place.address}"
        missing = len(self.pieces) - len(there)
        seconds = time.monotonic() - self.progress.began
        print(f"{len(there)} of {len(self.pieces)} pieces are done, {len(wrong)} of them with something wrong"
              f"{': ' + ', '.join(map(str, wrong[:20])) if wrong else ''}; {seconds:.1f} s")
        self.given_up = {piece: why for piece, why in self.given_up.items() if piece not in there}
        for piece, why in sorted(self.given_up.items()):
            print(f"piece {piece} is missing: {why}")
        if missing > len(self.given_up):
            print(f"{missing - len(self.given_up)} more are missing; the same command goes on with them")
        print(f"layoutcheck merge {self.place.address}" if self.place.is_folder else
              f"layoutcheck merge takes a folder with what is in {self.place.address}")
        return 1 if wrong or missing else 0


def number(kind: Callable[[str], Any], least: float) -> Callable[[str], Any]:
    """Reads an option's number, which is finite and no less."""
    def read(word: str) -> Any:
        value = kind(word)
        if not least <= value < float("inf"):
            raise argparse.ArgumentTypeError(f"expected a number from {least} on, found {word!r}")
        return value
    read.__name__ = "number"
    return read


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m layoutcheck.cluster",
                                     description="Do the pieces of a plan on a Ray cluster.")
    parser.add_argument("plan", help="the file that 'layoutcheck plan' has written")
    parser.add_argument("--into", required=True, help="where the results go: a folder that all nodes see, or an address of "
                        "fsspec, such as s3://bucket/run")
    parser.add_argument("--address", help="of the Ray cluster, such as 10.0.0.1:6379, or auto; a local one is started unless told")
    parser.add_argument("--wait", type=number(float, 0.1), default=60, metavar="S",
                        help="how long to wait until the cluster, and the address of the results, first answer (default: 60)")
    parser.add_argument("--cpus", type=number(int, 1), default=1, help="processors, and threads, of a piece (default: 1)")
    parser.add_argument("--memory", type=number(int, 0), default=0, help="MiB that a piece is to have")
    parser.add_argument("--retries", type=number(int, 0), default=3,
                        help="how often a piece may fail, each time on another node")
    parser.add_argument("--split-after", type=number(float, 0), default=600, metavar="S",
                        help="cut a piece that takes longer, where it can be cut; 0: never (default: 600)")
    parser.add_argument("--split-into", type=number(int, 2), default=4, metavar="N", help="into so many parts (default: 4)")
    parser.add_argument("--silent", type=number(float, BEAT), default=60, metavar="S",
                        help="give up a worker that has said nothing for so long (default: 60)")
    parser.add_argument("--fail-fast", action="store_true", help="stop when something is wrong")
    parser.add_argument("--program", help="the program layoutcheck, on the nodes; the package's own unless told")
    return parser


def host_and_port(address: str) -> tuple[str, int] | None:
    """Whom an address of a cluster names; None for a word that Ray finds the cluster by. Raises Refused."""
    if address in ("auto", "local"):
        return None
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not host or not colon or not port.isdecimal() or not 0 < int(port) < 65536 or "/" in host:
        raise Refused(f"--address {address}: expected HOST:PORT, ray://HOST:PORT or auto")
    return host.strip("[]"), int(port)


def answers_at(host: str, port: int, seconds: float) -> str:
    """Why nobody answers there; "" if somebody does."""
    try:
        socket.create_connection((host, port), timeout=seconds).close()
    except OSError as error:
        return first_line(error)
    return ""


def connect(ray: Any, address: str | None, seconds: float) -> None:
    """Raises Refused where there is no cluster."""
    whom = host_and_port(address) if address is not None else None
    if whom:
        # Ray itself waits for minutes, and writes much. It takes an address of this machine for any of them.
        host, port = whom
        hosts = [host, socket.gethostname()] if host in ("localhost", "127.0.0.1") else [host]
        answers = [answers_at(host, port, seconds) for host in hosts]
        if all(answers):
            raise Refused(f"--address {address}: nobody answers there ({answers[0]})")
    logging.getLogger("ray").setLevel(logging.ERROR)
    with Patience(seconds, f"the Ray cluster{f' at {address}' if address else ''}"):
        try:
            ray.init(address=address, log_to_driver=False, ignore_reinit_error=True, logging_level="ERROR",
                     include_dashboard=False if address is None else None)
        except Exception as error:  # noqa: BLE001  (Ray raises of many kinds)
            raise Refused(f"cannot use the Ray cluster{f' at {address}' if address else ''}: {first_line(error)}") from None


def begin(options: argparse.Namespace, ray: Any) -> Run:
    """Raises Refused, ProgramNotFound or OSError, before anything is run."""
    if options.address is not None:
        host_and_port(options.address)
    program = find_program(options.program)
    plan = read_plan(program, options.plan)
    pieces = read_pieces(plan)
    place = Place(options.into)
    if place.is_folder:
        place.take(plan)
        there = place.done(program, pieces)
    else:
        try:
            with Patience(options.wait, place.address):
                place.take(plan)
            there = place.done(program, pieces)
        except Refused:
            raise
        except ModuleNotFoundError as error:
            raise Refused(f"--into {options.into} needs the package {error.name}") from None
        except Exception as error:  # noqa: BLE001  (each file system raises its own)
            raise Refused(f"--into {options.into}: {first_line(error)}") from None
    connect(ray, options.address, options.wait)
    return Run(options, ray, program, plan, place, there)


def main(words: list[str] | None = None) -> int:
    options = arguments().parse_args(words)
    # What Ray itself says of an address where nobody answers is no help.
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "error")
    try:
        ray = importlib.import_module("ray")
    except ImportError:
        say("it needs Ray: pip install 'layoutcheck[cluster]'")
        return 2
    try:
        run = begin(options, ray)
        try:
            run.go()
        except KeyboardInterrupt:
            run.stop()
            run.tell()
            return 130
        return run.tell()
    except KeyboardInterrupt:
        return 130
    except (Refused, ProgramNotFound, OSError) as error:
        say(str(error))
        return 2


if __name__ == "__main__":
    sys.exit(main())
