"""The steps from one side of an equation in index notation to the other.

Each line is an expression, and its canonical form is compared with that of the line before when it
is made: a line that is not equal is an error of this module, and no derivation comes of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeAlias

import sympy as sp

from theorem_checks.deriving.monomials import (
    Monomial,
    TooManyTermsError,
    cancelled,
    contracted,
    expression_of,
    of_known_signs,
    of_positive_parts,
    opened,
    without_idle_orders,
)
from theorem_checks.deriving.proved_statement import LEFT_OUT, Line
from theorem_checks.errors import CheckError
from theorem_checks.proving.index_notation.canonical import canonical_terms
from theorem_checks.statements.arrays.index_expressions import IndexExpression, Plus
from theorem_checks.statements.latex import entry_latex

__all__ = ["BOTH", "CANONICAL", "Steps", "lines_between"]

TRACED, BOTH = "the left side", "both sides"
DISTRIBUTED = "distributed, and sums split"
CONTRACTED = "deltas contracted"
CANCELLED = "inverses cancelled"
SIGNS = "relu(v) = v if v >= 0, and 0 if v <= 0"
POSITIVE = "relu(v) = relu(-v) + v"
ORDERED = "[i <= j] once, and [i <= i] = 1"
COLLECTED = "summed indices renamed, and equal terms collected"
CANONICAL = "the same canonical form"

_CHANGES: tuple[tuple[Callable[[Monomial], list[Monomial]], str], ...] = (
    (lambda term: [contracted(term)], CONTRACTED),
    (lambda term: [cancelled(term)], CANCELLED),
    (lambda term: [without_idle_orders(term)], ORDERED),
    (of_known_signs, SIGNS),
    (of_positive_parts, POSITIVE),
)

LONGEST = 300
"""Letters of LaTeX in a line between both sides that are written out for a reader."""

Terms: TypeAlias = dict[frozenset[object], Monomial]
"""Terms, by what tells them apart."""


@dataclass(frozen=True)
class Steps:
    """From one side to the other: `lines` for a reader, and `entries` with every step."""

    lines: tuple[Line, ...]
    entries: tuple[Line, ...]


@dataclass(frozen=True)
class _Step:
    """An expression, and why it is equal to the one before; whether it is a side, as traced.

    Of a side what contributes nothing is not printed; all else is written as it stands.
    """

    expression: IndexExpression
    why: str
    is_side: bool = False


def lines_between(
    lhs: IndexExpression,
    rhs: IndexExpression,
    called: Mapping[str, str],
) -> Steps:
    """The steps from `lhs` to `rhs`; `called` has names for tensors."""
    order = sorted({*lhs.free, *rhs.free})
    down, ended = _steps(lhs)
    up, other = _steps(rhs)
    meets = ended is not None and other is not None and _is_same(ended, other)
    if meets:  # write the common form once, in the names of the left side
        up = [*up[:-1], _Step(down[-1].expression, up[-1].why)]
    forward = [*_told(down, TRACED)]
    joint = "" if meets else CANONICAL
    backward = _told_backward(up, joint)
    chain = [*forward, *backward]
    return Steps(
        _printed(chain, order, called, in_matrices=True),
        _printed(chain, order, called, in_matrices=False),
    )


def _is_same(one: Terms, other: Terms) -> bool:
    """Whether two sides came to the same terms."""
    return one.keys() == other.keys() and all(
        sp.expand(term.coefficient - other[key].coefficient) == 0 for key, term in one.items()
    )


def _told(steps: Sequence[_Step], first: str) -> list[_Step]:
    """Each expression with why it is equal to the one before."""
    return [replace(step, why=first if n == 0 else step.why) for n, step in enumerate(steps)]


def _told_backward(steps: Sequence[_Step], joint: str) -> list[_Step]:
    """The steps of the right side from their end to their beginning."""
    told = []
    why = joint
    for step in reversed(steps):
        told.append(replace(step, why=why))
        why = f"on the right side: {step.why}"
    return told


def _steps(side: IndexExpression) -> tuple[list[_Step], Terms | None]:
    """A side, step by step, and the terms that it comes to by what tells them apart."""
    steps = [_Step(side, "", is_side=True)]
    try:
        terms = opened(side)
    except TooManyTermsError:
        return steps, None
    steps.append(_Step(expression_of(terms), DISTRIBUTED))
    for change, why in _CHANGES:
        changed = [new for term in terms for new in change(term)]
        if list(map(id, changed)) != list(map(id, terms)):
            terms = changed
            steps.append(_Step(expression_of(terms), why))
    collected = _collected(terms)
    steps.append(_Step(expression_of(collected.values()), COLLECTED))
    form = canonical_terms(side)
    for step in steps[1:]:
        if canonical_terms(step.expression) != form:
            raise CheckError(f"A line of a derivation is not {side!r}: {step.expression!r}")
    return steps, collected


def _collected(terms: Iterable[Monomial]) -> Terms:
    """Terms that are the same up to the names of summed indices, as one; without zeros."""
    found: Terms = {}
    for term in terms:
        key = _key(term)
        if not key:  # it is 0
            continue
        before = found.get(key)
        total = term.coefficient if before is None else before.coefficient + term.coefficient
        found[key] = replace(before or term, coefficient=sp.expand(total))
    return {key: term for key, term in found.items() if term.coefficient != 0}


def _key(term: Monomial) -> frozenset[object]:
    """What a term has in common with those that are multiples of it."""
    form = canonical_terms(replace(term, coefficient=sp.Integer(1)).expression)
    return frozenset((product, repr(factor)) for product, factor in form.items())


def _printed(
    chain: Sequence[_Step], order: Sequence[str], called: Mapping[str, str], *, in_matrices: bool
) -> tuple[Line, ...]:
    """The lines as LaTeX, none twice; long ones between both sides as how many terms they have.

    `in_matrices`, as far as there is such a notation; of entries, where there is one of both sides.
    """
    sides = [step.expression for step in chain if step.is_side]
    as_whole = in_matrices and not (order and any(_entries_alone(s, order, called) for s in sides))
    lines: list[Line] = []
    counts: list[int] = []
    for step in chain:
        said = entry_latex(
            step.expression,
            order,
            called,
            in_matrices=as_whole,
            as_written=not in_matrices and not step.is_side,
        )
        if said is None:  # there is no notation of matrices for it
            said = entry_latex(step.expression, order, called)
        assert said is not None
        before = next((n for n, line in enumerate(lines) if line.latex == said), None)
        if before is None:
            lines.append(Line(said, step.why))
            counts.append(len(step.expression.terms) if isinstance(step.expression, Plus) else 1)
        elif in_matrices:  # back where it was: what stands between is no step for a reader
            lines, counts = lines[: before + 1], counts[: before + 1]
    if not in_matrices:
        return tuple(lines)
    if len(lines) == 1:
        return (Line(lines[0].latex, BOTH),)
    first, *between, last = zip(lines, counts, strict=True)
    return first[0], *_in_short(between), last[0]


def _entries_alone(side: IndexExpression, order: Sequence[str], called: Mapping[str, str]) -> bool:
    """Whether there is no notation of matrices for a side."""
    return entry_latex(side, order, called, in_matrices=True) is None


def _in_short(between: Iterable[tuple[Line, int]]) -> Iterator[Line]:
    """Lines, each with its number of terms; of long ones below each other, that they are there."""
    for is_long, some in groupby(between, lambda one: len(one[0].latex) > LONGEST):
        if not is_long:
            yield from (line for line, _ in some)
            continue
        told = [f"{line.why}: {terms} term{'s' * (terms > 1)}" for line, terms in some]
        yield Line(LEFT_OUT, f"{'; '.join(told)}, written out entry by entry")
