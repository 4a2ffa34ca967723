"""How a value came about: the calls that recorded it, ready to be made again.

What the engine runs is made of several calls, so whether the result is right to rounding is for all
of them to say, and when it is wrong, which of them is to blame.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sharray._core.layout import Aval
from sharray._core.lens import Lens
from sharray._core.node import host, lens_aval
from sharray._core.settings import set_options
from sharray._core.user_line import Line
from sharray._engine.transfer import to_numpy
from sharray._record import handles
from sharray._record.handles import Handle
from sharray._tools.check.compare import FACTOR, difference, distances, nudged, rounded, sensitivity
from sharray._tools.check.structure import leaves, mapped, own

#: How often a computation is repeated with other roundings before its result counts as wrong.
TRIALS = 16


class How(NamedTuple):
    """A function that is replayed.

    `exact` is for functions of single elements, whose results do not add errors up; of those
    with `free` values, only shape and dtype count.
    """

    name: str
    ours: Callable[..., Any]
    theirs: Callable[..., Any]
    exact: bool = False
    free: bool = False
    unlike: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Stands in the arguments of a call for array `number`."""

    number: int


class Seen(NamedTuple):
    """How an array shows what `owner` holds, by its number: through which chain, or as a scalar."""

    owner: int
    chain: tuple[Lens, ...] | None
    scalar: bool

    def of_numpy(self, owners: Sequence[np.ndarray]) -> Any:
        """Return the same view of NumPy's array."""
        part = owners[self.owner]
        for lens in self.chain or ():
            part = lens.of_numpy(part)
        return part[()] if self.scalar else part


class Known(NamedTuple):
    """A value that agrees with NumPy's."""

    value: np.ndarray


class Made(NamedTuple):
    """Output `number` of a call; if that is a view, what it is a view of, through `chain`."""

    step: Step
    number: int
    chain: tuple[Lens, ...] = ()


class Step:
    """A call of the program.

    Its outputs are what its arrays own, as it leaves them, and what it returns.

    Parameters
    ----------
    how
        What is called.
    line
        From where.
    args, kwargs
        With what; a `Place` for each array, and copies of NumPy's.
    seen
        How those arrays lie in their owners.
    sources
        What the owners hold.
    avals
        And where.
    """

    def __init__(
        self,
        how: How,
        line: Line,
        args: Any,
        kwargs: Any,
        seen: list[Seen],
        sources: list[Known | Made],
        avals: list[Aval],
    ) -> None:
        self.how, self.line = how, line
        self.args, self.kwargs, self.seen = args, kwargs, seen
        self.sources, self.avals = sources, avals

    def __str__(self) -> str:
        given = []
        for owner, chain, _ in self.seen:
            aval = self.avals[owner]
            for lens in chain or ():
                aval = lens_aval(aval, lens)
            given.append(str(aval))
        return ", ".join(given)

    def arguments(self, values: Sequence[Any], change: Callable[[Any], Any] = own) -> Any:
        """Return positional and keyword arguments with `values` in their places."""

        def put(value: Any) -> Any:
            return values[value.number] if isinstance(value, Place) else change(value)

        return mapped(self.args, put), mapped(self.kwargs, put)

    def in_numpy(
        self, owners: Sequence[np.ndarray], change: Callable[[Any], Any] = own
    ) -> list[Any] | None:
        """Return the outputs that NumPy has when its arrays hold what `owners` do."""
        owners = [np.array(o, order="C") for o in owners]
        args, kwargs = self.arguments([s.of_numpy(owners) for s in self.seen], change)
        kwargs.pop("device", None)
        result, problem = quietly(self.how.theirs, args, kwargs)
        return None if problem is not None else [*owners, *leaves(result)]

    def on_devices(self, owners: Sequence[np.ndarray]) -> list[Any]:
        """Return the outputs of the call made by itself, each operation a program of its own."""
        placed: list[Any] = []
        for owner, aval in zip(owners, self.avals, strict=True):
            layout = aval.layout
            there = host(owner) if layout.mesh is None else handles.from_numpy(owner, layout)
            placed.append(handles.wrap_array(there))
        values = []
        for owner, chain, scalar in self.seen:
            made = placed[owner] if chain is None else placed[owner]._viewing(chain)
            made._scalar = scalar
            values.append(made)
        args, kwargs = self.arguments(values)
        with set_options(immediate=True):
            result = self.how.ours(*args, **kwargs)
            return [fetched(v) if isinstance(v, Handle) else v for v in placed + leaves(result)]

    def allowances(
        self, owners: Sequence[np.ndarray], number: int, expected: np.ndarray
    ) -> Iterator[Any]:
        """Return what rounding in this call allows an output to be off."""
        if self.how.exact or expected.dtype.kind not in "fc":
            return
        rng = np.random.default_rng(0)
        moved = self.in_numpy([nudged(o, rng) for o in owners], _nudged_by(rng))
        yield sensitivity(
            expected, expected if moved is None else moved[number], self._combined(expected)
        )

    def _combined(self, output: Any) -> float:
        sizes = [s.layout.size for s in self.avals]
        sizes += [v.size for v in leaves(list(self.args)) if isinstance(v, np.ndarray)]
        return max(1.0, max(sizes, default=1) / max(np.size(output), 1))

    def rounded(self, owners: Sequence[np.ndarray], rng: np.random.Generator) -> list[Any] | None:
        """Return outputs of NumPy with other roundings."""
        if self.how.exact:
            made = self.in_numpy(owners)
            return None if made is None else [_changed(m, rounded, rng, FACTOR) for m in made]
        made = self.in_numpy(owners)
        if made is None:
            return None
        amount = FACTOR * max([self._combined(m) for m in made[len(owners) :]], default=1.0) ** 0.5
        return self.in_numpy([nudged(o, rng, amount) for o in owners], _nudged_by(rng, amount))


