"""Slips that can be planted into the code, drawn by a seed.

A slip is one of cosmic-ray's: another operator, another comparison, another number, a condition
negated, a loop that is not entered, a decorator taken away, `break` for `continue`. It is known by
the text of the statement that it is in, not by its line, so that what was found of it holds until
that statement changes; and slips are drawn by a hash of that, so that a change elsewhere draws the
same ones.
"""

import ast
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

__all__ = ["Slip", "drawn", "possible_slips", "still_possible"]

LEFT_OUT = ("BitOr", "_LShift", "_RShift", "Variable", "NoOp")
"""Operators of cosmic-ray: `A | B` is a type here, nobody writes shifts, others take arguments."""

FOUND = Path(__file__).parent.parent / ".theorem-checks" / "mutants" / "slips"
"""Where the slips that were found in a file are kept."""
FORM = 1
"""To be counted up where other slips are found in the same files, or are kept otherwise."""


@dataclass(frozen=True, order=True)
class Slip:
    """A slip: which operator of cosmic-ray, which of the places where it can be applied."""

    file: str
    function: str
    """The qualified name of the function that it is in; empty where it is in none."""
    operator: str
    occurrence: int
    line: int
    key: str
    """What it is kept under: the file, the function, the operator and a digest of the place."""

    @property
    def stem(self) -> str:
        """What a file of tests that is about this one has in its name."""
        return Path(self.file).stem.strip("_")

    def distance(self, test: str) -> int:
        """How far a file of tests is from being about this one: 0 where its name says so."""
        name, folder = (
            Path(test).stem.removeprefix("test_"),
            Path(*Path(self.file).parts[1:]).parent,
        )
        if self.stem in name:
            return 0
        if Path(*Path(test).parts[1:]).parent != folder:
            return 3
        return 1 if self.stem.startswith(f"{name.partition('_')[0]}_") else 2

    def text(self, root: Path) -> str:
        """The file with the slip."""
        before = (root / self.file).read_text(encoding="utf-8")
        after = mutate_code(before, get_operator(self.operator)(), self.occurrence)
        assert after is not None, self
        return after


def possible_slips(root: Path, folder: str) -> Iterator[Slip]:
    """All slips into the files of a folder, or into some files: 'theorem_checks/*.py'."""
    for path in sorted(root.glob(folder if folder.endswith(".py") else f"{folder}/**/*.py")):
        yield from _slips_into(root, path)


def still_possible(root: Path, keys: Iterable[str]) -> set[str]:
    """The keys of slips that can be made."""
    wanted = set(keys)
    files = {root / key.partition(":")[0] for key in wanted}
    found = {slip.key for path in files if path.exists() for slip in _slips_into(root, path)}
    return found & wanted


def _slips_into(root: Path, path: Path) -> list[Slip]:
    """The slips into a file, which take long to find, so that they are kept by its text."""
    file = str(path.relative_to(root))
    made_by = f"{version('cosmic-ray')}:{FORM}"
    text = f"{made_by}:{file}:{path.read_text(encoding='utf-8')}"
    kept = FOUND / f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.json"
    if kept.exists():
        return [Slip(*one) for one in json.loads(kept.read_text(encoding="utf-8"))]
    names = [name for name in operator_names() if not any(part in name for part in LEFT_OUT)]
    slips = list(_found(path, file, names))
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps([astuple(slip) for slip in slips]), encoding="utf-8")
    return slips


def _found(path: Path, file: str, names: Iterable[str]) -> Iterator[Slip]:
    """The slips of these operators into a file."""
    tree = get_ast_from_path(path)
    places = _Places(path.read_text(encoding="utf-8"))
    nodes = list(ast_nodes(tree))
    for name in names:
        operator = get_operator(name)()
        found = (p for node in nodes for p in operator.mutation_positions(node))
        before: Counter[tuple[int, int]] = Counter()
        for occurrence, ((line, column), _) in enumerate(found):
            again = before[line, column]  # a number is made one more, and one less
            before[line, column] += 1
            if line in places.quiet:
                continue
            function = places.function(line)
            digest = places.digest(name, line, column, again)
            key = f"{file}:{function}:{name.removeprefix('core/')}:{digest}"
            yield Slip(file, function, name, occurrence, line, key)


def drawn(root: Path, folder: str, count: int, seed: int) -> list[Slip]:
    """So many of the possible slips, each on another line."""

    def rank(slip: Slip) -> str:
        return hashlib.sha256(f"{seed}:{slip.key}".encode()).hexdigest()

    chosen: dict[tuple[str, int], Slip] = {}
    for slip in sorted(possible_slips(root, folder), key=rank):
        if (slip.file, slip.line) not in chosen and _is_possible(slip, root):
            chosen[slip.file, slip.line] = slip
        if len(chosen) == count:
            break
    return list(chosen.values())


def _is_possible(slip: Slip, root: Path) -> bool:
    """Whether it can be compiled: the stars of `f(**x)` are taken for a power."""
    if any(part in slip.operator for part in ("Number", "Comparison", "TrueWith", "FalseWith")):
        return True  # one such is put for another
    try:
        compile(slip.text(root), "", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


class _Places:
    """What stands where in a file."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        tree = ast.parse(text)
        self.quiet = _quiet(tree)
        self._functions = list(_bodies(tree, ""))

    def function(self, line: int) -> str:
        """The innermost function whose body a line is in."""
        inside = [
            (end - start, name) for name, start, end in self._functions if start <= line <= end
        ]
        return min(inside)[1] if inside else ""

    def digest(self, operator: str, line: int, column: int, again: int) -> str:
        """A short digest of a place: its line, which one of equal lines it is, which slip there."""
        text = self._lines[line - 1]
        earlier = sum(other == text for other in self._lines[: line - 1])
        place = f"{operator}:{column}:{earlier}:{text}" + (f":{again}" if again else "")
        return hashlib.sha256(place.encode()).hexdigest()[:12]


def _bodies(node: ast.AST, prefix: str) -> Iterator[tuple[str, int, int]]:
    """The qualified names of functions, and the lines of their bodies."""
    for child in ast.iter_child_nodes(node):
        below = prefix
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{prefix}{child.name}", child.body[0].lineno, child.end_lineno or 0
            below = f"{prefix}{child.name}.<locals>."
        elif isinstance(child, ast.ClassDef):
            below = f"{prefix}{child.name}."
        yield from _bodies(child, below)


def _quiet(tree: ast.AST) -> set[int]:
    """The lines of annotations, imports, `__all__` and conditions on types alone."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        parts: list[Any] = []
        if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
            parts.append(node.annotation)
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            parts.append(node.returns)
        if isinstance(node, ast.Import | ast.ImportFrom):
            parts.append(node)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            parts.append(node)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            parts.append(node)
        for part in parts:
            lines |= set(range(part.lineno, part.end_lineno + 1))
    return lines
