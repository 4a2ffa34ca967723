"""Programs that the launcher keeps on disk."""

import os
import signal
import subprocess
import sys
import threading
import warnings
from pathlib import Path
from types import SimpleNamespace

import pytest

import sharray
from sharray._engine import jax_cache, program_files
from sharray._tools.launch import program_cache

ROOT = Path(sharray.__path__[0]).parent
CODE = "import numpy as np; x = np.arange(10.) + 1; print(x.sum())"


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in program_cache._JAXS_OWN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("SHARRAY_HOST_THRESHOLD", "0")
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return tmp_path


def start(code=CODE):
    return subprocess.Popen(
        [sys.executable, "-m", "sharray", "--at-once", "-c", code],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def finish(process):
    out, err = process.communicate(timeout=240)
    assert (out, err, process.returncode) == ("55.0\n", "", 0)


def kept(home):
    return {path.name: path.stat().st_mtime_ns for path in home.rglob("*-cache")}


def test_a_second_run_compiles_nothing_also_several_at_once(home):
    processes = [start(), start()]
    for process in processes:
        finish(process)
    first = kept(home)
    assert first
    finish(start())
    assert kept(home) == first
    # nothing of the runs themselves is left
    assert [path.name for path in (home / "sharray" / "programs").iterdir()] == [
        program_cache._machine()
    ]


def test_so_does_one_of_several_processes_which_all_read_or_none(home):
    code = "import numpy as np; x = np.sort(np.arange(50.)); print(float(x.sum()))"
    command = [sys.executable, "-m", "sharray", "-n", "2", "-c", code]

    def run():
        return subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)

    assert (run().stdout, run().stderr) == ("1225.0\n", "")
    first = kept(home)
    assert len(first) == 2 * len([name for name in first if "-1-of-2" in name]) > 0
    # what process 1 alone has lost is compiled again
    lost = next(path for path in home.rglob("*-1-of-2-cache"))
    lost.unlink()
    assert run().stdout == "1225.0\n"
    second = kept(home)
    assert second.keys() == first.keys()
    assert {n for n in first if first[n] != second[n]} == {lost.name}
    lost.write_bytes(lost.read_bytes()[:-1])
    done = run()
    assert done.returncode
    assert "is damaged; it is removed, start again" in done.stderr
    assert run().stdout == "1225.0\n"


COUNTS = """
import jax
import numpy as np
import sharray

compile, compiled = jax.stages.Lowered.compile, []

def counting(lowered, *args, **kwargs):
    compiled.append(lowered)
    return compile(lowered, *args, **kwargs)

jax.stages.Lowered.compile = counting
x = np.sort(np.arange(50.0)[::-1] % 7)
print("result", float((x * 2 + 1).sum()), np.median(x).item())
print("compiled", len(compiled), sharray.cache_info().compilations)
"""


def test_one_of_several_processes_of_a_host_compiles_a_program(home):
    done = subprocess.run(
        [sys.executable, "-m", "sharray", "-n", "3", "--ranks", "-c", COUNTS],
        capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split()[1:] for line in done.stdout.splitlines()]
    assert sorted(line[1:] for line in lines if line[0] == "result") == 3 * [["344.0", "3.0"]]
    counts = [list(map(int, line[1:])) for line in lines if line[0] == "compiled"]
    assert len({programs for _, programs in counts}) == 1
    assert sum(compiled for compiled, _ in counts) == counts[0][1] == len(kept(home)) // 3


def test_a_process_that_is_killed_while_it_compiles_leaves_that_to_another(tmp_path):
    program = tmp_path / "program"
    code = f"""
import signal
from pathlib import Path
from types import SimpleNamespace
from sharray._engine import program_files
with program_files._alone(Path({str(program)!r}), lambda: None):
    print("compiles", flush=True)
    signal.pause()
"""
    looked = []

    def check():
        looked.append(other.poll())
        other.kill()

    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "compiles\n"
        with program_files._alone(program, check):
            assert other.wait(20)
            assert looked[0] is None
    with program_files._alone(tmp_path / "gone" / "program", check):  # its process has ended
        pass


