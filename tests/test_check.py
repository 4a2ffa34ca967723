"""Replaying programs on NumPy: right ones pass, and run as without."""

import contextlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy_cases import NUMPY_CASES
from op_cases import place

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._array.sharded_array import ShardedArray
from sharray._tools.check import summary

pytestmark = pytest.mark.usefixtures("empty_cache")


def values(*shape):
    return np.random.default_rng(0).uniform(-1, 1, shape)


def test_a_right_program_passes(mesh, mode):
    with xp.check() as check:
        x = xp.asarray(values(103, 7))
        y = snp.sin(x) * 2 + x[::-1]
        y[1:-1] += x[2:]
        y[3:5] = 7
        rows = y[10:20, ::2]
        rows *= 0.5
        assert float(y[3, 0]) == 7.0
        total = snp.sum(y, axis=0)
        assert y.shape == (103, 7)
        assert (y.T @ y).shape == (7, 7)
        assert np.isclose(snp.add.reduce(total), snp.sum(total), rtol=1e-15)
        np.add(x, y, out=y)  # NumPy's own function, on arrays of the library
        assert len(str(total)) > 10
        assert [float(v) for v in total[:2]]
        a, b = snp.divmod(y, 0.3)
        y[y > 0] = 0
        x += a + b
    assert check.compared > 25
    assert check.left_out == {}
    assert check.values > 10
    counts = f"{check.compared} calls and {check.values} arrays"
    assert summary(check) == f"sharray check: {counts} agree with NumPy"


def statements():
    """Draw statements on two arrays of one shape."""
    part = st.sampled_from(
        ["x", "y", "x[::-1]", "y[:, ::2]", "x[1:]", "y[:1]", "x.T", "x[0]", "y[x > 0]", "2.5", "3"]
    )
    value = st.one_of(
        part,
        st.builds("snp.{}({})".format, st.sampled_from(["sin", "sqrt", "sum", "mean"]), part),
        st.builds("{} {} {}".format, part, st.sampled_from("+-*/"), part),
    )
    target = st.sampled_from(["x", "y", "x[1:]", "y[::2, 1:]", "x[:, 0]", "y[x > 0]", "v"])
    how = st.sampled_from(["{} = {}", "{}[...] = {}", "{} += {}", "{} *= {}"])
    return st.lists(st.builds(lambda h, t, v: h.format(t, v), how, target, value), max_size=6)


@given(strategies.meshes(), strategies.shapes(2, 2), statements())
def test_random_programs_agree_with_numpy(mode, mesh, shape, program):
    with xp.use_mesh(mesh), xp.check(), np.errstate(all="ignore"):
        space = {"snp": snp, "x": xp.asarray(values(*shape)), "y": xp.asarray(values(*shape))}
        space["v"] = space["x"][:1]
        for statement in program:
            # raised here as in NumPy, or it would be another error; a name may stand for a number
            with contextlib.suppress(ValueError, TypeError, IndexError, AttributeError):
                exec(statement, space)
        xp.block_until_ready([space[name] for name in "xyv"])


@pytest.mark.filterwarnings("ignore:Degrees of freedom:RuntimeWarning")  # as NumPy warns
@given(st.data())
def test_functions_agree_with_numpy(data):
    with xp.set_options(host_threshold=0):
        name, mesh = data.draw(st.sampled_from(list(NUMPY_CASES))), data.draw(strategies.meshes())
        with xp.use_mesh(mesh):
            call = NUMPY_CASES[name].draw(data.draw, name)
            args, kwargs, _ = place(data, mesh, call)
            with xp.check() as check:
                xp.block_until_ready(getattr(snp, name)(*args, **kwargs))
    assert (check.compared, check.left_out) == (1, {})


def program(x, y):
    """Write to slices of an array, among others a temporary; return what is still to be run."""
    for _ in range(2):
        x[1:-1] = x[2:] * y[1:-1] + x[:-2]
        x[1:-1] += 0.25 * (x[2:] + x[:-2] - 2 * x[1:-1])
        x += y * 2
    z = snp.sin(x + 1)
    total = float(snp.sum(z * z))
    kept = z * y
    return kept + total, kept


def test_what_runs_is_what_runs_without(mesh, on_devices):
    def run_it():
        before = xp.cache_info()
        x, y = xp.asarray(values(103)), xp.asarray(values(103, 2)[:, 1])
        xp.block_until_ready(program(x, y))
        after = xp.cache_info()
        return after.compilations - before.compilations, after.dispatches - before.dispatches

    run_it()
    compiled, dispatched = run_it()
    assert compiled == 0
    with xp.check() as check:
        assert run_it() == (0, dispatched)
    assert check.compared > 25
    assert check.values >= 10


