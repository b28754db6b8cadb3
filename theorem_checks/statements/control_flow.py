"""Which way an author's own code goes: in a trace and on numbers it must be the same.

A function that asks `isinstance(n, int)` asks nothing of a symbol, and may do one thing on symbols
and another on numbers. So both runs are watched, instruction by instruction, and every conditional
jump of the author's code, into the body of a loop too, has to go, in the run on numbers, where it
went in the trace. Not looked at are the toolkit, the standard library and the engines, nor a module
that declares `__arithmetic__ = True`: number systems are there to do the same thing by different
means.
"""

import dis
import site
import sys
import sysconfig
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from theorem_checks.statements.watching import ENDED, watched

__all__ = ["Ways", "is_authors", "other_ways", "ways_of"]

_UNSEEN = "it ends what watches it, a trace or a tool of sys.monitoring"

Ways = Mapping[tuple[CodeType, int], set[int]]
"""For each conditional jump (code, place) the places it went to; -1 stands for being entered."""

_OWN = str(Path(__file__).resolve().parent.parent)
_STDLIB = str(Path(sysconfig.get_path("stdlib")).resolve())
_FOLDERS = (*map(sysconfig.get_path, ("purelib", "platlib")), *site.getsitepackages(), *sys.path)
_INSTALLED = {
    str(path)
    for path in (Path(folder).resolve() for folder in _FOLDERS)
    if path.name in ("site-packages", "dist-packages")
}
"""Folders of installed packages: an environment may see those of another one besides."""
_LIBRARIES = frozenset(
    {"numpy", "scipy", "sympy", "mpmath", "flint", "jax", "jaxlib", "z3", "cvc5", "networkx"}
    | {"hypothesis", "beartype", "jaxtyping", "lazy_loader", "_pytest", "pytest", "pluggy"}
    | {"matplotlib", "optax", "equinox", "xdist", "execnet"}
)
"""What the toolkit itself computes with; other installed code may be an author's."""


def ways_of(run: Callable[[], Any]) -> tuple[Any, Ways]:
    """Run something, and return its result with the ways that the author's code took."""
    seen: dict[tuple[CodeType, int], set[int]] = {}
    with watched(seen, _is_followed_module, _is_authors_code, _jumps):
        result = run()
    return result, seen


def _is_followed_module(space: Mapping[str, Any]) -> bool:
    """Whether a module is the author's, and no arithmetic."""
    file = None if space.get("__name__") == "__main__" else space.get("__file__")
    return "__arithmetic__" not in space and (not isinstance(file, str) or is_authors(file))


def _is_authors_code(code: CodeType) -> bool:
    return is_authors(code.co_filename)


def other_ways(traced: Ways, concrete: Ways) -> list[str]:
    """Where the concrete run went another way than the trace: functions and their lines."""
    entered = {code for code, _ in traced}
    found = [_UNSEEN] if ENDED in traced or ENDED in concrete else []
    for (code, place), went in concrete.items():
        if place == -1:
            if code not in entered:
                found.append(f"{code.co_name} (line {code.co_firstlineno}) is run on numbers only")
        elif code in entered and went - traced.get((code, place), went):
            found.append(f"{code.co_name}, line {_line(code, place)}")
    return found


@cache
def is_authors(filename: str) -> bool:
    """Whether a file is the author's: not ours, not Python's or an engine's, not generated."""
    if filename.startswith("<"):
        return filename.startswith(("<ipython", "<stdin", "<doctest"))
    path = Path(filename).resolve()
    for folder in _INSTALLED:
        if path.is_relative_to(folder):
            package = path.relative_to(folder).parts[0].removesuffix(".py")
            return package not in _LIBRARIES and package != "theorem_checks"
    return not (path.is_relative_to(_OWN) or path.is_relative_to(_STDLIB))


@cache
def _jumps(code: CodeType) -> frozenset[int]:
    """The places of conditional jumps, those to and out of a loop's body among them.

    A jump over a long way has its length before it, in instructions of their own: where each
    instruction is traced, it is seen at the first of these.
    """
    found, first = set(), None
    for instruction in dis.get_instructions(code):
        place = instruction.offset if first is None else first
        first = place if instruction.opname == "EXTENDED_ARG" else None
        if _is_conditional(instruction.opname):
            found.add(place if sys.version_info < (3, 12) else instruction.offset)
    return frozenset(found)


def _is_conditional(name: str) -> bool:
    return ("JUMP" in name and "IF" in name) or name == "FOR_ITER"


def _line(code: CodeType, place: int) -> int:
    lines = ((start, line) for start, end, line in code.co_lines() if start <= place < end)
    return next((line for _, line in lines if line is not None), code.co_firstlineno)
