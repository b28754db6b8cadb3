"""The theorems whose proofs are written out, line by line, in docs/claims."""

FLAGSHIPS = (
    "linear-rnn/prop-2.1a",
    "linear-rnn/thm-3.2",
    "linear-rnn/new-kernel-at-width-3",
)
