"""The names in a conclusion, all of which are to come from the world."""

from dataclasses import fields
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.errors import CheckError
from theorem_checks.judging.hypotheses import under_all
from theorem_checks.judging.values import leaves
from theorem_checks.statements.analysis import BoundedBelow, Proportional
from theorem_checks.statements.arrays.known_functions import KNOWN_FUNCTIONS
from theorem_checks.statements.conclusions import Conclusion, ForAll
from theorem_checks.statements.pure.conclusions import PureSide
from theorem_checks.statements.reals.evaluation import variables
from theorem_checks.statements.reals.terms import Formula
from theorem_checks.statements.runs import Steps
from theorem_checks.statements.terms import free_symbols, function_names, tensor_names
from theorem_checks.statements.worlds.symbolic import Symbolic
from theorem_checks.statements.worlds.world import World

__all__ = ["require_names_of_the_world"]


def require_names_of_the_world(conclusion: Conclusion, world: World) -> None:
    """Raise `CheckError` for a symbol or a tensor of a conclusion that the world did not make."""
    symbols: set[Any] = set()
    tensors: set[str] = set()
    reals: set[str] = set()
    if isinstance(world, Symbolic):
        symbols |= set(world.symbols.values())
        for value in world.case.values():
            symbols |= getattr(value, "free_symbols", set())
        tensors = set().union(*map(tensor_names, (*world.arrays.values(), *world.states)))
        tensors |= set(world.powered)
        terms = world.reals_made.values()
        reals = {entry.args[0] for made in terms for entry in np.ravel(made)}
    functions = {*KNOWN_FUNCTIONS, *(world.functions if isinstance(world, Symbolic) else ())}
    unknown = set(world.sequences.values()) if isinstance(world, Symbolic) else set()
    whole = under_all(world.given, conclusion)
    found: set[str] = set()
    if isinstance(world, Symbolic):
        bound = set(world.bound.values())
        found |= {str(symbol) for symbol in _unbound(whole) & bound}
        symbols |= bound
    for _, leaf in leaves(whole):
        if isinstance(leaf, Steps | PureSide):  # whose names are its own
            continue
        if isinstance(leaf, sp.Basic):
            found |= {str(part) for part in leaf.atoms(AppliedUndef) if part.func not in unknown}
        if isinstance(leaf, Formula):
            found |= set(variables(leaf)) - reals
        found |= {str(symbol) for symbol in free_symbols(leaf) - symbols}
        found |= (tensor_names(leaf) - tensors) | (function_names(leaf) - functions)
    if found:
        raise CheckError(
            f"says: the names {', '.join(sorted(found))} do not come from the world. Take every"
            " size, number and array from it, so that no name stands for two things."
        )


def _unbound(conclusion: Conclusion) -> set[Any]:
    """The symbols that a statement for all integers binds, where they stand outside of it."""
    if isinstance(conclusion, ForAll):
        return _unbound(conclusion.body) - {conclusion.variable}
    if isinstance(conclusion, BoundedBelow | Proportional):
        terms = (term for name, term in leaves(conclusion) if name != "variable")
        return set().union(*map(free_symbols, terms)) - {conclusion.variable}
    inner = [getattr(conclusion, field.name) for field in fields(conclusion)]  # pyright: ignore
    parts = [p for value in inner for p in (value if isinstance(value, tuple) else (value,))]
    found: set[Any] = set()
    for part in parts:
        if isinstance(part, Conclusion):
            found |= _unbound(part)
        elif isinstance(part, sp.Basic):
            found |= part.free_symbols
    return found
