"""From the command line to the end of the program."""

from __future__ import annotations

import math
import os
import signal
import sys
from typing import Any

import sharray
from sharray._core import variables
from sharray._core.settings import ON_DEVICES, ON_HOST, prefer
from sharray._engine import agreement
from sharray._tools.launch import (
    devices,
    environment,
    imports,
    program_cache,
    rank,
    tune,
)
from sharray._tools.launch.arguments import HELP, SUMMARY, Arguments, UsageError, parse
from sharray._tools.launch.program import Program, show


def main() -> int:
    """Run the command line; return the exit code, or raise what the program raises."""
    try:
        arguments = parse(sys.argv[1:])
        if arguments.kind in _OWN:
            return _OWN[arguments.kind]()
        _check_variables()
        if arguments.python:
            environment.restart(arguments.python, arguments.command)
        program = Program(arguments)
        if arguments.processes is not None and not rank.is_child():
            from sharray._tools.launch import processes  # start-up time

            return processes.run(
                arguments.processes,
                ranks=arguments.ranks,
                restarts=arguments.restarts,
                fewer=arguments.fewer,
            )
        check_page(arguments.report)
        program_cache.keep()
        several = rank.is_child() or rank.in_cluster()
        if several:
            _start_together(arguments, program.digest())
        else:
            _start_devices(arguments)
        prefer(settings(at_once=arguments.at_once or several))
    except UsageError as error:
        print(f"sharray: {error}; see python -m sharray --help", file=sys.stderr)
        return 2
    except (devices.DevicesError, _VariableError) as error:
        print(f"sharray: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as error:
        show(error)  # nothing of the program's has run
        raise
    if arguments.report is None:
        _run(program, arguments)
        return 0

    _end_by_exception()
    try:
        with sharray.report() as report:
            try:
                _run(program, arguments)
            except SystemExit as end:
                if several and not end.code:
                    report.gather()
                raise
            else:
                if several:
                    report.gather()
            finally:
                if not several or not sharray.distributed.process_index():
                    _finish(report, arguments.report)
    except _Ended as end:
        signal.signal(end.number, signal.SIG_DFL)
        os.kill(os.getpid(), end.number)
    return 0


class _VariableError(Exception):
    """A variable of the environment is wrong."""


def _check_variables() -> None:
    """Say what is wrong with the environment, once where there are several processes."""
    try:
        variables.check()
    except (ImportError, ValueError) as error:
        raise _VariableError(error) from None
    if rank.is_first():
        for text in variables.unknown().values():
            print(f"sharray: {text}", file=sys.stderr)


def _say_what_there_is() -> int:
    print(SUMMARY, end="", file=sys.stderr)
    return 2  # as Python's own runners of programs


def _help() -> int:
    print(HELP, end="")
    return 0


def _doctor() -> int:
    from sharray._tools.launch import doctor  # start-up time

    return doctor.main()


def _tune() -> int:
    tune.tune()
    return 0


def _print_versions() -> int:
    # start-up time
    import platform
    from importlib import metadata

    others = ", ".join([f"{name} {metadata.version(name.lower())}" for name in ("NumPy", "JAX")])
    print(f"sharray {sharray.__version__} (Python {platform.python_version()}, {others})")
    return 0


#: Kinds of command lines without a program -> what they do, and return as the exit code.
_OWN = {
    "": _say_what_there_is,
    "doctor": _doctor,
    "help": _help,
    "tune": _tune,
    "version": _print_versions,
}


class _Ended(SystemExit):
    """A signal that ends the process, when the report has been written."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.number = number


def _end_by_exception() -> None:
    """Have the signals that would end the process at once raise an exception."""

    def end(number: int, frame: Any) -> None:
        raise _Ended(number)

    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)


def _run(program: Program, arguments: Arguments) -> None:
    try:
        _run_program(program, arguments)
    except BaseException as error:
        if not arguments.interactive:
            raise
        if isinstance(error, SystemExit):
            show(error)
    if arguments.interactive:
        program.interact()


def _run_program(program: Program, arguments: Arguments) -> None:
    if arguments.progress:
        from sharray._tools.launch.progress import Progress  # start-up time

        with Progress(sys.stderr, in_lines=rank.is_on_terminal):
            _run_checked(program, arguments.check)
    else:
        _run_checked(program, arguments.check)


def _run_checked(program: Program, check: bool) -> None:
    if not check:
        program.run()
        return
    # start-up time
    from sharray._tools.check import check as checking
    from sharray._tools.check import summary

    with checking() as checked:
        try:
            program.run()
        finally:
            sys.stdout.flush()
            print(summary(checked), file=sys.stderr)


def check_page(path: str | None) -> None:
    """Find out before the program runs whether its report can be written.

    Raises
    ------
    UsageError
        If it cannot.
    """
    if not path:
        return
    if os.path.isdir(path):  # noqa: PTH112 (the path is what the user wrote)
        raise UsageError(f"cannot write {path}: it is a folder")
    folder = os.path.dirname(path) or "."  # noqa: PTH120 (the path is what the user wrote)
    if not os.access(folder, os.W_OK):
        raise UsageError(f"cannot write {path}: {folder} is not a folder one can write to")


def _start_devices(arguments: Arguments) -> None:
    """Have JAX start with the devices asked for, at once.

    Otherwise JAX starts when devices are first needed, on a CPU with one: XLA uses all cores for
    it, and programs for several take longer to launch.
    """
    sizes = arguments.mesh
    requested = arguments.devices if sizes is None else math.prod(sizes)
    if requested is None:
        return
    available = devices.start(requested, requested)
    sharray.set_mesh(sharray.make_mesh(sizes or requested, devices=available))


def _start_together(arguments: Arguments, program: int) -> None:
    """Connect this process with the others, and make a mesh of the devices of all."""
    devices.ask_for(arguments.devices or 1)
    rank.prepare()
    agreement.program = program
    sharray.distributed.initialize(**rank.place())
    agreement.by_launcher = True
    if arguments.mesh is not None:
        sharray.set_mesh(sharray.make_mesh(arguments.mesh))


def settings(*, at_once: bool) -> dict[str, Any]:
    """Return what is set for programs of NumPy, but for what the environment says."""
    chosen = ON_DEVICES if at_once else ON_HOST | tune.read()
    return {k: v for k, v in chosen.items() if f"SHARRAY_{k.upper()}" not in os.environ}


def _finish(report: object, path: str) -> None:
    sys.stdout.flush()
    for file, compiler in imports.kept.items():
        print(f"sharray: {file} keeps NumPy, the only one that {compiler} knows", file=sys.stderr)
    if not path:
        print(report, file=sys.stderr)
        return
    try:
        report.to_html(path)  # type: ignore[attr-defined]
    except OSError as error:
        print(f"sharray: cannot write {path}: {error.strerror}", file=sys.stderr)
    else:
        print(f"sharray: wrote {path}", file=sys.stderr)
