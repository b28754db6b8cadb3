"""A derivation: a proved statement that writes itself as Markdown and as text."""

from theorem_checks.deriving.markdown import in_markdown
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.deriving.text import in_text

__all__ = ["Derivation"]


class Derivation(ProvedStatement):
    """A statement that was proved, and how; its fields are those of `ProvedStatement`."""

    def markdown(self, *, full: bool = False) -> str:
        """The derivation in Markdown (MyST), with what few will read folded; `full`, all of it."""
        return in_markdown(self, full=full)

    def __str__(self) -> str:
        return in_text(self)

    def _repr_markdown_(self) -> str:
        return self.markdown()
