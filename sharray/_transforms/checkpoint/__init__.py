"""Trees on disk: what `sharray.checkpoint` saves and loads, and what Orbax does.

May import all packages below `_transforms`; called by the public module. `tree` knows structures,
`storage` arrays in files, `saving` and `loading` put them together.
"""
