"""Pieces on a Ray cluster of three nodes: what is killed, stopped, full or broken on the way changes nothing of the result.

Needs Ray, and LAYOUTCHECK that names the program; `make cluster` runs it.
"""

from __future__ import annotations

import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

import pytest

# The nodes of a test have no token in common.
os.environ.setdefault("RAY_AUTH_MODE", "disabled")
# They have the environment of this process: where the store of objects will be.
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    PORT = free.getsockname()[1]
os.environ.update(AWS_ACCESS_KEY_ID="test", AWS_SECRET_ACCESS_KEY="test", AWS_DEFAULT_REGION="us-east-1",
                  AWS_ENDPOINT_URL=f"http://127.0.0.1:{PORT}")
ray = pytest.importorskip("ray")
PROGRAM = os.environ.get("LAYOUTCHECK", "")
SOURCE = pathlib.Path(__file__).resolve().parents[2] / "src"
PIECES = int(os.environ.get("LAYOUTCHECK_PIECES", "24"))
pytestmark = pytest.mark.skipif(not PROGRAM, reason="LAYOUTCHECK names no program")


def run(*words: str, status: int | None = 0, program: str = PROGRAM) -> str:
    ended = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    assert status is None or ended.returncode == status, ended.stdout + ended.stderr
    return ended.stdout


def count(plan: pathlib.Path) -> int:
    return plan.read_text().count("\npiece\t")


def timeless(text: str) -> str:
    return re.sub(r" +[\d.]+ ms  |; [\d.]+ s$|20\d\d-[-\dT:]+Z", "", text, flags=re.MULTILINE)


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("plan")
    plan = folder / "run.plan"
    plan.write_text(run("plan", "--pieces", str(PIECES), "verify", "--no-corpus", "--seed", "3", "--jobs", "1", "--cases",
                        "2000", "--only", "composition(layout, layout)", "--only", "coalesce(layout)", "--only", "shah.2.14",
                        "--exhaustive", "rank<=2, depth<=1, extent<=3, stride<=10, number<=6"))
    return plan


