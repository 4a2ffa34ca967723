"""The main job: one NumPy-style program on real data, run by sharray and by NumPy.

``python -m sharray.demo --help`` says what it does.
"""
