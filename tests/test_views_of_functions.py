"""Functions whose results are views: as NumPy's at home on the host, and after that has moved."""

import array
import contextlib
import mmap
import pickle
from multiprocessing.sharedctypes import RawArray

import numpy as np
import pytest

import sharray as xp
from sharray import numpy as snp
from sharray._functions import foreign
from sharray._functions.declare import REGISTRY, is_function
from sharray._record import homes, memory_layout
from sharray._record.handles import Handle

BASES = {
    "whole": lambda m: m.arange(48.0).reshape(6, 8).copy(),
    "reshaped": lambda m: m.arange(48.0).reshape(6, 8),
    "transposed": lambda m: m.arange(48.0).reshape(6, 8).T,
    "part": lambda m: m.arange(96.0).reshape(12, 8)[::2],
    "column": lambda m: m.arange(48.0).reshape(6, 8, 1),
}

#: What the functions take after the array.
ARGUMENTS = {
    "reshape": ((8, 6),),
    "broadcast_to": ((3, 1, 6, 8),),
    "expand_dims": (1,),
    "moveaxis": (0, 1),
    "swapaxes": (0, 1),
    "rollaxis": (1,),
    "permute_dims": ((1, 0),),
}

PARTS = {
    "all": lambda x: x,
    "some": lambda x: x[1:],
    "turned": lambda x: x.T[::-1],
    "every second": lambda x: x[..., ::2],
}


def _called(name, x):
    """What NumPy's function returns of an array; None if it is no view of it."""
    try:
        y = getattr(np, name)(x, *ARGUMENTS.get(name, ()))
    except (TypeError, ValueError):
        return None
    return y if isinstance(y, np.ndarray) and np.may_share_memory(x, y) else None


NAMES = (
    "asanyarray asarray asarray_chkfinite ascontiguousarray asfortranarray atleast_1d atleast_2d "
    "atleast_3d broadcast_to diag diagonal expand_dims flip fliplr flipud matrix_transpose "
    "moveaxis permute_dims ravel real real_if_close require reshape rollaxis rot90 squeeze "
    "swapaxes transpose trim_zeros"
)


@pytest.mark.parametrize("space", [xp, snp], ids=["array API", "NumPy"])
@pytest.mark.parametrize("moves", [False, True], ids=["stays", "moves"])
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", NAMES.split())
def test_they_show_the_same_memory(name, base, moves, space):
    with xp.set_options(host_threshold=4, host_work=10**12):
        for part in PARTS.values():
            theirs = BASES[base](np)
            wanted = _called(name, theirs)
            if wanted is None:
                return
            mine = BASES[base](space)
            shown = getattr(space, name)(mine, *ARGUMENTS.get(name, ()))
            assert space is xp or (shown is mine) == (wanted is theirs)
            wanted, shown = part(wanted), part(shown)
            assert shown.flags.writeable == wanted.flags.writeable
            if isinstance(shown, Handle):
                assert memory_layout.stand_in(shown).shape == wanted.shape
                if moves:
                    homes.to_devices(mine._memory)
            np.testing.assert_array_equal(np.asarray(shown), wanted)
            if wanted.flags.writeable:
                wanted[...] = shown[...] = -1.0
            else:
                theirs[1] = mine[1] = -1.0
            np.testing.assert_array_equal(np.asarray(shown), wanted)
            np.testing.assert_array_equal(np.asarray(mine), theirs)


def test_arrays_given_by_name_are_viewed_too():
    with xp.set_options(host_threshold=4, host_work=10**12):
        x = snp.zeros((6, 8))
        y = snp.transpose(a=x)
        homes.to_devices(x._memory)
        y[2, 3] = 1
        assert x[3, 2] == 1


PARTED = {
    "split": (2,), "array_split": (4,), "vsplit": (2,), "hsplit": (2,), "unstack": (),
    "broadcast_arrays": (np.ones(8),),
}  # fmt: skip


@pytest.mark.parametrize("space", [xp, snp], ids=["array API", "NumPy"])
@pytest.mark.parametrize("moves", [False, True], ids=["stays", "moves"])
@pytest.mark.parametrize("base", ["whole", "reshaped", "transposed", "part"])
@pytest.mark.parametrize("threshold", [4, 20])
@pytest.mark.parametrize("name", PARTED)
def test_parts_show_the_same_memory(name, threshold, base, moves, space):
    with xp.set_options(host_threshold=threshold, host_work=10**12):
        theirs, mine = BASES[base](np), BASES[base](space)
        if name == "broadcast_arrays" and base == "transposed":
            return
        wanted = getattr(np, name)(theirs, *PARTED[name])
        shown = getattr(space, name)(mine, *PARTED[name])
        assert len(shown) == len(wanted)
        if moves:
            homes.to_devices(mine._memory)
        for one, other in zip(shown, wanted, strict=True):
            np.testing.assert_array_equal(np.asarray(one), other)
        if name != "broadcast_arrays":
            for one, other in zip(shown, wanted, strict=True):
                one[...] = other[...] = -other
            np.testing.assert_array_equal(np.asarray(mine), theirs)


