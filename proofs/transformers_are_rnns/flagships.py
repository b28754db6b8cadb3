"""The theorems whose proofs are written out, line by line, in docs/claims."""

FLAGSHIPS = (
    "trf-rnn/eq-20",
    "trf-rnn/alg1-forward",
    "trf-rnn/alg1-grad-k",
)
