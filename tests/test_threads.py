"""LAPACK on several CPU devices: with a thread pool as small as the devices, JAX hangs for ever."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import numpy as np
import sharray as xp
rng = np.random.default_rng(0)
a = rng.uniform(-1, 1, (488, 16, 16)) + 32 * np.eye(16)
x = xp.asarray(a)
for _ in range(200):
    y = xp.block_until_ready(xp.linalg.inv(x))
assert xp.__name__ == "sharray" and len(y.addressable_shards) == {devices}
assert np.allclose(np.asarray(y), np.linalg.inv(a))
"""


def test_batched_lapack_ends(monkeypatch):
    monkeypatch.delenv("NPROC", raising=False)
    for devices in (2, 3):
        monkeypatch.setenv("JAX_NUM_CPU_DEVICES", str(devices))
        monkeypatch.delenv("XLA_FLAGS", raising=False)
        program = PROGRAM.replace("{devices}", str(devices))
        subprocess.run([sys.executable, "-c", program], check=True, timeout=120)
