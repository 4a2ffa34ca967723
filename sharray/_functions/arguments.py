"""Between what NumPy functions take and arrays of this library."""

from __future__ import annotations

import operator
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sharray._core import policy
from sharray._core.direct import NON_ARRAYS
from sharray._core.lazy import is_jax_array, is_tracer
from sharray._core.meshes import get_mesh, use_mesh
from sharray._core.nested import are_numbers, leaves
from sharray._engine import transfer
from sharray._engine.transfer import is_numeric, not_held
from sharray._ops import creation
from sharray._ops.data_types import astype
from sharray._ops.elementwise import where as choose
from sharray._ops.manipulation import broadcast_to, reshape, stack
from sharray._record import handles, writes
from sharray._record.handles import Handle, is_numpys
from sharray._record.operands import overrides
from sharray._record.record import mesh_of


class NotNumeric(TypeError):
    """An argument has a dtype that devices do not hold: NumPy takes over."""


class OnDevices(Exception):
    """An argument lies on devices, or is too large to be a value on the host."""


def array(value: Any, dtype: Any = None, *, device: Any = None, copy: bool | None = None) -> Any:
    """Return an array-like as a ShardedArray; one already is returned as it is.

    Parameters
    ----------
    value
        The array-like. An array of NumPy is converted shard by shard.
    dtype
        By default the one that NumPy finds.
    device
        Placement, as that of new arrays by default.
    copy
        True for a copy always, False for an error where one is needed.

    Raises
    ------
    NotNumeric
        If its dtype, or the one asked for, cannot live on devices.
    ValueError
        If a copy is needed that is not wanted.
    """
    wanted = None if dtype is None else numeric(dtype)
    if isinstance(value, (list, tuple)) and any(map(_is_ours, leaves([value]))):
        value = _stacked(value)
    value = handles.unwrap(value)
    if not isinstance(value, Handle) and not is_jax_array(value):
        if not isinstance(value, np.ndarray):
            value = np.asarray(value, wanted)
            copy = None if copy else copy
        if not is_numeric(value.dtype):
            raise NotNumeric(not_held(value.dtype))
    elif wanted is None and device is None and not copy and isinstance(value, Handle):
        return value
    return creation.asarray(value, dtype=wanted, device=device, copy=copy)


def line(a: Any, axis: Any) -> tuple[Any, int]:
    """Return an array and the axis to work along; None is for the flattened array."""
    x = array(a)
    return (reshape(x, (-1,)), 0) if axis is None else (x, normalize_axis_index(axis, x.ndim))


def keeps(keepdims: Any) -> bool:
    """Whether ``keepdims=``, which may not have been given, asks for reduced axes to stay.

    Raises
    ------
    TypeError
        If it is no whole number, as which ufuncs take it.
    """
    return keepdims is not np._NoValue and bool(operator.index(keepdims))


def dtype_named(dtype: Any) -> np.dtype:
    """Return what NumPy takes for a dtype.

    Raises
    ------
    TypeError
        If it is the class of arrays, which NumPy would take for that of any objects.
    """
    if isinstance(dtype, type) and issubclass(dtype, Handle):
        raise TypeError(
            f"{dtype.__name__} is no dtype; that of an array x, or a number, is x.dtype"
        )
    return np.dtype(dtype)


def numeric(dtype: Any) -> np.dtype:
    """Return a dtype that devices can hold.

    Raises
    ------
    NotNumeric
        If they cannot.
    """
    named = dtype_named(dtype)
    if not is_numeric(named) or not named.isnative:
        raise NotNumeric(not_held(named))
    return named


def operand(value: Any) -> Any:
    """Return a number as it is, of which Python's promote weakly, and all else as a ShardedArray.

    Raises
    ------
    NotNumeric
        If it is not one of numbers, or its type says itself what ufuncs do with it.
    """
    kind = type(value)
    if isinstance(value, Handle) or kind in (bool, int, float, complex):
        return value
    if isinstance(value, (np.generic, np.ndarray)) and not value.shape and is_numeric(value.dtype):
        return value
    if overrides(kind) or isinstance(value, np.ma.MaskedArray):
        raise NotNumeric(f"{kind.__name__} has ufuncs of its own")
    return array(value)


def _is_ours(value: Any) -> bool:
    return isinstance(value, Handle) or is_tracer(value) or handles.wrapped_array(value) is not None


def _stacked(value: list[Any] | tuple[Any, ...]) -> Any:
    if not any(map(is_tracer, leaves([value]))):
        with suppress(OnDevices):
            return array(np.asarray(on_host(value, False)))
    parts = [array(v) for v in value]
    shapes = {p.shape for p in parts}
    if len(shapes) > 1:
        raise ValueError(
            "setting an array element with a sequence: the elements have the shapes "
            + ", ".join(map(str, sorted(shapes)))
        )
    return stack(parts)


#: DLPack's numbers of memory that the host reads: its own, and what CUDA and ROCm pin there.
_OF_HOST = (1, 3, 11)


def nobody(kind: type) -> bool:
    """No type says itself what is done with it."""
    return False


