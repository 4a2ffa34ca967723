"""The stub files say what the functions take and give, and are up to date."""

import ast
from pathlib import Path

import numpy as np
import pytest

import sharray
import sharray.numpy as snp
from sharray._tools.stubs import __main__ as stubs
from sharray._tools.stubs.classes import UFUNCS
from sharray._tools.stubs.files import ROOT, Stub
from sharray._tools.stubs.files import stubs as all_stubs


def test_files_are_up_to_date():
    assert stubs.main(["--check"]) == 0, "python -m sharray._tools.stubs writes them"


def test_a_file_that_differs_is_named(tmp_path):
    stub = next(s for s in all_stubs() if s.path == ROOT / "fft.pyi")
    text = stub.text()
    assert "def rfft(" in text
    changed = tmp_path / "fft.pyi"
    stub.path = changed
    changed.write_text(text.replace("def rfft(", "def rft("))
    assert stubs.differences(stub) == ["rfft", "rft"]
    changed.write_text(text.replace("norm: ", "norms: ", 1))
    assert stubs.differences(stub) == ["fft"]
    changed.write_text(text)
    assert stubs.differences(stub) == []
    changed.unlink()
    assert stubs.differences(stub) == ["(no such file)"]


def test_what_another_numpy_has_otherwise_does_not_count(tmp_path):
    stub = next(s for s in all_stubs() if s.path == ROOT / "__init__.pyi")
    text = stub.text()
    stub.path = tmp_path / "__init__.pyi"
    written = f"with NumPy {'.'.join(np.__version__.split('.')[:2])}."
    other = text.replace(written, "with NumPy 1.0.")
    assert other != text
    # a function of NumPy's that is not here, and one that NumPy computes
    more = "def trapz() -> int: ...\n"
    stub.path.write_text(other.replace("def roots(p:", "def roots(q:") + more)
    assert stubs.differences(stub) == []
    stub.path.write_text(other.replace("def sum(", "def sum(b: int, "))
    assert stubs.differences(stub) == ["sum"]


@pytest.mark.parametrize("module", [sharray, snp, sharray.linalg, sharray.fft, sharray.random])
def test_every_public_name_is_there(module):
    path = Path(module.__file__).with_suffix(".pyi")
    names = stubs.definitions(path.read_text())
    assert set(module.__all__) - names.keys() == set()


def results(text: str, name: str) -> str:
    return text.partition(f"\ndef {name}(")[2].partition(") -> ")[2].partition(":")[0]


def test_results_are_of_the_types_that_are_written():
    files = {sharray: "ShardedArray", snp: "ndarray"}
    for module, array in files.items():
        text = Path(module.__file__).with_suffix(".pyi").read_text()
        x = module.reshape(module.arange(6.0), (2, 3))
        kinds = {
            f"tuple[{array}, ...]": (tuple, ["nonzero", "broadcast_arrays", "unstack", "meshgrid"]),
            f"tuple[{array}, {array}]": (tuple, ["histogram"]),
            array: (module.ndarray, ["sort", "tril", "cumsum", "flip"]),
            "_bool": (bool, ["iscomplexobj", "isrealobj", "isscalar", "isfortran"]),
            "int": (int, ["ndim", "size"]),
            "str": (str, ["array_repr", "array_str", "array2string"]),
            "_np.dtype[Any]": (np.dtype, ["result_type", "min_scalar_type"]),
            "_UniqueCountsResult": (tuple, ["unique_counts"]),
        }
        for kind, (cls, names) in kinds.items():
            for name in names:
                assert results(text, name) == kind, name
                assert isinstance(getattr(module, name)(x), cls), name


def test_stubs_have_no_wildcards():
    # what is not there must be an error
    for stub in all_stubs():
        assert isinstance(stub, Stub)
        assert "__getattr__" not in stub.text()


def undocumented(body, where=""):
    """Yield the public functions and ufuncs of a stub without docstring; overloads count once."""
    documented = {"__call__"}  # of a ufunc, which is documented where it gets its name
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from undocumented(node.body, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            if ast.get_docstring(node):
                documented.add(node.name)
            elif node.name not in documented:
                yield where + node.name
        elif (
            isinstance(node, ast.AnnAssign)
            and ast.unparse(node.annotation) in UFUNCS
            and not isinstance(after, ast.Expr)
        ):
            yield ast.unparse(node.target)


def test_editors_find_docstrings():
    missing = {s.path.name: [*undocumented(ast.parse(s.text()).body)] for s in all_stubs()}
    assert {name: names for name, names in missing.items() if names} == {}
