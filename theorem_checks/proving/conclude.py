"""One way in: a statement goes to the engine that decides its kind."""

from functools import singledispatch
from typing import Any, cast

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.effort import are_counterexamples_wanted, once
from theorem_checks.proving.growth.bounding import prove_growth_bound
from theorem_checks.proving.growth.deciding import prove_growth
from theorem_checks.proving.growth.limits import prove_limit
from theorem_checks.proving.growth.orders import decide_order
from theorem_checks.proving.growth.recurrences import PRecursive
from theorem_checks.proving.identities.deciding import prove_identity
from theorem_checks.proving.index_notation.arrays import prove_equal_arrays
from theorem_checks.proving.index_notation.identities import prove_index_identity
from theorem_checks.proving.index_notation.inequalities import (
    prove_arrays_ordered,
    prove_index_order,
)
from theorem_checks.proving.induction.closed_forms import prove_recurrence
from theorem_checks.proving.induction.ranges import prove_ranges
from theorem_checks.proving.inequalities.deciding import box_of, prove_sign_by_solvers
from theorem_checks.proving.inequalities.signs import prove_sign
from theorem_checks.proving.logarithms import with_logarithms_apart
from theorem_checks.proving.machines.same_runs import same_runs
from theorem_checks.proving.moments.deciding import prove_moment
from theorem_checks.proving.one_variable.deciding import interval_of, prove_sign_by_derivatives
from theorem_checks.proving.one_variable.intervals import Interval
from theorem_checks.proving.rules.eliminating import eliminated, eliminating
from theorem_checks.proving.rules.rewriting import Premise, hypotheses_of, rewriting, rewritten
from theorem_checks.solving.balls import prove_inequality
from theorem_checks.solving.smt import prove_for_all
from theorem_checks.statements.analysis import Grows, GrowthBound, Limit, Order
from theorem_checks.statements.arrays.index_expressions import IndexExpression
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Implies,
    Less,
    Mean,
    Relation,
)
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.formulas import condition, nonzero
from theorem_checks.statements.named_equal import NamedEqual
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.recurrences import Solves
from theorem_checks.statements.runs import SameRuns
from theorem_checks.statements.scalars import symbolic, unwrapped
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.state_sizes import StateSize
from theorem_checks.statements.sympy_relations import is_sympy_relation, relation_of
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["prove"]


def prove(conclusion: Conclusion | Relational | BooleanAtom | bool) -> Evidence:
    """Decide a statement by the engine that speaks of its kind, and return sealed evidence of it.

    A relation of SymPy, x**2 < y, is taken for the `Less`, `AtMost` or `Equal` that it is.

    - `Equal`: of numbers by `prove_identity`, of sums and products over symbolic ranges by
      `prove_ranges`, of index expressions by `prove_index_identity`, of
      arrays by `prove_equal_arrays`.
    - Where sums and products over ranges stand inside of other expressions, in products, roots and
      quotients, `rewriting` puts closed forms in their place, each proved by `prove_ranges`.
    - `StateSize`: by the sizes of the state's arrays.
    - `AtMost`, `Less`: of index expressions and of arrays by sums of squares (`prove_index_order`,
      `prove_arrays_ordered`); of numbers by the signs of polynomials (`prove_sign`), else by the
      solvers, and of one real number by roots and derivatives (`prove_sign_by_derivatives`); under
      the hypothesis that each symbol lies in a box, `All((AtMost(0, x), AtMost(x, 1)))`, by balls
      (`prove_inequality`); that one lies in any interval, by derivatives.
    - `Solves`: by `prove_recurrence`. `Order`: by `decide_order`; `Grows`, `GrowthBound`: by
      `prove_growth`, `prove_growth_bound`, for sequences without parameters. `Limit`: of rational
      functions at infinity by degrees (`prove_limit`).
    - `Mean`: by `prove_moment`. `All`: part by part.
    - Under equations of arrays, C = A B with an array C that stands by itself: with A B in place of
      C (`eliminating`).
    - `SameRuns`: by a relation of the states that each step keeps, which is found (`same_runs`).
    - `ForReals`: by the solvers (`prove_for_all`).

    - Other kinds by the rules that need nothing but the statement, one after the other:
      `WithProbability` by `by_chernoff`, `by_chebyshev`, `by_markov`, `by_sure_event`; `ForAll` by
      `prove_by_induction`; `PowersVanish` by `vanishing`; means of functions of normal numbers by
      `by_gaussian_integrals`; suprema by `by_suprema`; relations under relations by `arithmetic`.

    **Returns** Evidence, of which `rule` names the engine or the rule that concluded it, and
    `reason` says what rules that were tried before have found, or why they do not apply.

    **Raises** `ArgumentError` for a kind that needs more than the statement, and says which rule
    takes it: two machines need a relation (`simulation`), a least value its mean
    (`by_completing_the_square`).
    """
    if is_sympy_relation(conclusion):
        conclusion = relation_of(conclusion, "conclusion")
    found = once(_prove, cast(Conclusion, conclusion))
    if isinstance(conclusion, NamedEqual) and found.verdict is Verdict.PROVED:
        return concluded(found, conclusion, "reading")  # which was of the numbers alone
    return found


