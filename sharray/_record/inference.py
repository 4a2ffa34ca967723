"""What an operation makes of operands of some shapes and dtypes, and what is wrong with them."""

from __future__ import annotations

import textwrap
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from sharray._core import rules
from sharray._core.cache import Cache
from sharray._core.layout import Aval
from sharray._engine import plain
from sharray._engine.folds import Valid
from sharray._ops.table import Op

if TYPE_CHECKING:
    from sharray._record.record import Params

_inferred = Cache(100_000)


def infer(
    op: Op, params: Params, avals: tuple[Aval, ...]
) -> tuple[Any, list[tuple[tuple[int, ...], np.dtype]]]:
    """Return the result's tree (None for one array) and the shape and dtype of each array.

    Raises
    ------
    ValueError, TypeError
        What the operation raises on such operands.
    """
    key = (op, params, tuple([(a.shape, a.dtype) for a in avals]))
    found = _inferred.get(key)
    if found is None:
        abstract = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in avals]

        def call(*arrays: Any) -> Any:
            pos, named = params.rebuild(arrays)
            if op.masked:
                named["valid"] = Valid(arrays[0].shape)
            return op.fn(*pos, **named)

        try:
            with plain.tracing():
                result = jax.eval_shape(call, *abstract)
        except (TypeError, ValueError, AttributeError, IndexError) as error:
            raise _explained(op, params, avals, error) from error
        flat, tree = jax.tree.flatten(result)
        found = (
            None if isinstance(result, jax.ShapeDtypeStruct) else tree,
            [(tuple(r.shape), np.dtype(r.dtype)) for r in flat],
        )
        _inferred.keep(key, found)
    return found


#: Operands of so many elements are worth asking NumPy what is wrong with a call.
_ASKED_MOST = 1 << 20


def _explained(op: Op, params: Params, avals: tuple[Aval, ...], error: Exception) -> Exception:
    """Return the error of a call that JAX cannot trace: NumPy's, as for values on the host."""
    asked = op.host is not None and sum(a.layout.size for a in avals) <= _ASKED_MOST
    if asked:
        assert op.host is not None
        pos, named = params.rebuild([np.ones(a.shape, a.dtype) for a in avals])
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
                op.host(*pos, **named)
        except Exception as told:
            return told_of(op, avals, told)
    # where NumPy has nothing to say, what JAX calls a type error is one of shape
    kind = TypeError if asked else ValueError
    if type(error) is TypeError or not isinstance(error, (TypeError, ValueError)):
        error = kind(str(error).partition("\n")[0])
    return told_of(op, avals, error)


def told_of(op: Op, avals: Sequence[Aval], error: Exception) -> Exception:
    """Return an error of NumPy's or JAX's with the operation and the operands in its message."""
    if type(error) not in (TypeError, ValueError, np.linalg.LinAlgError):
        return error
    # JAX's lists the shapes of all operands
    message = textwrap.shorten(str(error).partition("\n")[0], 400, placeholder=" ...")
    return type(error)(f"{op.name}: {message} (operands: {rules.describe(avals)})")
