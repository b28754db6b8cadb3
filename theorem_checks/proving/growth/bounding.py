r"""Deciding bounds of a sequence: :math:`|a_k| \ge c\,|\rho|^k k^\theta`, or at most that."""

from typing import NamedTuple, cast

import sympy as sp
from flint import acb, arb, ctx

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.growth.dominance import sign_of
from theorem_checks.proving.growth.enclosures import Asymptotics, asymptotics
from theorem_checks.proving.growth.modes import IrregularRecurrenceError
from theorem_checks.proving.growth.numbers import ball_text, to_acb
from theorem_checks.proving.growth.recurrences import PRecursive
from theorem_checks.proving.growth.values import certified_values
from theorem_checks.statements.analysis import GrowthBound
from theorem_checks.statements.exact import ExactLike, to_expression, to_fraction
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["prove_growth_bound"]

_FURTHEST = 2**20  # up to which values are compared one by one
_TAIL = Route.deciding("enclosure of all late values", Engine.FLINT)
_VALUES = Route.deciding("the recurrence run in balls", Engine.FLINT)


class _Bound(NamedTuple):
    constant: sp.Expr
    root: sp.Expr
    exponent: sp.Expr
    relation: str

    def ball(self, k: int) -> arb:
        root, exponent, constant = (
            to_acb(e).real for e in (sp.Abs(self.root), self.exponent, self.constant)
        )
        return constant * root**k * arb(k) ** exponent

    def compare(self, value: arb, bound: arb) -> bool | None:
        """Whether a value meets the bound; None if the balls overlap."""
        above, below = bool(value >= bound), bool(value <= bound)
        if not (above or below):
            return None
        return above if self.relation == ">=" else below

    def text(self, k: object = "k") -> str:
        power = f"{self.constant} * |{self.root}|^{k} * {k}^({self.exponent})"
        return f"|a_{k}| {self.relation} {power}"


def prove_growth_bound(
    sequence: PRecursive,
    relation: str,
    constant: ExactLike,
    root: ExactLike,
    exponent: ExactLike,
    *,
    start: int | None = None,
    digits: int = 20,
) -> Evidence:
    r"""Decide whether :math:`|a_k| \ge c\,|\rho|^k k^\theta` (or at most) for every k from `start`.

    Late values are compared by an enclosure that holds for all of them, the others one by one in
    balls, with the exact values where a ball touches the bound.

    **Arguments**: `sequence`, without parameters; `relation`, '>=' or '<='; `constant` c > 0,
    `root` rho and real `exponent` theta of the bound, exact; `start`, at least 1, by default the
    sequence's own.

    **Returns** Evidence of `GrowthBound`:
    PROVED (by balls), or REFUTED at the least k at which the bound fails
    (beyond 2^20, at one of them). UNDECIDED where the recurrence is irregular, the sequence may
    oscillate, or a margin is too small. VACUOUS for the sequence that is 0.

    **Raises** `ArgumentError`, `ExactnessError` for arguments that are not exact or do not fit.
    """
    if relation not in (">=", "<="):
        raise ArgumentError("relation", relation, "'>=' or '<='")
    names = {"constant": constant, "root": root, "exponent": exponent}
    exact = {name: to_expression(value, name) for name, value in names.items()}
    for name, value in exact.items():
        if value.free_symbols:
            raise ArgumentError(name, value, "a number")
    bound = _Bound(**exact, relation=relation)
    if not bound.constant.is_positive:
        raise ArgumentError("constant", constant, "a positive number")
    if not bound.exponent.is_real:
        raise ArgumentError("exponent", exponent, "a real number")
    first = max(sequence.start, 1) if start is None else start
    if first < max(sequence.start, 1):
        raise ArgumentError("start", start, f"at least {max(sequence.start, 1)}")
    if sequence.is_zero:
        return Evidence.vacuous("All values of the sequence are 0.")
    try:
        found = asymptotics(sequence, digits=digits)
        evidence = _decide(sequence, found, bound, first)
    except IrregularRecurrenceError as refused:
        return Evidence.undecided(f"This growth is not decided: {refused}")
    given = (sequence.index, sequence.start, sequence.coefficients, sequence.initial)
    said = GrowthBound(*given, relation, bound.constant, bound.root, bound.exponent, first)
    return concluded(evidence, said, "prove_growth_bound")


