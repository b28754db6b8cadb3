"""Formulas for moments of arrays with sizes that are not there, and with floats."""

from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth, outright
from theorem_checks import (
    RandomMatrix,
    RandomVector,
    contract,
    entry,
    prove_moment,
    squared_norm,
)

__all__ = ["CASES"]

_case = partial(Case, "prove_moment")

d, n = sp.symbols("d n", integer=True, positive=True)
m = sp.Symbol("m", integer=True, nonnegative=True)

G, X = RandomMatrix("G", d, n), RandomMatrix("X", n, n)
x = RandomVector("x", n)

CASES = (
    _case(
        Slip.EDGE_SIZE,
        "E |x|^2 = m + 0^m for x of size m >= 0: at m = 0 it is 0, not 1",
        Truth.FALSE,
        lambda: prove_moment(squared_norm(RandomVector("x", m)), m + sp.S.Zero**m),
    ),
    _case(
        Slip.EDGE_SIZE,
        "E |X|^2 = 1 for X of shape (0, 3): the sum is empty, and 0",
        Truth.FALSE,
        lambda: prove_moment(squared_norm(RandomMatrix("X", 0, 3)), 1),
    ),
    _case(
        Slip.EDGE_SIZE,
        "E (sum of the entries of an n x n matrix off the diagonal)^2 = n^2 - 1: at n = 1, 0 = 0,"
        " but at n = 2 it is 2, not 3",
        Truth.FALSE,
        lambda: prove_moment(
            contract("ij,ij", X, X) - contract("ii,ii", X, X),
            n**2 - 1,
        ),
    ),
    _case(
        Slip.EMPTY,
        "E x_6^2 = 1 for vectors of size 3: there is no sixth entry",
        Truth.EMPTY,
        lambda: prove_moment(entry(RandomVector("x", 3), 5) ** 2, 1),
    ),
    _case(
        Slip.EMPTY,
        "E |x|^2 = -2 for vectors of size -2: there is none",
        Truth.EMPTY,
        lambda: prove_moment(squared_norm(RandomVector("x", -2)), -2),
    ),
    _case(
        Slip.EMPTY,
        "E |x|^2 = h for vectors of size h, half of an odd number: there is none",
        Truth.EMPTY,
        lambda: prove_moment(
            squared_norm(RandomVector("x", sp.Symbol("h", odd=True, positive=True) / 2)),
            sp.Symbol("h", odd=True, positive=True) / 2,
        ),
    ),
    _case(
        Slip.CONTRADICTION,
        "E |x|^2 = k for vectors of negative size k: there is none",
        Truth.EMPTY,
        lambda: prove_moment(
            squared_norm(RandomVector("x", sp.Symbol("k", integer=True, negative=True))),
            sp.Symbol("k", integer=True, negative=True),
        ),
    ),
    _case(
        Slip.CONTRADICTION,
        "E |x|^2 = k for vectors of irrational size k: there is none",
        Truth.EMPTY,
        lambda: prove_moment(
            squared_norm(RandomVector("x", sp.Symbol("k", irrational=True, positive=True))),
            sp.Symbol("k", irrational=True, positive=True),
        ),
    ),
    _case(
        Slip.FLOAT,
        "E x_0^2 = 1.0",
        Truth.NO_STATEMENT,
        lambda: prove_moment(entry(x, 0) ** 2, sp.Float(1)),
    ),
    _case(
        Slip.FLOAT,
        "E |0.1 G|^2 = n d / 100: 0.1 is 3602879701896397 / 2^55",
        Truth.NO_STATEMENT,
        lambda: prove_moment(squared_norm(G * 0.1), n * d / sp.Integer(100)),  # pyright: ignore
    ),
    _case(
        Slip.EDGE_SIZE,
        "E |z|^2 = n - 3 for z of size n - 3 and all n >= 1: at n = 1 the size is -2",
        Truth.FALSE,
        lambda: outright(prove_moment(squared_norm(RandomVector("z", n - 3)), n - 3)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "E |z|^2 = 2 - n for z of size 2 - n and all n >= 1: at n = 3 the size is -1",
        Truth.FALSE,
        lambda: outright(prove_moment(squared_norm(RandomVector("z", 2 - n)), 2 - n)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "E x_6^2 = 1 for vectors of every size n: there is no sixth entry at n = 5",
        Truth.FALSE,
        lambda: outright(prove_moment(entry(x, 5) ** 2, 1)),
    ),
)
