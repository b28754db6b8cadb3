r"""Appendix B.2: when products of the output gate merge into one, by their kernels.

What products j contribute to output i is h^T K_i h with K_i = sum_j D_ij m_j n_j^T, and only the
symmetric part of K_i counts. One product (m.h)(n.h), read by d_i, contributes d_i h^T m n^T h. As m
and n, or c, p and q, are the same for all outputs, each output is spoken of by itself.

**Eigenvalues.** By the spectral theorem a symmetric matrix S has rank 1 at most, or rank 2 with
eigenvalues of both signs, if and only if S = c (p p^T - q q^T) with c >= 0 and p orthogonal to q:
its eigenvalues are then c |p|^2, at p, and -c |q|^2, at q, and 0. So the two directions are

- c (p p^T - q q^T) is the symmetric part of c (p + q) (p - q)^T, a product;
- of a product of m = mu a and n = nu b, with a and b of length 1 and mu, nu >= 0, the symmetric
  part is (mu nu / 4) (p p^T - q q^T) for p = a + b and q = a - b, which are orthogonal.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from constructions.cells.gated_rnn import GatedRNN
from proofs.gated_rnn import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    Mutant,
    SameOutputs,
    Source,
    World,
    conjunction,
    linear_combination,
    proof_of,
    prove,
)
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray, ones

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
Factors = Callable[[Any, Any, Any], tuple[Any, Any]]


def factors_of(c: Any, p: Any, q: Any) -> tuple[Any, Any]:
    """Return the two forms whose product has the kernel c (p p^T - q q^T), but for its symmetry."""
    return c * (p + q), p - q


def squares_of(mu: Any, nu: Any, a: Any, b: Any) -> tuple[Any, Any, Any]:
    """Return c, p and q of the product of mu a and nu b, for a and b of length 1."""
    return mu * nu * QUARTER, a + b, a - b


def of_both_signs(c: Any, p: Any, q: Any, i: Any, j: Any) -> Any:
    """Return the entry of c (p p^T - q q^T)."""
    return c * (p[i] * p[j] - q[i] * q[j])


@dataclass(frozen=True)
class Merging:
    """The `kind` of symmetric parts, by an entry; and why they are just those of products.

    `factors` has the product for c, p and q, and `squares` has these for a product.
    """

    kind: Callable[..., Any] = of_both_signs
    factors: Factors = factors_of
    squares: Callable[[Any, Any, Any, Any], tuple[Any, Any, Any]] = squares_of


@dataclass(frozen=True)
class OfState:
    """The output gate of a network by itself: reads a state, and puts out what is read of it."""

    network: GatedRNN

    def initial_state(self) -> Any:
        """Return no state."""
        return ()

    def step(self, state: Any, h: Any) -> tuple[Any, Any]:
        """Return no state, and the outputs of the network in state h, at a token that is 0."""
        return state, self.network.step(h, 0 * h)[1]


class Gates:
    """Any products of the state, and one product, read by d; of one output, which may be any."""

    def __init__(self, w: World) -> None:
        self._w = w
        self.p, self.n = w.size("P"), w.size("n")
        self.M, self.N = w.array("M", self.p, self.n), w.array("N", self.p, self.n)
        self.state, self.d = w.array("h", self.n), w.number("d")
        self.D = w.array("D", self.p)
        self.some = OfState(GatedRNN(*self._kept(), self.M, self.N, self._row(self.D, self.p)))

    def _kept(self) -> tuple[Any, Any, Any]:
        """Return a recurrence that keeps all, and an input gate that lets nothing in."""
        every, no_input = self._w.ones(self.n), self.matrix(lambda *_: 0)
        return every, no_input, no_input

    def _row(self, vector: Any, size: Any) -> Any:
        """Return a matrix of one row."""
        return self._w.entries(lambda _, i, j: vector[j], 1, size)

    def merged(self, m: Any, n: Any) -> "OfState":
        """Return the product (m.h)(n.h), which the output reads by d."""
        both, read = [self._row(v, self.n) for v in (m, n)], self.matrix(lambda *_: self.d, 1)
        return OfState(GatedRNN(*self._kept(), both[0], both[1], read))

    def read(self, gate: "OfState") -> Any:
        """Return what is read of any state h, a number."""
        return self._w.ones(1) @ gate.step((), self.state)[1]

    def kernel(self) -> Any:
        """Return K, the sum of D_j m_j n_j^T."""
        return (self.M.T * self.D) @ self.N

    def matrix(self, entry: Callable[[Any, Any], Any], size: Any = None) -> Any:
        """Return the square matrix with these entries; of n rows unless said."""
        rows = self.n if size is None else size
        return self._w.entries(lambda _, i, j: entry(i, j), rows, rows)


def says_if(merging: Merging, w: World, at: Gates) -> Conclusion:
    """Products with K + K^T = 2 d S for such an S are d times one."""
    c, p, q = w.number("c", nonnegative=True), w.array("p", at.n), w.array("q", at.n)
    one = at.merged(*w.call(merging.factors, c, p, q))
    kind = at.matrix(lambda i, j: 2 * at.d * merging.kind(c, p, q, i, j))
    K = at.kernel()
    return Implies(Equal(K + K.T, kind), Equal(at.read(at.some), at.read(one)))


def says_only_if(merging: Merging, w: World, at: Gates) -> Conclusion:
    """Products that are d times one have K + K^T = 2 d S: v^T (K + K^T) v' is that, for any v, v'.

    Any two vectors are mu a and nu b, with a and b of length 1 and mu, nu >= 0.
    """
    a, b = (w.array(name, at.n, known="unit") for name in "ab")
    mu, nu = (w.number(name, nonnegative=True) for name in ("mu", "nu"))
    some, one = (w.machine(cell, at.state) for cell in (at.some, at.merged(mu * a, nu * b)))
    c, p, q = w.call(merging.squares, mu, nu, a, b)
    v, other, K = w.array("v", at.n), w.array("v_2", at.n), at.kernel()
    S = at.matrix(lambda i, j: merging.kind(c, p, q, i, j))
    symmetric = Equal(v @ ((K + K.T) @ other), 2 * at.d * (v @ (S @ other)))
    return All(
        (
            Implies(SameOutputs(some, one), symmetric),
            AtMost(0, c),
            Equal(p @ q, 0 * (p @ q)),
            Equal(S @ p, c * (p @ p) * p),
            Equal(S @ q, -1 * c * (q @ q) * q),
        )
    )


def says_merged(merging: Merging, w: World) -> Conclusion:
    """Both directions."""
    at = Gates(w)
    return All((says_if(merging, w, at), says_only_if(merging, w, at)))


def by_forms(whole: Any) -> Evidence:
    """Prove it by the outputs at v + v', less those at v and at v'; and by the kernels' entries."""
    there, back = whole.parts
    same, *others = back.parts
    return conjunction(
        whole, by_kernels(there), conjunction(back, by_polarising(same), *map(prove, others))
    )


