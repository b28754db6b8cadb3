"""Statements about real numbers, which solvers decide: proved of true subjects, of no other."""

from fractions import Fraction

import numpy as np
import pytest

from theorem_checks import (
    All,
    Equal,
    ForReals,
    UndecidedQuestionError,
    Verdict,
    agree,
    all_hold,
    instances_of,
    proof_of,
    prove_for_all,
    prove_for_all_inputs,
    reals,
    relu,
    where,
)
from theorem_checks.errors import CheckError
from theorem_checks.judging.assumed import points_that_meet
from theorem_checks.statements.reals.evaluation import evaluate
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


def says_bounded(f, w):
    """For x > 0, f is at most x^2 + 1/4."""
    x, y = w.reals("x y")
    w.assume(x > 0)
    return ForReals(f(x, y) <= x * x + Fraction(1, 4))


def says_computes(network, w):
    """A network of two inputs computes the larger one."""
    xs = w.real("xs", 2)
    return ForReals(agree(network(xs), xs[0] + relu(xs[1] - xs[0])))


bounded, computes = proof_of(says_bounded), proof_of(says_computes)


@pytest.mark.parametrize("f", [lambda x, y: relu(x), lambda x, y: where(y < 0, x, 0 * y)])
def test_what_is_true_is_proved(f):
    found = bounded(f)
    assert found.verdict is Verdict.PROVED
    assert found.is_sealed
    assert found.statement is not None
    assert r"0 < x \implies" in found.statement.latex
    assert found.scope.startswith("all real x, all real y")


@pytest.mark.parametrize("f", [lambda x, y: y, lambda x, y: 2 * x, lambda x, y: 1 / (x - 1)])
def test_what_is_false_is_refuted_at_a_point(f):
    found = bounded(f)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert set(found.counterexample.values) == {"x", "y"}


def test_what_no_draw_refutes_is_refuted_where_the_solver_says():
    def says(f, w):
        xs = w.real("xs", 2)
        return ForReals(f(xs[0], xs[1]) <= 0)

    def narrow(x, y):
        return relu(x - 123456) * relu(123457 - x)

    assert instances_of(says)(narrow).verdict is Verdict.HOLDS
    found = proof_of(says)(narrow)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert 123456 < Fraction(found.counterexample.values["xs"][0]) < 123457


def test_an_array_of_reals_is_handed_to_a_network():
    assert computes(lambda xs: xs[1] + relu(xs[0] - xs[1])).verdict is Verdict.PROVED
    found = computes(lambda xs: xs[0])
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert len(found.counterexample.values["xs"]) == 2


@pytest.mark.parametrize(
    "f",
    [
        lambda x, y: x if x < 10**9 else 10 * x * x,
        lambda x, y: x if not isinstance(x, Fraction) else relu(x),
        lambda x, y: 100 * x * x if isinstance(x, Fraction) and x == 50000 else x,
        lambda x, y: x if hasattr(x, "op") else x + 0,
        lambda x, y: {50000: 10**20}.get(x, x),
        lambda x, y: x if str(x) != "50000" else 10**20,
        lambda x, y: x if x not in (50000, 60000) else 10**20,
    ],
)
def test_a_subject_that_is_wrong_elsewhere_is_not_proved(f):
    assert bounded(f).verdict is not Verdict.PROVED


def test_a_swallowed_question_is_on_record():
    def swallows(x, y):
        try:
            return x if x < 10**9 else 10**20
        except Exception:
            return x

    assert bounded(swallows).verdict is Verdict.UNDECIDED


def test_assumptions_that_nothing_meets_are_vacuous():
    def says(f, w):
        x = w.real("x")
        w.assume(x > 0)
        w.assume(f(x) < 0)
        return ForReals(x == x + 1)

    assert proof_of(says)(lambda x: x).verdict is Verdict.VACUOUS


def test_numbers_of_another_source_are_refused():
    y = reals("y")

    def says(f, w):
        return ForReals(f(w.real("x")) <= y * y)

    with pytest.raises((CheckError, TypeError)):
        proof_of(says)(lambda x: 0 * x)
    with pytest.raises(CheckError, match="do not come from the world"):
        proof_of(lambda f, w: ForReals(implied(w, y)))(None)


def implied(w, y):
    """What looks, in each world, at a variable of its own."""
    x = w.real("x")
    return x <= x + y * y if isinstance(w, Symbolic) else True


def test_a_division_by_zero_is_no_value():
    def says(f, w):
        x = w.real("x")
        return ForReals(f(x) * x <= f(x) * x)

    assert proof_of(says)(lambda x: 1 / x).verdict is Verdict.REFUTED
    assert proof_of(says)(lambda x: 1 / (x * x + 1)).verdict is Verdict.PROVED


def test_instances_alone_hold_and_never_prove():
    assert instances_of(says_bounded)(lambda x, y: relu(x)).verdict is Verdict.HOLDS
    assert instances_of(says_bounded)(lambda x, y: 3 * x).verdict is Verdict.REFUTED


