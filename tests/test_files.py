"""Files, against NumPy: bytes, values, what is left after a failure, and memory."""

import gzip
import io
import math
import pickle
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._ops import streaming


@pytest.fixture
def small_pieces(monkeypatch):
    monkeypatch.setattr(streaming, "CHUNK", 256)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.npy"


@given(
    pair=strategies.pairs(), mesh=strategies.meshes(), fortran=st.booleans(), swapped=st.booleans()
)
def test_npy(mode, small_pieces, path, pair, mesh, fortran, swapped):
    x, values = pair
    snp.save(path, x)
    expected = io.BytesIO()
    np.save(expected, values)
    assert path.read_bytes() == expected.getvalue()
    other = values.copy(order="F") if fortran else values
    other = other.astype(other.dtype.newbyteorder("S")) if swapped else other
    np.save(path, other)
    with xp.use_mesh(mesh):
        strategies.assert_matches(snp.load(path), values)
        with path.open("rb") as f:
            strategies.assert_matches(snp.load(f), values)
        strategies.assert_matches(snp.load(io.BytesIO(path.read_bytes())), values)
        # a view is written as what it shows
        snp.save(path, x.T if x.ndim == 2 else x[..., None])
        np.testing.assert_array_equal(np.load(path), values.T if x.ndim == 2 else values[..., None])


def test_an_archive_that_is_closed_is_numpys_error(tmp_path):
    raised = []
    for n in (snp, np):
        n.savez(tmp_path / "x.npz", a=np.ones(3))
        with n.load(tmp_path / "x.npz") as archive:
            assert archive["a"].sum() == 3
        with pytest.raises(AttributeError) as error:
            archive["a"]
        raised.append(str(error.value))
    assert raised[0] == raised[1]


PARTS = [
    lambda x: x, lambda x: x.T, lambda x: x[::2], lambda x: x[..., ::-1].T, lambda x: x.T[1:],
    lambda x: x[:1].T,
]  # fmt: skip


@pytest.mark.parametrize("threshold", [0, 10**6])
@pytest.mark.parametrize("shape", [(12, 5), (3, 4, 5), (60,), (1, 7), (0, 3)])
def test_files_are_numpys_in_the_order_of_the_elements(tmp_path, shape, threshold):
    value = np.arange(math.prod(shape)) * 1.5
    value = value.reshape(shape)
    with xp.set_options(host_threshold=threshold, host_work=0):
        x = xp.asarray(value)
        for part in PARTS:
            ours, theirs = part(x), part(value)
            snp.save(tmp_path / "ours.npy", ours)
            np.save(tmp_path / "theirs.npy", theirs)
            assert (tmp_path / "ours.npy").read_bytes() == (tmp_path / "theirs.npy").read_bytes()
            snp.savez(tmp_path / "ours.npz", ours)
            np.testing.assert_array_equal(np.load(tmp_path / "ours.npz")["arr_0"], theirs)


@pytest.mark.parametrize("write", [snp.savez, snp.savez_compressed])
@given(pair=strategies.pairs(), mesh=strategies.meshes())
def test_npz(mode, small_pieces, tmp_path, write, pair, mesh):
    x, values = pair
    write(tmp_path / "a", x, named=x, plain=values, text=np.array(["a", "bc"]))
    with np.load(tmp_path / "a.npz") as found:
        assert set(found.files) == {"arr_0", "named", "plain", "text"}
        for name in ("arr_0", "named", "plain"):
            np.testing.assert_array_equal(found[name], values)
    with xp.use_mesh(mesh), snp.load(tmp_path / "a.npz") as found:
        assert isinstance(found, np.lib.npyio.NpzFile)
        for name in ("arr_0", "arr_0.npy", "named", "plain"):
            strategies.assert_matches(found[name], values)
        assert found["text"].tolist() == ["a", "bc"]
        with pytest.raises(KeyError):
            found["nothing"]
    buffer = io.BytesIO()
    write(buffer, x)
    strategies.assert_matches(snp.load(buffer if not buffer.seek(0) else None)["arr_0"], values)


@pytest.mark.parametrize("as_object", [False, True])
@given(pair=strategies.pairs("numeric", strategies.shapes(1, 2)), mesh=strategies.meshes())
def test_binary(mode, small_pieces, tmp_path, as_object, pair, mesh):
    x, values = pair
    path = tmp_path / "x.bin"
    if as_object:
        with path.open("wb") as f:
            x.tofile(f)
    else:
        x.tofile(path)
    assert path.read_bytes() == values.tobytes()
    size = values.dtype.itemsize
    with xp.use_mesh(mesh):
        for count, offset in ((-1, 0), (2, 0), (-1, size), (1000, 0), (0, 0)):
            if offset > values.nbytes:
                continue
            expected = np.fromfile(path, values.dtype, count, offset=offset)
            strategies.assert_matches(
                snp.fromfile(path, values.dtype, count, offset=offset), expected
            )
        with path.open("rb") as f:
            strategies.assert_matches(snp.fromfile(f, values.dtype, 1), values.ravel()[:1])
            strategies.assert_matches(snp.fromfile(f, values.dtype), values.ravel()[1:])


