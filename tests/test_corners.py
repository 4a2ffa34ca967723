"""Corners that random programs have found: on devices as with NumPy, results and errors."""

import operator
import warnings
from pathlib import Path

import numpy as np
import pytest
from jax.sharding import NamedSharding, PartitionSpec

import sharray as xp
import sharray.numpy as snp

pytestmark = pytest.mark.usefixtures("on_devices", "quickly_compiled")

HOLDS = np.array([[0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 0]], bool)
BYTES = np.array([1, 2, -3], np.int8)
SINGLE = np.array([1.5, 2, -3], np.float32)
TURNED = (np.arange(16).reshape(4, 4) * 5 % 7 - 4) * (1 - 2j)


LINE = np.arange(1000.0)
LAST = np.array([1, 5, -3], np.int8)


def written(x, write):
    write(x)
    return x


CASES = {
    # indices of fewer bits than the length of the axis
    "along an axis": lambda n: n.take_along_axis(n.array(LINE), n.array(LAST), 0),
    "put along an axis": lambda n: written(
        n.array(LINE), lambda x: n.put_along_axis(x, n.array(LAST), -1.0, 0)
    ),
    "index of few bits": lambda n: n.array(LINE)[n.array(LAST)],
    "write at an index of few bits": lambda n: written(
        n.array(LINE), lambda x: x.__setitem__(n.array(LAST), 7)
    ),
    "at, an index of few bits": lambda n: written(
        n.array(LINE), lambda x: n.add.at(x, n.array(LAST), 2.0)
    ),
    "take, around": lambda n: n.take(n.array(LINE), n.array(LAST), mode="wrap"),
    "take, unsigned": lambda n: n.take(n.array(LINE), n.array(LAST[:2].astype("u1"))),
    "take, of small NumPy's": lambda n: n.take(n.array(LINE), LAST),
    "take at booleans": lambda n: n.take(n.array(LINE), n.array([True, False, True])),
    "choose by booleans": lambda n: n.choose(
        n.array([True, False, True]), [n.array([1, 2, 3]), n.array([4, 5, 6])]
    ),
    "convolve, an infinity": lambda n: n.convolve(n.array(LINE[:5]), n.array([1, np.inf])),
    "convolve, no number": lambda n: n.convolve(n.array(LINE[:5]), n.array([np.nan, 1, 2])),
    "convolve, same": lambda n: n.convolve(n.array(LINE[:5]), n.array([1, np.nan, 2]), "same"),
    "correlate, no number": lambda n: n.correlate(
        n.array(LINE[:7]), n.array([1, 2, np.nan]), "full"
    ),
    "mean of some in half precision": lambda n: n.mean(
        n.full(3000, 60, "f2"), where=n.arange(3000) > 1
    ),
    "range in half precision": lambda n: n.arange(0, 7, 0.0001, dtype="f2"),
    "range from 3 in half precision": lambda n: n.arange(3, 70, 0.1, dtype="f2"),
    "vectorize, an integer first": lambda n: n.vectorize(lambda v: 0 if v < 3 else v + 0.5)(
        n.arange(9.0)
    ),
    "along lines, an integer first": lambda n: n.apply_along_axis(
        lambda v: v.sum() if v[0] > 3 else 1, 1, n.arange(12.0).reshape(4, 3)
    ),
    "least squares of no numbers": lambda n: n.linalg.lstsq(
        n.array(np.full((3, 2), np.nan)), n.array(LINE[:3])
    ),
    "condition of ones": lambda n: n.linalg.cond(n.array(np.ones((2, 2))), 1),
    "condition of zeros": lambda n: n.linalg.cond(n.array(np.zeros((2, 2)))),
    "condition of some": lambda n: n.linalg.cond(
        n.array([[[1.0, 2], [3, 5]], [[0, 0], [0, 0]], [[np.nan, 1], [1, 2]]]), np.inf
    ),
    "running minimum of complex": lambda n: n.minimum.accumulate(n.array(TURNED), axis=0),
    "running maximum of complex": lambda n: n.maximum.accumulate(n.array(TURNED), axis=1),
    "minimum of complex": lambda n: n.minimum.reduce(n.array(TURNED), axis=0, initial=9),
    "cumsum of bool": lambda n: n.cumsum(n.array(HOLDS), axis=0, dtype=bool),
    "cumprod of bool": lambda n: n.cumprod(n.array(HOLDS), axis=1, dtype=bool),
    "cumsum into bool": lambda n: n.cumsum(n.array(HOLDS), axis=1, out=n.array(HOLDS)),
    "unique rows of bool": lambda n: n.unique(n.array(HOLDS), axis=0),
    "unique columns of bool": lambda n: n.unique(n.array(HOLDS), axis=1),
    "union with an int": lambda n: n.union1d(n.array(SINGLE), 1),
    "union with a float": lambda n: n.union1d(n.array(BYTES), 1.5),
    "join with a number": lambda n: n.concatenate((n.array(BYTES), 7, [1]), axis=None),
    "join with a large number": lambda n: n.concatenate((n.array(BYTES), 300), axis=None),
    "copy of a large number": lambda n: n.copyto(n.array(BYTES), 300),
    "copy of a negative number": lambda n: n.copyto(n.array(HOLDS.astype("u1")), -1, where=False),
    "at, a large number": lambda n: written(
        n.array(BYTES), lambda x: n.multiply.at(x, [0, 0, 2], 300)
    ),
    "at, a number": lambda n: written(n.array(BYTES), lambda x: n.add.at(x, [0, 0, 2], 7)),
    "at, half a number": lambda n: written(n.array(BYTES), lambda x: n.subtract.at(x, [0, 2], 2.5)),
    "at, a number that does not fit": lambda n: written(
        n.array(BYTES), lambda x: n.minimum.at(x, [0, 2, 2], n.array([300, -130, 5]))
    ),
    "at, the larger number": lambda n: written(n.array(BYTES), lambda x: n.maximum.at(x, [0], 5)),
    "at, a complex number": lambda n: written(n.array(SINGLE), lambda x: n.add.at(x, [0, 2], 2j)),
    "at, of one": lambda n: written(n.array(SINGLE), lambda x: n.sin.at(x, [0, 2])),
    "number that does not fit to an element": lambda n: n.array(BYTES).__setitem__(
        1, np.float64(-130.5)
    ),
    "number that does not fit to all elements": lambda n: written(
        n.array(BYTES), lambda x: x.__setitem__(..., np.int64(300))
    ),
    "number that does not fit to unsigned": lambda n: written(
        n.array([1, 2], "u1"), lambda x: x.__setitem__(0, np.int64(300))
    ),
    "fill with what does not fit": lambda n: n.array(BYTES).fill(np.int64(300)),
    "indices of bytes into a large array": lambda n: n.ravel_multi_index(
        (n.array([100, 50], "i1"), n.array([3, 4], "i1")), (200, 300)
    ),
    "indices of bytes": lambda n: n.unravel_index(n.array([100, 50], "i1"), (20, 30))[1],
    "negative powers of integers": lambda n: n.array(BYTES) ** n.array([1, -2, 3]),
    "powers of integers": lambda n: n.array(BYTES) ** n.array([1, 2, 3]),
    "negative powers, of which some are not": lambda n: n.power(n.array([2, 3]), n.array([1, -1])),
    "negative power of numbers": lambda n: n.array(SINGLE) ** n.array([1, -2, 3]),
    "spacing": lambda n: n.spacing(n.array([0.0, -0.0, 1, -2, 1e-308, -1e-308, np.inf, np.nan])),
    "running sums of -0.0": lambda n: n.signbit(n.cumsum(n.array([-0.0] * 5 + [0.0, -0.0]))),
    "running sums of -0.0 and others": lambda n: n.signbit(
        n.cumsum(n.array([[-0.0, -0.0, -1, 1, -0.0], [-0.0, 0.0, -0.0, -0.0, -3]], "f4"), axis=1)
    ),
    "histogram of complex numbers": lambda n: n.histogram(n.array([1 + 1j, 2])),
    "partition of nothing": lambda n: n.partition(n.zeros((3, 0)), 2),
    "partition of nothing in place": lambda n: written(n.zeros(0), lambda x: x.partition(1)),
    "truth of a sequence to an element": lambda n: written(
        n.array(HOLDS), lambda x: [x.__setitem__((i, 0), v) for i, v in enumerate(([0], (2, 0)))]
    ),
    "truth of an array to an element": lambda n: written(
        n.array(HOLDS), lambda x: x.__setitem__((0, 0), n.array([[7.5]]))
    ),
    "truth from bytes": lambda n: n.array(np.frombuffer(bytes(range(5)), bool)).sum(),
    "truth from bytes, compared": lambda n: n.array(np.frombuffer(bytes(range(5)), bool)) == True,  # noqa: E712
    "insert at the truth of more places": lambda n: n.insert(
        n.array(BYTES), np.array([True] * 4), 9
    ),
    "insert at no truth": lambda n: n.insert(n.array(BYTES), np.array([False] * 3), 9),
    "insert at a matrix of truth": lambda n: n.insert(n.array(BYTES), np.ones((1, 3), bool), 9),
    "insert at half numbers": lambda n: n.insert(n.array(BYTES), np.array([1.0, 2.0]), 9),
    "insert at no half numbers": lambda n: n.insert(n.array(BYTES), np.array([]), []),
    "insert at a list of one place": lambda n: n.insert(n.array(TURNED), [1], [1, 2, 3, 4], axis=1),
    "insert at one place": lambda n: n.insert(n.array(TURNED), 1, [1, 2, 3, 4], axis=1),
    "insert a column": lambda n: n.insert(n.array(TURNED), [1], np.ones((4, 1)), axis=1),
    "insert with dimensions of one": lambda n: n.insert(n.array(BYTES), [0, 2], [[[7, 8]]]),
    "insert too many": lambda n: n.insert(n.array(BYTES), [0, 2], [7, 8, 9]),
    "insert nothing that there is": lambda n: n.insert(n.array(BYTES), [], [7, 8]),
    "fewer bits than none": lambda n: n.unpackbits(n.array(BYTES.view("u1")), count=-25),
    "fewer bits": lambda n: n.unpackbits(n.array(BYTES.view("u1")), count=-7),
    "order of bits that is no text": lambda n: n.unpackbits(n.array([1], "u1"), bitorder=1),
    "product with a vector in place": lambda n: operator.imatmul(n.array(SINGLE), n.array(SINGLE)),
    "product with a matrix in place": lambda n: operator.imatmul(
        n.array(TURNED), n.array(TURNED.real.astype(complex))
    ),
    "axes as an array": lambda n: n.array(HOLDS).transpose(np.array([1, 0])),
    "axes as an array, of a function": lambda n: n.transpose(n.array(HOLDS), np.array([1, 0])),
    "out by position that is None": lambda n: n.logical_and(n.array(SINGLE) > 1, HOLDS[0], None),
    "method with one limit": lambda n: n.array(SINGLE).clip(0),
    "method with the other limit": lambda n: n.array(SINGLE).clip(None, 1.75),
    "indices of nothing": lambda n: n.unravel_index(n.array([0, 0]), ()),
    "repeat of a number": lambda n: n.repeat(n.array(1.5), 2, axis=0),
    "pad of a number": lambda n: n.pad(n.array(1.5), 1),
    "sum as unsigned": lambda n: n.sum(n.array(SINGLE), dtype="u1"),
    "product as unsigned": lambda n: n.prod(n.array(SINGLE), dtype="u1"),
    "running sum as unsigned": lambda n: n.cumsum(n.array(SINGLE), dtype="u1"),
    "median over no axis": lambda n: n.median(n.array(HOLDS.astype("u1")), axis=()),
    "quantile over no axis": lambda n: n.quantile(n.array(HOLDS * 1.5), [0.2, 0.5], axis=()),
    "norm of half precision": lambda n: n.linalg.norm(n.array(SINGLE.astype("f2"))),
    "norms of half precision": lambda n: n.linalg.norm(
        n.array(np.ones((3, 4), "f2")), np.inf, (0, 1), keepdims=True
    ),
    "contiguous copy": lambda n: written(
        n.array(HOLDS), lambda x: n.ascontiguousarray(x[:, ::-1]).fill(False)
    ),
    "contiguous already": lambda n: written(
        n.array(HOLDS), lambda x: n.ascontiguousarray(x[1:]).fill(False)
    ),
    "nothing to replace": lambda n: n.signbit(
        n.nan_to_num(n.array([complex(-0.0, 1), complex(2, -0.0), complex(np.inf, 1)])).real
    ),
    "to an empty view": lambda n: written(
        n.array(SINGLE)[None, :, None], lambda x: x[2:2].__setitem__(..., 1)
    ),
    "weighted quantile": lambda n: n.percentile(
        n.array(SINGLE), 30, weights=n.array([1, 3, 1]), method="inverted_cdf"
    ),
    "matrix to complex element": lambda n: written(
        n.array(np.ones((2, 2), complex)), lambda x: x.__setitem__((1, 0), np.ones((2, 2)))
    ),
    "range with a step that nothing takes": lambda n: n.arange(-7, 8, -(2**63)),
    "range of one, with a step that does not fit": lambda n: n.arange(0, 3, 200, dtype="i1"),
    "range with a step that does not fit": lambda n: n.arange(0, 300, 200, dtype="i1"),
    "range of unsigned, downwards": lambda n: n.arange(5, 0, -1, dtype="u1"),
    "matrix to element": lambda n: written(
        n.array(np.ones((2, 2))), lambda x: x.__setitem__((1, 0), np.ones((2, 2)))
    ),
}


