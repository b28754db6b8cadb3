r"""Worlds: where a statement takes its sizes, numbers, arrays and machines from.

`says(subject, world)` builds a conclusion, and is one function for every world. In the symbolic
world sizes are symbols, arrays have free entries, and the conclusion is data for engines; in a
concrete one the sizes are numbers, entries are drawn, and the same conclusion is true or false. In
a case, some sizes are numbers and others start beyond.

A subject is handed the same kinds of things in both: numbers are symbolic scalars, which in a
concrete world know their value, so that a subject can hardly tell where it runs; and it runs under
`call`, which puts on record what it asked. Only the world makes names.
"""

import random
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, count, product
from math import prod
from typing import Any

import numpy as np
import sympy as sp

from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.statements.arrays.derivatives import (
    derivative_at_numbers,
    derivative_for_all_sizes,
)
from theorem_checks.statements.arrays.element_arrays import ElementArray, ElementSystem, elements_of
from theorem_checks.statements.arrays.functions import DrawnFunction, SymbolicFunction
from theorem_checks.statements.arrays.index_expressions import (
    Entry,
    Index,
    Sum,
    Tensor,
    at_most,
    delta,
    inverse_pair,
    scalar,
)
from theorem_checks.statements.arrays.known_tensors import (
    NoSuchTensorError,
    drawn_known,
    drawn_with_spectrum,
)
from theorem_checks.statements.arrays.lags import lag
from theorem_checks.statements.arrays.symbolic_arrays import (
    SymbolicArray,
    array_of,
    described,
    family,
    symbol_array,
)
from theorem_checks.statements.changes import cells_of, changed, kept
from theorem_checks.statements.classes import Described, ForEvery
from theorem_checks.statements.closures import LookedInto
from theorem_checks.statements.conclusions import AtMost, Conclusion
from theorem_checks.statements.exact import to_fraction
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.moments.tensors import (
    ConstantMatrix,
    ConstantVector,
    MatrixExpression,
)
from theorem_checks.statements.reals.differences import every
from theorem_checks.statements.reals.terms import Formula, entries_named, program_of
from theorem_checks.statements.reals.terms import reals as real_terms
from theorem_checks.statements.reruns import same_value
from theorem_checks.statements.runs import Steps, Throughout, state_named, steps_of
from theorem_checks.statements.scalars import (
    SymbolicScalar,
    divisors_recorded,
    symbolic,
)
from theorem_checks.statements.sequence_worlds import (
    ConcreteSequences,
    SequenceWorld,
    SymbolicSequences,
)
from theorem_checks.statements.sequences import Quantified, Sequence, UnmetError
from theorem_checks.statements.spectra import SpectrumWithin
from theorem_checks.statements.terms import components, each_component, same_nesting, term
from theorem_checks.statements.tracing import call_on_scalars, caller_of, recorded, tracer
from theorem_checks.statements.values.elimination import inverse

__all__ = ["Concrete", "Symbolic", "UnmetError", "World"]

_DRAWS = 200  # of a number that has to meet assumptions
RATIONALS = ElementSystem("rationals", Fraction, Fraction)


