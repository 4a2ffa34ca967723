"""Numbers of `sharray.prng`, drawn with parameters of each kind."""

import numpy as np

import sharray as xp
from sharray._functions.prng.samplers import SAMPLERS

VALUES = {"loc": 0.5, "scale": 2.0, "low": -1.0, "high": 3.0, "mean": 1.2, "sigma": 0.5, "a": 2.5,
          "mu": 0.5, "kappa": 2.0, "ngood": 7, "nbad": 9, "nsample": 6, "colors": [4, 5],
          "b": 1.5, "left": 0.0, "mode": 1.0, "right": 3.0, "p": 0.4, "shape": 1.5, "df": 4.0,
          "nonc": 1.5, "dfnum": 3.0, "dfden": 5.0, "lam": 4.5, "n": 9,
          "pvals": [0.2, 0.8]}  # fmt: skip


def draw(name, *args, seed=0, **kwargs):
    """Draw on one device."""
    with xp.use_mesh(xp.make_mesh(1)):
        return np.asarray(getattr(xp.prng.default_rng(seed), name)(*args, **kwargs))


def arguments(name):
    return {p.name: VALUES[p.name] for p in SAMPLERS[name].parameters}
