"""Worlds: where a statement takes its sizes, numbers, arrays and machines from.

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
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError, TheoremChecksError, nearest
from theorem_checks.statements.always import Always
from theorem_checks.statements.chains import Between, Link, Tied, tied
from theorem_checks.statements.changes import cells_of, changed, kept
from theorem_checks.statements.closures import LookedInto
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.mean_outputs import (
    Draws,
    MeanOutput,
    MeanOutputAtLeast,
    moments_of,
)
from theorem_checks.statements.moments.law import AbstractLaw
from theorem_checks.statements.reals.terms import entries_named, program_of
from theorem_checks.statements.runs import Steps, Throughout, state_named, steps_of
from theorem_checks.statements.scalars import (
    SymbolicScalar,
    symbolic,
)
from theorem_checks.statements.terms import components, each_component, same_nesting, term
from theorem_checks.statements.tracing import call_on_scalars, caller_of, recorded, traced
from theorem_checks.statements.worlds.asked import expression_of
from theorem_checks.statements.worlds.known_arrays import KnownArrays
from theorem_checks.statements.worlds.ranges import Range
from theorem_checks.statements.worlds.sequences import SequenceWorld

__all__ = ["World"]


class _NoSuchNameError(TheoremChecksError, AttributeError):
    """A world was asked for what it does not give."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        near = nearest(name, (one for one in known if not one.startswith("_")))
        super().__init__(
            f"A world has no {name!r}.{near} It gives size, number, array, real, sequence,"
            " recurrence, function, sum, product, call, for_all, ...; docs/statements.md has a"
            " table of all."
        )