@pytest.mark.parametrize("space", [xp, snp], ids=["array API", "NumPy"])
@pytest.mark.parametrize("name", ["flip", "reshape", "transpose"])
def test_views_of_views_do_not_pile_up(name, space):
    arguments = {"reshape": ((6, 8),)}.get(name, ())
    with xp.set_options(host_threshold=4, host_work=10**12):
        view = x = space.zeros((6, 8))
        for _ in range(3000):
            view = getattr(space, name)(view, *arguments)
        homes.to_devices(x._memory)
        x[...] = 2.0
        assert np.asarray(view).sum() == 2.0 * x.size


BUFFERS = {
    "bytearray": lambda: bytearray(8 * 24),
    "mmap": lambda: mmap.mmap(-1, 8 * 24),
    "array": lambda: array.array("d", bytes(8 * 24)),
    "RawArray": lambda: RawArray("d", 24),
}
MAKERS = {
    "frombuffer": lambda b: snp.frombuffer(b),
    "asarray": lambda b: snp.asarray(memoryview(b).cast("B").cast("d")),
    "array": lambda b: snp.array(memoryview(b).cast("B").cast("d"), copy=False),
    "as_array": lambda b: snp.asarray(np.frombuffer(b)),
    "reshape": lambda b: snp.reshape(np.frombuffer(b), (4, 6)).ravel(),
    "split": lambda b: snp.concatenate(snp.split(snp.frombuffer(b), 2), out=snp.frombuffer(b)),
    "by name": lambda b: snp.asarray(a=snp.frombuffer(buffer=b)),
    "atleast_2d": lambda b: snp.atleast_2d(snp.frombuffer(b))[0],
}


@pytest.mark.parametrize("buffer", BUFFERS)
@pytest.mark.parametrize("maker", MAKERS)
def test_buffers_of_others_stay_where_they_are(maker, buffer, on_devices):
    """Whoever else holds the memory sees what is written, and is seen."""
    memory = BUFFERS[buffer]()
    made, there = MAKERS[maker](memory), np.frombuffer(memory)
    made[5] = 7.0
    made += 1
    assert (there[5], there[6]) == (8, 1)
    there[6] = 3.0
    assert made[6] == 3
    assert isinstance(snp.array(made), Handle)
    assert isinstance(snp.sin(made), Handle)


@pytest.mark.parametrize("function", [snp.diag, snp.diagonal, snp.linalg.diagonal])
def test_views_of_them_that_cannot_be_written_to_see_what_others_write(function, on_devices):
    there = np.frombuffer(bytearray(8 * 36)).reshape(6, 6)
    shown, all_ = function(there), snp.broadcast_to(there, (2, 6, 6))
    there[3, 3] = 5.0
    assert shown[3] == 5
    assert all_[1, 3, 3] == 5


def test_what_is_not_foreign_goes_to_devices(on_devices):
    with xp.use_mesh(xp.make_mesh(2)):  # which asks for it
        assert isinstance(snp.asarray(memoryview(bytearray(192)).cast("d")), Handle)
    assert isinstance(snp.asarray(np.ones(24)), Handle)
    assert isinstance(snp.frombuffer(bytes(192)), Handle)  # nobody writes there
    assert isinstance(snp.asarray(pickle.loads(pickle.dumps(np.ones(24), 2))), Handle)
    with pytest.raises(ValueError, match="copy"):
        snp.array(np.ones(24), copy=False)


#: They return their argument in a case in which there is nothing to do.
SELDOM = {
    "diff", "ix_", "einsum", "matrix_power", "nan_to_num", "polyder", "polyint", "asmatrix",
    "trimseq",
}  # fmt: skip


def test_all_functions_that_show_views_are_known():
    values = [
        np.arange(24.0).reshape(2, 3, 4).copy(), (np.arange(24.0) + 1j).reshape(2, 3, 4).copy(),
        np.arange(16.0).reshape(4, 4).copy(), np.arange(6), np.arange(3.0).reshape(1, 3, 1).copy(),
    ]  # fmt: skip
    calls = [(), (1,), (2,), (0,), (None,), ((0, 1),), (0, 1), (0, -1), ((-1,),), ((2,),)]
    functions = [f for f in REGISTRY if is_function(f) and f is not np.info]
    shown = set()
    for function in functions:
        for value in values:
            for args in (*calls, (value.shape,)):
                with contextlib.suppress(Exception):
                    result = function(value.copy() if REGISTRY[function].writes else value, *args)
                    parts = result if isinstance(result, (tuple, list)) else (result,)
                    if any(isinstance(r, np.ndarray) and np.shares_memory(r, value) for r in parts):
                        shown.add(function)
    seldom = {f for f in shown if f.__name__ in SELDOM}
    assert shown - seldom <= foreign.VIEWING
    assert foreign.VIEWING - shown == {np.array}
