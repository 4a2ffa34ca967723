"""sharray: arrays on many devices that behave like NumPy's."""

# Written by `python -m sharray._tools.stubs` with NumPy 2.4.
# pyright: reportAssignmentType=false
# pyright: reportIncompatibleMethodOverride=false
# pyright: reportIncompatibleVariableOverride=false
# pyright: reportOverlappingOverload=false

import numpy as _np
from builtins import bool as _bool
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, Protocol, SupportsIndex, TypeAlias, overload
from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding
from numpy.typing import ArrayLike, DTypeLike
from sharray._functions.grids import Brackets as _Brackets
from numpy import False_ as False_
from numpy import ScalarType as ScalarType
from numpy import True_ as True_
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
from sharray import checkpoint as checkpoint
from sharray import distributed as distributed
from sharray import fft as fft
from sharray import io as io
from sharray import linalg as linalg
from sharray import numpy as numpy
from sharray import polynomial as polynomial
from sharray import prng as prng
from sharray import random as random
from sharray import strategies as strategies
from sharray import testing as testing
from sharray._array.conversion import block_until_ready as block_until_ready
from sharray._array.sharded_array import ShardedArray as ShardedArray
from sharray._array.sharded_array import ShardedArray as ndarray
from sharray._core.observers import GatherWarning as GatherWarning
from sharray._core.placement import get_mesh as get_mesh
from sharray._core.placement import make_mesh as make_mesh
from sharray._core.placement import set_mesh as set_mesh
from sharray._core.placement import use_mesh as use_mesh
from sharray._core.settings import get_options as get_options
from sharray._core.settings import set_options as set_options
from sharray._engine.compiler import cache_clear as cache_clear
from sharray._engine.compiler import cache_info as cache_info
from sharray._functions.declare import RefusedError as RefusedError
from sharray._functions.fallback import HostFallbackWarning as HostFallbackWarning
from sharray._functions.info import __array_namespace_info__ as __array_namespace_info__
from sharray._functions.info import finfo as finfo
from sharray._functions.info import iinfo as iinfo
from sharray._functions.ufunc import ufunc as ufunc
from sharray._ops.assembly import from_callback as from_callback
from sharray._ops.assembly import from_process_local_data as from_process_local_data
from sharray._ops.assembly import from_single_device_arrays as from_single_device_arrays
from sharray._record.floating_errors import errstate as errstate
from sharray._record.floating_errors import seterr as seterr
from sharray._record.moves import replicate as replicate
from sharray._record.moves import reshard as reshard
from sharray._record.moves import with_sharding_constraint as with_sharding_constraint
from sharray._tools.check import DifferenceError as DifferenceError
from sharray._tools.check.instrument import check as check
from sharray._tools.explain.explain import explain as explain
from sharray._tools.notebook import load_ipython_extension as load_ipython_extension
from sharray._tools.notebook import unload_ipython_extension as unload_ipython_extension
from sharray._tools.report.budget import CommunicationError as CommunicationError
from sharray._tools.report.budget import comm_budget as comm_budget
from sharray._tools.report.budget import warn_on_gather as warn_on_gather
from sharray._tools.report.report import report as report
from sharray._tools.versions import show_versions as show_versions
from sharray._tools.visualize import visualize as visualize
from sharray._transforms.checkpoint.orbax import restore_args as restore_args
from sharray._transforms.jit import jit as jit
from sharray._transforms.logical import logical as logical
from sharray._transforms.logical import logical_rules as logical_rules
from sharray._transforms.mapping import scan as scan
from sharray._transforms.mapping import vmap as vmap
from sharray._transforms.pytree import to_jax as to_jax
from sharray._transforms.shard_map.body import valid_size as valid_size
from sharray._transforms.shard_map.collectives import all_gather as all_gather
from sharray._transforms.shard_map.collectives import all_to_all as all_to_all
from sharray._transforms.shard_map.collectives import axis_index as axis_index
from sharray._transforms.shard_map.collectives import axis_size as axis_size
from sharray._transforms.shard_map.collectives import pmax as pmax
from sharray._transforms.shard_map.collectives import pmean as pmean
from sharray._transforms.shard_map.collectives import pmin as pmin
from sharray._transforms.shard_map.collectives import ppermute as ppermute
from sharray._transforms.shard_map.collectives import psum as psum
from sharray._transforms.shard_map.collectives import psum_scatter as psum_scatter
from sharray._transforms.shard_map.halo import halo as halo
from sharray._transforms.shard_map.shard_map import shard_map as shard_map

class _JaxDevice(Protocol):
    @property
    def id(self) -> int: ...
    @property
    def platform(self) -> str: ...

_Device: TypeAlias = (
    Mesh | NamedSharding | PartitionSpec | SingleDeviceSharding | _JaxDevice | Literal["cpu"]
)
_Out: TypeAlias = ShardedArray | _np.ndarray[Any, Any]

class _UniqueAllResult(NamedTuple):
    values: ShardedArray
    indices: ShardedArray
    inverse_indices: ShardedArray
    counts: ShardedArray

class _UniqueCountsResult(NamedTuple):
    values: ShardedArray
    counts: ShardedArray

class _UniqueInverseResult(NamedTuple):
    values: ShardedArray
    inverse_indices: ShardedArray

class _Unary(ufunc):
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
    ) -> ShardedArray: ...
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
    ) -> ShardedArray: ...
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
    ) -> ShardedArray: ...
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
    ) -> ShardedArray: ...
    def reduce(
        self,
        array: ArrayLike,
        axis: SupportsIndex | Sequence[SupportsIndex] | None = 0,
        dtype: DTypeLike | None = None,
        out: _Out | tuple[_Out] | None = None,
        keepdims: _bool = False,
        initial: ArrayLike | None = ...,
        where: ArrayLike = True,
    ) -> ShardedArray:
        """Combine the elements along axes: the first by default, all for None."""
    def accumulate(
        self,
        array: ArrayLike,
        axis: SupportsIndex = 0,
        dtype: DTypeLike | None = None,
        out: _Out | tuple[_Out] | None = None,
    ) -> ShardedArray:
        """Combine each element with those before it along an axis."""
    def reduceat(
        self,
        array: ArrayLike,
        indices: ArrayLike,
        axis: SupportsIndex = 0,
        dtype: DTypeLike | None = None,
        out: _Out | tuple[_Out] | None = None,
    ) -> ShardedArray:
        """Combine the elements of slices along an axis."""
    def outer(self, a: ArrayLike, b: ArrayLike, /, **kwargs: Any) -> ShardedArray:
        """Apply the function to every pair of elements of two arrays."""
    def at(self, a: _Out, indices: Any, b: ArrayLike, /) -> None:
        """Apply in place at indices, once for each time that one is repeated."""

class _UnaryOfTwo(ufunc):
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
    ) -> tuple[ShardedArray, ShardedArray]: ...
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
    ) -> tuple[ShardedArray, ShardedArray]: ...
    reduce: None  # only ufuncs of two operands and one result
    accumulate: None  # only ufuncs of two operands and one result
    reduceat: None  # only ufuncs of two operands and one result
    outer: None  # only ufuncs of two operands and one result

class _BinaryOfTwo(ufunc):
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
    ) -> tuple[ShardedArray, ShardedArray]: ...
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
    ) -> tuple[ShardedArray, ShardedArray]: ...
    def outer(
        self, a: ArrayLike, b: ArrayLike, /, **kwargs: Any
    ) -> tuple[ShardedArray, ShardedArray]:
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
    ) -> ShardedArray: ...
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
    ) -> ShardedArray: ...
    reduce: None  # only ufuncs of two operands and one result
    accumulate: None  # only ufuncs of two operands and one result
    reduceat: None  # only ufuncs of two operands and one result
    outer: None  # only ufuncs of two operands and one result

