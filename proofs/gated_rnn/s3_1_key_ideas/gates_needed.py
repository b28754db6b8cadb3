"""Section 3.1: without its input gate or its output gate class (2) computes no attention.

Without the former its degree in the tokens is too low, without the latter tokens do not multiply.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from constructions.arrays import EXACT
from constructions.cells.linear_attention import LinearAttention
from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    exact_degree,
    family,
    prove_degree,
    prove_degree_at_most,
    prove_equal_arrays,
    symbol_array,
)

d, n, p = sp.symbols("d n p", integer=True, positive=True)


@dataclass(frozen=True)
class Gates:
    """Class (2) with or without its gates: g(x) = W_x x in place of (W_m x) * (W_x x)."""

    input_gate: bool = True
    output_gate: bool = True

    def absorb(self, W_m: Any, W_x: Any, x: Any) -> Any:
        """Return what the input gate makes of a token."""
        return (W_m @ x) * (W_x @ x) if self.input_gate else W_x @ x

    def read(self, D: Any, U_m: Any, U_x: Any, h: Any) -> Any:
        """Return what the output gate and the readout make of a state."""
        return D @ ((U_m @ h) * (U_x @ h)) if self.output_gate else D @ (U_x @ h)

    def outputs(self, xs: Any, lam: Any, W_m: Any, W_x: Any, U_m: Any, U_x: Any, D: Any) -> Any:
        """Return the last output on a sequence (of rows)."""
        h = self.absorb(W_m, W_x, xs[0])
        for x in xs[1:]:
            h = lam * h + self.absorb(W_m, W_x, x)
        return self.read(D, U_m, U_x, h)


SHAPES = {
    "lam": (2,),
    "W_m": (2, 2),
    "W_x": (2, 2),
    "U_m": (2, 2),
    "U_x": (2, 2),
    "D": (1, 2),
}


@check("proof")
def check_degree_is_too_low(gates: Gates) -> Evidence:
    """Without input gate the output has degree 2 in the tokens, for all weights; attention has 3.

    Appending a constant 1 to the tokens does not raise the degree.
    """
    one = {name: [[1]] for name in ("W_V", "W_K", "W_Q")}
    return all_of(
        {
            "class (2)": prove_degree_at_most(
                gates.outputs, 2, inputs={"xs": (2, 2)}, weights=SHAPES
            ),
            "attention": prove_degree(_attention, 3, inputs={"xs": (2, 1)}, weights=one),
        },
        "all widths, lengths and weights; attention with V, M not 0",
        words=(
            "widths and lengths do not change the degrees of sums and products",
            "V x' x'^T M x is no zero polynomial for V, M not 0",
        ),
    )


def _attention(xs: Any, W_V: Any, W_K: Any, W_Q: Any) -> Any:
    return LinearAttention(W_V, W_K, W_Q).quadratic(xs)[-1]


@check("exact")
def check_degree_with_given_weights(gates: Gates) -> Evidence:
    """With all weights 1 and two tokens the degree is at most 2."""
    ones = {name: EXACT.ones(shape) for name, shape in SHAPES.items()}
    found = exact_degree(gates.outputs, inputs={"xs": (2, 2)}, weights=ones).total
    if found > 2:
        return Evidence.refuted(
            Counterexample({"weights": 1}, claimed="degree at most 2", found=f"degree {found}")
        )
    return Evidence.holds("all weights 1, two tokens", figures={"degree": found})


input_gate = Claim(
    id="gated-rnn/s3.1-input-gate-needed",
    title="Without an input gate class (2) computes no attention, with any weights",
    source=Source(PAPER, "Sec. 3.1"),
    statement=r"g^{in}(x) = Wx \implies \deg y_t \le 2 < 3 = \deg V S_t M x_t",
    assumptions=("$V \\ne 0$, $M = K^\\top Q \\ne 0$", "any width, any $\\lambda$"),
    subject=Gates(input_gate=False),
    checks=(check_degree_is_too_low, check_degree_with_given_weights),
    mutants=(Mutant("gated", Gates(), "with the gate the degree is 4"),),
)


@check("proof")
def check_tokens_do_not_mix(gates: Gates) -> Evidence:
    """The output at a state h + u is the sum of the outputs at h and at u, for symbolic sizes.

    So past and present tokens add up in the output; in attention they multiply.
    """
    hidden, products, out = (family(name, size) for name, size in (("h", n), ("p", p), ("y", d)))
    U_m, U_x = (symbol_array(name, products, hidden) for name in ("U_m", "U_x"))
    D = symbol_array("D", out, products)
    h, u = symbol_array("h", hidden), symbol_array("u", hidden)
    together = gates.read(D, U_m, U_x, h + u)
    apart = gates.read(D, U_m, U_x, h) + gates.read(D, U_m, U_x, u)
    return all_of(
        {"the output is additive": prove_equal_arrays(together, apart)},
        "all widths, every state",
        words=(
            "the state is a sum of functions of one token each",
            "V x' x'^T M x is no zero polynomial for V, M not 0",
        ),
    )


@check("exact")
def check_mixed_difference(gates: Gates) -> Evidence:
    """The mixed difference of two tokens is 0 for integer weights; for attention it is not.

    At d = 1, V = M = 1 and tokens x' = x = 1 the mixed difference of attention is 1.
    """
    weights = {
        name: EXACT.array([[i + 2 * j + 1 for j in range(2)] for i in range(2)])
        for name in ("W_m", "W_x", "U_m", "U_x")
    }
    weights |= {"lam": EXACT.array([1, 0]), "D": EXACT.array([[1, 2]])}

    def mixed(output: Callable[[Any], Any], old: Any, new: Any) -> Any:
        zero = old * 0
        return sum(
            sign * output(EXACT.stack([a, b]))[0]
            for sign, a, b in ((1, old, new), (-1, old, zero), (-1, zero, new), (1, zero, zero))
        )

    one = EXACT.array([[1]])
    if mixed(lambda xs: _attention(xs, one, one, one), one[0], one[0]) != 1:
        return Evidence.undecided("Attention does not mix tokens here.")
    old, new = EXACT.array([1, 2]), EXACT.array([3, -1])
    found = mixed(lambda xs: gates.outputs(xs, **weights), old, new)
    if found != 0:
        return Evidence.refuted(
            Counterexample({"x'": old, "x": new}, claimed="mixed difference 0", found=str(found))
        )
    return Evidence.holds("integer weights, two units and two tokens")


output_gate = Claim(
    id="gated-rnn/s3.1-output-gate-needed",
    title="Without an output gate class (2) computes no attention, with any weights",
    source=Source(PAPER, "Sec. 3.1"),
    statement=r"y_t = D W h_t \implies \Delta_{x_{t-1}}\Delta_{x_t} y_t = 0"
    r" \ne V x_{t-1}x_{t-1}^\top M x_t",
    assumptions=("$V \\ne 0$, $M = K^\\top Q \\ne 0$", "any width, any $\\lambda$, any input gate"),
    subject=Gates(output_gate=False),
    checks=(check_tokens_do_not_mix, check_mixed_difference),
    mutants=(Mutant("gated", Gates(), "with the gate, tokens multiply"),),
)
