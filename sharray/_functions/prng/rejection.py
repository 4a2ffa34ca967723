"""Samplers that propose an element again and again until one is accepted.

References
----------
Devroye, Non-Uniform Random Variate Generation (1986), X.6.1 (`zipf`); Best and Fisher, Efficient
simulation of the von Mises distribution (1979); Kemp, Efficient generation of logarithmically
distributed pseudo-random variables (1981); Stadlober, The ratio of uniforms approach for generating
discrete random variates (1990), algorithm HRUA (`hypergeometric`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core.lazy import jax, jnp, lax
from sharray._functions.prng.samplers import open_unit, sampler, uniform_unit

#: The hat of the ratio of uniforms: ``2 * sqrt(2 / e)`` and ``3 - 2 * sqrt(3 / e)``.
_WIDTH, _SHIFT = 2 * np.sqrt(2 / np.e), 3 - 2 * np.sqrt(3 / np.e)


def _until(key: Any, propose: Callable[[Any], tuple[Any, Any]]) -> Any:
    """Return the first proposal that is accepted; ``propose(key)`` returns it and whether it is."""

    def step(state: Any) -> Any:
        rest, now = jax.random.split(state[0])
        return rest, *propose(now)

    return lax.while_loop(lambda state: ~state[2], step, step((key, None, None)))[1]


@sampler(np.int64, a="beyond one")
def zipf(key, a):
    """Zipf: whole numbers with probabilities in proportion to ``k ** -a``."""
    most = 2.0**63
    power = a - 1
    base = 2**power
    # uniform down to where numbers would be too large
    least = most**-power

    def propose(key):
        first, second = jax.random.split(key)
        u = uniform_unit(first)
        x = jnp.floor((u * least + (1 - u)) ** (-1 / power))
        t = (1 + 1 / x) ** power
        accepted = uniform_unit(second) * x * (t - 1) / (base - 1) <= t / base
        # of very large exponents nothing but 1 is drawn, and the above is not a number
        certain = ~(a < 1025)
        return jnp.where(certain, 1.0, x), certain | (accepted & (x >= 1) & (x < most))

    return _until(key, propose)


@sampler(np.int64, p="a probability below one")
def logseries(key, p):
    """Logarithmic series: whole numbers with probabilities in proportion to ``p ** k / k``."""
    first, second = jax.random.split(key)
    v, q = open_unit(first), -jnp.expm1(jnp.log1p(-p) * open_unit(second))
    drawn = jnp.floor(1 + jnp.log(v) / jnp.log(q))
    small = jnp.where(v >= q, 1.0, 2.0)
    return jnp.where(v >= p, 1.0, jnp.where(v <= q * q, jnp.minimum(drawn, 2.0**62), small))


@sampler(kappa="nonnegative")
def vonmises(key, mu, kappa):
    """Von Mises: an angle on [-pi, pi] around mu."""
    kappa = jnp.asarray(kappa, jnp.float64)
    root = jnp.sqrt(1 + 4 * kappa * kappa)
    # of the roots of a quadratic equation the one that does not cancel, and where it is 1 / 0
    rho = 2 * kappa / (1 + root + jnp.sqrt(2 * (1 + root)))
    s = jnp.where(kappa < 1e-5, 1 / kappa + kappa, (1 + rho * rho) / (2 * rho))
    flat = ~(kappa > 1e-8)

    def propose(key):
        first, second, third = jax.random.split(key, 3)
        x = _signed_angle(first)
        z = jnp.cos(x)
        w = (1 + s * z) / (s + z)
        y = kappa * (s - w)
        v = open_unit(second)
        accepted = flat | (y * (2 - y) >= v) | (jnp.log(y / v) + 1 >= y)
        angle = jnp.where(uniform_unit(third) < 0.5, -1.0, 1.0) * jnp.arccos(jnp.clip(w, -1, 1))
        return jnp.where(flat, x, angle), accepted

    angle = _until(key, propose) + mu
    turned = angle + np.pi
    turned = turned - 2 * np.pi * jnp.floor(turned / (2 * np.pi))
    return jnp.where(jnp.abs(angle) <= np.pi, angle, turned - np.pi)


def _signed_angle(key):
    return np.pi * (2 * open_unit(key) - 1)


def _drawn_from_urn(key, ngood, nbad, nsample):
    """Return how many of `nsample` are among the `ngood`, as floating-point numbers."""
    good, bad, sample = (jnp.asarray(n, jnp.float64) for n in (ngood, nbad, nsample))
    total = good + bad
    few, many = jnp.minimum(good, bad), jnp.maximum(good, bad)
    # what is drawn, or what is left, if that is less
    drawn = jnp.minimum(sample, total - sample)
    share = few / jnp.maximum(total, 1)
    spread = (total - drawn) * drawn * share * (1 - share) / jnp.maximum(total - 1, 1)
    middle, width = drawn * share + 0.5, jnp.sqrt(spread + 0.5)
    height = _WIDTH * width + _SHIFT
    end = jnp.minimum(jnp.minimum(drawn, few) + 1, jnp.floor(middle + 16 * width))
    mode = jnp.floor((drawn + 1) * (few + 1) / (total + 2))

    def weight(k):
        parts = (k, few - k, drawn - k, many - drawn + k)
        return sum(lax.lgamma(part + 1) for part in parts)

    highest = weight(mode)

    def propose(key):
        first, second = jax.random.split(key)
        u, v = open_unit(first), uniform_unit(second)
        x = middle + height * (v - 0.5) / u
        k = jnp.floor(x)
        accepted = (x >= 0) & (x < end) & (2 * jnp.log(u) <= highest - weight(k))
        # impossible parameters, which only a trace lets through, must not loop for ever
        return k, accepted | ~(drawn >= 0) | ~(few >= 0)

    k = _until(key, propose)
    k = jnp.where(good > bad, drawn - k, k)
    return jnp.where(drawn < sample, good - k, k)


@sampler(
    np.int64,
    ngood="below 10**9",
    nbad="below 10**9",
    nsample="nonnegative",
    joint_constraint=(
        lambda ngood, nbad, nsample: ngood + nbad >= nsample,
        "ngood + nbad < nsample",
    ),
)
def hypergeometric(key, ngood, nbad, nsample):
    """Hypergeometric: how many good ones among those drawn without replacement."""
    return _drawn_from_urn(key, ngood, nbad, nsample)


@sampler(
    np.int64,
    vectors=("colors",),
    colors="below 10**9",
    nsample="nonnegative",
    method="a way to draw from urns",
    joint_constraint=(
        lambda colors, nsample: (colors.sum(-1) >= nsample) & (colors.sum(-1) < 2 * 10**9),
        "nsample > sum(colors), or that is 2 * 10**9 or more",
    ),
)
def multivariate_hypergeometric(key, colors, nsample, *, method="marginals"):
    """Multivariate hypergeometric: how many of each colour are drawn, always by marginals."""
    colors = jnp.asarray(colors, jnp.float64)
    others = jnp.flip(jnp.cumsum(jnp.flip(colors))) - colors

    def draw(left, step):
        key, these, rest = step
        count = _drawn_from_urn(key, these, rest, left)
        return left - count, count

    keys = jax.random.split(key, colors.shape[-1])
    return lax.scan(draw, jnp.asarray(nsample, jnp.float64), (keys, colors, others))[1]
