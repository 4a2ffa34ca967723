"""Processes that meet before JAX's runtime starts: who comes twice, too late, or not at all."""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import types
from concurrent.futures import ThreadPoolExecutor

import pytest
import slurm
from test_processes import EVERYTHING

from sharray._engine import bootstrap, cluster
from sharray._engine.cluster import free_port


@pytest.fixture
def address():
    return f"127.0.0.1:{free_port()}"


@pytest.fixture
def start():
    with ThreadPoolExecutor(5) as pool:
        yield pool.submit


def listen(address, count):
    """As JAX's runtime does where the roll call has been."""
    host, _, port = address.rpartition(":")
    with socket.create_server((host, int(port))) as server:
        server.settimeout(10)
        for _ in range(count):
            server.accept()[0].close()


def connect(address):
    host, _, port = address.rpartition(":")
    return bootstrap.connect(9, [host], int(port), 10)


def test_all_come(address, start):
    others = [start(bootstrap.answer, index, 3, address, 10) for index in (1, 2)]
    time.sleep(0.2)  # process 0 may be the last
    with bootstrap.call(3, address, None, 10):
        listening = start(listen, address, 2)
        with others[0].result(10), others[1].result(10):
            listening.result(10)


def test_one_alone_waits_for_nobody(address):
    bootstrap.call(1, address, "127.0.0.1:0", 0)


def test_who_has_not_come_is_named(address, start):
    other = start(bootstrap.answer, 2, 4, address, 10)
    missing = rf"process 0 on .* has waited for 1 s at {address} for processes 1, 3 of 4\. Are"
    with pytest.raises(TimeoutError, match=missing):
        bootstrap.call(4, address, None, 1)
    with pytest.raises(TimeoutError, match=missing):
        other.result(5)


def test_who_has_not_come_is_named_by_those_that_came_first(address, start):
    """All wait for as long, and process 0 comes last."""
    others = [start(bootstrap.answer, index, 4, address, 2) for index in (1, 3)]
    time.sleep(0.7)
    zero = start(bootstrap.call, 4, address, None, 2)
    for each in (zero, *others):
        with pytest.raises(TimeoutError, match=r"has waited for 2 s .* for process 2 of 4\."):
            each.result(10)


def test_two_of_one_number(address, start):
    zero = start(bootstrap.call, 4, address, None, 10)
    others = [start(bootstrap.answer, 1, 4, address, 10) for _ in range(2)]
    for each in (zero, *others):
        with pytest.raises(ValueError, match=r"two are process 1: one on .* process id .* and one"):
            each.result(10)


def test_two_of_number_0(address):
    with socket.create_server(("127.0.0.1", int(address.rpartition(":")[2]))):  # noqa: SIM117
        with pytest.raises(ValueError, match=r"process 0 on .* cannot listen at .*another process"):
            bootstrap.call(2, address, address, 10)


def test_other_numbers_of_processes(address, start):
    zero = start(bootstrap.call, 3, address, None, 10)
    other = start(bootstrap.answer, 1, 2, address, 10)
    for each in (zero, other):
        with pytest.raises(ValueError, match=r"process 1 on .* says 2, process 0 on .* 3$"):
            each.result(10)


def test_one_that_ends_meanwhile(address, start):
    zero = start(bootstrap.call, 4, address, None, 10)
    other = start(bootstrap.answer, 2, 4, address, 10)
    with connect(address) as ending:
        ending.sendall(json.dumps({"index": 1, "count": 4, "who": "on a host"}).encode() + b"\n")
        time.sleep(0.3)
    for each in (zero, other):
        with pytest.raises(ValueError, match="process 1 on a host has ended before all had come"):
            each.result(10)


@pytest.mark.parametrize(
    "text",
    [b"", b"GET / HTTP/1.0\r\n\r\n", b"[]\n", b'{"index": 1}\n', b"[" * 60_000 + b"\n", b"slow",
     b'{"index": Infinity, "count": 2, "who": ""}\n'],
)  # fmt: skip
def test_who_else_connects_does_not_matter(address, start, text):
    zero = start(bootstrap.call, 2, address, None, 10)
    with connect(address) as stranger:  # which nobody waits for, whatever it does
        stranger.sendall(text)
        other = start(bootstrap.answer, 1, 2, address, 10)
        with zero.result(4):
            listening = start(listen, address, 1)
            with other.result(10):
                listening.result(10)


@pytest.mark.some(1)
@pytest.mark.parametrize("ends", range(3))
def test_one_that_ends_while_jax_starts_ends_the_others(address, ends):
    # as `initialize` does, in which JAX would wait for it for as long as for one that is late
    program = """
import os, sys, time
from sharray._engine import bootstrap
address, ends = sys.argv[1], int(sys.argv[2])
index = int(sys.argv[3])
meeting = bootstrap.meet(index, 3, address, None, 60)
meeting._waits = lambda: None  # nobody listens
with meeting:
    time.sleep(1 if index == ends else 60)
    os._exit(9)
"""
    children = [
        subprocess.Popen(
            [sys.executable, "-c", program, address, str(ends), str(index)],
            stderr=subprocess.PIPE,
            text=True,
        )
        for index in range(3)
    ]
    told = [child.communicate(timeout=30)[1] for child in children]
    assert [child.returncode for child in children] == [9 if i == ends else 70 for i in range(3)]
    for i in {0, 1, 2} - {ends}:
        assert re.fullmatch(
            rf"sharray: process {ends} .* has ended while the processes started\n", told[i]
        ), told


