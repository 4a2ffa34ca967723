"""Compile programs once, run them one after another where that is needed, keep count."""

from __future__ import annotations

import contextlib
import operator
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from sharray._core import observers
from sharray._core.cache import Few
from sharray._core.layout import Aval
from sharray._core.node import TRACED, Expr, recorded
from sharray._core.placement import automatic
from sharray._engine import bounded, explained, hlo, ir, order, plain
from sharray._engine.again import Single, program_of, single, singles
from sharray._engine.builder import INT, Builder, Program, shown
from sharray._engine.interrupts import Uninterrupted
from sharray._engine.lowering import lower
from sharray._engine.memory import fresh_bytes, has_room
from sharray._engine.order import in_flight as _in_flight
from sharray._engine.order import lock
from sharray._engine.order import wait as _wait
from sharray._engine.process import process
from sharray._engine.spare import Spare

#: So many expressions are computed in one program. More would take it long to compile, each time
#: there is another number of them; these programs are often alike.
TOGETHER = 16
#: Bytes per device that are not worth asking for.
_SURELY_THERE = 1 << 26
_NOTHING: Mapping[int, int] = {}
_value_of = operator.attrgetter("value")


class CacheInfo(NamedTuple):
    """What the engine has done since the start of the process or `cache_clear`.

    Attributes
    ----------
    programs
        Compiled programs that are kept.
    hits
        Runs that found their program.
    compilations
        Programs compiled.
    dispatches
        Programs run.
    """

    programs: int
    hits: int
    compilations: int
    dispatches: int


class _Compiled:
    __slots__ = ("call", "executable", "fresh", "gathered", "moves", "needs_care")

    def __init__(self, executable: Any, multi: bool, least: hlo.Least = hlo.UNKNOWN) -> None:
        self.executable = executable
        self.call = executable
        #: bytes that a run needs on each device beside its operands and what they donate
        self.fresh = fresh_bytes(executable)
        moves = hlo.moves(executable.as_text()) if multi else []
        #: each collective, with the bytes that it leaves on each device
        self.moves = [(move.name, move.nbytes) for move in moves]
        #: the bytes of each array that is gathered, which is as large as the `least` operand
        self.gathered = [move.nbytes for move in moves if move.gathers(least)]
        #: whether another may not overtake it, or it may be too large
        self.needs_care = bool(moves) or self.fresh > _SURELY_THERE


class _Family:
    """The programs that differ only in the offsets of their slices."""

    __slots__ = ("any", "few", "fixed")

    def __init__(self) -> None:
        #: the offsets that have a program of their own
        self.few = Few()
        self.fixed: dict[tuple[int, ...], _Compiled] = {}
        self.any: _Compiled | None = None


_families: OrderedDict[Any, _Family] = OrderedDict()
_FAMILIES_MOST = 4096
_counts = {"programs": 0, "hits": 0, "compilations": 0, "dispatches": 0}
#: Programs of whole functions (see `direct`), with what is known of their results.
_whole: OrderedDict[Any, tuple[_Compiled, Any]] = OrderedDict()
#: Programs on traced values outside `jit`.
_jitted: OrderedDict[Any, Any] = OrderedDict()
_placed: OrderedDict[Any, Any] = OrderedDict()
_PLACED_MOST = 512


def cache_info() -> CacheInfo:
    """Return the numbers of programs kept, cache hits, compilations and dispatches."""
    return CacheInfo(**_counts)


def cache_clear() -> None:
    """Forget all compiled programs and set the counts to zero."""
    with lock:
        _families.clear()
        singles.clear()
        bounded.met.clear()
        _whole.clear()
        _jitted.clear()
        _placed.clear()
        _counts.update(dict.fromkeys(_counts, 0))


