"""Section 3.1: without its input gate or its output gate class (2) computes no attention.

Without the former its degree in the tokens is too low, without the latter tokens do not multiply.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from constructions.arrays import EXACT, concatenate, ones
from constructions.cells.linear_attention import LinearAttention
from proofs.gated_rnn import PAPER
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Mutant,
    SameOutputs,
    Source,
    World,
    check,
    conjunction,
    exact_degree,
    instances_of,
    linear_combination,
    proof_of,
    prove,
)


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


@dataclass(frozen=True)
class Network:
    """The cell of class (2) with these gates and weights; a constant 1 is appended to tokens."""

    gates: Gates
    weights: dict[str, Any]

    def initial_state(self) -> Any:
        """Return the state 0."""
        return self.weights["lam"] * 0

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after a token, and what is read of it."""
        w, token = self.weights, concatenate([x, ones((1,), like=x)])
        after = w["lam"] * state + self.gates.absorb(w["W_m"], w["W_x"], token)
        return after, self.gates.read(w["D"], w["U_m"], w["U_x"], after)


@dataclass(frozen=True)
class AnyInput:
    """A network with these gates but for what it takes in of a token, which is any function."""

    gates: Gates
    gate: Callable[[Any], Any]
    weights: dict[str, Any]

    def initial_state(self) -> Any:
        """Return the state 0."""
        return self.weights["lam"] * 0

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after a token, and what is read of it."""
        w = self.weights
        after = w["lam"] * state + self.gate(x)
        return after, self.gates.read(w["D"], w["U_m"], w["U_x"], after)


@dataclass(frozen=True)
class FewUnits(Gates):
    """Without a gate where there are less than 40 units; with both gates from there on."""

    def absorb(self, W_m: Any, W_x: Any, x: Any) -> Any:
        """Return what the input gate makes of a token."""
        return (super() if W_x.shape[0] < 40 else Gates()).absorb(W_m, W_x, x)

    def read(self, D: Any, U_m: Any, U_x: Any, h: Any) -> Any:
        """Return what the output gate and the readout make of a state."""
        return (super() if U_x.shape[1] < 40 else Gates()).read(D, U_m, U_x, h)


Signed = list[tuple[int, Any]]


def mixed(*choices: Signed) -> list[tuple[int, list[Any]]]:
    """Return all sequences with a token of each choice, with the products of their signs."""
    return [
        (prod(sign for sign, _ in chosen), [token for _, token in chosen])
        for chosen in product(*choices)
    ]


def tokens_of(a: Any, b: Any, c: Any) -> tuple[Signed, Signed]:
    """Return a + b less a and b, and nothing, as the first token; and c less nothing."""
    return [(1, a + b), (-1, a), (-1, b), (1, a * 0)], [(1, c), (-1, c * 0)]


def _needed(
    gates: Gates,
    w: World,
    choices: Callable[..., tuple[Signed, Signed]],
    *,
    any_input: bool = False,
) -> Conclusion:
    """The mixed difference of the outputs is 0; and attention with these outputs is 0.

    For it (u.V a)^2 (b.M c)^2 is then 0 for all vectors, so that V or M is 0. With `any_input` the
    network takes in any function of a token, in place of what the gates make of it.
    """
    d, d_v, d_k, n, p = (w.size(name) for name in ("d", "d_v", "d_k", "n", "p"))
    attention = LinearAttention(
        w.array("W_V", d_v, d), w.array("W_K", d_k, d), w.array("W_Q", d_k, d)
    )
    outputs = {"U_m": w.array("U_m", p, n), "U_x": w.array("U_x", p, n), "D": w.array("D", d_v, p)}
    outputs["lam"] = w.array("lam", n)
    network: AnyInput | Network
    if any_input:
        network = AnyInput(gates, w.function("g", d, n), outputs)
    else:
        inputs = {
            name: concatenate([w.array(f"{name}_x", n, d).T, w.array(f"{name}_1", 1, n)]).T
            for name in ("W_m", "W_x")
        }
        network = Network(gates, {**inputs, **outputs})
    a, b, c, u = (*(w.array(name, d) for name in "abc"), w.array("u", d_v))
    difference: Any = 0
    for sign, tokens in mixed(*choices(a, b, c)):
        state, output = network.initial_state(), w.zeros(d_v)
        for token in tokens:
            state, output = network.step(state, token)
        difference = difference + output * sign
    token = w.array("x", d)
    same = SameOutputs(w.machine(network, token), w.machine(attention, token))
    value = (u @ (attention.W_V @ a)) * ((attention.W_K @ b) @ (attention.W_Q @ c))
    none = w.zeros(d_v), w.entries(lambda *_: 0)
    return All((Equal(difference, none[0]), Implies(same, Equal(value * value, none[1]))))


def says_degree_too_low(gates: Gates, w: World) -> Conclusion:
    """In two tokens the outputs are of degree 2, so that no such network is attention, unless 0.

    What is of degree 2 has no third difference: twice in one token, and once in the other.
    """
    return _needed(gates, w, tokens_of)


def _one_of_each(a: Any, _: Any, c: Any) -> tuple[Signed, Signed]:
    """Return a less nothing, and c less nothing."""
    return [(1, a), (-1, a * 0)], tokens_of(a, a, c)[1]


def says_tokens_do_not_mix(gates: Gates, w: World) -> Conclusion:
    """In two tokens the outputs add up, so that no such network is attention, unless 0."""
    return _needed(gates, w, _one_of_each)


def says_tokens_add_up(gates: Gates, w: World) -> Conclusion:
    """The same, whatever function of a token the network takes in."""
    return _needed(gates, w, _one_of_each, any_input=True)


def by_mixed_differences(both: Any) -> Evidence:
    """Prove it, as attention has the mixed difference T(a, b) = V a (b.M c) + V b (a.M c).

    With P = (u.V a)(b.M c): P^2 = P u.T(a, b) - (1/2) (u.V b)(b.M c) u.T(a, a).
    """
    difference, never = both.parts
    V, K, Q, a, b, c, u = map(never.array, ("W_V", "W_K", "W_Q", "a", "b", "c", "u"))

    def at(value: Any, form: Any) -> Any:
        return (u @ (V @ value))[()] * ((K @ form) @ (Q @ c))[()]

    first, second = u * -at(a, b), u * (at(b, b) / 2)
    runs = [(first * sign, tokens) for sign, tokens in mixed(*tokens_of(a, b, c))]
    runs += [(second * sign, tokens) for sign, tokens in mixed(*tokens_of(a, a, c))]
    return conjunction(both, prove(difference), linear_combination(never, runs))


SHAPES = {
    "lam": (2,),
    "W_m": (2, 2),
    "W_x": (2, 2),
    "U_m": (2, 2),
    "U_x": (2, 2),
    "D": (1, 2),
}


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
    says=says_degree_too_low,
    checks=(
        proof_of(says_degree_too_low, by_mixed_differences),
        instances_of(says_degree_too_low),
        check_degree_with_given_weights,
    ),
    mutants=(Mutant("gated", Gates(), "with the gate the degree is 4"),),
    late=(Mutant("wide", FewUnits(input_gate=False), "with the gate from 40 units on"),),
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


bilinear_input_gate = Claim(
    id="gated-rnn/new-output-gate-needed",
    title="Without an output gate no gated RNN with a bilinear input gate computes attention",
    source=Source(PAPER, "Sec. 3.1"),
    statement=r"y_t = D W h_t \implies \Delta_{x_{t-1}}\Delta_{x_t} y_t = 0"
    r" \ne V x_{t-1}x_{t-1}^\top M x_t",
    assumptions=(
        "$V \\ne 0$, $M = K^\\top Q \\ne 0$",
        "any width, any $\\lambda$, any weights and biases of the input gate",
    ),
    new=True,
    subject=Gates(output_gate=False),
    says=says_tokens_do_not_mix,
    checks=(
        proof_of(says_tokens_do_not_mix, by_mixed_differences),
        instances_of(says_tokens_do_not_mix),
        check_mixed_difference,
    ),
    mutants=(Mutant("gated", Gates(), "with the gate, tokens multiply"),),
    late=(Mutant("wide", FewUnits(output_gate=False), "with the gate from 40 units on"),),
)

output_gate = replace(
    bilinear_input_gate,
    id="gated-rnn/s3.1-output-gate-needed",
    title="Without an output gate class (2) computes no attention, with any weights",
    assumptions=(
        "$V \\ne 0$, $M = K^\\top Q \\ne 0$",
        "any width, any $\\lambda$, any input gate: any function of the token",
    ),
    says=says_tokens_add_up,
    checks=(
        proof_of(says_tokens_add_up, by_mixed_differences),
        instances_of(says_tokens_add_up),
        check_mixed_difference,
    ),
    new=False,
)
