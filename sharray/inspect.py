"""``python -m sharray.inspect PATH``: what a checkpoint holds, without reading its arrays."""

from __future__ import annotations

import sys

from sharray.checkpoint import CheckpointError, describe


def main() -> int:
    """Describe what the command line names; return the exit code."""
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(f"{__doc__}\nusage: python -m sharray.inspect PATH", file=sys.stderr)
        return 2
    try:
        print(describe(sys.argv[1]))
    except (OSError, CheckpointError) as error:
        print(f"sharray.inspect: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
