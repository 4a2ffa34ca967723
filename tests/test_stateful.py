"""Random programs of views, writes and functions, on NumPy and on devices side by side.

After every step every array that is alive is compared: values, dtype, shape, layout, whether it
can be written to, and of which array it is a view.
"""

import jax
import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from programs import (
    DTYPES,
    FUNCTIONS,
    INPLACE,
    MOST,
    SHAPES,
    bad_keys,
    values_for,
    view_steps,
    written_keys,
)
from writes import whole_numbers

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._array import in_pieces, numpy_array
from sharray._core import policy
from sharray._record import homes, host_operands

MESHES = [(1,), (2,), (3,), (8,), (4, 2), (1,)]
#: Between the sizes of the arrays, so that some live on the host and some on the devices.
THRESHOLDS = [0, 0, 10, 16384]
#: How much NumPy computes before arrays move to the devices. With 0 they begin there.
HOST_WORK = [0, 0, 30, 300, 10**9]
if xp.distributed.is_initialized():
    # a mesh has devices of all processes, and no array changes its home
    MESHES, HOST_WORK = list(strategies.MESH_SHAPES), [0]
#: How much of a program NumPy computes on one device before it is compiled.
COMPILING = [0, 40, 10**9]
#: How many pieces are read before NumPy's own method reads them.
PIECES = [1, 3, 1000]
ERRORS = (IndexError, ValueError, TypeError)


