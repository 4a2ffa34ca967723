"""What every layer speaks of: shapes, layouts, lenses, memories, nodes, declarations of operations.

Also what they all ask: the current mesh, the settings, the policy that chooses between host and
devices, the context of a thread, the user's line. It may import NumPy, and JAX as late as it can.
Every other package calls it; it calls none.
"""
