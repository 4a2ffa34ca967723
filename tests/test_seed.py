"""Property tests try other examples at each commit, and the same ones again when asked to."""

import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import conftest
import pytest
from conftest import SEED_VARIABLE, seed_of_run, seed_of_test

PROPERTIES = """
import pytest
from hypothesis import given, settings, strategies as st

def note(name, *values):
    with open(f"{name}.drawn", "a") as file:
        print(values, file=file)

@pytest.mark.parametrize("case", ["a", "b"])
@settings(max_examples=2 * settings.default.max_examples)
@given(n=st.integers(), x=st.floats())
def test_outer(case, n, x):
    note(f"outer {case}", n, x)

@pytest.mark.parametrize("case", ["a", "b"])
def test_inner(case, seed):
    note(f"seed {case}", seed)
    @given(st.integers(), st.text())
    def check(n, text):
        note(f"inner {case}", n, text)
    check()
"""


@pytest.fixture
def draw(tmp_path, monkeypatch):
    """Run property tests in a folder with this folder's conftest; return what they drew."""
    (tmp_path / "conftest.py").write_text(Path(conftest.__file__).read_text())
    (tmp_path / "test_properties.py").write_text(PROPERTIES)
    # numbers in a module that a test alone does not import, from which Hypothesis might draw
    numbers = [7**k for k in range(30)]
    (tmp_path / "powers.py").write_text(f"POWERS = {numbers}")
    (tmp_path / "test_powers.py").write_text("import powers\ndef test(): pass")
    monkeypatch.delenv(SEED_VARIABLE, raising=False)
    monkeypatch.delenv("HYPOTHESIS_PROFILE", raising=False)
    monkeypatch.setenv("CI", "true")  # a machine that checks tries what a person's own tries

    def run(*options, seed=None):
        if seed is not None:
            monkeypatch.setenv(SEED_VARIABLE, str(seed))
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        drawn = defaultdict(list)
        for file in tmp_path.glob("*.drawn"):
            drawn[file.stem] = file.read_text().splitlines()
            file.unlink()
        return drawn, done.stdout

    return run


def test_a_seed_repeats_a_run_and_another_one_does_not(draw):
    full = "--hypothesis-profile=full"
    drawn, output = draw("-n", "2", full, seed=5)
    assert {name: len(lines) for name, lines in drawn.items()} == counts(200)
    assert f"examples: profile full, {SEED_VARIABLE}=5" in output
    for what in ("outer", "inner", "seed"):
        assert drawn[f"{what} a"] != drawn[f"{what} b"]
    alone, _ = draw(full, "test_properties.py::test_outer[b]", "test_properties.py::test_inner[a]")
    assert alone == {name: drawn[name] for name in ("outer b", "inner a", "seed a")}
    other, output = draw(seed=6)
    assert {name: len(lines) for name, lines in other.items()} == counts(20)
    assert f"examples: profile ci, {SEED_VARIABLE}=6" in output
    assert all(drawn[name][: len(lines)] != lines for name, lines in other.items())


def counts(examples):
    each = {"outer": 2 * examples, "inner": examples, "seed": 1}
    return {f"{what} {case}": each[what] for what in each for case in "ab"}


def test_the_option_of_hypothesis_is_one_seed_for_all_tests(draw):
    drawn, output = draw("--hypothesis-seed=3")
    assert f"{SEED_VARIABLE}=0" in output  # in a folder that is no checkout
    for what in ("outer", "inner"):
        assert drawn[f"{what} a"] == drawn[f"{what} b"]


def git(folder, *arguments):
    author = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
    command = ["git", "-C", str(folder), *author, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_the_seed_follows_from_what_the_commit_holds(tmp_path, monkeypatch):
    monkeypatch.delenv(SEED_VARIABLE, raising=False)
    root = tmp_path.resolve()
    assert seed_of_run(root) == 0
    git(root, "init", "-q")
    assert seed_of_run(root) == 0
    seeds = []
    for name in ("sharray/a", "tests/b", "docs/c", "tests/b"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / "tests").mkdir(exist_ok=True)
        (root / "tests" / "always").touch()
        with (root / name).open("a") as file:
            file.write(name)
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", name)
        seeds.append(seed_of_run(root))
    assert seeds[1] == seeds[2]  # what is not the library's and not of the tests does not count
    assert len(set(seeds)) == 3
    (root / "unpacked").mkdir()
    assert seed_of_run(root / "unpacked") == 0
    monkeypatch.setenv("PATH", "")
    assert seed_of_run(root) == 0


def test_the_environment_overrides_the_commit(tmp_path, monkeypatch):
    monkeypatch.setenv(SEED_VARIABLE, "17")
    assert seed_of_run() == seed_of_run(tmp_path) == 17
    monkeypatch.setenv(SEED_VARIABLE, "seventeen")
    with pytest.raises(pytest.UsageError, match="SHARRAY_TEST_SEED is a whole number"):
        seed_of_run()


def test_each_test_has_a_seed_of_its_own():
    seeds = {seed_of_test(seed, node) for seed in range(9) for node in ("a::b[1]", "a::b[2]")}
    assert len(seeds) == 18
    assert all(0 <= seed < 2**64 for seed in seeds)
