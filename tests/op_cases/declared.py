"""Cases that follow from declarations, of operations with NumPy's names that have none yet."""

from functools import partial

import numpy as np
from hypothesis import strategies as st
from samples import Sample, samples_of

import sharray
from op_cases.case import CASES, Call, an_axis, array, case, kinds_of, reduced, same, small_shape
from op_cases.statistics import nonempty, of_reduction
from sharray import strategies
from sharray._core.operation import TABLE
from sharray._ops.table import numpy_function

#: Sizes of the operands of samples: few, so that programs serve again.
SIZES = [(13, 4, 3), (7, 12, 5), (3, 4, 2), (1, 4, 1)]


def scan(draw, mesh, name):
    x = array(draw, kinds_of(name), small_shape(draw, 1), special=False)
    return Call((x,), {"axis": an_axis(draw, x.ndim)})


def of_samples(draw, mesh, name):
    def values(dtype, shape, below=None):
        if below is None:
            return draw(strategies.values(dtype, shape, special=False))
        return np.random.default_rng(draw(st.integers(0, 99))).integers(0, below, shape)

    op = TABLE[name]
    text, sizes = draw(st.sampled_from(samples_of(op))), draw(st.sampled_from(SIZES))
    sample = Sample(op, text, sizes, values, draw(strategies.dtypes(op.kinds)))
    return Call((sample, sample.operands))


def called(space, sample, operands):
    return sample.call(space, operands)


def add_missing():
    """Declare the cases: of reductions and scans by their parameters, of others by samples."""
    for name, op in TABLE.items():
        numpys = numpy_function(name)
        if name in CASES or op.elementwise or numpys is None:
            continue
        if op.samples:
            case(
                name,
                function=partial(called, sharray),
                oracle=partial(called, np),
                may_replicate=hasattr(op.rule, "may_replicate") or op.comm == "reduce",
                error=512,
            )(of_samples)
        elif op.reduces:
            try:
                numpys(np.ones(0))
            except ValueError:
                draw = nonempty
            else:
                draw = of_reduction
            exact = numpys(np.ones(3)).dtype.kind in "biu"
            case(name, lies=reduced, may_replicate=True, error=0 if exact else 256)(draw)
        elif op.runs_along_axis:
            case(name, lies=same, error=512)(scan)


add_missing()
