"""How often a sampled verdict may be wrong."""

from dataclasses import dataclass

from theorem_checks.errors import ArgumentError

__all__ = ["ErrorRates"]


@dataclass(frozen=True)
class ErrorRates:
    """The probabilities, at most, of a wrong verdict of a statistical check.

    `false_alarm`: REFUTED though true. `false_pass`: HOLDS though off by more than the stated
    discrepancy.
    """

    false_alarm: float = 0.0
    false_pass: float = 0.0

    def __post_init__(self) -> None:
        for name in ("false_alarm", "false_pass"):
            rate = getattr(self, name)
            if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
                raise ArgumentError(f"ErrorRates.{name}", rate, "a probability, from 0 to 1")

    def __add__(self, other: "ErrorRates") -> "ErrorRates":
        """The rates of two tests together, by the union bound."""
        return ErrorRates(
            min(1.0, self.false_alarm + other.false_alarm),
            min(1.0, self.false_pass + other.false_pass),
        )
