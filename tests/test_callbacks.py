"""Functions of Python that a running program calls: they end, or say why not."""

import _thread
import os
import subprocess
import sys
import threading
import time

import jax
import numpy as np
import pytest
from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray import strategies
from sharray._core.context import context
from sharray._engine import callbacks, launch_order


@pytest.mark.parametrize("n", [8, 11, 40_003])
@pytest.mark.parametrize("threshold", [0, 16_384])
def test_programs_call_functions_with_arrays_on_the_host(n, threshold):
    def double(v):
        time.sleep(0.02)  # by now the main thread waits for the program
        v[1:3] += 1
        v[1:3] -= 1
        assert float(xp.sort(v)[-1]) == n - 1
        assert float(xp.sum(np.ones(40_000) + xp.ones(40_000))) == 80_000
        return v + v

    with xp.set_options(host_threshold=threshold):
        x, seen = xp.arange(float(n)), []
        found = jax.jit(lambda v: jax.debug.callback(seen.append, v) or v * 2)(x)
        assert float(found.sum()) == n * (n - 1)
        jax.effects_barrier()
        assert [type(v) for v in seen] == [xp.ShardedArray]
        assert f"{seen[0]}" == f"{np.arange(float(n))}"
        again = jax.jit(lambda v: jax.pure_callback(double, v, v) * 2)(x)
        strategies.assert_matches(again + 1, np.arange(float(n)) * 4 + 1)
        again = xp.jit(lambda v: jax.pure_callback(double, v, v) * 2)(x)
        assert float(again.sum()) == 2 * n * (n - 1)


def test_a_program_that_is_the_librarys_calls_functions(on_devices):
    seen = []

    def body(block):
        jax.debug.callback(lambda v: seen.append(float(xp.sum(xp.asarray(v) + 1))), block)
        return block

    x = xp.arange(16.0)
    names = xp.get_mesh().axis_names
    spec = P(names)
    found = xp.shard_map(body, in_specs=spec, out_specs=spec)(x)
    assert float(found.sum()) == 120
    jax.effects_barrier()
    assert sum(seen) == 120 + 16


def test_functions_that_programs_call_use_no_devices(on_devices):
    other, errors = xp.arange(1000.0), []

    def look(v):
        for use in (lambda: float(other.sum()), lambda: float(v[0] + other[1])):
            try:
                use()
            except RuntimeError as error:
                errors.append(str(error))
        return v

    x = xp.arange(8.0)
    found = jax.jit(lambda v: jax.pure_callback(look, v, v) * 2)(x)
    assert float(found.sum()) == 56
    assert len(errors) == 2
    assert all("cannot compute on devices" in e and "as an argument" in e for e in errors)


@pytest.mark.parametrize("name", ["_thread.start_new_thread", "threading.Thread"])
def test_other_threads_use_devices(name, on_devices):
    """Also those of which Python learns by their first call."""
    x, found, ended = xp.arange(40_003.0), [], threading.Event()

    def compute():
        found.append((context.is_cut_off, x + 1))
        ended.set()

    if name == "threading.Thread":
        threading.Thread(target=compute).start()
    else:
        _thread.start_new_thread(compute, ())
    assert ended.wait(60)
    ((is_cut_off, value),) = found
    assert not is_cut_off
    assert value.sharding.mesh == xp.get_mesh()
    strategies.assert_matches(value, np.arange(40_003.0) + 1)


@pytest.mark.parametrize(
    "result", ["jax.pure_callback(wrong, v, v) * 2", "jax.debug.callback(wrong, v) or v * 2"]
)
def test_a_function_that_raises_in_a_program_ends_the_wait(result):
    program = f"""
import jax, numpy as np, sharray as xp
def wrong(v):
    raise ValueError("no")
x = xp.arange(40_003.0)
try:
    print(jax.jit(lambda v: {result})(x).sum())
    jax.effects_barrier()
except RuntimeError as error:
    print("raised", error, repr(error.__cause__))
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "JAX_NUM_CPU_DEVICES": "3"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "raised" in done.stdout, done.stderr
    assert "ValueError('no')" in done.stdout or "ValueError: no" in done.stdout


def test_a_function_that_raises_on_one_device_ends_the_wait_of_the_next_program():
    program = """
import time, jax, sharray as xp
from jax.sharding import PartitionSpec as P
def wrong(v, i):
    if i == 0:
        raise ValueError("no")
    return v
def body(v):
    w = jax.pure_callback(wrong, v, v, jax.lax.axis_index("x"))
    return w + jax.lax.psum(w.sum(), "x")
x = xp.arange(16.0, device=P("x"))
try:
    y = xp.jit(xp.shard_map(body, in_specs=P("x"), out_specs=P("x")))(x)
    time.sleep(1)
    print(float((y * 2 + 1).sum()))
except RuntimeError as error:
    print("raised", error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "JAX_NUM_CPU_DEVICES": "2"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "raised" in done.stdout, done.stderr


def test_what_calls_no_function_is_not_watched(on_devices, monkeypatch):
    monkeypatch.setattr(callbacks, "expected", False)

    def seldom(v):
        return jax.lax.cond(v[0] > 0, lambda w: jax.pure_callback(np.sin, w, w), lambda w: w, v)

    x = xp.arange(8.0)
    for function, calls in ((lambda v: jax.lax.scan(lambda s, w: (s + w, s), 0.0, v), False),
                            (lambda v: seldom(v.to_jax()), True)):  # fmt: skip
        jitted = xp.jit(function)
        for _ in range(2):
            with launch_order.lock:
                result = jitted(x)
                assert callbacks.expected == calls
            xp.block_until_ready(result)
