r"""One plain GRU or LSTM layer that comes near any simplified gated RNN.

With $g_k = (m_k \cdot x_t)(w_k \cdot x_t)$ the hidden state is $P_t = \lambda \odot P_{t-1} + g$,
and a product of the output gate, for rows a and b, is

$$(a \cdot P_t)(b \cdot P_t) = \alpha \beta + \sum_k (b_k \alpha + a_k \beta)\, g_k
+ \sum_{k,l} a_k b_l\, g_k g_l$$

with $\alpha = a \cdot \lambda P_{t-1}$ and $\beta = b \cdot \lambda P_{t-1}$: products of two,
three and four linear functions of $h_{t-1}$ and $x_t$.
"""

from typing import Any

from constructions.indexed import Entry, family
from constructions.weights.gated_pairs import GATED_RNN
from constructions.weights.layers import Entries, NetworkDescription, linear_layer
from constructions.weights.plain_layers import PlainLayer, corners, sign_of, times

__all__ = ["gated_rnn_in_one_layer"]


def gated_rnn_in_one_layer(plain: PlainLayer) -> NetworkDescription:
    r"""Return a plain layer of $5n + p(4 + 8n + 16n^2)$ units and a readout.

    Units of hidden unit k: four for $g_k$, one for $\lambda_k P_{k,t-1}$. Units of product r: four
    for $\alpha \beta$; for each k four for $\alpha g_k$ and four for $\beta g_k$; for each pair
    (k, l) sixteen for $g_k g_l$.
    """
    gate, both = corners(family("gate", k="n"), 2), corners(family("both", r="p"), 2)
    first = corners(family("first", r="p", k="n"), 2)
    second = corners(family("second", r="p", k="n"), 2)
    four = corners(family("four", r="p", k="n", l="n"), 4)
    memory = family("sum", k="n")
    units = (
        *gate.values(),
        memory,
        *both.values(),
        *first.values(),
        *second.values(),
        *four.values(),
    )

    def decoded(w: Any) -> Any:
        return 1 / (plain.cubic * w.eps * w.eps)

    def reads(part: str, row: Entry) -> Entries:
        """A row of weights on P_{t-1}: from the sums, and from the products of the last step."""
        return {
            (part, "sum"): row,
            **{(part, f.name): times(row, sign_of(s), decoded) for s, f in gate.items()},
        }

    def from_rows(name: str, sign: int) -> Entry:
        """Alpha or beta, as a row on P_{t-1}, of products r (and what else the unit has)."""
        return lambda w, r, *others: sign * w.lam[others[-1]] * getattr(w, name)[r, others[-1]]

    U: Entries = {
        **{(f.name, "x"): _gate_of(*s) for s, f in gate.items()},
        **{(f.name, "x"): _factors(s[1]) for kind in (first, second) for s, f in kind.items()},
        **{(f.name, "x"): _four_factors(*s) for s, f in four.items()},
    }
    V = {**reads("sum", lambda w, k, k2: w.lam[k] * w.delta(k, k2))}
    for s, f in both.items():
        V.update(reads(f.name, _sum_of(from_rows("W_out_m", s[0]), from_rows("W_out_x", s[1]))))
    for name, kind in (("W_out_m", first), ("W_out_x", second)):
        for s, f in kind.items():
            V.update(reads(f.name, from_rows(name, s[0])))
    b: Entries = {
        (f.name,): lambda w, *_: w.eps for kind in (gate, both, four) for f in kind.values()
    }
    return NetworkDescription(
        GATED_RNN,
        (
            plain.layer(units, (family("x", a="m"),), U, V, b),
            linear_layer((family("y", i="o"),), units, _readout(plain, both, first, second, four)),
        ),
    )


def _readout(plain: PlainLayer, both: Any, first: Any, second: Any, four: Any) -> Entries:
    """Decode the products; alpha g_k comes with b_k, beta g_k with a_k."""

    def cubes(w: Any) -> Any:
        return 1 / (plain.cubic * w.eps * w.eps * w.eps)

    def fifths(w: Any) -> Any:
        return 1 / (plain.quintic * w.eps * w.eps * w.eps * w.eps * w.eps)

    rows: dict[str, tuple[Any, Any, Entry]] = {
        "both": (both, cubes, lambda w, i, r: w.D[i, r]),
        "first": (first, cubes, lambda w, i, r, k: w.D[i, r] * w.W_out_x[r, k]),
        "second": (second, cubes, lambda w, i, r, k: w.D[i, r] * w.W_out_m[r, k]),
        "four": (
            four,
            fifths,
            lambda w, i, r, k, k2: w.D[i, r] * w.W_out_m[r, k] * w.W_out_x[r, k2],
        ),
    }
    return {
        ("y", f.name): times(entry, sign_of(s), scale)
        for kind, scale, entry in rows.values()
        for s, f in kind.items()
    }


def _gate_of(s: int, r: int) -> Entry:
    return lambda w, k, a: w.eps * (s * w.W_in_m[k, a] + r * w.W_in_x[k, a])


def _factors(s: int) -> Entry:
    return lambda w, _r, k, a: w.eps * (s * w.W_in_m[k, a] + w.W_in_x[k, a])


def _four_factors(s: int, s2: int, s3: int, s4: int) -> Entry:
    return lambda w, _r, k, k2, a: (
        w.eps
        * (s * w.W_in_m[k, a] + s2 * w.W_in_x[k, a] + s3 * w.W_in_m[k2, a] + s4 * w.W_in_x[k2, a])
    )


def _sum_of(one: Entry, other: Entry) -> Entry:
    return lambda w, *indices: one(w, *indices) + other(w, *indices)
