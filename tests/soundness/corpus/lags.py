"""Lags and powers by age, given to `prove_index_identity`, and arrays in the place of others."""

from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    Equal,
    Implies,
    Index,
    Sum,
    Tensor,
    array_of,
    at_most,
    delta,
    family,
    lag,
    prove_index_identity,
    replacing,
    symbol_array,
)
from theorem_checks.statements.arrays.lags import follows

_case = partial(Case, "prove_index_identity")
_replaced = partial(Case, "replacing")

d = sp.Symbol("d", integer=True, positive=True)
j, k, s, t, u = (Index(name, d) for name in "jkstu")
a, b = Index("a", 2), Index("b", 2)
v = Index("v", sp.Symbol("m", integer=True, positive=True))
x, y = Tensor("x", 1), Tensor("y", 1)
below_e = Index("p", sp.Symbol("e", integer=True, nonnegative=True))
also_e, third_e = (Index(name, below_e.size) for name in "qr")
_BELOW_E = below_e, also_e, third_e
few = Index("few", d - 1)
A, B = Tensor("A", 2), Tensor("B", 2)
POWERS, SAME, OTHER = (
    Tensor(name, 4, power_of=of, matrix=True) for name, of in (("P", "A"), ("R", "A"), ("Q", "B"))
)
AGES = Tensor("G", 3, power_of="A", matrix=True)

line = family("i", d)
p, q, z = (symbol_array(name, line) for name in "pqz")


def _shifted(sequence, by):
    return Sum(lag(t, s, by) * sequence[s], s)


def _scaled(array, factor):
    return array_of({("i",): lambda i: factor * array[i]}, line)