def test_nobody_listens(address):
    with pytest.raises(TimeoutError, match=f"process 1 .* for 0 s to reach process 0 at {address}"):
        bootstrap.answer(1, 2, address, 0)


@pytest.mark.parametrize(
    "answers", [None, b"", b"SSH-2.0-x\r\n", b"\x00\x00\x12\x04\x00", b"220 x\r\n"]
)
def test_another_program_listens(address, answers):
    with socket.create_server(("127.0.0.1", int(address.rpartition(":")[2]))) as server:
        come = []

        def serve():
            with contextlib.suppress(OSError):  # the test is over
                while True:
                    come.append(server.accept()[0])
                    if answers is not None:
                        come[-1].sendall(answers)
                        come[-1].close()

        threading.Thread(target=serve, daemon=True).start()
        with pytest.raises(TimeoutError, match="nobody answered as process 0 does within 1 s"):
            bootstrap.answer(1, 2, address, 1)
        server.shutdown(socket.SHUT_RDWR)
        for connection in come:
            connection.close()


SLURM = {"SLURM_JOB_ID": "5000", "SLURM_NTASKS": "9", "SLURM_PROCID": "3"}
OPEN_MPI = {"OMPI_COMM_WORLD_SIZE": "4", "OMPI_COMM_WORLD_RANK": "1"}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({}, (None, None, None)),
        (SLURM | {"SLURM_STEP_NODELIST": "a1"}, ("a1:62344", 9, 3)),
        (SLURM | {"SLURM_STEP_NODELIST": "a1,b2"}, ("a1:62344", 9, 3)),
        (SLURM | {"SLURM_STEP_NODELIST": "a[001-015],b2"}, ("a001:62344", 9, 3)),
        (SLURM | {"SLURM_STEP_NODELIST": "a[7,9-11]", "JAX_COORDINATOR_PORT": "5"}, ("a7:5", 9, 3)),
        (
            OPEN_MPI | {"OMPI_MCA_orte_hnp_uri": "1531576320.0;tcp://10.96.0.1,10.108.0.1:34911"},
            ("10.96.0.1:62624", 4, 1),
        ),
    ],
)
def test_what_the_environment_says(monkeypatch, said, found):
    for name in list(os.environ):
        if name.startswith(("SLURM", "OMPI", "PMI", "JAX_COORDINATOR")):
            monkeypatch.delenv(name)
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    assert cluster.completed(None, None, None, None) == (None, *found)
    assert cluster.completed(None, "here:1", 2, 0) == (None, "here:1", 2, 0)
    other = "ompi" if "SLURM_JOB_ID" in said else "slurm"
    assert cluster.completed(other, None, None, None) == (other, None, None, None)


@pytest.mark.parametrize("method", [None, "ompi"])
def test_open_mpi_that_does_not_say_where_process_0_is(monkeypatch, method):
    # as from its version 5 on; within a job of Slurm, whose variables are those of its first task
    for name, value in (SLURM | {"SLURM_STEP_NODELIST": "a1"} | OPEN_MPI).items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("OMPI_MCA_orte_hnp_uri", raising=False)
    world = types.SimpleNamespace(
        bcast=lambda address, root: "a1:7", Get_size=lambda: 4, Get_rank=lambda: 1
    )
    monkeypatch.setitem(sys.modules, "mpi4py", types.ModuleType("mpi4py"))
    monkeypatch.setitem(sys.modules, "mpi4py.MPI", types.SimpleNamespace(COMM_WORLD=world))
    assert cluster.completed(method, None, None, None) == ("mpi4py", "a1:7", 4, 1)
    monkeypatch.setitem(sys.modules, "mpi4py.MPI", None)
    with pytest.raises(ValueError, match="mpi4py is to say which process this is, and does not"):
        cluster.completed(method, None, None, None)


@pytest.mark.some(1)
class TestTasksOfSlurm:
    def test_are_one_program(self, tmp_path):
        plain = subprocess.run(
            [sys.executable, "-c", EVERYTHING], capture_output=True, text=True, check=True
        )
        for code, out, errors in slurm.run(tmp_path, EVERYTHING.strip(), "-m", "sharray"):
            assert code == 0, errors
            shown = [line for line in out.splitlines() if "Gloo" not in line]
            assert shown == plain.stdout.splitlines()

    @pytest.mark.parametrize(
        ("ranks", "error"),
        [
            ((0, 1, 1), "ValueError: two are process 1: one on"),
            ((1,), "TimeoutError: process 1 on"),
            ((0,), "TimeoutError: process 0 on"),
        ],
    )
    def test_that_are_not_one_program(self, tmp_path, ranks, error):
        program = (
            "from sharray import distributed\ndistributed.initialize(initialization_timeout=8)\n"
        )
        for code, _, errors in slurm.run(tmp_path, program, ranks=ranks):
            assert code == 1
            assert errors.splitlines()[-1].startswith(error)


def test_a_program_under_the_launcher_connects_itself(tmp_path, address):
    # its large arrays begin on the devices of all, whatever the launcher has set for one process
    program = tmp_path / "program.py"
    program.write_text(f"""
import sharray
sharray.distributed.initialize("{address}", 1, 0)
import numpy as np
print(sharray.get_options()["host_work"], np.ones(100_001).sum())
""")
    command = [sys.executable, "-m", "sharray", "program.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.stdout.splitlines()[-1:] == ["0 100001.0"], done.stderr
