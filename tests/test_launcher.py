"""``python -m sharray``, as a user starts it, against ``python`` itself."""

import os
import re
import signal
import subprocess
import time
import zipfile

import pytest
from launching import ENVIRONMENT, LAUNCHER, PYTHON, ROOT, run, same

from sharray._core.links import page
from sharray._tools.launch.arguments import parse

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


@pytest.mark.parametrize("text", ["1 +", "import absent", "1 / 0"])
def test_what_is_wrong_in_a_module_is_shown_as_python_does(folder, text):
    where = folder(program="import inner.beside", inner__in__beside=text)
    shown = same(where, "program.py").stderr
    assert "beside.py" in shown
    assert "importlib" not in shown


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
    text = "import sys\nprint(sys.argv[1:], __name__, sorted(globals()), __file__)\n"
    same(tmp_path, stdin=text)
    same(tmp_path, "-", "x", stdin=text)


def test_pythoninspect_shows_nothing_of_the_launcher(folder):
    where = folder(program="x = 7")
    same(where, "program.py", stdin="print(x)\n", PYTHONINSPECT="1")


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


SHOWS = "import sys; print(sys.flags, sys.argv, sys.warnoptions, sys._xoptions)"
CLUSTERS = [
    "-R", "--check-hash-based-pycs never", "-sBu", "-BWerror", "-BX dev", "-IO", "-bb", "-d", "-E",
    "-P", "-q", "-OO",
]  # fmt: skip


@pytest.mark.parametrize("options", CLUSTERS)
def test_options_are_written_as_python_takes_them(folder, options):
    same(folder(program=SHOWS), *options.split(), "program.py", "-S")


@pytest.mark.parametrize(
    "command",
    [
        "-Bc print(1)",
        "-Ocprint(__debug__)",
        "-Bm json.tool --help",
        "-m nosuch",
        "-m nosuch.mod",
        ".",
    ],
)
def test_a_command_line_is_python_s(tmp_path, command):
    same(tmp_path, *command.split())


def test_goes_on_with_what_is_typed(folder):
    where = folder(program="import numpy as np\nx = np.ones(3)\n1 / 0")
    typed = "print(x.sum(), np.__name__)\nimport numpy\nprint(numpy.__name__)\nundefined\n"
    done = run(LAUNCHER, "-i", "program.py", cwd=where, stdin=typed)
    assert "3.0 sharray.numpy" in done.stdout
    assert done.stdout.count("sharray.numpy") == 2
    assert "ZeroDivisionError" in done.stderr
    assert "NameError" in done.stderr


TYPED = """\
f()
1 / 0
try:
    f()
except ValueError:
    int("x")

def g():
    return x[1]

g()
1 + )
"""


@pytest.mark.parametrize(
    "end", ["", "f()\n", "import sys; sys.exit(3)\n", "raise SystemExit('bye')\n"]
)
def test_what_is_typed_ends_like_python(folder, end):
    text = f"x = [0]\ndef f():\n    raise ValueError('no')\n{end}"
    same(folder(program=text), "-i", "program.py", stdin=TYPED)
    same(folder(program=text), "-i", "program.py", stdin="exit(5)\n")


def test_what_is_typed_shows_nothing_of_the_library(folder):
    where = folder(program="import numpy as np\nx = np.ones((1000, 1000))")
    typed = "np.reshape(x, 3)\nx + np.ones(7)\nnp.linalg.inv(x[:, :3])\n"
    done = run(LAUNCHER, "--at-once", "-i", "program.py", cwd=where, stdin=typed)
    files = [line for line in done.stderr.splitlines() if "File " in line]
    assert [line.strip() for line in files] == ['File "<stdin>", line 1, in <module>'] * 3


INTERRUPTED = """
    import os, signal, sys, threading, time
    import numpy as np

    class Finder:
        def find_spec(self, name, path=None, target=None):
            if name == sys.argv[1] and self in sys.meta_path:
                sys.meta_path.remove(self)
                threading.Thread(target=interrupt).start()

    def interrupt():
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    sys.meta_path.insert(0, Finder())
    x = np.ones((1000, 1000))
"""


@pytest.mark.parametrize("module", ["jax", "jaxlib"])
def test_an_interrupt_while_jax_is_imported_shows_the_program(folder, module):
    done = run(LAUNCHER, "--at-once", "program.py", module, cwd=folder(program=INTERRUPTED))
    assert done.returncode == -signal.SIGINT
    head, file, line, *_, last = done.stderr.splitlines()
    assert (head, last) == ("Traceback (most recent call last):", "KeyboardInterrupt")
    assert re.search(r'program\.py", line \d+, in <module>$', file)
    assert line.strip() == "x = np.ones((1000, 1000))"
    assert done.stderr.count("File ") == 1


def test_an_interrupt_before_the_program_runs(tmp_path):
    started = tmp_path / "started"
    (tmp_path / "sitecustomize.py").write_text(f"""
import sys
from pathlib import Path

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "jax":
            Path({str(started)!r}).touch()

sys.meta_path.insert(0, Finder())
""")
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    with subprocess.Popen(
        [*LAUNCHER, "--devices", "2", "-c", "1"],
        cwd=tmp_path, env=ENVIRONMENT | {"PYTHONPATH": path}, stderr=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        while child.poll() is None and not started.exists():
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=240)[1] == "KeyboardInterrupt\n"
    assert child.returncode == -signal.SIGINT


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
        "class E(Exception):\n    def __str__(self):\n        raise ValueError\nraise E",
    ],
)
def test_ends_like_python(folder, text):
    where = folder(program=text, beside_is_broken="import sys\ny = 1\n1 / 0\n")
    same(where, "program.py")
    same(where, "./program.py")


def test_an_error_of_code_that_takes_numpys_own_says_what_to_give_it(folder):
    where = folder(
        program="""
            import sys
            import numpy as np

            def complain(got="sharray._array.numpy_array.ndarray"):
                raise TypeError(f"incorrect type (expected numpy.ndarray, got {got})")

            def call(values, *got):
                complain(*got)

            few, many = np.zeros(3), np.zeros(2_000_000)
            match sys.argv[1:]:
                case ["few"]:
                    call(few, "numpy.ndarray")
                case ["expression"]:
                    complain()
                case _:
                    call(many)
        """
    )
    text = run(LAUNCHER, "program.py", cwd=where).stderr
    assert "array of sharray: to code that takes NumPy's own only, give many.to_numpy()" in text
    assert page("not-numpys") in text
    text = run(LAUNCHER, "program.py", "expression", cwd=where).stderr
    assert "large arrays are sharray's: to code that takes NumPy's own only, give x.to_num" in text
    same(where, "program.py", "few")


def test_ends_like_python_in_modules_beside(folder):
    done = same(
        folder(program="import beside\nbeside.f()", beside="def f():\n    1 / 0"), "program.py"
    )
    assert done.stderr.count("File") == 2