class Programs(RuleBasedStateMachine):
    """Several arrays and views of them."""

    def __init__(self):
        super().__init__()
        self.pairs = []
        self.open = []
        self.changes_homes = False
        self.compiling = policy.COMPILING
        self.pieces = numpy_array._AT_ONCE, host_operands.on_pieces

    @initialize(
        mesh_shape=st.sampled_from(MESHES),
        immediate=st.booleans(),
        threshold=st.sampled_from(THRESHOLDS),
        namespace=st.sampled_from([xp, snp]),
        host_work=st.sampled_from(HOST_WORK),
        compiling=st.sampled_from(COMPILING),
        pieces=st.sampled_from(PIECES),
        data=st.data(),
    )
    def start(
        self, mesh_shape, immediate, threshold, namespace, host_work, compiling, pieces, data
    ):
        self.namespace = namespace
        self.compiling, policy.COMPILING = policy.COMPILING, compiling
        # without JAX, else: there is nothing here that it traces
        numpy_array._AT_ONCE, host_operands.on_pieces = pieces, in_pieces._begin
        self.mesh = xp.make_mesh(mesh_shape)
        policy.forget()
        self.changes_homes = host_work > 0
        if self.changes_homes:
            threshold = min(max(threshold, 2), 10)
        self.open = [
            xp.set_options(
                host_threshold=threshold,
                host_work=host_work,
                immediate=immediate,
            )
        ]
        if self.changes_homes:
            xp.set_mesh(self.mesh)  # where `use_mesh` places arrays, they stay
        else:
            self.open.append(xp.use_mesh(self.mesh))
        for manager in self.open:
            manager.__enter__()
        self.create(data)

    def teardown(self):
        for manager in reversed(self.open):
            manager.__exit__(None, None, None)
        policy.COMPILING = self.compiling
        numpy_array._AT_ONCE, host_operands.on_pieces = self.pieces
        xp.set_mesh(None)

    # what steps are made of

    def draw(self, data):
        return data.draw(st.sampled_from(self.pairs))

    def add(self, x, array):
        if self.namespace is xp:
            assert isinstance(x, xp.ShardedArray)
        else:
            assert isinstance(x, np.generic) == isinstance(array, np.generic)
        if isinstance(array, np.generic):  # which nobody can write to
            x, array = self.namespace.asarray(x, copy=True), np.asarray(array)
        if array.size <= MOST and array.ndim <= 4:
            self.pairs.append((x, array))
            if len(self.pairs) > 6:
                self.pairs.pop(0)

    def both(self, step, x, array):
        """Do a step on both; return the results, or None if both raise the same error."""
        try:
            with np.errstate(all="ignore"):
                want = step(np, array)
        except ERRORS as error:
            kind = next(kind for kind in ERRORS if isinstance(error, kind))
            # where both the shape and the dtype are wrong, either may be found first
            with pytest.raises(ERRORS if kind is TypeError else kind):
                step(self.namespace, x)
            return None
        return step(self.namespace, x), want

    # steps

    @precondition(lambda self: len(self.pairs) < 4)
    @rule(data=st.data())
    def create(self, data):
        shape = data.draw(st.sampled_from(SHAPES))
        array = whole_numbers(
            data.draw(st.sampled_from(DTYPES)), shape, data.draw(st.integers(0, 9))
        )
        device = data.draw(
            st.none() | strategies.specs(len(shape), self.mesh).map(self.sharding), label="device"
        )
        self.add(self.namespace.asarray(array, device=device, copy=True), array)

    def sharding(self, spec):
        return jax.NamedSharding(self.mesh, spec)

    @precondition(lambda self: self.changes_homes)
    @rule(data=st.data(), to_devices=st.booleans())
    def change_home(self, data, to_devices):
        x, _ = self.draw(data)
        if not isinstance(x, xp.ShardedArray):
            return
        if not to_devices:
            homes.to_host(x)
            assert x._memory.host is not None
        elif homes.to_devices(x._memory):
            assert x._memory.host is None

    @rule(data=st.data())
    def view(self, data):
        x, array = self.draw(data)
        step = data.draw(view_steps(array))
        made = self.both(step, x, array)
        if made is not None:
            y, want = made
            if want is array:
                assert y is x
                return
            assert snp.shares_memory(x, y) == np.shares_memory(array, want)
            if isinstance(want, np.ndarray) and want.size:
                inside = np.shares_memory(array, want)
                steps = zip(y.strides, want.strides, want.shape, strict=True)
                assert not inside or all(d == s for d, s, n in steps if n > 1)
            self.add(y, want if inside_of(array, want) else owned(want, "K"))

    @rule(data=st.data())
    def write(self, data):
        x, array = self.draw(data)
        key = data.draw(written_keys(array))
        value = data.draw(values_for(array[key].shape, array.dtype))
        self.both(lambda n, y: y.__setitem__(key, value), x, array)

    @rule(data=st.data(), change=st.sampled_from(INPLACE))
    def write_in_place(self, data, change):
        x, array = self.draw(data)
        key = data.draw(written_keys(array))
        value = data.draw(values_for(array[key].shape, array.dtype))

        def step(n, y):
            y[key] = change(y[key], value)

        self.both(step, x, array)

    @rule(data=st.data(), change=st.sampled_from(INPLACE[:2]))
    def in_place(self, data, change):
        x, array = self.draw(data)
        y, other = self.draw(data)
        if other.dtype.kind == "c" and array.dtype.kind != "c":
            y, other = 2, 2

        def step(n, z):
            change(z, other if n is np else y)

        self.both(step, x, array)

    @rule(data=st.data())
    def assign(self, data):
        x, array = self.draw(data)
        y, other = self.draw(data)
        if other.dtype.kind == "c" and array.dtype.kind != "c":
            return
        self.both(lambda n, z: z.__setitem__(..., other if n is np else y), x, array)

    @rule(
        data=st.data(),
        into=st.sampled_from([np.s_[1:], np.s_[::-1], np.s_[:-1], np.s_[..., 1:]]),
        source=st.sampled_from([np.s_[:-1], np.s_[1:], np.s_[..., :-1], np.s_[:1], np.s_[::-1]]),
    )
    def overlap(self, data, into, source):
        x, array = self.draw(data)
        self.both(lambda n, y: y.__setitem__(into, y[source]), x, array)
        self.both(lambda n, y: y[into].__iadd__(y[source]), x, array)

    @rule(data=st.data(), name=st.sampled_from(sorted(FUNCTIONS)))
    def compute(self, data, name):
        x, array = self.draw(data)
        made = self.both(FUNCTIONS[name], x, array)
        if made is not None:
            y, want = made
            assert not snp.shares_memory(x, y)
            self.add(y, laid_out_as(y, want))

    @rule(data=st.data())
    def select(self, data):
        x, array = self.draw(data)
        key = data.draw(written_keys(array))
        made = self.both(lambda n, y: y[key] + 0, x, array)
        if made is not None:
            y, want = made
            self.add(y, laid_out_as(y, want))

    @rule(data=st.data())
    def copy(self, data):
        x, array = self.draw(data)
        self.add(x.copy(), array.copy())

    @rule(data=st.data())
    def fail(self, data):
        x, array = self.draw(data)
        key = data.draw(bad_keys(array.shape))
        with pytest.raises(IndexError):
            array[key]
        with pytest.raises(IndexError):
            x[key]
        if array.flags.writeable:
            with pytest.raises(IndexError):
                x[key] = 1

    @rule(data=st.data(), value=st.booleans())
    def protect(self, data, value):
        x, array = self.draw(data)
        try:
            array.flags.writeable = value
        except ValueError:
            with pytest.raises(ValueError, match="WRITEABLE"):
                x.flags.writeable = value
        else:
            steps = zip(array.strides, array.shape, strict=True)
            if not array.size or all(s or n == 1 for s, n in steps):  # broadcasts stay read-only
                try:
                    x.flags.writeable = value
                except ValueError:  # NumPy's own view of what was read-only stays so
                    assert type(x) is np.ndarray
                    array.flags.writeable = False
            elif value:
                array.flags.writeable = False

    @precondition(lambda self: len(self.pairs) > 2)
    @rule(data=st.data())
    def forget(self, data):
        self.pairs.pop(data.draw(st.integers(0, len(self.pairs) - 1)))

    @invariant()
    def same(self):
        for x, array in self.pairs:
            assert x.shape == array.shape
            assert x.dtype == array.dtype
            np.testing.assert_array_equal(np.asarray(x), array)
            if isinstance(x, xp.ShardedArray):
                strategies.assert_layout(x)
            assert x.flags.writeable == array.flags.writeable
            assert x.flags.c_contiguous == array.flags.c_contiguous
            assert x.flags.f_contiguous == array.flags.f_contiguous
        x, array = self.pairs[-1] if self.pairs else (None, None)
        for y, other in self.pairs[:-1]:
            assert snp.shares_memory(x, y) == np.shares_memory(array, other)
            assert snp.may_share_memory(x, y) == np.may_share_memory(array, other)
            # a copy in column-major order is a view of one in row-major order; the base of NumPy's
            # own view of an array at home on the host stands for the memory; nothing shares none
            if y.base is None and y.size and not (self.changes_homes and type(x) is np.ndarray):
                assert (x.base is y) == (array.base is other)


def inside_of(array, want):
    """Whether NumPy's result is a view of what `array` shows."""
    base = getattr(want, "base", None)
    return base is not None and (base is array or base is array.base)


def owned(array, order="C"):
    """Return a result of NumPy as an array of its own, as ours are in row-major order."""
    return array if isinstance(array, np.generic) else np.array(array, order=order)


def laid_out_as(x, array):
    """Return what NumPy has of a result, laid out as ours is.

    What NumPy itself has computed, also for us, may be in another order than row-major; what comes
    from devices, or stays there, is not.
    """
    is_numpys = not isinstance(x, xp.ShardedArray) or x._numpy() is not None
    return owned(array, "K" if is_numpys and not x.flags.c_contiguous else "C")


TestPrograms = Programs.TestCase
TestPrograms.settings = settings(
    max_examples=5 * settings.default.max_examples, stateful_step_count=20
)
