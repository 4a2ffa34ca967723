"""`sharray.numpy.random` against NumPy: the same numbers, and the same stream afterwards."""

import functools
import inspect
import subprocess
import sys
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sharray as xp
from sharray import strategies
from sharray._functions.numpy_random import ahead, draw
from sharray._ops import streaming
from sharray.numpy import random

#: Bytes of a piece in these tests: 32 float64, so that small arrays are drawn in many pieces.
CHUNK = 256

#: Values of the parameters, by name.
VALUES = {
    "a": 2.5, "b": 3.0, "n": 20, "p": 0.3, "df": 3.0, "dfnum": 3.0, "dfden": 5.0, "nonc": 1.5,
    "shape": 1.7, "ngood": 20, "nbad": 30, "nsample": 15, "left": 0.0, "mode": 1.0, "right": 3.0,
    "mu": 0.5, "kappa": 2.0, "mean": 1.0, "scale": 1.5, "low": 0, "high": 1000, "lam": 7.0,
    "alpha": [0.5, 1.0, 2.0], "pvals": [0.2, 0.3, 0.5], "colors": [10, 20, 30], "loc": -1.0,
    "sigma": 0.5,
}  # fmt: skip
INTEGERS = [
    {"dtype": d, "high": h}
    for d, h in [("int64", 1000), ("int64", 2**40), ("uint64", 2**63 + 5), ("int32", 100),
                 ("uint32", 2**31 + 5), ("int16", 100), ("uint16", 2**16), ("int8", 100),
                 ("uint8", 256), ("uint8", 64), ("bool", 2)]
]  # fmt: skip
FLOATS = [{"dtype": np.float64}, {"dtype": np.float32}]
#: Calls beyond the plain one.
VARIANTS = {
    ("Generator", "integers"): [*INTEGERS, {"endpoint": True}, {"high": None, "low": 7}],
    ("RandomState", "randint"): INTEGERS,
    ("Generator", "random"): FLOATS,
    ("Generator", "standard_normal"): FLOATS,
    ("Generator", "standard_gamma"): FLOATS,
    ("Generator", "standard_exponential"): [
        d | {"method": m} for d in FLOATS for m in ("zig", "inv")
    ],
    ("Generator", "multivariate_hypergeometric"): [{"method": "count"}, {"method": "marginals"}],
    **{
        (kind, "choice"): [
            {"a": 10}, {"a": 3, "p": [0.5, 0.2, 0.3]}, {"a": 2000, "replace": False},
            {"a": [1.5, 2.5, -1.0]},
        ]
        for kind in ("Generator", "RandomState")
    },
    **{
        (kind, "multivariate_normal"): [{"mean": [0.0, 1.0, 2.0], "cov": np.eye(3) + 0.1}]
        for kind in ("Generator", "RandomState")
    },
}  # fmt: skip
#: What NumPy itself takes no arrays for.
NO_ARRAYS = {
    ("RandomState", "multinomial"), ("RandomState", "random_integers"),
    ("Generator", "multivariate_hypergeometric"),
}  # fmt: skip
KINDS = {
    "Generator": (np.random.default_rng, random.default_rng),
    "RandomState": (np.random.RandomState, random.RandomState),
}


def drawing(kind):
    """Names of the methods with a size."""
    base = getattr(np.random, kind)
    found = []
    for name in dir(base):
        method = getattr(base, name)
        drawn = not name.startswith("_") and callable(method)
        if drawn and "size" in inspect.signature(method).parameters:
            found.append(name)
    return found


def parameters(kind, name):
    names = list(inspect.signature(getattr(getattr(np.random, kind), name)).parameters)[1:]
    return names[: names.index("size")]


METHODS = [(kind, name) for kind in KINDS for name in drawing(kind)]
pytestmark = pytest.mark.filterwarnings("ignore:This function is deprecated:DeprecationWarning")


@pytest.fixture
def small_pieces(monkeypatch):
    monkeypatch.setattr(streaming, "CHUNK", CHUNK)


def check(kind, name, kwargs, mesh, immediate, ours=None):
    """Draw from both, compare what is drawn, and a draw after it."""
    make, make_ours = KINDS[kind]
    expected_from, from_ = make(12345), make_ours(12345)
    expected = getattr(expected_from, name)(**kwargs)
    with xp.use_mesh(mesh), xp.set_options(immediate=immediate):
        actual = getattr(from_, name)(**(ours or kwargs))
        if isinstance(expected, np.ndarray):
            strategies.assert_matches(actual, expected)
        else:
            assert type(actual) is type(expected)
            assert actual == expected
        # odd numbers of 32-bit words and of Gaussians would show here
        assert from_.standard_normal() == expected_from.standard_normal()
        assert from_.bytes(6) == expected_from.bytes(6)