def test_nothing_runs_that_would_not(on_devices):
    with xp.check() as check:
        x = xp.asarray(values(103))
        before = xp.cache_info().dispatches
        y = snp.sqrt(x * x + 1)
        z = snp.sum(y[::-1].reshape(-1, 1), axis=0, keepdims=True)
        assert (y.dtype, z.shape) == (np.float64, (1, 1))
        assert xp.cache_info().dispatches == before
        seen = check.values
        assert float(z[0, 0]) > 103
        assert check.values == seen + 2
    assert check.left_out == {}


def test_traced_functions_are_left_out(on_devices):
    x = xp.asarray(values(103))
    with xp.check() as check:
        assert float(xp.jit(lambda x: snp.sum(x * 2))(x)) == float(snp.sum(x * 2))
    assert set(check.left_out) == {
        "ndarray.__mul__ (is part of a JAX trace)",
        "numpy.sum (is part of a JAX trace)",
    }


def test_protocols_are_replayed(on_devices):
    x = xp.asarray(values(103))
    with xp.check() as check:
        np.sum(x)
        np.sin(x)
        np.add.reduce(x)
    assert (check.compared, check.left_out) == (3, {})


def test_random_numbers_are_compared_where_the_generator_is_the_programs(on_devices):
    with xp.check() as check:
        rng = snp.random.default_rng(7)
        x = rng.random((103, 7))
        rng.shuffle(x)
        y = rng.normal(size=7) + x
        y += snp.random.RandomState(3).rand(7)
        assert snp.sum(y) == snp.sum(y)
    assert check.left_out == {}
    x = xp.asarray(np.arange(103.0))
    with xp.check() as check:
        part = x[3:50]
        snp.random.shuffle(part)
        assert snp.sum(x) == 103 * 51
        assert part[3] + x[6] == 2 * x[6]
    assert list(check.left_out) == [
        "numpy.random.shuffle (draws from the generator that everyone shares)"
    ]


def test_a_wrong_random_number_is_found(on_devices, monkeypatch):
    random = snp.random.Generator.random
    monkeypatch.setattr(snp.random.Generator, "random", lambda self, n: random(self, n) * 0.5)
    rng = snp.random.default_rng(7)
    with xp.check(), pytest.raises(xp.DifferenceError, match=r"numpy.random.Generator.random: the"):
        str(rng.random(103))


class Wrapped:
    """What makes an array of this library of itself."""

    def __init__(self, x):
        self.x = x

    def __array__(self, dtype=None, copy=None):
        return self.x


def test_objects_that_make_arrays_are_checked_as_those(on_devices):
    x = snp.arange(7.0)
    with xp.check() as check:
        for made in (snp.add(x, Wrapped(x)), snp.sum([Wrapped(x), x], axis=0), x + Wrapped(x)):
            np.testing.assert_array_equal(np.asarray(made), np.arange(7) * 2)
    assert check.compared >= 3


class Metres(Wrapped, np.lib.mixins.NDArrayOperatorsMixin):
    """What says itself what ufuncs make of it."""

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return Metres(ufunc(*[a.x if isinstance(a, Metres) else a for a in inputs], **kwargs))


def test_objects_with_ufuncs_of_their_own_are_left_to_them(on_devices):
    x = snp.arange(7.0)
    with xp.check():
        made = snp.sqrt(x * Metres(x))
        assert isinstance(made, Metres)
        np.testing.assert_array_equal(np.asarray(snp.asarray(made) + x), np.arange(7) * 2)


def test_small_arrays_on_the_host_are_checked():
    with xp.check() as check:
        x = xp.asarray([1.0, 2.0, 3.0])
        x[1:] += 1
        assert float(snp.sum(x)) == 8.0
    assert check.compared >= 4


def test_errors_that_numpy_raises_are_the_programs(on_devices):
    with xp.check():
        x = xp.asarray(values(5))
        with pytest.raises(ValueError, match="broadcast"):
            x + xp.asarray(values(4))
        with pytest.raises(IndexError):
            x[7]
        with pytest.raises(ValueError, match="ambiguous"):
            bool(x)


def test_what_cannot_be_replayed_is_counted(tmp_path):
    calls = []
    with xp.check() as check:
        x = xp.asarray(values(5))
        snp.apply_along_axis(lambda row: calls.append(1) or row, 0, np.asarray(x))
        snp.save(tmp_path / "x.npy", np.asarray(x))
    assert calls == [1]
    assert check.left_out == {
        "numpy.apply_along_axis (takes a function)": 1,
        "numpy.save (writes a file)": 1,
    }
    assert "not compared: numpy.save (writes a file), 1 times" in summary(check)


#: Functions of files: what is written, and how it is read.
FILES = {
    "save": lambda f, x: snp.save(f, x),
    "savez": lambda f, x: snp.savez(f, x, a=x),
    "savez_compressed": lambda f, x: snp.savez_compressed(f, x=x),
    "tofile": lambda f, x: x.tofile(f),
    "dump": lambda f, x: x.dump(f),
    "NumPy's save": lambda f, x: np.save(f, x),
}