@pytest.mark.filterwarnings("ignore::sharray.HostFallbackWarning")
@pytest.mark.parametrize("name", CASES)
def test_as_numpy(name, mesh):
    case = CASES[name]
    try:
        wanted = case(np)
    except Exception as error:
        with pytest.raises(type(error)):
            case(snp)
        return
    found = case(snp)
    assert isinstance(found, np.generic) == isinstance(wanted, np.generic)
    if wanted is not None:
        assert found.dtype == wanted.dtype
    np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("order", ["nuc", 2, -2])
def test_no_norm_of_the_singular_values_of_nans(order, mesh):
    with pytest.raises(np.linalg.LinAlgError, match="SVD did not converge"):
        snp.linalg.norm(snp.asarray(np.full((3, 4), np.nan)), order)


@pytest.mark.parametrize("name", ["eig", "eigvals", "svd", "svdvals", "matrix_rank", "pinv"])
def test_no_decomposition_of_nans(name, mesh):
    matrix = np.eye(3)
    matrix[0, 1] = np.nan
    with pytest.raises(np.linalg.LinAlgError) as wanted:
        getattr(np.linalg, name)(matrix)
    with pytest.raises(np.linalg.LinAlgError, match=str(wanted.value)):
        getattr(snp.linalg, name)(snp.asarray(matrix))


