"""The theorems whose proofs are written out, line by line, in docs/claims."""

FLAGSHIPS = ("sparse-attention/new-path-count",)
