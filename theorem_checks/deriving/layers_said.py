"""The layers of a machine, as its code has them: which weights are set, and what each line gives.

A trace tells what comes out once all weights are multiplied. A reader of a table of weights wants
its rows: what each weight is, and what the step makes of it, under the name that the code has for
it.
"""

import dis
import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import CodeType, FrameType
from typing import Any

from theorem_checks.deriving.equations import Equation, equations
from theorem_checks.deriving.shared_values import SHORTEST, Shape, with_names
from theorem_checks.statements.arrays.index_families import indices_of
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.latex import Called, latex_of
from theorem_checks.statements.latex_nodes import ShownNode
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.names_in_latex import name_latex, text_latex
from theorem_checks.statements.terms import components, data_of

__all__ = ["MOST", "Layer", "layers_said", "named_in", "values_said", "weights_said"]

MOST = 2_500
"""How many characters of layers are told in a derivation: of more, the weights alone, or none."""

MADE = "what its code makes of them, under the names that it has"
"""What is told of a step behind the weights that it takes."""

OF_THE_MACHINE = ("h", "y")
"""What states and outputs of a machine are called."""

DEEPEST = 4
"""How deep a cell is looked into: one that tells more, a stack in it, the layers of that."""


@dataclass
class Layer:
    """A part of a cell that has weights, and the arrays that its step gives names to."""

    cell: Any
    weights: Mapping[str, SymbolicArray]
    values: dict[str, SymbolicArray] = field(default_factory=dict)

    @property
    def is_set(self) -> bool:
        """Whether some weight is more than free entries, or 0."""
        return not all(map(_is_free, self.weights.values()))


def layers_said(machine: Machine, called: Mapping[str, str], room: int = MOST) -> list[str]:
    """The layers of a machine, line by line, if weights of it are set; `called` names tensors.

    Nothing where all weights are free, as those of what a network is compared with, and where it
    would be more than `room` characters.
    """
    layers = list(_layers(getattr(machine.step, "__self__", None)))
    if not any(layer.is_set for layer in layers) or not _is_run(machine, layers):
        return []
    kinds = [type(layer.cell).__name__ for layer in layers]
    if len(kinds) > 1:
        kinds = [f"layer {number}, {kind}" for number, kind in enumerate(kinds, 1)]
    told = [(text_latex(kind), layer) for kind, layer in zip(kinds, layers, strict=True)]
    weights = [list(weights_said(kind, layer, called)) for kind, layer in told]
    values = [
        list(values_said(rf"{kind}:\; \text{{{MADE}}}", _own_values(layer, machine), called))
        for kind, layer in told
    ]
    both = [line for pair in zip(weights, values, strict=True) for lines in pair for line in lines]
    alone = [line for lines in weights for line in lines]
    return next((lines for lines in (both, alone) if sum(map(len, lines)) <= room), [])


def _own_values(layer: Layer, machine: Machine) -> dict[str, SymbolicArray]:
    """What a layer gives names to, without the machine's output, which is told as that.

    Another value that the code calls as the machine's output or state has the layer's name, too.
    """
    own, output = type(layer.cell).__name__, data_of(machine.output)
    return {
        f"{name}_{own}" if name in OF_THE_MACHINE else name: value
        for name, value in layer.values.items()
        if name not in OF_THE_MACHINE or data_of(value) != output
    }


def weights_said(kind: str, layer: Layer, called: Mapping[str, str]) -> Iterator[str]:
    """The weights of a layer, those that are 0 together; not that a letter is itself, A = A."""
    yield rf"{kind}:\; \text{{its weights}}"
    for name, weight in layer.weights.items():
        letter = name_latex(name)
        if weight.blocks and latex_of(weight, called) != letter:
            yield from (one.latex(called) for one in _equations(letter, weight, called))
    if zeros := [name_latex(name) for name, weight in layer.weights.items() if not weight.blocks]:
        yield " = ".join([*zeros, "0"])


