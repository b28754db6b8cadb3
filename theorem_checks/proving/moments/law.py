"""The law of one entry of a random tensor: what is asked of it, and moments that are unknown.

A law answers with exact expressions, which may contain symbols. A moment that it was not given
is an unknown: computations carry it along, and only if a result depends on it in the end is that
an error, which names the moment (`require_known`).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cache
from math import comb

import sympy as sp

from theorem_checks.errors import ArgumentError

__all__ = [
    "AbstractLaw",
    "MissingMomentError",
    "are_possible_moments",
    "cumulant_from_moments",
    "moment_from_cumulants",
    "require_known",
    "unknown_moment",
]

_Unknown = sp.Function("UnknownMoment")
_MOST_MOMENTS = 9  # 1, m_1, ..., m_8 are looked at


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
        return _symbols_in(tuple(vars(self).values()))

    def is_possible_at(self, values: Sequence[tuple[sp.Symbol, sp.Expr | int]]) -> bool:
        """Whether there may be a law of these moments when symbols take these values."""
        moments: list[sp.Expr] = [sp.S.One]
        while len(moments) < _MOST_MOMENTS:
            moment = self.moment(len(moments))
            if moment.has(_Unknown):
                # With odd moments all 0 so far, if any law has the even ones, a symmetric one has.
                if len(moments) % 2 == 0 or any(moments[1::2]):
                    break
                moment = sp.S.Zero
            moments.append(sp.expand(moment.subs(list(values))))
        return are_possible_moments(moments)


def unknown_moment(law: AbstractLaw, order: int) -> sp.Expr:
    """What stands for a moment or cumulant that a law was not given."""
    return _Unknown(sp.Integer(order), sp.Symbol(repr(law)))


@cache
def cumulant_from_moments(law: AbstractLaw, order: int) -> sp.Expr:
    """kappa_r = m_r - sum_{0<j<r} C(r-1, j-1) kappa_j m_{r-j}, expanded."""
    lower = (
        comb(order - 1, j - 1) * law.cumulant(j) * law.moment(order - j) for j in range(1, order)
    )
    return sp.expand(law.moment(order) - sp.Add(*lower))


@cache
def moment_from_cumulants(law: AbstractLaw, order: int) -> sp.Expr:
    """The same equation, solved for the moment."""
    lower = (
        comb(order - 1, j - 1) * law.cumulant(j) * law.moment(order - j) for j in range(1, order)
    )
    return sp.expand(law.cumulant(order) + sp.Add(*lower))


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


def are_possible_moments(moments: Iterable[sp.Expr]) -> bool:
    """Whether 1, m_1, ..., m_r may be moments of a law: their Hankel matrix is not indefinite.

    Entries that are no numbers decide nothing, so the answer is then True.
    """
    known = list(moments)
    size = (len(known) + 1) // 2
    if not all(m.is_number for m in known[: 2 * size - 1]):
        return True
    hankel = sp.Matrix(size, size, lambda i, j: known[i + j])
    return hankel.is_positive_semidefinite is not False


def _symbols_in(value: object) -> frozenset[sp.Basic]:
    if isinstance(value, tuple):
        return frozenset().union(*map(_symbols_in, value))
    return frozenset(value.free_symbols) if isinstance(value, sp.Expr) else frozenset()
