"""The two checks of a statement about cells: for all sizes, and on numbers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from proofs.lsrl.any_size import on_numbers, proved_for_all_sizes
from theorem_checks import check

__all__ = ["Together", "check_for_all_sizes", "check_on_numbers"]

INDUCTION = ("induction over the tokens", "induction over the depth of the networks")


@check("proof")
def check_for_all_sizes(statement):
    """What is claimed is what the cells put out, for all sizes, weights, states and inputs."""
    return proved_for_all_sizes(statement, rests_on=INDUCTION)


@check("search")
def check_on_numbers(statement):
    """What is claimed is what the cells put out, in exact arithmetic, sizes 1 and 2."""
    return on_numbers(statement)


@dataclass(frozen=True)
class Together:
    """Several statements at once."""

    parts: tuple[Callable[..., Any], ...]

    def __call__(self, w):
        """Return all pairs."""
        return {
            f"{n}: {name}": pair
            for n, part in enumerate(self.parts, 1)
            for name, pair in part(w).items()
        }
