r"""LSTMs: that the cell is the paper's, and what its gates do.

The library's cell is run beside the printed equations, and its outputs are compared as polynomials
in all weights and tokens. A forget gate of bias b that reads nothing keeps $\sigma(b)$ of a cell
state, read off the cell as the difference of what becomes of the states c and 0; $1 - \sigma(b)$ is
positive and less than $e^{-b}$, by the signs of both differences, and so goes to 0. Which factors
an output gate multiplies is seen by scaling: with a token times $\alpha$ and a state times $\beta$
an LSTM's output grows by $\alpha \beta$, that of the gated RNN by $\beta^2$.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import sympy as sp

from constructions.activations import identity, linear_sigmoid, sigmoid
from constructions.arrays import exp as exp_of
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.lstm import LSTM, LSTMActivations
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.equations import (
    GATE_SIZES,
    Equations,
    gate_argument,
    gate_weights,
    with_gates_renamed,
)
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Less,
    Limit,
    Mutant,
    Source,
    World,
    check,
    conjunction,
    entry_of,
    exact_degree,
    exp,
    instances_of,
    limit,
    proof_of,
    prove,
    scalar_array,
)

PARTS = "fcgo"


def eqs_10_to_15(notation, state, x, w, of):
    """Return the states c and h after a token, and h as the output."""
    c, h = state

    def argument(part):
        return gate_argument(notation, w, part, x, h)

    f, g, o = (of[part](argument(part)) for part in "fgo")
    candidate = of["candidate"](argument("c"))
    c = notation.array("n", lambda i: f[i] * c[i] + g[i] * candidate[i])
    seen = of["cell"](c)
    h = notation.array("n", lambda i: o[i] * seen[i])
    return (c, h), h


EQUATIONS = Equations(
    eqs_10_to_15,
    state=("n", "n"),
    inputs="m",
    weights=gate_weights("fcgo"),
    functions={
        "f": lambda u: 1 + 2 * u,
        "g": lambda u: 2 + u,
        "o": lambda u: 3 - u,
        "candidate": lambda u: 1 + 5 * u,
        "cell": lambda u: u - 2,
    },
    values="n",
    printed=("c of eqs. (10) to (15)", "h of eqs. (10) to (15)", "h of eqs. (10) to (15)"),
)


def paper_lstm(functions, w):
    """Return the library's LSTM."""
    return LSTM(**w, activations=LSTMActivations(**functions))


def _tanh_exchanged(functions, w):
    exchanged = {"candidate": functions["cell"], "cell": functions["candidate"]}
    return paper_lstm({**functions, **exchanged}, w)


class Late(LSTM):
    """An LSTM whose outputs are one step late."""

    def step(self, state, x):
        """Return the state after the token, and the output before it."""
        return super().step(state, x)[0], state[1]


def _late(functions, w):
    return Late(**w, activations=LSTMActivations(**functions))


@check("exact")
def check_equations(make):
    """The outputs are the same polynomials in all weights and tokens as those of the equations."""
    return EQUATIONS.as_polynomials(make, GATE_SIZES)


CHECKS = (proof_of(EQUATIONS.says), instances_of(EQUATIONS.says), check_equations)

definition = Claim(
    id="gated-rnn/eq-10",
    title="The library's LSTM is that of eqs. (10) to (15)",
    source=Source(PAPER, "App. A.2, eqs. (10)-(15)"),
    statement=r"c_{t+1} = f \odot c_t + g \odot \tilde c,\quad h_{t+1} = o \odot \tanh(c_{t+1})",
    assumptions=("any functions in place of $\\sigma$ and $\\tanh$", "$h_0 = c_0 = 0$"),
    covers=(
        "gated-rnn/eq-11",
        "gated-rnn/eq-12",
        "gated-rnn/eq-13",
        "gated-rnn/eq-14",
        "gated-rnn/eq-15",
    ),
    subject=paper_lstm,
    says=EQUATIONS.says,
    checks=CHECKS,
    mutants=(
        Mutant(
            "f-for-g",
            with_gates_renamed(paper_lstm, f="g", g="f"),
            "the gates of the state exchanged",
        ),
        Mutant(
            "g-for-o",
            with_gates_renamed(paper_lstm, g="o", o="g"),
            "input and output gate exchanged",
        ),
        Mutant(
            "candidate-for-g",
            with_gates_renamed(paper_lstm, c="g", g="c"),
            "candidate and its gate exchanged",
        ),
        Mutant("functions-exchanged", _tanh_exchanged, "the two tanh exchanged"),
        Mutant("late", _late, "outputs one step late"),
    ),
    late=(
        Mutant(
            "wide",
            lambda functions, w: (paper_lstm if w["b_f"].shape[0] < 40 else _late)(functions, w),
            "outputs one step late from 40 units on",
        ),
    ),
    notes="Flax's LSTMCell is documented with the same formulas; it calls g 'i' and the candidate"
    " 'g'. Flax itself is not run here.",
)


