"""Statements about sequences: hypotheses for all integers, sums, names, bounds."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.attacks.closed_forms import judged_by_induction
from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import (
    All,
    AtMost,
    Either,
    Equal,
    Implies,
    Less,
    instances_of,
)

__all__ = ["CASES"]

_case = partial(Case, "proof_of")
_only = {"never": NOT_PROVED}


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


def says_assumed(subject, w):
    """h is what it is to be, as a hypothesis, beside a recurrence that says something else."""
    h = w.recurrence("h", 1, lambda h, t: 2 * h[t])
    same = w.for_all("i", lambda i: Equal(h[i], 3**i))
    return Implies(same, w.for_all("n", lambda n: Equal(h[n], 3**n)))


def says_bits(subject, w):
    """Sums of bits are below their number."""
    b = w.sequence("b", lambda b, k: Either((Equal(b[k], 0), Equal(b[k], 1))))
    return w.for_all("n", lambda n: AtMost(w.sum(lambda k: b[k], "k", 1, n), n - 1), start=1)


CASES = (
    _case(
        Slip.EDGE_SIZE,
        "a_0 + ... + a_n ends at n: this one is true",
        Truth.TRUE,
        judged_by_induction(says_sum),
    ),
    _case(
        Slip.EDGE_SIZE,
        "a_0 + ... + a_n ends at n - 1",
        Truth.FALSE,
        judged_by_induction(says_sum_one_short),
    ),
    _case(
        Slip.EDGE_SIZE,
        "a_0 ... a_n begins at 1",
        Truth.FALSE,
        judged_by_induction(says_product_from_one),
    ),
    _case(
        Slip.CONTRADICTION,
        "positive integers that fall for ever",
        Truth.EMPTY,
        judged_by_induction(says_descent),
    ),
    _case(
        Slip.CONTRADICTION,
        "numbers at most 0 and at least 1",
        Truth.EMPTY,
        judged_by_induction(says_outside),
    ),
    _case(
        Slip.CONTRADICTION,
        "numbers from 0 to 40 - t",
        Truth.EMPTY,
        judged_by_induction(says_too_late),
    ),
    _case(
        Slip.CONTRADICTION,
        "b below a, a below 0, b above 0",
        Truth.EMPTY,
        judged_by_induction(says_between),
    ),
    _case(
        Slip.CONTRADICTION,
        "hypotheses for all integers that exclude each other",
        Truth.EMPTY,
        judged_by_induction(says_of_all_in_a_hypothesis),
    ),
    _case(
        Slip.CONTRADICTION,
        "the claim as a hypothesis beside a recurrence that contradicts it",
        Truth.EMPTY,
        judged_by_induction(says_assumed),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "what falls by 1 at each step falls by 2",
        Truth.FALSE,
        judged_by_induction(says_falls_by_two),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "monotone from a_1 on, a_0 is least",
        Truth.FALSE,
        judged_by_induction(says_monotone_from_the_second),
    ),
    _case(
        Slip.EDGE_SIZE,
        "h' = h + 1/1000 stays at most 1: it does for as long as is tried",
        Truth.FALSE,
        judged_by_induction(says_bounded_at_the_start),
        **_only,
    ),
    _case(
        Slip.EDGE_SIZE,
        "n bits add up to at most n - 1",
        Truth.FALSE,
        judged_by_induction(says_bits),
    ),
    _case(
        Slip.NAME,
        "two sequences of one name",
        Truth.NO_STATEMENT,
        judged_by_induction(says_of_two_in_one_name),
        **_only,
    ),
    _case(
        Slip.NAME,
        "a function of the author's with the name of a sequence",
        Truth.NO_STATEMENT,
        judged_by_induction(says_in_a_name_of_its_own),
        **_only,
    ),
    _case(
        Slip.NAME,
        "a bound integer outside of its statement",
        Truth.NO_STATEMENT,
        judged_by_induction(says_captured),
        **_only,
    ),
    _case(
        Slip.NAME,
        "a number with the name of the index of a recurrence",
        Truth.NO_STATEMENT,
        judged_by_induction(says_of_the_index_of_the_step),
        **_only,
    ),
    _case(
        Slip.NAME,
        "the closed form of one sequence for another one",
        Truth.FALSE,
        judged_by_induction(says_other_sequence),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "a step that reads its own result",
        Truth.NO_STATEMENT,
        judged_by_induction(says_reads_ahead),
        **_only,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "a step that reads before the start",
        Truth.NO_STATEMENT,
        judged_by_induction(says_reads_before_the_start),
        **_only,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "the value of a sequence at n/2",
        Truth.NO_STATEMENT,
        judged_by_induction(says_at_a_half),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "another recurrence for symbols than for numbers",
        Truth.NO_STATEMENT,
        judged_by_induction(says_by_world),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a subject that asks a sequence for its length, and swallows the answer",
        Truth.NO_STATEMENT,
        judged_by_induction(says_of_what_is_handed_a_sequence, _asks_of_the_sequence),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a subject that reads a sequence rightly up to 100",
        Truth.FALSE,
        judged_by_induction(says_of_what_is_handed_a_sequence, _up_to(100)),
        **_only,
    ),
    _case(
        Slip.CONTRADICTION,
        "instances of what nothing meets",
        Truth.EMPTY,
        lambda: instances_of(says_outside)(None),
    ),
)
