"""Pictures of rectangles, lines and text: each is drawn once, as an SVG and by Matplotlib.

Text is in the colour of its surroundings, so that it can be read in light and dark themes; on a
coloured area, which is pale in both, it is black.
"""

from __future__ import annotations

import colorsys
import contextlib
import importlib
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

#: The colour of the surroundings' text.
INK = "currentColor"
#: Lines that are only to guide the eye.
RULE = "#8a8f98"
#: Pixels of a letter of 11 pixels, on average.
LETTER = 6.5
#: An inch of Matplotlib's is so many pixels.
_DPI = 100
_ANCHORS = {"start": "left", "middle": "center", "end": "right"}


class _Rectangle(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    fill: str
    edge: bool
    title: str


class _Line(NamedTuple):
    points: tuple[tuple[float, float], ...]
    colour: str
    width: float


class _Text(NamedTuple):
    x: float
    y: float
    text: str
    anchor: str
    fill: str


class _Group(NamedTuple):
    """What has a title of its own, up to the one without."""

    title: str | None


def shade(hue: float, lightness: float) -> str:
    """Return a soft colour; from a lightness of 0.65 on black can be read on it.

    Parameters
    ----------
    hue
        In degrees.
    lightness
        From 0 for black to 1 for white.
    """
    rgb = colorsys.hls_to_rgb((hue % 360) / 360, lightness, 0.6)
    return "#" + "".join([f"{round(255 * c):02x}" for c in rgb])


def wide(content: str, label: str) -> str:
    """Return what may be wider than the page, and is then scrolled by itself, by keyboard too."""
    name = escape(label)
    return (
        '<div style="overflow: auto; max-height: 30em" role="region" tabindex="0" '
        f'aria-label="{name}">'
        f"{content}</div>"
    )


class Canvas:
    """A picture; coordinates are pixels from its left and its top.

    Parameters
    ----------
    label
        What it shows, for those who do not see it.
    width, height
        Of the whole; attributes that may be set later.
    """

    def __init__(self, label: str, width: float = 0.0, height: float = 0.0) -> None:
        self.label = label
        self.width, self.height = width, height
        self._items: list[_Rectangle | _Line | _Text | _Group] = []

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        *,
        edge: bool = False,
        title: str = "",
    ) -> None:
        """Draw a rectangle; `title` is shown where the pointer rests on it."""
        self._items.append(_Rectangle(x, y, width, height, fill, edge, title))

    def line(
        self, points: Sequence[tuple[float, float]], colour: str = RULE, width: float = 1.0
    ) -> None:
        """Draw a line through points."""
        self._items.append(_Line(tuple(points), colour, width))

    def text(self, x: float, y: float, text: str, anchor: str = "start", fill: str = INK) -> None:
        """Write at a point of the base line: its "start", "middle" or "end" is there."""
        self._items.append(_Text(x, y, text, anchor, fill))

    @contextlib.contextmanager
    def group(self, title: str) -> Iterator[None]:
        """Have what is drawn meanwhile share a title."""
        self._items.append(_Group(title))
        yield
        self._items.append(_Group(None))

    def svg(self) -> str:
        """Return an SVG element."""
        width, height = f"{self.width:.0f}", f"{self.height:.0f}"
        body = "".join(map(_element, self._items))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11" '
            f'role="img" aria-label="{escape(self.label)}">{body}</svg>'
        )

    def figure(self) -> Any:
        """Return a figure of Matplotlib's `pyplot`.

        Raises
        ------
        ImportError
            If there is no Matplotlib.
        """
        try:
            pyplot: Any = importlib.import_module("matplotlib.pyplot")
        except ImportError as error:
            raise ImportError(
                "a figure needs Matplotlib, which is not installed: pip install matplotlib; "
                "svg() needs nothing"
            ) from error
        figure = pyplot.figure(figsize=(self.width / _DPI, self.height / _DPI), dpi=_DPI)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, self.width), ylim=(self.height, 0))
        axes.axis("off")
        for item in self._items:
            _draw(item, axes, pyplot)
        return figure


class Picture:
    """What is shown as a picture: notebooks do so, and `svg` and `figure` give it to others."""

    def _canvas(self) -> Canvas:
        """Draw it."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{self._canvas().label}>"

    def svg(self) -> str:
        """Return the picture as an SVG element."""
        return self._canvas().svg()

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        # Jupyter shows an SVG apart from the page, where its text does not know the theme
        canvas = self._canvas()
        return wide(canvas.svg(), canvas.label)

    def figure(self) -> Any:
        """Return the picture as a Matplotlib figure, of ``pyplot``.

        Raises
        ------
        ImportError
            If Matplotlib is not installed.
        """
        return self._canvas().figure()

    def save(self, path: Any) -> None:
        """Write the picture to a file.

        Parameters
        ----------
        path : str or path-like
            Where to. A name that ends in ``.svg`` needs nothing, others are Matplotlib's to write.

        Raises
        ------
        ImportError
            If it is not an SVG, and Matplotlib is not installed.
        OSError
            If it cannot be written.
        """
        if Path(path).suffix == ".svg":
            Path(path).write_text(self.svg(), encoding="utf-8")
            return
        figure = self.figure()
        try:
            figure.savefig(path)
        finally:
            importlib.import_module("matplotlib.pyplot").close(figure)


def _element(item: _Rectangle | _Line | _Text | _Group) -> str:
    """Return an element of an SVG, or the begin or the end of one."""
    if isinstance(item, _Group):
        return "</g>" if item.title is None else f"<g>{_title(item.title)}"
    if isinstance(item, _Text):
        return (
            f'<text x="{item.x:.1f}" y="{item.y:.1f}" text-anchor="{item.anchor}" '
            f'fill="{item.fill}">{escape(item.text)}</text>'
        )
    if isinstance(item, _Line):
        points = " ".join([f"{x:.1f},{y:.1f}" for x, y in item.points])
        return (
            f'<polyline points="{points}" fill="none" stroke="{item.colour}" '
            f'stroke-width="{item.width:g}"/>'
        )
    edge = f' stroke="{RULE}"' if item.edge else ""
    return (
        f'<rect x="{item.x:.1f}" y="{item.y:.1f}" width="{item.width:.1f}" '
        f'height="{item.height:.1f}" fill="{item.fill}"{edge}>{_title(item.title)}</rect>'
    )


def _title(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""


def _draw(item: _Rectangle | _Line | _Text | _Group, axes: Any, pyplot: Any) -> None:
    """Draw by Matplotlib."""
    points = 72 / _DPI
    if isinstance(item, _Text):
        colour = pyplot.rcParams["text.color"] if item.fill == INK else item.fill
        side = _ANCHORS[item.anchor]
        where = {"ha": side, "va": "baseline", "color": colour, "parse_math": False}
        axes.text(item.x, item.y, item.text, fontsize=11 * points, **where)
    elif isinstance(item, _Line):
        x, y = zip(*item.points, strict=True)
        axes.plot(x, y, color=item.colour, linewidth=item.width * points)
    elif isinstance(item, _Rectangle):
        edge = RULE if item.edge else "none"
        corner = (item.x, item.y)
        axes.add_patch(
            pyplot.Rectangle(
                corner, item.width, item.height, facecolor=item.fill, edgecolor=edge, linewidth=0.7
            )
        )
