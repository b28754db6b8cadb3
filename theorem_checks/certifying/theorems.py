"""What a certificate states: the theorem, and what it names."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.names import encoded_name
from theorem_checks.errors import TheoremChecksError

__all__ = ["BY_HAND", "TRUE", "NoFormError", "Random", "Tensor", "Theorem", "joined", "parts"]


BY_HAND = "its author can write it, as certificate(says, proof='NAME.v')"
"""What to do where the toolkit writes no proof of a form that it has."""


class NoFormError(TheoremChecksError):
    """There is no form of certificate yet for something in a statement."""

    def __init__(self, what: str) -> None:
        super().__init__(f"no certificate form yet: {what}")


@dataclass(frozen=True)
class Tensor:
    """A tensor by name: of how many indices; of which square matrix it is the inverse.

    Or of which it has the powers, by age, at `[j, i, k]`, or between times, at `[t, s, i, k]`.
    `symmetry`, of two or more indices of one `size`: 'symmetric', 'antisymmetric', or ''.
    """

    name: str
    rank: int
    inverse_of: str = ""
    size: t.Size | None = None
    power_of: str = ""
    symmetry: str = ""


@dataclass(frozen=True)
class Random:
    """A random tensor by name, with the moments of its entries, and cumulants, from order 0 on."""

    name: str
    sizes: tuple[t.Size, ...]
    moments: tuple[t.Term, ...]
    cumulants: tuple[t.Term, ...]


TRUE = t.Equals(t.Number(0), t.Number(0))


@dataclass
class Theorem:
    """What a certificate states: the body, for all sizes, numbers and tensors that it names."""

    sizes: dict[str, int] = field(default_factory=dict)  # with the least value
    numbers: dict[str, tuple[t.Proposition, ...]] = field(default_factory=dict)
    tensors: dict[str, Tensor] = field(default_factory=dict)
    body: t.Proposition = TRUE
    bound: dict[str, Tensor] = field(default_factory=dict)  # of states and tokens of machines
    random: dict[str, Random] = field(default_factory=dict)
    functions: dict[str, tuple[int, int]] = field(default_factory=dict)  # places of argument, value
    origins: dict[int, Any] = field(default_factory=dict)  # for proofs: where positive parts stood
    ordered: bool = False  # whether it is of ordered fields alone, whatever stands in it

    @property
    def names(self) -> list[str]:
        """The identifiers of all that is named."""
        named = [*self.sizes, *self.numbers, *self.tensors, *self.bound, *self.random]
        named += self.functions
        return [encoded_name(name) for name in named]

    @property
    def is_ordered(self) -> bool:
        """Whether the field has to be an ordered one."""
        return self.ordered or any(
            isinstance(part, _ORDERED) or (isinstance(part, t.MeanOutput) and part.is_least)
            for part in parts(self.body)
        )


_ORDERED = (
    *(t.Positive, t.AtMost, t.Less, t.LeastAt, t.MeanWithin),
    *(t.RadiusBelow, t.PowersVanish, t.PowersBounded),
)
"""What is said of ordered fields alone."""


def parts(tree: Any) -> Iterable[Any]:
    """A tree and all that stands in it."""
    yield tree
    for name in getattr(tree, "__dataclass_fields__", ()):
        value = getattr(tree, name)
        for part in value if isinstance(value, tuple) else (value,):
            if hasattr(part, "__dataclass_fields__"):
                yield from parts(part)


def joined(kind: Callable[..., t.Term], found: list[t.Term]) -> t.Term:
    """A sum or a product of terms; of one, that one."""
    if not found:
        raise NoFormError("a sum or a product of nothing")
    return found[0] if len(found) == 1 else kind(tuple(found))
