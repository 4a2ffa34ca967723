"""Flavours: what the results of functions are, the one difference between the namespaces.

In the array API's flavour each result is a `ShardedArray`, also a number. In NumPy's flavour a
number is NumPy's scalar, what is small NumPy's array, and the rest an array whose methods and
operators answer in this flavour. The flavour is the class of an array. Inside the library arrays
are of the array API's flavour: it is where functions begin and end that flavours are looked at.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from sharray._core import policy
from sharray._core.direct import NUMBER_CODES, SCALARS
from sharray._core.lazy import is_tracer
from sharray._core.memory import is_writeable, read_only
from sharray._core.nested import are_numbers
from sharray._core.node import Node, State
from sharray._engine import transfer
from sharray._engine.transfer import is_numeric
from sharray._record.handles import (
    Handle,
    node_of_numpy,
    of_node,
    of_numpy,
    of_result,
    retype,
    wrap,
    wrap_array,
)
from sharray._record.memory_layout import of_permuted

#: dtypes that devices can hold, as most arrays have one.
NUMERIC = frozenset(map(np.dtype, NUMBER_CODES))
#: NumPy's scalars of them, which are arrays without dimensions to the standard.
NUMPYS_NUMBERS = frozenset([dtype.type for dtype in NUMERIC])

#: Arrays as functions see them, each with the caller's own.
Pairs = list[tuple[Any, Any]]


class Flavour:
    """What the results of functions are.

    Attributes
    ----------
    name
        The module whose functions give such results.
    array
        The class of arrays.
    """

    __slots__ = ("array", "name")

    array: type[Handle]

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<the flavour of {self.name}>"

    def __getattr__(self, name: str) -> Any:
        """Import the classes of arrays, which lie above and set `array`, when one is asked for."""
        if name != "array":
            raise AttributeError(name, name=name, obj=self)
        importlib.import_module("sharray._array.numpy_array")
        return self.array

    def of_numpy(self, value: Any) -> Any:
        """Return a result that NumPy has computed.

        An array that owns no data may be a view of what the function was given.
        """
        raise NotImplementedError

    def computed(self, value: Any, is_small: bool = False) -> Any:
        """Return a result that NumPy has computed of numbers and numeric arrays: nobody has it.

        That of small ones is small where it is no larger.
        """
        raise NotImplementedError

    def of_array(self, array: Any, *, number: bool, pairs: Sequence[tuple[Any, Any]] = ()) -> Any:
        """Return a result that is an array of the library, of which nobody else knows.

        Parameters
        ----------
        array
            The array.
        number
            Whether NumPy has a number where it has no dimensions, and is no view.
        pairs
            The arrays among the function's arguments.
        """
        raise NotImplementedError

    def of_node(self, node: Node, args: Sequence[Any] = ()) -> Any:
        """Return a result of which there is only its node, made of `args`."""
        raise NotImplementedError

    def result(
        self, value: Any, *, number: bool = True, pairs: Sequence[tuple[Any, Any]] = ()
    ) -> Any:
        """Return a result, or a structure of some."""
        if isinstance(value, Handle):
            for standard, own in pairs:
                if value is standard:
                    return own
            return self.of_array(value, number=number, pairs=pairs)
        if isinstance(value, (np.ndarray, np.generic)):
            return self.of_numpy(value)
        if isinstance(value, tuple):
            results = [self.result(v, number=number, pairs=pairs) for v in value]
            return type(value)(*results) if hasattr(value, "_fields") else tuple(results)
        if type(value) is list:
            return [self.result(v, number=number, pairs=pairs) for v in value]
        # what makes arrays later, such as an open archive
        into = getattr(type(value), "_in_flavour", None)
        return value if into is None else into(value, self)


class _ArrayAPI(Flavour):
    """Arrays, always."""

    __slots__ = ()

    def of_numpy(self, value: Any) -> Any:
        if isinstance(value, np.generic):
            value = np.asarray(value)
        elif type(value) is not np.ndarray:
            return value
        if value.base is None and policy.is_small(value.size) and value.dtype in NUMERIC:
            if value.ndim > 1 and not value.flags.c_contiguous:
                result = of_permuted(value, self.array)
            else:
                result = of_result(value, self.array, None)
            result._readonly = not is_writeable(value)
            return result
        if not is_numeric(value.dtype):
            return value if value.ndim else value[()]
        if not value.dtype.isnative:
            value = value.astype(value.dtype.newbyteorder("="))
        read_only = not is_writeable(value)
        if policy.stays(value.size):
            value = value if value.flags.owndata else np.array(value)
            result = of_permuted(value, self.array)
        else:
            result = wrap_array(node_of_numpy(value), self.array)
        result._readonly = read_only
        return result

    def computed(self, value: Any, is_small: bool = False) -> Any:
        kind = type(value)
        if kind is not np.ndarray:
            value = value.__array__() if kind in NUMPYS_NUMBERS else np.asarray(value)
            is_small = is_small or not value.ndim
        elif value.ndim > 1 and not value.flags.c_contiguous:
            return self.of_numpy(value)
        if is_small or policy.is_small(value.size):
            return of_result(value, self.array, None)
        if policy.stays(value.size):
            return of_result(value, self.array, policy.tally_of(value.shape))
        return wrap_array(node_of_numpy(value), self.array)

    def of_array(self, array: Any, *, number: bool, pairs: Sequence[tuple[Any, Any]] = ()) -> Any:
        return array

    def of_node(self, node: Node, args: Sequence[Any] = ()) -> Any:
        return wrap(node)


def _number(node: Node, args: Sequence[Any]) -> Any:
    """Return the element of a node without dimensions, made of what a call was given.

    That may be temporaries, which nobody needs by themselves.
    """
    passing = []
    for a in args:
        memory = a._owner if isinstance(a, Handle) else None
        if memory is not None and memory.node is not None:
            passing.append(memory.node)
    return transfer.scalar(node, passing)


class _NumPy(Flavour):
    """Scalars and small arrays of NumPy, and arrays."""

    __slots__ = ()

    def of_node(self, node: Node, args: Sequence[Any] = ()) -> Any:
        if node.state is State.PENDING or node.state is State.DEVICES:
            return of_node(node, self.array) if node.aval.shape else _number(node, args)
        array = wrap(node)
        if not isinstance(array, Handle):  # a traced number
            return array
        pairs = [(a, a) for a in args if isinstance(a, Handle)]
        return self.of_array(array, number=True, pairs=pairs)

    def of_numpy(self, value: Any) -> Any:
        if type(value) is not np.ndarray or not is_numeric(value.dtype):
            return value
        if policy.is_small(value.size) or not value.dtype.isnative:
            return value
        if policy.begins_on_host():
            # what owns no data stays NumPy's: a view of something
            # and so does what is in column-major order, of which there would have to be a copy
            if not (value.flags.owndata and value.flags.c_contiguous):
                return value
            if policy.is_for_pieces(policy.tally_of(value.shape)):
                return value
            result = of_numpy(value, self.array)
        else:
            result = wrap_array(node_of_numpy(value), self.array)
        result._readonly = not is_writeable(value)
        return result

    def computed(self, value: Any, is_small: bool = False) -> Any:
        if is_small or type(value) is not np.ndarray or policy.is_small(value.size):
            return value
        flags = value.flags
        if not (flags.owndata and policy.begins_on_host() and value.dtype in NUMERIC):
            return self.of_numpy(value)
        tally = policy.tally_of(value.shape)
        if not flags.c_contiguous or (tally.read >= policy.MANY and policy.is_for_pieces(tally)):
            return value
        return of_result(value, self.array, tally)

    def adopted(self, result: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Return what NumPy has made of arguments of its own: large arrays are the library's."""
        # an argument that is returned stays what it is
        if (args and result is args[0]) or (kwargs and kwargs.get("out") is not None):
            return result
        kind = type(result)
        if kind is np.ndarray:
            if policy.is_small(result.size) or not result.flags.owndata:
                return result
            if any([result is a for a in (*args, *kwargs.values())]):
                return result
            return self.of_numpy(result)
        if kind is tuple or kind is list:
            for r in result:
                part = type(r)
                if part not in SCALARS and (part is not np.ndarray or not policy.is_small(r.size)):
                    return kind([self.adopted(r, args, kwargs) for r in result])
        return result

    def of_array(self, array: Any, *, number: bool, pairs: Sequence[tuple[Any, Any]] = ()) -> Any:
        if not isinstance(array, Handle):  # a traced number
            return array
        base = array._base
        owners = [] if base is None else [own for _, own in pairs if own._memory is base._memory]
        number = number and not array.shape and not owners
        host = array._numpy()
        large = host is not None and not policy.is_small(host.size) and policy.begins_on_host()
        if host is not None and policy.uses_host and not large:
            if number:
                return host[()]
            if base is not None:  # others may hold the memory, and read or write it
                host = array._lent()
            return read_only(host) if array._readonly else host
        if number:
            node = array._node()
            if not is_tracer(node.value):
                return _number(node, [a for a, _ in pairs])
        if owners:
            array._base = owners[0]._root
        elif base is not None and type(base) is ARRAY_API.array:  # the function has made it
            retype(base, self.array)
        retype(array, self.array)
        return array


