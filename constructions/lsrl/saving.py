r"""Programs in files: one safetensors file, structure as JSON in its header, numbers as tensors.

Nothing is executed on loading. The numbers stay exact: the distinct numbers of a program are kept
once, as integers of any size, and the matrices refer to them.

- `numbers` (k, 2): order m and number of coefficients of each number in powers of
  $2\cos(2\pi/m)$; both are 1 for a rational.
- `numerators`, `denominators` (c, w): the coefficients of all numbers, each as 32-bit digits, the
  least first; `negative` (c): whether a coefficient is negative.
- `i.A` and so on (z, 3), for each matrix of node i: row, column and place in `numbers` of each
  non-zero entry.
"""

import json
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import flint
import numpy as np

from constructions.errors import ConstructionError
from constructions.lsrl.language.cyclotomic import Number, RealCyclotomic, real_cyclotomic
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Concat, Input, Lin, LinState, Multi, Node, ReLU
from constructions.lsrl.language.program import ForEach

__all__ = ["ProgramFileError", "load", "save"]

FORMAT, VERSION = "lsrl program", "1"
LARGEST_ORDER = 2**16  # beyond it a foreign file could keep the machine busy for hours
NUMBERS = {"Lin": ("A", "b"), "LinState": ("A", "B", "b", "init_state")}
KINDS: dict[str, Callable[..., Node]] = {
    kind.__name__: kind for kind in (Input, Lin, ReLU, LinState, Concat, Multi)
}


