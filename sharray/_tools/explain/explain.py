"""What a function would move, need and compute, found by compiling it: `explain`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sharray._core import observers, policy
from sharray._core.context import context
from sharray._core.layout import Layout, make_aval, make_layout, partition_spec
from sharray._core.lazy import is_tracer, jax
from sharray._core.meshes import as_mesh, common_mesh, of_form, on_mesh, show_mesh, tracing
from sharray._core.node import computed
from sharray._core.placement import check_spec, default_layout
from sharray._core.user_line import Line, caller
from sharray._engine import explained, hlo, origins
from sharray._record import handles, leaks
from sharray._record.handles import is_handle
from sharray._record.traced_values import noting_refusals
from sharray._tools.explain import compiling
from sharray._tools.explain.explanation import Collective, Explanation, Memory
from sharray._transforms.jit import JitFunction
from sharray._transforms.jit_placement import laid_out
from sharray._transforms.missing_values import errors_of_missing_values, needs_value

if TYPE_CHECKING:
    from jax.sharding import AbstractMesh, Mesh


class _Argument(NamedTuple):
    """An array among the arguments: where it lies, and whether the function knows JAX's only."""

    layout: Layout
    dtype: Any
    jax: bool

    @property
    def abstract(self) -> jax.ShapeDtypeStruct:
        layout = self.layout
        return jax.ShapeDtypeStruct(layout.padded_shape, self.dtype, sharding=layout.auto_sharding)

    def on(self, buffer: Any) -> Any:
        """Return what the function is called with."""
        if self.jax:
            return buffer
        value = computed(make_aval(self.layout, self.dtype), buffer, exported=True)
        return handles.wrap_array(value)


def explain(
    f: Callable[..., Any],
    /,
    *args: Any,
    mesh: Mesh | AbstractMesh | Mapping[str, int] | None = None,
    **kwargs: Any,
) -> Explanation:
    """Compile a call as one program, without running it, and tell what it would do.

    Parameters
    ----------
    f : callable
        Of arrays and trees of them, also one made by `jit` or `shard_map`. What it writes to its
        arguments becomes results of the program. Operations are recorded and lowered together, as
        when it is called; as under `jit`, one by one, if it is made by `jit`, or if it transforms
        functions that use what is recorded outside of them.
    *args, **kwargs
        Arrays, or abstract ones, of which only shape, dtype and sharding count:
        ``jax.ShapeDtypeStruct``, with a NamedSharding or without one (then they lie as a new array
        does), or what `jax.eval_shape` returns. Whatever is no array is passed on as it is.
    mesh : optional
        By default the mesh of the arguments, or if they lie on none, the current mesh. For a mesh
        larger than the machine a ``jax.sharding.AbstractMesh`` or a dict from the names of its axes
        to their sizes. Arguments keep their specs on it. (An argument of `f` that is called so is
        given by ``functools.partial``.)

    Returns
    -------
    Explanation
        Which prints as a table: shardings of the results, collectives with their bytes per device
        and the lines that need them, memory and floating-point operations per device, and advice.

    Raises
    ------
    TypeError
        If `f` is no function, or needs the value of an array, or `mesh` is no mesh.
    ValueError
        If arguments lie on different meshes, or their specs do not fit `mesh`.
    RuntimeError
        If it is called while something else is traced, or if the program cannot be compiled.

    Notes
    -----
    A mesh larger than the machine is compiled for as many virtual CPU devices, in a process of its
    own. What XLA does there on other platforms may differ. Loops count once.

    Examples
    --------
    >>> import jax
    >>> import sharray
    >>> from jax.sharding import NamedSharding, PartitionSpec as P
    >>> by_rows = NamedSharding(sharray.make_mesh((4, 2), ("data", "model")), P("data"))
    >>> a = jax.ShapeDtypeStruct((65536, 512), "float32", sharding=by_rows)
    >>> told = sharray.explain(lambda x: x.T @ x, a, mesh={"data": 16, "model": 4})
    >>> [(c.kind, c.axes, c.bytes) for c in told.collectives]
    [('all-reduce', ('data',), 1048576)]

    ``print(told)`` gives the table.
    """
    if not callable(f):
        raise TypeError(f"explain takes a function and its arguments, not {type(f).__name__}")
    if tracing() or explained.is_active():
        raise RuntimeError("explain is called outside of functions that are being traced")
    paths, tree = jax.tree.flatten_with_path((args, kwargs), is_leaf=is_handle)
    leaves = [leaf for _, leaf in paths]
    names = [_name(path) for path, _ in paths]
    target = _the_mesh(mesh, leaves, names)
    arguments = [_argument(v, target, where) for v, where in zip(leaves, names, strict=True)]
    donated = _donated(f, [path for path, _ in paths], arguments)
    operations = _Operations()
    arrays = [a.abstract for a in arguments if a is not None]

    def compiled(recording: bool) -> tuple[_Traced, compiling.Figures]:
        traced = _Traced(f, target, tree, leaves, arguments, recording)
        return traced, compiling.figures(traced, arrays, donated, target, notes)

    with (
        explained.explaining() as notes,
        explained.noting() as sizes,
        operations,
        on_mesh(target),
        _alone(target),
    ):
        traced_and_figures = None
        if not isinstance(f, JitFunction):  # what `jit` has made never records
            # it fails where there is what can only be traced, or something wrong: that will tell
            with contextlib.suppress(Exception):
                traced_and_figures = compiled(True)
        if traced_and_figures is None:
            notes.start_again()
            traced_and_figures = compiled(False)
    traced, figures = traced_and_figures
    origin = origins.Origins(figures.text, notes.lines)
    collectives = tuple(
        _collective(move, origin.lines(move.text), sizes, target)
        for move in hlo.moves(figures.text)
        if target.size > 1
    )
    return Explanation(
        getattr(f, "__qualname__", repr(f)),
        target,
        collectives,
        traced.out_shardings(figures.specs),
        None if figures.memory is None else Memory(*figures.memory),
        figures.flops,
        operations.by_line,
    )


