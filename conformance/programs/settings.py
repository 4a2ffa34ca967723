"""Where arrays of a program lie: on the host, on devices, or now here and now there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import sharray
from sharray._core import policy, settings
from sharray._record import homes, host_operands
from sharray._record.handles import Handle


@dataclass(frozen=True)
class Setting:
    """One way of running a program.

    Attributes
    ----------
    host_threshold, host_work
        The options of that name.
    exact
        Whether NumPy computes everything, so that results are the same to the last bit.
    moves
        Whether arrays move between host and devices: after little work, and at ``move(x)``.
    """

    host_threshold: int
    host_work: int
    exact: bool = False
    moves: bool = False

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Run programs of a ``with`` block this way, as if nothing had run before."""
        policy.forget()
        options = sharray.set_options(host_threshold=self.host_threshold, host_work=self.host_work)
        with options:
            if self.moves:
                with patch.object(policy, "PIECE_COST", 4), patch.object(host_operands, "YOUNG", 1):
                    yield
            else:
                yield
        policy.forget()

    def move(self, x: Any) -> None:
        """Have an array change its home, if it may."""
        if self.moves and isinstance(x, Handle):
            if x._memory.host is None:
                homes.bring_home(x)
            else:
                homes.to_devices(x._memory)


#: Programs have arrays of up to some hundred elements, of which those with ten are large here.
LARGE = 10
SETTINGS = {
    # as the launcher: everything is small
    "default": Setting(settings.SMALL, settings.WORK, exact=True),
    # what is large is an array of the library, at home on the host for ever
    "hosted": Setting(LARGE, 10**15, exact=True),
    # as the library alone: what is large begins on the devices
    "mixed": Setting(LARGE, 0),
    "devices": Setting(0, 0),
    "moves": Setting(LARGE, 60, moves=True),
}
