"""Tails by Markov's and Chebyshev's inequality and Bernstein's lemma, and what is so surely."""

from fractions import Fraction

import pytest
import sympy as sp

from theorem_checks import (
    IID,
    All,
    ArgumentError,
    AtMost,
    Bounded,
    Equal,
    Gaussian,
    Implies,
    Less,
    Mean,
    Rademacher,
    RandomMatrix,
    RandomVector,
    Verdict,
    WithProbability,
    apply_fact,
    by_chebyshev,
    by_chernoff,
    by_markov,
    by_sure_event,
    contract,
    exp,
    inner,
    squared_norm,
)
from theorem_checks.facts.probability import CHERNOFF, INDEPENDENT_SUM
from theorem_checks.facts.tails import BERNSTEIN_LEMMA, CHEBYSHEV, MARKOV
from theorem_checks.judging.events import fails_too_often
from theorem_checks.judging.judge import judged
from theorem_checks.proving.probability import moment_tails

n = sp.Symbol("n", integer=True, positive=True)
a, r, t = sp.symbols("a r t", real=True)
half = Fraction(1, 2)


def says_near(enough, w):
    n, e, p, v = w.size("n"), *(w.number(name, positive=True) for name in ("e", "p", "v"))
    mu = w.number("mu")
    mean = contract("i", RandomVector("y", n, IID(variance=v, mean=mu))) / n
    near = All((AtMost(mu - e, mean), AtMost(mean, mu + e)))
    return Implies(AtMost(w.call(enough, e, p, v), n), WithProbability(near, 1 - p))


AT = [{"n": 3, "e": half, "p": Fraction(1, 5), "v": Fraction(3, 20), "mu": 1}]


def test_how_many_numbers_are_enough_by_chebyshev():
    found = judged(says_near, by_chebyshev, lambda e, p, v: v / (p * e**2), instances=AT)
    assert found.verdict is Verdict.PROVED, found
    assert found.grounds == {CHEBYSHEV.ground}
    assert found.is_sealed
    fewer = judged(says_near, by_chebyshev, lambda e, p, v: v / (2 * p * e**2), instances=AT)
    assert fewer.verdict is Verdict.UNDECIDED
    late = judged(
        says_near,
        by_chebyshev,
        lambda e, p, v: v / (p * e**2) if v < 1000 else 0 * v,
        instances=AT,
    )
    assert late.verdict is Verdict.UNDECIDED


def test_samples_refute_too_few_numbers():
    at = [{"n": 1, "e": half, "p": Fraction(1, 10), "v": Fraction(1, 4), "mu": 1}]
    found = judged(says_near, by_chebyshev, lambda e, p, v: v / (10 * p * e**2), instances=at)
    assert found.verdict is Verdict.REFUTED


def says_projected(failing, w):
    m, d, e = w.size("m"), w.size("d"), w.number("e", positive=True)
    A, x = RandomMatrix("A", m, d, Gaussian(1 / m)), w.constant("x", d, known="unit")
    near = All((Less(1 - e, squared_norm(A @ x)), Less(squared_norm(A @ x), 1 + e)))
    return WithProbability(near, 1 - w.call(failing, m, e))


def test_a_number_stands_for_what_is_known_of_constants():
    at = [{"m": 40, "d": 2, "e": half}]
    found = judged(says_projected, by_chebyshev, lambda m, e: 2 / (m * e**2), instances=at)
    assert found.verdict is Verdict.PROVED, found
    assert "x of length 1" in found.scope
    less = judged(says_projected, by_chebyshev, lambda m, e: 1 / (m * e**2), instances=at)
    assert less.verdict is Verdict.UNDECIDED


def says_below(failing, w):
    m, d, c = w.size("m"), w.size("d"), w.number("c", positive=True)
    A, x = RandomMatrix("A", m, d, IID(variance=1 / m)), w.constant("x", d, known="unit")
    return WithProbability(Less(squared_norm(A @ x), c), 1 - w.call(failing, c))


def test_a_length_by_markov():
    at = [{"m": 1, "d": 1, "c": Fraction(3, 2)}]
    found = judged(says_below, by_markov, lambda c: 1 / c, instances=at)
    assert found.verdict is Verdict.PROVED, found
    assert found.grounds == {MARKOV.ground}
    assert judged(says_below, by_markov, lambda c: 1 / (5 * c), instances=at).verdict == "REFUTED"
    assert judged(says_below, by_markov, lambda c: 1 / c**2, instances=at).verdict != "PROVED"


def says_short(failing, w):
    n, c = w.size("n"), w.number("c", positive=True)
    return WithProbability(Less(squared_norm(RandomVector("g", n)), c * n), 1 - w.call(failing, c))


def test_a_bound_that_arithmetic_decides_is_not_proved_in_another_way(monkeypatch):
    def tried(_said):
        raise AssertionError("arithmetic was enough")

    monkeypatch.setattr(moment_tails, "prove", tried)
    at = [{"n": 1, "c": Fraction(3, 2)}]
    assert judged(says_short, by_markov, lambda c: 1 / c, instances=at).verdict is Verdict.PROVED


