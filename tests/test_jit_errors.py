"""Wrong uses of jit, transformations and trees: what is raised, and what it says."""

import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import PartitionSpec as P

import sharray as xp

HERE = r"test_jit_errors\.py:\d+: `"


BOTH = P("data", "model")


def array(spec=BOTH, shape=(13, 7)):
    return xp.asarray(np.ones(shape), device=spec)


@pytest.fixture(autouse=True)
def mesh():
    with xp.set_options(host_threshold=0), xp.use_mesh(xp.make_mesh((2, 4), ("data", "model"))):
        yield


def branch(x):
    if xp.sum(x) > 0:
        return x
    return -x


def loop(x):
    while xp.max(x) < 3:
        x = x * 2
    return x


def convert(x):
    return float(xp.sum(x))


def to_numpy(x):
    return np.asarray(x)


def index(x):
    return [1, 2][xp.argmax(x)]


def item(x):
    return x[0, 0].item()


def truth(x):
    return 1 if xp.any(x > 0) else 0


def nonzero(x):
    return xp.nonzero(x)


def unique(x):
    return xp.unique_values(x)


def as_list(x):
    return x.tolist()


def length(x):
    return range(xp.argmax(x))


def keeps(transform):
    """Write what `transform` traces to an array from outside."""
    kept = array()

    def f(x):
        kept[0] = x[0] * 2
        return xp.sum(x)

    return transform(f)(array())


def in_a_loop(x):
    kept = xp.zeros((13, 7))  # made in a trace, but not in that of the loop

    def step(carry, row):
        kept[1] = row
        return carry, row

    return jax.lax.scan(step, 0, x.reshard(P()))[1]


LOST = r"test_jit_errors\.py:\d+: a value that is being traced .*13, 7.*return it from the"

