"""Measurements that decided the design: ``python docs/measure.py NAME [--devices N]``.

They are of JAX alone. Each prints what `decisions.md` quotes; times are the best of several runs.
"""

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from functools import partial

PARSER = argparse.ArgumentParser(description=__doc__)
MEASUREMENTS = {}


def measurement(fn):
    MEASUREMENTS[fn.__name__] = fn
    return fn


def best(run, wait, repeat=7):
    wait(run())
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        wait(run())
        times.append(time.perf_counter() - start)
    return min(times)


def by_rows():
    """The sharding of the first axis over all devices."""
    return NamedSharding(jax.sharding.Mesh(np.asarray(jax.devices()), ("x",)), P("x"))


def on_mesh(values):
    return jax.device_put(values, by_rows())


def into_spare(fn, x):
    """Return a call of ``fn(x)`` whose result takes the buffer of the one before."""
    jitted = jax.jit(lambda x, _: fn(x), donate_argnums=1, keep_unused=True)
    spare = [fn(x)]

    def run():
        spare[0] = jitted(x, spare[0])
        return spare[0]

    return run


def collectives(fn, *args):
    from sharray._engine import hlo

    moves = hlo.moves(jax.jit(fn).lower(*args).compile().as_text())
    found = Counter(move.name for move in moves)
    return ", ".join(f"{n} {name}" for name, n in found.items()) or "none"


@measurement
def padding():
    """Collectives of one program on a padded array: 1003 elements, cut to size and padded again."""
    n, d = 1003, len(jax.devices())
    pad = -n % d
    sharding = by_rows()
    x = on_mesh(np.zeros(n + pad))

    def on_logical(fn):
        def program(x):
            y = fn(x[:n])
            if y.shape == (n,):
                y = jax.lax.with_sharding_constraint(jnp.pad(y, (0, pad)), sharding)
            return y

        return program

    for name, fn in {
        "sin": jnp.sin, "sum": jnp.sum, "flip": jnp.flip, "roll": lambda x: jnp.roll(x, 3),
        "sort": jnp.sort, "cumsum": jnp.cumsum, "fft": lambda x: jnp.fft.fft(x).real,
        "take": lambda x: x[jnp.arange(n)[::-1]],
        "concatenate": lambda x: jnp.concatenate([x, x])[::2],
    }.items():  # fmt: skip
        print(f"{name:12} {collectives(on_logical(fn), x)}")


@measurement
def constraint():
    """What `with_sharding_constraint` does where the devices do not divide a dimension."""
    sharding = by_rows()
    y = jax.jit(lambda x: jax.lax.with_sharding_constraint(x + 1, sharding))(np.zeros(1003))
    print("with_sharding_constraint:", y.sharding)
    try:
        jax.device_put(np.zeros(1003), sharding)
    except ValueError as error:
        print("device_put: ValueError:", str(error).partition("\n")[0][:90])


@measurement
def stencil(n=3000):
    """One step of a five-point stencil in float64, written in four ways."""
    u = on_mesh(np.random.default_rng(0).random((n, n)))

    def inner(u):
        c = u[1:-1, 1:-1]
        return c + 0.1 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * c)

    def shift(u, down, right):
        edges = [(0, 0, 0), (0, 0, 0)]
        for axis, k in enumerate((down, right)):
            edges[axis] = (-min(k, 0), max(k, 0), 0)
        taken = u[max(down, 0) : n + min(down, 0), max(right, 0) : n + min(right, 0)]
        return jax.lax.pad(taken, 0.0, edges)

    def in_base(x):
        around = shift(x, 1, 0) + shift(x, -1, 0) + shift(x, 0, 1) + shift(x, 0, -1)
        i = jax.lax.broadcasted_iota(jnp.int32, x.shape, 0)
        j = jax.lax.broadcasted_iota(jnp.int32, x.shape, 1)
        inside = (i > 0) & (i < n - 1) & (j > 0) & (j < n - 1)
        new = jnp.where(inside, x + 0.1 * (around - 4 * x), x)
        return jax.lax.with_sharding_constraint(new, u.sharding)

    a = np.asarray(u).copy()

    def numpy_step():
        a[1:-1, 1:-1] = inner(a)

    print(f"{'NumPy':25} {1e3 * best(numpy_step, lambda _: None):7.1f} ms")
    ways = {
        "write as .at[].set": lambda u: u.at[1:-1, 1:-1].set(inner(u)),
        "in the base's coordinates": in_base,
    }
    eager = partial(ways["write as .at[].set"], u)
    print(f"{'eager slices and .at':25} {1e3 * best(eager, wait, 2):7.1f} ms")
    for name, way in ways.items():
        step = into_spare(way, u)
        print(f"{name:25} {1e3 * best(step, wait):7.1f} ms, {collectives(way, u)}")


@measurement
def scan():
    """Running sums along the sharded axis by XLA, whose time is quadratic here."""
    for n in (40_000, 200_000):
        x = on_mesh(np.ones(n - n % len(jax.devices())))
        cumsum = partial(jax.jit(jnp.cumsum), x)
        print(f"{n:7} elements: {1e3 * best(cumsum, wait, 2):7.1f} ms")


@measurement
def dispatch():
    """One jitted call on small sharded arrays, and the first call at a new shape."""
    x = on_mesh(np.ones(1024))
    add = jax.jit(lambda x, y: x + y)
    add(x, x)

    def many():
        for _ in range(1000):
            y = add(x, x)
        return y

    print(f"a call: {1e3 * best(many, wait):.1f} us")
    start = time.perf_counter()
    for k in range(1, 11):
        wait(jax.jit(lambda x: 2 * jnp.sin(x) + 1)(on_mesh(np.ones(1024 * (k + 1)))))
    print(f"first call at a new shape: {100 * (time.perf_counter() - start):.0f} ms")


@measurement
def rendezvous():
    """3000 reductions by JAX without waiting, in a process of its own for at most two minutes."""
    code = (
        "import jax, numpy as np; from jax.sharding import NamedSharding as N, PartitionSpec as P;"
        "m = jax.sharding.Mesh(np.asarray(jax.devices()), ('x',));"
        "x = jax.device_put(np.ones(1 << 16), N(m, P('x'))); f = jax.jit(lambda x: x.sum());"
        "y = [f(x) for _ in range(3000)]; jax.block_until_ready(y)"
    )
    try:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=120)
        lines = done.stderr.decode(errors="replace").splitlines()
        print(f"exit code {done.returncode}:", *[x[:200] for x in lines if "timeout" in x][-1:])
    except subprocess.TimeoutExpired:
        print("hangs")


@measurement
def memory(n=6000):
    """Doubling a large array, into fresh memory and into the buffer of the result before."""
    x = on_mesh(np.ones((n, n)))
    double = jax.jit(lambda x: 2 * x)
    print("GLIBC_TUNABLES", os.environ.get("GLIBC_TUNABLES", "not set"))
    print(f"fresh memory    {1e3 * best(partial(double, x), wait):7.1f} ms")
    print(f"donated buffer  {1e3 * best(into_spare(double, x), wait):7.1f} ms")


if __name__ == "__main__":
    PARSER.add_argument("name", choices=MEASUREMENTS)
    PARSER.add_argument("--devices", type=int, default=8)
    given = PARSER.parse_args()
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["JAX_NUM_CPU_DEVICES"] = str(given.devices)

    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import NamedSharding
    from jax.sharding import PartitionSpec as P

    jax.config.update("jax_enable_x64", True)
    wait = jax.block_until_ready
    MEASUREMENTS[given.name]()
