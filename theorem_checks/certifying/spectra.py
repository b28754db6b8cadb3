"""What a certificate states of the eigenvalues of a matrix, and of its powers."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

import sympy as sp

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements.arrays import index_expressions as ix
from theorem_checks.statements.arrays.index_families import indices_of
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.spectra import PowersBounded, PowersVanish, RadiusBelow

__all__ = ["powers_bounded", "powers_vanish", "radius_below"]


class Exports(Protocol):
    """What makes terms, and notes what is named."""

    def outside(self) -> AbstractContextManager[None]: ...
    def bound(self, index: Index) -> t.Bound: ...
    def entry(self, e: ix.IndexExpression, places: Mapping[str, t.Bound]) -> t.Term: ...
    def scalar(self, e: sp.Expr) -> t.Term: ...


def radius_below(said: RadiusBelow, exporter: Exports) -> t.RadiusBelow:
    """That all eigenvalues of a matrix are less than a number in absolute value.

    **Raises** `NoFormError` for what has no exact counterpart; and for a matrix that may have no
    rows, of whose radius two things can be said.
    """
    matrix, rows = _matrix(said.matrix, exporter)
    if not rows.is_positive:
        raise NoFormError(f"the spectral radius of a matrix of {rows} rows, which may be none")
    return t.RadiusBelow(matrix, _number(said.most, exporter))


def powers_vanish(said: PowersVanish, exporter: Exports) -> t.PowersVanish:
    """That what the powers of a matrix make of any vector goes to 0.

    **Raises** `NoFormError` for what has no exact counterpart.
    """
    matrix, _ = _matrix(said.matrix, exporter)
    return t.PowersVanish(matrix)


def powers_bounded(said: PowersBounded, exporter: Exports) -> t.PowersBounded:
    """That the powers of a matrix are at most those of a number that is less than another.

    **Raises** `NoFormError` for what has no exact counterpart.
    """
    matrix, _ = _matrix(said.matrix, exporter)
    return t.PowersBounded(matrix, _number(said.ratio, exporter))


def _number(said: Any, exporter: Exports) -> t.Term:
    if not isinstance(said, sp.Expr):
        raise NoFormError(f"eigenvalues below {type(said).__name__}")
    with exporter.outside():
        return exporter.scalar(said)


def _matrix(matrix: Any, exporter: Exports) -> tuple[t.Function, sp.Expr]:
    """A square matrix as a function of its places, and how many rows it has."""
    if not isinstance(matrix, SymbolicArray):
        raise NoFormError(f"eigenvalues of {type(matrix).__name__}")
    own = indices_of(matrix.axes, (0, 0))
    if any(len(axis) > 1 for axis in matrix.axes) or len(own) != 2:
        raise NoFormError("eigenvalues of a matrix of blocks")
    if own[0].name == own[1].name:
        raise NoFormError("two indices of one name")
    with exporter.outside():
        places = {index.name: exporter.bound(index) for index in own}
        body = exporter.entry(matrix.blocks.get((0, 0), ix.scalar(0)), places)
    return t.Function("", tuple(places.values()), body), own[0].range
