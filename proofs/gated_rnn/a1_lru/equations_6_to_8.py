"""The LRU layer of App. A.1 and its equations.

Eq. (7) as printed reads the state before the token is absorbed; in the LRU's own paper, and in what
the construction needs, it is the state after.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from constructions.activations import linear_sigmoid
from constructions.arrays import EXACT, ones, outer
from constructions.cells.lru import LinearRecurrentUnit, lru
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3_lru import LRUS
from proofs.gated_rnn.equations import Equations
from proofs.gated_rnn.realisation import SCALE
from theorem_checks import (
    Claim,
    Control,
    Mutant,
    Source,
    Verdict,
    check,
    equal_maps,
    instances_of,
    proof_of,
)

APP = "App. A.1"


def eqs_6_to_8(notation, state, x, w, of):
    """Return the state, real and imaginary part, and the output, with h_{t+1} in (7)."""
    re, im = state

    def product(letters, name, vector):
        row, column = letters.split()
        return notation.array(
            row, lambda i: notation.total(column, lambda a: w[name][i, a] * vector[a])
        )

    B_re, B_im = (product("n m", f"B_{part}", x) for part in ("re", "im"))
    a, b, gamma = w["lam_re"], w["lam_im"], w["gamma"]
    re, im = (
        notation.array("n", lambda k: a[k] * re[k] - b[k] * im[k] + gamma[k] * B_re[k]),
        notation.array("n", lambda k: a[k] * im[k] + b[k] * re[k] + gamma[k] * B_im[k]),
    )
    C_re, C_im, D = product("p n", "C_re", re), product("p n", "C_im", im), product("p m", "D", x)
    read = notation.array("p", lambda i: C_re[i] - C_im[i] + D[i])
    gate, value = of["gate"](product("q p", "W_m", read)), product("q p", "W_x", read)
    return (re, im), notation.array("q", lambda i: gate[i] * value[i])


EQUATIONS = Equations(
    eqs_6_to_8,
    state=("n", "n"),
    inputs="m",
    weights={
        **dict.fromkeys(("lam_re", "lam_im", "gamma"), "n"),
        **dict.fromkeys(("B_re", "B_im"), "n m"),
        **dict.fromkeys(("C_re", "C_im"), "p n"),
        "D": "p m",
        **dict.fromkeys(("W_m", "W_x"), "q p"),
    },
    functions={"gate": linear_sigmoid},
    values="q",
    printed=("Re h of eq. (6)", "Im h of eq. (6)", "y of eq. (8)"),
)
SIZES = [
    {"T": 1, "n": 1, "m": 1, "p": 1, "q": 1},
    {"T": 2, "n": 1, "m": 1, "p": 1, "q": 1},
    {"T": 2, "n": 2, "m": 1, "p": 1, "q": 1},
    {"T": 1, "n": 1, "m": 2, "p": 1, "q": 2},
]


@dataclass(frozen=True)
class Layer:
    """An LRU layer that reads its state before or after the token, with weights changed."""

    reads: Literal["before", "after"] = "after"
    change: Callable = lambda weights: weights

    def __call__(self, functions, w):
        """Return the library's layer."""
        recurrent = {name: weight for name, weight in w.items() if name not in ("W_m", "W_x")}
        recurrence = LinearRecurrentUnit(**self.change(recurrent), reads=self.reads)
        return lru(recurrence, w["W_m"], w["W_x"], functions["gate"])


@check("exact")
def check_equations(layer):
    """The same polynomials as the equations with h_{t+1}, the LRU of Orvieto et al."""
    return EQUATIONS.as_polynomials(layer, SIZES)


CHECKS = (proof_of(EQUATIONS.says), instances_of(EQUATIONS.says), check_equations)

