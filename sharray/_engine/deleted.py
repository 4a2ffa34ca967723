"""Values that JAX has deleted, as it does with arguments that a jitted function is donated."""

from __future__ import annotations

from collections.abc import Iterable

from sharray._core.links import see
from sharray._core.node import DEVICES, Node


def check(nodes: Iterable[Node]) -> None:
    """Raise an error if a value is gone; only what has been handed out to JAX may be.

    On several CPU devices JAX ends the process where a compiled program is given such a buffer
    (seen with 0.10; 0.12 raises an error).
    """
    for node in nodes:
        if node.exported and node.state is DEVICES and node.value.is_deleted():
            raise RuntimeError(
                f"the array of shape {node.aval.shape} was donated to a jitted function, which has "
                "overwritten it: use what the function returned, or do not donate the array"
                f"{see('donated-array')}"
            )
