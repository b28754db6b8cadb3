"""Deciding formulas for moments: proofs, refutations, and what stays open."""

import pytest
import sympy as sp

import theorem_checks
from theorem_checks import Counterexample, Evidence, Verdict, check
from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.proving.moments import deciding, expectation, expectation_at, prove_moment
from theorem_checks.statements.formulas import formula_of
from theorem_checks.statements.moments import (
    IID,
    ConstantMatrix,
    Discrete,
    Gaussian,
    MissingMomentError,
    RandomMatrix,
    RandomVector,
    contract,
    entry,
    identity,
    inner,
    squared_norm,
    trace,
)
from theorem_checks.statements.moments.statistics import as_statistic

d, n = sp.symbols("d n", positive=True, integer=True)
s, k, nu = sp.symbols("s k nu", positive=True)
i, j, a, b = sp.symbols("i j a b", integer=True)
delta = sp.KroneckerDelta

X = RandomMatrix("X", d, n, IID(variance=s, kurtosis=k))
G = RandomMatrix("G", d, n)
S = RandomMatrix("S", n, n)
W = RandomMatrix("W", n, n, Gaussian(nu / n))
A = ConstantMatrix("A", d, d)
FOURTH = trace(X @ X.T @ X @ X.T)

TRUE = {
    "fourth moment": (FOURTH, n * d * s**2 * (n + d + k - 2)),
    "unexpanded": (FOURTH, (n + d + k - 2) * (n * s) * (d * s)),
    "P_44": (trace(S**4 @ S.T**4), n**5 + 28 * n**3 + 28 * n**2 + 48 * n),
    "rising factorial": (trace(S**6), 8 * sp.RisingFactorial(n / 2, 3)),
    "scaled variance": (trace(W**2 @ S.T**2) + 1, 1 + nu),
    "rational": (trace((S @ S.T) ** 2) / n**3, (2 * n + 1) / n),
    "entries": (entry(G @ G.T, i, j), n * delta(i, j)),
    "entries of symbols": (
        entry(G @ G.T, i, j) * entry(G @ G.T, a, b),
        n**2 * delta(i, j) * delta(a, b)
        + n * (delta(i, a) * delta(j, b) + delta(i, b) * delta(j, a)),
    ),
    "integer and symbol": (entry(G @ G.T, i, 0) ** 2, n + (n**2 + n) * delta(i, 0)),
    "constants": (trace(A @ G @ G.T), n * trace(A)),
    "constants and free indices": (
        trace(A @ G @ G.T @ G @ G.T) + trace(A) * trace(G @ G.T),
        n * (n + d + 1) * trace(A) + n * d * trace(A),
    ),
    "constant entry": (entry(A @ G @ G.T, i, j), n * entry(A, i, j)),
    "covariance": (
        trace((A @ G @ G.T @ A.T) ** 2),
        n * (n + 1) * trace((A.T @ A) ** 2) + n * trace(A.T @ A) ** 2,
    ),
    "correlated inputs": (
        trace((A @ X @ X.T @ A.T) ** 2),
        s**2
        * (
            n * (n + 1) * trace((A.T @ A) ** 2)
            + n * trace(A.T @ A) ** 2
            + n * (k - 3) * contract("ii,ii", A.T @ A, A.T @ A)
        ),
    ),
    "means": (squared_norm(RandomVector("f", n, Gaussian(nu, mean=s))), n * (nu + s**2)),
    "equal expectations": (trace(G @ G.T) ** 2, trace(G.T @ G) * squared_norm(G)),
    "no random part": (trace(A @ A.T) - squared_norm(A), 0),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_true_formulas_are_proved(name):
    evidence = prove_moment(*TRUE[name])
    assert evidence.verdict is Verdict.PROVED
    assert evidence.corroborated


FALSE = {
    "wrong kurtosis": (FOURTH, n * d * s**2 * (n + d + k - 1), {"d": 1, "n": 1, "k": 1, "s": 1}),
    "the Gaussian value": (FOURTH, n * d * s**2 * (n + d + 1), {"d": 1, "n": 1, "k": 1, "s": 1}),
    "lost term": (trace(S**4 @ S.T**4), n**5 + 28 * n**3 + 76 * n**2, {"n": 2}),
    "right up to n = 3": (
        trace(S @ S.T), n**2 + (n - 1) * (n - 2) * (n - 3), {"n": 4}),
    "right for squares": (trace(G @ G.T), n**2, {"d": 1, "n": 2}),
    "right off the diagonal": (entry(G @ G.T, i, j) ** 2, n, {"i": 0, "j": 0, "d": 1, "n": 1}),
    "right on the diagonal": (
        entry(G @ G.T, i, j) ** 2, n**2 + 2 * n, {"i": 0, "j": 1, "d": 2, "n": 1}),
    "lost transpose": (trace(A @ G @ G.T @ A.T), n * trace(A @ A), None),
    "too many samples": (trace(S**8 @ S.T**8), n**9, {"n": 1}),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_false_formulas_are_refuted_at_the_smallest_sizes(name):
    statistic, formula, where = FALSE[name]
    evidence = prove_moment(statistic, formula)
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.corroborated
    found = evidence.counterexample
    assert found is not None
    if where is not None:
        assert dict(found.values) == where
        at = [(x, where[x.name]) for x in (d, n, s, k, i, j) if x.name in where]
        assert found.claimed == str(sp.expand(formula).subs(at))
        assert found.found == str(sp.expand(expectation(statistic)).subs(at))


def test_the_counterexample_of_constants_is_one():
    evidence = prove_moment(trace(A @ G @ G.T @ A.T), n * trace(A @ A))
    found = evidence.counterexample
    assert found is not None
    value = sp.Matrix(found.values["A"])
    assert sp.Integer(found.claimed) == found.values["n"] * (value * value).trace()
    assert sp.Integer(found.found) == found.values["n"] * (value * value.T).trace()


def test_what_exceeds_the_budget_is_undecided():
    evidence = prove_moment(trace(S**3 @ S.T**3), n**4 + 10 * n**2 + 4 * n, budget=50)
    assert evidence.verdict is Verdict.UNDECIDED
    assert "more than 50 steps" in evidence.reason
    assert "recursion alone finds no difference" in evidence.reason


def test_a_refutation_beyond_the_budget_is_by_the_recursion():
    evidence = prove_moment(trace(S**3 @ S.T**3), n**5, budget=1)
    assert evidence.verdict is Verdict.REFUTED
    assert not evidence.corroborated
    assert "budget" in evidence.reason or "ran out" in evidence.reason


def test_a_formula_that_is_defined_nowhere_is_vacuous():
    evidence = prove_moment(trace(S), 1 / ((n + 1) ** 2 - n**2 - 2 * n - 1))
    assert evidence.verdict is Verdict.VACUOUS


@pytest.mark.parametrize("route", ["expectation_by_constants", "expectation_by_patterns"])
def test_a_broken_route_is_a_contradiction_and_never_a_proof(route, monkeypatch):
    right = getattr(deciding, route)

    def broken(statistic, *more):
        terms = right(statistic, *more)
        return {product: 2 * coefficient + n for product, coefficient in terms.items()}

    monkeypatch.setattr(deciding, route, broken)
    evidence = prove_moment(FOURTH, n * d * s**2 * (n + d + k - 2))
    assert evidence.verdict in (Verdict.CONTRADICTION, Verdict.UNDECIDED)


def test_the_scope_lists_the_symbols():
    assert prove_moment(*TRUE["fourth moment"]).scope == "all d, k, n, s"
    assert prove_moment(*TRUE["constants"]).scope == "all d, n, A"


def texts_of(evidence):
    assert evidence.verdict is Verdict.PROVED
    return [condition.text for condition in evidence.conditions]


def test_the_conditions_say_which_sizes_have_the_entries_that_are_named():
    assert texts_of(prove_moment(entry(G @ G.T, 0, 0), n)) == []
    five = prove_moment(entry(G @ G.T, 5, 5), n)
    assert texts_of(five) == ["d > 5"]
    assert formula_of(five.conditions[0]) == (d > 5)
    assert five.scope == "all d, n"
    assert texts_of(prove_moment(entry(G, 0, 2) * entry(G, 1, 2), 0)) == ["n > 2", "d > 1"]
    narrow = RandomMatrix("N", 3, n, Gaussian())
    assert texts_of(prove_moment(entry(narrow, 2, 0), 0)) == []
    assert texts_of(prove_moment(entry(G @ G.T, 100, i), n * delta(i, 100))) == [
        *("i >= 0", "d > 100", "d > i"),
    ]


def test_a_condition_of_the_formula_is_said():
    x = sp.Symbol("x")
    evidence = prove_moment(trace(S @ S), n + (x**2 - 1) / (x - 1) - x - 1)
    assert texts_of(evidence) == ["x - 1 is not 0"]


def test_what_cancels_is_divided_by_all_the_same():
    u = RandomVector("u", n)
    assert texts_of(prove_moment(squared_norm(u) / (n - 2), n / (n - 2))) == ["n - 2 is not 0"]
    assert texts_of(prove_moment(trace(S) / (n - 2), 0)) == ["n - 2 is not 0"]
    scaled = RandomVector("v", n, Gaussian(1 / (n - 1)))
    said = texts_of(prove_moment(squared_norm(scaled) * (n - 1), n))
    assert said == ["1/(n - 1) >= 0", "n - 1 is not 0"]


def test_sizes_that_need_not_be_are_conditions():
    z = RandomVector("z", n - 3)
    assert texts_of(prove_moment(squared_norm(z), n - 3)) == ["n - 3 >= 0"]
    assert texts_of(prove_moment(trace(identity(n - 3)), n - 3)) == ["n - 3 >= 0"]
    plain = sp.Symbol("p")
    both = ["p is an integer", "p >= 0"]
    assert texts_of(prove_moment(squared_norm(RandomVector("z", plain)), plain)) == both
    halves = RandomVector("h", n / 2)
    assert texts_of(prove_moment(squared_norm(halves), n / 2)) == ["n/2 is an integer"]
    with pytest.raises(ArgumentError, match="dimension"):
        RandomVector("z", -n)
    never = RandomVector("z", n - 3) @ RandomVector("y", 2 - n).T
    found = prove_moment(inner(never, never), (n - 3) * (2 - n))
    assert found.verdict is Verdict.UNDECIDED
    assert "No small values meet the conditions" in found.reason
    assert prove_moment(inner(never, never), 1).verdict is Verdict.UNDECIDED


def test_sizes_may_be_zero():
    m = sp.Symbol("m", integer=True, nonnegative=True)
    H = RandomMatrix("H", m, n)
    assert texts_of(prove_moment(trace((H @ H.T) ** 2), m * n * (m + n + 1))) == []
    assert expectation_at(trace((H @ H.T) ** 2), {m: 0, n: 3}) == 0
    at_zero_only = prove_moment(trace(H @ H.T), m * n + sp.KroneckerDelta(m, 0))
    assert at_zero_only.verdict is not Verdict.PROVED
    assert expectation(squared_norm(RandomMatrix("E", 0, n))) == 0
    wrong = prove_moment(squared_norm(RandomVector("z", m)), m + 1)
    assert wrong.verdict is Verdict.REFUTED
    assert wrong.counterexample is not None
    assert wrong.counterexample.values == {"m": 0}


def test_laws_that_need_not_be_are_conditions():
    v, p = sp.symbols("v p")
    assert texts_of(prove_moment(squared_norm(RandomVector("z", n, Gaussian(v))), n * v)) == [
        "v >= 0"
    ]
    assert texts_of(prove_moment(FOURTH, n * d * s**2 * (n + d + k - 2))) == ["k >= 1"]
    signs = Discrete({-1: p, 1: 1 - p})
    assert texts_of(prove_moment(squared_norm(RandomVector("z", n, signs)), n)) == [
        "p >= 0",
        "p <= 1",
    ]
    narrow = IID(moments={1: 0, 2: v, 4: s})
    said = texts_of(prove_moment(squared_norm(RandomVector("z", n, narrow)), n * v))
    assert said == ["v >= 0", "s - v**2 >= 0", "v*(s - v**2) >= 0"]


def test_names_that_stand_for_two_things_are_refused():
    A_too = ConstantMatrix("n", d, d)
    with pytest.raises(ArgumentError, match="a name of its own"):
        prove_moment(trace(A_too @ G @ G.T), n * trace(A_too))
    with pytest.raises(ArgumentError, match="a name of its own"):
        expectation(trace(A @ G @ G.T) * sp.Symbol("G"))
    with pytest.raises(ArgumentError, match="one symbol of each name"):
        prove_moment(trace(S), sp.Symbol("n") - n)
    with pytest.raises(ArgumentError, match="one tensor of each name"):
        prove_moment(trace(ConstantMatrix("S", n, n)), trace(S))


def test_without_tensors_there_is_nothing_to_prove():
    assert prove_moment(as_statistic(n), n).verdict is Verdict.VACUOUS
    assert prove_moment(as_statistic(n), n + 1).verdict is Verdict.VACUOUS


def test_what_is_no_formula_is_refused():
    Y = RandomMatrix("Y", d, n, IID(variance=s))
    with pytest.raises(MissingMomentError, match=r"E\[x\^4\]"):
        prove_moment(squared_norm(Y) ** 2, 0)
    with pytest.raises(ExactnessError):
        prove_moment(trace(S), 0.0)  # pyright: ignore[reportArgumentType]
    with pytest.raises(ArgumentError, match="one symbol of each name"):
        prove_moment(trace(S @ S), sp.Symbol("n"))
    with pytest.raises(ArgumentError, match="no matrix symbols"):
        prove_moment(trace(A @ G @ G.T), expectation(trace(A @ G @ G.T)))
    with pytest.raises(ArgumentError, match="no index i by itself"):
        prove_moment(entry(G @ G.T, i, j), i * delta(i, j))


def test_parameters_of_a_counterexample_belong_to_a_law():
    p = sp.Symbol("p", positive=True)
    mask = RandomVector("mask", n, Discrete({1: p, 0: 1 - p}))
    evidence = prove_moment(squared_norm(mask) ** 2, n**2 * p**2)
    assert evidence.verdict is Verdict.REFUTED
    found = evidence.counterexample
    assert found is not None
    assert 0 < sp.Rational(str(found.values["p"])) < 1
    assert (
        prove_moment(squared_norm(mask) ** 2, n * (n - 1) * p**2 + n * p).verdict is Verdict.PROVED
    )


def test_the_package_offers_it():
    assert theorem_checks.prove_moment is prove_moment
    assert theorem_checks.RandomMatrix is RandomMatrix


def test_it_serves_as_a_proof_check():
    @check("proof")
    def fourth_moment(formula) -> Evidence:
        return prove_moment(FOURTH, formula)

    assert fourth_moment(n * d * s**2 * (n + d + k - 2)).verdict is Verdict.ARGUED
    wrong = fourth_moment(n * d * s**2 * (n + d + k))
    assert wrong.verdict is Verdict.REFUTED
    assert isinstance(wrong.counterexample, Counterexample)


@pytest.mark.parametrize(("j", "k"), [(8, 8), (7, 7), (8, 6), (8, 2), (7, 1)])
def test_long_words_are_proved(j, k):
    word = trace(S**j @ S.T**k)
    evidence = prove_moment(word, expectation(word))
    assert evidence.verdict is Verdict.PROVED
    assert evidence.corroborated


@pytest.mark.parametrize("power", [5, 8])
def test_high_moments_of_wishart_matrices_are_proved(power):
    wishart = trace((G @ G.T) ** power)
    assert prove_moment(wishart, expectation(wishart)).verdict is Verdict.PROVED
    found = prove_moment(wishart, expectation(wishart) + d * n).counterexample
    assert found is not None
    assert found.values == {"d": 1, "n": 1}


@pytest.mark.deep
@pytest.mark.parametrize("power", [4, 5])
def test_longer_words_are_proved_for_any_law(power):
    known = {r: sp.Symbol(f"m_{r}") for r in range(2, 2 * power + 1, 2)}
    Y = RandomMatrix("Y", d, n, IID(moments=known, symmetric=True))
    word = trace((Y @ Y.T) ** power)
    assert prove_moment(word, expectation(word)).verdict is Verdict.PROVED
