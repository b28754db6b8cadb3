"""What of the excerpt nothing here decides, what is open, and what is to be trained."""

NOT_CHECKED = {
    "trf-rnn/200-lines": "A remark on the length of the authors' CUDA code, which is not at hand.",
}

EXPERIMENTS = {
    "trf-rnn/exp-baselines": "Time and memory of linear attention against softmax attention and"
    " Reformer (lsh-X), attention layers alone; the excerpt prints no figure.",
    "trf-rnn/copy-task": "Causal copy task, sequences of at most 128 with 10 different symbols:"
    " convergence of linear, softmax and lsh-X; the excerpt ends before any figure.",
}

UNDECIDED = {
    "trf-rnn/softmax-infinite-rank: how many features give softmax attention to a stated error?": (
        "No finite number is exact. About d^n / n! features, all tensor powers below n, leave at"
        " most the remainder of the exponential (trf-rnn/new-softmax-in-the-limit). A lower bound"
        " at an error above 0 was not found."
    ),
}
"""What could not be settled, a sentence each, with what was tried and what it showed."""
