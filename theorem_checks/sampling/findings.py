"""From the state of a sequential test to Evidence, and tests on values that are given."""

import itertools
from collections.abc import Iterable, Mapping
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.protocols import ClaimTest
from theorem_checks.sampling.states import TestState
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["decide_on_values", "finding"]

VILLE = (
    "A nonnegative martingale that begins at 1 ever reaches c with probability at most 1/c (Ville;"
    " Durrett, Probability, 4.4)."
)
BLOCK = 256


def decide_on_values(
    test: ClaimTest, values: Iterable[Any], *, block: int = BLOCK, subject: str = "E f"
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
    test: ClaimTest,
    state: TestState,
    *,
    engine: str,
    subject: str,
    figures: Mapping[str, Any],
    seed: int | None = None,
) -> Evidence:
    """Return the Evidence of a test in this state; `figures` join those of the test itself."""
    claim, assumed = test.claim(subject), f"independent samples of one law, {test.assumption}"
    if not state.samples:
        return Evidence.undecided(f"No sample of {claim} was seen.", scope=assumed, seed=seed)
    found = test.figures(state)
    seen = f"after {found['samples']} samples {test.seen(state)}"
    reason = {
        Verdict.HOLDS: f"{claim} holds to within {test.discrepancy:g}: {seen}",
        Verdict.REFUTED: f"{claim} is refuted: {seen}",
        Verdict.UNDECIDED: f"{claim} is open, the samples are used up: {seen}",
    }[state.verdict]
    return Evidence(
        state.verdict,
        f"{claim} to within {test.discrepancy:g}; {assumed}",
        reason,
        routes=(Route.testing("sequential test by betting", Engine(engine)),),
        words=(assumed, VILLE),
        error_rates=test.rates,
        seed=seed,
        figures={**found, "delta": test.discrepancy, **figures},
    )
