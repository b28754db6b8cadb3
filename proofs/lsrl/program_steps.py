r"""Programs as stacks of steps: the shipped nodes, each of which adds its value to those so far.

A program is the list of its nodes, in an order in which each reads what stands before it. So it is
a stack: at each step the values so far, x, become $(x, \mathrm{node}(x))$, and the last step picks
the output. A node that reads some of the values, or several joined, reads a Lin of all of them. The
nodes are those of the language, run by its machine on arrays, with weights of any sizes.
"""

from collections.abc import Callable, Mapping
from typing import Any

from constructions.lsrl import Concat, Lin, LinState, Multi, Node, ReLU
from proofs.lsrl.free_weights import Token, Weight, machine_of
from theorem_checks import World

__all__ = ["PLAIN_STEPS", "STEPS", "Steps", "from_90", "machines_of"]

Steps = Mapping[str, Callable[..., Node]]
"""By name a step: from a token and a function that makes weights, its node."""


def _value_of(node: Callable[..., Node]) -> Callable[..., Node]:
    """The step that adds the value of a node to those so far."""
    return lambda x, weight: Concat(x, node(x, weight))


def _lin(x: Node, weight: Callable[..., Any]) -> Node:
    return Lin(x, weight("A", "n", "m"), weight("b", "n"))


def _relu(x: Node, _weight: Callable[..., Any]) -> Node:
    return ReLU(x)


def _state(x: Node, weight: Callable[..., Any]) -> Node:
    A, B, b = weight("A", "n", "n"), weight("B", "n", "m"), weight("b", "n")
    return LinState(x, A, B, b, weight("s", "n"))


def _product(x: Node, weight: Callable[..., Any]) -> Node:
    one, other = (Lin(x, weight(f"A{i}", "n", "m"), weight(f"b{i}", "n")) for i in "12")
    return Multi(Concat(one, other))


PLAIN_STEPS: Steps = {
    "picks": _lin,
    "lin": _value_of(_lin),
    "relu": _value_of(_relu),
    "state": _value_of(_state),
}
"""The steps of programs without Multi."""

STEPS: Steps = {**PLAIN_STEPS, "multi": _value_of(_product)}
"""The steps of all programs."""


def from_90(step: Callable[..., Node], name: str) -> Callable[..., Node]:
    """Return a late mutant: the plain step of a name, and another one of 90 values and more."""

    def write(x: Node, weight: Callable[..., Any]) -> Node:
        return (PLAIN_STEPS[name] if x.dim < 90 else step)(x, weight)

    return write


def machines_of(steps: Steps, w: World) -> tuple[Any, ...]:
    """Return each step as a machine, on tokens of m values, with free weights, of n rows."""
    found = []
    for name, step in steps.items():
        sizes = {letter: w.size(f"{letter}_{name}") for letter in "mn"}
        token = w.array(f"x_{name}", sizes["m"])

        def weight(called: str, *letters: str, name: str = name, sizes: Any = sizes) -> Weight:
            shape = tuple(sizes[letter] for letter in letters)
            return Weight(w.array(f"{called}_{name}", *shape), *shape)

        node = step(Token(token, sizes["m"]), weight)
        found.append(w.machine(machine_of(node, token), token))
    return tuple(found)
