"""A claim is refused when nothing would show that its checks can fail."""

from threading import Thread

import pytest

from theorem_checks import (
    ArgumentError,
    Check,
    Claim,
    ClaimError,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Kind,
    Mutant,
    Source,
    Verdict,
    check,
    proof_of,
)
from theorem_checks.claims import faulty_kept


@check("exact")
def check_is_four(subject):
    if subject == 4:
        return Evidence.holds("2 + 2")
    return Evidence.refuted(Counterexample({}, claimed=str(subject), found="4"))


def a_claim(**changes):
    fields = {
        "id": "sums/two-and-two",
        "title": "Two and two are four",
        "source": Source("Arithmetic", "p. 1"),
        "statement": "2 + 2 = 4",
        "subject": 4,
        "checks": (check_is_four,),
        "mutants": (Mutant("five", 5, "counts a thumb"),),
        "expect": Verdict.HOLDS,
    }
    return Claim(**{**fields, **changes})


def test_a_check_kills_all_mutants_of_its_claim_unless_it_names_some():
    claim = a_claim(mutants=(Mutant("five", 5), Mutant("three", 3)))
    assert claim.checks[0].kills == ("five", "three")
    claim = a_claim(
        checks=(check_is_four, Check(check_is_four.function, Kind.SEARCH, "b", ("five",))),
        mutants=(Mutant("five", 5), Mutant("three", 3)),
    )
    assert claim.check_named("b").kills == ("five",)
    assert claim.kinds == (Kind.EXACT, Kind.SEARCH)


def test_a_claim_knows_its_subjects_by_variant():
    claim = a_claim(controls=(Control("again", 4),))
    assert claim.subject_of("claim") == 4
    assert claim.subject_of("mutant:five") == 5
    assert claim.subject_of("control:again") == 4
    for wrong in ("mutant:fife", "claim:x", "mutants", ""):
        with pytest.raises(ArgumentError):
            claim.subject_of(wrong)


def test_a_claim_knows_the_module_that_declares_it():
    assert a_claim().module == __name__


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"checks": ()}, "no check"),
        ({"mutants": ()}, "kills no mutant"),
        ({"checks": (check_is_four.killing("fife"),)}, "Did you mean five"),
        ({"checks": (check_is_four.killing(),)}, "kills no mutant"),
        (
            {
                "checks": (check_is_four.killing("five"),),
                "mutants": (Mutant("five", 5), Mutant("x", 1)),
            },
            "no check is to kill the mutant 'x'",
        ),
        ({"expect": "REFUTED"}, "no control"),
        ({"mutants": (Mutant("five", 5), Mutant("five", 6))}, "twice"),
    ],
)
def test_a_claim_without_power_is_refused(changes, message):
    with pytest.raises(ClaimError, match=message):
        a_claim(**changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": "Two and two"}, "Claim.id"),
        ({"checks": check_is_four}, "checks"),
        ({"checks": (lambda s: s,)}, "@check"),
        ({"covers": "a/b"}, "covers"),
    ],
)
def test_a_misdeclared_claim_says_which_argument(changes, message):
    with pytest.raises(ArgumentError, match=message):
        a_claim(**changes)


def test_an_erratum_needs_a_control_and_no_mutant():
    claim = a_claim(subject=5, expect="REFUTED", mutants=(), controls=(Control("four", 4),))
    assert claim.expect is Verdict.REFUTED


def says_square(subject, w):
    return Equal(w.call(subject, w.size("n")), 4)


def says_nothing_else(subject, w):
    return says_square(subject, w)


def test_a_claim_without_a_statement_cannot_be_expected_to_be_proved():
    with pytest.raises(ClaimError, match="Write the statement as data, says="):
        a_claim(expect=Verdict.PROVED)
    with pytest.raises(ClaimError, match="none of its checks concludes"):
        a_claim(expect=Verdict.PROVED, says=says_square)


def test_the_verdict_that_is_expected_is_what_the_checks_can_come_to():
    assert a_claim(expect=None).expect is Verdict.ARGUED
    proved = a_claim(expect=None, says=says_square, checks=(proof_of(says_square),))
    assert proved.expect is Verdict.PROVED


@pytest.mark.parametrize("says", [None, says_nothing_else])
def test_a_check_that_concludes_another_statement_is_refused(says):
    with pytest.raises(ClaimError, match="check_statement concludes another statement"):
        a_claim(says=says, checks=(proof_of(says_square),))


@pytest.mark.parametrize(
    ("text", "command"),
    [("\forall t", r"\forall"), ("\text{for all}", r"\text"), ("\beta", r"\beta")],
)
def test_latex_in_a_string_that_is_not_raw_is_noticed(text, command):
    for changes in ({"statement": text}, {"assumptions": ("$x$ real", text)}):
        with pytest.raises(ArgumentError, match="raw string") as refused:
            a_claim(**changes)
        assert f"makes of {command}" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("the square of a number is not negative", "Write mathematics"),
        ("For all x, f(x) is x squared", "Write mathematics"),
        (r"\frac{1}{2", "has its }"),
        (r"\left\{ x \right\}}", "has its }"),
    ],
)
def test_what_is_no_latex_is_noticed(text, hint):
    with pytest.raises(ArgumentError) as refused:
        a_claim(statement=text)
    assert hint in str(refused.value)
    a_claim(statement=r"\left\{ x^{2} : x \in \mathbb{R} \right\}")


FAULTY = """
def declared():
    return declare(mutants=())

made = declared()
"""


def faulty(file):
    with faulty_kept() as kept:
        exec(compile(FAULTY, file, "exec"), {"declare": a_claim})
    (one,) = kept
    return one


def test_the_calls_to_a_faulty_claim_begin_with_the_module_that_declares_it():
    calls = faulty("own.py").calls
    assert [(call.name, call.lineno) for call in calls if call.filename == "own.py"] == [
        ("<module>", 5),
        ("declared", 3),
    ]
    assert calls[0].filename == "own.py"


def test_where_no_module_is_imported_all_calls_to_a_faulty_claim_are_told():
    def declare():
        with faulty_kept() as kept:
            a_claim(mutants=())
        found.extend(kept)

    found = []
    thread = Thread(target=declare)
    thread.start()
    thread.join()
    names = [call.name for call in found[0].calls]
    assert names[-2:] == ["declare", "a_claim"]
    assert "run" in names
