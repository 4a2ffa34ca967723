"""DLPack: hand an array to another library."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray import _fetch

_CPU = 1


def _single(x: Any) -> Any:
    """Return the one buffer of an array that lies whole on a single device, else None."""
    layout = x._layout
    if layout.mesh is None or layout.mesh.size > 1 or layout.is_padded:
        return None
    return x.to_jax()


def device(x: Any) -> tuple[Any, int]:
    """Return where `export` puts the array: on its device, or in host memory if on several."""
    array = _single(x)
    if array is not None and next(iter(array.sharding.device_set)).platform != "cpu":
        return array.__dlpack_device__()
    return np.empty(0).__dlpack_device__()


def export(x: Any, *, stream: Any, max_version: Any, dl_device: Any, copy: bool | None) -> Any:
    """Export the array.

    An array on one accelerator is handed over as it is. Everything else is assembled in host
    memory, which is a copy.

    Raises
    ------
    BufferError
        If ``copy=False`` and a copy is needed, or the device is not one that the array can go to.
    """
    array = _single(x)
    here = device(x)
    if dl_device is not None and tuple(dl_device) not in (tuple(here), (_CPU, 0)):
        raise BufferError(f"the array cannot be exported to the DLPack device {dl_device}")
    if array is not None and here[0] != _CPU and dl_device in (None, here):
        return array.__dlpack__(
            stream=stream, max_version=max_version, dl_device=dl_device, copy=copy
        )
    if stream is not None:
        raise BufferError("host memory has no stream; pass stream=None")
    if copy is False and x._layout.mesh is not None:
        raise BufferError(
            f"an array sharded over {x.device.size} device(s) is assembled in host memory, which "
            "is a copy; pass copy=None or copy=True"
        )
    whole = np.array(_fetch.to_numpy(x._read()))
    return whole.__dlpack__(max_version=max_version, dl_device=dl_device)
