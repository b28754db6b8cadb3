"""Means of suprema, by exponentials and squares: Massart's lemma, and linear classes.

The largest of N numbers has a mean of at most log(N M) / l, where M bounds the means of e^(l v); of
linear forms of random signs that is e^(l^2 s / 2) with a bound s of their squares' means, and the
rate l is chosen best. Over a ball the largest product with a vector is its length, times the
radius, and a length has a mean of at most the root of its square's. Each step is a fact.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp
from flint import arb

from theorem_checks.errors import ArgumentError
from theorem_checks.facts.applying import apply_fact
from theorem_checks.facts.suprema import BALL, JENSEN, LARGEST, SIGNS
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.effort import alternatives, proofs_only
from theorem_checks.proving.moments.deciding import prove_moment
from theorem_checks.proving.moments.expectations import expectation
from theorem_checks.proving.rules.arithmetic import arithmetic
from theorem_checks.proving.rules.parts import sufficient
from theorem_checks.proving.rules.rewriting import hypotheses_of, under_hypotheses
from theorem_checks.solving.ball_expressions import ball_function
from theorem_checks.statements.conclusions import (
    AtMost,
    Conclusion,
    Implies,
    Less,
    Mean,
    Relation,
)
from theorem_checks.statements.formulas import relation_of
from theorem_checks.statements.moments.statistics import squared_norm
from theorem_checks.statements.normal_means import UNIT
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.suprema import (
    BallMean,
    ExponentialMeans,
    MaximumMean,
    NormMean,
    RowsWithin,
    SquaredMeans,
)
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["by_suprema"]

_POINTS = 5
_ROOTS = Route.deciding("roots and products of what is positive are so", Engine.SYMPY)
_AT_POINTS = Route.testing("balls at points", Engine.FLINT)


def by_suprema(conclusion: Conclusion) -> Evidence:
    """The mean of a largest entry, or of a supremum over a ball, is at most a number.

    **Arguments**: `conclusion`, a `MaximumMean` or a `BallMean` under hypotheses. Of the largest
    entry the column is A @ s, or a multiple, with random signs s and a matrix A of which the rows
    have at most some length, by `w.rows_within`, and at least two rows; of the ball any column
    whose squared length has a mean that the hypotheses speak of, by `w.value`.

    **Returns** Evidence in parts, PROVED given the facts that it names.

    **Raises** `ArgumentError` for another conclusion.
    """
    hypotheses, body = hypotheses_of(conclusion)
    if isinstance(body, MaximumMean):
        return concluded(_largest(hypotheses, body), conclusion, "largest of several")
    if isinstance(body, BallMean):
        return concluded(_over_ball(hypotheses, body), conclusion, "supremum over a ball")
    expected = "a MaximumMean or a BallMean, under hypotheses"
    raise ArgumentError("conclusion", type(body).__name__, expected)


def _largest(hypotheses: list[Conclusion], said: MaximumMean) -> Evidence:
    found = _square_of_entries(hypotheses, said)
    if isinstance(found, str):
        return Evidence.undecided(found)
    squares, square = found
    count: Any = said.count
    if not _follows(hypotheses, AtMost(2, count)):
        hint = "of one number the bound is 0: `w.size('N', least=2)`"
        return Evidence.undecided(f"It is not known that {count} >= 2; {hint}.")
    rate: Any = sp.sqrt(2 * sp.log(count)) / sp.sqrt(square)
    if not (square.is_positive and rate.is_real):
        return Evidence.undecided(f"It is not known that {square} > 0.")
    signs = apply_fact(SIGNS, {"squares": SquaredMeans(said.vector, square), "l": rate})
    means = _body(signs)
    assert isinstance(means, ExponentialMeans)
    largest = apply_fact(LARGEST, {"means": means})
    most: Any = _body(largest)
    parts = {
        "the squares": squares,
        "the rate": _rate(rate, count),
        "the mean": prove(Less(0, means.most)),
        "signs": signs,
        "the largest": largest,
        "the bound": _at_most(most.most, said.most, count),
    }
    return sufficient(parts, "all sizes, and matrices with such rows")


def _body(evidence: Evidence) -> Any:
    """What evidence says under its hypotheses."""
    assert evidence.statement is not None
    return hypotheses_of(evidence.statement.conclusion)[1]


def _follows(hypotheses: Sequence[Conclusion], said: Relation) -> bool:
    """Whether a relation of numbers follows from such hypotheses."""
    numbers = [
        one
        for one in hypotheses
        if isinstance(one, Relation) and all(isinstance(x, sp.Expr) for x in (one.lhs, one.rhs))
    ]
    with proofs_only(), alternatives():
        return arithmetic(under_hypotheses(numbers, said)).verdict is Verdict.PROVED


def _square_of_entries(
    hypotheses: list[Conclusion], said: MaximumMean
) -> tuple[Evidence, Any] | str:
    """That the squares of the entries have at most some mean, by the rows of a matrix, and which.

    What is missing, in words, where that is not known.
    """
    square = said.entries**2
    mean: Any = expectation(square)
    for one in hypotheses:
        if not isinstance(one, RowsWithin):
            continue
        factor: Any = sp.cancel(mean / expectation(one.entries))
        if one.count != said.count or factor.atoms(sp.MatrixSymbol, sp.Sum):
            continue
        moment = prove_moment(square, one.entries * factor)
        if any(relation_of(c) != (sp.Gt, said.count, UNIT) for c in moment.conditions):
            continue
        if moment.verdict is not Verdict.PROVED or not factor.is_nonnegative:
            continue
        radius: Any = one.radius
        most = factor * radius**2
        each = Evidence.proved("each entry", routes=moment.routes)
        return concluded(each, Implies(one, SquaredMeans(said.vector, most)), "rows"), most
    return "Nothing says how long the rows of the matrix are. Take it from `w.rows_within`."


def _rate(rate: Any, count: Any) -> Evidence:
    """Evidence that a root of a logarithm is positive, as its argument is at least 2."""
    log = prove(Implies(AtMost(2, count), Less(0, sp.log(count))))
    value: Any = rate.xreplace({sp.log(count): sp.Dummy("L", positive=True)})
    if not value.is_positive or _is_negative_at_points(rate):
        return Evidence.undecided(f"It is not known that {rate} > 0.")
    whole = all_of({"the logarithm": log}, "from 2 on", routes=(_ROOTS, _AT_POINTS))
    return concluded(whole, Implies(AtMost(2, count), Less(0, rate)), "roots of what is positive")


def _at_most(found: Any, most: Any, count: Any) -> Evidence:
    """Evidence that one bound is at most another, for any positive logarithm of the count."""
    log = sp.Symbol("log'", positive=True)
    left, right = (sp.expand(side).xreplace({sp.log(count): log}) for side in (found, most))
    gap: Any = sp.factor(sp.expand(right - left))
    return _nonnegative(gap) if gap.is_nonnegative else prove(AtMost(left, right))


def _nonnegative(value: Any) -> Evidence:
    """Evidence that a product of roots and others is not negative, by what its symbols are."""
    said = AtMost(0, value)
    if not value.is_nonnegative or _is_negative_at_points(value):
        return prove(said)
    found = Evidence.proved("all values of the symbols", routes=(_ROOTS, _AT_POINTS))
    return concluded(found, said, "roots of what is positive")


def _is_negative_at_points(value: Any) -> bool:
    """Whether balls show a number to be negative at one of a few points."""
    symbols = sorted(value.free_symbols, key=str)
    function = ball_function(value)
    for turn in range(_POINTS):
        point = {symbol.name: arb(2 + place + turn) for place, symbol in enumerate(symbols)}
        if function(point) < 0:
            return True
    return False


def _over_ball(hypotheses: list[Conclusion], said: BallMean) -> Evidence:
    radius: Any = said.radius
    if not radius.is_nonnegative:
        return Evidence.undecided(f"It is not known that {radius} >= 0.")
    found = _square_of_length(hypotheses, said)
    if isinstance(found, str):
        return Evidence.undecided(found)
    same, square = found
    norm = NormMean(said.vector, sp.sqrt(square))
    ball = apply_fact(BALL, {"norm": norm, "B": radius})
    parts = {
        "the squared length": same,
        "the root": _nonnegative(sp.sqrt(square)),
        "the length": apply_fact(JENSEN, {"norm": norm}),
        "the ball": ball,
        "the bound": _at_most(_body(ball).most, said.most, sp.Integer(2)),
    }
    return sufficient(parts, "all sizes, and all constants")


def _square_of_length(hypotheses: list[Conclusion], said: BallMean) -> tuple[Evidence, Any] | str:
    """The mean of the squared length, by what is said of a statistic of which it is a multiple."""
    square = squared_norm(said.vector)
    mean: Any = expectation(square)
    for one in hypotheses:
        if not isinstance(one, Mean) or not isinstance(one.formula, sp.Expr):
            continue
        factor: Any = sp.cancel(mean / expectation(one.statistic))
        if factor.atoms(sp.MatrixSymbol, sp.Sum):
            continue
        moment = prove_moment(square, one.statistic * factor)
        value: Any = factor * one.formula
        if moment.verdict is not Verdict.PROVED or moment.conditions or not value.is_nonnegative:
            continue
        whole = Evidence.proved("all sizes", routes=moment.routes)
        return concluded(whole, Implies(one, Mean(square, value)), "the same mean"), value
    return "Nothing says what the mean of the squared length is. Take it from `w.value`."
