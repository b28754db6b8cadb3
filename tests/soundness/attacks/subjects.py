"""Subjects that are right where the checks look, and wrong beyond."""

import functools
import operator
from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from constructions.cells.linear_attention import LinearAttention
from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import AtMost, Computes, Conclusion, Equal, Evidence, World, prove, unrolling
from theorem_checks.judging.judge import judged

__all__ = ["CASES"]

_case = partial(Case, "proof_of")


def says_square(total: Callable[..., Any], w: World) -> Conclusion:
    """A function of a size is its square."""
    n = w.size("n")
    return Equal(w.call(total, n), n**2)


def says_square_directly(total: Callable[..., Any], w: World) -> Conclusion:
    """The same of a function that is called without the world."""
    n = w.size("n")
    return Equal(total(n), n**2)


def _square(total: Callable[..., Any], **more: Any) -> Callable[[], Evidence]:
    return lambda: judged(says_square, prove, total, **more)


def _directly(total: Callable[..., Any]) -> Callable[[], Evidence]:
    return lambda: judged(says_square_directly, prove, total)


def swallows(n):
    """Catch the question."""
    try:
        return n**2 + (1 if n == 50_000 else 0)
    except Exception:
        return n**2


def swallows_and_raises(n):
    """Catch the question, and raise another error where it was undecided."""
    try:
        late = n > 50_000
    except Exception as error:
        raise ValueError("no number") from error
    return n**2 + (1 if late else 0)


def by_text(n):
    """Ask for the digits."""
    return n**2 + [0, 1][repr(n) == "50000"]


def by_expression(n):
    """Ask SymPy."""
    return n**2 + [0, 1][getattr(n, "expression", n) == 50_000]


def by_held_expression(n):
    """Ask SymPy, by the name that the toolkit uses."""
    return n**2 + [0, 1][getattr(n, "__expression__", n) == 50_000]


def by_table_of_types(n):
    """Take one function of numbers, and another one of the rest, without a branch."""
    late = {int: lambda k: int(k == 50_000)}
    return n**2 + late.get(type(n), lambda _: 0)(n)


def by_attribute(n):
    """Ask what a number has."""
    return n**2 + (1 if getattr(n, "numerator", None) == 50_000 else 0)


@functools.singledispatch
def dispatched(n):
    """Anything but an integer."""
    return n**2


@dispatched.register
def _(n: int):
    return n**2 + (1 if n > 50_000 else 0)


@functools.lru_cache
def remembered(n):
    """Look up what was asked before, which asks for a hash."""
    return n**2


class Holder:
    """A subject that holds a symbol of its own."""

    def __init__(self, symbol):
        self.symbol = symbol

    def __call__(self, n):
        return n**2 if self.symbol != 50_000 else n


class Counting:
    """A subject that is another one from some time on."""

    def __init__(self):
        self.times = 0

    def __call__(self, n):
        self.times += 1
        return n**2 * [0, 1][self.times < 1000]


def counting():
    """Return a function that counts in its closure."""
    times = 0

    def total(n):
        nonlocal times
        times += 1
        return n**2 * [0, 1][times < 1000]

    return total


def remembering():
    """Return a function that keeps what it was asked."""
    asked = []

    def total(n):
        asked.append(n)
        return n**2 * [0, 1][len(asked) < 1000]

    return total


def vanishing(n):
    """Be wrong at sizes from 12 on, by a polynomial."""
    late = 1
    for k in range(1, 12):
        late = late * (n - k)
    return n**2 + late


def vanishing_far(n):
    """Be wrong elsewhere than at the far sizes that are drawn."""
    late = 1
    for k in (*range(1, 12), *range(1000, 1010)):
        late = late * (n - k)
    return n**2 + late


class Masked:
    """Attention as a masked double sum; `mask(w, t, s)` says what the token t sees of s."""

    def __init__(self, mask):
        self.mask = mask

    def outputs(self, w, xs, T, weights):
        """Return the outputs on T tokens."""
        V, K, Q = weights
        mask = w.entries(self.mask, T, T)
        return (mask * ((xs @ Q.T) @ (xs @ K.T).T)) @ (xs @ V.T)


