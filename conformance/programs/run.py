"""Runs a program on NumPy and on the library, statement by statement, and compares."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

import sharray.numpy as snp
from sharray._record.handles import Handle
from sharray._tools.check.compare import difference, nudged, sensitivity
from sharray._tools.check.steps import fetched

from .allowed import Difference
from .generate import Program, execute, namespace, variables
from .settings import Setting

#: How often NumPy runs statements again, on operands that are off in their last places.
TRIALS = 3


def run(program: Program, setting: Setting) -> Difference | None:
    """Return the first difference between NumPy and the library."""
    with warnings.catch_warnings(), np.errstate(all="warn"), setting.applied():
        warnings.simplefilter("ignore")
        return _Run(program, setting).result()


@dataclass
class _Run:
    program: Program
    setting: Setting
    #: What NumPy warned of since the last look.
    warned: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.want = namespace(np)
        self.have = namespace(snp, self.setting.move)
        self.before, self.since = snapshot(self.want), 0

    def result(self) -> Difference | None:
        statements = self.program.statements
        for index, statement in enumerate(statements):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                expected = execute(statement, self.want)
            self.warned += [str(w.message) for w in caught]
            raised = execute(statement, self.have)
            last = index == len(statements) - 1
            found = differing_errors(raised, expected) or self.forms()
            if found is None and (last or (index + 1) % self.program.every == 0):
                try:
                    found = self.values(index)
                except Exception as error:  # of what was recorded, and is computed now
                    found = "error", f"raises {error!r:.150} when values are read"
                self.before, self.since = snapshot(self.want), index + 1
                if found is None:
                    self.warned.clear()
            if found is not None:
                return Difference(index, statement, *found, tuple(self.warned))
        return None

    def forms(self) -> tuple[str, str] | None:
        """Compare all but values, without having anything computed."""
        want, have = variables(self.want), variables(self.have)
        if set(want) != set(have):
            return "names", f"there are {sorted(have)}, with NumPy {sorted(want)}"
        for name, value in want.items():
            found = differing_forms(have[name], value)
            if found is not None:
                return found[0], f"{name}: {found[1]}"
        arrays = [name for name, value in want.items() if isinstance(value, np.ndarray)]
        for a, b in combinations(arrays, 2):
            shared = np.shares_memory(want[a], want[b])
            if snp.shares_memory(have[a], have[b]) != shared:
                here, there = ("no memory", "some") if shared else ("memory", "none")
                return "sharing", f"{a} and {b} share {here}, with NumPy {there}"
        return None

    def values(self, index: int) -> tuple[str, str] | None:
        """Compare values; where they agree NumPy's take over the library's roundings."""
        for name, value in variables(self.want).items():
            ours = self.have[name]
            if self.setting.exact:
                found = differing_bits(plain(ours), value)
            else:
                found = self.differing_values(name, plain(ours), value, index)
            if found is not None:
                return "value", f"{name}: {found}"
        if not self.setting.exact:
            for name, value in variables(self.want).items():
                self.want[name] = taken_over(value, plain(self.have[name]))
        return None

    def differing_values(self, name: str, have: Any, want: Any, index: int) -> str | None:
        found = differing_within(have, want, ())
        if found is None:
            return None
        moved = []
        statements = self.program.statements[self.since : index + 1]
        rng = np.random.default_rng(0)
        for _ in range(TRIALS):
            again = disturbed(self.before, rng)
            for statement in statements:
                execute(statement, again)
                if len(statements) > 1:
                    again = disturbed(again, rng)
            moved.append(again.get(name))
        return differing_within(have, want, moved, len(statements) > 1)


def differing_errors(have: Exception | None, want: Exception | None) -> tuple[str, str] | None:
    """Compare classes of exceptions; one may be a subclass of the other."""
    if isinstance(have, type(want)) or isinstance(want, type(have)):
        return None
    raised = ["nothing" if error is None else f"{error!r:.150}" for error in (have, want)]
    return "error", f"raises {raised[0]}, NumPy {raised[1]}"


def kind_of(value: Any) -> str:
    """Return what kind of object a value is: an array, or what its class is called."""
    return "array" if isinstance(value, snp.ndarray) else type(value).__name__


def differing_forms(have: Any, want: Any) -> tuple[str, str] | None:
    """Compare kind, dtype, shape, and whether an array can be written to."""
    if kind_of(have) != kind_of(want):
        return "kind", f"{kind_of(have)}, NumPy's {kind_of(want)}"
    if isinstance(want, (tuple, list)):
        if len(have) != len(want):
            return "shape", f"length {len(have)}, NumPy's {len(want)}"
        found = (differing_forms(*pair) for pair in zip(have, want, strict=True))
        return next((f for f in found if f is not None), None)
    if isinstance(want, (np.ndarray, np.generic)):
        if have.dtype != want.dtype:
            return "dtype", f"{have.dtype}, NumPy's {want.dtype}"
        if have.shape != want.shape:
            return "shape", f"{have.shape}, NumPy's {want.shape}"
    if isinstance(want, np.ndarray) and have.flags.writeable != want.flags.writeable:
        return "writeable", f"{have.flags.writeable}, with NumPy {want.flags.writeable}"
    return None


def plain(value: Any) -> Any:
    """Return a value with NumPy's arrays for the library's, which stay where they are."""
    if isinstance(value, Handle):
        return fetched(value)
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def differing_bits(have: Any, want: Any) -> str | None:
    """Compare values bit by bit, but for the signs of NaNs."""
    if isinstance(want, (tuple, list)):
        found = (differing_bits(*pair) for pair in zip(have, want, strict=True))
        return next((f for f in found if f is not None), None)
    if not isinstance(want, (np.ndarray, np.generic, float, complex)):
        return None if have == want else f"{have!r}, NumPy's {want!r}"
    have, want = np.asarray(have), np.asarray(want)
    if want.dtype.kind not in "fc":
        return None if np.array_equal(have, want) else f"{have!r}, NumPy's {want!r}"
    parts = [(have.real, want.real), (have.imag, want.imag)]
    for ours, numpys in parts:
        same = (ours == numpys) & (np.signbit(ours) == np.signbit(numpys))
        if not (same | (np.isnan(ours) & np.isnan(numpys))).all():
            return f"{have!r}, NumPy's {want!r}"
    return None


def differing_within(
    have: Any, want: Any, moved: list[Any] | tuple[Any, ...], several: bool = False
) -> str | None:
    """Compare values as far as rounding allows.

    Parameters
    ----------
    moved
        What NumPy gives for operands that are a little off.
    several
        Whether that is of several statements: then whatever moves may differ.
    """
    if isinstance(want, (tuple, list)):
        for i, (ours, numpys) in enumerate(zip(have, want, strict=True)):
            others = [m[i] for m in moved if isinstance(m, (tuple, list)) and len(m) > i]
            found = differing_within(ours, numpys, others, several)
            if found is not None:
                return found
        return None
    if not isinstance(want, (np.ndarray, np.generic, bool, int, float, complex)):
        return None if have == want else f"{have!r}, NumPy's {want!r}"
    have, want = np.asarray(have), np.asarray(want)
    if have.dtype.kind not in "biufc":
        return None if np.array_equal(have, want) else f"{have!r}, NumPy's {want!r}"
    moved = [np.asarray(m) for m in moved if isinstance(m, (np.ndarray, np.generic, int, float))]
    if several and any(is_unstable(m, want) for m in moved):
        return None
    exact = want.dtype.kind not in "fc"
    allowances = () if exact else (sensitivity(want, m, max(want.size, 1)) for m in moved)
    found = difference(have, want, allowances)
    return None if found is None else f"{found}: {have!r}, NumPy's {want!r}"


def is_unstable(moved: np.ndarray, want: np.ndarray) -> bool:
    """Whether what rounding moves does not move by little."""
    if moved.shape != want.shape or moved.dtype != want.dtype:
        return True
    finite = np.isfinite(moved) if want.dtype.kind in "fc" else moved == want
    return bool(np.any(finite != (np.isfinite(want) if want.dtype.kind in "fc" else True)))


def taken_over(want: Any, have: Any) -> Any:
    """Return NumPy's value with what the library computed, which agrees with it."""
    if isinstance(want, np.ndarray):
        if want.flags.writeable:
            np.copyto(want, have, casting="unsafe")
        return want
    return have if isinstance(want, (np.generic, float, complex)) else want


