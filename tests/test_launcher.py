"""``python -m sharray``, as a user starts it, against ``python`` itself."""

import json
import os
import re
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

import sharray
from sharray._tools.launch import environment
from sharray._tools.launch.arguments import UsageError, parse
from sharray._tools.launch.imports import is_within

ROOT = Path(sharray.__path__[0]).parent
PYTHON = (sys.executable,)
LAUNCHER = (sys.executable, "-m", "sharray")


def run(command, *arguments, cwd, stdin="", **environment):
    return subprocess.run(
        [*command, *map(str, arguments)],
        cwd=cwd,
        # the sharray under test, also where it is not installed; nothing is left behind
        env=os.environ
        | {"PYTHONPATH": str(ROOT), "JAX_PLATFORMS": "cpu", "SHARRAY_PROGRAM_CACHE": "0"}
        | environment,
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )


def same(folder, *arguments, **options):
    """Run with both, and return what both gave."""
    plain = run(PYTHON, *arguments, cwd=folder, **options)
    ours = run(LAUNCHER, *arguments, cwd=folder, **options)
    assert (ours.returncode, ours.stdout, ours.stderr) == (
        plain.returncode,
        plain.stdout,
        plain.stderr,
    )
    return ours


IDENTITY = """
    import sys
    print(__name__, __file__, __package__, __spec__, __doc__, __cached__)
    print(type(__loader__).__name__, sys.argv, sys.path[0], sys.path.count(sys.path[0]))
    print(sys.modules["__main__"].__dict__ is globals(), sorted(globals()))
    print(repr(sys.stdin.read()))
"""


def test_program_finds_what_python_gives_it(folder):
    where = folder(program=IDENTITY, inner__in__program=IDENTITY)
    same(where, "program.py", "-m", "--devices", "x y", stdin="one\ntwo")
    same(where, "inner/program.py", "--report")
    same(where, where / "inner" / "program.py")


def test_linked_program_finds_what_lies_beside_the_file(folder):
    where = folder(inner__in__program="import beside", inner__in__beside="print('beside')")
    (where / "link.py").symlink_to("inner/program.py")
    assert same(where, "link.py").stdout == "beside\n"


def test_code_finds_what_python_gives_it(folder):
    where = folder(beside="print(__name__)")
    code = "import sys, beside; print(__name__, sys.argv, repr(sys.path[0]), sorted(globals()))"
    assert same(where, "-c", code, "-c", "a").stdout.startswith(
        "beside\n__main__ ['-c', '-c', 'a']"
    )
    same(where, "-c", "1 / 0")
    same(where, "-", "a", stdin="import sys\nprint(sys.argv, __name__)\n")


def test_module_finds_what_python_gives_it(folder):
    text = """
        import sys
        from . import beside
        print(__name__, __file__, __package__, __spec__.name, sys.argv, sys.path[0])
        print(beside.__name__)
        if len(sys.argv) > 1:
            beside.fail()
    """
    where = folder(
        package__in____init__="",
        package__in__beside="def fail():\n    raise KeyError('no')",
        package__in__program=text,
    )
    same(where, "-m", "package.program")
    same(where, "-mpackage.program", "a")


def test_a_folder_or_an_archive_is_a_program(folder):
    text = "import sys, beside, inner.more\nprint(__name__, sys.argv, sys.path[0], __spec__.name)"
    where = folder(
        app__in____main__=text,
        app__in__beside="import numpy\nprint(numpy.__name__)",
        app__in__inner__in____init__="",
        app__in__inner__in__more="from numpy import linalg\nprint(linalg.__name__)",
    )
    with zipfile.ZipFile(where / "app.zip", "w") as archive:
        for file in (where / "app").rglob("*.py"):
            archive.write(file, file.relative_to(where / "app"))
    for program in ("app", "app.zip"):
        plain = run(PYTHON, program, "x", cwd=where)
        ours = run(LAUNCHER, program, "x", cwd=where)
        assert ours.stdout == plain.stdout.replace("numpy", "sharray.numpy")
        assert ours.stdout.count("sharray.numpy") == 2
        assert (ours.stderr, ours.returncode) == ("", 0)


