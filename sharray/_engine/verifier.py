"""What well-formed nodes and programs are: asked after each pass while tests run.

Each rule is a sentence; what breaks one is an error in the library, which names the node and the
line of the user's program that made it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from sharray._core.boundary import Beyond
from sharray._core.layout import Aval, each_aval
from sharray._core.lens import Affine
from sharray._core.node import Kind, Node, State, pending_below
from sharray._core.user_line import Line, caller
from sharray._engine import ir
from sharray._engine.graph import Graph, is_kept


class MalformedError(AssertionError):
    """A node or a program that nothing may produce."""


class Checking:
    """Whether nodes and programs are verified."""

    __slots__ = ("nodes",)

    def __init__(self) -> None:
        self.nodes = False


checking = Checking()
#: Node -> the line of the user's program that made it, while nodes are verified.
_lines: WeakKeyDictionary[Node, Line] = WeakKeyDictionary()


def turn_on() -> None:
    """Verify every node and every program from now on, as tests do."""
    checking.nodes = True
    create = Node.__init__

    def noted(node: Node, *args: Any, **kwargs: Any) -> None:
        create(node, *args, **kwargs)
        _lines[node] = caller()

    Node.__init__ = noted  # type: ignore[method-assign]


def _shape(node: Any) -> Any:
    return node.aval.shape


def _is_lens_of_operand(node: Any) -> bool:
    lens = node.params
    return lens.base_shape == _shape(node.args[0]) and lens.shape == _shape(node)


#: Kind -> what holds for each node of it.
_RULES: dict[Kind, list[tuple[str, Callable[[Node], bool]]]] = {
    Kind.VALUE: [
        ("a value has no operands", lambda n: not n.args and n.op is None),
        ("a value is somewhere", lambda n: n.state is not State.PENDING and n.value is not None),
        (
            "what is on the host has no mesh, and what is on devices has one",
            lambda n: (n.aval.layout.mesh is None) == (n.state in (State.HOST, State.UNPLACED)),
        ),
        (
            "a buffer has the padded shape, and the dtype",
            lambda n: (
                n.state not in (State.DEVICES, State.HOST)
                or (tuple(n.value.shape), n.value.dtype)
                == (n.aval.layout.padded_shape, n.aval.dtype)
            ),
        ),
    ],
    Kind.APPLY: [
        ("an application has an operation", lambda n: n.op is not None),
        (
            "operands of an elementwise operation broadcast to its shape",
            lambda n: (
                not n.op.elementwise  # type: ignore[union-attr]
                or all(_broadcasts(_shape(a), _shape(n)) for a in n.args)
            ),
        ),
    ],
    Kind.VIEW: [
        ("a view has one operand", lambda n: len(n.args) == 1),
        ("a view has an affine lens", lambda n: isinstance(n.params, Affine)),
        (
            "the lens of a view is one of its operand",
            _is_lens_of_operand,
        ),
        ("a view has the dtype of its operand", lambda n: n.aval.dtype == n.args[0].aval.dtype),
    ],
    Kind.PAD: [
        ("a pad has one operand", lambda n: len(n.args) == 1),
        ("a pad goes beyond ends", lambda n: isinstance(n.params, Beyond)),
        (
            "the lens of a pad is one of its operand",
            _is_lens_of_operand,
        ),
    ],
    Kind.WRITE: [
        ("a write has a base and a value", lambda n: len(n.args) == 2),
        ("a write has an affine lens", lambda n: isinstance(n.params, Affine)),
        ("a write lies as its base does", lambda n: n.aval is n.args[0].aval),
        (
            "what is written broadcasts to the view",
            lambda n: _broadcasts(_shape(n.args[1]), n.params.shape),
        ),
    ],
}


def _broadcasts(shape: Sequence[int], larger: Sequence[int]) -> bool:
    lead = len(larger) - len(shape)
    return lead >= 0 and all(n in (1, m) for n, m in zip(shape, larger[lead:], strict=True))


def verify_nodes(roots: Iterable[Node]) -> None:
    """Check nodes that are to be computed, and all below them.

    Raises
    ------
    MalformedError
        Naming the rule, the node and the line of the user's that made it.
    """
    nodes = list(pending_below(roots))
    for node in [*nodes, *{arg for n in nodes for arg in n.args}]:
        for rule, holds in _RULES[node.kind]:
            if not isinstance(node.aval, Aval) and node.kind is not Kind.APPLY:
                raise _malformed("only an operation has several results", node)
            if not holds(node):
                raise _malformed(rule, node)
    uses: dict[Node, int] = {}
    for node in nodes:
        for arg in node.args:
            uses[arg] = uses.get(arg, 0) + 1
    for node, count in uses.items():
        if node.uses < count:
            raise _malformed("a node knows all who use it", node)


def _malformed(rule: str, node: Node) -> MalformedError:
    return MalformedError(f"{rule}: {node!r} of {node.args!r}{_made_at(line_of(node))}")


def line_of(node: Node) -> Line | None:
    """Return the line of the user's program that made a node, while nodes are verified."""
    return _lines.get(node)


