"""Weak and strong scaling: the same work on 1, 2 and 4 processes of one device each, on this host.

``python -m conformance.scaling`` prints, for each kind of work, times of as many elements in all
(strong) and of as many for each process (weak). A process has a core of its own as far as there are
cores: beyond them times double at best.
"""

from __future__ import annotations

import argparse
import statistics
import sys

from conformance.launched import launched

WORK = {
    "x * 2 + sin(x)": "x * 2 + np.sin(x)",
    "x - mean(x)": "x - np.mean(x, keepdims=True)",
    "x[1:] - x[:-1]": "x[1:] - x[:-1]",
    "cumulative_sum(x)": "np.cumulative_sum(x)",
    "sort(x)": "np.sort(x)",
    "m.T @ m, m of 1000 columns": "m.T @ m",
    "fft.fft(m, axis=0)": "np.fft.fft(m, axis=0)",
}
PROGRAM = """
import statistics, sys, time
import sharray as np
from sharray import block_until_ready

count = int(sys.argv[1])
x = np.sin(np.arange(count, dtype=np.float64) * 7)
m = +np.reshape(x[: count // 1000 * 1000], (-1, 1000))
for source in sys.argv[2:]:
    work = eval("lambda: " + source)
    block_until_ready(work())
    times = []
    for _ in range(9):
        begin = time.perf_counter()
        block_until_ready(work())
        times.append(time.perf_counter() - begin)
    if np.distributed.process_index() == 0:
        print(statistics.median(times))
"""


def times(processes: int, count: int) -> list[float]:
    """Return the time of each kind of work, in seconds."""
    options = ["-n", str(processes), "--devices", "1"]
    done = launched(PROGRAM, options, [str(count), *WORK.values()], SHARRAY_HOST_WORK="0")
    return list(map(float, done.stdout.split()))


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.scaling",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--elements", type=int, default=1_000_000, help="in all (a million)")
    parser.add_argument("--runs", type=int, default=3, help="of each program (3)")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    options = parser.parse_args()
    most = max(options.processes)
    columns = []
    for is_weak in (False, True):
        for n in options.processes:
            count = options.elements * (n if is_weak else most) // most
            runs = []
            for run in range(options.runs):
                print(f"{n} processes, {count} elements, run {run + 1}", file=sys.stderr)
                runs.append(times(n, count))
            columns.append([statistics.median(each) for each in zip(*runs, strict=True)])
    heads = [f"{kind}, {n}" for kind in ("strong", "weak") for n in options.processes]
    print(f"| work | {' | '.join(heads)} |")
    print("| --- " * (1 + len(heads)) + "|")
    for name, *row in zip(WORK, *columns, strict=True):
        print(f"| `{name}` | {' | '.join([f'{1e3 * t:.2f} ms' for t in row])} |")


if __name__ == "__main__":
    main()
