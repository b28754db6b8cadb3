"""An extension of Sphinx that makes the tree of all pages once where it is the same.

It differs from page to page by where the page stands in it, and by the folder that its links
start from. The pages of a folder that stand nowhere in it have the same one.
"""

from collections.abc import Callable
from functools import partial
from typing import Any


def share_tree(
    made: dict[Any, str], app: Any, page: str, _template: str, context: dict[str, Any], _tree: Any
) -> None:
    """Give a page that stands nowhere in the tree the one that was made for such a page."""
    make: Callable[..., str] | None = context.get("toctree")
    placed = page == app.config.root_doc or page in app.env.files_to_rebuild
    if make is None or placed:
        return

    def toctree(**options: Any) -> str:
        asked = (page.rpartition("/")[0], *sorted(options.items()))
        if asked not in made:
            made[asked] = make(**options)
        return made[asked]

    context["toctree"] = toctree


def setup(app: Any) -> dict[str, Any]:
    """Do so before the theme asks for the tree."""
    app.connect("html-page-context", partial(share_tree, {}), priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
