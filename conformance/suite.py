"""The checkout of the suite: whether it is usable, and at which commit it is."""

from __future__ import annotations

import hashlib
import importlib.util
import subprocess
from pathlib import Path

CLONE = "git clone --recurse-submodules https://github.com/data-apis/array-api-tests"
NEEDED_MODULES = {
    "hypothesis": "hypothesis",
    "ndindex": "ndindex",
    "pytest": "pytest",
    "pytest_jsonreport": "pytest-json-report",
}
UNKNOWN = "unknown"


class UsageError(Exception):
    """A mistake of the caller, told in one sentence."""


def check_suite(path: Path, api_version: str) -> Path:
    """Return the absolute path of a usable checkout, or say what to do."""
    path = path.expanduser().resolve()
    if not path.is_dir():
        raise UsageError(f"there is no directory {path}; clone the suite with: {CLONE}")
    if (
        not (path / "array_api_tests" / "__init__.py").is_file()
        or not (path / "conftest.py").is_file()
    ):
        raise UsageError(
            f"{path} is not a checkout of data-apis/array-api-tests (it has no "
            f"array_api_tests package with a conftest.py beside it); clone it with: {CLONE}"
        )
    spec = path / "array-api" / "spec"
    if not spec.is_dir():
        raise UsageError(
            f"{path} lacks the standard itself (the folder array-api is missing or empty); run "
            f"'git submodule update --init' in it, or clone it again with: {CLONE}"
        )
    if not (spec / api_version).is_dir():
        known = ", ".join(sorted(p.name for p in spec.iterdir() if p.name[:2] == "20"))
        raise UsageError(
            f"{path} does not know version {api_version} of the standard (it has {known}); "
            "update the checkout with: git pull --recurse-submodules"
        )
    return path


def check_installed() -> None:
    """Say which of the suite's own requirements are missing."""
    missing = [pip for name, pip in NEEDED_MODULES.items() if not importlib.util.find_spec(name)]
    if missing:
        raise UsageError(
            f"the suite needs {', '.join(missing)}, not installed here; "
            f"run: pip install {' '.join(missing)}"
        )


def commit(path: Path) -> str:
    """Name the commit a checkout is at, and whether it was changed since."""
    top = _git(path, "rev-parse", "--show-toplevel")
    # A copy without .git that lies inside some other repository must not borrow its commit.
    if top is None or Path(top).resolve() != path.resolve():
        return UNKNOWN
    head = _git(path, "rev-parse", "HEAD")
    if head is None:
        return UNKNOWN
    changed = _git(path, "status", "--porcelain", "--untracked-files=no")
    return f"{head} (with local changes)" if changed else head


def code_identity(module: str, root: Path) -> tuple[str, str]:
    """Return a digest of the source of the module under test, and the commit of `root`.

    The module is found, not imported: this process stays free of JAX.
    """
    top = module.partition(".")[0]
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        spec = None
    if spec is None:
        raise UsageError(f"there is no module {top!r} to test in this Python environment")
    digest = hashlib.sha256()
    for folder in sorted(spec.submodule_search_locations or []):
        for file in sorted(Path(folder).rglob("*.py")):
            digest.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    if not spec.submodule_search_locations and spec.origin and Path(spec.origin).is_file():
        digest.update(Path(spec.origin).read_bytes())
    inside = any(Path(p).is_relative_to(root) for p in spec.submodule_search_locations or [])
    return digest.hexdigest()[:12], commit(root) if inside else UNKNOWN


def _git(path: Path, *args: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(path), *args], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
