"""Draws one long program: thousands of statements about the same few arrays.

Of whole numbers, which wrap around alike everywhere, so that nothing is rounded and one wrong
element is a difference however many statements come after it.
"""

from __future__ import annotations

import random

from .generate import Program

ROWS, COLUMNS = 25, 17
#: After how many statements values are compared.
EVERY = 100

START = (
    f"a = np.arange({ROWS * COLUMNS}).reshape({ROWS}, {COLUMNS})",
    f"b = np.arange({ROWS * COLUMNS})[::-1].reshape({ROWS}, {COLUMNS}) % 31",
    f"c = np.arange({ROWS}) * 7",
    f"d = np.arange({COLUMNS}) - 3",
)
#: Rows `i` to `j`, and columns `p` to `q`: of few lengths, each of which is a program.
PARTS = ((0, 13), (3, 9), (20, 24)), ((2, 7), (0, 16), (11, 12))
#: In the place of `k` stands any number.
STATEMENTS = (
    "a = a * {k} + b",
    "b = np.where(a > {k}, b - a, a)",
    "a = (a ^ b) + d",
    "b -= c[:, None] * {k}",
    "a %= 1009",
    "b = np.abs(b) // {k} - a",
    "a = np.minimum(a, b.max() - {k})",
    "a[{i}:{j}] = b[{i}:{j}] * {k}",
    "b[:, {p}:{q}] += a[:, {p}:{q}]",
    "a[::2, ::-1] += b[::2]",
    "b[{i}, {p}] = {k}",
    "a[{i}] = d + b[{j}]",
    "b[:, {p}] = c",
    "v = a[{i}:, {p}:]; v *= 3; v -= {k}",
    "a[1:-1] += b[2:] - b[:-2]",
    "a[{i}:{j}, {p}:{q}] = b[{i}:{j}, {p}:{q}][::-1, ::-1]",
    "c = a.sum(axis=1)",
    "d = b.max(axis=0) - a.min(axis=0)",
    "c += np.count_nonzero(b > {k}, axis=1)",
    "d = (a.T @ c) % 997",
    "b = a @ (b.T @ a % 101)",
    "c = np.cumsum(c) % 503",
    "a = np.cumsum(a, axis={axis}) % 701",
    "c = np.sort(c)[::-1]",
    "b = np.sort(b, axis={axis})",
    "d = np.argsort(d + {k}, kind='stable')",
    "a = a[np.argsort(c, kind='stable')]",
    "b = np.take(b, np.abs(d) % {columns}, axis=1)",
    "np.add.at(c, np.abs(a[:, {p}]) % {rows}, {k})",
    "c[c > {k}] = {k} - 50",
    "a[b < a] -= {k}",
    "c = np.roll(c, {k})",
    "a = np.roll(a, {k}, axis={axis})",
    "b = np.flip(b, {axis})",
    "c = np.concatenate([c[{i}:], c[:{i}]])",
    "d = np.unique(np.concatenate([d, np.arange({columns})]))[:{columns}]",
    "a = np.pad(a, 1, mode='wrap')[1:-1, 2:]",
    "c = np.clip(c, -{k}, 2 * {k})",
    "s = int(a.sum() % 89); b = b + s",
    "if a[{i}, {p}] > b[{j}, {q}]: a, b = b, a",
    "n = np.unique(c % 13).size; d = d + n",
    "c = np.diff(c, prepend={k})",
    "d[{p}:{q}] = d[{p}:{q}].copy()[::-1]",
    "a = np.stack([a, b]).max(axis=0)",
    "b = np.bitwise_and(b, 4095) - {k}",
)


def long_program(seed: int, count: int) -> Program:
    """Return a program of so many statements, the same for the same seed."""
    rng = random.Random(f"long {seed}")
    statements = list(START)
    while len(statements) < count:
        (i, j), (p, q) = map(rng.choice, PARTS)
        numbers = {"k": rng.randint(1, 97), "i": i, "j": j, "p": p, "q": q}
        sizes = {"rows": ROWS, "columns": COLUMNS, "axis": rng.randrange(2)}
        statements.append(rng.choice(STATEMENTS).format(**numbers, **sizes))
    return Program(tuple(statements[:count]), EVERY)