abs: _Unary
absolute: _Unary
acos: _Unary
acosh: _Unary
add: _Binary

def all(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
    *,
    where: ArrayLike | None = ...,
) -> ShardedArray:
    """Whether all elements over axes (all by default) are true."""

def allclose(
    a: ArrayLike,
    b: ArrayLike,
    rtol: ArrayLike = 1e-05,
    atol: ArrayLike = 1e-08,
    equal_nan: _bool = False,
) -> _bool:
    """Whether all elements are equal within ``atol + rtol * abs(b)``; waits for the answer."""

def amax(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
    initial: ArrayLike | None = ...,
    where: ArrayLike | None = ...,
) -> ShardedArray:
    """Largest element over axes (all by default); NaN if one is."""

def amin(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
    initial: ArrayLike | None = ...,
    where: ArrayLike | None = ...,
) -> ShardedArray:
    """Smallest element over axes (all by default); NaN if one is."""

def angle(z: ArrayLike, deg: _bool = False) -> ShardedArray:
    """Angle of complex numbers, in radians, or degrees."""

def any(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
    *,
    where: ArrayLike | None = ...,
) -> ShardedArray:
    """Whether any element over axes (all by default) is true."""

def append(arr: ArrayLike, values: ArrayLike, axis: SupportsIndex | None = None) -> ShardedArray:
    """Join values to the end of an array."""

def apply_along_axis(
    func1d: Callable[..., Any], axis: SupportsIndex, arr: ArrayLike, *args: Any, **kwargs: Any
) -> ShardedArray:
    """Call a function of vectors for each line along an axis."""

def apply_over_axes(
    func: Callable[..., Any], a: ArrayLike, axes: SupportsIndex | Sequence[SupportsIndex]
) -> ShardedArray:
    """Call a reduction for one axis after the other, keeping the dimensions."""

def arange(
    start_or_stop: ArrayLike,
    /,
    stop: ArrayLike | None = None,
    step: ArrayLike = 1,
    *,
    dtype: DTypeLike | None = None,
    device: _Device | None = None,
    like: Any = None,
) -> ShardedArray:
    """Make evenly spaced values from start, below stop."""

arccos: _Unary
arccosh: _Unary
arcsin: _Unary
arcsinh: _Unary
arctan: _Unary
arctan2: _Binary
arctanh: _Unary

def argmax(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    out: _Out | None = None,
    *,
    keepdims: _bool | None = ...,
) -> ShardedArray:
    """Index of the first largest element along an axis; of the flattened array by default."""

def argmin(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    out: _Out | None = None,
    *,
    keepdims: _bool | None = ...,
) -> ShardedArray:
    """Index of the first smallest element along an axis; of the flattened array by default."""

def argpartition(
    a: ArrayLike,
    kth: SupportsIndex | Sequence[SupportsIndex],
    axis: SupportsIndex | None = -1,
    kind: str = "introselect",
    order: str | Sequence[str] | None = None,
) -> ShardedArray:
    """Indices that sort along an axis, which is a partition at every index."""

def argsort(
    a: ArrayLike,
    axis: SupportsIndex | None = -1,
    kind: str | None = None,
    order: str | Sequence[str] | None = None,
    *,
    stable: _bool | None = None,
    descending: _bool = False,
) -> ShardedArray:
    """Indices that sort along an axis, equal elements in their order."""

def argwhere(a: ArrayLike) -> ShardedArray:
    """Indices of the elements that are not zero, one row for each."""

def around(a: ArrayLike, decimals: SupportsIndex = 0, out: _Out | None = None) -> ShardedArray:
    """Round to decimals, halves to even."""

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
) -> ShardedArray:
    """Make an array of an array-like: a copy, unless told otherwise."""

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
    """Text of the elements, of which only those that it shows are fetched."""

def array_equal(a1: ArrayLike, a2: ArrayLike, equal_nan: _bool = False) -> _bool:
    """Whether two arrays have the same shape and elements; waits for the answer."""

def array_equiv(a1: ArrayLike, a2: ArrayLike) -> _bool:
    """Whether two arrays, one broadcast to the other, have the same elements; waits for it."""

def array_repr(
    arr: ArrayLike, max_line_width: Any = None, precision: Any = None, suppress_small: Any = None
) -> str:
    """Text of the elements, the dtype and the sharding."""

def array_split(
    ary: ArrayLike, indices_or_sections: Any, axis: SupportsIndex | None = 0
) -> list[ShardedArray]:
    """Views of parts along an axis: so many about equal ones, or cut at indices."""

def array_str(
    a: ArrayLike, max_line_width: Any = None, precision: Any = None, suppress_small: Any = None
) -> str:
    """Text of the elements, of which only those that it shows are fetched."""

def asanyarray(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] | None = None,
    *,
    device: _Device | None = None,
    copy: _bool | None = None,
    like: Any = None,
) -> ShardedArray:
    """Make an array of an array-like; an array that fits is returned as it is."""

def asarray(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] | None = None,
    *,
    device: _Device | None = None,
    copy: _bool | None = None,
    like: Any = None,
) -> ShardedArray:
    """Make an array of an array-like; an array that fits is returned as it is."""

def asarray_chkfinite(
    a: ArrayLike, dtype: DTypeLike | None = None, order: Literal["C", "F", "A", "K"] | None = None
) -> ShardedArray:
    """Make an array of an array-like; ValueError if an element is infinite or NaN."""

def ascontiguousarray(
    a: ArrayLike, dtype: DTypeLike | None = None, *, like: Any = None
) -> ShardedArray:
    """Make an array of an array-like, of at least one dimension: a copy of a view that has gaps."""

def asfortranarray(
    a: ArrayLike, dtype: DTypeLike | None = None, *, like: Any = None
) -> ShardedArray:
    """Make an array, of at least one dimension, laid out as it is."""

asin: _Unary
asinh: _Unary

def asmatrix(data: Any, dtype: DTypeLike | None = None) -> _np.matrix:
    """Interpret the input as a matrix."""

def astype(
    x: ArrayLike, dtype: DTypeLike, /, *, copy: _bool = True, device: _Device | None = None
) -> ShardedArray:
    """Convert to another dtype."""

atan: _Unary
atan2: _Binary
atanh: _Unary

@overload
def atleast_1d(ary: ArrayLike, /) -> ShardedArray:
    """Views with at least one dimension."""

@overload
def atleast_1d(*arys: ArrayLike) -> tuple[ShardedArray, ...]:
    """Views with at least one dimension."""

@overload
def atleast_2d(ary: ArrayLike, /) -> ShardedArray:
    """Views with at least two dimensions."""

@overload
def atleast_2d(*arys: ArrayLike) -> tuple[ShardedArray, ...]:
    """Views with at least two dimensions."""

@overload
def atleast_3d(ary: ArrayLike, /) -> ShardedArray:
    """Views with at least three dimensions."""

@overload
def atleast_3d(*arys: ArrayLike) -> tuple[ShardedArray, ...]:
    """Views with at least three dimensions."""

@overload
def average(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    weights: ArrayLike | None = None,
    returned: Literal[False] = False,
    *,
    keepdims: _bool | None = ...,
) -> ShardedArray:
    """Weighted mean over axes (all by default); waits to know that no weights sum to zero."""