@singledispatch
def _prove(conclusion: Conclusion) -> Evidence:
    from theorem_checks.proving.choosing import by_rules, what_takes  # which ask `prove`

    found = by_rules(conclusion) if isinstance(conclusion, Conclusion) else None
    if found is not None:
        return found
    said = conclusion
    if isinstance(conclusion, Conclusion):
        said = f"{plain_text(conclusion.latex)} ({type(conclusion).__name__})"
    expected = "a kind that an engine decides by itself"
    raise ArgumentError("conclusion", said, expected, what_takes(conclusion))


@_prove.register
def _(conclusion: Equal) -> Evidence:
    sides = conclusion.lhs, conclusion.rhs
    if isinstance(conclusion.lhs, SymbolicArray):
        return prove_equal_arrays(*sides)
    if any(isinstance(side, IndexExpression) for side in sides):
        return prove_index_identity(*sides)
    if any(side.has(sp.Sum, sp.Product) for side in sides):
        found = concluded(prove_ranges(*sides), conclusion, "prove_ranges")
        return _by_closed_forms(conclusion, found)
    found = prove_identity(*sides)
    return (
        _with_logarithms_apart(conclusion, found) if found.verdict is Verdict.UNDECIDED else found
    )


def _with_logarithms_apart(conclusion: Equal, found: Evidence) -> Evidence:
    """What an engine found; where it is open, with logarithms of positive products as sums."""
    sides = cast(sp.Expr, conclusion.lhs), cast(sp.Expr, conclusion.rhs)
    one, other = map(_with_positive_logarithms_apart, sides)
    if (one, other) == sides:
        return found
    again = prove_identity(one, other)
    if again.verdict is not Verdict.PROVED:
        return found
    whole = all_of({"with logarithms apart": again}, again.scope)
    return concluded(whole, conclusion, "logarithms")


def _with_positive_logarithms_apart(side: sp.Expr) -> sp.Expr:
    """With sums for the logarithms of what is known to be positive; others as they are."""
    others = {part: sp.Dummy() for part in side.atoms(sp.log) if not part.args[0].is_positive}
    apart = with_logarithms_apart(cast(sp.Expr, side.xreplace(others)))
    return cast(sp.Expr, apart.xreplace({dummy: part for part, dummy in others.items()}))


def _by_closed_forms(conclusion: Equal | AtMost | Less, found: Evidence) -> Evidence:
    """What an engine found; where it is open, with closed forms in place of sums and products."""
    if found.verdict is not Verdict.UNDECIDED:
        return found
    sides = (conclusion.lhs, conclusion.rhs)
    inside = {part for side in sides for part in side.atoms(sp.Sum, sp.Product)} - {*sides}
    known = [form for part in sorted(inside, key=str) if (form := _closed_form(part)) is not None]
    if not known:
        return found
    try:
        other = rewritten(conclusion, [said for said, _ in known])
        assert isinstance(other, Relation)
        left, right = cast(sp.Expr, other.lhs), cast(sp.Expr, other.rhs)
        open_ = {part for side in (left, right) for part in side.atoms(sp.Sum, sp.Product)}
        return found if open_ - {left, right} else rewriting(conclusion, prove(other), *known)
    except ArgumentError:  # what cancels need not have a value
        return found


def _closed_form(ranged: sp.Sum | sp.Product) -> Premise | None:
    """What SymPy says that a sum or a product is, where that is proved."""
    if ranged.limits[0][2].is_number:
        return None
    closed: Any = ranged.doit()
    if closed.has(sp.Sum, sp.Product, sp.Piecewise):
        return None
    said = Equal(ranged, sp.factor(closed))
    found = prove_ranges(said.lhs, said.rhs)
    if found.verdict is not Verdict.PROVED or found.conditions:
        return None
    return said, concluded(found, said, "prove_ranges")


