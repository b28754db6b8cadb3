r"""App. D: LSTMs with ReLUs as layers of Gated RNNs, as printed and mended.

As printed they are right for $s_0 = 0$, networks that end in a ReLU, and inputs of which a lower
bound is known; each of the three is needed. A linear readout, halves, and one unit that is 1 from
the first token on do without all three.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.arrays import relu
from constructions.cells.lstm import LSTM, LSTMActivations
from proofs.lsrl import PAPER
from proofs.lsrl.gated_cells import (
    LSTM_KIND,
    Layer,
    Map,
    PrintedLayer,
    Product,
    StateFromAny,
    StateUpdate,
    Together,
    check_for_all_sizes,
    check_on_numbers,
)
from proofs.lsrl.weight_tables import lstm_table
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
    maximum,
    prove_for_all,
    reals,
)

__all__ = ["COMPOSED", "MENDED_LAYER"]

APP_D = "App. D"

ONE_OF = {
    "W_f": "0",
    "U_f": "0",
    "b_f": "0",
    "W_i": "0",
    "U_i": "0",
    "b_i": "1",
    "W_c": "0",
    "U_c": "0",
    "b_c": "1",
}
"""The weights of D.1 and D.2 by which h = o."""

STATE = lstm_table("n m", "n m", **ONE_OF, W_o="0, B; 0, I", U_o="A, 0; 0, 0", b_o="b; - k")
MAP = lstm_table("n n", "n n", **ONE_OF, W_o="W_phi, 0; 0, W_gamma", U_o="0", b_o="b_phi; b_gamma")
FIRST_MAP = MAP.but(b_o="b_phi; b_gamma + W_gamma k")
PASSING = MAP.but(W_o="I, 0; 0, W_gamma", b_o="0; b_phi")
GATE = lstm_table(
    "n n",
    "n n",
    W_f="0",
    U_f="0",
    b_f="0",
    W_i="0, 0; I, 0",
    U_i="0",
    b_i="0",
    W_c="0, 0; 0, I",
    U_c="0",
    b_c="0",
    W_o="0",
    U_o="0",
    b_o="1",
)
"""The weights of D.1, D.2, eq. (30) and D.3, as printed."""


@dataclass(frozen=True)
class Definition:
    """Eqs. (21) to (26), as a function of weights, functions, a token and the state (c, h)."""

    equations: Callable[..., Any]

    def __call__(self, w):
        """Compare them with the cell of the library, with two different functions."""
        shapes = {"W": "n m", "U": "n n", "b": "n"}
        weights = {f"{k}_{g}": w(f"{k}_{g}", shapes[k]) for k in "WUb" for g in "fioc"}
        a, state = w("a", "m"), (w("c", "n"), w("h", "n"))
        names, gates = {"W": "U", "U": "V", "b": "b"}, {"f": "f", "i": "g", "o": "o", "c": "c"}
        own = {f"{names[n[0]]}_{gates[n[2]]}": array for n, array in weights.items()}
        of = LSTMActivations(relu, relu, relu, _other, _other)
        (c, h), _ = LSTM(**own, activations=of).step(state, a)
        claimed = self.equations(weights, relu, _other, a, *state)
        return {"c": (claimed[0], c), "h": (claimed[1], h)}


def _other(v):
    """A function other than the ReLU, in place of tanh."""
    return v + 2 * relu(v)


def eqs_21_to_26(p, sigmoid, tanh, a, c, h):
    """Return c_t and h_t as printed."""
    f, i, o = (sigmoid(p[f"W_{g}"] @ a + p[f"U_{g}"] @ h + p[f"b_{g}"]) for g in "fio")
    c = f * c + i * tanh(p["W_c"] @ a + p["U_c"] @ h + p["b_c"])
    return c, o * tanh(c)


def without_last_tanh(p, sigmoid, tanh, a, c, h):
    """Return c_t and h_t = o c."""
    c, _ = eqs_21_to_26(p, sigmoid, tanh, a, c, h)
    return c, sigmoid(p["W_o"] @ a + p["U_o"] @ h + p["b_o"]) * c


def gates_exchanged(p, sigmoid, tanh, a, c, h):
    """Return c_t and h_t with f and i exchanged."""
    flipped = {name.translate(str.maketrans("fi", "if")): array for name, array in p.items()}
    return eqs_21_to_26(flipped, sigmoid, tanh, a, c, h)


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


STATE_UPDATE = StateUpdate(LSTM_KIND, STATE, from_zero=False)
FROM_ZERO = StateUpdate(LSTM_KIND, STATE)
FROM_ANY = StateFromAny(LSTM_KIND)
MAPS = Together((Map(LSTM_KIND, MAP), Map(LSTM_KIND, FIRST_MAP, shifted=True)))
PASSED = Map(LSTM_KIND, PASSING.but(b_o="0; b_gamma"), passing=True)
PRODUCT = Product(LSTM_KIND, GATE)
COMPOSED = PrintedLayer(LSTM_KIND, STATE, FIRST_MAP, GATE)
MENDED_LAYER = Layer(LSTM_KIND)

cell = Claim(
    id="lsrl/lstm-cell",
    title="Eqs. (21) to (26) are the LSTM of the library, whose g is their i",
    source=Source(PAPER, f"{APP_D}, eqs. (21) to (26)"),
    statement=r"c_t = f_t \odot c_{t-1} + i_t \odot \tilde c_t,\quad h_t = o_t \odot \tanh(c_t)",
    assumptions=("two different functions stand for sigmoid and tanh",),
    subject=Definition(eqs_21_to_26),
    checks=(
        check_for_all_sizes.killing("gates-exchanged"),
        check_on_numbers.killing("no-last-tanh"),
    ),
    mutants=(
        Mutant("gates-exchanged", Definition(gates_exchanged), "f for i"),
        Mutant("no-last-tanh", Definition(without_last_tanh), "h = o c"),
    ),
)

state = Claim(
    id="lsrl/lstm-state",
    title="One LSTM puts out the state of eq. (5), from its own first state 0",
    source=Source(PAPER, f"{APP_D}.1, eqs. (27) and (28)"),
    statement=r"h_0 = 0:\quad h_t = o_t = [s_t; x_t - k_{lb}]",
    assumptions=(r"$x_t \ge k_{lb}$; any $s_0$, a parameter of eq. (5)",),
    subject=STATE_UPDATE,
    checks=(check_for_all_sizes, check_on_numbers),
    controls=(
        Control("from-zero", FROM_ZERO, "s_0 = 0"),
        Control("one-more-unit", FROM_ANY, "a unit that is 1 from the first token on"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-lstm-state",
    notes="Right from the second token on, and at the first one if s_0 = 0.",
)

state_from_zero = Claim(
    id="lsrl/new-lstm-state-from-zero",
    title="The state update as printed is right for s_0 = 0",
    source=Source(PAPER, f"{APP_D}.1"),
    statement=r"s_0 = 0 \implies h_t = [s_t; x_t - k_{lb}]",
    assumptions=(r"$x_t \ge k_{lb}$",),
    subject=FROM_ZERO,
    checks=(
        check_for_all_sizes.killing("below-bound"),
        check_on_numbers.killing("any-start", "remembers"),
    ),
    mutants=(
        Mutant("below-bound", replace(FROM_ZERO, bounded=False), "inputs below the bound"),
        Mutant("any-start", STATE_UPDATE, "s_0 is not 0"),
        Mutant("remembers", replace(FROM_ZERO, table=STATE.but(b_f="1")), "f = 1"),
    ),
    new=True,
)

state_from_any = Claim(
    id="lsrl/new-lstm-state",
    title="With one more unit an LSTM starts from any s_0, and with halves it takes any inputs",
    source=Source(PAPER, f"{APP_D}.1, repaired"),
    statement=r"o = \mathrm{relu}(A s - A s_0 u + B x + b + A s_0),\ u_0 = 0,\ u_t = 1",
    subject=FROM_ANY,
    checks=(
        check_for_all_sizes.killing("no-correction"),
        check_on_numbers.killing("for-ever", "one-half"),
    ),
    mutants=(
        Mutant("no-correction", replace(FROM_ANY, b="b; 0; 0; 1"), "s_0 is not added"),
        Mutant("for-ever", replace(FROM_ANY, U="A,0,0,0; 0,0,0,0; 0,0,0,0; 0,0,0,0"), "each time"),
        Mutant("one-half", replace(FROM_ANY, W="B; I; 0; 0"), "negative inputs are lost"),
    ),
    repairs=("lsrl/lstm-state",),
    new=True,
    notes="The same weights do it in a GRU with z = r = 1.",
)

maps = Claim(
    id="lsrl/lstm-mlp",
    title="One LSTM is one map of phi and one of gamma, ReLUs included",
    source=Source(PAPER, f"{APP_D}.2, eq. (29)"),
    statement=r"[a_1; a_2] \mapsto [\phi_i(a_1); \gamma_i(a_2)],\quad"
    r" [a_1; x - k] \mapsto [\phi_1(a_1); \gamma_1(x)] \text{ with } b_{\gamma_1} + W_{\gamma_1} k",
    subject=MAPS,
    checks=(
        check_for_all_sizes.killing("not-shifted"),
        check_on_numbers.killing("both-of-a-1", "remembers"),
    ),
    mutants=(
        Mutant("not-shifted", Map(LSTM_KIND, MAP, shifted=True), "the shift is left"),
        Mutant("both-of-a-1", Map(LSTM_KIND, MAP, of="a_1"), "gamma(a_1), as in eq. (18)"),
        Mutant("remembers", Map(LSTM_KIND, MAP.but(b_f="1")), "f = 1"),
    ),
)

depth = Claim(
    id="lsrl/lstm-depth",
    title="A network that is done is passed on beside the bias b_phi_i",
    source=Source(PAPER, f"{APP_D}.2, eq. (30)"),
    statement=r"\sigma\left(\begin{bmatrix} I & 0 \\ 0 & W_{\gamma_i} \end{bmatrix}"
    r"\begin{bmatrix} \phi \\ a_2 \end{bmatrix} + \begin{bmatrix} 0 \\ b_{\phi_i} \end{bmatrix}"
    r"\right) = [\phi; \gamma_i(a_2)]",
    assumptions=(r"$\phi \ge 0$",),
    subject=Map(LSTM_KIND, PASSING, passing=True),
    checks=(check_for_all_sizes, check_on_numbers),
    controls=(Control("b-gamma", PASSED, "b_gamma_i"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-lstm-depth",
    notes="A slip: the bias is that of gamma_i, and it is for i > m, not i > k.",
)

depth_mended = Claim(
    id="lsrl/new-lstm-depth",
    title="A network that is done and ends in a ReLU is passed on, beside the bias of gamma_i",
    source=Source(PAPER, f"{APP_D}.2, eq. (30), repaired"),
    statement=r"[\phi; a_2] \mapsto [\phi; \gamma_i(a_2)]",
    assumptions=(r"$\phi \ge 0$, as behind a ReLU",),
    subject=PASSED,
    checks=(check_for_all_sizes.killing("signed"), check_on_numbers.killing("b-phi")),
    mutants=(
        Mutant("signed", replace(PASSED, signed=True), "phi ends in a linear map"),
        Mutant("b-phi", Map(LSTM_KIND, PASSING, passing=True), "as printed"),
    ),
    repairs=("lsrl/lstm-depth",),
    new=True,
)

gate = Claim(
    id="lsrl/lstm-gate",
    title="One LSTM multiplies numbers that are not negative: h = [0; a_1 a_2]",
    source=Source(PAPER, f"{APP_D}.3, eqs. (31) to (33)"),
    statement=r"f = 0,\ o = 1 \implies h_t = [0; a_1 \odot a_2]",
    assumptions=(r"$a_1, a_2 \ge 0$, as behind ReLUs",),
    subject=PRODUCT,
    checks=(check_for_all_sizes.killing("signs"), check_on_numbers.killing("remembers", "square")),
    mutants=(
        Mutant("signs", replace(PRODUCT, positive=False), "factors of any sign"),
        Mutant("remembers", replace(PRODUCT, table=GATE.but(b_f="1")), "f = 1"),
        Mutant("square", replace(PRODUCT, table=GATE.but(W_c="0, 0; I, 0")), "a_1 twice"),
    ),
)

composed = Claim(
    id="lsrl/lstm-compose",
    title="k + 2 LSTMs, as printed, are any layer of a Gated RNN",
    source=Source(PAPER, f"{APP_D}.4, eq. (34)"),
    statement=r"y_t = [0; \gamma(x_t) \odot \phi(s_t)]",
    assumptions=(r"$x_t \ge k_{lb}$; $s_0$ and the networks are any of eq. (5)",),
    subject=replace(COMPOSED, relu_last=False, from_zero=False),
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
    source=Source(PAPER, f"{APP_D}.4"),
    statement=r"y_t = [0; \gamma(x_t) \odot \phi(s_t)]",
    assumptions=(
        r"$s_0 = 0$; $\phi$ and $\gamma$ end in a ReLU; $x_t \ge k_{lb}$",
        "networks of one map; more maps one by one (lsrl/lstm-mlp)",
    ),
    subject=COMPOSED,
    checks=(
        check_for_all_sizes.killing("below-bound"),
        check_on_numbers.killing("linear-end", "any-start"),
    ),
    mutants=(
        Mutant("linear-end", replace(COMPOSED, relu_last=False), "networks end in a linear map"),
        Mutant("any-start", replace(COMPOSED, from_zero=False), "s_0 is not 0"),
        Mutant("below-bound", replace(COMPOSED, bounded=False), "inputs below the bound"),
    ),
    new=True,
    notes="Each mutant drops one of the three assumptions, so that each is needed.",
)

mended = Claim(
    id="lsrl/new-lstm-layer",
    title="k + 2 LSTMs and a linear readout are any layer of a Gated RNN",
    source=Source(PAPER, f"{APP_D}.4, repaired"),
    statement=r"\text{state, } k \text{ maps, products}: \quad y_t = \gamma(x_t) \odot \phi(s_t)",
    assumptions=(
        "any s_0, any inputs, networks that end in a linear map; sigmoid and tanh are ReLUs",
        "proved for k = 1 here, k = 2 in lsrl/new-gru-lstm-count, all others alike",
    ),
    subject=MENDED_LAYER,
    checks=(check_for_all_sizes.killing("a-sign"), check_on_numbers.killing("no-readout")),
    mutants=(
        Mutant("a-sign", replace(MENDED_LAYER, read="I, - I, - I, - I"), "a sign of the readout"),
        Mutant("no-readout", replace(MENDED_LAYER, read="I, 0, 0, 0"), "the first product alone"),
    ),
    repairs=("lsrl/lstm-compose", "lsrl/lstm-universal"),
    new=True,
)

fewer = Claim(
    id="lsrl/new-lstm-k-plus-1",
    title="The last maps and the product fit into one LSTM, so that k + 1 are enough",
    source=Source(PAPER, f"{APP_D}.4, beyond the text"),
    statement=r"i = \mathrm{relu}(W_\phi a_1 + b_\phi),\ \tilde c = \mathrm{relu}(W_\gamma a_2"
    r" + b_\gamma) \implies h = \phi_k(a_1) \odot \gamma_k(a_2)",
    assumptions=("both networks end in a ReLU",),
    subject=LastMapAndProduct(),
    checks=(check_for_all_sizes.killing("same-half"), check_on_numbers),
    mutants=(Mutant("same-half", LastMapAndProduct("W_gamma, 0"), "gamma of a_1"),),
    new=True,
)

universal = Claim(
    id="lsrl/lstm-universal",
    title="What LSTMs put out comes near every continuous function",
    source=Source(PAPER, f"{APP_D}.4"),
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
