"""What arithmetic lacks where it does not show an inequality: what is left over, and a bound.

Solvers say at which values it fails. An author wants to know which hypothesis, or which invariant
of an induction, would exclude them: so the equations that are known are put into the inequality,
and of what is left it is told what is bounded by nothing.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.errors import TheoremChecksError
from theorem_checks.proving.rules.arithmetic_terms import Numbers
from theorem_checks.solving.smt import prove_for_all
from theorem_checks.statements.conclusions import AtMost, Conclusion, Equal, Less, Relation
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.reals.evaluation import evaluate, variables
from theorem_checks.statements.reals.terms import Formula, Term, constant, reals
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["what_is_missing"]

_FAR = 10**9
"""Beyond this a number is bounded by nothing that an author would have written."""

_ROUNDS = 8
_MOST = 4
"""Of how many numbers it is asked whether something bounds them."""

_STEPS = 1_000_000
"""How long z3 looks for one that is beyond, in its own steps."""


def what_is_missing(
    relations: Sequence[Relation],
    hypotheses: Sequence[Conclusion],
    numbers: Numbers,
    assumed: Sequence[Formula],
    point: Mapping[str, Any],
) -> str:
    """What is left of the first of some relations that is false at a point, and what bounds it not.

    **Arguments**: the `hypotheses`, each a relation or anything else; what the solvers were told,
    `assumed`; the `point`, by the variables of the solvers.

    **Returns** sentences; none where the point says nothing of a relation of numbers.
    """
    try:
        exact = {name: Fraction(str(value)) for name, value in point.items()}
    except ValueError:  # a root of a polynomial
        return ""
    for said in relations:
        try:
            if _is_false(said, numbers, exact):
                return _of_one(said, hypotheses, numbers, assumed, exact)
        except TheoremChecksError:  # what is left has a form that arithmetic does not take
            return ""
    return ""


def _is_false(said: Relation, numbers: Numbers, point: Mapping[str, Any]) -> bool:
    if not isinstance(said, AtMost | Less) or not _is_of_numbers(said):
        return False
    more = evaluate(numbers.of(said.lhs) - numbers.of(said.rhs), point)
    return more > 0 or (more == 0 and isinstance(said, Less))


def _of_one(
    said: Relation,
    hypotheses: Sequence[Conclusion],
    numbers: Numbers,
    assumed: Sequence[Formula],
    point: Mapping[str, Any],
) -> str:
    """The sentences on a relation of numbers that is false at the point."""
    left = _with_equations(_with_bounds(said, hypotheses), hypotheses)
    difference = numbers.of(left.lhs) - numbers.of(left.rhs)
    if not {*variables(difference)} <= {*point}:
        return ""
    words = "" if left is said else f"It would follow from {_text(left)}"
    if (of_integer := next(_between_integers(difference, numbers, point), "")) != "":
        return f"{words}{'; ' if words else ''}{of_integer}"
    if unbounded := list(_unbounded(difference, numbers, assumed, point)):
        nothing = f"{'nothing' if words else 'Nothing'} that is known bounds"
        first = unbounded[0].partition(" from ")[0]
        return (
            f"{words}{', and ' if words else ''}{nothing} {' or '.join(unbounded)}. If {first} is"
            " bounded, say so: in a hypothesis or a premise, or in an induction as one more part"
            " of what it says of each integer"
        )
    return f"{words}, and what is known is too weak for that" if words else ""


def _between_integers(
    difference: Term, numbers: Numbers, point: Mapping[str, Any]
) -> Iterator[str]:
    """Of integers that are none at the point what to add, as bounds of others say nothing then."""
    for v in variables(difference):
        e = numbers.meant.get(v)
        if isinstance(e, sp.Symbol) and e.is_integer and Fraction(point[v]).denominator != 1:
            least = 1 if e.is_positive else 0 if e.is_nonnegative else None
            among = "" if least is None else f" ≥ {least}"
            below = math.floor(Fraction(point[v]))  # of which the product is less than 0 here
            factors = _factor(e, below), _factor(e, below + 1)
            yield (
                f"{e.name} is taken for any real number{among} here: that it is an integer is not"
                f" used. Add what follows from it, such as 0 ≤ {' '.join(factors)}, in a"
                " hypothesis or a premise, or in an induction as one more part of what it says"
            )


def _factor(e: sp.Symbol, less: int) -> str:
    return f"({e.name} {'-' if less > 0 else '+'} {abs(less)})" if less else e.name


def _with_bounds(said: Relation, hypotheses: Sequence[Conclusion]) -> Relation:
    """A relation from which one of a value follows, as that is at most, or at least, something.

    So it is of a recurrence that is an inequality, a(n + 1) <= b a(n).
    """
    for one in hypotheses:
        if isinstance(one, AtMost) and _is_of_numbers(one):
            if isinstance(said.lhs, AppliedUndef) and one.lhs == said.lhs:
                return type(said)(one.rhs, said.rhs)
            if isinstance(said.rhs, AppliedUndef) and one.rhs == said.rhs:
                return type(said)(said.lhs, one.lhs)
    return said


def _with_equations(said: Relation, hypotheses: Sequence[Conclusion]) -> Relation:
    """A relation with what values of sequences are known to be."""
    known = {
        one.lhs: one.rhs
        for one in hypotheses
        if isinstance(one, Equal)
        and isinstance(one.lhs, AppliedUndef)
        and isinstance(one.rhs, sp.Expr)
        and not one.rhs.has(one.lhs)
    }
    sides = [sp.sympify(side) for side in (said.lhs, said.rhs)]
    for _ in range(_ROUNDS):
        sides, before = [side.xreplace(known) for side in sides], sides
        if sides == before:
            break
    if all(isinstance(side, sp.Expr) for side in sides):
        sides = [sp.expand(side) for side in sides]
    return said if sides == [said.lhs, said.rhs] else type(said)(*sides)


def _unbounded(
    difference: Term, numbers: Numbers, assumed: Sequence[Formula], point: Mapping[str, Any]
) -> Iterator[str]:
    """The numbers that make an excess larger, and that nothing keeps from it, near the point.

    Each by itself, the others as they are there: one that another bounds is bounded by that.
    """
    meant = numbers.meant
    here = evaluate(difference, point)
    asked = 0
    for name in sorted(variables(difference), key=lambda name: list(meant).index(name)):
        e, value = meant.get(name), point[name]
        if e is None or (isinstance(e, sp.Symbol) and e.is_integer):
            continue  # sizes and what an induction is over are to be any
        more = evaluate(difference, {**point, name: value + Fraction(1, 1000)}) - here
        if more == 0 or asked == _MOST:
            continue
        asked += 1
        v = numbers.of(e)
        within = v <= _constant(_FAR) if more > 0 else v >= _constant(-_FAR)
        others = [reals(w) == _constant(point[w]) for w in variables(difference) if w != name]
        found = prove_for_all(
            within,
            assume=[*assumed, *others],
            seconds=1,
            rlimit=_STEPS,
            solvers=("z3",),
            one=True,
        )
        if found.verdict is Verdict.REFUTED:
            yield f"{_text(e)} from {'above' if more > 0 else 'below'}"


def _constant(value: Fraction | int) -> Term:
    return constant(str(value))


def _is_of_numbers(said: Relation) -> bool:
    return all(isinstance(side, sp.Expr | int) for side in (said.lhs, said.rhs))


def _text(said: Any) -> str:
    return plain_text(said.latex if isinstance(said, Conclusion) else latex_of(said))
