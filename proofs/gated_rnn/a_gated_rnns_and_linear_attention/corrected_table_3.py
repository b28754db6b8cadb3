"""Table 3 as printed and as its claims turned out, a column for each map and sense.

The cells name the claims that decide them, so that the page shows verdicts and not what somebody
typed. 'Exact' is about networks as they are, 'linearised' about those with each activation replaced
by its expansion, and a dash of the printed table is a claim as well: that no number of layers does
it.
"""

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3 import PRINTED, SENSES, TABLE_3
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.token_degrees import ATTENTION, GATED
from theorem_checks import Cell, ClaimTable, Source

__all__ = ["corrected_table_3"]

BOUNDS = {
    ("LRU", GATED, "limit"): ("gated-rnn/new-tab3-lru-bound",),
    ("LRU In-Out", GATED, "limit"): ("gated-rnn/new-tab3-lru-bound",),
    ("GRU", GATED, "limit"): ("gated-rnn/new-tab3-gru-bound",),
    ("LSTM", GATED, "limit"): ("gated-rnn/new-tab3-lstm-bound",),
    ("LRU In-Out (MLP)", GATED, "limit"): ("gated-rnn/new-tab3-mlp-gated-bound",),
    ("LRU In-Out (MLP)", ATTENTION, "limit"): ("gated-rnn/new-tab3-mlp-attn-bound",),
}
"""Further claims on a cell: how near the layers come, for every size."""


def _printed(layers: int | None) -> str:
    """A cell of the printed table: its number of layers, or the dash."""
    return "none" if layers is None else f"{layers} layer{'s' * (layers > 1)}"


corrected_table_3 = ClaimTable(
    name="gated-rnn-table-3",
    title="Table 3, corrected",
    source=Source(PAPER, "Table 3"),
    cells={
        (architecture, f"{target}, {sense}"): Cell(
            _printed(layers),
            (TABLE_3[architecture, target, sense], *BOUNDS.get((architecture, target, sense), ())),
        )
        for sense in SENSES
        for (architecture, target), layers in PRINTED.items()
    },
    caption="How many layers of an architecture compute the simplified gated RNN, and linear"
    " attention. In print the positive cells are said to hold exactly. Three senses are kept"
    " apart: exactly, with true activations and finite weights; linearised, with sigma and tanh"
    " replaced by affine maps; in the limit, with true activations and one scale that tends to 0.",
)
