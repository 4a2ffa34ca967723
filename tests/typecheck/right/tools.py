"""Reports, budgets, checks, explanations, drawings, settings."""

import io
from typing import assert_type

import jax
from jax.sharding import PartitionSpec as P

import sharray as xp

x = xp.ones((13, 6), device=P("x"))
with xp.report() as r:
    total = float(xp.sum(2 * x))
print(r, r.total.seconds, len(r.lines), r.seconds)
with xp.comm_budget(bytes=1_000_000, gathers=0) as budget:
    y = x + 1
assert_type(budget.bytes_moved, int)
with xp.check() as checked:
    z = x * 2
assert_type(checked.compared, int)
explanation = xp.explain(xp.matmul, x, x.T)
abstract = jax.ShapeDtypeStruct((1024, 8), "float32")
print(explanation, xp.explain(lambda a: xp.sum(a, axis=0), abstract, mesh={"data": 4}))
text = io.StringIO()
xp.visualize(x, file=text)
xp.visualize(P("x"), shape=(13, 6))
with xp.set_options(host_threshold=0, immediate=True):
    print(xp.get_options()["chain_length"])
with xp.warn_on_gather(1_000_000):
    xp.cache_clear()
print(xp.cache_info().programs)
