"""sharray: arrays on many devices that behave like NumPy's.

This namespace is a complete Python array API 2025.12: ``import sharray as xp``.
"""

from __future__ import annotations

import os as _os

# First of all: `python -m sharray` starts again from there, if its environment lacks something.
from sharray._tools.launch import environment as _environment  # noqa: F401

# On CPU a program on each device can hold a thread of XLA's pool while its LAPACK calls wait for
# another one. With as many threads as devices that never ends, so the pool, which is made when the
# first device is used, gets more than it has cores. A value that the user has set stays.
_os.environ.setdefault("NPROC", str(max(32, _os.cpu_count() or 1)))

import jax as _jax

if "JAX_ENABLE_X64" not in _os.environ:
    _jax.config.update("jax_enable_x64", True)
if not _jax.config.jax_enable_x64:  # type: ignore[attr-defined]
    raise ImportError(
        "sharray computes with NumPy's dtypes, which need JAX's 64-bit types: unset "
        f"JAX_ENABLE_X64 (it is {_os.environ['JAX_ENABLE_X64']!r}) or set it to 1"
    )

from math import e, inf, nan, pi

from sharray import fft, linalg, random
from sharray._array.sharded_array import ShardedArray, block_until_ready, cache_clear, cache_info
from sharray._core.placement import get_mesh, make_mesh, set_mesh, use_mesh
from sharray._core.settings import get_options, set_options
from sharray._functions.info import __array_namespace_info__
from sharray._ops.assembly import from_callback, from_single_device_arrays
from sharray._ops.creation import (
    arange,
    asarray,
    empty,
    empty_like,
    eye,
    from_dlpack,
    full,
    full_like,
    linspace,
    meshgrid,
    ones,
    ones_like,
    tril,
    triu,
    zeros,
    zeros_like,
)
from sharray._ops.data_types import (
    astype,
    bool,
    can_cast,
    complex64,
    complex128,
    finfo,
    float32,
    float64,
    iinfo,
    int8,
    int16,
    int32,
    int64,
    isdtype,
    result_type,
    uint8,
    uint16,
    uint32,
    uint64,
)
from sharray._ops.elementwise import (
    abs,
    acos,
    acosh,
    add,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    bitwise_and,
    bitwise_invert,
    bitwise_left_shift,
    bitwise_or,
    bitwise_right_shift,
    bitwise_xor,
    ceil,
    clip,
    conj,
    copysign,
    cos,
    cosh,
    divide,
    equal,
    exp,
    expm1,
    floor,
    floor_divide,
    greater,
    greater_equal,
    hypot,
    imag,
    isfinite,
    isinf,
    isnan,
    less,
    less_equal,
    log,
    log1p,
    log2,
    log10,
    logaddexp,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    maximum,
    minimum,
    multiply,
    negative,
    nextafter,
    not_equal,
    positive,
    pow,
    real,
    reciprocal,
    remainder,
    round,
    sign,
    signbit,
    sin,
    sinh,
    sqrt,
    square,
    subtract,
    tan,
    tanh,
    trunc,
    where,
)
from sharray._ops.indexing import take, take_along_axis
from sharray._ops.linear_algebra import matmul, tensordot, vecdot
from sharray._ops.manipulation import (
    broadcast_arrays,
    broadcast_shapes,
    broadcast_to,
    concat,
    expand_dims,
    flip,
    matrix_transpose,
    moveaxis,
    permute_dims,
    repeat,
    reshape,
    roll,
    squeeze,
    stack,
    tile,
    unstack,
)
from sharray._ops.searching import argmax, argmin, count_nonzero, nonzero, searchsorted
from sharray._ops.sets import isin, unique_all, unique_counts, unique_inverse, unique_values
from sharray._ops.sorting import argsort, sort
from sharray._ops.statistical import (
    cumulative_prod,
    cumulative_sum,
    max,
    mean,
    min,
    prod,
    std,
    sum,
    var,
)
from sharray._ops.utility import all, any, diff
from sharray._record.moves import replicate, reshard, with_sharding_constraint
from sharray._tools.check import DifferenceError, check
from sharray._tools.explain.explain import explain
from sharray._tools.report.budget import (
    CommunicationError,
    GatherWarning,
    comm_budget,
    warn_on_gather,
)
from sharray._tools.report.report import report
from sharray._tools.visualize import visualize
from sharray._transforms.checkpoint import restore_args
from sharray._transforms.jit import jit
from sharray._transforms.logical import logical, logical_rules
from sharray._transforms.pytree import to_jax
from sharray._transforms.shard_map.body import valid_size
from sharray._transforms.shard_map.collectives import (
    all_gather,
    all_to_all,
    axis_index,
    axis_size,
    pmax,
    pmean,
    pmin,
    ppermute,
    psum,
    psum_scatter,
)
from sharray._transforms.shard_map.halo import halo
from sharray._transforms.shard_map.shard_map import shard_map

