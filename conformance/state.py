"""What is known so far: one file of JSON lines per run, written as results come in.

A file holds `session` lines (one per invocation that ran tests), each followed by its `result`
lines and an `end` line. A later result of a test replaces an earlier one.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import IO, Any, Literal, TypeVar

from .plan import Run

Outcome = Literal["passed", "failed", "skipped", "xfailed", "xpassed"]
RESULTS = "results.jsonl"
CHANGED = "changed while it ran"

_Record = TypeVar("_Record", "Session", "Result")


@dataclass
class Session:
    """One invocation of the runner: what it ran on."""

    module: str
    api_version: str
    suite_commit: str
    standard_commit: str
    derandomize: bool
    seed: int
    code: str
    code_commit: str
    versions: dict[str, str]
    collected: list[str]
    jobs: int
    cores: int
    date: str
    seconds: float = 0.0
    draws: dict[str, int] = field(default_factory=dict)

    def differences(self, other: Session) -> list[str]:
        """Name what differs so that results of the two do not belong in one row."""
        names = {
            "api_version": "version of the standard",
            "suite_commit": "commit of the suite",
            "standard_commit": "commit of the standard",
            "derandomize": "--derandomize",
            "collected": "list of tests",
        }
        differing = [words for n, words in names.items() if getattr(self, n) != getattr(other, n)]
        return differing + [
            f"version of {name}"
            for name in sorted(self.versions.keys() | other.versions.keys())
            if self.versions.get(name) != other.versions.get(name)
        ]


@dataclass
class Result:
    """How one test went."""

    id: str
    outcome: Outcome
    reason: str = ""
    detail: str = ""
    seconds: float = 0.0
    own_skip: bool = False
    counters: dict[str, float] = field(default_factory=dict)
    at: float = 0.0
    code: str = ""
    session: int = -1

    @property
    def objectionable(self) -> bool:
        """Whether this is anything else than a pass or a skip of the suite's own making."""
        return not (self.outcome == "passed" or (self.outcome == "skipped" and self.own_skip))


@dataclass
class Record:
    """All that is known of one run."""

    run: Run
    sessions: list[Session] = field(default_factory=list)
    results: dict[str, Result] = field(default_factory=dict)

    @property
    def last(self) -> Session:
        return self.sessions[-1]

    @property
    def missing(self) -> list[str]:
        """Name the collected tests that have no result yet."""
        return [name for name in self.last.collected if name not in self.results]

    @property
    def stale(self) -> list[str]:
        """Name the tests whose result is of other source code than the last session's."""
        return [r.id for r in self.results.values() if r.code != self.last.code]

    @property
    def seconds(self) -> float:
        """Add up the sessions that contributed a result still standing."""
        used = {result.session for result in self.results.values()}
        return sum(session.seconds for i, session in enumerate(self.sessions) if i in used)

    def outcomes(self) -> Counter[Outcome]:
        return Counter(result.outcome for result in self.results.values())

    def objections(self) -> list[Result]:
        return sorted((r for r in self.results.values() if r.objectionable), key=lambda r: r.id)

    def total(self, counter: str) -> int | None:
        """Add up a counter over the tests; None if no test has it."""
        values = [r.counters[counter] for r in self.results.values() if counter in r.counters]
        return round(sum(values)) if values else None


def load(folder: Path, run: Run) -> Record:
    """Read what is known of a run, which may be nothing."""
    record = Record(run)
    path = folder / run.name / RESULTS
    if not path.exists():
        return record
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            content: dict[str, Any] = json.loads(line)
        except json.JSONDecodeError:
            continue  # the last line of a runner that was killed while it wrote
        kind = content.pop("kind")
        if kind == "session":
            record.sessions.append(_read(Session, content))
        elif kind == "result" and record.sessions:
            result = _read(Result, content)
            result.session = len(record.sessions) - 1
            record.results[result.id] = result
            record.last.seconds = max(record.last.seconds, result.at)
        elif kind == "end" and record.sessions:
            record.last.seconds = content["seconds"]
            if content.get("changed"):
                # Workers start at different times, so no one can say what they imported.
                for result in record.results.values():
                    if result.session == len(record.sessions) - 1:
                        result.code = CHANGED
    return record


def load_all(folder: Path) -> list[Record]:
    """Read every run that has results, in the order in which the report shows them."""
    paths = folder.glob(f"*/{RESULTS}") if folder.is_dir() else []
    runs = [run for path in paths if (run := Run.from_name(path.parent.name)) is not None]
    records = [load(folder, run) for run in runs]
    return sorted(
        (record for record in records if record.results),
        key=lambda r: (r.run.examples, r.run.mode, r.run.devices, len(r.run.mesh), r.run.mesh),
    )


class Writer:
    """Appends to the file of one run."""

    def __init__(self, folder: Path, run: Run) -> None:
        self.folder = folder / run.name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.path = self.folder / RESULTS
        self._file: IO[str] | None = None
        self._code = ""

    def forget(self) -> None:
        """Drop what is known of this run."""
        self.path.unlink(missing_ok=True)
        for file in self.folder.glob("failures/*.txt"):
            file.unlink()

    def start(self, session: Session) -> None:
        self._file = self.path.open("a", encoding="utf-8")
        self._code = session.code
        self._write("session", asdict(session))

    def result(self, result: Result) -> None:
        result.code = self._code
        # The traceback has a file of its own, and the place in this file says the session.
        self._write(
            "result", {k: v for k, v in asdict(result).items() if k not in ("detail", "session")}
        )
        self._keep_detail(result)

    def end(self, seconds: float, code: str) -> None:
        """Close the session; `code` tells whether the source is still what it was at its start."""
        if self._file is not None:
            self._write("end", {"seconds": round(seconds, 3), "changed": code != self._code})
            self._file.close()
            self._file = None

    def _write(self, kind: str, content: dict[str, Any]) -> None:
        assert self._file is not None, "a session starts before its results"
        self._file.write(json.dumps({"kind": kind, **content}) + "\n")
        self._file.flush()

    def _keep_detail(self, result: Result) -> None:
        path = self.detail_path(result.id)
        if result.outcome == "failed":
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"{result.id}\n{result.reason}\n\n{result.detail}\n", encoding="utf-8")
        else:
            path.unlink(missing_ok=True)

    def detail_path(self, name: str) -> Path:
        """Where the full traceback of a failure is kept, for a person to read."""
        safe = "".join(c if c.isalnum() or c in "-_." else "_" for c in name.rpartition("/")[2])
        # Names differ in signs that a file name cannot hold, or only after its greatest length.
        digest = hashlib.sha256(name.encode()).hexdigest()[:8]
        return self.folder / "failures" / f"{safe[:120]}-{digest}.txt"


def prepare(folder: Path) -> None:
    """Make the state folder, invisible to git wherever it lies."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".gitignore").write_text("*\n", encoding="utf-8")
    (folder / "none.txt").write_text("", encoding="utf-8")


def _read(kind: type[_Record], content: dict[str, Any]) -> _Record:
    known = {f.name for f in fields(kind)}
    return kind(**{name: value for name, value in content.items() if name in known})
