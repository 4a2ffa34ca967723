"""What ``import sharray`` does and does not do, in a process of its own."""

import importlib
import json
import subprocess
import sys
import threading
import types

import numpy as np
import pytest

from sharray._core import jax_import

#: What takes long to import, and nobody needs for arrays that stay on the host.
HEAVY = [
    *["flax", "hypothesis", "jax", "jaxlib", "matplotlib", "numpy.f2py", "numpy.testing", "optax"],
    *["orbax", "PIL", "pytest", "scipy", "sklearn", "sphinx"],
]
LOADED = f"import sys; print([name for name in {HEAVY} if name in sys.modules])"
#: The same of Python's own modules, which NumPy does without.
LARGE = [
    *["asyncio", "bz2", "concurrent.futures", "email", "http", "inspect", "json", "logging"],
    *["lzma", "multiprocessing", "shutil", "socket", "subprocess", "tokenize", "zipfile"],
]
#: Programs of small arrays, in the words that both libraries have: NumPy is run, too.
NUMPY_PROGRAM = """
a = np.arange(100.)
b = np.sin(a) * 2
b[3:5] = 7
b[b < -1] += 1
b[[1, 2]] -= a[7:9]
m = b.reshape(10, 10) @ np.eye(10) + np.where(a > 3, a, b).reshape(10, 10)
print(b.sum(), np.median(b), np.sort(b), np.linalg.norm(b), m.T.mean(axis=0), m.argmax())
print(np.random.default_rng(0).normal(size=3), np.quantile(b, 0.3), np.cumsum(b), np.unique(b))
print(np.linalg.solve(m + 100 * np.eye(10), b[:10]), np.fft.fft(b[:8]), np.concatenate([a, b]))
np.add(a, b, out=a)
np.add.at(a, [1, 1], 2)
np.random.seed(1)
print(a, np.random.rand(2), np.histogram(b), np.add.reduce(a), f"{b[3]:.3f}", list(a[:3]))
"""
STANDARD_PROGRAM = """
import copy, pickle
x = xp.asarray([3.0, 1.0, 2.0])
x[1:] += x[0]
y = xp.reshape(xp.linspace(0, 1, 12), (3, 4))
y[1, ...] = 2
y[:, xp.asarray([0, 3])] = 5.0
results = [
    x + 1, xp.sort(x), xp.sum(y, axis=0), y @ y.T, xp.cumulative_sum(x), xp.linalg.vector_norm(x),
    xp.linalg.inv(xp.eye(3) + 1), xp.where(y > 1, y, 0), xp.unique_values(y), xp.argsort(x),
    xp.concat([x, x]), xp.take(x, xp.asarray([0, 2])), xp.astype(x, xp.int32), xp.sin(x) ** 2,
    pickle.loads(pickle.dumps(x)), copy.deepcopy(y), xp.fft.rfft(x), xp.tril(y), x[x > 3],
]
print([r.tolist() for r in results], float(x[1]), bool(xp.all(x > 1)), x.dtype, str(x), len(x))
"""
#: Programs in which JAX takes part.
BEFORE, AFTER = "import jax, sharray as xp", "import sharray as xp; x = xp.ones(3); import jax"
WITH_JAX = """
import numpy as np
x = xp.arange(5.0)
import jax.numpy as jnp
doubled = jax.tree.map(lambda v: 2 * v, {"x": x})["x"]
pair = jax.jit(lambda v: (v + 1, xp.sum(v)))(x)
slope = jax.grad(lambda v: xp.sum(v**3))(x)
for result in (doubled, pair[0], slope):
    assert type(result) is xp.ShardedArray, type(result)
assert doubled.tolist() == [0, 2, 4, 6, 8] and pair[0].tolist() == [1, 2, 3, 4, 5]
assert float(pair[1]) == 10 and slope.tolist() == [0, 3, 12, 27, 48]
assert jnp.arange(3.0).dtype == np.float64 and jax.config.jax_enable_x64
assert len(jax.tree.leaves(x)) == 1
print("done")
"""


