"""The world of symbols, in which a statement is traced once for all values."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.always import Always
from theorem_checks.statements.arrays.derivatives import (
    derivative_for_all_sizes,
)
from theorem_checks.statements.arrays.functions import SymbolicFunction
from theorem_checks.statements.arrays.index_expressions import Sum, scalar
from theorem_checks.statements.arrays.index_relations import at_most, delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.lags import lag
from theorem_checks.statements.arrays.symbolic_arrays import (
    SymbolicArray,
    array_of,
    described,
    family,
    symbol_array,
)
from theorem_checks.statements.arrays.tensors import Entry, Tensor, inverse_pair
from theorem_checks.statements.classes import Described, ForEvery
from theorem_checks.statements.conclusions import AtMost, Conclusion, Less
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.moments.law import AbstractLaw
from theorem_checks.statements.moments.statistics import Statistic
from theorem_checks.statements.reals.differences import all_hold
from theorem_checks.statements.reals.terms import Formula, entries_named
from theorem_checks.statements.reals.terms import reals as real_terms
from theorem_checks.statements.runs import Steps
from theorem_checks.statements.scalars import (
    SymbolicScalar,
    divisors_recorded,
    symbolic,
)
from theorem_checks.statements.terms import entries_of, put, replacement, tensor_names, term
from theorem_checks.statements.tracing import call_on_scalars
from theorem_checks.statements.worlds.asked import (
    as_axis,
    expression_of,
    its_name,
    own_sizes,
    require_axes,
    require_square,
)
from theorem_checks.statements.worlds.ranges import ALL, Range
from theorem_checks.statements.worlds.symbolic_sequences import SymbolicSequences
from theorem_checks.statements.worlds.world import World

__all__ = ["Symbolic"]


class Symbolic(SymbolicSequences, World):
    """The world of symbols; in a `case` the named sizes are what is given there.

    `case` maps the name of a size to a number, or to a pair (from, symbol): n = from + symbol.
    """

    is_symbolic = True

    def __init__(self, case: Mapping[str, int | sp.Expr] | None = None) -> None:
        super().__init__()
        self.case = dict(case or {})
        self.least: dict[str, int] = {}  # of the sizes in the case
        self.symbols: dict[str, sp.Symbol] = {}
        self.bound: dict[str, sp.Symbol] = {}
        self.sequences: dict[str, Any] = {}
        self.hypotheses: list[AtMost | Less] = []
        self.assumed: list[Formula] = []
        self.divisors: dict[sp.Expr, None] = {}
        self.arrays: dict[str, SymbolicArray] = {}
        self.reals_made: dict[str, Any] = {}
        self.states: list[SymbolicArray] = []
        self.powered: dict[str, tuple[Tensor, sp.Expr]] = {}
        self.functions: list[str] = []

    def _scalar(self, name: str, assumptions: dict[str, bool], within: Range) -> SymbolicScalar:
        def made() -> SymbolicScalar:
            if name in self.case:
                if within.low is None or assumptions.keys() - {"real"} != {"integer"}:
                    hint = "Cases are integers from the least one on: w.size(name)."
                    raise ArgumentError("cases", name, "a size", hint)
                self.least[name] = int(within.low)
                return symbolic(self.case[name])
            symbol = sp.Symbol(name, **assumptions | within.sign)
            self.symbols[name] = symbol
            self.hypotheses += within.relations(symbol)
            return SymbolicScalar(symbol)

        return self._claimed(name, made)

    def _value(
        self,
        name: str,
        statistic: Statistic,  # noqa: ARG002
        assumptions: dict[str, bool],
    ) -> SymbolicScalar:
        return self._scalar(name, assumptions, ALL)

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of numbers returns; what it divides by is kept in `divisors`."""
        with divisors_recorded() as divisors:
            found = super().call(function, *arguments)
        self.divisors |= dict.fromkeys(divisors)
        return found

    def _ran(self, steps: Steps) -> None:
        pass

    def _open_moment(self, name: str, law: AbstractLaw, order: int) -> sp.Expr:  # noqa: ARG002
        return self.number(name).expression

    def _as_drawn(self, name: str, array: Any) -> Any:  # noqa: ARG002
        return array

    def _read_in(self, value: Any) -> set[Any]:
        return set(tensor_names(value))

    def _array(self, name: str, axes: tuple[Any, ...], known: str) -> SymbolicArray:
        tensor = Tensor(name, len(axes), known=known) if known else name
        self.arrays[name] = symbol_array(tensor, *map(as_axis, axes))
        return self.arrays[name]

    def _symmetric(self, name: str, size: Any, least: Any, most: Any) -> SymbolicArray:  # noqa: ARG002
        return self._array(name, (size, size), "symmetric")

    def _between(self, name: str, low: Any, high: Any) -> SymbolicArray:
        size = (high if low is None else low).axes[0]
        return self._array(name, (size, size), "symmetric")

    def _with_radius(self, name: str, size: Any, most: Any, *, normal: bool) -> SymbolicArray:  # noqa: ARG002
        return self._array(name, (size, size), "")

    def invertible(self, name: str, size: Any) -> tuple[SymbolicArray, SymbolicArray]:  # noqa: D102
        def made() -> tuple[SymbolicArray, SymbolicArray]:
            axes = as_axis(size), as_axis(size)
            one, other = (symbol_array(tensor, *axes) for tensor in inverse_pair(name))
            self.arrays |= {name: one, f"{name}^-1": other}
            self._related += [one, other]
            return one, other

        return self._claimed(name, made)

    def _right_inverse(self, name: str, matrix: SymbolicArray) -> SymbolicArray:
        return self._array(name, tuple(matrix.shape)[::-1], "")

    def real(self, name: str, *shape: int) -> Any:  # noqa: D102
        def made() -> Any:
            self.reals_made[name] = entries_named(name, shape) if shape else real_terms(name)
            return self.reals_made[name]

        return self._claimed(name, made)

    def assume(self, formula: Any) -> None:  # noqa: D102
        self.assumed.append(all_hold(formula))

    def described(  # noqa: D102
        self, description: Any, sizes: Mapping[str, Any], parameters: Mapping[str, Any]
    ) -> SymbolicArray:
        exact = {name: expression_of(size) for name, size in sizes.items()}
        return described(description, exact, parameters)

    def entries(self, entry: Callable[..., Any], *sizes: Any) -> SymbolicArray:  # noqa: D102
        helper = IndexHelper(delta, at_most, lag, _summed)
        names = tuple(f"axis{n}" for n in range(len(sizes)))
        axes = [
            family(n, *map(expression_of, own))
            for n, own in zip(names, map(own_sizes, sizes), strict=True)
        ]
        return array_of({names: lambda *indices: entry(helper, *indices)}, *axes)

    def powers(self, name: str, base: SymbolicArray, length: Any) -> Tensor:  # noqa: D102
        return self._claimed(name, lambda: self._powers(name, base, length))

    def running_products(self, name: str, base: SymbolicArray) -> Tensor:  # noqa: D102
        require_axes(base)
        length = base.shape[0]
        return self._claimed(name, lambda: self._powers(name, base, length, over_time=True))

    def matrix_powers(self, name: str, base: SymbolicArray, length: Any) -> Tensor:  # noqa: D102
        require_square(base)
        return self._claimed(name, lambda: self._powers(name, base, length, matrix=True))

    def by_age(self, powers: Tensor) -> Tensor:  # noqa: D102
        def made() -> Tensor:
            _, length = self.powered[powers.name]
            found = Tensor(name, 3, power_of=powers.power_of, matrix=True)
            self.powered[name] = found, length
            return found

        name = f"{powers.name}_by_age"
        return self._claimed(name, made)

    def function(self, name: str, inputs: Any, outputs: Any) -> SymbolicFunction:  # noqa: D102
        def made() -> SymbolicFunction:
            self.functions.append(name)
            return SymbolicFunction(name, term(inputs), term(outputs))

        return self._claimed(name, made)

    def _powers(
        self, name: str, base: Any, length: Any, *, matrix: bool = False, over_time: bool = False
    ) -> Tensor:
        of = its_name(base, self.arrays)
        (block,) = self.arrays[of].blocks.values()
        if not isinstance(block, Entry):
            raise ArgumentError("base", base, "an array of one family on each axis")
        rank, of = block.tensor.rank + 2 - over_time, block.tensor.name
        found = Tensor(name, rank, power_of=of, matrix=matrix, over_time=over_time)
        self.powered[name] = found, term(length)
        return found

    def _over(
        self, kind: Any, part: Callable[[Any], Any], name: str, first: Any, last: Any
    ) -> SymbolicScalar:
        adds = kind is sp.Sum

        def made() -> SymbolicScalar:
            ends = [symbolic(end, "an end of the range").expression for end in (first, last)]
            low = "positive" if ends[0].is_positive else "nonnegative"
            known = {low: True} if ends[0].is_nonnegative else {}
            k = sp.Symbol(name, integer=True, **known)
            inner = call_on_scalars(part, k)
            if adds and inner == 0:  # however many there are
                return SymbolicScalar(sp.Integer(0))
            whole, terms = kind(inner, (k, *ends)), ends[1] - ends[0] + 1
            if not terms.is_Integer:
                return SymbolicScalar(whole)
            if terms <= 0:  # SymPy sums backwards there
                return SymbolicScalar(sp.Integer(0 if adds else 1))
            return SymbolicScalar(whole.doit())

        return self._claimed(name, made)

    def for_every(  # noqa: D102
        self,
        members: str,
        draw: Callable[[random.Random], Any],  # noqa: ARG002
        holds: Callable[[Any], Conclusion],  # noqa: ARG002
        words: str,
    ) -> Conclusion:
        return ForEvery(members, Described(words))

    def _derived(
        self, function: Callable[[Any], Any], at: SymbolicArray, *, where_defined: bool
    ) -> SymbolicArray:
        name = f"X.{self._derivatives}"
        return derivative_for_all_sizes(function, at, name, where_defined=where_defined)

    def _always(
        self,
        machine: Machine,
        said: Callable[[Any], Conclusion],
        allowed: Callable[[Any, Any], Conclusion] | None,
    ) -> Always:
        met = (allowed(machine.state, machine.token),) if allowed else ()
        return Always(machine, said(machine.state), met)

    def _stepped_on(self, step: Callable[[Any], tuple[Any, Any]], token: Any) -> tuple[Any, Any]:
        try:
            own = replacement(token, token)
        except ArgumentError:  # no free array, of which rules take no sequence
            return step(token)
        entries = entries_of(token)
        read = {name: Tensor(f"{name}.t", len(at))[at] for name, (at, _) in own.items()}
        made = step(put(token, {name: (own[name][0], entry) for name, entry in read.items()}))
        if held := sorted(tensor_names(made) & own.keys()):
            hint = "Its tokens are any, and what it holds is one array: give the two other names."
            raise ArgumentError("cell", held, "a cell that holds no entries of the token", hint)
        return put(made, {f"{name}.t": (own[name][0], entries[name]) for name in own})

    def _state(self, name: str, start: SymbolicArray) -> SymbolicArray:
        self.states.append(symbol_array(name, *start.axes))
        return self.states[-1]


class IndexHelper:
    """What an entry function may ask of its indices.

    `delta(i, j)` is 1 where i = j, `at_most(i, j)` where i <= j, `lag(t, s, j)` where t = s + j,
    `follows(j, i)` where j = i + 1, else 0; `sum(body, n, m)` is the sum of `body(i, j)` over i < n
    and j < m.
    """

    def __init__(
        self,
        delta: Callable[..., Any],
        at_most: Callable[..., Any],
        lag: Callable[..., Any],
        summed: Callable[..., Any],
    ) -> None:
        self.delta, self.at_most, self.lag, self.sum = delta, at_most, lag, summed

    def follows(self, j: Any, i: Any) -> Any:
        """Return 1 where j = i + 1 for two indices of one size, else 0."""
        return self.sum(lambda one: self.lag(j, i, one), 2) - self.delta(j, i)


def _summed(body: Callable[..., Any], *sizes: Any) -> Any:
    indices = [Index.bound(Index("s", size)) for size in sizes]
    return Sum(scalar(body(*indices)), *indices)
