"""`jit`: a function of arrays as one program, compiled once for each layout of its arguments."""

from __future__ import annotations

import contextlib
import functools
import inspect
import threading
import zlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload
from weakref import WeakKeyDictionary

import numpy as np

from sharray._core import observers
from sharray._core.cache import LRU
from sharray._core.context import context
from sharray._core.lazy import is_jax_array, is_tracer, jax
from sharray._core.meshes import automatic, get_mesh, on_mesh, tracing
from sharray._core.settings import options
from sharray._engine import agreement, callbacks, compiler, explained, hlo, launch_order
from sharray._record import leaks, traced_values
from sharray._record.handles import is_handle
from sharray._transforms import jit_placement
from sharray._transforms.missing_values import errors_of_missing_values, name_of, needs_value

if TYPE_CHECKING:
    from jax.sharding import Mesh

    from sharray._engine.agreement_client import Client

_P = ParamSpec("_P")
_Q = ParamSpec("_Q")
_R = TypeVar("_R")


class JitFunction(Generic[_P, _R]):
    """A function that `jit` has made; called like the one it was made of.

    Attributes
    ----------
    function
        The function that it was made of.
    in_shardings, out_shardings
        Where arguments are to lie and results go, as `jit` was told.
    """

    def __init__(
        self,
        function: Callable[_P, _R],
        in_shardings: Any = None,
        out_shardings: Any = None,
        **options: Any,
    ) -> None:
        functools.update_wrapper(self, function, updated=())
        own = vars(function) if hasattr(function, "__dict__") else {}
        # not what hides a method of this class: functions are objects of classes with attributes
        vars(self).update({k: v for k, v in own.items() if not hasattr(JitFunction, k)})
        self.function = function
        if isinstance(in_shardings, list):
            in_shardings = tuple(in_shardings)
        self.in_shardings = jit_placement.shardings(in_shardings, "in_shardings")
        self.out_shardings = jit_placement.shardings(out_shardings, "out_shardings")
        self._options = options
        #: by the current mesh, on which the function makes its own arrays
        self._on = LRU(compiler.most_programs)
        #: what observers are told of, by the jitted function and the kinds of its arguments
        self._programs = LRU(compiler.most_programs)
        #: of these programs, by the same, for the other processes
        self._digests = LRU(compiler.most_programs)
        #: for each jitted function how many programs it has, and whether one calls back
        self._calling: WeakKeyDictionary[Any, tuple[int, bool]] = WeakKeyDictionary()
        #: the smallest operand that was met while tracing
        self._least = hlo.UNKNOWN
        #: a function that interrupts a call may call it, too
        self._lock = threading.RLock()
        self._jitted(None)  # wrong options are an error now, not at the first call

    @property
    def donated(self) -> set[Any]:
        """The numbers and names of arguments that are donated."""
        return self._each("donate_argnums") | self._each("donate_argnames")

    def _each(self, option: str) -> set[Any]:
        """Return the numbers or names that an option has, which may be a single one, or None."""
        value = self._options.get(option)
        return {value} if isinstance(value, (int, str)) else set(value or ())

    @functools.cached_property
    def _static(self) -> tuple[set[int], set[str]]:
        """The numbers and the names of static arguments."""
        return self._both("static")

    @functools.cached_property
    def _donated(self) -> tuple[set[int], set[str]]:
        """The numbers and the names of donated arguments."""
        return self._both("donate")

    def _both(self, what: str) -> tuple[set[int], set[str]]:
        """Return the numbers and the names of arguments; one may follow from the other."""
        numbers, names = self._each(f"{what}_argnums"), self._each(f"{what}_argnames")
        if bool(numbers) != bool(names):
            known = list(inspect.signature(self.function).parameters)
            numbers |= {known.index(n) for n in names if n in known}
            names |= {known[i] for i in numbers if i < len(known)}
        return numbers, names

    def __repr__(self) -> str:
        return f"<sharray.jit of {name_of(self.function)}>"

    @overload
    def __get__(self, instance: None, owner: Any = None) -> JitFunction[_P, _R]: ...

    @overload
    def __get__(
        self: JitFunction[Concatenate[Any, _Q], _R], instance: object, owner: Any = None
    ) -> Callable[_Q, _R]: ...

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def _jitted(self, mesh: Mesh | None) -> Any:
        function, out_shardings = self.function, self.out_shardings

        @functools.wraps(function)
        def traced(*args: Any, **kwargs: Any) -> Any:
            assert mesh is not None
            leaks.begin()
            before, context.clean_results = context.clean_results, False
            try:
                with on_mesh(mesh), explained.noting() as sizes, contextlib.ExitStack() as stack:
                    current = jax.sharding.get_abstract_mesh()
                    if (
                        jax.sharding.AxisType.Explicit in current.axis_types
                        and current.size == mesh.size
                    ):
                        stack.enter_context(automatic(mesh))
                        args, kwargs = jax.tree.map(traced_values.automatic, (args, kwargs))
                    with traced_values.noting_refusals():
                        result = function(*args, **kwargs)
                    result = jit_placement.laid_out(result, out_shardings, mesh)
                self._least = hlo.Least.among((self._least, *sizes.values()))
                return result
            except errors_of_missing_values() as error:
                raise needs_value(function, error) from error
            finally:
                context.clean_results = before

        return jax.jit(traced, **self._options)

    def _here(self) -> Any:
        mesh = get_mesh()
        if explained.is_active():
            # a trace that JAX remembers is not told which lines it comes from
            return self._jitted(mesh)
        with self._lock:
            return self._on.find_or_make(mesh, lambda: self._jitted(mesh))

    def __call__(self, *arguments: _P.args, **named: _P.kwargs) -> _R:
        return self._call(self._here(), arguments, named)

    def _call(self, jitted: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        args, kwargs = self.placed(arguments, named)
        if tracing():
            # JAX may compute as it goes, one program after the other
            args, kwargs = jax.tree.map(launch_order.before, (args, kwargs))
            result = jax.tree.map(launch_order.after, jitted(*args, **kwargs))
            return jax.tree.map(_scalar, result, is_leaf=is_handle)
        with launch_order.lock:
            launch_order.settle()
            if any(self._donated):
                jit_placement.set_apart(self.function, args, kwargs, self._donated)
            if agreement.client is not None and get_mesh().is_multi_process:
                self._note(agreement.client, jitted, args, kwargs)
            before, context.clean_results = context.clean_results, True
            expected = callbacks.expected
            try:
                program = self._program(jitted, args, kwargs) if observers.active else None
                result = compiler.call(program, jitted, args, kwargs)
            finally:
                context.clean_results = before
            callbacks.expected = expected or self._calls(jitted, args, kwargs)
            return result

    def placed(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments where they are to lie."""
        if self.in_shardings is not None:
            if named := kwargs.keys() - self._static[1]:
                raise ValueError(
                    f"jit: in_shardings places positional arguments, and {min(named)} is named: "
                    "give it by its position"
                )
            static = {i + len(args) if i < 0 else i for i in self._static[0]}
            args = jit_placement.placed(args, self.in_shardings, static)
        return jit_placement.with_placed_numpys(args, kwargs)

    def _calls(self, jitted: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Whether one of the programs of the jitted function calls functions of Python."""
        count, calls = self._calling.get(jitted, (0, False))
        if jitted._cache_size() != count:
            calls = calls or callbacks.calls(jitted.trace(*args, **kwargs).jaxpr)
            self._calling[jitted] = jitted._cache_size(), calls
        return calls

    def _program(self, jitted: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Return the program for such arguments, as observers are told of it."""
        return self._programs.find_or_make(
            self._key(jitted, args, kwargs)[0],
            lambda: compiler.compile_jitted(jitted, args, kwargs, get_mesh(), lambda: self._least),
        )

    def _key(
        self, jitted: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Any, list[Any]]:
        """Return what the program for such arguments depends on, and the leaves that it gets."""
        numbers, names = self._static
        numbers = {i + len(args) if i < 0 else i for i in numbers}
        static = (
            tuple([value for i, value in enumerate(args) if i in numbers]),
            tuple([(name, kwargs[name]) for name in sorted(names & kwargs.keys())]),
        )
        try:
            hash(static)
        except TypeError:
            jitted.lower(*args, **kwargs)  # JAX's error says which one cannot be hashed
            raise
        traced = (
            [value for i, value in enumerate(args) if i not in numbers],
            {name: value for name, value in kwargs.items() if name not in names},
        )
        leaves, structure = jax.tree.flatten(traced)
        return (jitted, static, structure, tuple(map(_kind, leaves))), leaves

    def _note(
        self, client: Client, jitted: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        """Take note of a call for the other processes: program, arrays, numbers and text."""
        if not options.compare_processes:
            client.check()
            return
        key, leaves = self._key(jitted, args, kwargs)
        for leaf in leaves:
            if isinstance(leaf, np.ndarray):
                client.inputs.note_array(leaf)
            elif isinstance(leaf, (bool, int, float, complex, str, np.generic)):
                client.inputs.note(repr(leaf).encode(), leaf)
            elif is_jax_array(leaf):
                client.inputs.note_of_jax(leaf)
        # static arguments and what the function closes over are part of the program
        digest = self._digests.find_or_make(
            key, lambda: zlib.crc32(jitted.lower(*args, **kwargs).as_text().encode())
        )
        arrays = [leaf for leaf in leaves if is_jax_array(leaf)]
        client.note(digest, lambda: f"call of {name_of(self.function)}", arrays)

    def lower(self, *args: Any, **kwargs: Any) -> Any:
        """Trace and lower for such arguments, abstract ones too, as ``jax.jit(...).lower``."""
        args, kwargs = self.placed(args, kwargs)
        return self._here().lower(*args, **kwargs)

    def trace(self, *args: Any, **kwargs: Any) -> Any:
        """Trace for such arguments, as ``jax.jit(...).trace``."""
        args, kwargs = self.placed(args, kwargs)
        return self._here().trace(*args, **kwargs)

    def eval_shape(self, *args: Any, **kwargs: Any) -> Any:
        """Return the result as abstract arrays, with their shapes, dtypes and shardings."""
        args, kwargs = self.placed(args, kwargs)
        return self._here().eval_shape(*args, **kwargs)

    def clear_cache(self) -> None:
        """Forget what was compiled."""
        with self._lock:
            for kept in (self._programs, self._digests, self._calling):
                kept.clear()
            for jitted in self._on.values():
                jitted.clear_cache()

    def cache_size(self) -> int:
        """Return for how many kinds of arguments the function has been compiled."""
        with self._lock:
            return sum(jitted._cache_size() for jitted in self._on.values())


@overload
def jit(
    function: Callable[_P, _R],
    /,
    *,
    in_shardings: Any = None,
    out_shardings: Any = None,
    static_argnums: int | Iterable[int] | None = None,
    static_argnames: str | Iterable[str] | None = None,
    donate_argnums: int | Iterable[int] | None = None,
    donate_argnames: str | Iterable[str] | None = None,
) -> JitFunction[_P, _R]: ...


@overload
def jit(
    *,
    in_shardings: Any = None,
    out_shardings: Any = None,
    static_argnums: int | Iterable[int] | None = None,
    static_argnames: str | Iterable[str] | None = None,
    donate_argnums: int | Iterable[int] | None = None,
    donate_argnames: str | Iterable[str] | None = None,
) -> Callable[[Callable[_P, _R]], JitFunction[_P, _R]]: ...


def jit(
    function: Callable[..., Any] | None = None,
    /,
    *,
    in_shardings: Any = None,
    out_shardings: Any = None,
    static_argnums: int | Iterable[int] | None = None,
    static_argnames: str | Iterable[str] | None = None,
    donate_argnums: int | Iterable[int] | None = None,
    donate_argnames: str | Iterable[str] | None = None,
) -> Any:
    """Make one program of a function of arrays, as `jax.jit` does.

    The program is compiled at the first call with arguments of such shapes, dtypes and layouts, and
    found again later. Results lie as the operations in it say, or as `out_shardings` does.

    Parameters
    ----------
    function : callable
        Of arrays and trees of them. A `numpy.ndarray` among its arguments, or in a tree of them, is
        placed as `asarray` does; numbers and ``jax.Array`` objects are traced as JAX does. What it
        writes to its arguments stays in it: the caller's arrays are not changed.
    in_shardings : optional
        Placements of the positional arguments that are not static, in a tree that their tuple
        begins with: PartitionSpecs on the current mesh or NamedShardings, for shapes that do not
        divide, too, or None for one that is to stay where it is. Arrays that nobody has placed go
        there first, at each call.
    out_shardings : optional
        Placements of the results: PartitionSpecs on the current mesh or NamedShardings, for shapes
        that do not divide, too, or None, in a tree that the result begins with.
    static_argnums, static_argnames : optional
        Arguments that are no arrays, but part of what is compiled; they are hashable.
    donate_argnums, donate_argnames : optional
        Arguments whose buffers the results may take over. They cannot be used again.

    Returns
    -------
    JitFunction
        With the methods `lower`, `trace`, `eval_shape` and `clear_cache`. Without `function`, a
        decorator.

    Raises
    ------
    TypeError
        At the call, where the function needs the value of an array, as in ``if x.sum() > 0``; the
        message says in which line.
    ValueError
        If `out_shardings` does not fit the result, or `in_shardings` the arguments, one of which
        was placed otherwise, or is given by its name.

    See Also
    --------
    jax.jit : the same without the conversions; it takes arrays of this library, too.

    Examples
    --------
    >>> import sharray
    >>> @sharray.jit
    ... def centred(x):
    ...     x -= sharray.mean(x, axis=0)
    ...     return x
    >>> x = sharray.asarray([1.0, 2.0, 6.0])
    >>> centred(x).tolist(), x.tolist()
    ([-2.0, -1.0, 3.0], [1.0, 2.0, 6.0])
    """

    def make(function: Any) -> JitFunction[..., Any]:
        if not callable(function):
            raise TypeError(f"jit needs a function, not {type(function).__name__}")
        return JitFunction(
            function, in_shardings, out_shardings,
            static_argnums=static_argnums, static_argnames=static_argnames,
            donate_argnums=donate_argnums, donate_argnames=donate_argnames,
        )  # fmt: skip

    return make if function is None else make(function)


def _kind(value: Any) -> Any:
    """Return what a program depends on of one of its arguments."""
    if hasattr(value, "shape"):
        return value.shape, value.dtype, getattr(value, "sharding", None)
    return type(value) if isinstance(value, (bool, int, float, complex)) else value


def _scalar(value: Any) -> Any:
    """Return a result without dimensions as inside a trace: a scalar of JAX."""
    if is_handle(value) and not value.shape and is_tracer(value._node().value):
        return traced_values.taken_out(value._node(), padded=True)
    return value
