"""What programs under ``python -m sharray`` find: NumPy replaced in them and the modules beside."""

import os
from pathlib import Path

from launching import LAUNCHER, PYTHON, ROOT, run, same

import sharray
from sharray._tools.launch.imports import is_within


def test_modules_beside_leave_pythons_caches_alone(folder):
    where = folder(program="import beside; print(beside.np.__name__)", beside="import numpy as np")
    no = {"PYTHONDONTWRITEBYTECODE": ""}
    assert run(LAUNCHER, "program.py", cwd=where, **no).stdout == "sharray.numpy\n"
    assert run(PYTHON, "program.py", cwd=where, **no).stdout == "numpy\n"
    assert run(LAUNCHER, "program.py", cwd=where, **no).stdout == "sharray.numpy\n"


def test_modules_that_import_a_compiler_keep_numpy(folder):
    """Which knows no other; the report says so. The compiler is never imported here."""
    where = folder(
        program="import beside, numpy; print(numpy.__name__)",
        beside="def f():\n    import numba\nfrom numpy import linalg\nprint(linalg.__name__)",
    )
    done = run(LAUNCHER, "--report", "program.py", cwd=where)
    assert done.stdout.split() == ["numpy.linalg", "sharray.numpy"], done.stderr
    assert f"{where / 'beside.py'} keeps NumPy, the only one that numba knows" in done.stderr


def test_functions_of_the_program_can_be_pickled_and_run_in_processes(folder):
    program = """
        import multiprocessing, pickle
        import numpy as np

        def double(n):
            return 2 * n, np.__name__

        if __name__ == "__main__":
            assert pickle.loads(pickle.dumps(double)) is double
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                print(pool.map(double, [1, 2]))
    """
    done = run(LAUNCHER, "program.py", cwd=folder(program=program))
    assert done.stderr == ""
    assert done.stdout == "[(2, 'numpy'), (4, 'numpy')]\n"


def test_which_modules_are_the_programs(tmp_path):
    assert is_within(tmp_path / "a.py", tmp_path)
    assert is_within(tmp_path / "b" / "a.py", tmp_path)
    assert not is_within(tmp_path / "env" / "site-packages" / "a.py", tmp_path)
    assert not is_within(tmp_path.parent / "a.py", tmp_path)
    assert not is_within(Path(os.__file__).resolve(), Path("/"))
    assert not is_within(Path(sharray.__file__).resolve(), ROOT)


WARNS = """
import warnings
import numpy as np

x = np.zeros(60_000)
for _ in range(3):
    1 / x
    np.log(x)
1 / x
np.nanmean(x[:0])
np.mean(x[:0])
(x + np.nan).astype(int)


def divide():
    return x / x


divide(), divide()
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    divide(), divide(), x**-1
print(*[(c.filename, c.lineno, str(c.message)) for c in caught], sep="\\n")
for action in ("ignore", "error"):
    with warnings.catch_warnings():
        warnings.filterwarnings(action, module="__main__")
        try:
            1 / x
        except RuntimeWarning as error:
            print(repr(error))
"""


def test_warnings_of_numpy_name_the_line_of_the_program(tmp_path):
    (tmp_path / "program.py").write_text(WARNS)
    result = same(tmp_path, "program.py", SHARRAY_HOST_THRESHOLD="1000")
    assert result.stderr.count("divide by zero encountered in divide") == 2
    assert result.stdout.count("program.py") == 3


def test_names_that_a_program_adds_to_numpy_are_those_of_libraries(tmp_path):
    (tmp_path / "program.py").write_text(
        "import importlib\n"
        "import numpy as np\n"
        "np.float_, np.trapz = np.float64, np.trapezoid\n"
        "theirs = importlib.import_module('numpy')  # as a library has it\n"
        "print(theirs.float_, theirs.trapz([1, 2, 3]), np.trapz(np.arange(5.0)))\n"
        "np.mean = lambda x: 3\n"
        "print(np.mean([1]))\n"
    )
    same(tmp_path, "program.py")