class Asked:
    """A type that NumPy's operators ask by their ufuncs, having none itself."""

    def __array_ufunc__(self, ufunc, method, *args, **kwargs):
        return ufunc.__name__, method, [type(a) is Asked for a in args]


class Refuses:
    __array_ufunc__ = None


@pytest.mark.parametrize("by", [operator.add, operator.pow, operator.and_, operator.lt])
def test_operators_ask_what_numpys_ask(by, mesh):
    x, mine = np.arange(3), snp.array(np.arange(3))
    for a, b in [(x, Asked()), (Asked(), x)]:
        wanted = by(a, b)
        assert by(*[mine if v is x else v for v in (a, b)]) == wanted
    if by is not operator.lt:
        for a, b in [(mine, Refuses()), (Refuses(), mine)]:
            with pytest.raises(TypeError, match="unsupported operand"):
                by(a, b)


@pytest.mark.parametrize("join", [np.concatenate, np.vstack, np.append])
@pytest.mark.parametrize("kind", [np.matrix, np.ma.MaskedArray])
def test_joins_with_arrays_of_other_classes_are_of_these(join, kind, mesh):
    x, other = np.arange(6.0).reshape(2, 3), np.arange(3.0).reshape(1, 3).view(kind)
    ours = getattr(snp, join.__name__)
    arguments = [(other, x, 0)] if join is np.append else [([other, x],), ([x, other],)]
    for args in arguments:
        mine = tuple(
            [snp.array(v) if v is x else v for v in a] if isinstance(a, list)
            else snp.array(a) if a is x else a
            for a in args
        )  # fmt: skip
        found, wanted = ours(*mine), join(*args)
        assert type(found) is type(wanted)
        np.testing.assert_array_equal(found, wanted)


