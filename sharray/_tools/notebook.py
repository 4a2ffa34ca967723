"""IPython and Jupyter: ``%load_ext sharray``."""

from __future__ import annotations

import ast
import importlib
import shlex
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core.jax_import import when_loaded
from sharray._core.lazy import jax
from sharray._core.settings import prefer
from sharray._tools.launch import imports, main
from sharray._tools.launch.arguments import UsageError
from sharray._tools.report.report import report

_USAGE = """\
%%sharray_report           run the cell, and show what each line ran and moved
%%sharray_report out.html  and write that as a page, too"""


class _Replaces:
    """Replaces NumPy in cells."""

    def visit(self, node: ast.AST) -> ast.AST:
        imports.replace(node, "<cell>")
        return node


def load_ipython_extension(shell: Any) -> None:
    """Have ``import numpy`` give `sharray.numpy` in the cells that follow, as the launcher does.

    NumPy computes what is small or cold, as under the launcher. ``%%sharray_report`` runs a cell
    and shows its report; with the name of a file behind it, the report is also written there as a
    page. Meshes and shardings of JAX are shown with their devices. Called by IPython for
    ``%load_ext sharray``.

    Parameters
    ----------
    shell : IPython.InteractiveShell
        Whose cells.

    Warns
    -----
    UserWarning
        If NumPy has been imported before, or is in the same cell, under a name that stays NumPy's.
    """
    prefer(main.settings(at_once=False))
    shell.ast_transformers.append(_Replaces())
    shell.register_magic_function(_magic(shell), "cell", "sharray_report")
    when_loaded("jax", lambda: _show_placement(shell))
    shell.events.register("post_run_cell", _Tells(shell))


class _Tells:
    """Tells, after the cell of ``%load_ext``, where NumPy was imported too early; once."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    def __call__(self, result: Any) -> None:
        shell = self._shell
        shell.events.unregister("post_run_cell", self)
        names = sorted(n for n, v in shell.user_ns.items() if v is np and not n.startswith("_"))
        if names:
            warnings.warn(
                f"{', '.join(names)} is NumPy, imported before %load_ext sharray or in the same "
                "cell: import it again in a cell that follows; "
                'warnings.filterwarnings("ignore", ".* is NumPy") silences this',
                stacklevel=2,
            )


def unload_ipython_extension(shell: Any) -> None:
    """Leave NumPy to the cells that follow; called by IPython for ``%unload_ext sharray``.

    Parameters
    ----------
    shell : IPython.InteractiveShell
        Whose cells.
    """
    kept = [t for t in shell.ast_transformers if not isinstance(t, _Replaces)]
    shell.ast_transformers[:] = kept
    shell.magics_manager.magics["cell"].pop("sharray_report", None)
    when_loaded("jax", lambda: _show_placement(shell))


def _show_placement(shell: Any) -> None:
    """Have a notebook show JAX's meshes and shardings by drawings, while this is loaded."""
    from sharray._functions.display import html  # start-up time: needed with devices alone

    is_loaded = any(isinstance(t, _Replaces) for t in shell.ast_transformers)
    formatter = shell.display_formatter.formatters["text/html"]
    views: dict[type, Callable[[Any], str]] = {
        jax.sharding.Mesh: html.mesh,
        jax.sharding.AbstractMesh: html.mesh,
        jax.sharding.NamedSharding: html.sharding,
    }
    for kind, view in views.items():
        if is_loaded:
            formatter.for_type(kind, view)
        else:
            formatter.pop(kind, None)


def _page(line: str) -> str | None:
    """Return the path behind ``%%sharray_report``, "" for none; None where the usage is asked for.

    Raises
    ------
    UsageError
        If there is something else.
    """
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise UsageError(f"{line}: {error}") from None
    if words in (["--help"], ["-h"], ["?"]):
        return None
    if len(words) > 1 or line.startswith("-"):
        raise UsageError(f"takes one path, in quotes if it has spaces, not {line}")
    return words[0] if words else ""


def _magic(shell: Any) -> Callable[[str, str], Any]:
    """Return what runs ``%%sharray_report`` in a shell."""
    # an extra, which is there by now
    display: Any = importlib.import_module("IPython.display").display
    usage_error: Any = importlib.import_module("IPython.core.error").UsageError

    def sharray_report(line: str, cell: str) -> Any:
        """Run a cell and show its report; ``%%sharray_report out.html`` also writes a page."""
        __tracebackhide__ = True
        try:
            path = _page(line)
            main.check_page(path)
        except UsageError as error:
            raise usage_error(f"%%sharray_report: {error}") from None
        if path is None:
            print(_USAGE)
            return None
        # the first line is the magic's: lines have the numbers that they have in the cell
        source = "\n" + shell.transform_cell(cell)
        name = shell.compile.cache(source, shell.execution_count)
        tree = shell.transform_ast(shell.compile.ast_parse(source, name))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        reported = report()
        try:
            with reported:
                exec(shell.compile(tree, name, "exec"), shell.user_ns)
                if last is None:
                    return None
                value = ast.Expression(last.value)
                return eval(shell.compile(value, name, "eval"), shell.user_ns)
        finally:
            display(reported)
            if path:
                reported.to_html(path)

    return sharray_report
