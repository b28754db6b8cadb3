r"""Below Proposition 1: how many gradient paths each of its terms is.

A factor $F_{m,m-1}$ is a sum of two, P J and Q, so that a term with c neighbouring indices is $2^c$
paths, and $\binom{c}{q}$ of these pass s - q states: one neighbour more doubles them, by Pascal's
rule.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import sympy as sp

from constructions.gradient_paths import chains
from proofs.sparse_attention.free_jacobians import free_jacobians, monomials
from proofs.sparse_attention.s3_1_preliminaries.proposition_1 import PLACE
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    prove_identity,
    prove_recurrence,
)

BELOW = Source(PLACE.paper, "below Proposition 1")


def neighbours(chain, k):
    """Return how many factors F_{m,m-1} a term has, each of them a sum of two."""
    return sum(m == j + 1 for j, m in pairwise((*chain, k)))


def none_before(chain, k):
    """Return how many factors F_{m,m-1} there are between the indices of the chain alone."""
    return sum(m == j + 1 for j, m in pairwise(chain))


@dataclass(frozen=True)
class Paths:
    """How many paths a term of s indices is, c of them neighbours: `number(c, q)` for each q.

    A path of number(c, q) passes s - q states, by s - q + 1 skip connections.
    """

    number: Callable[[Any, Any], Any] = sp.binomial
    in_total: Callable[[Any], Any] = lambda c: 2**c
    neighbours: Callable[[Any, int], int] = neighbours

    def __call__(self, chain, k):
        """Return {(skip connections, Jacobians): how many}."""
        c, s = self.neighbours(chain, k), len(chain)
        found = {(s + 1 - q, s - q): int(self.number(c, q)) for q in range(c + 1)}
        return {path: times for path, times in found.items() if times}


ONE_PATH = Paths(lambda c, q: int(q == 0), lambda c: 1)
TWO_FOR_EACH_NEIGHBOUR = Paths()


def _told(paths):
    """Write of each path how many skip connections it has, and how many states it passes."""
    kinds = sorted(paths.items(), reverse=True)
    return ", ".join(f"{times} x {kind}" if times > 1 else f"{kind}" for kind, times in kinds)


@check("exact")
def check_terms_written_out(paths):
    """Write each term out on free symbols, and count its products: P is a skip connection."""
    for k in range(5):
        free = free_jacobians(k)
        for chain in chains(k):
            written = monomials(free.term(1, k, chain))
            found = Counter((skips, steps) for skips, steps, _ in written)
            if found != paths(chain, k):
                return Evidence.refuted(
                    Counterexample(
                        {"k": k, "chain": f"({', '.join(map(str, chain))})"},
                        claimed=f"paths of (skips, states) {_told(paths(chain, k))}",
                        found=_told(found),
                        explanation="F_{m,m-1} is a sum of two paths: P J passes a state, Q none.",
                    )
                )
    return Evidence.holds("all n, t and Jacobians; k <= 4")


@check("proof", kills=("with-the-next", "one-each"))
def check_every_number_of_neighbours(paths):
    """One neighbour more doubles the paths: P J passes its state, and Q passes by it."""
    c = sp.Symbol("c", integer=True, nonnegative=True)
    q = sp.Symbol("q", integer=True, positive=True)
    return all_of(
        {
            "no neighbours, one path": prove_identity(paths.number(0, 0), 1),
            "no neighbours, none passed by": prove_identity(paths.number(0, q), 0),
            "all states passed": prove_identity(paths.number(c + 1, 0), paths.number(c, 0)),
            "one neighbour more": prove_identity(
                paths.number(c + 1, q), paths.number(c, q) + paths.number(c, q - 1)
            ),
            "in total": prove_recurrence(paths.in_total, lambda x, _: 2 * x, (0, 1), c),
        },
        "all k, all chains, all n, t and Jacobians",
        words=(
            "a product of sums is the sum over all choices of one term from each factor; F_{m,j}"
            " is a sum of two for j = m - 1, and P J alone for all others",
        ),
    )


printed_paths = Claim(
    id="sparse-attention/prop-1-paths",
    title="Each term is exactly one path, with s + 1 skip connections by way of s states",
    source=BELOW,
    statement=r"F_{k,i_s} \cdots F_{i_2,i_1} E_{i_1} \leftrightarrow \text{one path},\ s + 1"
    r" \text{ skip connections}",
    subject=ONE_PATH,
    checks=(check_terms_written_out,),
    controls=(Control("repaired", TWO_FOR_EACH_NEIGHBOUR, "two paths for each neighbouring pair"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/prop-1-paths-repaired",
    notes="The smallest case is k = 1, chain (0): F_{1,0} E_0 = P J E_0 + Q E_0. (Also, the"
    " derivative of s_t by h_t holds the recurrent connection, which skips nothing.)",
)

repaired_paths = Claim(
    id="sparse-attention/prop-1-paths-repaired",
    title="A term with c neighbouring indices is 2^c paths, binomial(c, q) of them by s - q states",
    source=BELOW,
    statement=r"\#\{\text{paths with } s - q \text{ states}\} = \binom{c}{q},\quad"
    r" c = \#\{l: i_{l+1} = i_l + 1\},\ i_{s+1} = k",
    subject=TWO_FOR_EACH_NEIGHBOUR,
    checks=(
        check_every_number_of_neighbours,
        check_terms_written_out.killing("as-printed", "last-pair-forgotten", "with-the-next"),
    ),
    mutants=(
        Mutant("as-printed", ONE_PATH, "one path for each term"),
        Mutant("last-pair-forgotten", Paths(neighbours=none_before), "does not compare i_s with k"),
        Mutant("with-the-next", Paths(lambda c, q: sp.binomial(c + 1, q)), "c + 1 neighbours"),
        Mutant("one-each", Paths(in_total=lambda c: c + 1), "one path for each q"),
    ),
    repairs=("sparse-attention/prop-1-paths",),
)
