"""A derivation is for all arrays that stand in it, and declares no others."""

from dataclasses import replace

import pytest

from theorem_checks import All, Equal, ForReals, prove
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.deriving.letters_told import names_in, with_its_letters
from theorem_checks.judging.judge import judged, statement_of


def says(subject, w):
    n = w.size("n")
    _, x, _ = (w.array(name, n) for name in "cxh")
    return Equal(subject(x), x + x)


def double(x):
    return 2 * x


def test_an_array_that_stands_nowhere_is_not_declared():
    found = judged(says, prove, double)
    assert found.scope == "all positive integer n, real c (n), x (n), h (n)"
    assert derivation_of(found).scope == "all positive integer n, real x (n)"


@pytest.mark.parametrize("line", ["state = c", "state = c_t + 1", r"\text{state} = 2 c^{[1]}"])
def test_one_that_stands_in_what_is_told_of_code_is_declared(line):
    found = judged(says, prove, double)
    made = with_its_letters(_with(found, line), statement_of(says, double))
    assert made.scope == "all positive integer n, real c (n), x (n)"


def _with(found, line):
    return replace(derivation_of(found), scope=found.scope, definitions=(line,))


def test_the_names_of_a_statement_are_those_of_its_arrays_and_numbers():
    assert names_in(statement_of(says, double)) == {"x", "n"}


def of_reals(_, w):
    x, y = w.real("x"), w.real("y")
    return ForReals(x * x + y * y >= 2 * x * y)


def test_a_formula_in_reals_says_itself_what_it_is_for():
    found = judged(of_reals, prove, None)
    assert found.scope
    made = derivation_of(found)
    assert made.scope == ""
    assert made.statement.startswith(r"\forall ")


def test_all_letters_are_declared_where_it_is_not_known_what_stands_in_a_statement():
    said = statement_of(of_reals, None)
    found = derivation_of(judged(says, prove, double))
    made = replace(found, scope="all real c (2), x (2)")
    for unknown in (said, All((said,))):
        assert with_its_letters(made, unknown).scope == made.scope
