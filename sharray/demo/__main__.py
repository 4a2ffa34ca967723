"""The command line of the demo."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np

import sharray as xp
from sharray._core.lazy import jax
from sharray._core.links import meant
from sharray._core.machine import cores
from sharray._tools.launch.devices import DevicesError, start
from sharray._tools.report.line_report import LineReport
from sharray.demo._data import DemoError, Picture, first_colors, read_picture, sample_picture
from sharray.demo._programs import Quantised, Track, quantise

PROG = "python -m sharray.demo"
#: Largest difference that rounding explains: every distance is exact.
TOLERANCE = 0.0

DESCRIPTION = """\
Run one NumPy-style program on a photograph, on several devices with sharray
and once more with NumPy, and compare. It reduces the photograph to a few
colours by k-means. 272853 pixels do not divide by 4 devices: the array is
sharded all the same.

It prints how the pixels lie on the devices, both times and the largest
difference between the two results, and writes the picture before and after as
a PNG file.
"""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, like every other error of the demo."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        word = message.partition("unrecognized arguments: ")[2].partition(" ")[0]
        if nearest := meant(word.partition("=")[0], re.findall(r"--[a-z-]+", self.format_help())):
            message += f" (is it {nearest}?)"
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
        help="devices to use: on a CPU that many virtual ones, 4 if not given; elsewhere the "
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
    seconds: float


def run(xp: Any, pixels: Any, palette: Any, steps: int, track: Track) -> Result:
    """Run the program with the namespace `xp`."""
    start = time.perf_counter()
    raw = quantise(xp, pixels, palette, steps, track)
    quantised = Quantised(*(np.asarray(a) for a in raw))
    return Result(quantised, time.perf_counter() - start)


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


def difference(ours: Quantised, expected: Quantised) -> float:
    """Return the largest difference, in levels of a colour."""
    pairs = ((ours.palette, expected.palette), (ours.pixels, expected.pixels))
    return max([float(np.max(np.abs(np.asarray(a, float) - b))) for a, b in pairs])


def load(options: argparse.Namespace) -> Picture:
    """Return the picture, when all that the demo needs is there.

    Raises
    ------
    DemoError
        If it is not.
    """
    check_writable(options.out)
    try:
        # Looked for now, so that nobody waits for a picture that cannot be drawn; not when the
        # module is loaded, for start-up time.
        import matplotlib.figure  # noqa: F401
        import tqdm  # noqa: F401

        if options.image is None:
            return sample_picture(options.colors)
        return read_picture(options.image, options.colors)
    except ModuleNotFoundError as error:
        raise DemoError(
            f"{error.name} is missing, install it in the checkout with: pip install -e '.[demo]'"
        ) from None


def demonstrate(options: argparse.Namespace) -> None:
    """Do all that the demo does.

    Raises
    ------
    DemoError
        If the command line asks for what cannot be done, or the results differ.
    """
    picture = load(options)
    from tqdm import tqdm  # start-up time

    try:
        devices = start(options.devices, 4)
    except DevicesError as error:
        raise DemoError(str(error)) from None
    mesh = xp.make_mesh(len(devices))
    pixels = xp.asarray(picture.pixels, device=mesh)
    print(
        f"{options.colors} colours for {picture.about}, {picture.rows} x {picture.columns} pixels\n"
    )
    xp.visualize(pixels)
    print(flush=True)

    # without a terminal the bar says nothing
    palette = first_colors(picture.pixels, options.colors)
    with tqdm(total=2 * options.steps, disable=None, leave=False) as bar:
        with xp.use_mesh(mesh), xp.report() as report:
            # like the pixels, it is on the devices from the beginning: whole on each of them
            placed = xp.asarray(palette, device=jax.sharding.PartitionSpec())
            ours = run(xp, pixels, placed, options.steps, tracked(bar, "sharray"))
        expected = run(np, picture.pixels, palette, options.steps, tracked(bar, "NumPy"))

    from sharray.demo._draw import draw  # start-up time: it needs Matplotlib

    blocks = [(f"CPU {s.device.id}", s.index[0].start or 0) for s in pixels.addressable_shards]
    try:
        draw(options.out, picture, ours.quantised, blocks)
    except OSError as error:
        raise DemoError(f"cannot write {options.out}: {error.strerror}") from None
    largest = difference(ours.quantised, expected.quantised)
    conclude(options.out, report.total, ours.seconds, expected.seconds, largest)
    if not largest <= TOLERANCE:  # NaN is a difference too
        raise DemoError(f"the results differ by {largest:.2g}, more than rounding explains")


def conclude(out: Path, total: LineReport, ours: float, numpys: float, largest: float) -> None:
    """Say what has happened, and what to do next."""
    compiling = f"{total.compile_seconds:.2f} s of it for compiling {total.compiled} programs"
    if total.from_disk:  # JAX_COMPILATION_CACHE_DIR
        compiling += f", {total.disk_seconds:.2f} s for reading {total.from_disk} from disk"
    print(f"sharray {ours:8.2f} s, {compiling}")
    print(f"NumPy   {numpys:8.2f} s, on the {cores()} core(s) that the devices share")
    print(f"largest difference: {largest:.2g} of 255")
    print(f"wrote {out}")
    print("next: python -m sharray --report your_program.py")


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
