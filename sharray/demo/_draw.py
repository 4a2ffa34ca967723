"""The picture that the demo writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from sharray.demo._data import Picture


def draw(path: Path, picture: Picture, quantised: Any, blocks: list[tuple[str, int]]) -> None:
    """Write original, quantised picture and palette as one PNG.

    Parameters
    ----------
    path
        Where to.
    picture, quantised
        What the program was given, and its result.
    blocks
        Devices, and the first pixel that each holds.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    from matplotlib.figure import Figure  # start-up time

    shape = (picture.rows, picture.columns, 3)
    figure = Figure(figsize=(12, 6.5), layout="constrained")
    axes = figure.subplot_mosaic(
        [["original", "reduced"], ["palette", "palette"]], height_ratios=(3, 1)
    )
    original, reduced, palette = axes["original"], axes["reduced"], axes["palette"]

    original.imshow(picture.pixels.reshape(shape))
    original.set_title(f"original, {picture.columns} x {picture.rows}")
    reduced.imshow(quantised.pixels.reshape(shape))
    reduced.set_title(f"k-means, {len(quantised.palette)} colours, by {len(blocks)} devices")
    for name, first in blocks:
        row = first / picture.columns - 0.5
        reduced.axhline(row, color="white", linewidth=1)
        box = {"facecolor": "black", "alpha": 0.5, "linewidth": 0}
        reduced.text(0, row, f" {name}", color="white", verticalalignment="top", bbox=box)
    for picture_axes in (original, reduced):
        picture_axes.set_axis_off()

    order = np.argsort(quantised.palette @ (0.299, 0.587, 0.114))  # luma, dark to light
    shares = 100 * quantised.counts / quantised.counts.sum()
    palette.bar(
        range(len(order)), shares[order], color=quantised.palette[order] / 255, edgecolor="0.5"
    )
    palette.set_title("the palette")
    palette.set_ylabel("% of pixels")
    palette.set_xticks([])
    figure.savefig(path, format="png", dpi=100)
