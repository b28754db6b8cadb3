"""A world of numbers, drawn or given, in which a statement is true or false."""

import math
import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
import sympy as sp

from theorem_checks.errors import ArgumentError, CheckError, ExactnessError
from theorem_checks.statements.always import Watched
from theorem_checks.statements.arrays.derivatives import (
    derivative_at_numbers,
)
from theorem_checks.statements.arrays.element_arrays import ElementArray, elements_of
from theorem_checks.statements.arrays.functions import DrawnFunction
from theorem_checks.statements.arrays.known_tensors import (
    NoSuchTensorError,
    drawn_known,
    drawn_with_radius,
    drawn_with_spectrum,
)
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.classes import ForEvery
from theorem_checks.statements.closures import LookedInto
from theorem_checks.statements.computed_sequences import Computed
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.drawn_sequences import Drawn, DrawnTable, Plain
from theorem_checks.statements.exact import to_expression, to_fraction, total
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.mean_outputs import moment_on_three_points
from theorem_checks.statements.moments.constants import value_of
from theorem_checks.statements.moments.law import AbstractLaw
from theorem_checks.statements.moments.statistics import Statistic
from theorem_checks.statements.moments.tensors import (
    MatrixExpression,
)
from theorem_checks.statements.reals.differences import all_hold
from theorem_checks.statements.reals.terms import entries_named
from theorem_checks.statements.reals.terms import reals as real_terms
from theorem_checks.statements.reruns import same_value
from theorem_checks.statements.runs import Steps
from theorem_checks.statements.scalars import (
    SymbolicScalar,
    symbolic,
)
from theorem_checks.statements.sequences import Quantified, Sequence, UnmetError
from theorem_checks.statements.terms import term
from theorem_checks.statements.tracing import tracer
from theorem_checks.statements.values.elimination import inverse, right_inverse
from theorem_checks.statements.worlds.asked import (
    expression_of,
    its_name,
    own_sizes,
    require_axes,
    require_square,
)
from theorem_checks.statements.worlds.concrete_entries import (
    RATIONALS,
    described_entries,
    helper,
    number_of,
)
from theorem_checks.statements.worlds.concrete_sequences import ConcreteSequences
from theorem_checks.statements.worlds.drawn_orders import drawn_between
from theorem_checks.statements.worlds.drawn_powers import (
    ByAge,
    MatrixPowers,
    Powers,
    RunningProducts,
)
from theorem_checks.statements.worlds.ranges import ALL, Range, meets
from theorem_checks.statements.worlds.world import World, is_array

__all__ = ["TOKENS", "Concrete"]

TOKENS = ""
"""In place of a name, what the tokens of machines are called among what is `plain`."""

_DRAWS = 200  # of a number that has to meet assumptions