@overload
def average(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    weights: ArrayLike | None = None,
    returned: _bool = False,
    *,
    keepdims: _bool | None = ...,
) -> tuple[ShardedArray, ShardedArray]:
    """Weighted mean over axes (all by default); waits to know that no weights sum to zero."""

def bartlett(M: Any) -> ShardedArray:
    """Triangular window of M points."""

def bincount(
    x: ArrayLike, /, weights: ArrayLike | None = None, minlength: SupportsIndex = 0
) -> ShardedArray:
    """How often each natural number occurs, or the sum of its weights; waits for the largest."""

bitwise_and: _Binary
bitwise_count: _Unary
bitwise_invert: _Unary
bitwise_left_shift: _Binary
bitwise_not: _Unary
bitwise_or: _Binary
bitwise_right_shift: _Binary
bitwise_xor: _Binary

def blackman(M: Any) -> ShardedArray:
    """Blackman window of M points."""

def block(arrays: Any) -> ShardedArray:
    """Join nested lists of blocks: the innermost along the last axis."""

def bmat(obj: Any, ldict: Any = None, gdict: Any = None) -> _np.matrix:
    """Build a matrix object from a string, nested sequence, or array."""

def broadcast_arrays(*args: Any, subok: _bool = False) -> tuple[ShardedArray, ...]:
    """Views of the common broadcast shape; arrays of one shape as they are."""

def broadcast_to(
    array: ArrayLike, shape: SupportsIndex | Sequence[SupportsIndex], subok: _bool = False
) -> ShardedArray:
    """Read-only view of a larger shape."""

class _c_(_Brackets):
    def __getitem__(self, key: Any, /) -> ShardedArray: ...

c_: _c_

def can_cast(
    from_: Any,
    to: DTypeLike,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "safe",
) -> _bool:
    """Whether a dtype casts to another by the rule."""

cbrt: _Unary
ceil: _Unary

def choose(
    a: ArrayLike, choices: Sequence[ArrayLike] | _Out, out: _Out | None = None, mode: str = "raise"
) -> ShardedArray:
    """For each element of an index array, the element of that choice at the same place."""

def clip(
    a: ArrayLike,
    min: ArrayLike | None = ...,
    max: ArrayLike | None = ...,
    out: _Out | None = None,
    *,
    a_min: ArrayLike | None = ...,
    a_max: ArrayLike | None = ...,
    **kwargs: Any,
) -> ShardedArray:
    """Limit each element to an interval; None, or none given, is no limit."""

def column_stack(tup: Sequence[ArrayLike] | _Out) -> ShardedArray:
    """Join vectors as columns, and matrices beside each other."""

def common_type(*arrays: Sequence[ArrayLike] | _Out) -> type[Any]:
    """Inexact scalar type that all arrays promote to."""

def compress(
    condition: ArrayLike, a: ArrayLike, axis: SupportsIndex | None = None, out: _Out | None = None
) -> ShardedArray:
    """Slices along an axis for which a condition holds."""

def concat(
    arrays: Sequence[ArrayLike] | _Out,
    /,
    axis: SupportsIndex | None = 0,
    out: _Out | None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
) -> ShardedArray:
    """Join arrays along an axis; with None, all of them flattened."""

def concatenate(
    arrays: Sequence[ArrayLike] | _Out,
    /,
    axis: SupportsIndex | None = 0,
    out: _Out | None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
) -> ShardedArray:
    """Join arrays along an axis; with None, all of them flattened."""

conj: _Unary
conjugate: _Unary

def convolve(a: ArrayLike, v: ArrayLike, mode: str = "full") -> ShardedArray:
    """Convolution of two vectors; of the longer one only edges of shards move."""

def copy(
    a: ArrayLike, order: Literal["C", "F", "A", "K"] = "K", subok: _bool = False
) -> ShardedArray:
    """Make a copy."""

copysign: _Binary

def copyto(
    dst: _Out,
    src: ArrayLike,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
    where: _bool = True,
) -> None:
    """Write an array that broadcasts to another one, where a mask holds."""

def corrcoef(
    x: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: _bool = True,
    *,
    dtype: DTypeLike | None = None,
) -> ShardedArray:
    """Correlation coefficients of variables: their covariances over their deviations."""

def correlate(a: ArrayLike, v: ArrayLike, mode: str = "valid") -> ShardedArray:
    """Correlation of two vectors; of the longer one only edges of shards move."""

cos: _Unary
cosh: _Unary

def count_nonzero(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    keepdims: _bool = False,
) -> ShardedArray:
    """Number of elements over axes (all by default) that are not zero."""

def cov(
    m: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: _bool = True,
    bias: _bool = False,
    ddof: float | None = None,
    fweights: ArrayLike | None = None,
    aweights: ArrayLike | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> ShardedArray:
    """Covariance matrix of variables, which are the rows, or the columns without `rowvar`."""

def cross(
    a: ArrayLike,
    b: ArrayLike,
    axisa: SupportsIndex = -1,
    axisb: SupportsIndex = -1,
    axisc: SupportsIndex = -1,
    axis: SupportsIndex | None = None,
) -> ShardedArray:
    """Vector product along axes of length 3 (or 2, for the third component)."""

def cumprod(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
) -> ShardedArray:
    """Running product along an axis; of the flattened array by default."""

def cumsum(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
) -> ShardedArray:
    """Running sum along an axis; of the flattened array by default."""

def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    include_initial: _bool = False,
) -> ShardedArray:
    """Running product along an axis, from one with `include_initial`."""

def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    include_initial: _bool = False,
) -> ShardedArray:
    """Running sum along an axis, from zero with `include_initial`."""

deg2rad: _Unary
degrees: _Unary

def delete(
    arr: ArrayLike, obj: slice | ArrayLike, axis: SupportsIndex | None = None
) -> ShardedArray:
    """Leave out some places along an axis; of the flattened array by default."""

def diag(v: ArrayLike, k: SupportsIndex = 0) -> ShardedArray:
    """Diagonal of a matrix, or a matrix with the given diagonal."""

def diag_indices(n: SupportsIndex, ndim: SupportsIndex = 2) -> tuple[ShardedArray, ...]:
    """Indices of the main diagonal."""

def diag_indices_from(arr: ArrayLike) -> tuple[ShardedArray, ...]:
    """Indices of the main diagonal of an array."""

def diagflat(v: ArrayLike, k: SupportsIndex = 0) -> ShardedArray:
    """Matrix with the flattened input on a diagonal."""

def diagonal(
    a: ArrayLike, offset: SupportsIndex = 0, axis1: SupportsIndex = 0, axis2: SupportsIndex = 1
) -> ShardedArray:
    """Read-only view of the diagonals of two dimensions, which become the last one."""

def diff(
    a: ArrayLike,
    n: SupportsIndex = 1,
    axis: SupportsIndex | None = -1,
    prepend: ArrayLike | None = ...,
    append: ArrayLike | None = ...,
) -> ShardedArray:
    """Difference of neighbours along an axis, n times; of booleans, whether they differ."""

def digitize(x: ArrayLike, bins: ArrayLike, right: _bool = False) -> ShardedArray:
    """Number of the bin that each element is in; lies as `x` does."""

divide: _Binary
divmod: _BinaryOfTwo

def dot(a: ArrayLike, b: ArrayLike, out: _Out | None = None) -> ShardedArray:
    """Sum of products over the last axis of one and the last but one of the other array."""

def dsplit(ary: ArrayLike, indices_or_sections: Any) -> list[ShardedArray]:
    """Views of parts along the third axis."""

def dstack(tup: Sequence[ArrayLike] | _Out) -> ShardedArray:
    """Join arrays along the third axis."""

