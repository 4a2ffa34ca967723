"""What looks at programs from outside: the launcher, reports, budgets, explanations, checks.

They observe through `_core.observers` and through the record, and change nothing. They may import
everything, the public namespaces included. The command line and the public namespace offer them.
"""
