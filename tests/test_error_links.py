"""Messages end with their place on the page of errors, and each place is there."""

import re
import subprocess
import sys
import warnings
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from conftest import PLATFORM
from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray._core.links import page
from sharray._engine import cluster, process
from sharray._tools.launch import devices, program_cache
from sharray._transforms.checkpoint import disk

ROOT = Path(xp.__path__[0]).parent
PAGE = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
#: What others raise, which the page speaks of; their messages are their own.
OTHERS = {"different-trees"}

pytestmark = pytest.mark.usefixtures("on_devices")


def anchors():
    return re.findall(r"^\((\S+)\)=$", PAGE, re.MULTILINE)


def used_later(use):
    kept = []
    xp.jit(lambda x: kept.append(x * 2))(uneven())
    use(kept[0])


def uneven():
    return xp.ones((13, 7), device=P("x"))


def write(x, key, value):
    x[key] = value


def forked(monkeypatch):
    monkeypatch.setattr(process, "forked", True)
    process.check()


def write_to_kept():
    kept = uneven()
    xp.jit(lambda x: write(kept, 0, x[0]))(uneven())


def donated_twice():
    x, donating = uneven(), xp.jit(lambda x: x + 1, donate_argnums=0)
    donating(x)
    donating(x)


def donated():
    x = uneven()
    xp.jit(lambda x: x + 1, donate_argnums=0)(x)
    return x


def without_float64():
    with jax.enable_x64(False):
        xp.asarray(np.ones(7))


def loaded(folder, text):
    """Save a checkpoint, replace the text of its manifest, and load it."""
    xp.checkpoint.save(folder / "there", {"w": np.ones(3)})
    (manifest,) = [p for p in (folder / "there").iterdir() if p.is_file()]
    manifest.write_text(text)
    xp.checkpoint.load(folder / "there")


def not_shared(path, monkeypatch, names=()):
    monkeypatch.setattr(disk, "PATIENCE", 0)
    return disk.check_names(path, names) if names else disk.look_for(path)


def branch(x):
    return x if xp.sum(x) > 0 else -x


def of_exec():
    space = {}
    exec("def first(x):\n    return float(x[0, 0])", space)
    with pytest.raises(TypeError, match=r"^<string>:2: needs the value of an array"):
        xp.jit(space["first"])(uneven())
    return xp.jit(space["first"])(uneven())


def over_budget():
    with xp.comm_budget(gathers=0):
        np.asarray(xp.ones((1003, 7), device=P("x")))


#: Anchors -> calls that raise.
RAISED = {
    "broken manifest": ("damaged-checkpoint", lambda f, m: loaded(f, "{")),
    "damaged": ("damaged-checkpoint", lambda f, m: loaded(f, '{"crc32": 1}\n{}\n')),
    "fork": ("forked", lambda f, m: forked(m)),
    "not shared": ("not-shared", lambda f, m: not_shared(f / "there", m)),
    "missing on a disk": ("not-shared", lambda f, m: not_shared(f / "there", m, ["0"])),
    "no checkpoint": ("no-checkpoint", lambda f, m: xp.checkpoint.load(f / "nowhere")),
    "mesh too large": ("mesh-too-large", lambda f, m: xp.make_mesh(10**6)),
    "more devices": ("mesh-too-large", lambda f, m: devices.start(10**6, 1)),
    "meshes": ("mixed-meshes", lambda f, m: uneven() + xp.ones(7, device=xp.make_mesh(2))),
    "a write to another mesh": (
        "mixed-meshes",
        lambda f, m: write(uneven(), 0, xp.ones(7, device=xp.make_mesh(2))),
    ),
    "no axis": ("forgotten-mesh", lambda f, m: xp.ones(7, device=P("rows"))),
    "long spec": ("spec-does-not-fit", lambda f, m: xp.ones(7, device=P(None, "x"))),
    "axis twice": ("spec-does-not-fit", lambda f, m: xp.ones((7, 7), device=P("x", "x"))),
    "uneven": (
        "uneven-jax-array",
        lambda f, m: xp.with_sharding_constraint(jnp.zeros(13), P("x")),
    ),
    "connected late": (
        "jax-started",
        lambda f, m: (
            float(uneven().sum()),
            xp.distributed.initialize(f"127.0.0.1:{cluster.free_port()}", 1, 0),
        ),
    ),
    "add": ("shapes-do-not-broadcast", lambda f, m: uneven() + xp.ones((3, 4))),
    "write": ("shapes-do-not-broadcast", lambda f, m: write(uneven(), 0, xp.ones(5))),
    "truth": ("truth-value", lambda f, m: bool(uneven())),
    "read-only": (
        "read-only",
        lambda f, m: write(xp.broadcast_to(uneven()[0], (3, 7)), 0, 1.0),
    ),
    "text": ("other-data", lambda f, m: xp.asarray(np.array(["a"]))),
    "no float64": ("float64-off", lambda f, m: without_float64()),
    "memory": ("out-of-memory", lambda f, m: xp.block_until_ready(xp.zeros(2**46) + 1)),
    "address": ("no-buffer", lambda f, m: uneven().to_device(P(None, "x")).ctypes),
    "if": ("boolean-in-jit", lambda f, m: xp.jit(branch)(uneven())),
    "asarray": ("numpy-in-jit", lambda f, m: xp.jit(np.asarray)(uneven())),
    "asarray in JAX's": ("numpy-in-jit", lambda f, m: jax.jit(np.asarray)(uneven())),
    "mask": ("value-in-jit", lambda f, m: xp.jit(lambda x: x[x > 0])(uneven())),
    "float": ("value-in-jit", lambda f, m: xp.jit(lambda x: float(x[0, 0]))(uneven())),
    "code of exec": ("value-in-jit", lambda f, m: of_exec()),
    "budget": ("large-gathers", lambda f, m: over_budget()),
    "index": ("value-in-jit", lambda f, m: jax.jit(xp.nonzero)(uneven())),
    "distinct": ("value-in-jit", lambda f, m: jax.jit(xp.unique_values)(uneven())),
    "mask in JAX's": ("value-in-jit", lambda f, m: jax.jit(lambda x: x[x > 0])(uneven())),
    "donated to JAX": ("donated-array", lambda f, m: donated().to_jax()),
    "donated shards": ("donated-array", lambda f, m: donated().addressable_shards),
    "donated, saved": (
        "donated-array",
        lambda f, m: xp.checkpoint.save(f / "there", {"w": donated()}),
    ),
    "donated, written": ("donated-array", lambda f, m: xp.io.write_raw(f / "there", donated())),
    "donated to shard_map": (
        "donated-array",
        lambda f, m: xp.shard_map(xp.sin, in_specs=P("x"), out_specs=P("x"))(donated()),
    ),
    "lax in jit": ("jax-lax", lambda f, m: xp.jit(jax.lax.sin)(uneven())),
    "lax in explain": ("jax-lax", lambda f, m: xp.explain(jax.lax.sin, uneven())),
    "lax in vmap": ("jax-lax", lambda f, m: xp.vmap(jax.lax.sin)(uneven())),
    "donated": ("donated-array", lambda f, m: donated_twice()),
    "kept": ("write-in-jit", lambda f, m: write_to_kept()),
    "escaped": ("escaped-tracer", lambda f, m: used_later(lambda x: np.asarray(x + 1))),
    "escaped, fetched": ("escaped-tracer", lambda f, m: used_later(np.asarray)),
    "vmap": ("map-over-padding", lambda f, m: jax.vmap(lambda row: row + 1)(uneven())),
}


