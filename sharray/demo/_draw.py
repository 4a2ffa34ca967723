"""The picture that the demo writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from sharray.demo._data import Picture


def draw(
    path: Path, picture: Picture, quantised: Any, projected: np.ndarray, labels: np.ndarray
) -> None:
    """Write original, quantised picture, palette and principal components as one PNG.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    from matplotlib.figure import Figure  # start-up time

    shape = (picture.rows, picture.columns, 3)
    figure = Figure(figsize=(12, 8.5), layout="constrained")
    original, reduced, palette, scatter = figure.subplots(2, 2, height_ratios=(3, 2)).ravel()

    original.imshow(picture.pixels.reshape(shape))
    original.set_title(f"original, {picture.columns} x {picture.rows}")
    reduced.imshow(quantised.pixels.reshape(shape))
    reduced.set_title(f"k-means, {len(quantised.palette)} colours")
    for axes in (original, reduced):
        axes.set_axis_off()

    order = np.argsort(quantised.palette @ (0.299, 0.587, 0.114))  # luma, dark to light
    shares = 100 * quantised.counts / quantised.counts.sum()
    palette.bar(
        range(len(order)), shares[order], color=quantised.palette[order] / 255, edgecolor="0.5"
    )
    palette.set_title("the palette")
    palette.set_ylabel("% of pixels")
    palette.set_xticks([])

    points = scatter.scatter(*projected.T, c=labels, cmap="tab10", vmin=-0.5, vmax=9.5, s=6)
    figure.colorbar(points, ax=scatter, ticks=range(10), label="digit")
    scatter.set_title(f"principal components of {len(labels)} digits")
    scatter.set_xlabel("first")
    scatter.set_ylabel("second")
    figure.savefig(path, format="png", dpi=100)
