"""The samplers: how one element is drawn from a key of its own.

A function's parameters after the key are those of NumPy's method of the same name, with their
defaults. Where the inverse of a distribution function is known, 64 bits of the key make the
element; the others are JAX's samplers.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.lazy import jax, jnp, lax
from sharray._functions.prng.keys import per_element
from sharray._ops.table import Op

#: Name of a requirement -> what a parameter must be, and what the error says.
REQUIREMENTS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "nonnegative": (lambda x: x >= 0, "{name} < 0 or {name} contains NaNs"),
    "positive": (lambda x: x > 0, "{name} <= 0 or {name} contains NaNs"),
    "probability": (
        lambda x: (x >= 0) & (x <= 1),
        "{name} < 0, {name} > 1 or {name} contains NaNs",
    ),
    "success": (lambda x: (x > 0) & (x <= 1), "{name} <= 0, {name} > 1 or {name} contains NaNs"),
    "a probability below one": (
        lambda x: (x >= 0) & (x < 1),
        "{name} < 0, {name} >= 1 or {name} contains NaNs",
    ),
    "below 10**9": (lambda x: (x >= 0) & (x < 10**9), "{name} < 0 or {name} >= 10**9"),
    "a way to draw from urns": (
        lambda x: x in ("count", "marginals"),
        '{name} must be "count" or "marginals"',
    ),
    "beyond one": (lambda x: x > 1, "{name} <= 1 or {name} contains NaNs"),
}


class Sampler:
    """One distribution."""

    def __init__(
        self,
        fn: Callable[..., Any],
        dtype: Any,
        vectors: tuple[str, ...],
        joint_constraint: tuple[Callable[..., Any], str] | None,
        requires: dict[str, str],
    ) -> None:
        self.name = fn.__name__
        self.summary = inspect.cleandoc(fn.__doc__ or "")
        self.dtype = np.dtype(dtype)
        self.requires = requires
        self.joint_constraint = joint_constraint
        self.vectors = vectors
        parameters = list(inspect.signature(fn).parameters.values())[1:]
        #: of the distribution
        self.parameters = [p for p in parameters if p.kind is not p.KEYWORD_ONLY]
        self.static = [p for p in parameters if p.kind is p.KEYWORD_ONLY]
        sizes = [int(p.name in vectors) for p in self.parameters] + [int(bool(vectors))]
        self.op = Op(
            name=f"random.{self.name}",
            lowering=fn,
            rule=rules.create,
            kinds="all",
            comm="local",
            lazy=True,
            kernel=per_element(fn, sizes),
            signature=inspect.Signature(
                [inspect.Parameter("words", inspect.Parameter.POSITIONAL_ONLY), *self.parameters]
            ),
        )


#: Name -> sampler, in the order of declaration.
SAMPLERS: dict[str, Sampler] = {}


def sampler(
    dtype: Any = np.float64,
    *,
    vectors: tuple[str, ...] = (),
    joint_constraint: tuple[Callable[..., Any], str] | None = None,
    **requires: str,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare the decorated function as the sampler of its name.

    Parameters
    ----------
    dtype
        Of the result; a sampler that takes ``dtype`` is told.
    vectors
        Parameters that are vectors; an element of the result is one, too.
    joint_constraint
        What all parameters must fulfil, and what the error says.
    **requires
        What parameters must be (`REQUIREMENTS`).
    """

    def declare(fn: Callable[..., Any]) -> Callable[..., Any]:
        SAMPLERS[fn.__name__] = Sampler(fn, dtype, vectors, joint_constraint, requires)
        return fn

    return declare


# bits and uniform numbers


@sampler(np.uint64)
def bits(key):
    """Integers of 64 random bits."""
    words = jax.random.key_data(key).astype(jnp.uint64)
    return (words[..., 0] << 32) | words[..., 1]


def uniform_unit(key, dtype=np.float64):
    """Draw from [0, 1), in steps of the spacing below 1."""
    if np.dtype(dtype) == np.float32:
        return (bits(key) >> 40).astype(jnp.float32) * np.float32(2.0**-24)
    return (bits(key) >> 11).astype(jnp.float64) * 2.0**-53


def _signed(key, dtype=np.float64):
    """Draw from (-1, 1), without the ends and symmetric."""
    if np.dtype(dtype) == np.float32:
        whole = (bits(key) >> 41).astype(jnp.int32) * 2 + 1 - 2**23
        return whole.astype(jnp.float32) * np.float32(2.0**-23)
    whole = (bits(key) >> 12).astype(jnp.int64) * 2 + 1 - 2**52
    return whole.astype(jnp.float64) * 2.0**-52


