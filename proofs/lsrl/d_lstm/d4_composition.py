r"""App. D.4: LSTMs with ReLUs one after the other as a layer of a Gated RNN.

As printed it needs all that its parts need (`d1_to_d3_single_lstms`). Mended, with a linear
readout, it needs nothing.
"""

from dataclasses import dataclass, replace

from constructions.arrays import relu
from proofs.lsrl import PAPER
from proofs.lsrl.d_lstm.d1_to_d3_single_lstms import FIRST_MAP, GATE, STATE
from proofs.lsrl.gated_cells import LSTM_KIND
from proofs.lsrl.gated_depth import AnyDepth
from proofs.lsrl.gated_layers import PrintedLayer
from proofs.lsrl.gated_machines import by_state, late_machines, says_same
from proofs.lsrl.statements import (
    check_all_depths,
    check_for_all_sizes,
    check_on_numbers,
    late,
    says_equal,
)
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    argued,
    check,
    instances_of,
    maximum,
    proof_of,
    prove,
    prove_for_all,
    reals,
)

APP_D4 = "App. D.4"


@dataclass(frozen=True)
class LastMapAndProduct:
    """Networks' last maps and the product in one cell: i = relu(W_phi a_1 + b), c likewise."""

    factor: str = "0, W_gamma"

    def __call__(self, w):
        """Compare it with the product of two maps with ReLUs, from any state."""
        W = {f: w(f"W_{f}", "p n") for f in ("phi", "gamma")}
        b = {f: w(f"b_{f}", "p") for f in ("phi", "gamma")}
        a, c = w("a_1", "n"), w("a_2", "n")
        gates = {"W_i": "W_phi, 0", "b_i": "b_phi", "W_c": self.factor, "b_c": "b_gamma"}
        table = GATE.sized("n n", "p").but(**gates)
        named = {f"W_{f}": W[f] for f in W} | {f"b_{f}": b[f] for f in b}
        found = LSTM_KIND.memoryless(w, table, w.joined([[a], [c]], "n n"), **named)
        claimed = relu(W["phi"] @ a + b["phi"]) * relu(W["gamma"] @ c + b["gamma"])
        return {"h": (claimed, found)}


@check("solver")
def check_reaches(outputs):
    """The outputs of a last layer come within 1/2 of -1, the value of f = -1."""
    names = reals("o_1 c_1 o_2 c_2")
    far = prove_for_all(abs(outputs(*names) + 1) > "1/2")
    if far.verdict is Verdict.PROVED:
        told = Counterexample({"f": -1, "epsilon": "1/2"}, "some output within 1/2", "none")
        return Evidence.refuted(told, parts=(far,), scope="all weights, lengths and inputs")
    if far.verdict is Verdict.REFUTED:
        return Evidence.holds("one function, f = -1", parts=(far,))
    return far


def one_unit(o_1, c_1, _o_2, _c_2):
    """Return an output of eq. (26) with ReLUs, from what the gate and the memory are."""
    return maximum(o_1, 0) * maximum(c_1, 0)


def read_out(o_1, c_1, o_2, c_2):
    """Return the difference of two units."""
    return one_unit(o_1, c_1, 0, 0) - one_unit(o_2, c_2, 0, 0)


COMPOSED = PrintedLayer(LSTM_KIND, STATE, FIRST_MAP, GATE)
MENDED_LAYER = AnyDepth(LSTM_KIND)

