"""The obligations of a recurrence: equations at one index, and the step at all of them.

The step from n to n + 1 is proved as an identity in n, wherever nothing is divided by 0. A number n
at which something is may not be left out: whatever is wrong there is carried on to all that follow.
So each such n is an obligation of its own. Requirements that other symbols can meet stay conditions
of the whole, for every n.
"""

from dataclasses import replace
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.assumptions import Conditions, conditions_of, strengthened
from theorem_checks.proving.canonical import CanonicalForms
from theorem_checks.proving.identities import prove_identity
from theorem_checks.proving.requirements import Requirement
from theorem_checks.proving.scopes import wherever
from theorem_checks.statements.exact import with_plain_entries
from theorem_checks.verdicts import Counterexample, Evidence, Verdict

__all__ = ["is_defined", "prove_at", "prove_step", "require_all_from"]

_NEAR, _FAR = range(10), (10**6, 10**6 + 1)


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
    evidence = prove_identity(*sides, assume=assume, scope=f"{name} = {value}")
    found = evidence.counterexample
    if found is None:
        return evidence
    return replace(evidence, counterexample=replace(found, values={name: value, **found.values}))


def prove_step(
    reached: sp.Expr,
    closed: sp.Expr,
    index: sp.Symbol,
    *,
    named: tuple[str, int],
    assume: Conditions,
    scope: str,
) -> dict[str, Evidence]:
    """Decide `reached` = `closed` for every natural number in place of `index`.

    **Arguments**: `named`, the name of the induction's variable, and its value at index 0.

    **Returns** the obligations: the identity, under '', and by name those at single numbers.
    """
    whole = prove_identity(reached, closed, assume=assume, scope=scope)
    if whole.verdict is not Verdict.PROVED:
        return {"": whole}
    name, first = named
    kept: list[str] = []
    alone = _poles(index, reached, closed)
    unmet = _requirements(reached, closed, assume) if whole.scope != scope else []
    for requirement in unmet:
        failing = requirement.failing(index.name)
        if failing is not None:
            alone.update(failing)
        elif requirement.form.variables == {index.name}:
            return {"": Evidence.undecided(f"It is not known at which {name} {requirement.text}.")}
        elif requirement.mentions(index.name):
            kept.append(f"{requirement.text} for every {name} from {first} on")
        else:
            kept.append(requirement.text)
    obligations = {"": replace(whole, scope=wherever(scope, kept))}
    for k in sorted(alone):
        at = (name, first + k)
        obligations[f"at {name} = {first + k}"] = prove_at(
            reached, closed, index, k, named=at, assume=assume
        )
    return obligations


def _requirements(reached: sp.Expr, closed: sp.Expr, assume: Conditions) -> list[Requirement]:
    forms, conditions = CanonicalForms(), conditions_of(assume)
    for side in (reached, closed):
        forms.of(strengthened(with_plain_entries(side), conditions))
    return forms.requirements()


def _poles(index: sp.Symbol, *sides: sp.Expr) -> set[int]:
    """The natural numbers in place of `index` at which a factorial or Gamma function is infinite.

    The identity may hold there all the same: the reciprocal is 0.
    """
    forms, found = CanonicalForms(), set[int]()
    parts: set[Any] = set().union(*(side.atoms(sp.gamma, sp.factorial) for side in sides))
    for part in parts:
        argument = part.args[0] + (1 if isinstance(part, sp.factorial) else 0)
        pole = Requirement(str(part), forms.of(argument), pole=True)
        found.update(pole.failing(index.name) or ())
    return found
