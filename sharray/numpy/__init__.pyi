"""NumPy's functions on sharded arrays: ``import sharray.numpy as np``."""

# Written by `python -m sharray._tools.stubs` with NumPy 2.4.
# pyright: reportAssignmentType=false
# pyright: reportIncompatibleMethodOverride=false
# pyright: reportIncompatibleVariableOverride=false
# pyright: reportOverlappingOverload=false

import numpy as _np
from builtins import bool as _bool
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, SupportsIndex, TypeAlias, overload
from numpy.typing import ArrayLike, DTypeLike
from sharray._array.sharded_array import ShardedArray
from sharray._core.annotations import Device as _Device, Numbers as _Numbers
from sharray._functions.grids import Brackets as _Brackets
from numpy import False_ as False_
from numpy import ScalarType as ScalarType
from numpy import True_ as True_
from numpy import __array_namespace_info__ as __array_namespace_info__
from numpy import base_repr as base_repr
from numpy import binary_repr as binary_repr
from numpy import bool as bool
from numpy import bool_ as bool_
from numpy import broadcast as broadcast
from numpy import broadcast_shapes as broadcast_shapes
from numpy import busday_count as busday_count
from numpy import busday_offset as busday_offset
from numpy import busdaycalendar as busdaycalendar
from numpy import byte as byte
from numpy import bytes_ as bytes_
from numpy import cdouble as cdouble
from numpy import char as char
from numpy import character as character
from numpy import clongdouble as clongdouble
from numpy import complex128 as complex128
from numpy import complex192 as complex192
from numpy import complex256 as complex256
from numpy import complex64 as complex64
from numpy import complexfloating as complexfloating
from numpy import core as core
from numpy import csingle as csingle
from numpy import ctypeslib as ctypeslib
from numpy import datetime64 as datetime64
from numpy import datetime_as_string as datetime_as_string
from numpy import datetime_data as datetime_data
from numpy import double as double
from numpy import dtype as dtype
from numpy import dtypes as dtypes
from numpy import e as e
from numpy import emath as emath
from numpy import euler_gamma as euler_gamma
from numpy import exceptions as exceptions
from numpy import f2py as f2py
from numpy import finfo as finfo
from numpy import flatiter as flatiter
from numpy import flexible as flexible
from numpy import float128 as float128
from numpy import float16 as float16
from numpy import float32 as float32
from numpy import float64 as float64
from numpy import float96 as float96
from numpy import floating as floating
from numpy import format_float_positional as format_float_positional
from numpy import format_float_scientific as format_float_scientific
from numpy import generic as generic
from numpy import get_include as get_include
from numpy import get_printoptions as get_printoptions
from numpy import getbufsize as getbufsize
from numpy import geterr as geterr
from numpy import geterrcall as geterrcall
from numpy import half as half
from numpy import iinfo as iinfo
from numpy import index_exp as index_exp
from numpy import inexact as inexact
from numpy import inf as inf
from numpy import info as info
from numpy import int16 as int16
from numpy import int32 as int32
from numpy import int64 as int64
from numpy import int8 as int8
from numpy import int_ as int_
from numpy import intc as intc
from numpy import integer as integer
from numpy import intp as intp
from numpy import is_busday as is_busday
from numpy import isdtype as isdtype
from numpy import isnat as isnat
from numpy import issubdtype as issubdtype
from numpy import iterable as iterable
from numpy import lib as lib
from numpy import little_endian as little_endian
from numpy import long as long
from numpy import longdouble as longdouble
from numpy import longlong as longlong
from numpy import ma as ma
from numpy import matrix as matrix
from numpy import memmap as memmap
from numpy import mintypecode as mintypecode
from numpy import nan as nan
from numpy import ndenumerate as ndenumerate
from numpy import ndindex as ndindex
from numpy import nditer as nditer
from numpy import newaxis as newaxis
from numpy import number as number
from numpy import object_ as object_
from numpy import pi as pi
from numpy import poly1d as poly1d
from numpy import polynomial as polynomial
from numpy import printoptions as printoptions
from numpy import promote_types as promote_types
from numpy import rec as rec
from numpy import recarray as recarray
from numpy import record as record
from numpy import s_ as s_
from numpy import sctypeDict as sctypeDict
from numpy import set_printoptions as set_printoptions
from numpy import setbufsize as setbufsize
from numpy import seterrcall as seterrcall
from numpy import short as short
from numpy import show_config as show_config
from numpy import show_runtime as show_runtime
from numpy import signedinteger as signedinteger
from numpy import single as single
from numpy import str_ as str_
from numpy import strings as strings
from numpy import test as test
from numpy import testing as testing
from numpy import timedelta64 as timedelta64
from numpy import typecodes as typecodes
from numpy import typename as typename
from numpy import typing as typing
from numpy import ubyte as ubyte
from numpy import uint as uint
from numpy import uint16 as uint16
from numpy import uint32 as uint32
from numpy import uint64 as uint64
from numpy import uint8 as uint8
from numpy import uintc as uintc
from numpy import uintp as uintp
from numpy import ulong as ulong
from numpy import ulonglong as ulonglong
from numpy import unsignedinteger as unsignedinteger
from numpy import ushort as ushort
from numpy import void as void
from sharray._array.numpy_array import ndarray as ndarray
from sharray._functions.declare import RefusedError as RefusedError
from sharray._functions.fallback import HostFallbackWarning as HostFallbackWarning
from sharray._functions.ufunc import ufunc as ufunc
from sharray._record.floating_errors import errstate as errstate
from sharray._record.floating_errors import seterr as seterr
from sharray.numpy import fft as fft
from sharray.numpy import linalg as linalg
from sharray.numpy import random as random

_Number: TypeAlias = complex | _np.number[Any] | _np.bool
_Out: TypeAlias = ShardedArray | _np.ndarray[Any, Any]

class _UniqueAllResult(NamedTuple):
    values: ndarray
    indices: ndarray
    inverse_indices: ndarray
    counts: ndarray

class _UniqueCountsResult(NamedTuple):
    values: ndarray
    counts: ndarray

class _UniqueInverseResult(NamedTuple):
    values: ndarray
    inverse_indices: ndarray

class _Unary(ufunc):
    @overload
    def __call__(
        self,
        x: _Number,
        /,
        *,
        out: None = None,
        where: ArrayLike = True,
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: _bool = True,
        signature: Any = None,
    ) -> Any: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        *,
        out: _Out | tuple[_Out | None] | None = None,
        where: ArrayLike = True,
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: _bool = True,
        signature: Any = None,
    ) -> ndarray: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        out: _Out | tuple[_Out | None],
        /,
        *,
        where: ArrayLike = True,
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: _bool = True,
        signature: Any = None,
    ) -> ndarray: ...
    reduce: None  # only ufuncs of two operands and one result
    accumulate: None  # only ufuncs of two operands and one result
    reduceat: None  # only ufuncs of two operands and one result
    outer: None  # only ufuncs of two operands and one result
    def at(self, a: _Out, indices: Any, /) -> None:
        """Apply in place at indices, once for each time that one is repeated."""

class _Binary(ufunc):
    @overload
    def __call__(
        self,
        x1: _Number,
        x2: _Number,
        /,
        *,
        out: None = None,
        where: ArrayLike = True,
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: _bool = True,
        signature: Any = None,
    ) -> Any: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        *,
        out: _Out | tuple[_Out | None] | None = None,
        where: ArrayLike = True,
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: _bool = True,
        signature: Any = None,
    ) -> ndarray: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        out: _Out | tuple[_Out | None],
        /,
        *,
        where: ArrayLike = True,
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: _bool = True,
        signature: Any = None,
    ) -> ndarray: ...
    def reduce(
        self,
        array: ArrayLike,
        axis: SupportsIndex | Sequence[SupportsIndex] | None = 0,
        dtype: DTypeLike | None = None,
        out: _Out | tuple[_Out] | None = None,
        keepdims: _bool = False,
        initial: ArrayLike | None = ...,
        where: ArrayLike = True,
    ) -> ndarray:
        """Combine the elements along axes: the first by default, all for None."""
    def accumulate(
        self,
        array: ArrayLike,
        axis: SupportsIndex = 0,
        dtype: DTypeLike | None = None,
        out: _Out | tuple[_Out] | None = None,
    ) -> ndarray:
        """Combine each element with those before it along an axis."""
    def reduceat(
        self,
        array: ArrayLike,
        indices: ArrayLike,
        axis: SupportsIndex = 0,
        dtype: DTypeLike | None = None,
        out: _Out | tuple[_Out] | None = None,
    ) -> ndarray:
        """Combine the elements of slices along an axis."""
    def outer(self, a: ArrayLike, b: ArrayLike, /, **kwargs: Any) -> ndarray:
        """Apply the function to every pair of elements of two arrays."""
    def at(self, a: _Out, indices: Any, b: ArrayLike, /) -> None:
        """Apply in place at indices, once for each time that one is repeated."""

class _UnaryOfTwo(ufunc):
    @overload
    def __call__(
        self,
        x: _Number,
        /,
        *,
        out: None = None,
        where: ArrayLike = True,
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: _bool = True,
        signature: Any = None,
    ) -> tuple[Any, Any]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        *,
        out: tuple[_Out | None, ...] | None = None,
        where: ArrayLike = True,
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: _bool = True,
        signature: Any = None,
    ) -> tuple[ndarray, ndarray]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        out1: _Out,
        out2: _Out,
        /,
        *,
        where: ArrayLike = True,
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: _bool = True,
        signature: Any = None,
    ) -> tuple[ndarray, ndarray]: ...
    reduce: None  # only ufuncs of two operands and one result
    accumulate: None  # only ufuncs of two operands and one result
    reduceat: None  # only ufuncs of two operands and one result
    outer: None  # only ufuncs of two operands and one result

class _BinaryOfTwo(ufunc):
    @overload
    def __call__(
        self,
        x1: _Number,
        x2: _Number,
        /,
        *,
        out: None = None,
        where: ArrayLike = True,
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: _bool = True,
        signature: Any = None,
    ) -> tuple[Any, Any]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        *,
        out: tuple[_Out | None, ...] | None = None,
        where: ArrayLike = True,
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: _bool = True,
        signature: Any = None,
    ) -> tuple[ndarray, ndarray]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        out1: _Out,
        out2: _Out,
        /,
        *,
        where: ArrayLike = True,
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: _bool = True,
        signature: Any = None,
    ) -> tuple[ndarray, ndarray]: ...
    def outer(self, a: ArrayLike, b: ArrayLike, /, **kwargs: Any) -> tuple[ndarray, ndarray]:
        """Apply the function to every pair of elements of two arrays."""
    reduce: None  # only ufuncs of two operands and one result
    accumulate: None  # only ufuncs of two operands and one result
    reduceat: None  # only ufuncs of two operands and one result

class _Generalized(ufunc):
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        *,
        out: _Out | tuple[_Out | None] | None = None,
        axes: Any = None,
        axis: SupportsIndex | None = None,
        keepdims: _bool = False,
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: _bool = True,
        signature: Any = None,
    ) -> ndarray: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        out: _Out | tuple[_Out | None],
        /,
        *,
        axes: Any = None,
        axis: SupportsIndex | None = None,
        keepdims: _bool = False,
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: _bool = True,
        signature: Any = None,
    ) -> ndarray: ...
    reduce: None  # only ufuncs of two operands and one result
    accumulate: None  # only ufuncs of two operands and one result
    reduceat: None  # only ufuncs of two operands and one result
    outer: None  # only ufuncs of two operands and one result

abs: _Unary
"""Absolute value of each element.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
"""

absolute: _Unary
"""Absolute value of each element.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
"""

acos: _Unary
"""Inverse cosine, in radians.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

acosh: _Unary
"""Inverse hyperbolic cosine.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

add: _Binary
"""Sum.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

@overload
def all(
    a: ArrayLike,
    axis: None = None,
    out: None = None,
    keepdims: Literal[False] = ...,
    *,
    where: ArrayLike = ...,
) -> _np.bool:
    """Whether all elements over axes (all by default) are true.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
      length 1.
    - dtypes: All boolean and numeric ones.
    - sharding: Axes disappear, or stay with length 1; the others keep their place.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.all.
    """

@overload
def all(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
    *,
    where: ArrayLike = ...,
) -> ndarray: ...
def allclose(
    a: ArrayLike,
    b: ArrayLike,
    rtol: _Numbers = 1e-05,
    atol: _Numbers = 1e-08,
    equal_nan: _bool = False,
) -> _bool:
    """Whether all elements are equal within ``atol + rtol * abs(b)``; waits for the answer.

    Parameters
    ----------
    a : array_like
        The first operand.
    b : array_like
        The second operand.
    rtol : number
        Relative tolerance.
    atol : number
        Absolute tolerance.
    equal_nan : bool
        Whether NaNs are equal.

    Returns
    -------
    bool
        A ``bool``.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.

    References
    ----------
    NumPy: numpy.allclose.
    """

@overload
def amax(
    a: ArrayLike,
    axis: None = None,
    out: None = None,
    keepdims: Literal[False] = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> Any:
    """Largest element over axes (all by default); NaN if one is.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    initial : number, optional
        What the reduction begins with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.amax.
    """

@overload
def amax(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> ndarray: ...
@overload
def amin(
    a: ArrayLike,
    axis: None = None,
    out: None = None,
    keepdims: Literal[False] = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> Any:
    """Smallest element over axes (all by default); NaN if one is.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    initial : number, optional
        What the reduction begins with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.amin.
    """

@overload
def amin(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> ndarray: ...
@overload
def angle(z: _Number, deg: _bool = False) -> Any:
    """Angle of complex numbers, in radians, or degrees.

    Parameters
    ----------
    z : array_like
        Complex numbers.
    deg : bool
        Whether in degrees.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.angle.
    """

@overload
def angle(z: ArrayLike, deg: _bool = False) -> ndarray: ...
@overload
def any(
    a: ArrayLike,
    axis: None = None,
    out: None = None,
    keepdims: Literal[False] = ...,
    *,
    where: ArrayLike = ...,
) -> _np.bool:
    """Whether any element over axes (all by default) is true.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
      length 1.
    - dtypes: All boolean and numeric ones.
    - sharding: Axes disappear, or stay with length 1; the others keep their place.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.any.
    """

@overload
def any(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
    *,
    where: ArrayLike = ...,
) -> ndarray: ...
def append(arr: ArrayLike, values: ArrayLike, axis: SupportsIndex | None = None) -> ndarray:
    """Join values to the end of an array.

    Parameters
    ----------
    arr : array_like
        The array.
    values : array_like
        The values.
    axis : int, optional
        The axis along which it works; for None the array is flattened first.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array, longer or shorter along `axis`; without `axis` a vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: All operands line up dimension by dimension; where they disagree the largest stays where
      it is.

    References
    ----------
    NumPy: numpy.append.
    """

def apply_along_axis(
    func1d: Callable[..., Any], axis: SupportsIndex, arr: ArrayLike, *args: Any, **kwargs: Any
) -> ndarray:
    """Call a function of vectors for each line along an axis.

    The lines are brought together on one device each, where NumPy calls the function.

    Parameters
    ----------
    func1d : callable
        Called with each line, and the other arguments.
    axis : int
        The axis along which it works.
    arr : array_like
        The array.
    *args : object
        Other arguments of the function.
    **kwargs : object
        Other arguments of the function.

    Returns
    -------
    array
        An array.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: `axis` is replaced by the dimensions of what the function returns.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Lines stay whole: other dimensions are sharded instead of `axis`.
    - communication: *exchange* where `axis` is sharded, so that lines are whole; beside it what the
      function communicates.

    References
    ----------
    NumPy: numpy.apply_along_axis.
    """

def apply_over_axes(
    func: Callable[..., Any], a: ArrayLike, axes: SupportsIndex | Sequence[SupportsIndex]
) -> ndarray:
    """Call a reduction for one axis after the other, keeping the dimensions.

    Parameters
    ----------
    func : callable
        Called as ``func(a, axis)``.
    a : array_like
        The array.
    axes : int or sequence of int
        The axes, one after the other.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: That of *x*, or `a`.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Axes disappear, or stay with length 1; the others keep their place.

    References
    ----------
    NumPy: numpy.apply_over_axes.
    """

def arange(
    start_or_stop: ArrayLike,
    /,
    stop: ArrayLike | None = None,
    step: ArrayLike = 1,
    dtype: DTypeLike | None = None,
    *,
    device: _Device | None = None,
    like: Any = None,
    start: ArrayLike | None = None,
) -> ndarray:
    """Make evenly spaced values from start, below stop.

    Parameters
    ----------
    start_or_stop : number
        The first value; if it is alone, where to stop, from 0 on.
    stop : number, optional
        Where to stop, without it.
    step : number
        From one value to the next.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.
    like : object, optional
        Accepted as NumPy's; the result is this library's.
    start : number
        The first value; if it is alone, where to stop, from 0 on.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector of ``ceil((stop - start) / step)`` elements.
    - dtypes: All boolean and numeric ones.
    - sharding: As `device` says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.arange.
    """

arccos: _Unary
"""Inverse cosine, in radians.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

arccosh: _Unary
"""Inverse hyperbolic cosine.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

arcsin: _Unary
"""Inverse sine, in radians.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

arcsinh: _Unary
"""Inverse hyperbolic sine.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

arctan: _Unary
"""Inverse tangent, in radians.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

arctan2: _Binary
"""Angle of the point (x2, x1), in radians.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

arctanh: _Unary
"""Inverse hyperbolic tangent.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

@overload
def argmax(
    a: ArrayLike, axis: None = None, out: None = None, *, keepdims: Literal[False] = ...
) -> _np.intp:
    """Index (int64) of the first largest element along an axis; of the flattened array if None.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, optional
        The axis along which it works; by default along the flattened array.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
      length 1.
    - dtypes: All boolean and numeric ones.
    - sharding: Axes disappear, or stay with length 1; the others keep their place.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.argmax.
    """

@overload
def argmax(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    out: _Out | None = None,
    *,
    keepdims: _bool = ...,
) -> ndarray: ...
@overload
def argmin(
    a: ArrayLike, axis: None = None, out: None = None, *, keepdims: Literal[False] = ...
) -> _np.intp:
    """Index (int64) of the first smallest element along an axis; of the flattened array if None.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, optional
        The axis along which it works; by default along the flattened array.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
      length 1.
    - dtypes: All boolean and numeric ones.
    - sharding: Axes disappear, or stay with length 1; the others keep their place.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.argmin.
    """

@overload
def argmin(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    out: _Out | None = None,
    *,
    keepdims: _bool = ...,
) -> ndarray: ...
def argpartition(
    a: ArrayLike,
    kth: SupportsIndex | Sequence[SupportsIndex],
    axis: SupportsIndex | None = -1,
    kind: str = "introselect",
    order: str | Sequence[str] | None = None,
) -> ndarray:
    """Indices that sort along an axis, which is a partition at every index.

    Parameters
    ----------
    a : array_like
        The array.
    kth : int or sequence of int
        Which elements are in their place when it is sorted.
    axis : int or None
        The axis along which it works; None for the flattened array.
    kind : str, optional
        Accepted as NumPy's, which names an algorithm; on devices there is one.
    order : None
        Of structured arrays, which are NumPy's own.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array; without `axis` a vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.argpartition.
    """

def argsort(
    a: ArrayLike,
    axis: SupportsIndex | None = -1,
    kind: str | None = None,
    order: str | Sequence[str] | None = None,
    *,
    stable: _bool | None = None,
    descending: _bool = False,
) -> ndarray:
    """Indices that sort along an axis, equal elements in their order.

    `descending` is the standard's, and of NumPy 2.5.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int or None
        The axis along which it works; None for the flattened array.
    kind : str, optional
        Accepted as NumPy's, which names an algorithm; on devices there is one.
    order : None
        Of structured arrays, which are NumPy's own.
    stable : bool, optional
        Whether equal elements keep their order.
    descending : bool
        Whether the largest come first.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array; without `axis` a vector.
    - dtypes: All boolean and numeric ones.
    - sharding: Result lies as the first operand does, dimension by dimension.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.argsort.
    """

def argwhere(a: ArrayLike) -> ndarray:
    """Indices of the elements that are not zero, one row for each.

    Parameters
    ----------
    a : array_like
        The array.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A row for each element that is not zero, a column for each dimension.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Vectors lie over the mesh of the array; inverse indices as the array does.

    References
    ----------
    NumPy: numpy.argwhere.
    """

@overload
def around(a: _Number, decimals: SupportsIndex = 0, out: _Out | None = None) -> Any:
    """Round to decimals, halves to even.

    Parameters
    ----------
    a : array_like
        The array.
    decimals : int
        Digits behind the point; negative ones before it.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.around.
    """

@overload
def around(a: ArrayLike, decimals: SupportsIndex = 0, out: _Out | None = None) -> ndarray: ...
def array(
    object: ArrayLike,
    dtype: DTypeLike | None = None,
    *,
    copy: _bool = True,
    order: Literal["C", "F", "A", "K"] = "K",
    subok: _bool = False,
    ndmin: SupportsIndex = 0,
    ndmax: SupportsIndex = 0,
    like: Any = None,
) -> ndarray:
    """Make an array of an array-like: a copy, unless told otherwise.

    Parameters
    ----------
    object : array_like
        What becomes an array: an array, a number, nested sequences.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    copy : bool
        Whether to copy also where it is not needed.
    order : {'C', 'F', 'A', 'K'}
        Row-major, column-major, or as the argument lies in memory.
    subok : bool
        Accepted as NumPy's; subclasses of NumPy's arrays stay NumPy's.
    ndmin : int
        The result has so many dimensions at least.
    ndmax : int
        So many levels of sequences become dimensions at most.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: That of the values.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: An array keeps its own; other values are placed as *device* says, or as new arrays are.
    - communication: None of an array, but its cast; other values go from the host to the devices.

    References
    ----------
    NumPy: numpy.array.
    """

