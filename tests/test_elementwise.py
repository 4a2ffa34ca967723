"""Every elementwise operation against NumPy: value, dtype, shape and layout.

How accurate they are over the whole range of numbers is in `test_accuracy`. Nothing stays on the
host here, except where a test says so.
"""

import itertools
import platform
import zlib
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import Phase, given, note, settings
from hypothesis import strategies as st

import sharray
import sharray.numpy
from sharray import strategies
from sharray._core.operation import KINDS, TABLE

MESHES = ((1,), (2,), (3,), (8,), (4, 2))
#: Pairs that broadcast; a unary function takes the first.
SHAPES = (
    ((13,), (13,)), ((3, 5), (3, 5)), ((13, 1), (1, 7)), ((), (7,)), ((7,), ()), ((1,), (13,)),
    ((0,), (0,)), ((), ()), ((3, 0), (1,)), ((5,), (3, 5)), ((1, 1), (7, 1)), ((2, 3, 5), (3, 1)),
)  # fmt: skip
DTYPES = tuple(map(np.dtype, "?bhilBHILfdFD"))
HALF = np.dtype(np.float16)
OPS = {name: op for name, op in TABLE.items() if op.elementwise and not name.startswith("astype")}
FLOATS = (0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e-30, -1e30, 7.25, np.inf, -np.inf, np.nan, 100.0)
COMPLEX = (0.3 + 0.4j, -1.5 + 2j, 3j, -2.0, 0.25 - 7j, 5.0 + 0.5j, -0.9 - 0.9j)
#: Of complex functions: units of the last place of the whole number, where more than 8.
CONDITIONED = {"pow": 100, "float_power": 100}


def public(name):
    """The function, of the standard's namespace or, where that has none, of NumPy's."""
    plain = name.removeprefix("numpy.")
    return getattr(sharray, name, None) or getattr(sharray.numpy, plain)


def reference(name):
    """NumPy's function, with the standard's values where it has its own."""
    fn = getattr(np, name.removeprefix("numpy."))

    def call(*args):
        with np.errstate(all="ignore"):
            made = np.asarray(fn(*args))
            if name == "floor_divide" and made.dtype.kind == "f":
                x, y = args
                special = np.isinf(x) | np.isinf(y)
                return np.where(special, np.floor(np.divide(x, y)), made).astype(made.dtype)
            return made

    return call


def values(dtype, shape, seed):
    rng = np.random.default_rng(seed)
    if dtype.kind == "b":
        return rng.random(shape) < 0.5
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        pool = [info.min, info.max, info.max - 1, 0, 1, 2, 3, 5, 100, -1, -2, -7]
        pool = [v for v in pool if info.min <= v <= info.max]
    else:
        pool = COMPLEX if dtype.kind == "c" else FLOATS
    return rng.choice(np.array(pool, dtype), shape)


def ulp(found, expected, size=None):
    """The largest difference, in units of the last place of `size` (by default of `expected`)."""
    real = np.finfo(expected.dtype)
    wide = np.clongdouble if expected.dtype.kind == "c" else np.longdouble
    both = np.isfinite(found) & np.isfinite(expected)
    size = np.abs(expected) if size is None else size
    with np.errstate(all="ignore"):
        unit = np.spacing(np.maximum(size, real.tiny).astype(real.dtype))
        off = np.asarray(np.abs(found.astype(wide) - expected.astype(wide)) / unit)
    # numbers below the normal ones are flushed to zero
    off[(np.abs(expected) < real.tiny) & (np.abs(found) <= real.tiny)] = 0
    return float(np.max(off, where=both, initial=0))


def assert_close(found, expected, name, args=()):
    if expected.dtype.kind not in "fc":
        np.testing.assert_array_equal(found, expected)
        return
    if expected.dtype.kind == "f":
        np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))
        infinite = np.isinf(expected)
        np.testing.assert_array_equal(found[infinite], expected[infinite])
        assert np.isfinite(found[np.isfinite(expected)]).all()
        # NumPy's choice of zero depends on the processor, and on where the element stands
        if name not in ("maximum", "minimum", "fmax", "fmin"):
            zero = (expected == 0) & (found == 0)
            np.testing.assert_array_equal(np.signbit(found[zero]), np.signbit(expected[zero]))
    size = None
    if name == "logaddexp":  # a sum, which may cancel
        terms = [np.where(np.isfinite(a), np.abs(a), 0) for a in (*args, expected)]
        size = np.maximum(np.maximum(*terms[:2]), terms[2])
    most = CONDITIONED.get(name, 8) if expected.dtype.kind == "c" else 8
    assert ulp(found, expected, size) <= most


