"""The examples of the reference: those in the files, and those that follow from a declaration."""

from __future__ import annotations

import ast
import contextlib
import io
import re
import tempfile
import warnings
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any, NamedTuple

import entries
import numpy as np

import sharray
import sharray.numpy
from sharray._core.layout import show_spec
from sharray._core.observers import Observer
from sharray._core.operation import CLASSES, KINDS, TABLE, Op
from sharray._engine import cold
from sharray._engine.graph import Graph

#: What an example may use without importing it -> the line that does.
_IMPORTS = {
    "jax": "import jax",
    "jnp": "import jax.numpy as jnp",
    "P": "from jax.sharding import PartitionSpec as P",
    "np": "import sharray.numpy as np",
    "xp": "import sharray as xp",
}
#: Operands by what dtypes an operation takes, for examples that follow from a declaration.
_OPERANDS = {"f": "[[0.5, 0.25], [1.0, 0.75]]", "i": "[[1, 2], [3, 4]]", "b": "[[True, False]]"}


class Shown(NamedTuple):
    """A statement, what it printed, and the value of an expression."""

    statement: str
    text: str
    value: Any = None


def of(entry: entries.Entry) -> str:
    """Return the code of the example; empty where there is none."""
    written = entries.written()
    code = next((written[n] for n in entry.names if n in written), "")
    return code or ("" if entry.op is None else _derived(entry, entry.op))


def _derived(entry: entries.Entry, op: Op) -> str:
    """Return a call with operands of the first kind of dtypes that an operation takes."""
    kind = next((k for k in "fib" if k in KINDS[op.kinds]), "f")
    arity = len(op.signature.parameters) if op.elementwise else 1
    if not (op.elementwise or op.reduces or op.runs_along_axis):
        return _of_sample(op, {"m": f"np.array({_OPERANDS[kind]})", "i": "np.array([1, 0])"})
    operands = ", ".join([f"np.array({_OPERANDS[kind]})"] * arity)
    return f"np.{entry.name}({operands}{'' if op.elementwise else ', axis=0'})"


def _of_sample(op: Op, operands: dict[str, str]) -> str:
    """Return the first sample that takes no others, with these operands in their places."""
    for text in op.samples:
        used = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
        if text.startswith(f"{op.name}(") and used <= {op.name, *operands}:
            return re.sub(r"\b[mi]\b(?!=)", lambda name: operands[name[0]], f"np.{text}")
    return ""


def _statements(code: str) -> Iterator[tuple[str, ast.stmt]]:
    lines = code.splitlines()
    for node in ast.parse(code).body:
        source = ast.get_source_segment(code, node)
        decorators = getattr(node, "decorator_list", [])
        if decorators:
            source = "\n".join(lines[decorators[0].lineno - 1 : node.end_lineno])
        assert source is not None
        yield source, node


def imports(code: str) -> list[str]:
    """Return the lines that import what an example uses."""
    used = {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
    lines = _IMPORTS | ({"np": "import numpy as np"} if "xp" in used else {})
    return [line for name, line in lines.items() if name in used]


def run(code: str, **others: Any) -> list[Shown]:
    """Run an example in an empty folder.

    Parameters
    ----------
    others
        What stands under names in the place of what would be imported: ``np=numpy``.
    """
    space: dict[str, Any] = {}
    exec("\n".join(imports(code)), space)
    space |= others
    shown = []
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore", PendingDeprecationWarning)  # of NumPy's matrices
        for source, node in _statements(code):
            value = None
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                if isinstance(node, ast.Expr):
                    value = eval(compile(ast.Expression(node.value), "example", "eval"), space)
                    if value is not None:
                        print(repr(value))
                else:
                    exec(compile(ast.Module([node], []), "example", "exec"), space)
            shown.append(Shown(source, out.getvalue(), value))
    return shown


def shown(code: str, names: Iterable[str]) -> list[str]:
    """Return an example as it is typed, with what it prints; or why there is none of the names."""
    if not code:
        reasons = entries.reasons()
        [reason, *_] = [reasons[name] for name in names if name in reasons]
        return [f"There is no example: {reason}.", ""]
    lines = [".. code-block:: pycon", ""]
    lines += [f"   >>> {line}" for line in imports(code)]
    for part in run(code):
        first, *rest = part.statement.splitlines()
        lines += [f"   >>> {first}", *[f"   ... {line}" for line in rest]]
        lines += [f"   {line}" if line else "" for line in part.text.splitlines()]
    return [*lines, ""]


class _Operations(Observer):
    """Notes the operations of the table that run on devices, and what comes to the host."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}

    def recorded(self, name: str, on_host: bool) -> None:
        if not on_host and name in TABLE:
            self.names[name] = None


def _in_numpy(graph: Graph) -> cold.Cold | None:
    """Have NumPy run what it can on the one device there is, to compile little."""
    steps = graph.steps()
    return cold.Cold(graph, steps) if all(map(cold._runs_in_numpy, steps)) else None


class _Noting:
    """A namespace that notes what its functions of some names return."""

    def __init__(self, space: Any, names: tuple[str, ...], results: list[Any], prefix: str = ""):
        self._space, self._names, self._results, self._prefix = space, names, results, prefix

    def __getattr__(self, name: str) -> Any:
        value, dotted = getattr(self._space, name), self._prefix + name
        if isinstance(value, ModuleType):
            return _Noting(value, self._names, self._results, f"{dotted}.")
        if dotted not in self._names or isinstance(value, (type, sharray.ufunc)):
            return value

        def noted(*args: Any, **kwargs: Any) -> Any:
            result = value(*args, **kwargs)
            self._results.append(result)
            return result

        return noted


class Parts(NamedTuple):
    """What an example runs on devices, and what comes out of the functions that it is about.

    Attributes
    ----------
    operations
        Those of the table, what moves most first.
    arrays
        The arrays that the functions return last, written as JAX writes types, ``float64[3,4]``,
        with their specs.
    is_number
        Whether one of the functions returns a number.
    """

    operations: list[Op]
    arrays: list[str]
    is_number: bool


def parts(code: str, names: tuple[str, ...]) -> Parts:
    """Run an example of functions of some names on devices, and return what it is made of.

    On a mesh of one device, as specs and operations are the same on several.
    """
    before, cold.prepare = cold.prepare, _in_numpy
    results: list[Any] = []
    try:
        with (
            sharray.set_options(host_threshold=0),
            sharray.use_mesh(sharray.make_mesh(1)),
            warnings.catch_warnings(),
            _Operations() as seen,
        ):
            warnings.simplefilter("ignore")
            noting = {"np": _Noting(sharray.numpy, names, results)}
            # where an example imports both, np is NumPy
            last = run(code, **({} if re.search(r"\bxp\.", code) else noting))[-1].value
    finally:
        cold.prepare = before
    found = [TABLE[name] for name in seen.names]
    results = results or [last]
    arrays = next((written for x in reversed(results) if (written := list(_arrays(x)))), [])
    is_number = any(isinstance(x, np.number | np.bool) for x in results)
    return Parts(sorted(found, key=lambda op: -CLASSES.index(op.comm)), arrays, is_number)


def _arrays(result: Any) -> Iterator[str]:
    """Yield the arrays of a result, as they are written."""
    for x in result if isinstance(result, (tuple, list)) else [result]:
        if isinstance(x, sharray.ShardedArray):
            shape = ",".join(map(str, x.shape))
            yield f"``{x.dtype}[{shape}]`` at ``{show_spec(x._layout.spec)}``"
