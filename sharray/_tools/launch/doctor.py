"""``python -m sharray doctor``: what this machine has, and what to change."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

import numpy as np

import sharray
from sharray._core import variables
from sharray._core.byte_counts import show_bytes
from sharray._core.jax_environment import given
from sharray._core.machine import usable_cpus
from sharray._tools import versions
from sharray._tools.launch import environment, machine, program_cache, tune
from sharray._tools.launch.arguments import UsageError
from sharray._tools.terminal import has_colour

#: What the names of BLAS libraries have in them -> the variable of each that limits its threads.
_BLAS = {"openblas": "OPENBLAS_NUM_THREADS", "mkl": "MKL_NUM_THREADS"}
#: Variables that JAX and XLA read.
_JAXS = ("JAX_", "XLA_")
#: How a line of a traceback, or of XLA's before it ends the process, begins that says why.
_REASON = re.compile(r"^(?:F\d{4} [^\]]*\] |\w+Error: )(.+)$", re.MULTILINE)
_ASK = "from sharray._tools import versions; print(versions.show_devices())"
_COLOURS = {"ok": "32", "note": "36", "change": "33"}


class Finding(NamedTuple):
    """What there is to say of one thing.

    Attributes
    ----------
    about
        What it is about.
    text
        What there is.
    remedy
        What to change; nothing if all is well.
    is_minor
        Whether all runs as it should without it.
    """

    about: str
    text: str
    remedy: str = ""
    is_minor: bool = False

    @property
    def level(self) -> str:
        """Return how much it matters: "ok", "note" or "change"."""
        return "ok" if not self.remedy else "note" if self.is_minor else "change"


def of_versions() -> Iterator[Finding]:
    """Look at the versions of what the library is built on."""
    jax, jaxlib = versions.version_of("jax") or "", versions.version_of("jaxlib") or ""
    text = (
        f"sharray {sharray.__version__}, NumPy {np.__version__} ({versions.blas()}), JAX {jax}, "
        f"jaxlib {jaxlib}; {versions.system()}"
    )
    same = jax.split(".")[:2] == jaxlib.split(".")[:2]
    yield Finding("versions", text, "" if same else f"pip install jax=={jax} jaxlib=={jax}")


def ask_devices() -> str:
    """Return the devices that there are, from a process that starts JAX: it may not survive.

    Raises
    ------
    RuntimeError
        If JAX does not start; the message says why.
    """
    there = {k: v for k, v in os.environ.items() if k not in variables.wrong}
    done = subprocess.run(
        [sys.executable, "-c", _ASK], check=False, capture_output=True, text=True, env=there
    )
    if done.returncode:
        reasons = _REASON.findall(done.stderr) or [f"its process has ended with {done.returncode}"]
        raise RuntimeError(reasons[-1])
    return done.stdout.strip()


def of_devices(root: Path = machine.ROOT) -> Iterator[Finding]:
    """Look at the devices."""
    try:
        text = ask_devices()
    except RuntimeError as error:
        text, _, remedy = str(error).partition("; ")  # of `all_devices`, which ends with a remedy
        if not remedy:
            text, remedy = f"JAX does not start: {error}", _remedy(str(error))
        yield Finding("devices", text, remedy)
        return
    remedy = ""
    if machine.has_nvidia(root) and " CPU " in f" {text} ":
        remedy = 'there is an NVIDIA GPU, which JAX does not use: pip install "jax[cuda13]"'
    yield Finding("devices", text, remedy)


def _remedy(reason: str) -> str:
    """Say what to change where JAX does not start."""
    # those that importing the library has set are not the user's
    there = [
        n for n in sorted(os.environ) if n.startswith(_JAXS) and (n in given or n != "XLA_FLAGS")
    ]
    for name in there:
        if re.search(rf"\b{name}\b", reason, re.IGNORECASE):
            return f"unset {name} (it is {given.get(name, os.environ[name])!r}), or correct it"
    if there:
        return f"see whether it starts without {', '.join(there)}, one by one"
    return "see what python -c 'import jax; jax.devices()' says"


def of_cores(cpus: set[int], root: Path = machine.ROOT) -> Iterator[Finding]:
    """Look at the cores that this process may use, and with whom it shares them."""
    count, there = len(cpus), os.cpu_count() or 1
    text = f"{count} of {there} CPUs may be used"
    limit = machine.core_limit(root)
    remedy, is_minor = "", True
    cores = machine.whole_cores(cpus, root)
    if cores is None:
        text += "; which of them are threads of one core is not known"
    elif cores < count:
        text += f", which are the threads of {cores} core(s)"
        remedy = (
            f"expect the speed of {cores} core(s), not of {count}: two threads share one. Loops "
            f"over memory gain little from the second; see whether OPENBLAS_NUM_THREADS={cores} "
            "is faster for products of matrices"
        )
    else:
        text += ", each a core of its own"
    if limit is not None and limit < count:
        most = max(1, int(limit))
        text += f"; the control group gets the time of {limit:g}"
        remedy = (
            f"raise the limit (docker --cpus, Kubernetes limits.cpu), or set "
            f"OPENBLAS_NUM_THREADS={most} and start the program with taskset -c 0-{most - 1}: "
            "with more threads than that all of them are stopped now and then"
        )
        is_minor = False
    yield Finding("cores", text, remedy, is_minor)
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if busy > count:
        yield Finding(
            "load",
            f"{busy:.1f} threads on average have wanted to run in the last minute",
            "others use the cores: times measured now say little",
            True,
        )


def of_threads(cores: int) -> Iterator[Finding]:
    """Look at the threads of NumPy's BLAS and of XLA."""
    library = versions.blas().lower()
    read = [name for part, name in _BLAS.items() if part in library] or list(_BLAS.values())
    name = next((name for name in (*read, "OMP_NUM_THREADS") if os.environ.get(name)), "")
    value = os.environ.get(name, "")
    text = f"NumPy's products of matrices on {value or cores} (" + (name or "as many as cores")
    text += f"), XLA's pool has {os.environ.get('NPROC', cores)} (NPROC)"
    remedy = ""
    if value and value != str(cores):
        fewer = value.isdecimal() and int(value) < cores
        remedy = f"{name} leaves cores idle" if fewer else f"{name} is more than there are cores"
        remedy += f": unset it, or set it to {cores}"
    yield Finding("threads", text, remedy, is_minor=True)


