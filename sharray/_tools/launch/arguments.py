"""The command line of the launcher."""

from __future__ import annotations

import math
import os
import re
import sys
from dataclasses import dataclass, field

from sharray._core.links import DOCS, meant
from sharray._core.variables import MESH

#: What a command line without a program gets.
SUMMARY = f"""\
sharray runs NumPy programs, unchanged, and moves large arrays to the devices.

  python -m sharray program.py           run a program
  python -m sharray --report program.py  and say what each line ran and moved
  python -m sharray --check program.py   compare every operation with NumPy
  python -m sharray.demo                 an example, which makes a picture
  python -m sharray doctor               what this machine has, what to change
  python -m sharray --help               all options

Documentation: {DOCS}
"""
#: Fits a terminal of 80 x 24.
HELP = f"""\
usage: python -m sharray [options] program.py | -m module | -c code | - [args]
       python -m sharray doctor    what this machine has, and what to change

Run a NumPy program, unchanged: large arrays move to the devices when that pays.
Options come before the program: what follows it, --report too, is its own.

  --report [OUT.html]  say at the end what each line ran, moved and waited for
  --check              compare everything with NumPy, up to a first difference
  --progress           show what takes longer than two seconds (on a terminal)
  --at-once            put large arrays on the devices from the beginning
  --devices N          use N devices: of CPUs that many virtual ones
  --mesh 4x2           arrange them in a mesh; arrays lie along all of its axes
  -n N                 run N processes, which share their arrays; with it
    --restarts N         start them again when one has failed, N times at most
    --fewer              and without those that were killed
    --ranks              show what all of them print
  --tune               measure this machine, and write settings that fit it
  -i                   go on with what is typed, when the program has ended
  -O -W ... -X ...     and the others of Python are Python's
  -V, --version        show versions;  -h, --help  show this

More: {DOCS}launcher.html
"""

#: Python's options that the launcher has Python itself take.
_PYTHONS = re.compile(r"-[bBdEIOPqRsuv]+|-[WX].*|--check-hash-based-pycs")
#: Those of them that a value follows.
_WITH_VALUE = re.compile(r"-[WX]|--check-hash-based-pycs")
#: Several letters behind one dash, as Python takes them; the last one may have a value.
_CLUSTER = re.compile(r"-([bBdEIOPqRsuvi]+)([cmWX].*|)", re.DOTALL)
#: What only Python itself can do.
_BEFORE = re.compile(r"-S|-t|--help-(env|xoptions|all)")


class UsageError(Exception):
    """The command line is wrong; the message says how."""


@dataclass(slots=True)
class Arguments:
    """What the command line says.

    Attributes
    ----------
    kind
        "file", "module", "code", "doctor", "tune", "version", "help"; "" where there is nothing.
    target
        Path, name or code of what is run.
    rest
        The program's own arguments.
    devices, mesh
        How many devices, and in which arrangement; None where it does not say.
    at_once
        Whether large arrays begin on the devices.
    progress
        Whether to show what takes long.
    report
        None for no report, "" for a table, or the path of a page.
    check
        Whether every call is compared with NumPy's.
    processes
        How many processes to start; None for this one.
    ranks
        Whether to show what each of them prints.
    restarts
        How often to start them again.
    fewer
        Whether without those that were killed.
    interactive
        Whether to go on with what is typed.
    python
        Options for Python itself.
    command
        The command line without these.
    """

    kind: str = ""
    target: str = ""
    rest: list[str] = field(default_factory=list)
    devices: int | None = None
    mesh: tuple[int, ...] | None = None
    at_once: bool = False
    progress: bool = False
    report: str | None = None
    check: bool = False
    processes: int | None = None
    ranks: bool = False
    restarts: int = 0
    fewer: bool = False
    interactive: bool = False
    python: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)


