"""Many minutes of a program on processes: memory and file handles have to stay flat.

``python -m conformance.soak --minutes 10`` repeats statements of all kinds on 2 processes (and on
one, with ``--processes 1``): new shapes, writes, masks, sorts, transforms, checkpoints, files. Exit
code: 0 if, after the first fifth of the time, memory has grown by less than 5 % and no file is open
more, in each process.
"""

from __future__ import annotations

import argparse
import sys

from conformance.launched import launched

PROGRAM = """
import gc, os, sys, time
import jax
import numpy as np
import sharray
from sharray import checkpoint

mesh = sharray.get_mesh()
one_each = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(mesh.axis_names))
here = len(mesh.local_devices)

def passed():
    # the longest of all processes, so that all stop in the same round
    mine = np.full(here, time.monotonic() - begin)
    return float(sharray.from_process_local_data(one_each, mine).max())

def state():
    gc.collect()
    with open("/proc/self/statm") as file:
        pages = int(file.read().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6, len(os.listdir("/proc/self/fd"))

seconds, folder = float(sys.argv[1]), os.path.dirname(__file__)
begin, rounds, states = time.monotonic(), 0, []
while len(states) < 20:
    x = np.arange(100_003.0 + rounds % 7)
    y = np.sin(x)
    y[10:-10] += x[20:]
    y[y < 0] = 0
    total = float(y.sum()) + float(np.median(x)) + float(np.sort(y)[-1])
    m = x[:90_000].reshape(300, 300)
    total += float((m @ m.T).trace()) + float(abs(np.fft.fft(x)).max())
    z = np.concatenate([x[x % 3 == 0], y])
    if rounds % 20 == 0:
        checkpoint.save(folder + "/saved", dict(z=z, rounds=rounds), keep=2)
        back = checkpoint.load(folder + "/saved")
        assert back["rounds"] == rounds and float(abs(back["z"] - z).max()) == 0
    rounds += 1
    if rounds % 10 == 0 and passed() > seconds * (len(states) + 1) / 20:
        states.append(state())
        memory, files = states[-1]
        print(f"{rounds:6} rounds {memory:8.1f} MB {files:4} files", flush=True)
(memory, files), (last, more) = states[3], states[-1]
assert last < 1.05 * memory, f"memory has grown from {memory} to {last} MB"
assert more <= files, f"{more} files are open, {files} before"
"""


def main() -> int:
    """Run it; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.soak",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=10, help="(10)")
    parser.add_argument("--processes", type=int, default=2, help="(2)")
    options = parser.parse_args()
    words = ["-n", str(options.processes), "--ranks"]
    return launched(PROGRAM, words, [str(60 * options.minutes)], capture=False).returncode


if __name__ == "__main__":
    sys.exit(main())
