"""What a world gives of sequences: free ones, recurrences, and statements for all integers.

What is assumed of sequences, and what determines them, is kept in `given`, and the statement is
made under it. An integer that a statement binds has a name of the world, so that no name stands for
two things; in a concrete world it is drawn, and the statement is looked at for some others, too.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError, require_integer
from theorem_checks.statements.conclusions import All, Conclusion, Equal, ForAll
from theorem_checks.statements.range_signs import is_never_negative, is_positive
from theorem_checks.statements.scalars import SymbolicScalar, divisors_recorded, symbolic
from theorem_checks.statements.sequences import (
    Computed,
    ComputedRows,
    ComputedTable,
    Drawn,
    DrawnTable,
    Quantified,
    Sequence,
    Table,
    TooLargeError,
    derived_sorts,
    sort_of,
)
from theorem_checks.statements.terms import term

__all__ = ["ConcreteSequences", "SequenceWorld", "SymbolicSequences"]

_MOST_SUMMANDS = 20_000

Step = Callable[..., Any]
"""From the sequences, and t, to the values at t + 1."""


class SequenceWorld(ABC):
    """What every world gives of sequences."""

    _names: dict[str, Any]
    given: list[Conclusion]

    @abstractmethod
    def _claimed(self, name: str, made: Callable[[], Any]) -> Any: ...

    @abstractmethod
    def sequence(
        self,
        name: str,
        such_that: Callable[[Sequence, Any], Conclusion] | None = None,
        *,
        start: int = 0,
        **assumptions: bool,
    ) -> Sequence:
        """Any sequence of numbers, `a[t]` at the integer t, of a sort as that of `number`.

        **Arguments**: `such_that(a, t)`, relations of numbers that are assumed at every integer t
        from `start` on: that a[t] is 0 or 1, or at most a[t + 1].
        """

    @abstractmethod
    def table(
        self,
        name: str,
        axes: int = 2,
        such_that: Callable[[Table, Any], Conclusion] | None = None,
        **assumptions: bool,
    ) -> Table:
        """Any numbers in several integers, `a[t, i]` at t and i, of a sort as that of `number`.

        As the weights of attention are: of every time t to every state i.

        **Arguments**: `such_that(a, t)`, relations of numbers that are assumed of the row t, for
        every t from 0 on, and read no other row: that a sum of a[t, i] over i is at most 1. A row
        of zeros has to meet them from some t on.
        """

    @abstractmethod
    def table_of(
        self,
        name: str,
        first: Callable[..., Any],
        edge: Callable[..., Any],
        following: Callable[..., Any],
        axes: int = 2,
    ) -> Table:
        """The table N with N[0, k] = first(k), N[s + 1, 0] = edge(s), and all others by these.

        N[s + 1, k + 1] is `following(N, s, k)`, which may read N[s + 1, k] and N[s, j] for all j:
        as binomial coefficients do, N[s + 1, k] + N[s, k]. With more `axes` the values have further
        integers, N[s, k, a], which all three are handed after these.
        """

    @abstractmethod
    def rows(
        self,
        name: str,
        first: Callable[..., Any],
        following: Callable[..., Any],
        axes: int = 2,
    ) -> Table:
        """The table X with X[0, k, ...] = first(k, ...), and each row by those before it.

        X[s + 1, k, ...] is `following(X, s, k, ...)`, which may read X[s, j, ...] for all j, and
        rows before: as a vector h_{s+1}, of entries k, is made from h_s.
        """

    @abstractmethod
    def recurrence(self, names: str, first: Any, following: Step, *, start: int = 0) -> Any:
        """The sequence with the value `first` at `start` and `following(h, t)` at t + 1.

        Of several names, with spaces between, sequences that depend on each other: `first` and
        `following(h, g, t)` are tuples then. The step may read h[t], and values before it.
        """

    @abstractmethod
    def for_all(
        self, name: str, body: Callable[[Any], Conclusion], *, start: int = 0
    ) -> Conclusion:
        """The conclusion `body(n)` for every integer n from `start` on, which is called `name`."""

    def _each_row(
        self,
        name: str,
        X: Table,
        first: Callable[..., Any],
        following: Callable[..., Any],
        axes: int,
    ) -> Conclusion:
        """What determines a table by its rows."""

        def row(s: Any) -> Conclusion:
            return self._for_each(
                f"k_{name}", axes - 1, lambda *k: Equal(X[(s + 1, *k)], following(X, s, *k))
            )

        start = self._for_each(f"t_{name}", axes - 1, lambda *k: Equal(X[(0, *k)], first(*k)))
        return All((start, self.for_all(f"s_{name}", row)))

    def _by_edge(
        self,
        name: str,
        N: Table,
        first: Callable[..., Any],
        edge: Callable[..., Any],
        following: Callable[..., Any],
        axes: int,
    ) -> Conclusion:
        """What determines a table: its first row, the starts of others, and all that follows."""
        further = axes - 2

        def row(s: Any) -> Conclusion:
            at_edge = self._for_each(
                f"e_{name}", further, lambda *a: Equal(N[(s + 1, 0, *a)], edge(s, *a))
            )
            inside = self._for_each(
                f"k_{name}",
                1 + further,
                lambda k, *a: Equal(N[(s + 1, k + 1, *a)], following(N, s, k, *a)),
            )
            return All((at_edge, inside))

        start = self._for_each(f"t_{name}", 1 + further, lambda *k: Equal(N[(0, *k)], first(*k)))
        return All((start, self.for_all(f"s_{name}", row)))

    def _for_each(self, name: str, count: int, said: Callable[..., Conclusion]) -> Conclusion:
        """What is said of several integers, for all of them."""

        def within(*places: Any) -> Conclusion:
            if len(places) == count:
                return said(*places)
            index = f"{name}_{len(places)}" if places else name
            return self.for_all(index, lambda k: within(*places, k))

        return within()


def _integer(name: str, start: int) -> sp.Symbol:
    """A symbol for the integers from a start on, as far as a sign can say so."""
    sign = {"positive": True} if start > 0 else {"nonnegative": True} if start == 0 else {}
    return sp.Symbol(name, integer=True, **sign)


def _index_of(name: str) -> str:
    """What the index is called by which something is said of all values of a sequence."""
    return f"t_{name}"


def _values(name: str, found: Any, count: int) -> tuple[sp.Expr, ...]:
    values = found if isinstance(found, tuple | list) else (found,)
    if len(values) != count:
        raise ArgumentError(name, found, f"{count} values, one for each sequence")
    return tuple(term(value, name) for value in values)


def _sequences(names: str, made: Callable[[str, int], Sequence]) -> list[Sequence]:
    listed = names.split() if isinstance(names, str) else []
    if not listed:
        raise ArgumentError("names", names, "a name, or several with spaces between")
    return [made(name, component) for component, name in enumerate(listed)]


def _alone(found: list[Sequence]) -> Any:
    return found[0] if len(found) == 1 else tuple(found)


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
                self.for_all(_index_of(name), lambda t: such_that(found, t), start=start)
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
            self.given.append(self.for_all(_index_of(name), lambda t: such_that(found, t)))
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
        values = _values("first", first, len(names.split()))
        t = self._bound(_index_of("_".join(names.split())), start)
        found, after = self._stepped(names, values, following, t)
        steps = [Equal(h[t + 1], value) for h, value in zip(found, after, strict=True)]
        starts = [Equal(h[start], value) for h, value in zip(found, values, strict=True)]
        self.given.append(All((*starts, ForAll(t, start, _joined(steps)))))
        return _alone(found)

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
            found = _sequences(names, lambda name, _, sort=sort: self._made(name, sort))
            with divisors_recorded() as more:
                after = _values("following", following(*found, SymbolicScalar(t)), len(found))
            if _are_of_sort(after, sort):  # and so, by induction, all values are
                self.divisors |= dict.fromkeys(more)
                return found, after
        raise AssertionError("of the last sort nothing is known")

    def for_all(  # noqa: D102
        self, name: str, body: Callable[[Any], Conclusion], *, start: int = 0
    ) -> ForAll:
        n = self._bound(name, start)
        return ForAll(n, start, body(SymbolicScalar(n)))

    def _bound(self, name: str, start: int) -> sp.Symbol:
        require_integer("start", start)
        self.bound[name] = self._claimed(name, lambda: _integer(name, start))
        return self.bound[name]


def _joined(said: list[Any]) -> Conclusion:
    return said[0] if len(said) == 1 else All(tuple(said))


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


class ConcreteSequences(SequenceWorld):
    """The sequences of a concrete world: what recurrences give, and what is drawn.

    `supposed`, what is assumed of drawn sequences for all integers, has to be seen to be met.
    """

    numbers: dict[str, Fraction]
    supposed: list[Quantified]
    _at_start = False  # whether something is said of the first integer, and of others by `at`
    _most_summands: int | None = None  # of all sums, where tables are computed from them
    sequences: dict[str, Sequence]

    @abstractmethod
    def _drawn(self, name: str, assumptions: Any) -> Fraction: ...

    @abstractmethod
    def _integer_from(self, name: str, start: int) -> int: ...

    @abstractmethod
    def _one_of(self, count: int) -> int: ...

    def sequence(  # noqa: D102
        self,
        name: str,
        such_that: Callable[[Sequence, Any], Conclusion] | None = None,
        *,
        start: int = 0,
        **assumptions: bool,
    ) -> Sequence:
        sort = sort_of(assumptions)
        drawn = Drawn(lambda: self._drawn(name, sort), sort, start, self._one_of)

        def made() -> Sequence:
            self.sequences[name] = Sequence(name, drawn.at)
            return self.sequences[name]

        found = self._claimed(name, made)
        if such_that is not None:
            assumed = self._again(such_that)
            drawn.such_that = lambda t: assumed(found, symbolic(t))
            said = self.for_all(_index_of(name), lambda t: such_that(found, t), start=start)
            self.given.append(said)
            self.supposed.append(said)
        return found

    def table(  # noqa: D102
        self,
        name: str,
        axes: int = 2,
        such_that: Callable[[Table, Any], Conclusion] | None = None,
        **assumptions: bool,
    ) -> Table:
        sort = sort_of(assumptions)
        drawn = DrawnTable(lambda: self._drawn(name, sort), sort, self._one_of)

        def made() -> Table:
            self.sequences[name] = found = Table(name, drawn.at, axes)
            return found

        found = self._claimed(name, made)
        if such_that is not None:
            assumed = self._again(such_that)
            drawn.such_that = lambda t: assumed(found, symbolic(t))

            def of_row(t: Any) -> Conclusion:
                with drawn.rows_beyond():
                    return such_that(found, t)

            said = self.for_all(_index_of(name), of_row)
            self.given.append(said)
            self.supposed.append(said)
        return found

    def table_of(  # noqa: D102
        self,
        name: str,
        first: Callable[..., Any],
        edge: Callable[..., Any],
        following: Callable[..., Any],
        axes: int = 2,
    ) -> Table:
        computed = ComputedTable(*map(self._again, (first, edge, following)))

        def made() -> Table:
            computed.table = self.sequences[name] = found = Table(name, computed.at, axes)
            return found

        N = self._claimed(name, made)
        self._computed(lambda: self._by_edge(name, N, first, edge, following, axes))
        return N

    def rows(  # noqa: D102
        self,
        name: str,
        first: Callable[..., Any],
        following: Callable[..., Any],
        axes: int = 2,
    ) -> Table:
        computed = ComputedRows(*map(self._again, (first, following)))

        def made() -> Table:
            computed.table = self.sequences[name] = found = Table(name, computed.at, axes)
            return found

        X = self._claimed(name, made)
        self._computed(lambda: self._each_row(name, X, first, following, axes))
        return X

    def recurrence(self, names: str, first: Any, following: Step, *, start: int = 0) -> Any:  # noqa: D102
        values = _values("first", first, len(names.split()))
        computed = Computed(start, values)

        def made(name: str, component: int) -> Sequence:
            self.sequences[name] = Sequence(name, lambda place: computed.at(place, component))
            return self.sequences[name]

        found = _sequences(names, lambda name, c: self._claimed(name, lambda: made(name, c)))

        def stepped(t: Any) -> tuple[sp.Expr, ...]:
            return _values("following", following(*found, symbolic(t)), len(found))

        def said(t: Any) -> Conclusion:
            reached = [h[t + 1] for h in found]
            return _joined([Equal(*pair) for pair in zip(reached, stepped(t), strict=True)])

        computed.step = self._again(stepped)
        starts = [Equal(h[start], value) for h, value in zip(found, values, strict=True)]
        name = _index_of("_".join(names.split()))
        self.given.append(All((*starts, self.for_all(name, said, start=start))))
        return _alone(found)

    def for_all(  # noqa: D102
        self, name: str, body: Callable[[Any], Conclusion], *, start: int = 0
    ) -> Quantified:
        require_integer("start", start)
        chosen = (lambda: start) if self._at_start else lambda: self._integer_from(name, start)
        number = self._claimed(name, chosen)
        self.numbers[name] = Fraction(number)
        again = self._again(body)
        said = body(symbolic(number))
        return Quantified.made(_integer(name, start), start, said, lambda k: again(symbolic(k)))

    def _computed(self, said: Callable[[], Conclusion]) -> None:
        """Keep what determines a table, which is so by how its values are computed."""
        if self._most_summands is None:
            self._most_summands = _MOST_SUMMANDS
        self._at_start = True
        try:
            self.given.append(said())
        finally:
            self._at_start = False

    def _add_up_one(self) -> None:
        """Count a summand, of which tables of a large size have too many."""
        if self._most_summands is not None:
            self._most_summands -= 1
            if self._most_summands < 0:
                raise TooLargeError("The values of a table are sums of too many numbers.")

    def _again(self, body: Callable[..., Any]) -> Callable[..., Any]:
        """What runs a body once more, which takes from the world the names that it took before."""
        outer = dict(self._names)

        def run(*arguments: Any) -> Any:
            names, numbers, sequences = self._names, dict(self.numbers), dict(self.sequences)
            lengths = len(self.given), len(self.supposed)
            self._names = dict(outer)
            try:
                return body(*arguments)
            finally:
                self._names, self.numbers, self.sequences = names, numbers, sequences
                del self.given[lengths[0] :], self.supposed[lengths[1] :]

        return run