class World(SequenceWorld):
    """What `says` is given beside the subject; see the module."""

    is_symbolic: bool
    _looked_into: LookedInto | None = None  # each function for itself

    def __init__(self) -> None:
        self._names: dict[str, Any] = {}
        self._machines = self._derivatives = 0
        self._related: list[Any] = []  # arrays of which something is known
        self._small: set[str] = set()
        self.given: list[Conclusion] = []
        self.constants: dict[str, list[Any]] = {}

    def size(self, name: str, *, least: int = 1) -> SymbolicScalar:
        """A size: an integer from `least` on."""
        return self._scalar(name, {"integer": True}, least)

    def number(
        self, name: str, *, least: int | None = None, small: bool = False, **assumptions: bool
    ) -> SymbolicScalar:
        """A number, by SymPy's assumptions: `number("s", positive=True)`; real unless said.

        `number("z", complex=True)` is any complex number; real ones are drawn of it.
        `least`: the smallest value that it may have. `small`: half of its draws lie between -1
        and 1, where a hypothesis of the statement wants them; nothing is assumed by it.
        """
        known = {} if assumptions.get("complex") else {"real": True}
        if small:
            self._small.add(name)
        return self._scalar(name, known | assumptions, least)

    @abstractmethod
    def _scalar(
        self, name: str, assumptions: dict[str, bool], least: int | None
    ) -> SymbolicScalar: ...

    def reals(self, names: str) -> Any:
        """Real numbers about which solvers decide, by names with spaces between; see `real`."""
        found = [self.real(name) for name in names.split()]
        return tuple(found) if len(found) > 1 else found[0]

    @abstractmethod
    def real(self, name: str, *shape: int) -> Any:
        """A real number, or an array of them of a fixed shape, for statements `ForReals`.

        Comparisons of them are formulas. In the concrete world they are Fractions.
        """

    @abstractmethod
    def assume(self, formula: Any) -> None:
        """Assume a formula about real numbers: the statement is about those that meet it.

        Assume before the subject is run where it would divide by 0 else.
        """

    def array(self, name: str, *axes: Any, known: str = "") -> Any:
        """An array of free entries; each axis is a size, or the axis of another array.

        Of one with `known` the entries meet it: 'orthogonal', 'orthonormal columns', 'unit',
        'semidefinite', 'symmetric', as `Tensor` says.
        """
        found = self._claimed(name, lambda: self._array(name, axes, known))
        self._related += [found] if known else []
        return found

    @abstractmethod
    def _array(self, name: str, axes: tuple[Any, ...], known: str) -> Any:
        """An array of free entries, or of such as meet what is known of them."""

    def symmetric(self, name: str, size: Any, least: Any, most: Any) -> Any:
        """A symmetric matrix with eigenvalues from `least` to `most`, which is assumed of it.

        So least I <= A <= most I; `by_eigenvalues` proves inequalities about polynomials of it.
        """
        found = self._claimed(name, lambda: self._symmetric(name, size, least, most))
        self._related += [found]
        self.given.append(SpectrumWithin(found, least, most))
        return found

    @abstractmethod
    def _symmetric(self, name: str, size: Any, least: Any, most: Any) -> Any:
        """A symmetric matrix with such eigenvalues."""

    def constant(self, name: str, *sizes: Any) -> MatrixExpression:
        """A vector, or a matrix, that is not random, for statistics of random tensors."""
        dimensions = [_plain(size) for size in sizes]
        if len(dimensions) not in (1, 2):
            raise ArgumentError("sizes", sizes, "one size of a vector, or two of a matrix")
        make = ConstantVector if len(dimensions) == 1 else ConstantMatrix
        self.constants.setdefault(name, [])
        return self._claimed(name, lambda: make(name, *dimensions))

    @abstractmethod
    def invertible(self, name: str, size: Any) -> tuple[Any, Any]:
        """A square matrix of free entries that has an inverse, and the inverse."""

    @abstractmethod
    def described(
        self, description: Any, sizes: Mapping[str, Any], parameters: Mapping[str, Any]
    ) -> Any:
        """An array from index families and entry functions, as `described` takes them."""

    @abstractmethod
    def entries(self, entry: Callable[..., Any], *sizes: Any) -> Any:
        """The array with `entry(helper, i, j)` at i, j; of the helper see `IndexHelper`.

        A tuple of sizes is one axis, of which each place has an index for each of them; the last
        one runs fastest.
        """

    @abstractmethod
    def powers(self, name: str, base: Any, length: Any) -> Any:
        """The powers of the entries of an array of the world: base[i]^(t - s) at [t, s, i].

        0 where s > t. `t` and `s` run over the natural numbers below `length`; with them decay over
        time is written in `entries`.
        """

    @abstractmethod
    def running_products(self, name: str, base: Any) -> Any:
        """The products of an array over time: base[s+1, i] ... base[t, i] at [t, s, i].

        1 where s = t, and 0 where s > t. The first axis of the array is time; with these a decay
        that changes over time is written in `entries`.
        """

    @abstractmethod
    def matrix_powers(self, name: str, base: Any, length: Any) -> Any:
        """The powers of a square matrix of the world: (base^(t - s))[i, j] at [t, s, i, j].

        0 where s > t; `t` and `s` as in `powers`.
        """

    @abstractmethod
    def by_age(self, powers: Any) -> Any:
        """The powers of the matrix of which these are, by age: (base^j)[i, k] at [j, i, k].

        **Arguments**: `powers`, as `matrix_powers` returned them; j runs below their length.
        """

    @abstractmethod
    def function(self, name: str, inputs: Any, outputs: Any) -> Any:
        """Any function of vectors of `inputs` numbers, whose values have `outputs` numbers.

        Call it on an array of one axis; `function.at(m, body)` is number m of its value at the
        vector with `body(k)` at k, for `entries`.
        """

    def derivative(self, function: Callable[[Any], Any], at: Any) -> Any:
        """The derivative of a function of arrays at an array, exactly, by each of its entries.

        Its axes are those of the function's value, and then those of `at`; so of a value without
        axes it is the gradient, and the derivative of a derivative is the Hessian. The function
        has to be a polynomial in the entries; in what else it uses it may be anything.
        """
        self._derivatives += 1
        return self._derived(partial(caller_of(function, before=self._looked_into), function), at)

    @abstractmethod
    def _derived(self, function: Callable[[Any], Any], at: Any) -> Any:
        """The derivative of a function that is traced as it is called."""

    def machine(self, cell: Any, token: Any) -> Machine:
        """One step of a cell, `initial_state()` and `step(state, x)`, on a free state.

        States and outputs are arrays, or nested tuples of arrays. A token has free entries.
        """
        if any(part is one for part in components(token) for one in self._related):
            hint = "The statement is for all sequences of tokens."
            raise ArgumentError("token", token, "an array of which nothing is known", hint)
        called = caller_of(cell.initial_state, cell.step, before=self._looked_into)
        start = called(cell.initial_state)
        self._machines += 1
        state = self._states_like(start)
        before = [(part, kept(part)) for part in cells_of(cell)]
        after, output = called(cell.step, state, token)
        if not same_nesting(after, start):
            raise ArgumentError("cell", after, f"a step to a state of the parts of {start!r}")
        if names := [name for part, held in before for name in changed(part, held)]:
            hint = "What is to last from a token to the next one belongs to the state."
            raise ArgumentError("cell", names, "a cell that a step does not change", hint)
        name = type(cell).__name__
        return Machine(start, state, token, after, output, cell.step, cell=name)

    def steps(self, cell: Any, size: int) -> Steps:
        """One step of a cell with numbers for weights, entry by entry, on `size` numbers.

        For statements `SameRuns`. A cell has `initial_state()` and `step(state, x)`, and computes
        by +, -, *, maxima and minima on arrays of Python objects.
        """
        before = [(part, kept(part)) for part in cells_of(cell)]
        made = steps_of(cell, size, recorded)
        self._ran(made)
        if names := [name for part, held in before for name in changed(part, held)]:
            hint = "What is to last from a token to the next one belongs to the state."
            raise ArgumentError("cell", names, "a cell that a step does not change", hint)
        return made

    def throughout(
        self,
        cell: Any,
        size: int,
        allowed: Callable[[Any, Any], Any],
        said: Callable[[Any, Any, Any], Any],
        drawn: Callable[[Any, random.Random], Any] | None = None,
    ) -> Throughout:
        """What is true of a cell after each token, on all sequences of tokens that are allowed.

        **Arguments**: the cell and the size of its tokens, as `steps` takes them;
        `allowed(state, x)`, a formula about a token and the state before it, which has the parts of
        the cell's first state; `said(state, x, y)`, one about the state after it and the output;
        `drawn(entries, source)`, a token to try, from the entries of the state before it and a
        source of random numbers, where few tokens are allowed.
        """
        made = replace(self.steps(cell, size), tokens=drawn)
        state = state_named(cell.initial_state())
        x, y = entries_named("x", (size,)), entries_named("y", (made.outputs,))
        found = recorded(allowed, state, x), recorded(said, state, x, y)
        return Throughout(made, program_of(*(ForReals(part).formula for part in found)))

    @abstractmethod
    def _ran(self, steps: Steps) -> None:
        """Run steps on numbers, in a world that has them, so that it is seen which way they go."""

    def _states_like(self, start: Any) -> Any:
        """Free entries in the shape of a first state, which may be a nested tuple of arrays."""
        numbers, single = count(1), not isinstance(start, tuple)

        def one(part: Any) -> Any:
            if not hasattr(part, "shape"):
                hint = "A number is an array without axes, zeros(())."
                raise ArgumentError("initial_state", part, "an array, or a tuple of arrays", hint)
            name = f"h.{self._machines}"  # a name that no array has
            return self._state(name if single else f"{name}.{next(numbers)}", part)

        return each_component(one, start)

    @abstractmethod
    def _state(self, name: str, start: Any) -> Any:
        """Free entries in the shape of a first state, or of one part of it."""

    def sum(self, summand: Callable[[Any], Any], name: str, first: Any, last: Any) -> Any:
        """The sum of `summand(k)` over the integers k from `first` to `last`; 0 if there is none.

        `name` is what k is called.
        """
        return self._over(sp.Sum, summand, name, first, last)

    def product(self, factor: Callable[[Any], Any], name: str, first: Any, last: Any) -> Any:
        """The product of `factor(k)` over the integers k from `first` to `last`; 1 if none."""
        return self._over(sp.Product, factor, name, first, last)

    @abstractmethod
    def _over(
        self, kind: Any, part: Callable[[Any], Any], name: str, first: Any, last: Any
    ) -> SymbolicScalar:
        """A sum or a product over a range."""

    @abstractmethod
    def for_every(
        self,
        members: str,
        draw: Callable[[random.Random], Any],
        holds: Callable[[Any], Conclusion],
        words: str,
    ) -> Conclusion:
        """A conclusion for every member of a class that has no symbols: programs, prompts.

        **Arguments**: `members`, what they are called; `draw`, which makes one of them with a
        source of random numbers; `holds`, the conclusion for one; `words`, what it says of all.

        In the symbolic world it is said in `words`, so that it can be ARGUED and not be PROVED; in
        concrete ones the subject is run on members that are drawn.
        """

    def count(self, array: Any) -> SymbolicScalar:
        """How many entries an array has: the product of its sizes."""
        total: Any = SymbolicScalar(sp.Integer(1))
        for size in array.shape:
            total = total * symbolic(term(size), "a size")
        return total

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of numbers returns; it is handed symbolic scalars.

        **Raises** `UndecidedQuestionError` if it asks what is not decided for all their values.
        """
        return _rewrapped(call_on_scalars(function, *map(_plain, arguments)))

    def _claimed(self, name: str, made: Callable[[], Any]) -> Any:
        """What a name stands for; made once."""
        if not isinstance(name, str) or not name.isidentifier():
            raise ArgumentError("name", name, "a name such as 'd' or 'W_V'")
        if name in self._names:
            raise ArgumentError("name", name, "a name that nothing else in the statement has")
        self._names[name] = made()
        return self._names[name]


def _plain(value: Any) -> Any:
    return value.expression if isinstance(value, SymbolicScalar) else value


def _rewrapped(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return type(value)(map(_rewrapped, value))
    return symbolic(value, "what the subject returned")


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
        self.hypotheses: list[Conclusion] = []
        self.assumed: list[Formula] = []
        self.divisors: dict[sp.Expr, None] = {}
        self.arrays: dict[str, SymbolicArray] = {}
        self.reals_made: dict[str, Any] = {}
        self.states: list[SymbolicArray] = []
        self.powered: dict[str, tuple[Tensor, sp.Expr]] = {}
        self.functions: list[str] = []

    def _scalar(self, name: str, assumptions: dict[str, bool], least: int | None) -> SymbolicScalar:
        def made() -> SymbolicScalar:
            if name in self.case:
                if least is None or assumptions.keys() - {"real"} != {"integer"}:
                    hint = "Cases are integers from the least one on: w.size(name)."
                    raise ArgumentError("cases", name, "a size", hint)
                self.least[name] = least
                return symbolic(self.case[name])
            sign = {} if least is None else {"positive" if least > 0 else "nonnegative": True}
            symbol = sp.Symbol(name, **assumptions | (sign if least is None or least >= 0 else {}))
            self.symbols[name] = symbol
            if least is not None and not (symbol - least).is_nonnegative:
                self.hypotheses.append(AtMost(sp.Integer(least), symbol))
            return SymbolicScalar(symbol)

        return self._claimed(name, made)

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of numbers returns; what it divides by is kept in `divisors`."""
        with divisors_recorded() as divisors:
            found = super().call(function, *arguments)
        self.divisors |= dict.fromkeys(divisors)
        return found

    def _ran(self, steps: Steps) -> None:
        pass

    def _array(self, name: str, axes: tuple[Any, ...], known: str) -> SymbolicArray:
        tensor = Tensor(name, len(axes), known=known) if known else name
        self.arrays[name] = symbol_array(tensor, *map(_axis, axes))
        return self.arrays[name]

    def _symmetric(self, name: str, size: Any, least: Any, most: Any) -> SymbolicArray:  # noqa: ARG002
        return self._array(name, (size, size), "symmetric")

    def invertible(self, name: str, size: Any) -> tuple[SymbolicArray, SymbolicArray]:  # noqa: D102
        def made() -> tuple[SymbolicArray, SymbolicArray]:
            axes = _axis(size), _axis(size)
            one, other = (symbol_array(tensor, *axes) for tensor in inverse_pair(name))
            self.arrays |= {name: one, f"{name}^-1": other}
            self._related += [one, other]
            return one, other

        return self._claimed(name, made)

    def real(self, name: str, *shape: int) -> Any:  # noqa: D102
        def made() -> Any:
            self.reals_made[name] = entries_named(name, shape) if shape else real_terms(name)
            return self.reals_made[name]

        return self._claimed(name, made)

    def assume(self, formula: Any) -> None:  # noqa: D102
        self.assumed.append(every(formula))

    def described(  # noqa: D102
        self, description: Any, sizes: Mapping[str, Any], parameters: Mapping[str, Any]
    ) -> SymbolicArray:
        exact = {name: _plain(size) for name, size in sizes.items()}
        return described(description, exact, parameters)

    def entries(self, entry: Callable[..., Any], *sizes: Any) -> SymbolicArray:  # noqa: D102
        helper = IndexHelper(delta, at_most, lag, _summed)
        names = tuple(f"axis{n}" for n in range(len(sizes)))
        axes = [
            family(n, *map(_plain, own)) for n, own in zip(names, map(_own, sizes), strict=True)
        ]
        return array_of({names: lambda *indices: entry(helper, *indices)}, *axes)

    def powers(self, name: str, base: SymbolicArray, length: Any) -> Tensor:  # noqa: D102
        return self._claimed(name, lambda: self._powers(name, base, length))

    def running_products(self, name: str, base: SymbolicArray) -> Tensor:  # noqa: D102
        _require_axes(base)
        length = base.shape[0]
        return self._claimed(name, lambda: self._powers(name, base, length, over_time=True))

    def matrix_powers(self, name: str, base: SymbolicArray, length: Any) -> Tensor:  # noqa: D102
        _require_square(base)
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
            return SymbolicFunction(name, _plain(inputs), _plain(outputs))

        return self._claimed(name, made)

    def _powers(
        self, name: str, base: Any, length: Any, *, matrix: bool = False, over_time: bool = False
    ) -> Tensor:
        of = _its_name(base, self.arrays)
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
        def made() -> SymbolicScalar:
            ends = [symbolic(end, "an end of the range").expression for end in (first, last)]
            low = "positive" if ends[0].is_positive else "nonnegative"
            known = {low: True} if ends[0].is_nonnegative else {}
            k = sp.Symbol(name, integer=True, **known)
            inner = call_on_scalars(part, k)
            whole, terms = kind(inner, (k, *ends)), ends[1] - ends[0] + 1
            if not terms.is_Integer:
                return SymbolicScalar(whole)
            if terms <= 0:  # SymPy sums backwards there
                return SymbolicScalar(sp.Integer(0 if kind is sp.Sum else 1))
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

    def _derived(self, function: Callable[[Any], Any], at: SymbolicArray) -> SymbolicArray:
        return derivative_for_all_sizes(function, at, f"X.{self._derivatives}")

    def _state(self, name: str, start: SymbolicArray) -> SymbolicArray:
        self.states.append(symbol_array(name, *start.axes))
        return self.states[-1]


