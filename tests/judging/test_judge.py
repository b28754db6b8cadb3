"""PROVED means proved: of the subject itself, at all sizes, and of nothing else."""

import dataclasses
from fractions import Fraction

import pytest
import sympy as sp

from constructions.cells.linear_attention import LinearAttention
from tests.soundness.attacks import worlds as attacked
from theorem_checks import (
    IID,
    CheckError,
    Evidence,
    ForReals,
    RandomMatrix,
    RandomVector,
    Verdict,
    by_eigenvalues,
    cos,
    expectation,
    proof_of,
    sin,
    sqrt,
    squared_norm,
)
from theorem_checks.judging.judge import at_instances, judged
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.machines.simulations import simulation
from theorem_checks.proving.machines.unrollings import unrolling
from theorem_checks.proving.rules.calculus import by_completing_the_square
from theorem_checks.proving.rules.words import argued
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Computes,
    Equal,
    Implies,
    Less,
    Mean,
    SameOutputs,
    UniqueMinimum,
)


def says_odd_numbers(total, w):
    n = w.size("n")
    return Equal(w.sum(lambda k: 2 * k - 1, "k", 1, n), w.call(total, n))


def square(n):
    return n**2


def says_twice(total, w):
    n = w.size("n")
    return All((Equal(n + 0, n), Equal(w.call(total, n), n * n)))


def test_a_refutation_says_which_part_of_the_statement_is_false():
    assert at_instances(says_twice, square).verdict is Verdict.HOLDS
    found = at_instances(says_twice, lambda n: n**2 + 1)
    assert found.counterexample is not None
    assert found.counterexample.explanation == "the sides differ, in part (b) of (a)–(b)"
    alone = at_instances(says_odd_numbers, lambda n: n**2 + 1)
    assert alone.counterexample is not None
    assert alone.counterexample.explanation == "the sides differ"


def test_a_cell_with_two_parts_for_its_state_is_proved_of_all_sequences():
    found = judged(attacked.says_same, attacked.by_pairs, attacked.Pair)
    assert found.verdict is Verdict.PROVED
    within = judged(attacked.says_same, attacked.by_pairs, attacked.Within)
    assert within.verdict is Verdict.UNDECIDED


class Adds:
    """Adds both parts of its tokens up, the second one as often as is said."""

    def __init__(self, none, times):
        self.none, self.times = none, times

    def initial_state(self):
        return self.none

    def step(self, total, token):
        first, second = token
        total = total + first + second * self.times
        return total, total


def test_a_token_of_several_parts_is_drawn_part_by_part():
    def says(times, w):
        d = w.size("d")
        token, none = (w.array("u", d), w.array("v", d)), w.zeros(d)
        return SameOutputs(*(w.machine(Adds(none, n), token) for n in (times, 1)))

    assert judged(says, lambda same: simulation(same, same.other.state), 1).verdict.passes
    assert at_instances(says, 2).verdict is Verdict.REFUTED


def test_the_true_subject_is_proved():
    found = judged(says_odd_numbers, prove, square)
    assert found.verdict is Verdict.PROVED
    assert found.is_sealed
    assert found.corroborated
    assert found.scope == "all positive integer n"


@pytest.mark.parametrize(
    "total", [lambda n: (n + 1) ** 2, lambda n: n * (n + 1), lambda n: 1 / (n - 2)]
)
def test_a_mutant_is_refuted_where_the_subject_is_run(total):
    found = judged(says_odd_numbers, prove, total)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert "n" in found.counterexample.values


def swallows(n):
    try:
        late = n in (90, 91)
    except Exception:
        late = False
    return n**2 + (1 if late else 0)


def by_table(n):
    return n**2 + {90: 1}.get(n, 0)


def by_type(n):
    return n**2 if not isinstance(n, int) or n < 90 else 0


def by_digits(n):
    return n**2 if len(repr(n)) < 3 else 0


def vanishing_at_small_sizes(n):
    late = 1
    for k in range(1, 9):
        late = late * (n - k)
    return n**2 + late


