"""What one GRU layer and two GRU layers compute: linear recurrences, and products after all.

One layer is any real linear recurrence, with finite weights. Two layers are any simplified gated
RNN, which Appendix A.3 says they cannot be.
"""

from fractions import Fraction
from typing import Any

from constructions.activations import linear_sigmoid
from constructions.arrays import EXACT, ones_like, zeros, zeros_like
from constructions.cells.gru import GRU, GRUActivations
from constructions.cells.linear_rnn import LinearRNN
from constructions.cells.lru import LinearRecurrentUnit
from constructions.weights.linear_rnn_as_gru import decay_as_gru, linear_rnn_as_gru
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3_gru import GRU_ATTENTION, GRU_PAIRS
from proofs.gated_rnn.expressivity import (
    Expressivity,
    by_parts,
    check_construction,
    check_construction_at_small_sizes,
    check_order_two,
)
from proofs.gated_rnn.realisation import EPS, Realisation, few
from theorem_checks import (
    All,
    Claim,
    Control,
    Equal,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    Verdict,
    World,
    instances_of,
    proof_of,
    simulation,
)


def _recurrence(lam: Any, F: Any, C: Any) -> LinearRecurrentUnit:
    """A diagonal recurrence of real factors."""
    none, out = zeros_like(F), zeros_like(C)
    skipped = zeros((C.shape[0], F.shape[1]), like=F)
    return LinearRecurrentUnit(lam, 0 * lam, ones_like(lam), F, none, C, out, skipped)


def by_state(same: SameOutputs) -> Evidence:
    """Prove equal outputs, as the layer's state is the real part of the other one."""
    (_, readout), (real, _) = same.one.state, same.other.state
    return simulation(same, (real, readout))


def by_scaled_state(same: SameOutputs) -> Evidence:
    """Prove equal outputs, as the layer's state is eps times the other one."""
    _, readout = same.one.state
    return simulation(same, (same.other.state * EPS, readout))


ONE: Any = 1  # the scale of the recurrence, a number that goes with every system
DECAY = Realisation(decay_as_gru(), _recurrence, "m", by_state, {"linearised": {"z": 1}})
DENSE = Realisation(
    linear_rnn_as_gru(), lambda W, F, C: LinearRNN(W, F, C, ONE), "m", by_scaled_state
)
SMALL = (
    {"T": 1, "n": 1, "m": 1, "o": 1},
    {"T": 3, "n": 1, "m": 1, "o": 1},
    {"T": 2, "n": 2, "m": 1, "o": 1},
    {"T": 2, "n": 1, "m": 2, "o": 2},
)
INSTANCE = {
    "W": EXACT.array([[1, "1/2"], ["-3/2", 2]]),
    "F": EXACT.array([[1, 0], ["1/2", -1]]),
    "C": EXACT.array([[1, 1]]),
    "xs": EXACT.array([[1, "1/2"], ["-1/2", 1], ["1/4", "-3/4"], [1, 1]]),
}
DIAGONAL_LAYER = Expressivity(DECAY, small=SMALL)
DENSE_LAYER = Expressivity(DENSE, small=SMALL, measured=(INSTANCE,))


def says_decay(expressivity: Expressivity, w: World) -> All:
    """One GRU and a readout are a diagonal recurrence, with its state for their own."""
    given = expressivity.realisation.stated(w)
    same = given.same(lambda state, y, _: (state[0], y), lambda state, y, _: (state[0], y))
    return All((same, given.layers(GRU)))


def says_sums(expressivity: Expressivity, w: World) -> All:
    """GRUs are attention, as a unit whose candidate is v + h adds up z v.

    The second part is about all such units: with r = 1/2 and V_h = 2, for any gate and any v.
    """
    given = expressivity.realisation.stated(w)
    m, n = given.sizes["d"], w.size("n")
    gate = {"U_z": w.array("U_z", n, m), "V_z": w.array("V_z", n, n), "b_z": w.array("b_z", n)}
    made = {"U_h": w.array("U_h", n, m), "b_h": w.array("b_h", n)}
    twice = w.entries(lambda h, k, l: 2 * h.delta(k, l), n, n)
    none = {"U_r": w.zeros(n, m), "V_r": w.zeros(n, n)}
    still = w.zeros(n)
    activations = GRUActivations.with_gates(linear_sigmoid)
    cell = GRU(**gate, **made, **none, b_r=still, V_h=twice, activations=activations)
    h, x = w.array("h", n), given.token
    z = linear_sigmoid(cell.U_z @ x + cell.V_z @ h + cell.b_z)
    after, _ = cell.step(h, x)
    return All((given.same(), Equal(after - h, z * (cell.U_h @ x + cell.b_h))))


def says_dense(expressivity: Expressivity, w: World) -> All:
    """One GRU and a readout are a dense recurrence; its gates see 0, where sigma is 1/2."""
    given = expressivity.realisation.stated(w)
    layer: Any = given.network.cells[0]
    x = given.token
    h = w.array("h", layer.b_z.shape[0])
    seen = [
        getattr(layer, f"U_{gate}") @ x
        + getattr(layer, f"V_{gate}") @ h
        + getattr(layer, f"b_{gate}")
        for gate in "rz"
    ]
    return All((given.same(), given.layers(GRU), *(Equal(one, 0 * h) for one in seen)))


