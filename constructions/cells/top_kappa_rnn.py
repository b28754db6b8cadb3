"""The recurrent network that attends to the kappa states of highest score.

Sparse attention as in SAB (Ke et al.): all states are scored, kappa of them are read.
"""

from dataclasses import dataclass
from typing import Any

from constructions.cells.self_attentive_rnn import SelfAttentiveRNN
from constructions.errors import ArgumentError

__all__ = ["TopKappaRNN"]


@dataclass(frozen=True)
class TopKappaRNN(SelfAttentiveRNN):
    """The self-attentive network with the weights of all but the best `kappa` states set to 0.

    Of equal weights the earlier state is kept. Weights need comparison: rationals and floats have
    it, and JAX arrays do, also under `jit`. **Raises** `ArgumentError` for `kappa` below 1.
    """

    kappa: int = 1

    def __post_init__(self) -> None:
        if self.kappa < 1:
            raise ArgumentError("kappa", self.kappa, "at least 1")

    def keeps(self, rank: Any) -> Any:
        """Return whether the state of a rank, 0 for the best, is kept."""
        return rank < self.kappa

    def weights(self, s_before: Any, states: Any) -> list[Any]:
        """Return the weights of all states, zero for those that are not attended to."""
        if len(states) <= 1:
            return super().weights(s_before, states)
        found = [self.weight(s_before, h) for h in states]
        kept = [w * self.keeps(self._rank(found, i)) for i, w in enumerate(found)]
        total = sum(kept[1:], start=kept[0])
        return [w / total for w in kept]

    @staticmethod
    def _rank(found: list[Any], i: int) -> Any:
        ahead = [other >= found[i] for other in found[:i]]
        later = [other > found[i] for other in found[i + 1 :]]
        return sum([1 * better for better in (*ahead, *later)])