def test_what_is_piped_is_a_program(tmp_path):
    same(tmp_path, stdin="import sys\nprint(sys.argv[1:], __name__)\n")


def test_pythons_options_are_pythons(folder):
    text = """
        import sys, warnings
        print(sys.flags.optimize, sys.flags.dont_write_bytecode, sys.warnoptions, sys._xoptions)
        print(sys.argv, __debug__)
        warnings.warn("of the program")
    """
    where = folder(program=text)
    options = ("-O", "-B", "-W", "error", "-Xfaulthandler")
    done = same(where, *options, "program.py", "-O", "-W")
    assert done.stdout.startswith("1 1 ['error'] {'faulthandler': True}\n['program.py', '-O'")
    assert "UserWarning: of the program" in done.stderr
    command = ["-n", "2", "-OB", "--ranks", "-X", "dev", "p", "-W"]
    assert parse(command).command == ["-n", "2", "--ranks", "p", "-W"]


def test_goes_on_with_what_is_typed(folder):
    where = folder(program="import numpy as np\nx = np.ones(3)\n1 / 0")
    typed = "print(x.sum(), np.__name__)\nimport numpy\nprint(numpy.__name__)\nundefined\n"
    done = run(LAUNCHER, "-i", "program.py", cwd=where, stdin=typed)
    assert "3.0 sharray.numpy" in done.stdout
    assert done.stdout.count("sharray.numpy") == 2
    assert "ZeroDivisionError" in done.stderr
    assert "NameError" in done.stderr


#: Modules that run programs, as a user starts them -> what each prints.
RUNNERS = {
    "cProfile": (["cProfile", "program.py"], "sharray.numpy 3.0\n"),
    "profile": (["profile", "program.py"], "sharray.numpy 3.0\n"),
    "pdb": (["pdb", "-c", "continue", "-c", "quit", "program.py"], "sharray.numpy 3.0\n"),
    "trace": (["trace", "--listfuncs", "program.py"], "sharray.numpy 3.0\n"),
    "timeit": (
        ["timeit", "-n1", "-r1", "-s", "import numpy", "print(numpy.__name__)"],
        "sharray.numpy\n",
    ),
    "doctest": (["doctest", "-v", "examples.py"], "Expecting:\n    'sharray.numpy'\nok"),
    "pytest": (["pytest", "-q", "-p", "no:cacheprovider", "test_it.py::test_it"], "1 passed"),
    "runpy": (["runpy", "program"], "sharray.numpy 3.0\n"),
}


@pytest.mark.parametrize("runner", RUNNERS)
def test_modules_that_run_programs_run_them_so(folder, runner):
    where = folder(
        program="import numpy as np\nprint(np.__name__, np.ones(3).sum())",
        examples='"""\n>>> import numpy\n>>> numpy.__name__\n\'sharray.numpy\'\n"""',
        test_it='def test_it():\n    import numpy\n    assert numpy.__name__ == "sharray.numpy"',
    )
    arguments, expected = RUNNERS[runner]
    done = run(LAUNCHER, "-m", *arguments, cwd=where, PYTHONDONTWRITEBYTECODE="")
    assert expected in done.stdout, done.stderr
    if runner == "pytest":  # what it has compiled is not there for others
        plain = run(PYTHON, "-m", *arguments, cwd=where, PYTHONDONTWRITEBYTECODE="")
        assert "assert 'numpy' == 'sharray.numpy'" in plain.stdout


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_that_ends_a_program_leaves_it_its_report(folder, name):
    where = folder(program=f"import os, signal\nos.kill(os.getpid(), signal.{name})\nprint(1)")
    done = run(LAUNCHER, "--report", "program.py", cwd=where)
    assert done.returncode == -signal.Signals[name]
    assert "sharray report" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    "text",
    [
        "import sys; sys.exit()",
        "import sys; sys.exit(7)",
        "import sys; sys.exit('why')",
        "import numpy as np; x = np.arange(5.0); print([x[1], (x > 9).any()], {0: x.argmax()})",
        "import numpy as np; np.arange(3)[5]",
        "import numpy as np; np.ones(3) + 'a'",
        "import numpy as np\ntry:\n    np.arange(3)[5]\nexcept IndexError:\n    1 / 0",
        "raise SystemExit(True)",
        "import atexit; atexit.register(print, 'late'); 1 / 0",
        "import os; print('now', flush=True); os._exit(3)",
        "def f():\n    g()\ndef g():\n    raise ValueError('no')\nf()",
        "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise KeyError('x') from error",
        "def broken(:\n    pass",
        "x = 'open\n",
        "import beside_is_broken",
        "import numpy.nonexistent",
        "raise KeyboardInterrupt",
        "import os, signal; os.kill(os.getpid(), signal.SIGINT)",
        "import sys; sys.excepthook = lambda *a: print('hook', a[0].__name__); 1 / 0",
        "import threading; threading.Thread(target=lambda: 1 / 0).start()",
        "raise ExceptionGroup('both', [ValueError(1), TypeError(2)])",
    ],
)
def test_ends_like_python(folder, text):
    where = folder(program=text, beside_is_broken="import sys\ny = 1\n1 / 0\n")
    same(where, "program.py")


