"""What moves between devices, from the compiled HLO, against what each operation declares.

The arrays are large enough that moving one whole differs from moving its edges, do not divide by
the number of devices, and are sharded along the leading axis. Of the calls of an operation the
worst decides: an operation that moves less than it says fails as well as one that moves more.
"""

import inspect
import itertools
import math

import jax
import numpy as np
import pytest
from counting import collectives, communication, compiled_programs, temporary_bytes
from samples import Sample, samples_of

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._core.operation import CLASSES, TABLE
from sharray._engine import compiler, ir, shards
from sharray._ops.table import numpy_function
from sharray._record import views

DEVICES = 8
SLACK = 1024  # bytes that are no matter: counts, totals, edges of small things
N, K, SQUARE = 4003, 24, 83
P = jax.sharding.PartitionSpec

pytestmark = pytest.mark.usefixtures("quickly_compiled")


@pytest.fixture(autouse=True)
def _eight_devices(monkeypatch):
    monkeypatch.setattr(shards, "enabled", False)
    with xp.set_options(host_threshold=0), xp.use_mesh(xp.make_mesh(DEVICES)):
        yield


def floats(*shape):
    return np.random.default_rng(0).random(shape) + 0.5


M = floats(N, K)
#: How many times its inputs and outputs a program of an operation may need for a while, where not
#: 4: numbers of 32 bits for every boolean of 8.
TEMPORARY = {"positions": 6, "numpy.counted": 16}


def arrays_of(result):
    leaves = jax.tree.leaves(result, is_leaf=lambda v: isinstance(v, xp.ShardedArray))
    return [v for v in leaves if isinstance(v, xp.ShardedArray)]


def measured(function, *arrays):
    """Call it; return what its programs are made of, move and need, and the bytes in and out."""
    operands = [
        xp.asarray(a[0], device=a[1]) if isinstance(a, tuple) else xp.asarray(a, device=P("x"))
        for a in arrays
    ]
    least = min((x.nbytes for x in operands), default=0)
    size = sum(x.nbytes for x in operands)
    compiler.cache_clear()
    result = xp.block_until_ready(function(*operands))
    out = sum(x.nbytes for x in arrays_of(result))
    size += out or sum(x.nbytes for x in operands[:1])  # a write makes its array anew
    programs = []
    for ((entries, *_), _), made in compiler.programs.items():
        applied = [e.op for e in entries if isinstance(e, ir.Apply)]
        names = {op.name for op in applied if not op.elementwise}
        programs.append((names, communication(made.executable), made.executable))
    return programs, (size, out, least)


def classify(moved, sizes):
    """The class of programs that move such bytes.

    `sizes` are the bytes of operands and results, of the results, and of the smallest operand.
    """
    size, out, least = sizes
    total = sum(moved.values())
    whole = moved.get("all-gather", 0) + moved.get("collective-broadcast", 0)
    share = size / DEVICES
    if not moved:
        return "local"
    permuted = set(moved) == {"collective-permute"}
    if permuted and total <= share / 8 + SLACK:
        return "halo"
    combined = moved.get("all-reduce", 0) + moved.get("reduce-scatter", 0)
    small = not permuted and total <= 16 * out + SLACK
    small &= total - combined <= share / 2 + SLACK
    if (
        small
        and not permuted
        and (whole < least or not least)
        and moved.get("all-to-all", 0) <= SLACK
    ):
        return "reduce"
    if whole <= 2 * share + SLACK and total <= 4 * share + SLACK:
        return "exchange"
    return "gather"


def worst(found):
    """The largest class of those of moved bytes and sizes."""
    return max((classify(*measurement) for measurement in found), key=CLASSES.index)


def measured_samples(op):
    """Measure the samples of an operation, one after the other."""
    for text in samples_of(op):
        sample = Sample(op, text, (N, K, SQUARE))
        arrays = [(array, sample.specs[name]) for name, array in sample.operands.items()]

        def call(*placed, sample=sample):
            return sample.call(xp, dict(zip(sample.operands, placed, strict=True)))

        yield measured(call, *arrays)


def is_part(op):
    """Whether an operation is a part of functions, and none of its own."""
    return not op.section and numpy_function(op.name) is None


@pytest.mark.some(30)
@pytest.mark.parametrize("name", TABLE)
def test_class(name, capfd):
    op, whole, alone, allowed = TABLE[name], [], [], {TABLE[name].comm}
    for programs, sizes in measured_samples(op):
        moved = {}
        for names, some, executable in programs:
            for kind, count in some.items():
                moved[kind] = moved.get(kind, 0) + count
            if names == {name}:
                alone.append((some, sizes_of(executable, sizes[2])))
            classes = {TABLE[n].comm for n in names if n in TABLE}
            if "gather" not in classes:
                check_memory(names, executable)
            allowed |= classes
        whole.append((moved, sizes))
    # functions that a part is declared by may move more, as other parts of theirs do
    found = alone if alone and is_part(op) else whole
    assert op.comm == worst(found), found
    assert CLASSES.index(worst(whole)) <= max(map(CLASSES.index, allowed)), whole
    assert "rematerialization" not in capfd.readouterr().err


def sizes_of(executable, least):
    """Return the bytes that `classify` takes, of a program."""
    stats = executable.memory_analysis()
    out = stats.output_size_in_bytes * DEVICES
    return stats.argument_size_in_bytes * DEVICES + out, out, least


