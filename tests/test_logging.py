"""The logger ``sharray``: what it is told, when, and what it costs while nobody listens."""

import logging

import jax.numpy as jnp
import numpy as np
import pytest
from launching import PYTHON, run

import sharray as xp
from sharray._core import observers
from sharray._tools import log

pytestmark = pytest.mark.usefixtures("on_devices")


@pytest.fixture
def told(caplog):
    """Listen, at a level, and return the messages since."""

    def listen(level):
        caplog.set_level(level, "sharray")
        caplog.clear()
        return lambda: [record.getMessage() for record in caplog.records]

    yield listen
    logging.getLogger("sharray").setLevel(logging.NOTSET)
    observers.on_ask[0]()


def listens():
    return any(isinstance(observer, log.Log) for observer in observers.active)


def test_nothing_listens_while_the_logger_is_off(told):
    x = xp.ones((13, 7))
    xp.cache_clear()
    xp.block_until_ready(xp.cos(x) - 3)
    assert not listens()
    messages = told(logging.INFO)
    xp.block_until_ready(xp.cos(x) - 4 * x)
    assert listens()
    assert [m.split(": ")[1].split(" in ")[0] for m in messages()] == ["compiled a program"]
    logging.getLogger("sharray").setLevel(logging.WARNING)
    xp.block_until_ready(xp.cos(x) - x / 5)
    assert not listens()
    assert len(messages()) == 1


def test_no_handler_is_installed_but_one_that_does_nothing():
    handlers = logging.getLogger("sharray").handlers
    assert [type(h) for h in handlers] == [logging.NullHandler]


def test_records_name_the_line_of_the_program(told, caplog):
    told(logging.INFO)
    xp.block_until_ready(xp.sin(xp.ones((13, 7))) * 7)
    record = caplog.records[0]
    assert (record.name, record.levelname) == ("sharray", "INFO")
    assert record.filename == "test_logging.py"
    assert f"test_logging.py:{record.lineno}: compiled" in record.getMessage()


def test_gathers_and_what_numpy_takes_over(told):
    x = xp.ones((1003, 7))
    messages = told(logging.INFO)
    xp.block_until_ready(x + 9)  # asks
    with pytest.warns(xp.HostFallbackWarning):
        xp.numpy.poly(xp.ones((3, 3)))
    np.asarray(x)
    with pytest.warns(xp.GatherWarning):
        jnp.asarray(x)
    text = "\n".join(messages())
    assert "numpy.poly runs in NumPy on the host" in text
    assert "fetches an array of 56.2 kB to the host" in text


def test_changes_of_home(told):
    with xp.set_options(host_threshold=10, host_work=1000):
        x = xp.numpy.ones(997)
        messages = told(logging.INFO)
        for _ in range(40):
            x * 2
        x.ctypes  # noqa: B018 (which brings it home)
    text = "\n".join(messages())
    assert "an array of shape (997,), 7.98 kB, moves to the devices" in text
    assert "comes back to the host" in text


def test_runs_are_told_to_who_wants_more(told):
    x = xp.ones((13, 7))
    messages = told(logging.DEBUG)
    xp.block_until_ready(xp.sum(xp.tan(x)))
    assert any("ran a program, which moves all-reduce" in m for m in messages())


PROGRAM = "import sharray as xp\nprint(xp.block_until_ready(xp.sin(xp.ones(9)))[0])"


@pytest.mark.parametrize("level", ["", "info", "Debug", "WARNING"])
def test_the_environment_has_it_written(tmp_path, level):
    there = {"JAX_NUM_CPU_DEVICES": "2", "SHARRAY_HOST_THRESHOLD": "0"}
    done = run(PYTHON, "-c", PROGRAM, cwd=tmp_path, SHARRAY_LOG=level, **there)
    assert done.returncode == 0, done.stderr
    assert ("sharray: <string>:2: compiled a program in" in done.stderr) == (
        level in ("info", "Debug")
    )
    assert ("ran a program" in done.stderr) == (level == "Debug")


LOGGING_PROGRAM = """
import logging, sys
logging.basicConfig(level=logging.DEBUG, format="%(name)s")
import numpy as np
if len(sys.argv) > 1:
    logging.getLogger(sys.argv[1]).setLevel(logging.INFO)
logging.info("sum %s", np.sin(np.ones(10**5)).sum())
"""


@pytest.mark.parametrize("name", ["", "sharray"])
def test_a_programs_level_is_that_of_its_own_log(tmp_path, name):
    (tmp_path / "p.py").write_text(LOGGING_PROGRAM)
    told = run(PYTHON, "-m", "sharray", "--at-once", "p.py", *filter(None, [name]), cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    names = {line.partition(".")[0] for line in told.stderr.splitlines()}
    assert names == {"root", *filter(None, [name])}


@pytest.mark.parametrize("level", ["loud", "1"])
def test_an_unknown_level(tmp_path, level):
    done = run(PYTHON, "-c", PROGRAM, cwd=tmp_path, SHARRAY_LOG=level)
    said = f"SHARRAY_LOG must be debug, info, warning or error, not {level!r}\n"
    assert done.stderr.endswith(f"ValueError: {said}")


def test_logging_is_not_imported_for_it(tmp_path):
    code = "import sys, sharray.numpy; assert 'logging' not in sys.modules"
    assert run(PYTHON, "-c", code, cwd=tmp_path).returncode == 0
