"""Tails by Chernoff's bound: what is proved, on what it rests, and what samples refute."""

from fractions import Fraction

import pytest
import sympy as sp

from theorem_checks import (
    All,
    ArgumentError,
    AtMost,
    Bounded,
    Discrete,
    Equal,
    Gaussian,
    Implies,
    Less,
    Rademacher,
    RandomMatrix,
    RandomVector,
    Uniform,
    Verdict,
    WithProbability,
    apply_fact,
    by_chernoff,
    contract,
    entry,
    exp,
    inner,
    instances_of,
    log,
    squared_norm,
)
from theorem_checks.facts.probability import (
    CHERNOFF,
    GAUSSIAN_SQUARE,
    HOEFFDING_LEMMA,
    INDEPENDENT_SQUARES,
    INDEPENDENT_SUM,
    ROTATED,
)
from theorem_checks.judging.events import fails_too_often
from theorem_checks.judging.judge import at_instances, judged, statement_of
from theorem_checks.statements.classes import ExponentialMean
from theorem_checks.statements.moments.tensors import ConstantMatrix, ConstantVector, identity

m, n = sp.symbols("m n", integer=True, positive=True)
a, r = sp.symbols("a r", real=True)
s = sp.Symbol("s", positive=True)
AT = [{"m": 40, "d": 2, "e": Fraction(1, 2)}]


def says(failing, w):
    m, d, e = w.size("m"), w.size("d"), w.number("e", positive=True)
    A, x = RandomMatrix("A", m, d, Gaussian(1 / m)), w.constant("x", d, known="unit")
    near = All((AtMost(1 - e, squared_norm(A @ x)), AtMost(squared_norm(A @ x), 1 + e)))
    return Implies(Less(e, 1), WithProbability(near, 1 - w.call(failing, m, e)))


def failing(m, e):
    return 2 * exp((e**3 - e**2) * m * Fraction(1, 4))


def test_the_tail_of_a_random_projection():
    found = judged(says, by_chernoff, failing, instances=AT)
    assert found.verdict is Verdict.PROVED, found
    facts = CHERNOFF, GAUSSIAN_SQUARE, INDEPENDENT_SQUARES, ROTATED
    assert found.grounds == {fact.ground for fact in facts}
    assert "x of length 1" in found.scope
    assert found.is_sealed


def test_where_every_instance_is_a_trifle_nothing_is_found():
    assert at_instances(says, failing).verdict is Verdict.VACUOUS  # 2 exp(-...) > 1 at small m
    found = at_instances(says, failing, AT)
    assert found.verdict is Verdict.HOLDS
    assert 0 < found.error_rates.false_alarm <= 1e-8
    assert 0 < found.error_rates.false_pass <= 1e-8
    assert found.figures["discrepancy"] < 0.11


@pytest.mark.parametrize(
    "wrong",
    [
        lambda m, e: failing(m**2, e),
        lambda m, e: 2 * exp(-(e**2) * m),
        lambda m, e: -failing(m, e),
        lambda m, e: 0 * failing(m, e),
    ],
)
def test_samples_refute_what_is_false(wrong):
    found = at_instances(says, wrong, AT)
    assert found.verdict is Verdict.REFUTED
    assert found.error_rates.false_alarm > 0
    assert judged(says, by_chernoff, wrong, instances=AT).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    "late",
    [
        lambda m, e: failing(m, e) if m < 1000 else failing(m**2, e),
        lambda m, e: failing(m, e) * (1001 - m) * Fraction(1, 961),
        lambda m, e: failing(m, e) if e < Fraction(999, 1000) else 0 * e,
    ],
)
def test_what_is_wrong_from_a_thousand_on_is_not_proved(late):
    assert judged(says, by_chernoff, late, instances=AT).verdict is Verdict.UNDECIDED


def says_of_losses(enough, w):
    n, e, delta = w.size("n"), w.number("e", positive=True), w.number("delta", positive=True)
    low, width, mu = w.number("low"), w.number("width", positive=True), w.number("mu")
    mean = contract("i", RandomVector("loss", n, Bounded(low, low + width, mu))) / n
    near = All((AtMost(mu - e, mean), AtMost(mean, mu + e)))
    known = AtMost(low, mu), AtMost(mu, low + width), AtMost(w.call(enough, e, delta, width), n)
    return Implies(All(known), WithProbability(near, 1 - delta))


def test_losses_in_any_interval():
    def enough(e, delta, width):
        return (log(2) - log(delta)) * width**2 / (2 * e**2)

    at = {"n": 40, "e": Fraction(1, 5), "delta": Fraction(1, 10), "mu": Fraction(1, 2)}
    at |= {"low": 0, "width": 1}
    found = judged(says_of_losses, by_chernoff, enough, instances=[at])
    assert found.verdict is Verdict.PROVED, found
    assert found.grounds == {f.ground for f in (CHERNOFF, HOEFFDING_LEMMA, INDEPENDENT_SUM)}
    narrow = judged(
        says_of_losses, by_chernoff, lambda e, p, width: enough(e, p, 1), instances=[at]
    )
    assert narrow.verdict is Verdict.UNDECIDED


