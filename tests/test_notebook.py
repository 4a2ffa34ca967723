"""IPython and Jupyter: views, magics, what is offered where one types."""

import importlib
import inspect
import io
import re
import warnings
import xml.etree.ElementTree as ET
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import jax
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._functions.display import html, svg

NEEDED = "is in the extra test"
P = jax.P
NS = "{http://www.w3.org/2000/svg}"
MODULES = [
    "sharray", "sharray.checkpoint", "sharray.distributed", "sharray.fft", "sharray.io",
    "sharray.linalg", "sharray.numpy", "sharray.numpy.fft", "sharray.numpy.linalg",
    "sharray.numpy.polynomial", "sharray.numpy.random", "sharray.polynomial", "sharray.prng",
    "sharray.random", "sharray.strategies", "sharray.testing",
]  # fmt: skip


def parsed(page):
    """The elements of a view: it is well-formed."""
    return ET.fromstring(page)


def facts(page):
    rows = [[cell.text for cell in row] for row in parsed(page).iter("tr")]
    return {row[0]: row[1] for row in rows if len(row) == 2}


def pictures(page):
    return list(parsed(page).iter(f"{NS}svg"))


def is_readable(page):
    """Colours are the page's, or black on what is pale; pictures have a text for who cannot see."""
    for picture in pictures(page):
        assert picture.get("role") == "img"
        assert picture.get("aria-label")
        fills = {t.get("fill") for t in picture.iter(f"{NS}text")}
        assert fills <= {"currentColor", "black"}
        for group in picture.iter(f"{NS}g"):
            for r in group.iter(f"{NS}rect"):
                fill = r.get("fill", "")
                assert min(int(fill[k : k + 2], 16) for k in (1, 3, 5)) >= 0x90
    assert not re.search(r"(?<!-)\bcolor: *[#\w]", page)


# arrays


@given(mesh=strategies.meshes(), shape=strategies.shapes(max_dims=3), data=st.data())
def test_arrays_show_values_facts_and_shards(mesh, shape, data):
    a = np.arange(np.prod(shape, dtype=int), dtype=float).reshape(shape)
    x = xp.asarray(a, device=data.draw(strategies.shardings(len(shape), mesh)))
    page = x._repr_html_()
    (values,) = parsed(page).iter("pre")
    assert values.text == str(a)
    says = facts(page)
    assert (says["shape"], says["dtype"]) == (str(shape), "float64")
    size = f"{a.nbytes} B" if a.nbytes < 1000 else f"{a.nbytes / 1000:.4g} kB"
    assert says["memory"].startswith(f"{size}, ")
    assert f"{mesh.size} CPU device" in says["memory"]
    assert says["sharding"].startswith("P(")
    assert [ET.tostring(p) for p in pictures(page)] == [
        ET.tostring(ET.fromstring(svg.shards(shape, x.sharding, x.padded_shape).svg()))
    ]
    is_readable(page)


def test_only_the_corners_are_fetched(on_devices):
    x = xp.asarray(np.zeros((1003, 97)), device=P("x"))
    with xp.report() as r:
        page = x._repr_html_()
    assert "..." in page
    assert r.total.fetches == 0
    assert r.total.moved["read"] == 36 * 8


def test_arrays_on_the_host_have_values_and_no_shards():
    with xp.set_options(host_threshold=100):
        page = xp.asarray([1.5, 2.5])._repr_html_()
    assert facts(page) == {"shape": "(2,)", "dtype": "float64", "memory": "16 B on the host"}
    assert "[1.5 2.5]" in page
    assert pictures(page) == []


def test_arrays_without_values_show_what_is_known(mesh):
    seen = []

    @jax.jit
    def f(x):
        seen.append(x._repr_html_())
        return x

    f(xp.asarray(np.zeros((7, 5)), device=P(mesh.axis_names[0])))
    assert facts(seen[0])["shape"] == "(7, 5)"
    assert len(pictures(seen[0])) == 1


def test_what_numpy_prints_is_escaped():
    with np.printoptions(formatter={"float": lambda v: f"<b>{v}</b>"}):
        page = xp.asarray(np.zeros(3), device=P("x"))._repr_html_()
    assert "&lt;b&gt;0.0&lt;/b&gt;" in page


# meshes and shardings


