"""Where what a launch is given comes from: from the host, or from an earlier launch.

Programs alone do not tell which arrays processes run them on: two sums of equal shapes in another
order are the same two programs. So an array on shared devices has the number of the launch that
computed it, which is the same in all processes that have done the same.
"""

from __future__ import annotations

import contextlib
import math
import weakref
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from sharray._core.lazy import jax
from sharray._core.settings import options
from sharray._core.user_line import Line, own

#: For a message: of so many launches so many of the values that they were given.
_RECENT, _SHOWN = 1024, 4
#: Characters of a text.
_LONG = 60
#: Of so many elements on devices the host waits.
_FEW = 1024

T = TypeVar("T")


class FromHost(NamedTuple):
    """A value of the host, for a message: of an array the first elements."""

    shape: tuple[int, ...]
    values: Any

    @classmethod
    def of(cls, values: Any) -> FromHost:
        """Keep what is shown of a value."""
        if isinstance(values, np.ndarray):
            return cls(values.shape, values.flat[:_SHOWN])
        return cls((), values[:_LONG] if isinstance(values, str) else values)

    def __str__(self) -> str:
        if not isinstance(self.values, np.ndarray):
            return repr(self.values)
        more = ", ..." if math.prod(self.shape) > self.values.size else ""
        return f"{self.values.dtype}{list(self.shape)} [{', '.join(map(str, self.values))}{more}]"


class FromLaunch(NamedTuple):
    """A result of a launch.

    Attributes
    ----------
    number
        Of the launch; 0 for an array that this library has not computed.
    result
        Which of its results, by their order.
    line
        The line of the user's, for a message.
    """

    number: int
    result: int
    line: Line | str

    def __str__(self) -> str:
        return f"what statement {self.number} has computed ({self.line})"


class Known(Generic[T]):
    """What is known of arrays, as long as they live."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[weakref.ref[Any], T]] = {}

    def of(self, array: Any) -> T | None:
        """Return what is known of an array; None if that is nothing."""
        known = self._known.get(id(array))
        return known[1] if known is not None and known[0]() is array else None

    def note(self, array: Any, what: T) -> None:
        """Take note of something, as long as an array lives."""
        key = id(array)

        def forget(dead: weakref.ref[Any]) -> None:
            # another array may have its place by now
            if (known := self._known.get(key)) is not None and known[0] is dead:
                del self._known[key]

        self._known[key] = weakref.ref(array, forget), what

    def forget(self, array: Any) -> None:
        """Forget an array that is only memory from now on."""
        self._known.pop(id(array), None)


class Provenance(Known[FromLaunch]):
    """Which launches have computed the arrays that there are."""

    def __init__(self) -> None:
        super().__init__()
        #: the line that has given arrays to JAX since the last launch, and where they come from,
        #: each once: JAX takes arguments apart again where it has to compile
        self._giver: Line | None = None
        self._taken: dict[FromLaunch, None] = {}

    def launch(self) -> None:
        """Begin with what JAX takes for the next launch."""
        self._giver, self._taken = None, {}

    @contextlib.contextmanager
    def taking(self) -> Iterator[None]:
        """Compute what JAX takes: what it has taken before, for the same call, is not forgotten."""
        before = self._giver, self._taken
        try:
            yield
        finally:
            self._giver, self._taken = before

    def take(self, array: Any, line: Line) -> None:
        """Take note of an array that JAX takes at a line of the user's."""
        origin = self.of(array)
        if origin is None:
            origin = FromLaunch(0, 0, "")
            self.note(array, origin)
        if line != self._giver or len(self._taken) == _RECENT:
            self._giver, self._taken = line, {}
        self._taken[origin] = None

    def taken(self, line: Line) -> Iterable[FromLaunch]:
        """Return where what JAX has taken at a line comes from.

        Another line may have looked at a tree, in one process alone.
        """
        return self._taken if self._giver == line else ()


class Traced(Known[int]):
    """What computes values that JAX traces, and a program of JAX's returns: a digest of it."""

    def follow(self, data: bytes, operands: Iterable[Any], results: Iterable[Any]) -> None:
        """Take note of a part of a program; `data` tells it from others."""
        data += repr([self.of(operand) for operand in operands]).encode()
        for i, result in enumerate(results):
            self.note(result, zlib.crc32(data, i))


