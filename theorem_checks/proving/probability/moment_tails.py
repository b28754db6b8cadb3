"""Tails by means of powers: Markov's and Chebyshev's inequality, and what is true of all values.

What the means of a statistic and of its square are is decided by `prove_moment`, for all sizes.
Where constants stand in it of which the statement says what their statistic is (a vector of length
1), that number is put in its place. The inequality itself is a fact, whose hypotheses follow from
those of the statement, or nothing does.
"""

from collections.abc import Sequence
from itertools import count
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.facts.applying import apply_fact
from theorem_checks.facts.tails import CHEBYSHEV, MARKOV
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.effort import alternatives, proofs_only
from theorem_checks.proving.index_notation.inequalities import prove_index_order
from theorem_checks.proving.moments.deciding import prove_moment
from theorem_checks.proving.moments.expectations import expectation
from theorem_checks.proving.probability.tails import chained, laws_in, numbers_of
from theorem_checks.proving.rules.arithmetic import arithmetic
from theorem_checks.proving.rules.parts import sufficient
from theorem_checks.proving.rules.rewriting import hypotheses_of, under_hypotheses
from theorem_checks.statements.arrays.index_expressions import IndexExpression, Sum, scalar
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.classes import WithProbability
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Less, Mean
from theorem_checks.statements.moments.laws import Bounded
from theorem_checks.statements.moments.networks import Fixed, Network
from theorem_checks.statements.moments.statistics import Statistic, as_statistic
from theorem_checks.statements.moments.tensors import Tensor as RandomOrConstant
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["by_chebyshev", "by_markov", "by_sure_event"]

_SCOPE = "all sizes, and laws of these kinds"


def by_markov(conclusion: Conclusion) -> Evidence:
    """A statistic that is never negative lies below a level, by Markov's inequality.

    **Arguments**: `conclusion`, a `WithProbability` of S < t or S <= t, under hypotheses. That S is
    not negative is decided as by `by_sure_event`, its mean by `prove_moment`; that 0 < t, and that
    E S / t is no more than the probability with which it may fail, by `arithmetic`.

    **Returns** Evidence, PROVED given the fact 'markov'; what does not follow is UNDECIDED.

    **Raises** `ArgumentError` for another conclusion or event.
    """
    hypotheses, said = _tail_in(conclusion)
    relations = _relations(said.event)
    if len(relations) != 1:
        raise ArgumentError("event", said.event.latex, "one relation, S < t or S <= t")
    X, level = _upper(relations[0])
    mean, m = _mean(X, hypotheses)
    never = by_sure_event(under_hypotheses(hypotheses, WithProbability(AtMost(0, X), 1)))
    tail = apply_fact(MARKOV, {"X": X, "m": _real(m, "the mean"), "t": _real(level, "the level")})
    parts = {"the mean": mean, "it is not negative": never}
    return _by_fact(conclusion, parts, tail, m / level)


def by_chebyshev(conclusion: Conclusion) -> Evidence:
    """A statistic is near its mean, by Chebyshev's inequality.

    **Arguments**: `conclusion`, a `WithProbability` under hypotheses, of relations of one statistic
    with numbers: S <= b, a <= S, or both. E S and E S^2 are decided by `prove_moment`; that a lies
    a distance t > 0 below the mean at least and b above it, and that the variance over t^2 is no
    more than the probability with which it may fail, by `arithmetic`.

    **Returns** Evidence, PROVED given the fact 'chebyshev'; what does not follow is UNDECIDED.

    **Raises** `ArgumentError` for another conclusion or event; `MissingMomentError` for a law of
    which no variance is known.
    """
    hypotheses, said = _tail_in(conclusion)
    relations = _relations(said.event)
    X, _ = _upper(relations[0])
    mean, m = _mean(X, hypotheses)
    square, q = _mean(X * X, hypotheses)
    sides = [_side(one, X) for one in relations]
    widths = list(dict.fromkeys(sp.expand(sign * (level - m)) for sign, level in sides))
    tried = Evidence.undecided("No distance from the mean is known to be a real number.")
    for t in widths:
        if not t.is_real:
            continue
        parts = {"the mean": mean, "the mean of the square": square}
        for number, other in enumerate(widths):
            if other != t:
                parts[f"distance {number + 1}"] = arithmetic(
                    under_hypotheses(numbers_of(hypotheses), AtMost(t, other))
                )
        tail = apply_fact(CHEBYSHEV, {"X": X, "m": m, "q": q, "t": t})
        variance = sp.factor(sp.expand(q - m**2))
        tried = _by_fact(conclusion, parts, tail, variance / t**2)
        if tried.verdict is Verdict.PROVED:
            break
    return tried


