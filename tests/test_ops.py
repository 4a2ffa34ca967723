"""Every operation but the elementwise ones against NumPy: value, dtype, shape and layout.

The calls are declared in `op_cases`. Nothing stays on the host, so a replicated or unpadded
result is the devices' fault, and seen.
"""

import numpy as np
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from jax.sharding import NamedSharding
from op_cases import CASES, Call, Plain, place, scale, spec_of

import sharray
from sharray import strategies
from sharray._core.layout import partition_spec


def public(name):
    found = sharray
    for part in name.split("."):
        found = getattr(found, part)
    return found


def expected(case, call):
    kwargs = {k: v for k, v in call.kwargs.items() if k != "device"}
    args = [a.value if isinstance(a, Plain) else a for a in call.args]
    with np.errstate(all="ignore"):
        return case.oracle(*args, **kwargs)


#: NumPy's, of the oracle.
of_numpys = pytest.mark.filterwarnings("ignore:Degrees of freedom:RuntimeWarning")


@pytest.mark.parametrize("name", CASES)
@of_numpys
@settings(max_examples=settings.default.max_examples + 2)
@given(data=st.data())
def test_op(name, data):
    check_call(name, data)


@pytest.mark.parametrize("name", CASES)
@of_numpys
@settings(max_examples=settings.default.max_examples)
@given(data=st.data())
def test_op_that_numpy_interprets(name, data, interpreted):
    check_call(name, data)


def check_call(name, data):
    """Draw a call, on some mesh, and compare it with NumPy's."""
    case = CASES[name]
    mesh = data.draw(strategies.meshes(), label="mesh")
    immediate = data.draw(st.booleans(), label="immediate")
    with sharray.use_mesh(mesh), sharray.set_options(host_threshold=0, immediate=immediate):
        call: Call = case.draw(data.draw, mesh, name)
        args, kwargs, operands = place(data, mesh, call)
        note(f"{name}: {call}, {operands}")
        found = (case.function or public(name))(*args, **kwargs)
        wanted = expected(case, call)
        results = found if isinstance(found, (tuple, list)) else [found]
        values = wanted if isinstance(wanted, (tuple, list)) else [wanted]
        assert len(results) == len(values)
        for x, value in zip(results, values, strict=True):
            check(case, call, operands, mesh, x, np.asarray(value))
        if case.compare is not None:
            arrays = [np.asarray(r) for r in results]
            case.compare(arrays if len(arrays) > 1 else arrays[0], call)


@pytest.mark.parametrize("make", [np.int64, np.int8, np.asarray, sharray.asarray])
@pytest.mark.parametrize("threshold", [0, 16384])
def test_an_axis_may_be_any_integer(make, threshold):
    array = np.arange(15.0).reshape(3, 5)
    with sharray.set_options(host_threshold=threshold):
        x, axis = sharray.asarray(array), make(0)
        for name in ("sum", "argmax", "sort", "fft.fft", "cumulative_sum", "concat"):
            operand = [x, x] if name == "concat" else x
            found = public(name)(operand, axis=axis)
            strategies.assert_matches(found, np.asarray(public(name)(operand, axis=0)))
        strategies.assert_matches(sharray.max(x, axis=(make(1),)), array.max(1))


@pytest.mark.parametrize("threshold", [0, 16384])
def test_numbers_of_other_classes(threshold):
    class Length(float):
        pass

    array = np.arange(15.0).reshape(3, 5)
    with sharray.set_options(host_threshold=threshold):
        x = sharray.asarray(array)
        strategies.assert_matches(x * Length(2.5) - Length(1), array * 2.5 - 1)
        strategies.assert_matches(sharray.std(x, correction=np.float64(1)), np.std(array, ddof=1))
        for k in (np.int64(1), -1.0, np.float32(1)):
            strategies.assert_matches(sharray.tril(x, k=k), np.tril(array, k))
            strategies.assert_matches(sharray.triu(x, k=k), np.triu(array, k))
            strategies.assert_matches(sharray.tri(3, 5, k, np.int64), np.tri(3, 5, k, np.int64))
        strategies.assert_matches(sharray.tile(x, (np.int64(2), 1)), np.tile(array, (2, 1)))
        strategies.assert_matches(
            sharray.fft.fft(x, n=np.int64(4)), np.fft.fft(array, 4), atol=1e-12
        )
        with pytest.raises(TypeError):  # NumPy takes no such truth
            sharray.sum(x, axis=0, keepdims=np.True_)


def check(case, call, operands, mesh, x, value):
    assert x._layout.mesh == mesh, "the devices did not do it"
    sharding = None
    if case.lies is not None:
        spec = case.lies(operands, call, x.shape, mesh)
        sharding = None if spec is None else NamedSharding(mesh, partition_spec(spec))
    if case.compare is not None:
        assert x.shape == value.shape
        assert x.dtype == value.dtype
        strategies.assert_layout(x, sharding)
    else:
        eps = np.finfo(value.dtype).eps if value.dtype.kind in "fc" else 0
        allowed = case.error * float(eps)
        strategies.assert_matches(
            x, value, rtol=allowed, atol=allowed * scale(call), sharding=sharding
        )
    # on one device, and along a dimension of one element, or of none, nothing could be lost
    sharded = mesh.size > 1 and any(
        names and n > 1
        for o in operands
        if 0 not in o.shape
        for n, names in zip(o.shape, o.spec, strict=True)
    )
    if sharding is None and sharded and not case.may_replicate and x.size > 1:
        assert any(spec_of(x.sharding, x.ndim)), (
            f"a result of shape {x.shape} is replicated, of {operands}"
        )
