"""From a `ShardedArray` to Python and NumPy: scalars, bytes, pickles, iteration."""

from __future__ import annotations

import math
import operator
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self, TypeVar

import numpy as np

from sharray._array import surroundings
from sharray._array.shards import Shard, shards_of
from sharray._core.context import context
from sharray._core.lazy import is_jax_array, is_tracer, jax
from sharray._core.links import see
from sharray._core.meshes import get_mesh
from sharray._core.node import DEVICES, PENDING, Kind
from sharray._engine import agreement, deleted, launch_order, transfer
from sharray._engine.evaluate import evaluate
from sharray._functions import files
from sharray._functions.flat import elements
from sharray._functions.flavours import ARRAY_API, NUMPY, Flavour
from sharray._ops.addressable import local_part
from sharray._ops.creation import asarray
from sharray._record import homes
from sharray._record.handles import Handle, is_handle

_T = TypeVar("_T")


def block_until_ready(x: _T) -> _T:
    """Run what is recorded for every array in a tree, wait until it is done, and return `x`.

    Nothing comes to the host, and every array stays where it lies.

    Parameters
    ----------
    x
        An array, or a tree of them. What is at home on the host is there already.

    Returns
    -------
    tree of arrays
        `x`.
    """
    leaves: Any = (x,) if isinstance(x, Handle) else jax.tree.leaves(x, is_leaf=is_handle)
    with launch_order.lock:
        nodes: list[Any] = []
        for leaf in leaves:
            memory = leaf._owner if isinstance(leaf, Handle) else None
            if memory is not None and memory.host is None:
                nodes.append(leaf._node() if leaf._lenses else memory.node)
        if pending := [node for node in nodes if node.state is PENDING]:
            evaluate(pending)
        for node in nodes:
            there = node.args[0] if node.state is PENDING else node
            if there.state is DEVICES:
                try:
                    agreement.await_devices(there.value)
                except jax.errors.JaxRuntimeError:
                    deleted.check(there)
                    raise
    if type(leaves) is list:
        for leaf in leaves:
            if is_jax_array(leaf) and not is_tracer(leaf):
                leaf.block_until_ready()
    return x


#: Of `dump` and `dumps`.
_PROTOCOL = 2


