"""Programs on floating-point arrays: NumPy's and JAX's.

A machine is a pytree of its numbers: `jax.jit(machine)(xs)`, `jax.vmap(machine)(batch)` and
`jax.grad(lambda machine: loss(machine(xs)))(machine)` work. The time loop is one `lax.scan`.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from constructions.lsrl.language.nodes import Lin, Node
from constructions.lsrl.language.program_graph import ProgramGraph
from constructions.number_systems.floats import FLOAT
from constructions.trees import STATIC, PyTree

__all__ = ["ArrayMachine", "array_machine"]


class _Instruction(NamedTuple):
    kind: str
    inputs: tuple[int, ...]
    picked: tuple[int, ...] | None = None


@dataclass(frozen=True, eq=False)
class ArrayMachine(PyTree):
    """A program on NumPy or JAX floats; see `constructions.lsrl.evaluation`.

    **Fields**: `numbers`, for each node a dict of its matrices as dense arrays, transposed, and
    of its vectors. Slices have none: they are wires. `plan` and `system` are choices.
    """

    numbers: tuple[dict[str, Any], ...]
    plan: tuple[_Instruction, ...] = field(metadata=STATIC)
    system: Any = field(metadata=STATIC)

    def initial_state(self, batch: int | None = None) -> tuple[Any, ...]:
        """Return the states before the first token, (dim,) each, or (batch, dim)."""
        firsts = [self.numbers[i]["init_state"] for i in self._states()]
        if batch is None:
            return tuple(firsts)
        return tuple(self.system.zeros((batch, 1)) + first for first in firsts)

    def _states(self) -> list[int]:
        return [i for i, instruction in enumerate(self.plan) if instruction.kind == "LinState"]

    def step(self, state: tuple[Any, ...], x: Any) -> tuple[tuple[Any, ...], Any]:
        """Return the states after the token x, and the output; x is (dim,) or (batch, dim)."""
        before, after, values = iter(state), [], []
        for instruction, numbers in zip(self.plan, self.numbers, strict=True):
            inputs = [values[i] for i in instruction.inputs]
            if instruction.kind == "Input":
                value = x
            elif instruction.kind == "LinState":
                s = next(before)
                value = s @ numbers["A"] + inputs[0] @ numbers["B"] + numbers["b"]
                after.append(value)
            else:
                value = self._value(instruction, numbers, inputs)
            values.append(value)
        return tuple(after), values[-1]

    def _value(self, instruction: _Instruction, numbers: dict[str, Any], inputs: list[Any]) -> Any:
        x = inputs[0]
        if instruction.picked is not None:
            return x[..., _as_slice(instruction.picked)]
        if instruction.kind == "Lin":
            return x @ numbers["A"] + numbers["b"]
        if instruction.kind == "ReLU":
            return self.system.relu(x)
        if instruction.kind == "Concat":
            return self.system.concatenate([part.T for part in inputs]).T
        half = x.shape[-1] // 2
        return x[..., :half] * x[..., half:]

    def __call__(self, xs: Any) -> Any:
        """Return the outputs on a sequence (T, dim), or on a batch of sequences (B, T, dim)."""
        xs = self.system.array(xs, "xs")
        if xs.ndim == 2:
            return self.system.scan(self.step, self.initial_state(), xs)[1]
        start = self.initial_state(xs.shape[0])
        return self.system.scan(self.step, start, xs.swapaxes(0, 1))[1].swapaxes(0, 1)


def array_machine(program: ProgramGraph, system: Any) -> ArrayMachine:
    """Return a program as a machine on NumPy floats (`FLOAT`) or on JAX floats."""
    graph = program.graph
    plan = tuple(
        _Instruction(node.kind, inputs, node.slice if isinstance(node, Lin) else None)
        for node, inputs in zip(graph.nodes, graph.inputs, strict=True)
    )
    return ArrayMachine(tuple(_numbers(node, system) for node in graph.nodes), plan, system)


def _numbers(node: Node, system: Any) -> dict[str, Any]:
    if isinstance(node, Lin) and node.slice is not None:
        return {}
    # NumPy arrays in JAX's dtype: a machine made while JAX traces must not hold tracers
    dtype = getattr(system, "dtype", float)
    dense = {name: m.array(FLOAT).astype(dtype) for name, m in node.numbers.items()}
    return {name: a.T if name in ("A", "B") else a[:, 0] for name, a in dense.items()}


def _as_slice(picked: tuple[int, ...]) -> Any:
    """A slice where the entries are consecutive, which is cheaper than a gather."""
    first, last = picked[0], picked[-1]
    if picked == tuple(range(first, last + 1)):
        return slice(first, last + 1)
    return np.array(picked)
