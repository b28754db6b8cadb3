"""A conjunction that says the same twice in a row: once is enough."""

from theorem_checks.statements.plain_text import AND

__all__ = ["once"]

_IMPLIES = r"\implies "


def once(latex: str) -> str:
    """A formula without what stands in it twice in a row, as in `0 <= 0 and 0 <= 0`."""
    first, *others = latex.split(AND)
    left = [first]
    for piece in others:
        said = piece.strip()
        if not (_is_whole(said) and _ends_with(left[-1], said)):
            left.append(piece)
    return AND.join(left)


def _ends_with(before: str, said: str) -> bool:
    """Whether a statement stands before, alone or behind an implication."""
    before = before.strip()
    return before == said or before.endswith(f"{_IMPLIES}{said}")


def _is_whole(said: str) -> bool:
    """Whether brackets are closed in a formula, and nothing in it reaches beyond."""
    if any(sign in said for sign in (r"\implies", r":\;", r"\forall")):
        return False
    return all(said.count(a) == said.count(b) for a, b in ("{}", "()", "[]"))
