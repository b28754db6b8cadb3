"""Table 3 for the true functions and finite weights: no row is exact.

Sigmoid and tanh are bounded, so with a token and a state of size s a layer's output has at most the
size of a constant times s (LRUs: a bounded factor times a linear map) or of a constant (LSTM, GRU).
That stays so in stacks. Attention grows like s^3 along a ray, the gated RNN like s^4.
"""

from dataclasses import dataclass, replace

from constructions.arrays import EXACT
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.layer_degrees import (
    ARCHITECTURES,
    LINEARISED,
    MAJORISED,
    Functions,
    Layers,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.linearised_layers import DEGREES, SHORT
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3_lstm import LSTM_ATTENTION
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.token_degrees import (
    SIZES,
    degree_of_target_is,
)
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    degree_bound,
    prove_degree_at_most,
    prove_for_all,
    reals,
)

POSITIVE = ("LRU", "LRU In-Out", "LSTM")


@dataclass(frozen=True)
class Rows:
    """Rows of the table, and what bounds the functions of their cells."""

    architectures: tuple[str, ...]
    functions: Functions = MAJORISED


@check("proof")
def check_growth(rows):
    """State and output after a token are at most linear in state and token; the targets are not."""
    layers = {name: Layers(name, 1, rows.functions) for name in rows.architectures}
    linear = {
        f"{name}: a layer is at most linear": prove_degree_at_most(
            layer.run, 1, inputs={"x": (1,), **layer.states}, weights=layer.weights
        )
        for name, layer in layers.items()
    }
    targets = {
        f"{name} has degree {degree} along a ray": degree_of_target_is(name, degree)
        for name, degree in DEGREES.items()
    }
    return all_of(
        linear | targets,
        f"{', '.join(rows.architectures)}: any number of layers, all weights, one token",
        words=(
            r"$|\sigma| < 1$, $|\tanh| < 1$; $|\phi(u)| \le c (1 + |u|)$ for perceptrons",
            SIZES,
            "a map of at most linear growth after another one is of at most linear growth",
            "a polynomial of degree above 1 on a ray is not at most linear",
        ),
    )


@check("exact")
def check_growth_by_degrees(rows):
    """The same by the degrees of sums and products of two layers in token and states."""
    for name in rows.architectures:
        layers = Layers(name, 2, rows.functions)
        inputs = {"x": (1,), **layers.states}
        found = degree_bound(layers.run, inputs=inputs, weights=layers.weights).total
        if found > 1:
            values = {"architecture": name, "layers": 2}
            return Evidence.refuted(Counterexample(values, "degree 1", f"degree {found}"))
    return Evidence.holds("two layers of size 1, all weights")


WRONG = replace(MAJORISED, sigma=LINEARISED.sigma, activation=lambda u: u * u)
UNBOUNDED = "gates that grow like their arguments, perceptrons of squares"
ASSUMPTIONS = (
    "true $\\sigma$ and $\\tanh$; perceptrons: an activation of linear growth",
    "finite weights, linear embedding and readout",
)
GROWTH = r"|y^{layers}(s x)| \le c\,(1 + s) \ll s^3, s^4"


def _exact_claim(architecture):
    row = Rows((architecture,))
    return Claim(
        id=f"gated-rnn/new-tab3-{SHORT[architecture]}-exact",
        title=f"No number of {architecture} layers is exactly the gated RNN, or attention",
        source=Source(PAPER, "Table 3, caption"),
        statement=GROWTH,
        assumptions=ASSUMPTIONS,
        subject=row,
        checks=(check_growth, check_growth_by_degrees),
        mutants=(Mutant("unbounded-functions", replace(row, functions=WRONG), UNBOUNDED),),
        new=True,
    )


POSITIVE_ROWS = Rows(POSITIVE)
none_exact = Claim(
    id="gated-rnn/new-tab3-none-exact",
    title="No positive row of Table 3 is exact: no number of such layers is either map",
    source=Source(PAPER, "Table 3, caption, and App. A"),
    statement=GROWTH,
    assumptions=ASSUMPTIONS,
    subject=POSITIVE_ROWS,
    checks=(check_growth, check_growth_by_degrees),
    mutants=(Mutant("unbounded-functions", replace(POSITIVE_ROWS, functions=WRONG), UNBOUNDED),),
    new=True,
    repairs=("gated-rnn/tab3-exactly",),
    notes="What is true of these rows, for linear functions and in the limit, the claims of their"
    " cells say.",
)

LRU_EXACT, IN_OUT_EXACT, MLP_EXACT, LSTM_EXACT, GRU_EXACT = map(_exact_claim, ARCHITECTURES)


def _beyond_the_bound():
    """A token at which attention exceeds all that a given LSTM can answer."""
    ones = {name: EXACT.ones((1, 1)) for name in ("W_V", "W_K", "W_Q")}
    network = LSTM_ATTENTION.network(ones, EXACT.array("1/4"), "real")
    readout = max(name for name in network.weights() if name.endswith(".W"))
    bound = sum(abs(entry) for entry in network.weights()[readout].flat)
    token = 1
    while token**3 <= bound:
        token += 1
    return token, bound


@check("proof")
def check_exactly(functions):
    """For the printed positive rows: whether the growth of their layers allows for the targets."""
    grows = check_growth.function(Rows(POSITIVE, functions))
    if not grows.verdict.passes:
        return Evidence.holds("The layers grow fast enough.")
    token, bound = _beyond_the_bound()
    return Evidence.refuted(
        Counterexample(
            {"d": 1, "W_V": 1, "W_K": 1, "W_Q": 1, "x": token, "eps": "1/4"},
            claimed=f"y = {token**3}",
            found=f"|y| <= {bound}, by an LSTM layer whatever the token is",
            explanation="All layers of the table grow at most linearly.",
        ),
        parts=(grows,),
    )


@check("solver")
def check_bounded_factor(functions):
    """C times a gate of x times x, whatever c > 0 is, against x^3: too small where x^2 > c.

    The gate is the affine function that stands for sigma.
    """
    c, x = reals("c x")
    offset, at_one = functions.sigma(EXACT.array([0, 1]))
    gate = x * str(at_one - offset) + str(offset)
    found = prove_for_all(c * gate * x < x * x * x, assume=[c > 0, x > 0, x * x > c])
    if found.verdict is Verdict.REFUTED:
        return Evidence.holds("The gate grows with its argument.", routes=found.routes)
    if not found.verdict.passes:
        return found
    return Evidence.refuted(
        Counterexample(
            {"c": 1, "x": 2},
            claimed="c s x = 8 for the gate s of some x",
            found="c s x <= 2, as s <= 1",
        ),
        parts=(found,),
    )


exactly = Claim(
    id="gated-rnn/tab3-exactly",
    title="The layers counted in Table 3 implement gated RNN and attention exactly",
    source=Source(PAPER, "Table 3, caption, and App. A"),
    statement=r"y^{layers}_t = y_t \text{ for all inputs, with } \sigma \text{ and } \tanh",
    assumptions=("finite weights",),
    subject=MAJORISED,
    checks=(check_exactly, check_bounded_factor),
    controls=(Control("linearised", LINEARISED, "linear functions in their place"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-tab3-none-exact",
    notes="The table is right, but for the GRU, where sigmoid and tanh are replaced by their linear"
    " parts. With the true functions the networks come near, as their scale goes to 0.",
)
