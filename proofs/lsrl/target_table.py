"""The eight architectures to which programs compile: as printed, as mended, and what it takes.

A row for each architecture, with the claims that decide whether its printed construction is exact,
whether the mended one is, and how many cells a layer takes. The page is made from their verdicts.
"""

from proofs.lsrl import PAPER
from theorem_checks import Cell, ClaimTable, Source

__all__ = ["target_table"]

PRINTED, MENDED, NEEDED = "as printed", "mended", "which assumptions"

CELLS = {
    ("Linear RNN", PRINTED): Cell(
        "App. A, any program without products", ("lsrl/termination", "lsrl/all-four")
    ),
    ("Linear RNN", MENDED): Cell("", ("lsrl/new-levelised-compiler",)),
    ("Linear RNN", NEEDED): Cell(
        "",
        (
            "lsrl/multi-not-linear",
            "lsrl/diag",
            "lsrl/new-diag-listing-1",
            "lsrl/new-diag-tokens",
        ),
    ),
    ("Gated Linear RNN", PRINTED): Cell(
        "App. A, any program", ("lsrl/termination", "lsrl/all-four")
    ),
    ("Gated Linear RNN", MENDED): Cell("", ("lsrl/lsrl-to-gated", "lsrl/new-layers-of-path")),
    ("RNN", PRINTED): Cell("eq. (11)", ("lsrl/new-eq-11-index", "lsrl/eq-11", "lsrl/eq-11-why")),
    ("RNN", MENDED): Cell("", ("lsrl/new-relu-halves",)),
    ("RNN", NEEDED): Cell("", ("lsrl/eq-11-init", "lsrl/nonneg-states")),
    ("Gated RNN", PRINTED): Cell("eq. (11), with gates", ("lsrl/eq-11-gated",)),
    ("Gated RNN", NEEDED): Cell("", ("lsrl/eq-11-init",)),
    ("GRU", PRINTED): Cell(
        "App. C, k + 2 layers for a Gated RNN layer",
        ("lsrl/gru-state", "lsrl/gru-mlp", "lsrl/gru-gate", "lsrl/gru-compose"),
    ),
    ("GRU", MENDED): Cell(
        "",
        (
            "lsrl/new-gru-mlp",
            "lsrl/new-gru-product",
            "lsrl/new-gru-layer",
            "lsrl/new-gru-lstm-count",
        ),
    ),
    ("GRU", NEEDED): Cell(
        "",
        (
            "lsrl/gru-note",
            "lsrl/new-gru-one-unit",
            "lsrl/new-gru-product-bounded",
            "lsrl/gru-sigmoid",
            "lsrl/new-gru-sigmoid-bounded",
        ),
    ),
    ("LSTM", PRINTED): Cell(
        "App. D, k + 2 layers for a Gated RNN layer",
        (
            "lsrl/lstm-state",
            "lsrl/lstm-mlp",
            "lsrl/lstm-depth",
            "lsrl/lstm-gate",
            "lsrl/lstm-compose",
        ),
    ),
    ("LSTM", MENDED): Cell(
        "",
        (
            "lsrl/new-lstm-state",
            "lsrl/new-lstm-depth",
            "lsrl/new-lstm-layer",
            "lsrl/new-lstm-k-plus-1",
        ),
    ),
    ("LSTM", NEEDED): Cell(
        "", ("lsrl/new-lstm-compose", "lsrl/new-lstm-state-from-zero", "lsrl/lstm-universal")
    ),
    ("Hawk", PRINTED): Cell(
        "App. E, k + 2 blocks for a Gated Linear RNN layer",
        (
            "lsrl/hawk-state",
            "lsrl/hawk-lru-identity",
            "lsrl/hawk-branch",
            "lsrl/hawk-mlp",
            "lsrl/hawk-mlp-one",
            "lsrl/hawk-gate",
            "lsrl/hawk-compose",
        ),
    ),
    ("Hawk", MENDED): Cell(
        "",
        (
            "lsrl/new-hawk-state",
            "lsrl/new-hawk-lru-identity",
            "lsrl/new-hawk-mlp",
            "lsrl/new-hawk-mlp-one",
            "lsrl/new-hawk-layer",
            "lsrl/new-hawk-count",
        ),
    ),
    ("Hawk", NEEDED): Cell(
        "",
        (
            "lsrl/new-hawk-state-bias",
            "lsrl/hawk-T",
            "lsrl/new-hawk-latch",
            "lsrl/new-hawk-latch-approximates",
            "lsrl/rg-lru",
        ),
    ),
    ("Griffin", PRINTED): Cell(
        "App. E, as Hawk, each third block with attention",
        ("lsrl/griffin", "lsrl/griffin-third"),
    ),
    ("Griffin", MENDED): Cell("", ("lsrl/new-griffin-window", "lsrl/new-griffin-models")),
    ("Griffin", NEEDED): Cell(
        "", ("lsrl/new-griffin-no-matrices", "lsrl/new-griffin-third", "lsrl/new-griffin-count")
    ),
}

target_table = ClaimTable(
    name="lsrl-targets",
    title="The eight targets of LSRL",
    source=Source(PAPER, "Sec. 6 and Apps. A, C, D and E"),
    cells=CELLS,
    caption="To what programs compile: by the weights as they are printed, and by mended ones. The"
    " last column has what the constructions need, and what cannot be had. GRU, LSTM, Hawk and"
    " Griffin are meant with ReLUs for all their functions, as in the appendices; with sigmoid and"
    " tanh see lsrl/gru-sigmoid.",
)