def ediff1d(
    ary: ArrayLike, to_end: ArrayLike | None = None, to_begin: ArrayLike | None = None
) -> ShardedArray:
    """Difference of neighbours in the flattened array, with what comes before and after them."""

def einsum(
    *operands: Any, out: _Out | None = None, optimize: _bool = False, **kwargs: Any
) -> ShardedArray:
    """Sum of products by labels; a dimension of the result lies as the operands' of its label."""

def einsum_path(
    *operands: Any, optimize: str = "greedy", einsum_call: _bool = False
) -> tuple[list[Any], str]: ...
def empty(
    shape: SupportsIndex | Sequence[SupportsIndex],
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "C",
    *,
    device: _Device | None = None,
    like: Any = None,
) -> ShardedArray:
    """Make an array of zeros: there is no memory that could be left as it is."""

def empty_like(
    prototype: ArrayLike,
    /,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    subok: _bool = True,
    shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    device: _Device | None = None,
) -> ShardedArray:
    """Make an array of zeros that lies as another one."""

equal: _Binary
exp: _Unary
exp2: _Unary

def expand_dims(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex]) -> ShardedArray:
    """View with new dimensions of length 1."""

expm1: _Unary

def extract(condition: ArrayLike, arr: ArrayLike) -> ShardedArray:
    """Elements of the flattened array for which a condition holds."""

def eye(
    N: Any,
    M: Any = None,
    k: SupportsIndex = 0,
    dtype: DTypeLike = float,
    order: Literal["C", "F", "A", "K"] = "C",
    *,
    device: _Device | None = None,
    like: Any = None,
) -> ShardedArray:
    """Make a matrix with ones on diagonal k."""

fabs: _Unary

def fill_diagonal(a: _Out, val: ArrayLike, wrap: _bool = False) -> None:
    """Write values, repeated as needed, to the main diagonal."""

def fix(x: ArrayLike, out: _Out | None = None) -> ShardedArray:
    """Integer nearest towards zero."""

def flatnonzero(a: ArrayLike) -> ShardedArray:
    """Indices in the flattened array of the elements that are not zero."""

def flip(m: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ShardedArray:
    """View with the elements along some dimensions in reverse order."""

def fliplr(m: ArrayLike) -> ShardedArray:
    """View with the columns in reverse order."""

def flipud(m: ArrayLike) -> ShardedArray:
    """View with the rows in reverse order."""

float_power: _Binary
floor: _Unary
floor_divide: _Binary
fmax: _Binary
fmin: _Binary
fmod: _Binary
frexp: _UnaryOfTwo

def from_dlpack(
    x: Any, /, *, device: _Device | None = None, copy: _bool | None = None
) -> ShardedArray:
    """Make an array of an object with ``__dlpack__``, by default as `asarray` places it."""

def frombuffer(
    buffer: Any,
    dtype: DTypeLike | None = None,
    count: SupportsIndex = -1,
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
) -> ShardedArray:
    """Copy the elements of a buffer; unlike NumPy's, the array is no view of it."""

def fromfile(
    file: Any,
    dtype: DTypeLike | None = None,
    count: int = -1,
    sep: str = "",
    offset: int = 0,
    *,
    like: Any = None,
) -> ShardedArray:
    """Read elements from a binary file straight into shards, or from text as NumPy does."""

def fromfunction(
    function: Callable[..., Any],
    shape: SupportsIndex | Sequence[SupportsIndex],
    *,
    dtype: DTypeLike = float,
    like: Any = None,
    **kwargs: Any,
) -> Any:
    """Call a function with the coordinates of the elements, as arrays."""

def fromiter(
    iter: Any, dtype: DTypeLike, count: SupportsIndex = -1, *, like: Any = None
) -> ShardedArray:
    """Read numbers from an iterable, on the host."""

def frompyfunc(
    func: Callable[..., Any], /, nin: SupportsIndex, nout: SupportsIndex, **kwargs: Any
) -> Any:
    """Make a ufunc of a Python function; its results are objects, so they stay NumPy's."""

def fromregex(file: Any, regexp: Any, dtype: DTypeLike, encoding: Any = None) -> ShardedArray:
    """Read text by a regular expression, on the host."""

def fromstring(*args: Any, **kwargs: Any) -> ShardedArray:
    """Read numbers from a string, on the host."""

def full(
    shape: SupportsIndex | Sequence[SupportsIndex],
    fill_value: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "C",
    *,
    device: _Device | None = None,
    like: Any = None,
) -> ShardedArray:
    """Make an array of one value, or of values that broadcast to the shape."""

def full_like(
    a: ArrayLike,
    fill_value: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    subok: _bool = True,
    shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    device: _Device | None = None,
) -> ShardedArray:
    """Make an array of one value that lies as another one."""

gcd: _Binary

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
) -> ShardedArray:
    """Read text with missing values, which NumPy parses on the host."""

def geomspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: _bool = True,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex | None = 0,
) -> ShardedArray:
    """Make num values of constant ratio, from start to stop."""

@overload
def gradient(
    f: ArrayLike, *varargs: ArrayLike, axis: SupportsIndex, edge_order: Literal[1, 2] = 1
) -> ShardedArray:
    """Central differences along axes (all by default), one-sided at the edges of the array."""

@overload
def gradient(
    f: ArrayLike,
    *varargs: ArrayLike,
    axis: Sequence[SupportsIndex] | None = None,
    edge_order: Literal[1, 2] = 1,
) -> Any:
    """Central differences along axes (all by default), one-sided at the edges of the array."""

greater: _Binary
greater_equal: _Binary

def hamming(M: Any) -> ShardedArray:
    """Hamming window of M points."""

def hanning(M: Any) -> ShardedArray:
    """Hann window of M points."""

heaviside: _Binary

def histogram(
    a: ArrayLike,
    bins: ArrayLike = 10,
    range: Any = None,
    density: _bool | None = None,
    weights: ArrayLike | None = None,
) -> tuple[ShardedArray, ShardedArray]:
    """Number of elements in each bin, and the edges of the bins."""

def histogram2d(
    x: ArrayLike,
    y: ArrayLike,
    bins: SupportsIndex | Sequence[ArrayLike] | _Out = 10,
    range: Any = None,
    density: _bool | None = None,
    weights: ArrayLike | None = None,
) -> tuple[ShardedArray, ShardedArray, ShardedArray]:
    """Number of points in each rectangle, and the edges along both dimensions."""

def histogram_bin_edges(
    a: ArrayLike, bins: ArrayLike = 10, range: Any = None, weights: ArrayLike | None = None
) -> ShardedArray:
    """Edges of the bins of a histogram; waits for the smallest and the largest element."""

def histogramdd(
    sample: Sequence[ArrayLike] | _Out,
    bins: SupportsIndex | Sequence[ArrayLike] | _Out = 10,
    range: Any = None,
    density: _bool | None = None,
    weights: ArrayLike | None = None,
) -> tuple[ShardedArray, list[ShardedArray]]:
    """Number of samples in each bin of several dimensions, and the edges of the bins."""

def hsplit(ary: ArrayLike, indices_or_sections: Any) -> list[ShardedArray]:
    """Views of parts along the second axis; of a vector, along its only one."""

def hstack(
    tup: Sequence[ArrayLike] | _Out,
    *,
    dtype: DTypeLike | None = None,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
) -> ShardedArray:
    """Join arrays along the second axis, vectors along their only one."""

hypot: _Binary

def i0(x: ArrayLike) -> ShardedArray:
    """Modified Bessel function of the first kind, of order 0."""

