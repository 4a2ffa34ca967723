"""Trees on disk: saved, loaded onto other meshes, damaged, interrupted."""

import dataclasses
import json
import math
import os
import re
import subprocess
import sys
import threading
import zlib
from concurrent import futures
from pathlib import Path
from typing import Any, NamedTuple

import jax
import numpy as np
import optax
import pytest
import tensorstore
from hypothesis import given
from hypothesis import strategies as st
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

import sharray
import sharray.numpy
from sharray import checkpoint, inspect, strategies
from sharray._transforms.checkpoint import disk, saving, storage
from sharray._transforms.checkpoint.storage import chunk_of

SHAPES = [(), (1,), (7,), (0,), (5, 3), (8, 2), (3, 0), (2, 3, 4)]
DTYPES = ["float64", "float32", "int8", "uint64", "bool", "complex64", "complex128", "float16"]


@given(data=st.data())
def test_arrays_come_back_on_any_mesh(data, tmp_path_factory):
    first, second = data.draw(strategies.meshes()), data.draw(strategies.meshes())
    shape, dtype = data.draw(st.sampled_from(SHAPES)), data.draw(st.sampled_from(DTYPES))
    value = data.draw(strategies.values(dtype, shape))
    with sharray.set_options(host_threshold=data.draw(st.sampled_from([0, 10**6]))):
        spec = data.draw(strategies.specs(len(shape), first))
        placement = jax.sharding.NamedSharding(first, spec)
        x = sharray.asarray(value, device=data.draw(st.sampled_from([None, placement])))
        path = tmp_path_factory.mktemp("checkpoint")
        checkpoint.save(path, {"x": x})
        with sharray.use_mesh(second):
            y = checkpoint.load(path)["x"]
        np.testing.assert_array_equal(np.asarray(y), value)
        assert y.dtype == value.dtype
        assert type(y) is sharray.ShardedArray
        target = jax.sharding.NamedSharding(second, data.draw(strategies.specs(len(shape), second)))
        y = checkpoint.load(path, device=target)["x"]
        assert y.sharding.is_equivalent_to(target, y.ndim)
        strategies.assert_matches(y, value)
        z = checkpoint.load(path, like={"x": y})["x"]
        assert z.sharding == y.sharding
        strategies.assert_matches(z, value)


class Pair(NamedTuple):
    left: Any
    right: Any


@dataclasses.dataclass
class State:
    position: Any
    step: int = 0


def tree(**more):
    return {
        "list": [1, 2.5, "text", None, True, (3 + 4j), [], {}, ()],
        "pair": Pair(sharray.ones(5), np.arange(3)),
        "state": State(sharray.numpy.arange(70_000.0), 3),
        "key": jax.random.key(3),
        "number": np.float32(4),
        "half": jax.numpy.ones(3, "bfloat16"),
        7: float("nan"),
        "optimizer": optax.adam(1e-3).init({"w": sharray.ones((3, 5))}),
        **more,
    }


def test_tree_without_another_one(tmp_path):
    checkpoint.save(tmp_path / "a", tree())
    found = checkpoint.load(tmp_path / "a")
    assert found["list"] == [1, 2.5, "text", None, True, 3 + 4j, [], {}, ()]
    assert found["pair"]["right"].tolist() == [0, 1, 2]
    assert type(found["pair"]["right"]) is np.ndarray
    assert type(found["pair"]["left"]) is sharray.ShardedArray
    assert isinstance(found["state"]["position"], sharray.numpy.ndarray)
    assert found["state"]["step"] == 3
    assert type(found["number"]) is np.float32
    assert jax.random.key_impl(found["key"]) == jax.random.key_impl(jax.random.key(3))
    assert found["half"].dtype == "bfloat16"
    assert np.isnan(found[7])
    assert found["optimizer"][0]["mu"]["w"].shape == (3, 5)


