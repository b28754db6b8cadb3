"""Products over time, given to `prove_index_identity` and, in statements, to `unrolling`."""

from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import Computes, Index, Sum, Tensor, prove_index_identity, unrolling
from theorem_checks.judging.judge import judged

_case = partial(Case, "prove_index_identity")
_unrolled = partial(Case, "unrolling")

T = sp.Symbol("T", integer=True, positive=True)
t, s, r = (Index(name, T) for name in "tsr")
a = Tensor("a", 1)
PRODUCTS = Tensor("P", 2, power_of="a", over_time=True)


class _Decaying:
    """A number that decays by what the token says, before or after the token is added."""

    def __init__(self, none, late):
        self.none, self.late = none, late

    def initial_state(self):
        return self.none

    def step(self, h, token):
        a, x = token
        after = a * (h + x) if self.late else a * h + x
        return after, after


def _asked(weight, *, late=False):
    def says(_, w):
        T = w.size("T")
        a, x = w.array("a", T), w.array("x", T)
        products = w.running_products("P", a)
        machine = w.machine(
            _Decaying(w.entries(lambda _: 0), late), (w.array("alpha"), w.array("xi"))
        )
        outputs = w.entries(lambda h, t: h.sum(lambda s: weight(h, a, products, t, s) * x[s], T), T)
        return Computes(machine, (a, x), outputs)

    return lambda: judged(says, unrolling, None)


CASES = (
    _case(
        Slip.TRANSPOSE,
        "a_{s+1} ... a_t for s <= t and 0 else is symmetric: at t = 1, s = 0 it is a_1 and 0",
        Truth.FALSE,
        lambda: prove_index_identity(PRODUCTS[t, s], PRODUCTS[s, t]),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the sum of all products is T: right at T = 1, and at T = 2 it is 2 + a_1",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(PRODUCTS[t, s], t, s), T),
    ),
    _case(
        Slip.EMPTY,
        "P_ts P_sr = P_tr: at s > t >= r the left side is 0",
        Truth.FALSE,
        lambda: prove_index_identity(PRODUCTS[t, s] * PRODUCTS[s, r], PRODUCTS[t, r]),
    ),
    _unrolled(
        Slip.EDGE_SIZE,
        "h_t = a_t (h_{t-1} + x_t) weighs x_s by a_{s+1} ... a_t: a_s is missing at T = 1",
        Truth.FALSE,
        _asked(lambda h, a, P, t, s: P[t, s], late=True),
    ),
    _unrolled(
        Slip.EDGE_SIZE,
        "h_t = a_t (h_{t-1} + x_t) weighs x_s by a_s ... a_t: it does",
        Truth.TRUE,
        _asked(lambda h, a, P, t, s: P[t, s] * a[s], late=True),
    ),
    _unrolled(
        Slip.EDGE_SIZE,
        "h_t = a_t h_{t-1} + x_t weighs x_s by a_s ... a_{t-1}: at t = 1, s = 0 by a_1",
        Truth.FALSE,
        _asked(lambda h, a, P, t, s: h.delta(t, s) + P[t, s] * a[s] - h.delta(t, s) * a[s]),
    ),
    _unrolled(
        Slip.TRANSPOSE,
        "the same, weighed by the products of what is to come",
        Truth.FALSE,
        _asked(lambda h, a, P, t, s: P[s, t]),
    ),
)
