"""The programs of `docs/examples` print and compute on many devices what they do in NumPy."""

import re
from pathlib import Path

import numpy as np
import pytest

import sharray
import sharray.numpy as snp
from sharray._tools.launch.imports import compiled

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
#: Arguments that keep a program short; sizes do not divide.
ARGUMENTS = {
    "black_scholes": (10_001,),
    "conjugate_gradient": (61, 10),
    "gaussian_process": (101, 30),
    "heat": (101, 10),
    "histogram_equalisation": (),
    "image_filters": (),
    "jacobi": (101, 20),
    "kmeans": (1, 10, 3),
    "life": (101, 5),
    "logistic_regression": (1, 10),
    "mandelbrot": (101, 20),
    "monte_carlo": (5_003, 5),
    "nbody": (61, 2),
    "pca": (),
    "poisson_fft": (61,),
    "shallow_water": (61, 5),
}
#: Number of devices -> the size below which arrays stay on the host: some, none, most of them.
THRESHOLDS = {1: 64, 2: 0, 8: 4096}
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def load(name, program):
    path = EXAMPLES / f"{name}.py"
    source = path.read_text(encoding="utf-8")
    space = {"__name__": name, "__file__": str(path)}
    exec(program(source, str(path)), space)
    return space["main"]


@pytest.fixture(scope="module", params=ARGUMENTS)
def example(request, tmp_path_factory):
    """A program, what it returns in NumPy, and what it prints."""
    import contextlib
    import io

    name = request.param
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        result = load(name, lambda s, p: compile(s, p, "exec"))(*ARGUMENTS[name])
    return name, result, printed.getvalue()


@pytest.mark.some(18)
@pytest.mark.parametrize("devices", [1, 2, 8])
def test_example(example, devices, capsys):
    name, wanted, printed = example
    mesh = sharray.make_mesh((devices,))
    threshold = THRESHOLDS[devices]
    with sharray.use_mesh(mesh), sharray.set_options(host_threshold=threshold):
        found = load(name, compiled)(*ARGUMENTS[name])
        assert isinstance(found, snp.ndarray)
        assert found.dtype == wanted.dtype
        np.testing.assert_allclose(np.asarray(found), wanted, rtol=1e-9, atol=1e-9)
    shown = capsys.readouterr().out
    assert NUMBER.sub("#", shown) == NUMBER.sub("#", printed)
    numbers = [np.array(NUMBER.findall(text), float) for text in (shown, printed)]
    np.testing.assert_allclose(*numbers, rtol=1e-6, atol=1e-12)


def test_every_program_is_tested():
    assert {p.stem for p in EXAMPLES.glob("*.py")} == set(ARGUMENTS)
