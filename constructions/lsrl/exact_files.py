r"""Exact matrices in safetensors files, with a structure as JSON in the header.

Nothing is executed on loading. The numbers stay exact: the distinct numbers of a file are kept
once, as integers of any size, and the matrices refer to them.

- `numbers` (k, 2): order m and number of coefficients of each number in powers of
  $2\cos(2\pi/m)$; both are 1 for a rational.
- `numerators`, `denominators` (c, w): the coefficients of all numbers, each as 32-bit digits, the
  least first; `negative` (c): whether a coefficient is negative.
- for each matrix (z, 3): row, column and place in `numbers` of each non-zero entry.

A checksum in the header tells a file that was changed since.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import flint
import numpy as np

from constructions.errors import ConstructionError
from constructions.lsrl.language.cyclotomic import Number, RealCyclotomic, real_cyclotomic
from constructions.lsrl.language.matrices import Matrix

__all__ = ["ExactFileError", "Matrices", "checksum", "read", "within", "write"]

# beyond these a foreign file could keep the machine busy for hours
LARGEST_ORDER, LARGEST_SIZE = 2**16, 2**20

BROKEN = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""What a structure that is not as it should be makes the code that reads it raise."""

Value = TypeVar("Value")


class ExactFileError(ConstructionError, ValueError):
    """A file that does not hold what it should, or not all of it."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path, self.problem = path, problem


class Matrices:
    """The tensors of a file, and the table of its numbers."""

    def __init__(self, tensors: Mapping[str, np.ndarray]) -> None:
        self.tensors = tensors
        self._table = _read_table(tensors)

    def read(self, name: str, shape: list[int]) -> Matrix:
        """Return a matrix. **Raises** `ValueError`, `LookupError`, `TypeError` for a broken one."""
        m, n = (within(size, LARGEST_SIZE) for size in shape)
        rows: list[list[tuple[int, Number]]] = [[] for _ in range(m)]
        for i, j, k in self.tensors[name].tolist():
            rows[within(i, m)].append((within(j, n), self._table[within(k, len(self._table))]))
        if any(a >= b for row in rows for (a, _), (b, _) in pairwise(row)):
            raise ValueError("the entries of a matrix are not in order")
        return Matrix((m, n), map(tuple, rows))


def write(
    path: str | Path,
    form: str,
    version: str,
    structure: Any,
    matrices: Mapping[str, Matrix],
    *,
    tensors: Mapping[str, np.ndarray] | None = None,
    metadata: Mapping[str, str] | None = None,
) -> None:
    """Write a structure and its matrices; further tensors and metadata beside them.

    **Raises** `OSError`.
    """
    from safetensors.numpy import save

    table: dict[Number, int] = {}
    written = dict(tensors or {})
    for name, matrix in matrices.items():
        rows = [(r, c, table.setdefault(e, len(table))) for r, c, e in matrix.entries()]
        written[name] = np.array(rows, dtype=np.int64).reshape(-1, 3)
    own = {"format": form, "version": version, "structure": json.dumps(structure)}
    written |= _tabulated(list(table))
    header = {**(metadata or {}), **own}
    content = save(written, {**header, "checksum": checksum(header, written)})
    Path(path).write_bytes(content)


def read(
    path: str | Path,
    form: str,
    version: str,
    build: Callable[[Any, Matrices], Value],
    error: type[ExactFileError],
) -> Value:
    """Read a file that `write` wrote: what `build` makes of its structure and matrices.

    **Raises** `error`, which says what is wrong, for a file that is truncated, foreign, of another
    version, or inconsistent; `OSError` if it cannot be read at all.
    """
    from safetensors import SafetensorError, safe_open

    path = Path(path)
    with path.open("rb"):  # for Python's own error where there is no such file
        pass
    try:
        with safe_open(str(path), framework="numpy") as file:
            metadata = file.metadata() or {}
            tensors = {name: file.get_tensor(name) for name in list(file.keys())}
    except SafetensorError as broken:
        raise error(path, f"truncated, or no safetensors file ({broken})") from broken
    except BROKEN as broken:  # for one, a type of numbers that NumPy does not have
        raise error(path, f"tensors that cannot be read ({broken})") from broken
    if metadata.get("format") != form:
        raise error(path, f"a safetensors file, but not of an {form.replace('lsrl', 'LSRL')}")
    if metadata.get("version") != version:
        found = metadata.get("version")
        raise error(path, f"version {found} of the format; this reads {version}")
    if metadata.pop("checksum", None) != checksum(metadata, tensors):
        raise error(path, "changed since it was written: its checksum does not fit")
    try:
        return build(json.loads(metadata["structure"]), Matrices(tensors))
    except BROKEN as broken:
        problem = f"inconsistent: {type(broken).__name__}: {broken}"
        raise error(path, problem) from broken


def within(index: Any, size: int) -> int:
    """Return an index if it is one. **Raises** `ValueError`."""
    if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < size:
        raise ValueError(f"{index!r} is not a place before {size}")
    return index


def checksum(header: Mapping[str, str], tensors: Mapping[str, np.ndarray]) -> str:
    """A digest of all that is in a file."""
    digest = hashlib.blake2b(json.dumps(sorted(header.items())).encode(), digest_size=16)
    for name in sorted(tensors):
        tensor = tensors[name]
        digest.update(f"{name} {tensor.dtype.str} {tensor.shape}\n".encode())
        digest.update(np.ascontiguousarray(tensor).tobytes())
    return digest.hexdigest()


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
