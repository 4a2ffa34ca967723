"""The command line of the demo."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np

import sharray as xp
from sharray._core.policy import cores
from sharray._tools.launch.devices import DevicesError, start
from sharray.demo._data import DemoError, Picture, digits, read_picture, sample_picture
from sharray.demo._programs import Quantised, Track, pca, quantise

PROG = "python -m sharray.demo"
#: Largest difference that rounding in the principal components explains.
TOLERANCE = 1e-9

DESCRIPTION = """\
Run one NumPy-style program on real data, on several devices with sharray and once more with
NumPy, and compare. The program reduces a photograph to a few colours by k-means, and projects
scikit-learn's 1797 digits onto their principal components. Neither 272853 pixels nor 1797
digits divide by 8: the arrays are sharded all the same.

It prints how the pixels lie on the devices, the largest difference between the two results, and
the times, and writes both pictures, the palette and the components as a PNG file.
"""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, like every other error of the demo."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        self.exit(2, f"{PROG}: {message}; see --help\n")


def parser() -> Parser:
    """Return the parser of the command line."""
    result = Parser(
        prog=PROG,
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    result.add_argument(
        "--devices",
        type=_positive,
        metavar="N",
        help="devices to use: on a CPU that many virtual ones, 8 if not given; elsewhere the "
        "first N, all if not given",
    )
    result.add_argument(
        "--image", type=Path, metavar="PATH", help="a picture to use in place of the bundled one"
    )
    result.add_argument(
        "--colors", type=_colors, default=16, metavar="K", help="colours to keep, 1 to 256 (16)"
    )
    result.add_argument(
        "--steps", type=_positive, default=30, metavar="S", help="most k-means steps (30)"
    )
    result.add_argument(
        "--out",
        type=Path,
        default=Path("sharray-demo.png"),
        metavar="PNG",
        help="where to write the result (sharray-demo.png)",
    )
    return result


def _positive(text: str) -> int:
    if not (text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive whole number")
    return int(text)


def _colors(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= 256):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 256")
    return int(text)


def check_writable(path: Path) -> None:
    """Find out before the work whether the result can be written.

    Raises
    ------
    DemoError
        If it cannot.
    """
    if path.suffix.lower() != ".png":
        raise DemoError(f"the result is a PNG file, so --out {path} must end in .png")
    new = not path.exists()
    try:
        with path.open("ab"):
            pass
        if new:
            path.unlink()
    except OSError as error:
        raise DemoError(f"cannot write {path}: {error.strerror}") from None


class Result(NamedTuple):
    """What one run gives, as NumPy arrays, and how long it took."""

    quantised: Quantised
    projected: np.ndarray
    seconds: float


def run(
    xp: Any,
    place: Callable[[np.ndarray], Any],
    picture: Picture,
    samples: np.ndarray,
    options: argparse.Namespace,
    track: Track,
) -> Result:
    """Run both programs with the namespace `xp`, from NumPy arrays to NumPy arrays."""
    start = time.perf_counter()
    raw = quantise(xp, place(picture.pixels), options.colors, options.steps, track)
    quantised = Quantised(*(np.asarray(a) for a in raw))
    projected = np.asarray(pca(xp, place(samples), 2))
    return Result(quantised, projected, time.perf_counter() - start)


def tracked(bar: Any, stage: str) -> Track:
    """Return what counts the steps of a loop on a progress bar; one left early counts whole."""

    def track(steps: range, label: str) -> Iterator[int]:
        bar.set_description(f"{stage}: {label}")
        end = bar.n + len(steps)
        try:
            for step in steps:
                yield step
                bar.update()
        finally:
            bar.update(end - bar.n)

    return track


def compare(ours: Result, expected: Result) -> tuple[list[tuple[str, float]], float]:
    """Return the largest difference of each result, and of all."""
    differences = [
        (name, float(np.max(np.abs(a.astype(np.float64) - b.astype(np.float64)))))
        for name, a, b in (
            ("palette", ours.quantised.palette, expected.quantised.palette),
            ("quantised pixels", ours.quantised.pixels, expected.quantised.pixels),
            ("principal components", ours.projected, expected.projected),
        )
    ]
    return differences, max(difference for _, difference in differences)


def demonstrate(options: argparse.Namespace) -> None:
    """Do all that the demo does.

    Raises
    ------
    DemoError
        If the command line asks for what cannot be done, or the results differ.
    """
    check_writable(options.out)
    try:
        # Looked for now, so that nobody waits for a picture that cannot be drawn.
        import matplotlib.figure  # noqa: F401
        from tqdm import tqdm  # start-up time

        samples, labels = digits()
        if options.image is None:
            picture = sample_picture(options.colors)
        else:
            picture = read_picture(options.image, options.colors)
    except ModuleNotFoundError as error:
        raise DemoError(
            f"{error.name} is missing, install it with: pip install 'sharray[demo]'"
        ) from None
    try:
        devices = start(options.devices, 8)
    except DevicesError as error:
        raise DemoError(str(error)) from None

    mesh = xp.make_mesh(len(devices))

    def shard(values: np.ndarray) -> Any:
        return xp.asarray(values, device=mesh)

    print(f"{picture.rows} x {picture.columns} = {len(picture.pixels)} pixels: {picture.about}\n")
    with xp.use_mesh(mesh):
        xp.visualize(shard(picture.pixels))
    print(flush=True)

    runs: list[Result] = []
    stages = (
        (f"sharray on {len(devices)} devices, first run", xp, shard),
        (f"sharray on {len(devices)} devices, second run", xp, shard),
        ("NumPy", np, np.asarray),
    )
    total = len(stages) * (options.colors - 1 + options.steps)
    # without a terminal it says nothing
    with xp.use_mesh(mesh), tqdm(total=total, disable=None, leave=False) as bar:
        for stage, namespace, place in stages:
            track = tracked(bar, stage)
            runs.append(run(namespace, place, picture, samples, options, track))

    from sharray.demo._draw import draw  # start-up time: it needs Matplotlib

    try:
        draw(options.out, picture, runs[0].quantised, runs[0].projected, labels)
    except OSError as error:
        raise DemoError(f"cannot write {options.out}: {error.strerror}") from None

    differences, largest = compare(runs[0], runs[-1])
    print("\nlargest difference from NumPy")
    for name, difference in differences:
        print(f"  {name:<34}{difference:9.2g}")
    print("\ntime, from NumPy arrays to NumPy arrays")
    remarks = ("compiling its programs", "with the programs compiled", "")
    for (stage, _, _), result, remark in zip(stages, runs, remarks, strict=True):
        print(f"  {stage:<34}{result.seconds:7.2f} s  {remark}".rstrip())
    if devices[0].platform == "cpu":
        print(f"The {len(devices)} virtual devices share the {cores()} core(s) that NumPy has too.")
    print(f"\nwrote {options.out}")
    if not largest <= TOLERANCE:  # NaN is a difference too
        raise DemoError(f"the results differ by {largest:.2g}, more than rounding explains")


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    options = parser().parse_args(arguments)
    try:
        demonstrate(options)
    except DemoError as error:
        print(f"{PROG}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"{PROG}: interrupted", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
