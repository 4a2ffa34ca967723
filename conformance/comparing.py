"""What comparing costs: a loop of collectives, with processes that compare what they do and not.

``python -m conformance.comparing`` starts both in turns, on 2 processes of this host, for two
loops: one reads a number in each round, as ``x - x.sum()`` does in NumPy's flavour, and the other
reads nothing until the end.
"""

from __future__ import annotations

import argparse
import statistics

from conformance.launched import launched

PROGRAM = """
import sys, time
import {module} as np
import sharray

def rounds(x, n):
    for _ in range(n):
        x = x - x.sum() * 1e-9
        sharray.block_until_ready(x)
    return x

x = rounds(np.linspace(0, 1, 300_000), 50)
begin = time.perf_counter()
rounds(x, int(sys.argv[1]))
if sharray.distributed.process_index() == 0:
    print(1e3 * (time.perf_counter() - begin) / int(sys.argv[1]))
"""
LOOPS = {"reads a number in each round": "numpy", "reads nothing": "sharray"}


def time_of(module: str, rounds: int, *, compares: bool) -> float:
    """Return the time of a round in milliseconds, by process 0."""
    done = launched(
        PROGRAM.format(module=module),
        ["-n", "2"],
        [str(rounds)],
        SHARRAY_COMPARE_PROCESSES=str(int(compares)),
    )
    return float(done.stdout)


def main() -> None:
    """Measure, and print what is measured."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.comparing",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--runs", type=int, default=5, help="of each (5)")
    parser.add_argument("--rounds", type=int, default=4000, help="of a loop (4000)")
    options = parser.parse_args()
    for what, module in LOOPS.items():
        pairs = [
            [time_of(module, options.rounds, compares=on) for on in (True, False)]
            for _ in range(options.runs)
        ]
        with_it, without = map(statistics.median, zip(*pairs, strict=True))
        ratios = sorted(a / b for a, b in pairs)
        print(
            f"{what}: {with_it:.3f} ms a round, {without:.3f} without, ratio "
            f"{statistics.median(ratios):.3f} ({ratios[0]:.3f} to {ratios[-1]:.3f})"
        )


if __name__ == "__main__":
    main()
