"""``python -m sharray program.py``: run a NumPy program on all devices."""

import sys

from sharray._tools.launch.main import main

if __name__ == "__main__":
    sys.exit(main())
