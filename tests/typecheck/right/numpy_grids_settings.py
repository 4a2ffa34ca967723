"""Grids by brackets, dtypes, constants, printing."""

from typing import assert_type

import sharray.numpy as np

assert_type(np.r_[0, 1:3], np.ndarray)
assert_type(np.mgrid[:3, :4], np.ndarray)
assert_type(np.c_[np.arange(3), np.arange(3)], np.ndarray)
y = np.ix_([0, 1], [2, 3])
assert_type(y, tuple[np.ndarray, ...])
assert_type(np.finfo(np.float64).bits, int)
assert_type(np.pi * 2, float)
kind = np.dtype("f4")
assert_type(np.clip(np.arange(0, 5, 1, float), 2, None), np.ndarray)
x = np.zeros((2, 3), dtype="f4", order="F")
x = np.asarray(x, np.float64)[np.newaxis]
with np.errstate(divide="ignore"), np.printoptions(precision=3):
    text = str(x / 0.0 if x.size == 0 else x)
assert_type(np.array2string(x, precision=2), str)
assert_type(np.result_type(x, np.float32) == kind, bool)
f = np.vectorize(lambda v: v + 1)
assert_type(np.einsum_path("ij,jk", np.eye(2), np.eye(2))[1], str)
