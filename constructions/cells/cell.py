"""What every cell is: weights, a first state and a pure step."""

from abc import ABC, abstractmethod
from typing import Any

from constructions.arrays import as_array, scan
from constructions.trees import PyTree, array_fields

__all__ = ["Cell"]


class Cell(PyTree, ABC):
    """A recurrent map of sequences: a frozen dataclass of weights with a pure step function.

    The step uses only what `constructions.number_systems.protocol` lists, so that it runs on
    every number system. A cell is a JAX pytree of its weights: `jax.jit(cell)(xs)`,
    `jax.vmap(cell)(batch)` and `jax.grad(lambda cell: loss(cell(xs)))(cell)` work.
    """

    def __post_init__(self) -> None:
        weights = self.weights()
        arrays = [weight for weight in weights.values() if hasattr(weight, "shape")]
        for name, weight in weights.items():
            object.__setattr__(self, name, as_array(weight, *arrays))
        self.check()

    def weights(self) -> dict[str, Any]:
        """Return the weights by name."""
        return {name: getattr(self, name) for name in array_fields(self)}

    @abstractmethod
    def check(self) -> None:
        """Check the shapes of the weights and the choices. **Raises** `ShapeError` and such."""

    @abstractmethod
    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence of inputs. **Raises** `ShapeError`."""

    @abstractmethod
    def initial_state(self) -> Any:
        """Return the state before the first token."""

    @abstractmethod
    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after the token `x`, and the output at this token."""

    def __call__(self, xs: Any) -> Any:
        """Return the outputs on a sequence of inputs, both with time as the first axis.

        **Raises** `ShapeError` for inputs of the wrong size, `MixedSystemsError` for inputs of a
        number system that does not go with the weights'.
        """
        xs = self.inputs(xs)
        _, ys = scan(self.step, self.initial_state(), xs)
        return ys

    def inputs(self, xs: Any) -> Any:
        """Return a sequence of inputs in the number system in which it meets the weights.

        **Raises** `ShapeError` and `MixedSystemsError`.
        """
        xs = as_array(xs, *self.weights().values())
        self.check_inputs(xs)
        return xs
