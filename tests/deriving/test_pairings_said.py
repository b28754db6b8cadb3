"""The parts of a genus expansion tell how many pairings they are of."""

import sympy as sp

from theorem_checks import GaussianMatrix, MeanWithin, by_genus_expansion, pairings
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.deriving.pairings_said import with_pairings

n = sp.Symbol("n", integer=True, positive=True)
j = sp.Symbol("j", integer=True, nonnegative=True)
G = GaussianMatrix("G", n, n, 1)
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
