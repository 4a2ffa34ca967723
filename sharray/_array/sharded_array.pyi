"""`ShardedArray`: what users hold."""

# Written by `python -m sharray._tools.stubs` with NumPy 2.4.
# pyright: reportAssignmentType=false
# pyright: reportIncompatibleMethodOverride=false
# pyright: reportIncompatibleVariableOverride=false
# pyright: reportOverlappingOverload=false

import jax
import numpy as _np
from builtins import bool as _bool, bytes as _bytes
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any, ClassVar, Literal, Self, SupportsIndex, TypeAlias
from jax.sharding import Mesh, NamedSharding
from numpy.typing import ArrayLike, DTypeLike
from sharray._array.buffers import Buffers
from sharray._array.conversion import Conversion
from sharray._array.shards import Shard
from sharray._array.views import Views
from sharray._core.annotations import (
    Index as _Index,
    Numbers as _Numbers,
    Operand as _Operand,
    Placement,
)
from sharray._core.layout import Layout
from sharray._core.lens import Lens
from sharray._core.memory import Memory
from sharray._functions.flat import Flat
from sharray._functions.flavours import Flavour
from sharray._record import memory_layout

_Out: TypeAlias = ShardedArray | _np.ndarray[Any, Any]

class ShardedArray(Buffers, Views, Conversion):
    """An n-dimensional array that lies on a mesh of devices and behaves like a NumPy array.

    Made by the functions of the namespace (`asarray`, `zeros`, ...), not by calling the class.
    Operations are recorded and run when a value is needed; slices are views; writes are seen
    through every view.
    """

    @property
    def T(self) -> Self:
        """View with the dimensions in reverse order."""
    def __abs__(self, /) -> Self: ...
    def __add__(self, other: _Operand, /) -> Self: ...
    def __and__(self, other: _Operand, /) -> Self: ...
    def __array__(self, dtype: Any = None, copy: _bool | None = None) -> _np.ndarray[Any, Any]: ...
    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any: ...
    def __array_namespace__(self, *, api_version: str | None = None) -> ModuleType: ...
    def __array_ufunc__(
        self, numpy_ufunc: _np.ufunc, method: str, *inputs: Any, **kwargs: Any
    ) -> Any: ...
    def __arrow_array__(self, type: Any = None) -> Any: ...
    def __bool__(self) -> _bool: ...
    def __bytes__(self) -> _bytes: ...
    def __ceil__(self) -> int: ...
    @classmethod
    def __class_getitem__(cls, item: Any, /) -> Any: ...
    def __complex__(self) -> complex: ...
    def __conform__(self, protocol: Any) -> Self: ...
    def __contains__(self, value: Any) -> _bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any) -> Self: ...
    def __delitem__(self, key: Any) -> None: ...
    def __dir__(self) -> list[str]: ...
    def __divmod__(self, other: _Operand) -> tuple[Self, Self]: ...
    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: Any = None,
        dl_device: Any = None,
        copy: _bool | None = None,
    ) -> Any: ...
    def __dlpack_device__(self) -> tuple[Any, int]: ...
    def __eq__(self, other: object, /) -> Self: ...
    def __float__(self) -> float: ...
    def __floor__(self) -> int: ...
    def __floordiv__(self, other: _Operand, /) -> Self: ...
    def __format__(self, spec: str) -> str: ...
    def __ge__(self, other: _Operand, /) -> Self: ...
    def __getitem__(self, key: _Index, /) -> Self: ...
    def __gt__(self, other: _Operand, /) -> Self: ...
    __hash__: ClassVar[None]
    def __iadd__(self, other: _Operand, /) -> Self: ...
    def __iand__(self, other: _Operand, /) -> Self: ...
    def __ifloordiv__(self, other: _Operand, /) -> Self: ...
    def __ilshift__(self, other: _Operand, /) -> Self: ...
    def __imatmul__(self, other: _Operand, /) -> Self: ...
    def __imod__(self, other: _Operand, /) -> Self: ...
    def __imul__(self, other: _Operand, /) -> Self: ...
    def __index__(self) -> int: ...
    def __int__(self) -> int: ...
    def __invert__(self, /) -> Self: ...
    def __ior__(self, other: _Operand, /) -> Self: ...
    def __ipow__(self, other: _Operand, /) -> Self: ...
    def __irshift__(self, other: _Operand, /) -> Self: ...
    def __isub__(self, other: _Operand, /) -> Self: ...
    def __iter__(self) -> Iterator[Self]: ...
    def __itruediv__(self, other: _Operand, /) -> Self: ...
    def __ixor__(self, other: _Operand, /) -> Self: ...
    def __jax_array__(self) -> jax.Array: ...
    def __le__(self, other: _Operand, /) -> Self: ...
    def __len__(self) -> int: ...
    def __lshift__(self, other: _Operand, /) -> Self: ...
    def __lt__(self, other: _Operand, /) -> Self: ...
    def __matmul__(self, other: _Operand, /) -> Self: ...
    def __mod__(self, other: _Operand, /) -> Self: ...
    def __mul__(self, other: _Operand, /) -> Self: ...
    def __ne__(self, other: object, /) -> Self: ...
    def __neg__(self, /) -> Self: ...
    @property
    def __numpy_dtype__(self) -> _np.dtype: ...
    def __or__(self, other: _Operand, /) -> Self: ...
    def __pos__(self, /) -> Self: ...
    def __pow__(self, other: _Operand, /) -> Self: ...
    def __radd__(self, other: _Operand, /) -> Self: ...
    def __rand__(self, other: _Operand, /) -> Self: ...
    def __rdivmod__(self, other: _Operand) -> tuple[Self, Self]: ...
    def __reduce__(self) -> Any: ...
    def __repr__(self) -> str: ...
    def __rfloordiv__(self, other: _Operand, /) -> Self: ...
    def __rlshift__(self, other: _Operand, /) -> Self: ...
    def __rmatmul__(self, other: _Operand, /) -> Self: ...
    def __rmod__(self, other: _Operand, /) -> Self: ...
    def __rmul__(self, other: _Operand, /) -> Self: ...
    def __ror__(self, other: _Operand, /) -> Self: ...
    def __round__(self, ndigits: int | None = None) -> Any: ...
    def __rpow__(self, other: _Operand, /) -> Self: ...
    def __rrshift__(self, other: _Operand, /) -> Self: ...
    def __rshift__(self, other: _Operand, /) -> Self: ...
    def __rsub__(self, other: _Operand, /) -> Self: ...
    def __rtruediv__(self, other: _Operand, /) -> Self: ...
    def __rxor__(self, other: _Operand, /) -> Self: ...
    def __setitem__(self, key: _Index, value: _Operand, /) -> None: ...
    def __str__(self) -> str: ...
    def __sub__(self, other: _Operand, /) -> Self: ...
    def __truediv__(self, other: _Operand, /) -> Self: ...
    def __trunc__(self) -> int: ...
    def __xor__(self, other: _Operand, /) -> Self: ...
    def _assign(self, view: Any, value: Any, *, scalar: _bool) -> None: ...
    def _element_at(self, chain: tuple[Lens, ...], memory: Memory, key: Any) -> Self: ...
    def _even(self, *, padded: _bool = False) -> jax.Array: ...
    _flavour: Flavour
    @property
    def _layout(self) -> Layout: ...
    def _shown_at(self, key: Any, memory: Memory) -> Self: ...
    def _taken_at(self, key: Any, memory: Memory) -> Self: ...
    def _warn_if_less_sharded(self, who: str, remedy: str) -> None: ...
    @property
    def addressable_shards(self) -> list[Shard]:
        """The shards on devices of this process: which elements, where, and they themselves."""
    def all(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        out: _Out | None = None,
        keepdims: _bool | None = ...,
        *,
        where: ArrayLike | None = ...,
    ) -> Self:
        """Whether all elements over axes (all by default) are true.

        Parameters
        ----------
        a : array_like
            The array.
        axis : int, tuple of int or None
            Which axes are reduced; None for all.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).
        keepdims : bool
            Whether the axes that are reduced stay, with length 1.
        where : array_like of bool, optional
            Which elements count.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
          length 1.
        - dtypes: All boolean and numeric ones.
        - sharding: Axes disappear, or stay with length 1; the others keep their place.
        - communication: *reduce*: about the size of the output moves.

        References
        ----------
        NumPy: numpy.all.
        """
    def any(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        out: _Out | None = None,
        keepdims: _bool | None = ...,
        *,
        where: ArrayLike | None = ...,
    ) -> Self:
        """Whether any element over axes (all by default) is true.

        Parameters
        ----------
        a : array_like
            The array.
        axis : int, tuple of int or None
            Which axes are reduced; None for all.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).
        keepdims : bool
            Whether the axes that are reduced stay, with length 1.
        where : array_like of bool, optional
            Which elements count.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
          length 1.
        - dtypes: All boolean and numeric ones.
        - sharding: Axes disappear, or stay with length 1; the others keep their place.
        - communication: *reduce*: about the size of the output moves.

        References
        ----------
        NumPy: numpy.any.
        """
    def argmax(
        self,
        axis: SupportsIndex | None = None,
        out: _Out | None = None,
        *,
        keepdims: _bool | None = ...,
    ) -> Self:
        """Index (int64) of the first largest element along an axis; of the flattened array if None.

        Parameters
        ----------
        a : array_like
            The array.
        axis : int, optional
            The axis along which it works; by default along the flattened array.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).
        keepdims : bool
            Whether the axes that are reduced stay, with length 1.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
          length 1.
        - dtypes: All boolean and numeric ones.
        - sharding: Axes disappear, or stay with length 1; the others keep their place.
        - communication: *reduce*: about the size of the output moves.

        References
        ----------
        NumPy: numpy.argmax.
        """
    def argmin(
        self,
        axis: SupportsIndex | None = None,
        out: _Out | None = None,
        *,
        keepdims: _bool | None = ...,
    ) -> Self:
        """Index (int64) of the first smallest element along an axis; of the flattened array if None.

        Parameters
        ----------
        a : array_like
            The array.
        axis : int, optional
            The axis along which it works; by default along the flattened array.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).
        keepdims : bool
            Whether the axes that are reduced stay, with length 1.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
          length 1.
        - dtypes: All boolean and numeric ones.
        - sharding: Axes disappear, or stay with length 1; the others keep their place.
        - communication: *reduce*: about the size of the output moves.

        References
        ----------
        NumPy: numpy.argmin.
        """
    def argpartition(
        self,
        kth: SupportsIndex | Sequence[SupportsIndex],
        axis: SupportsIndex | None = -1,
        kind: str = "introselect",
        order: str | Sequence[str] | None = None,
    ) -> Self:
        """Indices that sort along an axis, which is a partition at every index.

        Parameters
        ----------
        a : array_like
            The array.
        kth : int or sequence of int
            Which elements are in their place when it is sorted.
        axis : int or None
            The axis along which it works; None for the flattened array.
        kind : str, optional
            Accepted as NumPy's, which names an algorithm; on devices there is one.
        order : None
            Of structured arrays, which are NumPy's own.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array; without `axis` a vector.
        - dtypes: NumPy's, for the arguments and the result.
        - sharding: That of the array.

        References
        ----------
        NumPy: numpy.argpartition.
        """
    def argsort(
        self,
        axis: SupportsIndex | None = -1,
        kind: str | None = None,
        order: str | Sequence[str] | None = None,
        *,
        stable: _bool | None = None,
        descending: _bool = False,
    ) -> Self:
        """Indices that sort along an axis, equal elements in their order.

        Parameters
        ----------
        a : array_like
            The array.
        axis : int or None
            The axis along which it works; None for the flattened array.
        kind : str, optional
            Accepted as NumPy's, which names an algorithm; on devices there is one.
        order : None
            Of structured arrays, which are NumPy's own.
        stable : bool, optional
            Whether equal elements keep their order.
        descending : bool
            Whether the largest come first.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array; without `axis` a vector.
        - dtypes: All boolean and numeric ones.
        - sharding: Result lies as the first operand does, dimension by dimension.
        - communication: *exchange*: each element moves a bounded number of times.

        References
        ----------
        NumPy: numpy.argsort.
        """
    def astype(
        self,
        dtype: DTypeLike,
        order: str = "K",
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "unsafe",
        subok: _bool = True,
        copy: _bool = True,
    ) -> Self:
        """Convert to another dtype, sharded as the array is.

        Parameters
        ----------
        dtype : dtype
            The new dtype.
        order : {"C", "F", "A", "K"}
            How NumPy would lay the result out, as in `copy`.
        casting : {"no", "equiv", "safe", "same_kind", "unsafe"}
            Which conversions are allowed.
        subok : bool
            Has no meaning here: there are no subclasses.
        copy : bool
            Whether to copy also where the dtype stays.

        Returns
        -------
        array
            A ``numpy.ndarray`` where devices do not hold the dtype: objects, text, dates, records,
            extended precision, and bytes in another order than the machine's.

        Raises
        ------
        TypeError
            If the rule does not allow it, or the dtype is one that JAX has beside NumPy's
            (bfloat16), which `sharray.numpy` alone, and not while JAX traces, leaves to NumPy.
        """
    @property
    def base(self) -> Self | None:
        """The array that owns the data of this view; None if it owns its data."""
    def block_until_ready(self) -> Self:
        """Wait until the elements are computed; return the array, as `jax.Array` does.

        Returns
        -------
        array
            The array itself.
        """
    def choose(
        self, choices: Sequence[ArrayLike] | _Out, out: _Out | None = None, mode: str = "raise"
    ) -> Self:
        """For each element of an index array, the element of that choice at the same place.

        Parameters
        ----------
        a : array_like of int
            Which of the choices each element is of.
        choices : sequence of array_like
            The arrays to choose from, which broadcast.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).
        mode : {'raise', 'wrap', 'clip'}
            What becomes of an index that is out of range.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Notes
        -----
        - shapes: What `a` and the choices broadcast to.
        - dtypes: NumPy's, for the arguments and the result.
        - sharding: Dimensions line up at the right, as in an elementwise operation.

        References
        ----------
        NumPy: numpy.choose.
        """
    def clip(
        self,
        min: _Numbers | None = None,
        max: _Numbers | None = None,
        out: _Out | None = None,
        **kwargs: Any,
    ) -> Self:
        """Limit each element to an interval.

        Parameters
        ----------
        min, max : array_like, optional
            The limits, which broadcast with the array; None is no limit.
        out : array, optional
            Is written to.
        **kwargs
            Of ufuncs, as ``sharray.numpy.clip`` takes them.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it
            is given.
        """
    def compress(
        self, condition: ArrayLike, axis: SupportsIndex | None = None, out: _Out | None = None
    ) -> Self:
        """Slices along an axis for which a condition holds.

        Parameters
        ----------
        condition : array_like of bool
            Which elements.
        a : array_like
            The array.
        axis : int, optional
            The axis along which it works; for None the array is flattened first.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: `axis` is as long as elements of `condition` hold; without `axis` a vector.
        - dtypes: NumPy's, for the arguments and the result.
        - sharding: Elements, or rows, are chosen by a mask, and lie as those do.

        References
        ----------
        NumPy: numpy.compress.
        """
    def conj(self, out: _Out | None = None) -> Self:
        """Return the complex conjugate; the array itself if it is not complex.

        Parameters
        ----------
        out : array, optional
            Where the result goes.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions.
        """
    def conjugate(self, out: _Out | None = None) -> Self:
        """Return the complex conjugate; the array itself if it is not complex.

        Parameters
        ----------
        out : array, optional
            Where the result goes.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions.
        """
    def copy(self, order: str = "C") -> Self:
        """Return a copy, sharded as the array is.

        A copy in column-major order is the transpose of one in row-major order, its `base`.

        Parameters
        ----------
        order : {"C", "F", "A", "K"}
            How NumPy would lay it out: row-major; column-major; the latter if the array is; like
            the array.

        Returns
        -------
        array
        """
    def cumprod(
        self,
        axis: SupportsIndex | None = None,
        dtype: DTypeLike | None = None,
        out: _Out | None = None,
    ) -> Self:
        """Running product along an axis.

        Parameters
        ----------
        a : array_like
            The array.
        axis : int, optional
            The axis along which it works; by default along the flattened array.
        dtype : dtype, optional
            Of the result, and of the computation.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array, one longer along `axis` with *include_initial*; without `axis` a
          vector.
        - dtypes: All boolean and numeric ones.
        - sharding: That of the array.
        - communication: *reduce*: about the size of the output moves.

        References
        ----------
        NumPy: numpy.cumprod.
        """
    def cumsum(
        self,
        axis: SupportsIndex | None = None,
        dtype: DTypeLike | None = None,
        out: _Out | None = None,
    ) -> Self:
        """Running sum along an axis.

        Parameters
        ----------
        a : array_like
            The array.
        axis : int, optional
            The axis along which it works; by default along the flattened array.
        dtype : dtype, optional
            Of the result, and of the computation.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array, one longer along `axis` with *include_initial*; without `axis` a
          vector.
        - dtypes: All boolean and numeric ones.
        - sharding: That of the array.
        - communication: *reduce*: about the size of the output moves.

        References
        ----------
        NumPy: numpy.cumsum.
        """
    @property
    def device(self) -> Mesh:
        """The mesh that the array lies on; `sharding` is its placement there."""
    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Self:
        """Return a read-only view of the diagonals of two dimensions, as the last dimension.

        The result is sharded as the other dimensions are, and anew along the diagonal.

        Parameters
        ----------
        offset : int
            The diagonal; those above the main one are positive.
        axis1, axis2 : int
            The dimensions.

        Returns
        -------
        array
            A view where NumPy's is one.
        """
    def dot(self, b: ArrayLike, out: _Out | None = None) -> Self:
        """Sum of products over the last axis of one and the last but one of the other array.

        Parameters
        ----------
        a : array_like
            The first operand.
        b : array_like
            The second operand.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Notes
        -----
        - shapes: Dimensions of both but those that are summed over: the last, and of ``dot`` the last but
          one of the second operand.
        - dtypes: NumPy's, for the arguments and the result.
        - sharding: Dimensions of the larger operand keep their shards; those that are summed over
          disappear, and what has no others is whole on each device.

        References
        ----------
        NumPy: numpy.dot.
        """
    @property
    def dtype(self) -> _np.dtype[Any]:
        """Data type of the elements."""
    @dtype.setter
    def dtype(self, value: DTypeLike) -> None: ...
    def dump(self, file: Any) -> None:
        """Write the array to a file as a pickle.

        Parameters
        ----------
        file : str, path or file
            Where to: a name, or a file that is open for bytes.
        """
    def dumps(self) -> _bytes:
        """Return the array as a pickle of protocol 2, as NumPy does.

        Returns
        -------
        bytes
        """
    def fill(self, value: Any) -> None:
        """Set all elements to one value.

        Parameters
        ----------
        value : scalar
            A number, or an array without dimensions.
        """
    @property
    def flags(self) -> memory_layout.Flags:
        """Flags as those of NumPy's arrays; ``writeable`` can be set."""
    @property
    def flat(self) -> Flat:
        """An iterator over the elements as a vector, which can be indexed and assigned to."""
    @flat.setter
    def flat(self, value: Any) -> None: ...
    def flatten(self, order: str = "C") -> Self:
        """Return a copy of the elements as a vector.

        Parameters
        ----------
        order : {"C", "F", "A", "K"}
            Row-major; column-major; the latter if the array is laid out so; as in memory.

        Returns
        -------
        array
        """
    @property
    def imag(self) -> Self:
        """View of the imaginary parts; read-only zeros if not complex. Can be assigned to."""
    @imag.setter
    def imag(self, value: Any) -> None: ...
    @property
    def is_fully_addressable(self) -> _bool:
        """Whether all devices that hold a part of the array are this process's."""
    @property
    def is_fully_replicated(self) -> _bool:
        """Whether each device that holds a part of the array holds all of it."""
    def item(self, *args: Any) -> Any:
        """Return one element as a Python scalar.

        Parameters
        ----------
        *args : int or tuple of int
            Its index in each dimension, or in the flattened array; nothing if there is only one.

        Returns
        -------
        bool, int, float or complex
        """
    @property
    def itemsize(self) -> int:
        """Bytes of one element."""
    @property
    def mT(self) -> Self:
        """View with the last two dimensions exchanged."""
    def max(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        out: _Out | None = None,
        keepdims: _bool | None = ...,
        initial: ArrayLike | None = ...,
        where: ArrayLike | None = ...,
    ) -> Self:
        """Largest element over axes (all by default); NaN if one is.

        Parameters
        ----------
        a : array_like
            The array.
        axis : int, tuple of int or None
            Which axes are reduced; None for all.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).
        keepdims : bool
            Whether the axes that are reduced stay, with length 1.
        initial : number, optional
            What the reduction begins with.
        where : array_like of bool, optional
            Which elements count.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
          length 1.
        - dtypes: All boolean and numeric ones.
        - sharding: Axes disappear, or stay with length 1; the others keep their place.
        - communication: *reduce*: about the size of the output moves.

        References
        ----------
        NumPy: numpy.max.
        """
    def mean(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = None,
        out: _Out | None = None,
        keepdims: _bool | None = ...,
        *,
        where: ArrayLike | None = ...,
    ) -> Self:
        """Arithmetic mean over axes (all by default).

        Parameters
        ----------
        a : array_like
            The array.
        axis : int, tuple of int or None
            Which axes are reduced; None for all.
        dtype : dtype, optional
            Of the result, and of the computation.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).
        keepdims : bool
            Whether the axes that are reduced stay, with length 1.
        where : array_like of bool, optional
            Which elements count.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
          length 1.
        - dtypes: All boolean and numeric ones.
        - sharding: Axes disappear, or stay with length 1; the others keep their place.
        - communication: *reduce*: about the size of the output moves.

        References
        ----------
        NumPy: numpy.mean.
        """
    def min(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        out: _Out | None = None,
        keepdims: _bool | None = ...,
        initial: ArrayLike | None = ...,
        where: ArrayLike | None = ...,
    ) -> Self:
        """Smallest element over axes (all by default); NaN if one is.

        Parameters
        ----------
        a : array_like
            The array.
        axis : int, tuple of int or None
            Which axes are reduced; None for all.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).
        keepdims : bool
            Whether the axes that are reduced stay, with length 1.
        initial : number, optional
            What the reduction begins with.
        where : array_like of bool, optional
            Which elements count.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
          length 1.
        - dtypes: All boolean and numeric ones.
        - sharding: Axes disappear, or stay with length 1; the others keep their place.
        - communication: *reduce*: about the size of the output moves.

        References
        ----------
        NumPy: numpy.min.
        """
    @property
    def nbytes(self) -> int:
        """Bytes of the elements, without padding and counted once where replicated."""
    @property
    def nbytes_per_device(self) -> int:
        """Bytes of the buffer on each device, padding included."""
    @property
    def ndim(self) -> int:
        """Number of dimensions."""
    def nonzero(self) -> tuple[Self, ...]:
        """Indices (int64) of the elements that are not zero: one vector per dimension, row-major.

        The elements are counted first, which waits for the array; a program of that size follows.

        Parameters
        ----------
        a : array_like
            The array.

        Returns
        -------
        tuple of array
            A tuple of arrays.

        Notes
        -----
        - shapes: A vector for each dimension, as long as there are elements that are not zero.
        - dtypes: All boolean and numeric ones.
        - sharding: Vectors lie over the mesh of the array; inverse indices as the array does.
        - communication: *exchange*: each element moves a bounded number of times.

        References
        ----------
        NumPy: numpy.nonzero.
        """
    @property
    def padded_shape(self) -> tuple[int, ...]:
        """Shape of the buffer, each dimension rounded up to a multiple of its shards."""
    def partition(
        self,
        kth: SupportsIndex | Sequence[SupportsIndex],
        axis: int = -1,
        kind: str = "introselect",
        order: str | Sequence[str] | None = None,
    ) -> None:
        """Bring the element at `kth` where it is when sorted, smaller ones before it, in place.

        On devices the array is sorted, which is one way of doing that.

        Parameters
        ----------
        kth : int or sequence of int
            Which elements.
        axis : int
            The axis.
        kind
            Must be "introselect".
        order
            Must be None: there are no fields.
        """
    def prod(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = None,
        out: _Out | None = None,
        keepdims: _bool | None = ...,
        initial: ArrayLike | None = ...,
        where: ArrayLike | None = ...,
    ) -> Self:
        """Product over axes (all by default); small integers are multiplied in 64 bits.

        Devices multiply parts and then their products, so one part may overflow before another one's
        zero is seen: the product of ``[0.0, 1e300, 1e300]``, zero in NumPy, may be NaN.

        Parameters
        ----------
        a : array_like
            The array.
        axis : int, tuple of int or None
            Which axes are reduced; None for all.
        dtype : dtype, optional
            Of the result, and of the computation.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).
        keepdims : bool
            Whether the axes that are reduced stay, with length 1.
        initial : number, optional
            What the reduction begins with.
        where : array_like of bool, optional
            Which elements count.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
          length 1.
        - dtypes: All boolean and numeric ones.
        - sharding: Axes disappear, or stay with length 1; the others keep their place.
        - communication: *reduce*: about the size of the output moves.

        References
        ----------
        NumPy: numpy.prod.
        """
    def put(self, indices: ArrayLike, values: ArrayLike, mode: str = "raise") -> None:
        """Set the elements at indices of the flattened array; values are repeated if too few.

        Parameters
        ----------
        indices : array_like of int
            Where; of repeated ones the last counts.
        values : array_like
            What to write.
        mode : {"raise", "wrap", "clip"}
            What happens to indices out of range.
        """
    def ravel(self, order: str = "C") -> Self:
        """Return the elements as a vector: a view if they follow each other, else a copy.

        Parameters
        ----------
        order : {"C", "F", "A", "K"}
            Row-major; column-major; the latter if the array is laid out so; as in memory.

        Returns
        -------
        array
            A view where NumPy's is one.
        """
    @property
    def real(self) -> Self:
        """View of the real parts; the array itself if it is not complex. Can be assigned to."""
    @real.setter
    def real(self, value: Any) -> None: ...
    def repeat(self, repeats: _Numbers, axis: SupportsIndex | None = None) -> Self:
        """Repeat each element along an axis; with None, those of the flattened array.

        Parameters
        ----------
        a : array_like
            The array.
        repeats : int or array_like of int
            How often, for each element along the axis or all.
        axis : int, optional
            The axis along which it works; for None the array is flattened first.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: `axis` is as long as the sum of `repeats`; without `axis` a vector.
        - dtypes: All boolean and numeric ones.
        - sharding: That of the array.
        - communication: *gather*: a whole operand goes to every device. With uneven repeats an element may
          go anywhere.

        References
        ----------
        NumPy: numpy.repeat.
        """
    def reshape(
        self,
        *shape: SupportsIndex | Sequence[SupportsIndex],
        order: str = "C",
        copy: _bool | None = None,
    ) -> Self:
        """Return the elements under another shape.

        A view wherever NumPy has one: not where the elements are not evenly apart, as in
        ``x.T.reshape(-1)``. Elements move as far as the new shape is sharded otherwise.

        Parameters
        ----------
        *shape : int or tuple of int
            The new shape; one entry may be -1.
        order : {"C", "F", "A"}
            Row-major; column-major; the latter if the array is laid out so.
        copy : bool, optional
            True for an array of its own, False for an error where there is no view.

        Returns
        -------
        array
            A view where NumPy's is one.

        Raises
        ------
        ValueError
            If the sizes differ, or if a copy is needed that is not wanted.
        """
    def reshard(self, device: Placement, /) -> Self:
        """Return the array placed as `device` says; itself where it lies so already.

        Parameters
        ----------
        device
            A PartitionSpec on the mesh of this array, a NamedSharding, a mesh or a device.

        Returns
        -------
        array
        """
    def round(self, decimals: SupportsIndex = 0, out: _Out | None = None) -> Self:
        """Round to decimals, halves to even.

        Parameters
        ----------
        a : array_like
            The array.
        decimals : int
            Digits behind the point; negative ones before it.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Notes
        -----
        - shapes: Those of the operands broadcast.
        - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
        - sharding: Dimensions line up at the right, as in an elementwise operation.
        - communication: *local*: nothing moves between devices.

        References
        ----------
        NumPy: numpy.round.
        """
    def searchsorted(
        self, v: ArrayLike, side: Literal["left", "right"] = "left", sorter: ArrayLike | None = None
    ) -> Self:
        """Positions (int64) where elements would be inserted into a sorted vector, as those lie.

        Parameters
        ----------
        a : array_like, one-dimensional
            Where to look, in ascending order.
        v : array_like
            What is looked for.
        side : {'left', 'right'}
            Before or behind equal elements.
        sorter : array_like of int, optional
            Indices that sort `a`.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions.

        Notes
        -----
        - shapes: That of what is looked for.
        - dtypes: Real or boolean; others if NumPy takes them, or else a ``TypeError``.
        - sharding: That of what is looked for, or evaluated.
        - communication: *exchange*: each element moves a bounded number of times.

        References
        ----------
        NumPy: numpy.searchsorted.
        """
    def setflags(
        self, write: _bool | None = None, align: _bool | None = None, uic: _bool | None = None
    ) -> None:
        """Set whether the array can be written to; the other flags cannot be changed.

        Parameters
        ----------
        write : bool, optional
            Whether it can.
        align, uic : bool, optional
            NumPy's, which stay as they are: aligned, and no copy that is written back.

        Raises
        ------
        ValueError
            If a flag cannot be set so.
        """
    @property
    def shape(self) -> tuple[int, ...]:
        """Logical shape."""
    @shape.setter
    def shape(self, value: SupportsIndex | Sequence[SupportsIndex]) -> None: ...
    @property
    def sharding(self) -> NamedSharding:
        """The mesh and the axes of each dimension; on the host the current mesh, and no axes."""
    @property
    def size(self) -> int:
        """Number of elements."""
    def sort(
        self,
        axis: int = -1,
        kind: str | None = None,
        order: str | Sequence[str] | None = None,
        *,
        stable: _bool | None = None,
        descending: _bool | None = None,
    ) -> None:
        """Sort along an axis, in place; NaNs come last in both orders.

        Elements move between the devices that the axis is sharded over.

        Parameters
        ----------
        axis : int
            The axis.
        kind, stable
            As in NumPy; whether equal elements keep their order, which zeros of two signs show.
        order
            Must be None: there are no fields.
        descending
            Whether the largest come first, from NumPy 2.5 on.
        """
    def squeeze(self, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None) -> Self:
        """Return a view without dimensions of length 1.

        Parameters
        ----------
        axis : int or tuple of int, optional
            Which of them; by default all.

        Returns
        -------
        array
            A view where NumPy's is one.
        """
    def std(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = None,
        out: _Out | None = None,
        ddof: float = 0,
        keepdims: _bool | None = ...,
        *,
        where: ArrayLike | None = ...,
        mean: _Numbers | None = ...,
        correction: float | None = ...,
    ) -> Self:
        """Standard deviation over axes (all by default).

        Parameters
        ----------
        a : array_like
            The array.
        axis : int, tuple of int or None
            Which axes are reduced; None for all.
        dtype : dtype, optional
            Of the result, and of the computation.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).
        ddof : number
            What is subtracted from the number of elements; `correction` in the standard.
        keepdims : bool
            Whether the axes that are reduced stay, with length 1.
        where : array_like of bool, optional
            Which elements count.
        mean : array_like, optional
            The mean, if it is known, with `keepdims`.
        correction : number
            What is subtracted from the number of elements; `ddof` in NumPy.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array without the axes that are summed over; with `keepdims` they stay.
        - dtypes: NumPy's, for the arguments and the result.

        References
        ----------
        NumPy: numpy.std.
        """
    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes between neighbours along each dimension, if NumPy held the same view.

        That is of a base in row-major order. On the devices the elements lie as `sharding` says.
        """
    @strides.setter
    def strides(self, value: Any) -> None: ...
    def sum(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = None,
        out: _Out | None = None,
        keepdims: _bool | None = ...,
        initial: ArrayLike | None = ...,
        where: ArrayLike | None = ...,
    ) -> Self:
        """Sum over axes (all by default); small integers are added up in 64 bits.

        Parameters
        ----------
        a : array_like
            The array.
        axis : int, tuple of int or None
            Which axes are reduced; None for all.
        dtype : dtype, optional
            Of the result, and of the computation.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).
        keepdims : bool
            Whether the axes that are reduced stay, with length 1.
        initial : number, optional
            What the reduction begins with.
        where : array_like of bool, optional
            Which elements count.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
          length 1.
        - dtypes: All boolean and numeric ones.
        - sharding: Axes disappear, or stay with length 1; the others keep their place.
        - communication: *reduce*: about the size of the output moves.

        References
        ----------
        NumPy: numpy.sum.
        """
    def swapaxes(self, axis1: int, axis2: int, /) -> Self:
        """Return a view with two dimensions exchanged.

        Parameters
        ----------
        axis1, axis2 : int
            The dimensions.

        Returns
        -------
        array
            A view where NumPy's is one.
        """
    def take(
        self,
        indices: ArrayLike,
        axis: SupportsIndex | None = None,
        out: _Out | None = None,
        mode: str = "raise",
    ) -> Self:
        """Elements at indices along an axis; of the flattened array by default.

        Parameters
        ----------
        a : array_like
            The array.
        indices : array_like of int
            Which elements; negative indices count from the end.
        axis : int, optional
            The axis along which it works; for None the array is flattened first.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).
        mode : {'raise', 'wrap', 'clip'}
            What becomes of an index that is out of range.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: `axis` is replaced by the dimensions of `indices`; without `axis` the shape of `indices`.
        - dtypes: All boolean and numeric ones.
        - sharding: The indexed axis is replaced by the dimensions of the index; the others keep their
          shards. Without shards the result lies as new arrays do.
        - communication: *gather*: a whole operand goes to every device. An index may name any element.

        References
        ----------
        NumPy: numpy.take.
        """
    def to_device(self, device: Placement, /, *, stream: Any = None) -> Self:
        """Return the array placed on `device`; itself where it lies so already.

        Parameters
        ----------
        device
            A mesh, a NamedSharding, a PartitionSpec on the current mesh, as for new arrays, or a
            device. (`reshard` takes a PartitionSpec on the mesh of the array.)
        stream
            Must be None.

        Returns
        -------
        ShardedArray
            Of the same shape and dtype, which stays there; see `reshard` for what moves.

        Raises
        ------
        TypeError, ValueError
            If `device` is none of these, or impossible for the shape, or `stream` is not None.
        """
    def to_jax(self, *, padded: _bool = False) -> jax.Array:
        """Return the ``jax.Array``; where there is no padding, without a copy.

        JAX cannot shard a dimension that does not divide: the mesh axes of such a one go to another
        dimension, if they divide one, which moves each element once. If not, every device gets the
        array whole along them: that gathers, which `warn_on_gather` and `comm_budget` see, too.
        Inside ``jit`` its padding is cut off, and XLA decides where the rest lies.

        Parameters
        ----------
        padded
            Return the buffer with its padding, never a copy.

        Warns
        -----
        GatherWarning
            If the array is less sharded than before, since JAX shards only what divides.

        Returns
        -------
        jax.Array
        """
    def to_local(self) -> _np.ndarray[Any, Any]:
        """Return the part of the array that the devices of this process hold.

        Nothing moves between processes.

        Returns
        -------
        numpy.ndarray
            The block of the array that the shards of this process make up, without padding; the
            whole array where one process has all devices, and of a small one. It cannot be
            written to. `from_process_local_data` makes the array of such parts.

        Raises
        ------
        ValueError
            If the shards of this process are not one block of the array.
        """
    def to_numpy(self) -> _np.ndarray[Any, Any]:
        """Return the elements as NumPy's own array, for code that takes nothing else.

        Returns
        -------
        numpy.ndarray
            On the memory of this array, which comes home from the devices for that. A read-only
            copy of one that stays there, as it was placed or `host_work` is 0: gathered. A copy to
            write to is ``numpy.array(x)``.
        """
    def tobytes(self, order: str | None = "C") -> _bytes:
        """Return the bytes of all elements, gathered on the host.

        Parameters
        ----------
        order : {"C", "F", "A"}
            Row-major; column-major; the latter if the array is laid out so.

        Returns
        -------
        bytes
        """
    def tofile(self, fid: Any, /, sep: str = "", format: str = "%s") -> None:
        """Write the elements to a file in row-major order, some at a time, as NumPy does.

        Parameters
        ----------
        fid : file or path
            Where to; what lies at a path stays until the new file is complete.
        sep : str
            What stands between the elements of a text; empty for bytes.
        format : str
            How an element of a text is written.
        """
    def tolist(self) -> Any:
        """Return the elements as nested lists of Python scalars.

        Returns
        -------
        list, or bool, int, float or complex
            Nested lists; of an array without dimensions its element.
        """
    def trace(
        self,
        offset: SupportsIndex = 0,
        axis1: SupportsIndex = 0,
        axis2: SupportsIndex = 1,
        dtype: DTypeLike | None = None,
        out: _Out | None = None,
    ) -> Self:
        """Sums along diagonals.

        Parameters
        ----------
        a : array_like
            The array.
        offset : int
            Which diagonal; positive ones lie above the main one.
        axis1 : int
            The first axis.
        axis2 : int
            The second axis.
        dtype : dtype, optional
            Of the result, and of the computation.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Notes
        -----
        - shapes: Without the two dimensions.
        - dtypes: NumPy's, for the arguments and the result.

        References
        ----------
        NumPy: numpy.trace.
        """
    def transpose(self, *axes: SupportsIndex | Sequence[SupportsIndex]) -> Self:
        """Return a view with the dimensions in another order, by default the reverse.

        Parameters
        ----------
        *axes : int, or tuple of int
            The dimensions in their new order, one by one or as a tuple.

        Returns
        -------
        array
            A view where NumPy's is one.
        """
    def var(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = None,
        out: _Out | None = None,
        ddof: float = 0,
        keepdims: _bool | None = ...,
        *,
        where: ArrayLike | None = ...,
        mean: _Numbers | None = ...,
        correction: float | None = ...,
    ) -> Self:
        """Variance over axes (all by default), divided by the count less `ddof`.

        Parameters
        ----------
        a : array_like
            The array.
        axis : int, tuple of int or None
            Which axes are reduced; None for all.
        dtype : dtype, optional
            Of the result, and of the computation.
        out : array, optional
            Where the result goes, cast as NumPy casts (same_kind).
        ddof : number
            What is subtracted from the number of elements; `correction` in the standard.
        keepdims : bool
            Whether the axes that are reduced stay, with length 1.
        where : array_like of bool, optional
            Which elements count.
        mean : array_like, optional
            The mean, if it is known, with `keepdims`.
        correction : number
            What is subtracted from the number of elements; `ddof` in NumPy.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

        Raises
        ------
        numpy.exceptions.AxisError
            If an axis is out of range.

        Notes
        -----
        - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
          length 1.
        - dtypes: All boolean and numeric ones.
        - sharding: Axes disappear, or stay with length 1; the others keep their place.
        - communication: *reduce*: about the size of the output moves.

        References
        ----------
        NumPy: numpy.var.
        """
    def view(self, dtype: DTypeLike | None = None, type: Any = None) -> Self:
        """Return a view, by default of the whole array as it is.

        Parameters
        ----------
        dtype : dtype, optional
            Read the same bytes as this dtype, along the last dimension where the sizes differ.
        type : type, optional
            A class derived from NumPy's array.

        Returns
        -------
        array
            Of NumPy, on the memory of this array, if the dtype is not boolean or numeric, or `type`
            is given. Of what stays on devices it is a copy on the host, which cannot be written to.

        Raises
        ------
        ValueError
            As in NumPy, if the bytes of the last dimension cannot be divided so.
        """
