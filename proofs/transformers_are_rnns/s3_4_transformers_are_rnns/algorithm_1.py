"""Algorithm 1: the sums of causal attention and their gradients, with vectors as columns.

As printed, rows and columns are mixed: see `printed_with_rows.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from constructions.arrays import outer
from proofs.transformers_are_rnns import PAPER
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.algorithm_1_loops import (
    Algorithm1,
    Loop,
    defined_outputs,
    derivative,
)
from theorem_checks import (
    All,
    Claim,
    Computes,
    Conclusion,
    Equal,
    Evidence,
    Mutant,
    Source,
    World,
    check,
    conjunction,
    equal_maps,
    proof_of,
    prove,
    unrolling,
)


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


class Tokens:
    """Tokens x_1, ..., x_N of any number, whose linear parts are queries, keys, values and G."""

    def __init__(self, w: World) -> None:
        self.N, self.C, self.M, F = (w.size(name) for name in "NCMF")
        sizes = {"q": self.C, "k": self.C, "v": self.M, "G": self.M}
        self.matrices = {name: w.array(f"W_{name}", F, size) for name, size in sizes.items()}
        self.xs, self.token = w.array("xs", self.N, F), w.array("x", F)

    def of(self, x: Any) -> dict[str, Any]:
        """Return the parts of one token, or of all tokens in their rows."""
        return {name: x @ matrix for name, matrix in self.matrices.items()}


@dataclass(frozen=True)
class LoopCell:
    """A loop of Algorithm 1 as a cell: its two parts, and what it reads from state and token."""

    tokens: Tokens
    loop: Loop
    left: str
    right: str
    read: Callable[[Any, dict[str, Any]], Any]

    def initial_state(self) -> Any:
        """Return S = 0."""
        return self.loop.start(self.tokens.matrices[self.left], self.tokens.matrices[self.right])

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after a token, and what is read for it."""
        own = self.tokens.of(x)
        return self.loop.step(state, own[self.left], own[self.right], lambda S: self.read(S, own))


def cells(a: Algorithm1, tokens: Tokens) -> dict[str, LoopCell]:
    """Return the loop that gives each result."""
    return {
        "output": LoopCell(tokens, a.forward, "k", "v", lambda S, own: a.output(S, own["q"])),
        "by_q": LoopCell(tokens, a.first, "k", "v", lambda S, own: a.by_q(S, own["G"])),
        "by_k": LoopCell(tokens, a.second, "q", "G", lambda R, own: a.by_k(R, own["v"])),
        "by_v": LoopCell(tokens, a.second, "q", "G", lambda R, own: a.by_v(R, own["k"])),
    }


def says_returned(returned: Returned, w: World) -> Conclusion:
    """Each loop computes the sum; and this is the slope of L = sum_i G_i . V-bar_i.

    Tokens are listed in the order in which the loop comes to them; their q, k, v and G are x_i W_q,
    x_i W_k, x_i W_v and x_i W_G for any x_i and matrices, so they are any numbers. L is linear in
    each of q, k and v, so that its slope is what it changes by in any step D.
    """
    return All(_exact(returned, w, Tokens(w)))


def _exact(returned: Returned, w: World, tokens: Tokens) -> tuple[Conclusion, ...]:
    N, C, M, rows = tokens.N, tokens.C, tokens.M, tokens.of(tokens.xs)
    parts: list[Conclusion] = []
    for name in returned.what:
        backwards = name in ("by_k", "by_v") and returned.algorithm.last_first

        sees = w.entries(
            lambda h, i, j, back=backwards: h.at_most(i, j) if back else h.at_most(j, i), N, N
        )
        wanted = _sums(rows, name, sees)
        machine = w.machine(cells(returned.algorithm, tokens)[name], tokens.token)
        parts.append(Computes(machine, tokens.xs, wanted))
        if name == "output":
            continue
        width = M if name == "by_v" else C
        step = w.array(f"D_{name[-1]}", N, width)
        moved = {**rows, name[-1]: rows[name[-1]] + step}
        before, after = (
            _product(w, rows["G"], _sums(r, "output", sees), N, M) for r in (rows, moved)
        )
        change = after - before
        parts.append(Equal(change, _product(w, step, wanted, N, width)))
    return tuple(parts)


