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
from sharray._core.node import Node, constant, view_aval
from sharray._core.settings import set_options
from sharray._core.user_line import Line
from sharray._engine.graph import capture
from sharray._engine.interpreter import Interpreted
from sharray._engine.transfer import to_numpy
from sharray._record import handles, view_handles
from sharray._record.handles import Handle, node_of_numpy
from sharray._tools.check.compare import FACTOR, difference, distances, nudged, rounded, sensitivity
from sharray._tools.check.structure import copied, leaves, mapped

#: How often a computation is repeated with other roundings before its result counts as wrong.
TRIALS = 16


class Replayed(NamedTuple):
    """A function that is replayed.

    `exact` is for functions of single elements, whose results do not add errors up; of those
    with `free` values, only shape and dtype count. `choose` is for those with several right
    results: see `choices`.
    """

    name: str
    ours: Callable[..., Any]
    original: Callable[..., Any]
    exact: bool = False
    free: bool = False
    choose: Callable[..., Any] | None = None
    not_repeatable: str | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """Stands in the arguments of a call for array `number`."""

    number: int


class OperandView(NamedTuple):
    """How an array shows what `owner` holds, by its number: through which chain."""

    owner: int
    chain: tuple[Lens, ...] | None

    def of_numpy(self, owners: Sequence[np.ndarray]) -> Any:
        """Return the same view of NumPy's array."""
        return view(owners[self.owner], self.chain or ())


class Output(NamedTuple):
    """Output `number` of a call; if that is a view, what it is a view of, through `chain`."""

    step: Step
    number: int
    chain: tuple[Lens, ...] = ()


@dataclass(eq=False)
class Step:
    """A call of the program.

    Its outputs are what its arrays own, as it leaves them, and what it returns.

    Parameters
    ----------
    function
        What is called.
    line
        From where.
    args, kwargs
        With what; a `Position` for each array, and copies of NumPy's.
    views
        How those arrays lie in their owners.
    sources
        What the owners hold: values that agree with NumPy's, or outputs of other calls.
    avals
        And where.
    """

    function: Replayed
    line: Line
    args: Any
    kwargs: Any
    views: list[OperandView]
    sources: list[np.ndarray | Output]
    avals: list[Aval]

    def __str__(self) -> str:
        operands = []
        for owner, chain in self.views:
            aval = self.avals[owner]
            for lens in chain or ():
                aval = view_aval(aval, lens)
            operands.append(str(aval))
        return ", ".join(operands)

    def arguments(self, values: Sequence[Any], change: Callable[[Any], Any] = copied) -> Any:
        """Return positional and keyword arguments with `values` in their places."""

        def put(value: Any) -> Any:
            return values[value.number] if isinstance(value, Position) else change(value)

        return mapped(self.args, put), mapped(self.kwargs, put)

    def in_numpy(
        self, owners: Sequence[np.ndarray], change: Callable[[Any], Any] = copied
    ) -> list[Any] | None:
        """Return the outputs that NumPy has when its arrays hold what `owners` do."""
        owners = [np.array(o, order="C") for o in owners]
        args, kwargs = self.arguments([s.of_numpy(owners) for s in self.views], change)
        kwargs.pop("device", None)
        result, problem = quietly(self.function.original, args, kwargs)
        return None if problem is not None else [*owners, *leaves(result)]

    def on_devices(self, owners: Sequence[np.ndarray]) -> list[Any]:
        """Return the outputs of the call made by itself, each operation a program of its own."""
        nodes = [_laid_out(owner, aval) for owner, aval in zip(owners, self.avals, strict=True)]
        with set_options(immediate=True):
            outputs = self.on_nodes(nodes)
        return [fetched(v) if isinstance(v, Handle) else v for v in outputs]

    def on_nodes(self, owners: Sequence[Node]) -> list[Any]:
        """Return the outputs of the call made on arrays that hold the values of nodes."""
        arrays = [handles.wrap_array(node) for node in owners]
        args, kwargs = self.arguments(
            [
                arrays[o] if chain is None else view_handles.viewing(arrays[o], chain)
                for o, chain in self.views
            ]
        )
        return [*arrays, *leaves(self.function.ours(*args, **kwargs))]

    def allowances(
        self, owners: Sequence[np.ndarray], number: int, expected: np.ndarray
    ) -> Iterator[Any]:
        """Return what rounding in this call allows an output to be off."""
        if self.function.exact or expected.dtype.kind not in "fc":
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
        outputs = self.in_numpy(owners)
        if outputs is None:
            return None
        if self.function.exact:
            return [rounded(o, rng, FACTOR) for o in outputs]
        combined = max([self._combined(o) for o in outputs[len(owners) :]], default=1.0)
        amount = FACTOR * combined**0.5
        return self.in_numpy([nudged(o, rng, amount) for o in owners], _nudged_by(rng, amount))


def _nudged_by(rng: np.random.Generator, amount: float = 1) -> Callable[[Any], Any]:
    return lambda v: nudged(v, rng, amount) if isinstance(v, np.ndarray) else copied(v)


