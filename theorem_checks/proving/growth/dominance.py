"""Which growth dominates: exact comparison of roots and exponents by size."""

import sympy as sp
from flint import ctx

from theorem_checks.proving.growth.modes import IrregularRecurrenceError, Mode
from theorem_checks.proving.growth.numbers import to_acb
from theorem_checks.proving.growth.recurrences import PRecursive

__all__ = ["by_size", "sign_of"]


def by_size(modes: tuple[Mode, ...], sequence: PRecursive) -> tuple[tuple[Mode, ...], int]:
    """The modes, the dominating ones first, and how many of these are tied."""
    ranked: list[Mode] = []
    for mode in modes:
        place = next((i for i, m in enumerate(ranked) if _compare(mode, m, sequence) > 0), None)
        ranked.insert(len(ranked) if place is None else place, mode)
    tied = sum(_compare(mode, ranked[0], sequence) == 0 for mode in ranked)
    return tuple(ranked), tied


def _compare(one: Mode, other: Mode, sequence: PRecursive) -> int:
    by_root = sign_of(sp.Abs(one.root) ** 2 - sp.Abs(other.root) ** 2, sequence)
    return by_root or sign_of(sp.re(one.exponent) - sp.re(other.exponent), sequence)


def sign_of(number: sp.Expr, sequence: PRecursive) -> int:
    """The sign of a real algebraic number; 0 only if SymPy shows that it is 0."""
    for bits in (64, 256):
        with ctx.workprec(bits):
            ball = to_acb(number).real
            if not ball.contains(0):
                return 1 if ball > 0 else -1
    if sp.simplify(sp.expand_complex(number)) == 0:
        return 0
    raise IrregularRecurrenceError(
        sequence, "characteristic roots whose sizes can be compared", f"Open: the sign of {number}."
    )