def open_unit(key):
    """Draw from (0, 1), without the ends."""
    return ((bits(key) >> 12) * 2 + 1).astype(jnp.float64) * 2.0**-53


@sampler()
def random(key, *, dtype=np.float64):
    """Uniform on [0, 1)."""
    return uniform_unit(key, dtype)


@sampler()
def uniform(key, low=0.0, high=1.0):
    """Uniform on [low, high)."""
    return low + (high - low) * uniform_unit(key)


def _product_high(a, b):
    """Return the high and the low 64 bits of a product."""
    mask = jnp.uint64(2**32 - 1)
    al, ah, bl, bh = a & mask, a >> 32, b & mask, b >> 32
    middle = ah * bl + ((al * bl) >> 32)
    carry = (middle & mask) + al * bh
    return ah * bh + (middle >> 32) + (carry >> 32), a * b


@sampler(np.int64)
def offsets(key, count):
    """Integers below `count`, any if it is 0; uneven by less than 2**-64."""
    low, high = jax.vmap(bits)(jax.random.split(key))
    # the high part of a number of 128 bits times the count
    top, rest = _product_high(high, count)
    carry, _ = _product_high(low, count)
    sum_ = rest + carry
    return jnp.where(count == 0, high, top + (sum_ < rest)).astype(jnp.int64)


# inverses of distribution functions


@sampler()
def standard_normal(key, *, dtype=np.float64):
    """Normal with mean 0 and standard deviation 1."""
    x = _signed(key, dtype)
    return x.dtype.type(np.sqrt(2)) * lax.erf_inv(x)


@sampler(scale="nonnegative")
def normal(key, loc=0.0, scale=1.0):
    """Normal (Gaussian)."""
    return loc + scale * standard_normal(key)


@sampler(sigma="nonnegative")
def lognormal(key, mean=0.0, sigma=1.0):
    """Log-normal."""
    return jnp.exp(mean + sigma * standard_normal(key))


@sampler()
def standard_exponential(key, *, dtype=np.float64, method="zig"):
    """Exponential with mean 1; both methods are the inverse of the distribution function."""
    return -jnp.log1p(-uniform_unit(key, dtype))


@sampler(scale="nonnegative")
def exponential(key, scale=1.0):
    """Exponential."""
    return scale * standard_exponential(key)


@sampler(scale="nonnegative")
def laplace(key, loc=0.0, scale=1.0):
    """Laplace, or double exponential."""
    x = _signed(key)
    return loc - scale * jnp.sign(x) * jnp.log1p(-jnp.abs(x))


@sampler(scale="nonnegative")
def gumbel(key, loc=0.0, scale=1.0):
    """Gumbel."""
    return loc - scale * jnp.log(-jnp.log(open_unit(key)))


@sampler(scale="nonnegative")
def logistic(key, loc=0.0, scale=1.0):
    """Logistic."""
    x = open_unit(key)
    return loc + scale * (jnp.log(x) - jnp.log1p(-x))


@sampler()
def standard_cauchy(key):
    """Cauchy, with mode 0."""
    return jnp.tan(np.pi / 2 * _signed(key))


@sampler(scale="nonnegative")
def rayleigh(key, scale=1.0):
    """Rayleigh."""
    return scale * jnp.sqrt(2 * standard_exponential(key))


@sampler(a="nonnegative")
def weibull(key, a):
    """Weibull, with scale 1."""
    # as in NumPy, of shape 0 all of it is at 0
    return jnp.where(a == 0, 0.0, standard_exponential(key) ** (1 / a))


@sampler(a="positive")
def pareto(key, a):
    """Pareto II, or Lomax."""
    # XLA divides by one number, or multiplies with its reciprocal: that depends on the mesh
    return jnp.expm1(standard_exponential(key) * (1 / a))


@sampler(a="positive")
def power(key, a):
    """Powers: density ``a * x ** (a - 1)`` on [0, 1]."""
    return uniform_unit(key) ** (1 / a)


@sampler()
def triangular(key, left, mode, right):
    """Triangular on [left, right]."""
    x = uniform_unit(key)
    width, rise = right - left, mode - left
    up = left + jnp.sqrt(x * width * rise)
    down = right - jnp.sqrt((1 - x) * width * (right - mode))
    return jnp.where(x * width <= rise, up, down)


