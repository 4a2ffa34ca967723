"""Programs of one operation, which run again without being written down again."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from sharray._core.cache import Cache
from sharray._core.node import TRACED, Expr
from sharray._engine.builder import OF_LOOP, Builder, Program


class Single:
    """The program of one operation on buffers and numbers: the same each time, so it is kept."""

    __slots__ = ("buffers", "compiled", "entries", "mesh", "numbers")

    def __init__(self, program: Program, args: Sequence[Expr]) -> None:
        self.entries = program.entries
        self.mesh = program.mesh
        at = range(len(args))
        #: which arguments are buffers, and which are numbers of a dtype
        self.buffers = [i for i in at if not args[i].on_host]
        self.numbers = {
            dtype: [i for i in at if args[i].on_host and args[i].aval.dtype == dtype]
            for dtype in program.scalars
        }
        #: what the engine has compiled of it
        self.compiled: Any = None


#: What has been made by `single`.
singles = Cache(4096)


def single(root: Expr, borrowed: Mapping[int, int]) -> Single | None:
    """Return the program of `root` alone, from numbers and from buffers which it leaves alone.

    None where there is more to it than that, or where a buffer could be taken over.
    """
    args, aval = root.args, root.aval
    if root.op is None or isinstance(aval, tuple):
        return None
    key: list[Any] = [root.op, root.params, aval]
    for k in range(len(args)):
        arg = args[k]
        if arg.value is None or arg.depth >= TRACED or (arg.on_host and arg.aval.shape):
            return None
        if arg.aval is aval and not arg.shared:
            known = OF_LOOP + borrowed.get(id(arg), 0)
            if sys.getrefcount(arg) <= known:
                return None
        key.append(arg.aval)
    if len(args) > 1 and (args[0] is args[1] or (len(args) > 2 and len(set(args)) < len(args))):
        return None
    found = singles.get(frozen := tuple(key))
    if found is None:
        program = Builder([root], borrowed).program()
        found = singles.keep(frozen, Single(program, args))
    return found


def program_of(found: Single, root: Expr) -> Program:
    """Return the program `found` for `root`."""
    made = Program()
    made.lines = made.shifted = None
    made.roots, made.shown = [root], []
    made.entries, made.mesh = found.entries, found.mesh
    made.outputs = (len(root.args),)
    made.leaves = [root.args[i] for i in found.buffers]
    made.scalars = {t: [root.args[i].value for i in at] for t, at in found.numbers.items()}
    made.offsets = made.donated = ()
    made.single = found
    return made
