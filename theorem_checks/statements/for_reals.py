"""The conclusion that a formula is true for all real numbers that meet assumptions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.printed_programs import printed, variables_in
from theorem_checks.statements.reals.differences import Difference, all_hold
from theorem_checks.statements.reals.terms import Formula, constant, program_of

__all__ = ["ForReals"]


@dataclass(frozen=True, eq=False)
class ForReals(Conclusion):
    """A formula is true for all real values of its variables that meet the assumptions.

    **Fields**: `claim`, comparisons of terms joined by `&`, `|`, `~`, `implies`, `iff`, or an array
    of them, or what `agree` returns; in a concrete world a truth value or a `Difference`.
    `assumed`: formulas. Where the claim divides by 0 it is false, and an assumption not met.
    """

    claim: Any
    assumed: tuple[Formula, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "claim", all_hold(self.claim))
        object.__setattr__(self, "assumed", tuple(self.assumed))
        for formula in self.assumed:
            if not isinstance(formula, Formula):
                raise ArgumentError("assumed", formula, "a formula, such as x > 0 for a real x")

    @property
    def formula(self) -> Formula:
        """The claim; also of a truth value, as there is one at numbers."""
        if isinstance(self.claim, Formula):
            return self.claim
        return Formula("=", (constant(0), constant(0 if self.claim else 1)))

    @property
    def difference(self) -> Difference | None:
        """What is wrong with the claim at numbers; None where it is a formula, or true."""
        if isinstance(self.claim, Difference):
            return self.claim
        false = not isinstance(self.claim, Formula) and not self.claim
        return Difference("true", "false") if false else None

    @property
    def data(self) -> Any:  # noqa: D102
        return ("ForReals", program_of(*self.assumed, self.formula))

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: ARG002, D102
        return self

    @property
    def latex(self) -> str:  # noqa: D102
        program = program_of(*self.assumed, self.formula)
        said = printed(program)
        *assumed, claim = said.results
        given = r" \land ".join(assumed) + r" \implies " if assumed else ""
        names = ", ".join(variables_in(program))
        return rf"\forall {names} \in \mathbb{{R}}:\; {given}{claim}{said.where}"
