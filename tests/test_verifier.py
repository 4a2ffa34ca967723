"""The rules for nodes and programs: what breaks one is named, with the user's line."""

import numpy as np
import pytest

import sharray as xp
from sharray._core.layout import make_aval
from sharray._engine import verifier, xla
from sharray._engine.graph import capture


def _as_integers(node):
    node.aval = make_aval(node.aval.layout, np.dtype(np.int32))


def _of_no_operation(node):
    node.op = None


def _forgotten(node):
    node.uses = 0


def _view(x):
    return x[2:9]


def _product(x):
    return x * 2


@pytest.mark.parametrize(
    ("make", "damage", "rule"),
    [
        (_view, _as_integers, "a view has the dtype of its operand"),
        (_product, _of_no_operation, "an operation is one of the table"),
        (_product, _forgotten, "a node knows all who use it"),
    ],
)
def test_what_breaks_a_rule_is_named(make, damage, rule, on_devices):
    array = make(xp.asarray(np.arange(13.0)) + 1)
    total = array + 1
    node = total._node().args[0]
    damage(node)
    with pytest.raises(verifier.MalformedError, match=rule) as caught:
        np.asarray(total)
    assert repr(node) in str(caught.value)
    assert "test_verifier.py:" in str(caught.value)


def test_entries_are_in_order(on_devices):
    graph = capture([(xp.asarray(np.arange(13.0)) * 2 + 1)._node()])
    program = xla.program_of(graph, [False])
    with pytest.raises(verifier.MalformedError, match="operands come first: entry 0"):
        verifier.verify_entries(program.entries[::-1], program.outputs)
    with pytest.raises(verifier.MalformedError, match="results are entries"):
        verifier.verify_entries(program.entries, [len(program.entries)])