@pytest.mark.parametrize(("kind", "name"), METHODS)
@given(
    size=st.sampled_from(
        [None, 0, 7, (), (101,), (3, 67), (67, 3), (1, 131), (2, 0, 5), (5, 3, 13)]
    ),
    mesh=strategies.meshes(),
    immediate=st.booleans(),
    data=st.data(),
)
def test_every_method_has_numpys_stream(
    on_devices, small_pieces, kind, name, size, mesh, immediate, data
):
    variant = data.draw(st.sampled_from(VARIANTS.get((kind, name), [{}])))
    kwargs = {n: VALUES[n] for n in parameters(kind, name) if n in VALUES} | variant
    check(kind, name, kwargs | {"size": size}, mesh, immediate)


@pytest.mark.parametrize(
    ("kind", "name"), [m for m in METHODS if m not in NO_ARRAYS and m[1] != "choice"]
)
@given(
    size=st.sampled_from([None, (67, 3), (2, 67, 3)]),
    shapes=st.lists(st.sampled_from([(67, 3), (67, 1), (3,), ()]), min_size=3, max_size=3),
    mesh=strategies.meshes(),
    immediate=st.booleans(),
    data=st.data(),
)
def test_parameters_are_arrays(
    on_devices, small_pieces, kind, name, size, shapes, mesh, immediate, data
):
    variant = data.draw(st.sampled_from(VARIANTS.get((kind, name), [{}])))
    kwargs = {n: VALUES[n] for n in parameters(kind, name) if n in VALUES} | variant
    broadcast = [n for n in parameters(kind, name)
                 if n in kwargs and np.ndim(kwargs[n]) == 0 and kwargs[n] is not None]  # fmt: skip
    if name == "multivariate_normal":
        broadcast = []
    for n, shape in zip(broadcast, shapes, strict=False):
        kwargs[n] = np.full(shape, kwargs[n])
    ours = {
        n: xp.asarray(v, device=mesh)
        if isinstance(v, np.ndarray) and data.draw(st.booleans())
        else v
        for n, v in kwargs.items()
    }
    check(kind, name, kwargs | {"size": size}, mesh, immediate, ours | {"size": size})


@given(
    mesh=strategies.meshes(),
    immediate=st.booleans(),
    rows=st.sampled_from([(), (67,)]),
    size=st.sampled_from([None, 67]),
)
def test_vectors_of_probabilities(on_devices, small_pieces, mesh, immediate, rows, size):
    p = np.random.default_rng(0).dirichlet([1, 2, 3], rows)
    kwargs = {"n": np.full(rows, 9), "pvals": p, "size": size}
    ours = kwargs | {"pvals": xp.asarray(p, device=mesh)}
    check("Generator", "multinomial", kwargs, mesh, immediate)
    check("Generator", "multinomial", kwargs, mesh, immediate, ours)


LEGACY = [
    name for name in np.random.__all__
    if callable(getattr(np.random, name)) and not inspect.isclass(getattr(np.random, name))
]  # fmt: skip


def test_module_has_all_names():
    assert set(np.random.__all__) <= set(random.__all__)
    for name in random.__all__:
        assert getattr(random, name).__doc__, name
    for name in (
        "MT19937",
        "PCG64",
        "PCG64DXSM",
        "Philox",
        "SFC64",
        "SeedSequence",
        "BitGenerator",
    ):
        assert getattr(random, name) is getattr(np.random, name)


@pytest.mark.parametrize("module", [random, xp.random])
def test_generators_that_libraries_make_are_instances(module):
    class Own(module.RandomState):
        pass

    own, numpys = Own(0), np.random.RandomState(0)
    assert module.mtrand is np.random.mtrand
    assert isinstance(np.random.default_rng(0), module.Generator)
    assert isinstance(module.default_rng(0), np.random.Generator)
    assert all(isinstance(r, module.RandomState) for r in (own, numpys, module.mtrand._rand))
    assert isinstance(own, Own)
    assert not isinstance(numpys, Own)
    assert not isinstance(numpys, module.Generator)


