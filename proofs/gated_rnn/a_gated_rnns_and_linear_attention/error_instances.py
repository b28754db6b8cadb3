"""Bounds of errors at instances: networks of rational weights with true functions, in balls."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import flint

from constructions.arrays import EXACT, balls
from constructions.cells.gated_rnn import GatedRNN
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_bounds import ErrorBound
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.mlp_error_bound import (
    numbers_of,
    ones_of,
)
from proofs.gated_rnn.realisations import GATED_INSTANCE
from theorem_checks import Counterexample, Evidence, check

__all__ = ["SOME", "check_bound_on_instances", "run_at"]

_SCALES = 3  # that are tried, for each instance


INSTANCES = (
    *(ones_of(1, 1), ones_of(2, 1), ones_of(3, -1), ones_of(20, 1), GATED_INSTANCE),
    *({**ones_of(1, 1), "W_out_m": [[a]], "W_out_x": [[a]]} for a in ("1/100", 100)),
)
"""Where a is small the error is that of hidden states, where it is large that of products; on 20
tokens both have grown.
"""


@check("bound")
def check_bound_on_instances(bound: ErrorBound) -> Evidence:
    """Networks of rational weights, at the largest three powers of 1/10 that are small enough."""
    system = balls(192)
    for given in INSTANCES:
        exact: dict[str, Any] = {name: EXACT.array(value) for name, value in given.items()}
        numbers = numbers_of(exact, exact["xs"])
        w: dict[str, Any] = {name: system.array(value) for name, value in given.items()}
        xs = w.pop("xs")
        for eps in islice(_small_enough(bound, numbers), _SCALES):
            known = {**w, "eps": system.array(eps), "leak": system.array(eps**2)}
            allowed = bound.at(eps, **numbers)
            with system.scope():
                described = [describe() for describe in bound.networks]
                networks = (
                    d.network("real", **{name: known[name] for name in d.parameters})
                    for d in described
                )
                gaps = [abs(g) for one in networks for g in (one(xs) - GatedRNN(**w)(xs)).flat]
                most = flint.arb(flint.fmpq(allowed.numerator, allowed.denominator))
                above = [gap for gap in gaps if gap > most]
                unclear = [gap for gap in gaps if not (gap > most or gap <= most)]
            if above:
                claimed, found = f"an error of at most {allowed}", above[0].str(8, radius=False)
                return Evidence.refuted(Counterexample({**given, "eps": eps}, claimed, found))
            if unclear:
                return Evidence.undecided("The balls do not tell the error from the bound.")
    return Evidence.holds("seven networks, each at three powers of 1/10")


def _small_enough(bound: ErrorBound, numbers: dict[str, Any]) -> Iterator[Fraction]:
    """The powers of 1/10 that are as small as the claim asks."""
    M, T, a = (numbers[name] for name in ("M", "T", "a"))
    eps = Fraction(1)
    while True:
        if all(bound.small(eps, T, N) <= 1 for N in (M, bound.read(eps, M=M, T=T, a=a))):
            yield eps
        eps /= 10


def run_at(m: int, n: int, p: int, o: int, T: int) -> dict[str, Any]:
    """Return sizes and numbers at which networks themselves are run, on T tokens and beyond."""
    numbers = {"eps": Fraction(1, 10**40), "M": 1, "a": 1000, "delta": 1000}
    return {"m": m, "n": n, "p": p, "o": o, "T": T, **numbers}


SOME = (run_at(1, 1, 1, 1, 3), run_at(2, 2, 1, 2, 4), run_at(1, 2, 2, 1, 2), run_at(2, 1, 1, 1, 4))
"""Some of these, so far from all bounds that drawn weights and tokens are allowed."""
