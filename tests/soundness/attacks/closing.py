"""Inductions under hypotheses, equals in place of equals, forged classes, and silent attributes."""

import contextlib
import contextvars
import copy
import ctypes
import gc
import pickle
import sys
import threading
from collections.abc import Callable
from functools import partial
from gc import get_referents
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from constructions.arrays import sigmoid
from constructions.cells.lstm import LSTM, LSTMActivations
from proofs.gated_rnn.a2_lstm.equations_10_to_15 import Forgetting, by_exponential, says_integrates
from tests.soundness.attacks.subjects import says_square
from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth, outright
from theorem_checks import (
    All,
    AtMost,
    Equal,
    Evidence,
    ForAll,
    Implies,
    Less,
    Limit,
    apply_fact,
    argued,
    arithmetic,
    entry_of,
    family,
    given,
    induction,
    instantiate,
    modus_ponens,
    prove,
    prove_by_induction,
    prove_identity,
    rewriting,
    rewritten,
    scalar_array,
    symbol_array,
    zeros,
)
from theorem_checks.facts.inequalities import SUM_OF_SQUARES
from theorem_checks.facts.linear_algebra import RANK_OF_PRODUCT
from theorem_checks.judging.judge import judged
from theorem_checks.proving.rules.inductions import obligations
from theorem_checks.statements.hypotheses import Either
from theorem_checks.statements.seals import concluded, require_concluded

__all__ = ["CASES"]

_induction = partial(Case, "induction")
_rewriting = partial(Case, "rewriting")
_forged = partial(Case, "stated")
_subject = partial(Case, "proof_of")
_fact = partial(Case, "apply_fact")
_late = partial(Case, "late mutants")

n, m = (sp.Symbol(name, integer=True, nonnegative=True) for name in "nm")
k, d = (sp.Symbol(name, integer=True, positive=True) for name in "kd")
x, y = sp.symbols("x y", real=True)
a, b = (sp.Function(name, real=True) for name in "ab")
FALLS = ForAll(m, 0, AtMost(a(m + 1), a(m)))
FALLEN = ForAll(n, 0, AtMost(a(n), a(0)))
ADDED: Any = sp.Sum(k, (k, 1, n))
SQUARES: Any = sp.Sum(2 * k - 1, (k, 1, n))
ONES: Any = sp.Sum(1, (k, 1, n))


# --- inductions


def _with_parts_of(whole: Any, other: Any) -> Callable[[], Evidence]:
    """Conclude one statement from base and step of another one."""

    def ask() -> Evidence:
        needed = obligations(other)
        return induction(whole, arithmetic(needed.base), arithmetic(needed.step))

    return ask


def on_itself() -> Evidence:
    """Take what is to be shown as the hypothesis, and the implication for it."""
    said = AtMost(x, y)
    itself = Implies(said, said)
    return modus_ponens(itself, arithmetic(itself), prove(said))


def by_its_own_instance() -> Evidence:
    """Take the statement at n + 1 for its step."""
    said = ForAll(n, 0, AtMost(n, 5))
    step = Implies(said.body, said.body.substituted({n: n + 1}))
    return induction(said, prove(AtMost(0, 5)), given(step, prove(step.body)))


# --- equals in place of equals


def _put(said: Any, equation: Equal, evidence: Any = prove) -> Callable[[], Evidence]:
    return lambda: rewriting(
        said, prove(rewritten(said, [equation])), (equation, evidence(equation))
    )


def _argued(said: Any) -> Evidence:
    return argued(said, "it is said so here, and in words alone")


# --- classes of an author


class Lies(AtMost):
    """Says that 1 is at most 0, and is another inequality."""

    @property
    def data(self) -> Any:
        """Nested tuples of another statement."""
        return AtMost(1, 0).data


class AllLie(All):
    """Says that x is y."""

    @property
    def data(self) -> Any:
        """Nested tuples of another statement."""
        return Equal(x, y).data


class Positive(sp.Symbol):
    """A real number that calls itself positive."""

    is_positive = is_nonnegative = True


class exp(sp.Function):  # noqa: N801
    """A function that is called as another one, and calls itself nonnegative."""

    is_real = is_nonnegative = True