def on_host(value: Any, fetch: bool, theirs: Callable[[type], bool] = nobody) -> Any:
    """Return an argument with NumPy arrays in the place of arrays of this library.

    Parameters
    ----------
    value
        An array, or whatever else is given to a function.
    fetch
        Whether arrays on devices are fetched.
    theirs
        Which types say themselves what is done with them: NumPy gets their objects as they are,
        of all others the arrays that they make of themselves.

    Raises
    ------
    OnDevices
        If an array lies on devices and is not to be fetched, or is too large for the host.
    """
    kind = type(value)
    if kind in NON_ARRAYS:
        return value
    if isinstance(value, Handle):
        host = value._numpy()
        if host is not None:
            return host
        if not fetch:
            raise OnDevices
        fetched = transfer.to_numpy(value._node()).view()
        fetched.flags.writeable = False  # NumPy must not write to what nobody would see
        return fetched
    if kind is np.ndarray:
        if not (fetch or policy.stays(value.size)) and is_numeric(value.dtype):
            raise OnDevices
        return value
    if kind is list or kind is tuple:
        if not fetch and policy.is_many(len(value)):
            raise OnDevices
        return value if are_numbers(value) else kind([on_host(v, fetch, theirs) for v in value])
    if kind is dict:
        return {k: on_host(v, fetch, theirs) for k, v in value.items()}
    if is_jax_array(value):
        if not fetch:
            raise OnDevices
        return np.asarray(value)
    if not fetch and is_elsewhere(value):
        raise OnDevices
    if theirs(kind):
        return value
    own = handles.unwrap(value)
    return value if own is value else on_host(own, fetch)


def is_elsewhere(value: Any) -> bool:
    """Whether an array of another library says (by DLPack) that the host cannot read it."""
    device = getattr(value, "__dlpack_device__", None)
    return device is not None and device()[0] not in _OF_HOST


def on_mesh(mesh: Any) -> AbstractContextManager[Any]:
    """Return a ``with`` block in which new arrays go to a mesh; without one to the current one."""
    return nullcontext() if mesh is None or mesh == get_mesh() else use_mesh(mesh)


def on_mesh_of(*values: Any) -> AbstractContextManager[Any]:
    """Return a ``with`` block in which new arrays go to the mesh of the first array there is.

    NumPy's arrays have no place of their own, so they join the others where these lie.
    """
    return on_mesh(mesh_of(values))


def placement(device: Any) -> Any:
    """Return what ``device=`` says; NumPy's own only device says nothing."""
    return None if isinstance(device, str) and device == "cpu" else device


def check_order(order: Any, known: str = "CFAK") -> str:
    """Return a memory order in upper case, of None the first that is known.

    Raises
    ------
    TypeError
        If it is no text.
    ValueError
        If it is not known.
    """
    if isinstance(order, bytes):
        order = order.decode("latin1")
    if order is not None and not isinstance(order, str):
        raise TypeError(f"order must be str, not {type(order).__name__}")
    name = known[0] if order is None else order.upper()
    if name not in list(known):
        *others, last = map(repr, known)
        raise ValueError(f"order must be one of {', '.join(others)}, or {last} (got {order!r})")
    return name


def clip_mode(mode: Any) -> str:
    """Return what becomes of indices out of range: "raise", "wrap" or "clip".

    Raises
    ------
    ValueError
        If it is something else.
    """
    name = "raise" if mode is None else mode.decode("latin1") if isinstance(mode, bytes) else mode
    if name not in ("raise", "wrap", "clip"):
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got {mode!r})")
    return name


def condition(where: Any) -> Any:
    """Return a mask as an array of booleans, or True.

    Raises
    ------
    TypeError
        If it is an array of another dtype.
    """
    if where is True:
        return True
    if not handles.is_array(where):
        return array(where, bool)
    mask = array(where)
    if mask.dtype.kind != "b":
        raise TypeError(
            f"Cannot cast array data from {mask.dtype} to bool according to the rule 'safe': a "
            "mask (where=) is of booleans"
        )
    return mask


def store(
    out: Any, value: Any, casting: str, name: str, where: Any = True, *, broadcast: bool = False
) -> Any:
    """Write a result to the array given as `out`, and return that.

    Parameters
    ----------
    out
        An array; None for no such argument: the result is returned.
    value
        The result.
    casting
        The rule by which its dtype must cast to that of `out`.
    name
        The function, for messages.
    where
        A mask: elsewhere `out` stays as it is.
    broadcast
        Whether `out` may have more elements than the result, as that of a ufunc may.

    Raises
    ------
    TypeError
        If `out` is no array, or the dtypes do not cast by the rule.
    ValueError
        If the shapes do not agree.
    """
    if out is None:
        return value
    check_out(out, name)
    target: Any = out
    if not np.can_cast(value.dtype, target.dtype, casting):  # type: ignore[arg-type]
        raise TypeError(
            f"cannot cast {name} output from {value.dtype} to {target.dtype} with casting rule "
            f"'{casting}'"
        )
    if value.shape != target.shape and not (broadcast and _broadcasts(value.shape, target.shape)):
        raise ValueError(
            f"{name}: out has the shape {target.shape}, the result the shape {value.shape}"
        )
    if is_numpys(out):
        np.copyto(out, np.asarray(value), casting="unsafe", where=on_host(where, True))
        return out
    new = astype(broadcast_to(array(value), target.shape), target.dtype, copy=False)
    if where is not True:
        new = choose(array(where), new, target)
    writes.assign(target, new)
    return out


def check_out(out: Any, name: str) -> None:
    """Raise TypeError if what is given as ``out=`` is no array."""
    if out is not None and not isinstance(out, (Handle, np.ndarray)):
        raise TypeError(f"{name}: out must be an array, not {type(out).__name__}")


def only(out: Any) -> Any:
    """Return the array given as ``out=`` to what hands it on to ufuncs, as which it takes a tuple.

    Raises
    ------
    ValueError
        If it is a tuple of another length.
    """
    if not isinstance(out, tuple):
        return out
    if len(out) != 1:
        raise ValueError(f"out has {len(out)} arrays for one result")
    return out[0]


def _broadcasts(shape: tuple[int, ...], larger: tuple[int, ...]) -> bool:
    try:
        return np.broadcast_shapes(shape, larger) == larger
    except ValueError:
        return False