newaxis = None
__version__ = "0.1.0"
__array_api_version__ = "2025.12"

# One list per page of the standard, and one for the rest.

# constants
__all__ = ["e", "inf", "nan", "newaxis", "pi"]
# extensions
__all__ += [
    "fft",
    "linalg",
]
# inspection
__all__ += [
    "__array_api_version__",
    "__array_namespace_info__",
    "__version__",
]
# creation functions
__all__ += [
    "arange",
    "asarray",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "linspace",
    "meshgrid",
    "ones",
    "ones_like",
    "tril",
    "triu",
    "zeros",
    "zeros_like",
]
# data types and data type functions
__all__ += [
    "astype",
    "bool",
    "can_cast",
    "complex64",
    "complex128",
    "finfo",
    "float32",
    "float64",
    "iinfo",
    "int8",
    "int16",
    "int32",
    "int64",
    "isdtype",
    "result_type",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
]
# elementwise functions
__all__ += [
    "abs",
    "acos",
    "acosh",
    "add",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "ceil",
    "clip",
    "conj",
    "copysign",
    "cos",
    "cosh",
    "divide",
    "equal",
    "exp",
    "expm1",
    "floor",
    "floor_divide",
    "greater",
    "greater_equal",
    "hypot",
    "imag",
    "isfinite",
    "isinf",
    "isnan",
    "less",
    "less_equal",
    "log",
    "log1p",
    "log2",
    "log10",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "multiply",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "pow",
    "real",
    "reciprocal",
    "remainder",
    "round",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "subtract",
    "tan",
    "tanh",
    "trunc",
    "where",
]
# indexing functions
__all__ += [
    "take",
    "take_along_axis",
]
# linear algebra functions
__all__ += [
    "matmul",
    "tensordot",
    "vecdot",
]
# manipulation functions
__all__ += [
    "broadcast_arrays",
    "broadcast_shapes",
    "broadcast_to",
    "concat",
    "expand_dims",
    "flip",
    "matrix_transpose",
    "moveaxis",
    "permute_dims",
    "repeat",
    "reshape",
    "roll",
    "squeeze",
    "stack",
    "tile",
    "unstack",
]
# searching functions
__all__ += [
    "argmax",
    "argmin",
    "count_nonzero",
    "nonzero",
    "searchsorted",
]
# set functions
__all__ += [
    "isin",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
]
# sorting functions
__all__ += [
    "argsort",
    "sort",
]
# statistical functions
__all__ += [
    "cumulative_prod",
    "cumulative_sum",
    "max",
    "mean",
    "min",
    "prod",
    "std",
    "sum",
    "var",
]
# utility functions
__all__ += [
    "all",
    "any",
    "diff",
]
# beyond the standard: the array, placement, running and settings
__all__ += [
    "CommunicationError",
    "DifferenceError",
    "GatherWarning",
    "ShardedArray",
    "all_gather",
    "all_to_all",
    "axis_index",
    "axis_size",
    "block_until_ready",
    "cache_clear",
    "cache_info",
    "check",
    "comm_budget",
    "explain",
    "from_callback",
    "from_single_device_arrays",
    "get_mesh",
    "get_options",
    "halo",
    "jit",
    "logical",
    "logical_rules",
    "make_mesh",
    "pmax",
    "pmean",
    "pmin",
    "ppermute",
    "psum",
    "psum_scatter",
    "random",
    "replicate",
    "report",
    "reshard",
    "restore_args",
    "set_mesh",
    "set_options",
    "shard_map",
    "to_jax",
    "use_mesh",
    "valid_size",
    "visualize",
    "warn_on_gather",
    "with_sharding_constraint",
]
