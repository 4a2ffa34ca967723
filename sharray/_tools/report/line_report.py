"""What one line of a program did."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sharray._core.user_line import Line


class LineReport:
    """What one line of a program did.

    Attributes
    ----------
    line
        File and number of the line.
    time
        Seconds that a line of the program took with all that it calls, by a look every five
        milliseconds.
    operations
        How often each operation was recorded, by name.
    on_host
        How many of them NumPy computed on the host, as their operands are small.
    on_shards
        How many operations NumPy computed in the memory of CPU devices, for the line that needed
        them.
    compiled, compile_seconds
        Programs compiled, and the time that took.
    from_disk, disk_seconds
        Programs read from disk, where an earlier run has compiled them, and the time that took.
    runs, run_seconds
        Programs run (dispatches), and the time that took.
    moved
        Bytes that each kind of collective left on each device, and those moved otherwise: to
        another placement ("device_put"), "to devices", and parts of arrays to the host ("read").
    gathers, gathered
        Arrays gathered on every device, and their bytes.
    fetches, fetched
        Sharded arrays brought to the host whole, and their bytes.
    reads
        Parts of arrays, or replicated ones, brought to the host.
    fallbacks, fallback_bytes
        Functions that NumPy computed on the host for want of a sharded implementation, by name,
        and the bytes of their operands.
    """

    def __init__(self, line: Line) -> None:
        self.line = line
        self.time = 0.0
        self.operations: Counter[str] = Counter()
        self.on_host = self.on_shards = 0
        self.compiled = 0
        self.compile_seconds = 0.0
        self.from_disk = 0
        self.disk_seconds = 0.0
        self.runs = 0
        self.run_seconds = 0.0
        self.moved: Counter[str] = Counter()
        self.gathers = 0
        self.gathered = 0
        self.fetches = 0
        self.fetched = 0
        self.reads = 0
        self.fallbacks: Counter[str] = Counter()
        self.fallback_bytes = 0

    def include(self, other: dict[str, Any]) -> None:
        """Take in what the line did in another process: of each number the largest."""
        for name, value in other.items():
            mine = getattr(self, name)
            largest = mine | Counter(value) if isinstance(mine, Counter) else max(mine, value)
            setattr(self, name, largest)

    @property
    def seconds(self) -> float:
        """Time for compiling, reading from disk and running."""
        return self.compile_seconds + self.disk_seconds + self.run_seconds

    @property
    def programs(self) -> int:
        """Programs that were new, compiled or read from disk."""
        return self.compiled + self.from_disk

    @property
    def between_devices(self) -> int:
        """Bytes that moved between devices."""
        return sum(n for kind, n in self.moved.items() if kind not in ("to devices", "read"))

    def rank(self) -> tuple[float, ...]:
        """Return what the worst line has least of."""
        bytes_moved = self.between_devices + self.fetched + self.fallback_bytes
        seconds = max(self.time, self.seconds)
        return (-seconds, -bytes_moved, -self.operations.total(), self.line.number)
