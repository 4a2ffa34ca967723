"""Run the documentation's notebooks in JupyterLab: ``python -m conformance.lab``.

Each is opened in a headless browser, light and dark, its cells are run by JupyterLab's own command,
and its outputs are looked at: an error or a warning, a picture that is missing or has no size, an
output that is wider than its cell, what the accessibility checker axe calls serious or critical. A
name is completed and a signature asked for. The report that a notebook writes is looked at as the
pages of the site are.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .site import SETTLED, axe_script, find_browser, found_by_axe, look

NOTEBOOKS = Path(__file__).parent.parent / "docs" / "notebooks"
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
#: Seconds in which JupyterLab starts, a notebook runs, and JupyterLab ends.
STARTS, RUNS, ENDS = 120, 120, 30
#: A report that a notebook writes.
REPORT = "report.html"

#: What is to be seen of the outputs of the notebook.
SEEN = """() => {
    const texts = (selector) => [...document.querySelectorAll(selector)].map(e => e.textContent);
    const outputs = [...document.querySelectorAll(".jp-OutputArea-output")];
    const pictures = outputs.flatMap(o => [...o.querySelectorAll("svg, img")]);
    return {
        cells: document.querySelectorAll(".jp-CodeCell").length,
        unrun: texts(".jp-CodeCell .jp-InputPrompt").filter(t => !/\\[\\d+\\]/.test(t)),
        errors: texts('[data-mime-type$="error"]'),
        warnings: texts('[data-mime-type$="stderr"]').filter(t => t.includes("Warning")),
        pictures: pictures.length,
        hidden: pictures.filter(p => {
            const box = p.getBoundingClientRect();
            return !box.width || !box.height || p.naturalWidth === 0;
        }).length,
        wide: outputs.filter(o => o.scrollWidth > o.clientWidth + 1).map(
            o => o.textContent.slice(0, 60)
        ),
    };
}"""
#: Where axe looks, and how: what is ours in outputs is no image of a kernel, which nobody can
#: describe.
OUTPUTS = (".jp-OutputArea-output", {"rules": {"image-alt": {"enabled": False}}})
#: Once the kernel answers: what is sent before is lost.
RUN = """async () => {
    const context = window.jupyterapp.shell.currentWidget.sessionContext;
    await context.ready;
    await context.session.kernel.info;
    await window.jupyterapp.commands.execute("notebook:run-all-cells");
}"""
TO_TOP = "() => document.querySelectorAll('.jp-Notebook *').forEach(e => { e.scrollTop = 0; })"
#: An empty cell of code at the end, into which one types.
NEW_CELL = """async () => {
    const execute = name => window.jupyterapp.commands.execute(`notebook:${name}`);
    await execute("insert-cell-below");
    await execute("change-cell-to-code");
    await execute("enter-edit-mode");
}"""
#: What is typed, what the completer is to offer for it, and what is said of the signature.
TYPED, OFFERED, SIGNATURE = "xp.cumulative_", ("cumulative_prod", "cumulative_sum"), "axis"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _settings(folder: Path, theme: str) -> None:
    """Choose the theme; all cells are to be on the page, which JupyterLab leaves out otherwise."""
    chosen = {
        "apputils-extension/themes": {"theme": theme},
        "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
        "notebook-extension/tracker": {"windowingMode": "none"},
    }
    for name, values in chosen.items():
        path = folder / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))


@contextmanager
def _jupyterlab(folder: Path, state: Path, theme: str) -> Iterator[str]:
    """Start JupyterLab on a folder, and give the address of what is in it."""
    _settings(state / "settings", theme)
    port = _free_port()
    environment = {
        **os.environ,
        "IPYTHONDIR": str(state / "ipython"),
        "JUPYTER_CONFIG_DIR": str(state / "config"),
        "JUPYTER_PLATFORM_DIRS": "1",
        "JUPYTER_RUNTIME_DIR": str(state / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(state / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(state / "workspaces"),
    }
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
        "--expose-app-in-browser", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0", f"--ServerApp.root_dir={folder}", "--IdentityProvider.token=",
    ]  # fmt: skip
    log = (state / "log").open("w+")
    server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}/"
    try:
        end = time.monotonic() + STARTS
        while not _answers(address):
            if server.poll() is not None or time.monotonic() > end:
                raise SystemExit(f"JupyterLab does not start:\n{(state / 'log').read_text()}")
            time.sleep(0.2)
        yield f"{address}lab/tree/"
    finally:
        server.terminate()
        try:
            server.wait(ENDS)
        except subprocess.TimeoutExpired:
            server.kill()
        log.close()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}api", timeout=5):
            return True
    except OSError:
        return False


def _write(folder: Path) -> list[str]:
    """Write the notebooks in JupyterLab's format; return their names."""
    import jupytext  # of the extra `notebook`  # pyright: ignore[reportMissingImports]

    names = []
    for path in sorted(NOTEBOOKS.glob("*.md")):
        if path.name != "index.md":
            names.append(f"{path.stem}.ipynb")
            jupytext.write(jupytext.read(path), folder / names[-1])
    return names


