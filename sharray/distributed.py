"""Several processes, on one host or on many, that run the same program on shared arrays.

Every process runs the same statements. Arrays are sharded over the devices of all processes, small
ones are replicas in each. JAX's distributed runtime connects them; the processes compare what they
do, so that a program in which they part ways ends with an error (`ProcessesDifferError`).
"""

from __future__ import annotations

import atexit
import contextlib
import inspect
import json
import os
import platform
import secrets
import socket
import subprocess
import sys
import zlib
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from sharray._core import collector, policy
from sharray._core.context import host_only
from sharray._core.lazy import jax
from sharray._core.links import see
from sharray._core.settings import assume_for_processes, get_options
from sharray._engine import agreed, agreement, bootstrap, cluster, process, program_files
from sharray._engine.agreement import ProcessesDifferError
from sharray._engine.agreement_client import Client
from sharray._engine.comparing import connections, hub

__all__ = [
    "ProcessesDifferError",
    "devices",
    "initialize",
    "is_initialized",
    "local_devices",
    "process_count",
    "process_index",
    "process_local",
    "shutdown",
]


def __dir__() -> list[str]:
    return __all__


_hubs: list[subprocess.Popen[str]] = []
#: Bytes of what process 0 tells the others at the start.
_LONGEST = 4096


def initialize(
    coordinator_address: str | None = None,
    num_processes: int | None = None,
    process_id: int | None = None,
    local_device_ids: int | Sequence[int] | None = None,
    cluster_detection_method: str | None = None,
    initialization_timeout: int = 300,
    heartbeat_timeout_seconds: int = 100,
    shutdown_timeout_seconds: int = 300,
    coordinator_bind_address: str | None = None,
    **options: Any,
) -> None:
    """Connect this process with the others of its program, before anything is computed on devices.

    On CPUs JAX's cache of compiled programs is off from here on: programs from it would wait for
    those of other processes for ever.

    Parameters
    ----------
    coordinator_address
        Host and port, "10.0.0.1:1234", where process 0 listens and the others reach it.
    num_processes, process_id
        How many processes there are, and which one this is, from 0 on.
    local_device_ids
        The devices of this host that this process uses; by default all.
    cluster_detection_method
        How to find what is not given: "slurm", "ompi", "mpi4py", "deactivate", ...; by default
        whatever the environment shows.
    initialization_timeout
        How long to wait for the others, in seconds.
    heartbeat_timeout_seconds, shutdown_timeout_seconds
        After how many seconds of silence JAX takes a process for dead (from a minute on, its
        connections may have closed before), and how long one that ends waits for the others.
    coordinator_bind_address
        Where process 0 listens, if not on that port of all its addresses.
    **options
        What else the installed JAX takes.

    Raises
    ------
    RuntimeError
        If devices are in use already, or the process is connected.
    TypeError
        If the installed JAX does not take one of the options.
    ValueError
        If the arguments contradict each other, nothing says what is not given, process 0 cannot
        listen, two are the same process, or the setting `host_work` is not 0.
    TimeoutError
        If the coordinator cannot be reached, or others have not come, in that time.
    ProcessesDifferError
        If the processes differ in their numbers or kinds of devices, versions, settings, programs.

    References
    ----------
    JAX: jax.distributed.initialize, whose arguments these are.
    """
    if is_initialized():
        if coordinator_address is None and num_processes is None and agreement.by_launcher:
            return
        raise RuntimeError(
            f"this process is connected already, as process {process_index()} of "
            f"{process_count()}: call initialize once"
        )
    _check_options(options)
    cluster_detection_method, coordinator_address, num_processes, process_id = _checked(
        cluster_detection_method, coordinator_address, num_processes, process_id
    )
    if cluster_detection_method == "mpi4py" and local_device_ids is None:
        local_device_ids = cluster.rank_on_host()
    bind = coordinator_bind_address or os.environ.get("JAX_COORDINATOR_BIND_ADDRESS")
    starting: contextlib.AbstractContextManager[None] = contextlib.nullcontext()
    if not (process.has_devices() or jax.distributed.is_initialized()):  # which JAX says
        starting = bootstrap.meet(
            process_id, num_processes, coordinator_address, bind, initialization_timeout
        )
    with starting:
        with _explained():
            jax.distributed.initialize(
                coordinator_address,
                num_processes,
                process_id,
                local_device_ids,
                cluster_detection_method,
                initialization_timeout,
                heartbeat_timeout_seconds,
                shutdown_timeout_seconds,
                coordinator_bind_address,
                **options,
            )
        if jax.default_backend() == "cpu":
            # see `_engine.program_files`, which keeps them in its place
            jax.config.update("jax_enable_compilation_cache", False)
        assume_for_processes()
        _join(
            coordinator_address,
            num_processes,
            initialization_timeout,
            heartbeat_timeout_seconds,
            shutdown_timeout_seconds,
        )


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    """Say what to do about errors of JAX's at the start."""
    try:
        yield
    except RuntimeError as error:
        if "before" not in str(error):
            raise
        raise RuntimeError(
            "initialize comes too late: devices are in use already. Call it before the first array "
            "is made on them, and before jax.devices() and the like" + see("jax-started")
        ) from error
    except ValueError as error:
        raise ValueError(
            f"{error} Give coordinator_address, num_processes and process_id, or start the program "
            "by python -m sharray -n 4, srun or mpirun"
        ) from error


