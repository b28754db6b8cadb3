"""Small files of claims, written where a test wants them, and run in real workers."""

import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from theorem_checks.checks import Check, Tier
from theorem_checks.claims import Claim, Control, Mutant, Source
from theorem_checks.running.catalogue import Catalogue, Found, Origin
from theorem_checks.running.discovery import discover
from theorem_checks.running.outcomes import Result
from theorem_checks.running.plan import Job, plan
from theorem_checks.running.supervise import close_workers, run_job
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

HEADER = """\
import os, sys, time
from theorem_checks import Claim, Control, Evidence, Mutant, Route, Source, check

def claim(name, *checks, **more):
    fields = dict(title="t", source=Source("p", "q"), statement="s", subject=1,
                  mutants=(Mutant("two", 2),), expect="HOLDS", module=__name__)
    return Claim(id=name, checks=checks, **{**fields, **more})

def is_one(subject):
    return Evidence.holds("1") if subject == 1 else Evidence.refuted(reason="it is not 1")

@check("search", seconds=20)
def tries(subject):
    return is_one(subject)
"""


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a file below the test's folder; claims files begin with a header of helpers."""

    def write_file(name: str, body: str = "", *, header: str = HEADER) -> Path:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(header + textwrap.dedent(body))
        return file

    return write_file


@pytest.fixture
def run_body(write: Callable[..., Path]) -> Callable[..., dict[str, Any]]:
    """Run a check with the given body on the claim's own subject, in a worker."""

    def run(body: str, *, seconds: float = 20, memory_mb: int = 1000, before: str = "") -> Any:
        check = textwrap.indent(textwrap.dedent(body), "    ")
        limits = f"seconds={seconds}, memory_mb={memory_mb}"
        text = f"{before}\n@check('search', {limits})\ndef tried(subject):\n{check}\n"
        file = write("body.py", text + "\nthe_claim = claim('t/body', tried)\n")
        catalogue = discover([file], entry_points=False)
        assert not catalogue.problems
        return run_job(plan(catalogue)[0].to_json())

    return run


@pytest.fixture(scope="session", autouse=True)
def no_worker_outlives_the_tests() -> Iterator[None]:
    """Kill the workers that wait for more."""
    yield
    close_workers()


def _claim(name: str, *checks: Check, **more: Any) -> Claim:
    fields = {
        "title": "t",
        "source": Source("p", "q"),
        "statement": "s",
        "subject": 1,
        "mutants": (Mutant("two", 2),),
        "says": next((check.says for check in checks if check.concludes), None),
    }
    return Claim(id=name, checks=checks, **{**fields, **more})


@pytest.fixture
def make_claim() -> Callable[..., Claim]:
    """Make a claim in memory."""
    return _claim


@pytest.fixture
def refuted_claim() -> Callable[..., Claim]:
    """Make a claim that is expected to be REFUTED, with a control."""

    def make(name: str, *checks: Check, **more: Any) -> Claim:
        controls = (Control("right", 1),)
        fields = {"mutants": (), "controls": controls, "expect": Verdict.REFUTED}
        return _claim(name, *checks, **{**fields, **more})

    return make


@pytest.fixture
def as_catalogue(tmp_path: Path) -> Callable[..., Catalogue]:
    """A catalogue of claims in memory, as if from an empty file."""

    def make(*claims: Claim) -> Catalogue:
        file = tmp_path / "in_memory.py"
        file.touch()
        origin = Origin(None, str(file))
        return Catalogue({c.id: Found(c, origin, file) for c in claims})

    return make


@pytest.fixture
def results_of(as_catalogue: Callable[..., Catalogue]) -> Callable[..., tuple[Result, ...]]:
    """The results of a claim, with the evidence for each (check, variant), or for the variant."""

    def make(
        claim: Claim, evidence: dict[Any, Evidence], tier: Tier = Tier.QUICK
    ) -> tuple[Result, ...]:
        jobs = plan(as_catalogue(claim), tier=tier)

        def found(job: Job) -> Evidence:
            own = (job.check, job.variant)
            return evidence[own if own in evidence else job.variant]

        return tuple(Result(job, found(job)) for job in jobs)

    return make