def permuted(pool, salt):
    """Begin elsewhere in the pool for each operation: an example costs a compilation."""
    start = zlib.crc32(salt.encode()) % len(pool)
    return st.sampled_from([*pool[start:], *pool[:start]])


def takes(name, *dtypes):
    try:
        getattr(np, name.removeprefix("numpy.")).resolve_dtypes((*dtypes, None))
    except TypeError:
        return False
    except AttributeError:
        return True
    # booleans in arithmetic become whatever NumPy says, which the test of dtypes covers
    return True


def operand_dtypes(name):
    """Dtypes of NumPy's that the operation takes, one for each operand."""
    kinds = KINDS[OPS[name].kinds]
    own = [d for d in DTYPES if d.kind in kinds]
    if name == "where":
        return [(np.dtype(bool), a, b) for a, b in zip(own, own[1:] + own[:1], strict=True)]
    if len(OPS[name].signature.parameters) == 1:
        return [(d,) for d in own if takes(name, d)]
    mixed = [(d, d) for d in own] + list(zip(own, own[3:], strict=False))
    return [p for p in mixed if takes(name, *p)]


def safe(name, args):
    """Keep away from what only one of the two defines."""
    if name == "pow" and args[1].dtype.kind == "i" and args[0].dtype.kind in "iu":
        return args[0], np.where(args[1] < 0, 3, args[1]).astype(args[1].dtype)
    return args


#: So many draws of values are computed by a program.
OF_A_PROGRAM = 3