def _check_options(options: dict[str, Any]) -> None:
    """Raise TypeError for what JAX does not take, before anybody waits for the others."""
    known = inspect.signature(jax.distributed.initialize).parameters
    if unknown := [name for name in options if name not in known]:
        raise TypeError(f"initialize: JAX {version('jax')} takes no {', '.join(unknown)}")


def _checked(
    method: str | None, address: str | None, count: int | None, index: int | None
) -> tuple[str | None, str | None, int | None, int | None]:
    """Return what is known of them, with what the environment says, if they can be so."""
    if address is None:
        address = os.environ.get("JAX_COORDINATOR_ADDRESS")
    if method in (None, "ompi", "slurm", "mpi4py"):
        method, address, count, index = cluster.completed(method, address, count, index)
    port = address.rpartition(":")[2] if isinstance(address, str) else ""
    is_address = port.isdecimal() and int(port) < 1 << 16
    if address is not None and not is_address:
        raise ValueError(f"coordinator_address is host and port, 10.0.0.1:1234, not {address!r}")
    numbers = []
    for name, number in (("num_processes", count), ("process_id", index)):
        if number is not None and not isinstance(number, (int, np.integer)):
            raise TypeError(f"{name} is a whole number, not {number!r}")
        numbers.append(None if number is None else int(number))
    count, index = numbers
    if index is not None and (index < 0 or (count is not None and index >= count)):
        of = "" if count is None else f" of {count} processes"
        raise ValueError(f"there is no process_id {index}{of}: they are counted from 0 on")
    policy.check_processes()
    return method, address, count, index


def _join(
    address: str | None,
    num_processes: int | None,
    timeout: float,
    heartbeat: float,
    patience: float,
) -> None:
    """Connect with process 0, beside which one compares what the processes do."""
    index, count = jax.process_index(), jax.process_count()
    _check_devices(count)
    token = secrets.token_hex(16)
    reached = [address.rpartition(":")[0].strip("[]")] if address else []
    where = ""
    if index == 0:
        addresses = {str(a[4][0]) for a in socket.getaddrinfo(socket.gethostname(), None)}
        hosts = [*reached, socket.gethostname(), *sorted(addresses)]
        memory = agreed.share_memory(token, count)
        port = _start_hub(count, token, memory, timeout, heartbeat)
        where = json.dumps([port, token, hosts, agreed.path_of(memory)])
    port, token, hosts, path = json.loads(_from_process_0(where))
    hosts = ["localhost"] if index == 0 else hosts
    connection, bell = [
        _connect_here(token) or bootstrap.connect(index, hosts, port, timeout) for _ in range(2)
    ]
    for each in (connection, bell):
        connections.keep_alive(each, heartbeat)
    on_cpu = jax.default_backend() == "cpu"
    client = Client(connection, bell, index, token, path, patience, on_cpu=on_cpu)
    client.start(_facts(int(num_processes or count)), timeout)
    if on_cpu:
        program_files.agree(client)
    collector.follow()
    agreement.join(client)