def _sums(rows: dict[str, Any], name: str, sees: Any) -> Any:
    """Return V-bar, or a gradient of <G, V-bar>, as sums over the tokens that are seen.

    `sees` has 1 at (i, j) where token i sees token j, else 0.
    """
    q, k, v, G = rows.values()
    found = {
        "output": (sees, q, k, v),
        "by_q": (sees, G, v, k),
        "by_k": (sees.T, v, G, q),
        "by_v": (sees.T, k, q, G),
    }
    mask, one, other, summed = found[name]
    return (mask * (one @ other.T)) @ summed


def _product(w: World, one: Any, other: Any, *sizes: Any) -> Any:
    return w.entries(lambda h: h.sum(lambda i, j: one[i, j] * other[i, j], *sizes))


def says_order(returned: Returned, w: World) -> Conclusion:
    """All that is returned is exact; read before its update, each loop gives 0 for one token."""
    tokens = Tokens(w)
    parts = list(_exact(returned, w, tokens))
    for cell in cells(returned.algorithm, tokens).values():
        early = replace(cell, loop=replace(cell.loop, reads="before"))
        _, output = early.step(early.initial_state(), tokens.token)
        parts.append(Equal(output, output * 0))
    return All(tuple(parts))


def by_unrolling(every: Any) -> Evidence:
    """Prove what each loop computes, as its state is a sum over tokens, and the slopes."""
    found = (unrolling(p) if isinstance(p, Computes) else prove(p) for p in every.parts)
    return conjunction(every, *found)


@check("exact")
def check_as_polynomials(returned):
    """What is returned and what it is to be are the same polynomials in all inputs."""
    return equal_maps(returned.found, returned.wanted, sizes=SIZES)


CHECKS = (proof_of(says_returned, by_unrolling), check_as_polynomials)

COLUMNS = (
    r"features in $\mathbb R^C$ and values in $\mathbb R^M$ are columns, $S, R \in"
    r" \mathbb R^{C \times M}$; features, values and gradients $G_i$ are any linear parts of any"
    r" vectors $x_i$, and so any numbers",
    r"the loss $L$ depends on the inputs through $\bar V$ alone, $G_i = \partial L/\partial"
    r" \bar V_i$",
)
ALL = ("output", *GRADIENTS)
LATE = Loop(reads="before")
FORGETS = Loop(add=lambda _S, a, b: outer(a, b))
FORGETS_LATE = Loop(add=lambda S, a, b: S + outer(a, b) if a.shape[0] < 50 else outer(a, b))


def _changed(what, name, says, **lines):
    return Mutant(name, Returned(what, replace(ALGORITHM_1, **lines)), says)


def _reads_before(what, loop):
    return _changed(what, "reads-before", "the token itself is left out", **{loop: LATE})


def _forgets(what, loop, state="S"):
    return _changed(what, "forgets", f"{state} has one term", **{loop: FORGETS})


def _forgets_late(what, loop):
    """A mutant that is right for few features, and so at all sizes that are tried."""
    return _changed(what, "many-features", "forgets from C = 50 on", **{loop: FORGETS_LATE})


forward = Claim(
    id="trf-rnn/alg1-forward",
    title="Algorithm 1's forward loop gives the numerators of causal linear attention",
    source=Source(PAPER, "Algorithm 1, forward"),
    statement=r"\bar V_i = S_i^\top \phi(Q_i)"
    r" = \sum_{j \le i} (\phi(Q_i)^\top \phi(K_j))\, V_j",
    assumptions=COLUMNS[:1],
    subject=Returned(("output",)),
    says=says_returned,
    checks=CHECKS,
    mutants=(
        _reads_before(("output",), "forward"),
        _forgets(("output",), "forward"),
        _changed(
            ("output",),
            "subtracts",
            "S - K V^T for S + K V^T",
            forward=Loop(add=lambda S, a, b: S - outer(a, b)),
        ),
    ),
    late=(_forgets_late(("output",), "forward"),),
    notes="The numerators only: the normaliser is one more column of values, all ones.",
)

