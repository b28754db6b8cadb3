"""Means of what a machine puts out at last, on a sequence that is drawn.

The sequence is made of arrays whose entries are independent, each array of one law. What is said of
a law are the moments that it has, up to some order; entries of one array have one law.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp

from theorem_checks.errors import ArgumentError, require_integer
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.moments.law import AbstractLaw
from theorem_checks.statements.terms import Term, components, same_nesting, term

__all__ = ["Draws", "MeanOutput", "MeanOutputAtLeast", "moment_on_three_points", "moments_of"]

_UNKNOWN = sp.Function("UnknownMoment")


@dataclass(frozen=True, eq=False)
class Draws:
    """An array of independent entries of one law, which has these moments, from order 0 on."""

    array: Any
    moments: tuple[sp.Expr, ...]

    @property
    def data(self) -> tuple[Any, ...]:
        """The array and the moments, as a statement keeps them."""
        return (self.array, *self.moments)


@dataclass(frozen=True, eq=False)
class MeanOutput(Conclusion):
    """The mean of a machine's output, one number, at the last token of a drawn sequence.

    **Fields**: the `machine`; what is `drawn`, each array with the moments of its entries from
    order 0 on; the `tokens` before the last one, which are the rows of arrays, and the `last` one,
    both nested as the machine's token; the `value` that the mean has.
    """

    machine: Machine
    drawn: tuple[tuple[Any, ...], ...]
    tokens: Any
    last: Any
    value: Term

    sign: ClassVar[str] = "="

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", term(self.value, "value"))
        outputs = list(components(self.machine.output))
        if len(outputs) != 1 or len(outputs[0].shape) > 0:
            raise ArgumentError("machine", self.machine.cell, "a machine that puts out one number")
        for name, given in (("tokens", self.tokens), ("last", self.last)):
            if not same_nesting(given, self.machine.token):
                raise ArgumentError(name, given, "as many arrays as a token of the machine has")

    @property
    def latex(self) -> str:  # noqa: D102
        length = latex_of(term(next(components(self.tokens)).shape[0]))
        laws = r",\; ".join(_law_latex(array, moments) for array, *moments in self.drawn)
        read = rf"(x_1, \dots, x_{{{length}}}) = {latex_of(self.tokens)}"
        last = rf"x_{{{length} + 1}} = {latex_of(self.last)}"
        said = rf"\mathbb{{E}}\, y_{{{length} + 1}} {self.sign} {latex_of(self.value)}"
        return rf"{said} \;\text{{for}}\; {read},\; {last};\; {laws}:\; {self.machine.latex}"


class MeanOutputAtLeast(MeanOutput):
    """The mean of such an output exists, and is at least a value."""

    sign = r"\ge"


def _law_latex(array: Any, moments: list[sp.Expr]) -> str:
    """That entries are independent, with their moments from order 1 on."""
    listed = ", ".join(latex_of(moment) for moment in moments[1:])
    return rf"{latex_of(array)} \text{{ independent, of the moments }} {listed}"


def moments_of(
    law: AbstractLaw, order: int, unknown: Callable[[int], sp.Expr]
) -> tuple[sp.Expr, ...]:
    """The moments of a law from order 0 up to an order; `unknown` gives those that are open.

    **Raises** `ArgumentError` where an odd one is open, or one of order 2, or one below another
    one that is known.
    """
    require_integer("order", order, 2)
    found: list[sp.Expr] = [sp.S.One]
    is_open = False
    for r in range(1, order + 1):
        moment = sp.expand(law.moment(r))
        if moment.has(_UNKNOWN):
            if r < 4 or r % 2:
                hint = "Give its moments, or say symmetric=True."
                raise ArgumentError("law", law, f"a law with a moment of order {r}", hint)
            is_open, moment = True, unknown(r)
        elif is_open and r % 2 == 0:
            raise ArgumentError("law", law, "a law whose open moments are above all known ones")
        found.append(moment)
    return tuple(found)


def moment_on_three_points(law: AbstractLaw, order: int) -> sp.Expr:
    """The moment of an even order of the law on -a, 0 and a with a law's variance and kurtosis.

    A kurtosis that is open is 3. With it what a law leaves open is chosen at an instance.
    """
    second, fourth = law.moment(2), law.moment(4)
    if fourth.has(_UNKNOWN):
        fourth = 3 * second**2
    half = order // 2
    return sp.S.Zero if second == 0 else fourth ** (half - 1) / second ** (half - 2)
