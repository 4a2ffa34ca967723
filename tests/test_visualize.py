"""The drawing must say what the sharding says, for every layout."""

import io
import math
import re
import sys
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jax.sharding import AbstractMesh, Mesh, NamedSharding, PartitionSpec

import sharray as xp
from sharray._functions.display.drawing import drawing
from sharray._tools.visualize import visualize

P = PartitionSpec
ALL_BOXES = re.compile(r"[│┌┬┐├┼┤└┴┘─]")


def an_array(shape, spec, mesh_shape, dtype="float64"):
    names = ("x", "y", "z")[: len(mesh_shape)]
    count = math.prod(mesh_shape)
    mesh = Mesh(np.array(jax.devices()[:count]).reshape(mesh_shape), names)
    return SimpleNamespace(shape=shape, dtype=np.dtype(dtype), sharding=NamedSharding(mesh, spec))


def boxes(text):
    """Return {(row label, column label): devices} read back from a drawing of one panel."""
    found = {}
    heads = []
    for line in text.splitlines():
        cells = line.split("│")
        if len(cells) > 1:
            label, *names, _note = cells
            for head, name in zip(heads or [""] * len(names), names, strict=True):
                found.setdefault((label.strip(), head), []).append(name.strip())
        elif re.fullmatch(r"[ \d:empty]+", line) and not found:
            heads = line.split()
    return found


def test_uneven_vector():
    text = drawing(an_array((13,), P("x"), (8,)))
    assert text.splitlines()[:2] == [
        "float64 (13,), P('x') on 8 CPU devices (x: 8)",
        "each holds (2,), 16 B; stored as (16,)",
    ]
    assert text.splitlines()[-1].split("  ")[-1].strip() == "+2 pad"
    assert boxes(text) == {
        ("", "0:2"): ["CPU 0"],
        ("", "2:4"): ["CPU 1"],
        ("", "4:6"): ["CPU 2"],
        ("", "6:8"): ["CPU 3"],
        ("", "8:10"): ["CPU 4"],
        ("", "10:12"): ["CPU 5"],
        ("", "12:13"): ["CPU 6"],
        ("", "empty"): ["CPU 7"],
    }


def test_whole_drawing():
    text = drawing(an_array((7, 5), P("x", "y"), (4, 2), "float32"))
    assert text == "\n".join(
        [
            "float32 (7, 5), P('x', 'y') on 8 CPU devices (x: 4, y: 2)",
            "each holds (2, 3), 24 B; stored as (8, 6)",
            "",
            "         0:3     3:5",
            "      ┌───────┬────────┐",
            "  0:2 │ CPU 0 │ CPU 1  │",
            "      ├───────┼────────┤",
            "  2:4 │ CPU 2 │ CPU 3  │",
            "      ├───────┼────────┤",
            "  4:6 │ CPU 4 │ CPU 5  │",
            "      ├───────┼────────┤",
            "  6:7 │ CPU 6 │ CPU 7  │ +1 pad",
            "      └───────┴────────┘",
            "                +1 pad",
        ]
    )


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (P(), {("0:7", "0:5"): ["CPU 0-7"]}),
        (P(None, "y"), {("0:7", "0:3"): ["CPU 0,2,4,6"], ("0:7", "3:5"): ["CPU 1,3,5,7"]}),
        (
            P("x"),
            {
                ("0:2", "0:5"): ["CPU 0,1"],
                ("2:4", "0:5"): ["CPU 2,3"],
                ("4:6", "0:5"): ["CPU 4,5"],
                ("6:7", "0:5"): ["CPU 6,7"],
            },
        ),
    ],
)
def test_partially_replicated(spec, expected):
    assert boxes(drawing(an_array((7, 5), spec, (4, 2)))) == expected


def test_zero_dimensions():
    text = drawing(an_array((), P(), (4, 2)))
    assert "float64 (), P() on 8 CPU devices" in text
    assert list(boxes(text).values()) == [["CPU 0-7"]]


def test_size_zero_has_empty_shards_without_padding():
    text = drawing(an_array((0, 3), P("x"), (3,)))
    assert boxes(text) == {("empty", "0:3"): ["CPU 0", "CPU 1", "CPU 2"]}
    assert "pad" not in text
    assert "stored as" not in text


def test_three_sharded_dimensions_are_panels():
    text = drawing(an_array((7, 50, 3), P("z", "x", "y"), (2, 2, 2)))
    assert "down: dimension 1, across: dimension 2" in text
    _, first, second = text.split("dimension 0 at ")
    assert first.startswith("0:4\n")
    assert boxes(first) == {
        ("0:25", "0:2"): ["CPU 0"],
        ("0:25", "2:3"): ["CPU 2"],
        ("25:50", "0:2"): ["CPU 4"],
        ("25:50", "2:3"): ["CPU 6"],
    }
    assert second.startswith("4:7\n")
    assert boxes(second)["25:50", "2:3"] == ["CPU 7"]