def array2string(
    a: ArrayLike,
    max_line_width: Any = None,
    precision: Any = None,
    suppress_small: Any = None,
    separator: str = " ",
    prefix: str = "",
    *,
    formatter: Any = None,
    threshold: Any = None,
    edgeitems: Any = None,
    sign: Any = None,
    floatmode: Any = None,
    suffix: str = "",
    legacy: Any = None,
) -> str:
    """Text of the elements, of which only those that it shows are fetched.

    Parameters
    ----------
    a : array_like
        The array.
    max_line_width : int, optional
        Characters in a line.
    precision : int, optional
        Digits behind the point.
    suppress_small : bool, optional
        Whether small numbers are written as zero.
    separator : str
        What divides elements.
    prefix : str
        What stands before the text, for whose length lines are shorter.
    formatter : dict of callable, optional
        What writes elements, by their kind.
    threshold : int, optional
        Of more elements only the corners are written.
    edgeitems : int, optional
        Elements at each end of a corner.
    sign : {'-', '+', ' '}, optional
        What stands before positive numbers.
    floatmode : str, optional
        How digits behind the point are chosen, by NumPy's names.
    suffix : str
        What stands behind the text, for whose length lines are shorter.
    legacy : str or False, optional
        An old version of NumPy to write like.

    Returns
    -------
    str
        A ``str``.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - sharding: It stays as it is.
    - communication: Elements come to the host, of a text only those that are shown.

    References
    ----------
    NumPy: numpy.array2string.
    """

def array_equal(a1: ArrayLike, a2: ArrayLike, equal_nan: _bool = False) -> _bool:
    """Whether two arrays have the same shape and elements; waits for the answer.

    Parameters
    ----------
    a1 : array_like
        The first array.
    a2 : array_like
        The second array.
    equal_nan : bool
        Whether NaNs are equal.

    Returns
    -------
    bool
        A ``bool``.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.

    References
    ----------
    NumPy: numpy.array_equal.
    """

def array_equiv(a1: ArrayLike, a2: ArrayLike) -> _bool:
    """Whether two arrays, one broadcast to the other, have the same elements; waits for it.

    Parameters
    ----------
    a1 : array_like
        The first array.
    a2 : array_like
        The second array.

    Returns
    -------
    bool
        A ``bool``.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.

    References
    ----------
    NumPy: numpy.array_equiv.
    """

def array_repr(
    arr: ArrayLike, max_line_width: Any = None, precision: Any = None, suppress_small: Any = None
) -> str:
    """Text of the elements and the dtype; only those that it shows are fetched.

    Parameters
    ----------
    arr : array_like
        The array.
    max_line_width : int, optional
        Characters in a line.
    precision : int, optional
        Digits behind the point.
    suppress_small : bool, optional
        Whether small numbers are written as zero.

    Returns
    -------
    str
        A ``str``.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - sharding: It stays as it is.
    - communication: Elements come to the host, of a text only those that are shown.

    References
    ----------
    NumPy: numpy.array_repr.
    """

def array_split(
    ary: ArrayLike, indices_or_sections: Any, axis: SupportsIndex | None = 0
) -> list[ndarray]:
    """Views of parts along an axis: so many about equal ones, or cut at indices.

    Parameters
    ----------
    ary : array_like
        The array.
    indices_or_sections : int or sequence of int
        How many parts, or where each begins.
    axis : int
        The axis along which it works.

    Returns
    -------
    list of array
        A list of arrays.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: Parts of the array, each shorter along the dimension that is cut.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Parts lie as the array does, dimension by dimension.
    - communication: A part is a view; what is computed of it moves as an index does, at most an
      *exchange*.

    References
    ----------
    NumPy: numpy.array_split.
    """

def array_str(
    a: ArrayLike, max_line_width: Any = None, precision: Any = None, suppress_small: Any = None
) -> str:
    """Text of the elements, of which only those that it shows are fetched.

    Parameters
    ----------
    a : array_like
        The array.
    max_line_width : int, optional
        Characters in a line.
    precision : int, optional
        Digits behind the point.
    suppress_small : bool, optional
        Whether small numbers are written as zero.

    Returns
    -------
    str
        A ``str``.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - sharding: It stays as it is.
    - communication: Elements come to the host, of a text only those that are shown.

    References
    ----------
    NumPy: numpy.array_str.
    """

def asanyarray(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] | None = None,
    *,
    device: _Device | None = None,
    copy: _bool | None = None,
    like: Any = None,
) -> ndarray:
    """Make an array of an array-like; an array that fits is returned as it is.

    Parameters
    ----------
    a : array_like
        What becomes an array: an array of any library, a number, nested sequences.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    order : {'C', 'F', 'A', 'K'}
        Row-major, column-major, or as the argument lies in memory.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.
    copy : bool, optional
        Whether to copy; None only where needed, False raises where it is.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: That of the values.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: An array keeps its own; other values are placed as `device` says, or as new arrays are.
    - communication: None of an array, but its cast; other values go from the host to the devices.

    References
    ----------
    NumPy: numpy.asanyarray.
    """

def asarray(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] | None = None,
    *,
    device: _Device | None = None,
    copy: _bool | None = None,
    like: Any = None,
) -> ndarray:
    """Make an array of an array-like; an array that fits is returned as it is.

    Parameters
    ----------
    a : array_like
        What becomes an array: an array of any library, a number, nested sequences.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    order : {'C', 'F', 'A', 'K'}
        Row-major, column-major, or as the argument lies in memory.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.
    copy : bool, optional
        Whether to copy; None only where needed, False raises where it is.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: That of the values.
    - dtypes: All boolean and numeric ones.
    - sharding: An array keeps its own; other values are placed as `device` says, or as new arrays are.
    - communication: None of an array, but its cast; other values go from the host to the devices.

    References
    ----------
    NumPy: numpy.asarray.
    """

def asarray_chkfinite(
    a: ArrayLike, dtype: DTypeLike | None = None, order: Literal["C", "F", "A", "K"] | None = None
) -> ndarray:
    """Make an array of an array-like; ValueError if an element is infinite or NaN.

    Parameters
    ----------
    a : array_like
        What becomes an array: an array of any library, a number, nested sequences.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    order : {'C', 'F', 'A', 'K'}
        Row-major, column-major, or as the argument lies in memory.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: That of the values.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: An array keeps its own; other values are placed as *device* says, or as new arrays are.
    - communication: None of an array, but its cast; other values go from the host to the devices.

    References
    ----------
    NumPy: numpy.asarray_chkfinite.
    """

def ascontiguousarray(a: ArrayLike, dtype: DTypeLike | None = None, *, like: Any = None) -> ndarray:
    """Make an array of an array-like, of at least one dimension: a copy of a view that has gaps.

    Parameters
    ----------
    a : array_like
        What becomes an array: an array of any library, a number, nested sequences.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: That of the values.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: An array keeps its own; other values are placed as *device* says, or as new arrays are.
    - communication: None of an array, but its cast; other values go from the host to the devices.

    References
    ----------
    NumPy: numpy.ascontiguousarray.
    """

def asfortranarray(a: ArrayLike, dtype: DTypeLike | None = None, *, like: Any = None) -> ndarray:
    """Make an array, of at least one dimension, in column-major order: the transpose of a copy.

    Parameters
    ----------
    a : array_like
        What becomes an array: an array of any library, a number, nested sequences.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: That of the values.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: An array keeps its own; other values are placed as *device* says, or as new arrays are.
    - communication: None of an array, but its cast; other values go from the host to the devices.

    References
    ----------
    NumPy: numpy.asfortranarray.
    """

asin: _Unary
"""Inverse sine, in radians.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

asinh: _Unary
"""Inverse hyperbolic sine.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

def asmatrix(data: Any, dtype: DTypeLike | None = None) -> _np.matrix:
    """NumPy's `asmatrix`: its documentation holds here, too."""

def astype(
    x: ArrayLike, dtype: DTypeLike, /, *, copy: _bool = True, device: _Device | None = None
) -> ndarray:
    """Convert to another dtype.

    Parameters
    ----------
    x : array_like
        The array.
    dtype : dtype
        Of the result.
    copy : bool
        Whether to copy also where it is not needed.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as the array does.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: That of the array.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *local*: nothing moves between devices.

    References
    ----------
    NumPy: numpy.astype.
    """

atan: _Unary
"""Inverse tangent, in radians.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

atan2: _Binary
"""Angle of the point (x2, x1), in radians.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

atanh: _Unary
"""Inverse hyperbolic tangent.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

@overload
def atleast_1d(ary: ArrayLike, /) -> ndarray:
    """Views with at least one dimension.

    Parameters
    ----------
    *arys : array_like
        One or more arrays.

    Returns
    -------
    array or tuple of array
        An array for one argument, a tuple of them for several.

    Notes
    -----
    - shapes: Dimensions of length 1 are added, up to one, two or three.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions keep their shards; new ones are not sharded.
    - communication: *local*: a view of the same elements.

    References
    ----------
    NumPy: numpy.atleast_1d.
    """

@overload
def atleast_1d(*arys: ArrayLike) -> tuple[ndarray, ...]: ...
@overload
def atleast_2d(ary: ArrayLike, /) -> ndarray:
    """Views with at least two dimensions.

    Parameters
    ----------
    *arys : array_like
        One or more arrays.

    Returns
    -------
    array or tuple of array
        An array for one argument, a tuple of them for several.

    Notes
    -----
    - shapes: Dimensions of length 1 are added, up to one, two or three.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions keep their shards; new ones are not sharded.
    - communication: *local*: a view of the same elements.

    References
    ----------
    NumPy: numpy.atleast_2d.
    """

@overload
def atleast_2d(*arys: ArrayLike) -> tuple[ndarray, ...]: ...
@overload
def atleast_3d(ary: ArrayLike, /) -> ndarray:
    """Views with at least three dimensions.

    Parameters
    ----------
    *arys : array_like
        One or more arrays.

    Returns
    -------
    array or tuple of array
        An array for one argument, a tuple of them for several.

    Notes
    -----
    - shapes: Dimensions of length 1 are added, up to one, two or three.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions keep their shards; new ones are not sharded.
    - communication: *local*: a view of the same elements.

    References
    ----------
    NumPy: numpy.atleast_3d.
    """

@overload
def atleast_3d(*arys: ArrayLike) -> tuple[ndarray, ...]: ...
@overload
def average(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    weights: _Numbers | None = None,
    returned: Literal[False] = False,
    *,
    keepdims: _bool = ...,
) -> ndarray:
    """Weighted mean over axes (all by default); waits to know that no weights sum to zero.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    weights : array_like, optional
        How much each element counts.
    returned : bool
        Whether to return the sum of the weights, too.
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.

    Returns
    -------
    array or number
        An array, or a number; with `returned` the sum of the weights after it.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are summed over; with `keepdims` they stay.
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.average.
    """

@overload
def average(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    weights: _Numbers | None = None,
    returned: _bool = False,
    *,
    keepdims: _bool = ...,
) -> tuple[ndarray, ndarray]: ...
def bartlett(M: Any) -> ndarray:
    """Triangular window of M points.

    Parameters
    ----------
    M : int
        How many points.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector of `M` elements.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.bartlett.
    """

def bincount(
    x: ArrayLike, /, weights: _Numbers | None = None, minlength: SupportsIndex = 0
) -> ndarray:
    """How often each natural number occurs, or the sum of its weights; waits for the largest.

    Parameters
    ----------
    x : array_like of int, one-dimensional
        Non-negative integers.
    weights : array_like, optional
        What is added for each element.
    minlength : int
        The result has so many elements at least.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector as long as the largest element needs, at least `minlength`.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of new arrays; whole on each device if the data is.

    References
    ----------
    NumPy: numpy.bincount.
    """

bitwise_and: _Binary
"""Bitwise AND.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Integer or boolean; others if NumPy takes them, or else a ``TypeError``.
"""

bitwise_count: _Unary
"""Number of bits set in abs(x).

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Integer or boolean; others if NumPy takes them, or else a ``TypeError``.
"""

bitwise_invert: _Unary
"""Each bit inverted.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Integer or boolean; others if NumPy takes them, or else a ``TypeError``.
"""

bitwise_left_shift: _Binary
"""Bits shifted left.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Integer; others if NumPy takes them, or else a ``TypeError``.
"""

bitwise_not: _Unary
"""Each bit inverted.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Integer or boolean; others if NumPy takes them, or else a ``TypeError``.
"""

bitwise_or: _Binary
"""Bitwise OR.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Integer or boolean; others if NumPy takes them, or else a ``TypeError``.
"""

bitwise_right_shift: _Binary
"""Bits shifted right, the sign kept.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Integer; others if NumPy takes them, or else a ``TypeError``.
"""

bitwise_xor: _Binary
"""Bitwise XOR.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Integer or boolean; others if NumPy takes them, or else a ``TypeError``.
"""

def blackman(M: Any) -> ndarray:
    """Blackman window of M points.

    Parameters
    ----------
    M : int
        How many points.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector of `M` elements.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.blackman.
    """

def block(arrays: Any) -> ndarray:
    """Join nested lists of blocks: the innermost along the last axis.

    Parameters
    ----------
    arrays : nested lists of array_like
        The parts, by rows.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: Those of the operands, with their lengths added along the dimension that they are joined
      along.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: All operands line up dimension by dimension; where they disagree the largest stays where
      it is.

    References
    ----------
    NumPy: numpy.block.
    """

def bmat(obj: Any, ldict: Any = None, gdict: Any = None) -> _np.matrix:
    """NumPy's `bmat`: its documentation holds here, too."""

def broadcast_arrays(*args: Any, subok: _bool = False) -> tuple[ndarray, ...]:
    """Views of the common broadcast shape; arrays of one shape as they are.

    Parameters
    ----------
    *args : array_like
        The arrays.
    subok : bool
        Accepted as NumPy's; subclasses of NumPy's arrays stay NumPy's.

    Returns
    -------
    tuple of array
        A tuple of arrays.

    Notes
    -----
    - shapes: The one that all broadcast to.
    - dtypes: All boolean and numeric ones.
    - sharding: Dimensions of the operands keep their shards; new ones are not sharded.
    - communication: *local*: a view of the same elements.

    References
    ----------
    NumPy: numpy.broadcast_arrays.
    """

def broadcast_to(
    array: ArrayLike, shape: SupportsIndex | Sequence[SupportsIndex], subok: _bool = False
) -> ndarray:
    """Read-only view of a larger shape.

    Parameters
    ----------
    array : array_like
        The array.
    shape : int or tuple of int
        Of the result.
    subok : bool
        Accepted as NumPy's; subclasses of NumPy's arrays stay NumPy's.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: `shape`.
    - dtypes: All boolean and numeric ones.
    - sharding: Dimensions of the operands keep their shards; new ones are not sharded.
    - communication: *local*: a view of the same elements.

    References
    ----------
    NumPy: numpy.broadcast_to.
    """

class _c_(_Brackets):
    def __getitem__(self, key: Any, /) -> ndarray: ...

c_: _c_
"""An object that makes arrays of what stands in its brackets, in a flavour.

As NumPy's own code does. What is not numeric it leaves to NumPy.
"""

def can_cast(
    from_: Any,
    to: DTypeLike,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "safe",
) -> _bool:
    """Whether a dtype casts to another by the rule.

    Parameters
    ----------
    from_ : dtype, array or number
        What is cast.
    to : dtype
        Into what.
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}
        Which changes of dtype are allowed.

    Returns
    -------
    bool
        A ``bool``.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - communication: None: no element is looked at.

    References
    ----------
    NumPy: numpy.can_cast.
    """

cbrt: _Unary
"""Cube root.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

ceil: _Unary
"""Smallest integer not below.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Real; others if NumPy takes them, or else a ``TypeError``.
"""

def choose(
    a: ArrayLike, choices: Sequence[ArrayLike] | _Out, out: _Out | None = None, mode: str = "raise"
) -> ndarray:
    """For each element of an index array, the element of that choice at the same place.

    Parameters
    ----------
    a : array_like of int
        Which of the choices each element is of.
    choices : sequence of array_like
        The arrays to choose from, which broadcast.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    mode : {'raise', 'wrap', 'clip'}
        What becomes of an index that is out of range.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Notes
    -----
    - shapes: What `a` and the choices broadcast to.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions line up at the right, as in an elementwise operation.

    References
    ----------
    NumPy: numpy.choose.
    """

@overload
def clip(
    a: _Number,
    a_min: _Numbers | None = ...,
    a_max: _Numbers | None = ...,
    out: _Out | None = None,
    *,
    min: _Numbers | None = ...,
    max: _Numbers | None = ...,
    **kwargs: Any,
) -> Any:
    """Limit each element to an interval; None is no limit.

    Parameters
    ----------
    a : array_like
        The array.
    a_min : array_like or None
        NumPy's name of `min`.
    a_max : array_like or None
        NumPy's name of `max`.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    min : array_like or None
        The least value.
    max : array_like or None
        The largest value.
    **kwargs : object
        Arguments of a ufunc: *where*, *dtype*, *casting*, ...

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Notes
    -----
    - dtypes: Real; others if NumPy takes them, or else a ``TypeError``.
    - communication: *local*: nothing moves between devices.

    References
    ----------
    NumPy: numpy.clip.
    """

@overload
def clip(
    a: ArrayLike,
    a_min: _Numbers | None = ...,
    a_max: _Numbers | None = ...,
    out: _Out | None = None,
    *,
    min: _Numbers | None = ...,
    max: _Numbers | None = ...,
    **kwargs: Any,
) -> ndarray: ...
def column_stack(tup: Sequence[ArrayLike] | _Out) -> ndarray:
    """Join vectors as columns, and matrices beside each other.

    Parameters
    ----------
    tup : sequence of array_like
        The arrays.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: Those of the operands, with their lengths added along the dimension that they are joined
      along.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: All operands line up dimension by dimension; where they disagree the largest stays where
      it is.

    References
    ----------
    NumPy: numpy.column_stack.
    """

def common_type(*arrays: Sequence[ArrayLike] | _Out) -> type[Any]:
    """Inexact scalar type that all arrays promote to.

    Parameters
    ----------
    *arrays : array
        The arrays.

    Returns
    -------
    type
        A type of NumPy.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - communication: None: no element is looked at.

    References
    ----------
    NumPy: numpy.common_type.
    """

def compress(
    condition: ArrayLike, a: ArrayLike, axis: SupportsIndex | None = None, out: _Out | None = None
) -> ndarray:
    """Slices along an axis for which a condition holds.

    Parameters
    ----------
    condition : array_like of bool
        Which elements.
    a : array_like
        The array.
    axis : int, optional
        The axis along which it works; for None the array is flattened first.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: `axis` is as long as elements of `condition` hold; without `axis` a vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Elements, or rows, are chosen by a mask, and lie as those do.

    References
    ----------
    NumPy: numpy.compress.
    """

def concat(
    arrays: Sequence[ArrayLike] | _Out,
    /,
    axis: SupportsIndex | None = 0,
    out: _Out | None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
) -> ndarray:
    """Join arrays along an axis; with None, all of them flattened.

    Parameters
    ----------
    arrays : sequence of array_like
        The arrays.
    axis : int, optional
        The axis along which it works; for None the array is flattened first.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}
        Which changes of dtype are allowed.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: Those of the operands, with their lengths along `axis` added; without `axis` a vector.
    - dtypes: All boolean and numeric ones.
    - sharding: All operands line up dimension by dimension; where they disagree the largest stays where
      it is.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.concatenate.
    """

def concatenate(
    arrays: Sequence[ArrayLike] | _Out,
    /,
    axis: SupportsIndex | None = 0,
    out: _Out | None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
) -> ndarray:
    """Join arrays along an axis; with None, all of them flattened.

    Parameters
    ----------
    arrays : sequence of array_like
        The arrays.
    axis : int, optional
        The axis along which it works; for None the array is flattened first.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}
        Which changes of dtype are allowed.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: Those of the operands, with their lengths along `axis` added; without `axis` a vector.
    - dtypes: All boolean and numeric ones.
    - sharding: All operands line up dimension by dimension; where they disagree the largest stays where
      it is.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.concatenate.
    """

conj: _Unary
"""Complex conjugate.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
"""

conjugate: _Unary
"""Complex conjugate.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
"""

def convolve(a: ArrayLike, v: ArrayLike, mode: str = "full") -> ndarray:
    """Convolution of two vectors; of the longer one only edges of shards move.

    Parameters
    ----------
    a : array_like
        The array.
    v : array_like, one-dimensional
        The second operand.
    mode : {'full', 'valid', 'same'}
        Which part of the result.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector: ``n + m - 1`` for "full", the longer one for "same", what overlaps fully for
      "valid".
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the longer vector.

    References
    ----------
    NumPy: numpy.convolve.
    """

def copy(a: ArrayLike, order: Literal["C", "F", "A", "K"] = "K", subok: _bool = False) -> ndarray:
    """Make a copy.

    Parameters
    ----------
    a : array_like
        The array.
    order : {'C', 'F', 'A', 'K'}
        Row-major, column-major, or as the argument lies in memory.
    subok : bool
        Accepted as NumPy's; subclasses of NumPy's arrays stay NumPy's.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: That of the values.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.
    - communication: *local*: nothing moves between devices.

    References
    ----------
    NumPy: numpy.copy.
    """

copysign: _Binary
"""Size of x1 with the sign of x2.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

