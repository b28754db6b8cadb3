r"""Section 3.1: units with lambda = 1 and with lambda = 0 are needed, and how many.

Of attention, V S_t M x_t, the mixed difference of the tokens at lags 0 and k >= 1 is V x' x'^T M x,
whatever k; that of two past tokens is 0. In class (2) both are sums of powers of the lambdas, which
are independent for different values.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from constructions.arrays import EXACT
from constructions.rational_spaces import rank
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
from constructions.weights.minimal_attention import minimal_attention
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.rank_patterns import patterns
from theorem_checks import (
    AtMost,
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    prove,
    prove_identity,
    symbolic,
)


@dataclass(frozen=True)
class Memory:
    """Which value lambda must not have, and on how many tokens attention is asked for.

    With r distinct values of lambda that are neither 0 nor `excluded`, on horizon(r) tokens. Of
    units with the excluded value there are to be `least` at least, by the rank of what they carry.
    """

    excluded: int
    horizon: Callable[[Any], Any]
    allows_it: bool = False
    least: Callable[[int], int] = lambda rank: rank


ANY = sp.Symbol("r", integer=True, positive=True)


@check("exact", kills=("allowed", "short"))
def check_no_weights_fit(memory: Memory) -> Evidence:
    """No sum of r powers lambda^k is what attention needs, for r up to 4 and several values.

    lambda = 1 excluded: sum_a m_a lambda_a^k = 1 for the lags k = 1, ..., T - 1.
    lambda = 0 excluded: sum_a m_a lambda_a^k = 1 at k = 0, and 0 for k = 1, ..., T - 2 (of the
    T - 1 lags one is that of the other token).
    """
    pools = ([2, 3, 5, 7], [-1, 2, -2, 3], ["1/2", "1/3", "-1/2", "3/4"])
    for pool in pools:
        for r in range(1, 5):
            values = EXACT.array(pool[:r])
            if memory.allows_it:
                values = EXACT.concatenate([values, EXACT.array([memory.excluded])])
            system, wanted = _lag_system(memory, values, r)
            if rank(EXACT.concatenate([system.T, EXACT.array([wanted])]).T) == rank(system):
                return Evidence.refuted(
                    Counterexample(
                        {"lambda": values, "tokens": memory.horizon(r)},
                        claimed="no weights fit",
                        found="there are weights that fit",
                    )
                )
    return Evidence.holds("r = 1, ..., 4 values out of three lists")


def _lag_system(memory: Memory, values: Any, r: int) -> tuple[Any, list[int]]:
    """The powers of the values at each lag, and what attention has there."""
    last = memory.horizon(r)
    lags = range(1, last) if memory.excluded == 1 else range(last - 1)
    wanted = [1] * len(lags) if memory.excluded == 1 else [int(k == 0) for k in lags]
    system = EXACT.array([[_power(value, k) for value in values] for k in lags])
    return system, wanted


def _power(value: Any, k: int) -> Any:
    result = EXACT.ones(())[()]
    for _ in range(k):
        result = result * value
    return result


@check("proof", kills=("allowed", "short"))
def check_determinants(memory: Memory) -> Evidence:
    """The lags and the excluded value give a Vandermonde matrix, with a determinant that is not 0.

    Values lambda_a and the excluded one are distinct, so the r + 1 columns of powers, the wanted
    one among them, are independent: as polynomials up to r = 3, and by Vandermonde for every r, as
    there are r + 1 lags on the horizon.
    """
    parts = {}
    for r in (1, 2, 3):
        lam = list(sp.symbols(f"l1:{r + 1}"))
        nodes = [*lam, sp.Integer(memory.excluded)]
        first = 1 if memory.excluded == 1 else 0
        rows = memory.horizon(r) - 1
        wanted = sp.prod(b - a for i, a in enumerate(nodes) for b in nodes[i + 1 :])
        wanted *= sp.prod(nodes) if first else 1
        if memory.allows_it or rows < r + 1:
            return _a_solution(memory, r)
        matrix = sp.Matrix(r + 1, r + 1, lambda k, a, nodes=nodes, f=first: nodes[a] ** (k + f))
        parts[f"r = {r}"] = prove_identity(sp.expand(matrix.det()), wanted)
    parts["r + 1 lags, for every r"] = prove(AtMost(ANY + 1, memory.horizon(symbolic(ANY)) - 1))
    return all_of(
        parts,
        "all r, all real values of lambda but the excluded one",
        words=(
            "for every r as for those tried: the determinant of the powers of some numbers is the"
            " product of their differences (Horn and Johnson, Matrix Analysis, 0.9.11)",
            "what is left of the mixed differences factors through the units with this lambda, so"
            " that its rank is at most their number",
        ),
    )


def _a_solution(memory: Memory, r: int) -> Evidence:
    values = EXACT.array([2, 3, 5][:r] + ([memory.excluded] if memory.allows_it else []))
    system, wanted = _lag_system(memory, values, r)
    fits = rank(EXACT.concatenate([system.T, EXACT.array([wanted])]).T) == rank(system)
    if not fits:
        return Evidence.undecided("The matrix is not square, and no weights were found.")
    found = "weights on these values fit at all lags"
    claimed = "no weights fit"
    return Evidence.refuted(
        Counterexample({"lambda": values, "tokens": memory.horizon(r)}, claimed, found)
    )


@check("exact", kills=("one-more",))
def check_how_many_units(memory: Memory) -> Evidence:
    """Figure 1 and the smallest networks have so many units with lambda = 1 and 0, d <= 3.

    The argument leaves only the units with that lambda in the mixed differences, so that there are
    at least N(V, M) with lambda = 1, and at least rank M with lambda = 0.
    """
    for pattern in patterns(3):
        if pattern.a == 0 or pattern.b == 0:
            continue
        carried = pattern.memory_rank if memory.excluded == 1 else pattern.query_rank
        needed = memory.least(carried)
        for build in (attention_as_gated_rnn, minimal_attention):
            network = build(pattern.attention)
            units = sum(1 for value in network.weights()["lam"] if value == memory.excluded)
            if units < needed:
                values = {"W_V": pattern.V, "K^T Q": pattern.M, "lambda": memory.excluded}
                found = f"a network with {units} equals attention"
                return Evidence.refuted(Counterexample(values, f"{needed} units", found))
    return Evidence.holds("Figure 1 and the smallest networks, all rank patterns up to d = 3")


ONE = Memory(excluded=1, horizon=lambda r: r + 2)
ZERO = Memory(excluded=0, horizon=lambda r: r + 2)
CHECKS = (check_determinants, check_no_weights_fit, check_how_many_units)


def _mutants(memory: Memory) -> tuple[Mutant, ...]:
    allowed = Memory(memory.excluded, memory.horizon, allows_it=True)
    short = Memory(memory.excluded, lambda r: r + 1)
    more = Memory(memory.excluded, memory.horizon, least=lambda rank: rank + 1)
    return (
        Mutant("allowed", allowed, f"lambda = {memory.excluded} is among the values"),
        Mutant("short", short, "r + 1 tokens: some weights fit"),
        Mutant("one-more", more, "one unit more than the rank"),
    )


lambda_one = Claim(
    id="gated-rnn/s3.1-lambda-one-needed",
    title="Units with lambda = 1 are needed, at least as many as key-value products",
    source=Source(PAPER, "Sec. 3.1"),
    statement=r"\#\{i : \lambda_i = 1\} \ge \mathrm{rank}(S \mapsto VSM|_{\mathrm{Sym}}),"
    r"\quad M = K^\top Q",
    assumptions=(
        "$V S M \\ne 0$ for some symmetric $S$",
        "equality on r + 2 tokens, r the number of distinct values of lambda besides 0 and 1",
    ),
    subject=ONE,
    checks=CHECKS,
    mutants=_mutants(ONE),
    notes="On r + 1 tokens other values of lambda can do. The values besides 0 and 1 may be there,"
    " but what they leave in the mixed differences vanishes.",
)

lambda_zero = Claim(
    id="gated-rnn/s3.1-lambda-zero-needed",
    title="Units with lambda = 0 are needed, at least rank W_K^T W_Q of them",
    source=Source(PAPER, "Secs. 3.1, 4.1"),
    statement=r"\#\{i : \lambda_i = 0\} \ge \mathrm{rank}\,K^\top Q",
    assumptions=(
        "$V \\ne 0$",
        "equality on r + 2 tokens, r the number of distinct values of lambda besides 0",
    ),
    subject=ZERO,
    checks=CHECKS,
    mutants=_mutants(ZERO),
)
