"""Running a sequential test on samples from JAX: budget, progress, resumption, Evidence."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypedDict

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.faults import StatisticError, refuse_inside_search
from theorem_checks.sampling.findings import BLOCK, finding
from theorem_checks.sampling.protocols import ClaimTest
from theorem_checks.sampling.sequential import MeanTest
from theorem_checks.sampling.states import TestState
from theorem_checks.sampling.statistics import Statistic
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

if TYPE_CHECKING:
    from theorem_checks.sampling.streams import Batch, Stream

__all__ = ["Options", "Progress", "decide"]

BUDGET = 10_000_000
BETWEEN_REPORTS = 1.0  # seconds


@dataclass(frozen=True)
class Progress:
    """How far a test is.

    **Fields**: the `samples` so far, of at most `max_samples`; the `estimate` and the confidence
    `interval`; the `rate` in samples a second; the `seconds_left` that are expected, if the
    interval goes on to shrink as the root of the number of samples does until it is as narrow as
    HOLDS needs it, and at most until the budget is used up; `done` once the test has ended;
    `state`, what `resume` takes.
    """

    samples: int
    max_samples: int
    estimate: float
    interval: tuple[float, float]
    rate: float
    seconds_left: float
    done: bool
    state: Mapping[str, Any] = field(repr=False)


class Options(TypedDict, total=False):
    """How a test is run.

    - `max_samples`: the budget, used in whole blocks; then the test is UNDECIDED.
    - `block`: the test looks at the ends of blocks of this many samples. It is part of the test,
      as `delta` is; choose it smaller for statistics that cost much, larger for accelerators.
    - `batched`: the statistic takes an array of `block` keys and returns as many values.
    - `batch_size`, `devices`: speed and memory; samples, verdict and number of samples are the
      same for any of them.
    - `cores`: how many of a CPU may be used. A run that lasts goes on in as many processes. By
      default `THEOREM_CHECKS_CORES`, or all that this process may run on.
    - `progress`: called with a `Progress` about once a second, and at the end if it was called
      before; `ShowProgress()` writes it to the terminal.
    - `resume`: `evidence.figures['state']` of an UNDECIDED run, or `progress.state`, of the same
      test and seed; the run goes on as if it had not stopped.
    """

    max_samples: int
    block: int
    batched: bool
    batch_size: int
    devices: Sequence[Any] | None
    cores: int | None
    progress: Callable[[Progress], None] | None
    resume: Mapping[str, Any] | None


def decide(
    test: ClaimTest,
    statistic: Statistic,
    *,
    seed: int,
    subject: str = "E f",
    max_samples: int = BUDGET,
    block: int = BLOCK,
    batched: bool = False,
    batch_size: int = 2**16,
    devices: Sequence[Any] | None = None,
    cores: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    resume: Mapping[str, Any] | None = None,
) -> Evidence:
    """Sample a statistic until a test knows, and return the Evidence.

    **Arguments**: the `test`; a `statistic`, a JAX function of one key with a real scalar as its
    value, called with `sample_key(seed, 0)`, `sample_key(seed, 1)`, ...; the `seed` from the
    runner; the `subject`, what the mean is called; for the rest see `Options`.

    **Returns** HOLDS, REFUTED, or UNDECIDED at the end of the budget.

    **Raises** `StatisticError` for a value that is not finite or that the assumption rules out,
    naming sample and key; `SeedError` inside a Hypothesis test; `ArgumentError` for a bad seed
    or option, or a state to resume that belongs to another test.
    """
    refuse_inside_search()
    from theorem_checks.sampling.block_sums import sums_of  # JAX is loaded to draw samples
    from theorem_checks.sampling.streams import Stream

    stream = Stream(
        statistic,
        seed=seed,
        batched=batched,
        block=block,
        batch_size=batch_size,
        devices=devices,
        cores=cores,
        inexact=bool(test.rounding),
        summary=sums_of(test),
    )
    if max_samples < block:
        raise ArgumentError("max_samples", max_samples, f"at least one block, {block}")
    run = {"test": repr(test), "seed": stream.seed, "block": block}
    state = test.start() if resume is None else _resumed(resume, run)
    if stream.hosts > 1:
        _require_same_run(run, stream, state, max_samples)
    reporter = _Reporter(progress, test, run, state.samples, max_samples // block * block)
    batches = stream.summarized(state.samples // block, max_samples // block)
    try:
        for batch in batches:
            state = advanced(test, state, batch, block)
            if state.verdict is not Verdict.UNDECIDED:
                break
            reporter.report(state)
    except StatisticError as error:
        raise error.with_seed(stream.seed) from None
    finally:
        batches.close()
        reporter.close(state)
    figures = {"block": block, "device": stream.device, "precision": stream.dtype.name}
    if test.rounding:
        figures["rounding"] = test.rounding
    if state.verdict is Verdict.UNDECIDED:
        figures["state"] = {**run, **state.to_json()}
    return finding(test, state, engine="jax", subject=subject, seed=stream.seed, figures=figures)


def advanced(test: ClaimTest, state: TestState, batch: "Batch", block: int) -> TestState:
    """Return the state of a test after a batch of blocks, from sums where the test knows them.

    **Raises** `StatisticError` for a value that cannot be used, as `test.advance` does.
    """
    if not isinstance(test, MeanTest):
        return test.advance(state, batch.values())
    sums = batch.summaries()
    after = test.absorb(state, sums, block)
    seen = (after.samples - state.samples) // block
    if not after.outcome and seen < len(sums):  # then the samples are looked at
        test.law.require(batch.values()[seen], after.samples)
    return after


def _resumed(saved: Mapping[str, Any], run: Mapping[str, Any]) -> TestState:
    for name, value in run.items():
        if saved.get(name) != value:
            raise ArgumentError(
                f"resume[{name!r}]",
                saved.get(name),
                f"{value!r}, as in this call",
                "A run can be resumed only with the test, seed and block that it began with.",
            )
    return TestState.from_json(saved)


def _require_same_run(
    run: Mapping[str, Any], stream: "Stream", state: TestState, max_samples: int
) -> None:
    """Raise `HostsError` unless all hosts run the same test on the same samples."""
    from theorem_checks.sampling.hosts import require_agreement

    facts = {**run, "statistic": stream.traced, "samples": state.samples, "budget": max_samples}
    require_agreement({name: str(fact) for name, fact in facts.items()})


@dataclass
class _Reporter:
    """Passes on the state of a test once in a while."""

    progress: Callable[[Progress], None] | None
    test: ClaimTest
    run: Mapping[str, Any]
    samples: int  # at the last report
    max_samples: int
    since: float = field(default_factory=time.monotonic)  # when that was
    silent: bool = True

    def report(self, state: TestState) -> None:
        """Report, if the last time is long ago."""
        if self.progress is not None and time.monotonic() - self.since >= BETWEEN_REPORTS:
            self._send(state, done=state.samples == self.max_samples)

    def close(self, state: TestState) -> None:
        """Report the end, unless nothing has been reported so far or the end already has."""
        if not self.silent and self.samples != state.samples:
            self._send(state, done=True)

    def _send(self, state: TestState, *, done: bool) -> None:
        assert self.progress is not None
        rate = (state.samples - self.samples) / (time.monotonic() - self.since)
        low, high = interval = self.test.interval(state)
        times = max(1.0, (high - low) / 2 / self.test.discrepancy) ** 2
        end = min(self.max_samples, state.samples * times)
        self.progress(
            Progress(
                state.samples,
                self.max_samples,
                self.test.estimate(state),
                interval,
                rate,
                0.0 if done else (end - state.samples) / rate,
                done,
                {**self.run, **state.to_json()},
            )
        )
        self.since, self.samples, self.silent = time.monotonic(), state.samples, False
