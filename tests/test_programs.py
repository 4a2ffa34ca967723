"""What a NumPy program is under ``python -m sharray``: sharded, reported and checked."""

import re
import textwrap

import pytest
from launching import LAUNCHER, ROOT, run


def test_numpy_in_the_program_is_sharded_and_in_libraries_it_is_not(folder):
    program = """
        from __future__ import annotations
        import os, numpy as np, json
        import numpy
        import numpy.linalg as la
        import numpy.testing as npt
        import numpy.fft
        from numpy import sin as s, pi
        from numpy.linalg import norm
        from numpy import *
        import beside, package.inner, library
        def inside():
            import numpy as late
            return late
        import sharray
        assert np is numpy is inside() is beside.np is package.inner.np is sharray.numpy
        assert la is np.linalg and norm is la.norm and s is np.sin and zeros is np.zeros
        assert npt.__name__ == "numpy.testing" and np.testing is npt and numpy.fft is np.fft
        assert library.np.__name__ == "numpy"
        x = np.ones(2_000_000)
        assert isinstance(x, sharray.ShardedArray) and float(np.sum(x)) == 2_000_000
        print("done", json.__name__, os.name)
    """
    where = folder(
        program=program,
        beside="import numpy as np",
        package__in____init__="",
        package__in__inner="import numpy as np",
    )
    library = where / "env" / "site-packages"
    library.mkdir(parents=True)
    (library / "library.py").write_text("import numpy as np")
    done = run(LAUNCHER, "program.py", cwd=where, PYTHONPATH=f"{ROOT}:{library}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "done json posix\n"


REPORTED = """
    import numpy as np
    x = np.ones((1000, 100))
    for k in range(3):
        x = x + k
    print(np.sum(x))
"""


@pytest.mark.parametrize("ending", ["", "    1 / 0"], ids=["returns", "raises"])
def test_report_at_the_end(folder, ending):
    where = folder(program=REPORTED + ending)
    done = run(LAUNCHER, "--at-once", "--report", "program.py", cwd=where)
    assert done.stdout == "400000.0\n"
    assert done.returncode == bool(ending)
    table = done.stderr[done.stderr.index("sharray report") :]
    assert re.search(r"^program.py:6 +\d+\.\d+ +1 +0 +\d+ +\d+ ", table, re.MULTILINE)
    assert "    x = x + k" in table
    assert ("ZeroDivisionError" in done.stderr) == bool(ending)


def test_arrays_move_to_the_devices_when_numpy_has_worked_enough(folder):
    program = """
        import sys
        import numpy as np
        x = np.zeros((1100, 1000))
        assert x.base is None and "jax.numpy" not in sys.modules
        row = x[5]
        for k in range(900):
            x += 1  # counts a quarter
            np.rint(x, out=x)
        assert x._memory.host is not None  # while somebody has its memory
        row[0] = 7
        del row
        x += 1
        assert x._memory.host is None
        print(x[5, :3], x.sum())
    """
    done = run(LAUNCHER, "program.py", cwd=folder(program=program))
    assert (done.stderr, done.stdout) == ("", "[  8. 901. 901.] 991099107.0\n")


def test_report_as_a_page(folder):
    where = folder(program=REPORTED)
    done = run(LAUNCHER, "--at-once", "--report", "out.html", "program.py", cwd=where)
    assert (done.stdout, done.stderr) == ("400000.0\n", "sharray: wrote out.html\n")
    page = (where / "out.html").read_text()
    assert "<svg" in page
    assert "x = x + k" in page


def test_report_of_what_numpy_does(folder):
    program = """
        import numpy as np
        small = np.sum(np.sin(np.ones(3))) + np.add.reduce([1, 2])
        words = np.char.upper(np.array(["a", "b"]))
        print(words, type(words).__module__)
    """
    done = run(LAUNCHER, "--report", "program.py", cwd=folder(program=program))
    assert done.stdout == "['A' 'B'] numpy\n"
    columns = r"^program.py:(\d+) +\d+\.\d+ +(\d+ +\d+ +\d+ +\d+)"
    rows = dict(re.findall(columns, done.stderr, re.MULTILINE))
    operations, in_numpy, *rest = re.split(" +", rows["3"])
    assert int(operations) == int(in_numpy) >= 3
    assert rest == ["0", "0"]  # nothing is compiled for small arrays


RIGHT = """
    import numpy as np
    x = np.ones((1000, 100))
    x[1:] += np.sin(x[:-1])
    print(round(float(np.sum(x)), 3))
"""


def test_check_of_a_right_program(folder):
    done = run(LAUNCHER, "--check", "program.py", cwd=folder(program=RIGHT))
    assert done.stdout == "184062.951\n"
    assert re.fullmatch(r"sharray check: \d+ calls and \d+ arrays agree with NumPy\n", done.stderr)
    assert done.returncode == 0


def test_check_stops_at_the_first_difference(folder):
    wrong = (
        'import jax.numpy, sharray._core.operation as o\no.TABLE["sin"].lowering = jax.numpy.cos\n'
    )
    done = run(
        LAUNCHER, "--check", "program.py", cwd=folder(program=wrong + textwrap.dedent(RIGHT))
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert re.search(
        r"^sharray[\w.]*.DifferenceError: program.py:6: numpy.sin: "
        r"the value at \[0, 0\] is 0.54\d*, "
        r"NumPy's 0.84\d*, the first of 99900 in 99900",
        done.stderr,
        re.MULTILINE,
    )