def _collective(
    move: hlo.Move, lines: tuple[Line, ...], sizes: Mapping[Line, hlo.Least], mesh: Any
) -> Collective:
    least = hlo.Least.among(sizes.get(line, hlo.UNKNOWN) for line in lines)
    axes = origins.axes(move.text, mesh.shape)
    return Collective(move.name, move.nbytes, lines, axes, move.gathers(least))


def _alone(mesh: Any) -> contextlib.AbstractContextManager[Any]:
    """Make JAX forget its own current mesh, if it is not the one that is explained for."""
    if isinstance(mesh, jax.sharding.AbstractMesh) and not jax.sharding.get_abstract_mesh().empty:
        return jax.sharding.use_abstract_mesh(mesh)
    return contextlib.nullcontext()


def _name(path: tuple[Any, ...]) -> str:
    top, *rest = path[1:]
    key = getattr(top, "idx", None)
    return f"explain, argument {top.key if key is None else key}{jax.tree_util.keystr(tuple(rest))}"


class _Operations(observers.Observer):
    """Notes the operations that each line asks for."""

    def __init__(self) -> None:
        self.by_line: dict[Line, set[str]] = {}

    def recorded(self, name: str, on_host: bool) -> None:
        """Take note of an operation of this thread's."""
        if explained.is_active():
            self.by_line.setdefault(caller(), set()).add(name)


@dataclass(eq=False)
class _Traced:
    """The function of buffers that is compiled, and what tracing says of its results."""

    _f: Any
    _mesh: Any
    _tree: Any
    _leaves: list[Any]
    _arguments: list[_Argument | None]
    _recording: bool
    _results: Any = None

    def __post_init__(self) -> None:
        self.__name__ = getattr(self._f, "__name__", "explained")

    def __call__(self, *buffers: Any) -> tuple[Any, ...]:
        with explained.recording() if self._recording else contextlib.nullcontext():
            return self._call(*buffers)

    def _call(self, *buffers: Any) -> tuple[Any, ...]:
        function, shardings = self._f, None
        if isinstance(function, JitFunction):
            function, shardings = function.function, function.out_shardings
        leaks.begin()
        rest = iter(buffers)
        values = [
            value if argument is None else argument.on(next(rest))
            for value, argument in zip(self._leaves, self._arguments, strict=True)
        ]
        before = [(v, v._node()) for v in values if is_handle(v)]
        args, kwargs = jax.tree.unflatten(self._tree, values)
        if isinstance(self._f, JitFunction):
            args, kwargs = self._f.placed(args, kwargs)
        try:
            with noting_refusals():
                result = function(*args, **kwargs)
        except errors_of_missing_values() as error:
            raise needs_value(function, error, "explain") from error
        except ValueError as error:
            if isinstance(self._mesh, jax.sharding.AbstractMesh):
                error.add_note(
                    f"Explained for {show_mesh(self._mesh)}: arrays that the function finds "
                    "outside of its arguments lie on a mesh of their own. Pass them as arguments"
                )
            raise
        written = [v for v, was in before if v._node() is not was]
        written += [handles.of_memory(memory) for memory, _ in context.explanation.memories]
        if isinstance(self._f, JitFunction):
            written = []  # by its contract, what it writes to its arguments stays in it
        self._results = laid_out(result, shardings, self._mesh)
        arrays = jax.tree.leaves(self._results, is_leaf=is_handle)
        arrays += laid_out(written, None, self._mesh)
        return tuple(jax.tree.leaves([v for v in arrays if _is_array(v)]))

    def out_shardings(self, specs: list[Any]) -> Any:
        """Return the sharding of each array of the result, in its tree."""
        rest = iter(specs)

        def sharding(value: Any) -> Any:
            if not _is_array(value):
                return None
            spec = next(rest)
            layout = value._node().aval.layout if is_handle(value) else None
            if layout is not None and layout.mesh is not None:
                return layout.auto_sharding
            return None if spec is None else jax.sharding.NamedSharding(self._mesh, spec)

        return jax.tree.map(sharding, self._results, is_leaf=is_handle)


