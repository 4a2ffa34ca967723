"""The pictures of reports, and of arrays by `visualize`: figures, and what they are drawn as."""

import io
import itertools
import re
import sys
import time
import xml.etree.ElementTree as ET

import jax
import numpy as np
import pytest

import sharray as xp
from sharray._core.user_line import Line
from sharray._engine import hlo
from sharray._functions.display import canvas
from sharray._tools.report import html, pictures, source
from sharray._tools.report.memory import MemoryLog, Sample, bytes_held

pytestmark = pytest.mark.usefixtures("on_devices", "empty_cache")
P = jax.P
NS = "{http://www.w3.org/2000/svg}"
NEEDED = "is in the extra demo"
#: Pairs of four devices.
ALL = list(itertools.permutations(range(4), 2))


def values(*shape):
    return np.random.default_rng(0).uniform(-1, 1, shape)


def texts(picture):
    return [t.text for t in ET.fromstring(picture.svg()).iter(f"{NS}text")]


def titles(picture):
    return [t.text for t in ET.fromstring(picture.svg()).iter(f"{NS}title")]


# bytes between devices


def move(name, nbytes, rest):
    (found,) = hlo.moves(f"  %x = u8[{nbytes}]{{0}} {name}(%y), {rest}")
    return found


@pytest.mark.parametrize(
    ("name", "rest", "expected"),
    [
        (
            "collective-permute",
            "source_target_pairs={{0,1},{1,2},{3,3}}",
            {(0, 1): 120, (1, 2): 120},
        ),
        ("all-gather", "replica_groups={{0,2},{1,3}}", {(i, (i + 2) % 4): 60 for i in range(4)}),
        ("all-reduce", "replica_groups=[1,4]<=[4]", dict.fromkeys(ALL, 30)),
        ("all-to-all", "replica_groups={}", dict.fromkeys(ALL, 30)),
        ("collective-broadcast", "replica_groups={{2,0,1}}", {(2, 0): 120, (2, 1): 120}),
    ],
)  # fmt: skip
def test_what_a_collective_moves_from_where_to_where(name, rest, expected):
    matrix = hlo.Routes([move(name, 120, rest)], range(4)).matrix()
    assert {(int(i), int(j)): matrix[i, j] for i, j in np.argwhere(matrix)} == expected


def test_traffic_is_that_of_the_runs():
    mesh = xp.make_mesh(4)
    x = xp.asarray(values(400, 40), device=jax.NamedSharding(mesh, P("x")))
    with xp.report() as r:
        for _ in range(3):
            x[...] = xp.roll(x, 1, axis=0)
    traffic = r.traffic()
    assert traffic.devices == [0, 1, 2, 3]
    # a row goes to the next device
    want = 3 * 40 * 8 * np.roll(np.eye(4), 1, axis=1)
    assert np.array_equal(traffic.bytes, want)
    assert traffic.bytes.sum(0).max() == r.total.moved["collective-permute"]
    assert "from 3 to 0: 960 B" in titles(traffic)
    assert "3.84 kB in all" in repr(traffic)


def test_traffic_names_the_devices_of_the_mesh():
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:6:2][::-1]), ("x",))
    x = xp.asarray(values(30), device=jax.NamedSharding(mesh, P("x")))
    with xp.report() as r:
        xp.block_until_ready(xp.roll(x, 1))
    traffic = r.traffic()
    assert traffic.devices == [0, 2, 4]
    assert [(int(i), int(j)) for i, j in np.argwhere(traffic.bytes)] == [(0, 2), (1, 0), (2, 1)]


def test_traffic_of_functions_under_jit():
    with xp.use_mesh(xp.make_mesh(2)):
        x = xp.asarray(values(1000))
        with xp.report() as r:
            xp.block_until_ready(xp.jit(lambda x: xp.sum(x * 2))(x))
    assert np.array_equal(r.traffic().bytes, [[0, 4], [4, 0]])


def test_many_devices_are_grouped():
    rng = np.random.default_rng(0)
    nbytes = rng.integers(1, 100, (70, 70)).astype(float)
    traffic = pictures.Traffic(list(range(70)), nbytes)
    names, table = traffic._grouped()
    assert names[:2] == ["0-2", "3-5"]
    assert names[-1] == "69-69"
    assert table.sum() == nbytes.sum()
    assert table[0, 1] == nbytes[:3, 3:6].sum()
    assert len(titles(traffic)) == 24 * 24


# the timeline


