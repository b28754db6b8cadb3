"""An extension of Sphinx that makes the tree of all pages with less work.

It differs from page to page by where the page stands in it, and by the folder that its links
start from. The pages of a folder that stand nowhere in it have the same one, which is made once.
Where only titles are asked for, no sections of pages are handed to what makes it: it would copy
them all for every page, to leave them out then.
"""

from collections.abc import Callable
from typing import Any

from docutils import nodes
from sphinx import addnodes

__all__ = ["setup"]


class Trees:
    """What was made while the pages were written."""

    def __init__(self) -> None:
        self._made: dict[Any, str] = {}
        self._titles: dict[str, nodes.bullet_list] | None = None

    def share(
        self, app: Any, page: str, _template: str, context: dict[str, Any], _tree: Any
    ) -> None:
        """Have the tree of a page made of titles, or taken from another page."""
        make: Callable[..., str] | None = context.get("toctree")
        if make is None:
            return
        placed = page == app.config.root_doc or page in app.env.files_to_rebuild

        def toctree(**options: Any) -> str:
            made = self._made_of_titles if options.get("titles_only") else _made
            if placed:
                return made(app.env, make, options)
            asked = (page.rpartition("/")[0], *sorted(options.items()))
            if asked not in self._made:
                self._made[asked] = made(app.env, make, options)
            return self._made[asked]

        context["toctree"] = toctree

    def _made_of_titles(self, env: Any, make: Callable[..., str], options: dict[str, Any]) -> str:
        if self._titles is None:
            self._titles = {page: _without_sections(toc) for page, toc in env.tocs.items()}
        whole, env.tocs = env.tocs, self._titles
        try:
            return make(**options)
        finally:
            env.tocs = whole


def _made(_env: Any, make: Callable[..., str], options: dict[str, Any]) -> str:
    return make(**options)


def _without_sections(toc: nodes.bullet_list) -> nodes.bullet_list:
    """What Sphinx keeps of a page's sections where only titles are asked for."""
    copy = toc.deepcopy()
    for item in copy.children:
        if isinstance(item, nodes.list_item) and len(item) > 1:
            pages_below = list(item.findall(addnodes.toctree))
            if pages_below:
                item[1][:] = pages_below
            else:
                item.pop(1)
    return copy


def setup(app: Any) -> dict[str, Any]:
    """Do so before the theme asks for the tree."""
    app.connect("html-page-context", Trees().share, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