def copyto(
    dst: _Out,
    src: ArrayLike,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
    where: _bool = True,
) -> None:
    """Write an array that broadcasts to another one, where a mask holds.

    Parameters
    ----------
    dst : array
        The array that is written to.
    src : array_like
        What is written.
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}
        Which changes of dtype are allowed.
    where : array_like of bool
        Which elements are written to.

    Returns
    -------
    None
        Nothing; the first argument is written to.

    Notes
    -----
    - shapes: `src` and `where` broadcast to `dst`.
    - dtypes: NumPy's, for the arguments and the result.
    - communication: What an index moves: nothing for a mask or slices; index arrays, and what is
      written, go to every device.

    References
    ----------
    NumPy: numpy.copyto.
    """

def corrcoef(
    x: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: _bool = True,
    *,
    dtype: DTypeLike | None = None,
) -> ndarray:
    """Correlation coefficients of variables: their covariances over their deviations.

    Parameters
    ----------
    x : array_like, of one or two dimensions
        A variable in each row.
    y : array_like, optional
        More variables, as the first argument holds them.
    rowvar : bool
        Whether variables are rows, and not columns.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A row and a column for each variable; a number for a single one.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: The variables keep their shards; where the observations are sharded, the whole is on
      each device.

    References
    ----------
    NumPy: numpy.corrcoef.
    """

def correlate(a: ArrayLike, v: ArrayLike, mode: str = "valid") -> ndarray:
    """Correlation of two vectors; of the longer one only edges of shards move.

    Parameters
    ----------
    a : array_like
        The array.
    v : array_like, one-dimensional
        The second operand.
    mode : {'full', 'valid', 'same'}
        Which part of the result.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector: ``n + m - 1`` for "full", the longer one for "same", what overlaps fully for
      "valid".
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the longer vector.

    References
    ----------
    NumPy: numpy.correlate.
    """

cos: _Unary
"""Cosine of angles in radians.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

cosh: _Unary
"""Hyperbolic cosine.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

@overload
def count_nonzero(a: ArrayLike, axis: None = None, *, keepdims: Literal[False] = False) -> _np.intp:
    """Number (int64) of elements over axes (all by default) that are not zero.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
      length 1.
    - dtypes: All boolean and numeric ones.
    - sharding: Axes disappear, or stay with length 1; the others keep their place.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.count_nonzero.
    """

@overload
def count_nonzero(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    keepdims: _bool = False,
) -> ndarray: ...
def cov(
    m: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: _bool = True,
    bias: _bool = False,
    ddof: float | None = None,
    fweights: _Numbers | None = None,
    aweights: _Numbers | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> ndarray:
    """Covariance matrix of variables, which are the rows, or the columns without `rowvar`.

    Parameters
    ----------
    m : array_like, of one or two dimensions
        A variable in each row.
    y : array_like, optional
        More variables, as the first argument holds them.
    rowvar : bool
        Whether variables are rows, and not columns.
    bias : bool
        Whether to divide by the number of observations, and not by one less.
    ddof : int, optional
        What is subtracted from the number of observations, in place of `bias`.
    fweights : array_like of int, optional
        How often each observation counts.
    aweights : array_like, optional
        How much each observation counts.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: A row and a column for each variable; a number for a single one.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: The variables keep their shards; where the observations are sharded, the whole is on
      each device.

    References
    ----------
    NumPy: numpy.cov.
    """

def cross(
    a: ArrayLike,
    b: ArrayLike,
    axisa: SupportsIndex = -1,
    axisb: SupportsIndex = -1,
    axisc: SupportsIndex = -1,
    axis: SupportsIndex | None = None,
) -> ndarray:
    """Vector product along axes of length 3 (or 2, for the third component).

    Parameters
    ----------
    a : array_like
        The first operand.
    b : array_like
        The second operand.
    axisa : int
        The axis of the vectors in `a`.
    axisb : int
        The axis of the vectors in `b`.
    axisc : int
        The axis of the vectors in the result.
    axis : int, optional
        The axis of the vectors in all three; in place of the others.

    Returns
    -------
    array
        An array.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: What the operands broadcast to; vectors of two elements give numbers.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions line up at the right, as in an elementwise operation; that of the vectors is
      not sharded if another one can be.

    References
    ----------
    NumPy: numpy.cross.
    """

def cumprod(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Running product along an axis.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, optional
        The axis along which it works; by default along the flattened array.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array, one longer along `axis` with *include_initial*; without `axis` a
      vector.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.cumprod.
    """

def cumsum(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Running sum along an axis.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, optional
        The axis along which it works; by default along the flattened array.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array, one longer along `axis` with *include_initial*; without `axis` a
      vector.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.cumsum.
    """

def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    include_initial: _bool = False,
) -> ndarray:
    """Running product along an axis, from one with `include_initial`.

    Parameters
    ----------
    x : array_like
        The array.
    axis : int, optional
        The axis along which it works; an array of more than one dimension needs it.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    include_initial : bool
        Whether to begin with the sum, or product, of nothing.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array, one longer along `axis` with `include_initial`; without `axis` a
      vector.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: That of the array.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.cumulative_prod.
    """

def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    include_initial: _bool = False,
) -> ndarray:
    """Running sum along an axis, from zero with `include_initial`.

    Parameters
    ----------
    x : array_like
        The array.
    axis : int, optional
        The axis along which it works; an array of more than one dimension needs it.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    include_initial : bool
        Whether to begin with the sum, or product, of nothing.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array, one longer along `axis` with `include_initial`; without `axis` a
      vector.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: That of the array.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.cumulative_sum.
    """

deg2rad: _Unary
"""Degrees as radians.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

degrees: _Unary
"""Radians as degrees.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

def delete(arr: ArrayLike, obj: slice | ArrayLike, axis: SupportsIndex | None = None) -> ndarray:
    """Leave out some places along an axis; of the flattened array by default.

    Parameters
    ----------
    arr : array_like
        The array.
    obj : slice, int or array_like of int or bool
        Which slices go.
    axis : int, optional
        The axis along which it works; for None the array is flattened first.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array, longer or shorter along `axis`; without `axis` a vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: All operands line up dimension by dimension; where they disagree the largest stays where
      it is.

    References
    ----------
    NumPy: numpy.delete.
    """

def diag(v: ArrayLike, k: SupportsIndex = 0) -> ndarray:
    """Diagonal of a matrix, or a matrix with the given diagonal.

    Parameters
    ----------
    v : array_like
        A vector for the diagonal, or a matrix whose diagonal is wanted.
    k : int
        Which diagonal; positive ones lie above the main one.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: Of a vector a matrix with it as diagonal `k`, of a matrix the vector of that diagonal.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Of a vector a matrix whose columns are sharded as it is; a diagonal lies as new arrays
      do.

    References
    ----------
    NumPy: numpy.diag.
    """

def diag_indices(n: SupportsIndex, ndim: SupportsIndex = 2) -> tuple[ndarray, ...]:
    """Indices of the main diagonal.

    Parameters
    ----------
    n : int
        The length of each dimension.
    ndim : int
        How many dimensions.

    Returns
    -------
    tuple of array
        A tuple of arrays.

    Notes
    -----
    - shapes: A vector for each dimension.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local* to make them, but for the count of those that hold.

    References
    ----------
    NumPy: numpy.diag_indices.
    """

def diag_indices_from(arr: ArrayLike) -> tuple[ndarray, ...]:
    """Indices of the main diagonal of an array.

    Parameters
    ----------
    arr : array_like
        Whose shape counts.

    Returns
    -------
    tuple of array
        A tuple of arrays.

    Notes
    -----
    - shapes: A vector for each dimension.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local* to make them, but for the count of those that hold.

    References
    ----------
    NumPy: numpy.diag_indices_from.
    """

def diagflat(v: ArrayLike, k: SupportsIndex = 0) -> ndarray:
    """Matrix with the flattened input on a diagonal.

    Parameters
    ----------
    v : array_like
        What stands on the diagonal, row by row.
    k : int
        Which diagonal; positive ones lie above the main one.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A matrix with the flattened array as diagonal `k`.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Of a vector a matrix whose columns are sharded as it is; a diagonal lies as new arrays
      do.
    - communication: *gather* of the vector; what moves is about its size.

    References
    ----------
    NumPy: numpy.diagflat.
    """

def diagonal(
    a: ArrayLike, offset: SupportsIndex = 0, axis1: SupportsIndex = 0, axis2: SupportsIndex = 1
) -> ndarray:
    """Read-only view of the diagonals of two dimensions, which become the last one.

    Parameters
    ----------
    a : array_like
        The array.
    offset : int
        Which diagonal; positive ones lie above the main one.
    axis1 : int
        The first axis.
    axis2 : int
        The second axis.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: Without the two dimensions; the diagonal is a new last one.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Other dimensions keep their shards; without them, that of new arrays.
    - communication: *local*: a view of the same elements. What is computed of it lies elsewhere, so
      about the size of the diagonal is gathered.

    References
    ----------
    NumPy: numpy.diagonal.
    """

def diff(
    a: ArrayLike,
    n: SupportsIndex = 1,
    axis: SupportsIndex | None = -1,
    prepend: ArrayLike = ...,
    append: ArrayLike = ...,
) -> ndarray:
    """Difference of neighbours along an axis, n times; of booleans, whether they differ.

    Parameters
    ----------
    a : array_like
        The array.
    n : int
        How often.
    axis : int
        The axis along which it works.
    prepend : array_like, optional
        What is put before the elements first.
    append : array_like, optional
        What is put behind the elements first.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: Shorter by `n` along `axis`, before what is put at the ends.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *halo*: a boundary of each shard goes to its neighbours.

    References
    ----------
    NumPy: numpy.diff.
    """

@overload
def digitize(x: _Number, bins: ArrayLike, right: _bool = False) -> Any:
    """Number of the bin that each element is in; lies as `x` does.

    Parameters
    ----------
    x : array_like
        What lies in the bins.
    bins : array_like, one-dimensional
        The edges, ascending or descending.
    right : bool
        Whether the right edge belongs to a bin, and not the left one.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: That of what is looked for.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of what is looked for, or evaluated.

    References
    ----------
    NumPy: numpy.digitize.
    """

@overload
def digitize(x: ArrayLike, bins: ArrayLike, right: _bool = False) -> ndarray: ...

divide: _Binary
"""Quotient.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

divmod: _BinaryOfTwo
"""Quotient and remainder, as two arrays.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
tuple of array
    The quotient, and the remainder. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: NumPy's, for the arguments and the result.
"""

def dot(a: ArrayLike, b: ArrayLike, out: _Out | None = None) -> Any:
    """Sum of products over the last axis of one and the last but one of the other array.

    Parameters
    ----------
    a : array_like
        The first operand.
    b : array_like
        The second operand.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Notes
    -----
    - shapes: Dimensions of both but those that are summed over: the last, and of ``dot`` the last but
      one of the second operand.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions of the larger operand keep their shards; those that are summed over
      disappear, and what has no others is whole on each device.

    References
    ----------
    NumPy: numpy.dot.
    """

def dsplit(ary: ArrayLike, indices_or_sections: Any) -> list[ndarray]:
    """Views of parts along the third axis.

    Parameters
    ----------
    ary : array_like
        The array.
    indices_or_sections : int or sequence of int
        How many parts, or where each begins.

    Returns
    -------
    list of array
        A list of arrays.

    Notes
    -----
    - shapes: Parts of the array, each shorter along the dimension that is cut.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Parts lie as the array does, dimension by dimension.
    - communication: A part is a view; what is computed of it moves as an index does, at most an
      *exchange*.

    References
    ----------
    NumPy: numpy.dsplit.
    """

def dstack(tup: Sequence[ArrayLike] | _Out) -> ndarray:
    """Join arrays along the third axis.

    Parameters
    ----------
    tup : sequence of array_like
        The arrays.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: Those of the operands, with their lengths added along the dimension that they are joined
      along.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: All operands line up dimension by dimension; where they disagree the largest stays where
      it is.

    References
    ----------
    NumPy: numpy.dstack.
    """

def ediff1d(
    ary: ArrayLike, to_end: ArrayLike | None = None, to_begin: ArrayLike | None = None
) -> ndarray:
    """Difference of neighbours in the flattened array, with what comes before and after them.

    Parameters
    ----------
    ary : array_like
        The array.
    to_end : array_like, optional
        What comes behind the differences.
    to_begin : array_like, optional
        What comes before the differences.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector, shorter by one before what is put at the ends.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the longer vector.

    References
    ----------
    NumPy: numpy.ediff1d.
    """

def einsum(*operands: Any, out: _Out | None = None, optimize: _bool = False, **kwargs: Any) -> Any:
    """Sum of products by labels; a dimension of the result lies as the operands' of its label.

    The order of contractions is XLA's, whatever `optimize` says.

    Parameters
    ----------
    *operands : str, then array_like
        The subscripts, as in ``'ij,jk->ik'``, and the arrays; or arrays, each with a list of its
        subscripts.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    optimize : bool, str or list
        In which order products are formed, as `einsum_path` says.
    **kwargs : object
        `dtype`, `casting` and `order`, as NumPy's.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Notes
    -----
    - shapes: As the subscripts say.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions of the larger operand keep their shards; those that are summed over
      disappear, and what has no others is whole on each device.

    References
    ----------
    NumPy: numpy.einsum.
    """

def einsum_path(
    *operands: Any, optimize: str = "greedy", einsum_call: _bool = False
) -> tuple[list[Any], str]:
    """NumPy's `einsum_path`: its documentation holds here, too."""

def empty(
    shape: SupportsIndex | Sequence[SupportsIndex],
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "C",
    *,
    device: _Device | None = None,
    like: Any = None,
) -> ndarray:
    """Make an array of zeros: there is no memory that could be left as it is.

    Parameters
    ----------
    shape : int or tuple of int
        Lengths of the dimensions.
    dtype : dtype, optional
        Of the elements; by default float64.
    order : {'C', 'F', 'A', 'K'}
        Row-major, column-major, or as the argument lies in memory.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: `shape`.
    - dtypes: All boolean and numeric ones.
    - sharding: As `device` says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.empty.
    """

def empty_like(
    prototype: ArrayLike,
    /,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    subok: _bool = True,
    shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    device: _Device | None = None,
) -> ndarray:
    """Make an array of zeros that lies as another one.

    Parameters
    ----------
    prototype : array_like
        What the result is like.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    order : {'C', 'F', 'A', 'K'}
        Row-major, column-major, or as the argument lies in memory.
    subok : bool
        Accepted as NumPy's; subclasses of NumPy's arrays stay NumPy's.
    shape : int or tuple of int, optional
        Of the result; by default that of the argument.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: That of the argument, or `shape`.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the argument, or as `device` says; of another `shape` that of new arrays.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.empty_like.
    """

equal: _Binary
"""Whether x1 == x2.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

exp: _Unary
"""e to the power of each element.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

exp2: _Unary
"""2 to the power of each element.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

def expand_dims(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex]) -> ndarray:
    """View with new dimensions of length 1; `axis` counts in the result.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int or tuple of int
        Where new axes stand in the result.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: A dimension of length 1 at each place of `axis`.
    - dtypes: All boolean and numeric ones.
    - sharding: Dimensions keep their shards; new ones are not sharded.
    - communication: *local*: a view of the same elements.

    References
    ----------
    NumPy: numpy.expand_dims.
    """

expm1: _Unary
"""exp(x) - 1, also for small x; of complex infinities and NaNs, what NumPy says.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

def extract(condition: ArrayLike, arr: ArrayLike) -> ndarray:
    """Elements of the flattened array for which a condition holds.

    Parameters
    ----------
    condition : array_like of bool
        Which elements.
    arr : array_like
        The array.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector, as long as elements of `condition` hold.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Elements, or rows, are chosen by a mask, and lie as those do.

    References
    ----------
    NumPy: numpy.extract.
    """

def eye(
    N: SupportsIndex,
    M: Any = None,
    k: SupportsIndex = 0,
    dtype: DTypeLike = float,
    order: Literal["C", "F", "A", "K"] = "C",
    *,
    device: _Device | None = None,
    like: Any = None,
) -> ndarray:
    """Make a matrix with ones on diagonal k.

    Parameters
    ----------
    N : int
        Rows.
    M : int, optional
        Columns; by default as many as rows.
    k : int
        Which diagonal; positive ones lie above the main one.
    dtype : dtype, optional
        Of the elements; by default float64.
    order : {'C', 'F', 'A', 'K'}
        Row-major, column-major, or as the argument lies in memory.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: `N` rows, `M` columns.
    - dtypes: All boolean and numeric ones.
    - sharding: As `device` says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.eye.
    """

fabs: _Unary
"""Absolute value, as a floating-point number.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

def fill_diagonal(a: _Out, val: ArrayLike, wrap: _bool = False) -> None:
    """Write values, repeated as needed, to the main diagonal.

    Parameters
    ----------
    a : array
        The array that is written to.
    val : array_like
        What is written, repeated as often as needed.
    wrap : bool
        Whether the diagonal begins again below a tall matrix.

    Returns
    -------
    None
        Nothing; the first argument is written to.

    Notes
    -----
    - shapes: That of `a`, or *arr*, stays; values are repeated as often as needed.
    - dtypes: NumPy's, for the arguments and the result.
    - communication: What an index moves: nothing for a mask or slices; index arrays, and what is
      written, go to every device.

    References
    ----------
    NumPy: numpy.fill_diagonal.
    """

@overload
def fix(x: _Number, out: _Out | None = None) -> Any:
    """Integer nearest towards zero.

    Parameters
    ----------
    x : array_like
        The array.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.fix.
    """

@overload
def fix(x: ArrayLike, out: _Out | None = None) -> ndarray: ...
def flatnonzero(a: ArrayLike) -> ndarray:
    """Indices in the flattened array of the elements that are not zero.

    Parameters
    ----------
    a : array_like
        The array.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Vectors lie over the mesh of the array; inverse indices as the array does.

    References
    ----------
    NumPy: numpy.flatnonzero.
    """

def flip(m: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """View with the elements along some dimensions in reverse order.

    Parameters
    ----------
    m : array_like
        The array.
    axis : int or tuple of int, optional
        Along which axes; by default all.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *exchange* where the dimension is sharded; else nothing.

    References
    ----------
    NumPy: numpy.flip.
    """

def fliplr(m: ArrayLike) -> ndarray:
    """View with the columns in reverse order.

    Parameters
    ----------
    m : array_like
        The array.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: That of the array.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.
    - communication: *exchange* where the dimension is sharded; else nothing.

    References
    ----------
    NumPy: numpy.fliplr.
    """

def flipud(m: ArrayLike) -> ndarray:
    """View with the rows in reverse order.

    Parameters
    ----------
    m : array_like
        The array.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: That of the array.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.
    - communication: *exchange* where the dimension is sharded; else nothing.

    References
    ----------
    NumPy: numpy.flipud.
    """

float_power: _Binary
"""x1 to the power x2, in double precision.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

floor: _Unary
"""Largest integer not above.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Real; others if NumPy takes them, or else a ``TypeError``.
"""

floor_divide: _Binary
"""Largest integer not above x1 / x2; of infinities, what NumPy says.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Real; others if NumPy takes them, or else a ``TypeError``.
"""

fmax: _Binary
"""Larger of two; the other one where one is NaN.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

fmin: _Binary
"""Smaller of two; the other one where one is NaN.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

fmod: _Binary
"""Remainder with the sign of x1.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Real; others if NumPy takes them, or else a ``TypeError``.
"""

frexp: _UnaryOfTwo
"""Mantissa and exponent, as two arrays.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
tuple of array
    The mantissas, and the exponents. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: NumPy's, for the arguments and the result.
"""

def from_dlpack(x: Any, /, *, device: _Device | None = None, copy: _bool | None = None) -> ndarray:
    """Make an array of an object with ``__dlpack__``, by default as `asarray` places it.

    Parameters
    ----------
    x : object
        An array of another library, with ``__dlpack__``.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.
    copy : bool, optional
        Whether to copy; None only where needed, False raises where it is.

    Returns
    -------
    array
        An array.

    Raises
    ------
    ValueError
        If ``copy=False`` and a copy is needed.
    BufferError
        If JAX has no access to the device that it lies on.

    Notes
    -----
    - shapes: That of the values.
    - dtypes: All boolean and numeric ones.
    - sharding: As `device` says, or that of the other array.
    - communication: None if the devices are the same.

    References
    ----------
    NumPy: numpy.from_dlpack.
    """

def frombuffer(
    buffer: Any,
    dtype: DTypeLike | None = None,
    count: SupportsIndex = -1,
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
) -> ndarray:
    """Copy the elements of a buffer; unlike NumPy's, the array is no view of it.

    Parameters
    ----------
    buffer : bytes-like
        What holds the elements.
    dtype : dtype
        Of the elements.
    count : int
        How many elements; -1 for all.
    offset : int
        Bytes before the first element.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array or number
        An array, which is a view where NumPy's is one; in ``sharray.numpy`` a number, if it has no
        dimensions.

    Notes
    -----
    - shapes: A vector of `count` elements, or of all there are.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays.
    - communication: None between devices: elements go from the host to each.

    References
    ----------
    NumPy: numpy.frombuffer.
    """

