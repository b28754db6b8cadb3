"""Statements that say one thing to symbols and another to numbers, or nothing."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import (
    All,
    Engine,
    Equal,
    Evidence,
    Gaussian,
    Implies,
    Less,
    Mean,
    RandomVector,
    Route,
    SameOutputs,
    argued,
    conjunction,
    given,
    inner,
    prove,
    prove_identity,
    squared_norm,
)
from theorem_checks.judging.judge import judged
from theorem_checks.proving.machines.simulations import simulation
from theorem_checks.statements.classes import Described
from theorem_checks.statements.seals import concluded

__all__ = ["CASES"]

_case = partial(Case, "proof_of")


def _square(n: Any) -> Any:
    return n**2


def _cube(n: Any) -> Any:
    return n**3


def _judged(says: Any, by: Any = prove, subject: Any = _square, **more: Any) -> Callable[[], Any]:
    return lambda: judged(says, by, subject, **more)


def says_square(total, w):
    """A function of a size is its square."""
    n = w.size("n")
    return Equal(w.call(total, n), n**2)


def asks_the_world(total, w):
    """Ask the subject only where it is run on numbers."""
    n = w.size("n")
    return Equal(w.call(total, n), n**2) if w.is_symbolic else Equal(n, n)


def asks_the_world_by_place(total, w):
    """The same without a branch."""
    n = w.size("n")
    return [Equal(n, n), Equal(w.call(total, n), n**2)][not w.is_symbolic]


def asks_the_type(total, w):
    """Look at the class of the world."""
    n = w.size("n")
    known = {"Symbolic": lambda: Equal(n**2, n**2), "Concrete": lambda: Equal(total(n), n**2)}
    return known[type(w).__name__]()


class Counting:
    """A statement that is another one each time."""

    def __init__(self):
        self.times = 0

    def __call__(self, total, w):
        n = w.size("n")
        self.times += 1
        return Equal(w.call(total, n) if self.times > 9 else n**2, n**2)


def swallows(total, w):
    """Catch the question of the subject."""
    n = w.size("n")
    try:
        return Equal(w.call(total, n), n**2)
    except Exception:
        return Equal(n, n)


def takes_a_name_from_elsewhere(_total, w):
    """Call two things by one name."""
    n = w.size("n")
    return Equal(n, sp.Symbol("n", integer=True, positive=True) + sp.Symbol("k", zero=True))


def takes_a_name_twice(_total, w):
    """Take two sizes of one name."""
    return Equal(w.size("n"), w.size("n"))


def means_nothing(total, w):
    """Assume what no size meets."""
    n = w.size("n")
    return Implies(Less(n, 1), Equal(w.call(total, n), n**3))


def means_nothing_in_part(total, w):
    """Assume in one part what no size meets."""
    n = w.size("n")
    empty = Implies(Less(n, 1), Equal(2 * n, n + n))
    return All((Equal(w.call(total, n), n**2), empty))


def by_parts(both):
    """Prove the two parts of it."""
    one, other = both.parts
    return conjunction(both, prove(one), given(other, prove(other.body)))


def captures(rate, w):
    """Take a size of the name that a proof might use for what is past another one."""
    n, p = w.size("n", least=5), w.size("n_past", least=0)
    return Equal(w.call(rate, n, p), 1)


def in_words(total, w):
    """Say the half of it in words."""
    n = w.size("n")
    return All((Equal(w.call(total, n), n**2), Described("and it is the best of all")))


def of_every_sign(total, w):
    """Speak of a negative number."""
    x = w.number("x", negative=True)
    return Less(w.call(total, x), 0)


def _even(total, w):
    """Speak of an even number."""
    k = w.number("k", integer=True, even=True)
    return Equal((-1) ** w.call(total, k), 1)


def _mean(formula, w):
    p, s = w.size("p"), w.number("s", positive=True)
    D = RandomVector("D", p, law=Gaussian(variance=s))
    g, h = w.constant("g", p), w.constant("h", p)
    return Mean(inner(g, D) * inner(h, D), formula(p, s, g, h))


def _moment(formula, w):
    p, s = w.size("p"), w.number("s", positive=True)
    return Mean(
        squared_norm(RandomVector("D", p, law=Gaussian(variance=s))) ** 2, w.call(formula, p, s)
    )


def _copied(mask, w):
    """Powers of one array, and a machine that multiplies by another one."""
    T, d = w.size("T"), w.size("d")
    keep, other = w.array("keep", d), w.array("other", d)
    powers = w.powers("aged", {"keep": keep, "other": other}[mask], T)
    age = w.entries(lambda h, i: h.sum(lambda t, s: powers[t, s, i], T, T), d)
    return Equal(age, w.entries(lambda h, i: T + 0 * keep[i], d))


def _identity_of_indices(wrong):
    def says(_subject, w):
        n = w.size("n")
        a = w.array("A", n, n)
        sides = (lambda i, j: a[i, j]), (lambda i, j: a[wrong(i, j)])
        one, other = (w.entries(lambda h, _, f=f: h.sum(f, n, n), n) for f in sides)
        return Equal(one, other)

    return says


def _exchanged(_subject, w):
    n = w.size("n")
    a, b = w.array("A", n, n), w.array("B", n, n)
    return Equal(a @ b, b @ a)


def _one_sided(_subject, w):
    n = w.size("n")
    a, inverse = w.invertible("A", n)
    b = w.array("B", n, n)
    return Equal(a @ b @ inverse, b)


class Late:
    """A cell that counts by itself, beside its state, how often it was asked."""

    def __init__(self, none):
        self.none, self.times = none, 0

    def initial_state(self) -> Any:
        """Return 0."""
        return self.none

    def step(self, state, x) -> Any:
        """Return the sum, as long as it was asked some ninety times."""
        self.times += 1
        late = (state, state + x)[self.times < 90]
        return state + x, late


class Right(Late):
    """The same without."""

    def step(self, state, x) -> Any:
        """Return the sum."""
        return state + x, state + x


class Within(Late):
    """A pair of cells, the second of which counts by itself how often it was asked."""

    def __init__(self, none):
        self.cells = (Right(none), Late(none))

    def initial_state(self) -> Any:
        """Return both states."""
        return tuple(cell.initial_state() for cell in self.cells)

    def step(self, state, x) -> Any:
        """Return what the second one puts out."""
        steps = [cell.step(own, x) for cell, own in zip(self.cells, state, strict=True)]
        return tuple(after for after, _ in steps), steps[1][1]


class Pair(Right):
    """A cell whose state is a pair, of which a part is wrong where `wrong` says so."""

    wrong = staticmethod(lambda state, x: False)
    parts = 2

    def initial_state(self) -> Any:
        """Return 0, once or more often."""
        return tuple(self.none for _ in range(self.parts))

    def step(self, state, x) -> Any:
        """Return the sum of the tokens, which every part holds."""
        if self.wrong(state, x):
            return state, x
        after = tuple(part + x for part in state)
        return after, after[0]


class WideWrong(Pair):
    """The same, which is wrong from 40 entries on."""

    wrong = staticmethod(lambda state, x: state[0].shape[0] >= 40)


class NumbersWrong(Pair):
    """The same, which is wrong where it is handed numbers that are larger than a million."""

    wrong = staticmethod(lambda state, x: hasattr(x, "flat") and abs(x.flat[0]) > 10**6)


class WideMore(Pair):
    """The same, with a part more from 40 entries on."""

    def initial_state(self) -> Any:
        """Return 0, three times where there are many entries."""
        return (self.none,) * (2 if self.none.shape[0] < 40 else 3)


def says_same(cell, w):
    """A cell adds up its tokens."""
    d = w.size("d")
    x, none = w.array("x", d), w.zeros(d)
    one, other = (w.machine(kind(none), x) for kind in (cell, Right))
    return SameOutputs(one, other)


def by_pairs(same):
    """Each part of the first state is the other state."""
    return simulation(same, tuple(same.other.state for _ in same.one.state))


def seals(conclusion):
    """Seal what is handed over, whatever it says."""
    return concluded(prove_identity(1, 1), conclusion, "a sentence")


def tested(conclusion):
    """Promote a test."""
    route = Route.testing("n = 1, 2, 3", Engine.FRACTIONS)
    return concluded(Evidence.holds("n = 1, 2, 3", routes=(route,)), conclusion, "a test")


CASES = (
    _case(Slip.BRANCH, "n^3 = n^2, which is said of symbols only as n = n", Truth.FALSE,
          _judged(asks_the_world, subject=_cube)),
    _case(Slip.BRANCH, "n^3 = n^2, which is said of numbers only, by a place in a list",
          Truth.FALSE, _judged(asks_the_world_by_place, subject=_cube)),
    _case(Slip.BRANCH, "n^2 = n^2, which is said of symbols only, and n = n of numbers",
          Truth.NO_STATEMENT, _judged(asks_the_world), NOT_PROVED),
    _case(Slip.BRANCH, "n^3 = n^2, which is said by the type of the world", Truth.FALSE,
          _judged(asks_the_type, subject=_cube)),
    _case(Slip.ORDER_OF_EVALUATION, "n^3 = n^2 from the tenth time on", Truth.FALSE,
          lambda: judged(Counting(), prove, _cube)),
    _case(Slip.BRANCH, "n^2 below 50000, and n = n where that is asked", Truth.FALSE,
          _judged(swallows, subject=lambda n: n**2 if n < 50_000 else 0)),
    _case(Slip.NAME, "n = n + k for a k from elsewhere, which is 0", Truth.NO_STATEMENT,
          _judged(takes_a_name_from_elsewhere), NOT_PROVED),
    _case(Slip.NAME, "two sizes of one name", Truth.NO_STATEMENT, _judged(takes_a_name_twice),
          NOT_PROVED),
    _case(Slip.EMPTY, "n^2 = n^3 for n < 1", Truth.EMPTY, _judged(means_nothing)),
    _case(Slip.EMPTY, "n^2 = n^2, and something for n < 1", Truth.EMPTY,
          _judged(means_nothing_in_part, by_parts)),
    _case(Slip.NAME, "(n - n_past + 2000)/(n - n_past + 2000) = 1 for all n >= 5: none at n_past ="
          " n + 2000", Truth.FALSE,
          _judged(captures, subject=lambda n, p: (n - p + 2000) / (n - p + 2000))),
    _case(Slip.CONSTANT, "a statement of which some is in words, and the rest proved",
          Truth.FALSE,
          _judged(in_words, lambda c: argued(c, "as everybody knows this", prove(c.parts[0]))),
          NOT_PROVED),
    _case(Slip.CONSTANT, "the same, with evidence that is sealed by hand", Truth.FALSE,
          _judged(in_words, seals)),
    _case(Slip.CONSTANT, "n^2 by evidence of 1 = 1 that is sealed by hand", Truth.NO_STATEMENT,
          _judged(says_square, seals), NOT_PROVED),
    _case(Slip.CONSTANT, "n^2 by a test that is sealed by hand", Truth.NO_STATEMENT,
          _judged(says_square, tested), NOT_PROVED),
    _case(Slip.NAME, "n^2 by a proof of another formula", Truth.NO_STATEMENT,
          _judged(says_square, lambda _: prove(Equal(1, 1))), NOT_PROVED),
    _case(Slip.TRANSPOSE, "n^2 by a proof with the sides exchanged", Truth.NO_STATEMENT,
          _judged(says_square, lambda c: prove(Equal(c.rhs + 0, c.lhs + 1 - 1))
                  if c.lhs != c.rhs else prove(Equal(1, 1))), NOT_PROVED),
    _case(Slip.HIDDEN_ASSUMPTION, "x < 0 for negative x is true", Truth.TRUE,
          _judged(of_every_sign, subject=lambda x: x)),
    _case(Slip.HIDDEN_ASSUMPTION, "(-1)^k = 1 for even k is true", Truth.TRUE,
          _judged(_even, subject=lambda k: k)),
    _case(Slip.HIDDEN_ASSUMPTION, "x + 1 < 0 for negative x", Truth.FALSE,
          _judged(of_every_sign, subject=lambda x: x + 1)),
    _case(Slip.LAW, "E <g, D><h, D> = s |g|^2", Truth.FALSE,
          _judged(_mean, subject=lambda p, s, g, h: inner(g, g) * s)),
    _case(Slip.LAW, "E <g, D><h, D> = s p <g, h>", Truth.FALSE,
          _judged(_mean, subject=lambda p, s, g, h: inner(g, h) * s * p)),
    _case(Slip.LAW, "E |D|^4 = s^2 p^2", Truth.FALSE,
          _judged(_moment, subject=lambda p, s: s**2 * p**2)),
    _case(Slip.CONSTANT, "E |D|^4 = s^2 p (p + 2), and more from p = 5 on", Truth.FALSE,
          _judged(_moment, subject=lambda p, s: s**2 * p * (p + 2)
                  + (p - 1) * (p - 2) * (p - 3) * (p - 4))),
    _case(Slip.LAW, "E |D|^4 = s^2 p (p + 2) below 10^6", Truth.FALSE,
          _judged(_moment, subject=lambda p, s: s**2 * p * (p + 2) if p < 10**6 else 0)),
    _case(Slip.CONSTANT, "all powers of an array add up to the length", Truth.FALSE,
          _judged(_copied, subject="keep")),
    _case(Slip.CONSTANT, "the same of another array", Truth.FALSE,
          _judged(_copied, subject="other")),
    _case(Slip.TRANSPOSE, "sum A_ij = sum A_ii n: equal at n = 1", Truth.FALSE,
          _judged(_identity_of_indices(lambda i, j: (i, i)), instances=({"n": 1},))),
    _case(Slip.ORDER_OF_FACTORS, "A B A^-1 = B: equal at n = 1", Truth.FALSE,
          _judged(_one_sided, instances=({"n": 1},))),
    _case(Slip.ORDER_OF_FACTORS, "A B = B A: equal at n = 1", Truth.FALSE,
          _judged(_exchanged, instances=({"n": 1},))),
    _case(Slip.ORDER_OF_EVALUATION, "a cell that counts how often it was asked adds up",
          Truth.FALSE,
          lambda: judged(says_same, lambda c: simulation(c, c.other.state), Late)),
    _case(Slip.ORDER_OF_EVALUATION, "the same within another cell, beside one that does not",
          Truth.FALSE, lambda: judged(says_same, by_pairs, Within)),
    _case(Slip.BRANCH, "a pair that is wrong from 40 entries on", Truth.FALSE,
          lambda: judged(says_same, by_pairs, WideWrong)),
    _case(Slip.BRANCH, "a pair that is wrong at large numbers", Truth.FALSE,
          lambda: judged(says_same, by_pairs, NumbersWrong)),
    _case(Slip.BRANCH, "a pair that is three from 40 entries on", Truth.NO_STATEMENT,
          lambda: judged(says_same, by_pairs, WideMore), NOT_PROVED),
    _case(Slip.BRANCH, "a pair of which both parts are the sum is true", Truth.TRUE,
          lambda: judged(says_same, by_pairs, Pair)),
)  # fmt: skip