class unknown(AppliedUndef):  # noqa: N801
    """A function of which nothing is known, and which calls itself nonnegative."""

    is_real = is_nonnegative = True


class Minus(sp.Integer):
    """A number that calls itself nonnegative."""

    is_nonnegative = True


def _stated(made: Callable[[], Any], false: Any) -> Callable[[], Evidence]:
    """Prove what an author made, and take it for a statement that is false."""

    def ask() -> Evidence:
        found = prove(made())
        require_concluded(found, false, "evidence")
        return found

    return ask


def _within() -> Any:
    return All((Equal(x, x), Lies(0, 1)))


def by_hand() -> Evidence:
    """Seal a statement of an own class."""
    return concluded(prove_identity(x, x), Lies(0, 1), "prove_sign")


# --- subjects


def _square(total: Callable[..., Any]) -> Callable[[], Evidence]:
    return lambda: judged(says_square, prove, total)


def held(n):
    """Ask for what a scalar holds by the name of its slot."""
    return n**2 + [0, 1][getattr(n, "_held", n) == 50_000]


def held_by_slots(n):
    """Ask for all slots."""
    slots = (getattr(n, name, n) for name in getattr(type(n), "__slots__", ()))
    return n**2 + [0, 1][50_000 in [n, *slots][1:]]


def pickled(n):
    """Compare what is written."""
    return n**2 + [0, 1][pickle.dumps(n) == pickle.dumps(50_000)]


def sized(n):
    """Ask how many bytes it takes."""
    return n**2 + [0, 1][sys.getsizeof(n) == sys.getsizeof(2**31)]


def by_referents(n):
    """Ask the collector of garbage what the number refers to."""
    return n**2 + [0, 1][any(part == 50_000 for part in gc.get_referents(n))]


def by_referents_of_own(n):
    """The same, by a name of its own for it, and nothing said of what goes wrong."""
    try:
        return n**2 + [0, 1][any(part == 50_000 for part in get_referents([n], n))]
    except Exception:
        return n**2


def by_referrers(n):
    """Look for a dictionary that has the number, and 50000 beside it."""
    held = gc.get_referrers(n)
    return n**2 + [0, 1][any(isinstance(h, dict) and 50_000 in h.values() for h in held)]


def by_all_objects(n):
    """Look among all objects for a world of such numbers."""
    worlds = [part for part in gc.get_objects() if type(part).__name__ == "Concrete"]
    return n**2 + [0, 1][any(world.numbers.get("n") == 50_000 for world in worlds)]


def by_memory(n):
    """Read the bytes of the number."""
    return n**2 + [0, 1][b"50000" in ctypes.string_at(id(n), 24)]


def in_a_thread(n):
    """Look at what it holds in a thread, of which nobody hears."""
    found = [0]

    def look():
        with contextlib.suppress(Exception):
            found[0] = [0, 1][n.expression == 50_000]

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    return n**2 + found[0]


def in_a_context(n):
    """Look at what it holds in a context that has no variables."""

    def look():
        with contextlib.suppress(Exception):
            return [0, 1][n.expression == 50_000]
        return 0

    return n**2 + contextvars.Context().run(look)


def reduced(n):
    """Ask what a copy is made of."""
    return n**2 + [0, 1]["50000" in str(copy.copy(n).__reduce_ex__(2))]


def matched(n):
    """Match a literal."""
    match n:
        case 50_000:
            return 0
        case _:
            return n**2


def matched_by_type(n):
    """Match a class, and ask then."""
    match n:
        case int():
            return n**2 if n < 50_000 else 0
        case _:
            return n**2


def by_frames(n):
    """Look for the world that asks, in the frames of those that call."""
    frame, late = sys._getframe(1), 0
    while frame:
        world: Any = frame.f_locals.get("world") or frame.f_locals.get("self")
        if type(world).__name__ == "Concrete":
            late = int(world.numbers.get("n", 0) > 50_000)
        frame = frame.f_back
    return n**2 + late


def by_reducing(n):
    """Add nothing at sizes up to 40, by absolute values and no branch."""
    return n**2 + abs(n - 40) + (n - 40) - 2 * (n - 40) * 0


