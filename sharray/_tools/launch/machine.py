"""What there is to know of a machine: cores, limits, memory, pages. Linux says it in files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path("/")


def _read(path: Path) -> str:
    """Return the text of a file, nothing where there is none."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _group_files(root: Path, controller: str, name: str) -> Iterator[str]:
    """Yield what a file says for the control group of this process, and for those around it.

    Of version 2 if `controller` is "".
    """
    top = root / "sys/fs/cgroup" / controller
    group = Path("/")
    for line in _read(root / "proc/self/cgroup").splitlines():
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if controller in controllers.split(","):
            group = Path(path)
    for part in (group, *group.parents):
        if text := _read(top / part.relative_to("/") / name):
            yield text


def core_limit(root: Path = ROOT) -> float | None:
    """Return how many cores' time the control group gets, as a container may say; None for all."""
    limits = []
    for text in _group_files(root, "", "cpu.max"):
        quota, _, period = text.partition(" ")
        if quota != "max":
            limits.append(int(quota) / int(period or 100_000))
    old = zip(
        _group_files(root, "cpu", "cpu.cfs_quota_us"),
        _group_files(root, "cpu", "cpu.cfs_period_us"),
        strict=False,
    )
    limits += [int(quota) / int(period) for quota, period in old if int(quota) > 0]
    return min(limits, default=None)


def memory_limit(root: Path = ROOT) -> int | None:
    """Return how many bytes of memory the control group gets; None for all there are."""
    texts = [
        *_group_files(root, "", "memory.max"),
        *_group_files(root, "memory", "memory.limit_in_bytes"),
    ]
    # version 1 says "no limit" by a number near 2**63
    limits = [int(text) for text in texts if text.isdecimal() and int(text) < 1 << 60]
    return min(limits, default=None)


def whole_cores(cpus: Iterable[int], root: Path = ROOT) -> int | None:
    """Return to how many cores some CPUs belong: two may be threads of one. None if not known."""
    folder = root / "sys/devices/system/cpu"
    cores = {_read(folder / f"cpu{cpu}/topology/thread_siblings_list") for cpu in cpus}
    return None if "" in cores else len(cores)


def huge_pages(root: Path = ROOT) -> str:
    """Return to whom the system gives large pages: always, madvise (who asks) or never, or ""."""
    text = _read(root / "sys/kernel/mm/transparent_hugepage/enabled")
    return text.partition("[")[2].partition("]")[0]


def has_nvidia(root: Path = ROOT) -> bool:
    """Whether there is a driver of an NVIDIA GPU."""
    return (root / "proc/driver/nvidia/version").exists()
