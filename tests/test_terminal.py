"""The command line of ``python -m sharray``, and what it says on a terminal."""

import inspect
import io
import json
import re
import threading

import numpy as np
import pytest
from jax.sharding import PartitionSpec
from launching import LAUNCHER, PYTHON, ROOT, on_terminal, run

import sharray
from sharray._core.links import DOCS
from sharray._engine import compiler
from sharray._tools.launch import arguments, progress
from sharray._tools.launch.arguments import UsageError, parse

#: Options, and what is said of them.
WRONG = [
    (["nowhere.py"], "cannot open program nowhere.py: No such file or directory"),
    (["-S", "-c", "1"], "-S is for Python alone: python -S -m sharray ..."),
    (["-t", "-c", "1"], "-t is for Python alone: python -t -m sharray ..."),
    (["-m"], "-m needs a value"),
    (["--devices", "0", "-c", "1"], "--devices takes a positive whole number, not '0'"),
    (["--devices", "two", "-c", "1"], "--devices takes a positive whole number, not 'two'"),
    (["--devices", "1000", "-c", "1"], "--devices 1000 is more than the 64 virtual CPU devices"),
    (["--mesh", "4x", "-c", "1"], "--mesh takes one to four numbers like 8 or 4x2, not '4x'"),
    (["--mesh", "4x2", "--devices", "4", "-c", "1"], "--mesh 4x2 has 8 devices, not 4"),
    (["-n", "2", "--mesh", "4", "-c", "1"], "--mesh 4 has 4 devices, 2 processes (-n) of 1 "),
    (
        ["-n", "2", "--mesh", "2", "--restarts", "1", "--fewer", "-c", "1"],
        "--mesh fixes a mesh that does not fit the processes that --fewer starts again",
    ),
    (["-n", "2", "--fewer", "-c", "1"], "--fewer is for what --restarts starts again"),
    (["--check", "--report", "-c", "1"], "--check brings every array to the host"),
    (["--wat", "-c", "1"], "unknown option --wat; see"),
    (["--chek", "-c", "1"], "unknown option --chek (is it --check?); see"),
    (["--repotr=a.html", "-c", "1"], "unknown option --repotr=a.html (is it --report?); see"),
    (["--report", "nowhere/out.html", "-c", "1"], "cannot write nowhere/out.html: nowhere"),
]
ALL_AT_ONCE = """
import contextlib, io, json, sys
from sharray._tools.launch.main import main

found = []
for options in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    sys.argv = ["sharray", *options]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main()
    found.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(found))
"""


def check_wrong(message, code, out, err):
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith(f"sharray: {message}")
    assert err.count("--help") <= 1


