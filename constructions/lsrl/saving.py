r"""Programs in files: their structure as JSON, their numbers exact (`exact_files`).

Nothing is executed on loading.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from constructions.errors import ArgumentError
from constructions.lsrl.exact_files import ExactFileError, Matrices, read, within, write
from constructions.lsrl.language.nodes import Concat, Input, Lin, LinState, Multi, Node, ReLU
from constructions.lsrl.language.program import ForEach

__all__ = ["ProgramFileError", "load", "save"]

FORMAT, VERSION = "lsrl program", "2"
NUMBERS = {"Lin": ("A", "b"), "LinState": ("A", "B", "b", "init_state")}
KINDS: dict[str, Callable[..., Node]] = {
    kind.__name__: kind for kind in (Input, Lin, ReLU, LinState, Concat, Multi)
}


class ProgramFileError(ExactFileError):
    """A file that holds no program, or not a whole one."""


def save(program: ForEach, path: str | Path) -> None:
    """Write a program to a file; `load` gives back an equal one, with the same names.

    **Arguments**: a path, `*.safetensors` by custom; a file that is there is replaced.

    **Raises** `ArgumentError` for what is no program; `OSError` if the file cannot be written.
    """
    if not isinstance(program, ForEach):
        hint = "A compiled model is written by constructions.lsrl.targets.saving.save_weights."
        raise ArgumentError("program", program, "a program", hint)
    matrices, nodes = {}, []
    for i, (node, inputs) in enumerate(zip(program.nodes, program.graph.inputs, strict=True)):
        shapes = {name: list(matrix.shape) for name, matrix in node.numbers.items()}
        nodes.append({"kind": node.kind, "inputs": list(inputs), "dim": node.dim, "shapes": shapes})
        matrices |= {f"{i}.{name}": matrix for name, matrix in node.numbers.items()}
    names = {name: program.graph.position(node) for name, node in program.names.items()}
    write(path, FORMAT, VERSION, {"nodes": nodes, "names": names}, matrices)


def load(path: str | Path) -> ForEach:
    """Read a program that `save` wrote.

    **Raises** `ProgramFileError`, which says what is wrong, for a file that is truncated, foreign,
    of another version, or inconsistent; `OSError` if it cannot be read at all.
    """
    return read(path, FORMAT, VERSION, _program, ProgramFileError)


def _program(structure: dict[str, Any], matrices: Matrices) -> ForEach:
    nodes: list[Node] = []
    for i, described in enumerate(structure["nodes"]):
        nodes.append(_node(i, described, nodes, matrices))
        if nodes[-1].dim != described["dim"]:
            raise ValueError(f"node {i} has size {nodes[-1].dim}, not {described['dim']}")
    if not nodes:
        raise ValueError("there are no nodes")
    names = {str(name): nodes[within(k, len(nodes))] for name, k in structure["names"].items()}
    program = ForEach(nodes[-1], names)
    if len(program.nodes) != len(nodes):
        raise ValueError("some nodes do not lead to the output")
    return program


def _node(i: int, described: dict[str, Any], nodes: list[Node], matrices: Matrices) -> Node:
    kind = described["kind"]
    if kind not in KINDS:
        raise ValueError(f"node {i} is of unknown kind {kind!r}")
    # an input that is not before its user would be a cycle
    inputs = [nodes[within(k, i)] for k in described["inputs"]]
    if kind == "Input":
        return Input(described["dim"])
    names, shapes = NUMBERS.get(kind, ()), described["shapes"]
    sizes = {"A": inputs[0].dim, "B": inputs[0].dim} if names else {}
    sizes |= {"A": described["dim"]} if kind == "LinState" else {}
    for name in names:  # compared before anything of that size is made
        if shapes[name] != [described["dim"], sizes.get(name, 1)]:
            raise ValueError(f"{i}.{name} has shape {shapes[name]}, which does not fit its node")
    numbers = [matrices.read(f"{i}.{name}", shapes[name]) for name in names]
    return Concat(inputs) if kind == "Concat" else KINDS[kind](*inputs, *numbers)
