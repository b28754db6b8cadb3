"""Sums over symbolic ranges against closed forms."""

from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from theorem_checks import AtMost, Equal, Less, Verdict, prove
from theorem_checks.judging.judge import at_instances, judged
from theorem_checks.proving.induction.ranges import prove_ranges
from theorem_checks.statements.values.evaluation import evaluate
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic

a, n = sp.symbols("a n", integer=True, positive=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
k = sp.Symbol("k", integer=True)


@pytest.mark.parametrize(
    ("ranged", "closed", "verdict"),
    [
        (sp.Sum(k, (k, 1, n)), n * (n + 1) / 2, Verdict.PROVED),
        (sp.Sum(k, (k, 1, n)), n * (n - 1) / 2, Verdict.REFUTED),
        (sp.Sum(k, (k, 2, n)), n * (n + 1) / 2 - 1, Verdict.PROVED),
        (sp.Sum(a, (k, a + 1, a + m)), a * m, Verdict.PROVED),
        (sp.Sum(a, (k, a, a + m)), a * m, Verdict.REFUTED),
        (sp.Product(2, (k, a + 1, a + m)), 2**m, Verdict.PROVED),
        (sp.Sum(sp.floor(k / 10), (k, 1, 10 * n)), 5 * n**2 - 4 * n, Verdict.PROVED),
        (sp.Sum(sp.floor(k / 10), (k, 1, 10 * n)), 5 * n**2, Verdict.REFUTED),
        (sp.Sum(k, (k, 1, 3 * n + 1)), (3 * n + 1) * (3 * n + 2) / 2, Verdict.PROVED),
        (sp.Product(2, (k, a + 1, a + 2 * m)), 4**m, Verdict.PROVED),
    ],
)
def test_a_range_that_grows_by_a_number_of_terms_is_summed(ranged, closed, verdict):
    assert prove_ranges(ranged, closed).verdict is verdict
    assert prove_ranges(closed, ranged).verdict is verdict


@pytest.mark.parametrize(
    ("ranged", "backwards"),
    [
        (sp.Sum(k, (k, 3, n)), n * (n + 1) / 2 - 3),
        (sp.Sum(k, (k, a, n)), (n - a + 1) * (n + a) / 2),
        (sp.Sum(1, (k, a, m)), m - a + 1),
        (sp.Sum(1, (k, 9, 2 * n)), 2 * n - 8),
        (sp.Sum(1, (k, 1, n / 2)), n / 2),
        (sp.Sum(1, (k, 1, -n)), -n),
        (sp.Sum(1, (k, 1, 3 * n + sp.Rational(1, 2))), 3 * n),
    ],
)
def test_an_empty_or_broken_range_is_not_summed_as_a_whole_one(ranged, backwards):
    """At n = 1 the first sum has no term, and is 0; the closed form is -2 there."""
    assert prove_ranges(ranged, backwards).verdict is not Verdict.PROVED


@pytest.mark.parametrize(
    ("ranged", "value"),
    [
        (sp.Sum(k, (k, 5, 2)), 0),
        (sp.Sum(k, (k, 5, 4)), 0),
        (sp.Product(k, (k, 5, 2)), 1),
        (sp.Sum(k, (k, a + 2, a)), 0),
        (sp.Sum(1 / (k - 3), (k, 5, 2)), 0),
        (sp.Product(k, (k, 1, -m)), 1),
    ],
)
def test_a_range_that_ends_before_it_begins_has_no_terms(ranged, value):
    assert prove(Equal(ranged, value)).verdict is Verdict.PROVED
    assert prove(Equal(ranged, value - 7)).verdict is Verdict.REFUTED
    assert prove(Less(ranged, value)).verdict is not Verdict.PROVED
    assert prove(AtMost(value + 1, ranged)).verdict is not Verdict.PROVED


SUM: Any = sp.Sum
AS_KARR: list[tuple[Any, Any]] = [
    (sp.Sum(1, (k, a, n)), n - a + 1),
    (sp.Sum(k, (k, a, n)), (n * (n + 1) - a * (a - 1)) / 2),
    (sp.Product(2, (k, a, n)), 2 ** (n - a + 1)),
    (sp.Sum(1, (k, 1, n - 3)), n - 3),
    (sp.Sum(k, (k, 1, n - 3)), (n - 3) * (n - 2) / 2),
    (SUM(k, (k, 1, n)) + SUM(k, (k, n + 1, a)), SUM(k, (k, 1, a))),
]


@pytest.mark.parametrize(("ranged", "closed"), AS_KARR)
def test_a_closed_form_that_counts_backwards_is_refuted_where_there_are_no_terms(ranged, closed):
    """With SymPy's meaning of such ranges each of them is true."""
    found = prove(Equal(ranged, closed))
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    values = found.counterexample.values
    at = {s: Fraction(values[s.name]) for s in (a, n) if s in ranged.free_symbols}
    assert evaluate(ranged, at) != evaluate(closed, at)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("kind", ["sum", "product"])
@pytest.mark.parametrize("ends", ["(1, n - 3)", "(5, n)", "(n, 2)"])
def test_symbols_worlds_and_engines_take_a_range_for_the_same(number, kind, ends):
    def says(_, w):
        n = w.size("n")
        first, last = {"(1, n - 3)": (1, n - 3), "(5, n)": (5, n), "(n, 2)": (n, 2)}[ends]
        made = (w.sum if kind == "sum" else w.product)(lambda k: k + 1, "k", first, last)
        return Equal(made, 0)

    symbols = Symbolic()
    traced = evaluate(says(None, symbols).lhs, {symbols.symbols["n"]: Fraction(number)})
    case = says(None, Symbolic({"n": number})).lhs
    run = says(None, Concrete({"n": number})).lhs
    first, last = {"(1, n - 3)": (1, number - 3), "(5, n)": (5, number), "(n, 2)": (number, 2)}[
        ends
    ]
    terms = [place + 1 for place in range(first, last + 1)]
    expected = sum(terms) if kind == "sum" else sp.prod(terms)
    assert traced == case == run == expected
    raw = (sp.Sum if kind == "sum" else sp.Product)(k + 1, (k, first, last))
    assert prove(Equal(raw, expected)).verdict is Verdict.PROVED


def test_a_statement_with_a_range_without_terms_is_not_proved_by_its_closed_form():
    def says(closed, w):
        n = w.size("n")
        return Equal(w.sum(lambda k: k, "k", 1, n - 3), w.call(closed, n))

    def closed(n):
        return (n - 3) * (n - 2) / 2

    assert at_instances(says, closed).verdict is Verdict.REFUTED
    assert judged(says, prove, closed).verdict is Verdict.REFUTED
