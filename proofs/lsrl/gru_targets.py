r"""App. C: GRUs with ReLUs as layers of Gated RNNs, as printed and mended.

The state (C.1) and the maps (C.2, but for a letter) are right. The cell that is to multiply (C.3)
puts out 0 always, as its gate reads its own state, which starts from 0; and with a gate that reads
the input it multiplies at the first token alone. Two units multiply (`gru_products`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.arrays import ones_like, relu
from constructions.cells.gru import GRU, GRUActivations
from proofs.lsrl import PAPER
from proofs.lsrl.gated_cells import (
    GRU_KIND,
    Layer,
    Map,
    PrintedLayer,
    Product,
    StateUpdate,
    Together,
    check_for_all_sizes,
    check_on_numbers,
)
from proofs.lsrl.gru_products import TWO_UNITS
from proofs.lsrl.weight_tables import gru_relu, gru_table
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
    prove_for_all,
    reals,
)

__all__ = ["COMPOSED", "GATE", "MENDED_LAYER", "STATE"]

APP_C = "App. C"

STATE = gru_table(
    inputs="n m",
    units="n m",
    W_z="0",
    U_z="0",
    b_z="1",
    W_r="0",
    U_r="0",
    b_r="1",
    W_h="0, B; 0, I",
    U_h="A, 0; 0, 0",
    b_h="b; - k",
)
MAP = gru_table(
    inputs="n n",
    units="n n",
    W_z="0",
    U_z="0",
    b_z="1",
    W_r="0",
    U_r="0",
    b_r="1",
    W_h="W_phi, 0; 0, W_gamma",
    U_h="0",
    b_h="b_phi; b_gamma",
)
FIRST_MAP = MAP.but(b_h="b_phi; b_gamma + W_gamma k")
GATE = gru_table(
    inputs="n n",
    units="n n",
    W_z="0",
    U_z="0, 0; 0, I",
    b_z="0",
    W_r="0",
    U_r="0",
    b_r="0",
    W_h="0, 0; I, 0",
    U_h="0",
    b_h="0",
)
"""The weights of C.1, C.2 and C.3, as printed."""


@dataclass(frozen=True)
class Definition:
    """Eqs. (12) to (15), as a function of weights, functions, a token and the state."""

    equations: Callable[..., Any]

    def __call__(self, w):
        """Compare them with the cell of the library, with two different functions."""
        weights = {
            f"{kind}_{part}": w(f"{kind}_{part}", {"W": "n m", "U": "n n", "b": "n"}[kind])
            for kind in "WUb"
            for part in "zrh"
        }
        a, h = w("a", "m"), w("h", "n")
        names = {"W": "U", "U": "V", "b": "b"}
        own = {f"{names[name[0]]}{name[1:]}": array for name, array in weights.items()}
        cell = GRU(**own, activations=GRUActivations(relu, relu, _other))
        return {"h": (self.equations(weights, relu, _other, a, h), cell.step(h, a)[1])}


def _other(v):
    """A function other than the ReLU, in place of tanh."""
    return v + 2 * relu(v)


def eqs_12_to_15(p, sigmoid, tanh, a, h):
    """Return h_t as printed."""
    z = sigmoid(p["W_z"] @ a + p["U_z"] @ h + p["b_z"])
    r = sigmoid(p["W_r"] @ a + p["U_r"] @ h + p["b_r"])
    candidate = tanh(p["W_h"] @ a + p["U_h"] @ (r * h) + p["b_h"])
    return (ones_like(z) - z) * h + z * candidate


def kept_by_z(p, sigmoid, tanh, a, h):
    """Return h_t with z and 1 - z exchanged."""
    z = sigmoid(p["W_z"] @ a + p["U_z"] @ h + p["b_z"])
    r = sigmoid(p["W_r"] @ a + p["U_r"] @ h + p["b_r"])
    candidate = tanh(p["W_h"] @ a + p["U_h"] @ (r * h) + p["b_h"])
    return z * h + (ones_like(z) - z) * candidate


def reset_after(p, sigmoid, tanh, a, h):
    """Return h_t with the reset gate after the matrix."""
    z = sigmoid(p["W_z"] @ a + p["U_z"] @ h + p["b_z"])
    r = sigmoid(p["W_r"] @ a + p["U_r"] @ h + p["b_r"])
    candidate = tanh(p["W_h"] @ a + r * (p["U_h"] @ h) + p["b_h"])
    return (ones_like(z) - z) * h + z * candidate


@dataclass(frozen=True)
class Unbounded:
    """The note of C.1: inputs are handed on in two halves, and the next cell reads them."""

    halves: str = "B; I; - I"
    read: str = "I, 0, 0; 0, W, - W"

    def __call__(self, w):
        """Compare the state, and a map of the input, behind two cells."""
        A, B, b, W, c = w("A", "n n"), w("B", "n m"), w("b", "n"), w("W", "m m"), w("c", "m")
        x, s = w("x", "m"), w("s", "n")
        recurrent = "A, 0, 0; 0, 0, 0; 0, 0, 0"
        first = gru_relu("m", "n m m", self.halves, "b; 0; 0", recurrent)
        second = gru_relu("n m m", "n m", self.read, "0; c")
        rest = [[w(f"rest_{n}", "m")] for n in (1, 2)]
        before = w.joined([[s], *rest], "n m m")
        found = GRU_KIND.step(w, first, before, x, A=A, B=B, b=b)
        found = GRU_KIND.memoryless(w, second, found, W=W, c=c)
        claimed = w.joined([[relu(A @ s + B @ x + b)], [relu(W @ x + c)]], "n m")
        return {"[s; relu(W x + c)]": (claimed, found)}


STATE_UPDATE = StateUpdate(GRU_KIND, STATE)
PRINTED_MAP = Map(GRU_KIND, MAP, of="a_1")
MAPS = Together((Map(GRU_KIND, MAP), Map(GRU_KIND, FIRST_MAP, shifted=True)))
PRINTED_GATE = Product(GRU_KIND, GATE, every_state=False)
INPUT_GATE = Product(GRU_KIND, GATE.but(U_z="0", W_z="0, 0; 0, I"), every_state=False)
COMPOSED = PrintedLayer(GRU_KIND, STATE, FIRST_MAP, GATE, later=False)
WITH_TWO_UNITS = replace(COMPOSED, product=TWO_UNITS.table, read=TWO_UNITS.read, later=True)
MENDED_LAYER = Layer(GRU_KIND)

cell = Claim(
    id="lsrl/gru-cell",
    title="Eqs. (12) to (15) are the GRU of the library",
    source=Source(PAPER, f"{APP_C}, eqs. (12) to (15)"),
    statement=r"h_t = (1 - z_t) \odot h_{t-1} + z_t \odot"
    r" \tanh(W_h a_t + U_h (r_t \odot h_{t-1}) + b_h)",
    assumptions=("two different functions stand for sigmoid and tanh",),
    subject=Definition(eqs_12_to_15),
    checks=(check_for_all_sizes.killing("kept-by-z"), check_on_numbers.killing("reset-after")),
    mutants=(
        Mutant("kept-by-z", Definition(kept_by_z), "z keeps the state, as in other papers"),
        Mutant("reset-after", Definition(reset_after), "r after the matrix, as in other papers"),
    ),
)

state = Claim(
    id="lsrl/gru-state",
    title="One GRU puts out the next state, and the input less its lower bound",
    source=Source(PAPER, f"{APP_C}.1, eqs. (16) and (17)"),
    statement=r"[s_{t-1}; *],\ [0; x_t] \mapsto [s_t; x_t - k_{lb}]",
    assumptions=(r"$x_t \ge k_{lb}$", "$h_0 = [s_0; *]$; the cell starts from 0, so $s_0 = 0$"),
    subject=STATE_UPDATE,
    checks=(
        check_for_all_sizes.killing("below-bound"),
        check_on_numbers.killing("any-start", "adds-k", "keeps-x"),
    ),
    mutants=(
        Mutant("below-bound", replace(STATE_UPDATE, bounded=False), "inputs below the bound"),
        Mutant("any-start", replace(STATE_UPDATE, from_zero=False), "h_0 = 0 though s_0 is not"),
        Mutant("adds-k", StateUpdate(GRU_KIND, STATE.but(b_h="b; k")), "x + k"),
        Mutant("keeps-x", StateUpdate(GRU_KIND, STATE.but(U_h="A, 0; 0, I")), "adds inputs up"),
    ),
    notes="The text has h_{t-1} = [s_{t-1}; 0], but it is [s_{t-1}; x_{t-1} - k]; the zeros of U_h"
    " see to that.",
)

note = Claim(
    id="lsrl/gru-note",
    title="With two halves for each input no bound on the inputs is needed",
    source=Source(PAPER, f"{APP_C}.1, note"),
    statement=r"x = \mathrm{relu}(x) - \mathrm{relu}(-x)",
    subject=Unbounded(),
    checks=(check_for_all_sizes.killing("sum"), check_on_numbers.killing("one-half")),
    mutants=(
        Mutant("sum", Unbounded(read="I, 0, 0; 0, W, W"), "the halves are added"),
        Mutant("one-half", Unbounded(halves="B; I; 0"), "negative inputs are lost"),
    ),
)

maps = Claim(
    id="lsrl/gru-mlp",
    title="A GRU puts out [phi_i(a_1); gamma_i(a_1)]",
    source=Source(PAPER, f"{APP_C}.2, eq. (18)"),
    statement=r"[a_1; a_2] \mapsto [\phi_i(a_1); \gamma_i(a_1)]",
    subject=PRINTED_MAP,
    checks=(check_for_all_sizes, check_on_numbers),
    controls=(Control("a-2", MAPS, "gamma_i(a_2)"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-gru-mlp",
    notes="A slip: gamma is applied to a_2, as eq. (29) has it.",
)

maps_mended = Claim(
    id="lsrl/new-gru-mlp",
    title="A GRU puts out [phi_i(a_1); gamma_i(a_2)]; the first one takes the shift by k back",
    source=Source(PAPER, f"{APP_C}.2, eq. (18), repaired"),
    statement=r"[a_1; a_2] \mapsto [\phi_i(a_1); \gamma_i(a_2)],\quad"
    r" [a_1; x - k] \mapsto [\phi_1(a_1); \gamma_1(x)] \text{ with } b_{\gamma_1} + W_{\gamma_1} k",
    assumptions=("each map of phi and gamma is followed by a ReLU, the last one too",),
    subject=MAPS,
    checks=(
        check_for_all_sizes.killing("shifted-back"),
        check_on_numbers.killing("not-shifted", "both-of-a-1", "half-open"),
    ),
    mutants=(
        Mutant(
            "shifted-back",
            Map(GRU_KIND, FIRST_MAP.but(b_h="b_phi; b_gamma - W_gamma k"), shifted=True),
            "the shift twice",
        ),
        Mutant("not-shifted", Map(GRU_KIND, MAP, shifted=True), "the shift is left"),
        Mutant("both-of-a-1", PRINTED_MAP, "as printed"),
        Mutant("half-open", Map(GRU_KIND, MAP.but(b_z="1; 0")), "z = 0 in the second half"),
    ),
    repairs=("lsrl/gru-mlp",),
    new=True,
)

gate = Claim(
    id="lsrl/gru-gate",
    title="One GRU multiplies: it puts out [0; a_1 a_2]",
    source=Source(PAPER, f"{APP_C}.3, eqs. (19) and (20)"),
    statement=r"U_z = \begin{bmatrix} 0 & 0 \\ 0 & I \end{bmatrix},"
    r" W_h = \begin{bmatrix} 0 & 0 \\ I & 0 \end{bmatrix} \implies h_t = [0; a_1 \odot a_2]",
    assumptions=(r"$a_1, a_2 \ge 0$",),
    subject=PRINTED_GATE,
    checks=(check_for_all_sizes, check_on_numbers),
    controls=(Control("two-units", TWO_UNITS, "two units for each product"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-gru-product",
    notes="U_z is applied to the last state, which is 0 at first, so z = 0 and the state stays 0"
    " for ever. The text goes on as if it were applied to the input, and drops (1 - z) h.",
)

gate_of_input = Claim(
    id="lsrl/new-gru-gate-of-the-input",
    title="One GRU multiplies if its gate reads the input, as eq. (19) goes on",
    source=Source(PAPER, f"{APP_C}.3, eq. (19), the other reading"),
    statement=r"W_z = \begin{bmatrix} 0 & 0 \\ 0 & I \end{bmatrix}, U_z = 0"
    r" \implies h_t = [0; a_1 \odot a_2]",
    assumptions=(r"$a_1, a_2 \ge 0$",),
    subject=INPUT_GATE,
    checks=(check_for_all_sizes, check_on_numbers),
    controls=(Control("two-units", TWO_UNITS, "two units for each product"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-gru-product",
    new=True,
    notes="Right at the first token; from the second on (1 - z) h is in the way.",
)

composed = Claim(
    id="lsrl/gru-compose",
    title="k + 2 GRUs, as printed, are a layer of a Gated RNN",
    source=Source(PAPER, f"{APP_C}.4"),
    statement=r"y_t = [0; \gamma(x_t) \odot \phi(s_t)]",
    assumptions=("networks of one map that end in a ReLU; $s_0 = 0$; $x_t \\ge k_{lb}$",),
    subject=COMPOSED,
    checks=(check_for_all_sizes, check_on_numbers),
    controls=(Control("two-units", WITH_TWO_UNITS, "products of two units each, and a readout"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-gru-layer",
    notes="As C.3 puts out 0. (In C.4 the halves of [s; 0] and [0; x] are also exchanged.)",
)

mended = Claim(
    id="lsrl/new-gru-layer",
    title="k + 2 GRUs and a linear readout are any layer of a Gated RNN",
    source=Source(PAPER, f"{APP_C}.4, repaired"),
    statement=r"\text{state, } k \text{ maps, products}: \quad y_t = \gamma(x_t) \odot \phi(s_t)",
    assumptions=(
        "any s_0, any inputs, networks that end in a linear map; sigmoid and tanh are ReLUs",
        "proved for k = 1 here, k = 2 in lsrl/new-gru-lstm-count, all others alike",
    ),
    subject=MENDED_LAYER,
    checks=(check_for_all_sizes.killing("a-sign"), check_on_numbers.killing("sums")),
    mutants=(
        Mutant(
            "a-sign",
            replace(MENDED_LAYER, read="I, - I, - I, - I, - I, I, I, I"),
            "a sign of the readout",
        ),
        Mutant("sums", replace(MENDED_LAYER, read="I, - I, - I, I, 0, 0, 0, 0"), "sums are read"),
    ),
    repairs=("lsrl/gru-compose",),
    new=True,
    notes="One unit more in the first cell, which is 1 from the first token on, lets it start from"
    " any s_0. Numbers with signs are two units, a product of two is eight.",
)


@dataclass(frozen=True)
class BoundedCell:
    """How h_t comes from h_{t-1}, the gate z in [0, 1] and the candidate c in [-1, 1]."""

    update: Callable[[Any, Any, Any], Any]


@check("solver")
def check_counts(cell):
    """A linear readout comes within 1 of the number t of tokens, up to t = 2 m.

    A readout of several units is at most w h + v, where h is the largest |h_i|, and w the sum of
    the |w_i|; say w, v <= m - 1. If |h_i| <= 1, which holds at t = 0 and is kept by each update,
    then it is off by more than 1 at t = 2 m.
    """
    h, z, c, w, v, m = reals("h z c w v m")
    inside = [z >= 0, z <= 1, c >= -1, c <= 1, h >= -1, h <= 1]
    after = cell.update(h, z, c)
    kept = prove_for_all((after >= -1) & (after <= 1), assume=inside)
    if kept.verdict is Verdict.REFUTED:
        return Evidence.holds("h leaves [-1, 1]", parts=(kept,))
    size = [w <= m - 1, -w <= m - 1, v <= m - 1, -v <= m - 1, h >= -1, h <= 1, m >= 1]
    far = prove_for_all(2 * m - (w * h + v) > 1, assume=size)
    both = all_of({"|h| <= 1": kept, "t = 2 m": far}, "all readouts, all lengths")
    if not both.verdict.passes:
        return both
    told = Counterexample({"w": 1, "v": 0, "t": 4}, "within 1 of t = 4", "at most 1")
    return Evidence.refuted(told, parts=both.parts, scope=both.scope)


@check("solver")
def check_bounded(bound):
    """The bound is kept by h' = (1 - z) h + z c, for all z in [0, 1] and c in [-1, 1]."""
    h, z, c, M = reals("h z c M")
    inside = [z >= 0, z <= 1, c >= -1, c <= 1, abs(h) <= bound(M), M >= 0]
    return prove_for_all(abs(h - z * h + z * c) <= bound(M), assume=inside)


