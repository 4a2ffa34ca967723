"""Prices of European options by the formula of Black and Scholes."""

import sys

import numpy as np


def normal_cdf(x):
    """Standard normal distribution, by a polynomial of Abramowitz and Stegun (26.2.17)."""
    t = 1 / (1 + 0.2316419 * np.abs(x))
    series = t * (
        0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429)))
    )
    tail = np.exp(-0.5 * x * x) / np.sqrt(2 * np.pi) * series
    return np.where(x >= 0, 1 - tail, tail)


def main(options=200_000):
    rng = np.random.default_rng(5)
    spot = rng.uniform(50, 150, options)
    strike = rng.uniform(50, 150, options)
    years = rng.uniform(0.1, 2.0, options)
    rate, volatility = 0.03, 0.25
    deviation = volatility * np.sqrt(years)
    d1 = (np.log(spot / strike) + (rate + 0.5 * volatility**2) * years) / deviation
    d2 = d1 - deviation
    discounted = strike * np.exp(-rate * years)
    call = spot * normal_cdf(d1) - discounted * normal_cdf(d2)
    put = call - spot + discounted
    print("mean call", call.mean())
    print("mean put", put.mean())
    print("largest", call.max(), put.max())
    return call


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
