r"""App. D.1 to D.3: one LSTM with ReLUs for the state, for a map, and for a product.

As printed they are right for $s_0 = 0$, networks that end in a ReLU, and inputs of which a lower
bound is known; each of the three is needed. Halves, and one unit that is 1 from the first token on,
do without.
"""

from dataclasses import replace
from functools import partial

from proofs.lsrl import PAPER
from proofs.lsrl.gated_cells import LSTM_KIND
from proofs.lsrl.gated_machines import Runs, by_state
from proofs.lsrl.gated_parts import (
    Map,
    Maps,
    Product,
    StateFromAny,
    StateUpdate,
    both_maps,
    maps_of,
    next_state,
    products_of,
    state_from_any,
)
from proofs.lsrl.statements import (
    Equations,
    EquationsOfHalves,
    check_for_all_sizes,
    check_on_numbers,
    says_equal,
)
from proofs.lsrl.weight_tables import lstm_table
from theorem_checks import (
    Claim,
    Control,
    Mutant,
    Source,
    Verdict,
    array_of,
    instances_of,
    proof_of,
    simulation,
)

__all__ = ["FIRST_MAP", "GATE", "STATE"]

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

STATE_UPDATE = StateUpdate(LSTM_KIND, STATE, from_zero=False)
FROM_ZERO = StateUpdate(LSTM_KIND, STATE)
FROM_ANY = StateFromAny(LSTM_KIND)
MAPS = Maps(LSTM_KIND, MAP, FIRST_MAP)
PASSED = Map(LSTM_KIND, PASSING.but(b_o="0; b_gamma"), passing=True)
PRODUCT = Product(LSTM_KIND, GATE)
NEXT_STATE, ANY_STATE = Runs(next_state), Runs(state_from_any)
FROM_FIRST = MAP.but(W_o="W_phi, 0; W_gamma, 0")
OTHER_SIGN = PASSING.but(W_o="- I, 0; 0, W_gamma", b_o="0; b_gamma")


BOTH_MAPS, GAMMA_ALONE = Equations(both_maps), Equations(partial(maps_of, passing=True))
MULTIPLIED = EquationsOfHalves(partial(products_of, names={"first token": "first", "step": "next"}))

state = Claim(
    id="lsrl/lstm-state",
    title="One LSTM puts out the state of eq. (5), from its own first state 0",
    source=Source(PAPER, f"{APP_D}.1, eqs. (27) and (28)"),
    statement=r"h_0 = 0:\quad h_t = o_t = [s_t; x_t - k_{lb}]",
    assumptions=(r"$x_t \ge k_{lb}$; any $s_0$, a parameter of eq. (5)",),
    subject=STATE_UPDATE,
    says=says_equal,
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
    says=NEXT_STATE.says,
    checks=(proof_of(NEXT_STATE.says, by_state), instances_of(NEXT_STATE.says)),
    mutants=(
        Mutant("adds-x", replace(FROM_ZERO, table=STATE.but(U_o="A, 0; 0, I")), "adds inputs up"),
        Mutant("remembers", replace(FROM_ZERO, table=STATE.but(b_f="1")), "f = 1"),
    ),
    late=NEXT_STATE.late(FROM_ZERO),
    new=True,
)


def with_maps(table, first=FIRST_MAP):
    """Return both maps with other weights, the first one being that of shifted inputs."""
    return Maps(LSTM_KIND, table, first)


def by_state_from_any(same):
    """Prove it as the state is what the first n units have put out, and s_0 before any token."""
    _, hidden = same.one.state
    units, s_0 = hidden.part("d_n"), same.array("s_0")
    is_on = hidden.part("one")[()]
    state = array_of({("d_n",): lambda i: units[i] + s_0[i] * (1 - is_on)}, *same.other.state.axes)
    return simulation(same, same.one.state, other=state)


