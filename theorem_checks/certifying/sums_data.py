"""What data of the normaliser of index sums is made of: atoms, numbers of variables, shapes."""

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any, NamedTuple

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.rocq_text import Naming
from theorem_checks.certifying.theorems import parts

__all__ = [
    "FRESH",
    "GivenNames",
    "Numbers",
    "Part",
    "atom",
    "free_places",
    "number_of_pairs",
    "shape",
]

FRESH = count(10**6)  # numbers of variables that a proof makes


def number_of_pairs(n: t.Size) -> t.Term:
    """How many pairs i <= j there are of places below n: n (n + 1) / 2."""
    return t.Times((t.OfSize(n), t.Plus((t.OfSize(n), t.Number(1))), t.Inverse(t.Number(2))))


class Part(NamedTuple):
    """A positive part as a tensor of its parameters, with what is known of it."""

    number: int
    params: tuple[t.Bound, ...]
    body: t.Term
    sort: str  # "given", "symmetric", "free", "same", "flip", "nonnegative", "nonpositive"
    like: "tuple[Part, tuple[int, ...]] | None"  # of which one, at which of its own parameters


class Numbers:
    """Numbers of variables, small ones: those of one summand are those of another one, too."""

    def __init__(self, start: int) -> None:
        self._next = start

    def __iter__(self) -> "Numbers":
        return self

    def __next__(self) -> int:
        self._next += 1
        return self._next - 1

    def apart(self, written: Callable[[t.Term], str], parts_of: Iterable[t.Term]) -> list[str]:
        """The texts of summands, each with numbers from the same one on."""
        start = last = self._next
        texts = []
        for part in parts_of:
            self._next = start
            texts.append(written(part))
            last = max(last, self._next)
        self._next = last
        return texts


class GivenNames(Naming):
    """Names that are given for some variables; others are found."""

    def __init__(self, names: Mapping[t.Bound, str], taken: Iterable[str]) -> None:
        super().__init__(taken)
        self._names = {index.number: name for index, name in names.items()}


def atom(kind: int, number: int, indices: Iterable[int]) -> str:
    """An atom as data: its kind, its number, and its places by number."""
    return f"(Atm ({kind}, {number}, [:: {'; '.join(map(str, indices))}]))"


def free_places(e: t.Term) -> tuple[t.Bound, ...]:
    """The places of a term that nothing in it binds, in their order."""
    bound = {part.index for part in parts(e) if isinstance(part, t.Sum)}
    bound |= {i for part in parts(e) if isinstance(part, t.Applied) for i in part.places}
    found = (part for part in parts(e) if isinstance(part, t.Bound) and part not in bound)
    return tuple(dict.fromkeys(found))


def shape(e: Any, at: dict[t.Bound, int]) -> Any:
    """A tree with numbers for its variables: equal for equal trees."""
    if isinstance(e, t.Bound):
        return ("#", at.setdefault(e, len(at)), e.size)
    if hasattr(e, "__dataclass_fields__") and not isinstance(e, t.Size):
        return (type(e).__name__, *(shape(getattr(e, n), at) for n in e.__dataclass_fields__))
    if isinstance(e, tuple):
        return tuple(shape(part, at) for part in e)
    return e
