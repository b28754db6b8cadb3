"""The recurrent network with self-attention, its attention weights held constant.

`h_{t+1} = V s_t + U x_{t+1}`, `s_t = h_t + sum_i alpha_{i,t} h_i` (Untangling tradeoffs between
recurrence and self-attention, eqs 1-2, with phi the identity, f(h, c) = h + c and weights
alpha that do not depend on the states). The map is linear, so a perturbation of h_t runs through
the very same recurrence, and the total derivative ds_T/dh_t is what the network answers to it.
Where the weights are 1/t, all that is needed of the states is their sum.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.cells.perturbations import Total, followed

__all__ = ["AttentiveRNN", "UniformlyAttentiveRNN", "attention_hops", "uniform_attention"]

Attention = Mapping[int, Mapping[int, Any]]


def uniform_attention(attended: Mapping[int, Collection[int]]) -> dict[int, dict[int, Fraction]]:
    """Return the weights alpha_{i,t} = 1/|S_t| for i in S_t, from the sets S_t.

    **Arguments**: `attended[t]` is S_t, a non-empty set of times i with 1 <= i <= t.

    **Raises** `ValueError` naming the set that is empty or looks outside 1..t.
    """
    for t, events in attended.items():
        if not events or min(events) < 1 or max(events) > t:
            raise ValueError(
                f"attended[{t}]={sorted(events)!r} is not valid: expected a non-empty set of"
                f" times from 1 to {t}."
            )
    return {t: dict.fromkeys(events, Fraction(1, len(events))) for t, events in attended.items()}


def attention_hops(attention: Attention, start: int, end: int) -> int | None:
    """Return the least number of attention hops by which s_end looks back to h_start, or None.

    One hop goes from s_t to an attended h_i; from h_i the next hop starts at s_{i-1}.
    """
    hops: dict[int, int] = {}
    for t in range(start, end + 1):
        reach = [
            1 if i == start else 1 + hops[i - 1]
            for i, weight in attention[t].items()
            if weight != 0 and (i == start or i - 1 in hops)
        ]
        if reach:
            hops[t] = min(reach)
    return hops.get(end)


@dataclass(frozen=True)
class AttentiveRNN:
    """A linear recurrent network with constant attention, on any number system.

    **Fields**: `V`, an array n x n or a number (n = 1); `attention[t][i]` = alpha_{i,t} for
    1 <= i <= t, absent entries being zero.
    """

    V: Any
    attention: Attention

    def derivatives(self, start: int, end: int, seed: Any) -> dict[int, Any]:
        """Return {t: (ds_t/dh_start) seed} for start <= t <= end.

        **Arguments**: `seed` is the perturbation of h_start: the identity (or 1 if V is a
        number) for the derivative itself. Earlier states do not move; a later h_t moves through
        s_{t-1} alone.
        """
        return followed(
            seed,
            start,
            end,
            lambda _, output: self.recur(output),
            lambda t, states, _: self.read(t, states, start),
        )

    def read(self, t: Any, states: Any, start: Any, total: Total | None = None) -> Any:
        """Return s_t from the states h_i that move, i = start, ..., t.

        **Arguments**: `total(part, first, last)` adds `part(i)` over first <= i <= last, where all
        weights are there; by default the weights that are there are gone through.
        """
        row = self.attention[t]
        if total is None:
            return sum((w * states[i] for i, w in row.items() if i >= start), start=states[t])
        return states[t] + total(lambda i: row[i] * states[i], start, t)

    def recur(self, output: Any) -> Any:
        """Return h_{t+1}, without what is fed to it, from s_t."""
        return self.V @ output if hasattr(self.V, "shape") else self.V * output


@dataclass(frozen=True)
class UniformlyAttentiveRNN:
    """The same network with weights alpha_{i,t} = 1/t for all i <= t, one step after the other.

    **Fields**: `V`, an array n x n or a number (n = 1).
    """

    V: Any

    def step(self, t: Any, state: tuple[Any, Any], fed: Any) -> tuple[tuple[Any, Any], Any]:
        """Return (h_{t+1}, h_1 + ... + h_{t+1}), and s_t.

        **Arguments**: the time `t`, from 1 on; the `state` (h_t, h_1 + ... + h_t); what is `fed`
        to h_{t+1}, U x_{t+1}.
        """
        h, total = state
        s = h + total / t
        following = (self.V @ s if hasattr(self.V, "shape") else self.V * s) + fed
        return (following, total + following), s
