"""The reference: a page with an example for each public function, and what the examples do."""

import importlib
import inspect
import re
import typing
import warnings
from fnmatch import fnmatchcase

import entries
import members
import numpy as np
import pytest
import run_examples

import sharray
import sharray.numpy
from sharray._core import rules
from sharray._tools.docstrings import facts

NEEDED = "takes Sphinx, of the extra docs: pip install -e '.[docs]'"
links = pytest.importorskip("links", reason=f"the reference {NEEDED}")
pages = pytest.importorskip("pages", reason=f"the reference {NEEDED}")
member_pages = pytest.importorskip("member_pages", reason=f"the reference {NEEDED}")
own_names, returned, standard = pages.own_names, pages.returned, pages.standard

ENTRIES = {entry.name: entry for entry in entries.entries()}
MEMBERS = {member.dotted: member for member in members.every()}
NUMPYS_OWN = own_names.documented()
NAMES = (
    {name for entry in ENTRIES.values() for name in entry.names}
    | MEMBERS.keys()
    | NUMPYS_OWN.keys()
)
CODE = {name: code for name, entry in ENTRIES.items() if (code := run_examples.of(entry))}
CODE |= {name: code for name, member in MEMBERS.items() if (code := members.example(member))}
CODE |= {name: code for name, code in entries.written().items() if name in NUMPYS_OWN}
#: Those that are about arrays on devices; the others run with NumPy, too.
OWN = [name for name, code in CODE.items() if re.search(r"\bxp\.|\bsharray\b", code)]
NUMPYS = [name for name in CODE if name not in OWN]
FILES = "docs/_ext/examples/"
FIELDS = "sharray/_tools/docstrings/fields"


def test_every_page_has_an_example():
    without = [e.names for e in ENTRIES.values() if e.name not in CODE]
    without += [(name,) for name in (*MEMBERS, *NUMPYS_OWN) if name not in CODE]
    left = [names for names in without if not entries.reasons().keys() & set(names)]
    assert not left, f"write an example of each in {FILES}, or why there can be none: {left}"


def test_examples_are_of_public_names():
    assert set(entries.written()) - NAMES == set(), f"{FILES}: nothing is called so"
    assert set(entries.reasons()) - NAMES == set()
    both = set(CODE) & set(entries.reasons())
    assert not both, f"{FILES}: an example, and a reason why there is none"


def stated(lines, value):
    """Return the fields that a page has, of its own and in the sections of the docstring."""
    found = {line[1:].partition(":")[0].split()[0] for line in lines}
    text = inspect.getdoc(value) or ""
    return found | {name for name in ("returns", "raises") if f"\n{name.title()}\n---" in text}


def fields_of(name):
    """Return the fields of the page of a function or method."""
    if name in MEMBERS:
        member = MEMBERS[name]
        return stated(member_pages.about(member), getattr(member.owner.value, member.name))
    entry = ENTRIES[name]
    if entry.function is None:
        return stated(pages.told(name, entry.value), entry.value)
    return {*pages.described(entry, CODE.get(name, "")), "raises"}


