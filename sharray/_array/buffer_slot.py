"""The buffer protocol on Python 3.11, where a class written in Python cannot declare it.

From 3.12 on Python calls ``__buffer__``. Before, a type has the protocol if it has a function of C
for it, which is set here to one that hands on the buffer of NumPy's array on the same memory.

That function is made by `ctypes`, which swallows what it raises. So it returns an object that
raises when `ctypes` lets go of it, as the last thing before C code asks for the error: in its
finalizer, for which a type has a function of C, too. (One written in Python may not raise, either.)
"""

from __future__ import annotations

import _thread
import ctypes
import sys
from typing import Any

#: Where the type object of CPython 3.11 refers to its name, to the functions of the protocol, and
#: to its finalizer, in pointers.
_NAME_AT, _AT, _FINALIZER_AT = 3, 20, 49

_FUNCTION = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p, ctypes.c_int)
_fill: Any = _FUNCTION(("PyObject_GetBuffer", ctypes.pythonapi))


class _Functions(ctypes.Structure):
    """What a type does to give a buffer, and to take it back."""

    _fields_ = (("give", ctypes.c_void_p), ("take", ctypes.c_void_p))


class _Failed:
    """The result -1 of a function of C; once it is gone the error is set that it stands for."""

    __slots__ = ("error",)

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __index__(self) -> int:
        return -1

    def __bool__(self) -> bool:
        error = self.error
        del self  # or the traceback would keep it
        try:
            raise error
        finally:
            del error

    def __del__(self) -> None:
        """Do nothing: `install` puts the question for the truth here."""


@_FUNCTION
def _give(array: Any, view: int, flags: int) -> Any:
    try:
        return _fill(array.__buffer__(flags), view, flags)
    except KeyboardInterrupt:
        _thread.interrupt_main()  # NumPy goes on after errors
        return _Failed(BufferError("interrupted"))
    except BaseException as error:
        return _Failed(error)


def install(cls: type) -> None:
    """Give a class, and those that are derived from it later, the protocol if Python does not."""
    if sys.version_info >= (3, 12) or sys.implementation.name != "cpython":
        return
    if not (_is_as_expected(cls) and _is_as_expected(_Failed)):  # a build with other objects
        return
    finalizer = _pointer(_Failed, _FINALIZER_AT)
    finalizer.value = ctypes.cast(ctypes.pythonapi.PyObject_IsTrue, ctypes.c_void_p).value
    functions = ctypes.cast(_pointer(cls, _AT), ctypes.POINTER(_Functions)).contents
    functions.give = ctypes.cast(_give, ctypes.c_void_p).value


def _pointer(cls: type, at: int) -> ctypes.c_void_p:
    return ctypes.c_void_p.from_address(id(cls) + at * ctypes.sizeof(ctypes.c_void_p))


def _is_as_expected(cls: type) -> bool:
    """Whether a type has its name, and a finalizer or none, where they are in CPython 3.11."""
    name = ctypes.cast(_pointer(cls, _NAME_AT), ctypes.c_char_p).value
    finalizer = _pointer(cls, _FINALIZER_AT).value
    return name == cls.__name__.encode() and bool(finalizer) == hasattr(cls, "__del__")
