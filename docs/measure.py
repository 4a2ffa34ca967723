"""Measurements that decided the design: ``python docs/measure.py NAME [--devices N]``.

All but `write` are of JAX alone. Each prints what `design.md` quotes; times are the best
of several runs.
"""

import argparse
import os
import subprocess
import sys
import time

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


def collectives(fn, *args):
    from collections import Counter

    from sharray._engine.run import collectives

    found = Counter(collectives(jax.jit(fn).lower(*args).compile()))
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

    print(f"NumPy                    {1e3 * best(numpy_step, lambda _: None):7.1f} ms")
    ways = {
        "write as .at[].set": lambda u: u.at[1:-1, 1:-1].set(inner(u)),
        "in the base's coordinates": in_base,
    }
    print(
        f"eager slices and .at     {1e3 * best(lambda: ways['write as .at[].set'](u), wait):7.1f} ms"
    )
    for name, way in ways.items():
        step = jax.jit(way, out_shardings=u.sharding)
        print(f"{name:24} {1e3 * best(lambda: step(u), wait):7.1f} ms, {collectives(step, u)}")


@measurement
def scan():
    """Running sums along the sharded axis by XLA, whose time is quadratic here."""
    for n in (40_000, 200_000):
        x = on_mesh(np.ones(n - n % len(jax.devices())))
        cumsum = jax.jit(jnp.cumsum)
        print(f"{n:7} elements: {1e3 * best(lambda: cumsum(x), wait, 2):7.1f} ms")


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
        said = [
            line for line in done.stderr.decode(errors="replace").splitlines() if "imeout" in line
        ]
        print(f"exit code {done.returncode}:", *[line[:200] for line in said[-1:]])
    except subprocess.TimeoutExpired:
        print("hangs")


@measurement
def write(n=6000):
    """A stencil step by sharray: into the spare buffer, and into fresh memory."""
    import sharray as xp

    u = xp.asarray(np.random.default_rng(0).random((n, n)))
    kept = []

    def step(keep):
        kept[:] = [u[...] + 0] if keep else []  # who holds the old value forces fresh memory
        c = u[1:-1, 1:-1]
        u[1:-1, 1:-1] = c + 0.1 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * c)
        return u

    print(f"spare buffer  {1e3 * best(lambda: step(False), xp.block_until_ready):7.1f} ms")
    old = os.environ.get("GLIBC_TUNABLES", "not set")
    x = u.to_jax(padded=True)
    double = jax.jit(lambda x: 2 * x)
    into = jax.jit(lambda x, y: 2 * x, donate_argnums=1, keep_unused=True)
    print(f"fresh buffer of this size   {1e3 * best(lambda: double(x), wait):7.1f} ms "
          f"(GLIBC_TUNABLES {old})")  # fmt: skip
    spare = [double(x)]

    def again():
        spare[0] = into(x, spare[0])
        return spare[0]

    print(f"donated buffer of this size {1e3 * best(again, wait):7.1f} ms")


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