def test_jax_arrays_are_bound_to_devices_as_those_that_they_are_like(tmp_path):
    device = jax.devices()[3]
    tree = {"free": jax.numpy.zeros((), int), "bound": jax.device_put(np.ones(3), device)}
    checkpoint.save(tmp_path / "c", tree)
    found = checkpoint.load(tmp_path / "c", like=tree)
    assert (found["free"].committed, found["free"].dtype) == (False, tree["free"].dtype)
    assert found["bound"].committed
    assert found["bound"].devices() == {device}


def test_tree_like_another_one(tmp_path):
    checkpoint.save(tmp_path / "a", tree())
    found = checkpoint.load(tmp_path / "a", like=tree())
    assert jax.tree.structure(found["optimizer"]) == jax.tree.structure(tree()["optimizer"])
    assert isinstance(found["pair"], Pair)
    assert found["state"].step == 3
    assert isinstance(found["half"], jax.Array)
    assert isinstance(found["key"], jax.Array)
    abstract = jax.ShapeDtypeStruct((3,), "bfloat16", sharding=found["half"].sharding)
    again = checkpoint.load(tmp_path / "a", like=tree(half=abstract))
    assert again["half"].sharding == abstract.sharding


@pytest.mark.parametrize("devices", [1, 2, 3, 8])
@pytest.mark.parametrize("shape", [(13, 5), (24, 8)])
@pytest.mark.parametrize("namespace", [sharray, sharray.numpy])
def test_abstract_arrays_say_where_arrays_are_to_lie(
    devices, shape, namespace, tmp_path, on_devices
):
    a = np.random.default_rng(0).normal(size=shape)
    x = namespace.asarray(a, device=P("x"))
    checkpoint.save(tmp_path / "a", {"x": x})
    sharding = NamedSharding(sharray.make_mesh(devices), P(None, "x"))
    like = {"x": jax.ShapeDtypeStruct(shape, a.dtype, sharding=sharding)}
    found = checkpoint.load(tmp_path / "a", like=like)["x"]
    assert type(found) is type(x)
    assert found.sharding == sharding
    np.testing.assert_array_equal(np.asarray(found), a)


@pytest.mark.parametrize(
    ("like", "message"),
    [
        ({"x": np.ones(4)}, r"x is float64\[3\] in the checkpoint, to be loaded like float64\[4\]"),
        ({"x": np.ones(3, "f4")}, r"to be loaded like float32\[3\]"),
        ({"x": 3}, "to be loaded like an int"),
        ({"y": np.ones(3)}, "the checkpoint has no y; only the checkpoint has x"),
        ([np.ones(3)], "the checkpoint has no 0; only the checkpoint has x"),
        (np.ones(3), "the tree itself is a dict in the checkpoint"),
        ({"x": {"y": 1}}, "x: the checkpoint has no x.y"),
    ],
)
def test_trees_that_do_not_fit(tmp_path, like, message):
    checkpoint.save(tmp_path / "a", {"x": np.ones(3)})
    with pytest.raises(checkpoint.CheckpointError, match=message):
        checkpoint.load(tmp_path / "a", like=like)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"f": [print]}, "f.0 is a builtin"),
        ({(1, 2): 3}, r"not \(1, 2\)"),
        (b"x", "the tree itself"),
        ({"m": np.ma.array([1, 2], mask=[0, 1])}, "m is a masked array"),
        ({"s": np.array(["a"])}, "s is an array of <U1"),
        ({"l": np.zeros(3, np.longdouble)}, "l is an array of"),
    ],
)
def test_what_a_checkpoint_cannot_hold(tmp_path, value, message):
    with pytest.raises(TypeError, match=message):
        checkpoint.save(tmp_path / "a", value)
    assert not (tmp_path / "a").exists()


def parts(path):
    return [p for p in path.rglob("*") if p.is_file()]


