"""Numbers as unsigned integers of the same order, which are compared digit by digit."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._core.lazy import jnp, lax


def _unsigned(dtype: Any) -> np.dtype:
    """Return the dtype of the keys of a real dtype."""
    return np.dtype(f"u{np.dtype(dtype).itemsize}")


def last_key(kind: Any) -> Any:
    """Return the largest key, all of whose bits are set."""
    return np.array(np.iinfo(kind).max, kind)


def _sign(kind: np.dtype) -> Any:
    return np.array(1, kind) << np.array(kind.itemsize * 8 - 1, kind)


def to_keys(x: Any) -> Any:
    """Represent real numbers by their order; all ones is NaN, and both zeros are one.

    In integers all along: arithmetic on numbers would flush the smallest to zero.
    """
    kind = _unsigned(x.dtype)
    if x.dtype.kind in "bu":
        return x.astype(kind)
    top = _sign(kind)
    bits = lax.bitcast_convert_type(x, kind)
    if x.dtype.kind == "i":
        return bits ^ top
    infinity = np.array(np.inf, x.dtype).view(kind)
    nan = (bits & ~top) > infinity
    bits = jnp.where(bits == top, np.zeros((), kind), bits)
    keys = jnp.where((bits & top) != 0, ~bits, bits | top)
    return jnp.where(nan, last_key(kind), keys)


def from_keys(keys: Any, dtype: np.dtype) -> Any:
    """Return the numbers that `to_keys` represented."""
    kind = _unsigned(dtype)
    if dtype.kind in "bu":
        return keys.astype(dtype)
    top = _sign(kind)
    if dtype.kind == "i":
        return lax.bitcast_convert_type(keys ^ top, dtype)
    bits = jnp.where((keys & top) != 0, keys ^ top, ~keys)
    values = lax.bitcast_convert_type(bits, dtype)
    return jnp.where(keys == last_key(kind), jnp.asarray(jnp.nan, dtype), values)


def words(x: Any, descending: bool = False) -> list[Any]:
    """Return keys to sort by, the first of which counts first; several for complex numbers.

    Those sort as NumPy does it: behind the ones without NaN those whose imaginary part is NaN,
    then those whose real part is, then those with two.
    """
    if x.dtype.kind != "c":
        keys = [to_keys(x)]
    else:
        parts = [to_keys(p) for p in (lax.real(x), lax.imag(x))]
        real, imag = (p == last_key(p.dtype) for p in parts)
        keys = [real * np.uint8(2) + imag * np.uint8(1), *parts]
    return [~w for w in keys] if descending else keys
