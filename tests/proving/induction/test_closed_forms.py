"""Induction: base and step both count, and a wrong closed form falls at its least n."""

import math
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks import (
    ArgumentError,
    ExactnessError,
    UndecidedQuestionError,
    Verdict,
    binomial,
    cos,
    factorial,
)
from theorem_checks.proving.induction.closed_forms import prove_recurrence, prove_sum
from theorem_checks.statements.formulas import formula_of

n, r, v, x = sp.symbols("n r v x")
phi, psi = (1 + sp.sqrt(5)) / 2, (1 - sp.sqrt(5)) / 2


def fibonacci(m):
    return (phi**m - psi**m) / sp.sqrt(5)


SUMS = {
    "numbers": (n, n * (n + 1) / 2, 0),
    "squares": (n**2, n * (n + 1) * (2 * n + 1) / 6, 1),
    "odd numbers": (2 * n - 1, n**2, 1),
    "geometric": (r**n, (r ** (n + 1) - 1) / (r - 1), 0),
    "factorials": (n * sp.factorial(n), sp.factorial(n + 1) - 1, 0),
    "binomials": (sp.binomial(n, 2), sp.binomial(n + 1, 3), 0),
    "central binomials": (
        sp.binomial(2 * n, n) / 4**n,
        (2 * n + 1) * sp.binomial(2 * n, n) / 4**n,
        0,
    ),
    "telescope": (1 / (n * (n + 1)), n / (n + 1), 1),
    "alternating": ((-1) ** n * n, ((-1) ** n * (2 * n + 1) - 1) / 4, 0),
    "from -3": (n, (n * (n + 1) - 12) / 2, -3),
}


@pytest.mark.parametrize(("summand", "total", "start"), SUMS.values(), ids=SUMS)
def test_sums_are_proved(summand, total, start):
    evidence = prove_sum(summand, total, n, start)
    assert evidence.verdict is Verdict.PROVED
    assert [part.scope.partition(":")[0] for part in evidence.parts] == ["base", "step"]
    assert evidence.grounds == frozenset(), "induction is a rule"
    assert prove_sum(summand, total + n - start, n, start).verdict is Verdict.REFUTED
    assert prove_sum(summand, total + 1, n, start).verdict is Verdict.REFUTED


def test_a_wrong_sum_falls_at_its_least_n():
    wrong = n**2 + (n - 1) * (n - 2) * (n - 3)
    found = prove_sum(2 * n - 1, wrong, n, 1).counterexample
    assert found is not None
    assert dict(found.values) == {"n": 4}
    assert (found.claimed, found.found) == ("22", "16")


def test_a_wrong_base_is_refuted_even_if_the_step_holds():
    evidence = prove_recurrence(2**n, lambda f, _: 2 * f, (0, 3), n)
    assert [part.verdict for part in evidence.parts] == [Verdict.REFUTED, Verdict.PROVED]
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.counterexample is not None
    assert dict(evidence.counterexample.values) == {"n": 0}
    assert (evidence.counterexample.claimed, evidence.counterexample.found) == ("1", "3")


def test_other_symbols_stay_symbols():
    evidence = prove_recurrence(v**n * x, lambda f, _: v * f, (0, x), n)
    assert evidence.verdict is Verdict.PROVED
    found = prove_recurrence(v**n * x, lambda f, _: v * f + x, (0, x), n).counterexample
    assert found is not None
    assert found.values["n"] == 1
    at = {s: Fraction(found.values[s.name]) for s in (v, x)}
    assert Fraction(found.claimed) == at[v] * at[x]
    assert Fraction(found.found) == at[v] * at[x] + at[x]


def test_steps_may_depend_on_n():
    evidence = prove_recurrence(sp.factorial(n), lambda f, m: (m + 1) * f, (0, 1), n)
    assert evidence.verdict is Verdict.PROVED
    assert prove_recurrence(1 / n, lambda f, _: f / (1 + f), (1, 1), n).verdict is Verdict.PROVED


def test_recurrences_of_second_order():
    pair = (fibonacci(n), fibonacci(n + 1))
    evidence = prove_recurrence(pair, lambda p, _: (p[1], p[0] + p[1]), (0, (0, 1)), n)
    assert evidence.verdict is Verdict.PROVED
    assert evidence.corroborated
    wrong = prove_recurrence(pair, lambda p, _: (p[1], p[0] + 2 * p[1]), (0, (0, 1)), n)
    assert wrong.counterexample is not None
    assert dict(wrong.counterexample.values) == {"n": 1}
    assert (wrong.counterexample.claimed, wrong.counterexample.found) == ("1, 1", "1, 2")


