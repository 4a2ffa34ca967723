"""What observers are told: reports, budgets, warnings."""

import functools
import json
import re
import sys
import threading
import warnings
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from counting import communication, executable

import sharray as xp
from sharray._core import observers
from sharray._core.user_line import caller, of_thread, own
from sharray._engine import evaluate
from sharray._tools.report import text

pytestmark = pytest.mark.usefixtures("on_devices", "empty_cache")
HERE = Path(__file__).name
P = xp.asarray(0).sharding.spec.__class__


def line():
    """The number of the line that calls this."""
    return sys._getframe(1).f_lineno


def of(report, number):
    """What a report says of a line of this file."""
    (found,) = [
        r for r in report.lines if Path(r.line.file).name == HERE and r.line.number == number
    ]
    return found


def values(*shape):
    return np.random.default_rng(0).uniform(-1, 1, shape)


def test_lines_have_what_they_did(mesh):
    x = xp.asarray(values(1003, 7))
    with xp.report() as r:
        y, first = 2 * x + 1, line()
        total, second = xp.sum(y), line()
        _, _, third = float(total), float(total), line()
        y[1:-1] = y[2:]
        fourth = line() - 1
    assert of(r, first).operations == {"multiply": 1, "add": 1}
    assert of(r, first).runs == of(r, first).compiled == of(r, first).on_host == 0
    assert of(r, second).operations == {"sum": 1}
    read = of(r, third)
    assert (read.runs, read.compiled, read.reads, read.fetches) == (1, 1, 2, 0)
    assert read.moved["read"] == 16
    assert read.run_seconds > 0
    assert read.compile_seconds > 0
    assert read.moved["all-reduce"] == (8 if mesh.size > 1 else 0)
    assert of(r, fourth).operations["write"] == 1
    assert r.total.runs == sum(one.runs for one in r.lines)
    assert r.total.operations.total() == sum(one.operations.total() for one in r.lines)
    assert r.seconds >= r.total.seconds > 0


def test_nothing_is_told_outside_of_the_block():
    x = xp.asarray(values(103))
    with xp.report() as r:
        pass
    xp.block_until_ready(x + 1)
    assert r.lines == []
    assert observers.active == []


def test_blocks_may_overlap():
    x = xp.asarray(values(103))
    with xp.report() as outer:
        xp.block_until_ready(x + 1)
        with xp.report() as inner:
            xp.block_until_ready(x + 2)
    assert (outer.total.runs, inner.total.runs) == (2, 1)
    assert (outer.total.compiled, inner.total.compiled) == (1, 0)


def test_modes_count_the_same_operations(mode):
    x = xp.asarray(values(103))
    with xp.report() as r:
        y = xp.sin(x) * 2
        y += x
        xp.block_until_ready(y)
    assert r.total.operations == {"sin": 1, "multiply": 1, "add": 1, "write": 1}
    assert r.total.runs == {"recorded": 1, "immediate": 3}[mode]


def test_bytes_are_those_of_the_compiled_program():
    x = xp.asarray(values(400, 40))
    y = xp.permute_dims(x, (1, 0))
    root = y + xp.asarray(values(40, 400))
    expected = communication(executable(root))
    assert expected
    with xp.report() as r:
        evaluate.evaluate([root._node()])
    assert {k: n for k, n in r.total.moved.items() if n} == expected


def test_host_tier_is_counted():
    with xp.set_options(host_threshold=100), xp.report() as r:
        y = xp.asarray([1.0, 2.0]) + 1  # which counts as two
        y[0] = 5
        float(xp.sum(y))
    assert r.total.on_host == r.total.operations.total() == 4
    assert (r.total.compiled, r.total.runs, r.total.reads) == (0, 0, 0)


def test_what_numpy_computes_on_shards_is_counted():
    x = xp.asarray(values(40_000))
    evaluate.evaluate([x._node()])
    with xp.report() as r:
        slow = line() + 1
        xp.block_until_ready(xp.sort(x))
    one = of(r, slow)
    assert (one.on_shards, one.on_host, one.runs) == (1, 0, 0)
    assert "1 operations (1 in NumPy)" in str(r)


@pytest.mark.parametrize("spec", [P("x"), P()])
def test_whole_sharded_arrays_are_fetched_others_read(spec):
    x = xp.asarray(values(1003), device=spec)
    with xp.report() as r:
        np.asarray(x)
        np.asarray(x[3:10])
    assert r.total.fetches == (spec == P("x"))
    assert r.total.fetched == 1003 * 8 * (spec == P("x"))
    assert r.total.reads == 2 - r.total.fetches