def by_sure_event(conclusion: Conclusion) -> Evidence:
    """An event that is so at all values of the tensors in it is so with any probability up to 1.

    **Arguments**: `conclusion`, a `WithProbability` under hypotheses. Each relation of the event is
    decided of arrays with any entries (none of them negative, where a law has no negative values),
    by sums of squares (`prove_index_order`).

    **Returns** Evidence, PROVED or UNDECIDED: what is false at some values may be so seldom.

    **Raises** `ArgumentError` for another conclusion or event.
    """
    hypotheses, said = _tail_in(conclusion)
    parts = {}
    for number, one in enumerate(_relations(said.event), 1):
        indexed = _Indexed()
        left, right = indexed.of(one.lhs), indexed.of(one.rhs)
        if left is None or right is None:
            return concluded(Evidence.undecided(f"{one.latex} is not written with indices."),
                             conclusion, "by_sure_event")  # fmt: skip
        strict = isinstance(one, Less)
        with proofs_only(), alternatives():
            parts[f"relation {number}"] = prove_index_order(left, right, strict=strict)
    needed, met = laws_in(_relations(said.event), hypotheses)
    likely = arithmetic(under_hypotheses(numbers_of(hypotheses), AtMost(said.at_least, 1)))
    whole = sufficient(parts | met | {"no more than 1": likely}, _SCOPE)
    return concluded(whole, conclusion, "by_sure_event", conditions=needed)


def _tail_in(conclusion: Conclusion) -> tuple[list[Conclusion], WithProbability]:
    hypotheses, body = hypotheses_of(conclusion)
    if not isinstance(body, WithProbability):
        expected = "a WithProbability, under hypotheses"
        raise ArgumentError("conclusion", type(body).__name__, expected)
    return hypotheses, body


def _relations(event: Conclusion) -> list[AtMost | Less]:
    if isinstance(event, All):
        return [one for part in event.parts for one in _relations(part)]
    if not isinstance(event, AtMost | Less):
        raise ArgumentError("event", event.latex, "AtMost and Less of statistics, or All of these")
    return [event]


def _upper(event: AtMost | Less) -> tuple[Statistic, sp.Expr]:
    """The statistic S and the level t of a relation that is S <= t, but for strictness."""
    excess = as_statistic(event.lhs) - as_statistic(event.rhs)
    level = -excess.terms.get((), sp.S.Zero)
    left = as_statistic(event.lhs)
    X = left if not as_statistic(event.rhs).tensors else excess + level
    if not X.tensors:
        raise ArgumentError("event", event.latex, "a relation of a statistic and a number")
    if X is left:
        level = as_statistic(event.rhs).terms.get((), sp.S.Zero)
    return X, level


def _side(event: AtMost | Less, X: Statistic) -> tuple[int, sp.Expr]:
    """1 and b where a relation is X <= b, -1 and a where it is a <= X, but for strictness."""
    excess = as_statistic(event.lhs) - as_statistic(event.rhs)
    for sign in (1, -1):
        rest = excess - X * sign
        terms = {monomial: sp.expand(c) for monomial, c in rest.terms.items()}
        if not any(c != 0 for monomial, c in terms.items() if monomial != ()):
            return sign, -sign * terms.get((), sp.S.Zero)
    raise ArgumentError("event", event.latex, "relations of one statistic with numbers")


def _real(value: sp.Expr, name: str) -> sp.Expr:
    if not value.is_real:
        raise ArgumentError(name, value, "a number that is known to be real")
    return value


