"""Sphinx configuration: ``python -m sphinx -W docs _build/html``, warnings are errors."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

import sharray

project = "sharray"
author = "The sharray developers"
copyright = "The sharray developers"
version = release = sharray.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
    "gallery",
    "op_pages",
    "outside",
    "sidebar",
    "speed",
]
exclude_patterns = ["_build", "_ext"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
# Notebooks are run when the site is built; what they write does not stay.
nb_execution_in_temp = True
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True

# Not intersphinx: it fetches inventories, so a build without a network would warn, which is an
# error, and have other links. `outside` knows how NumPy, SciPy and JAX name the pages of objects.

# In the docstrings, `name` is a name of the library where there is one, else just set apart.
default_role = "py:obj"
autodoc_typehints = "none"
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True  # properties are listed as members

# What is copied is what one types: no prompts, and no output.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# Its sections stand in a bar at the top, and it lets wide tables scroll in a box of their own.
html_theme = "pydata_sphinx_theme"
html_title = "sharray"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["search.js"]
html_favicon = "_static/logo.svg"
html_show_sourcelink = False
html_sidebars = {"index": [], "gallery": []}
html_context = {"default_mode": "auto"}  # light or dark as the system is, without a word
html_theme_options = {
    "logo": {"image_light": "_static/logo.svg", "image_dark": "_static/logo.svg", "text": project},
    "navbar_align": "left",
    "navbar_end": ["theme-switcher", "navbar-icon-links"],
    "icon_links": [
        {
            "name": "GitHub",
            "url": "https://github.com/sharray/sharray",
            "icon": "fa-brands fa-github",
        }
    ],
    "show_toc_level": 2,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
}