def test_placing_is_counted():
    with xp.report() as r:
        x = xp.asarray(values(1003))
        x.to_device(xp.make_mesh(1))
    assert r.total.moved["to devices"] >= 1003 * 8
    assert r.total.between_devices in (0, 1003 * 8)  # JAX moves it where nothing is padded


def test_numbers_that_the_host_makes_for_devices_are_counted():
    with xp.report() as r:
        xp.from_callback((1003,), lambda index: values(1003)[index], device=P("x"))
        xp.random.default_rng(3).random(1003)
    assert r.total.moved["to devices"] >= 2 * 1003 * 8


def test_numpy_on_the_host_is_counted():
    with xp.report() as r:
        for _ in range(2):
            observers.fell_back("busday_count", 80)
    assert r.total.fallbacks == {"busday_count": 2}
    assert r.total.fallback_bytes == 160
    assert "busday_count runs in NumPy on the host, with 160 B" in str(r)


def test_traced_operations_run_nothing():
    import jax

    with xp.report() as r:
        jax.jit(lambda x: xp.sum(x * 2))(xp.asarray(values(103)))
    assert (r.total.runs, r.total.compiled) == (0, 0)
    assert r.total.operations == {"multiply": 1, "sum": 1}


def test_line_is_that_of_the_user():
    seen = []

    class Probe:
        def __array__(self, dtype=None, copy=None):
            seen.append(caller())
            return np.zeros(3)

    np.asarray(Probe())
    np.broadcast_arrays(Probe(), 1)  # NumPy's own frames are not the user's
    assert {Path(w.file).name for w in seen} == {HERE}
    made = functools.reduce(lambda a, b: caller(), [1, 2])
    assert Path(made.file).name == HERE


# the table


def test_table_names_the_worst_line_first():
    x = xp.asarray(values(103, 103))
    with xp.report() as r:
        xp.block_until_ready(x + 1)
        xp.block_until_ready(xp.linalg.inv(x + 1 + 103 * xp.eye(103)))
    text = str(r)
    assert text.startswith(f"sharray report, {r.seconds:.2f} s: ")
    rows = [row for row in text.splitlines() if HERE in row]
    # on a busy machine a line may only have spent time
    assert sum(row.split()[2] != "0" for row in rows) == len(r.lines)
    assert "    xp.block_until_ready(xp.linalg.inv(x + 1 + 103 * xp.eye(103)))" in text
    seconds = [one.seconds for one in r.lines]
    assert seconds == sorted(seconds, reverse=True)


def advice(report):
    return "\n".join(row for row in str(report).splitlines() if row.startswith("    -> "))


def test_advice_on_a_loop_over_elements():
    x = xp.asarray(values(103))
    with xp.report() as r:
        sum(float(x[k]) for k in range(20))
    assert "reads 20 single values" in advice(r)


def test_advice_on_fetching_in_a_loop():
    x = xp.asarray(values(1003))
    with xp.report() as r:
        for _ in range(12):
            np.asarray(x)
    assert "brings arrays to the host 12 times" in advice(r)


def test_advice_on_shapes_that_change():
    x = xp.asarray(values(103))
    with xp.report() as r:
        for n in range(20, 32):
            xp.block_until_ready(xp.sort(x[:n]))
    assert re.search(r"compiles \d+ programs for \d+ runs", advice(r))


def test_advice_on_an_operation_that_gathers():
    x = xp.asarray(values(103, 103))
    with xp.report() as r:
        xp.block_until_ready(xp.linalg.inv(x))
    assert r.total.gathers == 1
    assert r.total.gathered == 8 * 104 * 103
    assert "linalg.inv gathers an operand (a matrix is decomposed by one device" in advice(r)


def test_no_advice_where_nothing_is_wrong():
    x = xp.asarray(values(1003))
    with xp.report() as r:
        for _ in range(20):
            x = x * 0.5 + 1
        float(xp.sum(x))
    assert advice(r) == ""
    assert str(r).count("\n") > 3