def _update(h, z, c):
    return h - z * h + z * c


sigmoid = Claim(
    id="lsrl/gru-sigmoid",
    title="With sigmoid and tanh GRUs come as near as one likes to those with ReLUs",
    source=Source(PAPER, APP_C),
    statement=r"\forall \epsilon\ \exists\ \text{GRUs with } \sigma, \tanh:\ |y_t - t| \le \epsilon"
    r"\ \text{ for all } t, \quad t = \text{what } s_t = \mathrm{relu}(s_{t-1} + 1) \text{ counts}",
    assumptions=("at all lengths, as the ReLU networks of the text are exact at all lengths",),
    subject=BoundedCell(_update),
    checks=(check_counts,),
    controls=(
        Control("relu-candidate", BoundedCell(lambda h, z, c: h + 1 + 0 * z * c), "s + 1 itself"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-gru-sigmoid-bounded",
    notes="Layers before do not help, as they only provide other z and c. For one length and"
    " compact inputs the statement is plausible; it rests on universal approximation.",
)

sigmoid_bounded = Claim(
    id="lsrl/new-gru-sigmoid-bounded",
    title="With sigmoid and tanh the states of GRUs are at most max(1, |h_0|), at all lengths",
    source=Source(PAPER, f"{APP_C}, repaired"),
    statement=r"|h_t| \le \max(1, |h_0|)",
    assumptions=("so that approximations are for lengths up to a bound",),
    subject=lambda M: 1 + M,
    checks=(check_bounded,),
    mutants=(Mutant("decaying", lambda M: M, "max(1, |h_0|) without the 1"),),
    repairs=("lsrl/gru-sigmoid",),
    new=True,
    notes="Proved for every bound 1 + M with M >= 0, so also for max(1, |h_0|).",
)
