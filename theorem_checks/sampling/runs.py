"""Running a sequential test on samples from JAX: budget, progress, resumption, Evidence."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.faults import StatisticError, refuse_inside_search
from theorem_checks.sampling.findings import BLOCK, finding
from theorem_checks.sampling.protocols import ClaimTest
from theorem_checks.sampling.states import TestState
from theorem_checks.sampling.statistics import Statistic
from theorem_checks.verdicts import Evidence, Verdict

__all__ = ["Options", "Progress", "decide"]

BUDGET = 10_000_000
BETWEEN_REPORTS = 1.0  # seconds


@dataclass(frozen=True)
class Progress:
    """How far a test is: `samples` so far, `estimate`, confidence `interval`, samples a second.

    `state` is what `resume` takes.
    """

    samples: int
    estimate: float
    interval: tuple[float, float]
    rate: float
    state: Mapping[str, Any] = field(repr=False)


class Options(TypedDict, total=False):
    """How a test is run.

    - `max_samples`: the budget, used in whole blocks; then the test is UNDECIDED.
    - `block`: the test looks at the ends of blocks of this many samples. It is part of the test,
      as `delta` is; choose it smaller for statistics that cost much, larger for accelerators.
    - `batched`: the statistic takes an array of `block` keys and returns as many values.
    - `batch_size`, `devices`: speed and memory; samples, verdict and number of samples are the
      same for any of them.
    - `progress`: called with a `Progress` about once a second.
    - `resume`: `evidence.figures['state']` of an UNDECIDED run, or `progress.state`, of the same
      test and seed; the run goes on as if it had not stopped.
    """

    max_samples: int
    block: int
    batched: bool
    batch_size: int
    devices: Sequence[Any] | None
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
    from theorem_checks.sampling.streams import Stream  # JAX is loaded when samples are drawn

    stream = Stream(
        statistic,
        seed=seed,
        batched=batched,
        block=block,
        batch_size=batch_size,
        devices=devices,
        inexact=bool(test.rounding),
    )
    if max_samples < block:
        raise ArgumentError("max_samples", max_samples, f"at least one block, {block}")
    run = {"test": repr(test), "seed": stream.seed, "block": block}
    state = test.start() if resume is None else _resumed(resume, run)
    report = _reporter(progress, test, run)
    for blocks in stream.batches(state.samples // block, max_samples // block):
        try:
            state = test.advance(state, blocks)
        except StatisticError as error:
            raise error.with_seed(stream.seed) from None
        if state.verdict is not Verdict.UNDECIDED:
            break
        report(state)
    figures = {"block": block, "device": stream.device, "precision": stream.dtype.name}
    if test.rounding:
        figures["rounding"] = test.rounding
    if state.verdict is Verdict.UNDECIDED:
        figures["state"] = {**run, **state.to_json()}
    return finding(test, state, engine="jax", subject=subject, seed=stream.seed, figures=figures)


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


def _reporter(
    progress: Callable[[Progress], None] | None, test: ClaimTest, run: Mapping[str, Any]
) -> Callable[[TestState], None]:
    """Return a function that passes on a state once in a while."""
    if progress is None:
        return lambda _: None
    last_time, last_samples = time.monotonic(), 0

    def report(state: TestState) -> None:
        nonlocal last_time, last_samples
        passed = time.monotonic() - last_time
        if passed < BETWEEN_REPORTS:
            return
        rate = (state.samples - last_samples) / passed
        saved = {**run, **state.to_json()}
        progress(Progress(state.samples, test.estimate(state), test.interval(state), rate, saved))
        last_time, last_samples = time.monotonic(), state.samples

    return report