@pytest.mark.parametrize("harm", ["change", "cut", "remove"])
def test_damage_is_an_error_that_names_the_file(tmp_path, harm):
    with sharray.set_options(host_threshold=0):
        x = sharray.arange(4001, device=sharray.make_mesh(4))
        checkpoint.save(tmp_path / "a", {"x": x, "zeros": sharray.zeros(30)})
    for path in parts(tmp_path / "a"):
        before = path.read_bytes()
        if harm == "remove":
            path.unlink()
        else:
            middle = len(before) // 2
            rest = bytes([before[middle] ^ 1]) + before[middle + 1 :]
            path.write_bytes(before[:middle] + (rest if harm == "change" else b""))
        named, whole = False, harm == "remove" and path.name == "checkpoint.json"
        # a change of what Zarr knows of the array may leave it as it is
        try:
            found = checkpoint.load(tmp_path / "a")
        except FileNotFoundError:
            named = whole
        except checkpoint.CheckpointError as error:
            named = str(path.parent if path.name == "zarr.json" else path) in str(error)
        else:
            named = path.name == "zarr.json"
            np.testing.assert_array_equal(np.asarray(found["x"]), np.arange(4001))
        assert named
        path.write_bytes(before)
    np.testing.assert_array_equal(np.asarray(checkpoint.load(tmp_path / "a")["x"]), np.arange(4001))


@pytest.mark.parametrize(
    "change", ['"little" "big"', '"float64" "float32"', "[50] [25]", "[100] [200]"]
)
def test_damaged_metadata_is_an_error_that_names_the_file(tmp_path, change):
    placed = sharray.arange(100.0, device=sharray.make_mesh(2))
    checkpoint.save(tmp_path, {"x": placed})
    [file] = tmp_path.rglob("zarr.json")
    text = file.read_text()
    old, new = change.split()
    assert old in text
    file.write_text(text.replace(old, new))
    with pytest.raises(
        checkpoint.CheckpointError, match=f"x of .* is damaged.*{re.escape(str(file))}"
    ):
        checkpoint.load(tmp_path)


def test_a_later_version_is_refused(tmp_path):
    checkpoint.save(tmp_path, 1)
    text = (tmp_path / "checkpoint.json").read_text().splitlines()[1]
    later = json.dumps(json.loads(text) | {"version": 99})
    head = json.dumps({"format": "sharray checkpoint", "crc32": zlib.crc32(later.encode())})
    (tmp_path / "checkpoint.json").write_text(f"{head}\n{later}\n")
    with pytest.raises(checkpoint.CheckpointError, match="version 99, this library reads up to 1"):
        checkpoint.load(tmp_path)


def test_a_failure_leaves_the_old_checkpoint(tmp_path, monkeypatch):
    checkpoint.save(tmp_path / "a", {"x": sharray.ones(9)})

    finish = storage.finish

    def fails(writes):
        finish(writes)
        raise OSError("no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(storage, "finish", fails)
        with pytest.raises(OSError, match=r"cannot write the checkpoint .*: no space left"):
            checkpoint.save(tmp_path / "a", {"x": sharray.zeros(9)})
        later = checkpoint.save(tmp_path / "a", {"x": sharray.zeros(9)}, async_=True)
        with pytest.raises(OSError, match="no space left"):
            later.wait()
    assert bool((checkpoint.load(tmp_path / "a")["x"] == 1).all())
    assert len(list((tmp_path / "a").iterdir())) == 2


def test_a_checkpoint_that_is_not_all_there_is_none(tmp_path, monkeypatch):
    """As where what other hosts write does not come to the disk of process 0."""
    x = sharray.ones((9, 5), device=sharray.make_mesh(4))
    checkpoint.save(tmp_path / "a", {"x": x})
    (old,) = [path for path in (tmp_path / "a").iterdir() if path.is_dir()]
    finish = storage.finish

    def loses(name):
        def step(writes):
            finish(writes)
            (new,) = [path for path in (tmp_path / "a").iterdir() if path.is_dir() and path != old]
            (new / "0" / name).unlink()

        return step

    with monkeypatch.context() as patch:
        patch.setattr(disk, "PATIENCE", 0)
        for name in ("zarr.json", "c/1/0", "c/2/0"):
            patch.setattr(storage, "finish", loses(name))
            with pytest.raises(OSError, match=rf"{name} is missing on host .* not the same"):
                checkpoint.save(tmp_path / "a", {"x": x * 2})
    assert bool((checkpoint.load(tmp_path / "a")["x"] == 1).all())
    assert len(list((tmp_path / "a").iterdir())) == 2


def test_what_another_host_has_made_may_come_late(tmp_path):
    late = threading.Timer(0.2, (tmp_path / "a" / "b").mkdir, kwargs={"parents": True})
    late.start()
    disk.look_for(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").exists()
    late.join()


def test_a_kill_leaves_one_of_two_checkpoints(tmp_path):
    program = """
import os, sys, threading, time
import numpy as np
from sharray import checkpoint
checkpoint.save("a", {"x": np.full(10**6, 1.0)})
print("saved", flush=True)
k = 1
while True:
    k += 1
    checkpoint.save("a", {"x": np.full(10**6, float(k))})
"""
    for delay in np.linspace(0, 0.3, 6):
        child = subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(Path(sharray.__path__[0]).parent)},
        )
        child.stdout.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(delay)
        child.kill()
        child.communicate()
        x = checkpoint.load(tmp_path / "a")["x"]
        assert (x == x[0]).all()


