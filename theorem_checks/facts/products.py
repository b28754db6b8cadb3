"""How many products it takes to compute some forms."""

import random
from typing import Any

import flint
import sympy as sp

from theorem_checks.facts.drawing import matrix, size
from theorem_checks.facts.fact import Fact
from theorem_checks.statements.arrays.index_expressions import Sum
from theorem_checks.statements.arrays.index_relations import delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.conclusions import All, AtMost, Equal, Implies
from theorem_checks.verdicts.routes import Engine

__all__ = ["FACTS", "PRODUCTS_BY_COLUMNS"]

_N, _o, _J = sp.symbols("N o J", integer=True, positive=True)
_p = sp.Symbol("p", integer=True, nonnegative=True)
_X, _D, _S, _T, _Y, _Z = (Tensor(name, 3 if name == "X" else 2) for name in "XDSTYZ")


def _said() -> Implies:
    k, m, n = (Index(name, _N) for name in ("row", "unknown", "another"))
    y, j, r = Index("output", _o), Index("known", _J), Index("product", _p)
    mixed = _D[y, r] * (_S[r, j] * _Z[r, m] + _T[r, j] * _Y[r, m])
    within = _D[y, r] * (_Y[r, m] * _Z[r, n] + _Z[r, m] * _Y[r, n])
    independent = Equal(Sum(_X[k, y, j] * mixed, y, j, r), delta(k, m))
    return Implies(All((independent, Equal(Sum(within, r), 0))), AtMost(_N, _p))


def _draw(generator: random.Random) -> dict[str, Any]:
    """Forms in unknowns that are not multiplied with each other, but at times; X where it exists.

    Of each product the form Y is 0, or the next product has the same two and is subtracted.
    """
    N, o, J = (size(generator, 3) for _ in range(3))
    p = generator.randint(0, 4)
    D, S, T = matrix(generator, o, p), matrix(generator, p, J), matrix(generator, p, J)
    Y, Z = flint.fmpq_mat(p, N), matrix(generator, p, N)
    for r in range(1, p, 2):
        if generator.random() < 0.5:
            for m in range(N):
                Y[r, m] = Y[r - 1, m] = generator.randint(-3, 3)
                Z[r, m] = Z[r - 1, m]
            for y in range(o):
                D[y, r] = -D[y, r - 1]
    if generator.random() < 0.2:
        Y = matrix(generator, p, N)
    return {"X": _inverse(_pairing(D, S, T, Y, Z)), "D": D, "S": S, "T": T, "Y": Y, "Z": Z}


def _pairing(D: Any, S: Any, T: Any, Y: Any, Z: Any) -> Any:
    """What the unknown m gives in the output y with the known j, at [(y, j), m]."""
    places = [(y, j) for y in range(D.nrows()) for j in range(S.ncols())]
    entries = [
        sum(
            (D[y, r] * (S[r, j] * Z[r, m] + T[r, j] * Y[r, m]) for r in range(D.ncols())),
            flint.fmpq(0),
        )
        for y, j in places
        for m in range(Y.ncols())
    ]
    return flint.fmpq_mat(len(places), Y.ncols(), entries)


def _inverse(A: Any) -> Any:
    """A left inverse of a matrix, if it has one, else 0."""
    gram = A.transpose() * A
    if gram.det() == 0:
        return flint.fmpq_mat(A.ncols(), A.nrows())
    return gram.inv() * A.transpose()


def _is_met(X: Any, D: Any, S: Any, T: Any, Y: Any, Z: Any) -> bool:
    made, N = X * _pairing(D, S, T, Y, Z), Y.ncols()
    is_one = all(made[k, m] == int(k == m) for k in range(N) for m in range(N))
    return is_one and not any(
        sum(
            (D[y, r] * (Y[r, m] * Z[r, n] + Z[r, m] * Y[r, n]) for r in range(D.ncols())),
            flint.fmpq(0),
        )
        for y in range(D.nrows())
        for m in range(N)
        for n in range(N)
    )


PRODUCTS_BY_COLUMNS = Fact(
    name="products-by-columns",
    says="a matrix of linear forms with N independent columns takes N products at least to be"
    " multiplied by N unknowns: where p products, of sums of a form S, or T, of what is known and a"
    " form Y, or Z, of the unknowns, are read so that no two unknowns are multiplied, and the"
    " unknowns have independent columns, N is at most p",
    latex=r"\sum_{y j r} X_{k y j} D_{y r} (S_{r j} Z_{r m} + T_{r j} Y_{r m}) = \delta_{k m},\;"
    r" \sum_r D_{y r} (Y_{r m} Z_{r n} + Z_{r m} Y_{r n}) = 0 \implies N \le p",
    source="Aho, Hopcroft and Ullman, The Design and Analysis of Computer Algorithms, Theorem 12.2"
    " (Winograd 1970), for computations without divisions, in which the forms are linear",
    draw=_draw,
    holds=lambda **at: not _is_met(**at) or at["Y"].ncols() <= at["Y"].nrows(),
    nearly=lambda **at: not _is_met(**at) or at["Y"].ncols() < at["Y"].nrows(),
    statement=_said(),
    engine=Engine.FLINT,
)

FACTS = (PRODUCTS_BY_COLUMNS,)
