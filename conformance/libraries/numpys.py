"""NumPy's tests: which concern numeric arrays, and why the others are left out.

The rules know files, the text of a test, and its parameters; they do not know whether it passes.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import inspect
import re
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from sharray._tools.launch.imports import Loader

DEVICES = 8
#: The share of tests that is to pass.
ENOUGH = 0.98

#: Parts of NumPy -> the files of their tests that concern numeric arrays.
FILES = {
    "_core": (
        "array_coercion", "arrayprint", "casting_floatingpoint_errors", "dlpack", "einsum",
        "errstate", "function_base", "getlimits", "half", "indexing", "item_selection",
        "mem_overlap", "multiarray", "nep50_promotions", "numeric", "numerictypes", "overrides",
        "print", "protocols", "regression", "scalar_ctors", "scalar_methods", "scalarinherit",
        "scalarmath", "scalarprint", "shape_base", "ufunc", "umath", "umath_accuracy",
        "umath_complex",
    ),
    "lib": (
        "arraypad", "arraysetops", "arrayterator", "function_base", "histograms", "index_tricks",
        "io", "mixins", "nanfunctions", "packbits", "polynomial", "regression", "shape_base",
        "stride_tricks", "twodim_base", "type_check", "ufunclike",
    ),
    "linalg": ("linalg", "regression"),
    "fft": ("helper", "pocketfft"),
    "polynomial": (
        "chebyshev", "classes", "hermite", "hermite_e", "laguerre", "legendre", "polynomial",
        "polyutils", "printing", "symbol",
    ),
    "random": (
        "generator_mt19937", "generator_mt19937_regressions", "random", "randomstate",
        "randomstate_regression", "regression", "seed_sequence", "smoke",
    ),
}  # fmt: skip

#: Why -> what stands in a test that is left out for that reason.
TEXTS = {
    "elements that no device holds (objects, strings, dates, records, long doubles)": (
        r"\bobject\b|\bobject_|dtype=['\"]?[OSUVMmgG]\b|['\"][<>=|]?[OSUVMmgG]\d*(\[\w+\])?['\"]"
        r"|\bstr_\b|\bbytes_\b|StringDType|datetime|timedelta|longdouble|longcomplex|longfloat"
        r"|float96|float128|complex192|complex256|np\.void\b|\bvoid\b|recarray|\brec\b|Decimal"
        r"|Fraction|dtype\(\[|dtype\(\{|dtype=\[|\[\(['\"]|typecodes\[['\"]All|structured"
    ),
    "NumPy's C code, its memory and its build": (
        r"_multiarray_tests|_rational_tests|_umath_tests|_operand_flag|_multiarray_umath|\bncu\."
        r"|_core\.|_testing|ctypes|getrefcount|tracemalloc|HAS_REFCOUNT|get_handler|\bsys\.flags"
        r"|resource\b|_no_nep50|_mem_|BLAS|_linalg_umath|__array_struct__|get_printoptions"
        r"|_wrapped|__code__|_arraymethod|_discover"
    ),
    "classes derived from ndarray, matrices and masked arrays": (
        r"class \w+\((np\.)?(ndarray|matrix|generic|float\d*|int\d*|complex\d*)\)|np\.matrix"
        r"|\bmatrix\(|asmatrix|np\.ma\b|MaskedArray|asanyarray|__array_finalize__|subok"
        r"|__array_priority__|np\.mat\b|__array_wrap__"
    ),
    "bytes in another order, and dtypes as objects": (
        r"byteorder|newbyteorder|byteswap|['\"][<>][a-z]\d?['\"]|metadata"
    ),
    "other processes and threads": r"subprocess|run_threaded|Thread|mmap",
}
#: Why -> marks of such tests.
MARKS = {"slow, or too large for memory": ("slow", "requires_memory", "parallel_threads")}
_PATTERNS = {reason: re.compile(text) for reason, text in TEXTS.items()}


def modules() -> list[str]:
    """Return the modules of tests."""
    return [f"numpy.{part}.tests.test_{name}" for part, names in FILES.items() for name in names]


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of NumPy's tests, to be compiled as those of a program are."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith("numpy.") or ".tests.test_" not in fullname:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = Loader(fullname, spec.origin)
        return spec


def install() -> None:
    """Have tests that are imported from here on import `sharray.numpy` where they say numpy."""
    sys.meta_path.insert(0, _Finder())


def left_out(item: Any) -> str | None:
    """Return why a test is left out; None if it counts."""
    for reason, marks in MARKS.items():
        if any(item.get_closest_marker(mark) for mark in marks):
            return reason
    text = inspect.getsource(item.function)
    for reason, pattern in _PATTERNS.items():
        if pattern.search(text):
            return reason
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return next(iter(TEXTS)) if any(_is_foreign(value) for value in values) else None


def _is_foreign(value: Any) -> bool:
    """Whether a parameter is, or names, a dtype that no device holds."""
    if isinstance(value, (tuple, list)):
        return any(_is_foreign(part) for part in value)
    if isinstance(value, (np.ndarray, np.generic)):
        return _is_foreign(value.dtype)
    if isinstance(value, str) and len(value) > 2 and not value.startswith(("<", ">", "=", "|")):
        return False
    if not isinstance(value, (str, type, np.dtype)):
        return False
    try:
        dtype = np.dtype(value)
    except TypeError:
        return False
    if isinstance(value, str):
        return dtype.char in "OSUVMmgG" or value[:1] in "<>"
    return dtype.char in "OSUVMmgG" or not dtype.isnative
