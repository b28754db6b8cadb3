"""LaTeX as MathML, which browsers set without a network."""

import re
from functools import cache
from html import escape
from xml.etree import ElementTree

from latex2mathml.converter import convert
from markupsafe import Markup

__all__ = ["formula", "prose"]

IN_TEXT = ((r"\_", "_"), (r"\{", "{"), (r"\}", "}"), (r"\dots", "…"))  # which it leaves in words
UNKNOWN = re.compile(r"<m([io])>\\([A-Za-z]+)</m\1>")
ALIGNED = re.compile(r"\{aligned\}|\{split\}")  # the converter has `align*`, which is as good
SIZED_BAR = re.compile(r"\\[bB]igg?(?=\\[lr][Vv]ert)")  # a bar that it leaves as it is
MARKED = re.compile(r"\$(?P<formula>[^$]+)\$|`(?P<code>[^`]+)`")


@cache
def formula(latex: str, *, block: bool = False) -> Markup:
    """Return LaTeX as MathML; as source, in `code`, where it cannot be read.

    A macro that the converter does not know is set as its name, like an operator.
    """
    try:
        read = SIZED_BAR.sub("", ALIGNED.sub("{align*}", latex))
        mathml = convert(read, display="block" if block else "inline")
        ElementTree.fromstring(mathml)  # noqa: S314 (the converter's own output, no entity defined)
    except Exception:  # the converter has no exception of its own
        return _code(latex)
    for macro, character in IN_TEXT:
        mathml = mathml.replace(macro, character)
    named = UNKNOWN.sub(r"<mo>\2</mo>", mathml)
    return Markup(named)  # noqa: S704 (made by the converter, which escapes text)


def prose(text: str) -> Markup:
    """Return a text as HTML, with what stands between $ as mathematics, between ` as code."""
    html, end = [], 0
    for found in MARKED.finditer(text):
        html.append(escape(text[end : found.start()]))
        html.append(formula(found["formula"]) if found["formula"] else _code(found["code"]))
        end = found.end()
    html.append(escape(text[end:]))
    return Markup("".join(html))  # noqa: S704 (escaped, or made by `formula`)


def _code(text: str) -> Markup:
    return Markup("<code>") + text + Markup("</code>")
