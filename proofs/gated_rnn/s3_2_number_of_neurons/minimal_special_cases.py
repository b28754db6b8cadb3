r"""Corollaries of the least numbers of units and products: Secs. 3.2 and 4.1.

With a = rank V, b = rank M, M = K^T Q, and c the dimension that the rows of V share with the
columns of M, attention takes N = ab - c(c-1)/2 units with lambda = 1, b with lambda = 0, and N
products.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import sympy as sp

from constructions.arrays import EXACT
from constructions.cells.gated_rnn import GatedRNN
from constructions.weights.gradient_step_as_attention import gradient_step_as_attention
from constructions.weights.minimal_attention import minimal_attention
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.rank_patterns import Pattern, patterns
from proofs.gated_rnn.s3_2_number_of_neurons.least_in_special_cases import (
    Corollaries,
    says_corollaries,
)
from proofs.gated_rnn.s3_2_number_of_neurons.least_in_special_cases_proof import by_cases
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_any_ranks import SIZES, WEIGHTS_OF
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_products import (
    least_products,
    products_by_ranks,
)
from proofs.gated_rnn.s3_2_number_of_neurons.units_for_key_values import (
    LATE,
    MUTANTS,
    STATED,
    by_pairs,
    says_key_values,
)
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Ground,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    instances_of,
    proof_of,
    prove_identity,
)

d = sp.Symbol("d", integer=True, positive=True)
HALF = Fraction(1, 2)
STATED_CASES = Corollaries(
    WEIGHTS_OF,
    products_by_ranks,
    invertible=lambda d: d * (d + 1) * HALF + d,
    of_rank=lambda d, b: b * (2 * d - b + 3) * HALF,
    step=lambda d_x, d_y: d_x * d_y + d_x,
    with_skip=lambda d: d * (d + 1) * HALF,
)


def _invertible(size: int) -> Pattern:
    return Pattern(size, size, size, size)


@check("exact")
def check_on_networks(stated: Corollaries) -> Evidence:
    """The smallest networks have these numbers; their query units are linear in the token."""
    cases: list[tuple[str, Any, int]] = []
    for size in (1, 2, 3):
        network = minimal_attention(_invertible(size).attention)
        cases.append((f"V, M invertible, d = {size}", stated.invertible(size), units_of(network)))
        memory = sum(1 for value in network.weights()["lam"] if value == 1)
        cases.append((f"with a skip path, d = {size}", stated.with_skip(size), memory))
        if not _queries_are_linear(network):
            return Evidence.undecided("A query unit is not linear in the token.")
    for pattern in patterns(3):
        if pattern.a == pattern.d and pattern.b:
            counted = units_of(minimal_attention(pattern.attention))
            name = f"V invertible, d = {pattern.d}, b = {pattern.b}"
            cases.append((name, stated.of_rank(pattern.d, pattern.b), counted))
    for inputs, outputs in ((1, 1), (2, 1), (3, 3)):
        counted = units_of(minimal_attention(gradient_step_as_attention(inputs, outputs, 1)))
        cases.append((f"step, {inputs} to {outputs}", stated.step(inputs, outputs), counted))
    for name, claimed, found in cases:
        if claimed != found:
            return Evidence.refuted(Counterexample({"case": name}, str(claimed), str(found)))
    return Evidence.holds("d <= 3, all ranks of M; steps with d_x, d_y up to 3")


def units_of(network: GatedRNN) -> int:
    """Return the number of hidden units."""
    return network.lam.shape[0]


def _queries_are_linear(network: GatedRNN) -> bool:
    weights = network.weights()
    queries = [k for k, value in enumerate(weights["lam"]) if value == 0]
    constant = EXACT.array([0] * (weights["W_in_x"].shape[1] - 1) + [1])
    return all((weights["W_in_x"][k] == constant).all() for k in queries)


corollaries = Claim(
    id="gated-rnn/x1-corollaries",
    title="Least numbers of hidden units in four special cases",
    source=Source(PAPER, "Sec. 3.2, beyond the text"),
    statement=r"\tfrac{d(d+1)}2 + d;\quad \tfrac{b(2d-b+3)}2;\quad d_xd_y + d_x;\quad"
    r" \tfrac{d(d+1)}2 \text{ with a skip path}",
    assumptions=("a gradient step of a rate other than 0",),
    subject=STATED_CASES,
    says=says_corollaries,
    checks=(
        proof_of(says_corollaries, by_cases, instances=SIZES, name="check_cases", seconds=180),
        instances_of(says_corollaries, instances=SIZES),
        check_on_networks.killing("naive", "full-rank", "wrong-size", "no-saving"),
    ),
    mutants=(
        Mutant("naive", replace(STATED_CASES, invertible=lambda d: d**2 + d), "d^2 + d"),
        Mutant(
            "full-rank",
            replace(STATED_CASES, of_rank=lambda d, b: d * (d + 3) * HALF),
            "b = d always",
        ),
        Mutant(
            "wrong-size",
            replace(STATED_CASES, step=lambda d_x, d_y: d_x * d_y + d_y),
            "d_y queries",
        ),
        Mutant(
            "no-saving",
            replace(STATED_CASES, with_skip=lambda d: d * (d + 3) * HALF),
            "queries are stored",
        ),
    ),
    late=(
        Mutant(
            "naive-from-1000-on",
            replace(
                STATED_CASES, invertible=lambda d: d * (d + 3) * HALF if d < 1000 else d**2 + d
            ),
            "d^2 + d from d = 1,000 on",
        ),
        Mutant(
            "more-to-skip-from-1000-on",
            replace(STATED_CASES, skipping=lambda N: N if N < 1000 else N + 1),
            "a unit too many with a skip path where 1,000 numbers are remembered",
        ),
    ),
    new=True,
)


@check("exact")
def check_key_value_units(count: Callable[[int], Any]) -> Evidence:
    """The least number of units with lambda = 1 for V and M invertible, d <= 5."""
    for size in range(1, 6):
        pattern = _invertible(size)
        network = minimal_attention(pattern.attention)
        units = sum(1 for value in network.weights()["lam"] if value == 1)
        if not count(size) == units == pattern.memory_rank:
            layer = {name: getattr(pattern.attention, name) for name in ("W_V", "W_K", "W_Q")}
            found = f"{units}, and no fewer than {pattern.memory_rank}, with lambda = 1"
            claimed = f"at least {count(size)} units for the key-values"
            return Evidence.refuted(Counterexample({"d": size, **layer}, claimed, found))
    return Evidence.holds("d = 1, ..., 5")


@check("proof")
def check_key_value_formula(count: Callable[[Any], Any]) -> Evidence:
    """It is N at full rank, for symbolic d."""
    return all_of(
        {"N at full rank": prove_identity(least_products(d, d, d), count(d))},
        "all d",
        words=("gated-rnn/x1-min-hidden and gated-rnn/s3.1-lambda-one-needed",),
        rests_on=(
            Ground.claim("gated-rnn/x1-min-hidden"),
            Ground.claim("gated-rnn/s3.1-lambda-one-needed"),
        ),
    )


KEY_VALUES = (check_key_value_formula, check_key_value_units)

key_values_as_printed = Claim(
    id="gated-rnn/s3.2-kv-only-count",
    title="To store the key-values takes d(d+1)/2 + d hidden units at least",
    source=Source(PAPER, "Sec. 3.2, as worded"),
    statement=r"\text{'the minimal number of hidden neurons ... to store key-values is }"
    r" d(d+1)/2 + d\text{'}",
    subject=lambda d: d * (d + 1) * HALF + d,
    checks=KEY_VALUES,
    controls=(Control("repaired", lambda d: d * (d + 1) * HALF, "without the queries"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/s3.2-kv-only-count-repaired",
    notes="The d units are those of the queries; the sentence counts both.",
)

key_values = Claim(
    id="gated-rnn/s3.2-kv-only-count-repaired",
    title="To store the key-values takes d(d+1)/2 units; 10 for d = 4, and 4 more for the queries",
    source=Source(PAPER, "Secs. 3.2 and 4.1, mended"),
    statement=r"\tfrac{d(d+1)}2 \text{ units with } \lambda = 1",
    assumptions=(
        "$W_V$ and $W_K^\\top W_Q$ invertible",
        "other units as for gated-rnn/s3.1-lambda-one-needed; equality on r + 2 tokens is enough",
    ),
    covers=("gated-rnn/s4.1-ten",),
    subject=STATED,
    says=says_key_values,
    checks=(
        proof_of(says_key_values, by_pairs, name="check_key_values", seconds=120),
        instances_of(says_key_values),
    ),
    mutants=MUTANTS,
    late=LATE,
    repairs=("gated-rnn/s3.2-kv-only-count",),
)
