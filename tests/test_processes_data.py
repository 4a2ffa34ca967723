"""Data on several processes: what one cannot read or make, parts that differ, what is its own."""

import os
import re
import socket
import sys
import time
import types
from pathlib import Path

import numpy as np
import pytest
import slurm
from test_processes import TIMEOUT, run
from traps import HEAD

from sharray import distributed
from sharray._engine import imported, rendezvous
from sharray._engine.comparing.connections import keep_alive
from sharray._engine.comparing.member import Member
from sharray._engine.comparing.server import AgreementServer
from sharray._tools.launch.output import _Stream

pytestmark = pytest.mark.some(1)

ONE_FAILS = {
    # the one before it, as all do
    "a damaged checkpoint": (
        """
sharray.checkpoint.save("run/1", {"x": x}), sharray.checkpoint.save("run/2", {"x": x * 10})
if rank == 1:
    file = sorted(Path("run/2").glob("*/0/c/*"))[-1]
    file.write_bytes(file.read_bytes()[:-9])
sharray.io.write_npy("there.npy", np.ones(3))  # all wait
try:
    x = sharray.checkpoint.load("run/2")["x"]
except sharray.checkpoint.CheckpointError as error:
    x = sharray.checkpoint.load("run/1")["x"]
    print("damaged" in str(error))
print(float(x.sum()))
""",
        "True\n100001.0\n",
    ),
    "a longer file": (
        """
sharray.checkpoint.save("run", {"x": x})
if rank == 1:
    with sorted(Path("run").glob("*/0/c/*"))[0].open("ab") as file:
        file.write(b"more")
sharray.io.write_npy("there.npy", np.ones(3))
try:
    sharray.checkpoint.load("run")
except sharray.checkpoint.CheckpointError as error:
    print("bytes" in str(error))
""",
        "True\n",
    ),
    "a leaf": (
        """
try:
    sharray.checkpoint.save("run", {"x": x, "other": {1} if rank else 1})
except TypeError as error:
    print(error)
print(float(x.sum()))
""",
        "process 1: a checkpoint holds arrays, numbers and text; other is a set\n100001.0\n",
    ),
    "a column": (
        """
try:
    sharray.io.write_parquet("a.parquet", {"z": np.zeros(0, complex)})
except Exception as error:
    print(type(error).__name__)
print(float(x.sum()))
""",
        "ArrowNotImplementedError\n100001.0\n",
    ),
    "a callback": (
        """
def part(index):
    if rank:
        raise KeyError("mine")
    return np.zeros(90_000)[index]
for device in (P(), P("x")):
    try:
        sharray.from_callback(90_000, part, device=device)
    except KeyError as error:
        print("process 1" in str(error))
print(float(x.sum()))
""",
        "True\nTrue\n100001.0\n",
    ),
}


@pytest.mark.parametrize("count", ["2", "3"])
@pytest.mark.parametrize("what", ONE_FAILS)
def test_what_one_process_cannot_do_all_say(tmp_path, what, count):
    program, printed = ONE_FAILS[what]
    if what == "a column":
        pytest.importorskip("pyarrow")
    head = f"{HEAD}\nfrom pathlib import Path\nx = np.ones(100_001)\n"
    code, out, errors = run(tmp_path, head + program, "-n", count)
    assert (code, out) == (0, printed), errors


PARTS = {
    "read_raw": "sharray.io.read_raw(f'{rank}.bin', 50_000, 'f8', device=P())",
    "read_npy": "sharray.io.read_npy(f'{rank}.npy', device=P())",
    "from_callback": (
        "sharray.from_callback(50_000, lambda at: np.full(50_000, 1.0 + rank), device=P())"
    ),
    "from_process_local_data": "sharray.from_process_local_data(P(), own)",
}


@pytest.mark.parametrize("count", ["2", "3"])
@pytest.mark.parametrize("maker", PARTS)
def test_parts_that_several_processes_hold_are_compared(tmp_path, maker, count):
    program = f"""{HEAD}
with sharray.distributed.process_local():
    own = np.full(50_000, 1.0 + rank)
    own.tofile(f"{{rank}}.bin")
    np.save(f"{{rank}}.npy", own)
    print(type(own))
{PARTS[maker]}
"""
    code, out, errors = run(tmp_path, program, "-n", count)
    assert code
    assert out == "<class 'numpy.ndarray'>\n"
    assert "processes 0 and 1 give different elements for [0:50000] of an array" in errors


def test_one_process_reads_and_writes_by_itself(tmp_path):
    program = f"""{HEAD}
if rank:
    with sharray.distributed.process_local():
        own = np.arange(100_000.0)
        sharray.checkpoint.save("own", {{"x": own}})
        print((sharray.checkpoint.load("own")["x"] == own).all())
        try:
            sharray.checkpoint.save("other", {{"x": x}})
        except ValueError as error:
            print("all of them have to write it" in str(error))
print(float(x.sum()) > 0)
"""
    code, out, errors = run(tmp_path, program, "-n", "2")
    assert (code, out) == (0, "True\n[1] True\n[1] True\n"), errors