composed = Claim(
    id="lsrl/lstm-compose",
    title="k + 2 LSTMs, as printed, are any layer of a Gated RNN",
    source=Source(PAPER, f"{APP_D4}, eq. (34)"),
    statement=r"y_t = [0; \gamma(x_t) \odot \phi(s_t)]",
    assumptions=(r"$x_t \ge k_{lb}$; $s_0$ and the networks are any of eq. (5)",),
    subject=replace(COMPOSED, relu_last=False, from_zero=False),
    says=says_equal,
    checks=(check_for_all_sizes, check_on_numbers),
    controls=(Control("its-domain", COMPOSED, "s_0 = 0, networks that end in a ReLU"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-lstm-layer",
    notes="What it needs: lsrl/new-lstm-compose. The text also lets the last cell do the last maps"
    " as well as the product, which would be k + 1 cells (lsrl/new-lstm-k-plus-1).",
)

domain = Claim(
    id="lsrl/new-lstm-compose",
    title="As printed it is right if s_0 = 0, both networks end in a ReLU, and inputs are bounded",
    source=Source(PAPER, APP_D4),
    statement=r"y_t = [0; \gamma(x_t) \odot \phi(s_t)]",
    assumptions=(
        r"$s_0 = 0$; $\phi$ and $\gamma$ end in a ReLU; $x_t \ge k_{lb}$",
        "networks of one map; more maps one by one (lsrl/lstm-mlp)",
    ),
    subject=COMPOSED,
    says=says_same,
    checks=(proof_of(says_same, by_state), instances_of(says_same)),
    mutants=(
        Mutant("linear-end", replace(COMPOSED, relu_last=False), "networks end in a linear map"),
        Mutant("any-start", replace(COMPOSED, from_zero=False), "s_0 is not 0"),
        Mutant("below-bound", replace(COMPOSED, bounded=False), "inputs below the bound"),
    ),
    late=late_machines(COMPOSED),
    new=True,
    notes="Each mutant drops one of the three assumptions, so that each is needed.",
)

mended = Claim(
    id="lsrl/new-lstm-layer",
    title="k + 2 LSTMs and a linear readout are any layer of a Gated RNN",
    source=Source(PAPER, f"{APP_D4}, repaired"),
    statement=r"\text{state, } k \text{ maps, products}: \quad y_t = \gamma(x_t) \odot \phi(s_t)",
    assumptions=(
        "any s_0, any inputs, networks that end in a linear map; sigmoid and tanh are ReLUs",
        "any depths k, also different ones of phi and gamma; on numbers k = 2",
    ),
    subject=MENDED_LAYER,
    checks=(check_all_depths.killing("a-sign", "cut-off"), check_on_numbers.killing("no-readout")),
    mutants=(
        Mutant("a-sign", replace(MENDED_LAYER, read="I, - I, - I, - I"), "a sign of the readout"),
        Mutant(
            "cut-off",
            replace(MENDED_LAYER, equal="I, 0"),
            "a shorter network is passed on by a ReLU of its values",
        ),
        Mutant("no-readout", replace(MENDED_LAYER, read="I, 0, 0, 0"), "the first product alone"),
    ),
    repairs=("lsrl/lstm-compose", "lsrl/lstm-universal"),
    new=True,
)


def by_one_cell_less(conclusion):
    """Argue from the last two cells, made one, to the number of cells."""
    words = (
        "Of the k + 2 cells of lsrl/new-lstm-compose, for the state, k maps and the product, the"
        " last two are now one."
    )
    return argued(conclusion, words, prove(conclusion))


fewer = Claim(
    id="lsrl/new-lstm-k-plus-1",
    title="The last maps and the product fit into one LSTM, so that k + 1 are enough",
    source=Source(PAPER, f"{APP_D4}, beyond the text"),
    statement=r"i = \mathrm{relu}(W_\phi a_1 + b_\phi),\ \tilde c = \mathrm{relu}(W_\gamma a_2"
    r" + b_\gamma) \implies h = \phi_k(a_1) \odot \gamma_k(a_2)",
    assumptions=("both networks end in a ReLU",),
    subject=LastMapAndProduct(),
    says=says_equal,
    checks=(proof_of(says_equal, by_one_cell_less).killing("same-half"), check_on_numbers),
    expect=Verdict.ARGUED,
    mutants=(Mutant("same-half", LastMapAndProduct("W_gamma, 0"), "gamma of a_1"),),
    new=True,
    late=late(LastMapAndProduct()),
)

universal = Claim(
    id="lsrl/lstm-universal",
    title="What LSTMs put out comes near every continuous function",
    source=Source(PAPER, APP_D4),
    statement=r"\text{LSTMs are universal approximators in the sense of Sec. 4}",
    assumptions=("with ReLUs, and without a linear readout: the output is h of the last layer",),
    subject=one_unit,
    checks=(check_reaches,),
    controls=(Control("readout", read_out, "the difference of two units"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-lstm-layer",
    notes="h = relu(o) relu(c) is never negative. A linear readout is needed, or targets that are"
    " not negative.",
)
