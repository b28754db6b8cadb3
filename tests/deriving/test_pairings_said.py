"""The parts of a genus expansion tell how many pairings they are of."""

import sympy as sp

from theorem_checks import GaussianMatrix, MeanWithin, Verdict, by_genus_expansion, pairings
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.deriving.pairings_said import with_pairings
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.statements.plain_text import plain_text

n = sp.Symbol("n", integer=True, positive=True)
j = sp.Symbol("j", integer=True, nonnegative=True)
G = GaussianMatrix("G", n, n, 1)
DEFECT = "the pairings of defect 0"
ONE = (G**j @ (G**j).T).trace() / n ** (j + 1)


def test_the_pairings_that_are_counted_and_all_others_have_their_number():
    near = MeanWithin(ONE, 1, pairings(2 * j) / n**2)
    main, others = derivation_of(by_genus_expansion(near)).parts
    assert main.name == "the pairings of defect 0 and 1, of which there are 1 and none"
    assert others.name.startswith("all others, of which there are (2 j - 1)!! - 1 and each counts")
    assert " 1/n² of one of defect 0 at most; if all (2 j - 1)!! counted that" in others.name


def test_where_the_others_are_told_in_steps_those_that_are_counted_have_their_number():
    parts = derivation_of(by_genus_expansion(MeanWithin(ONE, 1, pairings(2 * j) / n))).parts
    assert parts[0].name == "the pairings of defect 0 and 1, of which there are 1 and none"


def test_parts_of_other_rules_keep_their_names():
    found = derivation_of(by_genus_expansion(MeanWithin(ONE, 1, pairings(2 * j) / n**2)))
    assert with_pairings("conjunction", MeanWithin(ONE, 1, 0), found.parts) == found.parts


def test_what_is_counted_in_several_terms_is_told_term_by_term():
    apart = ONE * ONE - 2 * ONE + 1
    main, *_ = derivation_of(
        by_genus_expansion(MeanWithin(apart, 0, 9 * pairings(4 * j) / n))
    ).parts
    assert main.name.endswith(", term by term")
    assert plain_text(main.statement) == "1 + (-2) + 1 = 0"


def test_where_no_term_has_what_is_counted_it_is_said_and_what_is_too_long_is_told_in_words():
    apart = [(G ** (j + more) @ (G**j).T).trace() / n ** (j + 3) for more in (2, 4)]
    near = MeanWithin(apart[0] + apart[1], 0, 1 / n)
    long = r"\text{an expression of more than 200 terms and factors}"
    parts = (
        ProvedStatement("0 = 0", "prove_identity", Verdict.PROVED, (), "0 = 0", DEFECT),
        ProvedStatement(long, "prove_identity", Verdict.PROVED, (), long, "a common factor"),
    )
    none, others = with_pairings("genus expansion", near, parts)
    assert (none.name, plain_text(none.statement)) == (DEFECT, "no term has any")
    assert others.name == "all others"
    assert "is at most 1/n: the difference is a positive factor" in plain_text(others.statement)