def test_page_is_self_contained(tmp_path):
    x = xp.asarray(values(103, 103))
    with xp.report() as r:
        np.asarray(xp.linalg.inv(x))
        float(xp.sum(x < 1))
        observers.fell_back("busday_count", 80)
    r.to_html(tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text()
    leads = set(re.findall(r'\b(?:href|src|xmlns)="([^"#]+)', text))
    (icon,) = leads - {"http://www.w3.org/2000/svg"}
    kind, _, drawn = icon.partition(",")
    assert kind == "data:image/svg+xml"
    assert len(ET.fromstring(unquote(drawn))) == 4
    assert not re.search(r"<(script|img)\b", text)
    assert "float(xp.sum(x &lt; 1))" in text
    svg = ET.fromstring(text[text.index("<svg") : text.index("</svg>") + 6])
    titles = [t.text for t in svg.iter("{http://www.w3.org/2000/svg}title")]
    for kind in ("compiling", "running", "with a gather", "to the host", "in NumPy"):
        assert any(kind in t for t in titles), kind
    assert text.count("<tr>") == len(r.lines) + 1


def test_page_of_a_report_of_nothing(tmp_path):
    with xp.report() as r:
        pass
    r.to_html(tmp_path / "report.html")
    assert "<svg" in (tmp_path / "report.html").read_text()
    assert "0 operations" in str(r)


# budgets and warnings


@pytest.mark.parametrize("n", [2, 3, 8])
def test_budget_stops_before_the_line_runs(n, mode):
    want = values(1003)
    with xp.use_mesh(xp.make_mesh(n)):
        x = xp.block_until_ready(xp.asarray(want))
    with pytest.raises(xp.CommunicationError, match=rf"{HERE}:\d+ would move .* 1 gathers of 0"):  # noqa: SIM117
        with xp.comm_budget(gathers=0):
            np.asarray(x)
    assert np.array_equal(np.asarray(x), want)


def test_one_device_gathers_nothing():
    x = xp.asarray(values(103, 103), device=xp.make_mesh(1))
    with xp.comm_budget(gathers=0):
        np.asarray(xp.linalg.inv(x))


@pytest.mark.parametrize("n", [2, 3, 8])
def test_budget_of_bytes_leaves_arrays_as_they_were(n):
    want = values(1003)
    with xp.use_mesh(xp.make_mesh(n)):
        x = xp.asarray(want) + 0
    xp.block_until_ready(x)
    with pytest.raises(xp.CommunicationError, match=r"bytes of 100 \(collective-permute"):  # noqa: SIM117
        with xp.comm_budget(bytes=100):
            x[...] = x[::-1] + x
    assert np.array_equal(np.asarray(x), want)
    x[...] = x[::-1] + x
    assert np.array_equal(np.asarray(x), want[::-1] + want)


def test_budget_is_for_the_whole_block():
    x = xp.asarray(values(1003))
    with xp.comm_budget(bytes=24) as budget:
        float(xp.sum(x))
        assert (budget.bytes_moved, budget.gathers_done) == (16, 0)  # the all-reduce and the read
        with pytest.raises(xp.CommunicationError, match="of 24"):
            float(xp.sum(x))
    float(xp.sum(x))


def test_local_work_needs_no_budget():
    x = xp.asarray(values(1003))
    with xp.comm_budget(bytes=0, gathers=0):
        xp.block_until_ready(xp.sin(x) * 2 + x)


@pytest.mark.parametrize(
    ("limits", "error", "message"),
    [
        ({"bytes": -1}, ValueError, "bytes must not be negative, not -1"),
        ({"gathers": 1.5}, TypeError, "gathers must be an int or None, not 1.5"),
        ({"bytes": True}, TypeError, "bytes must be an int or None, not True"),
        ({"messages": 1}, TypeError, "messages"),
    ],
)
def test_wrong_budgets(limits, error, message):
    with pytest.raises(error, match=message):
        xp.comm_budget(**limits)


def test_warning_names_the_line():
    x = xp.asarray(values(1003))
    with xp.warn_on_gather(8000), pytest.warns(xp.GatherWarning) as caught:
        np.asarray(x)
    number = line() - 1
    (found,) = caught
    assert Path(found.filename).name == HERE
    assert found.lineno == number
    assert str(found.message).startswith("an array of 8.02 kB is fetched to the host; ")


def test_warning_on_a_program_that_gathers():
    x = xp.asarray(values(103, 103))
    with xp.set_options(warn_on_gather=1024), pytest.warns(xp.GatherWarning, match="every device"):
        xp.block_until_ready(xp.linalg.inv(x))


def test_no_warning_below_the_limit_or_when_it_is_off():
    x = xp.asarray(values(1003))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with xp.warn_on_gather(9000):
            np.asarray(x)
        with xp.warn_on_gather(0), xp.warn_on_gather(None):
            np.asarray(x)
    assert observers.active == []
    assert xp.get_options()["warn_on_gather"] is None


def test_a_large_gather_is_refused():
    x, matrix = xp.asarray(values(1003)), xp.asarray(values(103, 103))
    with xp.set_options(refuse_gather=8000):
        with pytest.raises(xp.CommunicationError, match=rf"{HERE}:\d+: an array of 8.02 kB is"):
            np.asarray(x)
        with pytest.raises(xp.CommunicationError, match="gathered on every device, which refuse_"):
            xp.block_until_ready(xp.linalg.inv(matrix))
        np.testing.assert_array_equal(np.asarray(x[:10]), values(1003)[:10])
    np.testing.assert_array_equal(np.asarray(x), values(1003))
    assert observers.active == []


@pytest.mark.parametrize("wrong", [-1, 1.5, True, "1 MB"])
def test_wrong_warning_limits(wrong):
    with pytest.raises(ValueError, match="warn_on_gather must be an int of at least 0 or None"):
        xp.warn_on_gather(wrong)


@pytest.mark.parametrize("n", [2, 3, 8])
def test_functions_under_jit_are_told(n):
    with xp.use_mesh(xp.make_mesh(n)):
        x = xp.asarray(values(1003, 7))
        total = xp.jit(lambda x: xp.sum(x * 2))
        with xp.report() as r:
            for _ in range(3):
                xp.block_until_ready(total(x))
        assert (r.total.compiled, r.total.runs) == (1, 3)
        assert r.total.moved["all-reduce"] == 3 * 8
        with xp.comm_budget(bytes=10):
            xp.block_until_ready(total(x))
            with pytest.raises(xp.CommunicationError, match="16 bytes of 10"):
                total(x)
        times = xp.jit(lambda x, k: x * k, static_argnames="k")
        with xp.report() as r:
            for k in (1, 2, 1):
                xp.block_until_ready(times(x, k=k))
        assert (r.total.compiled, r.total.runs) == (2, 3)


def test_it_says_what_there_was_to_run_on(monkeypatch, mesh):
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "7")
    with xp.report() as r:
        xp.block_until_ready(xp.asarray(values(1003)) + 1)
    second = str(r).splitlines()[1]
    assert second.startswith(f"{mesh.size} CPU device")
    assert "products of matrices on 7 threads" in second
    assert " for XLA" in second
    with xp.report() as idle, xp.set_options(host_work=10):
        pass
    assert str(idle).splitlines()[1].startswith("no device was needed")


