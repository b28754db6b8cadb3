"""Claims over the reals: true by construction, false by construction, and out of reach."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jaxtyping import TypeCheckError

from theorem_checks.errors import ArgumentError
from theorem_checks.solving import smt
from theorem_checks.solving.smt import prove_for_all
from theorem_checks.solving.solvers import Answer, SolverError
from theorem_checks.statements.reals.evaluation import evaluate
from theorem_checks.statements.reals.operations import clamp, maximum, minimum, relu
from theorem_checks.statements.reals.terms import iff, implies, reals, where
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind, Verdict

x, y, z, mu, lam, t, f = reals("x y z mu lam t f")
COEFFICIENTS = st.fractions(-3, 3, max_denominator=3)


def step(u):
    return relu(mu * u) - mu * relu(u - 1 / mu)


def choice(c, t, f):
    """Equals t where c = 1 and f where c = 0, for |t|, |f| <= lam."""
    return (
        relu(f - lam * c) - relu(-f - lam * c) + relu(t - lam * (1 - c)) - relu(-t - lam * (1 - c))
    )


def refuted(evidence: Evidence) -> Counterexample:
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.counterexample is not None
    return evidence.counterexample


TRUE = {
    "linear": (relu(x) - relu(-x) == x, ()),
    "triangle": (abs(x + y) <= abs(x) + abs(y), ()),
    "nonlinear": (x * x + y * y >= 2 * x * y, ()),
    "division": (step(x) == clamp(mu * x, 0, 1), mu > 0),
    "two directions": (
        iff(step(x) == where(x > 0, 1, 0), ~((x > 0) & (x < 1 / mu))),
        [mu > 0],
    ),
    "choice": (choice(1, t, f) == t, [abs(f) <= lam]),
    "choice only if": (implies(choice(1, 0, f) == 0, abs(f) <= lam), [lam >= 0]),
    "degree four": (x**4 + y**4 + 2 >= 4 * x * y, ()),
    "no variables": (implies(x < 0, x < 1) | (x == 3), x < 2),
}

FALSE = {
    "linear": (relu(x) == x, ()),
    "strict": (abs(x + y) < abs(x) + abs(y), ()),
    "nonlinear": (x * x >= x, ()),
    "boundary": (iff(step(x) == where(x > 0, 1, 0), ~((x >= 0) & (x < 1 / mu))), [mu > 0]),
    "sign": (step(x) == clamp(mu * x, 0, 1), mu < 0),
    "off by one": (choice(1, t, f) == t, [abs(f) <= lam + 1]),
    "or": ((x < 1) | (x > 1), ()),
}


@pytest.mark.parametrize(("claim", "assume"), TRUE.values(), ids=TRUE)
def test_true_claims_are_proved_by_both_solvers(claim, assume):
    evidence = prove_for_all(claim, assume=assume)
    assert evidence.verdict is Verdict.PROVED
    assert evidence.kind is Kind.SOLVER
    assert evidence.engines == {"z3", "cvc5"}
    assert evidence.corroborated


@pytest.mark.parametrize(("claim", "assume"), FALSE.values(), ids=FALSE)
@pytest.mark.parametrize("solvers", [("z3",), ("cvc5",), ("z3", "cvc5")], ids="+".join)
def test_false_claims_are_refuted_at_an_exact_point(claim, assume, solvers):
    evidence = prove_for_all(claim, assume=assume, solvers=solvers)
    point = {name: Fraction(value) for name, value in refuted(evidence).values.items()}
    assert not evaluate(claim, point)
    for assumption in assume if isinstance(assume, list | tuple) else [assume]:
        assert evaluate(assumption, point)
    assert "fractions" in evidence.engines


@st.composite
def piecewise_linear(draw, depth=2):
    """A random term in x and y with relu, abs, min and max."""
    a, b, c = (draw(COEFFICIENTS) for _ in range(3))
    term = a * x + b * y + c
    for _ in range(depth):
        d, e = draw(COEFFICIENTS), draw(COEFFICIENTS)
        operation = draw(st.sampled_from([maximum, minimum]))
        term = operation(term, d * x + e * y)
    return term


@settings(max_examples=12)
@given(piecewise_linear(), piecewise_linear())
def test_linear_claims_true_by_construction(one, other):
    evidence = prove_for_all(maximum(one, other) + minimum(one, other) == one + other)
    assert evidence.verdict is Verdict.PROVED


@settings(max_examples=12)
@given(piecewise_linear(), st.fractions(-2, 2, max_denominator=4))
def test_linear_claims_false_at_one_point_only(term, a):
    claim = implies((x == a) & (y == a), term != evaluate(term, {"x": a, "y": a}))
    assert refuted(prove_for_all(claim)).values == {"x": plain(a), "y": plain(a)}


def plain(value: Fraction):
    return int(value) if value.denominator == 1 else str(value)


@settings(max_examples=10)
@given(st.fractions(1, 9, max_denominator=3))
def test_an_infimum_that_is_not_taken(weight):
    squares = (x * y - 1) ** 2 + weight * x**2  # tends to 0 along x y = 1, x -> 0
    assert prove_for_all(squares > 0).verdict is Verdict.PROVED
    assert refuted(prove_for_all(squares > weight / 100))


@settings(max_examples=12)
@given(st.fractions(-3, 3, max_denominator=6), st.fractions(-3, 3, max_denominator=6))
def test_quadratic_claims_by_their_discriminant(p, q):
    evidence = prove_for_all(x * x + p * x + q > 0)
    expected = Verdict.PROVED if p * p < 4 * q else Verdict.REFUTED
    assert evidence.verdict is expected


# Division, irrational points, vacuity


def test_a_claim_that_divides_by_zero_is_not_true_there():
    found = refuted(prove_for_all(x / x == 1))
    assert (found.values, found.found) == ({"x": 0}, "a division by zero")
    assert prove_for_all(x / x == 1, assume=x != 0).verdict is Verdict.PROVED


def test_an_assumption_that_divides_by_zero_is_not_met_there():
    assert prove_for_all(x != 0, assume=[1 / x > -5]).verdict is Verdict.PROVED
    assert prove_for_all(x > 5, assume=[1 / (x - x) >= 0]).verdict is Verdict.VACUOUS


@pytest.mark.parametrize("solvers", [("z3",), ("z3", "cvc5")], ids="+".join)
def test_where_only_irrational_points_refute_they_are_named(solvers):
    evidence = prove_for_all((x * x != 2) | (x < 0), solvers=solvers)
    assert refuted(evidence).values == {"x": "the root of x**2 - 2 near 1.41421"}


def test_a_claim_that_cvc5_alone_refutes_at_an_irrational_point_stays_open():
    evidence = prove_for_all(x * x != 2, solvers=["cvc5"])
    assert evidence.verdict is Verdict.UNDECIDED


def test_a_rational_point_is_preferred_to_an_irrational_one():
    assert refuted(prove_for_all((x * x < 2) | (x > 3))).values == {"x": 2}


def test_nothing_that_meets_the_assumptions_is_vacuous():
    assert prove_for_all(x > 0, assume=x * x < 0).verdict is Verdict.VACUOUS
    assert prove_for_all(x > 0, assume=[x > 1, x < 1]).verdict is Verdict.VACUOUS


def test_a_witness_has_to_meet_the_assumptions():
    assert prove_for_all(x > 0, assume=x > 1, witness={"x": 2}).verdict is Verdict.PROVED
    with pytest.raises(ArgumentError, match="witness"):
        prove_for_all(x > 0, assume=x > 1, witness={"x": "1/2"})


# Budgets, and answers that do not fit together


def hard_problem():
    v = reals(" ".join(f"v{i}" for i in range(9)))
    grow = [
        v[i] * v[(i + 1) % 9] * v[(i + 2) % 9] + v[(i + 3) % 9] * v[(i + 4) % 9] > 3 * v[i] ** 4
        for i in range(9)
    ]
    return v[0] < "3/2", [*grow, v[1] < -v[2] * v[3] * v[5]]


def test_a_solver_that_ignores_its_limit_is_stopped():
    claim, assume = hard_problem()
    evidence = prove_for_all(claim, assume=assume, seconds=0.5)
    assert evidence.verdict is Verdict.UNDECIDED
    assert "z3" in evidence.reason
    assert "cvc5" in evidence.reason
    assert prove_for_all(relu(x) >= x).verdict is Verdict.PROVED  # and the next query is served


def test_the_budget_of_steps_does_not_depend_on_the_machine():
    claim, assume = hard_problem()
    evidence = prove_for_all(claim, assume=assume, seconds=60, rlimit=1000, solvers=["z3"])
    assert evidence.verdict is Verdict.UNDECIDED
    assert (
        "resource" in evidence.reason or "rlimit" in evidence.reason or "cancel" in evidence.reason
    )


SAT_AT_0 = Answer("sat", model={"x": Fraction(0)})
UNKNOWN = Answer("unknown", "tired")
UNSAT = Answer("unsat")


def answering(monkeypatch, *rounds: dict[str, Answer]) -> None:
    """Let the solvers give these answers, one round after the other."""
    queue = list(rounds)
    monkeypatch.setattr(smt, "ask_all", lambda *_, **_one: queue.pop(0))


def test_solvers_that_disagree_are_a_contradiction(monkeypatch):
    answering(monkeypatch, {"z3": UNSAT, "cvc5": SAT_AT_0})
    evidence = prove_for_all(x > 0)
    assert evidence.verdict is Verdict.CONTRADICTION
    assert "cvc5 finds at x = 0" in evidence.reason


def test_a_model_that_is_none_is_an_error(monkeypatch):
    answering(monkeypatch, {"z3": SAT_AT_0})
    with pytest.raises(SolverError, match="x = 0"):
        prove_for_all(x >= 0)


def test_one_solver_is_enough_and_the_silence_of_the_other_is_told(monkeypatch):
    answering(monkeypatch, {"z3": UNSAT, "cvc5": UNKNOWN})
    evidence = prove_for_all(x * x >= 0)
    assert evidence.verdict is Verdict.PROVED
    assert evidence.engines == {"z3", "fractions"}  # which tries points
    assert evidence.reason == "cvc5: unknown (tired)"
    assert evidence.figures == {"answer of z3": "unsat", "answer of cvc5": "unknown (tired)"}


def test_nobody_knowing_is_undecided(monkeypatch):
    answering(monkeypatch, {"z3": UNKNOWN, "cvc5": UNKNOWN})
    evidence = prove_for_all(x * x >= 0)
    assert evidence.verdict is Verdict.UNDECIDED
    assert evidence.reason == "z3: unknown (tired); cvc5: unknown (tired)"


def test_a_proof_from_assumptions_that_nobody_can_meet_is_undecided(monkeypatch):
    answering(monkeypatch, {"z3": UNSAT}, {"z3": UNKNOWN})
    evidence = prove_for_all(x > 0, assume=x > 1)
    assert evidence.verdict is Verdict.UNDECIDED
    assert "witness=" in evidence.reason


# Arguments


def test_the_scope_names_variables_and_assumptions():
    assert prove_for_all(x <= x).scope == "all real x"
    assert prove_for_all(x > 0, assume=x > y).scope == "all real x, y with y < x"


@pytest.mark.parametrize(
    "arguments",
    [
        {"solvers": []},
        {"solvers": ["z4"]},
        {"seconds": 0},
        {"rlimit": 0},
        {"assume": [True]},
        {"assume": x},
    ],
    ids=str,
)
def test_wrong_arguments_are_errors(arguments):
    with pytest.raises((ArgumentError, TypeCheckError)):
        prove_for_all(x <= x, **arguments)


def test_a_claim_is_a_formula():
    with pytest.raises((ArgumentError, TypeCheckError)):
        prove_for_all(x)  # pyright: ignore[reportArgumentType]


def test_a_counterexample_says_how_the_sides_compare():
    found = prove_for_all(relu(x) + y <= x + y).counterexample
    assert found is not None
    assert found.claimed == "ReLU(x) + y ≤ x + y"
    assert found.found == "0 > -1"
    found = prove_for_all((x * y == y * y) | (x < y), assume=[x == 2, y == 1]).counterexample
    assert found is not None
    assert found.found == "2 > 1 in x y = y² and 2 > 1 in x < y"
