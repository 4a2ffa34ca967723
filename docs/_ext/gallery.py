"""A Sphinx extension for the gallery of ``docs/examples``.

``{gallery}`` is the grid of all examples. Before each build a page for each of them is written to
``generated/gallery/``, with its picture, what it prints and its report, its times from the page of
measurements, and its source. The programs run in a process of their own, on eight devices, and
only those whose picture is older than they, the drawing or the library are.

``{on-mesh}`` is the picture of an array on its devices, for an expression of ``xp`` and ``P``.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import gallery_pictures
import measured
from docutils import nodes
from gallery_pictures import DEVICES, EXAMPLES, SHOWN, title
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import sharray

_LIBRARY = Path(sharray.__file__).parent


def _digest(*paths: Path) -> str:
    """Return what changes with the contents of files."""
    made = hashlib.sha256()
    for path in paths:
        made.update(path.read_bytes())
    return made.hexdigest()


def _draw(folder: Path) -> None:
    """Run the examples whose pictures are missing, or were made of something else."""
    shared = _digest(Path(gallery_pictures.__file__), *sorted(_LIBRARY.rglob("*.py")))
    wanted = {name: _digest(EXAMPLES / f"{name}.py") + shared for name in SHOWN}
    kept = folder / "made.json"
    made = json.loads(kept.read_text()) if kept.exists() else {}
    stale = [name for name, digest in wanted.items() if made.get(name) != digest]
    if not stale:
        return
    path = os.pathsep.join(filter(None, [str(_LIBRARY.parent), os.environ.get("PYTHONPATH")]))
    subprocess.run(
        [sys.executable, gallery_pictures.__file__, str(folder), *stale],
        check=True,
        env=os.environ | {"PYTHONPATH": path},
    )
    kept.write_text(json.dumps(wanted))


def _page(name: str, folder: Path) -> str:
    """Write the page of an example."""
    shown = SHOWN[name]
    ran = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    row = measured.program(name)
    numbers = " | ".join(
        row[column] for column in ("arguments", "NumPy", "sharray", "times NumPy", "first run")
    )
    command = f"python -m sharray --devices {DEVICES} --at-once --report docs/examples/{name}.py"
    slow = f"\nWhat holds it back: {row['what holds it back']}.\n" * bool(row["what holds it back"])
    return f"""# {title(name)}

```{{figure}} {name}.png
:alt: {shown.caption}
:width: 640

{shown.caption}
```

## How fast it is

| arguments | NumPy | sharray, 2 CPU devices | times NumPy | first run, with compilation |
| --- | --- | --- | --- | --- |
| {numbers} |
{slow}
These are [the benchmark's](../../performance.md) numbers, for more work than the picture takes.

## What it prints

```console
$ {command} {" ".join(map(str, shown.arguments))}
{ran["printed"].rstrip()}
```

## What each line did

The report says how long each line took, what it computed, and what moved between the devices
([how to read it](../../launcher.md#reading-the-report)). Most of the time of so short a run goes
into compilation.

```text
{ran["report"].strip()}
```

## The program

It is plain NumPy, and lies in `docs/examples/{name}.py`.

```{{literalinclude}} /examples/{name}.py
:language: python
```
"""


def write_pages(app: Sphinx) -> None:
    """Draw what is to be drawn, and write the pages; those that did not change are left alone."""
    folder = Path(app.srcdir) / "generated" / "gallery"
    folder.mkdir(parents=True, exist_ok=True)
    missing = {path.stem for path in EXAMPLES.glob("*.py")} ^ set(SHOWN)
    if missing:
        raise ValueError(f"gallery_pictures.SHOWN and docs/examples differ in {sorted(missing)}")
    _draw(folder)
    pages = {f"{name}.md": _page(name, folder) for name in SHOWN}
    for old in folder.glob("*.md"):
        if old.name not in pages:
            old.unlink()
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def _card(name: str) -> str:
    times = measured.times(measured.program(name))
    return f"""
::::{{grid-item-card}} {title(name)}
:link: /generated/gallery/{name}
:link-type: doc
:img-top: /generated/gallery/{name}.png
:img-alt: {SHOWN[name].caption}

`{name}.py`: {times:.2f} times NumPy's speed
::::
"""


class _Gallery(SphinxDirective):
    """The grid of the examples, and the table of contents of their pages."""

    has_content = True  # for readers of the text

    def run(self) -> list[nodes.Node]:
        cards = "".join(map(_card, SHOWN))
        pages = "\n".join(f"/generated/gallery/{name}" for name in SHOWN)
        return self.parse_text_to_nodes(
            f":::::{{grid}} 1 2 2 3\n:gutter: 3\n:class-container: gallery\n{cards}:::::\n\n"
            f"```{{toctree}}\n:hidden:\n\n{pages}\n```\n"
        )


class _OnMesh(SphinxDirective):
    """The drawing of an array on its devices."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True  # for readers of the text

    def run(self) -> list[nodes.Node]:
        from jax.sharding import NamedSharding, PartitionSpec

        from sharray._functions.display.svg import shards

        names = {"xp": sharray, "P": PartitionSpec, "NamedSharding": NamedSharding}
        x = eval(self.arguments[0], names)
        html = f'<div class="on-mesh">{shards(x.shape, x.sharding, x.padded_shape).svg()}</div>'
        return [nodes.raw("", html, format="html")]


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directives."""
    os.environ.setdefault("JAX_NUM_CPU_DEVICES", str(DEVICES))  # before JAX looks at it
    app.add_directive("gallery", _Gallery)
    app.add_directive("on-mesh", _OnMesh)
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True}