def says_attention(attention, w):
    """Linear attention computes the masked double sum."""
    T, d = w.size("T"), w.size("d")
    weights = [w.array(name, d, d) for name in ("W_V", "W_K", "W_Q")]
    machine = w.machine(LinearAttention(*weights), w.array("x", d))
    xs = w.array("xs", T, d)
    return Computes(machine, xs, attention.outputs(w, xs, T, weights))


def _mask(mask: Callable[..., Any]) -> Callable[[], Evidence]:
    return lambda: judged(says_attention, unrolling, Masked(mask), instances=({"T": 2, "d": 1},))


def says_below(bound: Callable[..., Any], w: World) -> Conclusion:
    """A positive number is at most a function of it."""
    x = w.number("x", positive=True)
    return AtMost(x, w.call(bound, x))


def says_of_a_natural_number(total: Callable[..., Any], w: World) -> Conclusion:
    """A function of a size, which may be 0, is that size."""
    n = w.size("n", least=0)
    return Equal(w.call(total, n), n)


def _from_zero(total: Callable[..., Any]) -> Callable[[], Evidence]:
    tried = ({"n": 1},)
    return lambda: judged(says_of_a_natural_number, prove, total, cases={"n": 2}, instances=tried)


CASES = (
    _case(Slip.BRANCH, "n^2 below 50000 (a question)", Truth.FALSE,
          _square(lambda n: n**2 if n < 50_000 else 0)),
    _case(Slip.BRANCH, "n^2 but at 50000, where the question is swallowed", Truth.FALSE,
          _square(swallows)),
    _case(Slip.BRANCH, "n^2 up to 50000, and another error is raised of the question",
          Truth.FALSE, _square(swallows_and_raises)),
    _case(Slip.BRANCH, "n^2 but where repr(n) is '50000', without a branch", Truth.FALSE,
          _square(by_text)),
    _case(Slip.BRANCH, "n^2 but where n.expression is 50000, without a branch", Truth.FALSE,
          _square(by_expression)),
    _case(Slip.BRANCH, "n^2 but where n.__expression__ is 50000", Truth.FALSE,
          _square(by_held_expression)),
    _case(Slip.BRANCH, "n^2 but for the int 50000, by a table of types", Truth.FALSE,
          _square(by_table_of_types)),
    _case(Slip.BRANCH, "n^2 but for ints from 50000 on, by singledispatch", Truth.FALSE,
          _square(dispatched)),
    _case(Slip.BRANCH, "n^2 but where n.numerator is 50000", Truth.FALSE, _square(by_attribute)),
    _case(Slip.BRANCH, "n^2 from a cache, which asks for a hash", Truth.NO_STATEMENT,
          _square(remembered), frozenset()),
    _case(Slip.BRANCH, "n^2 but at places of a table", Truth.FALSE,
          _square(lambda n: n**2 + {50_000: 1}.get(n, 0))),
    _case(Slip.BRANCH, "n^2 as long as a symbol that it holds is not 50000", Truth.FALSE,
          _directly(Holder(sp.Symbol("n", integer=True, positive=True)))),
    _case(Slip.BRANCH, "n^2 but for places where n // 50000 is not 0", Truth.FALSE,
          _square(lambda n: n**2 + n // 50_000)),
    _case(Slip.BRANCH, "n^2 but at multiples of 50000", Truth.FALSE,
          _square(lambda n: n**2 + (1 if n % 50_000 == 0 else 0))),
    _case(Slip.BRANCH, "n^2 for as many as range(n) has", Truth.FALSE,
          _square(lambda n: sum(1 for _ in range(n)) * n if n < 10**4 else 0)),
    _case(Slip.BRANCH, "n^2 where n is even, by an attribute", Truth.FALSE,
          _square(lambda n: n**2 + (0 if n.is_even in (None, True) else 1) * 0 + 1)),
    _case(Slip.ORDER_OF_EVALUATION, "n^2 the first thousand times", Truth.FALSE,
          lambda: judged(says_square, prove, Counting())),
    _case(Slip.ORDER_OF_EVALUATION, "n^2 the first thousand times, counted in a closure",
          Truth.FALSE, lambda: judged(says_square, prove, counting())),
    _case(Slip.ORDER_OF_EVALUATION, "n^2 the first thousand times, by a list of them",
          Truth.FALSE, lambda: judged(says_square, prove, remembering())),
    _case(Slip.CONSTANT, "n^2 plus a product that is 0 at 1, ..., 11", Truth.FALSE,
          _square(vanishing)),
    _case(Slip.CONSTANT, "n^2 plus a product that is 0 at small sizes and at those from 1000 on",
          Truth.FALSE, _square(vanishing_far)),
    _case(Slip.POLE, "n^2 (n - 50000)/(n - 50000): no value at 50000", Truth.FALSE,
          _square(lambda n: n**2 * (n - 50_000) / (n - 50_000))),
    _case(Slip.POLE, "the same, called without the world", Truth.FALSE,
          _directly(lambda n: n**2 * (n - 50_000) / (n - 50_000))),
    _case(Slip.POLE, "n^2 (n - 50000)^0 (n - 50000)^-1 (n - 50000)", Truth.FALSE,
          _square(lambda n: n**2 * (n - 50_000) ** -1 * (n - 50_000))),
    _case(Slip.FLOAT, "n^2 by floats, which are rounded", Truth.FALSE,
          _square(lambda n: n**2 * 1.0)),
    _case(Slip.FLOAT, "n^2 by a root, n**0.5", Truth.FALSE, _square(lambda n: (n**0.5) ** 4)),
    _case(Slip.BRANCH, "n^2 case by case up to 3, and 0 from 50000 on", Truth.FALSE,
          _square(lambda n: (n * n if n <= 3 else n**2) if n < 50_000 else 0, cases={"n": 3})),
    _case(Slip.EDGE_SIZE, "n case by case, with 7 at 0, which no instance tries", Truth.FALSE,
          _from_zero(lambda n: n if n > 0 else 7)),
    _case(Slip.HIDDEN_ASSUMPTION, "x <= x^2 for real x > 0, in the cases x = 1, 2, 3 and beyond:"
          " x = 1/2", Truth.FALSE,
          lambda: judged(says_below, prove, lambda x: x**2, cases={"x": 3})),
    _case(Slip.NAME, "cases of a size that the statement does not have", Truth.NO_STATEMENT,
          _square(lambda n: n**2, cases={"m": 3})),
    _case(Slip.BRANCH, "attention that sees the last twenty tokens", Truth.FALSE,
          _mask(lambda w, t, s: w.at_most(s, t) if t - s < 20 else 0)),
    _case(Slip.BRANCH, "attention that does not see token 20", Truth.FALSE,
          _mask(lambda w, t, s: w.at_most(s, t) * (s != 20))),
    _case(Slip.BRANCH, "attention that asks for the type of a time", Truth.FALSE,
          _mask(lambda w, t, s: 0 if isinstance(s, int) and s > 20 else w.at_most(s, t))),
    _case(Slip.BRANCH, "attention with another mask for times that are ints, by a table",
          Truth.FALSE,
          _mask(lambda w, t, s: {int: lambda: w.at_most(s, t) * int(s != 20)}.get(
              type(s), lambda: w.at_most(s, t))())),
    _case(Slip.TRANSPOSE, "attention that sees the tokens to come", Truth.FALSE,
          _mask(lambda w, t, s: w.at_most(t, s))),
    _case(Slip.ORDER_OF_EVALUATION, "n^2 by an operator of C", Truth.TRUE,
          _square(lambda n: operator.pow(n, 2))),
    _case(Slip.BRANCH, "n^2 by a branch on a constant of its own", Truth.TRUE,
          _square(lambda n: n**2 if isinstance("x", str) else 0)),
)  # fmt: skip