def test_what_others_have_in_the_folder_stays(tmp_path):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "one.txt").write_text("mine")
    checkpoint.save(tmp_path / "run", {"a": 1})
    checkpoint.save(tmp_path / "0123456789abcdef", {"b": sharray.zeros(3)})
    for step in range(2):
        checkpoint.save(tmp_path, {"x": sharray.zeros(9), "step": step})
    assert (tmp_path / "photos" / "one.txt").read_text() == "mine"
    assert checkpoint.load(tmp_path / "run") == {"a": 1}
    assert bool((checkpoint.load(tmp_path / "0123456789abcdef")["b"] == 0).all())
    assert len(list(tmp_path.iterdir())) == 5  # with the manifest and the arrays of one

    (tmp_path / "run" / "note.txt").write_text("mine")
    checkpoint.save(tmp_path / "next", {"a": 2}, keep=1)
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["note.txt"]


def test_keep_never_removes_the_new_one(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(saving.time, "time", lambda: 1e12)  # of a clock that was wrong
        checkpoint.save(tmp_path / "a", {"a": sharray.zeros(3)})
    (tmp_path / "latest").symlink_to("b")
    checkpoint.save(tmp_path / "b", {"b": 2}, keep=1)
    assert checkpoint.load(tmp_path / "latest") == {"b": 2}
    assert not (tmp_path / "a").exists()


def test_a_failure_that_nobody_has_waited_for_is_told(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    later = checkpoint.save(tmp_path / "file" / "a", {"x": sharray.zeros(9)}, async_=True)
    futures.wait([later._future], timeout=60)
    saving._tell_failures()
    assert "cannot write the checkpoint" in capsys.readouterr().err
    with pytest.raises(OSError, match="cannot write the checkpoint"):
        checkpoint.save(tmp_path / "b", {"x": sharray.zeros(9)})
    checkpoint.save(tmp_path / "b", {"x": sharray.zeros(9)})


def test_the_arrays_are_those_of_the_call(tmp_path):
    x = sharray.numpy.arange(100_000.0)
    mesh = sharray.make_mesh(4)
    y = sharray.arange(1001, device=mesh)
    later = checkpoint.save(tmp_path / "a", {"x": x, "y": y}, async_=True)
    x[:] = 0
    y[:] = 0
    later.wait()
    assert later.done()
    found = checkpoint.load(tmp_path / "a")
    np.testing.assert_array_equal(np.asarray(found["x"]), np.arange(100_000.0))
    np.testing.assert_array_equal(np.asarray(found["y"]), np.arange(1001))


def test_keep_removes_the_oldest_ones(tmp_path):
    (tmp_path / "other").mkdir()
    for step in range(5):
        checkpoint.save(tmp_path / str(step), {"step": step}, keep=2)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["3", "4", "other"]
    with pytest.raises(ValueError, match="at least 1"):
        checkpoint.save(tmp_path / "5", {}, keep=0)
    with pytest.raises(TypeError, match="integer"):
        checkpoint.save(tmp_path / "5", {}, keep=1.5)
    with pytest.raises(ValueError, match="path of a folder"):
        checkpoint.save("", {})


def test_tensorstore_reads_the_arrays_by_itself(tmp_path):
    with sharray.set_options(host_threshold=0):
        checkpoint.save(tmp_path, {"x": sharray.arange(1001.0, device=sharray.make_mesh(8))})
    [folder] = [p for p in tmp_path.iterdir() if p.is_dir()]
    spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": f"{folder}/0/"}}
    stored = tensorstore.open(spec).result()
    assert stored.chunk_layout.read_chunk.shape == (126,)
    np.testing.assert_array_equal(stored.read().result(), np.arange(1001.0))


def test_version_1_is_what_the_page_says(tmp_path):
    """Written here by hand, as whatever wrote it then: later versions read it."""
    value = np.arange(35.0).reshape(7, 5)
    metadata = {
        "shape": [7, 5], "data_type": "float64", "fill_value": 0.0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4, 5]}},
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}],
    }  # fmt: skip
    path = f"{tmp_path}/0123456789abcdef/0/"
    spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": path}, "metadata": metadata}
    tensorstore.open(spec, create=True).result().write(value).result()
    array = {"array": 0, "shape": [7, 5], "dtype": "float64", "chunks": [4, 5], "kind": "sharray"}
    children = [["w", array], ["step", {"value": 3}], ["z", {"complex": [1.0, 2.0]}]]
    tree = {"kind": "dict", "children": children}
    text = json.dumps({"version": 1, "time": 0.0, "arrays": "0123456789abcdef", "tree": tree})
    head = json.dumps({"format": "sharray checkpoint", "crc32": zlib.crc32(text.encode())})
    (tmp_path / "checkpoint.json").write_text(f"{head}\n{text}\n")
    found = checkpoint.load(tmp_path)
    assert (found["step"], found["z"], type(found["w"])) == (3, 1 + 2j, sharray.ShardedArray)
    np.testing.assert_array_equal(np.asarray(found["w"]), value)


