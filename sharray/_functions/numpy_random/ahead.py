"""One stream of random numbers, drawn by several threads.

A draw takes a few words of random bits, mostly one, and how many depends on the words. So a thread
cannot know where the thousandth number begins; but wherever it begins to draw, it soon comes to
places at which the stream itself would begin a number. Each thread begins some words further on
than the one before, and notes the first places where it begins numbers. The one before draws until
it meets one of those: there both are in the same state, so all that follows is the same stream.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from sharray._core.machine import cores

#: How many of its first places a thread notes.
_NOTED = 16
#: Numbers that tell how many words one takes; fewer than so many are not worth a thread.
_PROBE = 1024
#: Numbers that one or two threads draw in one go, and more of them share two of; far more than it
#: takes to meet. Two such rounds are in the memory of the host at a time.
SEGMENT = 1 << 20
#: Generators of random bits that can be advanced, and whose state counts the words.
_KINDS = (np.random.PCG64, np.random.PCG64DXSM)
_WORD = (1 << 128) - 1

Draw = Callable[[np.random.Generator, int], np.ndarray]


def threads(source: Any, count: int) -> int:
    """Return how many threads are worth drawing `count` numbers from a generator of NumPy's."""
    known = isinstance(source, np.random.Generator) and type(source.bit_generator) in _KINDS
    return min(cores(), 8, 8 * count // SEGMENT) if known else 1


@functools.cache
def _multiplier(kind: Any) -> int:
    """Return the factor of the congruential generator by which a kind of states goes on."""
    bits = kind(0)
    bits.state = bits.state | {"state": {"state": 1, "inc": 1}}
    bits.advance(1)
    return (bits.state["state"]["state"] - 1) & _WORD


def _words(bits: Any, start: int) -> int:
    """Return how many words were taken since the state `start`: bit by bit, the lowest first."""
    factor, state = _multiplier(type(bits)), bits.state["state"]
    term, end = state["inc"], state["state"]
    bit, count = 1, 0
    while start != end:
        if (start ^ end) & bit:
            start = (start * factor + term) & _WORD
            count |= bit
        term = (factor + 1) * term & _WORD
        factor = factor * factor & _WORD
        bit <<= 1
    return count


class _Run:
    """What one thread draws, from `ahead` words behind a state on."""

    def __init__(self, draw: Draw, kind: Any, state: Any, ahead: int = 0) -> None:
        bits = kind(0)
        bits.state = state
        if ahead:
            bits.advance(ahead)
            # the half of a word that is kept for later stays as it was
            kept = {name: state[name] for name in ("has_uint32", "uinteger")}
            bits.state = bits.state | kept
        self.bits, self.start = bits, bits.state["state"]["state"]
        self.values: list[np.ndarray] = []
        self.count = 0
        self._draw = functools.partial(draw, np.random.Generator(bits))
        self.noted: dict[Any, int] = {}
        if ahead:
            for k in range(_NOTED):
                self.noted[self._place()] = k
                self.take(1)

    def _place(self) -> Any:
        state = self.bits.state
        return state["state"]["state"], state["has_uint32"], state["uinteger"]

    @property
    def words(self) -> int:
        """How many words were taken."""
        return _words(self.bits, self.start)

    def take(self, count: int) -> None:
        """Draw some numbers."""
        self.values.append(self._draw(count))
        self.count += count

    def meet(self, other: _Run, ahead: int, rate: float) -> int | None:
        """Draw until `other`, which began `ahead` words later, is met.

        `rate` is how many words one of the first numbers took. Returns how many numbers `other`
        drew before the meeting; None if there is none.
        """
        while True:
            words = self.words
            left = max(0, ahead - words) / rate
            # short of the meeting by what chance may add, now and in the rate
            known = max(self.count, _PROBE)
            spread = math.sqrt(rate * abs(rate - 1) + 1 / known)
            count = int(left - 3 * spread * (math.sqrt(left) + left / math.sqrt(known)))
            if count < 1:
                break
            self.take(count)
            rate = self.words / self.count
        for _ in range(4 * _NOTED):
            skip = other.noted.get(self._place())
            if skip is not None:
                return skip
            self.take(1)
        return None


def pieces(draw: Draw, bits: Any, count: int, piece: int, workers: int) -> Iterator[np.ndarray]:
    """Draw `count` numbers in order, and leave the generator of bits behind them.

    Parameters
    ----------
    draw
        Draws so many numbers from a generator that has no other state than its bits.
    bits
        One of `_KINDS`; locked until all numbers are drawn.
    count
        How many numbers.
    piece
        The most numbers that are drawn at a time where threads do not meet.
    workers
        How many threads draw.
    """
    kind = type(bits)
    with bits.lock, ThreadPoolExecutor(workers) as pool:
        run = _Run(draw, kind, bits.state)
        run.take(min(count, _PROBE))
        rate = run.words / run.count
        done, left = run.values, count - run.count
        while left:
            each = min(SEGMENT, 2 * SEGMENT // workers, left // workers)
            each -= 4 * int(math.sqrt(each)) + 4 * _NOTED  # not more than is wanted
            if each < _PROBE or not rate:
                workers, each = 1, min(left, piece)
            ahead = int(each * rate)
            state = run.bits.state
            runs = [_Run(draw, kind, state, i * ahead) for i in range(workers)]
            jobs = [pool.submit(a.meet, b, ahead, rate) for a, b in pairwise(runs)]
            jobs.append(pool.submit(runs[-1].take, each))  # pyright: ignore[reportArgumentType]
            yield from done  # while the threads draw
            done, reached = _joined(runs, [job.result() for job in jobs], left)
            left -= sum(map(len, done))
            if reached is not runs[-1]:
                workers = 1
            run = reached or run
        yield from done
        bits.state = run.bits.state


def _joined(
    runs: list[_Run], met: list[int | None], most: int
) -> tuple[list[np.ndarray], _Run | None]:
    """Return the numbers of the runs that met, no more than `most`, and the last of these runs."""
    values: list[np.ndarray] = []
    skipped, last = 0, None
    for run, skip in zip(runs, met, strict=True):
        part = run.values[skipped:]  # the first numbers are arrays of one each
        if sum(map(len, values + part)) > most:
            break
        values, last = values + part, run
        if skip is None:
            break
        skipped = skip
    return values, last
