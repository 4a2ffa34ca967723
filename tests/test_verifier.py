"""The rules for nodes and programs: what breaks one is named, with the user's line."""

import numpy as np
import pytest

import sharray as xp
from sharray._core.layout import make_aval
from sharray._core.node import Kind
from sharray._engine import verifier, xla
from sharray._engine.graph import Free, capture


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
        (_product, _of_no_operation, "an application has an operation"),
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
        verifier.verify_entries(program.entries[::-1], program.outputs, lambda i: None)
    with pytest.raises(verifier.MalformedError, match="results are entries"):
        verifier.verify_entries(program.entries, [len(program.entries)], lambda i: None)


def test_an_entry_is_named_with_the_line_it_comes_from(on_devices, monkeypatch):
    total = xp.asarray(np.arange(13.0)) * 2 + 1
    apply = xla.ir.Apply
    monkeypatch.setattr(verifier.ir, "operands", lambda e: (99,) if type(e) is apply else ())
    with pytest.raises(verifier.MalformedError, match=r"operands come first.*test_verifier\.py:"):
        np.asarray(total)


def _backwards(graph):
    steps, results = graph.key
    graph.key = steps[::-1], results
    graph.captured.reverse()


def _overwriting(graph):
    steps, results = graph.key
    at = next(
        i for i, node in enumerate(graph.captured) if node.kind is Kind.VALUE and node.holders
    )
    graph.key = (*steps[:at], (*steps[at][:-1], Free.YES), *steps[at + 1 :]), results


def _of_another(graph):
    graph.targets[:] = graph.captured[-2:-1]


def _without_inputs(graph):
    graph.inputs.clear()


@pytest.mark.parametrize(
    ("damage", "rule"),
    [
        (_backwards, "operands are computed before"),
        (_overwriting, "what is overwritten is held by nobody"),
        (_of_another, "results are what is computed for the targets"),
        (_without_inputs, "inputs are the values"),
    ],
)
def test_a_captured_graph_that_breaks_a_rule_is_named(damage, rule, on_devices):
    x = xp.asarray(np.arange(13.0), device=xp.get_mesh())
    total = xp.exp(x) * 2 + 1
    graph = capture([total._node()])
    verifier.verify_graph(graph)
    damage(graph)
    with pytest.raises(verifier.MalformedError, match=rule) as caught:
        verifier.verify_graph(graph)
    assert "test_verifier.py:" in str(caught.value)