def of_memory(root: Path = machine.ROOT) -> Iterator[Finding]:
    """Look at memory, and at whether arrays get large pages of it."""
    text, limit = show_bytes(environment.physical_memory()), machine.memory_limit(root)
    if limit is not None and limit < environment.physical_memory():
        text += f", of which the control group gets {show_bytes(limit)}"
    yield Finding("memory", text)
    pages, settings = machine.huge_pages(root), os.environ.get("GLIBC_TUNABLES", "")
    asked = "asks for them" if "glibc.malloc.hugetlb=1" in settings else "does not ask for them"
    said = f"the system gives them: {pages or 'not known'}; the allocator {asked}"
    remedy = ""
    if pages == "never":
        remedy = (
            "as root, echo madvise > /sys/kernel/mm/transparent_hugepage/enabled: in pages of "
            "4 kB, the first write to an array takes longer than computing it"
        )
    elif pages == "madvise" and "glibc.malloc.hugetlb=1" not in settings:
        remedy = "XLA's arrays get none: start programs by python -m sharray, with glibc 2.35"
    yield Finding("large pages", said, remedy, is_minor=pages != "never")


def of_programs() -> Iterator[Finding]:
    """Look at where compiled programs are kept."""
    folder = program_cache.folder()
    if folder is None:
        text = f"the environment says that sharray keeps none ({program_cache.SETTING}, or JAX's)"
        yield Finding("programs", text)
        return
    if refused := program_cache.refusal(folder):
        yield Finding(
            "programs",
            f"none are kept in {folder}, so each run compiles all of its own: {refused}",
            f"name a folder that can be written to in {program_cache.SETTING}, or 0 for none",
        )
        return
    sizes = program_cache.sizes(folder)
    text = f"{len(sizes)} compiled ones kept in {folder}, {show_bytes(sum(sizes))}"
    remedy = ""
    if not program_cache.is_private(folder):
        remedy = f"others can write to it, so nothing is kept: chmod -R go-w {folder}"
    yield Finding("programs", text, remedy)


def of_settings() -> Iterator[Finding]:
    """Look at the settings file."""
    path = tune.file()
    try:
        settings = tune.read()
    except UsageError as error:
        yield Finding("settings", str(path), str(error))
        return
    if settings:
        values = ", ".join(f"{name} = {value}" for name, value in settings.items())
        yield Finding("settings", f"{path}: {values}")
    else:
        yield Finding(
            "settings",
            f"no {path}: defaults for two cores",
            "python -m sharray --tune measures this machine, in some seconds",
            True,
        )


def of_environment() -> Iterator[Finding]:
    """Look at the variables of the library, and at the one of JAX that it depends on."""
    remedies = {name: str(error) for name, error in variables.wrong.items()} | variables.unknown()
    for name, remedy in remedies.items():
        yield Finding("environment", f"{name}={os.environ[name]}", remedy)
    right = sorted(name for name in variables.known - set(remedies) if name in os.environ)
    if right:
        yield Finding("environment", ", ".join(f"{name}={os.environ[name]}" for name in right))


def findings() -> list[Finding]:
    """Look at everything."""
    cpus = usable_cpus()
    looks: Iterable[Callable[[], Iterator[Finding]]] = (
        of_versions,
        of_devices,
        lambda: of_cores(cpus),
        lambda: of_threads(len(cpus)),
        of_memory,
        of_programs,
        of_settings,
        of_environment,
    )
    return [finding for look in looks for finding in look()]


def _filled(text: str, width: int, first: str, others: str) -> str:
    """Return a paragraph, in which no address or path is broken: somebody may copy it."""
    return textwrap.fill(
        text,
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_on_hyphens=False,
        break_long_words=False,
    )


def show(findings: Iterable[Finding], out: TextIO) -> None:
    """Print what was found."""
    width = min(shutil.get_terminal_size().columns, 100)
    for finding in findings:
        level, remedy = finding.level, finding.remedy
        head = f"{level:<7} {finding.about:<12} "
        indent = " " * len(head)
        body = _filled(head + finding.text, width, "", indent)
        if has_colour(out):
            body = f"\x1b[{_COLOURS[level]}m{level}\x1b[0m" + body[len(level) :]
        print(body, file=out)
        if remedy:
            print(_filled(f"-> {remedy}", width, indent, f"{indent}   "), file=out)


def main() -> int:
    """Look at everything, say what to change; return 1 if there is anything that has to be."""
    report = findings()
    show(report, sys.stdout)
    changes = sum(f.level == "change" for f in report)
    print(f"\n{changes} to change" if changes else "\nNothing has to be changed")
    return 1 if changes else 0
