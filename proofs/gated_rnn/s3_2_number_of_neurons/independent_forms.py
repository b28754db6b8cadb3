"""Attention by independent forms: V = P [E; F] and M = [E; H]^T R, and what is inverse to these."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from constructions.arrays import concatenate, ones
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.indexed import Family, IndexedArray
from constructions.indexed import family as indices
from constructions.weights.gated_rnn_description import GatedRNNDescription
from theorem_checks import All, Equal, Implies, World

HALF = Fraction(1, 2)
PRODUCTS = {
    "ee": indices("ee", increasing=True, i="c", j="c"),
    "eh": indices("eh", i="c", j="h"),
    "fe": indices("fe", i="f", j="c"),
    "fh": indices("fh", i="f", j="h"),
}
FORMS = {name: indices(name, i=size) for name, size in (("e", "c"), ("f", "f"), ("h", "h"))}
Axis = tuple[Family, ...]


def _chosen(names: str, own: str) -> IndexedArray:
    """The columns of the identity of some forms that belong to some of these."""
    axes = tuple(tuple(FORMS[name] for name in listed) for listed in (names, own))
    return IndexedArray(axes, {(name, name): lambda w, i, k: w.delta(i, k) for name in own})


def _same_product(w: Any, i: Any, j: Any, k: Any, m: Any) -> Any:
    return w.delta(i, k) * w.delta(j, m)


IDENTITY = IndexedArray(
    (tuple(PRODUCTS.values()),) * 2, {(name, name): _same_product for name in PRODUCTS}
)


def _left(name: str) -> Callable[..., Any]:
    rows, columns = (letter.upper() for letter in name)
    return lambda w, i, j, y, z: getattr(w, f"P_{rows}")[i, y] * getattr(w, f"R_{columns}")[z, j]


def _right(name: str) -> Callable[..., Any]:
    rows, columns = (letter.upper() for letter in name)

    def entry(w: Any, x: Any, z: Any, i: Any, j: Any) -> Any:
        made = getattr(w, f"Z_{rows}")[x, i] * getattr(w, f"Z_{columns}")[z, j]
        return made * (1 - w.delta(i, j) * HALF) if name == "ee" else made

    return entry


_OUTPUTS, _INPUTS = indices("yz", y="d_v", z="d"), indices("xz", x="d", z="d")
LEFT = IndexedArray(
    (tuple(PRODUCTS.values()), (_OUTPUTS,)), {(name, "yz"): _left(name) for name in PRODUCTS}
)
RIGHT = IndexedArray(
    ((_INPUTS,), tuple(PRODUCTS.values())), {("xz", name): _right(name) for name in PRODUCTS}
)


def remembered(w: World, V: Any, M: Any) -> Any:
    """Return the matrix of S -> V S M on symmetric S, in the e_x e_z^T + e_z e_x^T."""
    (d_v, d), (_, m) = V.shape, M.shape

    def entry(_: Any, y: Any, j: Any, x: Any, z: Any) -> Any:
        return V[y, x] * M[z, j] + V[y, z] * M[x, j]

    return w.entries(entry, (_number(d_v), _number(m)), (_number(d), _number(d)))


def _number(size: Any) -> Any:
    return getattr(size, "number", size)


class Factored:
    """Attention of V = P [E; F] and M = [E; H]^T R, and what belongs to it."""

    def __init__(self, w: World) -> None:
        self._w = w
        self.numbers = c, f, h = [w.size(name, least=0) for name in "cfh"]
        d, d_v = w.size("d_x"), w.size("d_y")
        self._sizes = {"c": c, "f": f, "h": h, "d": d, "d_v": d_v}
        E, F, H = w.array("E", c, d), w.array("F", f, d), w.array("H", h, d)
        P_e, P_f = w.array("P_e", d_v, c), w.array("P_f", d_v, f)
        R_e, R_h = w.array("R_e", c, d), w.array("R_h", h, d)
        self._given = {"E": E, "F": F, "H": H, "P_e": P_e, "P_f": P_f, "R_e": R_e, "R_h": R_h}
        self.forms = concatenate([E, F, H])
        self.P, self.R = concatenate([P_e.T, P_f.T]).T, concatenate([R_e, R_h])
        self.V, self.M = P_e @ E + P_f @ F, E.T @ R_e + H.T @ R_h
        self.Z = w.right_inverse("Z", self.forms)
        self.P_left = w.right_inverse("P_l", self.P.T).T
        self.R_right = w.right_inverse("R_r", self.R)
        layer = LinearAttention(self.V, concatenate([E, H]), self.R)
        self._token = w.array("x_t", d)
        self.attention = w.machine(layer, self._token)

    def network(self, weights: GatedRNNDescription) -> GatedRNN:
        """Return a network that is described by the factors."""
        names = ("lam", "W_in_m", "W_in_x", "W_out_m", "W_out_x", "D")
        made: dict[str, Any] = {
            name: self._w.described(getattr(weights, name), self._sizes, self._given)
            for name in names
        }
        return GatedRNN(**made, append_one=weights.append_one)

    def machine(self, network: GatedRNN) -> Any:
        """Return a network as a machine that reads the tokens of attention."""
        return self._w.machine(network, self._token)

    def described(self, array: IndexedArray, **parameters: Any) -> Any:
        """Return an array that is described by these parameters."""
        return self._w.described(array, self._sizes, parameters)

    def inverses(self) -> dict[str, Any]:
        """Return rows of P_l, and columns of R_r and of Z, of the forms of each group."""
        parts = {}
        for name in "ef":
            parts[f"P_{name.upper()}"] = self.described(_chosen("ef", name)).T @ self.P_left
        for name in "eh":
            parts[f"R_{name.upper()}"] = self.R_right @ self.described(_chosen("eh", name))
        for name in "efh":
            parts[f"Z_{name.upper()}"] = self.Z @ self.described(_chosen("efh", name))
        return parts

    def _witnesses(self) -> tuple[Any, Any]:
        """X and Y with which X A Y is the identity, A the matrix of S -> V S M."""
        parts = self.inverses()
        left, right = (
            {name: own for name, own in parts.items() if name[0] in of} for of in ("PR", "Z")
        )
        return self.described(LEFT, **left), self.described(RIGHT, **right)

    def number_of_products(self) -> Any:
        """Return how many products there are."""
        left, _ = self._witnesses()
        return self._w.count(ones((left.shape[0],), like=left))

    def independence(self) -> tuple[Equal, Equal, Equal]:
        """Say that the columns of P, all forms, and the rows of R are independent."""
        one = {names: self.described(_chosen(names, names)) for names in ("ef", "eh", "efh")}
        return (
            Equal(self.P_left @ self.P, one["ef"]),
            Equal(self.forms @ self.Z, one["efh"]),
            Equal(self.R @ self.R_right, one["eh"]),
        )

    def says_ranks(self) -> Implies:
        """The ranks of V and M, and of S -> V S M, if forms and factors are independent."""
        one = {names: self.described(_chosen(names, names)) for names in ("ef", "eh")}
        ef, eh = (self.Z @ self.described(_chosen("efh", names)) for names in ("ef", "eh"))
        left, right = self._witnesses()
        given = self.independence()
        stored = remembered(self._w, self.V, self.M)
        ranks = (
            Equal(self.P_left @ self.V @ ef, one["ef"]),
            Equal(eh.T @ self.M @ self.R_right, one["eh"]),
            Equal(left @ stored @ right, self.described(IDENTITY)),
        )
        return Implies(All(given), All(ranks))
