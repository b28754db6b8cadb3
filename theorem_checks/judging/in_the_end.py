r"""What is so for all large n of numbers that recurrences compute, by how they grow.

A term that is to be Omega(1) is, at n, d(n) times the square of a linear form in the values there,
or of the modulus of one with complex coefficients: :math:`d\,|z|^2`; sequences that are to be in
proportion are linear forms. With linear steps z solves one recurrence with polynomial coefficients,
which is found by elimination, and its growth is enclosed in balls. What has no such form, and what
balls do not decide, is true or false of no instance.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.polys.matrices import DomainMatrix
from sympy.polys.polyerrors import BasePolynomialError

from theorem_checks.errors import TheoremChecksError
from theorem_checks.proving.growth.dominance import sign_of
from theorem_checks.proving.growth.enclosures import asymptotics
from theorem_checks.proving.growth.modes import Mode
from theorem_checks.proving.growth.recurrences import PRecursive
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.sequences import InValues

__all__ = ["UndecidedInTheEndError", "not_bounded_below", "not_proportional"]


class UndecidedInTheEndError(Exception):
    """What becomes of a term for large integers is not decided."""


@lru_cache(maxsize=64)
def not_bounded_below(form: InValues) -> Difference | None:
    """What is wrong with the claim that a term is Omega(1); None if it is true.

    **Raises** `UndecidedInTheEndError` where that is not decided.
    """
    with _undecided():
        factor, row = _square_in(form)
        grown = _growth_of(form, row)
        if grown is None:
            return Difference("Omega(1)", "0 from some integer on")
        mode, sequence = grown
        if _is_large(mode, factor, form.n, sequence):
            return None
    n = sp.Symbol(form.n.name)
    before = sp.factor(factor.subs(form.n, n))
    before = f"({before})" if before.is_Add else before
    found = f"{before} |z_{n}|^2, where |z_{n}| ~ C {_size(mode, n)}"
    return Difference("Omega(1)", found)


@lru_cache(maxsize=64)
def not_proportional(form: InValues) -> Difference | None:
    """What is wrong with the claim that a sequence is asymptotically C times another, C not 0.

    None if it is true. **Raises** `UndecidedInTheEndError` where that is not decided.
    """
    n = sp.Symbol(form.n.name)
    half = len(form.terms) // 2
    with _undecided():
        grown = [_growth_of(form, _linear(form, part)) for part in _halves(form.terms, half)]
        if None in grown:
            zero = "the first" if grown[0] is None else "the other"
            return Difference("in proportion", f"{zero} is 0 from some integer on")
        (one, sequence), (other, _) = (g for g in grown if g is not None)
        apart = one.root - other.root, one.exponent - other.exponent
        if all(sign_of(sp.Abs(d) ** 2, sequence) == 0 for d in apart):
            return None
    return Difference(
        "in proportion", f"sizes C {_size(one, n)} and C {_size(other, n)}, or different phases"
    )


def _halves(terms: tuple[sp.Expr, ...], half: int) -> tuple[tuple[sp.Expr, ...], ...]:
    return terms[:half], terms[half:]


@contextmanager
def _undecided() -> Iterator[None]:
    """A context in which what engines refuse is not decided."""
    try:
        yield
    except (TheoremChecksError, BasePolynomialError) as error:
        raise UndecidedInTheEndError(str(error)) from error


def _growth_of(form: InValues, row: list[sp.Expr]) -> tuple[Mode, PRecursive] | None:
    """The growth of a linear form in the values, with what it solves; None if it ends as 0."""
    sequence = _recurrence_of(form, row)
    if sequence is None:
        return None
    found = asymptotics(sequence)
    if not found.settles:
        raise UndecidedInTheEndError("the constant of the growth may be 0")
    return found.modes[0], sequence


def _size(mode: Mode, n: sp.Symbol) -> str:
    root = sp.Abs(mode.root)
    grows = f"({root})^{n} " if not root.is_Integer else f"{root}^{n} " if root != 1 else ""
    return f"{grows}{n}^({sp.re(mode.exponent)})"


def _linear(form: InValues, parts: tuple[sp.Expr, ...]) -> list[sp.Expr]:
    """The coefficients of a linear form, or of a complex one by its parts."""
    found = [sp.Integer(0)] * len(form.values)
    for unit, part in zip((sp.Integer(1), sp.I), parts, strict=False):
        own = [sp.diff(part, v) for v in form.values]
        rest = part - sum((c * v for c, v in zip(own, form.values, strict=True)), sp.Integer(0))
        if any(c.has(*form.values) for c in own) or sp.cancel(rest) != 0:
            raise UndecidedInTheEndError("a term is no linear form in the values")
        found = [a + unit * b for a, b in zip(found, own, strict=True)]
    return found


def _is_large(mode: Mode, factor: sp.Expr, n: sp.Symbol, sequence: PRecursive) -> bool:
    """Whether a factor times the square of a growth stays away from 0, and is positive."""
    top, bottom = (sp.Poly(part, n) for part in sp.fraction(sp.together(factor)))
    if (top.LC() / bottom.LC()).is_positive is not True:
        return False
    by_root = sign_of(sp.Abs(mode.root) ** 2 - 1, sequence)
    power = 2 * sp.re(mode.exponent) + top.degree() - bottom.degree()
    return by_root > 0 if by_root else sign_of(power, sequence) >= 0


def _square_in(form: InValues) -> tuple[sp.Expr, list[sp.Expr]]:
    """The factor d, and the coefficients of z, of a term that is d |z|^2.

    By completing squares: of one form, or of two with the same factor.
    """
    numerator, denominator = sp.fraction(sp.together(form.terms[0]))
    left = sp.Poly(numerator, *form.values)
    if not left.is_homogeneous or left.total_degree() != 2 or denominator.has(*form.values):
        raise UndecidedInTheEndError("the term is no sum of squares of linear forms")
    found: list[tuple[sp.Expr, list[sp.Expr]]] = []
    while not left.is_zero:
        own = next((v for v in form.values if left.coeff_monomial(v**2) != 0), None)
        if own is None or len(found) == 2:
            raise UndecidedInTheEndError("the term is no sum of two squares of linear forms")
        first = left.coeff_monomial(own**2)
        row = [left.coeff_monomial(own * v) / first / (1 if v == own else 2) for v in form.values]
        linear = sum((c * v for c, v in zip(row, form.values, strict=True)), sp.Integer(0))
        left = sp.Poly(sp.cancel(sp.expand(left.as_expr() - first * linear**2)), *form.values)
        found.append((sp.cancel(first / denominator), row))
    if len({factor for factor, _ in found}) > 1:
        raise UndecidedInTheEndError("the squares in the term have different factors")
    (factor, one), *second = found
    for _, other in second:  # one or none
        one = [a + sp.I * b for a, b in zip(one, other, strict=True)]
    return factor, one


def _recurrence_of(form: InValues, row: list[sp.Expr]) -> PRecursive | None:
    """The recurrence that a linear form in the values solves; None if it ends as 0."""
    n, field = form.n, sp.QQ_I.frac_field(form.n)
    if not all(entry.is_rational_function(n) for entry in row):
        raise UndecidedInTheEndError("a coefficient is no rational function of the integer")
    step = [[sp.diff(after, v) for v in form.values] for after in form.following]
    if any(entry.has(*form.values) for entries in step for entry in entries):
        raise UndecidedInTheEndError("the steps are not linear")
    if not all(entry.is_rational_function(n) for entries in step for entry in entries):
        raise UndecidedInTheEndError("a step is no rational function of the integer")

    def exact(entries: Any) -> list[Any]:
        return [field.from_sympy(sp.together(entry)) for entry in entries]

    def later(entry: Any) -> Any:
        return field.from_sympy(sp.together(field.to_sympy(entry).subs(n, n + 1)))

    matrix, rows = [exact(entries) for entries in step], [exact(row)]
    while not (known := _dependence(rows, field)):
        moved = [later(entry) for entry in rows[-1]]
        columns = zip(*matrix, strict=True)
        rows.append(
            [sum((a * b for a, b in zip(moved, c, strict=True)), field.zero) for c in columns]
        )
    polynomials = _without_divisors([field.to_sympy(c) for c in known])
    skipped = next(place for place, p in enumerate(polynomials) if p != 0)
    polynomials = [sp.expand(p.subs(n, n - skipped)) for p in polynomials[skipped:]]
    zeros = sp.Poly(polynomials[-1], n).ground_roots()
    first = max([form.start + skipped, *(int(r) + 1 for r in zeros if r.is_Integer)])
    values = [_value(form, row, k) for k in range(first, first + len(polynomials) - 1)]
    if all(value == 0 for value in values):
        return None
    return PRecursive(tuple(polynomials), tuple(values), n, first)


def _dependence(rows: list[list[Any]], field: Any) -> list[Any]:
    """Numbers with which rows add up to 0, the last of them not 0; nothing if there are none."""
    matrix = DomainMatrix(rows, (len(rows), len(rows[0])), field)
    kernel = matrix.transpose().nullspace().to_list()
    return list(kernel[0]) if kernel else []


def _without_divisors(entries: list[sp.Expr]) -> list[sp.Expr]:
    parts = [sp.fraction(sp.together(entry)) for entry in entries]
    common = sp.lcm_list([bottom for _, bottom in parts])
    return [sp.expand(sp.cancel(top * common / bottom)) for top, bottom in parts]


def _value(form: InValues, row: list[sp.Expr], k: int) -> sp.Expr:
    values = zip(row, form.at(k), strict=True)
    return sp.expand(sum((c.subs(form.n, k) * v for c, v in values), sp.Integer(0)))