def test_wrong_arguments(tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no checkpoint in"):
        checkpoint.load(tmp_path)
    checkpoint.save(tmp_path, 1)
    with pytest.raises(TypeError, match="not both"):
        checkpoint.load(tmp_path, like=1, device=sharray.make_mesh(1))


@given(st.data())
def test_chunks_divide_blocks(data):
    lengths = st.integers(0, 10**5) | st.sampled_from([20_000_003, 8_388_608, 2**31 - 1])
    block = data.draw(st.lists(lengths, max_size=3))
    shape = [n * data.draw(st.sampled_from([1, 1, 7])) for n in block]
    chunk = chunk_of(block, shape, itemsize := data.draw(st.sampled_from([1, 8, 16])))
    for n, length, c in zip(block, shape, chunk, strict=True):
        assert 1 <= c <= max(n, 1)
        assert max(n, 1) % c == 0 or n == length  # or it is the only block
    size = math.prod(chunk) * itemsize
    whole = math.prod([max(n, 1) for n in block]) * itemsize
    assert size >= min(storage._SMALLEST, whole)
    if block == shape:
        assert size <= storage._LARGEST


def test_array_of_prime_length(tmp_path):
    x = np.arange(4_000_037.0)
    checkpoint.save(tmp_path, sharray.asarray(x))
    assert sum(1 for path in tmp_path.rglob("*") if path.is_file()) < 20
    np.testing.assert_array_equal(checkpoint.load(tmp_path), x)


def test_inspect(tmp_path, capsys, monkeypatch):
    checkpoint.save(tmp_path, {"x": sharray.arange(10.0), "n": [3, "text"]})
    monkeypatch.setattr(sys, "argv", ["inspect", str(tmp_path)])
    assert inspect.main() == 0
    assert capsys.readouterr().out.splitlines() == [
        "x    float64[10], 80 B, in chunks of [10]",
        "n.0  3",
        "n.1  'text'",
        "3 leaves, 80 B of arrays",
    ]
    monkeypatch.setattr(sys, "argv", ["inspect", str(tmp_path / "none")])
    assert inspect.main() == 1
    assert "there is no checkpoint in" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["inspect"])
    assert inspect.main() == 2
