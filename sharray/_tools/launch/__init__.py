"""Running programs: ``python -m sharray program.py``."""
