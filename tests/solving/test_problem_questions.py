"""What a solver's variables, piecewise-linear functions and balls do not answer."""

import operator
from fractions import Fraction

import numpy as np
import pytest
import sympy
from flint import arb

from theorem_checks import (
    agree,
    best_constant,
    identity_function,
    largest_difference,
    prove_for_all,
    prove_for_all_inputs,
    prove_inequality,
    prove_piecewise_at_most,
    prove_piecewise_equal,
    reals,
    relu,
    where,
)
from theorem_checks.errors import (
    ArgumentError,
    ExactnessError,
    TheoremChecksError,
    UndecidedQuestionError,
)
from theorem_checks.solving.problem import Problem
from theorem_checks.solving.solvers import Answer
from theorem_checks.statements.reals.points import points_of_every_sort
from theorem_checks.statements.reals.terms import Formula
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine

# Functions of one number that ask which one it is. What they ask of a term by a comparison is a
# formula, of which they then ask whether it is true.
QUESTIONS = {
    "equals": lambda x: 0 if x == 0 else x,
    "differs": lambda x: x if x != 0 else 1,
    "less": lambda x: x if x < 1000 else 0,
    "at least": lambda x: x if x >= -1000 else 0,
    "truth": lambda x: x if x else 1,
    "not": lambda x: 1 if not x else 0,
    "hash": lambda x: {0: 1}.get(x, 0),
    "membership": lambda x: 1 if x in (0, 1) else 0,
    "a set": lambda x: 1 if x in {0, 1} else 0,
    "int": lambda x: int(x) + 0,
    "float": lambda x: Fraction(float(x)),
    "complex": lambda x: Fraction(complex(x).real),
    "range": lambda x: sum(range(x)),
    "index": lambda x: [1, 2][x],
    "remainder": lambda x: x % 2,
    "remainder of": lambda x: 7 % x,
    "floor": lambda x: x // 1,
    "divmod": lambda x: divmod(x, 2)[0],
    "round": lambda x: round(x) + 0,
    "f-string": lambda x: len(f"{x}"),
    "format": lambda x: len(format(x, "d")),
    "str": lambda x: len(str(x)),
    "numerator": lambda x: x.numerator,
    "is_integer": lambda x: 1 if x.is_integer() else 0,
    "is_even": lambda x: 1 if x.is_even else 0,
    "real part": lambda x: x.real,
    "larger of two": lambda x: max(x, 0),
    "sort": lambda x: sorted([x, 0])[0],
    "NumPy": lambda x: np.maximum(np.array([x], dtype=object), 0)[0],
    "chain": lambda x: 1 if 0 < x < 1 else 0,
}
OF_BALLS = {
    name: lambda x, name=name: getattr(x, name)()
    for name in (
        *("mid", "rad", "lower", "upper", "abs_lower", "is_exact", "is_integer", "is_zero"),
        *("unique_fmpz", "str", "man_exp", "contains_integer", "is_finite", "rel_accuracy_bits"),
    )
} | {"contains": lambda x: x.contains(1), "overlaps": lambda x: x.overlaps(arb(1))}


def swallowing(question):
    def function(x):
        try:
            return question(x)
        except Exception:
            return 0 * x

    return function


@pytest.fixture(params=[lambda f: f, swallowing], ids=["asks", "swallows"])
def made(request):
    return request.param


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
class TestNothingIsAnswered:
    def test_of_a_piecewise_linear_function(self, question, made):
        function = made(question)
        for ask in (
            lambda: prove_piecewise_equal(function, 0),
            lambda: prove_piecewise_at_most(0, function),
            lambda: largest_difference(function),
        ):
            with pytest.raises(UndecidedQuestionError, match="not decided"):
                ask()

    def test_of_a_variable_of_a_solver(self, question, made):
        function = made(question)
        with pytest.raises(UndecidedQuestionError, match="not decided"):
            prove_for_all_inputs(lambda x: function(x[0]) <= 1000, {"x": (1,)})
        with pytest.raises(UndecidedQuestionError, match="not decided"):
            prove_for_all_inputs(
                lambda x: x[0] == x[0], {"x": (1,)}, assume=lambda x: function(x[0]) <= 1
            )


