"""The letters that a derivation is for all of: those that stand in it."""

import re
from dataclasses import replace
from typing import TypeVar

from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.deriving.scopes import names_of, without_letters
from theorem_checks.statements.classes import within
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Computes,
    Conclusion,
    Equal,
    Implies,
    Less,
    SameOutputs,
    symbols_of,
)
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.named_equal import NamedEqual
from theorem_checks.statements.names_in_latex import name_latex
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.terms import entries_of

__all__ = ["names_in", "with_its_letters"]

OF_TERMS = {Equal, NamedEqual, AtMost, Less, SameOutputs, SameFirstOutputs, Computes, All, Implies}
"""Statements of which all terms are known, and so all letters, and what joins these."""

_FOR_ALL = re.compile(r"\\forall (.*?) \\in \\mathbb\{R\}:")

Told = TypeVar("Told", bound=ProvedStatement)


def with_its_letters(made: Told, said: Conclusion) -> Told:
    """A derivation that is for all arrays that stand in it, and not for others besides.

    What a formula in reals says it is for, it says itself.
    """
    if isinstance(said, ForReals):
        head = _FOR_ALL.match(made.statement)
        own = set(head[1].split(", ")) if head is not None else set()
        letters = set(map(name_latex, names_of(made.scope)))
        return replace(made, scope="") if letters <= own else made
    if not {type(one) for one in within(said)} <= OF_TERMS:
        return made
    names = names_in(said)
    told = " ".join(map(plain_text, (*made.definitions, *made.invariant, *made.conditions)))

    def stands(name: str) -> bool:
        letter = re.escape(plain_text(name_latex(name)))
        return name in names or re.search(rf"(?<!\w){letter}(?![^\W_])", told) is not None

    return replace(made, scope=without_letters(made.scope, stands))


def names_in(said: Conclusion) -> set[str]:
    """The names of the arrays and numbers in a statement."""
    found = set(map(str, symbols_of(said)))
    said.mapped(lambda part: found.update(entries_of(part)) or part)
    return found