def undescribed(name):
    """Return the named parameters that the page of a function or method does not describe.

    What only NumPy computes has NumPy's, and its page says so.
    """
    if name in MEMBERS:
        value = getattr(MEMBERS[name].owner.value, MEMBERS[name].name)
    elif ENTRIES[name].function is None:
        value = ENTRIES[name].value
    else:
        is_numpys = ENTRIES[name].function.implementation is None
        found = {} if is_numpys else pages._parameters(ENTRIES[name])
        return [parameter for parameter, said in found.items() if not said]
    parameters = list(inspect.signature(value).parameters.values())[name in MEMBERS :]
    named = [p.name for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    section = (inspect.getdoc(value) or "").partition("\nParameters\n---")[2]
    return [n for n in named if not re.search(rf"^(\w+, )*{n}\b", section, re.MULTILINE)]


def says_all(name):
    """Whether a page is of a function or method that takes or gives arrays."""
    if name in MEMBERS:
        return MEMBERS[name].is_method and not is_any(name, WITHOUT_ARRAYS)
    entry = ENTRIES[name]
    is_called = callable(entry.value) and not inspect.isclass(entry.value)
    is_passed = entry.function is not None and entry.function.status == "passthrough"
    return is_called and not is_passed and not is_any(name, WITHOUT_ARRAYS)


def is_any(name, patterns):
    return any(fnmatchcase(name, pattern) for pattern in patterns.split())


#: Functions and methods that neither take nor give arrays.
WITHOUT_ARRAYS = """
__array_namespace_info__ cache_clear cache_info get_mesh get_options set_mesh make_mesh logical
distributed.* load_ipython_extension unload_ipython_extension show_versions warn_on_gather
strategies.dtypes strategies.meshes strategies.shapes strategies.shardings strategies.specs
*.default_rng *.bytes *.spawn *.get_state *.set_state *.seed
checkpoint.Saving.* checkpoint.describe logical_rules.* report.* ShardedArray.setflags
"""
#: Fields that have no meaning for functions that give no arrays.
WITHOUT = {
    "sharding": "allclose array_equal array_equiv can_cast common_type is*obj isfortran isscalar "
    "may_share_memory min_scalar_type ndim result_type shape shares_memory size",
}


@pytest.mark.parametrize("name", list(filter(says_all, [*ENTRIES, *MEMBERS])))
def test_a_page_says_what_happens_to_arrays(name):
    wanted = {"shapes", "dtypes", "sharding", "communication", "returns", "raises"}
    missing = {
        field for field in wanted - fields_of(name) if not is_any(name, WITHOUT.get(field, ""))
    }
    assert not missing, f"{FIELDS}: {missing}"
    assert not undescribed(name), "parameters without a word"


def test_the_fields_are_of_pages():
    known = NAMES | {f"rule:{rule}" for rule in vars(rules)}
    for name in facts.names():
        assert any(fnmatchcase(one, name) for one in known), name


def test_every_attribute_has_a_page_that_says_what_moves():
    for member in MEMBERS.values():
        assert member.is_method or facts.said(member.dotted, "communication"), member.dotted
    listed = {name for name in dir(sharray.ShardedArray) if not name.startswith("_")}
    assert {f"ShardedArray.{name}" for name in listed} <= MEMBERS.keys()


@pytest.mark.parametrize("module", entries.MODULES)
def test_every_public_function_has_a_page(module):
    theirs = entries.MODULES[module]
    for flavour in ("sharray", "sharray.numpy")[: 1 if theirs is None else 2]:
        space = importlib.import_module(f"{flavour}.{module}".rstrip("."))
        for name in space.__all__:
            value = getattr(space, name)
            is_numpys = value is getattr(theirs, name, None)
            if callable(value) and not is_numpys and not isinstance(value, type(np)):
                dotted = f"{module}.{name}".lstrip(".")
                assert dotted in NAMES, dotted
                assert (value.__doc__ or "").strip(), dotted


def compare(found, wanted):
    if isinstance(wanted, (tuple, list)):
        assert len(found) == len(wanted)
        for f, w in zip(found, wanted, strict=True):
            compare(f, w)
    elif isinstance(wanted, (np.ndarray, np.generic)) and wanted.dtype.kind in "biufc":
        found = np.asarray(found)
        assert found.dtype == wanted.dtype
        assert found.shape == wanted.shape
        np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-14)
    elif "ShardedArray(" in str(found):
        assert isinstance(wanted, str)  # a text of the array, with where it lies
    elif isinstance(wanted, (np.ndarray, np.generic, str, int, float, np.dtype, type, type(None))):
        assert np.all(found == wanted)


def run(name, space):
    with warnings.catch_warnings():
        # of functions that NumPy computes on the host
        warnings.simplefilter("ignore", sharray.HostFallbackWarning)
        return run_examples.run(CODE[name], np=space)


def check(name, space):
    theirs = run(name, np)
    for shown, wanted in zip(run(name, space), theirs, strict=True):
        compare(shown.value, wanted.value)
    return theirs


@pytest.mark.parametrize("name", NUMPYS)
def test_example_does_what_it_does_in_numpy(name):
    theirs = check(name, sharray)
    assert [s.text for s in run(name, sharray.numpy)] == [s.text for s in theirs]
    shows = any(s.value is not None or s.text for s in theirs)
    assert shows or name.startswith("testing."), "it shows nothing"


@pytest.mark.some(20)
@pytest.mark.parametrize("name", NUMPYS)
@pytest.mark.parametrize("space", [sharray, sharray.numpy], ids=lambda space: space.__name__)
def test_example_on_devices(name, space, mesh, on_devices):
    check(name, space)


@pytest.mark.some(12)
@pytest.mark.parametrize("name", OWN)
def test_example_of_our_own(name):
    before = dict(sharray.get_mesh().shape)
    run_examples.run(CODE[name])
    assert dict(sharray.get_mesh().shape) == before


def test_page_of_a_function_of_both_namespaces():
    text = pages.page(ENTRIES["sum"])
    for line in (
        "sharray.sum(x, /, *, axis=None, dtype=None, keepdims=False)",
        "sharray.numpy.sum(a, axis=None, dtype=None, out=None,",
        ">>> np.sum(x, axis=0)\n      array([4, 6])",
        ":sharding: Axes disappear",
        ":communication: :ref:`reduce <communication-classes>`",
        ":shapes: That of the array without the axes",
        ":returns: An array; in ``sharray.numpy`` a number",
        ":param keepdims:",
        "AxisError",
        "numpy.sum.html",
        "array_api.sum.html",
    ):
        assert line in text, line


#: Those of the standard that are not NumPy's own.
DECLARED = {
    name: entry
    for entry in ENTRIES.values()
    for name in entry.names
    if name in standard.SIGNATURES and entry.function and entry.function.status == "sharded"
}


