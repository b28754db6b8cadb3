r"""The constant of a growth, and every late value, enclosed in balls with a proved tail bound.

Let :math:`f_1, \dots, f_r` be the truncated formal solutions (`formal`), and write
:math:`a_{k+i} = \sum_j z_j(k) f_j(k+i)` for :math:`0 \le i < r`. One step changes z by

.. math:: z_i(k+1) = z_i(k) - \frac{[G^{-1}]_{ir}}{\tilde f_i(k+1)}
    \sum_j \tilde f_j(k) \frac{r_j(x)}{\hat p_r(x)} z_j(k), \qquad
    \tilde f_j(k) = \rho_j^k k^{\theta_j},\; G_{ij} = f_j(k+1+i)/\tilde f_j(k+1) .

Relative to the dominating solution, :math:`w_j = z_j \tilde f_j / \tilde f_1` obeys
:math:`\|w(k+1)\| \le (1 + B k^{-m-2}) \|w(k)\|`. So w stays below
:math:`W = \|w(N)\| \exp(B S)` with :math:`S = \sum_{k \ge N} k^{-m-2}`, and :math:`z_1(k)` has a
limit C, the constant of the growth, with :math:`|C - z_1(N)| \le B_1 S W`. All of it is computed
in balls. The same bounds enclose :math:`a_k` for every :math:`k \ge N`, without running the
recurrence.
"""

from dataclasses import dataclass
from typing import cast

from flint import acb, acb_mat, arb, ctx

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.growth.dominance import by_size
from theorem_checks.proving.growth.formal import FormalSolution, formal_solution
from theorem_checks.proving.growth.modes import IrregularRecurrenceError, Mode, growth_modes
from theorem_checks.proving.growth.numbers import to_acb
from theorem_checks.proving.growth.recurrences import PRecursive
from theorem_checks.proving.growth.values import run_in_coordinates

__all__ = ["Asymptotics", "asymptotics"]

_TERMS = 16
_STARTS = tuple(2**e for e in range(5, 19))
_LAST_FOR_COMPLEX = 2**14  # beyond it the bits that complex balls lose make a run long


@dataclass(frozen=True)
class Asymptotics:
    r"""How a sequence grows: :math:`a_k = \rho^k k^\theta (C + o(1))`, with enclosures.

    **Fields**: `modes`, the dominating one first (exact); `tied`: how many of them are equally
    large in absolute value (1, unless the sequence may oscillate for ever); `constants`: a ball
    around the constant of each of those; `start`: N, from which on the enclosures are proved;
    `precision` in bits; `is_real`: whether the sequence is made of real numbers.
    """

    modes: tuple[Mode, ...]
    tied: int
    constants: tuple[acb, ...]
    start: int
    precision: int
    is_real: bool
    _solutions: tuple[FormalSolution, ...]
    _weights: tuple[arb, ...]
    """|w_j(N)|, for the modes that are not tied."""
    _drift: tuple[arb, ...]
    """Bounds B_j S W of what is added to w_j from N on."""

    @property
    def constant(self) -> acb:
        """The constant of the dominating mode."""
        return self.constants[0]

    @property
    def settles(self) -> bool:
        """Whether the ratio to rho^k k^theta is proved to have a limit that is not zero."""
        return self.tied == 1 and not self.constant.contains(0)

    def ratio(self, k: int) -> acb:
        r"""A ball around :math:`a_k / (\rho^k k^\theta)` of the dominating mode, for one k >= N."""
        self._require(k)
        with ctx.workprec(self.precision):
            return self._ratio(k, acb(1) / k, every=False)

    def ratio_from(self, k: int) -> acb:
        """A ball that contains the ratio for this k >= N and for all later ones."""
        self._require(k)
        with ctx.workprec(self.precision):
            x = arb(1) / (2 * k)
            return self._ratio(k, acb(arb(x, x)), every=True)

    def largest_from(self, k: int) -> arb:
        """An upper bound of the ratio's absolute value for this k >= N and for all later ones.

        Where modes are tied it is sharper than `ratio_from`, which knows nothing of their phases.
        """
        self._require(k)
        with ctx.workprec(self.precision):
            x = arb(1) / (2 * k)
            sizes = [
                abs(self.constants[j]) + self._drift[j] if j < self.tied else self._decayed(j, k)
                for j in range(len(self._solutions))
            ]
            series = [abs(s.factor(0, acb(arb(x, x)))) for s in self._solutions]
            return sum((a * b for a, b in zip(sizes, series, strict=True)), arb(0)).upper()

    def value(self, k: int) -> acb:
        """A ball around a_k, for one k >= N of any size."""
        with ctx.workprec(self.precision):
            lead = self._solutions[0]
            value = self.ratio(k) * lead.root**k * acb(k) ** lead.exponent
        return acb(value.real) if self.is_real else value

    def _require(self, k: int) -> None:
        if k < self.start:
            raise ArgumentError("k", k, f"an integer from {self.start} on, where the bounds begin")

    def _ratio(self, k: int, x: acb, *, every: bool) -> acb:
        total = acb(0)
        for j, solution in enumerate(self._solutions):
            series = solution.factor(0, x)
            if j < self.tied:
                around = acb(arb(0, self._drift[j]), arb(0, self._drift[j]))
                phase = _disc(arb(1)) if every and j else self._relative(j, k)
                total += (self.constants[j] + around) * phase * series
            else:
                total += _disc(self._decayed(j, k)) * series
        return _real_part(total, self._solutions[0], self.is_real)

    def _decayed(self, j: int, k: int) -> arb:
        """A bound of |w_j| at k and later, for a mode that is not tied."""
        decay = abs(self._relative(j, k)) / abs(self._relative(j, self.start))
        return self._weights[j] * decay + self._drift[j]

    def _relative(self, j: int, k: int) -> acb:
        """The ratio of growth j to the dominating one, at k."""
        one, lead = self._solutions[j], self._solutions[0]
        if j == 0:
            return acb(1)
        return (one.root / lead.root) ** k * acb(k) ** (one.exponent - lead.exponent)