def evaluate(
    roots: Sequence[Expr],
    borrowed: Mapping[int, int] = _NOTHING,
    spare: Spare | None = None,
    *,
    longer: bool = False,
) -> None:
    """Compute the expressions, in one program unless they are many.

    `borrowed` counts, by id, references to expressions that end with this call; `spare` is that
    of the array written to. With `longer`, the values are not needed yet: an expression may become
    a view of what has been computed (see `Builder.program`).
    """
    process.check()
    with lock:
        _wait()
        if len(roots) == 1 and recorded.trace is None:
            known = single(roots[0], borrowed)
            if known is not None:
                if not _runs_again(known, roots[0]):
                    _run(program_of(known, roots[0]), spare)
                return
        if len(roots) > TOGETHER:
            for i in range(0, len(roots), TOGETHER):
                evaluate(roots[i : i + TOGETHER], borrowed)
            return
        if any(root.depth >= TRACED for root in roots):
            _run_untraced(roots)
        program = _write_down(roots, borrowed, longer)
        if program is not None:
            _run(program, spare)


def _runs_again(known: Single, root: Expr) -> bool:
    """Run a kept program, if it has run before and needs no care.

    A statement on small arrays takes about as long as what comes before its launch.
    """
    found = known.compiled
    if found is None or found.needs_care or observers.active or explained.state.active:
        return False
    args = root.args
    try:
        if known.numbers:
            operands = [
                _place([args[i].value for i in at], dtype, known.mesh)
                for dtype, at in known.numbers.items()
            ]
            operands.extend([args[i].value for i in known.buffers])
            (result,) = found.call(*operands)
        else:
            (result,) = found.call(*map(_value_of, args))
    except Exception:
        return False  # the longer way says what fails, or that it need not (see `plain`)
    _counts["hits"] += 1
    _counts["dispatches"] += 1
    root.set(_laid_out(result, root.aval))
    return True


def _run_untraced(roots: Sequence[Expr]) -> None:
    """Compute what traced expressions refer to that is not traced.

    As a part of the trace it would be of use to that only, but others may refer to it, too.
    """
    found: list[Expr] = []
    seen: set[int] = set()

    def visit(node: Expr) -> None:
        if id(node) in seen or node.value is not None:
            return
        seen.add(id(node))
        if node.depth < TRACED:
            found.append(node)
            return
        for arg in node.args:
            visit(arg)

    for root in roots:
        visit(root)
    if found:
        program = _write_down(found, {})
        if program is not None:
            _run(program)


def _write_down(
    roots: Iterable[Expr], borrowed: Mapping[int, int], longer: bool = False
) -> Program | None:
    pending = [r for r in roots if r.value is None]  # another thread may have been faster
    if not pending:
        return None
    kind = Builder if recorded.trace is None else explained.LinedBuilder
    return kind(pending, borrowed).program(longer)


def compiled(roots: Iterable[Expr]) -> Any:
    """Return the executable (`jax.stages.Compiled`) that would compute the expressions."""
    with lock:
        program = _write_down(roots, {})
        if program is None:
            return None
        program.shifted = None
        return _lookup(program, _operands(program))[0].executable


def move(array: jax.Array, sharding: Any) -> jax.Array:
    """Move an array to another placement; JAX may run a program with collectives for that."""
    with lock:
        _wait()
        if observers.active:
            observers.moving("device_put", array.nbytes)
        moved = jax.device_put(array, sharding)
        _in_flight.append(moved)
    return moved


def _run(program: Program, spare: Spare | None = None) -> None:
    traced = explained.state.active or any(root.depth >= TRACED for root in program.roots)
    if traced or not program.mesh.axis_names:
        explained.refuse_nested(program.roots)
        with explained.at_line(), automatic(program.mesh), plain.tracing():
            _trace(program)
        return
    buffers = _operands(program)
    if spare is None:
        program.shifted = None
    found, operands = _lookup(program, buffers)
    if program.single is not None:
        program.single.compiled = found
    risky = found.fresh > _SURELY_THERE and not has_room(found.fresh, program.mesh)
    if risky and (program.donated or program.shifted is not None):
        # a run that fails takes what was donated along
        program.donated, program.shifted = (), None
        found, operands = _lookup(program, buffers)
    if found.moves or program.donated or program.shifted is not None:
        with Uninterrupted():
            _launch(program, found, operands, spare, risky)
    else:
        _launch(program, found, operands, spare, risky)