@pytest.mark.parametrize("question", (QUESTIONS | OF_BALLS).values(), ids=(QUESTIONS | OF_BALLS))
def test_nothing_is_answered_of_a_ball(question, made):
    function = made(question)
    for ask in (
        lambda: prove_inequality(function, {"x": (0, 3)}, "<=", 10),
        lambda: prove_inequality(0, {"x": (0, 3)}, ">", lambda x: x + function(x)),
        lambda: best_constant(function, 1, {"x": (0, 3)}),
    ):
        with pytest.raises(UndecidedQuestionError, match="not decided"):
            ask()


@pytest.mark.parametrize("value", [identity_function(), reals("x"), reals("x") < 1], ids=repr)
def test_the_conversions_of_python_are_refused(value):
    for convert in (
        bool,
        hash,
        int,
        float,
        complex,
        round,
        operator.index,
        f"{{:{3}}}".format,
    ):
        with pytest.raises(UndecidedQuestionError):
            convert(value)
    if not isinstance(value, Formula):  # which is printed, where no function is traced
        with pytest.raises(UndecidedQuestionError):
            str(value)


def test_formulas_are_not_compared():
    x = reals("x")
    with pytest.raises(UndecidedQuestionError):
        operator.eq(x < 1, x < 1)


def test_a_swallowed_question_that_ends_in_another_error_is_named():
    def stumbling(x):
        try:
            return int(x)
        except TypeError:
            raise KeyError("x") from None

    with pytest.raises(UndecidedQuestionError, match=r"int\("):
        prove_piecewise_equal(stumbling, 0)


# What computes otherwise on numbers


def two_faced(x):
    return x if isinstance(x, Fraction) else relu(x)


def test_a_piecewise_function_is_run_on_numbers():
    with pytest.raises(TheoremChecksError, match=r"at\s+x = -1; run on this number it gives -1"):
        prove_piecewise_equal(two_faced, relu)
    with pytest.raises(TheoremChecksError, match="computes otherwise"):
        prove_piecewise_at_most(0, two_faced)
    with pytest.raises(TheoremChecksError, match="computes otherwise"):
        largest_difference(two_faced, on=(-2, 2))
    with pytest.raises(TheoremChecksError, match="computes otherwise"):
        prove_piecewise_equal(two_faced, lambda x: x, on=(-3, -2))  # which would be refuted
    with pytest.raises(TheoremChecksError, match="raises TypeError"):
        prove_piecewise_equal(lambda x: x(x), lambda x: x)


def test_late_branches_on_the_type_are_seen_at_a_far_point():
    def late(x):
        return 0 * x if isinstance(x, Fraction) and x > 1000 else x

    with pytest.raises(TheoremChecksError, match="computes otherwise"):
        prove_piecewise_equal(late, lambda x: x)
    with pytest.raises(TheoremChecksError, match="computes otherwise"):
        prove_for_all_inputs(lambda x: late(x[0]) == x[0], {"x": (1,)})


def test_a_predicate_is_run_on_numbers():
    def odd(x):
        return x[0] >= 0 if isinstance(x[0], Fraction) else x[0] * x[0] >= 0

    with pytest.raises(TheoremChecksError, match=r"x = \[-1\]"):
        prove_for_all_inputs(odd, {"x": (1,)})
    with pytest.raises(TheoremChecksError, match="computes otherwise"):
        prove_for_all_inputs(lambda x: x[0] * x[0] >= 0, {"x": (1,)}, assume=odd)


def test_a_function_of_balls_is_run_on_numbers():
    def odd(x):
        return x if isinstance(x, arb) else x - x

    with pytest.raises(TheoremChecksError, match="on this number alone"):
        prove_inequality(odd, {"x": (0, 3)}, "<=", 1)
    with pytest.raises(TheoremChecksError, match="on this number alone"):
        best_constant(odd, 1, {"x": (0, 3)})
    memory = iter(range(10**9))
    with pytest.raises(TheoremChecksError, match="on this number alone"):
        prove_inequality(lambda x: 0 * x - next(memory), {"x": (0, 0)}, "<=", 1)


