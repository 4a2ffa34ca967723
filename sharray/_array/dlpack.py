"""DLPack: hand an array to another library."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._record import homes

_CPU = 1


def _whole(x: Any) -> Any:
    """Return a buffer of this process that holds the whole array and nothing else, if there is."""
    layout = x._layout
    if layout.mesh is None or not layout.size or layout.block_shape != layout.shape:
        return None
    shards = x.to_jax(padded=True).addressable_shards  # from here on the buffer is not written to
    return shards[0].data if shards else None


def device(x: Any) -> tuple[Any, int]:
    """Return where `export` puts the array: on its device, or in host memory if on several."""
    buffer = _whole(x)
    return np.empty(0).__dlpack_device__() if buffer is None else buffer.__dlpack_device__()


def export(x: Any, *, stream: Any, max_version: Any, dl_device: Any, copy: bool | None) -> Any:
    """Export the array.

    An array that one device holds whole is handed over as it is, and one on the host as NumPy does
    it: the consumer may write to it. Everything else is assembled in host memory: a copy, to be
    read unless it was asked for, or with ``copy=False`` the array's home from now on.

    Raises
    ------
    BufferError
        If ``copy=False`` and a copy is needed because the array is to stay where the program has
        placed it, or is traced. If the device is not one that the array can go to.
    """
    if max_version is not None and max_version[0] < 1:
        max_version = None  # which means the capsules of before version 1
    buffer = _whole(x)
    here = device(x)
    if dl_device is not None and tuple(dl_device) not in (tuple(here), (_CPU, 0)):
        raise BufferError(f"the array cannot be exported to the DLPack device {dl_device}")
    stays = dl_device is None or tuple(dl_device) == tuple(here)
    lent = homes.lend(x) if copy is not True and stays and here[0] == _CPU else None
    if lent is None and buffer is not None and stays and copy is not True:
        return buffer.__dlpack__(stream=stream, max_version=max_version, dl_device=dl_device)
    if stream is not None:
        raise BufferError("host memory has no stream; pass stream=None")
    if lent is None and copy is False:
        lent = homes.lend(x, insists=True)
    if lent is not None:
        return lent.__dlpack__(max_version=max_version, dl_device=dl_device)
    if copy is False and x.size:
        raise BufferError(
            f"an array that was placed on {x.device.size} device(s) as {x.sharding.spec} is "
            "assembled in host memory, which is a copy; pass copy=None or copy=True"
        )
    values = np.array(x._fetched())
    if copy is None and max_version is not None:  # since version 1 the consumer can be told
        values.flags.writeable = False
    return values.__dlpack__(max_version=max_version, dl_device=dl_device)