@pytest.mark.parametrize("name", [n for n in LEGACY if n in drawing("RandomState")])
def test_functions_share_numpys_global_stream(small_pieces, on_devices, name):
    kwargs = {n: VALUES[n] for n in parameters("RandomState", name) if n in VALUES}
    kwargs |= VARIANTS.get(("RandomState", name), [{}])[0]
    np.random.seed(7)  # noqa: NPY002
    expected = getattr(np.random, name)(**kwargs, size=(13, 7)), np.random.standard_normal(3)  # noqa: NPY002
    random.seed(7)
    actual = getattr(random, name)(**kwargs, size=(13, 7)), np.random.standard_normal(3)  # noqa: NPY002
    strategies.assert_matches(actual[0], expected[0])
    np.testing.assert_array_equal(actual[1], expected[1])


def test_other_functions_of_the_module(small_pieces, on_devices):
    before = random.get_state()
    drawn = random.rand(67, 3), random.randn(5), random.sample(4), random.ranf(2)
    position = random.rand()
    random.set_state(before)
    twin = np.random.RandomState()
    twin.set_state(np.random.get_state())  # noqa: NPY002
    expected = twin.rand(67, 3), twin.randn(5), twin.random_sample(4), twin.random_sample(2)
    for a, e in zip(drawn, expected, strict=True):
        strategies.assert_matches(a, e)
    assert position == twin.rand()
    assert isinstance(random.rand(), float)
    assert isinstance(random.randn(), float)
    assert len(random.bytes(5)) == 5
    values = xp.asarray(np.arange(67))
    random.shuffle(values)
    assert sorted(values.tolist()) == list(range(67))


@pytest.mark.parametrize(("kind", "name"), METHODS)
def test_what_is_not_declared_whole_is_drawn_in_pieces(small_pieces, on_devices, kind, name):
    variant = VARIANTS.get((kind, name), [{}])[0]
    kwargs = {n: VALUES[n] for n in parameters(kind, name) if n in VALUES} | variant
    base, sizes = getattr(np.random, kind), []

    drawn = (draw.Choice if name == "choice" else draw.Draw)(getattr(base, name))

    def spied(source, **given):
        sizes.append(given["size"])
        return getattr(base, name)(source, **given)

    drawn.method = spied
    drawn(KINDS[kind][0](0), **kwargs, size=(101, 7))
    if name == "multivariate_normal" or variant.get("method") == "count":
        assert sizes == [(101, 7)]
    else:
        assert sum(sizes) == 707
        assert max(sizes) <= 32


def test_pieces_end_where_an_error_leaves_the_generator(on_devices, monkeypatch):
    mine = random.default_rng(0)
    monkeypatch.setattr(streaming, "_fill", lambda *args: 1 / 0)
    monkeypatch.setattr(streaming, "CHUNK", CHUNK)
    with pytest.raises(ZeroDivisionError):
        mine.normal(size=1000)
    assert mine.random() == np.random.default_rng(0).random()


