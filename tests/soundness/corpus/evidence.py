"""Evidence that says more than it has."""

from collections.abc import Callable
from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth, outright
from tests.soundness.made_evidence import deciding, more_points, proved, refuted, testing, tried
from theorem_checks import (
    Condition,
    Counterexample,
    Evidence,
    Route,
    Verdict,
    aggregate,
    all_of,
    witnessed,
)
from theorem_checks.statements.formulas import condition, nonzero

__all__ = ["CASES"]

_all_of = partial(Case, "all_of")
_witnessed = partial(Case, "witnessed")
_evidence = partial(Case, "Evidence")

n = sp.Symbol("n", integer=True, positive=True)
not_at_12 = condition(nonzero(n - 12), "n is not 12")
under = Evidence.proved("all n", routes=[deciding, testing], conditions=(not_at_12,))


def _aggregated(*verdicts: Verdict) -> Callable[[], Evidence]:
    return lambda: Evidence(aggregate(verdicts), "", "what several checks say together")


CASES = (
    _all_of(
        Slip.EMPTY,
        "what follows from no obligations",
        Truth.EMPTY,
        lambda: all_of({}, "all n"),
    ),
    _all_of(
        Slip.BRANCH,
        "three cases proved and one refuted",
        Truth.FALSE,
        lambda: all_of({"n < 4": proved, "n = 4": refuted, "n > 4": proved}, "all n"),
    ),
    _all_of(
        Slip.BRANCH,
        "two cases proved and one tried at some sizes is no proof",
        Truth.TRUE,
        lambda: all_of({"base": tried, "step": proved}, "all n"),
        frozenset({Verdict.PROVED}),
    ),
    _all_of(
        Slip.BRANCH,
        "two cases proved and one not decided",
        Truth.TRUE,
        lambda: all_of({"base": Evidence.undecided("too large"), "step": proved}, "all n"),
        frozenset({Verdict.PROVED, Verdict.HOLDS}),
    ),
    _all_of(
        Slip.EMPTY,
        "one case proved, and one of which nothing meets the assumptions",
        Truth.EMPTY,
        lambda: all_of({"base": proved, "step": Evidence.vacuous("no n")}, "all n"),
    ),
    _all_of(
        Slip.POLE,
        "all n, from a part that holds where n is not 12",
        Truth.FALSE,
        lambda: outright(all_of({"step": under, "base": proved}, "all n")),
    ),
    _all_of(
        Slip.POLE,
        "all n, from a part of a part that holds where n is not 12",
        Truth.FALSE,
        lambda: outright(all_of({"both": all_of({"step": under}, "n > 0")}, "all n")),
    ),
    _all_of(
        Slip.CONTRADICTION,
        "two parts of which one contradicts itself",
        Truth.FALSE,
        lambda: all_of({"base": witnessed(proved, refuted), "step": proved}, "all n"),
    ),
    _witnessed(
        Slip.EMPTY,
        "what no witness says",
        Truth.NO_STATEMENT,
        witnessed,
    ),
    _witnessed(
        Slip.ORDER_OF_EVALUATION,
        "PROVED by one that tests and another one that tests",
        Truth.NO_STATEMENT,
        lambda: witnessed(
            Evidence.proved("all n", routes=[testing]),
            Evidence.proved("all n", routes=[more_points]),
        ),
    ),
    _witnessed(
        Slip.CONTRADICTION,
        "PROVED by one witness and REFUTED by another",
        Truth.FALSE,
        lambda: witnessed(proved, refuted),
    ),
    _witnessed(
        Slip.BRANCH,
        "one witness holds, and one refutes",
        Truth.FALSE,
        lambda: witnessed(tried, refuted),
    ),
    _witnessed(
        Slip.POLE,
        "all n, by one witness for all n and one where n is not 12: what is proved is less",
        Truth.FALSE,
        lambda: outright(witnessed(under, under)),
    ),
    _witnessed(
        Slip.HIDDEN_ASSUMPTION,
        "PROVED by parts of which one only tests",
        Truth.NO_STATEMENT,
        lambda: witnessed(
            all_of({"base": Evidence.proved("n = 1", routes=[testing]), "step": proved}, "all n")
        ),
    ),
    _witnessed(
        Slip.EMPTY,
        "one witness holds, and for one there is nothing",
        Truth.EMPTY,
        lambda: witnessed(tried, Evidence.vacuous("no n")),
    ),
    Case(
        "aggregate",
        Slip.EMPTY,
        "the verdict of no checks",
        Truth.EMPTY,
        _aggregated(),
    ),
    Case(
        "aggregate",
        Slip.CONTRADICTION,
        "the verdict of PROVED, HOLDS and REFUTED",
        Truth.FALSE,
        _aggregated(Verdict.PROVED, Verdict.HOLDS, Verdict.REFUTED),
    ),
    Case(
        "aggregate",
        Slip.BRANCH,
        "the verdict of PROVED and UNDECIDED",
        Truth.TRUE,
        _aggregated(Verdict.PROVED, Verdict.UNDECIDED),
        frozenset({Verdict.PROVED, Verdict.HOLDS}),
    ),
    _evidence(
        Slip.EMPTY,
        "a refutation without a counterexample and a reason",
        Truth.NO_STATEMENT,
        Evidence.refuted,
    ),
    _evidence(
        Slip.EMPTY,
        "UNDECIDED without a reason",
        Truth.NO_STATEMENT,
        lambda: Evidence.undecided(""),
    ),
    _evidence(
        Slip.EMPTY,
        "VACUOUS without a reason",
        Truth.NO_STATEMENT,
        lambda: Evidence.vacuous(""),
    ),
    _evidence(
        Slip.FLOAT,
        "a counterexample at n = 0.1",
        Truth.NO_STATEMENT,
        lambda: Evidence.refuted(Counterexample({"n": 0.1}, "0", "1")),
    ),
    _evidence(
        Slip.FLOAT,
        "a counterexample at x = [[1, 0.5]], nested",
        Truth.NO_STATEMENT,
        lambda: Evidence.refuted(Counterexample({"x": [[1, 0.5]]}, "0", "1")),
    ),
    _evidence(
        Slip.NAME,
        "PROVED by an engine that does not exist",
        Truth.NO_STATEMENT,
        lambda: Evidence.proved("all n", routes=[Route("by hand", ("pen",), True)]),  # pyright: ignore
    ),
    _evidence(
        Slip.NAME,
        "PROVED by a route with no engine",
        Truth.NO_STATEMENT,
        lambda: Evidence.proved("all n", routes=[Route("clear", (), True)]),
    ),
    _evidence(
        Slip.NAME,
        "PROVED, resting on the letters of a text",
        Truth.NO_STATEMENT,
        lambda: Evidence.proved("all n", routes=[deciding], rests_on="induction"),
    ),
    _evidence(
        Slip.HIDDEN_ASSUMPTION,
        "PROVED under a condition without words",
        Truth.NO_STATEMENT,
        lambda: Evidence.proved("all n", conditions=(Condition("", ("symbol", "n")),)),
    ),
    _evidence(
        Slip.HIDDEN_ASSUMPTION,
        "evidence from JSON without its conditions",
        Truth.NO_STATEMENT,
        lambda: Evidence.from_json(
            {name: value for name, value in under.to_json().items() if name != "conditions"}
        ),
    ),
    _evidence(
        Slip.POLE,
        "all n, from evidence where n is not 12 that went through JSON",
        Truth.FALSE,
        lambda: outright(Evidence.from_json(under.to_json())),
    ),
    _all_of(
        Slip.POLE,
        "all n, from a part that holds where n is not 12, with conditions=() given by hand",
        Truth.FALSE,
        lambda: outright(all_of({"step": under}, "all n", conditions=())),
    ),
)
