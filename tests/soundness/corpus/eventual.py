"""On which side of a number a random term is from some index on, given to `eventually`."""

from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    AtMost,
    Converges,
    Eventually,
    Implies,
    Less,
    apply_fact,
    arithmetic,
    eventually,
    prove,
)
from theorem_checks.facts.probability import BAI_YIN, RADIUS

_case = partial(Case, "eventually")

n = sp.Symbol("n", integer=True, positive=True)
r, c = (sp.Symbol(name, positive=True) for name in "rc")


def _radius(sign, number, *, limit=r, under=None, term=RADIUS, known=RADIUS, variable=n):
    """That the radius, which tends to a limit, is on a side of a number at last."""

    def asked():
        said = Eventually(variable, term, sign, number)
        order = Less(limit, number) if sign == "<" else Less(number, limit)
        whole = said if under is None else Implies(under, said)
        evidence = prove(order) if under is None else arithmetic(Implies(under, order))
        converging = Converges(n, known, limit, "almost surely")
        return eventually(whole, converging, apply_fact(BAI_YIN, {"r": limit}), evidence)

    return asked


def _of_mode(mode):
    def asked():
        converging = Converges(n, RADIUS, r, mode)
        given = apply_fact(BAI_YIN, {"r": r})
        return eventually(
            Eventually(n, RADIUS, "<", r + 1), converging, given, prove(Less(r, r + 1))
        )

    return asked


def _of_other_evidence():
    given = apply_fact(BAI_YIN, {"r": r})
    converging = Converges(n, RADIUS, r / 2, "almost surely")
    return eventually(Eventually(n, RADIUS, "<", r), converging, given, prove(Less(r / 2, r)))


CASES = (
    _case(
        Slip.EDGE_SIZE,
        "the radius tends to r, and is below r + 1 at last: it is",
        Truth.TRUE,
        _radius("<", r + 1),
    ),
    _case(
        Slip.EDGE_SIZE,
        "it is below its limit r at last: it may come near it from above",
        Truth.FALSE,
        _radius("<", r),
    ),
    _case(
        Slip.EDGE_SIZE,
        "it is above its limit r at last: it may come near it from below",
        Truth.FALSE,
        _radius(">", r),
    ),
    _case(
        Slip.BRANCH,
        "it is above r + 1 at last: its limit is not",
        Truth.FALSE,
        _radius(">", r + 1),
    ),
    _case(
        Slip.EDGE_SIZE,
        "if r <= c it is below c at last: at r = c it need not be",
        Truth.FALSE,
        _radius("<", c, under=AtMost(r, c)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "if r < c + 1 it is below c at last: at r = c it need not be",
        Truth.FALSE,
        _radius("<", c, under=Less(r, c + 1)),
    ),
    _case(
        Slip.BRANCH,
        "if r < c it is above c at last: its limit is below",
        Truth.FALSE,
        _radius(">", c, under=Less(r, c)),
    ),
    _case(
        Slip.NAME,
        "the radius tends to r, so that the norm, which tends to 2 r, is below 3 r / 2 at last",
        Truth.FALSE,
        _radius("<", 3 * r / 2, term="the norm of W_n"),
    ),
    _case(
        Slip.NAME,
        "it tends to r as n grows, so that it is below r + 1 for all large m",
        Truth.NO_STATEMENT,
        _radius("<", r + 1, variable=sp.Symbol("m", integer=True, positive=True)),
    ),
    _case(
        Slip.NAME,
        "it is below n r at last, a number that grows with n",
        Truth.NO_STATEMENT,
        _radius("<", r + n),
    ),
    _case(
        Slip.LAW,
        "what converges in probability alone is below r + 1 at last, almost surely",
        Truth.NO_STATEMENT,
        _of_mode("in probability"),
    ),
    _case(
        Slip.CONSTANT,
        "it tends to r / 2, so that it is below r at last, by evidence that it tends to r",
        Truth.NO_STATEMENT,
        _of_other_evidence,
    ),
)
