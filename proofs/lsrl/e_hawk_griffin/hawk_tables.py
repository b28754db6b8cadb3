r"""Weights of Hawk's blocks as App. E prints them, and as they are mended.

    HawkTable(SQUARE, {"A~": "0, A; 0, 0", "B~": "0, B; 0, 0", ...}).block(w, 3, A=A, B=B)

The kernel is made of the powers of A~: $W_M[i] = \tilde A^i \tilde B$. The text leaves r open where
it sets the other gates; the tables here say b_r = 1 (see lsrl/hawk-lru-identity).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from constructions.cells.hawk import HawkBlock
from proofs.lsrl.any_size import World
from proofs.lsrl.weight_tables import filled

__all__ = [
    "GATED_IDENTITY",
    "HALVES",
    "PASSING",
    "RECURRENT_IDENTITY",
    "HawkTable",
    "one_step",
    "spaces",
]

SHAPES = {
    "W_a": "inputs inputs",
    "A~": "units units",
    "B~": "units inputs",
    "b_conv": "units",
    "W_r": "units units",
    "b_r": "units",
    "W_i": "units units",
    "b_i": "units",
    "W_g": "units inputs",
    "b_g": "units",
    "W_o": "between units",
    "b_o": "between",
    "W_e": "gates between",
    "b_e": "gates",
    "W_f": "gates between",
    "b_f": "gates",
    "W_m": "outputs gates",
    "b_m": "outputs",
}
"""The spaces of each weight, by the names of the text."""

GATED_IDENTITY = {"W_f": "0", "b_f": "1", "W_e": "I", "b_e": "0", "W_m": "I", "b_m": "0"}
"""E.4: the gated perceptron that is the identity."""

LRU_IDENTITY = {"W_r": "0", "b_r": "1", "W_i": "0", "b_i": "1"}
"""E.1 with r = 1, for which Lambda = 0 passes z."""

RECURRENT_IDENTITY = {
    "W_a": "I",
    "A~": "0",
    "B~": "I",
    "b_conv": "0",
    **LRU_IDENTITY,
    "W_g": "0",
    "b_g": "1",
    "W_o": "I",
    "b_o": "0",
}
"""E.2: the recurrent block that is the identity."""


def spaces(
    inputs: str, units: str = "", between: str = "", gates: str = "", outputs: str = ""
) -> dict[str, str]:
    """Return the letters of each space; those left out are as the one before."""
    found = [inputs]
    for sizes in (units, between, gates, outputs):
        found.append(sizes or found[-1])
    names = ["inputs", "units", "between", "gates", "outputs"]
    return dict(zip(names, found, strict=True))


HALVES = spaces("n m")


@dataclass(frozen=True)
class HawkTable:
    """The weights of a block, and the letters of its spaces."""

    spaces: Mapping[str, str]
    weights: Mapping[str, str]

    def but(self, **weights: str) -> "HawkTable":
        """Return the table with other weights; A_tilde and B_tilde for A~ and B~."""
        named = {name.replace("_tilde", "~"): text for name, text in weights.items()}
        return replace(self, weights={**self.weights, **named})

    def weight(self, w: World, name: str, **named: Any) -> Any:
        """Return one weight in a world."""
        shape = [self.spaces[space] for space in SHAPES[name].split()]
        return filled(w, self.weights[name], *shape, **named)

    def block(self, w: World, length: int, **named: Any) -> HawkBlock:
        """Return the block, with a kernel of a length."""
        A, kernel = self.weight(w, "A~", **named), [self.weight(w, "B~", **named)]
        for _ in range(length - 1):
            kernel.append(A @ kernel[-1])
        return self.with_kernel(w, tuple(kernel), **named)

    def with_kernel(self, w: World, kernel: Any, **named: Any) -> HawkBlock:
        """Return the block with a kernel, an array or a tuple of matrices."""
        own = {name: self.weight(w, name, **named) for name in SHAPES if "~" not in name}
        return HawkBlock(kernel, **own)


def one_step(block: HawkBlock, h: Any, x: Any) -> Any:
    """Return what a block puts out at a token, after none in its window, but from any h."""
    window, _ = block.initial_state()
    return block.step((window, h), x)[1]


PASSING = HawkTable(HALVES, {**RECURRENT_IDENTITY, **GATED_IDENTITY})
"""E.2 and E.4: the block that is the identity."""