def fromfile(
    file: Any,
    dtype: DTypeLike | None = None,
    count: int = -1,
    sep: str = "",
    offset: int = 0,
    *,
    like: Any = None,
) -> ndarray:
    """Read elements from a binary file straight into shards, or from text as NumPy does.

    Parameters
    ----------
    file : str, path or file
        The file.
    dtype : dtype
        Of the elements.
    count : int
        How many elements; -1 for all.
    sep : str
        What divides numbers in a text; nothing for the bytes of numbers.
    offset : int
        Bytes before the first element.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array or number
        An array, which is a view where NumPy's is one; in ``sharray.numpy`` a number, if it has no
        dimensions.

    Raises
    ------
    FileNotFoundError
        If there is no such file.

    Notes
    -----
    - shapes: A vector of `count` elements, or of all there are.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays.
    - communication: None between devices: elements go from the host to each.

    References
    ----------
    NumPy: numpy.fromfile.
    """

def fromfunction(
    function: Callable[..., Any],
    shape: SupportsIndex | Sequence[SupportsIndex],
    *,
    dtype: DTypeLike = float,
    like: Any = None,
    **kwargs: Any,
) -> Any:
    """Call a function with the coordinates of the elements, as arrays.

    Parameters
    ----------
    function : callable
        Called with the coordinates, arrays of integers, one for each axis.
    shape : tuple of int
        Of the result, and of the coordinates.
    dtype : dtype, optional
        Of the elements.
    like : object, optional
        Accepted as NumPy's; the result is this library's.
    **kwargs : object
        Other arguments of the function.

    Returns
    -------
    object
        What the function returns for the arrays of indices.

    Notes
    -----
    - shapes: `shape`.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.fromfunction.
    """

def fromiter(
    iter: Any, dtype: DTypeLike, count: SupportsIndex = -1, *, like: Any = None
) -> ndarray:
    """Read numbers from an iterable, on the host.

    Parameters
    ----------
    iter : iterable
        The elements.
    dtype : dtype
        Of the elements.
    count : int
        How many elements; -1 for all.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array or number
        An array, which is a view where NumPy's is one; in ``sharray.numpy`` a number, if it has no
        dimensions.

    Notes
    -----
    - shapes: A vector of `count` elements, or of all there are.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays.
    - communication: None between devices: elements go from the host to each.

    References
    ----------
    NumPy: numpy.fromiter.
    """

def frompyfunc(
    func: Callable[..., Any], /, nin: SupportsIndex, nout: SupportsIndex, **kwargs: Any
) -> Any:
    """Make a ufunc of a Python function; its results are objects, so they stay NumPy's.

    Parameters
    ----------
    func : callable
        The function, of elements.
    nin : int
        How many arguments it takes.
    nout : int
        How many results it has.
    **kwargs : object
        NumPy's arguments.

    Returns
    -------
    function
        A function of arrays, as a ufunc is.

    Notes
    -----
    - shapes: Those of the operands broadcast.
    - dtypes: Any; ``frompyfunc`` returns Python objects.
    - sharding: The result is NumPy's, on the host.
    - communication: All elements come to the host, where Python is called.

    References
    ----------
    NumPy: numpy.frompyfunc.
    """

def fromregex(file: Any, regexp: Any, dtype: DTypeLike, encoding: Any = None) -> ndarray:
    """Read text by a regular expression, on the host.

    Parameters
    ----------
    file : str, path or file
        The text.
    regexp : str or pattern
        What each row looks like; its groups are the columns.
    dtype : dtype
        Of the elements.
    encoding : str, optional
        Of the text.

    Returns
    -------
    array or number
        An array, which is a view where NumPy's is one; in ``sharray.numpy`` a number, if it has no
        dimensions.

    Notes
    -----
    - shapes: A vector of records, one for each match.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays.
    - communication: None between devices: elements go from the host to each.

    References
    ----------
    NumPy: numpy.fromregex.
    """

def fromstring(*args: Any, **kwargs: Any) -> ndarray:
    """Read numbers from a string, on the host.

    Parameters
    ----------
    *args : object
        NumPy's arguments.
    **kwargs : object
        NumPy's arguments.

    Returns
    -------
    array or number
        An array, which is a view where NumPy's is one; in ``sharray.numpy`` a number, if it has no
        dimensions.

    Notes
    -----
    - shapes: A vector of *count* elements, or of all there are.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays.
    - communication: None between devices: elements go from the host to each.

    References
    ----------
    NumPy: numpy.fromstring.
    """

def full(
    shape: SupportsIndex | Sequence[SupportsIndex],
    fill_value: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "C",
    *,
    device: _Device | None = None,
    like: Any = None,
) -> ndarray:
    """Make an array of one value, or of values that broadcast to the shape.

    Parameters
    ----------
    shape : int or tuple of int
        Lengths of the dimensions.
    fill_value : array_like
        What all elements are.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    order : {'C', 'F', 'A', 'K'}
        Row-major, column-major, or as the argument lies in memory.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: `shape`.
    - dtypes: All boolean and numeric ones.
    - sharding: As `device` says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.full.
    """

def full_like(
    a: ArrayLike,
    fill_value: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    subok: _bool = True,
    shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    device: _Device | None = None,
) -> ndarray:
    """Make an array of one value that lies as another one.

    Parameters
    ----------
    a : array_like
        What the result is like.
    fill_value : array_like
        What all elements are.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    order : {'C', 'F', 'A', 'K'}
        Row-major, column-major, or as the argument lies in memory.
    subok : bool
        Accepted as NumPy's; subclasses of NumPy's arrays stay NumPy's.
    shape : int or tuple of int, optional
        Of the result; by default that of the argument.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: That of the argument, or `shape`.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the argument, or as `device` says; of another `shape` that of new arrays.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.full_like.
    """

gcd: _Binary
"""Greatest common divisor.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Integer; others if NumPy takes them, or else a ``TypeError``.
"""

def genfromtxt(
    fname: Any,
    dtype: DTypeLike = float,
    comments: str = "#",
    delimiter: Any = None,
    skip_header: SupportsIndex = 0,
    skip_footer: SupportsIndex = 0,
    converters: Any = None,
    missing_values: Any = None,
    filling_values: Any = None,
    usecols: Any = None,
    names: Any = None,
    excludelist: Any = None,
    deletechars: str = ...,
    replace_space: str = "_",
    autostrip: _bool = False,
    case_sensitive: _bool = True,
    defaultfmt: str = "f%i",
    unpack: Any = None,
    usemask: _bool = False,
    loose: _bool = True,
    invalid_raise: _bool = True,
    max_rows: Any = None,
    encoding: Any = None,
    *,
    ndmin: SupportsIndex = 0,
    like: Any = None,
) -> ndarray:
    """Read text with missing values, which NumPy parses on the host.

    Parameters
    ----------
    fname : str, path, file or lines
        The text.
    dtype : dtype
        Of the elements.
    comments : str, or sequence of str
        What comments begin with.
    delimiter : str, int or sequence
        What divides columns; by default blanks.
    skip_header : int
        Lines that are left out at the beginning.
    skip_footer : int
        Lines that are left out at the end.
    converters : dict or callable, optional
        What makes numbers of the text of a column.
    missing_values : str, sequence or dict, optional
        What stands for a missing value.
    filling_values : number, sequence or dict, optional
        What a missing value becomes.
    usecols : int or sequence, optional
        Which columns; by default all.
    names : bool, str or sequence, optional
        Names of the columns.
    excludelist : sequence of str, optional
        Names that get an underscore.
    deletechars : str, optional
        Characters that names lose.
    replace_space : str
        What stands for blanks in names.
    autostrip : bool
        Whether blanks around values go.
    case_sensitive : bool or {'upper', 'lower'}
        What becomes of the case of names.
    defaultfmt : str
        How names are made where there are none.
    unpack : bool
        Whether to return the transpose, a row for each column.
    usemask : bool
        Whether to return a masked array.
    loose : bool
        Whether a wrong value is a missing one, and no error.
    invalid_raise : bool
        Whether a row with another number of columns is an error.
    max_rows : int, optional
        So many rows at most.
    encoding : str, optional
        Of the text.
    ndmin : int
        The result has so many dimensions at least.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array or number
        An array, which is a view where NumPy's is one; in ``sharray.numpy`` a number, if it has no
        dimensions.

    Notes
    -----
    - shapes: A row for each line and a column for each value; dimensions of length 1 are dropped, down
      to `ndmin`.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays.
    - communication: None between devices: elements go from the host to each.

    References
    ----------
    NumPy: numpy.genfromtxt.
    """

def geomspace(
    start: _Numbers,
    stop: _Numbers,
    num: SupportsIndex = 50,
    endpoint: _bool = True,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex | None = 0,
) -> ndarray:
    """Make num values of constant ratio, from start to stop.

    Parameters
    ----------
    start : number or array_like
        The first value.
    stop : number or array_like
        The last value, unless `endpoint` is false.
    num : int
        How many values.
    endpoint : bool
        Whether `stop` is the last value.
    dtype : dtype, optional
        Of the elements.
    axis : int
        Where the new axis stands in the result.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: `num` for numbers; for arrays what `start` and `stop` broadcast to, with a new dimension
      of `num` at `axis`.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.geomspace.
    """

@overload
def gradient(
    f: ArrayLike, *varargs: ArrayLike, axis: SupportsIndex, edge_order: Literal[1, 2] = 1
) -> ndarray:
    """Central differences along axes (all by default), one-sided at the edges of the array.

    Parameters
    ----------
    f : array_like
        Samples of a function.
    *varargs : number or array_like
        The distances: one, one for each axis, or the coordinates along each.
    axis : int or tuple of int, optional
        Along which axes; by default all.
    edge_order : {1, 2}
        Of which order the differences at the edges are.

    Returns
    -------
    array or tuple of array
        An array for one axis, a tuple of them for several.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.gradient.
    """

@overload
def gradient(
    f: ArrayLike,
    *varargs: ArrayLike,
    axis: Sequence[SupportsIndex] | None = None,
    edge_order: Literal[1, 2] = 1,
) -> Any: ...

greater: _Binary
"""Whether x1 > x2.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

greater_equal: _Binary
"""Whether x1 >= x2.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

def hamming(M: Any) -> ndarray:
    """Hamming window of M points.

    Parameters
    ----------
    M : int
        How many points.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector of `M` elements.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.hamming.
    """

def hanning(M: Any) -> ndarray:
    """Hann window of M points.

    Parameters
    ----------
    M : int
        How many points.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector of `M` elements.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.hanning.
    """

heaviside: _Binary
"""0, x2 or 1 for x1 below, at, above zero.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Real; others if NumPy takes them, or else a ``TypeError``.
"""

def histogram(
    a: ArrayLike,
    bins: ArrayLike = 10,
    range: Any = None,
    density: _bool | None = None,
    weights: _Numbers | None = None,
) -> tuple[ndarray, ndarray]:
    """Number of elements in each bin, and the edges of the bins.

    Parameters
    ----------
    a : array_like
        The data, of any shape.
    bins : int, str or array_like
        How many bins, their edges, or NumPy's name of a rule.
    range : pairs of number, optional
        The least and the largest value that count.
    density : bool
        Whether to return the density, whose integral is 1.
    weights : array_like, optional
        How much each element counts.

    Returns
    -------
    tuple of array
        The counts, and the edges of the bins.

    Notes
    -----
    - shapes: Vectors: `bins` counts, and one more edge.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of new arrays; whole on each device if the data is.

    References
    ----------
    NumPy: numpy.histogram.
    """

def histogram2d(
    x: ArrayLike,
    y: ArrayLike,
    bins: SupportsIndex | Sequence[ArrayLike] | _Out = 10,
    range: Any = None,
    density: _bool | None = None,
    weights: _Numbers | None = None,
) -> tuple[ndarray, ndarray, ndarray]:
    """Number of points in each rectangle, and the edges along both dimensions.

    Parameters
    ----------
    x : array_like, of shape (n,)
        First coordinates of the points.
    y : array_like, of shape (n,)
        Second coordinates of the points.
    bins : int, or sequence of int or of array_like
        How many bins, or their edges, for each dimension or all.
    range : pairs of number, optional
        The least and the largest value that count.
    density : bool
        Whether to return the density, whose integral is 1.
    weights : array_like, optional
        How much each element counts.

    Returns
    -------
    tuple of array
        The counts, and the edges along both coordinates.

    Notes
    -----
    - shapes: The counts have a dimension for each coordinate, as long as it has bins; edges are
      vectors.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of new arrays; whole on each device if the data is.

    References
    ----------
    NumPy: numpy.histogram2d.
    """

def histogram_bin_edges(
    a: ArrayLike, bins: ArrayLike = 10, range: Any = None, weights: _Numbers | None = None
) -> ndarray:
    """Edges of the bins of a histogram; waits for the smallest and the largest element.

    Parameters
    ----------
    a : array_like
        The data, of any shape.
    bins : int, str or array_like
        How many bins, their edges, or NumPy's name of a rule.
    range : pairs of number, optional
        The least and the largest value that count.
    weights : array_like, optional
        How much each element counts.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: Vectors: `bins` counts, and one more edge.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of new arrays; whole on each device if the data is.

    References
    ----------
    NumPy: numpy.histogram_bin_edges.
    """

def histogramdd(
    sample: Sequence[ArrayLike] | _Out,
    bins: SupportsIndex | Sequence[ArrayLike] | _Out = 10,
    range: Any = None,
    density: _bool | None = None,
    weights: _Numbers | None = None,
) -> tuple[ndarray, list[ndarray]]:
    """Number of samples in each bin of several dimensions, and the edges of the bins.

    Parameters
    ----------
    sample : array_like, of shape (n, d), or d vectors
        The points.
    bins : int, or sequence of int or of array_like
        How many bins, or their edges, for each dimension or all.
    range : pairs of number, optional
        The least and the largest value that count.
    density : bool
        Whether to return the density, whose integral is 1.
    weights : array_like, optional
        How much each element counts.

    Returns
    -------
    tuple of array and list of array
        The counts, and a list of the edges along each coordinate.

    Notes
    -----
    - shapes: The counts have a dimension for each coordinate, as long as it has bins; edges are
      vectors.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of new arrays; whole on each device if the data is.

    References
    ----------
    NumPy: numpy.histogramdd.
    """

def hsplit(ary: ArrayLike, indices_or_sections: Any) -> list[ndarray]:
    """Views of parts along the second axis; of a vector, along its only one.

    Parameters
    ----------
    ary : array_like
        The array.
    indices_or_sections : int or sequence of int
        How many parts, or where each begins.

    Returns
    -------
    list of array
        A list of arrays.

    Notes
    -----
    - shapes: Parts of the array, each shorter along the dimension that is cut.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Parts lie as the array does, dimension by dimension.
    - communication: A part is a view; what is computed of it moves as an index does, at most an
      *exchange*.

    References
    ----------
    NumPy: numpy.hsplit.
    """

def hstack(
    tup: Sequence[ArrayLike] | _Out,
    *,
    dtype: DTypeLike | None = None,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
) -> ndarray:
    """Join arrays along the second axis, vectors along their only one.

    Parameters
    ----------
    tup : sequence of array_like
        The arrays.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}
        Which changes of dtype are allowed.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: Those of the operands, with their lengths added along the dimension that they are joined
      along.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: All operands line up dimension by dimension; where they disagree the largest stays where
      it is.

    References
    ----------
    NumPy: numpy.hstack.
    """

hypot: _Binary
"""Length of the vector (x1, x2).

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

@overload
def i0(x: _Number) -> Any:
    """Modified Bessel function of the first kind, of order 0.

    Parameters
    ----------
    x : array_like
        The array.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: Those of the operands broadcast.
    - dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Dimensions line up at the right, as in an elementwise operation.
    - communication: *local*: nothing moves between devices.

    References
    ----------
    NumPy: numpy.i0.
    """

@overload
def i0(x: ArrayLike) -> ndarray: ...
def identity(n: SupportsIndex, dtype: DTypeLike | None = None, *, like: Any = None) -> ndarray:
    """Make a square matrix with ones on the main diagonal.

    Parameters
    ----------
    n : int
        Rows and columns.
    dtype : dtype, optional
        Of the elements; by default float64.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: `n` rows and columns.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.identity.
    """

@overload
def imag(val: _Number) -> Any:
    """Imaginary part; a view of a complex array.

    Parameters
    ----------
    val : array_like
        The array.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: Those of the operands broadcast.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Dimensions line up at the right, as in an elementwise operation.
    - communication: *local*: nothing moves between devices.

    References
    ----------
    NumPy: numpy.imag.
    """

@overload
def imag(val: ArrayLike) -> ndarray: ...
@overload
def indices(
    dimensions: SupportsIndex | Sequence[SupportsIndex],
    dtype: DTypeLike = int,
    sparse: Literal[False] = False,
) -> ndarray:
    """Coordinates of the elements of an array, along each dimension.

    Parameters
    ----------
    dimensions : sequence of int
        The shape of the grid.
    dtype : dtype, optional
        Of the elements.
    sparse : bool
        Whether each array has length 1 where it does not change.

    Returns
    -------
    array or tuple of array
        An array; with `sparse` a tuple of them.

    Notes
    -----
    - shapes: A new first dimension, of the length of `dimensions`, before these; with `sparse` a tuple
      of arrays that broadcast to them.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.indices.
    """

@overload
def indices(
    dimensions: SupportsIndex | Sequence[SupportsIndex],
    dtype: DTypeLike = int,
    sparse: _bool = False,
) -> tuple[ndarray, ...]: ...
def inner(a: ArrayLike, b: ArrayLike, /) -> Any:
    """Sum of products over the last axes of both arrays.

    Parameters
    ----------
    a : array_like
        The first operand.
    b : array_like
        The second operand.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: Dimensions of both but those that are summed over: the last, and of ``dot`` the last but
      one of the second operand.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions of the larger operand keep their shards; those that are summed over
      disappear, and what has no others is whole on each device.

    References
    ----------
    NumPy: numpy.inner.
    """

def insert(
    arr: ArrayLike, obj: slice | ArrayLike, values: ArrayLike, axis: SupportsIndex | None = None
) -> ndarray:
    """Insert values before some places along an axis; of the flattened array by default.

    Parameters
    ----------
    arr : array_like
        The array.
    obj : slice, int or array_like of int or bool
        Before which slices.
    values : array_like
        The values.
    axis : int, optional
        The axis along which it works; for None the array is flattened first.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array, longer or shorter along `axis`; without `axis` a vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: All operands line up dimension by dimension; where they disagree the largest stays where
      it is.

    References
    ----------
    NumPy: numpy.insert.
    """

@overload
def interp(
    x: _Number,
    xp: _Numbers,
    fp: _Numbers,
    left: _Numbers | None = None,
    right: _Numbers | None = None,
    period: _Numbers | None = None,
) -> Any:
    """Values on the straight lines between points; lies as `x` does.

    Parameters
    ----------
    x : array_like
        Where the function is evaluated.
    xp : array_like, one-dimensional
        The places of the samples, ascending without `period`.
    fp : array_like, one-dimensional
        The samples.
    left : number, optional
        Its value left of the samples; by default the first.
    right : number, optional
        Its value right of the samples; by default the last.
    period : number, optional
        Of what comes round.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: That of `x`, or *a*.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of what is looked for, or evaluated.

    References
    ----------
    NumPy: numpy.interp.
    """

@overload
def interp(
    x: ArrayLike,
    xp: _Numbers,
    fp: _Numbers,
    left: _Numbers | None = None,
    right: _Numbers | None = None,
    period: _Numbers | None = None,
) -> ndarray: ...
@overload
def intersect1d(
    ar1: ArrayLike,
    ar2: ArrayLike,
    assume_unique: _bool = False,
    return_indices: Literal[False] = False,
) -> ndarray:
    """Distinct elements of both arrays, and where they are.

    Parameters
    ----------
    ar1 : array_like
        The first set, of any shape.
    ar2 : array_like
        The second set, of any shape.
    assume_unique : bool
        Whether the elements of each are different, which saves work.
    return_indices : bool
        Whether to return where each element is first in both.

    Returns
    -------
    array or tuple
        An array; with `return_indices` also where its elements are in both.

    Notes
    -----
    - shapes: A vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Vectors lie over the mesh of the array; inverse indices as the array does.

    References
    ----------
    NumPy: numpy.intersect1d.
    """

@overload
def intersect1d(
    ar1: ArrayLike, ar2: ArrayLike, assume_unique: _bool = False, return_indices: _bool = False
) -> tuple[ndarray, ndarray, ndarray]: ...

invert: _Unary
"""Each bit inverted.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Integer or boolean; others if NumPy takes them, or else a ``TypeError``.
"""

@overload
def isclose(
    a: _Number, b: _Number, rtol: _Numbers = 1e-05, atol: _Numbers = 1e-08, equal_nan: _bool = False
) -> Any:
    """Whether elements are equal within ``atol + rtol * abs(b)``.

    Parameters
    ----------
    a : array_like
        The first operand.
    b : array_like
        The second operand.
    rtol : number
        Relative tolerance.
    atol : number
        Absolute tolerance.
    equal_nan : bool
        Whether NaNs are equal.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: What the operands broadcast to.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.isclose.
    """

@overload
def isclose(
    a: ArrayLike,
    b: ArrayLike,
    rtol: _Numbers = 1e-05,
    atol: _Numbers = 1e-08,
    equal_nan: _bool = False,
) -> ndarray: ...
def iscomplex(x: ArrayLike) -> ndarray:
    """Whether elements have an imaginary part.

    Parameters
    ----------
    x : array_like
        The array.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.iscomplex.
    """

def iscomplexobj(x: Any) -> _bool:
    """Whether the dtype is complex.

    Parameters
    ----------
    x : array_like
        The array.

    Returns
    -------
    bool
        A ``bool``.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - communication: None: no element is looked at.

    References
    ----------
    NumPy: numpy.iscomplexobj.
    """

isfinite: _Unary
"""Whether neither infinite nor NaN.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: All boolean and numeric ones.
"""

def isfortran(a: ArrayLike) -> _bool:
    """Whether NumPy would lay the array out in column-major order.

    Parameters
    ----------
    a : array_like
        The array.

    Returns
    -------
    bool
        A ``bool``.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - communication: None: no element is looked at.

    References
    ----------
    NumPy: numpy.isfortran.
    """

def isin(
    element: ArrayLike,
    test_elements: ArrayLike,
    assume_unique: _bool = False,
    invert: _bool = False,
    *,
    kind: Literal["sort", "table"] | None = None,
) -> ndarray:
    """Whether each element occurs in the other array; lies as `element` does.

    Parameters
    ----------
    element : array_like
        What is looked for.
    test_elements : array_like
        Where it is looked for, of any shape.
    assume_unique : bool
        Whether the elements of each are different, which saves work.
    invert : bool
        Whether to return where it is not.
    kind : str, optional
        Accepted as NumPy's, which names an algorithm.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: That of `element`, or *x1*.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the first operand.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.isin.
    """

isinf: _Unary
"""Whether infinite.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: All boolean and numeric ones.
"""

isnan: _Unary
"""Whether NaN.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: All boolean and numeric ones.
"""

def isneginf(x: ArrayLike, out: _Out | None = None) -> ndarray:
    """Whether elements are negative infinity.

    Parameters
    ----------
    x : array_like
        The array.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.isneginf.
    """

def isposinf(x: ArrayLike, out: _Out | None = None) -> ndarray:
    """Whether elements are positive infinity.

    Parameters
    ----------
    x : array_like
        The array.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.isposinf.
    """

def isreal(x: ArrayLike) -> ndarray:
    """Whether elements have no imaginary part.

    Parameters
    ----------
    x : array_like
        The array.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.isreal.
    """

def isrealobj(x: Any) -> _bool:
    """Whether the dtype is not complex.

    Parameters
    ----------
    x : array_like
        The array.

    Returns
    -------
    bool
        A ``bool``.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - communication: None: no element is looked at.

    References
    ----------
    NumPy: numpy.isrealobj.
    """

def isscalar(element: ArrayLike) -> _bool:
    """Whether it is a number: of Python, of NumPy, or one that a function gave.

    Parameters
    ----------
    element : object
        Anything.

    Returns
    -------
    bool
        A ``bool``.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - communication: None: no element is looked at.

    References
    ----------
    NumPy: numpy.isscalar.
    """

def ix_(*args: Any) -> tuple[ndarray, ...]:
    """Index arrays that together name every combination of the given vectors' elements.

    Parameters
    ----------
    *args : array_like of int or bool, one-dimensional
        An index for each dimension.

    Returns
    -------
    tuple of array
        A tuple of arrays.

    Notes
    -----
    - shapes: As many dimensions as there are vectors; the k-th of the arrays is long along the k-th
      alone.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Those of the arguments.

    References
    ----------
    NumPy: numpy.ix_.
    """

def kaiser(M: Any, beta: Any) -> ndarray:
    """Kaiser window of M points.

    Parameters
    ----------
    M : int
        How many points.
    beta : number
        The shape of the window.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector of `M` elements.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.kaiser.
    """

def kron(a: ArrayLike, b: ArrayLike) -> ndarray:
    """Every element of one array times all of the other, as blocks.

    Parameters
    ----------
    a : array_like
        The first operand.
    b : array_like
        The second operand.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: The product of the lengths, dimension by dimension.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions of the larger operand keep their shards; those that are summed over
      disappear, and what has no others is whole on each device.

    References
    ----------
    NumPy: numpy.kron.
    """

lcm: _Binary
"""Least common multiple.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Integer; others if NumPy takes them, or else a ``TypeError``.
"""

ldexp: _Binary
"""x1 * 2**x2.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Real; others if NumPy takes them, or else a ``TypeError``.
"""

left_shift: _Binary
"""Bits shifted left.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Integer; others if NumPy takes them, or else a ``TypeError``.
"""

less: _Binary
"""Whether x1 < x2.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

