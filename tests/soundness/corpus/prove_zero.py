"""Numbers and differences that are said to vanish, given to `prove_zero`."""

from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import prove_zero

_case = partial(Case, "prove_zero")

x, y, z, t = sp.symbols("x y z t")
real = sp.Symbol("r", real=True)
n, i = sp.symbols("n i", integer=True, nonnegative=True)
k = sp.Symbol("k", integer=True)
f = sp.Function("f")
A: Any = sp.MatrixSymbol("A", 2, 2)
B: Any = sp.MatrixSymbol("B", 2, 2)
signed: Any = sp.Sum((-1) ** i * sp.binomial(n, i), (i, 0, n))
P, Q, R = sp.symbols("P Q R", commutative=False)


def _expanded_determinant(a, b):
    return (a * b).as_explicit().det() - a.as_explicit().det() * b.as_explicit().det()


CASES = (
    _case(
        Slip.CONSTANT,
        "22/7 - pi = 0: it is 0.00126",
        Truth.FALSE,
        lambda: prove_zero(sp.Rational(22, 7) - sp.pi),
    ),
    _case(
        Slip.CONSTANT,
        "sqrt 2 + sqrt 3 - 19601/6230 = 0: it is -4.5e-6",
        Truth.FALSE,
        lambda: prove_zero(sp.sqrt(2) + sp.sqrt(3) - sp.Rational(19601, 6230)),
    ),
    _case(
        Slip.CONSTANT,
        "sqrt 10 + sqrt 11 - sqrt 5 - sqrt 18 = 0: it is 1.9e-4",
        Truth.FALSE,
        lambda: prove_zero(sp.sqrt(10) + sp.sqrt(11) - sp.sqrt(5) - sp.sqrt(18)),
    ),
    _case(
        Slip.CONSTANT,
        "a third of 10**-40 is 0",
        Truth.FALSE,
        lambda: prove_zero(sp.Rational(1, 3 * 10**40)),
    ),
    _case(
        Slip.CONSTANT,
        "exp(-100) = 0: it is 3.7e-44",
        Truth.FALSE,
        lambda: prove_zero(sp.exp(-100)),
    ),
    _case(
        Slip.CONSTANT,
        "x * 10**-50 = 0 for all x: at x = 1 it is not",
        Truth.FALSE,
        lambda: prove_zero(x * sp.Rational(1, 10**50)),
    ),
    _case(
        Slip.BRANCH,
        "sqrt(5 + 2 sqrt 6) - sqrt 2 - sqrt 3 = 0",
        Truth.TRUE,
        lambda: prove_zero(sp.sqrt(5 + 2 * sp.sqrt(6)) - sp.sqrt(2) - sp.sqrt(3)),
    ),
    _case(
        Slip.BRANCH,
        "sqrt(5 - 2 sqrt 6) - sqrt 2 + sqrt 3 = 0: the other sign, it is 0.64",
        Truth.FALSE,
        lambda: prove_zero(sp.sqrt(5 - 2 * sp.sqrt(6)) - sp.sqrt(2) + sp.sqrt(3)),
    ),
    _case(
        Slip.BRANCH,
        "the principal cube root of -1 plus 1 is 0: it is 3/2 + 0.866 i",
        Truth.FALSE,
        lambda: prove_zero(sp.Pow(-1, sp.Rational(1, 3)) + 1),
    ),
    _case(
        Slip.BRANCH,
        "log(exp(r + i pi)) - r + i pi = 0: it is 2 pi i",
        Truth.FALSE,
        lambda: prove_zero(sp.log(-sp.exp(real)) - real + sp.I * sp.pi),
    ),
    _case(
        Slip.BRANCH,
        "arccos(cos(x)) - x = 0: at x = -1 it is 2",
        Truth.FALSE,
        lambda: prove_zero(sp.acos(sp.cos(x)) - x),
    ),
    _case(
        Slip.BRANCH,
        "arctan(x) + arctan(1/x) - pi/2 = 0: at x = -1 it is -pi",
        Truth.FALSE,
        lambda: prove_zero(sp.atan(x) + sp.atan(1 / x) - sp.pi / 2),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "sqrt(r**2) - r = 0 for real r: at r = -2 it is 4",
        Truth.FALSE,
        lambda: prove_zero(sp.sqrt(real**2) - real),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "the imaginary part of x is 0: at x = i it is 1",
        Truth.FALSE,
        lambda: prove_zero(sp.im(x)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "30 divides n**5 - n",
        Truth.TRUE,
        lambda: prove_zero(sp.Mod(n**5 - n, 30)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "60 divides n**5 - n: at n = 2 it leaves 30",
        Truth.FALSE,
        lambda: prove_zero(sp.Mod(n**5 - n, 60)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "a symbol that SymPy knows to be 0 is 0",
        Truth.TRUE,
        lambda: prove_zero(sp.Symbol("o", zero=True) * x + x - x),
    ),
    _case(
        Slip.EDGE_SIZE,
        "x (x - 1) ... (x - 12) (x + 1) (x + 2) (x + 3) = 0, as at small numbers: not at 1/2",
        Truth.FALSE,
        lambda: prove_zero(sp.Mul(*(x - j for j in range(-3, 13)))),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the delta of n and 20 is 0: at n = 20 it is 1",
        Truth.FALSE,
        lambda: prove_zero(sp.KroneckerDelta(n, 20)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "max(n - 12, 0) = 0: at n = 13 it is 1",
        Truth.FALSE,
        lambda: prove_zero(sp.Max(n - 12, 0)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "n over 13 is 0: at n = 13 it is 1",
        Truth.FALSE,
        lambda: prove_zero(sp.binomial(n, 13)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the sum of n over i with signs is 0: at n = 0 it is 1",
        Truth.FALSE,
        lambda: prove_zero(signed),
    ),
    _case(
        Slip.EMPTY,
        "1 = 0 for n with n < 0, which is a count: there is none",
        Truth.EMPTY,
        lambda: prove_zero(n - n + 1, assume=(n < 0,)),
    ),
    _case(
        Slip.CONTRADICTION,
        "0 x = 0 under two conditions that exclude each other",
        Truth.EMPTY,
        lambda: prove_zero((x + y) - x - y + z - z, assume=(x > y, y > z, z > x)),
    ),
    _case(
        Slip.CONTRADICTION,
        "a number that is even and odd",
        Truth.EMPTY,
        lambda: prove_zero(k * 0, assume=(sp.Eq(sp.Mod(k, 2), 0), sp.Eq(sp.Mod(k, 2), 1))),
    ),
    _case(
        Slip.POLE,
        "0 / (x - y) with x = y written as another form of 0: it is defined nowhere",
        Truth.EMPTY,
        lambda: prove_zero(t / ((x - y) ** 2 - x**2 + 2 * x * y - y**2)),
    ),
    _case(
        Slip.NAME,
        "an unknown function of x minus one of y: f(t) = t at 0 and 1",
        Truth.FALSE,
        lambda: prove_zero(f(x) - f(y)),
    ),
    _case(
        Slip.NAME,
        "Gamma(x) minus a symbol called gamma(x): at x = 1 with the symbol 0 it is 1",
        Truth.FALSE,
        lambda: prove_zero(sp.gamma(x) - sp.Symbol("gamma(x)")),
    ),
    _case(
        Slip.NAME,
        "an unknown function called gamma has Gamma's law: gamma(x) = 0 for all x but 2, gamma = 1",
        Truth.FALSE,
        lambda: prove_zero(sp.Function("gamma")(x + 1) - x * sp.Function("gamma")(x)),
    ),
    _case(
        Slip.NAME,
        "two symbols n, one of them a count: 0 and 1/2 are possible",
        Truth.FALSE,
        lambda: prove_zero(n - sp.Symbol("n")),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "P Q R - R P Q = 0: not for P = 1 and shears Q, R",
        Truth.FALSE,
        lambda: prove_zero(P * Q * R - R * P * Q),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "(P + Q)**2 - P**2 - 2 P Q - Q**2 = 0: it is Q P - P Q, not 0 for shears",
        Truth.FALSE,
        lambda: prove_zero(((P + Q) ** 2).expand() - P**2 - 2 * P * Q - Q**2),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "det(A B) = det(A) det(B)",
        Truth.TRUE,
        lambda: prove_zero(_expanded_determinant(A, B)),
    ),
    _case(
        Slip.TRANSPOSE,
        "tr(A B) = tr(A B^T): for A = (0, 1; 0, 0), B = A^T it is 1 and 0",
        Truth.FALSE,
        lambda: prove_zero((A.as_explicit() * (B - B.T).as_explicit()).trace()),
    ),
    _case(
        Slip.LAW,
        "sin(x)**2 - cos(x)**2 + 1 = 0: at x = 1 it is 1.42",
        Truth.FALSE,
        lambda: prove_zero(sp.sin(x) ** 2 - sp.cos(x) ** 2 + 1),
    ),
    _case(
        Slip.LAW,
        "sin(x)**2 + cos(x)**2 - 1 = 0",
        Truth.TRUE,
        lambda: prove_zero(sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1),
    ),
    _case(
        Slip.LAW,
        "Gamma(x) Gamma(1 - x) sin(pi x) = pi",
        Truth.TRUE,
        lambda: prove_zero(sp.gamma(x) * sp.gamma(1 - x) * sp.sin(sp.pi * x) - sp.pi),
    ),
    _case(
        Slip.KINK,
        "||r| - 1| - |r - 1| = 0 for real r: at r = -1 it is -2",
        Truth.FALSE,
        lambda: prove_zero(sp.Abs(sp.Abs(real) - 1) - sp.Abs(real - 1)),
    ),
    _case(
        Slip.KINK,
        "floor(2 r) - 2 floor(r) = 0 for real r: at r = 1/2 it is 1",
        Truth.FALSE,
        lambda: prove_zero(sp.floor(2 * real) - 2 * sp.floor(real)),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "(n!)! = n!!: at n = 3 it is 720 and 3",
        Truth.FALSE,
        lambda: prove_zero(sp.factorial(sp.factorial(n)) - sp.factorial2(n)),
    ),
    _case(
        Slip.FLOAT,
        "0.1 + 0.2 - 0.3 = 0: a float, and 5.6e-17 at that",
        Truth.NO_STATEMENT,
        lambda: prove_zero(0.1 + 0.2 - 0.3),  # pyright: ignore
    ),
    _case(
        Slip.FLOAT,
        "pi minus its 15 digits is 0: digits in an expression",
        Truth.NO_STATEMENT,
        lambda: prove_zero(sp.pi - sp.pi.evalf(15)),
    ),
    _case(
        Slip.FLOAT,
        "'x - x' as text: no string is evaluated",
        Truth.NO_STATEMENT,
        lambda: prove_zero("x - x"),
    ),
)
