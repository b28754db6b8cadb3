"""An expression in index notation as a sum of products, by steps that a reader can follow.

Distributing, resolving deltas, cancelling inverses and collecting what is the same up to the names
of summed indices are steps by themselves. None of them decides anything: the engine compares each
line with the one before when a derivation is made (`index_steps`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import cast

import sympy as sp

from theorem_checks.proving.index_notation.canonical import positive_class
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Opaque,
    Plus,
    Positive,
    Renamed,
    Scalar,
    Summed,
    Times,
)
from theorem_checks.statements.arrays.index_relations import AtMost, Delta, Lag
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import Entry

__all__ = [
    "Monomial",
    "TooManyTermsError",
    "cancelled",
    "contracted",
    "expression_of",
    "of_known_signs",
    "of_positive_parts",
    "opened",
    "without_idle_orders",
]

MOST = 60  # terms; more are not written out


class TooManyTermsError(Exception):
    """An expression has more terms than anybody would read."""


@dataclass(frozen=True, eq=False)
class Monomial:
    """A coefficient times a product of entries, summed over the bound indices."""

    coefficient: sp.Expr
    bound: tuple[Index, ...] = ()
    factors: tuple[IndexExpression, ...] = ()

    @property
    def expression(self) -> IndexExpression:
        """The monomial as an expression."""
        whole = [Scalar(self.coefficient)] if self.coefficient != 1 or not self.factors else []
        body = Times((*whole, *self.factors))
        return Summed(body, self.bound) if self.bound else body

    def renamed(self, names: Mapping[str, Index]) -> "Monomial":
        """The monomial with other indices in place of some."""
        return replace(self, factors=tuple(_renamed(factor, names) for factor in self.factors))

    def without(self, index: Index, *dropped: IndexExpression) -> "Monomial":
        """The monomial without a bound index, and without some factors."""
        bound = tuple(i for i in self.bound if i.name != index.name)
        kept = tuple(f for f in self.factors if not any(f is d for d in dropped))
        return replace(self, bound=bound, factors=kept)


def expression_of(monomials: Iterable[Monomial]) -> IndexExpression:
    """A sum of monomials as an expression."""
    terms = tuple(monomial.expression for monomial in monomials)
    return terms[0] if len(terms) == 1 else Plus(terms) if terms else Scalar(sp.Integer(0))


def opened(e: IndexExpression, names: Mapping[str, Index] | None = None) -> list[Monomial]:
    """An expression, distributed: products of sums as sums of products, sums split.

    **Raises** `TooManyTermsError`.
    """
    found = _opened(e, names or {})
    if len(found) > MOST:
        raise TooManyTermsError
    return [monomial for monomial in found if monomial.coefficient != 0]


def _opened(e: IndexExpression, names: Mapping[str, Index]) -> list[Monomial]:
    if isinstance(e, Scalar):
        return [Monomial(e.value)] if e.value != 0 else []
    if isinstance(e, Plus):
        return [monomial for part in e.parts for monomial in opened(part, names)]
    if isinstance(e, Times):
        return list(_multiplied([opened(part, names) for part in e.parts]))
    if isinstance(e, Renamed):
        inner = {old: names.get(new.name, new) for old, new in e.names.items()}
        return opened(e.body, {**names, **inner})
    if isinstance(e, Summed):
        own = {index.name: Index.bound(like=index) for index in e.indices}
        return [
            replace(monomial, bound=(*own.values(), *monomial.bound))
            for monomial in opened(e.body, {**names, **own})
        ]
    return [Monomial(sp.Integer(1), (), (_renamed(e, names),))]


def _multiplied(parts: list[list[Monomial]]) -> Iterator[Monomial]:
    count = 1
    for part in parts:
        count *= len(part)
    if count > MOST:
        raise TooManyTermsError
    for chosen in product(*parts):
        yield Monomial(
            sp.Mul(*(m.coefficient for m in chosen)),
            tuple(index for m in chosen for index in m.bound),
            tuple(factor for m in chosen for factor in m.factors),
        )


def _renamed(e: IndexExpression, names: Mapping[str, Index]) -> IndexExpression:
    def called(index: Index) -> Index:
        return names.get(index.name, index)

    if isinstance(e, Entry):
        return Entry(e.tensor, tuple(map(called, e.indices)))
    if isinstance(e, Delta | AtMost | Lag):
        return type(e)(*map(called, e.indices))
    inside = {name: names[name] for name in e.free if name in names}
    if not inside:
        return e
    assert isinstance(e, Positive | Opaque | Renamed)
    return Positive(Renamed(e.body, inside)) if isinstance(e, Positive) else Renamed(e, inside)


def contracted(monomial: Monomial) -> Monomial:
    """A monomial whose deltas are resolved, and where a sum over nothing is a size."""
    for factor in monomial.factors:
        if not isinstance(factor, Delta):
            continue
        if factor.i.name == factor.j.name:
            kept = tuple(f for f in monomial.factors if f is not factor)
            return contracted(replace(monomial, factors=kept))
        names = {index.name for index in monomial.bound}
        old, new = (factor.i, factor.j) if factor.i.name in names else (factor.j, factor.i)
        if old.name in names:
            return contracted(monomial.without(old, factor).renamed({old.name: new}))
    mentioned = {name for factor in monomial.factors for name in factor.free}
    for index in monomial.bound:
        if index.name not in mentioned:
            rest = monomial.without(index)
            return contracted(replace(rest, coefficient=rest.coefficient * index.range))
    return monomial


def of_known_signs(monomial: Monomial) -> list[Monomial]:
    """A monomial without positive parts of known sign: v if it is at least 0, and 0 if at most."""
    for factor in monomial.factors:
        if not isinstance(factor, Positive):
            continue
        sort, _, _ = positive_class(factor)
        if sort == "nonpositive":
            return []
        if sort == "nonnegative":
            inside = opened(factor.body)
            return [m for one in _with(monomial, factor, inside) for m in of_known_signs(one)]
    return [monomial]


def of_positive_parts(monomial: Monomial) -> list[Monomial]:
    """A monomial without positive parts of which another sort is written first.

    relu(v) is relu(-v) + v; v where it is known to be at least 0, and 0 where it is at most 0.
    """
    for factor in monomial.factors:
        if not isinstance(factor, Positive):
            continue
        sort, _, _ = positive_class(factor)
        if sort == "plain":
            continue
        if sort != "flipped":
            return [m for one in of_known_signs(monomial) for m in of_positive_parts(one)]
        body = opened(factor.body)
        minus = [replace(term, coefficient=-term.coefficient) for term in body]
        instead = [Monomial(sp.Integer(1), (), (Positive(expression_of(minus)),)), *body]
        return [m for one in _with(monomial, factor, instead) for m in of_positive_parts(one)]
    return [monomial]


def _with(monomial: Monomial, factor: IndexExpression, instead: list[Monomial]) -> list[Monomial]:
    """A monomial with a sum in place of one of its factors, multiplied out."""
    rest = replace(monomial, factors=tuple(f for f in monomial.factors if f is not factor))
    return list(_multiplied([[rest], instead]))


def without_idle_orders(monomial: Monomial) -> Monomial:
    """A monomial without [i <= i], which is 1, and with [i <= j] once, which is its own square."""
    kept: list[IndexExpression] = []
    seen: set[tuple[str, str]] = set()
    for factor in monomial.factors:
        if isinstance(factor, AtMost):
            pair = factor.i.name, factor.j.name
            if pair in seen or factor.i.name == factor.j.name:
                continue
            seen.add(pair)
        kept.append(factor)
    if len(kept) == len(monomial.factors):
        return monomial
    return replace(monomial, factors=tuple(kept))


def cancelled(monomial: Monomial) -> Monomial:
    """A monomial in which a matrix beside its inverse is a delta, and that resolved."""
    for index in monomial.bound:
        having = [factor for factor in monomial.factors if index.name in factor.free]
        if len(having) != 2 or not all(isinstance(factor, Entry) for factor in having):
            continue
        one, other = (cast(Entry, factor) for factor in having)
        if not one.tensor.inverse_of or one.tensor.inverse_of != other.tensor.name:
            continue
        places = [[i.name for i in e.indices].index(index.name) for e in (one, other)]
        if places[0] != places[1]:
            outer = [e.indices[1 - p] for e, p in zip((one, other), places, strict=True)]
            rest = monomial.without(index, one, other)
            joined = replace(rest, factors=(*rest.factors, Delta(*outer)))
            return cancelled(contracted(joined))
    return monomial