def _own(size: Any) -> tuple[Any, ...]:
    """The sizes of the indices of an axis."""
    return size if isinstance(size, tuple) else (size,)


def _axis(axis: Any) -> Any:
    if isinstance(axis, SymbolicScalar):
        return family(repr(axis), axis.expression)
    if isinstance(axis, int):
        return family("one") if axis == 1 else family(str(axis), axis)
    return axis


def _require_square(base: Any) -> None:
    sizes = [term(size) for size in base.shape]
    if len(sizes) != 2 or sizes[0] != sizes[1]:
        raise ArgumentError("base", base, "a square matrix")


def _require_axes(base: Any) -> None:
    if not base.shape:
        raise ArgumentError("base", base, "an array whose first axis is time")


def _its_name(array: Any, arrays: Mapping[str, Any]) -> str:
    """Under which name the world made an array."""
    found = next((name for name, own in arrays.items() if own is array), None)
    if found is None:
        raise ArgumentError("base", array, "an array that `World.array` made, as it is")
    return found


class IndexHelper:
    """What an entry function may ask of its indices.

    `delta(i, j)` is 1 where i = j, `at_most(i, j)` where i <= j, `lag(t, s, j)` where t = s + j,
    else 0; `sum(body, n, m)` is the sum of `body(i, j)` over i < n and j < m.
    """

    def __init__(
        self,
        delta: Callable[..., Any],
        at_most: Callable[..., Any],
        lag: Callable[..., Any],
        summed: Callable[..., Any],
    ) -> None:
        self.delta, self.at_most, self.lag, self.sum = delta, at_most, lag, summed


