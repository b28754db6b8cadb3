"""Orders and constants that checks measured, as their evidence has them among its figures.

`decide_order` leaves two figures, `order` and `constant`, each the two ends of an interval; a check
of several errors keeps them apart by further words in the name, such as `order 0`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeGuard

from theorem_checks.running.outcome import ClaimOutcome
from theorem_checks.verdicts.evidence import Evidence

__all__ = ["MeasuredLimit", "limits_of", "measured_in"]


@dataclass(frozen=True)
class MeasuredLimit:
    """That an error falls like `constant` times the scale to the power `order`, in intervals."""

    order: tuple[float, float]
    constant: tuple[float, float]

    def __str__(self) -> str:
        return f"{_interval(self.constant)} times the scale to the power {_interval(self.order)}"


def limits_of(outcome: ClaimOutcome) -> tuple[MeasuredLimit, ...]:
    """Return what the checks of a claim measured on its own subject, each once."""
    found = (limit for result in outcome.own for limit in measured_in(result.evidence))
    return tuple(dict.fromkeys(found))


def measured_in(evidence: Evidence) -> Iterator[MeasuredLimit]:
    """Yield the limits among the figures, then those of the parts, which may be the same."""
    for name, order in evidence.figures.items():
        words = name.split()
        if "order" not in words:
            continue
        partner = " ".join("constant" if word == "order" else word for word in words)
        constant = evidence.figures.get(partner)
        if _is_interval(order) and _is_interval(constant):
            yield MeasuredLimit((order[0], order[1]), (constant[0], constant[1]))
    for part in evidence.parts:
        yield from measured_in(part)


def _is_interval(value: Any) -> TypeGuard[list[float]]:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(v, float) for v in value)


def _interval(ends: tuple[float, float]) -> str:
    """Both ends to four digits, or one number where these agree."""
    low, high = (f"{end:.4g}" for end in ends)
    return low if low == high else f"[{low}, {high}]"
