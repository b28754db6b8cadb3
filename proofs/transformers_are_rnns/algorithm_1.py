"""Algorithm 1: the sums of causal attention and their gradients, with vectors as columns.

As printed, rows and columns are mixed: see `printed_with_rows.py`.
"""

from dataclasses import replace

import numpy as np
import sympy as sp

from constructions.arrays import outer
from proofs.transformers_are_rnns import PAPER
from proofs.transformers_are_rnns.algorithm_1_loops import (
    Algorithm1,
    Loop,
    defined_outputs,
    derivative,
)
from proofs.transformers_are_rnns.symbolic_tokens import (
    FEATURES,
    VALUES,
    C,
    M,
    Tokens,
    prove_sum_is_kept,
)
from theorem_checks import (
    Claim,
    Evidence,
    Index,
    Mutant,
    Source,
    Sum,
    Tensor,
    all_of,
    at_most,
    check,
    equal_maps,
    prove_equal_arrays,
    prove_index_identity,
    zeros,
)


def shapes(N, C, M):
    """Return the shapes of all inputs."""
    return {"q": (N, C), "k": (N, C), "v": (N, M), "G": (N, M)}


SIZES = [shapes(*size) for size in ((1, 1, 1), (2, 1, 1), (2, 2, 1), (2, 1, 2), (3, 2, 3))]
N = sp.Symbol("N", integer=True, positive=True)
i, j, c, m = Index("i", N), Index("j", N), Index("c", C), Index("m", M)
Q, K, V, G, step = (Tensor(name, 2) for name in ("q", "k", "v", "G", "step"))


def _loss(q, k, v):
    """<G, outputs>, from entry functions of the three inputs."""
    return Sum(at_most(j, i) * G[i, m] * q(i, c) * k(j, c) * v(j, m), i, j, c, m)


def _entry(tensor):
    return lambda a, b: tensor[a, b]


def _moved(tensor):
    return lambda a, b: tensor[a, b] + step[a, b]


BASE = _loss(_entry(Q), _entry(K), _entry(V))


class Lines:
    """Each line of an algorithm on tokens of symbolic size, and what it has to give."""

    def __init__(self, algorithm):
        self.algorithm = algorithm
        kinds = {"q": FEATURES, "k": FEATURES, "v": VALUES, "G": VALUES}
        self.q, self.k, self.v, self.G = (Tokens(name, width) for name, width in kinds.items())

    def _read(self, loop, left, right, read, own, wanted):
        """Prove that a loop keeps the sum of its terms, and reads what is wanted from it."""
        so_far, total = left.seen.T @ right.seen, left.all.T @ right.all
        state, output = loop.step(so_far, left.new, right.new, lambda S: read(S, own))
        start, nothing = loop.start(left.seen, right.seen), zeros(total.axes)
        return {
            "the state": prove_sum_is_kept(start, nothing, state, total),
            "what is read": prove_equal_arrays(output, wanted),
        }

    def output(self):
        """V-bar_i is the sum of (q_i . k_j) v_j over the tokens j <= i."""
        a, wanted = self.algorithm, (self.k.all @ self.q.new) @ self.v.all
        return self._read(a.forward, self.k, self.v, a.output, self.q.new, wanted)

    def by_q(self):
        """The gradient by q_i is the sum of (G_i . v_j) k_j over the tokens j <= i."""
        a, wanted = self.algorithm, (self.v.all @ self.G.new) @ self.k.all
        rest = Sum(at_most(j, i) * G[i, m] * V[j, m] * K[j, c], j, m)
        moved = _loss(_moved(Q), _entry(K), _entry(V))
        return self._read(a.first, self.k, self.v, a.by_q, self.G.new, wanted) | {
            "that is the derivative": prove_index_identity(
                moved - BASE, Sum(step[i, c] * rest, i, c)
            )
        }

    def by_k(self):
        """The gradient by k_j is the sum of (v_j . G_i) q_i over the tokens that were seen."""
        a, wanted = self.algorithm, (self.G.all @ self.v.new) @ self.q.all
        rest = Sum(self._seen(i, j) * G[i, m] * V[j, m] * Q[i, c], i, m)
        moved = _loss(_entry(Q), _moved(K), _entry(V))
        return self._read(a.second, self.q, self.G, a.by_k, self.v.new, wanted) | {
            "that is the derivative": prove_index_identity(
                moved - BASE, Sum(step[j, c] * rest, j, c)
            )
        }

    def by_v(self):
        """The gradient by v_j is the sum of (k_j . q_i) G_i over the tokens that were seen."""
        a, wanted = self.algorithm, (self.q.all @ self.k.new) @ self.G.all
        rest = Sum(self._seen(i, j) * G[i, m] * K[j, c] * Q[i, c], i, c)
        moved = _loss(_entry(Q), _entry(K), _moved(V))
        return self._read(a.second, self.q, self.G, a.by_v, self.k.new, wanted) | {
            "that is the derivative": prove_index_identity(
                moved - BASE, Sum(step[j, m] * rest, j, m)
            )
        }

    def _seen(self, i, j):
        """1 where the last loop has seen token i when it comes to token j."""
        return at_most(j, i) if self.algorithm.last_first else at_most(i, j)