@pytest.mark.parametrize("name", OPS)
def test_matches_numpy(name):
    meshes = {shape: sharray.make_mesh(shape) for shape in MESHES}

    # each compiles a program of its own, with the code of users, and computes with several values
    @settings(
        max_examples=max(10, settings.default.max_examples // (2 * OF_A_PROGRAM)),
        phases=[Phase.explicit, Phase.generate],
    )
    @given(
        permuted(MESHES, name),
        permuted(SHAPES, f"{name} shapes"),
        permuted(operand_dtypes(name), name[::-1]),
        st.integers(0, 2**16),
        st.booleans(),
    )
    def check(shape, shapes, dtypes, seed, immediate):
        mesh = meshes[shape]
        shapes = (*shapes[::-1], *shapes)[2 if len(dtypes) < 3 else 1 :]
        for k in range(OF_A_PROGRAM):
            pairs = enumerate(zip(dtypes, shapes[: len(dtypes)], strict=True))
            args = [np.asarray(values(d, s, seed + 7 * k + i)) for i, (d, s) in pairs]
            args = safe(name, args)
            note(f"{name}{tuple((a.dtype.name, a.shape) for a in args)}")
            with sharray.set_options(host_threshold=0, immediate=immediate), sharray.use_mesh(mesh):
                out = public(name)(*[sharray.asarray(a) for a in args])
                expected = reference(name)(*args)
                assert (out.dtype, out.shape) == (expected.dtype, expected.shape)
                if isinstance(out, sharray.ShardedArray):  # and no number, of NumPy's functions
                    assert out.sharding.mesh == mesh
                    strategies.assert_layout(out)
                assert_close(np.asarray(out), expected, name, args)

    check()


def arguments(kind):
    """A one-element array of each dtype, and Python scalars."""
    arrays = [np.ones(1, d) for d in (*DTYPES, HALF)]
    return arrays if kind == "array" else [True, 1, 1.0, 1j]


@pytest.mark.parametrize("threshold", [0, 1 << 20], ids=["devices", "host"])
@pytest.mark.parametrize("name", OPS)
def test_dtypes_are_those_of_numpy(name, threshold):
    arity = len(OPS[name].signature.parameters)
    arrays, scalars = arguments("array"), arguments("scalar")
    if arity == 1:
        calls = [(a,) for a in arrays]
    else:
        calls = list(itertools.product(arrays, arrays + scalars))
        calls += list(itertools.product(scalars, arrays))
    if arity == 3:
        calls = [(np.ones(1, bool), *c) for c in calls]
    silent = np.errstate(all="ignore")
    with (
        sharray.set_options(host_threshold=threshold),
        sharray.use_mesh(sharray.make_mesh(1)),
        silent,
    ):
        placed = {
            id(a): sharray.asarray(a) for a in (*arrays, *(c[0] for c in calls if arity == 3))
        }
        for call in calls:
            try:
                expected = reference(name)(*call).dtype
            except TypeError:
                expected = TypeError
            try:
                found = public(name)(*[placed.get(id(a), a) for a in call]).dtype
            except TypeError:
                found = TypeError
            assert found == expected, [getattr(a, "dtype", type(a)) for a in call]


def int8_grid(dtype):
    every = np.arange(256).astype(dtype)
    return np.repeat(every, 256), np.tile(every, 256)


@pytest.mark.parametrize("dtype", ["int8", "uint8"])
@pytest.mark.parametrize(
    "name",
    ["floor_divide", "remainder", "pow", "bitwise_left_shift", "bitwise_right_shift", "multiply",
     "add", "subtract"],
)  # fmt: skip
def test_small_integers_exhaustively(name, dtype, on_devices):
    x, y = int8_grid(dtype)
    if name == "pow":
        x, y = x[y >= 0], y[y >= 0]
    found = public(name)(sharray.asarray(x), sharray.asarray(y))
    np.testing.assert_array_equal(np.asarray(found), reference(name)(x, y))


@pytest.mark.parametrize("dtype", ["int8", "uint8"])
@pytest.mark.parametrize("name", ["abs", "negative", "sign", "reciprocal", "square", "round"])
def test_small_integers_of_one_operand_exhaustively(name, dtype, on_devices):
    x = np.arange(256).astype(dtype)
    found = public(name)(sharray.asarray(x))
    np.testing.assert_array_equal(np.asarray(found), reference(name)(x))


@pytest.mark.parametrize("n", [0, 1, 2, 5, 63, 64, 200])
def test_integer_power_of_a_scalar(n, on_devices):
    x = np.array([-3, -1, 0, 1, 2, 7, 2**40], np.int64)
    np.testing.assert_array_equal(np.asarray(sharray.asarray(x) ** n), x**n)


def test_negative_power_of_integers():
    x = np.array([1, 2, -1, 0])
    for threshold in (0, 1 << 20):
        with sharray.set_options(host_threshold=threshold):
            for n in (-1, np.int64(-2), np.array(-1)):
                with pytest.raises(ValueError, match="negative integer powers"):
                    sharray.pow(sharray.asarray(x), n)
            with pytest.raises(ValueError, match="negative integer powers"):
                sharray.pow(2, sharray.asarray(x))
            np.testing.assert_allclose(np.asarray(sharray.asarray(x[:3]) ** -1.0), [1, 0.5, -1])
            exponents = sharray.asarray(np.array([-1, -1, -3, 2]))
            with pytest.raises(ValueError, match="negative integer powers"):
                sharray.asarray(x) ** exponents
            np.testing.assert_array_equal(sharray.asarray(x) ** abs(exponents), [1, 2, -1, 0])


def test_negative_power_of_traced_integers():
    with sharray.set_options(host_threshold=0):
        x, n = sharray.asarray([1, 2, -1, 0]), sharray.asarray([-1, -1, -3, 2])
        np.testing.assert_array_equal(sharray.jit(sharray.pow)(x, n), [1, 0, -1, 0])


@pytest.mark.parametrize("threshold", [0, 1 << 20], ids=["devices", "host"])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "uint64", "bool"])
@pytest.mark.parametrize("value", [300, -300, -1, 2**63, -(2**63) - 1, 2**70])
def test_python_integers_out_of_range(value, dtype, threshold):
    x = np.array([0, 1, 1]).astype(dtype)
    with sharray.set_options(host_threshold=threshold):
        mine = sharray.asarray(x)
        for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"):
            mine_fn, fn = public(name), getattr(np, name)
            try:
                expected = fn(x, value), fn(value, x)
            except OverflowError:  # booleans meet an int64, and only there NumPy gives up
                assert dtype == "bool"
                continue
            np.testing.assert_array_equal(np.asarray(mine_fn(mine, value)), expected[0])
            np.testing.assert_array_equal(np.asarray(mine_fn(value, mine)), expected[1])
        try:
            expected = x + value
        except OverflowError:
            with pytest.raises(OverflowError):
                mine + value
            if not threshold:  # on the host it is NumPy's, which cuts some of them
                with pytest.raises(OverflowError):
                    sharray.where(mine == 0, mine, value)
        else:
            np.testing.assert_array_equal(np.asarray(mine + value), expected)


COMPARISONS = ("equal", "greater", "greater_equal", "less", "less_equal", "not_equal")
#: Pairs of which JAX would compare something else.
COMPARED = (
    (np.array([2**63 - 1, -1, 5, -(2**63), 0]), np.array([2**63, 2**64 - 1, 5, 0, 2], np.uint64)),
    (np.array([1 + 1j, complex(1, np.nan), complex(np.nan, 1), 2, np.inf]),) * 2,
)


