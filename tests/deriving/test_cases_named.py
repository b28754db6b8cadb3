"""Long cases go by the name of a function of their places."""

import pytest

from theorem_checks.deriving.cases_named import with_cases_named
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.deriving.text import in_text
from theorem_checks.verdicts.kinds import Verdict


def cases(*at, more="y"):
    place = ",".join(at)
    which = rf"x_{{{place}}} + {more}_{{{place}}} + z_{{{place}}} < 2 x_{{{at[0]},n - 1}}"
    return rf"\begin{{cases}} 1 & \text{{for}}\: {which} \\0 & \text{{otherwise}} \end{{cases}}"


def proof(*formulas):
    part = ProvedStatement(formulas[-1], "", Verdict.PROVED, formulas[1:-1])
    return ProvedStatement(formulas[0], "conjunction", Verdict.PROVED, parts=(part,))


LATER = rf"1 = \left({cases('c', 'd + 1')}\right) b"


def test_cases_at_several_places_are_a_function_of_these():
    one = rf"a = \left({cases('c', 'd')}\right) b + {cases('c', '0')}"
    whole, (named,) = with_cases_named(proof("x", one, LATER, f"2 = {cases('c', 'd')}"))
    (part,) = whole.parts
    assert part.hypotheses == (r"a = \theta_{c,d} b + \theta_{c,0}", r"1 = \theta_{c,d + 1} b")
    assert part.statement == r"2 = \theta_{c,d}"
    assert named.defined() == rf"\theta_{{c,d}} := {cases('c', 'd')}"


def test_they_are_told_beside_the_theorem():
    one = rf"{cases('c', 'd')} = {cases('c', 'd')} + 1"
    text = in_text(proof(one, one, one))
    assert text.startswith("θ_(c,d) = θ_(c,d) + 1\n  where θ_(c,d) := { 1 for x_(c,d)")
    assert text.count("otherwise") == 1


@pytest.mark.parametrize(
    "formulas",
    [
        ("x", f"a = {cases('c', 'd')}", LATER, "y"),  # too few
        ("x", *[f"{n} = {cases('c', '0')} + {cases('c', 'd + 1')}" for n in range(4)], "y"),
        ("x", *[rf"{n} = \begin{{cases}} 1 & a \\0 & b \end{{cases}}" for n in range(9)], "y"),
    ],
)
def test_others_are_written_out(formulas):
    whole = proof(*formulas)
    assert with_cases_named(whole) == (whole, ())


def test_a_name_that_stands_for_something_has_another_instead():
    one = rf"\theta = {cases('c', 'd')} + {cases('c', 'd', more='w')}"
    _, (first, second) = with_cases_named(proof("x", one, one + " + 1", one + " + 2", one))
    assert [first.name, second.name] == [r"\chi_{c,d}", r"\zeta_{c,d}"]