@_prove.register
def _(conclusion: StateSize) -> Evidence:
    found = prove_identity(conclusion.found, conclusion.entries)
    if found.verdict is Verdict.PROVED:
        found = prove_identity(conclusion.found_after, conclusion.entries)
    if found.verdict is Verdict.PROVED and not conclusion.keeps_shapes:
        found = Evidence.undecided("the state after a token has other shapes than the first one")
    return concluded(found, conclusion, "count of the state")


@_prove.register
def _(conclusion: AtMost) -> Evidence:
    return _ordered(conclusion, strict=False)


@_prove.register
def _(conclusion: Less) -> Evidence:
    return _ordered(conclusion, strict=True)


def _ordered(conclusion: AtMost | Less, *, strict: bool) -> Evidence:
    sides = conclusion.lhs, conclusion.rhs
    if any(isinstance(side, SymbolicArray) for side in sides):
        return prove_arrays_ordered(*sides, strict=strict)
    if any(isinstance(side, IndexExpression) for side in sides):
        return prove_index_order(*sides, strict=strict)
    difference = _difference(conclusion)
    found, rule = prove_sign(difference, strict=strict), "prove_sign"
    if found.verdict is Verdict.UNDECIDED:
        by_solvers = prove_sign_by_solvers(difference, strict=strict)
        if by_solvers.verdict is Verdict.PROVED:
            found, rule = by_solvers, "prove_for_all"
    if found.verdict is Verdict.UNDECIDED and (x := _only_real_symbol(difference)) is not None:
        found = prove_sign_by_derivatives(difference, x, Interval.of(x), strict=strict)
        rule = "prove_sign_by_derivatives"
    if found.verdict is Verdict.UNDECIDED and difference.has(sp.log):
        found, rule = _ordered_with_logarithms_apart(difference, found, rule, strict=strict)
    needed = _cancelled(conclusion, difference)
    if found.verdict.passes and any(base is None for base in needed):
        found = Evidence.undecided("A part cancels of which it is not known that it is finite.")
    said = [condition(nonzero(base), f"{base} is not 0") for base in needed if base is not None]
    found = concluded(found, conclusion, rule, conditions=said)
    if not difference.has(sp.Sum, sp.Product):
        return found
    return _by_closed_forms(conclusion, found)


def _ordered_with_logarithms_apart(
    difference: sp.Expr, found: Evidence, rule: str, *, strict: bool
) -> tuple[Evidence, str]:
    """What was found, and by which rule; where it is open, by logarithms of products as sums."""
    if not all(part.args[0].is_positive for part in difference.atoms(sp.log)):
        return found, rule  # there may be no number that is compared
    apart = sp.expand(with_logarithms_apart(difference))
    again = prove_sign(apart, strict=strict)
    if again.verdict is not Verdict.PROVED:
        return found, rule
    return all_of({"with logarithms apart": again}, "all values of the symbols"), "prove_sign"


def _only_real_symbol(expression: sp.Expr) -> sp.Symbol | None:
    """The one symbol of an expression, if it stands for real numbers."""
    found = list(expression.free_symbols)
    one = len(found) == 1 and isinstance(found[0], sp.Symbol) and found[0].is_real
    return cast(sp.Symbol, found[0]) if one else None


_OF_ALL_REALS = (sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.atan, sp.erf, sp.Abs)
"""Functions that have a value at every real number; others have one where it is positive."""


def _cancelled(conclusion: AtMost | Less, difference: sp.Expr) -> list[sp.Expr | None]:
    """What is divided by in the sides, and not in their difference, unless it is never 0.

    None stands for another part that may have no value, and is not in the difference either.
    """
    kept = difference.atoms(sp.Pow, sp.Function)
    sides = (side.atoms(sp.Pow, sp.Function) for side in (conclusion.lhs, conclusion.rhs))
    found: dict[sp.Expr | None, None] = {}
    for part in set().union(*sides) - kept:
        if isinstance(part, sp.Pow):
            if part.exp.is_nonnegative is not True and part.base.is_nonzero is not True:
                found[part.base] = None
        elif not isinstance(part, (AppliedUndef, *_OF_ALL_REALS)) and not all(
            argument.is_positive for argument in part.args
        ):
            found[None] = None
    return list(found)