ARRAY_API = _ArrayAPI("sharray")
NUMPY = _NumPy("sharray.numpy")


def flavour_of(array: Handle) -> Flavour:
    """Return the flavour of an array."""
    return NUMPY if isinstance(array, NUMPY.array) else ARRAY_API


def as_array_api(value: Any, pairs: Pairs) -> Any:
    """Return an argument with arrays of the array API's flavour in the place of arrays."""
    if isinstance(value, Handle):
        if type(value) is ARRAY_API.array:
            pairs.append((value, value))
            return value
        standard = object.__new__(ARRAY_API.array)
        standard._owner, standard._lenses = value._memory, value._lenses
        standard._anchor, standard._on_host = value._anchor, value._on_host
        standard._base, standard._readonly = value._base, value._readonly
        standard._shown = value._shown
        pairs.append((standard, value))
        return standard
    kind = type(value)
    if (kind is list or kind is tuple) and not are_numbers(value):
        return kind([as_array_api(v, pairs) for v in value])
    if kind is dict:
        return {k: as_array_api(v, pairs) for k, v in value.items()}
    return value


def all_as_array_api(
    args: Sequence[Any], kwargs: dict[str, Any]
) -> tuple[list[Any], dict[str, Any], Pairs]:
    """Return arguments with arrays of the array API's flavour, and which are which."""
    pairs: Pairs = []
    standard_args = [as_array_api(a, pairs) for a in args]
    standard_kwargs = {k: as_array_api(v, pairs) for k, v in kwargs.items()} if kwargs else kwargs
    return standard_args, standard_kwargs, pairs
