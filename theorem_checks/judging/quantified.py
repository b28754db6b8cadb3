"""For which sizes, numbers, arrays and laws a statement of a world is, in words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.proving.scopes import all_values_of
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.classes import within
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    ForAll,
    Less,
    Mean,
    Relation,
)
from theorem_checks.statements.loewner import LoewnerAtMost
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.moments.statistics import Statistic, require_one_meaning
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.pure.conclusions import SameValues
from theorem_checks.statements.reals.written import formula_text
from theorem_checks.statements.runs import SameRuns, Throughout
from theorem_checks.statements.spectra import RadiusBelow, SpectrumWithin
from theorem_checks.statements.suprema import RowsWithin
from theorem_checks.statements.terms import entries_of, term
from theorem_checks.statements.worlds.symbolic import Symbolic

__all__ = ["machines_in", "quantified", "tokens_in"]

_ADJECTIVES = {
    "orthogonal": "orthogonal",
    "orthonormal columns": "matrices with orthonormal columns",
    "unit": "unit vectors",
    "semidefinite": "symmetric positive semidefinite",
    "symmetric": "symmetric",
    "nonnegative": "nonnegative",
    "probabilities": "vectors of probabilities",
    "stochastic": "matrices of probabilities by rows",
    "permutation": "permutation matrices",
}


def quantified(said: Conclusion, world: Symbolic) -> str:
    """What a statement is said of: all that it took from its world, with its hypotheses."""
    symbols = list(world.symbols.values())
    others = world.reals_made or world.sequences
    parts = [all_values_of(symbols)] if symbols or not others else []
    parts += [*_arrays(said, world), *_random(said)]
    parts += [f"any function {name}" for name in world.functions]
    parts += _sequences(world)
    parts += [f"all real {name}" for name in world.reals_made]
    if any(isinstance(part, SameRuns | Throughout) for part in within(said)):
        parts = [*(parts if symbols or world.reals_made else ()), "all sequences of tokens"]
    handed = {
        name for part in within(said) if isinstance(part, SameValues) for name in part.arguments
    }
    if handed:
        parts = [
            *(parts if symbols or world.reals_made else ()),
            f"any {', '.join(sorted(handed))}",
        ]
    under = [_range(one) for one in world.hypotheses]
    under += map(formula_text, world.assumed)
    said_of = {part: _of_tensor(part) for part in world.given}
    under += dict.fromkeys(filter(None, said_of.values()))
    under += _of_sequences([part for part, words in said_of.items() if not words])
    return ", ".join(parts) + (f" with {' and '.join(under)}" if under else "")


def _range(one: AtMost | Less) -> str:
    """The end of a range, the number first."""
    strictly = isinstance(one, Less)
    if isinstance(one.rhs, sp.Symbol):
        return f"{one.rhs} {'>' if strictly else '>='} {one.lhs}"
    return f"{one.lhs} {'<' if strictly else '<='} {one.rhs}"


def _of_tensor(given: Conclusion) -> str:
    """What is assumed of a tensor, in words; '' for what is assumed of others."""
    if isinstance(given, SpectrumWithin):
        return f"eigenvalues from {given.least} to {given.most}"
    if isinstance(given, LoewnerAtMost):
        return "an order of matrices that the statement assumes"
    if isinstance(given, RadiusBelow):
        return f"a spectral radius below {given.most}"
    if isinstance(given, RowsWithin):
        (matrix,) = given.entries.tensors
        return f"rows of {matrix.name} of length {given.radius} at most"
    if isinstance(given, Mean):
        if given.formula == 1:
            return f"{given.statistic.tensors[0].name} of length 1"
        return f"{given.formula} = {given.statistic!r}"
    if isinstance(given, Equal) and isinstance(given.lhs, SymbolicArray):
        (name,) = entries_of(given.lhs)
        return f"{name} {name}^T = {name}^T {name}"
    return ""


_SHORT = 60
"""Of how many characters what is assumed of sequences is written, rather than of which it is."""


def _of_sequences(given: Sequence[Conclusion]) -> Iterator[str]:
    """What is assumed of sequences: what is short, and else of which there are recurrences."""
    told = {part: plain_text(part.latex) for part in given}
    if sum(map(len, told.values())) <= _SHORT:
        yield from told.values()
        return
    short = [part for part in given if not _defined(part) and len(told[part]) <= _SHORT]
    yield from (told[part] for part in short)
    long = [part for part in given if part not in short]
    defined = dict.fromkeys(name for part in long for name in _defined(part))
    if defined:
        yield f"the recurrence{'s' * (len(defined) > 1)} of {', '.join(defined)}"
    others = sorted({name for part in long if not _defined(part) for name in _functions(part)})
    if others:
        yield f"what the statement assumes of {', '.join(others)}"


def _defined(said: Conclusion) -> tuple[str, ...]:
    """The sequences of which equations say the values; none if it is not equations alone."""
    found: list[str] = []
    for part in within(said):
        if isinstance(part, Equal) and isinstance(part.lhs, AppliedUndef):
            found.append(str(part.lhs.func))
        elif not isinstance(part, All | ForAll):
            return ()
    return tuple(dict.fromkeys(found))


def _functions(said: Conclusion) -> set[str]:
    """The sequences that stand in a statement."""
    sides = [side for part in within(said) if isinstance(part, Relation) for side in _sides(part)]
    return {str(one.func) for side in sides for one in side.atoms(AppliedUndef)}


def _sides(said: Relation) -> list[sp.Expr]:
    return [side for side in (said.lhs, said.rhs) if isinstance(side, sp.Expr)]


def _sequences(world: Symbolic) -> list[str]:
    """The sequences, by their sorts: of what is known of a value of each."""
    found: dict[str, list[str]] = {}
    for name, function in world.sequences.items():
        known = function._kwargs
        sort = next((kind for kind in _SORTS if known.get(kind)), "")
        number = "integer" if known.get("integer") else "real" if known.get("real") else "complex"
        found.setdefault(f"{sort} {number}".strip(), []).append(name)
    return [f"{kind} sequences {', '.join(names)}" for kind, names in found.items()]


_SORTS = ("positive", "nonnegative", "negative", "nonpositive", "nonzero")


def _arrays(said: Conclusion, world: Symbolic) -> list[str]:
    """The arrays of real numbers, and the tokens, of which a sequence is any."""
    tokens = tokens_in(said)
    known = {
        name: f"{name} {_shape(map(term, array.shape))}"
        for name, array in world.arrays.items()
        if not name.endswith("^-1")
    }
    invertible = [text for name, text in known.items() if f"{name}^-1" in world.arrays]
    read = [text for name, text in known.items() if name in tokens]
    met: dict[str, list[str]] = {}
    for name, text in known.items():
        for entry in entries_of(world.arrays[name]).values():
            if entry.tensor.known:
                met.setdefault(f"real {_ADJECTIVES[entry.tensor.known]} ", []).append(text)
    related = (*invertible, *read, *(text for texts in met.values() for text in texts))
    others = [text for text in known.values() if text not in related]
    groups = {"real ": others, "real invertible ": invertible, **met, "sequences of real ": read}
    return [kind + ", ".join(texts) for kind, texts in groups.items() if texts]


def _random(said: Conclusion) -> list[str]:
    """The random tensors and the constant ones of the means in a statement."""
    tensors: dict[Any, None] = {}

    def seen(part: Any) -> Any:
        tensors.update(dict.fromkeys(part.tensors if isinstance(part, Statistic) else ()))
        return part

    said.mapped(seen)
    require_one_meaning(tuple(tensors))
    found = [
        f"{t.name} {_shape(t.shape)} "
        + ("constant" if t.law is None else f"of independent entries, {t.law.words}")
        for t in tensors
    ]
    several = sum(t.law is not None for t in tensors) > 1
    return [*found, *(["all independent of each other"] if several else [])]


def tokens_in(said: Conclusion) -> set[str]:
    """The names of the arrays that stand for any token of the machines in a statement."""
    return {name for machine in machines_in(said) for name in entries_of(machine.token)}


def machines_in(part: Any) -> Iterator[Machine]:
    """The machines in a statement, or in what it is made of."""
    if isinstance(part, Machine):
        yield part
    elif isinstance(part, tuple):
        for inner in part:
            yield from machines_in(inner)
    elif isinstance(part, Conclusion):
        for field in fields(part):  # pyright: ignore[reportArgumentType]
            yield from machines_in(getattr(part, field.name))


def _shape(sizes: Iterable[Any]) -> str:
    return f"({', '.join(map(str, sizes))})"
