"""The theorems whose proofs are written out, line by line, in docs/claims."""

FLAGSHIPS = (
    "gated-rnn/eq-1",
    "gated-rnn/fig1",
    "gated-rnn/s3.2-compact",
    "gated-rnn/eq-3",
    "gated-rnn/x4-eta-kurtosis",
)
