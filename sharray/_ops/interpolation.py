"""Values between given points."""

from __future__ import annotations

from typing import Any

from sharray._core import rules
from sharray._core.lazy import jnp
from sharray._engine import lookups
from sharray._ops.elementwise import maximum, minimum
from sharray._ops.indexing import taken
from sharray._ops.searching import searchsorted
from sharray._ops.table import op


def interpolate(x: Any, points: Any, values: Any, left: Any, right: Any) -> Any:
    """Values between `points`, ascending, on straight lines; `left` and `right` of them.

    What is smaller goes to every device: the points, or the elements.
    """
    last = points.shape[0] - 1
    if last < x.size or points._node().on_host:
        return interpolated(x, points, values, left, right)
    count = searchsorted(points, x, side="right")
    at = minimum(maximum(count - 1, 0), last)
    ends = [taken(a, i, axis=0) for a in (points, values) for i in (at, minimum(at + 1, last))]
    return on_lines(x, count, *ends, left, right, n=last + 1)


@op(
    rules.same,
    name="numpy.interpolated",
    host=False,
    kernel=lookups.per_element_of(0),
    why="an element may lie between any two points, so the points go to every device; of more "
    "points than elements those beside the elements do",
    samples=(
        "interp(v, x(n, ascending=True), v2)",
        "interp(x(9), x(n, ascending=True), v, left=0, right=1)",
    ),
)
def interpolated(x, points, values, left, right, /):
    """Values between `points`, ascending, on straight lines; `left` and `right` of them."""
    last = points.shape[0] - 1
    count = jnp.searchsorted(points, x, side="right")
    at = jnp.clip(count - 1, 0, last)
    after = jnp.minimum(at + 1, last)
    ends = points[at], points[after], values[at], values[after]
    return _on_lines(x, count, *ends, left, right, last + 1)


@op(
    rules.same,
    comm="local",
    name="numpy.on_lines",
    host=False,
    samples=("interp(x(9), x(n, ascending=True), v, left=0, right=1)",),
)
def on_lines(x, count, x0, x1, y0, y1, left, right, /, *, n):
    """Values at `x` on lines from (x0, y0) to (x1, y1); `count` of `n` points are no larger."""
    return _on_lines(x, count, x0, x1, y0, y1, left, right, n)


def _on_lines(x, count, x0, x1, y0, y1, left, right, n):
    # the last point has none behind it: no division by zero, whose derivative is NaN
    is_last = count == n
    slope = (y1 - y0) / jnp.where(is_last, 1, x1 - x0)
    y = slope * (x - x0) + y0
    # from the other end, where an infinity spoils it
    y = jnp.where(jnp.isnan(y), slope * (x - x1) + y1, y)
    y = jnp.where(jnp.isnan(y) & (y0 == y1), y0, y)
    y = jnp.where((x == x0) | is_last, y0, y)
    y = jnp.where(count == 0, left, jnp.where(is_last & (x > x0), right, y))
    return jnp.where(jnp.isnan(x), x.astype(y.dtype), y)