def _mean(X: Statistic, hypotheses: Sequence[Conclusion]) -> tuple[Evidence, sp.Expr]:
    """What the mean of a statistic is, as a number, with evidence of it under the hypotheses.

    What is said of constants by themselves, `Mean(statistic of constants, number)`, is that this
    statistic has that value; the number stands for it then.
    """
    value: Any = expectation(X)
    formula: Any = value
    number: Any = value
    for one in hypotheses:
        if not value.atoms(sp.MatrixSymbol):
            break
        if not isinstance(one, Mean) or not isinstance(one.formula, sp.Expr):
            continue
        if any(tensor.law is not None for tensor in one.statistic.tensors):
            continue
        place = sp.Dummy("C")
        found = value.subs(expectation(one.statistic), place)
        if not found.has(place):
            continue
        if found.atoms(sp.MatrixSymbol) or not found.is_polynomial(place):
            continue
        powers = sp.Poly(found, place).terms()
        formula = sum((one.statistic**k * c for (k,), c in powers), as_statistic(0))
        value = number = sp.expand(found.subs(place, one.formula))
    if value.atoms(sp.MatrixSymbol):
        what = f"a statistic whose mean is a number; it is {value}"
        raise ArgumentError("event", X, what, "Take numbers for constants from `w.value`.")
    number = sp.factor(number)
    with proofs_only(), alternatives():
        found = prove_moment(X, formula if isinstance(formula, Statistic) else number)
    said = under_hypotheses(hypotheses, Mean(X, number))
    whole = sufficient({"for all sizes": found}, "all sizes, under what is said of constants")
    return concluded(whole, said, "values of constants"), number


def _by_fact(
    conclusion: Conclusion, parts: dict[str, Evidence], tail: Evidence, failing: sp.Expr
) -> Evidence:
    """Evidence of a tail, by a fact whose hypotheses are parts, or relations of numbers."""
    hypotheses, said = _tail_in(conclusion)
    needed, met = laws_in(_relations(said.event), hypotheses)
    known = [evidence.statement.conclusion for evidence in parts.values() if evidence.statement]
    found = chained([tail], hypotheses, {hypotheses_of(one)[1].key for one in known})
    if isinstance(found, Evidence):
        return concluded(found, conclusion, "a fact about means")
    _, follows = found
    enough = arithmetic(
        under_hypotheses(numbers_of(hypotheses), AtMost(failing, 1 - said.at_least))
    )
    if enough.verdict is not Verdict.PROVED and not hypotheses:
        with alternatives():
            enough = prove(AtMost(failing, 1 - said.at_least))
    parts = parts | follows | met | {"the bound is small enough": enough}
    return concluded(sufficient(parts, _SCOPE), conclusion, "a fact about means",
                     conditions=needed)  # fmt: skip


class _Indexed:
    """Statistics as index expressions in any arrays; what is one in them is one in all of these."""

    def __init__(self) -> None:
        self._places: dict[Any, Index] = {}
        self._tensors: dict[str, Tensor] = {}
        self._names = count()

    def of(self, value: Any) -> IndexExpression | None:
        """A statistic, or None where it has deltas of indices."""
        total = scalar(0)
        for monomial, coefficient in as_statistic(value).terms.items():
            if coefficient.has(sp.KroneckerDelta, sp.MatrixSymbol):
                return None
            part = scalar(coefficient)
            for network in monomial:
                part = part * self._summed(network)
            total = total + part
        return total

    def _summed(self, network: Network) -> IndexExpression:
        """The sum of a product of entries over its indices; a fixed one is any of its size."""
        summed: dict[int, Index] = {}
        product = scalar(1)
        for edge in network:
            indices = []
            for at, size in zip(edge.indices, edge.tensor.shape, strict=True):
                known: dict[Any, Index] = self._places if isinstance(at, Fixed) else summed
                key = (at.label, size) if isinstance(at, Fixed) else at
                if key not in known:
                    known[key] = Index(f"i{next(self._names)}", size)
                indices.append(known[key])
            name = edge.tensor.name
            if name not in self._tensors:
                self._tensors[name] = Tensor(name, len(indices), known=_known(edge.tensor))
            product = product * self._tensors[name][tuple(indices)]
        return Sum(product, *summed.values()) if summed else product


def _known(tensor: RandomOrConstant) -> str:
    law = tensor.law
    return "nonnegative" if isinstance(law, Bounded) and law.least.is_nonnegative else ""