@pytest.mark.parametrize(
    ("work", "calls", "says"),
    [
        (10**12, True, "after 1e+12 elements of work: with --at-once"),
        (0, True, "fewer than 1,000 elements stay on the host: work on many of them at once"),
        (0, False, "in Python, in NumPy's small arrays or in other libraries"),
    ],
)
def test_time_on_the_host_is_told_of_lines(monkeypatch, work, calls, says):
    monkeypatch.setattr(text, "LONG", 0.02)
    with xp.set_options(host_threshold=1000, host_work=work):
        with xp.report() as r:
            small = xp.ones(10) if calls else np.ones(10)
            slow = line() + 1
            [small + 1 for _ in range(200_000)]
        written = str(r)
    (one,) = [
        o for o in [*r.lines, *r.others] if (Path(o.line.file).name, o.line.number) == (HERE, slow)
    ]
    assert 0.02 < one.time < r.seconds
    assert one.runs == 0
    assert one.on_host == one.operations.total()
    assert bool(one.on_host) == calls
    rows = written.splitlines()
    (at,) = [i for i, row in enumerate(rows) if f"{HERE}:{slow} " in row]
    assert rows[at + 2].startswith("    -> ")
    assert says in rows[at + 2]


def test_time_is_that_of_the_programs_own_line():
    """Not of the library that it calls."""
    with xp.report() as r:
        busy = line() + 1
        json.dumps(list(range(2_000_000)), indent=1)
    assert max(r.others, key=lambda o: o.time).line.number == busy
    assert not r.lines


def test_what_libraries_make_of_text_is_not_the_programs_line():
    space = {}
    exec("def calls(function):\n    return function()", space)
    for look in (lambda: of_thread(threading.get_ident()), own):
        assert space["calls"](look).file == __file__


def test_completion_shows_what_is_for_users():
    for tool, shown in ((xp.report(), {"total", "lines"}), (xp.comm_budget(bytes=8), {"__exit__"})):
        names = set(dir(tool))
        assert shown <= names
        assert not {"recorded", "launching", "measures"} & names
        assert not {"recorded", "launching", "changed_home"} & set(dir(type(tool)))
        assert "__exit__" in dir(type(tool))
