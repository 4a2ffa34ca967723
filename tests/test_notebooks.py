"""The notebooks of the documentation run, from beginning to end, and show what they say."""

import os
from pathlib import Path

import pytest

NEEDED = "is in the extra notebook"
FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
#: What there is to be seen in each.
SHOWN = {
    "first_steps": ["'sharray.numpy'", "1.92 MB on the host", "sharray report", "20/20"],
    "placement": ["(x: 4, y: 2)", "4 parts, along x", "401.2 kB, 50.2 kB on each", "empty"],
    "reports": ["Between devices", "timeline of", "from 3 to 0", "all-reduce", "gathers of 0"],
}
NOTEBOOKS = sorted(p for p in FOLDER.glob("*.md") if p.name != "index.md")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
# of the kernel's client, not of ours
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_notebook(path, tmp_path, monkeypatch):
    jupytext = pytest.importorskip("jupytext", reason=NEEDED)
    nbclient = pytest.importorskip("nbclient", reason=NEEDED)
    pytest.importorskip("ipykernel", reason=NEEDED)
    root = str(FOLDER.parent.parent)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([root, os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    notebook = jupytext.read(path)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert cells
    client = nbclient.NotebookClient(
        notebook, timeout=240, resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    outputs = [output for cell in cells for output in cell.outputs]
    assert not [o for o in outputs if o.output_type == "error"]
    assert "Warning" not in "".join(o.text for o in outputs if o.get("name") == "stderr")
    shown = "".join([o.get("text", "") + "".join(o.get("data", {}).values()) for o in outputs])
    assert [text for text in SHOWN[path.stem] if text not in shown] == []
    assert not any(cell.outputs for cell in jupytext.read(path).cells if "outputs" in cell)


def test_there_are_three_in_the_table_of_contents():
    index = (FOLDER / "index.md").read_text()
    assert len(NOTEBOOKS) == 3
    assert all(f"\n{path.stem}\n" in index for path in NOTEBOOKS)
