"""Programs on numbers that are Python objects: rationals, algebraic numbers, balls, terms.

The rows of the program's matrices are sparse, so that the work is that of the non-zero entries.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from constructions.lsrl.language.cyclotomic import Algebraics
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Concat, Input, Lin, LinState, Multi, Node, ReLU
from constructions.lsrl.language.numbers import converted
from constructions.lsrl.language.program_graph import ProgramGraph
from constructions.number_systems.rationals import Rationals

__all__ = ["EntrywiseMachine"]

Vector: TypeAlias = list[Any]
Operation: TypeAlias = Callable[[list[Vector], Vector | None], Vector]
"""From the values so far and the state of this node (None for all but `LinState`) to the value."""


class EntrywiseMachine:
    """A program on a number system of single numbers; see `constructions.lsrl.evaluation`."""

    def __init__(self, program: ProgramGraph, system: Any) -> None:
        self.program, self.system = program, system
        graph = program.graph
        with system.scope():
            relu = _relu_of(system)
            self._operations = [
                _operation(node, inputs, system, relu)
                for node, inputs in zip(graph.nodes, graph.inputs, strict=True)
            ]
            self._first = [_entries(state.init_state, system) for state in program.states]
        self._states = {position: k for k, position in enumerate(graph.states)}

    def initial_state(self) -> tuple[Any, ...]:
        """Return the states before the first token."""
        return tuple(self.system.array(state) for state in self._first)

    def step(self, state: tuple[Any, ...], x: Any) -> tuple[tuple[Any, ...], Any]:
        """Return the states after the token x, and the output at x."""
        token = list(self.system.array(x, "x").view(np.ndarray))
        with self.system.scope():
            after, y = self._advance([list(part.view(np.ndarray)) for part in state], token)
        return tuple(map(self.system.array, after)), self.system.array(y)

    def __call__(self, xs: Any) -> Any:
        """Return the outputs on a sequence, or on each sequence of a batch."""
        xs = self.system.array(xs, "xs").view(np.ndarray)
        dim = self.program.output.dim
        with self.system.scope():
            batch = [self._outputs(sequence) for sequence in (xs if xs.ndim == 3 else xs[None])]
        ys = np.empty((*xs.shape[:-1], dim), dtype=object)
        ys.reshape(-1, dim)[:] = np.array(
            [y for outputs in batch for y in outputs], dtype=object
        ).reshape(-1, dim)
        return self.system.array(ys)

    def _outputs(self, sequence: np.ndarray) -> list[Vector]:
        states, outputs = self._first, []
        for token in sequence:
            states, y = self._advance(states, list(token))
            outputs.append(y)
        return outputs

    def _advance(self, states: list[Vector], x: Vector) -> tuple[list[Vector], Vector]:
        values: list[Vector] = []
        after = list(states)
        for position, operation in enumerate(self._operations):
            k = self._states.get(position)
            if operation is None:
                values.append(x)
            elif k is None:
                values.append(operation(values, None))
            else:
                after[k] = operation(values, states[k])
                values.append(after[k])
        return after, values[-1]


def _operation(node: Node, inputs: tuple[int, ...], system: Any, relu: Any) -> Operation | None:
    """What a node does; None for the source, whose value is the token."""
    if isinstance(node, Input):
        return None
    i = inputs[0]
    if isinstance(node, Lin):
        affine = _affine(system, node.b, node.A)
        return lambda values, _: affine(values[i])
    if isinstance(node, LinState):
        update = _affine(system, node.b, Matrix.hstack([node.A, node.B]))
        return lambda values, state: update([*(state or []), *values[i]])
    if isinstance(node, ReLU):
        return lambda values, _: relu(values[i])
    if isinstance(node, Concat):
        return lambda values, _: [entry for part in inputs for entry in values[part]]
    assert isinstance(node, Multi)
    return lambda values, _: _product_of_halves(values[i])


def _product_of_halves(x: Vector) -> Vector:
    half = len(x) // 2
    return [a * b for a, b in zip(x[:half], x[half:], strict=True)]


_Row: TypeAlias = tuple[list[tuple[int, Any]], list[Any]]
"""The places and factors of a row, None for a factor of 1, and its bias where that is not 0."""


def _affine(system: Any, b: Matrix, A: Matrix) -> Callable[[Vector], Vector]:
    """The map A x + b on the non-zero entries; ones are not multiplied with, zeros not added."""
    zero = system.entry(0)
    rows = [
        (
            [(j, None if entry == 1 else converted(entry, system)) for j, entry in row],
            [converted(entry, system) for _, entry in bias],
        )
        for row, bias in zip(A.rows, b.rows, strict=True)
    ]

    return partial(_applied, rows, zero)


def _applied(rows: list[_Row], zero: Any, x: Vector) -> Vector:
    """The map with these rows, at a vector."""
    result = []
    for row, bias in rows:
        terms = [x[j] if factor is None else factor * x[j] for j, factor in row] + bias
        total = terms[0] if terms else zero
        for term in terms[1:]:
            total = total + term
        result.append(total)
    return result


def _entries(column: Matrix, system: Any) -> Vector:
    return [converted(column[i, 0], system) for i in range(column.shape[0])]


def _relu_of(system: Any) -> Callable[[Vector], Vector]:
    if isinstance(system, Rationals | Algebraics):
        zero = system.entry(0)
        return lambda x: [entry if entry > zero else zero for entry in x]
    return lambda x: list(system.relu(system.array(x)).view(np.ndarray))
