"""What the library tells ``logging``, under the logger ``sharray``.

One more observer. It listens while the logger is enabled, for which it looks where something takes
long anyway: a program is compiled, an array changes its home, NumPy takes over. Until somebody has
imported ``logging`` there is nothing to look at.
"""

from __future__ import annotations

from typing import Any

from sharray._core import observers, variables
from sharray._core.byte_counts import show_bytes
from sharray._core.jax_import import when_loaded
from sharray._core.user_line import caller
from sharray._tools.report.show import show_line, show_moves

NAME = "sharray"
#: Environment variable: from which level on it is written to standard error, in any case.
SETTING = "SHARRAY_LOG"
LEVELS = ("debug", "info", "warning", "error")


class Log(observers.Observer):
    """Tells a logger; the line of the program that asks for it is that of the record.

    INFO are compilations, changes of home, gathers and what NumPy takes over; DEBUG is also every
    run and what moves.
    """

    def __init__(self, logger: Any) -> None:
        self._logger = logger

    def look(self) -> None:
        """Listen if, and only if, somebody wants to hear."""
        import logging  # nobody who does not use it waits for it

        is_wanted = self._logger.isEnabledFor(logging.INFO)
        if is_wanted and self not in observers.active:
            observers.active.append(self)
        elif not is_wanted and self in observers.active:
            observers.active.remove(self)

    def _say(self, level: str, text: str) -> None:
        import logging  # start-up time

        number = getattr(logging, level)
        if self._logger.isEnabledFor(number):
            line = caller()
            message = f"{show_line(line)}: {text}"
            record = self._logger.makeRecord(
                NAME, number, line.file, line.number, "%s", (message,), None
            )
            self._logger.handle(record)

    def compiled(self, program: Any, seconds: float) -> None:
        """Tell of a compilation, or that it was spared."""
        did = "read a compiled program from disk" if program.from_disk else "compiled a program"
        self._say("INFO", f"{did} in {seconds:.3f} s{_moves(program)}")

    def launched(self, program: Any, seconds: float) -> None:
        """Tell of a run."""
        if program.gathered:
            self._say("INFO", f"gathers {show_bytes(sum(program.gathered))} on every device")
        self._say("DEBUG", f"ran a program{_moves(program)}")

    def moving(self, kind: str, nbytes: int) -> None:
        """Tell of bytes that move outside a program."""
        if kind == "fetch":
            self._say("INFO", f"fetches an array of {show_bytes(nbytes)} to the host")
        else:
            self._say("DEBUG", f"{kind} {show_bytes(nbytes)}")

    def fell_back(self, name: str, nbytes: int) -> None:
        """Tell of a function that NumPy computes."""
        self._say("INFO", f"{name} runs in NumPy on the host, on {show_bytes(nbytes)}")

    def changed_home(self, to_devices: bool, shape: tuple[int, ...], nbytes: int) -> None:
        """Tell of an array that changes its home."""
        where = "moves to the devices" if to_devices else "comes back to the host"
        self._say("INFO", f"an array of shape {shape}, {show_bytes(nbytes)}, {where}")


def _moves(program: Any) -> str:
    return f", which moves {show_moves(program)}" if program.moves else ""


def _prepare() -> None:
    import logging  # start-up time

    logger = logging.getLogger(NAME)
    logger.addHandler(logging.NullHandler())
    log = Log(logger)
    observers.on_ask.append(log.look)
    log.look()


def _level(text: str) -> str:
    if text.lower() not in LEVELS:
        levels = f"{', '.join(LEVELS[:-1])} or {LEVELS[-1]}"
        raise ValueError(f"{SETTING} must be {levels}, not {text!r}")
    return text.upper()


def _write_to_standard_error(level: str) -> None:
    """Have it written without a line in the program, and not once more by its own handlers."""
    import logging  # start-up time

    logger = logging.getLogger(NAME)
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s: %(message)s", "%H:%M:%S"))
    logger.addHandler(handler)
    logger.setLevel(level)
    logger.propagate = False


def ask_first() -> None:
    """Leave the log of a program to the program, which may not know of this library.

    A level that it sets for all loggers is not this library's, nor JAX's: those tell of no more
    than warnings until it sets theirs.
    """
    when_loaded("logging", _quiet)


def _quiet() -> None:
    import logging  # start-up time

    for name in (NAME, "jax"):
        logger = logging.getLogger(name)
        if logger.level == logging.NOTSET:
            logger.setLevel(logging.WARNING)


if _written := variables.read(SETTING, _level):
    _write_to_standard_error(_written)
when_loaded("logging", _prepare)