def _summed(body: Callable[..., Any], *sizes: Any) -> Any:
    indices = [Index.bound(Index("s", size)) for size in sizes]
    return Sum(scalar(body(*indices)), *indices)


class Concrete(ConcreteSequences, World):
    """A world of numbers: the sizes are given, everything else is drawn from the seed.

    Draws are generic: numbers without zeros, ones or repetitions among the small ones, so that
    what cancels by chance does not. **Arguments**: `sizes`, values of some sizes by name; others
    are drawn, at most `spread` above their least value, and with `far` some of them up to there;
    `points`, values of some real numbers and of entries such as 'xs[0,1]'.
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
    ) -> None:
        super().__init__()
        self._sizes, self._points = dict(sizes), dict(points or {})
        self.spread, self.far = spread, far
        self.numbers: dict[str, Fraction] = {}
        self.sequences: dict[str, Sequence] = {}
        self.supposed: list[Quantified] = []
        self.reals_made: dict[str, Any] = {}
        self.arrays: dict[str, ElementArray] = {}
        self.states: list[ElementArray] = []
        self.seed = seed
        self._source = random.Random(seed)  # noqa: S311  # no secret hangs on it
        self._looked_into = LookedInto()

    def _scalar(self, name: str, assumptions: dict[str, bool], least: int | None) -> SymbolicScalar:
        def made() -> SymbolicScalar:
            value = self._sizes.get(name)
            drawn = self._drawn(name, assumptions, least) if value is None else value
            number = Fraction(drawn)
            if least is not None and number < least:
                raise ArgumentError(name, number, f"a number from {least} on")
            self.numbers[name] = number
            return SymbolicScalar(sp.Rational(number.numerator, number.denominator))

        return self._claimed(name, made)

    def _drawn(self, name: str, assumptions: Mapping[str, bool], least: int | None) -> Fraction:
        """A number that meets assumptions, of which the first draws know the usual ones only."""
        for _ in range(_DRAWS):
            number = self._any(assumptions, least)
            if name in self._small and self._source.random() < 0.5:
                number = Fraction(self._source.randint(1, 96), 97) * (1 if number > 0 else -1)
            exact = sp.Rational(number.numerator, number.denominator)
            if all(getattr(exact, f"is_{name}") is is_so for name, is_so in assumptions.items()):
                return number
        raise ArgumentError("assumptions", assumptions, "what a rational number can meet")

    def _any(self, assumptions: Mapping[str, bool], least: int | None) -> Fraction:
        if assumptions.get("integer"):
            past = self._source.randint(0, self.spread)
            if self.far and self._source.random() < 0.5:
                past = self._source.randint(self.far // 2, self.far)
            if least is None:
                past = self._source.choice((-1, 1)) * (past + self._source.randint(0, 2))
            return Fraction((least or 0) + past)
        number = Fraction(self._source.randint(2, 97), self._source.choice((1, 2, 3, 5, 7)))
        if least is not None:
            return least + number
        signed = not (assumptions.get("positive") or assumptions.get("nonnegative"))
        return -number if signed and self._source.random() < 0.5 else number

    def _integer_from(self, name: str, start: int) -> int:
        drawn = self._any({"integer": True}, start)
        return int(self._sizes.get(name, drawn))

    def _one_of(self, count: int) -> int:
        return self._source.randrange(count)

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of numbers returns, on symbolic scalars and on bare ones, if rational.

        **Raises** `UndecidedQuestionError` as in the symbolic world; `CheckError` if the function
        returns something else on Python's numbers.
        """
        found = super().call(function, *arguments)
        scalars = [symbolic(a) for a in arguments if not isinstance(a, Sequence)]
        if not all(_plain(scalar).is_rational for scalar in scalars):
            return found  # there is no bare number for it
        numbers = [a if isinstance(a, Sequence) else _bare(a) for a in arguments]
        again = function(*numbers)
        for one, other in zip(_listed(found), _listed(again), strict=True):
            if not same_value(_plain(other), one.expression):
                at = ", ".join(repr(a) if isinstance(a, Sequence) else str(a) for a in numbers)
                raise CheckError(
                    f"The subject returns {other} on the numbers {at}, and {one!r} where it is"
                    " handed the same numbers as symbolic scalars: it looks at their type."
                )
        return found

    def _ran(self, steps: Steps) -> None:
        steps.run_itself([next(steps.drawn(self.seed))[0]])

    def _array(self, name: str, axes: tuple[Any, ...], known: str) -> ElementArray:
        shape = tuple(map(int, axes))
        self.arrays[name] = self._known(name, known, shape) if known else self.fresh(shape)
        return self.arrays[name]

    def _symmetric(self, name: str, size: Any, least: Any, most: Any) -> ElementArray:
        ends = to_fraction(_plain(least)), to_fraction(_plain(most))
        try:
            drawn = drawn_with_spectrum(int(size), *ends, self._source)
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

    def real(self, name: str, *shape: int) -> Any:  # noqa: D102
        def made() -> Any:
            values = np.empty(shape, dtype=object)
            named = np.ravel(entries_named(name, shape) if shape else real_terms(name))
            for place, entry in zip(np.ndindex(shape), named, strict=True):
                drawn = self._drawn_real()
                values[place] = self._points.get(entry.args[0], drawn)
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
        if every(formula) is not True:
            raise UnmetError("The numbers that were drawn do not meet what is assumed.")

    def constant(self, name: str, *sizes: Any) -> MatrixExpression:  # noqa: D102
        shape = tuple(map(int, sizes))
        self.constants[name] = elements_of(self.fresh(shape)).reshape(shape[0], -1).tolist()
        return super().constant(name, *sizes)

    def _known(self, name: str, known: str, shape: tuple[int, ...]) -> ElementArray:
        """An array that meets what is known of it."""
        Tensor(name, len(shape), known=known)  # which says what is wrong with it
        if known == "orthogonal" and len(set(shape)) > 1:
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

    def described(  # noqa: D102
        self, description: Any, sizes: Mapping[str, Any], parameters: Mapping[str, Any]
    ) -> ElementArray:
        numbers = {name: int(size) for name, size in sizes.items()}
        given = _Parameters(_helper(), parameters)
        axes = [_placed(axis, numbers) for axis in description.axes]
        called = caller_of(*description.entries.values(), before=self._looked_into)
        shape = tuple(sum(len(members) for _, _, members in axis) for axis in axes)
        values = np.full(shape, Fraction(0), dtype=object)
        for block in product(*axes):
            names, places, members = zip(*block, strict=True) if block else ((), (), ())
            if (entry := description.entries.get(names)) is None:
                continue
            for at in product(*map(enumerate, members)):
                indices = [index for _, member in at for index in member]
                place = tuple(start + n for start, (n, _) in zip(places, at, strict=True))
                values[place] = _number(called(entry, given, *indices))
        return RATIONALS.array(values)

    def entries(self, entry: Callable[..., Any], *sizes: Any) -> ElementArray:  # noqa: D102
        axes = [tuple(map(int, own)) for own in map(_own, sizes)]
        values = np.empty([n for own in axes for n in own], dtype=object)
        called = tracer(entry, self._looked_into)
        for place in np.ndindex(values.shape):
            values[place] = _number(called(_helper(), *place))
        return RATIONALS.array(values.reshape(tuple(map(prod, axes))))

    def powers(self, name: str, base: ElementArray, length: Any) -> "_Powers":  # noqa: D102
        own = self.arrays[_its_name(base, self.arrays)]
        return self._claimed(name, lambda: _Powers(own, int(length)))

    def function(self, name: str, inputs: Any, outputs: Any) -> DrawnFunction:  # noqa: D102
        return self._claimed(name, lambda: DrawnFunction(name, int(inputs), int(outputs)))

    def running_products(self, name: str, base: ElementArray) -> "_Powers":  # noqa: D102
        _require_axes(base)
        own = self.arrays[_its_name(base, self.arrays)]
        return self._claimed(name, lambda: _RunningProducts(own, int(own.shape[0])))

    def matrix_powers(self, name: str, base: ElementArray, length: Any) -> "_Powers":  # noqa: D102
        own = self.arrays[_its_name(base, self.arrays)]
        _require_square(own)
        return self._claimed(name, lambda: _MatrixPowers(own, int(length)))

    def by_age(self, powers: "_MatrixPowers") -> "_ByAge":  # noqa: D102
        return _ByAge(powers)

    def _over(
        self, kind: Any, part: Callable[[Any], Any], name: str, first: Any, last: Any
    ) -> SymbolicScalar:
        def made() -> SymbolicScalar:
            called = tracer(part, self._looked_into)
            values = [called(symbolic(k)) for k in range(int(first), int(last) + 1)]
            joined = sp.Add if kind is sp.Sum else sp.Mul
            return SymbolicScalar(joined(*(term(value, "a summand") for value in values)))

        return self._claimed(name, made)

    def for_every(  # noqa: D102
        self,
        members: str,
        draw: Callable[[random.Random], Any],
        holds: Callable[[Any], Conclusion],
        words: str,  # noqa: ARG002
    ) -> Conclusion:
        return ForEvery(members, holds(draw(self._source)))

    def _derived(self, function: Callable[[Any], Any], at: ElementArray) -> ElementArray:
        return derivative_at_numbers(function, at)

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


