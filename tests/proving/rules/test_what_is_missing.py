"""What arithmetic lacks: what an inequality comes to, and which number is bounded by nothing."""

import pytest
import sympy as sp

from theorem_checks import (
    All,
    AtMost,
    Equal,
    ForAll,
    Implies,
    Less,
    Verdict,
    arithmetic,
    prove_by_induction,
)
from theorem_checks.proving.effort import proofs_only

x, y, z = sp.symbols("x y z", real=True)
n, m = (sp.Symbol(name, integer=True, nonnegative=True) for name in "nm")
a, b = (sp.Function(name, real=True) for name in "ab")

STARTS = All((Equal(a(0), 1), Equal(b(0), 1)))
FALLS = ForAll(m, 0, Equal(b(m + 1), b(m) / 2))
FED = ForAll(m, 0, Equal(a(m + 1), a(m) / 2 + b(m)))


def induction_on(*parts, given=(STARTS, FALLS, FED)):
    return prove_by_induction(Implies(All(given), ForAll(n, 0, All(parts))))


def test_what_an_invariant_has_to_bound_is_told():
    found = induction_on(AtMost(a(n), 2))
    assert found.verdict is Verdict.UNDECIDED
    left = "It would follow from a_n/2 + b_n ≤ 2, and nothing that is known bounds b_n from above"
    assert left in found.reason
    bounded = induction_on(AtMost(a(n), 2), AtMost(b(n), 1), AtMost(0, b(n)))
    assert bounded.verdict is Verdict.PROVED


def test_a_bound_of_the_next_value_is_put_in_its_place():
    shrinks = ForAll(m, 0, AtMost(a(m + 1), a(m) * b(m)))
    found = induction_on(AtMost(a(n), a(0)), given=(shrinks,))
    assert "It would follow from a_n b_n ≤ a_0, and nothing that is known bounds" in found.reason
    grows = ForAll(m, 0, AtMost(a(m) + b(m), a(m + 1)))
    found = induction_on(AtMost(a(0), a(n)), given=(grows,))
    assert (
        "It would follow from a_0 ≤ a_n + b_n, and nothing that is known bounds b_n from below"
        in (found.reason)
    )


@pytest.mark.parametrize(
    ("conclusion", "said"),
    [
        (AtMost(x + z, 2), "bounds z from above. If z is bounded, say so"),
        (Less(0, x - z), "bounds z from above"),
        (AtMost(-1, x * 0 + z), "bounds z from below"),
    ],
    ids=["sum", "strict", "below"],
)
def test_the_side_on_which_a_bound_is_missing_is_told(conclusion, said):
    found = arithmetic(Implies(All((AtMost(x, 1), AtMost(0, x))), conclusion))
    assert f"Nothing that is known {said}" in found.reason


def test_of_what_is_bounded_on_all_sides_no_bound_is_asked():
    box = All((AtMost(0, x), AtMost(x, 3)))
    assert "bounds" not in arithmetic(Implies(box, AtMost(x, 2))).reason


def test_that_an_inequality_that_is_left_has_all_bounds_is_told():
    powers = prove_by_induction(ForAll(n, 0, AtMost(n**2 + 1, 3 * 2**n)))
    assert "n² + 2 n + 2 ≤ 6 · 2^n, and what is known is too weak for that" in powers.reason


BERNOULLI = AtMost(1 + n * x + n * (n - 1) * x**2 / 2, (1 + x) ** n)


def test_that_an_integer_is_taken_for_any_real_number_is_told_where_it_is_none():
    positive = AtMost(0, x)
    found = prove_by_induction(Implies(positive, ForAll(n, 0, BERNOULLI)))
    assert found.verdict is Verdict.UNDECIDED
    assert "n is taken for any real number ≥ 0 here: that it is an integer" in found.reason
    assert "such as 0 ≤ n (n - 1)," in found.reason
    assert "bounded" not in found.reason
    assert "n x² (1 + n)" in found.reason
    assert "v_" not in found.reason
    both = All((AtMost(0, n * (n - 1)), BERNOULLI))
    assert prove_by_induction(Implies(positive, ForAll(n, 0, both))).verdict is Verdict.PROVED


def test_what_to_add_of_an_integer_is_what_fails_at_the_point():
    said = AtMost(3 * n + x, n**2 + 2 + x)  # false for n between 1 and 2 alone
    found = arithmetic(said)
    assert "such as 0 ≤ (n - 1) (n - 2)," in found.reason
    told = AtMost(0, (n - 1) * (n - 2))
    assert arithmetic(Implies(told, said)).verdict is Verdict.PROVED


def test_where_nobody_asks_why_nothing_is_looked_for():
    with proofs_only():
        found = arithmetic(AtMost(x, y))
    assert found.verdict is Verdict.UNDECIDED
    assert "bounds" not in found.reason


def test_a_point_with_a_root_says_nothing():
    root = arithmetic(Implies(Equal(x * x, 2), AtMost(x, 1)))
    assert root.verdict is Verdict.UNDECIDED
    assert "bounds" not in root.reason
