"""Running a program as Python would: as ``__main__``, with its own arguments and tracebacks."""

from __future__ import annotations

import contextlib
import importlib.machinery
import importlib.util
import linecache
import os
import re
import runpy
import sys
import sysconfig
import zipimport
import zlib
from pathlib import Path
from types import CodeType, ModuleType, TracebackType
from typing import Any

from sharray._core.jax_import import when_loaded
from sharray._core.links import see
from sharray._core.user_line import is_ours, redirect_warnings
from sharray._engine.agreement import ProcessesDifferError
from sharray._tools import log
from sharray._tools.launch import environment, imports, rank
from sharray._tools.launch.arguments import Arguments, UsageError

_HERE = str(Path(__file__).parent)
_LIBRARY = str(Path(__file__).parent.parent.parent)
_STDLIB = sysconfig.get_path("stdlib")
_IMPORTLIB = "<frozen importlib"
#: What compiled code says that looks at the type of an array itself, or asks for its buffer.
_TAKES_NUMPYS = re.compile(
    r"numpy\.ndarray, got|to numpy\.ndarray|not '?ndarray|not pass ndarray|must be an ndarray"
    r"|serializable: '?ndarray|sharray\._array|type '(numpy\.)?ndarray'"
    r"|descriptor '\w+' for 'numpy\.ndarray'"
    r"|(is not|must be) an? (numpy )?array|bytes-like|string or buffer|buffer (API|source)|nplike"
    r"|array of references|strided arrays not supported|incompatible (function|constructor) arg"
    r"|No matching signature|Incorrect array data type|non-numeric element"
)
#: Which of that says that it was given one of ours: types of NumPy's are named with its name.
_NAMES_OURS = re.compile(r"(?<![\w.])ndarray|sharray\._array")