def _check_devices(count: int) -> None:
    """Raise the error that all processes get where they have different devices."""
    kinds = [[d.device_kind for d in jax.devices() if d.process_index == i] for i in range(count)]
    if any([one != kinds[0] for one in kinds]):
        texts = [
            f"process {i}: {len(k)} ({', '.join(sorted(set(k)))})" for i, k in enumerate(kinds)
        ]
        raise ProcessesDifferError(
            "the processes of this program have different devices: " + ", ".join(texts)
        )


def _from_process_0(text: str) -> str:
    """Return the text of process 0, which travels as an array."""
    from jax.experimental import multihost_utils  # start-up time

    data = np.frombuffer(text.encode().ljust(_LONGEST), np.uint8)
    return bytes(np.asarray(multihost_utils.broadcast_one_to_all(data))).decode().rstrip()


def _connect_here(token: str) -> socket.socket | None:
    """Connect with the one that compares, if it is on this host."""
    if sys.platform != "linux":
        return None
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(connections.name_here(token))
    except OSError:
        connection.close()
        return None
    return connection


def _start_hub(count: int, token: str, memory: int, timeout: float, heartbeat: float) -> int:
    """Start the process that compares, which gets the file of the memory; return its port."""
    process = subprocess.Popen(
        hub.command(count, memory, timeout, heartbeat),
        pass_fds=[memory] if memory else [],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # it ends when the processes have ended, and not by Ctrl-C
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{token}\n")
    process.stdin.flush()
    process.returncode = 0  # nobody waits for it
    _hubs.append(process)  # whose input ends with this process, and not before
    atexit.register(process.stdin.close)
    with process.stdout:
        return int(process.stdout.readline())


def _facts(count: int) -> dict[str, Any]:
    """Return what has to be the same in all processes, by what an error calls it."""
    main = getattr(sys.modules.get("__main__"), "__file__", None)
    program = agreement.program
    if program is None:
        program = zlib.crc32(Path(main).read_bytes()) if main else 0
    return {
        "Python": platform.python_version(),
        **{name: version(name) for name in ("jax", "jaxlib", "numpy", "sharray")},
        "settings": get_options(),
        "program, of digest": program,
        "number of processes": count,
    }


@contextlib.contextmanager
def process_local() -> Iterator[None]:
    """Compute with NumPy in this block, for arrays that are this process's own.

    Arrays that are made in it lie on the host, whatever their size, and need not be those of other
    processes: what `from_process_local_data` is given, say. With `sharray.numpy`, and under the
    launcher, they are NumPy's own. Nothing moves; those that lie on devices are no less shared.
    Checkpoints and files are read and written by this process alone.

    Returns
    -------
    context manager

    Examples
    --------
    >>> import sharray
    >>> import sharray.numpy as np
    >>> with sharray.distributed.process_local():
    ...     rows = np.full((100_000, 3), 1.0 + sharray.distributed.process_index())
    >>> type(rows)
    <class 'numpy.ndarray'>
    >>> sharray.from_process_local_data(sharray.get_mesh(), rows).shape
    (100000, 3)
    """
    with host_only():
        yield


def is_initialized() -> bool:
    """Whether this process is connected with others.

    Returns
    -------
    bool
    """
    return agreement.client is not None


def shutdown() -> None:
    """Wait for the other processes, and end the connection; nothing without one."""
    if agreement.client is not None:
        agreement.client.leave()
        agreement.part()
        jax.distributed.shutdown()


def process_index() -> int:
    """Return which process this is, from 0 on.

    Returns
    -------
    int
    """
    return jax.process_index()


def process_count() -> int:
    """Return the number of processes.

    Returns
    -------
    int
    """
    return jax.process_count()


def devices() -> list[Any]:
    """Return the devices of all processes.

    Returns
    -------
    list of jax.Device
    """
    return jax.devices()


def local_devices() -> list[Any]:
    """Return the devices of this process.

    Returns
    -------
    list of jax.Device
    """
    return jax.local_devices()