@pytest.fixture(scope="module")
def single(plan: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What one process with the same plan says."""
    folder = tmp_path_factory.mktemp("single")
    run("piece", str(plan), "all", "--into", str(folder))
    return timeless(run("merge", str(folder)))


@pytest.fixture()
def cluster():
    from ray.cluster_utils import Cluster

    ray.shutdown()
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "object_store_memory": 100 * 2**20})
    made.more = lambda **words: made.add_node(num_cpus=1, object_store_memory=100 * 2**20, **words)
    yield made
    ray.shutdown()
    made.shutdown()


def start(cluster, plan: pathlib.Path, into: str, *words: str, program: str = PROGRAM, **environment: str) -> subprocess.Popen:
    command = [sys.executable, "-m", "layoutcheck.cluster", str(plan), "--address", cluster.address, "--into", into, "--program",
               program, *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env={**os.environ, "PYTHONPATH": str(SOURCE), **environment})


def ends(process: subprocess.Popen, status: int = 0) -> str:
    said, _ = process.communicate(timeout=400)
    print(said)
    assert process.returncode == status, said
    return said


def stand_in(folder: pathlib.Path, does: str) -> str:
    """A program that first does this, in sh, and is the program then."""
    program = folder / "stand-in"
    program.write_text(f'#!/bin/sh\n{does}\nexec "{PROGRAM}" "$@"\n')
    program.chmod(0o755)
    return str(program)


def comes(driver: subprocess.Popen, condition, seconds: float = 120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        assert driver.poll() is None, driver.communicate()[0]
        time.sleep(0.1)
    raise AssertionError("it does not come")


def workers() -> list[int]:
    """The workers that do a piece: the parents of the program."""
    found = []
    for line in subprocess.run(["ps", "-eo", "ppid=,args="], capture_output=True, text=True, check=True).stdout.splitlines():
        parent, _, arguments = line.strip().partition(" ")
        if arguments.startswith(f"{PROGRAM} piece ") and "layoutcheck-" in arguments:
            found.append(int(parent))
    return found


def test_a_killed_node_and_a_stopped_worker(cluster, plan, single, tmp_path):
    victim, _ = cluster.more(), cluster.more()
    results = tmp_path / "results"
    driver = start(cluster, plan, str(results), "--silent", "12")
    comes(driver, lambda: len(list(results.glob("*.result"))) >= 3)
    stopped = comes(driver, workers)[0]
    os.kill(stopped, signal.SIGSTOP)
    comes(driver, lambda: len(list(results.glob("*.result"))) >= 6)
    cluster.remove_node(victim, allow_graceful=False)
    try:
        said = ends(driver)
    finally:
        try:
            os.kill(stopped, signal.SIGKILL)
        except ProcessLookupError:
            pass
    assert f"{count(plan)} of {count(plan)} pieces are done" in said
    assert timeless(run("merge", str(results))) == single
    assert sorted(int(file.stem) for file in results.glob("*.result")) == list(range(1, count(plan) + 1))
    assert not list(results.glob(".*part*"))


def test_a_piece_that_aborts_is_named_and_the_rest_is_done(cluster, plan, tmp_path):
    cluster.more()
    program = stand_in(tmp_path, 'if [ "$1 $3" = "piece 5" ]; then kill -ABRT $$; fi')
    results = tmp_path / "results"
    said = ends(start(cluster, plan, str(results), "--retries", "2", program=program), 1)
    assert "piece 5 is missing: SIGABRT ended it" in said
    assert f"{count(plan) - 1} of {count(plan)} pieces are done" in said
    merged = run("merge", str(results), status=1)
    assert f"1 of {count(plan)} pieces is missing: 5" in merged


def test_fail_fast_and_interruption_leave_what_can_be_gone_on_with(cluster, plan, single, tmp_path):
    results = tmp_path / "results"
    program = stand_in(tmp_path, 'if [ "$1 $3" = "piece 3" ]; then kill -ABRT $$; fi')
    said = ends(start(cluster, plan, str(results), "--retries", "1", "--fail-fast", program=program), 1)
    assert "--fail-fast" in said and "the same command goes on" in said
    driver = start(cluster, plan, str(results))
    comes(driver, lambda: len(list(results.glob("*.result"))) >= count(plan) // 2)
    driver.send_signal(signal.SIGINT)
    assert "the same command goes on" in ends(driver, 130)
    ends(start(cluster, plan, str(results)))
    assert timeless(run("merge", str(results))) == single


def test_a_full_disk_on_one_node(cluster, plan, single, tmp_path):
    full = tmp_path / "full"
    full.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", str(full)], capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        cluster.more(env_vars={"TMPDIR": str(full)})
        results = tmp_path / "results"
        said = ends(start(cluster, plan, f"file://{results}"))
        assert "No space left on device" in said
        assert timeless(run("merge", str(results))) == single
    finally:
        subprocess.run(["umount", "-l", str(full)], check=False)


def test_pieces_that_take_long_are_cut(cluster, plan, single, tmp_path):
    # The whole of a piece takes long, and a half of it, but not a quarter.
    program = stand_in(tmp_path, 'case "$1 $3 $*" in "piece 4"*/4*) ;; "piece 4"*) exec sleep 600 ;; esac')
    results = tmp_path / "results"
    said = ends(start(cluster, plan, str(results), "--split-after", "5", "--split-into", "2", program=program))
    assert "piece 4 takes long; it is cut into 2 parts" in said and "it is cut into 4 parts" in said
    assert timeless(run("merge", str(results))) == single
    assert len(list(results.glob("4.?of4.result"))) == 4


def test_results_in_a_store_of_objects(cluster, plan, single, tmp_path):
    server = pytest.importorskip("moto.server").ThreadedMotoServer(ip_address="127.0.0.1", port=PORT)
    store = pytest.importorskip("s3fs").S3FileSystem()
    server.start()
    try:
        cluster.more()
        store.mkdir("bucket")
        ends(start(cluster, plan, "s3://bucket/run"))
        assert f"{count(plan)} of {count(plan)} pieces are done" in ends(start(cluster, plan, "s3://bucket/run"))
        store.get("bucket/run/", str(tmp_path / "results/"), recursive=True)
        assert timeless(run("merge", str(tmp_path / "results"))) == single
    finally:
        server.stop()


def test_bad_input(cluster, plan, tmp_path):
    edited = tmp_path / "edited.plan"
    edited.write_text(plan.read_text().replace("2000", "2001", 1))
    assert "edited" in ends(start(cluster, edited, str(tmp_path / "results")), 2)
    assert "No such file" in ends(start(cluster, tmp_path / "none", str(tmp_path / "results")), 2)
    other = tmp_path / "other.plan"
    other.write_text(run("plan", "verify", "--no-corpus", "--seed", "1", "--only", "rank", "--exhaustive", "none"))
    ends(start(cluster, other, str(tmp_path / "others")))
    assert "another plan" in ends(start(cluster, plan, str(tmp_path / "others")), 2)
