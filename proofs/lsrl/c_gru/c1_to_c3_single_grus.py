r"""App. C.1 to C.3: one GRU with ReLUs for the state, for a map, and for a product, as printed.

The state and the maps are right, the maps but for a letter. The cell that is to multiply puts out 0
always, as its gate reads its own state, which starts from 0; and with a gate that reads the input
it multiplies at the first token alone. Two units multiply (`gru_products`).
"""

from dataclasses import dataclass, replace
from functools import partial

from constructions.arrays import relu
from proofs.lsrl import PAPER
from proofs.lsrl.c_gru.gru_products import TWO_UNITS
from proofs.lsrl.gated_cells import GRU_KIND
from proofs.lsrl.gated_machines import Runs
from proofs.lsrl.gated_parts import (
    Map,
    Maps,
    Product,
    StateUpdate,
    both_maps,
    maps_of,
    next_state,
    products_of,
)
from proofs.lsrl.statements import Equations, EquationsOfHalves
from proofs.lsrl.weight_tables import gru_relu, gru_table
from theorem_checks import (
    Claim,
    Control,
    Mutant,
    Source,
    Verdict,
    instances_of,
    proof_of,
    simulation,
    with_parts,
)

__all__ = ["FIRST_MAP", "GATE", "STATE"]

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
class Unbounded:
    """The note of C.1: inputs are handed on in two halves, and the next cell reads them."""

    halves: str = "B; I; - I"
    read: str = "I, 0, 0; 0, W, - W"

    def __call__(self, w):
        """Return the state, and a map of the input, behind two cells."""
        A, B, b, W, c = weights_of_note(w)
        recurrent = "A, 0, 0; 0, 0, 0; 0, 0, 0"
        first = gru_relu("m", "n m m", self.halves, "b; 0; 0", recurrent)
        second = gru_relu("n m m", "n m", self.read, "0; c")
        rest = [[w(f"rest_{n}", "m")] for n in (1, 2)]
        before = w.joined([[w("s", "n")], *rest], "n m m")
        found = GRU_KIND.step(w, first, before, w("x", "m"), A=A, B=B, b=b)
        return {"h": GRU_KIND.memoryless(w, second, found, W=W, c=c)}


def weights_of_note(w):
    """Return weights of a state, and of a map of the input."""
    return w("A", "n n"), w("B", "n m"), w("b", "n"), w("W", "m m"), w("c", "m")


def state_and_map(w):
    """Return [s_t; relu(W x + c)] for any input x."""
    A, B, b, W, c = weights_of_note(w)
    x, s = w("x", "m"), w("s", "n")
    return {"h": w.joined([[relu(A @ s + B @ x + b)], [relu(W @ x + c)]], "n m")}


STATE_UPDATE = StateUpdate(GRU_KIND, STATE)
PRINTED_MAP = Map(GRU_KIND, MAP)
MAPS = Maps(GRU_KIND, MAP, FIRST_MAP)
FROM_FIRST = MAP.but(W_h="W_phi, 0; W_gamma, 0")
NEXT_STATE = Runs(next_state)
STATE_AND_MAP, BOTH_MAPS = Equations(state_and_map), Equations(both_maps)
OF_FIRST_HALF = Equations(partial(maps_of, of="a_1"))
MULTIPLIED = EquationsOfHalves(
    partial(products_of, names={"first token": "first", "second token": "second"})
)
FEW_TOKENS = replace(TWO_UNITS, read="0, 0; I, - I", rows="n n", every_state=False)
PRINTED_GATE = Product(GRU_KIND, GATE, every_state=False)
INPUT_GATE = Product(GRU_KIND, GATE.but(U_z="0", W_z="0, 0; 0, I"), every_state=False)


TWICE_SHIFTED = FIRST_MAP.but(b_h="b_phi; b_gamma - W_gamma k")


def with_first_map(table):
    """Return both maps, the first one, of shifted inputs, with other weights."""
    return Maps(GRU_KIND, MAP, table)


def with_map(table):
    """Return both maps, the one of inputs that are not shifted with other weights."""
    return Maps(GRU_KIND, table, FIRST_MAP)


def by_first_units(same):
    """Prove it as the first n units hold the state, whatever the others hold."""
    hidden, s = same.one.state, same.other.state
    return simulation(same, with_parts(hidden, {("d_n",): lambda i: s[i]}))