definition = Claim(
    id="gated-rnn/eq-6",
    title="The library's LRU is that of eqs. (6) to (8), with h_{t+1} in (7)",
    source=Source(PAPER, f"{APP}, eqs. (6)-(8)"),
    statement=r"h_{t+1} = \lambda \odot h_t + \gamma \odot (B x_{t+1}),\;"
    r" \tilde y_{t+1} = \mathrm{Re}[C h_{t+1}] + D x_{t+1},\;"
    r" y = \sigma(W_m \tilde y) \odot (W_x \tilde y)",
    assumptions=("any function in place of $\\sigma$", "$h_0 = 0$"),
    covers=("gated-rnn/eq-8",),
    subject=Layer(),
    says=EQUATIONS.says,
    checks=CHECKS,
    mutants=(
        Mutant("before", Layer("before"), "eq. (7) as printed"),
        Mutant(
            "conjugated",
            Layer(change=lambda w: {**w, "C_im": -w["C_im"]}),
            "Re of the conjugate of C times h",
        ),
        Mutant(
            "real-factors", Layer(change=lambda w: {**w, "lam_im": 0 * w["lam_im"]}), "no phase"
        ),
        Mutant("no-gamma", Layer(change=lambda w: {**w, "gamma": 0 * w["gamma"] + 1}), "gamma = 1"),
    ),
    late=(
        Mutant(
            "wide",
            Layer(change=lambda w: w if w["D"].shape[1] < 40 else {**w, "D": 0 * w["D"]}),
            "no skip for tokens of size 40 and more",
        ),
    ),
    repairs=("gated-rnn/eq-7",),
)


@check("exact")
def check_two_layers_at_one_token(layer):
    """The two-layer construction for the gated RNN, read so, on one token and on two."""

    def outputs(xs, **weights):
        further = {"eps": EXACT.array(SCALE), "leak": EXACT.array(0)}
        network = LRUS.description.network("linearised", **weights, **further)
        for cell in network.cells:
            last = isinstance(cell, LinearRecurrentUnit)
            xs = (replace(cell, reads=layer.reads) if last else cell)(xs)
        return xs

    some = [{"T": T, **dict.fromkeys("mnpo", 1)} for T in (1, 2)]
    letters = LRUS.weights
    sizes = [
        {"xs": (s["T"], s["m"]), **{k: tuple(s[a] for a in v.split()) for k, v in letters.items()}}
        for s in some
    ]
    return equal_maps(LRUS.wanted, outputs, sizes=sizes)


printed = Claim(
    id="gated-rnn/eq-7",
    title="An LRU reads its output from the state before the token, eq. (7)",
    source=Source(PAPER, f"{APP}, eq. (7)"),
    statement=r"\tilde y_{t+1} = \mathrm{Re}[C h_t] + D x_{t+1}",
    assumptions=("as the LRU of Orvieto et al., and as the construction needs it",),
    subject=Layer("before"),
    checks=(check_equations, check_two_layers_at_one_token),
    controls=(Control("repaired", Layer(), "h_{t+1} in place of h_t"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/eq-6",
    notes="With h_t the layer answers one step late, while the skip connection does not. Other"
    " weights make up for that (gated-rnn/new-eq-7-weights), so the layer counts of Table 3 stand.",
)


def made_up_for(w, skip=True):
    """Return weights with C lambda for C, and with D + Re[C gamma B] for D."""

    def scaled(name, factors):
        """Return the matrix with its columns times these factors."""
        rows = ones((w[name].shape[0],), like=w[name])
        return w[name] * outer(rows, w[factors])

    C_re = scaled("C_re", "lam_re") - scaled("C_im", "lam_im")
    C_im = scaled("C_re", "lam_im") + scaled("C_im", "lam_re")
    through = scaled("C_re", "gamma") @ w["B_re"] - scaled("C_im", "gamma") @ w["B_im"]
    return {**w, "C_re": C_re, "C_im": C_im, "D": w["D"] + through if skip else w["D"]}


other_weights = Claim(
    id="gated-rnn/new-eq-7-weights",
    title="An LRU that reads the state before the token is an LRU with other weights",
    source=Source(PAPER, f"{APP}, eq. (7), beyond the text"),
    statement=r"\mathrm{Re}[C h_{t+1}] + D x_{t+1}"
    r" = \mathrm{Re}[C \lambda\, h_t] + (D + \mathrm{Re}[C \gamma B])\, x_{t+1}",
    assumptions=("any function in place of $\\sigma$", "$h_0 = 0$"),
    subject=Layer("before", made_up_for),
    says=EQUATIONS.says,
    checks=CHECKS,
    mutants=(
        Mutant("no-skip", Layer("before", lambda w: made_up_for(w, skip=False)), "D as it was"),
        Mutant("twice", Layer("after", made_up_for), "h_{t+1}, and the other weights"),
    ),
    late=(
        Mutant(
            "wide",
            Layer("before", lambda w: made_up_for(w, skip=w["D"].shape[1] < 40)),
            "D as it was for tokens of size 40 and more",
        ),
    ),
    new=True,
)
