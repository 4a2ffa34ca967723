"""Programs in which processes part ways, and what the error says that they end with."""

HEAD = """
import os, sys, time
import numpy as np
import sharray
from jax.sharding import PartitionSpec as P
sharray.distributed.initialize()  # the launcher has done so
rank = sharray.distributed.process_index()
x = np.ones(100_001)
float(x.sum())
"""
PART_WAYS = "the processes part ways at statement "
#: What a program does -> what its error says.
TRAPS = {
    "shapes": ("float(np.ones(100_001 + rank).max())", PART_WAYS),
    "dtypes": ("float(np.ones(100_001, 'f8' if rank else 'f4').max())", PART_WAYS),
    "values": ("print(float((x * (rank + 0.5)).sum()))", PART_WAYS),
    "inputs": ("print(float(np.full(100_001, rank + 0.5).sum()))", PART_WAYS),
    "order": ("[float(f(x + 1)) for f in (np.max, np.min)[:: -1 if rank else 1]]", PART_WAYS),
    # programs that all have launched before, which nobody waits for then
    "order of known programs": (
        """f = (lambda: x - x.sum(), lambda: np.sort(x), lambda: x / x.max())
for k in range(99): [g() for g in f[:: -1 if k == 50 + 49 * rank else 1]]
print(float(x.max()))""",
        PART_WAYS,
    ),
    # programs that are the same two times, of arrays that are not, as by the order of a set
    "order of equal programs": (
        """y = x + 1
for v in (x, y)[:: -1 if rank else 1]: print(float(np.sort(v)[5]))""",
        PART_WAYS,
    ),
    # by their addresses, which are others where a process has made more of them before
    "order of a set": (
        """class Layer: pass
more = [Layer() for _ in range(7 * rank)]
layers = [Layer() for _ in range(40)]
for k, layer in enumerate(layers): layer.w = x * k
print([float(np.sqrt(layer.w).max()) for layer in set(layers)])""",
        PART_WAYS,
    ),
    "order of equal programs of JAX": (
        """import jax
f, y = jax.jit(lambda x: x - x.sum()), x + 1
for v in (x, y)[:: -1 if rank else 1]: print(float(f(v)[0]))""",
        PART_WAYS,
    ),
    "order of the first arguments of a program of JAX": (
        """import jax
y = x + 1
print(float(jax.jit(lambda a, b, c: (a - b) * c)(*(x, y)[:: -1 if rank else 1], x)[0]))""",
        PART_WAYS,
    ),
    "order of parts from files": (
        """files = {}
for k in "ab":
    np.save(f"{k}{rank}.npy", np.full(100_001, ord(k)))
    files[k] = sharray.io.read_npy(f"{k}{rank}.npy")
for k in sorted(files)[:: -1 if rank else 1]: print(float(np.sin(files[k]).sum()))""",
        PART_WAYS,
    ),
    "order of arrays that are saved": (
        "y = x + 1\nsharray.checkpoint.save('saved', [x, y][:: -1 if rank else 1])",
        PART_WAYS,
    ),
    "order of functions of blocks": (
        """y = x + 1
for v in (x, y)[:: -1 if rank else 1]: np.apply_along_axis(lambda c: c[0], 0, v[None])""",
        PART_WAYS,
    ),
    "one element of a replicated array": (
        (
            "y = sharray.asarray([rank * (k == 777) for k in range(60_000)], device=P())\n"
            "print(float((y * 2.0).sum()))"
        ),
        PART_WAYS,
    ),
    "one element of a sharded array": (
        (
            "y = sharray.asarray([rank * (k == 777) for k in range(60_000)], device=P('x'))\n"
            "print(float((y * 2.0).sum()))"
        ),
        PART_WAYS,
    ),
    "static arguments": ("print(float(np.roll(x, 1 + rank)[0]))", PART_WAYS),
    "a short array of indices": ("print(float(x[np.arange(3) + rank].sum()))", PART_WAYS),
    "keys of random numbers": (
        """import jax
f = sharray.jit(lambda key, x: x + jax.random.normal(key, x.shape))
print(float(f(jax.random.key(rank), x).sum()))""",
        PART_WAYS,
    ),
    "meshes": (
        """n = sharray.distributed.process_count()
mesh = sharray.make_mesh((n, 1) if rank else (1, n), ("x", "y"))
print(float(sharray.asarray([1.0] * 90_000, device=mesh).max()))""",
        PART_WAYS,
    ),
    "a static argument": (
        """import enum
E = enum.Enum("E", "a b")
f = sharray.jit(lambda x, e: x * 2 if e is E.a else x * 3, static_argnames="e")
print(float(f(x, e=[*E][rank > 0]).sum()))""",
        PART_WAYS,
    ),
    "what a function closes over": (
        "print(float(sharray.jit(lambda x: x * rank)(x)[0]))",
        PART_WAYS,
    ),
    "a static argument of a program of JAX": (
        "import jax\nf = jax.jit(lambda a, n: a * n, static_argnums=1)\nf(x, 2)\nf(x, 3 + rank)",
        PART_WAYS,
    ),
    "what a program of JAX closes over": (
        """import jax
f = jax.jit(lambda a: np.roll(a - rank, 1) + 1)
if rank: print(jax.make_jaxpr(f)(x))
float(f(x).sum())""",
        PART_WAYS,
    ),
    "a gradient of other numbers": (
        "import jax\nprint(float(jax.grad(lambda x: (x * (rank + 2)).sum())(x).max()))",
        PART_WAYS,
    ),
    "seeds": ("print(float((x * np.random.default_rng().random()).sum()))", PART_WAYS),
    "time": ("print(float((x * time.perf_counter_ns()).sum()))", PART_WAYS),
    "trees that are saved": (
        "sharray.checkpoint.save('saved', {'step': rank})",
        "the processes save different trees",
    ),
    "a full disk on one host": (
        (
            "from resource import *\nif rank == 1: setrlimit(RLIMIT_FSIZE, (9999, 9999))\n"
            "sharray.checkpoint.save('saved', {'x': x * np.arange(100_001)})"
        ),
        "process 1: cannot write the checkpoint",
    ),
    "last batch": (
        "for k in range(3 + rank): s = float((x * k).sum())",
        "process 0 has ended after 5 statements on devices",
    ),
    "last batch of gradients": (
        "import jax\nfor k in range(3 + rank): g = jax.grad(lambda x: (x * x.mean()).sum())(x)",
        "process 0 has ended after",
    ),
    "last batch of a program of JAX": (
        "import jax\nf = jax.jit(lambda x: x - x.sum())\nfor k in range(3 + rank): f(x)",
        "process 0 has ended after ",
    ),
    # one of which nobody is told, too
    "another loop in a program of JAX": (
        """import jax
y = jax.lax.while_loop(lambda y: y.sum() < 1e9 * (1 + rank), lambda y: y * 2, x)
print(float(y.sum()))""",
        ", which has waited in JAX for ",
    ),
    # of which nobody is told
    "last batch of JAX's own": (
        "import jax\nf = jax.jit(lambda x: x.sum())\nfor k in range(3 + rank): float(f(x))",
        "process 1 has waited in JAX for",
    ),
    "one alone": (
        "if rank: print(np.asarray(x))",
        "process 0 has ended after 1 statements on devices",
    ),
    "one raises": (
        "if rank == 1: raise KeyError('mine')\nfloat(x.max())",
        "process 1 has ended (KeyError: 'mine') after 1 statements on devices",
    ),
    "one raises, others are busy": (
        "if rank == 1: raise KeyError('mine')\ntime.sleep(60)",
        "process 1 has ended (KeyError: 'mine') after 1 statements on devices",
    ),
    "one is killed": (
        "if rank == 1: os.kill(os.getpid(), 9)\nfor k in range(9999): float((x * k).sum())",
        "has died, without a word",
    ),
    "the first is killed": (
        "if not rank: os.kill(os.getpid(), 9)\nfor k in range(9999): float((x * k).sum())",
        "sharray: SIGKILL has ended process 0",
    ),
}
