"""The law of one entry of a random tensor: what is asked of it, and moments that are unknown.

A law answers with exact expressions, which may contain symbols. A moment that it was not given
is an unknown: computations carry it along, and only if a result depends on it in the end is that
an error, which names the moment (`require_known`).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, takewhile
from math import comb
from typing import Any

import sympy as sp
from sympy.logic.boolalg import Boolean

from theorem_checks.errors import ArgumentError

__all__ = [
    "AbstractLaw",
    "MissingMomentError",
    "are_possible_moments",
    "conditions_on_moments",
    "cumulant_from_moments",
    "moment_from_cumulants",
    "not_negative",
    "require_known",
    "unknown_moment",
]

_Unknown = sp.Function("UnknownMoment")
_MOST_MOMENTS = 9  # 1, m_1, ..., m_8 are looked at
_FACTORED = 3  # rows of a minor that is factored, which takes long for symbols in larger ones


class MissingMomentError(ArgumentError):
    """A result depends on a moment that a law was not given."""


class AbstractLaw(ABC):
    """The law of an entry: its moments E[x^r] and its cumulants, for r = 1, 2, ...

    A concrete law gives its moments, from which its cumulants follow, or both.
    """

    @property
    @abstractmethod
    def is_symmetric(self) -> bool:
        """Whether x and -x are known to have one law, so that odd moments are 0."""

    @abstractmethod
    def moment(self, order: int) -> sp.Expr:
        """The moment E[x^order] about zero; an unknown if it was not given."""

    def cumulant(self, order: int) -> sp.Expr:
        """The cumulant of this order, expanded."""
        return cumulant_from_moments(self, order)

    @property
    def symbols(self) -> frozenset[sp.Basic]:
        """The symbols that its parameters contain."""
        return frozenset().union(*(parameter.free_symbols for parameter in self.parameters))

    @property
    def parameters(self) -> tuple[sp.Expr, ...]:
        """The expressions that it was made of."""
        return tuple(_expressions_in(tuple(vars(self).values())))

    @property
    def words(self) -> str:
        """What the law is, for a reader."""
        return repr(self)

    @property
    def conditions(self) -> tuple[Boolean, ...]:
        """Under which values of its parameters there is such a law, where that is not known."""
        return ()

    def known_moments(self) -> tuple[sp.Expr, ...]:
        """The moments 1, m_1, ..., as far as they are known; possible if those of a law are."""
        return _known_moments(self)

    def is_possible_at(self, values: Sequence[tuple[sp.Symbol, sp.Expr | int]]) -> bool:
        """Whether there may be a law of these moments when symbols take these values."""
        at = list(values)
        if any(formula.subs(at) == sp.false for formula in self.conditions):
            return False
        return are_possible_moments([moment.subs(at) for moment in self.known_moments()])


@cache
def _known_moments(law: AbstractLaw) -> tuple[sp.Expr, ...]:
    moments: list[sp.Expr] = [sp.S.One]
    while len(moments) < _MOST_MOMENTS:
        moment = law.moment(len(moments))
        if moment.has(_Unknown):
            # With odd moments all 0 so far, if any law has the even ones, a symmetric one has.
            if any(moments[1::2]):
                break
            moment = _without_odd_unknowns(moment) if len(moments) % 2 == 0 else sp.S.Zero
            if moment.has(_Unknown):
                break
        moments.append(sp.expand(moment))
    return tuple(moments)


def unknown_moment(law: AbstractLaw, order: int) -> sp.Expr:
    """What stands for a moment or cumulant that a law was not given."""
    return _Unknown(sp.Integer(order), sp.Symbol(repr(law)))


@cache
def cumulant_from_moments(law: AbstractLaw, order: int) -> sp.Expr:
    """kappa_r = m_r - sum_{0<j<r} C(r-1, j-1) kappa_j m_{r-j}, expanded."""
    return sp.expand(law.moment(order) - _of_lower_orders(law, order))


@cache
def moment_from_cumulants(law: AbstractLaw, order: int) -> sp.Expr:
    """The same equation, solved for the moment."""
    return sp.expand(law.cumulant(order) + _of_lower_orders(law, order))


def _of_lower_orders(law: AbstractLaw, order: int) -> sp.Expr:
    """The sum in this equation."""
    orders = range(1, order)
    return sp.Add(
        *(comb(order - 1, j - 1) * law.cumulant(j) * law.moment(order - j) for j in orders)
    )


def require_known(expression: sp.Expr, of: str) -> sp.Expr:
    """Return an expanded expression if no unknown moment is left in it.

    **Raises** `MissingMomentError` that names the lowest unknown and its law.
    """
    unknowns = [unknown.args for unknown in expression.atoms(_Unknown)]
    if not unknowns:
        return expression
    order, law = min((int(str(order)), str(law)) for order, law in unknowns)
    give = f"Give moments={{..., {order}: ...}} or cumulants={{..., {order}: ...}}"
    raise MissingMomentError(
        "law",
        sp.Symbol(law),
        f"its moment E[x^{order}] to be known, since {of} depends on it",
        f"{give}, or say symmetric=True." if order % 2 else f"{give}.",
    )


def are_possible_moments(moments: Sequence[sp.Expr]) -> bool:
    """Whether 1, m_1, ..., m_r are moments of a law, as far as they are numbers from the start.

    By R. Curto and L. Fialkow (1991): their Hankel matrix has no negative principal minor; its rank
    is the number of columns up to the first that depends on those before; and for odd r, what comes
    last, (m_{k+1}, ..., m_r), is a combination of its columns.
    """
    return _are_possible(tuple(takewhile(lambda m: m.is_number, moments)))


@cache
def _are_possible(known: tuple[sp.Expr, ...]) -> bool:
    if any(not m.is_finite or m.is_real is False for m in known):
        return False
    size = (len(known) + 1) // 2
    hankel: Any = sp.Matrix(size, size, lambda i, j: known[i + j])
    if hankel.is_positive_semidefinite is False:
        return False
    rank = hankel.rank(simplify=True)
    if rank < size and hankel[:rank, :rank].det().is_zero:
        return False
    last = sp.Matrix(known[size : 2 * size]) if len(known) % 2 == 0 else sp.zeros(size, 1)
    return bool(hankel.row_join(last).rank(simplify=True) == rank)


def conditions_on_moments(moments: Sequence[sp.Expr]) -> tuple[Boolean, ...]:
    """Under which values of symbols 1, m_1, ..., m_r are the moments of a law.

    No principal minor of the Hankel matrix is negative (factors that are positive, and squares, are
    left out); and where a leading one is 0 for all values, so are all of its size. Where one is 0
    for some values only, more may be needed there than is said.

    **Raises** `ArgumentError` where the symbols' assumptions contradict it.
    """
    size = (len(moments) + 1) // 2
    found: dict[Boolean, None] = {}
    for count in range(1, size + 1):
        minors = {rows: _minor(moments, rows) for rows in combinations(range(size), count)}
        if minors[tuple(range(count))].is_zero:
            found |= dict.fromkeys(f for minor in minors.values() for f in _zero(minor))
            break
        found |= dict.fromkeys(f for minor in minors.values() for f in not_negative(minor))
    return tuple(found)


def _minor(moments: Sequence[sp.Expr], rows: tuple[int, ...]) -> sp.Expr:
    entries = [[moments[i + j] for j in rows] for i in rows]
    minor = sp.Matrix(entries).det()
    return _without_squares(sp.factor(minor) if len(rows) <= _FACTORED else sp.expand(minor))


def _zero(value: sp.Expr) -> tuple[Boolean, ...]:
    if value.is_zero is False:
        raise ArgumentError("law", value, "0", "No law has its moments so.")
    equation: Any = sp.Eq(value, 0)
    return () if value.is_zero else (equation,)


def not_negative(value: sp.Expr) -> tuple[Boolean, ...]:
    """That a value is not negative, as formulas: none if it is known.

    **Raises** `ArgumentError` if it is negative, or no real number.
    """
    if value.is_nonnegative:
        return ()
    constant, rest = value.as_coeff_Add()
    if rest.could_extract_minus_sign():
        formula: Any = sp.Le(-rest, constant)
    else:
        formula = sp.Ge(rest, -constant)
    if value.is_nonnegative is False or formula == sp.false:
        raise ArgumentError("law", value, "a number that is not negative", "No law has it so.")
    return () if formula == sp.true else (formula,)


def _without_squares(product: Any) -> sp.Expr:
    """A product without its positive factors, and without even powers of real ones."""
    kept = []
    for factor in sp.Mul.make_args(product):
        base, exponent = factor.as_base_exp()
        if factor.is_positive:
            continue
        is_power = exponent.is_Integer and exponent.is_positive and base.is_real is not False
        kept.append((base if exponent % 2 else sp.S.One) if is_power else factor)
    return sp.Mul(*kept)


def _without_odd_unknowns(moment: sp.Expr) -> sp.Expr:
    odd = [unknown for unknown in moment.atoms(_Unknown) if int(str(unknown.args[0])) % 2]
    return moment.subs([(unknown, 0) for unknown in odd])


def _expressions_in(value: object) -> Iterator[sp.Expr]:
    if isinstance(value, tuple):
        for part in value:
            yield from _expressions_in(part)
    elif isinstance(value, sp.Expr):
        yield value