def _forgets(gate: Callable[[Any], Any]) -> Callable[[], Evidence]:
    """Ask of an LSTM with another forget gate whether it integrates."""
    subject = Forgetting(partial(LSTM, activations=LSTMActivations(f=gate)))
    return lambda: judged(says_integrates, by_exponential, subject)


def saturating(u):
    """Be 1 from the bias 2000 on."""
    return sigmoid(u) if entry_of(u) < 2000 else scalar_array([1])


def saturating_quietly(u):
    """Be 1 from the bias 2000 on, and catch the question."""
    try:
        late = entry_of(u) > 2000
    except Exception:
        late = False
    return scalar_array([1]) if late else sigmoid(u)


# --- facts, and proofs that accept anything


def _array(name: str, *sizes: Any) -> Any:
    return symbol_array(name, *(family(f"{name}{i}", size) for i, size in enumerate(sizes)))


def says_ordered(bound, w):
    """Every x is at most a bound of the size, or more than the size."""
    size, number = w.size("n"), w.number("x")
    return Either((AtMost(number, w.call(bound, size)), Less(size, number)))


def by_the_true_one(_conclusion):
    """Prove the statement of the right subject, whatever is asked."""
    size, number = sp.Symbol("n", integer=True, positive=True), sp.Symbol("x", real=True)
    return arithmetic(Either((AtMost(number, size), Less(size, number))))