def _bare(argument: Any) -> int | Fraction:
    """A number as Python's own."""
    found = to_fraction(argument)
    return int(found) if found.denominator == 1 else found


def _listed(value: Any) -> list[Any]:
    """A value, or the values of nested tuples and lists, in order."""
    if isinstance(value, tuple | list):
        return [leaf for part in value for leaf in _listed(part)]
    return [value]


class _Parameters:
    """The parameters of a description by name, and what it may ask of its indices."""

    def __init__(self, helper: IndexHelper, parameters: Mapping[str, Any]) -> None:
        self.delta, self.at_most, self.sum = helper.delta, helper.at_most, helper.sum
        vars(self).update(parameters)


def _helper() -> IndexHelper:
    def summed(body: Callable[..., Any], *sizes: Any) -> Any:
        places = product(*(range(int(size)) for size in sizes))
        return sum((body(*place) for place in places), start=RATIONALS.zeros(()))

    return IndexHelper(
        lambda i, j: int(i == j),
        lambda i, j: int(i <= j),
        lambda t, s, j: int(t == s + j),
        summed,
    )


class _Powers:
    """The powers of the entries of an array of numbers; see `World.powers`."""

    def __init__(self, base: ElementArray, length: int) -> None:
        self._base, self._length = elements_of(base), length

    def __getitem__(self, place: tuple[int, ...]) -> Fraction:
        t, s, *at = place
        if not 0 <= min(s, t) <= max(s, t) < self._length:
            raise IndexError(f"no powers at t = {t}, s = {s} below {self._length}")
        return self._between(s, t, tuple(at)) if s <= t else Fraction(0)

    def _between(self, s: int, t: int, at: tuple[int, ...]) -> Fraction:
        return self._power(t - s, at)

    def _power(self, age: int, at: tuple[int, ...]) -> Fraction:
        return self._base[at] ** age


