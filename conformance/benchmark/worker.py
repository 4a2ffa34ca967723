"""One process of the benchmark: a number of devices, and the tasks that it is told.

It reads one JSON object from standard input and writes one per line to standard output: before
each task its number, after it the result.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from typing import Any, TextIO


def _run(task: list[str], sizes: Any) -> dict[str, Any]:
    from .rows import ROWS

    row, case = task
    try:
        return ROWS[row].cases[case](sizes)
    except Exception as error:
        traceback.print_exc()
        text = str(error).partition("\n")[0]
        return {"error": f"{type(error).__name__}: {text}"}


def main() -> None:
    given = json.loads(sys.stdin.readline())
    # what anything else prints goes to the log
    with os.fdopen(os.dup(1), "w") as channel:
        os.dup2(2, 1)
        _work(given, channel)


def _work(given: dict[str, Any], channel: TextIO) -> None:
    import jax

    import sharray
    from sharray._core.settings import ON_DEVICES

    from .sizes import FULL, QUICK

    # with one CPU large arrays would begin on the host
    sharray.set_options(
        host_threshold=ON_DEVICES["host_threshold"], host_work=ON_DEVICES["host_work"]
    )
    if len(jax.devices()) != given["devices"]:
        raise SystemExit(f"{given['devices']} devices were asked for, not {len(jax.devices())}")
    sizes = QUICK if given["quick"] else FULL
    for number, task in enumerate(given["tasks"]):
        for line in ({"begin": number}, {"end": number, **_run(task, sizes)}):
            channel.write(json.dumps(line, default=str) + "\n")
            channel.flush()


if __name__ == "__main__":
    main()
