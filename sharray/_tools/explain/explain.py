"""What a function would move, need and compute, found by compiling it: `explain`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import jax
import numpy as np
from jax.core import Tracer
from jax.sharding import AbstractMesh, Mesh, NamedSharding

from sharray._core import observers
from sharray._core.layout import Layout, make_aval, make_layout, partition_spec
from sharray._core.placement import (
    as_mesh,
    check_spec,
    default_layout,
    get_mesh,
    of_form,
    on_mesh,
    show_mesh,
    tracing,
)
from sharray._core.settings import options
from sharray._core.user_line import Line, caller
from sharray._engine import explained, hlo, origins
from sharray._record import handles, leaks
from sharray._tools.explain import compiling
from sharray._tools.explain.explanation import Collective, Explanation, Memory
from sharray._transforms.jit import NEEDS_VALUE, JitFunction, laid_out, needs_value


class _Argument(NamedTuple):
    """An array among the arguments: where it lies, and whether the function knows JAX's only."""

    layout: Layout
    dtype: Any
    jax: bool

    @property
    def abstract(self) -> jax.ShapeDtypeStruct:
        layout = self.layout
        return jax.ShapeDtypeStruct(layout.padded_shape, self.dtype, sharding=layout.sharding)

    def on(self, buffer: Any) -> Any:
        """Return what the function is called with."""
        if self.jax:
            return buffer
        made = handles.leaf(make_aval(self.layout, self.dtype), buffer, shared=True)
        return handles.wrap_array(made)


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
    >>> a = jax.ShapeDtypeStruct((65536, 8192), "float32", sharding=NamedSharding(m, P("data")))
    >>> print(sharray.explain(sharray.matmul, a, a.T, mesh={"data": 64, "model": 8}))
    """
    if not callable(f):
        raise TypeError(f"explain takes a function and its arguments, not {type(f).__name__}")
    if tracing() or explained.state.active:
        raise RuntimeError("explain is called outside of functions that are being traced")
    paths, tree = jax.tree.flatten_with_path((args, kwargs), is_leaf=_is_handle)
    leaves = [leaf for _, leaf in paths]
    names = [_name(path) for path, _ in paths]
    there = _the_mesh(mesh, leaves, names)
    given = [_argument(v, there, where) for v, where in zip(leaves, names, strict=True)]
    donated = _donated(f, [path for path, _ in paths], given)
    operations = _Operations()
    arrays = [a.abstract for a in given if a is not None]

    def compiled(recording: bool) -> tuple[_Traced, compiling.Figures]:
        traced = _Traced(f, there, tree, leaves, given, recording)
        return traced, compiling.figures(traced, arrays, donated, there)

    with (
        explained.explaining() as lines,
        explained.noting() as sizes,
        operations,
        on_mesh(there),
        _alone(there),
    ):
        made = None
        if not isinstance(f, JitFunction):  # what `jit` has made never records
            # it fails where there is what can only be traced, or something wrong: that will tell
            with contextlib.suppress(Exception):
                made = compiled(True)
        if made is None:
            explained.start_again()
            made = compiled(False)
    traced, figures = made
    found = origins.Origins(figures.text, lines)
    collectives = tuple(
        _collective(move, found.lines(move.text), sizes, there)
        for move in hlo.moves(figures.text)
        if there.size > 1
    )
    return Explanation(
        getattr(f, "__qualname__", repr(f)),
        there,
        collectives,
        traced.out_shardings(figures.specs),
        None if figures.memory is None else Memory(*figures.memory),
        figures.flops,
        operations.found,
    )


def _collective(
    move: hlo.Move, lines: tuple[Line, ...], sizes: Mapping[Line, hlo.Least], mesh: Any
) -> Collective:
    least = hlo.Least.among(sizes.get(line, hlo.UNKNOWN) for line in lines)
    axes = origins.axes(move.text, mesh.shape)
    return Collective(move.name, move.nbytes, lines, axes, move.gathers(least))


def _alone(mesh: Any) -> contextlib.AbstractContextManager[Any]:
    """Make JAX forget its own current mesh, if it is not the one that is explained for."""
    if isinstance(mesh, AbstractMesh) and not jax.sharding.get_abstract_mesh().empty:
        return jax.sharding.use_abstract_mesh(mesh)
    return contextlib.nullcontext()


def _is_handle(value: Any) -> bool:
    return isinstance(value, handles.Handle)


def _name(path: tuple[Any, ...]) -> str:
    top, *rest = path[1:]
    key = getattr(top, "idx", None)
    return f"explain, argument {top.key if key is None else key}{jax.tree_util.keystr(tuple(rest))}"


class _Operations(observers.Observer):
    """Notes the operations that each line asks for."""

    def __init__(self) -> None:
        self.found: dict[Line, set[str]] = {}

    def recorded(self, name: str, on_host: bool) -> None:
        """Take note of an operation of this thread's."""
        if explained.state.active:
            self.found.setdefault(caller(), set()).add(name)


