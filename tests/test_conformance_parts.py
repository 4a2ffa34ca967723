"""Parts of the conformance runner by themselves: plan, environment, report, progress."""

from __future__ import annotations

import argparse
import io
import json
import os
from pathlib import Path

import pytest

from conformance import known, reasons, report
from conformance.environment import DEVICE_FLAG, merge_xla_flags, worker_environment
from conformance.plan import Run, Settings, parse_mesh, plan
from conformance.progress import Progress, duration
from conformance.state import RESULTS, Record, Result, Session, load

ROOT = Path(__file__).resolve().parent.parent


def test_the_standard_plan():
    names = [run.name for run in plan(None, None, 20)]
    assert names == [
        *(f"mesh-{mesh}-deferred-20" for mesh in ("1", "2", "3", "8", "4x2")),
        "mesh-8-immediate-20",
    ]
    assert [run.name for run in plan([(8,)], None, 100)] == ["mesh-8-deferred-100"]
    both = [run.name for run in plan([(3,)], "both", 5)]
    assert both == ["mesh-3-deferred-5", "mesh-3-immediate-5"]
    assert all(Run.from_name(run.name) == run for run in plan(None, "both", 20))
    assert Run.from_name("hypothesis") is None


@pytest.mark.parametrize("text", ["", "0", "4x", "x2", "four", "-1", "2X2", "4x0"])
def test_what_is_no_mesh(text: str):
    with pytest.raises(argparse.ArgumentTypeError, match="a mesh is written"):
        parse_mesh(text)


def test_flags_of_the_user_stay():
    assert merge_xla_flags("", 3) == f"{DEVICE_FLAG}=3"
    merged = merge_xla_flags(f"--xla_a=1 {DEVICE_FLAG}=5 --xla_b", 8)
    assert merged == f"--xla_a=1 --xla_b {DEVICE_FLAG}=8"


def test_the_environment_of_a_worker():
    settings = Settings(
        suite=Path("suite"),
        module="sharray",
        api_version="2025.12",
        derandomize=False,
        seed=1,
        shrink=False,
        keyword=None,
        only_failed=False,
        fresh=False,
        resume=False,
        jobs=1,
        timeout=1,
        worker_memory=1,
        state=Path("state"),
        cache=Path("cache"),
    )
    base = {"PYTEST_ADDOPTS": "-x", "PYTHONPATH": "before", "HOME": "home"}
    env = worker_environment(Run((4, 2), "immediate", 20), settings, base)
    assert env["SHARRAY_MESH"] == "4x2"
    assert env["SHARRAY_IMMEDIATE"] == "1"
    assert env["XLA_FLAGS"] == f"{DEVICE_FLAG}=8"
    assert env["JAX_COMPILATION_CACHE_DIR"] == "cache"
    assert env["PYTHONPATH"] == os.pathsep.join([str(ROOT), "before"])
    assert "PYTEST_ADDOPTS" not in env


def test_reasons_are_short_and_name_every_failure():
    group = ExceptionGroup(
        "found 2",
        [ValueError("one\ntwo\nthree"), ExceptionGroup("more", [TypeError("x"), OSError()])],
    )
    assert reasons.reason_of(group) == "ValueError: one two | TypeError: x | OSError"
    long = reasons.reason_of(AssertionError("long " * 200))
    assert len(long) == reasons.LIMIT
    assert reasons.reason_of(AssertionError("it differs\nassert 1 == 2\n + where")) == (
        "AssertionError: it differs"
    )
    assert reasons.death_reason(-9, "") == "worker died (SIGKILL)"
    assert reasons.death_reason(3, "fine\nout of memory\nbye") == (
        "worker died (exit code 3): out of memory"
    )


def session(**changes) -> Session:
    fixed = {
        "module": "sharray",
        "api_version": "2025.12",
        "suite_commit": "a" * 40,
        "standard_commit": "b" * 40,
        "derandomize": False,
        "seed": 5,
        "code": "c",
        "code_commit": "unknown",
        "versions": {"jax": "0.10.2", "module": "0.1.0"},
        "collected": ["t.py::a", "t.py::b"],
        "draws": {"20": 1, "2": 3, "0": 4},
        "jobs": 2,
        "cores": 2,
        "date": "2025-01-01",
        "seconds": 61.0,
    }
    return Session(**{**fixed, **changes})


