"""The settings of Sphinx: `make docs` builds the pages into docs/_build/html."""

import gc
import importlib.metadata
import re
import sys
from pathlib import Path
from typing import Any

from docutils import nodes

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT), str(HERE)]

# Trees of pages are large, and next to none of what is made is garbage while it is: to look for it
# as often as usual takes a sixth of the time.
gc.set_threshold(200_000, 20, 50)

project = "theorem-checks"
version = release = importlib.metadata.version("theorem-checks")
project_copyright = "the authors of theorem-checks"
extensions = ["myst_parser", "sphinx.ext.autodoc", "mathml", "navigation", "numbered_search"]
html_math_renderer = "mathml"
exclude_patterns = ["_build"]
html_theme = "furo"  # dark and light, for phones and screens, with no network
html_title = "theorem-checks"
html_static_path = ["_static"]
html_css_files = ["claims.css"]
nitpicky = True

myst_enable_extensions = ["amsmath", "dollarmath"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the signature of a checker is read faster without


def write_reference(*_: Any) -> None:
    """Write a page with the documentation of each group of public names."""
    import theorem_checks
    from theorem_checks.reference import TITLES, public_names

    folder = HERE / "reference"
    folder.mkdir(exist_ok=True)
    for page, names in public_names().items():
        lines = [TITLES[page], "=" * len(TITLES[page]), ""]
        for name in sorted(names, key=str.lower):
            value = getattr(theorem_checks, name)
            kind = "class" if isinstance(value, type) else "function" if callable(value) else "data"
            lines += [f".. auto{kind}:: theorem_checks.{name}"]
            lines += ["   :members:"] if kind == "class" else []
            lines += [""]
        (folder / f"{page}.rst").write_text("\n".join(lines), encoding="utf-8")


MARKUP = re.compile(
    r"""
      (?P<role>:\w+:`[^`]+`)
    | (?P<ticks>`+)(?P<code>.+?)(?P=ticks)(?!`)
    | \$\$(?P<display>.+?)\$\$
    | \$(?P<inline>[^$\n]+?)\$
    | (?P<strong>\*\*[^*\n]+\*\*|\*\w[^*\n]*\*)
    | (?P<special>[|*]|_(?!\w))
    """,
    re.DOTALL | re.VERBOSE,
)


def as_rst(_app: Any, _what: str, _name: str, _obj: Any, _options: Any, lines: list[str]) -> None:
    """Turn the Markdown of our docstrings into what autodoc reads."""
    lines[:] = MARKUP.sub(_in_rst, "\n".join(lines)).split("\n")


def _in_rst(found: re.Match[str]) -> str:
    if found["code"]:
        return f"``{found['code']}``"
    if latex := found["display"] or found["inline"]:
        return f":math:`{' '.join(latex.split())}`"
    return f"\\{found['special']}" if found["special"] else found[0]


VERDICTS = ("PROVED", "ARGUED", "HOLDS", "REFUTED", "UNDECIDED", "VACUOUS")


def mark_claims(_app: Any, doctree: nodes.document, docname: str) -> None:
    """Give claims, their verdicts and their tables the classes that the style sheet knows."""
    if not docname.startswith("claims/"):
        return
    for strong in doctree.findall(nodes.strong):
        word = strong.astext().partition(" ")[0].rstrip(".,:")
        if word in VERDICTS:
            strong["classes"] += ["verdict", f"verdict-{word.lower()}"]
    for section in doctree.findall(nodes.section):
        is_claim = any(
            isinstance(part, nodes.strong) and "verdict" in part["classes"]
            for child in section.children
            if isinstance(child, nodes.paragraph)
            for part in child.children
        )
        if is_claim and isinstance(section.parent, nodes.section):
            section["classes"].append("claim")
    for table in doctree.findall(nodes.table):
        table["classes"].append("claims")


def setup(app: Any) -> None:
    """Connect the functions above."""
    app.connect("builder-inited", write_reference)
    app.connect("autodoc-process-docstring", as_rst)
    app.connect("doctree-resolved", mark_claims)
