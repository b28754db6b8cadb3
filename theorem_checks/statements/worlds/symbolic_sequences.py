"""The sequences of the symbolic world: unknown functions, with hypotheses."""

from collections.abc import Callable
from typing import Any

import sympy as sp

from theorem_checks.errors import require_integer
from theorem_checks.statements.analysis import BoundedBelow, Proportional
from theorem_checks.statements.conclusions import All, Conclusion, Equal, ForAll
from theorem_checks.statements.range_signs import is_never_negative, is_positive
from theorem_checks.statements.scalars import SymbolicScalar, divisors_recorded
from theorem_checks.statements.sequences import (
    Sequence,
    Table,
    derived_sorts,
    sort_of,
)
from theorem_checks.statements.worlds.sequences import (
    SequenceWorld,
    Step,
    alone,
    index_of,
    integer_from,
    joined,
    parts_of,
    sequences_of,
    values_of,
)

__all__ = ["SymbolicSequences"]


class SymbolicSequences(SequenceWorld):
    """The sequences of the symbolic world: unknown functions, with hypotheses."""

    divisors: dict[sp.Expr, None]
    bound: dict[str, sp.Symbol]
    sequences: dict[str, Any]  # the functions

    def sequence(  # noqa: D102
        self,
        name: str,
        such_that: Callable[[Sequence, Any], Conclusion] | None = None,
        *,
        start: int = 0,
        **assumptions: bool,
    ) -> Sequence:
        found = self._claimed(name, lambda: self._made(name, sort_of(assumptions)))
        if such_that is not None:
            self.given.append(
                self.for_all(self._own(index_of(name)), lambda t: such_that(found, t), start=start)
            )
        return found

    def _made(self, name: str, sort: dict[str, bool]) -> Sequence:
        function = self.sequences[name] = sp.Function(name, **sort)
        return Sequence(name, function)

    def table(  # noqa: D102
        self,
        name: str,
        axes: int = 2,
        such_that: Callable[[Table, Any], Conclusion] | None = None,
        **assumptions: bool,
    ) -> Table:
        def made() -> Table:
            function = self.sequences[name] = sp.Function(name, **sort_of(assumptions))
            return Table(name, function, axes)

        found = self._claimed(name, made)
        if such_that is not None:
            self.given.append(
                self.for_all(self._own(index_of(name)), lambda t: such_that(found, t))
            )
        return found

    def table_of(  # noqa: D102
        self,
        name: str,
        first: Callable[..., Any],
        edge: Callable[..., Any],
        following: Callable[..., Any],
        axes: int = 2,
    ) -> Table:
        N = self.table(name, axes)
        self.given.append(self._by_edge(name, N, first, edge, following, axes))
        return N

    def places(  # noqa: D102
        self,
        names: str,
        length: Any,
        first: Callable[[Any], tuple[Any, ...]],
        following: Callable[..., tuple[Any, ...]],
    ) -> Any:
        found = [self.table(name) for name in names.split()]
        after = self._rows_after(found, length, following)
        with divisors_recorded() as more:
            for component, table in enumerate(found):
                parts = self._each_place(first, after, component)
                self.given.append(self._by_edge(repr(table), table, *parts, 2))
        self.divisors |= dict.fromkeys(more)
        return tuple(found)

    def rows(  # noqa: D102
        self,
        name: str,
        first: Callable[..., Any],
        following: Callable[..., Any],
        axes: int = 2,
    ) -> Table:
        self._claimed(name, lambda: None)
        names_before, bound, divisors = self._names, self.bound, self.divisors
        for sort in derived_sorts():
            self._names, self.bound = dict(names_before), dict(bound)
            self.divisors = dict(divisors)
            function = self.sequences[name] = sp.Function(name, **(sort or {"complex": True}))
            X = Table(name, function, axes)
            with divisors_recorded() as more:
                said = self._each_row(name, X, first, following, axes)
            if all(_are_of_sort((value,), sort) for value in _made_in(said)):
                self.divisors |= dict.fromkeys(more)
                self.given.append(said)
                return X
        raise AssertionError("of the last sort nothing is known")

    def recurrence(self, names: str, first: Any, following: Step, *, start: int = 0) -> Any:  # noqa: D102
        for name in names.split():
            self._claimed(name, lambda: None)
        values = values_of("first", first, len(names.split()))
        t = self._bound(index_of("_".join(names.split())), start)
        found, after = self._stepped(names, values, following, t)
        steps = [Equal(h[t + 1], value) for h, value in zip(found, after, strict=True)]
        starts = [Equal(h[start], value) for h, value in zip(found, values, strict=True)]
        self.given.append(All((*starts, ForAll(t, start, joined(steps)))))
        return alone(found)

    def _stepped(
        self, names: str, first: tuple[sp.Expr, ...], following: Step, t: sp.Symbol
    ) -> tuple[list[Sequence], tuple[sp.Expr, ...]]:
        """Sequences and their values at t + 1, with as much known of them as a step keeps."""
        names_before, bound, divisors = self._names, self.bound, self.divisors
        for sort in derived_sorts():
            if not _are_of_sort(first, sort):
                continue
            self._names, self.bound = dict(names_before), dict(bound)
            self.divisors = dict(divisors)
            found = sequences_of(names, lambda name, _, sort=sort: self._made(name, sort))
            with divisors_recorded() as more:
                after = values_of("following", following(*found, SymbolicScalar(t)), len(found))
            if _are_of_sort(after, sort):  # and so, by induction, all values are
                self.divisors |= dict.fromkeys(more)
                return found, after
        raise AssertionError("of the last sort nothing is known")

    def for_all(  # noqa: D102
        self, name: str, body: Callable[[Any], Conclusion], *, start: int = 0
    ) -> ForAll:
        n = self._bound(name, start)
        return ForAll(n, start, body(SymbolicScalar(n)))

    def bounded_below(self, name: str, term: Callable[[Any], Any]) -> BoundedBelow:  # noqa: D102
        n = self._bound(name, 0)
        return BoundedBelow(n, term(SymbolicScalar(n)))

    def proportional(self, name: str, both: Callable[[Any], Any]) -> Proportional:  # noqa: D102
        n = self._bound(name, 0)
        return Proportional(n, *parts_of(both(SymbolicScalar(n))))

    def _bound(self, name: str, start: int) -> sp.Symbol:
        require_integer("start", start)
        self.bound[name] = self._claimed(name, lambda: integer_from(name, start))
        return self.bound[name]


def _made_in(said: Any) -> list[Any]:
    """The right sides of the equations that determine a table."""
    if isinstance(said, All):
        return [value for part in said.parts for value in _made_in(part)]
    return _made_in(said.body) if isinstance(said, ForAll) else [said.rhs]


def _are_of_sort(values: tuple[sp.Expr, ...], sort: dict[str, bool]) -> bool:
    return all(_is(name, value) for value in values for name in sort)


def _is(name: str, value: sp.Expr) -> bool:
    if name in ("positive", "nonnegative"):
        return (is_positive if name == "positive" else is_never_negative)(value)
    return getattr(value, f"is_{name}") is True
