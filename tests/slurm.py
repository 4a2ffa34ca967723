"""Tasks as srun starts them, for whoever reads what it says in the environment."""

import os
import subprocess
import sys
from pathlib import Path

import sharray
from sharray._tools.launch.processes import free_port

ROOT = Path(sharray.__path__[0]).parent


def run(folder, program, *options, ranks=(0, 1), first="127.0.0.1", hosts=None, timeout=120):
    """Run a program in tasks, and return of each its exit code, and what it printed.

    Parameters
    ----------
    options
        Of Python.
    ranks
        Which tasks.
    first
        The host of task 0.
    hosts
        How a command is run on the host of each task, by default here.
    """
    (folder / "program.py").write_text(program)
    count = str(max(2, len(ranks)))
    environment = os.environ | {
        "PYTHONPATH": str(ROOT), "JAX_PLATFORMS": "cpu", "SHARRAY_PROGRAM_CACHE": "0",
        "SLURM_JOB_ID": "7", "SLURM_STEP_NODELIST": first, "SLURM_NTASKS": count,
        "SLURM_STEP_NUM_TASKS": count, "SLURM_LOCALID": "0",
        "JAX_COORDINATOR_PORT": str(free_port()),
    }  # fmt: skip
    tasks = [
        subprocess.Popen(
            [*host, sys.executable, *options, "program.py"],
            cwd=folder,
            env=environment | {"SLURM_PROCID": str(rank)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for rank, host in zip(ranks, hosts or [()] * len(ranks), strict=True)
    ]
    try:
        said = [task.communicate(timeout=timeout) for task in tasks]
    finally:
        for task in tasks:
            task.kill()
    return [(task.returncode, *texts) for task, texts in zip(tasks, said, strict=True)]
