"""Testing with sharray: Hypothesis strategies, and comparisons that look at the layout, too.

Values alone say little about a sharded array: one that is quietly replicated has the right ones.
`assert_matches` therefore checks that every shard holds what the sharding says it holds.

This module needs Hypothesis; nothing else in sharray imports it.

Examples
--------
>>> import numpy as np
>>> from hypothesis import given
>>> from sharray import strategies
>>> def centred(x):
...     return x - x.mean(axis=0, keepdims=True)
>>> @given(strategies.pairs("float64", shape=(13, 2), special=False))
... def test_centred(pair):
...     x, values = pair
...     strategies.assert_matches(centred(x), centred(values), rtol=1e-12)
>>> test_centred()
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax  # now: Hypothesis would call the first draw slow, which loads it otherwise
import numpy as np

try:
    from hypothesis import strategies as st
except ImportError as error:  # pragma: no cover
    raise ImportError("sharray.strategies needs Hypothesis: pip install hypothesis") from error

from sharray._array.sharded_array import ShardedArray
from sharray._core.layout import make_layout
from sharray._core.meshes import make_mesh
from sharray._core.operation import KINDS
from sharray._core.placement import check_spec
from sharray._ops.creation import asarray

if TYPE_CHECKING:
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

__all__ = [
    "MESH_SHAPES", "SIDES", "arrays", "assert_layout", "assert_matches", "dtypes", "meshes",
    "pairs", "shapes", "shardings", "specs", "values",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__


#: Shapes of the meshes that `meshes` draws from, as far as there are devices.
MESH_SHAPES: tuple[tuple[int, ...], ...] = ((2,), (8,), (4, 2), (3,), (1,))
#: Lengths of dimensions: most do not divide by a number of devices, some are smaller than it.
SIDES: tuple[int, ...] = (3, 7, 2, 13, 16, 1, 0)

_DTYPES = (
    "float64", "float32", "complex128", "complex64", "int64", "int32", "int16", "int8",
    "uint64", "uint32", "uint16", "uint8", "bool",
)  # fmt: skip


def meshes(mesh_shapes: Sequence[tuple[int, ...]] | None = None) -> st.SearchStrategy[Mesh]:
    """Draw meshes over the first devices there are.

    Parameters
    ----------
    mesh_shapes
        Shapes to draw from, by default `MESH_SHAPES`; those that need more devices than there
        are are left out.

    Raises
    ------
    ValueError
        If there are too few devices for each of them.
    """
    count = len(jax.devices())
    fitting = [s for s in mesh_shapes or MESH_SHAPES if math.prod(s) <= count]
    if not fitting:
        raise ValueError(f"none of the meshes {mesh_shapes} fits on {count} device(s)")
    return st.sampled_from(fitting).map(make_mesh)


def shapes(
    min_dims: int = 0, max_dims: int = 3, *, sides: Sequence[int] = SIDES
) -> st.SearchStrategy[tuple[int, ...]]:
    """Draw shapes, among them such as do not divide by the number of devices, or are empty.

    Parameters
    ----------
    min_dims, max_dims
        The fewest and the most dimensions.
    sides
        Lengths of dimensions to draw from.
    """
    return st.lists(st.sampled_from(list(sides)), min_size=min_dims, max_size=max_dims).map(tuple)


@st.composite
def specs(draw: st.DrawFn, ndim: int, mesh: Mesh) -> PartitionSpec:
    """Draw specs, which may have several mesh axes on one dimension.

    Parameters
    ----------
    ndim
        The number of dimensions of the array.
    mesh
        The mesh, whose axes are used at most once.
    """
    entries: list[tuple[str, ...]] = [()] * ndim
    if ndim:
        for name in draw(st.permutations(list(mesh.axis_names))):
            # the last choice is to replicate along this mesh axis; sharding is the simpler case
            at = draw(st.integers(0, ndim))
            if at < ndim:
                entries[at] = (*entries[at], name)
    return jax.sharding.PartitionSpec(*[e[0] if len(e) == 1 else e or None for e in entries])


@st.composite
def shardings(draw: st.DrawFn, ndim: int, mesh: Mesh | None = None) -> NamedSharding:
    """Draw shardings: a mesh, and one of `specs` on it.

    Parameters
    ----------
    ndim
        The number of dimensions of the array.
    mesh
        The mesh; by default one of `meshes`.
    """
    mesh = mesh or draw(meshes())
    return jax.sharding.NamedSharding(mesh, draw(specs(ndim, mesh)))


def dtypes(kinds: str = "all") -> st.SearchStrategy[np.dtype]:
    """Draw dtypes of one of the standard's kinds.

    Parameters
    ----------
    kinds
        "numeric", "real floating", "integer" and others of the standard's words; by default all
        that devices hold.

    Raises
    ------
    KeyError
        If there is no such kind.
    """
    return st.sampled_from([d for d in map(np.dtype, _DTYPES) if d.kind in KINDS[kinds]])


@st.composite
def values(
    draw: st.DrawFn, dtype: Any, shape: tuple[int, ...], *, special: bool = True
) -> np.ndarray:
    """Draw NumPy arrays with equal elements among them and, unless not `special`, special values.

    A drawn seed makes the elements, so large arrays cost no more than small ones.

    Parameters
    ----------
    dtype
        Boolean, integer, real or complex.
    shape
        The shape.
    special
        Whether there may be NaN, infinities, signed zeros, and the limits of integer dtypes.
    """
    dtype = np.dtype(dtype)
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    with_special = special and draw(st.booleans())
    if dtype.kind == "b":
        return np.asarray(rng.random(shape) < 0.5)
    if dtype.kind in "iu":
        result = np.asarray(rng.integers(0 if dtype.kind == "u" else -5, 6, shape)).astype(dtype)
        info = np.iinfo(dtype)
        return _sprinkled(rng, result, (info.min, info.max)) if with_special else result
    if dtype.kind == "c":
        part = np.dtype(f"f{dtype.itemsize // 2}")
        both = [_floats(rng, shape, part, with_special) for _ in range(2)]
        result = np.empty(shape, dtype)
        result.real, result.imag = both
        return result
    return _floats(rng, shape, dtype, with_special)


def _floats(
    rng: np.random.Generator, shape: tuple[int, ...], dtype: np.dtype, special: bool
) -> np.ndarray:
    smooth = rng.standard_normal(shape)
    ties = np.asarray(rng.integers(-3, 4, shape), np.float64)
    result = np.asarray(np.where(rng.random(shape) < 0.5, smooth, ties)).astype(dtype)
    return _sprinkled(rng, result, (np.nan, np.inf, -np.inf, -0.0, 0.0)) if special else result


def _sprinkled(rng: np.random.Generator, array: np.ndarray, special: Sequence[Any]) -> np.ndarray:
    chosen = np.array(special, array.dtype)[rng.integers(0, len(special), array.shape), ...]
    return np.asarray(np.where(rng.random(array.shape) < 0.15, chosen, array))


@st.composite
def pairs(
    draw: st.DrawFn,
    dtype: Any = "all",
    shape: tuple[int, ...] | st.SearchStrategy[tuple[int, ...]] | None = None,
    mesh: Mesh | None = None,
    *,
    special: bool = True,
) -> tuple[ShardedArray, np.ndarray]:
    """Draw an array on a mesh together with the NumPy array of the same values.

    Parameters
    ----------
    dtype
        A dtype, or one of the standard's kinds ("numeric", "real floating", ...).
    shape
        A shape or a strategy for one; by default `shapes`.
    mesh
        The mesh; by default one of `meshes`.
    special
        Whether there may be NaN, infinities, signed zeros and limits of integers.
    """
    drawn = draw(dtypes(dtype)) if isinstance(dtype, str) and dtype in KINDS else np.dtype(dtype)
    if not isinstance(shape, tuple):
        shape = draw(shapes() if shape is None else shape)
    array = draw(values(drawn, shape, special=special))
    return asarray(array, device=draw(shardings(len(shape), mesh))), array


def arrays(
    dtype: Any = "all",
    shape: tuple[int, ...] | st.SearchStrategy[tuple[int, ...]] | None = None,
    mesh: Mesh | None = None,
    *,
    special: bool = True,
) -> st.SearchStrategy[ShardedArray]:
    """Draw arrays on a mesh.

    Parameters
    ----------
    dtype, shape, mesh, special
        As for `pairs`.
    """
    return pairs(dtype, shape, mesh, special=special).map(lambda pair: pair[0])


def assert_layout(x: ShardedArray, sharding: NamedSharding | None = None) -> None:
    """Raise AssertionError unless the shards of `x` are those that its sharding promises.

    Each shard is of ``ceil(n / d)`` elements along a dimension of `n` elements over `d` shards,
    and holds the elements of its place; nothing is replicated that the spec says is sharded.

    Parameters
    ----------
    x
        The array; what is recorded for it runs.
    sharding
        The sharding that it must have; by default only its own is checked.
    """
    actual: Any = x.sharding
    if sharding is not None:
        mesh: Any = sharding.mesh
        same = actual.mesh == mesh and (
            check_spec(actual.spec, x.ndim, actual.mesh) == check_spec(sharding.spec, x.ndim, mesh)
        )
        _require(same, f"the array lies at {actual}, not at {sharding}")
    if x._layout.mesh is None:
        return  # a NumPy value on the host
    expected = make_layout(x.shape, actual.mesh, check_spec(actual.spec, x.ndim, actual.mesh))
    block = tuple(-(-n // d) for n, d in zip(x.shape, expected.parts, strict=True))
    buffer: Any = x.to_jax(padded=True)
    whole = tuple(n * d for n, d in zip(block, expected.parts, strict=True))
    _require(
        x.padded_shape == buffer.shape == whole,
        f"shape {x.shape} at {actual.spec} is padded to {x.padded_shape}, with a buffer of "
        f"{buffer.shape}, not to {whole}",
    )
    _require(buffer.dtype == x.dtype, f"a buffer of {buffer.dtype} in an array of {x.dtype}")
    _require(
        buffer.sharding.is_equivalent_to(actual, x.ndim),
        f"the buffer lies at {buffer.sharding}, the array says {actual}",
    )
    values = np.asarray(x)
    for shard in x.addressable_shards:
        held = shard.block
        _require(held.shape == block, f"a shard of {held.shape}, not {block}")
        index, wanted = shard.index, values[shard.index]
        # cut by NumPy: each shape of `shard.data` is a program of its own
        found = np.asarray(held)[tuple([slice(n) for n in wanted.shape])]
        np.testing.assert_array_equal(
            found, wanted, f"shard {index} on {shard.device}", strict=True
        )


def assert_matches(
    actual: Any,
    expected: Any,
    *,
    rtol: float = 0.0,
    atol: float = 0.0,
    sharding: NamedSharding | None = None,
    signed_zeros: bool = False,
) -> None:
    """Raise AssertionError unless an array equals NumPy's, in value, dtype, shape and layout.

    Tuples and lists of arrays are compared element by element.

    Parameters
    ----------
    actual
        A ShardedArray, or a tuple or list of them.
    expected
        What NumPy gives.
    rtol, atol
        Largest error allowed, relative to the largest finite element and absolute; 0 for none.
        They hold for floating-point dtypes: the others must be equal.
    sharding
        The sharding that the array must have.
    signed_zeros
        Whether 0.0 and -0.0 differ.
    """
    if isinstance(expected, (tuple, list)):
        _require(isinstance(actual, (tuple, list)), f"{type(actual).__name__} is not a sequence")
        _require(len(actual) == len(expected), f"{len(actual)} arrays, not {len(expected)}")
        for a, e in zip(actual, expected, strict=True):
            assert_matches(a, e, rtol=rtol, atol=atol, sharding=sharding, signed_zeros=signed_zeros)
        return
    _require(isinstance(actual, ShardedArray), f"{type(actual).__name__} is not a ShardedArray")
    expected = np.asarray(expected)
    _require(actual.shape == expected.shape, f"shape {actual.shape}, not {expected.shape}")
    _require(actual.dtype == expected.dtype, f"dtype {actual.dtype}, not {expected.dtype}")
    result: Any = np.asarray(actual)
    allowed = atol + rtol * _scale(expected) if rtol else atol
    if expected.dtype.kind == "c":
        _assert_close(result.real, expected.real, allowed)
        _assert_close(result.imag, expected.imag, allowed)
    else:
        _assert_close(result, expected, allowed)
    if signed_zeros and expected.dtype.kind == "f":
        zero = expected == 0
        np.testing.assert_array_equal(np.signbit(result[zero]), np.signbit(expected[zero]))
    assert_layout(actual, sharding)


def _require(holds: bool, message: str) -> None:
    """Do what an assert statement does, under ``python -O``, too."""
    if not holds:
        raise AssertionError(message)


def _scale(expected: np.ndarray) -> float:
    if expected.dtype.kind not in "fc":
        return 0.0
    with np.errstate(all="ignore"):
        sizes = np.abs(expected[np.isfinite(expected)]).astype(np.float64)
    return float(np.max(sizes, initial=0.0))


def _assert_close(actual: np.ndarray, expected: np.ndarray, allowed: float) -> None:
    if expected.dtype.kind != "f" or allowed == 0.0:
        np.testing.assert_array_equal(actual, expected)
    else:
        np.testing.assert_allclose(actual, expected, rtol=0, atol=allowed, equal_nan=True)