class Concrete(ConcreteSequences, World):
    """A world of numbers: the sizes are given, everything else is drawn from the seed.

    Draws are generic: numbers without zeros, ones or repetitions among the small ones, so that
    what cancels by chance does not. **Arguments**: `sizes`, values of some sizes by name; others
    are drawn, at most `spread` above their least value, and with `far` some of them up to there;
    `points`, values of some real numbers and of entries such as 'xs[0,1]'; `given`, some arrays of
    free entries by name; `plain`, which sequences and tables have simple values, and which
    ones; the tokens of machines are `TOKENS`.
    """

    is_symbolic = False

    def __init__(
        self,
        sizes: Mapping[str, int | Fraction],
        seed: int = 0,
        *,
        spread: int = 2,
        far: int = 0,
        points: Mapping[str, Fraction] | None = None,
        given: Mapping[str, ElementArray] | None = None,
        plain: Mapping[str, Plain] | None = None,
    ) -> None:
        super().__init__()
        self._with_these = lambda sizes, points, given, plain: Concrete(
            sizes, seed, spread=spread, far=far, points=points, given=given, plain=plain
        )
        self.least: dict[str, int] = {}  # of sizes
        self.sorts: dict[str, tuple[Mapping[str, bool], Range]] = {}  # of numbers, what they meet
        self.free: dict[str, ElementArray] = {}  # arrays of any entries
        self._given_arrays = dict(given or {})
        self.plain: dict[str, Plain] = dict(plain or {})
        self.has_tokens = False  # whether some were drawn
        self._token_values = self.plain.get(TOKENS, Plain.ZEROS).values()
        self._sizes, self._points = dict(sizes), dict(points or {})
        self.spread, self.far = spread, far
        self.numbers: dict[str, Fraction] = {}
        self.sequences: dict[str, Sequence] = {}
        self.computed: list[Computed] = []
        self.drawn: dict[str, Drawn | DrawnTable] = {}
        self.supposed: list[Quantified] = []
        self.reals_made: dict[str, Any] = {}
        self.points: dict[str, Fraction] = {}  # of these, entry by entry
        self.arrays: dict[str, ElementArray] = {}
        self.functions: dict[str, DrawnFunction] = {}
        self.states: list[ElementArray] = []
        self.averaged: dict[sp.Symbol, sp.Expr] = {}  # entries of drawn arrays, as they are traced
        self.sampled = 0  # events whose probability was estimated
        self.undecided: set[tuple[int, ...]] = set()  # parts that are true or false of no world
        self.seed = seed
        self._source = random.Random(seed)  # noqa: S311  # no secret hangs on it
        self._looked_into = LookedInto()

    def anew(self) -> "Concrete":
        """The same world, of which nothing was taken yet."""
        return self.but_for()

    def but_for(
        self,
        numbers: Mapping[str, int | Fraction] | None = None,
        points: Mapping[str, Fraction] | None = None,
        given: Mapping[str, ElementArray] | None = None,
        plain: Mapping[str, Plain] | None = None,
    ) -> "Concrete":
        """The same world with others of its arguments; `numbers` are sizes and others."""
        return self._with_these(
            {**self._sizes, **(numbers or {})},
            {**self._points, **(points or {})},
            {**self._given_arrays, **(given or {})},
            {**self.plain, **(plain or {})},
        )

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was taken of it: what was made in it depends on nothing but its seed."""
        first = random.Random(self.seed).getstate()  # noqa: S311
        taken = (self.numbers, self.arrays, self.reals_made, self.sequences, self.drawn)
        return not any((*taken, self._points)) and self._source.getstate() == first

    def _scalar(self, name: str, assumptions: dict[str, bool], within: Range) -> SymbolicScalar:
        def made() -> SymbolicScalar:
            value = self._sizes.get(name)
            drawn = self._drawn(name, assumptions, within) if value is None else value
            number = Fraction(drawn)
            if within.low is not None and number < within.low:
                raise ArgumentError(name, number, f"a number from {within.low} on")
            if not within.admits(number):
                raise ArgumentError(name, number, "a number in the range that the statement gives")
            self.numbers[name] = number
            if assumptions.get("integer") and within.low is not None:
                self.least[name] = math.ceil(within.low)
            else:
                self.sorts[name] = assumptions, within
            return SymbolicScalar(sp.Rational(number.numerator, number.denominator))

        return self._claimed(name, made)

    def _drawn(self, name: str, assumptions: Mapping[str, bool], within: Range = ALL) -> Fraction:
        """A number that meets assumptions, of which the first draws know the usual ones only."""
        for _ in range(_DRAWS):
            number = self._any(assumptions, within)
            if name in self._small and self._source.random() < 0.5:
                number = Fraction(self._source.randint(1, 96), 97) * (1 if number > 0 else -1)
            if meets(number, assumptions, within):
                return number
        raise ArgumentError("assumptions", assumptions, "what a rational number can meet")

    def _any(self, assumptions: Mapping[str, bool], within: Range) -> Fraction:
        if assumptions.get("integer"):
            if within.low is not None and within.high is not None:
                ends = math.ceil(within.low), math.floor(within.high)
                return Fraction(self._source.randint(*ends))
            past = self._source.randint(0, self.spread)
            if self.far and self._source.random() < 0.5:
                past = self._source.randint(self.far // 2, self.far)
            if within.low is None:
                past = self._source.choice((-1, 1)) * (past + self._source.randint(0, 2))
            if within.high is not None:
                return Fraction(math.floor(within.high) - past)
            return Fraction(math.ceil(within.low or 0) + past)
        number = Fraction(self._source.randint(2, 97), self._source.choice((1, 2, 3, 5, 7)))
        if within.low is not None or within.high is not None:
            both = within.low is not None and within.high is not None
            share = Fraction(self._source.randint(0, 97), 97) if both else Fraction(0)
            return within.between(share, number)
        signed = not (assumptions.get("positive") or assumptions.get("nonnegative"))
        return -number if signed and self._source.random() < 0.5 else number

    def _integer_from(self, name: str, start: int) -> int:
        drawn = self._any({"integer": True}, Range(Fraction(start)))
        given = int(self._sizes.get(name, drawn))
        if given < start:
            raise UnmetError(f"{name} = {given} is before {start}")
        return given

    def _one_of(self, count: int) -> int:
        return self._source.randrange(count)

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of numbers returns, on symbolic scalars and on bare ones, if rational.

        **Raises** `UndecidedQuestionError` as in the symbolic world; `CheckError` if the function
        returns something else on Python's numbers.
        """
        found = super().call(function, *arguments)
        if any(map(is_array, arguments)):
            return found
        scalars = [symbolic(a) for a in arguments if not isinstance(a, Sequence)]
        if not all(expression_of(scalar).is_rational for scalar in scalars):
            return found  # there is no bare number for it
        numbers = [a if isinstance(a, Sequence) else _bare(a) for a in arguments]
        try:
            again = function(*numbers)
        except ExactnessError as error:  # as of exp(m / 4), for which an int makes a float
            try:
                again = function(*(Fraction(n) if isinstance(n, int) else n for n in numbers))
            except TypeError:
                raise error from None
        for one, other in zip(_listed(found), _listed(again), strict=True):
            if not same_value(expression_of(other), one.expression):
                at = ", ".join(repr(a) if isinstance(a, Sequence) else str(a) for a in numbers)
                raise CheckError(
                    f"The subject returns {other} on the numbers {at}, and {one!r} where it is"
                    " handed the same numbers as symbolic scalars: it looks at their type."
                )
        return found

    def _ran(self, steps: Steps) -> None:
        steps.run_itself([next(steps.drawn(self.seed))[0]])

    def _open_moment(self, name: str, law: AbstractLaw, order: int) -> sp.Expr:
        self._sizes[name] = to_fraction(moment_on_three_points(law, order))
        return self.number(name).expression

    def _as_drawn(self, name: str, array: Any) -> Any:
        """Symbols, as means are over all that they may be; what was drawn for them is kept."""
        named = np.empty(array.shape, dtype=object)
        for place in np.ndindex(named.shape):
            symbol = sp.Symbol("_".join(map(str, (name, *place))), real=True)
            self.averaged[symbol] = to_expression(elements_of(array)[place])
            named[place] = symbol
        return RATIONALS.array(named)

    def _read_in(self, value: Any) -> set[Any]:
        entries = elements_of(value).flat if isinstance(value, ElementArray) else [value]
        return {s for one in entries if isinstance(one, sp.Basic) for s in one.free_symbols}

    def _array(self, name: str, axes: tuple[Any, ...], known: str) -> ElementArray:
        shape = tuple(map(int, axes))
        free = self._small_or_not if name in self._small else self.fresh
        self.arrays[name] = (
            self._known(name, known, shape) if known else self._given_or(name, free(shape))
        )
        return self.arrays[name]

    def _given_or(self, name: str, drawn: ElementArray) -> ElementArray:
        """The entries that are given for an array of any, or else those that were drawn."""
        given = self._given_arrays.get(name)
        self.free[name] = drawn if given is None or given.shape != drawn.shape else given
        return self.free[name]

    def _small_or_not(self, shape: tuple[int, ...]) -> ElementArray:
        """Entries between -1 and 1, and at times of every size."""
        return self.fresh(shape) / 98 if self._source.random() < 0.75 else self.fresh(shape)

    def _symmetric(self, name: str, size: Any, least: Any, most: Any) -> ElementArray:
        ends = to_fraction(expression_of(least)), to_fraction(expression_of(most))
        try:
            drawn = drawn_with_spectrum(int(size), *ends, self._source)
        except NoSuchTensorError as error:
            raise UnmetError(str(error)) from None
        self.arrays[name] = _with_entries(drawn, (int(size), int(size)))
        return self.arrays[name]

    def _between(self, name: str, low: Any, high: Any) -> ElementArray:
        lower, upper = (None if end is None else _exact_rows(end) for end in (low, high))
        try:
            drawn = drawn_between(lower, upper, self._source)
        except NoSuchTensorError as error:
            raise UnmetError(str(error)) from None
        self.arrays[name] = RATIONALS.array(drawn)
        return self.arrays[name]

    def _with_radius(self, name: str, size: Any, most: Any, *, normal: bool) -> ElementArray:
        number = to_fraction(expression_of(most))
        try:
            drawn = drawn_with_radius(int(size), number, self._source, normal=normal)
        except NoSuchTensorError as error:
            raise UnmetError(str(error)) from None
        self.arrays[name] = _with_entries(drawn, (int(size), int(size)))
        return self.arrays[name]

    def invertible(self, name: str, size: Any) -> tuple[ElementArray, ElementArray]:  # noqa: D102
        def made() -> tuple[ElementArray, ElementArray]:
            n = int(size)
            matrix = self.fresh((n, n))
            while (inverted := inverse(elements_of(matrix).tolist())) is None:
                matrix = self.fresh((n, n))
            other = RATIONALS.array(np.array(inverted, dtype=object).reshape(n, n))
            self.arrays |= {name: matrix, f"{name}^-1": other}
            self._related += [matrix, other]
            return matrix, other

        return self._claimed(name, made)

    def _right_inverse(self, name: str, matrix: ElementArray) -> ElementArray:
        shape = tuple(map(int, matrix.shape))
        entries = elements_of(matrix).tolist()
        found = right_inverse(entries if len(shape) == 2 else [entries])
        self.arrays[name] = self.fresh(shape[::-1])
        if found is not None:
            values = np.array(found, dtype=object).reshape(shape[::-1])
            self.arrays[name] = RATIONALS.array(values)
        return self.arrays[name]

    def real(self, name: str, *shape: int) -> Any:  # noqa: D102
        def made() -> Any:
            values = np.empty(shape, dtype=object)
            named = np.ravel(entries_named(name, shape) if shape else real_terms(name))
            for place, entry in zip(np.ndindex(shape), named, strict=True):
                drawn = self._drawn_real()
                number = self._points.get(entry.args[0], drawn)
                values[place] = self.points[entry.args[0]] = number
            values.flags.writeable = False
            self.reals_made[name] = values if shape else values[()]
            return self.reals_made[name]

        return self._claimed(name, made)

    def _drawn_real(self) -> Fraction:
        """A number of every sort: small ones, equal ones, what lies within (0, 1), far ones."""
        sort = self._source.randrange(8)
        if sort < 3:
            return Fraction(self._source.randint(-3, 3))
        if sort < 5:
            return Fraction(self._source.randint(1, 96), 97)
        number = Fraction(self._source.randint(-97, 97), self._source.choice((1, 2, 3, 7)))
        return number * 1000 if sort == 7 else number

    def assume(self, formula: Any) -> None:  # noqa: D102
        if all_hold(formula) is not True:
            raise UnmetError("The numbers that were drawn do not meet what is assumed.")

    def constant(self, name: str, *sizes: Any, known: str = "") -> MatrixExpression:  # noqa: D102
        shape = tuple(map(int, sizes))
        entries = (
            self._known(name, known, shape) if known else self._given_or(name, self.fresh(shape))
        )
        self.constants[name] = elements_of(entries).reshape(shape[0], -1).tolist()
        return super().constant(name, *sizes, known=known)

    def _value(
        self, name: str, statistic: Statistic, assumptions: dict[str, bool]
    ) -> SymbolicScalar:
        def made() -> SymbolicScalar:
            number = value_of(statistic, self.constants)
            exact = sp.Rational(number.numerator, number.denominator)
            if any(getattr(exact, f"is_{sort}") is not so for sort, so in assumptions.items()):
                raise UnmetError(f"{name} = {number} is not what is assumed of it.")
            self.numbers[name] = number
            return SymbolicScalar(exact)

        return self._claimed(name, made)

    def _rows_within(self, name: str, rows: Any, columns: Any, radius: Any) -> MatrixExpression:
        """Rows of which the absolute values add up to the radius, one entry alone at times."""
        length, made = to_fraction(expression_of(radius)), []
        for _ in range(int(rows)):
            drawn = [
                self._source.choice((-1, 1)) * self._source.randint(1, 9)
                for _ in range(int(columns))
            ]
            if self._source.random() < 0.5:
                one = self._source.randrange(int(columns))
                drawn = [number * (place == one) for place, number in enumerate(drawn)]
            total = sum(map(abs, drawn))
            made.append([length * number / total for number in drawn])
        self.constants[name] = made
        return super()._rows_within(name, rows, columns, radius)

    def _known(self, name: str, known: str, shape: tuple[int, ...]) -> ElementArray:
        """An array that meets what is known of it."""
        Tensor(name, len(shape), known=known)  # which says what is wrong with it
        if known in ("orthogonal", "permutation") and len(set(shape)) > 1:
            raise ArgumentError("axes", shape, "two equal ones, of an orthogonal matrix")
        try:
            drawn = drawn_known(known, shape, self._source)
        except NoSuchTensorError as error:
            raise UnmetError(str(error)) from None
        return _with_entries(drawn, shape)

    def fresh(self, shape: tuple[int, ...]) -> ElementArray:
        """An array of entries that are drawn anew, without a name."""
        values = np.empty(shape, dtype=object)
        for place in np.ndindex(shape):
            values[place] = Fraction(self._source.choice((-1, 1)) * self._source.randint(2, 97))
        return RATIONALS.array(values)

    def token(self, shape: tuple[int, ...]) -> ElementArray:
        """A token of a machine, drawn anew, or of the values that tokens have."""
        self.has_tokens = True
        drawn = self.fresh(shape)  # so that all else is drawn as before
        if TOKENS not in self.plain:
            return drawn
        values = np.empty(shape, dtype=object)
        for place in np.ndindex(shape):
            values[place] = next(self._token_values)
        return RATIONALS.array(values)

    def described(  # noqa: D102
        self, description: Any, sizes: Mapping[str, Any], parameters: Mapping[str, Any]
    ) -> ElementArray:
        return described_entries(description, sizes, parameters, self._looked_into)

    def entries(self, entry: Callable[..., Any], *sizes: Any) -> ElementArray:  # noqa: D102
        axes = [tuple(map(int, own)) for own in map(own_sizes, sizes)]
        values = np.empty([n for own in axes for n in own], dtype=object)
        called = tracer(entry, self._looked_into)
        for place in np.ndindex(values.shape):
            values[place] = number_of(called(helper(), *place))
        return RATIONALS.array(values.reshape(tuple(map(prod, axes))))

    def powers(self, name: str, base: ElementArray, length: Any) -> "Powers":  # noqa: D102
        own = self.arrays[its_name(base, self.arrays)]
        return self._claimed(name, lambda: Powers(own, int(length)))

    def function(self, name: str, inputs: Any, outputs: Any) -> DrawnFunction:  # noqa: D102
        def made() -> DrawnFunction:
            self.functions[name] = DrawnFunction(name, int(inputs), int(outputs))
            return self.functions[name]

        return self._claimed(name, made)

    def running_products(self, name: str, base: ElementArray) -> "Powers":  # noqa: D102
        require_axes(base)
        own = self.arrays[its_name(base, self.arrays)]
        return self._claimed(name, lambda: RunningProducts(own, int(own.shape[0])))

    def matrix_powers(self, name: str, base: ElementArray, length: Any) -> "Powers":  # noqa: D102
        own = self.arrays[its_name(base, self.arrays)]
        require_square(own)
        return self._claimed(name, lambda: MatrixPowers(own, int(length)))

    def by_age(self, powers: "MatrixPowers") -> "ByAge":  # noqa: D102
        return ByAge(powers)

    def _over(
        self, kind: Any, part: Callable[[Any], Any], name: str, first: Any, last: Any
    ) -> SymbolicScalar:
        def made() -> SymbolicScalar:
            called = tracer(part, self._looked_into)
            before, values = dict(self._names), []
            if kind is sp.Sum and not all(
                symbolic(end).expression.is_Integer for end in (first, last)
            ):
                each = SymbolicScalar(sp.Dummy("k", integer=True))
                if term(called(each), "a summand") == 0:  # in how many terms ever
                    return SymbolicScalar(sp.Integer(0))
            for k in range(int(first), int(last) + 1):
                self._names = dict(before)  # what a summand names, it names for each k
                self._add_up_one()
                values.append(called(symbolic(k)))
            for value in values:
                _require_number(value)
            parts = [term(value, "a summand") for value in values]
            return SymbolicScalar(total(parts) if kind is sp.Sum else sp.Mul(*parts))

        return self._claimed(name, made)

    def for_every(  # noqa: D102
        self,
        members: str,
        draw: Callable[[random.Random], Any],
        holds: Callable[[Any], Conclusion],
        words: str,  # noqa: ARG002
    ) -> Conclusion:
        return ForEvery(members, holds(draw(self._source)))

    def _derived(
        self,
        function: Callable[[Any], Any],
        at: ElementArray,
        *,
        where_defined: bool,  # noqa: ARG002  # a divisor that is 0 is an error by itself
    ) -> ElementArray:
        return derivative_at_numbers(function, at)

    def _always(
        self,
        machine: Machine,
        said: Callable[[Any], Conclusion],
        allowed: Callable[[Any, Any], Conclusion] | None,
    ) -> Watched:
        def met(state: Any, token: Any) -> tuple[Conclusion, ...]:
            return (allowed(state, token),) if allowed else ()

        return Watched.made(machine, self._again(said), self._again(met))

    def _stepped_on(self, step: Callable[[Any], tuple[Any, Any]], token: Any) -> tuple[Any, Any]:
        return step(token)

    def _state(self, name: str, start: ElementArray) -> ElementArray:  # noqa: ARG002
        self.states.append(self.fresh(start.shape))
        return self.states[-1]


