"""Deciding a formula for an expectation, for all sizes, by two routes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.effort import are_counterexamples_wanted
from theorem_checks.proving.identities.canonical import CanonicalForms, NowhereDefinedError
from theorem_checks.proving.moments.differences import Constants, Sizes, first_difference
from theorem_checks.proving.moments.enumeration import DEFAULT_BUDGET, brute_force
from theorem_checks.proving.moments.expectations import expectation_by_constants
from theorem_checks.proving.moments.labels import cases_of_labels, in_case
from theorem_checks.proving.moments.pairings import expectation_by_pairings, has_pairings
from theorem_checks.proving.moments.patterns import expectation_by_patterns
from theorem_checks.proving.moments.placements import Budget, BudgetExceededError
from theorem_checks.proving.moments.requirements import meets_somewhere, requirements
from theorem_checks.statements.conclusions import Mean
from theorem_checks.statements.exact import ExactLike, to_expression
from theorem_checks.statements.formulas import formula_of
from theorem_checks.statements.moments.statistics import Statistic, as_statistic, symbols_of
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.counterexamples import assigned
from theorem_checks.verdicts.evidence import Evidence, all_of, witnessed
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route
from theorem_checks.verdicts.seals import Condition

__all__ = ["prove_moment"]

_RECURSION = (Engine.MOMENT_RECURSION, Engine.SYMPY, Engine.FLINT)
_KINDS = (Engine.PLACEMENTS, Engine.SYMPY)
_ENUMERATION = (Engine.ENUMERATION, Engine.PLACEMENTS, Engine.SYMPY)
_PAIRINGS = (Engine.INTEGERS, Engine.SYMPY)


def prove_moment(
    statistic: Statistic,
    formula: Statistic | ExactLike,
    *,
    budget: int = DEFAULT_BUDGET,
) -> Evidence:
    """Decide whether E[statistic] equals a formula, for all sizes, parameters and constants.

    Two routes, with nothing in common but SymPy's arithmetic of coefficients, decide whether
    E[statistic - formula] = 0.

    1. *Recursion*: the expectation is reduced entry by entry, by cumulants, to a polynomial in
       the dimensions for each product of constants; each is decided in canonical form.
    2. *Pairings*, for products of centred Gaussian entries: all ways to pair them off are
       counted, by the number of index loops that they close, in one scan over the entries.
       *Enumeration*, for all others: the values of the indices are enumerated up to renaming. A
       kind of assignment that uses k values of a dimension of size n has n(n-1)...(n-k+1)
       members, whose entries, counted by place, have one product of moments as expectation. The
       sum over the kinds is the expectation, for every n at once.

    **Arguments**

    - `statistic`: built of `trace`, `entry`, `squared_norm`, ... of random and constant matrices.
    - `formula`: an expression in dimensions and parameters; or a statistic, whose expectation is
      meant (so traces of constants may be written as such).
    - `budget`: how many steps the second route may take (for each case of equal symbolic
      indices), such as index values tried; all of the default takes some twenty seconds.

    **Returns** Evidence, which concludes `Mean(statistic, formula)`:

    - PROVED if both routes find that the difference is zero. Its conditions are formulas: that
      sizes are integers from 0 on and indices below them, that there are such laws (a kurtosis is
      at least 1), and that nothing is divided by 0; as far as the symbols' assumptions do not say
      so.
    - REFUTED with the smallest sizes at which the sides differ, with small values of parameters
      and constants, and with both sides' values there.
    - UNDECIDED if the budget is exceeded, if forms differ but no small sizes show it, or if no
      small values meet the conditions.
    - VACUOUS if the formula is defined nowhere, or if there is no tensor on either side.

    **Raises** `MissingMomentError` that names a moment which a law lacks; `ExactnessError` for a
    float; `ArgumentError` for two symbols of one name, for matrix symbols in the formula, and if
    it depends on a symbolic index other than by Kronecker deltas.
    """
    measured, claimed = as_statistic(statistic), as_statistic(formula)
    if any(coefficient.has(sp.MatrixSymbol) for coefficient in claimed.terms.values()):
        hint = "Write traces of constants as statistics: trace(A) for a ConstantMatrix A."
        raise ArgumentError("formula", formula, "no matrix symbols", hint)
    difference = measured - claimed
    symbols, needed = symbols_of(measured, claimed), requirements(measured, claimed)
    if not difference.sizes:
        return Evidence.vacuous("There is no tensor, and nothing to take an expectation of.")
    if not meets_somewhere(needed, symbols):
        return _met_nowhere(needed.values())
    scope = _scope_of(difference, symbols)
    evidence: dict[str, Evidence] = {}
    for case in cases_of_labels(difference):
        sides = in_case(measured, case), in_case(claimed, case)
        said = assigned(case)
        evidence[said] = _with_indices(_decided(*sides, budget, scope), case)
    found = all_of(evidence, scope) if len(evidence) > 1 else next(iter(evidence.values()))
    said = Mean(measured, formula if isinstance(formula, Statistic) else to_expression(formula))
    return concluded(_under(found, needed.values(), symbols), said, "prove_moment")


def _under(
    evidence: Evidence, needed: Iterable[Condition], symbols: Sequence[sp.Symbol]
) -> Evidence:
    """The evidence of a proof with what is needed besides, if some values meet all of it."""
    if not evidence.verdict.passes:
        return evidence
    conditions = {formula_of(c): c for c in [*needed, *evidence.conditions]}
    if not meets_somewhere(conditions, symbols):
        return _met_nowhere(conditions.values())
    return replace(evidence, conditions=tuple(conditions.values()))


def _met_nowhere(conditions: Iterable[Condition]) -> Evidence:
    texts = ", ".join(condition.text for condition in conditions)
    return Evidence.undecided(f"No small values meet the conditions: {texts}.")


def _scope_of(difference: Statistic, symbols: Sequence[sp.Symbol]) -> str:
    names = [symbol.name for symbol in symbols]
    names += [tensor.name for tensor in difference.tensors if tensor.law is None]
    return f"all {', '.join(names)}" if names else "these numbers"


def _decided(statistic: Statistic, formula: Statistic, budget: int, scope: str) -> Evidence:
    try:
        recursion = _by_recursion(statistic, formula, scope)
    except NowhereDefinedError as error:
        return Evidence.vacuous(f"The formula is defined nowhere: {error}.")
    if not recursion.verdict.passes and not are_counterexamples_wanted():
        return recursion
    if recursion.verdict is Verdict.REFUTED:  # then small sizes show it
        at_small_sizes = _by_brute_force(statistic, formula, budget)
        if at_small_sizes.verdict is Verdict.REFUTED:
            return witnessed(at_small_sizes, recursion)
    counting = _by_counting(statistic, formula, scope, budget)
    if counting.verdict is Verdict.UNDECIDED and recursion.verdict is Verdict.PROVED:
        reason = f"{counting.reason} The recursion alone finds no difference."
        counting = replace(counting, reason=reason)
    return witnessed(recursion, counting)


def _by_recursion(statistic: Statistic, formula: Statistic, scope: str) -> Evidence:
    forms = CanonicalForms()
    for part in _written(
        statistic, formula
    ):  # what a difference cancels is divided by all the same
        forms.of(part)
    coefficients = expectation_by_constants(statistic - formula).values()
    differences = [forms.of(coefficient) for coefficient in coefficients]
    if all(forms.is_zero(difference) for difference in differences):
        route = Route.deciding("reduction of the difference, entry by entry, to 0", *_RECURSION)
        conditions = tuple(required.condition for required in forms.requirements())
        return Evidence.proved(scope, routes=[route], conditions=conditions)
    wanted = are_counterexamples_wanted()
    found = first_difference(statistic, formula, _Recursion()) if wanted else None
    if found is None:
        reason = "The canonical forms of the two sides differ, but no small sizes show it."
        return Evidence.undecided(reason, scope=scope)
    return Evidence.refuted(found, routes=[Route.deciding("reduction entry by entry", *_RECURSION)])


def _written(*statistics: Statistic) -> Iterator[sp.Expr]:
    """All expressions that stand in statistics."""
    for statistic in statistics:
        yield from (*statistic.terms.values(), *statistic.sizes)
        for tensor in statistic.tensors:
            yield from () if tensor.law is None else tensor.law.parameters


def _by_counting(statistic: Statistic, formula: Statistic, scope: str, budget: int) -> Evidence:
    """The second route: pairings where all entries are Gaussian, else values of the indices."""
    counter = Budget(budget)
    terms = (statistic - formula).terms
    paired = {monomial: c for monomial, c in terms.items() if has_pairings(monomial)}
    others = Statistic({monomial: c for monomial, c in terms.items() if monomial not in paired})
    try:
        patterns = expectation_by_patterns(others, counter)
        gaussian = [
            c * expectation_by_pairings(monomial, counter) for monomial, c in paired.items()
        ]
    except BudgetExceededError as error:
        return Evidence.undecided(f"The second route ran out: {error}.", scope=scope)
    patterns[()] = sp.Add(patterns.get((), sp.S.Zero), *gaussian)
    if not all(_is_zero(coefficient) for coefficient in patterns.values()):
        return _by_brute_force(statistic, formula, budget)
    routes = [
        Route.deciding("all pairings of the entries, counted in one scan", *_PAIRINGS)
    ] * bool(paired)
    if others.tensors or not paired:
        routes.append(Route.deciding("sum over all kinds of index values", *_KINDS))
    return Evidence.proved(scope, routes=routes, figures={"steps": counter.spent})


def _by_brute_force(statistic: Statistic, formula: Statistic, budget: int) -> Evidence:
    counter = Budget(budget)

    def at(side: Statistic, sizes: Sizes, constants: Constants) -> sp.Expr:
        return brute_force(side, sizes, constants, counter)

    try:
        found = first_difference(statistic, formula, at)
    except BudgetExceededError as error:
        return Evidence.undecided(f"The sum over all index values ran out: {error}.")
    if found is None:
        return Evidence.undecided("The two sides differ, but no small sizes show it.")
    return Evidence.refuted(
        found, routes=[Route.testing("sum over all index values", *_ENUMERATION)]
    )


class _Recursion:
    """Expectations at integer sizes, from one reduction for all sizes."""

    def __init__(self) -> None:
        self._reduced: dict[int, dict[sp.Expr, sp.Expr]] = {}

    def __call__(self, side: Statistic, sizes: Sizes, constants: Constants) -> sp.Expr:
        if id(side) not in self._reduced:
            self._reduced[id(side)] = expectation_by_constants(side)
        at = list(sizes.items())
        total = sp.S.Zero
        for product, coefficient in self._reduced[id(side)].items():
            symbols = product.atoms(sp.MatrixSymbol)
            values = [(m, sp.ImmutableMatrix(constants[m.name])) for m in symbols]
            total += coefficient.subs(at) * product.subs(values).subs(at).doit()
        return sp.expand(total)


def _is_zero(expression: sp.Expr) -> bool:
    """Whether an expression is identically zero, by SymPy; False if it may be."""
    expanded = sp.expand(expression)
    return expanded == 0 or sp.expand(sp.numer(sp.together(sp.expand_func(expanded)))) == 0


def _with_indices(evidence: Evidence, case: dict[sp.Symbol, int]) -> Evidence:
    """Say in a counterexample which values the symbolic indices have."""
    found = evidence.counterexample
    if found is None or not case:
        return evidence
    values = {str(label): value for label, value in case.items()}
    return replace(evidence, counterexample=replace(found, values={**values, **found.values}))
