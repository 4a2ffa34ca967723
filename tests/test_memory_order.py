"""Memory order: copies lie as NumPy's do, which `ravel`, `flags` and writes through views show."""

import copy

import numpy as np
import pytest

import sharray as xp
from sharray import numpy as snp

VIEWS = {
    "rows": lambda x: x,
    "columns": lambda x: x.T,
    "gaps": lambda x: x[::2],
    "columns with gaps": lambda x: x[::2].T,
    "flipped": lambda x: x[::-1],
    "exchanged": lambda x: x.swapaxes(0, 1),
}

MAKERS = {
    "asfortranarray": lambda m, x: m.asfortranarray(x),
    "ascontiguousarray": lambda m, x: m.ascontiguousarray(x),
    "copy": lambda m, x: copy.copy(x),
    "deepcopy": lambda m, x: copy.deepcopy(x),
    "require": lambda m, x: m.require(x, requirements="F"),
    **{f"np.copy {o}": lambda m, x, o=o: m.copy(x, o) for o in "CFAK"},
    **{f"copy {o}": lambda m, x, o=o: x.copy(o) for o in "CFAK"},
    **{f"asarray {o}": lambda m, x, o=o: m.asarray(x, order=o) for o in ("C", "F", "A", "K", None)},
    **{
        f"asarray {o}, float32": lambda m, x, o=o: m.asarray(x, "f4", order=o)
        for o in ("C", "F", "A", "K", None)
    },
    **{f"asanyarray {o}": lambda m, x, o=o: m.asanyarray(x, order=o) for o in "CF"},
    **{f"array {o}": lambda m, x, o=o: m.array(x, order=o) for o in "CFAK"},
    **{f"array {o}, if needed": lambda m, x, o=o: m.array(x, order=o, copy=None) for o in "CFAK"},
    **{f"array {o}, float32": lambda m, x, o=o: m.array(x, "f4", order=o) for o in "CFAK"},
    **{f"astype {o}": lambda m, x, o=o: x.astype("f4", order=o) for o in "CFAK"},
    **{
        f"astype {o}, if needed": lambda m, x, o=o: x.astype(x.dtype, order=o, copy=False)
        for o in "CFAK"
    },
    **{f"zeros {o}": lambda m, x, o=o: m.zeros(x.shape, order=o) for o in "CF"},
    **{f"ones {o}": lambda m, x, o=o: m.ones(x.shape, int, order=o) for o in "CF"},
    **{f"full {o}": lambda m, x, o=o: m.full(x.shape, x[:1], order=o) for o in "CF"},
    **{f"eye {o}": lambda m, x, o=o: m.eye(*x.shape[:2], order=o) for o in "CF"},
    **{f"zeros_like {o}": lambda m, x, o=o: m.zeros_like(x, order=o) for o in "CFAK"},
    **{f"full_like {o}": lambda m, x, o=o: m.full_like(x, 2.5, order=o) for o in "CFAK"},
    **{
        f"ones_like {o}, {len(shape)}-d": lambda m, x, o=o, shape=shape: m.ones_like(
            x, order=o, shape=shape
        )
        for o in "CFAK"
        for shape in [(5, 7), (3, 2, 4)]
    },
}

#: Where the result lies on the host, too: those on devices are in row-major order.
FANCY = {
    "take columns": lambda m, x: x[:, np.arange(x.shape[1])[::-1]],
    "mask of columns": lambda m, x: x[:, np.arange(x.shape[1]) % 3 > 0],
    "permutation": lambda m, x: m.random.default_rng(3).permutation(x, axis=1),
}


def settings(home):
    """Count nearly all arrays as large, at home on the host or on devices."""
    return xp.set_options(host_threshold=4, host_work=10**12 if home == "host" else 0)


def seen(module, make, view, shape):
    """Return all that shows how a result lies."""
    x = module.arange(24.0 * 2).reshape(shape)
    part = view(x)
    y = make(module, part)
    flags = y.flags.c_contiguous, y.flags.f_contiguous
    is_itself = y is part
    order = y.ravel("K").tolist(), y.tobytes("A")
    vector = y.ravel("F")
    vector[1] = -1
    return flags, is_itself, order, y.tolist(), x.tolist(), y.dtype


CASES = [
    (home, name, make)
    for home in ("host", "devices")
    for name, make in {**MAKERS, **(FANCY if home == "host" else {})}.items()
]


@pytest.mark.some(100)
@pytest.mark.parametrize("shape", [(6, 8), (3, 4, 4)], ids=str)
@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize(
    ("home", "make"), [(h, m) for h, _, m in CASES], ids=[f"{h}-{n}" for h, n, _ in CASES]
)
def test_lies_as_with_numpy(home, make, view, shape):
    with settings(home):
        wanted = seen(np, make, view, shape)
        assert seen(snp, make, view, shape) == wanted
        assert seen(xp, make, view, shape) == wanted


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("home", ["host", "devices"])
@pytest.mark.parametrize("function", ["array", "asarray"])
def test_a_copy_that_is_not_wanted(home, order, function):
    with settings(home):
        x = snp.zeros((6, 8))
        other = x if order == "F" else x.T
        with pytest.raises(ValueError, match="Unable to avoid copy"):
            getattr(snp, function)(other, order=order, copy=False)
        fits = other.T
        assert getattr(snp, function)(fits, order=order, copy=False) is fits


def test_flags_as_ctypes_asks_for_them():
    with settings("host"):
        x = snp.zeros((6, 8))
        rows = np.ctypeslib.ndpointer(dtype="f8", ndim=2, flags="C_CONTIGUOUS,WRITEABLE")
        assert rows.from_param(x) is not None
        with pytest.raises(TypeError, match="C_CONTIGUOUS"):
            rows.from_param(x.T)
        mine = np.zeros((6, 8))
        for theirs, ours in ((mine, x), (mine.T, x.T), (mine[1:], x[1:]), (mine[:, 1:], x[:, 1:])):
            assert ours.flags.num == theirs.flags.num


def test_new_arrays_of_traced_numbers():
    def filled(x):
        return xp.full((2, 4), xp.sum(x), order="F") + xp.full_like(x.T[:2], x[0, 1])

    with settings("devices"):
        x = xp.asarray(np.arange(12.0).reshape(4, 3))
        wanted = np.full((2, 4), 67.0)
        np.testing.assert_array_equal(np.asarray(xp.jit(filled)(x)), wanted)
