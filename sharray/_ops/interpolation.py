"""Values between given points."""

from __future__ import annotations

import jax.numpy as jnp

from sharray._engine import lookups
from sharray._ops import rules
from sharray._ops.table import op


@op(
    rules.same,
    comm="gather",
    name="numpy.interpolated",
    host=False,
    kernel=lookups.per_element_of(0),
    why="an element may lie between any two points, so the points go to every device",
)
def interpolated(x, points, values, left, right, /):
    """Values between `points`, ascending, on straight lines; `left` and `right` of them."""
    last = points.shape[0] - 1
    at = jnp.clip(jnp.searchsorted(points, x, side="right") - 1, 0, last)
    after = jnp.minimum(at + 1, last)
    x0, x1, y0, y1 = points[at], points[after], values[at], values[after]
    # the last point has none behind it: no division by zero, whose derivative is NaN
    slope = (y1 - y0) / jnp.where(at == last, 1, x1 - x0)
    made = slope * (x - x0) + y0
    # from the other end, where an infinity spoils it
    made = jnp.where(jnp.isnan(made), slope * (x - x1) + y1, made)
    made = jnp.where(jnp.isnan(made) & (y0 == y1), y0, made)
    made = jnp.where((x == x0) | (at == last), y0, made)
    made = jnp.where(x < points[0], left, jnp.where(x > points[last], right, made))
    return jnp.where(jnp.isnan(x), x.astype(made.dtype), made)
