"""The documentation: its code runs, its tables are complete, and it says nothing it should not."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sharray._core.operation import CLASSES, TABLE

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted([*DOCS.glob("*.md"), *DOCS.glob("tutorials/*.md")])]
CODE_PAGES = [
    p
    for p in PAGES
    # what a generated page quotes is run by its generator
    if not p.read_text().startswith("<!-- Generated")
    and re.search(r"^```(python|pycon|shell-session)$", p.read_text(), re.MULTILINE)
]


def run(*args, **kwargs):
    return subprocess.run(
        [sys.executable, *args], capture_output=True, text=True, timeout=240, **kwargs
    )


#: What a newcomer reads first, which is run at each commit.
FIRST_PAGES = {"README.md", "quickstart.md"}


@pytest.mark.parametrize("page", sorted(FIRST_PAGES))
def test_code_of_a_first_page_runs(page, tmp_path):
    [path] = [p for p in CODE_PAGES if p.name == page]
    test_code_of_the_page_runs(path, tmp_path)


@pytest.mark.some(6)
@pytest.mark.parametrize(
    "page", [p for p in CODE_PAGES if p.name not in FIRST_PAGES], ids=lambda p: p.name
)
def test_code_of_the_page_runs(page, tmp_path):
    done = run(ROOT / "tests" / "docs_page.py", page, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"[1-9]\d* blocks", done.stdout)


def test_pages_with_code_are_found():
    assert {"README.md", "guide.md", "design.md"} <= {p.name for p in CODE_PAGES}


def test_a_page_with_a_wrong_output_fails(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```python\nx = 1\n```\n\n```pycon\n>>> x + 1\n3\n```\n")
    done = run(ROOT / "tests" / "docs_page.py", page)
    assert done.returncode == 1
    assert "- 3" in done.stdout
    assert "+ 2" in done.stdout


@pytest.mark.parametrize(
    ("command", "shown", "passes"),
    [
        ("python say.py", "4 words", True),
        ("python say.py", "5 words", False),
        ("python say.py --report", "3 words", True),
        ("python say.py --report", "3 numbers", False),
        ("ls", "say.py", False),
    ],
)
def test_commands_of_a_page_print_what_it_shows(command, shown, passes, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        '```python\n# say.py\nprint("4 words")\nprint("other")\n```\n\n'
        f"```shell-session\n$ {command}\n{shown}\n{'' if 'report' in command else 'other'}\n```\n"
    )
    done = run(ROOT / "tests" / "docs_page.py", page, cwd=tmp_path)
    assert (done.returncode == 0) == passes, done.stdout + done.stderr


def of_docs(name):
    spec = importlib.util.spec_from_file_location(name, DOCS / "_ext" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def op_table():
    return of_docs("op_table")


@pytest.fixture(scope="module")
def numpy_table():
    return of_docs("numpy_table")


def test_most_functions_of_numpy_are_sharded(numpy_table):
    sharded, taking = numpy_table.share()
    assert sharded >= 0.85 * taking, [n.name for n in numpy_table.names() if n.status == "host"]
    assert all(n.note.endswith(".") for n in numpy_table.names() if n.status == "sharded")
    assert f"{sharded} are sharded" in numpy_table.table_markdown()


def test_tables_hold_every_operation(op_table):
    printed = op_table.table_markdown() + op_table.parts_markdown()
    names = re.findall(r"^\| `(?:xp\.|ShardedArray\.)?(\S+?)`", printed, re.MULTILINE)
    assert sorted(names) == sorted(TABLE)


def test_tables_in_the_pages_are_those_of_the_declarations(monkeypatch, tmp_path, capsys):
    tables = of_docs("page_tables")
    assert tables.main(["--check"]) == 0, "python docs/_ext/page_tables.py"
    texts = [(DOCS / name).read_text() for name in tables.PAGES]
    found = [found[2] for text in texts for found in tables._TABLE.finditer(text)]
    assert sorted(found) == sorted(tables.TABLES)
    assert "| `np.linalg.svd` | sharded |" in texts[0]
    for name, text in zip(tables.PAGES, texts, strict=True):
        (tmp_path / name).write_text(text.replace("| `np.sort` |", "| `np.sorted` |"))
    monkeypatch.setattr(tables, "DOCS", tmp_path)
    assert tables.main(["--check"]) == 1
    assert "docs/numpy-coverage.md" in capsys.readouterr().out
    assert tables.main([]) == 0
    assert (tmp_path / "numpy-coverage.md").read_text() == texts[0]


def test_what_directives_make_stands_in_the_text():
    """Who reads the folder as text sees no bare directive, but for lists of pages."""
    for page in PAGES:
        text = page.read_text()
        bare = set(re.findall(r"^```\{([\w-]+)\}", text, re.MULTILINE)) - {"toctree", "include"}
        assert not bare, f"{page.name}: {bare}"
        for name, body in re.findall(r"^:::\{([\w-]+)\}[^\n]*\n(.*?)^:::$", text, re.M | re.S):
            assert len(body.splitlines()) > 3, f"{page.name}: {name}"


def test_rows_are_filled_in(op_table):
    rows = op_table.public_rows()
    assert [r.name for r in rows if not (r.section and r.url and r.rule and r.kinds)] == []
    assert {r.comm for r in rows} <= set(CLASSES)
    assert [r.name for r in rows if not r.signature.startswith("(")] == []
    for row in [*rows, *op_table.part_rows()]:
        assert row.summary.endswith("."), row


def test_every_gather_has_a_reason(op_table):
    rows = [*op_table.public_rows(), *op_table.part_rows()]
    assert [r.name for r in rows if r.comm == "gather" and (not r.why or r.why[-1] == ".")] == []
    assert [r.name for r in rows if r.comm != "gather" and r.why] == []


def test_every_example_has_a_picture():
    shown = of_docs("gallery_pictures").SHOWN
    assert set(shown) == {path.stem for path in (DOCS / "examples").glob("*.py")}
    assert [name for name, how in shown.items() if how.caption[-1:] != "."] == []


def test_other_pages_read_the_measurements():
    measured = of_docs("measured")
    rows = measured.table("NumPy programs")
    assert {row["program"] for row in rows} == {
        f"`{path.name}`" for path in (DOCS / "examples").glob("*.py")
    }
    assert all(measured.times(row) > 0 for row in rows)
    slower = sum(measured.times(row) < 1 for row in rows)
    assert f"{slower} are slower than NumPy" in measured.summary()


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("numpy.sort", "https://numpy.org/doc/stable/reference/generated/numpy.sort.html"),
        (
            "numpy.random.default_rng",
            "https://numpy.org/doc/stable/reference/random/generator.html#numpy.random.default_rng",
        ),
        ("jax.jit", "https://docs.jax.dev/en/latest/_autosummary/jax.jit.html"),
        ("numpy.no_such_function", None),
        ("numpy.linalg", None),
        ("os.path", None),
    ],
)
def test_names_of_others_have_the_addresses_of_their_pages(name, page):
    pytest.importorskip("sphinx", reason="pages take Sphinx: pip install -e '.[docs]'")
    assert of_docs("outside").address(name) == page


def test_demo_explains_itself():
    done = run("-m", "sharray.demo", "--help")
    assert done.returncode == 0, done.stderr
    assert "usage:" in done.stdout
    assert len(done.stdout.splitlines()) > 5


FORBIDDEN = {
    "the number of an issue": r"(?i)\bissues? ?#?\d|(?<![\w&/#])#\d+\b",
    "a path of one machine": r"(?<![\w.*])/(?:work|home|root|Users)/",
    "a temporary path": r"(?<![\w.$}])/tmp/",
    "a host of a package registry": r"\bpypi\.org\b|\bpythonhosted\.org\b",
    "what is still to do": r"\b(?:TODO|FIXME|XXX)\b",
    "a private module of JAX": r"\bjax\.?_src\b",
}


def tracked():
    """Return the files of the project: those that git knows, or all outside a checkout."""
    done = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    if done.returncode == 0:
        return [ROOT / name for name in done.stdout.split("\0") if name]
    folders = ("sharray", "conformance", "docs", "tests")
    files = [*ROOT.glob("*.*"), *(p for f in folders for p in (ROOT / f).rglob("*.*"))]
    return [path for path in files if path.suffix != ".pyc"]


def test_forbidden_words_are_not_in_the_tree():
    found = []
    for path in tracked():
        if path == Path(__file__) or path.suffix in (".png", ".ico", ".npy") or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        for what, pattern in FORBIDDEN.items():
            for match in re.finditer(pattern, text):
                line = text.count("\n", 0, match.start()) + 1
                found.append(f"{path.relative_to(ROOT)}:{line}: {what}: {match.group()!r}")
    assert not found, "\n".join(found)


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)[^)]*\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_lines_in_reports_are_those_of_the_programs():
    rows = 0
    for page in PAGES:
        text = page.read_text()
        programs = {
            code.split(maxsplit=2)[1]: code
            for code in re.findall(r"^```python\n(# \S+\.py\n.*?)^```$", text, re.M | re.S)
        }
        reported = re.findall(r"^(\S+\.py):(\d+) +[\d.]+ .*\n    (.+?)(?:\.\.\.)?$", text, re.M)
        for name, line, source in reported:
            if name not in programs and (ROOT / name).exists():
                programs[name] = (ROOT / name).read_text()
            if name in programs:
                here = programs[name].splitlines()[int(line) - 1].strip()
                assert here.startswith(source), f"{page.name}: {name}:{line} is {here}"
                rows += 1
    assert rows > 10