def test_timeline_has_where_the_program_was_and_what_ran():
    x = xp.asarray(values(103, 103))
    with xp.report() as r:
        inverse = xp.linalg.inv(x)
        end = time.perf_counter() + 0.05
        while time.perf_counter() < end:
            pass
        np.asarray(inverse)
    timeline = r.timeline()
    kinds = {event.kind for event in timeline.events}
    assert {"line", "compile", "gather", "fetch"} <= kinds
    for event in timeline.events:
        assert -0.1 <= event.start <= event.start + event.seconds <= timeline.seconds
    at_lines = sum(e.seconds for e in timeline.events if e.kind == "line")
    assert at_lines == pytest.approx(sum(r._times.values()))
    assert r.lines[0].line in timeline.lines
    assert any(t.startswith("at the line") for t in titles(timeline))
    assert timeline.lines[0].file == __file__


def test_timeline_says_which_lines_numpy_computed():
    with xp.set_options(host_threshold=1 << 20):
        x = np.asarray(values(100, 100))
        with xp.report() as r:
            end = time.perf_counter() + 0.05
            while time.perf_counter() < end:
                x = xp.numpy.sin(x)
    timeline = r.timeline()
    (sines,) = [one.line for one in r.lines]
    assert {e.kind for e in timeline.events if e.line == sines} == {"line", "host"}
    assert {e.kind for e in timeline.events if e.line != sines} <= {"line"}
    assert any(t.startswith("in NumPy, 0.0") for t in titles(timeline))


def test_lines_beyond_the_lanes_are_together():
    lines = [Line("a.py", n) for n in range(1, 30)]
    events = [pictures.Event(line, "run", line.number, 0.5, "") for line in lines]
    timeline = pictures.Timeline(lines, events, 31.0)
    assert len(timeline.lines) == pictures.MOST_LANES
    assert "other lines" in texts(timeline)
    assert len(titles(timeline)) == 29


# memory


def test_memory_holds_arrays_and_what_programs_need():
    x = xp.asarray(values(8, 100_000), device=jax.NamedSharding(xp.make_mesh(8), P("x")))
    xp.block_until_ready(x)
    before = bytes_held()
    with xp.report() as r:
        y = xp.block_until_ready(x + x)
    memory = r.memory()
    assert memory.held[0] == before
    assert memory.needed[0] >= before + 800_000
    assert memory.held[-1] == before + 800_000 == bytes_held()
    assert list(memory.seconds) == sorted(memory.seconds)
    assert re.search(r"arrays held at most [\d.]+ MB", repr(memory))
    del y
    assert bytes_held() == before


def test_looks_are_few():
    log = MemoryLog()
    log.look(0.0, 100)
    log._next = float("inf")
    log.look(0.0, 5000)
    log.look(0.0, 10)
    (one,) = log.samples
    assert one.needed == one.held + 5000
    log.end(0.0)
    assert len(log.samples) == 2


def test_nothing_is_looked_at_without_a_report(monkeypatch):
    def wrong():
        raise AssertionError

    monkeypatch.setattr("sharray._tools.report.memory.bytes_held", wrong)
    xp.block_until_ready(xp.asarray(values(103)) + 1)
    with pytest.raises(AssertionError), xp.report():
        xp.block_until_ready(xp.asarray(values(103)) + 1)


@pytest.mark.parametrize("name", ["timeline", "traffic", "memory"])
def test_pictures_of_nothing(name):
    with xp.report() as r:
        pass
    picture = getattr(r, name)()
    (svg,) = [ET.fromstring(picture.svg())]
    assert svg.get("aria-label") == repr(picture)[1:-1]
    assert texts(picture)


# figures and files


def all_pictures():
    x = xp.asarray(values(103, 103))
    with xp.report() as r:
        float(xp.sum(xp.linalg.inv(x)))
    yield from (r.timeline(), r.traffic(), r.memory(), xp.visualize(x, show=False))


def test_figures_have_what_the_svg_has():
    pyplot = pytest.importorskip("matplotlib.pyplot", reason=NEEDED)
    for picture in all_pictures():
        figure = picture.figure()
        (axes,) = figure.axes
        assert [t.get_text() for t in axes.texts] == texts(picture)
        rects = list(ET.fromstring(picture.svg()).iter(f"{NS}rect"))
        assert len(axes.patches) == len(rects)
        for patch, rect in zip(axes.patches, rects, strict=True):
            box = [float(rect.get(k)) for k in ("x", "y", "width", "height")]
            assert [*patch.get_xy(), patch.get_width(), patch.get_height()] == pytest.approx(
                box, abs=0.06
            )
        figure.savefig(io.BytesIO())
        pyplot.close(figure)


