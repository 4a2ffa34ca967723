"""The command line: ``python -m conformance --suite PATH``."""

from __future__ import annotations

import argparse
import random
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from . import report
from .environment import ROOT, default_cache
from .libraries.command import main as library
from .libraries.plugin import OWNERS
from .plan import MODES, Settings, parse_meshes, plan
from .pool import WorkerError
from .runner import available_cores, execute
from .state import Record, Writer, load_all, prepare
from .suite import CLONE, UsageError, check_installed, check_suite, code_identity

DESCRIPTION = """\
Run the public array API conformance suite on sharray, on meshes of virtual CPU devices with every
array sharded, and write docs/conformance.md. Without --mesh and --mode: deferred mode on the meshes
1, 2, 3, 8 and 4x2, and immediate mode on 8.
"""
EPILOG = f"""\
The suite is not a package. Clone it, and give the path of the clone:

  {CLONE}
  pip install hypothesis ndindex pytest pytest-json-report
  python -m conformance --suite array-api-tests

Results are kept per test, so an interrupted run goes on where it stopped: give the same command
again. While developing, -k and --failed run some of the tests, and --derandomize makes every run
draw the same arrays, so that compiled programs are read from disk, which is much faster.

NumPy's and SciPy's own tests: python -m conformance --numpy --help, and --scipy.

Exit code: 0 if every test passed, apart from those that the suite skips for every library; 1 if
not; 2 if the suite could not be run; 130 after Ctrl-C.
"""


def parser() -> argparse.ArgumentParser:
    """Build the parser of the command line."""
    p = argparse.ArgumentParser(
        prog="python -m conformance",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument(
        "--suite", type=Path, metavar="PATH", help="checkout of data-apis/array-api-tests"
    )
    p.add_argument("--mesh", type=parse_meshes, metavar="M[,M...]", help="meshes, such as 3,4x2")
    p.add_argument("--mode", choices=[*MODES, "both"], help="how operations are run")
    p.add_argument("--examples", type=_positive, default=20, help="per test (default %(default)s)")
    p.add_argument("-k", dest="keyword", metavar="EXPR", help="only the tests pytest -k selects")
    p.add_argument("--failed", action="store_true", help="only the tests that did not pass")
    p.add_argument("--fresh", action="store_true", help="forget the recorded results first")
    p.add_argument(
        "--resume", action="store_true",
        help="keep results of earlier source code too (the report says so)",
    )  # fmt: skip
    p.add_argument("--derandomize", action="store_true", help="draw the same examples every time")
    p.add_argument("--seed", type=int, help="of the examples (default: another one each time)")
    p.add_argument("--shrink", action="store_true", help="simplify failing examples (slow)")
    p.add_argument(
        "--jobs", type=_positive, metavar="N", help="worker processes (default: one per core)"
    )
    p.add_argument(
        "--timeout", type=_positive, default=600, help="s per test (default %(default)s)"
    )
    p.add_argument(
        "--worker-memory", type=float, default=3.0, metavar="GIB",
        help="a worker that has grown beyond it is replaced (default %(default)s)",
    )  # fmt: skip
    p.add_argument("--cache-dir", metavar="DIR", help="of compiled programs, or 'none'")
    p.add_argument(
        "--state", type=Path, metavar="DIR", help="of the results (default .conformance)"
    )
    p.add_argument(
        "--report", action="store_true", help="run nothing, write the page from the results"
    )
    p.add_argument("--output", type=Path, metavar="FILE", help="page (default docs/conformance.md)")
    p.add_argument("--module", default="sharray", help="module under test (default %(default)s)")
    p.add_argument("--api-version", default="2025.12", help="of the standard (default %(default)s)")
    return p


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the arguments say; return the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for owner in OWNERS:
        if given[:1] == [f"--{owner}"]:
            return library(owner, given[1:])
    args = parser().parse_args(given)
    try:
        return _main(args)
    except (UsageError, WorkerError) as error:
        print(f"conformance: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("conformance: interrupted; the same command goes on from here", file=sys.stderr)
        return 130


def _main(args: argparse.Namespace) -> int:
    own = args.module == "sharray"
    state = (args.state or ROOT / ".conformance").resolve() / args.module
    page = args.output or (ROOT / "docs" if own else state) / "conformance.md"
    if args.report:
        return _report_only(state, page)
    settings = _settings(args, state)
    prepare(settings.state)
    records = []
    for run in plan(args.mesh, args.mode, args.examples):
        records.append(execute(run, settings, ROOT, _say))
        _describe(records[-1], settings)
        if not settings.partial:
            report.write(page, load_all(state))
    if settings.partial:
        _say("some tests only: the report is left as it is (--report writes it)")
    else:
        _say(f"written: {page}")
    return _conclude(records, settings.partial)


def _settings(args: argparse.Namespace, state: Path) -> Settings:
    if args.suite is None:
        raise UsageError(f"--suite PATH is needed; clone the suite with: {CLONE}")
    if args.fresh and (args.failed or args.resume):
        raise UsageError("--fresh forgets the results that --failed and --resume go by")
    if args.derandomize and args.seed is not None:
        raise UsageError("--derandomize draws the same examples always, and so needs no --seed")
    suite = check_suite(args.suite, args.api_version)
    check_installed()
    code_identity(args.module, ROOT)
    cache = Path(args.cache_dir).resolve() if args.cache_dir else default_cache()
    return Settings(
        suite=suite,
        module=args.module,
        api_version=args.api_version,
        derandomize=args.derandomize,
        seed=random.randrange(2**31) if args.seed is None else args.seed,
        shrink=args.shrink,
        keyword=args.keyword,
        only_failed=args.failed,
        fresh=args.fresh,
        resume=args.resume,
        jobs=args.jobs or available_cores(),
        timeout=args.timeout,
        worker_memory=args.worker_memory,
        state=state,
        cache=None if args.cache_dir == "none" else cache,
    )


def _report_only(state: Path, page: Path) -> int:
    records = load_all(state)
    if not records:
        raise UsageError(f"no results in {state} to report; run the suite first")
    report.write(page, records)
    _say(f"written: {page}")
    return _conclude(records, partial=False)


def _describe(record: Record, settings: Settings) -> None:
    """Print how a run went: the counts, what failed, what took long."""
    outcomes = sorted(record.outcomes().items())
    counts = ", ".join(f"{count} {outcome}" for outcome, count in outcomes)
    _say(f"{record.run.name}: {counts}, in {report.duration(record.seconds)}")
    writer = Writer(settings.state, record.run)
    for result in record.objections():
        _say(f"  {result.outcome.upper()} {result.id}\n    {result.reason}")
    if record.outcomes()["failed"]:
        _say(f"  tracebacks: {writer.folder / 'failures'}")
    if replicated := record.total("replicated"):
        names = ", ".join(sorted(n.rpartition("::")[2] for n in report.replicating(record)))
        _say(f"  {replicated} programs in which XLA replicated an array: {names}")
    slow = sorted(record.results.values(), key=lambda r: -r.seconds)[:5]
    _say("  slowest: " + ", ".join(f"{r.id.rpartition('::')[2]} {r.seconds:.1f} s" for r in slow))


def _conclude(records: Sequence[Record], partial: bool) -> int:
    _say(report.verdict(records))
    incomplete = not partial and any(record.missing for record in records)
    return int(incomplete or any(record.objections() for record in records))


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a whole number above 0 is needed, not {text!r}")
    return int(text)


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    # To be told to stop is like Ctrl-C: workers end, results stay.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