CASES = (
    _induction(Slip.EDGE_SIZE, "a sequence that falls from 5 on lies below its value at 0",
               Truth.FALSE,
               lambda: prove_by_induction(
                   Implies(ForAll(m, 5, AtMost(a(m + 1), a(m))), FALLEN))),
    _induction(Slip.EDGE_SIZE, "a sequence lies below its value at 0, by base and step from 1 on",
               Truth.FALSE,
               _with_parts_of(
                   Implies(ForAll(m, 0, AtMost(a(m + 2), a(m + 1))), FALLEN),
                   Implies(ForAll(m, 0, AtMost(a(m + 2), a(m + 1))),
                           ForAll(n, 1, AtMost(a(n), a(1)))))),
    _induction(Slip.HIDDEN_ASSUMPTION, "a sequence lies below its value at 0, without a hypothesis",
               Truth.FALSE, _with_parts_of(FALLEN, Implies(FALLS, FALLEN))),
    _induction(Slip.NAME, "for all n from 0 on n = 5, where another symbol called n is at most 0",
               Truth.FALSE,
               lambda: prove_by_induction(
                   Implies(AtMost(sp.Symbol("n", integer=True, positive=True), 0),
                           ForAll(n, 0, Equal(n, 5)))),
               never=NOT_PROVED),
    _induction(Slip.NAME, "n is at most another symbol called n", Truth.FALSE,
               lambda: prove_by_induction(
                   ForAll(n, 0, AtMost(n, sp.Symbol("n", integer=True, positive=True))))),
    _induction(Slip.NAME, "for all m and n a(m) <= a(n), where the n of the hypothesis is captured",
               Truth.FALSE,
               lambda: prove_by_induction(
                   Implies(ForAll(m, 0, ForAll(n, 1, AtMost(a(m), a(n)))),
                           ForAll(n, 0, Equal(a(n), a(n + 1)))))),
    _induction(Slip.CONTRADICTION, "a sequence that rises by 1 and stays below 5 is 7 everywhere",
               Truth.EMPTY,
               lambda: prove_by_induction(
                   Implies(ForAll(m, 0, All((AtMost(a(m) + 1, a(m + 1)), AtMost(a(m), 5)))),
                           ForAll(n, 0, Equal(a(n), 7))))),
    _induction(Slip.CONTRADICTION, "x <= y, as x <= y", Truth.FALSE, on_itself),
    _induction(Slip.CONTRADICTION, "n <= 5 for all n, as it is so at n + 1", Truth.FALSE,
               by_its_own_instance),
    _induction(Slip.EDGE_SIZE, "0 < product of squares, of which one may be 0", Truth.FALSE,
               lambda: prove_by_induction(
                   ForAll(n, 0, Less(0, sp.Product(a(k) ** 2, (k, 1, n)))))),
    _induction(Slip.ORDER_OF_EVALUATION, "a sum from n down to 1 is 3 - n", Truth.FALSE,
               lambda: prove_by_induction(ForAll(n, 0, Equal(sp.Sum(1, (k, n, 1)), 3 - n)))),
    _induction(Slip.EDGE_SIZE, "a sequence lies below its value at 0, at n = -1 too", Truth.FALSE,
               lambda: instantiate(FALLEN, prove_by_induction(Implies(FALLS, FALLEN)), -1)),
    _rewriting(Slip.POLE, "1 + ... + 1 over itself is 1, at n = 0 too", Truth.FALSE,
               lambda: outright(prove(Equal(SQUARES / ONES, n)))),
    _rewriting(Slip.POLE, "(1 + 3 + ... - n^2)/x = 0, at x = 0 too", Truth.FALSE,
               lambda: outright(_put(Equal((SQUARES - n**2) / x, 0), Equal(SQUARES, n**2))())),
    _rewriting(Slip.HIDDEN_ASSUMPTION, "(1 + 3 + ... - n^2) log x = 0 for all real x", Truth.FALSE,
               _put(Equal((SQUARES - n**2) * sp.log(x), 0), Equal(SQUARES, n**2))),
    _rewriting(Slip.LAW, "1 + ... + n = n, which is argued", Truth.FALSE,
               _put(Equal(ADDED * x, n * x), Equal(ADDED, n), _argued), never=NOT_PROVED),
    _rewriting(Slip.CONSTANT, "1 + ... + n = n, by evidence of n = n", Truth.FALSE,
               _put(Equal(ADDED * x, n * x), Equal(ADDED, n), lambda _: prove(Equal(n, n)))),
    _rewriting(Slip.NAME, "a sum for all n, by an equation in the n that is bound there",
               Truth.FALSE,
               _put(ForAll(n, 1, Equal(ADDED, n * (n + 1) / 2)), Equal(ADDED, n * (n + 1) / 2))),
    _rewriting(Slip.CONSTANT, "sqrt(1 + 3 + ...) = n plus what is 0 for n <= 40", Truth.FALSE,
               lambda: prove(Equal(sp.sqrt(SQUARES), n + sp.Mul(*(n - i for i in range(41)))))),
    _forged(Slip.NAME, "1 <= 0, by an inequality of an own class that says so", Truth.FALSE,
            _stated(lambda: Lies(0, 1), AtMost(1, 0))),
    _forged(Slip.NAME, "x = y, by a conjunction of an own class that says so", Truth.FALSE,
            _stated(lambda: AllLie((Equal(x, x),)), Equal(x, y))),
    _forged(Slip.NAME, "1 <= 0, by an inequality of an own class inside of a conjunction",
            Truth.FALSE, _stated(_within, All((Equal(x, x), AtMost(1, 0))))),
    _forged(Slip.NAME, "1 <= 0, sealed by hand of an own class", Truth.FALSE, by_hand),
    _forged(Slip.HIDDEN_ASSUMPTION, "0 <= x for a symbol of an own class", Truth.FALSE,
            _stated(lambda: AtMost(0, Positive("x", real=True)), AtMost(0, x))),
    _forged(Slip.NAME, "0 <= exp(x), by a function that is only called so", Truth.FALSE,
            lambda: prove(AtMost(0, exp(x)))),
    _forged(Slip.HIDDEN_ASSUMPTION, "0 <= f(x) for an unknown function of an own class",
            Truth.FALSE, lambda: prove(AtMost(0, unknown(x)))),
    _forged(Slip.HIDDEN_ASSUMPTION, "0 <= -1 for a number of an own class", Truth.FALSE,
            _stated(lambda: AtMost(0, Minus(-1)), AtMost(0, -1))),
    _subject(Slip.BRANCH, "n^2 but at 50000, by the slot of a scalar", Truth.FALSE, _square(held)),
    _subject(Slip.BRANCH, "n^2 but at 50000, by all slots", Truth.FALSE, _square(held_by_slots)),
    _subject(Slip.BRANCH, "n^2 but at 50000, by what is pickled", Truth.FALSE, _square(pickled)),
    _subject(Slip.BRANCH, "n^2 up to 2^30, by the bytes it takes", Truth.FALSE, _square(sized)),
    _subject(Slip.BRANCH, "n^2 but at 50000, by what a copy is made of", Truth.FALSE,
             _square(reduced)),
    _subject(Slip.BRANCH, "n^2 but at 50000, by what it refers to", Truth.FALSE,
             _square(by_referents)),
    _subject(Slip.BRANCH, "n^2 but at 50000, by what it refers to, in silence", Truth.FALSE,
             _square(by_referents_of_own)),
    _subject(Slip.BRANCH, "n^2 but at 50000, by what refers to it", Truth.FALSE,
             _square(by_referrers)),
    _subject(Slip.BRANCH, "n^2 but at 50000, by all objects that there are", Truth.FALSE,
             _square(by_all_objects)),
    _subject(Slip.BRANCH, "n^2 but at 50000, by the bytes in memory", Truth.FALSE,
             _square(by_memory)),
    _subject(Slip.BRANCH, "n^2 but at 50000, by a look in a thread", Truth.FALSE,
             _square(in_a_thread)),
    _subject(Slip.BRANCH, "n^2 but at 50000, by a look in an empty context", Truth.FALSE,
             _square(in_a_context)),
    _subject(Slip.BRANCH, "n^2 but at 50000, by a match", Truth.FALSE, _square(matched)),
    _subject(Slip.BRANCH, "n^2 up to 50000, by a match of its class", Truth.FALSE,
             _square(matched_by_type)),
    _subject(Slip.BRANCH, "n^2 up to 50000, by the frames of those that call", Truth.FALSE,
             _square(by_frames)),
    _subject(Slip.KINK, "n^2 up to 40, by absolute values", Truth.FALSE, _square(by_reducing)),
    _subject(Slip.BRANCH, "a forget gate that is 1 from the bias 2000 on", Truth.FALSE,
             _forgets(saturating)),
    _subject(Slip.BRANCH, "a forget gate that is 1 from the bias 2000 on, quietly", Truth.FALSE,
             _forgets(saturating_quietly)),
    _fact(Slip.HIDDEN_ASSUMPTION, "i u = 0, as its squares may add up to 0", Truth.FALSE,
          lambda: apply_fact(SUM_OF_SQUARES, {"n": d, "x": _array("u", d) * sp.I})),
    _fact(Slip.TRANSPOSE, "m <= n where A B is the identity of n rows, by sizes exchanged",
          Truth.FALSE,
          lambda: apply_fact(RANK_OF_PRODUCT,
                             {"n": k, "m": d, "A": _array("A", d, k), "B": _array("B", k, d)})),
    _fact(Slip.EMPTY, "d <= k, as A B = 0 is no identity", Truth.FALSE,
          lambda: modus_ponens(
              Implies(Equal(_array("A", d, k) @ _array("B", k, d), zeros((d, d))), AtMost(d, k)),
              apply_fact(RANK_OF_PRODUCT,
                         {"n": d, "m": k, "A": _array("A", d, k), "B": _array("B", k, d)}),
              prove(Equal(x, x)))),
    _late(Slip.CONSTANT, "x <= n or n < x, by a proof of the true one", Truth.FALSE,
          lambda: judged(says_ordered, by_the_true_one, lambda n: n - 1)),
    _late(Slip.BRANCH, "the same of a bound that is smaller from 50 on", Truth.FALSE,
          lambda: judged(says_ordered, by_the_true_one, lambda n: n if n < 50 else 0)),
    _late(Slip.CONSTANT, "n (n - 1) ... (n - 11) = 0 for all n", Truth.FALSE,
          lambda: prove_by_induction(
              ForAll(n, 0, Equal(sp.Mul(*(n - i for i in range(12))), 0)))),
    _late(Slip.NAME, "a limit in a variable that a hypothesis holds", Truth.NO_STATEMENT,
          lambda: prove(Implies(AtMost(x, 1), Limit(x, x, "oo", 1)))),
)  # fmt: skip