def test_conditions_of_the_parts_are_conditions_of_the_whole():
    evidence = prove_sum(r**n, (r ** (n + 1) - 1) / (r - 1), n)
    assert evidence.said == "every n from 0 on; wherever r - 1 is not 0"
    assumed = prove_sum(r**n, (r ** (n + 1) - 1) / (r - 1), n, assume=(r > 1,))
    assert assumed.verdict is Verdict.PROVED


def test_what_is_not_decided_is_left_open():
    cosine = prove_recurrence(sp.cos(n * x), lambda f, m: cos(m * x + x), (0, 1), n)
    assert cosine.verdict is Verdict.PROVED  # equal arguments of one function
    f = sp.Function("f")
    assert prove_recurrence(f(n), lambda y, _: y, (0, f(0)), n).verdict is Verdict.UNDECIDED


def test_a_number_at_which_the_step_divides_by_zero_is_not_left_out():
    """What comes after it would rest on nothing."""
    constant = prove_recurrence(1, lambda f, m: f * (m**2 - 25) / ((m - 5) * (m + 5)), (0, 1), n)
    assert constant.verdict is Verdict.REFUTED
    assert constant.counterexample is not None
    assert dict(constant.counterexample.values) == {"n": 5}
    assert constant.counterexample.found == "a division by zero"
    telescope = prove_sum(1 / ((n - 30) * (n - 31)), -1 / (n - 30) - sp.Rational(1, 30), n, 1)
    assert telescope.verdict is Verdict.REFUTED
    assert prove_sum(1 / n, n, n).verdict is Verdict.REFUTED
    assert prove_recurrence(sp.factorial(n), lambda f, m: (m + 1) * f, (-1, 1), n).verdict is (
        Verdict.REFUTED
    )


def test_a_pole_of_a_factorial_is_not_left_out():
    def step(f, m):
        return f * m * factorial(m - 1) / factorial(m)

    assert prove_recurrence(1, step, (0, 1), n).verdict is Verdict.REFUTED
    assert prove_recurrence(1, step, (1, 1), n).verdict is Verdict.PROVED
    reciprocal = prove_recurrence(1 / sp.factorial(n - 1), lambda _, m: 1 / factorial(m), (0, 0), n)
    assert reciprocal.verdict is Verdict.PROVED


def test_a_number_at_which_a_rewriting_fails_is_looked_at_by_itself():
    """binomial(m, k) = binomial(m, m - k) holds for m >= 0, and here the step begins at m = -1."""
    k = sp.Symbol("k", integer=True, positive=True)

    def symmetry(first):
        def step(total, m):
            return total + binomial(m - 1, k) - binomial(m - 1, m - 1 - k)

        return prove_recurrence(0, step, (first, 0), n)

    assert not symmetry(0).verdict.passes
    assert symmetry(1).verdict is Verdict.PROVED
    pascal = prove_recurrence(
        sp.binomial(n, 2), lambda f, m: f + binomial(m, 2) * 2 / (m - 1), (2, 1), n
    )
    assert pascal.verdict is Verdict.PROVED
    assert pascal.scope == "every n from 2 on"


def test_requirements_on_other_symbols_are_for_every_n():
    evidence = prove_recurrence(
        1 / (n - x), lambda f, m: f / (1 + f), (0, -1 / x), n, assume=(x < 0,)
    )
    assert evidence.verdict is Verdict.PROVED
    assert evidence.said.endswith("; wherever n - x + 1 is not 0 for every n from 0 on")


def test_the_step_takes_n_from_its_argument():
    """The symbol itself would answer that it is not 3."""
    with pytest.raises(ArgumentError, match="takes n from its argument"):
        prove_recurrence(n**2, lambda f, _: f + 2 * n + 1, (0, 0), n)
    with pytest.raises(ArgumentError, match="takes n from its argument"):
        prove_recurrence(0, lambda f, m: m - n if n == 3 else f, (0, 0), n)
    hidden = [n]
    with pytest.raises(ArgumentError, match="takes n from its argument"):
        prove_recurrence(n, lambda f, m: f + m + 1 - hidden[0], (0, 0), n)


@pytest.mark.parametrize(
    ("declared", "start"),
    [
        ({"positive": True}, 0),
        ({"even": True}, 0),
        ({"nonnegative": True}, -3),
        ({"prime": True}, 2),
    ],
)
def test_the_variable_may_be_every_integer_from_the_start_on(declared, start):
    """Else SymPy has simplified the closed form by what does not hold: |n| to n, say."""
    m = sp.Symbol("m", integer=True, **declared)
    with pytest.raises(ArgumentError, match=f"every integer from {start} on"):
        prove_recurrence(m, lambda f, _: f + 1, (start, start), m)


