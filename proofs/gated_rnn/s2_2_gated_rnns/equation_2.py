"""Eq. (2) as printed reads the output from the state before it has absorbed the token.

With the weights of Figure 1 it computes attention one step late.
"""

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.realisation import few
from proofs.gated_rnn.s3_1_key_ideas.attention_as_gated_rnn import (
    FIGURE,
    PRINTED,
    SQUARE,
    attention,
    by_stored_state,
    cells,
    check_as_polynomials,
    check_attention,
    check_on_longer_sequences,
    says_attention,
)
from theorem_checks import (
    Claim,
    Control,
    Mutant,
    SameOutputs,
    Source,
    Verdict,
    check,
    equal_maps,
    proof_of,
)


class Ahead:
    """A cell that puts out what another one puts out at the token after, which is given."""

    def __init__(self, cell, following):
        self.cell, self.following = cell, following

    def initial_state(self):
        """Return the other's."""
        return self.cell.initial_state()

    def step(self, state, x):
        """Return the state after x, and the output at what follows."""
        after, _ = self.cell.step(state, x)
        _, output = self.cell.step(after, self.following)
        return after, output


def says_late(network, w):
    """What the network puts out at t + 1, whatever x_{t+1} is, attention puts out at t."""
    sizes, cell, attention = cells(network, w)
    token, following = w.array("x", sizes["d"]), w.array("x_next", sizes["d"])
    return SameOutputs(w.machine(Ahead(cell, following), token), w.machine(attention, token))


check_delay = proof_of(says_late, by_stored_state, name="check_delay")


@check("exact")
def check_delay_as_polynomials(network):
    """The outputs 2, ..., T are those of attention at 1, ..., T - 1, as polynomials."""
    return equal_maps(*_delayed(network), sizes=[s for s in SQUARE if s["xs"][0] > 1])


def _delayed(network):
    return (
        lambda **inputs: attention(**inputs)[:-1],
        lambda **inputs: network.outputs(**inputs)[1:],
    )


eq_2 = Claim(
    id="gated-rnn/eq-2",
    title="Eq. (2) as printed, with Figure 1's weights, gives the outputs of attention",
    source=Source(PAPER, "eq. (2), also (5), with Figure 1"),
    statement=r"h_{t+1} = \lambda \odot h_t + g^{in}(x_t),\; y_t = D\,g^{out}(h_t)"
    r"\implies y_t = W^{ff}_t q_t",
    assumptions=("$h_1 = 0$",),
    covers=("gated-rnn/eq-5",),
    subject=PRINTED,
    says=says_attention,
    checks=(check_attention, check_as_polynomials, check_on_longer_sequences),
    controls=(Control("reads-after", FIGURE, "h_t = lambda * h_{t-1} + g_in(x_t)"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/fig1",
    notes="y_t reads h_t, which has not absorbed x_t: the outputs are those of attention one step"
    " late (gated-rnn/new-eq-2-late).",
)

eq_2_late = Claim(
    id="gated-rnn/new-eq-2-late",
    title="Eq. (2) as printed, with Figure 1's weights, is attention one step late",
    source=Source(PAPER, "eq. (2), beyond the text"),
    statement=r"y_{t+1} = W^{ff}_t q_t \quad \text{for all } t \ge 1",
    assumptions=("$h_1 = 0$",),
    subject=PRINTED,
    says=says_late,
    checks=(check_delay, check_delay_as_polynomials),
    mutants=(
        Mutant("in-time", FIGURE, "reads after it absorbs"),
        Mutant("forgetful", PRINTED.with_block("lam", ("kv",), None), "lambda = 0"),
        Mutant("no-bias", PRINTED.with_block("W_in_x", ("q", "one"), None), "queries times 0"),
    ),
    late=(
        Mutant(
            "few-queries",
            PRINTED.with_block("W_in_x", ("q", "one"), lambda _w, j: few(j)),
            "queries beyond the fortieth are 0",
        ),
    ),
    new=True,
)
