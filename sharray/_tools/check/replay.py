"""One call, here and in NumPy."""

from __future__ import annotations

import functools
import threading
import weakref
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core import user_line
from sharray._core.node import TRACED
from sharray._engine import run
from sharray._record.handles import Handle, made_by, made_or_given
from sharray._record.operands import decides
from sharray._tools.check.compare import difference
from sharray._tools.check.steps import History, How, Made, Place, Seen, Step, fetched, quietly
from sharray._tools.check.structure import handles, leaves, mapped, own, unlike
from sharray._tools.check.twins import Twin, Twins
from sharray._tools.report.show import show_line

_PLAIN = (np.ndarray, np.generic, bool, int, float, complex)


class DifferenceError(AssertionError):
    """An operation gave something else than NumPy: a value, a dtype, a shape or an exception."""


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
        self.twins = Twins()
        self.compared = 0
        self.values = 0
        self.left_out: Counter[str] = Counter()
        self.differs = False
        self._runs = -1
        self._state = threading.local()

    def of(
        self, name: str, ours: Callable[..., Any], theirs: Callable[..., Any], **how: Any
    ) -> Callable[..., Any]:
        """Return `ours`, replayed on `theirs` wherever the program itself calls it."""
        made = How(name, ours, theirs, **how)

        @functools.wraps(ours)
        def call(*args: Any, **kwargs: Any) -> Any:
            args = list(args)  # type: ignore[assignment]
            if getattr(self._state, "busy", False):
                return _handed_over(ours, args, kwargs)  # type: ignore[arg-type]
            self._state.busy = True
            try:
                return self._call(made, args, kwargs)  # type: ignore[arg-type]
            except DifferenceError:
                self.differs = True
                raise
            finally:
                self._state.busy = False

        return call

    def _call(self, how: How, args: list[Any], kwargs: dict[str, Any]) -> Any:
        args[:] = [list(a) if hasattr(a, "__next__") else a for a in args]  # read only once
        theirs = None
        # asked for anew each time: a list that stays would be a reference on each temporary
        if any(decides(type(leaf)) for leaf in leaves([*args, *kwargs.values()])):
            theirs = "takes objects that say themselves what is done with them"
        elif any(made_by(leaf) is not None for leaf in leaves([*args, *kwargs.values()])):
            args[:], kwargs = mapped(args, made_or_given), mapped(kwargs, made_or_given)
        why = how.unlike or theirs or unlike(args, kwargs) or _traced(args, kwargs)
        if why is not None:
            return self._alone(how, why, args, kwargs)
        call = self._recorded(how, args, kwargs)
        result, problem = _attempt(how.ours, args, kwargs)
        if result is NotImplemented:
            return result
        self.settle()
        if problem is not None and _is_refusal(problem):
            raise problem
        theirs_args, theirs_kwargs = call.step.arguments([t.value for t in call.twins])
        theirs_kwargs.pop("device", None)
        expected, refusal = quietly(how.theirs, theirs_args, theirs_kwargs)
        _same_outcome(call.step, problem, refusal)
        if problem is not None:
            self.compared += 1
            raise problem
        self._written(call, result)
        numbers = iter(range(len(call.owners), 1 << 30))
        self._same(call.step, numbers, result, expected)
        self.compared += 1
        return result

    def _alone(self, how: How, why: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """Make a call that is not replayed."""
        self.left_out[f"{how.name} ({why})"] += 1
        operands = [weakref.ref(h) for h in handles((args, kwargs))]
        try:
            return _handed_over(how.ours, args, kwargs)
        finally:
            self.settle()
            for handle in (ref() for ref in operands):
                owner = None if handle is None else handle._root
                if owner is not None and self.twins.changed(owner):
                    self._accept(owner)

    def _accept(self, owner: Handle) -> None:
        """Take what an array holds for right."""
        twin = self.twins.of(owner)
        twin.take_over(fetched(owner))
        self.twins.expect(twin, owner, None)

    def _recorded(self, how: How, args: list[Any], kwargs: dict[str, Any]) -> _Call:
        """Write a call down: nothing of it keeps an array, or what it holds, alive."""
        owners: dict[int, Handle] = {}
        places: dict[int, Place] = {}
        seen: list[Seen] = []
        twins: list[Twin] = []
        for handle in handles((args, kwargs)):
            if id(handle) in places:
                continue
            owner = handle._root
            if self.twins.changed(owner):
                self._changed(how, owner)
            places[id(handle)] = Place(len(seen))
            owners.setdefault(id(owner), owner)
            chain = None if handle._owner is None else handle._chain
            seen.append(Seen(list(owners).index(id(owner)), chain, handle._scalar))
            twins.append(self.twins.of(handle))

        def put(value: Any) -> Any:
            return places[id(value)] if isinstance(value, Handle) else own(value)

        sources = [self.twins.of(o).source() for o in owners.values()]
        avals = [o._expr.aval for o in owners.values()]
        step = Step(
            how, user_line.caller(), mapped(args, put), mapped(kwargs, put), seen, sources, avals
        )
        return _Call(step, [weakref.ref(o) for o in owners.values()], twins)

    def _changed(self, how: How, owner: Handle) -> None:
        twin = self.twins.of(owner)
        found = fetched(owner)
        if trouble := difference(found, np.asarray(twin.value)):
            where = show_line(user_line.caller())
            raise DifferenceError(
                f"{where}: {how.name}: {trouble}. It is an operand, changed since it was last used"
            )
        self.twins.expect(twin, owner, None)

    def settle(self) -> None:
        """Compare what the program has had computed.

        Raises
        ------
        DifferenceError
            If it is not what NumPy has.
        """
        runs = run.cache_info().dispatches
        if runs == self._runs:
            return
        self._runs = runs
        for owner, twin, found in self.twins.waiting():
            assert twin.made is not None
            self._compare(owner, twin, found, twin.made)

    def _compare(self, owner: Handle, twin: Twin, found: np.ndarray, made: Made) -> None:
        """Compare a value with NumPy's, and take it over."""
        expected = np.array(twin.value)
        # even if it is wrong: it is told once
        twin.take_over(found)
        self.twins.expect(twin, owner, None)
        if not made.step.how.free:
            self._agree(found, expected, made, owner._expr.aval)
        self.values += 1

    def _agree(self, found: np.ndarray, expected: np.ndarray, made: Made, aval: Any) -> None:
        history = History(made)
        trouble = difference(found, expected, history.allowances(aval))
        if trouble is None:
            return
        step = made.step
        if len(history.steps) == 1:
            raise _error(step, trouble)
        if (culprit := history.culprit()) is not None:
            raise _error(*culprit)
        others = {f"{show_line(s.line)} {s.how.name}": None for s in history.steps[:-1]}
        raise _error(
            step,
            f"{trouble}, in one program with {', '.join(others)}, which by themselves all agree "
            "with NumPy",
        )

    def _expected(self, handle: Handle, twin: Twin, made: Made) -> None:
        """Compare what an owner holds, now or when it is computed."""
        self.twins.expect(twin, handle, made)
        if handle._expr.value is not None or made.step.how.free:
            self._compare(handle, twin, fetched(handle), made)

    def _written(self, call: _Call, result: Any) -> None:
        """Compare the arrays that a call wrote to, or should have."""
        # what NumPy does in place returns nothing, or what it wrote to
        again = isinstance(result, Handle) and self.twins.known(result) is not None
        target = result._root if again else None
        for i, ref in enumerate(call.owners):
            owner = ref()
            if owner is None:
                continue
            if result is None or target is owner or self.twins.changed(owner):
                self._expected(owner, self.twins.of(owner), Made(call.step, i))

    def _same(self, step: Step, numbers: Any, result: Any, expected: Any) -> None:
        """Compare two results, and pair the arrays in them."""
        if isinstance(result, (tuple, list)) and isinstance(expected, (tuple, list)):
            if len(leaves(result)) != len(leaves(expected)):
                raise _error(step, f"{len(result)} results, where NumPy gives {len(expected)}")
            for one, other in zip(result, expected, strict=True):
                self._same(step, numbers, one, other)
            return
        made = Made(step, next(numbers))
        if isinstance(result, Handle):
            if not isinstance(expected, _PLAIN):
                raise _error(step, f"an array, where NumPy gives {type(expected).__name__}")
            self._same_array(made, result, expected)
        elif isinstance(result, _PLAIN):
            if not isinstance(expected, _PLAIN):
                raise _error(step, f"{result!r}, where NumPy gives {expected!r}")
            found, wanted = np.asarray(result), np.asarray(expected)
            if found.dtype.kind not in "biufc" or wanted.dtype.kind not in "biufc":
                return
            if not (step.how.free and _alike(found, wanted)):
                self._agree(found, wanted, made, None)
        elif isinstance(result, (str, bytes, type(None), np.dtype)) and result != expected:
            raise _error(step, f"{result!r}, where NumPy gives {expected!r}")

    def _same_array(self, made: Made, result: Handle, expected: Any) -> None:
        twins, step = self.twins, made.step
        if twins.known(result) is not None or _traced(result):
            return  # an operand itself, compared as such
        wanted = np.asarray(expected)
        if not _alike(result, wanted):
            # the shape and the dtype of what has not been computed
            raise _error(step, difference(np.empty(result.shape, result.dtype), wanted) or "")
        if result._scalar and isinstance(expected, np.ndarray):
            raise _error(step, "a number, where NumPy gives an array without dimensions")
        if isinstance(expected, np.generic) and not result._scalar:
            raise _error(step, "an array without dimensions, where NumPy gives a number")
        owner = result._owner
        if owner is None:
            self._expected(result, twins.pair(result, expected), made)
            return
        if twins.known(owner) is None:
            if twins.base(result, expected, made):
                self._expected(owner, twins.of(owner), twins.of(owner).made or made)
            else:
                self._agree(fetched(result), wanted, made, None)
            return
        if trouble := difference(np.asarray(twins.of(result).value), wanted):
            raise _error(step, f"{trouble}, in a view")
        twins.pair(result, expected)


class _Call:
    """A call in progress: its step, its arrays' owners, weakly, and the twins of its arrays."""

    def __init__(self, step: Step, owners: list[Any], twins: list[Twin]) -> None:
        self.step, self.owners, self.twins = step, owners, twins


def _error(step: Step, what: str) -> DifferenceError:
    """Return the exception that names the line, the function and the operands."""
    text = f"{show_line(step.line)}: {step.how.name}: {what}"
    given = str(step)
    return DifferenceError(f"{text} (operands: {given})" if given else text)


def _same_outcome(step: Step, problem: BaseException | None, refusal: BaseException | None) -> None:
    if problem is None and refusal is None:
        return
    if problem is None:
        raise _error(step, f"no exception, where NumPy raises {_named(refusal)}") from refusal
    if refusal is None:
        raise _error(step, f"{_named(problem)}, where NumPy raises nothing") from problem
    if not isinstance(problem, type(refusal)) and not isinstance(refusal, type(problem)):
        text = f"{_named(problem)}, where NumPy raises {_named(refusal)}"
        raise _error(step, text) from problem


def _named(error: BaseException | None) -> str:
    return f"{type(error).__name__}: {error}"


def _is_refusal(problem: BaseException) -> bool:
    """Whether something is refused, with a reason; an error is asked for; or it is Ctrl-C."""
    asked = (NotImplementedError, Warning, FloatingPointError)
    return isinstance(problem, asked) or not isinstance(problem, Exception)


def _alike(a: Any, b: Any) -> bool:
    return (a.shape, a.dtype) == (b.shape, b.dtype)


def _traced(*values: Any) -> str | None:
    if any(h._root._expr.depth >= TRACED for h in handles(values)):
        return "is part of a JAX trace"
    return None


def _attempt(function: Callable[..., Any], args: list[Any], kwargs: Any) -> Any:
    try:
        return _handed_over(function, args, kwargs), None
    except BaseException as error:
        return None, error


def _handed_over(function: Callable[..., Any], args: list[Any], kwargs: Any) -> Any:
    """Call a function with arguments that the caller refers to no more.

    Operators that write look whether anyone but the statement refers to what they write.
    """
    if len(args) == 2 and not kwargs:
        return function(args.pop(0), args.pop(0))
    if len(args) == 3 and not kwargs:
        return function(args.pop(0), args.pop(0), args.pop(0))
    return function(*args, **kwargs)
