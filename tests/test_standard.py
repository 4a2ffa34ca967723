"""The namespace against the standard: names, signatures, constants, attributes, special cases.

`array_api_strict` is the reference: its functions have the standard's exact signatures.
"""

import importlib
import inspect
import math

import array_api_compat
import array_api_strict
import numpy as np
import pytest

import sharray as xp

VERSION = "2025.12"

#: Every name of array API 2025.12, by the sections of the standard.
STANDARD = {
    "constants": ("e", "inf", "nan", "newaxis", "pi"),
    "creation functions": (
        "arange", "asarray", "empty", "empty_like", "eye", "from_dlpack", "full", "full_like",
        "linspace", "meshgrid", "ones", "ones_like", "tril", "triu", "zeros", "zeros_like",
    ),
    "data type functions": (
        "__array_namespace_info__", "astype", "can_cast", "finfo", "iinfo", "isdtype",
        "result_type",
    ),
    "data types": (
        "bool", "complex64", "complex128", "float32", "float64", "int8", "int16", "int32", "int64",
        "uint8", "uint16", "uint32", "uint64",
    ),
    "elementwise functions": (
        "abs", "acos", "acosh", "add", "asin", "asinh", "atan", "atan2", "atanh", "bitwise_and",
        "bitwise_invert", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor",
        "ceil", "clip", "conj", "copysign", "cos", "cosh", "divide", "equal", "exp", "expm1",
        "floor", "floor_divide", "greater", "greater_equal", "hypot", "imag", "isfinite", "isinf",
        "isnan", "less", "less_equal", "log", "log10", "log1p", "log2", "logaddexp", "logical_and",
        "logical_not", "logical_or", "logical_xor", "maximum", "minimum", "multiply", "negative",
        "nextafter", "not_equal", "positive", "pow", "real", "reciprocal", "remainder", "round",
        "sign", "signbit", "sin", "sinh", "sqrt", "square", "subtract", "tan", "tanh", "trunc",
    ),
    "indexing functions": ("take", "take_along_axis"),
    "linear algebra functions": ("matmul", "matrix_transpose", "tensordot", "vecdot"),
    "manipulation functions": (
        "broadcast_arrays", "broadcast_shapes", "broadcast_to", "concat", "expand_dims", "flip",
        "moveaxis", "permute_dims", "repeat", "reshape", "roll", "squeeze", "stack", "tile",
        "unstack",
    ),
    "searching functions": (
        "argmax", "argmin", "count_nonzero", "nonzero", "searchsorted", "where",
    ),
    "set functions": (
        "isin", "unique_all", "unique_counts", "unique_inverse", "unique_values",
    ),
    "sorting functions": ("argsort", "sort"),
    "statistical functions": (
        "cumulative_prod", "cumulative_sum", "max", "mean", "min", "prod", "std", "sum", "var",
    ),
    "utility functions": ("all", "any", "diff"),
    "version": ("__array_api_version__",),
    "linear algebra extension": tuple(f"linalg.{name}" for name in (
        "cholesky", "cross", "det", "diagonal", "eig", "eigh", "eigvals", "eigvalsh", "inv",
        "matmul", "matrix_norm", "matrix_power", "matrix_rank", "matrix_transpose", "outer", "pinv",
        "qr", "slogdet", "solve", "svd", "svdvals", "tensordot", "trace", "vecdot", "vector_norm",
    )),
    "Fourier transform extension": tuple(f"fft.{name}" for name in (
        "fft", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifftn", "ifftshift", "ihfft",
        "irfft", "irfftn", "rfft", "rfftfreq", "rfftn",
    )),
}  # fmt: skip

_VALUES = ("constants", "data types", "version")
FUNCTIONS = [n for section, names in STANDARD.items() if section not in _VALUES for n in names]

#: What an array has, beside its operators.
ATTRIBUTES = ("dtype", "device", "mT", "ndim", "shape", "size", "T")
METHODS = (
    "__abs__", "__add__", "__and__", "__array_namespace__", "__bool__", "__complex__", "__dlpack__",
    "__dlpack_device__", "__eq__", "__float__", "__floordiv__", "__ge__", "__getitem__", "__gt__",
    "__index__", "__int__", "__invert__", "__le__", "__lshift__", "__lt__", "__matmul__", "__mod__",
    "__mul__", "__ne__", "__neg__", "__or__", "__pos__", "__pow__", "__rshift__", "__setitem__",
    "__sub__", "__truediv__", "__xor__", "to_device",
)  # fmt: skip
FORWARD = (
    "add", "and", "floordiv", "lshift", "matmul", "mod", "mul", "or", "pow", "rshift", "sub",
    "truediv", "xor",
)  # fmt: skip


def find(namespace, name):
    for part in name.split("."):
        namespace = getattr(namespace, part)
    return namespace


@pytest.fixture(autouse=True)
def _standard():
    with array_api_strict.ArrayAPIStrictFlags(api_version=VERSION):
        yield