def test_files(tmp_path):
    pyplot = pytest.importorskip("matplotlib.pyplot", reason=NEEDED)
    picture = xp.visualize(P("x"), shape=(7, 5), mesh=xp.make_mesh(4), show=False)
    picture.save(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text() == picture.svg()
    picture.save(str(tmp_path / "a.png"))
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert pyplot.get_fignums() == []


def test_without_matplotlib_figures_are_an_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    picture = xp.visualize(P("x"), shape=(7, 5), mesh=xp.make_mesh(4), show=False)
    with pytest.raises(ImportError, match=r"needs Matplotlib.*pip install matplotlib"):
        picture.figure()
    assert picture.svg()


# what can be read


def luminance(colour):
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(a, b):
    """As the Web Content Accessibility Guidelines define it."""
    low, high = sorted([luminance(a), luminance(b)])
    return (high + 0.05) / (low + 0.05)


def mixed(a, b, part):
    ends = [[int(c[k : k + 2], 16) for k in (1, 3, 5)] for c in (a, b)]
    return "#" + "".join(f"{round(p + (q - p) * part):02x}" for p, q in zip(*ends, strict=True))


@pytest.mark.parametrize("colours", [html.DAY, html.NIGHT], ids=["day", "night"])
def test_the_page_can_be_read(colours):
    for name in ("ink", "quiet", "link", "warning"):
        assert contrast(colours[name], colours["paper"]) >= 4.5, name
    for part in np.linspace(0, html.MOST_HEAT, 20):
        assert contrast(colours["ink"], mixed(colours["paper"], colours["heat"], part)) >= 4.5
    for colour, _ in pictures.KINDS.values():
        assert contrast(colour, colours["paper"]) >= 3, colour


def test_black_can_be_read_on_what_is_coloured():
    for hue in range(0, 360, 5):
        for lightness in np.linspace(0.65, 1, 8):
            assert contrast("#" + 6 * "0", canvas.shade(hue, lightness)) >= 4.5


# the page


def test_the_page_shades_lines_by_their_time(tmp_path, monkeypatch):
    program = tmp_path / "program.py"
    program.write_text("".join(f"line_{n} = {n} < 5\n" for n in range(1, 201)))
    lines = {Line(str(program), 100): 4.0, Line(str(program), 103): 1.0, Line(str(program), 2): 0.0}
    names = source.anchors([*lines, Line("nowhere.py", 3)])
    text = source.listings(lines, names, 5.0)
    assert set(names) == set(lines)
    shaded = dict(re.findall(r'<tr id="([^"]+)" class="line" style="--part: (\d+)"', text))
    assert shaded == {names[Line(str(program), 100)]: "100", names[Line(str(program), 103)]: "50"}
    assert text.count('class="line"') == 17 + 34
    assert "… 67 lines more" in text
    assert "… 82 lines more" in text
    assert "line_100 = 100 &lt; 5" in text
    ET.fromstring(f"<div>{text}</div>")


def test_the_table_leads_to_the_lines():
    x = xp.asarray(values(103))
    with xp.report() as r:
        xp.block_until_ready(x + 1)
    page = html.page(r)
    (lead,) = set(re.findall(r'<a href="#([^"]+)">[^<]*test_pictures', page))
    assert page.count(f'id="{lead}"') == 1
    assert 'name="viewport"' in page
    assert "prefers-color-scheme: dark" in page


def test_a_notebook_shows_the_worst_lines_and_the_pictures():
    x = xp.asarray(values(103))
    with xp.report() as r:
        xp.block_until_ready(x + 1)
    view = r._repr_html_()
    tree = ET.fromstring(view)
    assert [s.text for s in tree.iter("summary")] == [
        "Timeline", "Between devices", "Memory of the devices",
    ]  # fmt: skip
    assert len(list(tree.iter(f"{NS}svg"))) == 3
    assert "xp.block_until_ready(x + 1)" in view
    assert "color:" not in re.sub(r"color: inherit", "", view)
    assert repr(r) == str(r)


def test_samples_are_numbers():
    memory = pictures.MemoryTimeline([Sample(0.1, 10, 30), Sample(0.5, 20, 20)], 1.0)
    assert (memory.seconds.tolist(), memory.held.tolist(), memory.needed.tolist()) == (
        [0.1, 0.5], [10, 20], [30, 20],
    )  # fmt: skip