def test_bad_input_is_named():
    with pytest.raises(ArgumentError, match="2 values"):
        prove_recurrence((n, n), lambda p, _: p, (0, 1), n)
    with pytest.raises(ExactnessError):
        prove_sum(n * sp.Float("0.5"), n, n)


def swallowing(x, m):
    try:
        late = m == 50
    except UndecidedQuestionError:
        late = False
    return 0 if late else x + 1


SILENT = {
    "parity": lambda x, n: x / 2 if n % 2 == 0 else x + 1,
    "equality": lambda x, n: x + 1 if n != 3 else 0,
    "order": lambda x, n: x + 1 if n < 100 else 0,
    "an attribute": lambda x, n: x + 1 if n.is_even else x,
    "a set": lambda x, n: 0 if n in {3, 4, 5} else x + 1,
    "a tuple": lambda x, n: 0 if n in (3, 4, 5) else x + 1,
    "a look-up": lambda x, n: x + {2: 7}.get(n, 1),
    "truth": lambda x, n: x + (1 if n else 9),
    "truth of the value": lambda x, n: x if x else x + 1,
    "int": lambda x, n: x + 1 + 0 * int(n),
    "range": lambda x, n: x + len(range(n)),
    "index": lambda x, n: x + [1, 1, 1][n],
    "text": lambda x, n: x + len(f"{n}"),
    "sympy": lambda x, n: x + sp.Piecewise((1, n < 100), (2, True)),
    "a function of sympy": lambda x, n: x + 1 + 0 * sp.cos(n),
    "swallowed": swallowing,
}


@pytest.mark.parametrize("step", SILENT.values(), ids=SILENT)
def test_a_step_gets_no_answer_that_is_not_decided_for_every_n(step):
    with pytest.raises(UndecidedQuestionError, match="is not decided"):
        prove_recurrence(n, step, (0, 0), n)


def test_what_is_decided_for_every_n_is_answered():
    def step(x, m):
        assert m >= 2
        assert m + 1 != 0
        assert not m < 0
        assert m != "m"
        return x + 1

    assert prove_recurrence(lambda m: m, step, (2, 2), n).verdict is Verdict.PROVED


def test_closed_forms_summands_and_totals_are_functions_too():
    assert prove_sum(lambda m: 2 * m - 1, lambda m: m**2, n, 1).verdict is Verdict.PROVED
    wrong = prove_sum(lambda m: 2 * m - 1, lambda m: m**2 + (m - 1) * (m - 2), n, 1)
    assert wrong.counterexample is not None
    assert dict(wrong.counterexample.values) == {"n": 3}
    for summand, total in (
        (lambda m: 2 * m - 1 if m < 99 else 0, lambda m: m**2),
        (lambda m: 2 * m - 1, lambda m: m**2 if m < 99 else 0),
    ):
        with pytest.raises(UndecidedQuestionError):
            prove_sum(summand, total, n, 1)
    pair = prove_recurrence(
        lambda m: (fibonacci(m), fibonacci(m + 1)), lambda p, _: (p[1], p[0] + p[1]), (0, (0, 1)), n
    )
    assert pair.verdict is Verdict.PROVED


LATE = {
    "a type": lambda x, m: x + (5 if isinstance(m, int) and m > 500 else 1),
    "a type, with a float": lambda x, m: x + (5.0 if isinstance(m, int) and m > 500 else 1),
    "a type of the value": lambda x, _: x + (5 if isinstance(x, int) and x > 500 else 1),
    "what it is not": lambda x, m: x + (1 if type(m).__name__ == "SymbolicScalar" else 2),
}


@pytest.mark.parametrize("step", LATE.values(), ids=LATE)
def test_a_step_that_asks_for_types_is_an_error_that_names_the_point(step):
    with pytest.raises(ArgumentError, match=r"At x = \d+, n = \d+ it gives"):
        prove_recurrence(lambda m: m, step, (0, 0), n)


def test_a_total_that_asks_for_types_is_an_error():
    with pytest.raises(ArgumentError, match="At n = 997 it gives 0"):
        prove_sum(lambda _: 1, lambda m: 0 if isinstance(m, int) and m > 500 else m, n, 1)