def test_a_function_of_numbers_gives_text(mesh):
    f = snp.vectorize(lambda v: "small" if v < 2 else "large")
    with pytest.warns(xp.HostFallbackWarning, match="returns <U5"):
        found = f(snp.array(np.arange(4)))
    np.testing.assert_array_equal(found, ["small", "small", "large", "large"], strict=True)


def test_what_nobody_can_hold_is_an_error(mesh):
    x = xp.ones(7)
    for call in (
        lambda: xp.zeros((2**40, 2**40)),
        lambda: xp.repeat(x, 2**60),
        lambda: xp.tile(x, (2**30, 2**30)),
    ):
        with pytest.raises(ValueError, match="array is too big: float64"):
            call()


@pytest.mark.parametrize("dtype", ["i8", "c16", "f4", "i2", "f2", "c8"])
@pytest.mark.parametrize("shape", [(12,), (3, 4), (2, 3)])
def test_dtype_can_be_set(dtype, shape, mesh):
    wanted = np.arange(np.prod(shape) * 1.0).reshape(shape)
    found = snp.array(wanted)
    view = found[1:]
    for x in (wanted, found):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # from NumPy 2.5 on
            try:
                x.dtype = dtype
            except ValueError:
                assert shape == (2, 3)
                continue
        x[0] = x[1]  # subnormal numbers are flushed on the way between devices
    np.testing.assert_array_equal(found, wanted, strict=True)
    np.testing.assert_array_equal(view, wanted.view("f8")[1:], strict=True)


