"""Terms of certificates, changed: parts put in place of others, places renamed."""

from collections.abc import Iterable, Mapping
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.theorems import parts

__all__ = [
    "at_places_of",
    "calls",
    "is_inverse_at_places",
    "is_of_function",
    "mapped",
    "moved_to",
    "shape_of",
    "without_delta",
]


def mapped(e: Any, change: Any) -> Any:
    """A tree with its parts changed, the inner ones first."""
    if isinstance(e, tuple):
        return tuple(mapped(part, change) for part in e)
    if hasattr(e, "__dataclass_fields__") and not isinstance(e, t.Size):
        values = {name: getattr(e, name) for name in e.__dataclass_fields__}
        new = {name: mapped(value, change) for name, value in values.items()}
        return change(type(e)(**new) if new != values else e)
    return e


def _is_bound(part: Any) -> bool:
    return isinstance(part, t.Bound)


def is_inverse_at_places(e: t.Term) -> bool:
    """Whether a term is one by what has indices."""
    return isinstance(e, t.Inverse) and any(map(_is_bound, parts(e)))


def calls(e: Any) -> Iterable[t.Applied | t.Inverse]:
    """The functions and divisions in a term that stand in no other ones."""
    if isinstance(e, t.Applied | t.Inverse):
        yield e
    elif isinstance(e, tuple):
        for part in e:
            yield from calls(part)
    elif hasattr(e, "__dataclass_fields__") and not isinstance(e, t.Size):
        for name in e.__dataclass_fields__:
            yield from calls(getattr(e, name))


def moved_to(e: Any, at: Mapping[t.Bound, t.Bound]) -> Any:
    """A term with other variables."""
    return mapped(e, lambda part: at.get(part, part) if _is_bound(part) else part)


def at_places_of(e: Any, other: t.Applied | t.Inverse) -> Any:
    """A function of a vector in which the places have the names of another one's."""
    if isinstance(e, t.Applied) and isinstance(other, t.Applied):
        return moved_to(e, dict(zip(e.places, other.places, strict=True)))
    return e


def is_of_function(e: t.Term, other: t.Term) -> bool:
    """Whether two terms are of the same function, of arrays of the same sizes, or both by one."""
    if isinstance(e, t.Applied) and isinstance(other, t.Applied):
        sizes = ([i.size for i in f.places] for f in (e, other))
        return (e.name, e.indices) == (other.name, other.indices) and next(sizes) == next(sizes)
    return isinstance(e, t.Inverse) and isinstance(other, t.Inverse)


def without_delta(e: Any) -> Any:
    """A sum of a product with a delta of the variable as the product at the other place."""
    if not isinstance(e, t.Sum) or not isinstance(e.body, t.Times):
        return e
    own = e.index
    for delta in e.body.parts:
        if isinstance(delta, t.Delta) and own in (delta.one, delta.other):
            place = delta.other if delta.one == own else delta.one
            rest = tuple(part for part in e.body.parts if part is not delta)
            if place != own and place.size == own.size and rest:
                return _put_place(rest, own, place)
    return e


def _put_place(factors: tuple[t.Term, ...], own: Any, place: Any) -> t.Term:
    """A product with another place for a variable."""
    put = mapped(factors, lambda part: place if part == own else part)
    return t.Times(put) if len(put) > 1 else put[0]


def shape_of(e: Any) -> Any:
    """What is equal for terms that are written alike, but for the variables bound in them."""

    def shape(part: Any, at: Mapping[t.Bound, int]) -> Any:
        if isinstance(part, t.Bound):
            return at.get(part, part)
        if isinstance(part, t.Sum | t.Applied):
            own = (part.index,) if isinstance(part, t.Sum) else part.places
            at = {**at, **{place: len(at) + n for n, place in enumerate(own)}}
            sizes = tuple(place.size for place in own)
            rest = (getattr(part, name) for name in part.__dataclass_fields__)
            return (type(part).__name__, sizes, *(shape(x, at) for x in rest))
        if isinstance(part, tuple):
            return tuple(shape(x, at) for x in part)
        if hasattr(part, "__dataclass_fields__") and not isinstance(part, t.Size):
            fields = (getattr(part, name) for name in part.__dataclass_fields__)
            return (type(part).__name__, *(shape(x, at) for x in fields))
        return part

    return shape(e, {})
