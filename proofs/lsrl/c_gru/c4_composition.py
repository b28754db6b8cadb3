"""App. C.4: GRUs with ReLUs as a layer of a Gated RNN, as printed and mended.

As printed the stack puts out 0, because its last step does (C.3), and the check finds it. Mended,
the first cell keeps the state, each of the next k computes a map, and the last multiplies; the
layers before it hand the halves on. The proof goes link by link: at each place between two cells it
says what the stack passes there, in terms of the layer of eq. (5), and each GRU keeps this
(`gated_layers`).
"""

from dataclasses import replace

from proofs.lsrl import PAPER
from proofs.lsrl.c_gru.c1_to_c3_single_grus import FIRST_MAP, GATE, STATE
from proofs.lsrl.c_gru.gru_products import TWO_UNITS
from proofs.lsrl.gated_cells import GRU_KIND
from proofs.lsrl.gated_depth import AnyDepth, by_links, late_layers, says_layers
from proofs.lsrl.gated_layers import PrintedLayer
from proofs.lsrl.statements import check_for_all_sizes, check_on_numbers, says_equal
from theorem_checks import Claim, Control, Mutant, Source, Verdict, proof_of

COMPOSED = PrintedLayer(GRU_KIND, STATE, FIRST_MAP, GATE, later=False)
WITH_TWO_UNITS = replace(COMPOSED, product=TWO_UNITS.table, read=TWO_UNITS.read, later=True)
MENDED_LAYER = AnyDepth(GRU_KIND)

composed = Claim(
    id="lsrl/gru-compose",
    title="k + 2 GRUs, as printed, are a layer of a Gated RNN",
    source=Source(PAPER, "App. C.4"),
    statement=r"y_t = [0; \gamma(x_t) \odot \phi(s_t)]",
    assumptions=("networks of one map that end in a ReLU; $s_0 = 0$; $x_t \\ge k_{lb}$",),
    subject=COMPOSED,
    says=says_equal,
    checks=(check_for_all_sizes, check_on_numbers),
    controls=(Control("two-units", WITH_TWO_UNITS, "products of two units each, and a readout"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-gru-layer",
    notes="As C.3 puts out 0. (In C.4 the halves of [s; 0] and [0; x] are also exchanged.)",
)

mended = Claim(
    id="lsrl/new-gru-layer",
    title="GRUs for the state, each pair of maps and the products, and a readout, are any layer",
    source=Source(PAPER, "App. C.4, repaired"),
    statement=r"\text{state, } k \text{ maps, products}: \quad y_t = \gamma(x_t) \odot \phi(s_t)",
    assumptions=(
        "any s_0, any inputs, networks that end in a linear map; sigmoid and tanh are ReLUs",
        "a cell for the state, one for each pair of maps and one for the products: chains of any"
        " number of cells; the shorter one of phi and gamma is made longer",
    ),
    subject=MENDED_LAYER,
    says=says_layers,
    checks=(
        proof_of(says_layers, by_links, seconds=180).killing("a-sign", "halves-added", "no-start"),
        check_on_numbers.killing("sums"),
    ),
    mutants=(
        Mutant(
            "a-sign",
            replace(MENDED_LAYER, read="I, - I, - I, - I, - I, I, I, I"),
            "a sign of the readout",
        ),
        Mutant(
            "halves-added",
            replace(MENDED_LAYER, gamma=("W_gamma, W_gamma", "- W_gamma, - W_gamma")),
            "gamma reads |x|",
        ),
        Mutant("no-start", replace(MENDED_LAYER, bias="b; 0; 0; 1"), "s_0 is taken for 0"),
        Mutant("sums", replace(MENDED_LAYER, read="I, - I, - I, I, 0, 0, 0, 0"), "sums are read"),
    ),
    repairs=("lsrl/gru-compose",),
    new=True,
    late=late_layers(MENDED_LAYER),
    notes="One unit more in the first cell, which is 1 from the first token on, lets it start from"
    " any s_0. Numbers with signs are two units, a product of two is eight.",
)
