"""What the docstrings of operations say beside their own summary: it follows from declarations."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sharray._ops.table import Op

_RECORDED = "Recorded: it runs together with the operations around it."
_SHARDING = {
    "local": "The result lies as the operands do; nothing moves.",
    "halo": "Only the edges of shards move.",
    "reduce": "Partial results are combined across devices; about the result's size moves.",
    "exchange": "Each element moves a bounded number of times.",
    "gather": "An operand is gathered on every device; the result is sharded again.",
}
#: Of functions with a parameter ``device``.
_PLACED = (
    "The result lies as `device` says; if it is None as the operand, if there is one, else sharded "
    "along the first axis that is long enough."
)


#: What the parameters of operations mean, for docstrings that do not say it themselves.
_MEANING = {
    "x": "array|Of {kinds} dtype.",
    "x1": "array|Of {kinds} dtype.",
    "x2": "array|Of {kinds} dtype; both are promoted to one dtype.",
    "arrays": "sequence of array|At least one; they are promoted to one dtype.",
    "axis": "int|Where to work, counted from the end if negative; a tuple for several.",
    "axes": "int or tuple|Where to work; negative ones count from the end.",
    "keepdims": "bool|Whether reduced axes stay, with length 1.",
    "dtype": "dtype|Of the result.",
    "device": "mesh, NamedSharding, PartitionSpec or device|Where the result goes.",
    "shape": "int or tuple of int|Of the result.",
    "fill_value": "scalar|The value of all elements.",
    "copy": "bool|Whether to copy always, or never, which may be an error; by default if needed.",
    "start": "scalar|The first value.",
    "stop": "scalar|The last value, or the one behind it.",
    "num": "int|How many values.",
    "endpoint": "bool|Whether `stop` is one of them.",
    "n_rows": "int|How many rows.",
    "n_cols": "int|How many columns; by default as many as rows.",
    "source": "int or tuple of int|The dimensions that move.",
    "destination": "int or tuple of int|Where they go.",
    "d": "float|The distance of samples.",
    "shapes": "tuple of int|The shapes.",
    "correction": "int or float|Subtracted from the number of elements.",
    "descending": "bool|Whether the largest elements come first.",
    "stable": "bool|Whether equal elements keep their order.",
    "shift": "int or tuple of int|How far, for each axis.",
    "repetitions": "tuple of int|How often, for each axis.",
    "n": "int|How often; for transforms the length along the axis, or how many samples.",
    "s": "sequence of int|Lengths along the axes.",
    "norm": '{{"backward", "ortho", "forward"}}|Which direction is scaled.',
    "prepend": "array|What comes before the array.",
    "append": "array|What comes after the array.",
    "k": "int|The diagonal; those above the main one are positive.",
    "offset": "int|The diagonal; those above the main one are positive.",
    "ord": "int, float or str|The order of the norm.",
    "rtol": "float or array|What is small, relative to the largest singular value.",
    "mode": '{{"reduced", "complete"}}|The shapes of the factors.',
    "full_matrices": "bool|Whether U and Vh are square.",
}


#: Where a docstring begins to be made of sections.
_SECTIONS = re.compile(r"\n\n(?=(?:Parameters|Returns|Raises)\n---)")


def _section(title: str, entries: Iterable[tuple[str, str]]) -> str:
    lines = [f"{name}\n    {meaning}".rstrip() for name, meaning in entries]
    return "\n".join([title, "-" * len(title), *lines])


def _kinds(op: Op) -> str:
    return "any" if op.kinds == "all" else op.kinds


def _parameters(op: Op) -> str:
    """Write the section on parameters."""
    entries = []
    for name, parameter in op.signature.parameters.items():
        kind, _, meaning = _MEANING.get(name, "object|").format(kinds=_kinds(op)).partition("|")
        several = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
        given = several or parameter.default is parameter.empty
        entries.append((f"{several}{name} : {kind}{'' if given else ', optional'}", meaning))
    return _section("Parameters", entries)


def _raises(op: Op) -> str:
    """Write the section on what calls raise, whatever the operation."""
    names, found = op.signature.parameters.keys(), []
    if op.kinds != "all":
        found.append(("TypeError", f"If a dtype is not {op.kinds}."))
    if names & {"x2", "arrays"} and not op.composite:
        text = "If the shapes do not fit, or the operands lie on different meshes."
        found.append(("ValueError", text))
    if names & {"axis", "axes"}:
        found.append(("numpy.exceptions.AxisError", "If an axis is out of range."))
    return _section("Raises", found) if found else ""


def of(op: Op, doc: str | None) -> str:
    """Return the docstring of a function: its own, and what follows from its declaration."""
    summary, *own = _SECTIONS.split(inspect.cleandoc(doc or ""), maxsplit=1)
    sections = own[0] if own else ""
    placed = f"{_SHARDING[op.comm]}{f' The reason: {op.why}.' if op.why else ''}"
    if "device" in op.signature.parameters:
        placed = _PLACED
    if op.recorded and not op.composite:
        placed = f"{_RECORDED} {placed}"
    parts = [summary, placed]
    if "Parameters\n" not in sections:
        parts.append(_parameters(op))
    parts.append(sections)
    if "Raises\n" not in sections:
        parts.append(_raises(op))
    parts.append(f"References\n----------\n{_standard(op.section, op.name)}")
    return "\n\n".join(filter(None, parts))


def _standard(section: str, name: str) -> str:
    return f"Python array API 2025.12, {section}: {name}." if section else f"NumPy: {name}."


def of_elementwise(op: Op, summary: str) -> str:
    """Return the docstring of an elementwise function."""
    operands = ", ".join(op.signature.parameters) + " : array or scalar"
    return f"""{summary}

    {_RECORDED} {_SHARDING["local"]}

    Parameters
    ----------
    {operands}
        Of {_kinds(op)} dtype; shapes broadcast. At least one must be an array.

    Returns
    -------
    out : array
        Of the broadcast shape, in the dtype that NumPy gives.

    Raises
    ------
    TypeError
        If the dtypes are not supported.
    ValueError
        If the shapes do not broadcast or the operands lie on different meshes.

    References
    ----------
    {_standard(op.section, op.name)}
    """