def test_ends_like_python_in_modules_beside(folder):
    done = same(
        folder(program="import beside\nbeside.f()", beside="def f():\n    1 / 0"), "program.py"
    )
    assert done.stderr.count("File") == 2


def test_modules_beside_leave_pythons_caches_alone(folder):
    where = folder(program="import beside; print(beside.np.__name__)", beside="import numpy as np")
    no = {"PYTHONDONTWRITEBYTECODE": ""}
    assert run(LAUNCHER, "program.py", cwd=where, **no).stdout == "sharray.numpy\n"
    assert run(PYTHON, "program.py", cwd=where, **no).stdout == "numpy\n"
    assert run(LAUNCHER, "program.py", cwd=where, **no).stdout == "sharray.numpy\n"


def test_modules_that_import_a_compiler_keep_numpy(folder):
    """Which knows no other; the report says so. The compiler is never imported here."""
    where = folder(
        program="import beside, numpy; print(numpy.__name__)",
        beside="def f():\n    import numba\nfrom numpy import linalg\nprint(linalg.__name__)",
    )
    done = run(LAUNCHER, "--report", "program.py", cwd=where)
    assert done.stdout.split() == ["numpy.linalg", "sharray.numpy"], done.stderr
    assert f"{where / 'beside.py'} keeps NumPy, the only one that numba knows" in done.stderr


def test_functions_of_the_program_can_be_pickled_and_run_in_processes(folder):
    program = """
        import multiprocessing, pickle
        import numpy as np

        def double(n):
            return 2 * n, np.__name__

        if __name__ == "__main__":
            assert pickle.loads(pickle.dumps(double)) is double
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                print(pool.map(double, [1, 2]))
    """
    done = run(LAUNCHER, "program.py", cwd=folder(program=program))
    assert done.stderr == ""
    assert done.stdout == "[(2, 'numpy'), (4, 'numpy')]\n"


DEVICES = "import jax, sharray; print(len(jax.devices()), dict(sharray.get_mesh().shape))"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--devices", "3"], "3 {'x': 3}"),
        (["--devices=5"], "5 {'x': 5}"),
        (["--mesh", "4x2"], "8 {'x': 4, 'y': 2}"),
        (["--mesh=2x3", "--devices", "6"], "6 {'x': 2, 'y': 3}"),
    ],
)
def test_devices(tmp_path, options, expected):
    done = run(LAUNCHER, *options, "-c", DEVICES, cwd=tmp_path, XLA_FLAGS="")
    assert (done.stdout, done.stderr) == (f"{expected}\n", "")


def test_devices_by_default_are_what_jax_has(tmp_path):
    environment = {"JAX_NUM_CPU_DEVICES": "1", "XLA_FLAGS": ""}
    assert run(LAUNCHER, "-c", DEVICES, cwd=tmp_path, **environment).stdout == "1 {'x': 1}\n"
    found = run(LAUNCHER, "-c", DEVICES, cwd=tmp_path, JAX_NUM_CPU_DEVICES="3").stdout
    assert found == "3 {'x': 3}\n"


