"""Algorithm 1: the sums of causal attention and their gradients, with vectors as columns.

As printed, rows and columns are mixed: see `printed_with_rows.py`.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from constructions.arrays import outer
from proofs.transformers_are_rnns import PAPER
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.algorithm_1_lines import Lines
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.algorithm_1_loops import (
    Algorithm1,
    Loop,
    defined_outputs,
    derivative,
)
from theorem_checks import Claim, Evidence, Mutant, Source, all_of, check, equal_maps


def shapes(N, C, M):
    """Return the shapes of all inputs."""
    return {"q": (N, C), "k": (N, C), "v": (N, M), "G": (N, M)}


SIZES = [shapes(*size) for size in ((1, 1, 1), (2, 1, 1), (2, 2, 1), (2, 1, 2), (3, 2, 3))]
GRADIENTS = ("by_q", "by_k", "by_v")
ALGORITHM_1 = Algorithm1()


@dataclass(frozen=True)
class Returned:
    """Some of what an algorithm returns: `output`, and the gradients `by_q`, `by_k`, `by_v`."""

    what: tuple[str, ...]
    algorithm: Algorithm1 = ALGORITHM_1

    def found(self, q, k, v, G):
        """Return what the algorithm returns, side by side."""
        gradients = self.algorithm.gradients(q, k, v, G)
        given: dict[str, Any] = dict(zip(GRADIENTS, gradients, strict=True))
        given["output"] = self.algorithm.outputs(q, k, v)
        return np.concatenate([given[name] for name in self.what], axis=1)

    def wanted(self, q, k, v, G):
        """Return the outputs by the masked matrix, and the derivatives of <G, outputs>."""

        def one(name):
            if name == "output":
                return defined_outputs(q, k, v)
            return derivative(GRADIENTS.index(name))(q, k, v, G)

        return np.concatenate([one(name) for name in self.what], axis=1)


@check("proof")
def check_for_all_sizes(returned):
    """Each loop by induction over the tokens, and the loss has just these slopes."""
    lines = Lines(returned.algorithm)
    evidence = all_of(
        {
            f"{name}, {said}": part
            for name in returned.what
            for said, part in getattr(lines, name)().items()
        },
        "all N, C, M, all features, values and gradients",
        words=("the difference of a linear function in a step is its derivative times the step",),
    )
    if evidence.verdict.passes:
        return evidence
    polynomials = check_as_polynomials.function(returned)
    if polynomials.counterexample:
        return Evidence.refuted(polynomials.counterexample, scope=polynomials.scope)
    return Evidence.undecided(f"No induction: {evidence.reason}")


@check("exact")
def check_as_polynomials(returned):
    """What is returned and what it is to be are the same polynomials in all inputs."""
    return equal_maps(returned.found, returned.wanted, sizes=SIZES)


CHECKS = (check_for_all_sizes, check_as_polynomials)

COLUMNS = (
    r"features in $\mathbb R^C$ and values in $\mathbb R^M$ are columns, $S, R \in"
    r" \mathbb R^{C \times M}$",
    r"the loss $L$ depends on the inputs through $\bar V$ alone, $G_i = \partial L/\partial"
    r" \bar V_i$",
)
ALL = ("output", *GRADIENTS)
LATE = Loop(reads="before")


def _changed(what, name, says, **lines):
    return Mutant(name, Returned(what, replace(ALGORITHM_1, **lines)), says)


forward = Claim(
    id="trf-rnn/alg1-forward",
    title="Algorithm 1's forward loop gives the numerators of causal linear attention",
    source=Source(PAPER, "Algorithm 1, forward"),
    statement=r"\bar V_i = S_i^\top \phi(Q_i)"
    r" = \sum_{j \le i} (\phi(Q_i)^\top \phi(K_j))\, V_j",
    assumptions=COLUMNS[:1],
    subject=Returned(("output",)),
    checks=CHECKS,
    mutants=(
        _changed(("output",), "reads-before", "the token itself is left out", forward=LATE),
        _changed(
            ("output",), "forgets", "S has one term", forward=Loop(add=lambda _S, a, b: outer(a, b))
        ),
        _changed(
            ("output",),
            "subtracts",
            "S - K V^T for S + K V^T",
            forward=Loop(add=lambda S, a, b: S - outer(a, b)),
        ),
    ),
    notes="The numerators only: the normaliser is one more column of values, all ones.",
)

grad_q = Claim(
    id="trf-rnn/alg1-grad-q",
    title="Algorithm 1's first backward loop gives the gradient by the queries",
    source=Source(PAPER, "Algorithm 1, equation 13"),
    statement=r"\nabla_{\phi(Q_i)} L = S_i G_i,\quad S_i = \sum_{j \le i} \phi(K_j) V_j^\top",
    assumptions=COLUMNS,
    subject=Returned(("by_q",)),
    checks=CHECKS,
    mutants=(
        _changed(("by_q",), "reads-before", "the token itself is left out", first=LATE),
        _changed(
            ("by_q",), "forgets", "S has one term", first=Loop(add=lambda _S, a, b: outer(a, b))
        ),
        _changed(("by_q",), "doubled", "2 S G for S G", by_q=lambda S, G: (S @ G) * 2),
    ),
)

grad_k = Claim(
    id="trf-rnn/alg1-grad-k",
    title="Algorithm 1's second backward loop gives the gradient by the keys",
    source=Source(PAPER, "Algorithm 1, equation 14"),
    statement=r"\nabla_{\phi(K_i)} L = R_i V_i,\quad R_i = \sum_{j \ge i} \phi(Q_j) G_j^\top",
    assumptions=COLUMNS,
    subject=Returned(("by_k",)),
    checks=CHECKS,
    mutants=(
        _changed(("by_k",), "reads-before", "the token itself is left out", second=LATE),
        _changed(("by_k",), "first-first", "runs from 1 to N", last_first=False),
        _changed(("by_k",), "lost-sign", "-R V for R V", by_k=lambda R, v: -(R @ v)),
    ),
)

grad_v = Claim(
    id="trf-rnn/alg1-grad-v",
    title="Algorithm 1's second backward loop gives the gradient by the values",
    source=Source(PAPER, "Algorithm 1, equation 15"),
    statement=r"\nabla_{V_i} L = R_i^\top \phi(K_i),"
    r"\quad R_i = \sum_{j \ge i} \phi(Q_j) G_j^\top",
    assumptions=COLUMNS,
    subject=Returned(("by_v",)),
    checks=CHECKS,
    mutants=(
        _changed(("by_v",), "reads-before", "the token itself is left out", second=LATE),
        _changed(("by_v",), "first-first", "runs from 1 to N", last_first=False),
        _changed(
            ("by_v",), "forgets", "R has one term", second=Loop(add=lambda _S, a, b: outer(a, b))
        ),
    ),
)

order = Claim(
    id="trf-rnn/alg1-order",
    title="In each loop of Algorithm 1 the update comes before the reading, and has to",
    source=Source(PAPER, "Algorithm 1, order of its lines"),
    statement=r"S \leftarrow S + \phi(K_i) V_i^\top \text{ before } \phi(Q_i)^\top S"
    r" \text{ and } S G_i; \quad R \leftarrow R + \phi(Q_i) G_i^\top \text{ before }"
    r" R^\top \phi(K_i) \text{ and } R V_i \implies \bar V, \nabla_{\phi(Q)} L,"
    r" \nabla_{\phi(K)} L, \nabla_V L \text{ are exact}",
    assumptions=COLUMNS,
    subject=Returned(ALL),
    checks=CHECKS,
    mutants=(
        _changed(ALL, "late-forward", "V-bar_i is read before", forward=LATE),
        _changed(ALL, "late-first", "the gradient by q_i is read before", first=LATE),
        _changed(ALL, "late-second", "the gradients by k_i and v_i are read before", second=LATE),
    ),
    repairs=("trf-rnn/new-alg1-as-columns", "trf-rnn/new-alg1-as-rows"),
    notes="Each loop read before its update leaves the token's own term out: already at"
    " N = C = M = 1 the outputs are then 0.",
)
