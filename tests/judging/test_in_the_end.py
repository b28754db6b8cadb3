"""What becomes of numbers that recurrences compute, for all large integers, at instances."""

from fractions import Fraction

import pytest

from theorem_checks import All, AtMost, Equal, Implies, Verdict, exp
from theorem_checks.judging.judge import at_instances

THIRD = Fraction(1, 3)


def of(first, following, term, names="a"):
    """What is said of a recurrence: that a term is Omega(1)."""

    def says(_subject, w):
        run = w.recurrence(names, first, following)
        run = run if isinstance(run, tuple) else (run,)
        return w.bounded_below("k", lambda k: term(k, *(one[k] for one in run)))

    return says


def turned(a, b, k):
    """A rotation with a rational cosine and sine, by no part of a whole turn."""
    return (3 * a[k] - 4 * b[k]) / 5, (4 * a[k] + 3 * b[k]) / 5


def harmonic(a, k):
    """1/(k + 1)."""
    return a[k] * (k + 1) / (k + 2)


def central(a, k):
    """binomial(2k, k)/4^k, which is asymptotically 1/sqrt(pi k)."""
    return a[k] * (2 * k + 1) / (2 * k + 2)


def unknown(_, w):
    a = w.sequence("a")
    return w.bounded_below("k", lambda k: a[k] ** 2)


TRUE = {
    "a constant": of(3, lambda a, k: a[k], lambda k, a: a**2),
    "what doubles": of(1, lambda a, k: 2 * a[k], lambda k, a: a**2 / (k + 1) ** 9),
    "1/k by k^2": of(1, harmonic, lambda k, a: (k + 1) ** 2 * a**2),
    "1/sqrt(k) by k": of(1, central, lambda k, a: k * a**2),
    "the length of what is turned": of((1, 0), turned, lambda k, a, b: a**2 + b**2, "a b"),
    "of two, the larger": of(
        (1, 1), lambda a, b, k: (2 * a[k], b[k] / 2), lambda k, a, b: (a + b) ** 2, "a b"
    ),
    "from an integer on": of(1, lambda a, k: a[k], lambda k, a: (k - 7) ** 3 * a**2),
}
FALSE = {
    "what is halved": of(1, lambda a, k: a[k] / 2, lambda k, a: (k + 1) ** 9 * a**2),
    "1/k by k": of(1, harmonic, lambda k, a: (k + 1) * a**2),
    "1/sqrt(k) by less than k": of(1, central, lambda k, a: (k + 3) ** 2 / (k + 2) ** 2 * a**2),
    "a negative number": of(1, lambda a, k: a[k], lambda k, a: -(a**2)),
    "what is 0 at last": of(1, lambda a, k: 0 * a[k], lambda k, a: (k + 1) ** 2 * a**2),
    "of two, the smaller": of(
        (1, 1), lambda a, b, k: (2 * a[k], b[k] / 2), lambda k, a, b: b**2 + 0 * a, "a b"
    ),
    "the length of what is turned and shrinks": of(
        (1, 0),
        lambda a, b, k: tuple(one * (k + 1) / (k + 2) for one in turned(a, b, k)),
        lambda k, a, b: (k + 1) * (a**2 + b**2),
        "a b",
    ),
}
OPEN = {
    "a factor that is no rational function": of(1, lambda a, k: a[k], lambda k, a: exp(-k) * a**2),
    "a step that is none": of(1, lambda a, k: a[k] * exp(-k), lambda k, a: a**2),
    "a larger part that is 0": of(
        (0, 1), lambda a, b, k: (2 * a[k], b[k] / 2), lambda k, a, b: (a + b) ** 2, "a b"
    ),
    "a part of what is turned": of((1, 0), turned, lambda k, a, b: a**2 + 0 * b, "a b"),
    "factorials": of(1, lambda a, k: (k + 1) * a[k], lambda k, a: a**2),
    "a double root": of(
        (1, 1), lambda a, b, k: (a[k] + b[k], b[k]), lambda k, a, b: a**2 + 0 * b, "a b"
    ),
    "no square": of(1, lambda a, k: a[k], lambda k, a: a),
    "three squares": of(
        (1, 1, 1),
        lambda a, b, c, k: (a[k], b[k], c[k]),
        lambda k, *s: sum(x * x for x in s),
        "a b c",
    ),
    "squares by other factors": of(
        (1, 1), lambda a, b, k: (a[k], b[k]), lambda k, a, b: a**2 + 2 * b**2, "a b"
    ),
    "steps that are not linear": of(1, lambda a, k: a[k] ** 2, lambda k, a: a**2),
    "a sum over all before": lambda _, w: w.bounded_below(
        "k", lambda k: w.sum(lambda i: i, "i", 0, k) ** 2
    ),
    "a sequence of which nothing is known": unknown,
}


def compared(first, following, both, names="a b"):
    """What is said of a recurrence: that two values are in proportion."""

    def says(_subject, w):
        run = w.recurrence(names, first, following)
        return w.proportional("k", lambda k: both(k, *(one[k] for one in run)))

    return says


