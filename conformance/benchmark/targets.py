"""What is aimed at, what was measured, and whether that is enough."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .handwritten import WAYS
from .memory import KINDS
from .overhead import ON_HOST, SMALLEST
from .reasons import HELD_BACK, SLOWER, reason
from .rows import IMPORT, Task
from .timing import Spread, ratio
from .transformed import MOST

Results = Mapping[Task, dict[str, Any]]

#: A function below this, relative to NumPy, has to say why.
SLOW = 0.5
#: JAX is as slow as sharray from here on.
AS_SLOW = 0.8
#: Small change, relative to inputs and outputs.
SMALL_CHANGE = 0.1


class Target(NamedTuple):
    """One target: what, the bound in words, what was measured in words, and whether it is met."""

    what: str
    bound: str
    measured: str
    met: bool


def microseconds(seconds: float) -> float:
    return 1e6 * seconds


def fastest_by_hand(samples: Mapping[str, Sequence[float]]) -> str:
    """Return the side of `samples` that is the fastest hand-written one."""
    sides = [f"JAX, {way}" for way in WAYS]
    return min(sides, key=lambda side: statistics.median(samples[side]))


def relative_temporary(result: Mapping[str, Any]) -> float:
    """Temporary bytes relative to those of inputs and outputs, on each device."""
    return result["temporary"] / (result["inputs"] + result["outputs"])


def speed(result: Mapping[str, Any]) -> Spread:
    """How many times as fast as NumPy."""
    return ratio(result["samples"], "NumPy", "sharray")


def targets(results: Results) -> list[Target]:
    """Judge the results; a case that failed counts as not met."""
    found: list[Target] = []
    judges = (
        _overhead, _add, _black_scholes, _stencil, _import, _small, _examples, _transformed,
        _workloads, _functions, _memory, _counts,
    )  # fmt: skip
    for judge in judges:
        found.extend(judge(results))
    return found


def _of(results: Results, row: str) -> dict[Task, dict[str, Any]]:
    return {task: result for task, result in results.items() if task.row == row}


def _at_most(
    what: str, most: float, unit: str, found: Sequence[float], failures: int, form: str = ".2f"
) -> Iterator[Target]:
    """Judge the largest of some figures."""
    if not found and not failures:
        return
    measured = f"{max(found):{form}}{unit}" if found else "nothing"
    if failures:
        measured += f", and {failures} failed"
    met = bool(found) and max(found) <= most and not failures
    yield Target(what, f"at most {most:g}{unit}", measured, met)


def _split(
    results: Mapping[Task, dict[str, Any]], figure: Callable[[dict[str, Any]], float]
) -> tuple[list[float], int]:
    """Return the figures of the results that have one, and how many have none."""
    good = [figure(r) for r in results.values() if "error" not in r]
    return good, len(results) - len(good)


def _median(result: dict[str, Any]) -> float:
    return microseconds(statistics.median(result["samples"]["sharray"]))


def _overhead(results: Results) -> Iterator[Target]:
    rows = _of(results, "record")
    small = {task: r for task, r in rows.items() if task.case in ON_HOST}
    large = {task: r for task, r in rows.items() if task.case not in ON_HOST}
    yield from _at_most("Recording an operation, the slowest", 10, " us", *_split(large, _median))
    yield from _at_most(
        "An operation on 16 elements on the host, the slowest", 10, " us", *_split(small, _median)
    )


def _add(results: Results) -> Iterator[Target]:
    rows = _of(results, "add")
    for devices in sorted({task.devices for task in rows}):
        chosen = {task: r for task, r in rows.items() if task.devices == devices}
        costs = _split(chosen, lambda r: ratio(r["samples"], "sharray", "JAX").median)
        what = f"Evaluated `x + y`, time relative to the bare jitted call, {devices} device"
        yield from _at_most(what + "s" * (devices > 1), 1.5, "", *costs)


def _black_scholes(results: Results) -> Iterator[Target]:
    for result in _of(results, "black-scholes").values():
        if "error" in result:
            yield Target("Black-Scholes", "to run", "failed", False)
            continue
        found = speed(result).median
        what = "Black-Scholes, times as fast as NumPy"
        yield Target(what, "at least 1.8", f"{found:.2f}", found >= 1.8)
        cost = ratio(result["samples"], "sharray", "JAX").median
        what = "Black-Scholes, time relative to hand-written JAX"
        yield Target(what, "at most 1.2", f"{cost:.2f}", cost <= 1.2)


def _stencil(results: Results) -> Iterator[Target]:
    for task, result in _of(results, "stencil").items():
        what = f"The stencil step, time relative to hand-written JAX, {task.devices} devices"
        costs = _split(
            {task: result},
            lambda r: ratio(r["samples"], "sharray", fastest_by_hand(r["samples"])).median,
        )
        yield from _at_most(what, 1.5, "", *costs)


def import_cost(result: Mapping[str, Any]) -> Spread:
    """Milliseconds that importing sharray costs beside importing JAX."""
    samples = result["samples"]
    pairs = zip(samples["sharray"], samples["JAX"], strict=True)
    from .timing import spread

    return spread([1e3 * (ours - jax) for ours, jax in pairs])


def _import(results: Results) -> Iterator[Target]:
    costs = _split(_of(results, IMPORT), lambda r: import_cost(r).median)
    yield from _at_most("`import sharray`, more than `import jax`", 150, " ms", *costs, form=".0f")


def start_up(results: Results) -> float | None:
    """Seconds that the smallest program takes on 2 devices, from the row `add`."""
    for task, result in _of(results, "add").items():
        if task.case == SMALLEST and task.devices == 2 and "error" not in result:
            return statistics.median(result["samples"]["sharray"])
    return None


def why(task: Task, result: Mapping[str, Any], results: Results) -> str | None:
    """Say why a function is slow: what is known of it, or else what the measurement shows."""
    if found := reason(task.case):
        return found
    by_numpy = statistics.median(result["samples"]["NumPy"])
    least = start_up(results)
    if least is not None and result["dispatches"]:
        for count, name in ((SLOW, "a program has"), (2, "two programs have")):
            if by_numpy < count * least:
                return f"NumPy is done before {name} started"
    if "JAX" in result["samples"]:
        jax = ratio(result["samples"], "JAX", "sharray").median
        if jax >= AS_SLOW:
            return f"XLA's own code for it takes as long (JAX: {jax:.2f} of sharray's time)"
        rest = (1 - jax) * statistics.median(result["samples"]["sharray"])
        for count, name in ((2, "two"), (3, "three")):
            if least is not None and jax > 0.5 and rest < count * least:
                return (
                    f"XLA's own code takes most of it (JAX: {jax:.2f} of sharray's time), and the "
                    f"rest is less than starting {name} programs"
                )
    return None


def unexplained(results: Results) -> list[str]:
    """Return the functions that are slow without a reason, or failed."""
    return [
        task.case
        for task, result in _of(results, "functions").items()
        if "error" in result or (speed(result).median < SLOW and why(task, result, results) is None)
    ]


def _small(results: Results) -> Iterator[Target]:
    for task, result in _of(results, "small").items():
        cost = _split({task: result}, lambda r: ratio(r["samples"], "sharray", "NumPy").median)
        what = f"100 operations on 16 elements, {task.case}, time relative to NumPy"
        yield from _at_most(what, 10, "", *cost)


def _examples(results: Results) -> Iterator[Target]:
    rows = _of(results, "examples")
    if not rows:
        return
    good = [speed(r).median for r in rows.values() if "error" not in r]
    failures = len(rows) - len(good)
    mean = statistics.geometric_mean(good) if good else 0.0
    what = "Example programs, times as fast as NumPy, geometric mean"
    yield Target(
        what,
        "at least 2",
        f"{mean:.2f}" + f", and {failures} failed" * bool(failures),
        mean >= 2 and not failures,
    )
    slow = [
        task.case
        for task, r in rows.items()
        if "error" not in r and speed(r).median < 1 and task.case not in HELD_BACK
    ]
    what = "Example programs slower than NumPy without a reason"
    yield Target(what, "none", ", ".join(slow) or "none", bool(good) and not slow)


def _workloads(results: Results) -> Iterator[Target]:
    rows = _of(results, "workloads")
    if not rows:
        return
    slow = [
        task.case
        for task, r in rows.items()
        if "error" in r or (speed(r).median < 1 and task.case not in SLOWER)
    ]
    what = "Everyday statements slower than NumPy without a reason, or failed"
    yield Target(what, "none", ", ".join(f"`{case}`" for case in slow) or "none", not slow)


def _transformed(results: Results) -> Iterator[Target]:
    for task, result in _of(results, "transformed").items():
        most = MOST[task.case]
        if most is not None:
            cost = _split({task: result}, lambda r: ratio(r["samples"], "sharray", "JAX").median)
            what = f"sharray.jit relative to jax.jit, {task.case}, {task.devices} devices"
            yield from _at_most(what, most, "", *cost)


def _functions(results: Results) -> Iterator[Target]:
    rows = _of(results, "functions")
    if rows:
        count = len(unexplained(results))
        what = f"Functions below {SLOW} of NumPy's speed without a reason, or failed"
        yield Target(what, "none", f"{count or 'none'} of {len(rows)}", not count)


def _memory(results: Results) -> Iterator[Target]:
    rows = _of(results, "memory")
    for kind in dict.fromkeys(KINDS.values()):
        for ending in ("divides", "does not divide"):
            chosen = {
                task: r
                for task, r in rows.items()
                if KINDS[task.case] == kind and task.case.endswith(f", {ending}")
            }
            what = f"Temporary memory of {kind}s" if kind != "elementwise" else (
                "Temporary memory of elementwise operations"
            )  # fmt: skip
            what += f", shape that {ending}, relative to inputs and outputs"
            yield from _at_most(what, SMALL_CHANGE, "", *_split(chosen, relative_temporary))


def _counts(results: Results) -> Iterator[Target]:
    rows = {task.case: result for task, result in _of(results, "programs").items()}
    for case, result in rows.items():
        if "error" in result:
            yield Target(f"Programs of `{case}`", "to run", "failed", False)
            continue
        each = result["dispatches"] / result["statements"]
        met = result["compilations"] <= 10 and each <= 1
        yield Target(
            f"Programs of {case if case.startswith(('a ', 'the ')) else f'`{case}`'}",
            "at most 10 compiled, 1 run per statement",
            f"{result['compilations']} compiled, {each:g} per statement",
            met,
        )
