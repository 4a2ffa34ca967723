"""The pytest plugin inside a worker: runs the tests it is told to, one by one, and reports each.

It is loaded by ``pytest -p conformance.worker`` and talks to the runner through a pipe whose file
descriptor is in the environment. Messages are JSON objects.
"""

from __future__ import annotations

import json
import os
import platform
import random
import sys
from collections import Counter
from collections.abc import Generator, Sequence
from importlib import metadata
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from .environment import CHANNEL, EXPECTED_DEVICES, SEED, SHRINK
from .reasons import one_line, reason_of

DETAIL_LIMIT = 30_000
VERSIONED = ("jax", "jaxlib", "numpy", "hypothesis", "pytest")
COMPILED_EVENT = "/jax/core/compile/backend_compile_duration"
CACHE_HIT_EVENT = "/jax/compilation_cache/cache_hits"


class Worker:
    """Serves one runner, from collection until it says stop or goes away."""

    def __init__(self, channel: Connection) -> None:
        self.channel = channel
        self.collected: list[str] = []
        self.broken: list[dict[str, Any]] = []
        self.compiled = {"compiled": 0.0, "compile_seconds": 0.0, "from_disk": 0.0}
        self.counted: dict[str, float] = {}
        self.test: dict[str, Any] = {}

    def send(self, kind: str, **content: Any) -> None:
        self.channel.send_bytes(json.dumps({"kind": kind, **content}).encode())

    # Collection -----------------------------------------------------------------------------

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        # Before -k takes tests away, so that the runner knows how many there are in all.
        self.collected = [item.nodeid for item in items]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            lines = report.longreprtext.strip().splitlines()
            reason = one_line(next((x[2:] for x in lines if x.startswith("E ")), lines[-1]))
            self.broken.append(
                {
                    "id": report.nodeid,
                    "reason": f"not collected: {reason}",
                    "detail": "\n".join(lines),
                }
            )

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if problem := self._uncollected(session) or self._misplaced():
            self.send("refused", reason=problem)
            return True
        self._listen_to_jax()
        self.counted = self._counters()
        items = {item.nodeid: item for item in session.items}
        self.send(
            "ready",
            collected=self.collected,
            selected=list(items),
            broken=self.broken,
            draws=Counter(_examples_of(item) for item in session.items),
            versions=self._versions(),
        )
        while (name := self._next()) is not None:
            self.test = {
                "id": name,
                "outcome": "passed",
                "reason": "",
                "detail": "",
                "seconds": 0.0,
            }
            item = items.get(name)
            if item is None:
                self.test |= {"outcome": "failed", "reason": "this worker did not collect the test"}
            else:
                # Hypothesis shuffles what `.example()` gives with the interpreter's own generator.
                random.seed(f"{os.environ.get(SEED)} {name}")
                self.test["own_skip"] = _skipped_by_decorator(item)
                # No next item: every fixture is torn down, the next test may go elsewhere.
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            self.send("result", **self.test, counters=self._progress(), memory=resident_memory())
        return True

    def _uncollected(self, session: pytest.Session) -> str | None:
        if not self.collected:
            return "no test could be collected" + "".join(
                f"\n{b['detail']}" for b in self.broken[:1]
            )
        if not session.items and not self.broken:
            return "no test matches -k"
        return None

    def _next(self) -> str | None:
        try:
            message = json.loads(self.channel.recv_bytes())
        except (EOFError, OSError):
            return None  # the runner is gone
        return message["id"] if message["kind"] == "run" else None

    # Results --------------------------------------------------------------------------------

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        self.test["seconds"] += report.duration
        reason = reason_of(call.excinfo.value) if call.excinfo is not None else ""
        if hasattr(report, "wasxfail"):
            self._outcome("xfailed" if report.skipped else "xpassed", str(report.wasxfail))
        elif report.failed:
            when = "" if report.when == "call" else f"{report.when}: "
            # The crash line alone names no example; the detail has it.
            self._outcome("failed", when + reason, report.longreprtext[-DETAIL_LIMIT:])
        elif report.skipped:
            self._outcome("skipped", getattr(call.excinfo and call.excinfo.value, "msg", reason))
        return report

    def _outcome(self, outcome: str, reason: str, detail: str = "") -> None:
        # A failing teardown must not hide what the test itself said, nor a passing one undo it.
        if self.test["outcome"] != "failed":
            self.test |= {"outcome": outcome, "reason": reason, "detail": detail}

    # What the run costs, and on what --------------------------------------------------------

    def _listen_to_jax(self) -> None:
        if (jax := sys.modules.get("jax")) is None:
            return

        def duration(event: str, seconds: float, **_: Any) -> None:
            if event == COMPILED_EVENT:
                self.compiled["compiled"] += 1
                self.compiled["compile_seconds"] += seconds

        def happened(event: str, **_: Any) -> None:
            if event == CACHE_HIT_EVENT:
                self.compiled["from_disk"] += 1

        jax.monitoring.register_event_duration_secs_listener(duration)
        jax.monitoring.register_event_listener(happened)

    def _counters(self) -> dict[str, float]:
        counters = dict(self.compiled) if "jax" in sys.modules else {}
        cache_info = getattr(_module_under_test(), "cache_info", None)
        if cache_info is not None:
            info = cache_info()
            for name in ("programs", "compilations", "dispatches", "hits"):
                value = getattr(info, name, None)
                if isinstance(value, int):
                    counters[name] = value
        return counters

    def _progress(self) -> dict[str, float]:
        """Return how far the counters moved since the last call."""
        now = self._counters()
        moved = {name: value - self.counted.get(name, 0) for name, value in now.items()}
        self.counted = now
        return moved

    def _versions(self) -> dict[str, str]:
        versions = {"python": platform.python_version()}
        for name in VERSIONED:
            if name in sys.modules:
                versions[name] = metadata.version(name)
        module = _module_under_test()
        version = getattr(module, "__version__", None)
        if version is None and (top := sys.modules.get(module.__name__.partition(".")[0])):
            version = getattr(top, "__version__", None)
        versions["module"] = str(version or "of unknown version")
        return versions

    def _misplaced(self) -> str | None:
        """Say what is wrong if arrays do not lie on the devices: such a run shows nothing."""
        if not (wanted := os.environ.get(EXPECTED_DEVICES)):
            return None
        count = int(wanted)
        try:
            sharding = _module_under_test().ones(4 * count + 1).sharding
            found, replicated = len(sharding.device_set), sharding.is_fully_replicated
        except Exception as error:
            return f"a first array could not be made on {count} devices: {reason_of(error)}"
        if found != count:
            return f"a new array lies on {found} devices, not on {count}: is SHARRAY_MESH ignored?"
        if count > 1 and replicated:
            return f"a new array is replicated on the {count} devices, not sharded"
        return None


