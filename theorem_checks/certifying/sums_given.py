"""Tensors that a hypothesis gives, and functions of these, among index sums as data."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.changed_terms import (
    at_places_of,
    calls,
    is_of_function,
    mapped,
    moved_to,
    without_delta,
)
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.rocq_text import local_functions, statement_of
from theorem_checks.certifying.sums_data import FRESH, Part, free_places, shape
from theorem_checks.certifying.sums_tables import SumsTables
from theorem_checks.certifying.theorems import parts

__all__ = ["SumsGiven"]


@dataclass
class SumsGiven(SumsTables):
    """The tables of one theorem, with what given tensors are."""

    _applied: dict[int, tuple[Any, Any, str]] = field(default_factory=dict)
    _likes: dict[Any, tuple[Any, dict[t.Bound, int]]] = field(default_factory=dict)

    def give(self, f: t.Function, hypothesis: str) -> None:
        """Note that a tensor is what is said, by a hypothesis of that name."""
        name = encoded_name(f.name)
        text = " ".join([name, *(f"a{n}'" for n in range(len(f.places)))])
        number = self.tensor_number(name, len(f.places), text)
        for place in f.places:
            self.size_number(place.size)
        self.expr(f.body, {i: n for n, i in enumerate(f.places)}, count(len(f.places)))
        self.parts[("given", f.name)] = Part(number, f.places, f.body, "given", None)
        self.given[number] = hypothesis

    def take_for(self, one: t.Term, other: t.Term, *, lacking: bool = False) -> None:
        """Note that functions and divisions of given tensors may be those on the other side.

        Each for the only one there that is of the same function, at the same places; where only
        what is `lacking` is asked for, not if it stands there with what tensors are put in.
        """
        listed = list(calls(other))
        for e in calls(one):
            if not self._has_given(e):
                continue
            at = {place: n for n, place in enumerate(free_places(e))}
            alike = (at_places_of(x, e) for x in listed if is_of_function(x, e))
            found = {shape(x, dict(at)): x for x in alike if set(free_places(x)) == set(at)}
            if lacking and self._is_there(e, found.values(), at):
                continue
            if len(found) == 1:
                (like,) = found.values()
                self._likes[shape(e, dict(at))] = like, at
                self.take_for(e.body, like.body)

    def _is_there(
        self,
        e: t.Applied | t.Inverse,
        others: Iterable[t.Applied | t.Inverse],
        at: Mapping[t.Bound, int],
    ) -> bool:
        """Whether a function is among others, with what given tensors are in their place."""
        if isinstance(e, t.Inverse):
            return True
        mine, *others_put_in = (
            shape(self._put_in(x), dict(at)) for x in (e, *others) if isinstance(x, t.Applied)
        )
        return mine in others_put_in

    def _has_given(self, e: t.Term) -> bool:
        return any(isinstance(x, t.Entry) and ("given", x.name) in self.parts for x in parts(e))

    def _with_given(
        self, e: t.Applied | t.Inverse, number: int, params: tuple[t.Bound, ...]
    ) -> None:
        """Note that a function of a vector is that of another, by what given tensors are."""
        local = local_functions(self.theorem)
        if isinstance(e, t.Applied) and e.name not in local:
            return
        like = self._like(e, params)
        if like is None or self._named(like) == number:
            return
        own = e.places if isinstance(e, t.Applied) else ()
        at = {i: n for n, i in enumerate((*params, *own))}
        self.expr(e.body, at, count(len(at)))  # inner ones first
        self.expr(like.body, at, count(len(at)))
        for place in (*params, *own):
            self.size_number(place.size)
        hypothesis = ""
        if isinstance(e, t.Applied):
            _, known, _ = statement_of(self.theorem)
            hypothesis = f"h{known.index(local[e.name])}'"
        self._applied[number] = e, like, hypothesis
        self.parts[("applied", number)] = Part(number, params, e, "applied", None)

    def _like(
        self, e: t.Applied | t.Inverse, params: tuple[t.Bound, ...]
    ) -> t.Applied | t.Inverse | None:
        """The function of another vector, or division by another number, that is the same."""
        noted = self._likes.get(shape(e, {i: n for n, i in enumerate(params)}))
        if noted is not None:
            like, at = noted
            back = {place: params[n] for place, n in at.items()}
            return at_places_of(moved_to(like, back), e)
        return None if isinstance(e, t.Inverse) else self._put_in(e)

    def _put_in(self, e: t.Applied) -> t.Applied:
        """A function of a vector with what given tensors are in their place."""
        argument = mapped(self._put_given(e.body, {}), without_delta)
        return t.Applied(e.name, e.places, argument, e.indices)

    def _put_given(self, e: Any, at: Mapping[t.Bound, t.Bound | t.Place]) -> Any:
        """A term with what given tensors are in their place; all that it sums over is renamed."""
        if isinstance(e, t.Bound):
            return at.get(e, e)
        if isinstance(e, t.Entry) and ("given", e.name) in self.parts:
            part = self.parts["given", e.name]
            own = (at.get(i, i) if isinstance(i, t.Bound) else i for i in e.indices)
            return self._put_given(part.body, dict(zip(part.params, own, strict=True)))
        if isinstance(e, t.Sum | t.Applied):
            bound = (e.index,) if isinstance(e, t.Sum) else e.places
            at = {**at, **{i: t.Bound(next(FRESH), i.size) for i in bound}}
        if isinstance(e, tuple):
            return tuple(self._put_given(part, at) for part in e)
        if hasattr(e, "__dataclass_fields__") and not isinstance(e, t.Size):
            fields = (getattr(e, name) for name in e.__dataclass_fields__)
            return type(e)(*(self._put_given(part, at) for part in fields))
        return e
