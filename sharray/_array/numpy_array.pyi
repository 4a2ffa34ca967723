"""The array of NumPy's flavour: its operators and methods answer as NumPy's do."""

# Written by `python -m sharray._tools.stubs` with NumPy 2.4.
# pyright: reportAssignmentType=false
# pyright: reportIncompatibleMethodOverride=false
# pyright: reportIncompatibleVariableOverride=false
# pyright: reportOverlappingOverload=false

import numpy as _np
from builtins import bool as _bool
from collections.abc import Iterator, Sequence
from typing import Any, Literal, Self, SupportsIndex, TypeAlias, overload
from numpy.typing import ArrayLike, DTypeLike
from sharray._array.sharded_array import ShardedArray
from sharray._core.annotations import Index as _Index, Numbers as _Numbers

_Number: TypeAlias = complex | _np.number[Any] | _np.bool
_Out: TypeAlias = ShardedArray | _np.ndarray[Any, Any]

class ndarray(ShardedArray):
    """A `ShardedArray` whose operators and methods give NumPy's scalars, and its small arrays.

    ``isinstance(x, numpy.ndarray)`` holds for it: it says that NumPy's is its class, as a
    stand-in does. Its type is another one, and functions in C take it for none of NumPy's.
    """

    def __new__(
        cls,
        shape: SupportsIndex | Sequence[SupportsIndex],
        dtype: DTypeLike = float,
        buffer: Any = None,
        offset: SupportsIndex = 0,
        strides: Sequence[SupportsIndex] | None = None,
        order: Literal["C", "F"] | None = None,
    ) -> Self: ...
    def __init__(
        self,
        shape: SupportsIndex | Sequence[SupportsIndex],
        dtype: DTypeLike = float,
        buffer: Any = None,
        offset: SupportsIndex = 0,
        strides: Sequence[SupportsIndex] | None = None,
        order: Literal["C", "F"] | None = None,
    ) -> None: ...
    @overload
    def __getitem__(self, key: _Out | tuple[_Out, ...], /) -> Self: ...
    @overload
    def __getitem__(self, key: SupportsIndex | tuple[SupportsIndex, ...], /) -> Any: ...
    @overload
    def __getitem__(self, key: _Index | str, /) -> Self: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __setitem__(self, key: _Index | str, value: Any, /) -> None: ...
    @overload
    def all(
        self,
        axis: None = None,
        out: None = None,
        keepdims: Literal[False] = ...,
        *,
        where: ArrayLike | None = ...,
    ) -> _np.bool:
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

    @overload
    def all(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        out: _Out | None = None,
        keepdims: _bool | None = ...,
        *,
        where: ArrayLike | None = ...,
    ) -> Self: ...
    @overload
    def any(
        self,
        axis: None = None,
        out: None = None,
        keepdims: Literal[False] = ...,
        *,
        where: ArrayLike | None = ...,
    ) -> _np.bool:
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

    @overload
    def any(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        out: _Out | None = None,
        keepdims: _bool | None = ...,
        *,
        where: ArrayLike | None = ...,
    ) -> Self: ...
    @overload
    def argmax(
        self, axis: None = None, out: None = None, *, keepdims: Literal[False] = ...
    ) -> _np.intp:
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

    @overload
    def argmax(
        self,
        axis: SupportsIndex | None = None,
        out: _Out | None = None,
        *,
        keepdims: _bool | None = ...,
    ) -> Self: ...
    @overload
    def argmin(
        self, axis: None = None, out: None = None, *, keepdims: Literal[False] = ...
    ) -> _np.intp:
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

    @overload
    def argmin(
        self,
        axis: SupportsIndex | None = None,
        out: _Out | None = None,
        *,
        keepdims: _bool | None = ...,
    ) -> Self: ...
    def dot(self, b: ArrayLike, out: _Out | None = None) -> Any:
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
    @overload
    def max(
        self,
        axis: None = None,
        out: None = None,
        keepdims: Literal[False] = ...,
        initial: ArrayLike | None = ...,
        where: ArrayLike | None = ...,
    ) -> Any:
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

    @overload
    def max(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        out: _Out | None = None,
        keepdims: _bool | None = ...,
        initial: ArrayLike | None = ...,
        where: ArrayLike | None = ...,
    ) -> Self: ...
    @overload
    def mean(
        self,
        axis: None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        keepdims: Literal[False] = ...,
        *,
        where: ArrayLike | None = ...,
    ) -> Any:
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

    @overload
    def mean(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = None,
        out: _Out | None = None,
        keepdims: _bool | None = ...,
        *,
        where: ArrayLike | None = ...,
    ) -> Self: ...
    @overload
    def min(
        self,
        axis: None = None,
        out: None = None,
        keepdims: Literal[False] = ...,
        initial: ArrayLike | None = ...,
        where: ArrayLike | None = ...,
    ) -> Any:
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

    @overload
    def min(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        out: _Out | None = None,
        keepdims: _bool | None = ...,
        initial: ArrayLike | None = ...,
        where: ArrayLike | None = ...,
    ) -> Self: ...
    @overload
    def prod(
        self,
        axis: None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        keepdims: Literal[False] = ...,
        initial: ArrayLike | None = ...,
        where: ArrayLike | None = ...,
    ) -> Any:
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

    @overload
    def prod(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = None,
        out: _Out | None = None,
        keepdims: _bool | None = ...,
        initial: ArrayLike | None = ...,
        where: ArrayLike | None = ...,
    ) -> Self: ...
    @overload
    def searchsorted(
        self, v: _Number, side: Literal["left", "right"] = "left", sorter: ArrayLike | None = None
    ) -> Any:
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

    @overload
    def searchsorted(
        self, v: ArrayLike, side: Literal["left", "right"] = "left", sorter: ArrayLike | None = None
    ) -> Self: ...
    @overload
    def std(
        self,
        axis: None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        ddof: float = 0,
        keepdims: Literal[False] = ...,
        *,
        where: ArrayLike | None = ...,
        mean: _Numbers | None = ...,
        correction: float | None = ...,
    ) -> Any:
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

    @overload
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
    ) -> Self: ...
    @overload
    def sum(
        self,
        axis: None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        keepdims: Literal[False] = ...,
        initial: ArrayLike | None = ...,
        where: ArrayLike | None = ...,
    ) -> Any:
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

    @overload
    def sum(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = None,
        out: _Out | None = None,
        keepdims: _bool | None = ...,
        initial: ArrayLike | None = ...,
        where: ArrayLike | None = ...,
    ) -> Self: ...
    @overload
    def take(
        self,
        indices: _Number,
        axis: SupportsIndex | None = None,
        out: _Out | None = None,
        mode: str = "raise",
    ) -> Any:
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

    @overload
    def take(
        self,
        indices: ArrayLike,
        axis: SupportsIndex | None = None,
        out: _Out | None = None,
        mode: str = "raise",
    ) -> Self: ...
    def trace(
        self,
        offset: SupportsIndex = 0,
        axis1: SupportsIndex = 0,
        axis2: SupportsIndex = 1,
        dtype: DTypeLike | None = None,
        out: _Out | None = None,
    ) -> Any:
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
    @overload
    def var(
        self,
        axis: None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        ddof: float = 0,
        keepdims: Literal[False] = ...,
        *,
        where: ArrayLike | None = ...,
        mean: _Numbers | None = ...,
        correction: float | None = ...,
    ) -> Any:
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

    @overload
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
    ) -> Self: ...
