r"""Entries of arrays at one place, as numbers of the solvers.

An expression in index notation is taken at fixed values of its free indices. What it is made of by
+ and * is kept so; each part that is no sum and no product is brought into canonical form
(`functions`), and what hangs together there is any real number, the same wherever it stands. What
is known of such numbers is what they are:

- exponentials are positive, :math:`e^{-a} e^a = 1`, and sums of positive ones over sizes that are
  positive are;
- :math:`y = 1/x` has :math:`x y = 1`, or both are 0;
- the positive part of x is x or 0, and at least both;
- the root of x is not negative, and its square is x, or it is 0 and x is negative;
- the logarithm of x is 0 where x is not positive, and has the sign of x - 1 elsewhere;
- an absolute value of x is not negative, and x or -x;
- the largest entry of a vector, and the largest absolute value, is at least that of its entries at
  the places that the statement has.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from itertools import product
from operator import add, mul
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.identities.rational_functions import written
from theorem_checks.proving.index_notation.canonical import Forms, has_functions
from theorem_checks.proving.index_notation.graphs import Component, TooManySymmetriesError
from theorem_checks.proving.index_notation.known_entries import is_exponential_of_less, opposite_of
from theorem_checks.proving.index_notation.products import Terms
from theorem_checks.proving.index_notation.signs import Signs
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Opaque,
    Plus,
    Positive,
    Renamed,
    Scalar,
    Times,
)
from theorem_checks.statements.arrays.index_positivity import (
    is_seen_nonnegative,
    is_seen_positive,
)
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.known_functions import (
    LARGEST,
    LOGARITHM,
    NORM,
    RECIPROCAL,
    ROOT,
)
from theorem_checks.statements.reals.terms import Formula, Term, constant, reals
from theorem_checks.statements.terms import data_of, free_symbols

__all__ = ["EntryTerms", "at_places"]


class EntryTerms:
    """Terms of the solvers for expressions at one place, and what is known of them.

    **Arguments**: `places`, the indices that have a value there, by name; `number`, which makes
    the terms of scalars.
    """

    def __init__(self, places: Mapping[str, Index], number: Callable[[sp.Expr], Term]) -> None:
        self._places, self._number = places, number
        self.terms: dict[Any, Term] = {}
        self.known: list[Formula] = []
        self._seen: set[str] = set()
        self._symbols: dict[str, sp.Symbol] = {}

    def of(self, e: IndexExpression) -> Term:
        """The term of an expression whose free indices are places."""
        e = _exposed(e)
        if isinstance(e, Scalar) and not has_functions(e.value):
            return self._number(e.value)
        if isinstance(e, Plus | Times):
            joined = add if isinstance(e, Plus) else mul
            return reduce(joined, map(self.of, e.parts))
        key = str(data_of(e))
        found = self._canonical(e, key)
        if key not in self._seen:
            self._seen.add(key)
            self._describe(e, found)
        return found

    def _canonical(self, e: IndexExpression, key: str) -> Term:
        """The term of what is no sum and no product, by its canonical form if it has one."""
        if (found := _form_of(e, key)) is None:
            return self._number(e.value) if isinstance(e, Scalar) else self._any(key)
        self._symbols |= {s.name: s for s in free_symbols(e)}
        return self._total(*found)

    def _total(self, form: Terms, forms: Forms, signs: Signs) -> Term:
        total = constant("0")
        for components, coefficient in form.items():
            one = self._number(written(coefficient, self._symbols))
            total = total + reduce(mul, (self._component(c, forms, signs) for c in components), one)
        return total

    def _component(self, component: Component, forms: Forms, signs: Signs) -> Term:
        sizes, factors = component
        if not sizes and len(factors) == 1 and is_exponential_of_less(factors[0][0]):
            ((tensor, slots),) = factors
            more = sizes, ((opposite_of(tensor), slots),)
            return constant("1") / self._component(more, forms, signs)
        if component in self.terms:
            return self.terms[component]
        found = self._any(component)
        if signs.is_positive(component):
            self.known.append(found > 0)
        elif signs.is_never_negative(component):
            self.known.append(found >= 0)
        if (taken := forms.taken_of(component)) is not None:
            function, argument = taken
            if function in (RECIPROCAL, ROOT, LOGARITHM, NORM):
                self._relate(function, found, self._total(argument, forms, signs))
        return found

    def _relate(self, function: str, value: Term, body: Term) -> None:
        """What is known of the value of a function at a number."""
        if function == RECIPROCAL:
            self.known.append((body * value == 1) | ((body == 0) & (value == 0)))
        if function == ROOT:
            self.known.append((value * value == body) | ((body < 0) & (value == 0)))
        if function == LOGARITHM:
            signs = ((body > 1) & (value > 0)) | ((body < 1) & (value < 0))
            self.known.append(((body <= 0) | (body == 1)) & (value == 0) | (body > 0) & signs)
        if function == NORM:
            self.known.append((value == body) | (value == -body))

    def _any(self, key: Any) -> Term:
        if key not in self.terms:
            self.terms[key] = reals(f"s{len(self.terms)}")
        return self.terms[key]

    def _describe(self, e: IndexExpression, value: Term) -> None:
        """What is known of a value by how it is written."""
        if is_seen_nonnegative(e):
            self.known.append(value > 0 if is_seen_positive(e) else value >= 0)
        if isinstance(e, Positive):
            body = self.of(e.body)
            self.known += [value >= 0, value >= body, (value == 0) | (value == body)]
        if isinstance(e, Opaque) and e.name == RECIPROCAL:
            body = self.of(e.body)
            self.known.append((body * value == 1) | ((body == 0) & (value == 0)))
        if isinstance(e, Opaque) and e.name in (NORM, LARGEST) and len(e.bound) == 1:
            (bound,) = e.bound
            for place in self._places.values():
                if place.range == bound.range:
                    entry = self.of(e.body.renamed([(bound, place)]))
                    self.known += [entry <= value] + [-value <= entry] * (e.name == NORM)


_Formed = tuple[Terms, Forms, Signs]
_formed: dict[str, _Formed | None] = {}
_MOST_FORMED = 2_000


def _form_of(e: IndexExpression, key: str) -> _Formed | None:
    """The canonical form of an expression with these data, if it has one; made once.

    A proof by arithmetic, step by step, has the same hypotheses in each step.
    """
    if key not in _formed:
        if len(_formed) >= _MOST_FORMED:
            _formed.clear()
        forms, signs = Forms([e]), Signs([e])
        try:
            _formed[key] = forms.plain(e), forms, signs
        except (ArgumentError, TooManySymmetriesError):
            _formed[key] = None
    return _formed[key]


def at_places(
    free: Mapping[str, Index], places: Mapping[str, Index]
) -> Iterator[list[tuple[Index, Index]]]:
    """The ways to give free indices the values of places, each one of its own size."""
    own = [[p for p in places.values() if p.range == index.range] for index in free.values()]
    for chosen in product(*own):
        yield list(zip(free.values(), chosen, strict=True))


def _exposed(e: IndexExpression) -> IndexExpression:
    """An expression whose head is no other one with new names: its parts have these."""
    if not isinstance(e, Renamed):
        return e
    body = _exposed(e.body)

    def again(part: IndexExpression) -> IndexExpression:
        own = {old: new for old, new in e.names.items() if old in part.free}
        return Renamed(part, own) if own else part

    if isinstance(body, Scalar):
        return body
    if isinstance(body, Plus | Times):
        return type(body)(tuple(map(again, body.parts)))
    if isinstance(body, Positive):
        return Positive(again(body.body))
    if isinstance(body, Opaque):
        own = tuple(e.names.get(index.name, index) for index in body.own)
        return Opaque(body.name, own, body.bound, again(body.body))
    return again(body)