class Odd(Exception):
    def __init__(self, text):
        super().__init__(int(text))


def test_errors_of_other_processes():
    error = rendezvous._as_error(rendezvous._told(FileNotFoundError(2, "no such", "a")), 3)
    assert type(error) is FileNotFoundError
    assert error.errno == 2
    assert "process 3: [Errno 2] no such: 'a'" in str(error)
    error = rendezvous._as_error(rendezvous._told(Odd("3")), 0)
    assert type(error) is Exception
    assert str(error) == "process 0: 3"


def test_parts_of_processes_are_made_by_their_own_functions(tmp_path):
    program = f"""{HEAD}
with sharray.distributed.process_local():
    rows = np.arange(30_000.0 * (rank + 1)).reshape(-1, 3)[:10_000] + rank
x = sharray.from_process_local_data(P("x"), rows)
y = sharray.from_callback(90_000, lambda at: np.arange(90_000.0)[at] + np.sin(np.zeros(60_000))[0])
print(x.shape, float(x.max()), float(y.sum()))
"""
    code, out, errors = run(tmp_path, program, "-n", "2")
    assert (code, out) == (0, f"(20000, 3) 30000.0 {np.arange(90_000.0).sum()}\n"), errors


def test_processes_without_elements_have_the_dtype_of_the_others(tmp_path):
    program = f"""{HEAD}
for shape in ((2,), (1, 1), (4,), (0,)):
    for dtype in (int, np.float32, bool):
        y = sharray.from_callback(shape, lambda at: np.ones(shape, dtype)[at], device=P("x"))
        print(y.dtype, float((y * 2).sum()))
"""
    code, out, errors = run(tmp_path, program, "-n", "3")
    wanted = [f"{t} {2.0 * n}" for n in (2, 1, 4) for t in ("int64", "float32", "bool")]
    assert (code, out.splitlines()) == (0, [*wanted, *["float64 0.0"] * 3]), errors


OTHERWISE = {
    "two have changed places": "numbers[1], numbers[2] = numbers[2], numbers[1]",
    "another sign": "numbers = [-v for v in numbers]",
    "a checkerboard": "numbers = [-1.0] + [1.0] * 1023 + [-1.0] + numbers[1025:]",
}


@pytest.mark.parametrize("what", OTHERWISE)
def test_other_elements_are_noticed(tmp_path, what):
    program = f"""{HEAD}
numbers = [float((-1) ** (k + k // 1024)) for k in range(1 << 18)]
if rank:
    {OTHERWISE[what]}
print(float(np.array(numbers).sum()))
"""
    code, out, errors = run(tmp_path, program, "-n", "2")
    assert code
    assert out == ""
    assert "the processes part ways at statement" in errors


@pytest.mark.parametrize("how", ["setting", "variable"])
def test_the_comparison_is_switched_off(tmp_path, monkeypatch, how):
    if how == "variable":
        monkeypatch.setenv("SHARRAY_COMPARE_PROCESSES", "0")
    program = f"""{HEAD}
if {how == "setting"}:
    sharray.set_options(compare_processes=False)
for k in range(3):
    print(float((x[:100_000] * (rank + k)).sum()))
"""
    code, out, errors = run(tmp_path, program, "-n", "2")
    # of each half what its process computes
    assert (code, out.split()) == (0, ["50000.0", "150000.0", "250000.0"]), errors


def test_a_checkpoint_is_loaded_when_it_is_there(tmp_path):
    program = f"""{HEAD}
for k in range(4):
    saving = sharray.checkpoint.save("run", {{"x": x + k, "k": k}}, async_=True)
    if not rank:
        saving.wait()
    print(sharray.checkpoint.load("run")["k"])
"""
    assert run(tmp_path, program, "-n", "2") == (0, "0\n1\n2\n3\n", "")


def test_a_process_starts_the_launcher_alone(tmp_path):
    program = """
import subprocess, sys
command = [sys.executable, "-m", "sharray", "-c", "import numpy as np; print(np.arange(9).sum())"]
print(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())
"""
    assert run(tmp_path, program, "-n", "2") == (0, "36\n", "")


def test_one_that_ends_before_a_collective_of_jax_does_not_wait_for_ever(tmp_path):
    """Nobody is told of what JAX alone launches."""
    program = """
import jax
import jax.numpy as jnp
import sharray

sharray.distributed.initialize(shutdown_timeout_seconds=3)
x = jnp.asarray(sharray.ones(300_000))
step = jax.jit(lambda x: x - x.sum() * 1e-9)
for k in range(5 + sharray.distributed.process_index()):
    x = step(x)
float(x[0])
"""
    begin = time.monotonic()
    done = slurm.run(tmp_path, program, timeout=TIMEOUT)
    assert time.monotonic() - begin < 60
    assert all(code for code, _, _ in done)
    assert re.search(r"process 1 has waited in JAX for \d s and others have ended", done[0][2])