def test_routes_name_what_was_run():
    piecewise = prove_piecewise_equal(abs, lambda x: relu(x) + relu(-x))
    assert piecewise.engines == {Engine.PIECEWISE, Engine.FRACTIONS}
    assert piecewise.corroborated
    assert prove_piecewise_at_most(identity_function(), abs(identity_function())).engines == {
        Engine.PIECEWISE
    }
    by_solvers = prove_for_all_inputs(lambda x: agree(abs(x), relu(x) + relu(-x)), {"x": (2,)})
    assert by_solvers.engines == {Engine.Z3, Engine.CVC5, Engine.FRACTIONS}
    assert [route.decides for route in by_solvers.routes] == [True, True, False]
    balls = prove_inequality(lambda x: x.sin(), {"x": (0, 1)}, "<", 1)
    assert [route.decides for route in balls.routes] == [True, False]


# Names


def test_entries_and_inputs_of_like_names_are_different():
    same = {"x": (2, 1), "x_1": (1,)}
    assert prove_for_all_inputs(lambda x, x_1: x[1, 0] == x_1[0], same).verdict is Verdict.REFUTED
    same = {"x": (), "x_0": ()}
    assert prove_for_all_inputs(lambda x, x_0: x[()] == x_0[()], same).verdict is Verdict.REFUTED
    same = {"a": (1, 11), "a_1": (11, 1)}
    refuted = prove_for_all_inputs(lambda a, a_1: a[0, 10] <= a_1[10, 0], same)
    assert refuted.verdict is Verdict.REFUTED


@pytest.mark.parametrize("name", ["x", "y", "x_0"])
def test_variables_that_are_no_inputs_are_an_error(name):
    other = reals(name)
    with pytest.raises(ArgumentError, match=f"without {name}"):
        prove_for_all_inputs(lambda x: x[0] + other == other + x[0], {"x": (1,)})
    with pytest.raises(ArgumentError, match=f"without {name}"):
        prove_for_all_inputs(lambda x: x[0] == x[0], {"x": (1,)}, assume=lambda x: other > 0)


def test_terms_in_different_variables_are_no_functions_of_one():
    x, y = reals("x y")
    for ask in (prove_piecewise_equal, prove_piecewise_at_most, largest_difference):
        with pytest.raises(ArgumentError, match="x, y"):
            ask(relu(x), relu(y))


# Assumptions that SymPy uses before the box is seen


n = sympy.Symbol("n", integer=True)
p = sympy.Symbol("p", positive=True)


@pytest.mark.parametrize(
    ("f", "box"),
    [
        (sympy.sin(sympy.pi * n), {n: (0, 5)}),
        (sympy.sin(sympy.pi * n), {"n": (0, 5)}),
        (n - n, {n: (0, 5)}),
        (sympy.Abs(p) - p, {p: (-1, 1)}),
        (sympy.Abs(p), {"p": (-1, 1)}),
        (sympy.Abs(p), {"p": (0, 1)}),
        (sympy.Symbol("q", nonzero=True) ** 0, {"q": (-1, 1)}),
        (sympy.Symbol("q", nonzero=True), {"q": (-1, 1)}),
        (sympy.Symbol("q", zero=True), {"q": (0, 1)}),
        (sympy.Symbol("q", positive=False), {"q": (0, 1)}),
        (sympy.Symbol("q", rational=True), {"q": (0, 1)}),
        (sympy.Symbol("q", irrational=True), {"q": (1, 1)}),
        (sympy.Symbol("q", real=False), {"q": (0, 1)}),
        (sympy.Symbol("q", even=True), {"q": (0, 0)}),
        (sympy.Dummy("q") - sympy.Dummy("q"), {"q": (0, 1)}),
        (p + sympy.Symbol("p"), {"p": (1, 2)}),
    ],
    ids=str,
)
def test_what_is_assumed_of_a_variable_is_said_by_the_box(f, box):
    with pytest.raises(ArgumentError, match=r"box|q"):
        prove_inequality(f, box, "<", sympy.Rational(1, 2))
    with pytest.raises(ArgumentError, match=r"box|q"):
        best_constant(f, 1, box)


