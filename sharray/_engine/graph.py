"""Graphs: what has to be computed for some nodes, captured in a form that is its own cache key.

A graph is the program that executors run: NumPy step by step, XLA as a whole. Its steps are those
of the nodes, so it says nothing of padding; buffers, and the numbers that change from run to run,
are its inputs.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sharray._core.cache import Cache
from sharray._core.context import context
from sharray._core.layout import Aval
from sharray._core.node import APPLY, DEVICES, PENDING, TRACED, VALUE, Kind, Node
from sharray._core.user_line import Line
from sharray._engine import agreement
from sharray._engine.liveness import left_out


class Free(enum.IntEnum):
    """Whether the buffer of an input is free when the graph has run."""

    #: an array holds it, or somebody else
    NO = 0
    #: only nodes that have not been computed need it, which may be given up any time
    LATER = 1
    #: nobody needs it
    YES = 2


class Step:
    """One step of a graph: what a node is, with other steps in the place of nodes.

    Attributes
    ----------
    kind, aval, args, op, params
        Those of the node.
    state
        Where an input is; pending for all others.
    number
        Which input it is.
    free
        Whether the buffer of an input is free when the graph has run.
    line
        Of the user's program, where that is noted.
    """

    __slots__ = ("args", "aval", "free", "kind", "line", "number", "op", "params", "state")

    def __init__(
        self, kind: Kind, aval: Aval, args: tuple[Step, ...], op: Any, params: Any
    ) -> None:
        self.kind, self.aval, self.args = kind, aval, args
        self.op, self.params = op, params
        self.state = PENDING
        self.number = -1
        self.free = Free.NO
        self.line: Line | None = None

    @property
    def is_traced(self) -> bool:
        """Whether it is an input that JAX traces."""
        return self.state >= TRACED


@dataclass(eq=False, slots=True)
class Graph:
    """What computes some nodes.

    Attributes
    ----------
    key
        All of it that programs depend on, hashable: the steps, and which of them are results.
    inputs
        The nodes that are values, in the order of their steps.
    targets
        The nodes that get the results.
    temporaries
        Nodes on the way that are left out of the results although an array holds them.
    captured
        The node of each step.
    is_traced
        Whether an input is traced by JAX.
    """

    key: tuple[Any, ...]
    inputs: list[Node]
    targets: list[Node]
    temporaries: list[Node]
    captured: list[Node]
    is_traced: bool

    def steps(self) -> list[Step]:
        """Return the steps, each after its operands."""
        steps: list[Step] = []
        number = 0
        for entry, node in zip(self.key[0], self.captured, strict=True):
            kind = entry[0]
            if kind is VALUE:
                step = Step(kind, entry[1], (), None, None)
                _, _, step.state, step.free = entry
                step.number = number
                number += 1
            else:
                _, aval, op, params, args = entry
                step = Step(kind, aval, tuple([steps[i] for i in args]), op, params)
            step.line = node.line
            steps.append(step)
        return steps

    def results(self) -> tuple[int, ...]:
        """Return which steps are results."""
        return self.key[1]


class _Walk:
    """What lies below nodes: captured from the bottom to the top.

    Attributes
    ----------
    entries, captured
        What becomes of each node, and the nodes; of values nothing yet.
    position
        Their places by node.
    inputs
        The values.
    held, skipped, shown
        Those on the way that arrays hold: to be results; not kept, as they may be temporaries; and
        views of what the graph may have an input of, which has to stay.
    others
        Those that are operands of others outside of the graph, too.
    is_traced, may_donate
        Whether JAX traces a value, and whether nobody holds one.
    """

    __slots__ = (
        "captured", "entries", "held", "inputs", "is_traced", "may_donate", "others", "position",
        "shown", "skipped",
    )  # fmt: skip

    def __init__(
        self, roots: Sequence[Node], temporaries: Collection[Node], written: Node | None
    ) -> None:
        entries: list[Any] = []
        captured: list[Node] = []
        inputs: list[Node] = []
        held: list[Node] = []
        skipped: list[Node] = []
        shown: list[Node] = []
        position: dict[Node, int] = {}
        #: how often what is captured is an operand, by position
        uses: list[int] = []
        stack = list(roots)
        stack.reverse()
        is_traced = may_donate = False
        while stack:
            node = stack[-1]
            if node in position:
                stack.pop()
                continue
            if node.kind is VALUE:
                inputs.append(node)
                entries.append(None)  # see `capture`
                is_traced |= node.state >= TRACED
                may_donate |= not node.holders and node.state is DEVICES
            else:
                args = []
                for arg in node.args:
                    at = position.get(arg)
                    if at is None:
                        stack.append(arg)
                    else:
                        args.append(at)
                if stack[-1] is not node:
                    continue
                for at in args:
                    uses[at] += 1
                entries.append((node.kind, node.aval, node.op, node.params, tuple(args)))
                if node.holders:
                    if node is written or (node in temporaries and not node.is_shown):
                        skipped.append(node)
                    else:
                        (shown if node.is_shown else held).append(node)
            position[node] = len(captured)
            captured.append(node)
            uses.append(0)
            stack.pop()
        self.others = dict.fromkeys([n for n, k in zip(captured, uses, strict=True) if n.uses != k])
        self.entries, self.captured, self.position = entries, captured, position
        self.inputs, self.held, self.skipped, self.shown = inputs, held, skipped, shown
        self.is_traced, self.may_donate = is_traced, may_donate and not context.replays

    def choose(self, roots: Sequence[Node], written: Node | None) -> None:
        """Choose which nodes on the way become results, too, or are left out."""
        held, skipped, others = self.held, self.skipped, self.others
        # what others will need, too, would be computed again and again, in ever longer graphs
        for node in others:
            if node.kind is APPLY and node is not written:
                if node in skipped:
                    skipped.remove(node)
                if node not in held and not node.is_shown:
                    held.append(node)
        if not held or self.is_traced or context.replays or context.recorder or context.explanation:
            return
        named = [n for n in held if n.holders and n not in others and n not in roots]
        if named:
            form = (tuple(self.entries), tuple(map(self.position.__getitem__, named)))
            for node in left_out(form, named):
                held.remove(node)
                skipped.append(node)


def capture(
    roots: Sequence[Node], temporaries: Collection[Node] = (), written: Node | None = None
) -> Graph:
    """Return the graph of nodes that have not been computed.

    A value that an array holds on the way to them is a result, too, so that it is computed once.
    `temporaries` are those that a call was given and that may be temporaries: not kept, unless
    others use them already. If one turns out to be used again it is computed again, and kept by
    graphs of this form from then on. Results that arrays held and nobody used, time and again, are
    left out likewise (see `_engine.liveness`).
    What is `written` is to be found in the result: nobody computes it again.
    """
    for node in roots:
        if node.liveness is not None:  # it was left out, and is asked for
            node.liveness.is_used = True
    if len(roots) == 1 and not temporaries and (graph := _of_values(roots[0])) is not None:
        return graph
    walk = _Walk(roots, temporaries, written)
    walk.choose(roots, written)
    held, skipped, entries, position = walk.held, walk.skipped, walk.entries, walk.position
    again = {*skipped, *walk.shown, *walk.others}
    if again and walk.may_donate:
        _add_needed(again, walk.captured, {*roots, *held, written})
    for node in walk.inputs:
        free = _free(node, node in again) if walk.may_donate else Free.NO
        entries[position[node]] = (VALUE, node.aval, node.state, free)
    steps = tuple(entries)
    if skipped and _kept and steps in _kept:
        held.extend(skipped)
        skipped.clear()
    targets = [*roots, *[node for node in held if node not in roots]]
    outputs = tuple(map(position.__getitem__, targets))
    return Graph((steps, outputs), walk.inputs, targets, skipped, walk.captured, walk.is_traced)


def _free(node: Node, is_used_again: bool) -> Free:
    """Return whether the buffer of a value may be overwritten."""
    if is_kept(node) or node.state is not DEVICES:
        return Free.NO
    return Free.LATER if is_used_again else Free.YES


def is_kept(node: Node) -> bool:
    """Whether the buffer of a value may not be overwritten.

    Of several processes one may have handed it out that others have not, to look at it: they run
    the same program all the same, and it is copied before (see `evaluate`).
    """
    return bool(node.holders) or (node.exported and agreement.client is None)


def _of_values(root: Node) -> Graph | None:
    """Return the graph of an operation on values, what most are; None if there is more to look at.

    It is what the walk would find.
    """
    inputs = [*root.args[::-1]]
    count = len(inputs)
    if root.uses or (count > 1 and len(set(inputs)) < count):
        return None
    entries: list[Any] = []
    for node in inputs:
        if node.kind is not VALUE or node.state >= TRACED:
            return None
        is_kept = node.holders or context.replays
        free = Free.NO if is_kept else _free(node, node.uses > 1)
        entries.append((VALUE, node.aval, node.state, free))
    entries.append((root.kind, root.aval, root.op, root.params, tuple(range(count)[::-1])))
    return Graph((tuple(entries), (count,)), inputs, [root], [], [*inputs, root], False)


def _add_needed(needed: set[Node], captured: list[Node], there: set[Node | None]) -> None:
    """Add what may be needed again for nodes on the way that are.

    Of what is `there` when the graph has run, none is computed again.
    """
    for node in reversed(captured):
        if node in needed and node not in there:
            needed.update(node.args)


#: The steps of graphs that keep what their callers are given.
_kept = Cache("graphs that keep what calls were given", 4096)


def keep_next_time(node: Node) -> None:
    """Note that a node is used that the graph which computed it did not keep."""
    _kept.keep(node.skipped, True)
    node.skipped = None
