"""Programs that `test_safety` runs in processes of their own: one that aborts shows as such.

``python safety_program.py reductions DEVICES THREADS COUNT`` launches reductions back to back.
``python safety_program.py interrupted DEVICES KIND`` works in a loop until SIGINT comes, several
times, and checks its arrays after each.
``python safety_program.py ends DEVICES`` forks, and ends while other threads work.
``python safety_program.py forks DEVICES`` has forked processes compute with arrays.
"""

import multiprocessing
import operator
import os
import signal
import sys
import threading

import jax
import numpy as np

import sharray as xp

SIZE = 1003


def reductions(threads: int, count: int) -> None:
    """Sum arrays again and again, keep the results, look at them only at the end."""
    x = xp.asarray(np.arange(float(SIZE)))
    wrong: list[str] = []

    def work(number: int) -> None:
        mine = [xp.block_until_ready(x * float(i) + number) for i in range(7)]
        results = []
        for i in range(count // threads):
            results.append(xp.sum(mine[i % 7]))
            results[-1].to_jax()  # launches, and does not wait
        for i, found in enumerate(results):
            want = i % 7 * (SIZE * (SIZE - 1) / 2) + SIZE * number
            if float(found) != want:
                wrong.append(f"thread {number}, sum {i}: {float(found)} instead of {want}")
                return

    workers = [threading.Thread(target=work, args=(n,)) for n in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if wrong:
        raise SystemExit("; ".join(wrong))
    assert xp.cache_info().dispatches >= count // threads * threads


def interrupted(kind: str) -> None:
    """Count in arrays until interrupted; afterwards each must be whole and writable."""
    # a parent that ignores SIGINT passes that on
    signal.signal(signal.SIGINT, signal.default_int_handler)
    start = np.arange(float(SIZE))
    x = xp.asarray(start) + 0.0
    y = xp.zeros(SIZE)
    print("ready", flush=True)
    for _ in range(10):
        try:
            print("working", flush=True)
            while True:
                if kind == "inplace":
                    x += 1.0
                elif kind == "stencil":
                    x[1:-1] = 0.5 * (x[2:] + x[:-2])
                else:
                    y = xp.sum(x) * 0.0 + x
                    float(y[3])
        except KeyboardInterrupt:
            found = np.asarray(x)
        if kind == "inplace":
            steps = found[0]
            assert steps == int(steps), steps
            np.testing.assert_array_equal(found, start + steps)
        elif kind == "stencil":
            # the straight line does not change
            np.testing.assert_array_equal(found, start)
        else:
            np.testing.assert_array_equal(np.asarray(y), start)
        x += 0.0
        xp.block_until_ready((x, y))
    print("done", flush=True)


def _is_refused_in_a_child(x: xp.ShardedArray) -> None:
    child = os.fork()
    if not child:
        try:
            xp.block_until_ready(x + 1.0)
        except RuntimeError as error:
            os._exit(0 if "forked" in str(error) else 1)
        os._exit(2)
    assert os.waitpid(child, 0)[1] == 0


def ends() -> None:
    """Fork a child, which must not hang, and end while threads work, which must not abort."""
    recorded = xp.arange(float(SIZE))  # JAX has its threads, and has not run anything
    _is_refused_in_a_child(recorded)
    x = xp.asarray(np.arange(float(SIZE)))
    xp.block_until_ready(x + 0.0)
    _is_refused_in_a_child(x)
    started = threading.Semaphore(0)

    def work() -> None:
        while True:
            xp.sum(x * 1.5).item()
            started.release()

    for _ in range(2):
        threading.Thread(target=work, daemon=True).start()
    for _ in range(100):
        started.acquire()
    print("done", flush=True)


def _total(x: xp.ShardedArray) -> float:
    return float(xp.sum(xp.sin(x) * 2.0)) + float(INHERITED[0][3])


#: What a forked process finds in its memory.
INHERITED: list[xp.ShardedArray] = []


def forks() -> None:
    """Give arrays on devices to processes that are forked, which compute without devices."""
    values = np.arange(float(SIZE))
    x = xp.asarray(values)
    INHERITED.append(xp.block_until_ready(x + 1.0))
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found = pool.map(_total, [x[: SIZE // 2], x[SIZE // 2 :], x])
    parts = values[: SIZE // 2], values[SIZE // 2 :], values
    wanted = [np.sum(np.sin(v) * 2.0) + 4.0 for v in parts]
    np.testing.assert_allclose(found, wanted, rtol=1e-9)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        [back] = pool.map(operator.neg, [x])
    np.testing.assert_array_equal(np.asarray(back), -values)
    print("done", flush=True)


if __name__ == "__main__":
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_num_cpu_devices", int(sys.argv[2]))
    xp.set_options(host_threshold=0)
    if sys.argv[1] == "reductions":
        reductions(int(sys.argv[3]), int(sys.argv[4]))
    elif sys.argv[1] == "ends":
        ends()
    elif sys.argv[1] == "forks":
        forks()
    else:
        interrupted(sys.argv[3])
