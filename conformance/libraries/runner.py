"""Runs the files of a library's tests, each in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from conformance.environment import DROPPED, ROOT, default_cache, merge_xla_flags
from conformance.libraries.plugin import EVERY, OUTCOMES, OWNER, OWNERS, REPLACE
from conformance.state import prepare

#: Where arrays lie -> what the environment says.
SETTINGS = {
    "own": {},
    "default": {},
    "devices": {"SHARRAY_HOST_THRESHOLD": "0", "SHARRAY_HOST_WORK": "0"},
}
#: Seconds for one test.
TIMEOUT = 120


@dataclass
class Outcomes:
    """What became of the tests of one file."""

    #: test -> outcome ("passed", "failed", "skipped") and why
    tests: dict[str, tuple[str, str]] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)

    def passed(self) -> set[str]:
        """The tests that passed."""
        return {name for name, (outcome, _) in self.tests.items() if outcome == "passed"}


def modules_of(owner: str, only: Iterable[str] = ()) -> list[str]:
    """Return the modules of a library's tests, all or those in which one of the words occurs."""
    words = list(only)
    every = OWNERS[owner].modules()
    return [name for name in every if not words or any(word in name for word in words)]


def run(
    owner: str, setting: str, modules: list[str], every: int, jobs: int, say: Callable[[str], None]
) -> dict[str, Outcomes]:
    """Run one of `every` so many tests of some files; return what became of them."""
    state = ROOT / ".conformance"
    prepare(state)
    folder = state / owner / setting
    folder.mkdir(parents=True, exist_ok=True)

    def one(module: str) -> Outcomes:
        outcomes = _run_file(owner, setting, module, every, folder / f"{module}.jsonl")
        counts = Counter(outcome for outcome, _ in outcomes.tests.values())
        say(f"{setting}: {module}: {dict(counts)}, {sum(outcomes.seconds.values()):.0f} s")
        return outcomes

    with ThreadPoolExecutor(jobs) as pool:
        return dict(zip(modules, pool.map(one, modules), strict=True))


def _run_file(owner: str, setting: str, module: str, every: int, path: Path) -> Outcomes:
    """Run a file, again without a test that has ended the process."""
    path.unlink(missing_ok=True)
    env = {name: value for name, value in os.environ.items() if name not in DROPPED}
    env |= SETTINGS[setting]
    env |= {
        "PYTHONPATH": str(ROOT),
        "JAX_PLATFORMS": "cpu",
        "XLA_FLAGS": merge_xla_flags(env.get("XLA_FLAGS", ""), OWNERS[owner].DEVICES),
        "JAX_COMPILATION_CACHE_DIR": str(default_cache()),
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
        "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
        "PYTHONHASHSEED": "0",
        "SCIPY_ARRAY_API": '["numpy"]',
        OWNER: owner,
        OUTCOMES: str(path),
        REPLACE: str(int(setting != "own")),
        EVERY: str(every),
    }
    command = [
        *(sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "conformance.libraries.plugin"),
        *("-p", "no:cacheprovider", "-p", "no:xdist", "--pyargs", module),
        *(f"--timeout={TIMEOUT}", "--hypothesis-seed=0"),
        *("--rootdir", str(path.parent), "-c", os.devnull),
    ]
    while True:
        log = path.with_suffix(".log")
        with log.open("w") as file:
            subprocess.run(command, env=env, stdout=file, stderr=file, cwd=path.parent, check=False)
        outcomes, ended = read(path)
        if ended is None:
            return outcomes
        with path.open("a") as file:
            died = {"id": ended, "outcome": "failed", "why": "ended the process", "seconds": 0}
            file.write(json.dumps(died) + "\n")
        command += [f"--deselect={name}" for name in (*outcomes.tests, ended)]


def read(path: Path) -> tuple[Outcomes, str | None]:
    """Read what became of the tests of a file, and the test that has begun and not ended."""
    outcomes, begun = Outcomes(), None
    for line in path.read_text().splitlines() if path.exists() else ():
        fact = json.loads(line)
        if "begun" in fact:
            begun = fact["begun"]
        elif "left_out" in fact:
            outcomes.left_out = outcomes.left_out or Counter(fact["left_out"])
        else:
            outcomes.tests[fact["id"]] = fact["outcome"], fact["why"]
            outcomes.seconds[fact["id"]] = fact["seconds"]
            begun = None
    return outcomes, begun
