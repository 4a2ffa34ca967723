"""The text of the reference: a page for each function and class, and one for each section."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import entries
import facts
import links
import members
import numpy as np
import op_table
import outside
import own_names
import returned
import run_examples
import standard
from entries import Entry
from members import Member

from sharray._core import rules
from sharray._core.operation import CLASSES, MOVES, Op
from sharray._functions.declare import kinds_of, moves_of
from sharray._functions.fallback import name_of
from sharray._functions.flavours import NUMPY
from sharray._functions.parameters import meaning

_NUMPY = "https://numpy.org/doc/stable/reference"
_STATUS = {
    "sharded": "On the devices. Small arrays stay :doc:`on the host </homes>`, in NumPy.",
    "host": "In NumPy, on the host: arrays are fetched, with a `~sharray.HostFallbackWarning`.",
    "passthrough": "On the host: it takes no arrays of numbers.",
}
#: Pages of another form, after those of the sections.
_FURTHER_PAGES = {
    returned: ", ".join(f"{{py:obj}}`{cls.__name__}`" for cls in returned.CLASSES),
    own_names: "Types, constants, the seeds of `random`, `testing` and `polynomial`.",
}
#: Parameters that make a wrong axis possible.
_AXES = {"axis", "axes", "axis1", "axis2"}
#: Parameters that name a file.
_FILES = {"file", "fname"}


def numpy_url(entry: Entry) -> str:
    """Return the address of NumPy's page of a function; empty if there is none."""
    if entry.function is not None:
        return f"{_NUMPY}/generated/{name_of(entry.function.numpy)}.html"
    if entry.name.startswith("random."):
        return outside.address(f"numpy.{entry.name}") or ""
    return f"{_NUMPY}/generated/numpy.{entry.name}.html" if hasattr(np, entry.name) else ""


def _standard_url(entry: Entry) -> str:
    if entry.name in standard.SIGNATURES:
        return op_table.in_standard(entry.name)
    op = entry.op
    return op_table.standard_url(op) if op is not None and op_table.public(op) is not None else ""


def _signature(value: Any) -> str:
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):  # functions of C that say nothing
        return "(...)"
    return op_table.written(signature)


def _of_numpy(entry: Entry) -> Any:
    """Return what users of `sharray.numpy` call."""
    return entry.value if entry.function is None else entry.function.of(NUMPY)


def _signatures(entry: Entry) -> Iterator[str]:
    """Yield a line for each name: the standard's way of calling for `sharray`, then NumPy's."""
    numpys = _signature(_of_numpy(entry))
    standards = standard.signature(entry)
    for name in entry.names:
        yield f"sharray.{name}{op_table.written(standards) if standards else numpys}"
        standards = None  # other names are NumPy's
    for name in entry.names:
        yield f"sharray.numpy.{name}{numpys}"


def _documented(entry: Entry, section: str) -> dict[str, str]:
    """Return what a section of the docstring says of each name, with its type."""
    found: dict[str, str] = {}
    function = entry.function
    given = function is not None and function.implementation is not None
    for value in ([entry.value] if given else []) + ([entry.op.public] if entry.op else []):
        text = inspect.getdoc(value) or ""
        _, _, rest = text.partition(f"\n\n{section}\n{'-' * len(section)}\n")
        rest = re.split(r"\n\n[A-Z][\w ]+\n-{4,}\n", rest)[0]
        for names, said in re.findall(r"^(\S.*)\n((?: +.*\n|\n)*)", f"{rest}\n", re.MULTILINE):
            names, _, kind = names.partition(" : ")
            for name in names.replace("*", "").split(", "):
                found.setdefault(name, _described(kind, " ".join(said.split())))
    return found


def _described(kind: str, sentence: str) -> str:
    return f"*{kind.strip()}*: {sentence}" if kind.strip() else sentence


def _link(op: Op) -> str:
    if op_table.public(op) is None:
        return f"the internal :ref:`{op.name.rpartition('.')[2].lstrip('_')} <op-parts>`"
    return f":py:obj:`{op.name} <{op_table.reference(op)}>`"


