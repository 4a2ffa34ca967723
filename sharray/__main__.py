"""``python -m sharray program.py``: run a NumPy program on all devices."""

import sys

from sharray._tools.launch.main import main

if __name__ == "__main__" and (code := main()):  # 0 is no exit: PYTHONINSPECT would show it
    sys.exit(code)
