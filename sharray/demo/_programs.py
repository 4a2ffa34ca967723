"""The program of the demo, written against an array API namespace ``xp``.

Nothing in here knows about devices: the same code runs with ``sharray`` and with ``numpy``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

#: Wraps the iterable of a loop, as a progress bar does.
Track = Callable[[range, str], Iterable[int]]


class Quantised(NamedTuple):
    """A picture in few colours."""

    pixels: Any
    palette: Any
    counts: Any


def quantise(xp: Any, pixels: Any, palette: Any, steps: int, track: Track) -> Quantised:
    """Reduce an (n, 3) array of 8-bit colours to the colours found by k-means from a palette."""
    points = xp.astype(pixels, xp.float64)
    palette = kmeans(xp, points, xp.asarray(palette), steps, track)
    member = membership(xp, points, palette)
    nearest_colors = xp.astype(member @ xp.round(palette), xp.uint8)
    return Quantised(nearest_colors, palette, xp.sum(member, axis=0))


def kmeans(xp: Any, points: Any, palette: Any, steps: int, track: Track) -> Any:
    """Move the colours of the palette to the means of their pixels, until they stay."""
    for _ in track(range(steps), "k-means"):
        moved = means(xp, points, membership(xp, points, palette), palette)
        stays = bool(xp.all(moved == palette))
        palette = moved
        if stays:
            break
    return palette


def means(xp: Any, points: Any, member: Any, palette: Any) -> Any:
    """Return the mean of the points of each colour; a colour without points stays as it is."""
    counts = xp.sum(member, axis=0)[:, None]
    means = member.T @ points / xp.maximum(counts, 1.0)
    # On a grid of 1/256 of a level every distance is exact, so that no order of summation and no
    # fused multiply-add can break a tie in another way.
    return xp.where(counts > 0, xp.round(means * 256) / 256, palette)


def membership(xp: Any, points: Any, palette: Any) -> Any:
    """Return for each point a row with 1 at the nearest colour, and 0 at all others."""
    # |p - c|^2 without |p|^2, which is the same for every colour.
    distance = xp.sum(palette**2, axis=1) - 2.0 * (points @ palette.T)
    nearest = xp.argmin(distance, axis=1)[:, None]
    return xp.astype(nearest == xp.arange(palette.shape[0]), xp.float64)
