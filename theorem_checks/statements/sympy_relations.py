"""Relations as SymPy's users write them: x**2 < y, Eq(x, y)."""

from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import AtMost, Equal, Less, Relation

__all__ = ["is_sympy_relation", "relation_of"]


def is_sympy_relation(said: Any) -> bool:
    """Whether something is a relation of SymPy, or what is left of one that SymPy has decided."""
    return isinstance(said, Relational | BooleanAtom | bool)


def relation_of(said: Any, name: str) -> Relation:
    """Return the statement that a relation of SymPy makes.

    **Raises** `ArgumentError` for one that SymPy has decided before anybody could look at it, and
    for others than =, <=, <, >= and >.
    """
    if isinstance(said, BooleanAtom | bool):
        raise ArgumentError(
            name,
            bool(said),
            "a relation, which SymPy had decided by itself before it came here",
            "Write AtMost(lhs, rhs), Less(lhs, rhs) or Equal(lhs, rhs), which stay as they are.",
        )
    if isinstance(said, sp.Eq):
        return Equal(said.lhs, said.rhs)
    if isinstance(said, sp.Le | sp.Ge):
        return AtMost(said.lts, said.gts)
    if isinstance(said, sp.Lt | sp.Gt):
        return Less(said.lts, said.gts)
    raise ArgumentError(name, said, "one of =, <=, <, >= and > between two numbers")
