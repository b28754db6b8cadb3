"""What a statement for all integers says at some of them: its clauses, and where values match."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.proving.rules.derivations import (
    Instance,
)
from theorem_checks.proving.rules.rewriting import (
    conjuncts_of,
    hypotheses_of,
)
from theorem_checks.statements.conclusions import (
    All,
    Conclusion,
    Equal,
    ForAll,
    Relation,
)
from theorem_checks.statements.texts import text_of

__all__ = [
    "Clause",
    "all_sides_of",
    "captures",
    "clauses_of",
    "match",
    "said_in",
    "sides_of",
    "values_in",
    "values_in_sums",
]


def said_in(said: Conclusion) -> Iterator[Conclusion]:
    """What is said, of any integers."""
    if isinstance(said, ForAll):
        yield from said_in(said.body)
    elif isinstance(said, All):
        for part in said.parts:
            yield from said_in(part)
    else:
        yield said


def captures(relation: Conclusion, at: Mapping[Any, Any]) -> bool:
    """Whether an index of a sum in the relation stands in what is put into it."""
    sums = {s for side in all_sides_of(relation) for s in side.atoms(sp.Sum, sp.Product)}
    bound = {index for ranged in sums for index in ranged.variables}
    return any(value.free_symbols & bound for value in at.values())


class Clause(NamedTuple):
    """One thing that is known for all integers: in what, where it stands there, and the symbols."""

    general: ForAll
    places: tuple[int, ...]
    variables: tuple[sp.Symbol, ...]
    said: Conclusion

    @property
    def relation(self) -> Conclusion:
        """What is said, without what it is said under."""
        return hypotheses_of(self.said)[1]

    @property
    def patterns(self) -> Iterator[Any]:
        """The values in it that name all of its symbols, of an equation those on the left."""
        relation = self.relation
        sides = (relation.lhs,) if isinstance(relation, Equal) else sides_of(relation)
        for side in sides:
            for value in sorted(values_in(side) | values_in_sums(side), key=text_of):
                if set(self.variables) <= value.free_symbols:
                    yield value

    def steps(self, values: Mapping[Any, Any]) -> tuple[list[Instance], Conclusion]:
        """The instances by which it is known of some integers, and what it says of them."""
        made: list[Instance] = []
        said: Any = self.general
        for place in self.places:
            value = values[said.variable]
            made.append(Instance(said, value))
            said = conjuncts_of(said.body.substituted({said.variable: value}))[place]
        return made, said


def clauses_of(general: ForAll) -> Iterator[Clause]:
    """The clauses of a statement for all integers."""

    def within(said: ForAll, places: tuple[int, ...], bound: tuple[Any, ...]) -> Iterator[Clause]:
        variables = (*bound, said.variable)
        for place, part in enumerate(conjuncts_of(said.body)):
            if isinstance(part, ForAll):
                yield from within(part, (*places, place), variables)
            else:
                yield Clause(general, (*places, place), variables, part)

    return within(general, (), ())


def sides_of(said: Conclusion) -> tuple[Any, ...]:
    """The two sides of a relation; of anything else none."""
    return (said.lhs, said.rhs) if isinstance(said, Relation) else ()


def values_in(e: Any) -> frozenset[Any]:
    """Values of sequences and tables, but for those at an index of a sum."""
    return _free_values(e) if isinstance(e, sp.Basic) else frozenset()


@lru_cache(maxsize=10_000)
def _free_values(e: sp.Basic) -> frozenset[Any]:
    bound = {v for ranged in e.atoms(sp.Sum, sp.Product) for v in ranged.variables}
    values = e.atoms(AppliedUndef)
    return frozenset(value for value in values if not value.free_symbols & bound)


def values_in_sums(e: Any) -> frozenset[Any]:
    """Values of sequences and tables at an index of a sum."""
    return _bound_values(e) if isinstance(e, sp.Basic) else frozenset()


@lru_cache(maxsize=10_000)
def _bound_values(e: sp.Basic) -> frozenset[Any]:
    return frozenset(e.atoms(AppliedUndef)) - _free_values(e)


def match(pattern: Any, value: Any, variables: tuple[Any, ...]) -> dict[Any, Any] | None:
    """The integers at which a pattern is a value, each of which stands in it with a shift.

    Places at which other symbols stand, as the index of a sum does, are not compared.
    """
    if pattern.func != value.func:
        return None
    found: dict[Any, Any] = {}
    for wanted, given in zip(pattern.args, value.args, strict=True):
        inside = [v for v in variables if v in wanted.free_symbols]
        if not inside:
            if wanted.is_Integer and sp.expand(wanted - given) != 0:
                return None
            continue
        shift = sp.expand(wanted - inside[0])
        if shift.free_symbols & set(variables):
            return None
        at = sp.expand(given - shift)
        if found.setdefault(inside[0], at) != at:
            return None
    return found if set(variables) <= set(found) else None


def all_sides_of(said: Conclusion) -> Iterator[Any]:
    """The sides of all relations in a statement, of its hypotheses first."""
    hypotheses, body = hypotheses_of(said)
    for part in (*hypotheses, *conjuncts_of(body)):
        yield from sides_of(part)
