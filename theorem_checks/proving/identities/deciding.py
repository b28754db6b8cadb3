r"""Identities between expressions, for all values of their symbols.

Two routes look at one statement :math:`f = g`. The first decides it: it brings
:math:`f - g` into canonical form, a fraction of polynomials over Q (in the symbols, and in
generators for roots, symbolic powers, factorials and functions): zero there is zero everywhere
that :math:`f` and :math:`g` are defined. The second tests it: it evaluates both sides in exact
rational arithmetic at random points that meet the assumptions; a difference there refutes.

Where algebraic numbers are left that these know too little of (nested roots, roots of unity), both
routes change: polynomials over a number field, and balls below a separation bound at points.

What the pair decides: every identity between rational functions over Q, also with square roots
and other roots of rationals; identities that follow from b**(x + y) = b**x * b**y, of sin, cos
and tan by exp(i x) = cos(x) + i sin(x), and from Gamma(x + 1) = x Gamma(x). What it does not:
identities that need more (log(x*y) = log(x) + log(y)), or that hold only under an inequality
between several symbols (of a single symbol the sign is used: |x| = x for x > 0). Those end
UNDECIDED, never PROVED.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.effort import are_counterexamples_wanted
from theorem_checks.proving.identities.agreement import (
    agreement,
    difference_by_balls,
    is_met_somewhere,
)
from theorem_checks.proving.identities.canonical import CanonicalForms, NowhereDefinedError
from theorem_checks.proving.identities.number_fields import by_number_field
from theorem_checks.proving.identities.rational_functions import TooLargeError
from theorem_checks.proving.scopes import all_values_of
from theorem_checks.statements.conclusions import Equal
from theorem_checks.statements.exact import (
    ExactLike,
    to_expression,
    way_out_of,
    with_plain_entries,
)
from theorem_checks.statements.hypotheses import under
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.terms import named
from theorem_checks.statements.values.assumptions import Conditions, conditions_of, strengthening
from theorem_checks.statements.values.points import Domain
from theorem_checks.verdicts.evidence import Evidence, witnessed
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["prove_identity", "prove_zero"]


def prove_identity(lhs: ExactLike, rhs: ExactLike, *, assume: Conditions = ()) -> Evidence:
    """Decide whether two expressions are equal for all values of their symbols.

    **Arguments**

    - `lhs`, `rhs`: SymPy expressions or exact numbers. The symbols' own assumptions (integer,
      positive, ...) restrict the values.
    - `assume`: further inequalities between expressions, such as `x < 1` or `Ne(x, y)`.

    **Returns** Evidence, which concludes `Equal(lhs, rhs)` under the assumptions:

    - PROVED if the canonical form of the difference is zero and exact evaluation at random
      points agrees. The conditions name the denominators that must not vanish.
    - REFUTED with a small rational point at which both sides are defined and differ.
    - UNDECIDED if neither route decides.
    - VACUOUS if the assumptions are seen to contradict each other, or a side is nowhere defined.

    For a fraction of polynomials the figure `schwartz_zippel_bound` bounds the probability, over
    the draw of the points, that a false identity agrees at all of them: (D / N)**k for degree D,
    k points and coordinates from N values (J. T. Schwartz 1980, R. Zippel 1979).

    **Raises** `ExactnessError` naming a float; `ArgumentError` for what is no finite expression,
    for two symbols of one name, and for an assumption that is no inequality.
    """
    sides = [to_expression(side, name) for side, name in ((lhs, "lhs"), (rhs, "rhs"))]
    left, right, *conditions = with_plain_entries(*sides, *conditions_of(assume))
    found = _decided(_prepared(left, "lhs"), _prepared(right, "rhs"), conditions)
    left, right, *conditions = named(left, right, *conditions)
    return concluded(found, under(conditions, Equal(left, right)), "prove_identity")


def prove_zero(expression: ExactLike, *, assume: Conditions = ()) -> Evidence:
    """Decide whether an expression is zero for all values of its symbols; see `prove_identity`."""
    return prove_identity(expression, 0, assume=assume)


def _decided(left: sp.Expr, right: sp.Expr, conditions: Sequence[sp.Basic]) -> Evidence:
    domain = Domain([left, right], conditions)
    scope = all_values_of(domain.symbols, conditions)
    symbolic = _by_canonical_form(left, right, domain, conditions, scope)
    thorough = not symbolic.verdict.passes and are_counterexamples_wanted()
    concrete = agreement(left, right, domain, thorough=thorough)
    if concrete.verdict is Verdict.VACUOUS:
        return concrete
    if symbolic.verdict is Verdict.VACUOUS and concrete.verdict is not Verdict.REFUTED:
        return symbolic
    whole = witnessed(symbolic, concrete)
    if whole.verdict is not Verdict.UNDECIDED:
        return whole
    refuted = None if symbolic.verdict.passes else difference_by_balls(left, right, domain)
    if refuted is not None:
        return refuted
    decided = by_number_field(left, right, domain, scope)
    if decided is None and (hint := way_out_of(left - right)):
        return replace(whole, reason=f"{whole.reason} {hint}")
    return whole if decided is None else decided


def _prepared(expression: sp.Expr, name: str) -> sp.Expr:
    """A side without bound symbols that stand elsewhere too."""
    for part in expression.atoms(sp.Derivative, sp.Order):
        kind, hint = type(part).__name__, "Carry it out, or put a function or symbol in its place."
        raise ArgumentError(name, expression, f"no {kind} such as {part}", hint)
    if expression.has(ExprWithLimits):
        expression = cast(sp.Expr, expression.as_dummy())
    return expression


def _by_canonical_form(
    left: sp.Expr,
    right: sp.Expr,
    domain: Domain,
    assumed: Sequence[sp.Basic],
    scope: str,
) -> Evidence:
    found = _by_forms(CanonicalForms(), left, right, domain, assumed, scope)
    if found.verdict is Verdict.UNDECIDED and any(
        e.has(sp.sin, sp.cos, sp.tan) for e in (left, right)
    ):
        turned = _by_forms(CanonicalForms(turning=True), left, right, domain, assumed, scope)
        return turned if turned.verdict.passes else found
    return found


def _by_forms(
    forms: CanonicalForms,
    left: sp.Expr,
    right: sp.Expr,
    domain: Domain,
    assumed: Sequence[sp.Basic],
    scope: str,
) -> Evidence:
    stronger = strengthening(domain.symbols, assumed)
    original = {known: symbol for symbol, known in stronger.items()}
    try:
        one, other = (forms.of(side.xreplace(stronger)) for side in (left, right))
        difference = one - other
        equal = forms.is_zero(difference)
    except (NowhereDefinedError, ZeroDivisionError) as error:
        return Evidence.vacuous(f"The statement is defined nowhere: {error}")
    except TooLargeError as error:
        return Evidence.undecided(f"The canonical form is too large: {error}")
    if not equal:
        return Evidence.undecided("The canonical forms of the two sides differ.")
    by_sympy = forms.abstracted or stronger
    engines = (Engine.FLINT, Engine.SYMPY) if by_sympy else (Engine.FLINT,)
    requirements = [requirement.renamed(original) for requirement in forms.requirements()]
    if not is_met_somewhere(requirements, domain):
        unmet = " and that ".join(requirement.text for requirement in requirements)
        return Evidence.undecided(f"No point was found at which it is known that {unmet}.")
    conditions = dict.fromkeys(requirement.condition for requirement in requirements)
    route = Route.deciding("the canonical form of the difference is zero", *engines)
    return Evidence.proved(scope, routes=(route,), conditions=conditions)
