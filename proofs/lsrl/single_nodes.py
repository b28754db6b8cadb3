"""Single nodes of the language, with weights of any sizes: what the shipped node puts out.

A node is written of a token of a world and run by the machine of arrays, for one token.
"""

from collections.abc import Callable, Mapping
from typing import Any

from constructions.lsrl import Concat, Lin, LinState, Multi, Node, ReLU
from proofs.lsrl.free_weights import machine_of

__all__ = ["NODES", "Nodes", "from_90_rows", "joined", "put_out", "step_of"]

Nodes = Mapping[str, Callable[..., Node]]
"""By the name of a primitive what writes it, of nodes and weights."""

NODES: Nodes = {"Lin": Lin, "LinState": LinState, "ReLU": ReLU, "Multi": Multi, "Concat": Concat}


def step_of(node: Node, x: Any, state: Any) -> tuple[Any, Any]:
    """Return the state of a LinState after a token, and what it puts out."""
    (after,), y = machine_of(node, x).step((state,), x)
    return after, y


def put_out(node: Node, x: Any) -> Any:
    """Return what a node without a state puts out for a token."""
    _, y = machine_of(node, x).step((), x)
    return y


def joined(nodes: Nodes, token: Node, x: Any) -> tuple[Any, Any, Any]:
    """Return the parts of what a Concat of a token, its ReLU and the token again puts out."""
    value = put_out(nodes["Concat"](token, nodes["ReLU"](token), token), x)
    size = x.shape[-1]
    others = value[..., size:]
    return value[..., :size], others[..., :size], others[..., size:]


def from_90_rows(right: Callable[..., Node], wrong: Callable[..., Node]) -> Callable[..., Node]:
    """Return what writes a node right, and wrong where its first weight has 90 rows or more."""

    def write(x: Node, A: Any, *others: Any) -> Node:
        return (wrong if A.held.shape[0] >= 90 else right)(x, A, *others)

    return write