def identity(n: SupportsIndex, dtype: DTypeLike | None = None, *, like: Any = None) -> ShardedArray:
    """Make a square matrix with ones on the main diagonal."""

def imag(val: ArrayLike) -> ShardedArray:
    """Imaginary part; a view of a complex array."""

@overload
def indices(
    dimensions: SupportsIndex | Sequence[SupportsIndex],
    dtype: DTypeLike = int,
    sparse: Literal[False] = False,
) -> ShardedArray:
    """Coordinates of the elements of an array, along each dimension."""

@overload
def indices(
    dimensions: SupportsIndex | Sequence[SupportsIndex],
    dtype: DTypeLike = int,
    sparse: _bool = False,
) -> tuple[ShardedArray, ...]:
    """Coordinates of the elements of an array, along each dimension."""

def inner(a: ArrayLike, b: ArrayLike, /) -> ShardedArray:
    """Sum of products over the last axes of both arrays."""

def insert(
    arr: ArrayLike, obj: slice | ArrayLike, values: ArrayLike, axis: SupportsIndex | None = None
) -> ShardedArray:
    """Insert values before some places along an axis; of the flattened array by default."""

def interp(
    x: ArrayLike,
    xp: ArrayLike,
    fp: ArrayLike,
    left: ArrayLike | None = None,
    right: ArrayLike | None = None,
    period: ArrayLike | None = None,
) -> ShardedArray:
    """Values on the straight lines between points; lies as `x` does."""

@overload
def intersect1d(
    ar1: ArrayLike,
    ar2: ArrayLike,
    assume_unique: _bool = False,
    return_indices: Literal[False] = False,
) -> ShardedArray:
    """Distinct elements of both arrays, and where they are."""

@overload
def intersect1d(
    ar1: ArrayLike, ar2: ArrayLike, assume_unique: _bool = False, return_indices: _bool = False
) -> tuple[ShardedArray, ShardedArray, ShardedArray]:
    """Distinct elements of both arrays, and where they are."""

invert: _Unary

def isclose(
    a: ArrayLike,
    b: ArrayLike,
    rtol: ArrayLike = 1e-05,
    atol: ArrayLike = 1e-08,
    equal_nan: _bool = False,
) -> ShardedArray:
    """Whether elements are equal within ``atol + rtol * abs(b)``."""

def iscomplex(x: ArrayLike) -> ShardedArray:
    """Whether elements have an imaginary part."""

def iscomplexobj(x: Any) -> _bool:
    """Whether the dtype is complex."""

isfinite: _Unary

def isfortran(a: ArrayLike) -> _bool:
    """Whether NumPy would lay the array out in column-major order."""

def isin(
    element: ArrayLike,
    test_elements: ArrayLike,
    assume_unique: _bool = False,
    invert: _bool = False,
    *,
    kind: Literal["sort", "table"] | None = None,
) -> ShardedArray:
    """Whether each element occurs in the other array; lies as `element` does."""

isinf: _Unary
isnan: _Unary

def isneginf(x: ArrayLike, out: _Out | None = None) -> ShardedArray:
    """Whether elements are negative infinity."""

def isposinf(x: ArrayLike, out: _Out | None = None) -> ShardedArray:
    """Whether elements are positive infinity."""

def isreal(x: ArrayLike) -> ShardedArray:
    """Whether elements have no imaginary part."""

def isrealobj(x: Any) -> _bool:
    """Whether the dtype is not complex."""

def isscalar(element: ArrayLike) -> _bool:
    """Whether it is a number: of Python, of NumPy, or one that a function gave."""

def ix_(*args: Any) -> tuple[ShardedArray, ...]:
    """Index arrays that together name every combination of the given vectors' elements."""

def kaiser(M: Any, beta: Any) -> ShardedArray:
    """Kaiser window of M points."""

def kron(a: ArrayLike, b: ArrayLike) -> ShardedArray:
    """Every element of one array times all of the other, as blocks."""

lcm: _Binary
ldexp: _Binary
left_shift: _Binary
less: _Binary
less_equal: _Binary

def lexsort(keys: Sequence[ArrayLike] | _Out, axis: SupportsIndex | None = -1) -> ShardedArray:
    """Indices that sort by several keys, the last of which counts first."""

@overload
def linspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: _bool = True,
    retstep: Literal[False] = False,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex | None = 0,
    *,
    device: _Device | None = None,
) -> ShardedArray:
    """Make num evenly spaced values from start to stop, which may be arrays."""

@overload
def linspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: _bool = True,
    retstep: _bool = False,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex | None = 0,
    *,
    device: _Device | None = None,
) -> tuple[ShardedArray, ShardedArray]:
    """Make num evenly spaced values from start to stop, which may be arrays."""

def load(
    file: Any,
    mmap_mode: Any = None,
    allow_pickle: _bool = False,
    fix_imports: _bool = True,
    encoding: str = "ASCII",
    *,
    max_header_size: int = 10000,
) -> Any:
    """Read a ``.npy``, ``.npz`` or pickle; a large ``.npy`` straight into its shards."""

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
) -> ShardedArray:
    """Read text, which NumPy parses on the host; numbers become a sharded array."""

log: _Unary
log10: _Unary
log1p: _Unary
log2: _Unary
logaddexp: _Binary
logaddexp2: _Binary
logical_and: _Binary
logical_not: _Unary
logical_or: _Binary
logical_xor: _Binary

def logspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: _bool = True,
    base: ArrayLike = 10.0,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex | None = 0,
) -> ShardedArray:
    """Make num values evenly spaced on a logarithmic scale, from base**start to base**stop."""

def mask_indices(
    n: SupportsIndex, mask_func: Callable[..., Any], k: SupportsIndex = 0
) -> tuple[ShardedArray, ...]:
    """Indices where a function of a matrix of ones, such as triu, leaves something."""

matmul: _Generalized

def matrix_transpose(x: ArrayLike, /) -> ShardedArray:
    """View with the last two dimensions exchanged."""

matvec: _Generalized

def max(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
    initial: ArrayLike | None = ...,
    where: ArrayLike | None = ...,
) -> ShardedArray:
    """Largest element over axes (all by default); NaN if one is."""

maximum: _Binary

def may_share_memory(
    a: ArrayLike, b: ArrayLike, /, max_work: SupportsIndex = 0
) -> ShardedArray: ...
def mean(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
    *,
    where: ArrayLike | None = ...,
) -> ShardedArray:
    """Arithmetic mean over axes (all by default)."""

def median(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    overwrite_input: _bool = False,
    keepdims: _bool = False,
) -> ShardedArray:
    """Median over axes (all by default); counted on each device, not sorted."""

def meshgrid(
    *xi: ArrayLike, copy: _bool = True, sparse: _bool = False, indexing: str = "xy"
) -> tuple[ShardedArray, ...]:
    """Coordinate matrices of coordinate vectors."""

class _mgrid(_Brackets):
    def __getitem__(self, key: Any, /) -> ShardedArray: ...

mgrid: _mgrid

def min(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
    initial: ArrayLike | None = ...,
    where: ArrayLike | None = ...,
) -> ShardedArray:
    """Smallest element over axes (all by default); NaN if one is."""

def min_scalar_type(a: ArrayLike, /) -> _np.dtype[Any]:
    """Smallest dtype that holds a scalar; of an array, its dtype."""

minimum: _Binary
mod: _Binary
modf: _UnaryOfTwo