@pytest.mark.parametrize("name", RAISED)
def test_an_error_ends_with_its_place(name, tmp_path, monkeypatch):
    anchor, call = RAISED[name]
    with pytest.raises(Exception, match=r"errors\.html#") as caught:
        call(tmp_path, monkeypatch)
    message, *notes = str(caught.value), *getattr(caught.value, "__notes__", ())
    assert any(text.endswith(page(anchor)) for text in (message, *notes))


def fetch_all():
    with xp.warn_on_gather(1):
        np.asarray(xp.ones((1003, 7)))


def open_folder(folder):
    folder.chmod(0o777)
    program_cache._start(folder)


#: Anchors -> calls that warn.
WARNED = {
    "host-fallback": lambda f: xp.numpy.poly(xp.ones((3, 3))),
    "jax-numpy-gathers": lambda f: jnp.asarray(uneven()),
    "large-gathers": lambda f: fetch_all(),
    "program-cache": open_folder,
}


@pytest.mark.parametrize("anchor", WARNED)
def test_a_warning_ends_with_its_place_and_names_this_file(anchor, tmp_path):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        WARNED[anchor](tmp_path)
    assert caught[0].filename == __file__
    message = str(caught[0].message)
    assert message.endswith(page(anchor))
    assert Path(__file__).name not in message  # Python says where it is


@pytest.mark.parametrize("anchor", ["host-fallback", "jax-numpy-gathers", "large-gathers"])
def test_a_warning_says_how_it_is_silenced(anchor, tmp_path):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        WARNED[anchor](tmp_path)
        (silenced,) = re.findall(r"; (warnings\.simplefilter\(.*?\)) ", str(caught[0].message))
        exec(silenced, {"warnings": warnings, "sharray": xp})
        del caught[:]
        WARNED[anchor](tmp_path)
    assert not caught


ENVIRONMENTS = [
    ({"JAX_PLATFORMS": "cuda"}, "no-devices"),
    ({"JAX_ENABLE_X64": "0"}, "float64-off"),
]


@pytest.mark.skipif(PLATFORM != "cpu", reason="there may be such devices")
@pytest.mark.parametrize(("environment", "anchor"), ENVIRONMENTS)
def test_an_error_of_the_environment_ends_with_its_place(environment, anchor):
    code = (
        f"import os; os.environ.update({environment})\n"
        "import sharray\nsharray.set_options(host_threshold=0)\nsharray.ones(3)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 1
    assert re.search(rf"^\w+Error: .*{re.escape(page(anchor))}$", done.stderr, re.MULTILINE)
    assert done.stderr.count("Error: ") == done.stderr.count("Traceback") == 1
    assert all(re.search(rf"unset {name}\b", done.stderr) for name in environment)


def test_every_place_is_on_the_page_and_is_provoked():
    named = set()
    for file in ROOT.glob("sharray/**/*.py"):
        named |= set(re.findall(r"""\b(?:see|page)\(["']([\w-]+)["']\)""", file.read_text()))
    named |= set(WARNED)  # which `warn` adds
    # `jit` says which one of these it is
    named |= {"boolean-in-jit", "numpy-in-jit", "value-in-jit"}
    listed = anchors()
    assert len(listed) == len(set(listed))
    assert named == set(listed) - OTHERS
    # what needs several processes is provoked in `test_processes`, what ends a program in
    # `test_launcher`
    provoked = {anchor for anchor, _ in RAISED.values()} | set(WARNED)
    assert named - provoked - {anchor for _, anchor in ENVIRONMENTS} == {
        "not-numpys",
        "processes-part",
    }
    assert len(named) >= 20


def test_the_page_says_what_to_write():
    for section in re.split(r"^\(\S+\)=\n", PAGE, flags=re.MULTILINE)[1:]:
        assert section.startswith("### ")
        assert len(section.splitlines()) > 4
