"""Functions of `sharray.numpy` against NumPy: value, dtype, shape and layout.

The calls are declared in `numpy_cases`. Nothing stays on the host, and a warning that a function
runs in NumPy would be an error.
"""

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from numpy_cases import NUMPY_CASES
from op_cases import Plain, spec_of
from test_ops import place, scale

import sharray
import sharray.numpy
from sharray import testing


def sequence(result):
    return list(result) if isinstance(result, (tuple, list)) else [result]


@pytest.mark.parametrize("name", NUMPY_CASES)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's, of what no number is the result
@given(data=st.data())
def test_function(name, mode, data):
    case = NUMPY_CASES[name]
    mesh = data.draw(testing.meshes(), label="mesh")
    with sharray.use_mesh(mesh):
        call = case.draw(data.draw, name)
        args, kwargs, operands = place(data, mesh, call)
        note(f"{name}: {call}, {operands}")
        plain = [a.value if isinstance(a, Plain) else a for a in call.args]
        with np.errstate(all="ignore"):
            wanted = sequence(getattr(np, name)(*plain, **call.kwargs))
        found = sequence(getattr(sharray.numpy, name)(*args, **kwargs))
        assert len(found) == len(wanted)
        for x, value in zip(found, wanted, strict=True):
            if case.numbers and not isinstance(value, np.ndarray):
                assert (type(x), x) == (type(value), value)
                continue
            check(case, call, operands, mesh, x, np.asarray(value))
        if case.compare is not None:
            arrays = [np.asarray(x) for x in found]
            case.compare(arrays if len(arrays) > 1 else arrays[0], call)


def check(case, call, operands, mesh, x, value):
    assert isinstance(x, sharray.ShardedArray), type(x)
    assert not operands or x._layout.mesh == mesh, "the devices did not do it"
    if case.compare is not None:
        assert (x.shape, x.dtype) == (value.shape, value.dtype)
        testing.assert_layout(x)
    else:
        eps = np.finfo(value.dtype).eps if value.dtype.kind in "fc" else 0
        allowed = case.error * float(eps)
        testing.assert_matches(x, value, rtol=allowed, atol=allowed * scale(call))
    sharded = any(
        names and n > 1 for o in operands for n, names in zip(o.shape, o.spec, strict=True)
    )
    if sharded and not case.may_replicate and x.size > 1:
        assert any(spec_of(x.sharding, x.ndim)), (
            f"a result of shape {x.shape} is replicated, of {operands}"
        )
