"""Tails by Chernoff's bound: an event of random tensors has a probability, for all sizes.

Each relation of the event, S < t, fails with a probability of at most :math:`e^{-l t} E e^{l S}`
for any l >= 0; together they fail with no more than the sum. What is known of the mean is put
together from facts: the exponential of a normal number's square, of a bounded number, of sums of
independent numbers, and that a matrix of normal entries takes a unit vector to such numbers. Each
stands with its hypotheses, which follow from those of the statement, or nothing does.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.facts.applying import apply_fact
from theorem_checks.facts.probability import (
    CHERNOFF,
    GAUSSIAN_SQUARE,
    HOEFFDING_LEMMA,
    INDEPENDENT_SQUARES,
    INDEPENDENT_SUM,
    ROTATED,
    rows_of,
)
from theorem_checks.facts.tails import BERNSTEIN_LEMMA
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.effort import alternatives
from theorem_checks.proving.one_variable.deciding import interval_of
from theorem_checks.proving.rules.arithmetic import arithmetic
from theorem_checks.proving.rules.rewriting import conjuncts_of, under_hypotheses
from theorem_checks.statements.classes import WithProbability
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Implies,
    Less,
    Relation,
)
from theorem_checks.statements.formulas import condition
from theorem_checks.statements.hypotheses import hypothesis
from theorem_checks.statements.moments.laws import Bounded, Gaussian
from theorem_checks.statements.moments.statistics import (
    Statistic,
    as_statistic,
    contract,
    squared_norm,
)
from theorem_checks.statements.moments.tensors import Tensor, matrix_of, tensor_of
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route
from theorem_checks.verdicts.seals import Condition

__all__ = ["by_chernoff", "chained", "laws_in", "numbers_of"]

_LOGARITHMS = Route.deciding("the logarithm increases", Engine.SYMPY)


def by_chernoff(conclusion: Conclusion) -> Evidence:
    """An event of random tensors has at least some probability, by Chernoff's and the union bound.

    **Arguments**: `conclusion`, a `WithProbability`, under hypotheses as `Implies`. The event is
    `AtMost` or `Less`, or `All` of such, of numbers and c |A x|^2, c |g|^2, or c (y_1 + ... + y_n),
    with A and g of independent normal entries of mean 0, x a constant vector of which it is known
    that its length is 1 (`w.constant("x", d, known="unit")`), and y of independent entries between
    two numbers, `Bounded(a, b, mean)`; c may be negative. That there is such a law, as the mean
    lies between the two, has to follow from the hypotheses, or is a condition.

    **Returns** Evidence in parts, for each relation of the event the mean of the exponential, and
    that the bound is small enough: each may fail with an equal share of the probability. What is
    PROVED is so given the facts that the evidence names.

    **Raises** `ArgumentError` for another conclusion or event.
    """
    hypotheses, body = [], conclusion
    while isinstance(body, Implies):
        hypotheses += conjuncts_of(body.hypothesis)
        body = body.body
    if not isinstance(body, WithProbability):
        raise ArgumentError("conclusion", conclusion.latex, "a WithProbability, under hypotheses")
    events = conjuncts_of(body.event)
    share = (1 - body.at_least) / len(events)
    parts = {}
    for number, event in enumerate(events, 1):
        parts[f"relation {number}"] = _fails_seldom(event, share, hypotheses)
    needed, met = laws_in(events, hypotheses)
    whole = all_of(parts | met, "all sizes, and laws of these kinds")
    if whole.verdict is Verdict.REFUTED:  # another bound may be better
        whole = Evidence.undecided(f"Chernoff's bound is not enough: {whole.reason}")
    return concluded(whole, conclusion, "union bound", conditions=needed)


def laws_in(
    events: Sequence[Conclusion], hypotheses: list[Conclusion]
) -> tuple[list[Condition], dict[str, Evidence]]:
    """Under which conditions there are the laws of an event, but for those that follow."""
    sides = [as_statistic(side) for one in events for side in _sides(one)]
    laws = [tensor.law for side in sides for tensor in side.tensors if tensor.law is not None]
    needed, met = [], {}
    for formula in dict.fromkeys(formula for law in laws for formula in law.conditions):
        found = arithmetic(under_hypotheses(numbers_of(hypotheses), hypothesis(formula)))
        if found.verdict is Verdict.PROVED:
            met[f"there is such a law: {formula}"] = found
        else:
            needed.append(condition(formula, f"{formula}, without which there is no such law"))
    return needed, met


def _sides(event: Conclusion) -> tuple[Any, ...]:
    assert isinstance(event, Relation)
    return event.lhs, event.rhs


@dataclass(frozen=True)
class _Sum:
    """A multiple of a statistic Q that is at least a level where a relation fails.

    **Fields**: the relation fails where `factor` Q >= `level`, with Q the `statistic`; `tensors`,
    by name, those that stand in it.
    """

    statistic: Statistic
    factor: sp.Expr
    level: sp.Expr
    tensors: Mapping[str, Tensor]


def _fails_seldom(event: Conclusion, share: sp.Expr, hypotheses: list[Conclusion]) -> Evidence:
    """Evidence that a relation holds with a probability of at least 1 - share."""
    wanted = under_hypotheses(hypotheses, WithProbability(event, 1 - share))
    own = _sum_in(event)
    tried = Evidence.undecided("No rate is known to be a real number.")
    for rate, most in _rates(own):
        if not rate.is_real or not (most is None or most.is_real):
            continue
        with alternatives():
            tried = _at_rate(event, own, rate, most, share, hypotheses)
        if tried.verdict is Verdict.PROVED:
            break
    return concluded(tried, wanted, "Chernoff's bound")


def _sum_in(event: Conclusion) -> _Sum:
    """A relation of a statistic and numbers, as c Q >= t where it fails."""
    if not isinstance(event, AtMost | Less):
        raise ArgumentError("event", event.latex, "AtMost or Less of a statistic and a number")
    excess = as_statistic(event.lhs) - as_statistic(event.rhs)
    terms = dict(excess.terms)
    level = -terms.pop((), sp.S.Zero)
    tensors = {tensor.name: tensor for tensor in excess.tensors}
    if len(terms) == 1:
        ((_, factor),) = terms.items()
        for statistic in _known_sums(tensors):
            if _terms(statistic * factor - level) == _terms(excess):
                return _Sum(statistic, factor, sp.cancel(level), tensors)
    expected = "a relation of a number and c |A x|^2 or c |g|^2 of normal entries, or of a sum"
    raise ArgumentError("event", event.latex, expected, "Sums are of `Bounded` numbers.")


def _known_sums(tensors: Mapping[str, Tensor]) -> Iterator[Statistic]:
    made = [matrix_of(tensor) for tensor in tensors.values()]
    if len(made) == 1:
        yield squared_norm(made[0])
        if len(tensor_of(made[0]).shape) == 1:
            yield contract("i", made[0])
    if len(made) == 2:
        for one, other in (made, made[::-1]):
            is_applied = one.sizes[1] == other.sizes[0] and len(tensor_of(other).shape) == 1
            if is_applied and tensor_of(one).law is not None and tensor_of(other).law is None:
                yield squared_norm(one @ other)


def _rates(own: _Sum) -> Iterator[tuple[sp.Expr, sp.Expr | None]]:
    """Rates l of c Q: the best one, and what it is to first order in how far the level is off.

    By Bernstein's lemma with what l (y - E y) is at most, else with None.
    """
    random = [tensor for tensor in own.tensors.values() if tensor.law is not None]
    if len(random) != 1:
        raise ArgumentError("event", own.statistic, "one random tensor")
    (tensor,) = random
    level, n, law = own.level / own.factor, tensor.shape[0], tensor.law
    if isinstance(law, Gaussian):
        mean, spread = n * law.variance, 2 * law.variance
        best = [(1 - mean / level) / spread, (level - mean) / (mean * spread)]
        best = [rate for rate in best if sp.cancel(1 - rate * spread) != 0]
    elif isinstance(law, Bounded):
        best = [4 * (level - n * law.mean) / (n * (law.most - law.least) ** 2)]
    else:
        raise ArgumentError("law", law, "Gaussian of mean 0, or Bounded")
    if isinstance(law, Bounded) and law.variance is not None:
        yield from _by_bernstein(level - n * law.mean, n * law.variance, law, own.factor)
    for rate in best:
        yield cast(sp.Expr, sp.factor(sp.cancel(rate / own.factor))), None


def _by_bernstein(
    off: Any, spread: Any, law: Bounded, factor: sp.Expr
) -> Iterator[tuple[sp.Expr, sp.Expr]]:
    """The best rates for a sum that is off its mean, with what l (y - E y) is at most."""
    width = law.most - law.least
    reaches = (law.most - law.mean, width, law.least - law.mean, -width)
    for reach in dict.fromkeys(map(sp.expand, reaches)):
        if (reach * off).is_negative:
            continue
        rate = sp.factor(sp.cancel(off / (spread + reach * off / 3)))
        yield cast(sp.Expr, sp.cancel(rate / factor)), cast(sp.Expr, sp.factor(rate * reach))


def _at_rate(
    event: Conclusion,
    own: _Sum,
    rate: sp.Expr,
    reach: sp.Expr | None,
    share: sp.Expr,
    hypotheses: list[Conclusion],
) -> Evidence:
    used = _mean_at(own, rate * own.factor, reach)
    if not used:
        return Evidence.undecided(f"At the rate {rate} the mean is not known to be a real number.")
    most = _body_of(used[-1]).most
    scaled = own.statistic * own.factor
    tail = apply_fact(CHERNOFF, {"X": scaled, "l": rate, "t": own.level, "M": most})
    found = chained([*used, tail], hypotheses)
    if not isinstance(found, tuple):
        return found
    known, parts = found
    said = _body_of(tail)
    if said.key not in known:
        return Evidence.undecided(f"It does not follow that {said.latex}.")
    if _excess_of(said.event) != _excess_of(event):
        return Evidence.undecided(f"The bound is on another event: {said.event.latex}.")
    parts["the bound is small enough"] = _by_logarithm(1 - said.at_least, share, hypotheses)
    return all_of(parts, "all values that meet the hypotheses")


def _excess_of(event: Any) -> dict[Any, sp.Expr]:
    """The terms of what is negative where a relation is true."""
    return _terms(as_statistic(event.lhs) - as_statistic(event.rhs))


def _terms(statistic: Statistic) -> dict[Any, sp.Expr]:
    expanded = ((monomial, sp.expand(c)) for monomial, c in statistic.terms.items())
    return {monomial: c for monomial, c in expanded if c != 0}


def _mean_at(own: _Sum, rate: sp.Expr, reach: sp.Expr | None) -> list[Evidence]:
    """What facts say of the mean of e^(rate Q), the last one of it, and others of its parts.

    Nothing where it is not known to be a real number.
    """
    random = next(t for t in own.tensors.values() if t.law is not None)
    fixed = [matrix_of(t) for t in own.tensors.values() if t.law is None]
    whole = matrix_of(random)
    vector = rows_of(whole) if fixed else whole
    if reach is not None:
        one = apply_fact(BERNSTEIN_LEMMA, {"y": vector, "l": rate, "c": reach})
        joined = INDEPENDENT_SUM
    elif isinstance(random.law, Bounded):
        one = apply_fact(HOEFFDING_LEMMA, {"y": vector, "l": rate})
        joined = INDEPENDENT_SUM
    else:
        one = apply_fact(GAUSSIAN_SQUARE, {"g": vector, "l": rate})
        joined = INDEPENDENT_SQUARES
    each = _body_of(one).most
    if not each.is_real:
        return []
    used = [one, apply_fact(joined, {"y": vector, "l": rate, "M": each})]
    if fixed:
        most = _body_of(used[-1]).most
        (x,) = fixed
        used.append(apply_fact(ROTATED, {"A": whole, "x": x, "l": rate, "M": most}))
    return used


def _body_of(evidence: Evidence) -> Any:
    """What evidence says under its hypotheses."""
    assert evidence.statement is not None
    said = evidence.statement.conclusion
    while isinstance(said, Implies):
        said = said.body
    return said


def chained(
    used: Sequence[Evidence], hypotheses: Sequence[Conclusion], known: Iterable[str] = ()
) -> tuple[set[str], dict[str, Evidence]] | Evidence:
    """The keys of what follows one after the other from hypotheses, with the evidence of it.

    A hypothesis of a step is known, or a relation of numbers, which has to follow by arithmetic.

    **Arguments**: `known`, the keys of what else is known under the hypotheses; whoever gives them
    has evidence of each.
    """
    known = {said.key for said in hypotheses} | set(known)
    parts: dict[str, Evidence] = {}
    for evidence in used:
        assert evidence.statement is not None
        said = evidence.statement.conclusion
        while isinstance(said, Implies):
            for needed in conjuncts_of(said.hypothesis):
                if needed.key in known:
                    continue
                if not isinstance(needed, Relation) or isinstance(needed, Equal):
                    return Evidence.undecided(f"Nothing says that {needed.latex}.")
                found = arithmetic(under_hypotheses(numbers_of(hypotheses), needed))
                if found.verdict is not Verdict.PROVED:
                    return Evidence.undecided(f"It is not known that {needed.latex}: {found}")
                parts[f"hypothesis {needed.latex}"] = found
                known.add(needed.key)
            said = said.body
        parts[evidence.rule] = evidence
        known.add(said.key)
    return known, parts


def numbers_of(hypotheses: Sequence[Conclusion]) -> list[Conclusion]:
    """The hypotheses that are relations of numbers."""
    return [
        said
        for said in hypotheses
        if isinstance(said, Relation)
        and all(isinstance(side, sp.Expr) for side in (said.lhs, said.rhs))
    ]


def _by_logarithm(bound: sp.Expr, share: sp.Expr, hypotheses: list[Conclusion]) -> Evidence:
    """Evidence that a product of powers is at most another one, by their logarithms."""
    numbers = numbers_of(hypotheses)
    wanted = under_hypotheses(numbers, AtMost(bound, share))
    parts: dict[str, Evidence] = {}
    bases: dict[sp.Expr, None] = {}
    left, right = (_logarithm(side, bases) for side in (bound, share))
    for base in bases:
        if not base.is_positive:
            parts[f"{base} > 0"] = arithmetic(under_hypotheses(numbers, Less(0, base)))
    if all(found.verdict is Verdict.PROVED for found in parts.values()):
        parts["of the logarithms"] = _at_most(left, right, numbers)
    whole = all_of(parts, "all values that meet the hypotheses", routes=(_LOGARITHMS,))
    if whole.verdict is Verdict.REFUTED:
        whole = Evidence.undecided(f"Chernoff's bound is not small enough there: {whole.reason}")
    return concluded(whole, wanted, "by logarithms")


def _logarithm(side: Any, bases: dict[sp.Expr, None]) -> Any:
    """The logarithm of a product of powers, whose bases have to be positive."""
    if isinstance(side, sp.Mul):
        return sp.Add(*(_logarithm(part, bases) for part in side.args))
    if isinstance(side, sp.exp) and side.args[0].is_real:
        return side.args[0]
    if isinstance(side, sp.Pow) and side.exp.is_real:
        return side.exp * _logarithm(side.base, bases)
    whole: Any = sp.factor(side) if isinstance(side, sp.Add) else side
    if isinstance(whole, sp.Mul | sp.Pow):
        return _logarithm(whole, bases)
    bases[whole] = None
    return sp.log(whole)


def _at_most(left: sp.Expr, right: sp.Expr, numbers: list[Conclusion]) -> Evidence:
    """Evidence of an inequality: of one variable, times what is positive, or by arithmetic."""
    gap: Any = sp.factor(sp.expand(right - left))
    if gap.is_nonnegative:
        return prove(AtMost(0, gap))
    core = gap
    for factor in sp.Mul.make_args(gap):
        if factor.is_positive:
            core = core / factor
    within = [said for said in numbers if _is_about(said, core.free_symbols)]
    if len(core.free_symbols) == 1:
        said = AtMost(0, core)
        joined = All(tuple(within)) if len(within) > 1 else within[0] if within else None
        if joined is None:
            return prove(said)
        if interval_of(joined) is not None:
            found = prove(Implies(joined, said))
            if found.verdict is not Verdict.UNDECIDED:
                return found
    return arithmetic(under_hypotheses(numbers, AtMost(0, gap)))


def _is_about(said: Conclusion, symbols: Any) -> bool:
    assert isinstance(said, Relation)
    return (said.lhs.free_symbols | said.rhs.free_symbols) <= symbols
