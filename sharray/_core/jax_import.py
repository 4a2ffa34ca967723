"""The import of JAX: what waits for it, and how it goes on in a thread beside the program."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sharray._core.interrupts import Uninterrupted

if TYPE_CHECKING:
    from importlib.abc import Loader

#: By module, what waits for it.
_callbacks: dict[str, list[Callable[[], object]]] = {}


def when_loaded(module: str, callback: Callable[[], object]) -> None:
    """Call a function as soon as a module is there, whoever imports it."""
    if module in sys.modules:
        importlib.import_module(module)  # waits for another thread that is in the middle of it
        callback()
        return
    if not _callbacks:
        sys.meta_path.insert(0, _Finder())
    _callbacks.setdefault(module, []).append(callback)


def imported(name: str) -> ModuleType:
    """Return a module of JAX, for which the program has not asked, once it is all there."""
    wait_for_import()
    if "jax" in sys.modules:
        return importlib.import_module(name)
    with Uninterrupted(), _undisturbed():
        return importlib.import_module(name)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Leave NumPy's global stream of random numbers as it was; who draws from it meanwhile waits.

    A module of JAX draws from it when it is imported.
    """
    random: Any = sys.modules.get("numpy.random")
    if random is None:
        yield
        return
    with random.get_bit_generator().lock:
        state = random.get_state(legacy=False)
        try:
            yield
        finally:
            random.set_state(state)


def _waiting(module: ModuleType) -> Callable[[str], Any]:
    """Return what gives other threads a module's attributes, which waits until it is imported.

    Libraries look for JAX in `sys.modules`, and take what they find there for all of it.
    """
    importing = threading.get_ident()

    def attribute(name: str) -> Any:
        if threading.get_ident() != importing:
            importlib.import_module(module.__name__)
            # not where two imports wait for each other, when Python gives up half of one
            if name in vars(module) or vars(module).get("__getattr__") not in (None, attribute):
                return getattr(module, name)
        raise AttributeError(
            f"module {module.__name__!r} has no attribute {name!r}", name=name, obj=module
        )

    return attribute


class _Loader:
    """Imports a module, and then calls who waits for it."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None
        module.__spec__.loader = module.__loader__ = self._loader
        waits = _waiting(module)
        vars(module)["__getattr__"] = waits  # JAX sets one of its own in the end
        self._loader.exec_module(module)
        if vars(module).get("__getattr__") is waits:
            del vars(module)["__getattr__"]
        for callback in _callbacks.pop(module.__name__, []):
            callback()


class _Finder:
    """Finds modules that are waited for where they are.

    At the end of the program it stops what is imported ahead: nobody is to wait for that.
    """

    #: what is being looked for elsewhere
    _name: str | None = None

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if threading.current_thread() is _ahead and not threading.main_thread().is_alive():
            raise SystemExit  # of the thread: an ImportError JAX would write about
        if fullname not in _callbacks or fullname == self._name:
            return None
        self._name = fullname
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            self._name = None
        if spec is not None and spec.loader is not None:
            loader: Any = _Loader(spec.loader)
            spec.loader = loader
        return spec


#: Seconds after which threads take turns while JAX is imported: operations of NumPy do without the
#: interpreter's lock, and are not to wait for it long between two of them.
_TURN = 0.0005
_ahead: threading.Thread | None = None
#: Python's own; during the import another one notes what modules register: `_wait_before_forks`.
_register: Any = getattr(os, "register_at_fork", None)


#: Called before JAX is there, or is imported ahead.
_before_jax: list[Callable[[], object]] = []


def before_jax(callback: Callable[[], object]) -> None:
    """Call a function before JAX is used: when it is there, or begins to be imported ahead."""
    _before_jax.append(callback)
    when_loaded("jax", callback)


def import_ahead() -> None:
    """Begin to import JAX in a thread: it will soon be needed."""
    global _ahead
    if _ahead is None and "jax" not in sys.modules:
        for callback in _before_jax:
            callback()
        _wait_before_forks()
        # not a daemon: the interpreter must not end in the middle of an import (see `_Finder`)
        _ahead = threading.Thread(target=_import, name="sharray imports JAX")
        _ahead.start()


def is_importing_ahead() -> bool:
    """Whether JAX is imported by this library alone."""
    return _ahead is not None and _ahead.is_alive()


def wait_for_import() -> None:
    """Wait for the thread that imports JAX: Python gives others the module before it is complete.

    It does so where threads wait for each other's imports.
    """
    if _ahead is not None and _ahead is not threading.current_thread():
        _ahead.join()


def _wait_before_forks() -> None:
    """Have a fork wait for the import, whose locks would be held for ever in the child.

    The hook that is registered last runs first: before that of `logging`, for whose lock the import
    would wait. Modules of the import register hooks, too, which come too late for a fork that
    waits for it, but for what they do after it: it does for them what they do before it.
    """
    import logging  # noqa: F401  # has its hook from then on; here for start-up time

    if _register is None:
        return
    late: list[Callable[[], object]] = []

    def registered(**hooks: Any) -> None:
        _register(**hooks)
        if "before" in hooks:
            late.append(hooks["before"])

    def wait() -> None:
        before = len(late)
        wait_for_import()
        with warnings.catch_warnings(action="ignore"):  # JAX's, about devices: none is in use yet
            for hook in reversed(late[before:]):
                hook()

    _register(before=wait)
    os.register_at_fork = registered


def _import() -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(min(before, _TURN))
    try:
        # whoever needs it next is told what is wrong
        with contextlib.suppress(Exception):
            imported("jax")
    finally:
        sys.setswitchinterval(before)
        if _register is not None:
            os.register_at_fork = _register
