"""How far the elementwise functions are from NumPy, over the whole range of normal numbers.

``python tests/test_accuracy.py`` prints the largest differences, in units of the last place (of
the whole number for complex dtypes).
"""

import numpy as np
import pytest

import sharray
from sharray._ops._accurate import MOST_ULP

REAL = (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp", "expm1", "log",
    "log1p", "log2", "log10", "reciprocal", "sin", "sinh", "sqrt", "square", "tan", "tanh",
)  # fmt: skip
BINARY = ("atan2", "divide", "floor_divide", "hypot", "logaddexp", "multiply", "pow", "remainder")
#: NumPy's own complex versions lose digits near 0, and pow is as ill-conditioned as its exponent.
COMPLEX = (*(n for n in REAL if n != "log1p"), "divide", "multiply")
MOST = 4


def reals(dtype, rng, n):
    info = np.finfo(dtype)

    def signs(values):
        return values * rng.choice([-1, 1], len(values))

    whole = np.exp2(rng.uniform(info.minexp, info.maxexp, n).astype(np.longdouble)).astype(dtype)
    parts = [
        signs(whole),
        signs(info.tiny * np.exp2(rng.uniform(0, 8, n // 8))),
        signs(info.max * np.exp2(-rng.uniform(0, 8, n // 8))),
        signs(np.exp2(rng.uniform(-40, 12, n))),
        signs(1 + signs(np.exp2(rng.uniform(-40, -1, n)))),
        rng.uniform(-3, 3, 2 * n),
        rng.uniform(-750, 750, n),
        np.arange(-200, 200) / 4,
        np.arange(1, 200) * np.pi / 2,
    ]
    return np.concatenate([p.astype(dtype) for p in parts])


def complexes(dtype, rng, n):
    real = np.finfo(dtype).dtype
    parts = [
        rng.permutation(
            np.concatenate(
                [
                    rng.uniform(-3, 3, n),
                    np.exp2(rng.uniform(-40, 6, n)) * rng.choice([-1, 1], n),
                    1 + np.exp2(rng.uniform(-30, -1, n)) * rng.choice([-1, 1], n),
                ]
            )
        ).astype(real)
        for _ in range(2)
    ]
    return (parts[0] + 1j * parts[1]).astype(dtype)


def most_ulp(name, dtype, n=6000):
    """The largest difference from NumPy, and where."""
    dtype = np.dtype(dtype)
    rng = np.random.default_rng(0)
    x = (complexes if dtype.kind == "c" else reals)(dtype, rng, n)
    args = [x, rng.permutation(x)] if name in BINARY else [x]
    with np.errstate(all="ignore"):
        expected = getattr(np, name)(*args)
        found = np.asarray(getattr(sharray, name)(*map(sharray.asarray, args)))
        size = np.abs(expected)
        if name == "logaddexp":  # a sum, which may cancel
            size = np.maximum(size, np.maximum(*map(np.abs, args)))
        info = np.finfo(dtype)
        wide = np.clongdouble if dtype.kind == "c" else np.longdouble
        off = np.abs(found.astype(wide) - expected.astype(wide))
        off /= np.spacing(np.maximum(size, info.tiny))
        # XLA flushes subnormal numbers to zero: results, and what leads to them
        ignored = size < info.tiny
        if name in ("floor_divide", "remainder"):
            ignored |= np.abs(args[1]) < info.tiny * 2.0**70
            ignored |= np.abs(np.fmod(*args)) < info.tiny
        off[ignored | ~np.isfinite(expected)] = 0
        if dtype.kind == "f":
            assert np.array_equal(np.isnan(found), np.isnan(expected))
            assert np.array_equal(np.isinf(found), np.isinf(expected))
        off[np.isnan(off)] = np.inf
    worst = int(off.argmax())
    return float(off[worst]), tuple(a[worst] for a in args)


CASES = [
    *((name, dtype) for dtype in ("float64", "float32") for name in REAL + BINARY),
    *((name, dtype) for dtype in ("complex128", "complex64") for name in COMPLEX),
]


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_within_the_stated_distance_of_numpy(name, dtype, on_devices):
    with sharray.use_mesh(sharray.make_mesh((1,))):
        found, where = most_ulp(name, dtype)
    assert found <= MOST_ULP.get((name, dtype), MOST), where


def test_real_double_precision_has_no_exceptions():
    assert not [key for key in MOST_ULP if key[1] == "float64"]


@pytest.mark.parametrize("axis", [0, 1, None])
def test_float16_counts_beyond_its_range(axis, on_devices):
    values = (np.random.default_rng(1).standard_normal((70_000, 2)) * 3 + 20).astype("float16")
    for name in ("mean", "var", "std"):
        found = np.asarray(getattr(sharray.asarray(values), name)(axis=axis))
        wanted = getattr(values.astype(float), name)(axis=axis)
        assert found.dtype == np.float16
        np.testing.assert_allclose(found, wanted, rtol=1e-3)


def on_one_device(name, *args):
    with sharray.use_mesh(sharray.make_mesh((1,))):
        return np.asarray(getattr(sharray, name)(*map(sharray.asarray, args)))


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_logarithms_of_powers_are_whole(dtype, on_devices):
    info = np.finfo(dtype)
    k = np.arange(info.minexp - info.nmant, info.maxexp)
    np.testing.assert_array_equal(on_one_device("log2", np.ldexp(np.ones(1, dtype), k)), k)
    most = int(np.log10(info.max))
    k = np.arange(-int(-np.log10(info.tiny)), most + 1)
    x = np.array([float(f"1e{n}") for n in k]).astype(dtype)
    np.testing.assert_array_equal(on_one_device("log10", x), k)
    z = x.astype(np.result_type(dtype, np.complex64))
    assert (on_one_device("log10", z).real == k)[np.log10(z).real == k].all()


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("triple", [(3, 4, 5), (12, 5, 13), (8, 15, 17), (28, 45, 53)], ids=str)
def test_whole_lengths_are_exact(triple, dtype, on_devices):
    info = np.finfo(dtype)
    # from subnormal numbers to the largest
    scale = np.ldexp(np.ones(1, dtype), np.arange(info.minexp - info.nmant, info.maxexp - 6))
    a, b, c = [(n * scale).astype(dtype) for n in triple]
    np.testing.assert_array_equal(on_one_device("hypot", a, -b), c)
    normal = a > info.tiny * 8
    a, b, c = a[normal], b[normal], c[normal]
    found = on_one_device("sign", a + 1j * b)
    np.testing.assert_array_equal((found.real, found.imag), (a / c, b / c))


def test_lengths_are_next_to_the_true_ones(on_devices):
    rng = np.random.default_rng(0)
    a, b = rng.integers(1, 2**24, (2, 10_000)).astype(float)
    legs = np.abs(a * a - b * b), 2 * a * b  # their squares are rounded
    np.testing.assert_array_equal(on_one_device("hypot", *legs), a * a + b * b)
    x, y = np.exp2(rng.uniform(-3, 3, (2, 10_000))).astype("float32")
    wide = np.hypot(x, y, dtype=float)
    assert (np.abs(on_one_device("hypot", x, y) - wide) < 0.6 * np.spacing(wide.astype("f"))).all()


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_logarithms_and_lengths_of_special_numbers(dtype, on_devices):
    tiny = np.finfo(dtype).smallest_subnormal
    x = np.array([0, -0.0, -1, tiny, -tiny, 7 * tiny, np.inf, -np.inf, np.nan, 1, 3], dtype)
    with np.errstate(all="ignore"):
        for name in ("log2", "log10"):
            found = on_one_device(name, x)
            np.testing.assert_array_max_ulp(found, getattr(np, name)(x), 2)
    a, b = np.meshgrid(x, np.append(x, np.finfo(dtype).max))
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(on_one_device("hypot", a, b), np.hypot(a, b))


if __name__ == "__main__":
    with sharray.set_options(host_threshold=0), sharray.use_mesh(sharray.make_mesh((1,))):
        for case in CASES:
            distance, place = most_ulp(*case)
            print(f"{case[0]:13}{case[1]:11}{distance:6.2f}  at {', '.join(map(str, place))}")