def fetched(handle: Handle) -> np.ndarray:
    """Return the array as NumPy has it, in memory of its own."""
    return np.array(to_numpy(handle._node()))


def is_computed(owner: Handle) -> bool:
    """Whether the program has had computed what an array holds."""
    node = owner._memory.read()
    return not node.is_pending or node.is_shown


def attempt(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Return the result of a call and None, or None and the exception."""
    try:
        return function(*args, **kwargs), None
    except BaseException as error:
        return None, error


def quietly(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Attempt what has been done already: what it warned of was said then."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return attempt(function, args, kwargs)


class History:
    """All calls that a value depends on, since the values that are known.

    Parameters
    ----------
    output
        The value.
    """

    def __init__(self, output: Output) -> None:
        self.output = output
        self.steps: list[Step] = []
        self._collect(output.step)

    def _collect(self, step: Step) -> None:
        for source in step.sources:
            if isinstance(source, Output) and source.step not in self.steps:
                self._collect(source.step)
        if step not in self.steps:
            self.steps.append(step)

    def _outputs(
        self, compute: Callable[[Step, list[np.ndarray]], list[Any] | None]
    ) -> dict[Step, Any] | None:
        """Compute the outputs of all steps, each from those before."""
        done: dict[Step, Any] = {}
        for step in self.steps:
            outputs = compute(step, self._owners(step, done))
            if outputs is None:
                return None
            done[step] = outputs
        return done

    def _owners(self, step: Step, done: dict[Step, Any]) -> list[np.ndarray]:
        return [
            _picked(source, done, aval) if isinstance(source, Output) else source
            for source, aval in zip(step.sources, step.avals, strict=True)
        ]

    def allowances(self, aval: Aval) -> Iterator[Any]:
        """Return what rounding allows the value to be off, more with each trial."""
        output = self.output
        alone = len(self.steps) == 1
        if alone and output.step.function.exact:
            return
        plain = self._outputs(Step.in_numpy)
        if plain is None:
            return
        first = _picked(output, plain, aval)
        if alone:
            yield from output.step.allowances(self._owners(output.step, {}), output.number, first)
            return
        far: Any = 0.0
        for seed in range(TRIALS):
            rng = np.random.default_rng(seed)
            done = self._outputs(lambda step, owners, rng=rng: step.rounded(owners, rng))
            other = None if done is None else _picked(output, done, aval)
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
            if expected is None or step.function.free or step.function.choose:
                continue
            try:
                actual = step.on_devices(owners)
            except Exception as error:
                return step, f"{type(error).__name__}: {error}"
            for i, (a, b) in enumerate(zip(actual, expected, strict=True)):
                if not isinstance(a, np.ndarray) or np.asarray(b).dtype.kind not in "biufc":
                    continue
                value = np.asarray(b)
                trouble = difference(a, value, step.allowances(owners, i, value))
                if trouble is not None:
                    return step, trouble
        return None

    def interpreted(self) -> np.ndarray | None:
        """Return the value as it was recorded, but with NumPy as the executor.

        None if it is not there as a record: of a number, which is computed at once.
        """
        done: dict[Step, list[Any]] = {}

        def node_of(source: np.ndarray | Output, aval: Aval) -> Node:
            if isinstance(source, Output):
                return done[source.step][source.number]
            return _laid_out(source, aval)

        with set_options(immediate=False):
            for step in self.steps:
                owners = [node_of(s, a) for s, a in zip(step.sources, step.avals, strict=True)]
                done[step] = [
                    v._root._memory.read() if isinstance(v, Handle) else v
                    for v in step.on_nodes(owners)
                ]
        node = done[self.output.step][self.output.number]
        if not isinstance(node, Node) or not node.is_pending:
            return None
        graph = capture([node])
        inputs = [np.array(to_numpy(n)) for n in graph.inputs]
        return Interpreted(graph).run(inputs)[0]


def _laid_out(owner: np.ndarray, aval: Aval) -> Node:
    """Return a node with the elements of an array, laid out as it was."""
    layout = aval.layout
    return constant(owner) if layout.mesh is None else node_of_numpy(owner, layout)


def _picked(output: Output, done: dict[Step, Any], aval: Aval) -> np.ndarray:
    value = np.array(done[output.step][output.number], order="C")
    return base_of(output.chain, value, aval) if output.chain else value


def view(array: Any, chain: tuple[Lens, ...]) -> Any:
    """Return what NumPy's array shows through `chain`."""
    for lens in chain:
        array = lens.of_numpy(np.asarray(array))
    return array


def base_of(chain: tuple[Lens, ...], shown: np.ndarray, aval: Aval) -> Any:
    """Return the array that shows `shown` through `chain`, or None if that is only a part of it."""
    base = np.zeros(aval.shape, aval.dtype)
    part = view(base, chain)
    if part.nbytes != base.nbytes or not part.flags.writeable or not np.shares_memory(part, base):
        return None
    part[...] = shown
    return base
