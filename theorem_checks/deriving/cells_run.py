"""The cells that a statement of equations runs: their weights, and what each step makes of them.

Such a statement has what comes out of a cell, once all is multiplied out; of the cell itself
nothing is left in it. It is traced again here, and told of each cell that runs what its code has:
from which state, on which token, and each value under the name that it has there.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from theorem_checks.deriving.layers_said import (
    MOST,
    Layer,
    named_in,
    values_said,
    weights_said,
)
from theorem_checks.deriving.letters_told import names_in
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import Conclusion, Implies
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.names_in_latex import name_latex, text_latex
from theorem_checks.statements.terms import components
from theorem_checks.statements.tracing import traced
from theorem_checks.statements.worlds.symbolic import Symbolic

__all__ = ["cells_said"]

TAKEN = "its step, by the names that its code has"
"""What is told of a step, from what it is handed on."""

PUT_OUT = "its output"
"""What a step puts out, if it has no name for it."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass
class _Cell:
    """A cell that ran, with its weights, and the arrays of each of its steps by name."""

    cell: Any
    weights: Mapping[str, SymbolicArray]
    steps: list[Mapping[str, SymbolicArray]] = field(default_factory=list)


def cells_said(
    says: Callable[..., Any],
    subject: Any,
    said: Conclusion,
    called: Mapping[str, str],
    room: int = MOST,
) -> list[str]:
    """The cells that run where a statement is traced on symbols, line by line.

    Nothing where this is not what was proved, `said`, or where it would be more than `room`
    characters: then the weights alone, or nothing.
    """
    cells: dict[int, _Cell] = {}
    if not _is_traced(says, subject, said, cells):
        return []
    letters = frozenset(map(name_latex, names_in(said)))
    both = [
        line for cell, kind in _named(cells) for line in _cell_said(kind, cell, letters, called)
    ]
    alone = [line for cell, kind in _named(cells) for line in _weights(kind, cell, called)]
    return next((lines for lines in (both, alone) if sum(map(len, lines)) <= room), [])


def _is_traced(
    says: Callable[..., Any], subject: Any, said: Conclusion, cells: dict[int, _Cell]
) -> bool:
    """Whether a subject says so on symbols; the cells that ran are noted in `cells`."""

    def at_return(frame: FrameType, event: str, given: Any) -> None:
        code = frame.f_code
        if event != "return" or code.co_name != "step" or not code.co_argcount:
            return
        of = frame.f_locals.get(code.co_varnames[0])
        held = vars(of) if hasattr(type(of), "__dict__") and hasattr(of, "__dict__") else {}
        weights = {name: value for name, value in held.items() if isinstance(value, SymbolicArray)}
        if weights:
            cell = cells.setdefault(id(of), _Cell(of, weights))
            cell.steps.append(_arrays_of(frame, given))

    before = sys.getprofile()
    sys.setprofile(at_return)
    try:
        found = traced(says, subject, Symbolic())
    except Exception:  # what is not traced alone, without its cases, is told as it is
        return False
    finally:
        sys.setprofile(before)
    while isinstance(said, Implies) and not said.is_same(found):
        said = said.body
    return said.is_same(found)


def _arrays_of(frame: FrameType, given: Any) -> dict[str, SymbolicArray]:
    """The arrays of a step: what it was handed, what it has names for, and what it gives."""
    code, known = frame.f_code, frame.f_locals
    handed = _parts({name: known.get(name) for name in code.co_varnames[1 : code.co_argcount]})
    named = named_in(code, known)
    output = given[-1] if isinstance(given, tuple) and given else None
    is_named = any(output is array for array in named.values())
    return handed | named | ({} if is_named else _parts({PUT_OUT: output}))


def _parts(values: Mapping[str, Any]) -> dict[str, SymbolicArray]:
    """The arrays among some values, those of a tuple by their numbers."""
    found: dict[str, SymbolicArray] = {}
    for name, value in values.items():
        arrays = list(components(value))
        for number, array in enumerate(arrays, 1):
            if isinstance(array, SymbolicArray):
                found[f"{name}_{number}" if len(arrays) > 1 else name] = array
    return found


def _named(cells: Mapping[int, _Cell]) -> Iterator[tuple[_Cell, str]]:
    """Each cell with its kind, and which one it is of several of that kind."""
    kinds = [type(cell.cell).__name__ for cell in cells.values()]
    for place, (cell, kind) in enumerate(zip(cells.values(), kinds, strict=True)):
        number = kinds[:place].count(kind)
        which = f"the {ORDINALS[number]}" if number < len(ORDINALS) else f"number {number + 1}"
        yield cell, f"{kind}, {which}" if kinds.count(kind) > 1 else kind


def _weights(kind: str, cell: _Cell, called: Mapping[str, str]) -> Iterator[str]:
    """The weights of a cell that are more than letters of the statement, which have their names."""
    layer = Layer(cell.cell, cell.weights)
    if layer.is_set:
        yield from weights_said(text_latex(kind), layer, called)


def _cell_said(
    kind: str, cell: _Cell, letters: frozenset[str], called: Mapping[str, str]
) -> Iterator[str]:
    """The weights of a cell and its steps; of `letters` the statement is made."""
    yield from _weights(kind, cell, called)
    for place, values in enumerate(cell.steps):
        which = f", step {place + 1}" if len(cell.steps) > 1 else ""
        head = rf"{text_latex(kind + which)}:\; \text{{{TAKEN}}}"
        told = {}
        for name, value in values.items():
            letter = name_latex(name)
            if latex_of(value, called) != letter:  # nothing is told by x = x
                own = f"{name}_{type(cell.cell).__name__}"
                told[own if letter in letters else name] = value
        yield from values_said(head, told, called)
