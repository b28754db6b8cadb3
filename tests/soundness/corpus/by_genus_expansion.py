"""Means of traces of powers that are right for small exponents, few columns or wide matrices."""

from functools import partial
from typing import Any

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import GaussianMatrix, MeanWithin, by_genus_expansion, pairings, sum_over
from theorem_checks.judging.judge import judged
from theorem_checks.statements.worlds.symbolic import Symbolic

_case = partial(Case, "by_genus_expansion")


def _asked(about, within=None, statistic=None, **least):
    """Of tr W^j (W^T)^j, scaled, about a number; within all pairings over n^2."""

    def says(_, w):
        n, v = w.size("n"), w.number("v", positive=True)
        j, g = w.size("j", least=least.get("j", 0)), w.size("g", least=0)
        W = GaussianMatrix("W", n, n, v)
        made = (statistic or _plain)(W, n, j, g)
        most = within(n, j, g, v) if within else v**j * pairings(2 * j) / n**2
        return MeanWithin(made, about(n, j, g, v), most)

    return lambda: judged(says, by_genus_expansion, None, instances=_AT)


_AT: Any = ({"n": 2, "j": 2, "g": 1, "v": 1}, {"n": 10**6, "j": 1, "g": 0, "v": 2})


def _plain(W, n, j, _):
    return (W**j @ (W**j).T).trace() / n ** (j + 1)


def _far(W, n, j, g):
    return (W**j @ (W ** (j + 2 * g)).T).trace() / n ** (j + g + 1)


def _odd(W, n, j, g):
    return (W**j @ (W ** (j + 2 * g + 1)).T).trace() / n ** (j + g + 1)


def _not_transposed(W, n, j, _):
    return (W**j @ W**j).trace() / n ** (j + 1)


def _all_places(W, n, j, _):
    term = lambda a, b: (W**a @ (W**b).T).trace() * (W ** (j - a) @ (W ** (j - b)).T).trace()  # noqa: E731
    return sum_over(term, j, j) / n ** (j + 2)


def _beside(W, n, j, _):
    """F^T (W^j)^T W^j F squared, for a column F of its own."""
    F = GaussianMatrix("F", n, 1, 1)
    return (F.T @ (W**j).T @ W**j @ F).trace() ** 2 / n ** (2 * j + 2)


def _fourth(W, n, j, _):
    """The fourth power of C W^j F, of a row and a column."""
    F, C = GaussianMatrix("F", n, 1, 1), GaussianMatrix("C", 1, n, 1)
    return (C @ W**j @ F).trace() ** 4 / n ** (2 * j + 2)


def _between(W, n, j, _):
    """Another matrix on both sides of W^j, both times as it is."""
    G = GaussianMatrix("G", n, n, 1)
    return (G @ W**j @ G @ (W**j).T).trace() / n ** (j + 2)


def _off(W, n, j, _):
    """How far it is from 1, squared."""
    return (_plain(W, n, j, _) - 1) ** 2


def _negative_size(_, w):
    m = w.number("m", integer=True)
    W = GaussianMatrix("W", m, m, 1)
    return MeanWithin((W**0).trace() / m, 1, 0)


def _captured(_, w):
    """The variance is what is summed over."""
    n, j = w.size("n"), w.size("j")
    term = lambda a: (GaussianMatrix("W", n, n, a) ** 2).trace()  # noqa: E731
    return MeanWithin(sum_over(term, j), 0, 0)


def _one_name(_, w):
    """The name W for a matrix and for a number."""
    n, v = w.size("n"), w.number("W", positive=True)
    return MeanWithin(v * (GaussianMatrix("W", n, n, v) ** 2).trace(), n * v**2, 0)


def _two_laws(_, w):
    n = w.size("n")
    one, other = GaussianMatrix("W", n, n, 1), GaussianMatrix("W", n, n, 2)
    return MeanWithin(one.T.trace() * (other**1).trace(), n, 0)


