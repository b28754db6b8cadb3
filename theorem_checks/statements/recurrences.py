r"""Closed forms of recurrences, as statements."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion, nameless
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.terms import Term, data_of, substituted, term

__all__ = ["Solves"]


@dataclass(frozen=True, eq=False)
class Solves(Conclusion):
    r"""A closed form solves a recurrence, for every integer from `start` on.

    **Fields**: the `variable` n and its first value `start`; the values `first` there; the symbols
    `places` that stand for the values at n, and `following`, the values at n + 1 in these and n;
    `closed`, the values at n that are claimed. `variable` and `places` are bound; of the places
    nothing is assumed.
    """

    variable: sp.Symbol
    start: int
    first: tuple[Term, ...]
    places: tuple[sp.Symbol, ...]
    following: tuple[Term, ...]
    closed: tuple[Term, ...]

    def __post_init__(self) -> None:
        for name in ("first", "following", "closed"):
            exact = tuple(term(value, name) for value in getattr(self, name))
            object.__setattr__(self, name, exact)
            if len(exact) != len(self.places) or not exact:
                raise ArgumentError(name, exact, f"{len(self.places)} values, one for each place")
        plain = {place: sp.Symbol(place.name) for place in self.places}
        object.__setattr__(self, "following", tuple(g.xreplace(plain) for g in self.following))
        object.__setattr__(self, "places", tuple(plain.values()))
        for name, kept in {"first": {self.variable, *self.places}, "closed": self.places}.items():
            found = set(kept).intersection(*[self._symbols_of(name)])
            if found:
                raise ArgumentError(name, found, "no symbol that the recurrence binds")
        if len({self.variable.name, *(place.name for place in self.places)}) <= len(self.places):
            raise ArgumentError("places", self.places, "symbols of different names")

    def _symbols_of(self, *names: str) -> set[Any]:
        return {s for name in names for e in getattr(self, name) for s in e.free_symbols}

    @property
    def _bound(self) -> tuple[sp.Symbol, ...]:
        return (self.variable, *self.places)

    @property
    def data(self) -> Any:  # noqa: D102
        taken = self._symbols_of("first", "following", "closed")
        names: dict[sp.Symbol, sp.Symbol] = {}
        for symbol in self._bound:
            names[symbol] = nameless(symbol, [*taken, *names.values()])
        renamed = (
            tuple(data_of(e.xreplace(names)) for e in getattr(self, name))
            for name in ("first", "following", "closed")
        )
        return ("Solves", str(self.start), *(data_of(new) for new in names.values()), *renamed)

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: D102
        changed = (tuple(map(change, e)) for e in (self.first, self.following, self.closed))
        first, following, closed = changed
        return Solves(self.variable, self.start, first, self.places, following, closed)

    def substituted(self, symbols: Mapping[Any, Any]) -> Conclusion:  # noqa: D102
        free = {old: new for old, new in dict(symbols).items() if old not in self._bound}
        for new in free.values():
            if set(self._bound) & getattr(new, "free_symbols", set()):
                raise ArgumentError("symbols", symbols, f"nothing with {self._bound}, bound here")
        return self.mapped(lambda part: substituted(part, free))

    @property
    def latex(self) -> str:  # noqa: D102
        n = latex_of(self.variable)
        lines = []
        for place, first, after in zip(self.places, self.first, self.following, strict=True):
            x = latex_of(place)
            here = {p: sp.Symbol(f"{latex_of(p)}_{{{n}}}") for p in self.places}
            lines.append(rf"{x}_{{{self.start}}} = {latex_of(first)}")
            lines.append(rf"{x}_{{{n}+1}} = {latex_of(after.xreplace(here))}")
        forms = (
            rf"{latex_of(place)}_{{{n}}} = {latex_of(form)}"
            for place, form in zip(self.places, self.closed, strict=True)
        )
        return (
            r",\; ".join(lines)
            + r" \implies "
            + r",\; ".join(forms)
            + rf" \;\text{{for all }} {n} \ge {self.start}"
        )
