"""Runs the public array API conformance suite on sharray, on meshes of virtual CPU devices.

``python -m conformance --suite PATH`` does everything; ``--help`` explains it. One process (this
package, without JAX) hands single tests to worker processes (pytest with the plugin `worker`),
writes each result down at once (`state`), and turns what is written down into a page (`report`).
"""
