"""A report with an outcome of every sort, made by hand."""

import dataclasses
import sys
from pathlib import Path

import pytest

from tests.concluding import concluding
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Engine,
    ErrorRates,
    Evidence,
    Ground,
    Mutant,
    Route,
    Source,
    Verdict,
    check,
)
from theorem_checks.running.catalogue import Catalogue, Found, Origin, Problem
from theorem_checks.running.job import Job
from theorem_checks.running.outcomes import Report, Result, judge
from theorem_checks.running.plan import plan

PAPER = "Gated recurrent neural networks discover attention (2024)"
ROUTES = (
    Route.deciding("induction over t", Engine.SYMPY),
    Route.testing("random rational points", Engine.FLINT),
)
PROVED = Evidence.proved(
    "all sizes d and lengths T", routes=ROUTES, rests_on=(Ground.fact("bai-yin"),)
)
PROVED = dataclasses.replace(PROVED, seal=PROVED.content)
HOLDS = Evidence.holds("d <= 4, T <= 6, to 1/100", error_rates=ErrorRates(1e-9, 1e-9))
REFUTED = Evidence.refuted(
    Counterexample({"d": 2, "x": "3/5"}, "x[0]", "0", "the index runs over [1, d]")
)
UNDECIDED = Evidence.undecided("It took longer than 60 seconds.")


@check("proof")
def check_symbolic(subject):
    return PROVED if subject == "true" else REFUTED


def says(subject, world):
    """What `check_symbolic` is said to conclude; it is not called."""
    raise NotImplementedError


check_symbolic = concluding(check_symbolic, says)


@check("sample")
def check_sampled(subject, *, seed):
    return HOLDS if subject == "true" else REFUTED


def claim(name, place, **more):
    fields = {
        "id": f"gated-rnn/{name}",
        "title": f"What stands in {place}",
        "source": Source(PAPER, place),
        "statement": r"\forall t: y_t = \sum_{s \le t} V x_s (K x_s)^\top Q x_t",
        "subject": "true",
        "says": says,
        "checks": (check_symbolic, check_sampled),
        "mutants": (Mutant("lost-query", "a", "forgets Q"), Mutant("off-by-one", "b")),
        "module": __name__,
    }
    return Claim(**{**fields, **more})


CLAIMS = (
    claim("fig1", "Figure 1"),
    claim("eq-2", "eq. (2)", assumptions=("$d \\ge 1$",), notes="Mind the index."),
    claim(
        "s3.1-lambda-zero-needed",
        "Section 3.1",
        expect=Verdict.REFUTED,
        controls=(Control("repaired", "true"),),
        repaired_by="gated-rnn/fig1",
    ),
)


def catalogue(*problems: Problem) -> Catalogue:
    """Return the three claims, as if found in a file, with problems if given."""
    file = Path("proofs/gated_rnn/fig1.py")
    origin = Origin("proofs.gated_rnn.fig1", None)
    return Catalogue({c.id: Found(c, origin, file) for c in CLAIMS}, problems)


def results(found: Catalogue, **changed: Evidence) -> list[Result]:
    """Return results as everything expected brings them, but for those that are `changed`.

    A change is named 'CLAIM CHECK VARIANT', the claim without its paper.
    """

    def evidence(job: Job) -> Evidence:
        name = f"{job.claim.partition('/')[2]} {job.check} {job.variant}"
        refuted = job.role == "mutant" or (name.startswith("s3.1") and job.role == "claim")
        usual = REFUTED if refuted else PROVED if job.check == "check_symbolic" else HOLDS
        return changed.get(name, usual)

    return [Result(job, evidence(job), job.variant == "claim") for job in plan(found)]


def judged(claims) -> Report:
    """Return the report of a run of other claims than the usual three."""
    origin = Origin("elsewhere", None)
    found = Catalogue({c.id: Found(c, origin, Path("elsewhere.py")) for c in claims})
    return judge(found, results(found))


@pytest.fixture(scope="session")
def samples():
    """What this file declares."""
    return sys.modules[__name__]


@pytest.fixture(scope="session")
def report():
    """A function from changed evidence (and problems, warnings) to a report."""

    def make(*problems: Problem, warnings=(), **changed: Evidence) -> Report:
        found = catalogue(*problems)
        return judge(found, results(found, **changed), seconds=12.34, warnings=warnings)

    return make
