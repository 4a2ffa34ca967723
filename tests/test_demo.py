"""The main job, as a user starts it, and the two programs it runs."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import array_api_strict
import numpy as np
import pytest
from launching import on_terminal
from PIL import Image

import sharray
from sharray.demo.__main__ import tracked
from sharray.demo._data import first_colors
from sharray.demo._programs import quantise

ROOT = Path(sharray.__path__[0]).parent


def demo(*arguments, cwd, **environment):
    return python("-m", "sharray.demo", *map(str, arguments), cwd=cwd, **environment)


def python(*arguments, cwd, **environment):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        # The sharray under test, also where it is not installed.
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )


@pytest.fixture(scope="module")
def picture(tmp_path_factory):
    """A picture of 61 x 47 pixels, which 8 does not divide."""
    rows, columns = np.mgrid[:61, :47]
    colors = np.stack([4 * rows, 5 * columns, (rows * columns) % 256], axis=-1)
    path = tmp_path_factory.mktemp("demo") / "picture.png"
    Image.fromarray(colors.astype(np.uint8)).save(path)
    return path


@pytest.fixture(scope="module")
def finished(picture):
    out = picture.with_name("result.png")
    done = demo(
        *("--devices", 8, "--image", picture, "--colors", 5, "--steps", 4, "--out", out),
        cwd=picture.parent,
        PYTHONIOENCODING="utf-8",
        # The number of devices asked for counts, also where the environment says another.
        XLA_FLAGS="--xla_force_host_platform_device_count=3",
        JAX_PLATFORMS="cpu",
        # The picture is small enough for NumPy, but it is the devices that are tested.
        SHARRAY_HOST_THRESHOLD="0",
    )
    assert done.returncode == 0, done.stderr
    return done


def test_writes_a_picture(finished, picture):
    with Image.open(picture.with_name("result.png")) as image:
        assert image.format == "PNG"
        assert image.size == (1200, 650)
        assert len(image.convert("RGB").getcolors(2**20)) > 100
    assert "wrote " in finished.stdout


def test_draws_the_layout(finished):
    assert "uint8 (2867, 3), P('x', None) on 8 CPU devices (x: 8)" in finished.stdout
    assert "each holds (359, 3), 1.077 kB; stored as (2872, 3)" in finished.stdout
    assert re.search(r"2513:2867 │ CPU 7 │ \+5 pad", finished.stdout)


def test_results_are_those_of_numpy(finished):
    assert "largest difference: 0 of 255" in finished.stdout


def test_tells_the_times_and_what_to_do_next(finished):
    assert re.search(
        r"sharray +\d+\.\d\d s, \d+\.\d\d s of it for compiling \d+ prog", finished.stdout
    )
    assert re.search(r"NumPy +\d+\.\d\d s", finished.stdout)
    assert "next: python -m sharray --report" in finished.stdout


def test_the_bundled_photograph_fits_a_screen_with_few_programs(tmp_path):
    code, shown = on_terminal((sys.executable, "-m", "sharray.demo"), cwd=tmp_path, NO_COLOR="1")
    assert code == 0, shown
    lines = [line.rpartition("\r")[2] for line in shown.rstrip().split("\n")]
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    (programs,) = re.findall(r"compiling (\d+) programs", shown)
    # each takes time: .ci/steps looks at the seconds
    assert int(programs) <= 6


def test_says_nothing_else_without_a_terminal(finished):
    assert finished.stderr == ""


def test_help(tmp_path):
    done = demo("--help", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == ""
    for option in ("--devices N", "--image PATH", "--colors K", "--steps S", "--out PNG"):
        assert option in done.stdout
    assert "272853 pixels" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_the_example_of_the_readme_runs(tmp_path):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    done = python("-c", example, cwd=tmp_path, PYTHONIOENCODING="utf-8")
    assert done.returncode == 0, done.stderr
    assert "882:1003 │ CPU 7 │ +5 pad" in done.stdout
    assert done.stdout.endswith(" 100.0\n")


#: Arguments, and what is said of them.
WRONG = [
    (["--image", "none.png"], "there is no picture at none.png"),
    (["--image", "notes.png"], "notes.png is not a picture in a format that Pillow reads"),
    (["--image", "cut.png"], "cut.png cannot be read as a picture: .+"),
    (["--image", "."], r"\. cannot be read as a picture: Is a directory"),
    (["--out", "result.jpg"], "the result is a PNG file, so --out result.jpg must end in .png"),
    (["--out", "no/such/folder.png"], "cannot write no/such/folder.png: No such file or .+"),
    (["--out", "folder.png"], "cannot write folder.png: Is a directory"),
    (["--devices", "65"], "--devices 65 is more than the 64 virtual CPU devices .+"),
    (["--devices", "0"], "argument --devices: '0' is not a positive whole number; .+"),
    (["--devices", "two"], "argument --devices: 'two' is not a positive whole number; .+"),
    (["--colors", "257"], "argument --colors: '257' is not a whole number from 1 to 256; .+"),
    (["--steps", "-1"], "argument --steps: '-1' is not a positive whole number; .+"),
    (["--color", "3"], r"unrecognized arguments: --color 3 \(is it --colors\?\); see --help"),
    (["--quux"], "unrecognized arguments: --quux; see --help"),
]
ALL_AT_ONCE = """
import contextlib, io, json, sys
from sharray.demo.__main__ import main

