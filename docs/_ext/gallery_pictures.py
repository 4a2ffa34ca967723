"""Run programs of ``docs/examples`` on eight devices, and draw what they return.

``python gallery_pictures.py FOLDER NAME ...`` writes for each name a picture, ``NAME.png``, and
what the program printed with its report, ``NAME.json``. The sizes are those that show something.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

EXAMPLES = Path(__file__).parent.parent / "examples"
DEVICES = 8


class Shown(NamedTuple):
    """How an example is run, how its result is drawn, and what there is to be seen."""

    arguments: tuple[int, ...]
    draw: Callable[[Any, Any], None]
    caption: str


def _image(**how: Any) -> Callable[[Any, Any], None]:
    def draw(axes: Any, values: Any) -> None:
        axes.imshow(values, aspect="auto", **how)
        axes.set_axis_off()

    return draw


def _histogram(label: str) -> Callable[[Any, Any], None]:
    def draw(axes: Any, values: Any) -> None:
        axes.hist(values, bins=80)
        axes.set_xlabel(label)
        axes.set_ylabel("how many")

    return draw


def _points(across: str, up: str) -> Callable[[Any, Any], None]:
    def draw(axes: Any, values: Any) -> None:
        axes.scatter(values[:, 0], values[:, 1], s=6, alpha=0.6)
        axes.set_xlabel(across)
        axes.set_ylabel(up)

    return draw


def _line(across: str, up: str, marker: str = "") -> Callable[[Any, Any], None]:
    def draw(axes: Any, values: Any) -> None:
        axes.plot(values, marker or "-", markersize=3)
        axes.set_xlabel(across)
        axes.set_ylabel(up)

    return draw


def _digits(columns: int) -> Callable[[Any, Any], None]:
    """Rows of 64 numbers as little pictures beside each other."""

    def draw(axes: Any, values: Any) -> None:
        import numpy as np

        rows = np.pad(values.reshape(-1, columns, 8, 8), ((0, 0), (0, 0), (1, 1), (1, 1)))
        axes.imshow(np.block([list(row) for row in rows]), cmap="gray_r")
        axes.set_axis_off()

    return draw


def _weights(axes: Any, values: Any) -> None:
    weights = values[:-1].reshape(8, 8)  # the last one belongs to the constant
    largest = abs(weights).max()
    axes.imshow(weights, cmap="RdBu", vmin=-largest, vmax=largest)
    axes.set_axis_off()


SHOWN = {
    "black_scholes": Shown(
        (200_000,), _histogram("price of a call"), "How many of the options have which price."
    ),
    "conjugate_gradient": Shown(
        (300, 150), _image(cmap="RdBu"), "The solution: positive in blue, negative in red."
    ),
    "gaussian_process": Shown(
        (400, 200),
        _line("x, in steps of 1/40", "mean"),
        "The mean of the process, which has learnt a sine from noisy values.",
    ),
    "heat": Shown(
        (140, 1000),
        _image(cmap="inferno"),
        "The plate: its upper edge is at 100 degrees, its left one at 50.",
    ),
    "histogram_equalisation": Shown(
        (1,), _image(cmap="gray"), "The photograph, with its greys spread evenly."
    ),
    "image_filters": Shown((1,), _image(cmap="gray"), "The edges in the photograph of a flower."),
    "jacobi": Shown(
        (400, 30), _line("row", "solution", "."), "The solution of the system, row by row."
    ),
    "kmeans": Shown(
        (1, 10, 20), _digits(5), "The middles of ten clusters: most of them are a digit."
    ),
    "life": Shown((240, 60), _image(cmap="binary"), "The cells that live after sixty steps."),
    "logistic_regression": Shown(
        (1, 200),
        _weights,
        "What each pixel says of a digit: even where blue, odd where red.",
    ),
    "mandelbrot": Shown(
        (600, 60), _image(cmap="magma"), "How many steps each point takes to escape."
    ),
    "monte_carlo": Shown(
        (100_000, 30),
        _histogram("value of the option on a path"),
        "How many of the simulated paths end with which value.",
    ),
    "nbody": Shown((400, 20), _points("x", "y"), "Where the bodies are in the end."),
    "pca": Shown(
        (1,),
        _points("first component, absolute", "second component, absolute"),
        "The digits by the first two of their principal components.",
    ),
    "poisson_fft": Shown((256,), _image(cmap="viridis"), "The solution on its periodic square."),
    "shallow_water": Shown(
        (300, 200), _image(cmap="Blues_r"), "The height of the water, after a drop in the middle."
    ),
}


def title(name: str) -> str:
    """Return what an example says that it is."""
    source = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0].removesuffix(".")


def run(name: str) -> tuple[Any, str, str]:
    """Return what an example returns, what it prints, and the report's table."""
    import sharray
    from sharray._tools.launch.imports import compiled

    path = EXAMPLES / f"{name}.py"
    space: dict[str, Any] = {"__name__": name, "__file__": str(path)}
    exec(compiled(path.read_text(encoding="utf-8"), str(path)), space)
    printed = io.StringIO()
    sharray.cache_clear()  # what others have compiled is not this one's
    with contextlib.redirect_stdout(printed), sharray.report() as report:
        result = space["main"](*SHOWN[name].arguments)
    return result, printed.getvalue(), str(report)


def main(folder: Path, names: list[str]) -> None:
    os.environ["JAX_NUM_CPU_DEVICES"] = str(DEVICES)
    os.chdir(EXAMPLES.parent.parent)  # the report names files from here, as the page's command

    import numpy as np
    from matplotlib.figure import Figure

    for name in names:
        result, printed, report = run(name)
        figure = Figure(figsize=(6.4, 4), layout="constrained")
        SHOWN[name].draw(figure.subplots(), np.asarray(result))
        figure.savefig(folder / f"{name}.png", dpi=100)
        text = json.dumps({"printed": printed, "report": report})
        (folder / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2:])
