"""Logical axis names: what dimensions mean, and, in one place, how that lies on the mesh."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from sharray._core.context import context
from sharray._core.lazy import jax
from sharray._core.meshes import as_mesh, get_mesh
from sharray._core.placement import as_names

if TYPE_CHECKING:
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

_Names = str | tuple[str, ...] | None


class logical_rules:
    """Rules that turn logical axis names into mesh axes; current inside a ``with`` block.

    Parameters
    ----------
    rules : sequence of (str, str, tuple of str or None)
        For each logical name the mesh axis, or the mesh axes, that shard such a dimension; None for
        a dimension that stays whole.

    Raises
    ------
    ValueError
        If a logical name has two rules, or a rule uses a mesh axis twice.
    TypeError
        If a rule is not a pair of a name and mesh axes.

    Examples
    --------
    >>> import sharray
    >>> rules = sharray.logical_rules((("batch", "data"), ("hidden", "model")))
    >>> rules.spec("batch", None, "hidden")
    P('data', None, 'model')
    >>> with sharray.use_mesh(sharray.make_mesh((4, 2), ("data", "model"))), rules:
    ...     x = sharray.zeros((100, 30), device=sharray.logical("batch", "hidden"))
    >>> x.sharding.spec
    P('data', 'model')
    """

    def __init__(self, rules: Iterable[tuple[str, _Names]]) -> None:
        self._axes: dict[str, tuple[str, ...]] = {}
        for rule in rules:
            if not (isinstance(rule, (tuple, list)) and len(rule) == 2 and _is_rule(*rule)):
                raise TypeError(
                    "logical_rules takes pairs of a logical name and a mesh axis, several, or "
                    f"None, not {rule!r}"
                )
            name, axes = rule
            if name in self._axes:
                raise ValueError(f"logical_rules has two rules for {name!r}")
            axes = as_names(axes)
            if len(set(axes)) != len(axes):
                raise ValueError(f"the rule for {name!r} uses a mesh axis twice: {axes}")
            self._axes[name] = axes

    def __repr__(self) -> str:
        return f"logical_rules({tuple(self._axes.items())})"

    def __enter__(self) -> logical_rules:
        context.logical_rules.append(self)
        return self

    def __exit__(self, *exc: object) -> None:
        context.logical_rules.pop()

    def spec(self, *names: _Names) -> PartitionSpec:
        """Return the spec of an array whose dimensions have these logical names.

        Parameters
        ----------
        *names : str, tuple of str or None
            The name of each dimension, None for one that stays whole.

        Raises
        ------
        ValueError
            If a name has no rule, or two dimensions would be sharded by one mesh axis.
        """
        entries = []
        seen: dict[str, str] = {}
        for entry in names:
            axes: list[str] = []
            for name in as_names(entry):
                if name not in self._axes:
                    raise ValueError(
                        f"no rule for the logical axis {name!r}; the rules know "
                        f"{', '.join(map(repr, self._axes)) or 'none'}"
                    )
                for axis in self._axes[name]:
                    if axis in seen:
                        raise ValueError(
                            f"logical axes {names}: the mesh axis {axis!r} shards both "
                            f"{seen[axis]!r} and {name!r}; an array can use it once"
                        )
                    seen[axis] = name
                    axes.append(axis)
            entries.append(None if not axes else axes[0] if len(axes) == 1 else tuple(axes))
        return jax.sharding.PartitionSpec(*entries)

    def specs(self, tree: Any) -> Any:
        """Return a tree of specs for one of logical ones, such as ``nn.get_partition_spec`` gives.

        Parameters
        ----------
        tree
            A tree of PartitionSpecs of logical names, or of what `logical` gives. None stays.
        """
        return _map_specs(lambda names: self.spec(*names), tree)

    def shardings(self, tree: Any, mesh: Mesh | None = None) -> Any:
        """Return the same as `specs` as NamedShardings.

        Parameters
        ----------
        tree
            A tree of PartitionSpecs of logical names, or of what `logical` gives. None stays.
        mesh
            Where they are; by default on the current mesh.

        Raises
        ------
        ValueError
            If a rule that is used names no axis of the mesh.
        """
        target = get_mesh() if mesh is None else as_mesh(mesh)

        def place(names: PartitionSpec) -> NamedSharding:
            spec = self.spec(*names)
            return jax.sharding.NamedSharding(target, check_axes(spec, names, target))

        return _map_specs(place, tree)


def _map_specs(function: Callable[[PartitionSpec], Any], tree: Any) -> Any:
    return jax.tree.map(function, tree, is_leaf=lambda v: isinstance(v, jax.sharding.PartitionSpec))


def _is_rule(name: Any, axes: Any) -> bool:
    several = isinstance(axes, (tuple, list)) and all(isinstance(a, str) for a in axes)
    return isinstance(name, str) and (axes is None or isinstance(axes, str) or several)


def check_axes(spec: PartitionSpec, names: Any, mesh: Mesh) -> PartitionSpec:
    """Return `spec`, of the logical `names`, if the mesh has its axes."""
    for entry in spec:
        for axis in as_names(entry):
            if axis not in mesh.shape:
                raise ValueError(
                    f"logical axes {tuple(names)} lie on the mesh axis {axis!r}; the mesh has "
                    f"{mesh.axis_names}"
                )
    return spec


def logical(*names: _Names) -> PartitionSpec:
    """Return the spec that the current rules give to dimensions of these logical names.

    For ``device=``, `reshard`, `with_sharding_constraint` and the like.

    Parameters
    ----------
    *names : str, tuple of str or None
        The logical name of each dimension, None for one that stays whole.

    Raises
    ------
    ValueError
        If there are no current rules, a name has no rule, or a mesh axis would be used twice.

    See Also
    --------
    logical_rules : makes rules current.
    """
    if not context.logical_rules:
        raise ValueError(
            f"logical axes {names} mean nothing without rules: call logical inside a block of "
            "`with sharray.logical_rules(...)`"
        )
    return context.logical_rules[-1].spec(*names)
