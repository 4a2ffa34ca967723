"""Settings of the library: defaults from the environment, changed by `set_options`."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypedDict, Unpack

from sharray._core import variables

#: `host_threshold` where one CPU is all there is: NumPy takes half a millisecond for an operation
#: on so many elements, a program on the device as long.
SMALL = 131_072
#: `host_work` there: a second of NumPy's time or two, which is what importing JAX and compiling a
#: few programs take.
WORK = 2_000_000_000
#: What is not small begins on the devices where there are several, or another kind than CPUs: who
#: has them wants arrays there.
ON_DEVICES = {"host_threshold": 16_384, "host_work": 0}
ON_HOST = {"host_threshold": SMALL, "host_work": WORK}

#: Chains are walked by functions that call themselves.
LONGEST_CHAIN = 200


@dataclass(slots=True)
class Options:
    """The current settings; one instance exists per process.

    Attributes
    ----------
    host_threshold
        Arrays with fewer elements than this stay on the host as NumPy values until they are placed
        explicitly. 0 puts every array on the devices.
    host_work
        How many elements of arrays of one shape NumPy computes before such arrays move to the
        devices. With 0 arrays that are not small begin there.
    immediate
        Run every operation at once instead of recording it.
    chain_length
        Longest chain of recorded operations before it is run. 30 is divisible by most small
        numbers, so a loop body of a few operations is cut at the same place in every iteration.
    warn_on_gather
        Warn where an array of at least so many bytes is gathered on every device or fetched to the
        host; None for never.
    refuse_gather
        Raise there instead, before it moves.
    cache_size
        How many compiled programs are kept, at some tenths of a megabyte each. Those that have not
        run for longest are forgotten.
    compare_processes
        Whether several processes compare what they launch.
    """

    host_threshold: int = SMALL
    host_work: int = WORK
    immediate: bool = False
    chain_length: int = 30
    warn_on_gather: int | None = None
    refuse_gather: int | None = None
    cache_size: int = 2048
    compare_processes: bool = True


class Changes(TypedDict, total=False):
    """What `set_options` takes, for checkers: the attributes of `Options`."""

    host_threshold: int
    host_work: int
    immediate: bool
    chain_length: int
    warn_on_gather: int | None
    refuse_gather: int | None
    cache_size: int
    compare_processes: bool


def _check_bool(name: str, value: Any) -> None:
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be True or False (1 or 0 in the environment), not {value!r}")


def _whole(
    least: int, most: float = math.inf, *, optional: bool = False
) -> Callable[[str, Any], None]:
    def check(name: str, value: Any) -> None:
        if optional and value is None:
            return
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or not least <= value <= most:
            also = "" if most == math.inf else f" and at most {most}"
            also += " or None" if optional else ""
            raise ValueError(f"{name} must be an int of at least {least}{also}, not {value!r}")

    return check


#: What the values of a setting may be.
_CHECKS: dict[str, Callable[[str, Any], None]] = {
    "host_threshold": _whole(0),
    "host_work": _whole(0),
    "immediate": _check_bool,
    "chain_length": _whole(1, LONGEST_CHAIN),
    "warn_on_gather": _whole(0, optional=True),
    "refuse_gather": _whole(0, optional=True),
    "cache_size": _whole(1),
    "compare_processes": _check_bool,
}
#: Called with the new value of a setting that somebody has to act on.
on_change: defaultdict[str, list[Callable[[Any], None]]] = defaultdict(list)


def _from_environment() -> Options:
    """Read settings from variables such as SHARRAY_HOST_THRESHOLD."""
    settings = Options()
    for name in _CHECKS:
        variable = f"{variables.PREFIX}{name.upper()}"
        variables.known.add(variable)
        value = variables.read(variable, partial(_parsed, name, variable))
        if value is not None:
            setattr(settings, name, value)
            automatic.pop(name, None)
    return settings


def _parsed(name: str, variable: str, text: str) -> Any:
    value: Any = int(text) if text.isdecimal() else text
    if isinstance(getattr(Options(), name), bool) and value in (0, 1):
        value = bool(value)
    _CHECKS[name](variable, value)
    return value


#: Settings that nobody has set -> what they are as far as is known of the devices.
automatic = dict(ON_HOST)
#: Names of those that the launcher has set.
_preferred: set[str] = set()
options = _from_environment()


def assume(values: dict[str, int]) -> None:
    """Set what nobody has set."""
    for name in automatic:
        automatic[name] = values[name]
        _set(name, values[name])


def prefer(values: dict[str, Any]) -> None:
    """Set something whatever devices there are: but several processes have those of all."""
    set_options(**values)
    _preferred.update(values)


def is_default(name: str) -> bool:
    """Whether nobody has set it, or only the launcher."""
    return name in automatic or name in _preferred


def assume_for_processes() -> None:
    """Set for several processes what nobody has set, or only the launcher."""
    automatic.update(dict.fromkeys(_preferred, 0))
    _preferred.clear()
    assume(ON_DEVICES)


def _set(name: str, value: Any) -> None:
    setattr(options, name, value)
    for act in on_change[name]:
        act(value)


class set_options:
    """Change settings, for good or inside a ``with`` block.

    Parameters
    ----------
    host_threshold : int, optional
        Arrays with fewer elements stay on the host (0 for never; default 16 384, with one CPU
        device 131 072).
    host_work : int, optional
        Elements that NumPy computes of arrays of one shape before such arrays move to the devices
        (default 0: they begin there; with one CPU device 2·10⁹).
    immediate : bool, optional
        Run each operation at once (default False).
    chain_length : int, optional
        Longest recorded chain (default 30).
    warn_on_gather : int or None, optional
        Warn where at least so many bytes are gathered (default None, never).
    refuse_gather : int or None, optional
        Raise `CommunicationError` there, before they are (default None, never).
    cache_size : int, optional
        How many compiled programs are kept (default 2048).
    compare_processes : bool, optional
        Have several processes compare what they launch (default True).

    Raises
    ------
    TypeError
        For an unknown setting.
    ValueError
        For a value out of its range.

    Examples
    --------
    >>> import sharray
    >>> x = sharray.zeros(100_000)
    >>> with sharray.set_options(immediate=True):
    ...     y = x + 1
    >>> sharray.get_options()["immediate"]
    False
    """

    def __init__(self, **changes: Unpack[Changes]) -> None:
        for name, value in changes.items():
            if name not in _CHECKS:
                raise TypeError(f"unknown setting {name!r}; the settings are {', '.join(_CHECKS)}")
            _CHECKS[name](name, value)
        self._changes = changes
        self._before = {name: getattr(options, name) for name in changes}
        self._automatic = [name for name in changes if automatic.pop(name, None) is not None]
        _preferred.difference_update(changes)
        for name, value in changes.items():
            _set(name, value)

    def __repr__(self) -> str:
        return f"set_options({', '.join(f'{k}={v!r}' for k, v in self._changes.items())})"

    def __enter__(self) -> None:
        return None

    def __exit__(self, *exc: object) -> None:
        for name, value in self._before.items():
            if name in self._automatic:
                automatic[name] = value
            _set(name, value)


def get_options() -> dict[str, Any]:
    """Return the current settings as a dict.

    Returns
    -------
    dict
    """
    return {name: getattr(options, name) for name in _CHECKS}
