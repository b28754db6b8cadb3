r"""Why attention takes so many products: no network of class (2) has fewer, at any size.

**Statement.** Let the squares of N tokens c_1, ..., c_N be independent in what attention makes of
them: of the matrices V c_m c_m^T M no combination is 0, or X times what has these for columns is
the identity. Then every network of class (2) that has the outputs of attention on all sequences has
N products at least, whatever its width, with a dense linear recurrence, biases and any weights. As
the squares of tokens span the symmetric matrices, N may be the rank of S -> V S M on these.

Of V = P [E; F] and M = [E; H]^T R that rank is ab - c(c-1)/2 at least, if E, F and H are
independent together, and so are the columns of P and the rows of R: the tokens are Z e_i + Z e_j
(i <= j), Z e_i + Z h_j, Z f_i + Z e_j and Z f_i + Z h_j, for a right inverse Z of [E; F; H].

**Proof.** The output is Q(h) = D ((O h) * (U h)). Let B(u, v) be twice its polar form. A token c
leaves g(c) in the state; let g_2(c) = (g(c) + g(-c))/2 - g(0) be its part of degree 2, and
z_m = A^(m+1) g_2(c_m), which is there m + 1 tokens later.

- A token x now, and s c_m so long before: the second difference in s at -1, 0, 1 of the difference
  in the token now is 2 B(g(x) - g(0), z_m). Of attention it is 2 V c_m c_m^T M x.
- s c_m and t c_n so long before, added up where m = n, and nothing now: the second differences in
  s and in t are 4 B(z_m, z_n), and for m = n 12 B(z_m, z_m). Of attention they are 0.

So the outputs at u + z, u of the tokens now and z in the span of z_1, ..., z_N, multiply no two of
the coordinates of z, of which the columns are independent. By the lower bound for columns (the fact
`products-by-columns`) these are N products at least.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from constructions.arrays import concatenate, ones
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.indexed import IndexedArray
from constructions.indexed import family as indices
from proofs.gated_rnn.s3_2_number_of_neurons.independent_forms import (
    IDENTITY,
    LEFT,
    PRODUCTS,
    Factored,
)
from proofs.gated_rnn.s3_2_number_of_neurons.least_by_ranks_proof import (
    at_forms,
    block_at,
    of_products,
)
from theorem_checks import (
    All,
    AtMost,
    Equal,
    Evidence,
    Implies,
    Index,
    SameOutputs,
    Sum,
    World,
    delta,
    replacing,
    symbol_array,
)
from theorem_checks.proving.effort import lemma

__all__ = [
    "Beside",
    "Squares",
    "by_independent_squares",
    "network_beside_attention",
    "said_to_multiply",
]

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


class Beside(NamedTuple):
    """Any network of class (2) beside any layer of attention, and N tokens.

    **Fields**: the `network`, and V and M of the `layer`; the `tokens`, as rows; that the outputs
    are the `same`; that the images of squares are `independent`; the sizes by name.
    """

    network: GatedRNN
    layer: tuple[Any, Any]
    tokens: Any
    same: SameOutputs
    independent: Equal
    sizes: Mapping[str, Any]


def network_beside_attention(w: World) -> Beside:
    """Return a network with a dense recurrence, any weights and biases, beside any attention."""
    d, d_v, d_k, N = (w.size(name) for name in ("d", "d_v", "d_k", "N"))
    n, p = w.size("n", least=0), w.size("p", least=0)
    V, K, Q = w.array("W_V", d_v, d), w.array("W_K", d_k, d), w.array("W_Q", d_k, d)
    gate_m, gate_x = (
        concatenate([w.array(f"G_{name}", n, d).T, w.array(f"b_{name}", 1, n)]).T for name in "mx"
    )
    O, U, D = w.array("O", p, n), w.array("U", p, n), w.array("D", d_v, p)
    network = GatedRNN(w.array("A", n, n), gate_m, gate_x, O, U, D, append_one=True)
    token, C = w.array("x", d), w.array("C", N, d)
    same = SameOutputs(w.machine(network, token), w.machine(LinearAttention(V, K, Q), token))
    images = images_of_squares(w, C @ V.T, C @ (K.T @ Q), (d_v, d, N))
    X = w.array("X", N, images.shape[0])
    one = w.identity(N)
    sizes = {"d": d, "d_v": d_v, "N": N, "n": n, "p": p}
    return Beside(network, (V, K.T @ Q), C, same, Equal(X @ images, one), sizes)


def said_to_multiply(w: World, needed: Callable[..., Any]) -> Implies:
    """No network of fewer than N products, as `needed` says, has the outputs of attention.

    If the squares of N tokens have independent images under S -> V S M.
    """
    found = network_beside_attention(w)
    N, p = found.sizes["N"], found.sizes["p"]
    return Implies(All((found.same, found.independent)), AtMost(w.call(needed, N), p))


def images_of_squares(w: World, values: Any, queries: Any, sizes: tuple[Any, Any, Any]) -> Any:
    """Return the matrix of the V c c^T M, a column for each token c; of V c and M^T c by rows."""
    d_v, d, N = sizes
    return w.entries(lambda _, y, j, m: values[m, y] * queries[m, j], (d_v, d), N)


# --- of independent forms

_IMAGES = indices("yz", y="d_v", z="d")


def _image(name: str) -> Callable[..., Any]:
    one, other = (letter.upper() for letter in name)

    def entry(w: Any, y: Any, z: Any, i: Any, j: Any) -> Any:
        values = getattr(w, f"V_{one}")[y, i] + getattr(w, f"V_{other}")[y, j]
        return values * (getattr(w, f"M_{one}")[i, z] + getattr(w, f"M_{other}")[j, z])

    return entry


def _chosen_square(w: Any, i: Any, j: Any, y: Any, z: Any) -> Any:
    """What e_i e_j has in V S M, i <= j; of e_i e_i the other squares have some, too."""
    straight = w.P_E[i, y] * w.R_E[z, j]
    others = w.P_E[i, y] * w.R_all[z] + w.P_rest[y] * w.R_E[z, i]
    return straight * (1 - w.delta(i, j) * HALF) - w.delta(i, j) * others * QUARTER


IMAGES = IndexedArray(
    ((_IMAGES,), tuple(PRODUCTS.values())), {("yz", name): _image(name) for name in PRODUCTS}
)
CHOSEN = LEFT.replace(("ee", "yz"), _chosen_square)


class Squares(Factored):
    """Attention of V = P [E; F] and M = [E; H]^T R, and squares with independent images."""

    def says_independent(self) -> Implies:
        """X times the images of ab - c(c-1)/2 squares is the identity, if forms are independent."""
        given, parts = self.independence(), self.inverses()
        Z = {name: parts[f"Z_{name}"] for name in "EFH"}
        images = self.described(
            IMAGES,
            **{f"V_{name}": self.V @ own for name, own in Z.items()},
            **{f"M_{name}": own.T @ self.M for name, own in Z.items()},
        )
        left = {name: parts[name] for name in ("P_E", "P_F", "R_E", "R_H")}
        whole = left["R_E"] @ _every(left["R_E"]) + left["R_H"] @ _every(left["R_H"])
        rest = left["P_F"].T @ _every(left["P_F"].T)
        X = self.described(CHOSEN, **left, R_all=whole, P_rest=rest)
        return Implies(All(given), Equal(X @ images, self.described(IDENTITY)))


def _every(matrix: Any) -> Any:
    """Return ones, as many as a matrix has columns."""
    return ones((matrix.shape[1],), like=matrix)


@lemma
def by_independent_squares(independent: Any) -> Evidence:
    """Prove it by the products of forms, and of factors, with what is inverse to them."""
    P, Z, R = places = [
        symbol_array(name, *equation.lhs.axes)
        for name, equation in zip(
            ("on_P", "on_Z", "on_R"), independent.hypothesis.parts, strict=True
        )
    ]
    rows, columns = at_forms(P, Z, R)
    groups = {"e": 0, "f": 1, "h": 2}
    forms = dict(zip("efh", Z.axes[0], strict=True))

    def pairing(one: str, other: str, i: Any, j: Any, token: tuple[str, Any, str, Any]) -> Any:
        """What the coefficient of one and other forms is, of a square."""
        p, m, q, n = token
        left, right = {"e": 0, "f": 1}[one], {"e": 0, "h": 1}[other]
        values = block_at(rows, left, groups[p], i, m) + block_at(rows, left, groups[q], i, n)
        queries = block_at(columns, right, groups[p], j, m) + block_at(
            columns, right, groups[q], j, n
        )
        return values * queries

    def of(chosen: str, square: str) -> Callable[..., Any]:
        def entry(i: Index, j: Index, m: Index, n: Index) -> Any:
            token = square[0], m, square[1], n
            straight = pairing(chosen[0], chosen[1], i, j, token)
            if chosen != "ee":
                return straight
            k = {name: Index.bound(own.indices(0)[0]) for name, own in forms.items()}
            others = (
                Sum(pairing("e", "e", i, k["e"], token), k["e"])
                + Sum(pairing("e", "h", i, k["h"], token), k["h"])
                + Sum(pairing("f", "e", k["f"], i, token), k["f"])
            )
            return straight * (1 - delta(i, j) * HALF) - delta(i, j) * others * QUARTER

        return entry

    return replacing(independent, of_products(independent.body.rhs.axes, of), *places)
