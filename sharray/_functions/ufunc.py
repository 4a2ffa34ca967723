"""NumPy's ufuncs on arrays of this library."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core import direct, observers, policy
from sharray._core.context import errors_matter
from sharray._core.direct import NUMPYS, SCALARS, goes_direct
from sharray._core.operation import Op
from sharray._engine import launch_order
from sharray._functions import declare, fallback, rehearsal
from sharray._functions.arguments import (
    NotNumeric,
    OnDevices,
    array,
    condition,
    numeric,
    on_host,
    on_mesh_of,
    operand,
    store,
)
from sharray._functions.declare import Function
from sharray._functions.error_notes import annotate
from sharray._functions.flavours import ARRAY_API, NUMPY, Flavour, Pairs, as_array_api
from sharray._functions.gufunc import Core
from sharray._functions.shardwise import elementwise_on_host
from sharray._functions.ufunc_methods import UfuncMethods
from sharray._ops.data_types import astype
from sharray._ops.elementwise import where as choose
from sharray._record import floating_errors, homes, host_operands, record, writes
from sharray._record.handles import Handle
from sharray._record.operands import are_overriding, overrides
from sharray._record.record import PYTHON_SCALARS


class _Nothing:
    """In the place of an argument that is not given."""


_NOTHING: Any = _Nothing()
_GIVEN = NUMPYS | {_Nothing}

#: What is no error as an operand, where that is not 1.
_HARMLESS = {np.arctanh: 0}

#: NumPy's ufunc -> ours.
UFUNCS: dict[np.ufunc, Declared] = {}


class Declared(Function):
    """A ufunc of the namespaces.

    Parameters
    ----------
    numpy_ufunc
        NumPy's, which decides dtypes and computes where all operands are scalars.
    call
        The function on arrays of this library, for as many positional operands as NumPy's.
    reduction
        ``reduction(x, axis, dtype, keepdims)``: combine along axes, for arrays that have elements
        there or an identity.
    accumulation
        ``accumulation(x, axis, dtype)``: combine each element with those before it.
    scatter
        Name of the scatter operation that `at` uses: "add", "multiply", "min" or "max".
    host
        Computes in the array API's flavour where all operands are on the host, if not NumPy's.
    standard
        As `call`, with the standard's values in the array API's flavour, where NumPy has others.
    """

    def __init__(
        self,
        numpy_ufunc: np.ufunc,
        call: Callable[..., Any],
        *,
        reduction: Callable[..., Any] | None = None,
        accumulation: Callable[..., Any] | None = None,
        scatter: str | None = None,
        host: Callable[..., Any] | None = None,
        standard: Callable[..., Any] | None = None,
    ) -> None:
        super().__init__(
            numpy_ufunc,
            call,
            standard=standard,
            host=host,
            make=lambda declared, flavour: ufunc(self, flavour),
        )
        self.reduction = reduction
        self.accumulation = accumulation
        self.scatter = scatter
        self.core = Core(numpy_ufunc) if numpy_ufunc.signature is not None else None
        UFUNCS[numpy_ufunc] = self

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Apply the function to arrays of the array API's flavour."""
        return self.of(ARRAY_API)(*args, **kwargs)

    def reduce(self, *args: Any, **kwargs: Any) -> Any:
        """Combine the elements of an array of the array API's flavour along axes."""
        return self.of(ARRAY_API).reduce(*args, **kwargs)

    def accumulate(self, *args: Any, **kwargs: Any) -> Any:
        """Combine elements of an array of the array API's flavour with those before them."""
        return self.of(ARRAY_API).accumulate(*args, **kwargs)


