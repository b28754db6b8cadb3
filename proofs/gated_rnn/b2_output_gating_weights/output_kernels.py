r"""Appendix B.2: products of the output gate as quadratic forms, and when they merge into one.

What products j contribute to output i is h^T K_i h with K_i = sum_j D_ij m_j n_j^T. Only the
symmetric part counts. Over the reals it is a single product (m.h)(n.h) if and only if its rank is
at most 1, or 2 with one eigenvalue of each sign.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import EXACT
from constructions.rational_spaces import rank
from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Conclusion,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Index,
    Mutant,
    Source,
    Sum,
    Tensor,
    Verdict,
    World,
    all_of,
    check,
    instances_of,
    proof_of,
    prove_identity,
    prove_index_identity,
)

n = sp.Symbol("n", integer=True, positive=True)


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
    title="The quadratic form of eq. (27), with W_m,j W_x,j^T a product of rows as printed",
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
    notes="Right if W_m,j and W_x,j are columns; a matter of convention.",
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

Form = np.ndarray
Criterion = Callable[[Form], bool]


def _symmetric(kernel: Form) -> Form:
    return (kernel + kernel.T) * Fraction(1, 2)


def sharp(kernel: Form) -> bool:
    """Whether the symmetric part has rank at most 1, or 2 and no definite 2 x 2 block."""
    S = _symmetric(kernel)
    found = rank(EXACT.array(S))
    if found < 2:
        return True
    blocks = [S[a, a] * S[b, b] - S[a, b] ** 2 for a in range(len(S)) for b in range(a + 1, len(S))]
    return found == 2 and all(block <= 0 for block in blocks)


def printed(kernel: Form) -> bool:
    """Whether the kernel itself has rank at most 1."""
    return rank(EXACT.array(kernel)) <= 1


def is_product(kernel: Form) -> bool:
    """Whether h^T K h is a product of two real linear forms, by looking for the forms.

    A product vanishes on a plane; a form that takes both signs, or is a square, with a discriminant
    that is not negative. By completing squares: S = sum of d_k u_k^2, one step after the other.
    """
    signs = _signs(_symmetric(kernel))
    return len(signs) < 2 or (len(signs) == 2 and signs[0] != signs[1])


def _signs(S: Form) -> list[bool]:
    """The signs of the squares into which a form can be split (Lagrange's reduction)."""
    S = S.copy()
    size = len(S)
    for a in range(size):
        if S[a, a] != 0:
            row = S[a].copy()
            rest = S - np.multiply.outer(row, row) / S[a, a]
            return [bool(S[a, a] > 0), *_signs(rest)]
    for a, b in product(range(size), repeat=2):
        if S[a, b] != 0:  # no squares: put h_a + h_b for h_a
            change = np.array([[Fraction(int(i == j)) for j in range(size)] for i in range(size)])
            change[b, a] = Fraction(1)
            return _signs(change.T @ S @ change)
    return []


def _forms() -> list[Form]:
    """All integer 2 x 2 kernels with entries -1, 0, 1, and some of size 3."""
    small = [np.array(e).reshape(2, 2) for e in product((-1, 0, 1), repeat=4)]
    three = [np.array(e).reshape(3, 3) for e in product((-1, 1), repeat=9) if sum(e) in (1, 5)]
    diagonal = [np.diag(e) for e in product((-1, 0, 2), repeat=3)]
    exact = [[[Fraction(int(v)) for v in row] for row in form] for form in small + three + diagonal]
    return [np.array(form, dtype=object) for form in exact]


@dataclass(frozen=True)
class Merging:
    """A criterion, and whether it is said to be sufficient and necessary."""

    holds: Criterion
    necessary: bool = True


@check("exact")
def check_criterion(merging: Merging) -> Evidence:
    """On some 300 kernels the criterion is met where the form is a product of two linear ones."""
    forms = _forms()
    for kernel in forms:
        said, is_one = merging.holds(kernel), is_product(kernel)
        if (said and not is_one) or (merging.necessary and is_one and not said):
            return Evidence.refuted(
                Counterexample(
                    {"K": kernel},
                    claimed="one product" if said else "no single product",
                    found="one product" if is_one else "no single product",
                )
            )
    return Evidence.holds(f"{len(forms)} kernels of sizes 2 and 3")


@check("exact")
def check_both_directions(merging: Merging) -> Evidence:
    """A product has minors as the criterion wants them, and such forms are products.

    S = (m n^T + n m^T)/2 has 2 x 2 principal minors -(m_a n_b - m_b n_a)^2/4 and no 3 x 3 minor;
    and alpha u^2 - beta v^2 is the product of sqrt(alpha) u -+ sqrt(beta) v.
    """
    one = np.array([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]], dtype=object)
    if merging.holds(one):
        found = "h_1^2 + h_2^2 > 0 for h != 0"
        return Evidence.refuted(Counterexample({"K": one}, "one product", found))
    if not merging.necessary:
        return _holds_there(_rank_one_is_a_product())
    if not merging.holds(one[::-1]):
        return Evidence.refuted(Counterexample({"K": one[::-1]}, "no product", "2 h_1 h_2"))
    m, q = sp.symbols("m0:3"), sp.symbols("n0:3")
    S = [[(m[a] * q[b] + m[b] * q[a]) / 2 for b in range(3)] for a in range(3)]
    alpha, beta = sp.symbols("alpha beta", positive=True)
    u, v = sp.symbols("u v", real=True)
    found = all_of(
        {
            "a principal minor": prove_identity(
                sp.expand(S[0][0] * S[1][1] - S[0][1] ** 2), -((m[0] * q[1] - m[1] * q[0]) ** 2) / 4
            ),
            "the 3 x 3 minor": prove_identity(sp.expand(sp.Matrix(S).det()), 0),
            "a product of two forms": prove_identity(
                alpha * u**2 - beta * v**2,
                (sp.sqrt(alpha) * u - sp.sqrt(beta) * v) * (sp.sqrt(alpha) * u + sp.sqrt(beta) * v),
            ),
        },
        "the minors of all real products",
    )
    return _holds_there(found)