def test_a_larger_padded_shape_is_believed():
    x = an_array((10,), P("x"), (2,))
    x.padded_shape = (16,)
    assert boxes(drawing(x)) == {("", "0:8"): ["CPU 0"], ("", "8:10"): ["CPU 1"]}
    assert "+6 pad" in drawing(x)


@given(data=st.data())
def test_agrees_with_jax(data):
    mesh_shape = data.draw(st.sampled_from([(1,), (2,), (3,), (8,), (4, 2), (2, 2, 2)]))
    axes = data.draw(st.permutations(["x", "y", "z"][: len(mesh_shape)]))
    spec = data.draw(st.sampled_from([P(), P(axes[0]), P(None, axes[0]), P(tuple(axes))]))
    if len(axes) > 1:
        more = [P(axes[0], axes[1]), P(axes[0], tuple(axes[1:])), P(None, tuple(axes))]
        spec = data.draw(st.sampled_from([spec, *more]))
    shape = tuple(
        data.draw(st.lists(st.sampled_from([0, 1, 2, 3, 7, 13, 16]), min_size=2, max_size=2))
    )
    x = an_array(shape, spec, mesh_shape)

    # 48 divides by every mesh, so JAX itself says which part of it each device holds.
    parts = [
        len({str(s[d]) for s in x.sharding.devices_indices_map((48, 48)).values()}) for d in (0, 1)
    ]
    padded = tuple(-(-n // d) * d for n, d in zip(shape, parts, strict=True))
    expected = {}
    for device, index in x.sharding.devices_indices_map((48, 48)).items():
        labels = []
        for d in (0, 1):
            start = (index[d].start or 0) * parts[d] // 48 * (padded[d] // parts[d])
            stop = min(start + padded[d] // parts[d], shape[d])
            labels.append(f"{start}:{stop}" if start < stop else "empty")
        expected.setdefault(tuple(labels), set()).add(device.id)

    found = {}
    for key, names in boxes(drawing(x, width=1000)).items():
        ids = found.setdefault(key, set())
        for name in names:
            for run in name.removeprefix("CPU ").split(","):
                first, _, last = run.partition("-")
                ids.update(range(int(first), int(last or first) + 1))
    assert found == expected


@pytest.mark.parametrize("width", [20, 40, 60, 80])
def test_columns_are_left_out_to_fit(width):
    text = drawing(an_array((3, 70000), P(None, "x"), (8,)), width=width)
    panel = text.split("\n\n")[1]
    assert "…" in panel
    assert max(map(len, panel.splitlines())) <= max(width, 40)
    assert "0:8750" in panel
    assert "61250:70000" in panel


def test_jax_arrays():
    assert "float32 (2, 3), whole on 1 CPU device\n" in drawing(jnp.zeros((2, 3), jnp.float32))


def test_no_sharding_is_an_error():
    with pytest.raises(TypeError, match=r"got ndarray of shape \(3,\) with sharding none"):
        visualize(np.zeros(3))


def test_what_is_on_the_host_has_no_shards(capsys):
    with xp.set_options(host_threshold=1 << 17):
        x = xp.zeros((10, 7))
        visualize(x)
        said = "float64 (10, 7), at home on the host: 560 B, which no device holds"
        assert capsys.readouterr().out == said + "\n"
        with pytest.raises(TypeError, match=re.escape(f"that exist, not {said}; as text")):
            visualize(x, show=False)


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


def test_colours_only_on_a_terminal(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    x = an_array((7, 5), P("x", "y"), (4, 2))
    file, terminal = io.StringIO(), Terminal()
    visualize(x, file=file)
    visualize(x, file=terminal)
    assert file.getvalue() == drawing(x) + "\n"
    assert "\x1b[" in terminal.getvalue()
    assert re.sub(r"\x1b\[\d+m", "", terminal.getvalue()) == file.getvalue()

    monkeypatch.setenv("NO_COLOR", "1")
    plain = Terminal()
    visualize(x, file=plain)
    assert plain.getvalue() == file.getvalue()


def test_prints_by_default(capsys):
    x = an_array((3,), P("x"), (3,))
    visualize(x)
    assert capsys.readouterr().out == drawing(x) + "\n"


def test_ascii_where_the_file_knows_no_boxes():
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding="ascii", newline="\n")
    x = an_array((7, 5), P("x"), (8,))
    visualize(x, file=file)
    file.flush()
    text = raw.getvalue().decode("ascii")
    assert "| CPU 0 |" in text
    assert len(text) == len(drawing(x)) + 1
    assert not ALL_BOXES.search(text)


def test_many_processes_are_named():
    devices = [SimpleNamespace(id=i, process_index=i // 2, platform="gpu") for i in range(4)]
    mesh = SimpleNamespace(axis_names=("x",), devices=np.array(devices, dtype=object))
    x = SimpleNamespace(
        shape=(8, 3),
        dtype=np.dtype("int8"),
        sharding=SimpleNamespace(mesh=mesh, spec=P("x")),
    )
    assert boxes(drawing(x))["4:6", "0:3"] == ["GPU 2 (process 1)"]


def drawn(capsys, *args, **kwargs):
    visualize(*args, **kwargs)
    return capsys.readouterr().out


def test_what_need_not_exist(capsys):
    x = an_array((7, 5), P("x", "y"), (4, 2), "float32")
    whole = drawing(x) + "\n"
    assert drawn(capsys, x) == whole
    assert drawn(capsys, jax.ShapeDtypeStruct(x.shape, x.dtype, sharding=NamedSharding(
        x.sharding.mesh, P("x", "y")))) == whole  # fmt: skip
    bare = whole.replace("float32 ", "").replace(", 24 B", "")
    assert drawn(capsys, x.sharding, shape=(7, 5)) == bare
    assert drawn(capsys, P("x", "y"), shape=(7, 5), mesh=x.sharding.mesh) == bare
    with xp.use_mesh(x.sharding.mesh):
        assert drawn(capsys, P("x", "y"), shape=(7, 5)) == bare


def test_meshes_larger_than_the_machine(capsys):
    mesh = AbstractMesh((128, 4), ("data", "model"))
    text = drawn(capsys, P(("data", "model")), shape=(1000, 3), mesh=mesh)
    assert "(1000, 3), P(('data', 'model'), None) on 512 devices (data: 128, model: 4)" in text
    assert boxes(text)["0:2", "0:3"] == ["device 0"]
    assert "device 511" in text
    text = drawn(capsys, jax.ShapeDtypeStruct((13, 2), np.int8, sharding=NamedSharding(
        AbstractMesh((2, 2), ("a", "b")), P("b"))))  # fmt: skip
    assert boxes(text) == {("0:7", "0:2"): ["device 0,2"], ("7:13", "0:2"): ["device 1,3"]}


def test_while_tracing(capsys):
    seen = []

    @jax.jit
    def f(x):
        y = xp.with_sharding_constraint(x, P(None, "y"))
        seen.append(drawn(capsys, y))
        return y

    with xp.use_mesh(xp.make_mesh((4, 2))):
        f(xp.asarray(np.zeros((7, 5)), device=P("x")))
    assert boxes(seen[0]) == {("0:7", "0:3"): ["CPU 0,2,4,6"], ("0:7", "3:5"): ["CPU 1,3,5,7"]}


def test_svg_in_a_notebook(capsys, monkeypatch):
    shown = []
    shell = SimpleNamespace(kernel=object())
    module = SimpleNamespace(get_ipython=lambda: shell)
    display = SimpleNamespace(display=shown.append)
    monkeypatch.setitem(sys.modules, "IPython", module)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    x = xp.zeros((7, 5), device=xp.make_mesh((4, 2)))
    assert drawn(capsys, x) == ""
    (picture,) = shown
    assert "CPU 7" in picture.svg()
    assert picture.svg() in picture._repr_html_()
    file = io.StringIO()
    visualize(x, file=file)
    assert file.getvalue() == drawing(x) + "\n"
    shell.kernel = None  # IPython in a terminal
    assert drawn(capsys, x) == drawing(x) + "\n"


@pytest.mark.parametrize(
    ("args", "kwargs", "error", "message"),
    [
        ((3,), {}, TypeError, "not int"),
        ((P("x"),), {}, TypeError, "pass shape="),
        ((P("z"),), {"shape": (3,)}, ValueError, "'z'"),
        ((P("x", None),), {"shape": (3,)}, ValueError, "2 entries"),
        ((np.zeros(3),), {"shape": (3,)}, TypeError, "ndarray has its own"),
        ((np.zeros(3),), {"mesh": 3}, TypeError, "ndarray has its own"),
        (
            (np.zeros(3),),
            {"show": False},
            TypeError,
            "devices that exist, not None",
        ),
        (
            (P("a"),),
            {"shape": (3,), "mesh": AbstractMesh((2,), ("a",)), "show": False},
            TypeError,
            "devices that exist",
        ),
    ],
)
def test_wrong_arguments(args, kwargs, error, message):
    with pytest.raises(error, match=message):
        visualize(*args, **kwargs)