class Reader:
    """Runs notebooks in a tab, and keeps what is wrong with them."""

    def __init__(self, browser: Any, address: str, scheme: str, output: Path | None) -> None:
        self.faults: list[str] = []
        self._address, self._scheme, self._output = address, scheme, output
        self._tab = browser.new_page(color_scheme=scheme, viewport={"width": 1280, "height": 900})
        self._tab.set_default_timeout(1000 * RUNS)
        self._tab.on("pageerror", lambda error: self._fault(f"error of a script: {error}"))
        self._where = ""

    def _fault(self, what: str) -> None:
        self.faults.append(f"{self._where}: {what}")
        print(self.faults[-1], flush=True)

    def read(self, name: str) -> None:
        """Run a notebook, and look at it."""
        self._where, tab = f"{name} ({self._scheme})", self._tab
        tab.goto(f"{self._address}{name}?reset")
        tab.wait_for_selector(".jp-NotebookPanel .jp-CodeCell", timeout=1000 * STARTS)
        tab.evaluate(RUN)
        seen = tab.evaluate(SEEN)
        for prompt in seen["unrun"]:
            self._fault(f"a cell has not been run: {prompt}")
        for text in seen["errors"] + seen["warnings"]:
            self._fault(f"a cell says {text.strip()[:200]!r}")
        for text in seen["wide"]:
            self._fault(f"an output is wider than its cell: {text.strip()!r}")
        if seen["hidden"] or not seen["pictures"]:
            self._fault(f"of {seen['pictures']} pictures {seen['hidden']} cannot be seen")
        tab.evaluate(axe_script())
        for fault in found_by_axe(tab, *OUTPUTS):
            self._fault(fault)
        self._keep(name)
        self._type()
        print(f"{self._where}: {seen['cells']} cells, {seen['pictures']} pictures", flush=True)

    def _type(self) -> None:
        """Have a name completed, and ask for its signature."""
        tab = self._tab
        tab.evaluate(NEW_CELL)
        tab.keyboard.type("import sharray as xp")
        tab.keyboard.press("Shift+Enter")
        tab.wait_for_selector(".jp-Cell.jp-mod-active .cm-content")
        tab.keyboard.type(TYPED)
        tab.keyboard.press("Tab")
        offered = tab.wait_for_selector(".jp-Completer").inner_text()
        if missing := [name for name in OFFERED if name not in offered]:
            self._fault(f"the completer does not offer {missing}, but {offered!r}")
        tab.keyboard.press("Escape")
        tab.keyboard.type("sum(")
        tab.keyboard.press("Shift+Tab")
        said = tab.wait_for_selector(".jp-Tooltip").inner_text()
        if SIGNATURE not in said:
            self._fault(f"the signature is {said[:200]!r}")
        tab.keyboard.press("Escape")

    def _keep(self, name: str) -> None:
        if self._output is not None:
            panel = self._tab.query_selector(".jp-WindowedPanel-viewport")
            height = max(900, panel.evaluate("e => Math.ceil(e.scrollHeight)") + 120)
            self._tab.set_viewport_size({"width": 1280, "height": height})
            self._tab.wait_for_timeout(SETTLED)
            self._tab.evaluate(TO_TOP)
            self._tab.screenshot(path=self._output / f"{name}-{self._scheme}.png")
            self._tab.set_viewport_size({"width": 1280, "height": 900})


def read(browser: str, output: Path | None) -> list[str]:
    """Return what is wrong with the notebooks."""
    # of the extra `site`
    from playwright.sync_api import sync_playwright  # pyright: ignore[reportMissingImports]

    faults = []
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as kept, sync_playwright() as playwright:
        folder = Path(kept, "notebooks")
        folder.mkdir()
        names = _write(folder)
        # the sandbox wants more rights than a container has; the pages are our own
        started = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for scheme, theme in THEMES.items():
            state = Path(kept, scheme)
            state.mkdir()
            with _jupyterlab(folder, state, theme) as address:
                reader = Reader(started, address, scheme, output)
                for name in names:
                    reader.read(name)
                faults += reader.faults
        started.close()
        report = Path(kept, "report")
        report.mkdir()
        (folder / REPORT).rename(report / REPORT)
        playwright.stop()
        faults += look(report, browser, output, REPORT)
    print(f"{len(names)} notebooks, light and dark: {len(faults)} faults")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m conformance.lab", description=__doc__)
    parser.add_argument("--output", type=Path, help="where to put screenshots")
    parser.add_argument("--browser", help="the browser; by default the Chromium that is installed")
    given = parser.parse_args()
    browser = given.browser or find_browser("conformance.lab")
    return bool(read(browser, given.output)) if browser else 2


if __name__ == "__main__":
    sys.exit(main())
