"""The theorems whose proofs are written out, line by line, in docs/claims."""

FLAGSHIPS = (
    "lsrl/eq-11",
    "lsrl/eq-11-gated",
)