OTHERS = tuple(f"{kind}_{part}" for kind in "UVb" for part in "cgo")
"""The weights of an LSTM that are not those of its forget gate."""


@dataclass(frozen=True)
class Forgetting:
    """LSTMs, made from their weights, and a bound of what a gate forgets, by e^-b."""

    make: Callable[..., LSTM] = LSTM
    bound: Callable[[Any], Any] = lambda s: s

    def kept(self, b, c, h, x, *others):
        """Return what is left after a token of the cell states c and 1.

        That is by how much they differ from what becomes of 0. The forget gate of the unit has the
        bias b, and reads nothing; `others` are its other weights, h and x hidden state and token.
        """
        given = {"U_f": 0, "V_f": 0, "b_f": b, **dict(zip(OTHERS, others, strict=True))}
        shaped = {k: scalar_array([v] if k[0] == "b" else [[v]]) for k, v in given.items()}
        cell, hidden, token = self.make(**shaped), scalar_array([h]), scalar_array([x])
        after = [cell.step((scalar_array([state]), hidden), token)[0][0] for state in (c, 1, 0)]
        return tuple(entry_of(one - after[-1]) for one in after[:-1])


def says_integrates(forgetting: Forgetting, w: World) -> All:
    """Of each state a part f is kept; 1 - f is positive and below the bound, and f goes to 1.

    For all real b, with any other weights, at any state and token.
    """
    b, c = w.number("b"), w.number("c")
    numbers = (w.number(name) for name in ("h", "x", *OTHERS))
    of_state, kept = w.call(forgetting.kept, b, c, *numbers)
    rest, most = 1 - kept, w.call(forgetting.bound, exp(-b))
    part = Equal(of_state, kept * c)
    return All((part, Less(0, rest), Less(rest, most), Limit(b, kept, "oo", 1)))


def by_exponential(conclusion: All) -> Evidence:
    """Prove it by the signs of both differences; in the limit the bound is e^-b."""
    part, above, below, goes = cast("tuple[Equal, Less, Less, Limit]", conclusion.parts)
    error = sp.exp(-goes.variable)
    within = prove(AtMost(1 - error, goes.term)), prove(AtMost(goes.term, 1 + error))
    shown = (prove(part), prove(above), prove(below), limit(goes, error, *within))
    return conjunction(conclusion, *shown)


class _Squaring(LSTM):
    def step(self, state, x):
        """Take a step from the square of the cell state."""
        return super().step((state[0] * state[0], state[1]), x)


def _with_gates_exchanged(**weights: Any) -> LSTM:
    renamed = {"f": "g", "g": "f"}
    return LSTM(**{f"{k[0]}_{renamed.get(k[2], k[2])}": v for k, v in weights.items()})


def _with_forget_gate(gate: Callable[[Any], Any]) -> Callable[..., LSTM]:
    return partial(LSTM, activations=LSTMActivations(f=gate))


def _leaking(u: Any) -> Any:
    return sigmoid(u) * (1 - exp_of(scalar_array(-2000)))


forget = Claim(
    id="gated-rnn/s3.3-lstm-forget",
    title="A forget gate of large bias integrates: 1 - sigma(b) < e^-b",
    source=Source(PAPER, "Sec. 3.3"),
    statement=r"0 < 1 - \sigma(b) < e^{-b}",
    assumptions=("the gate of a unit of the shipped LSTM, with the bias b, that reads nothing",),
    subject=Forgetting(),
    says=says_integrates,
    checks=(
        proof_of(says_integrates, by_exponential),
        instances_of(says_integrates),
    ),
    mutants=(
        Mutant("twice-as-fast", Forgetting(bound=lambda s: s * s), "e^-2b"),
        Mutant("half", Forgetting(bound=lambda s: s / 2), "half of it"),
        Mutant("input-gate", Forgetting(_with_gates_exchanged), "the gate of the candidate"),
        Mutant("linearised", Forgetting(_with_forget_gate(linear_sigmoid)), "1/2 + b/4"),
        Mutant("squares", Forgetting(_Squaring), "the state squared is kept"),
    ),
    late=(
        Mutant(
            "far-out",
            Forgetting(bound=lambda s: s - s * s * (1 - s) ** 60),
            "less than that from some b on, by less than at small ones",
        ),
        Mutant(
            "leaks",
            Forgetting(_with_forget_gate(_leaking)),
            "forgets e^-2000 of the state at every b",
        ),
    ),
    notes="So f = 1 is reached as b_f grows, never at a finite bias.",
)