def _holds_there(found: Evidence) -> Evidence:
    """The criterion itself is asked at two kernels only, whatever is proved beside it."""
    if found.verdict is not Verdict.PROVED:
        return found
    return Evidence.holds(f"the criterion at two kernels; {found.scope}", parts=(found,))


def _rank_one_is_a_product() -> Evidence:
    a, b = Index("a", n), Index("b", n)
    m, q, h = Tensor("m", 1), Tensor("q", 1), Tensor("h", 1)
    form = Sum(m[a] * q[b] * h[a] * h[b], a, b)
    return prove_index_identity(form, Sum(m[a] * h[a], a) * Sum(q[b] * h[b], b))


PRINTED = Merging(printed, necessary=False)
SHARP = Merging(sharp)

merging = Claim(
    id="gated-rnn/b2-merge",
    title="Products merge into one if and only if their kernel's symmetric part is of this kind",
    source=Source(PAPER, "App. B.2"),
    statement=r"h^\top Kh = (m^\top h)(n^\top h) \iff \mathrm{rank}\,S \le 1 \text{ or }"
    r" \mathrm{rank}\,S = 2 \text{ with eigenvalues of both signs},\quad S = \tfrac12(K + K^\top)",
    assumptions=("real m and n; one output, or kernels proportional to one for several outputs",),
    subject=SHARP,
    checks=(check_both_directions, check_criterion),
    expect=Verdict.HOLDS,
    mutants=(
        Mutant("rank-of-kernel", Merging(printed), "rank K <= 1 taken for necessary"),
        Mutant("any-rank-2", Merging(lambda K: rank(EXACT.array(_symmetric(K))) <= 2), "no signs"),
        Mutant("rank-1", Merging(lambda K: rank(EXACT.array(_symmetric(K))) <= 1), "squares only"),
    ),
    notes="The text's condition, a kernel of rank 1, is sufficient (gated-rnn/b2-merge-sufficient)"
    " and not necessary: m n^T + n m^T has rank 2.",
)

sufficient = Claim(
    id="gated-rnn/b2-merge-sufficient",
    title="Products whose kernel has rank 1 merge into one, as printed",
    source=Source(PAPER, "App. B.2"),
    statement=r"\mathrm{rank}\,K = 1 \implies h^\top Kh = (m^\top h)(n^\top h)",
    subject=PRINTED,
    checks=(check_both_directions, check_criterion),
    expect=Verdict.HOLDS,
    mutants=(
        Mutant(
            "rank-2",
            Merging(lambda K: rank(EXACT.array(K)) <= 2, necessary=False),
            "h_1^2 + h_2^2 has rank 2",
        ),
    ),
)