def test_shares_of_weights_are_quotients():
    # 24 of 40 is 0.6, and less than the sum of twelve twentieths
    x = np.arange(4.0)
    weights, share = np.array([20, 4, 6, 10]), np.array([0.6, 0.6000000000000001])
    on = NamedSharding(xp.make_mesh(2), PartitionSpec("x"))
    found = snp.quantile(
        snp.asarray(x, device=on), share, weights=snp.asarray(weights, device=on),
        method="inverted_cdf",
    )  # fmt: skip
    np.testing.assert_array_equal(found, [1, 2])
    np.testing.assert_array_equal(
        found, np.quantile(x, share, weights=weights, method="inverted_cdf")
    )


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("lengths", [(3, 5), (5, 3)])
def test_correlation_of_booleans(lengths, mode):
    a, v = (np.arange(n) % 3 > 0 for n in lengths)
    with xp.set_options(host_threshold=0):
        found = np.asarray(snp.correlate(snp.asarray(a), snp.asarray(v), mode))
    np.testing.assert_array_equal(found, np.correlate(a, v, mode), strict=True)


@pytest.mark.parametrize("values", [[2, 0, 1, 2, 7, 3], [2j, 1, 1], [1.5, np.nan, np.nan, 0]])
def test_distinct_values_ascend_wherever_they_are_found(values):
    for threshold in (0, 1000):
        with xp.set_options(host_threshold=threshold):
            found = xp.unique_values(xp.asarray(values))
            np.testing.assert_array_equal(found, np.unique(values, equal_nan=False))


@pytest.mark.skipif(not hasattr(np, "row_stack"), reason="NumPy 2.5 has it no more")
def test_an_old_name_warns():
    x = np.arange(3.0)
    with pytest.warns(DeprecationWarning, match="vstack"):
        expected = np.row_stack([x, x])  # noqa: NPY201
    with pytest.warns(DeprecationWarning, match="vstack") as warned:
        result = snp.row_stack([snp.array(x), x])
    assert [Path(one.filename).name for one in warned] == [Path(__file__).name]
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize(
    "call",
    [
        lambda n, x: n.fft.fftn(x, s=(2, 3)),
        lambda n, x: n.fft.irfftn(x, s=(2, 4)),
        lambda n, x: n.fft.fft2(x, s=(None, 3), axes=(0, 1)),
        lambda n, x: n.cross(x[:, :2], x[:, 1:]),
        lambda n, x: n.cross(x[:, 1:], x[:, :2]),
        lambda n, x: abs(n.linalg.qr(x, mode="full")[1]),
        lambda n, x: n.linalg.qr(x, "f")[0].shape,
    ],
)
def test_old_ways_are_numpys_with_its_warnings(call):
    x = np.arange(12.0).reshape(3, 4)
    with pytest.warns(DeprecationWarning, match="eprecated"):
        expected = call(np, x)
    with pytest.warns(DeprecationWarning, match="eprecated") as warned:
        result = call(snp, snp.array(x))
    assert [Path(one.filename).name for one in warned] == [Path(__file__).name]
    np.testing.assert_allclose(result, expected)
