"""Whether two programs compute the same, on exact inputs."""

import random
from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from constructions.arrays import EXACT
from constructions.errors import ArgumentError, ConstructionError
from constructions.lsrl.language.cyclotomic import ALGEBRAIC
from constructions.lsrl.language.program import ForEach

__all__ = ["DifferentProgramsError", "Runs", "check_same", "sample_inputs"]


class DifferentProgramsError(ConstructionError):
    """Two programs that should compute the same give different outputs on the inputs `xs`."""

    def __init__(self, what: str, xs: Any, wanted: Any, got: Any) -> None:
        super().__init__(
            f"{what} is not the same program: on the tokens {xs} it gives"
            f" {[list(map(str, y)) for y in got]} instead of {[list(map(str, y)) for y in wanted]}."
        )
        self.xs, self.wanted, self.got = xs, wanted, got


def sample_inputs(dim: int, *, sequences: int = 3, tokens: int = 4, seed: int = 0) -> list[Any]:
    """Return some sequences of tokens of size `dim`, small halves, the same for the same seed."""
    draw = random.Random(seed).randint  # noqa: S311
    return [
        [[f"{draw(-6, 6)}/2" for _ in range(dim)] for _ in range(tokens)] for _ in range(sequences)
    ]


@runtime_checkable
class Runs(Protocol):
    """A program, or a model: what maps sequences of tokens to outputs."""

    @property
    def is_rational(self) -> bool:
        """Whether all its numbers are rational."""
        ...

    def __call__(self, xs: Any) -> Any:
        """Return the outputs on an array of tokens, in its number system."""
        ...


def check_same(
    program: Runs, other: Runs, inputs: Sequence[Any] | None = None, what: str = "the result"
) -> None:
    """Check that two programs, or models, have equal outputs, exactly.

    **Arguments**: the two; `inputs`, sequences of exact tokens, by default `sample_inputs` of
    a program; `what` the second is called in the error. Equality on inputs is no proof of equality.

    **Raises** `DifferentProgramsError`, with the inputs.
    """
    rational = program.is_rational and other.is_rational
    system = EXACT if rational else ALGEBRAIC
    if inputs is None:
        if not isinstance(program, ForEach):
            raise ArgumentError("inputs", inputs, "sequences of tokens for a model")
        inputs = sample_inputs(program.input.dim)
    for xs in inputs:
        tokens = system.array(xs)
        wanted, got = program(tokens), other(tokens)
        if wanted.shape != got.shape or not (wanted == got).all():
            raise DifferentProgramsError(what, xs, wanted.tolist(), got.tolist())
