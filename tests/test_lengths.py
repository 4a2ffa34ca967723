"""Arrays that change their length from one iteration to the next."""

import numpy as np
import pytest
from counting import counted
from hypothesis import given, settings
from hypothesis import strategies as st

import sharray as xp
import sharray.numpy as snp

pytestmark = pytest.mark.usefixtures("on_devices", "empty_cache", "quickly_compiled")

SIZE, STEPS = 23, 20


def gram_schmidt(np, a):
    q, r = np.zeros_like(a), np.zeros_like(a)
    for k in range(STEPS):
        c = q[:, :k].T @ a[:, k]
        r[:k, k] = c
        v = a[:, k] - q[:, :k] @ c
        r[k, k] = np.linalg.norm(v)
        q[:, k] = v / r[k, k]
    return q, r


def gram_schmidt_in_one_statement(np, a):
    q = np.zeros_like(a)
    for k in range(STEPS):
        v = a[:, k] - q[:, :k] @ (q[:, :k].T @ a[:, k])
        q[:, k] = v / np.linalg.norm(v)
    return (q,)


def gram_schmidt_by_rows(np, a):
    q, r = a.copy(), np.zeros_like(a)
    for k in range(STEPS):
        r[k, k] = np.linalg.norm(q[:, k])
        q[:, k] /= r[k, k]
        r[k, k + 1 :] = q[:, k] @ q[:, k + 1 :]
        q[:, k + 1 :] -= np.outer(q[:, k], r[k, k + 1 :])
    return q, r


def householder(np, a):
    r = a.copy()
    for k in range(STEPS):
        v = r[k:, k].copy()
        v[0] += np.sign(v[0]) * np.linalg.norm(v)
        v = v / np.linalg.norm(v)
        r[k:, k:] -= 2 * np.outer(v, v @ r[k:, k:])
    return (r,)


def elimination(np, a):
    a = a + SIZE * np.eye(SIZE)
    for k in range(STEPS):
        factors = a[k + 1 :, k] / a[k, k]
        a[k + 1 :, k] = factors
        a[k + 1 :, k + 1 :] -= factors[:, None] * a[k, k + 1 :]
    return (a,)


def cholesky(np, a):
    a, lower = a @ a.T + np.eye(SIZE), np.zeros_like(a)
    for k in range(STEPS):
        column = a[k:, k] - lower[k:, :k] @ lower[k, :k]
        lower[k:, k] = column / np.sqrt(column[0])
    return (lower,)


#: What each compiles, whatever the number of steps.
ALGORITHMS = {
    gram_schmidt: 26,
    gram_schmidt_in_one_statement: 19,
    gram_schmidt_by_rows: 14,
    householder: 36,
    elimination: 5,
    cholesky: 25,
}


@pytest.mark.some(3)
@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda f: f.__name__)
def test_algorithms_compile_a_few_programs(algorithm):
    a = np.random.default_rng(1).normal(size=(SIZE, SIZE))
    mesh = (3, (4, 2))[list(ALGORITHMS).index(algorithm) % 2]
    with xp.use_mesh(xp.make_mesh(mesh)), counted() as count:
        found = algorithm(snp, xp.asarray(a))
    assert count.compilations <= ALGORITHMS[algorithm]
    for mine, theirs in zip(found, algorithm(np, a), strict=True):
        np.testing.assert_allclose(np.asarray(mine), theirs, rtol=1e-9, atol=1e-9)


def first(h):
    return h if h.ndim == 1 else h[:, 0]


#: Statements of whole numbers, which wrap around alike; `h` and `g` change their lengths with `k`.
STATEMENTS = """
h = a[k:, k]
h = a[k:, k].copy()
h = a[k:, k] * (2 + k)
h = x[:k + 2] * 3
h = x[n - k - 1:] - b[k, :k + 1]
h = a[k:, :k + 2].T @ x[k:]
h = x[k:] @ b[k:, k:]
h = (a[k:, k:] * x[k:]).sum(1)
h = (a[1:k + 2, 2:k + 4] + b[:k + 1, :k + 2]).max(0)
h = np.where(x[k:] > 0, x[k:], -1)
h = a[k:, k:]
h = a[k:, k:] + b[k:, :n - k]
h = a[k:, ::-1][:, k] + 0
g = h + 1
g = h[1:]
g = h[1:] + h[:-1]
g = h[::-1] - h
g = h.T
g = h[..., None] * h[0]
g = h
h, g = g, h
h = h - g.sum()
h[0] += 1
h[1:] *= 2
h[...] = 5
h += 3
h[-1] = x[k]
h[h > 0] -= 7
x[:len(h)] = first(h)
x[n - len(h):] += first(h)
a[:len(h), 0] = first(h)
b[k, :len(h)] -= first(h)
a[k:, k:] -= np.outer(x[k:], b[k, k:])
a[k:, k] = x[k:] + a[k:, k]
x[k:] = x[k:] * 3 - 1
x = x + h.sum()
x = np.roll(x, 1)
x[k:] = np.cumsum(x[k:])
x[0] = np.max(h)
h = np.cumsum(h)
h = np.sort(h, axis=0)
a = a.T
b = a[::-1] + b
seen.append(np.asarray(h) + 0)
""".strip().splitlines()


