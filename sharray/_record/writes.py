"""Writes: an owner's expression is replaced by one that has the new elements.

The old expression stays as it was for everyone who read it before; where nobody did, its buffer
is donated to the new one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._core import observers, user_line
from sharray._core.layout import make_aval
from sharray._core.lens import Affine, Lens, Part, reshape_lens
from sharray._core.node import Expr, host, is_long
from sharray._core.placement import default_layout, get_mesh, show_mesh
from sharray._core.settings import options
from sharray._engine import run
from sharray._engine.builder import shown
from sharray._engine.spare import Spare
from sharray._ops.table import Op
from sharray._record import handles, leaks, record, traced_values, views
from sharray._record.handles import Handle, view_expr
from sharray._record.operands import is_array

_SCALARS = (bool, int, float, complex)


def _mesh(x: Handle) -> Any:
    return x._root._expr.aval.layout.mesh


def same_view(a: Handle, b: Handle) -> bool:
    """Whether two handles show the same elements in the same order."""
    return a._root is b._root and a._chain == b._chain


def check_array(target: Handle) -> None:
    """Raise TypeError if it is a number, which nobody writes to."""
    if target._scalar:
        raise TypeError(
            f"a number that an index or a function gave, here of {target.dtype}, is not written "
            "to, as in NumPy: write to the array itself, as in x[0] = v, to the view x[0, ...], or "
            "to asarray(number)"
        )


def check_writable(target: Handle) -> None:
    """Raise ValueError if an array is read-only, TypeError if it is a number."""
    check_array(target)
    if target._readonly:
        raise ValueError(
            f"assignment destination of shape {target.shape} is read-only: its flags say so, or it "
            "is a broadcast or windows, where several elements share one place"
        )


def assign(target: Handle, value: Any, temporary: bool = False) -> None:
    """Write `value`, which broadcasts, to all elements that `target` shows.

    Raises
    ------
    ValueError
        If the shapes do not broadcast, the view is read-only, or the meshes differ.
        So, too, if a number cannot be converted: NaN to an integer.
    TypeError
        If a Python complex number is written to a real array; of arrays the real parts are, with
        NumPy's ComplexWarning.
    OverflowError
        If a Python number is out of the range of an integer dtype.
    """
    check_writable(target)
    box = [as_value(value, target)]
    # the value's own handle, if nobody else holds it, refers to it only until the write is done
    loose = 1 if temporary and isinstance(value, Handle) and value._owner is None else 0
    _store(target, box, loose)


def update(target: Handle, op: Op, other: Any, temporary: bool = False) -> None:
    """Write ``op(target, other)`` to `target`.

    Raises
    ------
    TypeError
        If the result's dtype cannot be cast to the target's within its kind.
    ValueError
        If the result has another shape.
    """
    check_writable(target)
    operand = other
    if type(other) not in _SCALARS:
        operand = record.operand(other, op.name, _mesh(target))
    borrowed = {}
    if temporary and isinstance(other, Handle) and other._owner is None:
        borrowed[id(operand)] = 1
    with run.lock:
        node = record.elementwise_expr(op, (target._read(), operand), lazily=True)
        del operand
        dtype = target.dtype
        if not np.can_cast(node.aval.dtype, dtype, "same_kind"):
            raise TypeError(
                f"cannot cast {op.name} output from {node.aval.dtype} to {dtype} with casting "
                "rule 'same_kind'"
            )
        shape = target.shape
        if node.aval.shape != shape:
            raise ValueError(
                f"non-broadcastable output operand with shape {shape} doesn't match the "
                f"broadcast shape {node.aval.shape}"
            )
        box = [node]
        del node
        _store(target, box, 0, borrowed)


def as_value(value: Any, target: Any) -> Expr:
    """Return the expression of a value that is written, checked against the target."""
    dtype = target.dtype
    value = handles.made_or_given(value)
    if type(value) in _SCALARS:
        new = host(np.array(value, dtype))
    elif isinstance(value, Handle) or is_array(value):
        new = record.operand(value, "assignment", _mesh(target))
    else:  # numbers in sequences, in strings, or None: each as NumPy converts it
        found = np.asarray(value, dtype)
        new = handles.from_numpy(found, scalar_on_host=True, mesh=_mesh(target))
    if new.aval.dtype.kind == "c" and dtype.kind not in "cb":
        user_line.warn(
            f"Casting complex values to real discards the imaginary part: {new.aval.dtype} values "
            f"are written to an array of {dtype}",
            np.exceptions.ComplexWarning,
        )
        part = np.dtype(f"f{new.aval.dtype.itemsize // 2}")
        new = view_expr(new, Part(new.aval.shape, False, part))
    shape, there = new.aval.shape, target.shape
    while len(shape) > len(there) and shape[0] == 1:
        new = view_expr(new, reshape_lens(shape, shape[1:]))
        shape = shape[1:]
    if len(shape) > len(there) or any(
        n not in (1, m) for n, m in zip(reversed(shape), reversed(there), strict=False)
    ):
        raise ValueError(f"could not broadcast input array from shape {shape} into shape {there}")
    mesh, owner_mesh = new.aval.layout.mesh, _mesh(target)
    if mesh is not None and owner_mesh is not None and mesh != owner_mesh:
        raise ValueError(
            f"the array lies on {show_mesh(owner_mesh)}, the value written to it on "
            f"{show_mesh(mesh)}; move it with to_device"
        )
    return new


def _store(
    target: Any, box: list[Expr], loose: int, borrowed: dict[int, int] | None = None
) -> None:
    """Put the value in `box` into the owner of `target` and run the program."""
    if 0 in target.shape:
        return
    owner = target._root
    with run.lock:
        old = owner._expr
        ends = dict(borrowed or {})
        chain = target._chain
        leaks.check(owner, box[0])
        if observers.active:
            observers.recorded("write", old.on_host and box[0].on_host)
        if old.on_host and box[0].on_host:
            owner._expr = _host_put(old, chain, box[0])
            return
        if not chain and _replaces(box[0], old):
            owner._expr = box.pop()
            return
        if old.on_host:
            # to where the value that is written to it lies
            there = default_layout(old.aval.shape, box[0].aval.layout.mesh)
            old = handles.from_numpy(old.value, there)
        mesh = old.aval.layout.mesh or box[0].aval.layout.mesh or get_mesh()
        old, box[0] = traced_values.placed(old, mesh), traced_values.placed(box[0], mesh)
        if loose:
            ends[id(box[0])] = loose
        if not chain or not isinstance(chain[0], Affine):
            chain = (Affine.identity(old.aval.shape), *chain)
        owner._expr = put(old, chain, box.pop())
        # the local variable `old`, here for the case of failure, does not keep the buffer
        ends[id(old)] = ends.get(id(old), 0) + 1
        try:
            if owner._expr.value is None:
                if not hasattr(owner, "_spare"):
                    owner._spare = Spare()
                run.evaluate([owner._expr], ends, owner._spare, longer=True)
        except BaseException:
            # an interrupt may come when the write is done
            if owner._expr.value is None and owner._expr not in shown:
                owner._expr = old
            raise


def _replaces(new: Expr, old: Expr) -> bool:
    """Whether `new` may be recorded in place of `old`, which is chosen by a mask.

    What is to be written back there need never be computed by itself. Anything else runs while the
    program goes on.
    """
    if new.value is not None or old.value is not None or new.aval is not old.aval:
        return False
    from sharray._ops.searching import is_chosen

    return is_chosen(old) and not is_long(new, options.chain_length)


def put(base: Expr, chain: tuple[Lens, ...], value: Expr) -> Expr:
    """Return `base` with the elements that the view `chain` shows replaced by `value`."""
    lens, rest = chain[0], chain[1:]
    affine = isinstance(lens, Affine)
    if rest:
        value = put(base if affine and lens.is_identity else view_expr(base, lens), rest, value)
    if affine:
        return Expr(make_aval(base.aval.layout, base.aval.dtype), None, (base, value), lens)
    return views.written(base, lens, value)


def _host_put(old: Expr, chain: tuple[Lens, ...], value: Expr) -> Expr:
    # in row-major order every view is one of NumPy's, too
    made = np.array(old.value, order="C")
    part = made
    for lens in chain:
        part = lens.of_numpy(part)
    with np.errstate(all="ignore"):
        np.copyto(part, value.value, casting="unsafe")
    return host(made)
