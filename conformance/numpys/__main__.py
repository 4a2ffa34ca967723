"""The command line: ``python -m conformance --numpy``.

Run the tests of the installed NumPy that concern numeric arrays on sharray, with eight virtual CPU
devices, once at default settings and once with everything on devices. Tests count that pass on
NumPy itself. Exit code: 0 if at least 98 % of them pass in each setting, 1 if not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from conformance.environment import ROOT
from conformance.numpys import page
from conformance.numpys.runner import SETTINGS, files, run
from conformance.runner import available_cores

ENOUGH = 0.98


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line says; return the exit code."""
    made = argparse.ArgumentParser(
        prog="python -m conformance --numpy",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument(
        "--setting", choices=[name for name in SETTINGS if name != "numpy"], action="append",
        help="one of the two only",
    )  # fmt: skip
    made.add_argument(
        "--every", type=int, default=1, metavar="N", help="one test of N (default: all)"
    )
    made.add_argument("--jobs", type=int, default=available_cores(), help="processes")
    made.add_argument(
        "files", nargs="*", help="words that names of files contain, as linalg (default: all)"
    )
    options = made.parse_args(arguments)
    modules = files(options.files)
    if not modules:
        made.error(f"no file of tests is called like {' or '.join(options.files)}")

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    settings = options.setting or [name for name in SETTINGS if name != "numpy"]
    results = {
        setting: run(setting, modules, options.every, options.jobs, say)
        for setting in ("numpy", *settings)
    }
    counted = page.Counts.of(results)
    for setting in settings:
        for name, why in counted.failures(setting):
            print(f"{setting}: {name}: {why}")
    print(counted.table())
    if not options.files and options.every == 1 and not options.setting:
        (ROOT / "docs" / "numpy_tests.md").write_text(page.write(counted))
    shares = [counted.share(setting) for setting in settings]
    return int(min(shares) < ENOUGH)


if __name__ == "__main__":
    sys.exit(main())
