"""Wrong uses of placement and of JAX each have a message of their own: the tables are large."""

import importlib

#: Modules with a table `WRONG`, whose entries are called, and the messages compared.
TABLES = ("test_placement_errors", "test_jit_errors", "test_logical", "test_explain_calls")


def test_at_least_forty_wrong_uses_are_told_what_to_do():
    counts = {name: len(importlib.import_module(name).WRONG) for name in TABLES}
    assert all(counts.values())
    assert sum(counts.values()) >= 40, counts
