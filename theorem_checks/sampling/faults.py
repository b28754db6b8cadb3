"""What stops a sampling check: a statistic outside its assumptions, a seed that was searched."""

import operator
import sys

from theorem_checks.errors import ArgumentError, TheoremChecksError

__all__ = ["SeedError", "StatisticError", "checked_seed", "refuse_inside_search"]

SEED_LIMIT = 2**63


class StatisticError(TheoremChecksError):
    """A statistic gave a value that the assumptions of its test rule out.

    The test has no meaning then, whichever way it would have ended: mend the statistic or the
    assumption.

    **Arguments**: the number of the offending `sample` (counted from 0); its `value`; what was
    `expected`; a `hint` that says what to do; the `seed` of the stream, where there is one.
    """

    def __init__(
        self, sample: int, value: object, expected: str, hint: str = "", seed: int | None = None
    ) -> None:
        again = (
            "" if seed is None else f"Its key is sample_key(seed={seed}, sample={sample}) again."
        )
        message = f"Sample {sample} is {value!r}: expected {expected}."
        super().__init__(" ".join(text for text in (message, hint, again) if text))
        self.sample, self.value, self.expected, self.hint = sample, value, expected, hint
        self.seed = seed

    def with_seed(self, seed: int) -> "StatisticError":
        """Return the same error, naming the key that produced the sample."""
        return StatisticError(self.sample, self.value, self.expected, self.hint, seed)


class SeedError(TheoremChecksError):
    """A statistical test was called where its seed would be searched over."""


def checked_seed(seed: object) -> int:
    """Return the seed as an int in [0, 2^63); anything else raises `ArgumentError`."""
    expected = "an int from 0 to 2^63 - 1"
    hint = "Pass on the seed that the runner gives to a check of kind 'sample'."
    if isinstance(seed, bool):
        raise ArgumentError("seed", seed, expected, hint)
    try:
        number = operator.index(seed)  # pyright: ignore[reportArgumentType]
    except TypeError:
        raise ArgumentError("seed", seed, expected, hint) from None
    if not 0 <= number < SEED_LIMIT:
        raise ArgumentError("seed", seed, expected, hint)
    return number


def refuse_inside_search() -> None:
    """Raise `SeedError` inside the body of a Hypothesis test.

    A property-based search looks for the input that fails. Given a seed, or anything else that
    changes the samples, it looks for the unluckiest draw, and the error rate of the test no
    longer means anything.
    """
    hypothesis = sys.modules.get("hypothesis")
    if hypothesis is not None and hypothesis.currently_in_test_context():
        raise SeedError(
            "A statistical test was called inside a Hypothesis test. A search over many draws is"
            " multiple testing, so the stated error rates would be false. Make it a check of kind"
            " 'sample', with one seed from the runner, and search exactly instead."
        )
