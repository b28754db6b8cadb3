"""Scales of random layers that are right for few layers, equal sizes or one variance only."""

from functools import partial

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import SecondMoment, by_signal_propagation
from theorem_checks.judging.judge import judged

_case = partial(Case, "by_signal_propagation")


def _asked(scale, **sizes):
    def says(_, w):
        n = w.sequence("n", integer=True, **(sizes or {"positive": True}))
        s, L = w.sequence("s", positive=True), w.size("L")
        return SecondMoment(n, s, L, scale(w, n, s, L))

    return lambda: judged(says, by_signal_propagation, None)


def _product(w, n, s, L):
    return s[L] * w.product(lambda k: n[k] * s[k], "k", 1, L - 1)


CASES = (
    _case(
        Slip.TRANSPOSE, "n_0 ... n_{L-2} in place of n_1 ... n_{L-1}: equal for equal sizes",
        Truth.FALSE,
        _asked(lambda w, n, s, L: s[L] * w.product(lambda k: n[k - 1] * s[k], "k", 1, L - 1)),
    ),
    _case(
        Slip.EDGE_SIZE, "the product with n_L: at L = 1, n_1 = 2 it is 2 s_1, and E h h^T s_1 I",
        Truth.FALSE, _asked(lambda w, n, s, L: w.product(lambda k: n[k] * s[k], "k", 1, L)),
    ),
    _case(
        Slip.LAW, "the variance of the first layer in all: equal if all have one", Truth.FALSE,
        _asked(lambda w, n, s, L: s[1] ** L * w.product(lambda k: n[k], "k", 1, L - 1)),
    ),
    _case(
        Slip.BRANCH, "right up to three layers, and one more beyond", Truth.FALSE,
        _asked(lambda w, n, s, L: _product(w, n, s, L) + (L - 1) * (L - 2) * (L - 3)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "sizes that are any integers", Truth.NO_STATEMENT,
        _asked(_product, nonzero=True),
    ),
    _case(
        Slip.EMPTY, "s_L n_1 s_1 ... n_{L-1} s_{L-1}: at L = 1 the product is empty", Truth.TRUE,
        _asked(_product),
    ),
)  # fmt: skip
