"""The price of an Asian option, by simulated paths."""

import sys

import numpy as np


def main(paths=20_000, days=30):
    rng = np.random.default_rng(6)
    rate, volatility, spot, strike = 0.03, 0.25, 100.0, 100.0
    dt = 1 / 252
    price = np.full(paths, spot)
    total = np.zeros(paths)
    for _ in range(days):
        shock = rng.standard_normal(paths)
        price = price * np.exp((rate - 0.5 * volatility**2) * dt + volatility * np.sqrt(dt) * shock)
        total += price
    payoff = np.maximum(total / days - strike, 0.0)
    value = np.exp(-rate * days * dt) * payoff
    print("price", np.mean(value))
    print("standard error", np.std(value, ddof=1) / np.sqrt(paths))
    return value


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