diagonal = Claim(
    id="gated-rnn/a3-diag-recurrence",
    title="One GRU layer with linear candidate, z = 1 and r = lambda is a diagonal recurrence",
    source=Source(PAPER, "App. A.3"),
    statement=r"z = 1,\; r = \lambda,\; V_h = 1 \implies h' = \lambda \odot h + F x",
    assumptions=(
        r"$\tanh(u) = u$",
        r"the value 1 of $z$, a limit of $\sigma$; $0 < \lambda < 1$, the values of $\sigma$",
    ),
    subject=DIAGONAL_LAYER,
    says=says_decay,
    checks=(proof_of(says_decay, by_parts(by_state)), instances_of(says_decay)),
    mutants=(
        Mutant(
            "half-open",
            Expressivity(DECAY.with_more("linearised", z=Fraction(1, 2)), small=SMALL),
            "z = 1/2",
        ),
        Mutant("no-reset", DIAGONAL_LAYER.with_entry(0, "b_r", ("h",), lambda *_: 1), "r = 1"),
        Mutant("no-recurrence", DIAGONAL_LAYER.without(0, "V_h", ("h", "h")), "V_h = 0"),
    ),
    late=(
        Mutant(
            "first-units",
            DIAGONAL_LAYER.with_entry(0, "b_r", ("h",), lambda w, k: w.lam[k] * few(k)),
            "units beyond the fortieth forget",
        ),
    ),
    notes="Any real, even dense, recurrence needs no limit in the gates: gated-rnn/new-gru-dense.",
)

dense = Claim(
    id="gated-rnn/new-gru-dense",
    title="One GRU layer of finite weights is any dense real linear recurrence, if tanh is linear",
    source=Source(PAPER, "App. A.3, beyond the text"),
    statement=r"r = z = \tfrac12,\; V_h = 4W - 2,\; U_h = 2\epsilon F"
    r" \implies h'/\epsilon = W h/\epsilon + F x",
    assumptions=(r"$\tanh(u) = u$; the gates are $\sigma(0) = \frac12$",),
    subject=DENSE_LAYER,
    says=says_dense,
    checks=(
        proof_of(says_dense, by_parts(by_scaled_state)),
        instances_of(says_dense),
        check_order_two,
    ),
    mutants=(
        Mutant(
            "no-identity",
            DENSE_LAYER.with_entry(0, "V_h", ("h", "h"), lambda w, k, k2: 4 * w.W[k, k2]),
            "forgets h/2",
        ),
        Mutant(
            "half",
            DENSE_LAYER.with_entry(
                0, "V_h", ("h", "h"), lambda w, k, k2: 2 * w.W[k, k2] - w.delta(k, k2)
            ),
            "forgets r = 1/2",
        ),
        Mutant(
            "transposed",
            DENSE_LAYER.with_entry(
                0, "V_h", ("h", "h"), lambda w, k, k2: 4 * w.W[k2, k] - 2 * w.delta(k, k2)
            ),
            "W transposed",
        ),
    ),
    late=(
        Mutant(
            "first-units",
            DENSE_LAYER.with_entry(
                0,
                "V_h",
                ("h", "h"),
                lambda w, k, k2: 4 * w.W[k, k2] * few(k2) - 2 * w.delta(k, k2),
            ),
            "units beyond the fortieth are not seen",
        ),
    ),
    notes="With the true tanh the error falls like eps^2 at the instance that is measured.",
    new=True,
)

no_gating = Claim(
    id="gated-rnn/a3-gru-no-gating",
    title="No stack of GRU layers computes g(x) = (W_m x) * (W_x x), since z is not 0",
    source=Source(PAPER, "App. A.3; Sec. 2.2"),
    statement=r"\text{stacked linearised GRUs do not contain the simplified gated RNN}",
    assumptions=("in the sense in which the paper's LSTM constructions hold: linear functions",),
    covers=("gated-rnn/s2.2-gru-not",),
    subject=Expressivity(GRU_PAIRS, possible=False),
    checks=(check_construction, check_construction_at_small_sizes),
    controls=(Control("repaired", Expressivity(GRU_PAIRS), "two layers do"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/x7-gru",
    notes="The text's 'z is not 0' should be 'z is not 1'. The state stays in the way of one unit,"
    " but not of the difference of two units with gates sigma(u) and sigma(-u): with lambda = 0 the"
    " first of the two layers alone makes g(x), as such a difference.",
)

footnote = Claim(
    id="gated-rnn/a3-footnote",
    title="With the identity for tanh, GRU layers do multiply",
    source=Source(PAPER, "footnote 1"),
    statement=r"p_t - p_{t-1} = z_t \odot v_t \text{ where } \tilde h = v_t + h_{t-1}",
    assumptions=(r"$\tanh(u) = u$, $\sigma(u) = \frac12 + \frac14 u$",),
    subject=Expressivity(GRU_ATTENTION),
    says=says_sums,
    checks=(proof_of(says_sums, by_parts(GRU_ATTENTION.by)), instances_of(says_sums)),
    mutants=(
        Mutant(
            "forgets-the-last-sum",
            Expressivity(GRU_ATTENTION).without(2, "W", ("y", "last")),
            "reads sums, not their differences",
        ),
        Mutant(
            "keeps-half",
            Expressivity(GRU_ATTENTION).without(0, "V_h", ("kv", "kv")),
            "candidate v for v + h",
        ),
        Mutant(
            "no-base", Expressivity(GRU_ATTENTION).without(0, "U_h", ("base", "x")), "an offset"
        ),
    ),
    late=(
        Mutant(
            "first-values",
            Expressivity(GRU_ATTENTION).with_entry(
                2,
                "W",
                ("y", "last"),
                lambda w, i, i2: (-4 / (w.eps * w.eps * w.eps)) * w.delta(i, i2) * few(i),
            ),
            "values beyond the fortieth are sums, not their differences",
        ),
    ),
    notes="No exponential growth has to be corrected: a unit with candidate v + h adds up, and the"
    " next layer takes differences.",
)
