"""How the standard has its functions called."""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Mapping
from pathlib import Path

import op_table
from entries import Entry


def _read() -> dict[str, inspect.Signature]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
    written = {}
    for name, said in table.items():
        if isinstance(said, dict):
            written |= {f"{name}.{last}": text for last, text in said.items()}
        else:
            written[name] = said
    return {name: _parsed(text) for name, text in written.items()}


def _parsed(text: str) -> inspect.Signature:
    return inspect.signature(eval(f"lambda {text}: None"))


#: Of the functions that the table of operations does not tell of, by name.
SIGNATURES = _read()


def signature(entry: Entry) -> inspect.Signature | None:
    """Return the standard's signature of a function; None if it is not in the standard."""
    known = SIGNATURES.get(entry.name)
    if known is None and entry.op is not None and op_table.public(entry.op) is not None:
        return entry.op.signature
    return known


def parameters(entry: Entry) -> Mapping[str, inspect.Parameter]:
    """Return the parameters in the standard's way of calling, by name."""
    known = signature(entry)
    return known.parameters if known is not None else {}
