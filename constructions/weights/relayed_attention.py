"""Attention patterns that carry one event over any distance by a given number of hops.

They attain the sharp lower bound on the gradient under sparse uniform attention: the gradient is
`v^{d-1} (1/kappa + v^gap)^d`, which tends to `v^{d-1} kappa^{-d}` as the gap grows, |v| < 1.
"""

from dataclasses import dataclass
from fractions import Fraction

from constructions.cells.attentive_rnn import uniform_attention

__all__ = ["Relay", "relayed_attention"]


@dataclass(frozen=True)
class Relay:
    """Uniform attention weights, and the event `start` that they relay to the horizon `end`."""

    attention: dict[int, dict[int, Fraction]]
    start: int
    end: int


def relayed_attention(kappa: int, hops: int, gap: int) -> Relay:
    """Return a kappa-sparse uniform attention that carries one event by `hops` hops.

    Each event waits `gap` steps until some s_t attends to it, together with kappa - 1 times
    before `start`; the next event is h_{t+1}, which has just received s_t. All other times
    attend to h_1 alone, which no derivative reaches.

    **Raises** `ValueError` unless kappa, hops and gap are at least 1.
    """
    for name, value in (("kappa", kappa), ("hops", hops), ("gap", gap)):
        if value < 1:
            raise ValueError(f"{name}={value} is not valid: expected at least 1.")
    start = max(kappa, 2)
    idle = set(range(1, kappa))
    attended: dict[int, set[int]] = {}
    event = start
    for _ in range(hops):
        reader = event + gap
        attended[reader] = {event} | idle
        event = reader + 1
    end = event - 1
    full = {t: attended.get(t, {1}) for t in range(1, end + 1)}
    return Relay(uniform_attention(full), start, end)