@pytest.mark.parametrize("name", FILES)
def test_files_are_written_once_from_where_they_are(tmp_path, on_devices, name):
    x = snp.asarray(values(103))
    for path in (tmp_path / "without", tmp_path / "with"):
        with (
            path.open("wb") as file,
            xp.check() if path.name == "with" else contextlib.nullcontext(),
        ):
            file.write(b"head")
            FILES[name](file, x)
            file.write(b"tail")
    assert (tmp_path / "with").read_bytes() == (tmp_path / "without").read_bytes()


def test_files_are_read_from_where_they_are(tmp_path, on_devices):
    x = values(103)
    with xp.check() as check:
        with (tmp_path / "x.npy").open("w+b") as file:
            for k in range(2):
                np.save(file, x + k)
            file.seek(0)
            assert [bool(snp.all(snp.load(file) == x + k)) for k in range(2)] == [True, True]
        with (tmp_path / "x.bin").open("w+b") as file:
            x.tofile(file)
            file.seek(8)
            assert snp.fromfile(file).shape == (102,)
        with (tmp_path / "x.txt").open("w+") as file:
            snp.savetxt(file, snp.asarray(x))
            file.seek(0)
            assert snp.loadtxt(file, max_rows=2).shape == (2,)
            assert snp.loadtxt(file).shape == (101,)
            file.seek(0)
            assert snp.genfromtxt(file).shape == (103,)
            file.seek(0)
            assert len(snp.fromregex(file, r"(\S+)", [("a", float)])) == 103
    assert sum(check.left_out.values()) == 8


def test_iterators_are_read_as_far_as_without(on_devices):
    numbers = iter(range(10))
    with xp.check() as check:
        x = snp.asarray(values(103))
        assert list(snp.fromiter(numbers, int, count=3)) == [0, 1, 2]
        assert list(snp.fromiter(iter=numbers, dtype=int, count=3)) == [3, 4, 5]
        with pytest.raises(TypeError, match="generator"):
            x[0:3] = (i for i in range(3))
        with pytest.raises(TypeError, match="sequence"):
            snp.stack(map(snp.sin, [x, x]))
        assert x.flat[:3].shape == snp.asarray(x[:3].flat).shape
    assert next(numbers) == 6
    assert check.left_out == {
        "numpy.fromiter (reads an iterator)": 2,
        "ndarray.__setitem__ (reads an iterator)": 1,
        "numpy.stack (reads an iterator)": 1,
    }


def test_what_numpy_has_no_memory_for_is_not_compared(on_devices):
    with xp.check() as check:
        x = snp.zeros(10**15)
        assert x[:5].shape == (5,)
        with pytest.raises(MemoryError, match="each device needs"):
            snp.eye(10**8)
    why = "(NumPy has no memory for it)"
    names = "numpy.zeros", "ndarray.__getitem__", "ndarray.shape"
    assert check.left_out == {f"{name} {why}": 1 for name in names}


def test_of_several_right_results_each_agrees(on_devices):
    x = snp.asarray(np.floor(8 * values(40, 50)))
    y = snp.asarray(np.r_[values(1000), np.nan, np.nan])
    ones = np.ones((40, 50))
    with xp.check() as check:
        for axis in (0, 1, -1, None):
            for kind in (None, "quicksort", "stable"):
                snp.argsort(x, axis=axis, kind=kind)
            snp.argpartition(x, 7, axis=axis)
            snp.partition(x, (3, -2), axis=axis)
        assert x.argsort(stable=True).shape == x.argpartition([3, 5]).shape
        np.argsort(x)  # through NumPy's protocol
        np.linalg.svd(x)
        x.copy().partition(5)
        assert y.argsort().shape == snp.partition(y, 900).shape
        for function in (np, snp):
            ones *= 3.5  # what is in memory
            assert float(function.sqrt(x, where=x > 3)[0, 0]) >= 0
        assert float(snp.divmod(x, x, where=x > 3)[0][0, 0]) >= 0
    assert check.left_out == {}


def test_an_array_that_is_resized_is_another_one(on_devices):
    with xp.check() as check:
        x = snp.zeros(60)
        x += 1
        x.resize(70)
        x *= 2
        assert float(snp.sum(x)) == 120
        x.resize(7, 9)
        assert x.sum(axis=0).shape == (9,)
    assert check.left_out == {}


def test_values_nobody_defines_are_not_compared():
    with xp.check() as check:
        x = snp.empty((103, 7))
        x[...] = 1
        assert float(snp.sum(x)) == 721
    assert check.left_out == {}


def test_everything_is_as_before_after_the_block():
    def seen():
        spaces = (ShardedArray, snp)
        return [dict(vars(space)) for space in spaces]

    with xp.check():  # modules that are imported when somebody asks for them are there from now on
        pass
    before = seen()
    check = xp.check()
    with check:
        assert seen()[0]["__add__"] is not before[0]["__add__"]
        with pytest.raises(RuntimeError, match="running already"):
            xp.check().__enter__()
    assert seen() == before
