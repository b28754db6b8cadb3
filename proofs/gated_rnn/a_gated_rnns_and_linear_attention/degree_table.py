"""The degree in the current token of one linearised layer of each kind of Table 3."""

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3_linearised import SENSE
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.token_degrees import (
    ATTENTION,
    GATED,
    SIZES,
    degree_at_integers,
    degree_is_at_most,
    degree_of_target,
    degree_of_target_is,
)
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
)

TARGETS = (ATTENTION, GATED)


@check("proof")
def check_degrees(degrees):
    """The degree in the current token of one layer, and of the two targets, for all weights."""
    attained = check_degrees_at_integers.function(degrees)
    if not attained.verdict.passes:
        return attained
    parts = {}
    for name, degree in degrees.items():
        if name in TARGETS:
            parts[name] = degree_of_target_is(name, degree)
        else:
            parts[f"{name}: at most {degree}"] = degree_is_at_most(name, 1, degree)
    scope = "one layer of any size, all weights and states; linear functions"
    return all_of(parts, scope, words=(SIZES,))


@check("exact")
def check_degrees_at_integers(degrees):
    """The degree of one layer with given integer weights, and of the targets with weights 1."""
    for name, degree in degrees.items():
        found = degree_of_target(name) if name in TARGETS else degree_at_integers(name, 1)
        if found != degree:
            told = f"degree {degree}"
            return Evidence.refuted(Counterexample({"map": name}, told, f"degree {found}"))
    return Evidence.holds("sizes and weights as given")


TABLE = {
    "LRU": 2,
    "LRU In-Out": 4,
    "LRU In-Out (MLP)": 1,
    "LSTM": 3,
    "GRU": 2,
    ATTENTION: 3,
    GATED: 4,
}

degree_table = Claim(
    id="gated-rnn/x8-degree-table",
    title="Degrees in the current token: LRU 2, LRU In-Out 4, LSTM 3, GRU 2; attention 3, (2) 4",
    source=Source(PAPER, "Table 3, beyond the text"),
    statement=r"\max \deg_{x_t} y_t = 2, 4, 1, 3, 2 \text{ for one layer of each kind};\quad"
    r" 3 \text{ for attention},\; 4 \text{ for eq. (2)}",
    assumptions=(SENSE,),
    subject=TABLE,
    checks=(check_degrees, check_degrees_at_integers),
    mutants=(
        Mutant("lru-four", {**TABLE, "LRU": 4}, "counts an input gate"),
        Mutant("lstm-two", {**TABLE, "LSTM": 2}, "forgets the output gate"),
        Mutant("gru-one", {**TABLE, "GRU": 1}, "no product in a GRU"),
        Mutant("gru-three", {**TABLE, "GRU": 3}, "counts the reset gate of the state"),
        Mutant("attention-two", {**TABLE, ATTENTION: 2}, "forgets the query"),
    ),
    repairs=("gated-rnn/s3.3-gru-no-product",),
    notes="So at least 2, 1, 2, 2 layers for the gated RNN and 2, 1, 1, 2 for attention, with LRU,"
    " LRU In-Out, LSTM and GRU. The claims of the table's cells show that these are enough.",
    new=True,
)
