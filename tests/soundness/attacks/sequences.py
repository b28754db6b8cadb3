"""Statements about sequences: recurrences, hypotheses for all integers, closed forms, bounds."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import (
    All,
    AtMost,
    Either,
    Equal,
    ForAll,
    Implies,
    Less,
    argued,
    assuming,
    induction,
    instances_of,
    prove,
    prove_by_induction,
)
from theorem_checks.judging.judge import judged

__all__ = ["CASES"]

_case = partial(Case, "proof_of")
_only = {"never": NOT_PROVED}


def _judged(says: Any, subject: Any = None, by: Any = prove_by_induction) -> Callable[[], Any]:
    return lambda: judged(says, by, subject)


def _doubles(h: Any) -> Any:
    return 2 * h + 1


def _closed(x: Any, n: Any) -> Any:
    return 2**n * (x + 1) - 1


def _says_closed(start: int = 0, first: int = 0) -> Any:
    """h starts with x at `first`, and is the closed form from `start` on."""

    def says(subject, w):
        step, closed = subject
        x = w.number("x")
        h = w.recurrence("h", x, lambda h, t: w.call(step, h[t]), start=first)
        return w.for_all("n", lambda n: Equal(h[n], w.call(closed, x, n)), start=start)

    return says


class Counts:
    """A step that counts how often it was called."""

    def __init__(self, most: int) -> None:
        self.most, self.times = most, 0

    def __call__(self, h: Any) -> Any:
        self.times += 1
        return _doubles(h) if self.times < self.most else h


class Remembers:
    """A step that does what it did before where the value is the same, and else something else."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def __call__(self, h: Any) -> Any:
        self.seen.append(h)
        return _doubles(h) + (len(self.seen) > 500)


def _by_time(step: Any) -> Any:
    """The same where the step is handed the time as well."""

    def says(subject, w):
        x = w.number("x")
        h = w.recurrence("h", x, lambda h, t: w.call(step, h[t], t))
        return w.for_all("n", lambda n: Equal(h[n], w.call(_closed, x, n)))

    return says


def says_sum_one_short(subject, w):
    """The sum up to n - 1 is that up to n."""
    a = w.sequence("a")
    s = w.recurrence("s", a[0], lambda s, t: s[t] + a[t + 1])
    return w.for_all("n", lambda n: Equal(s[n], w.sum(lambda k: a[k], "k", 0, n - 1)))


def says_sum(subject, w):
    """A sum by its recurrence is the sum."""
    a = w.sequence("a")
    s = w.recurrence("s", a[0], lambda s, t: s[t] + a[t + 1])
    return w.for_all("n", lambda n: Equal(s[n], w.sum(lambda k: a[k], "k", 0, n)))


def says_product_from_one(subject, w):
    """A product from 0 on is the one from 1 on: a_0 is left out."""
    a = w.sequence("a")
    p = w.recurrence("p", a[0], lambda p, t: p[t] * a[t + 1])
    return w.for_all("n", lambda n: Equal(p[n], w.product(lambda k: a[k], "k", 1, n)))


def says_descent(subject, w):
    """Positive integers that fall for ever: there are none."""
    a = w.sequence("a", lambda a, t: AtMost(a[t + 1], a[t] - 1), integer=True, positive=True)
    return w.for_all("n", lambda n: AtMost(a[n], a[0] - n))


def says_outside(subject, w):
    """A number that is at most 0 and at least 1, for every t."""
    a = w.sequence("a", lambda a, t: All((AtMost(a[t], 0), AtMost(1, a[t]))))
    return w.for_all("n", lambda n: Equal(a[n], 7))


def says_too_late(subject, w):
    """What is assumed contradicts itself from t = 40 on only: a_t <= 40 - t and a_t >= 0."""
    a = w.sequence("a", lambda a, t: All((AtMost(0, a[t]), AtMost(a[t], 40 - t))))
    return w.for_all("n", lambda n: AtMost(0, a[n]))


def says_between(subject, w):
    """Two sequences that exclude each other."""
    a = w.sequence("a", lambda a, t: Less(a[t], 0))
    b = w.sequence("b", lambda b, t: All((Less(b[t], a[t]), Less(0, b[t]))))
    return w.for_all("n", lambda n: Equal(b[n], a[n]))