@_prove.register
def _(conclusion: Implies) -> Evidence:
    body = conclusion.body
    equations = [said for said in hypotheses_of(conclusion)[0] if isinstance(said, Equal)]
    if any(isinstance(said.lhs, SymbolicArray) for said in equations):
        return _under_equations(conclusion)
    if not isinstance(body, AtMost | Less):
        return _prove.dispatch(Conclusion)(conclusion)
    found, rule = None, "prove_inequality"
    if (box := box_of(conclusion.hypothesis)) is not None:
        relation = "<=" if isinstance(body, AtMost) else "<"
        found = prove_inequality(body.lhs, box, relation, body.rhs)
    within = interval_of(conclusion.hypothesis)
    if within and (found is None or found.verdict is Verdict.UNDECIDED):
        found, rule = _on_interval(body, *within), "prove_sign_by_derivatives"
    if found is None:
        return _prove.dispatch(Conclusion)(conclusion)
    return concluded(found, conclusion, rule)


def _under_equations(conclusion: Implies) -> Evidence:
    """By what an array is assumed to be, in its place."""
    try:
        without = eliminated(conclusion)
    except ArgumentError as error:
        raise ArgumentError(
            "conclusion",
            plain_text(conclusion.latex),
            "equations of which one side is an array of the world by itself",
            f"{error.hint} The nearest rule that takes others is `replacing`, which puts a side of"
            " an equation for the other in an expression; `linear_combination` adds multiples.",
        ) from None
    return eliminating(conclusion, prove(without))


def _on_interval(body: AtMost | Less, x: sp.Symbol, within: Interval) -> Evidence:
    difference = _difference(body)
    if not difference.free_symbols <= {x} or _cancelled(body, difference):
        return Evidence.undecided("It is no inequality of one real number alone.")
    strict = isinstance(body, Less)
    return prove_sign_by_derivatives(difference, x, within, strict=strict)


@_prove.register
def _(conclusion: ForReals) -> Evidence:
    one = not are_counterexamples_wanted()
    return prove_for_all(conclusion.formula, assume=conclusion.assumed, one=one)


@_prove.register
def _(conclusion: SameRuns) -> Evidence:
    return same_runs(conclusion)


@_prove.register
def _(conclusion: Mean) -> Evidence:
    return prove_moment(conclusion.statistic, conclusion.formula)


@_prove.register
def _(conclusion: Solves) -> Evidence:
    single = len(conclusion.places) == 1

    def step(values: Any, n: Any) -> Any:
        given = [values] if single else values
        here: Any = dict(zip(conclusion.places, map(unwrapped, given), strict=True))
        here |= {conclusion.variable: unwrapped(n)}
        following = [g.subs(here, simultaneous=True) for g in conclusion.following]
        return symbolic(following[0]) if single else tuple(map(symbolic, following))

    closed, first = (
        sides[0] if single else sides for sides in (conclusion.closed, conclusion.first)
    )
    found = prove_recurrence(closed, step, (conclusion.start, first), conclusion.variable)
    return concluded(found, conclusion, "prove_recurrence")


@_prove.register
def _(conclusion: Order) -> Evidence:
    scale, exactly = conclusion.variable, conclusion.exactly
    return decide_order(conclusion.error, conclusion.order, scale=scale, exactly=exactly)


@_prove.register
def _(conclusion: Limit) -> Evidence:
    return prove_limit(conclusion)


@_prove.register
def _(conclusion: Grows) -> Evidence:
    return prove_growth(_sequence(conclusion), conclusion.root, conclusion.exponent,
                        *conclusion.constant)  # fmt: skip


@_prove.register
def _(conclusion: GrowthBound) -> Evidence:
    bound = conclusion.relation, conclusion.constant, conclusion.root, conclusion.exponent
    return prove_growth_bound(_sequence(conclusion), *bound, start=conclusion.first)


def _sequence(conclusion: Grows | GrowthBound) -> PRecursive:
    given = conclusion.coefficients, conclusion.initial, conclusion.variable, conclusion.start
    return PRecursive(*given)


@_prove.register
def _(conclusion: All) -> Evidence:
    parts = {f"part {n}": prove(part) for n, part in enumerate(conclusion.parts, 1)}
    return concluded(all_of(parts, "all parts"), conclusion, "conjunction")


def _difference(conclusion: AtMost | Less) -> sp.Expr:
    for name, side in (("lhs", conclusion.lhs), ("rhs", conclusion.rhs)):
        if not isinstance(side, sp.Expr):
            raise ArgumentError(name, side, "a number")
    return conclusion.rhs - conclusion.lhs