def test_meshes():
    mesh = xp.make_mesh((4, 2))
    page = html.mesh(mesh)
    assert facts(page) == {"axes": "(x: 4, y: 2)", "devices": "8 CPU devices"}
    titles = [t.text for t in parsed(page).iter(f"{NS}title")]
    assert titles[:3] == ["CPU 0: x 0, y 0", "CPU 1: x 0, y 1", "CPU 2: x 1, y 0"]
    is_readable(page)
    explicit = jax.sharding.Mesh(
        mesh.devices, ("x", "y"), axis_types=(jax.sharding.AxisType.Explicit,) * 2
    )
    assert facts(html.mesh(explicit))["types of axes"] == "x: Explicit, y: Explicit"
    abstract = html.mesh(jax.sharding.AbstractMesh((128, 4), ("data", "model")))
    assert facts(abstract)["devices"] == "512 devices"
    assert pictures(abstract) == []


@pytest.mark.parametrize(
    ("spec", "says", "parts"),
    [
        (P("x", None), {"dimension 0": "4 parts, along x", "dimension 1": "whole"}, 4),
        (P(None, ("x", "y")), {"dimension 0": "whole", "dimension 1": "8 parts, along x, y"}, 8),
        (P(), {"replicated": "along x, y"}, 1),
    ],
)
def test_shardings(spec, says, parts):
    page = html.sharding(jax.NamedSharding(xp.make_mesh((4, 2)), spec))
    assert says.items() <= facts(page).items()
    titles = [t.text for t in parsed(page).iter(f"{NS}title")]
    assert len(titles) == parts
    assert sorted(map(int, re.findall(r"CPU (\d)", " ".join(titles)))) == list(range(8))
    is_readable(page)


# the extension


@pytest.fixture
def shell():
    testing = pytest.importorskip("IPython.testing.globalipapp", reason=NEEDED)
    shell = testing.start_ipython() or testing.get_ipython()
    before = xp.get_options()
    done = shell.run_cell("%load_ext sharray")
    assert done.success
    yield shell
    shell.run_cell("%unload_ext sharray")
    shell.reset()
    xp.set_options(**before)


