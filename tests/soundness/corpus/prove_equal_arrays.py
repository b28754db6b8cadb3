"""Arrays of symbolic size, given to `prove_equal_arrays`."""

from functools import partial
from types import SimpleNamespace

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth, outright
from theorem_checks import (
    Index,
    Tensor,
    array_of,
    delta,
    described,
    family,
    inverse_pair,
    prove_equal_arrays,
    symbol_array,
    zeros,
)
from theorem_checks.statements.arrays.symbolic_arrays import concatenate, ones, outer

_case = partial(Case, "prove_equal_arrays")

d = sp.Symbol("d", integer=True, positive=True)
rows, columns = family("rows", d), family("columns", d)
pairs, half = family("pairs", d, d), family("half", d, d, increasing=True)
A, B = symbol_array("A", rows, rows), symbol_array("B", rows, rows)
u, v = symbol_array("u", rows), symbol_array("v", rows)
P, P_INVERSE = (symbol_array(tensor, rows, rows) for tensor in inverse_pair("P"))
UNIT = array_of({("rows", "rows"): delta}, rows, rows)
fewer, one_less = family("fewer", d - 2), family("one less", d - 1)


def _entries(entry):
    """A square matrix by its entry function."""
    return array_of({("rows", "rows"): entry}, rows, rows)


def _number(value):
    """An array without axes."""
    return array_of({(): lambda: value})


def _described(entry, **parameters):
    """A vector by a description."""
    axis = (SimpleNamespace(name="rows", ranges=(("i", "d"),), increasing=False),)
    array = SimpleNamespace(axes=(axis,), entries={("rows",): entry})
    return described(array, {"d": d}, parameters)


def _swallowing(i, j):
    try:
        return 1 if i == j else 0
    except TypeError:
        return 0


def _changing():
    calls = []

    def entry(i, j):
        calls.append(i)
        return len(calls)

    return entry


