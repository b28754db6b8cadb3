"""A claim is refused when nothing would show that its checks can fail."""

import pytest

from theorem_checks import (
    ArgumentError,
    Check,
    CheckError,
    Claim,
    ClaimError,
    Control,
    Counterexample,
    Engine,
    Evidence,
    Kind,
    Mutant,
    Route,
    Source,
    Verdict,
    check,
)


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


def test_a_check_is_called_like_its_function():
    evidence = check_is_four(4)
    assert (evidence.verdict, evidence.kind, evidence.seed) == (Verdict.HOLDS, Kind.EXACT, None)
    assert evidence.seconds is not None
    assert check_is_four(5).counterexample == Counterexample({}, claimed="5", found="4")


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


@pytest.mark.parametrize(
    ("kind", "evidence", "message"),
    [
        ("exact", Evidence.proved("n = 2"), "is no proof"),
        ("search", Evidence.proved("n = 2"), "is no proof"),
        (
            "proof",
            Evidence.proved("all n", routes=[Route.deciding("a", Engine.FLINT)]),
            "two routes",
        ),
        (
            "proof",
            Evidence.proved(
                "all n",
                routes=[Route.deciding("a", Engine.FLINT), Route.deciding("b", Engine.FLINT)],
            ),
            "two routes",
        ),
        ("exact", True, "returned bool"),
        ("exact", None, "returned NoneType"),
    ],
)
def test_a_verdict_beyond_its_kind_is_refused(kind, evidence, message):
    @check(kind)
    def check_it(subject):
        return evidence

    with pytest.raises(CheckError, match=message):
        check_it(1)


def test_a_solver_may_prove_on_one_route():
    @check("solver")
    def check_it(subject):
        return Evidence.proved("all reals", routes=[Route.deciding("unsat", Engine.Z3)])

    assert check_it(1).verdict is Verdict.PROVED


def test_seeds_reach_only_the_checks_that_draw():
    @check("sample")
    def check_mean(subject, *, seed):
        return Evidence.holds(f"seed {seed}")

    assert check_mean(1, seed=7).scope == "seed 7"
    assert check_mean(1, seed=7).seed == 7
    for kind, function in (("sample", lambda s: s), ("exact", lambda s, *, seed: s)):
        with pytest.raises(ArgumentError, match="seed"):
            check(kind)(function)


@pytest.mark.parametrize(
    "arguments",
    [{"kind": "prof"}, {"tier": "slow"}, {"seconds": 0}, {"memory_mb": -1}, {"kills": "five"}],
)
def test_a_misdeclared_check_says_which_argument(arguments):
    with pytest.raises(ArgumentError, match=next(iter(arguments))):
        check(**{"kind": "exact", **arguments})


def test_an_unknown_kind_is_met_with_the_nearest():
    with pytest.raises(ArgumentError, match="Did you mean proof"):
        check("prof")