CASES = (
    _case(
        Slip.EDGE_SIZE,
        "no index comes before 0: the sum over k of [j = 0] [j = k + 1] is 0, and it is",
        Truth.TRUE,
        lambda: prove_index_identity(Sum(delta(j, 0) * follows(j, k) * x[k], j, k), 0),
    ),
    _case(
        Slip.EDGE_SIZE,
        "[j = 0] [j = k + a] summed over a < 2 is [j = 0]: at j = 0, k = 1 it is 0",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(delta(j, 0) * lag(j, k, a), a), delta(j, 0)),
    ),
    _case(
        Slip.TRANSPOSE,
        "[k = 0] [j = k + a] summed over a < 2 is [j = 0] [k = 0]: at j = 1, k = 0 it is 1",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(delta(k, 0) * lag(j, k, a), a), delta(j, 0) * delta(k, 0)),
    ),
    _case(
        Slip.EMPTY,
        "[j = 0] [j = k + p] summed over p < e is [j = 0] [k = 0]: at e = 0 it is 0",
        Truth.FALSE,
        lambda: prove_index_identity(
            Sum(delta(j, 0) * lag(j, k, below_e), below_e), delta(j, 0) * delta(k, 0)
        ),
    ),
    _case(
        Slip.CONSTANT,
        "[j = 0] [j = k + a] a-th of two numbers, summed over a, is the sum of both at k = 0",
        Truth.FALSE,
        lambda: prove_index_identity(
            Sum(delta(j, 0) * lag(j, k, a) * x[a], a), delta(j, 0) * delta(k, 0) * Sum(x[a], a)
        ),
    ),
    _case(
        Slip.TRANSPOSE,
        "[t = s + j] = [s = t + j]: at t = 1, s = 0, j = 1 it is 1 and 0",
        Truth.FALSE,
        lambda: prove_index_identity(lag(t, s, j), lag(s, t, j)),
    ),
    _case(
        Slip.TRANSPOSE,
        "x at t - j is x at j - t, both 0 outside: at t = 1, j = 0 it is x_1 and 0",
        Truth.FALSE,
        lambda: prove_index_identity(_shifted(x, j), Sum(lag(j, s, t) * x[s], s)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the sum over j of [t = s + j] is 1: for t = 0, s = 1 there is no such j",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(lag(t, s, j), j), 1),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the sum over t of [t = s + j] is 1: s + j may be d or more, as at d = 2, s = j = 1",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(lag(t, s, j), t), 1),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the sum over j < d of [t = s + j] is [s <= t]: true, though no form says so",
        Truth.TRUE,
        lambda: prove_index_identity(Sum(lag(t, s, j), j), at_most(s, t)),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "a convolution is the product at each time: at t = 1 it is x_0 y_1 + x_1 y_0, not x_1 y_1",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(lag(t, s, j) * x[s] * y[j], s, j), x[t] * y[t]),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "x convolved with y is y convolved with x: true, and not known to the form",
        Truth.TRUE,
        lambda: prove_index_identity(
            Sum(lag(t, s, j) * x[s] * y[j], s, j), Sum(lag(t, s, j) * y[s] * x[j], s, j)
        ),
    ),
    _case(
        Slip.NAME,
        "[t = s + j] [t = s + k] is [t = s + j]: at j = 0, k = 1, t = s it is 0 and 1",
        Truth.FALSE,
        lambda: prove_index_identity(lag(t, s, j) * lag(t, s, k), lag(t, s, j)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "[t = s + j] [s = 0] = [t = j] [s = 0]: it is",
        Truth.TRUE,
        lambda: prove_index_identity(lag(t, s, j) * delta(s, 0), delta(t, j) * delta(s, 0)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "[t = s + j] [s = 0] = [t = j]: at s = 1, t = j it is 0",
        Truth.FALSE,
        lambda: prove_index_identity(lag(t, s, j) * delta(s, 0), delta(t, j)),
    ),
    _case(
        Slip.TRANSPOSE,
        "[t = s + j] [s = 0] = [t = s] [s = 0]: at s = 0, t = j = 1 it is 1",
        Truth.FALSE,
        lambda: prove_index_identity(lag(t, s, j) * delta(s, 0), delta(t, s) * delta(s, 0)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "[t = s + j] [t = 0] = [t = 0] [s = j]: at t = 0, s = j = 1 it is 0",
        Truth.FALSE,
        lambda: prove_index_identity(lag(t, s, j) * delta(t, 0), delta(t, 0) * delta(s, j)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "sums over t < d, s < d and v < m of [t = s + v] [s = 0] make d: with d = 2, m = 1 it is 1",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(lag(t, s, v) * delta(s, 0), t, s, v), d),
    ),
    _case(
        Slip.EDGE_SIZE,
        "and they make m: with d = 1, m = 2 it is 1",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(lag(t, s, v) * delta(s, 0), t, s, v), Sum(delta(v, v), v)),
    ),
    _case(
        Slip.EMPTY,
        "sums over all indices below e of [p = q + r] [q = 0] make 1: at e = 0 there is none",
        Truth.FALSE,
        lambda: prove_index_identity(
            Sum(lag(below_e, also_e, third_e) * delta(also_e, 0) * delta(below_e, 0), *_BELOW_E), 1
        ),
    ),
    _case(
        Slip.NAME,
        "[t = s + t] = 1: it says that s is 0",
        Truth.FALSE,
        lambda: prove_index_identity(lag(t, s, t) * delta(t, 0), delta(t, 0)),
    ),
    _case(
        Slip.NAME,
        "a lag between indices of two sizes: [t = a + b] = [a = b], false at t = 1, a = 0, b = 1",
        Truth.FALSE,
        lambda: prove_index_identity(lag(t, a, b), delta(a, b)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "sums of [t = s + j] [v = s + j] over t < d and v < m: with d = 2, m = 1, s = j = 0 or 1,"
        " t has more values than v",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(lag(t, s, j) * lag(v, s, j), t, v), Sum(lag(t, s, j), t)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "one of the indices below e is 0: not where there is none",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(delta(below_e, 0), below_e), 1),
    ),
    _case(
        Slip.EDGE_SIZE,
        "one of the indices below d - 1 is 0: not at d = 1",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(delta(few, 0), few), 1),
    ),
    _case(
        Slip.NAME,
        "the first entry of x times that of y is the first of x times the sum of y",
        Truth.FALSE,
        lambda: prove_index_identity(
            Sum(delta(s, 0) * x[s], s) * Sum(delta(t, 0) * y[t], t),
            Sum(delta(s, 0) * x[s], s) * Sum(y[t], t),
        ),
    ),
    _case(
        Slip.NAME,
        "first entries are at one place: true",
        Truth.TRUE,
        lambda: prove_index_identity(
            Sum(delta(s, 0) * delta(t, 0) * x[s] * y[t], s, t), Sum(delta(s, 0) * x[s] * y[s], s)
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the same of t and u below d is true: s and j determine t",
        Truth.TRUE,
        lambda: prove_index_identity(Sum(lag(t, s, j) * lag(u, s, j), t, u), Sum(lag(t, s, j), t)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "so do t and s determine j, in the square of x at t - j: true",
        Truth.TRUE,
        lambda: prove_index_identity(
            Sum(lag(t, s, j) * lag(t, s, k) * y[j] * y[k], s, j, k),
            Sum(lag(t, s, j) * y[j] * y[j], s, j),
        ),
    ),
    _case(
        Slip.CONSTANT,
        "the square of a sum of lags at two times t and u is that at one: at s = 0, j = 0 and 1",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(lag(t, s, j) * lag(u, s, k), t, u), Sum(lag(t, s, j), t)),
    ),
    _case(
        Slip.NAME,
        "powers of A and of B are one thing: at t = 1, s = 0 they are A and B",
        Truth.FALSE,
        lambda: prove_index_identity(POWERS[t, s, a, b], OTHER[t, s, a, b]),
    ),
    _case(
        Slip.NAME,
        "two arrays of the powers of A are one thing: true",
        Truth.TRUE,
        lambda: prove_index_identity(POWERS[t, s, a, b], SAME[t, s, a, b]),
    ),
    _case(
        Slip.BRANCH,
        "A^(t - s) is A^t, whatever s is: at t = s = 1 it is I and A",
        Truth.FALSE,
        lambda: prove_index_identity(POWERS[t, s, a, b], AGES[t, a, b]),
    ),
    _case(
        Slip.BRANCH,
        "A^(t - s) is the sum over j of [t = s + j] A^j: true",
        Truth.TRUE,
        lambda: prove_index_identity(POWERS[t, s, a, b], Sum(lag(t, s, j) * AGES[j, a, b], j)),
    ),
    _case(
        Slip.TRANSPOSE,
        "A^(t - s) is the sum over j of [s = t + j] A^j: at t = 1, s = 0 it is A and 0",
        Truth.FALSE,
        lambda: prove_index_identity(POWERS[t, s, a, b], Sum(lag(s, t, j) * AGES[j, a, b], j)),
    ),
    _case(
        Slip.TRANSPOSE,
        "powers of A by age are their own transposes: A is not",
        Truth.FALSE,
        lambda: prove_index_identity(AGES[j, a, b], AGES[j, b, a]),
    ),
    _replaced(
        Slip.CONSTANT,
        "p = q implies 2 p = 3 q: at p = q = 1 it is 2 and 3",
        Truth.FALSE,
        lambda: replacing(
            Implies(Equal(p, q), Equal(_scaled(p, 2), _scaled(q, 3))), _scaled(z, 2), z
        ),
    ),
    _replaced(
        Slip.NAME,
        "p = q implies p = p + q, by a context in which q stands already: at p = q = 1 it is 2",
        Truth.FALSE,
        lambda: replacing(Implies(Equal(p, q), Equal(p, p + q)), q, q),
    ),
    _replaced(
        Slip.NAME,
        "p = q implies 0 = p, by a context in which the place is p itself",
        Truth.FALSE,
        lambda: replacing(Implies(Equal(p, q), Equal(0 * p, p)), p, p),
    ),
    _replaced(
        Slip.ORDER_OF_EVALUATION,
        "p = q implies 2 q = p, by the context of one side: at p = q = 1 it is 2 and 1",
        Truth.FALSE,
        lambda: replacing(Implies(Equal(p, q), Equal(q + q, p)), z, z),
    ),
)
