"""The data of the demo: a photograph."""

from __future__ import annotations

import math
import warnings
from pathlib import Path
from typing import NamedTuple

import numpy as np

#: Entries of the largest temporary array, pixels times colours: 512 MB of float64.
_MOST_ENTRIES = 2**26
#: Pixels that the first colours are chosen from.
_SAMPLE = 4096


class DemoError(Exception):
    """What a user can mend, said in one sentence."""


class Picture(NamedTuple):
    """A picture of 8-bit colours, and what was done to it."""

    rows: int
    columns: int
    pixels: np.ndarray
    about: str


def sample_picture(colors: int) -> Picture:
    """Load the photograph of a Chinese temple that scikit-learn bundles.

    Its 427 x 640 pixels divide by 8, which hides what sharray is for. So the last column is left
    out: 272853 pixels do not divide by any number of devices from 2 to 16 but 3, 7 and 9.
    """
    from sklearn.datasets import load_sample_image  # start-up time

    image = load_sample_image("china.jpg")[:, :-1]
    return _picture(
        image,
        "china.jpg of scikit-learn",
        colors,
    )


def read_picture(path: Path, colors: int) -> Picture:
    """Read a picture file.

    Raises
    ------
    DemoError
        If there is no such file, or no picture in it.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError  # start-up time: a file is given

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(path) as opened:
                image = np.asarray(ImageOps.exif_transpose(opened).convert("RGB"))
    except FileNotFoundError:
        raise DemoError(f"there is no picture at {path}") from None
    except UnidentifiedImageError:
        raise DemoError(f"{path} is not a picture in a format that Pillow reads") from None
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise DemoError(f"{path} has more pixels than this demo takes") from None
    except (OSError, ValueError, SyntaxError) as error:  # Pillow's decoders raise all of these
        reason = getattr(error, "strerror", None) or error
        raise DemoError(f"{path} cannot be read as a picture: {reason}") from None
    return _picture(image, path.name, colors)


def _picture(image: np.ndarray, about: str, colors: int) -> Picture:
    rows, columns, _ = image.shape
    step = math.ceil(math.sqrt(rows * columns * colors / _MOST_ENTRIES))
    if step > 1:
        image = image[::step, ::step]
        about += f", every pixel number {step} in both directions to save memory"
    rows, columns, _ = image.shape
    return Picture(rows, columns, np.ascontiguousarray(image).reshape(-1, 3), about)


def first_colors(pixels: np.ndarray, colors: int) -> np.ndarray:
    """Choose the colours to start from, of a few pixels: each is the farthest from those before."""
    points = pixels[:: -(-len(pixels) // _SAMPLE)].astype(np.float64)
    chosen = [points[0]]
    distance = np.sum((points - chosen[0]) ** 2, axis=1)
    for _ in range(1, colors):
        chosen.append(points[np.argmax(distance)])
        distance = np.minimum(distance, np.sum((points - chosen[-1]) ** 2, axis=1))
    return np.stack(chosen)