def test_wrong_command_lines_end_in_one_sentence(tmp_path):
    options = json.dumps([options for options, _ in WRONG])
    done = run(PYTHON, "-c", ALL_AT_ONCE, options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for (_, message), found in zip(WRONG, json.loads(done.stdout), strict=True):
        check_wrong(message, *found)


def test_a_mesh_of_the_environment_does_not_fit_fewer_processes(monkeypatch):
    monkeypatch.setenv("SHARRAY_MESH", "2")
    with pytest.raises(UsageError, match="SHARRAY_MESH fixes a mesh that does not fit"):
        parse(["-n", "2", "--restarts", "1", "--fewer", "-c", "1"])


def test_what_python_alone_says():
    with pytest.raises(UsageError, match=r"^--help-env is for Python alone: python --help-env$"):
        parse(["--help-env"])
    assert parse(["-VV"]).kind == "version"


@pytest.mark.parametrize(("options", "message"), [WRONG[1], WRONG[7]])
def test_wrong_command_lines_are_the_exit_code_of_the_process(tmp_path, options, message):
    done = run(LAUNCHER, *options, cwd=tmp_path)
    check_wrong(message, done.returncode, done.stdout, done.stderr)


def fits(text):
    """Whether a text leaves a line of a terminal of 80 x 24 for the next prompt."""
    lines = text.splitlines()
    return len(lines) < 24 and max(map(len, lines)) <= 80


def test_alone_it_says_what_there_is(tmp_path):
    code, shown = on_terminal(LAUNCHER, cwd=tmp_path)
    assert code == 2
    assert fits(shown)
    for command in ("program.py", "--report", "--check", "sharray.demo", "doctor", "--help"):
        assert command in shown
    assert DOCS in shown


def test_help_fits_a_screen_and_has_every_option(tmp_path):
    done = run(LAUNCHER, "--help", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("usage: python -m sharray")
    assert fits(done.stdout)
    source = inspect.getsource(arguments)
    options = set(re.findall(r'"(--[a-z-]+|-[a-z])"', source)) - {"-h", "-W"}
    assert options >= {"--devices", "--mesh", "--report", "--check", "--progress", "--fewer", "-n"}
    page = (ROOT / "docs" / "launcher.md").read_text()
    for option in options:
        assert f"{option} " in done.stdout or f"{option}," in done.stdout, option
        assert f"`{option}" in page, option


def test_versions(tmp_path):
    version = run(LAUNCHER, "--version", cwd=tmp_path).stdout
    assert version.startswith(f"sharray {sharray.__version__} (Python ")
    assert f"NumPy {np.__version__}, JAX " in version


def test_a_program_may_be_called_doctor(folder):
    where = folder(doctor="print('mine')")
    (where / "doctor").write_text("print('mine, too')")
    assert run(LAUNCHER, "doctor.py", cwd=where).stdout == "mine\n"
    assert run(LAUNCHER, "./doctor", cwd=where).stdout == "mine, too\n"
    assert parse(["doctor"]).kind == "doctor"
    assert parse(["program.py", "doctor"]).kind == "file"
    for wrong in (["doctor", "x"], ["--devices", "2", "doctor"]):
        with pytest.raises(UsageError, match=r"\./doctor"):
            parse(wrong)


# colours


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("environment", "terminal", "elsewhere"),
    [
        ({}, True, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": ""}, True, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ({"TERM": "dumb"}, False, False),
    ],
)
def test_colours_are_where_the_environment_wants_them(
    monkeypatch, environment, terminal, elsewhere
):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ({"TERM": "xterm"} | environment).items():
        monkeypatch.setenv(name, value)
    x = sharray.ones((8, 3), device=PartitionSpec("x"))
    for out, expected in ((Terminal(), terminal), (io.StringIO(), elsewhere)):
        sharray.visualize(x, file=out)
        assert ("\x1b[" in out.getvalue()) == expected


# progress


@pytest.fixture
def at_once(monkeypatch):
    """Have what takes any time at all be shown."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "LONG", 0.0)
    monkeypatch.setattr(progress, "_INTERVAL", 0.001)


def wait_for(text, out):
    while text not in out.getvalue():
        threading.Event().wait(0.01)


def test_progress_shows_the_statement_and_makes_way(at_once):
    out = Terminal()
    with progress.Progress(out):
        wait_for("threading.Event().wait", out)
        assert "test_terminal.py:" in out.getvalue()
        out.write("the program's\n")
        assert out.getvalue().endswith("\r\x1b[Kthe program's\n") or "write" in vars(out)
    assert "write" not in vars(out)
    assert not [t for t in threading.enumerate() if t.name == "sharray-progress"]


def test_progress_tells_of_compiling_and_how_long_it_took(at_once, monkeypatch):
    out, x = Terminal(), sharray.ones((7, 3), device=sharray.make_mesh(2))
    compile_jitted = compiler.compile_jitted

    def seen(*args):
        wait_for("  compiling, 0 s", out)
        return compile_jitted(*args)

    sharray.cache_clear()
    monkeypatch.setattr(compiler, "compile_jitted", seen)
    with progress.Progress(out):
        sharray.block_until_ready(sharray.sin(x) + 0.25)
    assert re.search(r"test_terminal\.py:\d+: compiled in \d+\.\d s\n", out.getvalue())


def test_progress_is_silent_in_a_pipe(at_once):
    out, before = io.StringIO(), threading.active_count()
    with progress.Progress(out):
        assert threading.active_count() == before
    assert out.getvalue() == ""


def test_progress_in_lines_is_told_at_twice_the_time(at_once):
    out = io.StringIO()
    with progress.Progress(out, in_lines=True):
        # all in one line, which the program is at for long
        next(1 for _ in iter(lambda: threading.Event().wait(0.1), 1) if len(out.getvalue()) > 250)
    # on a busy machine it is seen at the line before, too
    first, *others = [line for line in out.getvalue().splitlines() if ": next(" in line]
    assert re.fullmatch(r"\S*test_terminal\.py:\d+: next.*  [01] s", first)
    assert len(others) < 20
    assert "\x1b" not in out.getvalue()


@pytest.mark.some(1)
@pytest.mark.parametrize("options", [(), ("-n", "2")])
def test_progress_of_a_program(folder, options):
    where = folder(program=f"import time\ntime.sleep({3 if options else 0})\nprint('done')")
    code, shown = on_terminal(LAUNCHER, "--progress", *options, "program.py", cwd=where)
    assert code == 0
    shown = re.sub(r"program\.py:2: time\.sleep\(3\)  [23] s\n", "said ", shown, count=1)
    assert shown == ("said done\n" if options else "done\n")


def test_arguments_after_the_program_are_the_programs():
    made = parse(["--report", "program.py", "--devices", "3", "--check"])
    assert (made.report, made.target, made.rest) == (
        "",
        "program.py",
        ["--devices", "3", "--check"],
    )
    made = parse(["--report", "out.html", "-mpkg", "x"])
    assert (made.report, made.check, made.kind, made.target) == ("out.html", False, "module", "pkg")
    with pytest.raises(UsageError, match="unknown option --no"):
        parse(["--no", "program.py"])