def _run(code, *arguments):
    """Return what a program prints."""
    command = [sys.executable, *arguments, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("name", ["sharray", "sharray.numpy", "sharray.random", "sharray.fft"])
def test_import_loads_nothing_heavy(name):
    assert _run(f"import {name}\n{LOADED}") == "[]\n"


@pytest.mark.parametrize("name", ["sharray", "sharray.numpy"])
def test_import_loads_no_large_modules_of_python(name):
    loaded = "import sys; print([name for name in sys.modules])"
    before, after = [eval(_run(f"import {n}; {loaded}")) for n in ("numpy", name)]
    assert sorted(set(after).difference(before).intersection(LARGE)) == []


@pytest.mark.parametrize(
    ("program", "oracle", "ours"),
    [
        (NUMPY_PROGRAM, "import numpy as np", "import sharray.numpy as np"),
        (STANDARD_PROGRAM, "import numpy as xp", "import sharray as xp"),
    ],
    ids=["numpy", "standard"],
)
def test_a_program_of_small_arrays_runs_as_in_numpy_and_without_jax(program, oracle, ours):
    assert _run(f"{ours}\n{program}\n{LOADED}") == _run(f"{oracle}\n{program}") + "[]\n"


def test_a_launched_program_of_small_arrays_runs_without_jax():
    program = f"import numpy as np\n{NUMPY_PROGRAM}"
    assert _run(f"{program}\n{LOADED}", "-m", "sharray") == _run(program) + "[]\n"


def test_devices_load_jax():
    program = "import sys, sharray as xp; x = xp.ones(3, device=xp.get_mesh()); y = x + 1"
    assert _run(f"{program}\nprint('jax' in sys.modules, y.tolist())") == "True [2.0, 2.0, 2.0]\n"


@pytest.mark.parametrize(
    "first",
    [BEFORE, AFTER, f"from sharray import to_jax\n{AFTER}"],
    ids=["jax first", "sharray first", "to_jax first"],
)
def test_jax_transforms_arrays_whenever_it_is_imported(first):
    assert _run(f"{first}\n{WITH_JAX}") == "done\n"


@pytest.mark.parametrize("first", [BEFORE, AFTER], ids=["jax first", "sharray first"])
def test_import_does_not_start_the_backend(first):
    # JAX refuses to change the number of devices once the backend has started
    count = "jax.config.update('jax_num_cpu_devices', 5); print(len(jax.devices('cpu')))"
    assert _run(f"{first}\n{count}") == "5\n"


def test_small_arrays_do_not_start_the_backend():
    code = (
        "import jax, sharray as xp, sharray.numpy as np\n"
        "x = xp.reshape(xp.ones(30) + xp.arange(30), (5, 6))\n"
        "x[1:3] = xp.sum(x, axis=0) * np.linspace(0, 1, 6)\n"
        "np.median(np.sort(np.random.rand(9)))\n"
        "jax.config.update('jax_num_cpu_devices', 5)\n"
        "print(len(xp.ones(200_000).device.devices.flat))"
    )
    assert _run(code) == "5\n"


def test_import_fails_without_64_bits():
    code = "import os; os.environ['JAX_ENABLE_X64'] = '0'; import sharray"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120
    )
    assert result.returncode == 1
    assert "unset JAX_ENABLE_X64" in result.stderr.splitlines()[-1]


def test_functions_are_made_when_one_or_the_dictionary_is_asked_for():
    program = """
import sys, sharray
assert "sharray._functions.declare" not in sys.modules
sharray.sin = kept = object()  # what a user has put there
{}
assert type(sharray) is type(sys) and sharray.sin is kept and sharray.cos(0.0) == 1
print(sorted(set(sharray.__all__) - set(vars(sharray)) - set(sharray._OWN) - {{*sharray._MODULES}}))
"""
    for asked in ("sharray.exp", "vars(sharray)['exp']", "from sharray import exp"):
        assert _run(program.format(asked)) == "[]\n"


def test_all_names_are_there_when_they_are_asked_for():
    program = """
import json, pickle, sharray
own = {name: getattr(sharray, name) for name in sharray._OWN}
wrong = [name for name, value in own.items() if vars(sharray)[name] is not value]
wrong += [name for name in sharray._OWN if name not in dir(sharray)]
wrong += [f for f in (sharray.jit, sharray.sin) if pickle.loads(pickle.dumps(f)) is not f]
from sharray import *
wrong += [name for name in sharray.__all__ if globals()[name] is not getattr(sharray, name)]
print(json.dumps([wrong, len(own)]))
"""
    wrong, count = json.loads(_run(program))
    assert wrong == []
    assert count > 40


def test_importing_jax_leaves_numpys_random_numbers_as_they_were():
    program = (
        "import sys, numpy as np, sharray as xp\n"
        "np.random.seed(5)\n"
        "np.random.normal()\n"  # there is a second one, which it keeps
        "assert 'jax' not in sys.modules\n"
        "xp.ones(3, device=xp.get_mesh())\n"
        "assert 'jax' in sys.modules\n"
        "print(np.random.normal(), np.random.rand())"
    )
    stream = np.random.RandomState(5)
    stream.normal()
    assert _run(program).split() == [str(stream.normal()), str(stream.rand())]


def test_a_draw_loads_nothing():
    program = (
        "import sys\n"
        "from sharray import strategies\n"
        "print('jax' in sys.modules)"  # half a second, which Hypothesis calls slow in a draw
    )
    assert _run(program) == "True\n"


def test_python_without_docstrings():
    code = "import sharray, sharray.numpy as np; print(np.sum([1, 2]), sharray.sin(0.0))"
    done = subprocess.run(
        [sys.executable, "-OO", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "3 0.0\n", "")


def test_another_thread_that_finds_half_of_a_module_waits_for_the_rest(tmp_path, monkeypatch):
    rest = threading.Event()
    monkeypatch.setitem(sys.modules, "gate", types.SimpleNamespace(rest=rest))
    (tmp_path / "half_there.py").write_text("import gate\ngate.rest.wait()\nWHOLE = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    called = []
    jax_import.when_loaded("half_there", lambda: called.append("there"))
    thread = threading.Thread(target=lambda: importlib.import_module("half_there"))
    thread.start()
    while "half_there" not in sys.modules:
        pass
    half = sys.modules["half_there"]
    assert "WHOLE" not in vars(half)
    threading.Timer(0.1, rest.set).start()
    assert half.WHOLE == 1
    thread.join()
    assert called == ["there"]
    with pytest.raises(AttributeError, match="has no attribute 'MORE'"):
        _ = half.MORE
    assert "__getattr__" not in vars(half)
