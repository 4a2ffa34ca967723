"""The buffer protocol on Python 3.11, where a class written in Python cannot declare it.

From 3.12 on Python calls ``__buffer__``. Before, a type has the protocol if it has a function of C
for it, which is set here to one that hands on the buffer of NumPy's array on the same memory. It
cannot hand on an error: code that does not raise one of its own ends with Python's SystemError.
"""

from __future__ import annotations

import _thread
import ctypes
import sys
from typing import Any

#: Where the type object of CPython 3.11 refers to its name, and to the functions of the protocol,
#: in pointers.
_NAME_AT, _AT = 3, 20

_FUNCTION = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p, ctypes.c_int)
_fill: Any = _FUNCTION(("PyObject_GetBuffer", ctypes.pythonapi))


class _Functions(ctypes.Structure):
    """What a type does to give a buffer, and to take it back."""

    _fields_ = (("give", ctypes.c_void_p), ("take", ctypes.c_void_p))


@_FUNCTION
def _give(array: Any, view: int, flags: int) -> int:
    try:
        return _fill(array.__buffer__(flags), view, flags)
    except KeyboardInterrupt:
        _thread.interrupt_main()
    except BaseException:
        pass
    return -1


def install(cls: type) -> None:
    """Give a class, and those that are derived from it later, the protocol if Python does not."""
    if sys.version_info >= (3, 12) or sys.implementation.name != "cpython":
        return
    size = ctypes.sizeof(ctypes.c_void_p)
    name = ctypes.c_char_p.from_address(id(cls) + _NAME_AT * size).value
    if name != cls.__name__.encode():  # a build of Python with other objects
        return
    pointer = ctypes.c_void_p.from_address(id(cls) + _AT * size)
    functions = ctypes.cast(pointer, ctypes.POINTER(_Functions)).contents
    functions.give = ctypes.cast(_give, ctypes.c_void_p).value
