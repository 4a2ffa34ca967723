"""How time and compiled programs grow with the size of what NumPy does in one loop or call.

``python -m conformance.costs`` runs each of some programs that other libraries of arrays are slow
at, at four sizes, for the first time in a process and with no program on disk: what the user waits
for, compiling included. It prints times of NumPy, of the launcher as it is and with everything on
devices from the beginning, and how many programs are compiled there.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile

from conformance.launched import launched

#: Name -> the sizes, what is made before the clock starts, and what is measured.
CASES: dict[str, tuple[list[int], str, str]] = {
    "tile(row, n)": ([1000, 4000, 16_000, 64_000], "x = np.arange(100.0)", "np.tile(x, n)"),
    "pad by each width below n": (
        [8, 16, 32, 64],
        "x = np.arange(100_000.0)",
        "[np.pad(x, k) for k in range(n)]",
    ),
    "insert n values": (
        [1000, 4000, 16_000, 64_000],
        "x = np.arange(100_000.0)",
        "np.insert(x, np.arange(n), 1.0)",
    ),
    "insert in a loop": (
        [8, 16, 32, 64],
        "x = np.arange(100_000.0)",
        "for k in range(n): x = np.insert(x, k, 1.0)",
    ),
    "delete in a loop": (
        [8, 16, 32, 64],
        "x = np.arange(100_000.0)",
        "for k in range(n): x = np.delete(x, k)",
    ),
    "append in a loop": (
        [8, 16, 32, 64],
        "x = np.arange(100_000.0)",
        "for k in range(n): x = np.append(x, k)",
    ),
    "concatenate n pieces": (
        [100, 1000, 10_000, 20_000],
        "x = [np.full(20, float(k)) for k in range(n)]",
        "np.concatenate(x)",
    ),
    "stack a growing list": (
        [4, 8, 16, 32],
        "x = np.arange(50_000.0)",
        "rows = []\nfor k in range(n):\n    rows.append(x + k)\n    y = np.stack(rows)",
    ),
    "block of n x n": (
        [4, 8, 16, 32],
        "x = np.ones((32, 32))",
        "np.block([[x] * n] * n)",
    ),
    "for row in x": (
        [100, 1000, 10_000, 20_000],
        "x = np.ones((n, 100))",
        "s = 0\nfor row in x: s = s + row.sum()",
    ),
    "add.at": (
        [1000, 10_000, 100_000, 1_000_000],
        "x = np.zeros(100_000); i = np.arange(n) * 7 % 100_000",
        "np.add.at(x, i, 1.0); x.sum()",
    ),
    "bincount": (
        [1000, 10_000, 100_000, 1_000_000],
        "i = np.arange(100_000) * 7 % n",
        "np.bincount(i, minlength=n).sum()",
    ),
    "sums of halves": (
        [10_000, 40_000, 160_000, 640_000],
        """x = np.ones(n)
def add(v):
    half = v.size // 2
    return v.sum() if v.size < 2000 else add(v[:half]) + add(v[half:])""",
        "add(x)",
    ),
    "slices of each length": (
        [16, 64, 256, 1024],
        "x = np.arange(200_000.0)",
        "[float((x[k:] * 2).sum()) for k in range(n)]",
    ),
}
PROGRAM = """
import json, sys, time
import numpy as np

compiled = lambda: 0
if sys.argv[2] == "sharray":
    import sharray
    compiled = lambda: sharray.cache_info().compilations
    if sys.argv[3] == "devices":
        changed = sharray.set_options(host_threshold=0)
        changed.__enter__()
results = []
(np.arange(100_000.0) * 2).sum()
for name, (sizes, before, work) in json.loads(sys.argv[1]).items():
    for n in sizes:
        space = {"np": np, "n": n}
        exec(before, space)
        count, begin = compiled(), time.perf_counter()
        exec(work, space)
        results.append((time.perf_counter() - begin, compiled() - count))
print(json.dumps(results))
"""


def measured(options: list[str], who: str, setting: str) -> list[tuple[float, int]]:
    """Return seconds and compiled programs for each size of each case, in a new process."""
    arguments = [json.dumps(CASES), who, setting]
    if who == "numpy":
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True, check=True
        )
    else:
        with tempfile.TemporaryDirectory() as cache:  # of programs: this is the first time
            done = launched(PROGRAM, options, arguments, XDG_CACHE_HOME=cache)
    return json.loads(done.stdout)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.costs",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--devices", type=int, default=2, help="of the launcher (2)")
    parser.add_argument("words", nargs="*", help="of the names of cases (all)")
    options = parser.parse_args()
    for name in list(CASES):
        if not all(word in name for word in options.words):
            del CASES[name]
    launcher = ["--devices", str(options.devices)]
    plain = measured([], "numpy", "")
    default = measured(launcher, "sharray", "default")
    devices = measured([*launcher, "--at-once"], "sharray", "devices")
    print("| program | n | NumPy, ms | launcher, ms | on devices, ms | programs |")
    print("| --- " * 6 + "|")
    results = iter(zip(plain, default, devices, strict=True))
    for name, (sizes, *_) in CASES.items():
        rows = [next(results) for _ in sizes]
        columns = [
            [f"{1e3 * seconds:.1f}" for seconds, _ in who] for who in zip(*rows, strict=True)
        ]
        programs = [str(on_devices[1]) for *_, on_devices in rows]
        cells = [", ".join(column) for column in [map(str, sizes), *columns, programs]]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
