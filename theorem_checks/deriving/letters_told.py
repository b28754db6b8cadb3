"""The letters that a derivation is for all of: those that stand in it."""

import re
from dataclasses import replace
from typing import TypeVar

from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.deriving.scopes import without_letters
from theorem_checks.statements.conclusions import Conclusion, symbols_of
from theorem_checks.statements.names_in_latex import name_latex
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.terms import entries_of

__all__ = ["names_in", "with_its_letters"]

Told = TypeVar("Told", bound=ProvedStatement)


def with_its_letters(made: Told, said: Conclusion) -> Told:
    """A derivation that is for all arrays that stand in it, and not for others besides."""
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
