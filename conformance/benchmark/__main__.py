"""Measure speed and memory, print the page and write it to docs/performance.md.

It takes about twenty minutes, on a machine that does nothing else. With --npbench the kernels of
npbench are measured instead, with --examples whole programs, and no page is written.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import Any

from conformance.environment import ROOT
from conformance.progress import Progress

from . import children, machine, npbench, processes, startup
from .page import render
from .rows import IMPORT, NAMES, Task, tasks
from .sizes import FULL, QUICK
from .targets import targets

PAGE = ROOT / "docs" / "performance.md"
IMPORT_RUNS = 11


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"not a regular expression: {error}") from None
    return text


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m conformance.benchmark", description=__doc__)
    made.add_argument("--quick", action="store_true", help="small sizes, for a look")
    made.add_argument(
        "--only", action="append", choices=NAMES, metavar="ROW",
        help=f"only this row, of {', '.join(NAMES)}; may be given again",
    )  # fmt: skip
    made.add_argument(
        "--functions", type=_pattern, metavar="PATTERN",
        help="of the functions only those that match a regular expression",
    )  # fmt: skip
    made.add_argument(
        "--no-write", action="store_true",
        help="print the page only, as also happens with any of the other options",
    )  # fmt: skip
    npbench.add_options(made)
    processes.add_options(made)
    return made


def measure(
    quick: bool, only: list[str] | None, pattern: str | None, progress: Progress
) -> dict[Task, dict[str, Any]]:
    """Measure what is asked for, whatever fails."""
    todo = tasks(only, pattern)
    imports = not only or IMPORT in only
    runs = 1 if quick else IMPORT_RUNS
    progress.begin(len(todo) + imports, 0, 0)
    results: dict[Task, dict[str, Any]] = {}

    def begun(task: Task) -> None:
        plural = "s" if task.devices > 1 else ""
        progress.label = f"{task.devices} device{plural}, {task.row}, {task.case}"
        progress.show()

    def ended(task: Task, result: dict[str, Any]) -> None:
        results[task] = result
        progress.advance("error" in result)

    if imports:
        task = Task(IMPORT, IMPORT, 0)
        progress.label = "import"
        try:
            result = startup.measure(children.environment(os.environ), runs, progress.show)
        except Exception as error:
            result = {"error": f"{type(error).__name__}: {error}"}
        ended(task, result)
    children.run(todo, quick, begun, ended)
    # as the rows are listed, whatever the order in which they were measured
    return {task: results[task] for task in sorted(results, key=lambda t: NAMES.index(t.row))}


def main() -> int:
    options = parser()
    given = options.parse_args()
    for other, of in ((npbench, "npbench"), (processes, "examples")):
        names = [n for n in other.OPTIONS if getattr(given, n) != options.get_default(n)]
        if names and getattr(given, of) is None:  # in place of twenty minutes of something else
            options.error(f"--{names[0]} is an option of --{of}, which is not there")
    if note := machine.busy():
        print(note, file=sys.stderr)
    if given.npbench:
        return npbench.main(given)
    if given.examples:
        return processes.main(given)
    progress = Progress("benchmark")
    try:
        results = measure(given.quick, given.only, given.functions, progress)
    finally:
        progress.close()
    page = render(results, QUICK if given.quick else FULL)
    print(page)
    if not (given.quick or given.only or given.functions or given.no_write):
        PAGE.write_text(page, encoding="utf-8")
        figures = "python docs/_ext/page_tables.py brings its figures to other pages"
        print(f"wrote {PAGE.relative_to(ROOT)}; {figures}", file=sys.stderr)
    failed = sum("error" in result for result in results.values())
    missed = sum(not target.met for target in targets(results))
    print(f"{len(results)} measured, {failed} failed, {missed} targets missed", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except KeyboardInterrupt:
        raise SystemExit("stopped") from None