def test_where_there_is_no_such_law_nothing_is_proved():
    mu = sp.Symbol("mu", real=True)

    def tail(low, high, mean):
        total = contract("i", RandomVector("y", n, Bounded(low, high, mean)))
        return WithProbability(AtMost(total, n * mean + n), 1 - sp.exp(-2 * n))

    assert len(by_chernoff(tail(0, 1, mu)).conditions) == 2
    known = All((AtMost(0, mu), AtMost(mu, 1)))
    assert not by_chernoff(Implies(known, tail(0, 1, mu))).conditions
    for impossible in ((1, 0, sp.Rational(1, 2)), (0, 1, 5), (0, 1, -1)):
        with pytest.raises(ArgumentError, match="not valid"):
            by_chernoff(tail(*impossible))


def test_a_vector_of_normal_numbers_and_one_side():
    square = squared_norm(RandomVector("g", n, Gaussian(s)))
    tail = WithProbability(Less(square, 2 * n * s), 1 - (2 / sp.E) ** (n / 2))
    assert by_chernoff(tail).verdict is Verdict.PROVED
    below = WithProbability(Less(n * s / 2, square), 1 - sp.exp(-n / 16))
    assert by_chernoff(below).verdict is Verdict.PROVED
    too_small = WithProbability(Less(square, 2 * n * s), 1 - sp.exp(-n))
    assert by_chernoff(too_small).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "event",
    [
        Equal(squared_norm(RandomVector("g", n)), 1),
        AtMost(squared_norm(RandomVector("g", n)), squared_norm(RandomVector("h", n))),
        AtMost(squared_norm(RandomMatrix("A", n, m) @ RandomVector("h", m)), 1),
        AtMost(squared_norm(RandomMatrix("A", n, m) @ ConstantMatrix("B", m, n)), 1),
        AtMost(squared_norm(RandomVector("g", n)) * squared_norm(ConstantVector("x", m)), 1),
        AtMost(squared_norm(RandomVector("g", n)) ** 2, 1),
        AtMost(inner(RandomVector("g", n), RandomVector("h", n)), 1),
        AtMost(squared_norm(RandomVector("g", n, Rademacher())), 1),
    ],
)
def test_other_events_are_refused(event):
    with pytest.raises(ArgumentError, match=r"event=|law="):
        by_chernoff(WithProbability(event, sp.Rational(1, 2)))


def test_the_facts_want_what_their_sorts_say():
    g = RandomVector("g", n, Gaussian(s))
    assert apply_fact(GAUSSIAN_SQUARE, {"g": g, "l": r}).is_sealed
    others = [
        RandomVector("g", n, Gaussian(s, 1)),
        RandomVector("g", n, Gaussian(a)),
        RandomVector("g", n, Rademacher()),
        RandomMatrix("g", n, m, Gaussian(s)),
        g * 2,
        g + RandomVector("h", n, Gaussian(s)),
        identity(n),
        squared_norm(g),
    ]
    for other in others:
        with pytest.raises(ArgumentError, match="substitution"):
            apply_fact(GAUSSIAN_SQUARE, {"g": other, "l": r})
    with pytest.raises(ArgumentError, match="substitution"):
        apply_fact(HOEFFDING_LEMMA, {"y": g, "l": r})
    with pytest.raises(ArgumentError, match="substitution"):
        apply_fact(
            ROTATED, {"A": RandomMatrix("A", n, m), "x": RandomVector("x", m), "l": r, "M": s}
        )
    with pytest.raises(ArgumentError, match="statistic"):
        apply_fact(CHERNOFF, {"X": g, "l": r, "t": a, "M": s})
    with pytest.raises(ArgumentError, match="a value for each"):
        apply_fact(CHERNOFF, {"X": squared_norm(g), "l": r, "t": a})
    said = apply_fact(CHERNOFF, {"X": squared_norm(g), "l": r, "t": a, "M": s}).statement
    assert said is not None
    tail = WithProbability(Less(squared_norm(g), a), 1 - s * sp.exp(-r * a))
    wanted = Implies(All((AtMost(0, r), ExponentialMean(squared_norm(g) * r, s))), tail)
    assert said.key == wanted.key


def test_events_are_sampled_for_each_law():
    def often(law, low, high, at_least, size=3):
        total = contract("i", RandomVector("y", size, law))
        event = All((Less(low, total), AtMost(total, high)))
        said = WithProbability(event, at_least)
        return fails_too_often(said, {}, 0)

    half, two = Fraction(1, 2), Discrete({0: "1/4", 1: "3/4"})
    assert often(Gaussian(1, 1), 3, 99, "2/5") is None
    assert often(Gaussian(1, 1), 3, 99, "3/5") is not None
    assert often(Rademacher(), 0, 3, "2/5") is None
    assert often(Rademacher(), 0, 1, "1/2") is not None  # 3/8
    assert often(Uniform(3), -9, 0, "2/5") is None
    assert often(Uniform(3), -3, 0, "2/5") is not None  # a third
    assert often(two, 2, 3, "2/5") is None  # 27/64
    assert often(two, 2, 3, "1/2") is not None
    assert often(Bounded(0, 1, half), 2, 3, "1/10") is None  # 1/8
    assert often(Bounded(0, 1, half), 2, 3, "1/4") is not None
    far = WithProbability(AtMost(entry(RandomVector("g", 2), 1), 0), sp.Rational(3, 5))
    assert fails_too_often(far, {}, 0) is not None


def test_the_statement_is_printed_as_a_probability():
    said = statement_of(says, failing)
    assert r"\mathbb{P}" in said.latex
    assert instances_of(says, AT)(failing).verdict is Verdict.HOLDS
