"""NumPy's `fft`."""

# Written by `python -m sharray._tools.stubs` with NumPy 2.4.
# pyright: reportAssignmentType=false
# pyright: reportIncompatibleMethodOverride=false
# pyright: reportIncompatibleVariableOverride=false
# pyright: reportOverlappingOverload=false

import numpy as _np
from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex, TypeAlias
from numpy.typing import ArrayLike, DTypeLike
from sharray._array.numpy_array import ndarray
from sharray._array.sharded_array import ShardedArray
from sharray._core.annotations import Device as _Device

_Out: TypeAlias = ShardedArray | _np.ndarray[Any, Any]

def fft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: SupportsIndex | None = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Discrete Fourier transform along one axis.

    `n` is the length to which the axis is cut or filled up with zeros, `norm` one of "backward",
    "ortho" and "forward". Results are in the precision of the input. Lines along the axis are
    transformed on the devices that hold them; a sharded axis is exchanged for another one first.

    Parameters
    ----------
    a : array_like
        The array.
    n : int, optional
        The length to which the axis is cut, or filled up with zeros; of inverse real transforms the
        length of the result.
    axis : int
        The axis along which it works.
    norm : {'backward', 'ortho', 'forward'}
        Which of the transforms is scaled.
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
    - shapes: That of the array; `n` along `axis`, if it is given.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *gather*: a whole operand goes to every device. A vector has only the axis that is
      transformed; with more axes it is an exchange.

    References
    ----------
    NumPy: numpy.fft.fft.
    """

def fft2(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1),
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Discrete Fourier transform along two axes, by default the last.

    One axis after the other is transformed. `s` holds the lengths to which the axes are cut
    or filled up with zeros, `norm` is one of "backward", "ortho" and "forward". Results are in
    the precision of the input.

    Parameters
    ----------
    a : array_like
        The array.
    s : sequence of int, optional
        Lengths to which the axes are cut, or filled with zeros.
    axes : sequence of int
        The axes of the transform.
    norm : {'backward', 'ortho', 'forward'}
        Which of the transforms is scaled.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array
        An array. `out`, if it is given.

    Notes
    -----
    - shapes: That of the array; `s` along `axes`, if it is given. The last of them is ``n // 2 + 1`` in
      the spectrum of real values.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.fft.fft2.
    """

def fftfreq(
    n: SupportsIndex,
    d: ArrayLike = 1.0,
    device: _Device | None = None,
    dtype: DTypeLike | None = None,
) -> ndarray:
    """Frequencies, in cycles per unit of the spacing `d`, of a transform of length n.

    Parameters
    ----------
    n : int
        The length of the window.
    d : number
        From one sample to the next.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector of `n` elements.
    - dtypes: All boolean and numeric ones.
    - sharding: As `device` says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.fft.fftfreq.
    """

