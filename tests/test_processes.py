"""Programs on several real processes of this host, against NumPy, and what ends in errors."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from test_examples import ARGUMENTS, EXAMPLES, NUMBER
from traps import HEAD, PART_WAYS, TRAPS

import sharray
from sharray import distributed
from sharray._engine import cluster
from sharray._tools.launch.processes import _Group

ROOT = Path(sharray.__path__[0]).parent
TIMEOUT = 120


def environment(folder):
    """Return what is set for the processes of a test, which read programs that others have left."""
    programs = folder.parent / "programs"
    return {
        "PYTHONPATH": str(ROOT), "JAX_PLATFORMS": "cpu", "SHARRAY_PROGRAM_CACHE": str(programs),
    }  # fmt: skip


def start(folder, program, *options, arguments=(), **kwargs):
    path = folder / "program.py"
    path.write_text(program)
    return subprocess.Popen(
        [sys.executable, "-m", "sharray", *options, path.name, *arguments],
        cwd=folder,
        env=os.environ | environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **kwargs,
    )


def run(folder, program, *options, stdin="", arguments=()):
    child = start(folder, program, *options, arguments=arguments)
    try:
        out, errors = child.communicate(stdin, TIMEOUT)
    except subprocess.TimeoutExpired:
        child.kill()
        raise
    return child.returncode, out, errors


EVERYTHING = """
import numpy as np
x = np.arange(100_003.0)
y = np.sin(x) + 2
print(x, x[3], float(y.sum()).hex()[:12], y.max(), np.median(x), x[::-7][:3].tolist())
y[1:-1] += x[2:]
y[x % 3 == 0] = 0
print(np.sort(y)[-4:], (y > 5).sum(), np.unique(x % 5), np.where(x > 99_999)[0])
print(x[x > 100_000], np.cumsum(x)[-1], np.concatenate([x, y]).shape, bool((x > 3).any()))
m = x[:90_000].reshape(300, 300) / 1e4
print(np.linalg.norm(m @ m.T).round(6), m.T[2, :3], np.abs(np.fft.fft2(m)).max().round(3))
print(np.random.default_rng(3).standard_normal(100_000).mean().round(12), np.asarray(m)[5, :2])
"""


@pytest.mark.some(4)
@pytest.mark.parametrize("count", ["2", "3"])
@pytest.mark.parametrize("trap", TRAPS)
def test_processes_that_part_ways_end_with_an_error(tmp_path, trap, count):
    program, message = TRAPS[trap]
    started = time.monotonic()
    code, out, errors = run(tmp_path, f"{HEAD.strip()}\n{program}\nprint('end')\n", "-n", count)
    assert code
    assert message in errors
    assert re.search(r'program\.py(:|", line )\d', errors) or "killed" in trap
    if message == PART_WAYS:
        assert "errors.html#processes-part" in errors
        if trap in ("values", "inputs", "seeds", "time"):
            shown = re.findall(
                r"^(?:\[\d\] )?Given to it by process \d: (float64.*);", errors, re.M
            )
            assert len(set(shown)) == len(shown) == int(count)
        assert "end" not in out
    # a process that waits is ended after a while
    assert time.monotonic() - started < 30


BLOCKS = """
import numpy as np
import sharray
sharray.set_options(host_threshold=0)
x = np.arange(12.0).reshape(4, 3)
print(np.apply_along_axis(lambda row: row[::-1] * 2, 1, x).tolist())
print(np.apply_along_axis(np.sum, 0, x).tolist(), np.apply_along_axis(np.outer, 1, x, [1, 2]).shape)
print(np.vectorize(lambda v: v // 2)(x).tolist())
for last in (11, 99):
    try:
        print(np.vectorize(lambda v: {}[v] if v == last else v)(x).sum())
    except KeyError as error:
        print("no", error)
print((x + 1).sum())
"""


#: What is done in process 1 before it starts -> what all say.
OTHERS = {
    "settings": ("os.environ['SHARRAY_CACHE_SIZE'] = '7'", "'cache_size': 7"),
    "programs": ("os.chdir('other')", "program, of digest"),
    "devices": (
        "import jax; jax.config.update('jax_num_cpu_devices', 2); jax.config.update = lambda *a: 0",
        "process 0: 1 (cpu), process 1: 2 (cpu)",
    ),
}


@pytest.mark.parametrize("what", OTHERS)
def test_processes_that_start_otherwise_are_refused(tmp_path, what):
    done, message = OTHERS[what]
    (tmp_path / "sitecustomize.py").write_text(
        f"import os\nif os.environ.get('SHARRAY_PROCESS', '').startswith('1'):\n    {done}\n"
    )
    (tmp_path / "other").mkdir()
    (tmp_path / "program.py").write_text("print('end')\n")
    (tmp_path / "other" / "program.py").write_text("print('end ')\n")
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    done = subprocess.run(
        [sys.executable, "-m", "sharray", "-n", "2", "program.py"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path, "JAX_PLATFORMS": "cpu"},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode
    assert re.search("the processes of this program (differ|have different devices)", done.stderr)
    assert message in done.stderr
    assert "end" not in done.stdout


def test_the_exit_code_is_that_of_the_first_program_that_ends_with_one(tmp_path):
    program = (
        f"{HEAD}\nimport atexit\n"
        "if rank == 2: atexit.register(open, 'ended', 'w'); sys.exit(5)\n"
        "while not os.path.exists('ended'): time.sleep(0.01)\n"
        "if rank == 1: sys.exit(7)\n"
    )
    assert run(tmp_path, program, "-n", "3")[0] == 5


def test_launcher_passes_input_on_and_codes_back(tmp_path):
    # the rest is more than a pipe holds, and only one of them reads it
    program = """
import sys, sharray
print(input('name? '))
if sharray.distributed.process_index() == 0:
    print(len(sys.stdin.read()))
sys.exit(3)
"""
    out = "name? me\n400000\n"
    assert run(tmp_path, program, "-n", "2", stdin="me\n" + 400_000 * "x") == (3, out, "")


def test_lines_of_each_process(tmp_path):
    program = "import sharray\nprint('all')\nprint(sharray.distributed.process_index())\n"
    assert run(tmp_path, program, "-n", "2")[:2] == (0, "all\n0\n[1] 1\n")
    code, out, _ = run(tmp_path, program, "-n", "2", "--ranks")
    assert (code, sorted(out.splitlines())) == (0, ["[0] 0", "[0] all", "[1] 1", "[1] all"])


def test_one_report_of_all_processes(tmp_path):
    program = """
import numpy as np
x = np.arange(40_000.0) * 2
print(float(x.sum()))
raise SystemExit(0)
"""
    code, out, errors = run(tmp_path, program, "-n", "2", "--report")
    assert (code, out) == (0, "1599960000.0\n"), errors
    assert errors.count("sharray report, ") == 1
    assert "sharray report, 2 processes, " in errors
    assert "print(float(x.sum()))" in errors


@pytest.mark.parametrize("processes", [None, 2])
def test_only_one_process_alone_keeps_compiled_programs(tmp_path, monkeypatch, processes):
    # one that is read from disk does not wait for what those wait for that were just compiled
    kept = tmp_path / "kept"
    monkeypatch.setenv("JAX_COMPILATION_CACHE_DIR", str(kept))
    monkeypatch.setenv("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0")
    program = "import numpy as np\nprint(np.sort(np.arange(40_000.0) % 7)[-1])\n"
    options = ["--devices", "2", "--at-once"] if processes is None else ["-n", str(processes)]
    assert run(tmp_path, program, *options) == (0, "6.0\n", "")
    assert (kept.exists() and any(kept.iterdir())) == (processes is None)


def test_what_is_computed_does_not_depend_on_when_cycles_are_collected(tmp_path):
    program = """
import gc
import numpy as np
import sharray

class Model:
    def __init__(self):
        self.u = np.arange(40_000.0) * 2
        self.half = self.u * 0.5
        self.me = self

gc.disable()
total = np.zeros(40_000)
for k in range(40):
    m = Model()
    v = m.half + k
    total[1:] += v[1:]
    total *= 0.5
    del m
    if sharray.distributed.process_index() == 1:
        gc.collect()
print(float(v.sum()))
"""
    assert run(tmp_path, program, "-n", "2")[:2] == (0, f"{40_000 * 39_999 / 2 + 39 * 40_000}\n")


def test_all_that_are_killed_are_counted(capsys):
    group = _Group()
    # the last one as JAX ends a process when others have died
    for end in ("kill -9 $$", "sleep 0.2; kill -9 $$", "exit 3", "sleep 0.3; kill -ABRT $$"):
        group.children.append(subprocess.Popen(["sh", "-c", end], start_new_session=True))
    assert group.wait() in (137, 3)
    assert group.ended_by_signals == 2
    said = capsys.readouterr().err.splitlines()
    assert said == [f"sharray: SIGKILL has ended process {index}" for index in (0, 1)]


def test_output_that_nobody_reads_any_more(tmp_path):
    with start(tmp_path, "while True: print('again', flush=True)", "-n", "2") as child:
        assert child.stdout.readline() == "again\n"
        child.stdout.close()
        assert child.wait(TIMEOUT) == 1
        errors = child.stderr.read()
    # the other process may say something of the end of this one
    own = [line for line in errors.splitlines() if not line.startswith("[1] ")]
    assert own[-1] == "BrokenPipeError: [Errno 32] Broken pipe", errors
    assert errors.count("Traceback") == 1


def test_one_process_may_look_at_what_all_do(tmp_path):
    program = """
import contextlib
import numpy as np
import sharray

u = np.arange(40_000.0).reshape(200, 200)
first = sharray.distributed.process_index() == 0
with sharray.report() if first else contextlib.nullcontext():
    for k in range(3):
        u = np.where(u > 99, u * 0.99, np.roll(u, 1, 0)) + np.zeros_like(u)
        u[1:] += np.pad(u, 1)[1:-2, 1:-1] * 1e-3
        print(float(np.median(u)), float(u.std()))
"""
    code, out, errors = run(tmp_path, program, "-n", "2")
    assert (code, errors) == (0, "")
    assert len(out.splitlines()) == 3


LOOKS = """
import jax
import jax.numpy as jnp
import sharray as xp
xp.set_options(host_threshold=0)
first = xp.distributed.process_index() == 0
x, y = xp.arange(120_001.0) + 1, xp.arange(120_001.0) + 2
step = jax.jit(lambda x: x * 0.5 + xp.max(x))
if first:  # what is traced for one is not traced again
    print(str(jax.make_jaxpr(lambda x: step(x + 1))(x))[:0] + step.lower(x).as_text()[:0], end="")
for k in range(3):
    x = step(x)
    x[1:] += y[:-1]
    xp.block_until_ready((x, y))
    if first:  # each of them may hold the memory that is overwritten next
        assert jax.tree.map(jnp.shape, {"x": x}) is not None
        seen = [shard.data for a in (x, x.to_jax(padded=True)) for shard in a.addressable_shards]
        before = [piece.tolist() for piece in seen]
    x += 1
    x[1:-1] = x[2:] + x[:-2]
    assert not first or before == [piece.tolist() for piece in seen]
    y *= 2
print(float(x[777]), float(y[778]), float(xp.max(x)), float(xp.min(y)))
"""


def test_one_process_may_look_at_arrays_that_are_overwritten_then(tmp_path):
    code, out, errors = run(tmp_path, LOOKS, "-n", "2")
    assert (code, errors) == (0, "")
    assert run(tmp_path, LOOKS) == (0, out, "")


ENDLESS = f"{HEAD}\nprint('ready', os.getpid(), flush=True)\nwhile True: float(x.sum())\n"


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_no_process_outlives_the_launcher(tmp_path, number, code):
    child = start(tmp_path, ENDLESS, "-n", "2", "--ranks")
    pids = []
    while len(pids) < 2:
        words = child.stdout.readline().split()
        pids += [int(words[2])] if words[1:2] == ["ready"] else []
    child.send_signal(number)
    child.communicate(timeout=TIMEOUT)
    assert child.returncode == code
    end = time.monotonic() + 20
    while any(map(is_alive, pids)):
        assert time.monotonic() < end
        time.sleep(0.05)


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"coordinator_address": "here"}, "is host and port"),
        ({"coordinator_address": "here:99999"}, "is host and port"),
        ({"coordinator_address": "here:1", "process_id": -1}, "no process_id -1"),
        ({"coordinator_address": "here:1", "num_processes": 2, "process_id": 2}, "of 2 processes"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        distributed.initialize(**arguments)


def test_options_that_jax_does_not_take():
    with pytest.raises(TypeError, match="takes no other"):
        distributed.initialize("here:1", 2, 0, other=3)


def test_arrays_that_are_to_begin_on_the_host_are_refused():
    with (
        sharray.set_options(host_work=10**9),
        pytest.raises(ValueError, match="large arrays begin on the devices: host_work"),
    ):
        distributed.initialize("127.0.0.1:1", 2, 0)


def test_devices_that_are_in_use_are_not_shared_any_more():
    float(sharray.ones(3, device=sharray.make_mesh(1)).sum())
    with pytest.raises(RuntimeError, match="initialize comes too late"):
        distributed.initialize(f"127.0.0.1:{cluster.free_port()}", 1, 0)


def test_one_process_is_all_there_is():
    assert not distributed.is_initialized()
    assert (distributed.process_index(), distributed.process_count()) == (0, 1)
    assert distributed.devices() == distributed.local_devices()
    distributed.shutdown()


@pytest.mark.some(1)
class TestWholePrograms:
    def test_functions_of_blocks_where_one_process_has_none(self, tmp_path):
        code, out, errors = run(tmp_path, BLOCKS, "-n", "3", "--ranks")
        assert (code, errors) == (0, "")
        want = run(tmp_path, BLOCKS, "-n", "1")[1].splitlines()
        assert "no 11.0" in want
        for rank in range(3):
            lines = [line for line in out.splitlines() if "Gloo" not in line]
            assert [t[4:] for t in lines if t.startswith(f"[{rank}] ")] == want

    @pytest.mark.parametrize("options", [("-n", "2"), ("-n", "3", "--devices", "2")])
    def test_program_gives_the_same(self, tmp_path, options):
        plain = subprocess.run(
            [sys.executable, "-c", EVERYTHING], capture_output=True, text=True, check=True
        )
        assert run(tmp_path, EVERYTHING.strip(), *options) == (0, plain.stdout, "")

    @pytest.mark.some(1)
    @pytest.mark.parametrize("count", ["2", "3"])
    @pytest.mark.parametrize("name", ARGUMENTS)
    def test_example_prints_the_same(self, tmp_path, name, count):
        command = [str(EXAMPLES / f"{name}.py"), *map(str, ARGUMENTS[name])]
        more = environment(tmp_path) | {"SHARRAY_HOST_THRESHOLD": "100"}
        plain, ours = (
            subprocess.run(
                [sys.executable, *options, *command],
                cwd=tmp_path,
                env=os.environ | more,
                capture_output=True,
                text=True,
                timeout=2 * TIMEOUT,
                check=False,
            )
            for options in ([], ["-m", "sharray", "-n", count])
        )
        assert (ours.returncode, ours.stderr) == (plain.returncode, plain.stderr) == (0, "")
        assert NUMBER.sub("#", ours.stdout) == NUMBER.sub("#", plain.stdout)
        numbers = [np.array(NUMBER.findall(text), float) for text in (ours.stdout, plain.stdout)]
        np.testing.assert_allclose(*numbers, rtol=1e-6, atol=1e-12)

    @pytest.mark.parametrize("more", [(), ("--fewer",)])
    def test_a_program_goes_on_from_its_checkpoint(self, tmp_path, more):
        program = (EXAMPLES / "restarts" / "waves.py").read_text()
        (tmp_path / "plain").mkdir()
        _, plain, _ = run(tmp_path / "plain", program, "-n", "3")
        options = ("-n", "3", "--restarts", "2", *more)
        code, out, errors = run(tmp_path, program, *options, arguments=("34", "71"))
        assert code == 0
        pictures = [(f / "waves.png").read_bytes() for f in (tmp_path, tmp_path / "plain")]
        assert pictures[0] == pictures[1]
        if not more:  # partial sums are of other parts
            assert out == plain
        assert errors.count("SIGKILL has ended process 1") == 2
        assert ("starts again with 2 processes, after exit code 137" in errors) == bool(more)
