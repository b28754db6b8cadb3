"""How much engines do, where a proof is asked twice and where nobody asks why a statement fails.

A proof is asked about a late mutant of its statement right after the statement itself, and most of
its parts are the same: what was proved of these is remembered. And where a part fails, no
counterexample is looked for, nor is more time spent than the statement itself took.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import partial, wraps
from typing import TypeVar

from theorem_checks.collecting import collected_in
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = [
    "OutOfTimeError",
    "UnprovedError",
    "alternatives",
    "are_counterexamples_wanted",
    "are_tests_wanted",
    "lemma",
    "note_point",
    "noting_failures",
    "noting_points",
    "once",
    "proofs_only",
    "remembering",
    "require_time",
    "seconds_left",
    "up_to_the_first_failure",
    "within_seconds",
    "without_tests",
]

_wanted: ContextVar[bool] = ContextVar("wanted", default=True)
_tested: ContextVar[bool] = ContextVar("tested", default=True)
_ending: ContextVar[bool] = ContextVar("ending", default=False)
_failures: ContextVar[list[str] | None] = ContextVar("failures", default=None)
_points: ContextVar[list[Counterexample] | None] = ContextVar("points", default=None)
_clock: ContextVar["_Clock | None"] = ContextVar("clock", default=None)
_proved: ContextVar[dict[str, Evidence] | None] = ContextVar("proved", default=None)

C = TypeVar("C", bound=Conclusion)


@contextmanager
def remembering() -> Iterator[None]:
    """Let `once` remember what is proved, for `proofs_only` in the same block."""
    token = _proved.set({})
    try:
        yield
    finally:
        _proved.reset(token)


def once(decide: Callable[[C], Evidence], conclusion: C) -> Evidence:
    """What an engine says of a statement; what it has PROVED of the very same one, if it has.

    **Raises** `OutOfTimeError` where the time of a proof is up.
    """
    require_time()
    with _counted():
        found = _found(decide, conclusion)
    if not found.verdict.passes:
        if _ending.get():
            raise UnprovedError(found.reason)
        if (failures := _failures.get()) is not None:
            failures.append(found.reason)
    return found


def _found(decide: Callable[[C], Evidence], conclusion: C) -> Evidence:
    proved = _proved.get()
    if proved is None:
        return decide(conclusion)
    if not are_counterexamples_wanted() and (known := proved.get(conclusion.key)) is not None:
        return known
    found = decide(conclusion)
    if found.verdict is Verdict.PROVED and found.is_sealed and found.statement is not None:
        proved[found.statement.key] = found
    return found


def lemma(proof: Callable[[C], Evidence]) -> Callable[[C], Evidence]:
    """Mark a part of a proof: a statement that it has PROVED it is not asked about again.

    A late mutant of several statements together changes few of them at once; the part of a proof
    that is about another one is remembered as it was.
    """
    return wraps(proof)(partial(once, proof))


class OutOfTimeError(Exception):
    """The time that a proof is given is up."""


class _Clock:
    """What is left of the time of a proof, of which engines alone use any."""

    def __init__(self, left: float | int) -> None:
        self.left = left
        self.since: float | None = None  # when the engine was asked that is at work

    def now(self) -> float | int:
        used = 0.0 if self.since is None else time.perf_counter() - self.since
        return self.left - used


@contextmanager
def within_seconds(seconds: float | int) -> Iterator[None]:
    """Give a proof some time: what it asks of engines when that is up raises `OutOfTimeError`.

    It is the time that engines take: a proof that waits does not come to its end by that.
    """
    outer = _clock.get()
    clock = _Clock(min(seconds_left(), seconds))
    given = clock.left
    token = _clock.set(clock)
    try:
        yield
    finally:
        _clock.reset(token)
        if outer is not None and outer.since is None:  # else it counts by itself
            outer.left -= given - clock.left


@contextmanager
def _counted() -> Iterator[None]:
    """Count the time inside, of the outermost engine."""
    clock = _clock.get()
    if clock is None or clock.since is not None:
        yield
        return
    clock.since = time.perf_counter()
    try:
        yield
    finally:
        clock.left, clock.since = clock.now(), None


def seconds_left() -> float | int:
    """What is left of the time of a proof; infinite where it was not given any."""
    clock = _clock.get()
    return float("inf") if clock is None else clock.now()


def require_time() -> None:
    """Let a proof end whose time is up, inside of what takes long. **Raises** `OutOfTimeError`."""
    if seconds_left() < 0:
        raise OutOfTimeError


class UnprovedError(Exception):
    """A part of a proof is not proved, and nobody asks for the others."""


@contextmanager
def up_to_the_first_failure() -> Iterator[None]:
    """End a proof by `UnprovedError` where a part of it is not proved."""
    token = _ending.set(True)
    try:
        yield
    finally:
        _ending.reset(token)


def noting_failures() -> AbstractContextManager[list[str]]:
    """Why parts of a proof are not proved, other than those of which one is enough."""
    return collected_in(_failures)


def noting_points() -> AbstractContextManager[list[Counterexample]]:
    """Where parts of a proof are false by what an engine knows, though perhaps not the statement.

    What is false there is a formula that says less than it: a power in it is any positive number.
    """
    return collected_in(_points)


def note_point(point: Counterexample) -> None:
    """Tell of values at which the statement is worth being run."""
    if (points := _points.get()) is not None:
        points.append(point)


@contextmanager
def alternatives() -> Iterator[None]:
    """Let parts fail of which one is enough, whatever is around."""
    ending, failures = _ending.set(False), _failures.set(None)
    try:
        yield
    finally:
        _ending.reset(ending)
        _failures.reset(failures)


@contextmanager
def proofs_only() -> Iterator[None]:
    """Let engines say UNDECIDED at once where they do not prove."""
    token = _wanted.set(False)
    try:
        yield
    finally:
        _wanted.reset(token)


def are_counterexamples_wanted() -> bool:
    """Whether an engine that does not prove a statement shall look where it fails."""
    return _wanted.get()


@contextmanager
def without_tests() -> Iterator[None]:
    """Let engines that decide a statement test it at no values beside.

    For proofs that are read for what their rules were given, and decided by another kernel. What
    is PROVED is as before, and has one route where it had two.
    """
    token = _tested.set(False)
    try:
        yield
    finally:
        _tested.reset(token)


def are_tests_wanted() -> bool:
    """Whether an engine that has decided a statement shall test it at values as well."""
    return _tested.get()
