"""A claim for all points that meet assumptions, and what it means that a point violates it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, cast

import sympy

from theorem_checks.errors import ArgumentError
from theorem_checks.solving.algebraic import Root, UnknownSignError, sign_with
from theorem_checks.solving.solvers import Answer, SolverError
from theorem_checks.statements.reals.evaluation import (
    UndefinedError,
    denominators,
    evaluate,
    sign_of,
    variables,
)
from theorem_checks.statements.reals.nodes import nodes
from theorem_checks.statements.reals.points import simplified
from theorem_checks.statements.reals.terms import Formula
from theorem_checks.statements.reals.written import formula_latex, formula_text
from theorem_checks.verdicts.counterexamples import Counterexample, assigned

__all__ = ["Formulas", "Problem"]

_SHOWN = 4  # comparisons of a claim, with their values
_SHORT = 40  # characters of one that is written beside its values

Formulas = Formula | Sequence[Formula]
Point = Mapping[str, Fraction | Root]


class Problem:
    """A claim under assumptions.

    A claim that divides by zero at a point is not true there; an assumption that does is not met
    there.
    """

    def __init__(self, claim: Formula, assume: Formulas) -> None:
        self.claim = claim
        self.assumed = [assume] if isinstance(assume, Formula) else list(assume)
        for name, formula in [("claim", claim), *(("assume", a) for a in self.assumed)]:
            if not isinstance(formula, Formula):
                raise ArgumentError(name, formula, "a Formula, such as x * x >= 0 for a real x")

    @property
    def met(self) -> list[Formula]:
        """The assumptions, and that they are defined."""
        return [*(~(d == 0) for d in denominators(*self.assumed)), *self.assumed]

    @property
    def violated(self) -> list[Formula]:
        """The assumptions, and that the claim is undefined or false."""
        undefined = [d == 0 for d in denominators(self.claim)]
        return [*self.met, reduce(lambda a, b: a | b, [*undefined, ~self.claim])]

    @property
    def scope(self) -> str:
        """For which points the claim is made, in words."""
        names = ", ".join(variables(self.claim, *self.assumed))
        given = f" with {', '.join(map(formula_text, self.assumed))}" if self.assumed else ""
        return f"all real {names}{given}" if names else "a statement without variables"

    def is_met_at(self, point: Point) -> bool:
        """Whether a point meets the assumptions, by exact evaluation."""
        numbers, sign = _numbers(point)
        try:
            return all(evaluate(formula, numbers, sign) for formula in self.assumed)
        except UndefinedError:
            return False

    def is_violated_at(self, point: Point) -> bool:
        """Whether a point meets the assumptions and not the claim, by exact evaluation."""
        if not self.is_met_at(point):
            return False
        try:
            return not evaluate(self.claim, *_numbers(point))
        except UndefinedError:
            return True

    def counterexample(self, answer: Answer, *, simple: bool = True) -> Counterexample | None:
        """A solver's model as a counterexample; if `simple`, with simple numbers that do as well.

        None if that is not decided: for algebraic numbers that are known only approximately, or
        whose signs would be too much work. Raises `SolverError` if the model is none.
        """
        point = {n: answer.model.get(n, Fraction(0)) for n in variables(*self.violated)}
        nearby = {n: v.near() if isinstance(v, Root) else v for n, v in point.items()}
        if self.is_violated_at(nearby):
            point = simplified(nearby, self.is_violated_at) if simple else nearby
            return self._described(point)
        try:
            if answer.exact and not self.is_violated_at(point):
                raise SolverError(f"A solver gave a model that is none: {assigned(point)}")
        except UnknownSignError:
            return None
        return self._described(point) if answer.exact else None

    def _described(self, point: Point) -> Counterexample:
        values = {name: str(v) if isinstance(v, Root) else v for name, v in point.items()}
        claimed, found = formula_text(self.claim), self.found_at(point)
        return Counterexample(values, claimed, found, latex=formula_latex(self.claim))

    def found_at(self, point: Point) -> str:
        """What is true in place of the claim: how the sides of its comparisons compare."""
        numbers, sign = _numbers(point)
        compared = [part for part in nodes(self.claim) if part.op in ("=", "<", "<=")]
        try:
            sides = [[evaluate(s, numbers, sign) for s in c.children] for c in compared[:_SHOWN]]
            evaluate(self.claim, numbers, sign)
        except UndefinedError:
            return "a division by zero"
        if not 0 < len(compared) <= _SHOWN:
            return "false"
        order = {-1: "<", 0: "=", 1: ">"}
        found = [f"{left} {order[sign(left - right)]} {right}" for left, right in sides]
        if len(found) > 1:  # which of them is about what
            told = [formula_text(cast(Formula, part)) for part in compared]
            pairs = zip(found, told, strict=True)
            found = [one if len(of) > _SHORT else f"{one} in {of}" for one, of in pairs]
        return " and ".join(found)


def _numbers(point: Point) -> tuple[Mapping[str, Any], Any]:
    """The point in numbers to compute with, and the function that decides their signs."""
    roots = {sympy.Symbol(n): v for n, v in point.items() if isinstance(v, Root)}
    if not roots:
        return point, sign_of
    numbers = {
        name: sympy.Symbol(name)
        if isinstance(v, Root)
        else sympy.Rational(v.numerator, v.denominator)
        for name, v in point.items()
    }
    return numbers, sign_with(roots)