def described(entry: Entry, code: str) -> dict[str, str]:
    """Return the fields of a function of NumPy: declared, of the table, or seen in its example."""
    function, op = entry.function, entry.op
    assert function is not None
    if function.status == "passthrough":
        return {"where it runs": _STATUS[function.status]}
    is_made = op is None or op.composite  # of others, which its example shows
    seen = run_examples.Parts([], [], False)
    if function.status == "sharded" and is_made and code:
        seen = run_examples.parts(code, entry.names)
    rule = _rule(op, seen.operations)
    found = {"shapes": _shapes(function.numpy, rule)}
    found["dtypes"] = kinds_of(op) if op else "NumPy's, for the arguments and the result."
    if function.status == "host":
        found["sharding"] = "Arrays come to the host, and the result is there."
        found["communication"] = "All elements come to the host."
    else:
        found["sharding"] = "" if rule is None else op_table.first_line(rule)
        found["communication"] = _communication(op, seen.operations)
    why = f" The reason: {function.why}." * bool(function.status == "host" and function.why)
    found["where it runs"] = _STATUS[function.status] + why
    found["returns"] = facts.result(entry.names, function, set(_numpys(entry)))
    found = facts.filled(found, entry.names, _with_links)
    if function.writes:
        found["sharding"] = "What is written to keeps its own."
    elif seen.arrays and "sharding" in found:
        arrays = ", ".join(dict.fromkeys(seen.arrays))
        found["sharding"] += f" In the example, with arrays sharded by rows: {arrays}."
    return found


def _rule(op: Op | None, parts: list[Op]) -> Any:
    """Return the rule that a result follows: of the operation, or of those it is made of.

    Elementwise ones follow what the others make. Where these differ there is none.
    """
    if op is not None and not op.composite:
        return op.rule
    found = {part.rule for part in parts if part.rule is not rules.broadcast}
    if parts and not found:
        return rules.broadcast
    return found.pop() if len(found) == 1 else None


def _shapes(numpys: Any, rule: Any) -> str:
    """Say which shapes a function takes and gives, as its signature or its rule has it."""
    core = getattr(numpys, "signature", None)
    if isinstance(core, str):
        return f"``{core}``; dimensions before these broadcast."
    if isinstance(numpys, np.ufunc) and numpys.nin == 1:
        return "That of the operand."
    if isinstance(numpys, np.ufunc):
        return "Those of the operands broadcast."
    return "" if rule is None else facts.said(f"rule:{rule.__name__}", "shapes")


def _communication(op: Op | None, parts: list[Op]) -> str:
    """Say what moves: as declared, or as in the example, in which slices and views are none."""
    runs = ", ".join(f"{_link(part)} ({part.comm})" for part in parts)
    if op is not None and not (op.composite and op.comm == "local"):
        return _with_links(moves_of(op)) + f" The example runs {runs}." * bool(runs)
    if parts and parts[0].comm == "local":
        return _with_links(moves_of(parts[0]))
    if runs:
        most = _with_links(f"*{parts[0].comm}*: {MOVES[parts[0].comm]},")
        said = "Slices, and other layouts that it needs, move what an index or `reshard` moves."
        return f"{most} in the example, which runs {runs}. {said}"
    return ""


def _with_links(said: str) -> str:
    """Let the class of communication lead to what the classes mean."""
    return re.sub(rf"\*({'|'.join(CLASSES)})\*", r":ref:`\1 <communication-classes>`", said)


def told(name: str, value: Any, known: dict[str, str] | None = None) -> list[str]:
    """Return the fields of what has a docstring, which may have sections about some of them."""
    text = inspect.getdoc(value) or ""
    found = facts.filled(dict(known or {}), (name,), _with_links)
    if "\nReturns\n---" in text:
        found.pop("returns", None)
    lines = [f":{field}: {said}" for field, said in found.items()]
    if "\nRaises\n---" not in text:
        lines += [f":raises {error}: {when}" for error, when in facts.errors((name,)).items()]
    parameters = links.parameters_of(value)
    return [links.linked(line, parameters) for line in lines]


