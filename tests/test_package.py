"""What surrounds the code: metadata, the changelog, the files that others' machines read."""

import ast
import datetime as dt
import os
import re
import tomllib
from pathlib import Path

import pytest

import sharray

ROOT = Path(__file__).parent.parent
GITHUB = ROOT / ".github"
METADATA = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = METADATA["project"]
EXTRAS = PROJECT["optional-dependencies"]

of_checkout = pytest.mark.skipif(
    not (GITHUB / "workflows").is_dir(), reason="a release has no files for GitHub"
)


def yaml_of(path):
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load(path.read_text())


def test_the_version_stands_in_one_place():
    assert "version" not in PROJECT
    assert PROJECT["dynamic"] == ["version"]
    where = ROOT / METADATA["tool"]["hatch"]["version"]["path"]
    assert f'\n__version__ = "{sharray.__version__}"\n' in where.read_text()


def bounds(name):
    """Return the bounds of a dependency: the first version that is allowed, and that is not."""
    text = next(d for d in PROJECT["dependencies"] if re.match(rf"{name}\b", d))
    return re.findall(r"[\d.]+", text)


def test_the_readme_says_which_versions_are_allowed():
    first, beyond = bounds("jax")
    last = f"0.{int(beyond.partition('.')[2]) - 1}"
    text = " ".join((ROOT / "README.md").read_text().split())
    python = PROJECT["requires-python"].removeprefix(">=")
    numpy = bounds("numpy")[0]
    assert (
        f"needs Python {python} or later, JAX {first} to {last} and NumPy {numpy} or later" in text
    )


def test_each_extra_says_what_it_is_for():
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    for name in EXTRAS:
        at = next(i for i, line in enumerate(lines) if line.startswith(f"{name} = ["))
        assert lines[at - 1].startswith("# "), name


def test_extras_that_pages_name_exist():
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *GITHUB.rglob("*.md")]
    for page in pages:
        for names in re.findall(r"(?:sharray|'\.)\[([\w,-]+)\]", page.read_text()):
            assert set(names.split(",")) <= set(EXTRAS), f"{page}: {names}"


# The changelog


def changelog():
    """Return the changelog's parts: name, what follows the name, text."""
    text = (ROOT / "docs" / "changelog.md").read_text()
    parts = re.split(r"^## \[(.+?)\](.*)$", text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::3], parts[1::3], parts[2::3], strict=True))


def test_the_changelog_keeps_to_its_format():
    (first, after, _), *versions = changelog()
    assert (first, after) == ("Unreleased", "")
    dates = [dt.date.fromisoformat(after.removeprefix(" - ")) for _, after, _ in versions]
    numbers = [tuple(map(int, name.split("."))) for name, _, _ in versions]
    assert dates == sorted(dates, reverse=True)
    assert numbers == sorted(set(numbers), reverse=True)
    kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
    for name, _, text in changelog():
        used = re.findall(r"^### (.*)$", text, re.MULTILINE)
        assert used == [kind for kind in kinds if kind in used], name
        assert f"\n[{name}]: https://" in changelog()[-1][2]


def test_the_newest_version_is_in_the_changelog():
    assert changelog()[1][0] == sharray.__version__


# Files for GitHub and others


@of_checkout
def test_workflows_run_what_exists():
    steps = []
    for path in sorted((GITHUB / "workflows").glob("*.yml")):
        workflow = yaml_of(path)
        assert workflow["permissions"] == {"contents": "read"}, "no more than they need"
        for job in workflow["jobs"].values():
            assert job["timeout-minutes"] <= 90
            steps += job["steps"]
    commands = [step["run"] for step in steps if "run" in step]
    assert len(commands) == 2
    for command in commands:
        script = ROOT / command.split()[0]
        assert script.is_file()
        assert os.access(script, os.X_OK)


@of_checkout
def test_the_tests_run_with_each_python_that_is_named():
    matrix = yaml_of(GITHUB / "workflows" / "tests.yml")["jobs"]["run"]["strategy"]["matrix"]
    prefix = "Programming Language :: Python :: 3."
    named = [c.rpartition(" ")[2] for c in PROJECT["classifiers"] if c.startswith(prefix)]
    assert matrix["python"] == named
    assert PROJECT["requires-python"] == f">={named[0]}"


