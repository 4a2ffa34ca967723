"""Meshes, and which one is the current."""

from __future__ import annotations

import contextlib
import functools
import math
import operator
import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core import variables
from sharray._core.cache import LRU
from sharray._core.context import context
from sharray._core.direct import add_obstacle
from sharray._core.layout import auto_mesh, on_same_devices
from sharray._core.lazy import jax
from sharray._core.links import see
from sharray._core.machine import all_devices
from sharray._core.policy import decide

if TYPE_CHECKING:
    from jax.sharding import AbstractMesh, Mesh


_AXIS_NAMES = ("x", "y", "z", "w")


_process_mesh: Mesh | None = None


def make_mesh(
    shape: int | Sequence[int],
    axis_names: str | Sequence[str] | None = None,
    *,
    devices: Sequence[Any] | None = None,
) -> Mesh:
    """Make a mesh over the devices, ordered for their topology.

    Parameters
    ----------
    shape
        Number of devices along each mesh axis.
    axis_names
        One name per mesh axis; by default "x", "y", "z", "w".
    devices
        The devices to use, in this order; by default the first of all devices of all processes,
        ordered so that neighbours in the mesh are near each other.

    Returns
    -------
    jax.sharding.Mesh

    Raises
    ------
    TypeError
        If `shape` is not made of whole numbers.
    ValueError
        If the numbers of names and axes differ, a name is given twice or is not ASCII, an axis has
        no devices, or the mesh needs more devices than there are.
    """
    try:
        sizes = tuple(operator.index(n) for n in ((shape,) if isinstance(shape, int) else shape))
    except TypeError:
        raise TypeError(
            f"the shape of a mesh is a whole number or a sequence of them, not {shape!r}"
        ) from None
    if axis_names is None:
        if len(sizes) > len(_AXIS_NAMES):
            raise ValueError(f"a mesh of {len(sizes)} axes needs axis_names")
        names: tuple[str, ...] = _AXIS_NAMES[: len(sizes)]
    else:
        names = (axis_names,) if isinstance(axis_names, str) else tuple(axis_names)
    if len(names) != len(sizes):
        raise ValueError(f"mesh of shape {sizes} needs {len(sizes)} axis names, got {names}")
    if len(set(names)) != len(names):
        raise ValueError(f"mesh axis names must differ, got {names}")
    _check_names(names)
    if any(n < 1 for n in sizes):
        raise ValueError(f"every mesh axis needs at least one device, got shape {sizes}")
    count = math.prod(sizes)
    there = all_devices() if devices is None else list(devices)
    if count > len(there):
        is_cpu = devices is None and there[0].platform == "cpu"
        hint = (
            "; the number of CPU devices is fixed when JAX starts: python -m sharray "
            f"--devices {count}, or jax.config.update('jax_num_cpu_devices', {count}) before the "
            "first array"
            if is_cpu
            else ""
        )
        raise ValueError(
            f"a mesh of shape {sizes} needs {count} devices, there are {len(there)}{hint}"
            + see("mesh-too-large")
        )
    auto = (jax.sharding.AxisType.Auto,) * len(sizes)
    if devices is None:
        return jax.make_mesh(sizes, names, axis_types=auto, devices=there[:count])
    return jax.sharding.Mesh(np.asarray(there[:count]).reshape(sizes), names, axis_types=auto)


def _check_names(names: Sequence[Any]) -> None:
    for name in names:
        if not isinstance(name, str) or not name or not name.isascii() or "\\" in name:
            raise ValueError(
                f"a mesh axis needs a name of ASCII characters other than \\, not {name!r}: XLA "
                "ends the process over others"
            )


def as_mesh(mesh: Mesh | AbstractMesh) -> Mesh:
    """Return a mesh that users gave, and remember it for traces that know only its form."""
    if isinstance(mesh, jax.sharding.AbstractMesh):
        # what is traced for it is never run (see `_tools.explain`)
        return auto_mesh(mesh)
    _check_names(mesh.axis_names)
    _concrete.keep(mesh.shape_tuple, mesh)
    return mesh


#: The mesh last seen of each form: inside a trace JAX knows only the form of its current mesh.
_concrete = LRU(lambda: 1024)


def of_form(mesh: AbstractMesh) -> Mesh:
    """Return the mesh with devices that an abstract one stands for."""
    concrete = _concrete.find(mesh.shape_tuple)
    if concrete is None:
        concrete = as_mesh(make_mesh(mesh.axis_sizes, mesh.axis_names))
    types = mesh.axis_types
    if concrete.axis_types == types or jax.sharding.AxisType.Manual in types:
        return concrete
    return jax.sharding.Mesh(concrete.devices, concrete.axis_names, axis_types=types)


@functools.cache
def blocks_mesh() -> Mesh:
    """Return the mesh without axes on which the blocks of `shard_map` lie: nothing moves there."""
    return jax.sharding.Mesh(np.asarray(all_devices()[0], dtype=object), ())


def in_blocks() -> bool:
    """Whether this is the body of a ``shard_map``."""
    return bool(jax.sharding.get_abstract_mesh().manual_axes)


def automatic(mesh: Mesh) -> contextlib.AbstractContextManager[Any]:
    """Make JAX trace for the automatic axes of `mesh`, whatever its own current mesh is."""
    current, mesh = jax.sharding.get_abstract_mesh(), auto_mesh(mesh)
    if not mesh.axis_names or current.empty or current.manual_axes:
        return contextlib.nullcontext()
    if not tracing():
        return jax.set_mesh(mesh)
    if current == mesh.abstract_mesh:
        return contextlib.nullcontext()
    if current.size != mesh.size:
        raise ValueError(
            f"JAX traces for its current mesh of {current.size} devices, an array lies on "
            f"{show_mesh(mesh)}: call the function under jax.set_mesh of that mesh, or under none"
            + see("mixed-meshes")
        )
    return jax.sharding.use_abstract_mesh(mesh.abstract_mesh)


