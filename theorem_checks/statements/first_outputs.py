"""The conclusion that two machines have the same outputs on so many tokens."""

from dataclasses import dataclass

from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.terms import Term, term

__all__ = ["SameFirstOutputs"]


@dataclass(frozen=True, eq=False)
class SameFirstOutputs(Conclusion):
    """Two machines give the same outputs on all sequences of T tokens, at each of these."""

    one: Machine
    other: Machine
    tokens: Term

    def __post_init__(self) -> None:
        object.__setattr__(self, "tokens", term(self.tokens, "tokens"))

    @property
    def latex(self) -> str:  # noqa: D102
        last = latex_of(self.tokens)
        return rf"y_t = y'_t \;\text{{for }} t \le {last} \text{{ and all }} x_1, x_2, \dots:\;" + (
            rf"{self.one.latex};\; {self.other.primed.latex}"
        )