class ProgramFileError(ConstructionError, ValueError):
    """A file that holds no program, or not a whole one."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path, self.problem = path, problem


def save(program: ForEach, path: str | Path) -> None:
    """Write a program to a file; `load` gives back an equal one, with the same names.

    **Arguments**: a path, `*.safetensors` by custom; a file that is there is replaced.
    """
    from safetensors.numpy import save_file

    table: dict[Number, int] = {}
    tensors: dict[str, np.ndarray] = {}
    nodes = []
    for i, (node, inputs) in enumerate(zip(program.nodes, program.graph.inputs, strict=True)):
        shapes = {name: list(matrix.shape) for name, matrix in node.numbers.items()}
        nodes.append({"kind": node.kind, "inputs": list(inputs), "dim": node.dim, "shapes": shapes})
        for name, matrix in node.numbers.items():
            rows = [(r, c, table.setdefault(e, len(table))) for r, c, e in matrix.entries()]
            tensors[f"{i}.{name}"] = np.array(rows, dtype=np.int64).reshape(-1, 3)
    names = {name: program.graph.position(node) for name, node in program.names.items()}
    structure = json.dumps({"nodes": nodes, "names": names})
    metadata = {"format": FORMAT, "version": VERSION, "structure": structure}
    save_file(tensors | _tabulated(list(table)), str(path), metadata)


def load(path: str | Path) -> ForEach:
    """Read a program that `save` wrote.

    **Raises** `ProgramFileError`, which says what is wrong, for a file that is truncated, foreign,
    of another version, or inconsistent; `OSError` if it cannot be read at all.
    """
    from safetensors import SafetensorError, safe_open

    path = Path(path)
    with path.open("rb"):  # for Python's own error where there is no such file
        pass
    try:
        with safe_open(str(path), framework="numpy") as file:
            metadata = file.metadata() or {}
            tensors = {name: file.get_tensor(name) for name in list(file.keys())}
    except SafetensorError as error:
        raise ProgramFileError(path, f"truncated, or no safetensors file ({error})") from error
    if metadata.get("format") != FORMAT:
        raise ProgramFileError(path, "a safetensors file, but not of an LSRL program")
    if metadata.get("version") != VERSION:
        found = metadata.get("version")
        raise ProgramFileError(path, f"version {found} of the format; this reads {VERSION}")
    try:
        return _program(json.loads(metadata["structure"]), tensors)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        problem = f"inconsistent: {type(error).__name__}: {error}"
        raise ProgramFileError(path, problem) from error


def _program(structure: dict[str, Any], tensors: Mapping[str, np.ndarray]) -> ForEach:
    table = _read_table(tensors)
    nodes: list[Node] = []
    for i, described in enumerate(structure["nodes"]):
        nodes.append(_node(i, described, nodes, tensors, table))
        if nodes[-1].dim != described["dim"]:
            raise ValueError(f"node {i} has size {nodes[-1].dim}, not {described['dim']}")
    if not nodes:
        raise ValueError("there are no nodes")
    names = {str(name): nodes[_within(k, len(nodes))] for name, k in structure["names"].items()}
    program = ForEach(nodes[-1], names)
    if len(program.nodes) != len(nodes):
        raise ValueError("some nodes do not lead to the output")
    return program


def _node(
    i: int,
    described: dict[str, Any],
    nodes: list[Node],
    tensors: Mapping[str, np.ndarray],
    table: list[Number],
) -> Node:
    kind = described["kind"]
    if kind not in KINDS:
        raise ValueError(f"node {i} is of unknown kind {kind!r}")
    # an input that is not before its user would be a cycle
    inputs = [nodes[_within(k, i)] for k in described["inputs"]]
    if kind == "Input":
        return Input(described["dim"])
    numbers = [
        _matrix(tensors[f"{i}.{name}"], described["shapes"][name], table)
        for name in NUMBERS.get(kind, ())
    ]
    return Concat(inputs) if kind == "Concat" else KINDS[kind](*inputs, *numbers)


def _matrix(entries: np.ndarray, shape: list[int], table: list[Number]) -> Matrix:
    m, n = shape
    rows: list[list[tuple[int, Number]]] = [[] for _ in range(m)]
    for i, j, k in entries.tolist():
        rows[_within(i, m)].append((_within(j, n), table[_within(k, len(table))]))
    if any(a >= b for row in rows for (a, _), (b, _) in pairwise(row)):
        raise ValueError("the entries of a matrix are not in order")
    return Matrix((m, n), map(tuple, rows))


def _within(index: Any, size: int) -> int:
    if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < size:
        raise ValueError(f"{index!r} is not a place before {size}")
    return index


def _tabulated(numbers: list[Number]) -> dict[str, np.ndarray]:
    polynomials = [
        (n.order, n.poly.coeffs()) if isinstance(n, RealCyclotomic) else (1, [n]) for n in numbers
    ]
    sizes = [(order, len(coefficients)) for order, coefficients in polynomials]
    flat = [c for _, coefficients in polynomials for c in coefficients]
    return {
        "numbers": np.array(sizes, dtype=np.int64).reshape(-1, 2),
        "numerators": _digits([abs(int(c.p)) for c in flat]),
        "denominators": _digits([int(c.q) for c in flat]),
        "negative": np.array([c < 0 for c in flat], dtype=np.uint8),
    }


def _digits(integers: list[int]) -> np.ndarray:
    width = max((-(-n.bit_length() // 32) for n in integers), default=0) or 1
    joined = b"".join(n.to_bytes(4 * width, "little") for n in integers)
    return np.frombuffer(joined, dtype="<u4").reshape(-1, width)


def _read_table(tensors: Mapping[str, np.ndarray]) -> list[Number]:
    parts = (tensors["numerators"], tensors["denominators"], tensors["negative"])
    flat = [
        flint.fmpq(-_integer(p) if negative else _integer(p), _integer(q))
        for p, q, negative in zip(*parts, strict=True)
    ]
    numbers: list[Number] = []
    start = 0
    for order, size in tensors["numbers"].tolist():
        coefficients = flat[start : start + size]
        if not 1 <= order <= LARGEST_ORDER or size < 1 or len(coefficients) < size:
            raise ValueError("the table of numbers is too short, or has an order out of range")
        numbers.append(real_cyclotomic(order, coefficients))
        start += size
    if any(number == 0 for number in numbers):
        raise ValueError("a zero among the non-zero numbers")
    return numbers


def _integer(digits: np.ndarray) -> int:
    return int.from_bytes(digits.astype("<u4").tobytes(), "little")
