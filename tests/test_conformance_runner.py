"""The runner of the conformance suite, on a small suite that goes wrong in every way."""

from __future__ import annotations

import argparse
import importlib.util
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conformance import known, reasons, report, suite
from conformance.__main__ import main
from conformance.environment import DEVICE_FLAG, merge_xla_flags, worker_environment
from conformance.plan import Run, Settings, parse_mesh, plan
from conformance.progress import Progress, duration
from conformance.state import RESULTS, Record, Result, Session, load

ROOT = Path(__file__).resolve().parent.parent
MODULE = "tiny_namespace"

CONFTEST = """
import hypothesis

def pytest_addoption(parser):
    parser.addoption("--max-examples", type=int)
    parser.addoption("--disable-deadline", action="store_true")
    parser.addoption("--derandomize", action="store_true")
    parser.addoption("--skips-file")
    parser.addoption("--xfails-file")

def pytest_configure(config):
    config.addinivalue_line("markers", "unvectorized: slow")
    hypothesis.settings.register_profile("suite", max_examples=config.getoption("--max-examples"))
    hypothesis.settings.load_profile("suite")
    assert not open(config.getoption("--skips-file")).read()
    assert not open(config.getoption("--xfails-file")).read()
"""

TESTS = """
import os
import time
from pathlib import Path

import hypothesis
import pytest
from hypothesis import given, strategies as st

def flag(name):
    return Path(__file__).with_name(name).exists()

@pytest.mark.parametrize("n", range(6))
def test_passes(n):
    time.sleep(float(os.environ.get("TINY_SLEEP", "0")))

@pytest.mark.unvectorized
def test_environment():
    settings = hypothesis.settings()
    assert settings.max_examples == 7 and hypothesis.Phase.shrink not in settings.phases
    assert os.environ["SHARRAY_MESH"] == "2x1" and os.environ["SHARRAY_HOST_THRESHOLD"] == "0"
    assert os.environ["SHARRAY_IMMEDIATE"] == "0" and "count=2" in os.environ["XLA_FLAGS"]

def test_fails():
    assert flag("healed") or 1 == 2, "one is not two"

@given(st.integers())
def test_fails_in_several_ways(n):
    if flag("healed"):
        return
    assert n < 100, "too large"
    if n < 0:
        raise ValueError("negative")

@pytest.mark.skip(reason="flaky")
def test_skipped_for_every_library():
    pass

def test_skipped_for_this_library():
    if not flag("healed"):
        pytest.skip("this library lacks it")

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.skip(reason="not this one"))])
def test_skipped_by_parameter(n):
    pass

@pytest.mark.xfail(reason="known to fail")
def test_expected_to_fail():
    assert False

def test_dies():
    if not flag("healed"):
        print("Check failed: rendezvous", flush=True)
        os.abort()

def test_hangs():
    if not flag("healed"):
        time.sleep(600)
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a suite, and a module for it to test; both only look like the real ones."""
    path = tmp_path / "array-api-tests"
    (path / "array_api_tests").mkdir(parents=True)
    (path / "array-api" / "spec" / "2025.12").mkdir(parents=True)
    (path / "conftest.py").write_text(CONFTEST)
    (path / "pytest.ini").write_text("[pytest]\n")
    (path / "array_api_tests" / "__init__.py").write_text(f"import {MODULE} as xp\n")
    (path / "array_api_tests" / "test_things.py").write_text(TESTS)
    modules = tmp_path / "modules"
    modules.mkdir()
    (modules / f"{MODULE}.py").write_text("__version__ = '1.2'\n")
    for name in suite.NEEDED_MODULES:
        if importlib.util.find_spec(name) is None:
            (modules / f"{name}.py").write_text("")
    monkeypatch.syspath_prepend(str(modules))
    monkeypatch.setenv("PYTHONPATH", str(modules))
    monkeypatch.setenv("XLA_FLAGS", f"--xla_of_the_user=1 {DEVICE_FLAG}=5")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-k nothing_at_all")
    return path


def arguments(checkout: Path, *more: str) -> list[str]:
    state, page = checkout.parent / "state", checkout.parent / "page.md"
    fixed = ["--suite", str(checkout), "--module", MODULE, "--state", str(state)]
    fixed += ["--output", str(page), "--mesh", "2x1", "--examples", "7", "--cache-dir", "none"]
    return [*fixed, *more]


def state_of(checkout: Path) -> Record:
    return load(checkout.parent / "state" / MODULE, Run((2, 1), "deferred", 7))


def by_name(record: Record) -> dict[str, Result]:
    return {name.rpartition("::")[2]: result for name, result in record.results.items()}


