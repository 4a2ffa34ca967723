"""What stays NumPy's own, the text of arrays, and their bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._functions import sizes
from sharray._functions.arguments import array, line, on_host
from sharray._functions.declare import host_only, implements, plain
from sharray._functions.display import show
from sharray._ops import creation
from sharray._ops import elementwise as ew
from sharray._ops import manipulation as mp
from sharray._ops import statistical as st
from sharray._ops.data_types import astype
from sharray._record.handles import Handle

for _why, _names in {
    "dates": "busday_count busday_offset datetime_as_string datetime_data is_busday isnat",
    "dtypes": "isdtype issubdtype mintypecode promote_types typename",
    "settings and the machine": (
        "get_include get_printoptions getbufsize geterr geterrcall info printoptions "
        "set_printoptions setbufsize seterr seterrcall show_config show_runtime"
    ),
    "shapes": "broadcast_shapes",
    "Python's values": (
        "base_repr binary_repr format_float_positional format_float_scientific iterable"
    ),
}.items():
    for _name in _names.split():
        plain(getattr(np, _name), _why)

for _name, _why in {
    "asmatrix": "a matrix is a class of NumPy's own",
    "bmat": "a matrix is a class of NumPy's own",
    "einsum_path": "it looks at shapes, and plans what XLA plans for itself",
    "nested_iters": "it iterates over memory",
}.items():
    host_only(getattr(np, _name), _why)


def _text(a: Any, function: Any, width: Any, options: dict[str, Any], **more: Any) -> str:
    """Write an array of which only what is shown is fetched."""
    # all of them, since a formatter that is not given is forgotten
    settings: dict[str, Any] = {**np.get_printoptions()}
    settings.update({k: v for k, v in options.items() if v is not None})
    with np.printoptions(**settings):
        shown, short = show.shown(array(a))
        settings["threshold"] = 0 if short else shown.size + 1
        with np.printoptions(**settings):
            return function(shown, width, **more)


@implements(np.array2string, small=False)
def array2string(
    a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", *,
    formatter=None, threshold=None, edgeitems=None, sign=None, floatmode=None, suffix="",
    legacy=None,
):  # fmt: skip
    """Text of the elements, of which only those that it shows are fetched."""
    options = {
        "precision": precision, "suppress": suppress_small, "formatter": formatter,
        "threshold": threshold, "edgeitems": edgeitems, "sign": sign, "floatmode": floatmode,
        "legacy": legacy,
    }  # fmt: skip
    more = {"separator": separator, "prefix": prefix, "suffix": suffix}
    return _text(a, np.array2string, max_line_width, options, **more)


@implements(np.array_str, small=False)
def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    """Text of the elements, of which only those that it shows are fetched."""
    options = {"precision": precision, "suppress": suppress_small}
    return _text(a, np.array_str, max_line_width, options)


def _own_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    """Text of the elements, the dtype and the sharding."""
    if not isinstance(arr, Handle):
        return np.array_repr(arr, max_line_width, precision, suppress_small)
    options = {"precision": precision, "suppress": suppress_small, "linewidth": max_line_width}
    with np.printoptions(**{k: v for k, v in options.items() if v is not None}):
        return repr(arr)


@implements(np.array_repr, small=False, standard=_own_repr)
def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    """Text of the elements and the dtype; only those that it shows are fetched."""
    if not isinstance(arr, Handle):
        return np.array_repr(arr, max_line_width, precision, suppress_small)
    return show.numpy_representation(arr, max_line_width, precision, suppress_small)


@implements(np.min_scalar_type)
def min_scalar_type(a, /):
    """Smallest dtype that holds a scalar; of an array, its dtype."""
    if isinstance(a, Handle) and a.ndim:
        return a.dtype
    return np.min_scalar_type(on_host(a, True))


@implements(np.common_type)
def common_type(*arrays):
    """Inexact scalar type that all arrays promote to."""
    return np.common_type(*[np.empty(0, array(a).dtype) for a in arrays])


@implements(np.isfortran)
def isfortran(a):
    """Whether NumPy would lay the array out in column-major order."""
    return array(a).flags.fnc


def _bit_order(bitorder: str) -> np.ndarray:
    """Return the value of each bit in a byte."""
    if not isinstance(bitorder, str):
        raise TypeError(f"bitorder must be a string, not {type(bitorder).__name__}")
    if bitorder not in ("big", "little"):
        raise ValueError("'order' must be either 'little' or 'big'")
    values = 1 << np.arange(8, dtype=np.uint8)
    return values[::-1] if bitorder == "big" else values


@implements(np.packbits)
def packbits(a, /, axis=None, bitorder="big"):
    """Bytes of eight elements each, which count as bits."""
    x, axis = line(a, axis)
    if x.dtype.kind not in "biu":
        raise TypeError("Expected an input array of integer or boolean data type")
    x = mp.moveaxis(ew.not_equal(x, 0), axis, -1)
    n = -(-x.shape[-1] // 8)
    rest = creation.full((*x.shape[:-1], 8 * n - x.shape[-1]), 0, dtype=x.dtype, device=x.device)
    bits = mp.reshape(mp.concat([x, rest], axis=-1), (*x.shape[:-1], n, 8))
    values = ew.where(bits, _bit_order(bitorder), np.uint8(0))
    return mp.moveaxis(st.sum(values, axis=-1, dtype=np.dtype(np.uint8)), -1, axis)


@implements(np.unpackbits, elements=sizes.times(8))
def unpackbits(a, /, axis=None, count=None, bitorder="big"):
    """Eight elements for each byte: its bits."""
    x, axis = line(a, axis)
    if x.dtype != np.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    x = mp.moveaxis(x, axis, -1)
    bits = ew.not_equal(ew.bitwise_and(mp.expand_dims(x, -1), _bit_order(bitorder)), 0)
    result = mp.reshape(astype(bits, np.dtype(np.uint8)), (*x.shape[:-1], 8 * x.shape[-1]))
    if count is not None:
        more = count - result.shape[-1]
        if -count > result.shape[-1]:
            raise ValueError(f"-count={-count} > number of elements={result.shape[-1]}")
        if more > 0:
            zeros = creation.full(
                (*result.shape[:-1], more), 0, dtype=result.dtype, device=result.device
            )
            result = mp.concat([result, zeros], axis=-1)
        else:
            result = result[..., :count]
    return mp.moveaxis(result, -1, axis)
