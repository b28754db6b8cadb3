r"""Deciding how a sequence grows: :math:`a_k \sim C \rho^k k^\theta`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, cast

import sympy as sp
from flint import acb, arb, ctx, fmpq

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.growth.constants import prove_equal_constants
from theorem_checks.proving.growth.enclosures import Asymptotics, asymptotics
from theorem_checks.proving.growth.generating import constant_in_closed_form
from theorem_checks.proving.growth.modes import IrregularRecurrenceError, Mode, growth_modes
from theorem_checks.proving.growth.numbers import ball_text, to_acb
from theorem_checks.proving.growth.recurrences import PRecursive
from theorem_checks.proving.identities.deciding import prove_identity
from theorem_checks.statements.analysis import Grows
from theorem_checks.statements.exact import ExactLike, to_expression
from theorem_checks.statements.formulas import condition
from theorem_checks.statements.hypotheses import under
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.values.assumptions import Conditions, conditions_of
from theorem_checks.verdicts.counterexamples import Counterexample, assigned
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["prove_growth"]

TRANSFER = (
    "The transfer theorem (Flajolet and Sedgewick, Analytic Combinatorics, Theorem VI.4) tells the"
    " constant from the generating function at its dominating singularity."
)
_EXACT_UP_TO = 2048  # terms of which exact rationals are made, as a second witness
_VIOLATED_BY = 1000  # factor by which a ratio that is claimed to settle has moved


def prove_growth(
    sequence: PRecursive,
    root: ExactLike,
    exponent: ExactLike,
    constant: ExactLike | None = None,
    *,
    at: Sequence[Mapping[Any, Any]] = (),
    assume: Conditions = (),
    digits: int = 20,
) -> Evidence:
    r"""Decide whether :math:`a_k \sim C \rho^k k^\theta` with :math:`C \ne 0`.

    **Arguments**

    - `sequence`: without parameters, or with parameters for a `constant` in closed form.
    - `root` rho and `exponent` theta, exact expressions; `constant` C, exact, or None for any.
    - `at`: with parameters, values of them at which the statement is decided in balls too; at least
      one. `assume`: conditions on parameters, as in `prove_identity`.
    - `digits`: of the constant, to which it is compared.

    **Returns** Evidence of `Grows`.
    Without parameters: PROVED if root and exponent are those of the
    dominating solution and its constant is enclosed away from 0; ARGUED if a constant is stated,
    lies in the enclosure and is the closed form, by the transfer theorem; HOLDS if it only lies in
    the enclosure. REFUTED with an index k where a
    different growth shows, or with the enclosure that misses the constant. UNDECIDED where the
    recurrence is irregular, the sequence may oscillate, or the constant may be 0. With parameters:
    ARGUED under conditions, which are formulas: that the root is larger in absolute value than the
    others, which are different and not 0, that the constant is not 0, and that the recurrence
    determines the sequence. VACUOUS for the sequence that is 0.

    **Raises** `ArgumentError`, `ExactnessError` for arguments that are not exact or do not fit.
    """
    rho, theta = to_expression(root, "root"), to_expression(exponent, "exponent")
    stated = None if constant is None else to_expression(constant, "constant")
    if rho.is_zero:
        raise ArgumentError("root", root, "a number that is not 0")
    if sequence.is_zero:
        return Evidence.vacuous("All values of the sequence are 0.")
    if at and not sequence.parameters:
        raise ArgumentError("at", at, "nothing, for a sequence without parameters")
    try:
        if sequence.parameters:
            found = _for_all_parameters(sequence, rho, theta, stated, at, assume, digits)
        else:
            found = _for_numbers(sequence, rho, theta, stated, digits)
    except IrregularRecurrenceError as refused:
        return Evidence.undecided(f"This growth is not decided: {refused}")
    known = () if stated is None else (stated,)
    given = (sequence.index, sequence.start, sequence.coefficients, sequence.initial)
    said = under(conditions_of(assume), Grows(*given, rho, theta, known))
    return concluded(found, said, "prove_growth")


def _for_numbers(
    sequence: PRecursive, rho: sp.Expr, theta: sp.Expr, constant: sp.Expr | None, digits: int
) -> Evidence:
    found = asymptotics(sequence, digits=digits)
    if found.tied > 1:
        roots = " and ".join(str(mode.root) for mode in found.modes[: found.tied])
        return Evidence.undecided(f"The growths of the roots {roots} are equal in size.")
    if not found.settles:
        ball = ball_text(found.constant, 5)
        return Evidence.undecided(f"The constant of the root {found.modes[0].root} is {ball}.")
    mode = found.modes[0]
    obligations = {
        "root": prove_identity(rho, mode.root),
        "exponent": prove_identity(theta, mode.exponent),
        "constant not 0": _nonzero(sequence, found),
    }
    if any(part.verdict is Verdict.REFUTED for part in obligations.values()):
        return _other_growth(found, rho, theta)
    if constant is not None:
        obligations["constant"] = _constant(sequence, found, constant, digits)
    figures = {"constant": ball_text(found.constant, digits), "from": found.start}
    return all_of(obligations, "k to infinity", figures=figures)


def _nonzero(sequence: PRecursive, found: Asymptotics) -> Evidence:
    scope = f"{ball_text(found.constant)}, by bounds for all k >= {found.start}"
    routes = [Route.deciding("enclosure of the limit with a bound of the tail", Engine.FLINT)]
    places = range(found.start, found.start + sequence.order + 2)
    if places[-1] <= _EXACT_UP_TO and _is_rational(sequence):
        exact = sequence.exact_values(places[-1])
        for k in places:
            value = exact[k - sequence.start]
            if not found.value(k).overlaps(acb(fmpq(value.numerator, value.denominator))):
                return Evidence.undecided(f"The bounds at k = {k} miss the exact value.")
        routes.append(
            Route.testing(
                f"exact values from k = {found.start} lie in the bounds", Engine.FRACTIONS
            )
        )
    return Evidence.proved(scope, routes=routes)


def _is_rational(sequence: PRecursive) -> bool:
    entries = [entry for row in sequence.table() for entry in row]
    return all(isinstance(e, sp.Rational) for e in (*entries, *sequence.initial))


def _constant(sequence: PRecursive, found: Asymptotics, constant: sp.Expr, digits: int) -> Evidence:
    with ctx.workprec(found.precision):
        ball = to_acb(constant)
    shown = ball_text(found.constant, digits)
    route = Route.deciding("enclosure of the limit with a bound of the tail", Engine.FLINT)
    if not ball.overlaps(found.constant):
        stated = f"C = {constant} = {ball_text(ball, digits)}"
        why = "The stated constant lies outside of the enclosure of the limit."
        return Evidence.refuted(Counterexample({}, stated, f"C = {shown}", why), routes=(route,))
    scope = f"C = {constant} = {shown}"
    try:
        closed = constant_in_closed_form(sequence, found.modes[0].root)
    except IrregularRecurrenceError:
        return Evidence.holds(scope, routes=(route,))
    same = prove_equal_constants(constant, closed)
    if same.verdict is not Verdict.PROVED:
        return Evidence.holds(scope, routes=(route,), reason=f"The closed form is {closed}.")
    routes = (*same.routes, route)
    return Evidence.argued(TRANSFER, scope=scope, routes=routes)


def _other_growth(found: Asymptotics, rho: sp.Expr, theta: sp.Expr) -> Evidence:
    """Refute by a k at which the claimed ratio has moved by a large factor."""
    mode = found.modes[0]
    truth = f"a_k ~ ({ball_text(found.constant, 8)}) ({mode.root})^k k^({mode.exponent})"
    claimed = f"a_k / ({rho})^k k^({theta}) has a limit that is not 0"
    place = found.start
    route = Route.deciding("enclosure of the limit with a bound of the tail", Engine.FLINT)
    values: dict[str, Any] = {}
    with ctx.workprec(found.precision):
        first = _claimed_ratio(found, rho, theta, place)
        for _ in range(64):
            place *= 2
            moved = abs(_claimed_ratio(found, rho, theta, place)) / first
            if moved > _VIOLATED_BY or moved < arb(1) / _VIOLATED_BY:
                values = {"k": place}
                truth += f"; from k = {found.start} on the ratio moves by {ball_text(moved, 3)}"
                break
    return Evidence.refuted(Counterexample(values, claimed, truth), routes=(route,))


def _claimed_ratio(found: Asymptotics, rho: sp.Expr, theta: sp.Expr, k: int) -> arb:
    mode = found.modes[0]
    quotient = abs(to_acb(mode.root) / to_acb(rho))
    gap = (to_acb(mode.exponent) - to_acb(theta)).real
    return abs(found.ratio(k)) * quotient**k * arb(k) ** gap


def _for_all_parameters(
    sequence: PRecursive,
    rho: sp.Expr,
    theta: sp.Expr,
    constant: sp.Expr | None,
    at: Sequence[Mapping[Any, Any]],
    assume: Conditions,
    digits: int,
) -> Evidence:
    if not at:
        raise ArgumentError(
            "at", at, "values of the parameters to try", "Write at=[{v: '1/2'}, ...]."
        )
    closed = constant_in_closed_form(sequence, rho)
    mode = _mode_of(sequence, rho)
    needed = _needed(sequence, mode, closed)

    def within(prove: Callable[[Conditions], Evidence]) -> Evidence:
        """What is proved under `assume`, or refuted where all that is needed holds."""
        first = prove(assume)
        if first.counterexample is None or _meets(first.counterexample, needed):
            return first
        again = prove((*assume, *needed))
        if again.counterexample is None or _meets(again.counterexample, needed):
            return again
        return Evidence.undecided(f"Not so only where nothing is claimed: {again}")

    obligations = {"exponent": within(lambda c: prove_identity(theta, mode.exponent, assume=c))}
    if constant is not None:
        obligations["constant"] = within(
            lambda c: prove_equal_constants(constant, closed, assume=c)
        )
    for values in at:
        exact = {symbol: to_expression(value, "at") for symbol, value in values.items()}
        name = assigned(exact)
        obligations[name] = prove_growth(
            sequence.at(values),
            cast(sp.Expr, rho.subs(exact)),
            cast(sp.Expr, theta.subs(exact)),
            None if constant is None else cast(sp.Expr, constant.subs(exact)),
            digits=digits,
        )
    names = ", ".join(sorted(symbol.name for symbol in sequence.parameters))
    found = all_of(
        obligations,
        f"k to infinity, all {names}",
        figures={"constant": closed},
    )
    if not found.verdict.passes:
        return found
    if found.verdict is not Verdict.HOLDS:
        found = replace(found, verdict=Verdict.ARGUED, words=(TRANSFER,))
    stated = {**needed, **dict.fromkeys(conditions_of(assume), "")}
    conditions = [*(condition(f, text) for f, text in stated.items()), *found.conditions]
    return replace(found, conditions=tuple(dict.fromkeys(conditions)))


def _needed(sequence: PRecursive, mode: Mode, constant: sp.Expr) -> dict[Any, str]:
    """Under which the closed form is the constant of a growth, where that is not known."""
    first, last = (sequence.table()[place][0] for place in (0, -1))
    others = [m.root for m in growth_modes(sequence) if m.root != mode.root]
    formulas: list[tuple[Any, str]] = [
        *((sp.Ne(value, 0), f"{value} is not 0") for value in (first, last)),
        *((sp.Ne(a, b), f"{a} is not {b}") for a, b in combinations(others, 2)),
        *((sp.Gt(sp.Abs(mode.root), sp.Abs(r)), f"|{mode.root}| > |{r}|") for r in others),
        (sp.Ne(constant, 0), f"{constant} is not 0"),
    ]
    if (determined := sequence.is_determined) is not None:
        name = sequence.index.name
        formulas.append((determined, f"{determined.lhs} is not 0 for any {name} >= 0"))
    for formula, text in formulas:
        if formula == sp.false:
            raise ArgumentError("sequence", sequence.coefficients, f"one with: {text}")
    return {formula: text for formula, text in formulas if formula != sp.true}


def _meets(counterexample: Counterexample, needed: Mapping[Any, str]) -> bool:
    """Whether nothing that is needed fails at the values of a counterexample."""
    values = {name: to_expression(value) for name, value in counterexample.values.items()}
    for formula in needed:
        at = {s: values[s.name] for s in formula.free_symbols if s.name in values}
        if formula.subs(at) == sp.false:
            return False
    return True


def _mode_of(sequence: PRecursive, rho: sp.Expr) -> Mode:
    return next(m for m in growth_modes(sequence) if sp.simplify(m.root - rho) == 0)