def test_every_way_to_go_wrong_is_recorded_and_the_run_goes_on(
    checkout: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(arguments(checkout, "--jobs", "2", "--timeout", "5")) == 1
    record = state_of(checkout)
    assert not record.missing
    results = by_name(record)
    found = {name: result.outcome for name, result in results.items()}
    assert found == {
        **{f"test_passes[{n}]": "passed" for n in range(6)},
        "test_environment": "passed",
        "test_fails": "failed",
        "test_fails_in_several_ways": "failed",
        "test_skipped_for_every_library": "skipped",
        "test_skipped_for_this_library": "skipped",
        "test_skipped_by_parameter[1]": "skipped",
        "test_expected_to_fail": "xfailed",
        "test_dies": "failed",
        "test_hangs": "failed",
    }
    assert [r.id.rpartition("::")[2] for r in record.results.values() if r.own_skip] == [
        "test_skipped_for_every_library"
    ]
    objections = {result.id.rpartition("::")[2] for result in record.objections()}
    assert objections == found.keys() - {
        *(f"test_passes[{n}]" for n in range(6)),
        "test_environment",
        "test_skipped_for_every_library",
    }
    assert results["test_fails"].reason == "AssertionError: one is not two"
    assert set(results["test_fails_in_several_ways"].reason.split(" | ")) <= {
        "AssertionError: too large",
        "ValueError: negative",
    }
    assert results["test_skipped_for_this_library"].reason == "this library lacks it"
    assert results["test_dies"].reason == "worker died (SIGABRT): Check failed: rendezvous"
    assert results["test_hangs"].reason == "timeout: no result within 5 s"
    # Where the hanging test hung, as Python itself saw it.
    folder = checkout.parent / "state" / MODULE / record.run.name / "failures"
    (hung,) = folder.glob("test_things.py__test_hangs-*.txt")
    assert "in test_hangs" in hung.read_text()
    printed = capsys.readouterr()
    assert "1 run, 4 failed, 1 expected failure, 2 skipped for this library" in printed.out
    assert "one is not two" in printed.out
    assert f"{len(found)}/{len(found)}, 7 failed" in printed.err
    page = (checkout.parent / "page.md").read_text()
    assert "| 2x1 | deferred | 7 | 15 | 7 | 4 | 1 | 3 |" in page
    assert f"--module {MODULE} --mesh 2x1 --mode deferred --examples 7" in page
    assert "At 7 examples the suite gives 7 to 1 test; 14 tests have fixed inputs" in page
    assert str(checkout) not in page

    # Only the failed ones are run again, and only what the suite itself skips is forgiven.
    (checkout / "array_api_tests" / "healed").touch()
    assert main(arguments(checkout, "--jobs", "1", "--failed")) == 1
    again = by_name(state_of(checkout))
    assert {n for n, r in again.items() if r.objectionable} == {
        "test_skipped_by_parameter[1]",
        "test_expected_to_fail",
    }
    assert again["test_passes[0]"].session == 0
    assert again["test_fails"].session == 1
    assert not list(folder.iterdir())

    # The page alone, from what is recorded.
    (checkout.parent / "page.md").unlink()
    assert main(arguments(checkout, "--report")) == 1
    assert (
        "| 2x1 | deferred | 7 | 15 | 12 | 0 | 1 | 2 |" in (checkout.parent / "page.md").read_text()
    )


def test_a_run_of_selected_tests_leaves_the_page_alone(checkout: Path):
    assert main(arguments(checkout, "-k", "test_passes", "--jobs", "1")) == 0
    assert not (checkout.parent / "page.md").exists()
    assert len(state_of(checkout).results) == 6
    assert len(state_of(checkout).missing) == 9


def test_an_interrupted_run_goes_on_where_it_stopped(checkout: Path):
    (checkout / "array_api_tests" / "healed").touch()
    command = [sys.executable, "-m", "conformance", *arguments(checkout, "--jobs", "1")]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "TINY_SLEEP": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    give_up = time.monotonic() + 60
    while not state_of(checkout).results and time.monotonic() < give_up:
        time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130, error
    assert "the same command goes on from here" in error
    before = state_of(checkout)
    assert 0 < len(before.results) < len(before.last.collected)
    assert before.seconds > 0
    main(arguments(checkout, "--jobs", "1"))
    after = state_of(checkout)
    assert not after.missing
    assert {n for n, r in after.results.items() if r.session == 0} == set(before.results)


def test_results_of_other_source_are_not_kept_unless_asked(
    checkout: Path, capsys: pytest.CaptureFixture[str]
):
    (checkout / "array_api_tests" / "healed").touch()
    main(arguments(checkout, "--jobs", "1"))
    (checkout.parent / "modules" / f"{MODULE}.py").write_text("__version__ = '1.2'  # changed\n")
    main(arguments(checkout, "--jobs", "1", "--resume"))
    kept = state_of(checkout)
    assert {result.session for result in kept.results.values()} == {0}
    assert len(kept.stale) == len(kept.results)
    assert "15 results of earlier or changing source code" in capsys.readouterr().out
    main(arguments(checkout, "--jobs", "1"))
    assert "starting anew" in capsys.readouterr().out
    assert not state_of(checkout).stale
    # Nothing is left to do, and another way to draw examples is another run.
    main(arguments(checkout, "--jobs", "1"))
    assert "starting anew" not in capsys.readouterr().out
    assert main(arguments(checkout, "--jobs", "1", "--derandomize", "-k", "passes")) == 2
    assert "differ in --derandomize" in capsys.readouterr().err
    assert len(state_of(checkout).results) == 15


def test_workers_that_grow_are_replaced(checkout: Path):
    more = ["--jobs", "1", "-k", "test_passes and (0 or 1 or 2)", "--worker-memory", "0.000001"]
    assert main(arguments(checkout, *more)) == 0
    log = checkout.parent / "state" / MODULE / "mesh-2x1-deferred-7" / "worker-0.log"
    assert log.read_text().count("passed") == 3  # each pytest reports its own single test


def test_a_file_that_cannot_be_imported_is_a_failure(checkout: Path):
    broken = checkout / "array_api_tests" / "test_broken.py"
    broken.write_text(f"from {MODULE} import missing\n")
    assert main(arguments(checkout, "-k", "test_passes", "--jobs", "1")) == 1
    (failure,) = state_of(checkout).objections()
    assert failure.id == "array_api_tests/test_broken.py"
    assert failure.reason.startswith("not collected: ImportError: cannot import name 'missing'")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        ("checkout", "there is no directory"),
        ("checkout/array_api_tests", "is not a checkout of data-apis/array-api-tests"),
        ("checkout/array-api/spec", "array-api is missing or empty"),
        ("checkout/array-api/spec/2025.12", "does not know version 2025.12"),
    ],
)
def test_an_unusable_suite_is_one_sentence(
    checkout: Path, spoil: str, sentence: str, capsys: pytest.CaptureFixture[str]
):
    target = checkout / spoil.removeprefix("checkout").lstrip("/")
    target.rename(checkout.parent / "elsewhere")
    assert main(arguments(checkout)) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert "git" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--module", "no_such_module"], "there is no module 'no_such_module'"),
        (["--fresh", "--failed"], "--fresh forgets"),
        (["--seed", "1", "--derandomize"], "needs no --seed"),
        (["--report", "--module", "never_run"], "no results in"),
        (["-k", "no_such_test"], "no test matches -k"),
    ],
)
def test_wrong_arguments_are_one_sentence(
    checkout: Path, more: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
):
    assert main([*arguments(checkout), *more]) == 2
    error = capsys.readouterr().err.splitlines()
    assert sentence in error[-1]
    assert error[-1].startswith("conformance: ")
    # Before it at most a line of progress.
    assert len(error) <= 2