def asymptotics(sequence: PRecursive, *, digits: int = 20) -> Asymptotics:
    """Enclose how a sequence grows.

    **Arguments**: `sequence`, without parameters; `digits` of the constant that are wanted, as far
    as at most 2^18 terms of the sequence give them (2^14 where roots are complex).

    **Returns** `Asymptotics`, of which the enclosures are proved, however wide they are.

    **Raises** `IrregularRecurrenceError` where the growth is not regular, or no bound was found;
    `ArgumentError` for a sequence with parameters.
    """
    if sequence.parameters:
        names = ", ".join(sorted(s.name for s in sequence.parameters))
        raise ArgumentError("sequence", names, "no parameters", "Give them values by .at({...}).")
    if isinstance(digits, bool) or not isinstance(digits, int) or not 1 <= digits <= 1000:
        raise ArgumentError("digits", digits, "an integer from 1 to 1000")
    modes, tied = by_size(growth_modes(sequence), sequence)
    best: Asymptotics | None = None
    real = all(mode.root.is_real for mode in modes)
    for start in (s for s in _STARTS if real or s <= _LAST_FOR_COMPLEX):
        found = _enclosed(sequence, modes, tied, max(start, 2 * abs(sequence.start)), digits)
        if found is not None and (best is None or _width(found) < _width(best)):
            best = found
        if best is not None and _width(best) < arb(10) ** -digits:
            return best
    if best is None:
        raise IrregularRecurrenceError(
            sequence, "characteristic roots far enough apart for balls to tell them", ""
        )
    return best


def _width(found: Asymptotics) -> arb:
    """How far the constants are known: relative to their size, if it is known not to be 0."""
    widths = [_radius(c) if c.contains(0) else _radius(c) / abs(c).lower() for c in found.constants]
    return max(width.upper() for width in widths)


def _radius(ball: acb) -> arb:
    return ball.real.rad() + ball.imag.rad()


def _disc(size: arb) -> acb:
    """A ball around 0 with all numbers up to this absolute value."""
    radius = size.upper()
    return acb(arb(0, radius), arb(0, radius))


def _real_part(ball: acb, solution: FormalSolution, real: bool) -> acb:
    """The ball without its imaginary part, where sequence and solution are real."""
    real = real and solution.root.imag == 0 and solution.exponent.imag == 0
    return acb(ball.real) if real else ball


