"""One call, here and in NumPy."""

from __future__ import annotations

import functools
import weakref
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sharray._core import user_line
from sharray._core.context import context
from sharray._engine import compiler
from sharray._functions.flavours import NUMPY, flavour_of
from sharray._record.handles import Handle, unwrap, wrapped_array
from sharray._record.operands import decides
from sharray._tools.check.compare import difference
from sharray._tools.check.differences import DifferenceError, error_of, same_outcome, unequal
from sharray._tools.check.references import Reference, References
from sharray._tools.check.steps import (
    History,
    OperandView,
    Output,
    Position,
    Replayed,
    Step,
    attempt,
    fetched,
    is_computed,
    quietly,
)
from sharray._tools.check.structure import copied, handles, leaves, mapped, why_not_repeatable
from sharray._tools.report.show import show_line

_PLAIN = (np.ndarray, np.generic, bool, int, float, complex)
_TOO_LARGE = "NumPy has no memory for it"


class Replay:
    """Calls of a program, each made a second time with NumPy's arrays.

    What a call gives is compared when the program itself has it computed.

    Attributes
    ----------
    compared
        How many calls agreed.
    values
        How many arrays did.
    left_out
        How many calls were not compared, by what they were and why.
    differs
        Whether a difference was found.
    """

    def __init__(self) -> None:
        self.references = References()
        self.compared = 0
        self.values = 0
        self.left_out: Counter[str] = Counter()
        self.differs = False
        self._runs = -1

    def of(
        self,
        name: str,
        ours: Callable[..., Any],
        original: Callable[..., Any],
        **options: Any,
    ) -> Callable[..., Any]:
        """Return `ours`, replayed on `original` wherever the program itself calls it."""
        replayed = Replayed(name, ours, original, **options)

        @functools.wraps(ours)
        def call(*args: Any, **kwargs: Any) -> Any:
            if self in context.compared:
                return ours(*args, **kwargs)
            context.compared.append(self)
            try:
                return self._call(replayed, args, kwargs)
            except DifferenceError:
                self.differs = True
                raise
            finally:
                context.compared.remove(self)

        return call

    def _call(self, function: Replayed, positional: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        args, reason = list(positional), None
        values = leaves([*args, *kwargs.values()])
        if any(decides(type(leaf)) for leaf in values):
            reason = "takes objects that say themselves what is done with them"
        elif any(wrapped_array(leaf) is not None for leaf in values):
            args, kwargs = mapped(args, unwrap), mapped(kwargs, unwrap)
        why = (
            function.not_repeatable
            or reason
            or why_not_repeatable(args, kwargs)
            or _traced(args, kwargs)
            or self._too_large(args, kwargs)
        )
        if why is not None:
            return self._call_unchecked(function, why, args, kwargs)
        call = self._step(function, args, kwargs)
        result, problem = attempt(function.ours, args, kwargs)
        if result is NotImplemented:
            return result
        self.settle()
        if problem is not None and _is_refusal(problem):
            raise problem
        numpy_args, numpy_kwargs = call.step.arguments([t.value for t in call.references])
        numpy_kwargs.pop("device", None)
        expected, refusal = quietly(function.original, numpy_args, numpy_kwargs)
        if problem is None and isinstance(refusal, MemoryError):
            self.left_out[f"{function.name} ({_TOO_LARGE})"] += 1
            return result
        same_outcome(call.step, problem, refusal)
        if problem is not None:
            self.compared += 1
            raise problem
        self._compare_written(call, result)
        if (choose := function.choose) is not None:
            expected = _chosen(choose, result, expected, numpy_args, numpy_kwargs)
        numbers = iter(range(len(call.owners), 1 << 30))
        self._compare_result(call.step, numbers, result, expected)
        self.compared += 1
        return result

    def _call_unchecked(
        self, function: Replayed, why: str, args: list[Any], kwargs: dict[str, Any]
    ) -> Any:
        """Make a call that is not replayed."""
        self.left_out[f"{function.name} ({why})"] += 1
        operands = [weakref.ref(h) for h in handles((args, kwargs))]
        try:
            return function.ours(*args, **kwargs)
        finally:
            self.settle()
            for handle in (ref() for ref in operands):
                owner = None if handle is None else handle._root
                if owner is not None and self.references.changed(owner):
                    self._accept(owner)

    def _too_large(self, *values: Any) -> str | None:
        """Say that what an array holds cannot stand beside it."""
        owners = [h._root for h in handles(values)]
        avals = [o._memory.aval for o in owners if self.references.known(o) is None]
        try:
            for aval in avals:
                np.empty(aval.shape, aval.dtype)
        except MemoryError:
            return _TOO_LARGE
        return None

    def _accept(self, owner: Handle) -> None:
        """Take what an array holds for right."""
        reference = self.references.of(owner)
        reference.take_over(fetched(owner))
        self.references.expect(reference, owner, None)

    def _step(self, function: Replayed, args: list[Any], kwargs: dict[str, Any]) -> _Call:
        """Write a call down: nothing of it keeps an array, or what it holds, alive."""
        owners: dict[int, Handle] = {}
        places: dict[int, Position] = {}
        views: list[OperandView] = []
        references: list[Reference] = []
        for handle in handles((args, kwargs)):
            if id(handle) in places:
                continue
            owner = handle._root
            if owner._memory.is_exported:
                self._accept(owner)  # whoever has the memory may have written to it
            elif self.references.changed(owner):
                self._changed(function, owner)
            places[id(handle)] = Position(len(views))
            owners.setdefault(id(owner), owner)
            chain = None if handle._base is None else handle._chain
            views.append(OperandView(list(owners).index(id(owner)), chain))
            references.append(self.references.of(handle))

        def put(value: Any) -> Any:
            return places[id(value)] if isinstance(value, Handle) else copied(value)

        sources = [self.references.of(o).source() for o in owners.values()]
        avals = [o._memory.aval for o in owners.values()]
        step = Step(
            function,
            user_line.caller(),
            mapped(args, put),
            mapped(kwargs, put),
            views,
            sources,
            avals,
        )
        return _Call(step, [weakref.ref(o) for o in owners.values()], references)

    def _changed(self, function: Replayed, owner: Handle) -> None:
        reference = self.references.of(owner)
        actual = fetched(owner)
        if trouble := difference(actual, np.asarray(reference.value)):
            where = show_line(user_line.caller())
            raise DifferenceError(
                f"{where}: {function.name}: {trouble}. It is an operand, changed since it was "
                "last used"
            )
        self.references.expect(reference, owner, None)

    def settle(self) -> None:
        """Compare what the program has had computed.

        Raises
        ------
        DifferenceError
            If it is not what NumPy has.
        """
        runs = compiler.counts.dispatches
        if runs == self._runs:
            return
        self._runs = runs
        for owner, reference, actual in self.references.waiting():
            assert reference.output is not None
            self._compare(owner, reference, actual, reference.output)

    def _compare(
        self, owner: Handle, reference: Reference, actual: np.ndarray, output: Output
    ) -> None:
        """Compare a value with NumPy's, and take it over."""
        expected = np.array(reference.value)
        # even if it is wrong: it is told once
        reference.take_over(actual)
        self.references.expect(reference, owner, None)
        if not output.step.function.free:
            self._require_agreement(actual, expected, output, owner._memory.aval)
        self.values += 1

    def _require_agreement(
        self, actual: np.ndarray, expected: np.ndarray, output: Output, aval: Any
    ) -> None:
        history = History(output)
        trouble = difference(actual, expected, history.allowances(aval))
        if trouble is None:
            return
        step = output.step
        if len(history.steps) == 1:
            raise error_of(step, trouble)
        if (culprit := history.culprit()) is not None:
            raise error_of(*culprit)
        others = {f"{show_line(s.line)} {s.function.name}": None for s in history.steps[:-1]}
        text = (
            f"{trouble}, in one program with {', '.join(others)}, which by themselves all agree "
            "with NumPy"
        )
        if (value := history.interpreted()) is not None:
            wrong = difference(value, expected, history.allowances(aval))
            verdict = f"is wrong, too: {wrong}" if wrong else "agrees: it was compiled wrongly"
            text += f". Interpreted by NumPy the program {verdict}"
        raise error_of(step, text)

    def _compare_or_wait(self, handle: Handle, reference: Reference, output: Output) -> None:
        """Compare what an owner holds, now or when it is computed."""
        self.references.expect(reference, handle, output)
        if is_computed(handle) or output.step.function.free:
            self._compare(handle, reference, fetched(handle), output)

    def _compare_written(self, call: _Call, result: Any) -> None:
        """Compare the arrays that a call wrote to, or should have."""
        # what NumPy does in place returns nothing, or what it wrote to
        again = isinstance(result, Handle) and self.references.known(result) is not None
        target = result._root if again else None
        for i, ref in enumerate(call.owners):
            owner = ref()
            if owner is None:
                continue
            if result is None or target is owner or self.references.changed(owner):
                self._compare_or_wait(owner, self.references.of(owner), Output(call.step, i))

    def _compare_result(self, step: Step, numbers: Any, result: Any, expected: Any) -> None:
        """Compare two results, and pair the arrays in them."""
        if isinstance(result, (tuple, list)) and isinstance(expected, (tuple, list)):
            if len(leaves(result)) != len(leaves(expected)):
                raise error_of(step, f"{len(result)} results, where NumPy gives {len(expected)}")
            for one, other in zip(result, expected, strict=True):
                self._compare_result(step, numbers, one, other)
            return
        output = Output(step, next(numbers))
        if isinstance(result, Handle):
            if not isinstance(expected, _PLAIN):
                raise error_of(step, f"an array, where NumPy gives {type(expected).__name__}")
            self._compare_array(output, result, expected)
        elif isinstance(result, _PLAIN):
            if not isinstance(expected, _PLAIN):
                raise error_of(step, unequal(result, expected))
            actual, numpy_value = np.asarray(result), np.asarray(expected)
            if actual.dtype.kind not in "biufc" or numpy_value.dtype.kind not in "biufc":
                return
            if not (step.function.free and _same_kind(actual, numpy_value)):
                self._require_agreement(actual, numpy_value, output, None)
        elif isinstance(result, (str, bytes, type(None), np.dtype)) and result != expected:
            raise error_of(step, unequal(result, expected))

    def _compare_array(self, output: Output, result: Handle, expected: Any) -> None:
        references, step = self.references, output.step
        if references.known(result) is not None or _traced(result):
            return  # an operand itself, compared as such
        numpy_value = np.asarray(expected)
        if not _same_kind(result, numpy_value):
            # the shape and the dtype of what has not been computed
            raise error_of(
                step, difference(np.empty(result.shape, result.dtype), numpy_value) or ""
            )
        if isinstance(expected, np.generic) and flavour_of(result) is NUMPY:
            raise error_of(step, "an array without dimensions, where NumPy gives a number")
        owner = result._base
        if owner is None:
            self._compare_or_wait(result, references.pair(result, expected), output)
            return
        if references.known(owner) is None:
            if references.base(result, expected, output):
                self._compare_or_wait(
                    owner, references.of(owner), references.of(owner).output or output
                )
            else:
                self._require_agreement(fetched(result), numpy_value, output, None)
            return
        if trouble := difference(np.asarray(references.of(result).value), numpy_value):
            raise error_of(step, f"{trouble}, in a view")
        references.pair(result, expected)


def _chosen(choose: Any, result: Any, expected: Any, args: Any, kwargs: Any) -> Any:
    """Return which of the right results is expected: the one that was given, if it is one."""
    if isinstance(result, tuple) and isinstance(expected, tuple):
        pairs = zip(result, expected, strict=True)
        return tuple(_chosen(choose, one, other, args, kwargs) for one, other in pairs)
    actual = fetched(result) if isinstance(result, Handle) else np.asarray(result)
    if not _same_kind(actual, np.asarray(expected)):
        return expected
    chosen = choose(actual, expected, *args, **kwargs)
    return chosen[()] if isinstance(expected, np.generic) else chosen


class _Call(NamedTuple):
    """A call in progress: its step, its arrays' owners, weakly, and their references."""

    step: Step
    owners: list[Any]
    references: list[Reference]


def _is_refusal(problem: BaseException) -> bool:
    """Whether it is refused, with a reason; there is no memory; it is asked for; or Ctrl-C."""
    requested = (NotImplementedError, Warning, FloatingPointError, MemoryError)
    return isinstance(problem, requested) or not isinstance(problem, Exception)


def _same_kind(a: Any, b: Any) -> bool:
    return (a.shape, a.dtype) == (b.shape, b.dtype)


def _traced(*values: Any) -> str | None:
    if any(h._root._memory.read().is_traced for h in handles(values)):
        return "is part of a JAX trace"
    return None
