"""What a certificate states of the mean of traces of powers of normal matrices."""

from collections.abc import Mapping
from functools import reduce

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.ranged_numbers import Exports, RangedNumbers
from theorem_checks.certifying.theorems import joined
from theorem_checks.statements.moments.powers import Summand, Word
from theorem_checks.statements.power_means import MeanWithin

__all__ = ["power_mean"]


def power_mean(said: MeanWithin, exporter: Exports) -> t.MeanWithin:
    """What is said of a mean.

    **Raises** `NoFormError` for what has no exact counterpart.
    """
    plain = RangedNumbers(exporter)
    matrices = said.statistic.matrices
    sizes = tuple((plain.natural(m.rows), plain.natural(m.columns)) for m in matrices)
    numbers = {matrix.name: number for number, matrix in enumerate(matrices)}
    terms = [_summand(one, exporter, numbers) for one in said.statistic.summands]
    return t.MeanWithin(
        tuple(plain.number(m.variance) for m in matrices),
        sizes,
        joined(t.Plus, terms) if terms else t.Number(0),
        plain.number(said.about),
        plain.number(said.within),
    )


def _summand(summand: Summand, exporter: Exports, matrices: Mapping[str, int]) -> t.Term:
    """A product of traces with its coefficient, summed over its ranges."""
    coefficient, ranges, words = summand
    plain = RangedNumbers(exporter)
    bound = {a: exporter.bound_below(plain.natural(count)) for a, count in ranges}
    inside = RangedNumbers(exporter, {a: (bound[a], count) for a, count in ranges})
    factors: list[t.Term] = [_trace(word, inside, matrices) for word in words]
    if coefficient != 1 or not factors:
        factors.insert(0, inside.number(coefficient))
    body = joined(t.Times, factors)
    return reduce(lambda inner, b: t.Sum(b, inner), reversed(bound.values()), body)


def _trace(word: Word, inside: RangedNumbers, matrices: Mapping[str, int]) -> t.Trace:
    factors = tuple(
        t.TraceFactor(matrices[f.matrix.name], f.transposed, inside.natural(f.exponent))
        for f in word.factors
    )
    return t.Trace(inside.natural(word.factors[0].sides[0]), factors)