less_equal: _Binary
"""Whether x1 <= x2.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

def lexsort(keys: Sequence[ArrayLike] | _Out, axis: SupportsIndex | None = -1) -> ndarray:
    """Indices that sort by several keys, the last of which counts first.

    Parameters
    ----------
    keys : sequence of array_like
        What is sorted by, the last one first.
    axis : int
        The axis along which it works.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of one key.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.lexsort.
    """

@overload
def linspace(
    start: _Numbers,
    stop: _Numbers,
    num: SupportsIndex = 50,
    endpoint: _bool = True,
    retstep: Literal[False] = False,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex | None = 0,
    *,
    device: _Device | None = None,
) -> ndarray:
    """Make num evenly spaced values from start to stop, which may be arrays.

    Parameters
    ----------
    start : number or array_like
        The first value.
    stop : number or array_like
        The last value, unless `endpoint` is false.
    num : int
        How many values.
    endpoint : bool
        Whether `stop` is the last value.
    retstep : bool
        Whether to return the step, too.
    dtype : dtype, optional
        Of the elements.
    axis : int
        Where the new axis stands in the result.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.

    Returns
    -------
    array or tuple
        An array; with `retstep` also the step.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: `num` for numbers; for arrays what `start` and `stop` broadcast to, with a new dimension
      of `num` at `axis`.
    - dtypes: All boolean and numeric ones.
    - sharding: As `device` says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.linspace.
    """

@overload
def linspace(
    start: _Numbers,
    stop: _Numbers,
    num: SupportsIndex = 50,
    endpoint: _bool = True,
    retstep: _bool = False,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex | None = 0,
    *,
    device: _Device | None = None,
) -> tuple[ndarray, ndarray]: ...
def load(
    file: Any,
    mmap_mode: Any = None,
    allow_pickle: _bool = False,
    fix_imports: _bool = True,
    encoding: str = "ASCII",
    *,
    max_header_size: int = 10000,
) -> Any:
    """Read a ``.npy``, ``.npz`` or pickle; a large ``.npy`` straight into its shards.

    With `mmap_mode` it is NumPy's `numpy.memmap`, of which `asarray` makes shards. Arrays of
    strings and objects are NumPy's.

    Parameters
    ----------
    file : str, path or file
        The file.
    mmap_mode : {None, 'r', 'r+', 'w+', 'c'}
        How the file is mapped into memory, if it is.
    allow_pickle : bool
        Whether arrays of objects are allowed.
    fix_imports : bool
        Whether to read pickles of Python 2.
    encoding : str, optional
        Of the text.
    max_header_size : int
        So many characters of a header are trusted at most.

    Returns
    -------
    array or NpzFile
        An array; of an ``.npz`` file what has its arrays by name.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    EOFError
        If the file is empty.
    ValueError
        If it is truncated or damaged, or a pickle that may not be loaded.

    Notes
    -----
    - shapes: That which the file names.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays.
    - communication: None between devices: elements go from the host to each.

    References
    ----------
    NumPy: numpy.load.
    """

def loadtxt(
    fname: Any,
    dtype: DTypeLike = float,
    comments: str = "#",
    delimiter: Any = None,
    converters: Any = None,
    skiprows: SupportsIndex = 0,
    usecols: Any = None,
    unpack: _bool = False,
    ndmin: SupportsIndex = 0,
    encoding: Any = None,
    max_rows: Any = None,
    *,
    quotechar: Any = None,
    like: Any = None,
) -> ndarray:
    """Read text, which NumPy parses on the host; numbers become a sharded array.

    Parameters
    ----------
    fname : str, path, file or lines
        The text.
    dtype : dtype
        Of the elements.
    comments : str, or sequence of str
        What comments begin with.
    delimiter : str, int or sequence
        What divides columns; by default blanks.
    converters : dict or callable, optional
        What makes numbers of the text of a column.
    skiprows : int
        Lines that are left out at the beginning.
    usecols : int or sequence, optional
        Which columns; by default all.
    unpack : bool
        Whether to return the transpose, a row for each column.
    ndmin : int
        The result has so many dimensions at least.
    encoding : str, optional
        Of the text.
    max_rows : int, optional
        So many rows at most.
    quotechar : str, optional
        What quotes text that holds delimiters.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array or number
        An array, which is a view where NumPy's is one; in ``sharray.numpy`` a number, if it has no
        dimensions.

    Notes
    -----
    - shapes: A row for each line and a column for each value; dimensions of length 1 are dropped, down
      to `ndmin`.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays.
    - communication: None between devices: elements go from the host to each.

    References
    ----------
    NumPy: numpy.loadtxt.
    """

log: _Unary
"""Natural logarithm.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

log10: _Unary
"""Logarithm to base 10.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

log1p: _Unary
"""log(1 + x), also for small x.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

log2: _Unary
"""Logarithm to base 2.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

logaddexp: _Binary
"""log(exp(x1) + exp(x2)).

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

logaddexp2: _Binary
"""log2(2**x1 + 2**x2).

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

logical_and: _Binary
"""Logical AND.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

logical_not: _Unary
"""Logical NOT.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: All boolean and numeric ones.
"""

logical_or: _Binary
"""Logical OR.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

logical_xor: _Binary
"""Logical XOR.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

def logspace(
    start: _Numbers,
    stop: _Numbers,
    num: SupportsIndex = 50,
    endpoint: _bool = True,
    base: ArrayLike = 10.0,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex | None = 0,
) -> ndarray:
    """Make num values evenly spaced on a logarithmic scale, from base**start to base**stop.

    Parameters
    ----------
    start : array_like
        The power of `base` at the beginning.
    stop : array_like
        The power of `base` at the end, unless `endpoint` is false.
    num : int
        How many values.
    endpoint : bool
        Whether `stop` is the last value.
    base : array_like
        Whose powers they are.
    dtype : dtype, optional
        Of the elements.
    axis : int
        Where the new axis stands in the result.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: `num` for numbers; for arrays what `start` and `stop` broadcast to, with a new dimension
      of `num` at `axis`.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.logspace.
    """

def mask_indices(
    n: SupportsIndex, mask_func: Callable[..., Any], k: SupportsIndex = 0
) -> tuple[ndarray, ...]:
    """Indices where a function of a matrix of ones, such as triu, leaves something.

    Parameters
    ----------
    n : int
        Rows.
    mask_func : callable
        Called with an array and `k`, as `triu` is.
    k : int
        What `mask_func` is called with.

    Returns
    -------
    tuple of array
        A tuple of arrays.

    Notes
    -----
    - shapes: A vector for each dimension.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local* to make them, but for the count of those that hold.

    References
    ----------
    NumPy: numpy.mask_indices.
    """

matmul: _Generalized
"""Product of matrices, or stacks of them.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
axes : list of tuple of int, optional
    Where vectors or matrices lie in each array.
axis : int, optional
    Where vectors lie, if it is the same in all.
keepdims : bool
    Whether the axes that are summed over stay, with length 1.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: ``(n?,k),(k,m?)->(n?,m?)``; dimensions before these broadcast.
- dtypes: All boolean and numeric ones.
- sharding: Dimensions of the larger operand keep their shards; those that are summed over
  disappear, and what has no others is whole on each device.
- communication: *gather*: a whole operand goes to every device. Where the rows of both are sharded,
  every device multiplies by the whole of the second.
"""

def matrix_transpose(x: ArrayLike, /) -> ndarray:
    """View with the last two dimensions exchanged.

    Parameters
    ----------
    x : array_like, of shape (..., m, n)
        Matrices in the last two dimensions.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: The dimensions in another order.
    - dtypes: All boolean and numeric ones.
    - sharding: Each dimension keeps its shards, wherever it goes.
    - communication: *local*: a view of the same elements.

    References
    ----------
    NumPy: numpy.matrix_transpose.
    """

matvec: _Generalized
"""Product of matrices and vectors, or stacks of them.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
axes : list of tuple of int, optional
    Where vectors or matrices lie in each array.
axis : int, optional
    Where vectors lie, if it is the same in all.
keepdims : bool
    Whether the axes that are summed over stay, with length 1.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: ``(m,n),(n)->(m)``; dimensions before these broadcast.
- dtypes: NumPy's, for the arguments and the result.
- sharding: Dimensions of the larger operand keep their shards; those that are summed over
  disappear, and what has no others is whole on each device.
"""