class Program:
    """A program that is ready to run.

    Parameters
    ----------
    arguments
        What the command line says.

    Raises
    ------
    UsageError
        If there is no such file or module.
    """

    def __init__(self, arguments: Arguments) -> None:
        self._kind, self._target, self._rest = arguments.kind, arguments.target, arguments.rest
        self._reports = arguments.report == ""
        prepare = {"file": self._file, "module": self._module, "code": self._code}
        self._source: bytes | str = b""
        self._name = ""
        #: where modules are the program's own
        self.roots: list[Path] = []
        name, folder = prepare[arguments.kind]()
        self._argv = [name, *self._rest]
        self._folder = folder

    def _file(self) -> tuple[str, str]:
        target = self._target
        if target == "-":
            self._source, self._name = "", "<stdin>"
            self.roots = [Path.cwd()]
            return "-", ""
        path = Path(target)
        has_main = _has_main(path)
        if has_main is not None:
            if not has_main:
                where = str(path.absolute())  # as Python does
                raise SystemExit(f"{sys.executable}: can't find '__main__' module in {where!r}")
            self._kind, self.roots = "folder", [path]
            return target, _absolute(target)
        try:
            self._source = path.read_bytes()
        except OSError as error:
            is_page = self._reports and self._rest
            hint = "; the file of a report ends in .html" if is_page else ""
            raise UsageError(f"cannot open program {target}: {error.strerror}{hint}") from None
        self._name = _absolute(target)
        self.roots = [path.resolve().parent]
        return target, str(path.resolve().parent)

    def _code(self) -> tuple[str, str]:
        self._source, self._name = self._target, "<string>"
        self.roots = [Path.cwd()]
        return "-c", ""

    def _module(self) -> tuple[str, str]:
        folder = str(Path.cwd())
        spec = importlib.machinery.PathFinder.find_spec(
            self._target.partition(".")[0], [folder, *sys.path]
        )
        self.roots = [Path.cwd()]
        if spec is None:
            return "-m", folder  # runpy says so
        if spec.submodule_search_locations:
            self.roots += [Path(p) for p in spec.submodule_search_locations]
        elif spec.origin:
            self.roots.append(Path(spec.origin))
        # of a module that runs programs: theirs
        given = [Path(argument.partition("::")[0]) for argument in self._rest]
        self.roots += [p if p.is_dir() else p.parent for p in given if _is_program(p)]
        return "-m", folder  # runpy puts the file in the place of "-m"

    def digest(self) -> int:
        """Return what tells programs apart that are called alike."""
        source = self._source if isinstance(self._source, bytes) else self._source.encode()
        for root in self.roots if not source else ():
            file = root / "__main__.py" if root.is_dir() else root
            source += file.read_bytes() if file.is_file() else b""
        return zlib.crc32(source)

    def run(self) -> None:
        """Run it. What it raises is shown as Python does, and raised again."""
        imports.install(self.roots)
        when_loaded("sharray._array.numpy_array", _allow_pieces)
        log.ask_first()
        redirect_warnings()
        sys.argv = self._argv
        if not sys.flags.safe_path:
            sys.path[0] = self._folder
        module = ModuleType("__main__")
        namespace = vars(module)
        namespace.update(__builtins__=sys.modules["builtins"], __annotations__={})
        sys.modules["__main__"] = module
        environment.collect()
        try:
            if self._kind == "module":
                # what the interpreter itself calls for -m; it prints its own errors
                runpy._run_module_as_main(self._target)  # type: ignore[attr-defined]
            elif self._kind == "folder":
                runpy._run_module_as_main("__main__", alter_argv=False)  # type: ignore[attr-defined]
            else:
                exec(self._compiled(namespace), namespace)
        except SystemExit as end:
            rank.tell_end(end.code)
            raise
        except BaseException as error:
            show(error)
            if not isinstance(error, ProcessesDifferError):  # another process has a code
                rank.tell_end(130 if isinstance(error, KeyboardInterrupt) else 1)
            raise

    def interact(self) -> None:
        """Go on with what the user types, in the namespace of the program."""
        import code  # start-up time

        with contextlib.suppress(ImportError):
            importlib.import_module("readline")
        sys.excepthook = _show_typed
        console = code.InteractiveConsole(vars(sys.modules["__main__"]), "<stdin>")
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            console.raw_input = _line_of_file
        console.interact("", "")

    def _compiled(self, namespace: dict[str, Any]) -> CodeType:
        source, name = self._source, self._name
        if name == "<stdin>":
            source = sys.stdin.read()
            namespace.update(__file__=name, __cached__=None)
        elif name == "<string>":
            if sys.version_info >= (3, 13):  # tracebacks show the lines of -c
                lines = [f"{line}\n" for line in self._target.splitlines()]
                linecache.cache[name] = len(source), None, lines, name
        else:
            namespace.update(
                __file__=name,
                __cached__=None,
                __loader__=importlib.machinery.SourceFileLoader("__main__", name),
            )
        return imports.compiled(source, name)


def _allow_pieces() -> None:
    """Let arrays be read in pieces at NumPy's speed."""
    from sharray._array import in_pieces  # start-up time, as is that of arrays

    in_pieces.allow()


def _absolute(path: str) -> str:
    """Return an absolute path, which keeps a "./" or a slash at its end, as Python's does."""
    return str(Path.cwd()) if path == "." else os.path.join(Path.cwd(), path)  # noqa: PTH118


def _has_main(path: Path) -> bool | None:
    """Whether there is a program in a folder or a zip file; None for other files."""
    if path.is_dir():
        return (path / "__main__.py").exists()
    try:
        return zipimport.zipimporter(str(path)).find_spec("__main__") is not None
    except zipimport.ZipImportError:
        return None


def _is_program(path: Path) -> bool:
    return path.is_dir() or (path.suffix == ".py" and path.exists())