def test_what_is_patched_in_numpy_is_patched_in_the_program(tmp_path):
    (tmp_path / "program.py").write_text("""\
import numpy as np
from unittest import mock
x = np.arange(300_000.0)
for name in ("mean", "random.rand", "linalg.norm", "fft.fft"):
    with mock.patch(f"numpy.{name}", return_value=5):
        exec(f"print(np.{name}(x))")
    exec(f"print(isinstance(np.{name}, mock.Mock))")
with mock.patch("numpy.sum", 3), mock.patch("numpy.sum", 4):
    print(np.sum)
with mock.patch("numpy.mine", 7, create=True):
    print(np.mine)
with mock.patch.object(np, "std", return_value=1):
    print(np.std(x))
print(np.sum(x), np.mean(x), hasattr(np, "mine"), np.std(x), np.random.rand(3).shape)
""")
    same(tmp_path, "program.py")


PROTOCOLS = """\
import numpy as np
handled = {}
class Diagonal:
    def __init__(self, value): self.value = value
    def __array_function__(self, function, types, args, kwargs):
        if function not in handled: return NotImplemented
        return handled[function](*args, **kwargs)
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return "sum" if ufunc is np.add else f"{ufunc.__name__}.{method}"
handled[np.sum] = lambda a, **kwargs: 3 * a.value
handled[np.concatenate] = lambda parts: [p.value for p in parts]
d = Diagonal(2.0)
print(np.sum(d), np.concatenate([d, d]), np.add(d, 1), np.sin(d), np.ones(300_000) + d)
print(np.add(np.float64(1), d), np.multiply.outer(d, np.ones(3)), np.add.reduce(d))
try:
    np.mean(d)
except TypeError as error:
    print(str(error)[:60])
class Logged(np.ndarray):
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        plain = [np.asarray(i).view(np.ndarray) for i in inputs]
        print(ufunc is np.add, ufunc.__name__, method)
        result = super().__array_ufunc__(ufunc, method, *plain, **kwargs)
        return result.view(Logged) if np.ndim(result) else result
    def __array_function__(self, function, types, args, kwargs):
        print(function is np.mean, function.__name__)
        return super().__array_function__(function, types, args, kwargs)
print(d.__array_ufunc__(ufunc=np.add, method="__call__"))
for n in (5, 300_000):
    a = np.arange(float(n)).view(Logged)
    print(type(a + 1).__name__, np.add.reduce(a), np.mean(a), np.concatenate([a, a]).shape)
"""


def test_classes_of_the_program_are_asked_with_its_functions(tmp_path):
    (tmp_path / "program.py").write_text(PROTOCOLS)
    same(tmp_path, "program.py")
    (tmp_path / "classes.py").write_text(PROTOCOLS)
    (tmp_path / "program.py").write_text("import classes\n")
    same(tmp_path, "program.py")


WRAPPED = """\
import numpy as np
class Wrapped:
    def __init__(self, values): self.values = values
    def __array__(self, dtype=None, copy=None):
        return self.values.astype(dtype) if dtype else self.values
for n in (5, 300_000):
    d = Wrapped(np.arange(float(n)))
    x, record = np.zeros(n), np.zeros((2, n))
    x[:] = d
    record[1] = d
    print(x.sum(), record.sum(), (np.ones(1) + d).sum(), (np.float64(2) * d).max())
    print((np.linspace(0, 1, n) + d).sum(), np.ma.array(d).sum(), np.asarray(d, "i4").dtype)
    np.asarray(d)[0] = 7
    print(d.values[0], d.__array__().shape)
"""


def test_numpy_gets_the_arrays_that_classes_of_the_program_wrap(tmp_path):
    (tmp_path / "program.py").write_text(WRAPPED)
    same(tmp_path, "program.py")


def test_functions_of_the_program_go_to_other_processes(tmp_path):
    (tmp_path / "program.py").write_text("""\
import multiprocessing as mp
import numpy as np
from joblib import Parallel, delayed
def f(k):
    return float(np.sum(np.arange(k)) + np.linalg.norm(np.ones(4)))
def work(s):
    k = np.full(3_000_000, float(s))
    for i in range(60):
        k += 1
    return k.sum()
if __name__ == "__main__":
    print(Parallel(n_jobs=2)(delayed(f)(k) for k in range(3)))
    k = np.zeros(4_000_000)
    for i in range(420):
        k += 1  # JAX is imported meanwhile
    with mp.get_context("fork").Pool(2) as pool:
        print(pool.map(work, [1, 2]))
""")
    same(tmp_path, "program.py")
