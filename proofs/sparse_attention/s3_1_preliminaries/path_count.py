"""Below Proposition 1: how many paths there are from h_t to s_{t+k}, all terms together.

With 1 for every Jacobian the chain rule counts all paths, and gives every second Fibonacci number,
by induction.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from constructions.gradient_paths import LocalJacobians, paths_by_jacobians
from proofs.sparse_attention.free_jacobians import counted, free_jacobians, monomials
from proofs.sparse_attention.s3_1_preliminaries.gradient_paths import BELOW
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    certificate,
    check,
    proof_of,
    prove_by_induction,
    sqrt,
)


def fibonacci(n):
    """Return the Fibonacci number of index n, by Binet's formula."""
    root = sqrt(5)
    return (((1 + root) / 2) ** n - ((1 - root) / 2) ** n) / root


@dataclass(frozen=True)
class PathCount:
    """The number of all paths N_k, and the sum M_k of N_0, ..., N_k.

    `local`: the network, with the number 1 for every Jacobian that is there, so that a derivative
    is the number of its paths.
    """

    paths: Callable[[Any], Any] = lambda k: fibonacci(2 * k + 2)
    upto: Callable[[Any], Any] = lambda k: fibonacci(2 * k + 3) - 1
    local: LocalJacobians = field(default_factory=counted)


def says_paths(count, w):
    """ds_{t+k}/dh_t is N_k by the chain rule of the shipped code, where all Jacobians are 1.

    And N_0 + ... + N_{k-1} is M_{k-1}; for all t and k.
    """
    t, local = w.size("t"), count.local

    def following(N, k):
        return local.derivative(t, k + 1, N, lambda part, n: w.sum(part, "j", 0, n - 1))

    N = w.recurrence("N", local.first(t, 0), following)
    return w.for_all(
        "k",
        lambda k: All(
            (
                Equal(N[k], w.call(count.paths, k)),
                Equal(w.sum(lambda i: N[i], "i", 0, k - 1), w.call(count.upto, k - 1)),
            )
        ),
    )


@check("exact")
def check_paths_counted(count):
    """Count all paths by their number of Jacobians, and add up."""
    for k in range(12):
        found, claimed = sum(paths_by_jacobians(k)), sp.simplify(sp.expand(count.paths(k)))
        if found != claimed:
            return Evidence.refuted(Counterexample({"k": k}, f"{claimed}", f"{found}"))
    for k in range(4):
        written = Counter(
            steps for _, steps, _ in monomials(free_jacobians(k).derivatives(1, k)[k])
        )
        if [written[s] for s in range(k + 1)] != paths_by_jacobians(k):
            return Evidence.refuted(Counterexample({"k": k}, "the count", f"{dict(written)}"))
    return Evidence.holds("k <= 11; written out for k <= 3")


path_count = Claim(
    id="sparse-attention/new-path-count",
    title="The number of gradient paths from s_{t+k} to h_t is the Fibonacci number of 2k + 2",
    source=BELOW,
    statement=r"N_k = F_{2k+2}: 1, 3, 8, 21, \dots",
    assumptions=("attention to all past states, scores that depend on $s_{t-1}$",),
    subject=PathCount(),
    says=says_paths,
    checks=(
        proof_of(says_paths, prove_by_induction),
        certificate(says_paths, proof="path_count.v", tier="deep"),
        check_paths_counted.killing("terms", "three"),
    ),
    mutants=(
        Mutant("terms", PathCount(lambda k: 2**k), "the number of terms of eq. (3)"),
        Mutant("three", PathCount(lambda k: 3**k), "three ways at each step"),
        Mutant(
            "no-past-output",
            PathCount(local=counted(output_too=False)),
            "scores that do not depend on the output before",
        ),
    ),
    late=(
        Mutant(
            "three-later",
            PathCount(lambda k: fibonacci(2 * k + 2) if k < 5000 else 3**k),
            "three ways at each step from k = 5000 on",
        ),
    ),
    new=True,
)
