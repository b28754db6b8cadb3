r"""Means of functions of normal numbers, such as ReLU or erf, for all their variances.

Of a polynomial times a step, an erf or an exponential of one number the mean is an integral of
calculus. Of two numbers with variances a and b and covariance c, Price's theorem says that

.. math:: \frac{d}{dc} E f(u) g(v) = E f'(u) g'(v),

where the slope of a step is a delta. So a formula F(a, c, b) is the mean if its k-th derivative by
c is :math:`E f^{(k)}(u) g^{(k)}(v)`, for a k for which that has a closed form, and if at c = 0,
where u and v are independent, its first derivatives are products of means of one number. F has to
be smooth where :math:`c^2 < a b`, and continuous up to :math:`c^2 = a b`, as the mean is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.effort import alternatives, proofs_only
from theorem_checks.proving.identities.deciding import prove_identity
from theorem_checks.proving.probability.normal_closed_forms import mean_of_one, mean_of_two
from theorem_checks.proving.probability.normal_means_by_balls import TRIED, by_balls, tried
from theorem_checks.proving.rules.arithmetic import arithmetic
from theorem_checks.proving.rules.parts import sufficient
from theorem_checks.proving.rules.rewriting import hypotheses_of, under_hypotheses
from theorem_checks.solving.normal_factors import NoFactorsError, Product, factors_of, slopes_of
from theorem_checks.statements.conclusions import (
    AtMost,
    Conclusion,
    Less,
    Relation,
)
from theorem_checks.statements.formulas import condition, relation_of
from theorem_checks.statements.normal_means import NormalMean
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route
from theorem_checks.verdicts.seals import Condition

__all__ = ["mean_under", "prove_normal_mean"]

_MOST_SLOPES = 6
_INTEGRALS = Route.deciding("closed forms of Gaussian integrals", Engine.SYMPY, Engine.FLINT)
_BY_COVARIANCE = Route.deciding("derivatives by the covariance", Engine.SYMPY, Engine.FLINT)


def prove_normal_mean(conclusion: Conclusion) -> Evidence:
    """Decide what the mean of a function of one or two normal numbers is.

    **Arguments**: `conclusion`, a `NormalMean`, under hypotheses as `Implies`. A mean of numbers
    without symbols is also bounded, by balls, and then of any function that these know.

    **Returns** Evidence in parts: PROVED by closed forms and derivatives, REFUTED at a point where
    a ball around the integral lies apart from the formula. That the covariance is one, c^2 <= a b,
    is a condition where the hypotheses do not say it.

    **Raises** `ArgumentError` for another conclusion.
    """
    hypotheses, body = hypotheses_of(conclusion)
    if not isinstance(body, NormalMean):
        raise ArgumentError("conclusion", conclusion.latex, "a NormalMean, under hypotheses")
    return mean_under(hypotheses, body, conclusion)


def mean_under(
    hypotheses: Sequence[Conclusion], said: NormalMean, conclusion: Conclusion
) -> Evidence:
    """Evidence of a conclusion that is a mean under hypotheses, or says just that."""
    known = [one for one in hypotheses if _is_of_numbers(one)]
    refuted = tried(said, known, others=len(known) < len(hypotheses))
    found, needed = _decided(said, known) if refuted is None else (refuted, [])
    return concluded(found, conclusion, "Gaussian integrals", conditions=needed)


def _is_of_numbers(said: Conclusion) -> bool:
    sides = (getattr(said, "lhs", None), getattr(said, "rhs", None))
    return isinstance(said, Relation) and all(isinstance(side, sp.Expr) for side in sides)


def _decided(said: NormalMean, known: list[Conclusion]) -> tuple[Evidence, list[Condition]]:
    """Evidence of a mean, and conditions under which there is such a law."""
    k = len(said.numbers)
    if k > 2:
        return Evidence.undecided(f"It is a mean of {k} numbers, and not of one or two."), []
    if said.relation != "=":
        return by_balls(said), []
    parts: dict[str, Evidence] = {}
    for i, z in enumerate(said.numbers):
        variance: Any = said.covariance[i][i]
        if not variance.is_positive:
            parts[f"the variance of {z}"] = arithmetic(under_hypotheses(known, Less(0, variance)))
    needed = []
    if k == 2:
        (a, c), (_, b) = said.covariance
        possible = AtMost(c**2, a * b)
        if _follows(known, possible):
            parts["there is such a covariance"] = arithmetic(under_hypotheses(known, possible))
        else:
            text = f"{c**2} <= {a * b}, without which there is no such covariance"
            needed.append(condition(sp.Le(c**2, a * b, evaluate=False), text))
    if any(part.verdict is not Verdict.PROVED for part in parts.values()):
        return sufficient(parts, ""), needed
    try:
        products = factors_of(said.integrand, said.numbers)
        if k == 1:
            more, route = _of_one(said, products), _INTEGRALS
        else:
            more, route = _of_two(said, products, known)
    except NoFactorsError as error:
        return Evidence.undecided(f"No closed form is known: {error}."), needed
    scope = "all values that meet the hypotheses"
    return sufficient(parts | more, scope, routes=(route, TRIED)), needed


def _of_one(said: NormalMean, products: Sequence[Product]) -> dict[str, Evidence]:
    variance = said.covariance[0][0]
    total = sp.Add(*(c * mean_of_one(factor, variance) for c, (factor,) in products))
    return {"the integral": _equal(said.formula, total, [])}


def _equal(
    formula: Any, found: Any, domain: Sequence[Conclusion], assumed: tuple[Any, ...] = ()
) -> Evidence:
    """Evidence that two expressions are equal, where what is divided by is seen not to be 0."""
    with proofs_only():  # where it is false is seen by balls
        evidence = prove_identity(formula, sp.sympify(found), assume=assumed)
    for stated in evidence.conditions:
        relation = relation_of(stated)
        if relation is None or relation[0] is not sp.Ne:
            return Evidence.undecided(f"It is not known that {stated.text}.")
        base = relation[1] - relation[2]
        if not any(_is_positive(side, domain) for side in (base, -base)):
            return Evidence.undecided(f"It is not known that {stated.text}.")
    if evidence.verdict is not Verdict.PROVED:
        return Evidence.undecided(f"{formula} is not seen to be {found}.")
    return Evidence.proved(evidence.scope, routes=evidence.routes)


# --- two numbers


@dataclass(frozen=True)
class _Domain:
    """Where a covariance lies, which is `factor` times the `symbol`.

    **Fields**: `any`, a symbol for all real numbers in place of that one; `inside`, that the square
    of the covariance is less than the product of the variances, and `less`, the same for SymPy;
    `closed`, that it is at most that.
    """

    symbol: sp.Symbol
    any: sp.Symbol
    factor: Any
    inside: Sequence[Conclusion]
    less: Any
    closed: Sequence[Conclusion]


def _of_two(
    said: NormalMean, products: Sequence[Product], known: list[Conclusion]
) -> tuple[dict[str, Evidence], Route]:
    (a, c), (_, b) = said.covariance
    if c == 0:
        return {"independent": _equal(said.formula, _independent(products, a, b), [])}, _INTEGRALS
    direct = _closed(products, (a, c, b))
    if direct is not None:
        closed = [*known, AtMost(c**2, a * b)]
        return {"the integral": _equal(said.formula, direct, closed)}, _INTEGRALS
    domain = _domain(a, c, b)
    if domain is None:
        hint = "write it as a symbol, and put what it is in its place"
        raise NoFactorsError(f"{c} is no multiple of a symbol by which one differentiates; {hint}")
    symbol, x = domain.any, domain.symbol
    if any(coefficient.has(x) for coefficient, _ in products):
        raise NoFactorsError(f"{x} stands in the function as well")
    formula: Any = said.formula
    formula = formula.xreplace({x: symbol})
    others = [one for one in known if not _has(one, x)]
    is_inside = _follows(known, Less(c**2, a * b))
    closed = None if is_inside else [*others, *domain.closed]
    parts = _smooth(formula, [*others, *domain.inside], closed)
    if any(part.verdict is not Verdict.PROVED for part in parts.values()):
        return parts, _BY_COVARIANCE
    slopes, order = list(products), 0
    covariance = a, domain.factor * symbol, b
    while (found := _closed(slopes, covariance)) is None:
        at_zero = domain.factor**order * _independent(slopes, a, b)
        derivative = sp.diff(formula, symbol, order)
        parts[f"derivative {order} at 0"] = _equal(derivative.subs(symbol, 0), at_zero, [])
        slopes, order = slopes_of(slopes), order + 1
        if order > _MOST_SLOPES:
            raise NoFactorsError(f"none of {order} derivatives by the covariance has one")
    last = domain.factor**order * found
    derivative = sp.diff(formula, symbol, order)
    name = f"derivative {order} by the covariance"
    parts[name] = _equal(derivative, last, domain.inside, (domain.less,))
    return parts, _BY_COVARIANCE


def _has(said: Conclusion, symbol: sp.Symbol) -> bool:
    assert isinstance(said, Relation)
    return any(side.has(symbol) for side in (said.lhs, said.rhs))  # pyright: ignore


def _closed(products: Sequence[Product], covariance: tuple[Any, Any, Any]) -> Any | None:
    """The mean of a sum of products in closed form; None where there is none yet."""
    total: Any = sp.Integer(0)
    for coefficient, (one, other) in products:
        found = mean_of_two(one, other, covariance)
        if found is None:
            return None
        total += coefficient * found
    return total


def _independent(products: Sequence[Product], a: Any, b: Any) -> Any:
    """The mean of a sum of products of independent numbers."""
    return sp.Add(
        *(k * mean_of_one(one, a) * mean_of_one(other, b) for k, (one, other) in products)
    )


def _domain(a: Any, c: Any, b: Any) -> _Domain | None:
    for symbol in sorted(c.free_symbols - a.free_symbols - b.free_symbols, key=str):
        factor = sp.cancel(c / symbol)
        if factor.has(symbol) or not factor.is_positive:
            continue
        any_ = sp.Symbol(f"{symbol.name}'", real=True)
        square = factor**2 * any_**2
        inside, closed = [Less(square, a * b)], [AtMost(square, a * b)]
        return _Domain(symbol, any_, factor, inside, sp.Lt(square, a * b), closed)
    return None


def _smooth(
    formula: Any, inside: list[Conclusion], closed: list[Conclusion] | None
) -> dict[str, Evidence]:
    """That a formula is smooth where there are two numbers, and continuous up to where one is left.

    It is made of functions that are, where roots are taken of what is positive inside, angles of
    cosines less than 1, and what is divided by is positive up to the end, or inside if the numbers
    are known to be two (then `closed` is None).
    """
    for base, is_divisor in dict.fromkeys(_critical(formula)):
        if base is None:
            return {"the formula": Evidence.undecided(f"{is_divisor} may have kinks.")}
        where = closed if is_divisor and closed is not None else inside
        if not _is_positive(base, where):
            reason = f"It is not known that {base} > 0, where {where[-1].latex}."
            return {"the formula": Evidence.undecided(reason)}
    scope = "smooth inside, and continuous up to the end"
    return {"the formula": Evidence.proved(scope, routes=(_BY_COVARIANCE,))}


_SMOOTH = (sp.exp, sp.erf, sp.erfc, sp.atan, sp.sin, sp.cos, sp.tanh, sp.sinh, sp.cosh)


def _critical(e: Any) -> Iterator[tuple[Any, Any]]:
    """What has to be positive, and whether it is a divisor; None and a part that may have kinks."""
    part: Any
    for part in sp.preorder_traversal(e):
        if not isinstance(part, sp.Expr) or isinstance(part, sp.Add | sp.Mul | sp.Symbol):
            continue
        if part.is_number and part.is_real and part.is_finite:
            continue
        if isinstance(part, sp.Pow):
            if part.exp.is_Integer and part.exp > 0:
                continue
            if not part.exp.is_Rational:
                yield (part.base, True) if part.exp.is_real else (None, part)
                continue
            yield part.base, bool(part.exp < 0)
        elif isinstance(part, sp.acos | sp.asin):
            cosine: Any = part.args[0]
            yield 1 - cosine**2, False
        elif isinstance(part, sp.log):
            yield part.args[0], True
        elif not isinstance(part, _SMOOTH):
            yield None, part


def _is_positive(e: Any, domain: Sequence[Conclusion]) -> bool:
    """Whether an expression is seen to be positive, factor by factor."""
    if e.is_positive:
        return True
    whole: Any = sp.factor(sp.cancel(sp.together(sp.expand(e))))
    negative = 0
    for factor in sp.Mul.make_args(whole):
        base = factor.base if isinstance(factor, sp.Pow) and factor.exp.is_Integer else factor
        odd = not (isinstance(factor, sp.Pow) and factor.exp.is_Integer and factor.exp % 2 == 0)
        if base.is_positive:
            continue
        if base.is_negative:
            negative += odd
        elif _follows(domain, Less(0, base)):
            continue
        elif _follows(domain, Less(base, 0)):
            negative += odd
        else:
            return False
    return negative % 2 == 0


def _follows(domain: Sequence[Conclusion], said: Conclusion) -> bool:
    with proofs_only(), alternatives():
        return arithmetic(under_hypotheses(domain, said)).verdict is Verdict.PROVED
