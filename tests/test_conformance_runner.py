"""The runner of the conformance suite, on a small suite that goes wrong in every way."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conformance import suite
from conformance.__main__ import main
from conformance.environment import DEVICE_FLAG
from conformance.plan import Run
from conformance.state import Record, Result, load

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