def values_said(
    head: str, values: Mapping[str, SymbolicArray], called: Mapping[str, str]
) -> Iterator[str]:
    """What the step of a layer makes of its weights and a token, each value by those before it."""
    if values:
        yield head
    told = [
        one for name, value in values.items() for one in _equations(text_latex(name), value, called)
    ]
    with_heads = Called({**called} | {one.head: one.head for one in told})
    with_heads.reserved = called.reserved if isinstance(called, Called) else frozenset()
    first: dict[Hashable, Equation] = {}
    for before, one in zip(told, with_names(told, (), iter(())), strict=True):
        known = first.setdefault(Shape.of(before.node).key, before) if before.node else before
        yield (one if known is before else _by_name(before, known)).latex(with_heads)


def _equations(head: str, array: SymbolicArray, called: Mapping[str, str]) -> Iterator[Equation]:
    """An equation for each block; one for a vector whose blocks are all the same number."""
    each = list(equations(head, array, called))
    nodes = [one.node for one in each if one.node is not None]
    is_one = len({node.value for node in nodes if node.kind == "number"}) == 1
    is_vector = len(array.axes) == 1 < len(nodes) == len(array.axes[0])
    if is_vector and is_one and all(node.kind == "number" for node in nodes):
        yield Equation(head, plain=latex_of(nodes[0].value, called))
    else:
        yield from each


def _by_name(one: Equation, known: Equation) -> Equation:
    """An equation that says that a value is the one of another name, unless both are short."""
    assert one.node is not None
    assert known.node is not None
    ours, theirs = Shape.of(one.node), Shape.of(known.node)
    if ours.length < SHORTEST or {*theirs.free} != {*known.order} or known.by_entries:
        return one
    at = dict(zip(theirs.free, ours.free, strict=True))
    names = tuple(at[index] for index in known.order)
    return replace(one, node=ShownNode("entry", names=names, value=known.head))


def _layers(cell: Any, depth: int = 0) -> Iterator[Layer]:
    """The parts of a cell that have weights, in the order in which it holds them."""
    held = vars(cell) if hasattr(type(cell), "__dict__") and hasattr(cell, "__dict__") else {}
    weights = {name: value for name, value in held.items() if isinstance(value, SymbolicArray)}
    if weights:
        yield Layer(cell, weights)
    for value in held.values() if depth < DEEPEST else ():
        for part in value if isinstance(value, tuple | list) else (value,):
            if callable(getattr(type(part), "step", None)):
                yield from _layers(part, depth + 1)


def _is_run(machine: Machine, layers: Iterable[Layer]) -> bool:
    """Whether the step runs again; each layer then has the arrays that its step gave names to."""
    waiting = {id(layer.cell): layer for layer in layers}

    def at_return(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event != "return" or code.co_name != "step" or not code.co_argcount:
            return
        of = frame.f_locals.get(code.co_varnames[0])
        if (layer := waiting.pop(id(of), None)) is not None:
            layer.values |= named_in(code, frame.f_locals)

    before = sys.getprofile()
    sys.setprofile(at_return)
    try:
        machine.step(machine.state, machine.token)
    except Exception:  # what does not run again is told as it was traced
        return False
    finally:
        sys.setprofile(before)
    return True


def named_in(code: CodeType, known: Mapping[str, Any]) -> dict[str, SymbolicArray]:
    """The arrays that names of a function stand for at its end, in the order of its lines.

    What it was handed, by whatever name, is not among them, nor what it has no name for, as `_`.
    """
    arguments = code.co_varnames[: code.co_argcount]
    handed = {id(p) for name in arguments[1:] if name in known for p in components(known[name])}
    last = {one.argval: one.offset for one in dis.get_instructions(code) if _stores(one)}
    named = (name for name in known if name in last and not name.startswith("_"))
    names = sorted(named, key=lambda name: last[name])
    return {
        name: known[name]
        for name in names
        if isinstance(known[name], SymbolicArray) and id(known[name]) not in handed
    }


def _stores(one: dis.Instruction) -> bool:
    return one.opname.startswith("STORE_")


def _is_free(weight: SymbolicArray) -> bool:
    """Whether an array has the entries of tensors, each in its own place."""
    for place, block in weight.blocks.items():
        order = tuple(index.name for index in indices_of(weight.axes, place))
        node = ShownNode.of(block)
        if node.kind != "entry" or node.names != order:
            return False
    return True
