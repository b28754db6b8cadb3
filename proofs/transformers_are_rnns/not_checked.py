"""What of the excerpt nothing here decides, what is open, and what is to be trained."""

NOT_CHECKED = {
    "trf-rnn/200-lines": "A remark on the length of the authors' CUDA code, which is not at hand.",
}

EXPERIMENTS = {
    "trf-rnn/exp-baselines": "Reformer (lsh-X), the second baseline, is not built here, and times"
    " are not measured; linear and softmax attention are compared in memory"
    " (trf-rnn/new-exp-memory) and in learning to copy (trf-rnn/new-copy-task).",
}

UNDECIDED = {
    "trf-rnn/softmax-infinite-rank: how many features give softmax attention to a stated error?": (
        "No finite number is exact. About d^n / n! features, all tensor powers below n, leave at"
        " most the remainder of the exponential (trf-rnn/new-softmax-in-the-limit). A lower bound"
        " at an error above 0 was not found."
    ),
}
"""What could not be settled, a sentence each, with what was tried and what it showed."""
