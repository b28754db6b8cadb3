"""A check says no more than its kind allows, and what engines concluded stays sealed."""

import dataclasses

import pytest
import sympy as sp

from theorem_checks import (
    ArgumentError,
    Check,
    CheckError,
    ClaimError,
    Counterexample,
    Engine,
    Equal,
    Evidence,
    Kind,
    Route,
    Verdict,
    all_of,
    check,
    prove,
)

x = sp.Symbol("x", real=True)
SQUARE = Equal((x + 1) ** 2, x**2 + 2 * x + 1)


def says_square(_subject, _w):
    return SQUARE


def test_a_check_is_called_like_its_function():
    @check("exact")
    def check_is_four(subject):
        if subject == 4:
            return Evidence.holds("2 + 2")
        return Evidence.refuted(Counterexample({}, claimed=str(subject), found="4"))

    evidence = check_is_four(4)
    assert (evidence.verdict, evidence.kind, evidence.seed) == (Verdict.HOLDS, Kind.EXACT, None)
    assert evidence.seconds is not None
    assert check_is_four(5).counterexample == Counterexample({}, claimed="5", found="4")


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


def test_a_solver_may_argue_on_one_route():
    @check("solver")
    def check_it(subject):
        return Evidence.proved("all reals", routes=[Route.deciding("unsat", Engine.Z3)])

    assert check_it(1).verdict is Verdict.ARGUED


def test_what_is_proved_by_hand_is_argued_in_the_words_of_the_docstring():
    @check("proof")
    def check_it(subject):
        """The square of a sum is expanded;
        that is the whole of it.

        Not a word of this.
        """
        return dataclasses.replace(prove(SQUARE), words=("By the binomial theorem.",))

    found = check_it(1)
    assert found.verdict is Verdict.ARGUED
    assert found.words == (
        "By the binomial theorem.",
        "The square of a sum is expanded; that is the whole of it.",
    )
    assert found.statement is None


def test_what_was_concluded_stays_a_part_of_what_is_argued():
    @check("proof")
    def check_it(subject):
        return prove(SQUARE)

    found = check_it(1)
    assert (found.verdict, found.words) == (Verdict.ARGUED, ())
    (part,) = found.parts
    assert part.is_sealed
    assert part.verdict is Verdict.PROVED
    assert part.kind is None


def test_parts_of_what_is_argued_stay_proved():
    @check("proof")
    def check_it(subject):
        return all_of({"the square": prove(SQUARE)}, "all x")

    (part,) = check_it(1).parts
    assert (part.verdict, part.scope.partition(":")[0]) == (Verdict.PROVED, "the square")


def test_evidence_that_lost_its_seal_does_not_prove():
    def changed(subject):
        return dataclasses.replace(prove(SQUARE), rule="by hand")

    with pytest.raises(ClaimError, match="Write proof_of"):
        Check(changed, Kind.PROOF, "changed", says=says_square)
    setattr(changed, "concludes", says_square)  # noqa: B010  # as proof_of does
    with pytest.raises(CheckError, match="changed since"):
        Check(changed, Kind.PROOF, "changed", says=says_square)(1)


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
