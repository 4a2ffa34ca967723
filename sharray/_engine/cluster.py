"""What mpirun, srun and mpi4py say of a program's processes, and which ports are free."""

from __future__ import annotations

import contextlib
import importlib
import os
import random
import re
import socket
import sys
from typing import Any

#: A job takes one of the last ports, which follows from its number.
_PORTS = 1 << 12
#: Between it is found and process 0 listens there, a connection may get any port above these.
_BELOW_EPHEMERAL = range(10_000, 32_768)


def completed(
    method: str | None, address: str | None, count: int | None, index: int | None
) -> tuple[str | None, str | None, int | None, int | None]:
    """Return them with what mpirun, srun and mpi4py say in the place of what is None.

    Parameters
    ----------
    method
        "ompi", "slurm" or "mpi4py", if only that is asked.
    address
        Host and port of process 0.
    count, index
        How many processes there are, and which one this is.
    """
    said, first, job, counted, numbered = os.environ, None, None, "", ""
    ranked = {count, index} == {None}
    slurm = {"SLURM_JOB_ID", "SLURM_STEP_NODELIST", "SLURM_NTASKS", "SLURM_PROCID"}
    by_open_mpi = _has_started("OMPI_COMM_WORLD_SIZE")
    if method not in ("slurm", "mpi4py") and "OMPI_MCA_orte_hnp_uri" in said:
        job, _, hosts = said["OMPI_MCA_orte_hnp_uri"].partition(".")
        job = int(job) // _PORTS  # its number is a multiple of that
        first = re.search(r"tcp://([^,:]+)|tcp6://\[([^,\]]+)", hosts)
        counted, numbered = "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"
    elif method not in ("ompi", "mpi4py") and slurm <= said.keys() and not by_open_mpi:
        job = int(said["SLURM_JOB_ID"])
        # such as node[001-015,020],other
        first = re.match(r"([^,\[]+)(?:\[(\w+))?", said["SLURM_STEP_NODELIST"])
        counted, numbered = "SLURM_NTASKS", "SLURM_PROCID"
    elif (
        (method in (None, "mpi4py") or (method == "ompi" and by_open_mpi))
        and ranked
        and (world := _mpi_world(method)) is not None
    ):
        # Open MPI from 5 on does not tell where process 0 is; all ask, for it is a broadcast
        address = world.bcast(address or _free_address(said.get("JAX_COORDINATOR_PORT")), root=0)
        return "mpi4py", address, world.Get_size(), world.Get_rank()
    if first is None or job is None:
        return method, address, count, index
    if address is None:
        port = said.get("JAX_COORDINATOR_PORT", 65536 - _PORTS + job % _PORTS)
        address = f"{''.join(filter(None, first.groups()))}:{port}"
    count = int(said[counted]) if count is None else count
    return method, address, count, int(said[numbered]) if index is None else index


def _has_started(count: str) -> bool:
    """Whether mpirun has started this process as one of several; `count` is its variable."""
    return int(os.environ.get(count, "1")) > 1


def _mpi_world(method: str | None) -> Any:
    """Return the processes that mpi4py knows, if the program uses it or an MPI has started it."""
    # by MPICH and those that follow it, or by Open MPI
    started = _has_started("PMI_SIZE") or _has_started("OMPI_COMM_WORLD_SIZE")
    if method is None and not started and "mpi4py.MPI" not in sys.modules:
        return None
    try:
        world = importlib.import_module("mpi4py.MPI").COMM_WORLD
    except (ImportError, RuntimeError) as error:  # the latter where there is no MPI
        if method is None and not started:
            return None
        raise ValueError(
            f"mpi4py is to say which process this is, and does not: {error}. Install it, or give "
            "coordinator_address, num_processes and process_id"
        ) from error
    return world if method or world.Get_size() > 1 else None


def rank_on_host() -> int:
    """Return which of the processes on its host this is, by mpi4py, which all have to ask."""
    MPI = importlib.import_module("mpi4py.MPI")
    return MPI.COMM_WORLD.Split_type(MPI.COMM_TYPE_SHARED).Get_rank()


def _free_address(port: str | None) -> str:
    return f"{socket.gethostname()}:{port or free_port()}"


def free_port() -> int:
    """Return a port that nobody listens to, and that the system gives to no connection."""
    for port in random.SystemRandom().sample(_BELOW_EPHEMERAL, 100):
        with contextlib.suppress(OSError), socket.create_server(("", port)):
            return port
    with socket.create_server(("", 0)) as server:
        return server.getsockname()[1]