def is_typed(mesh: Mesh | AbstractMesh | None) -> bool:
    """Whether a mesh is JAX's current one and has Explicit axes, so that JAX asks for types."""
    current = jax.sharding.get_abstract_mesh()
    return (
        jax.sharding.AxisType.Explicit in current.axis_types
        and not current.manual_axes
        and mesh is not None
        and getattr(mesh, "abstract_mesh", mesh) == current
    )


@functools.cache
def _from_environment() -> Mesh:
    decide()
    text = os.environ.get(variables.MESH)
    return make_mesh(variables.mesh_sizes(text) if text else len(all_devices()))


def get_mesh() -> Mesh:
    """Return the current mesh.

    That is the one of the innermost `use_mesh` of this thread, else the one given to `set_mesh`,
    else JAX's own current mesh, else a 1-D mesh over all devices.

    Returns
    -------
    jax.sharding.Mesh or None
    """
    if in_blocks():
        return blocks_mesh()
    if context.meshes:
        return context.meshes[-1]
    if _process_mesh is not None:
        return _process_mesh
    jax_mesh = _jax_mesh()
    return _from_environment() if jax_mesh is None else jax_mesh


def tracing() -> bool:
    """Whether a trace of JAX (`jit`, `grad`, ...) is going on in this thread."""
    try:
        jax.sharding.get_mesh()
    except ValueError:  # JAX knows only the abstract mesh while it traces
        return True
    return False


def _jax_mesh() -> Mesh | None:
    abstract = jax.sharding.get_abstract_mesh()
    if abstract.empty:
        return None
    if tracing() or (mesh := jax.sharding.get_mesh()).empty:
        return of_form(abstract)
    return as_mesh(mesh)


class on_mesh:
    """Make a mesh the current one of this thread, also one without devices."""

    def __init__(self, mesh: Mesh) -> None:
        self._mesh = mesh

    def __enter__(self) -> Mesh:
        context.meshes.append(self._mesh)
        add_obstacle()
        return self._mesh

    def __exit__(self, *exc: object) -> None:
        context.meshes.pop()
        add_obstacle(-1)


class use_mesh(on_mesh):
    """Make `mesh` the current mesh of this thread inside a ``with`` block.

    Parameters
    ----------
    mesh
        A ``jax.sharding.Mesh``, whatever the types of its axes.

    Raises
    ------
    TypeError
        If `mesh` is not a ``jax.sharding.Mesh``.
    """

    def __init__(self, mesh: Mesh) -> None:
        super().__init__(as_mesh(check_mesh(mesh, "use_mesh")))

    def __repr__(self) -> str:
        return f"use_mesh({self._mesh})"


def set_mesh(mesh: Mesh | None) -> None:
    """Make `mesh` the current mesh of the process; None goes back to the default.

    Raises
    ------
    TypeError
        If `mesh` is not a ``jax.sharding.Mesh``.
    """
    global _process_mesh
    _process_mesh = None if mesh is None else as_mesh(check_mesh(mesh, "set_mesh"))


def check_mesh(mesh: Any, caller: str) -> Mesh:
    """Return a mesh that users gave, if it is one with devices.

    Raises
    ------
    TypeError, ValueError
        If it is not.
    """
    if not isinstance(mesh, jax.sharding.Mesh):
        is_abstract = isinstance(mesh, jax.sharding.AbstractMesh)
        hint = "one with devices" if is_abstract else "make one with sharray.make_mesh"
        raise TypeError(f"{caller} needs a jax.sharding.Mesh: {hint}; got {type(mesh).__name__}")
    if mesh.empty or not mesh.axis_names:
        raise ValueError(f"{caller} needs a mesh with devices and at least one axis, got {mesh}")
    return mesh


def common_mesh(
    places: Iterable[tuple[Mesh | None, str]], remedy: str, mesh: Mesh | None = None
) -> Mesh:
    """Return the one mesh that arguments lie on, or else the current one.

    Parameters
    ----------
    places
        The mesh of each argument, None where it lies on none, and what to call the argument.
    remedy
        What an error says to do.
    mesh
        One that all of them must lie on.

    Raises
    ------
    ValueError
        If they lie on several.
    """
    name = "the mesh"
    for other, argument in places:
        if other is None:
            continue
        if mesh is not None and not on_same_devices(mesh, other):
            raise ValueError(
                f"{argument} lies on {show_mesh(other)}, {name} is {show_mesh(mesh)}{remedy}"
                + see("mixed-meshes")
            )
        mesh, name = other, f"that of {argument.rpartition(', ')[2]}"
    return get_mesh() if mesh is None else mesh


def device_mesh(device: Any) -> Mesh:
    """Return the 1-D mesh of a single device."""
    return jax.sharding.Mesh(np.asarray([device]), ("x",))


def show_mesh(mesh: Mesh | AbstractMesh) -> str:
    """Write a mesh for a message."""
    if not mesh.axis_names:
        return "the blocks of shard_map"
    axes = ", ".join(f"{name}: {size}" for name, size in mesh.shape.items())
    if isinstance(mesh, jax.sharding.AbstractMesh):
        return f"({axes}), an abstract mesh"
    return f"({axes}) of {mesh.devices.flat[0].platform} devices"