def _line_of_file(prompt: str = "") -> str:
    """Read what is piped in the place of what is typed; Python prompts for it on standard error."""
    print(prompt, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.removesuffix("\n")


def _show_typed(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Show what typed code has raised."""
    while trace is not None and trace.tb_frame.f_globals.get("__name__") in ("code", "codeop"):
        trace = trace.tb_next  # what reads it
    error.__traceback__ = trace
    _trim(error)
    sys.__excepthook__(kind, error, error.__traceback__)


def show(error: BaseException) -> None:
    """Show an uncaught exception without this library's frames; it is not shown again."""
    _trim(error)
    sys.excepthook(type(error), error, error.__traceback__)
    sys.excepthook = lambda *args: None


def _trim(error: BaseException) -> None:
    """Leave this library's frames out of what is shown of an exception, and say what would help."""
    seen: set[int] = set()
    rest: list[tuple[BaseException | None, bool]] = [(error, False)]
    while rest:
        shown, inside = rest.pop()
        if shown is None or id(shown) in seen:
            continue
        seen.add(id(shown))
        shown.__traceback__, inside = _trimmed(shown.__traceback__, inside)
        before = shown.__context__
        if before is not None and _trimmed(before.__traceback__, inside)[0] is None:
            shown.__context__ = None  # the library's own affair
        rest += [(shown.__cause__, False), (shown.__context__, inside)]
    _advise(error)


def _advise(error: BaseException) -> None:
    """Say what to write where code takes NumPy's own arrays only, and was given another one."""
    try:
        text = str(error)
    except Exception:  # of a class of the program, of which Python shows no text then
        return
    if not isinstance(error, Exception) or not _TAKES_NUMPYS.search(text):
        return
    from sharray._record.handles import Handle  # start-up time

    given: list[str] = []
    trace = error.__traceback__
    while trace is not None and not given:
        code, values = trace.tb_frame.f_code, trace.tb_frame.f_locals
        words = re.findall(r"[^\W\d]\w*", linecache.getline(code.co_filename, trace.tb_lineno))
        given = [n for n in words if isinstance(values.get(n), Handle)]
        trace = trace.tb_next
    if given:
        what, name = f"{given[0]} is an array of sharray", given[0]
    elif _NAMES_OURS.search(text):  # of an expression, which is gone
        what, name = "large arrays are sharray's", "x"
    else:
        return
    # a copy where the array's own memory is not to be written to
    copy = ".copy()" * ("read-only" in text)
    error.add_note(
        f"{what}: to code that takes NumPy's own only, give {name}.to_numpy(){copy}"
        f"{see('not-numpys')}"
    )


def _is_pythons(file: str) -> bool:
    """Whether a file is of Python's own modules."""
    return file.startswith(_STDLIB) and "site-packages" not in file


def _trimmed(trace: TracebackType | None, inside: bool) -> tuple[TracebackType | None, bool]:
    """Leave out what the launcher did, and what the library called for the program.

    Python shows nothing of the inside of NumPy's compiled functions, either.

    Parameters
    ----------
    trace
        Of an exception.
    inside
        Whether it was caught in the library, or in what that called.

    Returns
    -------
    trimmed, inside
        What is shown, and whether it was raised there.
    """
    # a program that does not need JAX does not wait for it here
    config = getattr(sys.modules.get("jax"), "config", None)
    everything = config is not None and config.values.get("jax_traceback_filtering") == "off"
    kept: list[TracebackType] = []
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.startswith(_HERE) or (file.startswith(_LIBRARY) and not everything):
            inside = is_ours(file)
        elif file == "<frozen runpy>":  # Python runs programs with it, too
            inside = False
        elif not is_ours(file):
            inside = inside and _is_pythons(file)
        # of an import statement Python shows what is imported, and not how
        while inside and kept and kept[-1].tb_frame.f_code.co_filename.startswith(_IMPORTLIB):
            kept.pop()
        if not inside:
            kept.append(trace)
        trace = trace.tb_next
    trimmed: TracebackType | None = None
    for entry in reversed(kept):
        trimmed = TracebackType(trimmed, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return trimmed, inside