@pytest.mark.parametrize("name", [n for names in STANDARD.values() for n in names])
def test_name_is_there(name):
    find(xp, name)
    find(array_api_strict, name)  # and the list above is the standard's


def test_the_list_has_all_that_the_reference_has():
    info = {"linalg": array_api_strict.linalg, "fft": array_api_strict.fft}
    listed = {n for names in STANDARD.values() for n in names}
    assert set(array_api_strict.__all__) - listed == {
        "linalg", "fft", "__version__", "ArrayAPIStrictFlags", "Device",
        "get_array_api_strict_flags", "reset_array_api_strict_flags",
        "set_array_api_strict_flags",
    }  # fmt: skip
    for extension, module in info.items():
        assert {f"{extension}.{n}" for n in module.__all__} <= listed


@pytest.mark.parametrize("name", FUNCTIONS)
def test_signature(name):
    mine = inspect.signature(find(xp, name))
    theirs = inspect.signature(find(array_api_strict, name)).parameters.values()
    by_position = [p for p in theirs if p.kind is not p.KEYWORD_ONLY]
    by_name = [p.name for p in theirs if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)]
    # however the standard lets it be called, and as NumPy does beside that
    mine.bind(*by_position)
    mine.bind(*[p for p in by_position if p.name not in by_name], **dict.fromkeys(by_name))


def test_array_has_everything():
    x = xp.asarray([[1, 2], [3, 4]])
    for name in ATTRIBUTES:
        getattr(x, name)
    for name in METHODS:
        assert callable(getattr(type(x), name)), name
    for name in FORWARD:
        for form in (f"__{name}__", f"__r{name}__", f"__i{name}__"):
            assert callable(getattr(type(x), form)), form


def test_array_api_compat_finds_the_namespace():
    x = xp.asarray([1.0])
    assert array_api_compat.array_namespace(x) is xp
    assert x.__array_namespace__() is xp
    assert x.__array_namespace__(api_version=VERSION) is xp
    assert array_api_compat.device(x) == x.device
    assert array_api_compat.size(x) == 1
    assert array_api_compat.is_array_api_obj(x)
    with pytest.raises(ValueError, match=r"1999\.12"):
        x.__array_namespace__(api_version="1999.12")


def test_constants_and_version():
    assert (xp.e, xp.pi, xp.inf) == (math.e, math.pi, math.inf)
    assert math.isnan(xp.nan)
    assert xp.newaxis is None
    assert xp.__array_api_version__ == VERSION
    assert importlib.import_module("sharray") is xp


@pytest.mark.parametrize("name", STANDARD["data types"])
def test_dtype(name):
    dtype = getattr(xp, name)
    assert dtype == np.dtype(name)
    assert xp.zeros(2, dtype=dtype).dtype == dtype
    assert xp.isdtype(dtype, dtype)
    for kind in ("bool", "signed integer", "unsigned integer", "integral", "real floating",
                 "complex floating", "numeric"):  # fmt: skip
        assert xp.isdtype(dtype, kind) == np.isdtype(np.dtype(name), kind)
    for other in STANDARD["data types"]:
        to = getattr(xp, other)
        assert xp.result_type(dtype, to) == np.result_type(name, other)
        assert xp.can_cast(dtype, to) == np.can_cast(np.dtype(name), np.dtype(other))
        assert xp.can_cast(xp.zeros(1, dtype=dtype), to) == np.can_cast(np.dtype(name), to)


@pytest.mark.parametrize("name", STANDARD["data types"][1:5])
def test_finfo(name):
    mine, theirs = xp.finfo(getattr(xp, name)), np.finfo(name)
    for field in ("bits", "eps", "max", "min", "smallest_normal"):
        assert getattr(mine, field) == getattr(theirs, field)
        assert isinstance(getattr(mine, field), int if field == "bits" else float)
    assert mine.dtype == theirs.dtype
    assert xp.finfo(xp.zeros(1, dtype=getattr(xp, name))) == mine
    with pytest.raises(TypeError, match="floating-point"):
        xp.finfo(xp.int8)


@pytest.mark.parametrize("name", STANDARD["data types"][5:])
def test_iinfo(name):
    mine, theirs = xp.iinfo(getattr(xp, name)), np.iinfo(name)
    assert (mine.bits, mine.max, mine.min) == (theirs.bits, theirs.max, theirs.min)
    assert mine.dtype == np.dtype(name)
    with pytest.raises(TypeError, match="integer"):
        xp.iinfo(xp.float32)


def test_result_type_with_scalars():
    assert xp.result_type(xp.float32, 1.0) == xp.float32
    assert xp.result_type(xp.int8, 1) == xp.int8
    assert xp.result_type(xp.int8, 1.0) == xp.float64
    assert xp.result_type(xp.float32, 1j) == xp.complex64
    assert xp.result_type(xp.zeros(1, dtype=xp.int16), xp.int32, True) == xp.int32
    with pytest.raises(ValueError, match="at least one"):
        xp.result_type()


