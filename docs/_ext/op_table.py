"""What the op table says, as Markdown and as pages of references.

Nothing here names an operation.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import sharray
import sharray.numpy  # declares all operations
from sharray._core.operation import TABLE, Op

_STANDARD = f"https://data-apis.org/array-api/{sharray.__array_api_version__}"


class Row(NamedTuple):
    """One operation of the table, ready to be printed."""

    name: str
    signature: str
    rule: str
    comm: str
    kinds: str
    section: str
    url: str
    why: str
    summary: str


def public(op: Op) -> Any:
    """Return what the standard's users call for `op`; None for a part, or NumPy's own."""
    if not op.section:
        return None
    space, _, name = op.name.rpartition(".")
    module = getattr(sharray, space) if space else sharray
    if name in module.__all__:
        return getattr(module, name)
    return getattr(sharray.ShardedArray, name, None) if op.section == "array object" else None


def reference(op: Op) -> str:
    """Return the name under which autodoc documents the function of a public operation."""
    method = op.section == "array object"
    return f"sharray.{'ShardedArray.' if method else ''}{op.name}"


def standard_url(op: Op) -> str:
    """Return the address of the function in the standard."""
    return of_arrays(op.name) if op.section == "array object" else in_standard(op.name)


def in_standard(name: str) -> str:
    """Return the address of a function of the standard's namespace."""
    pages = "extensions" if "." in name else "API_specification"
    return f"{_STANDARD}/{pages}/generated/array_api.{name}.html"


def of_arrays(name: str) -> str:
    """Return the address of a method or attribute of arrays in the standard."""
    return f"{_STANDARD}/API_specification/generated/array_api.array.{name}.html"


def written(signature: inspect.Signature) -> str:
    """Write a signature as the standard does: without annotations and self.

    Three dots are a default that is nothing a user would give.
    """
    empty = inspect.Parameter.empty
    kept = [p.replace(annotation=empty) for n, p in signature.parameters.items() if n != "self"]
    return readable(str(inspect.Signature(kept)))


def readable(signature: str) -> str:
    """Write defaults that Python shows in angle brackets otherwise."""
    return re.sub(r"<class '(\w+)'>", r"\1", signature.replace("<no value>", "..."))


def row(op: Op) -> Row:
    """Bring an operation into the form of the table."""
    fn = public(op)
    # the docstring of a ufunc begins with its parameters
    described = fn if fn is not None and not isinstance(fn, sharray.ufunc) else op.public
    summary = inspect.cleandoc((described or op.lowering).__doc__ or "").partition("\n")[0]
    return Row(
        name=op.name,
        signature=written(op.signature if fn is None else inspect.signature(fn)),
        rule="of its parts" if op.composite else op.rule.__name__,
        comm=op.comm,
        kinds=op.kinds,
        section=op.section,
        url=standard_url(op) if op.section and fn is not None else "",
        why=op.why,
        summary=summary,
    )


def public_rows() -> list[Row]:
    """Return the operations that users call, in the standard's sections."""
    rows = [row(op) for op in TABLE.values() if public(op) is not None]
    return sorted(rows, key=lambda r: (r.section.endswith("extension"), r.section, r.name))


def part_rows() -> list[Row]:
    """Return the operations that only other operations, or functions of NumPy, call."""
    rows = [row(op) for op in TABLE.values() if public(op) is None]
    return sorted(rows, key=lambda r: r.name)


def table(head: Iterable[str], body: Iterable[Iterable[str]]) -> str:
    """Write a table."""
    lines = [list(head)]
    lines.append(["---"] * len(lines[0]))
    lines.extend([cell.replace("|", "\\|") for cell in cells] for cells in body)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _name(r: Row) -> str:
    """Write a name as programs do, which is a link on the site."""
    return f"`{'ShardedArray' if r.section == 'array object' else 'xp'}.{r.name}`"


def table_markdown() -> str:
    """Write the table of the public operations."""
    return table(
        ("operation", "rule", "class", "dtype kinds", "standard"),
        ((_name(r), r.rule, r.comm, r.kinds, f"[{r.section}]({r.url})") for r in public_rows()),
    )


def parts_markdown() -> str:
    """Write the table of the operations that others are made of."""
    return table(
        ("operation", "signature", "rule", "class", "what it does"),
        ((f"`{r.name}`", f"`{r.signature}`", r.rule, r.comm, r.summary) for r in part_rows()),
    )


def gather_markdown() -> str:
    """Write the operations of class gather by reason."""
    reasons: dict[str, list[str]] = {}
    for r in [*public_rows(), *part_rows()]:
        if r.comm == "gather":
            name = _name(r) if r.url else f"`{r.name}`"
            reasons.setdefault(r.why, []).append(name)
    return table(
        ("operations", "reason"),
        ((", ".join(names), why[:1].upper() + why[1:] + ".") for why, names in reasons.items()),
    )


def first_line(rule: Any) -> str:
    """Say how the sharding of a result follows from the operands'."""
    return inspect.cleandoc(rule.__doc__ or "").partition("\n")[0]


def rules_markdown() -> str:
    """Write the sharding rules, each with the number of operations that follow it."""
    counts: dict[Any, int] = {}
    for op in TABLE.values():
        if not op.composite:
            counts[op.rule] = counts.get(op.rule, 0) + 1
    return table(
        ("rule", "the result's dimensions", "operations"),
        (
            (f"`{rule.__name__}`", first_line(rule), str(n))
            for rule, n in sorted(counts.items(), key=lambda item: (-item[1], item[0].__name__))
        ),
    )