def _enclosed(
    sequence: PRecursive, modes: tuple[Mode, ...], tied: int, start: int, digits: int
) -> Asymptotics | None:
    """The enclosures from `start` on, None if no bound is found there."""
    order = sequence.order
    precision = 4 * digits + 192
    if not all(mode.root.is_real for mode in modes):
        precision += start // 2  # a turn of a complex ball widens it by up to half a bit
    with ctx.workprec(precision):
        table = [[to_acb(entry) for entry in row] for row in sequence.table()]
        real = all(number.imag == 0 for row in table for number in row)
        real = real and all(to_acb(a).imag == 0 for a in sequence.initial)
        longest = arb(1) / start
        balls = [(to_acb(m.root), to_acb(m.exponent)) for m in modes]
        solutions = [formal_solution(table, *ball, _TERMS, longest) for ball in balls]
        bounds = _step_bounds(table, solutions, tied, longest)
        if bounds is None:
            return None
        roots = [mode.root for mode in modes]
        values = run_in_coordinates(sequence, roots, list(range(start, start + order)), precision)
        system = acb_mat([[s.factor(i, acb(1) / start) for s in solutions] for i in range(order)])
        # the coordinates z_j f~_j(N), so that nothing here is as large as rho^N
        inner = system.solve(acb_mat([[values[start + i]] for i in range(order)]))
        lead = solutions[0].root ** start * acb(start) ** solutions[0].exponent
        w = [inner[j, 0] / lead for j in range(order)]
        terms = arb(start) ** -(_TERMS + 2) + arb(start) ** -(_TERMS + 1) / (_TERMS + 1)
        largest = max((abs(x).upper() for x in w), default=arb(0))
        limit = largest * (max(bounds) * terms).exp()
        drift = [(b * terms * limit).upper() for b in bounds]
        scale = [solutions[0].root / s.root for s in solutions[:tied]]
        turns = [
            q**start * acb(start) ** (solutions[0].exponent - solutions[j].exponent)
            for j, q in enumerate(scale)
        ]
        constants = tuple(
            _real_part(x * turn + _disc(d), one, real)
            for x, turn, d, one in zip(w[:tied], turns, drift[:tied], solutions, strict=False)
        )
        weights = tuple(abs(x).upper() for x in w)
    found = (modes, tied, constants, start, precision, real)
    return Asymptotics(*found, tuple(solutions), weights, tuple(drift))


def _step_bounds(
    table: list[list[acb]], solutions: list[FormalSolution], tied: int, longest: arb
) -> list[arb] | None:
    r"""The :math:`B_i` with :math:`|w_i(k+1) - q_i w_i(k)| \le B_i k^{-m-2} \|w(k)\|`."""
    if any(s.residual is None for s in solutions):
        return None
    lead, order = solutions[0], len(solutions)
    x = acb(arb(longest / 2, longest / 2))
    if not all(_never_grows(one, lead, longest) for one in solutions[tied:]):
        return None
    system = acb_mat([[s.factor(i, x) for s in solutions] for i in range(order)])
    try:
        column = system.solve(acb_mat([[acb(int(i == order - 1))] for i in range(order)]))
    except ZeroDivisionError:
        return None
    leading = _polynomial(table[-1], x)
    if leading.contains(0):
        return None
    growth = 1 / abs(lead.root) * abs((1 + x) ** -lead.exponent).upper()
    left = sum((cast(arb, s.residual) for s in solutions), arb(0)) / leading.abs_lower()
    bounds = [(abs(column[i, 0]).upper() * growth * left).upper() for i in range(order)]
    return bounds if all(b.is_finite() for b in bounds) else None


def _never_grows(one: FormalSolution, lead: FormalSolution, longest: arb) -> bool:
    """Whether |q| <= 1 on (0, longest] for a mode that is smaller than the dominating one.

    With roots of equal absolute value, (1 + x)^(Re theta - Re theta_1) <= 1 as the exponent is
    negative; such modes were put into order exactly, so that overlapping balls mean equality.
    """
    relative = abs(one.root) / abs(lead.root)
    if relative.overlaps(arb(1)):
        return bool(one.exponent.real < lead.exponent.real)
    gap = (one.exponent.real - lead.exponent.real).max(arb(0))
    return bool(relative * (1 + longest) ** gap <= 1)


def _polynomial(coefficients: list[acb], x: acb) -> acb:
    value = acb(0)
    for coefficient in reversed(coefficients):
        value = value * x + coefficient
    return value