def parse(argv: list[str]) -> Arguments:
    """Read a command line. What follows the program is the program's.

    Raises
    ------
    UsageError
        If it is not one.
    """
    arguments = Arguments()
    argv, rest = list(argv), list(argv)
    kept = 0
    while rest:
        at = len(argv) - len(rest)
        word = rest.pop(0)
        if word in ("-h", "--help"):
            return Arguments(kind="help")
        if word in ("-V", "-VV", "--version"):
            return Arguments(kind="version")
        if _PYTHONS.fullmatch(word):
            if _WITH_VALUE.fullmatch(word):
                _next(rest, word)
            end = len(argv) - len(rest)
            arguments.python += argv[at:end]
            arguments.command += argv[kept:at]
            kept = end
            continue
        if len(word) > 2 and (cluster := _CLUSTER.fullmatch(word)):
            letters, last = cluster.groups()
            words = [f"-{letter}" for letter in (*letters, last) if letter]
            argv[at : at + 1], rest[:0] = words, words
            continue
        if _set(arguments, word, rest):
            continue
        if word == "doctor" and rest in (["-h"], ["--help"]):
            return Arguments(kind="help")
        if word in ("--tune", "doctor"):
            if rest or arguments != Arguments():
                hint = "" if word == "--tune" else " (a program of that name is ./doctor)"
                raise UsageError(f"{word} goes alone{hint}")
            return Arguments(kind=word.removeprefix("--"))
        if word.startswith(("-m", "-c")):
            arguments.kind = "module" if word[1] == "m" else "code"
            arguments.target = word[2:] or _next(rest, word)
        elif word.startswith("-") and word != "-":
            if _BEFORE.fullmatch(word):
                command = f"python {word}" + " -m sharray ..." * (len(word) == 2)
                raise UsageError(f"{word} is for Python alone: {command}")
            nearest = meant(word.partition("=")[0], re.findall(r"--[a-z-]+", HELP))
            hint = f" (is it {nearest}?)" if nearest else ""
            raise UsageError(f"unknown option {word}{hint}")
        else:
            arguments.kind, arguments.target = "file", word
        break
    else:
        if arguments.interactive:
            arguments.kind = "code"
        elif not (sys.stdin is None or sys.stdin.isatty()):
            arguments.kind, arguments.target = "file", "-"
        elif argv:
            raise UsageError("no program is given")
    arguments.rest = rest
    arguments.command += argv[kept:]
    _check(arguments)
    return arguments


def _set(arguments: Arguments, word: str, rest: list[str]) -> bool:
    """Set what an option says, whose value may follow; False for what is no such option."""
    name, equals, value = word.partition("=")
    if name in ("--devices", "--restarts"):
        number = _number(name, value if equals else _next(rest, word))
        setattr(arguments, name.removeprefix("--"), number)
    elif name == "-n":
        arguments.processes = _number("-n", _next(rest, word))
    elif word == "-i":
        arguments.interactive = True
    elif word in ("--at-once", "--fewer", "--progress", "--ranks"):
        setattr(arguments, word.removeprefix("--").replace("-", "_"), True)
    elif name == "--mesh":
        arguments.mesh = _mesh(value if equals else _next(rest, word))
    elif name == "--report":
        is_page = bool(rest) and rest[0].lower().endswith((".html", ".htm"))
        arguments.report = value if equals else rest.pop(0) if is_page else ""
    elif word == "--check":
        arguments.check = arguments.at_once = True
    else:
        return False
    return True


def _check(arguments: Arguments) -> None:
    """Raise UsageError for options that do not go together."""
    if arguments.check and arguments.report is not None:
        raise UsageError(
            "--check brings every array to the host, so --report would report the check"
        )
    if arguments.processes is None:
        for given, option in (
            (arguments.ranks, "--ranks"),
            (arguments.restarts, "--restarts"),
            (arguments.fewer, "--fewer"),
        ):
            if given:
                raise UsageError(f"{option} is for several processes, -n")
    if arguments.fewer and not arguments.restarts:
        raise UsageError("--fewer is for what --restarts starts again")
    fixed = "--mesh" if arguments.mesh else MESH
    if arguments.fewer and (arguments.mesh or os.environ.get(MESH)):
        raise UsageError(
            f"{fixed} fixes a mesh that does not fit the processes that --fewer starts again: "
            "without it the mesh has as many devices as there are"
        )
    if arguments.mesh is None:
        return
    shape, count = "x".join(map(str, arguments.mesh)), math.prod(arguments.mesh)
    if arguments.processes is not None:
        each = arguments.devices or 1
        if count != each * arguments.processes:
            raise UsageError(
                f"--mesh {shape} has {count} devices, {arguments.processes} processes (-n) of "
                f"{each} (--devices) have {each * arguments.processes}"
            )
    elif arguments.devices not in (None, count):
        raise UsageError(f"--mesh {shape} has {count} devices, not {arguments.devices} (--devices)")


def _next(rest: list[str], option: str) -> str:
    if not rest:
        raise UsageError(f"{option} needs a value")
    return rest.pop(0)


def _number(option: str, text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise UsageError(f"{option} takes a positive whole number, not {text!r}")
    return number


def _mesh(text: str) -> tuple[int, ...]:
    sizes = tuple(int(n) if n.isdecimal() else 0 for n in text.split("x"))
    if min(sizes) < 1 or len(sizes) > 4:
        raise UsageError(f"--mesh takes one to four numbers like 8 or 4x2, not {text!r}")
    return sizes