def test_the_key_tells_formulas_apart_and_keeps_sides():
    x, y = reals("x y")
    keys = {ForReals(f).key for f in (x <= y, y <= x, x < y, x + y <= y, implies_(x, y))}
    assert len(keys) == 5
    assert ForReals(x <= y).is_same(ForReals(x <= y))


def implies_(x, y):
    return ~(x <= y) | (y <= x)


def test_shared_terms_are_written_once():
    x = reals("x")
    for _ in range(200):
        x = x + x
    assert len(ForReals(x <= x).data[1]) < 210
    assert "operations" in ForReals(x <= x).latex


def test_what_is_assumed_of_a_statement_about_sizes_is_refused():
    def says(f, w):
        n, x = w.size("n"), w.real("x")
        w.assume(x > 0)
        return Equal(w.call(f, n), n)

    with pytest.raises(CheckError, match="says nothing of real numbers"):
        proof_of(says)(lambda n: n)


def test_a_proof_with_limits_of_its_own_concludes_the_same():
    def patient(conclusion):
        return prove_for_all(conclusion.formula, assume=conclusion.assumed, seconds=20)

    assert proof_of(says_bounded, patient)(lambda x, y: relu(x)).verdict is Verdict.PROVED

    def forgetful(conclusion):
        return prove_for_all(conclusion.formula | (conclusion.formula), assume=conclusion.assumed)

    assert proof_of(says_bounded, forgetful)(lambda x, y: relu(x)).verdict is Verdict.UNDECIDED


def test_draws_are_of_every_sort():
    drawn = [Concrete({}, seed).real("x") for seed in range(200)]
    assert all(isinstance(x, Fraction) for x in drawn)
    assert {0, 1, -1} <= set(drawn)
    assert any(0 < x < 1 for x in drawn)
    assert any(abs(x) > 1000 for x in drawn)
    assert isinstance(Concrete({}, 0).real("xs", 2, 3), np.ndarray)


def test_what_is_false_at_an_instance_is_said_with_its_sides():
    def says_positive(f, w):
        return All((ForReals(w.real("y") >= w.real("y2") - 10**6), ForReals(f(w.real("x")) > 0)))

    found = proof_of(says_positive)(lambda x: x * x).counterexample
    assert found is not None
    assert (found.claimed, found.found) == ("0 < x²", "0 = 0")
    of_inputs = prove_for_all_inputs(lambda xs: xs[0] < 2, {"xs": (1,)}).counterexample
    assert of_inputs is not None
    assert (of_inputs.claimed, of_inputs.found) == ("xs_0 < 2", "2 = 2")


def test_a_formula_is_printed_and_not_asked():
    x, y = reals("x y")
    assert str(x < y) == repr(x < y) == "x < y"
    with pytest.raises(UndecidedQuestionError, match="str"):
        prove_for_all_inputs(lambda xs: xs[0] <= len(str(xs[0] < 1)), {"xs": (1,)})


def says_of_shares(f, w):
    """Of shares, which add up to 1, the squares add up to at least a third: no draw is such."""
    x, y, z = w.real("xs", 3)
    w.assume(x + y + z == 1)
    w.assume(all_hold(share >= 0 for share in (x, y, z)))
    return ForReals((f(x, y, z) >= Fraction(1, 3)) & (f(x, y, z) <= 1))


def test_points_that_meet_an_equation_are_found():
    assert proof_of(says_of_shares)(lambda x, y, z: x * x + y * y + z * z).verdict == "PROVED"
    wrong = proof_of(says_of_shares)(lambda x, y, z: x * x + y * y)
    assert wrong.verdict is Verdict.REFUTED
    assert wrong.counterexample is not None
    assert sum(map(Fraction, wrong.counterexample.values["xs"])) == 1
    assert wrong.counterexample.claimed == "1/3 ≤ xs_0² + xs_1²"
    otherwise = proof_of(says_of_shares)(
        lambda x, y, z: x * x + y * y + (z * z if type(x) is not Fraction else z)
    )
    assert otherwise.verdict is Verdict.UNDECIDED


def test_points_meet_what_is_assumed():
    x, y, z = reals("x y z")
    assumed = [x + y + z == 1, x * y > 0, z >= x]
    points = points_that_meet(assumed)
    assert len(points) > 5
    assert all(evaluate(formula, point) for point in points for formula in assumed)
    assert points_that_meet([x > y, y > x]) == points_that_meet([x * x < 0]) == ()
    assert points_that_meet([]) == ()


def test_what_nothing_meets_is_vacuous():
    def says_nothing(f, w):
        x, y = w.reals("x y")
        w.assume((x + y == 1) & (x + y == 2))
        return ForReals(f(x) >= 0)

    assert proof_of(says_nothing)(lambda x: x * x).verdict is Verdict.VACUOUS
