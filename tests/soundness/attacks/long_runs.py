"""Sequences of symbolic length: too long ones, none at all, other powers, other recurrences."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import (
    All,
    ByAge,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    Impulse,
    Index,
    LongRun,
    SameFirstOutputs,
    SameOutputs,
    delta,
    long_linear_combination,
)
from theorem_checks.proving.machines.consequences import linear_combination
from theorem_checks.statements.arrays.index_expressions import Sum, scalar
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray, zeros
from theorem_checks.statements.worlds.symbolic import Symbolic

__all__ = ["CASES"]

_case = partial(Case, "long_linear_combination")


class Cell:
    """A linear map of the sum of the tokens, each as often moved on as tokens followed it."""

    def __init__(self, A: Any, C: Any) -> None:
        self.A, self.C = A, C

    def initial_state(self) -> Any:
        """Return 0."""
        return zeros((self.A.shape[0],))

    def step(self, state: Any, x: Any) -> Any:
        """Return what is kept, and the output."""
        after = self.A @ state + x
        return after, self.C @ after


class Silent(Cell):
    """Puts out 0."""

    def step(self, state: Any, x: Any) -> Any:
        """Return what is kept, and 0."""
        after, output = super().step(state, x)
        return after, 0 * output


class Begins(Cell):
    """The same from 1 on."""

    def initial_state(self) -> Any:
        """Return 1."""
        return zeros((self.A.shape[0],)) + 1


class Squares(Cell):
    """Squares what is kept."""

    def step(self, state: Any, x: Any) -> Any:
        """Return what is kept, and the output."""
        after = (self.A @ state) * (self.A @ state) + x
        return after, self.C @ after


class Delays(Cell):
    """Puts out the token before."""

    def step(self, state: Any, x: Any) -> Any:
        """Return the token, and the one before."""
        return 0 * state + x, self.C @ state


class Counts(Cell):
    """Counts, and puts out (n - 1)(n - 2) after n tokens."""

    def step(self, state: Any, x: Any) -> Any:
        """Return the next number, and the output."""
        after = state + 1
        return after, self.C @ ((after - 1) * (after - 2)) + 0 * x


def _unit(array: Any, place: int, i: Index) -> SymbolicArray:
    """The vector that is 1 at an index, on an axis of an array."""
    axis = (array.axes[place][0],)
    (own,) = axis[0].indices(0)
    return SymbolicArray((axis,), {(0,): delta(own, i)})


def _ask(
    one: Any = Cell,
    *,
    tokens: Callable[[Any], Any] = lambda R: R + 1,
    least: int = 1,
    powers_of: str = "A",
    claimed: str = "A A^k",
    late: bool = False,
    everything: bool = False,
    by_age: str = "",
    beside: bool = True,
) -> Callable[[], Evidence]:
    """That C A^(k + 1) is 0, as the outputs of a machine are on R + 1 tokens, or as it is said.

    **Arguments**: `by_age`, whether each token is said, 'one' of them e_j and the others 0, or
    'all' of them e_j; `beside`, whether the powers stand in an equation that is assumed.
    """

    def ask() -> Evidence:
        w = Symbolic()
        d, R = w.size("d"), w.size("R", least=least)
        A, B, C = (w.array(name, d, d) for name in "ABC")
        token = w.array("x", d)
        age = w.by_age(w.matrix_powers("P", {"A": A, "B": B}[powers_of], R))
        machines = w.machine(one(A, C), token), w.machine(Silent(A, C), token)
        length = tokens(R)
        same: Conclusion = SameFirstOutputs(*machines, length)
        if everything:
            same = SameOutputs(*machines)
        known = w.entries(lambda h, i, j: h.sum(lambda k: age[k, i, j], R), d, d)
        none = 0 * known
        k = Index("k", R)
        i, j, m, o = (Index(name, d) for name in "ijmo")
        placed: Impulse | ByAge = Impulse(k, zeros(token.axes), _unit(token, 0, j))
        said = {
            "A A^k": Sum(C[i, m] * A[m, o] * age[k, o, j], m, o),
            "A^k": Sum(C[i, m] * age[k, m, j], m),
            "C": C[i, j],
            "sum of A A^k": Sum(C[i, m] * A[m, o] * age[k, o, j], k, m, o),
            "sum of A^k": Sum(C[i, m] * age[k, m, j], k, m),
        }[claimed]
        hypothesis = All((same, Equal(known, none) if beside else Equal(C, C)))
        if by_age:
            when = Index("when", R)
            each = delta(when, k) if by_age == "one" else scalar(1)
            (own,) = token.axes[0][0].indices(0)
            tokens_by_age = SymbolicArray(token.axes, {(0,): each * delta(own, j)})
            placed = ByAge(when, tokens_by_age)
        after = [zeros(token.axes)] * (2 if late else 1)
        run = LongRun(_unit(C, 0, i), [], placed, after)
        return long_linear_combination(Implies(hypothesis, Equal(said, 0)), [run])

    return ask


def _counted(tokens: int) -> Callable[[], Evidence]:
    """That 2 = 0, as what is 0 after one and two tokens is 2 after three."""

    def ask() -> Evidence:
        w = Symbolic()
        d = w.size("d")
        token, C = w.array("x", d), w.identity(d)
        zero = w.zeros(d, d)
        machines = w.machine(Counts(zero, C), token), w.machine(Silent(zero, C), token)
        k, i = Index("k", 2), Index("i", d)
        placed = Impulse(k, zeros(token.axes), zeros(token.axes))
        same = SameFirstOutputs(*machines, sp.Integer(tokens))
        run = LongRun(_unit(C, 0, i), [], placed, [zeros(token.axes)])
        return long_linear_combination(Implies(same, Equal(2, 0)), [run])

    return ask


def _delayed(least: int) -> Callable[[], Evidence]:
    """That 1 = 0, as a token comes out at the next one, of which there need not be any."""

    def ask() -> Evidence:
        w = Symbolic()
        d, R = w.size("d"), w.size("R", least=least)
        token, C = w.array("x", d), w.identity(d)
        zero = w.zeros(d, d)
        machines = w.machine(Delays(zero, C), token), w.machine(Silent(zero, C), token)
        k, i = Index("k", R), Index("i", d)
        every = _unit(token, 0, i)
        placed = Impulse(k, every, every)
        same = SameFirstOutputs(*machines, R + 1)
        run = LongRun(_unit(C, 0, i), [], placed, [zeros(token.axes)])
        return long_linear_combination(Implies(same, Equal(1, 0)), [run])

    return ask


class Constant(Cell):
    """Puts out c everywhere."""

    def step(self, state: Any, x: Any) -> Any:
        """Return what is kept, and the output."""
        after = state + x
        return after, 0 * after + self.C


class Nothing(Constant):
    """Puts out 0."""

    def step(self, state: Any, x: Any) -> Any:
        """Return what is kept, and 0."""
        after = state + x
        return after, 0 * after


def _constant(least: int, *, long: bool = True) -> Callable[[], Evidence]:
    """That c = 0, as all outputs are c and 0, of which there are none where d is 0."""

    def ask() -> Evidence:
        w = Symbolic()
        d, R, c = w.size("d", least=least), w.size("R"), w.number("c")
        token = w.array("x", d)
        own = w.identity(d)
        machines = w.machine(Constant(own, c), token), w.machine(Nothing(own, c), token)
        k, i, none = Index("k", R), Index("i", d), zeros(token.axes)
        if not long:
            same = SameOutputs(*machines)
            return linear_combination(Implies(same, Equal(c, 0)), [(_unit(token, 0, i), [none])])
        run = LongRun(_unit(token, 0, i), [], Impulse(k, none), [none])
        same = SameFirstOutputs(*machines, R + 1)
        return long_linear_combination(Implies(same, Equal(c, 0)), [run])

    return ask


class _Short(list[Any]):
    """Tokens that say that they are none."""

    def __len__(self) -> int:
        """Return 0."""
        return 0


def _said_to_be_none() -> Evidence:
    """That z = 0, as what was said R + 2 tokens before is not put out at the first R + 1."""
    w = Symbolic()
    d, R = w.size("d"), w.size("R")
    token, z = w.array("x", d), w.array("z", d)
    own = w.identity(d)
    machines = w.machine(Delays(own, own), token), w.machine(Silent(own, own), token)
    k, i, none = Index("k", R), Index("i", d), zeros(token.axes)
    run = LongRun(_unit(token, 0, i), _Short([none]), Impulse(k, z), [none])
    same = SameFirstOutputs(*machines, R + 1)
    return long_linear_combination(Implies(same, Equal(z[i], 0)), [run])


CASES = (
    _case(
        Slip.EMPTY, "c = 0, as outputs of d numbers c are those of 0, where d is 1 at least",
        Truth.TRUE, _constant(1),
    ),
    _case(
        Slip.EMPTY, "c = 0, as no outputs are c and 0 alike, where d may be 0", Truth.FALSE,
        _constant(0), NOT_PROVED,
    ),
    _case(
        Slip.EMPTY, "the same of one token", Truth.FALSE, _constant(0, long=False), NOT_PROVED,
    ),
    _case(
        Slip.EDGE_SIZE, "tokens that say that they are none are counted", Truth.FALSE,
        _said_to_be_none, NOT_PROVED,
    ),
    _case(
        Slip.BRANCH, "outputs that are 0 on R + 1 tokens give C A^(k + 1) = 0 for k < R",
        Truth.TRUE, _ask(),
    ),
    _case(
        Slip.BRANCH, "outputs that are 0 on all tokens give C A^(k + 1) = 0 for k < R",
        Truth.TRUE, _ask(everything=True),
    ),
    _case(
        Slip.EDGE_SIZE, "outputs that are 0 on R tokens say something of R + 1", Truth.FALSE,
        _ask(tokens=lambda R: R),
    ),
    _case(
        Slip.EDGE_SIZE, "outputs that are 0 on R + 1 tokens say something of R + 2", Truth.FALSE,
        _ask(late=True),
    ),
    _case(
        Slip.EDGE_SIZE, "outputs on two tokens say something of three", Truth.FALSE, _counted(2),
    ),
    _case(
        Slip.EMPTY, "a token is among the R ones where R may be 0", Truth.FALSE, _delayed(0),
        NOT_PROVED,
    ),
    _case(
        Slip.CONSTANT, "a token k + 1 steps before is moved on k times", Truth.FALSE,
        _ask(claimed="A^k"),
    ),
    _case(
        Slip.CONSTANT, "a token is not moved on at all", Truth.FALSE, _ask(claimed="C"),
    ),
    _case(
        Slip.NAME, "the powers of one matrix are those of another", Truth.FALSE,
        _ask(powers_of="B"),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "the first state is 0", Truth.FALSE, _ask(Begins), NOT_PROVED,
    ),
    _case(
        Slip.BRANCH, "the same where each of the R tokens is said", Truth.TRUE, _ask(by_age="one"),
    ),
    _case(
        Slip.BRANCH, "R tokens of which each is e_j leave the sum over k of A^k e_j", Truth.TRUE,
        _ask(by_age="all", claimed="sum of A A^k"),
    ),
    _case(
        Slip.BRANCH, "powers that stand in what is concluded", Truth.TRUE,
        _ask(by_age="one", beside=False),
    ),
    _case(
        Slip.NAME, "powers of another matrix that stand in what is concluded", Truth.FALSE,
        _ask(by_age="one", beside=False, powers_of="B"),
    ),
    _case(
        Slip.CONSTANT, "what R tokens leave is not moved on by the next", Truth.FALSE,
        _ask(by_age="all", claimed="sum of A^k"),
    ),
    _case(
        Slip.CONSTANT, "one of R tokens, each of which is said, is moved on k times", Truth.FALSE,
        _ask(by_age="one", claimed="A^k"),
    ),
    _case(
        Slip.BRANCH, "one of R tokens that are all e_j is there alone", Truth.FALSE,
        _ask(by_age="all"),
    ),
    _case(
        Slip.EDGE_SIZE, "R tokens, each of which is said, and two more are R + 1", Truth.FALSE,
        _ask(by_age="one", late=True),
    ),
    _case(
        Slip.EDGE_SIZE, "R tokens, each of which is said, are read at R tokens", Truth.FALSE,
        _ask(by_age="one", tokens=lambda R: R),
    ),
    _case(
        Slip.EMPTY, "there are R tokens, each of which is said, where R may be 0", Truth.FALSE,
        _ask(by_age="one", least=0, claimed="A^k"), NOT_PROVED,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "the first state is 0 where each of R tokens is said", Truth.FALSE,
        _ask(Begins, by_age="one"), NOT_PROVED,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "a recurrence is linear where each of R tokens is said",
        Truth.FALSE, _ask(Squares, by_age="one"), NOT_PROVED,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "a recurrence is linear", Truth.FALSE, _ask(Squares), NOT_PROVED,
    ),
)  # fmt: skip