CASES = (
    _case(Slip.EDGE_SIZE, "E is v^j: with the distance over n^3 it is not, at j = 2, n = 2",
          Truth.FALSE, _asked(lambda n, j, g, v: v**j,
                              lambda n, j, g, v: v**j * pairings(2 * j) / n**3)),
    _case(Slip.BRANCH, "v^j, and more by 1/n from lag 3 on, which smaller lags do not show",
          Truth.FALSE, _asked(lambda n, j, g, v: v**j * (1 + j * (j - 1) * (j - 2) / n))),
    _case(Slip.CONSTANT, "half of the pairings for all of them: at j = 2 there are 2 of 3 over n^2",
          Truth.FALSE, _asked(lambda n, j, g, v: v**j,
                              lambda n, j, g, v: v**j * pairings(2 * j) / (2 * n**2))),
    _case(Slip.TRANSPOSE, "tr W^j W^j, of which the limit is 0", Truth.FALSE,
          _asked(lambda n, j, g, v: v**j, None, _not_transposed)),
    _case(Slip.HIDDEN_ASSUMPTION, "(j + 1)/n for lags j and j + 2 g, which may be equal",
          Truth.FALSE, _asked(lambda n, j, g, v: (j + 1) * v ** (j + g) / n,
                              lambda n, j, g, v: v ** (j + g) * pairings(2 * j + 2 * g) / n**2,
                              _far)),
    _case(Slip.EMPTY, "j + 1 places a < j with a = b: at j = 0 there is none", Truth.FALSE,
          _asked(lambda n, j, g, v: (j + 1) * v**j,
                 lambda n, j, g, v: v**j * j**2 * pairings(2 * j) / n**2, _all_places)),
    _case(Slip.LAW, "v for its square root: v^(2 j)", Truth.FALSE,
          _asked(lambda n, j, g, v: v ** (2 * j))),
    _case(Slip.ORDER_OF_FACTORS, "an odd number of letters, 1/n of the even ones", Truth.FALSE,
          _asked(lambda n, j, g, v: (j + 1) / n, lambda n, j, g, v: pairings(2 * j) / n**2, _odd)),
    _case(Slip.CONSTANT, "2 j for 2 (j + 1) over n in a second moment", Truth.FALSE,
          _asked(lambda n, j, g, v: v ** (2 * j) * (1 + 2 * j / n),
                 lambda n, j, g, v: 3 * v ** (2 * j) * pairings(4 * j) / n**2, _beside)),
    _case(Slip.LAW, "the fourth moment of a normal number, of a product of them", Truth.FALSE,
          _asked(lambda n, j, g, v: 3 * v ** (2 * j),
                 lambda n, j, g, v: 9 * v ** (2 * j) * pairings(4 * j) / n**2, _fourth)),
    _case(Slip.TRANSPOSE, "another matrix that is not transposed, for one that is", Truth.FALSE,
          _asked(lambda n, j, g, v: v**j, None, _between)),
    _case(Slip.HIDDEN_ASSUMPTION, "near 1 in the mean square for every variance", Truth.FALSE,
          _asked(lambda n, j, g, v: 0 * j,
                 lambda n, j, g, v: 4 * v ** (2 * j) * pairings(4 * j) / n, _off)),
    _case(Slip.BRANCH, "6 (j + 1) over n in the fourth moment of a product", Truth.TRUE,
          _asked(lambda n, j, g, v: v ** (2 * j) * (3 + 6 * (j + 1) / n),
                 lambda n, j, g, v: 9 * v ** (2 * j) * pairings(4 * j) / n**2, _fourth)),
    _case(Slip.HIDDEN_ASSUMPTION, "a size that is any integer", Truth.EMPTY,
          lambda: judged(_negative_size, by_genus_expansion, None)),
    _case(Slip.NAME, "a variance that is summed over", Truth.NO_STATEMENT,
          lambda: by_genus_expansion(_captured(None, Symbolic()))),
    _case(Slip.NAME, "a matrix and a number of one name", Truth.NO_STATEMENT,
          lambda: by_genus_expansion(_one_name(None, Symbolic()))),
    _case(Slip.NAME, "two laws of one matrix", Truth.NO_STATEMENT,
          lambda: by_genus_expansion(_two_laws(None, Symbolic()))),
    _case(Slip.EMPTY, "E is v^j, also at j = 0, where it is 1", Truth.TRUE,
          _asked(lambda n, j, g, v: v**j)),
    _case(Slip.EDGE_SIZE, "an odd number of letters: 0", Truth.TRUE,
          _asked(lambda n, j, g, v: 0 * j, lambda n, j, g, v: 0 * j, _odd)),
    _case(Slip.BRANCH, "j places a < j with a = b", Truth.TRUE,
          _asked(lambda n, j, g, v: j * v**j,
                 lambda n, j, g, v: v**j * j**2 * pairings(2 * j) / n**2, _all_places)),
)  # fmt: skip
