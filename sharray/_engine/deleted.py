"""Values that JAX has deleted, as it does with arguments that a jitted function is donated."""

from __future__ import annotations

from sharray._core.links import see
from sharray._core.node import DEVICES, Node


def check(node: Node) -> None:
    """Raise an error if a value is gone, which only one that has been handed out may be.

    On several CPU devices JAX ends the process where a compiled program is given such a buffer
    (seen with 0.10; 0.12 raises an error).
    """
    if node.state is DEVICES and node.value.is_deleted():
        raise RuntimeError(
            f"the array of shape {node.aval.shape} was donated to a jitted function, which has "
            "overwritten it: use what the function returned, or do not donate the array"
            f"{see('donated-array')}"
        )
