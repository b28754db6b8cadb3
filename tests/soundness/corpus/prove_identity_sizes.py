"""Edges, poles, names, empty assumptions, orders and floats, given to `prove_identity`."""

from functools import partial
from typing import Any

import numpy as np
import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import prove_identity

_case = partial(Case, "prove_identity")

x, y, z = sp.symbols("x y z")
real = sp.Symbol("r", real=True)
count = sp.Symbol("n", integer=True, nonnegative=True)
k, m = sp.symbols("k m", integer=True)
f, g = sp.Function("f"), sp.Function("g")
A: Any = sp.MatrixSymbol("A", 2, 2)
B: Any = sp.MatrixSymbol("B", 2, 2)
SUM: Any = sp.Sum
CASE: Any = sp.Piecewise
BASE: Any = sp.IndexedBase
free_A, free_B = sp.symbols("A B", commutative=False)
positive = sp.Symbol("x", positive=True)
even_prime = sp.Symbol("p", prime=True, even=True)
circle = sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1

CASES = (
    _case(
        Slip.EDGE_SIZE,
        "0**n = 0 for n = 0, 1, 2, ...: 0**0 is 1",
        Truth.FALSE,
        lambda: prove_identity(sp.Integer(0) ** count, 0),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the delta of n and 0 is 0: at n = 0 it is 1",
        Truth.FALSE,
        lambda: prove_identity(sp.KroneckerDelta(count, 0), 0),
    ),
    _case(
        Slip.EDGE_SIZE,
        "a case that is 1 at n = 1000 and else 0 is 0: at n = 1000 it is 1",
        Truth.FALSE,
        lambda: prove_identity(CASE((1, sp.Eq(count, 1000)), (0, True)), 0),
    ),
    _case(
        Slip.EDGE_SIZE,
        "n (n - 1) ... (n - 12) = 0 for n up to 13: at n = 13 it is 13!",
        Truth.FALSE,
        lambda: prove_identity(
            sp.Mul(*(count - i for i in range(13))), 0, assume=(count >= 0, count <= 13)
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "n (n - 1) ... (n - 12) = 0 for n up to 12",
        Truth.TRUE,
        lambda: prove_identity(
            sp.Mul(*(count - i for i in range(13))), 0, assume=(count >= 0, count <= 12)
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "floor(n / 100) = 0 for n = 0, 1, 2, ...: at n = 100 it is 1",
        Truth.FALSE,
        lambda: prove_identity(sp.floor(count / 100), 0),
    ),
    _case(
        Slip.EDGE_SIZE,
        "1 + ... + n counted from 2 is n (n + 1) / 2: at n = 2 it is 2 and 3",
        Truth.FALSE,
        lambda: prove_identity(SUM(k, (k, 2, count)), count * (count + 1) / 2),
    ),
    _case(
        Slip.POLE,
        "Gamma(n) = Gamma(n + 1) for n = 0, -1, ..., where neither has a value",
        Truth.EMPTY,
        lambda: prove_identity(sp.gamma(-count), sp.gamma(-count + 1)),
    ),
    _case(
        Slip.POLE,
        "1 / ((x + 1)**2 - x**2 - 2 x - 1) = 1: it is defined nowhere",
        Truth.EMPTY,
        lambda: prove_identity(1 / ((x + 1) ** 2 - x**2 - 2 * x - 1), 1),
    ),
    _case(
        Slip.POLE,
        "1 / (sqrt(x**2) - x) = 0 for positive x: it is defined nowhere",
        Truth.EMPTY,
        lambda: prove_identity(1 / (sp.sqrt(x**2) - x), 0, assume=(x > 0,)),
    ),
    _case(
        Slip.POLE,
        "(x + 1) / c = x / c + 1 / c with c = sin(x)**2 + cos(x)**2 - 1, which is 0",
        Truth.EMPTY,
        lambda: prove_identity((x + 1) / circle, x / circle + 1 / circle),
    ),
    _case(
        Slip.POLE,
        "x / (2**n - 4) = 1 / (2**n - 4): at x = 2, n = 3 it is 1/2 and 1/4",
        Truth.FALSE,
        lambda: prove_identity(x / (2**count - 4), 1 / (2**count - 4)),
    ),
    _case(
        Slip.POLE,
        "1 / (1 + (-1)**n) = 1/2 wherever it has a value, at even n",
        Truth.TRUE,
        lambda: prove_identity(1 / (1 + sp.Pow(-1, count)), sp.Rational(1, 2)),
    ),
    _case(
        Slip.CONTRADICTION,
        "x = x + 1 for x above 2 and below 1: there is no such x",
        Truth.EMPTY,
        lambda: prove_identity(x, x + 1, assume=(x > 2, x < 1)),
    ),
    _case(
        Slip.CONTRADICTION,
        "(x + 1)**2 = x**2 + 2 x + 1 for a positive x below 0: there is none",
        Truth.EMPTY,
        lambda: prove_identity(
            (positive + 1) ** 2, positive**2 + 2 * positive + 1, assume=(positive < 0,)
        ),
    ),
    _case(
        Slip.CONTRADICTION,
        "x y = y x for x > 0, y < 0 with x y > 0: there are none",
        Truth.EMPTY,
        lambda: prove_identity((x + y) * x, x**2 + x * y, assume=(x > 0, y < 0, x * y > 0)),
    ),
    _case(
        Slip.CONTRADICTION,
        "p = 2 for an even prime number above 2: there is none",
        Truth.EMPTY,
        lambda: prove_identity(even_prime, 2, assume=(even_prime > 2,)),
    ),
    _case(
        Slip.EMPTY,
        "(k + 1)**2 = k**2 + 2 k + 1 for an integer strictly between 0 and 1: there is none",
        Truth.EMPTY,
        lambda: prove_identity((k + 1) ** 2, k**2 + 2 * k + 1, assume=(k > 0, k < 1)),
    ),
    _case(
        Slip.EMPTY,
        "r = 2 r for real r with r**2 + 1 < 0: there is none",
        Truth.EMPTY,
        lambda: prove_identity(real, 2 * real, assume=(real**2 + 1 < 0,)),
    ),
    _case(
        Slip.EMPTY,
        "x = y where x is not x: there is no such x",
        Truth.EMPTY,
        lambda: prove_identity(x, y, assume=(sp.Ne(x, x),)),
    ),
    _case(
        Slip.NAME,
        "A[0, 0] of a matrix equals a symbol that is called so: with A = 1 and the symbol 0",
        Truth.FALSE,
        lambda: prove_identity(A[0, 0], sp.Symbol("A[0, 0]")),
    ),
    _case(
        Slip.NAME,
        "A[0, 0] of a matrix equals A[0, 0] of an indexed base: 1 and 0 are possible",
        Truth.FALSE,
        lambda: prove_identity(A[0, 0], BASE("A")[0, 0]),
    ),
    _case(
        Slip.NAME,
        "A[0, 0] of a 2 x 2 matrix equals A[0, 0] of a 3 x 3 matrix: 1 and 0 are possible",
        Truth.FALSE,
        lambda: prove_identity(A[0, 0], sp.MatrixSymbol("A", 3, 3)[0, 0]),
    ),
    _case(
        Slip.NAME,
        "a[k] = a[m] for all k and m: with a = (0, 1), k = 0, m = 1 it is 0 and 1",
        Truth.FALSE,
        lambda: prove_identity(BASE("a")[k], BASE("a")[m]),
    ),
    _case(
        Slip.NAME,
        "a sequence a[k] equals an unknown function called a[] at k: 0 and 1 are possible",
        Truth.FALSE,
        lambda: prove_identity(BASE("a")[k], sp.Function("a[]")(k)),
    ),
    _case(
        Slip.NAME,
        "sqrt(x) equals a symbol that is called so: at x = 1 with the symbol 0",
        Truth.FALSE,
        lambda: prove_identity(sp.sqrt(x), sp.Symbol("sqrt(x)")),
    ),
    _case(
        Slip.NAME,
        "f(x) equals a symbol that is called so: 1 and 0 are possible",
        Truth.FALSE,
        lambda: prove_identity(f(x), sp.Symbol("f(x)")),
    ),
    _case(
        Slip.NAME,
        "2**n equals a symbol that is called so: at n = 0 with the symbol 0",
        Truth.FALSE,
        lambda: prove_identity(2**count, sp.Symbol("2**n")),
    ),
    _case(
        Slip.NAME,
        "two symbols that are both printed x are equal: 0 and 1 are possible",
        Truth.FALSE,
        lambda: prove_identity(sp.Dummy("x"), sp.Dummy("x")),
    ),
    _case(
        Slip.NAME,
        "k (1 + 2) with k outside equals the sum of k k with k inside: at k = 1, 3 and 5",
        Truth.FALSE,
        lambda: prove_identity(k * SUM(k, (k, 1, 2)), SUM(k * k, (k, 1, 2))),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "A B = B A for matrices: not for shears (1, 1; 0, 1) and (1, 0; 1, 1)",
        Truth.FALSE,
        lambda: prove_identity(free_A * free_B, free_B * free_A),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "the entry 0, 0 of A B is that of B A: with A = (0, 1; 0, 0), B = A^T it is 1 and 0",
        Truth.FALSE,
        lambda: prove_identity((A * B)[0, 0], (B * A)[0, 0]),
    ),
    _case(
        Slip.TRANSPOSE,
        "A[0, 1] = A^T[0, 1]: with A = (0, 1; 0, 0) it is 1 and 0",
        Truth.FALSE,
        lambda: prove_identity(A[0, 1], A.T[0, 1]),
    ),
    _case(
        Slip.TRANSPOSE,
        "the entry 0, 0 of (A B)^T is that of A^T B^T: with A = (0, 1; 0, 0), B = A^T, 1 and 0",
        Truth.FALSE,
        lambda: prove_identity((A * B).T[0, 0], (A.T * B.T)[0, 0]),
    ),
    _case(
        Slip.LAW,
        "an unknown function is additive: f = 1 gives 1 and 2",
        Truth.FALSE,
        lambda: prove_identity(f(x + y), f(x) + f(y)),
    ),
    _case(
        Slip.LAW,
        "exp(x + y) = exp(x) + exp(y): at x = y = 0 it is 1 and 2",
        Truth.FALSE,
        lambda: prove_identity(sp.exp(x + y), sp.exp(x) + sp.exp(y)),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "f(g(x)) = g(f(x)) for unknown functions: f = x + 1, g = 2 x at 0 give 1 and 2",
        Truth.FALSE,
        lambda: prove_identity(f(g(x)), g(f(x))),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "2**(3**n) = (2**3)**n: at n = 0 it is 2 and 1",
        Truth.FALSE,
        lambda: prove_identity(2 ** (3**count), (2**3) ** count),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "(1 + ... + n)**2 = 1 + 4 + ... + n**2: at n = 2 it is 9 and 5",
        Truth.FALSE,
        lambda: prove_identity(SUM(k, (k, 1, count)) ** 2, SUM(k**2, (k, 1, count))),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "(1 + ... + n)**2 = 1 + 8 + ... + n**3",
        Truth.TRUE,
        lambda: prove_identity(SUM(k, (k, 1, count)) ** 2, SUM(k**3, (k, 1, count))),
    ),
    _case(
        Slip.FLOAT,
        "0.1 x = x / 10: 0.1 is a rounded number",
        Truth.NO_STATEMENT,
        lambda: prove_identity(0.1 * x, x / 10),
    ),
    _case(
        Slip.FLOAT,
        "x**0.5 = sqrt(x): a float as exponent",
        Truth.NO_STATEMENT,
        lambda: prove_identity(x**0.5, sp.sqrt(x)),
    ),
    _case(
        Slip.FLOAT,
        "1 = the float of NumPy that is 1",
        Truth.NO_STATEMENT,
        lambda: prove_identity(1, np.float64(1)),  # pyright: ignore
    ),
    _case(
        Slip.CONSTANT,
        "exp(pi sqrt 163) = 262537412640768744: it is less by 7.5e-13",
        Truth.FALSE,
        lambda: prove_identity(sp.exp(sp.pi * sp.sqrt(163)), 262537412640768744),
    ),
    _case(
        Slip.CONSTANT,
        "(pi**4 + pi**5)**(1/6) = e: they differ by 1.2e-8",
        Truth.FALSE,
        lambda: prove_identity((sp.pi**4 + sp.pi**5) ** sp.Rational(1, 6), sp.E),
    ),
    _case(
        Slip.CONSTANT,
        "(x + y)**4 with 5 in place of 6 in the middle: at x = y = 1 it is 16 and 15",
        Truth.FALSE,
        lambda: prove_identity(
            (x + y) ** 4, x**4 + 4 * x**3 * y + 5 * x**2 * y**2 + 4 * x * y**3 + y**4
        ),
    ),
    _case(
        Slip.FLOAT,
        "x = x for x above 0.5: a float in the assumption",
        Truth.NO_STATEMENT,
        lambda: prove_identity(x + x, 2 * x, assume=(x > 0.5,)),
    ),
)
