"""Run the code blocks of a page, in order and in one namespace: ``python docs_page.py PAGE``.

Blocks of language ``python`` are executed, or written to a file if they begin with its name
(``# heat.py``); those of ``pycon`` are doctests, whose output counts. In those of ``shell-session``
each line ``$ python ...`` is run, as a user would in a checkout, and its output counts; of a
report, whose times and order are never the same twice, the lines count that the page shows,
whatever their numbers. A block that is only to be looked at has another language.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

_BLOCK = re.compile(r"^```(python|pycon|shell-session)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# (\S+\.py)\n")
_NUMBER = re.compile(r"\d[\d,.]*(?:e[-+]?\d+)?(?: [kMG]?B\b)?")
_FLAGS = doctest.ELLIPSIS | doctest.REPORT_NDIFF


def _run(command: str) -> str:
    """Return what a command prints, its errors, too; the number of devices is its own affair."""
    if not Path("docs").exists():
        Path("docs").symlink_to(Path(__file__).parent.parent / "docs")
    name, *arguments = shlex.split(command, comments=True)
    if name != "python":
        raise ValueError(f"only python is run by the tests, not {name}")
    environment = {k: v for k, v in os.environ.items() if k != "JAX_NUM_CPU_DEVICES"}
    done = subprocess.run(
        [sys.executable, *arguments],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment | {"PYTHONPATH": str(Path(__file__).parent.parent)},
    )
    return done.stdout


def _lines(report: str) -> set[str]:
    return {" ".join(_NUMBER.sub("#", line).split()) for line in report.splitlines()} - {"...", ""}


def _session(code: str) -> bool:
    """Run the commands of a block; say whether they print what it shows."""
    checker = doctest.OutputChecker()
    for part in re.split(r"^\$ ", code, flags=re.MULTILINE)[1:]:
        command, _, wanted = part.partition("\n")
        got = _run(command)
        if "--report" in command:
            right = _lines(wanted) <= _lines(got)
        else:
            right = checker.check_output(wanted, got, _FLAGS)
        if not right:
            example = doctest.Example(command, wanted)
            print(f"$ {command}", checker.output_difference(example, got, _FLAGS), sep="\n")
            return False
    return True


def main(page: Path) -> int:
    text = page.read_text(encoding="utf-8")
    space: dict[str, object] = {"__name__": "__main__"}
    blocks = list(_BLOCK.finditer(text))
    for block in blocks:
        language, code = block.groups()
        line = text.count("\n", 0, block.start(2))
        if language == "shell-session":
            if not _session(code):
                return 1
            continue
        if language == "python" and (file := _FILE.match(code)):
            Path(file[1]).write_text(code, encoding="utf-8")
            continue
        if language == "python":
            # as many empty lines before it, so that a traceback shows the line of the page
            exec(compile("\n" * line + code, str(page), "exec"), space)
            continue
        test = doctest.DocTestParser().get_doctest(code, space, page.name, str(page), line)
        runner = doctest.DocTestRunner(optionflags=_FLAGS, verbose=False)
        runner.run(test, clear_globs=False)
        space.update(test.globs)
        if runner.failures:
            return 1
    print(f"{len(blocks)} blocks")
    return 0


if __name__ == "__main__":
    # pages that say nothing about devices are written for eight
    os.environ.setdefault("JAX_NUM_CPU_DEVICES", "8")
    # and show what a first run does
    os.environ.setdefault("SHARRAY_PROGRAM_CACHE", "0")
    sys.exit(main(Path(sys.argv[1])))
