"""Logarithms, roots, LayerNorm and norms of arrays: laws taken for more than they are."""

from functools import partial

from tests.soundness.cases import Case, Slip, Truth, outright
from theorem_checks import (
    AtMost,
    Equal,
    Implies,
    Less,
    apply_fact,
    arithmetic,
    by_fact,
    exp,
    largest,
    layer_norm,
    log,
    logsumexp,
    norm_1,
    norm_2,
    norm_fro,
    norm_inf,
    norm_op,
    prove,
    softmax,
    sqrt,
)
from theorem_checks.facts.logarithms import (
    EXPONENTIAL_OF_LOGARITHM,
    GREATEST_BOUND,
    LOGARITHM_INCREASES,
    LOGARITHM_OF_PRODUCT,
    SUM_INCREASES,
)
from theorem_checks.facts.norms import OPERATOR_BOUND
from theorem_checks.statements.worlds.symbolic import Symbolic

_same = partial(Case, "prove_equal_arrays")
_order = partial(Case, "prove_arrays_ordered")
_arithmetic = partial(Case, "arithmetic")
_fact = partial(Case, "by_fact")
_derivative = partial(Case, "derivative")

w = Symbolic()
m, d, n = w.size("m"), w.size("d"), w.size("n", least=0)
x, y, few, c = w.array("x", d), w.array("y", d), w.array("few", n), w.array("c")
A, B = w.array("A", m, d), w.array("B", d, d)
s, z = w.number("s"), w.number("z", complex=True)
from_0 = w.number("from_0", nonnegative=True)
eps = w.number("eps", positive=True)
variance = ((x - x.sum() / d) ** 2).sum() / d
_FALSE = [
    (Slip.CONSTANT, "lse(x + c) = lse(x): at c = 1 it is 1 more", logsumexp(x + c), logsumexp(x)),
    (
        Slip.CONSTANT,
        "lse(2 x) = 2 lse(x): of (0, 0) it is log 2",
        logsumexp(2 * x),
        logsumexp(x) * 2,
    ),
    (
        Slip.EDGE_SIZE,
        "lse(x + c) = lse(x) + c of none, whose sum is 0 and its logarithm 0",
        logsumexp(few + c),
        logsumexp(few) + c,
    ),
    (Slip.HIDDEN_ASSUMPTION, "e^(log x) = x: at x = -1 it is 1", exp(log(x)), x),
    (Slip.POLE, "e^(log 0) = 0: the logarithm stands for 0 there", exp(log(x * 0)), x * 0),
    (
        Slip.HIDDEN_ASSUMPTION,
        "log(x y) = log x + log y: of -2 and -2 it is log 4 = 0",
        log(x * y),
        log(x) + log(y),
    ),
    (
        Slip.HIDDEN_ASSUMPTION,
        "log(x^2) = 2 log x: at x = -2 it is log 4 = 0",
        log(x * x),
        log(x) * 2,
    ),
    (Slip.HIDDEN_ASSUMPTION, "log(1/x) = log x: at e it is -1", log(1 / c), log(c)),
    (
        Slip.ORDER_OF_EVALUATION,
        "the logarithm of the softmax is x less the largest entry",
        log(softmax(x)),
        x - largest(x),
    ),
    (Slip.BRANCH, "the root of x^2 is x: at -1 it is 1", sqrt(x * x), x),
    (Slip.BRANCH, "the root of s^2 is s, a number of either sign", norm_2(x * s), norm_2(x) * s),
    (Slip.HIDDEN_ASSUMPTION, "the square of the root of x is x: at -1 it is 0", sqrt(x) ** 2, x),
    (
        Slip.HIDDEN_ASSUMPTION,
        "the root of x y is that of x times that of y: of -1 and -1 it is 1 = 0",
        sqrt(x * y),
        sqrt(x) * sqrt(y),
    ),
    (
        Slip.HIDDEN_ASSUMPTION,
        "1/x is the square of the inverse of the root of x: at -1 that is 0",
        (1 / sqrt(c)) ** 2,
        1 / c,
    ),
    (Slip.POLE, "a root times its inverse is 1: at 0 it is 0", norm_2(x) / norm_2(x), c * 0 + 1),
    (Slip.KINK, "|x + y| = |x| + |y| entry by entry", abs(x + y), abs(x) + abs(y)),
    (Slip.EDGE_SIZE, "|x|_1 is |x|_2: at one entry alone", norm_1(x), norm_2(x)),
    (
        Slip.NAME,
        "max_j |x_j| times x_i is max_i |x_i x_i|, at another i",
        x * norm_inf(x),
        x * 0 + norm_inf(x * x),
    ),
    (Slip.BRANCH, "the largest entry of -x is that of x, negated", largest(-x), -largest(x)),
    (Slip.BRANCH, "the largest entry of s x is s times it", largest(x * s), largest(x) * s),
    (
        Slip.EMPTY,
        "the largest entry of x + c is that of x, and c: of none it is 0",
        largest(few + c),
        largest(few) + c,
    ),
    (Slip.TRANSPOSE, "|A^T A| is |A A|, as operators", norm_op(B.T @ B), norm_op(B @ B)),
    (
        Slip.ORDER_OF_FACTORS,
        "|B C| = |C B| for the operator norm of two matrices",
        norm_op(B @ (B.T @ B @ B)),
        norm_op(B @ B @ B.T @ B),
    ),
    (Slip.EDGE_SIZE, "|A|_op = |A|_F: at rank 1 alone", norm_op(A), norm_fro(A)),
    (
        Slip.EDGE_SIZE,
        "the squares of LayerNorm add up to d: at d = 1 to 0",
        (layer_norm(x) ** 2).sum(),
        c * 0 + d,
    ),
    (Slip.BRANCH, "LayerNorm does not see a scale: -1 is seen", layer_norm(x * s), layer_norm(x)),
    (
        Slip.POLE,
        "LayerNorm does not see a scale from 0 on: 0 is seen",
        layer_norm(x * from_0),
        layer_norm(x),
    ),
    (
        Slip.CONSTANT,
        "LayerNorm with an epsilon does not see a scale",
        layer_norm(x * 2, eps),
        layer_norm(x, eps),
    ),
    (
        Slip.CONSTANT,
        "the squares of LayerNorm with an epsilon add up to d",
        (layer_norm(x, eps) ** 2).sum(),
        c * 0 + d,
    ),
]
_REVERSED = [
    ("|x|_2 <= |x|_inf: of (1, 1) it is more", norm_2(x), norm_inf(x)),
    ("|x|_1 <= |x|_2: of (1, 1) it is more", norm_1(x), norm_2(x)),
    ("sqrt(d) |x|_2 <= |x|_1: of (1, 0) it is more", norm_2(x) * sqrt(d), norm_1(x)),
    ("d |x|_inf <= sqrt(d) |x|_2: of (1, 0) it is more", norm_inf(x) * d, norm_2(x) * sqrt(d)),
    ("|A|_F <= |A|_op: of the identity it is more", norm_fro(A), norm_op(A)),
    (
        "|A| |x| <= |A x|: of (1, 0; 0, 0) and (0, 1) it is more",
        norm_op(A) * norm_2(x),
        norm_2(A @ x),
    ),
    ("lse(x) <= max x: of (0, 0) it is more", logsumexp(x), largest(x)),
    ("max x + log d <= lse(x): of (1, 0) it is more", largest(x) + log(d), logsumexp(x)),
    ("log x <= x / 2: at 2 it is at most 1, at -1 it is 0", log(x), x / 2),
    ("|x + y| >= |x| + |y|", norm_2(x) + norm_2(y), norm_2(x + y)),
    ("|x|_2 <= |x|_2^2: at 1/2 it is more", norm_2(x / 2), (x @ x) / 4),
]