found = []
for arguments in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(arguments)
        except SystemExit as exit:
            code = exit.code
    found.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(found))
"""


@pytest.fixture
def wrong_files(picture, tmp_path):
    (tmp_path / "notes.png").write_text("not a picture")
    (tmp_path / "cut.png").write_bytes(picture.read_bytes()[:200])
    (tmp_path / "folder.png").mkdir()
    return tmp_path


def test_wrong_usage_is_one_sentence(wrong_files):
    before = sorted(wrong_files.iterdir())
    done = python("-c", ALL_AT_ONCE, json.dumps([a for a, _ in WRONG]), cwd=wrong_files)
    assert done.returncode == 0, done.stderr
    for (arguments, message), (code, out, err) in zip(WRONG, json.loads(done.stdout), strict=True):
        assert code in (1, 2), arguments
        assert re.fullmatch(f"python -m sharray.demo: {message}\n", err), arguments
        assert out == "", arguments
    assert sorted(wrong_files.iterdir()) == before


@pytest.mark.parametrize(("arguments", "message"), [WRONG[0], WRONG[-1]])
def test_wrong_usage_is_the_exit_code_of_the_process(arguments, message, wrong_files):
    done = demo(*arguments, cwd=wrong_files, JAX_PLATFORMS="cpu")
    assert done.returncode in (1, 2)
    assert re.fullmatch(f"python -m sharray.demo: {message}\n", done.stderr)
    assert done.stdout == ""


@pytest.mark.parametrize("xp", [np, array_api_strict], ids=["numpy", "array_api_strict"])
def test_quantise_finds_the_colours(xp):
    colors = np.array([[255, 0, 0], [250, 255, 3], [0, 1, 128]], dtype=np.uint8)
    pixels = colors[np.arange(101) % 3]
    start = xp.asarray(first_colors(pixels, 3))
    found = quantise(xp, xp.asarray(pixels), start, 10, lambda steps, _: steps)
    np.testing.assert_array_equal(np.asarray(found.pixels), pixels)
    assert {tuple(c) for c in np.asarray(found.palette)} == {tuple(c) for c in colors}
    assert int(xp.sum(found.counts)) == 101


def test_quantise_takes_more_colours_than_there_are():
    pixels = np.array([[9, 9, 9], [1, 2, 3]], dtype=np.uint8)
    found = quantise(np, pixels, first_colors(pixels, 5), 10, lambda steps, _: steps)
    np.testing.assert_array_equal(found.pixels, pixels)


def test_kmeans_lowers_the_error():
    pixels = np.random.default_rng(0).integers(0, 256, (997, 3)).astype(np.uint8)

    def error(steps):
        found = quantise(np, pixels, first_colors(pixels, 7), steps, lambda steps, _: steps)
        return np.mean((found.pixels.astype(float) - pixels) ** 2)

    assert error(20) < 0.9 * error(1) < error(0)


class Bar:
    def __init__(self):
        self.n, self.text = 0, ""

    def set_description(self, text):
        self.text = text

    def update(self, steps=1):
        self.n += steps


def test_a_loop_left_early_counts_whole():
    bar = Bar()
    for step in tracked(bar, "work")(range(10), "loop"):
        if step == 3:
            assert (bar.n, bar.text) == (3, "work: loop")
            break
    assert bar.n == 10
