"""The text that the solvers get, read back by a solver of its own."""

import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks.solving.smt import prove_for_all, to_smtlib
from theorem_checks.solving.smtlib import is_linear, script
from theorem_checks.statements.reals.evaluation import evaluate
from theorem_checks.statements.reals.operations import clamp, maximum, minimum, relu
from theorem_checks.statements.reals.terms import constant, iff, implies, reals, where
from theorem_checks.verdicts.kinds import Verdict

x, y = reals("x y")
CLAIMS = [
    relu(x) + abs(y) * x <= maximum(x, y) ** 2 - "3/7",
    iff(where(x < y, x, -2) == minimum(x, y), implies(x > 1, ~(y == "1/2"))),
    (clamp(x, -1, 1) >= y) | (x * y == 1) & (x != y),
]


@settings(max_examples=30)
@given(
    which=st.sampled_from(range(len(CLAIMS))),
    a=st.fractions(-3, 3, max_denominator=4),
    b=st.fractions(-3, 3, max_denominator=4),
)
def test_the_text_means_what_the_formula_means(which, a, b):
    claim = CLAIMS[which]
    solver = z3.Solver()
    solver.from_string(script([claim, x == a, y == b]))
    expected = z3.sat if evaluate(claim, {"x": a, "y": b}) else z3.unsat
    assert solver.check() == expected


def test_linear_problems_are_recognised():
    assert is_linear([relu(x / 3) + 2 * y < abs(x - y)])
    assert is_linear([x * (1 + relu(x * 0) * 0 + 1) < 0]) is False
    assert not is_linear([x * y < 1])
    assert not is_linear([1 / x < 1])
    assert script([x < y]).startswith("(set-logic QF_LRA)")
    assert script([x * x < y]).startswith("(set-logic QF_NRA)")


def test_what_is_shared_is_written_once():
    term = x
    for _ in range(60):
        term = relu(term + term)
    text = script([term >= 0])
    assert len(text) < 60 * 120
    assert text.count("(declare-const x Real)") == 1


def test_variables_of_one_name_are_one_variable():
    again = reals("x")
    assert script([x < again]).count("declare-const") == 1


def test_the_question_can_be_written_out():
    text = to_smtlib(relu(x) >= x, assume=[x > "-1/2"])
    assert text == (
        "(set-logic QF_LRA)\n"
        "(declare-const x Real)\n"
        "(assert (< (- (/ 1.0 2.0)) x))\n"
        "(assert (not (<= x (ite (>= x 0.0) x 0.0))))\n"
        "(check-sat)\n(get-model)\n"
    )
    assert "(= x 0.0)" in to_smtlib(1 / x > 0)


def test_a_product_of_constants_is_written_as_one_number():
    """In a linear problem Z3 takes no other product than that with a numeral."""
    x = reals("x")
    two = constant(2) ** 1
    assert "(* 2.0 x)" in script([two * x <= 3 * x])
    assert prove_for_all(two * x <= 3 * x, assume=x >= 0).verdict is Verdict.PROVED
