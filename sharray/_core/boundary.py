"""What lies beyond the ends of an array: padding, the edge, the other end, the mirror image."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sharray._core.lazy import jnp


class Run(NamedTuple):
    """Elements ``source[start + step * i]`` go to ``out[to + i]``, for ``i < length``.

    The step is 1, -1 where they are mirrored, or 0 where one is repeated; `source` is the number of
    the array that they are taken from, of several.
    """

    start: int
    to: int
    length: int
    step: int = 1
    source: int = 0


def runs(mode: str, start: int, length: int, n: int) -> Iterator[Run]:
    """Say what ``out[i] = x[start + i]`` is for ``i < length``, beyond the ends of `n` elements.

    That is, with `mode`, "fill": nothing; "edge": the last element; "wrap": the other end;
    "symmetric" and "reflect": the mirror image, with and without the last element.
    """
    at, stop = start, start + length
    tile = n - (mode == "reflect")
    while at < stop:
        if mode in ("fill", "edge") or not tile:
            inside = 0 <= at < n
            end = 0 if at < 0 else n if inside else stop
            source, step = min(max(at, 0), n - 1), int(inside)
        else:
            number, place = divmod(at, tile)
            end = (number + 1) * tile
            mirrored = mode != "wrap" and number % 2
            source, step = (n - 1 - place, -1) if mirrored else (place, 1)
        end = min(end, stop)
        if step or mode != "fill":
            yield Run(source, at - start, end - at, step)
        at = end


@dataclass(frozen=True, slots=True, eq=False)
class Beyond:
    """A part of an array that goes on beyond its ends.

    No view in NumPy, so what it shows may be read, and is never written to.
    """

    base_shape: tuple[int, ...]
    starts: tuple[int, ...]
    shape: tuple[int, ...]
    #: what there is beyond the ends, as `runs` knows it
    mode: str
    #: the number that it is filled with
    fill: np.ndarray | None = None

    def _key(self) -> tuple[Any, ...]:
        # by its bits, since 0.0 == -0.0 and nan != nan
        fill = None if self.fill is None else (self.fill.dtype, self.fill.tobytes())
        return self.base_shape, self.starts, self.shape, self.mode, fill

    def __hash__(self) -> int:
        return hash(self._key())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Beyond) and self._key() == other._key()

    def of_numpy(self, base: Any) -> Any:
        """Return this part of an array of NumPy, or of JAX."""
        xp = np if isinstance(base, np.ndarray) else jnp
        if self.mode != "fill":
            places = zip(self.starts, self.shape, base.shape, strict=True)
            for axis, (start, length, n) in enumerate(places):
                if start or length != n:
                    pieces = runs(self.mode, start, length, n)
                    index = [r.start + r.step * np.arange(r.length) for r in pieces]
                    base = xp.take(base, np.concatenate(index), axis=axis)
            return base
        assert self.fill is not None
        ends = zip(self.starts, self.shape, base.shape, strict=True)
        widths = [(-start, start + length - n) for start, length, n in ends]
        # which takes no empty list for an array without dimensions
        return xp.pad(base, widths, constant_values=self.fill) if widths else base
