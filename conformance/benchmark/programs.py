"""Two whole programs in plain NumPy style: Black-Scholes, and a stencil that writes in place."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import sharray

from .handwritten import WAYS, Stencil
from .sizes import Sizes
from .timing import in_turns

RATE, VOLATILITY = 0.03, 0.25
#: Coefficients of formula 26.2.17 of Abramowitz and Stegun.
_A = (0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429)


def _normal_cdf(xp: Any, x: Any) -> Any:
    w = 1.0 / (1.0 + 0.2316419 * xp.abs(x))
    series = w * (_A[0] + w * (_A[1] + w * (_A[2] + w * (_A[3] + w * _A[4]))))
    tail = 0.3989422804014327 * xp.exp(-0.5 * x * x) * series
    return xp.where(x >= 0, 1.0 - tail, tail)


def black_scholes(xp: Any, price: Any, strike: Any, years: Any) -> Any:
    """Compute the prices of call options, with the functions of `xp`."""
    spread = VOLATILITY * xp.sqrt(years)
    d1 = (xp.log(price / strike) + (RATE + 0.5 * VOLATILITY * VOLATILITY) * years) / spread
    d2 = d1 - spread
    present = strike * xp.exp(-RATE * years)
    return price * _normal_cdf(xp, d1) - present * _normal_cdf(xp, d2)


def stencil_step(u: Any) -> None:
    """Write the next state of a five-point stencil to `u`, an array of any library."""
    u[1:-1, 1:-1] = u[1:-1, 1:-1] + 0.1 * (
        u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1]
    )


def _options(n: int) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    return [rng.uniform(10, 100, n), rng.uniform(10, 100, n), rng.uniform(0.1, 2, n)]


def _black_scholes(sizes: Sizes) -> dict[str, Any]:
    values = _options(sizes.options)
    arrays = [sharray.asarray(v) for v in values]
    buffers = [x.to_jax(padded=True) for x in arrays]
    fused = jax.jit(lambda *args: black_scholes(jnp, *args))
    by_numpy = black_scholes(np, *values)
    np.testing.assert_allclose(np.asarray(black_scholes(sharray, *arrays)), by_numpy, atol=1e-9)
    np.testing.assert_allclose(fused(*buffers), by_numpy, atol=1e-9)
    before = sharray.cache_info().dispatches
    sharray.block_until_ready(black_scholes(sharray, *arrays))
    dispatches = sharray.cache_info().dispatches - before
    samples = in_turns(
        {
            "sharray": lambda: sharray.block_until_ready(black_scholes(sharray, *arrays)),
            "JAX": lambda: fused(*buffers).block_until_ready(),
            "NumPy": lambda: black_scholes(np, *values),
        },
        8 * sizes.budget,
    )
    return {"samples": samples, "dispatches": dispatches}


def _stencil(sizes: Sizes) -> dict[str, Any]:
    values = np.random.default_rng(0).random((sizes.grid, sizes.grid))
    u, v = sharray.asarray(values), values.copy()
    by_hand = {f"JAX, {way}": Stencil(values, way) for way in WAYS}
    stencil_step(u)
    stencil_step(v)
    np.testing.assert_allclose(np.asarray(u), v, atol=1e-12)
    for stencil in by_hand.values():
        stencil.step()
        np.testing.assert_allclose(stencil.state, v, atol=1e-12)

    def by_sharray() -> None:
        stencil_step(u)
        sharray.block_until_ready(u)

    samples = in_turns(
        {
            "sharray": by_sharray,
            **{name: stencil.step for name, stencil in by_hand.items()},
            "NumPy": lambda: stencil_step(v),
        },
        8 * sizes.budget,
    )
    return {"samples": samples}


BLACK_SCHOLES = {"Black-Scholes": _black_scholes}
STENCIL = {"stencil": _stencil}
