"""What mypy and pyright say of programs that use the library, and what editors show.

`typecheck/right` has programs that are right: both checkers accept them, and they run. Programs in
`typecheck/wrong` have a mistake in each line that ends in ``# error``, and in no other. A new
program is a new file, or some lines more in one.
"""

import importlib.util
import json
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sharray
from sharray import checkpoint, prng
from sharray._core import settings

ROOT = Path(__file__).parent.parent
PROGRAMS = Path(__file__).parent / "typecheck"
RIGHT = sorted(PROGRAMS.glob("right/*.py"))

MYPY = """
[mypy]
strict = True
explicit_package_bases = True
# JAX does not annotate what makes a PartitionSpec
untyped_calls_exclude = jax
# as of an installed package: what its own sources and stubs have is not looked at
[mypy-sharray.*]
follow_imports = silent
follow_imports_for_stubs = True
"""
PYRIGHT = {"pythonVersion": "3.11", "extraPaths": [str(ROOT)]}


def need(package):
    if not importlib.util.find_spec(package):
        pytest.skip(f"{package} is not installed: pip install -e '.[lint]'")


def run(folder, *command):
    environment = {**os.environ, "MYPYPATH": str(ROOT)}
    command = [sys.executable, "-m", *command]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.stdout, done.stderr
    return done.stdout


def mypy(folder):
    """Yield the file, the line and the message of each error that mypy finds."""
    (folder / "mypy.ini").write_text(MYPY)
    for line in run(folder, "mypy", "--output=json", "right", "wrong").splitlines():
        error = json.loads(line)
        if error["severity"] == "error":
            yield error["file"], error["line"], error["message"]


def pyright(folder):
    """Yield the same of pyright."""
    (folder / "pyrightconfig.json").write_text(json.dumps(PYRIGHT))
    command = ["pyright", "--pythonpath", sys.executable, "--outputjson", "-p", "."]
    for error in json.loads(run(folder, *command))["generalDiagnostics"]:
        if error["severity"] == "error":
            path = Path(error["file"]).relative_to(folder.resolve())
            yield path.as_posix(), error["range"]["start"]["line"] + 1, error["message"]


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_errors_are_found_where_they_are(checker, tmp_path):
    need(checker.__name__)
    marked = {}
    for kind in ("right", "wrong"):
        shutil.copytree(PROGRAMS / kind, tmp_path / kind, ignore=lambda *_: ["__pycache__"])
        for path in (tmp_path / kind).glob("*.py"):
            lines = path.read_text().splitlines()
            marked |= {
                (f"{kind}/{path.name}", number): line.strip()
                for number, line in enumerate(lines, 1)
                if line.endswith("# error")
            }
    found = {(name, line): message for name, line, message in checker(tmp_path)}
    assert {place: found[place] for place in found.keys() - marked.keys()} == {}
    assert {place: marked[place] for place in marked.keys() - found.keys()} == {}


@pytest.mark.parametrize("program", RIGHT, ids=lambda path: path.stem)
def test_right_programs_run(program):
    runpy.run_path(str(program))


def test_checkers_know_the_settings():
    assert settings.Changes.__annotations__.keys() == sharray.get_options().keys()


class Editor:
    """An editor's side of the conversation with pyright's language server, on one file.

    Parameters
    ----------
    folder
        Where the file lies.
    text
        What is in it.
    """

    def __init__(self, folder, text):
        self._server = subprocess.Popen(
            [sys.executable, "-m", "pyright.langserver", "--stdio"],
            cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self._asked = 0
        self._uri = (folder / "program.py").as_uri()
        root = {"uri": folder.as_uri(), "name": "program"}
        self._ask("initialize", processId=None, capabilities={}, workspaceFolders=[root])
        self._send(method="initialized", params={})
        document = {"uri": self._uri, "languageId": "python", "version": 1, "text": text}
        self._send(method="textDocument/didOpen", params={"textDocument": document})

    def _send(self, **message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self._server.stdin.flush()

    def _receive(self):
        length = 0
        while line := self._server.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name == b"Content-Length" else length
        return json.loads(self._server.stdout.read(length))

    def _ask(self, method, **params):
        self._asked += 1
        self._send(id=self._asked, method=method, params=params)
        while True:
            message = self._receive()
            if "method" not in message:
                return message["result"]
            if "id" in message:  # the server asks, too
                self._send(id=message["id"], result=None)

    def hover(self, line, character):
        place = {"line": line, "character": character}
        shown = self._ask("textDocument/hover", textDocument={"uri": self._uri}, position=place)
        return shown["contents"]["value"] if shown else ""

    def close(self):
        self._ask("shutdown")
        self._send(method="exit")
        self._server.communicate(timeout=60)


#: What one points at -> a line of its documentation that is not the first one.
POINTED = {
    "xp.sum": "NumPy: numpy.sum.",
    "xp.sin": "nothing moves.",
    "xp.where": "NumPy: numpy.where.",
    "xp.linalg.svd": "NumPy: numpy.linalg.svd.",
    "xp.ShardedArray": "through every view.",
    "x.reshape": "The new shape; one entry may be -1.",
    "np.add.reduce": "Combine the elements along axes: the first by default, all for None.",
    "xp.jit": "PartitionSpecs on the current mesh or NamedShardings",
    "xp.shard_map": "the result would differ between devices that should hold the same.",
    "xp.psum": "A block, or a tree of blocks.",
    "xp.set_options": "Longest recorded chain",
    "checkpoint.load": "Of the folder.",
    "prng.default_rng": "By default fresh entropy of the system.",
}


def test_hovering_shows_docstrings(tmp_path):
    need("pyright")
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(PYRIGHT))
    modules = "import sharray as xp, sharray.numpy as np, sharray.checkpoint as checkpoint"
    head = [modules, "import sharray.prng as prng", "x = xp.ones(3)"]
    editor = Editor(tmp_path, "\n".join([*head, *POINTED]))
    shown = {
        name: editor.hover(number, len(name) - 1) for number, name in enumerate(POINTED, len(head))
    }
    editor.close()
    assert {name for name, text in POINTED.items() if text not in shown[name]} == set()
    assert "keepdims: bool" in shown["xp.sum"], "and the signature"
    # what the test says of the documentation is true
    spaces = {"xp": sharray, "checkpoint": checkpoint, "prng": prng}
    for name in ("xp.jit", "xp.psum", "checkpoint.load", "prng.default_rng"):
        space, _, function = name.partition(".")
        assert POINTED[name] in getattr(spaces[space], function).__doc__
