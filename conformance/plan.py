"""What is to be run: the meshes, the modes, and the settings that hold for all of them."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Mode = Literal["deferred", "immediate"]
MODES: tuple[Mode, ...] = ("deferred", "immediate")

STANDARD_MESHES = ((1,), (2,), (3,), (8,), (4, 2))
IMMEDIATE_MESH = (8,)


@dataclass(frozen=True, order=True)
class Run:
    """One pass through the whole suite."""

    mesh: tuple[int, ...]
    mode: Mode
    examples: int

    @property
    def devices(self) -> int:
        return math.prod(self.mesh)

    @property
    def mesh_text(self) -> str:
        return mesh_text(self.mesh)

    @property
    def name(self) -> str:
        return f"mesh-{self.mesh_text}-{self.mode}-{self.examples}"

    @classmethod
    def from_name(cls, name: str) -> Run | None:
        match = re.fullmatch(r"mesh-([0-9x]+)-(deferred|immediate)-([0-9]+)", name)
        if match is None:
            return None
        mode: Mode = "immediate" if match[2] == "immediate" else "deferred"
        return cls(parse_mesh(match[1]), mode, int(match[3]))


@dataclass(frozen=True)
class Settings:
    """What every run of one invocation shares."""

    suite: Path
    module: str
    api_version: str
    derandomize: bool
    seed: int
    shrink: bool
    keyword: str | None
    only_failed: bool
    fresh: bool
    resume: bool
    jobs: int
    timeout: float
    worker_memory: float
    state: Path
    cache: Path | None

    @property
    def partial(self) -> bool:
        """Whether this invocation looks at some of the tests only."""
        return self.keyword is not None or self.only_failed


def mesh_text(mesh: Iterable[int]) -> str:
    return "x".join(str(n) for n in mesh)


def parse_mesh(text: str) -> tuple[int, ...]:
    """Read ``8`` or ``4x2``."""
    if not re.fullmatch(r"[1-9][0-9]*(x[1-9][0-9]*)*", text):
        raise argparse.ArgumentTypeError(f"a mesh is written 8 or 4x2, not {text!r}")
    return tuple(int(part) for part in text.split("x"))


def parse_meshes(text: str) -> list[tuple[int, ...]]:
    """Read ``1,8,4x2``."""
    return [parse_mesh(part.strip()) for part in text.split(",")]


def plan(meshes: Iterable[tuple[int, ...]] | None, mode: str | None, examples: int) -> list[Run]:
    """List the runs asked for.

    Without meshes and mode: every standard mesh in deferred mode, and one in immediate mode.
    """
    if meshes is None and mode is None:
        runs = [Run(mesh, "deferred", examples) for mesh in STANDARD_MESHES]
        return [*runs, Run(IMMEDIATE_MESH, "immediate", examples)]
    modes: list[Mode] = [
        m for m in MODES if mode in (m, "both") or (mode is None and m == "deferred")
    ]
    chosen = list(dict.fromkeys(meshes if meshes is not None else STANDARD_MESHES))
    return [Run(mesh, m, examples) for m in modes for mesh in chosen]