def _proved(obligations, found, wanted, sizes):
    """Return the proof, or where there is none what polynomials at small sizes say."""
    evidence = all_of(
        obligations,
        "all N, C, M, all features, values and gradients",
        rests_on=(
            "the difference of a linear function in a step is its derivative times the step",
        ),
    )
    if evidence.verdict.passes:
        return evidence
    polynomials = equal_maps(found, wanted, sizes=sizes)
    if polynomials.counterexample:
        return Evidence.refuted(polynomials.counterexample, scope=polynomials.scope)
    return Evidence.undecided(f"No induction: {evidence.reason}")


FORWARD_SIZES = [{name: s[name] for name in "qkv"} for s in SIZES]


@check("proof")
def check_outputs_for_all_sizes(algorithm):
    """By induction over the tokens, for symbolic N, C and M."""
    lines = Lines(algorithm).output()
    return _proved(lines, algorithm.outputs, defined_outputs, FORWARD_SIZES)


@check("exact")
def check_outputs_as_polynomials(algorithm):
    """The outputs are the same polynomials in all inputs."""
    return equal_maps(algorithm.outputs, defined_outputs, sizes=FORWARD_SIZES)


def _gradient(algorithm, number):
    return lambda **inputs: algorithm.gradients(**inputs)[number]


@check("proof")
def check_by_queries_for_all_sizes(algorithm):
    """The first loop by induction, and the loss is linear in q with just these slopes."""
    lines = Lines(algorithm).by_q()
    return _proved(lines, _gradient(algorithm, 0), derivative(0), SIZES)


@check("exact")
def check_by_queries_as_polynomials(algorithm):
    """The gradient and the derivative are the same polynomials."""
    return equal_maps(_gradient(algorithm, 0), derivative(0), sizes=SIZES)


@check("proof")
def check_by_keys_for_all_sizes(algorithm):
    """The last loop by induction, and the loss is linear in k with just these slopes."""
    lines = Lines(algorithm).by_k()
    return _proved(lines, _gradient(algorithm, 1), derivative(1), SIZES)


@check("exact")
def check_by_keys_as_polynomials(algorithm):
    """The gradient and the derivative are the same polynomials."""
    return equal_maps(_gradient(algorithm, 1), derivative(1), sizes=SIZES)


@check("proof")
def check_by_values_for_all_sizes(algorithm):
    """The last loop by induction, and the loss is linear in v with just these slopes."""
    lines = Lines(algorithm).by_v()
    return _proved(lines, _gradient(algorithm, 2), derivative(2), SIZES)


@check("exact")
def check_by_values_as_polynomials(algorithm):
    """The gradient and the derivative are the same polynomials."""
    return equal_maps(_gradient(algorithm, 2), derivative(2), sizes=SIZES)


def _everything(algorithm):
    def run(q, k, v, G):
        return np.concatenate(
            [algorithm.outputs(q, k, v), *algorithm.gradients(q, k, v, G)], axis=1
        )

    return run


def _everything_defined(q, k, v, G):
    slopes = [derivative(number)(q, k, v, G) for number in range(3)]
    return np.concatenate([defined_outputs(q, k, v), *slopes], axis=1)


@check("proof")
def check_all_lines_for_all_sizes(algorithm):
    """All that the algorithm returns, by the inductions above."""
    lines = Lines(algorithm)
    parts = {name: getattr(lines, name)() for name in ("output", "by_q", "by_k", "by_v")}
    obligations = {f"{name}, {what}": e for name, part in parts.items() for what, e in part.items()}
    return _proved(obligations, _everything(algorithm), _everything_defined, SIZES)


