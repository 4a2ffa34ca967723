"""What JAX keeps of an array in a tree, and what a tree makes of an array in its turn."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from sharray._core.layout import Aval, Layout, host_aval
from sharray._core.lazy import jax
from sharray._core.memory import Memory
from sharray._core.node import Node
from sharray._engine import launch_order, transfer


class TreeLayout:
    """What the treedef keeps of an array; trees match where layouts do.

    Attributes
    ----------
    layout
        The layout of the buffer.
    is_free
        Whether the array is at home on the host, and has no placement of its own.
    by
        Of what the buffer has the dimensions, too, if it is that of a Jacobian whose rows and
        columns cannot be told apart by their numbers; else None.
    program
        A digest of what a program of JAX's computes it by, where processes compare that.
    """

    __slots__ = ("by", "is_free", "layout", "program")

    def __init__(
        self, layout: Layout, is_free: bool, by: Layout | None = None, program: int = 0
    ) -> None:
        self.layout, self.is_free, self.by, self.program = layout, is_free, by, program

    def __eq__(self, other: object) -> bool:
        """Whether trees match here.

        Without padding, arrays of other shapes do, as JAX's own: optimizers put the norm of an
        array in its place. What JAX keeps by trees it keeps by the shapes of buffers, too.
        """
        if not isinstance(other, TreeLayout):
            return False
        own, theirs = self.layout, other.layout
        if own is theirs:
            return self.by is other.by
        return own.shape != theirs.shape and not (own.is_padded or theirs.is_padded)

    def __hash__(self) -> int:
        return hash(TreeLayout)

    def __repr__(self) -> str:
        return f"{self.layout!r} of the host" if self.is_free else repr(self.layout)


_NO_NAME = (
    "the last key of a path to an array in a tree is that of its buffer, and has no name. Have the "
    "array be a leaf (tree_map_with_path(..., is_leaf=lambda v: isinstance(v, "
    "sharray.ShardedArray))), or look at path[:-1]"
)


class BufferIndex(int):
    """The number of the buffer of an array among its parts: what ends a path that JAX gives.

    An array does not know what its own key in the tree is. So what asks whether the last key is
    some name is told where that stands: "no" would be wrong without a word.
    """

    #: what the buffer is that of
    kind: type
    known: TreeLayout

    @staticmethod
    def of(kind: type, known: TreeLayout) -> BufferIndex:
        """Return the number of the buffer of an array of this type and layout."""
        index = BufferIndex(0)
        index.kind, index.known = kind, known
        return index

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            raise TypeError(f"compared with {other!r}: {_NO_NAME}")
        return int(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(int(self))


@functools.cache
def buffer_key() -> type:
    """Return the class of the keys of buffers in paths; the path is printed as the array's."""

    class BufferKey(jax.tree_util.FlattenedIndexKey):
        def __init__(self, index: BufferIndex) -> None:
            super().__init__(index)
            self._index = index

        @property
        def key(self) -> BufferIndex:
            return self._index

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(f"no attribute {name!r}: {_NO_NAME}", name=name, obj=self)

        def __repr__(self) -> str:
            return "BufferKey()"

        def __str__(self) -> str:
            return ""

    return BufferKey


class Returned(Memory):
    """Elements at home on the host whose buffer on devices came out of a tree, not fetched yet."""

    __slots__ = ()

    @staticmethod
    def holding(node: Node) -> Memory:
        """Return a memory with this buffer."""
        memory = Memory(node)
        memory.__class__ = Returned
        return memory

    @property
    def buffer(self) -> Node:
        """The elements on devices."""
        return vars(self)["node"]

    def _fetch(self) -> Memory:
        """Become an ordinary memory on the host."""
        with launch_order.lock:
            if type(self) is Returned:
                array = np.array(transfer.to_numpy(self.buffer), order="C")
                memory: Any = self
                memory.__class__ = Memory
                self.restore((None, array))
        return self

    def _host_aval(self) -> Aval:
        aval = self.buffer.aval
        return host_aval(aval.shape, aval.dtype)

    aval: Any = property(_host_aval)
    host: Any = property(lambda self: self._fetch().host)
    node: Any = property(lambda self: self._fetch().node)

    def __del__(self) -> None:
        self.buffer.let_go()


class Placeholder(NamedTuple):
    """What took the place of a buffer in a tree, and is no buffer of the layout.

    Taken apart, the array gives it back under the same layout: trees made by `jax.tree.map` match.
    """

    #: what it is for; on the host, where values are written in place, None
    node: Node | None
    value: Any
    layout: Layout
    #: see `TreeLayout`
    by: Layout | None = None