def _trace(program: Program) -> None:
    """Apply a program to traced values: as a part of the program that is being traced.

    Under `grad` and its like without `jit` JAX computes as it goes: then it is one program.
    """
    explained.keep(program.roots)
    explained.note(program)
    for leaf in program.leaves:
        if isinstance(leaf.value, jax.ShapeDtypeStruct):
            raise no_values(leaf.aval)
    buffers = [
        jnp.asarray(leaf.value) if leaf.on_host else explained.operand(leaf.value)
        for leaf in program.leaves
    ]
    vectors = [np.array(values, dtype) for dtype, values in program.scalars.items()]
    probe = next((b for b in buffers if isinstance(b, Tracer)), None)
    if not order.computes(jnp.zeros(()) if probe is None else probe):
        function = lower(
            program.entries, program.outputs, tuple(program.scalars), program.offsets, True,
            program.lines,
        )  # fmt: skip
        _set(program, function(*vectors, *buffers))
        return
    key = (program.entries, program.outputs, tuple(program.scalars), program.offsets)
    jitted = _jitted.get(key)
    if jitted is None:
        jitted = _jitted[key] = jax.jit(lower(*key, traced=True))
        if len(_jitted) > _FAMILIES_MOST:
            _jitted.popitem(last=False)
    results = jitted(*vectors, *map(order.before, buffers))
    _set(program, [order.after(r) for r in results])


def no_values(aval: Aval) -> TypeError:
    """Return the error for computing with an abstract array."""
    return TypeError(
        f"an abstract array, {aval}, has no values: give it to jax.eval_shape, to lower or to "
        "explain, or make an array of its shape at its sharding"
    )


def _launch(
    program: Program, found: _Compiled, operands: list[Any], spare: Spare | None, risky: bool
) -> None:
    if observers.active:
        observers.launching(found)
    start = time.perf_counter()
    looked_at = plain.checked()
    try:
        with plain.running() if looked_at else contextlib.nullcontext():
            if spare is not None and program.shifted is not None:
                old = program.leaves[program.shifted]
                results = found.call(*operands, spare.take(old.aval))
                spare.put(old.aval, old.value)
            else:
                results = found.call(*operands)
        if risky or (observers.active and observers.measured()):
            # devices may fail long after the launch: not when the results have been handed out
            jax.block_until_ready(results)
    except jax.errors.JaxRuntimeError as error:
        if "RESOURCE_EXHAUSTED" not in str(error):
            raise
        results = None  # a debugger that prints what has failed would wait for ever
        made = ", ".join(str(program.entries[i].aval) for i in program.outputs)
        raise MemoryError(
            f"each device needs {found.fresh} more bytes to compute {made}: {error}"
        ) from None
    _counts["dispatches"] += 1
    if found.moves:
        _in_flight.append(min(results, key=lambda r: r.size))
    _set(program, results)
    if observers.active:
        observers.launched(found, time.perf_counter() - start)
    if looked_at:
        avals = [program.entries[i].aval for i in program.outputs]
        flat = [a for aval in avals for a in (aval if isinstance(aval, tuple) else (aval,))]
        plain.complain(zip(flat, results, strict=True))


def _set(program: Program, results: Iterable[Any]) -> None:
    """Store what a program returned."""
    rest = iter(results)
    for node, whole, lens in program.shown:
        node.show(whole, lens)
        shown.add(node)
    for node in program.roots:
        if isinstance(node.aval, tuple):
            node.set([_laid_out(next(rest), aval) for aval in node.aval])
        else:
            node.set(_laid_out(next(rest), node.aval))


def _laid_out(value: Any, aval: Aval) -> Any:
    """Return `value`; one without elements in shards of its layout, which XLA gives up there."""
    layout = aval.layout
    if layout.size or isinstance(value, Tracer):
        return value
    block = np.zeros(layout.block_shape, aval.dtype)
    assert layout.sharding is not None
    return jax.make_array_from_callback(
        layout.padded_shape, layout.sharding, lambda index: block, dtype=aval.dtype
    )


