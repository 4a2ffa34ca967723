"""XLA as an executor: a graph is rewritten, lowered and compiled once, and then found again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core.cache import Cache, Few
from sharray._core.layout import Aval, auto_mesh, each_aval
from sharray._core.lazy import is_tracer, jax
from sharray._core.user_line import Line
from sharray._engine import agreement, compiler, hlo, ir, jax_settings, shards
from sharray._engine.device_memory import SURELY_THERE, has_room
from sharray._engine.graph import Graph
from sharray._engine.lowering import lower
from sharray._engine.program import FromInput, Program
from sharray._engine.rewrite import Rewriter
from sharray._engine.spare import Spare
from sharray._engine.verifier import checking, line_of, verify_entries

if TYPE_CHECKING:
    from jax.sharding import Mesh

#: So many times a program for slices of any length is thought over when it is found again.
_RETRIES = 3
#: By program, the offsets of slices that have one of their own.
_offsets_met = Cache("offsets that have a program", 4096, lambda *key: Few())


def program_of(graph: Graph, may_be_longer: Sequence[bool]) -> Program:
    """Return the program that XLA is given for a graph."""
    program = Rewriter(graph.steps()).program(graph.results(), may_be_longer)
    if checking.nodes:
        verify_entries(
            program.entries, program.outputs, lambda i: _line_of(i, graph, may_be_longer)
        )
    return program


def _line_of(entry: int, graph: Graph, may_be_longer: Sequence[bool]) -> Line | None:
    """Return the line of the user's that an entry of the program of a graph comes from."""
    steps = graph.steps()
    for step, node in zip(steps, graph.captured, strict=True):
        step.line = line_of(node)
    rewriter = Rewriter(steps)
    rewriter.program(graph.results(), may_be_longer)
    return rewriter.lines[entry]


