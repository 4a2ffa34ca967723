"""Limits on what moves: `comm_budget`, and the settings `warn_on_gather` and `refuse_gather`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sharray._core import observers
from sharray._core.byte_counts import show_bytes
from sharray._core.links import see
from sharray._core.observers import GatherWarning
from sharray._core.settings import on_change, options, set_options
from sharray._core.user_line import caller, warn
from sharray._tools.report.show import show_line, show_moves


class CommunicationError(RuntimeError):
    """A line would move more than its `comm_budget`, or a setting, allows; it has not been run."""

    __module__ = "sharray"


class comm_budget(observers.Observer):
    """Raise, before it runs, at the line that moves more than is allowed in a ``with`` block.

    Counted are what each collective leaves on a device, arrays that move to another placement,
    and what comes to the host; not what is placed on the devices at first.

    Parameters
    ----------
    bytes : int, optional
        Most bytes, over the whole block; any number by default.
    gathers : int, optional
        Most arrays gathered whole on every device or fetched to the host, over the whole block; any
        number by default. Below 1024 bytes they are not counted.

    Attributes
    ----------
    bytes_moved, gathers_done : int
        What has moved so far.

    Raises
    ------
    CommunicationError
        At the line that exceeds it. The program has not run, and all arrays are as before.
    TypeError, ValueError
        If a limit is not a whole number, or negative.

    Examples
    --------
    >>> import sharray
    >>> x = sharray.arange(100_000.0)
    >>> with sharray.comm_budget(bytes=1_000_000, gathers=0) as budget:
    ...     total = float(sharray.sum(x))
    >>> total, 0 < budget.bytes_moved < 1000
    (4999950000.0, True)
    """

    def __init__(self, *, bytes: int | None = None, gathers: int | None = None) -> None:
        for name, limit in (("bytes", bytes), ("gathers", gathers)):
            _check_limit("comm_budget", name, limit)
        self._bytes, self._gathers = bytes, gathers
        self.bytes_moved = 0
        self.gathers_done = 0

    def __repr__(self) -> str:
        limits = f"bytes={self._bytes}, gathers={self._gathers}"
        return f"comm_budget({limits}): {self.bytes_moved} B moved, {self.gathers_done} gathers"

    def launching(self, program: Any) -> None:
        """Count what a program will move."""
        nbytes = sum(n for _, n in program.moves)
        self._add(nbytes, len(program.gathered), show_moves(program))

    def moving(self, kind: str, nbytes: int) -> None:
        """Count what moves outside a program."""
        if kind != "to devices":
            self._add(nbytes, int(kind == "fetch"), f"{kind} {show_bytes(nbytes)}")

    def _add(self, nbytes: int, gathers: int, what: str) -> None:
        over = []
        moved, gathered = self.bytes_moved + nbytes, self.gathers_done + gathers
        if nbytes and self._bytes is not None and moved > self._bytes:
            over.append(f"{moved} bytes of {self._bytes}")
        if gathers and self._gathers is not None and gathered > self._gathers:
            over.append(f"{gathered} gathers of {self._gathers}")
        if over:
            raise CommunicationError(
                f"{show_line(caller())} would move more than the budget: {' and '.join(over)} "
                f"({what}). It has not run{see('large-gathers')}"
            )
        self.bytes_moved, self.gathers_done = moved, gathered


def _check_limit(owner: str, name: str, limit: Any) -> None:
    if limit is None:
        return
    if isinstance(limit, bool) or not isinstance(limit, int):
        raise TypeError(f"{owner}: {name} must be an int or None, not {limit!r}")
    if limit < 0:
        raise ValueError(f"{owner}: {name} must not be negative, not {limit}")


class _Limit(observers.Observer):
    """Tells of each gather of at least `least` bytes, before anything moves."""

    def __init__(self, least: int, tell: Callable[[str], None]) -> None:
        self.least, self.tell = least, tell

    def launching(self, program: Any) -> None:
        for nbytes in program.gathered:
            self._tell(nbytes, "is gathered on every device")

    def moving(self, kind: str, nbytes: int) -> None:
        if kind == "fetch":
            self._tell(nbytes, "is fetched to the host")

    def _tell(self, nbytes: int, what: str) -> None:
        if nbytes >= self.least:
            self.tell(f"an array of {show_bytes(nbytes)} {what}")


def _warn(what: str) -> None:
    warn(what, GatherWarning, "large-gathers")


def _refuse(what: str) -> None:
    raise CommunicationError(
        f"{show_line(caller())}: {what}, which refuse_gather={options.refuse_gather} does not "
        f"allow. It has not run{see('large-gathers')}"
    )


_limits: dict[str, _Limit] = {}


def _listen(name: str, tell: Callable[[str], None], least: int | None) -> None:
    """Take a setting over."""
    if (old := _limits.pop(name, None)) is not None:
        observers.active.remove(old)
    if least is not None:
        _limits[name] = _Limit(least, tell)
        observers.active.append(_limits[name])


for _name, _tell in (("warn_on_gather", _warn), ("refuse_gather", _refuse)):
    on_change[_name].append(partial(_listen, _name, _tell))
    _listen(_name, _tell, getattr(options, _name))


def warn_on_gather(nbytes: int | None = observers.SMALL) -> set_options:
    """Warn where an array is gathered on every device or fetched to the host whole.

    The same as ``set_options(warn_on_gather=nbytes)``: for good, or as a ``with`` block.

    Parameters
    ----------
    nbytes
        From how many bytes on; below 1024 nothing is ever taken for a gather. None for never.

    Raises
    ------
    ValueError
        If it is not a whole number, or negative.
    """
    return set_options(warn_on_gather=nbytes)
