"""Which parts of evidence stand in a derivation."""

from theorem_checks import AtMost
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.proving.rules.arithmetic import sum_of_squares
from theorem_checks.statements.worlds.symbolic import Symbolic


def parts_of(known):
    w = Symbolic()
    v, factor = w.array("v", w.size("n")), w.number("c", positive=True) if known is None else known
    found = sum_of_squares(AtMost(0, v @ v * factor), (factor, v))
    assert found.verdict.passes
    return [part.name for part in derivation_of(found).parts]


def test_that_a_number_is_not_negative_is_seen_without_a_line():
    assert parts_of(3) == ["the difference"]
    assert parts_of(None) == ["factor 1 is not negative", "the difference"]