@pytest.mark.parametrize("threshold", [0, 1 << 20], ids=["devices", "host"])
@pytest.mark.parametrize("pair", COMPARED, ids=["signs", "complex"])
@pytest.mark.parametrize("name", COMPARISONS)
def test_comparisons_round_nothing_and_order_no_nan(name, pair, threshold):
    ours, theirs = getattr(sharray, name), getattr(np, name)
    with sharray.set_options(host_threshold=threshold), np.errstate(invalid="ignore"):
        for a, b in (pair, pair[::-1]):
            a = a[:, None]
            want = theirs(a, b)
            np.testing.assert_array_equal(ours(sharray.asarray(a), sharray.asarray(b)), want)
            for k in range(b.size):  # a number beside an array
                np.testing.assert_array_equal(ours(sharray.asarray(a), b[k])[:, 0], want[:, k])


@pytest.mark.parametrize("threshold", [0, 1 << 20], ids=["devices", "host"])
@pytest.mark.parametrize("operator", [True, False], ids=["operator", "function"])
def test_floor_divide_with_infinities_is_the_standards(operator, threshold):
    inf = np.inf
    x = np.array([inf, -inf, inf, 5.0, -5.0, 5.0, -0.0, 0.0, 1.0, -1.0, 0.0])
    y = np.array([2.0, 2.0, -2.0, -inf, inf, inf, 2.0, -2.0, 0.0, 0.0, 0.0])
    expected = np.array([inf, -inf, -inf, -0.0, -0.0, 0.0, -0.0, -0.0, inf, -inf, np.nan])
    with sharray.set_options(host_threshold=threshold):
        a, b = sharray.asarray(x), sharray.asarray(y)
        found = np.asarray(a // b if operator else sharray.floor_divide(a, b))
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(np.signbit(found)[:-1], np.signbit(expected)[:-1])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_largest_numbers_divide(on_devices, dtype):
    most = np.finfo(dtype).max
    values = np.array([most, -most / 3, most / 1e5, np.inf, 0, np.nan], dtype)
    for divisor in (np.full(1, most), np.full(1, -most / 2), np.full(1, most / 8)):
        by = divisor.astype(dtype)
        found = sharray.asarray(values) / sharray.asarray(by)
        np.testing.assert_allclose(np.asarray(found), values / by, rtol=2 * np.finfo(dtype).eps)


def test_a_power_of_two_is_a_square(on_devices):
    x = sharray.asarray(np.array([1.1, -3.3, 1e200]))
    np.testing.assert_array_equal(np.asarray(x**2), np.asarray(x * x))
    z = sharray.asarray(np.array([1 + 2j]))
    assert complex((z**2)[0]) == complex((z ** sharray.asarray(2.0))[0]) == -3 + 4j


SPECIAL = np.array(
    [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 300.0, 1e300, -1e-300, np.inf, -np.inf, np.nan]
)
COMPLEX_FUNCTIONS = [
    name
    for name, op in OPS.items()
    if len(op.signature.parameters) == 1
    and op.kinds in ("floating-point", "numeric")
    # the standard has C99's values where NumPy has those of its own formula
    and name not in {"real", "imag", "round", "expm1", "log1p"}
]


@pytest.mark.parametrize("name", COMPLEX_FUNCTIONS)
def test_complex_special_values(name, on_devices):
    z = np.empty((len(SPECIAL),) * 2, complex)
    z.real, z.imag = SPECIAL[:, None], SPECIAL
    found, expected = np.asarray(public(name)(sharray.asarray(z))), reference(name)(z)
    for a, b in ((found.real, expected.real), (found.imag, expected.imag)):
        np.testing.assert_array_equal(np.isnan(a), np.isnan(b))
        # what C99 leaves open, libraries settle differently: signs beside NaN and at infinity
        open_sign = ~np.isfinite(z) | ~np.isfinite(expected)
        np.testing.assert_array_equal(
            np.where(open_sign & np.isinf(a), abs(a), a) == np.inf,
            np.where(open_sign & np.isinf(b), abs(b), b) == np.inf,
        )
        zero = (b == 0) & ~open_sign
        np.testing.assert_array_equal(np.signbit(a[zero]), np.signbit(b[zero]))
        normal = np.isfinite(b) & (np.abs(b) > 1e-290)
        np.testing.assert_allclose(a[normal], b[normal], rtol=1e-13)


@pytest.mark.parametrize(
    ("z", "expected"),
    [
        (complex(np.inf, 0), complex(np.inf, 0)),
        (complex(-np.inf, np.inf), complex(-1, 0)),
        (complex(np.nan, 0), complex(np.nan, 0)),
        (complex(-0.0, 0), complex(0, 0)),
    ],
)
def test_expm1_has_the_standards_values_in_its_flavour_alone(z, expected, on_devices):
    x = sharray.asarray([z])
    result = np.asarray(sharray.expm1(x))
    np.testing.assert_array_equal(result, [expected])
    assert not np.signbit(result.real[0]) or expected.real < 0
    with np.errstate(all="ignore"):
        wanted = np.expm1(np.array([z]))
    np.testing.assert_array_equal(np.asarray(sharray.numpy.expm1(x)), wanted)


# NumPy's own loops differ in what they make of others than uint32 holds
@pytest.mark.skipif(platform.machine() != "x86_64", reason="NumPy's values are the processor's")
@pytest.mark.parametrize("target", ["int8", "uint8", "int16", "uint16", "int32", "int64", "uint64"])
@pytest.mark.parametrize("source", ["float16", "float32", "float64"])
def test_floats_that_integers_do_not_hold(source, target, on_devices):
    bounds = np.array([2.0**k for k in (7, 8, 15, 16, 31, 32, 63, 64)])
    values = np.concatenate([bounds, -bounds, bounds - 1, -bounds - 1, bounds * 1.5, SPECIAL])
    with np.errstate(all="ignore"):
        x = values.astype(source)
        expected = x.astype(target)
    np.testing.assert_array_equal(np.asarray(sharray.asarray(x).astype(target)), expected)


#: JAX has no derivative of the first three, calls complex signs constant, and some of its versions
#: cannot differentiate the larger of two complex numbers.
NOT_AS_JAX = {("nextafter", float), ("spacing", float), ("ldexp", float)} | {
    (name, complex) for name in ("sign", "maximum", "minimum")
}


def differentiable():
    for (name, op), dtype in itertools.product(OPS.items(), (float, complex)):
        arity = len(op.signature.parameters)
        if np.dtype(dtype).kind not in KINDS[op.kinds] or arity > 2 or (name, dtype) in NOT_AS_JAX:
            continue
        if not hasattr(jnp, name.removeprefix("numpy.")):
            continue
        if jax.eval_shape(op.lowering, *[np.ones(1, dtype)] * arity).dtype.kind in "fc":
            yield name, arity, dtype


@pytest.mark.parametrize(("name", "arity", "dtype"), list(differentiable()))
@pytest.mark.usefixtures("quickly_compiled")
def test_derivatives_are_those_of_jax(name, arity, dtype):
    points = np.array([0.0, 0.3, -0.6, 0.9, 1.5, -2.0, 4.0], dtype)
    if dtype is complex:  # where a formula in parts divides by one of them
        points = np.append(points, [2j, -1j, 1 + 1j, -0.5 + 2j])
    args = tuple(np.meshgrid(*[points] * arity))
    tangents = [tuple(np.full_like(a, i == k) for i, a in enumerate(args)) for k in range(arity)]

    def derivatives(fn):
        made, backwards = jax.vjp(fn, *args)
        cotangent = jnp.full_like(made, 0.5 if made.dtype == float else 0.5 + 1j)
        return [jax.jvp(fn, args, t)[1] for t in tangents], backwards(cotangent)

    fns = OPS[name].lowering, getattr(jnp, name.removeprefix("numpy."))
    found, wanted = jax.jit(lambda: tuple(map(derivatives, fns)))()
    jax.tree.map(partial(np.testing.assert_allclose, rtol=1e-14), found, wanted)


@pytest.mark.parametrize("shape", MESHES, ids=lambda s: "x".join(map(str, s)))
def test_zeros_keep_their_sign_on_the_way(shape, on_devices):
    with sharray.use_mesh(sharray.make_mesh(shape)):
        for small, large in (((3, 1), (2, 3, 5)), ((3,), (13, 3)), ((13,), (5, 13)), ((3,), (3,))):
            zeros, ones = np.full(small, -0.0), np.ones(large)
            x, y = sharray.asarray(zeros), sharray.asarray(ones)
            for found in (sharray.atan2(x, -y), y * x, sharray.where(y > 0, x, y)):
                assert np.signbit(np.asarray(found)).all(), (small, large)