def moveaxis(
    a: ArrayLike,
    source: SupportsIndex | Sequence[SupportsIndex],
    destination: SupportsIndex | Sequence[SupportsIndex],
) -> ShardedArray:
    """View with some dimensions moved to other places."""

multiply: _Binary

def nan_to_num(
    x: ArrayLike,
    copy: _bool = True,
    nan: ArrayLike = 0.0,
    posinf: ArrayLike | None = None,
    neginf: ArrayLike | None = None,
) -> ShardedArray:
    """Replace NaNs and infinities by numbers, by default 0 and the largest finite ones."""

def nanargmax(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    out: _Out | None = None,
    *,
    keepdims: _bool | None = ...,
) -> ShardedArray:
    """Index of the first largest element that is not NaN; waits to know that there is one."""

def nanargmin(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    out: _Out | None = None,
    *,
    keepdims: _bool | None = ...,
) -> ShardedArray:
    """Index of the first smallest element that is not NaN; waits to know that there is one."""

def nancumprod(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
) -> ShardedArray:
    """Running product along an axis, NaNs counting as one; of the flattened array by default."""

def nancumsum(
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
) -> ShardedArray:
    """Running sum along an axis, NaNs counting as zero; of the flattened array by default."""

def nanmax(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
    initial: ArrayLike | None = ...,
    where: ArrayLike | None = ...,
) -> ShardedArray:
    """Largest element over axes (all by default) that is not NaN; NaN if all are."""

def nanmean(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
    *,
    where: ArrayLike | None = ...,
) -> ShardedArray:
    """Arithmetic mean over axes (all by default) of what is not NaN; NaN of nothing."""

def nanmedian(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    overwrite_input: _bool = False,
    keepdims: _bool | None = ...,
) -> ShardedArray:
    """Median over axes (all by default) of what is not NaN."""

def nanmin(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
    initial: ArrayLike | None = ...,
    where: ArrayLike | None = ...,
) -> ShardedArray:
    """Smallest element over axes (all by default) that is not NaN; NaN if all are."""

def nanpercentile(
    a: ArrayLike,
    q: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    overwrite_input: _bool = False,
    method: str = "linear",
    keepdims: _bool | None = ...,
    *,
    weights: ArrayLike | None = None,
) -> ShardedArray:
    """Percentiles over axes (all by default) of what is not NaN."""

def nanprod(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
    initial: ArrayLike | None = ...,
    where: ArrayLike | None = ...,
) -> ShardedArray:
    """Product over axes (all by default), NaNs counting as one."""

def nanquantile(
    a: ArrayLike,
    q: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    overwrite_input: _bool = False,
    method: str = "linear",
    keepdims: _bool | None = ...,
    *,
    weights: ArrayLike | None = None,
) -> ShardedArray:
    """Quantiles over axes (all by default) of what is not NaN."""

def nanstd(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    ddof: float = 0,
    keepdims: _bool | None = ...,
    *,
    where: ArrayLike | None = ...,
    mean: ArrayLike | None = ...,
    correction: float | None = ...,
) -> ShardedArray:
    """Standard deviation over axes (all by default) of what is not NaN."""

def nansum(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
    initial: ArrayLike | None = ...,
    where: ArrayLike | None = ...,
) -> ShardedArray:
    """Sum over axes (all by default), NaNs counting as zero."""

def nanvar(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    ddof: float = 0,
    keepdims: _bool | None = ...,
    *,
    where: ArrayLike | None = ...,
    mean: ArrayLike | None = ...,
    correction: float | None = ...,
) -> ShardedArray:
    """Variance over axes (all by default) of what is not NaN, divided by the count less `ddof`."""

def ndim(a: ArrayLike) -> int:
    """Number of dimensions of an array-like."""

negative: _Unary

def nested_iters(
    op: Any,
    axes: SupportsIndex | Sequence[SupportsIndex],
    flags: Any = None,
    op_flags: Any = None,
    op_dtypes: Any = None,
    order: Literal["C", "F", "A", "K"] = "K",
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "safe",
    buffersize: SupportsIndex = 0,
) -> tuple[_np.nditer, ...]: ...

nextafter: _Binary

def nonzero(a: ArrayLike) -> tuple[ShardedArray, ...]:
    """Indices of the elements that are not zero, one vector for each dimension."""

not_equal: _Binary

class _ogrid(_Brackets):
    def __getitem__(self, key: Any, /) -> Any: ...

ogrid: _ogrid

def ones(
    shape: SupportsIndex | Sequence[SupportsIndex],
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "C",
    *,
    device: _Device | None = None,
    like: Any = None,
) -> ShardedArray:
    """Make an array of ones."""

def ones_like(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    subok: _bool = True,
    shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    device: _Device | None = None,
) -> ShardedArray:
    """Make an array of ones that lies as another one."""

def outer(a: ArrayLike, b: ArrayLike, out: _Out | None = None) -> ShardedArray:
    """Product of every pair of elements of two flattened arrays."""

def packbits(
    a: ArrayLike, /, axis: SupportsIndex | None = None, bitorder: str = "big"
) -> ShardedArray:
    """Bytes of eight elements each, which count as bits."""

def pad(
    array: ArrayLike,
    pad_width: ArrayLike | dict[int, Any],
    mode: str | Callable[..., Any] = "constant",
    **kwargs: Any,
) -> ShardedArray:
    """Extend an array at its edges; the result is placed as a joined array is."""

def partition(
    a: ArrayLike,
    kth: SupportsIndex | Sequence[SupportsIndex],
    axis: SupportsIndex | None = -1,
    kind: str = "introselect",
    order: str | Sequence[str] | None = None,
) -> ShardedArray:
    """Sort along an axis, which is a partition at every index."""

def percentile(
    a: ArrayLike,
    q: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    overwrite_input: _bool = False,
    method: str = "linear",
    keepdims: _bool = False,
    *,
    weights: ArrayLike | None = None,
) -> ShardedArray:
    """Percentiles over axes (all by default); counted on each device, not sorted."""