def check_memory(names, executable):
    stats = executable.memory_analysis()
    room = stats.argument_size_in_bytes + stats.output_size_in_bytes
    most = max([4, *(TEMPORARY.get(n, 4) for n in names)])
    temporary = temporary_bytes(executable)
    assert temporary <= most * room + 32 * SLACK, f"{names} need {temporary} of {room}"


@pytest.mark.parametrize("name", views.VIEWS)
def test_class_of_view(name, capfd):
    found, op = [], views.VIEWS[name]
    for _, sizes in measured_samples(op):
        for ((entries, *_), _), made in compiler.programs.items():
            if any(isinstance(e, ir.Apply) and e.op is op for e in entries):
                found.append((communication(made.executable), sizes))
    assert len(found) >= len(op.samples)
    assert op.comm == worst(found), found
    assert "rematerialization" not in capfd.readouterr().err


def test_writes_move_no_more_than_edges_and_what_is_written():
    cases = [
        (lambda x, y: x.__setitem__(slice(3, -2), y[: x.shape[0] - 5]), "halo"),
        (lambda x, y: x.__setitem__(slice(None, None, 2), 0.0), "local"),
        (lambda x, y: x.__setitem__((slice(1, -1), 0), 1.0), "local"),
        (lambda x, y: x.__setitem__(slice(1, None), x[:-1] + y[1:]), "halo"),
        (lambda x, y: x.__setitem__(7, y[9]), "reduce"),
        (lambda x, y: x.__setitem__(x > 1, 0.0), "local"),
        (lambda x, y: x.__setitem__((slice(1, None), [3, 5]), 2.0), "reduce"),
        (lambda x, y: x.__setitem__(([7, -7], [3, 5]), y[:2, 0]), "reduce"),
        (lambda x, y: snp.add.at(x, ([7, -7, 7], 0), y[:3, 0]), "reduce"),
    ]
    for call, declared in cases:
        programs, sizes = measured(call, M, M)
        assert programs
        for _, moved, _ in programs:
            found = classify(moved, sizes)
            assert CLASSES.index(found) <= CLASSES.index(declared), (inspect.getsource(call), moved)


@pytest.mark.parametrize(
    "spec", [P(None, "x"), P("y"), P("x", "y"), P(("y", "x")), P("y", "x")], ids=str
)
def test_writes_through_a_reshape_keep_to_shards(spec, capfd):
    mesh = xp.make_mesh((4, 2))
    for shape in ((3, 7), (13, 16)):
        with xp.use_mesh(mesh):
            values = floats(*shape)
            x = xp.asarray(values, device=spec)
            flat = xp.reshape(x, (-1,))
            flat[3:9] = 1
            x.T[1:] = flat[: shape[0]]
            x[:2] += xp.asarray(values, device=P("x", "y"))[-2:]
        expected = values.copy()
        expected.reshape(-1)[3:9] = 1
        expected.T[1:] = expected.reshape(-1)[: shape[0]]
        expected[:2] += values[-2:]
        strategies.assert_matches(x, expected, sharding=jax.sharding.NamedSharding(mesh, spec))
    assert "rematerialization" not in capfd.readouterr().err


@pytest.mark.parametrize("spec", [P("x"), P("x", "y"), P(None, "x"), P(None, None, "x")], ids=str)
def test_reads_at_indices_keep_to_shards(spec, capfd):
    values, index = floats(13, 16, 7), np.array([3, 1, 2, 2, 5, 0, 4])
    with xp.use_mesh(xp.make_mesh((4, 2))):
        x = xp.asarray(values, device=spec)
        for there in (P("x"), P(("x", "y")), P()):
            i = xp.asarray(index, device=there)
            strategies.assert_matches(x[:, i], values[:, index])
            strategies.assert_matches(x[1:, i], values[1:, index])
            strategies.assert_matches(x[i, :, i], values[index, :, index])
    assert "rematerialization" not in capfd.readouterr().err


def test_no_change_of_layout_gathers(capfd):
    mesh = xp.make_mesh((4, 2))
    there = [P("x"), P(None, "y"), P("x", "y"), P("y", "x"), P(("x", "y")), P(None, ("y", "x"))]
    for source, target in itertools.permutations(there, 2):
        values = floats(3, 7)
        x = xp.asarray(values, device=jax.sharding.NamedSharding(mesh, source))
        compiler.cache_clear()
        moved = x.to_device(jax.sharding.NamedSharding(mesh, target))
        strategies.assert_matches(moved, values, sharding=jax.sharding.NamedSharding(mesh, target))
        axes = [{n for entry in spec for n in (entry or ())} for spec in (source, target)]
        for made in compiled_programs():
            gathers = "all-gather" in collectives(made.executable)
            assert not gathers or axes[0] - axes[1], (source, target)
    assert "rematerialization" not in capfd.readouterr().err


def test_communication_reads_the_bytes_of_collectives():
    mesh = xp.get_mesh()

    def body(x):
        total = jax.lax.psum(x, "x")
        every = jax.lax.all_gather(x, "x")
        return total[0] + every.sum() + jax.lax.ppermute(x, "x", [(0, 1)])

    mapped = jax.shard_map(body, mesh=mesh, in_specs=P("x"), out_specs=P("x"), check_vma=False)
    made = jax.jit(mapped).lower(jax.ShapeDtypeStruct((80,), np.float32)).compile()
    assert communication(made) == {
        "all-reduce": 40, "all-gather": 320, "collective-permute": 40,
    }  # fmt: skip
    nothing = jax.jit(lambda x: x + 1).lower(jax.ShapeDtypeStruct((80,), np.float32)).compile()
    assert communication(nothing) == {}
    assert math.isfinite(temporary_bytes(nothing))
