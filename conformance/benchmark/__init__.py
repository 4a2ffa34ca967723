"""Speed and memory beside NumPy and hand-written JAX: ``python -m conformance.benchmark``."""
