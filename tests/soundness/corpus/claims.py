"""Checks and claims that cannot be taken."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.soundness.cases import Case, Slip, Truth
from tests.soundness.made_evidence import deciding, more_points, proved, refuted, testing, tried
from theorem_checks import (
    Claim,
    Control,
    Engine,
    Evidence,
    Mutant,
    Route,
    Source,
    Verdict,
    all_of,
    check,
)

__all__ = ["CASES"]

_check = partial(Case, "check")
_claim = partial(Case, "Claim")


def _checked(kind: str, found: Any) -> Callable[[], Evidence]:
    """Ask what a check of a kind returns when its function returns something."""

    def ask() -> Evidence:
        if kind in ("sample", "experiment"):
            return check(kind)(lambda subject, *, seed: found)(None)
        return check(kind)(lambda subject: found)(None)

    return ask


@check("exact")
def _right(subject: int) -> Evidence:
    """A check that can fail."""
    return tried if subject == 1 else refuted


def _declared(**fields: Any) -> Callable[[], Evidence]:
    """Ask for a claim with these fields; if it is made, it is evidence that it could be."""
    usual = {
        "id": "paper/theorem-1",
        "title": "one is one",
        "source": Source("paper", "Theorem 1"),
        "statement": "1 = 1",
        "subject": 1,
        "checks": (_right,),
        "mutants": (Mutant("two", 2),),
    }

    def ask() -> Evidence:
        Claim(**{**usual, **fields})
        return Evidence.holds("the claim could be declared")

    return ask


CASES = (
    _check(
        Slip.HIDDEN_ASSUMPTION,
        "what a function written by hand calls PROVED, by two routes: nothing was concluded",
        Truth.FALSE,
        _checked("proof", proved),
        frozenset({Verdict.PROVED}),
    ),
    _claim(
        Slip.HIDDEN_ASSUMPTION,
        "a claim that expects PROVED and says nothing",
        Truth.NO_STATEMENT,
        _declared(expect="PROVED"),
    ),
    _check(
        Slip.FLOAT,
        "agreement of numbers that says PROVED",
        Truth.NO_STATEMENT,
        _checked("exact", proved),
    ),
    _check(
        Slip.EDGE_SIZE,
        "a search that says PROVED",
        Truth.NO_STATEMENT,
        _checked("search", proved),
    ),
    _check(
        Slip.LAW,
        "a sample that says PROVED",
        Truth.NO_STATEMENT,
        _checked("sample", proved),
    ),
    _check(
        Slip.LAW,
        "an experiment that says PROVED",
        Truth.NO_STATEMENT,
        _checked("experiment", proved),
    ),
    _check(
        Slip.HIDDEN_ASSUMPTION,
        "a proof by no route",
        Truth.NO_STATEMENT,
        _checked("proof", Evidence.proved("all n")),
    ),
    _check(
        Slip.HIDDEN_ASSUMPTION,
        "a proof by one route alone",
        Truth.NO_STATEMENT,
        _checked("proof", Evidence.proved("all n", routes=[deciding])),
    ),
    _check(
        Slip.NAME,
        "a proof by two routes that are one: two names, one engine",
        Truth.NO_STATEMENT,
        _checked(
            "proof",
            Evidence.proved(
                "all n", routes=[deciding, Route.deciding("a normal form", Engine.FLINT)]
            ),
        ),
    ),
    _check(
        Slip.NAME,
        "a proof by two routes that test, with different engines",
        Truth.NO_STATEMENT,
        _checked("proof", Evidence.proved("all n", routes=[testing, more_points])),
    ),
    _check(
        Slip.BRANCH,
        "a proof by parts of which one has a single route",
        Truth.NO_STATEMENT,
        _checked(
            "proof",
            all_of(
                {"base": proved, "step": Evidence.proved("n to n + 1", routes=[deciding])}, "all n"
            ),
        ),
    ),
    _check(
        Slip.ORDER_OF_EVALUATION,
        "a check that returns True",
        Truth.NO_STATEMENT,
        _checked("proof", True),
    ),
    _check(
        Slip.ORDER_OF_EVALUATION,
        "a check that forgets to return",
        Truth.NO_STATEMENT,
        _checked("exact", None),
    ),
    _check(
        Slip.NAME,
        "a check of a kind that there is not",
        Truth.NO_STATEMENT,
        _checked("obvious", tried),
    ),
    _check(
        Slip.EMPTY,
        "a check with no time",
        Truth.NO_STATEMENT,
        lambda: check("exact", seconds=0)(lambda subject: tried)(None),
    ),
    _check(
        Slip.LAW,
        "a sample that chooses its seed itself",
        Truth.NO_STATEMENT,
        lambda: check("sample")(lambda subject: tried)(None),
    ),
    _claim(
        Slip.EMPTY,
        "a claim without checks",
        Truth.NO_STATEMENT,
        _declared(checks=()),
    ),
    _claim(
        Slip.EMPTY,
        "a claim whose checks kill nothing",
        Truth.NO_STATEMENT,
        _declared(mutants=()),
    ),
    _claim(
        Slip.EMPTY,
        "a claim one of whose mutants no check is to kill",
        Truth.NO_STATEMENT,
        _declared(checks=(_right.killing("two"),), mutants=(Mutant("two", 2), Mutant("three", 3))),
    ),
    _claim(
        Slip.CONTRADICTION,
        "a claim that is to be refuted, with no control that passes",
        Truth.NO_STATEMENT,
        _declared(expect=Verdict.REFUTED),
    ),
    _claim(
        Slip.NAME,
        "a claim whose check kills a mutant that there is not",
        Truth.NO_STATEMENT,
        _declared(checks=(_right.killing("tow"),)),
    ),
    _claim(
        Slip.NAME,
        "a claim with two mutants of one name",
        Truth.NO_STATEMENT,
        _declared(mutants=(Mutant("two", 2), Mutant("two", 3))),
    ),
    _claim(
        Slip.NAME,
        "a claim without a paper in its id",
        Truth.NO_STATEMENT,
        _declared(id="theorem-1"),
    ),
    _claim(
        Slip.ORDER_OF_EVALUATION,
        "a claim whose check is a function that was not declared as one",
        Truth.NO_STATEMENT,
        _declared(checks=(lambda subject: proved,)),
    ),
    _claim(
        Slip.ORDER_OF_EVALUATION,
        "a claim whose checks are no tuple, by a missing comma",
        Truth.NO_STATEMENT,
        _declared(checks=_right),
    ),
    _claim(
        Slip.HIDDEN_ASSUMPTION,
        "a claim with a control, as it should be",
        Truth.TRUE,
        _declared(expect=Verdict.REFUTED, controls=(Control("right", 1),)),
    ),
)
