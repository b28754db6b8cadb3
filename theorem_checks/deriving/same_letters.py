"""One letter for one thing: what is said of all integers, in the letters of what is concluded.

Hypotheses and conclusion of a statement are made apart, and each has letters of its own for what
sequences are taken at: D at (s + 1, k) in a recurrence may be D at (k, a) in what follows of it.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import All, Conclusion, ForAll, Implies, symbols_of

__all__ = ["LettersInScope", "variables_and_body"]

OTHERS = "ijklmpqrs"


@dataclass(frozen=True)
class LettersInScope:
    """The letters of a statement: at the `places` of sequences, and of what is `free` in it.

    A place is the name of a sequence and a number; one with several letters has none here.
    """

    places: Mapping[tuple[str, int], str] = field(default_factory=dict)
    free: frozenset[str] = frozenset()

    @classmethod
    def of(cls, conclusion: Conclusion) -> "LettersInScope":
        """Those of what a statement concludes of all integers, and of all that it is about."""
        found: dict[tuple[str, int], set[str]] = {}
        for variables, body in _concluded(conclusion):
            for sequence in _sequences(body):
                for place, at in enumerate(sequence.args):
                    if at in variables:
                        found.setdefault((sequence.func.__name__, place), set()).add(at.name)
        places = {place: letters.pop() for place, letters in found.items() if len(letters) == 1}
        free = {s.name for s in _free(conclusion) if isinstance(s, sp.Symbol)}
        return cls(places, frozenset(free))


def variables_and_body(
    conclusion: ForAll, letters: LettersInScope
) -> tuple[list[sp.Symbol], Conclusion]:
    """What is said of all integers in one row: the variables of one range, and what is in scope.

    In the letters of the places, where each has one that nothing else has; and in no letter of what
    the whole is about.
    """
    variables, body = _in_one_row(conclusion)
    there = {symbol.name for symbol in symbols_of(body) if isinstance(symbol, sp.Symbol)}
    there -= {variable.name for variable in variables}
    wanted = [_wanted(v, body, letters.places) or v.name for v in variables]
    if len({*wanted}) < len(wanted) or there & {*wanted}:
        wanted = [variable.name for variable in variables]
    taken = letters.free | there | {*wanted}
    others = (letter for letter in OTHERS if letter not in taken)
    wanted = [next(others, one) if one in letters.free else one for one in wanted]
    new = [sp.Symbol(w, **v._assumptions_orig) for w, v in zip(wanted, variables, strict=True)]
    with suppress(ArgumentError):  # something within binds one of the letters
        return new, body.substituted(dict(zip(variables, new, strict=True)))
    return variables, body


def _free(conclusion: Conclusion) -> set[Any]:
    """The symbols of a conclusion that stand for one thing in all of it."""
    if isinstance(conclusion, All):
        return set().union(*map(_free, conclusion.parts))
    if isinstance(conclusion, Implies):
        return _free(conclusion.hypothesis) | _free(conclusion.body)
    if isinstance(conclusion, ForAll):
        return _free(conclusion.body) - {conclusion.variable}
    return symbols_of(conclusion)


def _in_one_row(conclusion: ForAll) -> tuple[list[sp.Symbol], Conclusion]:
    variables: list[sp.Symbol] = []
    body: Conclusion = conclusion
    while isinstance(body, ForAll) and body.start == conclusion.start:
        variable, inner = body.with_a_letter
        if variable.name in {known.name for known in variables}:
            break
        variables.append(variable)
        body = inner
    return variables, body


def _concluded(conclusion: Conclusion) -> Iterator[tuple[list[sp.Symbol], Conclusion]]:
    """What a statement concludes of all integers, under all of its hypotheses."""
    if isinstance(conclusion, Implies):
        yield from _concluded(conclusion.body)
    elif isinstance(conclusion, All):
        for part in conclusion.parts:
            yield from _concluded(part)
    elif isinstance(conclusion, ForAll):
        yield _in_one_row(conclusion)


def _wanted(
    variable: sp.Symbol, body: Conclusion, places: Mapping[tuple[str, int], str]
) -> str | None:
    """The one letter of the places at which a variable, or the one behind or before it, stands."""
    found = {
        places.get((sequence.func.__name__, place))
        for sequence in _sequences(body)
        for place, at in enumerate(sequence.args)
        if (at - variable).is_Integer
    } - {None}
    return found.pop() if len(found) == 1 else None


def _sequences(conclusion: Conclusion) -> set[Any]:
    """The values of sequences that stand in a conclusion."""
    found: set[Any] = set()

    def seen(part: object) -> object:
        if isinstance(part, sp.Basic):
            found.update(part.atoms(AppliedUndef))
        return part

    conclusion.mapped(seen)
    return found
