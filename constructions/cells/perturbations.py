"""How a perturbation of one state of a network with attention runs through what comes after it."""

from collections.abc import Callable
from typing import Any

__all__ = ["Total", "followed"]

Total = Callable[[Callable[[Any], Any], Any, Any], Any]
"""What adds `part(i)` over all i from one number to another."""


def followed(
    seed: Any,
    start: int,
    end: int,
    recur: Callable[[int, Any], Any],
    read: Callable[[int, dict[int, Any], Any | None], Any],
) -> dict[int, Any]:
    """Return {t: ds_t} for start <= t <= end, where dh_start = seed and no earlier state moves.

    **Arguments**: `recur(t, ds_{t-1})` is dh_t; `read(t, moved, ds_{t-1})` is ds_t, from the dh_i
    that move, by i, and what went before, None at the start.
    """
    if not 1 <= start <= end:
        raise ValueError(f"start={start}, end={end} is not valid: expected 1 <= start <= end.")
    moved = {start: seed}
    outputs = {start: read(start, moved, None)}
    for t in range(start + 1, end + 1):
        moved[t] = recur(t, outputs[t - 1])
        outputs[t] = read(t, moved, outputs[t - 1])
    return outputs