def _nudged_by(rng: np.random.Generator, amount: float = 1) -> Callable[[Any], Any]:
    return lambda v: nudged(v, rng, amount) if isinstance(v, np.ndarray) else own(v)


def _changed(value: Any, change: Any, rng: np.random.Generator, amount: float) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        return change(np.asarray(value), rng, amount)
    return value


def fetched(handle: Handle) -> np.ndarray:
    """Return the array as NumPy has it, in memory of its own."""
    return np.array(to_numpy(handle._read()))


def quietly(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Attempt what has been done already: what it warned of was said then."""
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return function(*args, **kwargs), None
    except BaseException as error:
        return None, error


class History:
    """All calls that a value depends on, since the values that are known.

    Parameters
    ----------
    made
        The value.
    """

    def __init__(self, made: Made) -> None:
        self.made = made
        self.steps: list[Step] = []
        self._collect(made.step)

    def _collect(self, step: Step) -> None:
        for source in step.sources:
            if isinstance(source, Made) and source.step not in self.steps:
                self._collect(source.step)
        if step not in self.steps:
            self.steps.append(step)

    def _outputs(
        self, compute: Callable[[Step, list[np.ndarray]], list[Any] | None]
    ) -> dict[Step, Any] | None:
        """Compute the outputs of all steps, each from those before."""
        done: dict[Step, Any] = {}
        for step in self.steps:
            made = compute(step, self._owners(step, done))
            if made is None:
                return None
            done[step] = made
        return done

    def _owners(self, step: Step, done: dict[Step, Any]) -> list[np.ndarray]:
        return [
            source.value if isinstance(source, Known) else _picked(source, done, aval)
            for source, aval in zip(step.sources, step.avals, strict=True)
        ]

    def allowances(self, aval: Aval) -> Iterator[Any]:
        """Return what rounding allows the value to be off, more with each trial."""
        made = self.made
        alone = len(self.steps) == 1
        if alone and made.step.how.exact:
            return
        plain = self._outputs(Step.in_numpy)
        if plain is None:
            return
        first = _picked(made, plain, aval)
        if alone:
            yield from made.step.allowances(self._owners(made.step, {}), made.number, first)
            return
        far: Any = 0.0
        for seed in range(TRIALS):
            rng = np.random.default_rng(seed)
            done = self._outputs(lambda step, owners, rng=rng: step.rounded(owners, rng))
            other = None if done is None else _picked(made, done, aval)
            if other is not None and other.shape == first.shape:
                far = np.maximum(far, distances(first, other))
                # where several elements are on the brink, no trial has all of them go over
                yield 2 * far

    def culprit(self) -> tuple[Step, str] | None:
        """Return the first call that by itself differs from NumPy, and how."""
        done: dict[Step, Any] = {}
        for step in self.steps:
            owners = self._owners(step, done)
            expected = done[step] = step.in_numpy(owners)
            if expected is None or step.how.free:
                continue
            try:
                found = step.on_devices(owners)
            except Exception as error:
                return step, f"{type(error).__name__}: {error}"
            for i, (a, b) in enumerate(zip(found, expected, strict=True)):
                if not isinstance(a, np.ndarray) or np.asarray(b).dtype.kind not in "biufc":
                    continue
                wanted = np.asarray(b)
                trouble = difference(a, wanted, step.allowances(owners, i, wanted))
                if trouble is not None:
                    return step, trouble
        return None


def _picked(made: Made, done: dict[Step, Any], aval: Aval) -> np.ndarray:
    value = np.array(done[made.step][made.number], order="C")
    return under(made.chain, value, aval) if made.chain else value


def under(chain: tuple[Lens, ...], shown: np.ndarray, aval: Aval) -> Any:
    """Return the array that shows `shown` through `chain`, or None if that is only a part of it."""
    base = np.zeros(aval.shape, aval.dtype)
    part = base
    for lens in chain:
        part = lens.of_numpy(part)
    if part.nbytes != base.nbytes or not part.flags.writeable or not np.shares_memory(part, base):
        return None
    part[...] = shown
    return base