def record(*results: Result, examples: int = 20, **changes) -> Record:
    for result in results:
        result.session, result.code = 0, "c"
    by_id = {result.id: result for result in results}
    return Record(Run((8,), "deferred", examples), [session(**changes)], by_id)


def test_the_report_counts_and_quotes_without_breaking_its_tables():
    nasty = Result("t.py::b[x|y]", "failed", "a | b `c` <script>\n{d}")
    page = report.render(
        [record(Result("t.py::a", "passed", counters={"compiled": 3, "replicated": 2}), nasty)]
    )
    assert "| 8 | deferred | 20 | 1 of 2 |" not in page
    assert "1 failed" in page
    assert "| 3 | not counted | 2 | not counted |" in page
    assert "## Tests in which XLA replicated an array\n\n| test | runs |" in page
    assert "| `t.py::a` | 8 deferred |" in page
    assert r"| `t.py::b[x\|y]` | failed | `a \| b 'c' <script> {d}` | all |  |" in page
    assert "1 min 01 s" in page
    assert "At 20 examples the suite gives 20 to 1 test, 2 to 3 tests; 4 tests have" in page
    assert "`aaaaaaaaaaaa`" in page
    assert "**Not yet run** at 20 examples: 1 deferred, 2 deferred, 3 deferred" in page


def test_the_report_says_when_a_run_is_incomplete_or_old():
    half = record(Result("t.py::a", "passed"))
    half.results["t.py::a"].code = "older"
    page = report.render([half])
    assert "| 1 of 2 |" in page
    assert "1 test not run, 1 result of earlier or changing source code" in page
    assert "**Not of one source:**" in page


def test_failures_known_to_be_the_suites_own_are_explained_and_still_count():
    entries = [known.Known(r"t\.py::a", "Because."), known.Known(r"t\.py::z", "Was so.")]
    page = report.render([record(Result("t.py::a", "failed", "x"))], entries)
    assert "| `t.py::a` | failed | `x` | all | below |" in page
    assert "### `t\\.py::a`\n\nBecause.\n\nFails now: 1 test." in page
    assert "Was so.\n\nDoes not fail in these runs." in page
    assert "1 failed" in page


def test_sessions_differ_in_what_matters():
    assert not session().differences(session(seed=6, code="d", date="x", jobs=1))
    differing = session().differences(
        session(suite_commit="f", versions={"jax": "1", "numpy": "2"})
    )
    assert differing == [
        "commit of the suite",
        "version of jax",
        "version of module",
        "version of numpy",
    ]


def test_a_torn_last_line_is_ignored(tmp_path: Path):
    run = Run((1,), "deferred", 20)
    path = tmp_path / run.name / RESULTS
    path.parent.mkdir()
    lines = [
        {"kind": "session", **vars(session())},
        {"kind": "result", "id": "t.py::a", "outcome": "passed", "at": 3.5, "code": "c"},
    ]
    path.write_text("\n".join([*(json.dumps(line) for line in lines), '{"kind": "resu']))
    loaded = load(tmp_path, run)
    assert list(loaded.results) == ["t.py::a"]
    assert loaded.missing == ["t.py::b"]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_rewrites_one_line_on_a_terminal_only():
    for stream, breaks in ((Terminal(), 1), (io.StringIO(), 2)):
        progress = Progress("mesh 8", stream)
        progress.begin(total=50, kept=10, failed=1)
        for done in range(40):
            progress.advance(failed=done == 0)
        progress.close()
        assert stream.getvalue().count("\n") == breaks
        assert "mesh 8: 50/50, 2 failed" in stream.getvalue()
        assert ("\x1b[2K" in stream.getvalue()) == stream.isatty()


def test_progress_estimates_from_what_this_session_did():
    progress = Progress("mesh 8", io.StringIO())
    progress.begin(total=120, kept=80, failed=0)
    progress.done = 100
    progress.started -= 60
    assert progress.line() == "mesh 8: 100/120, 0 failed, 1 min 00 s, about 1 min 00 s left"
    assert [duration(s) for s in (0.4, 59.6, 3600, 7261)] == [
        "0 s",
        "1 min 00 s",
        "1 h 00 min",
        "2 h 01 min",
    ]