@pytest.mark.parametrize("slow", [0, 1])
def test_one_that_shows_a_picture_when_others_have_ended_goes_on(tmp_path, slow):
    program = f"""
import time
import sharray

sharray.distributed.initialize(shutdown_timeout_seconds=2)
float(sharray.ones(100_001).sum())
if sharray.distributed.process_index() == {slow}:
    time.sleep(7)  # until somebody has seen it
    print("drawn")
"""
    done = slurm.run(tmp_path, program, timeout=TIMEOUT)
    assert [code for code, _, _ in done] == [0, 0], done
    assert "drawn" in done[slow][1]


@pytest.mark.parametrize("module", ["installed", "beside it"])
def test_other_versions_of_what_is_imported_are_refused(tmp_path, module):
    """A module of the program, or a library, is another one in one process."""
    for rank in range(2):
        folder = tmp_path / str(rank)
        folder.mkdir()
        (folder / "helper.py").write_text(f"number = {rank}\n")
        if module == "installed":
            (folder / f"helper-{rank}.0.dist-info").mkdir()
    program = f"""
import sys
import sharray
folder = str(sharray.distributed.process_index())
sys.path.insert(0, folder)
import helper
{"sys.path.insert(0, '.')" * (module == "beside it")}
import numpy as np
print(np.ones(100_001).sum())
"""
    code, out, errors = run(tmp_path, program, "-n", "2")
    assert code
    assert out == ""
    assert re.search(r"process 1.*: helper (1\.0|of digest)", errors)


def test_versions_of_what_is_imported():
    versions = imported.versions()
    assert versions["numpy"] == np.__version__
    assert not {"os", "json", "__main__", "sharray"} & {
        name for name, version in versions.items() if "digest" in version
    }
    assert "os" not in versions


def test_odd_entries_of_the_path_and_of_the_modules_do_no_harm(monkeypatch):
    class Odd(types.ModuleType):
        def __getattribute__(self, name):
            raise ImportError(name)

    monkeypatch.setattr(sys, "path", [*sys.path, b"/tmp", 3, "a\0b", "/nowhere"])
    monkeypatch.setitem(sys.modules, "odd", Odd("odd"))
    monkeypatch.setitem(sys.modules, "none", None)
    assert "numpy" in imported.versions()


def test_lines_of_a_process_that_is_far_behind(tmp_path):
    with Path(tmp_path / "shown").open("wb") as file:
        stream = _Stream(file, 2)
        lines = [b"line %d\n" % (k % 7000) for k in range(20_000)]
        for line in lines:
            stream.printed(line)
        for line in lines:
            stream.compare(1, line)
        stream.compare(1, b"other\n")
        stream.hurry(float("inf"))
    assert (tmp_path / "shown").read_text() == "[1] other\n"


@pytest.fixture
def server(monkeypatch):
    """One that nobody has connected to."""
    with os.fdopen(os.pipe()[0]) as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        yield AgreementServer([], 2, "", 1, 100)


def test_processes_that_wait_for_each_other_at_different_places(server):
    members = [Member(k) for k in range(2)]
    for member, place in zip(members, "ab", strict=True):
        member.waits = place
    assert "process 0 waits where others go on" in server._missing(members)
    members[1].waits = "a"
    assert server._missing(members) is None


def test_processes_that_wait_in_jax_for_ever(server):
    members = [Member(k) for k in range(3)]
    members[1].idle = members[2].idle = 9.0
    assert server._missing(members) is None
    members[0].left = ""
    assert "process 1 has waited in JAX for 9 s and others have ended" in server._missing(members)
    members[2].idle = 0.0  # which may be on its way
    assert server._missing(members) is None
    members[0].left = None
    for member in members:
        member.idle = 400.0
    assert server._missing(members) is None
    for member in members:
        member.is_stuck = True
    assert "all processes have waited in JAX for 400 s" in server._missing(members)


def test_one_that_waits_for_another_that_waits_in_jax(server):
    members = [Member(k) for k in range(2)]
    members[0].number, members[0].asked, server._agreed, members[1].number = 4, 4, 3, 3
    members[1].idle = 7.0
    assert server._missing(members) is None  # the devices of process 0 may compute
    members[0].idle = 9.0
    assert "process 0 waits for process 1, which has waited in JAX for 7 s" in server._missing(
        members
    )
    members[1].host = "other"  # which may not be reached for a while
    assert server._missing(members) is None


@pytest.mark.parametrize("seconds", [0, 9, 100, 10**6, 10**12])
def test_a_connection_notices_after_any_time_that_a_host_is_gone(seconds):
    with socket.socket() as connection:
        keep_alive(connection, seconds)


def test_who_has_been_silent_is_named(server):
    members = [Member(k) for k in range(2)]
    members[1].heard_at -= 90
    members[0].is_dead = True
    assert "process 1 (pid 0 on ) has let nothing be heard for 90 s" in server._missing(members)


def test_a_block_of_this_process_makes_arrays_on_the_host():
    import sharray.numpy as snp

    with distributed.process_local():
        assert type(snp.ones(100_000)) is np.ndarray