@sampler(np.int64, p="success")
def geometric(key, p):
    """Geometric: how many trials up to the first success."""
    before = jnp.floor(standard_exponential(key) / -jnp.log1p(-p))
    return jnp.minimum(before, 2.0**62).astype(jnp.int64) + 1


# JAX's samplers


@sampler(shape="nonnegative")
def standard_gamma(key, shape, *, dtype=np.float64):
    """Gamma with scale 1."""
    shape = jnp.asarray(shape, dtype)
    drawn = jax.random.gamma(key, jnp.where(shape > 0, shape, 1), dtype=dtype)
    return jnp.where(shape > 0, drawn, 0)


@sampler(shape="nonnegative", scale="nonnegative")
def gamma(key, shape, scale=1.0):
    """Gamma."""
    return scale * standard_gamma(key, shape)


@sampler()
def loggamma(key, shape):
    """Logarithm of a gamma variable with scale 1."""
    return jax.random.loggamma(key, jnp.asarray(shape, jnp.float64))


@sampler(a="positive", b="positive")
def beta(key, a, b):
    """Beta."""
    return jax.random.beta(key, jnp.asarray(a, jnp.float64), jnp.asarray(b, jnp.float64))


@sampler(df="positive")
def chisquare(key, df):
    """Chi-square."""
    return 2 * standard_gamma(key, df / 2)


@sampler(df="positive", nonc="nonnegative")
def noncentral_chisquare(key, df, nonc):
    """Noncentral chi-square."""
    first, second = jax.random.split(key)
    return chisquare(second, df + 2 * poisson(first, nonc / 2))


def _ratio(a, m, b, n):
    """Return ``(a / m) / (b / n)`` with one division, which XLA has no other ways to write."""
    return (a * n) / (b * m)


@sampler(dfnum="positive", dfden="positive")
def f(key, dfnum, dfden):
    """F."""
    first, second = jax.random.split(key)
    return _ratio(chisquare(first, dfnum), dfnum, chisquare(second, dfden), dfden)


@sampler(dfnum="positive", dfden="positive", nonc="nonnegative")
def noncentral_f(key, dfnum, dfden, nonc):
    """Noncentral F."""
    first, second = jax.random.split(key)
    above = noncentral_chisquare(first, dfnum, nonc)
    return _ratio(above, dfnum, chisquare(second, dfden), dfden)


@sampler(df="positive")
def standard_t(key, df):
    """Student's t."""
    # not a normal variable over a root: XLA rounds those by the size of the block
    first, second, third = jax.random.split(key, 3)
    square = df * standard_gamma(first, 0.5) / standard_gamma(second, df / 2)
    return jnp.where(bits(third) >> 63, -1.0, 1.0) * jnp.sqrt(square)


@sampler(mean="positive", scale="positive")
def wald(key, mean, scale):
    """Wald, or inverse Gaussian."""
    return scale * jax.random.wald(key, jnp.asarray(mean / scale, jnp.float64))


@sampler(np.int64, lam="nonnegative")
def poisson(key, lam=1.0):
    """Poisson."""
    return jax.random.poisson(key, jnp.asarray(lam, jnp.float64), dtype=jnp.int64)


@sampler(np.int64, n="nonnegative", p="probability")
def binomial(key, n, p):
    """Binomial."""
    n, p = jnp.asarray(n, jnp.float64), jnp.asarray(p, jnp.float64)
    return jax.random.binomial(key, n, p, dtype=jnp.float64)


@sampler(np.int64, n="positive", p="success")
def negative_binomial(key, n, p):
    """Negative binomial: how many failures before `n` successes."""
    first, second = jax.random.split(key)
    return poisson(second, standard_gamma(first, n) * ((1 - p) / p))


@sampler(np.int64, vectors=("pvals",), n="nonnegative", pvals="probability")
def multinomial(key, n, pvals):
    """Multinomial: counts that add up to `n`, with the probabilities `pvals`."""
    left = jnp.asarray(n, jnp.float64)
    rest = jnp.flip(jnp.cumsum(jnp.flip(pvals)))

    def draw(left, step):
        key, p, among = step
        share = jnp.clip(jnp.where(among > 0, p / among, 0.0), 0.0, 1.0)
        count = jax.random.binomial(key, left, share, dtype=jnp.float64)
        return left - count, count

    # the last one takes what is left
    among = jnp.maximum(rest[:-1], jnp.finfo(jnp.float64).tiny)
    keys = jax.random.split(key, pvals.shape[-1])[:-1]
    left, counts = lax.scan(draw, left, (keys, pvals[:-1], among))
    return jnp.append(counts, left)