def _module_under_test() -> Any:
    return sys.modules["array_api_tests"].xp  # pyright: ignore[reportAttributeAccessIssue]


def _skipped_by_decorator(item: pytest.Item) -> bool:
    """Whether the suite's source skips this test outright, whatever the library.

    Skips that depend on the library come from hooks, parameters or the body of the test.
    """
    marks: Sequence[pytest.Mark] = getattr(getattr(item, "function", None), "pytestmark", ())
    return any(mark.name == "skip" for mark in marks)


def _examples_of(item: pytest.Item) -> int:
    """Return the number of examples a test is given; 0 for one that Hypothesis does not call."""
    function = getattr(item, "function", None)
    given = getattr(function, "is_hypothesis_test", False)
    chosen = getattr(function, "_hypothesis_internal_use_settings", None)
    return chosen.max_examples if given and chosen is not None else 0


def resident_memory() -> int:
    """Return the memory of this process in bytes."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, IndexError, ValueError):
        import resource  # not on every platform; here, where there is no /proc

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Take part only where a runner listens; without one this plugin does nothing."""
    if not (descriptor := os.environ.get(CHANNEL)):
        return
    os.set_inheritable(int(descriptor), False)
    config.pluginmanager.register(Worker(Connection(int(descriptor))), "conformance-worker")
    if os.environ.get(SHRINK) != "1":
        _do_not_shrink()


def _do_not_shrink() -> None:
    # Shrinking repeats a failing test up to 500 times, each time with new shapes to compile. This
    # comes after the suite's own pytest_configure, whose profile it extends.
    from hypothesis import Phase, settings

    phases = [phase for phase in Phase if phase not in (Phase.shrink, Phase.explain)]
    settings.register_profile("conformance", settings(), phases=phases)
    settings.load_profile("conformance")
