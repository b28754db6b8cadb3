r"""App. E.6: Hawk blocks one after the other as a layer of a Gated Linear RNN, and for how long.

The blocks of `hawk_state` and `hawk_maps`: state, maps, product. As printed they forget; mended
they are any layer, on sequences that are no longer than the kernel (`hawk_depth`).
"""

from dataclasses import dataclass, replace
from itertools import pairwise

from constructions.arrays import EXACT
from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from constructions.lsrl import ForEach, Input, LinState
from constructions.lsrl.targets import hawk
from proofs.lsrl import PAPER
from proofs.lsrl.e_hawk_griffin.hawk_state import MENDED_STATE, PRINTED_STATE
from proofs.lsrl.e_hawk_griffin.hawk_tables import PASSING, HawkTable, spaces
from proofs.lsrl.statements import check_for_all_sizes, check_on_numbers, says_equal
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Source,
    Verdict,
    check,
    to_fraction,
)

__all__ = ["Mended"]

TOKENS = 2


def _run(blocks, xs):
    """Run blocks one after the other on a sequence."""
    states, outputs = [block.initial_state() for block in blocks], []
    for x in xs:
        y = x
        for n, block in enumerate(blocks):
            states[n], y = block.step(states[n], y)
        outputs.append(y)
    return outputs


@dataclass(frozen=True)
class Printed:
    """E.1, E.3, E.5: three blocks for networks of one map with a ReLU, s_0 = 0 and b = 0.

    x is as large as s, as A stands above x in A~.
    """

    def __call__(self, w):
        """Compare two tokens from the first states on."""
        own = {"A": w("A", "n n"), "B": w("B", "n n"), "k": w("k", "n")}
        maps = {f"W_{f}": w(f"W_{f}", "n n") for f in ("phi", "gamma")}
        maps |= {f"b_{f}": w(f"b_{f}", "n") for f in ("phi", "gamma")}
        phi, gamma = (
            ReLUNetwork((maps[f"W_{f}"],), (maps[f"b_{f}"],), relu_last=True)
            for f in ("phi", "gamma")
        )
        layer = RecurrentLayer(own["A"], own["B"], w.zeros("n"), w.zeros("n"), phi, gamma)
        passing = HawkTable(spaces("n n"), PASSING.weights)
        mapped = passing.but(W_e="I", b_e="1", W_f="W_phi, 0; 0, W_gamma", b_f="b_phi; b_gamma")
        gate = passing.but(W_e="0, 0; I, 0", W_f="I", b_f="0")
        blocks = [
            replace(PRINTED_STATE, spaces=spaces("n n")).block(w, TOKENS, **own),
            mapped.block(w, 1, **maps),
            gate.block(w, 1),
        ]
        xs = [own["k"] + w(f"u_{t}", "n", nonnegative=True) for t in range(TOKENS)]
        found = _run(blocks, [w.joined([[w.zeros("n")], [x]], "n n") for x in xs])
        claimed = [w.joined([[w.zeros("n")], [y]], "n n") for y in _run([layer], xs)]
        return {f"t = {t}": pair for t, pair in enumerate(zip(claimed, found, strict=True), 1)}


