"""Subjects of shipped claims that agree with the true ones on all that is listed there."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from proofs.gated_rnn.s2_1_linear_self_attention.linear_attention import eq_1
from proofs.gated_rnn.s4_1_teacher_identification.any_lambda import tokens_needed
from proofs.linear_rnn.s3_2_convolutional_model.theorem_3_2 import kernel_of_convolution
from proofs.linear_rnn.s4_implicit_bias.theorem_4_1_constants import theorem_constants
from proofs.lsrl.s4_1_continuous_functions.printed_shapes import line_30_row
from proofs.sparse_attention.s3_1_preliminaries.proposition_1 import proposition_1
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.softmax_in_the_limit import (
    in_the_limit,
)
from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import Claim, Evidence, Verdict, aggregate

__all__ = ["CASES"]


def _late(claim: Claim, slip: Slip, words: str, subject: Any) -> Case:
    """The checks of a claim on another subject: they may not know better, and prove nothing."""
    ask = _asked(claim, subject)
    return Case(claim.id, slip, words, Truth.FALSE, ask, NOT_PROVED)


def _asked(claim: Claim, subject: Any) -> Callable[[], Evidence]:
    def ask() -> Evidence:
        found = [check(subject) for check in claim.checks]
        assert all(e.verdict is not Verdict.PROVED for e in found)
        return Evidence(aggregate(e.verdict for e in found), reason="as its checks say")

    return ask


def _one_chain_less(local: Any, t: Any, k: Any) -> Any:
    return local.factor(t, k, k - 1) if k < 8 else local.through_state(t, k, k - 1)


class LateKernel:
    """The kernel, which vanishes for sequences of four tokens or more."""

    def __init__(self, kernel: Any) -> None:
        self.kernel, self.weight = kernel, kernel.weight

    def matrix(self, xs: Any, *others: Any) -> Any:
        """Return it, or 0."""
        found = self.kernel.matrix(xs, *others)
        return found if len(xs) < 4 else np.zeros_like(found)


SERIES = in_the_limit.subject

CASES = (
    _late(proposition_1, Slip.CONSTANT, "the paths through Q are forgotten from k = 8 on",
          replace(proposition_1.subject, last=_one_chain_less)),
    _late(tokens_needed, Slip.CONSTANT, "one token is enough from r = 4 on",
          replace(tokens_needed.subject,
                  tokens=lambda r, zero: tokens_needed.subject.tokens(r, zero) if r < 4 else 1)),
    _late(in_the_limit, Slip.CONSTANT, "all orders from 13 on are dropped",
          replace(SERIES, coefficient=lambda n: SERIES.coefficient(n) * int(n < 13))),
    _late(eq_1, Slip.BRANCH, "attention that sees the last three tokens",
          lambda w, s, t: w.at_most(s, t) * (t - s < 3)),
    _late(eq_1, Slip.BRANCH, "attention that sees the last ninety tokens",
          lambda w, s, t: w.at_most(s, t) * (t - s < 90)),
    _late(kernel_of_convolution, Slip.CONSTANT, "a kernel that is 0 from T = 4 on",
          LateKernel(kernel_of_convolution.subject)),
    _late(theorem_constants, Slip.CONSTANT, "one lag is forgotten in B_1 from T = 40 on",
          replace(theorem_constants.subject, most=lambda c, f, T: theorem_constants.subject.most(
              c, f, T if T < 40 else T - 1))),
    _late(line_30_row, Slip.CONSTANT, "zeros from n = 5 on",
          lambda n, many: (many(int(n < 5), n), many(0, 1))),
)  # fmt: skip