state_from_any = Claim(
    id="lsrl/new-lstm-state",
    title="With one more unit an LSTM starts from any s_0, and with halves it takes any inputs",
    source=Source(PAPER, f"{APP_D}.1, repaired"),
    statement=r"o = \mathrm{relu}(A s - A s_0 u + B x + b + A s_0),\ u_0 = 0,\ u_t = 1",
    subject=FROM_ANY,
    says=ANY_STATE.says,
    checks=(proof_of(ANY_STATE.says, by_state_from_any), instances_of(ANY_STATE.says)),
    mutants=(
        Mutant("no-correction", replace(FROM_ANY, b="b; 0; 0; 1"), "s_0 is not added"),
        Mutant("for-ever", replace(FROM_ANY, U="A,0,0,0; 0,0,0,0; 0,0,0,0; 0,0,0,0"), "each time"),
        Mutant("one-half", replace(FROM_ANY, W="B; I; 0; 0"), "negative inputs are lost"),
    ),
    repairs=("lsrl/lstm-state",),
    new=True,
    notes="The same weights do it in a GRU with z = r = 1.",
    late=ANY_STATE.late(FROM_ANY),
)

maps = Claim(
    id="lsrl/lstm-mlp",
    title="One LSTM is one map of phi and one of gamma, ReLUs included",
    source=Source(PAPER, f"{APP_D}.2, eq. (29)"),
    statement=r"[a_1; a_2] \mapsto [\phi_i(a_1); \gamma_i(a_2)],\quad"
    r" [a_1; x - k] \mapsto [\phi_1(a_1); \gamma_1(x)] \text{ with } b_{\gamma_1} + W_{\gamma_1} k",
    subject=MAPS,
    says=BOTH_MAPS.says,
    checks=(
        BOTH_MAPS.for_all_sizes.killing("not-shifted"),
        BOTH_MAPS.on_numbers.killing("both-of-a-1", "remembers"),
    ),
    mutants=(
        Mutant("not-shifted", with_maps(MAP, MAP), "the shift is left"),
        Mutant("both-of-a-1", with_maps(FROM_FIRST), "gamma(a_1), as in eq. (18)"),
        Mutant("remembers", with_maps(MAP.but(b_f="1")), "f = 1"),
    ),
    late=BOTH_MAPS.late(MAPS),
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
    says=GAMMA_ALONE.says,
    checks=(GAMMA_ALONE.for_all_sizes, GAMMA_ALONE.on_numbers),
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
    says=GAMMA_ALONE.says,
    checks=(
        GAMMA_ALONE.for_all_sizes.killing("other-sign"),
        GAMMA_ALONE.on_numbers.killing("b-phi"),
    ),
    mutants=(
        Mutant("other-sign", replace(PASSED, table=OTHER_SIGN), "the ReLU of -phi"),
        Mutant("b-phi", Map(LSTM_KIND, PASSING, passing=True), "as printed"),
    ),
    repairs=("lsrl/lstm-depth",),
    new=True,
    late=GAMMA_ALONE.late(PASSED),
)

gate = Claim(
    id="lsrl/lstm-gate",
    title="One LSTM multiplies numbers that are not negative: h = [0; a_1 a_2]",
    source=Source(PAPER, f"{APP_D}.3, eqs. (31) to (33)"),
    statement=r"f = 0,\ o = 1 \implies h_t = [0; a_1 \odot a_2]",
    assumptions=(r"$a_1, a_2 \ge 0$, as behind ReLUs",),
    subject=PRODUCT,
    says=MULTIPLIED.says,
    checks=(MULTIPLIED.for_all_sizes.killing("remembers"), MULTIPLIED.on_numbers.killing("square")),
    mutants=(
        Mutant("remembers", replace(PRODUCT, table=GATE.but(b_f="1")), "f = 1"),
        Mutant("square", replace(PRODUCT, table=GATE.but(W_c="0, 0; I, 0")), "a_1 twice"),
    ),
    late=MULTIPLIED.late(PRODUCT),
)
