"""What has been asked before, and how much has been kept, changes no answer."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest

import sharray as xp
from sharray._core import cache, lens, policy
from sharray._core.context import context
from sharray._core.operation import Params, Slot


def output_of(program):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")[:-1]


QUESTIONS = {
    "device": "print(x.device)",
    "function": "print(type(np.tile(x, 2)))",
    "random": "print(type(np.random.default_rng(0).random(400_000)))",
    "ufunc method": "print(type(np.add.outer(x[:2], x)))",
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_the_first_question_after_jax_is_imported_has_the_answer_of_the_next(question):
    said = output_of(f"""
        import sharray.numpy as np
        x = np.zeros(400_000)
        {question}
        import jax
        {question}
        x + 1
        {question}
    """)
    assert said == said[:1] * 3


def test_random_arrays_begin_where_others_do():
    said = output_of("""
        import sys
        import sharray as xp
        drawn = [xp.random.default_rng(0).random(400_000), xp.random.normal(size=400_000)]
        print([x._numpy() is None for x in drawn], "jax" in sys.modules)
        drawn = [xp.prng.default_rng(0).random(400_000), xp.zeros(400_000)]
        print([x._numpy() is None for x in drawn])
    """)
    assert said == ["[False, False] False", "[False, False]"]


def test_what_is_interned_stays_the_same_when_the_cache_begins_anew():
    dims = (lens.Dim(0, 1, 1, 4),)
    view, params = lens.affine((7,), dims), Params({"x": Slot(0), "axis": 3}, 1)
    whole = lens.Affine.identity((7,))
    for kept in cache.caches:
        if isinstance(kept, cache.Interned):
            kept.clear()
    assert lens.affine((7,), dims) is view
    assert Params({"x": Slot(0), "axis": 3}, 1) is params
    assert lens.affine((7,), (lens.Dim(0, 0, 1, 7),)) is whole


def test_tallies_are_bounded(monkeypatch):
    monkeypatch.setattr(policy._tallies, "most", 100)
    for n in range(1000):
        policy.tally_of((n, 7))
    assert len(policy._tallies) <= 100


def test_clearing_the_cache_forgets_what_can_be_found_again():
    x = xp.asarray(np.arange(1000.0), device=xp.get_mesh())
    float(xp.sum(x[1:] * 2))
    xp.cache_clear()
    assert not any(len(kept) for kept in cache.caches if not kept.lasts)
    assert float(xp.sum(x[1:] * 2)) == 2 * sum(range(1000))


def test_a_thread_that_keeps_to_the_host_leaves_others_alone():
    with xp.set_options(host_threshold=4, host_work=0):
        context.on_host_only = True
        try:
            assert policy.is_small(10**9)
            assert xp.get_options()["host_threshold"] == 4
        finally:
            context.on_host_only = False
        assert not policy.is_small(10**9)
