"""NumPy's own code on arrays of this library (`_functions/reuse.py`)."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

import sharray as xp
from sharray import strategies
from sharray._functions import reuse
from sharray._functions.flavours import ARRAY_API

_gradient: Any = np.gradient
NAMES = _gradient.__wrapped__.__globals__


def test_threads_see_all_names(monkeypatch):
    monkeypatch.setattr(reuse, "_known", {})
    start = threading.Barrier(8)

    def all_names(_):
        start.wait()
        return list(reuse.names_in(NAMES["__name__"], ARRAY_API))

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(all_names, range(8)))
    assert {len(names) for names in found} == {len(NAMES)}


def test_names_stand_for_ours():
    names = reuse.names_in(NAMES["__name__"], ARRAY_API)
    assert names["concatenate"] is xp.concatenate
    assert names["np"].linalg.svd is xp.linalg.svd
    assert names["add"] is xp.add
    assert not isinstance(np.float64(1), names["np"].ndarray)


def test_numbers_that_code_changes_in_place_stay_numpys(on_devices):
    a = np.arange(6.0).reshape(2, 3) ** 2
    padded = xp.pad(xp.asarray(a), 1, "reflect", reflect_type="odd")
    strategies.assert_matches(padded, np.pad(a, 1, "reflect", reflect_type="odd"))