def raises(entry: Entry, names: set[str]) -> dict[str, str]:
    """Return the errors of a function: as documented, and those that its declaration implies."""
    assert entry.function is not None
    found = _documented(entry, "Raises")
    if names & _AXES and not any(error.endswith("AxisError") for error in found):
        found.setdefault("IndexError", "If an axis is out of range; as a rule an ``AxisError``.")
    if names & _FILES:
        found.setdefault("OSError", "If the file cannot be read, or written.")
    found |= facts.errors(entry.names)
    if entry.op is not None and entry.op.kinds != "all":
        found.setdefault("TypeError", "If neither the devices nor NumPy takes the dtype.")
    if not {"TypeError", "ValueError"} <= found.keys():
        said = "Where NumPy raises it for the same arguments."
        found["TypeError or ValueError"] = said
    return found


def _parameters(entry: Entry) -> dict[str, str]:
    """Return the parameters, those of the standard first, with what is the same everywhere."""
    found: dict[str, str] = {}
    assert entry.function is not None
    function = name_of(entry.function.numpy).partition(".")[2]
    is_numpys = entry.function.status == "passthrough"  # whose parameters NumPy describes
    for names in (standard.parameters(entry), _numpys(entry)):
        for name in names:
            found[name] = "" if is_numpys else _described(*meaning(function, name))
    found |= _documented(entry, "Parameters")
    for own, numpys in _renamed(entry).items():
        said = found[numpys] or found[own]
        found[own] = f"(in ``sharray.numpy``: *{numpys}*) {said}".strip()
        del found[numpys]
    return found


def _renamed(entry: Entry) -> dict[str, str]:
    """Return the standard's parameters without a keyword that NumPy calls otherwise."""
    standards, numpys = standard.parameters(entry), _numpys(entry)
    nameless = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.VAR_POSITIONAL)
    return {
        own.name: name
        for own, name in zip(standards.values(), numpys, strict=False)
        if own.kind in nameless and own.name not in numpys and name not in standards
    }


def _numpys(entry: Entry) -> Mapping[str, inspect.Parameter]:
    """Return the parameters in NumPy's way of calling."""
    try:
        return inspect.signature(_of_numpy(entry)).parameters
    except (TypeError, ValueError):  # functions of C that say nothing
        return {}


def _example(entry: Entry, code: str) -> list[str]:
    if not code and "\nExamples\n---" in (inspect.getdoc(entry.value) or ""):
        return []
    return run_examples.shown(code, entry.names)


def _see(entry: Entry) -> list[str]:
    links = [
        f"`{title} <{url}>`__"
        for title, url in (("NumPy", numpy_url(entry)), ("array API", _standard_url(entry)))
        if url
    ]
    last = entry.name.rpartition(".")[2]
    if "." not in entry.name and hasattr(op_table.sharray.ShardedArray, last):
        links.append(f":py:obj:`the method <sharray.ShardedArray.{last}>`")
    return ["", f"See also: {', '.join(links)}."] if links else []


def titled(text: str, under: str = "=") -> list[str]:
    return [text, under * len(text), ""]


def _of_numpys(entry: Entry, code: str) -> list[str]:
    """Return the body of the page of a function that NumPy has, too."""
    first, *others = _signatures(entry)
    lines = [f".. py:function:: {first}", *[f"                 {s}" for s in others], ""]
    parameters = _parameters(entry)
    about = links.linked(entries.description(entry), parameters)
    body = [*about.splitlines(), "", *_example(entry, code)]
    start = len(body)
    body += [f":param {name}: {text}" for name, text in parameters.items() if text]
    rest = ", ".join(f"*{name}*" for name, text in parameters.items() if not text)
    body += [f":other parameters: {rest}: as NumPy's."] * bool(rest)
    body += [f":{name}: {text}" for name, text in described(entry, code).items()]
    body += [f":raises {name}: {text}" for name, text in raises(entry, set(parameters)).items()]
    body[start:] = [links.linked(line, parameters) for line in body[start:]]
    return lines + [f"   {line}" if line else "" for line in body]


