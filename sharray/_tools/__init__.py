"""What looks at programs from outside: the launcher, reports, budgets, explanations, checks, stubs.

Most observe, through `_core.observers` and the record; `launch` starts programs with its settings,
and `check` puts functions that compare in the place of others. They may import everything, the
public namespaces included. The command line and the public namespace offer them.
"""
