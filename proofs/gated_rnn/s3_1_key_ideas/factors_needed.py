"""Section 3.1: units with lambda = 1 and with lambda = 0 are needed, and how many.

The statements stand in `units_needed.py`, their proofs in `units_needed_proof.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.arrays import EXACT
from constructions.rational_spaces import rank
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
from constructions.weights.gated_rnn_description import GatedRNNDescription
from constructions.weights.minimal_attention import minimal_attention
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.rank_patterns import patterns
from proofs.gated_rnn.s3_1_key_ideas.units_needed import says_lambda_one, says_lambda_zero
from proofs.gated_rnn.s3_1_key_ideas.units_needed_proof import by_lambda_one, by_lambda_zero
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_any_ranks import SIZES, WEIGHTS_OF
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_products import products_by_ranks
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    check,
    instances_of,
    proof_of,
)


@dataclass(frozen=True)
class Memory:
    """Which value lambda must not have, and on how many tokens attention is asked for.

    With r distinct values of lambda that are neither 0 nor `excluded`, on horizon(r) tokens. A
    polynomial that is 0 at these is polynomial_there(r) at the excluded value, 1; it is 0 where
    that is one of them. Of units with the excluded value there are to be `least` at least, by the
    rank of what they carry, and `count` in the network of these `weights`, by the ranks a, b and c.
    """

    excluded: int
    horizon: Callable[[Any], Any]
    count: Callable[..., Any]
    polynomial_there: Callable[[Any], Any] = lambda r: 1
    least: Callable[[Any], Any] = lambda rank: rank
    weights: GatedRNNDescription = WEIGHTS_OF


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
            if memory.polynomial_there(r) == 0:
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


ONE = Memory(excluded=1, horizon=lambda r: r + 2, count=products_by_ranks)
ZERO = Memory(excluded=0, horizon=lambda r: r + 2, count=lambda _a, b, _c: b)
CHECKS = (check_no_weights_fit, check_how_many_units)
AT_SIZES = ("miscounted", "forgetful")


def _checks(says: Any, by: Any) -> tuple[Any, ...]:
    proof = proof_of(says, by, instances=SIZES, name="check_bound", seconds=120)
    seen = instances_of(says, instances=SIZES, kills=AT_SIZES)
    return (proof.killing(*AT_SIZES), seen, *CHECKS)


def _mutants(memory: Memory) -> tuple[Mutant, ...]:
    allowed = replace(memory, polynomial_there=lambda r: 0)
    short = replace(memory, horizon=lambda r: r + 1)
    more = replace(memory, least=lambda rank: rank + 1)
    miscounted = replace(memory, count=lambda a, b, c: memory.count(a, b, c) + c)
    forgets = replace(WEIGHTS_OF, lam=WEIGHTS_OF.lam.replace(("ee",), None))
    return (
        Mutant("miscounted", miscounted, "the network has as many more as there are common forms"),
        Mutant("forgetful", replace(memory, weights=forgets), "lambda = 0 for shared products"),
        Mutant("allowed", allowed, f"lambda = {memory.excluded} is among the values"),
        Mutant("short", short, "r + 1 tokens: some weights fit"),
        Mutant("one-more", more, "one unit more than the rank"),
    )


def _late(memory: Memory) -> tuple[Mutant, ...]:
    far = WEIGHTS_OF.lam.replace(("ee",), lambda _w, _i, j: (j < 40) * 1)
    return (
        Mutant(
            "more-from-1000-on",
            replace(memory, least=lambda rank: rank if rank < 1000 else rank + 1),
            "a unit more than the rank from 1,000 on",
        ),
        Mutant(
            "shorter-from-1000-on",
            replace(memory, horizon=lambda r: r + 2 if r < 1000 else r + 1),
            "a token fewer for a thousand values",
        ),
        Mutant(
            "allowed-from-1000-on",
            replace(memory, polynomial_there=lambda r: 1 if r < 1000 else 0),
            f"lambda = {memory.excluded} is among a thousand values",
        ),
        Mutant(
            "far-products",
            replace(memory, weights=replace(WEIGHTS_OF, lam=far)),
            "products with forms beyond the fortieth are forgotten",
        ),
    )


lambda_one = Claim(
    id="gated-rnn/s3.1-lambda-one-needed",
    title="Units with lambda = 1 are needed, at least as many as key-value products",
    source=Source(PAPER, "Sec. 3.1"),
    statement=r"\#\{i : \lambda_i = 1\} \ge \mathrm{rank}(S \mapsto VSM|_{\mathrm{Sym}}),"
    r"\quad M = K^\top Q",
    assumptions=(
        "equality on r + 2 tokens; for the values of lambda besides 0 and 1, r different ones,"
        " $p(\\lambda) = 0$, where $p$ is of degree r + 1 with $p(0) = 0$, $p(1) = 1$:"
        r" $p(x) = x \prod_a (x - \lambda_a)/(1 - \lambda_a)$; or any recurrence $B$ with"
        " $p(B) = 0$ in place of these units",
    ),
    subject=ONE,
    says=says_lambda_one,
    checks=_checks(says_lambda_one, by_lambda_one),
    mutants=_mutants(ONE),
    late=_late(ONE),
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
        "equality on r + 2 tokens; for the values of lambda besides 0, r different ones,"
        " $p(\\lambda) = 0$, where $p$ is of degree r with $p(0) = 1$:"
        r" $p(x) = \prod_a (1 - x/\lambda_a)$; or any recurrence $B$ with $p(B) = 0$ in place of"
        " the units with lambda other than 0 and 1",
    ),
    subject=ZERO,
    says=says_lambda_zero,
    checks=_checks(says_lambda_zero, by_lambda_zero),
    mutants=_mutants(ZERO),
    late=_late(ZERO),
)
