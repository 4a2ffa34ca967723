"""The main job: one NumPy-style program on real data, run by sharray and by NumPy.

It imports what any program may: the public modules. Nothing calls it but its user:
``python -m sharray.demo --help`` says what it does.
"""