def _with_entries(
    entries: Mapping[tuple[int, ...], Fraction], shape: tuple[int, ...]
) -> ElementArray:
    values = np.empty(shape, dtype=object)
    for place, value in entries.items():
        values[place] = value
    return RATIONALS.array(values)


def _exact_rows(matrix: Any) -> list[list[Fraction]]:
    """The rows of a matrix of exact numbers."""
    return [[to_fraction(expression_of(x)) for x in row] for row in elements_of(matrix).tolist()]


def _bare(argument: Any) -> int | Fraction:
    """A number as Python's own."""
    found = to_fraction(argument)
    return int(found) if found.denominator == 1 else found


def _listed(value: Any) -> list[Any]:
    """A value, or the values of nested tuples and lists, in order."""
    if isinstance(value, tuple | list):
        return [leaf for part in value for leaf in _listed(part)]
    return [value]


def _require_number(summand: Any) -> None:
    """Raise `ArgumentError` for an entry of an array, which is an array, in place of a number."""
    if isinstance(summand, ElementArray):
        raise ArgumentError(
            "summand",
            summand,
            "a number",
            "w.sum and w.product are of numbers and sequences. The sum of the entries of an array"
            " is x.sum(), that of products x @ y or (A * B).sum(); other sums of entries are made"
            " in w.entries(lambda helper, i: ..., n), whose helper has `sum`.",
        )
