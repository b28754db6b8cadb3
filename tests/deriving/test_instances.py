"""What base and step have of hypotheses for all integers goes by a name, where it is long."""

import pytest
import sympy as sp

from theorem_checks import All, AtMost, Equal, ForAll, Implies, prove_by_induction
from theorem_checks.deriving import needed_hypotheses
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.deriving.text import in_text

n = sp.Symbol("n", integer=True, nonnegative=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
x = sp.Function("x", real=True)
a, b = sp.symbols("a b", real=True)


def under(count, **names):
    """0 <= n + a under so many hypotheses for all integers."""
    letter = names.get("letter", b)
    known = (ForAll(m, 0, AtMost(k * letter, 3**k * letter**2 + m + k)) for k in range(count))
    return Implies(All((*known, AtMost(1, a))), ForAll(n, 0, AtMost(0, n + a)))


def text_of(said, **options):
    return in_text(derivation_of(prove_by_induction(said)), **options)


@pytest.fixture
def all_are_kept(monkeypatch):
    """Base and step have all hypotheses, whether they need them or not."""
    monkeypatch.setattr(needed_hypotheses, "MOST", 0)


@pytest.mark.usefixtures("all_are_kept")
def test_many_instances_go_by_one_name():
    text = text_of(under(8))
    assert "1. base: J_1 and 1 ≤ a ⟹ 0 ≤ a" in text
    assert "where J_1 := what is assumed of all integers, at 0 and 1" in text
    assert "2. step: J_2 and 1 ≤ a and 0 ≤ a + n ⟹ 0 ≤ a + n + 1" in text
    assert "where J_2 := what is assumed of all integers, at n and n + 1" in text
    assert text.count("2187 b²") == 1


def test_few_are_written_out():
    falls = All((AtMost(x(0), b), ForAll(m, 0, AtMost(x(m + 1), x(m) - 1))))
    text = text_of(Implies(falls, ForAll(n, 0, AtMost(x(n), b - n))))
    assert "J_1" not in text
    assert "2. step: x_(n + 1) ≤ x_n - 1 and x_n ≤ b - n ⟹" in text


def test_those_that_are_not_needed_are_counted():
    assert text_of(under(2)).count("≤ 3 b² + n") == 0
    assert "; 3 other hypotheses are not needed]" in text_of(under(2))


@pytest.mark.usefixtures("all_are_kept")
def test_in_full_each_instance_stands_there():
    text = text_of(under(8), full=True)
    assert "J_1" not in text
    assert text.count("2187 b²") > 3


@pytest.mark.usefixtures("all_are_kept")
def test_the_letter_is_one_that_stands_for_nothing_else():
    text = text_of(under(8, letter=sp.Symbol("J", real=True)))
    assert "1. base: K_1 and 1 ≤ a ⟹ 0 ≤ a" in text


def test_what_is_assumed_of_a_number_alone_is_no_instance():
    known = tuple(AtMost(k * b, 3**k * b**2 + k) for k in range(8))
    said = Implies(All((*known, Equal(a, 0))), ForAll(n, 0, AtMost(0, n + a)))
    assert "J_1" not in text_of(said)


def test_few_of_many_that_are_needed_are_written_out():
    known = [ForAll(m, 0, AtMost(k * b, 3**k * b**2 + m + k)) for k in range(8)]
    goes = ForAll(m, 0, AtMost(x(m), x(m + 1)))
    said = Implies(
        All((*known, goes, AtMost(0, x(0)))), ForAll(n, 0, ForAll(m, 0, AtMost(0, x(n))))
    )
    text = text_of(said)
    assert "where J_1 := what is assumed of all integers, at 0 and 1" in text
    assert "x_n ≤ x_(n + 1) and 0 ≤ x_n" in text
