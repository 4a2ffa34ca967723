"""One run of the suite: what is left to do, done and written down."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .environment import worker_command, worker_environment
from .plan import Run, Settings
from .pool import Pool, WorkerError
from .progress import Progress
from .state import Record, Result, Session, Writer, load
from .suite import code_identity, commit

Say = Callable[[str], None]


def available_cores() -> int:
    """Count the cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def execute(run: Run, settings: Settings, root: Path, say: Say) -> Record:
    """Do what is missing of one run and return all that is known of it then."""
    code, code_commit = code_identity(settings.module, root)
    known = load(settings.state, run)
    writer = Writer(settings.state, run)
    progress = Progress(f"mesh {run.mesh_text} {run.mode}, {run.examples} examples")
    started = time.monotonic()
    pool = Pool(
        command=worker_command(run, settings, settings.state / "none.txt"),
        cwd=settings.suite,
        env=worker_environment(run, settings, os.environ),
        logs=writer.folder,
        jobs=settings.jobs,
        timeout=settings.timeout,
        memory_limit=settings.worker_memory * 2**30,
    )
    try:
        for event in pool.events():
            if event["kind"] == "ready" and pool.open:
                session = _session(event, settings, code, code_commit)
                selected = event["selected"]
                tests, reason = _left_to_do(selected, known, session, settings)
                if reason:
                    say(f"{run.name}: starting anew ({reason})")
                    writer.forget()
                    known = Record(run)
                pool.add(tests)
                writer.start(session)
                for broken in event["broken"]:
                    writer.result(Result(**broken, outcome="failed"))
                kept = set(selected) - set(tests)
                failed = sum(r.objectionable for r in known.results.values() if r.id in kept)
                progress.begin(len(selected), len(kept), failed + len(event["broken"]))
            elif event["kind"] == "result":
                result = _result(event, time.monotonic() - started)
                writer.result(result)
                progress.advance(result.objectionable)
            else:
                progress.show()
    finally:
        # Also after Ctrl-C and after a worker that cannot start: what was done is not lost.
        pool.close()
        writer.end(time.monotonic() - started, code_identity(settings.module, root)[0])
        progress.close()
    return load(settings.state, run)


def _session(ready: dict[str, Any], settings: Settings, code: str, code_commit: str) -> Session:
    return Session(
        module=settings.module,
        api_version=settings.api_version,
        suite_commit=commit(settings.suite),
        standard_commit=commit(settings.suite / "array-api"),
        derandomize=settings.derandomize,
        seed=settings.seed,
        code=code,
        code_commit=code_commit,
        versions={**ready["versions"], "platform": f"{platform.system()} {platform.machine()}"},
        collected=ready["collected"],
        draws=ready["draws"],
        jobs=settings.jobs,
        cores=available_cores(),
        date=datetime.now(UTC).date().isoformat(),
    )


def _left_to_do(
    selected: list[str], known: Record, session: Session, settings: Settings
) -> tuple[list[str], str]:
    """Choose the tests to run; if nothing known is of use any more, also say why."""
    if not known.sessions:
        return selected, ""
    if settings.fresh:
        return selected, "--fresh"
    if differing := known.last.differences(session):
        if settings.partial:
            raise WorkerError(
                f"the recorded results of {known.run.name} differ in {', '.join(differing)}; "
                "--fresh drops them, another --state keeps them"
            )
        return selected, f"another {', another '.join(differing)}"
    if settings.only_failed:
        failed = {result.id for result in known.objections()}
        return [name for name in selected if name in failed], ""
    if settings.keyword is not None:
        return selected, ""
    results = known.results
    tests = [
        name
        for name in selected
        if name not in results or not (settings.resume or results[name].code == session.code)
    ]
    if len(tests) == len(selected):
        return tests, f"the source of {settings.module} changed; --resume would keep the results"
    return tests, ""


def _result(event: dict[str, Any], at: float) -> Result:
    return Result(
        id=event["id"],
        outcome=event["outcome"],
        reason=event["reason"],
        detail=event["detail"],
        seconds=round(event["seconds"], 3),
        own_skip=event.get("own_skip", False),
        counters=event.get("counters", {}),
        at=round(at, 3),
    )