LATE = {
    "a threshold": lambda n: n**2 if n < 90 else 0,
    "one size": lambda n: n**2 if n != 90 else 0,
    "a table": by_table,
    "a swallowed question": swallows,
    "a question of type": by_type,
    "digits of the name": by_digits,
    "a polynomial that vanishes": vanishing_at_small_sizes,
    "a remainder": lambda n: n**2 + (n // 90),
    "a truth value": lambda n: n**2 if n - 90 else 0,
    "SymPy's view": lambda n: n**2 + sp.KroneckerDelta(n, 90),
}


@pytest.mark.parametrize("total", LATE.values(), ids=LATE)
def test_what_is_wrong_beyond_the_sizes_tried_is_not_proved(total):
    assert judged(says_odd_numbers, prove, total).verdict is not Verdict.PROVED


def test_a_subject_that_branches_is_proved_case_by_case():
    def branching(n):
        return n**2 if n > 3 else n * n

    assert judged(says_odd_numbers, prove, branching).verdict is Verdict.UNDECIDED
    found = judged(says_odd_numbers, prove, branching, cases={"n": 3})
    assert found.verdict is Verdict.PROVED
    assert found.scope.startswith("case by case: n = 1; n = 2; n = 3; n = ")


def test_a_case_that_is_false_is_refuted():
    found = judged(says_odd_numbers, prove, lambda n: n**2 if n != 12 else 0, cases={"n": 12})
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert found.counterexample.values["n"] == 12


def test_a_proof_of_another_formula_is_no_proof_of_this():
    found = judged(says_odd_numbers, lambda _: prove(Equal(1, 1)), square)
    assert found.verdict is Verdict.UNDECIDED
    assert "concludes" in found.reason


@pytest.mark.parametrize(
    "forged",
    [
        lambda conclusion: Evidence.proved("all n"),
        lambda conclusion: dataclasses.replace(
            prove(Equal(1, 1)), statement=prove_stated(conclusion)
        ),
    ],
    ids=["by hand", "a copy with another statement"],
)
def test_what_no_engine_concluded_is_refused(forged):
    with pytest.raises(CheckError, match="concluded"):
        judged(says_odd_numbers, forged, square)


def prove_stated(conclusion):
    from theorem_checks.statements.seals import stated

    return stated(conclusion)


def test_words_are_argued_and_never_proved():
    found = judged(says_odd_numbers, lambda c: argued(c, "as everybody knows"), square)
    assert found.verdict is Verdict.ARGUED
    assert found.is_sealed


def test_a_name_that_the_world_did_not_make_is_refused():
    n = sp.Symbol("n", integer=True, positive=True)

    def says(_subject, w):
        return Equal(w.size("n") - n, 0)

    with pytest.raises(CheckError, match="do not come from the world"):
        judged(says, prove, None)


def test_a_condition_that_nothing_says_is_not_dropped():
    def says(rate, w):
        n, c = w.size("n"), w.number("c")
        return Equal(w.call(rate, n, c) * (n - c), n + c)

    found = judged(says, prove, lambda n, c: (n + c) / (n - c))
    assert found.verdict is Verdict.UNDECIDED
    assert "which nothing says" in found.reason


def test_a_subject_that_is_called_without_the_world_is_watched_all_the_same():
    def says(total, w):
        n = w.size("n")
        return Equal(total(n), n**2)

    assert judged(says, prove, square).verdict is Verdict.PROVED
    assert judged(says, prove, swallows).verdict is Verdict.REFUTED
    assert judged(says, prove, lambda n: n**2 * (n - 9) / (n - 9)).verdict is not Verdict.PROVED


def test_a_statement_whose_hypothesis_nothing_meets_is_vacuous():
    def says(total, w):
        n = w.size("n")
        return Implies(Less(n, 1), Equal(w.call(total, n), n**3))

    assert judged(says, prove, square).verdict is Verdict.VACUOUS


def test_a_complex_number_is_not_taken_to_be_real():
    def says(modulus, w):
        z = w.number("z", complex=True)
        return Equal(abs(z) ** 2, w.call(modulus, z))

    assert judged(says, prove, lambda z: z**2).verdict is not Verdict.PROVED
    assert judged(says, prove, lambda z: abs(z) * abs(z)).verdict is Verdict.PROVED


def test_roots_of_sizes_are_written_with_our_functions():
    def says(norm, w):
        n = w.size("n")
        return Equal(w.call(norm, n) ** 2, n)

    assert judged(says, prove, sqrt).verdict is Verdict.PROVED
    assert judged(says, prove, sp.sqrt).verdict is Verdict.UNDECIDED


# --- a machine and a function of the sequence


class Masked:
    """Attention as a masked double sum; `mask(w, t, s)` says what the token t sees of s."""

    def __init__(self, mask=lambda w, t, s: w.at_most(s, t)):
        self.mask = mask

    def outputs(self, w, xs, T, V, K, Q):
        mask = w.entries(self.mask, T, T)
        return (mask * ((xs @ Q.T) @ (xs @ K.T).T)) @ (xs @ V.T)


def says_attention(attention, w):
    T, d, d_v, d_k = (w.size(name) for name in ("T", "d", "d_v", "d_k"))
    weights = w.array("W_V", d_v, d), w.array("W_K", d_k, d), w.array("W_Q", d_k, d)
    machine = w.machine(LinearAttention(*weights), w.array("x", d))
    xs = w.array("xs", T, d)
    return Computes(machine, xs, attention.outputs(w, xs, T, *weights))


def test_the_double_sum_is_what_the_recurrence_computes():
    assert judged(says_attention, unrolling, Masked()).verdict is Verdict.PROVED


MASKS = {
    "strict": lambda w, t, s: w.at_most(s, t) - w.delta(s, t),
    "acausal": lambda w, t, s: 1,
    "transposed": lambda w, t, s: w.at_most(t, s),
}


@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
def test_a_wrong_mask_is_refuted(mask):
    assert judged(says_attention, unrolling, Masked(mask)).verdict is Verdict.REFUTED


LATE_MASKS = {
    "the last twenty": lambda w, t, s: w.at_most(s, t) if t - s < 20 else 0,
    "all but token 20": lambda w, t, s: 0 if s == 20 else w.at_most(s, t),
    "by type": lambda w, t, s: 0 if isinstance(s, int) and s > 20 else w.at_most(s, t),
}


@pytest.mark.parametrize("mask", LATE_MASKS.values(), ids=LATE_MASKS)
def test_a_mask_that_is_wrong_late_is_not_proved(mask):
    assert judged(says_attention, unrolling, Masked(mask)).verdict is not Verdict.PROVED


# --- the least expected loss


def says_best_rate(rate, w):
    n, d, d_y = (w.size(name) for name in ("n", "d", "d_y"))
    s, s_w, k = w.number("s", positive=True), w.number("s_w", positive=True), w.number("k", least=1)
    law = IID(variance=s, kurtosis=k)
    X, x = RandomMatrix("X", d, n, law=law), RandomVector("x", d, law=law)
    W = RandomMatrix("W", d_y, d, law=IID(variance=s_w))
    eta = sp.Symbol("eta", real=True)
    loss = squared_norm(W @ x - (W @ X @ X.T @ x) * eta)
    return UniqueMinimum(loss, eta, w.call(rate, n, d, s, k))


def by_mean(conclusion):
    return by_completing_the_square(
        conclusion, prove(Mean(conclusion.statistic, expectation(conclusion.statistic)))
    )


def best_rate(n, d, s, k):
    return 1 / (s * (n + d + k - 2))


def test_the_best_rate_is_proved_for_every_law():
    found = judged(says_best_rate, by_mean, best_rate)
    assert found.verdict is Verdict.PROVED
    assert found.scope.endswith("with k >= 1")


RATES = {
    "gaussian": lambda n, d, s, k: 1 / (s * (n + d + 1)),
    "one unit less": lambda n, d, s, k: 1 / (s * (n + d + k - 3)),
}


@pytest.mark.parametrize("rate", RATES.values(), ids=RATES)
def test_a_wrong_rate_is_refuted(rate):
    assert judged(says_best_rate, by_mean, rate).verdict is Verdict.REFUTED


def test_a_sum_of_statements_is_refuted_by_its_false_part():
    def says(total, w):
        n = w.size("n")
        return All((Equal(w.call(total, n), n**2), Equal(w.call(total, n), n**3)))

    assert judged(says, prove, square).verdict is Verdict.REFUTED


def test_a_proof_of_less_than_the_claim_is_argued():
    def says(total, w):
        n = w.size("n")
        return Equal(w.sum(lambda k: 2 * k - 1, "k", 1, n), w.call(total, n))

    words = "That is the number of dots in a square."
    found = proof_of(says, words=words).function(lambda n: n**2)
    assert found.verdict is Verdict.ARGUED
    assert words in str(found.to_json())
    assert proof_of(says, words=words).function(lambda n: n**3).verdict is Verdict.REFUTED


@pytest.mark.parametrize("least", [-1, 1, 2, Fraction(1, 2)])
def test_the_least_value_of_a_number_is_known_to_the_proof(least):
    def says(factor, w):
        return AtMost(least, w.number("x", least=least) * factor)

    assert proof_of(says)(1).verdict is Verdict.PROVED
    assert proof_of(says)(Fraction(1, 3) if least > 0 else 2).verdict is not Verdict.PROVED


def test_the_least_value_of_a_size_is_known_to_the_proof():
    def says(least, w):
        n, m = w.size("n", least=3), w.size("m", least=2)
        return AtMost(least, n * m - n)

    assert proof_of(says)(3).verdict is Verdict.PROVED
    assert proof_of(says)(4).verdict is Verdict.REFUTED


def says_relative(turned, w):
    """Of a query and a key, turned by multiples of an angle, the product tells how far apart."""
    i, j, angle = w.number("i", integer=True), w.number("j", integer=True), w.number("theta")
    q, k = ((w.number(f"{name}1"), w.number(f"{name}2")) for name in "qk")

    def product(one, other):
        return one[0] * other[0] + one[1] * other[1]

    apart = product(q, turned(k, (j - i) * angle))
    return Equal(product(turned(q, i * angle), turned(k, j * angle)), apart)


def turned(x, angle):
    return x[0] * cos(angle) - x[1] * sin(angle), x[0] * sin(angle) + x[1] * cos(angle)


def test_values_without_rational_ones_are_compared_by_balls():
    assert proof_of(says_relative)(turned).verdict is Verdict.PROVED
    mirrored = proof_of(says_relative)(lambda x, angle: turned(x[::-1], angle)[::-1])
    assert mirrored.verdict is Verdict.PROVED  # turned the other way
    wrong = proof_of(says_relative)(lambda x, angle: (turned(x, angle)[0], x[1]))
    assert wrong.verdict is Verdict.REFUTED


def test_that_a_divisor_is_not_0_is_said_by_two_routes():
    """A check refuses what stands on one route, and the sorts of symbols are one."""

    def says(factor, w):
        d, mu, gap = w.size("d"), w.number("mu", positive=True), w.number("gap", nonnegative=True)
        A, z = w.symmetric("A", d, mu, mu + gap), w.array("z", d)
        after = z - (A @ z) / (mu + gap)
        return AtMost(after @ after, (z @ z) * w.call(factor, mu, mu + gap) ** 2)

    check = proof_of(says, lambda said: by_eigenvalues(said, said.array("z")))
    assert check(lambda mu, L: 1 - mu / L).verdict is Verdict.PROVED


def test_the_first_reason_is_told_where_the_second_call_fails():
    def by(said):
        assert said.statistic is not None
        return Evidence.undecided("the first reason.")

    told = judged(says_best_rate, by, best_rate).reason
    assert told.startswith("the first reason. Handed ")
    assert "as well, it raised AttributeError" in told


def test_of_parts_about_real_numbers_the_false_one_is_told_by_its_number():
    def says(limit, w):
        x = w.reals("x")
        w.assume(x > 0)
        return All((ForReals(x > 0), ForReals(x > limit)))

    found = at_instances(says, 100)
    assert found.counterexample is not None
    assert found.counterexample.explanation == "in part (b) of (a)–(b)"
