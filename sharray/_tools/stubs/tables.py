"""What signatures do not say: types of parameters by their names, and of results by functions.

``Result`` stands for the array of a flavour, and is replaced when a file is written.
"""

from __future__ import annotations

_INDEX = "SupportsIndex"
_AXES = "SupportsIndex | Sequence[SupportsIndex]"
#: NumPy's reductions take no lists.
_TUPLE = "SupportsIndex | tuple[SupportsIndex, ...]"
_ARRAYS = "Sequence[ArrayLike] | _Out"


def _each(names: str, kind: str) -> dict[str, str]:
    return dict.fromkeys(names.split(), kind)


#: Parameter -> its type. ``None`` is added where it is the default.
PARAMETERS = {
    **_each(
        "a a1 a2 append ar ar1 ar2 arr array ary arys b base bins condition element "
        "fill_value filt indices initial m mask multi_index other prepend prototype "
        "reps sample sorter src start start_or_stop step stop test_elements to_begin to_end v "
        "val vals values where x x1 x2 xi y z key_data",
        "ArrayLike",
    ),
    **_each("a_max a_min max min", "_Numbers | None"),  # no limit
    **_each(
        "alpha atol aweights cov df dfden dfnum dx fp fweights high kappa lam left loc low mean "
        "mu nan nbad neginf ngood nonc nsample p pad_width period posinf pvals q rcond repeats "
        "right rtol scale shift sigma tol w weights xp",
        "_Numbers",
    ),
    **_each("arrays choicelist choices condlist tup keys", _ARRAYS),
    **_each("axes destination source", _AXES),
    "axis": _TUPLE,
    **_each("N axis1 axis2 axisa axisb axisc deg k kth n n_children nin nout num offset", _INDEX),
    **_each("dims dimensions new_shape shape size", "SupportsIndex | Sequence[SupportsIndex]"),
    **_each("func func1d function mask_func", "Callable[..., Any]"),
    **_each("correction ddof", "float"),
    **_each("copy descending density keepdims stable write align uic", "_bool"),
    "casting": 'Literal["no", "equiv", "safe", "same_kind", "unsafe"]',
    "device": "_Device",
    "dtype": "DTypeLike",
    "kind": "str",
    "norm": 'Literal["backward", "ortho", "forward"]',
    "ord": 'float | Literal["fro", "nuc"]',
    "order": 'Literal["C", "F", "A", "K"]',
    "out": "_Out",
    "s": "Sequence[SupportsIndex]",
    "seed": "_Seed",
    "side": 'Literal["left", "right"]',
    "to": "DTypeLike",
}

#: The same for parameters of single functions.
OF_FUNCTION = {
    # one axis only, although the default is None
    **_each(
        "append.axis argmax.axis argmin.axis compress.axis cross.axis cumprod.axis "
        "cumsum.axis cumulative_prod.axis cumulative_sum.axis delete.axis insert.axis "
        "nanargmax.axis nanargmin.axis nancumprod.axis nancumsum.axis packbits.axis "
        "repeat.axis take.axis unique.axis unpackbits.axis",
        _INDEX,
    ),
    **_each("argpartition.order argsort.order partition.order sort.order", "str | Sequence[str]"),
    **_each("argpartition.kth partition.kth", _AXES),
    **_each(
        "average.axis expand_dims.axis flip.axis median.axis nanmedian.axis nanpercentile.axis "
        "nanquantile.axis percentile.axis quantile.axis roll.axis size.axis trim_zeros.axis",
        _AXES,
    ),
    **_each("apply_along_axis.axis matrix_power.n rollaxis.axis vander.N", _INDEX),
    **_each("copyto.dst fill_diagonal.a place.arr put.a put_along_axis.arr putmask.a", "_Out"),
    **_each("block.arrays from_dlpack.x iscomplexobj.x isrealobj.x shuffle.x", "Any"),
    **_each(
        "array.object choice.a histogram.bins inverse_gaussian.mean ndim.a select.default",
        "ArrayLike",
    ),
    **_each("delete.obj insert.obj", "slice | ArrayLike"),
    **_each("histogram2d.bins histogramdd.bins", f"SupportsIndex | {_ARRAYS}"),
    **_each("histogramdd.sample ravel_multi_index.multi_index", _ARRAYS),
    **_each("polyfit.deg resize.new_shape", _AXES),
    **_each("geomspace.start geomspace.stop linspace.start linspace.stop", "_Numbers"),
    **_each("logspace.start logspace.stop", "_Numbers"),
    "cond.p": 'float | Literal["fro", "nuc"]',
    "fromfunction.dtype": "DTypeLike",
    "isin.kind": 'Literal["sort", "table"]',
    "pad.mode": "str | Callable[..., Any]",
    "pad.pad_width": "_Numbers | dict[int, Any]",
    "polyfit.cov": '_bool | Literal["unscaled"]',
    "put_along_axis.axis": "SupportsIndex | None",
    "ravel_multi_index.mode": "str | tuple[str, ...]",
    "tensordot.axes": "SupportsIndex | Sequence[Any]",
}