def _is_array(value: Any) -> bool:
    return is_handle(value) or isinstance(value, (jax.Array, np.ndarray))


def _the_mesh(mesh: Any, leaves: list[Any], names: list[str]) -> Any:
    """Return the mesh to explain for; with devices, where there are as many."""
    if isinstance(mesh, Mapping):
        if not all(isinstance(n, int) and n > 0 for n in mesh.values()):
            raise ValueError(f"explain: mesh axes have whole numbers of devices, not {dict(mesh)}")
        mesh = jax.sharding.AbstractMesh(tuple(mesh.values()), tuple(mesh))
    if mesh is not None and not isinstance(mesh, (jax.sharding.Mesh, jax.sharding.AbstractMesh)):
        raise TypeError(
            "explain: mesh is a jax.sharding.Mesh, an AbstractMesh or a dict such as "
            f"{{'data': 64, 'model': 8}}, not {type(mesh).__name__}"
        )
    if mesh is None:
        places = zip(map(_mesh_of, leaves), names, strict=True)
        mesh = common_mesh(places, ": say with mesh= which it is explained for")
    if mesh.empty:
        raise ValueError("explain: mesh has no axes")
    if isinstance(mesh, jax.sharding.AbstractMesh) and mesh.size <= _devices_here():
        return of_form(mesh)
    return as_mesh(mesh)


def _devices_here() -> int:
    return len(jax.devices())


def _mesh_of(value: Any) -> Any:
    if is_handle(value):
        return value._node().aval.layout.mesh
    sharding = getattr(value, "sharding", None)
    return as_mesh(sharding.mesh) if isinstance(sharding, jax.sharding.NamedSharding) else None


def _argument(value: Any, mesh: Any, where: str) -> _Argument | None:
    """Return what is known of an array on `mesh`; None for what is no array."""
    if is_tracer(value):
        raise RuntimeError(
            f"{where} is traced: explain is called outside of jit, grad and the like"
        )
    if not (_is_array(value) or isinstance(value, jax.ShapeDtypeStruct)):
        return None
    shape, spec = tuple(value.shape), None
    if isinstance(value, handles.Handle):
        layout = value._node().aval.layout
        spec = None if layout.mesh is None else partition_spec(layout.spec)
    elif isinstance(getattr(value, "sharding", None), jax.sharding.NamedSharding):
        spec = value.sharding.spec
    if spec is not None:
        try:
            layout = make_layout(shape, mesh, check_spec(spec, len(shape), mesh))
        except ValueError as error:
            raise ValueError(f"{where} of shape {shape} on {show_mesh(mesh)}: {error}") from None
    elif isinstance(value, jax.ShapeDtypeStruct) or not policy.is_small(value.size):
        layout = default_layout(shape, mesh)
    else:
        layout = make_layout(shape, mesh)  # as it is, on the host, every device is given it whole
    if isinstance(value, jax.Array) and not layout.is_padded:
        return _Argument(layout, value.dtype, True)  # of any dtype: the function knows JAX's arrays
    return _Argument(layout, handles.check_dtype(np.dtype(value.dtype)), False)


def _donated(
    f: Any, paths: list[tuple[Any, ...]], arguments: list[_Argument | None]
) -> tuple[int, ...]:
    """Return the numbers of the arrays whose buffers the results may take over."""
    if not isinstance(f, JitFunction):
        return ()
    wanted = f.donated
    arrays = [path for path, argument in zip(paths, arguments, strict=True) if argument is not None]
    return tuple(
        i
        for i, path in enumerate(arrays)
        if getattr(path[1], "idx", getattr(path[1], "key", None)) in wanted
    )