def test_without_a_suite_the_sentence_says_how_to_get_it(capsys: pytest.CaptureFixture[str]):
    assert main([]) == 2
    assert "git clone --recurse-submodules" in capsys.readouterr().err


def test_a_worker_that_cannot_start_shows_its_log(
    checkout: Path, capsys: pytest.CaptureFixture[str]
):
    (checkout.parent / "modules" / f"{MODULE}.py").write_text("raise RuntimeError('not today')")
    assert main(arguments(checkout, "--jobs", "1")) == 2
    error = capsys.readouterr().err
    assert "no test could be collected" in error
    assert "not today" in error
    (checkout / "conftest.py").write_text(CONFTEST + f"import {MODULE}")
    assert main(arguments(checkout, "--jobs", "1")) == 2
    error = capsys.readouterr().err
    assert "a worker did not start (exit code 4)" in error
    assert "not today" in error


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


def test_source_that_changes_during_a_run_makes_its_results_old(checkout: Path):
    module = checkout.parent / "modules" / f"{MODULE}.py"
    tests = checkout / "array_api_tests" / "test_things.py"
    tests.write_text(
        f"def test_one():\n    with open({str(module)!r}, 'a') as f:\n        f.write('# more')\n"
    )
    assert main(arguments(checkout, "--jobs", "1")) == 0
    assert len(state_of(checkout).stale) == 1
    tests.write_text("def test_one():\n    pass\n")
    assert main(arguments(checkout, "--jobs", "1")) == 0
    assert not state_of(checkout).stale


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