def says_of_all_in_a_hypothesis(subject, w):
    """Where all values are below 0, and all above: n = n + 1."""
    a = w.sequence("a")
    low = w.for_all("i", lambda i: Less(a[i], 0))
    high = w.for_all("j", lambda j: Less(0, a[j]))
    return Implies(All((low, high)), w.for_all("n", lambda n: Equal(n, n + 1)))


def says_falls_by_two(subject, w):
    """What falls by 1 at least falls by 2."""
    a = w.sequence("a", lambda a, t: AtMost(a[t + 1], a[t] - 1))
    return w.for_all("n", lambda n: AtMost(a[n], a[0] - 2 * n))


def says_monotone_from_the_second(subject, w):
    """It is monotone from a_1 on, and the first value is said to be least."""
    a = w.sequence("a", lambda a, t: AtMost(a[t], a[t + 1]), start=1)
    return w.for_all("n", lambda n: AtMost(a[0], a[n]))


def says_bounded_at_the_start(subject, w):
    """h' = h + 1 stays below the bound that h_0 meets."""
    x = w.number("x", small=True)
    h = w.recurrence("h", x, lambda h, t: w.call(lambda y: y + sp.Rational(1, 1000), h[t]))
    return Implies(AtMost(x, 1), w.for_all("n", lambda n: AtMost(h[n], 1)))


def says_of_two_in_one_name(subject, w):
    """A second sequence of the same name."""
    h = w.recurrence("h", 0, lambda h, t: h[t] + 1)
    w.recurrence("h", 0, lambda h, t: h[t])
    return w.for_all("n", lambda n: Equal(h[n], 0))


def says_in_a_name_of_its_own(subject, w):
    """A function of SymPy's of the name of the sequence, of which more is known."""
    w.sequence("h")
    mine: Any = sp.Function("h", positive=True)
    return w.for_all("n", lambda n: Less(0, mine(sp.Symbol("n", integer=True, nonnegative=True))))


def says_captured(subject, w):
    """The integer of one statement is used in the next one, where nothing binds it."""
    a = w.sequence("a", lambda a, t: Equal(a[t + 1], a[t]))
    kept: list[Any] = []
    first = w.for_all("n", lambda n: kept.append(n) or Equal(a[n], a[0]))
    return All((first, w.for_all("m", lambda m: Equal(kept[0], kept[0] + 0 * m))))


def says_of_the_index_of_the_step(subject, w):
    """The name under which a recurrence binds its t is a number's as well."""
    t_h = w.number("t_h")
    h = w.recurrence("h", 0, lambda h, t: h[t] + t_h)
    return w.for_all("n", lambda n: Equal(h[n], n * (n - 1) / 2))


def says_reads_ahead(subject, w):
    """A step that reads what it is to give: h_{t+1} = h_{t+1}."""
    h = w.recurrence("h", 0, lambda h, t: h[t + 1])
    return w.for_all("n", lambda n: Equal(h[n], h[n]))


def says_reads_before_the_start(subject, w):
    """A step that reads what comes before the first value."""
    h = w.recurrence("h", 1, lambda h, t: h[t - 1])
    return w.for_all("n", lambda n: Less(0, h[n]))


def says_at_a_half(subject, w):
    """The value between two values."""
    a = w.sequence("a")
    return w.for_all("n", lambda n: Equal(a[n / 2], a[n / 2]))


def says_other_sequence(subject, w):
    """The recurrence of one sequence, the closed form of another one."""
    h = w.recurrence("h", 1, lambda h, t: 2 * h[t])
    g = w.sequence("g")
    return w.for_all("n", lambda n: All((Equal(h[n], 2**n), Equal(g[n], 2**n))))


def says_by_world(subject, w):
    """For symbols a recurrence that is right, for numbers another one."""
    rate = 2 if w.is_symbolic else 3
    h = w.recurrence("h", 1, lambda h, t: rate * h[t])
    return w.for_all("n", lambda n: Equal(h[n], (2 if w.is_symbolic else 3) ** n))


def _asks_of_the_sequence(a: Any, n: Any) -> Any:
    try:
        return a[n] + len(a)
    except Exception:
        return a[n]


