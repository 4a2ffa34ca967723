"""Operators: NumPy's where the operands are at home on the host, else recorded.

With operands that are neither arrays nor numbers they do what NumPy does: sequences, and whatever
else NumPy makes an array of, become arrays where the other operand lies. What is not numeric is
NumPy's to compare and combine. A type that takes NumPy's operators into its own hands is left to
do so.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from sharray._core import direct, observers, policy
from sharray._core.lazy import is_jax_array
from sharray._core.node import PENDING
from sharray._core.operation import TABLE, Op
from sharray._engine import launch_order
from sharray._engine.transfer import is_numeric
from sharray._functions import arguments, fallback
from sharray._functions.flavours import NUMPY, Flavour, Pairs, as_array_api
from sharray._ops import elementwise, elementwise_numpy  # noqa: F401  # they have operators
from sharray._record import host_operands, record, writes
from sharray._record.handles import Handle, of_node
from sharray._record.host_operands import NUMBERS, ready
from sharray._record.operands import has_own_way, is_theirs, overrides

#: Beside arrays and scalars of other libraries, what operators compute with as it is.
KNOWN = (Handle, bool, int, float, complex)


def is_known_array(value: Any) -> bool:
    """Whether operators compute with a value that is not `KNOWN` as it is."""
    if type(value) is np.ndarray or isinstance(value, np.generic):
        return is_numeric(value.dtype)
    return is_jax_array(value)


#: They take NumPy as long as anybody, and do not count as work for which arrays move.
_PRODUCTS = frozenset([operator.matmul, operator.imatmul, np.matmul])


#: Operators, and the kinds of numbers of which they give the same bits as of arrays without
#: dimensions, and warnings of the same class, in a third of the time.
_OF_NUMBERS = dict.fromkeys([operator.add, operator.sub, operator.mul, operator.truediv], "f")
_OF_NUMBERS |= dict.fromkeys([operator.and_, operator.or_, operator.xor], "biu")
_OF_NUMBERS |= dict.fromkeys([operator.lshift, operator.rshift], "iu")
_OF_NUMBERS |= dict.fromkeys(
    [operator.lt, operator.le, operator.eq, operator.ne, operator.ge, operator.gt], "biuf"
)


def operands(
    function: Callable[..., Any], values: Sequence[Any], quarters: int = policy.ALL
) -> list[Any] | None:
    """Return the operands of an operator or a ufunc for NumPy; None where it is not to compute.

    So many `quarters` of the elements count as work (see `policy.ALL`).
    """
    if function in _PRODUCTS:
        quarters = 0
    known = ready(values, quarters)
    if known is not None:
        return known
    if host_operands.in_other_hands():
        return None
    result = host_operands.on_host(values, quarters) if quarters else host_operands.as_numpy(values)
    if result is not None and observers.active:
        observers.recorded(function.__name__, True)
    return result


def binary(
    by: Callable[..., Any], general: Callable[..., Any], *, is_reflected: bool = False
) -> Callable[..., Any]:
    """Return an operator that is NumPy's `by` where both operands are at home on the host.

    Parameters
    ----------
    by
        NumPy's.
    general
        The operator for other operands.
    is_reflected
        Whether the second operand is the first of `by`.
    """
    of_numbers = _OF_NUMBERS.get(by, "")

    def operate(self: Any, other: Any, /) -> Any:
        seen, owner = self._on_host, self._owner
        if (
            seen is not None
            and seen[2] is None
            and (owner is None or seen[0] is owner.host)
            and not direct.watchers
        ):
            # what `ready` does for two that are small: programs of such spend their time here
            kind = type(other)
            if kind is type(self):
                theirs, owner = other._on_host, other._owner
                if (
                    theirs is not None
                    and theirs[2] is None
                    and (owner is None or theirs[0] is owner.host)
                ):
                    a, b = seen[1], theirs[1]
                    if (
                        not (a.ndim or b.ndim)
                        and a.dtype.kind in of_numbers
                        and b.dtype.kind in of_numbers
                    ):
                        a, b = a[()], b[()]
                    result = by(b, a) if is_reflected else by(a, b)
                    return self._flavour.computed(result, result.size <= a.size)
            elif kind in NUMBERS:
                a = seen[1]
                if not a.ndim and a.dtype.kind in of_numbers and kind is not complex:
                    a = a[()]
                return self._flavour.computed(by(other, a) if is_reflected else by(a, other), True)
        given = (other, self) if is_reflected else (self, other)
        if owner is None or owner.host is not None:
            known = policy.uses_host
        else:
            known = policy.may_return and not host_operands.stay(given)
        if known and (values := operands(by, given)) is not None:
            return self._flavour.computed(by(*values))
        return general(self, other)

    return operate


def in_place(by: Callable[..., Any], general: Callable[..., Any], ufunc: str) -> Callable[..., Any]:
    """Return its variant that writes to the first operand, which is such a ufunc."""

    def update(self: Any, other: Any, /) -> Any:
        seen, owner = self._on_host, self._owner
        if (
            seen is not None
            and seen[2] is None
            and (
                owner is None
                or (
                    seen[0] is owner.host
                    and owner._snapshot is None
                    and policy.is_small(owner.host.size)
                )
            )
            and not (self._readonly or direct.watchers)
        ):
            # it is small, as is what it is a part of, so that it does not move meanwhile; and
            # nobody refers to its elements as a value
            kind = type(other)
            if kind in NUMBERS:
                by(seen[1], other)
                return self
            if kind is type(self):
                theirs, owner = other._on_host, other._owner
                if (
                    theirs is not None
                    and theirs[2] is None
                    and (owner is None or theirs[0] is owner.host)
                ):
                    by(seen[1], theirs[1])
                    return self
        with launch_order.lock:  # it must not move meanwhile
            known = policy.uses_host and not self._readonly
            quarters = policy.in_place(ufunc)
            if known and (values := operands(by, (self, other), quarters)) is not None:
                if self._owner is not None:
                    self._memory.write()
                by(*values)
                return self
        return general(self, other)

    return update


def unary(by: Callable[[Any], Any], general: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return an operator that is NumPy's `by` where the operand is at home on the host."""

    def apply(self: Any, /) -> Any:
        seen, owner = self._on_host, self._owner
        if (
            seen is not None
            and seen[2] is None
            and (owner is None or seen[0] is owner.host)
            and not direct.watchers
        ):
            return self._flavour.computed(by(seen[1]), True)
        values = operands(by, (self,)) if policy.uses_host else None
        return general(self) if values is None else self._flavour.computed(by(*values))

    return apply


