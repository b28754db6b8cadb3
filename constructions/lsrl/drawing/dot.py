"""Programs in the language of Graphviz."""

from constructions.lsrl.drawing.labels import COLOURS, captions
from constructions.lsrl.language.nodes import LinState
from constructions.lsrl.language.program_graph import ProgramGraph

__all__ = ["as_dot"]


def as_dot(program: ProgramGraph) -> str:
    """Return the graph as text for Graphviz: `dot -Tsvg`. States have a loop."""
    lines = ["digraph program {", '  node [shape=box, style="rounded,filled", fontsize=10];']
    for i, (name, kind) in enumerate(captions(program)):
        node = program.nodes[i]
        label = f"{_escaped(name)}\\n{_escaped(kind)}"
        lines.append(f'  n{i} [label="{label}", fillcolor="{COLOURS[node.kind]}"];')
        if isinstance(node, LinState):
            lines.append(f"  n{i} -> n{i} [style=dashed];")
    for i, inputs in enumerate(program.graph.inputs):
        lines += [f"  n{part} -> n{i};" for part in inputs]
    return "\n".join([*lines, "}"])


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
