"""Sections 2.2, 3.1 and 4.1: degrees of attention, class (2) and its gates at one token."""

from dataclasses import dataclass
from typing import Any

from constructions.arrays import EXACT, polynomials
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.s3_1_key_ideas.gates_needed import SHAPES, Gates
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    exact_degree,
    prove_degree,
    prove_degree_at_most,
)

ONES = {name: [[1]] for name in ("W_V", "W_K", "W_Q")}


def _instantaneous(x: Any, W_V: Any, W_K: Any, W_Q: Any) -> Any:
    """(W_V x)(W_K x)^T (W_Q x)."""
    return (W_V @ x) * ((W_K @ x) @ (W_Q @ x))


def _student(x: Any, W_m: Any, W_x: Any, U_m: Any, U_x: Any, D: Any) -> Any:
    gates = Gates()
    return gates.read(D, U_m, U_x, gates.absorb(W_m, W_x, x))


@dataclass(frozen=True)
class Degrees:
    """Degrees of the instantaneous attention, of class (2), of a key-value, and of a gate."""

    attention: int = 3
    network: int = 4
    key_value: int = 2


@check("proof")
def check_degrees(degrees: Degrees) -> Evidence:
    """Bounds for all weights and sizes; the degrees are reached."""
    shapes = {name: shape for name, shape in SHAPES.items() if name != "lam"}
    weights = dict.fromkeys(ONES, (2, 2))
    gate = {"W_m": (2, 2), "W_x": (2, 2)}
    unit = {name: [[1]] for name in ("W_m", "W_x")}
    x = {"x": (2,)}
    return all_of(
        {
            "attention": prove_degree_at_most(
                _instantaneous, degrees.attention, inputs=x, weights=weights
            ),
            "attention reaches it": prove_degree(
                _instantaneous, degrees.attention, inputs={"x": (1,)}, weights=ONES
            ),
            "class (2)": prove_degree_at_most(_student, degrees.network, inputs=x, weights=shapes),
            "class (2) reaches it": prove_degree(
                _student,
                degrees.network,
                inputs={"x": (1,)},
                weights={name: [[1]] for name in shapes},
            ),
            "a key-value": prove_degree_at_most(
                Gates().absorb, degrees.key_value, inputs=x, weights=gate
            ),
            "a key-value reaches it": prove_degree(
                Gates().absorb, degrees.key_value, inputs={"x": (1,)}, weights=unit
            ),
        },
        "all sizes and weights",
    )


@check("exact")
def check_degrees_of_polynomials(degrees: Degrees) -> Evidence:
    """The exact degrees for integer weights at d = 2, and that each key-value is homogeneous."""
    full = EXACT.array([[1, 2], [3, -1]])
    attention = exact_degree(
        _instantaneous, inputs={"x": (2,)}, weights=dict.fromkeys(ONES, full)
    ).total
    names = [name for name in SHAPES if name != "lam"]
    network = exact_degree(_student, inputs={"x": (2,)}, weights=dict.fromkeys(names, full)).total
    ring = polynomials(x=(2,))
    x = ring.symbols("x")
    sums = {sum(map(int, powers)) for p in Gates().absorb(full, full, x) for powers, _ in p.terms()}
    found = Degrees(attention, network, max(sums))
    if found != degrees or len(sums) > 1:
        return Evidence.refuted(Counterexample({"d": 2}, str(degrees), f"{found}, {sums}"))
    return Evidence.holds("d = 2, integer weights")


degrees = Claim(
    id="gated-rnn/s4.1-degrees",
    title="Degrees: attention 3, class (2) 4, each key-value a quadratic form in its token",
    source=Source(PAPER, "Secs. 3.1, 4.1"),
    statement=r"\deg (W_Vx)(W_Kx)^\top(W_Qx) = 3,\quad \deg D\,g^{out}(g^{in}(x)) \le 4,\quad"
    r" v_ik_j = (W_{V,i}x)(W_{K,j}x)",
    covers=("gated-rnn/s3.1-degree", "gated-rnn/s2.2-gate-def"),
    subject=Degrees(),
    checks=(check_degrees, check_degrees_of_polynomials),
    mutants=(
        Mutant("square", Degrees(attention=2), "attention of degree 2"),
        Mutant("cubic-network", Degrees(network=3), "the gates together 3"),
        Mutant("linear-keys", Degrees(key_value=1), "key-values linear"),
    ),
    notes="A gate is a product of two linear maps, so its degree is 2 and nothing lower occurs.",
)