def test_threads_draw_from_generators_of_their_own(small_pieces, on_devices):
    made = [None] * 4

    def draw(i):
        made[i] = random.default_rng(i).normal(size=301)

    threads = [threading.Thread(target=draw, args=(i,)) for i in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for i, x in enumerate(made):
        strategies.assert_matches(x, np.random.default_rng(i).normal(size=301))


MEMORY = """
import resource, jax
jax.config.update("jax_num_cpu_devices", 8)
import numpy as np, sharray as xp
from sharray.numpy import random
xp.block_until_ready(random.default_rng(0).normal(size=(8, 300_000)))
used = int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()
x = random.default_rng(0).random((64, 1_000_003))
# not ru_maxrss, which a process inherits
peak = int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) * 1024
print((peak - used) / x.nbytes, float(x[-1, -1]))
"""


def test_a_large_array_is_never_whole_on_the_host():
    # on CPU devices the array itself is host memory: once, and a shard of an eighth beside it
    done = subprocess.run(
        [sys.executable, "-c", MEMORY], capture_output=True, text=True, timeout=240, check=True
    )
    ratio, last = map(float, done.stdout.split())
    assert last == np.random.default_rng(0).random((64, 1_000_003))[-1, -1]
    assert 0.9 < ratio < 1.3, ratio


@pytest.mark.parametrize("kind", ["PCG64", "PCG64DXSM"])
@pytest.mark.parametrize(
    ("name", "kwargs"),
    [
        ("random", {}), ("random", {"dtype": np.float32}), ("standard_normal", {}),
        ("standard_normal", {"dtype": np.float32}), ("standard_exponential", {}),
        ("gamma", {"shape": 0.7}), ("poisson", {"lam": 5}), ("binomial", {"n": 30, "p": 0.3}),
        ("binomial", {"n": 30, "p": 0.0}), ("integers", {"low": 0, "high": 1000}),
        ("integers", {"low": 0, "high": 1000, "dtype": np.int32}),
        ("multinomial", {"n": 5, "pvals": [0.2, 0.3, 0.5]}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("workers", [2, 3])
def test_threads_meet_in_one_stream(monkeypatch, kind, name, kwargs, workers):
    monkeypatch.setattr(ahead, "SEGMENT", 256)
    monkeypatch.setattr(ahead, "_PROBE", 16)
    make = getattr(np.random, kind)
    method = functools.partial(getattr(np.random.Generator, name), **kwargs)
    for seed, count in [(5, 1), (6, 1000), (7, 5003)]:
        expected_from, bits = np.random.Generator(make(seed)), make(seed)
        # half a word is kept for later
        assert np.random.Generator(bits).random(dtype="f4") == expected_from.random(dtype="f4")
        expected = method(expected_from, size=count)
        found = list(ahead.pieces(lambda g, n: method(g, size=n), bits, count, 100, workers))
        np.testing.assert_array_equal(np.concatenate(found), expected)
        assert bits.state == expected_from.bit_generator.state


def test_threads_draw_ahead(monkeypatch, on_devices):
    monkeypatch.setattr(ahead, "SEGMENT", 1024)
    monkeypatch.setattr(ahead, "_PROBE", 64)
    monkeypatch.setattr(streaming, "CHUNK", 4096)
    monkeypatch.setattr(ahead, "cores", lambda: 3)
    runs = []
    meet = ahead._Run.meet
    monkeypatch.setattr(ahead._Run, "meet", lambda *args: runs.append(meet(*args)) or runs[-1])
    check("Generator", "standard_normal", {"size": 10_007}, xp.make_mesh(2), immediate=False)
    assert len(runs) >= 4
    assert None not in runs
    rng = random.default_rng(0)
    with pytest.raises(ValueError, match="scale"):
        rng.normal(scale=-1.0, size=10_007)
    assert rng.random() == np.random.default_rng(0).random()


#: What is given as ``out=``, of an array of 40 x 60 elements.
OUTS = {
    "whole": lambda a: a,
    "rows": lambda a: a[1:3],
    "transposed": lambda a: a.T,
    "columns": lambda a: a[:, ::2],
    "backwards": lambda a: a[::-1],
}


@pytest.mark.parametrize("host_work", [0, 10**12], ids=["devices", "host"])
@pytest.mark.parametrize("part", OUTS.values(), ids=OUTS)
@pytest.mark.parametrize(
    "name", ["random", "standard_normal", "standard_exponential", "standard_gamma"]
)
def test_out_is_filled_in_the_order_of_its_memory(name, part, host_work):
    parameters = {"shape": 2.0} if name == "standard_gamma" else {}

    def drawn(namespace):
        whole = namespace.zeros((40, 60))
        out = part(whole)
        try:
            result = getattr(namespace.random.default_rng(3), name)(out=out, **parameters)
        except ValueError as error:
            return str(error).partition("contiguous")[0]
        assert result is out
        return np.asarray(whole).tolist()

    with xp.set_options(host_threshold=4, host_work=host_work):
        ours = drawn(xp.numpy)
    assert ours == drawn(np)


@pytest.mark.parametrize(
    ("statement", "most"),
    [
        ("random.random()", 1),
        ("random.normal(0, 1)", 1),
        ("random.randint(10, size=3)", 2),
        ("rng.random()", 3),
        ("rng.normal(0, 1, 3)", 5),
    ],
)
def test_a_draw_of_few_numbers_calls_little_besides_numpy(statement, most):
    with xp.set_options(host_threshold=100, host_work=10**12):
        names = {"random": random, "rng": random.default_rng(0)}
        code = compile(statement, "<statement>", "eval")
        eval(code, names)
        called = []

        def profile(frame, event, arg):
            if event == "call" and frame.f_code.co_filename.startswith(xp.__path__[0]):
                called.append(frame.f_code.co_name)

        sys.setprofile(profile)
        eval(code, names)
        sys.setprofile(None)
    assert len(called) <= most, called