WRONG = {
    "a captured array": (lambda: keeps(xp.jit), TypeError, LOST),
    "a captured array under jax.jit": (lambda: keeps(jax.jit), TypeError, LOST),
    "a captured array under grad": (lambda: keeps(jax.grad), TypeError, LOST),
    "an array captured by a loop": (lambda: jax.jit(in_a_loop)(array()), TypeError, LOST),
    "if": (lambda: xp.jit(branch)(array()), TypeError, HERE + "if xp.sum.*xp?.*where"),
    "while": (lambda: xp.jit(loop)(array()), TypeError, HERE + "while.*while_loop"),
    "float": (lambda: xp.jit(convert)(array()), TypeError, HERE + "return float"),
    "asarray": (lambda: xp.jit(to_numpy)(array()), TypeError, HERE + "return np.asarray"),
    "index": (lambda: xp.jit(index)(array()), TypeError, HERE + r"return \[1, 2\]"),
    "item": (lambda: xp.jit(item)(array()), TypeError, HERE + "return x.*item"),
    "any": (lambda: xp.jit(truth)(array()), TypeError, HERE + "return 1 if"),
    "nonzero": (lambda: xp.jit(nonzero)(array()), TypeError, HERE + "return xp.nonzero"),
    "unique": (lambda: xp.jit(unique)(array()), TypeError, HERE + "return xp.unique"),
    "tolist": (lambda: xp.jit(as_list)(array()), TypeError, HERE + "return x.tolist"),
    "range": (lambda: xp.jit(length)(array()), TypeError, HERE + "return range"),
    "if in a body": (
        lambda: xp.shard_map(branch, in_specs=BOTH, out_specs=BOTH)(array()),
        TypeError, HERE + "if xp.sum.*while shard_map traces branch",
    ),
    "asarray in a body": (
        lambda: xp.shard_map(to_numpy, in_specs=BOTH, out_specs=BOTH)(array()),
        TypeError, HERE + "return np.asarray.*while shard_map traces",
    ),
    "if in a body, under jit": (
        lambda: xp.jit(xp.shard_map(branch, in_specs=BOTH, out_specs=BOTH))(array()),
        TypeError, HERE + "if xp.sum.*while shard_map traces branch",
    ),
    "no function": (lambda: xp.jit(3), TypeError, "jit needs a function, not int"),
    "no placement": (
        lambda: xp.jit(lambda x: x, out_shardings="data"), TypeError, "out_shardings.*not str",
    ),
    "no placement of an argument": (
        lambda: xp.jit(lambda x: x, in_shardings="data"), TypeError, "in_shardings.*not str",
    ),
    "an argument placed elsewhere": (
        lambda: xp.jit(lambda x: x, in_shardings=P("model"))(array()),
        ValueError, r"in_shardings.*\('model',\).*\('data', 'model'\).*reshard",
    ),
    "an argument by its name": (
        lambda: xp.jit(lambda x: x, in_shardings=P())(x=array()), ValueError, "x is named",
    ),
    "an argument that is no array": (
        lambda: xp.jit(lambda x: x, in_shardings=P())("text"), TypeError, "places str",
    ),
    "placements of fewer arguments": (
        lambda: xp.jit(lambda x, y: x, in_shardings=(P(),))(array(), array()),
        ValueError, "in_shardings.*begins with",
    ),
    "a mesh axis that is not there": (
        lambda: xp.jit(lambda x: x, out_shardings=P("rows"))(array()),
        ValueError, r"'rows'.*\('data', 'model'\)",
    ),
    "a spec that is too long": (
        lambda: xp.jit(lambda x: x, out_shardings=P(None, None, "data"))(array()),
        ValueError, r"3 entries.*2 dimension",
    ),
    "a mesh axis twice": (
        lambda: xp.jit(lambda x: x, out_shardings=P("data", "data"))(array()),
        ValueError, "'data' twice",
    ),
    "placements of another tree": (
        lambda: xp.jit(lambda x: (x, x), out_shardings=(P(), P(), P()))(array()),
        ValueError, "out_shardings.*begins with",
    ),
    "a placement of no array": (
        lambda: xp.jit(lambda x: "text", out_shardings=P())(array()), TypeError, "places str",
    ),
    "a static argument that cannot be hashed": (
        lambda: xp.jit(lambda x, n: x, static_argnums=1)(array(), [1]), ValueError, "hashable",
    ),
    "a static argument that is not there": (
        lambda: xp.jit(lambda x: x, static_argnames="n"), ValueError, "n",
    ),
    "what is no array": (lambda: xp.jit(lambda x: x)("text"), TypeError, "'str'"),
    "shapes": (
        lambda: xp.jit(lambda x, y: x + y)(array(), array(shape=(3, 7))),
        ValueError, r"add: .*\[13, 7\] P\('data', 'model'\).*\[3, 7\]",
    ),
    "trees of different layouts": (
        lambda: jax.tree.map(lambda a, b: a + b, array(), array(P("data"))),
        ValueError, r"(?s)P\('data', 'model'\).*P\('data',\)",
    ),
    "vmap over a padded dimension": (
        lambda: jax.vmap(lambda row: row + 1)(array()),
        ValueError, r"padded dimension.*\(13, 7\) at P\('data', 'model'\).*sharray\.vmap",
    ),
    "scan over a padded dimension": (
        lambda: jax.lax.scan(lambda c, row: (c, row + 1), 0, array()),
        ValueError, r"padded dimension.*sharray\.scan",
    ),
    "a leaf of another shape": (
        lambda: jax.tree.map(lambda b: b.reshape(-1), array()) + 1,
        ValueError, "took the place.*what of it is padding",
    ),
    "something else in the place of an array": (
        lambda: jax.tree.map(lambda b: True, array()) + 1, ValueError, "a bool stands for an array",
    ),
    "an abstract array": (
        lambda: jax.eval_shape(lambda x: x, array()) * 2, TypeError, "abstract.*has no values",
    ),
    "the value of an abstract array": (
        lambda: np.asarray(jax.eval_shape(lambda x: x, array())), TypeError, "abstract.*no values",
    ),
    "a donated array": (
        lambda: (x := array() * 1, xp.jit(lambda x: x + 1, donate_argnums=0)(x), np.asarray(x)),
        RuntimeError, "deleted|donated",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong_use(name):
    call, kind, message = WRONG[name]
    with pytest.raises(kind, match=message):
        call()


def test_the_mesh_is_as_before_an_error():
    with pytest.raises(TypeError):
        xp.jit(branch)(array())
    assert xp.zeros((13, 7)).device.axis_names == ("data", "model")


def test_a_jax_function_outside_jit_warns_where_it_gathers():
    with pytest.warns(xp.GatherWarning, match=r"\(13, 7\) at P\('data', 'model'\)"):
        jnp.asarray(array())


def test_a_traced_array_is_printed_with_its_shape(on_devices):
    kept = []
    xp.jit(lambda x: kept.append(x * 2))(xp.ones((13, 7)))
    expected = r"ShardedArray\(traced, shape=\(13, 7\), dtype=float64, P\(.*\)\)"
    assert re.fullmatch(expected, repr(kept[0]))
    assert str(kept[0]) == repr(kept[0])