def says_of_what_is_handed_a_sequence(subject, w):
    """A subject that is handed the whole sequence."""
    a = w.sequence("a")
    return w.for_all("n", lambda n: Equal(w.call(subject, a, n), a[n]))


def _up_to(most: int) -> Callable[[Any, Any], Any]:
    return lambda a, n: sum((a[k] * 0 for k in range(most)), start=a[n]) if n < most else a[0]


def _half_step(said: Any) -> Any:
    """A proof by base and step of another statement, which is true."""
    n = said.body.variable
    other = ForAll(n, said.body.start, Equal(n, n))
    return induction(said, prove(Equal(0, 0)), prove_by_induction(other))


def _step_from_one(said: Any) -> Any:
    """The step from 0 to 1 is left out: base at 0, and the proof from 1 on."""
    later = Implies(said.hypothesis, ForAll(said.body.variable, 1, said.body.body))
    return prove_by_induction(later)


def _assumes_the_claim(said: Any) -> Any:
    """The claim as a hypothesis of its own proof."""
    return assuming(said, prove(Equal(0, 0)), Equal(0, 0))


def says_assumed(subject, w):
    """h is what it is to be, as a hypothesis, beside a recurrence that says something else."""
    h = w.recurrence("h", 1, lambda h, t: 2 * h[t])
    same = w.for_all("i", lambda i: Equal(h[i], 3**i))
    return Implies(same, w.for_all("n", lambda n: Equal(h[n], 3**n)))


def _argues(said: Any) -> Any:
    return argued(said, "It is clear at each step.", prove(Equal(0, 0)))


def says_bits(subject, w):
    """Sums of bits are below their number."""
    b = w.sequence("b", lambda b, k: Either((Equal(b[k], 0), Equal(b[k], 1))))
    return w.for_all("n", lambda n: AtMost(w.sum(lambda k: b[k], "k", 1, n), n - 1), start=1)


