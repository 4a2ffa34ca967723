"""What processes of one host have launched last, in memory that they share."""

from __future__ import annotations

import mmap

#: So many launches of each process are kept in memory.
ENTRIES = 1 << 12
_WORD, _HALF = 8, (1 << 32) - 1


class Launches:
    """What each process has launched.

    For each process: the number of its last launch, that of the last one that has been read, and
    two rings. In one is the number of a launch with a digest of all up to it, in the other with the
    number of its text; each in a word, which is written at once.

    Parameters
    ----------
    file
        The number of the open file, of `size` bytes.
    """

    def __init__(self, file: int) -> None:
        self._words = memoryview(mmap.mmap(file, 0)).cast("Q")
        self._starts = range(0, len(self._words), 2 + 2 * ENTRIES)

    @staticmethod
    def size(count: int) -> int:
        """Return how many bytes there are for so many processes."""
        return count * (2 + 2 * ENTRIES) * _WORD

    def note(self, index: int, number: int, digest: int, text: int) -> bool:
        """Write what a process launches; False if what was there has not been read."""
        words, start = self._words, self._starts[index]
        if number > words[start + 1] + ENTRIES:
            return False
        at, high = start + 2 + number % ENTRIES, (number & _HALF) << 32
        words[at + ENTRIES] = high | text
        words[at] = high | digest
        words[start] = number
        return True

    def is_same(self, number: int) -> bool:
        """Whether all have launched the same up to a launch of the last ones."""
        words, at = self._words, 2 + number % ENTRIES
        first = words[at]
        return first >> 32 == number & _HALF and all([words[i + at] == first for i in self._starts])

    def read(self, index: int, number: int) -> tuple[list[int], list[int]]:
        """Return digests and texts of what a process has launched after a number."""
        words, start = self._words, self._starts[index]
        last = words[start]
        # another processor may see what is written in another order
        while last > number and words[start + 2 + last % ENTRIES] >> 32 != last & _HALF:
            last -= 1
        if last <= number:  # less where it writes lines instead
            return [], []
        words[start + 1] = last
        at, end = (number + 1) % ENTRIES, (last + 1) % ENTRIES
        parts = [(at, end)] if at < end else [(at, ENTRIES), (0, end)]
        digests, texts = [
            [word & _HALF for i, j in parts for word in words[ring + i : ring + j]]
            for ring in (start + 2, start + 2 + ENTRIES)
        ]
        return digests, texts
