"""The values of a traced statement in a concrete world, to be held against the subject's own."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy as sp
from flint import arb
from sympy.core.function import AppliedUndef

from theorem_checks.judging.pure_values import is_read_right
from theorem_checks.proving.identities.balls import are_apart, differ
from theorem_checks.proving.index_notation.instances import table_of_powers
from theorem_checks.proving.moments.enumeration import expectation_at
from theorem_checks.proving.moments.placements import BudgetExceededError
from theorem_checks.statements.arrays.element_arrays import ElementArray, constants_of, elements_of
from theorem_checks.statements.arrays.index_expressions import IndexExpression, nodes
from theorem_checks.statements.arrays.index_families import Family, indices_of
from theorem_checks.statements.arrays.index_values import Instance, Values
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.tensors import Entry, Kind
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.exact import to_expression, to_fraction
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.moments.powers import Traces
from theorem_checks.statements.moments.statistics import Statistic
from theorem_checks.statements.normal_means import NormalMean, UnitsMean
from theorem_checks.statements.power_means import MeanWithin
from theorem_checks.statements.pure.conclusions import PureSide
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.reals.evaluation import evaluate as evaluate_formula
from theorem_checks.statements.reals.terms import Formula
from theorem_checks.statements.runs import Steps
from theorem_checks.statements.scalars import SymbolicScalar
from theorem_checks.statements.suprema import OfColumn
from theorem_checks.statements.terms import components, tensor_names
from theorem_checks.statements.values.evaluation import Interpretation, evaluate
from theorem_checks.statements.values.radicals import NoExactValueError, Radical
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.concrete_entries import RATIONALS
from theorem_checks.statements.worlds.symbolic import Symbolic

__all__ = ["agree", "leaves", "values_at"]

_MOST_STEPS = 20_000  # of a mean by enumeration


def leaves(conclusion: Conclusion) -> Iterator[tuple[str, Any]]:
    """Every term of a conclusion, with the name of its place."""
    if isinstance(conclusion, NormalMean | UnitsMean):
        yield from _leaves_of_mean(conclusion)
        return
    if isinstance(conclusion, OfColumn):
        yield from _leaves("numbers", (*conclusion.numbers, conclusion.count))
        return
    if isinstance(conclusion, MeanWithin):
        yield from _leaves_of_traces(conclusion.statistic)
        yield from (("about", conclusion.about), ("within", conclusion.within))
        return
    for field in fields(conclusion):  # pyright: ignore[reportArgumentType]
        if field.name == "variable":  # bound
            continue
        yield from _leaves(field.name, getattr(conclusion, field.name))


def _leaves_of_mean(conclusion: NormalMean | UnitsMean) -> Iterator[tuple[str, Any]]:
    """The numbers in a mean of normal ones, and its function at some points."""
    integrand: Any = conclusion.integrand
    for turn in range(2):
        values = (sp.Rational((-1) ** (n + turn), n + turn + 2) for n in range(8))
        point = dict(zip(conclusion.numbers, values, strict=False))
        yield f"integrand at point {turn + 1}", integrand.subs(point)
    yield "formula", conclusion.formula
    if isinstance(conclusion, NormalMean):
        yield from _leaves("covariance", conclusion.covariance)
    else:
        yield "units", conclusion.units


def _leaves_of_traces(statistic: Traces) -> Iterator[tuple[str, Any]]:
    """The numbers in a polynomial in traces, with numbers for what it sums over."""
    for matrix in statistic.matrices:
        sides = (matrix.rows, matrix.columns, matrix.variance)
        yield from _leaves(f"law of {matrix.name}", sides)
    for number, (coefficient, ranges, words) in enumerate(statistic.summands, 1):
        point = {a: sp.Integer(n + 2) for n, (a, _) in enumerate(ranges)}
        yield f"coefficient {number}", coefficient.xreplace(point)
        yield from _leaves(f"ranges {number}", tuple(size for _, size in ranges))
        for place, word in enumerate(words, 1):
            for f in word.factors:
                said = f"exponent of {f.matrix.name}{' transposed' * f.transposed}"
                yield f"{said} in trace {place} of {number}", f.exponent.xreplace(point)


def _leaves(name: str, part: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(part, Conclusion):
        yield from ((f"{name}.{inner}", leaf) for inner, leaf in leaves(part))
    elif isinstance(part, tuple):
        for number, inner in enumerate(part, 1):
            yield from _leaves(f"{name} {number}", inner)
    elif isinstance(part, Machine):
        said = {"first state": part.start, "next state": part.after, "output": part.output}
        for what, value in said.items():
            parts = components(value)
            yield from ((f"{name}, {what}", leaf) for leaf in parts)
    elif isinstance(part, bool | Difference):
        yield name, Fraction(bool(part))  # what a formula says at numbers
    elif isinstance(part, Statistic):
        if name == "formula":
            yield name, part
    elif not isinstance(part, str | int):
        yield name, part


def values_at(trace: Symbolic, world: Concrete) -> "_Values":
    """What the terms of a trace are at the sizes, numbers and entries of a concrete world."""
    return _Values(trace, world)


def _of_code(leaf: Steps | PureSide, seed: int) -> Any:
    """What a machine puts out by its data; 1 for a pure function that gives what was read."""
    if isinstance(leaf, PureSide):
        return Fraction(is_read_right(leaf, seed))
    return [leaf.run(tokens) for tokens in leaf.drawn(seed)]


class _Values:
    def __init__(self, trace: Symbolic, world: Concrete) -> None:
        self._seed = world.seed
        self._point = {
            symbol: Fraction(world.numbers[name])
            for name, symbol in (trace.symbols | trace.bound).items()
            if name in world.numbers
        }
        self._sequences = _ValuesOfSequences(world)
        for name, value in trace.case.items():
            for symbol in getattr(value, "free_symbols", ()):  # n = 12 + symbol
                self._point[symbol] = Fraction(world.numbers[name]) - to_fraction(value - symbol)
        self._reals = {
            entry.args[0]: number
            for name, terms in trace.reals_made.items()
            for entry, number in zip(
                np.asarray(terms, dtype=object).flat,
                np.asarray(world.reals_made[name], dtype=object).flat,
                strict=True,
            )
        }
        self._constants, self._averaged = world.constants, world.averaged
        self._instance = Instance(self._point, {})
        tables: dict[Kind, Any] = {}
        free = [(array, world.arrays[name]) for name, array in trace.arrays.items()]
        free += list(zip(trace.states, world.states, strict=True))
        for array, numbers in free:
            tables |= self._tables(array, numbers)
        bases = {kind.name: table for kind, table in tables.items()}
        for tensor, length in trace.powered.values():
            base, T = bases[tensor.power_of], self._instance.size(length)
            if not base:  # of a matrix of no rows
                tables[tensor.kind] = {}
                continue
            sizes = [1 + max(axis, default=-1) for axis in zip(*base, strict=True)]
            sizes = sizes[1:] if tensor.over_time else sizes
            times = [T] * (tensor.rank - len(sizes))
            tables[tensor.kind] = table_of_powers(tensor.kind, base, (*times, *sizes))
        self._instance = Instance(self._point, tables)
        self._values = Values(self._instance)  # of parts that several terms share, once

    def of(self, leaf: Any) -> Any:
        """The value of one term: a number, or an array of numbers.

        **Raises** `NoExactValueError`, `ZeroDivisionError` where there is none.
        """
        if isinstance(leaf, Fraction):
            return leaf
        if isinstance(leaf, Steps | PureSide):
            return _of_code(leaf, self._seed)
        if isinstance(leaf, SymbolicArray):
            return self._array(leaf)
        if isinstance(leaf, IndexExpression):
            return self._values.table(leaf)[()]
        if isinstance(leaf, Statistic):
            return evaluate(self._mean(leaf, self._point), self._point)
        if isinstance(leaf, Formula):
            return Fraction(evaluate_formula(leaf, self._reals))
        if leaf.has(AppliedUndef):
            return evaluate(leaf, self._point, self._sequences)
        try:
            return evaluate(leaf, self._point)
        except NoExactValueError:  # as of sin(7), which balls compare
            if leaf.has(sp.Sum, sp.Product) or not leaf.free_symbols <= self._point.keys():
                raise
            return leaf.xreplace({s: to_expression(self._point[s]) for s in leaf.free_symbols})

    def own(self, leaf: Any) -> Any:
        """What the concrete world itself has for a term: of a statistic, its mean.

        Of the steps of a cell it is what the cell puts out on some sequences.
        """
        if isinstance(leaf, Steps):
            return [leaf.run_itself(tokens) for tokens in leaf.drawn(self._seed)]
        if isinstance(leaf, PureSide):
            return Fraction(1)
        return self._mean(leaf, {}) if isinstance(leaf, Statistic) else self._traced(leaf)

    def _traced(self, leaf: Any) -> Any:
        """A value with what was drawn for the symbols over which means are taken."""
        if not self._averaged:
            return leaf
        if isinstance(leaf, ElementArray):
            entries = np.asarray(elements_of(leaf))
            made = np.empty(entries.shape, dtype=object)
            for place in np.ndindex(made.shape):
                made[place] = self._traced(entries[place])
            return RATIONALS.array(made)
        return leaf.xreplace(self._averaged) if isinstance(leaf, sp.Basic) else leaf

    def _mean(self, statistic: Statistic, point: Mapping[Any, Fraction]) -> sp.Expr:
        sizes = {symbol: int(value) for symbol, value in point.items() if value.denominator == 1}
        try:
            return expectation_at(statistic, sizes, self._constants, budget=_MOST_STEPS)
        except BudgetExceededError as error:
            raise NoExactValueError(str(error)) from None

    def _array(self, array: SymbolicArray) -> np.ndarray:
        members = [self._members(axis) for axis in array.axes]
        values = np.empty(tuple(map(len, members)), dtype=object)
        tables: dict[tuple[int, ...], tuple[Any, list[int]]] = {}  # and where its indices stand
        for place in np.ndindex(values.shape):
            chosen = [axis[number] for axis, number in zip(members, place, strict=True)]
            block = tuple(number for number, _ in chosen)
            if block not in array.blocks:
                values[place] = 0
                continue
            if block not in tables:
                expression = array.blocks[block]
                table = self._values.table(expression)
                standing = {index.name: n for n, index in enumerate(indices_of(array.axes, block))}
                tables[block] = table, [standing[name] for name in sorted(expression.free)]
            table, read = tables[block]
            at = [index for _, member in chosen for index in member]
            values[place] = table[tuple(at[n] for n in read)]
        return values

    def _members(self, axis: tuple[Family, ...]) -> list[tuple[int, tuple[int, ...]]]:
        """For each place of an axis the number of its family, and its indices there."""
        found = []
        for number, part in enumerate(axis):
            ranges = [range(self._instance.size(size)) for size in part.sizes]
            for member in product(*ranges):
                if not part.increasing or list(member) == sorted(member):
                    found.append((number, member))
        return found

    def _tables(
        self, array: SymbolicArray, numbers: ElementArray
    ) -> Mapping[Kind, dict[tuple[int, ...], Any]]:
        """The entries of the tensors of a free array, from the numbers drawn for it."""
        members = [self._members(axis) for axis in array.axes]
        free = tensor_names(array)
        tensors = {
            place: next(kind for kind in _tensors(block) if kind.name in free)
            for place, block in array.blocks.items()
        }
        tables: dict[Kind, dict[tuple[int, ...], Any]] = {t: {} for t in tensors.values()}
        for place in np.ndindex(tuple(map(len, members))):
            chosen = [axis[number] for axis, number in zip(members, place, strict=True)]
            block = tuple(number for number, _ in chosen)
            at = tuple(index for _, member in chosen for index in member)
            tables[tensors[block]][at] = elements_of(numbers)[place]
        for tensor, place in zip(tensors.values(), tensors, strict=True):
            ranges = [range(self._instance.size(i.range)) for i in indices_of(array.axes, place)]
            for at in product(*ranges):
                tables[tensor].setdefault(at, Fraction(0))  # outside of an increasing family
        return tables


class _ValuesOfSequences(Interpretation):
    """The values of the sequences of a concrete world, for functions that have no others."""

    def __init__(self, world: Concrete) -> None:
        super().__init__(0)
        self._world = world

    def of(self, name: str, *arguments: Any) -> Any:
        """The value of a sequence at an integer. **Raises** `NoExactValueError` for others."""
        sequence = self._world.sequences.get(name)
        at = [Fraction(argument) for argument in arguments]
        if sequence is None or any(place.denominator != 1 for place in at):
            raise NoExactValueError(f"{name}({', '.join(map(str, arguments))}) is no value")
        index: Any = tuple(map(int, at)) if len(at) > 1 else int(at[0])
        return evaluate(sequence[index].expression, {})

    def exp(self, exponent: Fraction) -> Any:
        """No value, as it is no rational one."""
        raise NoExactValueError(f"exp({exponent})")

    def gamma(self, argument: Fraction) -> Any:
        """No value, as it is no rational one."""
        raise NoExactValueError(f"gamma({argument})")


def _tensors(block: IndexExpression) -> Iterator[Kind]:
    return (part.tensor.kind for part in nodes([block]) if isinstance(part, Entry))


def agree(one: Any, other: Any) -> bool | None:
    """Whether two values are equal: numbers, or arrays entry by entry; None where unknown."""
    left, right = map(_listed, (one, other))
    if left.shape != right.shape:
        return False
    unknown = False
    for a, b in zip(left.flat, right.flat, strict=True):
        same = _same(a, b)
        if same is False:
            return False
        unknown |= same is None
    return None if unknown else True


def _listed(value: Any) -> np.ndarray:
    """A value as an array of numbers."""
    return np.asarray(
        elements_of(value) if isinstance(value, ElementArray) else constants_of(value),
        dtype=object,
    )


def _same(a: Any, b: Any) -> bool | None:
    if isinstance(a, arb) or isinstance(b, arb):
        one, other = (x.expression if isinstance(x, SymbolicScalar) else x for x in (a, b))
        return False if are_apart(one, other) else None
    left, right = _exact(a), _exact(b)
    if not isinstance(left, sp.Expr) and not isinstance(right, sp.Expr):
        return bool(left == right)
    if isinstance(left, Radical) or isinstance(right, Radical):
        return None  # a sum of roots beside a number of another kind
    one, other = (x if isinstance(x, sp.Expr) else to_expression(x) for x in (left, right))
    return False if differ(one, other, {}) else None


def _exact(value: Any) -> Any:
    """A number as a `Fraction` or a sum of roots where it is one, else as an expression."""
    if isinstance(value, SymbolicScalar):
        value = value.expression
    if isinstance(value, sp.Basic):
        try:
            return evaluate(value, {})
        except NoExactValueError:
            return value
    return value if isinstance(value, Radical) else to_fraction(value)