def _decide(sequence: PRecursive, found: Asymptotics, bound: _Bound, first: int) -> Evidence:
    faster = _compare_growth(sequence, found, bound)
    place = max(found.start, first)
    while place <= 2**64:
        late = _late(found, bound, place, faster)
        if late is True:
            return _early(sequence, bound, first, place, found)
        if late is False:
            return _violated(sequence, found, bound, first, place)
        place *= 2
    failing, _ = _first_failure(sequence, bound, first, max(first, found.start))
    if failing is not None:
        return failing
    return Evidence.undecided(
        f"The ratio to {found.modes[0].root}^k k^({found.modes[0].exponent}) tends to"
        f" {ball_text(found.constant, 8)}, too near to what would decide {bound.text()}."
    )


def _compare_growth(sequence: PRecursive, found: Asymptotics, bound: _Bound) -> tuple[int, int]:
    """The signs of |rho of the bound| - |rho|, and of theta of the bound - Re theta."""
    mode = found.modes[0]
    by_root = sign_of(sp.Abs(bound.root) ** 2 - sp.Abs(mode.root) ** 2, sequence)
    return by_root, sign_of(bound.exponent - sp.re(mode.exponent), sequence)


def _late(found: Asymptotics, bound: _Bound, place: int, faster: tuple[int, int]) -> bool | None:
    """Whether the bound holds for all k >= place (True), fails at this place, or None."""
    with ctx.workprec(found.precision):
        mode = found.modes[0]
        shrink = abs(to_acb(bound.root)) / abs(to_acb(mode.root))
        gap = to_acb(bound.exponent).real - to_acb(mode.exponent).real
        level = to_acb(bound.constant).real * shrink**place * arb(place) ** gap
        if bound.compare(abs(found.ratio(place)), level) is False:
            return False
        late = found.ratio_from(place).abs_lower()
        if bound.relation == "<=":
            late = found.largest_from(place)
        if bound.compare(late, level) is not True:
            return None
        # The level c (shrink)^k k^gap moves away from the ratio from here on, or stays.
        by_root, by_power = faster
        step = place * shrink.log() + gap if by_root else gap
        away = -1 if bound.relation == ">=" else 1
        steady = by_root == 0 and by_power in (0, away)
        return True if steady or (by_root == away and bool(step * away > 0)) else None


def _early(
    sequence: PRecursive, bound: _Bound, first: int, last: int, found: Asymptotics
) -> Evidence:
    """Compare the values from `first` to `last`, all later ones being settled."""
    if last > _FURTHEST:
        return Evidence.undecided(f"The bound holds from k = {last} on; earlier values are many.")
    failing, open_at = _first_failure(sequence, bound, first, last)
    if failing is not None:
        return failing
    if open_at is not None:
        return Evidence.undecided(f"At k = {open_at} the value is too near to the bound.")
    return Evidence.proved(
        f"every k >= {first}",
        routes=(_TAIL, _VALUES),
        reason=f"by an enclosure from k = {last} on, one by one before",
        figures={"constant": ball_text(found.constant), "from": last},
    )


def _violated(
    sequence: PRecursive, found: Asymptotics, bound: _Bound, first: int, place: int
) -> Evidence:
    if place <= _FURTHEST:
        failing, _ = _first_failure(sequence, bound, first, place)
        if failing is not None:
            return failing
    with ctx.workprec(found.precision):
        return _refuted(bound, place, abs(found.value(place)), bound.ball(place), _TAIL)


def _first_failure(
    sequence: PRecursive, bound: _Bound, first: int, last: int
) -> tuple[Evidence | None, int | None]:
    """The refutation at the least k that fails, and the least k that stays open, if any."""
    bits = 192
    values = certified_values(sequence, range(first, last + 1), precision=bits)
    open_at = None
    with ctx.workprec(bits):
        for k, value in values.items():
            level = bound.ball(k)
            met = bound.compare(abs(value), level)
            if met is False:
                return _refuted(bound, k, abs(value), level, _VALUES), None
            if met is None and open_at is None and not _touches(sequence, bound, k):
                open_at = k
    return None, open_at


def _touches(sequence: PRecursive, bound: _Bound, k: int) -> bool:
    """Whether value and bound are exactly equal, for rational ones."""
    try:
        value = sequence.exact_values(k)[-1]
        level = bound.constant * sp.Abs(bound.root) ** k * sp.Integer(k) ** bound.exponent
        return abs(value) == to_fraction(level, "level")
    except ArgumentError:
        return False


def _refuted(bound: _Bound, k: int, value: arb | acb, level: arb, route: Route) -> Evidence:
    claimed = f"{bound.text(k)} = {ball_text(level, 8)}"
    found = f"|a_{k}| = {ball_text(cast(arb, value), 8)}"
    return Evidence.refuted(Counterexample({"k": k}, claimed, found), routes=(route,))