@dataclass(frozen=True)
class Mended:
    r"""E.6 mended: `depth` + 2 blocks for any layer of a Gated Linear RNN with s_0 = 0.

    Inputs are [x; 1], and outputs [y; 1]; networks end in a linear map; `depth` is 1 or 2.
    """

    depth: int = 1
    gate: str = "0, I, 0; 0, - I, 0; 0, 0, 0"
    b_conv: str = "past; 1; 1"

    def tables(self):
        """Return the tables of all blocks, in their order."""
        state, weights = MENDED_STATE, PASSING.weights
        first, last = "n m 1", "p p 1"
        signed = "W_phi, 0, 0; 0, W_gamma, 0; 0, 0, 0"
        maps = [
            HawkTable(spaces(first, first, first, last), weights).but(
                W_e=signed, b_e="b_phi; b_gamma; 1"
            )
        ]
        if self.depth == 2:
            hidden = "f g 1"
            maps = [
                HawkTable(spaces(first, first, first, hidden), weights).but(
                    W_e="0", b_e="1", W_f=signed, b_f="b_phi; b_gamma; 1"
                ),
                HawkTable(spaces(hidden, hidden, hidden, last), weights).but(
                    W_e="V_phi, 0, 0; 0, V_gamma, 0; 0, 0, 0", b_e="c_phi; c_gamma; 1"
                ),
            ]
        product = HawkTable(spaces(last, last, last, last, "p 1"), weights).but(
            W_e="I, 0, 0; I, 0, 0; 0, 0, 0",
            b_e="0; 0; 1",
            W_f=self.gate,
            b_f="0; 0; 1",
            W_m="I, - I, 0; 0, 0, I",
        )
        return [state, *maps, product]

    def networks(self, w):
        """Return phi and gamma, and their weights by name."""
        found, named = [], {}
        for f, inputs, hidden in (("phi", "n", "f"), ("gamma", "m", "g")):
            sizes = [inputs, "p"] if self.depth == 1 else [inputs, hidden, "p"]
            W, b = [], []
            for letters, (columns, rows) in zip(("Wb", "Vc"), pairwise(sizes), strict=False):
                W.append(w(f"{letters[0]}_{f}", f"{rows} {columns}"))
                b.append(w(f"{letters[1]}_{f}", rows))
                named |= {f"{letters[0]}_{f}": W[-1], f"{letters[1]}_{f}": b[-1]}
            found.append(ReLUNetwork(tuple(W), tuple(b)))
        return *found, named

    def __call__(self, w):
        """Compare a token, from any state: what came before adds A s to the convolution."""
        phi, gamma, named = self.networks(w)
        A, B, b, s = w("A", "n n"), w("B", "n m"), w("b", "n"), w("s", "n")
        layer = RecurrentLayer(A, B, b, s, phi, gamma)
        state, *others = self.tables()
        past = {"A": A, "B": B, "b": w.column(b), "past": A @ s}
        blocks = [state.but(b_conv=self.b_conv).block(w, 1, **past)]
        blocks += [table.block(w, 1, **named) for table in others]
        x = w("x", "m")
        found = _run(blocks, [w.joined([[x], [w.ones("1")]], "m 1")])
        claimed = w.joined([[_run([layer], [x])[0]], [w.ones("1")]], "p 1")
        return {"[y; 1]": (claimed, found[0])}


@dataclass(frozen=True)
class Memory:
    """A Hawk model for a program, with a kernel of a length, on sequences of some lengths."""

    program: ForEach
    kernel: int
    lengths: tuple[int, ...]


@check("exact")
def check_long_sequences(memory):
    """One model puts out what the program does, on ones, for sequences of all these lengths."""
    model = hawk(memory.program, memory.kernel).exact  # which goes on where the model refuses
    for length in memory.lengths:
        tokens = [[1]] * length
        found, wanted = model(EXACT.array(tokens))[-1, 0], memory.program(tokens)[-1, 0]
        if found != wanted:
            at = {"d_conv": memory.kernel, "x": [1] * length}
            told = str(to_fraction(wanted)), str(to_fraction(found))
            return Evidence.refuted(Counterexample(at, *told, "what is out of the window is lost"))
    return Evidence.holds(f"d_conv = {memory.kernel}; lengths {memory.lengths}; inputs 1")


COUNT = ForEach(LinState(Input(1), A=1, B=1))
PRINTED_LAYER = Printed()
MENDED_LAYER = Mended()

composed = Claim(
    id="lsrl/hawk-compose",
    title="k + 2 Hawk blocks, as printed, are a layer of a Gated Linear RNN",
    source=Source(PAPER, "App. E.6, eq. (63)"),
    statement=r"m_t = [0; \gamma \odot \phi]",
    assumptions=(
        "networks of one map that end in a ReLU; s_0 = 0, b = 0; d_conv = T; r = 1; $x \\ge k$",
    ),
    subject=PRINTED_LAYER,
    says=says_equal,
    checks=(check_for_all_sizes, check_on_numbers),
    controls=(Control("mended", MENDED_LAYER, "a 1 in the inputs, and signs"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-hawk-layer",
    notes="By E.1 and E.3. The text also says 'Gated RNN (eq. 5)' where it must be eq. (4): the"
    " convolution is linear. And it exchanges phi and gamma.",
)

window = Claim(
    id="lsrl/hawk-T",
    title="With d_conv = T one fixed Hawk model does what the program does, prompts growing",
    source=Source(PAPER, "App. E, assumptions, with Sec. 4"),
    statement=r"d_{conv} = T,\ \text{one fixed model, prompts of any length}",
    assumptions=("the program counts; the precision of Sec. 4 asks for longer and longer prompts",),
    subject=Memory(COUNT, kernel=2, lengths=(1, 2, 3)),
    checks=(check_long_sequences,),
    controls=(Control("short", Memory(COUNT, kernel=2, lengths=(1, 2)), "no longer than T"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-hawk-latch",
    notes="A fixed model has a fixed T, and what is T tokens back is lost, the query first of all."
    " With its recurrence for a memory a fixed model does do it: lsrl/new-hawk-latch.",
)
