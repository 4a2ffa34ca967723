"""Logical axis names."""

import jax
import numpy as np
import pytest
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray import strategies

RULES = (("batch", "data"), ("hidden", "model"), ("embed", None), ("all", ("data", "model")))


@pytest.fixture
def mesh():
    made = xp.make_mesh((2, 4), ("data", "model"))
    with xp.use_mesh(made):
        yield made


def test_specs():
    rules = xp.logical_rules(RULES)
    assert rules.spec("batch", None, "hidden") == P("data", None, "model")
    assert rules.spec("embed", ("batch", "hidden")) == P(None, ("data", "model"))
    assert rules.spec("all") == P(("data", "model"))
    assert rules.spec() == P()
    tree = {"w": P("embed", "hidden"), "b": [P("hidden"), None]}
    assert rules.specs(tree) == {"w": P(None, "model"), "b": [P("model"), None]}


def test_shardings(mesh):
    rules = xp.logical_rules(RULES)
    assert rules.shardings({"w": P("hidden")}) == {"w": NamedSharding(mesh, P("model"))}
    other = xp.make_mesh((8,), ("rows",))
    with pytest.raises(ValueError, match=r"\('hidden',\).*'model'.*\('rows',\)"):
        rules.shardings(P("hidden"), other)


def test_plain_arrays(mesh):
    a = np.random.default_rng(0).random((13, 7))
    with xp.logical_rules(RULES):
        x = xp.asarray(a, device=xp.logical("batch", "hidden"))
        strategies.assert_matches(x, a, sharding=NamedSharding(mesh, P("data", "model")))
        moved = x.reshard(xp.logical(None, "hidden"))
        strategies.assert_matches(moved, a, sharding=NamedSharding(mesh, P(None, "model")))
        inside = jax.jit(lambda x: xp.with_sharding_constraint(x, xp.logical("hidden")))(x)
        strategies.assert_matches(inside, a, sharding=NamedSharding(mesh, P("model")))
        # changed in one place
        with xp.logical_rules((("batch", None), ("hidden", ("data", "model")))):
            assert xp.logical("batch", "hidden") == P(None, ("data", "model"))
        assert xp.logical("batch", "hidden") == P("data", "model")


WRONG = {
    "no rules": (lambda: xp.logical("batch"), ValueError, "mean nothing without rules"),
    "an unknown name": (
        lambda: xp.logical_rules(RULES).spec("heads"), ValueError,
        "no rule for the logical axis 'heads'; the rules know 'batch', 'hidden'",
    ),
    "a mesh axis for two dimensions": (
        lambda: xp.logical_rules(RULES).spec("batch", "all"), ValueError,
        "'data' shards both 'batch' and 'all'",
    ),
    "a mesh axis twice in a rule": (
        lambda: xp.logical_rules([("batch", ("data", "data"))]), ValueError, "'batch'.*twice",
    ),
    "two rules for a name": (
        lambda: xp.logical_rules([("batch", "data"), ("batch", None)]), ValueError, "two rules",
    ),
    "no pairs": (lambda: xp.logical_rules(["batch"]), TypeError, "pairs.*'batch'"),
    "a number": (lambda: xp.logical_rules([("batch", 1)]), TypeError, r"\('batch', 1\)"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong_use(name):
    call, kind, message = WRONG[name]
    with pytest.raises(kind, match=message):
        call()
