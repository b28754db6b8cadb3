"""Tensors of independent entries, what may be known of these, and the entries themselves."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

from theorem_checks.errors import ArgumentError, require_integer
from theorem_checks.statements.arrays.index_expressions import IndexExpression
from theorem_checks.statements.arrays.indices import Index, PinnedIndex, as_index, joined
from theorem_checks.statements.made_once import made_once
from theorem_checks.statements.questions import (
    SymbolicCollection,
    refuse,
)

__all__ = ["KNOWN", "RESERVED", "Entry", "Kind", "Tensor", "inverse_pair"]

RESERVED = ("=", "<", "+")
"""Names that stand for relations of indices, and for no tensor of a statement."""


class Kind(NamedTuple):
    """What tells tensors apart, as plain data."""

    name: str
    rank: int
    symmetry: str = "none"
    inverse_of: str = ""
    power_of: str = ""
    matrix: bool = False
    known: str = ""
    over_time: bool = False


KNOWN: Mapping[str, tuple[int | None, str]] = {
    "": (0, "none"),
    "orthogonal": (2, "none"),
    "orthonormal columns": (2, "none"),
    "unit": (1, "none"),
    "semidefinite": (2, "symmetric"),
    "symmetric": (2, "symmetric"),
    "nonnegative": (None, "none"),
    "probabilities": (1, "none"),
    "stochastic": (2, "none"),
    "permutation": (2, "none"),
}
"""What may be known of the entries of a tensor, with its rank, if it has to have one, and symmetry;
see `Tensor`."""


class Tensor(SymbolicCollection):
    """An array of independent entries; `V[i, a]` is one of them.

    **Arguments**: its `name` and `rank`; `symmetry`, for a tensor that is 'symmetric' or
    'antisymmetric' under every exchange of two indices; `inverse_of`, the name of the matrix whose
    inverse this is (use `inverse_pair`); `power_of`, the name of the tensor A of whose entries
    this has the powers, A[i]^(t - s) at [t, s, i] for s <= t, and 0 for s > t (use
    `World.powers`); `matrix`, whether it has the powers of the matrix A, (A^(t - s))[i, j] at
    [t, s, i, j] (use `World.matrix_powers`), or with three indices (A^j)[i, k] at [j, i, k] (use
    `World.by_age`); `over_time`, whether it has products of A over ranges of its first index, and
    not powers, A[s + 1, i] ... A[t, i] at [t, s, i] for s <= t, and 0 for s > t (use
    `World.running_products`); `known`, what its entries meet:

    - 'orthogonal': a square matrix Q with Q^T Q = Q Q^T = I;
    - 'orthonormal columns': a matrix Q with Q^T Q = I, with as many rows as columns or more;
    - 'unit': a vector u of Euclidean norm 1;
    - 'semidefinite': a symmetric matrix A with z^T A z >= 0 for every z;
    - 'symmetric': a matrix A with A^T = A;
    - 'nonnegative': no entry is negative, of any rank;
    - 'probabilities': a vector p of such entries, which add up to 1;
    - 'stochastic': a matrix P of such entries, each row of which adds up to 1;
    - 'permutation': a square matrix with a single 1 in each row and column, and 0 elsewhere.

    Make a tensor once and use it everywhere: two of one name in one statement are an error.
    """

    _way_out: ClassVar[str] = "Take entries with indices, V[i, j], and sum over them with Sum."

    def __init__(
        self,
        name: str,
        rank: int,
        symmetry: Literal["none", "symmetric", "antisymmetric"] = "none",
        inverse_of: str = "",
        power_of: str = "",
        *,
        matrix: bool = False,
        known: str = "",
        over_time: bool = False,
    ) -> None:
        if not isinstance(name, str) or not name or name in RESERVED or "#" in name:
            raise ArgumentError("name", name, "another name: this one is taken")
        require_integer("rank", rank, 0, expected="a number of indices, 0 or more")
        if symmetry not in ("none", "symmetric", "antisymmetric"):
            known = "'none', 'symmetric' or 'antisymmetric'"
            raise ArgumentError("symmetry", symmetry, known)
        if inverse_of and (inverse_of == name or rank != 2 or symmetry != "none"):
            raise ArgumentError(
                "inverse_of",
                inverse_of,
                "another matrix, both without symmetry",
                "Use inverse_pair, which makes both.",
            )
        if power_of and (power_of == name or rank < 2 or symmetry != "none" or inverse_of):
            raise ArgumentError("power_of", power_of, "another tensor, for one of two indices more")
        _require_powers(rank, power_of, matrix=matrix, over_time=over_time)
        if known not in KNOWN:
            said = ", ".join(map(repr, filter(None, KNOWN)))
            raise ArgumentError("known", known, f"one of {said}")
        if known:
            expected, own = KNOWN[known]
            ranked = expected is None or rank == expected
            if not ranked or symmetry not in ("none", own) or inverse_of or power_of:
                kind = {1: "vector", 2: "matrix"}.get(expected or 0, "tensor")
                raise ArgumentError("known", known, f"what is known of a {kind}, and nothing else")
            symmetry = "symmetric" if own == "symmetric" else "none"
        self.kind = Kind(name, rank, symmetry, inverse_of, power_of, matrix, known, over_time)

    @property
    def name(self) -> str:
        """The name."""
        return self.kind.name

    @property
    def rank(self) -> int:
        """The number of indices."""
        return self.kind.rank

    @property
    def symmetry(self) -> str:
        """Under every exchange of two indices: 'none', 'symmetric' or 'antisymmetric'."""
        return self.kind.symmetry

    @property
    def inverse_of(self) -> str:
        """The name of the matrix whose inverse this is, or ''."""
        return self.kind.inverse_of

    @property
    def power_of(self) -> str:
        """The name of the tensor whose entries' powers these are, or ''."""
        return self.kind.power_of

    @property
    def matrix(self) -> bool:
        """Whether the powers are those of a matrix, and not of its entries."""
        return self.kind.matrix

    @property
    def over_time(self) -> bool:
        """Whether it has products over ranges of the first index, and not powers."""
        return self.kind.over_time

    @property
    def known(self) -> str:
        """What its entries meet, or ''."""
        return self.kind.known

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        refuse(f"{self!r}.{name}", self, self._way_out)

    def __getitem__(self, indices: Any) -> "Entry":
        given = indices if isinstance(indices, tuple) else (indices,)
        if not all(isinstance(i, Index | PinnedIndex) for i in given):
            refuse(f"{self.name}[{', '.join(map(repr, given))}]", self, self._way_out)
        if len(given) != self.rank:
            raise ArgumentError(f"{self.name}[...]", given, f"{self.rank} indices")
        own = tuple(map(as_index, given))
        if self.kind.symmetry != "none" and len({i.range for i in own}) > 1:
            raise ArgumentError(f"{self.name}[...]", given, "indices of one size by its symmetry")
        if self.known == "permutation" and len({i.range for i in own}) > 1:
            raise ArgumentError(f"{self.name}[...]", given, "indices of one size: it is square")
        return Entry(self, own)

    def __repr__(self) -> str:
        return self.name


def _require_powers(rank: int, power_of: str, *, matrix: bool, over_time: bool) -> None:
    """Raise `ArgumentError` for powers of a matrix, and products over time, of no tensor."""
    if matrix and (not power_of or rank not in (3, 4)):
        raise ArgumentError("matrix", matrix, "powers of a matrix, with four indices or three")
    if over_time and (not power_of or matrix):
        raise ArgumentError("over_time", over_time, "products of the entries of another tensor")


def inverse_pair(name: str) -> tuple[Tensor, Tensor]:
    """Return an invertible square matrix and its inverse, otherwise free."""
    return Tensor(name, 2, inverse_of=f"{name}^-1"), Tensor(f"{name}^-1", 2, inverse_of=name)


@dataclass(frozen=True, eq=False)
class Entry(IndexExpression):
    """An entry of a tensor."""

    tensor: Tensor
    indices: tuple[Index, ...]

    def __post_init__(self) -> None:
        joined(self.indices)

    @made_once
    def free(self) -> dict[str, Index]:  # noqa: D102
        return joined(self.indices)

    def __repr__(self) -> str:
        return f"{self.tensor.name}[{', '.join(map(repr, self.indices))}]"