def snapshot(values: dict[str, Any]) -> dict[str, Any]:
    """Copy variables, with arrays that share memory as they do."""
    copies: dict[int, tuple[int, np.ndarray]] = {}
    return {name: _copied(value, copies) for name, value in values.items()}


def _copied(value: Any, copies: dict[int, tuple[int, np.ndarray]]) -> Any:
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "biufc":
        return list(value) if isinstance(value, list) else value
    root = value
    while isinstance(root.base, np.ndarray):
        root = root.base
    if id(root) not in copies:
        low, high = np.lib.array_utils.byte_bounds(root)
        copies[id(root)] = low, np.empty(high - low, np.uint8)
        np.copyto(_shown(root, *copies[id(root)]), root)
    copy = _shown(value, *copies[id(root)])
    copy.flags.writeable = value.flags.writeable
    return copy


def _shown(like: np.ndarray, low: int, memory: np.ndarray) -> np.ndarray:
    """Return the array that lies in a copy of its memory as it lies in its own, from `low` on."""
    if not like.size:
        return like.copy()
    start = like.__array_interface__["data"][0] - low
    return np.ndarray(like.shape, like.dtype, memory, start, like.strides)


def disturbed(values: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """Copy variables, with floating-point numbers off in their last places."""
    copies = snapshot(values)
    for name, value in variables(copies).items():
        if isinstance(value, np.ndarray) and value.flags.writeable:
            with np.errstate(all="ignore"):
                value[...] = nudged(value, rng)
        elif isinstance(value, np.generic):
            copies[name] = nudged(np.asarray(value), rng)[()]
    return copies
