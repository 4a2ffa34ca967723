"""A report's pictures: when lines ran and on what, what moved between devices, memory over time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sharray._core.byte_counts import show_bytes
from sharray._core.user_line import Line
from sharray._functions.display.canvas import LETTER, Canvas, Picture, shade
from sharray._tools.report.show import show_line

if TYPE_CHECKING:
    from sharray._tools.report.memory import Sample

#: Lines that the timeline has a lane for.
MOST_LANES = 20
#: Kind of an event -> its colour, which can be told from white and from black, and its name.
KINDS = {
    "line": ("#7c8798", "at the line"),
    "compile": ("#c2701c", "compiling"),
    "run": ("#3179c6", "running on the devices"),
    "gather": ("#d64545", "running, with a gather"),
    "fetch": ("#8b66d9", "a whole array to the host"),
    "host": ("#2c8a5b", "in NumPy"),
}
#: Of pictures with an axis of time.
_WIDTH = 820.0
#: Letters of the name of a lane, and its height.
_NAME, _LANE = 30, 26.0
#: More devices than this are drawn as groups.
_MOST_DEVICES = 32


class Event(NamedTuple):
    """What a line did at a time.

    Attributes
    ----------
    line
        File and number of the line.
    kind
        "line", "compile", "run", "gather", "fetch" or "host".
    start, seconds
        Seconds since the report began, and how long it took.
    text
        What ran or moved.
    """

    line: Line
    kind: str
    start: float
    seconds: float
    text: str


class Timeline(Picture):
    """When each line of a program ran, and what ran it.

    A lane for each of the lines that took longest: a thin band while the program was at the line,
    and above it what was compiled, ran on the devices, or went to the host. Where NumPy computed
    all of a line, it has the whole band, with what Python did between the operations.

    Attributes
    ----------
    lines : list
        Those with a lane, worst first.
    events : list of Event
        With ``line``, ``kind``, ``start``, ``seconds`` and ``text``; the kinds are "line" (the
        program was there), "compile", "run", "gather" (a run with one), "fetch" and "host".
    seconds : float
        How long the report took.
    """

    def __init__(self, lines: Sequence[Line], events: Sequence[Event], seconds: float) -> None:
        self.lines, self.events = list(lines)[:MOST_LANES], list(events)
        self.seconds = max([seconds, 1e-9, *(e.start + e.seconds for e in events)])

    def _canvas(self) -> Canvas:
        names = [show_line(line) for line in self.lines]
        lane_of = {line: k for k, line in enumerate(self.lines)}
        worst = f", {names[0]} took longest" if names else ""
        label = f"timeline of {self.seconds:.3g} s, {len(names)} lines{worst}"
        if any(event.line not in lane_of for event in self.events):
            names.append("other lines")
        names = [name if len(name) <= _NAME else f"…{name[1 - _NAME :]}" for name in names]
        left = 12 + LETTER * max(map(len, names), default=0)
        bottom = len(names) * _LANE
        canvas = Canvas(label, _WIDTH, bottom + 70)
        width = canvas.width - left - 20
        for k, name in enumerate(names):
            canvas.text(0, k * _LANE + 16, name)
            canvas.line([(0, (k + 1) * _LANE), (canvas.width, (k + 1) * _LANE)], width=0.5)
        lanes: dict[tuple[int, str], list[Event]] = {}
        for event in self.events:
            lanes.setdefault((lane_of.get(event.line, len(lane_of)), event.kind), []).append(event)
        for (lane, kind), events in lanes.items():
            y, height = (19.0, 4.0) if kind == "line" else (4.0, 13.0)
            colour, meaning = KINDS[kind]
            for first, last, count, text in _merged(events, self.seconds / width):
                title = f"{meaning}, {last - first:.4f} s"
                title += f", {count} times" if count > 1 else f", {text}" if text else ""
                x, end = (left + at / self.seconds * width for at in (first, last))
                box = (x, lane * _LANE + y, max(1.0, end - x), height)
                canvas.rectangle(*box, colour, title=title)
        _seconds(canvas, self.seconds, (left, left + width), bottom + 14)
        for k, (colour, meaning) in enumerate(KINDS.values()):
            x, y = 10 + k % 3 * 230, bottom + 26 + k // 3 * 18
            canvas.rectangle(x, y, 10, 10, colour)
            canvas.text(x + 15, y + 9, meaning)
        return canvas


class Traffic(Picture):
    """Bytes that programs have moved from each device to each.

    What a collective leaves on a device counts as coming in equal parts from all that it joins, as
    which way it takes is XLA's affair. What goes to another placement or to the host otherwise is
    not in it.

    Attributes
    ----------
    devices : list of int
        Their numbers.
    bytes : numpy.ndarray
        In the row of a device what it has sent, in its column what it was sent.
    """

    def __init__(self, devices: Sequence[int], nbytes: np.ndarray) -> None:
        self.devices, self.bytes = list(devices), nbytes

    def _canvas(self) -> Canvas:
        if not self.bytes.any():
            return _nothing("no program has moved anything between devices")
        names, table = self._grouped()
        most = np.unravel_index(np.argmax(table), table.shape)
        canvas = Canvas(
            f"bytes from each of {len(self.devices)} devices to each: "
            f"{show_bytes(self.bytes.sum())} in all, "
            f"most from {names[most[0]]} to {names[most[1]]}, {show_bytes(table.max())}"
        )
        has_text = len(names) <= 16
        width, height = (54.0, 24.0) if has_text else (22.0, 22.0)
        left = 24 + LETTER * max(map(len, names))
        top = 38.0
        step = 1 if has_text else 1 + int(LETTER * len(names[-1]) / width)
        canvas.text(left, 12, "from the device of the row to that of the column")
        for i, name in enumerate(names):
            canvas.text(left - 6, top + (i + 0.65) * height, name, "end")
            if i % step == 0:
                canvas.text(left + (i + 0.5) * width, top - 6, name, "middle")
            for j, other in enumerate(names):
                nbytes = float(table[i, j])
                part = nbytes / float(table.max())
                fill = shade(210, 0.94 - 0.28 * part) if nbytes else "none"
                title = f"from {name} to {other}: {show_bytes(nbytes)}"
                x, y = left + j * width, top + i * height
                canvas.rectangle(x, y, width, height, fill, edge=True, title=title)
                if nbytes and has_text:
                    where = (x + width / 2, y + 0.65 * height)
                    canvas.text(*where, show_bytes(nbytes), "middle", "black")
        canvas.width = max(left + len(names) * width + 10, left + 300)
        canvas.height = top + len(names) * height + 8
        return canvas

    def _grouped(self) -> tuple[list[str], np.ndarray]:
        """Return names and bytes of the devices or, where they are many, of groups of them."""
        count = len(self.devices)
        each = -(-count // _MOST_DEVICES)
        if each == 1:
            return list(map(str, self.devices)), self.bytes
        starts = range(0, count, each)
        names = [f"{self.devices[k]}-{self.devices[min(k + each, count) - 1]}" for k in starts]
        return names, np.add.reduceat(np.add.reduceat(self.bytes, starts, 0), starts, 1)


class MemoryTimeline(Picture):
    """Bytes on the fullest device over time, looked at before and after programs run.

    Attributes
    ----------
    seconds : numpy.ndarray
        Since the report began, of each look.
    held : numpy.ndarray
        Bytes of the arrays of JAX that there were.
    needed : numpy.ndarray
        These, and what a program that runs next needs for its results and on the way.
    """

    def __init__(self, samples: Sequence[Sample], whole: float) -> None:
        table = np.array(samples, float).reshape(-1, 3)
        self.seconds = table[:, 0]
        self.held, self.needed = table[:, 1].astype(int), table[:, 2].astype(int)
        self._whole = max([whole, 1e-9, *self.seconds[-1:]])

    def _canvas(self) -> Canvas:
        if not len(self.seconds):
            return _nothing("no program has run on the devices")
        top = max(int(self.needed.max()), 1)
        canvas = Canvas(
            f"memory over {self._whole:.3g} s: arrays held at most "
            f"{show_bytes(self.held.max())} on a device, "
            f"with what programs needed {show_bytes(top)}",
            _WIDTH,
            250,
        )
        left, right, low, high = 70.0, canvas.width - 20, 190.0, 14.0
        for k in range(5):
            y = low - k / 4 * (low - high)
            canvas.line([(left, y), (right, y)], width=0.5)
            canvas.text(left - 6, y + 4, show_bytes(k / 4 * top), "end")
        x = left + self.seconds / self._whole * (right - left)
        names = ("arrays, and what a program that runs needs", "arrays")
        for k, (values, kind) in enumerate([(self.needed, "compile"), (self.held, "run")]):
            y = low - values / top * (low - high)
            # each holds until the next look
            xs, ys = np.repeat([*x, right], 2)[1:-1], np.repeat(y, 2)
            colour = KINDS[kind][0]
            canvas.line(list(zip(xs.tolist(), ys.tolist(), strict=True)), colour, 2 - k / 2)
            canvas.rectangle(left + k * 320, low + 34, 10, 10, colour)
            canvas.text(left + k * 320 + 15, low + 43, names[k])
        _seconds(canvas, self._whole, (left, right), low + 16)
        return canvas


def _nothing(text: str) -> Canvas:
    """Return a picture that says why there is nothing to be seen."""
    canvas = Canvas(text, 20 + LETTER * len(text), 24)
    canvas.text(0, 16, text)
    return canvas


def _seconds(canvas: Canvas, whole: float, between: tuple[float, float], y: float) -> None:
    """Write six times below an axis."""
    left, right = between
    for k in range(6):
        anchor = "end" if k == 5 else "middle" if k else "start"
        canvas.text(left + k / 5 * (right - left), y, f"{k * whole / 5:.3g} s", anchor)


def _merged(events: Iterable[Any], gap: float) -> list[tuple[float, float, int, str]]:
    """Join events that lie too near to be told apart: first, last, number, text of the first."""
    merged: list[tuple[float, float, int, str]] = []
    for event in sorted(events, key=lambda e: e.start):
        end = event.start + event.seconds
        if merged and event.start - merged[-1][1] < gap:
            first, last, count, text = merged[-1]
            merged[-1] = (first, max(last, end), count + 1, text)
        else:
            merged.append((event.start, end, 1, event.text))
    return merged
