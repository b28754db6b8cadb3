"""A search that knows numbers, as in 'eq. (43)', and leads to the claim.

Sphinx leaves words of digits out, both of the index and of what a reader types. The equations,
theorems and figures that the title of a claim names are put into the index, entries of which the
search shows first, each with a link to the place on its page.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.search.en import SearchEnglish
from sphinx.transforms import SphinxTransform

__all__ = ["IndexedPlaces", "NumberedSearch", "setup"]

EQUATIONS = re.compile(r"\beqs?\.? ((?:\(\w+\)(?:, | and | to |,)?)+)")
OTHERS = re.compile(
    r"\b(Theorem|Proposition|Lemma|Definition|Table|Figure|Listing|Algorithm) (\d+(?:\.\d+)*)"
)

NUMBER = "n"  # what is put before digits, so that they are a word


class NumberedSearch(SearchEnglish):
    """English words, and numbers."""

    js_splitter_code = f"""
function splitQuery(query) {{
  const words = query.match(/[\\p{{L}}\\p{{N}}_]+/gu) || [];
  return words.map((word) => (/^\\d+$/.test(word) ? "{NUMBER}" + word : word));
}}
"""

    def split(self, input: str) -> list[str]:  # noqa: A002 (Sphinx names it)
        """The words of a text."""
        return [NUMBER + word if word.isdigit() else word for word in re.findall(r"\w+", input)]

    @cache  # noqa: B019 (there is one, as long as pages are written)
    def stem(self, word: str) -> str:
        """The stem of a word: most words come often."""
        return super().stem(word)


class IndexedPlaces(SphinxTransform):
    """Puts what the titles of claims name into the index."""

    default_priority = 400  # before the index is gathered

    def apply(self, **_: Any) -> None:
        """Write the entries before the sections of claims."""
        if not self.env.docname.startswith("claims/"):
            return
        for section in list(self.document.findall(nodes.section)):
            title = section.next_node(nodes.title)
            entries = [
                ("single", place, section["ids"][0], "main", None)  # which the search puts first
                for place in dict.fromkeys(_places(title.astext() if title else ""))
            ]
            if entries:
                section.insert(1, addnodes.index(entries=entries))


def _places(title: str) -> Iterator[str]:
    for found in EQUATIONS.finditer(title):
        yield from (f"eq. ({number})" for number in re.findall(r"\((\w+)\)", found[1]))
    yield from (f"{found[1]} {found[2]}" for found in OTHERS.finditer(title))


def setup(app: Any) -> dict[str, bool]:
    """Use both."""
    app.add_search_language(NumberedSearch)
    app.add_transform(IndexedPlaces)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