class Conversion(Handle):
    """The part of `ShardedArray` that leaves the devices."""

    __slots__ = ()

    _flavour: Flavour

    @property
    def addressable_shards(self) -> list[Shard]:
        """The shards on devices of this process: which elements, where, and they themselves."""
        own: Any = self
        return list(shards_of(own.to_jax(padded=True), self.shape))

    @property
    def is_fully_addressable(self) -> bool:
        """Whether all devices that hold a part of the array are this process's."""
        layout = self._node().aval.layout
        return layout.mesh is None or layout.sharding.is_fully_addressable

    @property
    def is_fully_replicated(self) -> bool:
        """Whether each device that holds a part of the array holds all of it."""
        layout = self._node().aval.layout
        return layout.mesh is None or max(layout.parts, default=1) == 1

    def _fetched(self) -> np.ndarray:
        """Return the elements as NumPy's array."""
        seen, owner = self._on_host, self._owner
        if seen is not None and not seen[2] and (owner is None or seen[0] is owner.host):
            return seen[1].copy()  # also while a program runs that calls for it
        with launch_order.lock:  # no other thread writes to them meanwhile
            return transfer.to_numpy(self._node())

    def _element(self) -> Any:
        """Return the one element as NumPy's scalar."""
        with launch_order.lock:
            return transfer.scalar(self._node())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        same = dtype is None or self.dtype == dtype
        if copy or not same:
            if copy is False:
                raise ValueError(
                    f"Unable to avoid copy while creating an array as requested: the array is of "
                    f"{self.dtype}, not {np.dtype(dtype)}"
                )
            host = self._numpy()
            return np.array(self._fetched() if host is None else host, dtype)
        lent = homes.lend(self)
        if lent is not None:
            return lent
        array = self._fetched()
        # what is read-only is the memory of a device
        if not array.flags.writeable:
            node = self._node()
            node.exported = True
            is_shared = self._is_whole and (node.holders > 1 or node.kind is Kind.VIEW)
            if is_shared and copy is not False:
                # C code that does not ask whether it may write must not reach another array
                array = array.copy()
        elif copy is False:
            raise ValueError(
                "Unable to avoid copy while creating an array as requested: the elements lie on "
                "several devices; read x.addressable_shards, or pass copy=None"
            )
        # nothing that is written to it would come to the devices
        view = array.view()
        view.flags.writeable = False
        if chain := self._chain:
            surroundings.remember(view, self._memory, chain)
        return view

    def to_numpy(self) -> np.ndarray:
        """Return the elements as NumPy's own array, for code that takes nothing else.

        Returns
        -------
        numpy.ndarray
            On the memory of this array, which comes home from the devices for that. A read-only
            copy of one that stays there, as it was placed or `host_work` is 0: gathered. A copy to
            write to is ``numpy.array(x)``.
        """
        return self.__array__()

    def to_local(self) -> np.ndarray:
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
        own: Any = self
        return local_part(own)

    def __arrow_array__(self, type: Any = None) -> Any:
        import pyarrow as pa  # start-up time, and an extra: it is there where somebody asks

        return pa.array(self.to_numpy(), type=type)

    def __conform__(self, protocol: Any) -> Any:
        """Return what sqlite3 stores: what its adapter for NumPy's arrays makes of this one."""
        import sqlite3  # it is there where somebody asks

        adapter = sqlite3.adapters.get((np.ndarray, protocol))
        return None if adapter is None else adapter(self.to_numpy())

    def block_until_ready(self) -> Self:
        """Wait until the elements are computed; return the array, as `jax.Array` does.

        Returns
        -------
        array
            The array itself.
        """
        return block_until_ready(self)

    # what notebooks and others offer to those who look or type

    def _repr_html_(self) -> str:
        # for notebooks alone, which need not cost others start-up time
        from sharray._functions.display import html

        return html.array(self)

    def __dir__(self) -> list[str]:
        # what is offered where somebody types: as of a NumPy array, nothing private
        return [n for n in dir(type(self)) if n.startswith("__") or not n.startswith("_")]

    # scalars

    def _number(self) -> Any:
        """Return the one element of an array without dimensions as a scalar of NumPy."""
        seen = self._numpy()
        if seen is not None and not seen.ndim:
            return seen[()]
        if self.shape:
            use = "x.item()" if self.size == 1 else "x.item(i) for one element, x.tolist() for all"
            raise TypeError(
                "only 0-dimensional arrays can be converted to Python scalars, not one of shape "
                f"{self.shape}; use {use}"
            )
        return self._element()

    def __bool__(self) -> bool:
        seen = self._numpy()
        if seen is not None and seen.size == 1:
            return bool(seen)
        if self.size != 1:
            use = "any() or all()" if self.size else "x.size > 0, for it is empty"
            raise ValueError(
                f"the truth value of an array of shape {self.shape} is ambiguous: only one element "
                f"has one; use {use}{see('truth-value')}"
            )
        return bool(self._element())

    def __int__(self) -> int:
        return int(self._number().item())

    def __float__(self) -> float:
        return float(self._number().item())

    def __complex__(self) -> complex:
        return complex(self._number())

    def __index__(self) -> int:
        if self.dtype.kind not in "iu" or self.shape:
            raise TypeError(
                f"only an integer array without dimensions can be an index, not {self.dtype} of "
                f"shape {self.shape}"
            )
        return int(self._number())

    def __round__(self, ndigits: int | None = None) -> Any:
        return round(self._number(), ndigits)

    def __trunc__(self) -> int:
        return math.trunc(self._number().item())

    def __floor__(self) -> int:
        return math.floor(self._number().item())

    def __ceil__(self) -> int:
        return math.ceil(self._number().item())

    __hash__ = None  # type: ignore[assignment]

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
        if len(args) == 1 and isinstance(args[0], tuple):
            args = args[0]
        host = self._numpy()
        if host is not None:
            return host.item(*args)
        if not args:
            if self.size != 1:
                raise ValueError(
                    "can only convert an array of size 1 to a Python scalar, not one of shape "
                    f"{self.shape}"
                )
            return self._element().item()
        if len(args) == 1 and self.ndim != 1:
            at = operator.index(args[0])
            if not -self.size <= at < self.size:
                raise IndexError(f"index {at} is out of bounds for size {self.size}")
            args = tuple(int(i) for i in np.unravel_index(at % self.size, self.shape))
        if len(args) != self.ndim:
            raise ValueError(f"incorrect number of indices for an array of shape {self.shape}")
        at = tuple(operator.index(i) for i in args)
        return np.asarray(self[at]).item()

    # sequences

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of unsized object: an array without dimensions")
        return self.shape[0]

    def __iter__(self) -> Iterator[Self]:
        if not self.shape:
            raise TypeError("iteration over a 0-d array")
        owner = self._owner
        node = None if owner is None else owner.node
        if self.ndim > 1 or (node is not None and node.is_traced):
            return (self[i] for i in range(len(self)))
        return elements(self)

    def _lent_whole(self) -> np.ndarray | None:
        """Return NumPy's array to iterate over in the place of this one, if it is to be used."""
        return None

    def tolist(self) -> Any:
        """Return the elements as nested lists of Python scalars.

        Returns
        -------
        list, or bool, int, float or complex
            Nested lists; of an array without dimensions its element.
        """
        return self._fetched().tolist()

    # bytes

    def tobytes(self, order: str | None = "C") -> bytes:
        """Return the bytes of all elements, gathered on the host.

        Parameters
        ----------
        order : {"C", "F", "A"}
            Row-major; column-major; the latter if the array is laid out so.

        Returns
        -------
        bytes
        """
        if order == "A":
            order = "F" if self.flags.fnc else "C"
        return self._fetched().tobytes(order)  # type: ignore[arg-type]

    def __bytes__(self) -> bytes:
        return self.tobytes()

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
        files.tofile(self, fid, sep, format)

    def dumps(self) -> bytes:
        """Return the array as a pickle of protocol 2, as NumPy does.

        Returns
        -------
        bytes
        """
        return pickle.dumps(self, _PROTOCOL)

    def dump(self, file: Any) -> None:
        """Write the array to a file as a pickle.

        Parameters
        ----------
        file : str, path or file
            Where to: a name, or a file that is open for bytes.
        """
        if hasattr(file, "write"):
            pickle.dump(self, file, _PROTOCOL)
        else:
            Path(file).write_bytes(self.dumps())

    def __reduce__(self) -> Any:
        array = self._fetched()
        layout = self._node().aval.layout
        spec = None if layout.mesh is None else tuple(layout.spec)
        return _restore, (array, spec, self._flavour.name)

    def __copy__(self) -> Any:
        return self._flavour.result(self.copy("K"), number=False)

    def __deepcopy__(self, memo: Any) -> Any:
        return self.__copy__()


def _restore(array: np.ndarray, spec: Any, flavour: str) -> Any:
    """Make the array of a pickle: on the current mesh, with its spec if that has its axes."""
    if spec is None or context.is_cut_off:
        restored = asarray(array)
    else:
        axes = {name for names in spec for name in names}
        fits = axes <= set(get_mesh().shape)
        # replicated on purpose, or on a mesh of other axes
        there = jax.sharding.PartitionSpec(*[n or None for n in spec]) if fits else None
        restored = asarray(array, device=there)
    return (NUMPY if flavour == NUMPY.name else ARRAY_API).result(restored, number=False)