class _Traced:
    """The function of buffers that is compiled, and what tracing says of its results."""

    def __init__(
        self,
        f: Any,
        mesh: Any,
        tree: Any,
        leaves: list[Any],
        given: list[_Argument | None],
        recording: bool,
    ) -> None:
        self._recording = recording
        self._f, self._mesh, self._tree, self._leaves, self._given = f, mesh, tree, leaves, given
        self._results: Any = None
        self.__name__ = getattr(f, "__name__", "explained")

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
            for value, argument in zip(self._leaves, self._given, strict=True)
        ]
        before = [(v, v._read()) for v in values if _is_handle(v)]
        args, kwargs = jax.tree.unflatten(self._tree, values)
        try:
            result = function(*args, **kwargs)
        except NEEDS_VALUE as error:
            raise needs_value(function, error, "explain") from error
        except ValueError as error:
            if isinstance(self._mesh, AbstractMesh):
                error.add_note(
                    f"Explained for {show_mesh(self._mesh)}: arrays that the function finds "
                    "outside of its arguments lie on a mesh of their own. Pass them as arguments"
                )
            raise
        written = [v for v, was in before if v._read() is not was]
        written += [owner for owner, _ in explained.state.owners]
        if isinstance(self._f, JitFunction):
            written = []  # by its contract, what it writes to its arguments stays in it
        result, written = (
            laid_out(result, shardings, self._mesh),
            laid_out(written, None, self._mesh),
        )
        self._results = result
        made = jax.tree.leaves(result, is_leaf=_is_handle) + written
        return tuple(jax.tree.leaves([v for v in made if _is_array(v)]))

    def out_shardings(self, specs: list[Any]) -> Any:
        """Return the sharding of each array of the result, in its tree."""
        rest = iter(specs)

        def sharding(value: Any) -> Any:
            if not _is_array(value):
                return None
            spec = next(rest)
            layout = value._read().aval.layout if _is_handle(value) else None
            if layout is not None and layout.mesh is not None:
                return layout.sharding
            return None if spec is None else NamedSharding(self._mesh, spec)

        return jax.tree.map(sharding, self._results, is_leaf=_is_handle)


def _is_array(value: Any) -> bool:
    return _is_handle(value) or isinstance(value, (jax.Array, np.ndarray))


def _the_mesh(mesh: Any, leaves: list[Any], names: list[str]) -> Any:
    """Return the mesh to explain for; with devices, where there are as many."""
    if isinstance(mesh, Mapping):
        if not all(isinstance(n, int) and n > 0 for n in mesh.values()):
            raise ValueError(f"explain: mesh axes have whole numbers of devices, not {dict(mesh)}")
        mesh = AbstractMesh(tuple(mesh.values()), tuple(mesh))
    if mesh is not None and not isinstance(mesh, (Mesh, AbstractMesh)):
        raise TypeError(
            "explain: mesh is a jax.sharding.Mesh, an AbstractMesh or a dict such as "
            f"{{'data': 64, 'model': 8}}, not {type(mesh).__name__}"
        )
    if mesh is None:
        found: tuple[Any, str] | None = None
        for value, where in zip(leaves, names, strict=True):
            there = _mesh_of(value)
            if there is None:
                continue
            if found is not None and found[0] != there:
                raise ValueError(
                    f"{where} lies on {show_mesh(there)}, {found[1].partition(', ')[2]} on "
                    f"{show_mesh(found[0])}: say with mesh= which it is explained for"
                )
            found = there, where
        mesh = get_mesh() if found is None else found[0]
    if mesh.empty:
        raise ValueError("explain: mesh has no axes")
    if isinstance(mesh, AbstractMesh) and mesh.size <= _devices_here():
        return of_form(mesh)
    return as_mesh(mesh)


def _devices_here() -> int:
    return len(jax.devices())


def _mesh_of(value: Any) -> Any:
    if _is_handle(value):
        return value._read().aval.layout.mesh
    sharding = getattr(value, "sharding", None)
    return as_mesh(sharding.mesh) if isinstance(sharding, NamedSharding) else None


def _argument(value: Any, mesh: Any, where: str) -> _Argument | None:
    """Return what is known of an array on `mesh`; None for what is no array."""
    if isinstance(value, Tracer):
        raise RuntimeError(
            f"{where} is traced: explain is called outside of jit, grad and the like"
        )
    if not (_is_array(value) or isinstance(value, jax.ShapeDtypeStruct)):
        return None
    shape, spec = tuple(value.shape), None
    if isinstance(value, handles.Handle):
        layout = value._read().aval.layout
        spec = None if layout.mesh is None else partition_spec(layout.spec)
    elif isinstance(getattr(value, "sharding", None), NamedSharding):
        spec = value.sharding.spec
    if spec is not None:
        try:
            layout = make_layout(shape, mesh, check_spec(spec, len(shape), mesh))
        except ValueError as error:
            raise ValueError(f"{where} of shape {shape} on {show_mesh(mesh)}: {error}") from None
    elif isinstance(value, jax.ShapeDtypeStruct) or value.size >= options.host_threshold:
        layout = default_layout(shape, mesh)
    else:
        layout = make_layout(shape, mesh)  # as it is, on the host, every device is given it whole
    if isinstance(value, jax.Array) and not layout.is_padded:
        return _Argument(layout, value.dtype, True)  # of any dtype: the function knows JAX's arrays
    return _Argument(layout, handles.check_dtype(np.dtype(value.dtype)), False)


def _donated(
    f: Any, paths: list[tuple[Any, ...]], given: list[_Argument | None]
) -> tuple[int, ...]:
    """Return the numbers of the arrays whose buffers the results may take over."""
    if not isinstance(f, JitFunction):
        return ()
    wanted = f.donated
    arrays = [path for path, argument in zip(paths, given, strict=True) if argument is not None]
    return tuple(
        i
        for i, path in enumerate(arrays)
        if getattr(path[1], "idx", getattr(path[1], "key", None)) in wanted
    )