def test_broadcast_shapes():
    assert xp.broadcast_shapes((3, 1), (7,), ()) == (3, 7)
    assert xp.broadcast_shapes() == ()
    with pytest.raises(ValueError, match="mismatch"):
        xp.broadcast_shapes((3,), (2,))


def test_inspection():
    info = xp.__array_namespace_info__()
    assert info.capabilities() == {
        "boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64,
    }  # fmt: skip
    assert info.default_device() == xp.get_mesh()
    assert info.default_device() in info.devices()
    assert all(xp.zeros(3, device=d).device == d for d in info.devices())
    devices = info.devices()
    assert isinstance(devices, tuple)
    assert devices + [None] == [*devices, None]  # noqa: RUF005
    assert [None] + devices == [None, *devices]  # noqa: RUF005
    assert devices + (None,) == (*devices, None)  # noqa: RUF005
    assert info.default_dtypes() == {
        "real floating": xp.float64, "complex floating": xp.complex128, "integral": xp.int64,
        "indexing": xp.int64,
    }  # fmt: skip
    assert info.dtypes() == {n: getattr(xp, n) for n in STANDARD["data types"]}
    for kind in ("bool", "signed integer", "numeric", ("real floating", "bool")):
        assert info.dtypes(kind=kind) == {
            n: np.dtype(n) for n in STANDARD["data types"] if np.isdtype(np.dtype(n), kind)
        }


INF, NAN = math.inf, math.nan
SPECIAL = (NAN, INF, -INF, 0.0, -0.0, 1.0, -1.0, 2.0, -2.5, 5e-324, 1e308)


@pytest.mark.usefixtures("mode")
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's, of the reference
@pytest.mark.parametrize(
    "name",
    ["add", "atan2", "copysign", "divide", "equal", "hypot", "less", "logaddexp", "maximum",
     "minimum", "multiply", "pow", "subtract"],
)  # fmt: skip
def test_special_cases_of_two_arguments(name):
    a, b = (g.ravel().copy() for g in np.meshgrid(SPECIAL[:-2], SPECIAL[:-2]))
    theirs = np.asarray(getattr(array_api_strict, name)(
        array_api_strict.asarray(a), array_api_strict.asarray(b)))  # fmt: skip
    mine = np.asarray(getattr(xp, name)(xp.asarray(a), xp.asarray(b)))
    assert mine.dtype == theirs.dtype
    np.testing.assert_allclose(mine, theirs, rtol=1e-15, atol=0)
    if mine.dtype.kind == "f" and name not in ("maximum", "minimum"):
        zero = theirs == 0
        np.testing.assert_array_equal(np.signbit(mine[zero]), np.signbit(theirs[zero]))


@pytest.mark.usefixtures("mode")
def test_special_cases_of_floor_division_are_the_standards():
    for a, b, quotient in (
        (INF, 2.0, INF), (-INF, -2.0, INF), (INF, -2.0, -INF), (1.0, INF, 0.0), (-1.0, INF, -0.0),
        (1.0, -INF, -0.0), (INF, INF, NAN), (0.0, 0.0, NAN), (1.0, 0.0, INF), (-1.0, 0.0, -INF),
    ):  # fmt: skip
        found = float(xp.floor_divide(xp.asarray([a]), xp.asarray([b]))[0])
        # as text, since -0.0 == 0.0
        assert str(found) == str(quotient), (a, b)


@pytest.mark.usefixtures("mode")
def test_reductions_of_nothing():
    empty = xp.zeros((0, 3))
    assert float(xp.sum(empty)) == 0.0
    assert float(xp.prod(empty)) == 1.0
    assert bool(xp.all(empty)) is True
    assert bool(xp.any(empty)) is False
    for reduce in (xp.max, xp.min, xp.argmax, xp.argmin):
        with pytest.raises(ValueError, match=r"(?i)identity|empty|zero-size"):
            reduce(empty)


def test_limits_of_clip_have_names_of_the_standard_and_of_numpy(on_devices):
    x = xp.arange(5)
    assert list(inspect.signature(xp.clip).parameters)[1:3] == ["min", "max"]
    assert xp.clip(x, 1).tolist() == xp.clip(x, min=1).tolist() == [1, 1, 2, 3, 4]
    assert xp.clip(x, max=3).tolist() == xp.clip(x, None, 3).tolist() == [0, 1, 2, 3, 3]
    assert xp.clip(x, a_min=1, a_max=2).tolist() == xp.clip(x, 1, a_max=2).tolist()
    with pytest.raises(ValueError, match="one of its two names"):
        xp.clip(x, 1, a_min=3)


@pytest.mark.parametrize("dtype", [np.float32, np.complex64, np.float64])
def test_rank_in_every_precision(dtype, on_devices):
    a = np.diag([1, 1e-3, 1e-9, 0]).astype(dtype)
    assert xp.linalg.matrix_rank(xp.asarray(a)) == np.linalg.matrix_rank(a)
