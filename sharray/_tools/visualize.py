"""A small drawing of how an array lies on its devices, made from metadata alone."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TextIO, overload

from sharray._core.lazy import jax
from sharray._core.meshes import get_mesh
from sharray._core.placement import check_spec
from sharray._functions.display.canvas import Canvas, Picture
from sharray._functions.display.drawing import WIDTH, at_home, drawing
from sharray._functions.display.svg import shards
from sharray._tools.terminal import has_colour

if TYPE_CHECKING:
    from jax.sharding import AbstractMesh, Mesh, PartitionSpec, Sharding

    from sharray._core.annotations import HasPlace

#: For what cannot write the lines of boxes; one character each.
_TO_ASCII = str.maketrans({"│": "|", "─": "-", "…": "~"} | dict.fromkeys("┌┬┐├┼┤└┴┘", "+"))


class Shards(Picture):
    """How an array lies on its devices."""

    def __init__(self, x: Any) -> None:
        self._x = x

    def _canvas(self) -> Canvas:
        x = self._x
        return shards(x.shape, x.sharding, getattr(x, "padded_shape", None))


@overload
def visualize(
    x: HasPlace | PartitionSpec | Sharding,
    *,
    shape: Sequence[int] | None = None,
    mesh: Mesh | AbstractMesh | None = None,
    file: TextIO | None = None,
    show: Literal[True] = True,
) -> None: ...
@overload
def visualize(
    x: HasPlace | PartitionSpec | Sharding,
    *,
    shape: Sequence[int] | None = None,
    mesh: Mesh | AbstractMesh | None = None,
    show: Literal[False],
) -> Picture: ...
def visualize(
    x: HasPlace | PartitionSpec | Sharding,
    *,
    shape: Sequence[int] | None = None,
    mesh: Mesh | AbstractMesh | None = None,
    file: TextIO | None = None,
    show: bool = True,
) -> Picture | None:
    """Draw how an array lies on its devices, or would lie.

    Rows and columns of the drawing are the sharded dimensions, labelled with the range of global
    indices each shard holds; a box names the devices that hold the shard, and "+2 pad" says that
    the shard ends in two elements of padding. Nothing is computed and no element is read. In a
    notebook the drawing is an SVG. Of an array at home on the host, which has no shards, a line
    says so.

    Parameters
    ----------
    x
        Anything with a ``shape`` and a ``sharding``: a `ShardedArray`, a ``jax.Array``, a
        ``jax.ShapeDtypeStruct``. Or a PartitionSpec or a sharding, with `shape`.
    shape
        Shape of an array that need not exist.
    mesh
        The mesh of a PartitionSpec, by default the current one; a ``jax.sharding.AbstractMesh``
        may be larger than the machine.
    file
        Where to write; by default ``sys.stdout``. Colours are used only on a terminal, unless the
        environment says otherwise (``NO_COLOR``, ``FORCE_COLOR``).
    show
        False for nothing to be written: the picture is returned, whose ``svg()`` is text,
        ``figure()`` a figure of Matplotlib's, and ``save(path)`` writes it to a file.

    Returns
    -------
    Picture or None
        The picture if it is not to be shown.

    Raises
    ------
    TypeError
        If nothing says which devices hold which part, or there is to be a picture of devices that
        do not exist or of an array on the host.
    ValueError
        If a spec does not fit the shape or the mesh.

    Examples
    --------
    >>> import sharray as xp
    >>> xp.visualize(xp.zeros((13, 2), device=xp.make_mesh(3)))
    float64 (13, 2), P('x', None) on 3 CPU devices (x: 3)
    each holds (5, 2), 80 B; stored as (15, 2)
    <BLANKLINE>
               0:2
            ┌───────┐
        0:5 │ CPU 0 │
            ├───────┤
       5:10 │ CPU 1 │
            ├───────┤
      10:13 │ CPU 2 │ +2 pad
            └───────┘
    """
    x = _described(x, shape, mesh)
    home = at_home(x)
    sharding = getattr(x, "sharding", None)
    is_placed = isinstance(sharding, jax.sharding.Sharding)
    if home or isinstance(getattr(sharding, "mesh", None), jax.sharding.AbstractMesh):
        is_placed = False  # only what the text gives
    if not show:
        if file is not None:
            raise TypeError("visualize: with show=False nothing is written, so file= has no use")
        if not is_placed:
            raise TypeError(
                "visualize: a picture needs a sharding over devices that exist, not "
                f"{home or sharding}; as text, with show=True, there is more"
            )
        return Shards(x)
    if file is None and is_placed and _in_notebook():
        display: Any = importlib.import_module("IPython.display")
        display.display(Shards(x))
        return None
    out = sys.stdout if file is None else file
    terminal = out.isatty()
    width = shutil.get_terminal_size((WIDTH, 24)).columns if terminal else WIDTH
    text = home or drawing(x, width=width, colour=has_colour(out))
    try:
        text.encode(getattr(out, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = text.translate(_TO_ASCII)
    print(text, file=out)
    return None


class _Described(NamedTuple):
    """What is drawn of an array that need not exist."""

    shape: tuple[int, ...]
    sharding: Any
    dtype: Any = None


def _described(x: Any, shape: Sequence[int] | None, mesh: Any) -> Any:
    """Return something with shape, dtype and sharding."""
    if isinstance(x, jax.sharding.PartitionSpec):
        x = jax.sharding.NamedSharding(get_mesh() if mesh is None else mesh, x)
    elif mesh is not None:
        raise TypeError(f"visualize: mesh is for a PartitionSpec, {type(x).__name__} has its own")
    if isinstance(x, jax.sharding.Sharding):
        if shape is None:
            raise TypeError("visualize draws a spec or a sharding for a shape: pass shape=")
        sizes = tuple(shape)
        if isinstance(x, jax.sharding.NamedSharding):
            check_spec(x.spec, len(sizes), x.mesh)
        return _Described(sizes, x)
    if shape is not None:
        raise TypeError(f"visualize: shape is for a spec, {type(x).__name__} has its own")
    if not hasattr(x, "shape"):
        raise TypeError(
            f"visualize draws an array, or a spec or sharding for a shape, not {type(x).__name__}"
        )
    return x


def _in_notebook() -> bool:
    """Whether output goes to a notebook rather than to a terminal."""
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None