class World(SequenceWorld, KnownArrays):
    """What `says` is given beside the subject; see the module."""

    is_symbolic: bool
    _looked_into: LookedInto | None = None  # each function for itself

    def __init__(self) -> None:
        self._names: dict[str, Any] = {}
        self._machines = self._derivatives = 0
        self._related: list[Any] = []  # arrays of which something is known
        self._small: set[str] = set()
        self._unnamed: set[str] = set()  # indices, whose names the world makes
        self.given: list[Conclusion] = []
        self.constants: dict[str, list[Any]] = {}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise _NoSuchNameError(name, dir(type(self)))

    def size(self, name: str, *, least: int = 1) -> SymbolicScalar:
        """A size: an integer from `least` on."""
        return self._scalar(name, {"integer": True}, Range(Fraction(least)))

    def number(
        self,
        name: str,
        *,
        least: Any = None,
        most: Any = None,
        above: Any = None,
        below: Any = None,
        small: bool = False,
        **assumptions: bool,
    ) -> SymbolicScalar:
        """A number, by SymPy's assumptions: `number("s", positive=True)`; real unless said.

        `number("z", complex=True)` is any complex number; real ones are drawn of it.
        `least`, `most`: the smallest and the largest value that it may have; `above`, `below`: what
        it is more, and less, than, so that `number("p", above=0, below=1)` lies in (0, 1). `small`:
        half of its draws lie between -1 and 1, where a hypothesis of the statement wants them;
        nothing is assumed by it.
        """
        known = {} if assumptions.get("complex") else {"real": True}
        if small:
            self._small.add(name)
        ends = Range.of(name, least=least, most=most, above=above, below=below)
        return self._scalar(name, known | assumptions, ends)

    @abstractmethod
    def _scalar(self, name: str, assumptions: dict[str, bool], within: Range) -> SymbolicScalar: ...

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

    def array(self, name: str, *axes: Any, known: str = "", small: bool = False) -> Any:
        """An array of free entries; each axis is a size, or the axis of another array.

        Of one with `known` the entries meet it: 'orthogonal', 'orthonormal columns', 'unit',
        'semidefinite', 'symmetric', 'nonnegative', 'probabilities', 'stochastic', 'permutation', as
        `Tensor` says.
        `small`: in three of four draws all entries lie between -1 and 1, where exponentials of
        them can be told apart; nothing is assumed by it.
        """
        if small:
            self._small.add(name)
        found = self._claimed(name, lambda: self._array(name, axes, known))
        self._related += [found] if known else []
        return found

    @abstractmethod
    def _array(self, name: str, axes: tuple[Any, ...], known: str) -> Any:
        """An array of free entries, or of such as meet what is known of them."""

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

    def identity(self, size: Any) -> Any:
        """The identity matrix: 1 at i, i, and 0 at all other places."""
        return self.entries(lambda at, i, j: at.delta(i, j), size, size)

    def zeros(self, *sizes: Any) -> Any:
        """The array with 0 at all places."""
        return self.entries(lambda *_: 0, *sizes)

    def ones(self, *sizes: Any) -> Any:
        """The array with 1 at all places."""
        return self.entries(lambda *_: 1, *sizes)

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

    def derivative(
        self, function: Callable[[Any], Any], at: Any, *, where_defined: bool = False
    ) -> Any:
        """The derivative of a function of arrays at an array, exactly, by each of its entries.

        Its axes are those of the function's value, and then those of `at`; so of a value without
        axes it is the gradient, and the derivative of a derivative is the Hessian. The function is
        made of the entries by +, -, *, sums, `exp`, and divisors that are seen to be positive, such
        as a sum of exponentials; in what else it uses it may be anything.

        **Arguments**: `where_defined`, whether divisors may be what is not seen to be positive.
        The derivative is then meant where none of them is 0, and the statement has to say so, as
        by the hypothesis `Less(0, divisor * divisor)`.

        **Raises** `ArgumentError` where `at` is a number: take an array without axes.
        """
        if not hasattr(at, "__number_system__"):
            hint = "Take w.array('z'), which has no axes; numbers have no derivatives."
            raise ArgumentError("at", at, "an array", hint)
        self._derivatives += 1
        called = partial(caller_of(function, before=self._looked_into), function)
        return self._derived(called, at, where_defined=where_defined)

    @abstractmethod
    def _derived(self, function: Callable[[Any], Any], at: Any, *, where_defined: bool) -> Any:
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
        after, output = self._stepped_on(lambda read: called(cell.step, state, read), token)
        if not same_nesting(after, start):
            raise ArgumentError("cell", after, f"a step to a state of the parts of {start!r}")
        _require_unchanged(before)
        name = type(cell).__name__
        return Machine(start, state, token, after, output, cell.step, cell=name)

    def interface(
        self,
        name: str,
        free: Any,
        *,
        one: Callable[[Any], Any] | None = None,
        other: Callable[[Any], Any] | None = None,
    ) -> Tied:
        """What passes at one place of two chains: see `EveryChain`.

        **Arguments**: `free`, an array of the world or a nested tuple of arrays, which one of both
        chains passes; `one` or `other`, what the first or the second chain passes instead, a
        function of these.
        """
        functions = [function for function in (one, other) if function is not None]
        return tied(name, free, one, other, caller_of(*functions, before=self._looked_into))

    def link(self, enters: Tied, leaves: Tied, cell: Any, reference: Any) -> Link:
        """A link of two chains from one interface to another: a cell of each."""
        machines = []
        for side, own in (("one", cell), ("other", reference)):
            called = caller_of(own.initial_state, own.step, before=self._looked_into)
            between = Between(own, side, enters, leaves, called)
            made = self.machine(between, enters.said.free)
            machines.append(replace(made, cell=type(own).__name__))
        return Link(enters.said, leaves.said, *machines)

    def always(
        self,
        machine: Machine,
        said: Callable[[Any], Conclusion],
        allowed: Callable[[Any, Any], Conclusion] | None = None,
    ) -> Always:
        """What is true of a machine's state before the first token, and after each one.

        **Arguments**: a `machine` of this world; `said(state)`, equations, inequalities
        and orders of symmetric matrices, joined by `All` and `Implies`. `induction` proves it,
        token by token, and `by_invariant`. Where `allowed(state, token)` is given, such a
        conclusion, it is of sequences of which that is so for each token and the state before it;
        instances halve what they draw until it is.
        """
        return self._always(machine, said, allowed)

    @abstractmethod
    def _always(
        self,
        machine: Machine,
        said: Callable[[Any], Conclusion],
        allowed: Callable[[Any, Any], Conclusion] | None,
    ) -> Always:
        """What is said of the machine's own state."""

    @abstractmethod
    def _stepped_on(self, step: Callable[[Any], tuple[Any, Any]], token: Any) -> tuple[Any, Any]:
        """What a step makes of a token, of which a cell has no other part than what it reads."""

    def draws(self, name: str, *sizes: Any, law: AbstractLaw, order: int) -> Draws:
        """An array of independent entries of a law, for `mean_output`.

        Of the law is assumed that it has moments up to an `order`, and those that it says; open
        ones, of a symmetric law, may have any values.
        """
        array = self._as_drawn(name, self.array(name, *sizes))
        moments = moments_of(law, order, lambda r: self._open_moment(f"m{r}_{name}", law, r))
        return Draws(array, moments)

    @abstractmethod
    def _as_drawn(self, name: str, array: Any) -> Any:
        """What stands for the entries of an array over which a mean is taken."""

    @abstractmethod
    def _read_in(self, value: Any) -> set[Any]:
        """The arrays, or their entries, that stand in a value."""

    @abstractmethod
    def _open_moment(self, name: str, law: AbstractLaw, order: int) -> sp.Expr:
        """A moment that a law leaves open."""

    def mean_output(
        self,
        machine: Machine,
        drawn: tuple[Draws, ...],
        sequence: Callable[..., tuple[Any, Any]],
        value: Any,
        *,
        at_least: bool = False,
    ) -> MeanOutput:
        """The mean of what a machine puts out at the last token of a drawn sequence.

        **Arguments**: a `machine` of this world that puts out one number; what is `drawn`, each
        array once, over which the mean is wherever it stands, in the machine, too;
        `sequence(*arrays)`, of the drawn arrays: the tokens before the last one, as rows, and the
        last one; the `value` of the mean, or with `at_least` what it is at least.
        """
        if len({id(one.array) for one in drawn}) < len(drawn):
            hint = "Draw a second array of the same law under another name."
            raise ArgumentError("drawn", drawn, "arrays that are each drawn once", hint)
        claimed = term(value, "value")
        if any(self._read_in(one.array) & self._read_in(claimed) for one in drawn):
            hint = "A mean over an array is a number that does not depend on it."
            raise ArgumentError("value", value, "a value without entries of what is drawn", hint)
        tokens, last = sequence(*(one.array for one in drawn))
        kind = MeanOutputAtLeast if at_least else MeanOutput
        return kind(machine, tuple(one.data for one in drawn), tokens, last, claimed)

    def steps(self, cell: Any, size: int) -> Steps:
        """One step of a cell with numbers for weights, entry by entry, on `size` numbers.

        For statements `SameRuns`. A cell has `initial_state()` and `step(state, x)`, and computes
        by +, -, *, maxima and minima on arrays of Python objects.
        """
        before = [(part, kept(part)) for part in cells_of(cell)]
        made = steps_of(cell, size, recorded)
        self._ran(made)
        _require_unchanged(before)
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
        """What a function of numbers returns, which is handed symbolic scalars, or of arrays.

        **Raises** `UndecidedQuestionError` if it asks what is not decided for all their values.
        """
        if any(map(is_array, arguments)):
            return traced(function, *arguments)
        handed = map(expression_of, arguments)
        return _rewrapped(call_on_scalars(function, *handed, before=self._looked_into))

    def _claimed(self, name: str, made: Callable[[], Any]) -> Any:
        """What a name stands for; made once."""
        if not isinstance(name, str) or not name.isidentifier():
            raise ArgumentError("name", name, "a name such as 'd' or 'W_V'")
        if name in self._names:
            hint = "Each number, array, sum and `for_all` of a statement has a name of its own."
            raise ArgumentError("name", name, "a name that nothing else in it has", hint)
        self._names[name] = made()
        return self._names[name]


def is_array(argument: Any) -> bool:
    """Whether an argument is an array of a world, and no number."""
    return hasattr(argument, "__number_system__")


def _rewrapped(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return type(value)(map(_rewrapped, value))
    return symbolic(value, "what the subject returned")


def _require_unchanged(before: list[tuple[Any, Any]]) -> None:
    """Raise `ArgumentError` for a cell of which a step has changed something."""
    if names := [name for part, held in before for name in changed(part, held)]:
        hint = "What is to last from a token to the next one belongs to the state."
        raise ArgumentError("cell", names, "a cell that a step does not change", hint)
