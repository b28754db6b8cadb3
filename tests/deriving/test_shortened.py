"""A derivation with names for its long sides."""

from theorem_checks.deriving.proved_statement import Line, ProvedStatement
from theorem_checks.deriving.text import in_text
from theorem_checks.verdicts.kinds import Verdict

LONG = " + ".join(f"a_{{{n}}}" for n in range(25))


def test_a_hypothesis_of_the_theorem_stands_everywhere_as_in_it():
    given, lines = (f"b = {LONG}",), (Line(LONG), Line("c"))
    parts = tuple(
        ProvedStatement(
            f"{n} < 0", "prove_identity", Verdict.PROVED, given, f"{n} < 0", lines=lines
        )
        for n in "bc"
    )
    whole = ProvedStatement("d", "given each", Verdict.PROVED, given, "d", parts=parts)
    text = in_text(whole)
    assert "(H1) b = a_0 + a_1" in text
    assert "1. (H1) ⟹ b < 0" in text
    assert "where S_1 := a_0 + a_1" in text
    assert "b = S_1" not in text
