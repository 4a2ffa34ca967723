"""SciPy's tests that run on any namespace of the array API, here on `sharray`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

DEVICES = 4
ENOUGH = 0.995
#: The one that takes the place of the namespace that SciPy's fixture gives.
_place: list[Any] = []


def modules() -> list[str]:
    """Return the modules of tests in which some take a namespace."""
    import scipy  # only here: this module is imported for NumPy's tests, too

    root = Path(scipy.__file__).parent
    files = [f for f in sorted(root.glob("*/tests/test_*.py")) if "xp" in f.read_text()]
    return [".".join(f.relative_to(root.parent).with_suffix("").parts) for f in files]


def install() -> None:
    """Have the fixture give `sharray` from here on."""
    import sharray  # not where the tests run on NumPy

    _place.append(sharray)


def replace(request: Any) -> None:
    """Give a fixture its namespace."""
    if _place and request.fixturename == "xp":
        request.param = _place[0]


def left_out(item: Any) -> str | None:
    """Return why a test is left out; None if it counts."""
    if "xp" not in item.fixturenames:
        return "takes no namespace"
    if any(marker.kwargs.get("np_only") for marker in item.iter_markers("skip_xp_backends")):
        return "for NumPy only, says SciPy"
    if item.get_closest_marker("slow") or item.get_closest_marker("xslow"):
        return "slow, says SciPy"
    return None
