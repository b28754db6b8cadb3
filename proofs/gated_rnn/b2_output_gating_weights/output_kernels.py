r"""Appendix B.2: products of the output gate as quadratic forms of the state.

An output of the gate is $\sum_j D_{ij} (m_j \cdot h)(n_j \cdot h)$, with the rows of both matrices:
distributed, it is $\sum_{ab} K_{ab} h_a h_b$ with $K = \sum_j D_{ij}\, m_j n_j^\top$ as a matrix.
The engine compares both sides index by index, for all sizes. As printed, with rows, $m_j n_j^\top$
is a number; what then stands in the place of K is refuted, and the convention of columns proved.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Conclusion,
    Control,
    Equal,
    Mutant,
    Source,
    Verdict,
    World,
    instances_of,
    proof_of,
)

Kernel = Callable[..., Any]
"""The entry (a, b) of the kernel of output i, as a sum over products j of this term.

Its first argument has `delta`, and `sum_units` over the entries of the state.
"""


def says_form(kernel: Kernel, w: World) -> Conclusion:
    """sum_j D_ij (m_j.h)(n_j.h) = sum_ab K_ab h_a h_b, for all outputs i and all sizes."""
    o, p, n = w.size("o"), w.size("p"), w.size("n")
    D, M, N, h = w.array("D", o, p), w.array("M", p, n), w.array("N", p, n), w.array("h", n)

    def form(helper: Any, i: Any) -> Any:
        given = SimpleNamespace(
            delta=helper.delta, sum_units=lambda body: helper.sum(body, n), D=D, M=M, N=N
        )

        def entry(a: Any, b: Any) -> Any:
            return helper.sum(lambda j: kernel(given, i, j, a, b), p)

        return helper.sum(lambda a, b: entry(a, b) * h[a] * h[b], n, n)

    return Equal(D @ ((M @ h) * (N @ h)), w.entries(form, o))


CHECKS = (proof_of(says_form), instances_of(says_form))


def _outer(w: Any, i: Any, j: Any, a: Any, b: Any) -> Any:
    """D_ij m_ja n_jb: rows m_j^T n_j, a matrix."""
    return w.D[i, j] * w.M[j, a] * w.N[j, b]


def _inner(w: Any, i: Any, j: Any, a: Any, b: Any) -> Any:
    """D_ij (m_j n_j^T) in place a = b: rows m_j n_j^T, a number."""
    return w.D[i, j] * w.sum_units(lambda c: w.M[j, c] * w.N[j, c]) * w.delta(a, b)


as_printed = Claim(
    id="gated-rnn/eq-27-rows",
    title="The quadratic form of eq. (27), with W_{m,j} W_{x,j}^T a product of rows as printed",
    source=Source(PAPER, "App. B.2, eq. (27)"),
    statement=r"\sum_j D_{i,j}\,(W_{m,j}h)(W_{x,j}h)"
    r" = h^\top\Big(\sum_j D_{i,j} W_{m,j} W_{x,j}^\top\Big)h",
    assumptions=("$W_{\\cdot,j}$ is the j-th row, as a row, so the bracket is a number",),
    subject=_inner,
    says=says_form,
    checks=CHECKS,
    controls=(Control("columns", _outer, "rows read as columns"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/eq-27",
    notes="Right if W_{m,j} and W_{x,j} are columns; a matter of convention.",
)

quadratic_form = Claim(
    id="gated-rnn/eq-27",
    title="The contribution of some products to an output is a quadratic form of the state",
    source=Source(PAPER, "App. B.2, eq. (27)"),
    statement=r"\sum_j D_{i,j}\,(W_{m,j}h)(W_{x,j}h)"
    r" = h^\top\Big(\sum_j D_{i,j} W_{m,j}^\top W_{x,j}\Big)h",
    assumptions=("$W_{\\cdot,j}$ is the j-th row, as a row",),
    subject=_outer,
    says=says_form,
    checks=CHECKS,
    mutants=(
        Mutant("rows", _inner, "a product of rows, a number"),
        Mutant("twice", lambda w, i, j, a, b: 2 * w.D[i, j] * w.M[j, a] * w.N[j, b]),
        Mutant("one-matrix", lambda w, i, j, a, b: w.D[i, j] * w.M[j, a] * w.M[j, b]),
    ),
    late=(
        Mutant(
            "few-products",
            lambda w, i, j, a, b: _outer(w, i, j, a, b) * (j < 40),
            "products beyond the fortieth are lost",
        ),
    ),
    repairs=("gated-rnn/eq-27-rows",),
    notes="The paper writes x for the state h.",
)
