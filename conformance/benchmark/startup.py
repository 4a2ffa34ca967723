"""What importing costs, in fresh processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any

_TIMED = "import time; t = time.perf_counter(); import {}; print(time.perf_counter() - t)"


def _import(module: str, environment: Mapping[str, str]) -> float:
    command = [sys.executable, "-c", _TIMED.format(module)]
    # what pip installs is compiled to byte code, so sources are to be, too, from the first time on
    given = {k: v for k, v in environment.items() if k != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        command, env=given, capture_output=True, text=True, check=True, timeout=120
    )
    return float(done.stdout.split()[-1])


def measure(
    environment: Mapping[str, str], runs: int, tell: Callable[[], object] = lambda: None
) -> dict[str, Any]:
    """Import JAX, and sharray with it, in turns; the first time of each is not counted."""
    samples: dict[str, list[float]] = {"sharray": [], "JAX": []}
    for k in range(runs + 1):
        for name, module in (("JAX", "jax"), ("sharray", "sharray")):
            seconds = _import(module, environment)
            if k:
                samples[name].append(seconds)
            tell()
    return {"samples": samples}