def run(shell, cell):
    """Run a cell; return what it printed, and its result."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(out):
        done = shell.run_cell(cell, store_history=True)
    return out.getvalue(), done


def test_the_extension_replaces_numpy(shell):
    run(shell, "import numpy as np\nfrom numpy.linalg import norm")
    assert (shell.user_ns["np"], shell.user_ns["norm"]) == (snp, snp.linalg.norm)
    run(shell, "%unload_ext sharray")
    run(shell, "import numpy as np")
    assert shell.user_ns["np"] is np
    assert "sharray_report" not in shell.magics_manager.magics["cell"]


def test_the_extension_shows_jaxs_placement(shell):
    show = shell.display_formatter.formatters["text/html"]
    show.enabled = True
    mesh = xp.make_mesh((4, 2))
    assert show(mesh) == html.mesh(mesh)
    assert show(jax.NamedSharding(mesh, P("x"))) == html.sharding(jax.NamedSharding(mesh, P("x")))
    run(shell, "%unload_ext sharray")
    assert show(mesh) is None


def test_a_cell_is_reported(shell, tmp_path):
    path = tmp_path / "cell.html"
    out, done = run(
        shell, f"%%sharray_report {path}\nimport numpy as np\nx = np.ones(200_000)\nfloat(x.sum())"
    )
    assert done.success
    assert done.result == 200_000.0
    assert "sharray report, " in out
    assert re.search(r"In\[\d+\]:4 ", out)  # its lines have their numbers in the cell
    assert "    float(x.sum())" in out
    assert out.count("200000.0") == 1
    assert "float(x.sum())" in path.read_text()
    assert shell.user_ns["np"] is snp


@pytest.mark.parametrize("line", ["--help", "?", " -h "])
def test_the_usage_of_a_report(shell, line):
    out, done = run(shell, f"%%sharray_report {line}\n1 / 0")
    assert done.success
    assert "%%sharray_report out.html  and write" in out
    assert not Path("--help").exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("out.html extra", "takes one path, in quotes if it has spaces, not out.html extra"),
        ("--page", "takes one path, in quotes if it has spaces, not --page"),
        ("'out.html", "'out.html: No closing quotation"),
        (
            "no/such/out.html",
            "cannot write no/such/out.html: no/such is not a folder one can write to",
        ),
        (".", "cannot write .: it is a folder"),
    ],
)
def test_a_report_that_cannot_be_written_is_told_before_the_cell_runs(shell, line, said):
    out, done = run(shell, f"%%sharray_report {line}\nhas_run = True")
    assert not done.success
    assert "has_run" not in shell.user_ns
    assert out.strip() == f"UsageError: %%sharray_report: {said}"


def test_a_path_with_spaces(shell, tmp_path):
    path = tmp_path / "two words.html"
    assert run(shell, f"%%sharray_report '{path}'\n1")[1].success
    assert path.exists()


def test_a_cell_that_fails_has_a_report_and_one_traceback(shell):
    out, done = run(shell, "%%sharray_report\nimport numpy as np\nnp.ones(3) / [][0]")
    assert isinstance(done.error_in_exec, IndexError)
    assert out.count("IndexError:") == 1
    assert "sharray report, " in out
    assert "_tools/notebook.py" not in out
    out, done = run(shell, "%%sharray_report\n1 +")
    assert isinstance(done.error_in_exec, SyntaxError)


def test_magics_and_empty_cells_are_cells_too(shell):
    run(shell, "%%sharray_report\nhere = %pwd\nlen?")
    assert shell.user_ns["here"] == str(Path.cwd())
    assert run(shell, "%%sharray_report\n# nothing")[1].success


def test_a_progress_bar(shell):
    pytest.importorskip("tqdm", reason=NEEDED)
    out, done = run(
        shell,
        "from tqdm import tqdm\nimport numpy as np\nx = np.ones((50, 3000))\ntotal = 0.0\n"
        "for row in tqdm(x, desc='rows'):\n    total += float(row.sum())\ntotal",
    )
    assert done.result == 150_000.0
    assert re.search(r"rows: 100%.* 50/50", out)


def test_numpy_that_was_imported_too_early_is_told_of(shell):
    run(shell, "%unload_ext sharray")
    load = "%load_ext sharray\nimport numpy as np"
    with pytest.warns(
        UserWarning, match="^np is NumPy, imported before .* import it again"
    ) as told:
        run(shell, load)
    assert shell.user_ns["np"] is np
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        (silenced,) = re.findall(r"; (warnings\..*?\)) silences", str(told[0].message))
        exec(silenced)
        run(shell, "%unload_ext sharray")
        run(shell, load)
    assert not caught
    assert run(shell, "import numpy as np")[1].success
    assert shell.user_ns["np"] is snp


# what is offered where one types


def test_no_private_names_are_offered(on_devices):
    theirs = set(dir(np.ndarray))
    for x in (xp.ones((3, 4)), snp.ones((300, 400))):
        offered = set(dir(x))
        assert {n for n in offered if n.startswith("_") and not n.endswith("__")} == set()
        assert theirs - offered <= {"dump", "dumps"} | {n for n in theirs if n.startswith("__")}
        assert {"sharding", "to_device", "sum", "reshape"} <= offered


@pytest.mark.parametrize("name", MODULES)
def test_modules_offer_their_public_names(name):
    module = importlib.import_module(name)
    assert sorted(dir(module)) == sorted(module.__all__)
    private = {n for n in dir(module) if n.startswith("_") and not n.endswith("__")}
    assert private == set()


@pytest.mark.parametrize(
    ("text", "name", "signature"),
    [
        ("sharray.cumulative_s", "cumulative_sum", "axis"),
        ("sharray.numpy.clip", "clip", "a_max"),
        ("sharray.linalg.cholesk", "cholesky", "upper"),
        ("x.resha", "reshape", "order"),
        ("x.cums", "cumsum", ""),
    ],
)
def test_completions_have_signatures(shell, text, name, signature):
    completer = pytest.importorskip("IPython.core.completer", reason=NEEDED)
    run(shell, "import sharray, sharray.numpy\nx = sharray.ones((300, 400))")
    with completer.provisionalcompleter():
        offered = list(shell.Completer.completions(text, len(text)))
    (one,) = [c for c in offered if c.text.rpartition(".")[2] == name]
    assert one.type == "function"
    assert signature in one.signature


@pytest.mark.parametrize("module", [xp, snp, xp.linalg, xp.fft], ids=lambda m: m.__name__)
def test_functions_have_signatures(module):
    for name in module.__all__:
        value = getattr(module, name)
        if callable(value) and not isinstance(value, type):
            assert str(inspect.signature(value)).startswith("("), name


def test_explain_results():
    mesh = xp.make_mesh((2, 4), ("data", "model"))
    with xp.use_mesh(mesh):
        x = xp.asarray(np.ones((64, 32)), device=P("data"))
        w = xp.asarray(np.ones((32, 8)), device=P("model"))
        made = xp.explain(lambda x, w: x @ w, x, w)
    page = made._repr_html_()
    says = facts(page)
    assert says["moves"] in str(made)
    assert says["memory"].partition(":")[0] in str(made)
    assert made.collectives
    for collective in made.collectives:
        assert f"{collective.kind}</td>" in page
    assert "made = xp.explain(lambda x, w: x @ w, x, w)" in page
    assert [li.text for li in parsed(page).iter("li")] == made.advice
