"""Integer arithmetic where the hardware's answer is not NumPy's."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._core.lazy import jnp, lax


def _signed(x: Any) -> bool:
    return x.dtype.kind == "i"


def safe(x: Any, y: Any) -> tuple[Any, Any]:
    """Return divisors that cannot trap, and where those given could."""
    trap = y == 0
    if _signed(x):
        # the least integer has no negative: dividing by 1 wraps as NumPy does
        trap |= (y == -1) & (x == jnp.iinfo(x.dtype).min)
    return jnp.where(trap, 1, y), trap


def floor_divide(x: Any, y: Any) -> Any:
    """Floored quotient; 0 for a zero divisor."""
    d, _ = safe(x, y)
    q = lax.div(x, d)
    if _signed(x):
        r = lax.rem(x, d)
        q = jnp.where((r != 0) & ((r < 0) != (d < 0)), q - 1, q)
    return jnp.where(y == 0, 0, q)


def remainder(x: Any, y: Any) -> Any:
    """Remainder with the sign of the divisor; 0 for a zero divisor."""
    d, trap = safe(x, y)
    r = lax.rem(x, d)
    if _signed(x):
        r = jnp.where((r != 0) & ((r < 0) != (d < 0)), r + d, r)
    return jnp.where(trap, 0, r)


def reciprocal(x: Any) -> Any:
    """1 / x cut to an integer; for 0 whatever NumPy gives on this machine."""
    with np.errstate(all="ignore"):
        of_zero = np.reciprocal(np.zeros((), x.dtype))
    one = x == 1
    if _signed(x):
        one |= x == -1
    return jnp.where(x == 0, of_zero, jnp.where(one, x, 0))


def power(x: Any, n: Any) -> Any:
    """Power by repeated squaring, wrapping around; negative powers are cut to integers."""
    left = jnp.abs(n) if _signed(n) else n

    def step(state: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        result, factor, left = state
        return jnp.where(left & 1 == 1, result * factor, result), factor * factor, left >> 1

    shape = jnp.broadcast_shapes(x.shape, n.shape)
    state = jnp.ones(shape, x.dtype), jnp.broadcast_to(x, shape), left
    if n.ndim == 0:
        state = lax.while_loop(lambda s: s[2] != 0, step, state)
    else:
        # devices cannot agree on when to stop without talking to each other
        state = lax.fori_loop(0, jnp.iinfo(n.dtype).bits, lambda _, s: step(s), state)
    if not _signed(n):
        return state[0]
    cut = (n < 0) & (x != 1) & (x != -1)
    return jnp.where(cut, 0, state[0])


def left_shift(x: Any, n: Any) -> Any:
    """Shift left; negative amounts and those of at least the width give 0."""
    within = (n >= 0) & (n < jnp.iinfo(x.dtype).bits)
    return jnp.where(within, lax.shift_left(x, jnp.where(within, n, 0)), 0)


def right_shift(x: Any, n: Any) -> Any:
    """Shift right with the sign; negative amounts and those of at least the width leave it."""
    last = jnp.iinfo(x.dtype).bits - 1
    amount = jnp.where((n >= 0) & (n <= last), n, last)
    if _signed(x):
        return lax.shift_right_arithmetic(x, amount)
    return jnp.where(amount == n, lax.shift_right_logical(x, amount), 0)