def test_pool_has_more_threads_than_devices(tmp_path):
    code = "import os; print(os.environ['NPROC'])"
    done = run(LAUNCHER, "--devices", "64", "-c", code, cwd=tmp_path)
    assert int(done.stdout) > 64


#: Options, and what is said of them.
WRONG = [
    (["nowhere.py"], "cannot open program nowhere.py: No such file or directory"),
    (["."], "can't find '__main__' module in '.'"),
    (["-m", "no_such_module"], "no module named no_such_module"),
    (["-m"], "-m needs a value"),
    (["--devices", "0", "-c", "1"], "--devices takes a positive whole number, not '0'"),
    (["--devices", "two", "-c", "1"], "--devices takes a positive whole number, not 'two'"),
    (["--devices", "1000", "-c", "1"], "--devices 1000 is more than the 64 virtual CPU devices"),
    (["--mesh", "4x", "-c", "1"], "--mesh takes one to four numbers like 8 or 4x2, not '4x'"),
    (["--mesh", "4x2", "--devices", "4", "-c", "1"], "--mesh 4x2 has 8 devices, not 4"),
    (["--check", "--report", "-c", "1"], "--check brings every array to the host"),
    (["--wat", "-c", "1"], "unknown option --wat"),
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


def test_wrong_command_lines_end_in_one_sentence(tmp_path):
    options = json.dumps([options for options, _ in WRONG])
    done = run(PYTHON, "-c", ALL_AT_ONCE, options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for (_, message), found in zip(WRONG, json.loads(done.stdout), strict=True):
        check_wrong(message, *found)


@pytest.mark.parametrize(("options", "message"), [WRONG[1], WRONG[7]])
def test_wrong_command_lines_are_the_exit_code_of_the_process(tmp_path, options, message):
    done = run(LAUNCHER, *options, cwd=tmp_path)
    check_wrong(message, done.returncode, done.stdout, done.stderr)


def test_help(tmp_path):
    done = run(LAUNCHER, "--help", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("usage: python -m sharray")
    for option in ("--devices", "--mesh", "--report", "--check", "-m module", "-c code"):
        assert option in done.stdout
    version = run(LAUNCHER, "--version", cwd=tmp_path).stdout
    assert version.startswith(f"sharray {sharray.__version__} (Python ")
    assert f"NumPy {np.__version__}, JAX " in version


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


# the environment


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        ("", "{pages}:{mmap}:{trim}"),
        ("glibc.malloc.check=3", "glibc.malloc.check=3:{pages}:{mmap}:{trim}"),
        ("glibc.malloc.hugetlb=2", "glibc.malloc.hugetlb=2:{mmap}:{trim}"),
        (
            "glibc.malloc.hugetlb=0:glibc.malloc.trim_threshold=0",
            "glibc.malloc.hugetlb=0:glibc.malloc.trim_threshold=0:{mmap}",
        ),
    ],
)
def test_tunables_are_extended(there, expected):
    settings = {
        "pages": "glibc.malloc.hugetlb=1",
        "mmap": "glibc.malloc.mmap_threshold=33554432",
        "trim": "glibc.malloc.trim_threshold=1073741824",
    }
    memory = 8 << 30
    found = environment.tunables(there, memory)
    assert found == expected.format(**settings)
    assert environment.tunables(found, memory) == found


@pytest.mark.parametrize(
    ("argv", "orig_argv", "expected"),
    [
        (["-m", "program.py"], ["python", "-m", "sharray", "program.py"], True),
        (["-m"], ["python", "-X", "dev", "-msharray"], True),
        (["-m", "sharray"], ["python", "-m", "other", "sharray"], False),
        (["-m"], ["python", "-m", "sharray.demo"], False),
        (["bin/sharray", "x.py"], ["python", "bin/sharray", "x.py"], True),
        (["program.py"], ["python", "program.py"], False),
        (["-c"], ["python", "-c", "import sharray"], False),
        ([], [], False),
    ],
)
def test_only_the_launcher_starts_again(argv, orig_argv, expected):
    assert environment.is_launcher(argv, orig_argv) == expected


def test_starts_again_once_with_large_pages_and_before_jax(tmp_path):
    code = (
        "import os; print(os.environ.get('GLIBC_TUNABLES'), sys.warnoptions, sys.flags.utf8_mode)"
    )
    code = f"import sys, jax; {code}"
    options = ("-W", "ignore", "-X", "utf8", "-X", "importtime")
    command = (sys.executable, *options, "-m", "sharray")
    done = run(command, "-c", code, cwd=tmp_path, GLIBC_TUNABLES="glibc.malloc.check=0")
    has, memory = environment._has_tunable(), environment.physical_memory()
    expected = environment.tunables("glibc.malloc.check=0", memory) if has else ""
    assert done.stdout.startswith(f"{expected} ['ignore'] 1")
    assert len(re.findall(r"\|\s+jax\.version$", done.stderr, re.MULTILINE)) == 1


def test_console_script_is_the_launcher(tmp_path):
    script = tmp_path / "sharray"
    script.write_text("import sys\nfrom sharray.__main__ import main\nsys.exit(main())\n")
    code = "import sys, os; print(sys.argv, os.environ.get('GLIBC_TUNABLES'))"
    done = run((sys.executable, script), "-c", code, "a", cwd=tmp_path)
    assert done.stderr == ""
    assert done.stdout.startswith("['-c', 'a'] ")
    assert ("hugetlb" in done.stdout) == environment._has_tunable()


def test_which_modules_are_the_programs(tmp_path):
    assert is_within(tmp_path / "a.py", tmp_path)
    assert is_within(tmp_path / "b" / "a.py", tmp_path)
    assert not is_within(tmp_path / "env" / "site-packages" / "a.py", tmp_path)
    assert not is_within(tmp_path.parent / "a.py", tmp_path)
    assert not is_within(Path(os.__file__).resolve(), Path("/"))
    assert not is_within(Path(sharray.__file__).resolve(), ROOT)


WARNS = """
import warnings
import numpy as np

x = np.zeros(60_000)
for _ in range(3):
    1 / x
    np.log(x)
1 / x
np.nanmean(x[:0])
np.mean(x[:0])
(x + np.nan).astype(int)


def divide():
    return x / x


divide(), divide()
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    divide(), divide(), x**-1
print(*[(c.filename, c.lineno, str(c.message)) for c in caught], sep="\\n")
for action in ("ignore", "error"):
    with warnings.catch_warnings():
        warnings.filterwarnings(action, module="__main__")
        try:
            1 / x
        except RuntimeWarning as error:
            print(repr(error))
"""


def test_warnings_of_numpy_name_the_line_of_the_program(tmp_path):
    (tmp_path / "program.py").write_text(WARNS)
    result = same(tmp_path, "program.py", SHARRAY_HOST_THRESHOLD="1000")
    assert result.stderr.count("divide by zero encountered in divide") == 2
    assert result.stdout.count("program.py") == 3


def test_tune_writes_settings_that_the_launcher_reads(tmp_path):
    code = "import sharray; o = sharray.get_options(); print(o['host_threshold'], o['host_work'])"
    file = tmp_path / "there" / "settings"
    environment = {"SHARRAY_SETTINGS": str(file)}
    done = run(LAUNCHER, "--tune", cwd=tmp_path, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"wrote {file}" in done.stdout
    written = dict(line.split(" = ") for line in file.read_text().splitlines())
    assert list(written) == ["host_threshold", "host_work"]
    found = run(LAUNCHER, "-c", code, cwd=tmp_path, **environment).stdout
    assert found == "{host_threshold} {host_work}\n".format(**written)
    environment["SHARRAY_HOST_WORK"] = "5"
    found = run(LAUNCHER, "-c", code, cwd=tmp_path, **environment).stdout
    assert found == f"{written['host_threshold']} 5\n"
    file.write_text("host_work = much  # too much\n")
    done = run(LAUNCHER, "-c", code, cwd=tmp_path, **environment)
    assert done.returncode == 2
    assert f"{file}, line 1" in done.stderr
