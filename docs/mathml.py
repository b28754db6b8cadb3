"""An extension of Sphinx that writes formulas as MathML, so that the pages need no network."""

from typing import Any

from docutils import nodes
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from theorem_checks.reporting.html.mathml import formula

logger = logging.getLogger(__name__)


def write_inline(writer: Any, node: nodes.math) -> None:
    """Write a formula in a line of text."""
    writer.body.append(_mathml(node, block=False))
    raise nodes.SkipNode


def write_block(writer: Any, node: nodes.math_block) -> None:
    """Write a formula on a line of its own, with its number where it has one."""
    writer.body.append(writer.starttag(node, "div", CLASS="math notranslate nohighlight"))
    if node["number"]:
        writer.body.append(f'<span class="eqno">({get_node_equation_number(writer, node)})')
        writer.add_permalink_ref(node, "Link to this equation")
        writer.body.append("</span>")
    writer.body.append(f"{_mathml(node, block=True)}</div>\n")
    raise nodes.SkipNode


def _mathml(node: nodes.Element, *, block: bool) -> str:
    latex = node.astext().strip()
    written = str(formula(latex, block=block))
    if not written.startswith("<math"):
        logger.warning("This formula cannot be written as MathML: %s", latex, location=node)
    return written


def setup(app: Any) -> dict[str, Any]:
    """Make this the way in which HTML has its formulas."""
    app.add_html_math_renderer("mathml", (write_inline, None), (write_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
