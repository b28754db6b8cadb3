"""Hypotheses at some integers, by a name: what is assumed of all integers, in base and step.

An induction under hypotheses hands base and step what these say at the integers that they need, and
all that is proved of base and step carries it along. A reader wants to be told so, and not each.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import TypeVar

from theorem_checks.deriving.long_sides import Named, free_letter
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.statements.plain_text import plain_text

__all__ = ["with_instances_named"]

Proved = TypeVar("Proved", bound=ProvedStatement)

LONG = 200
"""Of how many characters of plain text instances have a name."""

SHORT = 80
"""Of how many characters those that a statement needs are written out."""

_LETTERS = ("J", "K", "L", r"\Lambda", r"\Upsilon")


def with_instances_named(whole: Proved) -> Proved:
    """Return a derivation in which many instances of hypotheses go by one name, told once."""
    letter = free_letter(_formulas(whole), _LETTERS, r"\mathcal{J}")
    names = (f"{letter}_{{{number}}}" for number in count(1))
    return replace(whole, parts=tuple(_named(part, {}, names) for part in whole.parts))


def _named(one: Proved, known: Mapping[str, str], names: Iterator[str]) -> Proved:
    """A part with the names that are known to it, and one for its own instances."""
    told = one.named
    new = [said for said in one.instances if said not in known]
    if one.instances_at and sum(len(plain_text(said)) for said in new) > LONG:
        said = rf"\text{{what is assumed of all integers, at }} {one.instances_at}"
        named = Named(next(names), said, said)
        known = {**known, **dict.fromkeys(new, named.name)}
        told = (*told, named)
    return replace(
        one,
        hypotheses=tuple(_by_names(one.hypotheses, known)),
        using=tuple(_by_names(one.using, known)),
        named=told,
        parts=tuple(_named(part, known, names) for part in one.parts),
    )


def _by_names(hypotheses: Sequence[str], known: Mapping[str, str]) -> Iterable[str]:
    """Hypotheses with names in place of instances, but for those of a name that are short."""
    lengths = Counter[str]()
    for said in hypotheses:
        lengths[known.get(said, "")] += len(plain_text(said))
    short = {name for name, length in lengths.items() if length <= SHORT}
    named = (known.get(said, said) for said in hypotheses)
    written = (s if name in short else name for s, name in zip(hypotheses, named, strict=True))
    return dict.fromkeys(written)


def _formulas(whole: ProvedStatement) -> Iterable[str]:
    """All that is shown, in which a name must not stand for anything else."""
    for one in whole.walk():
        yield from (one.statement, one.consequence, *one.hypotheses, *one.definitions)
        yield from (*one.invariant, *one.conditions)
        yield from (line.latex for line in (*one.lines, *one.entries))