@pytest.mark.parametrize("name", DECLARED)
def test_functions_are_called_as_the_standard_says(name):
    entry = DECLARED[name]
    wanted = standard.SIGNATURES[name].parameters.values()
    taken = inspect.signature(entry.value).parameters
    named = {p.name for p in wanted if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)}
    places = [p for p in wanted if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    kinds = [p.kind for p in taken.values()]
    assert named <= taken.keys()
    assert inspect.Parameter.VAR_POSITIONAL in kinds or len(places) <= sum(
        kind is not inspect.Parameter.KEYWORD_ONLY for kind in kinds
    )


def test_other_names_have_a_place():
    own = own_names.page()
    for name in ("float32", "newaxis"):
        assert f"`{name} <https://numpy.org/" in own
    assert "polynomial.chebyshev.chebval" in own


def test_classes_of_what_is_returned_are_described():
    page = returned.page()
    for name in ("JitFunction", "Timeline", "Traffic", "MemoryTimeline", "Event"):
        assert f"\n.. py:class:: {name}\n" in page
    for cls in (sharray.report, *returned.CLASSES):
        for name, value in vars(cls).items():
            if inspect.isfunction(value) and not name.startswith("_"):
                made = typing.get_type_hints(value).get("return")
                is_ours = isinstance(made, type) and made.__module__.startswith("sharray._tools")
                assert not is_ours or made in returned.CLASSES, f"{cls.__name__}.{name}"


@pytest.mark.parametrize("module", ["testing", "random", "polynomial"])
def test_every_name_that_is_numpys_has_a_page(module):
    made, space = own_names.pages(), importlib.import_module(f"sharray.{module}")
    called = {f"{module}.{name}" for name in space.__all__ if callable(getattr(space, name))}
    for name in called - ENTRIES.keys():
        text = made[f"{name}.rst"]
        assert f":: sharray.{name}(" in text
        assert re.search(r":arrays on devices: .+\.$", text, re.MULTILINE), name
    assert "<https://numpy.org/" in made["testing.assert_allclose.rst"]
    assert {"testing.assert_allclose", "random.seed"} <= links.names()


def test_page_of_a_function_that_is_made_of_others():
    text = pages.page(ENTRIES["median"])
    assert ":communication: :ref:`reduce <communication-classes>`" in text
    assert "the internal :ref:`selected <op-parts>` (reduce)" in text
    # a host function says why, and one under several names has all of them
    assert "a matrix is a class of NumPy's own" in pages.page(ENTRIES["asmatrix"])
    assert "sharray.numpy.concatenate(" in pages.page(ENTRIES["concat"])


def test_addresses_of_numpys_pages():
    assert pages.numpy_url(ENTRIES["linalg.svd"]).endswith("/generated/numpy.linalg.svd.html")
    assert pages.numpy_url(ENTRIES["random.normal"]).endswith("/numpy.random.normal.html")
    assert pages.numpy_url(ENTRIES["shard_map"]) == ""


def test_an_example_that_fails_is_named():
    entry = ENTRIES["add"]._replace(names=("add",))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(run_examples, "of", lambda entry: "np.add(1)")
        with pytest.raises(TypeError) as caught:
            pages.page(entry)
    assert caught.value.__notes__ == ["in the example of add"]


def test_names_in_code_are_links():
    assert {"median", "linalg.svd", "random.normal", "shard_map"} <= links.names()
    for code, name in (
        ("np.median", "median"),
        ("xp.sum(x, axis=0)", "sum"),
        ("sharray.numpy.linalg.svd", "linalg.svd"),
    ):
        assert links.named(code, bare=False) == links.named(code, bare=True) == name
    for code in ("x.to_jax()", "x.to_jax", "ShardedArray.sum", "x.sum()"):
        assert links.named(code, bare=False).startswith("ShardedArray."), code
    for code in (
        "numpy.median",
        "np.nothing",
        "x.shape",
        "x.nothing()",
        "np.median + 1",
        "nothing",
    ):
        assert links.named(code, bare=True) == ""
    assert (links.named("median", bare=False), links.named("sum(x)", bare=True)) == ("", "sum")


def test_names_in_docstrings_are_links_but_for_parameters():
    text = "As `reshard`, with `shape`, ``sum``, :ref:`sort <x>` and `nothing`; see `x.to_numpy()`."
    wanted = (
        "As :py:obj:`reshard <sharray.reshard>`, with ``shape``, ``sum``, :ref:`sort <x>` and "
        "`nothing`; see :py:obj:`x.to_numpy() <sharray.ShardedArray.to_numpy>`."
    )
    assert links.linked(text, {"shape"}) == wanted
    assert "shape" in links.parameters_of(sharray.visualize)
    for name in ("median", "sort", "take"):  # what moves where a slice does
        assert "what an index or `reshard` moves" not in pages.page(ENTRIES[name]), name
