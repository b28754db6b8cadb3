"""What drawings say of a node, and in which colour."""

from constructions.lsrl.language.nodes import Lin, Node
from constructions.lsrl.language.program_graph import ProgramGraph
from constructions.lsrl.listing import labels, span

__all__ = ["COLOURS", "captions"]

COLOURS = {
    "Input": "#cfe8cf",
    "Lin": "#e3eaf5",
    "ReLU": "#fbe3c8",
    "LinState": "#f6c9c9",
    "Concat": "#eeeeee",
    "Multi": "#e2d3f2",
}
"""A colour for each primitive."""


def captions(program: ProgramGraph) -> list[tuple[str, str]]:
    """Return two lines for each node: its name or number, and what it is and how large."""
    known = labels(program)
    return [(known[i], _kind(node)) for i, node in enumerate(program.nodes)]


def _kind(node: Node) -> str:
    if isinstance(node, Lin) and (picked := node.slice) is not None:
        return f"[{span(picked)}]" if len(picked) <= 4 else f"slice, {node.dim}"
    return f"{node.kind}, {node.dim}"
