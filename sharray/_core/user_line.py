"""Which line of the user's program is being run."""

from __future__ import annotations

import contextlib
import importlib.util
import linecache
import sys
import sysconfig
import threading
import warnings
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from sharray._core.context import context
from sharray._core.links import see
from sharray._core.observers import looking

#: The folder of the library.
ROOT = Path(__file__).parent.parent.resolve()
_CONTEXTLIB = str(Path(contextlib.__file__).resolve())
#: The demo is a program like any other.
_PROGRAMS = f"{ROOT}/demo/"
#: Of so many files it is kept whose they are: each cell of a notebook is one.
_FILES = 4096


@cache
def _libraries() -> tuple[str, ...]:
    """Return the folders whose frames are not the user's."""
    specs = [importlib.util.find_spec(name) for name in ("jax", "numpy")]
    paths = [p for spec in specs if spec for p in spec.submodule_search_locations or ()]
    return tuple(f"{Path(p).resolve()}/" for p in (ROOT, *paths))


class Line(NamedTuple):
    """A line of a file."""

    file: str
    number: int

    def __str__(self) -> str:
        return f"{self.file}:{self.number}"


@lru_cache(_FILES)
def is_ours(file: str) -> bool:
    """Whether a file belongs to sharray, NumPy or JAX, or runs what they do in a ``with``."""
    if file.startswith("<"):
        return file.startswith("<frozen")
    path = str(Path(file).resolve())
    if path == _CONTEXTLIB:  # between a ``with`` of ours and what it calls
        return True
    return path.startswith(_libraries()) and not path.startswith(_PROGRAMS)


@lru_cache(_FILES)
def _is_installed(file: str) -> bool:
    """Whether a file belongs to Python or to an installed library."""
    paths = sysconfig.get_paths()
    folders = {paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    path = str(Path(file).resolve())
    return is_ours(file) or path.startswith(tuple([f"{Path(f).resolve()}/" for f in folders]))


def _is_theirs(frame: FrameType) -> bool:
    """Whether code is not the program's own."""
    file = frame.f_code.co_filename
    if file.startswith("<"):  # made by the code of a module, or the program of `python -c`
        space = frame.f_globals
        made_by = space.get("__file__")  # none for what libraries make in a namespace of its own
        return space.get("__name__") != "__main__" and (made_by is None or _is_installed(made_by))
    return _is_installed(file)


def _frame() -> FrameType | None:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and is_ours(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def _line(frame: FrameType | None) -> Line:
    return Line("<unknown>", 0) if frame is None else Line(frame.f_code.co_filename, frame.f_lineno)


@lru_cache(_FILES)
def _is_jaxs(file: str) -> bool:
    """Whether a file belongs to JAX."""
    jax: Any = sys.modules.get("jax")
    return jax is not None and file.startswith(tuple([f"{p}/" for p in jax.__path__]))


def is_traced() -> bool:
    """Whether the innermost line outside sharray, NumPy and JAX is run by JAX, which traces it.

    If not, and something is traced, that line has called a function of JAX which traces itself.
    """
    frame = _frame()
    while frame is not None and not _is_jaxs(frame.f_code.co_filename):
        frame = frame.f_back
    return frame is not None


def caller() -> Line:
    """Return the innermost line that runs outside sharray, NumPy and JAX."""
    return _line(_frame())


def own() -> Line:
    """Return the innermost line of the program itself, which may have called a library.

    Of a program that is an installed library, the outermost line that is not sharray's.
    """
    frame = _frame()
    return _line(frame) if frame is None else _own_line(_stack(frame))


def of_error(error: BaseException) -> tuple[Line, str]:
    """Return the innermost line outside sharray, NumPy and JAX where an error came from; its code.

    Where there is none, the one that is being run.
    """
    import traceback  # start-up time

    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not is_ours(frame.filename):
            return Line(frame.filename, frame.lineno or 0), frame.line or ""
    line = caller()
    return line, linecache.getline(line.file, line.number).strip()


def of_thread(thread: int) -> Line | None:
    """Return the innermost line of the program itself in another thread, None when that has ended.

    Of a program that is an installed library, the outermost line that is not sharray's.
    """
    with looking:
        frame = sys._current_frames().get(thread)
        # at once, before that thread goes on: its frames may not be frames any more then
        return None if frame is None else _own_line(list(_stack(frame)))


def package_at_work() -> str:
    """Return in which package the main thread is; none if a program calls a function of Python."""
    modules = {
        thread: frame.f_globals.get("__name__", "")
        for thread, frame in sys._current_frames().items()
    }
    own = {t.ident for t in threading.enumerate() if not t.name.startswith("Dummy-")}
    if not own.issuperset(modules):  # it does so in a thread of XLA's
        return ""
    return modules.get(threading.main_thread().ident or 0, "").partition(".")[0]


def _stack(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _own_line(stack: Iterable[FrameType]) -> Line:
    line: FrameType | None = None
    for frame in stack:
        if not _is_theirs(frame):
            return _line(frame)
        if not is_ours(frame.f_code.co_filename):
            line = frame
    return _line(line)


def warn(message: str, category: type[Warning], anchor: str = "") -> None:
    """Warn at that line; by Python's default filter once for each line and message.

    Parameters
    ----------
    message
        What is the matter; how a warning of the library's own is silenced is added.
    category
        Its class.
    anchor
        Its place on the page of errors.
    """
    context.reads += 1
    if category.__module__ == "sharray":
        name = f"sharray.{category.__name__}"
        message += f'; warnings.simplefilter("ignore", {name}) silences such warnings'
    if anchor:
        message += see(anchor)
    frame = _frame()
    if frame is None:
        warnings.warn(message, category, stacklevel=2)
        return
    registry = frame.f_globals.setdefault("__warningregistry__", {})
    line = Line(frame.f_code.co_filename, frame.f_lineno)
    warnings.warn_explicit(message, category, line.file, line.number, registry=registry)


@lru_cache(_FILES)
def _is_library(file: str) -> bool:
    """Whether a file belongs to sharray."""
    path = str(Path(file).resolve())
    return path.startswith(f"{ROOT}/") and not path.startswith(_PROGRAMS)


def redirect_warnings() -> None:
    """Have warnings name the user's line that NumPy issues in a function of this library.

    Python takes down that a line has warned before it shows a warning. So the first one of each
    module of this library has it take down nothing more for that module, and each is issued again
    where it belongs: filters and the rule of once for each line are about the user's line. Nothing
    is done until something warns.
    """
    module: Any = warnings
    show = getattr(module, "_showwarnmsg", None)  # what the interpreter calls in the end
    if show is None:
        return

    def redirect(message: Any) -> None:
        user = _frame() if _is_library(message.filename) else None
        if user is None:
            show(message)
            return
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename != message.filename:
            frame = frame.f_back
        if frame is not None:
            frame.f_globals["__warningregistry__"] = None
        warnings.warn_explicit(
            message.message,
            message.category,
            user.f_code.co_filename,
            user.f_lineno,
            module=user.f_globals.get("__name__"),
            registry=user.f_globals.setdefault("__warningregistry__", {}),
            source=message.source,
        )

    module._showwarnmsg = redirect