def run(np, statements, seed, n=11, steps=9):
    """Return what is left when the statements have run in a loop, and what they raised."""
    rng = random(seed)
    names = {"np": np, "n": n, "first": first, "seen": [], "raised": []}
    for name, shape in (("a", (n, n)), ("b", (n, n)), ("x", n)):
        names[name] = np.asarray(rng.integers(-50, 50, shape))
    names |= {"h": names["x"][1:] * 1, "g": names["x"][2:] * 2}
    for k in range(steps):
        names["k"] = k
        for statement in statements:
            try:
                exec(statement, names)
            except (ValueError, IndexError) as error:
                names["raised"].append((k, statement, type(error)))
    arrays = [names[name] for name in "abxhg"] + names["seen"]
    return arrays, names["raised"]


random = np.random.default_rng


@settings(max_examples=3 * settings.default.max_examples)
@given(
    st.lists(st.sampled_from(STATEMENTS), min_size=2, max_size=5),
    st.sampled_from([1, 2, 3, (4, 2)]),
    st.integers(0, 9),
    st.sampled_from([0, 3]),
)
def test_random_loops(statements, mesh, seed, threshold):
    wanted, raised = run(np, statements, seed)
    with xp.use_mesh(xp.make_mesh(mesh)), xp.set_options(host_threshold=threshold):
        found, ours = run(snp, statements, seed)
    assert ours == raised
    for mine, theirs in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(np.asarray(mine), theirs)
        assert mine.dtype == theirs.dtype


def test_a_view_that_a_user_holds_keeps_what_it_shows():
    """The buffer behind it is not donated, whatever is computed from it and given up."""
    x = xp.asarray(np.arange(float(SIZE)))
    held = []
    for k in range(STEPS):
        h = x[k:] * 2
        held.append(h)
        y = h + 1
        y[0] = 0.0
        x += h.sum() * 0
    for k, h in enumerate(held):
        np.testing.assert_array_equal(np.asarray(h), np.arange(float(SIZE))[k:] * 2)


#: Statements whose shapes depend on what `x` (SIZE * 9, 4) and `z` hold, or on `k`.
BY_DATA = """
x[x[:, 0] > k]
x[x[:, 0] > k, 1]
x[x[:, 0] > k, :1] * x[:1]
x[np.nonzero(x[:, 0] > k)[0]]
x[z > k] * 2 + 1
x[z > k].mean(axis=0)
x[z > k].std()
x[z > k] @ np.ones(4)
x[z > k].T @ x[z > k]
x[z > k].reshape(-1)[::2] + 1
np.linalg.norm(x[z > k], axis=1)
np.median(x[z > k], axis=0)
np.percentile(x[z > k, 0], [10, 30])
np.sort(x[z > k], axis=0)
np.argsort(x[z > k, 2], kind="stable")
np.cumsum(x[z > k], axis=0)
np.diff(z[z > k])
np.unique(z[z > k])
np.unique(z[z > k], return_counts=True)[1]
np.unique(z[z > k], return_inverse=True)[1]
np.bincount(z[z > k])
np.bincount(z[z > k], x[z > k, 0])
np.histogram(x[z > k, 0], 7)[0]
np.histogram(x[z > k, 0], [-30.0, -3.0, 2.0, 20.0])[0]
np.isin(z[z > k], [11, 13])
np.searchsorted(np.sort(x[z > k, 0]), x[:, 1])
np.where(z > k)[0]
np.argwhere(z > k)
np.repeat(z[z > k], 2)
np.concatenate([z[z > k], z])
np.roll(z[z > k], 1) - z[z > k]
np.pad(z[z > k], 1)
np.fft.fft(x[z > k, 0])
np.einsum("ij,kj->ik", x[z > k], x[:3])
np.take(x, np.arange(2 * k + 9), axis=0)
np.tile(x[: k + 3], (3, 1))
np.outer(x[: k + 9, 0], x[: k + 9, 1])
np.add.at(y, np.where(z > k)[0], 1)
y.__setitem__(np.where(z > k)[0], z[z > k])
y.__setitem__(z > k, z[z > k] * 2)
""".strip().splitlines()


@pytest.mark.some(5)
@pytest.mark.parametrize("statement", BY_DATA)
def test_what_depends_on_data_compiles_a_few_programs(statement, mesh):
    rng = np.random.default_rng(0)
    x, z = rng.normal(scale=9, size=(SIZE * 9, 4)).round(), rng.integers(0, 40, SIZE * 9)

    def loop(module):
        names = {"np": module, "x": module.asarray(x), "z": module.asarray(z)}
        names["y"] = module.zeros(SIZE * 9)
        for k in range(20):
            yield eval(statement, names | {"k": k}), names["y"] + 0

    compiled = []
    with xp.set_options(host_threshold=4):
        for ours, theirs in zip(loop(snp), loop(np), strict=True):
            compiled.append(xp.cache_info().compilations)
            for mine, his in zip(ours, theirs, strict=True):
                if his is not None:
                    np.testing.assert_allclose(np.asarray(mine), his, rtol=1e-11, atol=1e-11)
                    assert mine.dtype == his.dtype
    assert compiled[-1] - compiled[len(compiled) // 2] <= 2
