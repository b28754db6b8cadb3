"""From the state of a sequential test to Evidence, and tests on values that are given."""

import itertools
from collections.abc import Iterable, Mapping
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.sequential import MeanTest
from theorem_checks.sampling.states import TestState
from theorem_checks.verdicts import Evidence, Route, Verdict

__all__ = ["decide_on_values", "finding"]

BLOCK = 256


def decide_on_values(
    test: MeanTest, values: Iterable[Any], *, block: int = BLOCK, subject: str = "E f"
) -> Evidence:
    """Run a test on given values of independent samples, until it knows or they end.

    **Arguments**: the `test`; the `values`, floats or exact numbers, read one block at a time
    (memory is constant); the number of samples in a `block`; the `subject`, what the mean is
    called.

    **Returns** HOLDS, REFUTED, or UNDECIDED where the values end first.

    **Raises** `StatisticError` for a value that is not finite or that the assumption rules out.
    """
    if block < 1:
        raise ArgumentError("block", block, "a positive number of samples")
    state, stream = test.start(), iter(values)
    while state.verdict is Verdict.UNDECIDED and (chunk := list(itertools.islice(stream, block))):
        state = test.update(state, chunk)
    return finding(test, state, engine="numpy", subject=subject, figures={"block": block})


def finding(
    test: MeanTest,
    state: TestState,
    *,
    engine: str,
    subject: str,
    figures: Mapping[str, Any],
    seed: int | None = None,
) -> Evidence:
    """Return the Evidence of a test in this state; `figures` join those of the test itself."""
    claim = f"{subject} {test.relation} {test.value}"
    assumed = f"independent samples of one law, {test.law}"
    if not state.samples:
        return Evidence.undecided(f"No sample of {claim} was seen.", scope=assumed, seed=seed)
    low, high = test.interval(state)
    seen = (
        f"after {state.samples} samples the estimate is {test.estimate(state):.6g}, the mean in"
        f" [{low:.6g}, {high:.6g}]"
    )
    reason = {
        Verdict.HOLDS: f"{claim} holds to within {test.discrepancy:g}: {seen}",
        Verdict.REFUTED: f"{claim} is refuted: {seen}",
        Verdict.UNDECIDED: f"{claim} is open, the samples are used up: {seen}",
    }[state.verdict]
    return Evidence(
        state.verdict,
        f"{claim} to within {test.discrepancy:g}; {assumed}",
        reason,
        routes=(Route("sequential test by betting", engine),),
        rests_on=("Ville's inequality", f"{assumed}"),
        error_rates=test.rates,
        seed=seed,
        figures={
            "estimate": test.estimate(state),
            "interval": [low, high],
            "interval_error": 2 * test.false_pass,
            "samples": state.samples,
            "delta": test.discrepancy,
            **figures,
        },
    )
