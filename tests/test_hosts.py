"""Several hosts, and those who start processes on them: namespaces of the network, Open MPI."""

import ctypes.util
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import relay
import slurm
from test_processes import TIMEOUT
from traps import HEAD, PART_WAYS, TRAPS

NUMBER = re.compile(r"[-\d.]+\n")

pytestmark = pytest.mark.some(1)

PROGRAM = """
import sys
import numpy as np
import sharray.numpy as xp
from sharray import distributed

distributed.initialize("{address}:1234", 2, int(sys.argv[1]), heartbeat_timeout_seconds={beat})
x = xp.sin(xp.arange(100_003.0))
for _ in range({count}):
    total = float(x.sum())
    x = x + 1
    print(round(total - x.size * _, 6), flush=True)
"""


@pytest.fixture
def hosts():
    if not relay.are_possible():
        pytest.skip("namespaces of the network need Linux and root")
    with relay.two_hosts(delay=0.01) as made:
        yield made


def start(folder, into, count, beat):
    (folder / "program.py").write_text(
        PROGRAM.format(address=relay.ADDRESSES[0], count=count, beat=beat)
    )
    return [
        subprocess.Popen(
            [*command, sys.executable, "program.py", str(i)],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for i, command in enumerate(into)
    ]


def finished(children, seconds):
    try:
        return [child.communicate(timeout=seconds) for child in children]
    finally:
        for child in children:
            child.kill()


def test_two_hosts_compute_together(tmp_path, hosts):
    _, into = hosts
    children = start(tmp_path, into, 3, 100)
    texts = finished(children, TIMEOUT)
    assert [child.returncode for child in children] == [0, 0], texts
    numbers = [[t for t in out.splitlines() if "Gloo" not in t] for out, _ in texts]
    assert numbers[0] == numbers[1]
    assert len(set(numbers[0])) == 1


def test_the_line_for_kubernetes_connects_the_pods_of_a_job(tmp_path, hosts):
    _, into = hosts
    page = (Path(__file__).parent.parent / "docs/processes.md").read_text()
    (line,) = re.findall(r"^sharray.*JOB_COMPLETION_INDEX.*$", page, re.MULTILINE)
    here = line.replace("heat-0.heat", relay.ADDRESSES[0]).replace(" 4,", " 2,")
    (tmp_path / "heat.py").write_text(f"""
import os
import sharray
{here}
print(float(sharray.arange(100_003.0).sum()))
""")
    children = [
        subprocess.Popen(
            [*command, sys.executable, "heat.py"],
            cwd=tmp_path,
            env=os.environ | {"JOB_COMPLETION_INDEX": str(i)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for i, command in enumerate(into)
    ]
    texts = finished(children, TIMEOUT)
    assert [child.returncode for child in children] == [0, 0], texts
    assert all("5000250003.0" in out for out, _ in texts)


def test_a_link_that_is_cut_ends_both(tmp_path, hosts):
    link, into = hosts
    children = start(tmp_path, into, 10**6, 9)
    for child in children:
        while not NUMBER.match(child.stdout.readline()):
            assert child.poll() is None, child.stderr.read()
    link.is_cut = True
    begin = time.monotonic()
    texts = finished(children, TIMEOUT)
    assert time.monotonic() - begin < 10
    assert all(child.returncode for child in children)
    assert "process 1" in texts[0][1]
    assert "can no longer be reached" in texts[0][1]
    assert "the host of process 0 can no longer be reached" in texts[1][1]


#: What between hosts takes 300 s: a network that stands still for a while looks the same.
ON_ONE_HOST = {"another loop in a program of JAX"}


@pytest.mark.parametrize("trap", [trap for trap in TRAPS if trap not in ON_ONE_HOST])
def test_processes_that_part_ways_on_two_hosts(tmp_path, hosts, trap):
    _, into = hosts
    program, message = TRAPS[trap]
    done = slurm.run(
        tmp_path,
        f"{HEAD.strip()}\n{program}\nprint('end')\n",
        *("-m", "sharray"),
        first=relay.ADDRESSES[0],
        hosts=into,
        timeout=TIMEOUT,
    )
    assert all(code for code, _, _ in done), done
    if "killed" in trap:  # no launcher says so
        dead = [code for code, _, _ in done].index(-9)
        message = f"process {dead} (pid "
        done = [one for one in done if one[0] != -9]
    for _, out, errors in done:
        assert message in errors or ("raises" in trap and "KeyError: 'mine'" in errors)
        assert message != PART_WAYS or "end" not in out


@pytest.fixture
def disks(tmp_path):
    """Return a folder that is another disk on each of two hosts, and how these run commands."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = f'mount -t tmpfs none {shlex.quote(f"{disk}")} && exec "$@"'
    host = ["unshare", "--mount", "sh", "-c", mount, "sh"]
    try:
        done = subprocess.run([*host, "true"], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("disks of their own need unshare, of Linux")
    if done.returncode:
        pytest.skip(f"disks of their own are not possible: {done.stderr}")
    return disk, [host, host]


#: What `attempt` prints is what a program would go on with.
ON_DISKS = """
import os
import shutil
from pathlib import Path

import numpy as np
import sharray
from sharray._transforms.checkpoint import disk

disk.PATIENCE = 0.2
x = np.arange(100_001.0)
rank = sharray.distributed.process_index()

def attempt(what, step):
    try:
        step()
        print(what, "is done")
    except Exception as error:
        print(what, type(error).__name__, error)

def files(folder):
    return sorted(path.relative_to(folder) for path in Path(folder).rglob("*"))
"""
SAVED_ON_DISKS = """
sharray.checkpoint.save("shared", {"x": x, "k": 1})
shutil.copytree("shared", "disk/run")
before = files("disk")
for tree in ({"x": x * 2, "k": 2}, {"k": 3}):
    attempt("saving", lambda: sharray.checkpoint.save("disk/run", tree, keep=1))
saving = sharray.checkpoint.save("disk/run", {"x": x * 4}, async_=True)
attempt("waiting", saving.wait)
print(files("disk") == before)
found = sharray.checkpoint.load("disk/run")
print(found["k"], float((found["x"] - x).max()))
"""
WRITTEN_ON_DISKS = """
io = sharray.io
WRITERS = {
    "x.npy": io.write_npy,
    "x.raw": io.write_raw,
    "x.h5": lambda path, x: io.write_hdf5(path, {"x": x}),
    "x.zarr": io.write_zarr,
    "x.parquet": lambda path, x: io.write_parquet(path, {"x": x}),
    "x.arrow": lambda path, x: io.write_arrow(path, {"x": x}),
}
for name, write in WRITERS.items():
    write(f"shared/{name}", x)
shutil.copytree("shared", "disk/files")
before = files("disk")
for name, write in WRITERS.items():
    attempt(name, lambda: write(f"disk/files/{name}", x * 2))
attempt("x.parquet", lambda: io.write_parquet("disk/files/x.parquet", {"x": np.zeros(3)}))
if rank:
    Path("disk/files/x.npy").unlink(), Path("disk/files/x.npy").mkdir()
attempt("x.npy", lambda: io.write_npy("disk/files/x.npy", x))
print(files("disk") == before)
print(float((io.read_parquet("disk/files/x.parquet")["x"] - x).max()))
"""


def test_hosts_with_disks_of_their_own(tmp_path, disks):
    disk, into = disks
    program = ON_DISKS + SAVED_ON_DISKS + WRITTEN_ON_DISKS
    done = slurm.run(tmp_path, program, "-m", "sharray", hosts=into, timeout=TIMEOUT)
    assert [code for code, _, _ in done] == [0, 0], done
    said = [[t for t in out.splitlines() if "Gloo" not in t] for _, out, _ in done]
    assert said[0] == said[1]
    failures, (is_as_before, found) = said[0][:3], said[0][3:5]
    for what, failure in zip(["saving", "saving", "waiting"], failures, strict=True):
        assert f"{what} OSError process 1: cannot write the checkpoint {disk}/run: " in failure
        assert "the folder is not the same for all processes" in failure
    assert (is_as_before, found) == ("True", "1 0.0")
    *failures, odd, is_as_before, found = said[0][5:]
    assert len(failures) == 7
    for failure in failures:
        name = failure.split()[0]
        assert f"{name} OSError process 1: cannot write {disk}/files/{name}: " in failure
        assert "the folder is not the same for all processes" in failure
    assert odd.startswith("x.npy IsADirectoryError process 1: ")
    assert (is_as_before, found) == ("True", "0.0")


#: Each task says who it is, and what all of them have.
STARTED = """
import sys
import numpy as np
from sharray import distributed

distributed.initialize()
x = np.sin(np.arange(100_003.0))
me, count = distributed.process_index(), distributed.process_count()
sys.stdout.write(f"{me} {count} {round(float(x.sum()), 6)}\\n")  # at once: launchers mix them
"""


@pytest.mark.skipif(shutil.which("mpirun") is None, reason="Open MPI is not installed")
def test_open_mpi_starts_the_launcher(tmp_path):
    (tmp_path / "program.py").write_text(STARTED)
    may_be_root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    done = subprocess.run(
        ["mpirun", "--oversubscribe", "-n", "2", sys.executable, "-m", "sharray", "program.py"],
        cwd=tmp_path,
        env=os.environ | may_be_root,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "0 2 " in done.stdout
    assert "1 2 " in done.stdout


@pytest.mark.skipif(shutil.which("mpiexec.mpich") is None, reason="MPICH is not installed")
@pytest.mark.skipif(importlib.util.find_spec("mpi4py") is None, reason="mpi4py is not installed")
@pytest.mark.parametrize("launcher", [[], ["-m", "sharray"]])
def test_mpich_and_mpi4py_start_it(tmp_path, launcher):
    program = STARTED if launcher else STARTED.replace("numpy as np", "sharray.numpy as np")
    (tmp_path / "program.py").write_text(program)
    # the name by which mpi4py asks for a library of this kind
    library = ctypes.util.find_library("mpich")
    assert library is not None
    known = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    path = re.search(rf"{re.escape(library)} .*=> (.*)", known)
    assert path is not None
    (tmp_path / "libmpi.so.12").symlink_to(path[1])
    done = subprocess.run(
        ["mpiexec.mpich", "-n", "2", sys.executable, *launcher, "program.py"],
        cwd=tmp_path,
        env=os.environ | {"LD_LIBRARY_PATH": str(tmp_path), "PYTHONPATH": str(slurm.ROOT)},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "0 2 " in done.stdout
    assert "1 2 " in done.stdout


#: Stands for mpi4py, which needs an MPI to be built with.
MPI = """
import os
import time
from pathlib import Path

COMM_TYPE_SHARED = 0

class COMM_WORLD:
    Get_rank = staticmethod(lambda: int(os.environ["TEST_RANK"]))
    Get_size = staticmethod(lambda: 2)
    Split_type = staticmethod(lambda kind: COMM_WORLD)

    @staticmethod
    def bcast(value, root):
        file = Path("told")
        if not COMM_WORLD.Get_rank():
            Path("part").write_text(value)
            Path("part").rename(file)
        while not file.exists():
            time.sleep(0.01)
        return file.read_text()
"""


@pytest.mark.parametrize("how", ["asked", "imported", "launched"])
def test_mpi4py_says_who_is_who(tmp_path, how):
    (tmp_path / "mpi4py").mkdir()
    (tmp_path / "mpi4py/__init__.py").touch()
    (tmp_path / "mpi4py/MPI.py").write_text(MPI)
    program = STARTED if how == "launched" else STARTED.replace("numpy as", "sharray.numpy as")
    if how == "asked":
        program = program.replace("initialize()", "initialize(cluster_detection_method='mpi4py')")
    elif how == "imported":
        program = f"import mpi4py.MPI\n{program}"
    (tmp_path / "program.py").write_text(program)
    launcher = ["-m", "sharray"] if how == "launched" else []
    environment = os.environ | {"PYTHONPATH": f"{slurm.ROOT}{os.pathsep}{tmp_path}"}
    children = [
        subprocess.Popen(
            [sys.executable, *launcher, "program.py"],
            cwd=tmp_path,
            # the latter two by MPICH
            env=environment | {"TEST_RANK": str(i), "PMI_RANK": str(i), "PMI_SIZE": "2"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for i in range(2)
    ]
    texts = finished(children, TIMEOUT)
    assert [child.returncode for child in children] == [0, 0], texts
    assert all(f"{i} 2 " in out for i, (out, _) in enumerate(texts))


@pytest.mark.skipif(shutil.which("slurmctld") is None, reason="Slurm is not installed")
@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="Slurm's daemons need root")
def test_slurm_starts_the_launcher(tmp_path):
    programs = {
        "launched": STARTED,
        "by itself": STARTED.replace("numpy as np", "sharray.numpy as np"),
        "part ways": f"{HEAD.strip()}\n{TRAPS['order'][0]}",
    }
    with slurm.cluster(tmp_path / "slurm") as environment:
        done = {}
        for name, text in programs.items():
            (tmp_path / "program.py").write_text(text)
            launcher = () if name == "by itself" else ("-m", "sharray")
            done[name] = subprocess.run(
                ["srun", "-n", "2", "--overcommit", sys.executable, *launcher, "program.py"],
                cwd=tmp_path,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=TIMEOUT,
                check=False,
            )
    for name in ("launched", "by itself"):
        assert done[name].returncode == 0, done[name].stderr
        lines = [t for t in done[name].stdout.splitlines() if " 2 " in t]
        assert sorted(t[:4] for t in lines) == ["0 2 ", "1 2 "]
        assert len({t[4:] for t in lines}) == 1
    parted = done["part ways"]
    assert parted.returncode
    assert PART_WAYS in parted.stderr
