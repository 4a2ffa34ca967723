"""What each line of a program did: `report`."""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, Self

import numpy as np

from sharray._core import observers
from sharray._core.byte_counts import show_bytes
from sharray._core.user_line import Line, caller
from sharray._engine.hlo import Routes
from sharray._engine.rendezvous import Rendezvous
from sharray._tools.report.html import page, view
from sharray._tools.report.line_report import LineReport
from sharray._tools.report.memory import MemoryLog
from sharray._tools.report.pictures import Event, MemoryTimeline, Timeline, Traffic
from sharray._tools.report.sampler import INTERVAL, Sampler, Stretch
from sharray._tools.report.show import show_moves
from sharray._tools.report.text import rows_of, table

#: The part of the whole time from which on a line is worth telling of that did nothing else.
LEAST = 0.01
#: A timeline does not grow beyond this.
MOST_EVENTS = 100_000


def _is_numpys(one: LineReport) -> bool:
    """Whether NumPy computed all of a line, on the host or in the memory of CPU devices."""
    in_numpy = one.on_host + one.on_shards + one.fallbacks.total()
    return not (one.runs or one.programs) and in_numpy >= max(1, one.operations.total())


class report(observers.Observer):
    """Note what each line of the program does inside a ``with`` block.

    ``print(r)`` gives a table, worst line first: its time, operations recorded, programs compiled
    and run, bytes moved by each kind of collective, arrays gathered or fetched to the host,
    functions that NumPy computed there, and advice where there is a remedy. Operations count for
    the line that records them; programs, their times and bytes for the line that needs the value.
    Inside the block each program is waited for, so that its time is its own. In a notebook the
    report is shown with its pictures: `timeline`, `traffic` and `memory`.

    Attributes
    ----------
    lines : list of LineReport
        Of the lines that had the library do something, worst first.
    others : list of LineReport
        Of those in which nothing of it was called, and the thread of the block spent time.
    total : LineReport
        The sum of all lines.
    seconds : float
        How long the block took.
    processes : int
        How many processes it is about: see `gather`.

    Examples
    --------
    >>> import sharray
    >>> x = sharray.arange(100_000.0)
    >>> with sharray.report() as r:
    ...     y = float(sharray.sum(x * x))
    >>> print(r)  # doctest: +ELLIPSIS
    sharray report, ... s: 2 operations (...
    >>> r.to_html("report.html")
    """

    measures = True

    def __init__(self) -> None:
        self._lines: dict[Line, LineReport] = {}
        self._lock = threading.Lock()
        self._start = time.perf_counter()
        self._end: float | None = None
        self._times: defaultdict[Line, float] = defaultdict(float)
        self._stretches: list[Stretch] = []
        self._sampler: Sampler | None = None
        self._routes: Counter[Routes] = Counter()
        self._memory = MemoryLog()
        self.processes = 1
        self.events: list[Event] = []

    def __enter__(self) -> Self:
        self._start, self._end = time.perf_counter(), None
        self._sampler = Sampler(self._times, self._stretches)
        self._sampler.start()
        return super().__enter__()

    def __exit__(self, *exc: object) -> None:
        super().__exit__(*exc)
        with self._lock:
            self._memory.end(self._start)
        self._end = time.perf_counter()
        if self._sampler is not None:
            self._sampler.stop()

    def _here(self) -> LineReport:
        line = caller()
        if line not in self._lines:
            self._lines[line] = LineReport(line)
        return self._lines[line]

    def _event(self, line: Line, kind: str, seconds: float, text: str) -> None:
        if len(self.events) < MOST_EVENTS:
            start = time.perf_counter() - self._start - seconds
            self.events.append(Event(line, kind, start, seconds, text))

    # what the library tells

    def recorded(self, name: str, on_host: bool) -> None:
        """Count an operation."""
        with self._lock:
            here = self._here()
            here.operations[name] += 1
            here.on_host += on_host

    def interpreted(self, operations: int) -> None:
        """Count operations that NumPy has computed on shards."""
        with self._lock:
            here = self._here()
            here.on_shards += operations
            plural = "s" * (operations > 1)
            self._event(here.line, "host", 0.0, f"{operations} operation{plural} on shards")

    def compiled(self, program: Any, seconds: float) -> None:
        """Count a program that was compiled, or read from disk."""
        with self._lock:
            here = self._here()
            if program.from_disk:
                here.from_disk += 1
                here.disk_seconds += seconds
            else:
                here.compiled += 1
                here.compile_seconds += seconds
            self._event(here.line, "compile", seconds, "from disk" * program.from_disk)

    def launching(self, program: Any) -> None:
        """Look at what arrays hold."""
        with self._lock:
            self._memory.look(self._start, program.fresh)

    def launched(self, program: Any, seconds: float) -> None:
        """Count a run and what it moved."""
        with self._lock:
            self._memory.look(self._start)
            if program.moves:
                self._routes[program.routes] += 1
            here = self._here()
            here.runs += 1
            here.run_seconds += seconds
            for name, nbytes in program.moves:
                here.moved[name] += nbytes
            gathered = program.gathered
            here.gathers += len(gathered)
            here.gathered += sum(gathered)
            kind = "gather" if gathered else "run"
            self._event(here.line, kind, seconds, show_moves(program))

    def moving(self, kind: str, nbytes: int) -> None:
        """Count bytes that move outside a program."""
        with self._lock:
            here = self._here()
            if kind == "fetch":
                here.fetches += 1
                here.fetched += nbytes
                self._event(here.line, "fetch", 0.0, f"{show_bytes(nbytes)} to the host")
            else:
                here.moved[kind] += nbytes
                here.reads += kind == "read"

    def fell_back(self, name: str, nbytes: int) -> None:
        """Count a function that NumPy computes."""
        with self._lock:
            here = self._here()
            here.fallbacks[name] += 1
            here.fallback_bytes += nbytes
            self._event(here.line, "host", 0.0, f"{name} in NumPy, {show_bytes(nbytes)}")

    # what it comes to

    @property
    def seconds(self) -> float:
        """How long the block took, or has taken so far."""
        return (time.perf_counter() if self._end is None else self._end) - self._start

    @property
    def lines(self) -> list[LineReport]:
        """What each line did, worst first."""
        with self._lock:
            for line, one in self._lines.items():
                one.time = self._times.get(line, 0.0)
            return sorted(self._lines.values(), key=LineReport.rank)

    @property
    def others(self) -> list[LineReport]:
        """Lines that did nothing with the library, worst first; those that took no time are not."""
        least = max(LEAST * self.seconds, 3 * INTERVAL)  # fewer looks are chance
        with self._lock:
            there = dict(self._times)
            lines = [LineReport(line) for line in there.keys() - self._lines.keys()]
        for one in lines:
            one.time = there[one.line]
        return sorted([one for one in lines if one.time > least], key=LineReport.rank)

    @property
    def times(self) -> dict[Line, float]:
        """Seconds of each line, with all that it calls."""
        with self._lock:
            times = dict(self._times)
            for line, one in self._lines.items():
                times[line] = max(times.get(line, 0.0), one.seconds)
        return times

    @property
    def total(self) -> LineReport:
        """The sum of all lines."""
        total = LineReport(Line("total", 0))
        for one in self.lines:
            for name, value in vars(one).items():
                if name != "line":
                    setattr(total, name, getattr(total, name) + value)
        return total

    def gather(self) -> None:
        """Take in what all processes of the program have noted, which all have to ask for.

        They run the same programs, so of each number the largest is that of the slowest, or of the
        one that does something by itself.
        """
        lines = [
            [*one.line, {name: value for name, value in vars(one).items() if name != "line"}]
            for one in self.lines
        ]
        times = [[*k, t] for k, t in self._times.items()]
        told = Rendezvous("the report").tell_values([lines, times])
        self.processes = len(told)
        with self._lock:
            for lines, times in told:
                for file, number, values in lines:
                    line = Line(file, number)
                    self._lines.setdefault(line, LineReport(line)).include(values)
                for file, number, seconds in times:
                    line = Line(file, number)
                    self._times[line] = max(self._times[line], seconds)

    def timeline(self) -> Timeline:
        """Return a picture of when each line ran, and what ran it: Python, NumPy, the devices.

        NumPy ran a line of the library's operations if none was left to the devices.

        Shown in a notebook; ``svg()``, ``figure()`` (Matplotlib's) and ``save(path)`` are for
        elsewhere, and ``events`` has the figures. Of several processes, it is about this one.
        """
        with self._lock:
            stretches = [
                Event(s.line, "line", s.begin - self._start, s.end - s.begin, "")
                for s in self._stretches
            ]
            of_numpy = {line for line, one in self._lines.items() if _is_numpys(one)}
            whole = [e._replace(kind="host") for e in stretches if e.line in of_numpy]
            events = stretches + whole + self.events
        return Timeline([one.line for one in rows_of(self)], events, self.seconds)

    def traffic(self) -> Traffic:
        """Return a picture of the bytes that went from each device to each: a matrix.

        Shown in a notebook; ``svg()``, ``figure()`` and ``save(path)`` are for elsewhere, and
        ``bytes`` and ``devices`` have the figures.
        """
        with self._lock:
            routes = list(self._routes.items())
        devices = sorted({device for route, _ in routes for device in route.devices})
        at = {device: k for k, device in enumerate(devices)}
        nbytes = np.zeros((len(devices), len(devices)))
        for route, times in routes:
            where = [at[device] for device in route.devices]
            nbytes[np.ix_(where, where)] += times * route.matrix()
        return Traffic(devices, nbytes)

    def memory(self) -> MemoryTimeline:
        """Return a picture of what arrays held on the fullest device over time.

        It is looked at before and after programs run, for a twentieth of the time at most. Shown
        in a notebook; ``svg()``, ``figure()`` and ``save(path)`` are for elsewhere, and
        ``seconds``, ``held`` and ``needed`` have the figures.
        """
        with self._lock:
            return MemoryTimeline(self._memory.samples, self.seconds)

    def __str__(self) -> str:
        return table(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return view(self)

    def to_html(self, path: Any) -> None:
        """Write the table, the pictures and the program's lines as one self-contained page.

        Each line of the program is shaded by its time.

        Parameters
        ----------
        path : str or path-like
            Where to. A file that is there is replaced.

        Raises
        ------
        OSError
            If it cannot be written.
        """
        Path(path).write_text(page(self), encoding="utf-8")