class XlaExecutor:
    """A program, and what has been compiled of it.

    Attributes
    ----------
    program
        The program.
    shifted
        Which of its buffers changes places with the spare one; None without that.
    compiled
        What is compiled for its offsets, unless these have no program of their own.
    uninterruptible, pads_with_zeros, avals, lenses, interprets, overwrites
        See `Executor`.
    """

    pads_with_zeros = False
    interprets = 0

    __slots__ = (
        "_is_plain", "_numbers", "_precision", "_takes_buffers", "avals", "compiled", "lenses",
        "overwrites", "program", "retries", "shifted", "uninterruptible",
    )  # fmt: skip

    def __init__(self, program: Program, precision: str, *, has_spare: bool = False) -> None:
        self.program = program
        self._precision = precision
        self.shifted = program.shifted if has_spare else None
        shifted = () if self.shifted is None else (self.shifted,)
        self.overwrites = [program.leaves[k] for k in (*program.donated, *shifted)]
        self.compiled: compiler.Compiled | None = None
        self.uninterruptible = True
        self.avals = program.avals
        self.lenses = [None if there is None else there.lens for there in program.views]
        #: how often it may still be thought over
        self.retries = _RETRIES if program.any_length else 0
        #: dtype -> the numbers of the last run, as bytes, and where they were put
        self._numbers: dict[np.dtype, tuple[list[Any], Any]] = {}
        #: whether its operands are buffers on devices, each an input of the graph
        self._takes_buffers = not program.numbers and all(
            [a.layout.mesh is not None for a in program.leaf_avals]
        )
        #: whether its results are single arrays that have elements
        self._is_plain = all([not isinstance(a, tuple) and a.layout.size for a in program.avals])

    def run(self, buffers: Sequence[Any], spare: Spare | None) -> Sequence[Any]:
        """Run the program on the inputs of a graph."""
        program, shifted = self.program, self.shifted
        operands = self.operands(buffers)
        compiled = self.compiled
        if compiled is None or compiled.executable is None:
            compiled = self._lookup(operands, program.donated, shifted)
        else:
            compiler.counts.hits += 1
        wait = compiled.fresh > SURELY_THERE and not has_room(compiled.fresh, program.mesh)
        if wait and (program.donated or shifted is not None):
            # a run that fails takes what was donated along
            shifted = None
            operands = self.operands(buffers)
            compiled = self._lookup(operands, (), None)
        if shifted is None or spare is None:
            values = compiler.launch(compiled, operands, self._names, wait=wait)
        else:
            aval = program.leaf_avals[shifted]
            operands.append(spare.take(aval))
            values = compiler.launch(compiled, operands, self._names, wait=wait)
            spare.put(aval, buffers[program.leaves[shifted]])
        return values if self._is_plain else grouped(values, self.avals)

    def _names(self) -> str:
        return ", ".join(map(str, self.program.avals))

    def operands(self, buffers: Sequence[Any]) -> list[Any]:
        """Return the arguments of the program, but for the offsets."""
        program = self.program
        if self._takes_buffers:
            return [buffers[number] for number in program.leaves]
        operands = []
        for dtype, items in program.numbers.items():
            # in loops they are mostly those of the last run
            bits = [buffers[i.number].tobytes() for i in items if type(i) is FromInput]
            last = self._numbers.get(dtype)
            if last is None or last[0] != bits:
                numbers = [buffers[i.number] if type(i) is FromInput else i for i in items]
                last = self._numbers[dtype] = bits, _replicate(numbers, dtype, program.mesh)
            operands.append(last[1])
        for number in program.leaves:
            buffer = buffers[number]
            if isinstance(buffer, np.ndarray):
                buffer = _replicate(buffer, buffer.dtype, program.mesh)
            operands.append(buffer)
        return operands

    def executable(self, buffers: Sequence[Any]) -> Any:
        """Return what would run on the inputs of a graph."""
        return self._lookup(self.operands(buffers), self.program.donated, self.shifted).executable

    def _lookup(
        self, operands: list[Any], donated: tuple[int, ...], shifted: int | None
    ) -> compiler.Compiled:
        """Return what is compiled for such operands, to which the offsets may be added.

        The offsets of the first few slices, and of those that come back, are compiled into programs
        of their own, which XLA shifts best. For all others they are an operand.
        """
        program = self.program
        numbers = tuple(program.numbers)
        family = (program.entries, program.outputs, donated, shifted, numbers, self._precision)
        has_own = _offsets_met[family].takes(program.offsets)
        offsets = program.offsets if has_own else None
        if offsets is None:
            operands.insert(0, _replicate(program.offsets, ir.INT, program.mesh))
        compiled = compiler.find_or_compile(
            (family, offsets), lambda: self._compile(offsets, operands, donated, shifted)
        )
        if offsets is not None and donated == program.donated:
            self.compiled = compiled
            self.uninterruptible = bool(compiled.moves or donated or shifted is not None)
        return compiled

    def _compile(
        self,
        offsets: tuple[int, ...] | None,
        operands: list[Any],
        donated: tuple[int, ...],
        shifted: int | None,
    ) -> compiler.Compiled:
        program = self.program
        first = len(operands) - len(program.leaves)
        overwritten = [first + k for k in donated]
        if shifted is not None:
            overwritten.append(len(operands))
            operands = [*operands, operands[first + shifted]]
        function = lower(program.entries, program.outputs, tuple(program.numbers), offsets)
        return compiler.compile(
            function,
            operands,
            program.mesh,
            hlo.Least.of(entry.aval for entry in program.entries),
            donate_argnums=tuple(overwritten),
            keep_unused=shifted is not None,
            out_shardings=tuple(
                [a.layout.auto_sharding for aval in program.avals for a in each_aval(aval)]
            ),
        )


#: So many bytes of a constant are kept on the devices for the next run, on each of them.
_KEPT = 4096
#: By their values, numbers and small arrays that lie on all devices of a mesh.
replicated_constants = Cache("numbers on the devices", 512)


def _replicate(values: Any, dtype: np.dtype, mesh: Mesh) -> Any:
    """Put numbers, or a small array, on all devices, or find them there from the last time."""
    array = np.array(values, dtype)
    key = (array.tobytes(), array.shape, dtype, mesh)
    if agreement.client is not None and mesh.is_multi_process:
        agreement.client.inputs.note(key[0], array)
    is_kept = array.nbytes <= _KEPT
    known = replicated_constants.get(key) if is_kept else None
    if known is None:
        jax_settings.check_types()
        sharding = jax.sharding.NamedSharding(auto_mesh(mesh), jax.sharding.PartitionSpec())
        # in a trace, too, it is to be an array that stays
        with jax.ensure_compile_time_eval():
            known = jax.make_array_from_callback(array.shape, sharding, array.__getitem__)
        if is_kept:
            replicated_constants.keep(key, known)
    return known


def grouped(values: Iterable[Any], avals: Iterable[Any]) -> list[Any]:
    """Return the results of a program, those of an operation with several ones in a list."""
    rest = iter(values)
    return [
        [laid_out(next(rest), a) for a in aval]
        if isinstance(aval, tuple)
        else laid_out(next(rest), aval)
        for aval in avals
    ]


def laid_out(value: Any, aval: Aval) -> Any:
    """Return `value`; one without elements in shards of its layout, which XLA gives up there."""
    layout = aval.layout
    if layout.size or is_tracer(value):
        return value
    return shards.array(aval, {}, shards.places_of(layout))