CASES = (
    _case(
        Slip.EDGE_SIZE,
        "h' = 2 h + 1 from x is 2^n (x + 1) - 1: this one is true",
        Truth.TRUE,
        _judged(_says_closed(), (_doubles, _closed)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the base is at 1, and the closed form from 0 on",
        Truth.FALSE,
        _judged(_says_closed(start=0, first=1), (_doubles, _closed)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the closed form is that of a start one later: right for no n",
        Truth.FALSE,
        _judged(_says_closed(start=1, first=1), (_doubles, _closed)),
    ),
    _case(
        Slip.BRANCH,
        "a closed form that is wrong from n = 1000 on",
        Truth.FALSE,
        _judged(
            _says_closed(),
            (_doubles, lambda x, n: _closed(x, n) if n < 1000 else _closed(x, n) + 1),
        ),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a closed form that is wrong from n = 1000 on, by a list of values",
        Truth.FALSE,
        _judged(
            _says_closed(),
            (
                _doubles,
                lambda x, n: (
                    _closed(x, n) + [0] * 1000 + [1] * 10**4
                    if n is None
                    else _closed(x, [n][0]) + (0 if str(n).isalpha() or n < 1000 else 1)
                ),
            ),
        ),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a step that is another one from t = 1000 on",
        Truth.FALSE,
        _judged(_by_time(lambda h, t: _doubles(h) if t < 1000 else h)),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a step that is another one for integers than for symbols",
        Truth.FALSE,
        _judged(_by_time(lambda h, t: h if isinstance(t, int) and t > 400 else _doubles(h))),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a step that is another one where the value is large",
        Truth.FALSE,
        _judged(_says_closed(), (lambda h: _doubles(h) if h < 10**9 else h, _closed)),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a step that counts its calls, and stops after 2000",
        Truth.FALSE,
        lambda: judged(_says_closed(), prove_by_induction, (Counts(2000), _closed)),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a step that remembers its values",
        Truth.FALSE,
        lambda: judged(_says_closed(), prove_by_induction, (Remembers(), _closed)),
        **_only,
    ),
    _case(
        Slip.EDGE_SIZE, "a_0 + ... + a_n ends at n: this one is true", Truth.TRUE, _judged(says_sum)
    ),
    _case(
        Slip.EDGE_SIZE, "a_0 + ... + a_n ends at n - 1", Truth.FALSE, _judged(says_sum_one_short)
    ),
    _case(Slip.EDGE_SIZE, "a_0 ... a_n begins at 1", Truth.FALSE, _judged(says_product_from_one)),
    _case(
        Slip.CONTRADICTION,
        "positive integers that fall for ever",
        Truth.EMPTY,
        _judged(says_descent),
    ),
    _case(
        Slip.CONTRADICTION, "numbers at most 0 and at least 1", Truth.EMPTY, _judged(says_outside)
    ),
    _case(Slip.CONTRADICTION, "numbers from 0 to 40 - t", Truth.EMPTY, _judged(says_too_late)),
    _case(
        Slip.CONTRADICTION, "b below a, a below 0, b above 0", Truth.EMPTY, _judged(says_between)
    ),
    _case(
        Slip.CONTRADICTION,
        "hypotheses for all integers that exclude each other",
        Truth.EMPTY,
        _judged(says_of_all_in_a_hypothesis),
    ),
    _case(
        Slip.CONTRADICTION,
        "the claim as a hypothesis beside a recurrence that contradicts it",
        Truth.EMPTY,
        _judged(says_assumed),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "what falls by 1 at each step falls by 2",
        Truth.FALSE,
        _judged(says_falls_by_two),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "monotone from a_1 on, a_0 is least",
        Truth.FALSE,
        _judged(says_monotone_from_the_second),
    ),
    _case(
        Slip.EDGE_SIZE,
        "h' = h + 1/1000 stays at most 1: it does for as long as is tried",
        Truth.FALSE,
        _judged(says_bounded_at_the_start),
        **_only,
    ),
    _case(Slip.EDGE_SIZE, "n bits add up to at most n - 1", Truth.FALSE, _judged(says_bits)),
    _case(
        Slip.NAME,
        "two sequences of one name",
        Truth.NO_STATEMENT,
        _judged(says_of_two_in_one_name),
        **_only,
    ),
    _case(
        Slip.NAME,
        "a function of the author's with the name of a sequence",
        Truth.NO_STATEMENT,
        _judged(says_in_a_name_of_its_own),
        **_only,
    ),
    _case(
        Slip.NAME,
        "a bound integer outside of its statement",
        Truth.NO_STATEMENT,
        _judged(says_captured),
        **_only,
    ),
    _case(
        Slip.NAME,
        "a number with the name of the index of a recurrence",
        Truth.NO_STATEMENT,
        _judged(says_of_the_index_of_the_step),
        **_only,
    ),
    _case(
        Slip.NAME,
        "the closed form of one sequence for another one",
        Truth.FALSE,
        _judged(says_other_sequence),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "a step that reads its own result",
        Truth.NO_STATEMENT,
        _judged(says_reads_ahead),
        **_only,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "a step that reads before the start",
        Truth.NO_STATEMENT,
        _judged(says_reads_before_the_start),
        **_only,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "the value of a sequence at n/2",
        Truth.NO_STATEMENT,
        _judged(says_at_a_half),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "another recurrence for symbols than for numbers",
        Truth.NO_STATEMENT,
        _judged(says_by_world),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a subject that asks a sequence for its length, and swallows the answer",
        Truth.NO_STATEMENT,
        _judged(says_of_what_is_handed_a_sequence, _asks_of_the_sequence),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a subject that reads a sequence rightly up to 100",
        Truth.FALSE,
        _judged(says_of_what_is_handed_a_sequence, _up_to(100)),
        **_only,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "base and step of another statement",
        Truth.NO_STATEMENT,
        _judged(_says_closed(), (_doubles, _closed), _half_step),
        **_only,
    ),
    _case(
        Slip.EDGE_SIZE,
        "the step from 0 to 1 is left out",
        Truth.TRUE,
        _judged(_says_closed(), (_doubles, _closed), _step_from_one),
        **_only,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "an equation that is no hypothesis is assumed",
        Truth.NO_STATEMENT,
        _judged(_says_closed(), (_doubles, _closed), _assumes_the_claim),
        **_only,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "a closed form by words",
        Truth.TRUE,
        _judged(_says_closed(), (_doubles, _closed), _argues),
        **_only,
    ),
    _case(
        Slip.CONTRADICTION,
        "instances of what nothing meets",
        Truth.EMPTY,
        lambda: instances_of(says_outside)(None),
    ),
)
