"""An equality of what the code gives by its name: how many layers, or what a cell puts out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion, Equal
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.names_in_latex import text_latex

__all__ = ["NamedEqual", "without_names"]


@dataclass(frozen=True, eq=False)
class NamedEqual(Equal):
    """A number is equal to another, and is printed by a name: 'number of layers = 2', not 2 = 2.

    What is proved is about the number; the `name`, in words, is for readers, and no data. Of
    whether something is so, 1 or 0, it is in brackets: '[layer 1 is GRU] = 1'. If the right side
    has a name too, `other`, both stand about what the two are, numbers or arrays: 'output = W x =
    eq. (7)'.
    """

    name: str
    other: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.name, str) or not self.name.strip():
            raise ArgumentError("name", self.name, "what the left side is, in words")
        if not isinstance(self.other, str):
            raise ArgumentError("other", self.other, "what the right side is, in words")

    @property
    def data(self) -> Any:  # noqa: D102
        return Equal(self.lhs, self.rhs).data

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: D102
        return NamedEqual(change(self.lhs), change(self.rhs), self.name, self.other)

    def latex_called(self, called: Mapping[str, str]) -> str:
        """The formula with the name for the left side; or with both, about what the sides are."""
        name, right = text_latex(self.name), latex_of(self.rhs, called)
        if not self.other:
            return f"{name} = {right}"
        sides = [right] if self.is_alike(called) else [latex_of(self.lhs, called), right]
        return " = ".join([name, *sides, text_latex(self.other)])

    def is_alike(self, called: Mapping[str, str]) -> bool:
        """Whether both sides are written alike, so that there is nothing to prove."""
        return latex_of(self.lhs, called) == latex_of(self.rhs, called)


def without_names(conclusion: Conclusion) -> Conclusion:
    """The same with equations as they are in place of those by names, for what reads no names."""
    if isinstance(conclusion, NamedEqual):
        return Equal(conclusion.lhs, conclusion.rhs)
    whole: Any = conclusion  # a dataclass, as all of them are
    parts = {one.name: getattr(whole, one.name) for one in fields(whole)}
    bare = {name: _bare(part) for name, part in parts.items()}
    is_same = all(bare[name] is parts[name] for name in parts)
    return conclusion if is_same else replace(whole, **bare)


def _bare(part: Any) -> Any:
    if isinstance(part, Conclusion):
        return without_names(part)
    if isinstance(part, tuple):
        bare = tuple(map(_bare, part))
        return part if all(a is b for a, b in zip(bare, part, strict=True)) else bare
    return part