CASES = (
    *(
        _same(slip, said, Truth.FALSE, partial(lambda a, b: outright(prove(Equal(a, b))), a, b))
        for slip, said, a, b in _FALSE
    ),
    *(
        _order(Slip.CONSTANT, said, Truth.FALSE, partial(lambda a, b: prove(AtMost(a, b)), a, b))
        for said, a, b in _REVERSED
    ),
    _order(
        Slip.EDGE_SIZE,
        "log d is positive: at d = 1 it is 0",
        Truth.FALSE,
        lambda: prove(Less(c * 0, c * 0 + log(d))),
    ),
    _order(
        Slip.KINK,
        "a norm is positive: of 0 it is 0",
        Truth.FALSE,
        lambda: prove(Less(c * 0, norm_2(x))),
    ),
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "the logarithm of z x, for a complex z",
        Truth.NO_STATEMENT,
        lambda: prove(Equal(log(x * z), log(x * z))),
    ),
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "the root of s, a number of either sign, as a scalar",
        Truth.NO_STATEMENT,
        lambda: prove(Equal((c * 0 + sqrt(s)) ** 2, c * 0 + s)),
    ),
    _same(
        Slip.EDGE_SIZE,
        "the logarithm of d - 1, which may be 0, as a scalar",
        Truth.NO_STATEMENT,
        lambda: prove(Equal(c * 0 + log(d - 1), c * 0 + log(d - 1))),
    ),
    _derivative(
        Slip.POLE,
        "the derivative of log x, where x may be 0",
        Truth.NO_STATEMENT,
        lambda: w.derivative(log, x),
    ),
    _derivative(
        Slip.KINK,
        "the gradient of |x|, which has none at 0",
        Truth.NO_STATEMENT,
        lambda: w.derivative(norm_2, x),
    ),
    _derivative(
        Slip.KINK,
        "the gradient of |x|_1, which has none at 0",
        Truth.NO_STATEMENT,
        lambda: w.derivative(norm_1, x),
    ),
    _derivative(
        Slip.KINK,
        "the gradient of the largest entry, which has none where two are equal",
        Truth.NO_STATEMENT,
        lambda: w.derivative(largest, x),
    ),
    _derivative(
        Slip.EDGE_SIZE,
        "the gradient of lse of a vector that may have no entries",
        Truth.NO_STATEMENT,
        lambda: w.derivative(logsumexp, few),
    ),
    _arithmetic(
        Slip.HIDDEN_ASSUMPTION,
        "log y is not negative, for y >= 0",
        Truth.FALSE,
        lambda: arithmetic(Implies(AtMost(x * 0, y), AtMost(x * 0, log(y))), seconds=1),
    ),
    _arithmetic(
        Slip.CONSTANT,
        "the root of y is at most y, for y >= 0: at 1/4 it is more",
        Truth.FALSE,
        lambda: arithmetic(Implies(AtMost(x * 0, y), AtMost(sqrt(y), y)), seconds=1),
    ),
    _arithmetic(
        Slip.HIDDEN_ASSUMPTION,
        "the square of the root of y is y",
        Truth.FALSE,
        lambda: arithmetic(Equal(sqrt(y) * sqrt(y), y), seconds=1),
    ),
    _arithmetic(
        Slip.EDGE_SIZE,
        "the squares of LayerNorm add up to d where the variance is not negative",
        Truth.FALSE,
        lambda: arithmetic(
            Implies(AtMost(c * 0, variance), Equal((layer_norm(x) ** 2).sum(), c * 0 + d)),
            seconds=1,
        ),
    ),
    _arithmetic(
        Slip.EMPTY,
        "what is said of all entries is so of one, where there may be none",
        Truth.FALSE,
        lambda: arithmetic(
            Implies(AtMost(few * 0 + 1, few * 0), AtMost(c * 0 + 1, c * 0)), seconds=1
        ),
    ),
    _arithmetic(
        Slip.NAME,
        "what is true of one entry is true of the largest",
        Truth.FALSE,
        lambda: arithmetic(Implies(AtMost(x, y), AtMost(largest(x), y.sum())), seconds=1),
    ),
    _fact(
        Slip.HIDDEN_ASSUMPTION,
        "log x <= log y for x <= y, which may be negative",
        Truth.FALSE,
        lambda: by_fact(LOGARITHM_INCREASES, {"n": d, "x": x, "y": x + norm_inf(y)}, seconds=1)[1],
    ),
    _fact(
        Slip.HIDDEN_ASSUMPTION,
        "log(x x) = log x + log x, as x x is not negative",
        Truth.FALSE,
        lambda: by_fact(LOGARITHM_OF_PRODUCT, {"n": d, "x": x, "y": x}, seconds=1)[1],
    ),
    _fact(
        Slip.POLE,
        "e^(log x) = x for x >= 0: at 0 it is 1",
        Truth.FALSE,
        lambda: by_fact(EXPONENTIAL_OF_LOGARITHM, {"n": d, "x": x * x}, seconds=1)[1],
    ),
    _fact(
        Slip.NAME,
        "sums are in order, as the first terms are",
        Truth.FALSE,
        lambda: by_fact(SUM_INCREASES, {"n": d, "x": x, "y": y}, seconds=1)[1],
    ),
    _fact(
        Slip.EMPTY,
        "the largest entry of none is at most -1: the fact is about sizes from 1 on",
        Truth.NO_STATEMENT,
        lambda: apply_fact(GREATEST_BOUND, {"n": n, "x": few, "m": c * 0 - 1}),
    ),
    _fact(
        Slip.TRANSPOSE,
        "|A x| <= |A| |x| for an x of as many entries as A has rows",
        Truth.NO_STATEMENT,
        lambda: apply_fact(OPERATOR_BOUND, {"m": d, "n": m, "A": A, "x": w.array("rows", m)}),
    ),
)
