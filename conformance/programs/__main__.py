"""Run random NumPy programs on NumPy and on sharray, and print those that differ, reduced.

One setting on one number of devices at a time. The same seed gives the same programs.

Exit code: 0 if all programs agree, 1 if not.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence

from conformance.environment import JOINED, default_cache
from conformance.launched import join


def parser() -> argparse.ArgumentParser:
    """Build the parser of the command line."""
    made = argparse.ArgumentParser(prog="python -m conformance.programs", description=__doc__)
    made.add_argument("--count", type=int, default=1000, help="of programs (default %(default)s)")
    made.add_argument("--seed", type=int, default=0, help="of all of them (default %(default)s)")
    made.add_argument("--first", type=int, default=0, help="number of the first one")
    made.add_argument(
        "--setting", default="default", choices=("default", "hosted", "mixed", "devices", "moves"),
        help="where arrays lie (default %(default)s)",
    )  # fmt: skip
    made.add_argument(
        "--devices", type=int, default=int(os.environ.get("JAX_NUM_CPU_DEVICES", "1")),
        help="virtual CPU devices (default: JAX_NUM_CPU_DEVICES, or 1)",
    )  # fmt: skip
    made.add_argument(
        "--processes", type=int, default=1, help="that run each program together (default 1)"
    )
    made.add_argument(
        "--statements", type=int,
        help="of one program about the same few arrays, in the place of many short ones",
    )  # fmt: skip
    made.add_argument("--seconds", type=float, default=float("inf"), help="begin no more after")
    made.add_argument("--show", action="store_true", help="print every program before it runs")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the arguments say; return the exit code."""
    args = parser().parse_args(arguments)
    if args.processes > 1 and JOINED not in os.environ:
        given = sys.argv[1:] if arguments is None else arguments
        command = [sys.executable, "-m", "conformance.programs", *given]
        return join(command, args.processes, args.devices)
    os.environ["JAX_NUM_CPU_DEVICES"] = str(args.devices)
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(default_cache()))
    os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0")
    # JAX reads its environment when it is imported
    if args.processes > 1:
        import conformance.joined  # noqa: F401  (it connects this process)

    from .allowed import reason_for
    from .generate import generate
    from .long import long_program
    from .reduce import reduce, script
    from .run import run
    from .settings import SETTINGS

    setting = SETTINGS[args.setting]
    outcomes: Counter[str] = Counter()
    begun = time.perf_counter()
    again = f"--seed {args.seed} --setting {args.setting} --devices {args.devices}"
    if args.statements is None:
        numbers = range(args.first, args.first + args.count)
        drawn = ((f"--first {n} --count 1 {again}", generate(args.seed, n)) for n in numbers)
    else:
        long = long_program(args.seed, args.statements)
        drawn = iter([(f"--statements {args.statements} {again}", long)])
    for options, program in drawn:
        if time.perf_counter() - begun > args.seconds:
            break
        if args.show:
            print(f"# {options}\n{program.text}\n", flush=True)
        found = run(program, setting)
        if found is None:
            outcomes["agree"] += 1
            continue
        reason = reason_for(found, setting.exact)
        if reason is None:
            program, found = reduce(program, found, lambda smaller: run(smaller, setting))
            # a later statement may have shown what an earlier one is allowed to give
            reason = reason_for(found, setting.exact)
        outcomes[reason or "differ"] += 1
        if reason is None:
            print(f"# {options}")
            print(script(program, found, setting, args.devices), end="\n\n", flush=True)
    seconds = time.perf_counter() - begun
    where = f"{args.processes} x {args.devices}" if args.processes > 1 else args.devices
    print(f"{args.setting} on {where}: {outcomes.total()} programs in {seconds:.0f} s")
    for outcome, count in outcomes.most_common():
        print(f"  {count} {outcome}")
    return int(outcomes["differ"] > 0)


if __name__ == "__main__":
    sys.exit(main())
