"""A program as text, one line for each node."""

from constructions.lsrl.language.nodes import Input, Lin, Node
from constructions.lsrl.language.program_graph import ProgramGraph

__all__ = ["described", "labels", "listing", "span"]


def labels(program: ProgramGraph) -> list[str]:
    """Return a label for each node, in topological order: its name, or x0, x1, ..."""
    names = {id(node): name for name, node in reversed(list(program.names.items()))}
    return [names.get(id(node), f"x{i}") for i, node in enumerate(program.nodes)]


def listing(program: ProgramGraph) -> str:
    """Return the program as lines `label = Operation(inputs, numbers)`."""
    known, inputs = labels(program), program.graph.inputs
    lines = [
        f"    {known[i]} = {described(node, [known[part] for part in inputs[i]])}"
        for i, node in enumerate(program.nodes)
    ]
    return "\n".join(["ForEach:", *lines, f"    return {known[-1]}"])


def described(node: Node, inputs: list[str]) -> str:
    """Return one operation with the labels of its inputs and its non-trivial numbers."""
    if isinstance(node, Input):
        return f"Input(dim={node.dim})"
    if isinstance(node, Lin) and (picked := node.slice) is not None:
        return f"{inputs[0]}[{span(picked)}]"
    numbers = [
        f"{name}={matrix.T if matrix.shape[1] == 1 else matrix!r}"
        for name, matrix in node.numbers.items()
        if name in "AB" or not matrix.is_zero
    ]
    return f"{node.kind}({', '.join([*inputs, *numbers])})"


def span(picked: tuple[int, ...]) -> str:
    """Return the entries that a slice picks, as Python writes them in brackets."""
    first, last = picked[0], picked[-1]
    if len(picked) == 1:
        return str(first)
    if picked == tuple(range(first, last + 1)):
        return f"{first}:{last + 1}"
    return f"[{', '.join(map(str, picked))}]"
