"""An equality of a number that the code gives, as how many layers a network has, by its name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion, Equal
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.names_in_latex import text_latex

__all__ = ["NamedEqual"]


@dataclass(frozen=True, eq=False)
class NamedEqual(Equal):
    """A number is equal to another, and is printed by a name: 'number of layers = 2', not 2 = 2.

    What is proved is about the number; the `name`, in words, is for readers, and no data. Of
    whether something is so, 1 or 0, it is in brackets: '[layer 1 is GRU] = 1'.
    """

    name: str

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.name, str) or not self.name.strip():
            raise ArgumentError("name", self.name, "what the number is, in words")

    @property
    def data(self) -> Any:  # noqa: D102
        return Equal(self.lhs, self.rhs).data

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: D102
        return NamedEqual(change(self.lhs), change(self.rhs), self.name)

    def latex_called(self, called: Mapping[str, str]) -> str:
        """The formula with the name for the left side."""
        return f"{text_latex(self.name)} = {latex_of(self.rhs, called)}"
