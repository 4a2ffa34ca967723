"""Trees of arrays of a few shapes, and the same of NumPy's."""

import jax
import numpy as np

import sharray as xp

SHAPES = {"w": (13, 7), "b": (5,), "scale": (), "v": (3, 1)}


def is_array(value):
    return isinstance(value, xp.ShardedArray)


def values(seed):
    rng = np.random.default_rng(seed)
    return {name: rng.uniform(-1, 1, shape) for name, shape in SHAPES.items()}


def on_host(tree):
    """Return the tree as NumPy's arrays, of the logical shapes."""
    return jax.tree.map(np.asarray, tree, is_leaf=is_array)


def close(tree, expected, rtol=1e-10):
    tree = on_host(tree)
    assert jax.tree.structure(tree) == jax.tree.structure(expected)
    for value, want in zip(jax.tree.leaves(tree), jax.tree.leaves(expected), strict=True):
        assert value.shape == np.shape(want)
        np.testing.assert_allclose(value, want, rtol=rtol, atol=1e-12)


def host(namespace):
    return lambda tree: {name: namespace.asarray(v) for name, v in tree.items()}
