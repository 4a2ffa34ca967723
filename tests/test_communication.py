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
from numpy.lib.stride_tricks import sliding_window_view
from op_cases import NO_ARRAYS

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._core import rules
from sharray._core.operation import CLASSES, KINDS, TABLE
from sharray._engine import compiler, ir, shards
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


def ints(*shape, below=N):
    return np.random.default_rng(1).integers(0, below, shape)


def along(function, axis):
    return lambda x: function(x, axis=axis)


V, M, S, B = floats(N), floats(N, K), floats(SQUARE, SQUARE) + 9 * np.eye(SQUARE), floats(35, 5, 5)
SPD = S @ S.T

#: Operation -> calls, each a function and its arrays.
CALLS = {
    # creation: nothing has to move
    "zeros": [(lambda: xp.zeros((N, K)),)],
    "ones": [(lambda: xp.ones((N, K)),)],
    "empty": [(lambda: xp.empty((N, K)),)],
    "full": [(lambda: xp.full((N, K), 2.5),)],
    "arange": [(lambda: xp.arange(N),)],
    "linspace": [(lambda: xp.linspace(0, 1, N),)],
    "eye": [(lambda: xp.eye(N, K),)],
    "asarray": [(lambda: xp.asarray(M),), (lambda x: xp.asarray(x, dtype=xp.float32), M)],
    "from_dlpack": [(lambda: xp.from_dlpack(M),)],
    "zeros_like": [(xp.zeros_like, M)],
    "empty_like": [(xp.empty_like, M)],
    "full_like": [(lambda x: xp.full_like(x, 3), M)],
    "meshgrid": [(lambda x, y: xp.meshgrid(x, y, indexing="ij"), V, (floats(K), P()))],
    "tril": [(xp.tril, M)],
    "triu": [(xp.triu, M)],
    "astype": [(lambda x: xp.astype(x, xp.float32), M)],
    "to_device": [(lambda x: x.to_device(P(None, "x")), M)],
    "clip": [(lambda x: xp.clip(x, 0.0, 1.0), M)],
    # indexing
    "take": [(lambda x, i: xp.take(x, i, axis=0), M, ints(N)),
             (lambda x, i: xp.take(x, i, axis=1), M, ints(K, below=K))],
    "take_along_axis": [(lambda x, i: xp.take_along_axis(x, i, axis=0), M, ints(N, K)),
                        (lambda x, i: xp.take_along_axis(x, i, axis=0), V, ints(N)),
                        (lambda x, i: xp.take_along_axis(x, i, axis=1), M, ints(N, K, below=K))],
    "getitem": [(lambda x, i: x[i], M, ints(N))],
    "chosen": [(lambda x: +x[x > 1.0], V), (lambda x, m: +x[m], M, V > 1.0),
               (lambda x: +x[x > 1.0], M)],
    "compressed": [(xp.unique_values, V)],
    "setitem": [(lambda x, i, v: x.__setitem__(i, v), M, ints(N), M)],
    # manipulation
    "reshape": [(lambda x: +xp.reshape(x, (K, N)), M), (lambda x: +xp.reshape(x, (-1,)), M),
                (lambda x: +xp.reshape(x, (N, 4, 6)), M),
                (lambda x: +xp.reshape(x, (2, N * 12)), M)],
    "permute_dims": [(lambda x: +xp.permute_dims(x, (1, 0)), M)],
    "matrix_transpose": [(lambda x: +xp.matrix_transpose(x), M)],
    "moveaxis": [(lambda x: +xp.moveaxis(x, 0, 1), M)],
    "expand_dims": [(lambda x: +xp.expand_dims(x, axis=0), M)],
    "squeeze": [(lambda x: +xp.squeeze(x, axis=0), floats(1, N, 3))],
    "flip": [(lambda x: +xp.flip(x, axis=0), M)],
    "broadcast_to": [(lambda x: +xp.broadcast_to(x, (3, N, K)), M)],
    "broadcast_arrays": [(lambda x, y: [+v for v in xp.broadcast_arrays(x, y)], M, floats(K))],
    "unstack": [
        (lambda x: [+v for v in xp.unstack(x, axis=1)], floats(N, 3)),
        (lambda x: [+v for v in xp.unstack(x)], floats(9, N)),
    ],
    "concat": [(lambda x, y: xp.concat([x, y]), M, floats(N // 2, K)),
               (lambda x, y: xp.concat([x, y], axis=1), M, M),
               (lambda x, y: xp.concat([x, y], axis=None), M, V)],
    "stack": [(lambda x, y: +xp.stack([x, y]), M, M)],
    "roll": [(lambda x: xp.roll(x, 5, axis=0), M), (lambda x: xp.roll(x, 1001, axis=0), M),
             (lambda x: xp.roll(x, 5), M)],
    "tile": [(lambda x: xp.tile(x, (2, 1)), M)],
    "repeat": [(lambda x: xp.repeat(x, 2, axis=0), M),
               (lambda x, n: xp.repeat(x, n, axis=0), M, ints(N, below=3))],
    # scans; reductions follow from the table
    "cumulative_sum": [(lambda x: xp.cumulative_sum(x, axis=0), M), (xp.cumulative_sum, V),
                       (lambda x: xp.cumulative_sum(x, include_initial=True), V)],
    "cumulative_prod": [(lambda x: xp.cumulative_prod(x, axis=0), M)],
    "diff": [(lambda x: xp.diff(x, axis=0), M), (lambda x: xp.diff(x, n=3), V)],
    # searching, sorting, sets
    "nonzero": [(lambda x: xp.nonzero(x > 1.0), V), (lambda x: xp.nonzero(x > 1.0), M)],
    "searchsorted": [(xp.searchsorted, np.sort(V), V), (xp.searchsorted, np.sort(V), V[:5]),
                     (lambda x, i: xp.searchsorted(x, x[:5], sorter=i), V, np.argsort(V))],
    "sort": [(lambda x: xp.sort(x, axis=0), M), (xp.sort, V)],
    "argsort": [(lambda x: xp.argsort(x, axis=0), M), (xp.argsort, V)],
    "unique_all": [(xp.unique_all, V)],
    "unique_counts": [(xp.unique_counts, V)],
    "unique_inverse": [(xp.unique_inverse, V)],
    "unique_values": [(xp.unique_values, V)],
    "isin": [(xp.isin, V, V), (xp.isin, V[:5], V), (xp.isin, V + 1j, V[::2] + 1j),
             (xp.isin, V[:5] + 1j, V + 1j)],
    # linear algebra
    "matmul": [(xp.matmul, M, floats(K, 40)), (lambda x, y: x.T @ y, M, M), (xp.matmul, S, S)],
    "tensordot": [(lambda x, y: xp.tensordot(x, y, axes=2), M, M),
                  (lambda x, y: xp.tensordot(x, y, axes=1), S, S)],
    "vecdot": [(lambda x, y: xp.vecdot(x, y, axis=0), M, M), (xp.vecdot, V, V)],
    "linalg.cross": [(xp.linalg.cross, floats(N, 3), floats(N, 3)),
                     (lambda x, y: xp.linalg.cross(x, y, axis=0), floats(3, N), floats(3, N))],
    "linalg.trace": [(xp.linalg.trace, S)],
    "linalg.vector_norm": [(lambda x: xp.linalg.vector_norm(x, axis=0), M),
                           (xp.linalg.vector_norm, V)],
    **{f"linalg.{name}": [(getattr(xp.linalg, name), S), (getattr(xp.linalg, name), B)]
       for name in ("det", "inv", "pinv", "qr", "slogdet", "svd", "svdvals", "eig", "eigvals")},
    "linalg.matrix_norm": [(xp.linalg.matrix_norm, S), (xp.linalg.matrix_norm, B),
                           (lambda x: xp.linalg.matrix_norm(x, ord=2), S)],
    "linalg.cholesky": [(xp.linalg.cholesky, SPD)],
    "linalg.eigh": [(xp.linalg.eigh, SPD)],
    "linalg.eigvalsh": [(xp.linalg.eigvalsh, SPD)],
    "linalg.matrix_power": [(lambda x: xp.linalg.matrix_power(x, 3), S)],
    "linalg.solve": [(xp.linalg.solve, S, S)],
    # Fourier transforms
    **{f"fft.{name}": [(along(getattr(xp.fft, name), 0), M),
                       (getattr(xp.fft, name), V)]
       for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")},
    **{f"fft.{name}": [(getattr(xp.fft, name), M), (getattr(xp.fft, name), V)]
       for name in ("fftn", "ifftn", "rfftn", "irfftn")},
    "fft.fftfreq": [(lambda: xp.fft.fftfreq(N),)],
    "fft.rfftfreq": [(lambda: xp.fft.rfftfreq(N),)],
    "fft.fftshift": [(lambda x: xp.fft.fftshift(x, axes=0), M)],
    "fft.ifftshift": [(lambda x: xp.fft.ifftshift(x, axes=0), M)],
    # operations that only functions of sharray.numpy use
    "numpy.einsum": [(lambda x, y: snp.einsum("ij,ij->j", x, y), M, M),
                     (lambda x, y: snp.einsum("ij,jk->ik", x, y), S, S)],
    "numpy.accumulate": [(snp.gcd.accumulate, ints(N))],
    "numpy.scatter": [(lambda x, i: snp.add.at(x, i, 1.0), V, ints(N))],
    "numpy.selected": [(snp.median, V), (lambda x: snp.percentile(x, range(0, 101, 5)), V),
                       (lambda x: snp.nanmedian(x, axis=0), M)],
    "numpy.selected_by_weight": [
        (lambda x, w: snp.quantile(x, [0.2, 0.8], weights=w, method="inverted_cdf"), V, V)],
    "numpy.counted": [(lambda x: snp.bincount(x), ints(N, below=50)),
                      (lambda x, e: snp.histogram(x, e), floats(1009), np.sort(V))],
    "numpy.weighed": [(lambda x, w: snp.bincount(x, w), ints(N, below=50), V)],
    "numpy.interpolated": [(snp.interp, V, np.sort(V), V),
                           (lambda *a: snp.interp(*a, left=0, right=1), floats(9), np.sort(V), V)],
    "numpy.convolved": [(snp.convolve, V, (floats(9), P())),
                        (lambda x, v: snp.convolve(x, v, "valid"), V, (floats(9), P())),
                        (lambda x, v: snp.correlate(x, v, "same"), V, (floats(9), P()))],
    "numpy.triangle": [(lambda x, y: snp.polyfit(x, y, 2), V, V)],
    "cosort": [(lambda x: snp.unique(x, axis=0), floats(N, 3))],
    "numpy.lexsort": [(lambda x, y: snp.lexsort((x, y)), V, V)],
}  # fmt: skip
#: How many times its inputs and outputs a program may need for a while, where not 4.
TEMPORARY = {"nonzero": 6, "numpy.counted": 16}  # numbers of 32 bits for every boolean of 8

#: Operation that is not public -> the public one whose programs show it.
INTERNAL = {
    "repeated": "repeat", "repeated_evenly": "repeat",
    "cumsum": "cumulative_sum", "cumprod": "cumulative_prod", "linalg._cholesky":
    "linalg.cholesky", "linalg._inv": "linalg.inv", "linalg._matrix_power": "linalg.matrix_power",
    "linalg._solve": "linalg.solve", "extremes": "take", "positions": "nonzero",
    "searchsorted_arrays": "searchsorted", "taken": "take", "taken_along_axis": "take_along_axis",
    "unique_starts": "unique_counts", "unique_counts_of": "unique_counts",
    "ordered": "unique_inverse", "unpermuted": "unique_inverse",
    "isin_arrays": "isin", "numpy.on_lines": "numpy.interpolated",
    "numpy.bin_numbers": "numpy.counted",
}  # fmt: skip


def matrix(kinds):
    return M if "f" in KINDS[kinds] else ints(N, K, below=9)


def operands(op):
    """Matrices that an elementwise operation takes: of floats where it can be."""
    for made in itertools.product([M, ints(N, K, below=9)], repeat=len(op.signature.parameters)):
        try:
            op.compute_dtypes(tuple(x.dtype for x in made))
        except TypeError:
            continue
        return made
    raise AssertionError(op.name)


def calls(op):
    """The calls of an operation that follow from what it is; None if they do not."""
    if op.name in INTERNAL or op.composite:
        return None
    if op.elementwise:
        return [(op.public, *operands(op))]
    x = matrix(op.kinds)
    if op.rule is rules.reduce:
        return [(op.public, x), (along(op.public, 0), x), (along(op.public, 1), x)]
    if op.rule is rules.same and "axis" in op.signature.parameters:
        return [(along(op.public, 0), x), (along(op.public, 0), x[:, 0])]
    return None


CALLS["where"] = [(lambda x, y: xp.where(x > 1, x, y), M, M)]
CALLS |= {name: found for name, op in TABLE.items() if name not in CALLS and (found := calls(op))}


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


def worst(classes):
    return max(classes, key=CLASSES.index)


@pytest.mark.some(70)
@pytest.mark.parametrize("name", CALLS)
def test_class(name, capfd):
    measurements = [measured(function, *arrays) for function, *arrays in CALLS[name]]
    found = []
    for programs, sizes in measurements:
        moved = {}
        for _, some, _ in programs:
            for kind, count in some.items():
                moved[kind] = moved.get(kind, 0) + count
        found.append((classify(moved, sizes), moved, sizes))
        for names, _, executable in programs:
            if not any(TABLE[n].comm == "gather" for n in names if n in TABLE):
                stats = executable.memory_analysis()
                room = stats.argument_size_in_bytes + stats.output_size_in_bytes
                temporary = temporary_bytes(executable)
                most = TEMPORARY.get(name, 4)
                assert temporary <= most * room + 32 * SLACK, f"{names} need {temporary} of {room}"
    assert TABLE[name].comm == worst([f[0] for f in found]), found
    for internal, shown_by in INTERNAL.items():
        if shown_by == name:
            check_internal(internal, measurements)
    assert "rematerialization" not in capfd.readouterr().err


def check_internal(name, measurements):
    """Compare the class of an operation that is not public with its programs among those."""
    found = []
    for programs, (_, _, least) in measurements:
        for names, moved, executable in programs:
            if names == {name}:
                stats = executable.memory_analysis()
                out = stats.output_size_in_bytes * DEVICES
                sizes = (stats.argument_size_in_bytes * DEVICES + out, out, least)
                found.append((classify(moved, sizes), moved, sizes))
    assert found, f"{INTERNAL[name]} has no program of {name} alone"
    assert TABLE[name].comm == worst([f[0] for f in found]), (name, found)


def test_every_operation_is_measured():
    there = {name for name in TABLE if name not in NO_ARRAYS}
    assert there == set(CALLS) | set(INTERNAL)
    assert set(INTERNAL.values()) <= set(CALLS)


BOOLEANS, COMPLEX, LONG = M > 1, M + 1j * M, floats(N, 40)


def on_diagonal(x, value):
    view = x.diagonal()
    view.setflags(write=True)
    view[...] = value


#: Operation that a view is read or written by -> calls, as above.
VIEW_CALLS = {
    "diagonal_view": [(lambda x: +x.diagonal(), LONG), (lambda x: +x.diagonal(5), LONG.T),
                      (lambda x: +x.diagonal(axis1=1, axis2=2), floats(N, 4, 5)),
                      (lambda x: +x.diagonal(axis1=0, axis2=2), floats(N, 4, 5))],
    "diagonal_written": [(lambda x: on_diagonal(x, 2.0), LONG), (on_diagonal, LONG, floats(40)),
                         (on_diagonal, floats(803, 803), floats(803))],
    "bits_view": [(lambda x: +x.view(np.int64), M), (lambda x: +x.view(np.int16), M),
                  (lambda x: +x.view(np.complex128), M), (lambda x: +x.view(np.float64), COMPLEX),
                  (lambda x: +x.view(np.complex128), (M, P(None, "x"))),
                  (lambda x: +x.view(np.int32), V), (lambda x: +x.view(np.uint8), BOOLEANS),
                  (lambda x: x.view(np.int64).__setitem__(slice(1, 5), 3), M)],
    "windows_view": [(lambda x: +sliding_window_view(x, 3), V),
                     (lambda x: +sliding_window_view(x, (2, 3)), M),
                     (lambda x: +sliding_window_view(x, 3, 1), M),
                     (lambda x: +sliding_window_view(x, 5, 0)[::5], M)],
    "reshaped": [(lambda x: +xp.reshape(x, (K, N)), M), (lambda x: +xp.reshape(x, (-1,)), M),
                 (lambda x: +xp.reshape(x, (N, 4, 6)), M),
                 (lambda x: +xp.reshape(x, (2, N * 12)), M)],
    "real_view": [(lambda x: +x.real, COMPLEX)],
    "imag_view": [(lambda x: +x.imag, COMPLEX)],
    "with_real": [(lambda x, y: setattr(x, "real", y), COMPLEX, M)],
    "with_imag": [(lambda x, y: setattr(x, "imag", y), COMPLEX, M)],
}  # fmt: skip


@pytest.mark.parametrize("name", views.VIEWS)
def test_class_of_view(name, capfd):
    found = []
    for function, *arrays in VIEW_CALLS[name]:
        _, sizes = measured(function, *arrays)
        for ((entries, *_), _), made in compiler.programs.items():
            if any(isinstance(e, ir.Apply) and e.op is views.VIEWS[name] for e in entries):
                moved = communication(made.executable)
                found.append((classify(moved, sizes), moved, sizes))
    assert len(found) >= len(VIEW_CALLS[name])
    assert views.VIEWS[name].comm == worst([f[0] for f in found]), found
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
