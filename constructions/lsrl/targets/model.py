"""Models with exact weights: stacks of parts, each of which becomes a cell on a number system."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

from constructions.arrays import EXACT, jax_floats, system_of
from constructions.cells.cell import Cell
from constructions.cells.stack import Stack
from constructions.errors import ShapeError
from constructions.lsrl.language.cyclotomic import ALGEBRAIC
from constructions.lsrl.language.matrices import Matrix

__all__ = ["Model", "Part", "Weights", "batched"]


@runtime_checkable
class Part(Protocol):
    """One cell of a model, with exact weights."""

    @property
    def numbers(self) -> Mapping[str, Matrix]:
        """The weights by name, as the cell calls them."""
        ...

    @property
    def state(self) -> int:
        """The number of numbers that live on between tokens."""
        ...

    def cell(self, system: Any) -> Cell:
        """Return the cell with weights of a number system."""
        ...


@dataclass(frozen=True)
class Weights:
    """A cell of one class: its matrices, its vectors and its choices.

    `state` is the number of numbers that live on between tokens.
    """

    cell_class: Callable[..., Cell]
    matrices: Mapping[str, Matrix]
    vectors: Mapping[str, Matrix]
    state: int
    choices: Mapping[str, Any] = field(default_factory=dict)

    @property
    def numbers(self) -> Mapping[str, Matrix]:
        """All weights by name."""
        return {**self.matrices, **self.vectors}

    def cell(self, system: Any) -> Cell:
        """Return the cell with weights of a number system."""
        matrices = {name: m.array(system) for name, m in self.matrices.items()}
        vectors = {name: m.vector(system) for name, m in self.vectors.items()}
        return self.cell_class(**matrices, **vectors, **self.choices)


@dataclass(frozen=True)
class Model:
    """A stack of cells with exact weights.

    **Fields**: `target`, the name of its architecture; `parts`, the cells; `layers`, how many of
    them are layers of the architecture (the rest reads the last one out); `longest`, the number of
    tokens beyond which it does not compute what it was made for, None where there is no bound.
    """

    target: str
    parts: tuple[Part, ...]
    layers: int
    longest: int | None = None

    @property
    def state(self) -> int:
        """The number of numbers that live on between tokens."""
        return sum(part.state for part in self.parts)

    @property
    def parameters(self) -> int:
        """The number of entries of all weights, first states included."""
        return sum(m.shape[0] * m.shape[1] for m in self._matrices())

    @property
    def nonzero_parameters(self) -> int:
        """The number of entries that are not zero."""
        return sum(m.nonzeros for m in self._matrices())

    @property
    def is_rational(self) -> bool:
        """Whether all weights are rational."""
        return all(m.is_rational for m in self._matrices())

    def _matrices(self) -> list[Matrix]:
        return [m for part in self.parts for m in part.numbers.values()]

    def cell(self, system: Any) -> Stack:
        """Return the model on a number system, a stack of cells: EXACT, FLOAT, `jax_floats()`.

        A cell goes on for as long as it is given tokens, also beyond `longest`.
        """
        if system == EXACT and not self.is_rational:
            system = ALGEBRAIC
        return Stack(tuple(part.cell(system) for part in self.parts))

    @cached_property
    def exact(self) -> Stack:
        """The model in exact numbers."""
        return self.cell(EXACT)

    def __call__(self, xs: Any) -> Any:
        """Return the outputs on a sequence (T, m): exact for nested lists, else as the array is.

        **Raises** `ShapeError` for more tokens than `longest`.
        """
        if isinstance(xs, list | tuple):
            xs = (EXACT if self.is_rational else ALGEBRAIC).array(xs)
            self._check_length(xs.shape[0])
            return self.exact(xs)
        self._check_length(xs.shape[0])
        return self.cell(system_of(xs))(xs)

    def _check_length(self, tokens: int) -> None:
        if self.longest is not None and tokens > self.longest:
            raise ShapeError(
                f"xs has {tokens} tokens; this {self.target} reads {self.longest} at most, as its"
                f" convolution forgets what is further back. Compile it with longest={tokens}."
            )

    def __repr__(self) -> str:
        return (
            f"Model({self.target}: {self.layers} layers, state {self.state},"
            f" {self.parameters} parameters, {self.nonzero_parameters} not zero)"
        )


def batched(model: Model, dtype: Any = None) -> Callable[[Any], Any]:
    """Return a function of a batch of prompts (B, T, m): compiled by JAX, one scan for all.

    **Arguments**: the model; the `dtype`, by default the widest that JAX is set to use. Outputs
    are (B, T, p). It compiles once for each shape. **Raises** `ShapeError`.
    """
    import jax

    system = jax_floats(dtype)
    cell = model.cell(system)

    def outputs(xs: Any) -> Any:
        return system.scan(cell.step, cell.initial_state(), xs)[1]

    compiled = jax.jit(jax.vmap(outputs))

    def run(xs: Any) -> Any:
        batch = system.array(xs)
        if batch.ndim != 3:
            raise ShapeError(f"xs has shape {batch.shape}; expected a batch (B, T, m).")
        cell.check_inputs(batch.reshape(-1, batch.shape[-1]))
        model._check_length(batch.shape[1])
        return compiled(batch)

    return run
