"""What libraries next to NumPy do with arrays: `docs/libraries.md`.

``python -m conformance.clients`` runs fragments of programs with each library that is installed:
with NumPy, with NumPy's name for sharray (the launcher, on 2 devices), and with arrays of sharray
in a program that has NumPy's own (`x = sharray.asarray(x)`), at three sizes. It compares results,
and what is written to the arguments, and writes the page.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import warnings
from importlib import metadata
from pathlib import Path
from typing import Any

from conformance.environment import ROOT
from conformance.fragments import CASES

PAGE = ROOT / "docs" / "libraries.md"
SIZES = (100, 60_000, 2_000_000)
#: How the array comes to be, by the name of its column.
SETTINGS = ("NumPy", "launcher", "sharray")


def _digest(value: Any) -> list[Any]:
    """Return numbers that tell results apart."""
    import numpy as np

    if isinstance(value, (list, tuple)):
        return [part for v in value for part in _digest(v)]
    array = np.asarray(value)
    flat = array.ravel().astype(complex)
    sample = [*flat[:4].tolist(), *flat[-4:].tolist()]
    numbers = [complex(np.nansum(flat)), complex(np.nansum(flat * flat)), *sample]
    return [list(array.shape), *[part for v in numbers for part in (v.real, v.imag)]]


def _child(library: str, size: int, setting: str) -> None:
    """Run the fragments of a library and print what became of them."""
    import numpy as np

    # of what nobody can know is seen that it is nobody's own
    values = np.random.default_rng(0).random(size)
    found = {}
    for what, fragment in CASES[library][1].items():
        x: Any = values.copy()
        if setting == "sharray":
            import sharray

            x = sharray.asarray(x)
        scope = {"np": np, "n": size, "x": x}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(fragment, scope)
                found[what] = ["works", _digest(scope["r"]), _digest(scope["x"])]
        except Exception as error:
            text = f"{error}".strip().splitlines() or [""]
            found[what] = ["fails", f"{type(error).__name__}: {text[0]}"]
    print("\n" + json.dumps(found))


def _run(library: str, size: int, setting: str) -> dict[str, Any]:
    launcher = ["-m", "sharray", "--devices", "2"] if setting == "launcher" else []
    command = [sys.executable, *launcher, "-m", "conformance.clients"]
    command += ["--child", library, str(size), setting]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "2"}
    if setting == "sharray":
        environment["JAX_NUM_CPU_DEVICES"] = "2"
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=600, check=False
        )
        return json.loads(done.stdout.splitlines()[-1])
    except (subprocess.TimeoutExpired, IndexError, json.JSONDecodeError):
        return {what: ["fails", "the process did not end well"] for what in CASES[library][1]}


def _alike(a: Any, b: Any) -> bool:
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_alike, a, b))
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9) or (math.isnan(a) and math.isnan(b))
    return a == b


def _verdict(ours: list[Any], theirs: list[Any]) -> str:
    if theirs[0] == "fails":
        return "works" if ours[0] == "works" else "as NumPy's: fails"
    if ours[0] == "fails":
        return ours[1]
    if not _alike(ours[1], theirs[1]):
        return "**another result**"
    return "works" if _alike(ours[2], theirs[2]) else "**writes to a copy**"


def _cell(verdicts: list[str]) -> str:
    """Write what became of a fragment at all sizes."""
    if len(set(verdicts)) == 1:
        return verdicts[0].replace("|", "\\|")
    parts = [f"{size:,}: {v}" for size, v in zip(SIZES, verdicts, strict=True)]
    return "; ".join(parts).replace("|", "\\|")


INTRODUCTION = """\
# Libraries next to NumPy

`python -m conformance.clients` writes this page. It runs each fragment with NumPy, under the
launcher (`python -m sharray --devices 2`, where `numpy` is sharray), and in a plain program whose
`x` is an array of sharray (`x = sharray.asarray(x)`, 2 devices), for `x` of {sizes} numbers, and
compares the result and what has been written to `x`. "Works" means that both are NumPy's, in place
where NumPy writes in place. Otherwise there is the error: the way out is `x.to_numpy()`, NumPy's
own array of the elements ([what libraries are given](homes.md)). Python {python}.
"""


def _introduction() -> str:
    sizes = " and ".join(", ".join(f"{n:,}" for n in SIZES).rsplit(", ", 1))
    return INTRODUCTION.format(sizes=sizes, python=".".join(map(str, sys.version_info[:2])))


def main() -> int:
    """Run all, or one library, and write the page."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.clients", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--output", type=Path, default=PAGE, help="the page")
    parser.add_argument("libraries", nargs="*", help="by default all")
    options = parser.parse_args()
    if options.child:
        library, size, setting = options.child
        _child(library, int(size), setting)
        return 0
    lines = [_introduction()]
    wrong = 0
    for library in options.libraries or CASES:
        distribution = CASES[library][0]
        try:
            version = metadata.version(distribution) if distribution else sys.version.split()[0]
        except metadata.PackageNotFoundError:
            print(f"{library}: not installed", flush=True)
            continue
        lines += [f"## {library} {version}" if distribution else f"## {library}", ""]
        lines += ["| what | launcher | `sharray.asarray(x)` |", "| --- | --- | --- |"]
        found = {s: [_run(library, size, s) for size in SIZES] for s in SETTINGS}
        for what in CASES[library][1]:
            cells = []
            for setting in SETTINGS[1:]:
                pairs = zip(found[setting], found["NumPy"], strict=True)
                cells.append(_cell([_verdict(ours[what], theirs[what]) for ours, theirs in pairs]))
            wrong += sum("**" in cell for cell in cells)
            lines.append(f"| {what} | {cells[0]} | {cells[1]} |")
            print(f"{library}, {what}: {cells[0]} / {cells[1]}", flush=True)
        lines.append("")
    options.output.write_text("\n".join(lines))
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