state = Claim(
    id="lsrl/gru-state",
    title="One GRU puts out the next state, and the input less its lower bound",
    source=Source(PAPER, f"{APP_C}.1, eqs. (16) and (17)"),
    statement=r"[s_{t-1}; *],\ [0; x_t] \mapsto [s_t; x_t - k_{lb}]",
    assumptions=(r"$x_t \ge k_{lb}$", "$h_0 = [s_0; *]$; the cell starts from 0, so $s_0 = 0$"),
    subject=STATE_UPDATE,
    says=NEXT_STATE.says,
    checks=(proof_of(NEXT_STATE.says, by_first_units), instances_of(NEXT_STATE.says)),
    mutants=(
        Mutant("adds-k", StateUpdate(GRU_KIND, STATE.but(b_h="b; k")), "x + k"),
        Mutant("keeps-x", StateUpdate(GRU_KIND, STATE.but(U_h="A, 0; 0, I")), "adds inputs up"),
    ),
    notes="The text has h_{t-1} = [s_{t-1}; 0], but it is [s_{t-1}; x_{t-1} - k]; the zeros of U_h"
    " see to that.",
    late=NEXT_STATE.late(STATE_UPDATE),
)

note = Claim(
    id="lsrl/gru-note",
    title="With two halves for each input no bound on the inputs is needed",
    source=Source(PAPER, f"{APP_C}.1, note"),
    statement=r"x = \mathrm{relu}(x) - \mathrm{relu}(-x)",
    subject=Unbounded(),
    says=STATE_AND_MAP.says,
    checks=(
        STATE_AND_MAP.for_all_sizes.killing("sum"),
        STATE_AND_MAP.on_numbers.killing("one-half"),
    ),
    mutants=(
        Mutant("sum", Unbounded(read="I, 0, 0; 0, W, W"), "the halves are added"),
        Mutant("one-half", Unbounded(halves="B; I; 0"), "negative inputs are lost"),
    ),
    late=STATE_AND_MAP.late(Unbounded()),
)

maps = Claim(
    id="lsrl/gru-mlp",
    title="A GRU puts out [phi_i(a_1); gamma_i(a_1)]",
    source=Source(PAPER, f"{APP_C}.2, eq. (18)"),
    statement=r"[a_1; a_2] \mapsto [\phi_i(a_1); \gamma_i(a_1)]",
    subject=PRINTED_MAP,
    says=OF_FIRST_HALF.says,
    checks=(OF_FIRST_HALF.for_all_sizes, OF_FIRST_HALF.on_numbers),
    controls=(Control("a-1", Map(GRU_KIND, FROM_FIRST), "W_gamma reads a_1"),),
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
    says=BOTH_MAPS.says,
    checks=(
        BOTH_MAPS.for_all_sizes.killing("shifted-back"),
        BOTH_MAPS.on_numbers.killing("not-shifted", "both-of-a-1", "half-open"),
    ),
    mutants=(
        Mutant("shifted-back", with_first_map(TWICE_SHIFTED), "the shift twice"),
        Mutant("not-shifted", with_first_map(MAP), "the shift is left"),
        Mutant("both-of-a-1", with_map(FROM_FIRST), "gamma of a_1, as printed"),
        Mutant("half-open", with_map(MAP.but(b_z="1; 0")), "z = 0 in the second half"),
    ),
    repairs=("lsrl/gru-mlp",),
    new=True,
    late=BOTH_MAPS.late(MAPS),
)

gate = Claim(
    id="lsrl/gru-gate",
    title="One GRU multiplies: it puts out [0; a_1 a_2]",
    source=Source(PAPER, f"{APP_C}.3, eqs. (19) and (20)"),
    statement=r"U_z = \begin{bmatrix} 0 & 0 \\ 0 & I \end{bmatrix},"
    r" W_h = \begin{bmatrix} 0 & 0 \\ I & 0 \end{bmatrix} \implies h_t = [0; a_1 \odot a_2]",
    assumptions=(r"$a_1, a_2 \ge 0$",),
    subject=PRINTED_GATE,
    says=MULTIPLIED.says,
    checks=(MULTIPLIED.for_all_sizes, MULTIPLIED.on_numbers),
    controls=(Control("two-units", FEW_TOKENS, "two units for each product"),),
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
    says=MULTIPLIED.says,
    checks=(MULTIPLIED.for_all_sizes, MULTIPLIED.on_numbers),
    controls=(Control("two-units", FEW_TOKENS, "two units for each product"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-gru-product",
    new=True,
    notes="Right at the first token; from the second on (1 - z) h is in the way.",
)