def _function(program: Program, offsets: tuple[int, ...] | None) -> Any:
    return lower(program.entries, program.outputs, tuple(program.scalars), offsets)


def _lookup(program: Program, buffers: list[Any]) -> tuple[_Compiled, list[Any]]:
    key = (
        program.entries,
        program.outputs,
        program.donated,
        program.shifted,
        tuple(program.scalars),
    )
    family = _families.get(key)
    if family is None:
        family = _families[key] = _Family()
        if len(_families) > _FAMILIES_MOST:
            _, old = _families.popitem(last=False)
            _counts["programs"] -= len(old.fixed) + (old.any is not None)
            singles.clear()
    else:
        _families.move_to_end(key)
    vectors = _vectors(program)
    found = family.fixed.get(program.offsets)
    if found is None and family.few.takes(program.offsets):
        found = _compile(program, program.offsets, [*vectors, *buffers])
        family.fixed[program.offsets] = found
    elif found is None:
        vectors.insert(0, _place(program.offsets, INT, program.mesh))
        if family.any is None:
            family.any = _compile(program, None, [*vectors, *buffers])
        else:
            _counts["hits"] += 1
        found = family.any
    else:
        _counts["hits"] += 1
    return found, [*vectors, *buffers]


def _compile(program: Program, offsets: tuple[int, ...] | None, operands: list[Any]) -> _Compiled:
    before = len(operands) - len(program.leaves)
    shardings = []
    for i in program.outputs:
        aval = program.entries[i].aval
        shardings.extend(a.layout.sharding for a in (aval if isinstance(aval, tuple) else (aval,)))
    donated = [before + k for k in program.donated]
    if program.shifted is not None:
        donated.append(len(operands))
        operands = [*operands, operands[before + program.shifted]]
    jitted = jax.jit(
        _function(program, offsets),
        donate_argnums=tuple(donated),
        keep_unused=program.shifted is not None,
        out_shardings=tuple(shardings),
    )
    process.started = True
    # the first one imports parts of JAX, which an interrupt would leave half done for good
    start = time.perf_counter()
    guard = contextlib.nullcontext() if _counts["compilations"] else Uninterrupted()
    with guard, automatic(program.mesh), plain.tracing():
        least = hlo.Least.of(entry.aval for entry in program.entries)
        made = _Compiled(jitted.lower(*operands).compile(), program.mesh.size > 1, least)
    _counts["compilations"] += 1
    _counts["programs"] += 1
    if observers.active:
        observers.compiled(made, time.perf_counter() - start)
    return made


def _vectors(program: Program) -> list[Any]:
    return [_place(values, dtype, program.mesh) for dtype, values in program.scalars.items()]


def _operands(program: Program) -> list[Any]:
    return [
        replicated(leaf, program.mesh) if leaf.on_host else leaf.value for leaf in program.leaves
    ]


def _place(values: Any, dtype: np.dtype, mesh: Mesh) -> Any:
    """Put a vector of numbers on all devices, or find it there from the last time."""
    vector = np.array(values, dtype)
    key = (vector.tobytes(), vector.shape, dtype, mesh)
    found = _placed.get(key)
    if found is None:
        plain.check_types()
        # in a trace, too, it is to be an array that stays
        with jax.ensure_compile_time_eval():
            found = _placed[key] = jax.device_put(vector, NamedSharding(mesh, PartitionSpec()))
        if len(_placed) > _PLACED_MOST:
            _placed.popitem(last=False)
    else:
        _placed.move_to_end(key)
    return found


def replicated(node: Expr, mesh: Mesh) -> Any:
    """Return a host value as a replicated array on `mesh`."""
    return _place(node.value, node.aval.dtype, mesh)


def collectives(executable: Any) -> list[str]:
    """Return the names of the collectives in a compiled program."""
    return [name for name, _ in hlo.collectives(executable)]


def entries_of(root: Expr) -> tuple[ir.Entry, ...]:
    """Return the entries that would compute `root`, for tests of the program's form."""
    return Builder([root], {}).program().entries
