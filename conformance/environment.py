"""The environment of a worker process: the mesh, the mode, the caches."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from .plan import Run, Settings

ROOT = Path(__file__).resolve().parent.parent
DEVICE_FLAG = "--xla_force_host_platform_device_count"
CHANNEL = "SHARRAY_CONFORMANCE_CHANNEL"
EXPECTED_DEVICES = "SHARRAY_CONFORMANCE_DEVICES"
SEED = "SHARRAY_CONFORMANCE_SEED"
SHRINK = "SHARRAY_CONFORMANCE_SHRINK"
#: Of a process that runs tests with others: its number, how many there are, devices of each, and
#: where they meet.
JOINED = "SHARRAY_CONFORMANCE_JOINED"

# Settings of the user's shell that would change which tests run, or hide their results.
DROPPED = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "ARRAY_API_TESTS_XFAIL_MARK")


def merge_xla_flags(flags: str, devices: int) -> str:
    """Add the device count to XLA flags, in place of one that is already there."""
    kept = [flag for flag in flags.split() if flag.partition("=")[0] != DEVICE_FLAG]
    return " ".join([*kept, f"{DEVICE_FLAG}={devices}"])


def default_cache() -> Path:
    """Where compiled programs are kept between runs, unless the caller or JAX's variable says."""
    if given := os.environ.get("JAX_COMPILATION_CACHE_DIR"):
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "sharray" / "conformance"


def worker_environment(run: Run, settings: Settings, base: Mapping[str, str]) -> dict[str, str]:
    """Build the environment of the worker processes of one run."""
    env = {name: value for name, value in base.items() if name not in DROPPED}
    env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), base.get("PYTHONPATH", "")]))
    env["JAX_PLATFORMS"] = "cpu"
    env["XLA_FLAGS"] = merge_xla_flags(base.get("XLA_FLAGS", ""), run.devices)
    env["SHARRAY_MESH"] = run.mesh_text
    env["SHARRAY_HOST_THRESHOLD"] = "0"
    env["SHARRAY_IMMEDIATE"] = "1" if run.mode == "immediate" else "0"
    env["ARRAY_API_TESTS_MODULE"] = settings.module
    env["ARRAY_API_TESTS_VERSION"] = settings.api_version
    # Hypothesis keeps failing examples to try them first next time: in our state, not the suite.
    env["HYPOTHESIS_STORAGE_DIRECTORY"] = str(settings.state / "hypothesis")
    # XLA's warnings are among the results.
    env["TF_CPP_MIN_LOG_LEVEL"] = "1"
    env[SEED] = "0" if settings.derandomize else str(settings.seed)
    # The order of a set of strings would be another source of chance.
    env["PYTHONHASHSEED"] = "0"
    env[SHRINK] = "1" if settings.shrink else "0"
    env[EXPECTED_DEVICES] = str(run.devices) if settings.module == "sharray" else ""
    if settings.cache is not None:
        # Every program is worth keeping: reading one back costs a tenth of compiling it.
        env["JAX_COMPILATION_CACHE_DIR"] = str(settings.cache)
        env["JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS"] = "0"
        env["JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES"] = "-1"
    else:
        env["JAX_ENABLE_COMPILATION_CACHE"] = "0"
    return env


def worker_command(run: Run, settings: Settings, empty: Path) -> list[str]:
    """Build the command line of a worker: pytest on the suite, with our plugin inside."""
    command = [sys.executable, "-m", "pytest", "-p", "conformance.worker", "array_api_tests"]
    # Uncaptured output lands in the worker's log, where it survives the death of the process.
    command += ["--quiet", "--capture=no", "--tb=no", "-p", "no:cacheprovider"]
    command += ["-p", "no:xdist", "-p", "no:timeout"]
    # Explicit empty lists: the suite would otherwise read skips.txt and xfails.txt beside it.
    command += [f"--skips-file={empty}", f"--xfails-file={empty}"]
    command += ["--disable-deadline", f"--max-examples={run.examples}"]
    if settings.derandomize:
        command.append("--derandomize")
    else:
        command.append(f"--hypothesis-seed={settings.seed}")
    if settings.keyword is not None:
        command += ["-k", settings.keyword]
    return command
