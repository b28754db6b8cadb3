r"""Section 4.1: how many tokens a test of functional equality has to look at.

If every lambda is 0 or 1, all outputs of class (2), as of attention, follow from those on three
tokens: `from_three_tokens.py`. The paper compares the outputs on one token (the 'instantaneous
processing'), which is not enough, and two are not.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from constructions.arrays import EXACT, polynomials
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.rational_spaces import rank
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
from constructions.weights.few_token_counterexamples import (
    one_token_counterexample,
    regression_counterexample,
    two_token_counterexample,
)
from constructions.weights.gradient_step_as_attention import gradient_step_as_attention
from constructions.weights.minimal_attention import minimal_attention
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.s4_1_teacher_identification.identification import prove_same_function
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Source,
    Verdict,
    check,
)

ONE = EXACT.eye(2)
TEACHER = LinearAttention(ONE, ONE, ONE)
ETA = Fraction(5, 74)
STEP = gradient_step_as_attention(1, 1, ETA)


@dataclass(frozen=True)
class EqualityTest:
    """A test of equality with a layer of attention: lambda, decodability, and `tokens` tokens.

    It passes a network if every lambda is 0 or 1, the layer's key-values are linear in what the
    units with lambda = 1 take in, its queries in what those with lambda = 0 take in, and the
    outputs after 1, ..., `tokens` tokens are the same polynomials.
    """

    tokens: int

    def passes(self, network: GatedRNN, teacher: LinearAttention) -> bool:
        """Whether the network passes for equal to the layer."""
        if not {str(value) for value in network.weights()["lam"]} <= {"0", "1"}:
            return False
        return _decodable(network, teacher) and all(
            _same_polynomials(network, teacher, length) for length in range(1, self.tokens + 1)
        )


def _same_polynomials(network: GatedRNN, teacher: LinearAttention, length: int) -> bool:
    xs = polynomials(x=(length, teacher.W_V.shape[1])).symbols("x")
    return all(p == q for p, q in zip(network(xs)[-1], teacher(xs)[-1], strict=True))


def _decodable(network: GatedRNN, teacher: LinearAttention) -> bool:
    """Whether units with lambda = 1 take in the key-values, those with lambda = 0 the queries."""
    generator = np.random.default_rng(0)
    tokens = EXACT.array(generator.integers(-5, 6, (20, teacher.W_V.shape[1])))
    taken = np.stack([network.step(network.initial_state(), x)[0] for x in tokens])
    keys = np.stack([np.multiply.outer(teacher.W_V @ x, teacher.W_K @ x).ravel() for x in tokens])
    queries = np.stack([teacher.W_Q @ x for x in tokens])
    lam = np.array([int(value) for value in network.weights()["lam"]])
    return all(
        rank(taken[:, lam == value]) == rank(np.concatenate([taken[:, lam == value], wanted], 1))
        for value, wanted in ((1, keys), (0, queries))
    )


NETWORKS = (
    ("figure 1", attention_as_gated_rnn(TEACHER), TEACHER),
    ("the smallest", minimal_attention(TEACHER), TEACHER),
    ("counterexample on one token", one_token_counterexample(), TEACHER),
    ("counterexample on two tokens", two_token_counterexample(), TEACHER),
    ("regression counterexample", regression_counterexample(ETA), STEP),
    ("smallest gradient step", minimal_attention(STEP), STEP),
)
"""Networks, and the layer of attention that each is or seems to be."""


@check("exact")
def check_passes_just_what_is_equal(test: EqualityTest) -> Evidence:
    """Of two networks for each layer and three counterexamples it passes those that are equal.

    Whether they are is decided by the kernels of `identification.py`, and by a run.
    """
    for name, network, teacher in NETWORKS:
        same = prove_same_function(network, teacher)
        if test.passes(network, teacher) and not same.verdict.passes:
            tokens, claimed, found = _small_difference(network, teacher)
            return Evidence.refuted(
                Counterexample(
                    {"network": name, **network.weights(), **teacher.weights(), "x": tokens},
                    claimed=f"as it passes the test, {claimed} after these tokens (x, 1)",
                    found=found,
                )
            )
        if same.verdict.passes and not test.passes(network, teacher):
            return Evidence.undecided(f"It does not pass {name}, which is equal.")
    return Evidence.holds("three networks that are equal to attention and three that are not")


def _small_difference(network: GatedRNN, teacher: LinearAttention) -> tuple[Any, str, str]:
    """A short sequence of unit tokens on which the outputs differ."""
    unit = np.eye(2, dtype=int)
    sequences = [
        [unit[0], unit[1]],
        [unit[0], unit[1], unit[1]],
        [[1, 0], [1, 1]],
        [[0, 1], [1, 0]],
    ]
    for sequence in sequences:
        tokens = EXACT.array(sequence)
        claimed, found = teacher(tokens)[-1], network(tokens)[-1]
        if any(a != b for a, b in zip(claimed, found, strict=True)):
            one, other = (f"[{', '.join(map(str, outputs))}]" for outputs in (claimed, found))
            return tokens, one, other
    found = prove_same_function(network, teacher).counterexample
    assert found is not None
    return found.values["x"], found.found, found.claimed


SOUND = EqualityTest(tokens=3)
PRINTED = EqualityTest(tokens=1)

logic = Claim(
    id="gated-rnn/s4.1-identification-logic",
    title="Decodable keys, values and queries and equal instantaneous polynomials are enough",
    source=Source(PAPER, "Sec. 4.1, Table 1"),
    statement=r"\lambda \in \{0,1\}^n,\; \text{key-values and queries decodable},\;"
    r" y_1^{RNN} = y_1^{attn} \implies y_t^{RNN} = y_t^{attn}\;\forall t",
    subject=PRINTED,
    checks=(check_passes_just_what_is_equal,),
    controls=(Control("three-tokens", SOUND, "compare y_1, y_2 and y_3"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/x3-certificate",
    notes="The counterexample passes: it adds S_11 q_2 - S_12 q_1 and det S, which vanish on one"
    " token.",
)


@check("exact")
def check_regression_networks(test: EqualityTest) -> Evidence:
    """Of the networks for in-context regression it passes those that take a gradient step."""
    for _, network, teacher in NETWORKS:
        if teacher is STEP and test.passes(network, teacher):
            same = prove_same_function(network, teacher)
            if not same.verdict.passes:
                tokens, claimed, found = _small_difference(network, teacher)
                values = {"eta": ETA, **network.weights(), "(x, y)": tokens}
                told = f"after these tokens (x, y, 1) eta sum y x x_q, beside 0: {claimed}"
                return Evidence.refuted(Counterexample(values, told, found))
    return Evidence.holds("a network that takes a step, and one that does not")


class Instantaneous(EqualityTest):
    """The test of Table 2: the instantaneous polynomials alone."""

    def passes(self, network: GatedRNN, teacher: LinearAttention) -> bool:
        """Whether the outputs on 1, ..., `tokens` tokens are the same polynomials."""
        return all(
            _same_polynomials(network, teacher, length) for length in range(1, self.tokens + 1)
        )


table_2 = Claim(
    id="gated-rnn/tab2-logic",
    title="If the instantaneous polynomial is that of gradient descent, so is the network",
    source=Source(PAPER, "Sec. 5.2, Table 2"),
    statement=r"y_1^{RNN}(x, y) = \eta\,y\,|x|^2 \implies \text{the RNN predicts }"
    r"\eta\sum_t y_t x_t^\top x",
    subject=Instantaneous(tokens=1),
    checks=(check_regression_networks,),
    controls=(Control("three-tokens", Instantaneous(tokens=3), "compare y_1, y_2 and y_3"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/x3-certificate",
    notes="eta (sum_t y_t) x^2 has the same instantaneous polynomial.",
)
