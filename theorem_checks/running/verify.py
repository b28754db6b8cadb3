"""Run the checks of a catalogue and judge what they found."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from functools import partial
from typing import Any, Protocol, runtime_checkable

from theorem_checks.checks import Tier
from theorem_checks.errors import require_integer
from theorem_checks.processors import processors
from theorem_checks.running.catalogue import Catalogue
from theorem_checks.running.experiments import part
from theorem_checks.running.fingerprint import Fingerprints
from theorem_checks.running.job import Job
from theorem_checks.running.ledger import Ledger, LedgerError
from theorem_checks.running.outcomes import Report, Result, judge
from theorem_checks.running.plan import plan
from theorem_checks.running.supervise import close_workers, run_job
from theorem_checks.running.tracebacks import brief
from theorem_checks.running.validation import received
from theorem_checks.running.waiting import Waiting
from theorem_checks.verdicts.evidence import Evidence

__all__ = ["Watcher", "verify"]

BEAT_SECONDS = 10.0
LOOK_SECONDS = 0.2  # between looks for what other runs have found
ABANDON_TRIES = 20  # of a tenth of a second: an executor elsewhere may not heed us at all


@runtime_checkable
class Watcher(Protocol):
    """Told of the progress of a run, always in the thread that called `verify`."""

    def planned(self, jobs: Sequence[Job], cached: int) -> None:
        """The run has these jobs, `cached` of which the ledger answers."""

    def started(self, job: Job) -> None:
        """A job was handed to the executor."""

    def finished(self, result: Result) -> None:
        """A job ended; called for the results from the ledger, too."""


def verify(
    catalogue: Catalogue,
    *,
    tier: str = Tier.QUICK,
    fresh: bool = False,
    jobs: int | None = None,
    ledger: Ledger | None = None,
    executor: Executor | None = None,
    seed: int = 0,
    experiments: bool = False,
    watch: Watcher | None = None,
    fingerprints: Fingerprints | None = None,
) -> Report:
    """Run the checks of a catalogue that the ledger cannot answer, and judge the results.

    Each result is kept in the ledger as soon as it is there; after Ctrl-C, or a kill, a new run
    goes on from there. Only what a check itself returned answers later runs: after a timeout or a
    crash it runs again. Two runs at once on one ledger share the work. A ledger that fails stops
    nothing: the results are shown, with a warning.

    **Arguments**

    - `tier`: 'quick' for the quick checks, 'deep' for all. `seed` of the run.
    - `experiments`: run the checks of kind `experiment`, instead of all others.
    - `fresh`: run every check anew, also those that the ledger knows.
    - `jobs`: how many checks at a time; by default as many as there are processors, or with an
      `executor`, as many as it takes.
    - `ledger`: where results are looked up and kept; nowhere if None.
    - `executor`: any executor in the style of `concurrent.futures`, instead of threads. Each job
      starts a process with its limits where the executor runs it. It is not shut down.
    - `watch`: told of progress.
    - `fingerprints` of the code, which know afterwards what the run rests on; new ones if None.

    **Returns** the report on the claims that have such checks, in the order of the catalogue.
    """
    if jobs is not None:
        require_integer("jobs", jobs, 1)
    asked, catalogue = catalogue, part(catalogue, experiments=experiments)
    planned = plan(
        catalogue, tier=tier, seed=seed, experiments=experiments, fingerprints=fingerprints
    )
    run = _Run(ledger, watch)
    started = time.perf_counter()
    run.run_all(planned, fresh, jobs, executor)
    if asked.found and not planned:
        run.warn(_why_nothing(catalogue, tier, experiments))
    return judge(
        catalogue,
        run.results,
        tier=Tier(tier),
        seed=seed,
        seconds=time.perf_counter() - started,
        warnings=run.warnings,
        ledger=ledger,
    )


class _Run:
    """One call of `verify`: what has come of it so far, and where that goes."""

    def __init__(self, ledger: Ledger | None, watch: Watcher | None) -> None:
        self.results: list[Result] = []
        self.warnings: list[str] = []
        self._ledger, self._watch = ledger, watch
        self._shared = True  # whether another run may do some of the work
        self._elsewhere: deque[Job] = deque()  # what other runs are at
        self._looked, self._next_look, self._next_beat = 0, 0.0, time.monotonic() + BEAT_SECONDS

    def warn(self, message: str) -> None:
        """Note a warning, once."""
        if message not in self.warnings:
            self.warnings.append(message)

    def run_all(
        self, planned: tuple[Job, ...], fresh: bool, jobs: int | None, executor: Executor | None
    ) -> None:
        """Look up what is known, and run the rest."""
        known = {} if fresh else self._known(planned)
        if self._watch:
            self._watch.planned(planned, len(known))
        for job, evidence in known.items():
            self._finish(Result(job, evidence, from_ledger=True))
        rest = [job for job in planned if job not in known]
        self._shared = not fresh
        try:
            if executor is not None:
                self._run(rest, executor, jobs or len(rest))
            elif rest:
                width = jobs or processors()
                with ThreadPoolExecutor(width) as threads:
                    self._run(rest, threads, width)
        finally:
            self._with_ledger(Ledger.give_back)

    def _known(self, planned: tuple[Job, ...]) -> dict[Job, Evidence]:
        if self._ledger is None:
            return {}
        before = len(self._ledger.damaged)
        try:
            looked_up = {job: self._ledger.get(job.key) for job in planned}
        except LedgerError as error:
            self.warn(f"Earlier results could not be used. {error}")
            return {}
        if count := len(self._ledger.damaged) - before:
            rows = "1 row" if count == 1 else f"{count} rows"
            self.warn(
                f"Run again, as they were changed since they were kept: {rows} of the ledger."
            )
        return {job: evidence for job, evidence in looked_up.items() if evidence is not None}

    def _run(self, rest: list[Job], executor: Executor, width: int) -> None:
        """Keep `width` jobs going until all are done; put away each result as it comes."""
        waiting = Waiting(rest)
        running: dict[Future[dict[str, Any]], Job] = {}
        try:
            self._tell_of(self._submit(waiting, running, executor, width))
            while running or self._elsewhere:
                if running:
                    done, _ = wait(running, BEAT_SECONDS, FIRST_COMPLETED)
                else:  # all that is left is run by others
                    done = ()
                    time.sleep(LOOK_SECONDS)
                ended = [(running.pop(future), future) for future in done]
                started: list[Job] = []
                try:  # workers go on while what they answered is read and kept
                    started = self._submit(waiting, running, executor, width)
                finally:
                    for job, future in ended:
                        self._receive(job, future)
                self._tell_of(started)
                self._keep_in_touch()
        except BaseException:  # Ctrl-C, for one: what was received is kept already
            _abandon(list(running))
            raise

    def _submit(
        self,
        waiting: Waiting,
        running: dict[Future[dict[str, Any]], Job],
        executor: Executor,
        width: int,
    ) -> list[Job]:
        """Have the executor run jobs up to the width; return them."""
        busy, started = {job.origin for job in running.values()}, list[Job]()
        while len(running) < width and (job := waiting.take(busy) or self._left_by_others()):
            if not self._is_ours(job):
                continue
            busy.add(job.origin)
            try:
                running[executor.submit(run_job, job.to_json())] = job
                started.append(job)
            except Exception as error:  # an executor may be broken, or shut down
                self._tell_of([job])
                self._finish(Result(job, _not_run(job, error)))
        return started

    def _tell_of(self, started: Iterable[Job]) -> None:
        if self._watch:
            for job in started:
                self._watch.started(job)

    def _is_ours(self, job: Job) -> bool:
        """Whether a job is to be run here; another run may be at it, or have a result by now."""
        if not self._shared:
            return True
        if not self._with_ledger(Ledger.take, job.key, otherwise=True):
            self._elsewhere.append(job)
            return False
        if (evidence := self._with_ledger(Ledger.get, job.key)) is None:
            return True
        self._with_ledger(Ledger.give_back, job.key)
        self._finish(Result(job, evidence, from_ledger=True))
        return False

    def _left_by_others(self) -> Job | None:
        """The first of the jobs of other runs, at times; None if there is none, or it is too soon.

        It may be done, or have been left by a run that has ended.
        """
        if not self._elsewhere or time.monotonic() < self._next_look:
            return None
        self._looked += 1
        if self._looked >= len(self._elsewhere):
            self._looked, self._next_look = 0, time.monotonic() + LOOK_SECONDS
        return self._elsewhere.popleft()

    def _keep_in_touch(self) -> None:
        """Tell runs on other machines, now and then, that this one is alive."""
        if self._shared and time.monotonic() > self._next_beat:
            self._next_beat = time.monotonic() + BEAT_SECONDS
            self._with_ledger(Ledger.beat)

    def _with_ledger(self, do: Callable[..., Any], *arguments: Any, otherwise: Any = None) -> Any:
        """Do something with the ledger, if there is one; it is given up where it fails."""
        if self._ledger is None:
            return otherwise
        try:
            return do(self._ledger, *arguments)
        except LedgerError as error:
            self.warn(f"The results are shown, but not kept. {error}")
            self._ledger = None
            return otherwise

    def _receive(self, job: Job, future: Future[dict[str, Any]]) -> None:
        try:
            answer = future.result()
            evidence, finished = received(job, answer)
            note, reads = answer.get("note", ""), answer.get("reads", {})
        except Exception as error:  # whatever an executor may do
            evidence, finished, note, reads = _not_run(job, error), False, "", {}
        result = Result(job, evidence)
        if note:  # it is of other code
            self.warn(note)
        else:
            put = partial(Ledger.put, finished=finished, reads=reads)
            self._with_ledger(put, job, evidence)
        self._finish(result)

    def _finish(self, result: Result) -> None:
        self.results.append(result)
        if self._watch:
            self._watch.finished(result)


def _why_nothing(catalogue: Catalogue, tier: str, experiments: bool) -> str:
    if catalogue.found:
        return f"Nothing was run: no check is in the {tier} tier."
    if experiments:
        return "Nothing was run: there is no check of kind experiment."
    return "Nothing was run: all checks are experiments, which run with --experiments."


def _not_run(job: Job, error: Exception) -> Evidence:
    said = brief(f"{type(error).__name__}: {error}")
    reason = f"The executor could not run the check. {said}"
    return Evidence.undecided(reason, kind=job.kind, seed=job.seed)


def _abandon(running: list[Future[dict[str, Any]]]) -> None:
    """Cancel what has not begun, and kill the workers until what has begun is at an end."""
    for future in running:
        future.cancel()
    for _ in range(ABANDON_TRIES):
        close_workers()
        if not wait(running, timeout=0.1).not_done:
            break
    close_workers()  # one may have been started, and have come to rest, in between