def page(entry: Entry) -> str:
    """Return the page of a function or class."""
    try:
        return _page(entry, run_examples.of(entry))
    except Exception as error:
        error.add_note(f"in the example of {entry.name}")
        raise


def _page(entry: Entry, code: str) -> str:
    lines = titled(", ".join(entry.documented))
    if entry.function is not None:
        lines += _of_numpys(entry, code)
    else:
        example = [*[".. rubric:: Example", ""] * bool(code), *_example(entry, code)]
        if inspect.isclass(entry.value):
            lines += [*example, f".. autoclass:: sharray.{entry.name}", "", *_members(entry)]
        elif callable(entry.value):
            lines += [f".. autofunction:: sharray.{entry.name}", ""]
            lines += [*[f"   {line}" for line in told(entry.name, entry.value)], "", *example]
        else:
            lines += [
                f".. py:data:: sharray.{entry.name}",
                "",
                f"   {entries.summary(entry)}",
                "",
                *example,
            ]
    return "\n".join([*lines, *_see(entry), ""])


def _members(entry: Entry) -> list[str]:
    """Return the lists of methods and attributes, each with a link to its page."""
    lines: list[str] = []
    listed = members.of(entry)
    for title, called in (("Methods", True), ("Attributes", False)):
        rows = [member for member in listed if member.is_method == called]
        if rows:
            lines += [
                f".. rubric:: {title}",
                "",
                ".. list-table::",
                "   :class: reference-table",
                "",
            ]
        for member in rows:
            said = links.linked(_first_sentence(member), links.parameters_of(member.value))
            lines += [f"   * - :py:obj:`{member.name} <sharray.{member.dotted}>`", f"     - {said}"]
        lines += [""] * bool(rows)
    lines += [".. toctree::", "   :hidden:", ""] * bool(listed)
    return [*lines, *[f"   {member.dotted}" for member in listed], ""]


def _first_sentence(member: Member) -> str:
    text = inspect.getdoc(getattr(member.owner.value, member.name)) or ""
    called = re.match(r"Return ``sharray\.numpy\.(\w+)`` of the array", text)
    if called and member.function is not None:
        return entries.summary(member.function)
    return " ".join(text.partition("\n\n")[0].split())


def file_of(section: str) -> str:
    """Return the name of a section's page."""
    return re.sub(r"\W+", "_", section.lower()).strip("_")


def _section_page(section: str, listed: Iterable[Entry]) -> str:
    lines = titled(section[0].upper() + section[1:])
    lines += [".. list-table::", "   :class: reference-table", ""]
    for entry in listed:
        names = ", ".join(f":py:obj:`{n} <sharray.{n}>`" for n in entry.documented)
        said = links.linked(entries.summary(entry), links.parameters_of(entry.value))
        lines += [f"   * - {names}", f"     - {said}"]
    lines += ["", ".. toctree::", "   :hidden:", ""]
    lines += [f"   ../{entry.name}" for entry in listed]
    return "\n".join([*lines, ""])


def sections_markdown() -> str:
    """Write the sections with their names, and the table of contents."""
    lines, contents = [], []
    for section, listed in entries.by_section().items():
        path = f"reference/sections/{file_of(section)}"
        names = ", ".join(f"{{py:obj}}`{e.name} <sharray.{e.name}>`" for e in listed)
        lines += [f"## [{section[0].upper()}{section[1:]}]({path}.rst)", "", names, ""]
        contents.append(path)
    for other, text in _FURTHER_PAGES.items():
        path = f"reference/{other.FILE}"
        lines += [f"## [{other.TITLE}]({path}.rst)", "", text, ""]
        contents.append(path)
    return "\n".join([*lines, "```{toctree}", ":hidden:", "", *contents, "```"])


def pages() -> dict[str, str]:
    """Return the text of every page by the name of its file."""
    made = {f"{other.FILE}.rst": other.page() for other in _FURTHER_PAGES} | own_names.pages()
    for section, listed in entries.by_section().items():
        made[f"sections/{file_of(section)}.rst"] = _section_page(section, listed)
        for entry in listed:
            made[f"{entry.name}.rst"] = page(entry)
    return made
