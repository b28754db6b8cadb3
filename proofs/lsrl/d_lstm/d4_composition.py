r"""App. D.4: LSTMs with ReLUs one after the other as a layer of a Gated RNN.

As printed it needs all that its parts need (`d1_to_d3_single_lstms`). Mended, with a linear
readout, it needs nothing.
"""

from dataclasses import dataclass, replace

from proofs.lsrl import PAPER
from proofs.lsrl.any_size import Stated
from proofs.lsrl.d_lstm.d1_to_d3_single_lstms import FIRST_MAP, GATE, STATE
from proofs.lsrl.gated_cells import LSTM_KIND
from proofs.lsrl.gated_depth import (
    AnyDepth,
    Part,
    by_links,
    by_states,
    late_layers,
    maps_interface,
    maps_of_cell,
    maps_part,
    product_part,
    says_layers,
    state_interface,
    state_part,
)
from proofs.lsrl.gated_layers import PrintedLayer
from proofs.lsrl.gated_machines import Composed, by_state, late_machines, says_same
from proofs.lsrl.statements import (
    check_for_all_sizes,
    check_on_numbers,
    says_equal,
)
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    EveryChain,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
    instances_of,
    link_by_link,
    maximum,
    proof_of,
    prove_for_all,
    reals,
)
from theorem_checks import World as WorldOfStatement

APP_D4 = "App. D.4"


@dataclass(frozen=True)
class OneCellLess:
    """The cells of a layer whose last maps and products are one: i and c are what the maps put out.

    `factor` is what gamma reads of [phi so far; gamma so far]; `fewest`: the number of units from
    which on twice as much is put out, if it is.
    """

    factor: str = "0, W_gamma"
    fewest: int | None = None

    def last(self, w, of, inputs, factors):
        """Return the cell of the last maps, which reads them from the inputs, and multiplies."""
        phi, gamma = factors
        own = maps_of_cell(w, of)
        gates = {"W_i": phi, "b_i": "b_phi", "W_c": gamma, "b_c": "b_gamma"}
        cell = LSTM_KIND.cell(GATE.sized(inputs, "p").but(**gates), w, **own)
        if self.fewest is None or w.zeros("p").shape[0] < self.fewest:
            return cell
        return Composed(cell, tell=lambda y, _: y + y)

    def after_maps(self, w):
        """Return the cell behind other maps."""
        return self.last(w, "last", "f g", ("W_phi, 0", self.factor))

    def after_state(self, w):
        """Return the cell behind the state, of networks of one map."""
        read = "W_phi, 0, 0, 0", "0, W_gamma, - W_gamma, 0"
        return self.last(w, "only", "n m m 1", read)


def says_one_less(cells: OneCellLess, w: WorldOfStatement) -> EveryChain:
    """Every chain of these cells is one of layers whose networks end in a ReLU."""
    s, others = Stated(w), AnyDepth(LSTM_KIND)
    x, y = w.interface("v", s("x", "m")), w.interface("v", s("y", "p"))
    state = state_interface(w, s)
    few, more = maps_interface(w, s, "a c", "f g"), maps_interface(w, s, "a_more c_more", "i j")

    def product(of: str) -> Part:
        maps = maps_part(s, of, relu_last=True)
        return Part(lambda pair: product_part().of(maps.of(pair)))

    return EveryChain(
        (
            w.link(x, state, others.state(s), state_part(s, "n", "m")),
            w.link(state, few, others.first(s), maps_part(s, "first")),
            w.link(few, more, others.inner(s), maps_part(s, "inner")),
            w.link(few, y, cells.after_maps(s), product("last")),
            w.link(state, y, cells.after_state(s), product("only")),
        )
    )


def by_each(chain: EveryChain) -> Evidence:
    """Prove it link by link."""
    return link_by_link(chain, by_states)


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
    title="The LSTMs as printed are a layer if s_0 = 0, both networks end in a ReLU, and"
    " x_t >= k_lb",
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
    title="LSTMs for the state, each pair of maps and the products, and a readout, are any layer",
    source=Source(PAPER, f"{APP_D4}, repaired"),
    statement=r"\text{state, } k \text{ maps, products}: \quad y_t = \gamma(x_t) \odot \phi(s_t)",
    assumptions=(
        "any s_0, any inputs, networks that end in a linear map; sigmoid and tanh are ReLUs",
        "a cell for the state, one for each pair of maps and one for the products: chains of any"
        " number of cells; the shorter one of phi and gamma is made longer",
    ),
    subject=MENDED_LAYER,
    says=says_layers,
    checks=(
        proof_of(says_layers, by_links).killing("a-sign", "cut-off"),
        check_on_numbers.killing("no-readout"),
    ),
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
    late=late_layers(MENDED_LAYER),
)


FEWER = OneCellLess()

fewer = Claim(
    id="lsrl/new-lstm-k-plus-1",
    title="The last maps and the product fit into one LSTM, so that one cell less is enough",
    source=Source(PAPER, f"{APP_D4}, beyond the text"),
    statement=r"i = \mathrm{relu}(W_\phi a_1 + b_\phi),\ \tilde c = \mathrm{relu}(W_\gamma a_2"
    r" + b_\gamma) \implies h = \phi_k(a_1) \odot \gamma_k(a_2)",
    assumptions=(
        "both networks end in a ReLU, and have as many maps",
        "a cell for the state, one for each pair of maps, the last with the products: chains of any"
        " number of cells, and of layers",
    ),
    subject=FEWER,
    says=says_one_less,
    checks=(proof_of(says_one_less, by_each), instances_of(says_one_less)),
    mutants=(
        Mutant("same-half", replace(FEWER, factor="W_gamma, 0"), "gamma of what phi is so far"),
        Mutant("other-sign", replace(FEWER, factor="0, - W_gamma"), "the ReLU of -gamma"),
    ),
    new=True,
    late=(Mutant("wide", replace(FEWER, fewest=90), "twice as much for 90 units and more"),),
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