def test_assumptions_that_say_nothing_new_are_fine():
    q = sympy.Symbol("q", nonpositive=True, real=True, finite=True)
    assert prove_inequality(sympy.exp(q), {q: (-1, 0)}, "<", 2).verdict is Verdict.PROVED
    zero = sympy.Symbol("zero", negative=False, infinite=False)
    assert prove_inequality(zero, {zero: (0, 1)}, "<", 2).verdict is Verdict.PROVED
    assert prove_inequality(p * 0, {p: (1, 2)}, "<", 1).verdict is Verdict.PROVED


# Statements about nothing


def test_claims_without_variables_are_vacuous():
    x = reals("x")
    one = x**0
    assert prove_for_all(one == 1).verdict is Verdict.VACUOUS
    assert prove_for_all(one == 1, assume=x > 0).verdict is Verdict.VACUOUS
    assert prove_for_all(one == 2).verdict is Verdict.REFUTED


def test_contradictory_assumptions_are_vacuous():
    for assume in (lambda x: False, lambda x: [x[0] > 1, x[0] < 1], lambda x: x[0] * x[0] < 0):
        evidence = prove_for_all_inputs(lambda x: x[0] > 5, {"x": (1,)}, assume=assume)
        assert evidence.verdict is Verdict.VACUOUS


# Numbers that are not what they seem


def test_booleans_floats_and_integers_that_wrap_are_no_numbers():
    x = reals("x")
    for number in (True, np.True_, 0.5, np.float32(1), float("nan"), float("inf"), np.int64(2**40)):
        for operate in (operator.add, operator.mul, operator.le):
            with pytest.raises((ExactnessError, ArgumentError)):
                operate(x, number)
        with pytest.raises((ExactnessError, ArgumentError)):
            operator.add(identity_function(), number)
        with pytest.raises((ExactnessError, ArgumentError)):
            prove_piecewise_equal(lambda x, y=number: x * y, lambda x: x)
    for number in (True, 0.5, np.float32(1), float("nan"), None, "1/2"):
        with pytest.raises((ExactnessError, ArgumentError)):
            prove_inequality(lambda x, y=number: x * y, {"x": (0, 1)}, "<", 2)
    with pytest.raises((ExactnessError, ArgumentError)):
        prove_inequality(lambda x: True, {"x": (0, 1)}, "<", 2)


def test_truth_values_join():
    x = reals("x")
    assert repr(where(True, x, 1)) == "x"


def test_points_of_every_sort():
    line_points = [p["x"] for p in points_of_every_sort({"x": (None, None)}, [Fraction(7, 3)])]
    assert len(line_points) == 20
    assert {0, 1, -1, Fraction(1, 2), Fraction(7, 3), 1000} <= set(line_points)
    assert any(abs(x) > 10**6 and x.denominator > 1 for x in line_points)
    inside = [p["x"] for p in points_of_every_sort({"x": (Fraction(2), Fraction(5, 2))})]
    assert {Fraction(2), Fraction(5, 2)} <= set(inside)
    assert all(2 <= x <= Fraction(5, 2) for x in inside)
    assert points_of_every_sort({"x": (Fraction(3), Fraction(3))}) == [{"x": 3}]
    plane = points_of_every_sort(dict.fromkeys("xyz", (None, Fraction(4))))
    assert len(plane) == 20
    assert any(len(set(p.values())) == 1 for p in plane)
    assert any(len(set(p.values())) == 3 for p in plane)
    assert points_of_every_sort({}) == []


def test_what_a_solver_says_nothing_of_is_0_in_a_counterexample():
    x, y = reals("x y")
    problem = Problem((x >= 1) | (y * y < 0), [])
    found = problem.counterexample(Answer("sat", model={"x": Fraction(1, 3)}), simple=False)
    assert found is not None
    assert found.values == {"x": "1/3", "y": 0}


def test_inputs_that_a_claim_does_not_read_are_0_in_a_counterexample():
    found = prove_for_all_inputs(lambda x: x[0] >= 1, {"x": (3,)}).counterexample
    assert found is not None
    first, *others = found.values["x"]
    assert Fraction(first) < 1
    assert others == [0, 0]
