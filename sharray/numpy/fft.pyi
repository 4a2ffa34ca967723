"""NumPy's `fft`."""

# Written by `python -m sharray._tools.stubs` with NumPy 2.4.
# pyright: reportAssignmentType=false
# pyright: reportIncompatibleMethodOverride=false
# pyright: reportIncompatibleVariableOverride=false
# pyright: reportOverlappingOverload=false

import numpy as _np
from collections.abc import Sequence
from typing import Any, Literal, Protocol, SupportsIndex, TypeAlias
from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding
from numpy.typing import ArrayLike, DTypeLike
from sharray._array.numpy_array import ndarray
from sharray._array.sharded_array import ShardedArray

class _JaxDevice(Protocol):
    @property
    def id(self) -> int: ...
    @property
    def platform(self) -> str: ...

_Device: TypeAlias = (
    Mesh | NamedSharding | PartitionSpec | SingleDeviceSharding | _JaxDevice | Literal["cpu"]
)
_Out: TypeAlias = ShardedArray | _np.ndarray[Any, Any]

def fft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: SupportsIndex | None = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Discrete Fourier transform along one axis."""

def fft2(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1),
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Discrete Fourier transform along two axes, by default the last."""

def fftfreq(
    n: SupportsIndex,
    d: ArrayLike = 1.0,
    device: _Device | None = None,
    dtype: DTypeLike | None = None,
) -> ndarray:
    """Frequencies, in cycles per unit of the spacing `d`, of a transform of length n."""

def fftn(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Discrete Fourier transform along several axes."""

def fftshift(x: ArrayLike, axes: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Move the zero frequency to the middle of some axes (all by default)."""

def hfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: SupportsIndex | None = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Real discrete Fourier transform of a Hermitian-symmetric signal along one axis."""

def ifft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: SupportsIndex | None = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Inverse discrete Fourier transform along one axis."""

def ifft2(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1),
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Inverse discrete Fourier transform along two axes, by default the last."""

def ifftn(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Inverse discrete Fourier transform along several axes."""

def ifftshift(x: ArrayLike, axes: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Move the zero frequency back to the start of some axes (all by default)."""

def ihfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: SupportsIndex | None = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Inverse of `hfft` along one axis."""

def irfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: SupportsIndex | None = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Inverse of `rfft`, to real values along one axis."""

def irfft2(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1),
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Inverse of `rfftn`, to real values along two axes, by default the last."""

def irfftn(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Inverse of `rfftn`, to real values along several axes."""

def rfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: SupportsIndex | None = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Discrete Fourier transform of real values along one axis."""

def rfft2(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1),
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Discrete Fourier transform of real values along two axes, by default the last."""

def rfftfreq(
    n: SupportsIndex,
    d: ArrayLike = 1.0,
    device: _Device | None = None,
    dtype: DTypeLike | None = None,
) -> ndarray:
    """Frequencies, in cycles per unit of the spacing `d`, of a real transform of length n."""

def rfftn(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: _Out | None = None,
) -> ndarray:
    """Discrete Fourier transform of real values along several axes."""