def by_kernels(there: Any, factor: Any = HALF) -> Evidence:
    """Prove that such products are one, by the sum of h_a h_b times the kernels' entries.

    Of the kernels and their transposes it is half of that.
    """
    h, axes = there.body.array("h"), there.hypothesis.lhs.axes
    a, b = (axis[0].indices(place)[0] for place, axis in enumerate(axes))
    half = SymbolicArray(axes, {(0, 0): scalar(h[a] * h[b] * factor)})
    return linear_combination(there, [], [(1, half)])


def by_polarising(same: Any) -> Evidence:
    """Prove the symmetric part from the outputs at v + v', v and v'."""
    v, other = (same.body.array(name) for name in ("v", "v_2"))
    one = ones(same.hypothesis.one.output.axes)
    return linear_combination(same, [(one, [v + other]), (-1 * one, [v]), (-1 * one, [other])])


# --- kernels of rank 1, as printed


def says_of_rank_one(forms: Callable[..., tuple[Any, Any]], w: World) -> Conclusion:
    """Products with the kernel d a b^T are d times one."""
    at = Gates(w)
    a, b = w.array("a", at.n), w.array("b", at.n)
    one = at.merged(*w.call(forms, a, b))
    rows = at.matrix(lambda i, j: at.d * a[i] * b[j])
    return Implies(Equal(at.kernel(), rows), Equal(at.read(at.some), at.read(one)))