@given(pair=strategies.pairs("real", strategies.shapes(1, 2, sides=(3, 7, 13, 1))))
def test_text(mode, small_pieces, tmp_path, pair):
    x, values = pair
    ours, theirs = tmp_path / "a.txt", tmp_path / "b.txt"
    for kwargs in ({}, {"fmt": "%.3f", "delimiter": ",", "header": "h", "footer": "f"}):
        snp.savetxt(ours, x, **kwargs)
        np.savetxt(theirs, values, **kwargs)
        assert ours.read_text() == theirs.read_text()
    np.savetxt(theirs, values)
    strategies.assert_matches(snp.loadtxt(theirs), np.loadtxt(theirs))
    strategies.assert_matches(snp.genfromtxt(theirs), np.genfromtxt(theirs))
    if values.ndim == 2:
        strategies.assert_matches(snp.loadtxt(theirs, unpack=True), np.loadtxt(theirs, unpack=True))
    for fmt in ("%s", "%.4g"):
        x.tofile(ours, sep=";", format=fmt)
        values.tofile(theirs, sep=";", format=fmt)
        assert ours.read_text() == theirs.read_text()
    strategies.assert_matches(snp.fromfile(theirs, sep=";"), np.fromfile(theirs, sep=";"))


def test_text_is_compressed_by_its_name(tmp_path):
    x = xp.asarray(np.arange(6.0).reshape(2, 3), device=xp.make_mesh(2))
    snp.savetxt(tmp_path / "x.gz", x)
    with gzip.open(tmp_path / "x.gz", "rt") as f:
        np.testing.assert_array_equal(np.loadtxt(f), np.asarray(x))
    assert [p.name for p in tmp_path.iterdir()] == ["x.gz"]
    buffer = io.StringIO()
    snp.savetxt(buffer, x)
    assert buffer.getvalue() == gzip.decompress((tmp_path / "x.gz").read_bytes()).decode()


def test_other_sources(on_devices):
    strategies.assert_matches(snp.frombuffer(b"\1\2\3", np.uint8), np.array([1, 2, 3], np.uint8))
    strategies.assert_matches(snp.fromstring("1 2 3", sep=" "), np.array([1.0, 2.0, 3.0]))
    strategies.assert_matches(snp.fromiter((i * i for i in range(5)), int), np.arange(5) ** 2)
    text = snp.loadtxt(io.StringIO("1 2\n3 4"), dtype="i4,f8")
    assert type(text) is np.ndarray
    assert type(snp.loadtxt(io.StringIO("a b"), dtype=str)) is np.ndarray
    found = snp.fromregex(io.StringIO("a1 b2"), r"([a-z])(\d)", [("k", "U1"), ("n", int)])
    assert found["n"].tolist() == [1, 2]


def test_what_is_not_numeric_is_numpys(path):
    for values in (np.array(["a", "bc"]), np.zeros(3, [("x", float), ("y", int)])):
        snp.save(path, values)
        found = snp.load(path)
        assert type(found) is np.ndarray
        np.testing.assert_array_equal(found, values)
    objects = np.array([1, "a", None], object)
    snp.save(path, objects)
    with pytest.raises(ValueError, match=r"x\.npy.*allow_pickle"):
        snp.load(path)
    assert snp.load(path, allow_pickle=True).tolist() == [1, "a", None]
    with pytest.raises(ValueError, match="allow_pickle"):
        snp.save(path, objects, allow_pickle=False)
    assert snp.load(path, allow_pickle=True).tolist() == [1, "a", None]
    path.write_bytes(pickle.dumps([1, 2]))
    with pytest.raises(ValueError, match="allow_pickle"):
        snp.load(path)
    assert snp.load(path, allow_pickle=True) == [1, 2]


def test_memory_maps(path, on_devices):
    values = np.arange(91.0).reshape(13, 7)
    np.save(path, values)
    mapped = snp.load(path, mmap_mode="r")
    assert isinstance(mapped, np.memmap)
    strategies.assert_matches(xp.asarray(mapped), values)
    assert issubclass(snp.memmap, np.memmap)