Degrees = Callable[[Any], dict[str, tuple[int, int]]]
"""By cell the degrees of what it reads in the token and in the state, for a number of units."""


def lstm_reads(x, c, one, zero, none, unit):
    """Return h of one unit from a token and a cell state, with f = 1, g = 0 and o = x."""
    weights = {f"{k}_{p}": none if k == "b" else zero for k in "UVb" for p in PARTS}
    weights |= {"U_o": one, "b_f": unit}
    cell = LSTM(**weights, activations=LSTMActivations.with_gates(lambda u: u))
    return cell.step((c, none), x)[1]


def gated_rnn_reads(x, c, one, zero, none, unit):
    """Return the output that a gated RNN of one unit reads from its state."""
    return GatedRNN(unit, one, one, one, one, one, reads="before").step(c, x)[1]


def says_scaling(told: Degrees, w: World) -> Conclusion:
    """With a token times alpha and a state times beta the outputs grow by these powers."""
    m, n, p = w.size("m"), w.size("n"), w.size("p")
    x, c, none = w.array("x", m), w.array("c", n), w.zeros(n)
    alpha, beta = w.number("alpha"), w.number("beta")
    axes = {"U": (n, m), "V": (n, n), "b": (n,)}
    weights = {f"{k}_{q}": w.zeros(*axes[k]) for k in "UVb" for q in PARTS}
    weights |= {"U_o": w.array("U_o", n, m), "b_f": w.ones(n)}
    lstm = LSTM(**weights, activations=LSTMActivations.with_gates(identity))
    shapes = {"lam": (n,), "W_in_m": (n, m), "W_in_x": (n, m), "W_out_m": (p, n)}
    shapes |= {"W_out_x": (p, n), "D": (p, p)}
    rnn: dict[str, Any] = {name: w.array(name, *axes) for name, axes in shapes.items()}
    gated = GatedRNN(**rnn, reads="before")
    cells = {
        "LSTM": lambda x, c: lstm.step((c, none), x)[1],
        "gated RNN": lambda x, c: gated.step(c, x)[1],
    }
    parts = []
    for name, read in cells.items():
        by_token, by_state = told(n)[name]
        grown = read(x, c) * (alpha**by_token * beta**by_state)
        parts.append(Equal(read(x * alpha, c * beta), grown))
    return All(tuple(parts))


@check("exact")
def check_what_output_gates_multiply(told):
    """The degrees of both read-outs in the current token and in the stored state."""
    inputs = {"x": (1,), "c": (1,)}
    weights = {"one": [[1]], "zero": [[0]], "none": [0], "unit": [1]}
    for name, read in (("LSTM", lstm_reads), ("gated RNN", gated_rnn_reads)):
        found = exact_degree(read, inputs=inputs, weights=weights).maximal
        if found != {told(1)[name]}:
            return Evidence.refuted(
                Counterexample(
                    {"cell": name, "groups": "token, state"},
                    claimed=f"degrees {told(1)[name]}",
                    found=f"degrees {', '.join(map(str, sorted(found)))}",
                )
            )
    return Evidence.holds("one unit; a product's degree does not depend on sizes")


output_gates = Claim(
    id="gated-rnn/s3.3-lstm-outgate",
    title="An LSTM's output gate multiplies state and token, the gated RNN's state and state",
    source=Source(PAPER, "Sec. 3.3"),
    statement=r"h = o(x) \odot c \quad\text{against}\quad"
    r" g^{out}(h) = (W_m h) \odot (W_x h)",
    assumptions=("linear functions, $f = 1$, $g = 0$",),
    subject=lambda _n: {"LSTM": (1, 1), "gated RNN": (0, 2)},
    says=says_scaling,
    checks=(
        proof_of(says_scaling),
        instances_of(says_scaling),
        check_what_output_gates_multiply,
    ),
    mutants=(
        Mutant(
            "printed",
            lambda _n: {"LSTM": (1, 1), "gated RNN": (2, 0)},
            "'instead of the input only'",
        ),
        Mutant(
            "state-only", lambda _n: {"LSTM": (0, 2), "gated RNN": (0, 2)}, "no token in the LSTM's"
        ),
    ),
    late=(
        Mutant(
            "wide",
            lambda n: {"LSTM": (1, 1) if n < 40 else (0, 2), "gated RNN": (0, 2)},
            "no token in the LSTM's from 40 units on",
        ),
    ),
    notes="The text says 'the cell state and the input instead of the input only'; it should say"
    " 'instead of the state only'.",
)
