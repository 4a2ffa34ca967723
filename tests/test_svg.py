"""The picture of an array: what it names, and that it is well-formed."""

import math
import re
import xml.etree.ElementTree as ET

import jax
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sharray as xp
from sharray import strategies
from sharray._core.byte_counts import show_bytes
from sharray._functions.display.svg import shards

NS = "{http://www.w3.org/2000/svg}"


def drawn(shape, sharding):
    root = ET.fromstring(shards(shape, sharding).svg())
    return root, [g.find(f"{NS}title").text for g in root.iter(f"{NS}g")]


@given(mesh=strategies.meshes(), shape=strategies.shapes(max_dims=4), data=st.data())
def test_every_shard_is_drawn_once(mesh, shape, data):
    sharding = data.draw(strategies.shardings(len(shape), mesh))
    x = xp.asarray(np.zeros(shape), device=sharding)
    root, titles = drawn(shape, sharding)
    want = {}
    for shard in x.to_jax(padded=True).addressable_shards:
        place = []
        for s, n, m in zip(shard.index, shape, x.padded_shape, strict=True):
            start, stop, _ = s.indices(m)
            place.append(f"{start}:{min(stop, n)}" if start < min(stop, n) else "empty")
        want.setdefault((str(shard.index), ", ".join(place)), []).append(shard.device.id)
    outer = math.prod(x._layout.parts[:-2])
    if outer <= 9:
        assert len(titles) == len(want)
        found = sorted(re.search(r"\[(.*)\]", t)[1] for t in titles)
        assert found == sorted(place for _, place in want)
        named = sorted(int(n) for t in titles for n in re.findall(r"CPU (\d+)", t))
        assert named == sorted(d for ids in want.values() for d in ids)
    width, height = float(root.get("width")), float(root.get("height"))
    for rect in root.iter(f"{NS}rect"):
        x0, y0, w, h = (float(rect.get(k)) for k in ("x", "y", "width", "height"))
        assert 0 <= x0 <= x0 + w <= width
        assert 0 <= y0 <= y0 + h <= height


def test_numbers_of_bytes_are_written_in_the_unit_that_leaves_few():
    sizes = {0: "0 B", 999: "999 B", 1000: "1 kB", 999_499: "999 kB", 999_600: "1 MB"}
    assert {n: show_bytes(n) for n in sizes} == sizes
    assert show_bytes(999_600, 4) == "999.6 kB"
    assert show_bytes(1.5e13) == "15 TB"


def test_padding_is_pale():
    mesh = xp.make_mesh(3)
    root, titles = drawn((7, 2), jax.NamedSharding(mesh, jax.P("x")))
    assert titles == [
        "CPU 0 holds [0:3, 0:2]", "CPU 1 holds [3:6, 0:2]", "CPU 2 holds [6:7, 0:2]",
    ]  # fmt: skip
    heights = [float(r.get("height")) for r in root.iter(f"{NS}rect")]
    assert heights[5] == pytest.approx(heights[4] / 3, abs=0.1)


def test_replicated_and_other_shardings():
    mesh = xp.make_mesh((2, 2))
    _, titles = drawn((4, 4), jax.NamedSharding(mesh, jax.P(None, "y")))
    assert titles == ["CPU 0, CPU 2 hold [0:4, 0:2]", "CPU 1, CPU 3 hold [0:4, 2:4]"]
    _, titles = drawn((), jax.sharding.SingleDeviceSharding(jax.devices()[5]))
    assert titles == ["CPU 5 holds []"]


def test_many_panels_are_left_out():
    mesh = xp.make_mesh(8)
    sharding = jax.NamedSharding(mesh, jax.P("x"))
    _, titles = drawn((80, 3, 3), sharding)
    assert len(titles) == 8
    mesh = xp.make_mesh((4, 2))
    sharding = jax.NamedSharding(mesh, jax.P(("x",), "y", None, None))
    root, titles = drawn((8, 8, 2, 2), sharding)
    assert len(titles) == 8
    assert "dimension 0 at 0:2, dimension 1 at 4:8" in [t.text for t in root.iter(f"{NS}text")]
