"""Sphinx configuration: ``python -m sphinx -W docs _build/html``, warnings are errors."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

import sharray

project = "sharray"
author = "The sharray developers"
copyright = "The sharray developers"
version = release = sharray.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "op_pages"]
exclude_patterns = ["_build", "_ext"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

# In the docstrings, `name` is a name of the library where there is one, else just set apart.
default_role = "py:obj"
autodoc_typehints = "none"
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True  # properties are listed as members

html_theme = "alabaster"
html_theme_options = {
    "description": "NumPy-like arrays on a mesh of devices",
    "page_width": "1280px",
    "sidebar_width": "240px",
}
