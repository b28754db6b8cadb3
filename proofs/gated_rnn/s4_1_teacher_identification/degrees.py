"""Sections 2.2, 3.1 and 4.1: degrees of attention, class (2) and its gates at one token.

A polynomial in the token x is homogeneous of degree n, and not 0, if it is s^n times itself at s x;
of degree 4 at most if its fifth differences, at x, x + y, ..., x + 5 y, are 0.
"""

from dataclasses import dataclass, replace
from math import comb
from typing import Any

from constructions.arrays import EXACT, concatenate, outer, polynomials
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.s3_1_key_ideas.gates_needed import Gates
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    Source,
    World,
    check,
    exact_degree,
    instances_of,
    proof_of,
)


@dataclass(frozen=True)
class Degrees:
    """Degrees of the instantaneous attention, of class (2), of a key-value, and of a gate."""

    attention: int = 3
    network: int = 4
    key_value: int = 2
    layer: type[LinearAttention] = LinearAttention
    cell: type[GatedRNN] = GatedRNN


class FewProducts(GatedRNN):
    """Class (2) with less than 40 products; the square of its outputs from there on."""

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after the token, and the outputs."""
        after, output = super().step(state, x)
        return after, output if self.D.shape[1] < 40 else output * output


class FewKeys(LinearAttention):
    """Attention with less than 40 keys; the square of its outputs from there on."""

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after the token, and the outputs."""
        after, output = super().step(state, x)
        return after, output if self.W_K.shape[0] < 40 else output * output


def says_degrees(degrees: Degrees, w: World) -> Conclusion:
    """The degrees in the only token, for all sizes and weights, and that they are reached.

    In this order: attention, class (2), its input gate and all v_i k_j are homogeneous; with
    biases class (2) is of that degree at most; and with all weights 1 the first two are not 0.
    """
    d, d_v, d_k, n, p, o = (w.size(name) for name in ("d", "d_v", "d_k", "n", "p", "o"))
    s, x, y = w.number("s"), w.array("x", d), w.array("y", d)
    V, K, Q = w.array("W_V", d_v, d), w.array("W_K", d_k, d), w.array("W_Q", d_k, d)
    sizes = {"lam": (n,), "W_in_m": (n, d), "W_in_x": (n, d), "W_out_m": (p, n), "W_out_x": (p, n)}
    sizes["D"] = o, p
    weights: dict[str, Any] = {name: w.array(name, *axes) for name, axes in sizes.items()}

    def at_once(cell: Any, token: Any) -> Any:
        return cell.step(cell.initial_state(), token)[1]

    attention, network = degrees.layer(V, K, Q), degrees.cell(**weights)
    biased: dict[str, Any] = {
        name: concatenate([weights[name].T, w.array(f"{name}_1", 1, n)]).T
        for name in ("W_in_m", "W_in_x")
    }
    with_biases = degrees.cell(**{**weights, **biased}, append_one=True)
    gate = weights["W_in_m"], weights["W_in_x"]
    homogeneous = (
        (lambda token: at_once(attention, token), degrees.attention),
        (lambda token: at_once(network, token), degrees.network),
        (lambda token: Gates().absorb(*gate, token), degrees.key_value),
        (lambda token: outer(V @ token, K @ token), degrees.key_value),
    )
    steps = degrees.network + 1
    differences = [
        at_once(with_biases, x + y * k) * ((-1) ** k * comb(steps, k)) for k in range(steps + 1)
    ]
    of_ones = degrees.layer(w.ones(d_v, d), w.ones(d_k, d), w.ones(d_k, d))
    all_ones: dict[str, Any] = {name: w.ones(*axes) for name, axes in sizes.items()}
    net_of_ones = degrees.cell(**all_ones)
    return All(
        (
            *(Equal(of(x * s), of(x) * s**degree) for of, degree in homogeneous),
            Equal(sum(differences[1:], start=differences[0]), w.zeros(o)),
            Equal(at_once(of_ones, w.ones(d)), w.ones(d_v) * (d_k * d**3)),
            Equal(at_once(net_of_ones, w.ones(d)), w.ones(o) * (p * n**2 * d**4)),
        )
    )


@check("exact")
def check_degrees_of_polynomials(degrees: Degrees) -> Evidence:
    """The exact degrees for integer weights at d = 2, and that each key-value is homogeneous."""
    full = EXACT.array([[1, 2], [3, -1]])

    def attention(x: Any) -> Any:
        return degrees.layer(full, full, full).step(full * 0, x)[1]

    def network(x: Any) -> Any:
        cell = degrees.cell(full[0], full, full, full, full, full)
        return cell.step(cell.initial_state(), x)[1]

    found = [exact_degree(of, inputs={"x": (2,)}, weights={}).total for of in (attention, network)]
    x = polynomials(x=(2,)).symbols("x")
    sums = {sum(map(int, powers)) for p in Gates().absorb(full, full, x) for powers, _ in p.terms()}
    said = degrees.attention, degrees.network, degrees.key_value
    if said != (*found, max(sums)) or len(sums) > 1:
        return Evidence.refuted(Counterexample({"d": 2}, str(said), f"{found}, {sums}"))
    return Evidence.holds("d = 2, integer weights")


degrees = Claim(
    id="gated-rnn/s4.1-degrees",
    title="Degrees: attention 3, class (2) 4, each key-value a quadratic form in its token",
    source=Source(PAPER, "Secs. 3.1, 4.1"),
    statement=r"\deg (W_Vx)(W_Kx)^\top(W_Qx) = 3,\quad \deg D\,g^{out}(g^{in}(x)) \le 4,\quad"
    r" v_ik_j = (W_{V,i}x)(W_{K,j}x)",
    covers=("gated-rnn/s3.1-degree", "gated-rnn/s2.2-gate-def"),
    subject=Degrees(),
    says=says_degrees,
    checks=(
        proof_of(says_degrees, seconds=120),
        instances_of(says_degrees),
        check_degrees_of_polynomials,
    ),
    mutants=(
        Mutant("square", Degrees(attention=2), "attention of degree 2"),
        Mutant("cubic-network", Degrees(network=3), "the gates together 3"),
        Mutant("linear-keys", Degrees(key_value=1), "key-values linear"),
    ),
    late=(
        Mutant("many-products", replace(Degrees(), cell=FewProducts), "squared from p = 40 on"),
        Mutant("many-keys", replace(Degrees(), layer=FewKeys), "squared from d_k = 40 on"),
    ),
    notes="A gate is a product of two linear maps, so its degree is 2 and nothing lower occurs.",
)