@of_checkout
def test_the_conda_recipe_says_what_the_package_does():
    recipe = yaml_of(GITHUB / "conda" / "recipe.yaml")
    assert recipe["context"]["version"] == sharray.__version__
    assert f">={recipe['context']['python_min']}" == PROJECT["requires-python"]
    run = [text.replace(" ", "") for text in recipe["requirements"]["run"]]
    assert run[1:] == PROJECT["dependencies"]
    assert recipe["about"]["license"] == PROJECT["license"]
    assert recipe["about"]["repository"] == PROJECT["urls"]["Source"]


def test_the_citation_says_what_the_package_does():
    citation = yaml_of(ROOT / "CITATION.cff")
    assert citation["license"] == PROJECT["license"]
    assert citation["repository-code"] == PROJECT["urls"]["Source"]
    assert citation["url"] == PROJECT["urls"]["Documentation"]
    assert citation["authors"] == PROJECT["authors"]
    assert "version" not in citation, "it stands in one place"


@of_checkout
def test_issue_forms_can_be_filled_in():
    forms = set((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) - {
        GITHUB / "ISSUE_TEMPLATE" / "config.yml"
    }
    for path in forms:
        form = yaml_of(path)
        fields = [field for field in form["body"] if field["type"] != "markdown"]
        names = [field["id"] for field in fields]
        assert len(names) == len(set(names))
        assert all(field["attributes"]["label"] for field in fields)
        assert any(field.get("validations", {}).get("required") for field in fields)


@of_checkout
def test_hooks_before_a_commit_are_checks_of_ci():
    hooks = [
        hook for r in yaml_of(ROOT / ".pre-commit-config.yaml")["repos"] for hook in r["hooks"]
    ]
    checks = (ROOT / ".ci" / "steps").read_text()
    for hook in hooks:
        program, *rest = hook["entry"].split()
        assert re.search(rf"/{program}\" {' '.join(rest)}", checks), hook["entry"]


@of_checkout
def test_the_site_is_built_as_here():
    built = yaml_of(ROOT / ".readthedocs.yaml")
    assert (ROOT / built["sphinx"]["configuration"]).is_file()
    extras = built["python"]["install"][0]["extra_requirements"]
    assert set(extras) <= set(EXTRAS)


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"])
def test_what_the_pages_name_exists(name):
    page = GITHUB / name
    if not page.exists():
        pytest.skip("a release has no files for GitHub")
    text = page.read_text()
    for target in re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", text):
        assert (page.parent / target).exists(), target
    for path in re.findall(r"`((?:sharray|tests|conformance|docs|\.ci|\.github)/[\w./]*)`", text):
        assert (ROOT / path).exists(), path


def test_the_page_for_contributors_is_that_of_the_repository():
    page = ROOT / "docs" / "contributing.md"
    [target] = re.findall(r"\{include\} (\S+)", page.read_text())
    assert (page.parent / target).resolve() == (GITHUB / "CONTRIBUTING.md").resolve()


def _long_functions(path):
    """Return the functions of a file that have more than 60 lines of code."""
    lines = path.read_text().splitlines()
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.FunctionDef):
            said = node.body[0].end_lineno if ast.get_docstring(node) else node.body[0].lineno - 1
            code = [line for line in lines[node.lineno - 1 : node.end_lineno] if line.strip()]
            text = [line for line in lines[node.body[0].lineno - 1 : said] if line.strip()]
            if len(code) - len(text) > 60:
                yield f"{path.name}:{node.lineno} {node.name}"


def test_files_and_functions_are_short():
    files = [*(ROOT / "sharray").rglob("*.py"), *(ROOT / "conformance").rglob("*.py")]
    assert [path.name for path in files if len(path.read_text().splitlines()) > 500] == []
    assert [function for path in files for function in _long_functions(path)] == []
