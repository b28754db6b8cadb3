"""The sequences of a concrete world: numbers, drawn, or computed by recurrences."""

from abc import abstractmethod
from collections.abc import Callable
from contextlib import ExitStack
from fractions import Fraction
from functools import cache, partial
from itertools import chain
from typing import Any

import sympy as sp

from theorem_checks.errors import require_integer
from theorem_checks.statements.analysis import BoundedBelow, Proportional
from theorem_checks.statements.computed_sequences import Computed, ComputedRows, ComputedTable
from theorem_checks.statements.conclusions import All, Conclusion, Equal
from theorem_checks.statements.drawn_sequences import Drawn, DrawnTable, Plain
from theorem_checks.statements.reads import reads_left_out
from theorem_checks.statements.scalars import symbolic
from theorem_checks.statements.sequences import (
    InProportion,
    InTheEnd,
    InValues,
    Quantified,
    Sequence,
    Table,
    TooLargeError,
    sort_of,
)
from theorem_checks.statements.terms import term as term_of
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

__all__ = ["ConcreteSequences"]


_MOST_SUMMANDS = 20_000


class ConcreteSequences(SequenceWorld):
    """The sequences of a concrete world: what recurrences give, and what is drawn.

    `supposed`, what is assumed of drawn sequences for all integers, has to be seen to be met.
    """

    numbers: dict[str, Fraction]
    plain: dict[str, Plain]  # of sequences and tables
    supposed: list[Quantified]
    _at_start = False  # whether something is said of the first integer, and of others by `at`
    _most_summands: int | None = None  # of all sums, where tables are computed from them
    sequences: dict[str, Sequence]
    computed: list[Computed]  # recurrences
    drawn: dict[str, Drawn | DrawnTable]  # by name, what is computed from nothing

    @property
    def named_numbers(self) -> dict[str, Fraction]:
        """The numbers without those of indices that no author named."""
        return {name: n for name, n in self.numbers.items() if name not in self._unnamed}

    def _value_of(self, name: str, sort: Any) -> Callable[[], Fraction]:
        """Of a sequence or table how each value is drawn, or taken where these are simple."""
        if (plain := self.plain.get(name)) is None:
            return lambda: self._drawn(name, sort)
        values = plain.values()

        def value() -> Fraction:
            self._drawn(name, sort)  # so that all else is drawn as before
            return next(values)

        return value

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
        drawn = Drawn(self._value_of(name, sort), sort, start, self._one_of)

        def made() -> Sequence:
            self.sequences[name] = Sequence(name, drawn.at)
            self.drawn[name] = drawn
            return self.sequences[name]

        found = self._claimed(name, made)
        if such_that is not None:
            assumed = self._again(such_that)
            drawn.such_that = lambda t: assumed(found, symbolic(t))
            said = self.for_all(
                self._own(index_of(name)), lambda t: such_that(found, t), start=start
            )
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
        drawn = DrawnTable(self._value_of(name, sort), sort, self._one_of)

        def made() -> Table:
            self.sequences[name] = found = Table(name, drawn.at, axes)
            self.drawn[name] = drawn
            return found

        found = self._claimed(name, made)
        if such_that is not None:
            assumed = self._again(such_that)
            drawn.such_that = lambda t: assumed(found, symbolic(t))

            def of_row(t: Any) -> Conclusion:
                with drawn.rows_beyond():
                    return such_that(found, t)

            said = self.for_all(self._own(index_of(name)), of_row)
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
        N = self._claimed(name, lambda: self._table_of(name, computed, axes))
        self._computed(lambda: self._by_edge(name, N, first, edge, following, axes))
        return N

    def _table_of(self, name: str, computed: ComputedTable | ComputedRows, axes: int) -> Table:
        """The table of what is computed, by its name."""
        computed.table = self.sequences[name] = found = Table(name, computed.at, axes)
        return found

    def places(  # noqa: D102
        self,
        names: str,
        length: Any,
        first: Callable[[Any], tuple[Any, ...]],
        following: Callable[..., tuple[Any, ...]],
    ) -> Any:
        found: list[Table] = []
        after = self._rows_after(found, length, following)

        def made(name: str, component: int) -> Table:
            parts = self._each_place(first, after, component)
            computed = ComputedTable(*map(self._again, parts))
            return self._table_of(name, computed, 2)

        for component, name in enumerate(names.split()):
            found.append(self._claimed(name, partial(made, name, component)))
        for component, table in enumerate(found):
            parts = self._each_place(first, after, component)
            self._computed(partial(self._by_edge, repr(table), table, *parts, 2))
        return tuple(found)

    def rows(  # noqa: D102
        self,
        name: str,
        first: Callable[..., Any],
        following: Callable[..., Any],
        axes: int = 2,
    ) -> Table:
        computed = ComputedRows(*map(self._again, (first, following)))
        X = self._claimed(name, lambda: self._table_of(name, computed, axes))
        self._computed(lambda: self._each_row(name, X, first, following, axes))
        return X

    def recurrence(self, names: str, first: Any, following: Step, *, start: int = 0) -> Any:  # noqa: D102
        values = values_of("first", first, len(names.split()))
        computed = Computed(start, values)

        def made(name: str, component: int) -> Sequence:
            self.sequences[name] = Sequence(name, lambda place: computed.at(place, component))
            return self.sequences[name]

        found = sequences_of(names, lambda name, c: self._claimed(name, lambda: made(name, c)))

        def stepped(t: Any) -> tuple[sp.Expr, ...]:
            return values_of("following", following(*found, symbolic(t)), len(found))

        def said(t: Any) -> Conclusion:
            reached = [h[t + 1] for h in found]
            return joined([Equal(*pair) for pair in zip(reached, stepped(t), strict=True)])

        computed.step = self._again(stepped)
        self.computed.append(computed)
        starts = [Equal(h[start], value) for h, value in zip(found, values, strict=True)]
        name = index_of("_".join(names.split()))
        self.given.append(All((*starts, self.for_all(self._own(name), said, start=start))))
        return alone(found)

    def for_all(  # noqa: D102
        self, name: str, body: Callable[[Any], Conclusion], *, start: int = 0
    ) -> Quantified:
        require_integer("start", start)
        chosen = (lambda: start) if self._at_start else lambda: self._integer_from(name, start)
        number = self._claimed(name, chosen)
        self.numbers[name] = Fraction(number)
        again = self._again(body)
        said = body(symbolic(number))
        return Quantified.made(integer_from(name, start), start, said, lambda k: again(symbolic(k)))

    def bounded_below(self, name: str, term: Callable[[Any], Any]) -> BoundedBelow:  # noqa: D102
        number = self._drawn_integer(name)
        again = self._again(lambda n: (term_of(term(n), "term"),))
        later = cache(partial(self._in_values, name, again))
        return InTheEnd.made(number, term(symbolic(number)), later)

    def proportional(self, name: str, both: Callable[[Any], Any]) -> Proportional:  # noqa: D102
        number = self._drawn_integer(name)
        again = self._again(lambda n: tuple(chain(*parts_of(both(n)))))
        later = cache(partial(self._in_values, name, again))
        return InProportion.made(number, parts_of(both(symbolic(number))), later)

    def _drawn_integer(self, name: str) -> int:
        """An integer of a name; what is said is of all large ones, and so of no single one."""
        number = self._claimed(name, lambda: self._integer_from(name, 0))
        self.numbers[self._own(name)] = Fraction(number)
        return number

    def _in_values(self, name: str, terms: Callable[[Any], tuple[sp.Expr, ...]]) -> InValues:
        """Terms at any integer, in the values that the recurrences of the world have there."""
        n = sp.Dummy(name, integer=True, nonnegative=True)
        values = [sp.symbols(f"_:{one.count}", real=True, cls=sp.Dummy) for one in self.computed]
        with ExitStack() as stack:
            for one, own in zip(self.computed, values, strict=True):
                stack.enter_context(one.having(n, own))
            expressions = terms(symbolic(n))
            following = [one.step(n) for one in self.computed]
        return InValues(
            n,
            expressions,
            tuple(chain(*values)),
            tuple(chain(*following)),
            max((one.start for one in self.computed), default=0),
            lambda k: tuple(chain(*(one.values(k) for one in self.computed))),
        )

    def _computed(self, said: Callable[[], Conclusion]) -> None:
        """Keep what determines a table, which is so by how its values are computed."""
        if self._most_summands is None:
            self._most_summands = _MOST_SUMMANDS
        self._at_start = True
        try:
            with reads_left_out():
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
