"""Files that processes read and write by shards: `sharray.io`."""

import os
import sys

import h5py
import jax
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_processes import run

import sharray
from sharray import io, strategies
from sharray._transforms.files import atomic, reading

SHAPES = [(), (7,), (0,), (5, 3), (8, 2), (3, 0), (2, 3, 4)]
DTYPES = ["float64", "float32", "int8", "uint64", "bool", "complex64"]
TABLES = [(io.write_parquet, io.read_parquet), (io.write_arrow, io.read_arrow)]


def placed(data, value):
    """An array somewhere on some mesh."""
    mesh = data.draw(strategies.meshes())
    spec = data.draw(strategies.specs(value.ndim, mesh))
    where = data.draw(st.sampled_from([None, jax.sharding.NamedSharding(mesh, spec)]))
    return sharray.asarray(value, device=where)


@given(data=st.data())
def test_arrays_come_back_on_any_mesh(data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("io")
    dtype, shape = data.draw(st.sampled_from(DTYPES)), data.draw(st.sampled_from(SHAPES))
    value = data.draw(strategies.values(dtype, shape))
    second = data.draw(strategies.meshes())
    target = jax.sharding.NamedSharding(second, data.draw(strategies.specs(value.ndim, second)))
    with sharray.set_options(host_threshold=data.draw(st.sampled_from([0, 10**6]))):
        x = placed(data, value)
        io.write_npy(folder / "x.npy", x)
        io.write_raw(folder / "x.raw", x)
        io.write_hdf5(folder / "x.h5", {"run/x": x, "y": x})
        for device in (None, target):
            results = [
                io.read_npy(folder / "x.npy", device=device),
                io.read_raw(folder / "x.raw", shape, dtype, device=device),
                io.read_hdf5(folder / "x.h5", "run/x", device=device),
            ]
            if value.size:
                io.write_zarr(folder / "x.zarr", x)
                results.append(io.read_zarr(folder / "x.zarr", device=device))
            for result in results:
                strategies.assert_matches(result, value)
                assert device is None or result.sharding.is_equivalent_to(device, value.ndim)
    np.testing.assert_array_equal(np.load(folder / "x.npy"), value, strict=True)
    with h5py.File(folder / "x.h5") as file:
        np.testing.assert_array_equal(file["y"][()], value)
    assert min(p.name for p in folder.iterdir()) == "x.h5"  # nothing is left beside them


@pytest.mark.parametrize(("write", "read"), TABLES)
@given(data=st.data())
def test_columns_come_back_on_any_mesh(write, read, data, tmp_path_factory):
    path = tmp_path_factory.mktemp("io") / "table.x"
    size = data.draw(st.sampled_from([0, 1, 7, 24]))
    a = data.draw(strategies.values("float64", (size,)))
    b = data.draw(strategies.values("int32", (size,)))
    with sharray.set_options(host_threshold=data.draw(st.sampled_from([0, 10**6]))):
        write(path, {"a": placed(data, a), "b": placed(data, b)})
        with sharray.use_mesh(data.draw(strategies.meshes())):
            found = read(path)
            assert list(found) == ["a", "b"]
            strategies.assert_matches(found["a"], a)
            strategies.assert_matches(read(path, ["b"])["b"], b)


@pytest.mark.parametrize("size", [0, 3, 64, 4_000_000])
def test_what_lies_before_an_array_is_kept(size, tmp_path):
    path, before = tmp_path / "x.raw", bytes(range(256)) * (size // 256 + 1)
    path.write_bytes(before[:size])
    x, offset = sharray.arange(1003.0), 3_000_007 if size > 64 else 24
    for _ in range(2):  # what was behind it is not
        io.write_raw(path, x, offset=offset)
        assert path.stat().st_size == offset + x.nbytes
        assert path.read_bytes()[:offset] == before[: min(size, offset)].ljust(offset, b"\0")
        strategies.assert_matches(io.read_raw(path, 1003, float, offset=offset), np.arange(1003.0))
    io.write_raw(tmp_path / "new", x, offset=8)
    assert (tmp_path / "new").read_bytes() == bytes(8) + np.arange(1003.0).tobytes()
    with pytest.raises(ValueError, match="a number of bytes, not -1"):
        io.write_raw(path, x, offset=-1)
    with pytest.raises(TypeError):
        io.write_raw(path, x, offset=1.5)


@pytest.mark.parametrize("can", [True, False])
@pytest.mark.parametrize("old", ["folder", "link", "file", "dangling link"])
def test_a_folder_takes_the_place_of_what_was_there(can, old, tmp_path, monkeypatch):
    if not can:
        monkeypatch.setattr(atomic, "_exchange", lambda one, other: False)
    path, elsewhere = tmp_path / "x.zarr", tmp_path / "elsewhere.zarr"
    if old == "file":
        path.write_text("old")
    elif old == "dangling link":
        path.symlink_to(elsewhere)
    else:
        io.write_zarr(path, sharray.zeros(7))
    if old == "link":
        path.rename(elsewhere)
        path.symlink_to(elsewhere)
    io.write_zarr(path, sharray.ones(7))
    np.testing.assert_array_equal(np.asarray(io.read_zarr(path)), np.ones(7))
    assert not path.is_symlink()
    assert {p.name for p in tmp_path.iterdir()} == {path.name} | (
        {elsewhere.name} if old == "link" else set()
    )


@pytest.mark.parametrize(
    "write", [io.write_npy, io.write_raw, lambda p, x: io.write_hdf5(p, {"x": x})]
)
def test_no_file_takes_the_place_of_a_folder(write, tmp_path):
    (tmp_path / "x").mkdir()
    with pytest.raises(IsADirectoryError, match="there is a folder"):
        write(tmp_path / "x", sharray.ones(7))
    assert [p.name for p in tmp_path.rglob("*")] == ["x"]


def test_folders_change_places_at_one_moment(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).touch()
    has_changed = atomic._exchange(tmp_path / "a", tmp_path / "b")
    assert has_changed == (sys.platform == "linux")
    assert (tmp_path / "a" / "b").exists() == (tmp_path / "b" / "a").exists() == has_changed
    assert not atomic._exchange(tmp_path / "a", tmp_path / "missing")
    assert (tmp_path / "a").exists()


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path):
    path = tmp_path / "x.npy"
    path.write_text("old")
    path.chmod(0o600)
    io.write_npy(path, sharray.ones(7))
    assert path.stat().st_mode & 0o777 == 0o600


def test_foreign_files(tmp_path):
    value = np.asfortranarray(np.arange(60.0).reshape(12, 5))
    np.save(tmp_path / "x.npy", value)
    (tmp_path / "x.raw").write_bytes(b"head" + value.astype(">f8").tobytes())
    column = np.linspace(0, 1, 100)
    table = pa.table({"t": np.arange(100), "v": column})
    pq.write_table(table, tmp_path / "x.parquet", row_group_size=13)
    with sharray.set_options(host_threshold=0):
        strategies.assert_matches(io.read_npy(tmp_path / "x.npy"), value)
        strategies.assert_matches(
            io.read_raw(tmp_path / "x.raw", (12, 5), ">f8", offset=4, order="C"), value
        )
        strategies.assert_matches(io.read_parquet(tmp_path / "x.parquet")["v"], column)


def test_each_shard_is_read_once():
    mesh = sharray.make_mesh((4, 2))
    asked = []

    def piece(index):
        asked.append(tuple((s.start, s.stop) for s in index))
        return np.zeros([s.stop - s.start for s in index])

    reading.read((10, 3), float, piece, jax.sharding.NamedSharding(mesh, jax.P("x")))
    assert sorted(asked) == [
        ((0, 3), (0, 3)),
        ((3, 6), (0, 3)),
        ((6, 9), (0, 3)),
        ((9, 10), (0, 3)),
    ]


def test_what_is_wrong_with_a_file_is_an_error(tmp_path):
    x = np.arange(20.0)
    io.write_npy(tmp_path / "x.npy", x)
    whole = (tmp_path / "x.npy").read_bytes()
    (tmp_path / "part.npy").write_bytes(whole[:200])
    with pytest.raises(ValueError, match=r"part.npy is truncated: float64\[20\] takes 160 bytes"):
        io.read_npy(tmp_path / "part.npy")
    with pytest.raises(FileNotFoundError, match=r"none\.npy"):
        io.read_npy(tmp_path / "none.npy")
    np.save(tmp_path / "objects.npy", np.array([{}], object))
    with pytest.raises(ValueError, match="does not hold numbers"):
        io.read_npy(tmp_path / "objects.npy")
    with pytest.raises(ValueError, match="truncated"):
        io.read_raw(tmp_path / "x.npy", 1000, float)
    with pytest.raises(ValueError, match="order is 'C' or 'F'"):
        io.read_raw(tmp_path / "x.npy", 2, float, order="A")
    io.write_hdf5(tmp_path / "x.h5", {"a/b": x})
    with pytest.raises(KeyError, match=r"no dataset 'a'; it has \['a/b'\]"):
        io.read_hdf5(tmp_path / "x.h5", "a")
    with pytest.raises(FileNotFoundError, match="no array of Zarr"):
        io.read_zarr(tmp_path)
    table = pa.table({"a": [1, None], "b": ["x", "y"]})
    pq.write_table(table, tmp_path / "t.parquet")
    with pytest.raises(ValueError, match="1 values are missing in column 'a'"):
        io.read_parquet(tmp_path / "t.parquet", ["a"])
    with pytest.raises(TypeError, match="column 'b' holds string, not numbers"):
        io.read_parquet(tmp_path / "t.parquet")
    with pytest.raises(KeyError, match="no column 'c'"):
        io.read_parquet(tmp_path / "t.parquet", ["c"])
    with pytest.raises(ValueError, match="vectors of one length"):
        io.write_parquet(tmp_path / "t", {"a": x, "b": x[1:]})
    with pytest.raises(FileExistsError, match="something else in it"):
        io.write_zarr(tmp_path, x)


def test_a_write_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    io.write_npy(tmp_path / "x.npy", np.arange(3))

    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(OSError, match=r"cannot write .*x.npy: .*No space left"):
        io.write_npy(tmp_path / "x.npy", np.arange(4))
    assert [p.name for p in tmp_path.iterdir()] == ["x.npy"]
    assert np.load(tmp_path / "x.npy").tolist() == [0, 1, 2]


PROGRAM = """
import numpy as np
from sharray import io
x = np.sin(np.arange(40_003.0))
m = x[:40_000].reshape(200, 200) * 2
io.write_npy("x.npy", x)
io.write_hdf5("x.h5", {"m": m, "x": x})
io.write_zarr("x.zarr", m)
io.write_parquet("x.parquet", {"x": x, "y": x * x})
io.write_npy("small.npy", np.arange(3))
found = [io.read_npy("x.npy"), io.read_hdf5("x.h5", "x"), io.read_parquet("x.parquet")["x"]]
print(*[np.array_equal(np.asarray(f), np.asarray(x)) for f in found])
found = [io.read_zarr("x.zarr"), io.read_hdf5("x.h5", "m")]
print(*[np.array_equal(np.asarray(f), np.asarray(m)) for f in found], io.read_npy("small.npy"))
"""
#: The last process has another file than the others, or none, or cannot read its part.
ODD_FILES = """
import jax
import sharray
from sharray import distributed
rank, last = distributed.process_index(), distributed.process_count() - 1
there = ["x.npy", "x.h5", "x.zarr", "x.parquet", "x.arrow"]
READERS = [io.read_npy, lambda path: io.read_hdf5(path, "x"), io.read_zarr]
READERS += [io.read_parquet, io.read_arrow]
io.write_arrow("x.arrow", {"x": x})
io.write_parquet("other.parquet", {"x": x[1:]})
io.write_npy("other.npy", x[1:])

def fails(read, path):
    try:
        print(read(path).keys())
    except Exception as error:
        print(type(error).__name__, f"process {last}" in str(error), "different" in str(error))

for path, read in zip(there, READERS):
    fails(read, path if rank < last else "none")
fails(io.read_npy, "x.npy" if rank < last else "other.npy")
fails(io.read_parquet, "x.parquet" if rank < last else "other.parquet")
fails(io.read_parquet, "holes.parquet")
if not rank:  # of a mesh, and in a block, of one process
    mine = sharray.make_mesh(1, devices=jax.local_devices()[:1])
    print(float(io.read_parquet("other.parquet", device=mine)["x"][0]) == np.sin(1.0))
    with distributed.process_local():
        print(io.read_npy("small.npy"))
print(float(x.sum()) > 0)
"""


@pytest.mark.some(1)
@pytest.mark.parametrize("options", [("-n", "2"), ("-n", "3", "--devices", "2")])
def test_processes_write_and_read_together(tmp_path, options):
    holes = pa.table({"x": [*range(20_000), None]})
    pq.write_table(holes, tmp_path / "holes.parquet", row_group_size=1000)
    code, out, errors = run(tmp_path, PROGRAM + ODD_FILES, *options)
    lines = ["True True True", "True True [0 1 2]", *["FileNotFoundError True False"] * 5]
    lines += [*["ValueError True True"] * 2, "ValueError True False", "True", "[0 1 2]", "True"]
    assert (code, out.splitlines()) == (0, lines), errors
    x = np.sin(np.arange(40_003.0))
    np.testing.assert_array_equal(np.load(tmp_path / "x.npy"), x)
    np.testing.assert_array_equal(pq.read_table(tmp_path / "x.parquet")["y"].to_numpy(), x * x)


def test_waiting_for_one_that_goes_on_is_an_error(tmp_path):
    program = """
import numpy as np
from sharray import distributed, io
x = np.arange(40_000.0) * 2
if distributed.process_index() == 0:
    print(float(x.sum()))
io.write_npy("small.npy", np.arange(3))
"""
    code, _, errors = run(tmp_path, program, "-n", "2")
    assert code
    assert "the processes part ways" in errors
    assert "writing" in errors
    assert "small.npy" in errors


PARTS = """
import jax
import numpy as np
import sharray as xp
from sharray import distributed
from jax.sharding import NamedSharding

i, n = distributed.process_index(), distributed.process_count()
mesh = xp.make_mesh(2 * n)
rows = NamedSharding(mesh, jax.P("x"))
whole = np.arange(8 * n * 3.0).reshape(8 * n, 3)
print(np.array_equal(xp.from_process_local_data(rows, whole[8 * i:8 * i + 8]), whole))
print(np.array_equal(xp.from_process_local_data(rows, whole, whole.shape), whole))
print(np.array_equal(xp.from_process_local_data(NamedSharding(mesh, jax.P()), whole), whole))
columns = NamedSharding(mesh, jax.P(None, "x"))
wide = np.arange(4 * n * 5).reshape(5, 4 * n)
print(np.array_equal(xp.from_process_local_data(columns, wide[:, 4 * i:4 * i + 4]), wide))
odd = np.arange(4 * n - 1)
print(np.array_equal(xp.from_process_local_data(rows, odd[4 * i:4 * i + 4]), odd))
try:
    xp.from_process_local_data(rows, odd[:4 + i])
except ValueError as error:
    print(error)
"""


def test_parts_of_processes_make_up_an_array(tmp_path):
    code, out, errors = run(tmp_path, PARTS, "-n", "2", "--devices", "2")
    assert code == 0, errors
    assert out.splitlines()[:5] == ["True"] * 5
    assert "process 0 gives a part of shape (4,); of an array of shape (9,)" in out


def test_a_process_alone_gives_all():
    mesh = sharray.make_mesh((4, 2))
    placement = jax.sharding.NamedSharding(mesh, jax.P("x", "y"))
    value = np.arange(21).reshape(7, 3)
    x = sharray.from_process_local_data(placement, value)
    strategies.assert_matches(x, value)
    assert x.sharding == placement
    with pytest.raises(ValueError, match=r"gives a part of shape \(7, 3\)"):
        sharray.from_process_local_data(placement, value, (8, 3))
    with pytest.raises(TypeError, match="needs a placement"):
        sharray.from_process_local_data(None, value)
