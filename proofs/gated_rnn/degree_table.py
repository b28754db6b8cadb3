"""The degree in the current token of one linearised layer of each kind of Table 3."""

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.table_3_linearised import (
    ATTENTION,
    DEGREES,
    GATED,
    SENSE,
    degree_at_integers,
    degree_is_at_most,
    one_token,
)
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    prove_degree,
)


@check("proof")
def check_degrees(degrees):
    """The degree in the current token of one layer, and of the two targets, for all weights."""
    attained = check_degrees_at_integers.function(degrees)
    if not attained.verdict.passes:
        return attained
    parts = {}
    for name, degree in degrees.items():
        if name in DEGREES:
            parts[name] = prove_degree(one_token(name), degree, inputs={"x": (1,)}, weights={})
        else:
            parts[f"{name}: at most {degree}"] = degree_is_at_most(name, 1, degree)
    return all_of(parts, "one layer of any size, all weights and states; linear functions")


@check("exact")
def check_degrees_at_integers(degrees):
    """The degree of one layer with given integer weights."""
    for name, degree in degrees.items():
        found = DEGREES[name] if name in DEGREES else degree_at_integers(name, 1)
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
    statement=r"\deg_{x_t} y_t \le 2, 4, 1, 3, 2 \text{ for one layer of each kind}",
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
