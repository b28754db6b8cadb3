r"""The recurrence run in balls, far out.

Run directly, the radii of balls grow like the solutions of the recurrence with absolute values in
place of its coefficients, which may be exponentially larger than the values. In the coordinates of
the limit's eigenvectors, :math:`a_{k+i} = \sum_j y_j(k) \rho_j^i` for :math:`0 \le i < r`, one
step is

.. math:: y_j(k+1) = \rho_j y_j(k) - \frac{1}{\prod_{l \ne j} (\rho_j - \rho_l)}
    \sum_l h(k, \rho_l) y_l(k), \qquad h(k, \rho) = \frac{1}{p_r(k)} \sum_i p_i(k) \rho^i,

where the highest power of k drops out of the last sum, so that h is O(1/k): the radii grow like
:math:`\max_j |\rho_j|^k` times a power of k.
"""

from collections.abc import Iterable
from typing import Any

import sympy as sp
from flint import acb, arb, ctx

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.growth.modes import IrregularRecurrenceError, growth_modes
from theorem_checks.proving.growth.numbers import to_acb
from theorem_checks.proving.growth.recurrences import PRecursive
from theorem_checks.statements.exact import to_fraction

__all__ = ["certified_values", "run_in_coordinates"]


def certified_values(
    sequence: PRecursive, places: Iterable[int], *, precision: int = 192
) -> dict[int, acb]:
    r"""Run the recurrence in balls, and return balls around :math:`a_k` at the given places.

    A million steps of order two take a few seconds. How far the values are known, the balls say: a
    sequence that is exponentially smaller than other solutions loses all digits, unless `precision`
    (in bits) grows with the last place. So may one whose characteristic roots are multiple, since
    the recurrence is then run directly, at the loss of a bit or so with each step; and one whose
    largest roots are complex, at the loss of up to half a bit, as complex balls are squares.

    **Returns** a ball for each place; real numbers have imaginary part 0.

    **Raises** `ArgumentError` for a sequence with parameters, or a place before its start.
    """
    if sequence.parameters:
        names = ", ".join(sorted(s.name for s in sequence.parameters))
        raise ArgumentError("sequence", names, "no parameters", "Give them values by .at({...}).")
    wanted = sorted({_integer(place) for place in places})
    if not wanted or wanted[0] < sequence.start:
        raise ArgumentError("places", wanted, f"integers from start={sequence.start} on")
    try:
        roots = [mode.root for mode in growth_modes(sequence)]
    except IrregularRecurrenceError:
        return _run_directly(sequence, wanted, precision)
    return run_in_coordinates(sequence, roots, wanted, precision)


def _integer(place: object) -> int:
    exact = to_fraction(place, "places")
    if isinstance(place, bool) or exact.denominator != 1:
        raise ArgumentError("places", place, "an integer")
    return int(exact)


def _run_directly(sequence: PRecursive, wanted: list[int], precision: int) -> dict[int, acb]:
    with ctx.workprec(precision):
        polynomials = [_coefficients(sequence.polynomial(i)) for i in range(sequence.order + 1)]
        recent = [_narrow(to_acb(a)) for a in sequence.initial]
        found: dict[int, acb] = {}
        goal = iter(wanted)
        following = next(goal)
        for k in range(sequence.start, wanted[-1] + 1):
            if k == following:
                found[k] = acb(recent[0])
                following = next(goal, -1)
            *known, leading = (_horner(p, k) for p in polynomials)
            total = known[0] * recent[0]
            for p, a in zip(known[1:], recent[1:], strict=True):
                total += p * a
            recent = [*recent[1:], -total / leading]
    return found


def run_in_coordinates(
    sequence: PRecursive, roots: list[sp.Expr], wanted: list[int], precision: int
) -> dict[int, acb]:
    """Run the recurrence to the wanted places (rising), given its characteristic roots."""
    with ctx.workprec(precision):
        order = sequence.order
        rho = [_narrow(to_acb(root)) for root in roots]
        drives = _drives(sequence, rho)
        leading = _coefficients(sequence.polynomial(order))
        y = _first_coordinates(sequence, rho)
        sources = [1 / _product(r - s for s in rho if s is not r) for r in rho]
        pairs = list(zip(rho, sources, strict=True))
        found: dict[int, acb] = {}
        goal = iter(wanted)
        following = next(goal)
        for k in range(sequence.start, wanted[-1] + 1):
            if k == following:
                found[k] = acb(sum(y[1:], y[0]))
                following = next(goal, -1)
            push = _horner(drives[0], k) * y[0]
            for drive, coordinate in zip(drives[1:], y[1:], strict=True):
                push += _horner(drive, k) * coordinate
            push /= _horner(leading, k)
            y = [root * a - source * push for (root, source), a in zip(pairs, y, strict=True)]
    return found


def _first_coordinates(sequence: PRecursive, rho: list[Any]) -> list[Any]:
    """The y_j with sum_j y_j rho_j^i = a_{start+i}, by Lagrange's formula."""
    initial = [_narrow(to_acb(a)) for a in sequence.initial]
    coordinates = []
    for j, root in enumerate(rho):
        basis: list[Any] = [arb(1)]  # the polynomial that is 1 at rho_j and 0 at the other roots
        for other in (r for i, r in enumerate(rho) if i != j):
            lifted = [*basis, arb(0)], [arb(0), *basis]  # highest power first
            basis = [(a - other * b) / (root - other) for a, b in zip(*lifted, strict=True)]
        coordinates.append(_total(c * a for c, a in zip(reversed(basis), initial, strict=True)))
    return coordinates


def _drives(sequence: PRecursive, rho: list[Any]) -> list[list[Any]]:
    """For each root the polynomial p_r h in k, by falling powers from degree s - 1 on."""
    table = [[_narrow(to_acb(entry)) for entry in row] for row in sequence.table()]
    drives = []
    for root in rho:
        powers = [root**i for i in range(len(table))]
        drives.append(
            [
                _total(row[place] * power for row, power in zip(table, powers, strict=True))
                for place in range(1, len(table[0]))
            ]
            or [arb(0)]
        )
    return drives


def _coefficients(polynomial: sp.Poly) -> list[Any]:
    return [_narrow(to_acb(c)) for c in polynomial.all_coeffs()]


def _narrow(ball: acb) -> Any:
    """The real ball of a number that is real: arithmetic is faster then."""
    return ball.real if ball.imag == 0 else ball


def _horner(coefficients: list[Any], k: int) -> Any:
    value = coefficients[0]
    for coefficient in coefficients[1:]:
        value = value * k + coefficient
    return value


def _total(terms: Iterable[Any]) -> Any:
    return sum(terms, arb(0))


def _product(factors: Iterable[Any]) -> Any:
    value: Any = arb(1)
    for factor in factors:
        value = value * factor
    return value
