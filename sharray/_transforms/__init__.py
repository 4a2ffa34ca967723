"""What JAX does to programs of arrays: ``jit``, derivatives, ``shard_map``, trees, checkpoints.

Arrays are leaves of JAX's trees (`pytree`), so its transformations take functions of them. It may
import everything below it. The public namespace and the tools use it.
"""