def says_of_losses(failing, w):
    n, e, v, mu = (
        w.size("n"),
        w.number("e", positive=True),
        w.number("v", positive=True),
        w.number("mu"),
    )
    mean = contract("i", RandomVector("loss", n, Bounded(0, 1, mu, v))) / n
    near = All((AtMost(mu - e, mean), AtMost(mean, mu + e)))
    known = AtMost(0, mu), AtMost(mu, 1), AtMost(v, mu * (1 - mu))
    return Implies(All(known), WithProbability(near, 1 - w.call(failing, n, e, v)))


def test_losses_of_small_variance_by_bernstein():
    def failing(n, e, v):
        return 2 * exp(-n * e**2 / (2 * (v + e * Fraction(1, 3))))

    at = [{"n": 60, "e": Fraction(1, 4), "v": Fraction(1, 20), "mu": half}]
    found = judged(says_of_losses, by_chernoff, failing, instances=at)
    assert found.verdict is Verdict.PROVED, found
    assert found.grounds == {f.ground for f in (CHERNOFF, BERNSTEIN_LEMMA, INDEPENDENT_SUM)}


@pytest.mark.parametrize("rule", [by_markov, by_chebyshev, by_sure_event])
@pytest.mark.parametrize(
    "conclusion",
    [
        Equal(n, n),
        Mean(squared_norm(RandomVector("g", n)), n),
        WithProbability(Equal(squared_norm(RandomVector("g", n)), 1), sp.Rational(1, 2)),
    ],
)
def test_other_statements_are_refused(rule, conclusion):
    with pytest.raises(ArgumentError, match="not valid"):
        rule(conclusion)


def test_other_events_are_refused():
    g, h = RandomVector("g", n), RandomVector("h", n)
    two = All((AtMost(squared_norm(g), 1), AtMost(squared_norm(h), 1)))
    for rule in (by_markov, by_chebyshev):
        with pytest.raises(ArgumentError, match="relation"):
            rule(WithProbability(two, sp.Rational(1, 2)))


def test_what_is_so_at_all_values_is_so_surely():
    g, h = RandomVector("g", n), RandomVector("h", n, Rademacher())
    assert (
        by_sure_event(WithProbability(AtMost(0, squared_norm(g - h)), 1)).verdict is Verdict.PROVED
    )
    product = AtMost(inner(g, h) ** 2, squared_norm(g) * squared_norm(h))
    assert by_sure_event(WithProbability(product, 1)).verdict is Verdict.PROVED
    losses = contract("i", RandomVector("y", n, Bounded(0, 1, sp.Rational(1, 2))))
    assert by_sure_event(WithProbability(AtMost(0, losses), 1)).verdict is Verdict.PROVED
    for false in (
        Less(0, squared_norm(g)),
        AtMost(squared_norm(g), 1),
    ):  # one of them has probability 1
        assert by_sure_event(WithProbability(false, 1)).verdict is Verdict.UNDECIDED


def test_the_facts_want_what_their_sorts_say():
    y = RandomVector("y", n, Bounded(0, 1, sp.Rational(1, 2), sp.Rational(1, 9)))
    assert apply_fact(BERNSTEIN_LEMMA, {"y": y, "l": r, "c": a}).is_sealed
    for other in (RandomVector("y", n, Bounded(0, 1, sp.Rational(1, 2))), RandomVector("y", n)):
        with pytest.raises(ArgumentError, match="substitution"):
            apply_fact(BERNSTEIN_LEMMA, {"y": other, "l": r, "c": a})
    with pytest.raises(ArgumentError, match="statistic"):
        apply_fact(MARKOV, {"X": y, "m": a, "t": t})
    said = apply_fact(CHEBYSHEV, {"X": squared_norm(y), "m": a, "q": r, "t": t}).statement
    assert said is not None
    near = All((Less(a - t, squared_norm(y)), Less(squared_norm(y), a + t)))
    known = Mean(squared_norm(y), a), Mean(squared_norm(y) * squared_norm(y), r), Less(0, t)
    wanted = Implies(All(known), WithProbability(near, 1 - (r - a**2) / t**2))
    assert said.key == wanted.key


def test_laws_of_some_moments_are_sampled():
    def fails(law, high, at_least):
        total = contract("i", RandomVector("y", 1, law))
        said = WithProbability(AtMost(total, sp.Rational(high)), sp.Rational(at_least))
        return fails_too_often(said, {}, 0) is not None

    three = IID(variance=1, kurtosis=4, mean=2)  # 2 and, with probability 1/8 each, 0 and 4
    assert fails(three, "39/10", "19/20")
    assert not fails(three, "39/10", "3/4")
    assert not fails(three, "41/10", 1)
    some = Bounded(0, 1, half, Fraction(1, 8))  # on an end half of the time
    assert fails(some, "9/10", "9/10")
    assert not fails(some, "9/10", "1/2")
