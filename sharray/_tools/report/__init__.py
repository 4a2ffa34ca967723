"""What the lines of a program did and moved, told to its user; limits on it.

`report` counts as an observer, `sampler` takes the time of lines, `memory` looks at what arrays
hold; `text`, `html`, with `source`, and `pictures` write it. `budget` sets limits. It may import
all layers below `_tools`. Users, tests and ``--report`` call it.
"""