def by_rank_one(whole: Any) -> Evidence:
    """Prove it by the sum of h_a h_b times the kernels' entries."""
    return by_kernels(whole, 1)


MERGING = Merging()

merging = Claim(
    id="gated-rnn/b2-merge",
    title="Products merge into one if and only if their kernel's symmetric part is of this kind",
    source=Source(PAPER, "App. B.2"),
    statement=r"h^\top Kh = (m^\top h)(n^\top h) \iff S = \tfrac12(K + K^\top) ="
    r" c\,(p p^\top - q q^\top),\quad c \ge 0,\ p \perp q",
    assumptions=(
        r"real m and n; each output by itself, with a $d$ of its own and the same $S$:"
        r" $K + K^\top = 2 d S$, where it reads $d\,(m^\top h)(n^\top h)$",
        r"$c$, $p$ and $q$, or $m$ and $n$, are some, and the others are given for them",
    ),
    subject=MERGING,
    says=says_merged,
    checks=(proof_of(says_merged, by_forms),),
    mutants=(
        Mutant(
            "any-rank-2",
            Merging(lambda c, p, q, i, j: c * (p[i] * p[j] + q[i] * q[j])),
            "eigenvalues of any signs",
        ),
        Mutant("rank-1", Merging(lambda c, p, q, i, j: c * p[i] * p[j]), "squares only"),
        Mutant(
            "rank-of-kernel",
            Merging(lambda c, p, q, i, j: c * (p[i] + q[i]) * (p[j] - q[j])),
            "the kernel for its symmetric part",
        ),
        Mutant("one-scale", replace(MERGING, factors=lambda c, p, q: (p + q, p - q)), "c is lost"),
        Mutant(
            "no-lengths",
            replace(
                MERGING, squares=lambda mu, nu, a, b: (QUARTER, mu * a + nu * b, mu * a - nu * b)
            ),
            "p and q are not orthogonal where the forms have two lengths",
        ),
    ),
    late=(
        Mutant(
            "late-outputs",
            Merging(lambda c, p, q, i, j: (1 + (i >= 40)) * of_both_signs(c, p, q, i, j)),
            "twice as much from the fortieth unit on",
        ),
    ),
    notes="By the spectral theorem, which is not proved here, S is of rank 1 at most, or of rank 2"
    " with eigenvalues of both signs."
    " The text's condition, a kernel of rank 1, is sufficient (gated-rnn/b2-merge-sufficient)"
    " and not necessary: m n^T + n m^T has rank 2. What merges reads the state by itself: the"
    " network with the state for its token is a GatedRNN, too.",
)

sufficient = Claim(
    id="gated-rnn/b2-merge-sufficient",
    title="Products whose kernel has rank 1 merge into one, as printed",
    source=Source(PAPER, "App. B.2"),
    statement=r"\mathrm{rank}\,K = 1 \implies h^\top Kh = (m^\top h)(n^\top h)",
    assumptions=(r"each output by itself, with a $d$ of its own: $K = d\, a b^\top$",),
    subject=lambda a, b: (a, b),
    says=says_of_rank_one,
    checks=(proof_of(says_of_rank_one, by_rank_one),),
    mutants=(
        Mutant("squares", lambda a, b: (a, a), "one of the forms twice"),
        Mutant("symmetric", lambda a, b: (a + b, a + b), "a square"),
        Mutant("twice", lambda a, b: (2 * a, b), "twice the form"),
    ),
    late=(
        Mutant(
            "many-units",
            lambda a, b: (a, b) if a.shape[0] < 40 else (a, a),
            "one of the forms twice from 40 units on",
        ),
    ),
)
