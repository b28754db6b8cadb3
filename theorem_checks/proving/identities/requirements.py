"""What a canonical form requires of its variables, to stand for its expression at a point.

A form is divided by, and must not be 0; or a value of the Gamma function stands for something else,
and must be finite. Of requirements on one variable alone it is known which numbers fail them.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import sympy as sp
from sympy.logic.boolalg import Boolean

from theorem_checks.proving.identities.rational_functions import RationalFunction
from theorem_checks.statements.formulas import condition, nonzero
from theorem_checks.verdicts.seals import Condition

__all__ = ["Requirement"]

_MOST_EXCEPTIONS = 64


@dataclass(frozen=True)
class Requirement:
    """That an irreducible `form` is not 0, or for a `pole` that Gamma is finite there.

    `text` says so in words; `expression` is the form in the original symbols.
    """

    text: str
    form: RationalFunction
    expression: sp.Expr
    pole: bool = False

    @property
    def never_zero(self) -> sp.Expr:
        """What must not be 0: the expression, or the reciprocal of Gamma there, 0 at its poles."""
        return 1 / sp.gamma(self.expression) if self.pole else self.expression

    @property
    def formula(self) -> Boolean:
        """The requirement as a formula."""
        return nonzero(self.never_zero)

    @property
    def condition(self) -> Condition:
        """The requirement as a condition of evidence."""
        return condition(self.formula, self.text)

    def renamed(self, symbols: Mapping[sp.Basic, sp.Basic]) -> "Requirement":
        """The same with other symbols in the expression."""
        return replace(self, expression=self.expression.xreplace(dict(symbols)))

    def mentions(self, symbol: sp.Symbol) -> bool:
        """Whether a symbol stands in it, also inside of a power or a function."""
        return symbol in self.expression.free_symbols

    def failing(self, name: str) -> list[int] | None:
        """The natural numbers which, in place of the variable `name`, fail the requirement.

        Only for a requirement on that variable alone. None if they are too many, or not known.
        """
        if self.form.variables != {name} or not self.form.is_polynomial:
            return None
        coefficients = self.form.powers_of(name)
        if max(coefficients) > 1:  # irreducible, and so without a rational root
            return None if self.pole else []
        slope, offset = (
            (coefficients[k].as_constant if k in coefficients else None) or Fraction(0)
            for k in (1, 0)
        )
        root = -offset / slope
        if not self.pole:
            return [int(root)] if root >= 0 and root.denominator == 1 else []
        if slope < 0 or root > _MOST_EXCEPTIONS:
            return None
        upto = range(math.floor(root) + 1)
        return [k for k in upto if (slope * k + offset).denominator == 1]