class Arrays:
    """What this process knows of arrays on shared devices."""

    def __init__(self) -> None:
        self.provenance, self.traced, self._clean = Provenance(), Traced(), Known[bool]()
        self.taking, self.forget = self.provenance.taking, self.provenance.forget

    def takes(self, array: Any) -> None:
        """Take note of an array that JAX takes, perhaps for a program."""
        self.provenance.take(array, own())

    def copied(self, array: Any) -> Any:
        """Return a copy of an array, which stands for it: nobody else is told."""
        shards = [shard.data.copy() for shard in array.addressable_shards]
        copy = jax.make_array_from_single_device_arrays(array.shape, array.sharding, shards)
        self.stands_for(copy, array)
        return copy

    def stands_for(self, other: Any, array: Any, *, is_clean: bool = False) -> None:
        """Take note that one array is another one, to all that processes know.

        `is_clean` if this one knows that there are zeros in its padding.
        """
        if (origin := self.provenance.of(array)) is not None:
            self.provenance.note(other, origin)
        if (program := self.traced.of(array)) is not None:
            self.traced.note(other, program)
        if is_clean:
            self._clean.note(other, True)

    def is_clean(self, array: Any) -> bool:
        """Whether this process knows that there are zeros in the padding of an array."""
        return self._clean.of(array) is not None


@lru_cache(_RECENT)
def _kind(shape: tuple[int, ...], dtype: str) -> bytes:
    return repr((shape, dtype)).encode()


def _bytes(array: np.ndarray) -> memoryview:
    """Return the bytes of an array, in the order of its elements."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data


class Inputs:
    """What launches are given: a digest of it and of all before, and some of it for a message."""

    def __init__(self) -> None:
        self._digest = 0
        self._given: list[FromHost | FromLaunch] = []
        #: numbers of launches, and what they were given
        self._recent: deque[tuple[int, list[FromHost | FromLaunch]]] = deque(maxlen=_RECENT)

    def note(self, data: bytes | memoryview, values: Any = None) -> None:
        """Take note of values on the host that the next program gets on all devices.

        Parameters
        ----------
        data
            Its bytes, or others that tell them apart.
        values
            An array, or what else a message is to show; nothing by default.
        """
        if options.compare_processes:
            self._digest = zlib.crc32(data, self._digest)
            if values is not None and len(self._given) < _SHOWN:
                self._given.append(FromHost.of(values))

    def note_array(self, array: np.ndarray) -> None:
        """Take note of an array that goes to the devices: of its elements and their order."""
        if options.compare_processes:
            self.note(_kind(array.shape, array.dtype.str))
            self.note(_bytes(array) if array.ndim else array.tobytes(), array)

    def note_of_jax(self, array: Any) -> None:
        """Take note of an array of JAX; of few elements that this process alone has, of them, too.

        Such as the keys of random numbers, which each process makes for itself.
        """
        if not options.compare_processes:
            return
        self.note(f"{array.dtype}{array.shape}".encode())
        if array.size <= _FEW and array.is_fully_addressable:
            is_key = jax.numpy.issubdtype(array.dtype, jax.dtypes.prng_key)
            self.note_array(np.asarray(jax.random.key_data(array) if is_key else array))

    def origins(self, operands: Iterable[Any], provenance: Provenance) -> list[FromLaunch | None]:
        """Return where arrays come from; of those on the host take note instead."""
        result = []
        for operand in operands:
            if isinstance(operand, (np.ndarray, np.generic)):
                self.note_array(np.asarray(operand))
            else:
                result.append(provenance.of(operand))
        return result

    def digest(self, number: int, program: int, operands: Iterable[FromLaunch | None]) -> int:
        """Return a digest of a launch and of all before, and begin with the next one.

        Parameters
        ----------
        number
            Of the launch.
        program
            A digest of its program.
        operands
            Where what it gets on devices comes from.
        """
        known = [origin for origin in operands if origin is not None and origin.number]
        places = [(launch, result) for launch, result, _ in known]
        # that of whole numbers is the same in all processes
        digest = hash((self._digest, program, *places)) & 0xFFFFFFFF
        if self._given or known:
            self._recent.append((number, [*self._given, *known[:_SHOWN]]))
        self._digest, self._given = digest, []
        return digest

    def shown(self, number: int) -> str:
        """Return what a launch was given, for a message."""
        return ", ".join(map(str, dict(self._recent).get(number, ())))