grad_q = Claim(
    id="trf-rnn/alg1-grad-q",
    title="Algorithm 1's first backward loop gives the gradient by the queries",
    source=Source(PAPER, "Algorithm 1, equation 13"),
    statement=r"\nabla_{\phi(Q_i)} L = S_i G_i,\quad S_i = \sum_{j \le i} \phi(K_j) V_j^\top",
    assumptions=COLUMNS,
    subject=Returned(("by_q",)),
    says=says_returned,
    checks=CHECKS,
    mutants=(
        _reads_before(("by_q",), "first"),
        _forgets(("by_q",), "first"),
        _changed(("by_q",), "doubled", "2 S G for S G", by_q=lambda S, G: (S @ G) * 2),
    ),
    late=(_forgets_late(("by_q",), "first"),),
)

grad_k = Claim(
    id="trf-rnn/alg1-grad-k",
    title="Algorithm 1's second backward loop gives the gradient by the keys",
    source=Source(PAPER, "Algorithm 1, equation 14"),
    statement=r"\nabla_{\phi(K_i)} L = R_i V_i,\quad R_i = \sum_{j \ge i} \phi(Q_j) G_j^\top",
    assumptions=COLUMNS,
    subject=Returned(("by_k",)),
    says=says_returned,
    checks=CHECKS,
    mutants=(
        _reads_before(("by_k",), "second"),
        _changed(("by_k",), "first-first", "runs from 1 to N", last_first=False),
        _changed(("by_k",), "lost-sign", "-R V for R V", by_k=lambda R, v: -(R @ v)),
    ),
    late=(_forgets_late(("by_k",), "second"),),
)

grad_v = Claim(
    id="trf-rnn/alg1-grad-v",
    title="Algorithm 1's second backward loop gives the gradient by the values",
    source=Source(PAPER, "Algorithm 1, equation 15"),
    statement=r"\nabla_{V_i} L = R_i^\top \phi(K_i),"
    r"\quad R_i = \sum_{j \ge i} \phi(Q_j) G_j^\top",
    assumptions=COLUMNS,
    subject=Returned(("by_v",)),
    says=says_returned,
    checks=CHECKS,
    mutants=(
        _reads_before(("by_v",), "second"),
        _changed(("by_v",), "first-first", "runs from 1 to N", last_first=False),
        _forgets(("by_v",), "second", "R"),
    ),
    late=(_forgets_late(("by_v",), "second"),),
)

order = Claim(
    id="trf-rnn/alg1-order",
    title="In each loop of Algorithm 1 the update comes before the reading, and has to",
    source=Source(PAPER, "Algorithm 1, order of its lines"),
    statement=r"S \leftarrow S + \phi(K_i) V_i^\top \text{ before } \phi(Q_i)^\top S"
    r" \text{ and } S G_i; \quad R \leftarrow R + \phi(Q_i) G_i^\top \text{ before }"
    r" R^\top \phi(K_i) \text{ and } R V_i \implies \bar V, \nabla_{\phi(Q)} L,"
    r" \nabla_{\phi(K)} L, \nabla_V L \text{ are exact; read before, they are } 0"
    r" \text{ for the first token}",
    assumptions=COLUMNS,
    subject=Returned(ALL),
    says=says_order,
    checks=(proof_of(says_order, by_unrolling), check_as_polynomials),
    mutants=(
        _changed(ALL, "late-forward", "V-bar_i is read before", forward=LATE),
        _changed(ALL, "late-first", "the gradient by q_i is read before", first=LATE),
        _changed(ALL, "late-second", "the gradients by k_i and v_i are read before", second=LATE),
    ),
    late=(_forgets_late(ALL, "second"),),
    repairs=("trf-rnn/new-alg1-as-columns", "trf-rnn/new-alg1-as-rows"),
    notes="Each loop read before its update leaves the token's own term out: already at"
    " N = C = M = 1 the outputs are then 0.",
)