def fftn(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Discrete Fourier transform along several axes.

    One axis after the other is transformed. `s` holds the lengths to which the axes are cut
    or filled up with zeros, `norm` is one of "backward", "ortho" and "forward". Results are in
    the precision of the input.

    Parameters
    ----------
    a : array_like
        The array.
    s : sequence of int, optional
        Lengths to which the axes are cut, or filled with zeros.
    axes : sequence of int, optional
        The axes; by default all.
    norm : {'backward', 'ortho', 'forward'}
        Which of the transforms is scaled.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array
        An array. `out`, if it is given.

    Notes
    -----
    - shapes: That of the array; `s` along `axes`, if it is given. The last of them is ``n // 2 + 1`` in
      the spectrum of real values.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *gather*: a whole operand goes to every device. A vector has only the axis that is
      transformed; with more axes it is an exchange.

    References
    ----------
    NumPy: numpy.fft.fftn.
    """

def fftshift(x: ArrayLike, axes: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Move the zero frequency to the middle of some axes (all by default).

    Parameters
    ----------
    x : array_like
        The array.
    axes : int or sequence of int, optional
        The axes; by default all.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: That of the array.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.fft.fftshift.
    """

def hfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: SupportsIndex | None = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Real discrete Fourier transform of a Hermitian-symmetric signal along one axis.

    `n` is the length to which the axis is cut or filled up with zeros, `norm` one of "backward",
    "ortho" and "forward". Results are in the precision of the input. Lines along the axis are
    transformed on the devices that hold them; a sharded axis is exchanged for another one first.

    Parameters
    ----------
    a : array_like
        The array.
    n : int, optional
        The length to which the axis is cut, or filled up with zeros; of inverse real transforms the
        length of the result.
    axis : int
        The axis along which it works.
    norm : {'backward', 'ortho', 'forward'}
        Which of the transforms is scaled.
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
    - shapes: That of the array; `n` along `axis`, by default ``2 (m - 1)``.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *gather*: a whole operand goes to every device. A vector has only the axis that is
      transformed; with more axes it is an exchange.

    References
    ----------
    NumPy: numpy.fft.hfft.
    """

def ifft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: SupportsIndex | None = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Inverse discrete Fourier transform along one axis.

    `n` is the length to which the axis is cut or filled up with zeros, `norm` one of "backward",
    "ortho" and "forward". Results are in the precision of the input. Lines along the axis are
    transformed on the devices that hold them; a sharded axis is exchanged for another one first.

    Parameters
    ----------
    a : array_like
        The array.
    n : int, optional
        The length to which the axis is cut, or filled up with zeros; of inverse real transforms the
        length of the result.
    axis : int
        The axis along which it works.
    norm : {'backward', 'ortho', 'forward'}
        Which of the transforms is scaled.
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
    - shapes: That of the array; `n` along `axis`, if it is given.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *gather*: a whole operand goes to every device. A vector has only the axis that is
      transformed; with more axes it is an exchange.

    References
    ----------
    NumPy: numpy.fft.ifft.
    """

def ifft2(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1),
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Inverse discrete Fourier transform along two axes, by default the last.

    One axis after the other is transformed. `s` holds the lengths to which the axes are cut
    or filled up with zeros, `norm` is one of "backward", "ortho" and "forward". Results are in
    the precision of the input.

    Parameters
    ----------
    a : array_like
        The array.
    s : sequence of int, optional
        Lengths to which the axes are cut, or filled with zeros.
    axes : sequence of int
        The axes of the transform.
    norm : {'backward', 'ortho', 'forward'}
        Which of the transforms is scaled.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array
        An array. `out`, if it is given.

    Notes
    -----
    - shapes: That of the array; `s` along `axes`, if it is given. The last of them is ``n // 2 + 1`` in
      the spectrum of real values.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.fft.ifft2.
    """

def ifftn(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Inverse discrete Fourier transform along several axes.

    One axis after the other is transformed. `s` holds the lengths to which the axes are cut
    or filled up with zeros, `norm` is one of "backward", "ortho" and "forward". Results are in
    the precision of the input.

    Parameters
    ----------
    a : array_like
        The array.
    s : sequence of int, optional
        Lengths to which the axes are cut, or filled with zeros.
    axes : sequence of int, optional
        The axes; by default all.
    norm : {'backward', 'ortho', 'forward'}
        Which of the transforms is scaled.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array
        An array. `out`, if it is given.

    Notes
    -----
    - shapes: That of the array; `s` along `axes`, if it is given. The last of them is ``n // 2 + 1`` in
      the spectrum of real values.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *gather*: a whole operand goes to every device. A vector has only the axis that is
      transformed; with more axes it is an exchange.

    References
    ----------
    NumPy: numpy.fft.ifftn.
    """

def ifftshift(x: ArrayLike, axes: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Move the zero frequency back to the start of some axes (all by default).

    Parameters
    ----------
    x : array_like
        The array.
    axes : int or sequence of int, optional
        The axes; by default all.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: That of the array.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *exchange*: each element moves a bounded number of times.

    References
    ----------
    NumPy: numpy.fft.ifftshift.
    """

def ihfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: SupportsIndex | None = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Inverse of `hfft` along one axis.

    `n` is the length to which the axis is cut or filled up with zeros, `norm` one of "backward",
    "ortho" and "forward". Results are in the precision of the input. Lines along the axis are
    transformed on the devices that hold them; a sharded axis is exchanged for another one first.

    Parameters
    ----------
    a : array_like, real
        The values.
    n : int, optional
        The length to which the axis is cut, or filled up with zeros; of inverse real transforms the
        length of the result.
    axis : int
        The axis along which it works.
    norm : {'backward', 'ortho', 'forward'}
        Which of the transforms is scaled.
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
    - shapes: That of the array; ``n // 2 + 1`` along `axis`.
    - dtypes: Real or boolean; others if NumPy takes them, or else a ``TypeError``.
    - sharding: That of the array.
    - communication: *gather*: a whole operand goes to every device. A vector has only the axis that is
      transformed; with more axes it is an exchange.

    References
    ----------
    NumPy: numpy.fft.ihfft.
    """

def irfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: SupportsIndex | None = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Inverse of `rfft`, to real values along one axis.

    `n` is the length to which the axis is cut or filled up with zeros, `norm` one of "backward",
    "ortho" and "forward". Results are in the precision of the input. Lines along the axis are
    transformed on the devices that hold them; a sharded axis is exchanged for another one first.

    Parameters
    ----------
    a : array_like
        The array.
    n : int, optional
        The length to which the axis is cut, or filled up with zeros; of inverse real transforms the
        length of the result.
    axis : int
        The axis along which it works.
    norm : {'backward', 'ortho', 'forward'}
        Which of the transforms is scaled.
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
    - shapes: That of the array; `n` along `axis`, by default ``2 (m - 1)``.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *gather*: a whole operand goes to every device. A vector has only the axis that is
      transformed; with more axes it is an exchange.

    References
    ----------
    NumPy: numpy.fft.irfft.
    """

def irfft2(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1),
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Inverse of `rfftn`, to real values along two axes, by default the last.

    One axis after the other is transformed. `s` holds the lengths to which the axes are cut
    or filled up with zeros, `norm` is one of "backward", "ortho" and "forward". Results are in
    the precision of the input.

    Parameters
    ----------
    a : array_like
        The array.
    s : sequence of int, optional
        Lengths to which the axes are cut, or filled with zeros.
    axes : sequence of int
        The axes of the transform.
    norm : {'backward', 'ortho', 'forward'}
        Which of the transforms is scaled.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array
        An array. `out`, if it is given.

    Notes
    -----
    - shapes: That of the array; `s` along `axes`, if it is given. The last of them is ``n // 2 + 1`` in
      the spectrum of real values.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.fft.irfft2.
    """

def irfftn(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Inverse of `rfftn`, to real values along several axes.

    One axis after the other is transformed. `s` holds the lengths to which the axes are cut
    or filled up with zeros, `norm` is one of "backward", "ortho" and "forward". Results are in
    the precision of the input.

    Parameters
    ----------
    a : array_like
        The array.
    s : sequence of int, optional
        Lengths to which the axes are cut, or filled with zeros.
    axes : sequence of int, optional
        The axes; by default all.
    norm : {'backward', 'ortho', 'forward'}
        Which of the transforms is scaled.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array
        An array. `out`, if it is given.

    Notes
    -----
    - shapes: That of the array; `s` along `axes`, if it is given. The last of them is ``n // 2 + 1`` in
      the spectrum of real values.
    - dtypes: All boolean and numeric ones.
    - sharding: That of the array.
    - communication: *gather*: a whole operand goes to every device. A vector has only the axis that is
      transformed; with more axes it is an exchange.

    References
    ----------
    NumPy: numpy.fft.irfftn.
    """

def rfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: SupportsIndex | None = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Discrete Fourier transform of real values along one axis.

    `n` is the length to which the axis is cut or filled up with zeros, `norm` one of "backward",
    "ortho" and "forward". Results are in the precision of the input. Lines along the axis are
    transformed on the devices that hold them; a sharded axis is exchanged for another one first.

    Parameters
    ----------
    a : array_like, real
        The values.
    n : int, optional
        The length to which the axis is cut, or filled up with zeros; of inverse real transforms the
        length of the result.
    axis : int
        The axis along which it works.
    norm : {'backward', 'ortho', 'forward'}
        Which of the transforms is scaled.
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
    - shapes: That of the array; ``n // 2 + 1`` along `axis`.
    - dtypes: Real or boolean; others if NumPy takes them, or else a ``TypeError``.
    - sharding: That of the array.
    - communication: *gather*: a whole operand goes to every device. A vector has only the axis that is
      transformed; with more axes it is an exchange.

    References
    ----------
    NumPy: numpy.fft.rfft.
    """

def rfft2(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1),
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Discrete Fourier transform of real values along two axes, by default the last.

    One axis after the other is transformed. `s` holds the lengths to which the axes are cut
    or filled up with zeros, `norm` is one of "backward", "ortho" and "forward". Results are in
    the precision of the input.

    Parameters
    ----------
    a : array_like, real
        The values.
    s : sequence of int, optional
        Lengths to which the axes are cut, or filled with zeros.
    axes : sequence of int
        The axes of the transform.
    norm : {'backward', 'ortho', 'forward'}
        Which of the transforms is scaled.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array
        An array. `out`, if it is given.

    Notes
    -----
    - shapes: That of the array; `s` along `axes`, if it is given. The last of them is ``n // 2 + 1`` in
      the spectrum of real values.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: That of the array.

    References
    ----------
    NumPy: numpy.fft.rfft2.
    """

def rfftfreq(
    n: SupportsIndex,
    d: ArrayLike = 1.0,
    device: _Device | None = None,
    dtype: DTypeLike | None = None,
) -> ndarray:
    """Frequencies, in cycles per unit of the spacing `d`, of a real transform of length n.

    Parameters
    ----------
    n : int
        The length of the window.
    d : number
        From one sample to the next.
    device : mesh, NamedSharding, PartitionSpec or device, optional
        Where the result lies; by default as a new array does.
    dtype : dtype, optional
        Of the result; by default it follows from the arguments.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: A vector of ``n // 2 + 1`` elements.
    - dtypes: All boolean and numeric ones.
    - sharding: As `device` says where there is such a parameter, or else that of new arrays: the
      leading axis over the current mesh.
    - communication: *local*: each device makes its own part.

    References
    ----------
    NumPy: numpy.fft.rfftfreq.
    """

def rfftn(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Discrete Fourier transform of real values along several axes.

    One axis after the other is transformed. `s` holds the lengths to which the axes are cut
    or filled up with zeros, `norm` is one of "backward", "ortho" and "forward". Results are in
    the precision of the input.

    Parameters
    ----------
    a : array_like, real
        The values.
    s : sequence of int, optional
        Lengths to which the axes are cut, or filled with zeros.
    axes : sequence of int, optional
        The axes; by default all.
    norm : {'backward', 'ortho', 'forward'}
        Which of the transforms is scaled.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array
        An array. `out`, if it is given.

    Notes
    -----
    - shapes: That of the array; `s` along `axes`, if it is given. The last of them is ``n // 2 + 1`` in
      the spectrum of real values.
    - dtypes: Real or boolean; others if NumPy takes them, or else a ``TypeError``.
    - sharding: That of the array.
    - communication: *gather*: a whole operand goes to every device. A vector has only the axis that is
      transformed; with more axes it is an exchange.

    References
    ----------
    NumPy: numpy.fft.rfftn.
    """
