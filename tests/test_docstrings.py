"""Docstrings: their examples run as they are written, and their parameters are those there are."""

import ast
import doctest
import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import members
import op_table
import pytest

import sharray
from sharray._core.operation import TABLE
from sharray._core.settings import get_options
from sharray._functions.declare import REGISTRY, parameters_of
from sharray._functions.fallback import name_of
from sharray._functions.flavours import ARRAY_API, NUMPY
from sharray._tools.docstrings import __main__ as docstrings
from sharray._tools.docstrings import facts, functions
from sharray._tools.docstrings import parameters as parameters_table

PACKAGE = Path(sharray.__file__).parent
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
#: Methods with the parameters of a class.
MAKERS = ("__init__", "__new__")


class Documented(NamedTuple):
    """Something with a docstring; `owner` is the class, function or module that defines it."""

    name: str
    node: ast.AST
    owner: ast.AST | None
    text: str


def documented():
    """Yield every docstring of the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        module = str(path.relative_to(PACKAGE.parent)).removesuffix(".py").replace("/", ".")
        yield from _documented(module, ast.parse(path.read_text()), None)


def _documented(name, node, owner):
    is_definition = isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS))
    if is_definition and (text := ast.get_docstring(node)):
        yield Documented(name, node, owner, text)
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.expr):
            continue
        called = f"{name}.{inner.name}" if isinstance(inner, (ast.ClassDef, *FUNCTIONS)) else name
        yield from _documented(called, inner, node if is_definition else owner)


DOCUMENTED = list(documented())
EXAMPLES = {d.name: d.text for d in DOCUMENTED if re.search(r"^ *>>> ", d.text, re.MULTILINE)}


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_runs_with_what_it_imports(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(EXAMPLES[name], {}, name, None, None)
    said = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert result.attempted
    assert not result.failed, "".join(said)


def names(text, section):
    """Return what a section of a docstring names; None where there is no such section."""
    _, found, rest = f"\n{text}".partition(f"\n{section}\n{'-' * len(section)}\n")
    if not found:
        return None
    lines = re.split(r"\n\n\S[^\n]*\n-{3,}\n", rest)[0].splitlines()
    titles = [line.partition(" : ")[0] for line in lines if line[:1].strip()]
    return [name.strip() for title in titles for name in title.split(",")]


def fields(node):
    """Return the annotated fields of a class, whose constructor is made of them."""
    made = [s for s in node.body if isinstance(s, ast.AnnAssign)]
    names = [s.target.id for s in made if "ClassVar" not in ast.unparse(s.annotation)]
    return [name for name in names if not name.startswith("_")]


def parameters(node, owner):
    """Return the parameters of a function, or of a class, as a docstring names them."""
    if isinstance(node, ast.ClassDef):
        made = [f for f in node.body if isinstance(f, FUNCTIONS) and f.name in MAKERS]
        return parameters(made[0], node) if made else fields(node)
    given = node.args
    before = [*given.posonlyargs, *given.args]
    is_static = "staticmethod" in map(ast.unparse, node.decorator_list)
    is_bound = isinstance(owner, ast.ClassDef) and not is_static
    if is_bound or (before and "DrawFn" in ast.unparse(before[0])):  # which Hypothesis gives
        del before[0]
    every = [a.arg for a in (*before, *given.kwonlyargs)]
    if given.vararg:
        every.append(f"*{given.vararg.arg}")
    if given.kwarg:
        every.append(f"**{given.kwarg.arg}")
    return every


@pytest.mark.parametrize(
    "given", [d for d in DOCUMENTED if names(d.text, "Parameters")], ids=lambda d: d.name
)
def test_parameters_are_those_of_the_signature(given):
    found = names(given.text, "Parameters") or []
    there = parameters(given.node, given.owner) or []
    rest = next((n for n in there if n.startswith("**")), "")
    if rest and rest not in found:  # each of what it takes has a name of its own
        there.remove(rest)
        assert set(found) > set(there)
        found = [name for name in found if name in there]
    assert sorted(found) == sorted(there)


@pytest.mark.parametrize(
    "given",
    [d for d in DOCUMENTED if names(d.text, "Attributes") and fields(d.node)],
    ids=lambda d: d.name,
)
def test_attributes_are_the_fields(given):
    assert set(fields(given.node)) <= set(names(given.text, "Attributes"))


def test_settings_are_documented():
    assert sorted(names(inspect.getdoc(sharray.set_options), "Parameters")) == sorted(get_options())


#: What the standard's users call for an operation; methods are documented by hand.
PUBLIC = [op for op in TABLE.values() if op_table.public(op) and op.section != "array object"]


@pytest.mark.parametrize("op", PUBLIC, ids=lambda op: op.name)
def test_docstrings_say_what_is_declared(op):
    function = op_table.public(op)
    text = inspect.getdoc(function)
    declared = {"dtypes": facts.dtypes(op)}
    if op.elementwise:
        assert "nothing moves" in text
    else:
        declared["communication"] = facts.moves(op)
        if not op.composite:
            declared["sharding"] = facts.sharding(op.rule)
    for field, said in declared.items():
        said = facts.first((op.name,), field) or said
        said = functions.plain(said, inspect.signature(function).parameters)
        assert f"- {field}: {said}" in " ".join(text.split())
    # each section once
    titles = re.findall(r"^(\S.*)\n-{3,}$", text, re.MULTILINE)
    assert len(titles) == len(set(titles))


def test_docstrings_are_up_to_date():
    # in a process in which no test has declared functions
    command = [sys.executable, "-m", "sharray._tools.docstrings"]
    done = subprocess.run([*command, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stale_docstrings_are_named(tmp_path, monkeypatch, capsys):
    old = tmp_path / "docstrings.txt"
    old.write_text("A head.\n\n=== a.f b.f\nSine.\n=== a.g\nCosine.")
    monkeypatch.setattr(docstrings, "FILE", old)
    monkeypatch.setattr(docstrings, "text", lambda: old.read_text().replace("Sine", "The sine"))
    assert docstrings.main(["--check"]) == 1
    assert capsys.readouterr().out == "docstrings.txt: a.f b.f\n"
    assert docstrings.main([]) == 0
    assert "The sine." in old.read_text()


def test_docstrings_say_which_errors_there_are():
    assert "numpy.exceptions.AxisError\n" in inspect.getdoc(sharray.sum)
    assert "different meshes" in inspect.getdoc(sharray.add)
    assert "over the current mesh" in inspect.getdoc(sharray.zeros)


#: NumPy's functions that this library computes.
OURS = {given: f for given, f in REGISTRY.items() if f.implementation is not None}


@pytest.mark.parametrize("flavour", [ARRAY_API, NUMPY], ids=lambda flavour: flavour.name)
def test_every_parameter_of_a_function_is_described(flavour):
    for function in (declared.of(flavour) for declared in OURS.values()):
        found = [n.lstrip("*") for n in names(inspect.getdoc(function), "Parameters") or []]
        assert sorted(found) == sorted(inspect.signature(function).parameters), function
        assert names(inspect.getdoc(function), "Returns"), function


def test_descriptions_of_parameters_are_of_use():
    takes = {}
    for given, declared in OURS.items():
        made = [declared.implementation, declared.standard or declared.implementation]
        found = {name.lstrip("*") for each in made for name in parameters_of(each)}
        takes[name_of(given).partition(".")[2]] = found
    assert not unused("parameters.txt", takes)
    takes = {}
    for member in DRAWING:
        given = inspect.signature(getattr(member.owner.value, member.name)).parameters
        takes.setdefault(member.name, set()).update(given)
    assert not unused("random_parameters.txt", takes)


def unused(file, takes):
    """Return the rows of a file of which no function takes the parameter."""
    return {
        (function, name)
        for function, name in parameters_table.table(file)
        if not any(name in found for of, found in takes.items() if function in ("", of))
    }


MEMBERS = members.every()
DRAWING = [m for m in MEMBERS if m.is_method and m.owner.name.startswith(("random.", "prng."))]


def test_every_parameter_of_a_method_is_described():
    for member in MEMBERS:
        if member.is_method:
            method = getattr(member.owner.value, member.name)
            found = [n.lstrip("*") for n in names(inspect.getdoc(method), "Parameters") or []]
            _, *taken = inspect.signature(method).parameters  # without the object itself
            assert sorted(found) == sorted(taken), member.dotted