def _made_at(line: Line | None) -> str:
    return "" if line is None else f", made at {line}"


def verify_graph(graph: Graph) -> None:
    """Check a graph that has been captured.

    Raises
    ------
    MalformedError
        Naming the rule, the node and the line of the user's that made it.
    """
    steps, results = graph.key
    captured = graph.captured
    inputs = []
    for i, (step, node) in enumerate(zip(steps, captured, strict=True)):
        is_value = step[0] is Kind.VALUE
        operands, is_overwritten = ((), step[-1]) if is_value else (step[-1], False)
        if is_value:
            inputs.append(node)
        for rule, holds in (
            ("a step is what its node is", (step[0], step[1]) == (node.kind, node.aval)),
            ("operands are computed before", all(0 <= k < i for k in operands)),
            (
                "the operands of a step are those of its node",
                is_value or [captured[k] for k in operands] == list(node.args),
            ),
            (
                "what is overwritten is held by nobody",
                not is_overwritten or not is_kept(node),
            ),
        ):
            if not holds:
                raise _malformed(rule, node)
    for rule, holds, there in (
        ("inputs are the values, in their order", graph.inputs == inputs, graph.inputs),
        (
            "results are what is computed for the targets",
            [captured[k] for k in results] == graph.targets,
            graph.targets,
        ),
        ("a result is computed", all(n.kind is not Kind.VALUE for n in graph.targets), captured),
    ):
        if not holds:
            raise _malformed(rule, there[0] if there else captured[-1])


def verify_entries(
    entries: Sequence[ir.Entry], outputs: Sequence[int], line: Callable[[int], Line | None]
) -> None:
    """Check the intermediate form of a program.

    Parameters
    ----------
    entries, outputs
        The program.
    line
        Returns the line of the user's that an entry comes from.

    Raises
    ------
    MalformedError
        Naming the rule, the entry and the line.
    """
    for i, entry in enumerate(entries):
        operands = ir.operands(entry)
        avals = each_aval(entry.aval)
        for rule, holds in (
            ("operands come first", all(0 <= k < i for k in operands)),
            ("everything has a mesh", all(a.layout.mesh is not None for a in avals)),
            (
                "a read has a slice or nothing for each dimension",
                not isinstance(entry, ir.Read) or len(entry.dims) == len(entry.aval.shape),
            ),
            (
                "what is written lies along the axes of its base",
                not isinstance(entry, ir.Write)
                or len(entries[entry.value].aval.shape)
                in (0, len(entry.aval.shape) - len(entry.fixed)),
            ),
        ):
            if not holds:
                raise MalformedError(f"{rule}: entry {i}, {entry!r}{_made_at(line(i))}")
    if not all(0 <= k < len(entries) for k in outputs):
        raise MalformedError(f"results are entries: {outputs!r} of {len(entries)}")
