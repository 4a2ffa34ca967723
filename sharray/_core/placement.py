"""Where the elements of an array go: specs, default layouts, and what ``device=`` may be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sharray._core.layout import Layout, Spec, make_layout
from sharray._core.lazy import jax
from sharray._core.links import see, with_article
from sharray._core.meshes import as_mesh, device_mesh, get_mesh

if TYPE_CHECKING:
    from jax.sharding import AbstractMesh, Mesh, PartitionSpec


#: So many elements along an axis may be components, beside an axis of so many times as many.
COMPONENTS, MUCH_LONGER = 7, 16


def default_spec(shape: tuple[int, ...], mesh: Mesh) -> Spec:
    """Shard the leading axis that is long enough for the mesh, else the longest axis.

    One of a few elements beside a much longer one is passed over: they are components of something
    (coordinates, colours, conserved quantities), which programs take one by one and put together.
    An array of one element is replicated.
    """
    count = mesh.size
    names = tuple(mesh.axis_names)
    least = min(COMPONENTS, max(shape, default=0) // MUCH_LONGER)
    axis = next((i for i, n in enumerate(shape) if n >= count and n > least), None)
    if axis is None:
        if not shape or max(shape) <= 1:
            return ((),) * len(shape)
        axis = max(range(len(shape)), key=lambda i: shape[i])
    return tuple(names if i == axis else () for i in range(len(shape)))


def check_spec(spec: PartitionSpec, ndim: int, mesh: Mesh | AbstractMesh) -> Spec:
    """Bring a PartitionSpec for an array of `ndim` dimensions on `mesh` into our form.

    Raises
    ------
    ValueError
        If it has more entries than dimensions, names an unknown mesh axis, or uses one twice.
    """
    if len(spec) > ndim:
        raise ValueError(
            f"spec {spec} has {len(spec)} entries, the array has {ndim} dimension(s)"
            + see("spec-does-not-fit")
        )
    result = []
    seen: set[str] = set()
    for entry in spec:
        if entry is jax.sharding.PartitionSpec.UNCONSTRAINED:
            raise ValueError(f"spec {spec}: UNCONSTRAINED says nothing about where elements lie")
        names = as_names(entry)
        for name in names:
            if name not in mesh.shape:
                raise ValueError(
                    f"spec {spec} names the mesh axis {name!r}; the mesh has {mesh.axis_names}"
                    + see("forgotten-mesh")
                )
            if name in seen:
                raise ValueError(
                    f"spec {spec} uses the mesh axis {name!r} twice" + see("spec-does-not-fit")
                )
            seen.add(name)
        result.append(names)
    return tuple(result) + ((),) * (ndim - len(result))


def as_names(entry: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return an entry of a spec, one axis, several or none, as a tuple."""
    return () if entry is None else (entry,) if isinstance(entry, str) else tuple(entry)


def layout_for(shape: tuple[int, ...], device: Any) -> Layout | None:
    """Turn ``device=`` into a layout for `shape`; None where the context decides.

    Raises
    ------
    TypeError
        If `device` is not a mesh, a NamedSharding, a PartitionSpec or a device.
    ValueError
        If the placement is impossible for `shape`.
    """
    if device is None:
        return None
    if isinstance(device, jax.sharding.Mesh) or _is_current(device):
        return default_layout(shape, as_mesh(device))
    if isinstance(device, jax.sharding.NamedSharding):
        if not isinstance(device.mesh, jax.sharding.Mesh) and not _is_current(device.mesh):
            raise ValueError("an array needs a sharding over real devices, not an AbstractMesh")
        mesh = as_mesh(device.mesh)
        return make_layout(shape, mesh, check_spec(device.spec, len(shape), mesh))
    if isinstance(device, jax.sharding.PartitionSpec):
        mesh = get_mesh()
        return make_layout(shape, mesh, check_spec(device, len(shape), mesh))
    if isinstance(device, jax.sharding.SingleDeviceSharding):
        return make_layout(shape, device_mesh(next(iter(device.device_set))))
    if isinstance(device, jax.Device):
        return make_layout(shape, device_mesh(device))
    if isinstance(device, str) and device == "cpu":
        raise TypeError(
            'device="cpu" is where small new arrays may be; an array of devices comes to the host '
            "with x.to_numpy(), and goes to a device of that kind with jax.devices('cpu')[0]"
        )
    names = isinstance(device, (str, tuple))
    raise TypeError(
        'device must be a mesh, a NamedSharding, a PartitionSpec, a jax.Device or "cpu" for a new '
        f"array, not {device!r}, {with_article(device)}"
        + ("; a spec is jax.sharding.PartitionSpec('x')" if names else "")
    )


def _is_current(mesh: Any) -> bool:
    """Whether this is the abstract mesh that a function is being explained for."""
    return isinstance(mesh, jax.sharding.AbstractMesh) and as_mesh(mesh) == get_mesh()


def default_layout(shape: tuple[int, ...], mesh: Mesh | None = None) -> Layout:
    """Return the layout of a new array of `shape` on a mesh, by default the current one."""
    mesh = mesh or get_mesh()
    return make_layout(shape, mesh, default_spec(shape, mesh))
