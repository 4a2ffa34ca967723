"""The command line: ``python -m conformance --numpy`` and ``--scipy``.

Run the library's own tests that concern sharray on several virtual CPU devices, once at default
settings and once with everything on devices, and write their page of the documentation. Tests count
that pass on NumPy. Exit code: 0 if enough of them pass in each setting, 1 if not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from conformance.environment import ROOT
from conformance.libraries import page
from conformance.libraries.plugin import OWNERS
from conformance.libraries.runner import SETTINGS, modules_of, run
from conformance.runner import available_cores


def main(owner: str, arguments: Sequence[str] | None = None) -> int:
    """Run what the command line says; return the exit code."""
    made = argparse.ArgumentParser(
        prog=f"python -m conformance --{owner}",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument(
        "--setting", choices=[name for name in SETTINGS if name != "own"], action="append",
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
    modules = modules_of(owner, options.files)
    if not modules:
        made.error(f"no file of tests is called like {' or '.join(options.files)}")

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    settings = options.setting or [name for name in SETTINGS if name != "own"]
    results = {
        setting: run(owner, setting, modules, options.every, options.jobs, say)
        for setting in ("own", *settings)
    }
    counted = page.Counts.of(results)
    for setting in settings:
        for name, why in counted.failures(setting):
            print(f"{setting}: {name}: {why}")
    print(counted.table())
    if not options.files and options.every == 1 and not options.setting:
        (ROOT / "docs" / f"{owner}_tests.md").write_text(page.write(owner, counted))
    shares = [counted.share(setting) for setting in settings]
    return int(min(shares) < OWNERS[owner].ENOUGH)