@check("exact")
def check_all_lines_as_polynomials(algorithm):
    """All that the algorithm returns, as polynomials."""
    return equal_maps(_everything(algorithm), _everything_defined, sizes=SIZES)


ALGORITHM_1 = Algorithm1()
COLUMNS = (
    r"features in $\mathbb R^C$ and values in $\mathbb R^M$ are columns, $S, R \in"
    r" \mathbb R^{C \times M}$",
    r"the loss $L$ depends on the inputs through $\bar V$ alone, $G_i = \partial L/\partial"
    r" \bar V_i$",
)
LATE = Loop(reads="before")


def _changed(name, says, **lines):
    return Mutant(name, replace(ALGORITHM_1, **lines), says)


forward = Claim(
    id="trf-rnn/alg1-forward",
    title="Algorithm 1's forward loop gives the numerators of causal linear attention",
    source=Source(PAPER, "Algorithm 1, forward"),
    statement=r"\bar V_i = S_i^\top \phi(Q_i)"
    r" = \sum_{j \le i} (\phi(Q_i)^\top \phi(K_j))\, V_j",
    assumptions=COLUMNS[:1],
    subject=ALGORITHM_1,
    checks=(check_outputs_for_all_sizes, check_outputs_as_polynomials),
    mutants=(
        _changed("reads-before", "the token itself is left out", forward=LATE),
        _changed("forgets", "S has one term", forward=Loop(add=lambda _S, a, b: outer(a, b))),
        _changed(
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
    subject=ALGORITHM_1,
    checks=(check_by_queries_for_all_sizes, check_by_queries_as_polynomials),
    mutants=(
        _changed("reads-before", "the token itself is left out", first=LATE),
        _changed("forgets", "S has one term", first=Loop(add=lambda _S, a, b: outer(a, b))),
        _changed("doubled", "2 S G for S G", by_q=lambda S, G: (S @ G) * 2),
    ),
)

grad_k = Claim(
    id="trf-rnn/alg1-grad-k",
    title="Algorithm 1's second backward loop gives the gradient by the keys",
    source=Source(PAPER, "Algorithm 1, equation 14"),
    statement=r"\nabla_{\phi(K_i)} L = R_i V_i,\quad R_i = \sum_{j \ge i} \phi(Q_j) G_j^\top",
    assumptions=COLUMNS,
    subject=ALGORITHM_1,
    checks=(check_by_keys_for_all_sizes, check_by_keys_as_polynomials),
    mutants=(
        _changed("reads-before", "the token itself is left out", second=LATE),
        _changed("first-first", "runs from 1 to N", last_first=False),
        _changed("lost-sign", "-R V for R V", by_k=lambda R, v: -(R @ v)),
    ),
)

grad_v = Claim(
    id="trf-rnn/alg1-grad-v",
    title="Algorithm 1's second backward loop gives the gradient by the values",
    source=Source(PAPER, "Algorithm 1, equation 15"),
    statement=r"\nabla_{V_i} L = R_i^\top \phi(K_i),"
    r"\quad R_i = \sum_{j \ge i} \phi(Q_j) G_j^\top",
    assumptions=COLUMNS,
    subject=ALGORITHM_1,
    checks=(check_by_values_for_all_sizes, check_by_values_as_polynomials),
    mutants=(
        _changed("reads-before", "the token itself is left out", second=LATE),
        _changed("first-first", "runs from 1 to N", last_first=False),
        _changed("forgets", "R has one term", second=Loop(add=lambda _S, a, b: outer(a, b))),
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
    subject=ALGORITHM_1,
    checks=(check_all_lines_for_all_sizes, check_all_lines_as_polynomials),
    mutants=(
        _changed("late-forward", "V-bar_i is read before", forward=LATE),
        _changed("late-first", "the gradient by q_i is read before", first=LATE),
        _changed("late-second", "the gradients by k_i and v_i are read before", second=LATE),
    ),
    repairs=("trf-rnn/new-alg1-as-columns", "trf-rnn/new-alg1-as-rows"),
    notes="Each loop read before its update leaves the token's own term out: already at"
    " N = C = M = 1 the outputs are then 0.",
)
