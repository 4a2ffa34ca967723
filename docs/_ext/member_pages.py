"""The text of the pages of methods and attributes."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import links
import members
import op_table
import outside
import pages
import run_examples
from members import Member

#: What arrays of the standard have, beside operators.
_STANDARDS = {"T", "mT", "device", "dtype", "ndim", "shape", "size", "to_device"}
#: Classes whose members NumPy has under another name of the class.
_NUMPYS = {"ShardedArray": "ndarray", "prng.Generator": "random.Generator"}


def about(member: Member) -> list[str]:
    """Return what is said of a member, and what is known of the function that it is."""
    function = member.function if member.is_method else None
    known = {} if function is None else pages.described(function, run_examples.of(function))
    value = getattr(member.owner.value, member.name)
    lines = pages.told(member.dotted, value, known)
    if function is not None and "\nRaises\n" not in (inspect.getdoc(value) or ""):
        raises = pages.raises(function, set(inspect.signature(value).parameters))
        lines += [links.linked(f":raises {name}: {text}") for name, text in raises.items()]
    return lines


def page(member: Member) -> str:
    """Return the page of a method or attribute."""
    code = members.example(member)
    try:
        lines = pages.titled(member.dotted)
        kind = "automethod" if member.is_method else "autoattribute"
        lines += [f".. {kind}:: sharray.{member.dotted}", ""]
        lines += [f"   {line}" for line in about(member)]
        lines += ["", *[".. rubric:: Example", ""] * bool(code)]
        lines += run_examples.shown(code, [member.dotted])
    except Exception as error:
        error.add_note(f"in the page of {member.dotted}")
        raise
    owner = f":py:obj:`{member.owner.name} <sharray.{member.owner.name}>`"
    others = [f"the class {owner}"]
    if member.function is not None:
        others.append(f"the function :py:obj:`{member.name} <sharray.{member.name}>`")
    others += [f"`{title} <{url}>`__" for title, url in _elsewhere(member)]
    return "\n".join([*lines, f"See also: {', '.join(others)}.", ""])


def _elsewhere(member: Member) -> Iterator[tuple[str, str]]:
    """Yield the pages of NumPy and of the standard about a member."""
    owner = _NUMPYS.get(member.owner.name, member.owner.name)
    url = outside.address(f"numpy.{owner}.{member.name}")
    if url:
        yield "NumPy", url
    if member.owner.name == "ShardedArray" and member.name in _STANDARDS:
        yield "array API", op_table.of_arrays(member.name)


def every() -> dict[str, str]:
    """Return the text of every page by the name of its file."""
    return {f"{member.dotted}.rst": page(member) for member in members.every()}