def permute_dims(
    a: ArrayLike, axes: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """View with the dimensions in another order, reversed by default."""

def piecewise(
    x: ArrayLike, condlist: Sequence[ArrayLike] | _Out, funclist: Any, *args: Any, **kw: Any
) -> ShardedArray:
    """For each element, by the function of the last condition that holds."""

def place(arr: _Out, mask: ArrayLike, vals: ArrayLike) -> None:
    """Write the first values, repeated as needed, to where a mask holds."""

def poly(seq_of_zeros: Any) -> ShardedArray:
    """Find the coefficients of a polynomial with the given sequence of roots."""

def polyadd(a1: ArrayLike, a2: ArrayLike) -> ShardedArray:
    """Sum of two polynomials."""

def polyder(p: ArrayLike, m: ArrayLike = 1) -> ShardedArray:
    """Derivative of a polynomial."""

def polydiv(u: Any, v: ArrayLike) -> tuple[ShardedArray, ShardedArray]:
    """Returns the quotient and remainder of polynomial division."""

@overload
def polyfit(
    x: ArrayLike,
    y: ArrayLike,
    deg: SupportsIndex | Sequence[SupportsIndex],
    rcond: ArrayLike | None = None,
    full: Literal[False] = False,
    w: ArrayLike | None = None,
    cov: Literal[False] = False,
) -> ShardedArray:
    """Least-squares polynomial through points; each device reduces its points to a triangle."""

@overload
def polyfit(
    x: ArrayLike,
    y: ArrayLike,
    deg: SupportsIndex | Sequence[SupportsIndex],
    rcond: ArrayLike | None = None,
    full: _bool = False,
    w: ArrayLike | None = None,
    cov: _bool | Literal["unscaled"] = False,
) -> tuple[ShardedArray, ...]:
    """Least-squares polynomial through points; each device reduces its points to a triangle."""

def polyint(p: ArrayLike, m: ArrayLike = 1, k: SupportsIndex | None = None) -> ShardedArray:
    """Integral of a polynomial, with integration constants `k`."""

def polymul(a1: ArrayLike, a2: ArrayLike) -> ShardedArray:
    """Product of two polynomials, without leading zeros, which it waits to know."""

def polysub(a1: ArrayLike, a2: ArrayLike) -> ShardedArray:
    """Difference of two polynomials."""

def polyval(p: ArrayLike, x: ArrayLike) -> ShardedArray:
    """Values of a polynomial at each element of `x`, where those lie."""

positive: _Unary
pow: _Binary
power: _Binary

def prod(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
    initial: ArrayLike | None = ...,
    where: ArrayLike | None = ...,
) -> ShardedArray:
    """Product over axes (all by default)."""

def ptp(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
) -> ShardedArray:
    """Largest less smallest element over axes (all by default)."""

def put(a: _Out, ind: Any, v: ArrayLike, mode: str = "raise") -> None:
    """Write values, repeated as needed, at indices into the flattened array."""

def put_along_axis(
    arr: _Out, indices: ArrayLike, values: ArrayLike, axis: SupportsIndex | None
) -> None:
    """Write, for each position of `indices`, to the element of the same line along an axis."""

def putmask(a: _Out, /, mask: ArrayLike, values: ArrayLike) -> None:
    """Write to where a mask holds, from the same place of values repeated to the size."""

def quantile(
    a: ArrayLike,
    q: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: _Out | None = None,
    overwrite_input: _bool = False,
    method: str = "linear",
    keepdims: _bool = False,
    *,
    weights: ArrayLike | None = None,
) -> ShardedArray:
    """Quantiles over axes (all by default); counted on each device, not sorted."""

class _r_(_Brackets):
    def __getitem__(self, key: Any, /) -> ShardedArray: ...

r_: _r_

rad2deg: _Unary
radians: _Unary

def ravel(a: ArrayLike, order: Literal["C", "F", "A", "K"] = "C") -> ShardedArray:
    """Elements as a vector: a view where NumPy has one."""

def ravel_multi_index(
    multi_index: Sequence[ArrayLike] | _Out,
    dims: SupportsIndex | Sequence[SupportsIndex],
    mode: str | tuple[str, ...] = "raise",
    order: Literal["C", "F", "A", "K"] = "C",
) -> ShardedArray:
    """Index arrays, one for each dimension, as indices into the flattened array."""

def real(val: ArrayLike) -> ShardedArray:
    """Real part; a view of a complex array."""

def real_if_close(a: ArrayLike, tol: ArrayLike = 100) -> ShardedArray:
    """Real parts, if all imaginary ones are nearly zero, for which it waits."""

reciprocal: _Unary
remainder: _Binary

def repeat(a: ArrayLike, repeats: ArrayLike, axis: SupportsIndex | None = None) -> ShardedArray:
    """Repeat each element along an axis; with None, those of the flattened array."""

def require(
    a: ArrayLike, dtype: DTypeLike | None = None, requirements: Any = None, *, like: Any = None
) -> ShardedArray:
    """Make an array of an array-like that meets requirements, but for a memory order."""

def reshape(
    a: ArrayLike,
    /,
    shape: SupportsIndex | Sequence[SupportsIndex],
    order: Literal["C", "F", "A", "K"] = "C",
    *,
    copy: _bool | None = None,
) -> ShardedArray:
    """Rearrange the elements under another shape: a view where NumPy has one."""

def resize(a: ArrayLike, new_shape: SupportsIndex | Sequence[SupportsIndex]) -> ShardedArray:
    """Fill a new shape with the elements, repeated as often as needed."""

def result_type(*arrays_and_dtypes: Any) -> _np.dtype[Any]:
    """Return the dtype that arrays, scalars and dtypes promote to."""

right_shift: _Binary
rint: _Unary

def roll(
    a: ArrayLike, shift: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Shift elements cyclically along some axes; with None, those of the flattened array."""

def rollaxis(a: ArrayLike, axis: SupportsIndex, start: ArrayLike = 0) -> ShardedArray:
    """View with one dimension moved before another."""

def roots(p: ArrayLike) -> ShardedArray:
    """Return the roots of a polynomial with coefficients given in p."""

def rot90(
    m: ArrayLike, k: SupportsIndex = 1, axes: SupportsIndex | Sequence[SupportsIndex] = (0, 1)
) -> ShardedArray:
    """View rotated by k quarter turns, from the first of two axes towards the second."""

def round(a: ArrayLike, decimals: SupportsIndex = 0, out: _Out | None = None) -> ShardedArray:
    """Round to decimals, halves to even."""

def row_stack(
    tup: Sequence[ArrayLike] | _Out,
    *,
    dtype: DTypeLike | None = None,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
) -> ShardedArray:
    """Join arrays along the first axis, vectors as rows."""

def save(file: Any, arr: ArrayLike, allow_pickle: _bool = True) -> None:
    """Write an array to a ``.npy``, piece by piece; an old file stays until that is done."""

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
    """Write an array of at most two dimensions as text, some rows at a time."""

def savez(file: Any, *args: Any, allow_pickle: _bool = True, **kwds: Any) -> None:
    """Write arrays to a ``.npz``, as `save` writes one."""

def savez_compressed(file: Any, *args: Any, allow_pickle: _bool = True, **kwds: Any) -> None:
    """Write arrays to a compressed ``.npz``, as `save` writes one."""

def searchsorted(
    a: ArrayLike,
    v: ArrayLike,
    side: Literal["left", "right"] = "left",
    sorter: ArrayLike | None = None,
) -> ShardedArray:
    """Positions where elements would be inserted into a sorted vector; lies as `v` does."""

def select(
    condlist: Sequence[ArrayLike] | _Out,
    choicelist: Sequence[ArrayLike] | _Out,
    default: ArrayLike = 0,
) -> ShardedArray:
    """For each element, from the choice whose condition is the first to hold."""

def setdiff1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: _bool = False) -> ShardedArray:
    """Distinct elements of the first array that are not in the second."""

def setxor1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: _bool = False) -> ShardedArray:
    """Distinct elements that are in only one of the arrays."""

def shape(a: ArrayLike) -> tuple[int, ...]:
    """Shape of an array-like."""

def shares_memory(a: ArrayLike, b: ArrayLike, /, max_work: SupportsIndex = -1) -> ShardedArray:
    """Whether a write to one array may be seen in the other."""

sign: _Unary
signbit: _Unary
sin: _Unary

def sinc(x: ArrayLike) -> ShardedArray:
    """sin(pi x) / (pi x), which is 1 at 0."""

sinh: _Unary

def size(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None) -> int:
    """Number of elements, or of those along an axis."""

def sort(
    a: ArrayLike,
    axis: SupportsIndex | None = -1,
    kind: str | None = None,
    order: str | Sequence[str] | None = None,
    *,
    stable: _bool | None = None,
    descending: _bool = False,
) -> ShardedArray:
    """Sort along an axis, of the flattened array for None; NaNs come last in both orders."""

def sort_complex(a: ArrayLike) -> ShardedArray:
    """Sort along the last axis as complex numbers, by real parts first."""

spacing: _Unary

def split(
    ary: ArrayLike, indices_or_sections: Any, axis: SupportsIndex | None = 0
) -> list[ShardedArray]:
    """Views of parts along an axis: so many equal ones, or cut at indices."""

sqrt: _Unary
square: _Unary

def squeeze(
    a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """View without dimensions of length 1."""

def stack(
    arrays: Sequence[ArrayLike] | _Out,
    axis: SupportsIndex | None = 0,
    out: _Out | None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
) -> ShardedArray:
    """Join arrays of one shape along a new axis."""

def std(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    ddof: float = 0,
    keepdims: _bool | None = ...,
    *,
    where: ArrayLike | None = ...,
    mean: ArrayLike | None = ...,
    correction: float | None = ...,
) -> ShardedArray:
    """Standard deviation over axes (all by default)."""

subtract: _Binary

def sum(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    keepdims: _bool | None = ...,
    initial: ArrayLike | None = ...,
    where: ArrayLike | None = ...,
) -> ShardedArray:
    """Sum over axes (all by default)."""

def swapaxes(a: ArrayLike, axis1: SupportsIndex, axis2: SupportsIndex) -> ShardedArray:
    """View with two dimensions exchanged."""

def take(
    a: ArrayLike,
    indices: ArrayLike,
    axis: SupportsIndex | None = None,
    out: _Out | None = None,
    mode: str = "raise",
) -> ShardedArray:
    """Elements at indices along an axis; of the flattened array by default."""

def take_along_axis(
    arr: ArrayLike, indices: ArrayLike, axis: SupportsIndex | None = -1
) -> ShardedArray:
    """For each position of `indices`, the element of the same line along an axis."""

tan: _Unary
tanh: _Unary

def tensordot(a: ArrayLike, b: ArrayLike, axes: SupportsIndex | Sequence[Any] = 2) -> ShardedArray:
    """Sum of products over axes of both arrays."""

def tile(A: Any, reps: ArrayLike) -> ShardedArray:
    """Repeat the whole array along each axis."""

def trace(
    a: ArrayLike,
    offset: SupportsIndex = 0,
    axis1: SupportsIndex = 0,
    axis2: SupportsIndex = 1,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
) -> ShardedArray:
    """Sums along diagonals."""

def transpose(
    a: ArrayLike, axes: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """View with the dimensions in another order, reversed by default."""

def trapezoid(
    y: ArrayLike, x: ArrayLike | None = None, dx: ArrayLike = 1.0, axis: SupportsIndex | None = -1
) -> ShardedArray:
    """Integral along an axis by the trapezoidal rule."""

def tri(
    N: Any, M: Any = None, k: SupportsIndex = 0, dtype: DTypeLike = float, *, like: Any = None
) -> ShardedArray:
    """Make a matrix with ones on and below diagonal k."""

def tril(m: ArrayLike, k: SupportsIndex = 0) -> ShardedArray:
    """Keep what lies on and below diagonal k of each matrix."""

def tril_indices(
    n: SupportsIndex, k: SupportsIndex = 0, m: ArrayLike | None = None
) -> tuple[ShardedArray, ...]:
    """Indices of what lies on and below a diagonal."""

def tril_indices_from(arr: ArrayLike, k: SupportsIndex = 0) -> tuple[ShardedArray, ...]:
    """Indices of what lies on and below a diagonal of a matrix."""

def trim_zeros(
    filt: ArrayLike, trim: str = "fb", axis: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> Any:
    """View without the zeros at the edges."""

def triu(m: ArrayLike, k: SupportsIndex = 0) -> ShardedArray:
    """Keep what lies on and above diagonal k of each matrix."""

def triu_indices(
    n: SupportsIndex, k: SupportsIndex = 0, m: ArrayLike | None = None
) -> tuple[ShardedArray, ...]:
    """Indices of what lies on and above a diagonal."""

def triu_indices_from(arr: ArrayLike, k: SupportsIndex = 0) -> tuple[ShardedArray, ...]:
    """Indices of what lies on and above a diagonal of a matrix."""

true_divide: _Binary
trunc: _Unary

def union1d(ar1: ArrayLike, ar2: ArrayLike) -> ShardedArray:
    """Distinct elements of either array."""

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
) -> ShardedArray:
    """Distinct elements, or slices along an axis, in ascending order."""

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
) -> tuple[ShardedArray, ...]:
    """Distinct elements, or slices along an axis, in ascending order."""

def unique_all(x: ArrayLike) -> _UniqueAllResult:
    """Distinct elements, index of the first of each, inverse indices and counts."""

def unique_counts(x: ArrayLike) -> _UniqueCountsResult:
    """Distinct elements, and how often each occurs."""

def unique_inverse(x: ArrayLike) -> _UniqueInverseResult:
    """Distinct elements, and for each element which of them it is."""

def unique_values(x: ArrayLike) -> ShardedArray:
    """Distinct elements, ascending."""

def unpackbits(
    a: ArrayLike, /, axis: SupportsIndex | None = None, count: Any = None, bitorder: str = "big"
) -> ShardedArray:
    """Eight elements for each byte: its bits."""

def unravel_index(
    indices: ArrayLike,
    shape: SupportsIndex | Sequence[SupportsIndex],
    order: Literal["C", "F", "A", "K"] = "C",
) -> tuple[ShardedArray, ...]:
    """Indices into the flattened array as one index array for each dimension."""

def unstack(x: ArrayLike, /, *, axis: SupportsIndex | None = 0) -> tuple[ShardedArray, ...]:
    """Views of the slices along an axis, as a tuple."""

def unwrap(
    p: ArrayLike, discont: Any = None, axis: SupportsIndex | None = -1, *, period: ArrayLike = ...
) -> ShardedArray:
    """Change jumps along an axis that are too large to their complement of the period."""

def vander(x: ArrayLike, N: SupportsIndex | None = None, increasing: _bool = False) -> ShardedArray:
    """Powers of each element, one row for each; the rows lie as `x` does."""

def var(
    a: ArrayLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    dtype: DTypeLike | None = None,
    out: _Out | None = None,
    ddof: float = 0,
    keepdims: _bool | None = ...,
    *,
    where: ArrayLike | None = ...,
    mean: ArrayLike | None = ...,
    correction: float | None = ...,
) -> ShardedArray:
    """Variance over axes (all by default), divided by the count less `ddof`."""

def vdot(a: ArrayLike, b: ArrayLike, /) -> ShardedArray:
    """Sum of products of all elements, those of the first array conjugated."""

vecdot: _Generalized
vecmat: _Generalized

class vectorize(_np.vectorize):
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...

def vsplit(ary: ArrayLike, indices_or_sections: Any) -> list[ShardedArray]:
    """Views of parts along the first axis."""

def vstack(
    tup: Sequence[ArrayLike] | _Out,
    *,
    dtype: DTypeLike | None = None,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind",
) -> ShardedArray:
    """Join arrays along the first axis, vectors as rows."""

@overload
def where(condition: ArrayLike, /) -> tuple[ShardedArray, ...]:
    """Elements of x where the condition holds, else of y; alone, the indices where it holds."""

@overload
def where(condition: ArrayLike, x: ArrayLike, y: ArrayLike, /) -> ShardedArray:
    """Elements of x where the condition holds, else of y; alone, the indices where it holds."""

def zeros(
    shape: SupportsIndex | Sequence[SupportsIndex],
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "C",
    *,
    device: _Device | None = None,
    like: Any = None,
) -> ShardedArray:
    """Make an array of zeros."""

def zeros_like(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    subok: _bool = True,
    shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    device: _Device | None = None,
) -> ShardedArray:
    """Make an array of zeros that lies as another one."""

__array_api_version__: str
__version__: str
