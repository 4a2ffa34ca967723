"""Compile a traced function and read its figures: here, or for more devices than there are."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sharray._core.lazy import jax
from sharray._engine import explained
from sharray._tools.explain import child

if TYPE_CHECKING:
    from jax.sharding import AbstractMesh, Mesh

_CHILD = Path(child.__file__)


class Figures(NamedTuple):
    """What is known of a compiled program: its HLO, and figures for each device."""

    text: str
    memory: tuple[int, int, int, int] | None
    flops: float
    #: of each result, where XLA has placed it
    specs: list[Any]


def figures(
    function: Callable[..., Any],
    arguments: list[jax.ShapeDtypeStruct],
    donated: tuple[int, ...],
    mesh: Mesh | AbstractMesh,
    notes: explained.Notes,
) -> Figures:
    """Compile a function of arrays, which returns a tuple of them; nothing runs."""
    jitted = jax.jit(function, donate_argnums=donated)
    jitted.trace(*arguments)
    outside = notes.outside
    if outside:  # known now, so that they can be arguments
        notes.forget()
        count = len(arguments)
        keys, values = list(outside), list(outside.values())

        def with_outside(*buffers: Any) -> Any:
            notes.inside = dict(zip(keys, buffers[count:], strict=True))
            return function(*buffers[:count])

        arguments = arguments + [
            jax.ShapeDtypeStruct(v.shape, v.dtype, sharding=v.sharding) for v in values
        ]
        jitted = jax.jit(with_outside, donate_argnums=donated)
    if isinstance(mesh, jax.sharding.Mesh):
        compiled = jitted.lower(*arguments).compile()
        return Figures(**child.figures(compiled))
    # a mesh of the user's that is current would be taken for that of the program
    with jax.set_mesh(jax.sharding.Mesh(np.empty((), object), ())):
        exported = jax.export.export(jitted, platforms=["cpu"])(*arguments)
    return _elsewhere(exported, arguments, donated, mesh)


def _elsewhere(
    exported: jax.export.Exported,
    arguments: list[jax.ShapeDtypeStruct],
    donated: tuple[int, ...],
    mesh: AbstractMesh,
) -> Figures:
    """Compile in a process with as many virtual devices as the mesh has."""
    results: Any = exported.out_avals
    request = {
        "module": exported.mlir_module_serialized,
        "kept": exported.module_kept_var_idx,
        "arguments": [(a.shape, str(a.dtype), _spec(a)) for a in arguments],
        "results": [(tuple(a.shape), str(a.dtype)) for a in results],
        "donated": donated,
        "sizes": mesh.axis_sizes,
        "names": mesh.axis_names,
    }
    flags = os.environ.get("XLA_FLAGS", "")
    environment = os.environ | {
        "JAX_PLATFORMS": "cpu",
        "JAX_NUM_CPU_DEVICES": str(mesh.size),
        "JAX_ENABLE_X64": "1",
        "XLA_FLAGS": re.sub(r"--xla_force_host_platform_device_count=\S+", "", flags),
        "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
    }
    # as text, so that the folder of sharray, whose modules have common names, is not searched
    done = subprocess.run(
        [sys.executable, "-c", _CHILD.read_text(encoding="utf-8")],
        input=pickle.dumps(request),
        capture_output=True,
        env=environment,
        check=False,
    )
    if done.returncode:
        errors = done.stderr.decode(errors="replace").strip()
        raise RuntimeError(
            f"explain: compiling for {mesh.size} devices failed in a process of its own:\n{errors}"
        )
    return Figures(**pickle.loads(done.stdout))


def _spec(argument: jax.ShapeDtypeStruct) -> Any:
    return argument.sharding.spec  # type: ignore[union-attr]