@overload
def max(
    a: ArrayLike,
    axis: None = None,
    out: None = None,
    keepdims: Literal[False] = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> Any:
    """Largest element over axes (all by default); NaN if one is.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    initial : number, optional
        What the reduction begins with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
      length 1.
    - dtypes: All boolean and numeric ones.
    - sharding: Axes disappear, or stay with length 1; the others keep their place.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.max.
    """

@overload
def max(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> ndarray: ...

maximum: _Binary
"""Larger of two; NaN if one is.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

def may_share_memory(a: ArrayLike, b: ArrayLike, /, max_work: SupportsIndex = 0) -> ndarray:
    """Whether the memory of two views may overlap, by their bounds alone unless `max_work` is set.

    Parameters
    ----------
    a, b : array
        The arrays.
    max_work : int
        Effort to spend on the question, as in NumPy.

    Returns
    -------
    array or number
        An array, which is a view where NumPy's is one; in ``sharray.numpy`` a number, if it has no
        dimensions.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - communication: None: no element is looked at.

    References
    ----------
    NumPy: numpy.may_share_memory.
    """

@overload
def mean(
    a: ArrayLike,
    axis: None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: Literal[False] = ...,
    *,
    where: ArrayLike = ...,
) -> Any:
    """Arithmetic mean over axes (all by default).

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
      length 1.
    - dtypes: All boolean and numeric ones.
    - sharding: Axes disappear, or stay with length 1; the others keep their place.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.mean.
    """

@overload
def mean(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
    *,
    where: ArrayLike = ...,
) -> ndarray: ...
@overload
def median(
    a: ArrayLike,
    axis: None = None,
    out: None = None,
    overwrite_input: _bool = False,
    keepdims: Literal[False] = False,
) -> Any:
    """Median over axes (all by default); counted on each device, not sorted.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    overwrite_input : bool
        Accepted as NumPy's; the argument is not changed.
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
      length 1.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions that are not reduced keep their shards; a result that has none is whole on
      each device, or with several *q* lies as new arrays do.

    References
    ----------
    NumPy: numpy.median.
    """

@overload
def median(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    overwrite_input: _bool = False,
    keepdims: _bool = False,
) -> ndarray: ...
def meshgrid(
    *xi: ArrayLike, copy: _bool = True, sparse: _bool = False, indexing: str = "xy"
) -> tuple[ndarray, ...]:
    """Coordinate matrices of coordinate vectors.

    Parameters
    ----------
    *xi : array_like, one-dimensional
        The coordinates of a grid.
    copy : bool
        Whether to copy also where it is not needed.
    sparse : bool
        Whether each array has length 1 where it does not change.
    indexing : {'xy', 'ij'}
        Whether the first array changes along columns or rows.

    Returns
    -------
    tuple of array
        A tuple of arrays.

    Notes
    -----
    - shapes: All have the lengths of the vectors, in their order; with `indexing` "xy" the first two
      change places, with `sparse` they broadcast to it.
    - dtypes: All boolean and numeric ones.
    - sharding: Dimensions of the operands keep their shards; new ones are not sharded.
    - communication: *local*: a view of the same elements.

    References
    ----------
    NumPy: numpy.meshgrid.
    """

class _mgrid(_Brackets):
    def __getitem__(self, key: Any, /) -> ndarray: ...

mgrid: _mgrid
"""An object that makes arrays of what stands in its brackets, in a flavour.

As NumPy's own code does. What is not numeric it leaves to NumPy.
"""

@overload
def min(
    a: ArrayLike,
    axis: None = None,
    out: None = None,
    keepdims: Literal[False] = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> Any:
    """Smallest element over axes (all by default); NaN if one is.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    initial : number, optional
        What the reduction begins with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
      length 1.
    - dtypes: All boolean and numeric ones.
    - sharding: Axes disappear, or stay with length 1; the others keep their place.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.min.
    """

@overload
def min(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> ndarray: ...
def min_scalar_type(a: ArrayLike, /) -> _np.dtype[Any]:
    """Smallest dtype that holds a scalar; of an array, its dtype.

    Parameters
    ----------
    a : array_like
        What the result is like.

    Returns
    -------
    numpy.dtype
        A dtype of NumPy.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - communication: None: no element is looked at.

    References
    ----------
    NumPy: numpy.min_scalar_type.
    """

minimum: _Binary
"""Smaller of two; NaN if one is.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

mod: _Binary
"""Remainder with the sign of x2.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Real; others if NumPy takes them, or else a ``TypeError``.
"""

modf: _UnaryOfTwo
"""Fractional and whole parts, as two arrays, both with the sign of x.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
tuple of array
    The parts after the point, and the whole ones. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: NumPy's, for the arguments and the result.
"""

def moveaxis(
    a: ArrayLike,
    source: SupportsIndex | Sequence[SupportsIndex],
    destination: SupportsIndex | Sequence[SupportsIndex],
) -> ndarray:
    """View with some dimensions moved to other places; the others stay in order.

    Parameters
    ----------
    a : array_like
        The array.
    source : int or sequence of int
        The axes that move.
    destination : int or sequence of int
        Where they stand in the result.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: The dimensions in another order.
    - dtypes: All boolean and numeric ones.
    - sharding: Each dimension keeps its shards, wherever it goes.
    - communication: *local*: a view of the same elements.

    References
    ----------
    NumPy: numpy.moveaxis.
    """

multiply: _Binary
"""Product.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

@overload
def nan_to_num(
    x: _Number,
    copy: _bool = True,
    nan: _Numbers = 0.0,
    posinf: _Numbers | None = None,
    neginf: _Numbers | None = None,
) -> Any:
    """Replace NaNs and infinities by numbers, by default 0 and the largest finite ones.

    Parameters
    ----------
    x : array_like
        The array.
    copy : bool
        Whether to copy also where it is not needed.
    nan : number
        Stands for NaN.
    posinf : number, optional
        Stands for infinity; by default the largest number.
    neginf : number, optional
        Stands for minus infinity; by default the least number.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.nan_to_num.
    """

@overload
def nan_to_num(
    x: ArrayLike,
    copy: _bool = True,
    nan: _Numbers = 0.0,
    posinf: _Numbers | None = None,
    neginf: _Numbers | None = None,
) -> ndarray: ...
@overload
def nanargmax(
    a: ArrayLike, axis: None = None, out: None = None, *, keepdims: Literal[False] = ...
) -> _np.intp:
    """Index of the first largest element that is not NaN; waits to know that there is one.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, optional
        The axis along which it works; by default along the flattened array.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.nanargmax.
    """

@overload
def nanargmax(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    out: _Out | None = None,
    *,
    keepdims: _bool = ...,
) -> ndarray: ...
@overload
def nanargmin(
    a: ArrayLike, axis: None = None, out: None = None, *, keepdims: Literal[False] = ...
) -> _np.intp:
    """Index of the first smallest element that is not NaN; waits to know that there is one.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, optional
        The axis along which it works; by default along the flattened array.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.nanargmin.
    """

@overload
def nanargmin(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    out: _Out | None = None,
    *,
    keepdims: _bool = ...,
) -> ndarray: ...
def nancumprod(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Running product along an axis, NaNs counting as one; of the flattened array by default.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, optional
        The axis along which it works; by default along the flattened array.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array, one longer along `axis` with *include_initial*; without `axis` a
      vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.nancumprod.
    """

def nancumsum(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Running sum along an axis, NaNs counting as zero; of the flattened array by default.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, optional
        The axis along which it works; by default along the flattened array.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array, one longer along `axis` with *include_initial*; without `axis` a
      vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.nancumsum.
    """

@overload
def nanmax(
    a: ArrayLike,
    axis: None = None,
    out: None = None,
    keepdims: Literal[False] = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> Any:
    """Largest element over axes (all by default) that is not NaN; NaN if all are.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    initial : number, optional
        What the reduction begins with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.nanmax.
    """

@overload
def nanmax(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> ndarray: ...
@overload
def nanmean(
    a: ArrayLike,
    axis: None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: Literal[False] = ...,
    *,
    where: ArrayLike = ...,
) -> Any:
    """Arithmetic mean over axes (all by default) of what is not NaN; NaN of nothing.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.nanmean.
    """

@overload
def nanmean(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
    *,
    where: ArrayLike = ...,
) -> ndarray: ...
@overload
def nanmedian(
    a: ArrayLike,
    axis: None = None,
    out: None = None,
    overwrite_input: _bool = False,
    keepdims: Literal[False] = ...,
) -> Any:
    """Median over axes (all by default) of what is not NaN.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    overwrite_input : bool
        Accepted as NumPy's; the argument is not changed.
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
      length 1.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions that are not reduced keep their shards; a result that has none is whole on
      each device, or with several *q* lies as new arrays do.

    References
    ----------
    NumPy: numpy.nanmedian.
    """

@overload
def nanmedian(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    overwrite_input: _bool = False,
    keepdims: _bool = ...,
) -> ndarray: ...
@overload
def nanmin(
    a: ArrayLike,
    axis: None = None,
    out: None = None,
    keepdims: Literal[False] = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> Any:
    """Smallest element over axes (all by default) that is not NaN; NaN if all are.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    initial : number, optional
        What the reduction begins with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.nanmin.
    """

@overload
def nanmin(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> ndarray: ...
@overload
def nanpercentile(
    a: ArrayLike,
    q: _Numbers,
    axis: None = None,
    out: None = None,
    overwrite_input: _bool = False,
    method: str = "linear",
    keepdims: Literal[False] = ...,
    *,
    weights: _Numbers | None = None,
) -> Any:
    """Percentiles over axes (all by default) of what is not NaN.

    Parameters
    ----------
    a : array_like
        The array.
    q : array_like
        Which percentiles, from 0 to 100.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    overwrite_input : bool
        Accepted as NumPy's; the argument is not changed.
    method : str
        How to interpolate, by NumPy's names: 'linear', 'lower', 'nearest', ...
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    weights : array_like, optional
        How much each element counts.

    Returns
    -------
    array
        An array. `out`, if it is given.

    Raises
    ------
    ValueError
        If `q` is outside [0, 100], the method is unknown, or it takes no `weights`.
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of `q`, then that of the array without the axes that are reduced over; with
      `keepdims` they stay, with length 1.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions that are not reduced keep their shards; a result that has none is whole on
      each device, or with several `q` lies as new arrays do.

    References
    ----------
    NumPy: numpy.nanpercentile.
    """

@overload
def nanpercentile(
    a: ArrayLike,
    q: _Numbers,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    overwrite_input: _bool = False,
    method: str = "linear",
    keepdims: _bool = ...,
    *,
    weights: _Numbers | None = None,
) -> ndarray: ...
@overload
def nanprod(
    a: ArrayLike,
    axis: None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: Literal[False] = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> Any:
    """Product over axes (all by default), NaNs counting as one.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    initial : number, optional
        What the reduction begins with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.nanprod.
    """

@overload
def nanprod(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> ndarray: ...
@overload
def nanquantile(
    a: ArrayLike,
    q: _Numbers,
    axis: None = None,
    out: None = None,
    overwrite_input: _bool = False,
    method: str = "linear",
    keepdims: Literal[False] = ...,
    *,
    weights: _Numbers | None = None,
) -> Any:
    """Quantiles over axes (all by default) of what is not NaN.

    Parameters
    ----------
    a : array_like
        The array.
    q : array_like
        Which quantiles, from 0 to 1.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    overwrite_input : bool
        Accepted as NumPy's; the argument is not changed.
    method : str
        How to interpolate, by NumPy's names: 'linear', 'lower', 'nearest', ...
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    weights : array_like, optional
        How much each element counts.

    Returns
    -------
    array
        An array. `out`, if it is given.

    Raises
    ------
    ValueError
        If `q` is outside [0, 1], the method is unknown, or it takes no `weights`.
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of `q`, then that of the array without the axes that are reduced over; with
      `keepdims` they stay, with length 1.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions that are not reduced keep their shards; a result that has none is whole on
      each device, or with several `q` lies as new arrays do.

    References
    ----------
    NumPy: numpy.nanquantile.
    """

@overload
def nanquantile(
    a: ArrayLike,
    q: _Numbers,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    overwrite_input: _bool = False,
    method: str = "linear",
    keepdims: _bool = ...,
    *,
    weights: _Numbers | None = None,
) -> ndarray: ...
@overload
def nanstd(
    a: ArrayLike,
    axis: None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: Literal[False] = ...,
    *,
    where: ArrayLike = ...,
    mean: _Numbers = ...,
    correction: float = ...,
) -> Any:
    """Standard deviation over axes (all by default) of what is not NaN.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    ddof : number
        What is subtracted from the number of elements; `correction` in the standard.
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    where : array_like of bool, optional
        Which elements count.
    mean : array_like, optional
        The mean, if it is known, with `keepdims`.
    correction : number
        What is subtracted from the number of elements; `ddof` in NumPy.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.nanstd.
    """

@overload
def nanstd(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    ddof: float = 0,
    keepdims: _bool = ...,
    *,
    where: ArrayLike = ...,
    mean: _Numbers = ...,
    correction: float = ...,
) -> ndarray: ...
@overload
def nansum(
    a: ArrayLike,
    axis: None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: Literal[False] = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> Any:
    """Sum over axes (all by default), NaNs counting as zero.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    initial : number, optional
        What the reduction begins with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.nansum.
    """

@overload
def nansum(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> ndarray: ...
@overload
def nanvar(
    a: ArrayLike,
    axis: None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: Literal[False] = ...,
    *,
    where: ArrayLike = ...,
    mean: _Numbers = ...,
    correction: float = ...,
) -> Any:
    """Variance over axes (all by default) of what is not NaN, divided by the count less `ddof`.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    ddof : number
        What is subtracted from the number of elements; `correction` in the standard.
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    where : array_like of bool, optional
        Which elements count.
    mean : array_like, optional
        The mean, if it is known, with `keepdims`.
    correction : number
        What is subtracted from the number of elements; `ddof` in NumPy.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.nanvar.
    """

@overload
def nanvar(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    ddof: float = 0,
    keepdims: _bool = ...,
    *,
    where: ArrayLike = ...,
    mean: _Numbers = ...,
    correction: float = ...,
) -> ndarray: ...
def ndim(a: ArrayLike) -> int:
    """Number of dimensions of an array-like.

    Parameters
    ----------
    a : array_like
        The array.

    Returns
    -------
    int
        An ``int``.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - communication: None: no element is looked at.

    References
    ----------
    NumPy: numpy.ndim.
    """

negative: _Unary
"""Sign changed.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
"""

def nested_iters(
    op: Any,
    axes: SupportsIndex | Sequence[SupportsIndex],
    flags: Any = None,
    op_flags: Any = None,
    op_dtypes: Any = None,
    order: Literal["C", "F", "A", "K"] = "K",
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "safe",
    buffersize: SupportsIndex = 0,
) -> tuple[_np.nditer, ...]:
    """NumPy's `nested_iters`: its documentation holds here, too."""

nextafter: _Binary
"""Next number after x1 towards x2.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

def nonzero(a: ArrayLike) -> tuple[ndarray, ...]:
    """Indices (int64) of the elements that are not zero: one vector per dimension, row-major.

    The elements are counted first, which waits for the array; a program of that size follows.

    Parameters
    ----------
    a : array_like
        The array.

    Returns
    -------
    tuple of array
        A tuple of arrays.

    Notes
    -----
    - shapes: A vector for each dimension, as long as there are elements that are not zero.
    - dtypes: All boolean and numeric ones.
    - sharding: Vectors lie over the mesh of the array; inverse indices as the array does.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.nonzero.
    """

not_equal: _Binary
"""Whether x1 != x2.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: All boolean and numeric ones.
"""

class _ogrid(_Brackets):
    def __getitem__(self, key: Any, /) -> Any: ...

ogrid: _ogrid
"""An object that makes arrays of what stands in its brackets, in a flavour.

As NumPy's own code does. What is not numeric it leaves to NumPy.
"""

def ones(
    shape: SupportsIndex | Sequence[SupportsIndex],
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "C",
    *,
    device: _Device | None = None,
    like: Any = None,
) -> ndarray:
    """Make an array of ones.

    Parameters
    ----------
    shape : int or tuple of int
        Lengths of the dimensions.
    dtype : dtype, optional
        Of the elements; by default float64.
    order : {'C', 'F', 'A', 'K'}
        Row-major, column-major, or as the argument lies in memory.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: `shape`.
    - dtypes: All boolean and numeric ones.
    - sharding: As `device` says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.ones.
    """

def ones_like(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    subok: _bool = True,
    shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    device: _Device | None = None,
) -> ndarray:
    """Make an array of ones that lies as another one.

    Parameters
    ----------
    a : array_like
        What the result is like.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    order : {'C', 'F', 'A', 'K'}
        Row-major, column-major, or as the argument lies in memory.
    subok : bool
        Accepted as NumPy's; subclasses of NumPy's arrays stay NumPy's.
    shape : int or tuple of int, optional
        Of the result; by default that of the argument.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: That of the argument, or `shape`.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the argument, or as `device` says; of another `shape` that of new arrays.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.ones_like.
    """

def outer(a: ArrayLike, b: ArrayLike, out: _Out | None = None) -> ndarray:
    """Product of every pair of elements of two flattened arrays.

    Parameters
    ----------
    a : array_like
        The first operand.
    b : array_like
        The second operand.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Notes
    -----
    - shapes: A row for each element of the first operand, a column for each of the second.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions of the larger operand keep their shards; those that are summed over
      disappear, and what has no others is whole on each device.

    References
    ----------
    NumPy: numpy.outer.
    """

def packbits(a: ArrayLike, /, axis: SupportsIndex | None = None, bitorder: str = "big") -> ndarray:
    """Bytes of eight elements each, which count as bits.

    Parameters
    ----------
    a : array_like of bool or int
        Each element that is not zero is a bit that is set.
    axis : int, optional
        The axis along which it works; for None the array is flattened first.
    bitorder : {'big', 'little'}
        Whether the first is the highest bit of a byte.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: A byte for each eight elements along `axis`; without `axis` a vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Other dimensions keep their shards.

    References
    ----------
    NumPy: numpy.packbits.
    """

def pad(
    array: ArrayLike,
    pad_width: _Numbers | dict[int, Any],
    mode: str | Callable[..., Any] = "constant",
    **kwargs: Any,
) -> ndarray:
    """Extend an array at its edges; the result is placed as a joined array is.

    Widths, modes and options are NumPy's. A function as `mode` runs in NumPy.

    Parameters
    ----------
    array : array_like
        The array.
    pad_width : int, or pairs of int
        How many elements before and behind each axis.
    mode : str or function
        What it is filled with, by NumPy's names: 'constant', 'edge', ...
    **kwargs : object
        What the mode needs: `constant_values`, `end_values`, `stat_length`, `reflect_type`.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: Each dimension is longer by what is put before and after it.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.
    - communication: *exchange* where a padded dimension is sharded, as shards begin elsewhere; else
      nothing.

    References
    ----------
    NumPy: numpy.pad.
    """

def partition(
    a: ArrayLike,
    kth: SupportsIndex | Sequence[SupportsIndex],
    axis: SupportsIndex | None = -1,
    kind: str = "introselect",
    order: str | Sequence[str] | None = None,
) -> ndarray:
    """Sort along an axis, which is a partition at every index.

    Parameters
    ----------
    a : array_like
        The array.
    kth : int or sequence of int
        Which elements are in their place when it is sorted.
    axis : int or None
        The axis along which it works; None for the flattened array.
    kind : str, optional
        Accepted as NumPy's, which names an algorithm; on devices there is one.
    order : None
        Of structured arrays, which are NumPy's own.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array; without `axis` a vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.partition.
    """

@overload
def percentile(
    a: ArrayLike,
    q: _Numbers,
    axis: None = None,
    out: None = None,
    overwrite_input: _bool = False,
    method: str = "linear",
    keepdims: Literal[False] = False,
    *,
    weights: _Numbers | None = None,
) -> Any:
    """Percentiles over axes (all by default); counted on each device, not sorted.

    Parameters
    ----------
    a : array_like
        The array.
    q : array_like
        Which percentiles, from 0 to 100.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    overwrite_input : bool
        Accepted as NumPy's; the argument is not changed.
    method : str
        How to interpolate, by NumPy's names: 'linear', 'lower', 'nearest', ...
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    weights : array_like, optional
        How much each element counts.

    Returns
    -------
    array
        An array. `out`, if it is given.

    Raises
    ------
    ValueError
        If `q` is outside [0, 100], the method is unknown, or it takes no `weights`.
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of `q`, then that of the array without the axes that are reduced over; with
      `keepdims` they stay, with length 1.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions that are not reduced keep their shards; a result that has none is whole on
      each device, or with several `q` lies as new arrays do.

    References
    ----------
    NumPy: numpy.percentile.
    """

@overload
def percentile(
    a: ArrayLike,
    q: _Numbers,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    overwrite_input: _bool = False,
    method: str = "linear",
    keepdims: _bool = False,
    *,
    weights: _Numbers | None = None,
) -> ndarray: ...
def permute_dims(
    a: ArrayLike, axes: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """View with the dimensions in another order, reversed by default.

    Parameters
    ----------
    a : array_like
        The array.
    axes : sequence of int, optional
        The axes in their new order; by default reversed.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: The dimensions in another order.
    - dtypes: All boolean and numeric ones.
    - sharding: Each dimension keeps its shards, wherever it goes.
    - communication: *local*: a view of the same elements.

    References
    ----------
    NumPy: numpy.transpose.
    """

def piecewise(
    x: ArrayLike, condlist: Sequence[ArrayLike] | _Out, funclist: Any, *args: Any, **kw: Any
) -> ndarray:
    """For each element, by the function of the last condition that holds.

    Parameters
    ----------
    x : array_like
        Where the function is evaluated.
    condlist : sequence of array_like of bool
        Where each of the functions counts.
    funclist : sequence of callable or number
        One for each condition, and perhaps one for where none holds.
    *args : object
        Other arguments of the function.
    **kw : object
        Other arguments of the functions.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: What the operands broadcast to.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions line up at the right, as in an elementwise operation.

    References
    ----------
    NumPy: numpy.piecewise.
    """

def place(arr: _Out, mask: ArrayLike, vals: ArrayLike) -> None:
    """Write the first values, repeated as needed, to where a mask holds.

    Parameters
    ----------
    arr : array
        The array that is written to.
    mask : array_like of bool
        Which elements are written to.
    vals : array_like
        The values, one after the other.

    Returns
    -------
    None
        Nothing; the first argument is written to.

    Notes
    -----
    - shapes: That of *a*, or `arr`, stays; values are repeated as often as needed.
    - dtypes: NumPy's, for the arguments and the result.
    - communication: What an index moves: nothing for a mask or slices; index arrays, and what is
      written, go to every device.

    References
    ----------
    NumPy: numpy.place.
    """

def poly(seq_of_zeros: Any) -> ndarray:
    """NumPy's `poly`: its documentation holds here, too."""

def polyadd(a1: ArrayLike, a2: ArrayLike) -> ndarray:
    """Sum of two polynomials.

    Parameters
    ----------
    a1 : array_like, one-dimensional
        Coefficients, the highest power first.
    a2 : array_like, one-dimensional
        Coefficients, the highest power first.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector, as long as the longer one.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the longer vector.

    References
    ----------
    NumPy: numpy.polyadd.
    """

def polyder(p: _Numbers, m: ArrayLike = 1) -> ndarray:
    """Derivative of a polynomial.

    Parameters
    ----------
    p : array_like, one-dimensional
        The coefficients of a polynomial, the highest power first.
    m : int
        How often.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: Vectors of coefficients, those of the highest powers first.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the longer vector.
    - communication: *local*, but for coefficients that are added at one end.

    References
    ----------
    NumPy: numpy.polyder.
    """

def polydiv(u: Any, v: ArrayLike) -> tuple[ndarray, ndarray]:
    """NumPy's `polydiv`: its documentation holds here, too."""

@overload
def polyfit(
    x: ArrayLike,
    y: ArrayLike,
    deg: SupportsIndex | Sequence[SupportsIndex],
    rcond: _Numbers | None = None,
    full: Literal[False] = False,
    w: _Numbers | None = None,
    cov: Literal[False] = False,
) -> ndarray:
    """Least-squares polynomial through points; each device reduces its points to a triangle.

    Parameters
    ----------
    x : array_like, of shape (n,)
        First coordinates of the points.
    y : array_like, of shape (n,) or (n, k)
        Second coordinates, of k sets of points.
    deg : int
        The degree.
    rcond : number or array_like, optional
        Singular values below this part of the largest one are zero.
    full : bool
        Whether to return residuals, rank, singular values and `rcond`, too.
    w : array_like, optional
        What the distance of each point is multiplied by.
    cov : bool or 'unscaled'
        Whether to return the covariance of the coefficients, too.

    Returns
    -------
    array or tuple
        The coefficients; with `full` or `cov` a tuple with more about the fit.

    Notes
    -----
    - shapes: ``deg + 1`` coefficients, for each set of points.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: The coefficients lie as new arrays do.

    References
    ----------
    NumPy: numpy.polyfit.
    """

@overload
def polyfit(
    x: ArrayLike,
    y: ArrayLike,
    deg: SupportsIndex | Sequence[SupportsIndex],
    rcond: _Numbers | None = None,
    full: _bool = False,
    w: _Numbers | None = None,
    cov: _bool | Literal["unscaled"] = False,
) -> tuple[ndarray, ...]: ...
def polyint(p: _Numbers, m: ArrayLike = 1, k: SupportsIndex | None = None) -> ndarray:
    """Integral of a polynomial, with integration constants `k`.

    Parameters
    ----------
    p : array_like, one-dimensional
        The coefficients of a polynomial, the highest power first.
    m : int
        How often.
    k : array_like, optional
        The constants of integration; by default zeros.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: Vectors of coefficients, those of the highest powers first.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the longer vector.

    References
    ----------
    NumPy: numpy.polyint.
    """

def polymul(a1: ArrayLike, a2: ArrayLike) -> ndarray:
    """Product of two polynomials, without leading zeros, which it waits to know.

    Parameters
    ----------
    a1 : array_like, one-dimensional
        Coefficients, the highest power first.
    a2 : array_like, one-dimensional
        Coefficients, the highest power first.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: Vectors of coefficients, those of the highest powers first.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the longer vector.

    References
    ----------
    NumPy: numpy.polymul.
    """

def polysub(a1: ArrayLike, a2: ArrayLike) -> ndarray:
    """Difference of two polynomials.

    Parameters
    ----------
    a1 : array_like, one-dimensional
        Coefficients, the highest power first.
    a2 : array_like, one-dimensional
        Coefficients, the highest power first.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector, as long as the longer one.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the longer vector.
    - communication: *local*, but for coefficients that are added at one end.

    References
    ----------
    NumPy: numpy.polysub.
    """

@overload
def polyval(p: _Numbers, x: _Number) -> Any:
    """Values of a polynomial at each element of `x`, where those lie.

    Parameters
    ----------
    p : array_like, one-dimensional
        The coefficients of a polynomial, the highest power first.
    x : array_like
        Where the function is evaluated.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: That of `x`, or *a*.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of what is looked for, or evaluated.

    References
    ----------
    NumPy: numpy.polyval.
    """

@overload
def polyval(p: _Numbers, x: ArrayLike) -> ndarray: ...

positive: _Unary
"""The same value.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
"""

pow: _Binary
"""x1 to the power x2; of integers, negative powers in device arrays are cut to 0, 1 or -1.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
"""

power: _Binary
"""x1 to the power x2; of integers, negative powers in device arrays are cut to 0, 1 or -1.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
"""

@overload
def prod(
    a: ArrayLike,
    axis: None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: Literal[False] = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> Any:
    """Product over axes (all by default); small integers are multiplied in 64 bits.

    Devices multiply parts and then their products, so one part may overflow before another one's
    zero is seen: the product of ``[0.0, 1e300, 1e300]``, zero in NumPy, may be NaN.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    initial : number, optional
        What the reduction begins with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
      length 1.
    - dtypes: All boolean and numeric ones.
    - sharding: Axes disappear, or stay with length 1; the others keep their place.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.prod.
    """

@overload
def prod(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> ndarray: ...
@overload
def ptp(a: ArrayLike, axis: None = None, out: None = None, keepdims: Literal[False] = ...) -> Any:
    """Largest less smallest element over axes (all by default).

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are summed over; with `keepdims` they stay.
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.ptp.
    """

@overload
def ptp(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
) -> ndarray: ...
def put(a: _Out, ind: Any, v: ArrayLike, mode: str = "raise") -> None:
    """Write values, repeated as needed, at indices into the flattened array.

    Parameters
    ----------
    a : array
        The array that is written to.
    ind : array_like of int
        Where, in the flattened array.
    v : array_like
        The values, repeated as often as needed.
    mode : {'raise', 'wrap', 'clip'}
        What becomes of an index that is out of range.

    Returns
    -------
    None
        Nothing; the first argument is written to.

    Notes
    -----
    - shapes: That of `a`, or *arr*, stays; values are repeated as often as needed.
    - dtypes: NumPy's, for the arguments and the result.
    - communication: What an index moves: nothing for a mask or slices; index arrays, and what is
      written, go to every device.

    References
    ----------
    NumPy: numpy.put.
    """

def put_along_axis(
    arr: _Out, indices: ArrayLike, values: ArrayLike, axis: SupportsIndex | None
) -> None:
    """Write, for each position of `indices`, to the element of the same line along an axis.

    Parameters
    ----------
    arr : array
        The array that is written to.
    indices : array_like of int
        Which elements; negative indices count from the end.
    values : array_like
        The values.
    axis : int
        The axis along which it works.

    Returns
    -------
    None
        Nothing; the first argument is written to.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of `indices`; it broadcasts against the array but for `axis`.
    - dtypes: NumPy's, for the arguments and the result.
    - communication: What an index moves: nothing for a mask or slices; index arrays, and what is
      written, go to every device.

    References
    ----------
    NumPy: numpy.put_along_axis.
    """

def putmask(a: _Out, /, mask: ArrayLike, values: ArrayLike) -> None:
    """Write to where a mask holds, from the same place of values repeated to the size.

    Parameters
    ----------
    a : array
        The array that is written to.
    mask : array_like of bool
        Which elements are written to.
    values : array_like
        The values, repeated as often as needed.

    Returns
    -------
    None
        Nothing; the first argument is written to.

    Notes
    -----
    - shapes: That of `a`, or *arr*, stays; values are repeated as often as needed.
    - dtypes: NumPy's, for the arguments and the result.
    - communication: What an index moves: nothing for a mask or slices; index arrays, and what is
      written, go to every device.

    References
    ----------
    NumPy: numpy.putmask.
    """

@overload
def quantile(
    a: ArrayLike,
    q: _Numbers,
    axis: None = None,
    out: None = None,
    overwrite_input: _bool = False,
    method: str = "linear",
    keepdims: Literal[False] = False,
    *,
    weights: _Numbers | None = None,
) -> Any:
    """Quantiles over axes (all by default); counted on each device, not sorted.

    Parameters
    ----------
    a : array_like
        The array.
    q : array_like
        Which quantiles, from 0 to 1.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    overwrite_input : bool
        Accepted as NumPy's; the argument is not changed.
    method : str
        How to interpolate, by NumPy's names: 'linear', 'lower', 'nearest', ...
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    weights : array_like, optional
        How much each element counts.

    Returns
    -------
    array
        An array. `out`, if it is given.

    Raises
    ------
    ValueError
        If `q` is outside [0, 1], the method is unknown, or it takes no `weights`.
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of `q`, then that of the array without the axes that are reduced over; with
      `keepdims` they stay, with length 1.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions that are not reduced keep their shards; a result that has none is whole on
      each device, or with several `q` lies as new arrays do.

    References
    ----------
    NumPy: numpy.quantile.
    """

@overload
def quantile(
    a: ArrayLike,
    q: _Numbers,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    overwrite_input: _bool = False,
    method: str = "linear",
    keepdims: _bool = False,
    *,
    weights: _Numbers | None = None,
) -> ndarray: ...

class _r_(_Brackets):
    def __getitem__(self, key: Any, /) -> ndarray: ...

r_: _r_
"""An object that makes arrays of what stands in its brackets, in a flavour.

As NumPy's own code does. What is not numeric it leaves to NumPy.
"""

rad2deg: _Unary
"""Radians as degrees.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

radians: _Unary
"""Degrees as radians.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

def ravel(a: ArrayLike, order: Literal["C", "F", "A", "K"] = "C") -> ndarray:
    """Elements as a vector: a view where NumPy has one.

    Parameters
    ----------
    a : array_like
        The array.
    order : {'C', 'F', 'A', 'K'}
        In which order elements follow each other.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions that begin at the same place in row-major order keep their shards; without
      one, that of new arrays.
    - communication: None where the leading dimension alone is sharded and divides; else an *exchange*.

    References
    ----------
    NumPy: numpy.ravel.
    """

def ravel_multi_index(
    multi_index: Sequence[ArrayLike] | _Out,
    dims: SupportsIndex | Sequence[SupportsIndex],
    mode: str | tuple[str, ...] = "raise",
    order: Literal["C", "F", "A", "K"] = "C",
) -> ndarray:
    """Index arrays, one for each dimension, as indices into the flattened array.

    Parameters
    ----------
    multi_index : tuple of array_like of int
        An index for each dimension.
    dims : tuple of int
        The shape of the array that the indices are of.
    mode : {'raise', 'wrap', 'clip'}
        What becomes of an index that is out of range.
    order : {'C', 'F'}
        In which order elements are counted: row-major or column-major.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: That of the indices, which broadcast.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Those of the arguments.

    References
    ----------
    NumPy: numpy.ravel_multi_index.
    """

@overload
def real(val: _Number) -> Any:
    """Real part; a view of a complex array.

    Parameters
    ----------
    val : array_like
        The array.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: Those of the operands broadcast.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Dimensions line up at the right, as in an elementwise operation.
    - communication: *local*: nothing moves between devices.

    References
    ----------
    NumPy: numpy.real.
    """

@overload
def real(val: ArrayLike) -> ndarray: ...
def real_if_close(a: ArrayLike, tol: _Numbers = 100) -> ndarray:
    """Real parts, if all imaginary ones are nearly zero, for which it waits.

    Parameters
    ----------
    a : array_like
        The array.
    tol : number
        The largest imaginary part, in units of the precision.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: That of the array.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.real_if_close.
    """

reciprocal: _Unary
"""1 / x.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

remainder: _Binary
"""Remainder with the sign of x2.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Real; others if NumPy takes them, or else a ``TypeError``.
"""

def repeat(a: ArrayLike, repeats: _Numbers, axis: SupportsIndex | None = None) -> ndarray:
    """Repeat each element along an axis; with None, those of the flattened array.

    Parameters
    ----------
    a : array_like
        The array.
    repeats : int or array_like of int
        How often, for each element along the axis or all.
    axis : int, optional
        The axis along which it works; for None the array is flattened first.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: `axis` is as long as the sum of `repeats`; without `axis` a vector.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *gather*: a whole operand goes to every device. With uneven repeats an element may
      go anywhere.

    References
    ----------
    NumPy: numpy.repeat.
    """

def require(
    a: ArrayLike, dtype: DTypeLike | None = None, requirements: Any = None, *, like: Any = None
) -> ndarray:
    """Make an array of an array-like that meets requirements.

    Parameters
    ----------
    a : array_like
        What becomes an array: an array of any library, a number, nested sequences.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    requirements : str or sequence of str
        Flags, such as 'C', 'W', 'O', as NumPy has them.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: That of the values.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: An array keeps its own; other values are placed as *device* says, or as new arrays are.
    - communication: None of an array, but its cast; other values go from the host to the devices.

    References
    ----------
    NumPy: numpy.require.
    """

def reshape(
    a: ArrayLike,
    /,
    shape: SupportsIndex | Sequence[SupportsIndex],
    order: Literal["C", "F", "A", "K"] = "C",
    *,
    copy: _bool | None = None,
) -> ndarray:
    """Rearrange the elements under another shape: a view where NumPy has one.

    Parameters
    ----------
    a : array_like
        The array.
    shape : int or tuple of int
        The new shape; one entry may be -1.
    order : {'C', 'F'}
        In which order elements are counted: row-major or column-major.
    copy : bool, optional
        Whether to copy; None only where needed, False raises where it is.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: The one that is asked for.
    - dtypes: All boolean and numeric ones.
    - sharding: Dimensions that begin at the same place in row-major order keep their shards; without
      one, that of new arrays.
    - communication: None where the leading dimension alone is sharded and divides; else an *exchange*.

    References
    ----------
    NumPy: numpy.reshape.
    """

def resize(a: ArrayLike, new_shape: SupportsIndex | Sequence[SupportsIndex]) -> ndarray:
    """Fill a new shape with the elements, repeated as often as needed.

    Parameters
    ----------
    a : array_like
        The array.
    new_shape : int or tuple of int
        Of the result.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: The one that is asked for.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions that begin at the same place in row-major order keep their shards; without
      one, that of new arrays.

    References
    ----------
    NumPy: numpy.resize.
    """

def result_type(*arrays_and_dtypes: Any) -> _np.dtype[Any]:
    """Return the dtype that arrays, scalars and dtypes promote to.

    Parameters
    ----------
    *arrays_and_dtypes : array, number or dtype
        What is combined.

    Returns
    -------
    numpy.dtype
        A dtype of NumPy.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - communication: None: no element is looked at.

    References
    ----------
    NumPy: numpy.result_type.
    """

right_shift: _Binary
"""Bits shifted right, the sign kept.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Integer; others if NumPy takes them, or else a ``TypeError``.
"""

rint: _Unary
"""Nearest integer, halves to even.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

def roll(
    a: ArrayLike, shift: _Numbers, axis: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Shift elements cyclically along some axes; with None, those of the flattened array.

    Parameters
    ----------
    a : array_like
        The array.
    shift : int or tuple of int
        By how many places, towards higher indices.
    axis : int or tuple of int, optional
        Along which axes; by default the flattened array.

    Returns
    -------
    array
        An array.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.roll.
    """

def rollaxis(a: ArrayLike, axis: SupportsIndex, start: ArrayLike = 0) -> ndarray:
    """View with one dimension moved before another.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int
        The axis that moves.
    start : int
        Before which axis it comes.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: The dimensions in another order.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Each dimension keeps its shards, wherever it goes.
    - communication: *local*: a view of the same elements.

    References
    ----------
    NumPy: numpy.rollaxis.
    """

def roots(p: _Numbers) -> ndarray:
    """NumPy's `roots`: its documentation holds here, too."""

def rot90(
    m: ArrayLike, k: SupportsIndex = 1, axes: SupportsIndex | Sequence[SupportsIndex] = (0, 1)
) -> ndarray:
    """View rotated by k quarter turns, from the first of two axes towards the second.

    Parameters
    ----------
    m : array_like
        The array.
    k : int
        How often, by 90 degrees.
    axes : two of int
        The plane, from the first axis towards the second.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: The dimensions of `axes` change places at each quarter turn.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Each dimension keeps its shards, wherever it goes.
    - communication: *exchange* where the dimension is sharded; else nothing.

    References
    ----------
    NumPy: numpy.rot90.
    """

@overload
def round(a: _Number, decimals: SupportsIndex = 0, out: _Out | None = None) -> Any:
    """Round to decimals, halves to even.

    Parameters
    ----------
    a : array_like
        The array.
    decimals : int
        Digits behind the point; negative ones before it.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Notes
    -----
    - shapes: Those of the operands broadcast.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Dimensions line up at the right, as in an elementwise operation.
    - communication: *local*: nothing moves between devices.

    References
    ----------
    NumPy: numpy.round.
    """

@overload
def round(a: ArrayLike, decimals: SupportsIndex = 0, out: _Out | None = None) -> ndarray: ...
def row_stack(
    tup: Sequence[ArrayLike] | _Out,
    *,
    dtype: DTypeLike | None = None,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
) -> ndarray:
    """Join arrays along the first axis, vectors as rows.

    Parameters
    ----------
    tup : sequence of array_like
        The arrays.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}
        Which changes of dtype are allowed.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: Those of the operands, with their lengths added along the dimension that they are joined
      along.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: All operands line up dimension by dimension; where they disagree the largest stays where
      it is.
    - communication: *exchange*: what `concat` moves.

    References
    ----------
    NumPy: numpy.row_stack.
    """

def save(file: Any, arr: ArrayLike, allow_pickle: _bool = True) -> None:
    """Write an array to a ``.npy``, piece by piece; an old file stays until that is done.

    Parameters
    ----------
    file : str, path or file
        The file.
    arr : array_like
        The array.
    allow_pickle : bool
        Whether arrays of objects are allowed.

    Returns
    -------
    None
        Nothing; a file is written.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - sharding: It stays as it is.
    - communication: Elements come to the host, of a text only those that are shown.

    References
    ----------
    NumPy: numpy.save.
    """

def savetxt(
    fname: Any,
    X: Any,
    fmt: str = "%.18e",
    delimiter: str = " ",
    newline: str = ...,
    header: str = "",
    footer: str = "",
    comments: str = "# ",
    encoding: str | None = None,
) -> None:
    """Write an array of at most two dimensions as text, some rows at a time.

    Parameters
    ----------
    fname : str, path or file
        The file; one that ends in .gz is compressed.
    X : array_like, of one or two dimensions
        The array.
    fmt : str or sequence of str
        How numbers are written, for all columns or each.
    delimiter : str, int or sequence
        What divides columns; by default blanks.
    newline : str
        What divides lines.
    header : str
        Written before the rows, as a comment.
    footer : str
        Written behind the rows, as a comment.
    comments : str, or sequence of str
        What comments begin with.
    encoding : str, optional
        Of the text.

    Returns
    -------
    None
        Nothing; a file is written.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - sharding: It stays as it is.
    - communication: Elements come to the host, of a text only those that are shown.

    References
    ----------
    NumPy: numpy.savetxt.
    """

def savez(file: Any, *args: Any, allow_pickle: _bool = True, **kwds: Any) -> None:
    """Write arrays to a ``.npz``, as `save` writes one.

    Parameters
    ----------
    file : str, path or file
        The file.
    *args : array_like
        Arrays, which are named arr_0, arr_1, ...
    allow_pickle : bool
        Whether arrays of objects are allowed.
    **kwds : array_like
        Arrays by the names that they get.

    Returns
    -------
    None
        Nothing; a file is written.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - sharding: It stays as it is.
    - communication: Elements come to the host, of a text only those that are shown.

    References
    ----------
    NumPy: numpy.savez.
    """

def savez_compressed(file: Any, *args: Any, allow_pickle: _bool = True, **kwds: Any) -> None:
    """Write arrays to a compressed ``.npz``, as `save` writes one.

    Parameters
    ----------
    file : str, path or file
        The file.
    *args : array_like
        Arrays, which are named arr_0, arr_1, ...
    allow_pickle : bool
        Whether arrays of objects are allowed.
    **kwds : array_like
        Arrays by the names that they get.

    Returns
    -------
    None
        Nothing; a file is written.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - sharding: It stays as it is.
    - communication: Elements come to the host, of a text only those that are shown.

    References
    ----------
    NumPy: numpy.savez_compressed.
    """

@overload
def searchsorted(
    a: ArrayLike,
    v: _Number,
    side: Literal["left", "right"] = "left",
    sorter: ArrayLike | None = None,
) -> Any:
    """Positions (int64) where elements would be inserted into a sorted vector, as those lie.

    Parameters
    ----------
    a : array_like, one-dimensional
        Where to look, in ascending order.
    v : array_like
        What is looked for.
    side : {'left', 'right'}
        Before or behind equal elements.
    sorter : array_like of int, optional
        Indices that sort `a`.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: That of what is looked for.
    - dtypes: Real or boolean; others if NumPy takes them, or else a ``TypeError``.
    - sharding: That of what is looked for, or evaluated.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.searchsorted.
    """

@overload
def searchsorted(
    a: ArrayLike,
    v: ArrayLike,
    side: Literal["left", "right"] = "left",
    sorter: ArrayLike | None = None,
) -> ndarray: ...
def select(
    condlist: Sequence[ArrayLike] | _Out,
    choicelist: Sequence[ArrayLike] | _Out,
    default: ArrayLike = 0,
) -> ndarray:
    """For each element, from the choice whose condition is the first to hold.

    Parameters
    ----------
    condlist : sequence of array_like of bool
        The conditions; the first that holds counts.
    choicelist : sequence of array_like
        The elements where each condition holds.
    default : array_like
        Elements where no condition holds.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: What the operands broadcast to.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions line up at the right, as in an elementwise operation.

    References
    ----------
    NumPy: numpy.select.
    """

def setdiff1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: _bool = False) -> ndarray:
    """Distinct elements of the first array that are not in the second.

    Parameters
    ----------
    ar1 : array_like
        The first set, of any shape.
    ar2 : array_like
        The second set, of any shape.
    assume_unique : bool
        Whether the elements of each are different, which saves work.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Vectors lie over the mesh of the array; inverse indices as the array does.

    References
    ----------
    NumPy: numpy.setdiff1d.
    """

def setxor1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: _bool = False) -> ndarray:
    """Distinct elements that are in only one of the arrays.

    Parameters
    ----------
    ar1 : array_like
        The first set, of any shape.
    ar2 : array_like
        The second set, of any shape.
    assume_unique : bool
        Whether the elements of each are different, which saves work.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Vectors lie over the mesh of the array; inverse indices as the array does.

    References
    ----------
    NumPy: numpy.setxor1d.
    """

def shape(a: ArrayLike) -> tuple[int, ...]:
    """Shape of an array-like.

    Parameters
    ----------
    a : array_like
        The array.

    Returns
    -------
    tuple of int
        A tuple of ``int``.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - communication: None: no element is looked at.

    References
    ----------
    NumPy: numpy.shape.
    """

def shares_memory(a: ArrayLike, b: ArrayLike, /, max_work: SupportsIndex = -1) -> ndarray:
    """Whether a write to one array may be seen in the other.

    Views of one array are compared element by element, as NumPy does; nothing is computed. An
    array of another library never shares memory with one on devices.

    Parameters
    ----------
    a, b : array
        The arrays.
    max_work : int
        Effort to spend on the question, as in NumPy.

    Returns
    -------
    array or number
        An array, which is a view where NumPy's is one; in ``sharray.numpy`` a number, if it has no
        dimensions.

    Raises
    ------
    numpy.exceptions.TooHardError
        If the effort was not enough.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - communication: None: no element is looked at.

    References
    ----------
    NumPy: numpy.shares_memory.
    """

sign: _Unary
"""-1, 0 or 1; x / abs(x) for complex x.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
"""

signbit: _Unary
"""Whether the sign bit is set.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

sin: _Unary
"""Sine of angles in radians.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

@overload
def sinc(x: _Number) -> Any:
    """sin(pi x) / (pi x), which is 1 at 0.

    Parameters
    ----------
    x : array_like
        The array.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.sinc.
    """

@overload
def sinc(x: ArrayLike) -> ndarray: ...

sinh: _Unary
"""Hyperbolic sine.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

def size(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None) -> int:
    """Number of elements, or of those along an axis.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int or tuple of int, optional
        Along which axes; by default all.

    Returns
    -------
    int
        An ``int``.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: Any.
    - dtypes: Any.
    - communication: None: no element is looked at.

    References
    ----------
    NumPy: numpy.size.
    """

def sort(
    a: ArrayLike,
    axis: SupportsIndex | None = -1,
    kind: str | None = None,
    order: str | Sequence[str] | None = None,
    *,
    stable: _bool | None = None,
    descending: _bool = False,
) -> ndarray:
    """Sort along an axis, of the flattened array for None; NaNs come last in both orders.

    `descending` is the standard's, and of NumPy 2.5.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int or None
        The axis along which it works; None for the flattened array.
    kind : str, optional
        Accepted as NumPy's, which names an algorithm; on devices there is one.
    order : None
        Of structured arrays, which are NumPy's own.
    stable : bool, optional
        Whether equal elements keep their order.
    descending : bool
        Whether the largest come first.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array; without `axis` a vector.
    - dtypes: All boolean and numeric ones.
    - sharding: Result lies as the first operand does, dimension by dimension.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.sort.
    """

def sort_complex(a: ArrayLike) -> ndarray:
    """Sort along the last axis as complex numbers, by real parts first.

    Parameters
    ----------
    a : array_like
        The array.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: That of the array; without *axis* a vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.sort_complex.
    """

spacing: _Unary
"""Distance to the next number away from zero.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Real floating; others if NumPy takes them, or else a ``TypeError``.
"""

def split(
    ary: ArrayLike, indices_or_sections: Any, axis: SupportsIndex | None = 0
) -> list[ndarray]:
    """Views of parts along an axis: so many equal ones, or cut at indices.

    Parameters
    ----------
    ary : array_like
        The array.
    indices_or_sections : int or sequence of int
        How many parts, or where each begins.
    axis : int
        The axis along which it works.

    Returns
    -------
    list of array
        A list of arrays.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: Parts of the array, each shorter along the dimension that is cut.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Parts lie as the array does, dimension by dimension.
    - communication: A part is a view; what is computed of it moves as an index does, at most an
      *exchange*.

    References
    ----------
    NumPy: numpy.split.
    """

sqrt: _Unary
"""Square root, of the principal branch.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

square: _Unary
"""x * x.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
"""

def squeeze(a: ArrayLike, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None) -> ndarray:
    """View without some dimensions of length 1.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int or tuple of int, optional
        Which axes; by default all of length 1.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: Without the dimensions of length 1, or those of `axis`.
    - dtypes: All boolean and numeric ones.
    - sharding: The other dimensions keep their shards.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.squeeze.
    """

def stack(
    arrays: Sequence[ArrayLike] | _Out,
    axis: SupportsIndex | None = 0,
    out: _Out | None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
) -> ndarray:
    """Join arrays of one shape along a new axis.

    Parameters
    ----------
    arrays : sequence of array_like
        The arrays.
    axis : int
        Where the new axis stands in the result.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}
        Which changes of dtype are allowed.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the operands, with a new dimension at `axis`, as long as there are operands.
    - dtypes: All boolean and numeric ones.
    - sharding: As the operands lie, with a new dimension.
    - communication: *local*: nothing moves between devices.

    References
    ----------
    NumPy: numpy.stack.
    """

@overload
def std(
    a: ArrayLike,
    axis: None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: Literal[False] = ...,
    *,
    where: ArrayLike = ...,
    mean: _Numbers = ...,
    correction: float = ...,
) -> Any:
    """Standard deviation over axes (all by default).

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    ddof : number
        What is subtracted from the number of elements; `correction` in the standard.
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    where : array_like of bool, optional
        Which elements count.
    mean : array_like, optional
        The mean, if it is known, with `keepdims`.
    correction : number
        What is subtracted from the number of elements; `ddof` in NumPy.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are summed over; with `keepdims` they stay.
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.std.
    """

@overload
def std(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    ddof: float = 0,
    keepdims: _bool = ...,
    *,
    where: ArrayLike = ...,
    mean: _Numbers = ...,
    correction: float = ...,
) -> ndarray: ...

subtract: _Binary
"""Difference.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
"""

@overload
def sum(
    a: ArrayLike,
    axis: None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: Literal[False] = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> Any:
    """Sum over axes (all by default); small integers are added up in 64 bits.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    initial : number, optional
        What the reduction begins with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
      length 1.
    - dtypes: All boolean and numeric ones.
    - sharding: Axes disappear, or stay with length 1; the others keep their place.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.sum.
    """

@overload
def sum(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    keepdims: _bool = ...,
    initial: ArrayLike = ...,
    where: ArrayLike = ...,
) -> ndarray: ...
def swapaxes(a: ArrayLike, axis1: SupportsIndex, axis2: SupportsIndex) -> ndarray:
    """View with two dimensions exchanged.

    Parameters
    ----------
    a : array_like
        The array.
    axis1 : int
        The first axis.
    axis2 : int
        The second axis.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: The dimensions in another order.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Each dimension keeps its shards, wherever it goes.
    - communication: *local*: a view of the same elements.

    References
    ----------
    NumPy: numpy.swapaxes.
    """

@overload
def take(
    a: ArrayLike,
    indices: _Number,
    axis: SupportsIndex | None = None,
    out: _Out | None = None,
    mode: str = "raise",
) -> Any:
    """Elements at indices along an axis; of the flattened array by default.

    Parameters
    ----------
    a : array_like
        The array.
    indices : array_like of int
        Which elements; negative indices count from the end.
    axis : int, optional
        The axis along which it works; for None the array is flattened first.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    mode : {'raise', 'wrap', 'clip'}
        What becomes of an index that is out of range.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: `axis` is replaced by the dimensions of `indices`; without `axis` the shape of `indices`.
    - dtypes: All boolean and numeric ones.
    - sharding: The indexed axis is replaced by the dimensions of the index; the others keep their
      shards. Without shards the result lies as new arrays do.
    - communication: *gather*: a whole operand goes to every device. An index may name any element.

    References
    ----------
    NumPy: numpy.take.
    """

@overload
def take(
    a: ArrayLike,
    indices: ArrayLike,
    axis: SupportsIndex | None = None,
    out: _Out | None = None,
    mode: str = "raise",
) -> ndarray: ...
def take_along_axis(arr: ArrayLike, indices: ArrayLike, axis: SupportsIndex | None = -1) -> ndarray:
    """For each position of `indices`, the element of the same row along an axis.

    Waits for the smallest and the largest index.

    Parameters
    ----------
    arr : array_like
        The array.
    indices : array_like of int
        Which elements; negative indices count from the end.
    axis : int
        The axis along which it works.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of `indices`; it broadcasts against the array but for `axis`.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the indices.
    - communication: *gather*: a whole operand goes to every device. An index may name any element of
      its row, and a vector is one row.

    References
    ----------
    NumPy: numpy.take_along_axis.
    """

tan: _Unary
"""Tangent of angles in radians.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

tanh: _Unary
"""Hyperbolic tangent.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

def tensordot(a: ArrayLike, b: ArrayLike, axes: SupportsIndex | Sequence[Any] = 2) -> ndarray:
    """Sum of products over axes of both arrays.

    Parameters
    ----------
    a : array_like
        The first operand.
    b : array_like
        The second operand.
    axes : int or two sequences of int
        How many axes at the end of the first and at the beginning of the second are summed over, or
        which of each.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: Dimensions of both but those of `axes`.
    - dtypes: All boolean and numeric ones.
    - sharding: Dimensions of the larger operand keep their shards; those that are summed over
      disappear, and what has no others is whole on each device.
    - communication: *gather*: a whole operand goes to every device. Where the rows of both are sharded,
      every device multiplies by the whole of the second.

    References
    ----------
    NumPy: numpy.tensordot.
    """

def tile(A: Any, reps: ArrayLike) -> ndarray:
    """Repeat the whole array along each axis.

    Parameters
    ----------
    A : array_like
        The array.
    reps : int or sequence of int
        How often, along each dimension.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: Each dimension is `reps` times as long; missing ones are new, and come first.
    - dtypes: All boolean and numeric ones.
    - sharding: Dimensions line up at the right, as in an elementwise operation.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.tile.
    """

def trace(
    a: ArrayLike,
    offset: SupportsIndex = 0,
    axis1: SupportsIndex = 0,
    axis2: SupportsIndex = 1,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
) -> Any:
    """Sums along diagonals.

    Parameters
    ----------
    a : array_like
        The array.
    offset : int
        Which diagonal; positive ones lie above the main one.
    axis1 : int
        The first axis.
    axis2 : int
        The second axis.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Notes
    -----
    - shapes: Without the two dimensions.
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.trace.
    """

def transpose(a: ArrayLike, axes: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """View with the dimensions in another order, reversed by default.

    Parameters
    ----------
    a : array_like
        The array.
    axes : sequence of int, optional
        The axes in their new order; by default reversed.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: The dimensions in another order.
    - dtypes: All boolean and numeric ones.
    - sharding: Each dimension keeps its shards, wherever it goes.
    - communication: *local*: a view of the same elements.

    References
    ----------
    NumPy: numpy.transpose.
    """

def trapezoid(
    y: ArrayLike, x: ArrayLike | None = None, dx: _Numbers = 1.0, axis: SupportsIndex | None = -1
) -> ndarray:
    """Integral along an axis by the trapezoidal rule.

    Parameters
    ----------
    y : array_like
        The samples.
    x : array_like, optional
        The places of the samples; by default `dx` apart.
    dx : number
        The distance of the samples, without `x`.
    axis : int
        The axis along which it works.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are summed over; with *keepdims* they stay.
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.trapezoid.
    """

def tri(
    N: SupportsIndex,
    M: Any = None,
    k: SupportsIndex = 0,
    dtype: DTypeLike = float,
    *,
    like: Any = None,
) -> ndarray:
    """Make a matrix with ones on and below diagonal k.

    Parameters
    ----------
    N : int
        Rows.
    M : int, optional
        Columns; by default as many as rows.
    k : int
        At which diagonal the triangle ends; positive ones lie above the main one.
    dtype : dtype, optional
        Of the elements; by default float64.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: `N` rows, `M` columns.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.tri.
    """

def tril(m: ArrayLike, k: SupportsIndex = 0) -> ndarray:
    """Keep what lies on and below diagonal k of each matrix; zeros elsewhere.

    Parameters
    ----------
    m : array_like, of shape (..., m, n)
        Matrices in the last two dimensions.
    k : int
        At which diagonal the triangle ends; positive ones lie above the main one.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: That of the array.
    - dtypes: All boolean and numeric ones.
    - sharding: Result lies as the first operand does, dimension by dimension.
    - communication: *local*: nothing moves between devices.

    References
    ----------
    NumPy: numpy.tril.
    """

def tril_indices(
    n: SupportsIndex, k: SupportsIndex = 0, m: ArrayLike | None = None
) -> tuple[ndarray, ...]:
    """Indices of what lies on and below a diagonal.

    Parameters
    ----------
    n : int
        Rows.
    k : int
        At which diagonal the triangle ends; positive ones lie above the main one.
    m : int, optional
        Columns; by default as many as rows.

    Returns
    -------
    tuple of array
        A tuple of arrays.

    Notes
    -----
    - shapes: A vector for each dimension.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local* to make them, but for the count of those that hold.

    References
    ----------
    NumPy: numpy.tril_indices.
    """

def tril_indices_from(arr: ArrayLike, k: SupportsIndex = 0) -> tuple[ndarray, ...]:
    """Indices of what lies on and below a diagonal of a matrix.

    Parameters
    ----------
    arr : array_like
        Whose shape counts.
    k : int
        At which diagonal the triangle ends; positive ones lie above the main one.

    Returns
    -------
    tuple of array
        A tuple of arrays.

    Notes
    -----
    - shapes: A vector for each dimension.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local* to make them, but for the count of those that hold.

    References
    ----------
    NumPy: numpy.tril_indices_from.
    """

def trim_zeros(
    filt: ArrayLike, trim: str = "fb", axis: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> Any:
    """View without the zeros at the edges.

    Parameters
    ----------
    filt : array_like
        The array.
    trim : {'fb', 'f', 'b'}
        From which ends: the front, the back.
    axis : int or tuple of int, optional
        Along which axes; by default all.

    Returns
    -------
    array or sequence
        An array, or a sequence of the type that was given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: Shorter, where the edges are zeros.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.trim_zeros.
    """

def triu(m: ArrayLike, k: SupportsIndex = 0) -> ndarray:
    """Keep what lies on and above diagonal k of each matrix; zeros elsewhere.

    Parameters
    ----------
    m : array_like, of shape (..., m, n)
        Matrices in the last two dimensions.
    k : int
        At which diagonal the triangle ends; positive ones lie above the main one.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: That of the array.
    - dtypes: All boolean and numeric ones.
    - sharding: Result lies as the first operand does, dimension by dimension.
    - communication: *local*: nothing moves between devices.

    References
    ----------
    NumPy: numpy.triu.
    """

def triu_indices(
    n: SupportsIndex, k: SupportsIndex = 0, m: ArrayLike | None = None
) -> tuple[ndarray, ...]:
    """Indices of what lies on and above a diagonal.

    Parameters
    ----------
    n : int
        Rows.
    k : int
        At which diagonal the triangle ends; positive ones lie above the main one.
    m : int, optional
        Columns; by default as many as rows.

    Returns
    -------
    tuple of array
        A tuple of arrays.

    Notes
    -----
    - shapes: A vector for each dimension.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local* to make them, but for the count of those that hold.

    References
    ----------
    NumPy: numpy.triu_indices.
    """

def triu_indices_from(arr: ArrayLike, k: SupportsIndex = 0) -> tuple[ndarray, ...]:
    """Indices of what lies on and above a diagonal of a matrix.

    Parameters
    ----------
    arr : array_like
        Whose shape counts.
    k : int
        At which diagonal the triangle ends; positive ones lie above the main one.

    Returns
    -------
    tuple of array
        A tuple of arrays.

    Notes
    -----
    - shapes: A vector for each dimension.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: As *device* says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local* to make them, but for the count of those that hold.

    References
    ----------
    NumPy: numpy.triu_indices_from.
    """

true_divide: _Binary
"""Quotient.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: Those of the operands broadcast.
- dtypes: Floating-point; others if NumPy takes them, or else a ``TypeError``.
"""

trunc: _Unary
"""Integer nearest towards zero.

Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves.

Parameters
----------
x : array_like
    The operand.
out : array or tuple of array, optional
    Where the result goes.
where : array_like of bool
    Where it is computed; elsewhere `out` keeps what it holds.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Notes
-----
- shapes: That of the operand.
- dtypes: Real; others if NumPy takes them, or else a ``TypeError``.
"""

def union1d(ar1: ArrayLike, ar2: ArrayLike) -> ndarray:
    """Distinct elements of either array.

    Parameters
    ----------
    ar1 : array_like
        The first set, of any shape.
    ar2 : array_like
        The second set, of any shape.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Vectors lie over the mesh of the array; inverse indices as the array does.

    References
    ----------
    NumPy: numpy.union1d.
    """

@overload
def unique(
    ar: ArrayLike,
    return_index: Literal[False] = False,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
    axis: SupportsIndex | None = None,
    *,
    equal_nan: _bool = True,
    sorted: _bool = True,
) -> ndarray:
    """Distinct elements, or slices along an axis, in ascending order.

    Parameters
    ----------
    ar : array_like
        The array, of any shape.
    return_index : bool
        Whether to return where each element is first.
    return_inverse : bool
        Whether to return which of them each element is.
    return_counts : bool
        Whether to return how often each element is there.
    axis : int, optional
        The axis whose slices are compared; by default all elements.
    equal_nan : bool
        Whether NaNs are equal.
    sorted : bool
        Accepted as NumPy's; the result is sorted.

    Returns
    -------
    array or tuple of array
        An array; a tuple of them if `return_index`, `return_inverse` or `return_counts` asks for more.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: A vector; with `axis` that of the array, shorter along it.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Vectors lie over the mesh of the array; inverse indices as the array does.

    References
    ----------
    NumPy: numpy.unique.
    """

@overload
def unique(
    ar: ArrayLike,
    return_index: _bool = False,
    return_inverse: _bool = False,
    return_counts: _bool = False,
    axis: SupportsIndex | None = None,
    *,
    equal_nan: _bool = True,
    sorted: _bool = True,
) -> tuple[ndarray, ...]: ...
def unique_all(x: ArrayLike) -> _UniqueAllResult:
    """Distinct elements, index of the first of each, inverse indices and counts.

    Parameters
    ----------
    x : array_like
        The array.

    Returns
    -------
    namedtuple of array
        A named tuple: *values*, *indices*, *inverse_indices*, *counts*.

    Notes
    -----
    - shapes: Vectors; *inverse_indices* has the shape of the array.
    - dtypes: All boolean and numeric ones.
    - sharding: Vectors lie over the mesh of the array; inverse indices as the array does.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.unique_all.
    """

def unique_counts(x: ArrayLike) -> _UniqueCountsResult:
    """Distinct elements, and how often each occurs.

    Parameters
    ----------
    x : array_like
        The array.

    Returns
    -------
    namedtuple of array
        A named tuple: *values*, *counts*.

    Notes
    -----
    - shapes: Vectors; *inverse_indices* has the shape of the array.
    - dtypes: All boolean and numeric ones.
    - sharding: Vectors lie over the mesh of the array; inverse indices as the array does.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.unique_counts.
    """

def unique_inverse(x: ArrayLike) -> _UniqueInverseResult:
    """Distinct elements, and for each element which of them it is.

    Parameters
    ----------
    x : array_like
        The array.

    Returns
    -------
    namedtuple of array
        A named tuple: *values*, *inverse_indices*.

    Notes
    -----
    - shapes: *values* is a vector, *inverse_indices* has the shape of the array.
    - dtypes: All boolean and numeric ones.
    - sharding: Vectors lie over the mesh of the array; inverse indices as the array does.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.unique_inverse.
    """

def unique_values(x: ArrayLike) -> ndarray:
    """Distinct elements, ascending.

    Parameters
    ----------
    x : array_like
        The array.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: Vectors; *inverse_indices* has the shape of the array.
    - dtypes: All boolean and numeric ones.
    - sharding: Vectors lie over the mesh of the array; inverse indices as the array does.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.unique_values.
    """

def unpackbits(
    a: ArrayLike, /, axis: SupportsIndex | None = None, count: Any = None, bitorder: str = "big"
) -> ndarray:
    """Eight elements for each byte: its bits.

    Parameters
    ----------
    a : array_like of uint8
        The bytes.
    axis : int, optional
        The axis along which it works; for None the array is flattened first.
    count : int, optional
        How many bits; by default all, negative ones leave out some.
    bitorder : {'big', 'little'}
        Whether the first is the highest bit of a byte.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: Eight elements for each byte along `axis`; without `axis` a vector.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.unpackbits.
    """

def unravel_index(
    indices: ArrayLike,
    shape: SupportsIndex | Sequence[SupportsIndex],
    order: Literal["C", "F", "A", "K"] = "C",
) -> tuple[ndarray, ...]:
    """Indices into the flattened array as one index array for each dimension.

    Parameters
    ----------
    indices : array_like of int
        Indices into the flattened array.
    shape : int or tuple of int
        Of the array that the indices are of.
    order : {'C', 'F'}
        In which order elements are counted: row-major or column-major.

    Returns
    -------
    tuple of array
        A tuple of arrays.

    Notes
    -----
    - shapes: That of the indices, which broadcast.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Those of the arguments.

    References
    ----------
    NumPy: numpy.unravel_index.
    """

def unstack(x: ArrayLike, /, *, axis: SupportsIndex | None = 0) -> tuple[ndarray, ...]:
    """Views of the slices along an axis, as a tuple.

    Parameters
    ----------
    x : array_like
        The array.
    axis : int
        The axis along which it works.

    Returns
    -------
    tuple of array
        A tuple of arrays.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without `axis`.
    - dtypes: All boolean and numeric ones.
    - sharding: The other dimensions keep their shards.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.unstack.
    """

def unwrap(
    p: _Numbers, discont: Any = None, axis: SupportsIndex | None = -1, *, period: _Numbers = ...
) -> ndarray:
    """Change jumps along an axis that are too large to their complement of the period.

    Parameters
    ----------
    p : array_like
        The angles, or what else comes round.
    discont : number, optional
        The least jump; by default half of the period.
    axis : int
        The axis along which it works.
    period : number, optional
        Of what comes round.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.unwrap.
    """

def vander(x: ArrayLike, N: SupportsIndex | None = None, increasing: _bool = False) -> ndarray:
    """Powers of each element, one row for each; the rows lie as `x` does.

    Parameters
    ----------
    x : array_like, one-dimensional
        Whose powers the columns are.
    N : int, optional
        Columns; by default as many as rows.
    increasing : bool
        Whether powers go up from left to right.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: `N` columns for each element, by default as many as there are.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: A row lies where the element does.

    References
    ----------
    NumPy: numpy.vander.
    """

@overload
def var(
    a: ArrayLike,
    axis: None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: Literal[False] = ...,
    *,
    where: ArrayLike = ...,
    mean: _Numbers = ...,
    correction: float = ...,
) -> Any:
    """Variance over axes (all by default), divided by the count less `ddof`.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int, tuple of int or None
        Which axes are reduced; None for all.
    dtype : dtype, optional
        Of the result, and of the computation.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).
    ddof : number
        What is subtracted from the number of elements; `correction` in the standard.
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    where : array_like of bool, optional
        Which elements count.
    mean : array_like, optional
        The mean, if it is known, with `keepdims`.
    correction : number
        What is subtracted from the number of elements; `ddof` in NumPy.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
      length 1.
    - dtypes: All boolean and numeric ones.
    - sharding: Axes disappear, or stay with length 1; the others keep their place.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.var.
    """

@overload
def var(
    a: ArrayLike,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    ddof: float = 0,
    keepdims: _bool = ...,
    *,
    where: ArrayLike = ...,
    mean: _Numbers = ...,
    correction: float = ...,
) -> ndarray: ...
def vdot(a: ArrayLike, b: ArrayLike, /) -> Any:
    """Sum of products of all elements, those of the first array conjugated.

    Parameters
    ----------
    a : array_like
        The first operand.
    b : array_like
        The second operand.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A number.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: A number, which every device has.

    References
    ----------
    NumPy: numpy.vdot.
    """

vecdot: _Generalized
"""Conjugating product of vectors along the last axis, or another one.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
axes : list of tuple of int, optional
    Where vectors or matrices lie in each array.
axis : int, optional
    Where vectors lie, if it is the same in all.
keepdims : bool
    Whether the axes that are summed over stay, with length 1.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: ``(n),(n)->()``; dimensions before these broadcast.
- dtypes: All boolean and numeric ones.
- sharding: Broadcast, then one axis disappears.
- communication: *reduce*: about the size of the output moves.
"""

vecmat: _Generalized
"""Product of conjugated vectors and matrices, or stacks of them.

Parameters
----------
x1, x2 : array_like
    Operands; they broadcast.
out : array or tuple of array, optional
    Where the result goes.
casting : str
    Which changes of dtype are allowed.
dtype : dtype, optional
    Of the computation, and of the result.
axes : list of tuple of int, optional
    Where vectors or matrices lie in each array.
axis : int, optional
    Where vectors lie, if it is the same in all.
keepdims : bool
    Whether the axes that are summed over stay, with length 1.
order, subok, signature
    As NumPy's.

Returns
-------
array or number
    An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

Raises
------
ValueError
    If shapes do not broadcast, or arrays lie on different meshes.

Notes
-----
- shapes: ``(n),(n,m)->(m)``; dimensions before these broadcast.
- dtypes: NumPy's, for the arguments and the result.
- sharding: Dimensions of the larger operand keep their shards; those that are summed over
  disappear, and what has no others is whole on each device.
"""

class vectorize(_np.vectorize):
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...

def vsplit(ary: ArrayLike, indices_or_sections: Any) -> list[ndarray]:
    """Views of parts along the first axis.

    Parameters
    ----------
    ary : array_like
        The array.
    indices_or_sections : int or sequence of int
        How many parts, or where each begins.

    Returns
    -------
    list of array
        A list of arrays.

    Notes
    -----
    - shapes: Parts of the array, each shorter along the dimension that is cut.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Parts lie as the array does, dimension by dimension.
    - communication: A part is a view; what is computed of it moves as an index does, at most an
      *exchange*.

    References
    ----------
    NumPy: numpy.vsplit.
    """

def vstack(
    tup: Sequence[ArrayLike] | _Out,
    *,
    dtype: DTypeLike | None = None,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
) -> ndarray:
    """Join arrays along the first axis, vectors as rows.

    Parameters
    ----------
    tup : sequence of array_like
        The arrays.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}
        Which changes of dtype are allowed.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: Those of the operands, with their lengths added along the dimension that they are joined
      along.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: All operands line up dimension by dimension; where they disagree the largest stays where
      it is.

    References
    ----------
    NumPy: numpy.vstack.
    """

@overload
def where(condition: ArrayLike, /) -> tuple[ndarray, ...]:
    """Elements of x where the condition holds, else of y; alone, the indices where it holds.

    Parameters
    ----------
    condition : array_like of bool
        Which elements are of `x`, and not of `y`.
    x : array_like
        Elements where the condition holds.
    y : array_like
        Elements where the condition does not hold.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: What the operands broadcast to.
    - dtypes: All boolean and numeric ones.
    - sharding: Dimensions line up at the right, as in an elementwise operation.
    - communication: *local*: nothing moves between devices.

    References
    ----------
    NumPy: numpy.where.
    """

@overload
def where(condition: ArrayLike, x: ArrayLike, y: ArrayLike, /) -> ndarray: ...
def zeros(
    shape: SupportsIndex | Sequence[SupportsIndex],
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "C",
    *,
    device: _Device | None = None,
    like: Any = None,
) -> ndarray:
    """Make an array of zeros.

    Parameters
    ----------
    shape : int or tuple of int
        Lengths of the dimensions.
    dtype : dtype, optional
        Of the elements; by default float64.
    order : {'C', 'F', 'A', 'K'}
        Row-major, column-major, or as the argument lies in memory.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.
    like : object, optional
        Accepted as NumPy's; the result is this library's.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: `shape`.
    - dtypes: All boolean and numeric ones.
    - sharding: As `device` says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.zeros.
    """

def zeros_like(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    subok: _bool = True,
    shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    device: _Device | None = None,
) -> ndarray:
    """Make an array of zeros that lies as another one.

    Parameters
    ----------
    a : array_like
        What the result is like.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.
    order : {'C', 'F', 'A', 'K'}
        Row-major, column-major, or as the argument lies in memory.
    subok : bool
        Accepted as NumPy's; subclasses of NumPy's arrays stay NumPy's.
    shape : int or tuple of int, optional
        Of the result; by default that of the argument.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: That of the argument, or `shape`.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the argument, or as `device` says; of another `shape` that of new arrays.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.zeros_like.
    """

__version__: str