#: Parameters whose default is an integer, and which take anything.
NOT_INTEGERS = frozenset(["correction", "ddof", "default", "ord", "start", "step", "zero"])

_TWO = "tuple[Result, Result]"
_SOME = "tuple[Result, ...]"

#: Function or method -> its result, where that is no array.
RESULTS = {
    **_each(
        "allclose array_equal array_equiv can_cast iscomplexobj isfortran isrealobj isscalar",
        "_bool",
    ),
    **_each("array2string array_repr array_str", "str"),
    **_each("array_split dsplit hsplit split vsplit", "list[Result]"),
    **_each("asmatrix bmat", "_np.matrix"),
    **_each(
        "broadcast_arrays diag_indices diag_indices_from ix_ mask_indices meshgrid nonzero "
        "tril_indices tril_indices_from triu_indices triu_indices_from unravel_index unstack",
        _SOME,
    ),
    **_each(
        "copyto fill_diagonal place put put_along_axis putmask save savetxt savez "
        "savez_compressed shuffle",
        "None",
    ),
    **_each("divmod frexp histogram modf polydiv", _TWO),
    **_each("eig eigh", "_EigResult"),
    **_each("fromfunction frompyfunc load trim_zeros", "Any"),
    **_each("min_scalar_type result_type", "_np.dtype[Any]"),
    **_each("ndim size", "int"),
    "common_type": "type[Any]",
    "einsum_path": "tuple[list[Any], str]",
    "histogram2d": "tuple[Result, Result, Result]",
    "histogramdd": "tuple[Result, list[Result]]",
    "lstsq": "tuple[Result, Result, Result, Result]",
    "nested_iters": "tuple[_np.nditer, ...]",
    "shape": "tuple[int, ...]",
    "slogdet": "_SlogdetResult",
    "unique_all": "_UniqueAllResult",
    "unique_counts": "_UniqueCountsResult",
    "unique_inverse": "_UniqueInverseResult",
}

#: Parameter -> its type, where all elements make one number.
OF_ALL_ELEMENTS = {"axis": "None", "keepdims": "Literal[False]", "out": "None"}

#: Function -> that number, where it does not follow from the dtype, which checkers do not know.
NUMBERS = {
    **_each("all any", "_np.bool"),
    **_each("argmax argmin count_nonzero nanargmax nanargmin", "_np.intp"),
}