class _RunningProducts(_Powers):
    """The products of numbers over time; see `World.running_products`."""

    def _between(self, s: int, t: int, at: tuple[int, ...]) -> Fraction:
        return prod((self._base[r, *at] for r in range(s + 1, t + 1)), start=Fraction(1))


class _MatrixPowers(_Powers):
    """The powers of a matrix of numbers; see `World.matrix_powers`."""

    def __init__(self, base: ElementArray, length: int) -> None:
        super().__init__(base, length)
        n = len(self._base)
        one = np.array([[Fraction(int(i == j)) for j in range(n)] for i in range(n)], dtype=object)
        self._by_age = [one.reshape(n, n)]
        for _ in range(length):
            self._by_age.append(self._base @ self._by_age[-1])

    def _power(self, age: int, at: tuple[int, ...]) -> Fraction:
        return self._by_age[age][at]


class _ByAge:
    """The powers of a matrix of numbers, by age; see `World.by_age`."""

    def __init__(self, powers: _MatrixPowers) -> None:
        self._powers = powers

    def __getitem__(self, place: tuple[int, ...]) -> Fraction:
        j, *at = place
        return self._powers[j, 0, *at]


def _members(part: Any, sizes: Mapping[str, int]) -> list[tuple[int, ...]]:
    """The index tuples of a family, the last index running fastest."""
    ranges = [range(sizes[size]) for _, size in part.ranges]
    if part.increasing:
        return list(combinations_with_replacement(ranges[0], len(ranges)))
    return list(product(*ranges))


def _placed(axis: Any, sizes: Mapping[str, int]) -> list[tuple[str, int, list[tuple[int, ...]]]]:
    """The families of an axis, by name: where each starts, and its index tuples."""
    found, start = [], 0
    for part in axis:
        members = _members(part, sizes)
        found.append((part.name, start, members))
        start += len(members)
    return found


def _number(value: Any) -> Any:
    """An entry as a number: of an array of no axes, its only one."""
    if isinstance(value, ElementArray):
        return elements_of(value)[()]
    return value