class _AnyUfunc(type):
    """Makes NumPy's own ufuncs instances of `ufunc`, too."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, np.ufunc) or super().__instancecheck__(instance)


class ufunc(UfuncMethods, metaclass=_AnyUfunc):
    """A universal function: elementwise, with NumPy's keyword arguments and methods.

    Made by the declarations of the namespace, one for each of NumPy's ufuncs. A call lies as its
    operands do; methods lie as the like-named functions on arrays.
    """

    __signature__ = declare.NumPySignature()

    def __init__(self, declared: Declared, flavour: Flavour) -> None:
        numpy_ufunc: Any = declared.numpy
        self._declared, self._flavour = declared, flavour
        self.__module__ = "sharray.numpy" if flavour is NUMPY else "sharray"  # for `help`
        self._lane = numpy_ufunc if flavour is NUMPY else None
        self._numpy, self._core = numpy_ufunc, declared.core
        #: computes where all operands are on the host
        self._host = numpy_ufunc if flavour is NUMPY else declared.host
        self._numpys: Any = numpy_ufunc
        if self._host is not numpy_ufunc:  # which warns of what it does on the way
            self._numpys = functools.partial(self._on_host, self._host)
        #: whether that is all there is to do for such operands
        self._at_home = (
            declared.host is numpy_ufunc and self._core is None and numpy_ufunc.nout == 1
        )
        self._call: Any = declared.implementation
        if flavour is ARRAY_API and declared.standard is not None:
            self._call = declared.standard
        #: the operation that it is, if it is one
        self._op: Op | None = None
        if isinstance(self._call, functools.partial) and self._call.func is record.elementwise:
            (self._op,) = self._call.args
        self.__name__ = self.__qualname__ = numpy_ufunc.__name__
        self.__doc__ = declare.doc_of_ufunc(
            f"{self.__module__}.{self.__name__}", numpy_ufunc, self._call
        )
        self.nin, self.nout, self.nargs = numpy_ufunc.nin, numpy_ufunc.nout, numpy_ufunc.nargs
        self.ntypes, self.types = numpy_ufunc.ntypes, numpy_ufunc.types
        self.identity, self.signature = numpy_ufunc.identity, numpy_ufunc.signature
        self.resolve_dtypes = numpy_ufunc.resolve_dtypes

    def __repr__(self) -> str:
        return f"<ufunc '{self.__name__}'>"

    def __reduce__(self) -> Any:
        return _restore, (self._numpy, self._flavour.name)

    def __call__(
        self, a: Any = _NOTHING, b: Any = _NOTHING, /, *rest: Any, out: Any = None, **kwargs: Any
    ) -> Any:
        """Apply the function, with NumPy's keyword arguments."""
        # programs of small arrays spend their time here: what NumPy is given, it computes
        if type(a) in NUMPYS and type(b) in _GIVEN and not (rest or kwargs or direct.obstacles):
            lane = self._lane
            if lane is not None:
                if out is None:
                    result = lane(a) if b is _NOTHING else lane(a, b)
                    kind = type(result)
                    if kind is np.ndarray and policy.is_small(result.size):
                        return result
                    return result if kind in SCALARS else NUMPY.adopted(result, (a, b), kwargs)
                if type(out) is np.ndarray:
                    return lane(a, out=out) if b is _NOTHING else lane(a, b, out=out)
        elif self.nout == 1 and out is None and not (kwargs or rest or direct.watchers):
            # of too few operands, or too many, the general way tells
            values: Any = None
            if b is not _NOTHING:
                if self.nin == 2:
                    values = host_operands.ready((a, b), policy.ALL if self._core is None else 0)
            elif self.nin == 1:
                little = host_operands.little(a) if type(a) in host_operands.ARRAYS else None
                values = host_operands.ready((a,)) if little is None else (little,)
            if values is not None:
                try:
                    return self._flavour.computed(self._numpys(*values))
                except (TypeError, ValueError):
                    pass  # of what is wrong the general way tells
        if out is not None:
            kwargs["out"] = out
        if b is not _NOTHING:
            return self._with_arguments((a, b, *rest), kwargs)
        return self._with_arguments(() if a is _NOTHING else (a,), kwargs)

    def _with_arguments(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self._lane is not None and goes_direct(args, kwargs):
            return NUMPY.adopted(self._numpy(*args, **kwargs), args, kwargs)
        if kwargs.get("out") is ...:  # a new array, also where that has no dimensions
            result = self._with_arguments(args, {k: v for k, v in kwargs.items() if k != "out"})
            arrays = [
                np.asarray(r) if isinstance(r, np.generic) else r
                for r in (result if self.nout > 1 else (result,))
            ]
            return tuple(arrays) if self.nout > 1 else arrays[0]
        try:
            if self._lane is not None:
                result = self._in_numpy(args, kwargs)
                if result is not NotImplemented:
                    return result
            elif (
                self._at_home
                and self.nin <= len(args) <= self.nargs
                and (policy.may_return or not homes.is_on_devices(args[0]))
                and not host_operands.in_other_hands()
            ):
                result = self._at_once(args, kwargs)
                if result is not NotImplemented:
                    return result
        except (TypeError, ValueError) as error:
            annotate(error, self._flavour, self._numpy, args, kwargs)
            raise
        return self._elsewhere(args, kwargs)

    def _elsewhere(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Apply the function where NumPy is not to compute it of memory on the host."""
        try:
            op, out = self._op, kwargs.get("out")
            if out is not None and are_overriding(out):
                return self._numpy(*args, **kwargs)
            if op is not None and len(kwargs) == (out is not None) and self._records(args, out):
                if out is None:
                    return self._flavour.of_node(record.elementwise_node(op, args), args)
                writes.update(out, op, args)
                return out
            return self._apply(args, kwargs)
        except (TypeError, ValueError) as error:
            annotate(error, self._flavour, self._numpy, args, kwargs)
            raise

    def _in_numpy(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Return what NumPy computes; NotImplemented where an operand is not at home on the host.

        That counts as work on the arrays of this library (see `_record.host_operands`).
        """
        has_own = bool(args) and isinstance(args[0], Handle)
        if (
            not has_own
            and policy.leaves_to_numpy(args)
            and (not kwargs or policy.leaves_to_numpy(kwargs.values()))
        ):
            if observers.active:
                observers.recorded(self.__name__, True)
            return NUMPY.adopted(self._numpy(*args, **kwargs), args, kwargs)
        if self._core is not None or not policy.begins_on_host():
            return NotImplemented
        if not self.nin <= len(args) <= self.nargs:
            return NotImplemented
        return self._at_once(args, kwargs)

    def _at_once(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Return what NumPy computes of operands at home.

        NotImplemented where one is not, and with keywords where there is nothing to write to.
        """
        if kwargs or len(args) > self.nin:
            options = dict(kwargs)
            out = options.pop("out", None)
            outs = out if type(out) is tuple else () if out is None else (out,)
            if len(args) > self.nin:
                outs = (*args[self.nin :], *outs)  # if that is too many, the general way tells
            if len(outs) == self.nout:
                return self._into_memory(args[: self.nin], outs, options)
            return NotImplemented
        operands = host_operands.ready(args)
        if operands is None:
            operands = host_operands.on_host(args)
        if operands is None:
            return NotImplemented
        if observers.active:
            observers.recorded(self.__name__, True)
        result = self._numpy(*operands)
        return self._flavour.result(result) if self.nout > 1 else self._flavour.computed(result)

    def _into_memory(
        self, args: tuple[Any, ...], outs: tuple[Any, ...], options: dict[str, Any]
    ) -> Any:
        """Have NumPy write results to the memories of arrays, if all are at home on the host."""
        where = options.get("where", True)
        given = (*args, *outs) if where is True else (*args, *outs, where)
        with launch_order.lock:
            for out in outs:
                if isinstance(out, Handle) and out._readonly:
                    return NotImplemented
            quarters = policy.in_place(self.__name__)
            operands = host_operands.ready(given, quarters)
            if operands is None:
                operands = host_operands.on_host(given, quarters)
            if operands is None:
                return NotImplemented
            if observers.active:
                observers.recorded(self.__name__, True)
            if where is not True:
                options["where"] = operands.pop()
            for out in outs:
                if isinstance(out, Handle) and out._owner is not None:
                    out._owner.write()
            self._numpy(*operands[: self.nin], out=tuple(operands[self.nin :]), **options)
            return outs[0] if self.nout == 1 else outs

    def _records(self, args: tuple[Any, ...], out: Any) -> bool:
        """Whether operands are arrays, of which one lies on devices, and numbers.

        An array to write to has to be on devices, too, and to have the shape of all of them.
        """
        if len(args) != self.nin or not (out is None or isinstance(out, Handle)):
            return False
        shape = None if out is None else out.shape
        on_devices = False
        for a in args if out is None else (out, *args):
            if isinstance(a, Handle):
                owner = a._owner
                on_devices = on_devices or (owner is not None and owner.host is None)
                if shape is not None and a is not out and a.shape != shape:
                    return False
            elif type(a) not in PYTHON_SCALARS:
                return False
        return on_devices

    def _apply(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if kwargs or len(args) != self.nin or self._core is not None:
            return self._general(args, kwargs)
        pairs: Pairs = []
        try:
            values = [on_host(a, False, overrides) for a in args]
        except OnDevices:
            pass
        else:
            if observers.active:
                observers.recorded(self.__name__, True)
            return self._flavour.result(self._on_host(self._host, *values))
        try:
            with on_mesh_of(*args):
                result = self._call(*[operand(as_array_api(a, pairs)) for a in args])
        except NotNumeric:
            return fallback.in_numpy(self._numpy, args, kwargs, self._flavour)
        return self._flavour.result(result, pairs=pairs)

    def _not_numeric(self, ins: tuple[Any, ...], options: dict[str, Any], out: Any) -> Any:
        """Return what NumPy computes of what is not numeric; into `out` it writes by a copy."""
        given = out if isinstance(out, tuple) else (out,) * (out is not None)
        copies = tuple([np.array(o) if isinstance(o, Handle) else o for o in given])
        if copies:
            options = {**options, "out": copies}
        result = fallback.in_numpy(self._numpy, ins, options, self._flavour)
        for o, copy in zip(given, copies, strict=True):
            if isinstance(o, Handle):
                writes.assign(o, copy)
        return result

    def _general(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        ins, outs = args[: self.nin], args[self.nin :]
        if len(ins) < self.nin or len(outs) > self.nout:
            return self._numpy(*args, **kwargs)  # NumPy's own TypeError
        options = dict(kwargs)
        out = options.pop("out", None)
        if outs:
            if out is not None:
                raise TypeError(f"{self.__name__}: out is given by position and by name")
            out = (*outs, *(None,) * (self.nout - len(outs)))
        if isinstance(out, tuple) and len(out) == self.nout and all([o is None for o in out]):
            out = None
        pairs: Pairs = []
        target, out = out, as_array_api(out, pairs)
        try:
            if out is None:
                ready = [on_host(a, False, overrides) for a in ins]
                named = on_host(options, False, overrides)
                return self._flavour.result(self._on_host(self._numpy, *ready, **named))
        except OnDevices:
            pass
        try:
            with on_mesh_of(*ins):
                ready = [operand(as_array_api(a, pairs)) for a in ins]
                result = self._with_options(ready, out, as_array_api(options, pairs))
        except NotNumeric:
            result = self._not_numeric(ins, options, target)
        else:
            result = self._flavour.result(result, pairs=pairs)
        if target is None:
            return result
        if isinstance(result, tuple):
            return tuple([r if o is None else o for r, o in zip(result, target, strict=True)])
        return target[0] if isinstance(target, tuple) else target

    def _on_host(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Have NumPy compute, which in its own flavour warns of floating-point errors."""
        if self._flavour is NUMPY:
            return function(*args, **kwargs)
        return floating_errors.in_numpy(functools.partial(function, **kwargs), args)

    def _with_options(self, ins: list[Any], out: Any, options: dict[str, Any]) -> Any:
        where = True
        if self._core is None:
            where = condition(options.pop("where", True))
        else:
            self._core.check(ins)
        rehearsal.call(self._numpy, ins, out, options)
        casting = options.pop("casting", "same_kind")
        loop = options.pop("signature", options.pop("sig", None))
        dtype = options.pop("dtype", None)
        for without_meaning in ("subok", "order"):
            options.pop(without_meaning, None)
        if out is not None and not isinstance(out, tuple):
            out = (out,)
        if dtype is not None:
            loop = (None,) * self.nin + (dtype,) * self.nout
        if loop is not None or casting != "same_kind":
            dtypes = [type(a) if type(a) in PYTHON_SCALARS else a.dtype for a in ins]
            dtypes = [np.dtype(bool) if g is bool else g for g in dtypes]
            keywords: dict[str, Any] = {} if loop is None else {"signature": loop}
            resolved = self._numpy.resolve_dtypes(
                (*dtypes, *(None,) * self.nout), casting=casting, **keywords
            )
            for kind in resolved:
                numeric(kind)
            ins = [
                array(a, d) if type(a) in PYTHON_SCALARS else astype(a, d, copy=False)
                for a, d in zip(ins, resolved, strict=False)
            ]
        if not any(isinstance(a, Handle) for a in ins):
            ins[0] = array(ins[0])
        if self._core is None:
            if where is not True and (errors_matter.get() or self._numpy is np.power):
                harmless = _HARMLESS.get(self._numpy, 1)  # where nobody wants a result
                ins = [choose(where, a, harmless) if isinstance(a, Handle) else a for a in ins]
            result = self._call(*ins)
        else:
            ins, placed = self._core.turned([array(a) for a in ins], **options)
            result = placed(self._call(*ins))
        if out is None and where is True:
            return result
        results = result if isinstance(result, tuple) else (result,)
        outs = (None,) * len(results) if out is None else out
        outs = tuple(self._into(o, r, casting, where) for o, r in zip(outs, results, strict=True))
        return outs if isinstance(result, tuple) else outs[0]

    def _into(self, out: Any, result: Any, casting: str, where: Any) -> Any:
        if out is not None:
            name = f"ufunc '{self.__name__}'"
            core = 0 if self._core is None else min(len(self._core.terms[-1]), result.ndim)
            if core and out.shape[-core:] != result.shape[-core:]:
                raise ValueError(
                    f"{name}: out of shape {out.shape} does not fit a result of shape "
                    f"{result.shape}: only the dimensions before the last {core} broadcast"
                )
            return store(out, result, casting, name, where, broadcast=True)
        if where is True:
            return result
        # NumPy leaves the others as they are in fresh memory; here they are zero

        return choose(where, result, np.zeros((), result.dtype))


def _restore(numpy_ufunc: np.ufunc, flavour: str) -> Any:
    return UFUNCS[numpy_ufunc].of(ARRAY_API if flavour == ARRAY_API.name else NUMPY)


def apply_method(
    numpy_ufunc: np.ufunc, method: str, args: Any, kwargs: Any, flavour: Flavour, *, asked: bool
) -> Any:
    """Do what ``__array_ufunc__`` is asked for; `asked`: NumPy is not to compute it on the host."""
    outs = kwargs.get("out", ())
    outs = outs if isinstance(outs, tuple) else (outs,)  # Numba gives one by itself
    if any(overrides(type(a)) for a in (*args, *outs)):
        return NotImplemented
    declared = UFUNCS.get(numpy_ufunc)
    if declared is not None:
        ours = declared.of(flavour)
        if asked:
            return ours._elsewhere(args, kwargs)
        return (ours if method == "__call__" else getattr(ours, method))(*args, **kwargs)
    if method == "__call__" and numpy_ufunc.signature is None and not kwargs:
        return flavour.result(elementwise_on_host(numpy_ufunc, args))
    result = fallback.on_copies(getattr(numpy_ufunc, method), numpy_ufunc, args, kwargs)
    return flavour.result(result)
