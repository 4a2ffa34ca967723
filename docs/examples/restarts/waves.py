"""Waves in shallow water that go on from their last checkpoint, however often a process is killed.

python -m sharray -n 3 --restarts 2 docs/examples/restarts/waves.py 34 71

draws waves.png; process 1 is killed in steps 34 and 71. Without these numbers nobody is.
"""

import os
import signal
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import sharray
from sharray import checkpoint, distributed

SIZE, STEPS, EVERY = 300, 100, 10
FOLDER = Path("waves")


def begin():
    x = np.linspace(-1, 1, SIZE)
    x, y = np.meshgrid(x, x, indexing="ij")
    h = 1 + 0.3 * np.exp(-20 * (x**2 + y**2))
    return {"h": h, "u": np.zeros_like(h), "v": np.zeros_like(h), "step": 0}


def advance(h, u, v, ratio=0.2):
    """Move the water by one step, in place; the walls are at the ends."""
    u[1:-1] -= ratio * (h[2:] - h[:-2])
    v[:, 1:-1] -= ratio * (h[:, 2:] - h[:, :-2])
    h[1:-1] -= ratio * (u[2:] - u[:-2])
    h[:, 1:-1] -= ratio * (v[:, 2:] - v[:, :-2])


def kill(step):
    """Be killed in this step, if it is the first time that it is taken."""
    was_killed = Path(f"killed-{step}")
    if distributed.process_index() == 1 and not was_killed.exists():
        was_killed.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def main(*kills):
    state = begin()
    if (FOLDER / "checkpoint.json").exists():
        state = checkpoint.load(FOLDER, like=state)
    while state["step"] < STEPS:
        advance(state["h"], state["u"], state["v"])
        state["step"] += 1
        if state["step"] % EVERY == 0:
            checkpoint.save(FOLDER, state)
        if state["step"] in kills:
            kill(state["step"])
    print("mass", state["h"].sum(), "highest", state["h"].max())
    heights = sharray.asarray(state["h"]).to_numpy()  # all processes are asked for it
    if distributed.process_index() == 0:
        plt.imsave("waves.png", heights)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
