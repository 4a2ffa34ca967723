"""Settings of the library: defaults from the environment, changed by `set_options`."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from typing import Any


@dataclass(slots=True)
class Options:
    """The current settings; one instance exists per process.

    Attributes
    ----------
    host_threshold
        Arrays with fewer elements than this stay on the host as NumPy values until they meet a
        sharded array or are placed explicitly. 0 puts every array on the devices.
    immediate
        Run every operation at once instead of recording it.
    chain_length
        Longest chain of recorded operations before it is run. 30 is divisible by most small
        numbers, so a loop body of a few operations is cut at the same place in every iteration.
    """

    host_threshold: int = 16384
    immediate: bool = False
    chain_length: int = 30


def _number(text: str, name: str, least: int) -> int:
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {text!r}")
    return value


def _flag(text: str, name: str) -> bool:
    if text not in ("0", "1", ""):
        raise ValueError(f"{name} must be 0 or 1, not {text!r}")
    return text == "1"


def _from_environment() -> Options:
    made = Options()
    if text := os.environ.get("SHARRAY_HOST_THRESHOLD"):
        made.host_threshold = _number(text, "SHARRAY_HOST_THRESHOLD", 0)
    if text := os.environ.get("SHARRAY_CHAIN_LENGTH"):
        made.chain_length = _number(text, "SHARRAY_CHAIN_LENGTH", 1)
    if text := os.environ.get("SHARRAY_IMMEDIATE"):
        made.immediate = _flag(text, "SHARRAY_IMMEDIATE")
    return made


options = _from_environment()
_NAMES = tuple(f.name for f in fields(Options))


class set_options:
    """Change settings, for good or inside a ``with`` block.

    Parameters
    ----------
    host_threshold : int, optional
        Arrays with fewer elements stay on the host (default 16384; 0 for never).
    immediate : bool, optional
        Run each operation at once (default False).
    chain_length : int, optional
        Longest recorded chain (default 30).

    Raises
    ------
    TypeError
        For an unknown setting.
    ValueError
        For a value out of its range.

    Examples
    --------
    >>> with sharray.set_options(immediate=True):
    ...     y = x + 1
    """

    def __init__(self, **changes: Any) -> None:
        for name, value in changes.items():
            if name not in _NAMES:
                raise TypeError(f"unknown setting {name!r}; the settings are {', '.join(_NAMES)}")
            least = {"host_threshold": 0, "chain_length": 1}.get(name)
            if least is None:
                if not isinstance(value, bool):
                    raise ValueError(f"{name} must be True or False, not {value!r}")
            elif isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ValueError(f"{name} must be an int of at least {least}, not {value!r}")
        self._before = {name: getattr(options, name) for name in changes}
        for name, value in changes.items():
            setattr(options, name, value)

    def __enter__(self) -> None:
        return None

    def __exit__(self, *exc: object) -> None:
        for name, value in self._before.items():
            setattr(options, name, value)


def get_options() -> dict[str, Any]:
    """Return the current settings as a dict."""
    return {name: getattr(options, name) for name in _NAMES}
