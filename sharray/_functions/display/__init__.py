"""What people see of an array: its text, and how it lies on its devices.

It may import what lies below `_functions`. Arrays call it for ``repr``, `sharray.visualize` draws,
and reports, explanations and notebooks show its drawings.
"""
