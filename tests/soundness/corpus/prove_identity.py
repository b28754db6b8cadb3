"""Roots, logarithms, hidden assumptions and kinks, given to `prove_identity`."""

from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import prove_identity

_case = partial(Case, "prove_identity")

x, y, z, a, b, n = sp.symbols("x y z a b n")
real = sp.Symbol("r", real=True)
whole = sp.Symbol("k", integer=True)
c = sp.Symbol("c", integer=True, nonnegative=True)
anti = sp.Symbol("h", antihermitian=True)
imaginary = sp.Symbol("u", imaginary=True)
irrational = sp.Symbol("q", irrational=True)
third = sp.Rational(1, 3)

CASES = (
    _case(
        Slip.BRANCH,
        "sqrt(x**2) = x: at x = -1 the root is 1",
        Truth.FALSE,
        lambda: prove_identity(sp.sqrt(x**2), x),
    ),
    _case(
        Slip.BRANCH,
        "sqrt(x) sqrt(y) = sqrt(x y): at x = y = -1 it is -1 and 1",
        Truth.FALSE,
        lambda: prove_identity(sp.sqrt(x) * sp.sqrt(y), sp.sqrt(x * y)),
    ),
    _case(
        Slip.BRANCH,
        "sqrt(x / y) = sqrt(x) / sqrt(y): at x = 1, y = -1 it is i and -i",
        Truth.FALSE,
        lambda: prove_identity(sp.sqrt(x / y), sp.sqrt(x) / sp.sqrt(y)),
    ),
    _case(
        Slip.BRANCH,
        "sqrt(1 / x) = 1 / sqrt(x): at x = -1 it is i and -i",
        Truth.FALSE,
        lambda: prove_identity(sp.sqrt(1 / x), 1 / sp.sqrt(x)),
    ),
    _case(
        Slip.BRANCH,
        "(x**3)**(1/3) = x: at x = -1 the principal root is 1/2 + 0.866 i",
        Truth.FALSE,
        lambda: prove_identity((x**3) ** third, x),
    ),
    _case(
        Slip.BRANCH,
        "sqrt(x**4) = x**2 for complex x: at x = i it is 1 and -1",
        Truth.FALSE,
        lambda: prove_identity(sp.sqrt(x**4), x**2),
    ),
    _case(
        Slip.BRANCH,
        "sqrt(r**4) = r**2 for real r",
        Truth.TRUE,
        lambda: prove_identity(sp.sqrt(real**4), real**2),
    ),
    _case(
        Slip.BRANCH,
        "sqrt(x**2 y) = x sqrt(y) for positive y: at x = -1, y = 1 it is 1 and -1",
        Truth.FALSE,
        lambda: prove_identity(sp.sqrt(x**2 * y), x * sp.sqrt(y), assume=(y > 0,)),
    ),
    _case(
        Slip.BRANCH,
        "sqrt(-x) = i sqrt(x): at x = -1 it is 1 and -1",
        Truth.FALSE,
        lambda: prove_identity(sp.sqrt(-x), sp.I * sp.sqrt(x)),
    ),
    _case(
        Slip.BRANCH,
        "sqrt(x) sqrt(x - 1) = sqrt(x (x - 1)): at x = -1 it is -sqrt 2 and sqrt 2",
        Truth.FALSE,
        lambda: prove_identity(sp.sqrt(x) * sp.sqrt(x - 1), sp.sqrt(x * (x - 1))),
    ),
    _case(
        Slip.BRANCH,
        "(x**a)**b = x**(a b): at x = -1, a = 2, b = 1/2 it is 1 and -1",
        Truth.FALSE,
        lambda: prove_identity((x**a) ** b, x ** (a * b)),
    ),
    _case(
        Slip.BRANCH,
        "(x y)**a = x**a y**a: at x = y = -1, a = 1/2 it is 1 and -1",
        Truth.FALSE,
        lambda: prove_identity((x * y) ** a, x**a * y**a),
    ),
    _case(
        Slip.BRANCH,
        "exp(x)**y = exp(x y): at x = 2 pi i, y = 1/2 it is 1 and -1",
        Truth.FALSE,
        lambda: prove_identity(sp.exp(x) ** y, sp.exp(x * y)),
    ),
    _case(
        Slip.BRANCH,
        "log(exp(x)) = x for complex x: at x = 2 pi i it is 0",
        Truth.FALSE,
        lambda: prove_identity(sp.log(sp.exp(x)), x),
    ),
    _case(
        Slip.BRANCH,
        "log(x y) = log(x) + log(y): at x = y = -1 it is 0 and 2 pi i",
        Truth.FALSE,
        lambda: prove_identity(sp.log(x * y), sp.log(x) + sp.log(y)),
    ),
    _case(
        Slip.BRANCH,
        "log(x**2) = 2 log(x): at x = -1 it is 0 and 2 pi i",
        Truth.FALSE,
        lambda: prove_identity(sp.log(x**2), 2 * sp.log(x)),
    ),
    _case(
        Slip.BRANCH,
        "arctan(tan(x)) = x: at x = 4 it is 4 - pi",
        Truth.FALSE,
        lambda: prove_identity(sp.atan(sp.tan(x)), x),
    ),
    _case(
        Slip.BRANCH,
        "(-8)**(1/3) = -2: the principal root is 1 + 1.732 i",
        Truth.FALSE,
        lambda: prove_identity(sp.Pow(-8, third), -2),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "|r| = r for real r: at r = -1 it is 1",
        Truth.FALSE,
        lambda: prove_identity(sp.Abs(real), real),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "|x|**2 = x**2 for complex x: at x = i it is 1 and -1",
        Truth.FALSE,
        lambda: prove_identity(sp.Abs(x) ** 2, x**2),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "(-1)**(2 n) = 1 where n need not be an integer: at n = 1/2 it is -1",
        Truth.FALSE,
        lambda: prove_identity(sp.Pow(-1, 2 * n), 1),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "sin(pi n) = 0 where n need not be an integer: at n = 1/2 it is 1",
        Truth.FALSE,
        lambda: prove_identity(sp.sin(sp.pi * n), 0),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "the conjugate of x is x for complex x: at x = i it is -i",
        Truth.FALSE,
        lambda: prove_identity(sp.conjugate(x), x),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "the conjugate of an antihermitian number is its negative",
        Truth.TRUE,
        lambda: prove_identity(sp.conjugate(anti), -anti),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "the conjugate of an imaginary number is its negative",
        Truth.TRUE,
        lambda: prove_identity(sp.conjugate(imaginary) + imaginary * x, imaginary * (x - 1)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "an imaginary number has a real part of 0, which rational points cannot show",
        Truth.TRUE,
        lambda: prove_identity((1 + imaginary) ** 2, 1 + 2 * imaginary + imaginary**2),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "(q + 1)**2 = q**2 + 2 q + 1 for irrational q",
        Truth.TRUE,
        lambda: prove_identity((irrational + 1) ** 2, irrational**2 + 2 * irrational + 1),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "|u|**2 = -u**2 for imaginary u: at u = i both are 1",
        Truth.TRUE,
        lambda: prove_identity(sp.Abs(imaginary) ** 2, -(imaginary**2)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "the even prime number is 2",
        Truth.TRUE,
        lambda: prove_identity(sp.Symbol("p", prime=True, even=True), 2),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "8 divides k**2 - 1 for every integer k: not for k = 2",
        Truth.FALSE,
        lambda: prove_identity(sp.Mod(whole**2 - 1, 8), 0),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "8 divides o**2 - 1 for every odd o",
        Truth.TRUE,
        lambda: prove_identity(sp.Mod(sp.Symbol("o", odd=True) ** 2 - 1, 8), 0),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "n over k is n over n - k for negative n: at n = -1, k = 2 it is 1 and 0",
        Truth.FALSE,
        lambda: prove_identity(sp.binomial(-c - 1, whole), sp.binomial(-c - 1, -c - 1 - whole)),
    ),
    _case(
        Slip.KINK,
        "max(x, y) = x: at x = 0, y = 1 it is 1",
        Truth.FALSE,
        lambda: prove_identity(sp.Max(x, y), x),
    ),
    _case(
        Slip.KINK,
        "max(r, 0) - max(-r, 0) = |r|: at r = -1 it is -1 and 1",
        Truth.FALSE,
        lambda: prove_identity(sp.Max(real, 0) - sp.Max(-real, 0), sp.Abs(real)),
    ),
    _case(
        Slip.KINK,
        "|x + y| = |x| + |y|: at x = 1, y = -1 it is 0 and 2",
        Truth.FALSE,
        lambda: prove_identity(sp.Abs(x + y), sp.Abs(x) + sp.Abs(y)),
    ),
    _case(
        Slip.KINK,
        "the sign of r squared is 1: at r = 0 it is 0",
        Truth.FALSE,
        lambda: prove_identity(sp.sign(real) ** 2, 1),
    ),
    _case(
        Slip.KINK,
        "ceil(r) = floor(r) + 1: at r = 0 it is 0 and 1",
        Truth.FALSE,
        lambda: prove_identity(sp.ceiling(real), sp.floor(real) + 1),
    ),
    _case(
        Slip.KINK,
        "max(x, y) + min(x, y) = x + y for real numbers",
        Truth.TRUE,
        lambda: prove_identity(sp.Max(real, whole) + sp.Min(real, whole), real + whole),
    ),
    _case(
        Slip.KINK,
        "the step from 0 to 1 at r and at -r adds up to 1, with 1/2 at 0",
        Truth.TRUE,
        lambda: prove_identity(sp.Heaviside(real) + sp.Heaviside(-real), 1),
    ),
)
