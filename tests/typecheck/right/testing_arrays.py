"""NumPy's assertions, and Hypothesis' strategies for arrays on meshes."""

from typing import Any

import numpy as np
from hypothesis import given, settings

import sharray as xp
from sharray import strategies, testing


@settings(max_examples=2, database=None, deadline=None)
@given(strategies.pairs("float64", (7, 3)))
def test_doubling(pair: tuple[xp.ShardedArray, np.ndarray[Any, Any]]) -> None:
    x, expected = pair
    strategies.assert_layout(x)
    strategies.assert_matches(2 * x, 2 * expected)


test_doubling()
testing.assert_allclose(xp.ones(3), np.ones(3), rtol=1e-7)
testing.assert_array_equal(xp.arange(3), [0, 1, 2])
