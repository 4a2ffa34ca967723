"""Arrays of NumPy's flavour that are read in pieces: NumPy's own method reads them, unseen."""

import copy
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp
from sharray._array import in_pieces, numpy_array
from sharray._core import policy
from sharray._record import host_operands

SHAPE = (40, 30)
SIZE = SHAPE[0] * SHAPE[1]


@pytest.fixture(autouse=True)
def few_pieces(monkeypatch):
    """Let three pieces do, and the presence of JAX not matter."""
    monkeypatch.setattr(numpy_array, "_AT_ONCE", 3)
    monkeypatch.setattr(host_operands, "on_pieces", in_pieces._begin)
    monkeypatch.setattr(host_operands, "YOUNG", 2)
    monkeypatch.setattr(policy, "IN_PLACE", policy.ALL)
    policy.forget()
    with xp.set_options(host_threshold=500, host_work=20 * SIZE):
        yield
    policy.forget()


def is_read_by_numpy(x):
    return type(x) is in_pieces.ReadInPieces


def read():
    x = snp.arange(float(SIZE)).reshape(SHAPE).copy()
    for i in range(4):
        assert x[i, 1] == 30 * i + 1
    assert is_read_by_numpy(x)
    return x, np.arange(float(SIZE)).reshape(SHAPE).copy()


def test_it_is_an_array_as_before():
    x, want = read()
    assert isinstance(x, np.ndarray)
    assert isinstance(x, xp.ShardedArray)
    assert type(x).__name__ == "ndarray"
    assert repr(x) == repr(want)
    assert type(pickle.loads(pickle.dumps(x))) is np.ndarray
    for y in (copy.copy(x), copy.deepcopy(x), x.copy(), x + 0, x.T):
        assert type(y) is numpy_array.ndarray
        np.testing.assert_array_equal(y, want.T if y.shape != SHAPE else want)
    x[3, 4] = -1.0
    want[3, 4] = -1.0
    assert x[3, 4] == -1.0
    np.testing.assert_array_equal(x[snp.arange(3)], want[:3])
    np.testing.assert_array_equal(x[want > 900], want[want > 900])
    np.testing.assert_array_equal(x, want)
    with pytest.raises(IndexError):
        x[40, 0]


def test_views_of_others_see_what_is_written():
    x, want = read()
    row, large = x[3], x.T
    x[3, 5] = -7.0
    assert row[5] == large[5, 3] == -7.0
    large[6, 3] = -8.0
    row[7] = -9.0
    want[3, 5:8] = -7, -8, -9
    np.testing.assert_array_equal(x, want)


def test_wrong_writes_are_errors():
    x, want = read()
    for key, value, error in (((40, 0), 1.0, IndexError), ((3, 4), 1j, TypeError)):
        with pytest.raises(error):
            want[key] = value
        with pytest.raises(error):
            x[key] = value
    x.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        x[3, 4] = 1.0
    np.testing.assert_array_equal(x, want)


LARGE = {
    "a slice of an array": lambda x, y: x.__setitem__(slice(1, None), y[1:]),
    "one of NumPy's": lambda x, y: x.__setitem__(slice(1, None), np.ones((39, 30))),
    "a slice of itself": lambda x, y: x.__setitem__(slice(1, None), x[:-1] + 1),
    "another shape": lambda x, y: setattr(x, "shape", (30, 40)),
    "read-only": lambda x, y: x.setflags(write=False),
    "a new size": lambda x, y: x.resize((50, 30), refcheck=False),
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_write_or_a_change_of_it_makes_it_as_the_others(name):
    (x, want), y = read(), snp.ones(SHAPE)
    LARGE[name](x, y)
    LARGE[name](want, np.ones(SHAPE))
    assert type(x) is numpy_array.ndarray
    assert x.shape == want.shape
    np.testing.assert_array_equal(x, want)
    for i in range(8):
        assert x[i, 2] == want[i, 2]
    assert x.flags.writeable == want.flags.writeable
    assert is_read_by_numpy(x) == (name not in ("another shape", "read-only"))


def test_it_moves_when_so_much_has_been_computed_and_is_read_there():
    x, want = read()
    for _ in range(40):
        x *= 1.0
    assert type(x) is numpy_array.ndarray
    assert x._memory.host is None
    np.testing.assert_array_equal(x, want)
    assert x[2, 3] == want[2, 3]


def test_what_holds_a_piece_keeps_it_from_moving():
    x, want = read()
    row = x[3]
    for _ in range(40):
        x += 1.0
        want += 1.0
    assert x._memory.host is not None
    row[0] = -1.0
    want[3, 0] = -1.0
    np.testing.assert_array_equal(x, want)
    del row
    x += 1.0
    assert x._memory.host is None
    np.testing.assert_array_equal(x, want + 1)


def test_what_is_recorded_of_it_stays_when_it_is_written_to():
    x, want = read()
    before = x._node()
    assert type(x) is numpy_array.ndarray
    for i in range(8):
        assert x[i, 0] == 30 * i
        x[i, 0] = -1.0
    np.testing.assert_array_equal(before.value, want)
    want[:8, 0] = -1
    np.testing.assert_array_equal(x, want)


def test_it_ends_before_jax_is_there():
    x, want = read()
    in_pieces._end()
    assert type(x) is numpy_array.ndarray
    for i in range(8):
        assert x[i, 1] == want[i, 1]
    assert not is_read_by_numpy(x)


def test_what_has_been_sliced_is_not_read_so():
    x = snp.ones(SHAPE)
    np.testing.assert_array_equal(x[1:], np.ones((39, 30)))
    for i in range(8):
        assert x[i, 1] == 1
    assert type(x) is numpy_array.ndarray


PROGRAM = """
import sys
import numpy as np
a = np.zeros((400, 400))
def sweep():
    return sum([a[i, j] for i in range(400) for j in range(400)])
sweep()
sweep()
kinds = [type(a)]
a[1:-1] = a[1:-1] + 1
kinds.append(type(a))
sweep()
kinds.append(type(a))
assert "jax" not in sys.modules
import jax
kinds.append(type(a))
sweep()
kinds.append(type(a))
print([kinds.index(kind) for kind in kinds], a[5, 3])
"""


def test_in_a_program_it_ends_when_jax_is_there(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "-m", "sharray", str(program)], check=True, text=True,
        stdout=subprocess.PIPE, timeout=120,
    )  # fmt: skip
    assert done.stdout.strip() == "[0, 1, 0, 1, 1] 1.0"


IMPORTED_MEANWHILE = """
import threading
import time
import numpy as np
a = np.zeros(200_000)
from sharray._array import in_pieces
for i in range(1_001):
    a[i]
print(len(in_pieces._reading))
def load():
    import jax
thread = threading.Thread(target=load)
thread.start()
time.sleep(0.1)
b = np.ones(300_000)
for i in range(300):
    b += 1
thread.join()
print(len(in_pieces._reading), b[0], type(a) is type(b))
"""


def test_who_imports_jax_and_who_moves_an_array_do_not_wait_for_each_other(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(IMPORTED_MEANWHILE)
    done = subprocess.run(
        [sys.executable, "-m", "sharray", str(program)], check=True, text=True,
        stdout=subprocess.PIPE, timeout=60, env=os.environ | {"SHARRAY_HOST_WORK": "20000000"},
    )  # fmt: skip
    assert done.stdout.split() == ["1", "0", "301.0", "True"]
