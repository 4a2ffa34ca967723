"""Makes programs that differ from NumPy small, and prints them to be pasted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .allowed import Difference
from .generate import Program
from .settings import Setting

HEADER = """\
import jax
import sharray
import sharray.numpy as np

jax.config.update("jax_num_cpu_devices", {devices})
sharray.set_options(host_threshold={setting.host_threshold}, host_work={setting.host_work})"""
MOVES = """
from sharray._core import policy
from sharray._record import host_operands
from conformance.programs.settings import SETTINGS

policy.PIECE_COST, host_operands.YOUNG, move = 4, 1, SETTINGS["moves"].move"""


def reduce(
    program: Program, found: Difference, differs: Callable[[Program], Difference | None]
) -> tuple[Program, Difference]:
    """Delete statements as long as a difference of the same kind persists.

    Parameters
    ----------
    differs
        Runs a program and returns how it differs.
    """

    def attempt(smaller: Program) -> bool:
        nonlocal program, found
        now = differs(smaller)
        if now is None or now.kind != found.kind:
            return False
        program, found = replace(smaller, statements=smaller.statements[: now.index + 1]), now
        return True

    if not attempt(program):  # it depends on what has run before
        return program, found
    attempt(replace(program, every=1))
    count = len(program.statements)
    while True:
        for at in range(count - 2, -1, -1):
            statements = program.statements
            if at < len(statements):
                attempt(replace(program, statements=statements[:at] + statements[at + 1 :]))
        if len(program.statements) == count:
            return program, found
        count = len(program.statements)


def script(program: Program, found: Difference, setting: Setting, devices: int) -> str:
    """Return a program that can be run by itself."""
    header = HEADER.format(setting=setting, devices=devices)
    if setting.moves:
        header += MOVES
    elif "move(" in program.text:
        header += "\nmove = id"
    looks = f"# values are compared every {program.every} statements\n" if program.every > 1 else ""
    return f"{header}\n\n{looks}{program.text}\n# {found.kind}: {found.text}"
