"""What an operation makes of operands of some shapes and dtypes, and what is wrong with them."""

from __future__ import annotations

import textwrap
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.cache import Cache
from sharray._core.layout import Aval, make_aval
from sharray._core.lazy import is_abstract, jax
from sharray._core.operation import Op, Params
from sharray._engine import jax_settings
from sharray._engine.folds import on_arrays

_inferred = Cache("shapes and dtypes of results", 100_000)


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
    known = _inferred.get(key)
    if known is not None:
        return known
    abstract = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in avals]

    try:
        with jax_settings.tracing():
            result = jax.eval_shape(lambda *arrays: on_arrays(op, params, arrays), *abstract)
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise _explained(op, params, avals, error) from error
    flat, tree = jax.tree.flatten(result)
    inferred = (
        None if is_abstract(result) else tree,
        [(tuple(r.shape), np.dtype(r.dtype)) for r in flat],
    )
    return _inferred.keep(key, inferred)


_results = Cache("layouts of results", 100_000)


def results_of(
    op: Op, params: Params, inputs: tuple[Aval, ...], name: str
) -> tuple[Any, list[Aval]]:
    """Return the result's tree (None for one array) and what is known of each array.

    `name` is that of the operation that was called.
    """
    key = (op, params, inputs)
    known = _results.get(key)
    if known is not None:
        return known
    tree, shapes = infer(op, params, inputs)
    avals = [
        make_aval(rules.place(op.rule, inputs, shape, params.values, name), dtype)
        for shape, dtype in shapes
    ]
    # on the host alone, where it goes depends on the current mesh
    if any([a.layout.mesh is not None for a in inputs]):
        _results.keep(key, (tree, avals))
    return tree, avals


#: Operands of so many elements are worth asking NumPy what is wrong with a call; of more, if it is
#: one of shapes, which NumPy looks at before it computes.
_ASKED_MOST = 1 << 20


def _explained(op: Op, params: Params, avals: tuple[Aval, ...], error: Exception) -> Exception:
    """Return the error of a call that JAX cannot trace: NumPy's, as for values on the host."""
    is_small = sum(a.layout.size for a in avals) <= _ASKED_MOST
    asked = op.host is not None and (is_small or isinstance(error, TypeError))
    if asked:
        assert op.host is not None
        ones = [np.broadcast_to(np.ones((), a.dtype), a.shape) for a in avals]
        pos, named = params.rebuild([np.array(x) for x in ones] if is_small else ones)
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
                op.host(*pos, **named)
        except Exception as numpys:
            return annotate_error(op, avals, numpys)
    # where NumPy has nothing to say, what JAX calls a type error is one of shape
    kind = TypeError if asked else ValueError
    if type(error) is TypeError or not isinstance(error, (TypeError, ValueError)):
        error = kind(str(error).partition("\n")[0])
    return annotate_error(op, avals, error)


def annotate_error(op: Op, avals: Sequence[Aval], error: Exception) -> Exception:
    """Return an error of NumPy's or JAX's with the operation and the operands in its message."""
    if type(error) not in (TypeError, ValueError, np.linalg.LinAlgError):
        return error
    # JAX's lists the shapes of all operands
    message = textwrap.shorten(str(error).partition("\n")[0], 400, placeholder=" ...")
    return type(error)(f"{with_name(op, message)} (operands: {rules.describe(avals)})")


def with_name(op: Op, message: str) -> str:
    """Put the name of an operation before a message, if it does not begin with it."""
    begins = message.startswith(f"{op.called.rpartition('.')[2]}: ")
    return message if begins else f"{op.called}: {message}"