CASES = (
    _case(
        Slip.TRANSPOSE,
        "A = A^T: with A = (0, 1; 0, 0) at 0, 1 it is 1 and 0",
        Truth.FALSE,
        lambda: prove_equal_arrays(A, A.T),
    ),
    _case(
        Slip.TRANSPOSE,
        "A u = u A: with A = (0, 1; 0, 0), u = (0, 1) it is (1, 0) and (0, 0)",
        Truth.FALSE,
        lambda: prove_equal_arrays(A @ u, u @ A),
    ),
    _case(
        Slip.TRANSPOSE,
        "(A B)^T = A^T B^T: with A = (0, 1; 0, 0), B = A^T at 0, 0 it is 1 and 0",
        Truth.FALSE,
        lambda: prove_equal_arrays((A @ B).T, A.T @ B.T),
    ),
    _case(
        Slip.TRANSPOSE,
        "(A B)^T = B^T A^T",
        Truth.TRUE,
        lambda: prove_equal_arrays((A @ B).T, B.T @ A.T),
    ),
    _case(
        Slip.TRANSPOSE,
        "u v^T = v u^T: with u = (1, 0), v = (0, 1) at 0, 1 it is 1 and 0",
        Truth.FALSE,
        lambda: prove_equal_arrays(outer(u, v), outer(v, u)),
    ),
    _case(
        Slip.TRANSPOSE,
        "the pairs (i, j) by rows hold A, by columns A^T: with A = (0, 1; 0, 0) they differ",
        Truth.FALSE,
        lambda: prove_equal_arrays(
            array_of({("pairs",): lambda i, j: A[i, j]}, pairs),
            array_of({("pairs",): lambda i, j: A[j, i]}, pairs),
        ),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "A B = B A: with A = (0, 1; 0, 0), B = A^T at 0, 0 it is 1 and 0",
        Truth.FALSE,
        lambda: prove_equal_arrays(A @ B, B @ A),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "P A P^-1 = A: with P = (1, 1; 0, 1), A = diag(1, 0) it is (1, -1; 0, 0)",
        Truth.FALSE,
        lambda: prove_equal_arrays(P @ A @ P_INVERSE, A),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "(A + B) (A - B) = A A - B B: with A = (0, 1; 0, 0), B = A^T at 0, 0 it is -1 and 0",
        Truth.FALSE,
        lambda: prove_equal_arrays((A + B) @ (A - B), A @ A - B @ B),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "P A P^-1 P B P^-1 = P A B P^-1",
        Truth.TRUE,
        lambda: prove_equal_arrays(P @ A @ P_INVERSE @ P @ B @ P_INVERSE, P @ A @ B @ P_INVERSE),
    ),
    _case(
        Slip.LAW,
        "A * B, entry by entry, is A B: with A = B = 1 at d = 2 it is 1 and 2",
        Truth.FALSE,
        lambda: prove_equal_arrays(A * B, A @ B),
    ),
    _case(
        Slip.LAW,
        "A + 1 adds the unit matrix: at 0, 1 it is 1 more",
        Truth.FALSE,
        lambda: prove_equal_arrays(A + 1, A + UNIT),
    ),
    _case(
        Slip.LAW,
        "ones are a unit of the matrix product: ones times A at d = 2, A = 1 is 2",
        Truth.FALSE,
        lambda: prove_equal_arrays(ones((rows, rows)) @ A, A),
    ),
    _case(
        Slip.CONSTANT,
        "ones times ones are ones: at d = 2 they are 2",
        Truth.FALSE,
        lambda: prove_equal_arrays(ones((rows, rows)) @ ones((rows,)), ones((rows,))),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the product of d - 1 ones with themselves is d - 1, 0 at d = 1",
        Truth.TRUE,
        lambda: prove_equal_arrays(ones((one_less,)) @ ones((one_less,)), _number(d - 1)),
    ),
    _case(
        Slip.KINK,
        "the half i <= j of d x d ones has d**2 ones: at d = 2 it has 3",
        Truth.FALSE,
        lambda: prove_equal_arrays(ones((half,)) @ ones((half,)), _number(d**2)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "the half i <= j of A is that of A^T, as for symmetric A: with A = (0, 1; 0, 0) it is not",
        Truth.FALSE,
        lambda: prove_equal_arrays(
            array_of({("half",): lambda i, j: A[i, j]}, half),
            array_of({("half",): lambda i, j: A[j, i]}, half),
        ),
    ),
    _case(
        Slip.NAME,
        "a symmetric S and a free array called S: with S = (0, 1; 0, 0) they differ",
        Truth.FALSE,
        lambda: prove_equal_arrays(
            symbol_array(Tensor("S", 2, "symmetric"), rows, rows), symbol_array("S", rows, rows)
        ),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "u joined to v is v joined to u: u = 1, v = 0",
        Truth.FALSE,
        lambda: prove_equal_arrays(concatenate([u, v]), concatenate([v, u])),
    ),
    _case(
        Slip.FLOAT,
        "0.5 A + 0.5 A = A",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(A * 0.5 + A * 0.5, A),  # pyright: ignore
    ),
    _case(
        Slip.FLOAT,
        "an entry function that returns 1.0 gives ones",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(_entries(lambda i, j: 1.0), ones((rows, rows))),  # pyright: ignore
    ),
    _case(
        Slip.FLOAT,
        "a parameter of 0.5 in a description",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(
            _described(lambda w, i: w.rate * u[i], rate=0.5), u * sp.Rational(1, 2)
        ),
    ),
    _case(
        Slip.BRANCH,
        "(1 if i == j else 0) is 0 everywhere: at i = j it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(_entries(lambda i, j: 1 if i == j else 0), zeros((rows, rows))),
    ),
    _case(
        Slip.BRANCH,
        "(1 if i == j else 0) is 0, in a description",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(
            _described(lambda w, i: 1 if i == Index("j", d) else 0), zeros((rows,))
        ),
    ),
    _case(
        Slip.BRANCH,
        "1 in the first row, else 0, is 0",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(_entries(lambda i, j: 1 if i == 0 else 0), zeros((rows, rows))),
    ),
    _case(
        Slip.BRANCH,
        "1 below the diagonal, else 0, is 0",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(_entries(lambda i, j: 1 if i > j else 0), zeros((rows, rows))),
    ),
    _case(
        Slip.BRANCH,
        "by a table 7 at j = 0, else 1, is 1",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(_entries(lambda i, j: {0: 7}.get(j, 1)), ones((rows, rows))),
    ),
    _case(
        Slip.BRANCH,
        "(1 if i == j else 0) is 0; the error of the question is caught",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(_entries(_swallowing), zeros((rows, rows))),
    ),
    _case(
        Slip.BRANCH,
        "0 where i is true, else 1, is 0: at i = 0 it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(_entries(lambda i, j: 0 if i else 1), zeros((rows, rows))),
    ),
    _case(
        Slip.BRANCH,
        "u where it is true, else 0: at u = 0 it is 0",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(u if u else zeros((rows,)), u),
    ),
    _case(
        Slip.BRANCH,
        "0 where u == v, else u, is u: at u = v it is 0",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(zeros((rows,)) if u == v else u, u),
    ),
    _case(
        Slip.BRANCH,
        "0 where the size is 3, else u, is u: at d = 3 it is 0",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(zeros((rows,)) if u.shape[0] == 3 else u, u),
    ),
    _case(
        Slip.BRANCH,
        "A[0, 1] by numbers",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(A * A[0, 1], A),
    ),
    _case(
        Slip.BRANCH,
        "the entry at 0, 0 takes every value: A[0, 0] A = A",
        Truth.FALSE,
        lambda: prove_equal_arrays(A * A[0, 0], A),
    ),
    _case(
        Slip.BRANCH,
        "the rows of A one by one",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(sum(A), u),  # pyright: ignore
    ),
    _case(
        Slip.BRANCH,
        "u by a table with arrays as keys",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays({v: v}.get(u, u), u),
    ),
    _case(
        Slip.BRANCH,
        "u times the number of its entries as Python counts them",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(u * len(u), u),  # pyright: ignore
    ),
    _case(
        Slip.EMPTY,
        "vectors of shape (0,) are equal: there are no entries",
        Truth.EMPTY,
        lambda: prove_equal_arrays(zeros((family("none", 0),)), ones((family("none", 0),))),
    ),
    _case(
        Slip.EMPTY,
        "vectors of shape (0,) by number",
        Truth.EMPTY,
        lambda: prove_equal_arrays(zeros((0,)), ones((0,))),
    ),
    _case(
        Slip.NAME,
        "the block x of W equals another array that is called W_x: 1 and 0 are possible",
        Truth.FALSE,
        lambda: prove_equal_arrays(
            symbol_array("W", (family("x", d), family("y", d))),
            concatenate([symbol_array("W_x", rows), symbol_array("W_y", rows)]),
        ),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "an entry function that counts its calls equals 1: the second time it is 2",
        Truth.FALSE,
        lambda: prove_equal_arrays(_entries(_changing()), ones((rows, rows))),
    ),
    _case(
        Slip.POLE,
        "u / (d - 2) times d - 2 is u at every d",
        Truth.FALSE,
        lambda: outright(prove_equal_arrays(u * (1 / (d - 2)) * (d - 2), u)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the product of d - 2 ones with themselves is d - 2: at d = 1 there is no such vector",
        Truth.FALSE,
        lambda: outright(prove_equal_arrays(ones((fewer,)) @ ones((fewer,)), _number(d - 2))),
    ),
    _case(
        Slip.CONTRADICTION,
        "vectors with a negative number of entries",
        Truth.EMPTY,
        lambda: prove_equal_arrays(
            *(ones((family("negative", sp.Symbol("m", integer=True, negative=True)),)),) * 2
        ),
    ),
    _case(
        Slip.BRANCH,
        "u, and 0 at size 3 by a question of an index for its size: at d = 3 it is 0",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(
            array_of({("rows",): lambda i: 0 if i.size == 3 else u[i]}, rows), u
        ),
    ),
    _case(
        Slip.BRANCH,
        "u, and 0 at size 3 by getattr: at d = 3 it is 0",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(
            array_of({("rows",): lambda i: 0 if getattr(i, "size", 0) == 3 else u[i]}, rows), u
        ),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "u divided by the size of its index is u / d",
        Truth.TRUE,
        lambda: prove_equal_arrays(array_of({("rows",): lambda i: u[i] / i.size}, rows), u / d),
    ),
)
