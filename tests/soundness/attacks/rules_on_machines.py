"""Rules on machines, their states and stacks, that are given what does not fit."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    Computes,
    EveryStack,
    Evidence,
    NoStack,
    SameOutputs,
    Tensor,
    layer_by_layer,
    no_stack,
    simulation,
    symbol_array,
    unrolling,
    zeros,
)
from theorem_checks.statements.terms import term
from theorem_checks.statements.worlds.symbolic import Symbolic

n = sp.Symbol("n", integer=True, positive=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
k = sp.Symbol("k", integer=True, positive=True)
x, y = sp.symbols("x y", real=True)
_simulation = partial(Case, "simulation")
_unrolling = partial(Case, "unrolling")
_rule = partial(partial, Case)


class Forgets:
    """Puts out the token alone."""

    def __init__(self, size: Any) -> None:
        self.size = size

    def initial_state(self) -> Any:
        """Return 0."""
        return zeros((self.size,))

    def step(self, state: Any, x: Any) -> Any:
        """Return what is kept, and the output."""
        return 0 * state, x


class Adds(Forgets):
    """Adds up the tokens."""

    def step(self, state: Any, x: Any) -> Any:
        """Return what is kept, and the output."""
        return state + x, state + x


class Counts(Forgets):
    """Puts out the last token as often as there were tokens."""

    def step(self, state: Any, x: Any) -> Any:
        """Return what is kept, and the output."""
        return state + 1, (state + 1) * x


class LateDrop(Forgets):
    """Adds up the tokens; beside it counts them, and vanishes at the first four counts."""

    def step(self, state: Any, x: Any) -> Any:
        """Return what is kept, and the output."""
        return state + x, state + x + state * (state - 1) * (state - 2) * (state - 3) * 0 + state


class Begins(Adds):
    """Adds up the tokens, from 1 on."""

    def initial_state(self) -> Any:
        """Return 1."""
        return zeros((self.size,)) + 1


def _machines(one: Any, other: Any) -> tuple[Symbolic, SameOutputs]:
    w = Symbolic()
    token = w.array("x", w.size("d"))
    cells = (cell(token.shape[0]) for cell in (one, other))
    return w, SameOutputs(*(w.machine(cell, token) for cell in cells))


def _simulated(
    one: Any, other: Any, relation: Callable[[SameOutputs], Any], *auxiliary: Any
) -> Callable[[], Evidence]:
    def ask() -> Evidence:
        _, same = _machines(one, other)
        return simulation(same, relation(same), [make(same) for make in auxiliary])

    return ask


def _stored(same: SameOutputs) -> Any:
    return same.other.state


def _more(same: SameOutputs) -> Any:
    return same.other.state + symbol_array("a", *same.other.state.axes)


def _auxiliary(name: str, start: Callable[..., Any], after: Callable[..., Any]) -> Any:
    def made(same: SameOutputs) -> Any:
        free = symbol_array(name, *same.other.state.axes)
        return free, start(same, free), after(same, free)

    return made


class Sums(Forgets):
    """Holds the sum of the tokens, and the last one; puts out both."""

    def initial_state(self) -> Any:
        """Return twice 0."""
        return zeros((self.size,)), zeros((self.size,))

    def step(self, state: Any, x: Any) -> Any:
        """Return both, twice."""
        after = state[0] + x, x
        return after, after


class Swapped(Sums):
    """The same, with the outputs exchanged."""

    def step(self, state: Any, x: Any) -> Any:
        """Return both, and both the other way around."""
        after, _ = super().step(state, x)
        return after, after[::-1]


class SumsTwice(Sums):
    """The same, with the sum in both places."""

    def step(self, state: Any, x: Any) -> Any:
        """Return the sum and the last token, and the sum twice."""
        after, _ = super().step(state, x)
        return after, (after[0], after[0])


class SumsOnce(Sums):
    """The same, which puts out the sum alone."""

    def step(self, state: Any, x: Any) -> Any:
        """Return both, and the sum."""
        after, _ = super().step(state, x)
        return after, after[:1]


class SumsFromOne(Sums):
    """The same, where the second number begins with 1, and lasts for a step."""

    def initial_state(self) -> Any:
        """Return 0 and 1."""
        return zeros((self.size,)), zeros((self.size,)) + 1

    def step(self, state: Any, x: Any) -> Any:
        """Return what is kept, and with the sum what was kept."""
        total, one = state
        return (total + x, 0 * one), (total + x, x + one)


class SumsFromNone(SumsFromOne):
    """The same from 0 on."""

    def initial_state(self) -> Any:
        """Return twice 0."""
        return zeros((self.size,)), zeros((self.size,))


def _nested(
    one: Any, other: Any, relation: Callable[[SameOutputs], Any], by: Any = None
) -> Callable[[], Evidence]:
    """Machines with pairs for states, under a relation of both."""

    def ask() -> Evidence:
        _, same = _machines(one, other)
        told = by(same) if by else {}
        return simulation(same, relation(same), **told)

    return ask


def _squares(symmetry: str) -> Callable[[], Evidence]:
    """An auxiliary matrix whose kind says more than its values keep."""

    def ask() -> Evidence:
        w = Symbolic()
        d = w.size("d")
        token = w.array("x", d)
        W = w.array("W", d, d)

        class Reads(Forgets):
            def __init__(self, turned: bool) -> None:
                self.size, self.turned = token.shape[0], turned

            def initial_state(self) -> Any:
                return zeros((self.size, self.size))

            def step(self, state: Any, x: Any) -> Any:
                grown = state + W
                return grown, (grown.T if self.turned else grown) @ x

        same = SameOutputs(*(w.machine(Reads(turned), token) for turned in (False, True)))
        of: Any = {"inverse": {"inverse_of": "W"}}.get(symmetry, {"symmetry": symmetry})
        X = symbol_array(Tensor("X", 2, **of), *same.one.state.axes)
        after = X + W
        return simulation(same, X, [(X, zeros(X.axes), after)], other=X)

    return ask


def _still_token() -> Evidence:
    """Machines that are traced on the token 0 alone."""
    w = Symbolic()
    still = w.zeros(w.size("d"))
    same = SameOutputs(*(w.machine(cell(still.shape[0]), still) for cell in (Adds, Forgets)))
    return simulation(same, 0 * same.other.state)


def _unrolled(cell: Any, mask: Callable[..., Any]) -> Callable[[], Evidence]:
    def ask() -> Evidence:
        w = Symbolic()
        d, T = w.size("d"), w.size("T")
        token, xs = w.array("x", d), w.array("xs", T, d)
        machine = w.machine(cell(token.shape[0]), token)
        return unrolling(Computes(machine, xs, w.entries(mask, T, T) @ xs))

    return ask


class Gates(Forgets):
    """Multiplies the token by itself."""

    def step(self, state: Any, x: Any) -> Any:
        """Return what is kept, and the output."""
        return 0 * state, x * x


class Remembers(Begins):
    """Adds its state, which begins with 1 and stays so, to the token."""

    def step(self, state: Any, x: Any) -> Any:
        """Return what is kept, and the output."""
        return state, x + state


def _stacked(*weights: int, of: Any = Adds, still: bool = False) -> Callable[[], Evidence]:
    def ask() -> Evidence:
        w = Symbolic()
        d = w.size("d")
        token = w.zeros(d) if still else w.array("x", d)
        return layer_by_layer(EveryStack((w.machine(of(token.shape[0]), token),), weights))

    return ask


def _no_stack(
    target: Any, of: Any = Adds, tokens: Any = (2, 1, 0), by: Any = None, reads: Any = None
) -> Callable[[], Evidence]:
    """No stack of sums is a target, by the second difference, of evidence of machines `by`."""

    def ask() -> Evidence:
        w = Symbolic()
        token = w.array("x", w.size("d"))
        size = token.shape[0]
        layer, aim = (w.machine(kind(size), token) for kind in (of, target))
        other = w.machine(by(size), token) if by else layer
        every = EveryStack((other,), (1, -2, 1))
        at = [(zeros((size,)) + 1) * k for k in tokens]
        read = reads(aim) if reads else (zeros((size,)) + 1) / (2 * term(size))
        return no_stack(NoStack((layer,), aim), every, layer_by_layer(every), at, read)

    return ask


CASES = (
    _rule("no_stack")(Slip.CONSTANT, "no stack of sums squares its token, is true", Truth.TRUE,
                      _no_stack(Gates)),
    _rule("no_stack")(Slip.CONSTANT, "no stack of sums is a sum", Truth.FALSE, _no_stack(Adds)),
    _rule("no_stack")(Slip.CONSTANT, "the same, by tokens that do not add up to 0", Truth.FALSE,
                      _no_stack(Adds, tokens=(3, 1, 1))),
    _rule("no_stack")(Slip.NAME, "no stack of squares is a square, by what stacks of sums keep",
                      Truth.FALSE, _no_stack(Gates, of=Gates, by=Adds)),
    _rule("no_stack")(Slip.CONSTANT, "no stack of squares is a square", Truth.FALSE,
                      _no_stack(Gates, of=Gates)),
    _rule("no_stack")(Slip.NAME, "no stack of sums is a sum, where what is read is the state",
                      Truth.FALSE, _no_stack(Adds, reads=lambda aim: aim.state)),
    _rule("no_stack")(Slip.EMPTY, "no stack of sums is a sum, by two tokens for three weights",
                      Truth.FALSE, _no_stack(Adds, tokens=(1, 1))),
    _rule("layer_by_layer")(Slip.CONSTANT, "squares keep second differences at 0", Truth.FALSE,
                      _stacked(1, -2, 1, of=Gates)),
    _rule("layer_by_layer")(Slip.EDGE_SIZE, "what adds 1 keeps x + y = 0", Truth.FALSE,
                      _stacked(1, 1, of=Remembers)),
    _rule("layer_by_layer")(Slip.HIDDEN_ASSUMPTION, "squares keep x - 2 y + z = 0, on the token 0",
                      Truth.FALSE, _stacked(1, -2, 1, of=Gates, still=True)),
    _rule("layer_by_layer")(Slip.EMPTY, "weights of 0", Truth.NO_STATEMENT,
                            _stacked(0, 0, of=Gates)),
    _rule("layer_by_layer")(Slip.CONSTANT, "what adds 1 keeps x - 2 y + z = 0, is true", Truth.TRUE,
                      _stacked(1, -2, 1, of=Remembers)),
    _simulation(Slip.NAME, "a sum of tokens is the last one, times their number: the relation"
                " speaks of the token", Truth.FALSE,
                _simulated(Adds, Counts, lambda s: s.other.state * s.one.token)),
    _simulation(Slip.ORDER_OF_EVALUATION, "a machine that forgets adds up", Truth.FALSE,
                _simulated(Forgets, Adds, _stored)),
    _simulation(Slip.ORDER_OF_EVALUATION, "a machine that adds up forgets", Truth.FALSE,
                _simulated(Adds, Forgets, _stored)),
    _simulation(Slip.EDGE_SIZE, "a machine that begins with 1 begins with 0", Truth.FALSE,
                _simulated(Begins, Adds, _stored)),
    _simulation(Slip.EDGE_SIZE, "the same, where an auxiliary array begins with what is missing and"
                " is not kept", Truth.FALSE,
                _simulated(Begins, Adds, _more,
                           _auxiliary("a", lambda s, a: zeros(a.axes) + 1, lambda s, a: 0 * a))),
    _simulation(Slip.NAME, "an auxiliary array that is the token", Truth.FALSE,
                _simulated(Adds, Counts, lambda s: s.other.state * s.one.token,
                           _auxiliary("x", lambda s, a: a, lambda s, a: a))),
    _simulation(Slip.NAME, "an auxiliary array that is the state of the other machine",
                Truth.FALSE, _simulated(Adds, Forgets, _stored,
                                        _auxiliary("h.2", lambda s, a: a, lambda s, a: a))),
    _simulation(Slip.CONTRADICTION, "a relation that is the state that it describes", Truth.FALSE,
                _simulated(Adds, Forgets, lambda s: s.one.state)),
    _simulation(Slip.CONSTANT, "a machine that adds up, and reads twice its state", Truth.FALSE,
                _simulated(LateDrop, Adds, _stored)),
    _simulation(Slip.NAME, "outputs in another order", Truth.FALSE,
                _nested(Sums, Swapped, _stored)),
    _simulation(Slip.NAME, "a relation of exchanged parts of a state", Truth.FALSE,
                _nested(Sums, Swapped, lambda s: s.other.state[::-1])),
    _simulation(Slip.EMPTY, "two outputs are one", Truth.FALSE,
                _nested(Sums, SumsOnce, _stored)),
    _simulation(Slip.EMPTY, "one output is two", Truth.FALSE, _nested(SumsOnce, Sums, _stored)),
    _simulation(Slip.NAME, "a pair of outputs of which the second is not looked at", Truth.FALSE,
                _nested(Sums, SumsTwice, _stored)),
    _simulation(Slip.EMPTY, "a relation of a part of the state alone", Truth.FALSE,
                _nested(Sums, SumsTwice, lambda s: s.other.state[:1])),
    _simulation(Slip.EMPTY, "a relation that leaves all as it is", Truth.FALSE,
                _nested(Sums, SumsTwice, lambda s: s.one.state)),
    _simulation(Slip.EDGE_SIZE, "a part that begins with 1 begins with 0: the relation leaves both"
                " parts free, one of which is read", Truth.FALSE,
                _nested(SumsFromOne, SumsFromNone, lambda s: (s.other.state[0], s.one.state[1]))),
    _simulation(Slip.EDGE_SIZE, "the same, where the other machine's part is said to be the first"
                " one's, and the first one's the other's", Truth.FALSE,
                _nested(SumsFromOne, SumsFromNone, _stored, lambda s: {"other": s.one.state})),
    _simulation(Slip.EDGE_SIZE, "the same, by the sum of both, which is no part of either",
                Truth.FALSE, _nested(SumsFromOne, SumsFromNone, _stored,
                                     lambda s: {"other": (s.other.state[0],
                                                          s.other.state[1] + s.one.state[1])})),
    _simulation(Slip.TRANSPOSE, "a sum of W is its transpose, by an auxiliary array that is said to"
                " be symmetric", Truth.FALSE, _squares("symmetric")),
    _simulation(Slip.TRANSPOSE, "the same, said to be antisymmetric", Truth.FALSE,
                _squares("antisymmetric")),
    _simulation(Slip.NAME, "the same, said to be the inverse of W", Truth.FALSE,
                _squares("inverse")),
    _simulation(Slip.HIDDEN_ASSUMPTION, "a machine that adds up forgets, on the token 0",
                Truth.FALSE, _still_token),
    _unrolling(Slip.ORDER_OF_EVALUATION, "a machine that forgets is a sum over the past",
               Truth.FALSE, _unrolled(Forgets, lambda h, t, s: h.at_most(s, t))),
    _unrolling(Slip.EDGE_SIZE, "a machine that begins with 1 is a sum from 0", Truth.FALSE,
               _unrolled(Begins, lambda h, t, s: h.at_most(s, t))),
    _unrolling(Slip.EDGE_SIZE, "a machine that adds up does not see the last token", Truth.FALSE,
               _unrolled(Adds, lambda h, t, s: h.at_most(s, t) - h.delta(s, t))),
    _unrolling(Slip.ORDER_OF_EVALUATION, "a machine of the second degree is a sum", Truth.FALSE,
               _unrolled(Counts, lambda h, t, s: h.at_most(s, t))),
)  # fmt: skip
