"""The obligations of a recurrence: equations at one index, and the step at all of them.

The step from n to n + 1 is proved as an identity in n, wherever nothing is divided by 0. A number n
at which something is may not be left out: whatever is wrong there is carried on to all that follow.
So each such n is an obligation of its own, and where it is not known which these are, nothing is
proved. Requirements that other symbols can meet stay conditions of the whole, for every n.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any, cast

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.identities.agreement import is_nonzero_at
from theorem_checks.proving.identities.canonical import CanonicalForms, NowhereDefinedError
from theorem_checks.proving.identities.deciding import prove_identity
from theorem_checks.proving.identities.rational_functions import TooLargeError
from theorem_checks.proving.identities.requirements import Requirement
from theorem_checks.proving.induction.zeros import zeros
from theorem_checks.statements.exact import with_plain_entries
from theorem_checks.statements.formulas import condition, formula_of, nonzero
from theorem_checks.statements.values.assumptions import Conditions, conditions_of, strengthening
from theorem_checks.statements.values.points import Domain
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.seals import Condition

__all__ = [
    "are_met_by_some",
    "is_defined",
    "prove_at",
    "prove_defined",
    "prove_step",
    "require_all_from",
]

_NEAR, _FAR = range(10), (10**6, 10**6 + 1)
_MOST_ALONE = 8
_WITNESSES = 40


def require_all_from(variable: sp.Symbol, first: int) -> None:
    """Raise `ArgumentError` unless a symbol may stand for every integer from `first` on."""
    known: dict[str, bool] = variable.assumptions0
    facts = sorted(
        (fact for fact in known if not fact.startswith("extended")), key=lambda f: (not known[f], f)
    )
    for value in (*(first + k for k in _NEAR), -1, 0, 1, *(abs(first) + k for k in _FAR)):
        for fact in facts if value >= first else ():
            if getattr(sp.Integer(value), f"is_{fact}", None) is (not known[fact]):
                raise ArgumentError(
                    "variable",
                    variable,
                    f"a symbol for every integer from {first} on",
                    f"It is declared {fact}={known[fact]}, which leaves out {value}. Declare less,"
                    " or begin at another start.",
                )


def is_defined(expression: sp.Basic) -> bool:
    """Whether an expression is free of infinities and of what has no value."""
    return not expression.has(sp.nan, sp.zoo, sp.oo, -sp.oo)


def prove_at(
    reached: sp.Expr,
    closed: sp.Expr,
    index: sp.Symbol,
    number: int,
    *,
    named: tuple[str, int],
    assume: Conditions,
) -> Evidence:
    """Decide `reached` = `closed` with a number in place of `index`; what is undefined is refuted.

    `named`: how the index is called in a counterexample, and its value there.
    """
    sides = [side.subs(index, number) for side in (reached, closed)]
    name, value = named
    if not all(map(is_defined, sides)):
        found, claimed = (str(s) if is_defined(s) else "a division by zero" for s in sides)
        said = "the recurrence or its closed form is not defined here"
        return Evidence.refuted(Counterexample({name: value}, claimed, found, said))
    evidence = prove_identity(*sides, assume=assume)
    found = evidence.counterexample
    if found is None:
        return evidence
    return replace(evidence, counterexample=replace(found, values={name: value, **found.values}))


def prove_step(
    reached: sp.Expr,
    closed: sp.Expr,
    index: sp.Symbol,
    *,
    variable: sp.Symbol,
    first: int,
    assume: Conditions,
) -> dict[str, Evidence]:
    """Decide `reached` = `closed` for every natural number in place of `index`.

    **Arguments**: the `variable` of the induction, and the number that it is `first`, at index 0.

    **Returns** the obligations: the identity, under '', and by name those at single numbers.
    """
    whole = prove_identity(reached, closed, assume=assume)
    if whole.verdict is not Verdict.PROVED:
        return {"": whole}
    name = variable.name
    unmet = _requirements((reached, closed), assume) if whole.conditions else []
    conditions, alone, obligations = _at_all(unmet, index, variable, first)
    alone |= _poles(index, reached, closed)
    obligations = {"": replace(whole, conditions=conditions), **obligations}
    for k in sorted(alone):
        at = (name, first + k)
        obligations[f"at {name} = {first + k}"] = prove_at(
            reached, closed, index, k, named=at, assume=assume
        )
    return obligations


def prove_defined(
    divisors: Iterable[sp.Expr],
    index: sp.Symbol,
    *,
    variable: sp.Symbol,
    first: int,
    assume: Conditions,
) -> tuple[tuple[Condition, ...], dict[str, Evidence]]:
    """Decide that what functions divide by is not 0, whatever was cancelled afterwards.

    **Returns** the conditions on other symbols under which it is so, and what refutes it or leaves
    it open, by name.
    """
    quotients = [1 / divisor for divisor in dict.fromkeys(divisors)]
    try:
        unmet = _requirements(quotients, assume)
    except TooLargeError as error:
        return (), {"is defined": Evidence.undecided(f"A divisor is too large: {error}")}
    except NowhereDefinedError:
        conditions, alone, obligations = (), {0}, {}
    else:
        conditions, alone, obligations = _at_all(unmet, index, variable, first)
    if alone:
        found = Counterexample(
            {variable.name: first + min(alone)},
            found="a division by zero",
            explanation="the recurrence or its closed form is not defined here",
        )
        obligations["is defined"] = Evidence.refuted(found)
    return conditions, obligations


def _at_all(
    requirements: Iterable[Requirement],
    index: sp.Symbol,
    variable: sp.Symbol,
    first: int,
) -> tuple[tuple[Condition, ...], set[int], dict[str, Evidence]]:
    """Look at requirements for every natural number in place of `index`.

    **Returns** the conditions that other symbols can meet, the numbers at which requirements on the
    index alone fail, and what is not known.
    """
    conditions: list[Condition] = []
    alone: set[int] = set()
    obligations: dict[str, Evidence] = {}
    for requirement in requirements:
        if not requirement.mentions(index):
            conditions.append(requirement.condition)
            continue
        text = f"{requirement.text} for every {variable} from {first} on"
        if requirement.expression.free_symbols == {index}:
            known = requirement.failing(index.name)
            exact = zeros(requirement.never_zero, index) if known is None else (known, True)
            failing, is_all = exact
            alone.update(failing[:_MOST_ALONE])
            if not is_all or len(failing) > _MOST_ALONE:
                obligations[text] = Evidence.undecided(f"It is not known whether {text}.")
        else:
            conditions.append(_at_all_so_far(requirement, index, variable - first, text))
    return tuple(dict.fromkeys(conditions)), alone, obligations


def _requirements(expressions: Sequence[sp.Expr], assume: Conditions) -> list[Requirement]:
    forms, sides = CanonicalForms(), with_plain_entries(*expressions)
    symbols = set().union(*(side.free_symbols for side in sides))
    stronger = strengthening(symbols, conditions_of(assume))
    for side in sides:
        forms.of(side.xreplace(stronger))
    original = {known: symbol for symbol, known in stronger.items()}
    return [requirement.renamed(original) for requirement in forms.requirements()]


def are_met_by_some(conditions: Iterable[Condition], assume: Conditions) -> bool:
    """Whether some values of the other symbols are found with which all conditions are met.

    Those at every n up to one are asked of every n.
    """
    unmet: list[Any] = [formula_of(condition).lhs for condition in conditions]
    assumed = conditions_of(assume)
    others = [part.function if isinstance(part, sp.Product) else part for part in unmet]
    bound = {part.variables[0] for part in unmet if isinstance(part, sp.Product)}
    domain = Domain([part.xreplace(dict.fromkeys(bound, sp.S.Zero)) for part in others], assumed)
    return any(
        all(_is_met(part, point) for part in unmet)
        for point in islice(domain.small_points(), _WITNESSES)
    )


def _is_met(never_zero: sp.Expr, point: Mapping[sp.Symbol, Fraction]) -> bool:
    if not isinstance(never_zero, sp.Product):
        return is_nonzero_at(never_zero, point)
    values = {s: sp.Rational(v.numerator, v.denominator) for s, v in point.items()}
    [index] = never_zero.variables
    factor = never_zero.function.xreplace(values)
    try:
        failing, is_all = zeros(cast(sp.Expr, factor), cast(sp.Symbol, index))
    except NoExactValueError:
        return False
    return is_all and not failing


def _at_all_so_far(
    requirement: Requirement, index: sp.Symbol, last: sp.Expr, text: str
) -> Condition:
    """The condition that a requirement is met at each index up to the `last`."""
    k = sp.Symbol("k", integer=True, nonnegative=True)
    while k in requirement.expression.free_symbols:
        k = sp.Symbol(f"{k.name}'", integer=True, nonnegative=True)
    factors: Any = sp.Product(requirement.never_zero.xreplace({index: k}), (k, 0, last))
    return condition(nonzero(factors), text)


def _poles(index: sp.Symbol, *sides: sp.Expr) -> set[int]:
    """The natural numbers in place of `index` at which a factorial or Gamma function is infinite.

    The identity may hold there all the same: the reciprocal is 0.
    """
    forms, found = CanonicalForms(), set[int]()
    parts: set[Any] = set().union(*(side.atoms(sp.gamma, sp.factorial) for side in sides))
    for part in parts:
        argument = part.args[0] + (1 if isinstance(part, sp.factorial) else 0)
        pole = Requirement(str(part), forms.of(argument), argument, pole=True)
        found.update(pole.failing(index.name) or ())
    return found
