"""A derivation with names for its long sides: each is told beside the first statement with it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from theorem_checks.deriving.cases_named import with_cases_named
from theorem_checks.deriving.instances import with_instances_named
from theorem_checks.deriving.labels import is_again, is_long
from theorem_checks.deriving.long_sides import LongSides, Named
from theorem_checks.deriving.part_letters import Letters
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.deriving.repeats import without_repeats
from theorem_checks.deriving.used_steps import with_used_steps

__all__ = ["shortened"]

Proved = TypeVar("Proved", bound=ProvedStatement)


def shortened(whole: Proved) -> Proved:
    """Return a derivation in which long sides go by names; what these stand for is in `named`.

    The theorem itself is written out, but for what is too long for that.
    """
    whole, cases = with_cases_named(with_used_steps(whole))
    whole = with_instances_named(_by_names(without_repeats(whole)))
    whole = replace(whole, named=(*cases, *whole.named))
    theorem = [*whole.hypotheses, whole.consequence or whole.statement]
    sides = LongSides.of(_shown(whole), theorem, _beside(whole))
    return _short(whole, sides, sides.folded, frozenset(whole.hypotheses), again=False)


def _beside(whole: ProvedStatement) -> Iterator[str]:
    """What is shown beside these formulas, as it is."""
    for one in whole.walk():
        yield from (*one.definitions, *one.invariant, *one.conditions)
        yield from (line.latex for line in one.entries)


def _by_names(one: Proved) -> Proved:
    """The same with base and step of inductions by the name of what is said, if they are long.

    Not those whose parts prove one conjunct each, which a reader wants before them.
    """
    parts: list[Proved] = []
    named: tuple[Named, ...] = ()
    for part in map(_by_names, one.parts):
        if part.by_name is not None and not Letters.of(part):
            told, named = part.by_name, tuple(filter(None, [one.predicate]))
            part = replace(  # noqa: PLW2901
                part,
                statement=told.latex,
                hypotheses=told.hypotheses,
                consequence=told.consequence,
            )
        parts.append(part)
    return replace(one, parts=tuple(parts), named=named)


def _shown(whole: ProvedStatement) -> list[str]:
    """The formulas that a reader sees, in their order: a hypothesis where it first comes."""
    hypotheses: set[str] = set()

    def inside(one: ProvedStatement, *, again: bool) -> Iterator[str]:
        given = () if one.as_in else one.hypotheses
        if one is not whole:
            yield from (said for said in given if said not in hypotheses)
        hypotheses.update(given)
        if not (again or one is whole or (one.as_in and is_long(one))):
            yield one.consequence or one.statement
        yield from (*one.using, *(line.latex for line in one.lines))
        for place, part in enumerate(one.parts, 1):
            yield from inside(part, again=is_again(part, place, one))

    return list(inside(whole, again=False))


def _short(
    one: Proved,
    sides: LongSides,
    of_statement: LongSides,
    of_theorem: frozenset[str],
    *,
    again: bool,
) -> Proved:
    """The same with names, those `of_statement` in what it says and all in what is inside.

    What is said `again` is not shown, so that its names are not told there. The hypotheses
    `of_theorem` stand everywhere as they do in it, where they have their labels.
    """
    folded = sides.folded

    def names_of(latex: str, others: LongSides) -> LongSides:
        return folded if latex in of_theorem else others

    given = () if one.as_in else one.hypotheses
    not_told = again or (one.as_in and is_long(one))
    said = [] if not_told else [one.consequence or one.statement]
    named = [
        *one.named,
        *(name for latex in given for name in names_of(latex, of_statement).told_by(latex)),
        *(name for latex in said for name in of_statement.told_by(latex)),
    ]
    inside = (*one.using, *(line.latex for line in one.lines))
    named += [name for latex in inside for name in names_of(latex, sides).told_by(latex)]

    return replace(
        one,
        statement=of_statement.written(one.statement),
        hypotheses=tuple(names_of(h, of_statement).written(h) for h in one.hypotheses),
        consequence=of_statement.written(one.consequence),
        using=tuple(names_of(h, sides).written(h) for h in one.using),
        lines=tuple(replace(line, latex=sides.written(line.latex)) for line in one.lines),
        named=tuple(named),
        in_full=one.says,
        parts=tuple(
            _short(part, sides, sides, of_theorem, again=is_again(part, place, one))
            for place, part in enumerate(one.parts, 1)
        ),
    )