def test_a_division_that_cancels_counts():
    """x n / n is nothing at n = 0, though SymPy says x."""
    for step in (lambda x, m: x * m / m, lambda x, m: x * (2**m - 4) * (2**m - 4) ** -1):
        ended = prove_recurrence(1, step, (0, 1), n)
        assert ended.verdict is Verdict.REFUTED
        assert ended.counterexample is not None
        assert ended.counterexample.found == "a division by zero"
        assert prove_recurrence(1, step, (3, 1), n).verdict is Verdict.PROVED
    closed = prove_recurrence(lambda m: (m - 5) / (m - 5), lambda x, _: x, (0, 1), n)
    assert closed.counterexample is not None
    assert dict(closed.counterexample.values) == {"n": 5}


@pytest.mark.parametrize(
    ("divisor", "start", "verdict"),
    [
        (lambda m: 2**m - 4, 0, Verdict.REFUTED),
        (lambda m: 2**m - 4, 3, Verdict.PROVED),
        (lambda m: (-1) ** m + 1, 0, Verdict.REFUTED),
        (lambda m: (-1) ** m + 2, 0, Verdict.PROVED),
        (lambda m: 2**m - 3**m, 0, Verdict.REFUTED),
        (lambda m: 2**m - 3**m, 1, Verdict.PROVED),
        (lambda m: 2**m - 2**300, 0, Verdict.UNDECIDED),
        (lambda m: 2**m - m**3 - 1, 0, Verdict.REFUTED),
        (lambda m: 2**m - m**3 - 1, 10, Verdict.PROVED),
    ],
)
def test_a_divisor_with_n_in_it_is_looked_at_for_every_n(divisor, start, verdict):
    def form(m):
        return 1 / divisor(m)

    evidence = prove_recurrence(
        form, lambda _, m: form(m + 1), (start, 1 / sp.Integer(divisor(start) or 1)), n
    )
    assert evidence.verdict is verdict
    assert not evidence.conditions


def test_conditions_are_formulas_in_the_original_symbols():
    evidence = prove_sum(r**n, (r ** (n + 1) - 1) / (r - 1), n, assume=(r > 0,))
    assert [formula_of(c) for c in evidence.conditions] == [sp.Ne(r - 1, 0)]
    every = prove_recurrence(1 / (n - x), lambda f, _: f / (1 + f), (0, -1 / x), n)
    texts = {c.text: formula_of(c) for c in every.conditions}
    assert {"x is not 0", "n - x + 1 is not 0 for every n from 0 on"} <= set(texts)
    product = texts["n - x + 1 is not 0 for every n from 0 on"].lhs
    assert product.subs({n: 3, x: 2}).doit() == 0
    assert product.subs({n: 3, x: -2}).doit() != 0


def test_a_condition_that_no_number_meets_is_none():
    """Each whole number is some n, or none of its negatives is."""

    def form(m):
        return 1 / (x - m) / (x + m)

    whole = sp.Symbol("x", integer=True)

    def on_integers(m):
        return 1 / (whole - m) / (whole + m)

    assert prove_recurrence(form, lambda _, m: form(m + 1), (1, form(1)), n).verdict is (
        Verdict.PROVED
    )
    assert (
        prove_recurrence(
            on_integers, lambda _, m: on_integers(m + 1), (0, on_integers(sp.Integer(0))), n
        ).verdict
        is Verdict.UNDECIDED
    )


coefficients = st.lists(st.fractions(max_denominator=5), min_size=1, max_size=4)


@settings(max_examples=30)
@given(coefficients, st.integers(-2, 2))
def test_sums_of_polynomials_are_those_of_sympy(polynomial, start):
    summand = sum(
        (sp.Rational(c.numerator, c.denominator) * n**k for k, c in enumerate(polynomial)),
        sp.Integer(0),
    )
    m = sp.Symbol("m")
    total = sp.summation(summand.subs(n, m), (m, start, n))
    assert isinstance(total, sp.Expr)
    assert prove_sum(summand, total, n, start).verdict is Verdict.PROVED


@settings(max_examples=30)
@given(st.integers(2, 6), st.integers(1, 5))
def test_the_least_n_is_found(agreeing, factor):
    """A closed form that is right up to `agreeing` - 1 falls at that n and at no smaller one."""
    zeros = sp.prod([n - k for k in range(agreeing)])
    found = prove_sum(1, n + 1 + factor * zeros, n).counterexample
    assert found is not None
    assert dict(found.values) == {"n": agreeing}
    assert Fraction(found.claimed) == agreeing + 1 + factor * math.factorial(agreeing)
    assert Fraction(found.found) == agreeing + 1
