"""One letter for one thing: what is said of all integers, in the letters of what is concluded.

Hypotheses and conclusion of a statement are made apart, and each has letters of its own for what
sequences are taken at: D at (s + 1, k) in a recurrence may be D at (k, a) in what follows of it.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import All, Conclusion, ForAll, Implies, symbols_of

__all__ = ["Places", "places_of", "variables_and_body"]

Places = Mapping[tuple[str, int], str]
"""The letter at each place of a sequence, by its name and the number of the place."""


def places_of(conclusion: Conclusion) -> Places:
    """The letters at the places of sequences in what a statement concludes of all integers.

    A place at which it has several letters has none here.
    """
    found: dict[tuple[str, int], set[str]] = {}
    for variables, body in _concluded(conclusion):
        for sequence in _sequences(body):
            for place, at in enumerate(sequence.args):
                if at in variables:
                    found.setdefault((sequence.func.__name__, place), set()).add(at.name)
    return {place: letters.pop() for place, letters in found.items() if len(letters) == 1}


def variables_and_body(conclusion: ForAll, places: Places) -> tuple[list[sp.Symbol], Conclusion]:
    """What is said of all integers in one row: the variables of one range, and what is in scope.

    In the letters of the places, where each has one that nothing else has.
    """
    variables, body = _in_one_row(conclusion)
    wanted = [_wanted(variable, body, places) for variable in variables]
    others = {symbol.name for symbol in symbols_of(body) if isinstance(symbol, sp.Symbol)}
    others -= {variable.name for variable in variables}
    letters = [letter or v.name for letter, v in zip(wanted, variables, strict=True)]
    if len({*letters}) < len(letters) or others & {*letters}:
        return variables, body
    new = [
        sp.Symbol(letter, **variable._assumptions_orig)
        for letter, variable in zip(letters, variables, strict=True)
    ]
    with suppress(ArgumentError):  # something within binds one of the letters
        return new, body.substituted(dict(zip(variables, new, strict=True)))
    return variables, body


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


def _wanted(variable: sp.Symbol, body: Conclusion, places: Places) -> str | None:
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
