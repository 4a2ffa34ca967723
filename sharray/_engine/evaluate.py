"""Evaluating nodes: captured as a graph, run by an executor, their values stored.

Programs with collectives run one after the other (see `launch_order`). In a trace of JAX nothing
runs: the graph becomes a part of what is traced (see `_engine.staging`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sharray._core import observers
from sharray._core.context import context
from sharray._core.interrupts import Uninterrupted
from sharray._core.lazy import is_tracer, jax
from sharray._core.node import (
    DEVICES,
    HOST,
    PENDING,
    Node,
    computed,
    depends_on_traced,
    pending_below,
)
from sharray._engine import (
    agreement,
    callbacks,
    deleted,
    executors,
    jax_settings,
    launch_order,
    process,
    shards,
    staging,
)
from sharray._engine.executors import Executor
from sharray._engine.graph import Graph, capture
from sharray._engine.spare import Spare
from sharray._engine.verifier import checking, verify_graph, verify_nodes

#: So many nodes are computed in one program. More would take it long to compile, each time there is
#: another number of them; these programs are often alike.
MAX_ROOTS = 16


#: For a single target: it is needed as it is.
_EXACTLY = (False,)


def evaluate(
    roots: Sequence[Node],
    *,
    temporaries: Collection[Node] = (),
    written: Node | None = None,
    spare: Spare | None = None,
    longer: bool = False,
) -> None:
    """Compute nodes, in one program unless they are many.

    Parameters
    ----------
    roots
        The nodes.
    temporaries
        Nodes on the way that only a call refers to, as far as is known (see `capture`).
    written
        One that can be read in the result, when that is there.
    spare
        Of the array that is written to.
    longer
        Whether the values are not needed yet: a node may become a view of what is computed.
    """
    if process.forked:
        process.check()
    if context.is_cut_off:
        raise callbacks.refusal("compute on devices")
    with launch_order.lock:
        if launch_order.in_flight:
            launch_order.wait()
        pending = [root for root in roots if root.state is PENDING]
        if len(pending) > MAX_ROOTS:
            for i in range(0, len(pending), MAX_ROOTS):
                evaluate(pending[i : i + MAX_ROOTS], temporaries=temporaries)
            return
        if not pending:  # another thread has been faster
            return
        if checking.nodes:
            verify_nodes(pending)
        if len(pending) == 1:
            op = pending[0].op
            if op is not None and op.on_shards is not None and _on_shards(pending[0]):
                return
        if observers.active:
            observers.await_looks()
        graph = _captured(pending, temporaries, written)
        aval = graph.targets[0].aval
        # in the body of a ``shard_map`` it has no axes
        mesh: Any = (aval[0] if isinstance(aval, tuple) else aval).layout.mesh
        if graph.is_traced or context.explanation is not None or not mesh.axis_names:
            _stage(pending)
        else:
            _run(graph, spare, len(pending), longer=longer)


def _captured(
    roots: Sequence[Node], temporaries: Collection[Node] = (), written: Node | None = None
) -> Graph:
    """Return the graph of nodes, verified while tests run."""
    graph = capture(roots, temporaries, written)
    if checking.nodes:
        verify_graph(graph)
    return graph


def _on_shards(node: Node) -> bool:
    """Run an application by itself where the shards lie, if it is one for which that is faster."""
    op, executor = node.op, shards.prepare(node)
    if op is None or executor is None:
        return False
    for arg in node.args:
        if arg.state is PENDING and not op.lazy:
            evaluate_all(node.args)  # with what is computed on the way, it would be a program
        if arg.state is not DEVICES and arg.state is not HOST:
            return False
        if arg.exported:
            deleted.check(arg)
    _store([node], executor.run([arg.value for arg in node.args], None), executor)
    if observers.active:
        observers.interpreted(executor.interprets)
    return True


def _run(graph: Graph, spare: Spare | None, roots: int, *, longer: bool) -> None:
    targets = graph.targets
    # what is held on the way to the roots is not needed yet, either
    may_be_longer: Sequence[bool] = _EXACTLY
    if longer or len(targets) > 1:
        may_be_longer = [
            (longer or i >= roots) and not node.is_shown for i, node in enumerate(targets)
        ]
    precision, checks = jax_settings.current()
    has_spare = spare is not None
    executor = executors.prepare(graph, may_be_longer, precision, has_spare=has_spare)
    buffers: list[Any] = []
    for node in graph.inputs:
        if node.exported:
            deleted.check(node)
        buffers.append(node.value)
    if agreement.client is not None:
        for i in executor.overwrites:
            if graph.inputs[i].exported:
                buffers[i] = agreement.client.arrays.copied(buffers[i])
    run = jax_settings.unchecked(executor.run) if checks else executor.run
    if executor.uninterruptible:
        # lost between launch and storing, results would take along what was donated
        with Uninterrupted():
            values = run(buffers, spare)
            _store(targets, values, executor)
    else:
        values = run(buffers, spare)
        _store(targets, values, executor)
    if observers.active and executor.interprets:
        observers.interpreted(executor.interprets)
    if spare is not None:
        spare.follow(graph.inputs)
    for node in graph.temporaries:
        node.skipped = graph.key[0]
    if checks:
        jax_settings.complain(zip(executor.avals, values, strict=True))


def _store(targets: Sequence[Node], values: Sequence[Any], executor: Executor) -> None:
    """Give nodes what an executor has computed for them."""
    for i, lens in enumerate(executor.lenses):
        if lens is None:
            targets[i].set(values[i], DEVICES)
            targets[i].padding_is_zero = executor.pads_with_zeros
        else:
            targets[i].show(computed(executor.avals[i], values[i]), lens)


def _stage(roots: list[Node]) -> None:
    """Compute nodes in a trace of JAX, and first what of them is not traced.

    As a part of the trace that would be of use to it only, but others may refer to it, too.
    """
    if context.explanation is None and (alone := _not_traced(roots)):
        evaluate(alone)
    graph = _captured([root for root in roots if root.is_pending])
    for node, value in zip(graph.targets, staging.stage(graph), strict=True):
        node.set(value)


def _not_traced(roots: Iterable[Node]) -> list[Node]:
    """Return the last nodes on the way to roots, that are traced, which are not."""
    known: dict[Node, bool] = {}
    traced = [node for node in pending_below(roots) if depends_on_traced(node, known)]
    operands = dict.fromkeys([arg for node in traced for arg in node.args])
    return [arg for arg in operands if arg.is_pending and not depends_on_traced(arg, known)]


def evaluate_all(nodes: Sequence[Node]) -> None:
    """Compute those of some nodes that have not been computed."""
    for node in nodes:
        if node.state is PENDING:
            evaluate(nodes)
            return


def move(array: Any, sharding: Any) -> Any:
    """Move an array to another placement; JAX may run a program with collectives for that."""
    with launch_order.lock:
        launch_order.wait()
        if observers.active:
            observers.moving("device_put", array.nbytes)
        client = None if sharding.is_fully_addressable else agreement.client
        if client is not None:
            client.note_step(f"{array.dtype}{list(array.shape)} to another placement", [array])
        try:
            moved = jax.device_put(array, sharding)
        except (jax.errors.JaxRuntimeError, ValueError):
            agreement.explain()
            raise
        if not is_tracer(moved):
            launch_order.follow(moved)
            if client is not None:
                client.computes([moved])
    return moved
