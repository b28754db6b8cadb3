"""Table 3, cell by cell and in three senses: which claim says what is true of each cell.

The paper counts the layers 'to exactly implement' two classes of maps. In which sense?

- *exact*: the true functions and finite weights. No row is (`table_3_exact`).
- *linearised*: the linear parts of sigmoid and tanh in their places. The table is right, but for
  the GRU, which takes two layers (`linearised_layers`, and a file for each row).
- *limit*: the true functions, with a scale that goes to 0. One layer is enough in every row but the
  LRU's (`table_3_limit`).
"""

from typing import Literal

from proofs.gated_rnn.a_gated_rnns_and_linear_attention.linearised_layers import (
    LAYERS,
    SHORT,
    name_of,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3_limit import LIMIT_LAYERS
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.token_degrees import ATTENTION, GATED

__all__ = ["PRINTED", "SENSES", "STATED", "TABLE_3"]

SENSES: tuple[Literal["exact", "linearised", "limit"], ...] = ("exact", "linearised", "limit")

PRINTED = {
    **LAYERS,
    ("GRU", GATED): None,
    ("GRU", ATTENTION): None,
}
"""The numbers of layers as the paper prints them, by architecture and map; None for a dash."""

_REPAIRED = {
    ("GRU", GATED): "new-tab3-gru-gated",
    ("GRU", ATTENTION): "new-tab3-gru-attn",
    ("LRU In-Out (MLP)", GATED): "new-tab3-mlp-gated-linearised",
    ("LRU In-Out (MLP)", ATTENTION): "new-tab3-mlp-attn-linearised",
}


def _claim_id(architecture: str, target: str, sense: str) -> str:
    key = (architecture, target)
    name = {
        "exact": f"new-tab3-{SHORT[architecture]}-exact",
        "linearised": _REPAIRED.get(key, name_of(*key)),
        "limit": f"new-{name_of(*key)}-limit",
    }[sense]
    return f"gated-rnn/{name}"


STATED: dict[tuple[str, str, str], int | None] = {
    **{(*key, "exact"): None for key in LAYERS},
    **{(*key, "linearised"): number for key, number in LAYERS.items()},
    **{(*key, "limit"): number for key, number in LIMIT_LAYERS.items()},
}
"""From (architecture, map, sense) to the least number of layers that the claim of `TABLE_3` states;
None where no number is enough."""

TABLE_3 = {(*key, sense): _claim_id(*key, sense) for key in LAYERS for sense in SENSES}
"""From (architecture, map, sense) to the id of the claim that is true of this cell."""
