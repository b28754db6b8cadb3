"""Programs whose states start at 0.

A compiler that forgets what states begin with makes such a program of any other. It agrees with the
right one wherever first states are 0, and is a mutant of the claims about compilers.
"""

from typing import Any

from constructions.lsrl import LinState

__all__ = ["without_first_states"]


def without_first_states(program: Any) -> Any:
    """Return a program with all first states 0."""

    def rule(node: Any, inputs: Any) -> Any:
        if isinstance(node, LinState):
            return LinState(inputs[0], node.A, node.B, node.b)
        return node.on(*inputs) if inputs else node

    return program.rewritten(rule)