@given(mesh=strategies.meshes())
def test_truncated_and_damaged_files(mode, small_pieces, tmp_path, mesh):
    path = tmp_path / "x.npy"
    values = np.arange(200.0).reshape(20, 10)
    np.save(path, values)
    whole = path.read_bytes()
    with xp.use_mesh(mesh):
        path.write_bytes(whole[:-13])
        with pytest.raises(ValueError, match=r"x\.npy is truncated.*1600 bytes.*1587"):
            snp.load(path)
        with pytest.raises(ValueError, match=r"truncated.*1600 bytes.*1587"):
            snp.load(gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(whole[:-13]))))
        path.write_bytes(whole[:40])
        with pytest.raises(ValueError, match=r"x\.npy"):
            snp.load(path)
        path.write_bytes(b"\x93NUMPY\x09\x00" + whole[8:])
        with pytest.raises(ValueError, match=r"x\.npy"):
            snp.load(path)
        path.write_bytes(b"")
        with pytest.raises(EOFError, match=r"x\.npy"):
            snp.load(path)
        path.write_bytes(b"nonsense")
        with pytest.raises(ValueError, match=r"x\.npy"):
            snp.load(path)
        with pytest.raises(FileNotFoundError, match=r"nothing\.npy"):
            snp.load(tmp_path / "nothing.npy")
        archive = tmp_path / "x.npz"
        np.savez(archive, a=values)
        data = bytearray(archive.read_bytes())
        archive.write_bytes(data[:-40])
        with pytest.raises(zipfile.BadZipFile, match=r"x\.npz") as caught:
            snp.load(archive)
        assert isinstance(caught.value, ValueError)  # as of other files
        data[300] ^= 1  # one bit of the array
        archive.write_bytes(data)
        with pytest.raises(ValueError, match=r"x\.npz.*a\.npy"):
            snp.load(archive)["a"]
        with pytest.raises(FileNotFoundError):
            snp.fromfile(tmp_path / "nothing")


class Breaks(Exception):
    pass


SAVES = {
    "save": lambda path, x: snp.save(path, x),
    "savez": lambda path, x: snp.savez(path, x),
    "savez_compressed": lambda path, x: snp.savez_compressed(path, x),
    "savetxt": lambda path, x: snp.savetxt(path, x),
    "tofile": lambda path, x: x.tofile(path),
}


@pytest.mark.parametrize("name", SAVES)
def test_a_write_that_fails_leaves_what_was_there(name, small_pieces, tmp_path, monkeypatch):
    path = tmp_path / "x.npz" if "z" in name else tmp_path / "x.npy"
    x = xp.asarray(np.arange(200.0).reshape(20, 10), device=xp.make_mesh(2))
    SAVES[name](path, x)
    before = path.read_bytes()
    real = streaming.boxes

    def breaking(*args):
        boxes = list(real(*args))
        assert len(boxes) > 2
        yield boxes[0]
        raise Breaks

    def later(*args):
        # savetxt cuts all pieces before it writes the first one
        return (key if i < 1 else (1 / 0,) for i, key in enumerate(real(*args)))

    monkeypatch.setattr(streaming, "boxes", later if name == "savetxt" else breaking)
    with pytest.raises((Breaks, ZeroDivisionError)):
        SAVES[name](path, xp.zeros((20, 10), device=xp.make_mesh(2)))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_permissions_links_and_folders(tmp_path):
    x = xp.ones(3)
    real, link = tmp_path / "real.npy", tmp_path / "link.npy"
    snp.save(real, x)
    real.chmod(0o640)
    link.symlink_to(real)
    snp.save(link, x + 1)
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert np.load(real).tolist() == [2.0, 2.0, 2.0]
    with pytest.raises(FileNotFoundError, match=r"nowhere"):
        snp.save(tmp_path / "nowhere" / "x.npy", x)
    (tmp_path / "folder.npy").mkdir()
    with pytest.raises(IsADirectoryError):
        snp.save(tmp_path / "folder.npy", x)
    x.tofile("/dev/null")
    assert not Path("/dev/null").is_file()
    with pytest.raises(ValueError, match="arr_0"):
        snp.savez(tmp_path / "x.npz", x, arr_0=x)
    assert not (tmp_path / "x.npz").exists()


MEMORY = """
import resource, sys, jax
jax.config.update("jax_num_cpu_devices", 8)
import numpy as np, sharray as xp
import sharray.numpy as snp
what, path = sys.argv[1:]
warm = path + ".warm.npy"
snp.save(warm, snp.ones((2000, 40)))
xp.block_until_ready(snp.load(warm))
nbytes = 4_000_000 * 10 * 8

def allow(share):
    # of memory that is the process's own, which more of is not to be had then
    status = open("/proc/self/status").read()
    there = int(status.split("VmData:")[1].split()[0]) * 1024
    most = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (there + int(share * nbytes), most))

if what == "load":
    # the array, which on CPU devices is in the memory of the host, and two shards
    allow(1.25)
    x = xp.block_until_ready(snp.load(path))
else:
    # made where it is to lie: memory given back later would be an allowance, too
    spec = jax.sharding.PartitionSpec(*((None, "x") if what == "columns" else ("x",)))
    x = xp.block_until_ready(xp.full((4_000_000, 10), 3.0, device=spec))
    # pieces
    allow(0.2)
    snp.save(path, x)
try:
    np.empty(nbytes // 2, np.uint8)
except MemoryError:
    print(float(x[-1, -1]), np.load(path, mmap_mode="r")[-1, -1])
"""


@pytest.mark.parametrize("what", ["load", "save", "columns"])
def test_a_large_file_is_never_whole_on_the_host(what, path):
    # a process that may not have the memory for the whole of it
    if what == "load":
        np.save(path, np.full((4_000_000, 10), 3.0))
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, what, path], capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["3.0", "3.0"]
