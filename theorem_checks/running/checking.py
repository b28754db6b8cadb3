"""One check on one subject, in a process of its own that ends with it."""

import contextlib
import faulthandler
import json
import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from platform import python_version
from typing import Any

from theorem_checks.claims import Claim
from theorem_checks.errors import ClaimError
from theorem_checks.running.job import Job
from theorem_checks.running.limits import bounded
from theorem_checks.running.loading import file_of
from theorem_checks.running.tracebacks import blame, brief, said_of_check
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["MOST_BYTES", "answer_of", "line_of", "seed_generators", "timed"]

MOST_BYTES = 64 * 2**20  # of one answer


def answer_of(job: Job, claims: Mapping[str, Claim]) -> dict[str, Any]:
    """Run a job whose file declares `claims`, by id; return evidence, and if it is finished."""
    try:
        return {"evidence": _found(job, claims).to_json(), "finished": True}
    except MemoryError as error:
        said = f"The check ran out of its {job.memory_mb} MB of memory"
        evidence = _undecided(job, said, error)
    except BaseException as error:
        evidence = _undecided(job, "", error)
    return {"evidence": evidence.to_json(), "finished": False}


def line_of(job: Job, answer: Mapping[str, Any]) -> bytes:
    """An answer as a line of JSON; where it is none, or longer than `MOST_BYTES`, what says so."""
    try:
        if len(line := _written(answer)) <= MOST_BYTES:
            return line
        said = f"{job.check} returned evidence that is too long: {len(line)} bytes."
    except (RecursionError, MemoryError, TypeError, ValueError) as error:
        said = f"{job.check} returned evidence that cannot be written: {type(error).__name__}."
    short = {"evidence": _undecided(job, said, None).to_json(), "finished": False}
    return _written({**answer, **short})


def _written(answer: Mapping[str, Any]) -> bytes:
    return json.dumps(answer).encode() + b"\n"


def seed_generators() -> None:
    """Seed the global generators of random numbers, NumPy's also if it is imported later."""
    random.seed(0)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(0)
    else:
        sys.meta_path.insert(0, _Seeding())


@contextlib.contextmanager
def timed(seconds: float) -> Iterator[None]:
    """Report where the process is, when its time is up and it is about to be killed.

    The report comes from C, so it is made even if what runs never lets go of the interpreter.
    """
    faulthandler.dump_traceback_later(seconds, exit=False, file=2)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def _found(job: Job, claims: Mapping[str, Claim]) -> Evidence:
    if job.claim not in claims:
        raise ClaimError(f"{job.origin} has no claim {job.claim} any more.")
    claim = claims[job.claim]
    check, subject = claim.check_named(job.check), claim.subject_of(job.variant)
    with timed(job.seconds), bounded(job.seconds, job.memory_mb):
        evidence = check(subject, seed=job.seed or 0, **claim.beside(job.variant))
        if job.role == "claim" and claim.says and evidence.verdict is Verdict.REFUTED:
            # looked for only here: most processes refute nothing, and need not load it
            from theorem_checks.certifying.refuted_statement import with_statement

            evidence = with_statement(evidence, claim.says, subject)
    versions = {"python": python_version(), **dict(job.versions), **evidence.versions}
    return replace(evidence, versions=versions)


def _undecided(job: Job, what: str, error: BaseException | None) -> Evidence:
    """UNDECIDED by what happened, or by what an error says and where it was raised."""
    if error is None:
        return Evidence.undecided(brief(what), kind=job.kind, seed=job.seed)
    file = file_of(job.origin)
    found = blame(error, file)
    reason = f"{what}: {found.message} at {found.where}." if what else said_of_check(error, file)
    figures = {"traceback": found.detail} if found.detail else {}
    return Evidence.undecided(brief(reason), kind=job.kind, seed=job.seed, figures=figures)


class _Seeding(MetaPathFinder):
    """Finds nothing of its own, but is there when NumPy's generators are imported."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name != "numpy.random":
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def execute_and_seed(module: Any) -> None:
            execute(module)
            module.seed(0)

        spec.loader.exec_module = execute_and_seed
        return spec
