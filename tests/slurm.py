"""Tasks as srun starts them, by Slurm itself or with what it says in the environment."""

import contextlib
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import sharray
from sharray._engine.cluster import free_port

ROOT = Path(sharray.__path__[0]).parent

#: A cluster of one node on this host, without services that only an administrator starts.
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SelectType=select/linear
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={folder}
SlurmdSpoolDir={folder}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
"""


@contextlib.contextmanager
def cluster(folder):
    """Start Slurm's controller and the daemon of a node; gives the environment for its commands."""
    folder.mkdir()
    configuration = folder / "slurm.conf"
    configuration.write_text(
        CONFIGURATION.format(
            host=socket.gethostname(), ports=(free_port(), free_port()), folder=folder
        )
    )
    environment = os.environ | {"SLURM_CONF": str(configuration), "PYTHONPATH": str(ROOT)}
    with contextlib.ExitStack() as stack:
        log = stack.enter_context((folder / "log").open("w+"))
        for daemon in ("slurmctld", "slurmd"):
            command = [daemon, "-D", "-f", str(configuration)]
            started = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
            stack.callback(started.wait)
            stack.callback(started.terminate)
        state = ["sinfo", "--noheader", "--format=%T"]
        end = time.monotonic() + 30
        while (
            "idle"
            not in subprocess.run(
                state, env=environment, capture_output=True, text=True, check=False
            ).stdout
        ):
            assert time.monotonic() < end, (folder / "log").read_text()
            time.sleep(0.1)
        yield environment


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