def declared(prefix: str) -> dict[str, Callable[..., Any]]:
    """Make the operators that operations are declared with, by the names of their methods.

    Parameters
    ----------
    prefix
        Of the operations: "numpy." for those that NumPy's flavour has in the standard's place.
    """
    made: dict[str, Callable[..., Any]] = {}
    for op in TABLE.values():
        if op.operator is not None and op.name == prefix + op.name.rpartition(".")[2]:
            made |= _operators(op, op.operator)
    return made


def give(cls: type, prefix: str) -> None:
    """Give a class the operators of the operations with such a prefix."""
    for name, function in declared(prefix).items():
        setattr(cls, name, function)


def _operators(op: Op, by: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    name = by.__name__.strip("_")
    if len(op.signature.parameters) == 1:
        return {f"__{name}__": _of_one(op, by)}
    made = {f"__{name}__": _of_two(op, by)}
    if hasattr(operator, f"i{name}"):  # a comparison is reflected as another one
        made[f"__r{name}__"], made[f"__i{name}__"] = _reflected_and_in_place(op, by)
    return made


def _reflected_and_in_place(
    op: Op, by: Callable[[Any, Any], Any]
) -> tuple[Callable[..., Any], Callable[..., Any]]:

    def reflected(self: Any, other: Any, /) -> Any:
        if not isinstance(other, KNOWN) and not is_known_array(other):
            return combine(op, by, other, self, self._flavour)
        return _recorded(self, op, (other, self))

    def inplace(self: Any, other: Any, /) -> Any:
        if not isinstance(other, KNOWN) and not is_known_array(other):
            if op.ufunc is not None and overrides(type(other)) and not in_their_way((other,)):
                return op.ufunc(self, other, out=(self,))  # as NumPy's operator does
            other = value_for(self, other, by)
            if other is NotImplemented:
                return other
        writes.update(self, op, (self, other))
        return self

    backward, update = reflected, inplace
    if _is_numpys(op):
        backward = binary(by, reflected, is_reflected=True)
        assert op.ufunc is not None
        writing = getattr(operator, f"i{by.__name__.strip('_')}")
        update = in_place(writing, inplace, op.ufunc.__name__)
    return backward, update


def _recorded(self: Any, op: Op, args: Sequence[Any]) -> Any:
    """Record an operation; return its result, in the flavour of one of its operands."""
    node = record.elementwise_node(op, args)
    if node.state is PENDING and node.aval.shape:  # an array in both flavours
        return of_node(node, self._flavour.array)
    return self._flavour.of_node(node, args)


def _is_numpys(op: Op) -> bool:
    """Whether an operator has NumPy's values."""
    return op.host is op.ufunc


def _of_two(op: Op, by: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """Make the operator of an operation on two operands."""
    is_power = by is operator.pow

    def forward(self: Any, other: Any, /) -> Any:
        if is_power and type(other) is int and other == 2 and self.dtype == bool:
            other = np.int8(2)  # NumPy's operator squares, which of Booleans gives int8
        if not isinstance(other, KNOWN) and not is_known_array(other):
            return combine(op, by, self, other, self._flavour)
        return _recorded(self, op, (self, other))

    return binary(by, forward) if _is_numpys(op) else forward


def _of_one(op: Op, by: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def apply(self: Any, /) -> Any:
        return _recorded(self, op, (self,))

    return unary(by, apply)


def combine(
    function: Op | Callable[..., Any],
    by: Callable[[Any, Any], Any],
    a: Any,
    b: Any,
    flavour: Flavour,
) -> Any:
    """Return what an operation gives for two operands; NotImplemented if one of them is theirs.

    What is not numeric NumPy combines, with the operator `by`, and arrays of its subclasses, which
    do it their way with NumPy's arrays only.
    """
    if in_their_way((a, b)):
        return by(*as_numpys((a, b)))
    args = a, b
    known = [isinstance(v, KNOWN) or is_known_array(v) for v in args]
    for value, is_known, reflected in zip(args, known, ("", "r"), strict=True):
        kind = type(value)
        if not is_known and is_theirs(kind):
            ufunc = function.ufunc if isinstance(function, Op) else None
            asked = overrides(kind) and kind.__array_ufunc__ is not None
            # NumPy's operators ask for that first, ours a type that has no operator
            has_own = hasattr(kind, f"__{reflected}{by.__name__.strip('_')}__")
            first = flavour is NUMPY or not has_own
            return ufunc(a, b) if asked and first and ufunc is not None else NotImplemented
    if isinstance(function, Op):
        function = functools.partial(record.elementwise, function)
    pairs: Pairs = []
    try:
        with arguments.on_mesh_of(*args):
            operands = [
                as_array_api(v, pairs) if k else arguments.array(v)
                for v, k in zip(args, known, strict=True)
            ]
            return flavour.result(function(*operands), pairs=pairs)
    except arguments.NotNumeric:
        if any([isinstance(v, Handle) and v._node().is_traced for v in args]):
            return NotImplemented  # there are no values that NumPy could combine with the object
        return fallback.in_numpy(by, args, {}, flavour)


def in_their_way(values: Iterable[Any]) -> bool:
    """Whether one is of a class derived from NumPy's array, whose results are, as a matrix's."""
    return any([has_own_way(type(v)) for v in values])


def as_numpys(values: Iterable[Any]) -> list[Any]:
    """Return values with NumPy's arrays in the place of this library's."""
    return [np.asarray(v) if isinstance(v, Handle) else v for v in values]


def value_for(target: Any, other: Any, by: Callable[[Any, Any], Any]) -> Any:
    """Return what an in-place operator is to combine with `target`; NotImplemented if theirs.

    Raises
    ------
    TypeError
        If it is not numeric; the one that NumPy raises for the operator `by`.
    """
    kind = type(other)
    if issubclass(kind, np.ndarray):  # its elements, as in NumPy: the target does not change type
        other = np.asarray(other)
    elif is_theirs(kind):
        return NotImplemented
    try:
        with arguments.on_mesh_of(target):
            return arguments.array(other)
    except arguments.NotNumeric as why:
        empty = np.empty(0, target.dtype)
        getattr(operator, f"i{by.__name__}")(empty, np.empty(0, np.asarray(other).dtype))
        raise TypeError(f"an array of {target.dtype} takes no {kind.__name__}: {why}") from None
