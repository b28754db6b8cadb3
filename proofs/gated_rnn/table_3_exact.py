"""Table 3 for the true functions and finite weights: no row is exact.

Sigmoid and tanh are bounded, so with a token and a state of size s a layer's output has at most the
size of a constant times s (LRUs: a bounded factor times a linear map) or of a constant (LSTM, GRU).
That stays so in stacks. Attention grows like s^3 along a ray, the gated RNN like s^4.
"""

from dataclasses import dataclass, replace

from constructions.arrays import EXACT
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.layer_degrees import ARCHITECTURES, LINEARISED, MAJORISED, Functions, Layers
from proofs.gated_rnn.simulations import LSTM_ATTENTION
from proofs.gated_rnn.table_3_linearised import DEGREES, SHORT, one_token
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
    prove_degree,
    prove_degree_at_most,
    prove_for_all,
    reals,
)

POSITIVE = ("LRU", "LRU In-Out", "LSTM")


@dataclass(frozen=True)
class Row:
    """A row of the table, and what bounds the functions of its cells."""

    architecture: str
    functions: Functions = MAJORISED

    @property
    def layer(self):
        """One layer of size 1."""
        return Layers(self.architecture, 1, self.functions)


@check("proof")
def check_growth(row):
    """State and output after a token are at most linear in state and token; the targets are not."""
    layer = row.layer
    linear = prove_degree_at_most(
        layer.run,
        1,
        inputs={"x": (1,), **layer.states},
        weights=layer.weights,
        scope="any sizes; functions replaced by what bounds them",
    )
    if not linear.verdict.passes:
        return linear
    targets = {
        f"{name} has degree {degree} along a ray": prove_degree(
            one_token(name), degree, inputs={"x": (1,)}, weights={}
        )
        for name, degree in DEGREES.items()
    }
    return all_of(
        {"a layer is at most linear": linear, **targets},
        f"{row.architecture}: any number of layers, all weights, one token",
        rests_on=(
            r"$|\sigma| < 1$, $|\tanh| < 1$; $|\phi(u)| \le c (1 + |u|)$ for perceptrons",
            "a polynomial of degree above 1 on a ray is not at most linear",
        ),
    )


@check("exact")
def check_growth_by_degrees(row):
    """The same by the degrees of sums and products of two layers in token and states."""
    layers = Layers(row.architecture, 2, row.functions)
    inputs = {"x": (1,), **layers.states}
    found = degree_bound(layers.run, inputs=inputs, weights=layers.weights).total
    if found > 1:
        values = {"architecture": row.architecture, "layers": 2}
        return Evidence.refuted(Counterexample(values, "degree 1", f"degree {found}"))
    return Evidence.holds("two layers of size 1, all weights")


def _exact_claim(architecture):
    row = Row(architecture)
    wrong = replace(MAJORISED, sigma=LINEARISED.sigma, activation=lambda u: u * u)
    return Claim(
        id=f"gated-rnn/new-tab3-{SHORT[architecture]}-exact",
        title=f"No number of {architecture} layers is exactly the gated RNN, or attention",
        source=Source(PAPER, "Table 3, caption"),
        statement=r"|y^{layers}(s x)| \le c\,(1 + s) \ll s^3, s^4",
        assumptions=(
            "true $\\sigma$ and $\\tanh$; perceptrons: an activation of linear growth",
            "finite weights, linear embedding and readout",
        ),
        subject=row,
        checks=(check_growth, check_growth_by_degrees),
        mutants=(
            Mutant("unbounded-functions", Row(architecture, wrong), "gates of linear growth"),
        ),
        new=True,
        repairs=("gated-rnn/tab3-exactly",) if architecture == "LRU" else (),
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
    parts = {
        name: prove_degree_at_most(
            Row(name, functions).layer.run,
            1,
            inputs={"x": (1,), **Row(name, functions).layer.states},
            weights=Row(name, functions).layer.weights,
        )
        for name in POSITIVE
    }
    if not all(part.verdict.passes for part in parts.values()):
        return Evidence.holds("The layers grow fast enough.")
    token, bound = _beyond_the_bound()
    return Evidence.refuted(
        Counterexample(
            {"d": 1, "W_V": 1, "W_K": 1, "W_Q": 1, "x": token, "eps": "1/4"},
            claimed=f"y = {token**3}",
            found=f"|y| <= {bound}, by an LSTM layer whatever the token is",
            explanation="All layers of the table grow at most linearly.",
        ),
        parts=tuple(parts.values()),
    )


@check("solver")
def check_bounded_factor(functions):
    """A gate s in (0, 1) times w is below w^3 somewhere: |s w| <= |w| < w^3 for w > 1."""
    if functions is not MAJORISED:
        return Evidence.holds("The gates are not bounded.")
    s, w = reals("s w")
    found = prove_for_all((s * w <= w) & (s * w < w * w * w), assume=[s > 0, s < 1, w > 1])
    if not found.verdict.passes:
        return found
    return Evidence.refuted(
        Counterexample({"w": 2}, claimed="s w = 8 for a gate s", found="s w < 2, as s < 1"),
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
    repaired_by="gated-rnn/new-tab3-lru-exact",
    notes="The table is right, but for the GRU, where sigmoid and tanh are replaced by their linear"
    " parts. With the true functions the networks come near, as their scale goes to 0.",
)
