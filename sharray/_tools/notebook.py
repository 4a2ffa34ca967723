"""IPython and Jupyter: ``%load_ext sharray``."""

from __future__ import annotations

import ast
from typing import Any

from sharray._core.settings import set_options
from sharray._tools.launch import imports, main
from sharray._tools.report.report import report


class _Replaces:
    """Replaces NumPy in cells."""

    def visit(self, node: ast.AST) -> ast.AST:
        imports.replace(node, "<cell>")
        return node


def load_ipython_extension(shell: Any) -> None:
    """Have ``import numpy`` give `sharray.numpy` in the cells that follow, as the launcher does.

    NumPy computes what is small or cold, as under the launcher; ``%%sharray_report`` runs a cell
    and prints its report. Called by IPython for ``%load_ext sharray``.

    Parameters
    ----------
    shell : IPython.InteractiveShell
        Whose cells.
    """
    set_options(**main.settings(at_once=False))
    shell.ast_transformers.append(_Replaces())

    def sharray_report(line: str, cell: str) -> None:
        with report() as reported:
            shell.run_cell(cell)
        print(reported)

    shell.register_magic_function(sharray_report, "cell")


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
