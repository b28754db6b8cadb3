"""Windows that forget, said to be recurrences: too short, too late, and by other evidence."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    Computes,
    EveryChain,
    EveryFirstChain,
    Evidence,
    SameFirstOutputs,
    SameOutputs,
    World,
    at_first_tokens,
    by_common_outputs,
    chaining,
    link_by_link,
    proof_of,
    simulation,
    unrolling,
    unrolling_delays,
)
from theorem_checks.statements.worlds.symbolic import Symbolic

__all__ = ["CASES"]

_case = partial(Case, "by_common_outputs")


class Window:
    """A kernel on the last tokens; what it holds at first is `start`."""

    def __init__(self, start: Any, kernel: Any) -> None:
        self.start, self.kernel = start, kernel

    def initial_state(self) -> Any:
        """Return the window before the first token, and what nobody reads."""
        return self.start, 0 * self.start

    def step(self, state: Any, x: Any) -> Any:
        """Return the window after the token, and what the kernel makes of it."""
        window, other = state
        after = window.__number_system__.shift_in(window, x)
        return (after, other + window), window.__number_system__.apply_kernel(self.kernel, after)


class Reads(Window):
    """Puts out an entry of the other array besides."""

    def step(self, state: Any, x: Any) -> Any:
        """Return the state after the token, and the output with what it holds besides."""
        after, output = super().step(state, x)
        return after, output + x.__number_system__.apply_kernel(self.kernel, state[1])


class Linear:
    """A matrix times what was there, plus the token."""

    def __init__(self, start: Any, A: Any) -> None:
        self.start, self.A = start, A

    def initial_state(self) -> Any:
        """Return the first state."""
        return self.start

    def step(self, state: Any, x: Any) -> Any:
        """Return the state, twice."""
        after = self.A @ state + x
        return after, after


Kept = Callable[[Any, Any], Any]


class Said:
    """Powers of A up to T - 1 on a window, and the recurrence, on T + `more` tokens."""

    def __init__(
        self,
        w: World,
        kept: Kept = lambda _at, _j: 1,
        more: int = 0,
        start: int = 0,
        window: type[Window] = Window,
    ) -> None:
        self.T, n = w.size("T"), w.size("n")
        self.tokens = self.T + more
        A, self.x = w.array("A", n, n), w.array("x", n)
        age = w.by_age(w.matrix_powers("P", A, self.T))
        kernel = w.entries(lambda at, j, i, k: kept(at, j) * age[j, i, k], self.T, n, n)
        self.xs, self.power = w.array("xs", self.tokens, n), w.matrix_powers("Q", A, self.tokens)
        power, xs = self.power, self.xs

        def output(at: Any, t: Any, i: Any) -> Any:
            return at.sum(lambda s, k: power[t, s, i, k] * xs[s, k], self.tokens, n)

        self.outputs = w.entries(output, self.tokens, n)
        self.cells = (
            window(w.entries(lambda *_: start, self.T, n), kernel),
            Linear(w.zeros(n), A),
        )

    def first(self, w: World) -> SameFirstOutputs:
        """Say that both have the same outputs."""
        one, other = (w.machine(cell, self.x) for cell in self.cells)
        return SameFirstOutputs(one, other, self.tokens)

    def chain(self, w: World) -> EveryFirstChain:
        """Say it of every chain of such links."""
        at = w.interface("v", self.x)
        return EveryFirstChain((w.link(at, at, *self.cells),), self.tokens)

    def proved(self, first: SameFirstOutputs) -> Evidence:
        """Ask for it, by what both compute."""
        one, other = (Computes(m, self.xs, self.outputs) for m in (first.one, first.other))
        parts = unrolling_delays(one), unrolling(other)
        return by_common_outputs(first, self.xs, self.outputs, *parts)


def _asked(**changed: Any) -> Callable[[], Evidence]:
    def ask() -> Evidence:
        w = Symbolic()
        said = Said(w, **changed)
        return said.proved(said.first(w))

    return ask


def _chained(**changed: Any) -> Callable[[], Evidence]:
    def ask() -> Evidence:
        w = Symbolic()
        said = Said(w, **changed)
        return link_by_link(said.chain(w), said.proved)

    return ask


def _of_fewer() -> Evidence:
    """Evidence of T tokens for a chain of T + 1."""
    w = Symbolic()
    said = Said(w)
    first, chain = said.first(w), said.chain(w)
    longer = EveryFirstChain(chain.links, said.T + 1)
    return chaining(longer, said.proved(first))


def _of_all_by_first() -> Evidence:
    """Evidence of T tokens for all sequences."""
    w = Symbolic()
    said = Said(w)
    first = said.first(w)
    return at_first_tokens(SameFirstOutputs(first.one, first.other, said.T + 1), said.proved(first))


def _by_relation(changed: Any = ()) -> Evidence:
    """The window is said to hold the state in its first row, at all times."""

    def says(kept: Kept, w: World) -> SameFirstOutputs:
        return Said(w, kept).first(w)

    def by(first: SameFirstOutputs) -> Evidence:
        same = SameOutputs(first.one, first.other)
        return at_first_tokens(first, simulation(same, first.one.state))

    return proof_of(says, by)(lambda at, j: at.delta(j, 0))


class Sums:
    """Adds up one of the two arrays of its tokens, and puts out the sum."""

    def __init__(self, start: Any, number: int) -> None:
        self.start, self.number = start, number

    def initial_state(self) -> Any:
        """Return the sum before the first token."""
        return self.start

    def step(self, state: Any, x: Any) -> Any:
        """Return the sum, twice."""
        after = state + x[self.number]
        return after, after


def _sums(w: World) -> tuple[Any, Any, Any, tuple[Sums, Sums]]:
    """T, n, a token of two arrays, and the sums of its first and of its second."""
    T, n = w.size("T"), w.size("n")
    start = w.zeros(n)
    return T, n, (w.array("x", n), w.array("y", n)), (Sums(start, 0), Sums(start, 1))


def _of_one_array_twice() -> Evidence:
    """Both sums are the same on tokens of which the second array is the first."""
    w = Symbolic()
    T, n, token, cells = _sums(w)
    xs = w.array("xs", T, n)
    one, other = (w.machine(cell, token) for cell in cells)

    def output(at: Any, t: Any, i: Any) -> Any:
        return at.sum(lambda s: at.at_most(s, t) * xs[s, i], T)

    outputs = w.entries(output, T, n)
    parts = (unrolling(Computes(machine, (xs, xs), outputs)) for machine in (one, other))
    return by_common_outputs(SameFirstOutputs(one, other, T), (xs, xs), outputs, *parts)


def _chained_by_one_array_twice() -> Evidence:
    """An interface of (z, z) ties (x, y) to y, and behind it stands a link that puts out x."""
    w = Symbolic()
    _, n, (x, y), _ = _sums(w)
    z, v = w.array("z", n), w.array("v", n)
    at = w.interface("both", (x, y))
    twice = w.interface("twice", (z, z), one=lambda pair: pair[1])
    end = w.interface("end", v)
    links = (
        w.link(at, twice, Passes(lambda pair: pair[1]), Passes(lambda pair: pair)),
        w.link(twice, end, Passes(lambda v: v), Passes(lambda pair: pair[0])),
    )
    return link_by_link(EveryChain(links), lambda same: simulation(same, same.one.state))


class Passes:
    """A function of the token, without a state."""

    def __init__(self, of: Callable[[Any], Any]) -> None:
        self.of = of

    def initial_state(self) -> Any:
        """Return no state."""
        return ()

    def step(self, state: Any, x: Any) -> Any:
        """Return no state, and what is made of the token."""
        return state, self.of(x)


def _first_few(count: int) -> Kept:
    return lambda at, j: at.sum(lambda z, k: at.delta(z, 0) * at.lag(j, z, k), 1, count)


CASES = (
    _case(
        Slip.EDGE_SIZE,
        "A^j for j < T on a window is the recurrence on T tokens: it is, T = 1 included",
        Truth.TRUE,
        _asked(),
    ),
    _case(
        Slip.EDGE_SIZE,
        "on T + 1 tokens: at T = 1 the token x_0 is forgotten at t = 1",
        Truth.FALSE,
        _asked(more=1),
    ),
    _case(
        Slip.CONSTANT,
        "with A^0 alone: at T = 2, t = 1 it is x_1 and not x_1 + A x_0",
        Truth.FALSE,
        _asked(kept=lambda at, j: at.delta(j, 0)),
    ),
    _case(
        Slip.BRANCH,
        "with A^0, A^1 and A^2 alone: at T = 4, t = 3 the token x_0 is forgotten",
        Truth.FALSE,
        _asked(kept=_first_few(3)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "of a window that holds ones at first: at T = 2, t = 0 there is A 1 besides",
        Truth.FALSE,
        _asked(start=1),
    ),
    _case(
        Slip.NAME,
        "of outputs that read another array of the state: at T = 2, t = 2 it holds x_0",
        Truth.FALSE,
        _asked(window=Reads),
    ),
    _case(
        Slip.EDGE_SIZE,
        "of chains of such links on T tokens, is true",
        Truth.TRUE,
        _chained(),
    ),
    _case(
        Slip.EDGE_SIZE,
        "of chains of such links on T + 1 tokens",
        Truth.FALSE,
        _chained(more=1),
    ),
    _case(
        Slip.BRANCH,
        "of chains of links with A^0, A^1 and A^2 alone",
        Truth.FALSE,
        _chained(kept=_first_few(3)),
    ),
    _case(
        Slip.NAME,
        "sums of x and of y, by what both compute of (x, x): at T = 1 it is x and y",
        Truth.FALSE,
        _of_one_array_twice,
    ),
    _case(
        Slip.NAME,
        "of a chain through an interface of one array twice: (x, y) becomes y, and x",
        Truth.FALSE,
        _chained_by_one_array_twice,
    ),
    _case(Slip.NAME, "chains on T + 1 tokens, by evidence of T", Truth.NO_STATEMENT, _of_fewer),
    _case(Slip.NAME, "T + 1 tokens, by evidence of T", Truth.NO_STATEMENT, _of_all_by_first),
    _case(
        Slip.EDGE_SIZE,
        "a window that forgets at once is the recurrence, by a relation",
        Truth.FALSE,
        _by_relation,
    ),
)