def by_turns(a, b, k):
    """A rotation that shrinks as 1/(k + 1)."""
    return tuple(one * (k + 1) / (k + 2) for one in turned(a, b, k))


def two_sizes(a, b, k):
    return 2 * a[k], b[k] / 2


PROPORTIONAL = {
    "a sum by its larger part": compared((1, 1), two_sizes, lambda k, a, b: (a + b, 3 * a)),
    "an imaginary part of it": compared((1, 1), two_sizes, lambda k, a, b: ((b, a), (a, b))),
    "1/sqrt(k) by another": compared(
        (1, 1),
        lambda a, b, k: (central(a, k), b[k] * (2 * k + 3) / (2 * k + 4)),
        lambda k, a, b: (a, b),
    ),
    "what is 0 at an integer": compared(
        (1, 1),
        lambda a, b, k: (a[k], b[k] * (k + 2) / (k + 1)),
        lambda k, a, b: ((k - 7) * a, b),
    ),
    "what is turned, by itself times i": compared(
        (1, 0), by_turns, lambda k, a, b: ((-b, a), (a, b))
    ),
}
NOT_PROPORTIONAL = {
    "the larger of two by the smaller": compared((1, 1), two_sizes, lambda k, a, b: (a, b)),
    "the smaller of two by the larger": compared((1, 1), two_sizes, lambda k, a, b: (b, a)),
    "powers that differ": compared(
        (1, 1), lambda a, b, k: (central(a, k), harmonic(b, k)), lambda k, a, b: (a, b)
    ),
    "what is 0": compared((0, 1), two_sizes, lambda k, a, b: (a, b)),
    "by what is 0": compared((1, 0), two_sizes, lambda k, a, b: (a, b)),
    "turned the other way": compared((1, 0), by_turns, lambda k, a, b: ((a, -b), (a, b))),
    "by the size of it": compared(
        (1, 0, 1),
        lambda a, b, c, k: (*by_turns(a, b, k), harmonic(c, k)),
        lambda k, a, b, c: ((a, b), (c, 0)),
        "a b c",
    ),
}
OPEN_PROPORTIONS = {
    "parts of what is turned": compared((1, 0), turned, lambda k, a, b: (a, b)),
    "squares": compared((1, 1), two_sizes, lambda k, a, b: (a**2, a**2)),
    "two factorials": compared(
        (1, 1), lambda a, b, k: (k * a[k], k * b[k] + b[k]), lambda k, a, b: (b, b)
    ),
}


@pytest.mark.parametrize("says", NOT_PROPORTIONAL.values(), ids=NOT_PROPORTIONAL)
def test_what_is_not_in_proportion_is_refuted(says):
    assert at_instances(says, None).verdict is Verdict.REFUTED


@pytest.mark.parametrize("says", (TRUE | PROPORTIONAL).values(), ids=TRUE | PROPORTIONAL)
def test_what_stays_away_from_0_or_in_proportion_is_told(says):
    assert at_instances(says, None).verdict is Verdict.HOLDS


@pytest.mark.parametrize("says", FALSE.values(), ids=FALSE)
def test_what_does_not_is_refuted(says):
    found = at_instances(says, None)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert found.counterexample.claimed == "Omega(1)"
    assert "k" not in found.counterexample.values


@pytest.mark.parametrize("says", (OPEN | OPEN_PROPORTIONS).values(), ids=OPEN | OPEN_PROPORTIONS)
def test_what_is_not_decided_is_never_told_as_true(says):
    assert at_instances(says, None).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(("share", "verdict"), [(1, "HOLDS"), (2, "REFUTED")])
def test_as_a_hypothesis_it_is_met_where_it_is_true(share, verdict):
    def says(_, w):
        x = w.number("x", above=0)
        a = w.recurrence("a", 1, lambda a, k: x * a[k])
        kept = w.bounded_below("k", lambda k: a[k] ** 2)
        return All((Implies(kept, AtMost(share, x)), Implies(AtMost(1, x), kept)))

    found = at_instances(says, None, [{"x": Fraction(1)}, {"x": THIRD}, {"x": Fraction(3)}])
    assert found.verdict == verdict


def test_where_a_hypothesis_is_not_decided_nothing_is_told():
    def says(_, w):
        a = w.recurrence("a", 1, lambda a, k: (k + 1) * a[k])
        return Implies(w.bounded_below("k", lambda k: a[k] ** 2), Equal(0, 1))

    assert at_instances(says, None).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("1/k by k", "(k + 1) |z_k|^2, where |z_k| ~ C k^(-1)"),
        ("what is halved", "(k + 1)**9 |z_k|^2, where |z_k| ~ C (1/2)^k k^(0)"),
    ],
)
def test_what_is_found_is_written_in_brackets_where_it_has_to_be(name, found):
    wrong = at_instances(FALSE[name], None).counterexample
    assert wrong is not None
    assert wrong.found == found