@pytest.mark.parametrize("name", ["SHARRAY_PROGRAM_CACHE", "JAX_ENABLE_COMPILATION_CACHE"])
def test_nothing_is_kept_where_the_environment_says_so(home, monkeypatch, name):
    monkeypatch.setenv(name, "0")
    finish(start())
    assert not kept(home)


def test_the_folder_is_the_users_alone(home, monkeypatch):
    finish(start())
    folder = home / "sharray" / "programs"
    assert all(not path.stat().st_mode & 0o022 for path in (folder, *folder.iterdir()))
    folder.chmod(0o777)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        program_cache._start(folder)
    assert "others can write to it" in str(caught[0].message)


def test_the_oldest_programs_go_first(tmp_path, monkeypatch):
    monkeypatch.setattr(program_cache, "MOST", 2)
    for age, name in enumerate("abc"):
        path = tmp_path / f"{name}-cache"
        path.write_bytes(b"x")
        os.utime(path, (1000 - age, 1000 - age))
    program_cache._prune(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a-cache", "b-cache"]
    monkeypatch.setattr(program_cache, "MOST_BYTES", 1)
    program_cache._prune(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["a-cache"]


def test_what_killed_runs_have_left_is_removed(tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for process in (gone.pid, os.getpid()):
        (tmp_path / f"run-{process}-x").mkdir()
    program_cache._sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [f"run-{os.getpid()}-x"]


LOGS = "import numpy as np; x = np.sort(np.arange(50.)[::-1]); print(x.sum())"


def report_of(*options, code=LOGS, returncode=0):
    done = subprocess.run(
        [sys.executable, "-m", "sharray", "--at-once", *options, "-c", code],
        capture_output=True, text=True, timeout=240, check=False,
        env=os.environ | {"SHARRAY_LOG": "info"},
    )  # fmt: skip
    assert (done.stdout, done.returncode) == ("1225.0\n", returncode), done.stderr
    return done.stderr


def test_what_was_compiled_is_told_from_what_was_read(home):
    first = report_of("--report")
    count = len(kept(home))
    assert first.count("compiled a program in") == count > 0
    assert f" {count} programs compiled in " in first
    assert "from disk" not in first
    second = report_of("--report")
    assert "compiled a program in" not in second
    assert second.count("read a compiled program from disk in") == count
    assert f" 0 programs compiled in 0.00 s, {count} read from disk in " in second
    assert "  compiled  from disk  runs  " in second


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_run_that_is_killed_keeps_what_it_has_compiled(home, number):
    killed = f"{LOGS}; import sys, os; sys.stdout.flush(); os.kill(os.getpid(), {int(number)})"
    report_of(code=killed, returncode=-number)
    assert kept(home)
    assert "compiled a program in" not in report_of()


def test_so_do_several_processes_that_are_killed(home):
    code = "import numpy as np; x = np.sort(np.arange(50.)); print(float(x.sum()), flush=True)"
    both = "; np.sum(np.ones(8)).item(); import os; os.kill(os.getpid(), 9)"

    def run(code):
        command = [sys.executable, "-m", "sharray", "--report", "-n", "2", "-c", code]
        return subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)

    assert run(code + both).returncode
    assert {name.rpartition("-of-")[0][-2:] for name in kept(home)} == {"-0", "-1"}
    assert " 0 programs compiled in 0.00 s, " in run(code).stderr


def test_a_program_is_kept_when_no_thread_is_in_the_middle_of_writing_one(monkeypatch):
    listeners, calls = {}, []
    monitoring = SimpleNamespace(
        register_event_listener=lambda f: listeners.update(begin=f),
        register_event_duration_secs_listener=lambda f: listeners.update(end=f),
    )
    monkeypatch.setattr(jax_cache, "jax", SimpleNamespace(monitoring=monitoring))
    jax_cache.when_written(lambda: calls.append(None))

    def elsewhere(name, *args):
        thread = threading.Thread(target=listeners[name], args=args)
        thread.start()
        thread.join()

    listeners["end"](jax_cache._ENDED, 0.1)  # of what was read
    assert not calls
    listeners["begin"](jax_cache._WRITES)
    elsewhere("end", jax_cache._ENDED, 0.1)
    assert not calls
    listeners["end"](jax_cache._ENDED, 0.1)
    assert calls == [None]
