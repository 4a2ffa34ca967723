"""Random programs on NumPy and on the library: the generator itself, and what it has found."""

import random
import warnings

import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp
from conformance.programs import choose, templates
from conformance.programs.__main__ import main
from conformance.programs.allowed import reason_for
from conformance.programs.generate import Program, execute, generate, namespace
from conformance.programs.long import COLUMNS, ROWS, long_program
from conformance.programs.reduce import reduce, script
from conformance.programs.run import disturbed, run, snapshot
from conformance.programs.settings import SETTINGS

#: Others are tried by the command.
SEED = 4
COUNTS = {"default": 60, "hosted": 15, "mixed": 2, "devices": 1, "moves": 3}


@pytest.fixture(autouse=True)
def two_devices():
    """On two devices of the eight, without placing arrays there."""
    xp.set_mesh(xp.make_mesh(2))
    yield
    xp.set_mesh(None)


@pytest.mark.parametrize("name", SETTINGS)
def test_programs_agree(name, quickly_compiled):
    for number in range(COUNTS[name]):
        program = generate(SEED, number)
        found = run(program, SETTINGS[name])
        if found is not None and reason_for(found, SETTINGS[name].exact) is None:
            pytest.fail(script(program, found, SETTINGS[name], 2))


#: Programs that have differed from NumPy once.
PINNED = [
    "a = np.zeros((3, 4))\nb = np.broadcast_arrays(a, a)[0]\nb[0] = 1",
    "a = np.ones((4, 4))\nb = np.linalg.matrix_power(a, 1)\nb[0] = 2",
    "a = np.arange(12)\nb = np.apply_along_axis(np.sum, 0, a)",
    "a = np.zeros((0, 12))\nb = np.apply_along_axis(lambda t: t[::-1] * 2, 0, a)",
    "a = np.arange(12) % 3 == 1\nb = a.round(0)\na.round(3)",
    "a = np.zeros(12)\nnp.put(a, [0, 1], 2j)",
    "a = np.zeros(12, np.int8)\nnp.put(a, [0, 1], 300)\na.put([0, 1], [2, 5.5])",
    "a = np.arange(12) % 2\nb = np.choose(a, [np.ones(12, np.float32), 3])",
    "a = np.ones(12)\nb = np.imag(a)",
    "a = np.ones(12)\nnp.tensordot(a, a, axes=2)",
    "a = np.diagonal(np.ones((12, 2)), 2)\nb = np.ediff1d(a)",
    "np.full(12, 300, np.int8)",
    "a = np.array([np.nan, 1, 5] * 4, complex)\nb = a.clip(3, 3)\nc = np.maximum(3, a)",
    "a = np.vander([1.0, 2, 3], 4)\nb = a.ravel()\nb[0] = 7",
]


@pytest.mark.parametrize("text", PINNED)
@pytest.mark.parametrize("name", ["hosted", "devices"])
def test_what_was_found_stays_fixed(name, text):
    assert run(Program(tuple(text.split("\n"))), SETTINGS[name]) is None


def test_a_seed_always_gives_the_same_programs():
    assert generate(3, 5) == generate(3, 5)
    assert generate(3, 5) != generate(3, 6)
    assert generate(3, 5) != generate(4, 5)


def test_a_planted_difference_is_found_and_reduced(monkeypatch):
    monkeypatch.setattr(snp, "hypot", lambda x, y: np.hypot(x, y) + 1e-9)
    program = Program(
        (
            "a = np.arange(4.0)",
            "b = a[1:]",
            "c = np.ones(3)",
            "b += 1",
            "d = np.hypot(c, c)",
            "c += d",
        )
    )
    setting = SETTINGS["default"]
    found = run(program, setting)
    assert (found.kind, found.index) == ("value", 4)
    small, found = reduce(program, found, lambda p: run(p, setting))
    assert small.statements == ("c = np.ones(3)", "d = np.hypot(c, c)")
    text = script(small, found, setting, 2)
    assert "host_threshold=" in text
    assert text.splitlines()[-1].startswith("# value: d: array([1.414")


PLANTED = {
    "error": ("flip", lambda x: 1 / 0),
    "kind": ("sum", lambda x: np.asarray(np.sum(x))),
    "dtype": ("exp", lambda x: np.exp(x).astype(np.float32)),
    "shape": ("sort", lambda x: np.sort(x)[None]),
    "sharing": ("ravel", lambda x: np.array(x)),
    "writeable": ("cos", lambda x: np.broadcast_to(np.cos(x), x.shape)),
    "value": ("sin", lambda x: np.negative(np.sin(x))),
}


@pytest.mark.parametrize("kind", PLANTED)
def test_each_kind_of_difference_is_found(kind, monkeypatch):
    name, function = PLANTED[kind]
    monkeypatch.setattr(snp, name, function)
    found = run(Program(("a = np.arange(3.0)", f"b = np.{name}(a)")), SETTINGS["default"])
    assert (found.kind, found.index) == (kind, 1)


def test_a_lost_write_is_found_where_it_is_seen_late(monkeypatch):
    monkeypatch.setattr(snp, "fill_diagonal", lambda x, value: None)
    program = Program(("a = np.ones((3, 3))", "np.fill_diagonal(a, 2)", "b = a + 1"), every=100)
    assert run(program, SETTINGS["devices"]).index == 2


def test_copies_of_variables_share_memory_as_they_do():
    a = np.arange(12.0).reshape(3, 4)
    values = {**namespace(np), "a": a, "b": a[::-1, 1:], "c": a.T.copy(), "d": a[0], "k": a[1, 1]}
    for copy in (snapshot(values), disturbed(values, np.random.default_rng(0))):
        np.testing.assert_allclose(copy["b"], a[::-1, 1:], rtol=1e-14, atol=1e-14)
        copy["d"][1] = 99
        assert copy["a"][0, 1] == copy["b"][-1, 0] == 99
        assert a[0, 1] == 1
        assert not np.shares_memory(copy["a"], copy["c"])


def test_every_template_makes_statements(monkeypatch):
    values = {
        "a": np.arange(12.0).reshape(3, 4), "b": np.arange(9).reshape(3, 3), "c": np.ones(4),
        "d": np.arange(4) > 1, "e": np.float64(2),
    }  # fmt: skip
    chooser = choose.Chooser(random.Random(0), values)
    for kind in templates.WEIGHTS:
        for template in kind:
            for _ in range(5):
                statement = chooser.fill(template)
                assert statement is not None, template
                compile(statement, template, "exec")


def test_the_command_says_how_many_agree(capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert main(["--count", "20", "--setting", "default"]) == 0
    assert "20 agree" in capsys.readouterr().out


def test_a_long_program_agrees_after_each_hundred_statements(capsys):
    for count, setting in (("1000", "hosted"), ("100", "moves")):
        assert main(["--statements", count, "--setting", setting]) == 0
        assert "1 agree" in capsys.readouterr().out


def test_all_statements_of_a_long_program_are_right():
    values = namespace(np)
    for statement in long_program(0, 2000).statements:
        assert execute(statement, values) is None, statement
    assert (values["a"].shape, values["b"].shape) == ((ROWS, COLUMNS), (ROWS, COLUMNS))
    assert min(np.unique(values[name]).size for name in "ab") > ROWS  # they have not died out
