"""The stub files say what the functions take and give, and are up to date."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sharray
import sharray.numpy as snp
from sharray._tools.stubs import __main__ as stubs
from sharray._tools.stubs.files import ROOT, Stub
from sharray._tools.stubs.files import stubs as all_stubs

#: What a program may write, and what is an error in the lines that say so.
PROGRAM = """
import numpy as np
import sharray as xp
import sharray.numpy as snp
from sharray import linalg, prng, random
from jax.sharding import PartitionSpec as P
from typing import assert_type

x = xp.asarray([[1.0, 2.0]], device=P("x", None))
y = snp.asarray([[1.0, 2.0]])
assert_type(x, xp.ShardedArray)
assert_type(xp.sum(x, axis=(0, 1), keepdims=True), xp.ShardedArray)
assert_type(x.sum(axis=-1) + 1, xp.ShardedArray)
assert_type(2 * x[0, :1].T.reshape(1, -1).astype(xp.float32) ** 2 > 0, xp.ShardedArray)
assert_type(xp.add.reduce(x, axis=None), xp.ShardedArray)
assert_type(xp.divmod(x, 2), tuple[xp.ShardedArray, xp.ShardedArray])
assert_type(xp.unique(x), xp.ShardedArray)
assert_type(xp.unique(x, return_counts=True), tuple[xp.ShardedArray, ...])
assert_type(xp.where(x > 0), tuple[xp.ShardedArray, ...])
assert_type(xp.where(x > 0, x, 0), xp.ShardedArray)
assert_type(linalg.eigh(x @ x.mT).eigenvalues, xp.ShardedArray)
assert_type(random.default_rng(1).normal(size=(2, 3)), xp.ShardedArray)
assert_type(prng.default_rng(1).normal(size=(2, 3)), xp.ShardedArray)
assert_type(xp.allclose(x, y), bool)
assert_type(x.shape, tuple[int, ...])
assert_type(snp.sum(y, axis=0), snp.ndarray)
assert_type(y.mean(0) // 2, snp.ndarray)
assert_type(snp.sin(y), snp.ndarray)
assert_type(snp.linalg.svd(y).S, snp.ndarray)
assert_type(snp.zeros((2, 3), dtype="f4"), snp.ndarray)
xp.sum([[1, 2], [3, 4]])
xp.concat([x, x, np.ones(2)], axis=0)
xp.sqrt(x, out=x, where=x > 0)
xp.add(x, 1, x)
xp.zeros(3, xp.int64), xp.zeros((3, 4), float, device=P("x"))
float(snp.mean(y)), int(y[0, 0]), y[1:] * np.pi, -y, abs(y), round(float(y[0, 0]))
x[0] += 1
x[x > 0] = 2
x.sort(axis=0)
xp.r_[x, 1.0], xp.mgrid[:3], xp.pi, xp.newaxis, xp.float64(3), xp.finfo(xp.float64).eps
x.summ()  # error
x.sum(axes=0)  # error
x.sum(axis="a")  # error
(x + 1).summ()  # error
x.T.meann  # error
xp.sum(x, axis="a")  # error
xp.sum(x, axes=0)  # error
xp.summ(x)  # error
xp.sum()  # error
xp.zeros("three")  # error
xp.argmax(x, axis=(0, 1))  # error
xp.sin(x, x, x)  # error
xp.sin(x, axis=0)  # error
xp.sin.reduce(x)  # error
xp.add(x)  # error
xp.add.reduced(x)  # error
xp.ones(3, device=1.5)  # error
xp.sort(x, descending="yes")  # error
linalg.eigh(x).values  # error
linalg.inverse(x)  # error
random.normal(sizes=3)  # error
prng.default_rng(1).normal(sizes=3)  # error
snp.sum(y, axis="a")  # error
snp.mean(y, keepdim=True)  # error
y.summ()  # error
snp.sum(y).itemm()  # error
snp.fft.rfft(y, axes=0)  # error
"""


def wrong_lines() -> set[int]:
    return {i for i, text in enumerate(PROGRAM.splitlines(), 1) if text.endswith("# error")}


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


@pytest.mark.skipif(not importlib.util.find_spec("pyright"), reason="pyright is not installed")
def test_pyright_sees_wrong_calls(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    settings = {"pythonVersion": "3.11", "extraPaths": [str(ROOT.parent)]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson"]
    done = subprocess.run([*command, "-p", str(tmp_path)], capture_output=True, text=True)
    assert done.stdout, done.stderr
    said = json.loads(done.stdout)["generalDiagnostics"]
    errors = {
        d["range"]["start"]["line"] + 1: d["message"] for d in said if d["severity"] == "error"
    }
    lines = PROGRAM.splitlines()
    unexpected = {lines[i - 1]: m for i, m in errors.items() if i not in wrong_lines()}
    assert unexpected == {}
    assert {lines[i - 1] for i in wrong_lines() - errors.keys()} == set()


def test_stubs_have_no_wildcards():
    # what is not there must be an error
    for stub in all_stubs():
        assert isinstance(stub, Stub)
        assert "__getattr__" not in stub.text()