#: What gives a number in NumPy's flavour, or an array, by the dimensions of its operands.
NUMBER_OR_ARRAY = _each("cond det dot einsum inner matrix_rank trace vdot vecdot", "Any")
#: `RESULTS` of NumPy's flavour.
OF_NUMPY = RESULTS | NUMBER_OR_ARRAY
#: Function -> the operands of which it gives a number in NumPy's flavour, if they are numbers.
OF_NUMBERS = {
    **_each("around clip round", "a"),
    **_each("digitize fix i0 interp nan_to_num polyval sinc", "x"),
    **_each("imag real", "val"),
    "angle": "z",
    "isclose": "a b",
    "searchsorted": "v",
    "take": "indices",
}

#: Function -> changes of types of parameters, with the result that each has.
OVERLOADS: dict[str, list[tuple[dict[str, str], str]]] = {
    "average": [({"returned": "Literal[False]"}, "Result"), ({}, _TWO)],
    "indices": [({"sparse": "Literal[False]"}, "Result"), ({}, _SOME)],
    "intersect1d": [
        ({"return_indices": "Literal[False]"}, "Result"),
        ({}, "tuple[Result, Result, Result]"),
    ],
    "linspace": [({"retstep": "Literal[False]"}, "Result"), ({}, _TWO)],
    "polyfit": [
        ({"full": "Literal[False]", "cov": "Literal[False]"}, "Result"),
        ({}, _SOME),
    ],
    "qr": [
        ({"mode": 'Literal["reduced", "complete"]'}, "_QRResult"),
        ({"mode": 'Literal["r"]'}, "Result"),
        ({"mode": 'Literal["raw"]'}, _TWO),
    ],
    "svd": [({"compute_uv": "Literal[True]"}, "_SVDResult"), ({}, "Result")],
    "unique": [
        (dict.fromkeys(["return_index", "return_inverse", "return_counts"], "Literal[False]"),
         "Result"),
        ({}, _SOME),
    ],
}  # fmt: skip

_GRADIENT = "f: ArrayLike, *varargs: ArrayLike"
_EDGE = "edge_order: Literal[1, 2] = 1"

_AT_LEAST = ["ary: ArrayLike, / -> Result", "*arys: ArrayLike -> tuple[Result, ...]"]

#: Function -> signatures that its own one does not show.
SIGNATURES = {
    "atleast_1d": _AT_LEAST,
    "atleast_2d": _AT_LEAST,
    "atleast_3d": _AT_LEAST,
    "gradient": [
        f"{_GRADIENT}, axis: SupportsIndex, {_EDGE} -> Result",
        f"{_GRADIENT}, axis: Sequence[SupportsIndex] | None = None, {_EDGE} -> Any",
    ],
    "where": [
        "condition: ArrayLike, / -> tuple[Result, ...]",
        "condition: ArrayLike, x: ArrayLike, y: ArrayLike, / -> Result",
    ],
}

#: Structures of several results -> their fields.
STRUCTURES = {
    "_EigResult": "eigenvalues eigenvectors",
    "_QRResult": "Q R",
    "_SVDResult": "U S Vh",
    "_SlogdetResult": "sign logabsdet",
    "_UniqueAllResult": "values indices inverse_indices counts",
    "_UniqueCountsResult": "values counts",
    "_UniqueInverseResult": "values inverse_indices",
}

#: Attributes and methods of arrays -> what they are, where neither annotations nor `RESULTS` say.
MEMBERS = {
    "__iter__": "Iterator[Result]",
    "__array_ufunc__": "Any",
    "__array_function__": "Any",
    "__arrow_array__": "Any",
    "__dlpack__": "Any",
    "__divmod__": _TWO,
    "__rdivmod__": _TWO,
    "__reduce__": "Any",
    "__round__": "Any",
    "base": "Result | None",
    "dtype": "_np.dtype[Any]",
    "item": "Any",
    "tolist": "Any",
}

#: Methods of generators -> their results, where these are no arrays.
OF_GENERATORS = {
    "bytes": "_bytes",
    "get_state": "Any",
    "key": "Any",
    "seed": "None",
    "set_state": "None",
    "shuffle": "None",
    "tomaxint": "Any",
}
